//! Synthesis with the explorer as the oracle: for what the solver does not look for (a deadlock, a loop that waits for good, a use
//! of what nobody has set yet), for programs that it does not take, and for programs on which it takes long.
//!
//! In: a [`Task`]. Out: [`Solved`], as from the solver. It must not know which algorithm asks.
//!
//! To enforce candidates the program gets them ([`super::enforced`]), and is explored up to its first violation. A proof is an
//! exploration to the end, so it uses all that is enforced: the core is that.
//!
//! # Which candidates a violation relaxes
//! A violation comes with an order of its accesses that the model allows. Where fences order pairs and do nothing else, a fence of kind
//! `k` at a point would rule the violation out only if the order turns round two accesses of one thread that the point stands between and
//! that `k` keeps in order: otherwise the same order shows that the execution is one with the fence, too. So the candidates that
//! stand between two such accesses ([`Between`]) are all those that could avoid the violation, and maybe more, which the contract of
//! [`Oracle`] allows.
//!
//! Under other models, and where not all of the program is unfolded so that nobody knows where points stand, it is tried: candidates
//! are enforced beside those that are, as many as leave some violation. The others are what that violation relaxes: it is there although all
//! the rest is enforced, and [`super::can_repair`] has seen that enforcing more takes no violation back that was avoided. Whether it is
//! there is looked for in [`LOOKS`] executions, and a violation that is not found so soon counts as none: the others are more then.
//!
//! # Which candidates there are
//! Those of the solver, read off an unfolding with [`ITERATIONS`] of each loop that does not run a constant number of times. Where
//! anything is left out there, or the program cannot be unfolded, every point is a candidate, and every order that is written and may be
//! raised.
//!
//! # Sources and deviations
//! The search is Algorithm 2 (FI) of Joshi and Kroening (see [`crate::synth`]), whatever algorithm was asked for: what it asks
//! is explored quickly, and it makes no use of cores or bounds, which the explorer does not have.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::diag::Diagnostic;
use crate::drive::check::{Run, unfolded};
use crate::drive::engine::PATIENCE;
use crate::drive::explore::{ExploreSettings, Read, explored};
use crate::drive::outcome::{Objective, Statistics};
use crate::drive::unwinding::Unwinding;
use crate::drive::verdict::{Decider, Verdict, Why};
use crate::drive::{Request, is_for_solver, is_of_the_end};
use crate::exec::Execution;
use crate::exec::bounds::{Bound, Bounds};
use crate::exec::execution::{Event, EventKind};
use crate::exec::mapping::Mapping;
use crate::exec::skeleton::Skeleton;
use crate::exec::unfold::{Causes, unfold};
use crate::explore::refusal;
use crate::ids::{CandidateId, EventId};
use crate::ir::{Checked, Concern, Function, Instr, Op, Operand, Program};
use crate::limits::{Limit, StopToken};
use crate::model::{Access, Model};
use crate::progress::{Observer, Phase, Silent};
use crate::sat::candidates::{Candidate, Candidates};
use crate::synth::{
    self, Algorithm, Alternatives, Answer, CandidateSet, Core, Counterexample, Oracle, Query, Synthesis, Weight,
};

use super::between::{Between, instructions};
use super::enforced::enforced;
use super::solve::{Instance, Outcome, Partial, Reach, Repaired, Solved};
use super::{Answering, Assurance, SuggestSettings, Task, WhatExists};
use super::{edits, placement, raising};

/// Iterations of each loop that tell where points stand.
const ITERATIONS: u32 = 3;

/// How long the solver is alone.
const HEAD_START: Duration = Duration::from_secs(10);

/// How long it is unfolded, to see where points stand.
const UNFOLDING: Duration = Duration::from_secs(5);

/// So many executions are looked at for a violation with more candidates than are needed to ask.
const LOOKS: u64 = 5_000;

/// The explorer's stack.
const STACK: usize = 256 << 20;

/// Whether a repair can be found for what is looked for: what a fence or an order can help against, whoever sees it.
pub fn can_repair(concern: Concern, model: &Model) -> bool {
    match concern {
        Concern::Races => can_order(model),
        Concern::Leaks => false,
        Concern::Deadlock | Concern::Uninitialised | Concern::Liveness => true,
        _ => is_for_solver(concern),
    }
}

