//! What `_Generic` chooses by.
//!
//! In: a unit as it was parsed and as it was typed. Out: the first cast to a qualified type in what a `_Generic` chooses by.
//! The value of a cast has the unqualified type (C17, 6.5.4), and the C reader's crates keep the qualifiers, so that
//! another expression may have been chosen; which it was is no longer to be seen. It must not know what is lowered.

use rucc_ast::{Ast, Expr};
use rucc_diag::Span;
use rucc_sema::{Checked, ExprKind};
use rucc_types::Qualifiers;

/// The cast, if there is one.
pub fn by_qualified_cast(ast: &Ast, checked: &Checked) -> Option<Span> {
    let exprs = (0..ast.counts().exprs).map(rucc_ast::ExprId::from_usize);
    let controls: Vec<Span> = exprs
        .filter_map(|expr| match ast[expr] {
            Expr::Generic { control, .. } => Some(ast.expr_span(control)),
            _ => None,
        })
        .collect();
    if controls.is_empty() {
        return None;
    }
    let tast = &checked.tast;
    let qualified = [Qualifiers::CONST, Qualifiers::VOLATILE, Qualifiers::RESTRICT];
    (0..tast.counts().exprs).map(rucc_sema::ExprId::from_usize).find_map(|expr| {
        let is_value = matches!(tast[expr].kind, ExprKind::Cast(_) | ExprKind::Call { .. });
        let quals = checked.types.object_quals(tast[expr].ty);
        let span = tast.expr_span(expr);
        let inside = || controls.iter().any(|control| control.lo <= span.lo && span.hi <= control.hi);
        (is_value && qualified.iter().any(|one| quals.has(*one)) && inside()).then_some(span)
    })
}
