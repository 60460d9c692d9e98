//! The command line: arguments, configuration, progress, reports.
//!
//! In: the arguments of the process. Out: one document on standard output, diagnostics and progress on standard
//! error, and an [`Exit`]. It must not decide anything about programs; that is the pipelines' matter.
//!
//! - `args`: what was typed; `config`: what the file says; `settings`: what is meant
//! - `compiler`: the flags of C compilers; `database`: compile_commands.json; `input`: which files are read, and how
//! - `task`: what the Competition on Software Verification asks of a program; `property_file`: one of its properties
//! - `run`: `check` and `suggest`, and whatever else calls a pipeline but for litmus tests; `models`, `compare`, `plot`
//! - `defaults`: what holds where nobody said anything; `given`: what somebody said; `effective`: what holds, and who said it
//! - `manual`: manual pages and completions; `explain`: what a rule means; `ir`: the intermediate representation
//! - `harness`: what runs where there is no `main`; `template`: the text of a harness to start from
//! - `litmus`: many litmus tests at once; `verify`: a proof that was written
//! - `report`: text, JSON, SARIF; `diagnostics`: source excerpts for what the user must know
//! - `progress`, `style`: standard error and colours
//! - `done`: what a command leaves behind; `exit`: the exit codes
//! - `watch`: limits of time and memory, and signals

mod args;
mod aside;
mod compare;
mod compiler;
mod config;
mod database;
mod defaults;
mod diagnostics;
mod done;
mod effective;
mod exit;
mod explain;
mod finals;
mod format;
mod given;
mod harness;
mod input;
mod ir;
mod litmus;
mod manual;
mod merge;
mod models;
#[cfg(test)]
mod options_tests;
mod outputs;
mod plot;
mod predefined;
mod progress;
mod property_file;
mod report;
mod rules;
mod run;
mod settings;
#[cfg(test)]
mod settings_tests;
mod style;
mod task;
mod template;
mod verify;
mod watch;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ColorChoice;

use args::{Args, Command, ShowArgs, Stream};
use aside::{say, say_line};
use config::Config;
use done::{Done, Stop};
pub use exit::Exit;
use format::Format;
use settings::Show;
use style::Codes;
use watch::{Watch, Watched};

use crate::diag::{About, Diagnostic, Severity, Sources};
use crate::limits::Limit;

/// Runs the command that the arguments name; the first argument is the program's own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let raw: Vec<OsString> = arguments.into_iter().collect();
    let args = match Args::read(compiler::spelled_as_options(raw.clone())) {
        Ok(args) => args,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            if exit == Exit::Usage {
                let told = misspelled(&error.render().to_string());
                document_failure(typed_format(&raw), &[told], (None, None), &Sources::default());
            }
            // What was typed (a name that a shell has found, perhaps) is part of the message.
            if exit == Exit::Usage && raw.iter().any(|word| word.to_string_lossy().contains(char::is_control)) {
                say_line(&style::harmless(error.render().to_string().trim_end(), Codes::None));
                return exit;
            }
            // Help goes to standard output, which may be closed; there is nobody left to tell.
            let _ = error.print();
            return exit;
        }
    };
    // A worker is ended by whoever started it.
    let watch = Watch::new(!matches!(args.command, Command::Worker(_)));
    let color = args.show.color.unwrap_or_default();
    let format = args.show.format.unwrap_or(Format::Text);
    let (name, input) = args.command.subject();
    let input = input.map(Path::to_path_buf);
    let stream = args.command.stream();
    let command = {
        let watch = watch.clone();
        move || perform(&args, &watch)
    };
    match watch.over(command) {
        Ok(Watched::Answered(outcome)) => {
            let Outcome { result, show, command, input } = outcome;
            if let Err(stop) = &result {
                document_failure(show.format, &stop.diagnostics, (Some(command), input.as_deref()), &stop.sources);
            }
            finish(result, (show.color, show.quiet), stream)
        }
        Ok(Watched::Left(limit)) => leave(&watch, limit, (format, color, stream), (name, input.as_deref())),
        Err(error) => {
            let error = Diagnostic::error(format!("cannot start a thread to work on: {error}"));
            complain(&[error], &Sources::default(), style::colored(color, &io::stderr()))
        }
    }
}

