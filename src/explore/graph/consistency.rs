//! Which writes a new read may read from, and where a new write may go in coherence order.
//!
//! In: a graph that is consistent without the new event's rf or co. Out: the choices that keep it consistent, the latest
//! in coherence order first. It must not know how the graph came about.
//!
//! For an axiom of the common shape (see [`crate::explore::axioms::plan`]) a cycle passes through the new event and leaves it to a write
//! that is later in co than the one it reads from or is placed after. All earlier edges being acyclic, it comes back by
//! program order. So the choices are the writes from the last one on that reaches the event by program order: one
//! search backward for each axiom, and none for each choice.

use super::causal::Judged;
use super::cycle::has_cycle;
use super::matrix::{self, Judge, Varying};
use super::{Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::causal::Causal;
use crate::explore::axioms::plan::{Order, Plan, ReadsFrom};
use crate::explore::axioms::source::Source;
use crate::explore::threads::runs::Runs;

/// A new read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub slot: Slot,
    /// What it finds where nobody has written; of no use unless its tags hang on what it finds.
    pub initial: u64,
    /// Its tags hang on what it finds.
    pub hangs_on_value: bool,
}

/// A write that is to have a place in coherence order.
#[derive(Clone, Copy)]
pub struct NewWrite {
    pub write: Slot,
    /// A read that reads from it.
    pub revisited: Option<Slot>,
}

impl<const W: usize> Graph<W> {
    /// The events from which an axiom's order leads to one of these, and these; stops when `last` is among them.
    fn trace(&self, plan: &Plan<'_>, order: Order, start: Row<W>, last: Slot) -> Row<W> {
        let mut found = start;
        let mut open = start.and(&self.reached);
        while let Some(slot) = open.pop() {
            // The latest one decides; the others do not matter then.
            if found.contains(last) {
                break;
            }
            let event = self.event(slot);
            let mut before = match event.kind {
                Kind::Read => {
                    let is_internal = self.event(event.source).thread == event.thread;
                    match order.reads_from {
                        ReadsFrom::None => continue,
                        ReadsFrom::External if is_internal => continue,
                        _ => Row::single(event.source),
                    }
                }
                _ if event.before == INIT => self.readers(event.location, INIT),
                _ => {
                    let mut before = self.event(event.before).readers;
                    before.insert(event.before);
                    before
                }
            }
            .without(&found);
            while let Some(slot) = before.pop() {
                let mut new = self.column(plan, slot, order.within);
                new.insert(slot);
                let new = new.without(&found);
                found = found.or(&new);
                open = open.or(&new.and(&self.reached));
                before = before.without(&new);
            }
        }
        found
    }

    /// The last write of a location, in coherence order, that reaches a new event by program order in some axiom.
    pub fn floor(&self, plan: &Plan<'_>, orders: &[Order], slot: Slot, location: u32) -> Slot {
        let Some(place) = self.places.get(location as usize) else { return INIT };
        let last = place.last;
        if last == INIT {
            return INIT;
        }
        let mut reaching = Row::EMPTY;
        for order in orders {
            let start = self.column(plan, slot, order.within);
            if start.contains(last) {
                return last;
            }
            reaching = reaching.or(&start);
        }
        for order in orders {
            let start = self.column(plan, slot, order.within);
            if !start.is_empty() {
                reaching = reaching.or(&self.trace(plan, *order, start, last));
            }
        }
        let mut write = last;
        while write != INIT && !reaching.contains(write) {
            write = self.event(write).before;
        }
        write
    }

