//! What is changed in the text of a test, and where.
//!
//! In: nothing. Out: the words for it. It must not know how a text is changed.

use super::{Link, Step};
use crate::model::Operation;

/// Something that may be changed: the thread, and which of its parts, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub thread: usize,
    pub row: usize,
}

/// What is done at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// This instruction comes before it.
    Before(String),
    /// Its instruction gets annotations, sets of the model.
    Annotated(Vec<String>),
}

/// A place at which a fence may order something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub cell: Cell,
    /// One at which a person would put a fence only for want of another.
    pub is_unusual: bool,
}

/// What steps are for the mapping of a model, if they access memory.
pub fn operation(steps: &[Step]) -> Option<Operation> {
    steps.iter().find_map(|step| match step {
        Step::Load { link: Link::None, .. } => Some(Operation::Load),
        Step::Store { link: Link::None, .. } => Some(Operation::Store),
        Step::Load { .. } | Step::Store { .. } | Step::StoreConditional { .. } => Some(Operation::Rmw),
        _ => None,
    })
}
