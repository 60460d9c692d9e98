//! How a file spells fences.
//!
//! In: the text of a file, the other files that were read, and a kind of fence. Out: the statement that somebody who
//! works on the file would write, or nothing where it has no way of its own. It must not know whether that statement is
//! the fence it seems to be: the patched text is read and judged.

use crate::diag::{FileId, Sources};
use crate::model::{Access, FenceKind, Model, Operation};

/// The macros of the Linux kernel and of what is written like it, with the pairs that each orders; the first that orders
/// all that is wanted is taken.
const MACROS: [(&str, &[(Access, Access)]); 3] = [
    ("smp_wmb", &[(Access::Write, Access::Write)]),
    ("smp_rmb", &[(Access::Read, Access::Read)]),
    (
        "smp_mb",
        &[
            (Access::Read, Access::Read),
            (Access::Read, Access::Write),
            (Access::Write, Access::Read),
            (Access::Write, Access::Write),
        ],
    ),
];

/// The orders of C11, the weaker ones first.
const ORDERS: [&str; 4] = ["acquire", "release", "acq_rel", "seq_cst"];

/// The statement for a fence in a file, in the file's own way.
pub fn spelling(model: &Model, kind: &FenceKind, file: FileId, sources: &Sources) -> Option<String> {
    let text = &*sources.file(file).text;
    let macro_ = MACROS
        .iter()
        .find(|(name, pairs)| kind.orders.iter().all(|pair| pairs.contains(pair)) && knows(name, text, sources));
    if let Some((name, _)) = macro_ {
        return Some(format!("{name}();"));
    }
    if !includes(text, "stdatomic.h") {
        return None;
    }
    let is_this = |order: &&&str| model.lowering(Operation::Fence, order).before.contains(&kind.name);
    // Of several orders that become this fence, the one that the model writes: for compilers a weaker one is less.
    let is_written = |order: &&&str| kind.spelling.contains(&format!("__ATOMIC_{})", order.to_uppercase()));
    let order = ORDERS.iter().filter(is_this).find(is_written).or_else(|| ORDERS.iter().find(is_this));
    order.map(|order| format!("atomic_thread_fence(memory_order_{order});"))
}

/// What keeps the compiler from moving accesses, and does nothing else; an expression or `asm` without its semicolon.
pub fn compiler_barrier(text: &str) -> &'static str {
    if includes(text, "stdatomic.h") {
        "atomic_signal_fence(memory_order_seq_cst)"
    } else {
        "__asm__ volatile(\"\" ::: \"memory\")"
    }
}

/// Whether a file defines a macro, or includes a file that does.
fn knows(name: &str, text: &str, sources: &Sources) -> bool {
    let included = |path: &std::path::Path| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| includes(text, name))
    };
    defines(text, name) || sources.files().any(|(_, other)| defines(&other.text, name) && included(&other.path))
}

/// The directives of a text: each with its name and what follows.
pub fn directives(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        Some(rest.split_once(|c: char| !c.is_alphanumeric()).unwrap_or((rest, "")))
    })
}

fn defines(text: &str, name: &str) -> bool {
    directives(text).any(|(directive, rest)| {
        let defined = rest.trim_start().strip_prefix(name);
        directive == "define" && defined.is_some_and(|rest| rest.starts_with("()"))
    })
}

pub fn includes(text: &str, header: &str) -> bool {
    directives(text).any(|(directive, rest)| {
        let named = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"'));
        let ends = named.strip_suffix(header).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        directive == "include" && ends
    })
}
