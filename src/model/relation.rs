//! Sparse sets of events and relations between events, with elements of a Boolean algebra.
//!
//! In: entries. Out: [`Set`] and [`Relation`] with the operations of relation algebra. Rows are sorted by event and
//! hold no zero. It must not know models or expressions.

use std::fmt::Debug;

use super::algebra::{Algebra, Fold};
use super::pairs::Pairs;
use crate::ids::EventId;

/// A row: events in ascending order, each with the condition under which it belongs.
type Row<E> = Vec<(EventId, E)>;

/// A set of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set<E> {
    members: Row<E>,
}

/// A relation between the events `0..n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation<E> {
    rows: Vec<Row<E>>,
}

fn look_up<E: Copy>(row: &[(EventId, E)], event: EventId) -> Option<E> {
    row.binary_search_by_key(&event, |entry| entry.0).ok().map(|at| row[at].1)
}

/// Sorts a row, drops its zeros and joins entries of the same event.
fn normalise<A: Algebra>(algebra: &mut A, mut row: Row<A::Elem>) -> Row<A::Elem> {
    let zero = algebra.zero();
    row.retain(|entry| entry.1 != zero);
    row.sort_by_key(|entry| entry.0);
    if row.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return row;
    }
    let mut joined: Row<A::Elem> = Vec::with_capacity(row.len());
    let mut items = Vec::new();
    for group in row.chunk_by(|a, b| a.0 == b.0) {
        items.clear();
        items.extend(group.iter().map(|entry| entry.1));
        joined.push((group[0].0, algebra.fold_or(&mut items)));
    }
    joined
}

fn row_and<A: Algebra>(algebra: &mut A, a: &[(EventId, A::Elem)], b: &[(EventId, A::Elem)]) -> Row<A::Elem> {
    let zero = algebra.zero();
    let (mut i, mut j) = (0, 0);
    let mut row = Vec::new();
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                let both = algebra.fold_and(a[i].1, b[j].1);
                if both != zero {
                    row.push((a[i].0, both));
                }
                i += 1;
                j += 1;
            }
        }
    }
    row
}

fn row_minus<A: Algebra>(algebra: &mut A, a: &[(EventId, A::Elem)], b: &[(EventId, A::Elem)]) -> Row<A::Elem> {
    let zero = algebra.zero();
    let mut row = Vec::new();
    for (event, here) in a {
        let kept = match look_up(b, *event) {
            None => *here,
            Some(there) => {
                let absent = algebra.fold_not(there);
                algebra.fold_and(*here, absent)
            }
        };
        if kept != zero {
            row.push((*event, kept));
        }
    }
    row
}

fn row_or<A: Algebra>(algebra: &mut A, rows: &[&[(EventId, A::Elem)]]) -> Row<A::Elem> {
    match rows.iter().filter(|row| !row.is_empty()).count() {
        0 => Vec::new(),
        1 => rows.iter().find(|row| !row.is_empty()).map_or_else(Vec::new, |row| row.to_vec()),
        _ => normalise(algebra, rows.iter().flat_map(|row| row.iter().copied()).collect()),
    }
}

impl<E: Copy + Eq + Debug> Set<E> {
    pub fn empty() -> Self {
        Self { members: Vec::new() }
    }

    /// The set with these members; an event given twice belongs if either condition holds.
    pub fn from_members<A: Algebra<Elem = E>>(
        algebra: &mut A,
        members: impl IntoIterator<Item = (EventId, E)>,
    ) -> Self {
        Self { members: normalise(algebra, members.into_iter().collect()) }
    }

    /// The condition under which an event belongs; `None` when it never does.
    pub fn get(&self, event: EventId) -> Option<E> {
        look_up(&self.members, event)
    }

    pub fn members(&self) -> &[(EventId, E)] {
        &self.members
    }

    /// The same members under other conditions.
    pub fn map(&self, mut condition: impl FnMut(E) -> E) -> Self {
        Self { members: self.members.iter().map(|(event, here)| (*event, condition(*here))).collect() }
    }

    pub fn union<A: Algebra<Elem = E>>(algebra: &mut A, sets: &[&Self]) -> Self {
        let rows: Vec<&[(EventId, E)]> = sets.iter().map(|set| set.members.as_slice()).collect();
        Self { members: row_or(algebra, &rows) }
    }

