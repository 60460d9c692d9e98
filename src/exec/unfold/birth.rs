//! Allocation: a new object for each execution of the instruction, of a size that may depend on what was read.
//!
//! In: a request. Out: an address as a term; and, where the size is no constant, the size as a term over what the
//! allocating thread has read, with which every access of any thread is compared. What a request gives stands in
//! [`crate::exec::lifetime`].
//!
//! A thread may be walked before the one that makes an object it accesses. The size is then a free input, and what the
//! allocation says about it is required to hold in every execution.

use super::Round;
use super::access::{At, Place};
use crate::diag::{Diagnostic, Span};
use crate::exec::analysis::CellFacts;
use crate::exec::execution::Open;
use crate::exec::lifetime::{self, Life, Request};
use crate::exec::object::{Asking, Death, ObjectId, Origin};
use crate::exec::partition;
use crate::exec::state::{Effect, State};
use crate::exec::terms::TermId;
use crate::exec::values::Values;
use crate::ir::{BinaryOp, Order, Storage, Width};

impl Round<'_> {
    /// Allocates; the address.
    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        (storage, size): (Storage, TermId),
        asking: Asking<'_>,
        span: Option<Span>,
    ) -> Result<TermId, Diagnostic> {
        let (granted, denied) = self.granted(size, span)?;
        let null = self.terms.constant(0, Width::POINTER);
        let Some((least, most)) = granted else { return Ok(null) };
        let origin = Origin::Allocated(self.walk.thread, self.walk.context.clone(), storage);
        let id = self.objects.allocated(origin, &Asking { size: most, ..asking });
        self.made.push(id);
        if storage == Storage::Block {
            // Like the object, it is out of reach in the next iteration of a loop.
            let liveness = self.objects.liveness(id);
            self.made.push(liveness);
        }
        if self.lives.are_followed(storage) {
            state.living.insert((self.walk.calls.len(), id), TermId::TRUE);
        }
        if storage == Storage::Heap {
            state.effects.push(Effect::lasting(state.guard));
        }
        let object = self.objects.get(id);
        let (base, most) = (object.base, object.size);
        if least < most {
            self.next.size(id, least);
        }
        if self.known.least.contains_key(&id) {
            self.note_size(state, (id, base), size);
        }
        let mut address = self.terms.constant(base, Width::POINTER);
        if lifetime::may_come_back(self.program, storage) && !state.freed.is_empty() {
            address = self.come_back(state, (address, size), span)?;
        }
        Ok(self.terms.select(denied, null, address))
    }

    /// The address of a new heap object, or that of one that the thread has freed.
    fn come_back(
        &mut self,
        state: &mut State,
        (mut address, size): (TermId, TermId),
        span: Option<Span>,
    ) -> Result<TermId, Diagnostic> {
        let at = At { site: None, span, order: Order::Plain };
        let mut none_yet = TermId::TRUE;
        for (id, freed) in state.freed.clone() {
            let old = self.size_of(id);
            let fits = self.terms.binary(BinaryOp::Equal, old, size);
            let can = self.terms.and(freed, fits);
            if self.terms.and(state.guard, can) == TermId::FALSE {
                continue;
            }
            let base = self.objects.get(id).base;
            let choice = self.choice(Width::BOOL);
            self.open.push((Open::Reuse(self.walk.thread, self.walk.context.clone(), base), choice));
            let taken = self.terms.and(can, choice);
            let taken = self.terms.and(none_yet, taken);
            let not = self.terms.not(taken);
            none_yet = self.terms.and(none_yet, not);
            let left = self.terms.and(freed, not);
            state.freed.insert(id, left);
            self.note_life(state, (id, taken), Life::Begins, at);
            let base = self.terms.constant(base, Width::POINTER);
            self.refill(state, (id, base, taken), at)?;
            address = self.terms.select(taken, base, address);
        }
        Ok(address)
    }

    /// Sets all bytes of an object to anything where a condition holds.
    fn refill(
        &mut self,
        state: &mut State,
        (id, base, here): (ObjectId, TermId, TermId),
        at: At,
    ) -> Result<(), Diagnostic> {
        let size = self.objects.get(id).size;
        let first = self.events.len();
        for (offset, width) in self.partition(state, &[base], size, at.span)? {
            let cell = self.objects.get(id).base + offset;
            let place = Place { address: self.terms.constant(cell, Width::POINTER), cells: vec![cell], width };
            let litter = self.litter(cell, width);
            self.open.push((Open::Litter(self.walk.thread, self.walk.context.clone(), cell, width), litter));
            self.store_where(state, (&place, here), litter, at);
        }
        self.events[first..].iter_mut().for_each(|event| event.life = Some(Life::Begins));
        Ok(())
    }

    /// Writes over what other threads access of an object whose life has ended where a condition holds.
    pub(super) fn write_over(&mut self, state: &mut State, (id, here): (ObjectId, TermId), at: At) {
        let object = self.objects.get(id);
        if !self.lives.end_visibly(object.death()) {
            return;
        }
        let (base, size) = (object.base, object.size);
        let at = At { site: None, order: lifetime::order(Some(Life::Ends)), ..at };
        let is_contended = |facts: &CellFacts| {
            facts.shared() || facts.readers.iter().chain(&facts.writers).any(|other| *other != self.walk.thread)
        };
        let near = self.known.cells.range(base.saturating_sub(7)..base + size);
        let cells =
            near.filter(|(_, facts)| is_contended(facts)).map(|(address, facts)| (*address, facts.width)).collect();
        let parts = partition::split(partition::within(&cells, base, size).into_iter().collect(), size);
        let first = self.events.len();
        for (offset, width) in parts {
            let address = self.terms.constant(base + offset, Width::POINTER);
            let beyond = self.beyond((address, base + offset), width.bytes()).unwrap_or(TermId::FALSE);
            let within = self.terms.not(beyond);
            let here = self.terms.and(here, within);
            let place = Place { address, cells: vec![base + offset], width };
            let zero = self.terms.constant(0, width);
            self.store_where(state, (&place, here), zero, at);
        }
        self.events[first..].iter_mut().for_each(|event| event.life = Some(Life::Ends));
    }

    /// The least and the greatest size of an object that the request may give, if it may, and when it gives none.
    fn granted(&mut self, size: TermId, span: Option<Span>) -> Result<(Option<(u64, u64)>, TermId), Diagnostic> {
        let too_large = || {
            let mut error = Diagnostic::error(lifetime::TOO_LARGE);
            error.span = span;
            error
        };
        let values = match self.terms.values(size) {
            Values::Set(values) => values.clone(),
            Values::Range(least, most) => {
                return match lifetime::request(*most) {
                    Request::Granted => Ok((Some((*least, *most)), TermId::FALSE)),
                    Request::Denied | Request::TooLarge => Err(too_large()),
                };
            }
            Values::Wild(_) => return Err(too_large()),
        };
        let (mut bounds, mut denied) = (None, TermId::FALSE);
        for value in values.iter().copied() {
            match lifetime::request(value) {
                Request::Granted => bounds = Some((bounds.map_or(value, |(least, _)| least), value)),
                Request::Denied => {
                    let this = self.terms.constant(value, Width::POINTER);
                    let this = self.terms.binary(BinaryOp::Equal, size, this);
                    denied = self.terms.or(denied, this);
                }
                Request::TooLarge => return Err(too_large()),
            }
        }
        Ok((bounds, denied))
    }

    /// Notes the size of an object that is made now.
    fn note_size(&mut self, state: &State, (id, base): (ObjectId, u64), size: TermId) {
        self.open.push((Open::Size(base), size));
        match self.sizes.get(&id).copied() {
            None => {
                self.sizes.insert(id, size);
            }
            Some(assumed) => {
                let same = self.terms.binary(BinaryOp::Equal, assumed, size);
                let wrong = self.terms.not(same);
                let wrong = self.terms.and(state.guard, wrong);
                let right = self.terms.not(wrong);
                self.births.push(right);
            }
        }
    }

    /// The size of an object.
    fn size_of(&mut self, id: ObjectId) -> TermId {
        let most = self.objects.get(id).size;
        match (self.known.least.get(&id), self.sizes.get(&id)) {
            (None, _) => self.terms.constant(most, Width::POINTER),
            (Some(_), Some(size)) => *size,
            (Some(least), None) => {
                let size = self.terms.input(Width::POINTER, Values::Range(*least, most)).1;
                self.sizes.insert(id, size);
                size
            }
        }
    }

    /// The size of the heap object that begins at an address; 0 where none does.
    pub(super) fn heap_size(&mut self, address: TermId, span: Option<Span>) -> Result<TermId, Diagnostic> {
        let what = "the object whose size is asked for cannot be determined";
        let (values, _) = self.beginnings(address, (what, span))?;
        let mut size = self.terms.constant(0, Width::POINTER);
        for value in values {
            if let Some(id) = self.objects.mortal_at(value, Death::Free) {
                let here = self.one_of(address, &[value]);
                let this = self.size_of(id);
                size = self.terms.select(here, this, size);
            }
        }
        Ok(size)
    }

    /// When an access to bytes at this place runs out of an object that has not all the bytes of the table; `None` if
    /// it never does.
    pub(super) fn beyond(&mut self, (address, place): (TermId, u64), bytes: u64) -> Option<TermId> {
        if self.known.least.is_empty() {
            return None;
        }
        let id = self.objects.at(place)?;
        let least = *self.known.least.get(&id)?;
        let object = self.objects.get(id);
        let end = place + bytes - object.base;
        if end <= least {
            return None;
        }
        let size = self.size_of(id);
        let end = self.terms.constant(end, Width::POINTER);
        let short = self.terms.binary(BinaryOp::UnsignedLess, size, end);
        let here = self.one_of(address, &[place]);
        Some(self.terms.and(here, short))
    }
}
