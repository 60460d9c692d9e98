//! Numbers of 128 bits as two words.
//!
//! In: the words of the operands of an operator. Out: those of its result. Values are no wider than a word in the IR; the lower
//! word is the first in memory. Numbers wrap around; the sign is that of the upper word. It must not know expressions.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Operand, Sign, UnaryOp, Width};

/// The two words of a number, or of sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub low: Operand,
    pub high: Operand,
}

/// The bits of a word.
const WORD: u64 = 64;

/// Which way the bits of a number are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    Left,
    LogicalRight,
    ArithmeticRight,
}

impl Pair {
    pub fn constant(number: i128) -> Pair {
        Pair { low: Operand::pointer(number as u64), high: Operand::pointer((number >> WORD) as u64) }
    }

    pub fn words(self) -> [Operand; 2] {
        [self.low, self.high]
    }

    pub fn of_words([low, high]: [Operand; 2]) -> Pair {
        Pair { low, high }
    }
}

impl Body<'_, '_> {
    /// A number of a word or less as two words.
    pub fn widen(&mut self, value: Operand, from: Shape) -> Pair {
        let low = self.resize(value, Width::POINTER, from.sign());
        let high = if from.is_signed() { self.sign_of(low) } else { Operand::pointer(0) };
        Pair { low, high }
    }

    /// A word of copies of the sign of a word.
    fn sign_of(&mut self, word: Operand) -> Operand {
        self.binary(BinaryOp::ArithmeticShiftRight, word, Operand::pointer(WORD - 1))
    }

    /// Whether any bit is set.
    pub fn pair_not_zero(&mut self, pair: Pair) -> Operand {
        let any = self.binary(BinaryOp::Or, pair.low, pair.high);
        self.not_zero(any)
    }

    /// An operator that treats each bit by itself.
    pub fn pair_bitwise(&mut self, op: BinaryOp, a: Pair, b: Pair) -> Pair {
        Pair { low: self.binary(op, a.low, b.low), high: self.binary(op, a.high, b.high) }
    }

    pub fn pair_not(&mut self, a: Pair) -> Pair {
        Pair { low: self.unary(UnaryOp::Not, a.low), high: self.unary(UnaryOp::Not, a.high) }
    }

    pub fn pair_add(&mut self, a: Pair, b: Pair) -> Pair {
        let low = self.binary(BinaryOp::Add, a.low, b.low);
        let carry = self.binary(BinaryOp::UnsignedLess, low, a.low);
        let carry = self.resize(carry, Width::POINTER, Sign::Unsigned);
        let high = self.binary(BinaryOp::Add, a.high, b.high);
        Pair { low, high: self.binary(BinaryOp::Add, high, carry) }
    }

    pub fn pair_sub(&mut self, a: Pair, b: Pair) -> Pair {
        let borrow = self.binary(BinaryOp::UnsignedLess, a.low, b.low);
        let borrow = self.resize(borrow, Width::POINTER, Sign::Unsigned);
        let high = self.binary(BinaryOp::Sub, a.high, b.high);
        Pair { low: self.binary(BinaryOp::Sub, a.low, b.low), high: self.binary(BinaryOp::Sub, high, borrow) }
    }

    /// The lower two words of the product.
    pub fn pair_mul(&mut self, a: Pair, b: Pair) -> Pair {
        let low = self.binary(BinaryOp::Mul, a.low, b.low);
        let upper = self.upper_product(a.low, b.low);
        let crossed = [(a.low, b.high), (a.high, b.low)].map(|(x, y)| self.binary(BinaryOp::Mul, x, y));
        let high = crossed.into_iter().fold(upper, |sum, part| self.binary(BinaryOp::Add, sum, part));
        Pair { low, high }
    }

