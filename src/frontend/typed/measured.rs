//! Operands that C evaluates for their type.
//!
//! In: the syntax tree and the typed tree of a unit. Out: the first operand of `sizeof` or `typeof`, or the first type of a `va_arg`, that is
//! evaluated, as its type has a length that is no constant (C17, 6.5.3.4; C23, 6.7.3.6), and that does something besides. The
//! crates keep of it no more than the length. It must not know what is lowered.

use rucc_ast::{Ast, Decl, Expr, TypeNameId, TypeSpec, TypeofArg, UnaryOp};
use rucc_diag::Span;
use rucc_sema::{Checked, ExprKind};
use rucc_types::{ArrayLen, TypeId, TypeKind, Types};

/// How much of a type has to have such a length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modified {
    /// It is an array of such a length.
    Itself,
    /// Or points to one.
    Anywhere,
}

/// Where such an operand stands.
pub fn that_acts(ast: &Ast, checked: &Checked) -> Option<Span> {
    let tast = &checked.tast;
    let exprs = || (0..tast.counts().exprs).map(rucc_sema::ExprId::from_usize);
    // Few units have such a type, and then few expressions of it.
    let is_modified = |expr: &rucc_sema::ExprId| has_length(&checked.types, tast[*expr].ty, Modified::Anywhere);
    let modified: Vec<rucc_sema::ExprId> = exprs().filter(is_modified).collect();
    if modified.is_empty() {
        return None;
    }
    let arguments = modified.iter().filter(|expr| matches!(tast[**expr].kind, ExprKind::VaArg { .. }));
    let asked = operands(ast).into_iter().chain(arguments.map(|expr| (tast.expr_span(*expr), Modified::Anywhere)));
    let mut asked: Vec<(Span, Modified)> = asked.collect();
    asked.retain(|(place, how)| {
        let of_place = modified.iter().filter(|expr| tast.expr_span(**expr) == *place);
        of_place.map(|expr| tast[*expr].ty).any(|ty| has_length(&checked.types, ty, *how))
    });
    let acts = |expr: &rucc_sema::ExprId| match tast[*expr].kind {
        ExprKind::Unary { op, .. } => {
            matches!(op, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec)
        }
        ref kind => matches!(
            kind,
            ExprKind::Assign { .. } | ExprKind::Call { .. } | ExprKind::Atomic { .. } | ExprKind::StmtExpr(_)
        ),
    };
    let acting: Vec<Span> = exprs().filter(acts).map(|expr| tast.expr_span(expr)).collect();
    let within = |place: &Span| acting.iter().any(|inner| place.lo <= inner.lo && inner.hi <= place.hi);
    asked.into_iter().map(|(place, _)| place).find(within)
}

/// The operands of `sizeof` and `typeof` that are expressions.
fn operands(ast: &Ast) -> Vec<(Span, Modified)> {
    let mut found = Vec::new();
    let mut specs = Vec::new();
    let of_name = |name: TypeNameId| ast[name].specs;
    for expr in (0..ast.counts().exprs).map(rucc_ast::ExprId::from_usize) {
        match ast[expr] {
            Expr::SizeofExpr(operand) => found.push((ast.expr_span(operand), Modified::Itself)),
            Expr::SizeofType(name) | Expr::Cast { ty: name, .. } => specs.push(of_name(name)),
            _ => {}
        }
    }
    for decl in (0..ast.counts().decls).map(rucc_ast::DeclId::from_usize) {
        if let Decl::Var { specs: of, .. } = ast[decl] {
            specs.push(of);
        }
    }
    for of in specs {
        if let TypeSpec::Typeof { operand: TypeofArg::Expr(operand), .. } = ast[of].ty {
            found.push((ast.expr_span(operand), Modified::Anywhere));
        }
    }
    found
}

fn has_length(types: &Types, ty: TypeId, modified: Modified) -> bool {
    let mut ty = ty;
    loop {
        match types.kind(types.canonical(ty)) {
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => return true,
            TypeKind::Array { elem, .. } => ty = elem,
            TypeKind::Pointer(inner) if modified == Modified::Anywhere => ty = inner,
            _ => return false,
        }
    }
}
