//! Judging a whole graph by any axiom: relations as bit matrices.
//!
//! In: a graph and axioms of the model. Out: whether they hold. Matrices are a carrier of the model's terms, with word
//! operations; tests hold them equal to [`crate::model::check()`]. They are used for the axioms that [`crate::explore::axioms::plan`] has no
//! short cut for and for atomic sections. It must not know how the graph came about, nor what a term means.

use super::{Graph, INIT, Kind, Slot};
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::class::Class;
use crate::explore::threads::label::Detail;
use crate::explore::threads::runs::Runs;
use crate::model::carrier::{Carrier, Value, Values};
use crate::model::{AxiomKind, Model};

/// A relation over `n` events; row `a` holds the successors of `a`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Matrix {
    n: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    fn new(n: usize) -> Matrix {
        let words = n.div_ceil(64).max(1);
        Matrix { n, words, bits: vec![0; n * words] }
    }

    fn row(&self, a: usize) -> &[u64] {
        &self.bits[a * self.words..][..self.words]
    }

    fn get(&self, a: usize, b: usize) -> bool {
        self.row(a)[b / 64] >> (b % 64) & 1 == 1
    }

    fn set(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
    }

    /// The relation of the pairs for which something holds.
    fn of(n: usize, holds: impl Fn(usize, usize) -> bool) -> Matrix {
        let mut matrix = Matrix::new(n);
        for a in 0..n {
            for b in (0..n).filter(|b| holds(a, *b)) {
                matrix.set(a, b);
            }
        }
        matrix
    }

    fn zip(mut self, other: &Matrix, operation: impl Fn(u64, u64) -> u64) -> Matrix {
        for (a, b) in self.bits.iter_mut().zip(&other.bits) {
            *a = operation(*a, *b);
        }
        self
    }

    /// Adds row `from` of another matrix to row `to`.
    fn merge(&mut self, to: usize, other: &Matrix, from: usize) {
        for w in 0..self.words {
            self.bits[to * self.words + w] |= other.bits[from * self.words + w];
        }
    }

    fn sequence(&self, other: &Matrix) -> Matrix {
        let mut result = Matrix::new(self.n);
        for a in 0..self.n {
            for b in (0..self.n).filter(|b| self.get(a, *b)) {
                result.merge(a, other, b);
            }
        }
        result
    }

    fn inverse(&self) -> Matrix {
        Matrix::of(self.n, |a, b| self.get(b, a))
    }

    fn closure(&self) -> Matrix {
        let mut result = self.clone();
        for k in 0..self.n {
            let through = result.clone();
            for a in (0..self.n).filter(|a| through.get(*a, k)) {
                result.merge(a, &through, k);
            }
        }
        result
    }

    fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    fn is_irreflexive(&self) -> bool {
        (0..self.n).all(|a| !self.get(a, a))
    }
}

