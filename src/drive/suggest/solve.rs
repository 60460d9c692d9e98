//! The first step: candidates of least weight that leave no violation, at an unwinding bound that holds.
//!
//! In: a [`Task`] and what to search among. Out: [`Solved`]. It must not know what becomes of the candidates.

use crate::diag::Diagnostic;
use crate::drive::check::{Run, describe, note, pick, session, unfolded};
use crate::drive::confirm::Confirm;
use crate::drive::halted;
use crate::drive::known::WithinBounds;
use crate::drive::outcome::Statistics;
use crate::drive::verdict::{Decider, Why};
use crate::exec::Execution;
use crate::exec::bounds::Bounds;
use crate::exec::skeleton::Skeleton;
use crate::ids::CandidateId;
use crate::ir::Program;
use crate::limits::StopToken;
use crate::model::Model;
use crate::progress::{Observer, Phase};
use crate::sat::candidates::{Candidate, Candidates, Vocabulary};
use crate::synth::{self, Answer, CandidateSet, Oracle, Query, Repair, Synthesis, Weight};

use super::answer::SatOracle;
use super::preference::Judge;
use super::{Assurance, Task, edits, placement, raising};

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
    /// The candidates of a skeleton, with those that were chosen before.
    fn candidates(self, skeleton: &Skeleton, (program, model): (&Program, &Model), chosen: &[Candidate]) -> Candidates {
        match self {
            Among::Fences(judge) => {
                let mut candidates = placement::fences(skeleton, model, judge, chosen);
                raising::add(&mut candidates, skeleton, (program, model), judge);
                candidates
            }
            Among::SeparablePairs(judge) => placement::separable_pairs(skeleton, model, judge),
            Among::Pairs => placement::pairs(skeleton, model),
        }
    }

    fn vocabulary(self) -> Vocabulary {
        match self {
            Among::Fences(_) => Vocabulary::Fences,
            Among::Pairs | Among::SeparablePairs(_) => Vocabulary::Pairs,
        }
    }
}

/// What synthesis found, and how far it holds.
pub struct Solved {
    pub skeleton: Skeleton,
    pub outcome: Outcome,
    pub reach: Reach,
    /// The unwinding bounds that were reached.
    pub bounds: Bounds,
    pub statistics: Statistics,
    /// Who has answered the questions.
    pub by: Decider,
    /// Why the solver does not take the program, where that is why somebody else has answered.
    pub refused: Option<Diagnostic>,
}

impl Solved {
    /// What the solver has found.
    fn of((skeleton, outcome, reach): (Skeleton, Outcome, Reach), bounds: Bounds, statistics: Statistics) -> Solved {
        Solved { skeleton, outcome, reach, bounds, statistics, by: Decider::Solver, refused: None }
    }
}

/// How far an outcome holds.
pub enum Reach {
    /// For all executions.
    Whole,
    /// Only within bounds that may rise no further, for this reason.
    Within(Why, WithinBounds),
}

/// How a search ended.
pub enum Outcome {
    Safe,
    Repaired(Repaired),
    Unrepairable(Box<Execution>),
    Unknown(Why, Partial),
}

/// Candidates of least weight that leave no violation.
#[derive(Clone)]
pub struct Repaired {
    pub chosen: Vec<Candidate>,
    /// For each of them a violation that comes back without it.
    pub needed: Vec<Option<Box<Execution>>>,
    /// A violation without any, if there is one.
    pub first: Option<Box<Execution>>,
    /// Why there is none of less weight.
    pub instance: Option<Instance>,
}

/// Sets of candidates of each of which one is needed, so that none weighs less than what was chosen and meets all of them. What
/// was needed at a lower bound is needed at the last one.
#[derive(Clone)]
pub struct Instance {
    /// All that there was to choose from, with what each weighs.
    pub candidates: Vec<(Candidate, Weight)>,
    /// For each violation those that it does not tolerate.
    pub sets: Vec<Vec<usize>>,
    /// Of each of these a repair has one at most.
    pub alternatives: Vec<Vec<usize>>,
    pub chosen: Vec<usize>,
}

