//! Judging a whole graph by any axiom: relations as bit matrices.
//!
//! In: a graph and axioms of the model. Out: whether they hold. A graph is the basis of [`crate::model::matrix`]
//! here; tests hold it equal to [`crate::model::check()`]. They are used for the axioms that [`crate::explore::axioms::plan`] has no
//! short cut for and for atomic sections. It must not know how the graph came about, nor what a term means.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Graph, INIT, Kind, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::class::Class;
use crate::explore::threads::label::Detail;
use crate::explore::threads::runs::Runs;
use crate::model::carrier::Values;
use crate::model::matrix::{self, Basis, Relation, Set};
use crate::model::{AxiomKind, Model};

/// A graph as the model's terms see it: the events without choices, then the initial writes.
struct View<'g, const W: usize> {
    graph: &'g Graph<W>,
    model: &'g Model,
    slots: Vec<Slot>,
    /// The locations of the initial writes.
    initial: Vec<u32>,
    /// By slot its place in `slots`.
    indices: Vec<usize>,
    details: Vec<&'g Detail>,
    /// By event that is no initial write the read with which it is a read-modify-write.
    updated: Vec<Option<Slot>>,
}

impl<'g, const W: usize> View<'g, W> {
    fn new(plan: &'g Plan<'_>, runs: &'g Runs<'_>, graph: &'g Graph<W>) -> View<'g, W> {
        // A write without a place in co, or a read without a source, is not there yet.
        let is_there = |slot: &Slot| {
            let event = graph.event(*slot);
            match event.kind {
                Kind::Read => event.source != super::NONE,
                Kind::Write => event.before != super::NONE,
                Kind::Fence => true,
                Kind::Choice => false,
            }
        };
        let slots: Vec<Slot> = graph.order.iter().copied().filter(is_there).collect();
        let used = |location: &u32| !graph.places[*location as usize].accesses.is_empty();
        let initial = (0..graph.places.len() as u32).filter(used).collect();
        let mut indices = vec![usize::MAX; graph.events.len()];
        slots.iter().enumerate().for_each(|(index, slot)| indices[*slot as usize] = index);
        let details = slots.iter().map(|slot| &*runs.node(graph.event(*slot).node).detail).collect();
        let updated = slots.iter().map(|slot| graph.updated(runs, *slot)).collect();
        View { graph, model: plan.model, slots, initial, indices, details, updated }
    }

    fn len(&self) -> usize {
        self.slots.len() + self.initial.len()
    }

    /// The event, unless it is an initial write.
    fn slot(&self, index: usize) -> Option<Slot> {
        self.slots.get(index).copied()
    }

    fn location(&self, index: usize) -> Option<u32> {
        match self.slot(index) {
            Some(slot) => Some(self.graph.event(slot)).filter(|e| e.kind != Kind::Fence).map(|e| e.location),
            None => Some(self.initial[index - self.slots.len()]),
        }
    }

    fn index(&self, write: Slot, location: u32) -> usize {
        let found = match write {
            INIT => self.initial.binary_search(&location).ok().map(|i| i + self.slots.len()),
            write => Some(self.indices[write as usize]).filter(|index| *index != usize::MAX),
        };
        found.expect("the write is in the graph; please report this")
    }

    fn is_in(&self, index: usize, name: &str) -> bool {
        let Some(slot) = self.slot(index) else { return matches!(name, "_" | "W" | "M" | "IW") };
        let kind = self.graph.event(slot).kind;
        let class = match (self.details[index], kind) {
            (Detail::Access(access), Kind::Read) => Class::Read(access.tags_where_found(self.graph.event(slot).value)),
            (Detail::Access(access), _) => Class::Write(&access.tags),
            (Detail::Fence { kind, .. }, _) => Class::Fence(*kind),
            _ => Class::Other,
        };
        crate::explore::axioms::plan::belongs(self.model, class, name)
    }

    /// What comes before each event, by the events' own rows.
    fn within(&self, row: impl Fn(Slot) -> Row<W>) -> Relation {
        let mut relation = Relation::new(self.len());
        for (b, slot) in self.slots.iter().enumerate() {
            let before = row(*slot).members().map(|before| self.indices[before as usize]);
            before.filter(|a| *a != usize::MAX).for_each(|a| relation.insert(a, b));
        }
        relation
    }

    /// The pairs that share something, where they have it.
    fn alike<T: Eq + Hash>(&self, what: impl Fn(usize) -> Option<T>) -> Relation {
        let n = self.len();
        let mut classes: FxHashMap<T, Set> = FxHashMap::default();
        for i in 0..n {
            if let Some(what) = what(i) {
                classes.entry(what).or_insert_with(|| Set::new(n)).insert(i);
            }
        }
        let mut relation = Relation::new(n);
        for i in 0..n {
            if let Some(what) = what(i) {
                relation.insert_all(i, &classes[&what]);
            }
        }
        relation
    }

    fn reads_from(&self) -> Relation {
        let mut relation = Relation::new(self.len());
        for (b, slot) in self.slots.iter().enumerate() {
            let read = self.graph.event(*slot);
            if read.kind == Kind::Read {
                relation.insert(self.index(read.source, read.location), b);
            }
        }
        relation
    }

    fn coherence(&self) -> Relation {
        let mut relation = Relation::new(self.len());
        for location in &self.initial {
            let mut earlier = vec![self.index(INIT, *location)];
            let mut write = self.graph.next_write(*location, INIT);
            while write != super::NONE {
                let b = self.index(write, *location);
                earlier.iter().for_each(|a| relation.insert(*a, b));
                earlier.push(b);
                write = self.graph.event(write).after;
            }
        }
        relation
    }

    fn base(&self, name: &str) -> Relation {
        let n = self.len();
        // An initial write has a thread of its own.
        let thread = |i: usize| Some(self.slot(i).map_or(Err(i), |slot| Ok(self.graph.event(slot).thread)));
        match name {
            "po" => self.within(|slot| self.graph.event(slot).po),
            "kept" => self.within(|slot| self.graph.event(slot).kept),
            "rf" => self.reads_from(),
            "co" => self.coherence(),
            "fr" => self.reads_from().inverse().sequence(&self.coherence()),
            "loc" => self.alike(|i| self.location(i)),
            "int" => self.alike(thread),
            "ext" => self.alike(thread).complement(),
            "id" => Relation::identity(&Set::all(n)),
            "rmw" => {
                let mut relation = Relation::new(n);
                for (b, read) in self.updated.iter().enumerate() {
                    let read = read.map(|read| self.indices[read as usize]).filter(|a| *a != usize::MAX);
                    read.into_iter().for_each(|a| relation.insert(a, b));
                }
                relation
            }
            // Models that name dependencies are refused, so that these are only unused parts of the vocabulary.
            _ => Relation::new(n),
        }
    }

    /// The values of the terms that some axioms need.
    fn values(&mut self, axioms: &[usize]) -> Values<Set, Relation> {
        let model = self.model;
        let roots = axioms.iter().flat_map(|i| model.axioms()[*i].parts.iter().map(|part| part.term));
        Values::of(model.terms(), roots, self)
    }
}

impl<const W: usize> Basis for View<'_, W> {
    fn events(&self) -> usize {
        self.len()
    }

