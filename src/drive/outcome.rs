//! What a run says: the values that the cli turns into text, JSON and SARIF.
//!
//! In: the results of the pipelines. Out: plain data. It must not know how it is shown.

use std::time::Duration;

pub use super::access::AccessReport;
use super::change::{DroppedReport, FenceReport, PairReport};
use super::comparison::CrossCheck;
use super::known::{Known, WithinBounds};
pub use super::reliance::{DependencyReport, Reliance};
use super::verdict::{Decider, Verdict, Why};
use crate::diag::Diagnostic;
use crate::exec::Execution;
use crate::ir::Concern;
use crate::patch::{Insertion, Patch};
use crate::progress::Phase;

/// Result of `check`.
#[derive(Clone, Debug)]
pub struct CheckReport {
    pub verdict: Verdict,
    /// Where there is no verdict: within what bounds there is no violation.
    pub bounded: Option<WithinBounds>,
    /// Where it is safe: the dependencies of the text that this takes, if any.
    pub reliance: Option<Reliance>,
    /// Who decided, if anyone did.
    pub decided_by: Option<Decider>,
    pub model: String,
    pub statistics: Statistics,
    pub warnings: Vec<Diagnostic>,
}

/// The repairs beside the suggested one that have as few fences at the same cost. Places that order the same accesses are one.
#[derive(Clone, Debug)]
pub struct Others {
    /// Each was read again and checked again.
    pub repairs: Vec<Vec<FenceReport>>,
    /// There are no more.
    pub complete: bool,
}

impl Others {
    /// None is told, and there may be some.
    pub fn untold() -> Others {
        Others { repairs: Vec::new(), complete: false }
    }
}

/// Why no repair takes less: the violations that were found, and what could avoid each. A repair has one candidate of every
/// set; those that are chosen have the least weight of all that do.
#[derive(Clone, Debug)]
pub struct Minimality {
    /// All that there was to choose from. Of places that separate the same accesses on the same paths the best stands for all.
    pub candidates: Vec<CandidateReport>,
    /// For each violation the candidates (their indices) that it does not tolerate: it is there if all others are, and
    /// gone with any one of these.
    pub sets: Vec<Vec<usize>>,
    /// Of each of these a repair has one at most: an access has one order.
    pub alternatives: Vec<Vec<usize>>,
    /// The repair.
    pub chosen: Vec<usize>,
}

/// Something that could be enforced.
#[derive(Clone, Debug)]
pub struct CandidateReport {
    pub what: Enforceable,
    /// What there must be least of, and what decides among repairs that have as little of it.
    pub weight: (u64, u64),
}

/// What could be enforced.
#[derive(Clone, Debug)]
pub enum Enforceable {
    /// A fence of some kind, or a stronger order, as it would be written.
    Edit {
        kind: String,
        insertion: Insertion,
    },
    Pair(PairReport),
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
        /// What was there and is not needed, where that takes part.
        dropped: Vec<DroppedReport>,
        /// A counterexample of the original program, or of one without what was there, if that takes part.
        counterexample: Option<Box<Execution>>,
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

/// What a repair takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// How many fences; one in the body of a macro counts once for each use of that.
    pub count: u64,
    pub cost: u64,
    /// Some of them are memory orders.
    pub orders: bool,
}

/// Prices by the model's own costs, where the user gives others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unweighted {
    /// Of the repair that would do.
    pub least: Price,
    /// Of the one that was found.
    pub found: Price,
}

/// Result of `suggest`.
#[derive(Clone, Debug)]
pub struct SuggestReport {
    pub suggestion: Suggestion,
    /// What is known where there is no answer.
    pub known: Known,
    pub model: String,
    pub algorithm: String,
    pub objective: Objective,
    pub culprit_pairs: usize,
    /// The price of a repair with fences anywhere, where the user forbids places and that repair is cheaper.
    pub unrestricted: Option<Price>,
    /// What the costs that the user gives make dearer.
    pub unweighted: Option<Unweighted>,
    /// Who answered the questions, where there is an answer.
    pub decided_by: Option<Decider>,
    /// What is there already takes in all, where it takes part.
    pub before: Option<Price>,
    /// Why nothing less is a repair, where there is one.
    pub minimality: Option<Minimality>,
    /// The other repairs, if they were asked for and there is one.
    pub others: Option<Others>,
    /// Where the program is safe, as it stands or repaired: the dependencies of the text that this takes, if any.
    pub reliance: Option<Reliance>,
    /// What was looked for beyond what was asked, as the repair for that alone would have brought it about.
    pub beyond: Vec<Concern>,
    /// What the other engine says, if it was asked.
    pub cross_check: Option<CrossCheck>,
    pub statistics: Statistics,
    pub warnings: Vec<Diagnostic>,
}

