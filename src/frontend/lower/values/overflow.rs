//! Signed overflow: a result that its type cannot hold (C11, 6.5, 5).
//!
//! In: an operator on two numbers of a signed type, where overflow is looked for. Out: an assertion that their result fits.
//! What is computed does not change: numbers wrap around, whoever looks. It must not know expressions.
//!
//! Types narrower than `int` do not overflow, because they are promoted; atomic objects wrap around by definition (7.17.7.5);
//! shifts to the left are what gcc makes of them. The tool's own C text is not looked at.

use crate::frontend::lower::state::body::Body;
use crate::ir::{BinaryOp, Concern, Op, Operand, Property, Sign, UnaryOp, Width};

impl Body<'_, '_> {
    /// Asserts that the sum, difference or product of two numbers of a signed type fits into it.
    pub fn check_overflow(&mut self, op: BinaryOp, left: Operand, right: Operand) {
        let width = self.width(left);
        if self.input.own || width < Width::INT || !self.lower.program.checked.contains(Concern::Overflow) {
            return;
        }
        let fits = match op {
            BinaryOp::Add | BinaryOp::Sub => self.sum_fits(op, left, right),
            BinaryOp::Mul => self.product_fits(left, right),
            _ => return,
        };
        if fits != Operand::bool(true) {
            let message = Property::SignedOverflow.describe().to_string();
            self.emit(Op::Assert { condition: fits, property: Property::SignedOverflow, message });
        }
    }

    /// Asserts that a number has an opposite, which the least one has not; `abs` of the library's own text is looked at, too.
    pub fn check_opposite(&mut self, value: Operand) {
        let width = self.width(value);
        if width < Width::INT || !self.lower.program.checked.contains(Concern::Overflow) {
            return;
        }
        let least = Operand::constant(width.sign_bit(), width);
        let condition = self.binary(BinaryOp::NotEqual, value, least);
        let message = Property::SignedOverflow.describe().to_string();
        self.emit(Op::Assert { condition, property: Property::SignedOverflow, message });
    }

    /// The sign of a sum is that of one of its terms, where it fits; a difference is a sum that the left side is.
    pub fn sum_fits(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let result = self.binary(op, left, right);
        let (sum, terms) = match op {
            BinaryOp::Add => (result, [left, right]),
            _ => (left, [result, right]),
        };
        let changes = terms.map(|term| self.binary(BinaryOp::Xor, term, sum));
        let both = self.binary(BinaryOp::And, changes[0], changes[1]);
        self.is_not_negative(both)
    }

    pub fn product_fits(&mut self, left: Operand, right: Operand) -> Operand {
        let width = self.width(left);
        let constant = |operand| match operand {
            Operand::Const { bits, .. } => Some(width.signed(bits)),
            _ => None,
        };
        match (constant(left), constant(right)) {
            (_, Some(factor)) => return self.multiple_fits(left, factor),
            (Some(factor), None) => return self.multiple_fits(right, factor),
            (None, None) => {}
        }
        if width < Width::POINTER {
            let [a, b] = [left, right].map(|factor| self.resize(factor, Width::POINTER, Sign::Signed));
            let wide = self.binary(BinaryOp::Mul, a, b);
            let narrow = self.resize(wide, width, Sign::Signed);
            let again = self.resize(narrow, Width::POINTER, Sign::Signed);
            return self.binary(BinaryOp::Equal, wide, again);
        }
        // It is the product divided by one factor that is the other; the least number divided by -1 is none.
        let product = self.binary(BinaryOp::Mul, left, right);
        let (zero, minus_one) = (Operand::constant(0, width), Operand::constant(u64::MAX, width));
        let quotient = self.binary(BinaryOp::SignedDiv, product, right);
        let same = self.binary(BinaryOp::Equal, quotient, left);
        let ordinary = self.binary(BinaryOp::NotEqual, right, minus_one);
        let not_least = self.binary(BinaryOp::NotEqual, left, Operand::constant(width.sign_bit(), width));
        let divisible = self.binary(BinaryOp::Or, ordinary, not_least);
        let fits = self.binary(BinaryOp::And, same, divisible);
        let nothing = self.binary(BinaryOp::Equal, right, zero);
        self.binary(BinaryOp::Or, nothing, fits)
    }

    /// Whether a number times a constant fits: whether it lies between what is the least and the greatest.
    fn multiple_fits(&mut self, value: Operand, factor: i64) -> Operand {
        let width = self.width(value);
        let (least, most) = (i128::from(width.signed(width.sign_bit())), i128::from(width.mask() >> 1));
        let factor = i128::from(factor);
        let (low, high) = match factor {
            0 | 1 => return Operand::bool(true),
            // Division rounds towards zero, and so towards what lies between them.
            2.. => (least / factor, most / factor),
            _ => (-(most / -factor), (least / factor).min(most)),
        };
        let (low, high) = (Operand::constant(low as u64, width), Operand::constant(high as u64, width));
        let above = self.binary(BinaryOp::SignedLessEqual, low, value);
        let below = self.binary(BinaryOp::SignedLessEqual, value, high);
        self.binary(BinaryOp::And, above, below)
    }

    fn is_not_negative(&mut self, value: Operand) -> Operand {
        let zero = Operand::constant(0, self.width(value));
        self.binary(BinaryOp::SignedLessEqual, zero, value)
    }

    /// `-value` of a signed type, which the least number has no opposite in.
    pub fn opposite(&mut self, value: Operand) -> Operand {
        let zero = Operand::constant(0, self.width(value));
        self.check_overflow(BinaryOp::Sub, zero, value);
        self.unary(UnaryOp::Neg, value)
    }
}
