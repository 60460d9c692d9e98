//! Functions without a result that are called above their definition, and that nobody has declared there.
//!
//! In: the tokens of a unit. Out: the tokens with a declaration in front of all for each such function. A call declares it as one
//! that answers an `int`, which a definition with `void` contradicts; gcc up to 13 warns and takes the definition's word, and the C
//! reader's crates refuse it. A call whose answer is used is refused as before. It must not know types.

use std::collections::HashSet;

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{closing, deeper, is, name_at};

/// The tokens with declarations of such functions.
pub fn declared(mut tokens: Vec<PpToken>, names: &Interner) -> Vec<PpToken> {
    let found = definitions(&tokens, names);
    let declaration = |(begin, close): (usize, usize)| {
        let end = PpToken { kind: PpTokenKind::Punct(Punct::Semi), value: None, ..tokens[close] };
        [tokens[begin], tokens[begin + 1], tokens[begin + 2], tokens[close], end]
    };
    let declarations: Vec<PpToken> = found.into_iter().flat_map(declaration).collect();
    tokens.splice(0..0, declarations);
    tokens
}

/// Where such definitions begin, and where their parameters end: outside of functions, `void f(…) {` with a call `f(` before, in a function,
/// and nothing about `f` before that outside of functions.
fn definitions(tokens: &[PpToken], names: &Interner) -> Vec<(usize, usize)> {
    let name = |at: usize| name_at(tokens, at, names);
    let is = |at: usize, punct: Punct| is(tokens, at, punct);
    let (mut known, mut called): (HashSet<&str>, HashSet<&str>) = (HashSet::new(), HashSet::new());
    let mut found = Vec::new();
    let (mut depth, mut begins) = (0usize, true);
    for at in 0..tokens.len() {
        let close = (depth == 0 && begins && name(at) == Some("void") && is(at + 2, Punct::LParen))
            .then(|| closing(tokens, at + 2))
            .flatten();
        if let (Some(close), Some(function)) = (close, name(at + 1))
            && is(close + 1, Punct::LBrace)
            && called.contains(&function)
            && !known.contains(&function)
        {
            found.push((at, close));
        }
        match (depth, name(at)) {
            (0, Some(word)) => drop(known.insert(word)),
            (_, Some(word)) if is(at + 1, Punct::LParen) => drop(called.insert(word)),
            _ => {}
        }
        depth = depth.saturating_add_signed(deeper(&tokens[at]) as isize);
        begins = matches!(tokens[at].kind, PpTokenKind::Punct(Punct::Semi | Punct::RBrace));
    }
    found
}
