//! Arithmetic of `float` and `double`.
//!
//! In: operands and their shapes, and the nodes of the typed tree that ask about numbers. Out: instructions on their bits. What
//! only moves a sign is done as on any bits, so that it is known whatever the number is. It must not know places.

use crate::frontend::known::functions::{Math, Rounding};
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{BinaryOp as C, Classify, ExprId, Sign as Function};
use crate::frontend::typed::types::Shape;
use crate::ir::operators::floats;
use crate::ir::{BinaryOp, CastOp, Op, Operand, Property, Sign, UnaryOp, Width};

/// What is said of a conversion to an integer type that has no such number.
const NO_PLACE: &str = "the integer type cannot hold this floating-point number";

impl Body<'_, '_> {
    /// The number one, as an operand of this width.
    pub fn real_one(&self, width: Width) -> Operand {
        Operand::constant(CastOp::UnsignedToFloat.eval(1, width, width), width)
    }

    /// An arithmetic operator on two numbers of one type.
    pub fn real_arithmetic(&mut self, op: C, left: Operand, right: Operand) -> Operand {
        let op = match op {
            C::Add => BinaryOp::FloatAdd,
            C::Sub => BinaryOp::FloatSub,
            C::Mul => BinaryOp::FloatMul,
            C::Div => BinaryOp::FloatDiv,
            _ => return self.refuse("this operator on floating point"),
        };
        self.binary(op, left, right)
    }

    /// A comparison of two numbers of one type.
    pub(in crate::frontend::lower) fn real_comparison(&mut self, op: C, left: Operand, right: Operand) -> Operand {
        match op {
            C::Eq => self.binary(BinaryOp::FloatEqual, left, right),
            C::Ne => {
                let equal = self.binary(BinaryOp::FloatEqual, left, right);
                self.negate(equal)
            }
            C::Lt => self.binary(BinaryOp::FloatLess, left, right),
            C::Le => self.binary(BinaryOp::FloatLessEqual, left, right),
            C::Gt => self.binary(BinaryOp::FloatLess, right, left),
            _ => self.binary(BinaryOp::FloatLessEqual, right, left),
        }
    }

    /// Whether a value of this shape is not zero, as a condition.
    pub(in crate::frontend::lower) fn truth(&mut self, value: Operand, shape: Shape) -> Operand {
        match shape {
            Shape::Real { width } => self.real_comparison(C::Ne, value, Operand::constant(0, width)),
            _ => self.not_zero(value),
        }
    }

    /// The number with the other sign.
    pub fn opposite_real(&mut self, value: Operand) -> Operand {
        let width = self.width(value);
        self.binary(BinaryOp::Xor, value, Operand::constant(width.sign_bit(), width))
    }

    /// A number of another shape as one of this width.
    pub(in crate::frontend::lower) fn real_of(&mut self, value: Operand, from: Shape, width: Width) -> Operand {
        match from {
            Shape::Real { width: given } if given == width => value,
            Shape::Real { .. } => self.real_cast(CastOp::FloatToFloat, value, width),
            Shape::Int { sign: Sign::Signed, .. } => self.real_cast(CastOp::SignedToFloat, value, width),
            Shape::Int { .. } | Shape::Bool => self.real_cast(CastOp::UnsignedToFloat, value, width),
            Shape::Refused(construct) => self.refuse(construct),
            _ => self.refuse("a conversion of this type to floating point"),
        }
    }

    /// What is left of a number when its fraction is cut off. C says nothing of one that the type has no place for.
    pub(in crate::frontend::lower) fn integer_of(&mut self, value: Operand, (width, sign): (Width, Sign)) -> Operand {
        let from = self.width(value);
        let number = |number: f64| match from {
            floats::SINGLE => Operand::constant(u64::from((number as f32).to_bits()), from),
            _ => Operand::constant(number.to_bits(), from),
        };
        // Powers of two are numbers of either format. The number below the least one may be none, and then there is nothing
        // between it and the least one either.
        let signed = sign == Sign::Signed;
        let bits = width.bits() as i32 - i32::from(signed);
        let above = 2f64.powi(bits);
        let least = if signed { -above } else { 0.0 };
        let precision = if from == floats::SINGLE { 24 } else { 53 };
        let low = if signed && bits >= precision {
            self.binary(BinaryOp::FloatLessEqual, number(least), value)
        } else {
            self.binary(BinaryOp::FloatLess, number(least - 1.0), value)
        };
        let high = self.binary(BinaryOp::FloatLess, value, number(above));
        let condition = self.binary(BinaryOp::And, low, high);
        if condition != Operand::bool(true) {
            let (property, message) = (Property::UndefinedArithmetic, NO_PLACE.to_string());
            self.emit(Op::Assert { condition, property, message });
        }
        self.real_cast(if signed { CastOp::FloatToSigned } else { CastOp::FloatToUnsigned }, value, width)
    }

