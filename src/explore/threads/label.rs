//! What a thread does next, and why it goes no further.
//!
//! In: nothing. Out: [`Label`] with its [`Detail`], [`Stuck`], [`Fences`]. It must not know how a thread came there, nor graphs.

use crate::diag::Span;
use crate::exec::execution::Open;
use crate::exec::interpret::wide::ChoiceId;
use crate::exec::interpret::{Access, Change};
use crate::exec::skeleton::Bounded;
use crate::ids::{FenceId, ThreadId};
use crate::ir::Property;

/// A row of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// Why a thread goes no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// An assumption does not hold.
    Assumption,
    /// What it has read last, at this location, says that it must wait; none if only this thread uses it.
    Event(Option<u32>),
    /// A loop only waits, for what it has read.
    Waiting,
    /// The same without an event: for what only its own thread could change.
    WaitingAlone,
    /// It would take back what it has added and try again.
    TakesBack,
    /// The mutex at this location is held; none if only this thread uses it.
    Mutex(Option<u32>),
    /// The round of the barrier is not complete, as its state at this location says; none if only this thread uses it.
    Barrier(Option<u32>),
    /// A bound was reached.
    Exceeded(Bounded, u32),
    Violated {
        property: Property,
        message: String,
        span: Option<Span>,
    },
}

/// What a thread does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Read {
        location: u32,
    },
    Write {
        location: u32,
        value: u64,
    },
    Update {
        location: u32,
        change: Change,
    },
    Fence,
    /// A value of any of the classes of a choice.
    Choice {
        of: ChoiceId,
    },
    Spawn {
        thread: ThreadId,
        root: NodeId,
    },
    Join {
        thread: ThreadId,
    },
    /// Waits at the barrier at this address, which has no state, for as many threads. Its `turn`, from 0, counts the
    /// thread's waits of this kind.
    Wait {
        barrier: u64,
        count: u64,
        turn: u32,
    },
    /// The last two writes, both of read-modify-writes of one location, changed nothing together and were all that an
    /// iteration did. The thread goes on with another one once another thread has read what was there in between.
    Idle,
    /// The thread has ended; with a value, if others may join it.
    End {
        value: Option<u64>,
    },
    Stuck,
}

impl Label {
    /// Whether its thread goes no further by itself.
    pub fn stops(self) -> bool {
        matches!(self, Label::Join { .. } | Label::Wait { .. } | Label::Idle | Label::End { .. } | Label::Stuck)
    }
}

/// What a report needs to know about a node.
#[derive(Clone, Debug)]
pub enum Detail {
    Access(Access),
    Fence { kind: FenceId, span: Option<Span> },
    Choice(Open),
    Place(Option<Span>),
    Stuck(Stuck, Option<Span>),
    None,
}

/// Which C fences stand before an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fences {
    pub acquire: bool,
    pub release: bool,
}
