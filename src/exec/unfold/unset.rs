//! Reads of memory that nobody has set, where a pointer fits in.
//!
//! In: a read and what it returned. Out: what the program goes on with. It must not know what the memory is for.
//!
//! Such memory may hold any number, and so may whatever is computed from it: each pointer that may come from there costs a
//! variable for each of its bits. Most programs set memory before anyone reads it, and that is cheap to see: as long as the
//! bounds say [`Litter::Untouched`], unset memory of a pointer's size holds [`UNTOUCHED`], and a path on which a read returns
//! that ends there, as one does that exceeds the bound of a loop. If some execution gets there the program is unfolded again
//! with [`Litter::Any`].
//!
//! # Why that is right
//! Let `E` be an execution of the program in which a read returns what nobody has set. `po | rf` has no cycle, so one of these
//! reads has none of the others before it in `po | rf`; call it `r`, and `P` what is before it. No value in `P` hangs on what unset
//! memory holds. So `P` with `r` is a beginning of an execution of the same program where all of it holds [`UNTOUCHED`], and it
//! is consistent, as the relations of `P` are those of `E` between fewer events, and the axioms take nothing away. It can be
//! continued: a thread's next event, read from or put behind the last write in coherence order, has nothing behind it. In
//! the unfolding that execution ends at `r`, or at another such read, or exceeds another bound; in none of these cases is the
//! program called safe. And a violation that is found without such a read is one: that number is as good as any.
//!
//! The condition is what exploration asks of a model, for the same reasons (`explore/axioms/plan.rs`): `po | rf` acyclic, nothing
//! subtracted that grows, no dependencies. Under another model a read may return what it has caused itself, and memory holds
//! anything from the beginning.
//!
//! A number in the text that happens to be [`UNTOUCHED`] does no harm: where it is read from such a place the path ends, too.

use super::Round;
use super::access::Place;
use crate::exec::bounds::Litter;
use crate::exec::initial::UNTOUCHED;
use crate::exec::skeleton::Bounded;
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ir::{BinaryOp, Width};

impl Round<'_> {
    /// What unset memory holds at an address, if reads end the paths that find it; `None` where it may be anything.
    pub(super) fn untouched(&mut self, address: u64, width: Width) -> Option<TermId> {
        let is_told = self.bounds.litter == Litter::Untouched && width == Width::POINTER;
        // There are numbers that must not be in it.
        let is_free = self.known.telling.range((address, 0)..(address + width.bytes(), 0)).next().is_none();
        (is_told && is_free).then(|| self.terms.constant(UNTOUCHED, Width::POINTER))
    }

    /// What memory holds that was freed and comes back.
    pub(super) fn litter(&mut self, address: u64, width: Width) -> TermId {
        match self.untouched(address, width) {
            // As far as reads of this memory look for it.
            Some(untouched) if self.initial_value(address, width) == untouched => untouched,
            _ => self.unset_memory(address, width),
        }
    }

    /// Ends the paths on which a read has returned what nobody has set; the value on the others.
    pub(super) fn touched(&mut self, state: &mut State, place: &Place, value: TermId) -> TermId {
        if self.bounds.litter == Litter::Any || place.width != Width::POINTER {
            return value;
        }
        let untouched = self.terms.constant(UNTOUCHED, Width::POINTER);
        let may_be = place.cells.iter().any(|cell| self.initial_value(*cell, place.width) == untouched);
        if !may_be || !self.terms.values(value).contains(UNTOUCHED) {
            return value;
        }
        let unset = self.terms.binary(BinaryOp::Equal, value, untouched);
        let found = self.terms.and(state.guard, unset);
        self.exceed(found, Bounded::Litter, 0);
        let set = self.terms.not(unset);
        state.guard = self.terms.and(state.guard, set);
        let Some(values) = self.terms.values(value).filter(|value| value != UNTOUCHED) else { return value };
        // What is known of the other values is told by a number of its own.
        let told = self.terms.input(place.width, values).1;
        if self.may_be_address(value) {
            self.found_addresses.insert(told);
        }
        let same = self.terms.binary(BinaryOp::Equal, told, value);
        let ended = self.terms.not(state.guard);
        let told_so = self.terms.or(ended, same);
        self.births.push(told_so);
        told
    }
}
