//! From an assignment to an execution.
//!
//! In: an encoding and the solver's assignment. Out: the [`Execution`] it describes: the events that happen, their
//! values, rf, co and an order in which memory could have performed them. It never solves.

use rustc_hash::FxHashMap;

use crate::exec::calm;
use crate::exec::execution::{Event, EventKind, Execution, Rendezvous, Violated};
use crate::exec::naming;
use crate::exec::skeleton::{self, Action};
use crate::exec::terms::{InputId, Term, TermId};
use crate::ids::{CandidateId, EventId, FenceId, ThreadId};
use crate::ir::Property;
use crate::model::{Model, Tag};
use crate::sat::base::What;
use crate::sat::encoding::Encoding;
use crate::sat::late;
use crate::sat::literal::Lit;
use crate::sat::stuck;

/// Reads an execution off an assignment that satisfies the formula and breaks no order.
///
/// Fences of candidates that the query did not enforce are left out: the execution does not need them.
pub fn decode(encoding: &Encoding, model: &Model, enforced: &[CandidateId], value: &dyn Fn(Lit) -> bool) -> Execution {
    let skeleton = &encoding.skeleton;
    let (inputs, lowest) = inputs(encoding, value);
    let mut memo: FxHashMap<TermId, u64> = FxHashMap::default();
    let mut number = |term: TermId| {
        skeleton.terms.evaluate(term, &mut memo, &|i| inputs.get(&i).or_else(|| lowest.get(&i)).copied().unwrap_or(0))
    };
    let rows = rows(encoding, enforced, value);
    let mut index: FxHashMap<u32, Vec<EventId>> = FxHashMap::default();
    for (i, (row, _)) in rows.iter().enumerate() {
        index.entry(*row).or_default().push(EventId::from_index(i));
    }
    let mut events = Vec::new();
    let mut co: FxHashMap<u64, Vec<EventId>> = FxHashMap::default();
    for (at, (row, fence)) in rows.iter().enumerate() {
        let node = &encoding.base.nodes[*row as usize];
        let event = skeleton.event(node.event);
        let tags = match &event.outcome {
            Some(outcome) if number(outcome.failed) == 1 => &outcome.failure,
            Some(outcome) => &outcome.success,
            None => &event.tags,
        };
        let kind = kind(event, fence.map(|kind| model.kind_name(kind)), &mut number);
        if let EventKind::Write { address, .. } = kind {
            co.entry(address).or_default().push(EventId::from_index(at));
        }
        events.push(Event {
            thread: node.thread,
            kind,
            site: event.site,
            span: event.span,
            place: String::new(),
            shown: String::new(),
            tags: tags.clone(),
        });
    }
    let seen = |list: &[(u32, u32, Lit)]| -> Vec<(EventId, EventId)> {
        list.iter()
            .filter(|(_, _, lit)| value(*lit))
            .flat_map(|(a, b, _)| {
                let (a, b) = (index.get(a).into_iter().flatten(), index.get(b).into_iter().flatten());
                a.flat_map(move |a| b.clone().map(move |b| (*a, *b)))
            })
            .collect()
    };
    let mut rf = seen(&encoding.base.rf);
    own_reads(&events, &mut rf);
    let before: Vec<(EventId, EventId)> = seen(&encoding.base.co);
    let mut co: Vec<Vec<EventId>> = co.into_values().collect();
    for chain in &mut co {
        // co is a total order on these; the number of predecessors is the place.
        chain.sort_by_key(|w| before.iter().filter(|(a, b)| b == w && chain_has(&events, *a, *w)).count());
    }
    co.sort();
    let order = order(encoding, value, &index, &events);
    let open = skeleton.open.iter().map(|(what, term)| (what.clone(), number(*term))).collect();
    let mut dependencies = Vec::new();
    for (dependency, pairs) in &encoding.base.dependencies {
        dependencies.extend(seen(pairs).into_iter().map(|(a, b)| (*dependency, a, b)));
    }
    let rounds = rounds(encoding, value, &mut number);
    let mut execution = Execution {
        events,
        rf,
        co,
        rmw: seen(&encoding.base.rmw),
        aside: Vec::new(),
        rounds,
        order,
        reordered: Vec::new(),
        threads: skeleton.threads.iter().map(|t| t.name.clone()).collect(),
        violated: violated(encoding, value),
        open,
        dependencies,
    };
    execution.reordered = calm::reordered(&execution);
    naming::name(&mut execution, &skeleton.objects);
    let waits = execution.violated.as_ref().map(|violated| stops(encoding, violated.property, value));
    for read in waits.iter().flatten().flat_map(|stop| skeleton.stops[*stop].reads()) {
        let reads = index.get(&encoding.base.row[read]).into_iter().flatten().copied();
        stuck::assert_last(&execution, &reads.collect::<Vec<_>>());
    }
    execution
}

