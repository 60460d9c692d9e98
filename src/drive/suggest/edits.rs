//! The edits of a repair.
//!
//! In: the candidates of synthesis, and those that it chose. Out: [`Edit`]s, what each is in the text, and which
//! exclude each other. It must not know how they were found, nor how text is changed.

use indexmap::IndexMap;

use crate::diag::{Sources, Span};
use crate::ids::{CandidateId, FenceId, PointId, SiteId};
use crate::ir::{Call, Names, Orders, Placement, Program, Said, WrittenOrder};
use crate::patch::call;
use crate::sat::candidates::{Candidate, Candidates};
use crate::synth::Alternatives;

use super::Task;

/// A change of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A fence of this kind (its index in the model).
    Fence { point: PointId, kind: FenceId },
    /// Accesses, by the first of them, with stronger orders.
    Order { site: SiteId, orders: Orders },
}

/// The candidates that are orders of one access: it has one of them. Where two are needed, one that covers both is a third.
pub fn alternatives(candidates: &Candidates) -> Alternatives {
    let mut groups: IndexMap<SiteId, Vec<CandidateId>> = IndexMap::new();
    for (index, candidate) in candidates.all.iter().enumerate() {
        if let Candidate::Order { site, .. } = candidate {
            groups.entry(*site).or_default().push(CandidateId::from_index(index));
        }
    }
    Alternatives::of(candidates.len(), groups.into_values())
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
            Edit::Fence { kind, .. } => task.request.model.kind_name(kind).to_string(),
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
/// an access that says none, or whose name says one, a call that does. `None` where no such function or macro is there.
pub fn text(written: &WrittenOrder, orders: Orders, (program, sources): (&Program, &Sources)) -> Option<String> {
    Some(match &written.said {
        Said::Argument(names) => spelling(sources.text(written.span), *names, orders),
        Said::Success { .. } if !written.can_say(orders, &program.families) => return None,
        Said::Success { names, .. } => names.name(orders.order),
        Said::Name(family) => program.families[family.index()].name(orders)?.to_string(),
        Said::Implied(call) => implied(written.span, call, orders, sources),
        Said::Marked { other, call, .. } if Orders::from(*other) == orders => {
            call::with_orders(&sources.file(written.span.file).text, call, None)
        }
        Said::Marked { own, .. } if Orders::from(*own) == orders => sources.text(written.span).to_string(),
        Said::Marked { .. } => return None,
    })
}

/// A call with orders, in the names that go with it.
fn implied(whole: Span, call: &Call, orders: Orders, sources: &Sources) -> String {
    let names = if call.function.starts_with("__") { Names::Compiler } else { Names::Header };
    let written = orders.each().map(|order| names.name(order)).collect::<Vec<_>>().join(", ");
    call::with_orders(&sources.file(whole.file).text, call, Some(&written))
}

/// The names of orders in the place of others; between two of them everything stays.
fn spelling(written: &str, names: Names, orders: Orders) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let Some(failure) = orders.failure else { return names.name(orders.order) };
    let (first, second) = (written.find(|c| !is_name(c)), written.trim_end_matches(is_name).len());
    let between = first.map_or("", |first| &written[first..second]);
    names.name(orders.order) + between + &names.name(failure)
}
