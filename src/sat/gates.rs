//! Boolean gates over a formula.
//!
//! In: literals. Out: a literal that is true exactly when the gate's function is, defined by clauses in both
//! directions (G. S. Tseitin, On the complexity of derivation in propositional calculus, 1968; deviation: the
//! clauses are not restricted to one polarity, because assumptions may force any literal either way). Constants
//! are folded, operands brought into a normal form, and a gate asked for twice is the same literal: the table
//! makes structural hashing global, so encoders need not remember what they built.

use super::formula::Formula;
use super::gate_table::Gate;
use super::literal::Lit;

impl Formula {
    /// The literal of a gate, and whether it is new and still needs its clauses.
    fn gate(&mut self, gate: Gate) -> (Lit, bool) {
        if let Some(&out) = self.gates.0.get(&gate) {
            return (out, false);
        }
        let out = self.fresh();
        self.gates.0.insert(gate, out);
        (out, true)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == Lit::FALSE || b == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if b == Lit::TRUE {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        let (out, new) = self.gate(Gate::And(a, b));
        if new {
            self.add(&[!out, a]);
            self.add(&[!out, b]);
            self.add(&[out, !a, !b]);
        }
        out
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// True when all operands are; of no operands, true.
    pub fn and_all(&mut self, operands: impl IntoIterator<Item = Lit>) -> Lit {
        let mut operands: Vec<Lit> = operands.into_iter().filter(|&lit| lit != Lit::TRUE).collect();
        operands.sort_unstable();
        operands.dedup();
        // Sorted, the constant comes first, and a literal is next to its negation.
        if operands.first() == Some(&Lit::FALSE) || operands.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        match *operands {
            [] => Lit::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => {
                let (out, new) = self.gate(Gate::AndMany(operands.as_slice().into()));
                if new {
                    for &operand in &operands {
                        self.add(&[!out, operand]);
                    }
                    for operand in &mut operands {
                        *operand = !*operand;
                    }
                    operands.push(out);
                    self.add(&operands);
                }
                out
            }
        }
    }

    /// True when an operand is; of no operands, false.
    pub fn or_any(&mut self, operands: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and_all(operands.into_iter().map(|lit| !lit))
    }

    /// True when `a` is false or `b` true.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negative() ^ b.is_negative();
        let (a, b) = (a.var().positive(), b.var().positive());
        if a == b {
            return Lit::FALSE ^ negate;
        }
        let (a, b) = (a.min(b), a.max(b));
        if a == Lit::TRUE {
            return !b ^ negate;
        }
        let (out, new) = self.gate(Gate::Xor(a, b));
        if new {
            self.add(&[!out, a, b]);
            self.add(&[!out, !a, !b]);
            self.add(&[out, !a, b]);
            self.add(&[out, a, !b]);
        }
        out ^ negate
    }

    /// True when an odd number of the operands is: the sum bit of a full adder.
    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let negate = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut vars = [a, b, c].map(|lit| lit.var().positive());
        vars.sort_unstable();
        let [a, b, c] = vars;
        if a == b {
            return c ^ negate;
        }
        if b == c {
            return a ^ negate;
        }
        if a == Lit::TRUE {
            return !self.xor(b, c) ^ negate;
        }
        let (out, new) = self.gate(Gate::Xor3(a, b, c));
        if new {
            for row in 0..8u32 {
                let [x, y, z] = [a ^ (row & 1 != 0), b ^ (row & 2 != 0), c ^ (row & 4 != 0)];
                // The row in which x, y and z are all false: its parity is that of the negated operands.
                self.add(&[x, y, z, out ^ (row.count_ones() % 2 == 0)]);
            }
        }
        out ^ negate
    }

