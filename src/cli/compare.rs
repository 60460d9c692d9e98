//! The commands `compare` and `worker`: a suite in, records and a summary out.
//!
//! In: what was typed. Out: [`Done`] or [`Stop`]. It must not know how jobs are run; [`crate::bench`] does. It prints
//! nothing but progress.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::{CompareArgs, ENDS, SettingArgs, WorkerArgs};
use super::aside::say_line;
use super::done::{Done, Stop};
use super::exit::Exit;
use super::format::Format;
use super::report::SCHEMA_VERSION;
use super::settings::{Show, time};
use super::watch::{STACK_MIB, Watch};
use crate::bench::conditions::Conditions;
use crate::bench::instance::{Job, Shard, matches};
use crate::bench::machine::{self, Machine};
use crate::bench::process::{self, MemoryLimit};
use crate::bench::record::{Limits, Record, SCHEMA, Setting};
use crate::bench::runner::{self, Watcher, Way};
use crate::bench::statistics::{disagreements, unexpected};
use crate::bench::store::{Header, Start, Store};
use crate::bench::suite::Suite;
use crate::bench::verdict::Verdict;
use crate::bench::{summary, worker};
use crate::diag::{Diagnostic, Sources};

/// Runs `compare`.
///
/// # Errors
/// Whatever is wrong with the suite, the options or the folder.
pub fn compare(args: &CompareArgs, show: Show, mut sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    let suite =
        Suite::read(&args.suite, &mut sources).map_err(|diagnostics| Stop { sources: sources.clone(), diagnostics })?;
    let stop = |error: Diagnostic| Stop::from((error, &sources));
    show.format.but_sarif("compare").map_err(stop)?;
    if let Some(name) = &args.show {
        return instance(&suite, name, sources);
    }
    let setting = setting(&suite, &args.setting).map_err(stop)?;
    let shard = match &args.shard {
        Some(text) => Some(Shard::parse(text).ok_or_else(|| {
            let error = Diagnostic::error(format!("`--shard {text}` is no part of a run"));
            stop(error.help("write `--shard I/N` with I from 1 to N, `--shard 3/16` say"))
        })?),
        None => None,
    };
    let jobs: Vec<Job> = suite.jobs().into_iter().filter(|job| matches(job, &args.filter)).collect();
    if jobs.is_empty() {
        let error = Diagnostic::error(format!("no job of the suite `{}` fits the filters", suite.name));
        return Err(stop(error.help("`--list` prints the names of the jobs")));
    }
    let jobs = shard.map_or(jobs.clone(), |shard| shard.of(jobs));
    if args.list {
        let names: String = jobs.iter().map(|job| job.name() + "\n").collect();
        return Ok(document(names, Vec::new(), Exit::Success));
    }
    if args.jobs == Some(0) {
        let error = Diagnostic::error("`--jobs 0` would run nothing");
        return Err(stop(error.help("give a number of 1 or more")));
    }
    let folder = args.output.clone().unwrap_or_else(|| Path::new("results").join(&suite.name));
    let start = if args.resume { Start::Resume } else { Start::New };
    let (mut store, contents) = Store::open(&folder, &header(&suite, &setting), shard, start).map_err(stop)?;
    let done: Vec<&Record> = contents.records.iter().filter(|r| !r.verdict.is_to_be_repeated()).collect();
    let open: Vec<Job> = jobs.iter().filter(|j| !done.iter().any(|r| r.job == j.name())).cloned().collect();
    let executable = std::env::current_exe()
        .map_err(|error| stop(Diagnostic::error(format!("this program cannot find its own file: {error}"))))?;
    let mut bar = Bar::new(show.quiet, jobs.len(), open.len());
    let at_a_time = args.jobs.unwrap_or(setting.machine.cores);
    let command = |job: &Job| command(&executable, &args.suite, job, &setting);
    let way = Way { setting: &setting, at_a_time, start: &command, stop: watch.stop() };
    let ran = runner::run(&suite, &open, &way, &mut store, &mut bar);
    drop(bar);
    let ran = ran.map_err(stop)?;

    let names: Vec<String> = jobs.iter().map(Job::name).collect();
    let mut records: Vec<Record> = contents.records;
    records.retain(|old| names.contains(&old.job) && !ran.iter().any(|new| new.job == old.job));
    records.extend(ran);
    records.sort_by_cached_key(|record| names.iter().position(|name| *name == record.job));
    let mut warnings = contents.warnings;
    let problems = problems(&records);
    let mut exit = if problems.is_empty() { Exit::Success } else { Exit::Found };
    warnings.extend(problems);
    if way.stop.is_reached() {
        let warning = Diagnostic::warning("the run was interrupted");
        warnings.push(warning.help("the records written so far are complete; go on by `--resume`"));
        exit = Exit::Inconclusive;
    }
    Ok(document(text(&records, &folder, show.format), warnings, exit))
}

