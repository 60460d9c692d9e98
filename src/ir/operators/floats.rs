//! Floating-point numbers as bits: what the operators on them mean.
//!
//! In: operands as the bits of IEEE 754's binary32 or binary64, by their width. Out: the result's bits. It must not know who
//! computes. Operators on operands of another width yield 0; the verifier lets none through.
//!
//! Results are rounded to the nearest number, ties to even, each operation by itself: so do SSE's instructions, which gcc
//! uses on x86-64, where nothing is kept in more bits than its type has and no product is added without being rounded. What
//! an operation makes of no number is written out as these instructions do it, so that it is the same wherever this
//! program runs: the first operand that is no number, made quiet, or else the one with the sign set. C leaves open which.

use super::{BinaryOp, CastOp, Sign, UnaryOp, Width};

/// The widths of numbers: `float` and `double`.
pub const SINGLE: Width = Width::INT;
pub const DOUBLE: Width = Width::POINTER;

/// Whether values of this width can be floating-point numbers.
pub fn is_float_width(width: Width) -> bool {
    width == SINGLE || width == DOUBLE
}

/// The bits of infinity: those above it, the sign left aside, are no number.
pub fn infinity(width: Width) -> u64 {
    if width == SINGLE { u64::from(f32::INFINITY.to_bits()) } else { f64::INFINITY.to_bits() }
}

/// The highest bit of the fraction, which a quiet NaN has set.
fn quiet(width: Width) -> u64 {
    if width == SINGLE { 1 << 22 } else { 1 << 51 }
}

