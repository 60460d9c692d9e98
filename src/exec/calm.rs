//! The calmest order of the memory: one with few reorderings.
//!
//! In: a model, an execution that was validated, and its trace. Out: the same execution with another order of its events that the last
//! axiom about an order allows as well, and with the pairs that it performs the other way round. It must not know who found the
//! execution.
//!
//! A model may have no axiom whose order tells everything: those of languages, and of machines that may show a write to one thread before
//! another, put parts of an execution in order each. Where the program's order of each thread is kept by the last axiom's order, and who has read what
//! from whom, or before it was written, contradicts that, it is this communication that the events are put in order by.
//!
//! An axiom leaves most of the order open. Pairs of one thread are added to what it fixes as the program has them, those that
//! follow each other first, wherever that makes no cycle; what is left is reordered in every such order. Adding pairs one
//! by one is not certain to leave the fewest, but whatever it leaves cannot be put right by itself.
//!
//! What a read-modify-write reads and what it writes stand side by side, wherever that makes no cycle: what comes before the one comes before
//! the other.

use fixedbitset::FixedBitSet;

use crate::exec::execution::{EventKind, Execution};
use crate::exec::replay::Trace;
use crate::exec::validate::ground;
use crate::ids::EventId;
use crate::model::{Bool, Demand, Model, evaluate};

/// With more events the order stays as it is: sets of pairs grow with the square.
const MOST: usize = 400;

/// Gives an execution the calmest order.
pub fn settle(model: &Model, trace: &Trace, execution: &mut Execution) {
    let several = |list: &[Vec<EventId>]| list.iter().any(|events| events.len() > 1);
    // What happens as a whole has an order that edges between single events do not tell.
    if execution.events.len() > MOST || several(&trace.sections) || several(&trace.groups) {
        return;
    }
    if (!execution.reordered.is_empty() || has_halves(execution))
        && let Some(edges) = fixed(model, trace, execution)
    {
        arrange(execution, &edges);
    }
    let mut edges = communication(execution);
    if execution.reordered.is_empty() && !is_kept(&execution.order, &edges) {
        if let Ok(ground) = ground(model, trace, execution) {
            edges.extend(ground.routes(&Bool).iter().map(|(a, b, _)| (a.index(), b.index())));
        }
        arrange(execution, &edges);
    }
}

/// Puts the events into the calmest order that keeps the edges, if they have no cycle.
fn arrange(execution: &mut Execution, edges: &Edges) {
    let Some(mut before) = Before::of(edges, execution.events.len()) else { return };
    before.join(&execution.rmw);
    before.calm(execution);
    execution.order = before.order(execution);
    execution.reordered = reordered(execution);
}

/// Pairs of accesses of one thread that the memory performs the other way round.
pub fn reordered(execution: &Execution) -> Vec<(EventId, EventId)> {
    let mut place = vec![0; execution.events.len()];
    for (at, event) in execution.order.iter().enumerate() {
        place[event.index()] = at;
    }
    let mut pairs: Vec<(EventId, EventId)> = together(execution);
    pairs.retain(|(a, b)| place[b.index()] < place[a.index()]);
    pairs
}

/// The pairs of accesses of one thread, as the program has them.
fn together(execution: &Execution) -> Vec<(EventId, EventId)> {
    let is_access = |id: &EventId| !matches!(execution.event(*id).kind, EventKind::Fence { .. });
    let of_threads = |id: &EventId| execution.event(*id).thread.is_some() && is_access(id);
    let accesses: Vec<EventId> = (0..execution.events.len()).map(EventId::from_index).filter(of_threads).collect();
    let same = |a: EventId, b: EventId| execution.event(a).thread == execution.event(b).thread;
    let with_later = |(i, a): (usize, &EventId)| {
        let (a, later) = (*a, accesses[i + 1..].iter());
        later.filter(move |b| same(a, **b)).map(|b| (a, *b)).collect::<Vec<_>>()
    };
    accesses.iter().enumerate().flat_map(with_later).collect()
}

/// One before the other, by place: events first, then what else has a place in an order.
type Edges = Vec<(usize, usize)>;

/// Whether something stands between the two parts of a read-modify-write.
fn has_halves(execution: &Execution) -> bool {
    let follows = |(read, write): &(EventId, EventId)| execution.order.windows(2).any(|pair| pair == [*read, *write]);
    !execution.rmw.iter().all(follows)
}

/// What the last axiom about an order fixes.
fn fixed(model: &Model, trace: &Trace, execution: &Execution) -> Option<Edges> {
    let mut ground = ground(model, trace, execution).ok()?;
    let obligations = evaluate(model, &mut Bool, &mut ground);
    let parts = obligations.iter().rev().find_map(|obligation| match &obligation.demand {
        Demand::Acyclic { parts } => Some(parts),
        Demand::Empty { .. } => None,
    })?;
    let pairs = parts.iter().flat_map(|part| part.relation(&mut Bool).pairs().collect::<Vec<_>>());
    Some(pairs.map(|(a, b, _)| (a.index(), b.index())).collect())
}

