//! Whether threads of the program still come to an end: a lock that is lost is as bad as an assertion that fails.
//!
//! In: a [`Request`]. Out: a [`SuggestReport`], of a repair with which no thread waits for good, in a loop or in a deadlock, if there is one.
//! It must not know how a repair is found.
//!
//! The solver does not look for such threads unless it is asked to. So the explorer looks at the program that is called correct, as it stands or
//! repaired, for a while ([`LOOKS`], so that the answer is the same on every machine), and where it does not take the model the solver
//! is asked, for a while ([`MOMENT`]). Where it sees a thread wait for good, the
//! search is done again with that counted as a violation. Where fences do not help the program waits by itself, and the first answer
//! stands; so it does where fences do more than order pairs, so that the explorer has to try them, and that takes longer than
//! [`PATIENCE`].

use std::time::{Duration, Instant};

use super::attempt::repaired;
use super::{Assurance, Hangs, SuggestSettings, WhatExists};
use crate::diag::{About, Diagnostic, Sources};
use crate::drive::check::check;
use crate::drive::explore::{ExploreSettings, explore};
use crate::drive::outcome::{Objective, SuggestReport, Suggestion};
use crate::drive::recheck::patched;
use crate::drive::verdict::Verdict;
use crate::drive::{Failure, Request};
use crate::explore::refusal;
use crate::frontend::ReadOptions;
use crate::ir::{Concern, Property};
use crate::progress::{Observer, Silent};

/// So many executions are looked at.
const LOOKS: u64 = 5_000;

/// How long the solver is asked, where the explorer does not take the model.
const MOMENT: Duration = Duration::from_secs(30);

/// How long a repair is looked for by trying.
const PATIENCE: Duration = Duration::from_secs(120);

/// Repairs the program of a request.
///
/// # Errors
/// Whatever is wrong with the program or with what is preferred.
pub fn suggest(
    request: &Request,
    settings: &SuggestSettings,
    observer: &mut dyn Observer,
) -> Result<(SuggestReport, Sources), Failure> {
    let start = Instant::now();
    let (mut report, sources) = repaired(request, settings, observer)?;
    if !is_looked_for(request, settings) {
        return Ok((report, sources));
    }
    let text = match &report.suggestion {
        Suggestion::Safe { .. } => request.clone(),
        Suggestion::Repaired { patch, .. } => patched(request, patch),
        Suggestion::Unrepairable { .. } | Suggestion::Unknown(_) => return Ok((report, sources)),
    };
    let in_time = |text: &Request| Request { stop: request.stop(start), timeout: None, ..with_liveness(text) };
    if !may_hang(&in_time(&text)) {
        return Ok((report, sources));
    }
    let mut again = in_time(request);
    if !request.model.fences_order_pairs() {
        again.stop = again.stop.until(Instant::now().checked_add(PATIENCE));
    }
    let warning = match repaired(&again, settings, observer) {
        Ok((mut again, sources)) if matches!(again.suggestion, Suggestion::Repaired { .. }) => {
            again.beyond = Some(Concern::Liveness);
            again.statistics = report.statistics.then(again.statistics);
            let note = "without these fences a thread may wait for good, though no assertion fails for it";
            again.warnings.push(Diagnostic::warning(note).about(About::Deadlock));
            return Ok((again, sources));
        }
        // It waits whatever is enforced.
        Ok((again, _)) if matches!(again.suggestion, Suggestion::Unrepairable { .. }) => return Ok((report, sources)),
        Ok(_) | Err(_) => Diagnostic::warning("a thread may wait for good, though no assertion fails for it"),
    };
    report.warnings.push(warning.about(About::Deadlock).help("`check --property liveness` shows how it comes to that"));
    Ok((report, sources))
}

/// Whether it is looked for threads that wait for good.
fn is_looked_for(request: &Request, settings: &SuggestSettings) -> bool {
    let checked = request.read.checked;
    settings.hangs == Hangs::LookedFor
        && settings.assurance == Assurance::Full
        && settings.what_exists == WhatExists::Stays
        && settings.objective != Objective::Pairs
        && settings.all.is_none()
        && checked.contains(Concern::Assertions)
        && !checked.contains(Concern::Liveness)
}

/// The request with liveness among what is looked for.
fn with_liveness(request: &Request) -> Request {
    let checked = request.read.checked.concerns().chain([Concern::Liveness]).collect();
    Request { read: ReadOptions { checked, ..request.read.clone() }, ..request.clone() }
}

/// Whether a thread is seen to wait for good.
fn may_hang(request: &Request) -> bool {
    if refusal(&request.model).is_some() {
        let stop = request.stop.until(Instant::now().checked_add(MOMENT));
        let checked = check(&Request { stop, ..request.clone() }, &mut Silent);
        return is_of_waiting(checked.map(|(report, _)| report.verdict));
    }
    let settings = ExploreSettings { max_executions: Some(LOOKS), ..ExploreSettings::default() };
    is_of_waiting(explore(request, &settings, &mut Silent).map(|(report, _)| report.verdict))
}

/// Whether a verdict is that a thread waits for good.
fn is_of_waiting(verdict: Result<Verdict, Failure>) -> bool {
    let violated = |verdict| match verdict {
        Verdict::Violation(execution) => execution.violated.map(|violated| violated.property),
        _ => None,
    };
    matches!(verdict.ok().and_then(violated), Some(Property::Liveness | Property::Deadlock))
}
