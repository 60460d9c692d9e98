//! The cross-check: two engines that share no search look at the same programs.
//!
//! In: a request, what `suggest` found for it, the explorer (or who looks in its place). Out: a [`CrossCheck`]: what each engine says of the original, of
//! the patched program and of the patched program without each of its fences. It must not know how either engine works.
//!
//! The solver's verdicts on the original and on the patched program are those of `suggest`; it looks at the programs
//! without one of the fences here, as texts. A program on which the two contradict each other is written to disk with all
//! that is needed to see it again. What the explorer does not decide (a time limit, a construct it refuses, a bound) is
//! said, and is no disagreement: it does not weaken what the solver has proved.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::change::FenceReport;
use super::comparison::{Agreement, Comparison, CrossCheck, Finding, Second, Subject};
use super::outcome::{SuggestReport, Suggestion};
use super::recheck::{canonical, verdict_of_text};
use super::second::{Explored, Explorer, refusal};
use super::verdict::{Decider, Verdict};
use super::{Failure, Request};
use crate::diag::{Diagnostic, Sources};
use crate::frontend::ReadOptions;
use crate::patch::{self, Insertion};
use crate::progress::{Observer, Phase};

/// How long a cross-check may take unless it is told otherwise.
pub const BUDGET: Duration = Duration::from_secs(3);

/// The name of the directory that a disagreement is written to.
const DIRECTORY: &str = "fencesmith-disagreement";

/// How a cross-check is done.
#[derive(Clone, Debug)]
pub struct CrossCheckSettings {
    pub budget: Option<Duration>,
    /// Where a disagreement is written to.
    pub directory: PathBuf,
    /// Fences have texts of the user's own, which may do more than a fence.
    pub own_texts: bool,
}

impl Default for CrossCheckSettings {
    fn default() -> Self {
        CrossCheckSettings { budget: Some(BUDGET), directory: PathBuf::from("."), own_texts: false }
    }
}

/// A suggestion, and what it was made for.
#[derive(Clone, Copy)]
pub struct Suggested<'s> {
    pub request: &'s Request,
    pub report: &'s SuggestReport,
    pub sources: &'s Sources,
}

