//! Judging a whole graph by any axiom: relations as bit matrices.
//!
//! In: a graph and axioms of the model. Out: whether they hold. This is the meaning of the model's terms once more, as
//! word operations; tests hold it equal to [`crate::model::check()`]. It is used for the axioms that [`super::plan`] has no
//! short cut for and for atomic sections. It must not know how the graph came about.

use super::graph::{Graph, INIT, Kind, Slot};
use super::plan::Plan;
use super::runs::{Class, Detail, Runs};
use crate::model::term::{Sort, Term, TermId};
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

#[derive(Clone, Debug)]
enum Value {
    Set(Vec<bool>),
    Relation(Matrix),
}

/// A graph as the model's terms see it: the events without choices, then the initial writes.
struct View<'g, const W: usize> {
    graph: &'g Graph<W>,
    model: &'g Model,
    slots: Vec<Slot>,
    /// The locations of the initial writes.
    initial: Vec<u32>,
    details: Vec<&'g Detail>,
}

impl<'g, const W: usize> View<'g, W> {
    fn new(plan: &'g Plan<'_>, runs: &'g Runs<'_>, graph: &'g Graph<W>) -> View<'g, W> {
        // A write without a place in co, or a read without a source, is not there yet.
        let is_there = |slot: &Slot| {
            let event = graph.event(*slot);
            match event.kind {
                Kind::Read => event.source != super::graph::NONE,
                Kind::Write => event.before != super::graph::NONE,
                Kind::Fence => true,
                Kind::Choice => false,
            }
        };
        let slots: Vec<Slot> = graph.order.iter().copied().filter(is_there).collect();
        let used = |location: &u32| !graph.places[*location as usize].accesses.is_empty();
        let initial = (0..graph.places.len() as u32).filter(used).collect();
        let details = slots.iter().map(|slot| &*runs.node(graph.event(*slot).node).detail).collect();
        View { graph, model: plan.model, slots, initial, details }
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
            (Detail::Access(access), Kind::Read) => Class::Read(&access.tags),
            (Detail::Access(access), _) => Class::Write(&access.tags),
            (Detail::Fence { kind, .. }, _) => Class::Fence(*kind),
            _ => Class::Other,
        };
        super::plan::belongs(self.model, class, name)
    }

