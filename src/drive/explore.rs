//! `explore`: every execution of the program under the model, one by one.
//!
//! In: a [`Request`] and [`ExploreSettings`]. Out: an [`ExploreReport`]. "Safe" is said only when every execution was
//! visited and none was stopped at a bound. Loops are run as long as they run, up to a limit that is far beyond what
//! can be explored in reasonable time unless the loop ends by itself.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use super::drawing::Drawings;
use super::kept;
use super::known::WithinBounds;
use super::outcome::{CheckReport, Statistics};
use super::verdict::{ExceededLoop, Verdict, Why};
use super::{Failure, Request, parse, shorten_waits, unlooked};
use crate::diag::{About, Diagnostic, Sources};
use crate::drive::unwinding::too_many_threads;
use crate::exec::bounds::{Bound, Bounds};
use crate::exec::skeleton::Bounded;
use crate::explore::{self, Divided, Ended, Equivalence, Full, Outcome, Part, Progress, Watcher};
use crate::frontend::Unit;
use crate::ids::ThreadId;
use crate::ir::{Concern, Program};
use crate::progress::{Event, Observer, Phase};

/// Iterations of a loop, and nested calls of a function, unless the request fixes a bound.
pub const ITERATIONS: u32 = 1000;

/// Data races that are named.
const NAMED_RACES: usize = 3;

/// How the program is explored.
#[derive(Clone, Debug)]
pub struct ExploreSettings {
    pub equivalence: Equivalence,
    /// Go on after a violation.
    pub all: bool,
    pub max_executions: Option<u64>,
    /// Give every barrier its state, and so tell the orders of arrival apart.
    pub plain_barriers: bool,
    /// Executions that differ only in how long somebody waited count once.
    pub merges_waits: bool,
    /// Of the executions in which threads have changed places that nobody can tell apart, one is explored.
    pub symmetry: bool,
    /// Executions that differ only in the order of critical sections that touch nothing in common count once.
    pub divides_locks: bool,
    pub threads: usize,
    /// The part of the exploration that is wanted, if not the whole; one thread explores it.
    pub part: Option<Part>,
    /// A directory for a drawing of each execution.
    pub drawings: Option<PathBuf>,
    /// Where to write how far the exploration is if it has to end early, and where to read that from; one thread explores then.
    pub save: Option<PathBuf>,
    pub resume: Option<PathBuf>,
}

impl Default for ExploreSettings {
    fn default() -> Self {
        let equivalence = Equivalence::default();
        ExploreSettings {
            equivalence,
            all: false,
            max_executions: None,
            plain_barriers: false,
            merges_waits: true,
            symmetry: true,
            divides_locks: true,
            threads: 1,
            part: None,
            drawings: None,
            save: None,
            resume: None,
        }
    }
}

/// Result of `explore`.
#[derive(Clone, Debug)]
pub struct ExploreReport {
    pub verdict: Verdict,
    /// Where there is no verdict: within what bounds there is no violation.
    pub bounded: Option<WithinBounds>,
    /// Where there is one all the same: why the executions were not counted to the end.
    pub cut_short: Option<Why>,
    pub model: String,
    pub equivalence: Equivalence,
    /// Executions in which every thread ran to its end.
    pub complete: u64,
    /// Executions in which a thread waits for good.
    pub blocked: u64,
    /// Those of the blocked ones in which threads only wait for each other.
    pub deadlocks: u64,
    /// Executions with a violation; none of the above.
    pub violating: u64,
    pub threads: usize,
    /// Wall-clock time of the exploration alone, without reading.
    pub seconds: f64,
    /// The most memory that the process has used, where the system tells it.
    pub peak_rss_kib: Option<u64>,
    /// Drawings that were written.
    pub drawings: usize,
    /// What this part and the others must have in common, if it is not the whole.
    pub divided: Option<Divided>,
    /// The file that says how far the exploration is, if it ended early and that was to be saved; or why there is none.
    pub saved: Option<Result<PathBuf, Diagnostic>>,
    pub warnings: Vec<Diagnostic>,
}

