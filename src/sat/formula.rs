//! The formula under construction: fresh variables, clauses, and the table of gates.
//!
//! In: clauses from the encoders, which see nothing of a solver but this type. Out: the clauses added since the
//! last [`Formula::drain`], in order, free of constants, duplicate literals and tautologies; so one formula can
//! feed a solver again and again while it grows. It never solves.

use super::gate_table::GateTable;
use super::literal::{Lit, Var};

/// A growing conjunction of clauses. The gates are in [`super::gates`].
#[derive(Default)]
pub struct Formula {
    /// The literals of the clauses that are not drained yet, one clause after the other.
    literals: Vec<Lit>,
    /// Where each of those clauses ends in `literals`.
    ends: Vec<usize>,
    /// Variables given out, without the constant.
    fresh: u32,
    clause_count: u64,
    literal_count: u64,
    pub(super) gates: GateTable,
}

impl Formula {
    pub fn new() -> Formula {
        Formula::default()
    }

    /// The positive literal of a variable that nothing else uses.
    pub fn fresh(&mut self) -> Lit {
        self.fresh += 1;
        Var::from_index(self.fresh as usize).positive()
    }

    /// The number of variables, the constant included: every variable's index is below it.
    pub fn variables(&self) -> u32 {
        self.fresh + 1
    }

    /// The number of clauses kept so far, drained ones included.
    pub fn clauses(&self) -> u64 {
        self.clause_count
    }

    /// The number of literals in those clauses.
    pub fn literals(&self) -> u64 {
        self.literal_count
    }

    /// Requires that at least one of the literals be true.
    pub fn add(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        for &lit in clause {
            if lit == Lit::TRUE {
                self.literals.truncate(start);
                return;
            }
            if lit != Lit::FALSE {
                self.literals.push(lit);
            }
        }
        let kept = &mut self.literals[start..];
        kept.sort_unstable();
        // Sorted, a literal is next to its duplicate and to its negation.
        if kept.windows(2).any(|pair| pair[0] == !pair[1]) {
            self.literals.truncate(start);
            return;
        }
        let mut end = start;
        for i in start..self.literals.len() {
            if end == start || self.literals[end - 1] != self.literals[i] {
                self.literals[end] = self.literals[i];
                end += 1;
            }
        }
        self.literals.truncate(end);
        self.ends.push(end);
        self.clause_count += 1;
        self.literal_count += (end - start) as u64;
    }

    /// Requires the literal to be true.
    pub fn require(&mut self, lit: Lit) {
        self.add(&[lit]);
    }

    /// Requires `to` wherever all of `from` are true.
    pub fn require_implies(&mut self, from: &[Lit], to: Lit) {
        let mut clause: Vec<Lit> = from.iter().map(|&lit| !lit).collect();
        clause.push(to);
        self.add(&clause);
    }

    /// Hands each clause added since the last call to `sink`, in order, and forgets it. An empty clause is handed
    /// over like any other.
    pub fn drain(&mut self, sink: &mut dyn FnMut(&[Lit])) {
        let mut start = 0;
        for &end in &self.ends {
            sink(&self.literals[start..end]);
            start = end;
        }
        self.literals.clear();
        self.ends.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(formula: &mut Formula) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        formula.drain(&mut |clause| clauses.push(clause.to_vec()));
        clauses
    }

    #[test]
    fn trivial_clauses_are_simplified() {
        let mut f = Formula::new();
        let (a, b) = (f.fresh(), f.fresh());
        f.add(&[b, a, Lit::FALSE, b]);
        f.add(&[a, Lit::TRUE]);
        f.add(&[b, a, !b]);
        f.add(&[!a, !a, !a]);
        assert_eq!(drained(&mut f), [vec![a, b], vec![!a]]);
        assert_eq!((f.variables(), f.clauses(), f.literals()), (3, 2, 3));
    }

    #[test]
    fn drain_hands_out_each_clause_once() {
        let mut f = Formula::new();
        let (a, b) = (f.fresh(), f.fresh());
        f.require_implies(&[a], b);
        assert_eq!(drained(&mut f), [vec![!a, b]]);
        assert_eq!(drained(&mut f), Vec::<Vec<Lit>>::new());
        f.require(a);
        f.add(&[Lit::FALSE]);
        assert_eq!(drained(&mut f), [vec![a], vec![]]);
        assert_eq!(f.clauses(), 3);
    }
}
