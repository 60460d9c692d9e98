//! Instructions that touch memory, allocate, lock or start threads.

use std::collections::{BTreeMap, BTreeSet};

use super::access::{At, Place};
use super::{Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::interpret::partition;
use crate::exec::lifetime::{self, Intent, Life};
use crate::exec::object::{Asking, Death, ObjectId};
use crate::exec::objects::handle_of;
use crate::exec::state::{Effect, Section, State};
use crate::exec::terms::TermId;
use crate::exec::values::Values;
use crate::ids::{FuncId, SiteId};
use crate::ir::{BinaryOp, CastOp, Op, Operand, Order, Property, RmwOp, Storage, Width};

/// More sizes than this of a block are not told apart.
const SIZES: usize = 16;

/// What is said of a `free` of something else.
const NOT_ALLOCATED: &str = "free of what malloc did not return";

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
                    let guard = state.guard;
                    let (old, _) = self.modify(walk, state, &place, at, |round, old| {
                        round.judge_modification(guard, *op, (old, operand), span);
                        (TermId::TRUE, round.combine(*op, old, operand))
                    });
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
                    self.judge_equality(state.guard, (old, expected), span);
                    state.define(*dst, old);
                }
            }
            Op::Pair(access) => self.pair(walk, state, access, span)?,
            Op::Fence { order } => self.fence(walk, state, *order, span),
            Op::ModelFence { kind } => {
                let action = crate::exec::skeleton::Action::Fence { kind: kind.clone() };
                self.mark(walk, state, action, span, vec![kind.clone()]);
            }
            Op::Allocate { dst, size, align, storage, zeroed, name } => {
                let size = self.operand(walk, state, *size);
                // The size is that of the term.
                let asking = Asking { size: 0, align: *align, constant: false, name, zeroed: *zeroed };
                let value = self.allocate(walk, state, (*storage, size), asking, span)?;
                state.define(*dst, value);
            }
            Op::Free { address, site } => {
                let address = self.operand(walk, state, *address);
                self.free(walk, state, address, *site, span)?;
            }
            Op::ObjectSize { dst, address } => {
                let address = self.operand(walk, state, *address);
                let size = self.heap_size(address, span)?;
                state.define(*dst, size);
            }
            Op::EndLifetime { address, site } => {
                let address = self.operand(walk, state, *address);
                let at = At { site: Some(*site), span, order: Order::Plain };
                let dying = self.dying(address, Death::EndOfScope, span)?;
                for (id, here) in dying.objects {
                    self.note_life(walk, state, (id, here), Life::Ends, at);
                }
            }
            Op::CopyMemory { to, from, size, load, store } => {
                let to = self.operand(walk, state, *to);
                let from = self.operand(walk, state, *from);
                self.with_size(walk, state, *size, span, |round, state, size| {
                    round.copy(walk, state, to, from, size, (*load, *store), span)
                })?;
            }
            Op::AnyMemory { to, size, site } => {
                let to = self.operand(walk, state, *to);
                let at = At { site: Some(*site), span, order: Order::Plain };
                // Whatever the size is, the bytes have the same names.
                let mut chosen = BTreeMap::new();
                self.with_size(walk, state, *size, span, |round, state, size| {
                    round.fill(walk, state, (to, size), at, |round, part| {
                        *chosen.entry(part).or_insert_with(|| {
                            let value = round.choice(part.1);
                            let what = Open::Bytes(walk.thread, walk.context.clone(), part.0, part.1);
                            round.open.push((what, value));
                            value
                        })
                    })
                })?;
            }
            Op::SetMemory { to, byte, size, site } => {
                let to = self.operand(walk, state, *to);
                let byte = self.operand(walk, state, *byte);
                let at = At { site: Some(*site), span, order: Order::Plain };
                self.with_size(walk, state, *size, span, |round, state, size| {
                    round.fill(walk, state, (to, size), at, |round, (_, width)| {
                        let bytes = vec![byte; width.bytes() as usize];
                        round.terms.concatenate(&bytes, width)
                    })
                })?;
            }
            Op::Lock { .. } | Op::TryLock { .. } | Op::Unlock { .. } | Op::LockDestroy { .. } => {
                self.mutex(walk, op, state, span)?;
            }
            Op::LockInit { address, value, site } => {
                let value = self.operand(walk, state, *value);
                self.set_mutex_up(walk, state, (*address, value), At { site: Some(*site), span, order: Order::Plain })?;
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
            Op::Detach { thread } => {
                let handle = self.operand(walk, state, *thread);
                self.detach(walk, state, handle, span);
            }
            Op::CurrentThread { dst } => {
                let handle = self.terms.constant(handle_of(walk.thread), Width::POINTER);
                state.define(*dst, handle);
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

    /// Does something with a block of memory, once for each size that it may have, on the paths on which it has it.
    fn with_size(
        &mut self,
        walk: &Walk,
        state: &mut State,
        size: Operand,
        span: Option<Span>,
        mut body: impl FnMut(&mut Self, &mut State, u64) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let size = self.operand(walk, state, size);
        if let Some(size) = self.terms.constant_of(size) {
            return body(self, state, size);
        }
        let sizes = match self.terms.values(size) {
            Values::Set(sizes) => Some(sizes.to_vec()),
            Values::Range(least, most) if most - least < SIZES as u64 => Some((*least..=*most).collect()),
            Values::Range(..) | Values::Wild(_) => None,
        };
        let Some(sizes) = sizes.filter(|sizes| sizes.len() <= SIZES) else {
            let mut error =
                Diagnostic::error("copying or setting memory of a size without a small bound is not supported")
                    .help("let the size have few values, each of which the program stores somewhere");
            error.span = span;
            return Err(error);
        };
        let mut after: Option<State> = None;
        for value in sizes {
            let this = self.one_of(size, &[value]);
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, this);
            if there.guard == TermId::FALSE {
                continue;
            }
            body(self, &mut there, value)?;
            after = Some(match after {
                Some(other) => self.merge(other, there, None),
                None => there,
            });
        }
        match after {
            Some(after) => *state = after,
            None => state.guard = TermId::FALSE,
        }
        Ok(())
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
    pub(super) fn partition(
        &mut self,
        state: &State,
        blocks: &[TermId],
        size: u64,
        span: Option<Span>,
    ) -> Result<Vec<(u64, Width)>, Diagnostic> {
        let mut parts: BTreeSet<(u64, Width)> = BTreeSet::new();
        for block in blocks {
            let Some(bases) = self.terms.values(*block).named() else {
                let mut error = Diagnostic::error("the memory that is copied or set here cannot be determined")
                    .help("it may be too many different blocks; use smaller arrays or fewer objects");
                error.span = span;
                return Err(error);
            };
            for base in bases {
                let near = base.saturating_sub(7)..base.saturating_add(size);
                for (address, facts) in self.known.cells.range(near.clone()) {
                    parts.extend(partition::clip(*address, facts.width, *base, size));
                }
                for (address, term) in state.memory.iter().filter(|(a, _)| near.contains(a)) {
                    parts.extend(partition::clip(address, self.terms.width(term), *base, size));
                }
            }
        }
        Ok(partition::split(parts, size))
    }

    /// Writes a block of memory part by part.
    fn fill(
        &mut self,
        walk: &Walk,
        state: &mut State,
        (to, size): (TermId, u64),
        at: At,
        mut value: impl FnMut(&mut Self, (u64, Width)) -> TermId,
    ) -> Result<(), Diagnostic> {
        self.check_block(walk, state, to, (size, Intent::Write), at.span);
        let parts = self.partition(state, &[to], size, at.span)?;
        if parts.is_empty() && size > 0 {
            self.block_alive(walk, state, to, at);
        }
        for part in parts {
            let value = value(self, part);
            let address = self.offset(to, part.0);
            let place = self.resolve(walk, state, address, part.1, at)?;
            if state.guard != TermId::FALSE {
                self.store(walk, state, &place, value, at);
            }
        }
        Ok(())
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
        self.check_block(walk, state, from, (size, Intent::Read), span);
        self.check_block(walk, state, to, (size, Intent::Write), span);
        let parts = self.partition(state, &[to, from], size, span)?;
        if parts.is_empty() && size > 0 {
            self.block_alive(walk, state, from, reading);
            self.block_alive(walk, state, to, writing);
        }
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

    /// Ends the life of a heap object, after checking that it may be freed.
    fn free(
        &mut self,
        walk: &Walk,
        state: &mut State,
        address: TermId,
        site: SiteId,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let mut named = self.terms.values(address).named().map(<[u64]>::to_vec).unwrap_or_default();
        named.push(0);
        self.astray(walk, state, address, &named, (Property::InvalidFree, NOT_ALLOCATED, span));
        let at = At { site: Some(site), span, order: Order::Plain };
        let dying = self.dying(address, Death::Free, span)?;
        self.violate(walk, state, dying.others, Property::InvalidFree, NOT_ALLOCATED, span);
        for (id, here) in dying.objects {
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
            self.note_life(walk, state, (id, here), Life::Ends, at);
            if lifetime::may_come_back(self.program, Storage::Heap) {
                let before = state.freed.get(&id).copied().unwrap_or(TermId::FALSE);
                let freed = self.terms.or(before, here);
                state.freed.insert(id, freed);
            }
        }
        Ok(())
    }

    /// The objects that may be meant where something ends the life of what begins at an address.
    fn dying(&mut self, address: TermId, death: Death, span: Option<Span>) -> Result<Dying, Diagnostic> {
        let Some(values) = self.terms.values(address).named().map(<[u64]>::to_vec) else {
            let mut error = Diagnostic::error("the object whose life ends here cannot be determined");
            error.span = span;
            return Err(error.help("it may be too many different objects"));
        };
        let mut dying = Dying { objects: Vec::new(), others: TermId::FALSE };
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

    /// Notes in its liveness cell that an object's life begins or ends, on the paths on which it is the one.
    pub(super) fn note_life(
        &mut self,
        walk: &Walk,
        state: &mut State,
        (id, here): (ObjectId, TermId),
        life: Life,
        at: At,
    ) {
        let place = self.liveness_place(id);
        let noted = self.terms.constant(life.noted(), Width::BYTE);
        self.store_where(walk, state, (&place, here), noted, at);
    }

    /// Stores where a condition holds.
    pub(super) fn store_where(
        &mut self,
        walk: &Walk,
        state: &mut State,
        (place, here): (&Place, TermId),
        value: TermId,
        at: At,
    ) {
        if here == TermId::TRUE {
            self.store(walk, state, place, value, at);
            return;
        }
        let guard = state.guard;
        let mut there = state.clone();
        there.guard = self.terms.and(guard, here);
        if there.guard == TermId::FALSE {
            return;
        }
        self.store(walk, &mut there, place, value, at);
        // The other paths keep the cell as it was.
        let mut kept = state.clone();
        let not = self.terms.not(here);
        kept.guard = self.terms.and(guard, not);
        *state = self.merge(there, kept, None);
        state.guard = guard;
    }
}

/// What may die at a place.
struct Dying {
    /// Each with when it does.
    objects: Vec<(ObjectId, TermId)>,
    /// When the address is not that of an object that can die so.
    others: TermId,
}
