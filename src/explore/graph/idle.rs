//! Whether a thread that idles has been noticed.
//!
//! In: a graph and the last event of a thread at a `Label::Idle`. Out: whether another thread has read what was there between its last two changes. It must not know why that matters
//! ([`crate::exec::waiting`] says that).

use super::{Event, Graph, INIT, Kind, Slot};

impl<const W: usize> Graph<W> {
    /// Whether anything but the thread itself has read what it has written since its last change but one, up to when it
    /// took that back.
    pub(super) fn is_noticed(&self, last: Slot) -> bool {
        let mut slot = last;
        while !self.is_change(self.event(slot)) {
            slot = self.event(slot).previous;
        }
        let thread = self.event(slot).thread;
        loop {
            let found = self.event(self.event(slot).previous).source;
            // Somebody came between the two.
            if found == INIT || self.event(found).thread != thread {
                return true;
            }
            let between = self.event(found);
            if between.readers.members().any(|reader| self.event(reader).thread != thread) {
                return true;
            }
            if self.is_change(between) {
                return false;
            }
            slot = found;
        }
    }

    /// Whether an event is the write of a read-modify-write that left another value than it found.
    fn is_change(&self, event: &Event<W>) -> bool {
        event.kind == Kind::Write && event.half && self.event(event.previous).value != event.value
    }
}
