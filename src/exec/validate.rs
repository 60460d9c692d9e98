//! Validating an execution: may memory behave like this?
//!
//! In: a model, an [`Execution`] and the [`Trace`] of its replay. Out: nothing, or what is inconsistent: rf, co, or an
//! axiom of the model file with a cycle. It must not know how the execution was found.
//!
//! Starting and joining threads, their ends, the rounds of barriers and read-modify-writes of private memory are no events
//! here. What they order is in `po` and in `kept`, as [`Environment`](crate::model::Environment) wants it.

use std::fmt;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::exec::execution::{EventKind, Execution};
use crate::exec::mapping::Mapping;
use crate::exec::replay::{Layout, Mark, Trace, replay};
use crate::ids::{EventId, ThreadId};
use crate::ir::{Program, Width};
use crate::model::{Bool, BrokenAxiom, Demand, Frame, Model, Relation, Set, check, evaluate};

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

/// Replays and validates an execution that an engine found. A failure is a mistake of ours, not of the user's.
///
/// # Errors
/// What is wrong, in a sentence.
pub fn confirm(
    program: &Program,
    model: &Model,
    mapping: &Mapping,
    layout: Layout<'_>,
    execution: &Execution,
) -> Result<(), String> {
    let trace = replay(program, model, mapping, layout, execution)
        .map_err(|mismatch| format!("the execution cannot be replayed: {mismatch}"))?;
    validate(model, &trace, execution).map_err(|invalid| format!("the execution is not consistent: {invalid}"))
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
    let mut frame = frame(model, trace, execution)?;
    check(model, &mut frame).map_err(Invalid::Axiom)?;
    sections(model, trace, &mut frame)
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

/// Happens-before by program order and threads: which events come before each mark, and which do so with something in
/// between that orders everything.
struct Before {
    all: FixedBitSet,
    fenced: FixedBitSet,
}

type Pairs = Vec<(EventId, EventId)>;

/// The pairs of `po` and of `kept`.
fn orders(trace: &Trace, events: usize) -> Result<(Pairs, Pairs), Invalid> {
    let empty = || Before { all: FixedBitSet::with_capacity(events), fenced: FixedBitSet::with_capacity(events) };
    let (mut po, mut kept) = (Vec::new(), Vec::new());
    let mut now: Vec<Before> = trace.threads.iter().map(|_| empty()).collect();
    let mut started = vec![false; trace.threads.len()];
    let mut ended = vec![false; trace.threads.len()];
    let mut at = vec![0usize; trace.threads.len()];
    // By round of a barrier: the arrivals still to come, and what came before those that have.
    let mut rounds: Vec<(usize, Before)> = Vec::new();
    for mark in trace.threads.iter().flatten() {
        if let Mark::Arrive(round) = mark {
            rounds.resize_with(rounds.len().max(round + 1), || (0, empty()));
            rounds[*round].0 += 1;
        }
    }
    if let Some(first) = started.first_mut() {
        *first = true;
    }
    // Threads advance as far as their starts and joins allow.
    let mut changed = true;
    while changed {
        changed = false;
        for thread in 0..trace.threads.len() {
            while started[thread]
                && let Some(mark) = trace.threads[thread].get(at[thread])
            {
                if let Mark::Join(child) = mark
                    && !ended[child.index()]
                {
                    break;
                }
                if let Mark::Depart(round) = mark
                    && rounds[*round].0 > 0
                {
                    break;
                }
                changed = true;
                at[thread] += 1;
                match mark {
                    Mark::Event(event) => {
                        let before = &mut now[thread];
                        po.extend(before.all.ones().map(|a| (EventId::from_index(a), *event)));
                        kept.extend(before.fenced.ones().map(|a| (EventId::from_index(a), *event)));
                        before.all.insert(event.index());
                    }
                    Mark::Begin | Mark::Lone => seal(&mut now[thread]),
                    Mark::Arrive(round) => {
                        seal(&mut now[thread]);
                        let (left, before) = &mut rounds[*round];
                        *left -= 1;
                        before.all.union_with(&now[thread].all);
                    }
                    Mark::Depart(round) => {
                        let before = &rounds[*round].1.all;
                        now[thread].all.union_with(before);
                        now[thread].fenced.union_with(before);
                    }
                    Mark::End => {
                        seal(&mut now[thread]);
                        ended[thread] = true;
                    }
                    Mark::Spawn(child) => {
                        seal(&mut now[thread]);
                        started[child.index()] = true;
                        join(&mut now, child, ThreadId::from_index(thread));
                    }
                    Mark::Join(child) => {
                        seal(&mut now[thread]);
                        join(&mut now, &ThreadId::from_index(thread), *child);
                    }
                }
            }
        }
    }
    let stuck = (0..trace.threads.len()).any(|thread| started[thread] && at[thread] < trace.threads[thread].len());
    if stuck { Err(Invalid::Waiting) } else { Ok((po, kept)) }
}

/// Everything so far is ordered before everything that follows.
fn seal(before: &mut Before) {
    let all = before.all.clone();
    before.fenced.union_with(&all);
}

/// What came before `from` comes before `to`, in order.
fn join(now: &mut [Before], to: &ThreadId, from: ThreadId) {
    let all = now[from.index()].all.clone();
    now[to.index()].all.union_with(&all);
    now[to.index()].fenced.union_with(&all);
}

fn frame(model: &Model, trace: &Trace, execution: &Execution) -> Result<Frame<bool>, Invalid> {
    let n = execution.events.len();
    let ids = || (0..n).map(EventId::from_index);
    let mut frame: Frame<bool> = Frame::new(n);
    let set = |keep: &dyn Fn(EventId) -> bool| {
        Set::from_members(&mut Bool, ids().filter(|id| keep(*id)).map(|id| (id, true)))
    };
    let kind = |id: EventId| &execution.event(id).kind;
    let tagged = |id: EventId, tag: &str| execution.event(id).tags.iter().any(|t| t == tag);
    let is_fence = |id: EventId| matches!(kind(id), EventKind::Fence { .. });
    let mut sets = vec![
        ("R".to_string(), set(&|id| matches!(kind(id), EventKind::Read { .. }))),
        ("W".to_string(), set(&|id| matches!(kind(id), EventKind::Write { .. }))),
        ("F".to_string(), set(&is_fence)),
        ("IW".to_string(), set(&|id| execution.event(id).thread.is_none())),
        ("RMW".to_string(), set(&|id| tagged(id, "RMW"))),
    ];
    for fence in model.fences() {
        let members = set(&|id| matches!(kind(id), EventKind::Fence { kind } if *kind == fence.name));
        sets.push((fence.name.clone(), members));
    }
    for tag in model.tags() {
        sets.push((tag.clone(), set(&|id| !is_fence(id) && tagged(id, tag))));
    }
    frame.sets.extend(sets);
    let (po, kept) = orders(trace, n)?;
    let mut co = Vec::new();
    for chain in &execution.co {
        for (i, a) in chain.iter().enumerate() {
            co.extend(chain[i + 1..].iter().map(|b| (*a, *b)));
        }
    }
    let pairs = |holds: &dyn Fn(EventId, EventId) -> bool| -> Vec<(EventId, EventId)> {
        ids().flat_map(|a| ids().map(move |b| (a, b))).filter(|(a, b)| holds(*a, *b)).collect()
    };
    let address = |id| access(execution, id).map(|(address, ..)| address);
    let loc = pairs(&|a, b| address(a).is_some() && address(a) == address(b));
    let int = pairs(&|a, b| {
        let (x, y) = (execution.event(a).thread, execution.event(b).thread);
        a == b || x.is_some() && x == y
    });
    let mut relations = vec![
        ("po", po),
        ("kept", kept),
        ("rf", execution.rf.clone()),
        ("co", co),
        ("loc", loc),
        ("int", int),
        ("rmw", execution.rmw.clone()),
    ];
    for dependency in crate::exec::execution::Dependency::ALL {
        let own = execution.dependencies.iter().filter(|(d, ..)| *d == dependency);
        relations.push((dependency.name(), own.map(|(_, a, b)| (*a, *b)).collect()));
    }
    for (name, pairs) in relations {
        let pairs = pairs.into_iter().map(|(a, b)| (a, b, true));
        frame.relations.insert(name.to_string(), Relation::from_pairs(&mut Bool, n, pairs));
    }
    Ok(frame)
}

/// Each atomic section is one step: the axioms' graphs have no cycle when its events are one node.
fn sections(model: &Model, trace: &Trace, frame: &mut Frame<bool>) -> Result<(), Invalid> {
    if trace.sections.iter().all(|section| section.len() < 2) {
        return Ok(());
    }
    let n = frame.len;
    let mut node: Vec<usize> = (0..n).collect();
    for section in &trace.sections {
        for event in section {
            node[event.index()] = section[0].index();
        }
    }
    for obligation in evaluate(model, &mut Bool, frame) {
        let Demand::Acyclic { parts } = &obligation.demand else { continue };
        let mut next = vec![Vec::new(); n];
        let mut incoming = vec![0usize; n];
        for part in parts {
            for (a, b, _) in part.relation(&mut Bool).pairs() {
                let (a, b) = (node[a.index()], node[b.index()]);
                if a != b {
                    next[a].push(b);
                    incoming[b] += 1;
                }
            }
        }
        let mut ready: Vec<usize> = (0..n).filter(|e| incoming[*e] == 0).collect();
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
        if removed < n {
            return Err(Invalid::Section { axiom: obligation.axiom.to_string() });
        }
    }
    Ok(())
}
