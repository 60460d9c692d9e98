//! Types that the parameters of a function declare.
//!
//! In: the tokens of a unit, in which such a type has a tag of its own, and the types ([`super::narrow`]). Out: the tokens in which the
//! type is defined in front of the function: `int f(struct a { int x; } *p) { … }` becomes `struct a { int x; }; int f(struct a *p) { … }`. The
//! C reader's crates know the type to the end of the list only, where C lets it reach to the end of the body (C17, 6.2.1, 4).
//! It must not know what the types are.

use std::collections::HashSet;

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::enumerators::{Apart, Meaning, Meanings};
use super::mentions::Words;
use super::narrow::{Narrow, takes_parenthesis};
use super::tags::APART;
use super::tokens::{closing, is, name_at};

/// The tokens with such types in front of their functions.
///
/// # Errors
/// The keyword of enumerators that stay among the parameters, for they are computed of these, so that they are not known in the body.
pub fn in_front(
    (tokens, mut put_in): Apart,
    words: &Words,
    narrow: &[Narrow],
    names: &mut Interner,
) -> Result<Vec<PpToken>, PpToken> {
    let mut moved: Vec<Moved> = Vec::new();
    for one in narrow {
        if moved.last().is_some_and(|last| last.end > one.at) {
            continue;
        }
        let function = one.function;
        let Some(mention) = words.mention(&tokens, one.at) else { continue };
        let Some(close) = closing(&tokens, mention.behind) else { continue };
        let end = words.behind_attributes(&tokens, close + 1);
        // What is computed of a parameter cannot be computed in front of it.
        let before = parameters_before(&tokens, one, words, names);
        let meanings = Meanings::new(&tokens, words, names, one);
        let is_parameter = |at: usize| name_of(&tokens, at).is_some_and(|name| before.contains(&name));
        if (one.at..end).any(|at| is_parameter(at) && meanings.of(at) != Meaning::Other) {
            match mention.is_record {
                true => continue,
                false => return Err(tokens[one.at]),
            }
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
    if moved.is_empty() && put_in.is_empty() {
        return Ok(tokens);
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
    Ok(all)
}

/// A type that is defined elsewhere, and what stands in its place.
struct Moved {
    begin: usize,
    end: usize,
    instead: [PpToken; 2],
}

/// The names of the parameters that stand before a type, and perhaps of parameters of these.
fn parameters_before(tokens: &[PpToken], one: &Narrow, words: &Words, names: &Interner) -> HashSet<Symbol> {
    let list = one.function.list;
    let mut found = HashSet::new();
    // Whether something of a parameter has come that may be its type, so that a name may be its name.
    let (mut has_type, mut at) = (false, list + 1);
    let end = one.at.min(closing(tokens, list).unwrap_or(one.at));
    while at < end {
        let behind = words.behind_attributes(tokens, at);
        let is_word = |at: usize| name_at(tokens, at, names).is_some_and(takes_parenthesis);
        match tokens[at].kind {
            _ if behind > at => at = behind - 1,
            PpTokenKind::Punct(Punct::LBrace | Punct::LBracket) => at = closing(tokens, at).unwrap_or(end),
            PpTokenKind::Punct(Punct::LParen) if is_word(at - 1) => at = closing(tokens, at).unwrap_or(end),
            PpTokenKind::Punct(Punct::Comma) => has_type = false,
            // In the style before C89 there are only names.
            PpTokenKind::Ident if one.begin > list => found.extend(tokens[at].value),
            PpTokenKind::Ident => {
                let follows = [Punct::Comma, Punct::RParen, Punct::LBracket, Punct::LParen];
                let ends = follows.iter().any(|punct| is(tokens, at + 1, *punct))
                    || words.behind_attributes(tokens, at + 1) > at + 1;
                if has_type && ends && !name_at(tokens, at, names).is_some_and(is_of_type) {
                    found.extend(tokens[at].value);
                }
                has_type = true;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether a word is a part of a type, so that it is no parameter's name.
fn is_of_type(word: &str) -> bool {
    takes_parenthesis(word)
        || matches!(word, "void" | "char" | "short" | "int" | "long" | "signed" | "unsigned" | "float" | "double")
        || matches!(word, "const" | "volatile" | "restrict" | "register" | "struct" | "union" | "enum")
        || word.starts_with("_") && word[1..].starts_with(|c: char| c == '_' || c.is_ascii_uppercase())
}

fn name_of(tokens: &[PpToken], at: usize) -> Option<Symbol> {
    tokens[at].value.filter(|_| tokens[at].kind == PpTokenKind::Ident)
}