impl ExploreReport {
    /// The report of a run that had to end; its `report` says why.
    pub fn without_answer(report: &CheckReport, settings: &ExploreSettings) -> ExploreReport {
        ExploreReport {
            verdict: report.verdict.clone(),
            bounded: report.bounded.clone(),
            cut_short: None,
            model: report.model.clone(),
            equivalence: settings.equivalence,
            complete: 0,
            blocked: 0,
            deadlocks: 0,
            violating: 0,
            threads: settings.threads,
            seconds: 0.0,
            peak_rss_kib: peak_rss_kib(),
            drawings: 0,
            divided: None,
            saved: None,
            warnings: Vec::new(),
        }
    }
}

/// Explores the program of a request.
pub fn explore(
    request: &Request,
    settings: &ExploreSettings,
    observer: &mut dyn Observer,
) -> Result<(ExploreReport, Sources), Failure> {
    let start = Instant::now();
    observer.phase(Phase::Read);
    let mut unit = parse(request)?;
    if settings.merges_waits {
        shorten_waits(&mut unit.program, &request.model);
    }
    let Unit { program, sources, warnings, .. } = unit;
    let of_the_end = [Concern::Leaks, Concern::Liveness].into_iter().find(|concern| program.checked.contains(*concern));
    if let Some(concern) = of_the_end.filter(|_| settings.equivalence == Equivalence::ReadsFrom) {
        // Which write of a place is the last one decides what can be found, and for what a loop waits in vain.
        let error = Diagnostic::error("executions that differ by their last writes end differently")
            .help(format!("leave out `--equivalence rf`, or `{}`", concern.name()));
        return Err(Failure::one(sources, error));
    }
    let explored = explored(request, Read { program: &program, sources: &sources }, settings, start, observer);
    match (explored, request.stop(start).reached()) {
        (Ok(mut report), _) => {
            if matches!(report.verdict, Verdict::Safe { .. }) {
                report.warnings.extend(unlooked::warn(&program, &request.model, &request.stop(start)));
            }
            report.warnings.splice(0..0, warnings);
            Ok((report, sources))
        }
        // What was cut short refuses what it would not have refused with more time.
        (Err(_), Some(limit)) => {
            let (verdict, model) = (Verdict::Unknown(limit.into()), request.model.name().to_string());
            let report = CheckReport {
                verdict,
                bounded: None,
                reliance: None,
                decided_by: None,
                model,
                statistics: Statistics::default(),
                warnings,
            };
            Ok((ExploreReport::without_answer(&report, settings), sources))
        }
        (Err(diagnostic), None) => Err(Failure::one(sources, diagnostic)),
    }
}

/// A program with the text that it was read from.
#[derive(Clone, Copy)]
pub(super) struct Read<'r> {
    pub program: &'r Program,
    pub sources: &'r Sources,
}

/// Looks before the search whether the executions can be drawn where they are to be.
///
/// # Errors
/// The folder is none and cannot be made one, or no file can be made in it.
pub fn prepare_drawings(settings: &ExploreSettings) -> Result<(), Diagnostic> {
    settings.drawings.as_deref().map_or(Ok(()), Drawings::prepare)
}

/// Looks before the search whether the file can be written that says how far an exploration is.
///
/// # Errors
/// It cannot, or is something else.
pub fn prepare_saving(settings: &ExploreSettings) -> Result<(), Diagnostic> {
    settings.save.as_deref().map_or(Ok(()), kept::prepare)
}