    pub fn intersection<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self) -> Self {
        Self { members: row_and(algebra, &self.members, &other.members) }
    }

    pub fn difference<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self) -> Self {
        Self { members: row_minus(algebra, &self.members, &other.members) }
    }

    /// `S * T` over `n` events.
    pub fn product<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self, n: usize) -> Relation<E> {
        let mut product = Relation::empty(n);
        let zero = algebra.zero();
        for (a, here) in &self.members {
            let row = &mut product.rows[a.index()];
            for (b, there) in &other.members {
                let both = algebra.fold_and(*here, *there);
                if both != zero {
                    row.push((*b, both));
                }
            }
        }
        product
    }

    /// `[S]` over `n` events.
    pub fn identity(&self, n: usize) -> Relation<E> {
        let mut identity = Relation::empty(n);
        for (event, here) in &self.members {
            identity.rows[event.index()].push((*event, *here));
        }
        identity
    }
}

impl<E: Copy + Eq + Debug> Relation<E> {
    /// The empty relation over `n` events.
    pub fn empty(n: usize) -> Self {
        Self { rows: vec![Vec::new(); n] }
    }

    /// The relation over `n` events with these pairs, in any order; a pair given twice belongs if either condition
    /// holds.
    pub fn from_pairs<A: Algebra<Elem = E>>(
        algebra: &mut A,
        n: usize,
        pairs: impl IntoIterator<Item = (EventId, EventId, E)>,
    ) -> Self {
        let mut rows = vec![Vec::new(); n];
        for (a, b, here) in pairs {
            rows[a.index()].push((b, here));
        }
        Self { rows: rows.into_iter().map(|row| normalise(algebra, row)).collect() }
    }

    /// The relation over `n` events of the pairs for which something holds, all under one condition.
    pub fn where_pairs(n: usize, condition: E, holds: impl Fn(EventId, EventId) -> bool) -> Self {
        let row = |a: EventId| {
            let members = (0..n).map(EventId::from_index).filter(|b| holds(a, *b));
            members.map(|b| (b, condition)).collect()
        };
        Self { rows: (0..n).map(EventId::from_index).map(row).collect() }
    }

