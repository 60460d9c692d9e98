//! Statements that are taken apart: what is evaluated before a fence gets a temporary.
//!
//! In: the text of a file, and for each fence within an expression the accesses that come before it. Out: the
//! declarations of the temporaries before each fence, and what they replace. It must not know C beyond identifiers; that the
//! accesses may be evaluated before the rest is the reader's matter.
//!
//! Several fences of one statement share its temporaries: each declares those that the ones before it have not declared.

use crate::ir::{Before, Earlier};

/// The fences within one statement.
#[derive(Clone, Debug)]
pub struct Split {
    pub before: Before,
    /// Each with the number of its insertion.
    pub fences: Vec<(usize, Vec<Earlier>)>,
}

/// What becomes of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apart {
    /// For each fence, in the order in which they are to stand: the number of its insertion, and the declarations before it.
    pub declared: Vec<(usize, Vec<String>)>,
    /// Bytes of the statement that a temporary takes the place of: from, to, its name.
    pub replaced: Vec<(u32, u32, String)>,
}

/// Takes a statement apart. `edits` are bytes that are replaced in any case, and by what; those within a temporary's expression
/// move with it. `names` gives new names.
pub fn apart(text: &str, split: &Split, edits: &[(u32, u32, String)], names: &mut Names<'_>) -> Apart {
    let mut fences = split.fences.clone();
    fences.sort_by_key(|(_, earlier)| earlier.iter().map(|it| it.span.end).max());
    let mut apart = Apart::default();
    for (insertion, earlier) in &fences {
        let mut declared = Vec::new();
        for it in earlier {
            let (start, end) = (it.span.start, it.span.end);
            if apart.replaced.iter().any(|(from, to, _)| (*from, *to) == (start, end)) {
                continue;
            }
            let inner: Vec<_> = apart.replaced.iter().chain(edits).cloned().collect();
            let value = replaced(text, (start, end), &inner);
            let name = names.next();
            let gap = if it.ty.ends_with('*') { "" } else { " " };
            declared.push(format!("{}{gap}{name} = {value};", it.ty));
            apart.replaced.retain(|(from, to, _)| *from < start || *to > end);
            apart.replaced.push((start, end, name));
        }
        apart.declared.push((*insertion, declared));
    }
    for (start, end, _) in &mut apart.replaced {
        (*start, *end) = with_parentheses(text, (*start, *end));
    }
    apart.replaced.sort();
    apart
}

/// A stretch and the parentheses that are around it alone, where they are no part of anything else: those of a call, a
/// cast or a condition have a word or a bracket in front of them.
fn with_parentheses(text: &str, (start, end): (u32, u32)) -> (u32, u32) {
    let (before, behind) = (text[..start as usize].trim_end(), text[end as usize..].trim_start());
    let (Some(front), true) = (before.strip_suffix('('), behind.starts_with(')')) else { return (start, end) };
    if !front
        .trim_end()
        .ends_with(['=', '+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '!', '~', '?', ':', ',', '('])
    {
        return (start, end);
    }
    // A file has fewer than 2^32 bytes.
    (front.len() as u32, (text.len() - behind.len() + 1) as u32)
}

/// A stretch of the text with parts of it replaced; of two that overlap the outer one counts.
fn replaced(text: &str, (start, end): (u32, u32), parts: &[(u32, u32, String)]) -> String {
    let mut parts: Vec<_> = parts.iter().filter(|(from, to, _)| *from >= start && *to <= end).collect();
    parts.sort_by_key(|(from, to, _)| (*from, std::cmp::Reverse(*to)));
    let (mut out, mut at) = (String::new(), start);
    for (from, to, new) in parts {
        if *from >= at {
            out.push_str(&text[at as usize..*from as usize]);
            out.push_str(new);
            at = *to;
        }
    }
    out.push_str(&text[at as usize..end as usize]);
    out
}

/// Names that a text does not have yet.
#[derive(Clone, Debug)]
pub struct Names<'t> {
    text: &'t str,
    used: u32,
}

impl<'t> Names<'t> {
    pub fn of(text: &'t str) -> Names<'t> {
        Names { text, used: 0 }
    }

    fn next(&mut self) -> String {
        loop {
            self.used += 1;
            let name = if self.used == 1 { "earlier".to_string() } else { format!("earlier{}", self.used) };
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            if !self.text.split(|c| !is_part(c)).any(|word| word == name) {
                return name;
            }
        }
    }
}
