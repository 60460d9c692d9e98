//! Enumerators that the parameters of a function declare.
//!
//! In: the tokens of a unit, and the types that parameters declare ([`super::narrow`]). Out: the tokens in which such an enumerator has a
//! name of its own to the end of the parameters, and what declares it once more under its name in the body:
//! `int f(enum { A } p) { … }` becomes `int f(enum { A#1 } p) { enum { A = A#1 }; … }`. It must not know values.
//!
//! Among the parameters what is called the same and is something else, a parameter of a parameter say, has the other name in all places and
//! so stays what it is. Members are apart from all else, and keep their names.

use std::collections::{BTreeMap, HashMap, HashSet};

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::mentions::Words;
use super::narrow::{Narrow, takes_parenthesis};
use super::tags::APART;
use super::tokens::{around, closing, deeper, is, name_at};

/// The tokens, and what is to stand in front of some of them.
pub type Apart = (Vec<PpToken>, BTreeMap<usize, Vec<PpToken>>);

/// The tokens with other names for such enumerators, and the declarations in the bodies.
///
/// # Errors
/// A name that may be such an enumerator or a member.
pub fn apart(
    mut tokens: Vec<PpToken>,
    words: &Words,
    narrow: &[Narrow],
    names: &mut Interner,
) -> Result<Apart, PpToken> {
    let (mut renamed, mut put_in) = (Vec::new(), BTreeMap::<usize, Vec<PpToken>>::new());
    for one in narrow {
        let Some(mention) = words.mention(&tokens, one.at).filter(|mention| !mention.is_record) else { continue };
        let Some(close) = closing(&tokens, mention.behind) else { continue };
        let mut own: HashMap<Symbol, (usize, Symbol)> = HashMap::new();
        let mut again = Vec::new();
        for (at, end) in enumerators(&tokens, mention.behind, close) {
            let Some(name) = tokens[at].value else { continue };
            let other = format!("{}{APART}{at}", names.resolve(name));
            let other = names.intern(&other);
            own.insert(name, (end, other));
            renamed.push((at, other));
            again.push((name, other));
        }
        let meanings = Meanings::new(&tokens, words, names, one);
        for (at, token) in tokens.iter().enumerate().take(one.function.body).skip(mention.behind) {
            let name = token.value.filter(|_| token.kind == PpTokenKind::Ident);
            let Some((_, other)) = name.and_then(|name| own.get(&name)).filter(|(from, _)| at > *from) else {
                continue;
            };
            match meanings.of(at) {
                Meaning::Ordinary => renamed.push((at, *other)),
                Meaning::Other => {}
                Meaning::Unsure => return Err(*token),
            }
        }
        let body = one.function.body;
        if !again.is_empty() && body < tokens.len() {
            let declaration = declaration(&again, PpToken { value: None, ..tokens[body] }, tokens[one.at]);
            put_in.entry(body + 1).or_default().extend(declaration);
        }
    }
    for (at, name) in renamed {
        tokens[at].value = Some(name);
    }
    Ok((tokens, put_in))
}

/// `enum { A = A#1, B = B#2 };`, at the place of a brace.
fn declaration(again: &[(Symbol, Symbol)], brace: PpToken, keyword: PpToken) -> Vec<PpToken> {
    let punct = |punct| PpToken { kind: PpTokenKind::Punct(punct), ..brace };
    let word = |value| PpToken { kind: PpTokenKind::Ident, value, ..brace };
    let mut all = vec![word(keyword.value), punct(Punct::LBrace)];
    for (name, other) in again {
        all.extend([word(Some(*name)), punct(Punct::Eq), word(Some(*other)), punct(Punct::Comma)]);
    }
    all.extend([punct(Punct::RBrace), punct(Punct::Semi)]);
    all
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

/// What a name among parameters is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// That of a variable, a function, a type or an enumerator.
    Ordinary,
    /// A member, a tag or an attribute.
    Other,
    Unsure,
}

/// The names among the parameters of a function.
pub struct Meanings<'a> {
    tokens: &'a [PpToken],
    words: &'a Words,
    names: &'a Interner,
    /// Where the parameters begin.
    begin: usize,
    others: HashSet<usize>,
}

impl<'a> Meanings<'a> {
    pub fn new(tokens: &'a [PpToken], words: &'a Words, names: &'a Interner, one: &Narrow) -> Meanings<'a> {
        let others = others(tokens, one.begin..one.function.body.min(tokens.len()), words);
        Meanings { tokens, words, names, begin: one.begin, others }
    }

    /// What the name here is.
    pub fn of(&self, at: usize) -> Meaning {
        let is_before = |punct| is(self.tokens, at - 1, punct);
        if self.others.contains(&at) || is_before(Punct::Dot) || is_before(Punct::Arrow) {
            return Meaning::Other;
        }
        // From the innermost bracket, the first one that says it.
        let mut inner = at;
        while let Some(open) = around(self.tokens, inner).filter(|open| *open > self.begin) {
            match self.tokens[open].kind {
                PpTokenKind::Punct(Punct::LBracket) => return Meaning::Ordinary,
                PpTokenKind::Punct(Punct::LBrace) => return self.in_braces(open, inner, at),
                _ => match name_at(self.tokens, open - 1, self.names) {
                    // These are followed by names of other kinds, too.
                    Some(word)
                        if ["__attribute", "__builtin_", "asm", "__asm"].iter().any(|it| word.starts_with(it)) =>
                    {
                        return Meaning::Unsure;
                    }
                    Some(word) if takes_parenthesis(word) => return Meaning::Ordinary,
                    _ => inner = open,
                },
            }
        }
        Meaning::Ordinary
    }

    /// What a name is in these braces, which stands there in the bracket here if not in them themselves.
    fn in_braces(&self, open: usize, inner: usize, at: usize) -> Meaning {
        let is_end = |punct| matches!(punct, Punct::Semi | Punct::LBrace | Punct::RBrace);
        let begins =
            (0..open).rev().take_while(|at| !matches!(self.tokens[*at].kind, PpTokenKind::Punct(it) if is_end(it)));
        let mut mentions = begins.filter_map(|at| self.words.mention(self.tokens, at));
        let Some(mention) = mentions.find(|mention| mention.behind == open) else { return Meaning::Unsure };
        if !mention.is_record || self.is_width(open, inner) {
            return Meaning::Ordinary;
        }
        // `int member;`, or `int (*member)(void);`
        let is_declarator = |at: usize| is(self.tokens, at, Punct::Star) || is(self.tokens, at, Punct::LParen);
        match inner == at || (inner..at).all(is_declarator) {
            true => Meaning::Other,
            // A parameter of what a member points to.
            false if is(self.tokens, inner - 1, Punct::RParen) => Meaning::Ordinary,
            false => Meaning::Unsure,
        }
    }

    /// Whether what stands here in the braces of members is in the width of a bit-field.
    fn is_width(&self, open: usize, at: usize) -> bool {
        let mut depth = 0;
        for before in (open + 1..at).rev() {
            depth -= deeper(&self.tokens[before]);
            match self.tokens[before].kind {
                PpTokenKind::Punct(Punct::Semi | Punct::Comma) if depth == 0 => return false,
                PpTokenKind::Punct(Punct::Colon) if depth == 0 => return true,
                _ => {}
            }
        }
        false
    }
}

/// The names that are tags, or those of attributes.
fn others(tokens: &[PpToken], range: std::ops::Range<usize>, words: &Words) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut behind = 0;
    for at in range {
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
