//! Types that the parameters of a function declare.
//!
//! In: the tokens of a unit, in which such a type has a tag of its own, and the types ([`super::narrow`]). Out: the tokens in which the
//! type is defined in front of the function: `int f(struct a { int x; } *p) { … }` becomes `struct a { int x; }; int f(struct a *p) { … }`. The
//! C reader's crates know the type to the end of the list only, where C lets it reach to the end of the body (C17, 6.2.1, 4).
//! It must not know what the types are.

use std::collections::{BTreeMap, HashSet};

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::mentions::Words;
use super::narrow::Narrow;
use super::tags::APART;
use super::tokens::{closing, is};

/// The tokens with such types in front of their functions.
pub fn in_front(tokens: Vec<PpToken>, words: &Words, narrow: &[Narrow], names: &mut Interner) -> Vec<PpToken> {
    let mut put_in: BTreeMap<usize, Vec<PpToken>> = BTreeMap::new();
    let mut moved: Vec<Moved> = Vec::new();
    for one in narrow {
        let Some(function) = one.function.filter(|_| moved.last().is_none_or(|last| last.end <= one.at)) else {
            continue;
        };
        let Some(mention) = words.mention(&tokens, one.at) else { continue };
        let Some(close) = closing(&tokens, mention.behind) else { continue };
        let end = words.behind_attributes(&tokens, close + 1);
        // What is computed of a parameter cannot be computed in front of it.
        if asks_for_parameters(&tokens, one, end, words) {
            continue;
        }
        let keyword = tokens[one.at];
        let tag = mention.tag.map(|(place, _)| tokens[place]).unwrap_or_else(|| {
            let value = Some(names.intern(&format!("{APART}{}", one.at)));
            PpToken { kind: PpTokenKind::Ident, value, ..keyword }
        });
        let definition = put_in.entry(function.begin).or_default();
        // A line that is for the compiler may end in front of it.
        definition.push(PpToken { flags: tokens[function.begin].flags, ..keyword });
        definition.extend(&tokens[one.at + 1..mention.behind]);
        definition.extend(mention.tag.is_none().then_some(tag));
        definition.extend(&tokens[mention.behind..end]);
        definition.push(PpToken { kind: PpTokenKind::Punct(Punct::Semi), value: None, ..tokens[close] });
        moved.push(Moved { begin: one.at, end, instead: [keyword, tag] });
    }
    if moved.is_empty() {
        return tokens;
    }
    let (mut all, mut moved) = (Vec::with_capacity(tokens.len() + 8 * moved.len()), moved.into_iter().peekable());
    let mut at = 0;
    while at < tokens.len() {
        all.extend(put_in.remove(&at).unwrap_or_default());
        if let Some(one) = moved.next_if(|one| one.begin == at) {
            all.extend(one.instead);
            at = one.end;
        } else {
            all.push(tokens[at]);
            at += 1;
        }
    }
    all
}

/// A type that is defined elsewhere, and what stands in its place.
struct Moved {
    begin: usize,
    end: usize,
    instead: [PpToken; 2],
}

/// Whether a name in a definition may be that of a parameter before it.
fn asks_for_parameters(tokens: &[PpToken], one: &Narrow, end: usize, words: &Words) -> bool {
    let name = |at: usize| tokens[at].value.filter(|_| tokens[at].kind == PpTokenKind::Ident);
    let ends = |at: usize| {
        [Punct::Comma, Punct::RParen, Punct::LBracket, Punct::Semi].iter().any(|punct| is(tokens, at, *punct))
            || words.behind_attributes(tokens, at) > at
    };
    let before: HashSet<Symbol> = (one.begin..one.at).filter(|at| ends(at + 1)).filter_map(name).collect();
    (one.at..end).filter_map(name).any(|name| before.contains(&name))
}
