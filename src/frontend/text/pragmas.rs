//! Pragmas that belong to the statement behind them, as `#pragma GCC unroll` does to a loop.
//!
//! In: a text and where a statement starts in it. Out: where the statement starts with its pragmas. It must not know what
//! pragmas mean: what stands between one and its statement would take the statement's place. One is looked for in itself, as the
//! reader of C leaves it out.

/// Where the pragmas begin that stand right before a place, comments aside; the place itself if there are none.
pub fn begin(text: &str, place: usize) -> usize {
    let (mut found, mut probe) = (place, place);
    loop {
        let before = text[..probe].trim_end();
        let line = last_line(before);
        if let Some(start) = operator(before) {
            (found, probe) = (start, start);
        } else if is_directive(&before[line..]) {
            let start = before.len() - before[line..].trim_start().len();
            (found, probe) = (start, start);
        } else if before[line..].trim_start().starts_with("//") {
            probe = line;
        } else if before.ends_with("*/")
            && let Some(start) = before.rfind("/*")
        {
            probe = start;
        } else {
            return found;
        }
    }
}

/// Where the last line begins, with the lines that it continues.
fn last_line(text: &str) -> usize {
    let mut start = text.rfind('\n').map_or(0, |at| at + 1);
    while text[..start].trim_end_matches(['\r', '\n']).ends_with('\\') {
        start = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
    }
    start
}

fn is_directive(line: &str) -> bool {
    let name = line.trim_start().strip_prefix('#').map(str::trim_start);
    name.and_then(|name| name.strip_prefix("pragma"))
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// Where a text begins to end in `_Pragma("…")`.
fn operator(text: &str) -> Option<usize> {
    let inside = text.strip_suffix(')')?.trim_end().strip_suffix('"')?;
    let start = inside.rfind("_Pragma")?;
    let open = inside[start + "_Pragma".len()..].trim_start().strip_prefix('(')?.trim_start();
    open.starts_with(['"', 'L']).then_some(start)
}

/// A name that this makes stand for another one.
const RENAMES: &str = "redefine_extname";

/// Where a pragma changes what a program means that the reader of C does not look at, and what it is: it turns the bytes of numbers
/// round, makes a name stand for another one, or takes back layouts down to one that has a name, past one without.
pub fn unread(text: &str) -> Option<(u32, &'static str)> {
    let place = |at: usize| u32::try_from(at).ok();
    // However it is written: no program has the word but for this.
    if let Some(at) = text.find(RENAMES) {
        return Some((place(at)?, RENAMES));
    }
    let starts = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    let pragmas = starts.filter_map(|(at, line)| Some((at, pragma(line)?)));
    let mut has_nameless = false;
    for (at, said) in pragmas {
        if said.starts_with("scalar_storage_order") {
            return Some((place(at)?, "scalar_storage_order"));
        }
        let Some(asked) = said.strip_prefix("pack").and_then(|rest| rest.trim_start().strip_prefix('(')) else {
            continue;
        };
        let asked: Vec<&str> = asked.split(')').next().unwrap_or_default().split(',').map(str::trim).collect();
        let has_name = asked.iter().skip(1).any(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        has_nameless |= asked[0] == "push" && !has_name;
        if asked[0] == "pop" && has_name && has_nameless {
            return Some((place(at)?, "pack that pops to a name past a push without one"));
        }
    }
    None
}

/// What a line that is a pragma says.
fn pragma(line: &str) -> Option<&str> {
    let said = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?;
    said.starts_with(char::is_whitespace).then(|| said.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands before the last statement and its pragmas.
    fn before(text: &str) -> &str {
        &text[..begin(text, text.rfind("for").expect("a loop"))]
    }

    #[test]
    fn a_statement_begins_with_its_pragmas() {
        assert_eq!(before("x = 1;\n  for (;;);"), "x = 1;\n  ");
        assert_eq!(before("x = 1;\n#pragma GCC ivdep\n  for (;;);"), "x = 1;\n");
        assert_eq!(before("x = 1;\n  # pragma omp \\\n  parallel\n/* a\nb */\n// c\nfor (;;);"), "x = 1;\n  ");
        assert_eq!(before("x = 1; _Pragma(\"GCC unroll 2\") _Pragma ( \"x\" )\nfor (;;);"), "x = 1; ");
        assert_eq!(before("#pragma once\nx = 1; // for\nfor (;;);"), "#pragma once\nx = 1; // for\n");
        assert_eq!(before("#pragmatic\nfor (;;);"), "#pragmatic\n");
    }
}