    /// Appends the writes that a new read may read from.
    pub fn sources(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, reading: Reading, choices: &mut Vec<Slot>) {
        let read = reading.slot;
        let location = self.event(read).location;
        let floor = self.floor(plan, &plan.orders, read, location);
        let first = choices.len();
        let mut write = self.places[location as usize].last;
        loop {
            choices.push(write);
            if write == floor {
                break;
            }
            write = self.event(write).before;
        }
        if !plan.others.rows.is_empty() || runs.has_sections() {
            let causes = self.event(read).porf;
            let mut judge = Judge::new(if reading.hangs_on_value { Varying::EdgesAndTags } else { Varying::Edges });
            let causal = self.causal_for(plan, runs, choices.len() - first);
            let sure = self.surely(plan, runs, (read, causal), &choices[first..]);
            self.keep(choices, first, |graph, (index, write)| {
                if index < sure {
                    return true;
                }
                graph.read_from(read, write, graph.found(reading, write));
                let judged = causal.map_or(Judged::Open, |causal| graph.judge_source(plan, runs, causal, read));
                let fine = graph.is_fine(plan, runs, judged, &mut judge);
                graph.drop_source(read);
                graph.events[read as usize].porf = causes;
                fine
            });
        }
    }

    /// What a read finds in a write: the sets that it is in may hang on that.
    pub(super) fn found(&self, reading: Reading, write: Slot) -> u64 {
        if write == INIT { reading.initial } else { self.event(write).value }
    }

    /// Appends the writes after which a new write may stand in coherence order.
    pub fn positions(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, new: NewWrite, choices: &mut Vec<Slot>) {
        let NewWrite { write, revisited } = new;
        let location = self.event(write).location;
        let floor = self.floor(plan, &plan.orders, write, location);
        let other = revisited.map_or(NONE, |read| self.floor(plan, &plan.orders, read, location));
        let first = choices.len();
        let mut before = self.places[location as usize].last;
        loop {
            if !(plan.atomicity || plan.has_atomicity) || self.keeps_atomicity(write, before) {
                choices.push(before);
            }
            if before == floor || before == other {
                break;
            }
            before = self.event(before).before;
        }
        if !plan.others.rows.is_empty() || runs.has_sections() {
            let mut judge = Judge::new(Varying::Edges);
            let causal = self.causal_for(plan, runs, choices.len() - first);
            let sure = match revisited {
                None => self.surely(plan, runs, (write, causal), &choices[first..]),
                Some(_) => 0,
            };
            // Of a read-modify-write only that place is sure at which it follows what it has read.
            let event = self.event(write);
            let source = event.half.then(|| self.event(event.previous).source);
            self.keep(choices, first, |graph, (index, before)| {
                if index < sure && source.is_none_or(|source| source == before) {
                    return true;
                }
                graph.place_write(write, before);
                let judged = causal.map_or(Judged::Open, |causal| graph.judge_place(plan, causal, (write, revisited)));
                let fine = graph.is_fine(plan, runs, judged, &mut judge);
                graph.remove_write(write);
                fine
            });
        }
    }

    /// Whether a write right after another one comes between no halves of read-modify-writes.
    pub fn keeps_atomicity(&self, write: Slot, before: Slot) -> bool {
        let event = self.event(write);
        if event.half {
            // Own writes may stand between, where coherence allows it.
            let source = self.event(event.previous).source;
            let mut between = before;
            while between != source {
                if between == INIT || self.event(between).thread != event.thread {
                    return false;
                }
                between = self.event(between).before;
            }
        }
        let after = self.next_write(event.location, before);
        if after == NONE {
            return true;
        }
        let next = self.event(after);
        !(next.half && next.thread != event.thread && self.event(next.previous).source == before)
    }

    /// How many of the choices for a new event, the latest in coherence order first, need not be judged
    /// ([`crate::explore::axioms::forward`]).
    fn surely(
        &self,
        plan: &Plan<'_>,
        runs: &Runs<'_>,
        (slot, causal): (Slot, Option<&Causal>),
        choices: &[Slot],
    ) -> usize {
        let last = self.places[self.event(slot).location as usize].last;
        if runs.has_sections() {
            0
        } else if plan.others.last && causal.is_some_and(|causal| self.are_tags_missing(causal)) {
            // The others are judged as fast.
            self.not_before(last, last, choices)
        } else if plan.others.needs_cycle && self.is_sequential(slot) {
            let whole = Order { within: Source::Po, reads_from: ReadsFrom::All };
            let floor = self.floor(plan, &[whole], slot, self.event(slot).location);
            self.not_before(last, floor, choices)
        } else if plan.others.last {
            self.not_before(last, last, choices)
        } else {
            0
        }
    }