/// Has the explorer look at everything that a suggestion rests on.
///
/// # Errors
/// A disagreement that cannot be written to disk.
pub fn cross_check(
    Suggested { request, report, sources }: Suggested<'_>,
    settings: &CrossCheckSettings,
    explorer: &mut Explorer<'_>,
    observer: &mut dyn Observer,
) -> Result<CrossCheck, Failure> {
    // Nobody confirms himself.
    let is_answered = !matches!(report.suggestion, Suggestion::Unknown(_));
    if is_answered && report.decided_by == Some(Decider::Explorer) {
        let asked = request.read.checked.concerns().find(|concern| !super::is_for_solver(*concern));
        let only = asked.or(report.beyond.first().copied());
        let reason = match only {
            Some(concern) => format!("only the explorer looks for `{}`", concern.name()),
            None => "the explorer has answered, and the solver has not".to_string(),
        };
        return Ok(CrossCheck { reason: Some(reason), ..CrossCheck::default() });
    }
    let start = Instant::now();
    observer.phase(Phase::CrossCheck);
    // What a repair was found for is what its parts are needed for.
    let concerns = request.read.checked.concerns().chain(report.beyond.iter().copied()).collect();
    let request = &Request { read: ReadOptions { checked: concerns, ..request.read.clone() }, ..request.clone() };
    let mut run = Run { request, sources, settings, start, explorer, observer, done: CrossCheck::default() };
    match &report.suggestion {
        Suggestion::Safe { .. } => run.compare(Subject::Original, Finding::Safe, original(request, sources))?,
        Suggestion::Unrepairable { counterexample, .. } => {
            let found = Finding::Violation(Some(counterexample.clone()));
            run.compare(Subject::Original, found, original(request, sources))?;
        }
        // What was there took part: of the original nothing is known, and without an edit a place has the least there is.
        Suggestion::Repaired { fences, dropped, patch, .. } if report.before.is_some() => {
            let text = original(request, sources);
            let found = run.solver(&text);
            run.compare(Subject::Original, found, text)?;
            run.compare(Subject::Patched, Finding::Safe, with(request, sources, patch))?;
            let spare = dropped.iter().map(|it| Insertion::new(it.placement.clone(), it.becomes.as_str()));
            let all: Vec<Insertion> = fences.iter().map(FenceReport::insertion).chain(spare).collect();
            for (number, fence) in fences.iter().enumerate() {
                let mut others = all.clone();
                match &fence.absent {
                    Some(text) => {
                        // Text that several units include is one text.
                        let here = others.iter_mut().filter(|other| other.placement == fence.placement);
                        here.for_each(|other| *other = Insertion::new(fence.placement.clone(), text.as_str()));
                    }
                    None => drop(others.remove(number)),
                }
                let patch = patch::apply(sources, &others).map_err(|d| Failure::one(sources.clone(), d))?;
                let text = with(request, sources, &patch);
                let found = run.solver(&text);
                run.compare(Subject::Without(number), found, text)?;
            }
        }
        Suggestion::Repaired { fences, counterexample, patch, .. } => {
            let found = Finding::Violation(counterexample.clone());
            run.compare(Subject::Original, found, original(request, sources))?;
            run.compare(Subject::Patched, Finding::Safe, with(request, sources, patch))?;
            let insertions: Vec<Insertion> = fences.iter().map(FenceReport::insertion).collect();
            // Without its only fence a program is the original.
            let dropped = if fences.len() > 1 { fences.as_slice() } else { &[] };
            for (fence, suggested) in dropped.iter().enumerate() {
                let mut others = insertions.clone();
                others.remove(fence);
                let patch = patch::apply(sources, &others).map_err(|d| Failure::one(sources.clone(), d))?;
                let text = with(request, sources, &patch);
                let found = run.solver(&text);
                if matches!(found, Finding::Safe) && suggested.needed_because.is_some() {
                    if settings.own_texts {
                        let what = "a text that is given for a fence does more than the fence whose name it has";
                        let error =
                            Diagnostic::error(what).note("the program is correct without this one", suggested.span);
                        return Err(Failure::one(
                            sources.clone(),
                            error.help("give the call or the macro that is the fence"),
                        ));
                    }
                    panic!("the program is correct without a fence that is said to be needed; please report this");
                }
                run.compare(Subject::Without(fence), found, text)?;
            }
        }
        Suggestion::Unknown(_) => run.done.reason = Some("there is no verdict to be checked".to_string()),
    }
    Ok(CrossCheck { budget: settings.budget, elapsed: start.elapsed(), ..run.done })
}

/// The request for the program as it was read, whatever is on disk by now.
fn original(request: &Request, sources: &Sources) -> Request {
    let mut again = request.clone();
    for (_, file) in sources.files().filter(|(_, file)| file.path.exists()) {
        again.read.overlay.insert(canonical(&file.path), file.text.to_string());
    }
    again
}

/// The request for a patched program.
fn with(request: &Request, sources: &Sources, patch: &patch::Patch) -> Request {
    let mut again = original(request, sources);
    for file in &patch.files {
        again.read.overlay.insert(canonical(&file.path), file.patched.clone());
    }
    again
}

struct Run<'r, 'e> {
    request: &'r Request,
    sources: &'r Sources,
    settings: &'r CrossCheckSettings,
    start: Instant,
    explorer: &'r mut Explorer<'e>,
    observer: &'r mut dyn Observer,
    done: CrossCheck,
}

