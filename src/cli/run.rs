//! The commands `check`, `explore`, `suggest` and `cross-check`: settings in, a document out.
//!
//! In: [`settings`](super::settings). Out: [`Done`] or [`Stop`]. This is the only file of the command line that
//! calls the pipelines. It prints nothing but progress.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::done::{Done, Stop};
use super::exit::Exit;
use super::format::Format;
use super::outputs::{self, Barred};
use super::progress::Progress;
use super::report::{self, Context};
use super::settings::{Check, Explore, Show, Suggest};
use super::style;
use super::watch::Watch;
use crate::diag::{Diagnostic, Sources};
use crate::drive::destination::Patched;
use crate::drive::outcome::{CheckReport, Statistics, SuggestReport, Suggestion};
use crate::drive::proof::{self, About, Written};
use crate::drive::second::explorer;
use crate::drive::verdict::{Verdict, Why};
use crate::drive::{
    self, Answering, Assurance, CrossCheck, CrossCheckSettings, Drawing, ExploreReport, Request, SuggestSettings,
    Unwinding, destination,
};
use crate::exec::Execution;
use crate::frontend::ReadOptions;
use crate::ir::{Allocator, Checked, Concern};
use crate::model::Model;
use crate::patch::Patch;
use crate::sat::session;

/// Runs `check`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model or the input.
pub fn check(settings: &Check, show: Show, sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    let start = Instant::now();
    let document = move |report: &CheckReport, context: &Context<'_>| report::check(show.format, report, context);
    last_words(settings, show, watch, document);
    let (settings, barred) = outputs::of_check(settings, show);
    let settings = &settings;
    let request = request(settings, sources, watch)?;
    let mut progress = Progress::new(show.quiet, show.verbose, watch.clone());
    let mut result = drive::decide(&request, settings.engine, &mut progress);
    // Of a property file that is beyond one engine, the other may refute the rest.
    if settings.of_property_file && !is_decided(&result) && settings.checked.contains(Concern::Leaks) {
        let rest = settings.checked.concerns().filter(|concern| *concern != Concern::Leaks);
        let mut without = request.clone();
        without.read.checked = rest.collect();
        if let Ok((mut report, sources)) = drive::decide(&without, settings.engine, &mut progress)
            && report.verdict.is_decided()
        {
            reserve(&mut report.verdict, Some("whether memory leaks"));
            result = Ok((report, sources));
        }
    }
    let (mut report, sources) = result?;
    report.verdict.name_phase(watch.phase());
    reserve(&mut report.verdict, settings.unlooked);
    let proof = match report.verdict {
        Verdict::Safe { .. } => proved(settings, &request, (None, start), &sources, &mut progress)?,
        Verdict::Violation(_) | Verdict::Unknown(_) => Proved::default(),
    };
    drop(progress);
    let example = match &report.verdict {
        Verdict::Violation(execution) => Some(&**execution),
        Verdict::Safe { .. } | Verdict::Unknown(_) => None,
    };
    let (_, failed) = drawn(&settings.drawing, example, &sources);
    let expected = settings.expected.as_ref();
    let written = proof.written.as_ref();
    let checked = named(settings);
    let context =
        Context { expected, checked, proof: written, ..context(&settings.file, &sources, show, start.elapsed()) };
    let exit = proof.exit(Exit::from(&report.verdict));
    let (exit, failed) = if failed.is_some() { (Exit::Usage, failed) } else { (exit, proof.failed.clone()) };
    let exit = if barred.is_empty() { exit } else { Exit::Usage };
    let document =
        with_failures(&mut report, (&barred, failed.as_ref()), |report| report::check(show.format, report, &context));
    Ok(Done { document, painted: context.colored, exit, warnings: report.warnings, failed, sources })
}

/// A report that has warnings.
trait Warns {
    fn warnings(&mut self) -> &mut Vec<Diagnostic>;
}

impl Warns for CheckReport {
    fn warnings(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.warnings
    }
}

impl Warns for ExploreReport {
    fn warnings(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.warnings
    }
}

impl Warns for SuggestReport {
    fn warnings(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.warnings
    }
}

/// A document that tells, with the warnings, what could not be written; standard error says that by itself.
fn with_failures<R: Warns>(
    report: &mut R,
    (barred, failed): (&Barred, Option<&Diagnostic>),
    document: impl Fn(&R) -> String,
) -> String {
    let own = report.warnings().len();
    report.warnings().extend(barred.iter().chain(failed).cloned());
    let document = document(report);
    report.warnings().truncate(own);
    document
}

