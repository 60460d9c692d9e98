//! Reports: what a run found, as text, JSON or SARIF.
//!
//! In: the reports of [`crate::drive::outcome`] and a [`Context`]. Out: one document. It must not know how the
//! result was found, and it prints nothing.
//!
//! - `counterexample`: an execution as a list of steps; `columns`: these side by side
//! - `crosscheck`: what two engines say of a program
//! - `reliance`: on which dependencies "safe" rests
//! - `words`: sentences that the three forms share
//! - `rules`: what can be said, by names that stay
//! - `text`, `json`, `sarif`: the forms; `schema.json` describes the JSON

mod columns;
mod counterexample;
mod crosscheck;
mod json;
mod minimality;
mod reliance;
mod sarif;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::path::{Path, PathBuf};

pub use columns::wrapped;
pub use json::{PieceJson, SCHEMA_VERSION, verified as verified_json};
pub use words::{Voice, looked_for, reason, size};

use super::format::Format;
use super::style::{self, Codes};
use super::task::Expected;
use crate::diag::{Diagnostic, Sources};
use crate::drive::ExploreReport;
use crate::drive::outcome::{CheckReport, Statistics, SuggestReport};
use crate::drive::proof::Written;
use crate::ir::Checked;

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
    /// All steps of a counterexample are told.
    pub full: bool,
    /// How wide a line may be, where a terminal says so.
    pub width: Option<usize>,
    /// The change is wanted as a unified diff.
    pub diff: bool,
    /// What is right within bounds only is wanted as a change, too.
    pub accept_bound: bool,
    /// What was looked for.
    pub checked: Checked,
    /// What the task says of the program.
    pub expected: Option<&'a Expected>,
    /// The files that were written.
    pub written: &'a [PathBuf],
    /// The proof that was written.
    pub proof: Option<&'a Written>,
    /// The folder that the paths of a diff begin at.
    pub root: &'a Path,
}

/// The JSON schema of what `--format json` prints.
pub const SCHEMA: &str = include_str!("schema.json");

/// The document about what the user must correct before there is a verdict; none as text, which standard error has.
pub fn failure(
    format: Format,
    diagnostics: &[Diagnostic],
    (command, input): (Option<&'static str>, Option<&Path>),
    sources: &Sources,
) -> Option<String> {
    match format {
        Format::Text => None,
        Format::Json => Some(json::failure(diagnostics, (command, input), sources)),
        Format::Sarif => Some(sarif::failure(diagnostics, input, sources)),
    }
}

/// The form for people, with the colours that it is to have. What goes through a pipe comes to a terminal, too, in the end; but a diff is
/// applied byte by byte.
fn painted(context: &Context<'_>, make: impl Fn(&Context<'_>) -> String) -> String {
    let text = style::painted(context.colored, |colored| make(&Context { colored, ..*context }));
    match (context.diff, context.colored) {
        (true, _) => text,
        (false, true) => style::harmless(&text, Codes::Colors),
        (false, false) => style::harmless(&text, Codes::None),
    }
}

/// The document about a check, ending in a line break.
pub fn check(format: Format, report: &CheckReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => painted(context, |context| text::check(report, context)),
        Format::Json => json::check(report, context),
        Format::Sarif => sarif::check(report, context),
    }
}

/// The document about an exploration, ending in a line break.
pub fn explore(format: Format, report: &ExploreReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => painted(context, |context| text::explore(report, context)),
        Format::Json => json::explore(report, context),
        Format::Sarif => {
            // A violation is a violation, whichever way it was found.
            let (verdict, model) = (report.verdict.clone(), report.model.clone());
            let (statistics, warnings) = (Statistics::default(), report.warnings.clone());
            let bounded = report.bounded.clone();
            sarif::check(
                &CheckReport { verdict, bounded, reliance: None, decided_by: None, model, statistics, warnings },
                context,
            )
        }
    }
}

/// The document about a cross-check, ending in a line break.
pub fn cross_check(format: Format, report: &SuggestReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => painted(context, |context| text::cross_check(report, context)),
        Format::Json => json::cross_check(report, context),
        Format::Sarif => sarif::suggest(report, context),
    }
}

/// The document about a suggestion, ending in a line break.
pub fn suggest(format: Format, report: &SuggestReport, context: &Context<'_>) -> String {
    match format {
        Format::Text => painted(context, |context| text::suggest(report, context)),
        Format::Json => json::suggest(report, context),
        Format::Sarif => sarif::suggest(report, context),
    }
}
