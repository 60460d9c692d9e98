//! The comment beside a fence.
//!
//! In: what it is to say, in parts of which the first matter most, and the text around it. Out: a comment in the file's
//! own style, where there is room for one. It must not know what the words mean.
//!
//! A fence on a line of its own has its comment behind it, or above it where the line would be over-long. Among other text
//! the comment stands behind the fence, if the line stays short enough. In the body of a macro there is none: each use of
//! the macro has other accesses around the fence, and the text of the body may be what somebody makes a string of.

/// Lines may be as long as this, whatever the file has.
const NARROW: usize = 80;
/// Lines are no longer than this, though the file has such.
const WIDE: usize = 100;
/// How wide a tab is shown.
const TAB: usize = 8;

/// How a file writes its comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `/* … */`
    Block,
    /// `// …`
    Line,
}

/// Where the comment of a fence on a line of its own goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Behind(String),
    Above(String),
    Nowhere,
}

/// What is known of a file.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    style: Style,
    width: usize,
}

impl Habits {
    /// Reads them off a file.
    pub fn of(text: &str) -> Habits {
        let longest = text.lines().map(columns).max().unwrap_or(0);
        Habits { style: style(text), width: longest.clamp(NARROW, WIDE) }
    }

    /// The comment of a fence that stands on a line of its own, behind this indentation.
    pub fn own_line(&self, parts: &[String], indent: &str, fence: &str) -> Place {
        let fits = |line: String| columns(&line) <= self.width;
        let behind = |words: &String| fits(format!("{indent}{fence} {}", self.comment(words)));
        let above = |words: &String| fits(format!("{indent}{}", self.comment(words)));
        let all = wordings(parts);
        if let Some(words) = all.first().filter(|words| behind(words)) {
            return Place::Behind(self.comment(words));
        }
        if let Some(words) = all.iter().find(|words| above(words)) {
            return Place::Above(self.comment(words));
        }
        Place::Nowhere
    }

    /// The comment of a fence among other text of a line that is this long already, fence included.
    pub fn in_line(&self, parts: &[String], taken: usize) -> Option<String> {
        let comments = wordings(parts).into_iter().map(|words| format!("/* {words} */"));
        comments.into_iter().find(|comment| taken + 1 + columns(comment) <= self.width)
    }

    fn comment(&self, words: &str) -> String {
        match self.style {
            Style::Block => format!("/* {words} */"),
            Style::Line => format!("// {words}"),
        }
    }
}

/// Ways to say it, the fullest first; parts that are no text for a comment are left out.
fn wordings(parts: &[String]) -> Vec<String> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| is_harmless(part)).collect();
    let said = |count: usize| {
        let more = if count < parts.len() { " and more" } else { "" };
        format!("{}{more}", parts[..count].join("; "))
    };
    (1..=parts.len()).rev().map(said).collect()
}

/// Whether a text neither ends a comment nor looks like the beginning of one, nor continues its line.
fn is_harmless(part: &str) -> bool {
    let special = ["*/", "/*", "//", "\\", "??"].iter().any(|mark| part.contains(mark));
    // A slash would end the comment behind the star of its end, or be one behind a star of ours.
    let edges = part.starts_with('/') || part.ends_with('*');
    !special && !edges && !part.trim().is_empty() && !part.contains(char::is_control)
}

/// How many columns a text takes.
pub fn columns(line: &str) -> usize {
    line.chars().fold(0, |at, c| if c == '\t' { (at / TAB + 1) * TAB } else { at + 1 })
}

/// The style that a file uses more often; where it has no comments, the one that every dialect of C has.
fn style(text: &str) -> Style {
    let (mut block, mut line) = (0, 0);
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let found = &rest[at..];
        rest = if let Some(comment) = found.strip_prefix("/*") {
            block += 1;
            comment.split_once("*/").map_or("", |(_, after)| after)
        } else if found.starts_with("//") {
            line += 1;
            found.split_once('\n').map_or("", |(_, after)| after)
        } else {
            found.strip_prefix('/').unwrap_or_else(|| after_literal(found))
        };
    }
    if line > block { Style::Line } else { Style::Block }
}

/// What follows a string or character that begins here; one that is not closed ends with its line.
fn after_literal(text: &str) -> &str {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'\n' => return &text[at..],
            _ if byte == quote => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{Habits, Place, Style, columns, style};

    #[test]
    fn the_style_is_the_one_that_is_used_more() {
        for (text, expected) in [
            ("int x;\n", Style::Block),
            ("// a\nint x; /* b */ // c\n", Style::Line),
            ("// a\n/* b */\n", Style::Block),
            ("char *a = \"// // //\"; /* b */", Style::Block),
            ("char a = '\"'; // b\nint c; // \"\n", Style::Line),
            ("/* // // */ int x = 4 / 2;", Style::Block),
        ] {
            assert_eq!(style(text), expected, "{text}");
        }
    }

    #[test]
    fn a_comment_goes_above_where_the_line_would_be_too_long_and_says_less_where_that_is() {
        let habits = Habits::of("int x;\n");
        let long = |length: usize| "x".repeat(length);
        let place = |parts: &[String]| habits.own_line(parts, "\t", "f();");
        assert_eq!(place(&["a before b".into()]), Place::Behind("/* a before b */".into()));
        assert_eq!(place(&[long(61)]), Place::Behind(format!("/* {} */", long(61))));
        assert_eq!(place(&[long(62)]), Place::Above(format!("/* {} */", long(62))));
        assert_eq!(place(&[long(57), long(57)]), Place::Above(format!("/* {} and more */", long(57))));
        assert_eq!(place(&[long(58), long(57)]), Place::Nowhere);
        assert_eq!(place(&[long(90)]), Place::Nowhere);
        assert_eq!(place(&[]), Place::Nowhere);
        assert_eq!(habits.in_line(&["a before b".into()], 63), Some("/* a before b */".into()));
        assert_eq!(habits.in_line(&["a before b".into()], 64), None);
    }

    #[test]
    fn what_would_end_a_comment_is_not_said() {
        let habits = Habits::of("");
        for part in ["a */ b", "a /* b", "a // b", "a \\", "\n", "a??/", "/ a", "a *", " "] {
            assert_eq!(habits.own_line(&[part.to_string()], "", "f();"), Place::Nowhere, "{part}");
        }
    }

    #[test]
    fn tabs_reach_to_the_next_stop() {
        assert_eq!(columns("\tx\ty"), 17);
    }
}
