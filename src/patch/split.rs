//! Statements that are taken apart: what is evaluated before a fence gets a temporary.
//!
//! In: the text of a file, and for each fence within an expression the accesses that come before it. Out: the
//! declarations of the temporaries before each fence, and what they replace. It must not know C beyond identifiers; that the
//! accesses may be evaluated before the rest is the reader's matter.
//!
//! Several fences of one statement share its temporaries: each declares those that the ones before it have not declared.

use std::cmp::Reverse;
use std::ops::Range;

use crate::ir::{Before, Earlier};

/// Bytes of the text that something else takes the place of: from, to, and what.
pub type Replacement = (u32, u32, String);

/// A piece of the text that is replaced in any case.
#[derive(Clone, Debug)]
pub struct Change {
    pub replacement: Replacement,
    /// From where to where the text is of which it is a part: it goes where all of that goes.
    pub whole: (u32, u32),
}

impl Change {
    pub fn is_within(&self, (start, end): (u32, u32)) -> bool {
        start <= self.whole.0 && self.whole.1 <= end
    }
}

/// The fences within one statement.
#[derive(Clone, Debug)]
pub struct Split {
    pub before: Before,
    /// Each with the number of its insertion.
    pub fences: Vec<(usize, Vec<Earlier>)>,
}

/// The declaration of a temporary, or the expression by itself where nobody wants its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub text: String,
    /// The edits that have moved into it, by their numbers, and where their texts stand in it.
    pub moved: Vec<(usize, Range<usize>)>,
}

/// What becomes of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apart {
    /// For each fence, in the order in which they are to stand: the number of its insertion, and the declarations before it.
    pub declared: Vec<(usize, Vec<Declaration>)>,
    /// The temporaries in the places of their expressions.
    pub replaced: Vec<Replacement>,
}

/// Takes a statement apart. The changes within a temporary's expression move with it. `names` gives new names.
pub fn apart(text: &str, split: &Split, changes: &[Change], names: &mut Names<'_>) -> Apart {
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
            // Nobody wants the value of what a `for` begins with: it stands before the loop then, and not in it.
            let (front, name) = match is_first_clause(text, with_parentheses(text, (start, end))) {
                true => (String::new(), String::new()),
                false => {
                    let name = names.next();
                    (format!("{} {name} = ", it.ty), name)
                }
            };
            declared.push(declaration(text, (start, end), front, (&apart.replaced, changes)));
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
    let operators = ['=', '+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '!', '~', '?', ':', ',', '('];
    // Before a comment there may stand anything.
    if !front.trim_end().ends_with(operators) || front.trim_end().ends_with("*/") {
        return (start, end);
    }
    // A file has fewer than 2^32 bytes.
    (front.len() as u32, (text.len() - behind.len() + 1) as u32)
}

/// Whether a stretch is the whole of the expression that a `for` begins with.
fn is_first_clause(text: &str, (start, end): (u32, u32)) -> bool {
    let (before, behind) = (text[..start as usize].trim_end(), text[end as usize..].trim_start());
    let word = before.strip_suffix('(').map(str::trim_end).and_then(|front| front.strip_suffix("for"));
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    behind.starts_with(';') && word.is_some_and(|front| !front.ends_with(is_part))
}

/// A declaration of what a stretch of the text computes, with other temporaries and changes in it; of two that overlap the outer
/// one counts.
fn declaration(
    text: &str,
    (start, end): (u32, u32),
    front: String,
    (temporaries, changes): (&[Replacement], &[Change]),
) -> Declaration {
    let within = temporaries.iter().filter(|(from, to, _)| *from >= start && *to <= end);
    let numbered = changes.iter().enumerate().filter(|(_, change)| change.is_within((start, end)));
    let numbered = numbered.map(|(number, change)| (&change.replacement, Some(number)));
    let mut parts: Vec<_> = within.map(|temporary| (temporary, None)).chain(numbered).collect();
    parts.sort_by_key(|((from, to, _), _)| (*from, Reverse(*to)));
    let (mut out, mut at, mut moved) = (front, start, Vec::new());
    for ((from, to, new), number) in parts {
        if *from >= at {
            out.push_str(&text[at as usize..*from as usize]);
            moved.extend(number.map(|number| (number, out.len()..out.len() + new.len())));
            out.push_str(new);
            at = *to;
        }
    }
    out.push_str(&text[at as usize..end as usize]);
    out.push(';');
    Declaration { text: out, moved }
}

/// Names that no text of the program has yet: macros of one file stand in others, and what they name there is not to be hidden.
#[derive(Clone, Debug)]
pub struct Names<'t> {
    texts: Vec<&'t str>,
    used: u32,
}

impl<'t> Names<'t> {
    pub fn of(texts: impl IntoIterator<Item = &'t str>) -> Names<'t> {
        Names { texts: texts.into_iter().collect(), used: 0 }
    }

    fn next(&mut self) -> String {
        loop {
            self.used += 1;
            let name = if self.used == 1 { "earlier".to_string() } else { format!("earlier{}", self.used) };
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            if !self.texts.iter().any(|text| text.split(|c| !is_part(c)).any(|word| word == name)) {
                return name;
            }
        }
    }
}