/// Whether edits can order what races in the language. Where fences order pairs and do nothing else, a violation says by what is turned round in it
/// which could avoid it, and in a race nothing need be.
pub fn can_order(model: &Model) -> bool {
    refusal(model).is_none() && !model.fences_order_pairs()
}

/// Who has to answer. What threads come to in the end the solver looks for where the explorer does not take the model.
pub fn who_must(checked: &Checked, engine: Answering, model: &Model) -> Decider {
    let is_apart = |concern| is_of_the_end(concern) && refusal(model).is_some();
    let is_asked =
        engine == Answering::Explorer || !checked.concerns().all(|concern| is_for_solver(concern) || is_apart(concern));
    if is_asked { Decider::Explorer } else { Decider::Solver }
}

/// # Errors
/// What the explorer cannot be asked.
pub fn fits(by: Decider, request: &Request, settings: &SuggestSettings) -> Result<(), Diagnostic> {
    let why = match by {
        Decider::Solver => return Ok(()),
        Decider::Explorer if settings.objective == Objective::Pairs => "pairs that are kept in order",
        Decider::Explorer if settings.what_exists == WhatExists::TakesPart => "what is there already",
        Decider::Explorer => return Ok(()),
    };
    let checked = request.read.checked.concerns().find(|concern| !is_for_solver(*concern));
    let name = checked.map_or("this", Concern::name);
    Err(Diagnostic::error(format!("repairs are not looked for in terms of {why} where `{name}` is looked for"))
        .help("leave it out of `--property`, and `check` the result for it"))
}

/// Whether the explorer can stand in for the solver, too.
pub fn can_stand_in(task: &Task<'_>) -> bool {
    task.settings.engine == Answering::First
        && refusal(&task.request.model).is_none()
        && fits(Decider::Explorer, task.request, task.settings).is_ok()
        && task.settings.assurance == Assurance::Full
        && task.settings.synthesis.algorithm == Algorithm::CoreFirst
}

/// The solver's answer, or the explorer's if that comes first. The solver has a [`HEAD_START`], so that the answer to a program
/// that both decide soon is the same each time. A program that the solver refuses is the explorer's alone, at once and for as long as that
/// takes. Where the solver ends at a bound the explorer goes on for [`PATIENCE`], or for as long as the solver took.
pub fn race(
    task: &Task<'_>,
    solver: impl FnOnce(&StopToken, &mut dyn Observer) -> Result<Solved, Diagnostic>,
    observer: &mut dyn Observer,
) -> Result<Solved, Diagnostic> {
    let whole = task.request.stop(task.start);
    let (solving, exploring) = (whole.part(), whole.part());
    let (over, is_over) = mpsc::channel::<Undecided>();
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (solving, exploring) = (&solving, &exploring);
        let explore = move || {
            // What hangs up when this ends, however it does.
            let _done = done;
            // The solver that has answered hangs up.
            if is_over.recv_timeout(HEAD_START) == Err(RecvTimeoutError::Disconnected) {
                return None;
            }
            let solved = solve(task, exploring, &mut Silent).ok()?;
            if is_decided(&solved) {
                solving.raise(Limit::Interrupt);
            }
            Some(solved)
        };
        let explorer = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, explore);
        let began = Instant::now();
        let answer = solver(solving, observer);
        let undecided = (!solving.is_reached()).then(|| Undecided::of(&answer)).flatten();
        if let Some(undecided) = undecided {
            observer.phase(Phase::Explore);
            // Without a listener the explorer has ended.
            let _ = over.send(undecided);
            if undecided == Undecided::Bound {
                // However the waiting ends, the explorer is done or out of time.
                let _ = is_done.recv_timeout(began.elapsed().max(PATIENCE));
            }
        }
        if undecided != Some(Undecided::Refused) {
            exploring.raise(Limit::Interrupt);
        }
        drop(over);
        let Ok(explorer) = explorer else { return answer };
        let explored = explorer.join().unwrap_or_else(|panic| resume_unwind(panic));
        match (answer, undecided) {
            (Err(refused), Some(_)) => {
                explored.map(|solved| Solved { refused: Some(refused.clone()), ..solved }).ok_or(refused)
            }
            (Ok(solved), None) if is_decided(&solved) => Ok(solved),
            (answer, _) => explored.filter(is_decided).map_or(answer, Ok),
        }
    })
}