/// A graph as the model's terms see it: the events without choices, then the initial writes.
struct View<'g, const W: usize> {
    graph: &'g Graph<W>,
    model: &'g Model,
    slots: Vec<Slot>,
    /// The locations of the initial writes.
    initial: Vec<u32>,
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
        let details = slots.iter().map(|slot| &*runs.node(graph.event(*slot).node).detail).collect();
        let updated = slots.iter().map(|slot| graph.updated(runs, *slot)).collect();
        View { graph, model: plan.model, slots, initial, details, updated }
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
            INIT => self.initial.iter().position(|l| *l == location).map(|i| i + self.slots.len()),
            write => self.slots.iter().position(|slot| *slot == write),
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

    fn base(&self, name: &str) -> Matrix {
        let n = self.len();
        let within = |row: &dyn Fn(Slot) -> crate::explore::axioms::bits::Row<W>| {
            let mut matrix = Matrix::new(n);
            for b in 0..self.slots.len() {
                let before = row(self.slots[b]);
                for a in (0..self.slots.len()).filter(|a| before.contains(self.slots[*a])) {
                    matrix.set(a, b);
                }
            }
            matrix
        };
        let event = |index: usize| self.slot(index).map(|slot| self.graph.event(slot));
        match name {
            "po" => within(&|slot| self.graph.event(slot).po),
            "kept" => within(&|slot| self.graph.event(slot).kept),
            "rf" => {
                let mut matrix = Matrix::new(n);
                for b in 0..self.slots.len() {
                    let read = self.graph.event(self.slots[b]);
                    if read.kind == Kind::Read {
                        matrix.set(self.index(read.source, read.location), b);
                    }
                }
                matrix
            }
            "co" => {
                let mut matrix = Matrix::new(n);
                for location in &self.initial {
                    let mut earlier = vec![self.index(INIT, *location)];
                    let mut write = self.graph.next_write(*location, INIT);
                    while write != super::NONE {
                        let b = self.index(write, *location);
                        earlier.iter().for_each(|a| matrix.set(*a, b));
                        earlier.push(b);
                        write = self.graph.event(write).after;
                    }
                }
                matrix
            }
            "fr" => self.base("rf").inverse().sequence(&self.base("co")),
            "loc" => Matrix::of(n, |a, b| self.location(a).is_some() && self.location(a) == self.location(b)),
            "int" | "ext" => Matrix::of(n, |a, b| {
                let same = match (event(a), event(b)) {
                    (Some(x), Some(y)) => x.thread == y.thread,
                    _ => a == b,
                };
                same == (name == "int")
            }),
            "id" => Matrix::of(n, |a, b| a == b),
            "rmw" => {
                Matrix::of(n, |a, b| self.slot(a).is_some() && self.slot(a) == self.updated.get(b).copied().flatten())
            }
            // Models that name dependencies are refused, so that these are only unused parts of the vocabulary.
            _ => Matrix::new(n),
        }
    }

    /// The values of the terms that some axioms need.
    fn values(&mut self, axioms: &[usize]) -> Values<Self> {
        let model = self.model;
        let roots = axioms.iter().flat_map(|i| model.axioms()[*i].parts.iter().map(|part| part.term));
        Values::of(model.terms(), roots, self)
    }

    /// The whole order of an acyclicity axiom.
    fn order(&self, axiom: usize, values: &Values<Self>) -> Matrix {
        let parts = self.model.axioms()[axiom].parts.iter();
        parts.fold(Matrix::new(self.len()), |all, part| all.zip(values.relation(part.term), |a, b| a | b))
    }
}

