//! Whether two units mean compatible types.
//!
//! In: two types, each of its own unit. Out: whether C lets an object or function be declared as the one and defined
//! as the other (C11 6.2.7). Whether something is `const` or `restrict` is not looked at: it changes nothing about what
//! is accessed, and units often differ there. It must not know expressions.

use std::collections::HashSet;

use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ArrayLen, FunctionType, Qualifiers, RecordId, Symbol, TypeId, TypeKind};
use crate::frontend::typed::types::Shape;

/// Whether a declaration of the one type is one of the other.
pub fn compatible(left: (&Input<'_>, TypeId), right: (&Input<'_>, TypeId)) -> bool {
    let mut comparison = Comparison { left: *left.0, right: *right.0, assumed: HashSet::new() };
    comparison.same(left.1, right.1)
}

struct Comparison<'a, 'b> {
    left: Input<'a>,
    right: Input<'b>,
    /// Records that are being compared: they are the same unless a difference is found.
    assumed: HashSet<(RecordId, RecordId)>,
}

impl Comparison<'_, '_> {
    fn same(&mut self, left: TypeId, right: TypeId) -> bool {
        let volatile = |input: &Input<'_>, ty: TypeId| input.types.object_quals(ty).has(Qualifiers::VOLATILE);
        volatile(&self.left, left) == volatile(&self.right, right) && self.same_unqualified(left, right)
    }

    fn same_unqualified(&mut self, left: TypeId, right: TypeId) -> bool {
        let kinds = (
            self.left.types.kind(self.left.types.canonical(left)),
            self.right.types.kind(self.right.types.canonical(right)),
        );
        match kinds {
            (TypeKind::Atomic(a), TypeKind::Atomic(b)) | (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                self.same(a, b)
            }
            (TypeKind::Array { elem: a, len: l }, TypeKind::Array { elem: b, len: r }) => {
                let lengths = match (l, r) {
                    (ArrayLen::Fixed(l), ArrayLen::Fixed(r)) => l == r,
                    _ => true,
                };
                lengths && self.same(a, b)
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => {
                let (a, b) = (self.left.types.signature(a).clone(), self.right.types.signature(b).clone());
                self.same_functions(&a, &b)
            }
            (TypeKind::Record(a), TypeKind::Record(b)) => self.same_records(a, b),
            // An enumeration is compatible with the integer type that it is.
            (TypeKind::Int(_) | TypeKind::Enum(_), TypeKind::Int(_) | TypeKind::Enum(_)) => {
                let (l, r) = (self.left.shape(left), self.right.shape(right));
                l == r || matches!((l, r), (Shape::Refused(_), _) | (_, Shape::Refused(_)))
            }
            (TypeKind::Float(a), TypeKind::Float(b)) => a == b,
            (TypeKind::Complex(a), TypeKind::Complex(b)) => self.same(a, b),
            (TypeKind::Vector { elem: a, len: l }, TypeKind::Vector { elem: b, len: r }) => l == r && self.same(a, b),
            (TypeKind::BitInt { signed: s, width: w }, TypeKind::BitInt { signed, width }) => (s, w) == (signed, width),
            (TypeKind::Void, TypeKind::Void) | (TypeKind::Bool, TypeKind::Bool) => true,
            _ => false,
        }
    }

    fn same_functions(&mut self, left: &FunctionType, right: &FunctionType) -> bool {
        if !self.same_unqualified(left.ret, right.ret) {
            return false;
        }
        if !left.prototyped || !right.prototyped {
            return true;
        }
        left.variadic == right.variadic
            && left.params.len() == right.params.len()
            && left.params.iter().zip(&right.params).all(|(a, b)| self.same_unqualified(*a, *b))
    }

    fn same_records(&mut self, left: RecordId, right: RecordId) -> bool {
        if !self.assumed.insert((left, right)) {
            return true;
        }
        let (a, b) = (self.left.types.record_info(left).clone(), self.right.types.record_info(right).clone());
        let tag = |input: &str, other: &str| input == other;
        let tags = match (a.tag, b.tag) {
            (Some(a), Some(b)) => tag(self.left.names.resolve(a), self.right.names.resolve(b)),
            (None, None) => true,
            _ => false,
        };
        if a.kind != b.kind || !tags {
            return false;
        }
        if a.layout.is_none() || b.layout.is_none() {
            return true;
        }
        let name = |input: &Input<'_>, name: Option<Symbol>| {
            name.map_or(String::new(), |name| input.names.resolve(name).to_string())
        };
        a.fields.len() == b.fields.len()
            && a.fields.iter().zip(&b.fields).all(|(l, r)| {
                name(&self.left, l.name) == name(&self.right, r.name)
                    && (l.offset, l.bit, l.bits) == (r.offset, r.bit, r.bits)
                    && self.same(l.ty, r.ty)
            })
    }
}
