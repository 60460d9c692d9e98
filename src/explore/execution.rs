//! From a full graph to an execution.
//!
//! In: a graph and what its rows mean. Out: the [`Execution`] that reports, drawings and validation take.
//! It must not know how the graph was found.

use super::fate::fate;
use super::graph::{Graph, INIT, Kind, NONE, Round, Slot};
use super::violation::violated;
use crate::exec::calm;
use crate::exec::execution::{Event, EventKind, Execution, Rendezvous};
use crate::exec::naming;
use crate::explore::axioms::plan::Plan;
use crate::explore::graph::matrix;
use crate::explore::threads::label::Detail;
use crate::explore::threads::runs::Runs;
use crate::ids::{EventId, ThreadId};
use crate::model::Tag;

/// The execution of a full graph.
pub fn execution<const W: usize>(plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> Execution {
    let used = |location: &u32| !graph.places[*location as usize].accesses.is_empty();
    let mut locations: Vec<u32> = (0..graph.places.len() as u32).filter(used).collect();
    locations.sort_by_key(|location| runs.ground.surroundings.sharing.location(*location).address);
    let mut events = Vec::new();
    for location in &locations {
        let place = runs.ground.surroundings.sharing.location(*location);
        // What is undefined may be anything, and nobody reads it here.
        let value = runs.ground.defined_initial(place).unwrap_or(0);
        events.push(Event {
            thread: None,
            kind: EventKind::Write { address: place.address, width: place.width, value },
            site: None,
            span: None,
            place: String::new(),
            shown: String::new(),
            tags: vec![Tag::named("IW")],
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
            Kind::Write => {
                let read = graph.updated(runs, *slot);
                rmw.extend(read.map(|read| (ids[read as usize], ids[*slot as usize])));
            }
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
    let mut execution = Execution {
        events,
        rf,
        co,
        rmw,
        aside: Vec::new(),
        rounds: graph.rounds.iter().map(rendezvous).collect(),
        order,
        reordered: Vec::new(),
        threads: names(runs, graph),
        violated: violated(runs, graph, &fate(runs, graph)),
        open: open.into_iter().map(|(_, what, value)| (what, value)).collect(),
        dependencies: Vec::new(),
    };
    execution.reordered = calm::reordered(&execution);
    naming::name(&mut execution, &runs.ground.surroundings.objects);
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
            let tags = access.tags_of(&kind).to_vec();
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
            let name = plan.model.kind_name(*kind);
            let (kind, tags) = (EventKind::Fence { kind: name }, vec![name]);
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

fn names<const W: usize>(runs: &Runs<'_>, graph: &Graph<W>) -> Vec<String> {
    let name =
        |root| runs.function_of(root).map_or_else(String::new, |f| runs.ground.code.program.function(f).name.clone());
    graph.threads.iter().map(|thread| name(thread.root)).collect()
}
