//! batsat, a MiniSat in Rust.
//!
//! Phases: batsat takes a variable's phase only when the variable is made, and then keeps to it for good. So
//! clauses wait here until the next query, and [`Backend::prefer`] works for every variable that no query has seen.
//! Cores: batsat reports the negations of the failed assumptions. Watchers: the search itself shows them its partial
//! assignments, through batsat's theory interface, and goes on from the conflict they raise.

use std::cell::Cell;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Callbacks, ClauseKind, EmptyTheory, SolverInterface, lbool};

use super::{Backend, Limits, Outcome, SEED, Statistics, Watcher};
use crate::sat::literal::{Lit, Var};

pub(super) struct Batsat {
    solver: batsat::Solver<Interrupt>,
    /// Clauses that wait for the next query, one after the other.
    waiting: Vec<batsat::Lit>,
    ends: Vec<usize>,
    /// Variables that the next query makes, if it has not yet.
    wanted: u32,
    /// Preferred phases of variables that are not made yet, by index.
    phases: Vec<lbool>,
    core: Vec<Lit>,
    counted: Statistics,
}

impl Batsat {
    pub(super) fn new() -> Batsat {
        let options = batsat::SolverOpts { random_seed: SEED as f64, ..batsat::SolverOpts::default() };
        let mut backend = Batsat {
            solver: batsat::Solver::new(options, Interrupt::default()),
            waiting: Vec::new(),
            ends: Vec::new(),
            wanted: 1,
            phases: Vec::new(),
            core: Vec::new(),
            counted: Statistics::default(),
        };
        backend.add_clause(&[Lit::TRUE]);
        backend
    }

    /// Makes the variables and adds the clauses that wait.
    fn flush(&mut self) {
        while self.solver.num_vars() < self.wanted {
            let phase = self.phases.get(self.solver.num_vars() as usize).copied().unwrap_or(lbool::UNDEF);
            self.solver.new_var(phase, true);
        }
        let mut clause = Vec::new();
        let mut start = 0;
        for &end in &self.ends {
            clause.clear();
            clause.extend_from_slice(&self.waiting[start..end]);
            self.solver.add_clause_reuse(&mut clause);
            start = end;
        }
        self.waiting.clear();
        self.ends.clear();
    }

    fn search<T: Theory>(&mut self, assumptions: &[Lit], theory: &mut T) -> Outcome {
        self.wanted = assumptions.iter().map(|lit| lit.var().index() as u32 + 1).fold(self.wanted, u32::max);
        self.flush();
        self.counted.queries += 1;
        self.core.clear();
        self.solver.cb_mut().start();
        if self.solver.cb().limits.reached() {
            return Outcome::Interrupted;
        }
        let given: Vec<batsat::Lit> = assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        let answer = self.solver.solve_limited_th(theory, &given);
        if answer == lbool::TRUE {
            Outcome::Sat
        } else if answer == lbool::FALSE {
            self.core.extend(self.solver.unsat_core().iter().map(|&lit| !from_batsat(lit)));
            Outcome::Unsat
        } else {
            Outcome::Interrupted
        }
    }
}

impl Backend for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn ensure_vars(&mut self, count: u32) {
        self.wanted = self.wanted.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for &lit in clause {
            self.wanted = self.wanted.max(lit.var().index() as u32 + 1);
            self.waiting.push(to_batsat(lit));
        }
        self.ends.push(self.waiting.len());
    }

    fn prefer(&mut self, var: Var, value: bool) -> bool {
        if var.index() < self.solver.num_vars() as usize {
            return false;
        }
        if self.phases.len() <= var.index() {
            self.phases.resize(var.index() + 1, lbool::UNDEF);
        }
        self.phases[var.index()] = lbool::new(value);
        self.ensure_vars(var.index() as u32 + 1);
        true
    }

    fn set_limits(&mut self, limits: Limits) {
        self.solver.cb_mut().limits = limits;
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.search(assumptions, &mut EmptyTheory::new())
    }

    fn value(&self, var: Var) -> bool {
        self.solver.value_var(batsat::Var::unsafe_from_idx(var.index() as u32)) == lbool::TRUE
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            ..self.counted
        }
    }

    fn count_round(&mut self, clauses: usize) {
        self.counted.rounds += 1;
        self.counted.lazy_clauses += clauses as u64;
    }

    fn solve_watched(&mut self, assumptions: &[Lit], watcher: &mut dyn Watcher) -> Outcome {
        if !watcher.checks_partial() {
            return self.solve(assumptions);
        }
        let mut partial = Partial {
            watcher,
            level_starts: Vec::new(),
            seen: 0,
            fixed: Vec::new(),
            fixed_trail: 0,
            contradiction: false,
            found: 0,
        };
        let outcome = self.search(assumptions, &mut partial);
        let Partial { contradiction, found, .. } = partial;
        self.counted.lazy_clauses += found;
        if contradiction {
            self.add_clause(&[]);
            self.core.clear();
            return Outcome::Unsat;
        }
        outcome
    }
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var().index() as u32), !lit.is_negative())
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    Var::from_index(lit.var().idx() as usize).positive() ^ !lit.sign()
}

