//! What the C orders become: the mapping of a model file, looked up by operation and order.
//!
//! In: a model. Out: for each operation the fences before and after it and the tags on its event. It must not know
//! any model by name.

use rustc_hash::FxHashMap;

use crate::ir::Order;
use crate::model::Model;
pub use crate::model::Operation;

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
    /// The mapping of a model file.
    pub fn of(model: &Model) -> Mapping {
        let mut mapping = Mapping::default();
        for operation in Operation::ALL {
            for order in Order::ALL {
                let lowering = model.lowering(operation, order.name());
                let mapped = Mapped {
                    before: lowering.before.clone(),
                    after: lowering.after.clone(),
                    tags: lowering.tags.clone(),
                };
                mapping.entries.insert((operation, *order), mapped);
            }
        }
        mapping
    }

    pub fn get(&self, operation: Operation, order: Order) -> Mapped {
        self.entries.get(&(operation, order)).cloned().unwrap_or_default()
    }
}
