//! Instructions that are more than one step: accesses with their checks and fences, locks, copies, allocation, threads.
//!
//! In: an instruction. Out: a queue of small actions, done one by one, so that each access is checked, fenced and
//! performed in the order of the unfolding. It must not know what memory holds.

use std::collections::VecDeque;

use super::open::Value;
use super::{Access, BarrierCall, Change, Code, Failing, Machine, Outcomes, Pending, Piece, Step, Unset, World};
use crate::diag::Span;
use crate::exec::compound::{Demand, Fact};
use crate::exec::execution::Open;
use crate::exec::lifetime::Intent;
use crate::exec::mapping::{Attempt, Failed, Operation, RMW};
use crate::exec::object::{Death, ObjectId};
use crate::exec::objects::handle_of;
use crate::exec::pieces::{Numbers, Read};
use crate::ids::{FenceId, RegId, SiteId, ThreadId};
use crate::ir::joins::Claim;
use crate::ir::mutex::Call;
use crate::ir::operators::Stored;
use crate::ir::{Op, Operand, Order, RmwOp, Width, barrier};
use crate::model::Tag;

/// Where a value read goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Into {
    Register(RegId),
    /// To the values that the instruction has read.
    Scratch,
    /// It is the liveness of an object that is about to be accessed and that dies so.
    Alive(Death),
    /// To the parts of the running access.
    Part,
}

/// A call on a mutex whose access is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called {
    pub(super) call: Call,
    pub(super) dst: Option<RegId>,
    /// Of the mutex.
    pub(super) address: u64,
    pub(super) span: Option<Span>,
}

/// What is done to two words, with the values that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Paired {
    Load { dst: [RegId; 2] },
    Store { value: [Value; 2] },
    Exchange { dst: [RegId; 2], expected: [u64; 2], desired: [u64; 2] },
}

/// A part of an instruction.
#[derive(Clone, Debug)]
pub(super) enum Micro {
    /// Checks a block of memory.
    Block {
        address: u64,
        size: u64,
        intent: Intent,
        span: Option<Span>,
    },
    /// Checks an address.
    Resolve {
        address: u64,
        width: Width,
        site: SiteId,
        span: Option<Span>,
    },
    SourceFence(Order),
    Fence {
        kind: FenceId,
        span: Option<Span>,
    },
    Read {
        access: Access,
        into: Into,
    },
    Write {
        access: Access,
        value: Value,
    },
    /// Takes any value for one that the instruction has read.
    Choose {
        what: Open,
        width: Width,
    },
    /// Writes what the instruction has read as its n-th.
    Paste {
        access: Access,
        from: usize,
    },
    /// The old value goes to the scratch, and to a register.
    Update {
        access: Access,
        change: Change,
        dst: Option<RegId>,
    },
    /// The access of a call on a mutex is done.
    Called(Called),
    /// The same where it has looked first, and where it then has taken it.
    Looked(Called, Spot),
    Taken(Called),
    /// It is noted that a thread is joined or detached.
    Noted {
        claim: Claim,
        span: Option<Span>,
    },
    /// Waits for a thread.
    Join {
        thread: ThreadId,
        dst: Option<RegId>,
        span: Option<Span>,
    },
    /// All parts of a read are there.
    Joined {
        access: Access,
        into: Into,
    },
    /// All parts are there that a read-modify-write reads.
    Change {
        access: Access,
        change: Change,
        dst: Option<RegId>,
    },
    /// An access to two words.
    Pair(Box<([Access; 2], Paired)>),
    /// All parts of both words are there.
    PairRead(Box<([Access; 2], Paired)>),
    /// Looks whether the last value that the instruction has read is right.
    Demand {
        demand: Demand,
        span: Option<Span>,
    },
    /// Waits for good unless the last value that the instruction has read says this.
    Await(Fact),
    /// The object that is accessed is dead.
    Dead {
        death: Death,
        span: Option<Span>,
    },
    /// Looks whether what a read-modify-write has computed hangs on where the objects lie.
    Judge {
        op: RmwOp,
        old: u64,
        operand: u64,
        place: (u64, Width),
        span: Option<Span>,
    },
    /// Looks whether what a compare-and-exchange finds hangs on where the objects lie.
    JudgeFound {
        old: u64,
        expected: u64,
        span: Option<Span>,
    },
    /// Tells the driver of a barrier operation.
    Barrier(Pending),
    /// A wait returns; the first value that the instruction has read says what.
    Serial(RegId),
    /// The thread hands back these lower bits, and nobody has set the upper ones.
    Upper(u64, Width),
    Freed(ObjectId),
    /// The running allocation gives one of these freed objects, or a new one.
    Birth {
        dst: RegId,
        freed: VecDeque<ObjectId>,
        span: Option<Span>,
    },
    /// The running allocation gives this object.
    BornAgain {
        dst: RegId,
        id: ObjectId,
        span: Option<Span>,
    },
    /// The instruction is over.
    Advance,
    /// What dies with the thread does.
    Leave(Ending),
    /// The thread is over.
    Finish(Ending),
}

