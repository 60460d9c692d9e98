//! The event skeleton: every event that an execution within the bound may have.
//!
//! In: what the unfolding finds. Out: events with guards, addresses and values as terms, threads, properties and
//! exceeded bounds. It must not know solvers; reads are free inputs here and the memory model decides what they
//! return.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::diag::Span;
use crate::exec::cuts::Cuts;
use crate::exec::execution::Open;
use crate::exec::lifetime::Life;
use crate::exec::objects::Objects;
use crate::exec::terms::{TermId, Terms};
use crate::ids::{EventId, FenceId, FuncId, LoopId, PointId, SiteId, ThreadId};
use crate::ir::{Property, Width};
use crate::model::Tag;

/// What an event of the skeleton does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Reads; `value` is an input of the skeleton, or already known because only this thread writes there.
    Read {
        value: TermId,
        known: bool,
    },
    Write {
        value: TermId,
    },
    /// A fence of a kind of the model.
    Fence {
        kind: FenceId,
    },
    /// A place where synthesis may put a fence.
    Point(PointId),
    /// Start and end of a thread, and what its parent does to it.
    Begin,
    End,
    Spawn(ThreadId),
    Join(ThreadId),
    /// A read-modify-write of memory that no other thread touches: it only orders.
    Lone,
    /// A thread comes to the barrier at this address, and leaves it.
    Arrive(u64),
    Depart(u64),
}

/// The memory an event touches: one of these cells, the one whose address the term yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub address: TermId,
    /// Sorted; one entry when the address is known.
    pub cells: Vec<u64>,
    pub width: Width,
}

/// What the read of a read-modify-write is that may fail, by what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub failed: TermId,
    /// All its tags where it does not fail, and where it does.
    pub success: Vec<Tag>,
    pub failure: Vec<Tag>,
}

/// One event.
#[derive(Clone, Debug)]
pub struct Event {
    /// `None` for initial writes.
    pub thread: Option<ThreadId>,
    /// When it happens.
    pub guard: TermId,
    pub action: Action,
    /// For reads and writes.
    pub target: Option<Target>,
    pub site: Option<SiteId>,
    pub span: Option<Span>,
    /// Set names from the model's mapping, and `RMW`.
    pub tags: Vec<Tag>,
    /// What it is beside that, where that hangs on what it finds; `tags` are those of all outcomes then.
    pub outcome: Option<Outcome>,
    /// The other half of a read-modify-write.
    pub partner: Option<EventId>,
    /// Events of one atomic section have the same number.
    pub section: Option<u32>,
    /// Events of one access to memory that is cut have the same number.
    pub group: Option<u32>,
    /// Of what is stored to an object's bytes because its life begins or ends.
    pub life: Option<Life>,
}

/// One thread.
#[derive(Clone, Debug)]
pub struct Thread {
    pub function: FuncId,
    pub name: String,
    /// Program order.
    pub events: Vec<EventId>,
    /// When it is started.
    pub started: TermId,
    /// When it runs to its end.
    pub finished: TermId,
    /// What it returns then (width 64).
    pub result: TermId,
}

/// Something that must not happen.
#[derive(Clone, Debug)]
pub struct Violation {
    pub condition: TermId,
    pub property: Property,
    pub message: String,
    pub span: Option<Span>,
    pub thread: ThreadId,
}

/// What was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bounded {
    Loop(LoopId),
    /// A loop of which constants decide how often it runs.
    Count(LoopId),
    Recursion(FuncId),
    /// A pointer that nobody has set happens to address an object.
    Chance(Option<Span>),
    /// Memory is read that nobody has set, and of which nothing is known yet.
    Litter,
    /// More threads are started than are told apart, here.
    Threads(Option<Span>),
    /// Two local variables that were not alive together are compared, and may have one address.
    Coincidence(Option<Span>),
}

/// Where a thread goes no further because it waits, as far as the unfolding knows.
#[derive(Clone, Debug)]
pub struct Stop {
    pub thread: ThreadId,
    pub when: TermId,
    pub what: Stops,
    pub sure: Sure,
    pub span: Option<Span>,
}

impl Stop {
    /// The reads that it hangs on.
    pub fn reads(&self) -> &[EventId] {
        match &self.sure {
            Sure::Yes(reads) => reads,
            Sure::No => &[],
        }
    }
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stops {
    /// A lock, a semaphore, a signal, others at a barrier, the end of another thread.
    AtOthers,
    /// It would go round in a loop that looks and does nothing.
    InLoop,
}

/// Whether it waits for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sure {
    /// It does if each of these reads, as far as they happen, has found what is left in memory in the end.
    Yes(Vec<EventId>),
    No,
}

