//! The interpreter: one thread of a program, run on concrete values.
//!
//! In: the IR, the mapping of C orders, a [`World`] that owns the objects, and answers to what the thread asks. Out:
//! [`Step`]s: everything another thread can notice, and everything the thread cannot know by itself. It must not know
//! what memory holds, which memory is shared, how threads take turns, or any memory model's axioms.
//!
//! This is the only interpreter of the IR; its meaning is that of the unfolding, value by value: the same addresses and
//! thread numbers for the same [`Context`], the same accesses in the same order, the same violations. A machine is cheap
//! to clone and holds no reference, so that a search can keep one at each of its branches.
//!
//! The driver calls [`Machine::step`] until the thread ends. After [`Step::Read`], [`Step::Update`], [`Step::Join`] and
//! [`Step::Choice`] it calls [`Machine::answer`] first. After [`Step::Barrier`] it calls either [`Machine::answer`], once
//! the thread may go on, or [`Machine::expand`], and the operation becomes accesses to the barrier's state.

mod access;
mod birth;
mod code;
mod compound;
mod ends;
mod frame;
mod judged;
mod micro;
pub(crate) mod open;
mod pairs;
mod parts;
mod perform;
pub(crate) mod private;
mod registers;
mod same;
pub(crate) mod symbol;
mod threads;
pub(crate) mod wide;

use std::collections::{BTreeSet, VecDeque};

pub use access::{Access, Failing, Piece, Unset};
pub use code::Code;

use crate::diag::{Diagnostic, Span};
use crate::exec::context::{self, Context};
use crate::exec::execution::Open;
use crate::exec::initial;
use crate::exec::object::{Asking, ObjectId, Origin};
use crate::exec::objects::Objects;
use crate::exec::pieces::Pieces;
use crate::exec::variable::Variable;
use crate::ids::{FenceId, FuncId, LoopId, SiteId, ThreadId};
use crate::ir::{Author, CastOp, Op, Operand, Order, Property, Register, RmwOp, Width, barrier, mutex};

use frame::Frame;
use micro::Micro;
use open::Value;
use wide::Wide;

/// What a machine needs of its surroundings while it runs.
pub trait World {
    /// The objects of the execution.
    fn objects(&mut self) -> &mut Objects;

    /// Whether something frees the heap object, so that accesses to it read its liveness first.
    fn watched(&self, object: ObjectId) -> bool;

    /// The parts that an access falls into where memory is cut, as offsets; none if it is whole.
    fn parts(&self, address: u64, width: Width) -> Vec<(u64, Width)>;

    /// The object that one execution of an `Allocate` makes, of a size that is the same in all executions or not.
    fn allocate(&mut self, origin: Origin, request: Asking<'_>) -> ObjectId;

    /// Notes that the thread computes something that hangs on where the objects lie.
    fn note_vague(&mut self, span: Option<Span>);

    /// The program has found this in memory of which bytes may be of an address, and which others may write to.
    fn judge_found(&mut self, _place: (u64, Width), _value: u64, span: Option<Span>) {
        self.note_vague(span);
    }

    /// What was seen of pieces of addresses, and the objects, if that is asked for.
    fn pieces(&mut self) -> Option<(&mut Pieces, &Objects)> {
        None
    }

    /// Whether bytes of memory that may hold anything are left open, as one value with marks ([`open`]), rather than
    /// asked for.
    fn leaves_open(&self) -> bool {
        false
    }

    /// Notes that the thread depends on bits that were left open.
    fn note_looked(&mut self, span: Option<Span>);

    /// Whether it is asked what the thread does with bits that nobody has set: then they are carried through whatever it
    /// computes, and told of where they are used.
    fn follows_unset(&self) -> bool {
        false
    }

    /// Notes that the thread uses such bits; from then on they are as good as known.
    fn note_use(&mut self, _value: Value, _how: open::Use) {}

    /// The choices whose values are split only where the program tells them apart ([`wide`]), if that is done here.
    fn wide(&mut self) -> Option<&mut Wide> {
        None
    }

    /// Notes that the thread depends on a value, if that may be any and not every one it may be is tried.
    fn look(&mut self, value: Value, span: Option<Span>) {
        if value.open != 0 && self.follows_unset() {
            return self.note_use(value, open::Use::Update);
        }
        let is_split = value.symbol.is_some_and(|symbol| self.wide().is_some_and(|wide| wide.look(symbol)));
        if value.open != 0 && !is_split {
            self.note_looked(span);
        }
    }

    /// How the blocks of `size` bytes at these addresses split into cells, as offsets.
    fn partition(&mut self, blocks: &[u64], size: u64) -> Vec<(u64, Width)>;

    /// The cells of an object that other threads than this one access, as offsets; there may be more.
    fn contended(&mut self, thread: ThreadId, object: ObjectId) -> Vec<(u64, Width)>;
}

/// What a read-modify-write does to what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Apply(RmwOp, u64),
    /// Arrives at the barrier that this cell is the state of.
    Arrive,
    /// The thread's call on the mutex that this cell is.
    Mutex(mutex::Call, ThreadId),
    /// Writes `desired` if it finds `expected`.
    Exchange {
        expected: u64,
        desired: u64,
        orders: Outcomes,
    },
}

