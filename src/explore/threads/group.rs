//! Which threads are taken for twins, and which are known not to be.
//!
//! In: nothing. Out: the words for it. It must not know what makes threads twins ([`super::twins`]).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::label::NodeId;
use crate::ids::ThreadId;

/// Which threads were told apart.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Apart {
    /// All of them.
    pub all: bool,
    /// The axioms, as bits, in whose order some write overtakes an earlier read.
    pub overtaken: u64,
    /// Each of these is like no other.
    pub(super) alone: BTreeSet<ThreadId>,
    /// The first of a group, and one that is not of it.
    pub(super) pairs: BTreeSet<(ThreadId, ThreadId)>,
}

impl Apart {
    /// Whether a thread may be of the group that this one is the first of.
    pub(super) fn allows(&self, first: ThreadId, other: ThreadId) -> bool {
        let is_alone = self.all || self.alone.contains(&first) || self.alone.contains(&other);
        !is_alone && !self.pairs.contains(&(first, other))
    }

    /// What is known, in words.
    pub fn described(&self) -> impl Iterator<Item = String> {
        let alone = self.alone.iter().map(|thread| format!("alone {thread:?}"));
        let pairs = self.pairs.iter().map(|pair| format!("apart {pair:?}"));
        alone.chain(pairs).chain([format!("all apart {} {}", self.all, self.overtaken)])
    }
}

/// Threads that were started one right after the other and have done the same so far.
#[derive(Clone, Debug)]
pub struct Group {
    /// With the start of each, in the order in which they were started.
    pub(super) members: Vec<(ThreadId, NodeId)>,
    /// They have taken steps: nobody may join them any more.
    pub(super) is_closed: bool,
    /// How they end.
    pub(super) end: Option<Option<u64>>,
}

/// A row of the table of groups.
pub type GroupId = u32;

/// The groups of all threads; each thread that may have twins is of one.
#[derive(Debug, Default)]
pub struct Groups {
    pub(super) groups: Vec<Group>,
    /// Whether anybody looks for twins.
    pub wanted: bool,
}

impl Groups {
    #[cfg(test)]
    pub fn clear(&mut self) {
        self.groups.clear();
    }

    pub fn rename(&mut self, new: &[NodeId]) {
        for (_, root) in self.groups.iter_mut().flat_map(|group| &mut group.members) {
            *root = new[root.0 as usize];
        }
    }

    /// The threads of each group.
    pub fn each(&self) -> impl Iterator<Item = Vec<ThreadId>> {
        self.groups.iter().map(|group| group.members.iter().map(|(member, _)| *member).collect())
    }

    /// Whether any threads are twins.
    pub fn any(&self) -> bool {
        self.groups.iter().any(|group| group.members.len() > 1)
    }
}

/// The bit of a thread in a word.
pub fn bit(thread: ThreadId) -> u64 {
    1u64.checked_shl(thread.0).unwrap_or(0)
}