/// Runs `explore`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model or the input.
pub fn explore(settings: &Explore, show: Show, sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    let start = Instant::now();
    let (settings, barred) = outputs::of_exploration(settings, show);
    let settings = &settings;
    let exploration = settings.exploration.clone();
    last_words(&settings.check, show, watch, move |report, context| {
        report::explore(show.format, &ExploreReport::without_answer(report, &exploration), context)
    });
    let request = request(&settings.check, sources, watch)?;
    let mut progress = Progress::new(show.quiet, show.verbose, watch.clone());
    let result = drive::explore(&request, &settings.exploration, &mut progress);
    drop(progress);
    let (mut report, sources) = result?;
    report.verdict.name_phase(watch.phase());
    reserve(&mut report.verdict, settings.check.unlooked);
    let expected = settings.check.expected.as_ref();
    let checked = named(&settings.check);
    let context = Context { expected, checked, ..context(&settings.check.file, &sources, show, start.elapsed()) };
    let failed = report.saved.as_ref().and_then(|saved| saved.as_ref().err().cloned());
    let document =
        with_failures(&mut report, (&barred, failed.as_ref()), |report| report::explore(show.format, report, &context));
    Ok(Done {
        document,
        painted: context.colored,
        exit: if failed.is_some() || !barred.is_empty() { Exit::Usage } else { Exit::from(&report.verdict) },
        warnings: report.warnings,
        failed,
        sources,
    })
}

/// Runs `suggest`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model, the input or the destination.
pub fn suggest(settings: &Suggest, show: Show, sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    let start = Instant::now();
    let (algorithm, objective) = (settings.synthesis.algorithm, settings.objective);
    last_words(&settings.check, show, watch, move |report, context| {
        report::suggest(show.format, &SuggestReport::without_answer(report, algorithm.name(), objective), context)
    });
    let (settings, barred) = outputs::of_suggestion(settings, show);
    let settings = &settings;
    let request = request(&settings.check, sources, watch)?;
    let wanted = SuggestSettings {
        engine: match settings.check.proof.is_some() || settings.all.is_some() {
            true => Answering::Solver,
            false => Answering::First,
        },
        synthesis: settings.synthesis.clone(),
        objective: settings.objective,
        preference: settings.preference.clone(),
        fence_texts: settings.fence_texts.clone(),
        comments: settings.comments,
        assurance: Assurance::Full,
        what_exists: settings.what_exists,
        all: settings.all,
        unasked: settings.check.unasked,
    };
    let mut progress = Progress::new(show.quiet, show.verbose, watch.clone());
    let (mut report, sources) = drive::suggest(&request, &wanted, &mut progress)?;
    report.suggestion.name_phase(watch.phase());
    if let Some(budget) = settings.cross_check {
        suggested(settings, show, watch, (&report, &sources));
        // The time limit is for the whole run.
        let left = request.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
        let budget = left.map_or(budget, |left| budget.min(left));
        let own_texts = !settings.fence_texts.is_empty();
        let settings = CrossCheckSettings { budget: Some(budget), own_texts, ..CrossCheckSettings::default() };
        let cross = drive::cross_check(
            drive::Suggested { request: &request, report: &report, sources: &sources },
            &settings,
            &mut explorer,
            &mut progress,
        )?;
        report.cross_check = Some(cross);
    }
    let exit = match &report.cross_check {
        Some(cross) if cross.disagrees() => Exit::Internal,
        _ => Exit::from(&report.suggestion),
    };
    let correct = match &report.suggestion {
        _ if exit == Exit::Internal => None,
        Suggestion::Repaired { patch, rechecked: true, .. } => Some(Some(patch)),
        Suggestion::Safe { .. } => Some(None),
        Suggestion::Repaired { .. } | Suggestion::Unrepairable { .. } | Suggestion::Unknown(_) => None,
    };
    let proof = match correct {
        Some(patch) => proved(&settings.check, &request, (patch, start), &sources, &mut progress)?,
        None => Proved::default(),
    };
    let written = match report.accepted(settings.accept_bound).filter(|_| exit != Exit::Internal) {
        Some(patch) => {
            let patched = Patched { request: &request, patch, sources: &sources, start };
            destination::write(&settings.writing, &patched, &mut progress)
        }
        None => Ok(destination::Written::default()),
    };
    drop(progress);
    // Where nothing could be written the report is all there is.
    let (written, failed) = written.map_or_else(|error| (Default::default(), Some(error)), |written| (written, None));
    report.warnings.extend(written.warning);
    let mut written = written.files;
    let (pictures, unpainted) = drawn(&settings.check.drawing, example(&report), &sources);
    written.extend(pictures);
    let failed = failed.or(unpainted);
    let unapplied = unapplied(settings, &report);
    let diff = settings.diff && unapplied.is_none();
    let failed = failed.or(unapplied);
    let exit = if failed.is_some() { Exit::Usage } else { proof.exit(exit) };
    let failed = failed.or(proof.failed);
    let exit = if barred.is_empty() { exit } else { Exit::Usage };
    let root = destination::root(&settings.writing);
    let context = Context {
        diff,
        accept_bound: settings.accept_bound,
        written: &written,
        proof: proof.written.as_ref(),
        root: &root,
        ..context(&settings.check.file, &sources, show, start.elapsed())
    };
    let document =
        with_failures(&mut report, (&barred, failed.as_ref()), |report| report::suggest(show.format, report, &context));
    Ok(Done { document, painted: context.colored, exit, warnings: report.warnings, failed, sources })
}

