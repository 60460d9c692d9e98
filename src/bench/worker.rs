//! One job, in the process whose time and memory are limited.
//!
//! In: a suite, a job and the setting of the run. Out: its [`Record`]. It must not know of other jobs. The process ends
//! with its job; what makes it end earlier is the matter of [`super::process`].

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::instance::Job;
use super::process;
use super::record::{Record, Setting};
use super::suite::{Expectation, Program, Suite};
use super::verdict::Verdict;
use crate::diag::{Diagnostic, Sources};
use crate::drive::outcome::Suggestion;
use crate::drive::reason::{Voice, reason};
use crate::drive::verdict::Why;
use crate::drive::{
    self, Answering, Assurance, Comments, Preference, Request, SuggestSettings, Unasked, Unwinding, WhatExists,
};
use crate::frontend::{Preprocessing, ReadOptions};
use crate::limits::Limit;
use crate::progress::Observer;
use crate::synth;

/// The name under which a template's text is read.
const RENDERED: &str = "instance.c";

/// Runs a job.
///
/// # Errors
/// The text of the instance cannot be written down; all that is wrong with the text itself goes into the record.
pub fn run(suite: &Suite, job: &Job, setting: &Setting, observer: &mut dyn Observer) -> Result<Record, Diagnostic> {
    let instance = &job.instance;
    let family = suite.family(instance);
    let values = suite.template_values(instance);
    let mut overlay = BTreeMap::new();
    let path = match &family.program {
        Program::File(path) => path.clone(),
        Program::Template(name) => {
            let (text, _) = suite.text(instance, &mut Sources::default())?;
            // The text is read as if it stood beside the template, where its headers are. No file is written, so none
            // is left when the process is killed.
            let path = suite.path.with_file_name(name).with_file_name(RENDERED);
            overlay.insert(path.canonicalize().unwrap_or_else(|_| path.clone()), text);
            path
        }
    };
    let fixed = family.unwinding(&suite.templates, &values)?;
    let unwinding = Unwinding::default();
    let request = Request {
        read: ReadOptions {
            preprocessing: Preprocessing {
                include_dirs: family.include.clone(),
                defines: family.defines(&suite.templates, &values)?,
                ..Preprocessing::default()
            },
            overlay,
            ..ReadOptions::default()
        },
        unwinding: Unwinding { fixed, limit: family.unwind_limit.unwrap_or(unwinding.limit), ..unwinding },
        solver: suite.solver,
        search: setting.conditions.settings(),
        timeout: Some(Duration::from_secs_f64(setting.limits.seconds)),
        ..Request::new(path, suite.model(instance).clone())
    };
    let defaults = synth::Settings::default();
    let settings = SuggestSettings {
        synthesis: synth::Settings { algorithm: job.algorithm, k1: job.k1.unwrap_or(defaults.k1), ..defaults },
        objective: family.objective,
        preference: Preference::default(),
        fence_texts: Vec::new(),
        comments: Comments::LeftOut,
        assurance: Assurance::Search,
        what_exists: WhatExists::Stays,
        all: None,
        engine: Answering::Solver,
        unasked: Unasked::Overlooked,
    };
    let cpu = process::own_cpu_seconds();
    let start = Instant::now();
    let result = drive::suggest(&request, &settings, observer);
    let seconds = start.elapsed().as_secs_f64();
    let cpu = process::own_cpu_seconds().zip(cpu).map(|(after, before)| after - before);
    let mut record = Record::new(suite, job, setting, Verdict::Error, seconds);
    match result {
        Ok((report, sources)) => {
            record.count(&report.statistics);
            tell(&mut record, &report.suggestion, &sources);
        }
        Err(failure) => record.reason = failure.diagnostics.first().map(|d| sentence(d, &failure.sources)),
    }
    if seconds > setting.limits.seconds && record.verdict != Verdict::Error {
        // An answer that came too late is none.
        (record.verdict, record.fences, record.pairs) = (Verdict::TimeOut, None, None);
    }
    record.as_expected = suite.expectation(instance).and_then(|expected| as_expected(&record, expected));
    record.cpu_seconds = cpu;
    record.peak_memory = process::own_peak_memory();
    Ok(record)
}

fn tell(record: &mut Record, suggestion: &Suggestion, sources: &Sources) {
    match suggestion {
        Suggestion::Safe { .. } => {
            record.verdict = Verdict::Safe;
            (record.fences, record.pairs) = (Some(0), Some(0));
        }
        Suggestion::Repaired { fences, pairs, .. } => {
            record.verdict = Verdict::Repaired;
            record.fences = Some(fences.len());
            record.pairs = Some(pairs.len()).filter(|pairs| *pairs > 0);
        }
        Suggestion::Unrepairable { reason, .. } => {
            record.verdict = Verdict::Unrepairable;
            record.reason = Some(reason.clone());
        }
        Suggestion::Unknown(why) => {
            record.verdict = match why {
                Why::Limit { limit: Limit::Time, .. } => Verdict::TimeOut,
                Why::Limit { limit: Limit::Memory, .. } => Verdict::OutOfMemory,
                _ => Verdict::Unknown,
            };
            // That one of the two limits was reached, the verdict says.
            record.reason = (record.verdict == Verdict::Unknown).then(|| reason(why, Voice::Record, sources));
        }
    }
}

/// Whether an answer is the expected one; nothing when there is none.
fn as_expected(record: &Record, expected: Expectation) -> Option<bool> {
    let same_size = expected.size.is_none_or(|size| record.size() == Some(size));
    record.verdict.is_solved().then_some(record.verdict == expected.verdict && same_size)
}

fn sentence(diagnostic: &Diagnostic, sources: &Sources) -> String {
    match diagnostic.span {
        Some(span) => format!("{}: {}", sources.describe(span), diagnostic.message),
        None => diagnostic.message.clone(),
    }
}
