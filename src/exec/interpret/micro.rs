//! Instructions that are more than one step: accesses with their checks and fences, locks, copies, allocation, threads.
//!
//! In: an instruction. Out: a queue of small actions, done one by one, so that each access is checked, fenced and
//! performed in the order of the unfolding. It must not know what memory holds.

use std::collections::VecDeque;

use super::open::Value;
use super::{Access, BarrierCall, Change, Code, Machine, Pending, Step, Unset, World};
use crate::diag::Span;
use crate::exec::execution::Open;
use crate::exec::lifetime::{Intent, Life};
use crate::exec::mapping::Operation;
use crate::exec::object::{Death, ObjectId};
use crate::exec::objects::{self, function_at, handle_of};
use crate::ids::{RegId, SiteId, ThreadId};
use crate::ir::mutex::Call;
use crate::ir::{Op, Order, Property, RmwOp, Width, barrier};

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

/// What is checked after a read-modify-write and its fences.
#[derive(Clone, Copy, Debug)]
pub(super) enum Check {
    /// It found 0: the object is not freed yet.
    Unfreed,
    /// It found a barrier that is set up.
    Ready,
    /// It found a barrier whose round is complete, or the thread waits for good.
    Met,
    /// It found a barrier at which nobody waits.
    Idle,
    /// It found no barrier at which threads wait.
    Vacant,
    /// It found no mutex that somebody holds.
    Unheld,
}

/// A call on a mutex whose access is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called {
    pub(super) call: Call,
    pub(super) dst: Option<RegId>,
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
        kind: String,
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
    /// It is noted that a thread is joined or else detached.
    Noted {
        joins: bool,
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
    Check {
        what: Check,
        span: Option<Span>,
    },
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
    /// The thread is over.
    Finish,
}

