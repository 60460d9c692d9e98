//! Queries: an encoding in a solver, asked again and again under changing assumptions.
//!
//! In: which candidates are enforced, the reorder bound, what is looked for. Out: an execution, a core, or neither. It
//! must not know why it is asked.

use rustc_hash::FxHashMap;

use crate::exec::Execution;
use crate::exec::skeleton::Skeleton;
use crate::ids::CandidateId;
use crate::limits::StopToken;
use crate::model::Model;
use crate::sat::backend::{Backend, Limits, Outcome, Solver, Statistics, Watcher};
use crate::sat::cardinality::Bound;
use crate::sat::decode::decode;
use crate::sat::encoding::{Consistency, Encoding};
use crate::sat::literal::Lit;
use crate::sat::shrinking;
use crate::sat::told::Told;

/// What a query looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An execution that violates a property.
    Violation,
    /// An execution that exceeds a bound of the unfolding.
    Exceeding,
    /// An execution in which threads may wait for good, where it is not sure whether they do.
    Perhaps,
}

/// One query.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    pub goal: Goal,
    /// The candidates that are enforced.
    pub enforced: &'q [CandidateId],
    /// At most this many of the candidates are not enforced.
    pub bound: Option<usize>,
}

/// Its answer.
#[derive(Clone, Debug)]
pub enum Reply {
    Found {
        execution: Box<Execution>,
        /// The candidates that the execution reorders.
        relaxed: Vec<CandidateId>,
        /// What the execution exceeds: indices into the skeleton's list.
        exceeded: Vec<usize>,
    },
    /// There is none; these enforced candidates and, perhaps, the bound are why.
    None { core: Vec<CandidateId>, bound: bool },
    /// The solver was stopped.
    Interrupted,
}

/// How counterexamples are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shrinking {
    /// As the solver leaves them.
    Off,
    /// Candidates that the execution tolerates are taken out.
    #[default]
    On,
}

/// What the solver is told about the candidates' variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phases {
    /// Nothing.
    Free,
    /// To try first what keeps the pair in order.
    #[default]
    Ordered,
}

/// What a program's dependencies count for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dependencies {
    /// As the model has it.
    #[default]
    Kept,
    /// Nothing: a compiler may have removed each of them.
    Ignored,
}

/// How questions are answered. But for the dependencies, which are a part of the question, the answers are right with every choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub consistency: Consistency,
    pub shrinking: Shrinking,
    pub phases: Phases,
    pub dependencies: Dependencies,
}

/// An encoding and its solver.
pub struct Session {
    encoding: Encoding,
    model: Model,
    backend: Box<dyn Backend>,
    bound: Option<Bound>,
    shrinking: Shrinking,
    by_literal: FxHashMap<Lit, CandidateId>,
    stop: StopToken,
    /// Assumed while some candidates are required.
    required: Option<Lit>,
    /// Who counts accesses, once that was asked for.
    pub(super) told: Option<Told>,
}

/// Conflicts spent on each further exceeded bound after the first.
const MORE_CONFLICTS: u64 = 5_000;

impl Session {
    pub fn new(encoding: Encoding, model: &Model, solver: Solver, settings: Settings) -> Session {
        let mut backend = solver.make();
        backend.ensure_vars(encoding.formula.variables());
        if settings.phases == Phases::Ordered {
            for lit in &encoding.base.enforce {
                backend.prefer(lit.var(), !lit.is_negative());
            }
        }
        let by_literal =
            encoding.base.enforce.iter().enumerate().map(|(i, l)| (*l, CandidateId::from_index(i))).collect();
        Session {
            encoding,
            model: model.clone(),
            backend,
            bound: None,
            shrinking: settings.shrinking,
            by_literal,
            stop: StopToken::default(),
            required: None,
            told: None,
        }
    }

    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    pub fn into_skeleton(self) -> Skeleton {
        self.encoding.skeleton
    }

