//! Accesses of a graph that reach an object when it is dead, as [`crate::exec::late`] defines them.
//!
//! In: a graph with all its coherence. Out: the one that comes first in the text. It must not know how the graph was found.

use super::{Graph, Kind, NONE, Slot};
use crate::exec::execution::Violated;
use crate::exec::interpret::Access;
use crate::exec::late;
use crate::exec::lifetime::Life;
use crate::explore::threads::label::Detail;
use crate::explore::threads::runs::Runs;
use crate::ids::ThreadId;

impl<const W: usize> Graph<W> {
    /// A late access, if there is one.
    pub fn late(&self, runs: &Runs<'_>) -> Option<Violated> {
        if !runs.ground.code.lives.may_end_visibly() {
            return None;
        }
        let ends = self.order.iter().copied().filter(|slot| self.life(runs, *slot) == Some(Life::Ends));
        let found = ends.flat_map(|over| self.reached(runs, over).into_iter().map(move |access| (over, access)));
        let told = found.filter_map(|(over, slot)| self.violated(runs, (over, slot)));
        told.min_by_key(|violated| (violated.span, violated.thread))
    }

    /// What of other threads comes after the end of an object that this write shows, and before it is born again.
    fn reached(&self, runs: &Runs<'_>, over: Slot) -> Vec<Slot> {
        let mut reached: Vec<Slot> = self.event(over).readers.members().collect();
        let mut write = self.event(over).after;
        while write != NONE && self.life(runs, write) != Some(Life::Begins) {
            reached.push(write);
            write = self.event(write).after;
        }
        let thread = self.event(over).thread;
        reached.retain(|slot| self.event(*slot).thread != thread && self.life(runs, *slot).is_none());
        reached
    }

    fn violated(&self, runs: &Runs<'_>, (over, slot): (Slot, Slot)) -> Option<Violated> {
        let (end, access) = (self.access(runs, over)?, self.access(runs, slot)?);
        let objects = &runs.ground.surroundings.objects;
        let thread = ThreadId(self.event(slot).thread);
        Some(late::violation(objects, end.address, (end.span, access.span), thread))
    }

    fn life(&self, runs: &Runs<'_>, slot: Slot) -> Option<Life> {
        let is_access = matches!(self.event(slot).kind, Kind::Read | Kind::Write);
        self.access(runs, slot).filter(|_| is_access)?.life
    }

    fn access<'r>(&self, runs: &'r Runs<'_>, slot: Slot) -> Option<&'r Access> {
        match &*runs.node(self.event(slot).node).detail {
            Detail::Access(access) => Some(access),
            _ => None,
        }
    }
}
