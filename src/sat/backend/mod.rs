//! Incremental SAT solvers behind one trait.
//!
//! In: clauses and assumptions over the literals of [`super::literal`]. Out: an [`Outcome`] with a total assignment
//! or a core of the assumptions. The solver crates appear in the files of this folder only, one file per crate;
//! what they get wrong or do differently (negated cores, values of negative literals, missing interruption) is put
//! right there, and `tests/suite/sat_backends.rs` holds every solver of a build to the same contract.
//!
//! Variable 0 is the constant true: each backend fixes it when it is made.

mod batsat;
mod refuting;
#[cfg(any(feature = "cadical", feature = "glucose", feature = "minisat"))]
mod rustsat;
mod varisat;

pub use refuting::{Refutation, refute};

use super::literal::{Lit, Var};
use crate::limits::StopToken;
use std::fmt;

/// The seed of the solvers that choose at random; it never changes, so the same queries have the same answers.
pub const SEED: u64 = 91_648_253;

/// The answer to one query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is an assignment; [`Backend::value`] tells it.
    Sat,
    /// There is none under the assumptions; [`Backend::core`] names those that suffice for that.
    Unsat,
    /// A limit was reached first. The solver can be asked again.
    Interrupted,
}

/// What may end a query before its answer is known.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Asked while the query runs.
    pub stop: Option<StopToken>,
    /// The most conflicts for one query.
    pub conflicts: Option<u64>,
}

impl Limits {
    /// Whether the token wants the query to end.
    pub fn reached(&self) -> bool {
        self.stop.as_ref().is_some_and(StopToken::is_reached)
    }
}

/// Work done since the backend was made; `None` where the solver does not count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Searches; a query with a watcher may take several.
    pub queries: u64,
    /// Total assignments shown to watchers.
    pub rounds: u64,
    /// Clauses that watchers answered with.
    pub lazy_clauses: u64,
    pub conflicts: Option<u64>,
    pub decisions: Option<u64>,
    pub propagations: Option<u64>,
}

/// A constraint that is too large to write down and is checked on assignments instead.
pub trait Watcher {
    /// Clauses that the constraint implies and that the total assignment violates; none accepts the assignment.
    fn check_model(&mut self, value: &dyn Fn(Lit) -> bool) -> Vec<Vec<Lit>>;

    /// Whether [`Watcher::check_partial`] is worth calling. In single runs on random acyclicity problems it was between
    /// two and thirty times faster where there was no assignment, and made little difference where there was one.
    fn checks_partial(&self) -> bool {
        false
    }

    /// Optionally, one clause that the constraint implies and that a partial assignment violates already. `new` are
    /// the literals that became true since the last call; a search that has gone back since shows them again.
    fn check_partial(&mut self, _new: &[Lit], _value: &dyn Fn(Lit) -> Option<bool>) -> Option<Vec<Lit>> {
        None
    }
}

/// An incremental SAT solver.
pub trait Backend {
    /// The name users know it by.
    fn name(&self) -> &'static str;

    /// Makes the variables below `count` known, so that each has a value.
    fn ensure_vars(&mut self, count: u32);

    /// Adds a clause for good. The empty clause makes every query unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Asks that the variable be tried with this value first. Returns whether the solver will do so; batsat and
    /// varisat can as long as no query (varisat: no clause either) has seen the variable.
    fn prefer(&mut self, var: Var, value: bool) -> bool;

    /// Sets the limits of the queries to come.
    fn set_limits(&mut self, limits: Limits);

    /// Whether queries end soon after a limit is reached; if not, only their process's end is certain to end them.
    fn is_prompt(&self) -> bool {
        true
    }

    /// Looks for an assignment that satisfies all clauses and assumptions.
    fn solve(&mut self, assumptions: &[Lit]) -> Outcome;

    /// The variable's value after [`Outcome::Sat`]; false for a variable that the solver left open or does not know.
    fn value(&self, var: Var) -> bool;

    /// After [`Outcome::Unsat`], assumptions that no assignment satisfies together: a subset of those given, without
    /// repetitions. Empty when the clauses alone are unsatisfiable.
    fn core(&self) -> &[Lit];

    fn statistics(&self) -> Statistics;

    /// Notes that an assignment was shown to a watcher, which answered with this many clauses.
    fn count_round(&mut self, clauses: usize);

