//! Variables that are aligned less than objects of their type.
//!
//! In: the syntax tree and the typed tree of a unit. Out: the variables whose attribute `aligned` says less than their type, with what it
//! says, as gcc has it; the C reader's crates take it for the alignment of the type. And where the alignment of such a
//! variable is asked for, which the crates have answered by then. It must not know what hangs on an alignment.

use std::collections::{HashMap, HashSet};

use rucc_ast::{Ast, AttrArg, AttrList, Decl, Expr, UnaryOp};
use rucc_base::{Interner, Symbol};
use rucc_diag::Span;
use rucc_sema::{Checked, Const, DeclId, DeclKind, Eval, Linkage};
use rucc_target::TargetInfo;
use rucc_types::layout;

/// A declaration of a variable, with what its attributes say of the alignment: nothing where they do not say it.
struct Written {
    name: Symbol,
    place: Span,
    asked: Option<Asked>,
}

/// The most that the attributes of a declaration ask for.
enum Asked {
    /// What one says without a number, and `_Alignas`, is never less than a type has.
    NotLess,
    /// The places of the numbers.
    Numbers(Vec<Span>),
}

/// The variables that are aligned less than their type.
pub fn variables(ast: &Ast, checked: &Checked, target: &TargetInfo, names: &Interner) -> HashMap<DeclId, u64> {
    let written = written(ast, names);
    let says_number = |one: &Written| matches!(one.asked, Some(Asked::Numbers(_)));
    if !written.iter().any(says_number) {
        return HashMap::new();
    }
    let (tast, types) = (&checked.tast, &checked.types);
    let wanted: HashSet<Span> = written.iter().filter_map(|one| one.asked.as_ref()).flat_map(Asked::numbers).collect();
    let exprs = (0..tast.counts().exprs).map(rucc_sema::ExprId::from_usize);
    // The last expression at a place is the whole of it.
    let numbers: HashMap<Span, u64> = exprs
        .filter(|expr| wanted.contains(&tast.expr_span(*expr)))
        .filter_map(|expr| match Eval::new(tast, types, target, names).constant(expr) {
            Ok(Const::Int(number)) => Some((tast.expr_span(expr), u64::try_from(number).ok()?)),
            _ => None,
        })
        .collect();
    let is_apart = |decl: &DeclId| tast[*decl].linkage == Linkage::None;
    // What has no linkage is a variable of its own, whatever it is called.
    let apart: HashSet<Span> =
        (0..tast.counts().decls).map(DeclId::from_usize).filter(is_apart).map(|decl| tast.decl_span(decl)).collect();
    let mut found = HashMap::new();
    for decl in (0..tast.counts().decls).map(DeclId::from_usize) {
        let declared = &tast[decl];
        let natural = layout(types, declared.ty, target).map_or(1, |layout| layout.align);
        if declared.kind != DeclKind::Object || declared.alignment.map(u64::from) != Some(natural) {
            continue;
        }
        // The largest that any of its declarations has is what a variable has.
        let is_meant = |one: &&Written| match declared.linkage {
            Linkage::None => one.place == tast.decl_span(decl),
            _ => Some(one.name) == declared.name && !apart.contains(&one.place),
        };
        let asks = |one: &Written| match &one.asked {
            Some(Asked::Numbers(places)) => {
                places.iter().map(|place| numbers.get(place).copied().unwrap_or(1)).max().unwrap_or(natural)
            }
            _ => natural,
        };
        match written.iter().filter(is_meant).map(asks).max() {
            Some(asked) if asked < natural => found.insert(decl, asked.max(1)),
            _ => None,
        };
    }
    found
}

/// Where the alignment of such a variable is asked for.
pub fn asked(ast: &Ast, checked: &Checked, lessened: &HashMap<DeclId, u64>) -> Option<Span> {
    let names: HashSet<Symbol> = lessened.keys().filter_map(|decl| checked.tast[*decl].name).collect();
    if names.is_empty() {
        return None;
    }
    let mut exprs = (0..ast.counts().exprs).map(rucc_ast::ExprId::from_usize);
    let place = exprs.find(|expr| match ast[*expr] {
        Expr::AlignofExpr(operand) => variable(ast, operand).is_some_and(|name| names.contains(&name)),
        _ => false,
    });
    place.map(|expr| ast.expr_span(expr))
}

/// The variable that an expression is, `*&x` as well.
fn variable(ast: &Ast, expr: rucc_ast::ExprId) -> Option<Symbol> {
    match ast[expr] {
        Expr::Name(name) => Some(name),
        Expr::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, operand } | Expr::Extension(operand) => {
            variable(ast, operand)
        }
        _ => None,
    }
}

/// The declarations of variables.
fn written(ast: &Ast, names: &Interner) -> Vec<Written> {
    let mut found = Vec::new();
    for decl in (0..ast.counts().decls).map(rucc_ast::DeclId::from_usize) {
        let Decl::Var { specs, declarators } = ast[decl] else { continue };
        let specs = &ast[specs];
        if specs.is_typedef() {
            continue;
        }
        for item in &ast[declarators] {
            let declarator = &ast[item.declarator];
            let asked = match specs.align {
                Some(_) => Some(Asked::NotLess),
                None => asks(ast, names, [specs.attrs, item.attrs]),
            };
            found.extend(declarator.name.map(|name| Written { name, place: declarator.name_span, asked }));
        }
    }
    found
}

impl Asked {
    fn numbers(&self) -> Vec<Span> {
        match self {
            Asked::NotLess => Vec::new(),
            Asked::Numbers(places) => places.clone(),
        }
    }
}

/// What attributes ask for.
fn asks(ast: &Ast, names: &Interner, lists: [AttrList; 2]) -> Option<Asked> {
    let attributes = lists.iter().flat_map(|list| ast[*list].iter());
    let mut places = Vec::new();
    for attribute in attributes.filter(|attribute| names.resolve(attribute.name) == "aligned") {
        match ast[attribute.args].first() {
            Some(AttrArg::Expr(expr)) => places.push(ast.expr_span(*expr)),
            // The number of an enumerator, perhaps.
            Some(AttrArg::Ident(_)) => places.push(attribute.span),
            None => return Some(Asked::NotLess),
        }
    }
    (!places.is_empty()).then_some(Asked::Numbers(places))
}