impl Instance {
    pub fn of<W>(repair: &Repair<W>, candidates: &Candidates, weights: &[Weight]) -> Instance {
        let members = |set: &CandidateSet| set.iter().map(CandidateId::index).collect();
        Instance {
            candidates: candidates.all.iter().cloned().zip(weights.iter().copied()).collect(),
            sets: repair.violations.iter().map(members).collect(),
            alternatives: edits::alternatives(candidates).groups().iter().map(members).collect(),
            chosen: members(&repair.chosen),
        }
    }
}

impl Repaired {
    /// That nothing is needed.
    pub fn nothing() -> Repaired {
        Repaired { chosen: Vec::new(), needed: Vec::new(), first: None, instance: None }
    }
}

/// What a search knows that had to end.
#[derive(Default)]
pub struct Partial {
    pub first: Option<Box<Execution>>,
    /// No repair has less of what is minimised.
    pub lower: u64,
    /// Candidates that leave no violation within the bounds; empty where the program has none as it stands.
    pub enough: Option<Vec<Candidate>>,
    /// Those bounds; without candidates, those within which the program as it stands has no violation.
    pub within: Option<WithinBounds>,
}

/// One bound of the unwinding that was dealt with, though it does not hold.
struct Round {
    skeleton: Skeleton,
    repaired: Option<Repaired>,
    within: Option<WithinBounds>,
    /// What the repair weighs, which is the least at this bound.
    lower: u64,
}

/// What is known before a search begins.
#[derive(Clone, Copy)]
pub struct Before<'b> {
    /// Bounds that are known to be needed.
    pub bounds: &'b Bounds,
    /// The program unfolded within them, if somebody has that.
    pub skeleton: Option<&'b Skeleton>,
}

impl Before<'_> {
    /// The skeleton, if these are its bounds.
    pub fn within(&self, bounds: &Bounds) -> Option<Skeleton> {
        self.skeleton.filter(|_| self.bounds == bounds).cloned()
    }
}

/// Synthesises, raising the unwinding bound until the result holds beyond it.
///
/// A higher bound only adds executions: what repairs the program there costs at least as much as what repairs it
/// here. So the repair of one bound is tried at the next before anything else, and if it holds it is a minimum.
/// For the same reason what a repair weighs at one bound is a lower bound for all of them, also when the search has to end.
pub fn solve(
    task: &Task<'_>,
    among: Among<'_>,
    before: Option<Before<'_>>,
    observer: &mut dyn Observer,
) -> Result<Solved, Diagnostic> {
    solve_until(task, among, before, &task.request.stop(task.start), observer)
}

