//! Validating an execution: may memory behave like this?
//!
//! In: a model, an [`Execution`] and the [`Trace`] of its replay. Out: nothing, or what is inconsistent: rf, co, or an
//! axiom of the model file with a cycle. It must not know how the execution was found.
//!
//! What starting and joining threads, the rounds of barriers and read-modify-writes of private memory order is defined in
//! [`crate::model::ground`]; here is only which rows an execution has.

use std::fmt;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::exec::execution::{Dependency, Event, EventKind, Execution};
use crate::exec::groups::{self, Parts};
use crate::exec::mapping::Mapping;
use crate::exec::replay::{Layout, Mark, Trace, replay};
use crate::ids::{EventId, ThreadId};
use crate::ir::{Program, Width};
use crate::model::ground::{Row, RowKind};
use crate::model::{Bool, BrokenAxiom, Demand, Ground, Model, check, evaluate};

/// What is inconsistent.
#[derive(Clone, Debug)]
pub enum Invalid {
    /// A read with no write or several, or a write that does not fit.
    ReadsFrom {
        read: EventId,
        what: &'static str,
    },
    /// The writes of a place are not in one order that begins with the initial one.
    Coherence {
        what: &'static str,
    },
    /// `order` is no order of all events.
    Order,
    Axiom(BrokenAxiom),
    /// A thread waits for another that waits for it.
    Waiting,
    /// What other threads do comes between the events of an atomic section.
    Section {
        axiom: String,
    },
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Invalid::ReadsFrom { read, what } => write!(f, "{read}: {what}"),
            Invalid::Coherence { what } => f.write_str(what),
            Invalid::Order => f.write_str("the memory order does not name every event once"),
            Invalid::Waiting => f.write_str("a thread is joined, or met at a barrier, before it gets there"),
            Invalid::Axiom(broken) => write!(f, "{broken}"),
            Invalid::Section { axiom } => write!(f, "{axiom}: an atomic section is interrupted"),
        }
    }
}

/// Replays and validates an execution that an engine found; what its threads did. A failure is a mistake of ours, not of the user's.
///
/// # Errors
/// What is wrong, in a sentence.
pub fn confirm(
    program: &Program,
    model: &Model,
    mapping: Mapping<'_>,
    layout: Layout<'_>,
    execution: &Execution,
) -> Result<Trace, String> {
    let trace = replay(program, model, mapping, layout, execution)
        .map_err(|mismatch| format!("the execution cannot be replayed: {mismatch}"))?;
    validate(model, &trace, execution).map_err(|invalid| format!("the execution is not consistent: {invalid}"))?;
    Ok(trace)
}

/// Validates an execution.
///
/// # Errors
/// The first thing that is inconsistent.
pub fn validate(model: &Model, trace: &Trace, execution: &Execution) -> Result<(), Invalid> {
    reads_from(execution)?;
    coherence(execution)?;
    let mut named: Vec<EventId> = execution.order.clone();
    named.sort_unstable();
    if !named.into_iter().eq((0..execution.events.len()).map(EventId::from_index)) {
        return Err(Invalid::Order);
    }
    let mut ground = ground(model, trace, execution)?;
    check(model, &mut ground).map_err(Invalid::Axiom)?;
    sections(model, trace, &mut ground)
}

fn access(execution: &Execution, id: EventId) -> Option<(u64, Width, u64, bool)> {
    match execution.event(id).kind {
        EventKind::Read { address, width, value } => Some((address, width, value, false)),
        EventKind::Write { address, width, value } => Some((address, width, value, true)),
        EventKind::Fence { .. } => None,
    }
}

fn reads_from(execution: &Execution) -> Result<(), Invalid> {
    let mut sources: FxHashMap<EventId, EventId> = FxHashMap::default();
    for (write, read) in &execution.rf {
        let wrong = |what| Err(Invalid::ReadsFrom { read: *read, what });
        if write.index() >= execution.events.len() || read.index() >= execution.events.len() {
            return wrong("rf names an event that is not there");
        }
        if sources.insert(*read, *write).is_some() {
            return wrong("the read has two sources");
        }
        match (access(execution, *write), access(execution, *read)) {
            (Some((a, v, x, true)), Some((b, w, y, false))) => {
                if (a, v) != (b, w) {
                    return wrong("the read reads from a write to another place");
                }
                if x != y {
                    return wrong("the read returns another value than its source wrote");
                }
            }
            _ => return wrong("rf goes from a write to a read"),
        }
    }
    for i in 0..execution.events.len() {
        let id = EventId::from_index(i);
        if matches!(execution.event(id).kind, EventKind::Read { .. }) && !sources.contains_key(&id) {
            return Err(Invalid::ReadsFrom { read: id, what: "the read has no source" });
        }
    }
    Ok(())
}

