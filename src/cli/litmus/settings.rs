//! What `check` and `suggest` take for litmus tests.
//!
//! In: the options, those that were given by name, and the configuration file. Out: a model and limits, or a diagnostic, also for an
//! option that has no meaning for litmus tests: it would be ignored. It must not know how a test is decided.

use std::time::Duration;

use crate::cli::args::VerifyArgs;
use crate::cli::config::Config;
use crate::cli::done::Stop;
use crate::cli::settings;
use crate::diag::{Diagnostic, Sources};
use crate::model::Model;

/// What both take, beside the options that every command has.
const COMMON: [&str; 3] = ["model", "timeout", "memory"];

/// A model and limits.
#[derive(Debug)]
pub struct Settings {
    pub model: Model,
    pub timeout: Option<Duration>,
    /// In MiB.
    pub memory: Option<u64>,
}

/// What was said: the options that both commands have, the names of all that were given, and the file.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    pub verify: &'a VerifyArgs,
    /// Without those that every command has.
    pub given: &'a [String],
    pub config: &'a Config,
}

/// The settings; `own` are the options of the command itself.
///
/// # Errors
/// No model or an unknown one, a limit that is none, an option that has no meaning.
pub fn settings(said: &Said<'_>, own: &[&str], sources: &mut Sources) -> Result<Settings, Stop> {
    let is_known = |name: &str| COMMON.iter().chain(own).any(|known| *known == name);
    let stop = |error: Diagnostic, sources: &Sources| Stop::from((error, sources));
    if let Some(name) = said.given.iter().find(|name| !is_known(name)) {
        let error = Diagnostic::error(format!("`--{name}` has no meaning for a litmus test"));
        return Err(stop(error.help("leave it out"), sources));
    }
    let (name, span) = settings::model(said.verify, said.config).map_err(|error| stop(error, sources))?;
    let timeout = settings::timeout(&said.verify.limits, said.config).map_err(|error| stop(error, sources))?;
    let memory = settings::memory(&said.verify.limits, said.config).map_err(|error| stop(error, sources))?;
    let model = Model::find(&name, sources).map_err(|diagnostics| {
        let place = |error: Diagnostic| Diagnostic { span: error.span.or(span), ..error };
        Stop { sources: sources.clone(), diagnostics: diagnostics.into_iter().map(place).collect() }
    })?;
    Ok(Settings { model, timeout, memory })
}