/// Runs `worker`.
///
/// # Errors
/// The suite is wrong, or has no such job.
pub fn worker(args: &WorkerArgs, mut sources: Sources) -> Result<Done, Stop> {
    if !process::end_with_parent(args.parent) {
        return Err(Stop::from((Diagnostic::error("the run that started this worker has ended"), &sources)));
    }
    let suite =
        Suite::read(&args.suite, &mut sources).map_err(|diagnostics| Stop { sources: sources.clone(), diagnostics })?;
    let stop = |error: Diagnostic| Stop::from((error, &sources));
    let Some(job) = suite.jobs().into_iter().find(|job| job.name() == args.job) else {
        let error = Diagnostic::error(format!("the suite `{}` has no job `{}`", suite.name, args.job));
        return Err(stop(error.help("`fencesmith compare SUITE --list` prints the names of the jobs")));
    };
    let setting = setting(&suite, &args.setting).map_err(stop)?;
    let ended = args.ended.as_deref().and_then(|name| ENDS.into_iter().find(|verdict| verdict.name() == name));
    if let (Some(verdict), Some(seconds)) = (ended, args.after) {
        return Ok(document(Record::new(&suite, &job, &setting, verdict, seconds).line(), Vec::new(), Exit::Success));
    }
    let mut limit = MemoryLimit::new(setting.limits.memory, STACK_MIB)
        .map_err(|error| stop(Diagnostic::error(format!("the memory cannot be limited: {error}"))))?;
    let record = worker::run(&suite, &job, &setting, &mut limit).map_err(stop)?;
    Ok(document(record.line(), Vec::new(), Exit::Success))
}

fn document(document: String, warnings: Vec<Diagnostic>, exit: Exit) -> Done {
    Done { document, painted: false, warnings, failed: None, sources: Sources::default(), exit }
}

/// The C of an instance.
fn instance(suite: &Suite, name: &str, mut sources: Sources) -> Result<Done, Stop> {
    let instances = suite.instances();
    let Some(found) = instances.iter().find(|instance| instance.name == name) else {
        let names = instances.iter().map(|instance| instance.name.as_str());
        let near = names.max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)));
        let error = Diagnostic::error(format!("the suite `{}` has no instance `{name}`", suite.name));
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let error = error.help(format!("`--list` prints the names of the jobs, which begin with the instance's{help}"));
        return Err(Stop::from((error, &sources)));
    };
    match suite.text(found, &mut sources) {
        Ok((text, _)) => Ok(document(text, Vec::new(), Exit::Success)),
        Err(error) => Err(Stop::from((error, &sources))),
    }
}

fn setting(suite: &Suite, args: &SettingArgs) -> Result<Setting, Diagnostic> {
    let conditions = args.conditions.as_deref().and_then(Conditions::from_name).unwrap_or_default();
    let seconds = args.timeout.unwrap_or(suite.seconds);
    if seconds >= LONGEST {
        return Err(Diagnostic::error(format!("{seconds} is not a time limit")).help("give less than 30 years"));
    }
    time(seconds).map_err(|error| error.help("give a number of seconds above 0"))?;
    let memory = args.memory.unwrap_or(suite.memory);
    if memory == 0 {
        return Err(Diagnostic::error("0 is not a memory limit").help("give a number of MiB above 0"));
    }
    Ok(Setting { conditions, limits: Limits { seconds, memory }, commit: machine::commit(), machine: Machine::here() })
}

