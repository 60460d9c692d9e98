//! Mutexes: one read-modify-write for each call, whatever the kind.
//!
//! In: a call on a mutex. Out: the access, what is wrong with it, and its answer, all by [`mutex::operate`] on terms. It
//! must not know what the cell of a mutex says.

use super::access::At;
use super::compound::{Cell, Leaves};
use super::{Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::compound;
use crate::exec::state::State;
use crate::exec::terms::{TermId, Terms};
use crate::ir::calculus::{Calculus, Pattern};
use crate::ir::mutex::{self, Call};
use crate::ir::{BinaryOp, CastOp, Op, Operand, Property, Width};

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
            Op::LockDestroy { address, site } => (Call::Destroy, None, *address, *site),
            other => panic!("{other:?} is no mutex operation; please report this"),
        };
        let at = At { site: Some(site), span, order: call.order() };
        let address = self.operand(walk, state, address);
        let place = self.resolve(walk, state, address, Width::INT, at)?;
        if state.guard == TermId::FALSE {
            return Ok(());
        }
        let mut done = None;
        // An exchange even where it only frees, so that the model's rule for read-modify-writes orders what stands
        // before it.
        let change = |round: &mut Self, old| {
            let outcome = mutex::operate(&mut round.terms, call, old, walk.thread.0);
            done = Some(outcome);
            (outcome.writes, outcome.new)
        };
        match call.failing() {
            Some(failure) => self.attempt(walk, state, (&place, (at.order, failure)), at, change),
            None => self.modify(walk, state, &place, at, change).0,
        };
        let outcome = done.expect("the access was made; please report this");
        for (wrong, message) in outcome.misuses {
            self.violate(walk, state, wrong, Property::LockMisuse, message, span);
        }
        state.guard = self.terms.and(state.guard, outcome.goes_on);
        if let Some(dst) = dst {
            state.define(dst, outcome.answer);
        }
        Ok(())
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
        fn terms_and_numbers_agree(shape in 0u64..8, low in 0u64..0x40_0000, thread in 0u32..4, call in 0usize..5, few in any::<bool>()) {
            let call = [Call::Lock, Call::TryLock, Call::TimedLock, Call::Unlock, Call::Destroy][call];
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
