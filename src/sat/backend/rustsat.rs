//! CaDiCaL, Glucose and MiniSat, through rustsat: the solvers that need a C++ compiler, each behind a Cargo feature.
//!
//! What is put right here: `core` returns the negations of the failed assumptions; MiniSat and Glucose answer
//! `lit_val` of a negative literal with the value of its variable, so only positive literals are asked about;
//! interrupting those two cannot be undone, so under limits they search in slices of propagations and the limits are
//! looked at in between. Glucose ends a slice only when it restarts, which may be a long time later.

use ::rustsat::solvers::{GetInternalStats, PhaseLit, Solve, SolveIncremental, SolverResult};
use ::rustsat::types::{self, TernaryVal};

use super::{Backend, Limits, Outcome, Statistics};
use crate::sat::literal::{Lit, Var};

/// What the three solvers do differently.
pub(super) trait Engine: Default {
    type Solver: SolveIncremental + PhaseLit + GetInternalStats;

    const NAME: &'static str;

    /// See [`Backend::is_prompt`].
    const PROMPT: bool;

    fn solver(&self) -> &Self::Solver;

    fn solver_mut(&mut self) -> &mut Self::Solver;

    /// Solves within the limits.
    fn search(&mut self, assumptions: &[types::Lit], limits: &Limits) -> SolverResult;
}

pub(super) struct Rustsat<E> {
    engine: E,
    limits: Limits,
    variables: u32,
    model: Vec<bool>,
    core: Vec<Lit>,
    counted: Statistics,
}

impl<E: Engine> Rustsat<E> {
    pub(super) fn new() -> Rustsat<E> {
        let mut backend = Rustsat {
            engine: E::default(),
            limits: Limits::default(),
            variables: 0,
            model: Vec::new(),
            core: Vec::new(),
            counted: Statistics::default(),
        };
        backend.add_clause(&[Lit::TRUE]);
        backend
    }

    fn encode(&mut self, lits: &[Lit]) -> Vec<types::Lit> {
        self.ensure_vars(lits.iter().map(|lit| lit.var().index() as u32 + 1).max().unwrap_or(0));
        lits.iter().map(|lit| types::Lit::new(lit.var().index() as u32, lit.is_negative())).collect()
    }
}

impl<E: Engine> Backend for Rustsat<E> {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn ensure_vars(&mut self, count: u32) {
        if count > self.variables {
            self.variables = count;
            answer(self.engine.solver_mut().reserve(types::Var::new(count - 1)));
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: types::Clause = self.encode(clause).into_iter().collect();
        answer(self.engine.solver_mut().add_clause(clause));
    }

    fn prefer(&mut self, var: Var, value: bool) -> bool {
        let lit = self.encode(&[var.positive() ^ !value])[0];
        self.engine.solver_mut().phase_lit(lit).is_ok()
    }

    fn is_prompt(&self) -> bool {
        E::PROMPT
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.counted.queries += 1;
        self.core.clear();
        let given = self.encode(assumptions);
        if self.limits.reached() {
            return Outcome::Interrupted;
        }
        match self.engine.search(&given, &self.limits) {
            SolverResult::Interrupted => Outcome::Interrupted,
            SolverResult::Sat => {
                let value =
                    |index| answer(self.engine.solver().lit_val(types::Lit::positive(index))) == TernaryVal::True;
                self.model = (0..self.variables).map(value).collect();
                Outcome::Sat
            }
            SolverResult::Unsat => {
                let core = answer(self.engine.solver_mut().core());
                let from = |lit: types::Lit| Var::from_index(lit.vidx()).positive() ^ lit.is_neg();
                self.core.extend(core.into_iter().map(|lit| !from(lit)));
                self.core.sort_unstable();
                self.core.dedup();
                Outcome::Unsat
            }
        }
    }

    fn value(&self, var: Var) -> bool {
        self.model.get(var.index()).copied().unwrap_or(false)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: Some(self.engine.solver().conflicts() as u64),
            decisions: Some(self.engine.solver().decisions() as u64),
            propagations: Some(self.engine.solver().propagations() as u64),
            ..self.counted
        }
    }

