//! Instructions that touch memory, allocate, lock or start threads.

use std::collections::BTreeSet;

use super::access::{At, Place};
use super::{Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::interpret::partition;
use crate::exec::objects::{Origin, STRIDE};
use crate::exec::state::{Effect, State};
use crate::exec::terms::TermId;
use crate::ids::{FuncId, SiteId};
use crate::ir::{BinaryOp, CastOp, Op, Operand, Order, Property, RmwOp, Storage, Width};

impl Round<'_> {
    pub(super) fn library(
        &mut self,
        walk: &mut Walk,
        function: FuncId,
        op: &Op,
        state: &mut State,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let width_of = |dst| self.program.function(function).width(dst);
        match op {
            Op::Load { dst, address, order, site } => {
                let at = At { site: Some(*site), span, order: *order };
                let place = self.place(walk, state, *address, width_of(*dst), at)?;
                if state.guard != TermId::FALSE {
                    let value = self.load(walk, state, &place, at);
                    state.define(*dst, value);
                }
            }
            Op::Store { address, value, order, site } => {
                let at = At { site: Some(*site), span, order: *order };
                let value = self.operand(walk, state, *value);
                let place = self.place(walk, state, *address, self.terms.width(value), at)?;
                if state.guard != TermId::FALSE {
                    self.store(walk, state, &place, value, at);
                }
            }
            Op::Rmw { dst, op, address, value, order, site } => {
                let at = At { site: Some(*site), span, order: *order };
                let operand = self.operand(walk, state, *value);
                let place = self.place(walk, state, *address, width_of(*dst), at)?;
                if state.guard != TermId::FALSE {
                    let (old, _) = self
                        .modify(walk, state, &place, at, |round, old| (TermId::TRUE, round.combine(*op, old, operand)));
                    state.define(*dst, old);
                }
            }
            Op::CompareExchange { dst, address, expected, desired, success, failure, site } => {
                // One event pair serves both outcomes; it is as strong as the stronger order asks.
                let order = (*success).max(*failure);
                let at = At { site: Some(*site), span, order };
                let expected = self.operand(walk, state, *expected);
                let desired = self.operand(walk, state, *desired);
                let place = self.place(walk, state, *address, width_of(*dst), at)?;
                if state.guard != TermId::FALSE {
                    let (old, _) = self.modify(walk, state, &place, at, |round, old| {
                        (round.terms.binary(BinaryOp::Equal, old, expected), desired)
                    });
                    state.define(*dst, old);
                }
            }
            Op::Fence { order } => self.fence(walk, state, *order, span),
            Op::ModelFence { kind } => {
                let action = crate::exec::skeleton::Action::Fence { kind: kind.clone() };
                self.mark(walk, state, action, span, vec![kind.clone()]);
            }
            Op::Allocate { dst, size, storage, zeroed, name } => {
                let size = self.operand(walk, state, *size);
                let bytes = self.terms.values(size).high();
                if bytes >= STRIDE {
                    let mut error = Diagnostic::error("an allocation whose size has no small bound is not supported");
                    error.span = span;
                    return Err(error);
                }
                let origin = Origin::Allocated(walk.thread, walk.context.clone(), *storage);
                let id = self.objects.allocated(origin, bytes, name, *zeroed);
                self.made.push(id);
                if *storage == Storage::Heap {
                    state.effects.push(Effect { guard: state.guard, replaces: None });
                }
                let base = self.objects.get(id).base;
                let value = self.terms.constant(base, Width::POINTER);
                state.define(*dst, value);
            }
            Op::Free { address, site } => {
                let address = self.operand(walk, state, *address);
                self.free(walk, state, address, *site, span)?;
            }
            Op::CopyMemory { to, from, size, load, store } => {
                let to = self.operand(walk, state, *to);
                let from = self.operand(walk, state, *from);
                let size = self.constant_size(walk, state, *size, span)?;
                self.copy(walk, state, to, from, size, (*load, *store), span)?;
            }
            Op::SetMemory { to, byte, size, site } => {
                let to = self.operand(walk, state, *to);
                let byte = self.operand(walk, state, *byte);
                let at = At { site: Some(*site), span, order: Order::Plain };
                let size = self.constant_size(walk, state, *size, span)?;
                self.check_block(walk, state, to, size, span);
                for (offset, width) in self.partition(state, &[to], size, span)? {
                    let mut value = self.terms.constant(0, width);
                    for i in 0..width.bytes() {
                        let wide = self.terms.cast(CastOp::ZeroExtend, byte, width);
                        let shift = self.terms.constant(8 * i, width);
                        let part = self.terms.binary(BinaryOp::ShiftLeft, wide, shift);
                        value = self.terms.binary(BinaryOp::Or, value, part);
                    }
                    let address = self.offset(to, offset);
                    let place = self.resolve(walk, state, address, width, at)?;
                    if state.guard != TermId::FALSE {
                        self.store(walk, state, &place, value, at);
                    }
                }
            }
            Op::Lock { address, site } => {
                let at = At { site: Some(*site), span, order: Order::SeqCst };
                let place = self.place(walk, state, *address, Width::INT, at)?;
                if state.guard != TermId::FALSE {
                    let (_, free) = self.take(walk, state, &place, at);
                    state.guard = self.terms.and(state.guard, free);
                }
            }
            Op::TryLock { dst, address, site } => {
                let at = At { site: Some(*site), span, order: Order::SeqCst };
                let place = self.place(walk, state, *address, Width::INT, at)?;
                if state.guard != TermId::FALSE {
                    let (_, free) = self.take(walk, state, &place, at);
                    state.define(*dst, free);
                }
            }
            Op::Unlock { address, site } => {
                // An exchange, so that the model's rule for read-modify-writes orders what stands before it.
                let at = At { site: Some(*site), span, order: Order::SeqCst };
                let place = self.place(walk, state, *address, Width::INT, at)?;
                if state.guard != TermId::FALSE {
                    let zero = self.terms.constant(0, Width::INT);
                    let (old, _) = self.modify(walk, state, &place, at, |_, _| (TermId::TRUE, zero));
                    let wrong = self.terms.binary(BinaryOp::Equal, old, zero);
                    let message = "a mutex is unlocked that nobody holds";
                    self.violate(walk, state, wrong, Property::LockMisuse, message, span);
                }
            }
            Op::BarrierInit { .. } | Op::BarrierWait { .. } | Op::BarrierDestroy { .. } => {
                self.barrier(walk, op, state, span)?;
            }
            Op::AtomicBegin => {
                if state.section.is_none() {
                    self.sections += 1;
                    state.section = Some(self.sections);
                }
            }
            Op::AtomicEnd => state.section = None,
            Op::Spawn { dst, function, argument } => {
                let function = self.operand(walk, state, *function);
                let argument = self.operand(walk, state, *argument);
                let handle = self.spawn(walk, state, function, argument, span)?;
                state.effects.push(Effect { guard: state.guard, replaces: None });
                state.define(*dst, handle);
            }
            Op::Join { thread, dst } => {
                let handle = self.operand(walk, state, *thread);
                let result = self.join(walk, state, handle, span)?;
                if let Some(dst) = dst {
                    state.define(*dst, result);
                }
            }
            other => panic!("{other:?} is not executed here; please report this"),
        }
        Ok(())
    }

    fn place(
        &mut self,
        walk: &Walk,
        state: &mut State,
        address: Operand,
        width: Width,
        at: At,
    ) -> Result<Place, Diagnostic> {
        let address = self.operand(walk, state, address);
        self.resolve(walk, state, address, width, at)
    }

    /// The size of a block of memory, which must be known by now.
    fn constant_size(
        &mut self,
        walk: &Walk,
        state: &mut State,
        size: Operand,
        span: Option<Span>,
    ) -> Result<u64, Diagnostic> {
        let size = self.operand(walk, state, size);
        self.terms.constant_of(size).ok_or_else(|| {
            let mut error =
                Diagnostic::error("copying or setting memory of a size that is not constant is not supported");
            error.span = span;
            error
        })
    }

    /// Sets a mutex if it is free.
    fn take(&mut self, walk: &Walk, state: &mut State, place: &Place, at: At) -> (TermId, TermId) {
        let (zero, one) = (self.terms.constant(0, Width::INT), self.terms.constant(1, Width::INT));
        self.modify(walk, state, place, at, |round, old| (round.terms.binary(BinaryOp::Equal, old, zero), one))
    }

    /// What a read-modify-write stores.
    fn combine(&mut self, op: RmwOp, old: TermId, operand: TermId) -> TermId {
        let binary = |op| move |round: &mut Self| round.terms.binary(op, old, operand);
        let pick = |op: BinaryOp, first_if_less: bool| {
            move |round: &mut Self| {
                let less = round.terms.binary(op, old, operand);
                if first_if_less {
                    round.terms.select(less, old, operand)
                } else {
                    round.terms.select(less, operand, old)
                }
            }
        };
        match op {
            RmwOp::Exchange => operand,
            RmwOp::Add => binary(BinaryOp::Add)(self),
            RmwOp::Sub => binary(BinaryOp::Sub)(self),
            RmwOp::And => binary(BinaryOp::And)(self),
            RmwOp::Or => binary(BinaryOp::Or)(self),
            RmwOp::Xor => binary(BinaryOp::Xor)(self),
            RmwOp::Nand => {
                let both = binary(BinaryOp::And)(self);
                self.terms.not(both)
            }
            RmwOp::SignedMax => pick(BinaryOp::SignedLess, false)(self),
            RmwOp::SignedMin => pick(BinaryOp::SignedLess, true)(self),
            RmwOp::UnsignedMax => pick(BinaryOp::UnsignedLess, false)(self),
            RmwOp::UnsignedMin => pick(BinaryOp::UnsignedLess, true)(self),
        }
    }

    fn offset(&mut self, address: TermId, offset: u64) -> TermId {
        let constant = self.terms.constant(offset, Width::POINTER);
        self.terms.binary(BinaryOp::Add, address, constant)
    }

    /// How a block of bytes splits into cells: the extents with which anyone accesses it, at any of these addresses.
    /// Bytes that nobody accesses by themselves are left out; where extents overlap, the block splits into bytes.
    fn partition(
        &mut self,
        state: &State,
        blocks: &[TermId],
        size: u64,
        span: Option<Span>,
    ) -> Result<Vec<(u64, Width)>, Diagnostic> {
        let mut parts: BTreeSet<(u64, Width)> = BTreeSet::new();
        for block in blocks {
            let Some(bases) = self.terms.values(*block).set() else {
                let mut error = Diagnostic::error("the memory that is copied or set here cannot be determined")
                    .help("it may be too many different blocks; use smaller arrays or fewer objects");
                error.span = span;
                return Err(error);
            };
            for base in bases {
                let range = *base..base.saturating_add(size);
                for (address, facts) in self.known.cells.range(range.clone()) {
                    parts.insert((address - base, facts.width));
                }
                for (address, term) in state.memory.iter().filter(|(a, _)| range.contains(a)) {
                    parts.insert((address - base, self.terms.width(term)));
                }
            }
        }
        Ok(partition::split(parts, size))
    }

    #[allow(clippy::too_many_arguments)] // The two sites belong together; a struct for one call would hide that.
    fn copy(
        &mut self,
        walk: &Walk,
        state: &mut State,
        to: TermId,
        from: TermId,
        size: u64,
        (load, store): (SiteId, SiteId),
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let reading = At { site: Some(load), span, order: Order::Plain };
        let writing = At { site: Some(store), span, order: Order::Plain };
        self.check_block(walk, state, from, size, span);
        self.check_block(walk, state, to, size, span);
        let parts = self.partition(state, &[to, from], size, span)?;
        let mut values = Vec::new();
        for (offset, width) in &parts {
            let address = self.offset(from, *offset);
            let place = self.resolve(walk, state, address, *width, reading)?;
            if state.guard == TermId::FALSE {
                return Ok(());
            }
            values.push(self.load(walk, state, &place, reading));
        }
        for ((offset, width), value) in parts.into_iter().zip(values) {
            let address = self.offset(to, offset);
            let place = self.resolve(walk, state, address, width, writing)?;
            if state.guard == TermId::FALSE {
                return Ok(());
            }
            self.store(walk, state, &place, value, writing);
        }
        Ok(())
    }

    /// Notes the freeing in the object's liveness cell, after checking that it may be freed.
    fn free(
        &mut self,
        walk: &Walk,
        state: &mut State,
        address: TermId,
        site: SiteId,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let Some(values) = self.terms.values(address).set().map(<[u64]>::to_vec) else {
            let mut error = Diagnostic::error("the object that is freed here cannot be determined");
            error.span = span;
            return Err(error.help("it may be too many different objects"));
        };
        let at = At { site: Some(site), span, order: Order::Plain };
        let mut wrong = TermId::FALSE;
        let mut objects = Vec::new();
        for value in values.into_iter().filter(|v| *v != 0) {
            let constant = self.terms.constant(value, Width::POINTER);
            let here = self.terms.binary(BinaryOp::Equal, address, constant);
            match self.heap_object(value) {
                Some(id) => objects.push((id, here)),
                None => wrong = self.terms.or(wrong, here),
            }
        }
        self.violate(walk, state, wrong, Property::InvalidFree, "free of what malloc did not return", span);
        for (id, here) in objects {
            self.next.freed.insert(id);
            let place = self.liveness_place(id);
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, here);
            if there.guard == TermId::FALSE {
                continue;
            }
            let freed = self.load(walk, &mut there, &place, at);
            let freed = self.terms.cast(CastOp::Truncate, freed, Width::BOOL);
            let twice = self.terms.and(here, freed);
            self.violate(walk, state, twice, Property::InvalidFree, "free of freed memory", span);
            there.guard = self.terms.and(state.guard, here);
            if there.guard == TermId::FALSE {
                continue;
            }
            let one = self.terms.constant(1, Width::BYTE);
            self.store(walk, &mut there, &place, one, at);
            // The paths that free something else keep the cell as it was.
            let guard = state.guard;
            let mut kept = state.clone();
            let not = self.terms.not(here);
            kept.guard = self.terms.and(guard, not);
            *state = self.merge(there, kept, None);
            state.guard = guard;
        }
        Ok(())
    }
}
