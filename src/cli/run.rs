//! The commands `check`, `explore`, `suggest` and `cross-check`: settings in, a document out.
//!
//! In: [`settings`](super::settings). Out: [`Done`] or [`Stop`]. This is the only file of the command line that
//! calls the pipelines. It prints nothing but progress.

use std::path::Path;
use std::time::{Duration, Instant};

use super::exit::Exit;
use super::progress::Progress;
use super::report::{self, Context};
use super::settings::{Check, Explore, Show, Suggest};
use super::style;
use crate::diag::{Diagnostic, Sources};
use crate::drive::crosscheck::explorer;
use crate::drive::outcome::Destination;
use crate::drive::{self, Assurance, CrossCheckSettings, Request, SuggestSettings, Unwinding};
use crate::frontend::ReadOptions;
use crate::model::Model;
use crate::sat::session;

/// A command that came to an end.
pub struct Done {
    pub document: String,
    pub warnings: Vec<Diagnostic>,
    /// What the warnings point into.
    pub sources: Sources,
    pub exit: Exit,
}

/// A command that the user must correct.
pub struct Stop {
    /// What the diagnostics point into.
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
}

impl From<(Diagnostic, &Sources)> for Stop {
    fn from((diagnostic, sources): (Diagnostic, &Sources)) -> Self {
        Self { sources: sources.clone(), diagnostics: vec![diagnostic] }
    }
}

impl From<drive::Failure> for Stop {
    fn from(failure: drive::Failure) -> Self {
        Self { sources: failure.sources, diagnostics: failure.diagnostics }
    }
}

/// Runs `check`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model or the input.
pub fn check(settings: &Check, show: Show, sources: Sources) -> Result<Done, Stop> {
    let start = Instant::now();
    let request = request(settings, sources)?;
    let mut progress = Progress::new(show.quiet, show.verbose);
    let result = drive::check(&request, &mut progress);
    drop(progress);
    let (report, sources) = result?;
    let context = context(&settings.file, &sources, show, false, &Destination::None, start.elapsed());
    Ok(Done {
        document: report::check(show.format, &report, &context),
        exit: Exit::from(&report.verdict),
        warnings: report.warnings,
        sources,
    })
}

/// Runs `explore`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model or the input.
pub fn explore(settings: &Explore, show: Show, sources: Sources) -> Result<Done, Stop> {
    let start = Instant::now();
    let request = request(&settings.check, sources)?;
    let mut progress = Progress::new(show.quiet, show.verbose);
    let result = drive::explore(&request, &settings.exploration, &mut progress);
    drop(progress);
    let (report, sources) = result?;
    let context = context(&settings.check.file, &sources, show, false, &Destination::None, start.elapsed());
    Ok(Done {
        document: report::explore(show.format, &report, &context),
        exit: Exit::from(&report.verdict),
        warnings: report.warnings,
        sources,
    })
}

/// Runs `suggest`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model, the input or the destination.
pub fn suggest(settings: &Suggest, show: Show, sources: Sources) -> Result<Done, Stop> {
    let start = Instant::now();
    let request = request(&settings.check, sources)?;
    let wanted = SuggestSettings {
        synthesis: settings.synthesis.clone(),
        objective: settings.objective,
        destination: settings.destination.clone(),
        assurance: Assurance::Full,
    };
    let mut progress = Progress::new(show.quiet, show.verbose);
    let (mut report, sources) = drive::suggest(&request, &wanted, &mut progress)?;
    if let Some(budget) = settings.cross_check {
        // The time limit is for the whole run.
        let left = request.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
        let budget = left.map_or(budget, |left| budget.min(left));
        let settings = CrossCheckSettings { budget: Some(budget), ..CrossCheckSettings::default() };
        let cross = drive::cross_check(&request, &report, &sources, &settings, &mut explorer, &mut progress)?;
        report.cross_check = Some(cross);
    }
    drop(progress);
    let exit = match &report.cross_check {
        Some(cross) if cross.disagrees() => Exit::Internal,
        _ => Exit::from(&report.suggestion),
    };
    let file = &settings.check.file;
    let context = context(file, &sources, show, settings.diff, &settings.destination, start.elapsed());
    Ok(Done { document: report::suggest(show.format, &report, &context), exit, warnings: report.warnings, sources })
}

/// Runs `cross-check`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model or the input.
pub fn cross_check(settings: &Check, show: Show, sources: Sources) -> Result<Done, Stop> {
    let start = Instant::now();
    let request = request(settings, sources)?;
    let mut progress = Progress::new(show.quiet, show.verbose);
    let (mut report, sources) = drive::suggest(&request, &SuggestSettings::default(), &mut progress)?;
    let budget = settings.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
    let wanted = CrossCheckSettings { budget, ..CrossCheckSettings::default() };
    let cross = drive::cross_check(&request, &report, &sources, &wanted, &mut explorer, &mut progress)?;
    drop(progress);
    let exit = Exit::of_cross_check(&cross);
    report.cross_check = Some(cross);
    let context = context(&settings.file, &sources, show, false, &Destination::None, start.elapsed());
    Ok(Done { document: report::cross_check(show.format, &report, &context), exit, warnings: report.warnings, sources })
}

fn request(settings: &Check, mut sources: Sources) -> Result<Request, Stop> {
    let model = Model::find(&settings.model, &mut sources).map_err(|mut diagnostics| {
        // A name that the configuration file gives is wrong there.
        if let (Some(span), Some(first)) = (settings.model_span, diagnostics.first_mut()) {
            first.span.get_or_insert(span);
        }
        Stop { sources: sources.clone(), diagnostics }
    })?;
    let read = &settings.read;
    Ok(Request {
        path: settings.file.clone(),
        read: ReadOptions {
            include_dirs: read.include_dirs.clone(),
            defines: read.defines.clone(),
            undefines: read.undefines.clone(),
            system_headers: read.system_headers,
            ..ReadOptions::default()
        },
        model,
        unwinding: Unwinding {
            fixed: settings.unwind.fixed,
            limit: settings.unwind.limit,
            loops: settings.unwind.loops.iter().map(|l| (l.file.clone(), l.line, l.bound)).collect(),
        },
        solver: settings.solver,
        search: session::Settings::default(),
        timeout: settings.timeout,
    })
}

fn context<'a>(
    input: &'a Path,
    sources: &'a Sources,
    show: Show,
    diff: bool,
    destination: &'a Destination,
    elapsed: Duration,
) -> Context<'a> {
    Context {
        sources,
        input,
        seconds: elapsed.as_secs_f64(),
        colored: style::colored(show.color, &std::io::stdout()),
        quiet: show.quiet,
        verbose: show.verbose > 0,
        diff,
        destination,
    }
}
