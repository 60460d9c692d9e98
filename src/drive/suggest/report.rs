//! The report of a repair: each fence with the pairs that it orders and the violation that it prevents.
//!
//! In: what the other steps found. Out: plain data. It must not decide anything.

use crate::drive::outcome::AccessReport;

use crate::drive::change::{DroppedReport, FenceReport, PairReport};
use crate::exec::Execution;
use crate::ids::{PointId, SiteId};
use crate::ir::{Placement, Shared, Uses};
use crate::patch::Insertion;

use super::Task;
use super::edits::Edit;
use super::existing::Spare;
use super::remarks::Remark;
use super::roles::Role;

/// Fences that were found, as they are written, and what is known of them.
pub struct Found<'f> {
    pub edits: &'f [Edit],
    pub insertions: &'f [Insertion],
    /// For each fence a violation that comes back without it.
    pub needed: Vec<Option<Box<Execution>>>,
    pub remarks: &'f [Remark],
}

/// The fences for people.
pub fn fences(task: &Task<'_>, found: Found<'_>) -> Vec<FenceReport> {
    let Found { edits, insertions, needed, remarks } = found;
    let mut needed = needed.into_iter();
    let reports = edits.iter().zip(insertions).zip(remarks).map(|((edit, insertion), remark)| FenceReport {
        span: insertion.placement.span(),
        placement: insertion.placement.clone(),
        kind: edit.name(task),
        text: insertion.text.clone(),
        replaces: replaced(task, insertion),
        absent: task.existing.absent(*edit),
        eases: task.existing.is_eased(*edit, &task.request.model),
        header: insertion.header.clone(),
        orders: remark.orders.iter().map(|it| pair(task, *it)).collect(),
        needed_because: needed.next().flatten(),
        crossed: remark.crossed,
        cost: edit.cost(task),
        remarks: match edit {
            Edit::Fence { point, .. } => drawbacks(task, *point),
            Edit::Order { site, .. } => repeated(task.judge.order_uses(*site)),
        },
    });
    reports.collect()
}

/// What is there and not needed.
pub fn dropped(task: &Task<'_>, edits: &[Edit]) -> Vec<DroppedReport> {
    let sources = &task.unit.sources;
    let of = |Spare { placement, becomes }: Spare| {
        let span = placement.span()?;
        Some(DroppedReport { span, placement, text: sources.text(span).to_string(), becomes })
    };
    task.existing.spare(edits, sources).into_iter().filter_map(of).collect()
}

/// The text that goes away.
fn replaced(task: &Task<'_>, insertion: &Insertion) -> Option<String> {
    match insertion.placement {
        Placement::Order { argument: span } | Placement::Access { whole: span, .. } => {
            Some(task.unit.sources.text(span).to_string())
        }
        _ => None,
    }
}

/// What is not as one would want it about the place of a fence.
fn drawbacks(task: &Task<'_>, point: PointId) -> Vec<String> {
    let mut remarks = repeated(task.judge.uses(point));
    let better = match (task.judge.in_expression(point), task.judge.role(point)) {
        (true, _) => "a statement boundary",
        (false, Role::Harness) => "a function that is called or that a thread starts in",
        _ => return remarks,
    };
    remarks.push(format!("no repair of the same weight has it at {better}"));
    remarks
}

/// That it stands in a body that is used so often.
fn repeated(uses: Option<Uses>) -> Vec<String> {
    let remark = |Uses { of, count }| {
        let times = if count == 1 { "once".to_string() } else { format!("{count} times") };
        let body = match of {
            Shared::Macro => format!("the body of a macro that is used {times}"),
            Shared::Wrapper => format!("a function around one access that is called {times}"),
        };
        format!("it stands in {body}, and counts so often")
    };
    uses.map(remark).into_iter().collect()
}

/// A pair of access sites, for people.
pub fn pair(task: &Task<'_>, (a, b): (SiteId, SiteId)) -> PairReport {
    PairReport { first: access(task, a), second: access(task, b) }
}

fn access(task: &Task<'_>, id: SiteId) -> AccessReport {
    AccessReport::of(&task.unit.program, id)
}
