//! Instructions that are more than one step: accesses with their checks and fences, locks, copies, allocation, threads.
//!
//! In: an instruction. Out: a queue of small actions, done one by one, so that each access is checked, fenced and
//! performed in the order of the unfolding. It must not know what memory holds.

use super::{Access, Asked, BarrierCall, Change, Code, Machine, Pending, Step, Wait, World};
use crate::diag::Span;
use crate::exec::mapping::Operation;
use crate::exec::objects::{Origin, STRIDE, function_at};
use crate::ids::{RegId, SiteId};
use crate::ir::{Op, Order, Property, RmwOp, Storage, Width, barrier};

/// Where a value read goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Into {
    Register(RegId),
    /// To the values that the instruction has read.
    Scratch,
    /// It is the liveness of an object that is about to be accessed.
    Alive,
}

/// What is checked after a read-modify-write and its fences.
#[derive(Clone, Copy, Debug)]
pub(super) enum Check {
    /// It found 0, or the thread waits for good.
    Free,
    /// It found something else than 0.
    Held,
    /// It found 0: the object is not freed yet.
    Unfreed,
    /// It found a barrier that is set up.
    Ready,
    /// It found a barrier whose round is complete, or the thread waits for good.
    Met,
    /// It found a barrier at which nobody waits.
    Idle,
}

/// A part of an instruction.
#[derive(Clone, Debug)]
pub(super) enum Micro {
    /// Checks a block of memory.
    Block {
        address: u64,
        size: u64,
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
        value: u64,
    },
    /// Writes what the instruction has read as its n-th.
    Paste {
        access: Access,
        from: usize,
    },
    /// The old value goes to the scratch, and to a register as it is or as "it was 0".
    Update {
        access: Access,
        change: Change,
        dst: Option<RegId>,
        tested: bool,
    },
    Check {
        what: Check,
        span: Option<Span>,
    },
    UseAfterFree {
        span: Option<Span>,
    },
    /// Tells the driver of a barrier operation.
    Barrier(Pending),
    /// A wait returns; the first value that the instruction has read says what.
    Serial(RegId),
    Freed(crate::exec::objects::ObjectId),
    /// The instruction is over.
    Advance,
    /// The thread is over.
    Finish,
}

