//! A part of an exploration that can change hands.
//!
//! In: nothing. Out: [`Piece`], and [`Heir`], who takes pieces. It must not know who that is.

use crate::explore::graph::{Graph, Slot};

/// A part of an exploration.
pub struct Piece<const W: usize> {
    pub graph: Graph<W>,
    pub task: Task,
    pub left: Left,
    /// The share of the whole that is below each choice.
    pub weight: f64,
}

/// What is to be done with the graph of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Its last event, a write without a place, has revisited this read: the places of the write.
    Revisit { read: Slot },
    /// The choices of the next event of this thread.
    Choices { thread: u32 },
}

/// Which choices are part of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// The values of something that the program leaves open, from this class on.
    Values { from: usize },
    /// The writes that a read may read from or the places of a write, and the reads that the write revisits.
    Slots { choices: Vec<Slot>, revisits: Vec<Slot> },
}

/// Who takes parts of an exploration.
pub trait Heir<const W: usize> {
    /// Whether someone waits for one.
    fn is_hungry(&self) -> bool;

    fn give(&self, piece: Piece<W>);
}
