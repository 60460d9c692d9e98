//! The oracle that synthesis talks to: a SAT session with its candidates.
//!
//! In: a session. Out: an implementation of [`Oracle`] whose counterexamples are confirmed. It must not know which
//! algorithm asks.

use std::time::{Duration, Instant};

use crate::drive::check::may_wait;
use crate::drive::confirm::Confirm;
use crate::exec::{Execution, telling};
use crate::ids::CandidateId;
use crate::ir::Concern;
use crate::sat::candidates::Candidates;
use crate::sat::session::{Goal, Question, Reply, Session};
use crate::sat::smaller::Less;
use crate::synth::{Alternatives, Answer, CandidateSet, Core, Counterexample, Oracle, Query, Weight};

use super::edits;

/// A session as synthesis sees it.
pub struct SatOracle<'c> {
    pub session: Session,
    confirm: Confirm<'c>,
    weights: Vec<Weight>,
    alternatives: Alternatives,
    /// Time spent in the solver.
    pub solving: Duration,
}

impl<'c> SatOracle<'c> {
    /// Answers about the candidates of a session, each with what it weighs.
    pub fn new(
        session: Session,
        (candidates, weights): (&Candidates, Vec<Weight>),
        confirm: Confirm<'c>,
    ) -> SatOracle<'c> {
        let alternatives = edits::alternatives(candidates);
        SatOracle { session, confirm, weights, alternatives, solving: Duration::ZERO }
    }

    /// An execution that violates a property although these candidates are enforced; a small one, for it is shown.
    pub fn violation(&mut self, enforced: &CandidateSet) -> Option<Box<Execution>> {
        let enforced: Vec<CandidateId> = enforced.iter().collect();
        match self.session.ask(Question { goal: Goal::Violation, enforced: &enforced, bound: None }) {
            Reply::Found { mut execution, .. } => {
                self.confirm.confirm(&self.session.encoding().skeleton, &mut execution);
                let smaller = self.session.smaller(&enforced, Less::Accesses).map(|mut smaller| {
                    self.confirm.confirm(&self.session.encoding().skeleton, &mut smaller);
                    smaller
                });
                Some(telling::smaller_of(execution, smaller))
            }
            _ => None,
        }
    }

    /// What is looked for if threads may wait for good although these candidates are enforced, though no violation was found.
    pub fn may_wait(&mut self, enforced: &CandidateSet) -> Option<Concern> {
        let start = Instant::now();
        let enforced: Vec<CandidateId> = enforced.iter().collect();
        let concern = may_wait(&mut self.session, &enforced);
        self.solving += start.elapsed();
        concern
    }

    /// Which bounds are exceeded although these candidates are enforced; `None` when the solver was stopped. The last
    /// question to the oracle.
    pub fn exceeded(&mut self, enforced: &CandidateSet) -> Option<Vec<usize>> {
        let start = Instant::now();
        let enforced: Vec<CandidateId> = enforced.iter().collect();
        let exceeded = self.session.exceeded(&enforced);
        self.solving += start.elapsed();
        exceeded
    }
}

impl Oracle for SatOracle<'_> {
    type Witness = Box<Execution>;

    fn weights(&self) -> &[Weight] {
        &self.weights
    }

    fn alternatives(&self) -> Alternatives {
        self.alternatives.clone()
    }

    fn solve(&mut self, query: &Query<'_>) -> Answer<Box<Execution>> {
        let start = Instant::now();
        let universe = self.weights.len();
        let enforced: Vec<CandidateId> = query.enforced.iter().collect();
        let question = Question { goal: Goal::Violation, enforced: &enforced, bound: query.bound };
        let answer = match self.session.ask(question) {
            Reply::Found { mut execution, relaxed, .. } => {
                self.confirm.confirm(&self.session.encoding().skeleton, &mut execution);
                Answer::Violation(Counterexample { relaxed: CandidateSet::of(universe, relaxed), witness: execution })
            }
            Reply::None { core, bound } => Answer::Safe(Core { enforced: CandidateSet::of(universe, core), bound }),
            Reply::Interrupted => Answer::Unknown("the time limit was reached".to_string()),
        };
        self.solving += start.elapsed();
        answer
    }

    fn block(&mut self, set: &CandidateSet) {
        let candidates: Vec<CandidateId> = set.iter().collect();
        self.session.require_one(&candidates);
    }
}
