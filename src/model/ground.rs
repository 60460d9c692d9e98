//! The base sets and relations of an event graph: the one definition from which every engine takes them.
//!
//! In: rows (events and marks) with the conditions under which they happen, and what an engine knows of them: program order
//! thread by thread, where threads meet, rf, co, and the like. Out: the [`Environment`] of the axioms. It must not know
//! where the rows come from, nor any model.
//!
//! # What orders without being memory
//! Starting, ending and joining threads, coming to and leaving a barrier, and those read-modify-writes of memory that only one
//! thread uses that would order as much as events (`critical.rs`) are *marks*: rows that are in no base set and no base relation,
//! since no model speaks of them. Accesses of an atomic section order like marks, and are events as well. What all of them order holds in every model:
//!
//! - an *ordering row* is ordered with every row of its thread before and after it;
//! - threads *meet*: the start of a thread is ordered before its first row, its last row before a join of it, and each
//!   arrival of a round of a barrier before each departure of another thread.
//!
//! Let `routes` be these pairs and `G` the pairs of events in `routes+`. Then `po` is program order of each thread or `G`,
//! and `kept` is what synthesis holds or `G`. Both are transitive where they have to be (`G;po` and `po;G` are in `G`), and
//! nothing of it is in `rf` or `RMW`: a model works without a word about threads being created. Mutexes are not
//! among them: they are read-modify-writes that acquire or release, which the model's mapping orders.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::algebra::Algebra;
use super::environment::Environment;
use super::relation::{Relation, Set};
use super::tag::Tag;
use crate::ids::EventId;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKind {
    Read,
    Write,
    Fence,
    /// No event: it only orders.
    Mark,
}

/// An event or a mark.
#[derive(Clone, Debug)]
pub struct Row<E> {
    pub kind: RowKind,
    /// `None` for initial writes.
    pub thread: Option<u32>,
    /// The further sets it is in: its fence kind, the mapping's tags, `RMW`.
    pub tags: Vec<Tag>,
    /// Sets that it is in under conditions.
    pub added: Vec<(Tag, E)>,
    /// An access of an atomic section.
    pub is_atomic: bool,
    pub happens: E,
}

impl<E> Row<E> {
    fn is_mark(&self) -> bool {
        self.kind == RowKind::Mark
    }

    /// Whether it is ordered with everything around it.
    fn orders(&self) -> bool {
        self.is_mark() || self.is_atomic
    }
}

/// What becomes of the pairs that ordering rows order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// They are in `po` and `kept`.
    #[default]
    Related,
    /// They are left to whoever builds the graphs of the axioms, which adds [`Ground::routes`] wherever `kept` is a part. To
    /// be chosen only where [`Model::routes_marks`](super::Model::routes_marks) says that it makes no difference.
    Routed,
}

/// A pair of rows and when it is related.
pub type Pair<E> = (EventId, EventId, E);

/// An event graph.
#[derive(Clone, Debug, Default)]
pub struct Ground<E> {
    pub rows: Vec<Row<E>>,
    /// By row, the later rows of its thread in program order, each with when both happen; none that never do.
    pub local: Vec<Vec<(EventId, E)>>,
    /// Where threads meet, beyond program order.
    pub meets: Vec<Pair<E>>,
    /// `rf`, `co`, `rmw`, `loc`, the dependencies, what synthesis holds (`kept`), and `fr` if it is known.
    pub given: IndexMap<&'static str, Vec<Pair<E>>>,
    pub marks: Marks,
    /// `G` of the head of this file, once it was needed.
    ordered: Option<Relation<E>>,
}

impl<E: Copy + Eq + std::fmt::Debug> Ground<E> {
    pub fn new(rows: Vec<Row<E>>) -> Self {
        let local = vec![Vec::new(); rows.len()];
        Ground { rows, local, meets: Vec::new(), given: IndexMap::new(), marks: Marks::Related, ordered: None }
    }

