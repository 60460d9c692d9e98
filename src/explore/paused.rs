//! An exploration that had to end early, as it is kept so that another run goes on from there.
//!
//! In: where the search stands, what was found, and what is known of memory. Out: the same in another run, if that asks the
//! same question. It must not know files, nor how a search goes on ([`super::search`] does).
//!
//! What is found in the runs together is what one run would have found: the stack says what is left, the counts say
//! what was done, and what is known of memory is kept whole, so that all that follows is the same. A violation is kept as the way to its
//! graph, which is walked again.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::asked::{Asked, Question};
use super::report::Outcome;
use super::search::trail::Trail;
use super::threads::ground::{Ground, Noticed};
use super::threads::race::Race;
use super::threads::remembered::Remembered;
use crate::diag::{Diagnostic, Span};
use crate::exec::skeleton::Bounded;
use crate::ids::ThreadId;

/// An exploration that can be gone on with.
#[derive(Serialize, Deserialize)]
pub struct Paused {
    question: Question,
    /// So wide its rows are.
    pub(super) words: usize,
    pub(super) trail: Trail,
    /// What was known when the search began, and what was known when it ended.
    pub(super) start: Remembered,
    pub(super) known: Remembered,
    pub(super) found: Found,
}

impl fmt::Debug for Paused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paused").field("found", &self.found).finish_non_exhaustive()
    }
}

/// What was found before.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Found {
    complete: u64,
    blocked: u64,
    violating: u64,
    exceeding: u64,
    deadlocks: u64,
    deadlock: Option<Vec<(ThreadId, Option<Span>)>>,
    exceeded: Vec<(Bounded, u32)>,
    races: Vec<Race>,
    deepest: u32,
    assumed: Option<Diagnostic>,
    noticed: Noticed,
    /// The way to the first violation.
    pub(super) violation: Option<Trail>,
    /// The share that is done.
    pub(super) done: f64,
}

/// Where a search that ends early stands.
pub(super) struct Standing {
    pub trail: Trail,
    pub violation: Option<Trail>,
    pub done: f64,
}

impl Found {
    /// What was found in words that can be kept.
    fn of(outcome: &Outcome, ground: &Ground<'_>, (violation, done): (Option<Trail>, f64)) -> Found {
        let Outcome { complete, blocked, violating, exceeding, deadlocks, deepest, .. } = *outcome;
        Found {
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
        }
    }

    /// The outcome so far, without the violation.
    pub(super) fn outcome(&self) -> Outcome {
        let Found { complete, blocked, violating, exceeding, deadlocks, deepest, .. } = *self;
        Outcome {
            complete,
            blocked,
            violating,
            exceeding,
            deadlocks,
            deadlock: self.deadlock.clone(),
            exceeded: self.exceeded.clone(),
            races: self.races.clone(),
            deepest,
            assumed: self.assumed.clone(),
            ..Outcome::default()
        }
    }

    /// Tells the threads what was noticed before.
    pub(super) fn tell(&self, ground: &mut Ground<'_>) {
        ground.notice(&self.noticed);
        ground.deepest = self.deepest;
        ground.races.clone_from(&self.races);
        ground.assumed.clone_from(&self.assumed);
    }
}

impl Paused {
    /// Keeps an exploration that ends early, with rows of so many words and what was known when it began.
    pub(super) fn new(
        asked: &Asked<'_>,
        (words, start): (usize, Remembered),
        standing: Standing,
        outcome: &Outcome,
        ground: &Ground<'_>,
    ) -> Paused {
        let question = asked.question();
        // What was noted of choices changes which values stand for others, so that the stack does not say any more what was chosen.
        // The search will start again when it comes to its next graph, and nothing of it will count: it is done once more.
        if ground.surroundings.wide.has_grown() {
            let (trail, found) = (Trail::default(), Found::default());
            return Paused { question, words, trail, start: start.clone(), known: start, found };
        }
        let Standing { trail, violation, done } = standing;
        let found = Found::of(outcome, ground, (violation, done));
        Paused { question, words, trail, start, known: ground.surroundings.remembered(), found }
    }

    /// Looks whether it is about what is asked now.
    ///
    /// # Errors
    /// What differs.
    pub(super) fn fits(&self, asked: &Asked<'_>) -> Result<(), Diagnostic> {
        match self.question.differs(&asked.question()) {
            None => Ok(()),
            Some(what) => Err(Diagnostic::error(format!("the exploration that is to go on was started with {what}"))
                .help(
                    "go on with the same program, model and options, or explore from the beginning without `--resume`",
                )),
        }
    }
}