/// Runs `cross-check`. `sources` holds the configuration file.
///
/// # Errors
/// Whatever is wrong with the model or the input.
pub fn cross_check(settings: &Check, show: Show, sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    let start = Instant::now();
    let wanted = SuggestSettings::default();
    let (algorithm, objective) = (wanted.synthesis.algorithm, wanted.objective);
    last_words(settings, show, watch, move |report, context| {
        let mut report = SuggestReport::without_answer(report, algorithm.name(), objective);
        report.cross_check = Some(CrossCheck::without_answer());
        report::cross_check(show.format, &report, context)
    });
    let (settings, barred) = outputs::of_check(settings, show);
    let settings = &settings;
    let request = request(settings, sources, watch)?;
    let mut progress = Progress::new(show.quiet, show.verbose, watch.clone());
    let (mut report, sources) = drive::suggest(&request, &wanted, &mut progress)?;
    report.suggestion.name_phase(watch.phase());
    let budget = settings.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
    let wanted = CrossCheckSettings { budget, ..CrossCheckSettings::default() };
    let cross = drive::cross_check(
        drive::Suggested { request: &request, report: &report, sources: &sources },
        &wanted,
        &mut explorer,
        &mut progress,
    )?;
    drop(progress);
    let exit = Exit::of_cross_check(&cross);
    report.cross_check = Some(cross);
    let (_, failed) = drawn(&settings.drawing, example(&report), &sources);
    let exit = if failed.is_some() || !barred.is_empty() { Exit::Usage } else { exit };
    let context = context(&settings.file, &sources, show, start.elapsed());
    let document = with_failures(&mut report, (&barred, failed.as_ref()), |report| {
        report::cross_check(show.format, report, &context)
    });
    Ok(Done { document, painted: context.colored, exit, warnings: report.warnings, failed, sources })
}

/// What became of a proof that was asked for.
#[derive(Default)]
struct Proved {
    written: Option<Written>,
    failed: Option<Diagnostic>,
    /// It cannot be written, rather than not be found in time.
    unwritable: bool,
}

impl Proved {
    /// How a run ends that would have ended so without the proof.
    fn exit(&self, exit: Exit) -> Exit {
        match (&self.failed, self.unwritable) {
            (None, _) => exit,
            (Some(_), true) => Exit::Usage,
            (Some(_), false) => Exit::Inconclusive,
        }
    }
}

/// Proves that the program, patched if need be, is correct, and writes that where it is wanted.
///
/// # Errors
/// The program cannot be read any more.
fn proved(
    settings: &Check,
    request: &Request,
    (patch, start): (Option<&Patch>, Instant),
    sources: &Sources,
    progress: &mut Progress,
) -> Result<Proved, Stop> {
    let Some(folder) = &settings.proof else { return Ok(Proved::default()) };
    let proof = match proof::prove(request, About { model: &settings.model, patch, start }, progress)? {
        Ok(proof) => proof,
        Err(why) => {
            let why = Diagnostic::error(format!(
                "there is no proof: {}",
                report::reason(&why, report::Voice::Verdict, sources)
            ));
            return Ok(Proved { failed: Some(why), ..Proved::default() });
        }
    };
    Ok(match proof::write(proof, folder) {
        Ok(written) => Proved { written: Some(written), ..Proved::default() },
        Err(error) => Proved { failed: Some(error), unwritable: true, ..Proved::default() },
    })
}

fn is_decided(result: &Result<(CheckReport, Sources), drive::Failure>) -> bool {
    matches!(result, Ok((report, _)) if report.verdict.is_decided())
}

/// Nothing is safe of which more is asked than is looked for.
fn reserve(verdict: &mut Verdict, unlooked: Option<&'static str>) {
    if let (Verdict::Safe { .. }, Some(what)) = (&verdict, unlooked) {
        let why = format!("{what} is not known; there is no other violation");
        *verdict = Verdict::Unknown(Why::Other(why));
    }
}