/// Ends a search at its limits.
#[derive(Default)]
struct Interrupt {
    limits: Limits,
    /// Conflicts of this search.
    conflicts: u64,
    /// Questions of the search; the clock is read at every 64th.
    asked: Cell<u32>,
    /// The search asks again on its way out and must get the same answer.
    stopped: Cell<bool>,
}

impl Interrupt {
    fn start(&mut self) {
        self.conflicts = 0;
        self.stopped.set(false);
    }
}

impl Callbacks for Interrupt {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind != ClauseKind::Axiom);
    }

    fn stop(&self) -> bool {
        if !self.stopped.get() {
            self.asked.set(self.asked.get().wrapping_add(1));
            let spent = self.limits.conflicts.is_some_and(|most| self.conflicts > most);
            self.stopped.set(spent || (self.asked.get().is_multiple_of(64) && self.limits.reached()));
        }
        self.stopped.get()
    }
}

/// A watcher as a theory that only ever raises conflicts, on partial assignments.
struct Partial<'w> {
    watcher: &'w mut dyn Watcher,
    /// How much of the trail it had seen when each level began.
    level_starts: Vec<usize>,
    /// How much of the trail it has seen.
    seen: usize,
    /// Which variables have their value for good, by index.
    fixed: Vec<bool>,
    /// The length of the trail that `fixed` reflects.
    fixed_trail: usize,
    /// A clause of the watcher is false for good: the search need not go on, and its answer does not count.
    contradiction: bool,
    found: u64,
}

impl Theory for Partial<'_> {
    fn final_check(&mut self, _: &mut TheoryArg) {}

    fn partial_check(&mut self, acts: &mut TheoryArg) {
        let trail = acts.model();
        if self.level_starts.is_empty() {
            for lit in &trail[self.fixed_trail..] {
                let index = lit.var().idx() as usize;
                if self.fixed.len() <= index {
                    self.fixed.resize(index + 1, false);
                }
                self.fixed[index] = true;
            }
            self.fixed_trail = trail.len();
        }
        if self.contradiction || self.seen == trail.len() {
            return;
        }
        let new: Vec<Lit> = trail[self.seen..].iter().map(|&lit| from_batsat(lit)).collect();
        self.seen = trail.len();
        let value = |lit: Lit| match acts.value(to_batsat(lit).var()) {
            value if value == lbool::TRUE => Some(!lit.is_negative()),
            value if value == lbool::FALSE => Some(lit.is_negative()),
            _ => None,
        };
        let Some(clause) = self.watcher.check_partial(&new, &value) else {
            return;
        };
        assert!(
            clause.iter().all(|&lit| value(lit) == Some(false)),
            "a watcher rejected an assignment that may satisfy its clause; please report this"
        );
        self.found += 1;
        if clause.iter().all(|lit| self.fixed.get(lit.var().index()) == Some(&true)) {
            self.contradiction = true;
            return;
        }
        // A unit clause would be enqueued even if its literal is already false for good; the constant, which is
        // false at the lowest level, makes batsat analyse it like any other clause.
        let mut lits: Vec<batsat::Lit> = clause.iter().map(|&lit| to_batsat(lit)).collect();
        lits.push(to_batsat(Lit::FALSE));
        acts.raise_conflict(&lits, true);
    }

    fn create_level(&mut self) {
        self.level_starts.push(self.seen);
    }

    fn pop_levels(&mut self, count: usize) {
        let level = self.level_starts.len() - count;
        self.seen = self.level_starts[level];
        self.level_starts.truncate(level);
    }

    fn n_levels(&self) -> usize {
        self.level_starts.len()
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        unreachable!("the watcher's theory propagates nothing; please report this")
    }
}
