//! What the operations consist of that are more than one access.
//!
//! In: an operation. Out: its parts in the order in which a thread does them, how strong each access is, and what is wrong
//! where one finds what it must not find. The interpreter carries them out on numbers, the unfolding on terms. It must not
//! know who does, nor what memory holds.
//!
//! - **On a cell of the library's own** (the state of a barrier, a mutex that is set up, the cell that notes the death of an
//!   object) an operation is a list of [`Part`]s. A call on a mutex that is set up is one read-modify-write; what it comes to
//!   says [`mutex::operate`].
//! - **On blocks of memory** it is a [`Blocks`]: first each block is checked as a whole, in their order. Then they are taken
//!   apart, in the same way, into the extents with which anyone accesses them; where there are none, the objects must live all
//!   the same. Then all parts of the block that is read are read, and after all of them those of the other are written, so that
//!   the two may overlap. Each part is a plain access of its own.
//! - **A read-modify-write** is one access of the [`RMW`](super::mapping::Operation::Rmw) kind, with the fences of the model's
//!   mapping before and after it; what it stores says [`RmwOp::stored`](crate::ir::RmwOp::stored), and how strong one is that may fail
//!   [`Order::or_failing`](crate::ir::Order::or_failing).

use crate::exec::lifetime::{Intent, Life};
use crate::ids::SiteId;
use crate::ir::calculus::{Calculus, Numbers};
use crate::ir::{Op, Operand, Property, Width, barrier, mutex};

/// A part of an operation on a cell of the library's own.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A plain load of what may be there before something is set up: nothing else hangs on what it finds. In what is set up,
    /// this byte of the cell is this number, by which it is told from what nobody has set.
    Look { telling: (u64, u8) },
    /// A plain load.
    Read,
    /// A plain store of what the operation leaves there.
    Write,
    /// A read-modify-write, as strong as the operation.
    Change,
    /// A load that is as strong as a read-modify-write of the operation.
    Again,
    /// What was found last is right, or else the operation is misused.
    Demand(Demand),
    /// The thread waits for good unless it has found this.
    Await(Fact),
}

/// What the content of a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Somebody has set the barrier up.
    Ready,
    /// The arrival that finds this completes a round of the barrier.
    Last,
    /// The round of the barrier is complete, and nobody waits.
    Met,
    /// Threads wait at the barrier.
    Busy,
    /// Somebody holds the mutex.
    Held,
    /// The object is dead.
    Dead,
}

impl Fact {
    /// Whether it is so (width 1).
    pub fn of<C: Calculus>(self, c: &mut C, found: C::Value) -> C::Value {
        match self {
            Fact::Ready => barrier::view(c, found).ready,
            Fact::Last => barrier::view(c, found).last,
            Fact::Met => barrier::view(c, found).met,
            Fact::Busy => barrier::view(c, found).busy,
            Fact::Held => mutex::is_held(c, found),
            Fact::Dead => c.truncate(found, Width::BOOL),
        }
    }

    /// The width of the cell that says it.
    pub fn width(self) -> Width {
        match self {
            Fact::Ready | Fact::Last | Fact::Met | Fact::Busy => barrier::STATE,
            Fact::Held => Width::INT,
            Fact::Dead => Life::WIDTH,
        }
    }

    /// Whether a number says it.
    pub fn of_number(self, found: u64) -> bool {
        self.of(&mut Numbers, (found, self.width())).0 == 1
    }

    /// What is misused where it is not as it must be.
    fn property(self) -> Property {
        match self {
            Fact::Ready | Fact::Last | Fact::Met | Fact::Busy => Property::BarrierMisuse,
            Fact::Held => Property::LockMisuse,
            Fact::Dead => Property::InvalidFree,
        }
    }
}

/// How a fact must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    Hold,
    NotHold,
}

/// What must be so of what was found, and what is said otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    pub fact: Fact,
    pub must: Must,
    pub message: &'static str,
}

impl Demand {
    const fn is(fact: Fact, message: &'static str) -> Part {
        Part::Demand(Demand { fact, must: Must::Hold, message })
    }

    const fn is_not(fact: Fact, message: &'static str) -> Part {
        Part::Demand(Demand { fact, must: Must::NotHold, message })
    }

    pub fn property(self) -> Property {
        self.fact.property()
    }

    /// Whether a number is as it must be.
    pub fn is_met_by(self, found: u64) -> bool {
        self.fact.of_number(found) == (self.must == Must::Hold)
    }
}

/// Setting a barrier up leaves [`barrier::set_up`].
pub const BARRIER_INIT: &[Part] =
    &[Part::Look { telling: barrier::TELLING }, Demand::is_not(Fact::Busy, barrier::STILL_MEETING), Part::Write];

/// The change is an arrival. What it found says whether the thread is told apart ([`Fact::Last`]).
pub const BARRIER_WAIT: &[Part] =
    &[Part::Change, Demand::is(Fact::Ready, barrier::NOT_READY), Part::Again, Part::Await(Fact::Met)];

/// The change leaves [`barrier::NONE`].
pub const BARRIER_DESTROY: &[Part] =
    &[Part::Change, Demand::is(Fact::Ready, barrier::NOT_READY), Demand::is(Fact::Met, barrier::NOT_IDLE)];

/// Setting a mutex up leaves what the kind asks for.
pub const LOCK_INIT: &[Part] =
    &[Part::Look { telling: mutex::TELLING }, Demand::is_not(Fact::Held, mutex::STILL_HELD), Part::Write];

/// The end of a block of the heap, in its liveness cell, leaves [`Life::Ends`]. It is known by then to be one ([`NOT_ALLOCATED`]).
pub const FREE: &[Part] = &[Part::Read, Demand::is_not(Fact::Dead, "free of freed memory"), Part::Write];

/// The end of a local variable's block, in its liveness cell, leaves [`Life::Ends`].
pub const END_OF_SCOPE: &[Part] = &[Part::Write];

/// What is said of a `free` of something else than a block of the heap or null.
pub const NOT_ALLOCATED: &str = "free of what malloc did not return";

/// An operation on whole blocks of memory.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// In the order in which they are checked; at most one is read, and one is written.
    pub blocks: Vec<Block>,
    /// In bytes, of each of them.
    pub size: Operand,
    pub filling: Filling,
}

/// One block, and what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub address: Operand,
    pub intent: Intent,
    /// Of the accesses to its parts.
    pub site: SiteId,
}

/// What is written into a block.
#[derive(Clone, Copy, Debug)]
pub enum Filling {
    /// What was read from the other one.
    Copied,
    /// Any value, of each part its own.
    Chosen,
    /// The lowest byte of this value, again and again.
    Byte(Operand),
}

impl Blocks {
    /// What an operation does to blocks of memory.
    ///
    /// # Panics
    /// If it is none of these.
    pub fn of(op: &Op) -> Blocks {
        let written = |to: &Operand, site: &SiteId| Block { address: *to, intent: Intent::Write, site: *site };
        match op {
            Op::CopyMemory { to, from, size, load, store } => {
                let read = Block { address: *from, intent: Intent::Read, site: *load };
                Blocks { blocks: vec![read, written(to, store)], size: *size, filling: Filling::Copied }
            }
            Op::AnyMemory { to, size, site } => {
                Blocks { blocks: vec![written(to, site)], size: *size, filling: Filling::Chosen }
            }
            Op::SetMemory { to, byte, size, site } => {
                Blocks { blocks: vec![written(to, site)], size: *size, filling: Filling::Byte(*byte) }
            }
            other => panic!("{other:?} is about no blocks of memory; please report this"),
        }
    }
}
