//! Where the C reader's crates lay out otherwise than gcc.
//!
//! In: the syntax tree of a unit. Out: the first bit-field whose place in its struct is gcc's secret: under a pragma that allows
//! more than one byte, `packed` and `aligned` put bit-fields elsewhere than the crates do, and so do an alignment that is less than the type's and a type whose name was declared with one; and
//! where the alignment of a member is asked for. It must not know layouts.

use rucc_ast::{
    Ast, AttrArg, AttrList, Builtin, BuiltinSet, Decl, DeclId, DeclSpecsId, Expr, ExprId, Field, Member, TypeSpec,
};
use std::collections::HashSet;

use rucc_base::{Interner, Symbol};
use rucc_diag::Span;

/// Where such a bit-field is declared.
pub fn unclear(ast: &Ast, names: &Interner) -> Option<Span> {
    // Specifiers are numbered as they end: those of a declaration are behind all that are in it.
    let last = (0..ast.counts().decls).filter_map(|index| match ast[DeclId::from_usize(index)] {
        Decl::Var { specs, .. } | Decl::Function { specs, .. } => Some(specs.index()),
        _ => None,
    });
    let aligned = aligned_types(ast, names);
    let mut specs = (0..last.max().map_or(0, |last| last + 1)).map(DeclSpecsId::from_usize);
    specs.find_map(|specs| match ast[specs].ty {
        TypeSpec::Record { fields: Some(fields), attrs, pragmas, .. } if pragmas.pack.is_some_and(|pack| pack > 1) => {
            let packed = has(ast, names, attrs, &["packed"]);
            let mut fields = ast[fields].iter().filter_map(|member| match member {
                Member::Field(field) if field.bits.is_some() => Some(field),
                _ => None,
            });
            fields.find(|field| packed || is_placed(ast, names, field)).map(|field| field.span)
        }
        TypeSpec::Record { fields: Some(fields), .. } => {
            let mut fields = ast[fields].iter().filter_map(|member| match member {
                Member::Field(field) if field.bits.is_some() => Some(field),
                _ => None,
            });
            let has_aligned_type = |field: &Field| is_one_of(&ast[field.specs].ty, &aligned);
            fields.find(|field| is_lessened(ast, names, field) || has_aligned_type(field)).map(|field| field.span)
        }
        _ => None,
    })
}

fn is_one_of(ty: &TypeSpec, names: &HashSet<Symbol>) -> bool {
    matches!(ty, TypeSpec::Typedef(name) if names.contains(name))
}

/// The names of types that are declared with an alignment of their own, and those that stand for one of these.
fn aligned_types(ast: &Ast, names: &Interner) -> HashSet<Symbol> {
    let mut found = HashSet::new();
    for index in 0..ast.counts().decls {
        let Decl::Var { specs, declarators } = ast[DeclId::from_usize(index)] else { continue };
        let specs = &ast[specs];
        if !specs.is_typedef() {
            continue;
        }
        let is_aligned = has(ast, names, specs.attrs, &["aligned"]) || is_one_of(&specs.ty, &found);
        let declarators = ast[declarators].iter();
        let those = declarators.filter(|one| is_aligned || has(ast, names, one.attrs, &["aligned"]));
        let new: Vec<Symbol> = those.filter_map(|one| ast[one.declarator].name).collect();
        found.extend(new);
    }
    found
}

/// Whether a bit-field is to be aligned less than its type is: gcc has it begin there, and the crates where its type would.
fn is_lessened(ast: &Ast, names: &Interner, field: &Field) -> bool {
    let specs = &ast[field.specs];
    let least = match specs.ty {
        TypeSpec::Builtin(Builtin { set, .. }) if set.has(BuiltinSet::CHAR) || set.has(BuiltinSet::BOOL) => 1,
        TypeSpec::Builtin(Builtin { set, .. }) if set.has(BuiltinSet::SHORT) => 2,
        TypeSpec::Builtin(Builtin { longs: 0, .. }) | TypeSpec::Enum { underlying: None, .. } => 4,
        _ => 8,
    };
    let is_enough = |argument: &AttrArg| match argument {
        AttrArg::Expr(expr) => matches!(ast[*expr], Expr::Int(number) if ast[number].value >= least),
        AttrArg::Ident(_) => false,
    };
    let attributes = [field.attrs, specs.attrs].into_iter().flat_map(|attrs| &ast[attrs]);
    let mut asked = attributes.filter(|attribute| names.resolve(attribute.name) == "aligned");
    asked.any(|attribute| !ast[attribute.args].iter().all(is_enough))
}

/// Where the alignment of a member is asked for, which the C reader's crates take for that of its type: what the member or its struct
/// says of it is not looked at.
pub fn of_member(ast: &Ast) -> Option<Span> {
    let exprs = (0..ast.counts().exprs).map(ExprId::from_usize);
    let mut asked = exprs.filter_map(|expr| match ast[expr] {
        Expr::AlignofExpr(operand) => Some((expr, operand)),
        _ => None,
    });
    asked.find(|(_, operand)| matches!(ast[*operand], Expr::Member { .. })).map(|(expr, _)| ast.expr_span(expr))
}

/// Whether a member says how it is to be aligned.
fn is_placed(ast: &Ast, names: &Interner, field: &Field) -> bool {
    let specs = &ast[field.specs];
    specs.align.is_some()
        || [field.attrs, specs.attrs].into_iter().any(|attrs| has(ast, names, attrs, &["packed", "aligned"]))
}

fn has(ast: &Ast, names: &Interner, attrs: AttrList, wanted: &[&str]) -> bool {
    ast[attrs].iter().any(|attribute| wanted.contains(&names.resolve(attribute.name)))
}
