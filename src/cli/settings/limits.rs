//! How long a run may take, and in how much memory.
//!
//! In: numbers of the command line and the configuration file. Out: limits, or a diagnostic for a number that is none. It must not
//! know what is limited.

use std::time::Duration;

use crate::cli::args::LimitArgs;
use crate::cli::config::Config;
use crate::cli::given::{Given, given};
use crate::cli::watch::{Watch, default_memory};
use crate::diag::Diagnostic;

/// What was typed, in MiB the second, for as long as nobody has read what the configuration says. A value that is none is told
/// when it is used.
pub fn typed(args: Option<&LimitArgs>) -> (Option<Duration>, Option<u64>) {
    let timeout = args.and_then(|args| args.timeout).and_then(|seconds| time(seconds).ok());
    let memory = args.and_then(|args| args.memory).filter(|memory| *memory > 0);
    (timeout, memory.or_else(default_memory))
}

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

/// Sets the limits of a run that has no more to say about them.
///
/// # Errors
/// One of them is none.
pub fn limited(args: &LimitArgs, config: &Config, watch: &Watch) -> Result<(), Diagnostic> {
    watch.limit(timeout(args, config)?, memory(args, config)?);
    Ok(())
}

/// How long there is, if there is a limit.
///
/// # Errors
/// See [`time`].
pub fn timeout(args: &LimitArgs, config: &Config) -> Result<Option<Duration>, Diagnostic> {
    let Some(Given { value, span }) = given(args.timeout, config, &config.values.timeout) else { return Ok(None) };
    time(value).map(Some).map_err(|error| Diagnostic { span, ..error })
}

/// What memory there is, in MiB: what is left on the machine where nobody says it.
///
/// # Errors
/// None at all.
pub fn memory(args: &LimitArgs, config: &Config) -> Result<Option<u64>, Diagnostic> {
    match given(args.memory, config, &config.values.memory) {
        Some(given) if given.value == 0 => {
            Err(given.error("0 is not a memory limit").help("give a number of MiB above 0"))
        }
        Some(given) => Ok(Some(given.value)),
        None => Ok(default_memory()),
    }
}
