//! From a full graph to an execution, and to what became of its threads.
//!
//! In: a graph and what its rows mean. Out: a [`Fate`], and the [`Execution`] that reports, drawings and validation take.
//! It must not know how the graph was found.

use super::graph::{Graph, INIT, Kind, NONE, Round, Slot};
use super::matrix;
use super::plan::Plan;
use super::runs::{Detail, Label, Runs, Stuck};
use super::violation::violated;
use crate::diag::Span;
use crate::exec::execution::{Event, EventKind, Execution, Rendezvous};
use crate::exec::naming;
use crate::exec::skeleton::Bounded;
use crate::ids::{EventId, ThreadId};
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
    /// Every thread that has not ended waits for a mutex, for others at a barrier or for another's end; where they wait.
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
                if runs.code.program.checked.counts(Property::ThreadMisuse) {
                    return Fate::Violated;
                }
                assumes = true;
            }
            (Label::Join { .. } | Label::Wait { .. }, Detail::Place(span)) => waiting.push((id, *span)),
            (Label::Idle, _) => loops.push((id, None)),
            (Label::Stuck, Detail::Stuck(stuck, span)) => match stuck {
                Stuck::Violated { .. } => return Fate::Violated,
                Stuck::Exceeded(what, bound) => exceeded = Some((*what, *bound)),
                Stuck::Assumption => assumes = true,
                Stuck::Waiting => loops.push((id, *span)),
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

/// Whether anyone starts the thread; a thread that waits for one that nobody starts was given a handle that is none.
pub fn is_started<const W: usize>(graph: &Graph<W>, thread: ThreadId) -> bool {
    graph.threads.get(thread.index()).is_some_and(|thread| thread.started)
}

/// Whether what a thread found in the mutex at this location, when it looked there last, was overwritten since.
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

/// The execution of a full graph.
pub fn execution<const W: usize>(plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> Execution {
    let used = |location: &u32| !graph.places[*location as usize].accesses.is_empty();
    let mut locations: Vec<u32> = (0..graph.places.len() as u32).filter(used).collect();
    locations.sort_by_key(|location| runs.surroundings.sharing.location(*location).address);
    let mut events = Vec::new();
    for location in &locations {
        let place = runs.surroundings.sharing.location(*location);
        // What is undefined may be anything, and nobody reads it here.
        let value = runs.defined_initial(place).unwrap_or(0);
        events.push(Event {
            thread: None,
            kind: EventKind::Write { address: place.address, width: place.width, value },
            site: None,
            span: None,
            place: String::new(),
            shown: String::new(),
            tags: vec!["IW".to_string()],
        });
    }
    let mut slots: Vec<Slot> =
        graph.order.iter().copied().filter(|slot| graph.event(*slot).kind != Kind::Choice).collect();
    slots.sort_by_key(|slot| (graph.event(*slot).thread, graph.event(*slot).place));
    let mut ids = vec![EventId(0); graph.events.len()];
    for slot in &slots {
        ids[*slot as usize] = EventId::from_index(events.len());
        events.push(event(plan, runs, graph, *slot));
    }
    let initial = |location: u32| {
        let at = locations.iter().position(|l| *l == location).expect("an accessed location; please report this");
        EventId::from_index(at)
    };
    let id = |slot: Slot, location: u32| if slot == INIT { initial(location) } else { ids[slot as usize] };
    let (mut rf, mut rmw) = (Vec::new(), Vec::new());
    for slot in &slots {
        let event = graph.event(*slot);
        match event.kind {
            Kind::Read => rf.push((id(event.source, event.location), ids[*slot as usize])),
            Kind::Write if event.half => rmw.push((ids[event.previous as usize], ids[*slot as usize])),
            _ => {}
        }
    }
    let chain = |location: &u32| {
        let mut chain = vec![initial(*location)];
        let mut write = graph.next_write(*location, INIT);
        while write != NONE {
            chain.push(ids[write as usize]);
            write = graph.event(write).after;
        }
        chain
    };
    let co = locations.iter().map(chain).collect();
    let mut order: Vec<EventId> = (0..locations.len()).map(EventId::from_index).collect();
    order.extend(matrix::memory_order(plan, runs, graph).into_iter().map(|slot| ids[slot as usize]));
    let mut open: Vec<_> = graph.order.iter().filter_map(|slot| choice(runs, graph, *slot)).collect();
    open.sort_by_key(|(rank, ..)| *rank);
    let reordered = reordered(&events, &order);
    let mut execution = Execution {
        events,
        rf,
        co,
        rmw,
        sync: Vec::new(),
        rounds: graph.rounds.iter().map(rendezvous).collect(),
        order,
        reordered,
        threads: names(runs, graph),
        violated: violated(runs, graph, &fate(runs, graph)),
        open: open.into_iter().map(|(_, what, value)| (what, value)).collect(),
        dependencies: Vec::new(),
    };
    naming::name(&mut execution, &runs.surroundings.objects);
    execution
}

fn rendezvous<const W: usize>(round: &Round<W>) -> Rendezvous {
    let members = round.members.iter().map(|(thread, turn)| (ThreadId(*thread), *turn)).collect();
    Rendezvous { barrier: round.barrier, members }
}

fn event<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>, slot: Slot) -> Event {
    let event = graph.event(slot);
    let thread = Some(ThreadId(event.thread));
    match &*runs.node(event.node).detail {
        Detail::Access(access) => {
            let (address, width, value) = (access.address, access.width, event.value);
            let kind = match event.kind {
                Kind::Read => EventKind::Read { address, width, value },
                _ => EventKind::Write { address, width, value },
            };
            let tags = access.tags.clone();
            Event {
                thread,
                kind,
                site: access.site,
                span: access.span,
                place: String::new(),
                shown: String::new(),
                tags,
            }
        }
        Detail::Fence { kind, span } => {
            let name = plan.model.fences()[*kind].name.clone();
            let (kind, tags) = (EventKind::Fence { kind: name.clone() }, vec![name]);
            Event { thread, kind, site: None, span: *span, place: String::new(), shown: String::new(), tags }
        }
        other => panic!("{other:?} is no event; please report this"),
    }
}

fn choice<const W: usize>(
    runs: &Runs<'_>,
    graph: &Graph<W>,
    slot: Slot,
) -> Option<(u32, crate::exec::execution::Open, u64)> {
    let event = graph.event(slot);
    match &*runs.node(event.node).detail {
        Detail::Choice(what) => Some((event.rank, what.clone(), event.value)),
        _ => None,
    }
}

/// Pairs of one thread that the memory performs the other way round.
fn reordered(events: &[Event], order: &[EventId]) -> Vec<(EventId, EventId)> {
    let mut place = vec![0; events.len()];
    for (i, event) in order.iter().enumerate() {
        place[event.index()] = i;
    }
    let mut pairs = Vec::new();
    let is_access = |event: &Event| !matches!(event.kind, EventKind::Fence { .. });
    for (i, first) in events.iter().enumerate().filter(|(_, e)| e.thread.is_some() && is_access(e)) {
        for (j, second) in events.iter().enumerate().skip(i + 1) {
            if first.thread == second.thread && is_access(second) && place[j] < place[i] {
                pairs.push((EventId::from_index(i), EventId::from_index(j)));
            }
        }
    }
    pairs
}

fn names<const W: usize>(runs: &Runs<'_>, graph: &Graph<W>) -> Vec<String> {
    let name = |root| runs.function_of(root).map_or_else(String::new, |f| runs.code.program.function(f).name.clone());
    graph.threads.iter().map(|thread| name(thread.root)).collect()
}