fn coherence(execution: &Execution) -> Result<(), Invalid> {
    let wrong = |what| Err(Invalid::Coherence { what });
    let mut seen = FixedBitSet::with_capacity(execution.events.len());
    let mut addresses = rustc_hash::FxHashSet::default();
    for chain in &execution.co {
        let mut place = None;
        for (i, write) in chain.iter().enumerate() {
            if write.index() >= execution.events.len() || seen.put(write.index()) {
                return wrong("co names an event twice, or one that is not there");
            }
            let Some((address, _, _, true)) = access(execution, *write) else {
                return wrong("co orders something that is no write");
            };
            if *place.get_or_insert(address) != address {
                return wrong("co orders writes to different places");
            }
            if execution.event(*write).thread.is_none() != (i == 0) {
                return wrong("the initial write of a place comes first in co");
            }
        }
        if place.is_some_and(|address| !addresses.insert(address)) {
            return wrong("co has two chains for one place");
        }
    }
    let writes = execution.events.iter().filter(|e| matches!(e.kind, EventKind::Write { .. })).count();
    if writes != seen.count_ones(..) {
        return wrong("co lacks a write");
    }
    Ok(())
}

/// The rows that a trace has beyond the events, thread by thread.
struct Rows {
    /// Of the marks: their threads, from the number of events on.
    marks: Vec<ThreadId>,
    /// By thread, in program order.
    threads: Vec<Vec<EventId>>,
    meets: Vec<(EventId, EventId)>,
}

/// The marks of a trace, and where threads meet.
fn rows(trace: &Trace, events: usize) -> Result<Rows, Invalid> {
    let mut rows = Rows { marks: Vec::new(), threads: Vec::new(), meets: Vec::new() };
    let mut ends: FxHashMap<ThreadId, EventId> = FxHashMap::default();
    let (mut spawns, mut joins) = (Vec::new(), Vec::new());
    let (mut arrivals, mut departures) = (Vec::new(), Vec::new());
    for (index, marks) in trace.threads.iter().enumerate() {
        let thread = ThreadId::from_index(index);
        let mut own = Vec::new();
        for mark in marks {
            if let Mark::Event(event) = mark {
                own.push(*event);
                continue;
            }
            let row = EventId::from_index(events + rows.marks.len());
            rows.marks.push(thread);
            own.push(row);
            match mark {
                Mark::End => drop(ends.insert(thread, row)),
                Mark::Spawn(child) => spawns.push((row, *child)),
                Mark::Join(child) => joins.push((*child, row)),
                Mark::Arrive(round) => arrivals.push((*round, thread, row)),
                Mark::Depart(round) => departures.push((*round, thread, row)),
                Mark::Event(_) | Mark::Begin | Mark::Lone => {}
            }
        }
        rows.threads.push(own);
    }
    for (spawn, child) in spawns {
        let first = rows.threads.get(child.index()).and_then(|own| own.first());
        rows.meets.extend(first.map(|first| (spawn, *first)));
    }
    for (child, join) in joins {
        rows.meets.push((*ends.get(&child).ok_or(Invalid::Waiting)?, join));
    }
    for (round, thread, arrive) in &arrivals {
        let others = departures.iter().filter(|(other, there, _)| other == round && there != thread);
        rows.meets.extend(others.map(|(_, _, depart)| (*arrive, *depart)));
    }
    Ok(rows)
}