/// The same, until it is stopped.
pub fn solve_until(
    task: &Task<'_>,
    among: Among<'_>,
    before: Option<Before<'_>>,
    stop: &StopToken,
    observer: &mut dyn Observer,
) -> Result<Solved, Diagnostic> {
    let (request, program) = (task.request, &task.unit.program);
    let mut statistics = Statistics::default();
    let bounds = before.map(|before| before.bounds);
    let mut raised = request.unwinding.start(program, &task.unit.sources, &request.model, bounds)?;
    let mut ready = before.and_then(|before| before.within(&raised.bounds));
    let mut last: Option<Round> = None;
    let run = Run { request, stop };
    loop {
        let bounds = raised.bounds.clone();
        if let Some(skeleton) = &ready {
            describe(skeleton, &request.model, &mut statistics);
        }
        let taken = ready.take().map(Ok);
        let skeleton = match taken.unwrap_or_else(|| unfolded(run, program, &raised, &mut statistics, observer)) {
            Ok(skeleton) => skeleton,
            // What was cut short refuses what it would not have refused with more time.
            Err(diagnostic) => match (last, stop.reached()) {
                (Some(round), Some(limit)) => {
                    let (skeleton, partial) = round.then(Partial::default());
                    let (outcome, reach) = (Outcome::Unknown(limit.into(), partial), Reach::Whole);
                    return Ok(Solved::of((skeleton, outcome, reach), bounds, statistics));
                }
                _ => return Err(diagnostic),
            },
        };
        let settled = last.as_ref().and_then(|round| round.repaired.as_ref());
        let chosen = settled.map_or(&[][..], |repaired| &repaired.chosen);
        let candidates = among.candidates(&skeleton, (program, &request.model), chosen);
        statistics.candidates = candidates.len();
        let weights = placement::weights(&skeleton, &candidates, &task.judge);
        observer.phase(Phase::Encode);
        let session = session(run, skeleton, &candidates, among.vocabulary(), &mut statistics);
        observer.phase(Phase::Solve);
        let mut oracle = SatOracle::new(session, (&candidates, weights), Confirm::new(program, &request.model));
        let still = settled.and_then(|repaired| still(repaired, &mut oracle, &candidates, stop));
        let (outcome, exceeded) = match still {
            Some(answer) => answer,
            None => {
                let known = settled.and_then(|repaired| repaired.first.clone());
                let settings = synth::Settings { stop: stop.clone(), ..task.settings.synthesis.clone() };
                let synthesis = synth::synthesise(&mut oracle, &settings, known, observer);
                count(&mut statistics, synthesis.statistics());
                outcome(synthesis, &mut oracle, &candidates, stop, task.settings.assurance)
            }
        };
        statistics.solve += oracle.solving;
        note(&mut statistics, &oracle.session);
        let lower = match &outcome {
            Outcome::Repaired(repaired) => least(&repaired.chosen, &oracle, &candidates),
            _ => 0,
        };
        let skeleton = oracle.session.into_skeleton();
        // What hangs on where the objects lie is proved for no bound.
        let within = WithinBounds::of(&skeleton, program).filter(|_| skeleton.vague.is_empty());
        if let Outcome::Unknown(why, now) = outcome {
            let (skeleton, partial) = ended(last, now, within, skeleton);
            let outcome = Outcome::Unknown(why, partial);
            return Ok(Solved::of((skeleton, outcome, Reach::Whole), bounds, statistics));
        }
        if exceeded.is_empty() {
            return Ok(Solved::of((skeleton, outcome, Reach::Whole), bounds, statistics));
        }
        let exceeded = pick(&skeleton, &exceeded);
        if let Err(why) = raised.raise(&exceeded, program) {
            let (outcome, reach) = match within {
                Some(within) => (outcome, Reach::Within(why, within)),
                None => (Outcome::Unknown(why, Partial { lower, ..Partial::default() }), Reach::Whole),
            };
            return Ok(Solved::of((skeleton, outcome, reach), bounds, statistics));
        }
        let repaired = match outcome {
            Outcome::Repaired(repaired) => Some(repaired),
            _ => None,
        };
        last = Some(Round { skeleton, repaired, within, lower });
    }
}

/// What is known when the search has ended in a round that has found this.
fn ended(last: Option<Round>, now: Partial, within: Option<WithinBounds>, skeleton: Skeleton) -> (Skeleton, Partial) {
    match last {
        Some(round) if now.enough.is_none() => round.then(now),
        last => {
            let lower = last.map_or(0, |round| round.lower).max(now.lower);
            let within = within.filter(|_| now.enough.is_some());
            (skeleton, Partial { lower, within, ..now })
        }
    }
}

impl Round {
    /// What is known when the search ends in the next round, which has found this.
    fn then(self, now: Partial) -> (Skeleton, Partial) {
        let (first, enough) = self.repaired.map_or((None, None), |it| (it.first, Some(it.chosen)));
        // That nothing is needed within lower bounds helps nobody who has seen a violation.
        let within = self.within.filter(|_| enough.is_some() || now.first.is_none());
        let (first, lower) = (now.first.or(first), self.lower.max(now.lower));
        (self.skeleton, Partial { first, lower, enough, within })
    }
}

