//! Synthesis with the explorer as the oracle: for what the solver does not look for (a deadlock, a loop that waits for good, a use
//! of what nobody has set yet), and for programs on which the solver takes long.
//!
//! In: a [`Task`]. Out: [`Solved`], as from the solver. It must not know which algorithm asks.
//!
//! Candidates are fences at points. To enforce some of them their points become fences in a copy of the program, which is explored
//! up to its first violation. A proof is an exploration to the end, so it uses all that is enforced: the core is that.
//!
//! # Which candidates a violation relaxes
//! A violation comes with an order of its accesses that the model allows. A fence of kind `k` at a point would rule the
//! violation out only if the order turns round two accesses of one thread that the point stands between and that `k` keeps in
//! order: otherwise the same order shows that the execution is one with the fence, too. So the candidates that stand between
//! two such accesses are all those that could avoid the violation, and maybe more, which the contract of
//! [`Oracle`] allows. That an order says all this is so where fences order pairs and nothing else, so under
//! other models this is refused ([`fits`]).
//!
//! Where a point stands is read off an unfolding with [`ITERATIONS`] of each loop that does not run a constant number of times:
//! whatever lies between two accesses in iterations that are further apart lies between them there, or there is a whole iteration
//! between them. That is so if an iteration that is left out there passes what others pass. What is left out may pass code of its own
//! (behind `if (i == 7)`, or behind a loop that ends after five rounds at the earliest), so where anything is left out
//!
//! - every point is a candidate, one that the unfolding does not have, too, and no two points are taken for one;
//! - if some access or point of the program is not in the unfolding, a point may stand between any two accesses of its threads.
//!
//! # Sources and deviations
//! The search is Algorithm 2 (FI) of Joshi and Kroening (see [`crate::synth`]), whatever algorithm was asked for: what it asks
//! is explored quickly, and it makes no use of cores or bounds, which the explorer does not have.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::diag::Diagnostic;
use crate::drive::check::{Run, unfolded};
use crate::drive::explore::{ExploreSettings, Read, explored};
use crate::drive::outcome::{Objective, Statistics};
use crate::drive::unwinding::Unwinding;
use crate::drive::verdict::{Decider, Verdict, Why};
use crate::drive::{Request, is_for_solver};
use crate::exec::Execution;
use crate::exec::bounds::Bound;
use crate::exec::execution::{Event, EventKind};
use crate::exec::skeleton::Skeleton;
use crate::ids::{CandidateId, EventId, PointId, SiteId};
use crate::ir::{Checked, Concern, Op, Program};
use crate::limits::{Limit, StopToken};
use crate::model::{Access, FenceKind, Model};
use crate::progress::{Observer, Phase, Silent};
use crate::sat::candidates::{Candidate, Candidates};
use crate::synth::{self, Algorithm, Answer, CandidateSet, Core, Counterexample, Oracle, Query, Synthesis, Weight};

use super::placement::{self, Use};
use super::solve::{Instance, Outcome, Partial, Reach, Repaired, Solved};
use super::{Answering, Assurance, SuggestSettings, Task, WhatExists};

/// Iterations of each loop that tell where points stand.
const ITERATIONS: u32 = 3;

/// How long the solver is alone.
const HEAD_START: Duration = Duration::from_secs(10);

/// The explorer's stack.
const STACK: usize = 256 << 20;

/// Whether a repair can be found for what is looked for: what a fence can help against, whoever sees it.
pub fn can_repair(concern: Concern) -> bool {
    is_for_solver(concern) || matches!(concern, Concern::Deadlock | Concern::Uninitialised | Concern::Liveness)
}

/// Who has to answer.
pub fn who_must(checked: &Checked, engine: Answering) -> Decider {
    let is_asked = engine == Answering::Explorer || !checked.concerns().all(is_for_solver);
    if is_asked { Decider::Explorer } else { Decider::Solver }
}

/// # Errors
/// What the explorer cannot be asked.
pub fn fits(by: Decider, request: &Request, settings: &SuggestSettings) -> Result<(), Diagnostic> {
    let why = match by {
        Decider::Solver => return Ok(()),
        Decider::Explorer if settings.objective == Objective::Pairs => "pairs that are kept in order",
        Decider::Explorer if settings.what_exists == WhatExists::TakesPart => "what is there already",
        Decider::Explorer if !suits(&request.model) => {
            "a model in which fences do more than order pairs, or kinds of which none is the stronger one"
        }
        Decider::Explorer => return Ok(()),
    };
    let checked = request.read.checked.concerns().find(|concern| !is_for_solver(*concern));
    let name = checked.map_or("this", Concern::name);
    Err(Diagnostic::error(format!("repairs are not looked for in terms of {why} where `{name}` is looked for"))
        .help("leave it out of `--property`, and `check` the result for it"))
}

