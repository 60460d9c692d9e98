//! Whether an exploration has to start again though it has come to its end, and what it knows then.
//!
//! In: what was found, and what is known of memory. Out: whether that stands, and what of it. It must not know how many explorers there were.

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
    if spoils && known.locks.are_divided() {
        known.locks.spoil();
    }
    known.locks.gives_up() || result.as_ref().is_ok_and(Outcome::is_clean) && known.learns()
}

/// Whether what is known stands where mutexes are divided, if they are: not if that is given up, or this was to be the last word. Where
/// portions have become one, or a mutex whole, what was learnt since they were divided is forgotten, as it may be of graphs that there are no more.
pub fn stands(known: &mut Option<Surroundings>, before: &mut Option<Surroundings>, is_last: bool) -> bool {
    let Some(known) = known else { return true };
    if known.locks.gives_up() || known.locks.have_given_up() || is_last && known.locks.are_divided() {
        return false;
    }
    match before {
        None if known.locks.are_divided() => *before = Some(known.clone()),
        Some(before) if before.locks.changes() != known.locks.changes() => {
            before.locks = known.locks.clone();
            before.locks.forget_behind(before.sharing.locations().count() as u32);
            *known = before.clone();
        }
        _ => {}
    }
    true
}
