//! Mutexes: one read-modify-write for each call, or none; of some calls a load in front of it, and a store in its place.
//!
//! In: a call on a mutex. Out: its accesses, what is wrong with them, and its answer, all by [`mutex::operate`] on terms. It
//! must not know what the cell of a mutex says, nor why some calls look first (see there).

use super::Round;
use super::access::{At, Place};
use super::compound::{Cell, Leaves};
use super::faults::Fault;
use crate::diag::{Diagnostic, Span};
use crate::exec::compound;
use crate::exec::state::State;
use crate::exec::terms::{TermId, Terms};
use crate::ir::calculus::{Calculus, Pattern};
use crate::ir::mutex::{self, Call, Kinds, Looks, Outcome};
use crate::ir::{BinaryOp, CastOp, Op, Operand, Order, Property, Width};

/// A call, and what it is made on.
struct On {
    call: Call,
    address: TermId,
    place: Place,
    at: At,
}

impl Round<'_> {
    pub(super) fn mutex(&mut self, op: &Op, state: &mut State, span: Option<Span>) -> Result<(), Diagnostic> {
        let (call, dst, address, site) = match op {
            Op::Lock { dst, address, site } => (Call::Lock, *dst, *address, *site),
            Op::TryLock { dst, address, site } => (Call::TryLock, Some(*dst), *address, *site),
            Op::TimedLock { dst, address, site } => (Call::TimedLock, Some(*dst), *address, *site),
            Op::Unlock { dst, address, site } => (Call::Unlock, *dst, *address, *site),
            Op::SpinLock { address, site } => (Call::SpinLock, None, *address, *site),
            Op::SpinTryLock { dst, address, site } => (Call::SpinTryLock, Some(*dst), *address, *site),
            Op::SpinUnlock { address, site } => (Call::SpinUnlock, None, *address, *site),
            Op::LockDestroy { address, site } => (Call::Destroy, None, *address, *site),
            other => panic!("{other:?} is no mutex operation; please report this"),
        };
        let at = At { site: Some(site), span, order: call.order() };
        let address = self.operand(state, address);
        let place = self.resolve(state, address, Width::INT, at)?;
        if state.guard == TermId::FALSE {
            return Ok(());
        }
        let on = On { call, address, place, at };
        let looks = match call.looks(self.mutexes) {
            Looks::Never => TermId::FALSE,
            Looks::IfHeld => self.holds(state, &on.place),
            Looks::Always => TermId::TRUE,
        };
        let answer = if looks == TermId::FALSE {
            self.at_once(state, &on)
        } else if looks == TermId::TRUE {
            self.looking(state, &on)?
        } else {
            let mut other = self.fork(state, looks);
            let seen = self.looking(state, &on)?;
            let found = self.at_once(&mut other, &on);
            self.rejoin(state, other);
            self.terms.select(looks, seen, found)
        };
        if let Some(dst) = dst {
            state.define(dst, answer);
        }
        Ok(())
    }

    /// A call that is one read-modify-write. Its answer.
    fn at_once(&mut self, state: &mut State, on: &On) -> TermId {
        let outcome = self.change_mutex(state, (on.call, &on.place, TermId::TRUE), on.at);
        let waits = self.terms.not(outcome.goes_on);
        self.stops_at(state, waits, on.at.span);
        state.guard = self.terms.and(state.guard, outcome.goes_on);
        outcome.answer
    }

    /// A call that looks first. Its answer.
    fn looking(&mut self, state: &mut State, on: &On) -> Result<TermId, Diagnostic> {
        let &On { call, address, ref place, at } = on;
        let found = self.load(state, place, At { order: Order::Relaxed, ..at });
        let seen = self.outcome(state, (call, found), at.span);
        let fails = self.terms.not(seen.writes);
        let goes_on = self.terms.or(seen.writes, seen.goes_on);
        let waits = self.terms.not(goes_on);
        self.stops_at(state, waits, at.span);
        let fails = self.terms.and(fails, seen.goes_on);
        let fails = self.terms.and(state.guard, fails);
        let may_store = self.mutexes == Kinds::Any || call == Call::SpinUnlock;
        let stores = if may_store { self.terms.and(seen.writes, seen.stores) } else { TermId::FALSE };
        let mut other = self.fork(state, stores);
        if state.guard != TermId::FALSE {
            let place = self.resolve(state, address, Width::INT, at)?;
            self.store(state, &place, seen.new, At { order: call.storing(), ..at });
            self.note_held(state, &place, (seen.new, TermId::TRUE));
        }
        other.guard = self.terms.and(other.guard, seen.writes);
        if other.guard != TermId::FALSE {
            let place = self.resolve(&mut other, address, Width::INT, at)?;
            let taken = self.change_mutex(&mut other, (call, &place, seen.writes), at);
            other.guard = self.terms.and(other.guard, taken.writes);
        }
        other.guard = self.terms.or(fails, other.guard);
        self.rejoin(state, other);
        Ok(seen.answer)
    }

    /// Goes on where a condition holds; the state where it does not.
    fn fork(&mut self, state: &mut State, when: TermId) -> State {
        let otherwise = self.terms.not(when);
        let other = State { guard: self.terms.and(state.guard, otherwise), ..state.clone() };
        state.guard = self.terms.and(state.guard, when);
        other
    }

    fn rejoin(&mut self, state: &mut State, other: State) {
        let one = state.clone();
        *state = self.merge(one, other, None);
    }

    /// When the thread holds the mutex at a place, if its kind tells owners apart.
    fn holds(&mut self, state: &State, place: &Place) -> TermId {
        let mut holds = TermId::FALSE;
        for cell in &place.cells {
            let Some(held) = state.held.get(cell) else { continue };
            let here = self.one_of(place.address, &[*cell]);
            let here = self.terms.and(here, *held);
            holds = self.terms.or(holds, here);
        }
        holds
    }

    /// Notes how the thread leaves a mutex, under a condition.
    fn note_held(&mut self, state: &mut State, place: &Place, (left, when): (TermId, TermId)) {
        if self.mutexes == Kinds::Normal {
            return;
        }
        let holds = mutex::is_left_held(&mut self.terms, left);
        for cell in &place.cells {
            let here = self.one_of(place.address, &[*cell]);
            let here = self.terms.and(here, when);
            let before = state.held.remove(cell).unwrap_or(TermId::FALSE);
            let held = self.terms.select(here, holds, before);
            if held != TermId::FALSE {
                state.held.insert(*cell, held);
            }
        }
    }

    /// The read-modify-write of a call, which happens under a condition.
    fn change_mutex(
        &mut self,
        state: &mut State,
        (call, place, when): (Call, &Place, TermId),
        at: At,
    ) -> Outcome<TermId> {
        let mut found = None;
        // An exchange even where it only frees, so that the model's rule for read-modify-writes orders what stands
        // before it.
        self.modify(state, place, at, |round, old| {
            let outcome = mutex::operate(&mut round.terms, call, old, round.walk.thread.0);
            found = Some(outcome);
            (round.terms.and(outcome.writes, when), outcome.new)
        });
        let outcome = found.expect("the access was made; please report this");
        let when = self.terms.and(outcome.writes, when);
        self.note_held(state, place, (outcome.new, when));
        self.misused(state, &outcome, at.span);
        outcome
    }

    /// What a call comes to that has found this.
    fn outcome(&mut self, state: &mut State, (call, found): (Call, TermId), span: Option<Span>) -> Outcome<TermId> {
        let outcome = mutex::operate(&mut self.terms, call, found, self.walk.thread.0);
        self.misused(state, &outcome, span);
        outcome
    }

    fn misused(&mut self, state: &mut State, outcome: &Outcome<TermId>, span: Option<Span>) {
        for (wrong, message) in outcome.misuses {
            self.violate(state, wrong, Fault::new(Property::LockMisuse, message, span));
        }
    }

    /// Sets a mutex up: looks whether somebody holds one there, and writes.
    pub(super) fn set_mutex_up(
        &mut self,
        state: &mut State,
        (address, value): (Operand, TermId),
        at: At,
    ) -> Result<(), Diagnostic> {
        let address = self.operand(state, address);
        let place = self.resolve(state, address, Width::INT, at)?;
        if state.guard == TermId::FALSE {
            return Ok(());
        }
        self.carry_out(state, compound::LOCK_INIT, Cell { place: &place, at, leaves: Leaves::Value(value) });
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
