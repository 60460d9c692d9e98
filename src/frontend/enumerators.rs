//! Enumerators in scopes that the C reader's crates do not have.
//!
//! In: the tokens of a unit, and the types that such scopes declare ([`super::narrow`]). Out: the tokens in which the enumerators among
//! them have names of their own to the end of their scope. It must not know values.
//!
//! What is called the same within the scope and is something else, a variable of an inner block say, has the other name in all places and
//! so stays what it is. Members are apart from all else, and keep their names.

use std::collections::{HashMap, HashSet};

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::mentions::Words;
use super::narrow::Narrow;
use super::tags::APART;
use super::tokens::{around, closing, deeper, is, name_at};

/// The tokens with other names for such enumerators.
pub fn apart(mut tokens: Vec<PpToken>, words: &Words, narrow: &[Narrow], names: &mut Interner) -> Vec<PpToken> {
    let mut renamed: HashSet<usize> = HashSet::new();
    if narrow.is_empty() {
        return tokens;
    }
    let others = others(&tokens, words);
    // What is declared later is what a name means behind it.
    for one in narrow.iter().rev() {
        let Some(mention) = words.mention(&tokens, one.at).filter(|mention| !mention.is_record) else { continue };
        let Some(close) = closing(&tokens, mention.behind) else { continue };
        let mut own: HashMap<Symbol, (usize, Symbol)> = HashMap::new();
        for (at, end) in enumerators(&tokens, mention.behind, close) {
            let Some(name) = tokens[at].value else { continue };
            let other = format!("{}{APART}{at}", names.resolve(name));
            let other = names.intern(&other);
            own.insert(name, (end, other));
            tokens[at].value = Some(other);
            renamed.insert(at);
        }
        for at in mention.behind..one.end.min(tokens.len()) {
            let name = tokens[at].value.filter(|_| tokens[at].kind == PpTokenKind::Ident);
            if let Some((from, other)) = name.and_then(|name| own.get(&name))
                && at > *from
                && !others.contains(&at)
                && renamed.insert(at)
                && is_ordinary(&tokens, at, words, names)
            {
                tokens[at].value = Some(*other);
            }
        }
    }
    tokens
}

/// The names that are tags, or those of attributes.
fn others(tokens: &[PpToken], words: &Words) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut behind = 0;
    for at in 0..tokens.len() {
        found.extend(words.mention(tokens, at).and_then(|mention| mention.tag).map(|(place, _)| place));
        if at < behind {
            continue;
        }
        behind = words.behind_attributes(tokens, at);
        let mut depth = 0;
        for (inside, token) in (at..).zip(&tokens[at..behind]) {
            depth += deeper(token);
            // Within the two parentheses; what stands deeper is said of an attribute.
            if depth == 2 {
                found.insert(inside);
            }
        }
    }
    found
}

/// The enumerators between these braces, each with the token behind which it is declared.
fn enumerators(tokens: &[PpToken], open: usize, close: usize) -> Vec<(usize, usize)> {
    let (mut found, mut begin, mut depth) = (Vec::new(), open + 1, 0);
    for at in open + 1..=close {
        if at == close || depth == 0 && is(tokens, at, Punct::Comma) {
            if tokens[begin].kind == PpTokenKind::Ident {
                found.push((begin, at));
            }
            begin = at + 1;
        }
        depth += deeper(&tokens[at]);
    }
    found
}

/// Whether a name here is that of a variable, a function, a type or an enumerator: no member, no tag and no label.
fn is_ordinary(tokens: &[PpToken], at: usize, words: &Words, names: &Interner) -> bool {
    let is_before = |punct| is(tokens, at - 1, punct);
    if is_before(Punct::Dot) || is_before(Punct::Arrow) {
        return false;
    }
    if matches!(name_at(tokens, at - 1, names), Some("struct" | "union" | "enum" | "goto")) {
        return false;
    }
    let is_asked_for = |open: usize| open > 0 && name_at(tokens, open - 1, names) == Some("__builtin_offsetof");
    if is_before(Punct::Comma) && around(tokens, at).is_some_and(is_asked_for) {
        return false;
    }
    let begins = is_before(Punct::Semi) || is_before(Punct::LBrace) || is_before(Punct::RBrace);
    if begins && is(tokens, at + 1, Punct::Colon) {
        return false;
    }
    // Behind a colon stands the width of a bit-field.
    is_before(Punct::Colon) || !around(tokens, at).is_some_and(|open| is_of_members(tokens, open, words))
}

/// Whether this is the brace of the members of a structure or union.
fn is_of_members(tokens: &[PpToken], open: usize, words: &Words) -> bool {
    let is_end = |punct| matches!(punct, Punct::Semi | Punct::LBrace | Punct::RBrace);
    let begins = (0..open).rev().take_while(|at| !matches!(tokens[*at].kind, PpTokenKind::Punct(it) if is_end(it)));
    begins.filter_map(|at| words.mention(tokens, at)).any(|it| it.is_record && it.behind == open)
}
