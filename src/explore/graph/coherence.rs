//! Exploration up to reads-from: a coherence order is only found, never chosen.
//!
//! In: a graph with rf and some of its events. Out: a coherence order with which they are consistent, the same one for
//! the same events and rf, or that there is none. It must not know how the graph came about.
//!
//! Source: TruSt, section 4.2 and Algorithm 2 (`GetConsCO`, the maximality of the events that a revisit deletes).
//! Deviations: the order is that of the graph without the revisited read and the revisiting write, which is the part that
//! the revisit leaves unchanged: otherwise what the read reads would decide which of two writes counts as the maximal
//! one. Writes are placed one after the other, those of lower threads first, each as late as possible.

use super::consistency::NewWrite;
use super::{Graph, INIT, Kind, NONE, Reading, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::{Order, Plan, ReadsFrom};
use crate::explore::threads::runs::Runs;

/// The writes of each location in coherence order, by location.
type Chains = Vec<Vec<Slot>>;

/// The search for an order.
struct Finder<'g, 'm, 'p, const W: usize> {
    graph: &'g Graph<W>,
    plan: &'g Plan<'m>,
    runs: &'g Runs<'p>,
    alive: Row<W>,
    writes: Vec<Slot>,
    chains: Chains,
    /// By event: the write before it in its chain, of those that have a place.
    before: Vec<Slot>,
}

impl<const W: usize> Finder<'_, '_, '_, W> {
    /// Finds a place for the writes from the `next` one on.
    fn place(&mut self, next: usize) -> bool {
        let Some(write) = self.writes.get(next).copied() else { return self.is_whole() };
        let location = self.graph.event(write).location as usize;
        for at in (0..=self.chains[location].len()).rev() {
            self.chains[location].insert(at, write);
            self.link(location, at);
            if self.keeps_atomicity(location) && self.is_acyclic() && self.place(next + 1) {
                return true;
            }
            self.chains[location].remove(at);
            self.before[write as usize] = NONE;
            self.link(location, at);
        }
        false
    }

    /// Notes the neighbours of what stands at a place of a chain and behind it.
    fn link(&mut self, location: usize, at: usize) {
        let chain = &self.chains[location];
        for i in at..chain.len().min(at + 2) {
            self.before[chain[i] as usize] = if i == 0 { INIT } else { chain[i - 1] };
        }
    }

    fn keeps_atomicity(&self, location: usize) -> bool {
        if !self.plan.atomicity {
            return true;
        }
        let chain = &self.chains[location];
        chain.iter().enumerate().filter(|(_, write)| self.graph.event(**write).half).all(|(at, write)| {
            let event = self.graph.event(*write);
            let source = self.graph.event(event.previous).source;
            let from = match chain[..at].iter().position(|w| *w == source) {
                Some(i) => i + 1,
                None if source == INIT => 0,
                // It has no place yet, unless it is behind.
                None => return !chain[at..].contains(&source),
            };
            chain[from..at].iter().all(|between| self.graph.event(*between).thread == event.thread)
        })
    }

    fn is_acyclic(&self) -> bool {
        self.plan.orders.iter().all(|order| {
            let mut left = self.alive;
            loop {
                let mut changed = false;
                for slot in self.graph.order.iter().filter(|slot| self.alive.contains(**slot)) {
                    if left.contains(*slot) && !self.before(*order, *slot).intersects(&left) {
                        left.remove(*slot);
                        changed = true;
                    }
                }
                if left.is_empty() || !changed {
                    break left.is_empty();
                }
            }
        })
    }

    /// What comes directly before an event in an axiom's order.
    fn before(&self, order: Order, slot: Slot) -> Row<W> {
        let event = self.graph.event(slot);
        let mut row = self.graph.column(self.plan, slot, order.within);
        match event.kind {
            Kind::Read if event.source < INIT => {
                let is_external = self.graph.event(event.source).thread != event.thread;
                if order.reads_from == ReadsFrom::All || order.reads_from == ReadsFrom::External && is_external {
                    row.insert(event.source);
                }
            }
            Kind::Write if self.before[slot as usize] != NONE => {
                let before = self.before[slot as usize];
                row = row.or(&self.graph.readers(event.location, before));
                if before != INIT {
                    row.insert(before);
                }
            }
            _ => {}
        }
        row
    }

    /// Judges what has no short cut, once every write has its place.
    fn is_whole(&self) -> bool {
        if self.plan.others.rows.is_empty() && !self.runs.has_sections() {
            return true;
        }
        let mut graph = self.graph.clone();
        graph.order.retain(|slot| self.alive.contains(*slot));
        graph.set_coherence(&self.chains);
        graph.is_consistent(self.plan, self.runs)
    }
}

impl<const W: usize> Graph<W> {
    /// All events of the graph.
    pub fn all(&self) -> Row<W> {
        self.by_thread.iter().fold(Row::EMPTY, |all, row| all.or(row))
    }

