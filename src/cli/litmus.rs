//! The command `litmus`: tests in, a line for each and a count out.
//!
//! In: files, folders, a model, and perhaps a table of what is expected. Out: [`Done`] or [`Stop`]. It must not know how a test is
//! decided. [`mod@suggest`] repairs one.

pub mod settings;
pub mod suggest;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde_json::json;

use super::args::{InputArgs, LitmusArgs};
use super::done::{Done, Stop};
use super::exit::Exit;
use super::finals;
use super::format::Format;
use super::report::SCHEMA_VERSION;
use super::settings::{Show, time};
use super::watch::{Watch, default_memory};
use crate::diag::{Diagnostic, Sources};
use crate::drive::litmus::{LitmusAnswer, LitmusReport, LitmusRequest, Wanted, litmus as decide};
use crate::intake::{self, Writer};
use crate::model::Model;
use settings::{Said, Settings};

/// What is to be decided of which tests.
struct Task<'a> {
    paths: &'a [PathBuf],
    expect: Option<&'a Path>,
    wanted: Wanted,
    jobs: usize,
}

/// Runs `litmus`.
///
/// # Errors
/// An unknown model, no time, a folder or a table that cannot be read, no tests.
pub fn litmus(args: &LitmusArgs, show: Show, mut sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    let model =
        Model::find(&args.model, &mut sources).map_err(|diagnostics| Stop { sources: sources.clone(), diagnostics })?;
    let timeout = args.timeout.map(time).transpose().map_err(|error| Stop::from((error, &sources)))?;
    if args.jobs == Some(0) {
        let error = Diagnostic::error("`--jobs 0` would decide nothing").help("leave it out, or give a number from 1");
        return Err(Stop::from((error, &sources)));
    }
    let task = Task {
        paths: &args.paths,
        expect: args.expect.as_deref(),
        wanted: if args.states { Wanted::States } else { Wanted::Condition },
        jobs: args.jobs.unwrap_or(1),
    };
    decided(&task, Settings { model, timeout, memory: default_memory() }, show, (&sources, watch))
}

/// Whether a command is asked about litmus tests.
pub fn is_asked(input: &InputArgs) -> bool {
    !input.files.is_empty() && input.files.iter().all(|file| is_test(file))
}

/// `check` of litmus tests.
///
/// # Errors
/// As those of [`litmus`]; no model, an option that has no meaning.
pub fn check(files: &[PathBuf], said: &Said<'_>, show: Show, on: (&mut Sources, &Watch)) -> Result<Done, Stop> {
    let (sources, watch) = on;
    let settings = settings::settings(said, &[], sources)?;
    decided(&Task { paths: files, expect: None, wanted: Wanted::Condition, jobs: 1 }, settings, show, (sources, watch))
}

/// `explore` of litmus tests: the states in which they end.
///
/// # Errors
/// As those of [`check`].
pub fn explore(files: &[PathBuf], said: &Said<'_>, show: Show, on: (&mut Sources, &Watch)) -> Result<Done, Stop> {
    let (sources, watch) = on;
    let settings = settings::settings(said, &["states"], sources)?;
    decided(&Task { paths: files, expect: None, wanted: Wanted::States, jobs: 1 }, settings, show, (sources, watch))
}

