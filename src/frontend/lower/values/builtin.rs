//! The lowering of arithmetic builtins: overflow, byte order, counting bits.
//!
//! In: nodes of the typed tree for `__builtin_*`. Out: ordinary arithmetic.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{BitCount, ExprId, ExprList, OverflowOp, TypeId};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Operand, Property, Sign, Width};

/// Whether a type of 64 bits has every number of another type.
fn holds(wide: Shape, other: Shape) -> bool {
    wide == other || other.width().is_some_and(|w| w < Width::POINTER) && (wide.is_signed() || !other.is_signed())
}

/// What becomes of the result beside which an overflow builtin answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It goes where the third argument points to.
    Stored,
    /// Nothing: the third argument has its type only.
    Dropped,
}

fn operator(op: OverflowOp) -> BinaryOp {
    match op {
        OverflowOp::Add => BinaryOp::Add,
        OverflowOp::Sub => BinaryOp::Sub,
        OverflowOp::Mul => BinaryOp::Mul,
    }
}

impl Body<'_, '_> {
    /// `__builtin_add_overflow` and its siblings, in 64 bits, which is wide enough for operands of 32.
    pub fn overflow(&mut self, op: OverflowOp, at: TypeId, args: ExprList, outcome: Outcome) -> Operand {
        let args = self.input.tast[args].to_vec();
        let fits = matches!(self.input.shape(at), Shape::Int { width, .. } if width.bits() <= 64);
        let narrow = |shape: Shape| matches!(shape, Shape::Bool) || shape.width().is_some_and(|w| w.bits() <= 32);
        let shapes: Vec<Shape> = args.iter().map(|a| self.input.shape_of(*a)).collect();
        let target = if outcome == Outcome::Stored {
            self.input.pointee(self.input.ty(args[2])).map_or(Shape::Void, |ty| self.input.shape(ty))
        } else {
            shapes[2]
        };
        if outcome == Outcome::Dropped && self.input.bit_field_width(args[2]).is_some() {
            return self.refuse("an overflow builtin that asks for the width of a bit-field");
        }
        if fits && shapes[..2].iter().all(|shape| holds(target, *shape)) && !narrow(target) {
            return self.overflow_wide(op, &args, &shapes, (target, outcome));
        }
        let is_word = |shape: &Shape| matches!(shape, Shape::Bool | Shape::Int { .. });
        if !shapes[..2].iter().all(is_word) || !is_word(&target) {
            return self.refuse("an overflow builtin on these types");
        }
        if !fits || !narrow(shapes[0]) || !narrow(shapes[1]) || !narrow(target) {
            return self.overflow_mixed(op, &args, &shapes, (target, outcome));
        }
        let wide = Shape::Int { width: Width::POINTER, sign: Sign::Signed };
        let (left, right) = (self.value(args[0]), self.value(args[1]));
        let (left, right) = (self.convert(left, shapes[0], wide), self.convert(right, shapes[1], wide));
        let exact = self.binary(operator(op), left, right);
        let width = target.width().unwrap_or(Width::INT);
        let cut = self.resize(exact, width, Sign::Unsigned);
        if outcome == Outcome::Stored
            && let Some(place) = self.pointed_place(args[2])
        {
            self.write(place, cut);
        }
        let back = self.resize(cut, Width::POINTER, target.sign());
        let differs = self.binary(BinaryOp::NotEqual, back, exact);
        self.resize(differs, Width::BYTE, Sign::Unsigned)
    }

    /// The same in 128 bits, for operands of 64 bits and of different signs. A product of two unsigned ones may need the sign's bit,
    /// but is too small then to look like a negative number of 64 bits.
    fn overflow_mixed(
        &mut self,
        op: OverflowOp,
        args: &[ExprId],
        shapes: &[Shape],
        (target, outcome): (Shape, Outcome),
    ) -> Operand {
        let (left, right) = (self.value(args[0]), self.value(args[1]));
        let (left, right) = (self.widen(left, shapes[0]), self.widen(right, shapes[1]));
        let exact = match op {
            OverflowOp::Add => self.pair_add(left, right),
            OverflowOp::Sub => self.pair_sub(left, right),
            OverflowOp::Mul => self.pair_mul(left, right),
        };
        let cut = self.resize(exact.low, target.width().unwrap_or(Width::POINTER), Sign::Unsigned);
        if outcome == Outcome::Stored
            && let Some(place) = self.pointed_place(args[2])
        {
            self.write(place, cut);
        }
        let back = self.widen(cut, target);
        let fits = self.pair_equal(back, exact);
        let differs = self.negate(fits);
        self.resize(differs, Width::BYTE, Sign::Unsigned)
    }