    fn count_round(&mut self, clauses: usize) {
        self.counted.rounds += 1;
        self.counted.lazy_clauses += clauses as u64;
    }
}

#[cfg(feature = "cadical")]
pub(super) use with_terminator::Cadical;

#[cfg(feature = "cadical")]
mod with_terminator {
    use std::cell::RefCell;
    use std::rc::Rc;

    use ::rustsat::solvers::{ControlSignal, Terminate};
    use rustsat_cadical::{CaDiCaL, Limit};

    use super::*;

    /// CaDiCaL asks a callback now and then whether to go on.
    pub(in crate::sat::backend) struct Cadical {
        solver: CaDiCaL<'static, 'static>,
        limits: Rc<RefCell<Limits>>,
    }

    impl Default for Cadical {
        fn default() -> Cadical {
            let mut solver = CaDiCaL::default();
            // Before searching it would try uniform assignments, whatever phases are preferred.
            answer(solver.set_option("lucky", 0));
            let limits = Rc::new(RefCell::new(Limits::default()));
            let watched = Rc::clone(&limits);
            solver.attach_terminator(move || {
                if watched.borrow().reached() { ControlSignal::Terminate } else { ControlSignal::Continue }
            });
            Cadical { solver, limits }
        }
    }

    impl Engine for Cadical {
        type Solver = CaDiCaL<'static, 'static>;

        const NAME: &'static str = "cadical";

        const PROMPT: bool = true;

        fn solver(&self) -> &Self::Solver {
            &self.solver
        }

        fn solver_mut(&mut self) -> &mut Self::Solver {
            &mut self.solver
        }

        fn search(&mut self, assumptions: &[types::Lit], limits: &Limits) -> SolverResult {
            self.limits.replace(limits.clone());
            // The limit holds for one query.
            if let Some(most) = limits.conflicts {
                let most = most.try_into().unwrap_or(i32::MAX);
                answer(self.solver.set_limit(Limit::Conflicts(most)));
            }
            answer(self.solver.solve_assumps(assumptions))
        }
    }
}

/// Propagations between two looks at the limits: some tenths of a second.
#[cfg(any(feature = "glucose", feature = "minisat"))]
const SLICE: i64 = 500_000;

/// A solver whose only usable limits are budgets.
#[cfg(any(feature = "glucose", feature = "minisat"))]
macro_rules! with_budgets {
    ($name:ident, $text:literal, $prompt:literal, $solver:ty, $limit:ty) => {
        #[derive(Default)]
        pub(super) struct $name($solver);

        impl Engine for $name {
            type Solver = $solver;

            const NAME: &'static str = $text;

            const PROMPT: bool = $prompt;

            fn solver(&self) -> &$solver {
                &self.0
            }

            fn solver_mut(&mut self) -> &mut $solver {
                &mut self.0
            }

            fn search(&mut self, assumptions: &[types::Lit], limits: &Limits) -> SolverResult {
                self.0.set_limit(<$limit>::None);
                if limits.stop.is_none() && limits.conflicts.is_none() {
                    return answer(self.0.solve_assumps(assumptions));
                }
                let before = self.0.conflicts() as u64;
                if let Some(most) = limits.conflicts {
                    self.0.set_limit(<$limit>::Conflicts(most.try_into().unwrap_or(i64::MAX / 2)));
                }
                loop {
                    self.0.set_limit(<$limit>::Propagations(SLICE));
                    let result = answer(self.0.solve_assumps(assumptions));
                    let spent = self.0.conflicts() as u64 - before;
                    let over = limits.reached() || limits.conflicts.is_some_and(|most| spent >= most);
                    if result != SolverResult::Interrupted || over {
                        return result;
                    }
                }
            }
        }
    };
}

#[cfg(feature = "glucose")]
with_budgets!(Glucose, "glucose", false, rustsat_glucose::core::Glucose, rustsat_glucose::Limit);

#[cfg(feature = "minisat")]
with_budgets!(Minisat, "minisat", true, rustsat_minisat::core::Minisat, rustsat_minisat::Limit);

/// The solvers fail only for want of memory, or when they break their interface.
fn answer<T, E: std::fmt::Debug>(result: Result<T, E>) -> T {
    result.expect("the solver has memory and keeps to its interface")
}
