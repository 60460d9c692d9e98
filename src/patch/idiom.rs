//! How a file spells fences.
//!
//! In: the text of a file, the other files that were read, and a kind of fence. Out: the statement that somebody who
//! works on the file would write, or nothing where it has no way of its own. It must not know whether that statement is
//! the fence it seems to be: the patched text is read and judged.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::directives::directives;
use super::named::Named;
use crate::diag::{FileId, Sources, Span};
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
    // The tool's own header has the names of the instructions that the model's file lists. Of several none is what is meant.
    let listed = MACROS.iter().filter(|(name, _)| kind.asm.iter().any(|text| text == name)).count();
    let is_listed =
        |name: &str| listed == 1 && kind.asm.iter().any(|text| text == name) && knows_own(name, file, sources);
    // Where the machine has one instruction for several of them, the one that orders a write before a read is not said by a lesser name.
    let dearest = (Access::Write, Access::Read);
    let promises = |pairs: &[(Access, Access)]| !kind.orders.contains(&dearest) || pairs.contains(&dearest);
    let is_this = |name: &str, pairs| {
        is_listed(name) && promises(pairs) || is_for(pairs, kind, model) && knows(name, file, sources)
    };
    let macro_ = MACROS.iter().find(|(name, pairs)| is_this(name, pairs));
    if let Some((name, _)) = macro_ {
        return Some(format!("{name}();"));
    }
    if let Some(name) = own_name(model, kind, file, sources) {
        return Some(format!("{name}();"));
    }
    if !has_atomics(file, sources) {
        return None;
    }
    let is_this = |order: &&&str| {
        model.lowering(Operation::Fence, order).before.iter().any(|id| model.kind_name(*id) == kind.name)
    };
    // Of several orders that become this fence, the one that the model writes: for compilers a weaker one is less.
    let is_written = |order: &&&str| kind.spelling.contains(&format!("__ATOMIC_{})", order.to_uppercase()));
    let order = ORDERS.iter().filter(is_this).find(is_written).or_else(|| ORDERS.iter().find(is_this));
    order.map(|order| format!("atomic_thread_fence(memory_order_{order});"))
}

/// A macro or inline function of the program that is this fence and nothing else, and that the file knows: the one that it uses most,
/// or else the first.
fn own_name(model: &Model, kind: &FenceKind, file: FileId, sources: &Sources) -> Option<String> {
    let is_own = |file: &FileId| !sources.path(*file).to_string_lossy().starts_with('<');
    let texts = sources.files().filter(|(id, _)| is_own(id)).map(|(_, file)| &*file.text);
    let named = Named::of(texts);
    let text = &sources.file(file).text;
    let reached =
        Named::of(reached(file, sources).iter().filter(|file| is_own(file)).map(|file| &*sources.file(*file).text));
    let names = named.of_kind(kind, model).map(|name| (count_uses(text, name), name));
    let known = names.filter(|(used, name)| *used > 0 || reached.has(name));
    // Of several that are used equally often the first one is taken.
    known.min_by_key(|(used, _)| Reverse(*used)).map(|(_, name)| name.to_string())
}

/// The macro that the Linux kernel, and what is written like it, has for what only the compiler keeps in order.
const BARRIER: &str = "barrier";

/// What stands in the place of fences that go.
#[derive(Default)]
pub struct Barriers {
    /// Whether a file has the kernel's macro, for those that were looked at: it takes all that a file includes.
    has_macro: FxHashMap<FileId, bool>,
}

impl Barriers {
    /// What keeps the compiler from moving accesses, and does nothing else, in the place of a fence: an expression, since the fence may
    /// be part of one. The names of C11 are known where the fence itself has one; anywhere else a header may be named and not read. Where
    /// the fence is a statement and the file has the kernel's macro, it is that.
    pub fn instead_of(&mut self, fence: Span, sources: &Sources) -> &'static str {
        let text = sources.text(fence);
        let is_c11 = text.trim_start().starts_with("atomic_thread_fence");
        let mut has_macro = || *self.has_macro.entry(fence.file).or_insert_with(|| has_barrier(fence.file, sources));
        if !is_c11 && is_statement(fence, sources) && has_macro() {
            return "barrier()";
        }
        match is_c11 {
            true => "atomic_signal_fence(memory_order_seq_cst)",
            false => "__atomic_signal_fence(__ATOMIC_SEQ_CST)",
        }
    }
}

/// Whether a text is a statement by itself, up to its semicolon.
fn is_statement(text: Span, sources: &Sources) -> bool {
    let file = &sources.file(text.file).text;
    let (before, behind) = (file[..text.start as usize].trim_end(), file[text.end as usize..].trim_start());
    behind.starts_with(';') && (before.is_empty() || before.ends_with([';', '{', '}']) || is_head(before))
}