    /// The same where the result has 64 bits and its type holds each operand.
    fn overflow_wide(
        &mut self,
        op: OverflowOp,
        args: &[ExprId],
        shapes: &[Shape],
        (target, outcome): (Shape, Outcome),
    ) -> Operand {
        let (left, right) = (self.value(args[0]), self.value(args[1]));
        let (left, right) = (self.convert(left, shapes[0], target), self.convert(right, shapes[1], target));
        let binary = operator(op);
        let fits = match (op, target.is_signed()) {
            (OverflowOp::Mul, true) => self.product_fits(left, right),
            (_, true) => self.sum_fits(binary, left, right),
            (OverflowOp::Add, false) => {
                let sum = self.binary(BinaryOp::Add, left, right);
                self.binary(BinaryOp::UnsignedLessEqual, left, sum)
            }
            (OverflowOp::Sub, false) => self.binary(BinaryOp::UnsignedLessEqual, right, left),
            (OverflowOp::Mul, false) => {
                let product = self.binary(BinaryOp::Mul, left, right);
                let quotient = self.binary(BinaryOp::UnsignedDiv, product, right);
                let same = self.binary(BinaryOp::Equal, quotient, left);
                let nothing = self.binary(BinaryOp::Equal, right, Operand::pointer(0));
                self.binary(BinaryOp::Or, nothing, same)
            }
        };
        let number = self.binary(binary, left, right);
        if outcome == Outcome::Stored
            && let Some(place) = self.pointed_place(args[2])
        {
            self.write(place, number);
        }
        let differs = self.negate(fits);
        self.resize(differs, Width::BYTE, Sign::Unsigned)
    }

    /// `__builtin_bswap*`.
    pub fn byte_swap(&mut self, operand: ExprId) -> Operand {
        let value = self.value(operand);
        let width = self.width(value);
        let mut result = Operand::constant(0, width);
        for byte in 0..width.bytes() {
            let (from, to) = (byte * 8, (width.bytes() - 1 - byte) * 8);
            let part = self.binary(BinaryOp::LogicalShiftRight, value, Operand::constant(from, width));
            let part = self.binary(BinaryOp::And, part, Operand::constant(0xff, width));
            let part = self.binary(BinaryOp::ShiftLeft, part, Operand::constant(to, width));
            result = self.binary(BinaryOp::Or, result, part);
        }
        result
    }

    /// `__builtin_clz`, `__builtin_popcount` and their siblings.
    pub fn bit_count(&mut self, operand: ExprId, count: BitCount, result: Width) -> Operand {
        use crate::frontend::typed::tree::BitCount;
        let mut value = self.value(operand);
        let width = self.width(value);
        let bits = width.bits();
        if matches!(count, BitCount::Leading | BitCount::Trailing) {
            // GCC leaves it undefined, and its optimiser makes use of that.
            let some = self.not_zero(value);
            self.require(some, Property::UndefinedArithmetic, "the leading or trailing zeros of 0 are counted");
        }
        let is_sign = count == BitCount::RedundantSign;
        if is_sign {
            // The bits that are as the sign are the leading zeros of what differs from it, less the sign itself.
            let signs = Operand::constant(u64::from(bits) - 1, width);
            let signs = self.binary(BinaryOp::ArithmeticShiftRight, value, signs);
            value = self.binary(BinaryOp::Xor, value, signs);
        }
        let bit = |body: &mut Self, index: u32| {
            let part = body.binary(BinaryOp::LogicalShiftRight, value, Operand::constant(u64::from(index), width));
            body.binary(BinaryOp::And, part, Operand::constant(1, width))
        };
        let value = match count {
            BitCount::Ones | BitCount::Parity => {
                let mut sum = Operand::constant(0, width);
                for index in 0..bits {
                    let one = bit(self, index);
                    let op = if count == BitCount::Ones { BinaryOp::Add } else { BinaryOp::Xor };
                    sum = self.binary(op, sum, one);
                }
                sum
            }
            // The last bit that decides wins, so the walk goes from the far end.
            BitCount::Leading | BitCount::Trailing | BitCount::FirstSet | BitCount::RedundantSign => {
                let none = if count == BitCount::FirstSet { 0 } else { u64::from(bits) };
                let mut answer = Operand::constant(none, width);
                for step in 0..bits {
                    let (index, found) = match count {
                        BitCount::Leading | BitCount::RedundantSign => (step, bits - 1 - step),
                        BitCount::Trailing => (bits - 1 - step, bits - 1 - step),
                        _ => (bits - 1 - step, bits - step),
                    };
                    let set = bit(self, index);
                    let set = self.not_zero(set);
                    answer = self.select(set, Operand::constant(u64::from(found), width), answer);
                }
                answer
            }
        };
        let value = if is_sign { self.binary(BinaryOp::Sub, value, Operand::constant(1, width)) } else { value };
        self.resize(value, result, Sign::Unsigned)
    }
}
