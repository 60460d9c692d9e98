//! Where the lines of a text begin and end, and what they are indented with.
//!
//! In: a text and a place in it. Out: whether a statement there has a line of its own, and which white space it gets. It must not know
//! C beyond line ends, closing braces and preprocessor lines.

use super::comment::columns;

/// Where a statement goes.
#[derive(Clone, Debug)]
pub enum Layout<'a> {
    SameLine,
    /// After the indentation that is there: `extra` blanks, the statement, the line end, and again the indentation
    /// for what follows.
    OwnLine {
        extra: String,
        indent: &'a str,
        line_end: &'static str,
    },
    /// The same where the line above is continued by a backslash.
    Continued {
        indent: &'a str,
        continuation: Continuation<'a>,
    },
}

/// How a line is continued by the next one.
#[derive(Clone, Copy, Debug)]
pub struct Continuation<'a> {
    /// The blanks in front of the backslash above.
    gap: &'a str,
    /// The column of that backslash.
    column: usize,
    line_end: &'static str,
}

impl Continuation<'_> {
    /// The end of a line, its backslash under the one above if that stands apart.
    pub fn behind(&self, line: &str) -> String {
        let mut gap = self.gap.to_string();
        if self.gap.len() > 1 || self.gap == "\t" {
            let blank = if self.gap.ends_with('\t') { '\t' } else { ' ' };
            gap = blank.to_string();
            let width = |gap: &str| columns(&format!("{line}{gap}"));
            while width(&format!("{gap}{blank}")) <= self.column {
                gap.push(blank);
            }
        }
        format!("{gap}\\{}", self.line_end)
    }
}

pub fn layout(text: &str, at: usize) -> Layout<'_> {
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = &text[line_start..at];
    // A pragma of the statement is a line of its own, before which another one may stand.
    let is_pragma = text[at..].starts_with('#');
    if !indent.chars().all(|c| c == ' ' || c == '\t') {
        return Layout::SameLine;
    }
    if !is_pragma && in_spliced_line(text, line_start) {
        let continuation = continuation(text, line_start).filter(|_| !text[at..].starts_with('}'));
        return continuation.map_or(Layout::SameLine, |continuation| Layout::Continued { indent, continuation });
    }
    let line_end = if line_end_is_crlf(text, line_start, at) { "\r\n" } else { "\n" };
    let extra = match text[at..].chars().next() {
        Some('}') => inside_block(&text[..line_start], indent),
        // A label stands further left than the statements, or among them.
        _ if is_label(&text[at..]) && is_outside_block(&text[..line_start], indent) => {
            inside_block(&text[..line_start], indent)
        }
        // A pragma may begin its line where its statement does not.
        Some('#') => indent_behind_pragmas(&text[at..]).strip_prefix(indent).unwrap_or("").to_string(),
        _ => String::new(),
    };
    Layout::OwnLine { extra, indent, line_end }
}

/// Whether the line belongs to a preprocessor directive or is continued by a backslash on either side: a line end
/// there would end the directive.
pub fn in_spliced_line(text: &str, line_start: usize) -> bool {
    let ends_in_backslash = |line: &str| line.trim_end_matches(['\r', '\n']).ends_with('\\');
    let line = text[line_start..].split_inclusive('\n').next().unwrap_or("");
    let above = text[..line_start].split_inclusive('\n').next_back().unwrap_or("");
    ends_in_backslash(line) || ends_in_backslash(above) || line.trim_start().starts_with('#')
}

/// How the line above is continued by the one that begins here.
fn continuation(text: &str, line_start: usize) -> Option<Continuation<'_>> {
    let above = text[..line_start].split_inclusive('\n').next_back()?;
    let before = above.trim_end_matches(['\r', '\n']).strip_suffix('\\')?;
    let gap = &before[before.trim_end_matches([' ', '\t']).len()..];
    Some(Continuation { gap, column: columns(before), line_end: if above.ends_with("\r\n") { "\r\n" } else { "\n" } })
}

/// The line end of the line above, or of this one when it is the first.
pub fn line_end_is_crlf(text: &str, line_start: usize, at: usize) -> bool {
    if line_start > 0 {
        text[..line_start].ends_with("\r\n")
    } else {
        text[at..].find('\n').is_some_and(|newline| text[..at + newline].ends_with('\r'))
    }
}

/// The white space that a line begins with.
pub fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The indentation of the statement that pragmas belong to.
fn indent_behind_pragmas(pragmas: &str) -> &str {
    let mut continued = false;
    for line in pragmas.lines() {
        let is_pragma = continued || line.trim_start().starts_with('#') || line.trim().is_empty();
        continued = is_pragma && line.ends_with('\\');
        if !is_pragma {
            return indent_of(line);
        }
    }
    ""
}

/// Whether a text begins with a label.
fn is_label(text: &str) -> bool {
    let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(0);
    name > 0 && text[name..].trim_start().starts_with(':')
}

/// Whether what is indented so stands further left than the statement above it, or as far as the brace in which it is the first one.
fn is_outside_block(above: &str, indent: &str) -> bool {
    let above = above.lines().rev().find(|line| !line.trim().is_empty() && !line.trim_end().ends_with(':'));
    above
        .and_then(|line| Some((line, indent_of(line).strip_prefix(indent)?)))
        .is_some_and(|(line, extra)| !extra.is_empty() || line.trim_end().ends_with('{'))
}

/// What to indent a statement in front of a closing brace by, beyond the brace: as the statements of the block, which are
/// those of its lines that are indented the least. The last line may be the body of an `if`, whose indentation would make
/// the statement look like a part of it.
fn inside_block(above: &str, brace_indent: &str) -> String {
    let mut least: Option<&str> = None;
    for line in above.lines().rev().filter(|line| !line.trim().is_empty()) {
        // Directives and labels stand anywhere.
        if line.trim_start().starts_with('#') || line.trim_end().ends_with(':') {
            continue;
        }
        match indent_of(line).strip_prefix(brace_indent) {
            Some("") | None => break,
            Some(extra) if least.is_none_or(|least| extra.len() < least.len()) => least = Some(extra),
            Some(_) => {}
        }
    }
    match least {
        Some(extra) => extra.to_string(),
        None if brace_indent.contains('\t') => "\t".to_string(),
        None => "    ".to_string(),
    }
}
