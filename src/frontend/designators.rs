//! Initialisers that go on behind elements of an array that are named together.
//!
//! In: the tokens of a unit. Out: the tokens in which the last of such elements is named once more where values without a name come
//! behind: `[0 ... 2] = 1, 2` becomes `[0 ... 2] = 1, [2] = 1, 2`. C lets these go on behind the last of the elements, also within
//! it, where braces are left out; the C reader's crates would give them to each. It must not know types.
//!
//! The second value has the tokens of the first one, and so its place, by which the lowering knows the two as one
//! (`initializer`): it is evaluated once.

use std::collections::BTreeMap;

use rucc_base::Interner;
use rucc_diag::Span;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{around, closing, deeper, is, name_at, opening};

/// How many times as long a unit may get. Values within values double what is written.
const MOST_TIMES: usize = 4;

/// The tokens with such elements named again.
///
/// # Errors
/// The dots of a range whose value cannot be written twice, for it declares what may be declared once only.
pub fn named_again(tokens: Vec<PpToken>, names: &Interner) -> Result<Vec<PpToken>, Span> {
    let ranges: Vec<usize> = (0..tokens.len()).filter(|at| is(&tokens, *at, Punct::Ellipsis)).collect();
    let mut all = Again { tokens: &tokens, put_in: BTreeMap::new() };
    let mut left = MOST_TIMES * tokens.len();
    // From the last one, so that what stands in a value is put right before the value is written again.
    for range in ranges.into_iter().rev() {
        let Some(item) = Item::of(&tokens, range).filter(|item| item.goes_on(&tokens)) else { continue };
        let again = all.with(item.of_the_last());
        left = left.checked_sub(again.len()).ok_or(tokens[range].span)?;
        if declares(&tokens[item.value..item.end], names) {
            return Err(tokens[range].span);
        }
        all.put_in.insert(item.end + 1, again);
    }
    match all.put_in.is_empty() {
        true => Ok(tokens),
        false => Ok(all.with(0..tokens.len())),
    }
}

/// The tokens of a unit, with others in front of some.
struct Again<'a> {
    tokens: &'a [PpToken],
    put_in: BTreeMap<usize, Vec<PpToken>>,
}

impl Again<'_> {
    /// These tokens with what is put in front of each.
    fn with(&self, wanted: impl Iterator<Item = usize>) -> Vec<PpToken> {
        wanted.flat_map(|at| self.put_in.get(&at).into_iter().flatten().copied().chain([self.tokens[at]])).collect()
    }
}

/// A value for elements that are named together.
struct Item {
    /// Where its designators begin, and where each `[first ... last]` has its brackets and its dots.
    begin: usize,
    ranges: Vec<[usize; 3]>,
    /// The first token behind the designators, and that of the value.
    named: usize,
    value: usize,
    /// The comma behind the value.
    end: usize,
}

impl Item {
    /// The item whose first range has its dots here, if something comes behind it.
    fn of(tokens: &[PpToken], dots: usize) -> Option<Item> {
        // Parameters and values of a case are in no such brackets.
        let open = around(tokens, dots).filter(|open| is(tokens, *open, Punct::LBracket))?;
        let begin = begin_of_designators(tokens, open)?;
        let (mut ranges, mut at) = (Vec::new(), begin);
        loop {
            if is(tokens, at, Punct::Dot) {
                at += 2;
            } else if is(tokens, at, Punct::LBracket) {
                let close = closing(tokens, at)?;
                ranges.extend(dots_within(tokens, at, close).map(|dots| [at, dots, close]));
                at = close + 1;
            } else {
                break;
            }
        }
        if ranges.first().is_none_or(|[_, first, _]| *first != dots) {
            return None;
        }
        let value = at + usize::from(is(tokens, at, Punct::Eq));
        Some(Item { begin, ranges, named: at, value, end: comma_behind(tokens, value)? })
    }

    /// Whether a value without a name comes behind that may be for a part of the last of the elements.
    fn goes_on(&self, tokens: &[PpToken]) -> bool {
        let next = self.end + 1;
        let has_name =
            is(tokens, next, Punct::LBracket) || is(tokens, next, Punct::Dot) || is(tokens, next + 1, Punct::Colon);
        // A list in braces is for the whole of what it is for.
        let is_whole = is(tokens, self.value, Punct::LBrace)
            && matches!(self.ranges.as_slice(), [[_, _, close]] if close + 1 == self.named);
        !has_name && !is(tokens, next, Punct::RBrace) && !is_whole
    }

    /// The tokens of the same item for the last of the elements, with the comma behind it.
    fn of_the_last(&self) -> impl Iterator<Item = usize> {
        let is_first = |at: usize| self.ranges.iter().any(|[open, dots, _]| (open + 1..=*dots).contains(&at));
        (self.begin..=self.end).filter(move |at| !is_first(*at))
    }
}

/// Where the designators begin that the one with this bracket belongs to.
fn begin_of_designators(tokens: &[PpToken], open: usize) -> Option<usize> {
    let mut begin = open;
    loop {
        let before = begin.checked_sub(1)?;
        match tokens[before].kind {
            PpTokenKind::Punct(Punct::RBracket) => begin = opening(tokens, before)?,
            PpTokenKind::Ident if before > 0 && is(tokens, before - 1, Punct::Dot) => begin = before - 1,
            PpTokenKind::Punct(Punct::LBrace | Punct::Comma) => return Some(begin),
            _ => return None,
        }
    }
}

/// The dots between these brackets that are in no others.
fn dots_within(tokens: &[PpToken], open: usize, close: usize) -> Option<usize> {
    let mut depth = 0;
    (open + 1..close).find(|at| {
        depth += deeper(&tokens[*at]);
        depth == 0 && is(tokens, *at, Punct::Ellipsis)
    })
}

/// The comma behind the value that begins here, if the list goes on.
fn comma_behind(tokens: &[PpToken], value: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(value) {
        depth += deeper(token);
        match token.kind {
            _ if depth < 0 => return None,
            PpTokenKind::Punct(Punct::Semi) if depth == 0 => return None,
            PpTokenKind::Punct(Punct::Comma) if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether something is declared here that may be declared once only: a label, enumerators, or a tag with its members.
fn declares(value: &[PpToken], names: &Interner) -> bool {
    let opens = |at: usize| is(value, at, Punct::LBrace);
    (0..value.len()).any(|at| match name_at(value, at, names) {
        Some("goto") => true,
        Some("enum") => opens(at + 1) || opens(at + 2),
        Some("struct" | "union") => name_at(value, at + 1, names).is_some() && opens(at + 2),
        _ => false,
    })
}
