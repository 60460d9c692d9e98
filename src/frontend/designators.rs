//! Initialisers that go on behind elements of an array that are named together.
//!
//! In: the tokens of a unit. Out: where they do. It must not know types.

use rucc_lex::{PpToken, PpTokenKind, Punct};

/// Where elements of an array that are named together, `[0 ... 2]`, are given a part, and what comes behind has no name: C lets that go on
/// behind the last of them, and the C reader's crates behind each.
pub fn going_on(tokens: &[PpToken]) -> Option<usize> {
    let is = |at: usize, punct: Punct| tokens.get(at).is_some_and(|token| token.kind == PpTokenKind::Punct(punct));
    let ranges = (0..tokens.len()).filter(|at| is(*at, Punct::Ellipsis));
    ranges.into_iter().find(|range| {
        let Some(close) = (*range..tokens.len().min(range + 8)).find(|at| is(*at, Punct::RBracket)) else {
            return false;
        };
        if !is(close + 1, Punct::Dot) && !is(close + 1, Punct::LBracket) {
            return false;
        }
        // The comma behind the value, or the brace that closes the list.
        let mut depth = 0usize;
        for (at, token) in tokens.iter().enumerate().skip(close + 1) {
            match token.kind {
                PpTokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                PpTokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) if depth == 0 => return false,
                PpTokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => depth -= 1,
                PpTokenKind::Punct(Punct::Comma) if depth == 0 => {
                    let has_name = is(at + 1, Punct::LBracket) || is(at + 1, Punct::Dot);
                    return !has_name && !is(at + 1, Punct::RBrace);
                }
                PpTokenKind::Punct(Punct::Semi) => return false,
                _ => {}
            }
        }
        false
    })
}
