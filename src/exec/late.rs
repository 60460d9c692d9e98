//! Accesses that reach an object when it is dead.
//!
//! In: an execution, and which of its writes were made because the life of an object begins or ends. Out: the violations that the accesses
//! are which take place after its end. It must not know how the execution was found.
//!
//! Why there are such writes stands in [`super::lifetime`]. A read is late that reads from what an end has written; a
//! write is late that comes behind that in coherence, unless the object was born again between them. What the thread that ended the life
//! does itself comes after it in program order, and has found the object dead before.

use super::execution::{EventKind, Execution, Violated};
use super::lifetime::Life;
use super::objects::Objects;
use crate::diag::Span;
use crate::ids::{EventId, ThreadId};

/// All late accesses of an execution.
pub fn all(execution: &Execution, lives: &[(EventId, Life)], objects: &Objects) -> Vec<Violated> {
    let life = |event: EventId| lives.iter().find(|(at, _)| *at == event).map(|(_, life)| *life);
    let thread = |event: EventId| execution.event(event).thread;
    let mut found = Vec::new();
    for (over, _) in lives.iter().filter(|(_, life)| *life == Life::Ends) {
        let mut reached: Vec<EventId> =
            execution.rf.iter().filter(|(from, _)| from == over).map(|(_, read)| *read).collect();
        if let Some(chain) = execution.co.iter().find(|chain| chain.contains(over)) {
            let behind = chain.iter().copied().skip_while(|write| write != over).skip(1);
            reached.extend(behind.take_while(|write| life(*write) != Some(Life::Begins)));
        }
        reached.retain(|access| thread(*access) != thread(*over) && life(*access).is_none());
        found.extend(reached.into_iter().filter_map(|access| violated(execution, objects, (*over, access))));
    }
    found
}

fn violated(execution: &Execution, objects: &Objects, (over, access): (EventId, EventId)) -> Option<Violated> {
    let (over, access) = (execution.event(over), execution.event(access));
    let EventKind::Write { address, .. } = over.kind else { return None };
    Some(violation(objects, address, (over.span, access.span), access.thread?))
}

/// What is said of a late access of a thread, by an address that has been written over and the places of the end and of the access.
///
/// # Panics
/// If there is no object at the address.
pub fn violation(objects: &Objects, address: u64, places: (Option<Span>, Option<Span>), thread: ThreadId) -> Violated {
    let object = objects.at(address).expect("what is written over is in an object; please report this");
    Violated {
        property: objects.get(object).death().violated(),
        message: "its thread has found the object alive, but the access takes place later".to_string(),
        span: places.1,
        other: places.0,
        thread,
        operands: Vec::new(),
    }
}