/// What is wrong with the command line, for documents: they have a place of their own for what may help, and none for how to call the
/// program.
fn misspelled(said: &str) -> Diagnostic {
    let in_a_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = said.trim().split("\n\n").map(in_a_line);
    let what = paragraphs.next().unwrap_or_default();
    let mut told = Diagnostic::error(what.strip_prefix("error: ").unwrap_or(&what));
    for tip in paragraphs {
        if let Some(tip) = tip.strip_prefix("tip: ") {
            told = told.help(tip);
        }
    }
    told
}

/// What a command ended with, and how it is to be shown.
struct Outcome {
    result: Result<Done, Stop>,
    show: Show,
    /// What was asked, and of what.
    command: &'static str,
    input: Option<PathBuf>,
}

/// Does what the arguments say.
fn perform(args: &Args, watch: &Watch) -> Outcome {
    // A worker's limits are those of its process.
    if !matches!(args.command, Command::Worker(_)) {
        let (timeout, memory) = settings::typed(args.command.limits());
        watch.limit(timeout, memory);
    }
    let mut sources = Sources::default();
    let read = read_config(args, &mut sources).and_then(|config| {
        let show = settings::show(&args.show, &config)?;
        Ok((config, show))
    });
    let (name, input) = args.command.subject();
    let input = input.map(Path::to_path_buf);
    match read {
        Ok((config, show)) => {
            let result = command(args, &config, show, sources, watch);
            Outcome { result, show, command: name, input }
        }
        Err(error) => {
            let typed = &args.show;
            let show = Show {
                format: typed.format.unwrap_or(Format::Text),
                color: typed.color.unwrap_or_default(),
                quiet: typed.quiet,
                verbose: typed.verbose,
                full: typed.full,
            };
            Outcome { result: Err(Stop::from((error, &sources))), show, command: name, input }
        }
    }
}

