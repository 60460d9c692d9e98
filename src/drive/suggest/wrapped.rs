//! Functions that are a fence and nothing else: a call of one is that fence.
//!
//! In: a program, and which of its instructions are fences of a kind. Out: these functions with their kinds, and which of them their
//! calls take part for. It must not know what a fence is good for.

use rustc_hash::FxHashMap;

use crate::diag::Sources;
use crate::ids::{FenceId, FuncId};
use crate::ir::{Callee, Function, Op, Program};

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

/// Whether compilers say nothing where nobody calls a function: it is `inline`, or other files may call it.
pub fn may_be_unused(function: &Function, sources: &Sources) -> bool {
    let Some(span) = function.span else { return false };
    let before = &sources.file(span.file).text[..span.start as usize];
    let specifiers = declaration(before);
    let has = |names: &[&str]| {
        let mut words = specifiers.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.any(|word| names.contains(&word))
    };
    has(&["inline", "__inline", "__inline__"]) || !has(&["static"])
}

/// A text from behind the last declaration, definition, comment or directive in it.
fn declaration(text: &str) -> &str {
    let start = text.rfind([';', '}']).map_or(0, |at| at + 1).max(text.rfind("*/").map_or(0, |at| at + 2));
    let line = text.rfind("//").and_then(|at| Some(at + text[at..].find('\n')?));
    let rest = &text[start.max(line.unwrap_or(0))..];
    let directive = rest.rfind("\n#").map(|at| at + 1).or(rest.starts_with('#').then_some(0));
    match directive {
        Some(at) => rest[at..].find('\n').map_or("", |end| &rest[at + end..]),
        None => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::may_be_unused;
    use crate::diag::{Sources, Span};
    use crate::ir::Function;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let mut sources = Sources::default();
        let file = sources.add("a.c", text);
        let start = text.find("mb(").expect("the text has the function") as u32;
        let span = Some(Span { file, start, end: start + 2 });
        let (name, params, registers, code) = ("mb".to_string(), Vec::new(), Vec::new(), Vec::new());
        let function = Function { name, params, result: None, registers, code, span };
        assert_eq!(may_be_unused(&function, &sources), expected, "{text}");
    }

    #[test]
    fn a_static_function_that_nobody_calls_is_noticed() {
        for (text, expected) in [
            ("static void mb(void)", false),
            ("inline int f(void);\nstatic void\nmb(void)", false),
            ("#define inline static inline\nstatic void mb(void)", false),
            ("static inline void mb(void)", true),
            ("int x;\nstatic\n__inline__ void mb(void)", true),
            ("static int x; void mb(void)", true),
            ("#define X static\nvoid mb(void)", true),
            ("/* no inline */ static void mb(void)", false),
            ("// no inline\nstatic void mb(void)", false),
        ] {
            check(text, expected);
        }
    }
}