/// The execution as an event graph; events first, then the marks.
pub(crate) fn ground(model: &Model, trace: &Trace, execution: &Execution) -> Result<Ground<bool>, Invalid> {
    let n = execution.events.len();
    let rows = rows(trace, n)?;
    let atomic: rustc_hash::FxHashSet<EventId> = trace.sections.iter().flatten().copied().collect();
    let event = |(i, event): (usize, &Event)| {
        let (kind, tags) = match &event.kind {
            EventKind::Read { .. } => (RowKind::Read, event.tags.clone()),
            EventKind::Write { .. } => (RowKind::Write, event.tags.clone()),
            EventKind::Fence { kind } => (RowKind::Fence, model.sets_of_fence(*kind)),
        };
        let thread = event.thread.map(|thread| thread.0);
        Row {
            kind,
            thread,
            tags,
            added: Vec::new(),
            is_atomic: kind != RowKind::Fence && atomic.contains(&EventId::from_index(i)),
            happens: true,
        }
    };
    let mark = |thread: &ThreadId| Row {
        kind: RowKind::Mark,
        thread: Some(thread.0),
        tags: Vec::new(),
        added: Vec::new(),
        is_atomic: false,
        happens: true,
    };
    let events = execution.events.iter().enumerate().map(event);
    let mut ground = Ground::new(events.chain(rows.marks.iter().map(mark)).collect());
    ground.sequence(&rows.threads);
    ground.meets = rows.meets.iter().map(|(a, b)| (*a, *b, true)).collect();
    if !ground.is_possible(&mut Bool) {
        return Err(Invalid::Waiting);
    }
    ground.give("rf", execution.rf.iter().copied());
    ground.give("rmw", execution.rmw.iter().copied());
    ground.give_chains(execution.co.iter().map(Vec::as_slice));
    let place = |id: EventId| (id.index() < n).then(|| access(execution, id)).flatten();
    ground.give_places(|id| place(id).map(|(address, ..)| address));
    for dependency in Dependency::ALL {
        let own = execution.dependencies.iter().filter(|(d, ..)| *d == dependency);
        ground.give(dependency.name(), own.map(|(_, a, b)| (*a, *b)));
    }
    Ok(ground)
}

/// Each atomic section is one step, and each access to memory that is cut: the axioms' graphs have no cycle when its events
/// are one node.
fn sections(model: &Model, trace: &Trace, ground: &mut Ground<bool>) -> Result<(), Invalid> {
    let several = |list: &[Vec<EventId>]| list.iter().any(|events| events.len() > 1);
    let whole = if several(&trace.groups) { groups::parts(model) } else { Vec::new() };
    if !several(&trace.sections) && whole.is_empty() {
        return Ok(());
    }
    let is_read = |event: &EventId| ground.rows[event.index()].kind == RowKind::Read;
    let of_group = |group: &Vec<EventId>| {
        let all = group.iter().flat_map(|a| group.iter().map(move |b| (*a, *b)));
        all.filter(|(a, b)| a != b && is_read(a) == is_read(b)).collect::<Vec<_>>()
    };
    let parts: Vec<(EventId, EventId)> = trace.groups.iter().flat_map(of_group).collect();
    ground.give("parts", parts);
    let n = ground.rows.len();
    let mut node: Vec<usize> = (0..n).collect();
    for section in &trace.sections {
        for event in section {
            node[event.index()] = section[0].index();
        }
    }
    for (i, obligation) in evaluate(model, &mut Bool, ground).iter().enumerate() {
        let Demand::Acyclic { parts } = &obligation.demand else { continue };
        let mut node = node.clone();
        // The nodes behind those of the rows stand for all parts of a load.
        let total = n + trace.groups.len();
        let mut load: FxHashMap<usize, usize> = FxHashMap::default();
        let parts_of = whole.get(i).copied().unwrap_or(Parts::Apart);
        for (number, group) in trace.groups.iter().enumerate().filter(|_| parts_of != Parts::Apart) {
            let is_load =
                |event: &EventId| parts_of == Parts::OneButLoads && ground.rows[event.index()].kind == RowKind::Read;
            let (loads, others): (Vec<EventId>, Vec<EventId>) = group.iter().partition(|event| is_load(event));
            load.extend(loads.iter().map(|event| (event.index(), n + number)));
            others.iter().for_each(|event| node[event.index()] = others[0].index());
        }
        let mut next = vec![Vec::new(); total];
        let mut incoming = vec![0usize; total];
        for (part, all) in &load {
            next[*all].push(*part);
            incoming[*part] += 1;
        }
        for part in parts {
            for (a, b, _) in part.relation(&mut Bool).pairs() {
                let is_own = ground.rows[a.index()].thread == ground.rows[b.index()].thread;
                let of = |event: EventId| load.get(&event.index());
                if of(a).is_some() && of(a) == of(b) {
                    continue;
                }
                let end = of(b).filter(|_| !is_own).copied().unwrap_or(node[b.index()]);
                let (a, b) = (node[a.index()], end);
                if a != b {
                    next[a].push(b);
                    incoming[b] += 1;
                }
            }
        }
        let mut ready: Vec<usize> = (0..total).filter(|e| incoming[*e] == 0).collect();
        let mut removed = 0;
        while let Some(event) = ready.pop() {
            removed += 1;
            for to in &next[event] {
                incoming[*to] -= 1;
                if incoming[*to] == 0 {
                    ready.push(*to);
                }
            }
        }
        if removed < total {
            return Err(Invalid::Section { axiom: obligation.axiom.to_string() });
        }
    }
    Ok(())
}
