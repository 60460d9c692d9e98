//! A loop that is running in a frame, and its iterations.
//!
//! In: nothing. Out: [`RunningLoop`], [`Past`], [`Head`]. It must not know when an iteration may be left out.

use std::collections::BTreeMap;

use crate::exec::object::ObjectId;
use crate::exec::state::{Memory, Section};
use crate::exec::terms::TermId;
use crate::ids::LoopId;

/// The state at the head of a loop, and how much had happened there.
#[derive(Clone)]
pub(super) struct Head {
    pub guard: TermId,
    pub registers: Vec<Option<TermId>>,
    pub memory: Memory,
    pub section: Option<Section>,
    pub freed: BTreeMap<ObjectId, TermId>,
    pub living: BTreeMap<(usize, ObjectId), TermId>,
    pub held: BTreeMap<u64, TermId>,
    /// How many effects, objects, events of the thread, accesses to private memory and awaits came before.
    pub effects: usize,
    pub objects: usize,
    pub events: usize,
    pub accesses: usize,
    pub awaits: usize,
}

/// An iteration that is over.
#[derive(Clone)]
pub(super) struct Past {
    pub head: Head,
    /// The paths on which it was silent, up to its end.
    pub silent: TermId,
}

/// A loop that is running in a frame.
pub(super) struct RunningLoop {
    pub start: usize,
    pub repeat: usize,
    pub id: LoopId,
    /// Of the current iteration, from 1; part of the context.
    pub iteration: u32,
    /// Iterations whose number was not certain.
    pub(super) counted: u32,
    /// Some path left the loop in this iteration.
    pub(super) left: bool,
    /// An exit of the loop was decided by constants in this iteration.
    pub(super) decided: bool,
    pub head: Head,
    /// The iteration before, if it can be compared with this one.
    pub before: Option<Past>,
    /// All paths that came to the head are those of the state there.
    pub whole: bool,
    /// The ways out of the loop that this iteration took, each with the accesses to private memory before it.
    pub exits: Vec<(usize, TermId)>,
}

impl RunningLoop {
    /// Notes a way out.
    pub fn leave(&mut self, accesses: usize, guard: TermId) {
        self.left = true;
        self.exits.push((accesses, guard));
    }
}