/// Each write before those that follow it and those that read it, and each read before what is written over what it has found. This has no cycle,
/// as it goes along the coherence order of each location.
fn communication(execution: &Execution) -> Edges {
    let mut edges: Edges = execution.rf.iter().map(|(write, read)| (write.index(), read.index())).collect();
    for writes in &execution.co {
        for pair in writes.windows(2) {
            edges.push((pair[0].index(), pair[1].index()));
            let reads = execution.rf.iter().filter(|(write, _)| *write == pair[0]);
            edges.extend(reads.map(|(_, read)| (read.index(), pair[1].index())));
        }
    }
    edges
}

/// Whether an order has each first before its second.
fn is_kept(order: &[EventId], edges: &Edges) -> bool {
    let mut place = vec![0; order.len()];
    for (at, event) in order.iter().enumerate() {
        place[event.index()] = at;
    }
    edges.iter().all(|(a, b)| place[*a] < place[*b])
}

/// What comes before what, with all that follows from it.
struct Before {
    /// By event, what comes after it.
    after: Vec<FixedBitSet>,
    events: usize,
}

impl Before {
    /// What follows from what is fixed, if that has no cycle.
    fn of(edges: &Edges, events: usize) -> Option<Before> {
        let rows = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0).max(events);
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); rows];
        let mut incoming = vec![0usize; rows];
        for (a, b) in edges {
            next[*a].push(*b);
            incoming[*b] += 1;
        }
        let mut sorted: Vec<usize> = (0..rows).filter(|row| incoming[*row] == 0).collect();
        let mut at = 0;
        while let Some(row) = sorted.get(at).copied() {
            at += 1;
            for to in &next[row] {
                incoming[*to] -= 1;
                if incoming[*to] == 0 {
                    sorted.push(*to);
                }
            }
        }
        if sorted.len() < rows {
            return None;
        }
        let mut after = vec![FixedBitSet::with_capacity(rows); rows];
        for row in sorted.into_iter().rev() {
            let mut own = FixedBitSet::with_capacity(rows);
            for to in &next[row] {
                own.insert(*to);
                own.union_with(&after[*to]);
            }
            after[row] = own;
        }
        // The marks have done their part in what follows.
        after.truncate(events);
        Some(Before { after, events })
    }

    /// Adds the pairs that make no cycle.
    fn calm(&mut self, execution: &Execution) {
        let aside: FixedBitSet = execution.aside.iter().map(|id| id.index()).collect();
        let mut pairs = together(execution);
        // What the violation hangs on comes first, for that is told.
        let is_aside = |(a, b): &(EventId, EventId)| aside.contains(a.index()) || aside.contains(b.index());
        pairs.sort_by_key(|pair| (is_aside(pair), pair.1.index() - pair.0.index(), pair.0));
        for (a, b) in pairs {
            self.add(a.index(), b.index());
        }
    }

    /// Keeps what comes before a part of a read-modify-write, or after it, out from between them.
    fn join(&mut self, rmw: &[(EventId, EventId)]) {
        for (read, write) in rmw {
            let (read, write) = (read.index(), write.index());
            for event in (0..self.events).filter(|event| ![read, write].contains(event)) {
                if self.after[event].contains(write) {
                    self.add(event, read);
                }
                if self.after[read].contains(event) {
                    self.add(write, event);
                }
            }
        }
    }

    /// Adds a pair, unless it makes a cycle.
    fn add(&mut self, a: usize, b: usize) {
        if self.after[a].contains(b) || self.after[b].contains(a) {
            return;
        }
        let mut gained = self.after[b].clone();
        gained.insert(b);
        for event in 0..self.events {
            if event == a || self.after[event].contains(a) {
                self.after[event].union_with(&gained);
            }
        }
    }

    /// One order of all events: the initial writes first, then one thread as long as it can go on, for that reads better.
    fn order(&self, execution: &Execution) -> Vec<EventId> {
        let mut incoming = vec![0usize; self.events];
        for after in &self.after {
            for to in after.ones().filter(|to| *to < self.events) {
                incoming[to] += 1;
            }
        }
        let thread = |event: usize| execution.events[event].thread;
        let mut left: Vec<usize> = (0..self.events).collect();
        let mut order: Vec<EventId> = Vec::new();
        let mut running = None;
        let mut half = None;
        while !left.is_empty() {
            let key = |event: &usize| {
                let is_half = half == Some(EventId::from_index(*event));
                (!is_half, thread(*event).is_some(), thread(*event) != running, thread(*event), *event)
            };
            let ready = left.iter().copied().filter(|event| incoming[*event] == 0);
            let next = ready.min_by_key(key).expect("an order without a cycle; please report this");
            left.retain(|event| *event != next);
            self.after[next].ones().filter(|to| *to < self.events).for_each(|to| incoming[to] -= 1);
            running = thread(next);
            let next = EventId::from_index(next);
            half = execution.rmw.iter().find(|(read, _)| *read == next).map(|(_, write)| *write);
            order.push(next);
        }
        order
    }
}