/// Explores a program that was read.
pub(super) fn explored(
    request: &Request,
    Read { program, sources }: Read<'_>,
    settings: &ExploreSettings,
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<ExploreReport, Diagnostic> {
    let bounds = bounds(request, program, sources)?;
    prepare_saving(settings)?;
    let resume = settings.resume.as_deref().map(kept::resume).transpose()?;
    let drawings = settings.drawings.as_ref().map(|folder| Drawings::new(folder)).transpose()?;
    let mut watch = Watch { observer, sources, drawings, problem: None };
    let asked = explore::Settings {
        equivalence: settings.equivalence,
        all: settings.all,
        max_executions: settings.max_executions,
        stop: request.stop(start),
        validate: cfg!(test),
        plain_barriers: settings.plain_barriers,
        merges_waits: settings.merges_waits,
        symmetry: settings.symmetry,
        divides_locks: settings.divides_locks,
        threads: settings.threads,
        part: settings.part,
        keeps: settings.save.is_some(),
        resume,
        ..explore::Settings::new(bounds)
    };
    watch.observer.phase(Phase::Explore);
    let exploring = Instant::now();
    let outcome = explore::explore(program, &request.model, &asked, &mut watch)?;
    if let Some(problem) = watch.problem {
        return Err(problem);
    }
    let drawings = watch.drawings.map_or(0, |drawings| drawings.count());
    Ok(ExploreReport {
        model: request.model.name().to_string(),
        equivalence: settings.equivalence,
        complete: outcome.complete,
        blocked: outcome.blocked,
        deadlocks: outcome.deadlocks,
        violating: outcome.violating,
        threads: settings.threads,
        seconds: exploring.elapsed().as_secs_f64(),
        peak_rss_kib: peak_rss_kib(),
        drawings,
        divided: outcome.divided.clone(),
        saved: saved(&outcome, settings),
        warnings: warnings(&outcome),
        bounded: bounded(&outcome, program),
        cut_short: cut_short(&outcome),
        verdict: verdict(outcome, program, sources),
    })
}

/// Writes how far the exploration is, if it ended early and that is to be saved.
fn saved(outcome: &Outcome, settings: &ExploreSettings) -> Option<Result<PathBuf, Diagnostic>> {
    let (paused, path) = (outcome.paused.as_deref()?, settings.save.as_deref()?);
    Some(kept::save(path, paused).map(|()| path.to_path_buf()))
}

/// The bounds of a request: those that it fixes, and the limit of this command for all others.
fn bounds(request: &Request, program: &Program, sources: &Sources) -> Result<Bounds, Diagnostic> {
    let mut bounds = request.unwinding.start(program, sources, &request.model, None)?.bounds;
    let default = request.unwinding.fixed.unwrap_or(ITERATIONS);
    (bounds.default, bounds.recursion) = (Bound::Fixed(default), default);
    Ok(bounds)
}

/// What all executions that were visited have in common, if a bound alone kept the rest away.
fn bounded(outcome: &Outcome, program: &Program) -> Option<WithinBounds> {
    let whole = outcome.violation.is_none()
        && outcome.assumed.is_none()
        && outcome.divided.is_none()
        && matches!(outcome.ended, Ended::Complete);
    let within = WithinBounds::named(outcome.exceeded.iter().copied(), program).filter(|_| whole);
    within.filter(|within| !within.is_everything())
}

/// Why the counts are not those of all executions although there is a violation; a first one that ends an exploration as it should is
/// no reason.
fn cut_short(outcome: &Outcome) -> Option<Why> {
    outcome.violation.as_ref()?;
    match outcome.ended {
        Ended::Halted(limit) => Some(limit.into()),
        Ended::Enough => {
            Some(Why::Executions(outcome.complete + outcome.blocked + outcome.exceeding + outcome.violating))
        }
        Ended::Complete | Ended::Stopped | Ended::TooLarge => None,
    }
}

fn verdict(outcome: Outcome, program: &Program, sources: &Sources) -> Verdict {
    if let Some(execution) = outcome.violation {
        return Verdict::Violation(execution);
    }
    match outcome.ended {
        Ended::Halted(limit) => return Verdict::Unknown(limit.into()),
        Ended::TooLarge => {
            let why = "an execution has more events than can be explored; bound the loops with `--unwind`";
            return Verdict::Unknown(Why::Other(why.to_string()));
        }
        Ended::Enough | Ended::Stopped => {
            let executions = outcome.complete + outcome.blocked + outcome.exceeding;
            return Verdict::Unknown(Why::Executions(executions));
        }
        Ended::Complete => {}
    }
    let loops: Vec<ExceededLoop> = outcome
        .exceeded
        .iter()
        .filter_map(|(what, bound)| match what {
            Bounded::Loop(id) | Bounded::Count(id) => {
                Some(ExceededLoop { span: program.loops[id.index()].span, bound: *bound })
            }
            Bounded::Recursion(_)
            | Bounded::Chance(_)
            | Bounded::Coincidence(_)
            | Bounded::Litter
            | Bounded::Threads(_) => None,
        })
        .collect();
    let threads = outcome.exceeded.iter().find_map(|(what, _)| match what {
        Bounded::Threads(span) => Some(*span),
        _ => None,
    });
    if let Some(span) = threads {
        return Verdict::Unknown(too_many_threads(span, sources));
    }
    if !loops.is_empty() {
        return Verdict::Unknown(Why::Unwinding(loops));
    }
    if let Some(assumed) = outcome.assumed {
        let place = sources.beside(assumed.span);
        return Verdict::Unknown(Why::Other(format!("{}{place}", assumed.message)));
    }
    match outcome.exceeded.first() {
        Some((Bounded::Recursion(id), bound)) => {
            let function = program.function(*id);
            Verdict::Unknown(Why::Recursion { function: function.name.clone(), bound: *bound, span: function.span })
        }
        Some((what, _)) => panic!("an exploration exceeds {what:?}; please report this"),
        // What holds of a part is nothing that holds of the program.
        None => match outcome.divided {
            Some(divided) => Verdict::Unknown(Why::Part(divided.part)),
            None => Verdict::Safe { bound: outcome.deepest },
        },
    }
}

/// What the user should know besides the verdict.
fn warnings(outcome: &Outcome) -> Vec<Diagnostic> {
    let mut warnings = outcome.warnings.clone();
    for race in outcome.races.iter().take(NAMED_RACES) {
        let mut warning = Diagnostic::warning(format!(
            "data race on `{}`: nothing orders this access and another one, and one of them is plain",
            race.place
        ))
        .about(About::DataRace)
        .note("the other access is here", race.second)
        .help("make the accesses atomic; a compiler may reorder, merge or remove plain ones");
        warning.span = race.first;
        warnings.push(warning);
    }
    if let Some(waiting) = &outcome.deadlock {
        let mut warning = Diagnostic::warning("deadlock: in some execution threads wait for each other for good")
            .about(About::Deadlock);
        let mut places = waiting.iter();
        warning.span = places.clone().find_map(|(_, span)| *span);
        for (thread, span) in places.by_ref() {
            warning = warning.note(format!("{} waits here", name(*thread)), *span);
        }
        warnings.push(warning);
    }
    warnings
}

fn name(thread: ThreadId) -> String {
    if thread == ThreadId(0) { "the first thread".to_string() } else { format!("thread {thread}") }
}

/// The most memory that this process has used.
fn peak_rss_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Tells the observer, and draws.
struct Watch<'o> {
    observer: &'o mut dyn Observer,
    sources: &'o Sources,
    drawings: Option<Drawings>,
    problem: Option<Diagnostic>,
}

impl Watcher for Watch<'_> {
    fn restart(&mut self) {
        if let Some(drawings) = &mut self.drawings {
            drawings.restart();
        }
    }

    fn wants_graphs(&self) -> bool {
        self.drawings.is_some()
    }

    fn full(&mut self, graph: &mut dyn Full) -> ControlFlow<()> {
        let Some(drawings) = &mut self.drawings else { return ControlFlow::Continue(()) };
        match drawings.draw(&graph.execution(), self.sources) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }

    fn progress(&mut self, progress: Progress) {
        let Progress { complete, blocked, done } = progress;
        // A share too small to be told from nothing says nothing about the rest.
        let total = (done > 1e-4).then(|| ((complete + blocked) as f64 / done.min(1.0)) as u64);
        self.observer.progress(Event::Explored { complete, blocked, total });
    }
}
