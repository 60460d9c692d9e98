//! The command line: arguments, configuration, progress, reports.
//!
//! In: the arguments of the process. Out: one document on standard output, diagnostics and progress on standard
//! error, and an [`Exit`]. It must not decide anything about programs; that is the pipelines' matter.
//!
//! - `args`: what was typed; `config`: what the file says; `settings`: what is meant
//! - `run`: `check` and `suggest`, the only file that calls the pipelines; `models`, `compare`, `plot`
//! - `report`: text, JSON, SARIF; `diagnostics`: source excerpts for what the user must know
//! - `progress`, `style`: standard error and colours
//! - `exit`: the exit codes

mod args;
mod compare;
mod config;
mod diagnostics;
mod exit;
mod models;
mod plot;
mod progress;
mod report;
mod run;
mod settings;
#[cfg(test)]
mod settings_tests;
mod style;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;

use args::{Args, Command, ShowArgs};
use config::Config;
pub use exit::Exit;
use settings::Show;

use crate::diag::{Diagnostic, Severity, Sources};

/// Runs the command that the arguments name; the first argument is the program's own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            // Help goes to standard output, which may be closed; there is nobody left to tell.
            let _ = error.print();
            return exit;
        }
    };
    let mut sources = Sources::default();
    let config = match read_config(&args, &mut sources) {
        Ok(config) => config,
        Err(error) => {
            return complain(&[error], &sources, style::colored(args.show.color.unwrap_or_default(), &io::stderr()));
        }
    };
    let show = match settings::show(&args.show, &config) {
        Ok(show) => show,
        Err(error) => {
            return complain(&[error], &sources, style::colored(args.show.color.unwrap_or_default(), &io::stderr()));
        }
    };
    let result = match &args.command {
        Command::Check(check) => settings::check(check, &config)
            .map_err(|error| run::Stop::from((error, &sources)))
            .and_then(|settings| run::check(&settings, show, sources.clone())),
        Command::Suggest(suggest) => settings::suggest(suggest, &args.show, &config)
            .map_err(|error| run::Stop::from((error, &sources)))
            .and_then(|settings| run::suggest(&settings, show, sources.clone())),
        Command::Explore(explore) => settings::explore(explore, &config)
            .map_err(|error| run::Stop::from((error, &sources)))
            .and_then(|settings| run::explore(&settings, show, sources.clone())),
        Command::CrossCheck(check) => settings::check(check, &config)
            .map_err(|error| run::Stop::from((error, &sources)))
            .and_then(|settings| run::cross_check(&settings, show, sources.clone())),
        Command::Models(wanted) => models::document(wanted.model.as_deref(), show.format, &mut sources)
            .map(|document| run::Done {
                document,
                warnings: Vec::new(),
                sources: Sources::default(),
                exit: Exit::Success,
            })
            .map_err(|diagnostics| run::Stop { sources: sources.clone(), diagnostics }),
        Command::Compare(wanted) => compare::compare(wanted, show, sources),
        Command::Plot(wanted) => plot::plot(wanted, show, sources),
        Command::Worker(wanted) => compare::worker(wanted, sources),
    };
    finish(result, show)
}

fn read_config(args: &Args, sources: &mut Sources) -> Result<Config, Diagnostic> {
    let ShowArgs { config, no_config, .. } = &args.show;
    match (config, no_config, &args.command) {
        (Some(path), _, _) => Config::read(path, sources),
        (None, true, _)
        | (None, false, Command::Models(_) | Command::Compare(_) | Command::Plot(_) | Command::Worker(_)) => {
            Ok(Config::default())
        }
        (None, false, Command::Check(check) | Command::CrossCheck(check)) => Config::beside(&check.file, sources),
        (None, false, Command::Explore(explore)) => Config::beside(&explore.file, sources),
        (None, false, Command::Suggest(suggest)) => Config::beside(&suggest.file, sources),
    }
}

/// Prints what a command ended with.
fn finish(result: Result<run::Done, run::Stop>, show: Show) -> Exit {
    let colored = style::colored(show.color, &io::stderr());
    let done = match result {
        Ok(done) => done,
        Err(stop) => return complain(&stop.diagnostics, &stop.sources, colored),
    };
    if !show.quiet {
        for warning in &done.warnings {
            eprint!("{}", diagnostics::render(warning, &done.sources, colored));
        }
    }
    let mut stdout = io::stdout().lock();
    match stdout.write_all(done.document.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => done.exit,
        // Whoever reads has seen enough; the verdict stands.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => done.exit,
        Err(error) => {
            let error = Diagnostic::error(format!("cannot write the report: {error}"));
            complain(&[error], &Sources::default(), colored)
        }
    }
}

/// Prints what the user did wrong.
fn complain(diagnostics: &[Diagnostic], sources: &Sources, colored: bool) -> Exit {
    for diagnostic in diagnostics {
        eprint!("{}", diagnostics::render(diagnostic, sources, colored));
    }
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    if errors > 1 {
        eprintln!("{errors} errors");
    }
    Exit::Usage
}

/// What is said when the program itself is wrong.
pub fn internal_error_message() -> String {
    format!(
        "fencesmith {}: internal error, which is a bug in this program and says nothing about yours.\n\
         Please report it with the message above, the command line and the input file.",
        env!("CARGO_PKG_VERSION")
    )
}
