//! What became of the threads of a full graph.
//!
//! In: a full graph. Out: its [`Fate`]. It must not know how the graph was found.

use super::graph::{Graph, Kind, NONE, Slot};
use super::threads::label::{Detail, Label, Stuck};
use super::threads::runs::Runs;
use crate::diag::Span;
use crate::exec::skeleton::Bounded;
use crate::ids::ThreadId;
use crate::ir::{Property, barrier};

/// What became of the threads of a full graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Every thread ran to its end.
    Complete,
    /// A thread goes no further.
    Blocked,
    /// Every thread that has not ended goes no further because it waits, and some of them in loops; where these stand.
    Waiting(Vec<(ThreadId, Option<Span>)>),
    /// Every thread that has not ended waits for a lock, a semaphore, others at a barrier or another's end; where they wait.
    Deadlock(Vec<(ThreadId, Option<Span>)>),
    /// A thread did something wrong.
    Violated,
    /// A thread was stopped at a bound.
    Exceeded(Bounded, u32),
    /// A thread waits for a mutex that is free again: the graph is only there for what it leads to.
    Transient,
}

/// What became of the threads of a full graph.
pub fn fate<const W: usize>(runs: &Runs<'_>, graph: &Graph<W>) -> Fate {
    let (mut exceeded, mut assumes, mut transient) = (None, false, false);
    let (mut waiting, mut loops) = (Vec::new(), Vec::new());
    for (i, thread) in graph.threads.iter().enumerate().filter(|(_, t)| t.started) {
        let id = ThreadId::from_index(i);
        let node = runs.node(thread.cursor);
        match (node.label, &*node.detail) {
            (Label::End { .. }, _) => {}
            (Label::Join { thread }, _) if !is_started(graph, thread) => {
                if runs.ground.code.program.checked.counts(Property::ThreadMisuse) {
                    return Fate::Violated;
                }
                assumes = true;
            }
            (Label::Join { .. } | Label::Wait { .. }, Detail::Place(span)) => waiting.push((id, *span)),
            (Label::Idle, _) => loops.push((id, None)),
            (Label::Stuck, Detail::Stuck(stuck, span)) => match stuck {
                Stuck::Violated { .. } => return Fate::Violated,
                Stuck::Exceeded(what, bound) => exceeded = Some((*what, *bound)),
                Stuck::Assumption | Stuck::TakesBack => assumes = true,
                // Who has looked at another time is in another graph; this one is not the end.
                Stuck::Event(Some(location)) if is_over(graph, thread.last, *location) => assumes = true,
                Stuck::Event(_) => waiting.push((id, *span)),
                Stuck::Waiting | Stuck::WaitingAlone => loops.push((id, *span)),
                // A thread whose round has been complete has only looked at another time.
                Stuck::Barrier(Some(state)) if has_met(graph, thread.last, *state) => assumes = true,
                Stuck::Barrier(_) => waiting.push((id, *span)),
                Stuck::Mutex(location) => {
                    transient |= location.is_some_and(|location| is_over(graph, thread.last, location));
                    waiting.push((id, *span));
                }
            },
            (label, _) => panic!("a full graph in which a thread goes on: {label:?}; please report this"),
        }
    }
    match exceeded {
        _ if transient => Fate::Transient,
        Some((what, bound)) => Fate::Exceeded(what, bound),
        None if assumes => Fate::Blocked,
        None if !loops.is_empty() => Fate::Waiting(loops),
        None if waiting.is_empty() => Fate::Complete,
        None => Fate::Deadlock(waiting),
    }
}

/// The locations that threads of a full graph wait to change, each for a mutex there or the like.
pub fn wanted<const W: usize>(runs: &Runs<'_>, graph: &Graph<W>) -> Vec<u32> {
    let stuck = graph.threads.iter().filter(|thread| thread.started).filter_map(|thread| {
        match &*runs.node(thread.cursor).detail {
            Detail::Stuck(Stuck::Mutex(location) | Stuck::Event(location), _) => *location,
            _ => None,
        }
    });
    stuck.collect()
}

/// Whether anyone starts the thread; a thread that waits for one that nobody starts was given a handle that is none.
pub fn is_started<const W: usize>(graph: &Graph<W>, thread: ThreadId) -> bool {
    graph.threads.get(thread.index()).is_some_and(|thread| thread.started)
}

/// Whether what a thread found at this location, in a mutex say, when it looked there last, was overwritten since.
fn is_over<const W: usize>(graph: &Graph<W>, last: Slot, location: u32) -> bool {
    let mut read = last;
    while graph.event(read).kind != Kind::Read || graph.event(read).location != location {
        read = graph.event(read).previous;
    }
    graph.next_write(location, graph.event(read).source) != NONE
}

/// Whether the round of a barrier with this state has been complete at which a thread waits: whether since its arrival,
/// its last write of the state, that has been the one of a complete round.
fn has_met<const W: usize>(graph: &Graph<W>, last: Slot, state: u32) -> bool {
    let mut write = last;
    while graph.event(write).kind != Kind::Write || graph.event(write).location != state {
        write = graph.event(write).previous;
    }
    while write != NONE && !barrier::is_met(graph.event(write).value) {
        write = graph.event(write).after;
    }
    write != NONE
}