    /// The upper word of the product of two words, of the products of their halves.
    fn upper_product(&mut self, a: Operand, b: Operand) -> Operand {
        let half = Operand::pointer(WORD / 2);
        let mask = Operand::pointer(u64::from(u32::MAX));
        let [(a_low, a_high), (b_low, b_high)] = [a, b]
            .map(|word| (self.binary(BinaryOp::And, word, mask), self.binary(BinaryOp::LogicalShiftRight, word, half)));
        let [lows, first, second, highs] = [(a_low, b_low), (a_high, b_low), (a_low, b_high), (a_high, b_high)]
            .map(|(x, y)| self.binary(BinaryOp::Mul, x, y));
        let upper = |body: &mut Self, word| body.binary(BinaryOp::LogicalShiftRight, word, half);
        let lower = |body: &mut Self, word| body.binary(BinaryOp::And, word, mask);
        let (carried, first_low, second_low) = (upper(self, lows), lower(self, first), lower(self, second));
        let middle = self.binary(BinaryOp::Add, carried, first_low);
        let middle = self.binary(BinaryOp::Add, middle, second_low);
        let rest = [upper(self, first), upper(self, second), upper(self, middle)];
        rest.into_iter().fold(highs, |sum, part| self.binary(BinaryOp::Add, sum, part))
    }

    /// Moves the bits by less than 128 places. A shift of a word by as many bits as it has or more gives 0, whatever else
    /// the count is: so each part below is 0 where it says nothing.
    pub fn pair_shift(&mut self, shift: Shift, a: Pair, count: Operand) -> Pair {
        use BinaryOp::{ArithmeticShiftRight, LogicalShiftRight, ShiftLeft};
        if let Operand::Const { bits: 0, .. } = count {
            return a;
        }
        let left = self.binary(BinaryOp::Sub, Operand::pointer(WORD), count);
        let beyond = self.binary(BinaryOp::Sub, count, Operand::pointer(WORD));
        let any = |body: &mut Self, parts: [(BinaryOp, Operand, Operand); 3]| {
            let parts = parts.map(|(op, word, by)| body.binary(op, word, by));
            let some = body.binary(BinaryOp::Or, parts[0], parts[1]);
            body.binary(BinaryOp::Or, some, parts[2])
        };
        match shift {
            Shift::Left => {
                let parts = [(ShiftLeft, a.high, count), (LogicalShiftRight, a.low, left), (ShiftLeft, a.low, beyond)];
                Pair { high: any(self, parts), low: self.binary(ShiftLeft, a.low, count) }
            }
            Shift::LogicalRight => {
                let logical = LogicalShiftRight;
                let parts = [(logical, a.low, count), (ShiftLeft, a.high, left), (logical, a.high, beyond)];
                Pair { low: any(self, parts), high: self.binary(logical, a.high, count) }
            }
            Shift::ArithmeticRight => {
                let kept = self.binary(LogicalShiftRight, a.low, count);
                let moved = self.binary(ShiftLeft, a.high, left);
                let near = self.binary(BinaryOp::Or, kept, moved);
                let far = self.binary(ArithmeticShiftRight, a.high, beyond);
                let is_near = self.binary(BinaryOp::UnsignedLess, count, Operand::pointer(WORD));
                Pair { low: self.select(is_near, near, far), high: self.binary(ArithmeticShiftRight, a.high, count) }
            }
        }
    }

    pub fn pair_equal(&mut self, a: Pair, b: Pair) -> Operand {
        let low = self.binary(BinaryOp::Equal, a.low, b.low);
        let high = self.binary(BinaryOp::Equal, a.high, b.high);
        self.binary(BinaryOp::And, low, high)
    }

    /// `a < b`, by the upper words first.
    pub fn pair_less(&mut self, sign: Sign, a: Pair, b: Pair) -> Operand {
        let op = if sign == Sign::Signed { BinaryOp::SignedLess } else { BinaryOp::UnsignedLess };
        let above = self.binary(op, a.high, b.high);
        let same = self.binary(BinaryOp::Equal, a.high, b.high);
        let below = self.binary(BinaryOp::UnsignedLess, a.low, b.low);
        let within = self.binary(BinaryOp::And, same, below);
        self.binary(BinaryOp::Or, above, within)
    }
}