    /// Solves, and shows partial assignments to a watcher that wants them if the solver can do that. The answer may
    /// still violate the watcher's constraint.
    fn solve_watched(&mut self, assumptions: &[Lit], _watcher: &mut dyn Watcher) -> Outcome {
        self.solve(assumptions)
    }

    /// Solves under the watcher's constraint too; the clauses it answers with stay. Solve, show the assignment, add
    /// the clauses, solve again: measured on random acyclicity problems, this is faster than calling the watcher at
    /// the end of each search inside the solver, for there it can hand over only one clause at a time.
    fn solve_with(&mut self, assumptions: &[Lit], watcher: &mut dyn Watcher) -> Outcome {
        loop {
            let outcome = self.solve_watched(assumptions, watcher);
            if outcome != Outcome::Sat {
                return outcome;
            }
            let value = |lit: Lit| self.value(lit.var()) ^ lit.is_negative();
            let clauses = watcher.check_model(&value);
            assert!(
                clauses.is_empty() || clauses.iter().any(|clause| !clause.iter().any(|&lit| value(lit))),
                "a watcher rejected an assignment that satisfies its clauses; please report this"
            );
            self.count_round(clauses.len());
            if clauses.is_empty() {
                return Outcome::Sat;
            }
            for clause in &clauses {
                self.add_clause(clause);
            }
        }
    }
}

/// The solvers of this build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Solver {
    #[default]
    Batsat,
    Varisat,
    #[cfg(feature = "cadical")]
    Cadical,
    #[cfg(feature = "glucose")]
    Glucose,
    #[cfg(feature = "minisat")]
    Minisat,
}

/// A solver's name that means nothing in this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSolver {
    pub name: String,
    /// The feature that would bring the solver in, when there is one of that name.
    pub feature: Option<&'static str>,
}

impl fmt::Display for UnknownSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let available: Vec<&str> = Solver::available().iter().map(|solver| solver.name()).collect();
        let (name, available) = (&self.name, available.join(", "));
        match self.feature {
            Some(feature) => write!(
                f,
                "the solver `{name}` is not part of this build; build with `--features {feature}`, or use one of: {available}"
            ),
            None => write!(f, "there is no solver `{name}`; available: {available}"),
        }
    }
}

impl std::error::Error for UnknownSolver {}

impl Solver {
    /// The solvers of this build, the default first.
    pub fn available() -> &'static [Solver] {
        &[
            Solver::Batsat,
            Solver::Varisat,
            #[cfg(feature = "cadical")]
            Solver::Cadical,
            #[cfg(feature = "glucose")]
            Solver::Glucose,
            #[cfg(feature = "minisat")]
            Solver::Minisat,
        ]
    }

    /// The name users know the solver by.
    pub fn name(self) -> &'static str {
        match self {
            Solver::Batsat => "batsat",
            Solver::Varisat => "varisat",
            #[cfg(feature = "cadical")]
            Solver::Cadical => "cadical",
            #[cfg(feature = "glucose")]
            Solver::Glucose => "glucose",
            #[cfg(feature = "minisat")]
            Solver::Minisat => "minisat",
        }
    }

    /// The solver of a name.
    pub fn from_name(name: &str) -> Result<Solver, UnknownSolver> {
        let found = Solver::available().iter().copied().find(|solver| solver.name() == name);
        found.ok_or_else(|| UnknownSolver {
            name: name.to_owned(),
            feature: ["cadical", "glucose", "minisat"].into_iter().find(|&feature| feature == name),
        })
    }

    /// A solver without clauses.
    pub fn make(self) -> Box<dyn Backend> {
        match self {
            Solver::Batsat => Box::new(batsat::Batsat::new()),
            Solver::Varisat => Box::new(varisat::Varisat::new()),
            #[cfg(feature = "cadical")]
            Solver::Cadical => Box::new(rustsat::Rustsat::<rustsat::Cadical>::new()),
            #[cfg(feature = "glucose")]
            Solver::Glucose => Box::new(rustsat::Rustsat::<rustsat::Glucose>::new()),
            #[cfg(feature = "minisat")]
            Solver::Minisat => Box::new(rustsat::Rustsat::<rustsat::Minisat>::new()),
        }
    }
}
