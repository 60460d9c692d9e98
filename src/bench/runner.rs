//! All jobs of a run, several at a time, each in a process of its own.
//!
//! In: jobs, and how a worker is started. Out: a record for each, handed to the store as soon as it is there. It must
//! not know how progress is shown, nor what a job computes.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::instance::Job;
use super::process::{self, End, Ended};
use super::record::{Record, Setting};
use super::store::Store;
use super::suite::Suite;
use super::verdict::Verdict;
use crate::diag::Diagnostic;
use crate::limits::{Limit, StopToken};

/// What a run tells while it goes on.
pub trait Watcher {
    /// A job has ended.
    fn ended(&mut self, record: &Record);
}

/// A worker stops by itself when its time is over; this long after that it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// What the worker's standard error may add to a record.
const LONGEST_REASON: usize = 400;

/// How jobs are run.
pub struct Way<'w> {
    pub setting: &'w Setting,
    pub at_a_time: usize,
    /// How a job's own process is started.
    pub start: &'w (dyn Fn(&Job) -> Command + Sync),
    /// Raised when the run is to end early, by whoever wants that; the workers are killed then.
    pub stop: StopToken,
}

/// Runs jobs until all have ended or the run is to end; what has not ended then will be run again when the run goes on.
///
/// # Errors
/// A record cannot be written, or a worker cannot be started. What has ended until then is in the store.
pub fn run(
    suite: &Suite,
    jobs: &[Job],
    way: &Way<'_>,
    store: &mut Store,
    watcher: &mut dyn Watcher,
) -> Result<Vec<Record>, Diagnostic> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel::<Result<Record, Diagnostic>>();
    thread::scope(|scope| {
        for _ in 0..way.at_a_time.clamp(1, jobs.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !way.stop.is_reached()
                    && let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let Some(result) = one(suite, job, way) else { return };
                    // Nobody listens any more when the run stops.
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut records = Vec::new();
        for result in receiver {
            match result.and_then(|record| store.add(&record).map(|()| record)) {
                Ok(record) => {
                    watcher.ended(&record);
                    records.push(record);
                }
                Err(error) => {
                    way.stop.raise(Limit::Interrupt);
                    return Err(error);
                }
            }
        }
        Ok(records)
    })
}

/// Runs one job; nothing when the run stops meanwhile.
fn one(suite: &Suite, job: &Job, way: &Way<'_>) -> Option<Result<Record, Diagnostic>> {
    let limit = Duration::from_secs_f64(way.setting.limits.seconds) + GRACE;
    let ended = match process::run(&mut (way.start)(job), limit, &way.stop) {
        Ok(ended) => ended,
        Err(error) => return Some(Err(Diagnostic::error(format!("cannot start a worker: {error}")))),
    };
    match ended.end {
        End::Stopped => None,
        // Who ends a worker at the terminal means the run.
        End::Interrupted => {
            way.stop.raise(Limit::Interrupt);
            None
        }
        _ => Some(Ok(record(suite, job, way.setting, &ended))),
    }
}

/// The worker's own record, or what its end says.
fn record(suite: &Suite, job: &Job, setting: &Setting, ended: &Ended) -> Record {
    if ended.end == End::Exit(0)
        && let Ok(mut record) = serde_json::from_str::<Record>(ended.stdout.trim())
        && record.job == job.name()
    {
        record.commit.clone_from(&setting.commit);
        return record;
    }
    let last_words = || {
        let mut text = ended.stderr.trim().replace('\n', " / ");
        if text.len() > LONGEST_REASON {
            let cut = (0..=LONGEST_REASON).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.truncate(cut);
        }
        text
    };
    let (verdict, reason) = match ended.end {
        End::TimeOut => (Verdict::TimeOut, Some("killed when its time was over".to_string())),
        End::OutOfMemory => (Verdict::OutOfMemory, Some(last_words())),
        End::Signal(signal) => (Verdict::Crash, Some(format!("killed by signal {signal}: {}", last_words()))),
        End::Exit(code) => (Verdict::Crash, Some(format!("exit code {code}: {}", last_words()))),
        End::Interrupted | End::Stopped => (Verdict::Crash, None),
    };
    let mut record = Record::new(suite, job, setting, verdict, ended.elapsed.as_secs_f64());
    record.reason = reason;
    record.peak_memory = ended.peak_memory;
    record
}
