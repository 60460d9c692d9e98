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

use super::args::{CheckArgs, LitmusArgs};
use super::done::{Done, Stop};
use super::exit::Exit;
use super::finals;
use super::format::Format;
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

/// Whether `check` is asked about litmus tests.
pub fn is_asked(args: &CheckArgs) -> bool {
    !args.input.files.is_empty() && args.input.files.iter().all(|file| is_test(file))
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

fn decided(task: &Task<'_>, settings: Settings, show: Show, on: (&Sources, &Watch)) -> Result<Done, Stop> {
    let (sources, watch) = on;
    let stop = |error: Diagnostic| Stop::from((error, sources));
    if show.format != Format::Text {
        let error = Diagnostic::error("litmus tests are answered by lines; `--format` has no meaning for them");
        return Err(stop(error.help("leave `--format` out")));
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
    Ok(summary(&reports, expected.as_ref(), show.quiet))
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

fn summary(reports: &[LitmusReport], expected: Option<&Expected>, is_quiet: bool) -> Done {
    let mut document = String::new();
    let (mut hold, mut not, mut wrong) = (0, 0, 0);
    let mut reasons: IndexMap<String, usize> = IndexMap::new();
    for report in reports {
        let path = report.path.display();
        let mut line = match &report.answer {
            LitmusAnswer::Decided { outcome, quantifier } if outcome.holds(*quantifier) => {
                hold += 1;
                format!("{path}: holds")
            }
            LitmusAnswer::Decided { .. } | LitmusAnswer::States { .. } => {
                not += 1;
                format!("{path}: does not hold")
            }
            LitmusAnswer::Unread(why) => {
                // Without the place, reasons can be counted.
                let reason = why.rsplit_once(": ").map_or(why.as_str(), |(_, reason)| reason);
                *reasons.entry(reason.to_string()).or_default() += 1;
                format!("{path}: refused: {why}")
            }
            LitmusAnswer::Undecided(why) => {
                *reasons.entry(why.to_string()).or_default() += 1;
                format!("{path}: undecided: {why}")
            }
        };
        let mut is_shown = !is_quiet;
        if let (Some(expected), LitmusAnswer::Decided { outcome, quantifier }) = (expected, &report.answer)
            && let Some(value) = wanted(expected, &report.path)
            && value != outcome.holds(*quantifier)
        {
            wrong += 1;
            is_shown = true;
            line.push_str(if value { ", but it should be" } else { ", but it should not be" });
        }
        if is_shown {
            // Writing to a string cannot fail.
            let _ = writeln!(document, "{line}");
        }
    }
    let left = reports.len() - hold - not;
    let (all, tests) = (reports.len(), if reports.len() == 1 { "test" } else { "tests" });
    let _ = write!(document, "{all} {tests}: {hold} hold, {not} do not hold, {left} not decided");
    if expected.is_some() {
        let _ = write!(document, ", {wrong} not as expected");
    }
    document.push('\n');
    reasons.sort_by(|_, a, _, b| b.cmp(a));
    for (reason, count) in &reasons {
        let _ = writeln!(document, "  {count} not decided: {reason}");
    }
    let exit = match expected {
        Some(_) if wrong > 0 => Exit::Found,
        None if reports.len() == 1 && not == 1 => Exit::Found,
        // What is not decided might be otherwise than what is expected.
        _ if left > 0 => Exit::Inconclusive,
        _ => Exit::Success,
    };
    Done { document, painted: false, warnings: Vec::new(), failed: None, sources: Sources::default(), exit }
}
