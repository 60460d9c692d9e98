//! What is seen in a while of what nobody asked for: threads that wait for good, accesses that race.
//!
//! In: a request for it. Out: the first such violation of some executions, if there is one; nothing is proved where there is none. It must not know
//! what is done about it.

use std::time::{Duration, Instant};

use super::Request;
use super::check::check;
use super::explore::{ExploreSettings, explore};
use super::outcome::CheckReport;
use super::verdict::{Decider, Verdict};
use crate::diag::{About, Diagnostic};
use crate::exec::execution::Violated;
use crate::explore::refusal;
use crate::frontend::ReadOptions;
use crate::ir::{Concern, Property};
use crate::progress::Silent;

/// How long the solver is asked, where the explorer does not take the model.
const MOMENT: Duration = Duration::from_secs(30);

/// So many executions are looked at for a race behind a verdict, and no longer than this: nobody waits for a warning.
const LOOKS: u64 = 1_000;
const PATIENCE: Duration = Duration::from_secs(3);

/// The request with something more among what is looked for.
pub(super) fn with(concern: Concern, request: &Request) -> Request {
    let checked = request.read.checked.concerns().chain([concern]).collect();
    Request { read: ReadOptions { checked, ..request.read.clone() }, ..request.clone() }
}

/// What is seen of something that a request looks for, in so many executions.
pub(super) fn seen(concern: Concern, request: &Request, looks: u64) -> Option<Violated> {
    let verdict = if refusal(&request.model).is_some() {
        let stop = request.stop.until(Instant::now().checked_add(MOMENT));
        check(&Request { stop, ..request.clone() }, &mut Silent).map(|(report, _)| report.verdict)
    } else {
        let settings = ExploreSettings { max_executions: Some(looks), ..ExploreSettings::default() };
        explore(request, &settings, &mut Silent).map(|(report, _)| report.verdict)
    };
    let Ok(Verdict::Violation(execution)) = verdict else { return None };
    execution.violated.filter(|violated| {
        matches!(
            (concern, violated.property),
            (Concern::Liveness, Property::Liveness | Property::Deadlock) | (Concern::Races, Property::DataRace)
        )
    })
}

/// A race as a warning.
pub(super) fn race(seen: &Violated) -> Diagnostic {
    let told = format!("{}; C leaves open what such a program does", seen.told());
    let mut warning = Diagnostic::warning(told).about(About::DataRace);
    warning.span = seen.span;
    match seen.other {
        Some(other) => warning.note("the other access is here", Some(other)),
        None => warning,
    }
}

/// The report of a check, with a warning of a race that makes its "safe" one of a program that may do anything.
pub(super) fn told_of_races(request: &Request, mut report: CheckReport) -> CheckReport {
    let is_asked = request.read.checked.contains(Concern::Races);
    let by_solver = report.decided_by == Some(Decider::Solver) && matches!(report.verdict, Verdict::Safe { .. });
    if request.model.has_undefined_races()
        && by_solver
        && !is_asked
        && let Some(found) = seen(Concern::Races, &soon(&with(Concern::Races, request)), LOOKS)
    {
        report.warnings.retain(|warning| warning.about != About::RacyAccess);
        report.warnings.push(race(&found).help("`suggest` looks for orders and fences without it"));
    }
    report
}

/// The request, for a while.
fn soon(request: &Request) -> Request {
    Request { stop: request.stop.until(Instant::now().checked_add(PATIENCE)), ..request.clone() }
}