/// Whether a search has come to an end.
fn is_decided(solved: &Solved) -> bool {
    !matches!(solved.outcome, Outcome::Unknown(..))
}

/// Why the solver has not decided, where it has ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Undecided {
    /// It does not take the program.
    Refused,
    /// It follows the loops and calls no further.
    Bound,
}

impl Undecided {
    fn of(answer: &Result<Solved, Diagnostic>) -> Option<Undecided> {
        match answer {
            Err(_) => Some(Undecided::Refused),
            Ok(Solved { reach: Reach::Within(..), .. }) => Some(Undecided::Bound),
            Ok(Solved { outcome: Outcome::Unknown(Why::Unwinding(_) | Why::Recursion { .. }, _), .. }) => {
                Some(Undecided::Bound)
            }
            Ok(_) => None,
        }
    }
}

/// Synthesises, with the explorer for an oracle.
pub fn solve(task: &Task<'_>, stop: &StopToken, observer: &mut dyn Observer) -> Result<Solved, Diagnostic> {
    let (request, program) = (task.request, &task.unit.program);
    let mut statistics = Statistics::default();
    // What is unfolded says where points stand, and bounds no execution: the user's bounds are for something else.
    let unwinding = Unwinding::default();
    let mut raised = unwinding.start(program, &task.unit.sources, &request.model, None)?;
    raised.bounds.default = Bound::Rising(ITERATIONS);
    let soon = stop.until(Instant::now().checked_add(UNFOLDING));
    let run = Run { request, stop: &soon };
    let (skeleton, extent) = match unfolded(run, program, &raised, &mut statistics, observer) {
        Ok(skeleton) if skeleton.exceeded.is_empty() => (skeleton, Extent::Whole),
        Ok(skeleton) => (skeleton, Extent::Part),
        Err(refused) => (nothing(program, &request.model, &raised.bounds).map_err(|_| refused)?, Extent::Nothing),
    };
    let candidates = candidates(task, &skeleton, extent);
    statistics.candidates = candidates.len();
    let weights = placement::weights(&skeleton, &candidates, &task.judge);
    observer.phase(Phase::Explore);
    let between = request.model.fences_order_pairs().then(|| Between::of(&skeleton, program));
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
    Ok(Solved { skeleton, outcome, reach: Reach::Whole, bounds: raised.bounds, statistics, by, refused: None })
}

/// How much of a program was unfolded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    Part,
    Nothing,
}

/// The unfolding of a program of which nothing is unfolded: its first thread ends at once.
fn nothing(program: &Program, model: &Model, bounds: &Bounds) -> Result<Skeleton, Diagnostic> {
    let at_once = |function: &Function| {
        let op = Op::Return(function.result.map(|width| Operand::constant(0, width)));
        Function { code: vec![Instr { op, span: function.span }], ..function.clone() }
    };
    let program = Program { functions: program.functions.iter().map(at_once).collect(), ..program.clone() };
    unfold(&program, Mapping::of(model), bounds, Causes::Grounded)
}

/// The fences and orders that may be needed: those of the unfolding, and all where it is not the whole program.
fn candidates(task: &Task<'_>, skeleton: &Skeleton, extent: Extent) -> Candidates {
    let (program, model) = (&task.unit.program, &task.request.model);
    let mut candidates = placement::fences(skeleton, model, &task.judge, &[]);
    raising::add(&mut candidates, skeleton, (program, model), &task.judge);
    if extent != Extent::Whole {
        let points = instructions(program).filter_map(|op| match op {
            Op::FencePoint(point) => Some(*point),
            _ => None,
        });
        for point in points.filter(|point| task.judge.allows(*point)) {
            candidates.all.extend(model.fence_ids().map(|kind| Candidate::Fence { point, kind }));
        }
        raising::add_all(&mut candidates, (program, model), &task.judge);
    }
    candidates
}

/// The explorer as synthesis sees it.
struct Explored<'t> {
    task: &'t Task<'t>,
    stop: &'t StopToken,
    candidates: &'t Candidates,
    weights: Vec<Weight>,
    /// Where points stand, if that says what a violation relaxes.
    between: Option<Between>,
    /// Why the last question was not answered.
    why: Option<Why>,
    /// Why the program is not explored at all.
    refused: Option<Diagnostic>,
    exploring: Duration,
}