/// How strongly the source orders a compare-and-exchange, by what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    pub success: Order,
    pub failure: Order,
}

impl Change {
    /// What is written when `old` is found; `None` if nothing is.
    pub fn apply(self, old: u64, width: Width) -> Option<u64> {
        match self {
            Change::Apply(op, operand) => Some(op.eval(old, operand, width)),
            Change::Arrive => Some(barrier::arrive(old)),
            Change::Mutex(call, thread) => mutex::perform(call, old, thread.0).0,
            Change::Exchange { expected, desired, .. } => (old == expected).then_some(desired),
        }
    }

    /// How strongly the source orders this where it finds `old`, if it is as strong as `order` says.
    pub fn order_of(self, old: u64, order: Order) -> Order {
        match self {
            Change::Exchange { expected, orders, .. } if old == expected => orders.success,
            Change::Exchange { orders, .. } => orders.failure,
            Change::Mutex(call, thread) if mutex::perform(call, old, thread.0).0.is_none() => Order::Relaxed,
            Change::Apply(..) | Change::Arrive | Change::Mutex(..) => order,
        }
    }
}

/// What is done to a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierCall {
    Init {
        count: u64,
    },
    Wait {
        /// It matters what the wait returns.
        used: bool,
    },
    Destroy,
}

/// Why a thread goes no further without being wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// An assumption does not hold.
    Assumption,
    /// What it has read last says that it must wait.
    Event,
    /// Nothing ends it, whatever memory holds.
    Always,
    /// It found the mutex held.
    Mutex,
    /// It found the round of the barrier incomplete.
    Barrier,
}

/// An iteration of a loop that is over, another one following.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    pub id: LoopId,
    /// Which iteration is over, from 1.
    pub iteration: u32,
    /// Every register that matters holds what it held at the head before the iteration.
    pub unchanged: bool,
    /// Or what it held there before the iteration before.
    pub back: bool,
}

