//! The program: functions of straight code with jumps, static objects, access sites, fence points, loops.
//!
//! In: what the frontend or the text form builds. Out: the one representation that every later layer reads.
//! It must not know C types, memory models or solvers.
//!
//! # Shape of the code
//! A function is a vector of instructions. Control falls through from each to the next. [`Op::Jump`] and
//! [`Op::Branch`] go FORWARD only; the one backward transfer is [`Op::Repeat`], which closes the loop whose
//! region is `head..=the index of the Repeat`. Regions of two loops are nested or disjoint or share their head.
//! Control enters a region by any forward transfer and leaves it by any forward transfer past its end. So a
//! symbolic execution can walk the code in ascending order, merging at labels, and meets each loop at its Repeat.
//! Every path ends in `Return` or `ExitThread`.
//!
//! # Memory
//! Addresses are 64-bit numbers; objects get disjoint address ranges when the program is run. A null pointer is 0.
//! Accesses are little-endian and as wide as the register or value they move (whole bytes: 8, 16, 32 or 64 bits;
//! a C `_Bool` is 8 bits in memory). What is wider is two words, and one step only as [`Op::Pair`].

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diag::Span;
use crate::ids::{FormId, FuncId, GlobalId, Label, LoopId, PointId, RegId, SiteId};
use crate::ir::forms::Forms;
use crate::ir::operators::{BinaryOp, CastOp, RmwOp, UnaryOp, Width};
use crate::ir::order::Order;
use crate::ir::placement::FencePoint;
use crate::ir::property::{Checked, Property};
use crate::ir::storage::{Calls, Storage};
use crate::ir::written::{Family, WrittenOrder};

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub sites: Vec<Site>,
    pub points: Vec<FencePoint>,
    pub loops: Vec<Loop>,
    /// The function that the first thread runs; it takes no parameters the program reads.
    pub entry: Option<FuncId>,
    pub allocator: Allocator,
    pub checked: Checked,
    /// How objects and their values are shown. The text form leaves it out.
    pub forms: Arc<Forms>,
    /// The accesses whose memory order is written where they are, so that another may be written there.
    pub orders: BTreeMap<SiteId, WrittenOrder>,
    /// Functions and macros whose names say an order.
    pub families: Vec<Family>,
    /// The bodies of those of them that are called or used: where another name is written, they are not what is called any more.
    pub renamed: Vec<Span>,
}

/// What an object is called, and what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectName {
    pub text: String,
    pub form: Option<FormId>,
}

impl From<&str> for ObjectName {
    fn from(text: &str) -> ObjectName {
        ObjectName { text: text.to_string(), form: None }
    }
}

/// What the C library's allocator does with the addresses of objects that were freed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allocator {
    /// They may come back.
    #[default]
    Reuses,
    /// Each object has an address of its own.
    Fresh,
}

/// An object of static storage duration.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    /// In bytes.
    pub size: u64,
    pub align: u64,
    /// Each thread has its own copy.
    pub thread_local: bool,
    /// A write to it is an error: a string literal, or an object that is defined `const`.
    pub read_only: bool,
    /// What it holds at the start; bytes that no item names are zero.
    pub init: Vec<Init>,
    pub span: Option<Span>,
    /// What it looks like.
    pub form: Option<FormId>,
}

/// One scalar of a static initialiser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Init {
    /// In bytes from the start of the object.
    pub offset: u64,
    pub width: Width,
    /// A constant or an address, never a register.
    pub value: Operand,
}

/// One function.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The registers that hold the arguments at entry.
    pub params: Vec<RegId>,
    pub result: Option<Width>,
    pub registers: Vec<Register>,
    pub code: Vec<Instr>,
    pub span: Option<Span>,
    pub author: Author,
}

/// Whose text a function is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Author {
    #[default]
    Program,
    /// The tool's: what such a function does is told of the place where the program calls it.
    Tool,
}

/// A virtual register. It may be assigned many times; it is undefined (any value) before the first.
#[derive(Clone, Debug)]
pub struct Register {
    pub width: Width,
    /// The C variable it holds, for printing.
    pub name: Option<String>,
    /// How the value of that variable is written, where a frontend knows.
    pub form: Option<FormId>,
}

/// An access site: one static load, store or RMW of the source.
///
/// Two instructions share a site only if they were lowered from the same tokens of the source.
#[derive(Clone, Debug)]
pub struct Site {
    pub kind: SiteKind,
    /// Where the access is written; for an access inside a macro, the outermost use of the macro.
    pub span: Option<Span>,
    /// The accessed C expression as written, for reports (`flag[1]`).
    pub text: String,
    /// Sets of the axioms that its events are in beside those of their order, where the model has such sets.
    pub marks: Vec<String>,
}

