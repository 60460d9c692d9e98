//! The algebra `constant | literal`: what the evaluator writes gates with.
//!
//! In: a formula. Out: the [`Algebra`] whose elements are its literals, and how each literal is made up. It must not know
//! relations or models.

use rustc_hash::FxHashMap;

use crate::model::Algebra;
use crate::sat::formula::Formula;
use crate::sat::literal::Lit;

/// The algebra `constant | literal`.
pub struct Literals<'f> {
    pub formula: &'f mut Formula,
    /// The gates made here, for evaluating them under another assignment.
    pub gates: &'f mut FxHashMap<Lit, Gate>,
    /// What was demanded of literals that are no gates.
    pub demanded: Vec<Lit>,
}

/// How a literal of the relations is made up.
#[derive(Clone, Debug)]
pub enum Gate {
    And(Lit, Lit),
    Or(Vec<Lit>),
}

impl<'f> Literals<'f> {
    pub fn new(formula: &'f mut Formula, gates: &'f mut FxHashMap<Lit, Gate>) -> Literals<'f> {
        Literals { formula, gates, demanded: Vec::new() }
    }

    pub fn both(&mut self, a: Lit, b: Lit) -> Lit {
        let lit = self.formula.and(a, b);
        if lit != a && lit != b && !lit.is_constant() {
            self.gates.insert(lit, Gate::And(a, b));
        }
        lit
    }
}

impl Algebra for Literals<'_> {
    type Elem = Lit;

    fn zero(&self) -> Lit {
        Lit::FALSE
    }

    fn one(&self) -> Lit {
        Lit::TRUE
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.both(a, b)
    }

    fn or(&mut self, items: &[Lit]) -> Lit {
        let lit = self.formula.or_any(items.iter().copied());
        if !lit.is_constant() && !items.contains(&lit) {
            self.gates.insert(lit, Gate::Or(items.to_vec()));
        }
        lit
    }

    fn not(&mut self, a: Lit) -> Lit {
        !a
    }

    fn has_unknowns(&self) -> bool {
        true
    }

    fn unknown(&mut self) -> Lit {
        self.formula.fresh()
    }

    fn demand(&mut self, from: &[Lit], to: Lit) {
        self.formula.require_implies(from, to);
        self.demanded.extend(from);
        self.demanded.push(to);
    }
}
