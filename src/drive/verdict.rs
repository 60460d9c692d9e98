//! What is said of a program: safe, a violation, or why neither.
//!
//! In: what an engine found, or what stopped it. Out: plain data. It must not know engines, nor how it is shown.

use crate::diag::Span;
use crate::exec::Execution;
use crate::explore::Part;
use crate::ir::Concern;
use crate::limits::Limit;
use crate::progress::Phase;

/// Why a run ended without a verdict. None of these is ever shown as "safe".
#[derive(Clone, Debug)]
pub enum Why {
    /// A limit of the run was reached, in a phase that whoever watched the run may fill in.
    Limit { limit: Limit, phase: Option<Phase> },
    /// A loop may run more often than the unwinding bound; each with the bound that was used.
    Unwinding(Vec<ExceededLoop>),
    /// A call nests deeper than the recursion bound.
    Recursion { function: String, bound: u32, span: Option<Span> },
    /// The algorithm was told to stop at a reorder bound below the number of candidates.
    ReorderBound(usize),
    /// The exploration ended after this many executions, as it was told to.
    Executions(u64),
    /// There is no violation in this part of the exploration.
    Part(Part),
    /// The engine found nothing else, and does not look for this.
    NotLookedFor(Concern),
    /// Something else, in a sentence.
    Other(String),
}

impl From<Limit> for Why {
    fn from(limit: Limit) -> Why {
        Why::Limit { limit, phase: None }
    }
}

impl Why {
    /// Fills in the phase in which a limit was reached.
    pub fn name_phase(&mut self, phase: Phase) {
        if let Why::Limit { phase: known, .. } = self {
            known.get_or_insert(phase);
        }
    }
}

/// A loop whose bound was exceeded.
#[derive(Clone, Debug)]
pub struct ExceededLoop {
    pub span: Option<Span>,
    pub bound: u32,
}

/// Verdict of one check.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No execution violates an assertion. `bound` is the largest number of loop iterations that was needed.
    Safe {
        bound: u32,
    },
    Violation(Box<Execution>),
    Unknown(Why),
}

impl Verdict {
    /// Whether it is one.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Verdict::Unknown(_))
    }

    /// Fills in the phase in which a limit was reached.
    pub fn name_phase(&mut self, phase: Phase) {
        if let Verdict::Unknown(why) = self {
            why.name_phase(phase);
        }
    }
}

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    Solver,
    Explorer,
}

impl Decider {
    pub fn other(self) -> Decider {
        match self {
            Decider::Solver => Decider::Explorer,
            Decider::Explorer => Decider::Solver,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Decider::Solver => "solver",
            Decider::Explorer => "explorer",
        }
    }
}
