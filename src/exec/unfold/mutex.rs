//! Mutexes: one read-modify-write for each call, whatever the kind, or none; of some calls a load in front of it.
//!
//! In: a call on a mutex. Out: its accesses, what is wrong with them, and its answer, all by [`mutex::operate`] on terms. It
//! must not know what the cell of a mutex says, nor why some calls look first (see there).

use super::access::{At, Place};
use super::compound::{Cell, Leaves};
use super::{Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::compound;
use crate::exec::state::State;
use crate::exec::terms::{TermId, Terms};
use crate::ir::calculus::{Calculus, Pattern};
use crate::ir::mutex::{self, Call, Outcome};
use crate::ir::{BinaryOp, CastOp, Op, Operand, Order, Property, Width};

impl Round<'_> {
    pub(super) fn mutex(
        &mut self,
        walk: &Walk,
        op: &Op,
        state: &mut State,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let (call, dst, address, site) = match op {
            Op::Lock { dst, address, site } => (Call::Lock, *dst, *address, *site),
            Op::TryLock { dst, address, site } => (Call::TryLock, Some(*dst), *address, *site),
            Op::TimedLock { dst, address, site } => (Call::TimedLock, Some(*dst), *address, *site),
            Op::Unlock { dst, address, site } => (Call::Unlock, *dst, *address, *site),
            Op::SpinUnlock { address, site } => (Call::SpinUnlock, None, *address, *site),
            Op::LockDestroy { address, site } => (Call::Destroy, None, *address, *site),
            other => panic!("{other:?} is no mutex operation; please report this"),
        };
        let at = At { site: Some(site), span, order: call.order() };
        let address = self.operand(walk, state, address);
        let place = self.resolve(walk, state, address, Width::INT, at)?;
        if state.guard == TermId::FALSE {
            return Ok(());
        }
        let answer = if call.looks_first() {
            let found = self.load(walk, state, &place, At { order: Order::Relaxed, ..at });
            let seen = self.outcome(walk, state, (call, found), span);
            let outer = state.guard;
            state.guard = self.terms.and(outer, seen.writes);
            let place = self.resolve(walk, state, address, Width::INT, at)?;
            if state.guard != TermId::FALSE {
                match call {
                    Call::SpinUnlock => self.store(walk, state, &place, seen.new, at),
                    _ => {
                        let taken = self.change_mutex(walk, state, (call, &place, seen.writes), at);
                        state.guard = self.terms.and(state.guard, taken.writes);
                    }
                }
            }
            let fails = self.terms.not(seen.writes);
            let fails = self.terms.and(outer, fails);
            state.guard = self.terms.or(fails, state.guard);
            seen.answer
        } else {
            let outcome = self.change_mutex(walk, state, (call, &place, TermId::TRUE), at);
            state.guard = self.terms.and(state.guard, outcome.goes_on);
            outcome.answer
        };
        if let Some(dst) = dst {
            state.define(dst, answer);
        }
        Ok(())
    }

    /// The read-modify-write of a call, which happens under a condition.
    fn change_mutex(
        &mut self,
        walk: &Walk,
        state: &mut State,
        (call, place, when): (Call, &Place, TermId),
        at: At,
    ) -> Outcome<TermId> {
        let mut found = None;
        // An exchange even where it only frees, so that the model's rule for read-modify-writes orders what stands
        // before it.
        self.modify(walk, state, place, at, |round, old| {
            let outcome = mutex::operate(&mut round.terms, call, old, walk.thread.0);
            found = Some(outcome);
            (round.terms.and(outcome.writes, when), outcome.new)
        });
        let outcome = found.expect("the access was made; please report this");
        self.misused(walk, state, &outcome, at.span);
        outcome
    }

    /// What a call comes to that has found this.
    fn outcome(
        &mut self,
        walk: &Walk,
        state: &mut State,
        (call, found): (Call, TermId),
        span: Option<Span>,
    ) -> Outcome<TermId> {
        let outcome = mutex::operate(&mut self.terms, call, found, walk.thread.0);
        self.misused(walk, state, &outcome, span);
        outcome
    }

    fn misused(&mut self, walk: &Walk, state: &mut State, outcome: &Outcome<TermId>, span: Option<Span>) {
        for (wrong, message) in outcome.misuses {
            self.violate(walk, state, wrong, Property::LockMisuse, message, span);
        }
    }

    /// Sets a mutex up: looks whether somebody holds one there, and writes.
    pub(super) fn set_mutex_up(
        &mut self,
        walk: &Walk,
        state: &mut State,
        (address, value): (Operand, TermId),
        at: At,
    ) -> Result<(), Diagnostic> {
        let address = self.operand(walk, state, address);
        let place = self.resolve(walk, state, address, Width::INT, at)?;
        if state.guard == TermId::FALSE {
            return Ok(());
        }
        self.carry_out(walk, state, compound::LOCK_INIT, Cell { place: &place, at, leaves: Leaves::Value(value) });
        Ok(())
    }
}