    fn real_cast(&mut self, op: CastOp, value: Operand, to: Width) -> Operand {
        let from = self.width(value);
        if let Operand::Const { bits, .. } = value {
            return Operand::constant(op.eval(bits, from, to), to);
        }
        let dst = self.register(to, None);
        self.emit(Op::Cast { dst, op, value });
        Operand::Reg(dst)
    }

    /// The number without its sign.
    fn magnitude(&mut self, value: Operand) -> Operand {
        let width = self.width(value);
        self.binary(BinaryOp::And, value, Operand::constant(!width.sign_bit(), width))
    }

    /// `isnan` and its siblings, as numbers of this width.
    pub(in crate::frontend::lower) fn classify(
        &mut self,
        op: Classify,
        (lhs, rhs): (ExprId, Option<ExprId>),
        result: Width,
    ) -> Operand {
        let Some(left) = self.real_operand(lhs) else { return Operand::constant(0, result) };
        let width = self.width(left);
        let infinity = Operand::constant(floats::infinity(width), width);
        let condition = match op {
            Classify::Unordered | Classify::LessGreater => {
                let Some(right) = rhs.and_then(|rhs| self.real_operand(rhs)) else {
                    return Operand::constant(0, result);
                };
                let pairs = match op {
                    Classify::Unordered => [(left, left), (right, right)],
                    _ => [(left, right), (right, left)],
                };
                let either = match op {
                    Classify::Unordered => pairs.map(|(a, b)| self.real_comparison(C::Ne, a, b)),
                    _ => pairs.map(|(a, b)| self.real_comparison(C::Lt, a, b)),
                };
                self.binary(BinaryOp::Or, either[0], either[1])
            }
            Classify::SignBit => {
                let sign = self.binary(BinaryOp::And, left, Operand::constant(width.sign_bit(), width));
                self.not_zero(sign)
            }
            _ => {
                let size = self.magnitude(left);
                match op {
                    Classify::Nan => self.binary(BinaryOp::UnsignedLess, infinity, size),
                    Classify::Infinite | Classify::InfiniteSign => self.binary(BinaryOp::Equal, size, infinity),
                    Classify::Finite => self.binary(BinaryOp::UnsignedLess, size, infinity),
                    _ => {
                        let smallest = Operand::constant(smallest_normal(width), width);
                        let large = self.binary(BinaryOp::UnsignedLessEqual, smallest, size);
                        let finite = self.binary(BinaryOp::UnsignedLess, size, infinity);
                        self.binary(BinaryOp::And, large, finite)
                    }
                }
            }
        };
        if op == Classify::InfiniteSign {
            let sign =
                self.binary(BinaryOp::LogicalShiftRight, left, Operand::constant(u64::from(width.bits()) - 1, width));
            let sign = self.not_zero(sign);
            let number = self.select(sign, Operand::constant(u64::MAX, result), Operand::constant(1, result));
            return self.select(condition, number, Operand::constant(0, result));
        }
        self.resize(condition, result, Sign::Unsigned)
    }

    /// `fpclassify`: one of five answers.
    pub(in crate::frontend::lower) fn fpclassify(
        &mut self,
        value: ExprId,
        answers: &[ExprId],
        result: Width,
    ) -> Operand {
        let Some(value) = self.real_operand(value) else { return Operand::constant(0, result) };
        let width = self.width(value);
        let size = self.magnitude(value);
        let infinity = floats::infinity(width);
        let answers: Vec<Operand> = answers.iter().map(|answer| self.value(*answer)).collect();
        let [nan, infinite, normal, subnormal, zero] = answers[..] else {
            return self.refuse("__builtin_fpclassify with this many arguments");
        };
        let mut answer = nan;
        // From the largest on: the smallest bound that holds wins.
        let bounds = [(infinity, infinite), (infinity - 1, normal), (smallest_normal(width) - 1, subnormal), (0, zero)];
        for (bound, this) in bounds {
            let below = self.binary(BinaryOp::UnsignedLessEqual, size, Operand::constant(bound, width));
            answer = self.select(below, this, answer);
        }
        answer
    }

