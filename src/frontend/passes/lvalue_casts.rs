//! Casts of what an instruction writes.
//!
//! In: the tokens of a unit. Out: the tokens without the casts of output operands, `asm("…" : "=r" ((unsigned long) x))`. GCC takes a
//! cast for what is cast there, if both have one size, and complains of all others, as of all else that is no lvalue. It must not know
//! what instructions do.
//!
//! What stands in parentheses in front of a name, a star or another parenthesis is a cast: else the operand would be a product or a call,
//! which are no lvalues.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{closing, deeper, is, name_at};

/// How a statement of instructions begins.
const BEGINS: [&str; 3] = ["asm", "__asm", "__asm__"];

/// The tokens without such casts.
pub fn stripped(tokens: Vec<PpToken>, names: &Interner) -> Vec<PpToken> {
    let begins = |at: &usize| name_at(&tokens, *at, names).is_some_and(|name| BEGINS.contains(&name));
    let casts: Vec<(usize, usize)> =
        (0..tokens.len()).filter(begins).flat_map(|at| casts_of(&tokens, at, names)).collect();
    if casts.is_empty() {
        return tokens;
    }
    let is_cast = |at: usize| casts.iter().any(|(open, close)| (*open..=*close).contains(&at));
    tokens.iter().enumerate().filter(|(at, _)| !is_cast(*at)).map(|(_, token)| *token).collect()
}

/// The casts of the outputs of a statement, each by its parentheses.
fn casts_of(tokens: &[PpToken], begin: usize, names: &Interner) -> Vec<(usize, usize)> {
    // `volatile`, `inline` and `goto` may stand there.
    let open = (begin + 1..tokens.len()).find(|at| name_at(tokens, *at, names).is_none());
    let Some((open, close)) = open.and_then(|open| Some((open, closing(tokens, open)?))) else { return Vec::new() };
    if !is(tokens, open, Punct::LParen) {
        return Vec::new();
    }
    let mut depth = 0;
    let mut colons = (open..close).filter(|at| {
        depth += deeper(&tokens[*at]);
        depth == 1 && is(tokens, *at, Punct::Colon)
    });
    let Some(first) = colons.next() else { return Vec::new() };
    let last = colons.next().unwrap_or(close);
    let mut casts = Vec::new();
    let mut at = first + 1;
    while at < last {
        let operand = is(tokens, at, Punct::LParen).then(|| closing(tokens, at)).flatten();
        let Some(end) = operand else {
            at += 1;
            continue;
        };
        let mut inner = at + 1;
        while is(tokens, inner, Punct::LParen)
            && let Some(cast) = closing(tokens, inner)
            && cast + 1 < end
            && is_operand(&tokens[cast + 1])
        {
            casts.push((inner, cast));
            inner = cast + 1;
        }
        at = end + 1;
    }
    casts
}

/// Whether what is cast can begin here.
fn is_operand(token: &PpToken) -> bool {
    matches!(token.kind, PpTokenKind::Ident | PpTokenKind::Punct(Punct::Star | Punct::LParen))
}
