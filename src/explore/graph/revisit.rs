//! Which reads a new write revisits.
//!
//! In: a graph whose last event is a write without a place in coherence order. Out: the reads that may read from it
//! instead of what they read, each with the graph that is then cut back to its causes.
//!
//! Source: TruSt, section 3.4, Definition 3.3 and Algorithm 1, IsMaximallyAdded. Whether an event was added maximally
//! before the write does not depend on the read, so one scan from the last event back finds all reads, and ends at the
//! first event that would have to be deleted and was not added maximally.
//!
//! What is maximal for an access in an atomic section that has begun: the latest choice in coherence order that keeps the
//! section one step, which need not be the latest of all. If the section's first access has read an old value, the
//! section stands before later writes, and so do its other accesses. Their choices are tried from the latest on; there
//! always is one, as the section can go on where it has begun. The paper's models have no sections, and the latest
//! choice of all is consistent in them.

use super::{Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::runs::Runs;

impl<const W: usize> Graph<W> {
    /// Appends the reads that the last event revisits, the latest first.
    pub fn revisited(&self, plan: &Plan<'_>, runs: &Runs<'_>, write: Slot, reads: &mut Vec<Slot>) {
        let new = self.event(write);
        let causes = new.porf;
        // The events up to the one that is looked at; those after it are taken out one by one.
        let mut earlier = self.all();
        earlier.remove(write);
        for slot in self.order.iter().rev().skip(1) {
            if !causes.contains(*slot) {
                let previous = earlier.or(&causes);
                let is_maximal = self.is_maximal(*slot, &previous)
                    || self.continues_section(*slot) && self.is_latest_in_section(plan, runs, *slot, &previous);
                if !is_maximal {
                    return;
                }
                let event = self.event(*slot);
                if event.kind == Kind::Read && event.location == new.location && !self.is_moved_by(runs, *slot, &causes)
                {
                    reads.push(*slot);
                }
            }
            earlier.remove(*slot);
        }
    }

    /// Whether an event was added maximally, as far as the events before it and the causes of the revisiting write go.
    fn is_maximal(&self, slot: Slot, previous: &Row<W>) -> bool {
        let event = self.event(slot);
        let write = match event.kind {
            Kind::Fence => return true,
            // Of the values that the program leaves open, the first counts as the maximal one.
            Kind::Choice => return event.is_first,
            Kind::Read => event.source,
            Kind::Write if event.readers.without(&self.in_place).intersects(previous) => return false,
            Kind::Write if self.is_base(slot, previous) => return false,
            Kind::Write => slot,
        };
        // A read that was moved chose to wait, or was made to wait, with its base.
        let chosen = if self.in_place.contains(slot) { event.base } else { write };
        if chosen != INIT && !previous.contains(chosen) {
            return false;
        }
        let mut later = self.next_write(event.location, write);
        while later != NONE {
            if previous.contains(later) {
                return false;
            }
            later = self.event(later).after;
        }
        true
    }

    /// Whether some read before was moved after it had waited with a write.
    fn is_base(&self, write: Slot, previous: &Row<W>) -> bool {
        !self.in_place.is_empty() && self.in_place.and(previous).members().any(|read| self.event(read).base == write)
    }

    /// Whether a read is not revisited by a write with these causes but moved: at once, or when its rival has been revisited.
    fn is_moved_by(&self, runs: &Runs<'_>, read: Slot, causes: &Row<W>) -> bool {
        let source = self.event(read).source;
        self.waits_in_place(runs, read) || self.in_place.contains(read) && source != INIT && !causes.contains(source)
    }

    /// Whether an access belongs to an atomic section that an earlier access has begun.
    fn continues_section(&self, slot: Slot) -> bool {
        let event = self.event(slot);
        let previous = event.previous;
        event.section != 0 && previous != NONE && self.event(previous).section == event.section
    }

    /// Whether no later choice of an access in a section that has begun was possible, as far as the events before it and
    /// the causes of the revisiting write go.
    fn is_latest_in_section(&self, plan: &Plan<'_>, runs: &Runs<'_>, slot: Slot, previous: &Row<W>) -> bool {
        let event = self.event(slot);
        let chosen = match event.kind {
            Kind::Fence | Kind::Choice => return false,
            Kind::Read => event.source,
            Kind::Write if event.readers.intersects(previous) => return false,
            Kind::Write => slot,
        };
        if chosen != INIT && chosen != slot && !previous.contains(chosen) {
            return false;
        }
        let mut graph = self.part(slot, previous);
        let mut later = Vec::new();
        let mut write = graph.next_write(event.location, chosen);
        while write != NONE {
            later.push(write);
            write = graph.event(write).after;
        }
        if event.kind == Kind::Read {
            graph.drop_source(slot);
            return !later.into_iter().any(|write| {
                graph.reset_causes(slot);
                graph.read_from(slot, write, graph.event(write).value);
                let possible = graph.is_consistent(plan, runs);
                graph.drop_source(slot);
                possible
            });
        }
        graph.remove_write(slot);
        !later.into_iter().any(|before| {
            let atomic = !plan.atomicity || graph.keeps_atomicity(slot, before);
            graph.place_write(slot, before);
            let possible = atomic && graph.is_consistent(plan, runs);
            graph.remove_write(slot);
            possible
        })
    }

    /// The graph of an event and those before it.
    fn part(&self, slot: Slot, previous: &Row<W>) -> Graph<W> {
        let mut graph = self.clone();
        let kept = |event: Slot| event == slot || previous.contains(event);
        for left in self.order.iter().copied().filter(|event| !kept(*event)) {
            match self.event(left).kind {
                Kind::Read => graph.drop_source(left),
                // The revisiting write has no place yet.
                Kind::Write if graph.event(left).before != NONE => graph.remove_write(left),
                Kind::Write | Kind::Fence | Kind::Choice => {}
            }
        }
        graph.order.retain(|event| kept(*event));
        graph
    }
}
