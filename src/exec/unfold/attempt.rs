//! Read-modify-writes that may fail: their read has the order of what comes of it.
//!
//! In: an access with two orders, and when it writes. Out: its events, the read with an [`Outcome`] where the orders differ under
//! the model. What that means stands at the head of [`crate::exec::mapping`]. It must not know why it fails.
//!
//! Where only the own thread can see the memory, such an access is no mark: it orders as much as the model says of an outcome,
//! which is said by its events, and these have to be.

use super::Round;
use super::access::{At, Place};
use crate::exec::mapping::{Attempt, Operation};
use crate::exec::skeleton::Outcome;
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ir::Order;

impl Round<'_> {
    /// A read-modify-write with these orders where it succeeds and where it fails; `change` says when it writes, and what.
    /// Returns the old value.
    ///
    /// The fences behind it are passed under the condition of their outcome. That is no more than a jump over them would be: what a
    /// thread does only where a read has found something depends on that read.
    pub(super) fn attempt(
        &mut self,
        state: &mut State,
        (place, (success, failure)): (&Place, (Order, Order)),
        at: At,
        change: impl FnOnce(&mut Self, TermId) -> (TermId, TermId),
    ) -> TermId {
        let is_cut = !self.parts(place).is_empty();
        let Attempt { order, failing } = match is_cut {
            true => Attempt::of_both(success, failure),
            false if self.may_be_raised(at) => self.mapping.attempt_apart(success, failure),
            false => self.mapping.attempt(success, failure),
        };
        let at = At { order, ..at };
        let Some(failure) = failing else { return self.modify(state, place, at, change).0 };
        let mapped = self.mapping.get(Operation::Rmw, order);
        self.fences(state, &failure.before, at.span);
        let first = self.events.len();
        let (old, when, _) = self.change(state, place, at, change);
        let failed = self.terms.not(when);
        for event in self.events[first..].iter_mut().filter(|event| event.is_read()) {
            let success = event.tags.clone();
            event.tags.retain(|tag| failure.tags.contains(tag));
            event.outcome = Some(Outcome { failed, success, failure: failure.tags.clone() });
        }
        let behind = match mapped.after == failure.after {
            true => vec![(TermId::TRUE, &mapped.after)],
            false => vec![(when, &mapped.after), (failed, &failure.after)],
        };
        for (outcome, kinds) in behind {
            let guard = self.terms.and(state.guard, outcome);
            if guard != TermId::FALSE {
                self.fences(&State { guard, ..state.clone() }, kinds, at.span);
            }
        }
        for cell in &place.cells {
            if !self.known.shared(*cell) {
                self.next.share(*cell);
            }
        }
        old
    }

    /// Whether other orders may be written for an access that has two.
    fn may_be_raised(&self, at: At) -> bool {
        let written = at.site.and_then(|site| self.program.orders.get(&site));
        written.is_some_and(|written| written.orders.failure.is_some())
    }
}