fn decided(task: &Task<'_>, settings: Settings, show: Show, on: (&Sources, &Watch)) -> Result<Done, Stop> {
    let (sources, watch) = on;
    let stop = |error: Diagnostic| Stop::from((error, sources));
    show.format.but_sarif("litmus").map_err(stop)?;
    if show.format == Format::Json && task.wanted == Wanted::States {
        let error = Diagnostic::error("final states are printed as herd's tools read them, and not as JSON");
        return Err(stop(
            error.help("leave out `--format`; `litmus` and `check` have it where `--states` is not given"),
        ));
    }
    let expected = match task.expect {
        Some(path) => Some(table(path).map_err(stop)?),
        None => None,
    };
    let mut files = Vec::new();
    for path in task.paths {
        find(path, &mut files).map_err(stop)?;
    }
    if let Some(expected) = &expected {
        files.retain(|path| wanted(expected, path).is_some());
    }
    if files.is_empty() {
        return Err(stop(Diagnostic::error("there are no litmus tests").help("their names end in `.litmus`")));
    }
    watch.limit(None, settings.memory);
    let model = settings.model.name().to_string();
    let request = LitmusRequest {
        jobs: task.jobs.min(files.len()),
        files,
        model: settings.model,
        wanted: task.wanted,
        timeout: settings.timeout,
        stop: watch.stop(),
    };
    let reports = decide(&request);
    if task.wanted == Wanted::States {
        return Ok(finals(&reports));
    }
    let told = tell(&reports, expected.as_ref());
    let count = |is: &dyn Fn(&Told) -> bool| told.iter().filter(|told| is(told)).count();
    let counts = Counts {
        hold: count(&|told| told.verdict == Holds::Yes),
        not: count(&|told| told.verdict == Holds::No),
        wrong: count(&|told| told.is_wrong()),
        all: told.len(),
    };
    let document = match show.format {
        Format::Json => as_json(&told, &counts, &model),
        Format::Text | Format::Sarif => summary(&told, &counts, expected.is_some(), show.quiet),
    };
    let exit = counts.exit(expected.is_some());
    Ok(Done { document, painted: false, warnings: Vec::new(), failed: None, sources: Sources::default(), exit })
}

fn is_test(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "litmus")
}

/// The tests below a path, in order of their names.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
    let unreadable = |error: std::io::Error| Diagnostic::error(format!("cannot read {}: {error}", path.display()));
    if !path.is_dir() {
        fs::metadata(path).map_err(unreadable)?;
        files.push(path.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let mut entries =
        entries.map(|entry| entry.map(|e| e.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    entries.sort();
    for entry in entries.iter().filter(|entry| entry.is_dir() || is_test(entry)) {
        find(entry, files)?;
    }
    Ok(())
}

/// Lines of `PATH,0` and `PATH,1`: whether the condition is to hold.
type Expected = IndexMap<String, bool>;

fn table(path: &Path) -> Result<Expected, Diagnostic> {
    let text = intake::text(path, Writer::People)
        .map_err(|error| Diagnostic::error(format!("cannot read the table {}: {error}", path.display())))?;
    let mut expected = Expected::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match line.rsplit_once(',').map(|(test, value)| (test.trim(), value.trim())) {
            Some((test, "1")) => drop(expected.insert(test.to_string(), true)),
            Some((test, "0")) => drop(expected.insert(test.to_string(), false)),
            _ => {
                let message = format!("{}:{}: a line is `PATH,0` or `PATH,1`", path.display(), number + 1);
                return Err(Diagnostic::error(message));
            }
        }
    }
    Ok(expected)
}

/// What a table says of a file: its entry is the file's path or the end of it.
fn wanted(expected: &Expected, path: &Path) -> Option<bool> {
    let mut parts: Vec<&str> = path.components().filter_map(|part| part.as_os_str().to_str()).collect();
    while !parts.is_empty() {
        if let Some(value) = expected.get(&parts.join("/")) {
            return Some(*value);
        }
        parts.remove(0);
    }
    None
}

/// The final states of each test; what is not decided is a warning, so that the document is what other tools read.
fn finals(reports: &[LitmusReport]) -> Done {
    let (mut document, mut warnings) = (String::new(), Vec::new());
    for report in reports {
        let path = report.path.display();
        match &report.answer {
            LitmusAnswer::States { finals, test } => document.push_str(&finals::log(test, finals)),
            LitmusAnswer::Unread(why) => warnings.push(Diagnostic::warning(format!("{path}: refused: {why}"))),
            LitmusAnswer::Undecided(why) => warnings.push(Diagnostic::warning(format!("{path}: undecided: {why}"))),
            LitmusAnswer::Decided { .. } => {}
        }
    }
    let exit = if warnings.is_empty() { Exit::Success } else { Exit::Inconclusive };
    Done { document, painted: false, warnings, failed: None, sources: Sources::default(), exit }
}

/// Whether a test's condition holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    No,
    Refused,
    Undecided,
}

/// What is told of a test.
struct Told<'r> {
    path: &'r Path,
    verdict: Holds,
    /// Why there is none.
    reason: Option<String>,
    expected: Option<bool>,
}

