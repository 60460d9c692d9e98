//! The parts of a text that `#if` and its like may leave out.
//!
//! In: a text and places in it. Out: where a statement may go so that it stands where it should whatever was left out, and how
//! many of these parts are around a place. It must not know which of them are compiled, nor C beyond comments, literals and directives.

use std::ops::Range;

/// What a directive does to the parts of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Begins,
    GoesOn,
    Ends,
}

/// A directive that has to do with them: from its `#` to the end of its line.
#[derive(Clone, Debug)]
struct Directive {
    kind: Kind,
    place: Range<usize>,
}

/// Where a statement goes that belongs right before `to`, if nothing of what is compiled stands between `from`, where a statement, a
/// label or a `{` ends, and `to`. What else stands there is left out, and is not in another configuration.
///
/// The last place of those in the fewest parts is taken before which all that is left out is whole: behind an `else` or a condition the
/// statement would become the body of what is not compiled now. Right behind `from` nothing is left out.
pub fn place(text: &str, from: usize, to: usize) -> usize {
    let directives = directives(text, from, to);
    if directives.is_empty() {
        return to;
    }
    // What stands before each directive, and before `to`: whether it is whole, and in how many parts more than `from`.
    let (mut depth, mut at) = (0i32, from);
    let mut stretches = Vec::new();
    for directive in &directives {
        stretches.push((depth, is_whole(&text[at..directive.place.start]), directive.place.start));
        depth += match directive.kind {
            Kind::Begins => 1,
            Kind::GoesOn => 0,
            Kind::Ends => -1,
        };
        at = directive.place.end;
    }
    stretches.push((depth, is_whole(&text[at..to]), to));
    let least = stretches.iter().map(|(depth, ..)| *depth).min().unwrap_or(0);
    // A part that is no deeper than both ends is not left out.
    let before_broken = stretches.iter().take_while(|(_, whole, _)| *whole);
    let best = before_broken.filter(|(depth, ..)| *depth == least).last();
    best.map_or(directives[0].place.start, |(.., place)| *place)
}

/// How many parts are around a place, of those that begin behind `from`.
pub fn depth(text: &str, from: usize, place: usize) -> u64 {
    directives(text, from, place).iter().fold(0u64, |depth, directive| match directive.kind {
        Kind::Begins => depth + 1,
        Kind::GoesOn => depth,
        Kind::Ends => depth.saturating_sub(1),
    })
}

/// Whether such a directive stands in a stretch.
pub fn has_some(text: &str, stretch: Range<usize>) -> bool {
    !directives(text, stretch.start, stretch.end).is_empty()
}

/// Whether text may be put around a stretch: whatever part it begins in it ends in, too.
pub fn is_even(text: &str, stretch: Range<usize>) -> bool {
    let mut depth = 0i32;
    let even = directives(text, stretch.start, stretch.end).iter().all(|directive| {
        match directive.kind {
            Kind::Begins => depth += 1,
            // It is the stretch's own part only behind its beginning.
            Kind::GoesOn if depth == 0 => return false,
            Kind::GoesOn => {}
            Kind::Ends => depth -= 1,
        }
        depth >= 0
    });
    even && depth == 0
}

/// Whether a statement may follow.
fn is_whole(text: &str) -> bool {
    let mut last = None;
    let mut at = 0;
    while at < text.len() {
        match skip(text, at) {
            Skipped::Blank(end) => at = end,
            Skipped::Literal(end) => (last, at) = (Some(b'"'), end),
            Skipped::Nothing => (last, at) = (Some(text.as_bytes()[at]), at + 1),
        }
    }
    last.is_none_or(|last| matches!(last, b';' | b'{' | b'}' | b':'))
}

/// What begins at a place.
enum Skipped {
    /// White space, a comment or the end of a line that goes on, up to here.
    Blank(usize),
    Literal(usize),
    Nothing,
}