/// What a thread does next.
#[derive(Clone, Debug)]
pub enum Step {
    /// Answered with the value read.
    Read(Access),
    Write(Access, u64),
    /// Answered with the value found; what it writes then is up to the [`Change`].
    Update(Access, Change),
    /// A fence of a kind of the model.
    Fence {
        kind: FenceId,
        span: Option<Span>,
    },
    /// The source has a fence of this strength here, whatever the model makes of it; its [`Step::Fence`]s follow.
    SourceFence(Order),
    /// A fence may stand here.
    Point,
    Spawn {
        thread: ThreadId,
        function: FuncId,
        args: Vec<u64>,
        /// The atomic section that it is in.
        section: Option<u32>,
        span: Option<Span>,
    },
    /// Answered, when the thread has ended, with what it returned. If it is never started, the program is wrong
    /// ([`crate::ir::joins::NEVER_CREATED`]).
    Join {
        thread: ThreadId,
        span: Option<Span>,
    },
    /// An operation on the barrier whose state is at the address.
    ///
    /// A driver that knows about barriers itself answers, a wait as soon as the round is complete: with 1 if this is
    /// the thread of the round that is told apart, else with 0. It sees to it that everything around the wait is
    /// ordered. A driver that does not, or a program that this is no help for, expands the operation: its accesses
    /// follow as the next steps, and a wait that finds its round incomplete is [`Step::Blocked`] with [`Wait::Barrier`].
    Barrier {
        call: BarrierCall,
        address: u64,
        span: Option<Span>,
        section: Option<u32>,
    },
    /// Answered with any value of the width.
    Choice {
        what: Open,
        width: Width,
    },
    Allocated(ObjectId),
    Freed,
    /// Control has entered this many loops.
    Entered(usize),
    /// Control goes back to the head of a loop.
    Repeated(Repetition),
    Called(FuncId),
    /// The thread goes no further.
    Blocked(Wait),
    /// The thread goes no further: something is wrong.
    Violated {
        property: Property,
        message: String,
        span: Option<Span>,
    },
    /// The thread ended with this value.
    Finished(u64),
    /// The first thread ended and the program with it, so that nobody can join it.
    Exited,
    /// The program does what is not supported.
    Refused(Diagnostic),
    /// It would start more threads than are told apart, here.
    TooMany(Option<Span>),
}

/// What a machine waits for.
#[derive(Clone, Debug)]
enum Asked {
    Micro(Micro),
    Argument(u32),
    Register(crate::ids::RegId),
    /// The result of the running instruction, which is then over.
    Chosen(crate::ids::RegId),
    /// The undefined result of a call that returned without one.
    Result(Width),
    /// The upper bits of what the thread hands back, whose lower ones are these.
    Upper(u64, Width),
    /// What a joined thread returned.
    Joined(Option<crate::ids::RegId>),
    /// That a barrier operation is done; a wait's result goes here.
    Barrier(Pending),
}

/// A barrier operation that the driver has been told of.
#[derive(Clone, Copy, Debug)]
struct Pending {
    call: BarrierCall,
    address: u64,
    site: SiteId,
    span: Option<Span>,
    dst: Option<crate::ids::RegId>,
}

/// One thread on its way.
#[derive(Clone, Debug)]
pub struct Machine {
    thread: ThreadId,
    frames: Vec<Frame>,
    /// What is left of the running instruction.
    queue: VecDeque<Micro>,
    /// What the running instruction has read.
    scratch: Vec<Value>,
    asked: Option<Asked>,
    section: Option<u32>,
    /// How many sections are open in it.
    depth: u32,
    sections: u32,
    groups: u32,
    /// What the parts of the running access have read.
    parts: Vec<Value>,
    /// The value of the last [`Step::Write`].
    stored: Value,
    /// The heap objects that the thread has freed and not got back.
    freed: BTreeSet<ObjectId>,
    /// The local objects that the thread has made and not ended, with the depth of the calls that made them, where that
    /// has to be known.
    living: BTreeSet<(usize, ObjectId)>,
    /// The mutexes that the thread holds, of the kinds that tell owners apart.
    held: BTreeSet<u64>,
    over: bool,
}

impl Machine {
    /// A thread before its first instruction. Parameters without an argument are undefined.
    pub fn new(code: &Code<'_>, thread: ThreadId, function: FuncId, args: &[u64]) -> Machine {
        let args: Vec<Value> = args.iter().map(|arg| Value::from(*arg)).collect();
        Machine {
            thread,
            frames: vec![Frame::new(code.program.function(function), function, &args, None)],
            queue: VecDeque::new(),
            scratch: Vec::new(),
            asked: None,
            section: None,
            depth: 0,
            sections: 0,
            groups: 0,
            parts: Vec::new(),
            stored: Value::default(),
            freed: BTreeSet::new(),
            living: BTreeSet::new(),
            held: BTreeSet::new(),
            over: false,
        }
    }

