//! Choices keep the values that can be chosen.

use proptest::prelude::*;

use super::*;
use crate::exec::comparison::tests::COMPARISONS;

/// One part of a condition: an operator, on which side the first input stands, and what it is compared with.
type Part = (usize, bool, u8);

/// A condition on two inputs, from parts that are joined and negated.
fn condition(terms: &mut Terms, (a, b): (TermId, TermId), parts: &[Part], joins: &[(bool, bool)]) -> TermId {
    let mut whole = None;
    for ((op, is_left, with), (is_and, is_not)) in parts.iter().zip(joins) {
        let other = if *with < 200 { terms.constant(u64::from(*with), Width::BYTE) } else { b };
        let (left, right) = if *is_left { (a, other) } else { (other, a) };
        let mut part = terms.binary(COMPARISONS[*op], left, right);
        if *is_not {
            part = terms.not(part);
        }
        whole = Some(match whole {
            None => part,
            Some(whole) if *is_and => terms.and(whole, part),
            Some(whole) => terms.or(whole, part),
        });
    }
    whole.expect("at least one part")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    /// Whatever the inputs are, the chosen one is among the may-values of the choice.
    #[test]
    fn what_is_chosen_is_among_the_values(
        ends in any::<[u8; 4]>(), sets in any::<(bool, bool)>(), arms in any::<(bool, bool)>(),
        parts in prop::collection::vec((0..COMPARISONS.len(), any::<bool>(), any::<u8>()), 1..4),
        joins in prop::collection::vec(any::<(bool, bool)>(), 4), picks in prop::collection::vec(any::<(u64, u64)>(), 12),
    ) {
        let make = |a: u8, b: u8, set: bool| {
            let (low, high) = (u64::from(a.min(b)), u64::from(a.max(b)));
            if set { Values::of((low..=high).step_by(7).collect()) } else { Values::Range(low, high) }
        };
        let (one, two) = (make(ends[0], ends[1], sets.0), make(ends[2], ends[3], sets.1));
        let mut terms = Terms::default();
        let ((first, a), (second, b)) = (terms.input(Width::BYTE, one.clone()), terms.input(Width::BYTE, two.clone()));
        let condition = condition(&mut terms, (a, b), &parts, &joins);
        let none = terms.constant(77, Width::BYTE);
        let arm = |is_input: bool| if is_input { a } else { none };
        let chosen = terms.select(condition, arm(arms.0), arm(arms.1));
        let member = |values: &Values, pick: u64| match values {
            Values::Set(set) => set[pick as usize % set.len()],
            Values::Range(low, high) => low + pick % (high - low + 1),
            Values::Wild(_) => pick,
        };
        for (x, y) in picks {
            let (x, y) = (member(&one, x), member(&two, y));
            let input = |id: InputId| if id == first { x } else { assert_eq!(id, second); y };
            let holds = terms.evaluate(condition, &mut FxHashMap::default(), &input) == 1;
            let is_input = if holds { arms.0 } else { arms.1 };
            let wanted = if is_input { x } else { 77 };
            prop_assert_eq!(terms.evaluate(chosen, &mut FxHashMap::default(), &input), wanted);
            prop_assert!(terms.values(chosen).contains(wanted), "{wanted} not in {:?}", terms.values(chosen));
        }
    }
}

/// A counter that is set back at its end never stands there, and the smaller one of two numbers is none above either.
#[test]
fn choices_are_as_few_as_their_conditions_say() {
    let mut terms = Terms::default();
    let (_, count) = terms.input(Width::INT, Values::of((0..=3).collect()));
    let [zero, three] = [0, 3].map(|value| terms.constant(value, Width::INT));
    let over = terms.binary(BinaryOp::UnsignedLessEqual, three, count);
    let next = terms.select(over, zero, count);
    assert_eq!(terms.values(next), &Values::of(vec![0, 1, 2]));
    let (_, any) = terms.input(Width::INT, Values::all(Width::INT));
    let less = terms.binary(BinaryOp::UnsignedLess, any, three);
    let least = terms.select(less, any, three);
    assert_eq!(terms.values(least), &Values::of(vec![0, 1, 2, 3]));
}
