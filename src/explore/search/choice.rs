//! Making one of the choices of a step.
//!
//! In: a search whose last step has choices, none of which is made. Out: the graph with one of them, and its thread behind the
//! event. It must not know which choices there are. What undoes it is in [`super::split`].

use super::{Branch, Search};
use crate::explore::graph::{Halt, INIT, Reading, Slot};
use crate::explore::report::Equivalence;
use crate::explore::threads::label::{Detail, Label};

impl<const W: usize> Search<'_, '_, '_, W> {
    /// Makes a choice of the last step.
    pub(super) fn choose_one(&mut self, kind: Branch<W>, slot: Slot, next: usize) -> Result<(), Halt> {
        match kind {
            Branch::Value => self.choose(slot, next),
            Branch::Source { causes } => {
                let write = self.choices[next];
                self.graph.events[slot as usize].porf = causes;
                let value = self.value(slot, write);
                self.graph.read_from(slot, write, value);
                if self.equivalence == Equivalence::ReadsFrom {
                    let reading = self.reading(slot);
                    self.graph.fit_source(self.plan, self.runs, reading);
                }
            }
            _ => {
                self.graph.place_write(slot, self.choices[next]);
                self.graph.move_waiting(self.plan, self.runs, slot)?;
            }
        }
        // A write that has revisited a read is behind its thread already.
        if !matches!(kind, Branch::Revisit { .. }) {
            if matches!(kind, Branch::Source { .. }) {
                self.graph.note_races(self.runs, slot);
            }
            self.graph.advance(self.plan, self.runs, slot)?;
        }
        Ok(())
    }

    /// Takes a value of one class for a choice.
    fn choose(&mut self, slot: Slot, class: usize) {
        let event = &mut self.graph.events[slot as usize];
        let Label::Choice { of } = self.runs.label(event.node) else {
            panic!("an event that is no choice has classes; please report this");
        };
        event.value = self.runs.ground.surroundings.wide.representative(of, class as u64);
        event.is_first = class == 0;
    }

    /// What a read finds in a write.
    pub(super) fn value(&mut self, read: Slot, write: Slot) -> u64 {
        if write != INIT {
            return self.graph.event(write).value;
        }
        let location = self.runs.ground.surroundings.sharing.location(self.graph.event(read).location);
        let node = self.graph.event(read).node;
        self.runs.initial(location, node)
    }

    /// A new read, and what it would find where nobody has written, which matters where its tags hang on what it finds.
    pub(super) fn reading(&mut self, slot: Slot) -> Reading {
        let read = self.graph.event(slot);
        let hangs_on_value =
            matches!(&*self.runs.node(read.node).detail, Detail::Access(access) if access.failing.is_some());
        let initial = if hangs_on_value {
            let location = self.runs.ground.surroundings.sharing.location(read.location);
            self.runs.ground.possible_initial(location)
        } else {
            0
        };
        Reading { slot, initial, hangs_on_value }
    }
}
