//! Indices of arrays that are part of something larger.
//!
//! In: the typed tree. Out: how many elements an array has that an index must not leave. It must not know how that is looked
//! at.
//!
//! An index that leaves an array is undefined though it stays in the object (C17, 6.5.6): `row[0][3]` of rows of three, or
//! a member of the struct that the array is a member of. What leaves the object is found where it is accessed, so that only
//! arrays within something larger need a look; so does a row that a pointer to rows leads to. As gcc has it, an array at the end
//! of what a pointer leads to or of a whole object is as long as that: structs that end in an array of one element or of none are
//! written so, and get more memory than their type says. It begins where it begins all the same.

use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ArrayLen, BinaryOp, Conversion, ExprId, ExprKind, RecordKind, TypeKind, UnaryOp};
use crate::ir::{Sign, Width};

/// What is said of an index that leaves its array.
pub const BEYOND: &str = "an index is not one of the array's";

/// What an address is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// What lies there is accessed.
    Access,
    /// Nothing is accessed: the place behind the last element is one, too.
    Address,
}

impl Input<'_> {
    /// The array whose first element a pointer points to by its form.
    pub fn decayed(&self, pointer: ExprId) -> Option<ExprId> {
        match self.tast[pointer].kind {
            ExprKind::Convert { kind: Conversion::ArrayDecay, operand } => Some(operand),
            _ => None,
        }
    }

    /// The length of the array that is indexed, if it is part of something larger that goes on behind it.
    pub fn length_within(&self, base: ExprId) -> Option<ArrayLen> {
        let array = self.decayed(base)?;
        let TypeKind::Array { len, .. } = self.bare(self.ty(array)) else { return None };
        let is_known = match len {
            // One of no elements is there for what lies behind it.
            ArrayLen::Fixed(length) => length > 0,
            ArrayLen::Variable(_) => true,
            ArrayLen::Unknown | ArrayLen::Star => false,
        };
        (is_known && !self.is_at_end(array)).then_some(len)
    }

    /// Whether the array that is indexed is a member, before which something else may lie.
    pub fn is_behind_others(&self, base: ExprId) -> bool {
        self.decayed(base).is_some_and(|array| matches!(self.tast[array].kind, ExprKind::Member { .. }))
    }

    /// Whether nothing of a larger object lies behind this part of it, as far as its form shows.
    fn is_at_end(&self, part: ExprId) -> bool {
        match self.tast[part].kind {
            ExprKind::Member { base, field } => self.record(self.ty(base)).is_none_or(|record| {
                let is_last = record.kind == RecordKind::Union || field as usize + 1 == record.fields.len();
                is_last && self.is_at_end(base)
            }),
            // An element, which others are behind, or it is itself what a pointer leads to as an array of this length.
            ExprKind::Subscript { .. } => false,
            // `*&part` is the part itself, and `*rows` is `rows[0]`.
            ExprKind::Unary { op: UnaryOp::Deref, operand } => match self.tast[operand].kind {
                ExprKind::Unary { op: UnaryOp::AddrOf, operand: part } => self.is_at_end(part),
                _ => !matches!(self.bare(self.ty(part)), TypeKind::Array { .. }),
            },
            _ => true,
        }
    }

    /// Whether an index is below this by its form: what is left of a division of something unsigned, or some bits of a number.
    pub fn is_below(&self, index: ExprId, length: ArrayLen) -> bool {
        matches!(length, ArrayLen::Fixed(length) if self.is_less_than(index, length))
    }

    fn is_less_than(&self, index: ExprId, length: u64) -> bool {
        let is_unsigned = |expr: ExprId| self.shape_of(expr).sign() == Sign::Unsigned;
        let up_to = |bound: ExprId, most: u64| {
            self.constant_number(bound).is_some_and(|bound| (0..=i128::from(most)).contains(&bound))
        };
        let is_int = |expr: ExprId| self.shape_of(expr).width().is_some_and(|width| width >= Width::INT);
        match self.tast[index].kind {
            // Widened, or as another type of these bits, it is the same number if it is small.
            ExprKind::Convert { operand, .. } if is_int(index) && length <= 1 << 31 => {
                self.is_less_than(operand, length)
            }
            ExprKind::Binary { op: BinaryOp::Rem, rhs, .. } => is_unsigned(index) && up_to(rhs, length),
            ExprKind::Binary { op: BinaryOp::BitAnd, lhs, rhs } => {
                [lhs, rhs].into_iter().any(|mask| up_to(mask, length - 1))
            }
            _ => false,
        }
    }
}