    fn base_set(&mut self, name: &str) -> Set {
        Set::of(self.len(), |i| self.is_in(i, name))
    }

    fn base_relation(&mut self, name: &str) -> Relation {
        self.base(name)
    }
}

/// What changes from one judgement to the next: the source or the place of one event, and what hangs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varying {
    /// rf or co alone.
    Edges,
    /// The tags of a read, too, which hang on what it finds.
    EdgesAndTags,
}

/// Judges one graph again and again while an event gets one source after the other, or one place.
///
/// Events, program order, locations, threads and the pairs of read-modify-writes are the same each time, and so are the values of
/// the terms that are made from them alone: these are evaluated once. Whoever changes more must take another judge.
#[derive(Debug)]
pub struct Judge {
    varying: Varying,
    values: Option<Values<Set, Relation>>,
}

impl Judge {
    pub fn new(varying: Varying) -> Judge {
        Judge { varying, values: None }
    }

    /// Whether the graph fulfils the axioms that need it whole.
    pub fn holds<const W: usize>(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>) -> bool {
        let (others, terms) = (&plan.others, plan.model.terms());
        if others.rows.is_empty() {
            return true;
        }
        let mut view = View::new(plan, runs, graph);
        let stale = match self.varying {
            Varying::Edges => &others.moving,
            Varying::EdgesAndTags => &others.tagged,
        };
        let values = match &mut self.values {
            Some(values) => {
                values.again(terms, &others.schedule, stale, &mut view);
                values
            }
            none => none.insert(Values::scheduled(terms, &others.schedule, &mut view)),
        };
        others.rows.iter().all(|i| matrix::holds(&plan.model.axioms()[*i], view.len(), values))
    }
}