/// Whether the fences of a model order pairs and do nothing else, and of two kinds one does all that the other does.
fn suits(model: &Model) -> bool {
    let within = |a: &FenceKind, b: &FenceKind| a.orders.iter().all(|pair| b.orders.contains(pair));
    let fences = model.fences();
    model.fences_order_pairs() && fences.iter().all(|a| fences.iter().all(|b| within(a, b) || within(b, a)))
}

/// Whether the explorer can stand in for the solver, too.
pub fn can_stand_in(task: &Task<'_>) -> bool {
    task.settings.engine == Answering::First
        && fits(Decider::Explorer, task.request, task.settings).is_ok()
        && task.settings.assurance == Assurance::Full
        && task.settings.synthesis.algorithm == Algorithm::CoreFirst
}

/// The solver's answer, or the explorer's if that comes first. The solver has a [`HEAD_START`], so that the answer to a program
/// that both decide soon is the same each time. Where the solver ends without one, so does the search.
pub fn race(
    task: &Task<'_>,
    solver: impl FnOnce(&StopToken, &mut dyn Observer) -> Result<Solved, Diagnostic>,
    observer: &mut dyn Observer,
) -> Result<Solved, Diagnostic> {
    let whole = task.request.stop(task.start);
    let (solving, exploring) = (whole.part(), whole.part());
    let (over, is_over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (solving, exploring) = (&solving, &exploring);
        let explore = move || {
            // The solver that has answered hangs up.
            if is_over.recv_timeout(HEAD_START) != Err(RecvTimeoutError::Timeout) {
                return None;
            }
            let solved =
                solve(task, exploring, &mut Silent).ok().filter(|s| !matches!(s.outcome, Outcome::Unknown(..)))?;
            solving.raise(Limit::Interrupt);
            Some(solved)
        };
        let explorer = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, explore);
        let answer = solver(solving, observer);
        drop(over);
        exploring.raise(Limit::Interrupt);
        let Ok(explorer) = explorer else { return answer };
        let explored = explorer.join().unwrap_or_else(|panic| resume_unwind(panic));
        match &answer {
            Ok(solved) if !matches!(solved.outcome, Outcome::Unknown(..)) => answer,
            _ => explored.map_or(answer, Ok),
        }
    })
}

/// Synthesises, with the explorer for an oracle.
pub fn solve(task: &Task<'_>, stop: &StopToken, observer: &mut dyn Observer) -> Result<Solved, Diagnostic> {
    let (request, program) = (task.request, &task.unit.program);
    let mut statistics = Statistics::default();
    // What is unfolded says where points stand, and bounds no execution: the user's bounds are for something else.
    let unwinding = Unwinding::default();
    let mut raised = unwinding.start(program, &task.unit.sources, &request.model, None)?;
    raised.bounds.default = Bound::Rising(ITERATIONS);
    let skeleton = unfolded(Run { request, stop }, program, &raised, &mut statistics, observer)?;
    let candidates = candidates(task, &skeleton);
    statistics.candidates = candidates.len();
    let weights = placement::weights(&skeleton, &candidates, &task.judge);
    observer.phase(Phase::Explore);
    let between = Between::of(&skeleton, program);
    let mut oracle = Explored {
        task,
        stop,
        candidates: &candidates,
        weights,
        between,
        why: None,
        refused: None,
        exploring: Duration::ZERO,
    };
    let settings = synth::Settings { stop: stop.clone(), algorithm: Algorithm::Fi, ..task.settings.synthesis.clone() };
    let synthesis = synth::synthesise(&mut oracle, &settings, None, observer);
    let counted = synthesis.statistics();
    (statistics.iterations, statistics.questions) = (counted.iterations as u64, counted.queries as u64);
    (statistics.counterexamples, statistics.hitting_set) = (counted.counterexamples as u64, counted.hitting_set_time);
    let outcome = oracle.outcome(synthesis);
    statistics.solve = oracle.exploring;
    if let Some(refused) = oracle.refused {
        return Err(refused);
    }
    let by = Decider::Explorer;
    Ok(Solved { skeleton, outcome, reach: Reach::Whole, bounds: raised.bounds, statistics, by })
}

