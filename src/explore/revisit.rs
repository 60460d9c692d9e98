//! Which reads a new write revisits.
//!
//! In: a graph whose last event is a write without a place in coherence order. Out: the reads that may read from it
//! instead of what they read, each with the graph that is then cut back to its causes.
//!
//! Source: TruSt, section 3.4, Definition 3.3 and Algorithm 1, IsMaximallyAdded. Whether an event was added maximally
//! before the write does not depend on the read, so one scan from the last event back finds all reads, and ends at the
//! first event that would have to be deleted and was not added maximally.

use super::bits::Row;
use super::graph::{Graph, INIT, Kind, NONE, Slot};

impl<const W: usize> Graph<W> {
    /// Appends the reads that the last event revisits, the latest first.
    pub fn revisited(&self, write: Slot, reads: &mut Vec<Slot>) {
        let new = self.event(write);
        let causes = new.porf;
        // The events up to the one that is looked at; those after it are taken out one by one.
        let mut earlier = self.all();
        earlier.remove(write);
        for slot in self.order.iter().rev().skip(1) {
            if !causes.contains(*slot) {
                if !self.is_maximal(*slot, &earlier.or(&causes)) {
                    return;
                }
                let event = self.event(*slot);
                if event.kind == Kind::Read && event.location == new.location {
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
            Kind::Choice => return event.value == 0,
            Kind::Read => event.source,
            Kind::Write if event.readers.intersects(previous) => return false,
            Kind::Write => slot,
        };
        if write != INIT && !previous.contains(write) {
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
}
