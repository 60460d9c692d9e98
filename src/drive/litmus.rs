//! Many litmus tests under one model.
//!
//! In: files and a model. Out: for each test whether its condition is reached, or why it is not decided. Tests are independent and
//! are shared among threads. It must not know how the answers are shown or what is expected.

pub mod repair;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::diag::{Diagnostic, Sources};
use crate::enumerate::{self, Finals, Outcome, Undecided};
use crate::intake;
use crate::limits::StopToken;
use crate::litmus::{self, Quantifier, Test};
use crate::model::Model;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct LitmusRequest {
    pub files: Vec<PathBuf>,
    pub model: Model,
    /// How many threads share the tests.
    pub jobs: usize,
    /// What is asked of each test.
    pub wanted: Wanted,
    /// For each test.
    pub timeout: Option<Duration>,
    pub stop: StopToken,
}

/// What is asked of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether its condition holds.
    Condition,
    /// All its final states.
    States,
}

/// The answer to one test.
#[derive(Clone, Debug)]
pub struct LitmusReport {
    pub path: PathBuf,
    pub answer: LitmusAnswer,
}

#[derive(Clone, Debug)]
pub enum LitmusAnswer {
    Decided {
        outcome: Outcome,
        quantifier: Quantifier,
    },
    /// The final states, and the test whose they are.
    States {
        finals: Finals,
        test: Box<Test>,
    },
    /// The text is not read: the message and its place.
    Unread(String),
    Undecided(Undecided),
}

/// Decides all tests; the reports are in the order of the files.
pub fn litmus(request: &LitmusRequest) -> Vec<LitmusReport> {
    let next = AtomicUsize::new(0);
    let reports: Mutex<Vec<Option<LitmusReport>>> = Mutex::new(vec![None; request.files.len()]);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = request.files.get(index) else { return };
            let report = LitmusReport { path: path.clone(), answer: decide(request, path) };
            reports.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(report);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..request.jobs {
            scope.spawn(work);
        }
        work();
    });
    reports.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

fn decide(request: &LitmusRequest, path: &Path) -> LitmusAnswer {
    let stop = request.stop.until(request.timeout.and_then(|timeout| Instant::now().checked_add(timeout)));
    if stop.reached().is_some() {
        return LitmusAnswer::Undecided(Undecided::Stopped);
    }
    let mut sources = Sources::default();
    let Ok(text) = intake::text_until(path, &stop) else { return LitmusAnswer::Undecided(Undecided::Stopped) };
    let test = text
        .map_err(|error| Diagnostic::error(format!("cannot read the file: {error}")))
        .and_then(|text| litmus::read(path, &text, &mut sources));
    let test = match test {
        Ok(test) => test,
        Err(error) => {
            let place = error.span.map_or_else(String::new, |span| format!("{}: ", sources.describe(span)));
            return LitmusAnswer::Unread(format!("{place}{}", error.message));
        }
    };
    if request.wanted == Wanted::States {
        return match enumerate::finals(&test, &request.model, &stop) {
            Ok(finals) => LitmusAnswer::States { finals, test: Box::new(test) },
            Err(why) => LitmusAnswer::Undecided(why),
        };
    }
    match enumerate::decide(&test, &request.model, &stop) {
        Ok(outcome) => LitmusAnswer::Decided { outcome, quantifier: test.condition.quantifier },
        Err(why) => LitmusAnswer::Undecided(why),
    }
}
