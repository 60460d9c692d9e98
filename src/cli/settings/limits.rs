//! How long a run may take, and in how much memory.
//!
//! In: numbers of the command line and the configuration file. Out: limits, or a diagnostic for a number that is none. It must not
//! know what is limited.

use std::time::Duration;

use crate::cli::args::VerifyArgs;
use crate::cli::config::Config;
use crate::cli::given::{Given, given};
use crate::cli::watch::default_memory;
use crate::diag::Diagnostic;

/// So many seconds, as a limit.
///
/// # Errors
/// No time at all, or no number of seconds.
pub fn time(seconds: f64) -> Result<Duration, Diagnostic> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => {
            let error = Diagnostic::error(format!("{seconds} is not a time limit"));
            Err(error.help("give a number of seconds above 0; without `--timeout` there is no limit"))
        }
    }
}

/// How long there is, if there is a limit.
///
/// # Errors
/// See [`time`].
pub fn timeout(args: &VerifyArgs, config: &Config) -> Result<Option<Duration>, Diagnostic> {
    let Some(Given { value, span }) = given(args.timeout, config, &config.values.timeout) else { return Ok(None) };
    time(value).map(Some).map_err(|error| Diagnostic { span, ..error })
}

/// What memory there is, in MiB: what is left on the machine where nobody says it.
///
/// # Errors
/// None at all.
pub fn memory(args: &VerifyArgs, config: &Config) -> Result<Option<u64>, Diagnostic> {
    match given(args.memory, config, &config.values.memory) {
        Some(given) if given.value == 0 => {
            Err(given.error("0 is not a memory limit").help("give a number of MiB above 0"))
        }
        Some(given) => Ok(Some(given.value)),
        None => Ok(default_memory()),
    }
}
