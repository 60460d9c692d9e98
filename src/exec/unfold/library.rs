//! Instructions that touch memory, allocate, lock or start threads.

use super::Round;
use super::access::{At, Place};
use super::faults::Fault;
use crate::diag::{Diagnostic, Span};
use crate::exec::compound::{self, NOT_ALLOCATED, Part};
use crate::exec::lifetime::{self, Life};
use crate::exec::object::{Asking, Death, ObjectId};
use crate::exec::objects::handle_of;
use crate::exec::state::{Effect, Section, State};
use crate::exec::terms::TermId;
use crate::ids::{FuncId, SiteId};
use crate::ir::operators::Stored;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, RmwOp, Storage, Width};

impl Round<'_> {
    pub(super) fn library(
        &mut self,
        function: FuncId,
        op: &Op,
        state: &mut State,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        match op {
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                self.memory(function, op, state, span)?;
            }
            Op::Pair(access) => self.pair(state, access, span)?,
            Op::Fence { order } => self.fence(state, *order, span),
            Op::ModelFence { kind } => {
                // A kind that the model does not know orders nothing.
                let known = self.mapping.kind(kind);
                self.fences(state, known.as_slice(), span);
            }
            Op::Allocate { dst, size, align, storage, name } => {
                let size = self.operand(state, *size);
                // The size is that of the term.
                let asking = Asking { size: 0, align: *align, constant: false, name };
                let value = self.allocate(state, (*storage, size), asking, span)?;
                state.define(*dst, value);
            }
            Op::Free { address, site } => {
                let address = self.operand(state, *address);
                self.free(state, address, *site, span)?;
            }
            Op::ObjectSize { dst, address } => {
                let address = self.operand(state, *address);
                let size = self.heap_size(address, span)?;
                state.define(*dst, size);
            }
            Op::EndLifetime { address, site } => {
                let address = self.operand(state, *address);
                let at = At { site: Some(*site), span, order: Order::Plain };
                self.end_local(state, address, at)?;
            }
            Op::EndLifetimes { of, site } => {
                let at = At { site: Some(*site), span, order: Order::Plain };
                self.end_locals(state, *of, at);
            }
            Op::CopyMemory { .. } | Op::AnyMemory { .. } | Op::SetMemory { .. } => self.blocks(state, op, span)?,
            Op::Lock { .. }
            | Op::TryLock { .. }
            | Op::TimedLock { .. }
            | Op::Unlock { .. }
            | Op::SpinLock { .. }
            | Op::SpinTryLock { .. }
            | Op::SpinUnlock { .. }
            | Op::LockDestroy { .. } => {
                self.mutex(op, state, span)?;
            }
            Op::LockInit { address, value, site } => {
                let value = self.operand(state, *value);
                self.set_mutex_up(state, (*address, value), At { site: Some(*site), span, order: Order::Plain })?;
            }
            Op::AtomicBegin => {
                let next = self.sections + 1;
                let section = state.section.get_or_insert(Section { number: next, depth: 0 });
                self.sections = self.sections.max(section.number);
                section.depth += 1;
            }
            Op::AtomicEnd => {
                let less = |section: Section| Section { depth: section.depth - 1, ..section };
                state.section = state.section.map(less).filter(|section| section.depth > 0);
            }
            Op::Spawn { .. }
            | Op::Join { .. }
            | Op::Detach { .. }
            | Op::CurrentThread { .. }
            | Op::ThreadNumber { .. } => {
                self.thread_op(op, state, span)?;
            }
            other => panic!("{other:?} is not executed here; please report this"),
        }
        Ok(())
    }

    /// An access to memory.
    fn memory(&mut self, function: FuncId, op: &Op, state: &mut State, span: Option<Span>) -> Result<(), Diagnostic> {
        let width_of = |dst| self.program.function(function).width(dst);
        match op {
            Op::Load { dst, address, order, site } => {
                let at = At { site: Some(*site), span, order: *order };
                let place = self.place(state, *address, width_of(*dst), at)?;
                if state.guard != TermId::FALSE {
                    let before = self.before_read(state, &place);
                    let value = self.load(state, &place, at);
                    self.note_read(before, (&place, value), span);
                    state.define(*dst, value);
                }
            }
            Op::Store { address, value, order, site } => {
                let at = At { site: Some(*site), span, order: *order };
                let value = self.operand(state, *value);
                let place = self.place(state, *address, self.terms.width(value), at)?;
                if state.guard != TermId::FALSE {
                    self.note_written(&place, value);
                    self.store(state, &place, value, at);
                }
            }
            Op::Rmw { dst, op, address, value, order, site } => {
                let at = At { site: Some(*site), span, order: *order };
                let operand = self.operand(state, *value);
                let place = self.place(state, *address, width_of(*dst), at)?;
                if state.guard != TermId::FALSE {
                    self.note_modified(state, &place, span);
                    let guard = state.guard;
                    let (old, _) = self.modify(state, &place, at, |round, old| {
                        round.judge_modification(guard, *op, (old, operand), span);
                        let new = round.combine(*op, old, operand);
                        round.note_written(&place, new);
                        (TermId::TRUE, new)
                    });
                    state.define(*dst, old);
                }
            }
            Op::CompareExchange { dst, address, expected, desired, success, failure, site } => {
                let at = At { site: Some(*site), span, order: *success };
                let expected = self.operand(state, *expected);
                let desired = self.operand(state, *desired);
                let place = self.place(state, *address, width_of(*dst), at)?;
                if state.guard != TermId::FALSE {
                    let orders = (*success, *failure);
                    self.note_modified(state, &place, span);
                    self.note_written(&place, desired);
                    let old = self.attempt(state, (&place, orders), at, |round, old| {
                        (round.terms.binary(BinaryOp::Equal, old, expected), desired)
                    });
                    self.judge_equality(state.guard, (old, expected), span);
                    state.define(*dst, old);
                }
            }
            other => panic!("{other:?} is no access to memory; please report this"),
        }
        Ok(())
    }

    /// What starts a thread, waits for one, or asks which one runs.
    fn thread_op(&mut self, op: &Op, state: &mut State, span: Option<Span>) -> Result<(), Diagnostic> {
        match op {
            Op::Spawn { dst, function, argument } => {
                let function = self.operand(state, *function);
                let argument = self.operand(state, *argument);
                let handle = self.spawn(state, function, argument, span)?;
                state.effects.push(Effect::lasting(state.guard));
                state.define(*dst, handle);
            }
            Op::Join { thread, dst } => {
                let handle = self.operand(state, *thread);
                let result = self.join(state, handle, span)?;
                if let Some(dst) = dst {
                    state.define(*dst, result);
                }
            }
            Op::Detach { thread } => {
                let handle = self.operand(state, *thread);
                self.detach(state, handle, span);
            }
            Op::CurrentThread { dst } => {
                let handle = self.terms.constant(handle_of(self.walk.thread), Width::POINTER);
                state.define(*dst, handle);
            }
            Op::ThreadNumber { dst } => {
                let number = self.terms.constant(u64::from(self.walk.thread.0), Width::INT);
                state.define(*dst, number);
            }
            other => panic!("{other:?} has nothing to do with threads; please report this"),
        }
        Ok(())
    }

    fn place(&mut self, state: &mut State, address: Operand, width: Width, at: At) -> Result<Place, Diagnostic> {
        let address = self.operand(state, address);
        self.resolve(state, address, width, at)
    }

    /// What a read-modify-write stores.
    fn combine(&mut self, op: RmwOp, old: TermId, operand: TermId) -> TermId {
        match op.stored() {
            Stored::Operand => operand,
            Stored::Of(op) => self.terms.binary(op, old, operand),
            Stored::Complement(op) => {
                let value = self.terms.binary(op, old, operand);
                self.terms.not(value)
            }
            Stored::Less(op) => {
                let less = self.terms.binary(op, old, operand);
                self.terms.select(less, old, operand)
            }
            Stored::More(op) => {
                let less = self.terms.binary(op, old, operand);
                self.terms.select(less, operand, old)
            }
        }
    }

    /// Ends the life of a heap object, after checking that it may be freed.
    fn free(&mut self, state: &mut State, address: TermId, site: SiteId, span: Option<Span>) -> Result<(), Diagnostic> {
        if let Some(mut named) = self.terms.values(address).named().map(<[u64]>::to_vec) {
            named.push(0);
            self.astray(state, address, &named, Fault::new(Property::InvalidFree, NOT_ALLOCATED, span));
        }
        let at = At { site: Some(site), span, order: Order::Plain };
        let dying = self.dying(address, Death::Free, span)?;
        self.violate(state, dying.others, Fault::new(Property::InvalidFree, NOT_ALLOCATED, span));
        for (id, here) in dying.objects {
            self.next.freed.insert(id);
            let place = self.liveness_place(id);
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, here);
            if there.guard == TermId::FALSE {
                continue;
            }
            let mut found = TermId::FALSE;
            for part in compound::FREE {
                match *part {
                    Part::Read => found = self.load(&mut there, &place, at),
                    Part::Demand(demand) => {
                        let wrong = self.wrong(found, demand);
                        let wrong = self.terms.and(here, wrong);
                        self.violate(state, wrong, Fault::new(demand.property(), demand.message, span));
                    }
                    Part::Write => {
                        self.note_life(state, (id, here), Life::Ends, at);
                        self.write_over(state, (id, here), at);
                    }
                    other => panic!("{other:?} is no part of a free; please report this"),
                }
            }
            if lifetime::may_come_back(self.program, Storage::Heap) {
                let before = state.freed.get(&id).copied().unwrap_or(TermId::FALSE);
                let freed = self.terms.or(before, here);
                state.freed.insert(id, freed);
            }
        }
        Ok(())
    }

    /// The objects that may be meant where something ends the life of what begins at an address.
    pub(super) fn dying(&mut self, address: TermId, death: Death, span: Option<Span>) -> Result<Dying, Diagnostic> {
        let what = "the object whose life ends here cannot be determined";
        let (values, further) = self.beginnings(address, (what, span))?;
        let mut dying = Dying { objects: Vec::new(), others: TermId::FALSE };
        if further == Beginnings::Some {
            let known = self.one_of(address, &values);
            let null = self.one_of(address, &[0]);
            let known = self.terms.or(known, null);
            dying.others = self.terms.not(known);
        }
        for value in values.into_iter().filter(|v| *v != 0) {
            let constant = self.terms.constant(value, Width::POINTER);
            let here = self.terms.binary(BinaryOp::Equal, address, constant);
            match self.objects.mortal_at(value, death) {
                Some(id) => dying.objects.push((id, here)),
                None => dying.others = self.terms.or(dying.others, here),
            }
        }
        Ok(dying)
    }

    /// The values of an address; where they are too many to be named, those at which an object begins.
    pub(super) fn beginnings(
        &self,
        address: TermId,
        (what, span): (&str, Option<Span>),
    ) -> Result<(Vec<u64>, Beginnings), Diagnostic> {
        if let Some(values) = self.terms.values(address).named() {
            return Ok((values.to_vec(), Beginnings::All));
        }
        let near = self.near(address);
        if near.len() > OBJECTS {
            let mut error = Diagnostic::error(what);
            error.span = span;
            return Err(error.help("it may be too many different objects"));
        }
        let bases = near.into_iter().map(|id| self.objects.get(id).base);
        let values = self.terms.values(address);
        Ok((bases.filter(|base| values.contains(*base)).collect(), Beginnings::Some))
    }

    /// Notes in its liveness cell that an object's life begins or ends, on the paths on which it is the one.
    pub(super) fn note_life(&mut self, state: &mut State, (id, here): (ObjectId, TermId), life: Life, at: At) {
        let place = self.liveness_place(id);
        let noted = self.terms.constant(life.noted(), Width::BYTE);
        self.store_where(state, (&place, here), noted, at);
    }

    /// Stores where a condition holds.
    pub(super) fn store_where(&mut self, state: &mut State, (place, here): (&Place, TermId), value: TermId, at: At) {
        if here == TermId::TRUE {
            self.store(state, place, value, at);
            return;
        }
        let guard = state.guard;
        let mut there = state.clone();
        there.guard = self.terms.and(guard, here);
        if there.guard == TermId::FALSE {
            return;
        }
        self.store(&mut there, place, value, at);
        // The other paths keep the cell as it was.
        let mut kept = state.clone();
        let not = self.terms.not(here);
        kept.guard = self.terms.and(guard, not);
        *state = self.merge(there, kept, None);
        state.guard = guard;
    }
}

/// So many objects are told apart where an address has too many values to be named.
const OBJECTS: usize = 64;

/// Whether an address may have further values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginnings {
    /// These are all values.
    All,
    /// At others no object begins.
    Some,
}

/// What may die at a place.
pub(super) struct Dying {
    /// Each with when it does.
    pub objects: Vec<(ObjectId, TermId)>,
    /// When the address is not that of an object that can die so.
    others: TermId,
}