/// Where threads stop that wait for good, if that is what is wrong.
fn stops(encoding: &Encoding, property: Property, value: &dyn Fn(Lit) -> bool) -> Vec<usize> {
    let is_it = matches!(property, Property::Deadlock | Property::Liveness);
    let stops = encoding.end.stops.iter().enumerate().filter(|(_, lit)| is_it && value(**lit));
    stops.map(|(stop, _)| stop).collect()
}

/// What an event is, given the kind of fence that it is of.
fn kind(event: &skeleton::Event, fence: Option<Tag>, number: &mut impl FnMut(TermId) -> u64) -> EventKind {
    match (&event.action, &event.target) {
        (Action::Read { value, .. }, Some(target)) => {
            EventKind::Read { address: number(target.address), width: target.width, value: number(*value) }
        }
        (Action::Write { value }, Some(target)) => {
            EventKind::Write { address: number(target.address), width: target.width, value: number(*value) }
        }
        _ => EventKind::Fence { kind: fence.expect("what is no access is a fence; please report this") },
    }
}

/// What goes wrong.
fn violated(encoding: &Encoding, value: &dyn Fn(Lit) -> bool) -> Option<Violated> {
    let skeleton = &encoding.skeleton;
    let i = encoding.violations.iter().position(|lit| value(*lit))?;
    let Some(violation) = skeleton.violations.get(i) else {
        let i = i - skeleton.violations.len();
        return Some(match encoding.late.get(i) {
            Some(late) => late::violated(skeleton, late),
            None => {
                let property = encoding.end.stuck[i - encoding.late.len()].property;
                stuck::violated(skeleton, property, &stops(encoding, property, value))
            }
        });
    };
    Some(Violated {
        property: violation.property,
        message: violation.message.clone(),
        span: violation.span,
        other: None,
        thread: violation.thread,
        operands: Vec::new(),
    })
}

/// Who meets at barriers.
fn rounds(encoding: &Encoding, value: &dyn Fn(Lit) -> bool, number: &mut impl FnMut(TermId) -> u64) -> Vec<Rendezvous> {
    let mut rounds = Vec::new();
    for meeting in &encoding.skeleton.meetings {
        let members = meeting.members.iter().filter(|(_, _, when)| number(*when) == 1);
        let members: Vec<_> = members.map(|(arrive, ..)| turn(encoding, value, *arrive)).collect();
        if !members.is_empty() {
            rounds.push(Rendezvous { barrier: meeting.barrier, members });
        }
    }
    rounds
}

/// Rows that happen and are more than marks, initial writes first, then thread by thread in program order; of a fence with
/// its kind.
fn rows(encoding: &Encoding, enforced: &[CandidateId], value: &dyn Fn(Lit) -> bool) -> Vec<(u32, Option<FenceId>)> {
    let nodes = &encoding.base.nodes;
    let mut rows = Vec::new();
    for (row, node) in (0u32..).zip(nodes).filter(|(_, node)| value(node.exec)) {
        let event = encoding.skeleton.event(node.event);
        match &node.what {
            What::Event if event.is_read() || event.is_write() => rows.push((row, None)),
            What::Event => {}
            What::Fence(kind) => rows.push((row, Some(*kind))),
            // What a raised order adds does not belong to the program as it is.
            What::Choice(_) | What::Failing(_) if event.target.is_some() => {}
            What::Choice(kinds) | What::Failing(kinds) => {
                rows.extend(kinds.iter().filter(|(_, id)| enforced.contains(id)).map(|(kind, _)| (row, Some(*kind))));
            }
        }
    }
    rows.sort_by_key(|(row, kind)| {
        let node = &nodes[*row as usize];
        (node.thread, node.place, *row, *kind)
    });
    rows
}