/// What a site does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SiteKind {
    Load,
    Store,
    /// A read-modify-write, a lock operation included.
    Rmw,
}

/// A loop of the source.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The loop statement, or the `goto` that closes it.
    pub span: Option<Span>,
}

/// One instruction and where it comes from.
#[derive(Clone, Debug)]
pub struct Instr {
    pub op: Op,
    pub span: Option<Span>,
}

/// A value that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    Reg(RegId),
    /// The low `width` bits; the others are zero.
    Const {
        bits: u64,
        width: Width,
    },
    /// The address of a static object (of the running thread's copy where it is thread-local) plus an offset.
    Global {
        global: GlobalId,
        offset: i64,
    },
    /// The address of a function.
    Function(FuncId),
}

impl Operand {
    pub fn constant(bits: u64, width: Width) -> Operand {
        Operand::Const { bits: bits & width.mask(), width }
    }

    pub fn bool(value: bool) -> Operand {
        Operand::constant(u64::from(value), Width::BOOL)
    }

    pub fn pointer(bits: u64) -> Operand {
        Operand::constant(bits, Width::POINTER)
    }
}

/// Which function a call reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Direct(FuncId),
    /// The address of a function.
    Indirect(Operand),
}

/// An access to two words as one step. Ordinary C accesses are none: they are two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairAccess {
    pub action: PairAction,
    pub address: Operand,
    pub order: Order,
    pub site: SiteId,
}

