//! Which sets of the model an event belongs to, as far as a thread's own step decides it.
//!
//! In: the tags of an access or the kind of a fence. Out: a number for the sets, given by who knows the model. It must
//! not know the model.

use crate::ids::FenceId;
use crate::model::Tag;

/// Which sets of the model an event belongs to.
pub trait Classes {
    fn class(&mut self, kind: Class<'_>) -> u32;
}

/// What decides an event's sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class<'a> {
    Read(&'a [Tag]),
    Write(&'a [Tag]),
    Fence(FenceId),
    Other,
}