    /// The pairs that ordering rows order directly, but for those that follow from others under the same condition.
    pub fn routes<A: Algebra<Elem = E>>(&self, algebra: &A) -> Vec<Pair<E>> {
        let orders = |event: EventId| self.rows[event.index()].orders();
        let ordering = (0..self.rows.len()).map(EventId::from_index).filter(|event| orders(*event));
        let after: FxHashMap<EventId, FxHashMap<EventId, E>> =
            ordering.map(|event| (event, self.local[event.index()].iter().copied().collect())).collect();
        let mut routes = self.meets.clone();
        for (index, later) in self.local.iter().enumerate() {
            let from = EventId::from_index(index);
            // The ordering rows so far through which later ones may be reached.
            let mut through: Vec<(EventId, E)> = Vec::new();
            for (to, here) in later.iter().filter(|(to, _)| orders(from) || orders(*to)) {
                let fits = |there: E| there == *here || there == algebra.one();
                let follows = |(middle, first): &(EventId, E)| {
                    fits(*first) && after[middle].get(to).is_some_and(|second| fits(*second))
                };
                if through.iter().any(follows) {
                    continue;
                }
                routes.push((from, *to, *here));
                if orders(*to) {
                    through.push((*to, *here));
                }
            }
        }
        routes
    }

    /// The closure of the routes, marks included.
    fn reaches<A: Algebra<Elem = E>>(&self, algebra: &mut A) -> Relation<E> {
        let routes = self.routes(algebra);
        if routes.is_empty() {
            return Relation::empty(self.rows.len());
        }
        Relation::from_pairs(algebra, self.rows.len(), routes).closure(algebra)
    }

    /// Whether no row waits for itself, in any execution.
    pub fn is_possible<A: Algebra<Elem = E>>(&mut self, algebra: &mut A) -> bool {
        let reaches = self.reaches(algebra);
        let is_possible = reaches.pairs().all(|(a, b, _)| a != b);
        self.ordered = Some(reaches);
        is_possible
    }

    /// The pairs of events that ordering rows order.
    fn ordered<A: Algebra<Elem = E>>(&mut self, algebra: &mut A) -> Vec<Pair<E>> {
        if self.marks == Marks::Routed {
            return Vec::new();
        }
        if self.ordered.is_none() {
            self.ordered = Some(self.reaches(algebra));
        }
        let is_event = |event: &EventId| !self.rows[event.index()].is_mark();
        let all = self.ordered.iter().flat_map(Relation::pairs);
        all.filter(|(a, b, _)| is_event(a) && is_event(b)).collect()
    }

    /// The graph in which exactly what holds is there.
    pub fn instance(&self, holds: impl Fn(E) -> bool) -> Ground<bool> {
        self.map(false, holds)
    }

    /// The same graph under other conditions, without what never holds.
    pub fn map<F: Copy + PartialEq>(&self, never: F, to: impl Fn(E) -> F) -> Ground<F> {
        let pair = |(a, b, here): &Pair<E>| Some((*a, *b, to(*here))).filter(|(_, _, here)| *here != never);
        let pairs = |pairs: &Vec<Pair<E>>| -> Vec<Pair<F>> { pairs.iter().filter_map(pair).collect() };
        let added = |(tag, here): &(Tag, E)| Some((*tag, to(*here))).filter(|(_, here)| *here != never);
        let row = |row: &Row<E>| Row {
            kind: row.kind,
            thread: row.thread,
            tags: row.tags.clone(),
            added: row.added.iter().filter_map(added).collect(),
            is_atomic: row.is_atomic,
            happens: to(row.happens),
        };
        let step = |(event, here): &(EventId, E)| Some((*event, to(*here))).filter(|(_, here)| *here != never);
        Ground {
            rows: self.rows.iter().map(row).collect(),
            local: self.local.iter().map(|later| later.iter().filter_map(step).collect()).collect(),
            meets: pairs(&self.meets),
            given: self.given.iter().map(|(name, list)| (*name, pairs(list))).collect(),
            marks: self.marks,
            ordered: None,
        }
    }

    fn members<A: Algebra<Elem = E>>(&self, algebra: &mut A, keep: impl Fn(&Row<E>) -> bool) -> Set<E> {
        let one = algebra.one();
        let rows = self.rows.iter().enumerate().filter(|(_, row)| !row.is_mark() && keep(row));
        let members: Vec<(EventId, E)> = rows.map(|(i, _)| (EventId::from_index(i), one)).collect();
        Set::from_members(algebra, members)
    }