/// Whether each atomic section is one step: the orders of the acyclicity axioms have no cycle when the events of a
/// section are one.
pub fn sections_hold<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>) -> bool {
    let mut view = View::new(plan, runs, graph);
    let orders: Vec<usize> =
        (0..plan.model.axioms().len()).filter(|i| plan.model.axioms()[*i].kind == AxiomKind::Acyclic).collect();
    let values = view.values(&orders);
    let section = |index: usize| {
        let event = view.slot(index).map(|slot| graph.event(slot)).filter(|event| event.section != 0)?;
        Some((event.thread, event.section))
    };
    are_steps(&view, &orders, &values, section)
}

/// Whether each access to memory that is cut is one step of the axioms that are about all locations.
pub fn groups_hold<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>) -> bool {
    let mut view = View::new(plan, runs, graph);
    let orders: Vec<usize> = (0..plan.whole.len()).filter(|i| plan.whole[*i]).collect();
    let values = view.values(&orders);
    let group = |index: usize| graph.group(runs, view.slot(index)?);
    are_steps(&view, &orders, &values, group)
}

/// Whether some acyclicity axioms have no cycle when the events with the same name are one.
fn are_steps<const W: usize>(
    view: &View<'_, W>,
    orders: &[usize],
    values: &Values<Set, Relation>,
    name: impl Fn(usize) -> Option<(u32, u32)>,
) -> bool {
    // The first event of each step stands for all of it.
    let stands: Vec<usize> = (0..view.len())
        .map(|i| match name(i) {
            Some(own) => (0..=i).find(|j| name(*j) == Some(own)).unwrap_or(i),
            None => i,
        })
        .collect();
    orders.iter().all(|i| {
        let whole = matrix::order(&view.model.axioms()[*i], view.len(), values);
        let mut merged = Relation::new(view.len());
        for a in 0..view.len() {
            for b in whole.successors(a).filter(|b| stands[a] != stands[*b]) {
                merged.insert(stands[a], stands[b]);
            }
        }
        merged.is_acyclic()
    })
}

/// The events in an order in which the memory may have performed them: one of the last order of the model.
pub fn memory_order<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>) -> Vec<Slot> {
    let mut view = View::new(plan, runs, graph);
    let axioms = plan.model.axioms();
    let last = (0..axioms.len()).rev().find(|i| axioms[*i].kind == AxiomKind::Acyclic);
    let before = match last {
        Some(axiom) => {
            let values = view.values(&[axiom]);
            matrix::order(&axioms[axiom], view.len(), &values).inverse()
        }
        None => Relation::new(view.len()),
    };
    let n = view.slots.len();
    let mut done = vec![false; n];
    let mut order: Vec<usize> = Vec::new();
    let key = |i: usize| (graph.event(view.slots[i]).thread, graph.event(view.slots[i]).place);
    while order.len() < n {
        let is_ready = |i: &usize| !done[*i] && (0..n).all(|j| done[j] || !before.contains(*i, j));
        let running = order.last().map(|i: &usize| key(*i).0);
        // One thread goes on as long as it can: that reads better.
        let next = (0..n).filter(is_ready).min_by_key(|i| (Some(key(*i).0) != running, key(*i)));
        let next = next.expect("the order of a consistent graph has no cycle; please report this");
        done[next] = true;
        order.push(next);
    }
    order.into_iter().map(|i| view.slots[i]).collect()
}
