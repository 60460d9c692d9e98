//! A solver that writes down why there is no solution.
//!
//! In: clauses. Out: the steps of a refutation in the text format DRAT. It must not know what the clauses mean, nor whether the steps
//! are right; [`crate::proof::rup`] says that.
//!
//! The solver is varisat, whichever one answered before: it is asked once, without assumptions, so that its proof is one of the
//! clauses as they stand.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::limits::StopToken;
use crate::proof::dimacs::Cnf;

/// What comes of an attempt to refute clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// There is no solution; these are the steps.
    Refuted(String),
    /// There is one.
    Satisfiable,
    /// The solver was stopped.
    Interrupted,
}

/// Tries to refute clauses.
pub fn refute(cnf: &Cnf, stop: &StopToken) -> Refutation {
    let written = Rc::new(RefCell::new(Vec::new()));
    let mut solver = Solver::new();
    solver.write_proof(Writer { written: Rc::clone(&written), stop: stop.clone() }, ProofFormat::Drat);
    for _ in 0..cnf.variables {
        solver.new_var();
    }
    for clause in &cnf.clauses {
        let clause: Vec<varisat::Lit> =
            clause.iter().map(|literal| varisat::Lit::from_dimacs(*literal as isize)).collect();
        solver.add_clause(&clause);
    }
    match solver.solve() {
        Ok(true) => Refutation::Satisfiable,
        Err(_) => Refutation::Interrupted,
        Ok(false) => match solver.close_proof() {
            Err(_) => Refutation::Interrupted,
            Ok(()) => {
                let steps = String::from_utf8(written.take()).expect("a proof is digits; please report this");
                // Where the clauses contradict each other as they are added, the solver leaves out the last step.
                let is_ended = steps.lines().next_back().is_some_and(|step| step.trim() == "0");
                Refutation::Refuted(if is_ended { steps } else { steps + "0\n" })
            }
        },
    }
}

/// Keeps the steps, and ends the search by an error when it is to be ended.
struct Writer {
    written: Rc<RefCell<Vec<u8>>>,
    stop: StopToken,
}

impl io::Write for Writer {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.stop.is_reached() {
            return Err(io::Error::other("interrupted"));
        }
        self.written.borrow_mut().extend_from_slice(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limit;
    use crate::proof::{rup, steps};

    /// More pigeons than holes: no clause is superfluous, and propagation alone does not help.
    fn pigeons(holes: i32) -> Cnf {
        let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
        let mut clauses: Vec<Vec<i32>> = (0..=holes).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
        for hole in 0..holes {
            for a in 0..=holes {
                clauses.extend((0..a).map(|b| vec![-at(a, hole), -at(b, hole)]));
            }
        }
        Cnf { variables: (holes * (holes + 1)) as u32, clauses }
    }

    #[test]
    fn what_is_refuted_can_be_checked() {
        let contradiction = Cnf { variables: 1, clauses: vec![vec![1], vec![-1]] };
        for cnf in [pigeons(2), pigeons(5), contradiction] {
            let Refutation::Refuted(text) = refute(&cnf, &StopToken::default()) else { panic!("there is no solution") };
            let steps = steps::parse(&text).expect("the proof can be read");
            assert_eq!(rup::check(&cnf, &steps), Ok(steps.len()), "{text}");
            for without in 0..cnf.clauses.len() {
                let mut fewer = cnf.clone();
                fewer.clauses.remove(without);
                assert!(rup::check(&fewer, &steps).is_err(), "the proof does without clause {without}");
            }
        }
    }

    #[test]
    fn what_has_a_solution_is_not_refuted() {
        let mut cnf = pigeons(4);
        cnf.clauses.remove(0);
        assert_eq!(refute(&cnf, &StopToken::default()), Refutation::Satisfiable);
    }

    #[test]
    fn a_raised_token_ends_it() {
        let stop = StopToken::default();
        stop.raise(Limit::Time);
        assert_eq!(refute(&pigeons(8), &stop), Refutation::Interrupted);
    }
}
