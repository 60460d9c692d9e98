//! What a value hangs on in name only.
//!
//! In: a term. Out: the inputs that occur in it and change nothing, whatever values they and the others have; the way of a choice that
//! would do without the other one. It must not know what an input stands for.
//!
//! All values of all inputs are tried, so that it does not matter how the term is written: `(r + 1) - r`, `(r & ~r) + 1`. Where they
//! are too many, or the term is too large, nothing is said.

use super::{InputId, Term, TermId, Terms};
use rustc_hash::FxHashMap;

/// So many combinations of values are tried.
const COMBINATIONS: usize = 256;

/// Terms are made of so many others at most.
const SIZE: usize = 64;

/// An input, and the values that it may have.
type Tried<'t> = (InputId, &'t [u64]);

impl Terms {
    /// The inputs of a term that change nothing, as far as that can be tried.
    pub fn idle_inputs(&self, id: TermId) -> Vec<InputId> {
        let Some(inputs) = self.tried(id) else { return Vec::new() };
        // The first input moves fastest: each value of it is next to the one before, and so on.
        let combinations: usize = inputs.iter().map(|(_, values)| values.len()).product();
        let outcomes: Vec<u64> = (0..combinations).map(|number| self.outcome(id, &inputs, number)).collect();
        let mut stride = 1;
        let mut idle = Vec::new();
        for (input, values) in &inputs {
            let block = stride * values.len();
            let is_same = |at: usize| outcomes[at] == outcomes[at - at % block + at % stride];
            if (0..combinations).all(is_same) {
                idle.push(*input);
            }
            stride = block;
        }
        idle
    }

    /// The way of a choice whose value it always is, also where it came the other way, as far as that can be tried: `b` of `a == b ? a : b`.
    pub fn only_way(&self, id: TermId) -> Option<TermId> {
        let Term::Select(_, yes, no) = self.term(id) else { return None };
        let inputs = self.tried(id)?;
        let combinations: usize = inputs.iter().map(|(_, values)| values.len()).product();
        let is_always = |way: &TermId| {
            (0..combinations).all(|number| self.outcome(id, &inputs, number) == self.outcome(*way, &inputs, number))
        };
        [no, yes].into_iter().find(is_always)
    }

    /// The inputs of a term with their values, if they are few.
    fn tried(&self, id: TermId) -> Option<Vec<Tried<'_>>> {
        let mut inputs = Vec::new();
        let mut combinations = 1usize;
        for (number, part) in self.below(id).enumerate() {
            if number >= SIZE {
                return None;
            }
            if let Term::Input(input) = self.term(part) {
                let values = self.values(part).set()?;
                combinations = combinations.checked_mul(values.len()).filter(|all| *all <= COMBINATIONS)?;
                inputs.push((input, values));
            }
        }
        Some(inputs)
    }

    /// What a term is for the combination of this number.
    fn outcome(&self, id: TermId, inputs: &[Tried<'_>], mut number: usize) -> u64 {
        let mut chosen: FxHashMap<InputId, u64> = FxHashMap::default();
        for (input, values) in inputs {
            chosen.insert(*input, values[number % values.len()]);
            number /= values.len();
        }
        self.evaluate(id, &mut FxHashMap::default(), &|input| chosen[&input])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{InputId, TermId, Terms};
    use crate::exec::values::Values;
    use crate::ir::{BinaryOp, UnaryOp, Width};

    fn input(terms: &mut Terms, values: u64) -> (InputId, TermId) {
        terms.input(Width::INT, Values::of((0..values).collect()))
    }

    #[test]
    fn what_cancels_out_changes_nothing() {
        let mut terms = Terms::default();
        let ((first, a), (_, b)) = (input(&mut terms, 2), input(&mut terms, 3));
        let sum = terms.binary(BinaryOp::Add, a, b);
        let rest = terms.binary(BinaryOp::Sub, sum, a);
        assert_eq!(terms.idle_inputs(sum), []);
        assert_eq!(terms.idle_inputs(rest), [first]);
        let other = terms.unary(UnaryOp::Not, b);
        let none = terms.binary(BinaryOp::And, b, other);
        assert!(terms.sources_of(none).is_empty() || terms.idle_inputs(none).len() == 1);
    }

    #[test]
    fn one_of_two_equal_ways_will_do() {
        let mut terms = Terms::default();
        let ((_, a), (_, b)) = (input(&mut terms, 2), input(&mut terms, 2));
        let zero = terms.constant(0, Width::INT);
        let is_same = terms.binary(BinaryOp::Equal, a, b);
        let is_zero = terms.binary(BinaryOp::Equal, b, zero);
        let (same, other) = (terms.select(is_same, a, b), terms.select(is_zero, a, b));
        assert_eq!(terms.only_way(same), Some(b));
        assert_eq!(terms.only_way(other), None);
        assert_eq!(terms.only_way(a), None);
    }

    #[test]
    fn of_many_values_nothing_is_said() {
        let mut terms = Terms::default();
        let ((_, a), (_, b)) = (input(&mut terms, 100), input(&mut terms, 3));
        let sum = terms.binary(BinaryOp::Add, a, b);
        let rest = terms.binary(BinaryOp::Sub, sum, a);
        assert_eq!(terms.idle_inputs(rest), []);
    }
}
