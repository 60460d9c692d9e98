//! How a file spells fences.
//!
//! In: the text of a file, the other files that were read, and a kind of fence. Out: the statement that somebody who
//! works on the file would write, or nothing where it has no way of its own. It must not know whether that statement is
//! the fence it seems to be: the patched text is read and judged.

use crate::diag::{FileId, Sources};
use crate::model::{Access, FenceKind, Model, Operation};

/// The macros of the Linux kernel and of what is written like it, with the pairs that each orders; the first is taken that orders
/// all that is wanted and is not for a stronger kind of fence.
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
    let macro_ = MACROS.iter().find(|(name, pairs)| is_for(pairs, kind, model) && knows(name, text, sources));
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

/// Whether what orders these pairs is this kind of fence, and not a stronger one that the model has, too: that would cost what is not
/// needed, and the report would tell of another fence than is written.
fn is_for(pairs: &[(Access, Access)], kind: &FenceKind, model: &Model) -> bool {
    let covers = |kind: &FenceKind| kind.orders.iter().all(|pair| pairs.contains(pair));
    let is_stronger = |other: &&FenceKind| {
        other.cost > kind.cost
            && other.orders.len() > kind.orders.len()
            && kind.orders.iter().all(|pair| other.orders.contains(pair))
    };
    covers(kind) && !model.fences().iter().filter(is_stronger).any(covers)
}

/// Whether a file has a macro: it defines it, or some file does that it includes, or that is included by one that it includes; or it
/// uses it, having it from whoever includes the file.
fn knows(name: &str, text: &str, sources: &Sources) -> bool {
    let mut reached = vec![text];
    let mut left: Vec<(&str, &str)> = sources
        .files()
        .filter_map(|(_, file)| {
            let name = file.path.file_name().and_then(|name| name.to_str())?;
            Some((name, &*file.text))
        })
        .collect();
    let is_defined = left.iter().any(|(_, other)| defines(other, name));
    if is_defined && uses(text, name) {
        return true;
    }
    let mut at = 0;
    while let Some(text) = reached.get(at).copied() {
        if defines(text, name) {
            return true;
        }
        let (included, others) = left.into_iter().partition(|(name, _)| includes(text, name));
        left = others;
        reached.extend(Vec::from_iter(included).into_iter().map(|(_, text): (&str, &str)| text));
        at += 1;
    }
    false
}

/// Whether a line of a text begins with the use of a macro as a statement.
fn uses(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let rest = line.trim_start().strip_prefix(name).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with("()"))
    })
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