fn skip(text: &str, at: usize) -> Skipped {
    let rest = &text.as_bytes()[at..];
    let to_line_end = |from: usize| {
        let mut end = from;
        while let Some(newline) = text[end..].find('\n') {
            end += newline;
            if !text[..end].trim_end_matches('\r').ends_with('\\') {
                return end;
            }
            end += 1;
        }
        text.len()
    };
    match rest {
        [byte, ..] if byte.is_ascii_whitespace() => Skipped::Blank(at + 1),
        [b'\\', b'\n', ..] => Skipped::Blank(at + 2),
        [b'\\', b'\r', b'\n', ..] => Skipped::Blank(at + 3),
        [b'/', b'/', ..] => Skipped::Blank(to_line_end(at)),
        [b'/', b'*', ..] => Skipped::Blank(text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end + 2)),
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let mut end = 0;
            while let Some(byte) = rest.get(end).filter(|byte| **byte != *quote && **byte != b'\n') {
                end += if *byte == b'\\' { 2 } else { 1 };
            }
            Skipped::Literal((at + 1 + end + 1).min(text.len()))
        }
        _ => Skipped::Nothing,
    }
}

/// The directives that begin in a stretch of a text, which begins in no comment and in no literal.
fn directives(text: &str, from: usize, to: usize) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut at = from;
    let line = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
    let mut begins_line = text[line..from].trim().is_empty();
    while at < to {
        match skip(text, at) {
            Skipped::Blank(end) => {
                begins_line |= text.as_bytes()[at] == b'\n';
                at = end;
            }
            Skipped::Literal(end) => (begins_line, at) = (false, end),
            Skipped::Nothing if begins_line && text.as_bytes()[at] == b'#' => {
                let end = line_end(text, at).min(to);
                let name = text[at + 1..end].trim_start();
                let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
                let kind = match name {
                    "if" | "ifdef" | "ifndef" => Some(Kind::Begins),
                    "else" | "elif" | "elifdef" | "elifndef" => Some(Kind::GoesOn),
                    "endif" => Some(Kind::Ends),
                    _ => None,
                };
                found.extend(kind.map(|kind| Directive { kind, place: at..end }));
                at = end;
            }
            Skipped::Nothing => (begins_line, at) = (false, at + 1),
        }
    }
    found
}

/// The end of the line of a directive, comments of several lines and lines that go on included.
fn line_end(text: &str, mut at: usize) -> usize {
    while at < text.len() && text.as_bytes()[at] != b'\n' {
        at = match skip(text, at) {
            Skipped::Blank(end) | Skipped::Literal(end) => end,
            Skipped::Nothing => at + 1,
        };
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with `|` where a statement before `r();` goes; `from` is behind the first `;`.
    fn placed(text: &str) -> String {
        let (from, to) = (text.find(';').unwrap() + 1, text.find("r();").unwrap());
        let at = place(text, from, to);
        format!("{}|{}", &text[..at], &text[at..])
    }

    #[test]
    fn nothing_goes_between_what_is_left_out_and_its_body() {
        assert_eq!(placed("x();\n r();"), "x();\n |r();");
        assert_eq!(
            placed("x();\n#if A\n if (a) b(); else\n#endif\n r();"),
            "x();\n|#if A\n if (a) b(); else\n#endif\n r();"
        );
        assert_eq!(placed("x();\n#if A\n b();\n#endif\n r();"), "x();\n#if A\n b();\n#endif\n |r();");
        assert_eq!(placed("x();\n#if A\n b(); // else\n#endif\n r();"), "x();\n#if A\n b(); // else\n#endif\n |r();");
        let two = "x();\n#if A\n b();\n#endif\n#if B\n if (\"#endif\")\n#else\n#endif\n r();";
        assert_eq!(placed(two), "x();\n#if A\n b();\n#endif\n|#if B\n if (\"#endif\")\n#else\n#endif\n r();");
    }

    #[test]
    fn a_place_outside_is_better() {
        assert_eq!(placed("x();\n /* # */\n # ifndef A\n r();\n#endif"), "x();\n /* # */\n |# ifndef A\n r();\n#endif");
        assert_eq!(placed("#if A\nx();\n#else\n b();\n#endif\n r();"), "#if A\nx();\n#else\n b();\n#endif\n |r();");
        assert_eq!(placed("#if A\nx();\n#else\n if (b)\n#endif\n r();"), "#if A\nx();\n|#else\n if (b)\n#endif\n r();");
    }

    #[test]
    fn parts_around_a_place_are_counted() {
        let text = "{\n#if A\n#if B\n#endif\n x();\n#elif C\n y();\n#endif\n z(); }";
        let around = |what: &str| depth(text, 0, text.find(what).unwrap());
        assert_eq!([around("x"), around("y"), around("z")], [1, 1, 0]);
        let (x, z) = (text.find('x').unwrap(), text.find('z').unwrap());
        assert!(is_even(text, 0..z) && !is_even(text, x..z) && is_even(text, x..x + 4));
    }
}