/// What is done to the two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairAction {
    Load {
        dst: [RegId; 2],
    },
    Store {
        value: [Operand; 2],
    },
    /// Stores `desired` if both words are as `expected`; `dst` receives the old ones in either case. A failed one only
    /// reads, with order `failure`.
    CompareExchange {
        dst: [RegId; 2],
        expected: [Operand; 2],
        desired: [Operand; 2],
        failure: Order,
    },
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// `dst = value`, same width.
    Copy {
        dst: RegId,
        value: Operand,
    },
    Unary {
        dst: RegId,
        op: UnaryOp,
        value: Operand,
    },
    Binary {
        dst: RegId,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    },
    Cast {
        dst: RegId,
        op: CastOp,
        value: Operand,
    },
    /// `dst = condition ? yes : no`; the condition has width 1.
    Select {
        dst: RegId,
        condition: Operand,
        yes: Operand,
        no: Operand,
    },
    /// Any value of the register's width.
    Nondet {
        dst: RegId,
    },
    /// From here on the register is undefined, as before its first assignment: a variable without an initialiser is
    /// born anew.
    Undefine {
        dst: RegId,
    },

    /// Arithmetic on a pointer has led from one address to another. A violation if the second is nowhere near the object
    /// that the first is in.
    Step {
        from: Operand,
        to: Operand,
    },

    /// A violation if an object does not have so many bytes from the address on.
    Reach {
        address: Operand,
        bytes: u64,
    },
    /// Reads as many bytes as `dst` is wide.
    Load {
        dst: RegId,
        address: Operand,
        order: Order,
        site: SiteId,
    },
    Store {
        address: Operand,
        value: Operand,
        order: Order,
        site: SiteId,
    },
    /// `dst` receives the old value.
    Rmw {
        dst: RegId,
        op: RmwOp,
        address: Operand,
        value: Operand,
        order: Order,
        site: SiteId,
    },
    /// A strong compare-and-exchange: stores `desired` if the old value equals `expected`; `dst` receives the old
    /// value in either case. A failed one only reads, with order `failure`.
    CompareExchange {
        dst: RegId,
        address: Operand,
        expected: Operand,
        desired: Operand,
        success: Order,
        failure: Order,
        site: SiteId,
    },
    /// An access to two words that takes effect at once.
    Pair(Box<PairAccess>),
    Fence {
        order: Order,
    },
    /// A fence of a named kind of the model file, wherever it came from.
    ModelFence {
        kind: String,
    },
    /// Nothing; a fence may be put here.
    FencePoint(PointId),

    /// Forward.
    Jump(Label),
    /// Forward, taken when the condition (width 1) is 1.
    Branch {
        condition: Operand,
        target: Label,
    },
    /// Backward to the head of a loop.
    Repeat {
        head: Label,
        id: LoopId,
    },
    Call {
        dst: Option<RegId>,
        callee: Callee,
        args: Vec<Operand>,
    },
    /// A function with a result that returns no value gives its caller any.
    Return(Option<Operand>),

    /// `dst` receives the address of a new object of `size` bytes (width 64), a multiple of `align`.
    Allocate {
        dst: RegId,
        size: Operand,
        align: u64,
        storage: Storage,
        name: ObjectName,
    },
    /// `dst` (width 64) receives the size of the heap object that begins at this address, 0 where none does.
    ObjectSize {
        dst: RegId,
        address: Operand,
    },
    /// `free`; null is allowed and does nothing.
    Free {
        address: Operand,
        site: SiteId,
    },
    /// The object at this address, a [`Storage::Block`] one, is no more. Null is allowed and does nothing.
    EndLifetime {
        address: Operand,
        site: SiteId,
    },
    /// The [`Storage::Block`] objects are no more that these calls have made and nothing has ended.
    EndLifetimes {
        of: Calls,
        site: SiteId,
    },
    /// memcpy/memmove/struct assignment: `size` is a number of bytes (width 64). `load` and `store` are its two sites.
    CopyMemory {
        to: Operand,
        from: Operand,
        size: Operand,
        load: SiteId,
        store: SiteId,
    },
    /// memset with a size (width 64); the byte is the low 8 bits of `byte` (width 8).
    SetMemory {
        to: Operand,
        byte: Operand,
        size: Operand,
        site: SiteId,
    },

    /// Each of these bytes gets any value. The size has width 64.
    AnyMemory {
        to: Operand,
        size: Operand,
        site: SiteId,
    },

    /// The thread stops here for good unless the condition (width 1) is 1.
    Assume {
        condition: Operand,
    },
    /// The thread waits here unless the condition (width 1) is 1, which the value decides that it has read last; where that value
    /// stays it waits for good. Otherwise the same as an assumption.
    Await {
        condition: Operand,
    },
    /// The program is wrong if this is reached with a condition (width 1) of 0.
    Assert {
        condition: Operand,
        property: Property,
        message: String,
    },

    /// Starts a thread that runs a function of at most one 64-bit parameter; `dst` (width 64) receives its handle, a
    /// number that is not 0.
    Spawn {
        dst: RegId,
        function: Operand,
        argument: Operand,
    },
    /// Waits until the thread with this handle (width 64) has ended; `dst` (width 64) receives what it returned. Each
    /// thread is joined or detached at most once.
    Join {
        thread: Operand,
        dst: Option<RegId>,
    },
    /// Nobody will join the thread with this handle (width 64).
    Detach {
        thread: Operand,
    },
    /// `dst` (width 64) receives the handle of the running thread.
    CurrentThread {
        dst: RegId,
    },
    /// The number of the running thread, of width 32: 0 for the first one, and another for each other.
    ThreadNumber {
        dst: RegId,
    },
    /// Ends the running thread with a value of width 64. The first thread can be joined only if it ends so: when it
    /// returns from its function, the program ends.
    ExitThread {
        value: Operand,
    },
    /// A mutex is a 32-bit cell at its address; what it says stands in [`crate::ir::mutex`]. Waits until it is free and
    /// takes it in one step, which acquires. `dst` (width 32) receives 0 or an error number.
    Lock {
        dst: Option<RegId>,
        address: Operand,
        site: SiteId,
    },
    /// `dst` (width 1) receives 1 if the mutex could be taken.
    TryLock {
        dst: RegId,
        address: Operand,
        site: SiteId,
    },
    /// `dst` (width 32) receives 0 or an error number. Whoever waits gives up at some time.
    TimedLock {
        dst: RegId,
        address: Operand,
        site: SiteId,
    },
    /// `dst` (width 32) receives 0 or an error number.
    Unlock {
        dst: Option<RegId>,
        address: Operand,
        site: SiteId,
    },
    SpinLock {
        address: Operand,
        site: SiteId,
    },
    /// `dst` (width 1) receives whether it was taken.
    SpinTryLock {
        dst: RegId,
        address: Operand,
        site: SiteId,
    },
    /// Gives a spin lock, by a store.
    SpinUnlock {
        address: Operand,
        site: SiteId,
    },
    /// Sets a mutex up: the 32-bit cell at the address gets this value, one of [`crate::ir::mutex::free`]. That somebody
    /// holds a mutex there is a misuse.
    LockInit {
        address: Operand,
        value: Operand,
        site: SiteId,
    },
    /// The mutex is no more.
    LockDestroy {
        address: Operand,
        site: SiteId,
    },
    /// Sets a barrier up for `count` threads (width 32). Its state is the 64-bit cell at its address; what the three
    /// operations do to it stands in [`crate::ir::barrier`].
    BarrierInit {
        address: Operand,
        count: Operand,
        site: SiteId,
    },
    /// Arrives at a barrier, waits until as many threads have as it was set up for, and orders everything around it.
    /// `dst` (width 32) receives what the call returns; it is there only if the program uses that.
    BarrierWait {
        dst: Option<RegId>,
        address: Operand,
        site: SiteId,
    },
    /// The barrier is no more.
    BarrierDestroy {
        address: Operand,
        site: SiteId,
    },
    /// What follows up to `AtomicEnd` happens in one step as seen by the other threads.
    AtomicBegin,
    AtomicEnd,
}
