//! The low bits of addresses that are certainly zero.
//!
//! In: a term. Out: how many of them are. It must not know what lies there.

use super::Round;
use crate::exec::terms::{Term, TermId};
use crate::ir::{BinaryOp, CastOp, Width};

/// How deep the term of an address is searched for factors of an index.
const ALIGNMENT_DEPTH: u32 = 12;

/// So many tell all places of words apart.
const ENOUGH: u32 = 3;

impl Round<'_> {
    /// How many low bits of a term are certainly zero, if so many of each number that it is made of are.
    pub(super) fn alignment(&self, term: TermId, of_others: u32) -> u32 {
        self.alignment_within(term, of_others, ALIGNMENT_DEPTH)
    }

    /// The same, looking this deep into it.
    fn alignment_within(&self, term: TermId, of_others: u32, depth: u32) -> u32 {
        let values = self.terms.values(term).set().unwrap_or_default();
        let of_values = values.iter().map(|value| value.trailing_zeros()).min();
        let (of_values, is_small) = (of_values.unwrap_or(0), of_values.is_some());
        let Some(depth) = depth.checked_sub(1).filter(|_| of_values < ENOUGH) else { return of_values };
        let of = |term: TermId| self.alignment_within(term, of_others, depth);
        let of_parts = match self.terms.term(term) {
            Term::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, a, b)
            | Term::Select(_, a, b) => of(a).min(of(b)),
            Term::Binary(BinaryOp::And, a, b) => of(a).max(of(b)),
            Term::Binary(BinaryOp::Mul, a, b) => of(a) + of(b),
            Term::Binary(BinaryOp::ShiftLeft, a, b) => {
                let shift = self.terms.constant_of(b).filter(|shift| *shift < 64);
                of(a) + shift.unwrap_or(0) as u32
            }
            Term::Cast(CastOp::ZeroExtend | CastOp::SignExtend, a) => of(a),
            Term::Input(_) if self.terms.width(term) == Width::POINTER && !is_small => of_others,
            _ => 0,
        };
        // Of few values a set may hold more than there are.
        of_values.max(of_parts)
    }
}