impl Run<'_, '_> {
    /// What is left of the budget.
    fn left(&self) -> Option<Duration> {
        self.settings.budget.map(|budget| budget.saturating_sub(self.start.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    fn too_late(&self) -> Finding {
        let seconds = self.settings.budget.map_or(0.0, |budget| budget.as_secs_f64());
        Finding::Unknown(format!("the {seconds:.1} s for the cross-check were over"))
    }

    /// The solver's verdict on a text.
    fn solver(&mut self, text: &Request) -> Finding {
        if self.is_over() {
            return self.too_late();
        }
        let request = Request { timeout: self.left(), ..text.clone() };
        match verdict_of_text(&request, None, Instant::now(), self.observer) {
            Ok(Verdict::Safe { .. }) => Finding::Safe,
            Ok(Verdict::Violation(execution)) => Finding::Violation(Some(execution)),
            Ok(Verdict::Unknown(_)) if self.is_over() => self.too_late(),
            Ok(Verdict::Unknown(_)) => Finding::Unknown("the solver reached a bound".to_string()),
            Err(failure) => Finding::Unknown(refusal(&failure)),
        }
    }

    /// Has the explorer look at a program, too, and compares.
    fn compare(&mut self, subject: Subject, solver: Finding, text: Request) -> Result<(), Failure> {
        let explored = if self.is_over() {
            Explored { finding: self.too_late(), executions: 0, by: Second::Explorer }
        } else {
            let request = Request { timeout: self.left(), ..text.clone() };
            let mut explored = (self.explorer)(&request, self.observer);
            if matches!(explored.finding, Finding::Unknown(_)) && self.is_over() {
                explored.finding = self.too_late();
            }
            explored
        };
        let Explored { finding, executions, by } = explored;
        let comparison = Comparison { subject, solver, second: finding, by, executions };
        if comparison.agreement() == Agreement::Disagreed {
            let written = self.write(&comparison, &text).map_err(|d| Failure::one(self.sources.clone(), d))?;
            self.done.reproducers.push(written);
        }
        self.done.comparisons.push(comparison);
        Ok(())
    }

    /// Writes a program on which the engines disagree, with what each of them says, into a directory of its own.
    fn write(&self, comparison: &Comparison, text: &Request) -> Result<PathBuf, Diagnostic> {
        let (directory, result) = fresh_directory(&self.settings.directory);
        let fail = |error: std::io::Error| {
            Diagnostic::error(format!("cannot write the disagreement to {}: {error}", directory.display()))
        };
        result.map_err(fail)?;
        let mut names: Vec<PathBuf> = Vec::new();
        for (_, file) in self.sources.files() {
            let Some(content) = text.read.overlay.get(&canonical(&file.path)) else { continue };
            let name = PathBuf::from(file.path.file_name().unwrap_or(file.path.as_os_str()));
            if !names.contains(&name) {
                std::fs::write(directory.join(&name), content).map_err(fail)?;
                names.push(name);
            }
        }
        std::fs::write(directory.join("report.txt"), self.describe(comparison, &names)).map_err(fail)?;
        Ok(directory)
    }

    fn describe(&self, comparison: &Comparison, names: &[PathBuf]) -> String {
        let mut out = format!("fencesmith {}: two engines disagree\n\n", env!("CARGO_PKG_VERSION"));
        let model = self.request.model.name();
        let main = names.first().map_or_else(String::new, |name| name.display().to_string());
        // Writing to a string cannot fail.
        let _ = writeln!(out, "program    {:?} of {}", comparison.subject, self.request.path.display());
        let _ = writeln!(out, "model      {model}");
        for (name, finding) in [("solver", &comparison.solver), (comparison.by.name(), &comparison.second)] {
            let _ = writeln!(out, "{name:<10} {}", finding.word());
        }
        let mut options = String::new();
        for (name, value) in &self.request.read.preprocessing.defines {
            let value = value.as_ref().map_or_else(String::new, |value| format!("={value}"));
            let _ = write!(options, " -D '{name}{value}'");
        }
        for name in &self.request.read.preprocessing.undefines {
            let _ = write!(options, " -U {name}");
        }
        let _ = writeln!(out, "\nfencesmith check {main} --model {model}{options}");
        let _ = writeln!(out, "fencesmith explore {main} --model {model}{options}");
        for finding in [&comparison.solver, &comparison.second] {
            if let Finding::Violation(Some(execution)) = finding {
                let _ = writeln!(out, "\n{execution:#?}");
            }
        }
        out
    }
}

/// Makes a directory that was not there before.
fn fresh_directory(parent: &Path) -> (PathBuf, std::io::Result<()>) {
    let mut number = 1;
    loop {
        let name = if number == 1 { DIRECTORY.to_string() } else { format!("{DIRECTORY}-{number}") };
        let directory = parent.join(name);
        match std::fs::create_dir(&directory) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            result => return (directory, result),
        }
    }
}
