//! The header that a fence needs, where a file does not include it.
//!
//! In: a text, the other files that were read, and the name of a header. Out: whether it is missing, and the offset at
//! which the line that includes it goes. It must not know what the header declares.
//!
//! The line goes below the first lines that include others, if no condition of the preprocessor governs them but the one
//! that keeps a header from being read twice. Where there are none it goes below that condition, or else below the comments
//! that the file begins with.

use crate::diag::{FileId, Sources};
use crate::patch::directives::directives;
use crate::patch::idiom::{includes, reached};

/// Whether a file includes a header neither itself nor by another file that was read.
pub fn is_missing(header: &str, file: FileId, sources: &Sources) -> bool {
    !reached(file, sources).iter().any(|file| includes(&sources.file(*file).text, header))
}

/// What a line of a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line<'t> {
    /// A blank line, or comments alone.
    Nothing,
    /// A directive: its name, and what follows.
    Directive(&'t str, &'t str),
    Code,
}

/// Where the line goes: the offset of the start of a line.
pub fn place(text: &str) -> usize {
    let lines = lines(text);
    let guard = guard(&lines);
    let mut depth = 0_usize;
    let mut place = None;
    let mut last_was_include = false;
    for (line, _, end) in &lines {
        match line {
            Line::Directive("include", _) if depth == usize::from(guard.is_some()) => {
                place = Some(*end);
                last_was_include = true;
                continue;
            }
            Line::Directive("if" | "ifdef" | "ifndef", _) => depth += 1,
            Line::Directive("endif", _) => depth = depth.saturating_sub(1),
            Line::Code => break,
            _ => {}
        }
        if last_was_include {
            break;
        }
    }
    let below_guard = || guard.map(|at| lines[at].2);
    let below_comments = || {
        let first = lines.iter().find(|(line, ..)| *line != Line::Nothing);
        first.map_or(text.len(), |(_, start, _)| *start)
    };
    place.or_else(below_guard).unwrap_or_else(below_comments)
}

/// The number of the line with the `#define` of the condition that keeps the file from being read twice.
fn guard(lines: &[(Line<'_>, usize, usize)]) -> Option<usize> {
    let mut said = lines.iter().enumerate().filter(|(_, (line, ..))| *line != Line::Nothing);
    let (_, (Line::Directive("ifndef", name), ..)) = said.next()? else { return None };
    let (number, (Line::Directive("define", defined), ..)) = said.next()? else { return None };
    (defined.split_whitespace().next() == name.split_whitespace().next()).then_some(number)
}

/// The lines, each with its start and the start of the next one; a line that is continued, or that ends within a comment, is
/// one with what follows.
fn lines(text: &str) -> Vec<(Line<'_>, usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let mut end = start;
        let code = loop {
            end += text[end..].find('\n').map_or(text.len() - end, |newline| newline + 1);
            let line = &text[start..end];
            let is_continued = line.trim_end_matches(['\r', '\n']).ends_with('\\');
            match code(line) {
                Some(code) if !is_continued => break code,
                _ if end == text.len() => break line.trim(),
                _ => {}
            }
        };
        let line = match directives(code).next() {
            _ if code.is_empty() => Line::Nothing,
            Some((name, rest)) => Line::Directive(name, rest.trim()),
            None => Line::Code,
        };
        found.push((line, start, end));
        start = end;
    }
    found
}

/// A line without the comments it begins with; nothing if it ends within a comment.
fn code(line: &str) -> Option<&str> {
    let mut code = line.trim();
    loop {
        if let Some(comment) = code.strip_prefix("/*") {
            code = comment.split_once("*/")?.1.trim_start();
        } else if code.starts_with("//") {
            return Some("");
        } else {
            break;
        }
    }
    let mut rest = code;
    while let Some(at) = rest.find("/*") {
        // What is in quotes begins no comment, and no line that matters here has both.
        let quoted = rest[..at].matches('"').count() % 2 == 1;
        if quoted || rest[..at].contains("//") {
            break;
        }
        rest = rest[at + 2..].split_once("*/")?.1;
    }
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::place;

    /// The text has a mark where the line is to go.
    #[track_caller]
    fn check(marked: &str) {
        let (before, after) = marked.split_once('@').expect("a mark");
        assert_eq!(place(&format!("{before}{after}")), before.len(), "{marked}");
    }

    #[test]
    fn the_line_goes_below_the_first_others() {
        check("#include <a.h>\n#include <b.h>\n@\n#include \"c.h\"\nint x;\n");
        check("/* #include <no.h>\n#include <no.h>\n*/ #include <a.h> // why\n@int x;\n");
        check("#include <a.h> /* why\n#include <no.h>\n*/\n@int x;\n");
        check("#define _GNU_SOURCE\n#include <a.h>\n@int x;\n");
        check("  #  include <a.h>\r\n@int x;\r\n");
    }

    #[test]
    fn a_condition_does_not_govern_it() {
        check("#ifdef A\n#include <a.h>\n#endif\n#include <b.h>\n@int x;\n");
        check("@#ifdef A\n#include <a.h>\n#endif\nint x;\n");
        check("#ifndef H\n#define H\n#include <a.h>\n@int x;\n#endif\n");
        check("// who\n#ifndef H\n#define H 1\n@int x;\n#endif\n");
    }

    #[test]
    fn without_others_it_goes_below_the_comments() {
        check("/* who\n * why */\n// what\n\n@int x;\n");
        check("@int x;\n#include <late.h>\n");
        check("@/* why */ int x;\n");
        check("@");
    }
}
