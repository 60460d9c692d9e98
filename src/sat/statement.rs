//! That there is no execution of some kind, as clauses that somebody else may refute.
//!
//! In: an encoding. Out: a [`Statement`], in the integers of [`crate::proof`], and what a solver makes of it. It must not know what is
//! done with the proof.
//!
//! The statement is that the program neither violates a property nor exceeds a bound. What the solver is told about cycles while it
//! searches becomes clauses behind the others, each with the cycle that is its reason.

use crate::limits::StopToken;
use crate::proof::cycles::{Graph, Orders};
use crate::proof::dimacs::Cnf;
use crate::sat::backend::{Limits, Outcome, Solver, Watcher};
use crate::sat::encoding::Encoding;
use crate::sat::literal::{Lit, Var};

/// The clauses that no execution satisfies if the program is right, and the graphs that must have no cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    pub cnf: Cnf,
    pub orders: Orders,
}

/// How a statement was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It holds: with these clauses against cycles there is no solution.
    Holds(Vec<Vec<i32>>),
    /// It does not: some property is violated, or else these bounds are exceeded, as indices into the skeleton's list.
    Fails { violation: bool, exceeded: Vec<usize> },
    /// The solver was stopped.
    Interrupted,
}

impl Statement {
    /// The statement about an encoding whose formula nobody has taken yet.
    pub fn of(encoding: &mut Encoding) -> Statement {
        let mut clauses = vec![vec![number(Lit::TRUE)]];
        encoding.formula.drain(&mut |clause| clauses.push(numbers(clause)));
        clauses.push(numbers(&[encoding.violated, encoding.exceeded]));
        let graph = |graph: &crate::sat::order::OrderGraph| Graph {
            nodes: u32::try_from(graph.nodes()).expect("a graph has fewer than 2^32 nodes; please report this"),
            edges: graph
                .edges()
                .iter()
                .map(|e| (e.from, e.to, (e.label != Lit::TRUE).then(|| number(e.label))))
                .collect(),
        };
        let graphs = encoding.orders.graphs.iter().map(graph).collect();
        let cnf = Cnf { variables: encoding.formula.variables(), clauses };
        Statement { cnf, orders: Orders { graphs, cycles: Vec::new() } }
    }

    /// Decides the statement, which was made of this encoding.
    pub fn decide(&self, encoding: &mut Encoding, solver: Solver, stop: &StopToken) -> Decision {
        let mut backend = solver.make();
        backend.ensure_vars(encoding.formula.variables());
        for clause in &self.cnf.clauses {
            let clause: Vec<Lit> = clause.iter().map(|literal| literal_of(*literal)).collect();
            backend.add_clause(&clause);
        }
        backend.set_limits(Limits { stop: Some(stop.clone()), ..Limits::default() });
        let mut told = Vec::new();
        let outcome = backend.solve_with(&[], &mut Recorder { inner: &mut encoding.orders, told: &mut told });
        match outcome {
            Outcome::Interrupted => Decision::Interrupted,
            Outcome::Unsat => {
                let mut clauses: Vec<Vec<i32>> = told.iter().map(|clause| numbers(clause)).collect();
                clauses.sort_unstable();
                clauses.dedup();
                Decision::Holds(clauses)
            }
            Outcome::Sat => {
                let value =
                    |lit: Lit| lit.as_constant().unwrap_or_else(|| backend.value(lit.var()) ^ lit.is_negative());
                let exceeded = (0..encoding.exceedings.len()).filter(|i| value(encoding.exceedings[*i])).collect();
                Decision::Fails { violation: value(encoding.violated), exceeded }
            }
        }
    }
}

fn number(lit: Lit) -> i32 {
    let variable =
        i32::try_from(lit.var().index() + 1).expect("a formula has fewer than 2^31 variables; please report this");
    if lit.is_negative() { -variable } else { variable }
}

/// The literals of a clause. One without any is that the constant true is false: some readers of the format know no empty clause.
fn numbers(clause: &[Lit]) -> Vec<i32> {
    let numbers: Vec<i32> = clause.iter().filter(|lit| **lit != Lit::FALSE).map(|lit| number(*lit)).collect();
    if numbers.is_empty() { vec![number(Lit::FALSE)] } else { numbers }
}

fn literal_of(number: i32) -> Lit {
    Var::from_index(number.unsigned_abs() as usize - 1).positive() ^ (number < 0)
}

/// Keeps what a watcher tells a solver.
struct Recorder<'r> {
    inner: &'r mut dyn Watcher,
    told: &'r mut Vec<Vec<Lit>>,
}

impl Watcher for Recorder<'_> {
    fn check_model(&mut self, value: &dyn Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        let clauses = self.inner.check_model(value);
        self.told.extend(clauses.iter().cloned());
        clauses
    }

    fn checks_partial(&self) -> bool {
        self.inner.checks_partial()
    }

    fn check_partial(&mut self, new: &[Lit], value: &dyn Fn(Lit) -> Option<bool>) -> Option<Vec<Lit>> {
        let clause = self.inner.check_partial(new, value)?;
        self.told.push(clause.clone());
        Some(clause)
    }
}