/// The fences that may be needed: those that separate something in the unfolding, and all where it is not the whole program.
fn candidates(task: &Task<'_>, skeleton: &Skeleton) -> Candidates {
    let (program, model) = (&task.unit.program, &task.request.model);
    let mut candidates = placement::fences(skeleton, model, &task.judge, &[]);
    if !skeleton.exceeded.is_empty() {
        let points = reached(program).filter_map(|op| match op {
            Op::FencePoint(point) => Some(*point),
            _ => None,
        });
        for point in points.filter(|point| task.judge.allows(*point)) {
            candidates.all.extend((0..model.fences().len()).map(|kind| Candidate::Fence { point, kind }));
        }
    }
    candidates
}

/// The instructions of a program.
fn reached(program: &Program) -> impl Iterator<Item = &Op> {
    program.functions.iter().flat_map(|function| &function.code).map(|instr| &instr.op)
}

/// The explorer as synthesis sees it.
struct Explored<'t> {
    task: &'t Task<'t>,
    stop: &'t StopToken,
    candidates: &'t Candidates,
    weights: Vec<Weight>,
    between: Between,
    /// Why the last question was not answered.
    why: Option<Why>,
    /// Why the program is not explored at all.
    refused: Option<Diagnostic>,
    exploring: Duration,
}

impl Explored<'_> {
    /// The verdict with these candidates enforced.
    fn explore(&mut self, enforced: &CandidateSet) -> Option<Verdict> {
        let start = Instant::now();
        let Task { request, unit, .. } = self.task;
        let program = with_fences(&unit.program, self.task, enforced.iter().map(|id| self.candidates.get(id)));
        let part = Request { stop: self.stop.clone(), timeout: None, ..Request::clone(request) };
        let explored = explored(
            &part,
            Read { program: &program, sources: &unit.sources },
            &ExploreSettings::default(),
            start,
            &mut Silent,
        );
        self.exploring += start.elapsed();
        match explored {
            Ok(report) => Some(report.verdict),
            Err(refused) => {
                self.refused = Some(refused);
                None
            }
        }
    }

    /// The candidates that could avoid a violation.
    fn relaxed(&self, enforced: &CandidateSet, execution: &Execution) -> CandidateSet {
        let mut relaxed = CandidateSet::new(self.weights.len());
        for (id, candidate) in self.candidates.all.iter().enumerate() {
            let (Candidate::Fence { point, kind }, id) = (candidate, CandidateId::from_index(id)) else { continue };
            let model_kind = &self.task.request.model.fences()[*kind];
            let rules_out = |(a, b): &(EventId, EventId)| {
                let (a, b) = (execution.event(*a), execution.event(*b));
                let (Some(first), Some(second)) = (kind_of(a), kind_of(b)) else { return false };
                model_kind.serves((first, second)) && self.between.stands(*point, a.site, b.site)
            };
            if !enforced.contains(id) && execution.reordered.iter().any(rules_out) {
                relaxed.insert(id);
            }
        }
        relaxed
    }

    fn outcome(&mut self, synthesis: Synthesis<Box<Execution>>) -> Outcome {
        let all = self.candidates;
        let named = |set: &CandidateSet| set.iter().map(|id| all.get(id).clone()).collect::<Vec<_>>();
        match synthesis {
            Synthesis::AlreadySafe { .. } => Outcome::Safe,
            Synthesis::Unrepairable { witness, .. } => Outcome::Unrepairable(witness),
            Synthesis::Unknown { why, partial, .. } => {
                let (first, lower) = (partial.first, partial.lower.main);
                let why = self.why.take().unwrap_or(Why::Other(why));
                Outcome::Unknown(why, Partial { first, lower, enough: None, within: None })
            }
            Synthesis::Repaired(repair) => {
                let mut needed = Vec::new();
                for candidate in repair.chosen.iter().filter(|_| self.task.settings.assurance == Assurance::Full) {
                    let mut others = repair.chosen.clone();
                    others.remove(candidate);
                    needed.push(match self.explore(&others) {
                        Some(Verdict::Violation(execution)) => Some(execution),
                        _ => None,
                    });
                }
                let instance = Some(Instance::of(&repair, self.candidates, &self.weights));
                let (chosen, first) = (named(&repair.chosen), Some(repair.first));
                Outcome::Repaired(Repaired { chosen, needed, first, instance })
            }
        }
    }
}

