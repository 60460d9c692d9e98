//! Which thread goes on.
//!
//! In: a graph. Out: the thread whose event is added next: the write of a begun read-modify-write, then the rest of a
//! begun atomic section, then the lowest thread that can go on. It must not know which choices the event has.
//!
//! Two sections have begun only where an access of one has revisited a read of the other. The one that was added to last
//! goes on: the other one has read from it, so it comes behind it, and what is left of it has to be chosen when that is
//! known. Were the other one continued first, it could read what the first section is still to overwrite; that would
//! leave no place for the write, and what revisits from there would be looked for in vain, since the read that such a
//! graph gave away was not its maximal choice but the only one at that moment.

use super::{Graph, NONE, Slot, Thread};
use crate::explore::threads::runs::Runs;

impl<const W: usize> Graph<W> {
    /// The thread whose event comes next: the lowest that can go on, after those that have begun something.
    pub fn next_thread(&self, runs: &Runs<'_>) -> Option<u32> {
        let mut lowest = None;
        let mut begun: Option<(u32, Slot)> = None;
        let able = |state: &Thread| state.started && !state.stranded;
        for (thread, state) in self.threads.iter().enumerate().filter(|(_, state)| able(state)) {
            if state.pending {
                return Some(thread as u32);
            }
            let node = runs.node(state.cursor);
            if node.label.stops() {
                continue;
            }
            let section = node.section;
            if section != 0 && state.last != NONE && self.event(state.last).section == section {
                let later = |(_, last): (u32, Slot)| self.is_later(state.last, last);
                if begun.is_none_or(later) {
                    begun = Some((thread as u32, state.last));
                }
            }
            lowest = lowest.or(Some(thread as u32));
        }
        begun.map(|(thread, _)| thread).or(lowest)
    }

    /// Whether an event was added after another one.
    fn is_later(&self, event: Slot, other: Slot) -> bool {
        let first = self.order.iter().rev().find(|slot| [event, other].contains(slot));
        first == Some(&event)
    }
}