impl Told<'_> {
    fn is_wrong(&self) -> bool {
        match self.verdict {
            Holds::Yes => self.expected == Some(false),
            Holds::No => self.expected == Some(true),
            Holds::Refused | Holds::Undecided => false,
        }
    }
}

fn tell<'r>(reports: &'r [LitmusReport], expected: Option<&Expected>) -> Vec<Told<'r>> {
    let told = reports.iter().map(|report| {
        let (verdict, reason) = match &report.answer {
            LitmusAnswer::Decided { outcome, quantifier } if outcome.holds(*quantifier) => (Holds::Yes, None),
            LitmusAnswer::Decided { .. } | LitmusAnswer::States { .. } => (Holds::No, None),
            LitmusAnswer::Unread(why) => (Holds::Refused, Some(why.clone())),
            LitmusAnswer::Undecided(why) => (Holds::Undecided, Some(why.to_string())),
        };
        let expected = expected.and_then(|expected| wanted(expected, &report.path));
        Told { path: &report.path, verdict, reason, expected }
    });
    told.collect()
}

struct Counts {
    hold: usize,
    not: usize,
    wrong: usize,
    all: usize,
}

impl Counts {
    fn left(&self) -> usize {
        self.all - self.hold - self.not
    }

    fn exit(&self, is_expected: bool) -> Exit {
        match is_expected {
            true if self.wrong > 0 => Exit::Found,
            false if self.all == 1 && self.not == 1 => Exit::Found,
            // What is not decided might be otherwise than what is expected.
            _ if self.left() > 0 => Exit::Inconclusive,
            _ => Exit::Success,
        }
    }
}

fn as_json(told: &[Told<'_>], counts: &Counts, model: &str) -> String {
    let test = |told: &Told<'_>| {
        let verdict = match told.verdict {
            Holds::Yes => "holds",
            Holds::No => "does-not-hold",
            Holds::Refused => "refused",
            Holds::Undecided => "undecided",
        };
        json!({ "file": told.path, "verdict": verdict, "reason": told.reason, "expected": told.expected })
    };
    let document = json!({
        "schema_version": SCHEMA_VERSION,
        "command": "litmus",
        "model": model,
        "tests": told.iter().map(test).collect::<Vec<_>>(),
        "holding": counts.hold,
        "not_holding": counts.not,
        "not_decided": counts.left(),
        "unexpected": counts.wrong,
    });
    serde_json::to_string_pretty(&document).expect("only string keys; please report this") + "\n"
}

fn summary(told: &[Told<'_>], counts: &Counts, is_expected: bool, is_quiet: bool) -> String {
    let mut document = String::new();
    let mut reasons: IndexMap<&str, usize> = IndexMap::new();
    for test in told {
        let (path, why) = (test.path.display(), test.reason.as_deref().unwrap_or_default());
        let mut line = match test.verdict {
            Holds::Yes => format!("{path}: holds"),
            Holds::No => format!("{path}: does not hold"),
            Holds::Refused => format!("{path}: refused: {why}"),
            Holds::Undecided => format!("{path}: undecided: {why}"),
        };
        if test.reason.is_some() {
            // Without the place, reasons can be counted.
            let place = (test.verdict == Holds::Refused).then(|| why.rsplit_once(": ")).flatten();
            *reasons.entry(place.map_or(why, |(_, reason)| reason)).or_default() += 1;
        }
        if test.is_wrong() {
            line.push_str(if test.expected == Some(true) { ", but it should be" } else { ", but it should not be" });
        }
        if !is_quiet || test.is_wrong() {
            // Writing to a string cannot fail.
            let _ = writeln!(document, "{line}");
        }
    }
    let Counts { hold, not, wrong, all } = counts;
    let (tests, left) = (if *all == 1 { "test" } else { "tests" }, counts.left());
    let _ = write!(document, "{all} {tests}: {hold} hold, {not} do not hold, {left} not decided");
    if is_expected {
        let _ = write!(document, ", {wrong} not as expected");
    }
    document.push('\n');
    reasons.sort_by(|_, a, _, b| b.cmp(a));
    for (reason, count) in &reasons {
        let _ = writeln!(document, "  {count} not decided: {reason}");
    }
    document
}