/// How a thread ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Its function returns.
    Return,
    /// It calls `pthread_exit`.
    Exit,
}

/// What an instruction gives each of its accesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub site: SiteId,
    pub span: Option<Span>,
    pub order: Order,
}

/// What an access is of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub address: u64,
    pub width: Width,
    pub at: At,
}

impl Machine {
    /// Begins an instruction that touches something outside the frame.
    pub(super) fn begin(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        op: &Op,
        span: Option<Span>,
    ) -> Option<Step> {
        let at = |site: SiteId, order: Order| At { site, span, order };
        match op {
            Op::Load { dst, address, order, site } => self.load(code, world, (*dst, *address), at(*site, *order)),
            Op::Store { address, value, order, site } => self.store(code, world, (*address, *value), at(*site, *order)),
            Op::Rmw { .. } => self.modify(code, world, op, span),
            Op::CompareExchange { .. } => self.exchange(code, world, op, span),
            Op::Pair(access) => self.pair(code, world, access, span),
            Op::Lock { dst, address, site } => {
                self.mutex(code, world, (Call::Lock, *dst), (*address, at(*site, Call::Lock.order())));
            }
            Op::TryLock { dst, address, site } => {
                self.mutex(code, world, (Call::TryLock, Some(*dst)), (*address, at(*site, Call::TryLock.order())));
            }
            Op::TimedLock { dst, address, site } => {
                self.mutex(code, world, (Call::TimedLock, Some(*dst)), (*address, at(*site, Call::TimedLock.order())));
            }
            Op::Unlock { dst, address, site } => {
                self.mutex(code, world, (Call::Unlock, *dst), (*address, at(*site, Call::Unlock.order())));
            }
            Op::SpinLock { address, site } => {
                self.mutex(code, world, (Call::SpinLock, None), (*address, at(*site, Call::SpinLock.order())));
            }
            Op::SpinTryLock { dst, address, site } => {
                let call = (Call::SpinTryLock, Some(*dst));
                self.mutex(code, world, call, (*address, at(*site, Call::SpinTryLock.order())));
            }
            Op::SpinUnlock { address, site } => {
                self.mutex(code, world, (Call::SpinUnlock, None), (*address, at(*site, Call::SpinUnlock.order())));
            }
            Op::LockInit { address, value, site } => {
                let (address, value) = (self.value(code, world, *address), self.value(code, world, *value));
                let spot = Spot { address, width: Width::INT, at: at(*site, Order::Plain) };
                self.set_mutex_up(code, spot, value);
            }
            Op::LockDestroy { address, site } => {
                self.mutex(code, world, (Call::Destroy, None), (*address, at(*site, Call::Destroy.order())));
            }
            Op::BarrierInit { address, count, site } => {
                let (address, count) = (self.value(code, world, *address), self.value(code, world, *count));
                self.barrier(BarrierCall::Init { count }, address, None, at(*site, barrier::ORDER));
            }
            Op::BarrierWait { dst, address, site } => {
                let address = self.value(code, world, *address);
                let frame = self.frame();
                let used = code.is_told_apart(frame.function, frame.pc);
                self.barrier(BarrierCall::Wait { used }, address, *dst, at(*site, barrier::ORDER));
            }
            Op::BarrierDestroy { address, site } => {
                let address = self.value(code, world, *address);
                self.barrier(BarrierCall::Destroy, address, None, at(*site, barrier::ORDER));
            }
            Op::Fence { order } => self.source_fence(code, *order, span),
            Op::ModelFence { kind } => {
                self.queue.push_back(Micro::SourceFence(Order::SeqCst));
                // A kind that the model does not know orders nothing.
                let known = code.mapping.kind(kind);
                self.fences(known.as_slice(), span);
            }
            Op::CopyMemory { .. } | Op::AnyMemory { .. } | Op::SetMemory { .. } => self.blocks(code, world, op, span),
            Op::Allocate { .. } => return self.allocate(code, world, op, span),
            Op::Free { address, site } => {
                let address = self.value(code, world, *address);
                if let Some(wrong) = self.free(code, world, address, at(*site, Order::Plain)) {
                    return Some(wrong);
                }
            }
            Op::EndLifetime { address, site } => {
                let address = self.value(code, world, *address);
                self.end_local(code, world, address, at(*site, Order::Plain));
            }
            Op::EndLifetimes { of, site } => self.end_locals(code, world, *of, at(*site, Order::Plain)),
            Op::AtomicBegin => self.enter_section(),
            Op::AtomicEnd => self.leave_section(),
            Op::Spawn { dst, function, argument } => {
                return Some(self.spawn(code, world, *dst, (*function, *argument)));
            }
            Op::Join { thread, dst } => {
                let handle = self.value(code, world, *thread);
                match self.note_joined(code, world, (handle, Claim::Join), span) {
                    Ok(thread) => self.queue.push_back(Micro::Join { thread, dst: *dst, span }),
                    Err(wrong) => return Some(wrong),
                }
            }
            Op::Detach { thread } => {
                let handle = self.value(code, world, *thread);
                if let Err(wrong) = self.note_joined(code, world, (handle, Claim::Detach), span) {
                    return Some(wrong);
                }
            }
            Op::CurrentThread { dst } => self.set(*dst, handle_of(self.thread)),
            Op::ThreadNumber { dst } => self.set(*dst, u64::from(self.thread.0)),
            Op::ObjectSize { dst, address } => {
                let address = self.value(code, world, *address);
                let objects = world.objects();
                let size = objects.mortal_at(address, Death::Free).map_or(0, |id| objects.get(id).size);
                self.set(*dst, size);
            }
            other => panic!("{other:?} is not executed here; please report this"),
        }
        self.queue.push_back(Micro::Advance);
        None
    }

