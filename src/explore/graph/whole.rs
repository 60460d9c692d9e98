//! Which events are of one access to memory that is cut, and which reads and writes are of one read-modify-write.
//!
//! In: events of a graph. Out: the answer. It must not know what a model makes of either.

use super::{Event, Graph, Kind, Slot};
use crate::exec::interpret::Access;
use crate::explore::threads::label::Detail;
use crate::explore::threads::runs::Runs;

impl<const W: usize> Graph<W> {
    /// The access to memory that is cut of which this event is a part, unless a section makes it one step anyway.
    pub fn group(&self, runs: &Runs<'_>, slot: Slot) -> Option<(u32, u32)> {
        let event = self.event(slot);
        match &*runs.node(event.node).detail {
            Detail::Access(Access { section: None, group: Some(group), .. }) => Some((event.thread, *group)),
            _ => None,
        }
    }

    /// The read with which this event is the write of a read-modify-write.
    pub fn updated(&self, runs: &Runs<'_>, slot: Slot) -> Option<Slot> {
        let write = self.event(slot);
        if write.kind != Kind::Write {
            return None;
        }
        if write.half {
            return Some(write.previous);
        }
        let group = self.group(runs, slot)?;
        // The reads of a group stand right before its writes.
        let is_part = |before: &Slot| self.group(runs, *before) == Some(group);
        let is_half = |read: &Event<W>| read.kind == Kind::Read && read.location == write.location;
        let before = |slot: Slot| Some(self.event(slot).previous).filter(|slot| *slot != super::NONE);
        std::iter::successors(before(slot), |slot| before(*slot))
            .take_while(is_part)
            .find(|slot| is_half(self.event(*slot)))
    }
}