    /// `__builtin_fabs` and `__builtin_copysign`.
    pub(in crate::frontend::lower) fn signed_as(
        &mut self,
        op: Function,
        (lhs, rhs): (ExprId, Option<ExprId>),
        width: Width,
    ) -> Operand {
        let Some(left) = self.real_operand(lhs) else { return Operand::constant(0, width) };
        let size = self.magnitude(left);
        match (op, rhs.and_then(|rhs| self.real_operand(rhs))) {
            (Function::Of, Some(right)) => self.with_sign(size, right),
            _ => size,
        }
    }

    fn with_sign(&mut self, size: Operand, of: Operand) -> Operand {
        let width = self.width(size);
        let sign = self.binary(BinaryOp::And, of, Operand::constant(width.sign_bit(), width));
        self.binary(BinaryOp::Or, size, sign)
    }

    /// The value of an operand that must be a `float` or a `double`.
    fn real_operand(&mut self, expr: ExprId) -> Option<Operand> {
        match self.input.shape_of(expr) {
            Shape::Real { .. } => Some(self.value(expr)),
            Shape::Refused(construct) => {
                self.unsupported(construct);
                None
            }
            _ => {
                self.unsupported("a question about a number that is no floating point");
                None
            }
        }
    }

    /// A function of `math.h` that IEEE 754 says to the last bit.
    pub(in crate::frontend::lower) fn math(&mut self, function: Math, args: &[ExprId], result: Shape) -> Operand {
        // The prototype has converted them.
        let mut numbers = Vec::new();
        for arg in args {
            let Some(number) = self.real_operand(*arg) else { return Operand::pointer(0) };
            numbers.push(number);
        }
        match (function, &numbers[..]) {
            (Math::Root, [a]) => self.unary(UnaryOp::FloatRoot, *a),
            (Math::Whole(rounding), [a]) => self.unary(rounded(rounding), *a),
            (Math::Integer(rounding), [a]) => {
                let whole = self.unary(rounded(rounding), *a);
                let from = Shape::Real { width: self.width(whole) };
                self.convert(whole, from, result)
            }
            (Math::Magnitude, [a]) => self.magnitude(*a),
            (Math::Remainder, [a, b]) => self.binary(BinaryOp::FloatRem, *a, *b),
            (Math::Sign, [a, b]) => {
                let size = self.magnitude(*a);
                self.with_sign(size, *b)
            }
            (Math::Least | Math::Most, [a, b]) => {
                // What is no number gives way to one that is; of two zeros either is right.
                let (a, b) = (*a, *b);
                let (less, more) = if function == Math::Least { (a, b) } else { (b, a) };
                let first = self.binary(BinaryOp::FloatLessEqual, less, more);
                let nothing = self.real_comparison(C::Ne, b, b);
                let first = self.binary(BinaryOp::Or, first, nothing);
                self.select(first, a, b)
            }
            _ => self.refuse("a call of a function on floating point with another number of arguments"),
        }
    }

    /// `-value`.
    pub(in crate::frontend::lower) fn negated(&mut self, value: Operand, shape: Shape) -> Operand {
        match shape {
            Shape::Real { .. } => self.opposite_real(value),
            _ if shape.is_signed() => self.opposite(value),
            _ => self.unary(UnaryOp::Neg, value),
        }
    }
}

fn rounded(rounding: Rounding) -> UnaryOp {
    match rounding {
        Rounding::Down => UnaryOp::FloatFloor,
        Rounding::Up => UnaryOp::FloatCeil,
        Rounding::ToZero => UnaryOp::FloatTruncate,
        Rounding::Nearest => UnaryOp::FloatRound,
        Rounding::NearestEven => UnaryOp::FloatRoundEven,
    }
}

/// The bits of the smallest number that has all digits of its format.
fn smallest_normal(width: Width) -> u64 {
    if width == floats::SINGLE { u64::from(f32::MIN_POSITIVE.to_bits()) } else { f64::MIN_POSITIVE.to_bits() }
}
