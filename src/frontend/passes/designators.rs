//! Initialisers that go on behind elements of an array that are named together.
//!
//! In: the tokens of a unit. Out: the tokens in which the last of such elements is named once more where values without a name come
//! behind: `[0 ... 2] = 1, 2` becomes `[0 ... 2] = 1, [2] = 1, 2`. C lets these go on behind the last of the elements, also within
//! it, where braces are left out; the C reader's crates would give them to each. It must not know types.
//!
//! The second value has the tokens of the first one, and so its place, by which the lowering knows the two as one
//! (`initializer`): it is evaluated once. A value that declares what may be declared once only is not written again. Of such a one the
//! typed tree says whether it went wrong: for elements that are numbers it did not.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use rucc_base::Interner;
use rucc_diag::Span;
use rucc_lex::{PpToken, PpTokenKind, Punct};
use rucc_sema::{DeclId, ExprId, Tast};

use super::mentions::Words;
use super::tokens::{around, closing, deeper, is, name_at, opening};

/// How many times as long a unit may get. Values within values double what is written.
const MOST_TIMES: usize = 4;

/// A value without a name, behind elements that are named together and are not named again.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    /// The dots of the range.
    pub range: Span,
    /// The first token of what these elements are given, that of the value, and the one behind it.
    given: Span,
    begin: Span,
    end: Span,
}

impl Behind {
    /// Whether the typed tree has the value in more than one place.
    pub fn is_for_each(&self, tast: &Tast) -> bool {
        let decls = (0..tast.counts().decls).map(DeclId::from_usize);
        decls.filter_map(|decl| tast[decl].init).any(|list| {
            let is_in = |value: ExprId, begin: Span, end: Span| (begin.lo..end.lo).contains(&tast.expr_span(value).lo);
            // Others are of values within this one.
            let is_it = tast[list].iter().any(|entry| is_in(entry.value, self.given, self.begin));
            let mut seen = HashSet::new();
            let mut values = tast[list].iter().filter(|entry| is_in(entry.value, self.begin, self.end));
            is_it && values.any(|entry| !seen.insert(entry.value))
        })
    }
}

/// The tokens with such elements named again, and the values behind those that are not.
///
/// # Errors
/// The dots of a range whose value would make the unit too long.
pub fn named_again(tokens: Vec<PpToken>, words: &Words, names: &Interner) -> Result<(Vec<PpToken>, Vec<Behind>), Span> {
    let mut behind = Vec::new();
    let ranges: Vec<usize> = (0..tokens.len()).filter(|at| is(&tokens, *at, Punct::Ellipsis)).collect();
    let mut all = Again { tokens: &tokens, put_in: BTreeMap::new() };
    let mut left = MOST_TIMES * tokens.len();
    // From the last one, so that what stands in a value is put right before the value is written again.
    for range in ranges.into_iter().rev() {
        let Some(item) = Item::of(&tokens, range).filter(|item| item.goes_on(&tokens)) else { continue };
        if declares(&tokens, item.value..item.end, words, names) {
            let next = item.end + 1;
            let end =
                comma_behind(&tokens, next).or_else(|| around(&tokens, next).and_then(|open| closing(&tokens, open)));
            let end = end.ok_or(tokens[range].span)?;
            let [range, given, begin, end] = [range, item.value, next, end].map(|at| tokens[at].span);
            behind.push(Behind { range, given, begin, end });
            continue;
        }
        let again = all.with(item.of_the_last());
        left = left.checked_sub(again.len()).ok_or(tokens[range].span)?;
        all.put_in.insert(item.end + 1, again);
    }
    let all = (!all.put_in.is_empty()).then(|| all.with(0..tokens.len()));
    Ok((all.unwrap_or(tokens), behind))
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

/// Whether something is declared here that may be declared once only, or looks so: a label, enumerators, or a tag with its members.
fn declares(tokens: &[PpToken], mut value: Range<usize>, words: &Words, names: &Interner) -> bool {
    let is_label = |at: usize| {
        name_at(tokens, at, names) == Some("goto")
            || is(tokens, at + 1, Punct::Colon)
                && name_at(tokens, at, names).is_some()
                && !is(tokens, at - 1, Punct::Question)
    };
    value.any(|at| {
        let mention = words.mention(tokens, at).filter(|mention| mention.has_members);
        is_label(at) || mention.is_some_and(|mention| !mention.is_record || mention.tag.is_some())
    })
}