    /// The events in a set of the model's file.
    fn tagged<A: Algebra<Elem = E>>(&self, algebra: &mut A, name: &str) -> Set<E> {
        let mut members = Vec::new();
        for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| !row.is_mark()) {
            let added: Vec<E> = row.added.iter().filter(|(tag, _)| tag == name).map(|(_, here)| *here).collect();
            let here = match row.tags.iter().any(|tag| tag == name) {
                true => algebra.one(),
                false if added.is_empty() => continue,
                false => algebra.or(&added),
            };
            members.push((EventId::from_index(i), here));
        }
        Set::from_members(algebra, members)
    }

    /// The pairs of events in the same thread, or in different ones. An initial write is in no thread, alone with itself.
    fn by_thread<A: Algebra<Elem = E>>(&self, algebra: &mut A, same: bool) -> Relation<E> {
        let one = algebra.one();
        let holds = |a: EventId, b: EventId| {
            let (x, y) = (&self.rows[a.index()], &self.rows[b.index()]);
            let together = a == b || x.thread.is_some() && x.thread == y.thread;
            !x.is_mark() && !y.is_mark() && together == same
        };
        Relation::where_pairs(self.rows.len(), one, holds)
    }
}

impl Ground<bool> {
    /// Program order where everything happens: the rows of each thread in order.
    pub fn sequence(&mut self, threads: &[Vec<EventId>]) {
        for thread in threads {
            for (i, event) in thread.iter().enumerate() {
                self.local[event.index()] = thread[i + 1..].iter().map(|later| (*later, true)).collect();
            }
        }
    }

    /// Sets a relation of which all pairs are there.
    pub fn give(&mut self, name: &'static str, pairs: impl IntoIterator<Item = (EventId, EventId)>) {
        self.given.insert(name, pairs.into_iter().map(|(a, b)| (a, b, true)).collect());
    }

    /// Sets `co`: the writes of each location in order.
    pub fn give_chains<'c>(&mut self, chains: impl IntoIterator<Item = &'c [EventId]>) {
        let later = |chain: &'c [EventId]| {
            chain.iter().enumerate().flat_map(|(i, first)| chain[i + 1..].iter().map(|second| (*first, *second)))
        };
        self.give("co", chains.into_iter().flat_map(later));
    }

    /// Sets `loc` from the place of each event.
    pub fn give_places<P: PartialEq>(&mut self, place: impl Fn(EventId) -> Option<P>) {
        let places: Vec<Option<P>> = (0..self.rows.len()).map(|i| place(EventId::from_index(i))).collect();
        let same = |a: &EventId, b: &EventId| places[a.index()].is_some() && places[a.index()] == places[b.index()];
        let all = || (0..places.len()).map(EventId::from_index);
        let pairs: Vec<_> = all().flat_map(|a| all().map(move |b| (a, b))).filter(|(a, b)| same(a, b)).collect();
        self.give("loc", pairs);
    }
}

impl<A: Algebra> Environment<A> for Ground<A::Elem> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn set(&mut self, algebra: &mut A, name: &str) -> Option<Set<A::Elem>> {
        use RowKind::{Fence, Read, Write};
        Some(match name {
            "_" => {
                let rows = self.rows.iter().enumerate().filter(|(_, row)| !row.is_mark());
                let members: Vec<_> = rows.map(|(i, row)| (EventId::from_index(i), row.happens)).collect();
                Set::from_members(algebra, members)
            }
            "R" => self.members(algebra, |row| row.kind == Read),
            "W" => self.members(algebra, |row| row.kind == Write),
            "M" => self.members(algebra, |row| matches!(row.kind, Read | Write)),
            "F" => self.members(algebra, |row| row.kind == Fence),
            "IW" => self.members(algebra, |row| row.kind == Write && row.thread.is_none()),
            _ => self.tagged(algebra, name),
        })
    }

    fn relation(&mut self, algebra: &mut A, name: &str) -> Option<Relation<A::Elem>> {
        let n = self.rows.len();
        let mut pairs = match name {
            "int" | "ext" => return Some(self.by_thread(algebra, name == "int")),
            "po" | "kept" => self.ordered(algebra),
            _ => Vec::new(),
        };
        if name == "po" {
            let is_event = |event: EventId| !self.rows[event.index()].is_mark();
            // Within a thread program order says it all.
            let thread = |event: EventId| self.rows[event.index()].thread;
            pairs.retain(|(a, b, _)| thread(*a) != thread(*b));
            for (index, later) in self.local.iter().enumerate() {
                let from = EventId::from_index(index);
                let later = later.iter().filter(|(to, _)| is_event(from) && is_event(*to));
                pairs.extend(later.map(|(to, here)| (from, *to, *here)));
            }
        } else {
            pairs.extend(self.given.get(name).into_iter().flatten().copied());
            if !self.given.contains_key(name) && matches!(name, "fr" | "id") {
                return None;
            }
        }
        Some(Relation::from_pairs(algebra, n, pairs))
    }
}

#[cfg(test)]
mod tests;