    /// A coherence order with which some events are consistent, always the same for the same events.
    fn find_coherence(&self, plan: &Plan<'_>, runs: &Runs<'_>, alive: Row<W>) -> Option<Chains> {
        let is_write = |slot: &Slot| alive.contains(*slot) && self.event(*slot).kind == Kind::Write;
        let mut writes: Vec<Slot> = self.order.iter().copied().filter(is_write).collect();
        writes.sort_by_key(|slot| (self.event(*slot).thread, self.event(*slot).place));
        let chains = vec![Vec::new(); self.places.len()];
        let before = vec![NONE; self.events.len()];
        let mut finder = Finder { graph: self, plan, runs, alive, writes, chains, before };
        finder.place(0).then_some(finder.chains)
    }

    /// Replaces the coherence order.
    fn set_coherence(&mut self, chains: &Chains) {
        for (place, chain) in self.places.iter_mut().zip(chains) {
            place.first = chain.first().copied().unwrap_or(NONE);
            place.last = chain.last().copied().unwrap_or(INIT);
            for (i, write) in chain.iter().enumerate() {
                let event = &mut self.events[*write as usize];
                event.before = if i == 0 { INIT } else { chain[i - 1] };
                event.after = chain.get(i + 1).copied().unwrap_or(NONE);
            }
        }
    }

    /// Finds a coherence order for the whole graph. Returns whether there is one; if not, the old one is left.
    pub fn order_anew(&mut self, plan: &Plan<'_>, runs: &Runs<'_>) -> bool {
        match self.find_coherence(plan, runs, self.all()) {
            Some(chains) => {
                self.set_coherence(&chains);
                true
            }
            None => false,
        }
    }

    /// Appends the writes that a new read may read from in some coherence order.
    pub fn possible_sources(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, reading: Reading, choices: &mut Vec<Slot>) {
        let (first, read) = (choices.len(), reading.slot);
        self.sources(plan, runs, reading, choices);
        let (location, causes) = (self.event(read).location, self.event(read).porf);
        let mut write = self.places[location as usize].last;
        let mut others = Vec::new();
        loop {
            if !choices[first..].contains(&write) {
                others.push(write);
            }
            if write == INIT {
                break;
            }
            write = self.event(write).before;
        }
        for write in others {
            self.read_from(read, write, self.found(reading, write));
            let is_possible = self.find_coherence(plan, runs, self.all()).is_some();
            self.drop_source(read);
            self.events[read as usize].porf = causes;
            if is_possible {
                choices.push(write);
            }
        }
    }

    /// Makes the coherence order fit a read whose source was just chosen.
    pub fn fit_source(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, reading: Reading) {
        let read = reading.slot;
        let write = self.event(read).source;
        let (causes, value) = (self.event(read).porf, self.event(read).value);
        self.drop_source(read);
        let mut choices = Vec::new();
        self.sources(plan, runs, reading, &mut choices);
        self.read_from(read, write, value);
        self.events[read as usize].porf = causes;
        if !choices.contains(&write) {
            assert!(self.order_anew(plan, runs), "a coherence order that was there is gone; please report this");
        }
    }

    /// Gives the last event, a write, a place in a coherence order. Returns whether there is one.
    pub fn fit_write(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, write: Slot, revisited: Option<Slot>) -> bool {
        let mut choices = Vec::new();
        self.positions(plan, runs, NewWrite { write, revisited }, &mut choices);
        match choices.first() {
            Some(before) => {
                self.place_write(write, *before);
                true
            }
            None => self.order_anew(plan, runs),
        }
    }

    /// Appends the reads that the last event, a write, revisits.
    pub fn revisited_up_to_reads(&self, plan: &Plan<'_>, runs: &Runs<'_>, write: Slot, reads: &mut Vec<Slot>) {
        let new = self.event(write);
        let mut kept = self.all();
        kept.remove(write);
        let mut deleted = Vec::new();
        for slot in self.order.iter().rev().skip(1).filter(|slot| !new.porf.contains(**slot)) {
            let event = self.event(*slot);
            kept.remove(*slot);
            deleted.push(*slot);
            // These are not maximal for any earlier read either.
            let is_revisited = event.kind == Kind::Write && event.readers.intersects(&kept);
            if is_revisited || event.kind == Kind::Choice && !event.is_first {
                return;
            }
            if event.kind != Kind::Read || event.location != new.location {
                continue;
            }
            // The part that the revisit leaves as it is, and behind it the deleted writes as they were added.
            let Some(mut chains) = self.find_coherence(plan, runs, kept) else {
                panic!("a part of a consistent graph has no coherence order; please report this");
            };
            for deleted in deleted.iter().rev().filter(|slot| self.event(**slot).kind == Kind::Write) {
                chains[self.event(*deleted).location as usize].push(*deleted);
            }
            let mut previous = kept;
            let is_maximal = deleted.iter().rev().all(|slot| {
                previous.insert(*slot);
                self.is_maximal_in(&chains, *slot, &previous)
            });
            if is_maximal {
                reads.push(*slot);
            }
        }
    }

    fn is_maximal_in(&self, chains: &Chains, slot: Slot, previous: &Row<W>) -> bool {
        let event = self.event(slot);
        let write = match event.kind {
            Kind::Fence | Kind::Choice => return true,
            Kind::Read => event.source,
            Kind::Write if event.readers.intersects(previous) => return false,
            Kind::Write => slot,
        };
        let chain = &chains[event.location as usize];
        let last = chain.iter().rev().find(|w| previous.contains(**w)).copied().unwrap_or(INIT);
        last == write
    }
}
