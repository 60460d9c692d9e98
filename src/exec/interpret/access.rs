//! What a thread says of an access to memory before it is told what is there.

use super::Change;
use crate::diag::Span;
use crate::exec::execution::EventKind;
use crate::exec::lifetime::Life;
use crate::exec::mapping::Operation;
use crate::ids::{FenceId, SiteId};
use crate::ir::{Order, Width};
use crate::model::Tag;

/// One access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub address: u64,
    pub width: Width,
    pub operation: Operation,
    /// The set names that the mapping puts on its events, and `RMW`.
    pub tags: Vec<Tag>,
    /// What its read is where that hangs on what it finds.
    pub failing: Option<Box<Failing>>,
    /// How strongly the source orders it.
    pub order: Order,
    pub site: Option<SiteId>,
    pub span: Option<Span>,
    /// Accesses of one atomic section have the same number; it counts the sections of the thread.
    pub section: Option<u32>,
    /// Parts of one access have the same number; it counts such accesses of the thread.
    pub group: Option<u32>,
    pub unset: Unset,
    pub piece: Piece,
    /// Of what is stored to an object's bytes because its life begins or ends.
    pub life: Option<Life>,
}

/// What is done with what an access reads that may be a part of an address ([`crate::exec::pieces`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Piece {
    /// It is none.
    #[default]
    None,
    /// The program computes with it.
    Used,
    /// It is copied to somewhere else.
    Copied,
}

/// What the read of a read-modify-write is where it finds what lets it write nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    pub change: Change,
    pub tags: Vec<Tag>,
    /// The fences behind it where it writes, and where it does not.
    pub behind: [Vec<FenceId>; 2],
}

impl Access {
    /// Whether it is a read-modify-write, which orders even where no other thread can see it; a mutex that is looked at is not.
    pub fn updates(&self) -> bool {
        self.operation == Operation::Rmw
    }

    /// The tags of its read where that finds `value`.
    pub fn tags_where_found(&self, value: u64) -> &[Tag] {
        match &self.failing {
            Some(failing) if failing.change.apply(value, self.width).is_none() => &failing.tags,
            _ => &self.tags,
        }
    }

    /// The tags of an event of it.
    pub fn tags_of(&self, kind: &EventKind) -> &[Tag] {
        match kind {
            EventKind::Read { value, .. } => self.tags_where_found(*value),
            _ => &self.tags,
        }
    }
}

/// What a read is about that finds what nobody has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unset {
    /// Any value: what the program does may depend on which.
    Any,
    /// That nobody has set it; the program does not depend on more.
    Unused,
}
