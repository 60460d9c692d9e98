//! The program under test, reduced to what the oracles can judge.

use std::fs;
use std::time::Duration;

use crate::headers;
use fencesmith::diag::Diagnostic;
use fencesmith::drive::change::FenceReport;
use fencesmith::drive::outcome::{Objective, Suggestion};
use fencesmith::drive::verdict::Verdict as Outcome;
use fencesmith::drive::{self, ExploreSettings, Failure, Request, SuggestSettings};
use fencesmith::model::Model;
use fencesmith::patch::{self, Insertion};
use fencesmith::progress::Silent;

/// What the tool says about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Safe,
    Violation,
    /// It gave no verdict, or refused the program; why.
    Unknown(String),
}

/// What the tool says about the fences of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fences {
    Unrepairable,
    /// The sum of the fences' costs as the model's file has them.
    Cost(u32),
    Unknown(String),
}

/// Far more than any generated program needs; a program that needs it is a failure of the test.
const TIMEOUT: Duration = Duration::from_secs(60);

/// One of the tool's ways to a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Check,
    Explore,
}

/// The tool's verdict on a C text.
pub fn verdict_of(c: &str, model: &str) -> Verdict {
    verdict_within(c, model, Engine::Check, TIMEOUT)
}

/// The verdict of one engine on a C text, if it comes in time.
pub fn verdict_within(c: &str, model: &str, engine: Engine, time: Duration) -> Verdict {
    on_file(c, model, |request| {
        let request = Request { timeout: Some(time), ..request.clone() };
        let outcome = match engine {
            Engine::Check => drive::check(&request, &mut Silent).map(|(report, _)| report.verdict),
            Engine::Explore => {
                drive::explore(&request, &ExploreSettings::default(), &mut Silent).map(|(report, _)| report.verdict)
            }
        };
        match outcome {
            Ok(Outcome::Safe { .. }) => Verdict::Safe,
            Ok(Outcome::Violation(_)) => Verdict::Violation,
            Ok(Outcome::Unknown(why)) => Verdict::Unknown(format!("{why:?}")),
            Err(failure) => Verdict::Unknown(describe(&failure)),
        }
    })
}

/// The fewest fences of a C text.
pub fn fences_of(c: &str, model: &str) -> Fences {
    on_file(c, model, |request| match drive::suggest(request, &SuggestSettings::default(), &mut Silent) {
        Ok((report, _)) => match report.suggestion {
            Suggestion::Safe { .. } => Fences::Cost(0),
            Suggestion::Repaired { fences, rechecked: true, .. } => {
                Fences::Cost(fences.iter().map(|fence| cost_of(&fence.kind, &request.model)).sum())
            }
            Suggestion::Repaired { .. } => Fences::Unknown("the patched program was not checked again".into()),
            Suggestion::Unrepairable { .. } => Fences::Unrepairable,
            Suggestion::Unknown(why) => Fences::Unknown(format!("{why:?}")),
        },
        Err(failure) => Fences::Unknown(describe(&failure)),
    })
}

/// How much a repair is: the number of its edits, and the sum of their costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    pub edits: usize,
    pub cost: u64,
}

/// What the tool says about the least repair of a program by edits, fences or orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Least {
    Unrepairable,
    /// Nothing, where the program is safe.
    Weight(Weight),
    Unknown(String),
}

/// The least repair of a C text.
pub fn least_of(c: &str, model: &str, objective: Objective, time: Duration) -> Least {
    on_file(c, model, |request| {
        let request = Request { timeout: Some(time), ..request.clone() };
        let settings = SuggestSettings { objective, ..SuggestSettings::default() };
        match drive::suggest(&request, &settings, &mut Silent) {
            Ok((report, _)) => match report.suggestion {
                Suggestion::Safe { .. } => Least::Weight(Weight { edits: 0, cost: 0 }),
                Suggestion::Repaired { fences, rechecked: true, .. } => {
                    Least::Weight(Weight { edits: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() })
                }
                Suggestion::Repaired { .. } => Least::Unknown("the patched program was not checked again".into()),
                Suggestion::Unrepairable { .. } => Least::Unrepairable,
                Suggestion::Unknown(why) => Least::Unknown(format!("{why:?}")),
            },
            Err(failure) => Least::Unknown(describe(&failure)),
        }
    })
}

/// What the tool suggests for a program, with the texts that it comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Suggested {
    Safe,
    Unrepairable,
    Repaired {
        /// The sum of the fences' costs.
        cost: u32,
        patched: String,
        /// The text without each one of the fences.
        without: Vec<String>,
    },
    Unknown(String),
}

/// The tool's suggestion for a C text.
pub fn suggestion_of(c: &str, model: &str) -> Suggested {
    on_file(c, model, |request| match drive::suggest(request, &SuggestSettings::default(), &mut Silent) {
        Ok((report, sources)) => match report.suggestion {
            Suggestion::Safe { .. } => Suggested::Safe,
            Suggestion::Repaired { fences, patch, rechecked: true, .. } => {
                let all: Vec<Insertion> = fences.iter().map(FenceReport::insertion).collect();
                let without = (0..all.len()).map(|fence| {
                    let mut others = all.clone();
                    others.remove(fence);
                    let patch = patch::apply(&sources, &others).expect("a part of a patch is a patch");
                    patch.files.first().map_or_else(|| c.to_string(), |file| file.patched.clone())
                });
                Suggested::Repaired {
                    cost: fences.iter().map(|fence| cost_of(&fence.kind, &request.model)).sum(),
                    patched: patch.files[0].patched.clone(),
                    without: without.collect(),
                }
            }
            Suggestion::Repaired { .. } => Suggested::Unknown("the patched program was not checked again".into()),
            Suggestion::Unrepairable { .. } => Suggested::Unrepairable,
            Suggestion::Unknown(why) => Suggested::Unknown(format!("{why:?}")),
        },
        Err(failure) => Suggested::Unknown(describe(&failure)),
    })
}

/// What a fence costs under a model; prohibitive where the model has no such fence.
pub fn cost(kind: &str, model: &str) -> u32 {
    cost_of(kind, &find(model))
}

fn cost_of(kind: &str, model: &Model) -> u32 {
    model.fence(kind).map_or(1_000_000, |fence| fence.cost)
}

fn find(model: &str) -> Model {
    headers::model(model)
}

fn on_file<T>(c: &str, model: &str, ask: impl FnOnce(&Request) -> T) -> T {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, c).expect("writable");
    let request = Request { timeout: Some(TIMEOUT), ..Request::new(path, find(model)) };
    ask(&request)
}

fn describe(failure: &Failure) -> String {
    let one = |diagnostic: &Diagnostic| {
        let place = diagnostic.span.map(|span| format!("{}: ", failure.sources.describe(span)));
        format!("{}{}", place.unwrap_or_default(), diagnostic.message)
    };
    failure.diagnostics.iter().map(one).collect::<Vec<_>>().join("\n")
}
