//! What the process tells its caller: the exit codes, in one place.
//!
//! In: nothing. Out: [`Exit`]. It must not know how an outcome came about.

use std::process::ExitCode;

use crate::drive::comparison::{Agreement, CrossCheck};
use crate::drive::outcome::Suggestion;
use crate::drive::verdict::Verdict;

/// How a run ended. The numbers are part of the interface and stand in the README.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Verified, or nothing to do.
    Success = 0,
    /// Fences are suggested, or `check` found a violation.
    Found = 1,
    /// The command line, the configuration or the input is wrong.
    Usage = 2,
    /// No fence can make the program correct.
    Unrepairable = 3,
    /// No answer: a bound or a limit was reached.
    Inconclusive = 4,
    /// A bug of this program.
    Internal = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl From<&Verdict> for Exit {
    fn from(verdict: &Verdict) -> Exit {
        match verdict {
            Verdict::Safe { .. } => Exit::Success,
            Verdict::Violation(_) => Exit::Found,
            Verdict::Unknown(_) => Exit::Inconclusive,
        }
    }
}

impl Exit {
    /// How a cross-check ended.
    pub fn of_cross_check(cross: &CrossCheck) -> Exit {
        if cross.disagrees() {
            Exit::Internal
        } else if cross.reason.is_some() || cross.count(Agreement::Undecided) > 0 {
            Exit::Inconclusive
        } else {
            Exit::Success
        }
    }
}

impl From<&Suggestion> for Exit {
    fn from(suggestion: &Suggestion) -> Exit {
        match suggestion {
            Suggestion::Safe { .. } => Exit::Success,
            Suggestion::Repaired { patch, .. } if !patch.changes() => Exit::Success,
            Suggestion::Repaired { .. } => Exit::Found,
            Suggestion::Unrepairable { .. } => Exit::Unrepairable,
            Suggestion::Unknown(_) => Exit::Inconclusive,
        }
    }
}
