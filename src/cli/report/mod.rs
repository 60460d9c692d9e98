//! Reports: what a run found, as text, JSON or SARIF.
//!
//! In: the reports of [`crate::drive::outcome`] and a [`Context`]. Out: one document. It must not know how the
//! result was found, and it prints nothing.
//!
//! - `counterexample`: an execution as a list of steps
//! - `crosscheck`: what two engines say of a program
//! - `words`: sentences that the three forms share
//! - `text`, `json`, `sarif`: the forms

mod counterexample;
mod crosscheck;
mod json;
mod sarif;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::path::{Path, PathBuf};

pub use json::SCHEMA_VERSION;

use super::args::Format;
use crate::diag::Sources;
use crate::drive::ExploreReport;
use crate::drive::outcome::{CheckReport, Statistics, SuggestReport};

/// What a report needs besides the result.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The text that the spans of the result point into.
    pub sources: &'a Sources,
    /// The file that the user gave.
    pub input: &'a Path,
    /// Wall-clock time of the whole run.
    pub seconds: f64,
    pub colored: bool,
    pub quiet: bool,
    pub verbose: bool,
    /// The change is wanted as a unified diff.
    pub diff: bool,
    /// What is right within bounds only is wanted as a change, too.
    pub accept_bound: bool,
    /// The files that were written.
    pub written: &'a [PathBuf],
    /// The folder that the paths of a diff begin at.
    pub root: &'a Path,
}

/// The document about a check, ending in a line break.
pub fn check(format: Format, report: &CheckReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => text::check(report, context),
        Format::Json => json::check(report, context),
        Format::Sarif => sarif::check(report, context),
    }
}

/// The document about an exploration, ending in a line break.
pub fn explore(format: Format, report: &ExploreReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => text::explore(report, context),
        Format::Json => json::explore(report, context),
        Format::Sarif => {
            // A violation is a violation, whichever way it was found.
            let (verdict, model) = (report.verdict.clone(), report.model.clone());
            let (statistics, warnings) = (Statistics::default(), report.warnings.clone());
            let bounded = report.bounded.clone();
            sarif::check(&CheckReport { verdict, bounded, decided_by: None, model, statistics, warnings }, context)
        }
    }
}

/// The document about a cross-check, ending in a line break.
pub fn cross_check(format: Format, report: &SuggestReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => text::cross_check(report, context),
        Format::Json => json::cross_check(report, context),
        Format::Sarif => sarif::suggest(report, context),
    }
}

/// The document about a suggestion, ending in a line break.
pub fn suggest(format: Format, report: &SuggestReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => text::suggest(report, context),
        Format::Json => json::suggest(report, context),
        Format::Sarif => sarif::suggest(report, context),
    }
}