/// What an instruction gives each of its accesses.
#[derive(Clone, Copy)]
struct At {
    site: SiteId,
    span: Option<Span>,
    order: Order,
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
                let (address, value) = (self.value(code, world, *address), self.value(code, world, *value));
                self.store(code, address, width, at(*site, *order), |access| Micro::Write { access, value }, true);
            }
            Op::Rmw { dst, op, address, value, order, site } => {
                let width = self.width(code, crate::ir::Operand::Reg(*dst));
                let (address, value) = (self.value(code, world, *address), self.value(code, world, *value));
                self.update(code, address, width, at(*site, *order), Change::Apply(*op, value), Some(*dst), false);
            }
            Op::CompareExchange { dst, address, expected, desired, success, failure, site } => {
                let width = self.width(code, crate::ir::Operand::Reg(*dst));
                let address = self.value(code, world, *address);
                let (expected, desired) = (self.value(code, world, *expected), self.value(code, world, *desired));
                // As strong as the stronger order asks, whatever it finds.
                let order = (*success).max(*failure);
                let change = Change::Exchange { expected, desired };
                self.update(code, address, width, at(*site, order), change, Some(*dst), false);
            }
            Op::Lock { address, site } => {
                let address = self.value(code, world, *address);
                let change = Change::Exchange { expected: 0, desired: 1 };
                self.update(code, address, Width::INT, at(*site, Order::SeqCst), change, None, false);
                self.queue.push_back(Micro::Check { what: Check::Free, span });
            }
            Op::TryLock { dst, address, site } => {
                let address = self.value(code, world, *address);
                let change = Change::Exchange { expected: 0, desired: 1 };
                self.update(code, address, Width::INT, at(*site, Order::SeqCst), change, Some(*dst), true);
            }
            Op::Unlock { address, site } => {
                let address = self.value(code, world, *address);
                let change = Change::Apply(RmwOp::Exchange, 0);
                self.update(code, address, Width::INT, at(*site, Order::SeqCst), change, None, false);
                self.queue.push_back(Micro::Check { what: Check::Held, span });
            }
            Op::BarrierInit { address, count, site } => {
                let (address, count) = (self.value(code, world, *address), self.value(code, world, *count));
                self.barrier(BarrierCall::Init { count }, address, None, at(*site, Order::SeqCst));
            }
            Op::BarrierWait { dst, address, site } => {
                let address = self.value(code, world, *address);
                self.barrier(BarrierCall::Wait { used: dst.is_some() }, address, *dst, at(*site, Order::SeqCst));
            }
            Op::BarrierDestroy { address, site } => {
                let address = self.value(code, world, *address);
                self.barrier(BarrierCall::Destroy, address, None, at(*site, Order::SeqCst));
            }
            Op::Fence { order } => {
                self.queue.push_back(Micro::SourceFence(*order));
                let mapped = code.mapping.get(Operation::Fence, *order);
                self.fences(mapped.before, span);
                self.fences(mapped.after, span);
            }
            Op::ModelFence { kind } => {
                self.queue.push_back(Micro::SourceFence(Order::SeqCst));
                self.fences(vec![kind.clone()], span);
            }
            Op::CopyMemory { to, from, size, load, store } => {
                let (to, from) = (self.value(code, world, *to), self.value(code, world, *from));
                let size = self.value(code, world, *size);
                self.queue.push_back(Micro::Block { address: from, size, span });
                self.queue.push_back(Micro::Block { address: to, size, span });
                let parts = world.partition(&[to, from], size);
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
            Op::SetMemory { to, byte, size, site } => {
                let (to, byte) = (self.value(code, world, *to), self.value(code, world, *byte) & 0xff);
                let size = self.value(code, world, *size);
                self.queue.push_back(Micro::Block { address: to, size, span });
                for (offset, width) in world.partition(&[to], size) {
                    let value = (byte * 0x0101_0101_0101_0101) & width.mask();
                    let address = to.wrapping_add(offset);
                    let write = |access| Micro::Write { access, value };
                    self.store(code, address, width, at(*site, Order::Plain), write, true);
                }
            }
            Op::Allocate { dst, size, storage, zeroed, name } => {
                let size = self.value(code, world, *size);
                if size >= STRIDE {
                    let message = "an allocation whose size has no small bound is not supported";
                    return Some(Machine::refused(message, span));
                }
                let origin = Origin::Allocated(self.thread, self.context(), *storage);
                let objects = world.objects();
                let id = objects.allocated(origin, size, name, *zeroed);
                let base = objects.get(id).base;
                self.set(*dst, base);
                self.frame().pc += 1;
                return Some(Step::Allocated(id));
            }
            Op::Free { address, site } => {
                let address = self.value(code, world, *address);
                if address != 0 {
                    let objects = world.objects();
                    let id = objects.at(address).filter(|id| {
                        let object = objects.get(*id);
                        object.base == address && matches!(object.origin, Origin::Allocated(_, _, Storage::Heap))
                    });
                    let Some(id) = id else {
                        let message = "free of what malloc did not return";
                        return Some(Machine::violated(Property::InvalidFree, message, span));
                    };
                    let cell = objects.liveness(id);
                    let cell = objects.get(cell).base;
                    let plain = at(*site, Order::Plain);
                    self.load(code, cell, Width::BYTE, plain, Into::Scratch, false);
                    self.queue.push_back(Micro::Check { what: Check::Unfreed, span });
                    self.store(code, cell, Width::BYTE, plain, |access| Micro::Write { access, value: 1 }, false);
                    self.queue.push_back(Micro::Freed(id));
                }
            }
            Op::AtomicBegin => {
                if self.section.is_none() {
                    self.sections += 1;
                    self.section = Some(self.sections);
                }
            }
            Op::AtomicEnd => self.section = None,
            Op::Spawn { dst, function, argument } => {
                let (address, argument) = (self.value(code, world, *function), self.value(code, world, *argument));
                let Some(function) = function_at(address, code.program) else {
                    return Some(Machine::refused("the function that this thread runs cannot be determined", span));
                };
                let thread = world.objects().thread(self.thread, self.context());
                self.set(*dst, u64::from(thread.0) + 1);
                self.frame().pc += 1;
                let args = code.program.function(function).params.iter().map(|_| argument).collect();
                return Some(Step::Spawn { thread, function, args });
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
                self.store(code, address, width, plain, |access| Micro::Write { access, value }, false);
            }
            BarrierCall::Wait { .. } => {
                self.change(code, address, width, at, Change::Arrive, None, false);
                self.queue.push_back(Micro::Check { what: Check::Ready, span });
                // The second look at the state is as strong as the arrival.
                let mapped = code.mapping.get(Operation::Rmw, at.order);
                self.fences(mapped.before, span);
                let access = self.access(address, width, Operation::Rmw, at, mapped.tags);
                self.queue.push_back(Micro::Read { access, into: Into::Scratch });
                self.fences(mapped.after, span);
                self.queue.push_back(Micro::Check { what: Check::Met, span });
                self.queue.extend(dst.map(Micro::Serial));
            }
            BarrierCall::Destroy => {
                let change = Change::Apply(RmwOp::Exchange, 0);
                self.change(code, address, width, at, change, None, false);
                self.queue.push_back(Micro::Check { what: Check::Ready, span });
                self.queue.push_back(Micro::Check { what: Check::Idle, span });
            }
        }
    }

    fn fences(&mut self, kinds: Vec<String>, span: Option<Span>) {
        self.queue.extend(kinds.into_iter().map(|kind| Micro::Fence { kind, span }));
    }

    fn access(&self, address: u64, width: Width, operation: Operation, at: At, mut tags: Vec<String>) -> Access {
        // An atomic section is as strong as a read-modify-write.
        if operation == Operation::Rmw || self.section.is_some() {
            tags.push("RMW".to_string());
        }
        let (order, site, span, section) = (at.order, Some(at.site), at.span, self.section);
        Access { address, width, operation, tags, order, site, span, section }
    }

    fn resolve(&mut self, address: u64, width: Width, at: At, checked: bool) {
        if checked {
            self.queue.push_back(Micro::Resolve { address, width, site: at.site, span: at.span });
        }
    }

    fn load(&mut self, code: &Code<'_>, address: u64, width: Width, at: At, into: Into, checked: bool) {
        self.resolve(address, width, at, checked);
        let mapped = code.mapping.get(Operation::Load, at.order);
        self.fences(mapped.before, at.span);
        let access = self.access(address, width, Operation::Load, at, mapped.tags);
        self.queue.push_back(Micro::Read { access, into });
        self.fences(mapped.after, at.span);
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
        self.fences(mapped.before, at.span);
        let access = self.access(address, width, Operation::Store, at, mapped.tags);
        self.queue.push_back(write(access));
        self.fences(mapped.after, at.span);
    }

    #[allow(clippy::too_many_arguments)] // The last three are one thing, used here only.
    fn update(
        &mut self,
        code: &Code<'_>,
        address: u64,
        width: Width,
        at: At,
        change: Change,
        dst: Option<RegId>,
        tested: bool,
    ) {
        self.resolve(address, width, at, true);
        self.change(code, address, width, at, change, dst, tested);
    }

    /// A read-modify-write of a place that is known to be right.
    #[allow(clippy::too_many_arguments)] // As above.
    fn change(
        &mut self,
        code: &Code<'_>,
        address: u64,
        width: Width,
        at: At,
        change: Change,
        dst: Option<RegId>,
        tested: bool,
    ) {
        let mapped = code.mapping.get(Operation::Rmw, at.order);
        self.fences(mapped.before, at.span);
        let access = self.access(address, width, Operation::Rmw, at, mapped.tags);
        self.queue.push_back(Micro::Update { access, change, dst, tested });
        self.fences(mapped.after, at.span);
    }

    /// Does one part of the running instruction.
    pub(super) fn micro(&mut self, code: &Code<'_>, world: &mut dyn World, micro: Micro) -> Option<Step> {
        match micro {
            Micro::Resolve { address, width, site, span } => {
                if let Some(property) = Machine::misplaced(world.objects(), address, width.bytes()) {
                    return Some(Machine::violated(property, property.describe(), span));
                }
                let object = world.objects().at(address).expect("an address in an object; please report this");
                if world.watched(object) {
                    let objects = world.objects();
                    let cell = objects.liveness(object);
                    let cell = objects.get(cell).base;
                    let at = At { site, span, order: Order::Plain };
                    let tags = code.mapping.get(Operation::Load, Order::Plain).tags;
                    let access = self.access(cell, Width::BYTE, Operation::Load, at, tags);
                    self.queue.push_front(Micro::Read { access, into: Into::Alive });
                }
                None
            }
            Micro::Block { size: 0, .. } => None,
            Micro::Block { address, size, span } => Machine::misplaced(world.objects(), address, size)
                .map(|property| Machine::violated(property, property.describe(), span)),
            Micro::SourceFence(order) => Some(Step::SourceFence(order)),
            Micro::Fence { kind, span } => Some(Step::Fence { kind, span }),
            Micro::Read { ref access, .. } => {
                let step = Step::Read(access.clone());
                self.ask(Asked::Micro(micro), step)
            }
            Micro::Write { access, value } => Some(Step::Write(access, value)),
            Micro::Paste { access, from } => {
                let value = self.scratch[from];
                Some(Step::Write(access, value))
            }
            Micro::Update { ref access, change, .. } => {
                let step = Step::Update(access.clone(), change);
                self.ask(Asked::Micro(micro), step)
            }
            Micro::Check { what, span } => {
                let found = self.scratch.last().copied().expect("a value to check was read; please report this");
                match what {
                    Check::Free => (found != 0).then_some(Step::Blocked(Wait::Mutex)),
                    Check::Held => (found == 0).then(|| {
                        Machine::violated(Property::LockMisuse, "a mutex is unlocked that nobody holds", span)
                    }),
                    Check::Unfreed => {
                        let freed = found & 1 == 1;
                        freed.then(|| Machine::violated(Property::InvalidFree, "free of freed memory", span))
                    }
                    Check::Ready => (!barrier::is_ready(found))
                        .then(|| Machine::violated(Property::BarrierMisuse, barrier::NOT_READY, span)),
                    Check::Met => (!barrier::is_met(found)).then_some(Step::Blocked(Wait::Barrier)),
                    Check::Idle => (!barrier::is_met(found))
                        .then(|| Machine::violated(Property::BarrierMisuse, barrier::NOT_IDLE, span)),
                }
            }
            Micro::UseAfterFree { span } => {
                let property = Property::UseAfterFree;
                Some(Machine::violated(property, property.describe(), span))
            }
            Micro::Barrier(pending) => {
                let Pending { call, address, site, span, .. } = pending;
                let step = Step::Barrier { call, address, site, span, section: self.section };
                self.ask(Asked::Barrier(pending), step)
            }
            Micro::Serial(dst) => {
                let last = barrier::is_last(self.scratch[0]);
                self.serial(Some(dst), last);
                None
            }
            Micro::Freed(object) => Some(Step::Freed(object)),
            Micro::Advance => {
                self.frame().pc += 1;
                None
            }
            Micro::Finish => Some(Step::Finished(self.scratch.first().copied().unwrap_or(0))),
        }
    }

    /// Takes a value that the driver found in memory.
    pub(super) fn found(&mut self, micro: Micro, value: u64) {
        match micro {
            Micro::Read { access, into } => match into {
                Into::Register(dst) => self.set(dst, value),
                Into::Scratch => self.scratch.push(value),
                Into::Alive if value & 1 == 1 => self.queue.push_front(Micro::UseAfterFree { span: access.span }),
                Into::Alive => {}
            },
            Micro::Update { dst, tested, .. } => {
                self.scratch.push(value);
                if let Some(dst) = dst {
                    self.set(dst, if tested { u64::from(value == 0) } else { value });
                }
            }
            other => panic!("{other:?} asks for nothing; please report this"),
        }
    }
}
