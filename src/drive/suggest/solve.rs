//! The first step: candidates of least weight that leave no violation, at an unwinding bound that holds.
//!
//! In: a [`Task`] and what to search among. Out: [`Solved`]. It must not know what becomes of the candidates.

use crate::diag::Diagnostic;
use crate::drive::check::{note, pick, session, unfolded};
use crate::drive::confirm::Confirm;
use crate::drive::halted;
use crate::drive::outcome::{Statistics, Why};
use crate::exec::Execution;
use crate::exec::bounds::Bounds;
use crate::exec::skeleton::Skeleton;
use crate::ids::CandidateId;
use crate::limits::StopToken;
use crate::progress::Observer;
use crate::sat::candidates::{Candidate, Candidates, Vocabulary};
use crate::synth::{self, Answer, CandidateSet, Oracle, Query, Synthesis};

use super::answer::SatOracle;
use super::preference::Judge;
use super::{Assurance, Task, placement, raising};

/// What is searched among.
#[derive(Clone, Copy)]
pub enum Among<'j> {
    /// Fences at the points that the judge allows, and orders of accesses.
    Fences(&'j Judge),
    /// All pairs of statements that the model may reorder.
    Pairs,
    /// Those of the pairs that fences in the text can order.
    SeparablePairs(&'j Judge),
}

impl Among<'_> {
    fn vocabulary(self) -> Vocabulary {
        match self {
            Among::Fences(_) => Vocabulary::Fences,
            Among::Pairs | Among::SeparablePairs(_) => Vocabulary::Pairs,
        }
    }
}

/// What synthesis found at a bound that holds.
pub struct Solved {
    pub skeleton: Skeleton,
    pub outcome: Outcome,
    /// The unwinding bounds that were reached.
    pub bounds: Bounds,
    pub statistics: Statistics,
}

/// How a search ended.
pub enum Outcome {
    Safe,
    Repaired(Repaired),
    Unrepairable(Box<Execution>),
    Unknown(Why),
}

/// Candidates of least weight that leave no violation.
#[derive(Clone)]
pub struct Repaired {
    pub chosen: Vec<Candidate>,
    /// For each of them a violation that comes back without it.
    pub needed: Vec<Option<Box<Execution>>>,
    pub first: Box<Execution>,
}

/// Synthesises, raising the unwinding bound until the result holds beyond it; `before` are bounds known to be needed.
///
/// A higher bound only adds executions: what repairs the program there costs at least as much as what repairs it
/// here. So the repair of one bound is tried at the next before anything else, and if it holds it is a minimum.
pub fn solve(
    task: &Task<'_>,
    among: Among<'_>,
    before: Option<&Bounds>,
    observer: &mut dyn Observer,
) -> Result<Solved, Diagnostic> {
    let (request, program) = (task.request, &task.unit.program);
    let mut statistics = Statistics::default();
    let mut raised = request.unwinding.start(program, &task.unit.sources, &request.model, before)?;
    let mut settled: Option<Repaired> = None;
    loop {
        let stop = request.stop(task.start);
        let skeleton = unfolded(request, program, &raised, &stop, &mut statistics, observer)?;
        let chosen = settled.as_ref().map_or(&[][..], |repaired| &repaired.chosen);
        let candidates = match among {
            Among::Fences(judge) => {
                let mut candidates = placement::fences(&skeleton, &request.model, judge, chosen);
                raising::add(&mut candidates, &skeleton, (program, &request.model), judge);
                candidates
            }
            Among::SeparablePairs(judge) => placement::separable_pairs(&skeleton, &request.model, judge),
            Among::Pairs => placement::pairs(&skeleton, &request.model),
        };
        statistics.candidates = candidates.len();
        let weights = placement::weights(&skeleton, &candidates, &task.judge);
        let session = session(request, skeleton, &candidates, among.vocabulary(), &stop, &mut statistics);
        let mut oracle = SatOracle::new(session, weights, Confirm::new(program, &request.model));
        let still = settled.as_ref().and_then(|repaired| still(repaired, &mut oracle, &candidates, &stop));
        let (outcome, exceeded) = match still {
            Some(answer) => answer,
            None => {
                let known = settled.take().map(|repaired| repaired.first);
                let settings = synth::Settings { stop: stop.clone(), ..task.settings.synthesis.clone() };
                let synthesis = synth::synthesise(&mut oracle, &settings, known, observer);
                count(&mut statistics, synthesis.statistics());
                outcome(synthesis, &mut oracle, &candidates, &stop, task.settings.assurance)
            }
        };
        statistics.solve += oracle.solving;
        note(&mut statistics, &oracle.session);
        let skeleton = oracle.session.into_skeleton();
        let bounds = raised.bounds.clone();
        if exceeded.is_empty() {
            return Ok(Solved { skeleton, outcome, bounds, statistics });
        }
        if let Outcome::Repaired(repaired) = outcome {
            settled = Some(repaired);
        }
        let exceeded = pick(&skeleton, &exceeded);
        if let Err(why) = raised.raise(&exceeded, program) {
            return Ok(Solved { skeleton, outcome: Outcome::Unknown(why), bounds, statistics });
        }
    }
}