impl<const W: usize> Carrier for View<'_, W> {
    type Set = Vec<bool>;
    type Relation = Matrix;

    fn base_set(&mut self, name: &str) -> Vec<bool> {
        (0..self.len()).map(|i| self.is_in(i, name)).collect()
    }

    fn base_relation(&mut self, name: &str) -> Matrix {
        self.base(name)
    }

    fn empty(&mut self) -> Matrix {
        Matrix::new(self.len())
    }

    fn empty_set(&mut self) -> Vec<bool> {
        vec![false; self.len()]
    }

    fn same_set(&self, a: &Vec<bool>, b: &Vec<bool>) -> bool {
        a == b
    }

    fn same_relation(&self, a: &Matrix, b: &Matrix) -> bool {
        a == b
    }

    fn set_union(&mut self, sets: &[&Vec<bool>]) -> Vec<bool> {
        (0..self.len()).map(|i| sets.iter().any(|set| set[i])).collect()
    }

    fn set_intersection(&mut self, a: &Vec<bool>, b: &Vec<bool>) -> Vec<bool> {
        a.iter().zip(b).map(|(a, b)| *a && *b).collect()
    }

    fn set_difference(&mut self, a: &Vec<bool>, b: &Vec<bool>) -> Vec<bool> {
        a.iter().zip(b).map(|(a, b)| *a && !b).collect()
    }

    fn set_complement(&mut self, a: &Vec<bool>) -> Vec<bool> {
        a.iter().map(|here| !here).collect()
    }

    fn domain(&mut self, a: &Matrix) -> Vec<bool> {
        (0..a.n).map(|x| a.row(x).iter().any(|word| *word != 0)).collect()
    }

    fn union(&mut self, relations: &[&Matrix]) -> Matrix {
        relations.iter().fold(Matrix::new(self.len()), |all, item| all.zip(item, |a, b| a | b))
    }

    fn intersection(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        a.clone().zip(b, |a, b| a & b)
    }

    fn difference(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        a.clone().zip(b, |a, b| a & !b)
    }

    fn complement(&mut self, a: &Matrix) -> Matrix {
        Matrix::of(a.n, |x, y| !a.get(x, y))
    }

    fn product(&mut self, a: &Vec<bool>, b: &Vec<bool>) -> Matrix {
        Matrix::of(self.len(), |x, y| a[x] && b[y])
    }

    fn identity(&mut self, a: &Vec<bool>) -> Matrix {
        Matrix::of(self.len(), |x, y| x == y && a[x])
    }

    fn sequence(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        a.sequence(b)
    }

    fn inverse(&mut self, a: &Matrix) -> Matrix {
        a.inverse()
    }

    fn plus(&mut self, a: &Matrix) -> Matrix {
        a.closure()
    }

    fn optional(&mut self, a: &Matrix) -> Matrix {
        Matrix::of(a.n, |x, y| x == y || a.get(x, y))
    }

    fn restrict(&mut self, a: &Matrix, from: Option<&Vec<bool>>, to: Option<&Vec<bool>>) -> Matrix {
        let is_in = |set: Option<&Vec<bool>>, event: usize| set.is_none_or(|set| set[event]);
        Matrix::of(a.n, |x, y| a.get(x, y) && is_in(from, x) && is_in(to, y))
    }

    fn exclude(&mut self, a: &Matrix, from: &Vec<bool>, to: &Vec<bool>) -> Matrix {
        Matrix::of(a.n, |x, y| a.get(x, y) && !(from[x] && to[y]))
    }
}

/// Whether a graph fulfils some axioms, given by their rows.
pub fn holds<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>, axioms: &[usize]) -> bool {
    if axioms.is_empty() {
        return true;
    }
    let mut view = View::new(plan, runs, graph);
    let values = view.values(axioms);
    axioms.iter().all(|i| {
        let axiom = &plan.model.axioms()[*i];
        match axiom.kind {
            AxiomKind::Acyclic => view.order(*i, &values).closure().is_irreflexive(),
            AxiomKind::Irreflexive => values.relation(axiom.parts[0].term).is_irreflexive(),
            AxiomKind::Empty => match values.value(axiom.parts[0].term) {
                Value::Set(set) => !set.contains(&true),
                Value::Relation(relation) => relation.is_empty(),
            },
        }
    })
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
fn are_steps<'g, const W: usize>(
    view: &View<'g, W>,
    orders: &[usize],
    values: &Values<View<'g, W>>,
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
        let whole = view.order(*i, values);
        let mut merged = Matrix::new(view.len());
        for a in 0..view.len() {
            for b in (0..view.len()).filter(|b| whole.get(a, *b) && stands[a] != stands[*b]) {
                merged.set(stands[a], stands[b]);
            }
        }
        merged.closure().is_irreflexive()
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
            view.order(axiom, &values).inverse()
        }
        None => Matrix::new(view.len()),
    };
    let n = view.slots.len();
    let mut done = vec![false; n];
    let mut order: Vec<usize> = Vec::new();
    let key = |i: usize| (graph.event(view.slots[i]).thread, graph.event(view.slots[i]).place);
    while order.len() < n {
        let is_ready = |i: &usize| !done[*i] && (0..n).all(|j| done[j] || !before.get(*i, j));
        let running = order.last().map(|i: &usize| key(*i).0);
        // One thread goes on as long as it can: that reads better.
        let next = (0..n).filter(is_ready).min_by_key(|i| (Some(key(*i).0) != running, key(*i)));
        let next = next.expect("the order of a consistent graph has no cycle; please report this");
        done[next] = true;
        order.push(next);
    }
    order.into_iter().map(|i| view.slots[i]).collect()
}