/// A path on which a bound was exceeded.
#[derive(Clone, Debug)]
pub struct Exceeded {
    pub condition: TermId,
    pub what: Bounded,
    /// The bound that was in force.
    pub bound: u32,
}

/// A shared scalar in memory.
#[derive(Clone, Debug)]
pub struct Cell {
    pub width: Width,
    /// Its initial write.
    pub init: EventId,
}

/// A round of a barrier: all its arrivals come before all its departures.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The barrier's address.
    pub barrier: u64,
    /// Arrival and departure of each wait that may be in the round, and when it is and the round is complete.
    pub members: Vec<(EventId, EventId, TermId)>,
}

/// Writes of a loop's iteration that the same iteration takes back. They may only matter if somebody reads what was
/// there in between.
#[derive(Clone, Debug)]
pub struct Noticed {
    /// Holds only if one of them was noticed.
    pub condition: TermId,
    pub taken_back: Vec<TakenBack>,
    /// The events of the iteration.
    pub iteration: Vec<EventId>,
}

/// A write, and that by which what it changed is changed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    pub write: EventId,
    pub back: Back,
}

/// What changes back what a write has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// A read-modify-write with this read.
    Update(EventId),
    /// A store.
    Store(EventId),
}

/// Everything an execution within the bound may do.
#[derive(Clone, Debug)]
pub struct Skeleton {
    pub terms: Terms,
    pub objects: Objects,
    /// Initial writes last; events of one thread in program order.
    pub events: Vec<Event>,
    pub threads: Vec<Thread>,
    pub violations: Vec<Violation>,
    pub exceeded: Vec<Exceeded>,
    /// Where threads wait, if somebody asks; and what is looked for of what threads come to when all is over.
    pub stops: Vec<Stop>,
    pub at_the_end: Vec<Property>,
    pub cells: BTreeMap<u64, Cell>,
    /// Nondeterministic choices and undefined values.
    pub open: Vec<(Open, TermId)>,
    /// The extents with which anyone accesses memory, shared or not.
    pub extents: BTreeMap<u64, Width>,
    /// Where memory is cut.
    pub cuts: Cuts,
    /// The barriers whose waits are marks.
    pub barriers: BTreeSet<u64>,
    pub meetings: Vec<Meeting>,
    /// What holds in every execution.
    pub required: Vec<TermId>,
    /// What must have been noticed for a loop to go on.
    pub noticed: Vec<Noticed>,
    /// Conjuncts of guards at which no instruction looks: what is computed or accessed is defined there. They are no branches.
    pub unasked: BTreeSet<TermId>,
    /// Where something is computed that hangs on where the objects lie; see [`crate::exec::addresses`].
    pub vague: Vec<Option<Span>>,
    /// Where there may be other threads, blocks are set or copied of which some bytes are in no event: nobody accesses them by themselves.
    pub has_gaps: bool,
    /// The largest number of iterations for which any loop was unwound.
    pub deepest: u32,
}

impl Skeleton {
    /// Whether one thread starts the other, itself or through others.
    pub fn is_ancestor(&self, thread: ThreadId, of: ThreadId) -> bool {
        self.threads[thread.index()].events.iter().any(|id| match self.event(*id).action {
            Action::Spawn(child) => child == of || (child != thread && self.is_ancestor(child, of)),
            _ => false,
        })
    }

    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }
}

impl Event {
    pub fn is_read(&self) -> bool {
        matches!(self.action, Action::Read { .. })
    }

    /// Whether it is a mark that orders everything around it, whatever the model relaxes.
    pub fn is_sync(&self) -> bool {
        matches!(
            self.action,
            Action::Begin
                | Action::End
                | Action::Spawn(_)
                | Action::Join(_)
                | Action::Lone
                | Action::Arrive(_)
                | Action::Depart(_)
        )
    }

    /// Whether it is ordered with everything around it: a mark, or an access of an atomic section.
    pub fn orders(&self) -> bool {
        self.is_sync() || self.section.is_some() && (self.is_read() || self.is_write())
    }

    pub fn is_write(&self) -> bool {
        matches!(self.action, Action::Write { .. })
    }
}
