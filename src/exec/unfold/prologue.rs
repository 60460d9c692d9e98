//! The prologue: what the first thread does before it starts another one.
//!
//! In: what memory holds, as the first thread knows it, wherever it stops being alone. Out: what a cell may hold from then on
//! as far as nobody has written it since. It must not know what the memory is for.
//!
//! # Why that is right
//! As long as no other thread has been started on a path, each read of the first thread returns what it has written there
//! last, or else what memory held in the beginning: its own writes are all there are, and every model is tested for each
//! location behaving sequentially ([`crate::model`], `wellformed`). From the first start on, the last write of the prologue to a cell is
//! in `po` before every access of every other thread and every later one of the first
//! ([`crate::model::ground`]: what stands before a start is ordered before what the thread does). So the earlier writes of the
//! prologue and the initial one are overwritten for all of them, and each returns either what the prologue has left or what
//! somebody has written behind it.
//!
//! Of several paths that leave the prologue at most one is taken, so that what memory holds is chosen by their conditions. Those hang on what
//! the first thread has read and on choices; for another thread, whose dependencies are on its own reads, they are as good as numbers. The
//! first thread itself knows what it has written, on whichever path: it asks for what was there in the beginning.
//!
//! Whether a path is in the prologue is a part of its [`State`]. Where it joins one that is not, it leaves as it does where it starts a
//! thread; whoever is walked later has one of the states behind it in which a path has left.

use super::Round;
use crate::exec::state::{Memory, State};
use crate::exec::terms::TermId;
use crate::ids::ThreadId;
use crate::ir::Width;

impl Round<'_> {
    /// The path goes on with other threads beside it, or with paths that may have some.
    pub(super) fn leave_prologue(&mut self, state: &mut State) {
        if state.alone {
            self.left.push((state.guard, state.memory.clone()));
            state.alone = false;
        }
    }

    /// What memory holds that the walked thread has not written, and nobody else behind the prologue.
    pub(super) fn inherited(&mut self, state: &State, address: u64, width: Width) -> TermId {
        if state.alone || self.left.is_empty() || self.walk.thread == ThreadId(0) && self.tracked(state, address) {
            return self.initial_value(address, width);
        }
        let left = std::mem::take(&mut self.left);
        let all: Vec<(TermId, TermId)> =
            left.iter().map(|(guard, memory)| (*guard, self.held(memory, address, width))).collect();
        self.left = left;
        // Of the paths at most one is taken.
        let (last, others) = all.split_last().expect("a path has left; please report this");
        others.iter().rev().fold(last.1, |value, (guard, other)| self.terms.select(*guard, *other, value))
    }

    /// What a thread's memory holds: what it wrote, or else what was there in the beginning.
    fn held(&mut self, memory: &Memory, address: u64, width: Width) -> TermId {
        let mut terms = std::mem::take(&mut self.terms);
        let value = memory.read(address, width, &mut terms, &mut |terms, address, width| {
            std::mem::swap(&mut self.terms, terms);
            let value = self.initial_value(address, width);
            std::mem::swap(&mut self.terms, terms);
            value
        });
        self.terms = terms;
        value
    }
}
