//! Initialisers that go on behind elements of an array that are named together.
//!
//! In: the tokens of a unit. Out: where they do. It must not know types.

use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{around, closing, deeper, is};

/// Where elements of an array that are named together, `[0 ... 2]`, are given a part, and what comes behind has no name: C lets that go on
/// behind the last of them, and the C reader's crates behind each.
pub fn going_on(tokens: &[PpToken]) -> Option<usize> {
    (0..tokens.len()).find(|at| is(tokens, *at, Punct::Ellipsis) && goes_on(tokens, *at).unwrap_or(false))
}

/// Whether the value for a part of the elements that are named here has one behind it without a name.
fn goes_on(tokens: &[PpToken], range: usize) -> Option<bool> {
    // Parameters and values of a case are in no such brackets.
    let close = around(tokens, range)
        .filter(|open| is(tokens, *open, Punct::LBracket))
        .and_then(|open| closing(tokens, open))?;
    if !is(tokens, close + 1, Punct::Dot) && !is(tokens, close + 1, Punct::LBracket) {
        return None;
    }
    // The comma behind the value, or the brace that closes the list.
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(close + 1) {
        depth += deeper(token);
        match token.kind {
            _ if depth < 0 => return None,
            PpTokenKind::Punct(Punct::Semi) if depth == 0 => return None,
            PpTokenKind::Punct(Punct::Comma) if depth == 0 => {
                let has_name = is(tokens, at + 1, Punct::LBracket) || is(tokens, at + 1, Punct::Dot);
                return Some(!has_name && !is(tokens, at + 1, Punct::RBrace));
            }
            _ => {}
        }
    }
    None
}
