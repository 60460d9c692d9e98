//! What the passes over the tokens of a unit ask of them.
//!
//! In: tokens. Out: their names, and which bracket belongs to which. It must not know what is looked for.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// Whether this punctuator is here.
pub fn is(tokens: &[PpToken], at: usize, punct: Punct) -> bool {
    tokens.get(at).is_some_and(|token| token.kind == PpTokenKind::Punct(punct))
}

/// The name that a token is.
pub fn name<'n>(token: &PpToken, names: &'n Interner) -> Option<&'n str> {
    token.value.filter(|_| token.kind == PpTokenKind::Ident).map(|name| names.resolve(name))
}

/// The name here.
pub fn name_at<'n>(tokens: &[PpToken], at: usize, names: &'n Interner) -> Option<&'n str> {
    tokens.get(at).and_then(|token| name(token, names))
}

/// Whether a bracket of any kind is opened or closed here: 1 or -1, else 0.
pub fn deeper(token: &PpToken) -> i32 {
    match token.kind {
        PpTokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => 1,
        PpTokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => -1,
        _ => 0,
    }
}

/// The bracket that closes the one here, if there is one here.
pub fn closing(tokens: &[PpToken], open: usize) -> Option<usize> {
    tokens.get(open).filter(|token| deeper(token) == 1)?;
    let mut depth = 0;
    (open..tokens.len()).find(|at| {
        depth += deeper(&tokens[*at]);
        depth == 0
    })
}

/// The bracket that opens what the one here closes, if there is one here.
pub fn opening(tokens: &[PpToken], close: usize) -> Option<usize> {
    tokens.get(close).filter(|token| deeper(token) == -1)?;
    let mut depth = 0;
    (0..=close).rev().find(|at| {
        depth += deeper(&tokens[*at]);
        depth == 0
    })
}

/// The bracket that is open here, the innermost one.
pub fn around(tokens: &[PpToken], at: usize) -> Option<usize> {
    let mut depth = 0;
    (0..at).rev().find(|at| {
        depth += deeper(&tokens[*at]);
        depth == 1
    })
}
