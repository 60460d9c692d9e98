//! Whether an exploration has to start again though it has come to its end.
//!
//! In: what was found, and what is known of memory. Out: whether that stands. It must not know how many explorers there were.

use super::graph::Halt;
use super::report::{Ended, Outcome};
use super::threads::sharing::Stop;
use super::threads::surroundings::Surroundings;
use crate::limits::StopToken;

/// Whether an exploration that has ended so has to start again with what is known now.
pub fn learns(result: &Result<Outcome, Halt>, known: &mut Surroundings, stop: &StopToken) -> bool {
    let is_open = |outcome: &Outcome| {
        let is_cut_short = matches!(outcome.ended, Ended::Enough | Ended::Halted(_));
        !(outcome.is_clean() || is_cut_short) || outcome.violating + outcome.exceeding > 0 || outcome.assumed.is_some()
    };
    let spoils = match result {
        Ok(outcome) => is_open(outcome),
        Err(Halt::Stop(Stop::Refused(_))) => !stop.is_reached(),
        Err(_) => false,
    };
    if spoils {
        known.locks.spoil();
    }
    known.locks.gives_up() || result.as_ref().is_ok_and(Outcome::is_clean) && known.learns()
}
