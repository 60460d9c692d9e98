//! Alignments that the C reader's crates lose.
//!
//! In: the tokens of a unit. Out: the first attribute that aligns something and that they take no notice of: one in front of a name in
//! parentheses, `int (__attribute__((aligned(16))) x);`, and one behind the type of which an alignment is asked for. It must not know
//! what is aligned.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{around, closing, is, name_at};

/// The token with which such an attribute begins.
pub fn lost(tokens: &[PpToken], names: &Interner) -> Option<usize> {
    let name = |at: usize| name_at(tokens, at, names);
    (1..tokens.len()).find(|begin| {
        if !matches!(name(*begin), Some("__attribute__" | "__attribute")) {
            return false;
        }
        let Some(end) = closing(tokens, begin + 1) else { return false };
        let aligns = (*begin..end).any(|at| matches!(name(at), Some("aligned" | "__aligned__")));
        let asks = |at: usize| matches!(name(at), Some("_Alignof" | "__alignof__" | "__alignof" | "alignof"));
        let is_asked = || {
            is(tokens, end + 1, Punct::RParen) && around(tokens, *begin).is_some_and(|open| open > 0 && asks(open - 1))
        };
        aligns && (is(tokens, begin - 1, Punct::LParen) && is_declarator(tokens, end + 1, names) || is_asked())
    })
}

/// Whether an object is named here, in parentheses: what stands so in a cast or in the list of parameters is a type.
fn is_declarator(tokens: &[PpToken], at: usize, names: &Interner) -> bool {
    if is(tokens, at, Punct::Star) {
        return true;
    }
    let Some(name) = name_at(tokens, at, names) else { return false };
    // The alignment of a function changes nothing that a program can ask for.
    let is_function = is(tokens, at + 1, Punct::RParen) && is(tokens, at + 2, Punct::LParen);
    let ends = is(tokens, at + 1, Punct::RParen) || is(tokens, at + 1, Punct::LBracket);
    ends && !is_function && !is_known(name) && !is_defined(tokens, name, names)
}

/// Whether this is the name of a type, all that stands in a parenthesis.
fn is_known(name: &str) -> bool {
    matches!(name, "int" | "char" | "short" | "long" | "unsigned" | "signed" | "float" | "double" | "_Bool" | "void")
}

/// Whether a `typedef` of the unit defines the name.
fn is_defined(tokens: &[PpToken], wanted: &str, names: &Interner) -> bool {
    let ends =
        |at: usize| matches!(tokens.get(at).map(|token| token.kind), Some(PpTokenKind::Punct(punct)) if is_end(punct));
    let (mut depth, mut is_definition) = (0, false);
    for at in 0..tokens.len() {
        // Members are in braces.
        depth += i32::from(is(tokens, at, Punct::LBrace)) - i32::from(is(tokens, at, Punct::RBrace));
        let name = name_at(tokens, at, names);
        match name {
            Some("typedef") => (depth, is_definition) = (0, true),
            _ if depth > 0 => {}
            _ if is(tokens, at, Punct::Semi) => is_definition = false,
            _ if is_definition && name == Some(wanted) && ends(at + 1) => return true,
            _ => {}
        }
    }
    false
}

/// Whether the name that is defined may stand in front of it.
fn is_end(punct: Punct) -> bool {
    matches!(punct, Punct::Semi | Punct::Comma | Punct::LBracket | Punct::RParen)
}
