//! Accesses that reach an object when it is dead.
//!
//! In: an execution, and which of its writes were made because the life of an object begins or ends. Out: the accesses that take place
//! after its end, each with the write that shows it. It must not know how the execution was found.
//!
//! Why there are such writes stands in [`super::lifetime`]. A read is late that reads from what an end has written; a
//! write is late that comes behind that in coherence, unless the object was born again between them. What the thread that ended the life
//! does itself comes after it in program order, and has found the object dead before.

use super::execution::{EventKind, Execution, Violated};
use super::lifetime::Life;
use super::objects::Objects;
use crate::ids::EventId;

/// What is said of such an access.
pub const MESSAGE: &str = "its thread has found the object alive, but the access takes place later";

/// An access, and the write of the end that it comes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Late {
    pub over: EventId,
    pub access: EventId,
}

/// All late accesses of an execution.
pub fn all(execution: &Execution, lives: &[(EventId, Life)]) -> Vec<Late> {
    let life = |event: EventId| lives.iter().find(|(at, _)| *at == event).map(|(_, life)| *life);
    let thread = |event: EventId| execution.event(event).thread;
    let mut found = Vec::new();
    for (over, _) in lives.iter().filter(|(_, life)| *life == Life::Ends) {
        let is_late = |access: &EventId| thread(*access) != thread(*over) && life(*access).is_none();
        let late = |access: EventId| Late { over: *over, access };
        let reads = execution.rf.iter().filter(|(from, _)| from == over).map(|(_, read)| *read);
        found.extend(reads.filter(is_late).map(late));
        let Some(chain) = execution.co.iter().find(|chain| chain.contains(over)) else { continue };
        let behind = chain.iter().copied().skip_while(|write| write != over).skip(1);
        let still_dead = behind.take_while(|write| life(*write) != Some(Life::Begins));
        found.extend(still_dead.filter(is_late).map(late));
    }
    found
}

/// The violation that a late access is.
pub fn violated(execution: &Execution, objects: &Objects, late: Late) -> Option<Violated> {
    let (over, access) = (execution.event(late.over), execution.event(late.access));
    let EventKind::Write { address, .. } = over.kind else { return None };
    let object = objects.at(address)?;
    Some(Violated {
        property: objects.get(object).death().violated(),
        message: MESSAGE.to_string(),
        span: access.span,
        other: over.span,
        thread: access.thread?,
        operands: Vec::new(),
    })
}
