//! Where the braces of a body go that has had none.
//!
//! In: a text, and the stretch of it that is the body. Out: whether the body becomes a block of several lines, as somebody
//! would write it by hand, and where its braces stand then. It must not know what is put into the block.
//!
//! That is so where the body begins and ends its own lines and the line above it is the rest of an `if`, a loop or an `else`. Anything else,
//! also every line of a macro's definition, gets braces within its line.

use super::lines::{in_spliced_line, indent_of, line_end_is_crlf};

/// The braces of a block of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines<'t> {
    /// Where the first brace goes: the end of the line above.
    pub opens_at: u32,
    /// What the statements of the block are indented with.
    pub indent: &'t str,
    /// What the statement is indented with whose body it is.
    outer: &'t str,
    pub line_end: &'static str,
    /// The bytes behind the body that make way, so that the last brace stands before an `else` or the `while` of a `do`.
    pub joined: u32,
    style: Style,
}

/// Where the first brace of a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Behind what the block belongs to.
    Behind,
    /// On a line of its own.
    Below,
}

impl Lines<'_> {
    /// The first brace.
    pub fn opening(&self) -> String {
        match self.style {
            Style::Behind => " {".to_string(),
            Style::Below => format!("{}{}{{", self.line_end, self.outer),
        }
    }

    /// The last brace.
    pub fn closing(&self) -> String {
        format!("{}{}}}{}", self.line_end, self.outer, if self.joined > 0 { " " } else { "" })
    }
}

/// The block that the stretch becomes, if it has lines of its own.
pub fn lines(text: &str, start: usize, end: usize) -> Option<Lines<'_>> {
    let line_start = text[..start].rfind('\n')? + 1;
    let indent = &text[line_start..start];
    let above = text[..line_start].trim_end_matches('\n').trim_end_matches('\r');
    let above_start = above.rfind('\n').map_or(0, |newline| newline + 1);
    let header = above[above_start..].trim_end();
    let last_line = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = text[end..].lines().next().unwrap_or("");
    let is_spliced = [above_start, line_start, last_line].iter().any(|line| in_spliced_line(text, *line));
    // What a comment says is nothing that a body belongs to.
    let has_comment = ["//", "/*", "*/"].iter().any(|mark| header.contains(mark));
    if is_spliced || has_comment || !is_header(header) || !rest.trim().is_empty() {
        return None;
    }
    let outer = indent_of(header);
    let is_deeper = indent.len() > outer.len() && indent.starts_with(outer) && indent.trim().is_empty();
    is_deeper.then(|| Lines {
        opens_at: u32::try_from(above_start + header.len())
            .expect("a file has fewer than 2^32 bytes; please report this"),
        indent,
        outer,
        line_end: if line_end_is_crlf(text, line_start, start) { "\r\n" } else { "\n" },
        joined: if style(text) == Style::Behind { joined(text, end, outer, header) } else { 0 },
        style: style(text),
    })
}

/// How much stands between the end of a body and what goes on with its statement on the next line, unless the file has that
/// on a line of its own elsewhere.
fn joined(text: &str, end: usize, outer: &str, header: &str) -> u32 {
    let begins = |line: &str, word: &str| {
        line.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let word = if header.ends_with("do") { "while" } else { "else" };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let apart = lines.windows(2).any(|pair| pair[0] == "}" && begins(pair[1], "else"));
    let rest = &text[end..];
    let next = rest.find('\n').map(|newline| &rest[newline + 1..]).and_then(|next| next.strip_prefix(outer));
    match next.filter(|next| !apart && begins(next, word)) {
        Some(next) => (rest.len() - next.len()) as u32,
        None => 0,
    }
}

/// Whether a line may end the part of a statement in front of its body.
fn is_header(line: &str) -> bool {
    line.ends_with(')') || ["do", "else"].iter().any(|word| line.trim_start_matches(['}', ' ', '\t']) == *word)
}

/// Whether a statement without braces around it may guard another one, which ends it.
pub fn guards(statement: &str) -> bool {
    let word = statement.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    // A macro may hide one, and a label stand in front of one.
    !statement.trim_start().starts_with('{') && (word.chars().any(char::is_uppercase) || GUARDS.contains(&word))
        || statement.contains(':')
}

const GUARDS: [&str; 4] = ["if", "for", "while", "switch"];

/// The style that more of the blocks within functions have.
fn style(text: &str) -> Style {
    let is_below = |line: &&str| line.trim() == "{" && line.starts_with([' ', '\t']);
    let is_behind = |line: &&str| line.trim_end().ends_with('{') && line.trim().len() > 1;
    let (below, behind) = (text.lines().filter(is_below).count(), text.lines().filter(is_behind).count());
    if below > behind { Style::Below } else { Style::Behind }
}
