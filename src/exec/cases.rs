//! Whether a condition can hold at all, told by cases.
//!
//! In: a condition. Out: whether it holds for no values of its inputs, as far as a few steps tell. It must not know what
//! the condition is about.
//!
//! An input with few possible values is replaced by each of them in turn; one that a conjunct equates with something else
//! is replaced by that. Both keep every way in which the condition can hold: the values of an input are all that it can
//! have, and where the conjunct does not hold the condition does not either.

use rustc_hash::{FxHashMap, FxHashSet};

use super::terms::{Term, TermId, Terms};
use crate::ir::BinaryOp;

/// Conditions that are looked at for one answer. Those of retry loops need about twenty.
const STEPS: usize = 256;

/// Whether the condition holds for no values of its inputs. `false` says nothing.
pub fn is_impossible(terms: &mut Terms, condition: TermId) -> bool {
    let mut open = vec![condition];
    let mut steps = 0;
    while let Some(next) = open.pop() {
        if next == TermId::FALSE {
            continue;
        }
        steps += 1;
        if steps > STEPS {
            return false;
        }
        let replacements = match equated(terms, next) {
            Some((input, other)) => vec![(input, other)],
            None => by_value(terms, next),
        };
        if replacements.is_empty() {
            return false;
        }
        for (input, value) in replacements {
            let mut memo = FxHashMap::from_iter([(input, value)]);
            open.push(terms.rewrite(next, &mut memo));
        }
    }
    true
}

/// An input that a conjunct equates with a term in which it does not occur.
fn equated(terms: &Terms, condition: TermId) -> Option<(TermId, TermId)> {
    terms.conjuncts(condition).into_iter().find_map(|conjunct| {
        let Term::Binary(BinaryOp::Equal, a, b) = terms.term(conjunct) else { return None };
        [(a, b), (b, a)].into_iter().find(|(input, other)| match terms.term(*input) {
            Term::Input(id) => !terms.depends(*other, id),
            _ => false,
        })
    })
}

/// The input with the fewest possible values, once with each of them; nothing if there is none with few.
fn by_value(terms: &mut Terms, condition: TermId) -> Vec<(TermId, TermId)> {
    let mut seen = FxHashSet::default();
    let mut open = vec![condition];
    let mut fewest: Option<(usize, TermId)> = None;
    while let Some(next) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        if let (Term::Input(_), Some(values)) = (terms.term(next), terms.values(next).set()) {
            fewest = fewest.into_iter().chain([(values.len(), next)]).min();
        }
        open.extend(terms.operands(next));
    }
    let Some((_, input)) = fewest else { return Vec::new() };
    let values: Vec<u64> = terms.values(input).set().map(<[u64]>::to_vec).unwrap_or_default();
    let width = terms.width(input);
    values.into_iter().map(|value| (input, terms.constant(value, width))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::values::Values;
    use crate::ir::Width;

    fn inputs(terms: &mut Terms, values: &[u64]) -> [TermId; 2] {
        [0, 1].map(|_| terms.input(Width::INT, Values::of(values.to_vec())).1)
    }

    /// `a == b`, and the one of them that a third condition chooses is not zero, though `b` is.
    #[test]
    fn a_choice_between_equals_is_seen_through() {
        let mut terms = Terms::default();
        let [a, b] = inputs(&mut terms, &[0, 1]);
        let (zero, same) = (terms.constant(0, Width::INT), terms.binary(BinaryOp::Equal, a, b));
        let chosen = terms.select(same, a, b);
        let nothing = terms.binary(BinaryOp::Equal, chosen, zero);
        let something = terms.not(nothing);
        let condition = terms.and(same, something);
        assert!(!is_impossible(&mut terms, condition));
        let b_is_zero = terms.binary(BinaryOp::Equal, b, zero);
        let condition = terms.and(condition, b_is_zero);
        assert!(is_impossible(&mut terms, condition));
    }

    #[test]
    fn what_holds_for_one_value_is_possible() {
        let mut terms = Terms::default();
        let [a, b] = inputs(&mut terms, &[3, 5, 9]);
        let sum = terms.binary(BinaryOp::Add, a, b);
        for (value, possible) in [(14, true), (18, true), (15, false)] {
            let value = terms.constant(value, Width::INT);
            let condition = terms.binary(BinaryOp::Equal, sum, value);
            assert_eq!(is_impossible(&mut terms, condition), !possible);
        }
    }
}