/// What these candidates have of what is minimised.
fn least(chosen: &[Candidate], oracle: &SatOracle<'_>, candidates: &Candidates) -> u64 {
    let weights = oracle.weights();
    chosen.iter().filter_map(|candidate| candidates.id(candidate)).map(|id| weights[id.index()].main).sum()
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
        Answer::Safe(_) if oracle.may_wait(&chosen).is_some() => None,
        Answer::Safe(_) => Some(match oracle.exceeded(&chosen) {
            Some(exceeded) => (Outcome::Repaired(repaired.clone()), exceeded),
            None => {
                let partial = Partial {
                    first: repaired.first.clone(),
                    enough: Some(repaired.chosen.clone()),
                    ..Partial::default()
                };
                (Outcome::Unknown(halted(stop), partial), Vec::new())
            }
        }),
        Answer::Unknown(_) => Some((Outcome::Unknown(halted(stop), Partial::default()), Vec::new())),
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
    let named = |set: &CandidateSet| set.iter().map(|c| candidates.get(c).clone()).collect::<Vec<_>>();
    let unknown = |why, partial| (Outcome::Unknown(why, partial), Vec::new());
    // What is left without a violation may wait for good all the same.
    let left = match &synthesis {
        Synthesis::AlreadySafe { .. } => Some(CandidateSet::new(universe)),
        Synthesis::Repaired(repair) => Some(repair.chosen.clone()),
        Synthesis::Unrepairable { .. } | Synthesis::Unknown { .. } => None,
    };
    if let Some(concern) = left.and_then(|left| oracle.may_wait(&left)) {
        return unknown(Why::NotLookedFor(concern), Partial::default());
    }
    match synthesis {
        Synthesis::AlreadySafe { .. } => match oracle.exceeded(&CandidateSet::new(universe)) {
            Some(exceeded) => (Outcome::Safe, exceeded),
            None => unknown(halted(stop), Partial { enough: Some(Vec::new()), ..Partial::default() }),
        },
        Synthesis::Unrepairable { witness, .. } => {
            // The witness merely tolerates every candidate; what is shown has them all enforced.
            let all = CandidateSet::of(universe, (0..universe).map(CandidateId::from_index));
            (Outcome::Unrepairable(oracle.violation(&all).unwrap_or(witness)), Vec::new())
        }
        Synthesis::Unknown { why, partial, .. } => {
            let enough = partial.sufficient.as_ref().map(named);
            let partial = Partial { first: partial.first, lower: partial.lower.main, enough, within: None };
            unknown(stop.reached().map_or(Why::Other(why), Why::from), partial)
        }
        Synthesis::Repaired(repair) => {
            let lower = repair.chosen.iter().map(|c| oracle.weights()[c.index()].main).sum();
            let chosen = named(&repair.chosen);
            let partial = |enough| Partial { first: Some(repair.first.clone()), lower, enough, within: None };
            if let Some(bound) = repair.bounded {
                return unknown(Why::ReorderBound(bound), partial(None));
            }
            oracle.session.release();
            let mut needed = Vec::new();
            for candidate in repair.chosen.iter().filter(|_| assurance == Assurance::Full) {
                let mut others = repair.chosen.clone();
                others.remove(candidate);
                needed.push(oracle.violation(&others));
            }
            let Some(exceeded) = oracle.exceeded(&repair.chosen) else {
                return unknown(halted(stop), partial(Some(chosen)));
            };
            let instance = Some(Instance::of(&repair, candidates, oracle.weights()));
            (Outcome::Repaired(Repaired { chosen, needed, first: Some(repair.first), instance }), exceeded)
        }
    }
}
