//! Casts to qualified types.
//!
//! In: the typed tree and the tokens of a unit. Out: the casts whose type is qualified, and the tokens with each of these
//! `(T)` as `(__typeof_unqual__(T))`. The value of a cast has the unqualified type (C17, 6.5.4); the C reader's crates keep
//! the qualifiers, which shows where a type is made of the cast: `typeof((const int)x)`, `_Generic((const int)x, …)`.
//! So a unit with such a cast is read once more. It must not know what is lowered.

use std::collections::HashSet;

use rucc_ast::{Ast, Expr};
use rucc_base::Interner;
use rucc_diag::Span;
use rucc_lex::{PpToken, PpTokenKind, Punct};
use rucc_sema::{Checked, ExprKind};
use rucc_types::Qualifiers;

/// The places of the casts whose type is qualified.
pub fn qualified(ast: &Ast, checked: &Checked) -> HashSet<Span> {
    let tast = &checked.tast;
    let exprs = (0..tast.counts().exprs).map(rucc_sema::ExprId::from_usize);
    let written = (0..ast.counts().exprs).map(rucc_ast::ExprId::from_usize);
    let written: HashSet<Span> =
        written.filter(|expr| matches!(ast[*expr], Expr::Cast { .. })).map(|expr| ast.expr_span(expr)).collect();
    let qualifiers = [Qualifiers::CONST, Qualifiers::VOLATILE, Qualifiers::RESTRICT];
    exprs
        .filter(|expr| {
            let quals = checked.types.object_quals(tast[*expr].ty);
            matches!(tast[*expr].kind, ExprKind::Cast(_)) && qualifiers.iter().any(|one| quals.has(*one))
        })
        .map(|expr| tast.expr_span(expr))
        // Others are made of what is no cast.
        .filter(|span| written.contains(span))
        .collect()
}

/// The tokens, with the types of these casts unqualified. What is put in stands at the places of its neighbours.
pub fn unqualified(tokens: &[PpToken], casts: &HashSet<Span>, names: &mut Interner) -> Vec<PpToken> {
    let casts: HashSet<u32> = casts.iter().map(|cast| cast.lo).collect();
    let operator = names.intern("__typeof_unqual__");
    let mut all = Vec::with_capacity(tokens.len() + 3 * casts.len());
    // How many brackets were open where the type of a cast began.
    let (mut open, mut begun) = (0usize, Vec::new());
    for token in tokens {
        match token.kind {
            PpTokenKind::Punct(Punct::LParen) => {
                open += 1;
                all.push(*token);
                if casts.contains(&token.span.lo) {
                    begun.push(open);
                    all.push(PpToken { kind: PpTokenKind::Ident, value: Some(operator), ..*token });
                    all.push(*token);
                }
            }
            PpTokenKind::Punct(Punct::RParen) => {
                if begun.last() == Some(&open) {
                    begun.pop();
                    all.push(*token);
                }
                open = open.saturating_sub(1);
                all.push(*token);
            }
            _ => all.push(*token),
        }
    }
    all
}
