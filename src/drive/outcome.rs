//! What a run says: the values that the cli turns into text, JSON and SARIF.
//!
//! In: the results of the pipelines. Out: plain data. It must not know how it is shown.

use std::path::PathBuf;
use std::time::Duration;

use super::crosscheck::CrossCheck;
use crate::diag::{Diagnostic, Span};
use crate::exec::Execution;
use crate::ir::Placement;
use crate::patch::Patch;

/// Why a run ended without a verdict. None of these is ever shown as "safe".
#[derive(Clone, Debug)]
pub enum Why {
    /// The time limit passed.
    Timeout,
    /// A loop may run more often than the unwinding bound; each with the bound that was used.
    Unwinding(Vec<ExceededLoop>),
    /// A call nests deeper than the recursion bound.
    Recursion { function: String, bound: u32, span: Option<Span> },
    /// The algorithm was told to stop at a reorder bound below the number of candidates.
    ReorderBound(usize),
    /// The exploration ended after this many executions, as it was told to.
    Executions(u64),
    /// Something else, in a sentence.
    Other(String),
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

/// Result of `check`.
#[derive(Clone, Debug)]
pub struct CheckReport {
    pub verdict: Verdict,
    pub model: String,
    pub statistics: Statistics,
    pub warnings: Vec<Diagnostic>,
}

/// An ordered pair of access sites.
#[derive(Clone, Debug)]
pub struct PairReport {
    pub first: AccessReport,
    pub second: AccessReport,
}

/// An access site, for people.
#[derive(Clone, Debug)]
pub struct AccessReport {
    pub span: Option<Span>,
    /// The accessed C expression (`flag[1]`).
    pub text: String,
    pub write: bool,
}

/// One fence of a suggestion.
#[derive(Clone, Debug)]
pub struct FenceReport {
    /// Where it goes in the original text.
    pub span: Option<Span>,
    /// How it is written there.
    pub placement: Placement,
    /// The kind in the model file.
    pub kind: String,
    /// The C text that is inserted.
    pub text: String,
    /// The culprit pairs that it orders.
    pub orders: Vec<PairReport>,
    /// A counterexample that comes back when this fence alone is left out.
    pub needed_because: Option<Box<Execution>>,
}

/// What `suggest` found.
#[derive(Clone, Debug)]
pub enum Suggestion {
    /// The program is correct as it stands.
    Safe {
        bound: u32,
    },
    /// These fences (or, with the objective `pairs`, these pairs) make it correct. With `pairs`, `fences` is one way to realise them.
    Repaired {
        fences: Vec<FenceReport>,
        pairs: Vec<PairReport>,
        /// A counterexample of the original program.
        counterexample: Box<Execution>,
        patch: Patch,
        /// The patched text was read again and checked safe.
        rechecked: bool,
        bound: u32,
    },
    /// Wrong even when nothing is reordered, or no fence can be put where one is needed (said in `reason`).
    Unrepairable {
        counterexample: Box<Execution>,
        reason: String,
    },
    Unknown(Why),
}

/// Result of `suggest`.
#[derive(Clone, Debug)]
pub struct SuggestReport {
    pub suggestion: Suggestion,
    pub model: String,
    pub algorithm: String,
    pub objective: Objective,
    pub culprit_pairs: usize,
    /// What the other engine says, if it was asked.
    pub cross_check: Option<CrossCheck>,
    pub statistics: Statistics,
    pub warnings: Vec<Diagnostic>,
}

/// What is minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Fence points in the source.
    Fences,
    /// Statement pairs, as in the ROBMC paper.
    Pairs,
}

/// Counts and times of a run.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub read: Duration,
    pub encode: Duration,
    pub solve: Duration,
    pub hitting_set: Duration,
    pub patch: Duration,
    pub threads: usize,
    pub events: usize,
    pub reorderable_pairs: usize,
    pub candidates: usize,
    /// Searches of the solver, those for bounds and proofs of need included.
    pub queries: u64,
    /// Questions that the algorithm of synthesis asked.
    pub questions: u64,
    pub iterations: u64,
    /// Counterexamples that the algorithm collected.
    pub counterexamples: u64,
    /// The largest reorder bound of a question.
    pub largest_bound: Option<usize>,
    pub conflicts: u64,
    pub variables: u64,
    pub clauses: u64,
    pub solver: String,
    /// Largest number of iterations any loop was unwound.
    pub bound: u32,
}

/// Where the patched program goes.
#[derive(Clone, Debug)]
pub enum Destination {
    /// Nowhere; the patch is only reported.
    None,
    /// Over the original files.
    InPlace,
    /// The main file's patched text goes here; patched included files go beside it under their own names.
    File(PathBuf),
}
