//! Operators that are looked up: on floating-point numbers, which no circuit computes.
//!
//! In: operands of which few values are possible, and what comes of these. Out: a choice between the results by which of
//! its values each operand has. It must not know what is computed.
//!
//! # Why that is right
//! An operand has one of its may-values wherever it is computed at all, so that one of the rows is taken, and a row says what
//! the operator makes of its values.

use super::{TermId, Terms};
use crate::ir::{BinaryOp, Width};

/// Tables have at most as many rows.
const ROWS: usize = 256;

impl Terms {
    /// The result of an operator by the values of its operands, one or two; `None` where these are too many, or not known
    /// one by one.
    pub(super) fn table(&mut self, operands: &[TermId], result: impl Fn(&[u64]) -> (u64, Width)) -> Option<TermId> {
        let same = operands.len() == 2 && operands[0] == operands[1];
        let mut rows: Vec<Vec<u64>> = vec![Vec::new()];
        for operand in operands.iter().skip(usize::from(same)) {
            let values = self.values(*operand).set()?;
            if rows.len() * values.len() > ROWS {
                return None;
            }
            rows = rows.iter().flat_map(|row| values.iter().map(|value| [&row[..], &[*value]].concat())).collect();
        }
        if same {
            rows = rows.into_iter().map(|row| vec![row[0]; 2]).collect();
        }
        // What is no other row is the last one.
        let results: Vec<(u64, Width)> = rows.iter().map(|row| result(row)).collect();
        let (last, width) = results[results.len() - 1];
        let mut whole = self.constant(last, width);
        for (row, (value, width)) in rows.iter().zip(results) {
            if value == last {
                continue;
            }
            let mut here = TermId::TRUE;
            for (operand, value) in operands.iter().zip(row) {
                let value = self.constant(*value, self.width(*operand));
                let is = self.binary(BinaryOp::Equal, *operand, value);
                here = self.and(here, is);
            }
            let value = self.constant(value, width);
            whole = self.select(here, value, whole);
        }
        Some(whole)
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::exec::terms::InputId;
    use crate::exec::values::Values;
    use crate::ir::{CastOp, UnaryOp};

    fn input(terms: &mut Terms, values: &[f64]) -> (InputId, TermId) {
        terms.input(Width::POINTER, Values::of(values.iter().map(|value| value.to_bits()).collect()))
    }

    #[test]
    fn a_row_is_what_the_operator_makes_of_its_values() {
        let (left, right) = ([0.0, -0.0, 0.1, 3.0, f64::NAN], [1.0, -2.5, f64::INFINITY]);
        let width = Width::POINTER;
        let mut terms = Terms::default();
        let ((x, a), (y, b)) = (input(&mut terms, &left), input(&mut terms, &right));
        for op in [BinaryOp::FloatAdd, BinaryOp::FloatSub, BinaryOp::FloatMul, BinaryOp::FloatDiv, BinaryOp::FloatRem] {
            let (result, twice) = (terms.binary(op, a, b), terms.binary(op, a, a));
            assert!(!terms.is_opaque(result) && !terms.is_opaque(twice));
            for (p, q) in left.iter().flat_map(|p| right.iter().map(move |q| (p.to_bits(), q.to_bits()))) {
                let given = |id: InputId| if id == x { p } else { q };
                assert_eq!(terms.evaluate(result, &mut FxHashMap::default(), &given), op.eval(p, q, width));
                assert_eq!(terms.evaluate(twice, &mut FxHashMap::default(), &given), op.eval(p, p, width));
                assert_ne!(x, y);
            }
        }
        let (root, cut) = (terms.unary(UnaryOp::FloatRoot, b), terms.cast(CastOp::FloatToSigned, b, Width::INT));
        for q in right.map(f64::to_bits) {
            let value = |term| terms.evaluate(term, &mut FxHashMap::default(), &|_| q);
            assert_eq!(value(root), UnaryOp::FloatRoot.eval(q, width));
            assert_eq!(value(cut), CastOp::FloatToSigned.eval(q, width, Width::INT));
        }
    }

    #[test]
    fn what_may_be_too_many_numbers_is_opaque() {
        let mut terms = Terms::default();
        let any = terms.input(Width::POINTER, Values::all(Width::POINTER)).1;
        let half = terms.constant(0.5f64.to_bits(), Width::POINTER);
        let product = terms.binary(BinaryOp::FloatMul, any, half);
        assert!(terms.is_opaque(product));
        let less = terms.binary(BinaryOp::FloatLess, any, half);
        assert!(!terms.is_opaque(less));
    }
}