/// Runs the command.
fn command(args: &Args, config: &Config, show: Show, mut sources: Sources, watch: &Watch) -> Result<Done, Stop> {
    // These print texts of a kind of their own, whatever a configuration says of reports.
    if let Command::Harness(_) | Command::Ir(_) | Command::Completions(_) | Command::Man(_) | Command::Schema =
        &args.command
    {
        let typed = args.show.format.unwrap_or_default();
        typed.but_text(args.command.subject().0).map_err(|error| Stop::from((error, &sources)))?;
    }
    match &args.command {
        Command::Check(check) if litmus::is_asked(&check.input) => {
            let said = litmus::settings::Said { verify: &check.verify, given: &args.given, config };
            litmus::check(&check.input.files, &said, show, (&mut sources, watch))
        }
        Command::Check(check) => settings::check(check, config, &mut sources)
            .map_err(|error| Stop::from((error, &sources)))
            .and_then(|settings| Ok(run::check(&settings, show, sources.clone(), watch)?.with(&settings.read.notes))),
        Command::Suggest(suggest) if litmus::suggest::is_asked(suggest) => {
            let said = litmus::settings::Said { verify: &suggest.verify, given: &args.given, config };
            litmus::suggest::suggest(suggest, &said, show, (&mut sources, watch))
        }
        Command::Suggest(suggest) => settings::suggest(suggest, &args.show, config, &mut sources)
            .map_err(|error| Stop::from((error, &sources)))
            .and_then(|settings| {
                Ok(run::suggest(&settings, show, sources.clone(), watch)?.with(&settings.check.read.notes))
            }),
        Command::Optimize(optimize) => settings::optimize(optimize, &args.show, config, &mut sources)
            .map_err(|error| Stop::from((error, &sources)))
            .and_then(|settings| {
                Ok(run::suggest(&settings, show, sources.clone(), watch)?.with(&settings.check.read.notes))
            }),
        Command::Explore(explore) if explore.search.merge => merge::merge(&explore.input.files, show),
        Command::Explore(explore) if litmus::is_asked(&explore.input) => {
            let said = litmus::settings::Said { verify: &explore.verify, given: &args.given, config };
            litmus::explore(&explore.input.files, &said, show, (&mut sources, watch))
        }
        Command::Explore(explore) => {
            settings::explore(explore, config, &mut sources).map_err(|error| Stop::from((error, &sources))).and_then(
                |settings| Ok(run::explore(&settings, show, sources.clone(), watch)?.with(&settings.check.read.notes)),
            )
        }
        Command::CrossCheck(check) => settings::cross_checked(check, config, &mut sources)
            .map_err(|error| Stop::from((error, &sources)))
            .and_then(|settings| {
                Ok(run::cross_check(&settings, show, sources.clone(), watch)?.with(&settings.read.notes))
            }),
        Command::Verify(wanted) => verify::verify(&wanted.folder, show, watch),
        Command::Harness(wanted) => template::document(wanted, config, sources, watch),
        Command::Ir(wanted) => ir::document(wanted, config, sources, watch),
        Command::Config(wanted) => effective::document(wanted, &args.show, config, &sources)
            .map(said)
            .map_err(|error| Stop::from((error, &sources))),
        Command::Completions(wanted) => Ok(said(manual::completions(wanted.shell))),
        Command::Man(wanted) => match &wanted.output {
            Some(folder) => manual::pages(folder),
            None => manual::page(wanted.command.as_deref()),
        }
        .map(said)
        .map_err(|error| Stop::from((error, &sources))),
        Command::Models(wanted) => models::document(wanted.model.as_deref(), show.format, &mut sources)
            .map(said)
            .map_err(|diagnostics| Stop { sources: sources.clone(), diagnostics }),
        Command::Explain(wanted) => explain::document(wanted.rule.as_deref(), show.format, style::width())
            .map(said)
            .map_err(|error| Stop::from((error, &sources))),
        Command::Schema => Ok(said(report::SCHEMA.to_string())),
        Command::Compare(wanted) => compare::compare(wanted, show, sources, watch),
        Command::Litmus(wanted) => litmus::litmus(wanted, show, sources, watch),
        Command::Plot(wanted) => plot::plot(wanted, show, sources),
        Command::Worker(wanted) => compare::worker(wanted, sources),
    }
}

/// A document that is all there is to say.
fn said(document: String) -> Done {
    let (warnings, sources) = (Vec::new(), Sources::default());
    Done { document, painted: false, warnings, failed: None, sources, exit: Exit::Success }
}

