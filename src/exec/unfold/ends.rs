//! The ends of local and thread-local objects: at the end of a block, of a call, of a thread.
//!
//! In: the instruction that ends them, or the end of the thread. Out: the stores to their liveness cells, in the order in which the
//! interpreter has them. What dies when stands in [`crate::exec::lifetime`].

use super::Round;
use super::access::At;
use crate::diag::Diagnostic;
use crate::exec::lifetime::Life;
use crate::exec::object::{Death, ObjectId};
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ir::{Calls, Order};

impl Round<'_> {
    /// Ends the local object at an address, if there is one.
    pub(super) fn end_local(&mut self, state: &mut State, address: TermId, at: At) -> Result<(), Diagnostic> {
        let dying = self.dying(address, Death::EndOfScope, at.span)?;
        for (id, here) in dying.objects {
            let elsewhere = self.terms.not(here);
            for living in state.living.iter_mut().filter(|((_, living), _)| *living == id).map(|(_, when)| when) {
                *living = self.terms.and(*living, elsewhere);
            }
            state.living.retain(|_, when| *when != TermId::FALSE);
            self.end(state, (id, here), at);
        }
        Ok(())
    }

    /// Ends all local objects that calls have made and not ended.
    pub(super) fn end_locals(&mut self, state: &mut State, of: Calls, at: At) {
        let shallowest = match of {
            Calls::Running => self.walk.calls.len(),
            Calls::All => 0,
        };
        let ending = state.living.split_off(&(shallowest, ObjectId(0)));
        for ((_, id), when) in ending.into_iter().rev() {
            self.end(state, (id, when), at);
        }
    }

    /// Ends what dies with the thread, where a condition holds.
    pub(super) fn end_of_thread(&mut self, state: &mut State, here: TermId) {
        let at = At { site: None, span: None, order: Order::Plain };
        for id in self.objects.of_thread(self.walk.thread) {
            self.end(state, (id, here), at);
        }
    }

    fn end(&mut self, state: &mut State, (id, here): (ObjectId, TermId), at: At) {
        self.note_life(state, (id, here), Life::Ends, at);
        self.write_over(state, (id, here), at);
    }
}
