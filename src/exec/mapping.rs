//! What the C orders become: the mapping of a model file, looked up by operation and order.
//!
//! In: a model. Out: for each operation the fences before and after it and the tags on its event. It must not know
//! any model by name.

use rustc_hash::FxHashMap;

use crate::ir::Order;

/// The operations that a model file maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    Load,
    Store,
    Rmw,
    Fence,
}

impl Operation {
    pub const ALL: &[Operation] = &[Operation::Load, Operation::Store, Operation::Rmw, Operation::Fence];
}

/// What one operation becomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapped {
    /// Fence kinds in front.
    pub before: Vec<String>,
    /// Fence kinds behind.
    pub after: Vec<String>,
    /// Set names put on the event.
    pub tags: Vec<String>,
}

/// The mapping of one model.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    entries: FxHashMap<(Operation, Order), Mapped>,
}

impl Mapping {
    /// Sets what an operation becomes.
    pub fn insert(&mut self, operation: Operation, order: Order, mapped: Mapped) {
        self.entries.insert((operation, order), mapped);
    }

    pub fn get(&self, operation: Operation, order: Order) -> Mapped {
        self.entries.get(&(operation, order)).cloned().unwrap_or_default()
    }
}
