//! How far loops and calls are followed.
//!
//! In: what the user fixed and how far the automatic rise has come. Out: the bound of each loop. It must not know why a
//! bound was reached or what is done about it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::LoopId;
use crate::ir::Order;

/// How many iterations of a loop are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The user's number. Every iteration counts.
    Fixed(u32),
    /// A number that rises when it does not suffice. An iteration counts only if it depends on what was read whether
    /// there is one; those that constants decide have a bound of their own, [`Bounds::counted`].
    Rising(u32),
}

impl Bound {
    /// The number of iterations.
    pub fn iterations(self) -> u32 {
        match self {
            Bound::Fixed(iterations) | Bound::Rising(iterations) => iterations,
        }
    }
}

/// Which iterations are left out of an execution, the thread waiting instead ([`crate::exec::waiting`]).
/// Each way leaves out what the ones before it do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// None: the loop is unwound like any other.
    Unwound,
    /// Those that write nothing; a read-modify-write with one of these orders that stores what it finds is none that
    /// writes.
    Silent(Vec<Order>),
    /// Also those that take back what they wrote, if nobody noticed. Every read-modify-write that stores what it finds is
    /// silent.
    #[default]
    TakenBack,
}

impl Waiting {
    /// Whether a read-modify-write with this order writes nothing if it stores what it finds.
    pub fn is_silent(&self, order: Order) -> bool {
        match self {
            Waiting::Unwound => false,
            Waiting::Silent(orders) => orders.contains(&order),
            Waiting::TakenBack => true,
        }
    }
}

/// Which additions that a thread takes back only to add again are not followed by the explorer (`explore/graph/attempts.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempts {
    /// None.
    Followed,
    /// Those at places where coherence alone keeps them from being found when they are over.
    Coherent,
    /// All.
    #[default]
    Everywhere,
}

/// Of which orders a store may take back what a read-modify-write of its thread did, in an iteration that is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restores {
    /// Wherever the iteration does it.
    pub anywhere: Vec<Order>,
    /// Only where each iteration comes to a read-modify-write of the same place before it does anything else that others can notice.
    pub taken_again: Vec<Order>,
}

/// What an execution without an iteration must have in common with the one that has it ([`crate::exec::waiting`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alike {
    /// The values.
    #[default]
    Values,
    /// Also the reads that they were computed from, because the model orders by dependencies.
    Sources,
    /// The same under a model to which what chose a value is none of them, so that a choice of values has to be seen as one.
    SourcesOfTheChosen,
}

/// What memory holds that nobody has set, where a pointer fits in ([`crate::exec::unfold`], `unset.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Litter {
    /// One value, and a path ends where it is read.
    Untouched,
    /// Any.
    #[default]
    Any,
}

/// How far loops and recursion are followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Of a loop without a bound of its own.
    pub default: Bound,
    pub loops: BTreeMap<LoopId, Bound>,
    /// Iterations of a loop whose number of iterations constants decide, where the user fixed none.
    pub counted: u32,
    /// Nested calls of one function.
    pub recursion: u32,
    pub waiting: Waiting,
    #[serde(default)]
    pub attempts: Attempts,
    #[serde(default)]
    pub restores: Restores,
    #[serde(default)]
    pub alike: Alike,
    #[serde(default)]
    pub litter: Litter,
}

impl Bounds {
    /// The same bound for all loops, and another for nested calls.
    pub fn new(default: Bound, recursion: u32) -> Bounds {
        let (waiting, restores) = (Waiting::default(), Restores::default());
        let (attempts, alike, litter) = (Attempts::default(), Alike::default(), Litter::default());
        let loops = BTreeMap::new();
        Bounds { default, loops, counted: 1 << 12, recursion, waiting, attempts, restores, alike, litter }
    }

    pub fn bound(&self, id: LoopId) -> Bound {
        self.loops.get(&id).copied().unwrap_or(self.default)
    }

    /// The number of iterations of a loop.
    pub fn of(&self, id: LoopId) -> u32 {
        self.bound(id).iterations()
    }
}