/// Whether a text ends with what the only statement of an `if`, a loop and the like stands behind.
fn is_head(text: &str) -> bool {
    let word = |text: &str| text.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_string);
    let mut depth = 0usize;
    if text.ends_with(')') {
        let opening = text.char_indices().rev().find(|(_, c)| {
            match c {
                ')' => depth += 1,
                '(' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let front = opening.map_or("", |(at, _)| text[..at].trim_end());
        return word(front).is_some_and(|word| ["if", "while", "for", "switch"].contains(&word.as_str()));
    }
    word(text).is_some_and(|word| ["else", "do"].contains(&word.as_str()))
}

/// Whether a file, or one that it includes, one of the tool's own as well, has a macro of the kernel's name for an empty statement of
/// assembly that clobbers memory, whatever else is defined: under no condition but the guard of a header.
fn has_barrier(file: FileId, sources: &Sources) -> bool {
    let is_one = |text: &str| {
        let (mut depth, mut first) = (0usize, true);
        directives(text).any(|(directive, rest)| {
            let is_guard = std::mem::take(&mut first) && directive == "ifndef";
            match directive {
                "if" | "ifdef" | "ifndef" if !is_guard => depth += 1,
                "endif" => depth = depth.saturating_sub(1),
                _ => {}
            }
            let body = rest.trim_start().strip_prefix(BARRIER).and_then(|rest| rest.strip_prefix("()"));
            let body = body.map(|body| body.split_whitespace().collect::<String>());
            depth == 0 && directive == "define" && body.is_some_and(|body| body.contains("(\"\":::\"memory\")"))
        })
    };
    reached(file, sources).iter().any(|file| is_one(&sources.file(*file).text))
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

/// Whether a file has the functions of C11: it includes their header, or some file does that it includes, and so on; or it fences with
/// them, having them from whoever includes the file.
fn has_atomics(file: FileId, sources: &Sources) -> bool {
    let includes_it = |file: &FileId| includes(&sources.file(*file).text, "stdatomic.h");
    reached(file, sources).iter().any(includes_it)
        || uses(&sources.file(file).text, "atomic_thread_fence", "(") && sources.files().any(|(id, _)| includes_it(&id))
}

/// Whether a file has a macro: it defines it, or some file does that it includes, or that is included by one that it includes; or it
/// uses it, having it from whoever includes the file.
fn knows(name: &str, file: FileId, sources: &Sources) -> bool {
    let defines_it = |file: &FileId| defines(&sources.file(*file).text, name);
    reached(file, sources).iter().any(defines_it)
        || uses(&sources.file(file).text, name, "()") && sources.files().any(|(id, _)| defines_it(&id))
}

/// Whether a file has a macro from a header that is no file: one of the tool's own.
fn knows_own(name: &str, file: FileId, sources: &Sources) -> bool {
    let is_own = |file: &&FileId| sources.path(**file).to_string_lossy().starts_with('<');
    reached(file, sources).iter().filter(is_own).any(|file| defines(&sources.file(*file).text, name))
}

/// A file, those of the others that it includes, by the ends of their paths, and what these include.
pub fn reached(file: FileId, sources: &Sources) -> Vec<FileId> {
    let mut reached = vec![file];
    let mut next = 0;
    while let Some(file) = reached.get(next).copied() {
        next += 1;
        // Once for all the others: there are many, and many of them are long.
        let names: FxHashSet<&str> = included(&sources.file(file).text).collect();
        for (other, source) in sources.files() {
            let name = source.path.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| names.contains(name)) && !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached
}

/// Whether a line of a text begins with a statement that is the use of a name, as of a function.
fn uses(text: &str, name: &str, behind: &str) -> bool {
    text.lines().any(|line| begins_with(line, name, behind))
}

/// How many lines of a text do so.
fn count_uses(text: &str, name: &str) -> usize {
    text.lines().filter(|line| begins_with(line, name, "()")).count()
}

fn begins_with(line: &str, name: &str, behind: &str) -> bool {
    let rest = line.trim_start().strip_prefix(name).map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(behind))
}

fn defines(text: &str, name: &str) -> bool {
    directives(text).any(|(directive, rest)| {
        let defined = rest.trim_start().strip_prefix(name);
        directive == "define" && defined.is_some_and(|rest| rest.starts_with("()"))
    })
}

/// Whether a text includes a header of this name, from whatever folder and whatever stands behind on the line.
pub fn includes(text: &str, header: &str) -> bool {
    included(text).any(|name| name == header)
}

/// The names of the headers that a text includes, without their folders.
fn included(text: &str) -> impl Iterator<Item = &str> {
    directives(text).filter(|(directive, _)| *directive == "include").map(|(_, rest)| {
        let named = rest.find(['<', '"']).map_or(rest, |at| &rest[at + 1..]);
        let named = named.find(['>', '"']).map_or(named, |end| &named[..end]).trim();
        named.rsplit('/').next().unwrap_or(named)
    })
}

#[cfg(test)]
mod tests {
    use super::includes;

    #[test]
    fn a_header_is_included_whatever_stands_around_its_name() {
        for text in [
            "#include <stdatomic.h>",
            "#include<stdatomic.h>",
            "#include\"stdatomic.h\"",
            "  #  include \"sys/stdatomic.h\" // and that",
            "#include <stdatomic.h> /* atomics <here> */",
            "int x;\n#include/* it */<stdatomic.h>\n",
        ] {
            assert!(includes(text, "stdatomic.h"), "{text}");
        }
        for text in [
            "#include <mystdatomic.h>",
            "#include<a.h> /* <stdatomic.h> */",
            "#include <a.h> /* <stdatomic.h> */",
            "#define include <stdatomic.h>",
        ] {
            assert!(!includes(text, "stdatomic.h"), "{text}");
        }
    }
}