    fn load(&mut self, code: &Code<'_>, world: &mut dyn World, (dst, address): (RegId, Operand), at: At) {
        let (address, width) = (self.value(code, world, address), self.width(code, Operand::Reg(dst)));
        let spot = Spot { address, width, at };
        self.resolve(spot);
        let piece = if is_read(world, (address, width), at.span) { Piece::Used } else { Piece::None };
        self.mapped(code, Operation::Load, spot, |access| Micro::Read {
            access: Access { piece, ..access },
            into: Into::Register(dst),
        });
    }

    fn store(&mut self, code: &Code<'_>, world: &mut dyn World, (address, value): (Operand, Operand), at: At) {
        let width = self.width(code, value);
        let (address, value) = (self.value(code, world, address), self.open_value(code, world, value));
        note_written(world, (address, width), value.bits);
        let spot = Spot { address, width, at };
        self.resolve(spot);
        self.mapped(code, Operation::Store, spot, |access| Micro::Write { access, value });
    }

    /// A read-modify-write that always writes.
    fn modify(&mut self, code: &Code<'_>, world: &mut dyn World, op: &Op, span: Option<Span>) {
        let Op::Rmw { dst, op, address, value, order, site } = op else { unreachable!("{op:?} modifies nothing") };
        let width = self.width(code, Operand::Reg(*dst));
        let (address, value) = (self.value(code, world, *address), self.value(code, world, *value));
        note_found(world, (address, width), span);
        match op.stored() {
            Stored::Operand => note_written(world, (address, width), value),
            // What it leaves is known when it is made: then an address is noted.
            _ => note_any(world, (address, width)),
        }
        let spot = Spot { address, width, at: At { site: *site, span, order: *order } };
        self.update(code, spot, Change::Apply(*op, value), Some(*dst));
    }

    fn exchange(&mut self, code: &Code<'_>, world: &mut dyn World, op: &Op, span: Option<Span>) {
        let Op::CompareExchange { dst, address, expected, desired, success, failure, site } = op else {
            unreachable!("{op:?} exchanges nothing")
        };
        let width = self.width(code, Operand::Reg(*dst));
        let address = self.value(code, world, *address);
        let (expected, desired) = (self.value(code, world, *expected), self.value(code, world, *desired));
        note_found(world, (address, width), span);
        note_written(world, (address, width), desired);
        let orders = Outcomes { success: *success, failure: *failure };
        let change = Change::Exchange { expected, desired, orders };
        let spot = Spot { address, width, at: At { site: *site, span, order: *success } };
        self.attempt(code, world, spot, (change, orders, *dst));
    }

    fn source_fence(&mut self, code: &Code<'_>, order: Order, span: Option<Span>) {
        self.queue.push_back(Micro::SourceFence(order));
        let mapped = code.mapping.get(Operation::Fence, order);
        self.fences(&mapped.before, span);
        self.fences(&mapped.after, span);
    }