/// Prints the document about what the user must correct, where the format has one.
fn document_failure(
    format: Format,
    diagnostics: &[Diagnostic],
    subject: (Option<&'static str>, Option<&Path>),
    sources: &Sources,
) {
    if let Some(document) = report::failure(format, diagnostics, subject, sources) {
        let mut stdout = io::stdout().lock();
        // Standard error says the same; nobody is left to be told that this cannot be written.
        let _ = stdout.write_all(document.as_bytes()).and_then(|()| stdout.flush());
    }
}

/// The format that arguments ask for which cannot be understood as a whole.
fn typed_format(arguments: &[OsString]) -> Format {
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    let behind = words.iter().zip(words.iter().skip(1)).find(|(option, _)| *option == "--format").map(|(_, name)| name);
    let joined = words.iter().find_map(|word| word.strip_prefix("--format="));
    match behind.map(|name| &**name).or(joined) {
        Some("json") => Format::Json,
        Some("sarif") => Format::Sarif,
        _ => Format::Text,
    }
}

fn read_config(args: &Args, sources: &mut Sources) -> Result<Config, Diagnostic> {
    let ShowArgs { config, no_config, .. } = &args.show;
    if let Some(path) = config {
        return Config::read(path, sources);
    }
    let anchor = match &args.command {
        _ if *no_config => return Ok(Config::default()),
        Command::Check(check) | Command::CrossCheck(check) => check.input.anchor(),
        Command::Harness(program) | Command::Ir(program) => program.input.anchor(),
        Command::Explore(explore) => explore.input.anchor(),
        Command::Suggest(suggest) | Command::Optimize(suggest) => suggest.input.anchor(),
        Command::Config(wanted) => wanted.files.first().map_or(Path::new(""), PathBuf::as_path),
        Command::Models(_)
        | Command::Explain(_)
        | Command::Schema
        | Command::Verify(_)
        | Command::Completions(_)
        | Command::Man(_)
        | Command::Litmus(_)
        | Command::Compare(_)
        | Command::Plot(_)
        | Command::Worker(_) => return Ok(Config::default()),
    };
    Config::near(anchor, sources)
}

/// Prints what a command ended with.
fn finish(result: Result<Done, Stop>, (color, quiet): (ColorChoice, bool), stream: Stream) -> Exit {
    let colored = style::colored(color, &io::stderr());
    let done = match result {
        Ok(done) => done,
        Err(stop) => return complain(&stop.diagnostics, &stop.sources, colored),
    };
    if !quiet {
        for warning in &done.warnings {
            tell(warning, &done.sources, colored);
        }
    }
    if let Some(error) = &done.failed {
        tell(error, &done.sources, colored);
    }
    let codes = if done.painted { Codes::Colors } else { Codes::None };
    if stream == Stream::Error {
        say(&style::harmless(&done.document, codes));
        return done.exit;
    }
    let mut stdout = io::stdout().lock();
    // A pipe gets every byte: the text may be a patch.
    let shown = if stdout.is_terminal() {
        Cow::from(style::harmless(&done.document, codes))
    } else {
        Cow::from(&done.document)
    };
    match stdout.write_all(shown.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => done.exit,
        // Whoever reads has seen enough; the verdict stands.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => done.exit,
        Err(error) => {
            let error = Diagnostic::error(format!("cannot write the report: {error}"));
            complain(&[error], &Sources::default(), colored)
        }
    }
}

/// Prints on standard error.
fn tell(diagnostic: &Diagnostic, sources: &Sources, colored: bool) {
    let text = style::painted(colored, |colored| diagnostics::render(diagnostic, sources, colored));
    let codes = if colored { Codes::Colors } else { Codes::None };
    say(&style::harmless(&text, codes));
}

/// Ends without the answer of a command that is still busy.
fn leave(
    watch: &Watch,
    limit: Limit,
    (format, color, stream): (Format, ColorChoice, Stream),
    subject: (&'static str, Option<&Path>),
) -> Exit {
    // A file that is just being replaced is there as a whole before the process ends, and no other is begun.
    let _settled = crate::patch::wait_for_writers(PATIENCE_WITH_WRITERS);
    if let Some(done) = watch.last_words(limit) {
        return finish(Ok(done), (color, false), stream);
    }
    let what = match limit {
        Limit::Time => "the time limit was reached",
        Limit::Memory => "the memory limit was reached",
        Limit::Interrupt => "the run was interrupted",
    };
    let error = [Diagnostic::error(what)];
    document_failure(format, &error, (Some(subject.0), subject.1), &Sources::default());
    complain(&error, &Sources::default(), style::colored(color, &io::stderr()));
    Exit::Inconclusive
}

/// How long a file may take to be written before the process ends anyway.
const PATIENCE_WITH_WRITERS: Duration = Duration::from_secs(1);

/// Prints what the user did wrong, or what is too large to be looked at.
fn complain(diagnostics: &[Diagnostic], sources: &Sources, colored: bool) -> Exit {
    for diagnostic in diagnostics {
        tell(diagnostic, sources, colored);
    }
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    if errors.len() > 1 {
        say_line(&format!("{} errors", errors.len()));
    }
    match errors.as_slice() {
        [_, ..] if errors.iter().all(|error| error.about == About::TooLarge) => Exit::Inconclusive,
        _ => Exit::Usage,
    }
}

/// Says that the program itself is wrong.
pub fn own_fault() -> Exit {
    say_line(&format!(
        "fencesmith {}: internal error, which is a bug in this program and says nothing about yours.\n\
         Please report it with the message above, the command line and the input file.",
        env!("CARGO_PKG_VERSION")
    ));
    Exit::Internal
}
