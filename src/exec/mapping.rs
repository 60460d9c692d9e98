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
    /// The orders with which a read-modify-write orders everything around it.
    full: Vec<Order>,
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
        let mut known: Vec<(Mapped, bool)> = Vec::new();
        for order in Order::ALL {
            let mapped = mapping.get(Operation::Rmw, *order);
            let is_full = match known.iter().find(|(other, _)| *other == mapped) {
                Some((_, is_full)) => *is_full,
                None => model.updates_order_everything(order.name()),
            };
            mapping.full.extend(is_full.then_some(*order));
            known.push((mapped, is_full));
        }
        mapping
    }

    /// Whether a read-modify-write with this order orders everything around it: where only its own thread can see it, it may
    /// be taken for a mark then, and nowhere else.
    pub fn is_full(&self, order: Order) -> bool {
        self.full.contains(&order)
    }

    pub fn get(&self, operation: Operation, order: Order) -> Mapped {
        self.entries.get(&(operation, order)).cloned().unwrap_or_default()
    }
}
