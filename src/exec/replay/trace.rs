//! What a replay tells.
//!
//! In: nothing. Out: [`Trace`], what the threads of an execution did, and [`Mismatch`], where the program does something else.
//! It must not know how threads run.

use std::fmt;

use super::Leak;
use crate::exec::execution::{EventKind, Execution, Violated};
use crate::exec::lifetime::Life;
use crate::exec::variable::Variable;
use crate::ids::{EventId, ThreadId};

/// Something that a thread did, as far as it matters to the order of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Event(EventId),
    Begin,
    End,
    Spawn(ThreadId),
    Join(ThreadId),
    /// A read-modify-write of memory that no other thread touches, or a wait at a barrier that does not end: it only
    /// orders.
    Lone,
    /// A thread comes to a barrier and leaves it, in this one of the execution's rounds.
    Arrive(usize),
    Depart(usize),
}

/// What the threads did.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// By thread, in program order.
    pub threads: Vec<Vec<Mark>>,
    /// The two halves of the read-modify-writes that wrote.
    pub rmw: Vec<(EventId, EventId)>,
    /// The events of each atomic section.
    pub sections: Vec<Vec<EventId>>,
    /// The events of each access to memory that is cut.
    pub groups: Vec<Vec<EventId>>,
    /// The local variables of the violated thread that are in registers, each with its value.
    pub locals: Vec<Variable>,
    /// The heap objects that are lost when every thread has ended, where the program is checked for them.
    pub leaks: Vec<Leak>,
    /// What was written because the life of an object begins or ends.
    pub lives: Vec<(EventId, Life)>,
    /// The first use of what nobody has set, where the program is checked for that.
    pub unset: Option<Violated>,
}

impl Trace {
    /// A thread does something. One that waits with read-modify-writes that only order does many of them; one right behind another orders
    /// nothing new.
    pub(super) fn mark(&mut self, thread: ThreadId, mark: Mark) {
        let marks = &mut self.threads[thread.index()];
        if mark != Mark::Lone || marks.last() != Some(&Mark::Lone) {
            marks.push(mark);
        }
    }

    /// The event that a thread has just done.
    pub(super) fn last(&self, id: ThreadId) -> Option<EventId> {
        match self.threads[id.index()].last() {
            Some(Mark::Event(event)) => Some(*event),
            _ => None,
        }
    }
}

/// Where the program and the execution part.
#[derive(Clone, Debug)]
pub struct Mismatch {
    pub thread: Option<ThreadId>,
    pub event: Option<EventId>,
    pub what: String,
}

/// The read with which an event behind a group of events is a read-modify-write: that of the group at the same address.
pub(super) fn half(execution: &Execution, group: &[EventId], event: EventId) -> Option<EventId> {
    let EventKind::Write { address, .. } = execution.event(event).kind else { return None };
    let is_half =
        |read: &EventId| matches!(execution.event(*read).kind, EventKind::Read { address: of, .. } if of == address);
    group.iter().copied().find(is_half)
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(thread) = self.thread {
            write!(f, "{thread}: ")?;
        }
        if let Some(event) = self.event {
            write!(f, "{event}: ")?;
        }
        f.write_str(&self.what)
    }
}