fn is_nan(bits: u64, width: Width) -> bool {
    bits & !width.sign_bit() > infinity(width)
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// The result where no operand was a NaN, or the one that stands for all that is none.
fn valid(bits: u64, width: Width) -> u64 {
    if is_nan(bits, width) { width.sign_bit() | infinity(width) | quiet(width) } else { bits }
}

pub(super) fn unary(op: UnaryOp, a: u64, width: Width) -> u64 {
    use UnaryOp::*;
    if !is_float_width(width) {
        return 0;
    }
    if is_nan(a, width) {
        return a | quiet(width);
    }
    let result = if width == SINGLE {
        let a = single(a);
        let result = match op {
            FloatRoot => a.sqrt(),
            FloatFloor => a.floor(),
            FloatCeil => a.ceil(),
            FloatTruncate => a.trunc(),
            FloatRound => a.round(),
            _ => a.round_ties_even(),
        };
        u64::from(result.to_bits())
    } else {
        let a = double(a);
        let result = match op {
            FloatRoot => a.sqrt(),
            FloatFloor => a.floor(),
            FloatCeil => a.ceil(),
            FloatTruncate => a.trunc(),
            FloatRound => a.round(),
            _ => a.round_ties_even(),
        };
        result.to_bits()
    };
    valid(result, width)
}

pub(super) fn binary(op: BinaryOp, a: u64, b: u64, width: Width) -> u64 {
    use BinaryOp::*;
    if !is_float_width(width) {
        return 0;
    }
    if op.result_width(width) == Width::BOOL {
        // Each number of the narrower format is one of the wider.
        let (a, b) = if width == SINGLE { (single(a).into(), single(b).into()) } else { (double(a), double(b)) };
        return u64::from(match op {
            FloatEqual => a == b,
            FloatLess => a < b,
            _ => a <= b,
        });
    }
    if let Some(nan) = [a, b].into_iter().find(|operand| is_nan(*operand, width)) {
        return nan | quiet(width);
    }
    let result = if width == SINGLE {
        let (a, b) = (single(a), single(b));
        let result = match op {
            FloatAdd => a + b,
            FloatSub => a - b,
            FloatMul => a * b,
            FloatDiv => a / b,
            _ => a % b,
        };
        u64::from(result.to_bits())
    } else {
        let (a, b) = (double(a), double(b));
        let result = match op {
            FloatAdd => a + b,
            FloatSub => a - b,
            FloatMul => a * b,
            FloatDiv => a / b,
            _ => a % b,
        };
        result.to_bits()
    };
    valid(result, width)
}

pub(super) fn cast(op: CastOp, a: u64, from: Width, to: Width) -> u64 {
    use CastOp::*;
    match op {
        SignedToFloat if to == SINGLE => u64::from((from.signed(a) as f32).to_bits()),
        SignedToFloat if to == DOUBLE => (from.signed(a) as f64).to_bits(),
        UnsignedToFloat if to == SINGLE => u64::from((a as f32).to_bits()),
        UnsignedToFloat if to == DOUBLE => (a as f64).to_bits(),
        FloatToSigned | FloatToUnsigned if is_float_width(from) => {
            let number = if from == SINGLE { f64::from(single(a)) } else { double(a) };
            integer(number, to, Sign::of(op == FloatToSigned)) & to.mask()
        }
        FloatToFloat if from == SINGLE && to == DOUBLE => {
            if is_nan(a, from) {
                (a & from.sign_bit()) << 32 | infinity(to) | quiet(to) | (a & (quiet(from) - 1)) << 29
            } else {
                f64::from(single(a)).to_bits()
            }
        }
        FloatToFloat if from == DOUBLE && to == SINGLE => {
            if is_nan(a, from) {
                (a & from.sign_bit()) >> 32 | infinity(to) | quiet(to) | a >> 29 & (quiet(to) - 1)
            } else {
                u64::from((double(a) as f32).to_bits())
            }
        }
        FloatToFloat if from == to => a,
        _ => 0,
    }
}

/// The integer that is left of a number when its fraction is cut off. What has no place in the type has no meaning in C,
/// and the reader asserts that it has one; what is made of it here is what gcc's code for x86-64 does.
fn integer(number: f64, to: Width, sign: Sign) -> u64 {
    const TOO_MUCH: u64 = 1 << 63;
    let whole = |number: f64| {
        let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number);
        if fits { number as i64 as u64 } else { TOO_MUCH }
    };
    if to.bits() > 32 {
        let half = 9_223_372_036_854_775_808.0;
        return if sign == Sign::Unsigned && number >= half { whole(number - half) ^ TOO_MUCH } else { whole(number) };
    }
    if sign == Sign::Unsigned && to.bits() == 32 {
        return whole(number);
    }
    // Narrower ones are made of an `int`.
    let fits = number > -2_147_483_649.0 && number < 2_147_483_648.0;
    if fits { number as i64 as u64 } else { 1 << 31 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_no_number_stays_none(a: u64, b: u64, double: bool) {
            let width = if double { DOUBLE } else { SINGLE };
            let nan = a & width.mask() | infinity(width) | quiet(width);
            let other = b & width.mask();
            for op in [BinaryOp::FloatAdd, BinaryOp::FloatSub, BinaryOp::FloatMul, BinaryOp::FloatDiv] {
                prop_assert_eq!(op.eval(nan, other, width), nan);
                prop_assert!(is_nan(op.eval(other, nan, width), width));
            }
            for op in [BinaryOp::FloatEqual, BinaryOp::FloatLess, BinaryOp::FloatLessEqual] {
                prop_assert_eq!(op.eval(nan, other, width) + op.eval(other, nan, width), 0);
            }
        }

        #[test]
        fn a_number_comes_back_from_the_wider_format(a: u32) {
            let a = u64::from(a);
            let wide = CastOp::FloatToFloat.eval(a, SINGLE, DOUBLE);
            let back = CastOp::FloatToFloat.eval(wide, DOUBLE, SINGLE);
            prop_assert_eq!(back, if is_nan(a, SINGLE) { a | quiet(SINGLE) } else { a });
        }

        #[test]
        fn a_small_integer_comes_back(a: i32) {
            let bits = u64::from(a as u32);
            let number = CastOp::SignedToFloat.eval(bits, Width::INT, DOUBLE);
            prop_assert_eq!(CastOp::FloatToSigned.eval(number, DOUBLE, Width::INT), bits);
            let number = CastOp::UnsignedToFloat.eval(bits, Width::INT, DOUBLE);
            prop_assert_eq!(CastOp::FloatToUnsigned.eval(number, DOUBLE, Width::INT), bits);
        }
    }
}