impl Explored<'_> {
    /// The verdict with these candidates enforced; of so many executions, if not of all.
    fn explore(&mut self, candidates: &CandidateSet, looks: Option<u64>) -> Option<Verdict> {
        let start = Instant::now();
        let Task { request, unit, .. } = self.task;
        let chosen = candidates.iter().map(|id| self.candidates.get(id));
        let program = enforced(&unit.program, &request.model, chosen);
        let part = Request { stop: self.stop.clone(), timeout: None, ..Request::clone(request) };
        let settings = ExploreSettings { max_executions: looks, ..ExploreSettings::default() };
        let read = Read { program: &program, sources: &unit.sources };
        let explored = explored(&part, read, &settings, start, &mut Silent);
        self.exploring += start.elapsed();
        match explored {
            Ok(report) => Some(report.verdict),
            Err(refused) => {
                self.refused = Some(refused);
                None
            }
        }
    }

    /// The candidates that could avoid a violation, which is another one where none of them does.
    fn relaxed(&mut self, enforced: &CandidateSet, violation: Box<Execution>) -> Counterexample<Box<Execution>> {
        let mut relaxed = CandidateSet::full(self.weights.len());
        if let Some(between) = &self.between {
            for (id, candidate) in self.candidates.all.iter().enumerate() {
                let Candidate::Fence { point, kind } = candidate else { continue };
                let kind = &self.task.request.model.fences()[kind.index()];
                let rules_out = |(a, b): &(EventId, EventId)| {
                    let (a, b) = (violation.event(*a), violation.event(*b));
                    let (Some(first), Some(second)) = (kind_of(a), kind_of(b)) else { return false };
                    kind.serves((first, second)) && between.stands(*point, a.site, b.site)
                };
                if !violation.reordered.iter().any(rules_out) {
                    relaxed.remove(CandidateId::from_index(id));
                }
            }
        }
        enforced.iter().for_each(|id| relaxed.remove(id));
        match self.between.as_ref().is_some_and(Between::is_precise) {
            true => Counterexample { relaxed, witness: violation },
            false => self.tried(&relaxed, violation),
        }
    }

    /// The same by trying: of some candidates that could avoid a violation those that are left when as many are enforced as leave one.
    fn tried(&mut self, some: &CandidateSet, violation: Box<Execution>) -> Counterexample<Box<Execution>> {
        let mut open: Vec<Vec<CandidateId>> = vec![some.iter().collect()];
        let mut tolerated = some.complement();
        let mut relaxed = CandidateSet::new(self.weights.len());
        let mut last = None;
        while let Some(some) = open.pop() {
            let mut more = tolerated.clone();
            some.iter().for_each(|id| more.insert(*id));
            match self.explore(&more, Some(LOOKS)) {
                Some(Verdict::Violation(execution)) => (tolerated, last) = (more, Some(execution)),
                _ if some.len() == 1 || self.stop.is_reached() => some.iter().for_each(|id| relaxed.insert(*id)),
                _ => {
                    let (first, second) = some.split_at(some.len() / 2);
                    open.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        // Who takes the program as it is has to be asked no more.
        self.refused = None;
        let witness = last.filter(|_| relaxed.is_empty()).unwrap_or(violation);
        Counterexample { relaxed, witness }
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
                    needed.push(match self.explore(&others, None) {
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

    fn alternatives(&self) -> Alternatives {
        edits::alternatives(self.candidates)
    }

    fn solve(&mut self, query: &Query<'_>) -> Answer<Box<Execution>> {
        match self.explore(query.enforced, None) {
            Some(Verdict::Safe { .. }) => Answer::Safe(Core { enforced: query.enforced.clone(), bound: false }),
            Some(Verdict::Violation(violation)) => Answer::Violation(self.relaxed(query.enforced, violation)),
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

fn kind_of(event: &Event) -> Option<Access> {
    match event.kind {
        EventKind::Read { .. } => Some(Access::Read),
        EventKind::Write { .. } => Some(Access::Write),
        EventKind::Fence { .. } => None,
    }
}