fn header(suite: &Suite, setting: &Setting) -> Header {
    Header {
        schema: SCHEMA,
        suite: suite.name.clone(),
        suite_text: suite.text.clone(),
        conditions: setting.conditions.name().to_string(),
        seconds: setting.limits.seconds,
        memory: setting.limits.memory,
    }
}

/// How a job's own process is started.
fn command(executable: &PathBuf, suite: &Path, job: &Job, setting: &Setting) -> Command {
    let mut command = Command::new(executable);
    command.arg("worker").arg(suite).arg(job.name());
    command.args(["--parent", &std::process::id().to_string()]);
    command.args(["--conditions", setting.conditions.name()]);
    command.args(["--timeout", &setting.limits.seconds.to_string()]);
    command.args(["--memory", &setting.limits.memory.to_string()]);
    command
}

/// What is wrong with the results.
fn problems(records: &[Record]) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for record in unexpected(records) {
        let size = record.size().map_or(String::new(), |size| format!(" with {size} {}", record.objective));
        let what = format!("{}: {}{size} is not what the suite expects", record.job, record.verdict.name());
        problems.push(Diagnostic::warning(what));
    }
    for (instance, said) in disagreements(records) {
        problems.push(Diagnostic::warning(format!("{instance}: the algorithms disagree: {}", said.join(", "))));
    }
    for record in records.iter().filter(|r| matches!(r.verdict, Verdict::Error | Verdict::Crash)) {
        let reason = record.reason.as_deref().unwrap_or("for no known reason");
        problems.push(Diagnostic::warning(format!("{}: {}: {reason}", record.job, record.verdict.name())));
    }
    problems
}

fn text(records: &[Record], folder: &Path, format: Format) -> String {
    if format == Format::Json {
        let document = json!({
            "schema_version": SCHEMA_VERSION,
            "command": "compare",
            "folder": folder,
            "records": records,
        });
        return serde_json::to_string_pretty(&document).expect("records are plain data; please report this") + "\n";
    }
    let table = summary::contestants(records);
    format!("{} records in {}\n\n{table}", records.len(), folder.display())
}

/// Progress on standard error.
struct Bar {
    bar: Option<ProgressBar>,
    /// A line now and then, where no terminal shows a bar.
    lines: bool,
    total: usize,
    ended: usize,
    solved: usize,
    limited: usize,
    failed: usize,
}

/// A job takes less than some thirty years, in seconds.
const LONGEST: f64 = 1e9;

/// Without a terminal a line is printed after so many jobs.
const JOBS_PER_LINE: usize = 100;

impl Bar {
    fn new(quiet: bool, total: usize, open: usize) -> Bar {
        let terminal = std::io::stderr().is_terminal();
        let bar = (!quiet && terminal).then(|| {
            let template = "{bar:30} {pos}/{len} {msg} ({elapsed}, {eta} left)";
            let style = ProgressStyle::with_template(template);
            ProgressBar::new(open as u64).with_style(style.expect("the template is right; please report this"))
        });
        let ended = total - open;
        Bar { bar, lines: !quiet && !terminal, total, ended, solved: 0, limited: 0, failed: 0 }
    }
}

impl Watcher for Bar {
    fn ended(&mut self, record: &Record) {
        self.ended += 1;
        match record.verdict {
            verdict if verdict.is_solved() => self.solved += 1,
            Verdict::Error | Verdict::Crash => self.failed += 1,
            _ => self.limited += 1,
        }
        let message = format!("{} solved, {} over a limit, {} failed", self.solved, self.limited, self.failed);
        if let Some(bar) = &self.bar {
            bar.set_message(message);
            bar.inc(1);
        } else if self.lines && (self.ended.is_multiple_of(JOBS_PER_LINE) || self.ended == self.total) {
            say_line(&format!("{}/{} {message}", self.ended, self.total));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
