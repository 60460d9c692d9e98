//! Alignments that the C reader's crates lose.
//!
//! In: the tokens of a unit. Out: the first attribute that aligns something and that they take no notice of: one in front of a name in
//! parentheses, `int (__attribute__((aligned(16))) x);`, and one behind the type of which an alignment is asked for. It must not know
//! what is aligned.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// The token with which such an attribute begins.
pub fn lost(tokens: &[PpToken], names: &Interner) -> Option<usize> {
    let name = |at: usize| match tokens.get(at) {
        Some(PpToken { kind: PpTokenKind::Ident, value: Some(value), .. }) => Some(names.resolve(*value)),
        _ => None,
    };
    let is = |at: usize, punct: Punct| tokens.get(at).is_some_and(|token| token.kind == PpTokenKind::Punct(punct));
    (1..tokens.len()).find(|begin| {
        if !matches!(name(*begin), Some("__attribute__" | "__attribute")) {
            return false;
        }
        let Some(end) = closing(tokens, begin + 1) else { return false };
        let aligns = (*begin..end).any(|at| matches!(name(at), Some("aligned" | "__aligned__")));
        let behind = end + 1;
        // A parameter has a type there, which begins with a name and goes on with another one, or a star.
        let is_declarator = is(behind, Punct::Star)
            || name(behind).is_some() && (is(behind + 1, Punct::RParen) || is(behind + 1, Punct::LBracket));
        let is_in_front = is(begin - 1, Punct::LParen) && is_declarator && !is_known(name(behind));
        let asks = |at: usize| matches!(name(at), Some("_Alignof" | "__alignof__" | "__alignof" | "alignof"));
        let is_asked =
            || is(behind, Punct::RParen) && opening(tokens, behind).is_some_and(|open| open > 0 && asks(open - 1));
        aligns && (is_in_front || is_asked())
    })
}

/// Whether this is the name of a type, all that stands in a parenthesis.
fn is_known(name: Option<&str>) -> bool {
    matches!(
        name,
        Some("int" | "char" | "short" | "long" | "unsigned" | "signed" | "float" | "double" | "_Bool" | "void")
    )
}

/// The parenthesis that closes the one here.
fn closing(tokens: &[PpToken], open: usize) -> Option<usize> {
    let depths = tokens.iter().enumerate().skip(open).scan(0i32, |depth, (at, token)| {
        *depth += step(token);
        Some((at, *depth))
    });
    depths.into_iter().find(|(_, depth)| *depth <= 0).map(|(at, _)| at).filter(|at| *at > open)
}

/// The parenthesis that the one here closes.
fn opening(tokens: &[PpToken], close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|at| {
        depth += step(&tokens[*at]);
        depth == 0
    })
}

fn step(token: &PpToken) -> i32 {
    match token.kind {
        PpTokenKind::Punct(Punct::LParen) => 1,
        PpTokenKind::Punct(Punct::RParen) => -1,
        _ => 0,
    }
}
