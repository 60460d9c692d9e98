//! Keeping an exploration that has to end early, and going on with it.
//!
//! In: where the search stands, what was found, and what is known of memory. Out: a [`Paused`]; from that the same in another
//! run, if it is asked the same. It must not know files, nor how a search goes on ([`super::search`] does).
//!
//! What is found in the runs together is what one run would have found: the stack says what is left, the counts say
//! what was done, and what is known of memory is kept whole, so that all that follows is the same. A violation is kept as the
//! way to its graph, which is walked again.

use super::asked::Asked;
use super::paused::{Found, Paused};
use super::report::Outcome;
use super::threads::ground::Ground;
use super::threads::remembered::Remembered;
use super::trail::Trail;
use crate::diag::Diagnostic;

/// Where a search that ends early stands.
pub struct Standing {
    pub trail: Trail,
    pub violation: Option<Trail>,
    pub done: f64,
}

/// Keeps an exploration that ends early, with rows of so many words and what was known when it began.
pub fn keep(
    asked: &Asked<'_>,
    (words, start): (usize, Remembered),
    standing: Standing,
    outcome: &Outcome,
    ground: &Ground<'_>,
) -> Paused {
    let question = asked.question();
    // What was noted of choices changes which values stand for others, so that the stack does not say any more what was chosen.
    // The search would start again when it comes to its next graph, and nothing of it would count. What it has noted is kept, so that
    // runs that are interrupted again and again come to an end.
    if ground.surroundings.wide.has_grown() {
        let (trail, found, known) = (Trail::default(), Found::default(), ground.surroundings.remembered());
        return Paused { question, words, trail, start: known.clone(), known, found };
    }
    let Standing { trail, violation, done } = standing;
    let Outcome { complete, blocked, violating, exceeding, deadlocks, deepest, .. } = *outcome;
    let found = Found {
        complete,
        blocked,
        violating,
        exceeding,
        deadlocks,
        deadlock: outcome.deadlock.clone(),
        exceeded: outcome.exceeded.clone(),
        races: outcome.races.clone(),
        deepest,
        assumed: outcome.assumed.clone(),
        noticed: ground.noticed(),
        violation,
        done,
    };
    Paused { question, words, trail, start, known: ground.surroundings.remembered(), found }
}

/// Looks whether what was kept is about what is asked now.
///
/// # Errors
/// What differs.
pub fn fits(paused: &Paused, asked: &Asked<'_>) -> Result<(), Diagnostic> {
    match paused.question.differs(&asked.question()) {
        None => Ok(()),
        Some(what) => Err(Diagnostic::error(format!("the exploration that is to go on was started with {what}"))
            .help("go on with the same program, model and options, or explore from the beginning without `--resume`")),
    }
}

/// The outcome so far, without the violation.
pub fn outcome(found: &Found) -> Outcome {
    let Found { complete, blocked, violating, exceeding, deadlocks, deepest, .. } = *found;
    Outcome {
        complete,
        blocked,
        violating,
        exceeding,
        deadlocks,
        deadlock: found.deadlock.clone(),
        exceeded: found.exceeded.clone(),
        races: found.races.clone(),
        deepest,
        assumed: found.assumed.clone(),
        ..Outcome::default()
    }
}

/// Tells the threads what was noticed before.
pub fn tell(found: &Found, ground: &mut Ground<'_>) {
    ground.notice(&found.noticed);
    ground.deepest = found.deepest;
    ground.races.clone_from(&found.races);
    ground.assumed.clone_from(&found.assumed);
}
