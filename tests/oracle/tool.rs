//! The program under test, reduced to what the oracles can judge.

use std::fs;
use std::time::Duration;

use fencesmith::diag::{Diagnostic, Sources};
use fencesmith::drive::outcome::{Suggestion, Verdict as Outcome};
use fencesmith::drive::{self, Failure, Request, SuggestSettings};
use fencesmith::model::Model;
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

/// The tool's verdict on a C text.
pub fn verdict_of(c: &str, model: &str) -> Verdict {
    on_file(c, model, |request| match drive::check(request, &mut Silent) {
        Ok((report, _)) => match report.verdict {
            Outcome::Safe { .. } => Verdict::Safe,
            Outcome::Violation(_) => Verdict::Violation,
            Outcome::Unknown(why) => Verdict::Unknown(format!("{why:?}")),
        },
        Err(failure) => Verdict::Unknown(describe(&failure)),
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

/// What a fence costs under a model; prohibitive where the model has no such fence.
pub fn cost(kind: &str, model: &str) -> u32 {
    cost_of(kind, &find(model))
}

fn cost_of(kind: &str, model: &Model) -> u32 {
    model.fence(kind).map_or(1_000_000, |fence| fence.cost)
}

fn find(model: &str) -> Model {
    Model::find(model, &mut Sources::default()).expect("a model of the tool")
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
