//! The Boolean algebra over which relations are evaluated.
//!
//! In: nothing. Out: the trait [`Algebra`] and its simplest instance [`Bool`], which checks one execution. The CNF
//! algebra of the SAT side is another instance. It must not know what a relation or a model is.
//!
//! An element says whether a pair of events is in a relation. The evaluator stores no element that equals
//! [`Algebra::zero`] and asks the algebra nothing about constants, so an algebra of `constant | literal` stays as
//! sparse as its constants allow, and what remains constant is the may/must analysis.
//!
//! Polarity: `and` and `or` are asked for exactly (both directions of the definition). Where a base relation occurs
//! only positively in a model (see [`super::Model::polarity`]), an algebra may define its gates in one direction
//! only: a true operation must force a true result, because every axiom forbids something. The operand of
//! [`Algebra::not`] always needs both directions.

use std::fmt::Debug;

/// Conjunction, disjunction and negation over some elements.
pub trait Algebra {
    /// Whether a pair or an event belongs. Equal elements must denote equal conditions; unequal ones may too.
    type Elem: Copy + Eq + Debug;

    /// The condition that never holds.
    fn zero(&self) -> Self::Elem;
    /// The condition that always holds.
    fn one(&self) -> Self::Elem;
    fn and(&mut self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// The evaluator passes at least two elements, none of them constant; other callers may pass anything.
    fn or(&mut self, items: &[Self::Elem]) -> Self::Elem;
    fn not(&mut self, a: Self::Elem) -> Self::Elem;

    /// Whether elements may be conditions that are decided later, so that recursive definitions need unknowns.
    fn has_unknowns(&self) -> bool {
        false
    }

    /// A condition that is open.
    fn unknown(&mut self) -> Self::Elem {
        panic!("this algebra has no unknowns; please report this")
    }

    /// Demands that the last holds where all of the others do.
    fn demand(&mut self, _: &[Self::Elem], _: Self::Elem) {
        panic!("this algebra has no unknowns; please report this")
    }
}

/// The two-valued algebra: the relations of one concrete execution.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bool;

impl Algebra for Bool {
    type Elem = bool;

    fn zero(&self) -> bool {
        false
    }

    fn one(&self) -> bool {
        true
    }

    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }

    fn or(&mut self, items: &[bool]) -> bool {
        items.iter().any(|item| *item)
    }

    fn not(&mut self, a: bool) -> bool {
        !a
    }
}

/// The operations with constants folded before the algebra is asked.
pub(super) trait Fold: Algebra {
    fn fold_and(&mut self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        if a == self.zero() || b == self.zero() {
            self.zero()
        } else if a == self.one() || a == b {
            b
        } else if b == self.one() {
            a
        } else {
            self.and(a, b)
        }
    }

    /// The disjunction of the items; `items` is used up as scratch space.
    fn fold_or(&mut self, items: &mut Vec<Self::Elem>) -> Self::Elem {
        let (zero, one) = (self.zero(), self.one());
        if items.contains(&one) {
            return one;
        }
        items.retain(|item| *item != zero);
        match items.as_slice() {
            [] => zero,
            [only] => *only,
            [first, rest @ ..] if rest.iter().all(|item| item == first) => *first,
            several => self.or(several),
        }
    }

    fn fold_not(&mut self, a: Self::Elem) -> Self::Elem {
        if a == self.zero() {
            self.one()
        } else if a == self.one() {
            self.zero()
        } else {
            self.not(a)
        }
    }
}

impl<A: Algebra> Fold for A {}
