//! How a job of a comparison ended.
//!
//! In: nothing. Out: [`Verdict`]. It must not know jobs.

use serde::{Deserialize, Serialize};

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Correct as it stands.
    Safe,
    Repaired,
    Unrepairable,
    /// A bound was reached.
    Unknown,
    /// The limit of time was reached.
    TimeOut,
    /// The limit of memory was reached.
    OutOfMemory,
    /// The input is wrong.
    Error,
    /// The worker ended in a way it never should, or something else ended it.
    Crash,
}

impl Verdict {
    pub const ALL: [Verdict; 8] = [
        Verdict::Safe,
        Verdict::Repaired,
        Verdict::Unrepairable,
        Verdict::Unknown,
        Verdict::TimeOut,
        Verdict::OutOfMemory,
        Verdict::Error,
        Verdict::Crash,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Repaired => "repaired",
            Verdict::Unrepairable => "unrepairable",
            Verdict::Unknown => "unknown",
            Verdict::TimeOut => "time-out",
            Verdict::OutOfMemory => "out-of-memory",
            Verdict::Error => "error",
            Verdict::Crash => "crash",
        }
    }

    /// Whether the question was answered.
    pub fn is_solved(self) -> bool {
        matches!(self, Verdict::Safe | Verdict::Repaired | Verdict::Unrepairable)
    }

    /// Whether the job should be run again when the run goes on: what happened was not its doing.
    pub fn is_to_be_repeated(self) -> bool {
        self == Verdict::Crash
    }
}
