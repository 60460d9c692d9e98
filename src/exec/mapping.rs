//! What the C orders become: the mapping of a model file, looked up by operation and order.
//!
//! In: a model. Out: for each operation the fences before and after it and the tags on its event. It must not know
//! any model by name.

use crate::ir::Order;
pub use crate::model::Operation;
use crate::model::{Lowering, Model};

/// The mapping of one model.
#[derive(Clone, Copy, Debug)]
pub struct Mapping<'m> {
    model: &'m Model,
}

impl<'m> Mapping<'m> {
    /// The mapping of a model file.
    pub fn of(model: &'m Model) -> Mapping<'m> {
        Mapping { model }
    }

    /// Whether a read-modify-write with this order orders everything around it: where only its own thread can see it, it may
    /// be taken for a mark then, and nowhere else. Found out where somebody asks: most programs have no such place.
    pub fn is_full(self, order: Order) -> bool {
        self.model.updates_order_everything(order.name())
    }

    pub fn get(self, operation: Operation, order: Order) -> &'m Lowering {
        self.model.lowering(operation, order.name())
    }
}
