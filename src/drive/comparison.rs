//! What two engines say of the same programs.
//!
//! In: a finding of each engine on each program. Out: [`CrossCheck`]: plain data, and whether they agree. It must not know
//! how either engine works, nor how a comparison is made ([`super::crosscheck`]).

use std::path::PathBuf;
use std::time::Duration;

use crate::exec::Execution;

/// What an engine says of a program.
#[derive(Clone, Debug)]
pub enum Finding {
    Safe,
    Violation(Option<Box<Execution>>),
    /// It does not know, or does not want to look; why, in a sentence.
    Unknown(String),
}

/// A program that both engines look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Original,
    Patched,
    /// The patched program without this one of its fences, from 0.
    Without(usize),
}

/// What both say of one program.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub subject: Subject,
    pub solver: Finding,
    pub second: Finding,
    /// Whose finding the second one is.
    pub by: Second,
    pub executions: u64,
}

/// Who looks at a program beside the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    Explorer,
    /// Under models that the explorer does not take.
    Enumerator,
}

impl Second {
    pub fn name(self) -> &'static str {
        match self {
            Second::Explorer => "explorer",
            Second::Enumerator => "enumerator",
        }
    }
}

/// How the two findings stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agreed,
    /// At least one of them does not know.
    Undecided,
    Disagreed,
}

/// The outcome of a cross-check.
#[derive(Clone, Debug, Default)]
pub struct CrossCheck {
    /// The time that there was; none is no limit.
    pub budget: Option<Duration>,
    pub elapsed: Duration,
    pub comparisons: Vec<Comparison>,
    /// Why there is nothing to compare.
    pub reason: Option<String>,
    /// Where the programs are on which the engines disagree.
    pub reproducers: Vec<PathBuf>,
}

impl Finding {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Finding::Safe => "safe",
            Finding::Violation(_) => "violation",
            Finding::Unknown(_) => "unknown",
        }
    }
}

impl Comparison {
    pub fn agreement(&self) -> Agreement {
        match (&self.solver, &self.second) {
            (Finding::Unknown(_), _) | (_, Finding::Unknown(_)) => Agreement::Undecided,
            (Finding::Safe, Finding::Safe) | (Finding::Violation(_), Finding::Violation(_)) => Agreement::Agreed,
            _ => Agreement::Disagreed,
        }
    }

    /// Why they could not be compared.
    pub fn undecided(&self) -> Option<&str> {
        match (&self.solver, &self.second) {
            (Finding::Unknown(why), _) | (_, Finding::Unknown(why)) => Some(why),
            _ => None,
        }
    }
}

impl CrossCheck {
    /// That of a run that had to end before anything could be compared.
    pub fn without_answer() -> CrossCheck {
        CrossCheck { reason: Some("there is no verdict to be checked".to_string()), ..CrossCheck::default() }
    }

    /// How many programs they agree on, do not both decide, and disagree on.
    pub fn count(&self, agreement: Agreement) -> usize {
        self.comparisons.iter().filter(|c| c.agreement() == agreement).count()
    }

    /// Who looked beside the solver, if anybody did.
    pub fn second(&self) -> Second {
        let is_enumerated = self.comparisons.iter().any(|comparison| comparison.by == Second::Enumerator);
        if is_enumerated { Second::Enumerator } else { Second::Explorer }
    }

    pub fn disagrees(&self) -> bool {
        self.count(Agreement::Disagreed) > 0
    }
}
