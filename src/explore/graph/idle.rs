//! Whether a thread that idles has been noticed.
//!
//! In: a graph and the last event of a thread at a `Label::Idle`. Out: who has read what was there between its last two changes
//! ([`Notice`]). It must not know why that matters ([`crate::exec::waiting`] says that).
//!
//! A search finds all graphs only if whether a thread goes on hangs on nothing but the causes of what it does then. A
//! read-modify-write that came between the two changes is a cause of the second one. A plain read of what was there in between
//! need not be, so it becomes a cause of whatever the thread does after having been noticed by it. Were it none, a write that the
//! thread makes afterwards could revisit a read that was added before the plain one; the graph that the revisit leaves would
//! have the thread go on unnoticed, and the one in which the plain read was added maximally would have it idle, so that nobody did the
//! revisit. As a cause the plain read is kept in whatever the thread revisits. It has the thread itself not among its own causes: models in
//! which it may are not given the rule ([`crate::exec::waiting::under`]).
//!
//! A read that only lets its own thread wait ([`super::awaiting`]) notices nothing: its thread stops there, so that it may be left out
//! with what it has read.

use super::{Event, Graph, INIT, Kind, NONE, Slot};
use crate::explore::threads::runs::Runs;

/// Whether others have noticed what a thread has taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    Nobody,
    /// In a way that is among the causes of the second change.
    Caused,
    /// By this read, which is not.
    By(Slot),
}

impl<const W: usize> Graph<W> {
    /// Whether anything but the thread itself has read what it has written since its last change but one, up to when it
    /// took that back.
    pub(super) fn notice(&self, runs: &Runs<'_>, last: Slot) -> Notice {
        let mut slot = last;
        while !self.is_change(self.event(slot)) {
            slot = self.event(slot).previous;
        }
        let (thread, causes) = (self.event(slot).thread, self.event(slot).porf);
        let mut first = NONE;
        loop {
            let found = self.event(self.event(slot).previous).source;
            // Somebody came between the two.
            if found == INIT || self.event(found).thread != thread {
                return Notice::Caused;
            }
            let between = self.event(found);
            let others = |reader: &Slot| self.event(*reader).thread != thread && !self.waits_in_place(runs, *reader);
            for reader in between.readers.members().filter(others) {
                if causes.contains(reader) {
                    return Notice::Caused;
                }
                if first == NONE || self.event(reader).rank < self.event(first).rank {
                    first = reader;
                }
            }
            if self.is_change(between) {
                return if first == NONE { Notice::Nobody } else { Notice::By(first) };
            }
            slot = found;
        }
    }

    /// Whether an event is the write of a read-modify-write that left another value than it found.
    fn is_change(&self, event: &Event<W>) -> bool {
        event.kind == Kind::Write && event.half && self.event(event.previous).value != event.value
    }
}
