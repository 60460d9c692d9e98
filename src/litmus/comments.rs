//! Comments of a test.
//!
//! In: the text of a test. Out: the same text with blanks in the place of what says nothing, so that places in it stay what they are:
//! comments, and what stands between the test's name and its initial state. It must not know what the rest means.

/// Which comments the threads may have: `(* … *)`, or C's, where `(*` may begin an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Assembly,
    C,
}

/// The text without comments, description and remarks. A comment that is not closed stays, and is refused as what it is not.
pub fn without(text: &str, form: Form) -> String {
    let mut out = text.as_bytes().to_vec();
    let name = behind_name(text);
    let open = opening(out.get(name..).unwrap_or_default()).map_or(name, |open| name + open);
    blank(&mut out[name..open]);
    match form {
        Form::Assembly => blank_comments(&mut out, open),
        Form::C => blank_comments_of_c(&mut out, open),
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}

/// A cell of a table with the comment that stands behind its instruction. `blanked` is the cell without comments, `at` where in the text
/// it begins.
pub fn with_remark(text: &str, blanked: &str, at: usize) -> String {
    let code = blanked.trim();
    let behind = at + (blanked.len() - blanked.trim_start().len()) + code.len();
    let remark = text.get(behind..at + blanked.len()).unwrap_or("").trim_end();
    let mut rest = remark.as_bytes().to_vec();
    blank_comments(&mut rest, 0);
    // One that begins or ends in another cell belongs to none.
    let is_whole = rest.iter().all(u8::is_ascii_whitespace);
    let remark = if is_whole && !code.is_empty() { remark } else { "" };
    [code, remark].concat()
}

/// Where the name of the test ends.
fn behind_name(text: &str) -> usize {
    let mut at = 0;
    for _ in 0..2 {
        let word = text[at..].trim_start();
        let start = text.len() - word.len();
        at = start + word.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(word.len());
    }
    at
}

/// The brace that opens the initial state. A description in quotes, lines of `Key=value` and comments may stand before it, with braces of
/// their own.
fn opening(text: &[u8]) -> Option<usize> {
    let first = text.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let mut at = 0;
    if text[first] == b'"' {
        at = first + 2 + text[first + 1..].iter().position(|byte| *byte == b'"')?;
    }
    while at < text.len() {
        match text[at] {
            b'{' => return Some(at),
            b'(' if text[at..].starts_with(b"(*") => at = end_of_comment(text, at)?,
            b'\n' if is_remark(&text[at + 1..]) => {
                at += 1 + text[at + 1..].iter().position(|byte| *byte == b'\n')?;
            }
            _ => at += 1,
        }
    }
    None
}

/// Whether a line is `Key=value`.
fn is_remark(line: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.' | b'-');
    let length = line.iter().take_while(|byte| is_of_name(byte)).count();
    let sign = line[length..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    line.first().is_some_and(u8::is_ascii_alphabetic) && sign == Some(&b'=')
}

/// Where the comment that begins at a byte ends; others may be inside.
fn end_of_comment(text: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth) = (start, 0_u32);
    while at + 1 < text.len() {
        match &text[at..at + 2] {
            b"(*" => depth += 1,
            b"*)" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

fn blank_comments(out: &mut [u8], from: usize) {
    let mut at = from;
    while at < out.len() {
        match out[at..].starts_with(b"(*").then(|| end_of_comment(out, at)).flatten() {
            Some(end) => {
                blank(&mut out[at..end]);
                at = end;
            }
            None => at += 1,
        }
    }
}

/// C's comments, and those of the rest of a test, which is the initial state and what follows the functions.
fn blank_comments_of_c(out: &mut [u8], from: usize) {
    let (mut at, mut blocks, mut depth) = (from, 0_u32, 0_u32);
    while at < out.len() {
        let find = |close: &[u8]| {
            let inner = out.get(at + 2..).unwrap_or_default();
            inner.windows(close.len()).position(|window| window == close).map(|end| at + 2 + end + close.len())
        };
        let end = match &out[at..(at + 2).min(out.len())] {
            b"//" => find(b"\n").or(Some(out.len())),
            b"/*" => find(b"*/"),
            b"(*" if depth == 0 || blocks == 1 => end_of_comment(out, at),
            _ => None,
        };
        if let Some(end) = end {
            blank(&mut out[at..end]);
            at = end;
            continue;
        }
        match out[at] {
            b'{' => {
                blocks += u32::from(depth == 0);
                depth += 1;
            }
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_becomes_blanks() {
        let text = "X86 t\n\"a { b\"\nKey={ (* x\n(* { (* *) *)\n{ x=1; (* y=(*2*) *) }\n P0 ;\n NOP (* a | b ;\n *) ;\nexists (x=1)";
        let left = without(text, Form::Assembly);
        assert_eq!(left.len(), text.len());
        assert_eq!(left.lines().count(), text.lines().count());
        let words: Vec<&str> = left.split_whitespace().collect();
        assert_eq!(words.join(" "), "X86 t { x=1; } P0 ; NOP ; exists (x=1)");
    }

    #[test]
    fn in_functions_an_operand_begins_with_a_star() {
        let text = "C t\n{ x=1; (* a *) }\nP0(int *x) { f(*x); /* b */ g(*x); // c\n}\nexists (* d *) (x=1)";
        let words = without(text, Form::C);
        let words: Vec<&str> = words.split_whitespace().collect();
        assert_eq!(words.join(" "), "C t { x=1; } P0(int *x) { f(*x); g(*x); } exists (x=1)");
    }

    #[test]
    fn a_cell_keeps_the_comment_behind_it() {
        for (cell, kept) in
            [(" NOP (* a | b *) ", "NOP (* a | b *)"), (" (* a *) NOP ", "NOP"), (" NOP", "NOP"), (" (* a *) ", "")]
        {
            let text = format!("X86 t\n{{ }}\n{cell};");
            let blanked = without(&text, Form::Assembly);
            let at = text.find(cell).expect("it is there");
            assert_eq!(with_remark(&text, &blanked[at..at + cell.len()], at), kept);
        }
    }
}