    pub fn solver_name(&self) -> &'static str {
        self.backend.name()
    }

    pub fn statistics(&self) -> Statistics {
        self.backend.statistics()
    }

    /// Every question ends when this token says so.
    pub fn set_stop(&mut self, stop: StopToken) {
        self.stop = stop;
        self.limit(None);
    }

    /// Every question has at most so many conflicts.
    pub(super) fn limit(&mut self, conflicts: Option<u64>) {
        self.backend.set_limits(Limits { stop: Some(self.stop.clone()), conflicts });
    }

    /// Asks that what these literals say be tried last.
    pub(super) fn prefer_false(&mut self, literals: &[Lit]) {
        self.backend.ensure_vars(self.encoding.formula.variables());
        for lit in literals {
            self.backend.prefer(lit.var(), lit.is_negative());
        }
    }

    pub(super) fn encoding_mut(&mut self) -> &mut Encoding {
        &mut self.encoding
    }

    /// Until [`Session::release`], at least one of these candidates is enforced.
    pub fn require_one(&mut self, candidates: &[CandidateId]) {
        let required = *self.required.get_or_insert_with(|| self.encoding.formula.fresh());
        let enforced = candidates.iter().map(|c| self.encoding.base.enforce[c.index()]);
        let clause: Vec<Lit> = std::iter::once(!required).chain(enforced).collect();
        self.encoding.formula.add(&clause);
    }

    /// Takes back every [`Session::require_one`].
    pub fn release(&mut self) {
        self.required = None;
    }

    /// Answers one question.
    pub fn ask(&mut self, question: Question<'_>) -> Reply {
        self.ask_under(question, &[])
    }

    /// The same under more assumptions.
    pub(super) fn ask_under(&mut self, question: Question<'_>, more: &[Lit]) -> Reply {
        let goal = match question.goal {
            Goal::Violation => self.encoding.violated,
            Goal::Exceeding => self.encoding.exceeded,
            Goal::Perhaps => self.encoding.end.perhaps,
        };
        if goal == Lit::FALSE {
            return Reply::None { core: Vec::new(), bound: false };
        }
        let mut assumptions: Vec<Lit> =
            question.enforced.iter().map(|c| self.encoding.base.enforce[c.index()]).collect();
        assumptions.extend(self.required);
        assumptions.extend(more);
        let mut bounding = Vec::new();
        if let Some(k) = question.bound {
            let relaxed: Vec<Lit> = self.encoding.base.enforce.iter().map(|l| !*l).collect();
            let bound = self.bound.get_or_insert_with(|| Bound::new(relaxed));
            bounding = bound.at_most(k, &mut self.encoding.formula);
            assumptions.extend(&bounding);
        }
        if goal != Lit::TRUE {
            assumptions.push(goal);
        }
        let backend = &mut self.backend;
        backend.ensure_vars(self.encoding.formula.variables());
        self.encoding.formula.drain(&mut |clause| backend.add_clause(clause));
        let outcome = match self.encoding.consistency {
            Consistency::Lazy => backend.solve_with(&assumptions, &mut self.encoding.orders),
            Consistency::Clocks => backend.solve(&assumptions),
        };
        match outcome {
            Outcome::Interrupted => Reply::Interrupted,
            Outcome::Unsat => {
                let core = backend.core();
                let bound = core.iter().any(|l| bounding.contains(l));
                Reply::None { core: core.iter().filter_map(|l| self.by_literal.get(l).copied()).collect(), bound }
            }
            Outcome::Sat => {
                self.assert_acyclic();
                self.found(question.enforced)
            }
        }
    }

    /// The clocks must have done what the lazy clauses do.
    fn assert_acyclic(&mut self) {
        if self.encoding.consistency == Consistency::Clocks {
            let backend = &self.backend;
            let value = |lit: Lit| backend.value(lit.var()) ^ lit.is_negative();
            let cycles = self.encoding.orders.check_model(&value);
            assert!(cycles.is_empty(), "the clocks allow a cycle; please report this");
        }
    }

    /// The bounds that are exceeded by some execution with these candidates enforced, as indices into the skeleton's
    /// list; empty when there is none, `None` when the solver was stopped before it knew.
    ///
    /// All of them are looked for, though not at any price, so that they can be raised together. The session must not be
    /// asked anything afterwards: the executions found are ruled out.
    pub fn exceeded(&mut self, enforced: &[CandidateId]) -> Option<Vec<usize>> {
        let mut all: Vec<usize> = Vec::new();
        loop {
            match self.ask(Question { goal: Goal::Exceeding, enforced, bound: None }) {
                Reply::Found { exceeded, .. } => {
                    // What exceeds one bound in several places is one bound.
                    let what = |index: usize| self.encoding.skeleton.exceeded[index].what;
                    let bounds: Vec<_> = exceeded.iter().map(|index| what(*index)).collect();
                    let same = (0..self.encoding.exceedings.len()).filter(|index| bounds.contains(&what(*index)));
                    for index in same.collect::<Vec<_>>() {
                        let clause = [!self.encoding.exceedings[index]];
                        self.encoding.formula.add(&clause);
                    }
                    all.extend(exceeded);
                    self.backend.set_limits(Limits { conflicts: Some(MORE_CONFLICTS), stop: Some(self.stop.clone()) });
                }
                Reply::Interrupted if all.is_empty() => return None,
                Reply::None { .. } | Reply::Interrupted => return Some(all),
            }
        }
    }

    pub(super) fn value(&self, lit: Lit) -> bool {
        match lit.as_constant() {
            Some(constant) => constant,
            None => self.backend.value(lit.var()) ^ lit.is_negative(),
        }
    }

    fn found(&self, enforced: &[CandidateId]) -> Reply {
        let value = |lit: Lit| self.value(lit);
        let relaxed = match self.shrinking {
            Shrinking::Off => shrinking::off(&self.encoding, &value),
            Shrinking::On => shrinking::relaxed(&self.encoding, &self.model, &value),
        };
        let execution = Box::new(decode(&self.encoding, &self.model, enforced, &value));
        let exceeded = (0..self.encoding.exceedings.len()).filter(|i| value(self.encoding.exceedings[*i])).collect();
        Reply::Found { execution, relaxed, exceeded }
    }
}
