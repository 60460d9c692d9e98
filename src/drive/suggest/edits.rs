//! The edits of a repair.
//!
//! In: the candidates that synthesis chose. Out: [`Edit`]s, and what each is in the text. It must not know how they were
//! found, nor how text is changed.

use crate::ids::{PointId, SiteId};
use crate::ir::{Order, Placement};
use crate::sat::candidates::Candidate;

use super::Task;

/// A change of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A fence of this kind (its index in the model).
    Fence { point: PointId, kind: usize },
    /// An access with a stronger order.
    Order { site: SiteId, order: Order },
}

/// The edits among candidates.
pub fn edits_of(chosen: &[Candidate]) -> Vec<Edit> {
    let edit = |candidate: &Candidate| match candidate {
        Candidate::Fence { point, kind } => Some(Edit::Fence { point: *point, kind: *kind }),
        Candidate::Order { site, order } => Some(Edit::Order { site: *site, order: *order }),
        Candidate::Pair(..) => None,
    };
    chosen.iter().filter_map(edit).collect()
}

impl Edit {
    /// Where the text changes.
    pub fn placement(self, task: &Task<'_>) -> Placement {
        let program = &task.unit.program;
        match self {
            // At a point where a fence was taken out the text of that one makes way.
            Edit::Fence { point, .. } => program.point(point).placement.clone(),
            Edit::Order { site, .. } => {
                program.orders.get(&site).map_or(Placement::None, |order| Placement::Order { argument: order.span })
            }
        }
    }

    /// The kind of fence, or the order.
    pub fn name(self, task: &Task<'_>) -> String {
        match self {
            Edit::Fence { kind, .. } => task.request.model.fences()[kind].name.clone(),
            Edit::Order { order, .. } => order.name().to_string(),
        }
    }

    /// How often it counts.
    pub fn count(self, task: &Task<'_>) -> u64 {
        match self {
            Edit::Fence { point, .. } => task.judge.count(point),
            Edit::Order { .. } => 1,
        }
    }

    /// What it costs.
    pub fn cost(self, task: &Task<'_>) -> u64 {
        match self {
            Edit::Fence { point, kind } => task.judge.cost(point, kind),
            Edit::Order { order, .. } => task.judge.raise_cost(order),
        }
    }
}

/// The name of an order as the text has its weaker one, `__ATOMIC_RELEASE` for `__ATOMIC_RELAXED`.
pub fn spelling(written: &str, order: Order) -> String {
    match written.starts_with("__ATOMIC_") {
        true => format!("__ATOMIC_{}", order.name().to_uppercase()),
        false => format!("memory_order_{}", order.name()),
    }
}