    /// How many events it ranges over.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no pair can belong.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(Vec::is_empty)
    }

    /// The condition under which a pair belongs; `None` when it never does.
    pub fn get(&self, a: EventId, b: EventId) -> Option<E> {
        look_up(&self.rows[a.index()], b)
    }

    /// The successors of an event, in ascending order.
    pub fn row(&self, a: EventId) -> &[(EventId, E)] {
        &self.rows[a.index()]
    }

    /// Every pair that may belong, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (EventId, EventId, E)> + '_ {
        self.rows
            .iter()
            .enumerate()
            .flat_map(|(a, row)| row.iter().map(move |(b, here)| (EventId::from_index(a), *b, *here)))
    }

    /// The same pairs under other conditions.
    pub fn map(&self, mut condition: impl FnMut(E) -> E) -> Self {
        let mut row = |row: &Row<E>| row.iter().map(|(event, here)| (*event, condition(*here))).collect();
        Self { rows: self.rows.iter().map(&mut row).collect() }
    }

    /// Those of the pairs that are among others.
    pub fn within(&self, pairs: &Pairs) -> Self {
        let kept = |a: usize, row: &Row<E>| {
            let row = row.iter().filter(|(b, _)| pairs.row(a).contains(b.index()));
            row.copied().collect()
        };
        Self { rows: self.rows.iter().enumerate().map(|(a, row)| kept(a, row)).collect() }
    }

    /// The same with some pairs under another condition.
    pub fn with(mut self, pairs: &Pairs, condition: E) -> Self {
        for (a, row) in self.rows.iter_mut().enumerate().filter(|(a, _)| !pairs.row(*a).is_clear()) {
            row.retain(|(b, _)| !pairs.row(a).contains(b.index()));
            row.extend(pairs.row(a).ones().map(|b| (EventId::from_index(b), condition)));
            row.sort_by_key(|(b, _)| *b);
        }
        self
    }

    /// How many pairs may belong.
    pub fn count(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    pub fn union<A: Algebra<Elem = E>>(algebra: &mut A, n: usize, relations: &[&Self]) -> Self {
        let rows = (0..n)
            .map(|a| {
                let rows: Vec<&[(EventId, E)]> = relations.iter().map(|r| r.rows[a].as_slice()).collect();
                row_or(algebra, &rows)
            })
            .collect();
        Self { rows }
    }

    pub fn intersection<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self) -> Self {
        self.zip(other, |a, b| row_and(algebra, a, b))
    }

    /// `self \ other`: the conditions of `other` are needed exactly.
    pub fn difference<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self) -> Self {
        self.zip(other, |a, b| row_minus(algebra, a, b))
    }

    fn zip(&self, other: &Self, mut row: impl FnMut(&Row<E>, &Row<E>) -> Row<E>) -> Self {
        Self { rows: self.rows.iter().zip(&other.rows).map(|(a, b)| row(a, b)).collect() }
    }

    /// `self & (from * to)` without building the product; `None` stands for all events.
    pub fn restrict<A: Algebra<Elem = E>>(&self, algebra: &mut A, from: Option<&Set<E>>, to: Option<&Set<E>>) -> Self {
        let mut restricted = Self::empty(self.len());
        for (a, row) in self.rows.iter().enumerate() {
            let source = match from {
                None => algebra.one(),
                Some(set) => match set.get(EventId::from_index(a)) {
                    None => continue,
                    Some(source) => source,
                },
            };
            restricted.rows[a] = match to {
                None => row.clone(),
                Some(set) => row_and(algebra, row, &set.members),
            };
            if source != algebra.one() {
                for entry in &mut restricted.rows[a] {
                    entry.1 = algebra.fold_and(source, entry.1);
                }
                let zero = algebra.zero();
                restricted.rows[a].retain(|entry| entry.1 != zero);
            }
        }
        restricted
    }

    /// `self \ (from * to)` without building the product.
    pub fn exclude<A: Algebra<Elem = E>>(&self, algebra: &mut A, from: &Set<E>, to: &Set<E>) -> Self {
        let zero = algebra.zero();
        let mut kept = self.clone();
        for (a, row) in kept.rows.iter_mut().enumerate() {
            let Some(source) = from.get(EventId::from_index(a)) else {
                continue;
            };
            for (b, here) in row.iter_mut() {
                if let Some(target) = to.get(*b) {
                    let both = algebra.fold_and(source, target);
                    let absent = algebra.fold_not(both);
                    *here = algebra.fold_and(*here, absent);
                }
            }
            row.retain(|entry| entry.1 != zero);
        }
        kept
    }

    /// `self ; other`.
    pub fn sequence<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self) -> Self {
        self.sequence_within(algebra, other, None)
    }

    /// These pairs of `self ; other`.
    pub fn sequence_within<A: Algebra<Elem = E>>(&self, algebra: &mut A, other: &Self, pairs: Option<&Pairs>) -> Self {
        let (zero, one) = (algebra.zero(), algebra.one());
        let mut gathered: Vec<Vec<E>> = vec![Vec::new(); other.len()];
        let mut touched = Vec::new();
        let mut rows = Vec::with_capacity(self.len());
        for (start, row) in self.rows.iter().enumerate() {
            let is_wanted = |end: EventId| pairs.is_none_or(|pairs| pairs.row(start).contains(end.index()));
            for (middle, first) in row {
                for (end, second) in other.rows[middle.index()].iter().filter(|(end, _)| is_wanted(*end)) {
                    let items = &mut gathered[end.index()];
                    if items.first() == Some(&one) {
                        continue;
                    }
                    let both = algebra.fold_and(*first, *second);
                    if both == zero {
                        continue;
                    }
                    if items.is_empty() {
                        touched.push(*end);
                    }
                    // One certain path makes the others irrelevant.
                    if both == one {
                        items.clear();
                    }
                    items.push(both);
                }
            }
            touched.sort_unstable();
            let mut joined = Vec::with_capacity(touched.len());
            for end in touched.drain(..) {
                let items = &mut gathered[end.index()];
                joined.push((end, algebra.fold_or(items)));
                items.clear();
            }
            joined.retain(|entry| entry.1 != zero);
            rows.push(joined);
        }
        Self { rows }
    }

    /// `self^-1`.
    pub fn inverse(&self) -> Self {
        let mut inverse = Self::empty(self.len());
        for (a, b, here) in self.pairs() {
            inverse.rows[b.index()].push((a, here));
        }
        inverse
    }

    /// `~self`: every pair of events that is not in it.
    pub fn complement<A: Algebra<Elem = E>>(&self, algebra: &mut A, all: &Set<E>) -> Self {
        all.product(algebra, all, self.len()).difference(algebra, self)
    }

    /// `self+`: in one pass from the last events to the first where no cycle is possible, by squaring otherwise.
    pub fn closure<A: Algebra<Elem = E>>(&self, algebra: &mut A) -> Self {
        match self.last_first() {
            Some(order) => self.acyclic_closure(algebra, &order),
            None => self.squared_closure(algebra),
        }
    }

    /// The events, each behind all its successors; `None` if there is a cycle.
    fn last_first(&self) -> Option<Vec<EventId>> {
        let inverse = self.inverse();
        let mut left: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        let mut order: Vec<EventId> = (0..self.len()).filter(|e| left[*e] == 0).map(EventId::from_index).collect();
        let mut at = 0;
        while let Some(event) = order.get(at).copied() {
            at += 1;
            for (before, _) in inverse.row(event) {
                left[before.index()] -= 1;
                if left[before.index()] == 0 {
                    order.push(*before);
                }
            }
        }
        (order.len() == self.len()).then_some(order)
    }

    fn acyclic_closure<A: Algebra<Elem = E>>(&self, algebra: &mut A, order: &[EventId]) -> Self {
        let zero = algebra.zero();
        let mut closure = Self::empty(self.len());
        let mut gathered: Vec<Vec<E>> = vec![Vec::new(); self.len()];
        let mut touched: Vec<EventId> = Vec::new();
        for event in order {
            for (middle, first) in &self.rows[event.index()] {
                let direct = [(*middle, algebra.one())];
                for (end, second) in direct.iter().chain(&closure.rows[middle.index()]) {
                    let items = &mut gathered[end.index()];
                    let both = algebra.fold_and(*first, *second);
                    if both == zero || items.first() == Some(&algebra.one()) {
                        continue;
                    }
                    if items.is_empty() {
                        touched.push(*end);
                    }
                    // One certain path makes the others irrelevant.
                    if both == algebra.one() {
                        items.clear();
                    }
                    items.push(both);
                }
            }
            touched.sort_unstable();
            let mut row = Vec::with_capacity(touched.len());
            for end in touched.drain(..) {
                let items = &mut gathered[end.index()];
                row.push((end, algebra.fold_or(items)));
                items.clear();
            }
            closure.rows[event.index()] = row;
        }
        closure
    }

    /// The squaring stops when nothing changes, or when the paths seen are as long as a path without repetition can
    /// be; the latter ends it where the algebra does not recognise equal conditions.
    fn squared_closure<A: Algebra<Elem = E>>(&self, algebra: &mut A) -> Self {
        let inverse = self.inverse();
        let inner = (0..self.len()).filter(|e| !self.rows[*e].is_empty() && !inverse.rows[*e].is_empty()).count();
        let longest = inner + 1;
        let mut closure = self.clone();
        let mut length = 1;
        while length < longest {
            let squared = closure.sequence(algebra, &closure);
            let next = Self::union(algebra, self.len(), &[&closure, &squared]);
            if next == closure {
                break;
            }
            closure = next;
            length *= 2;
        }
        closure
    }

    /// The events with a successor.
    pub fn domain<A: Algebra<Elem = E>>(&self, algebra: &mut A) -> Set<E> {
        let zero = algebra.zero();
        let mut members = Vec::new();
        for (a, row) in self.rows.iter().enumerate() {
            let mut items: Vec<E> = row.iter().map(|entry| entry.1).collect();
            let any = algebra.fold_or(&mut items);
            if any != zero {
                members.push((EventId::from_index(a), any));
            }
        }
        Set { members }
    }
}
