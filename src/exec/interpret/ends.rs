//! The ends of objects: of local and thread-local ones at the end of a block, of a call, of a thread, of blocks from the
//! heap where they are freed.
//!
//! In: the instruction that ends them, or the end of the thread. Out: the stores to their liveness cells, in the order in which the
//! unfolding has them. What dies when stands in [`crate::exec::lifetime`].

use super::micro::{At, Ending, Micro};
use super::{Code, Machine, Step, World};
use crate::exec::compound;
use crate::exec::lifetime::Life;
use crate::exec::object::{Death, ObjectId};
use crate::ids::ThreadId;
use crate::ir::{Calls, Property};

impl Machine {
    /// Frees the block at an address, if that is not null; says what is wrong with it.
    pub(super) fn free(&mut self, code: &Code<'_>, world: &mut dyn World, address: u64, at: At) -> Option<Step> {
        if address == 0 {
            return None;
        }
        let Some(id) = world.objects().mortal_at(address, Death::Free) else {
            return Some(Machine::violated(Property::InvalidFree, compound::NOT_ALLOCATED, at.span));
        };
        self.end_life(code, world, (compound::FREE, id), at);
        self.write_over(code, world, id, at.span);
        self.queue.push_back(Micro::Freed(id));
        None
    }

    /// Ends the local object at an address, if there is one.
    pub(super) fn end_local(&mut self, code: &Code<'_>, world: &mut dyn World, address: u64, at: At) {
        if let Some(id) = world.objects().mortal_at(address, Death::EndOfScope) {
            self.living.retain(|(_, living)| *living != id);
            self.end(code, world, id, at);
        }
    }

    /// Ends all local objects that calls have made and not ended.
    pub(super) fn end_locals(&mut self, code: &Code<'_>, world: &mut dyn World, of: Calls, at: At) {
        let shallowest = match of {
            Calls::Running => self.frames.len(),
            Calls::All => 0,
        };
        let ending = self.living.split_off(&(shallowest, ObjectId(0)));
        for (_, id) in ending.into_iter().rev() {
            self.end(code, world, id, at);
        }
    }

    /// Ends what dies with the thread, and then the thread. (The program ends where the first one returns.)
    pub(super) fn end_of_thread(&mut self, code: &Code<'_>, world: &mut dyn World, ending: Ending) {
        if self.thread != ThreadId(0) || ending == Ending::Exit {
            for id in world.objects().of_thread(self.thread) {
                let cell = world.objects().liveness(id);
                let cell = world.objects().get(cell).base;
                let value = Life::Ends.noted().into();
                self.store_of_life(code, (cell, Life::WIDTH), (None, None), |access| Micro::Write { access, value });
                self.write_over(code, world, id, None);
            }
        }
        self.queue.push_back(Micro::Finish(ending));
    }

    fn end(&mut self, code: &Code<'_>, world: &mut dyn World, id: ObjectId, at: At) {
        self.end_life(code, world, (compound::END_OF_SCOPE, id), at);
        self.write_over(code, world, id, at.span);
    }
}