    pub fn thread(&self) -> ThreadId {
        self.thread
    }

    /// The variables of the running function that are in registers and set.
    pub fn locals(&self, code: &Code<'_>) -> Vec<Variable> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let known = &code.program.function(frame.function).registers;
        let set = frame.registers.iter().map(|(reg, value)| (&known[reg.index()], value));
        let variable = |(register, value): (&Register, Option<u64>)| {
            let name = register.name.clone()?;
            Some(Variable { name, width: register.width, form: register.form, value: value? })
        };
        set.filter_map(variable).collect()
    }

    /// Where the running instruction stands in the source; in the tool's own text, where the program has called that.
    pub fn span(&self, code: &Code<'_>) -> Option<Span> {
        self.place(code, self.frames.len().checked_sub(1)?)
    }

    /// The same of what a call is at, by the number of calls around it.
    fn place(&self, code: &Code<'_>, call: usize) -> Option<Span> {
        let of_program = |frame: &&Frame| code.program.function(frame.function).author == Author::Program;
        let here = self.frames.get(call)?;
        let told = self.frames[..=call].iter().rfind(of_program).and_then(|frame| frame.at(code));
        told.or_else(|| here.at(code))
    }

    /// How many loops are running, in all calls.
    pub fn loops(&self) -> usize {
        self.frames.iter().map(|frame| frame.loops.len()).sum()
    }

    /// How many calls of a function are running.
    pub fn depth(&self, function: FuncId) -> usize {
        self.frames.iter().filter(|frame| frame.function == function).count()
    }

    /// Runs to the next step.
    pub fn step(&mut self, code: &Code<'_>, world: &mut dyn World) -> Step {
        assert!(self.asked.is_none(), "a step before the answer to the last one; please report this");
        assert!(!self.over, "a step of a thread that is over; please report this");
        let step = loop {
            let next = match self.queue.pop_front() {
                Some(micro) => self.micro(code, world, micro),
                None => self.instruction(code, world),
            };
            match next {
                // What is not looked for ends the thread and is not told.
                Some(Step::Violated { property, .. }) if !code.program.checked.counts(property) => {
                    break Step::Blocked(Wait::Assumption);
                }
                Some(step) => break step,
                None => {}
            }
        };
        self.over = matches!(
            step,
            Step::Blocked(_)
                | Step::Violated { .. }
                | Step::Finished(_)
                | Step::Exited
                | Step::TooMany(_)
                | Step::Refused(_)
        );
        step
    }

    /// The value of the last step, which was [`Step::Write`], with its open bits.
    pub fn stored(&self) -> Value {
        self.stored
    }

    /// Gives what the last step asked for.
    pub fn answer(&mut self, value: u64) {
        self.answer_open(value.into());
    }

    /// The same with a value some of whose bits may be any.
    pub fn answer_open(&mut self, given: Value) {
        let value = given.bits;
        match self.asked.take().expect("an answer without a question; please report this") {
            Asked::Micro(micro) => self.found(micro, given),
            Asked::Argument(index) => {
                let frame = self.frame();
                frame.undefined_arguments.retain(|i| *i != index);
                let reg = frame.argument(index);
                frame.registers.set(reg, given);
            }
            Asked::Register(reg) => self.set_value(reg, given),
            Asked::Chosen(reg) => {
                self.set_value(reg, given);
                self.frame().pc += 1;
            }
            Asked::Result(width) if self.frames.len() == 1 && self.thread == ThreadId(0) => {
                self.returned(Some(CastOp::SignExtend.eval(value, width, Width::POINTER).into()));
            }
            Asked::Result(width) if self.frames.len() == 1 && width < Width::POINTER => {
                self.queue.push_back(Micro::Upper(value, width));
            }
            Asked::Result(_) => self.returned(Some(given)),
            Asked::Upper(lower, width) => self.returned(Some((value & !width.mask() | lower).into())),
            Asked::Barrier(pending) => self.serial(pending.dst, value == 1),
            Asked::Joined(dst) => {
                if let Some(dst) = dst {
                    self.set(dst, value);
                }
            }
        }
    }