impl Suggestion {
    /// Fills in the phase in which a limit was reached.
    pub fn name_phase(&mut self, phase: Phase) {
        if let Suggestion::Unknown(why) = self {
            why.name_phase(phase);
        }
    }
}

impl SuggestReport {
    /// The change that may be written; one that is right within bounds only if that is accepted.
    pub fn accepted(&self, accept_bound: bool) -> Option<&Patch> {
        match &self.suggestion {
            Suggestion::Repaired { patch, .. } => Some(patch).filter(|patch| patch.changes()),
            Suggestion::Unknown(_) if accept_bound => {
                self.known.proposal.as_ref().filter(|proposal| proposal.rechecked).map(|proposal| &proposal.patch)
            }
            _ => None,
        }
    }

    /// The report of a run that had to end; its `report` says why.
    pub fn without_answer(report: &CheckReport, algorithm: &str, objective: Objective) -> SuggestReport {
        let suggestion = match &report.verdict {
            Verdict::Unknown(why) => Suggestion::Unknown(why.clone()),
            _ => Suggestion::Unknown(Why::Other("the run had to end".to_string())),
        };
        SuggestReport {
            suggestion,
            known: Known::default(),
            model: report.model.clone(),
            algorithm: algorithm.to_string(),
            objective,
            culprit_pairs: 0,
            unrestricted: None,
            unweighted: None,
            before: None,
            minimality: None,
            others: None,
            reliance: None,
            decided_by: None,
            beyond: Vec::new(),
            cross_check: None,
            statistics: report.statistics.clone(),
            warnings: Vec::new(),
        }
    }
}

/// What is minimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// Fence points in the source.
    #[default]
    Fences,
    /// The sum of what the fences cost.
    Cost,
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
    /// Executions that the explorer visited.
    pub executions: u64,
    pub variables: u64,
    pub clauses: u64,
    pub solver: String,
    /// Largest number of iterations any loop was unwound.
    pub bound: u32,
}

impl Objective {
    pub const ALL: [Objective; 3] = [Objective::Fences, Objective::Cost, Objective::Pairs];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Fences => "fences",
            Objective::Cost => "cost",
            Objective::Pairs => "pairs",
        }
    }

    /// The objective of this name; [`Self::ALL`] lists what there is.
    pub fn from_name(name: &str) -> Option<Objective> {
        Self::ALL.into_iter().find(|objective| objective.name() == name)
    }
}

impl Statistics {
    /// Where the time went, by the names that people read: all that is measured on its own.
    pub fn times(&self) -> [(&'static str, Duration); 5] {
        [
            (Phase::Read.name(), self.read),
            (Phase::Encode.name(), self.encode),
            (Phase::Solve.name(), self.solve),
            ("hitting set", self.hitting_set),
            ("patch", self.patch),
        ]
    }

    /// What a run did that went on with something else: times and counts of both, sizes of the last.
    pub fn then(self, later: Statistics) -> Statistics {
        Statistics {
            read: self.read + later.read,
            encode: self.encode + later.encode,
            solve: self.solve + later.solve,
            hitting_set: self.hitting_set + later.hitting_set,
            patch: self.patch + later.patch,
            queries: self.queries + later.queries,
            questions: self.questions + later.questions,
            iterations: self.iterations + later.iterations,
            counterexamples: self.counterexamples + later.counterexamples,
            largest_bound: self.largest_bound.max(later.largest_bound),
            conflicts: self.conflicts + later.conflicts,
            bound: self.bound.max(later.bound),
            ..later
        }
    }
}