impl Calculus for Terms {
    type Value = TermId;

    fn constant(&mut self, value: u64, width: Width) -> TermId {
        Terms::constant(self, value, width)
    }

    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        Terms::binary(self, op, a, b)
    }

    fn select(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        Terms::select(self, condition, yes, no)
    }

    fn truncate(&mut self, value: TermId, to: Width) -> TermId {
        self.cast(CastOp::Truncate, value, to)
    }

    /// By the values that the word may have where they are few, so that what it cannot be costs nothing.
    fn fits(&mut self, word: TermId, these: &[Pattern], but: &[Pattern]) -> TermId {
        let any = |patterns: &[Pattern], word: u64| patterns.iter().any(|pattern| pattern.fits(word));
        if let Some(values) = self.values(word).set().map(<[u64]>::to_vec) {
            let (right, wrong): (Vec<u64>, Vec<u64>) =
                values.into_iter().partition(|value| any(these, *value) && !any(but, *value));
            if right.len() <= wrong.len() {
                return self.is_one_of(word, &right);
            }
            let wrong = self.is_one_of(word, &wrong);
            return self.not(wrong);
        }
        let these = self.fits_any(word, these);
        let but = self.fits_any(word, but);
        let but = self.not(but);
        self.and(these, but)
    }
}

impl Terms {
    fn is_one_of(&mut self, word: TermId, numbers: &[u64]) -> TermId {
        let width = self.width(word);
        let mut any = TermId::FALSE;
        for number in numbers {
            let number = Terms::constant(self, *number, width);
            let same = Terms::binary(self, BinaryOp::Equal, word, number);
            any = self.or(any, same);
        }
        any
    }

    fn fits_any(&mut self, word: TermId, patterns: &[Pattern]) -> TermId {
        let width = self.width(word);
        let mut any = TermId::FALSE;
        for pattern in patterns {
            let under = |terms: &mut Terms, mask: u64| {
                let mask = Terms::constant(terms, mask, width);
                Terms::binary(terms, BinaryOp::And, word, mask)
            };
            let masked = under(self, pattern.mask);
            let mut fits = self.is_one_of(masked, &[pattern.value]);
            if pattern.some != 0 {
                let some = under(self, pattern.some);
                let none = self.is_one_of(some, &[0]);
                let some = self.not(none);
                fits = self.and(fits, some);
            }
            any = self.or(any, fits);
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::values::Values;
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;

    proptest! {
        /// On terms, of few values and of all, an operation is what it is on numbers.
        #[test]
        fn terms_and_numbers_agree(shape in 0u64..8, low in 0u64..0x40_0000, thread in 0u32..4, call in 0usize..7, few in any::<bool>()) {
            let call = [Call::Lock, Call::TryLock, Call::TimedLock, Call::Unlock, Call::SpinUnlock, Call::Destroy, Call::Look][call];
            let word = match shape {
                0 => 0,
                1 => mutex::DESTROYED,
                2 => low,
                3 => mutex::free(mutex::Kind::Recursive) | u64::from(thread + 1) << 15 | (low & 3),
                shape => 0x6d << 24 | (shape - 4) << 22 | (low & 7) << 15 | (if low & 8 == 0 { 0 } else { low >> 7 }),
            };
            let mut terms = Terms::default();
            let values = if few { Values::of(vec![0, word, word ^ 1, word ^ 0x8000]) } else { Values::all(Width::INT) };
            let (input, term) = terms.input(Width::INT, values);
            let outcome = mutex::operate(&mut terms, call, term, thread);
            let number = |term: TermId| terms.evaluate(term, &mut FxHashMap::default(), &|i| if i == input { word } else { 0 });
            let (written, end) = mutex::perform(call, word, thread);
            prop_assert_eq!((number(outcome.writes) == 1).then(|| number(outcome.new)), written);
            let misuse = outcome.misuses.iter().find(|(wrong, _)| number(*wrong) == 1);
            let found = match misuse {
                Some((_, message)) => mutex::End::Misused(message),
                None if number(outcome.goes_on) == 1 => mutex::End::Answered(number(outcome.answer)),
                None => mutex::End::Waits,
            };
            prop_assert_eq!(found, end);
        }
    }
}