    /// How many of some writes of a location, the latest in coherence order first, do not come before `floor`, which need not be
    /// among them; `last` is the last write of all.
    fn not_before(&self, last: Slot, floor: Slot, choices: &[Slot]) -> usize {
        let (mut count, mut write) = (0, last);
        loop {
            count += usize::from(choices.get(count) == Some(&write));
            if write == floor {
                return count;
            }
            write = self.event(write).before;
        }
    }

    /// How so many choices are judged by causes, if they can be.
    fn causal_for<'p>(&mut self, plan: &'p Plan<'_>, runs: &Runs<'_>, choices: usize) -> Option<&'p Causal> {
        // One choice is mostly the last, about which there is no question.
        if choices > 1 { self.up_to_date(plan, runs) } else { None }
    }

    /// Whether a choice is fine of which this is known.
    fn is_fine(&self, plan: &Plan<'_>, runs: &Runs<'_>, judged: Judged, judge: &mut Judge) -> bool {
        match judged {
            Judged::Open => self.is_judged_well(plan, runs, judge),
            known => {
                if cfg!(test) {
                    assert_eq!(known == Judged::Fine, self.is_consistent(plan, runs));
                }
                known == Judged::Fine
            }
        }
    }

    /// Whether each write of a read-modify-write follows what its read has found.
    fn halves_meet(&self) -> bool {
        let meet = |slot: &Slot| {
            let event = self.event(*slot);
            !event.half || event.before == NONE || event.before == self.event(event.previous).source
        };
        self.order.iter().all(meet)
    }

    /// Whether `po | rf | co | fr` has no cycle without a new event.
    fn is_sequential(&self, new: Slot) -> bool {
        let mut roots = self.all_events();
        if new != NONE {
            roots.remove(new);
        }
        !has_cycle(roots, |slot| self.directly_before(slot))
    }

    /// The events from which `po`, rf, the next step of co, or fr to the next write lead to an event.
    pub(super) fn directly_before(&self, slot: Slot) -> Row<W> {
        let event = self.event(slot);
        let mut before = event.po;
        match event.kind {
            Kind::Read if event.source != INIT && event.source != NONE => before.insert(event.source),
            Kind::Write if event.before == INIT => before = before.or(&self.readers(event.location, INIT)),
            Kind::Write if event.before != NONE => {
                before = before.or(&self.event(event.before).readers);
                before.insert(event.before);
            }
            _ => {}
        }
        before
    }

    /// Keeps the choices from `first` on that are fine; they come with their number.
    fn keep(&mut self, choices: &mut Vec<Slot>, first: usize, mut fine: impl FnMut(&mut Self, (usize, Slot)) -> bool) {
        let mut kept = first;
        for i in first..choices.len() {
            if fine(self, (i - first, choices[i])) {
                choices[kept] = choices[i];
                kept += 1;
            }
        }
        choices.truncate(kept);
    }

    /// Judges the whole graph by the axioms without short cut, and its atomic sections.
    pub fn is_consistent(&self, plan: &Plan<'_>, runs: &Runs<'_>) -> bool {
        self.is_judged_well(plan, runs, &mut Judge::new(Varying::EdgesAndTags))
    }

    /// The same beside other judgements of this graph.
    fn is_judged_well(&self, plan: &Plan<'_>, runs: &Runs<'_>, judge: &mut Judge) -> bool {
        let is_plain = plan.others.needs_cycle && self.is_sequential(NONE) && self.halves_meet();
        (is_plain || judge.holds(plan, runs, self)) && (!runs.has_sections() || matrix::sections_hold(plan, runs, self))
    }
}