/// Adds what one synthesis did.
fn count(statistics: &mut Statistics, counted: &synth::Statistics) {
    statistics.iterations += counted.iterations as u64;
    statistics.questions += counted.queries as u64;
    statistics.counterexamples += counted.counterexamples as u64;
    statistics.largest_bound = statistics.largest_bound.max(counted.largest_bound);
    statistics.hitting_set += counted.hitting_set_time;
}

/// The outcome if the repair of a lower bound leaves no violation at this one, and the bounds that are exceeded with it.
fn still(
    repaired: &Repaired,
    oracle: &mut SatOracle<'_>,
    candidates: &Candidates,
    stop: &StopToken,
) -> Option<(Outcome, Vec<usize>)> {
    let chosen: Option<Vec<CandidateId>> = repaired.chosen.iter().map(|c| candidates.id(c)).collect();
    let chosen = CandidateSet::of(candidates.len(), chosen?);
    match oracle.solve(&Query { enforced: &chosen, bound: None }) {
        Answer::Safe(_) => Some(match oracle.exceeded(&chosen) {
            Some(exceeded) => (Outcome::Repaired(repaired.clone()), exceeded),
            None => (Outcome::Unknown(halted(stop)), Vec::new()),
        }),
        Answer::Unknown(_) => Some((Outcome::Unknown(halted(stop)), Vec::new())),
        Answer::Violation(_) => None,
    }
}

/// The outcome, and the bounds that are exceeded with the chosen candidates enforced.
fn outcome(
    synthesis: Synthesis<Box<Execution>>,
    oracle: &mut SatOracle<'_>,
    candidates: &Candidates,
    stop: &StopToken,
    assurance: Assurance,
) -> (Outcome, Vec<usize>) {
    let universe = candidates.len();
    match synthesis {
        Synthesis::AlreadySafe { .. } => match oracle.exceeded(&CandidateSet::new(universe)) {
            Some(exceeded) => (Outcome::Safe, exceeded),
            None => (Outcome::Unknown(halted(stop)), Vec::new()),
        },
        Synthesis::Unrepairable { witness, .. } => {
            // The witness merely tolerates every candidate; what is shown has them all enforced.
            let all = CandidateSet::of(universe, (0..universe).map(CandidateId::from_index));
            (Outcome::Unrepairable(oracle.violation(&all).unwrap_or(witness)), Vec::new())
        }
        Synthesis::Unknown { why, .. } => {
            (Outcome::Unknown(stop.reached().map_or(Why::Other(why), Why::from)), Vec::new())
        }
        Synthesis::Repaired(repair) => {
            if let Some(bound) = repair.bounded {
                return (Outcome::Unknown(Why::ReorderBound(bound)), Vec::new());
            }
            oracle.session.release();
            let mut needed = Vec::new();
            for candidate in repair.chosen.iter().filter(|_| assurance == Assurance::Full) {
                let mut others = repair.chosen.clone();
                others.remove(candidate);
                needed.push(oracle.violation(&others));
            }
            let Some(exceeded) = oracle.exceeded(&repair.chosen) else {
                return (Outcome::Unknown(halted(stop)), Vec::new());
            };
            let chosen = repair.chosen.iter().map(|c| candidates.get(c).clone()).collect();
            (Outcome::Repaired(Repaired { chosen, needed, first: repair.first }), exceeded)
        }
    }
}
