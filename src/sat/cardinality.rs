//! At most k of some literals: the reorder bound.
//!
//! In: the literals, and a bound that changes from query to query. Out: assumptions that enforce the bound; the
//! clauses behind them grow with the bounds asked for. The encoding is rustsat's incremental totalizer (R. Martins,
//! S. Joshi, V. Manquinho, I. Lynce, Incremental Cardinality Constraints for MaxSAT, CP 2014), which takes its
//! variables from the formula through an adapter, so both count the same ones.

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental, Totalizer};
use rustsat::instances::ManageVars;
use rustsat::types;

use super::formula::Formula;
use super::literal::{Lit, Var};

/// An upper bound on how many of some literals are true.
pub struct Bound {
    totalizer: Totalizer,
    /// Literals that are no constants.
    open: usize,
    /// Literals that are constantly true.
    fixed: usize,
}

impl Bound {
    /// A literal given twice counts twice.
    pub fn new(literals: Vec<Lit>) -> Bound {
        let fixed = literals.iter().filter(|&&lit| lit == Lit::TRUE).count();
        let open: Vec<types::Lit> = literals.into_iter().filter(|lit| !lit.is_constant()).map(to_rustsat).collect();
        Bound { open: open.len(), fixed, totalizer: Totalizer::from_iter(open) }
    }

    /// Assumptions under which at most `most` of the literals are true. None are needed when there are not more
    /// literals; the clauses that give the assumptions their meaning go to the formula.
    pub fn at_most(&mut self, most: usize, formula: &mut Formula) -> Vec<Lit> {
        if most >= self.open + self.fixed {
            return Vec::new();
        }
        let Some(most) = most.checked_sub(self.fixed) else {
            return vec![Lit::FALSE];
        };
        let mut collected = Collected(Vec::new());
        self.totalizer
            .encode_ub_change(most..=most, &mut collected, &mut Variables(formula))
            .expect("there is memory for the bound");
        for clause in collected.0 {
            formula.add(&clause);
        }
        let assumptions = self.totalizer.enforce_ub(most).expect("the bound was just encoded; please report this");
        assumptions.into_iter().map(from_rustsat).collect()
    }
}

fn to_rustsat(lit: Lit) -> types::Lit {
    types::Lit::new(lit.var().index() as u32, lit.is_negative())
}

fn from_rustsat(lit: types::Lit) -> Lit {
    Var::from_index(lit.vidx()).positive() ^ lit.is_neg()
}

/// The formula's variables as rustsat's.
struct Variables<'f>(&'f mut Formula);

impl ManageVars for Variables<'_> {
    fn new_var(&mut self) -> types::Var {
        to_rustsat(self.0.fresh()).var()
    }

    fn max_var(&self) -> Option<types::Var> {
        Some(types::Var::new(self.0.variables() - 1))
    }

    fn increase_next_free(&mut self, var: types::Var) -> bool {
        let increased = var.idx32() > self.0.variables();
        while var.idx32() > self.0.variables() {
            self.0.fresh();
        }
        increased
    }

    fn combine(&mut self, other: Self) {
        self.increase_next_free(types::Var::new(other.0.variables()));
    }

    fn n_used(&self) -> u32 {
        self.0.variables()
    }

    fn forget_from(&mut self, _: types::Var) {
        panic!("a formula keeps its variables; please report this");
    }
}

/// Clauses on their way into the formula, which the variables hold meanwhile.
struct Collected(Vec<Vec<Lit>>);

impl CollectClauses for Collected {
    fn n_clauses(&self) -> usize {
        self.0.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = types::Clause>,
    {
        self.0.extend(clauses.into_iter().map(|clause| clause.into_iter().map(from_rustsat).collect()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::backend::{Outcome, Solver};

    /// For every order in which bounds may come: each admits exactly the assignments with few enough true literals.
    #[test]
    fn bounds_agree_with_counting() {
        for count in 0..=5 {
            for bounds in [vec![0, 1, 2, 3, 4, 5, 6], vec![5, 0, 3, 3, 1], vec![1, 2, 4], vec![2, 0]] {
                let mut formula = Formula::new();
                let mut solver = Solver::available()[0].make();
                let literals: Vec<Lit> = (0..count).map(|i| formula.fresh() ^ (i % 2 == 1)).collect();
                let mut bound = Bound::new(literals.clone());
                for most in bounds {
                    let enforce = bound.at_most(most, &mut formula);
                    assert_eq!(enforce.is_empty(), most >= count);
                    // Something else may take variables meanwhile.
                    formula.fresh();
                    formula.drain(&mut |clause| solver.add_clause(clause));
                    for values in 0..1u32 << count {
                        let mut assumptions: Vec<Lit> =
                            (0..count).map(|i| literals[i] ^ (values >> i & 1 == 0)).collect();
                        assert_eq!(solver.solve(&assumptions), Outcome::Sat);
                        assumptions.extend(&enforce);
                        let few = values.count_ones() as usize <= most;
                        let expected = if few { Outcome::Sat } else { Outcome::Unsat };
                        assert_eq!(solver.solve(&assumptions), expected, "{count} {most} {values:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn constants_count() {
        let mut formula = Formula::new();
        let a = formula.fresh();
        let mut bound = Bound::new(vec![Lit::TRUE, a, Lit::FALSE, Lit::TRUE]);
        assert_eq!(bound.at_most(1, &mut formula), [Lit::FALSE]);
        assert_eq!(bound.at_most(2, &mut formula), [!a]);
        assert_eq!(bound.at_most(3, &mut formula), []);
    }

    #[test]
    fn a_bound_asked_for_again_costs_nothing() {
        let mut formula = Formula::new();
        let literals = (0..40).map(|_| formula.fresh()).collect();
        let mut bound = Bound::new(literals);
        let first = bound.at_most(5, &mut formula);
        let (variables, clauses) = (formula.variables(), formula.clauses());
        assert_eq!(bound.at_most(5, &mut formula), first);
        assert_eq!((formula.variables(), formula.clauses()), (variables, clauses));
        assert_ne!(bound.at_most(10, &mut formula), first);
    }
}