/// The counterexample of a suggestion.
fn example(report: &SuggestReport) -> Option<&Execution> {
    match &report.suggestion {
        Suggestion::Repaired { counterexample, .. } => counterexample.as_deref(),
        Suggestion::Unrepairable { counterexample, .. } => Some(counterexample),
        Suggestion::Safe { .. } | Suggestion::Unknown(_) => None,
    }
}

/// Why the diff that is wanted would apply nowhere.
fn unapplied(settings: &Suggest, report: &SuggestReport) -> Option<Diagnostic> {
    let patch = report.accepted(settings.accept_bound).filter(|_| settings.diff)?;
    destination::applies(&settings.writing, patch).err()
}

/// Draws the counterexample, if there is one: the files that were written, and what kept one from being written.
fn drawn(drawing: &Drawing, example: Option<&Execution>, sources: &Sources) -> (Vec<PathBuf>, Option<Diagnostic>) {
    let Some(execution) = example else { return (Vec::new(), None) };
    match drawing.draw(execution, sources) {
        Ok(written) => (written, None),
        Err(error) => (Vec::new(), Some(error)),
    }
}

/// Sets the limits of a run, and what is said of it should it not answer in time.
fn last_words(
    settings: &Check,
    show: Show,
    watch: &Watch,
    document: impl Fn(&CheckReport, &Context<'_>) -> String + Send + 'static,
) {
    watch.limit(settings.timeout, settings.memory);
    let (file, model) = (settings.file.clone(), settings.model.clone());
    watch.otherwise(move |limit, phase, elapsed| {
        let why = Why::Limit { limit, phase: Some(phase) };
        let verdict = Verdict::Unknown(why);
        let exit = Exit::from(&verdict);
        let (statistics, warnings) = (Statistics::default(), Vec::new());
        let report = CheckReport {
            verdict,
            bounded: None,
            reliance: None,
            decided_by: None,
            model: model.clone(),
            statistics,
            warnings,
        };
        let sources = Sources::default();
        let context = context(&file, &sources, show, elapsed);
        Done {
            document: document(&report, &context),
            painted: context.colored,
            warnings: Vec::new(),
            failed: None,
            sources: sources.clone(),
            exit,
        }
    });
}

/// From here on a run that does not answer in time says what is suggested, without the cross-check.
fn suggested(settings: &Suggest, show: Show, watch: &Watch, found: (&SuggestReport, &Sources)) {
    let (report, sources) = (found.0.clone(), found.1.clone());
    let (settings, exit) = (settings.clone(), Exit::from(&report.suggestion));
    watch.otherwise(move |_, _, elapsed| {
        let file = &settings.check.file;
        let root = destination::root(&settings.writing);
        let context = Context {
            diff: settings.diff && unapplied(&settings, &report).is_none(),
            accept_bound: settings.accept_bound,
            root: &root,
            ..context(file, &sources, show, elapsed)
        };
        let document = report::suggest(show.format, &report, &context);
        let painted = context.colored;
        Done { document, painted, warnings: report.warnings.clone(), failed: None, sources: sources.clone(), exit }
    });
}

fn request(settings: &Check, mut sources: Sources, watch: &Watch) -> Result<Request, Stop> {
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
            preprocessing: read.preprocessing.clone(),
            further: read.further.clone(),
            harness: read.harness.clone(),
            overlay: read.overlay.clone(),
            system_headers: read.system_headers,
            checked: settings.checked,
            splits: read.splits,
            errors: settings.errors.clone(),
            allocator: if read.fresh_addresses { Allocator::Fresh } else { Allocator::Reuses },
            weak_exchange: read.weak_exchange,
            kinds: BTreeMap::default(),
        },
        model,
        unwinding: Unwinding {
            fixed: settings.unwind.fixed,
            limit: settings.unwind.limit,
            loops: settings.unwind.loops.iter().map(|l| (l.file.clone(), l.line, l.bound)).collect(),
        },
        solver: settings.solver,
        search: session::Settings { dependencies: settings.dependencies, ..session::Settings::default() },
        timeout: settings.timeout,
        stop: watch.stop(),
    })
}

/// What was looked for, as far as a report names it: what a property file asks has a name of its own.
fn named(settings: &Check) -> Checked {
    if settings.of_property_file { Checked::default() } else { settings.checked }
}

fn context<'a>(input: &'a Path, sources: &'a Sources, show: Show, elapsed: Duration) -> Context<'a> {
    Context {
        sources,
        input,
        seconds: elapsed.as_secs_f64(),
        // Only the form for people has colours.
        colored: show.format == Format::Text && style::colored(show.color, &std::io::stdout()),
        quiet: show.quiet,
        verbose: show.verbose > 0,
        full: show.full,
        width: style::width(),
        diff: false,
        accept_bound: false,
        checked: Checked::default(),
        expected: None,
        written: &[],
        proof: None,
        root: Path::new("."),
    }
}
