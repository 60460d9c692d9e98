//! How C spells an access to a shared variable.

use super::shape::Style;

/// A shared variable, or an expression that names one.
#[derive(Clone, Debug)]
pub struct Place {
    /// An lvalue.
    pub text: String,
    pub style: Style,
    /// Its type without qualifiers.
    pub plain: &'static str,
}

const LOADS: [&str; 3] = ["relaxed", "acquire", "seq_cst"];
const STORES: [&str; 3] = ["relaxed", "release", "seq_cst"];
const UPDATES: [&str; 5] = ["relaxed", "acq_rel", "seq_cst", "acquire", "release"];

/// The number of an order of an update that releases.
pub const RELEASES: u32 = 4;

fn order(orders: &[&str], number: u32) -> String {
    format!("memory_order_{}", orders[number as usize % orders.len()])
}

/// The name that gcc's builtins have for an order.
fn builtin(orders: &[&str], number: u32) -> String {
    format!("__ATOMIC_{}", orders[number as usize % orders.len()].to_uppercase())
}

impl Place {
    /// The declared type.
    pub fn declared(style: Style, plain: &str) -> String {
        match style {
            Style::Plain => plain.to_string(),
            Style::Volatile => format!("volatile {plain}"),
            Style::Atomic => format!("_Atomic {plain}"),
        }
    }

    pub fn load(&self, number: u32) -> String {
        let Place { text, style, .. } = self;
        match (style, number % 4) {
            (_, 0) | (Style::Plain | Style::Volatile, 1 | 2) => text.clone(),
            (Style::Atomic, _) => format!("atomic_load_explicit(&{text}, {})", order(&LOADS, number / 4)),
            _ => format!("__atomic_load_n(&{text}, {})", builtin(&LOADS, number / 4)),
        }
    }

    pub fn store(&self, value: &str, number: u32) -> String {
        let Place { text, style, .. } = self;
        match (style, number % 4) {
            (_, 0) | (Style::Plain | Style::Volatile, 1 | 2) => format!("{text} = {value};"),
            (Style::Atomic, _) => format!("atomic_store_explicit(&{text}, {value}, {});", order(&STORES, number / 4)),
            _ => format!("__atomic_store_n(&{text}, {value}, {});", builtin(&STORES, number / 4)),
        }
    }

    /// An expression for a read-modify-write; what it gives is the old value, or the new one for some.
    pub fn update(&self, value: &str, number: u32) -> String {
        let Place { text, style, .. } = self;
        let name = ["add", "sub", "or", "and", "xor"][(number / 8) as usize % 5];
        match (style, number % 8) {
            (Style::Atomic, 0 | 1) => {
                format!("atomic_fetch_{name}_explicit(&{text}, {value}, {})", order(&UPDATES, number / 40))
            }
            (Style::Atomic, 2) => format!("atomic_fetch_{name}(&{text}, {value})"),
            (Style::Atomic, 3) => format!("(({text}) += {value})"),
            (Style::Atomic, 4) => format!("({text})++"),
            (Style::Atomic, _) => {
                format!("atomic_exchange_explicit(&{text}, {value}, {})", order(&UPDATES, number / 40))
            }
            (_, 0 | 1) => format!("__atomic_fetch_{name}(&{text}, {value}, {})", builtin(&UPDATES, number / 40)),
            (_, 2) => format!("__sync_fetch_and_{name}(&{text}, {value})"),
            (_, 3) => format!("__sync_{name}_and_fetch(&{text}, {value})"),
            (_, 4) => format!("__atomic_{name}_fetch(&{text}, {value}, {})", builtin(&UPDATES, number / 40)),
            _ => format!("__atomic_exchange_n(&{text}, {value}, {})", builtin(&UPDATES, number / 40)),
        }
    }

    /// An expression that is true if it has exchanged; `expected` names a variable that holds what is expected.
    pub fn exchange_if(&self, expected: &str, desired: &str, number: u32) -> String {
        let text = &self.text;
        let success = number / 4;
        match (self.style, number % 4) {
            (Style::Atomic, 0 | 1) => format!("atomic_compare_exchange_strong(&{text}, &{expected}, {desired})"),
            (Style::Atomic, _) => format!(
                "atomic_compare_exchange_strong_explicit(&{text}, &{expected}, {desired}, {}, memory_order_relaxed)",
                order(&UPDATES, success)
            ),
            (_, 0) => format!("__sync_bool_compare_and_swap(&{text}, {expected}, {desired})"),
            _ => format!(
                "__atomic_compare_exchange_n(&{text}, &{expected}, {desired}, 0, {}, __ATOMIC_RELAXED)",
                builtin(&UPDATES, success)
            ),
        }
    }
}

/// A fence of its own.
pub fn fence(number: u32) -> &'static str {
    [
        "atomic_thread_fence(memory_order_seq_cst);",
        "__sync_synchronize();",
        "atomic_thread_fence(memory_order_release);",
        "__atomic_thread_fence(__ATOMIC_SEQ_CST);",
        "atomic_thread_fence(memory_order_acq_rel);",
        "__atomic_thread_fence(__ATOMIC_RELEASE);",
        "atomic_thread_fence(memory_order_acquire);",
        "atomic_signal_fence(memory_order_seq_cst);",
    ][number as usize % 8]
}