    /// Has the barrier operation of the last step done by accesses to the barrier's state.
    pub fn expand(&mut self, code: &Code<'_>) {
        let Some(Asked::Barrier(pending)) = self.asked.take() else {
            panic!("no barrier operation to expand; please report this");
        };
        // The queue holds the end of the instruction.
        let rest = std::mem::take(&mut self.queue);
        self.expansion(code, pending);
        self.queue.extend(rest);
    }

    /// What a wait returns.
    fn serial(&mut self, dst: Option<crate::ids::RegId>, told_apart: bool) {
        if let Some(dst) = dst {
            self.set(dst, if told_apart { barrier::SERIAL_THREAD } else { 0 });
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame is running; please report this")
    }

    fn set(&mut self, reg: crate::ids::RegId, value: u64) {
        self.set_value(reg, value.into());
    }

    fn set_value(&mut self, reg: crate::ids::RegId, value: Value) {
        self.frame().registers.set(reg, value);
    }

    /// The place of the running instruction in the call tree.
    fn context(&self) -> Context {
        let mut context = Context::new();
        for (i, frame) in self.frames.iter().enumerate() {
            context.extend(frame.loops.iter().map(|l| l.iteration));
            context.push(context::instruction(frame.pc));
            if let Some(callee) = self.frames.get(i + 1) {
                context.push(callee.function.0);
            }
        }
        context
    }

    /// The value of an operand whose register is defined.
    fn value(&mut self, code: &Code<'_>, world: &mut dyn World, operand: Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => {
                self.frame().registers.bits(reg).expect("an undefined register was asked for; please report this")
            }
            other => initial::static_value(code.program, world.objects(), self.thread, other),
        }
    }

    /// The same with its open bits.
    fn open_value(&mut self, code: &Code<'_>, world: &mut dyn World, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => {
                self.frame().registers.value(reg).expect("an undefined register was asked for; please report this")
            }
            other => self.value(code, world, other).into(),
        }
    }

    fn width(&self, code: &Code<'_>, operand: Operand) -> Width {
        let frame = self.frames.last().expect("a frame is running; please report this");
        code.program.function(frame.function).operand_width(operand)
    }

    fn violated(property: Property, message: &str, span: Option<Span>) -> Step {
        Step::Violated { property, message: message.to_string(), span }
    }

    fn refused(message: &str, span: Option<Span>) -> Step {
        let mut diagnostic = Diagnostic::error(message);
        diagnostic.span = span;
        Step::Refused(diagnostic)
    }

    fn ask(&mut self, asked: Asked, step: Step) -> Option<Step> {
        self.asked = Some(asked);
        Some(step)
    }

    /// The next question about something undefined that the instruction reads.
    fn undefined(&mut self, code: &Code<'_>, op: &Op) -> Option<Step> {
        let frame = self.frames.last().expect("a frame is running; please report this");
        let reg = crate::ir::uses::operands(op).into_iter().find_map(|operand| match operand {
            Operand::Reg(reg) if frame.registers.bits(reg).is_none() => Some(reg),
            _ => None,
        })?;
        let width = self.width(code, Operand::Reg(reg));
        if let Some(index) = frame.undefined_argument(reg) {
            return self.ask(Asked::Argument(index), Step::Choice { what: Open::Argument(index), width });
        }
        let what = Open::Register(self.thread, self.context(), reg);
        self.ask(Asked::Register(reg), Step::Choice { what, width })
    }
}
