//! Which writes a new read may read from, and where a new write may go in coherence order.
//!
//! In: a graph that is consistent without the new event's rf or co. Out: the choices that keep it consistent, the latest
//! in coherence order first. It must not know how the graph came about.
//!
//! For an axiom of the common shape (see [`super::plan`]) a cycle passes through the new event and leaves it to a write
//! that is later in co than the one it reads from or is placed after. All earlier edges being acyclic, it comes back by
//! program order. So the choices are the writes from the last one on that reaches the event by program order: one
//! search backward for each axiom, and none for each choice.

use super::bits::Row;
use super::graph::{Graph, INIT, Kind, NONE, Slot};
use super::matrix;
use super::plan::{Order, Plan, ReadsFrom};
use super::runs::Runs;

impl<const W: usize> Graph<W> {
    /// The events from which an axiom's order leads to one of these, or which are among them.
    fn origins(&self, plan: &Plan<'_>, order: Order, start: Row<W>) -> Row<W> {
        let (mut found, mut open) = (start, start);
        while let Some(slot) = open.pop() {
            let event = self.event(slot);
            let mut before = self.column(plan, slot, order.within);
            match event.kind {
                Kind::Read => {
                    let source = event.source;
                    let counts = match order.reads_from {
                        ReadsFrom::All => true,
                        ReadsFrom::External => source < INIT && self.event(source).thread != event.thread,
                        ReadsFrom::None => false,
                    };
                    if counts && source < INIT {
                        before.insert(source);
                    }
                }
                Kind::Write if event.before != NONE => {
                    before = before.or(&self.readers(event.location, event.before));
                    if event.before != INIT {
                        before.insert(event.before);
                    }
                }
                _ => {}
            }
            before = before.without(&found);
            found = found.or(&before);
            open = open.or(&before);
        }
        found
    }

    /// The last write of a location, in coherence order, that reaches a new event by program order in some axiom.
    fn floor(&self, plan: &Plan<'_>, slot: Slot, location: u32) -> Slot {
        let Some(place) = self.places.get(location as usize) else { return INIT };
        if place.last == INIT {
            return INIT;
        }
        let mut reaching = Row::EMPTY;
        for order in &plan.orders {
            let start = self.column(plan, slot, order.within);
            if !start.is_empty() {
                reaching = reaching.or(&self.origins(plan, *order, start));
            }
        }
        let mut write = place.last;
        while write != INIT && !reaching.contains(write) {
            write = self.event(write).before;
        }
        write
    }

    /// Appends the writes that a new read may read from.
    pub fn sources(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, read: Slot, choices: &mut Vec<Slot>) {
        let location = self.event(read).location;
        let floor = self.floor(plan, read, location);
        let first = choices.len();
        let mut write = self.places[location as usize].last;
        loop {
            choices.push(write);
            if write == floor {
                break;
            }
            write = self.event(write).before;
        }
        if !plan.others.is_empty() || runs.has_sections() {
            let causes = self.event(read).porf;
            self.keep(choices, first, |graph, write| {
                graph.read_from(read, write, 0);
                let fine = graph.is_consistent(plan, runs);
                graph.drop_source(read);
                graph.events[read as usize].porf = causes;
                fine
            });
        }
    }

    /// Appends the writes after which a new write may stand in coherence order. `revisited` is a read that reads from it.
    pub fn positions(
        &mut self,
        plan: &Plan<'_>,
        runs: &Runs<'_>,
        write: Slot,
        revisited: Option<Slot>,
        choices: &mut Vec<Slot>,
    ) {
        let event = *self.event(write);
        let location = event.location;
        let mut floors = vec![self.floor(plan, write, location)];
        if let Some(read) = revisited {
            floors.push(self.floor(plan, read, location));
        }
        let first = choices.len();
        let mut before = self.places[location as usize].last;
        loop {
            if !plan.atomicity || self.keeps_atomicity(write, before) {
                choices.push(before);
            }
            if floors.contains(&before) {
                break;
            }
            before = self.event(before).before;
        }
        if !plan.others.is_empty() || runs.has_sections() {
            self.keep(choices, first, |graph, before| {
                graph.place_write(write, before);
                let fine = graph.is_consistent(plan, runs);
                graph.remove_write(write);
                fine
            });
        }
    }

    /// Whether a write right after another one comes between no halves of read-modify-writes.
    fn keeps_atomicity(&self, write: Slot, before: Slot) -> bool {
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

    /// Keeps the choices from `first` on that are fine.
    fn keep(&mut self, choices: &mut Vec<Slot>, first: usize, mut fine: impl FnMut(&mut Self, Slot) -> bool) {
        let mut kept = first;
        for i in first..choices.len() {
            if fine(self, choices[i]) {
                choices[kept] = choices[i];
                kept += 1;
            }
        }
        choices.truncate(kept);
    }

    /// Judges the whole graph by the axioms without short cut, and its atomic sections.
    pub fn is_consistent(&self, plan: &Plan<'_>, runs: &Runs<'_>) -> bool {
        matrix::holds(plan, runs, self, &plan.others)
            && (!runs.has_sections() || matrix::sections_hold(plan, runs, self))
    }
}
