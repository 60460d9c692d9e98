//! Bit-fields under `#pragma pack`.
//!
//! In: the syntax tree of a unit. Out: the first bit-field whose place in its struct is gcc's secret: under a pragma that allows
//! more than one byte, `packed` and `aligned` put bit-fields elsewhere than the C reader's crates do. It must not know layouts.

use rucc_ast::{Ast, AttrList, Decl, DeclId, DeclSpecsId, Field, Member, TypeSpec};
use rucc_base::Interner;
use rucc_diag::Span;

/// Where such a bit-field is declared.
pub fn unclear(ast: &Ast, names: &Interner) -> Option<Span> {
    // Specifiers are numbered as they end: those of a declaration are behind all that are in it.
    let last = (0..ast.counts().decls).filter_map(|index| match ast[DeclId::from_usize(index)] {
        Decl::Var { specs, .. } | Decl::Function { specs, .. } => Some(specs.index()),
        _ => None,
    });
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
        _ => None,
    })
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
