//! What reads from what: rf, co, fr and rmw as literals.
//!
//! In: the rows. Out: the pairs of these relations. It must not know axioms, but for what every model is tested for: that
//! each location behaves sequentially.
//!
//! rf: a read that happens reads from exactly one write to the same address, with its value. co: a total order of
//! the writes to an address, one variable for each pair that nothing orders beforehand; that it has no cycle follows where an
//! axiom says so of more than it, and is required of each three writes elsewhere. fr follows.

use rustc_hash::FxHashMap;

use crate::exec::skeleton::Action;
use crate::exec::terms::TermId;
use crate::ids::EventId;
use crate::sat::base::{Builder, Reads};
use crate::sat::bits::require_equal_when;
use crate::sat::certain::disjoint;
use crate::sat::literal::Lit;

impl Builder<'_> {
    /// rf, co, fr and rmw.
    pub(super) fn communications(&mut self) {
        let mut writes: FxHashMap<u64, Vec<EventId>> = FxHashMap::default();
        let mut reads = Vec::new();
        for index in 0..self.skeleton.events.len() {
            let id = EventId::from_index(index);
            if self.skeleton.event(id).is_write() {
                for cell in self.cells(id).to_vec() {
                    writes.entry(cell).or_default().push(id);
                }
            } else if self.skeleton.event(id).is_read() {
                reads.push(id);
            }
        }
        let co = self.coherence(&writes);
        if !self.model.keeps_coherence_acyclic() {
            self.forbid_circles(&writes, &co);
        }
        for read in reads {
            self.read_from(read, &writes, &co);
        }
        for index in 0..self.skeleton.events.len() {
            let id = EventId::from_index(index);
            let event = self.skeleton.event(id);
            if let (Some(partner), true) = (event.partner, event.is_read()) {
                let exec = self.happen(id, partner);
                self.base.rmw.push((self.base.row[&id], self.base.row[&partner], exec));
            }
        }
    }

    /// No three writes to an address come each after the next: with an order for every two there is no cycle then.
    fn forbid_circles(&mut self, writes: &FxHashMap<u64, Vec<EventId>>, co: &FxHashMap<(EventId, EventId), Lit>) {
        let mut threes: Vec<[EventId; 3]> = Vec::new();
        for group in writes.values() {
            for (i, a) in group.iter().enumerate() {
                for (j, b) in group.iter().enumerate().skip(i + 1) {
                    for c in &group[j + 1..] {
                        threes.push([*a, *b, *c]);
                        threes.push([*a, *c, *b]);
                    }
                }
            }
        }
        threes.sort_unstable();
        threes.dedup();
        for [a, b, c] in threes {
            if let [Some(x), Some(y), Some(z)] = [(a, b), (b, c), (c, a)].map(|pair| co.get(&pair)) {
                self.formula.add(&[!*x, !*y, !*z]);
            }
        }
    }

    fn coherence(&mut self, writes: &FxHashMap<u64, Vec<EventId>>) -> FxHashMap<(EventId, EventId), Lit> {
        let mut pairs: Vec<(EventId, EventId)> = Vec::new();
        for group in writes.values() {
            for (i, a) in group.iter().enumerate() {
                pairs.extend(group[i + 1..].iter().map(|b| (*a.min(b), *a.max(b))));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut co = FxHashMap::default();
        for (a, b) in pairs {
            let meet = self.meet(a, b);
            if meet == Lit::FALSE {
                continue;
            }
            let (forward, backward) = if self.before(a, b) {
                (meet, Lit::FALSE)
            } else if self.before(b, a) {
                (Lit::FALSE, meet)
            } else {
                let first = self.formula.fresh();
                (self.both(meet, first), self.both(meet, !first))
            };
            for (x, y, lit) in [(a, b, forward), (b, a, backward)] {
                if lit != Lit::FALSE {
                    co.insert((x, y), lit);
                    self.base.co.push((self.base.row[&x], self.base.row[&y], lit));
                }
            }
        }
        co
    }

    fn read_from(
        &mut self,
        read: EventId,
        writes: &FxHashMap<u64, Vec<EventId>>,
        co: &FxHashMap<(EventId, EventId), Lit>,
    ) {
        let event = self.skeleton.event(read).clone();
        let Action::Read { value, known } = event.action else { return };
        let mut sources: Vec<EventId> =
            self.cells(read).iter().flat_map(|cell| writes.get(cell).into_iter().flatten().copied()).collect();
        sources.sort_unstable();
        sources.dedup();
        if known {
            if self.detail.reads == Reads::All {
                let literals = self.own_source(read, &sources);
                self.overwritten(read, &sources, co, &literals);
            }
            return;
        }
        let possible: Vec<EventId> =
            sources.iter().copied().filter(|write| self.may_read(read, *write, value, &sources)).collect();
        let happens = self.literal(event.guard);
        let only = possible.len() == 1;
        let mut literals = Vec::new();
        for write in &possible {
            let meet = self.meet(*write, read);
            let rf = if only {
                // It must be this one; that it happens and has the address is a consequence.
                self.formula.add(&[!happens, meet]);
                happens
            } else {
                let rf = self.formula.fresh();
                self.formula.add(&[!rf, meet]);
                rf
            };
            let Action::Write { value: written } = self.skeleton.event(*write).action else { continue };
            let here = self.blaster.bits(self.formula, self.skeleton, value);
            let there = self.blaster.bits(self.formula, self.skeleton, written);
            require_equal_when(self.formula, rf, &here, &there);
            self.base.rf.push((self.base.row[write], self.base.row[&read], rf));
            literals.push((*write, rf));
        }
        let mut some: Vec<Lit> = literals.iter().map(|(_, rf)| *rf).collect();
        some.push(!happens);
        self.formula.add(&some);
        for (i, (_, a)) in literals.iter().enumerate() {
            for (_, b) in &literals[i + 1..] {
                self.formula.add(&[!*a, !*b]);
            }
        }
        self.overwritten(read, &sources, co, &literals);
    }

    /// The sources of a read whose value its own thread determines: what it wrote there last, else the initial write.
    fn own_source(&mut self, read: EventId, sources: &[EventId]) -> Vec<(EventId, Lit)> {
        let mut own: Vec<EventId> = sources.iter().copied().filter(|write| self.before(*write, read)).collect();
        // Initial writes stand behind all others in the skeleton, and before them in every order.
        own.sort_by_key(|write| (self.skeleton.event(*write).thread.is_some(), *write));
        let guard = self.skeleton.event(read).guard;
        let mut left = self.literal(guard);
        let mut literals = Vec::new();
        for write in own.into_iter().rev() {
            let meet = self.meet(write, read);
            let rf = self.both(left, meet);
            if rf != Lit::FALSE {
                self.base.rf.push((self.base.row[&write], self.base.row[&read], rf));
                literals.push((write, rf));
            }
            left = self.both(left, !meet);
        }
        literals
    }

    /// fr: from a read to what overwrites the write that was read.
    fn overwritten(
        &mut self,
        read: EventId,
        sources: &[EventId],
        co: &FxHashMap<(EventId, EventId), Lit>,
        literals: &[(EventId, Lit)],
    ) {
        for later in sources {
            // Where no access overtakes a read, that a read-modify-write writes after it reads says nothing new.
            if self.detail.reads == Reads::Open && self.skeleton.event(read).partner == Some(*later) {
                continue;
            }
            let mut ways = Vec::new();
            for (write, rf) in literals {
                if let Some(order) = co.get(&(*write, *later)) {
                    ways.push(self.both(*rf, *order));
                }
            }
            let fr = self.formula.or_any(ways);
            if fr != Lit::FALSE {
                self.base.fr.push((self.base.row[&read], self.base.row[later], fr));
            }
        }
    }

    /// Whether a read may return what a write wrote: it is not later, not certainly overwritten, of a possible value.
    fn may_read(&self, read: EventId, write: EventId, value: TermId, sources: &[EventId]) -> bool {
        let terms = &self.skeleton.terms;
        if self.before(read, write) || self.skeleton.event(read).partner == Some(write) {
            return false;
        }
        if let Action::Write { value: written } = self.skeleton.event(write).action
            && disjoint(terms.values(value), terms.values(written))
        {
            return false;
        }
        let guard = self.skeleton.event(read).guard;
        if terms.exclude(guard, self.skeleton.event(write).guard) {
            return false;
        }
        // Something certain between the two hides the write.
        !sources.iter().any(|between| {
            *between != write
                && self.same_cell(*between, read)
                && self.same_cell(*between, write)
                && self.before(write, *between)
                && self.before(*between, read)
                && terms.implies(guard, self.skeleton.event(*between).guard)
        })
    }
}
