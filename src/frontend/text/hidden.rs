//! Names of macros that are not replaced because they have come out of their own replacement.
//!
//! In: the tokens of the preprocessor and the macros that there are at the end. Out: one that another preprocessor may replace. It must not know what becomes
//! of it.
//!
//! C leaves open for how long a macro is not replaced that comes up again within what replaces it. The preprocessor here remembers it
//! for good, gcc until it has read past the end of the replacement. They differ where another macro brings the name up, which
//! programs use to have macros go round (`#define AGAIN() EACH`), and agree where the replacement itself has the name. A
//! call of such a name is one of a function for one of them and a use of the macro for the other.

use rucc_lex::Punct;
use rucc_pp::{MacroTable, Tok};

/// The first name of a macro with arguments in front of a parenthesis that has come out of another macro, where the macro itself has been
/// replaced within the same use: something of its text is there.
pub fn hidden(tokens: &[Tok], macros: &MacroTable) -> Option<usize> {
    let stays = |pair: &[Tok]| {
        let (token, next) = (pair[0], pair[1]);
        let Some(defined) = token.ident().and_then(|name| macros.lookup(name)) else { return false };
        let is_use = defined.function_like && defined.builtin.is_none() && next.is(Punct::LParen);
        let is_of_it = |other: &Tok| defined.body.iter().any(|own| own.span == other.span);
        let is_replaced = || tokens.iter().any(|other| other.expansion == token.expansion && is_of_it(other));
        is_use && !token.expansion.is_dummy() && !is_of_it(&token) && is_replaced()
    };
    tokens.windows(2).position(stays)
}