    fn base(&self, name: &str) -> Matrix {
        let n = self.len();
        let within = |row: &dyn Fn(Slot) -> super::bits::Row<W>| {
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
                    while write != super::graph::NONE {
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
            "rmw" => Matrix::of(n, |a, b| match (self.slot(a), event(b)) {
                (Some(read), Some(write)) => write.kind == Kind::Write && write.half && write.previous == read,
                _ => false,
            }),
            // Models that name dependencies are refused, so that these are only unused parts of the vocabulary.
            _ => Matrix::new(n),
        }
    }

    fn set(values: &[Option<Value>], id: TermId) -> &[bool] {
        match values[id.index()].as_ref() {
            Some(Value::Set(set)) => set,
            _ => panic!("a set stands here; please report this"),
        }
    }

    fn relation(values: &[Option<Value>], id: TermId) -> &Matrix {
        match values[id.index()].as_ref() {
            Some(Value::Relation(relation)) => relation,
            _ => panic!("a relation stands here; please report this"),
        }
    }

    fn term(&self, term: &Term, values: &[Option<Value>]) -> Value {
        let n = self.len();
        let set = |id: &TermId| Self::set(values, *id);
        let relation = |id: &TermId| Self::relation(values, *id);
        let is_set = |id: &TermId| matches!(values[id.index()], Some(Value::Set(_)));
        let both = |a: &TermId, b: &TermId, operation: fn(bool, bool) -> bool| {
            Value::Set(set(a).iter().zip(set(b)).map(|(a, b)| operation(*a, *b)).collect())
        };
        let restrict = |whole: &Matrix, keep: &dyn Fn(usize, usize) -> bool| {
            Value::Relation(Matrix::of(n, |a, b| whole.get(a, b) && keep(a, b)))
        };
        match term {
            Term::Base(Sort::Set, name) => Value::Set((0..n).map(|i| self.is_in(i, name)).collect()),
            Term::Base(Sort::Relation, name) => Value::Relation(self.base(name)),
            Term::Zero => Value::Relation(Matrix::new(n)),
            Term::Union(items) if is_set(&items[0]) => {
                Value::Set((0..n).map(|i| items.iter().any(|item| set(item)[i])).collect())
            }
            Term::Union(items) => {
                Value::Relation(items.iter().fold(Matrix::new(n), |all, item| all.zip(relation(item), |a, b| a | b)))
            }
            Term::Intersection(a, b) if is_set(a) => both(a, b, |a, b| a && b),
            Term::Intersection(a, b) => Value::Relation(relation(a).clone().zip(relation(b), |a, b| a & b)),
            Term::Difference(a, b) if is_set(a) => both(a, b, |a, b| a && !b),
            Term::Difference(a, b) => Value::Relation(relation(a).clone().zip(relation(b), |a, b| a & !b)),
            Term::Complement(a) if is_set(a) => Value::Set(set(a).iter().map(|here| !here).collect()),
            Term::Complement(a) => Value::Relation(Matrix::of(n, |x, y| !relation(a).get(x, y))),
            Term::Product(a, b) => Value::Relation(Matrix::of(n, |x, y| set(a)[x] && set(b)[y])),
            Term::Identity(a) => Value::Relation(Matrix::of(n, |x, y| x == y && set(a)[x])),
            Term::Sequence(a, b) => Value::Relation(relation(a).sequence(relation(b))),
            Term::Inverse(a) => Value::Relation(relation(a).inverse()),
            Term::Plus(a) => Value::Relation(relation(a).closure()),
            Term::Optional(a) => Value::Relation(Matrix::of(n, |x, y| x == y || relation(a).get(x, y))),
            Term::Domain(a) => Value::Set((0..n).map(|x| relation(a).row(x).iter().any(|word| *word != 0)).collect()),
            Term::Restrict { relation: whole, from, to } => restrict(relation(whole), &|a, b| {
                from.as_ref().is_none_or(|from| set(from)[a]) && to.as_ref().is_none_or(|to| set(to)[b])
            }),
            Term::Exclude { relation: whole, from, to } => {
                restrict(relation(whole), &|a, b| !(set(from)[a] && set(to)[b]))
            }
        }
    }

    /// The values of the terms that some axioms need.
    fn values(&self, axioms: &[usize]) -> Vec<Option<Value>> {
        let terms = self.model.terms();
        let roots = axioms.iter().flat_map(|i| self.model.axioms()[*i].parts.iter().map(|part| part.term));
        let mut values: Vec<Option<Value>> = vec![None; terms.len()];
        for id in terms.needed(roots) {
            values[id.index()] = Some(self.term(terms.get(id), &values));
        }
        values
    }

    fn union(&self, axiom: usize, values: &[Option<Value>]) -> Matrix {
        let parts = self.model.axioms()[axiom].parts.iter();
        parts.fold(Matrix::new(self.len()), |all, part| all.zip(Self::relation(values, part.term), |a, b| a | b))
    }
}

/// Whether a graph fulfils some axioms, given by their rows.
pub fn holds<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>, axioms: &[usize]) -> bool {
    if axioms.is_empty() {
        return true;
    }
    let view = View::new(plan, runs, graph);
    let values = view.values(axioms);
    axioms.iter().all(|i| {
        let axiom = &plan.model.axioms()[*i];
        match axiom.kind {
            AxiomKind::Acyclic => view.union(*i, &values).closure().is_irreflexive(),
            AxiomKind::Irreflexive => View::<W>::relation(&values, axiom.parts[0].term).is_irreflexive(),
            AxiomKind::Empty => match values[axiom.parts[0].term.index()].as_ref() {
                Some(Value::Set(set)) => !set.contains(&true),
                Some(Value::Relation(relation)) => relation.is_empty(),
                None => true,
            },
        }
    })
}

/// Whether each atomic section is one step: the orders of the acyclicity axioms have no cycle when the events of a
/// section are one.
pub fn sections_hold<const W: usize>(plan: &Plan<'_>, runs: &Runs<'_>, graph: &Graph<W>) -> bool {
    let view = View::new(plan, runs, graph);
    let orders: Vec<usize> =
        (0..plan.model.axioms().len()).filter(|i| plan.model.axioms()[*i].kind == AxiomKind::Acyclic).collect();
    let values = view.values(&orders);
    // The first event of each section stands for all of it.
    let section = |index: usize| {
        let event = view.slot(index).map(|slot| graph.event(slot)).filter(|event| event.section != 0)?;
        Some((event.thread, event.section))
    };
    let stands: Vec<usize> = (0..view.len())
        .map(|i| match section(i) {
            Some(own) => (0..=i).find(|j| section(*j) == Some(own)).unwrap_or(i),
            None => i,
        })
        .collect();
    orders.iter().all(|i| {
        let whole = view.union(*i, &values);
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
    let view = View::new(plan, runs, graph);
    let axioms = plan.model.axioms();
    let last = (0..axioms.len()).rev().find(|i| axioms[*i].kind == AxiomKind::Acyclic);
    let before = match last {
        Some(axiom) => view.union(axiom, &view.values(&[axiom])).inverse(),
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
