//! Functions that are a fence and nothing else: a call of one is that fence.
//!
//! In: a program, and which of its instructions are fences of a kind. Out: these functions with their kinds, and which of them their
//! calls take part for. It must not know what a fence is good for.

use rustc_hash::FxHashMap;

use crate::diag::Sources;
use crate::ids::{FenceId, FuncId};
use crate::ir::{Callee, Function, Op, Program};
use crate::patch::directives::directives;

/// The functions that do nothing but fence once, by their own words or by calling another one, with the kind of that fence.
pub fn fences(program: &Program, kind: impl Fn(&Op) -> Option<FenceId>) -> FxHashMap<FuncId, FenceId> {
    let mut found = FxHashMap::default();
    loop {
        let known = found.len();
        for (index, function) in program.functions.iter().enumerate() {
            let of = |op: &Op| kind(op).or_else(|| called(op).and_then(|callee| found.get(&callee).copied()));
            if let Some(kind) = only(function, of) {
                found.insert(FuncId::from_index(index), kind);
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

/// The function that an instruction calls, if it hands over nothing and takes nothing.
pub fn called(op: &Op) -> Option<FuncId> {
    match op {
        Op::Call { dst: None, callee: Callee::Direct(callee), args } if args.is_empty() => Some(*callee),
        _ => None,
    }
}

/// The fence that a function is.
fn only(function: &Function, kind: impl Fn(&Op) -> Option<FenceId>) -> Option<FenceId> {
    let mut code = function.code.iter().map(|instr| &instr.op).filter(|op| !matches!(op, Op::FencePoint(_)));
    let first = kind(code.next()?)?;
    code.all(|op| matches!(op, Op::Return(None))).then_some(first)
}

/// Whether compilers say nothing where nobody calls a function: it is `inline`, or other files may call it. What is written with names that
/// may be macros is not known.
pub fn may_be_unused(function: &Function, sources: &Sources) -> bool {
    let Some(span) = function.span else { return false };
    let text = &sources.file(span.file).text;
    let redefines = |(directive, rest): (&str, &str)| {
        directive == "define" && INLINE.iter().any(|word| words(rest).next().is_some_and(|name| name == *word))
    };
    let before = bare(declaration(&text[..span.start as usize]));
    let is_plain = before.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c.is_whitespace());
    let has = |wanted: &[&str]| words(&before).any(|word| wanted.contains(&word));
    let is_known = words(&before).all(|word| ["static", "extern", "void"].contains(&word) || INLINE.contains(&word));
    is_plain && is_known && (!has(&["static"]) || has(&INLINE) && !directives(text).any(redefines))
}

/// Whether compilers tell of a function that nobody calls.
pub fn is_missed(function: &Function, sources: &Sources) -> bool {
    let Some(span) = function.span else { return false };
    let before = declaration(&sources.file(span.file).text[..span.start as usize]);
    let plain = bare(before);
    let has = |wanted: &str| words(&plain).any(|word| word == wanted);
    has("static") && !INLINE.iter().any(|word| has(word)) && !before.contains("unused")
}

/// The ways to write `inline`.
const INLINE: [&str; 3] = ["inline", "__inline", "__inline__"];

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// A text from behind the last declaration, definition or directive in it.
fn declaration(text: &str) -> &str {
    let rest = &text[text.rfind([';', '}']).map_or(0, |at| at + 1)..];
    let directive = rest.rfind("\n#").map(|at| at + 1).or(rest.starts_with('#').then_some(0));
    match directive {
        Some(at) => rest[at..].find('\n').map_or("", |end| &rest[at + end..]),
        None => rest,
    }
}

/// The specifiers of a declaration without its comments and attributes.
fn bare(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = |from: &str, end: &str| from.find(end).map_or(from.len(), |at| at + end.len());
        rest = if rest.starts_with("/*") {
            &rest[end(rest, "*/")..]
        } else if rest.starts_with("//") {
            &rest[end(rest, "\n")..]
        } else if rest.starts_with("__attribute__") {
            &rest[end(rest, "))")..]
        } else {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            left.push_str(&rest[..next]);
            &rest[next..]
        };
    }
    left
}

#[cfg(test)]
mod tests {
    use super::may_be_unused;
    use crate::diag::{Sources, Span};
    use crate::ir::{Author, Function};

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let mut sources = Sources::default();
        let file = sources.add("a.c", text);
        let start = text.find("mb(").expect("the text has the function") as u32;
        let span = Some(Span { file, start, end: start + 2 });
        let (name, params, registers, code) = ("mb".to_string(), Vec::new(), Vec::new(), Vec::new());
        let function = Function { name, params, result: None, registers, code, span, author: Author::Program };
        assert_eq!(may_be_unused(&function, &sources), expected, "{text}");
    }

    #[test]
    fn a_static_function_that_nobody_calls_is_noticed() {
        for (text, expected) in [
            ("static void mb(void)", false),
            ("inline int f(void);\nstatic void\nmb(void)", false),
            ("static inline void mb(void)", true),
            ("int x;\nstatic\n__inline__ void mb(void)", true),
            ("static int x; void mb(void)", true),
            ("#define X static\nvoid mb(void)", true),
            ("#define X static\nX void mb(void)", false),
            ("static /* full */ inline void mb(void)", true),
            ("static __attribute__((always_inline)) inline void mb(void)", true),
            ("static // inline\nvoid mb(void)", false),
            ("#define inline\nstatic inline void mb(void)", false),
            ("FENCE(mb(", false),
            ("/* no inline */ static void mb(void)", false),
            ("// no inline\nstatic void mb(void)", false),
        ] {
            check(text, expected);
        }
    }
}