/// The thread of an arrival at a barrier, and how many arrivals of that thread happen before it.
fn turn(encoding: &Encoding, value: &dyn Fn(Lit) -> bool, arrive: EventId) -> (ThreadId, u32) {
    let skeleton = &encoding.skeleton;
    let thread = skeleton.event(arrive).thread.expect("a thread arrives at a barrier; please report this");
    let happens = |id: &EventId| {
        matches!(skeleton.event(*id).action, Action::Arrive(_))
            && value(encoding.base.nodes[encoding.base.row[id] as usize].exec)
    };
    let events = &skeleton.threads[thread.index()].events;
    let earlier = events.iter().take_while(|id| **id != arrive).filter(|id| happens(id)).count();
    (thread, earlier as u32)
}

fn chain_has(events: &[Event], a: EventId, b: EventId) -> bool {
    let address = |e: EventId| match events[e.index()].kind {
        EventKind::Write { address, .. } => Some(address),
        _ => None,
    };
    address(a) == address(b)
}

/// The reads whose value only their own thread determines read its latest write, or the initial one.
fn own_reads(events: &[Event], rf: &mut Vec<(EventId, EventId)>) {
    let mut has: Vec<bool> = vec![false; events.len()];
    for (_, read) in rf.iter() {
        has[read.index()] = true;
    }
    let mut latest: FxHashMap<(Option<ThreadId>, u64), EventId> = FxHashMap::default();
    for (i, event) in events.iter().enumerate() {
        match event.kind {
            EventKind::Write { address, .. } => {
                latest.insert((event.thread, address), EventId::from_index(i));
            }
            EventKind::Read { address, .. } if !has[i] => {
                if let Some(write) = latest.get(&(event.thread, address)).or_else(|| latest.get(&(None, address))) {
                    rf.push((*write, EventId::from_index(i)));
                }
            }
            _ => {}
        }
    }
    rf.sort_unstable_by_key(|(_, read)| *read);
}

/// Memory order: a topological order of the last axiom's graph, the global one.
fn order(
    encoding: &Encoding,
    value: &dyn Fn(Lit) -> bool,
    index: &FxHashMap<u32, Vec<EventId>>,
    events: &[Event],
) -> Vec<EventId> {
    let graph = encoding.orders.graphs.last();
    let order =
        graph.and_then(|g| g.topological(value)).unwrap_or_else(|| (0..encoding.base.nodes.len() as u32).collect());
    let mut sorted: Vec<EventId> = order.iter().filter_map(|row| index.get(row)).flatten().copied().collect();
    assert_eq!(sorted.len(), events.len(), "every event has a place in memory order; please report this");
    // Initial writes come first for the reader.
    sorted.sort_by_key(|e| events[e.index()].thread.is_some());
    sorted
}

/// The values of the inputs that were encoded, and the lowest may-values of the others, on which nothing depends.
fn inputs(encoding: &Encoding, value: &dyn Fn(Lit) -> bool) -> (FxHashMap<InputId, u64>, FxHashMap<InputId, u64>) {
    let terms = &encoding.skeleton.terms;
    let (mut inputs, mut lowest) = (FxHashMap::default(), FxHashMap::default());
    for i in 0..terms.len() {
        let id = TermId(i as u32);
        if let Term::Input(input) = terms.term(id) {
            match encoding.blaster.made(id) {
                Some(bits) => inputs.insert(input, bits.value(value)),
                None => lowest.insert(input, terms.values(id).low()),
            };
        }
    }
    (inputs, lowest)
}