    /// True when at least two operands are: the carry of a full adder, and one step of a comparison.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut operands = [a, b, c];
        operands.sort_unstable();
        let [a, b, c] = operands;
        // Sorted, equal and opposite operands and the constants are neighbours.
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return if b == c { b } else { c };
        }
        match a.as_constant() {
            Some(true) => return self.or(b, c),
            Some(false) => return self.and(b, c),
            None => {}
        }
        // Majority is its own dual.
        let negate = a.is_negative();
        let [a, b, c] = [a ^ negate, b ^ negate, c ^ negate];
        let (out, new) = self.gate(Gate::Majority(a, b, c));
        if new {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                self.add(&[out, !x, !y]);
                self.add(&[!out, x, y]);
            }
        }
        out ^ negate
    }

    /// `then` where the condition holds, `otherwise` elsewhere.
    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if condition.is_negative() {
            return self.ite(!condition, otherwise, then);
        }
        // The condition is known inside its branches.
        let then = if then.var() == condition.var() { Lit::from(then == condition) } else { then };
        let otherwise = if otherwise.var() == condition.var() { Lit::from(otherwise != condition) } else { otherwise };
        if condition == Lit::TRUE || then == otherwise {
            return then;
        }
        if then == !otherwise {
            return !self.xor(condition, then);
        }
        match (then.as_constant(), otherwise.as_constant()) {
            (Some(true), _) => return self.or(condition, otherwise),
            (Some(false), _) => return self.and(!condition, otherwise),
            (_, Some(true)) => return self.or(!condition, then),
            (_, Some(false)) => return self.and(condition, then),
            (None, None) => {}
        }
        let negate = then.is_negative();
        let (then, otherwise) = (then ^ negate, otherwise ^ negate);
        let (out, new) = self.gate(Gate::Ite(condition, then, otherwise));
        if new {
            self.add(&[!condition, !then, out]);
            self.add(&[!condition, then, !out]);
            self.add(&[condition, !otherwise, out]);
            self.add(&[condition, otherwise, !out]);
            // Implied by the four above, but not found by unit propagation while the condition is open.
            self.add(&[!then, !otherwise, out]);
            self.add(&[then, otherwise, !out]);
        }
        out ^ negate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::backend::{Outcome, Solver};

    type Gate3 = (fn(&mut Formula, Lit, Lit, Lit) -> Lit, fn(bool, bool, bool) -> bool);

    /// Every gate, its operands drawn from constants and three variables in all ways, against its truth table.
    #[test]
    fn gates_are_their_truth_tables() {
        let gates: [Gate3; 11] = [
            (|f, a, b, _| f.and(a, b), |a, b, _| a && b),
            (|f, a, b, _| f.or(a, b), |a, b, _| a || b),
            (|f, a, b, _| f.xor(a, b), |a, b, _| a != b),
            (|f, a, b, _| f.iff(a, b), |a, b, _| a == b),
            (|f, a, b, _| f.implies(a, b), |a, b, _| !a || b),
            (|f, a, b, c| f.and_all([a, b, c]), |a, b, c| a && b && c),
            (|f, a, b, c| f.or_any([a, b, c]), |a, b, c| a || b || c),
            (|f, a, b, c| f.xor3(a, b, c), |a, b, c| a ^ b ^ c),
            (|f, a, b, c| f.ite(a, b, c), |a, b, c| if a { b } else { c }),
            (|f, a, b, c| f.majority(a, b, c), |a, b, c| u8::from(a) + u8::from(b) + u8::from(c) >= 2),
            (|f, _, b, _| f.and_all([b]), |_, b, _| b),
        ];
        let mut f = Formula::new();
        let mut solver = Solver::available()[0].make();
        let vars = [f.fresh(), f.fresh(), f.fresh()];
        let mut operands = vec![Lit::TRUE, Lit::FALSE];
        operands.extend(vars.iter().flat_map(|&var| [var, !var]));
        for (number, (build, table)) in gates.into_iter().enumerate() {
            for &a in &operands {
                for &b in &operands {
                    for &c in &operands {
                        let out = build(&mut f, a, b, c);
                        assert_eq!(build(&mut f, a, b, c), out, "the same gate is the same literal");
                        f.drain(&mut |clause| solver.add_clause(clause));
                        for row in 0..8u32 {
                            let value = |lit: Lit| match vars.iter().position(|&var| var.var() == lit.var()) {
                                Some(i) => (row >> i & 1 == 1) ^ lit.is_negative(),
                                None => lit == Lit::TRUE,
                            };
                            let expected = table(value(a), value(b), value(c));
                            let mut given: Vec<Lit> = vars.iter().map(|&var| var ^ !value(var)).collect();
                            given.push(out ^ !expected);
                            assert_eq!(solver.solve(&given), Outcome::Sat, "gate {number} of {a} {b} {c}");
                            given[3] = !given[3];
                            assert_eq!(solver.solve(&given), Outcome::Unsat, "gate {number} of {a} {b} {c}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn equal_functions_share_a_literal() {
        let mut f = Formula::new();
        let (a, b, c) = (f.fresh(), f.fresh(), f.fresh());
        assert_eq!(f.and(a, b), f.and_all([b, Lit::TRUE, a, b]));
        assert_eq!(f.xor(!a, b), !f.xor(b, a));
        assert_eq!(f.ite(!a, b, !c), !f.ite(a, c, !b));
        assert_eq!(f.majority(!a, !b, !c), !f.majority(c, a, b));
        assert_eq!(f.xor3(a, b, a), b);
        assert_eq!(f.ite(a, a, b), f.or(a, b));
        let variables = f.variables();
        f.or_any([a, b]);
        assert_eq!(f.variables(), variables);
    }
}
