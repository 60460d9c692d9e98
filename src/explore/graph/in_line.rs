//! Whether the sections of divided mutexes have an order.
//!
//! In: a graph, full or not, of a program whose mutexes are divided ([`crate::explore::threads::locks`]). Out: whether it is one of the program, less the
//! order of its sections. It must not know which sections share a portion.
//!
//! Let program order, rf, co and fr have no cycle even where each section counts as one event. Then there is an order of all events that keeps to them,
//! in which no section is interrupted: what gives the mutex back can be put right behind its section, as only the section, and what
//! had the same portion before, comes before it there. In that order the mutex is free whenever somebody takes it, so it is what one
//! processor does that runs the program, and no model forbids that. The condition is enough and not necessary: where a model lets
//! accesses be overtaken, a graph with such a cycle may be one of the program all the same.

use super::cycle::has_cycle;
use super::{Graph, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::threads::runs::Runs;

impl<const W: usize> Graph<W> {
    /// Whether an order of all events interrupts no section of a divided mutex. Where other accesses are made of several events that are one
    /// step, nobody looks for one.
    pub fn has_sections_in_line(&self, runs: &Runs<'_>) -> bool {
        // Atomic sections and pairs keep mutexes whole from the beginning; that memory is cut turns out on the way.
        if runs.has_groups() {
            return false;
        }
        let sections = Sections::of(self, runs);
        let before = |slot: Slot| {
            let row = match sections.whole(slot) {
                None => self.right_before(slot),
                Some(section) => {
                    let rows = section.members().map(|slot| self.right_before(slot));
                    rows.fold(Row::EMPTY, |row, before| row.or(&before)).without(section)
                }
            };
            sections.as_one(row)
        };
        !has_cycle(sections.as_one(self.all_events()), before)
    }

    /// What comes directly before an event, without what comes before the one before it in its thread.
    fn right_before(&self, slot: Slot) -> Row<W> {
        let before = self.directly_before(slot);
        match self.event(slot).previous {
            NONE => before,
            previous => before.without(&self.event(previous).po),
        }
    }
}

/// The sections of divided mutexes, for each of which its first event stands.
struct Sections<const W: usize> {
    all: Vec<(Slot, Row<W>)>,
    /// By event, the section that it is in; behind the last one is none.
    of: Vec<usize>,
}

impl<const W: usize> Sections<W> {
    fn of(graph: &Graph<W>, runs: &Runs<'_>) -> Self {
        let mut all: Vec<(Slot, Row<W>)> = Vec::new();
        let mut of = vec![usize::MAX; graph.events.len()];
        for thread in &graph.threads {
            let (mut slot, mut last) = (thread.last, 0);
            while slot != NONE {
                let event = graph.event(slot);
                let section = runs.node(event.node).locked;
                if section != 0 {
                    match all.last_mut() {
                        // From the last event to the first.
                        Some((first, events)) if section == last => {
                            *first = slot;
                            events.insert(slot);
                        }
                        _ => all.push((slot, Row::single(slot))),
                    }
                    of[slot as usize] = all.len() - 1;
                }
                (slot, last) = (event.previous, section);
            }
        }
        Sections { all, of }
    }

    /// The section that begins with an event.
    fn whole(&self, slot: Slot) -> Option<&Row<W>> {
        self.all.get(self.of[slot as usize]).map(|(_, section)| section)
    }

    /// The events without those that others stand for, which these take the place of.
    fn as_one(&self, row: Row<W>) -> Row<W> {
        row.members().fold(row, |mut row, slot| {
            if let Some((first, _)) = self.all.get(self.of[slot as usize]) {
                row.remove(slot);
                row.insert(*first);
            }
            row
        })
    }
}