/// What an instruction gives each of its accesses.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub site: SiteId,
    pub span: Option<Span>,
    pub order: Order,
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
            Op::Load { dst, address, order, site } => {
                let (address, width) =
                    (self.value(code, world, *address), self.width(code, crate::ir::Operand::Reg(*dst)));
                self.load(code, address, width, at(*site, *order), Into::Register(*dst), true);
            }
            Op::Store { address, value, order, site } => {
                let width = self.width(code, *value);
                let (address, value) = (self.value(code, world, *address), self.open_value(code, world, *value));
                self.store(code, address, width, at(*site, *order), |access| Micro::Write { access, value }, true);
            }
            Op::Rmw { dst, op, address, value, order, site } => {
                let width = self.width(code, crate::ir::Operand::Reg(*dst));
                let (address, value) = (self.value(code, world, *address), self.value(code, world, *value));
                self.update(code, address, width, at(*site, *order), Change::Apply(*op, value), Some(*dst));
            }
            Op::CompareExchange { dst, address, expected, desired, success, failure, site } => {
                let width = self.width(code, crate::ir::Operand::Reg(*dst));
                let address = self.value(code, world, *address);
                let (expected, desired) = (self.value(code, world, *expected), self.value(code, world, *desired));
                // As strong as the stronger order asks, whatever it finds.
                let order = (*success).max(*failure);
                let change = Change::Exchange { expected, desired };
                self.update(code, address, width, at(*site, order), change, Some(*dst));
            }
            Op::Pair(access) => self.pair(code, world, access, span),
            Op::Lock { dst, address, site } => {
                self.mutex(code, world, (Call::Lock, *dst), (*address, *site), span);
            }
            Op::TryLock { dst, address, site } => {
                self.mutex(code, world, (Call::TryLock, Some(*dst)), (*address, *site), span);
            }
            Op::Unlock { dst, address, site } => {
                self.mutex(code, world, (Call::Unlock, *dst), (*address, *site), span);
            }
            Op::LockInit { address, value, site } => {
                let (address, value) = (self.value(code, world, *address), self.value(code, world, *value));
                let plain = at(*site, Order::Plain);
                self.resolve(address, Width::INT, plain, true);
                self.look(code, address, Width::INT, plain);
                self.queue.push_back(Micro::Check { what: Check::Unheld, span });
                self.store(
                    code,
                    address,
                    Width::INT,
                    plain,
                    |access| Micro::Write { access, value: value.into() },
                    false,
                );
            }
            Op::LockDestroy { address, site } => {
                self.mutex(code, world, (Call::Destroy, None), (*address, *site), span);
            }
            Op::BarrierInit { address, count, site } => {
                let (address, count) = (self.value(code, world, *address), self.value(code, world, *count));
                self.barrier(BarrierCall::Init { count }, address, None, at(*site, Order::SeqCst));
            }
            Op::BarrierWait { dst, address, site } => {
                let address = self.value(code, world, *address);
                let frame = self.frame();
                let used = code.is_told_apart(frame.function, frame.pc);
                self.barrier(BarrierCall::Wait { used }, address, *dst, at(*site, Order::SeqCst));
            }
            Op::BarrierDestroy { address, site } => {
                let address = self.value(code, world, *address);
                self.barrier(BarrierCall::Destroy, address, None, at(*site, Order::SeqCst));
            }
            Op::Fence { order } => {
                self.queue.push_back(Micro::SourceFence(*order));
                let mapped = code.mapping.get(Operation::Fence, *order);
                self.fences(mapped.before.clone(), span);
                self.fences(mapped.after.clone(), span);
            }
            Op::ModelFence { kind } => {
                self.queue.push_back(Micro::SourceFence(Order::SeqCst));
                self.fences(vec![kind.clone()], span);
            }
            Op::CopyMemory { to, from, size, load, store } => {
                let (to, from) = (self.value(code, world, *to), self.value(code, world, *from));
                let size = self.value(code, world, *size);
                self.queue.push_back(Micro::Block { address: from, size, intent: Intent::Read, span });
                self.queue.push_back(Micro::Block { address: to, size, intent: Intent::Write, span });
                let parts = world.partition(&[to, from], size);
                self.block_alive(&parts, size, [(from, *load), (to, *store)], span);
                for (offset, width) in &parts {
                    let reading = at(*load, Order::Plain);
                    self.load(code, from.wrapping_add(*offset), *width, reading, Into::Scratch, true);
                }
                for (from, (offset, width)) in parts.into_iter().enumerate() {
                    let writing = at(*store, Order::Plain);
                    let paste = |access| Micro::Paste { access, from };
                    self.store(code, to.wrapping_add(offset), width, writing, paste, true);
                }
            }
            Op::AnyMemory { to, size, site } => {
                let (to, size) = (self.value(code, world, *to), self.value(code, world, *size));
                self.queue.push_back(Micro::Block { address: to, size, intent: Intent::Write, span });
                let parts = world.partition(&[to], size);
                self.block_alive(&parts, size, [(to, *site)], span);
                for (from, (offset, width)) in parts.into_iter().enumerate() {
                    let what = Open::Bytes(self.thread, self.context(), offset, width);
                    self.queue.push_back(Micro::Choose { what, width });
                    let paste = |access| Micro::Paste { access, from };
                    self.store(code, to.wrapping_add(offset), width, at(*site, Order::Plain), paste, true);
                }
            }
            Op::SetMemory { to, byte, size, site } => {
                let (to, byte) = (self.value(code, world, *to), self.value(code, world, *byte) & 0xff);
                let size = self.value(code, world, *size);
                self.queue.push_back(Micro::Block { address: to, size, intent: Intent::Write, span });
                let parts = world.partition(&[to], size);
                self.block_alive(&parts, size, [(to, *site)], span);
                for (offset, width) in parts {
                    let value = (byte * 0x0101_0101_0101_0101) & width.mask();
                    let address = to.wrapping_add(offset);
                    let write = |access| Micro::Write { access, value: value.into() };
                    self.store(code, address, width, at(*site, Order::Plain), write, true);
                }
            }
            Op::Allocate { .. } => return self.allocate(code, world, op, span),
            Op::Free { address, site } => {
                let address = self.value(code, world, *address);
                if address != 0 {
                    let objects = world.objects();
                    let Some(id) = objects.mortal_at(address, Death::Free) else {
                        let message = "free of what malloc did not return";
                        return Some(Machine::violated(Property::InvalidFree, message, span));
                    };
                    let cell = objects.liveness(id);
                    let cell = objects.get(cell).base;
                    let plain = at(*site, Order::Plain);
                    self.load(code, cell, Width::BYTE, plain, Into::Scratch, false);
                    self.queue.push_back(Micro::Check { what: Check::Unfreed, span });
                    self.store(
                        code,
                        cell,
                        Width::BYTE,
                        plain,
                        |access| Micro::Write { access, value: Life::Ends.noted().into() },
                        false,
                    );
                    self.queue.push_back(Micro::Freed(id));
                }
            }
            Op::EndLifetime { address, site } => {
                let address = self.value(code, world, *address);
                let objects = world.objects();
                if let Some(id) = objects.mortal_at(address, Death::EndOfScope) {
                    let cell = objects.liveness(id);
                    let cell = objects.get(cell).base;
                    let plain = at(*site, Order::Plain);
                    self.store(
                        code,
                        cell,
                        Width::BYTE,
                        plain,
                        |access| Micro::Write { access, value: Life::Ends.noted().into() },
                        false,
                    );
                }
            }
            Op::AtomicBegin => {
                if self.depth == 0 {
                    self.sections += 1;
                    self.section = Some(self.sections);
                }
                self.depth += 1;
            }
            Op::AtomicEnd => {
                self.depth = self.depth.saturating_sub(1);
                self.section = self.section.filter(|_| self.depth > 0);
            }
            Op::Spawn { dst, function, argument } => {
                let (address, argument) = (self.value(code, world, *function), self.value(code, world, *argument));
                let Some(function) = function_at(address, code.program) else {
                    return Some(Machine::refused("the function that this thread runs cannot be determined", span));
                };
                let thread = world.objects().thread(self.thread, self.context());
                if let Some(problem) = objects::too_many(thread, span) {
                    return Some(Step::Refused(problem));
                }
                self.set(*dst, handle_of(thread));
                self.frame().pc += 1;
                let args = code.program.function(function).params.iter().map(|_| argument).collect();
                return Some(Step::Spawn { thread, function, args });
            }
            Op::Join { thread, dst } => {
                let handle = self.value(code, world, *thread);
                match self.note_joined(code, world, (handle, true), span) {
                    Ok(thread) => self.queue.push_back(Micro::Join { thread, dst: *dst, span }),
                    Err(wrong) => return Some(wrong),
                }
            }
            Op::Detach { thread } => {
                let handle = self.value(code, world, *thread);
                if let Err(wrong) = self.note_joined(code, world, (handle, false), span) {
                    return Some(wrong);
                }
            }
            Op::CurrentThread { dst } => self.set(*dst, handle_of(self.thread)),
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

    fn barrier(&mut self, call: BarrierCall, address: u64, dst: Option<RegId>, at: At) {
        self.resolve(address, barrier::STATE, at, true);
        self.queue.push_back(Micro::Barrier(Pending { call, address, site: at.site, span: at.span, dst }));
    }

    /// The accesses that a barrier operation is made of.
    pub(super) fn expansion(&mut self, code: &Code<'_>, pending: Pending) {
        let Pending { call, address, site, span, dst } = pending;
        let at = At { site, span, order: Order::SeqCst };
        let width = barrier::STATE;
        match call {
            BarrierCall::Init { count } => {
                let value = barrier::initial(count);
                let plain = At { order: Order::Plain, ..at };
                self.look(code, address, width, plain);
                self.queue.push_back(Micro::Check { what: Check::Vacant, span });
                self.store(code, address, width, plain, |access| Micro::Write { access, value: value.into() }, false);
            }
            BarrierCall::Wait { .. } => {
                self.change(code, address, width, at, Change::Arrive, None);
                self.queue.push_back(Micro::Check { what: Check::Ready, span });
                // The second look at the state is as strong as the arrival.
                let mapped = code.mapping.get(Operation::Rmw, at.order);
                self.fences(mapped.before.clone(), span);
                let access = self.access(address, width, Operation::Rmw, at, mapped.tags.clone());
                self.queue.push_back(Micro::Read { access, into: Into::Scratch });
                self.fences(mapped.after.clone(), span);
                self.queue.push_back(Micro::Check { what: Check::Met, span });
                self.queue.extend(dst.map(Micro::Serial));
            }
            BarrierCall::Destroy => {
                let change = Change::Apply(RmwOp::Exchange, 0);
                self.change(code, address, width, at, change, None);
                self.queue.push_back(Micro::Check { what: Check::Ready, span });
                self.queue.push_back(Micro::Check { what: Check::Idle, span });
            }
        }
    }

    pub(super) fn fences(&mut self, kinds: Vec<String>, span: Option<Span>) {
        self.queue.extend(kinds.into_iter().map(|kind| Micro::Fence { kind, span }));
    }

    pub(super) fn access(
        &self,
        address: u64,
        width: Width,
        operation: Operation,
        at: At,
        mut tags: Vec<String>,
    ) -> Access {
        if operation == Operation::Rmw {
            tags.push("RMW".to_string());
        }
        let (order, site, span, section) = (at.order, Some(at.site), at.span, self.section);
        Access { address, width, operation, tags, order, site, span, section, group: None, unset: Unset::Any }
    }

    fn resolve(&mut self, address: u64, width: Width, at: At, checked: bool) {
        if checked {
            self.queue.push_back(Micro::Resolve { address, width, site: at.site, span: at.span });
        }
    }

    fn load(&mut self, code: &Code<'_>, address: u64, width: Width, at: At, into: Into, checked: bool) {
        self.resolve(address, width, at, checked);
        let mapped = code.mapping.get(Operation::Load, at.order);
        self.fences(mapped.before.clone(), at.span);
        let access = self.access(address, width, Operation::Load, at, mapped.tags.clone());
        self.queue.push_back(Micro::Read { access, into });
        self.fences(mapped.after.clone(), at.span);
    }

    /// Looks whether the objects of these blocks live, of which no part is accessed for itself.
    fn block_alive<const N: usize>(
        &mut self,
        parts: &[(u64, Width)],
        size: u64,
        blocks: [(u64, SiteId); N],
        span: Option<Span>,
    ) {
        for (address, site) in blocks.into_iter().filter(|_| parts.is_empty() && size > 0) {
            self.queue.push_back(Micro::Resolve { address, width: Width::BYTE, site, span });
        }
    }

    /// Reads what may be there before something is set up.
    fn look(&mut self, code: &Code<'_>, address: u64, width: Width, at: At) {
        let mapped = code.mapping.get(Operation::Load, at.order);
        self.fences(mapped.before.clone(), at.span);
        let access = self.access(address, width, Operation::Load, at, mapped.tags.clone());
        self.queue.push_back(Micro::Read { access: Access { unset: Unset::Unused, ..access }, into: Into::Scratch });
        self.fences(mapped.after.clone(), at.span);
    }

    fn store(
        &mut self,
        code: &Code<'_>,
        address: u64,
        width: Width,
        at: At,
        write: impl FnOnce(Access) -> Micro,
        checked: bool,
    ) {
        self.resolve(address, width, at, checked);
        let mapped = code.mapping.get(Operation::Store, at.order);
        self.fences(mapped.before.clone(), at.span);
        let access = self.access(address, width, Operation::Store, at, mapped.tags.clone());
        self.queue.push_back(write(access));
        self.fences(mapped.after.clone(), at.span);
    }

    pub(super) fn update(
        &mut self,
        code: &Code<'_>,
        address: u64,
        width: Width,
        at: At,
        change: Change,
        dst: Option<RegId>,
    ) {
        self.resolve(address, width, at, true);
        self.change(code, address, width, at, change, dst);
    }

    /// A read-modify-write of a place that is known to be right.
    fn change(&mut self, code: &Code<'_>, address: u64, width: Width, at: At, change: Change, dst: Option<RegId>) {
        let mapped = code.mapping.get(Operation::Rmw, at.order);
        self.fences(mapped.before.clone(), at.span);
        let access = self.access(address, width, Operation::Rmw, at, mapped.tags.clone());
        self.queue.push_back(Micro::Update { access, change, dst });
        self.fences(mapped.after.clone(), at.span);
    }
}
