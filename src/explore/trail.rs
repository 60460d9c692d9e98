//! Where a search stands: its stack as it can be kept.
//!
//! In: nothing; it is plain data. Out: [`Trail`]. It must not know what a search does with it.

use serde::{Deserialize, Serialize};

use crate::explore::graph::Slot;

/// Whether the graph on top of a stack was visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stands {
    /// It is to grow, or to be visited.
    #[default]
    Before,
    /// What follows is the next choice.
    Behind,
}

/// A thread that was stranded, with so many steps below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strand {
    pub depth: usize,
    pub thread: u32,
}

/// What a step chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chooses {
    Nothing,
    Value,
    Source,
    /// So many of the reads were revisited.
    Place {
        revisited: usize,
    },
    /// The write of the step below has revisited this read.
    Revisit {
        read: Slot,
    },
}

/// A step with all its choices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    pub thread: u32,
    pub chooses: Chooses,
    pub choices: Vec<Slot>,
    /// How many choices were made, and how many there are besides revisits.
    pub made: usize,
    pub of: usize,
}

/// A stack.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Trail {
    pub steps: Vec<Step>,
    pub strands: Vec<Strand>,
    pub stands: Stands,
}