impl Oracle for Explored<'_> {
    type Witness = Box<Execution>;

    fn weights(&self) -> &[Weight] {
        &self.weights
    }

    fn solve(&mut self, query: &Query<'_>) -> Answer<Box<Execution>> {
        match self.explore(query.enforced) {
            Some(Verdict::Safe { .. }) => Answer::Safe(Core { enforced: query.enforced.clone(), bound: false }),
            Some(Verdict::Violation(witness)) => {
                let relaxed = self.relaxed(query.enforced, &witness);
                Answer::Violation(Counterexample { relaxed, witness })
            }
            Some(Verdict::Unknown(why)) => {
                self.why = Some(why);
                Answer::Unknown("the explorer does not know".to_string())
            }
            None => Answer::Unknown("the explorer does not take the program".to_string()),
        }
    }

    /// The one algorithm that asks here does not do so.
    fn block(&mut self, _: &CandidateSet) {
        panic!("the explorer was told to leave violations out; please report this");
    }
}

/// The program with fences in the place of some of its points.
fn with_fences<'c>(program: &Program, task: &Task<'_>, chosen: impl Iterator<Item = &'c Candidate>) -> Program {
    let mut program = program.clone();
    let kinds: FxHashMap<PointId, Vec<usize>> = chosen.fold(FxHashMap::default(), |mut kinds, candidate| {
        if let Candidate::Fence { point, kind } = candidate {
            kinds.entry(*point).or_insert_with(Vec::new).push(*kind);
        }
        kinds
    });
    for instr in program.functions.iter_mut().flat_map(|function| &mut function.code) {
        let Op::FencePoint(point) = &instr.op else { continue };
        let Some(kinds) = kinds.get(point) else { continue };
        // Of several the strongest does what all of them do: it orders whatever some of them order.
        let fences = task.request.model.fences();
        let strongest = kinds.iter().copied().max_by_key(|kind| fences[*kind].orders.len());
        let kind = strongest.map(|kind| fences[kind].name.clone()).expect("a point with a fence has a kind");
        instr.op = Op::ModelFence { kind };
    }
    program
}

fn kind_of(event: &Event) -> Option<Access> {
    match event.kind {
        EventKind::Read { .. } => Some(Access::Read),
        EventKind::Write { .. } => Some(Access::Write),
        EventKind::Fence { .. } => None,
    }
}

/// Which points stand between which accesses.
struct Between {
    uses: FxHashMap<PointId, Vec<Use>>,
    /// The places of each access site, by thread.
    places: FxHashMap<SiteId, Vec<(usize, usize)>>,
    known: Known,
}

/// How much of where points stand is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Order,
    /// Iterations are left out that may be unlike the others.
    Threads,
}

impl Between {
    fn of(skeleton: &Skeleton, program: &Program) -> Between {
        let mut places: FxHashMap<SiteId, Vec<(usize, usize)>> = FxHashMap::default();
        for (event, place) in placement::places(skeleton) {
            let event = skeleton.event(event);
            if let (Some(site), Some(thread)) = (event.site, event.thread) {
                places.entry(site).or_default().push((thread.index(), place));
            }
        }
        let uses: FxHashMap<PointId, Vec<Use>> = placement::instances(skeleton).into_iter().collect();
        let is_there = |op: &Op| match op {
            Op::FencePoint(point) => uses.contains_key(point),
            Op::Load { site, .. } | Op::Store { site, .. } | Op::Rmw { site, .. } => places.contains_key(site),
            _ => true,
        };
        let known = match skeleton.exceeded.is_empty() || reached(program).all(is_there) {
            true => Known::Order,
            false => Known::Threads,
        };
        Between { uses, places, known }
    }

    /// Whether a point stands between instances of two accesses, in some thread. Nothing is ruled out where nobody knows.
    fn stands(&self, point: PointId, first: Option<SiteId>, second: Option<SiteId>) -> bool {
        let places = |site: Option<SiteId>| site.and_then(|site| self.places.get(&site));
        let (Some(first), Some(second), Some(uses)) = (places(first), places(second), self.uses.get(&point)) else {
            return true;
        };
        let is_known = self.known == Known::Order;
        uses.iter().any(|used| {
            let here = |thread: usize| thread == used.thread.index();
            let before = first.iter().any(|(thread, place)| here(*thread) && (!is_known || *place < used.after));
            let behind = second.iter().any(|(thread, place)| here(*thread) && (!is_known || used.after <= *place));
            before && behind
        })
    }
}
