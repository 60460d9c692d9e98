//! The execution: what both engines hand out, what is printed, drawn, validated and replayed.
//!
//! In: nothing; it is plain data. Out: events with values, program order, reads-from and coherence. It must not
//! know which engine found it.

use serde::{Deserialize, Serialize};

use crate::diag::Span;
use crate::exec::context::Context;
use crate::ids::{EventId, FuncId, RegId, SiteId, ThreadId};
use crate::ir::{Property, Width};
use crate::model::Tag;

/// What an event does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Reads `width` bits at `address`.
    Read { address: u64, width: Width, value: u64 },
    /// Writes `width` bits at `address`.
    Write { address: u64, width: Width, value: u64 },
    /// A fence of a kind of the model file.
    Fence { kind: Tag },
}

/// One event of an execution.
#[derive(Clone, Debug)]
pub struct Event {
    /// `None` for the initial writes.
    pub thread: Option<ThreadId>,
    pub kind: EventKind,
    /// The access site; absent for initial writes and fences.
    pub site: Option<SiteId>,
    pub span: Option<Span>,
    /// The accessed place by name (`flag[1]`, `node.next`), for people.
    pub place: String,
    /// The value as its type is written (`-1`, `NULL`, `node#2`), for people; empty for fences.
    pub shown: String,
    /// The set names that the model file's mapping puts on it, and `RMW` for both halves of a read-modify-write.
    pub tags: Vec<Tag>,
}

/// A value that the program leaves open.
///
/// A place in the call tree of a thread says when: the same one in the unfolding and in the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Open {
    /// A parameter of the program's entry.
    Argument(u32),
    /// What a nondeterministic choice yields.
    Instruction(ThreadId, Context),
    /// What a nondeterministic choice puts into memory, at this offset from the start of a block.
    Bytes(ThreadId, Context, u64, Width),
    /// What an instruction finds in a register that nobody has assigned.
    Register(ThreadId, Context, RegId),
    /// What a call yields whose function returned nothing; the context of a thread's first function is empty.
    Result(ThreadId, Context, FuncId),
    /// The bits of what a thread hands back that its function does not return.
    Upper(ThreadId),
    /// What memory holds that nobody has written.
    Memory(u64, Width),
    /// What memory holds at this address after an allocation that took a freed object.
    Litter(ThreadId, Context, u64, Width),
    /// The size of the object at this address, where it is no constant.
    Size(u64),
    /// Whether an allocation takes the freed object at this address.
    Reuse(ThreadId, Context, u64),
}

/// How an access uses what an earlier read of its thread returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependency {
    Address,
    Data,
    Control,
}

impl Dependency {
    pub const ALL: [Dependency; 3] = [Dependency::Address, Dependency::Data, Dependency::Control];

    /// The relation's name in model files.
    pub fn name(self) -> &'static str {
        match self {
            Dependency::Address => "addr",
            Dependency::Data => "data",
            Dependency::Control => "ctrl",
        }
    }
}

/// What went wrong.
#[derive(Clone, Debug)]
pub struct Violated {
    pub property: Property,
    /// The asserted expression or a sentence.
    pub message: String,
    pub span: Option<Span>,
    /// Another place that has a part in it: the second access of a race, where another thread waits in a deadlock.
    pub other: Option<Span>,
    pub thread: ThreadId,
    /// What the failed assertion looked at, each with its value as its type is written; for people, and found last.
    pub operands: Vec<(String, String)>,
}

impl Violated {
    /// What went wrong, in words, without the place.
    pub fn told(&self) -> String {
        let property = self.property.describe();
        match self.message.as_str() {
            message if message.is_empty() || message == property => property.to_string(),
            message => format!("{property}: {message}"),
        }
    }
}

/// A complete round of a barrier whose waits are no events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendezvous {
    /// The barrier's address.
    pub barrier: u64,
    /// Who meets: a thread, and the how manieth of its waits that are no events this is, from 0.
    pub members: Vec<(ThreadId, u32)>,
}

/// One execution of a program.
///
/// Events of one thread stand in program order; initial writes come first.
#[derive(Clone, Debug)]
pub struct Execution {
    pub events: Vec<Event>,
    /// The write that each read reads from, as (write, read).
    pub rf: Vec<(EventId, EventId)>,
    /// The writes of each location in coherence order, the initial one first.
    pub co: Vec<Vec<EventId>>,
    /// The two halves of each successful read-modify-write, as (read, write).
    pub rmw: Vec<(EventId, EventId)>,
    /// Events that the violation does not hang on; found last, for people ([`super::led`]).
    pub aside: Vec<EventId>,
    /// The complete rounds of barriers, where waits are no events; a wait in none of them waits for good.
    pub rounds: Vec<Rendezvous>,
    /// All events in one order in which the memory could have performed them.
    pub order: Vec<EventId>,
    /// Pairs of one thread, first in program order first, that `order` performs the other way round.
    pub reordered: Vec<(EventId, EventId)>,
    /// The functions that the threads run, by thread id.
    pub threads: Vec<String>,
    pub violated: Option<Violated>,
    /// What the program left open and this execution settles. May hold more than the execution needs.
    pub open: Vec<(Open, u64)>,
    /// Dependencies of the kinds that the model's axioms name.
    pub dependencies: Vec<(Dependency, EventId, EventId)>,
}

impl Execution {
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }
}
