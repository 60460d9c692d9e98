//! varisat, a CDCL solver in Rust.
//!
//! Interruption: varisat has no hook for it, but it ends a search when its proof cannot be written. So the proof goes
//! to a writer that fails once a limit is reached, and keeps nothing otherwise; the proof's cost was within the noise of
//! two measurements. An interrupted varisat is unusable; the clauses are therefore kept here as well, and a new solver
//! is made of them. The number of conflicts is not known, and a limit on it has no effect.
//!
//! Phases: varisat first tries a variable false, later with its last value. So one that is to be true first is stored
//! negated, which is possible as long as no clause or assumption has used it.
//!
//! Cores: varisat 0.2.2 can return too few assumptions. Its `analyze_assumption_conflict` leaves marks on variables
//! that are fixed for good; such a variable's number may be given to a new variable, whose mark then ends the
//! analysis early. Every core is therefore solved again. Where it does not suffice, the query is repeated, for each
//! analysis clears the marks it meets; after a few vain tries all assumptions are the core.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat};

use super::{Backend, Limits, Outcome, Statistics};
use crate::sat::literal::{Lit, Var};

pub(super) struct Varisat {
    solver: varisat::Solver<'static>,
    interrupt: Rc<Interrupt>,
    /// All clauses, one after the other, to make a new solver of.
    literals: Vec<varisat::Lit>,
    ends: Vec<usize>,
    /// The variables known to the solver.
    variables: u32,
    /// Variables stored negated, by index.
    flipped: Vec<bool>,
    /// Variables that a clause or an assumption names, by index.
    used: Vec<bool>,
    model: Vec<bool>,
    core: Vec<Lit>,
    counted: Statistics,
}

impl Varisat {
    pub(super) fn new() -> Varisat {
        let interrupt = Rc::new(Interrupt::default());
        let mut backend = Varisat {
            solver: new_solver(&interrupt),
            interrupt,
            literals: Vec::new(),
            ends: Vec::new(),
            variables: 0,
            flipped: Vec::new(),
            used: Vec::new(),
            model: Vec::new(),
            core: Vec::new(),
            counted: Statistics::default(),
        };
        backend.add_clause(&[Lit::TRUE]);
        backend
    }

    /// The solver's literal, of a variable that is made and marked as used here.
    fn encode(&mut self, lit: Lit) -> varisat::Lit {
        let index = lit.var().index();
        self.ensure_vars(index as u32 + 1);
        self.used[index] = true;
        varisat::Lit::from_index(index, !lit.is_negative() ^ self.flipped[index])
    }

    fn decode(&self, lit: varisat::Lit) -> Lit {
        Var::from_index(lit.index()).positive() ^ lit.is_negative() ^ self.flipped[lit.index()]
    }

    /// A new solver with the clauses so far.
    fn rebuild(&mut self) {
        self.solver = new_solver(&self.interrupt);
        for _ in 0..self.variables {
            self.solver.new_var();
        }
        let mut start = 0;
        for &end in &self.ends {
            self.solver.add_clause(&self.literals[start..end]);
            start = end;
        }
    }

    /// Assumptions that suffice, after a query that these made unsatisfiable.
    fn sufficient_core(&mut self, given: &[varisat::Lit]) -> Vec<Lit> {
        for _ in 0..4 {
            let Some(core) = self.solver.failed_core().map(<[varisat::Lit]>::to_vec) else {
                break;
            };
            if self.ask(&core) == Outcome::Unsat {
                return core.into_iter().map(|lit| self.decode(lit)).collect();
            }
            if self.ask(given) != Outcome::Unsat {
                break;
            }
        }
        let mut all: Vec<Lit> = given.iter().map(|&lit| self.decode(lit)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The answer under assumptions; afterwards the solver is usable whatever it is.
    fn ask(&mut self, assumptions: &[varisat::Lit]) -> Outcome {
        if self.interrupt.reached() {
            return Outcome::Interrupted;
        }
        self.interrupt.armed.set(true);
        self.solver.assume(assumptions);
        let answer = self.solver.solve();
        self.interrupt.armed.set(false);
        match answer {
            Ok(true) => Outcome::Sat,
            Ok(false) => Outcome::Unsat,
            Err(_) => {
                self.rebuild();
                Outcome::Interrupted
            }
        }
    }
}

impl Backend for Varisat {
    fn name(&self) -> &'static str {
        "varisat"
    }

    fn ensure_vars(&mut self, count: u32) {
        for _ in self.variables..count {
            self.solver.new_var();
        }
        self.variables = self.variables.max(count);
        self.flipped.resize(self.variables as usize, false);
        self.used.resize(self.variables as usize, false);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        for &lit in clause {
            let lit = self.encode(lit);
            self.literals.push(lit);
        }
        self.ends.push(self.literals.len());
        self.solver.add_clause(&self.literals[start..]);
    }

    fn prefer(&mut self, var: Var, value: bool) -> bool {
        self.ensure_vars(var.index() as u32 + 1);
        if !self.used[var.index()] {
            self.flipped[var.index()] = value;
        }
        self.flipped[var.index()] == value
    }

    fn set_limits(&mut self, limits: Limits) {
        self.interrupt.limits.replace(limits);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.counted.queries += 1;
        self.core.clear();
        let given: Vec<varisat::Lit> = assumptions.iter().map(|&lit| self.encode(lit)).collect();
        let outcome = self.ask(&given);
        match outcome {
            Outcome::Sat => {
                self.model.clear();
                self.model.resize(self.variables as usize, false);
                for lit in self.solver.model().expect("a satisfiable query has a model; please report this") {
                    let lit = self.decode(lit);
                    self.model[lit.var().index()] = !lit.is_negative();
                }
            }
            Outcome::Unsat => self.core = self.sufficient_core(&given),
            Outcome::Interrupted => {}
        }
        outcome
    }

    fn value(&self, var: Var) -> bool {
        self.model.get(var.index()).copied().unwrap_or(false)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn statistics(&self) -> Statistics {
        self.counted
    }

    fn count_round(&mut self, clauses: usize) {
        self.counted.rounds += 1;
        self.counted.lazy_clauses += clauses as u64;
    }
}

fn new_solver(interrupt: &Rc<Interrupt>) -> varisat::Solver<'static> {
    let mut solver = varisat::Solver::new();
    solver.write_proof(Writer(Rc::clone(interrupt)), ProofFormat::Varisat);
    solver
}

/// The limits, shared with the writer.
#[derive(Default)]
struct Interrupt {
    limits: RefCell<Limits>,
    /// Whether a query runs: an error at any other time would end the next one.
    armed: Cell<bool>,
}

impl Interrupt {
    fn reached(&self) -> bool {
        self.limits.borrow().reached()
    }
}

/// Where the proof goes: nowhere, or into an error that ends the search.
struct Writer(Rc<Interrupt>);

impl io::Write for Writer {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.0.armed.get() && self.0.reached() { Err(io::Error::other("interrupted")) } else { Ok(data.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
