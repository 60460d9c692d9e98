//! Whether the sections of divided mutexes have an order.
//!
//! In: a full graph of a program whose mutexes are divided ([`crate::explore::threads::locks`]). Out: whether it is one of the program, less the
//! order of its sections. It must not know which sections share a portion.
//!
//! Let program order, rf, co and fr have no cycle even where each section counts as one event. Then there is an order of all events that keeps to them,
//! in which no section is interrupted: what gives the mutex back can be put right behind its section, as only the section, and what
//! had the same portion before, comes before it there. In that order the mutex is free whenever somebody takes it, so it is what one
//! processor does that runs the program, and no model forbids that. The condition is enough and not necessary: where a model lets
//! accesses be overtaken, a graph with such a cycle may be one of the program all the same.

use super::cycle::has_cycle;
use super::{Graph, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::threads::runs::Runs;

impl<const W: usize> Graph<W> {
    /// Whether an order of all events interrupts no section of a divided mutex. Where other accesses are made of several events that are one
    /// step, nobody looks for one.
    pub fn has_sections_in_line(&self, runs: &Runs<'_>) -> bool {
        if runs.has_sections() || runs.has_groups() {
            return false;
        }
        let sections = self.sections_of_mutexes(runs);
        // The first event of a section stands for all of it.
        let as_one = |row: Row<W>| {
            sections
                .iter()
                .filter(|(_, section)| section.intersects(&row))
                .fold(row, |row, (first, section)| row.without(section).or(&Row::single(*first)))
        };
        let before = |slot: Slot| match sections.iter().find(|(first, _)| *first == slot) {
            None => as_one(self.directly_before(slot)),
            Some((_, section)) => {
                let before = section.members().fold(Row::EMPTY, |row, slot| row.or(&self.directly_before(slot)));
                as_one(before.without(section))
            }
        };
        !has_cycle(as_one(self.all_events()), before)
    }

    /// The first event, and all, of each section of a divided mutex.
    fn sections_of_mutexes(&self, runs: &Runs<'_>) -> Vec<(Slot, Row<W>)> {
        let mut sections: Vec<(Slot, Row<W>)> = Vec::new();
        for events in &self.by_thread {
            let mut slots: Vec<Slot> = events.members().collect();
            slots.sort_unstable_by_key(|slot| self.event(*slot).place);
            let mut last = 0;
            for slot in slots {
                let section = runs.node(self.event(slot).node).locked;
                match (section, sections.last_mut()) {
                    (0, _) => {}
                    (_, Some((_, events))) if section == last => events.insert(slot),
                    _ => sections.push((slot, Row::single(slot))),
                }
                last = section;
            }
        }
        sections
    }
}
