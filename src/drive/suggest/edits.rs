//! The edits of a repair.
//!
//! In: the candidates that synthesis chose. Out: [`Edit`]s, and what each is in the text. It must not know how they were
//! found, nor how text is changed.

use crate::diag::{Sources, Span};
use crate::ids::{PointId, SiteId};
use crate::ir::{Call, Order, Orders, Placement, Program, Said, WrittenOrder};
use crate::patch::call;
use crate::sat::candidates::Candidate;

use super::Task;

/// A change of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A fence of this kind (its index in the model).
    Fence { point: PointId, kind: usize },
    /// Accesses, by the first of them, with stronger orders.
    Order { site: SiteId, orders: Orders },
}

/// The edits among candidates.
pub fn edits_of(chosen: &[Candidate]) -> Vec<Edit> {
    let edit = |candidate: &Candidate| match candidate {
        Candidate::Fence { point, kind } => Some(Edit::Fence { point: *point, kind: *kind }),
        Candidate::Order { site, orders } => Some(Edit::Order { site: *site, orders: *orders }),
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
            Edit::Order { site, .. } => program.orders.get(&site).map_or(Placement::None, WrittenOrder::placement),
        }
    }

    /// The kind of fence, or the order.
    pub fn name(self, task: &Task<'_>) -> String {
        match self {
            Edit::Fence { kind, .. } => task.request.model.fences()[kind].name.clone(),
            Edit::Order { orders, .. } => orders.name(),
        }
    }

    /// How often it counts.
    pub fn count(self, task: &Task<'_>) -> u64 {
        match self {
            Edit::Fence { point, .. } => task.judge.count(point),
            Edit::Order { site, .. } => task.judge.order_count(site),
        }
    }

    /// What it costs.
    pub fn cost(self, task: &Task<'_>) -> u64 {
        match self {
            Edit::Fence { point, kind } => task.judge.cost(point, kind),
            Edit::Order { site, orders } => task.judge.order_cost(site, orders),
        }
    }
}

/// What is written for an access with these orders: of an argument, other names; the name of a function or a macro that has them; of
/// an access that says none, a call that does. `None` where no such function or macro is there.
pub fn text(written: &WrittenOrder, orders: Orders, (program, sources): (&Program, &Sources)) -> Option<String> {
    Some(match &written.said {
        Said::Argument => spelling(sources.text(written.span), orders),
        Said::Name(family) => program.families[family.index()].name(orders)?.to_string(),
        Said::Implied(call) => implied(written.span, call, orders, sources),
    })
}

/// A call with orders, in the names that go with it.
fn implied(whole: Span, call: &Call, orders: Orders, sources: &Sources) -> String {
    let like = if call.function.starts_with("__") { "__ATOMIC_" } else { "memory_order_" };
    let like = orders.each().map(|_| like).collect::<Vec<_>>().join(", ");
    call::with_orders(&sources.file(whole.file).text, call, &spelling(&like, orders))
}

/// The names of orders as the text has other ones, `__ATOMIC_RELEASE` for `__ATOMIC_RELAXED`; between two of them everything stays.
fn spelling(written: &str, orders: Orders) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = |written: &str, order: Order| match written.starts_with("__ATOMIC_") {
        true => format!("__ATOMIC_{}", order.name().to_uppercase()),
        false => format!("memory_order_{}", order.name()),
    };
    let Some(failure) = orders.failure else { return name(written, orders.order) };
    let (first, second) = (written.find(|c| !is_name(c)), written.trim_end_matches(is_name).len());
    let between = first.map_or("", |first| &written[first..second]);
    name(written, orders.order) + between + &name(&written[second..], failure)
}
