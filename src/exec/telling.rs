//! What of an execution is told to people, and in which order.
//!
//! In: an execution. Out: which events matter, and all events in the order of the memory. It must not know how they are
//! shown.
//!
//! What matters is what threads tell each other: accesses to places that two threads access and one of them writes, what
//! the failed assertion reads, and fences; of these, what the violation hangs on. The rest is left out unless everything is asked
//! for.

use std::collections::{HashMap, HashSet};

use super::execution::{Event, EventKind, Execution};
use super::objects::Objects;
use super::replay::Trace;
use super::{calm, led, naming};
use crate::diag::Span;
use crate::ids::{EventId, ThreadId};
use crate::model::Model;

/// Makes a confirmed execution ready to be told: what led to the violation, in the calmest order, under the names that go with it.
pub fn prepare(model: &Model, execution: &mut Execution, trace: &Trace, objects: &Objects) {
    led::note(execution, trace);
    calm::settle(model, trace, execution);
    naming::name(execution, objects);
    naming::operands(execution, trace, objects);
}

/// The order of the memory, with each fence behind what its thread does before it: the memory itself does not perform it.
pub fn told_order(execution: &Execution) -> Vec<EventId> {
    let is_fence = |id: &EventId| matches!(execution.event(*id).kind, EventKind::Fence { .. });
    let mut order: Vec<EventId> = execution.order.iter().copied().filter(|id| !is_fence(id)).collect();
    // Events of a thread stand in program order, so that of two fences the later one comes behind the other.
    for fence in (0..execution.events.len()).map(EventId::from_index).filter(is_fence) {
        let thread = execution.event(fence).thread;
        let of_thread = |id: &EventId| execution.event(*id).thread == thread;
        let behind = order.iter().rposition(|id| of_thread(id) && *id < fence).map(|at| at + 1);
        let before = || order.iter().position(|id| of_thread(id) && *id > fence);
        let at = behind.or_else(before).unwrap_or(order.len());
        order.insert(at, fence);
    }
    order
}

/// Which events matter.
pub fn matters(execution: &Execution) -> Vec<bool> {
    let mut users: HashMap<u64, HashSet<ThreadId>> = HashMap::new();
    let mut written: HashSet<u64> = HashSet::new();
    let mut led = vec![true; execution.events.len()];
    execution.aside.iter().for_each(|id| led[id.index()] = false);
    for (event, _) in execution.events.iter().zip(&led).filter(|(_, led)| **led) {
        let (Some(thread), Some(address)) = (event.thread, address(&event.kind)) else { continue };
        users.entry(address).or_default().insert(thread);
        if matches!(event.kind, EventKind::Write { .. }) {
            written.insert(address);
        }
    }
    let failed = execution.violated.as_ref();
    let matters = |event: &Event| match address(&event.kind) {
        // What starts and ends threads, and what fences order, is between shared accesses.
        None => true,
        Some(address) => {
            let told = users.get(&address).is_some_and(|users| users.len() > 1) && written.contains(&address);
            let asserted = failed.is_some_and(|failed| {
                let within = |inner: Span, outer: Span| {
                    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
                };
                event.thread == Some(failed.thread)
                    && event.span.zip(failed.span).is_some_and(|(inner, outer)| within(inner, outer))
            });
            told || asserted
        }
    };
    let mut matter: Vec<bool> = execution.events.iter().zip(&led).map(|(event, led)| *led && matters(event)).collect();
    // One half of an update says little without the other, and a read little without its write.
    for (a, b) in execution.rmw.iter().chain(&execution.rf) {
        let read_or_half = matter[b.index()];
        if read_or_half && execution.event(*a).thread.is_some() {
            matter[a.index()] = true;
        }
    }
    for (read, write) in &execution.rmw {
        matter[write.index()] |= matter[read.index()];
    }
    matter
}

/// The smaller one of two executions as they are told, the first of equal ones.
pub fn smaller_of(found: Box<Execution>, other: Option<Box<Execution>>) -> Box<Execution> {
    match other {
        Some(other) if size(&other) < size(&found) => other,
        _ => found,
    }
}

/// How many pairs are reordered, and how many events there are.
fn size(execution: &Execution) -> (usize, usize) {
    let matters = matters(execution);
    let is_told = |id: &EventId| execution.event(*id).thread.is_some() && matters[id.index()];
    let reordered = execution.reordered.iter().filter(|(a, b)| is_told(a) && is_told(b)).count();
    (reordered, (0..execution.events.len()).map(EventId::from_index).filter(is_told).count())
}

fn address(kind: &EventKind) -> Option<u64> {
    match kind {
        EventKind::Read { address, .. } | EventKind::Write { address, .. } => Some(*address),
        EventKind::Fence { .. } => None,
    }
}
