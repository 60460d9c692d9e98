//! What nobody asks for and a repair must not lose: that threads come to an end, and, where the model is one of the language, that no accesses race.
//!
//! In: a [`Request`]. Out: a [`SuggestReport`], of a repair with which no thread waits for good, in a loop or in a deadlock, and of which the
//! behaviour is defined, if there is one. It must not know how a repair is found.
//!
//! The solver does not look for such threads and accesses unless it is asked to. So the explorer looks at the program that is called correct, as
//! it stands or repaired, for a while ([`LOOKS`], so that the answer is the same on every machine), and where it does not take the
//! model the solver is asked for threads, for a while ([`MOMENT`](crate::drive::seen)). Where something is seen, the search is done again with that counted as a
//! violation. Where edits do not help the program waits by itself, or races by accesses that are not atomic, and the first answer
//! stands, of races with a warning; so it does where fences do more than order pairs, so that the explorer has to try them, and
//! that takes longer than [`PATIENCE`].

use std::time::{Duration, Instant};

use super::attempt::repaired;
use super::leaning::on_least;
use super::{Assurance, SuggestSettings, Unasked, WhatExists, exploring};
use crate::diag::{About, Diagnostic, Sources};
use crate::drive::outcome::{Objective, SuggestReport, Suggestion};
use crate::drive::recheck::patched;
use crate::drive::seen::{race, seen, with};
use crate::drive::{Failure, Request};
use crate::exec::execution::Violated;
use crate::ir::Concern;
use crate::progress::Observer;

/// So many executions are looked at.
const LOOKS: u64 = 5_000;

/// How long a repair is looked for by trying.
const PATIENCE: Duration = Duration::from_secs(120);

/// What is looked for.
const UNASKED: [Concern; 2] = [Concern::Liveness, Concern::Races];

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
    let mut repair = on_least(request, settings, observer)?;
    let mut looked_for = Request { stop: request.stop(start), timeout: None, ..request.clone() };
    for concern in UNASKED.into_iter().filter(|concern| is_looked_for(*concern, request, settings)) {
        let text = match &repair.0.suggestion {
            Suggestion::Safe { .. } => looked_for.clone(),
            Suggestion::Repaired { patch, .. } => patched(&looked_for, patch),
            Suggestion::Unrepairable { .. } | Suggestion::Unknown(_) => break,
        };
        let Some(found) = seen(concern, &with(concern, &text), LOOKS) else { continue };
        let more = with(concern, &looked_for);
        match repaired(&in_patience(&more), settings, observer) {
            Ok((mut again, sources)) if matches!(again.suggestion, Suggestion::Repaired { .. }) => {
                again.beyond = repair.0.beyond.into_iter().chain([concern]).collect();
                again.statistics = repair.0.statistics.then(again.statistics);
                // The guesses about what the edits now order.
                let is_guess = |about| matches!(about, About::RacyAccess | About::DataRace);
                again.warnings.retain(|warning| concern != Concern::Races || !is_guess(warning.about));
                again.warnings.push(needed_for(concern));
                repair = (again, sources);
                looked_for = more;
            }
            searched => {
                let is_hopeless =
                    searched.is_ok_and(|(again, _)| matches!(again.suggestion, Suggestion::Unrepairable { .. }));
                if concern == Concern::Races {
                    // The same, by evidence and not by guess.
                    repair.0.warnings.retain(|warning| warning.about != About::RacyAccess);
                }
                repair.0.warnings.extend(left(concern, &found, is_hopeless));
            }
        }
    }
    Ok(repair)
}

/// Whether it is looked for, though nobody asks.
fn is_looked_for(concern: Concern, request: &Request, settings: &SuggestSettings) -> bool {
    let checked = request.read.checked;
    let model = &request.model;
    settings.unasked == Unasked::LookedFor
        && settings.assurance == Assurance::Full
        && settings.what_exists == WhatExists::Stays
        && settings.objective != Objective::Pairs
        && settings.all.is_none()
        && checked.contains(Concern::Assertions)
        && !checked.contains(concern)
        && (concern != Concern::Races || model.has_undefined_races() && exploring::can_repair(concern, model))
}

/// The request, for a while if candidates have to be tried.
fn in_patience(request: &Request) -> Request {
    let mut request = request.clone();
    if !request.model.fences_order_pairs() {
        request.stop = request.stop.until(Instant::now().checked_add(PATIENCE));
    }
    request
}

/// What is said of edits that are there for this.
fn needed_for(concern: Concern) -> Diagnostic {
    match concern {
        Concern::Races => {
            let note = "without these edits accesses race, though no assertion fails for it";
            Diagnostic::warning(note).about(About::DataRace)
        }
        _ => {
            let note = "without these fences a thread may wait for good, though no assertion fails for it";
            Diagnostic::warning(note).about(About::Deadlock)
        }
    }
}

/// What is said where it is seen and no repair was found for it; of threads that wait whatever is enforced, nothing.
fn left(concern: Concern, seen: &Violated, is_hopeless: bool) -> Option<Diagnostic> {
    let unless = match (concern, is_hopeless) {
        (Concern::Races, true) => "no order and no fence changes that; make the accesses atomic",
        (Concern::Races, false) => "`--property assertions,races` looks for a repair without it",
        (_, true) => return None,
        (_, false) => {
            let warning = Diagnostic::warning("a thread may wait for good, though no assertion fails for it");
            return Some(warning.about(About::Deadlock).help("`check --property liveness` shows how it comes to that"));
        }
    };
    Some(race(seen).help(unless))
}