    /// Sections within each other are one.
    fn enter_section(&mut self) {
        if self.depth == 0 {
            self.sections += 1;
            self.section = Some(self.sections);
        }
        self.depth += 1;
    }

    fn leave_section(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.section = self.section.filter(|_| self.depth > 0);
    }

    pub(super) fn fences(&mut self, kinds: &[FenceId], span: Option<Span>) {
        self.queue.extend(kinds.iter().map(|kind| Micro::Fence { kind: *kind, span }));
    }

    pub(super) fn access(&self, operation: Operation, spot: Spot, mut tags: Vec<Tag>) -> Access {
        if operation == Operation::Rmw {
            tags.push(Tag::named(RMW));
        }
        let Spot { address, width, at: At { site, span, order } } = spot;
        let (site, section) = (Some(site), self.section);
        Access {
            address,
            width,
            operation,
            tags,
            order,
            site,
            span,
            section,
            group: None,
            failing: None,
            unset: Unset::Any,
            piece: Piece::None,
            life: None,
        }
    }

    /// Has it checked that there is something to be accessed.
    pub(super) fn resolve(&mut self, spot: Spot) {
        let Spot { address, width, at } = spot;
        self.queue.push_back(Micro::Resolve { address, width, site: at.site, span: at.span });
    }

    /// An access with the fences that the model's mapping puts around it.
    pub(super) fn mapped(
        &mut self,
        code: &Code<'_>,
        operation: Operation,
        spot: Spot,
        micro: impl FnOnce(Access) -> Micro,
    ) {
        let mapped = code.mapping.get(operation, spot.at.order);
        self.fences(&mapped.before, spot.at.span);
        let access = self.access(operation, spot, code.tags(mapped, spot.at.site));
        self.queue.push_back(micro(access));
        self.fences(&mapped.after, spot.at.span);
    }

    /// A read-modify-write that may fail.
    pub(super) fn attempt(
        &mut self,
        code: &Code<'_>,
        world: &dyn World,
        spot: Spot,
        (change, orders, dst): (Change, Outcomes, RegId),
    ) {
        let Outcomes { success, failure } = orders;
        let is_cut = !world.parts(spot.address, spot.width).is_empty();
        let Attempt { order, failing } = match is_cut {
            true => Attempt::of_both(success, failure),
            false => code.mapping.attempt(success, failure),
        };
        let spot = Spot { at: At { order, ..spot.at }, ..spot };
        let Some(Failed { before, tags, after }) = failing else {
            return self.update(code, spot, change, Some(dst));
        };
        self.resolve(spot);
        let mapped = code.mapping.get(Operation::Rmw, order);
        self.fences(&before, spot.at.span);
        let failing = Failing { change, tags, behind: [mapped.after.clone(), after] };
        let access = self.access(Operation::Rmw, spot, code.tags(mapped, spot.at.site));
        let access = Access { failing: Some(Box::new(failing)), ..access };
        self.queue.push_back(Micro::Update { access, change, dst: Some(dst) });
    }

    /// A read-modify-write whose old value goes to a register.
    pub(super) fn update(&mut self, code: &Code<'_>, spot: Spot, change: Change, dst: Option<RegId>) {
        self.resolve(spot);
        self.mapped(code, Operation::Rmw, spot, |access| Micro::Update { access, change, dst });
    }
}

/// A read-modify-write reads a number: notes it if it may be a piece of an address.
pub(super) fn note_found(world: &mut dyn World, place: (u64, Width), span: Option<Span>) {
    if is_read(world, place, span) {
        world.note_vague(span);
    }
}

/// The program reads a number: notes it if it is a piece of an address; whether it may be one.
fn is_read(world: &mut dyn World, (address, width): (u64, Width), span: Option<Span>) -> bool {
    let Some((pieces, objects)) = world.pieces() else { return false };
    let read = pieces.tell(objects, address, width);
    if read == Read::Piece {
        world.note_vague(span);
    }
    read == Read::Perhaps
}

/// The program writes some number.
fn note_any(world: &mut dyn World, (address, width): (u64, Width)) {
    if let Some((pieces, objects)) = world.pieces() {
        pieces.write_other(objects, (address, width.bytes()), &Numbers::Any);
    }
}

/// The program writes a number.
pub(super) fn note_written(world: &mut dyn World, place: (u64, Width), number: u64) {
    if let Some((pieces, objects)) = world.pieces() {
        pieces.write(objects, place, number);
    }
}
