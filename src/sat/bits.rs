//! Machine integers as vectors of literals, and the operators of the IR on them.
//!
//! In: vectors of one literal per bit, lowest first, as wide as the C value. Out: the result's vector; what the
//! operators mean is [`crate::ir::operators`], and `tests/suite/bits.rs` holds each of them to that `eval`. Constant
//! bits fold in the gates: an operand known to be small has constant high bits, and only the low ones cost
//! clauses. Nothing here knows events or values' origins.
//!
//! The circuits are the usual ones (D. Kroening, O. Strichman, Decision Procedures, 2nd edition, section 6.2):
//! ripple-carry adder, shift-and-add multiplier, barrel shifter, restoring divider.

use super::formula::Formula;
use super::literal::Lit;
use crate::ir::operators::{BinaryOp, CastOp, UnaryOp, Width, floats};

/// A value: one literal per bit, lowest first, 1 to 64 of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits(Vec<Lit>);

impl Bits {
    /// Panics unless there are 1 to 64 bits.
    pub fn new(bits: Vec<Lit>) -> Bits {
        assert!((1..=64).contains(&bits.len()), "a value of {} bits; please report this", bits.len());
        Bits(bits)
    }

    pub fn constant(value: u64, width: Width) -> Bits {
        Bits((0..width.bits()).map(|i| Lit::from(value >> i & 1 == 1)).collect())
    }

    /// A value that nothing is known of.
    pub fn fresh(formula: &mut Formula, width: Width) -> Bits {
        Bits((0..width.bits()).map(|_| formula.fresh()).collect())
    }

    pub fn width(&self) -> Width {
        Width::new(self.0.len() as u32)
    }

    /// The bits, lowest first.
    pub fn literals(&self) -> &[Lit] {
        &self.0
    }

    /// The value, when no bit is open.
    pub fn as_constant(&self) -> Option<u64> {
        self.0.iter().enumerate().try_fold(0, |value, (i, bit)| Some(value | u64::from(bit.as_constant()?) << i))
    }

    /// The value under an assignment.
    pub fn value(&self, assignment: &dyn Fn(Lit) -> bool) -> u64 {
        self.0.iter().enumerate().fold(0, |value, (i, &bit)| value | u64::from(assignment(bit)) << i)
    }

    fn sign(&self) -> Lit {
        self.0[self.0.len() - 1]
    }
}

/// The bit as a value of [`Width::BOOL`].
impl From<Lit> for Bits {
    fn from(bit: Lit) -> Bits {
        Bits(vec![bit])
    }
}

/// The result of an operator on one value.
pub fn unary(f: &mut Formula, op: UnaryOp, a: &Bits) -> Bits {
    match op {
        UnaryOp::Not => complement(a),
        UnaryOp::Neg => negate(f, a),
        op => unreachable!("{} has no circuit; please report this", op.name()),
    }
}

/// The result of an operator on two values of one width.
pub fn binary(f: &mut Formula, op: BinaryOp, a: &Bits, b: &Bits) -> Bits {
    assert_eq!(a.0.len(), b.0.len(), "operands of {} have one width; please report this", op.name());
    match op {
        BinaryOp::Add => add(f, a, b, Lit::FALSE),
        BinaryOp::Sub => add(f, a, &complement(b), Lit::TRUE),
        BinaryOp::Mul => multiply(f, a, b),
        BinaryOp::UnsignedDiv => divide(f, a, b).0,
        BinaryOp::UnsignedRem => divide(f, a, b).1,
        BinaryOp::SignedDiv => signed_quotient(f, a, b),
        BinaryOp::SignedRem => signed_remainder(f, a, b),
        BinaryOp::And => bitwise(a, b, |x, y| f.and(x, y)),
        BinaryOp::Or => bitwise(a, b, |x, y| f.or(x, y)),
        BinaryOp::Xor => bitwise(a, b, |x, y| f.xor(x, y)),
        BinaryOp::ShiftLeft => {
            let mut reversed = a.clone();
            reversed.0.reverse();
            let mut shifted = shift_right(f, &reversed, b, Lit::FALSE);
            shifted.0.reverse();
            shifted
        }
        BinaryOp::LogicalShiftRight => shift_right(f, a, b, Lit::FALSE),
        BinaryOp::ArithmeticShiftRight => shift_right(f, a, b, a.sign()),
        BinaryOp::Equal => equal(f, a, b).into(),
        BinaryOp::NotEqual => (!equal(f, a, b)).into(),
        BinaryOp::UnsignedLess => less(f, a, b).into(),
        BinaryOp::UnsignedLessEqual => (!less(f, b, a)).into(),
        BinaryOp::SignedLess => signed_less(f, a, b).into(),
        BinaryOp::SignedLessEqual => (!signed_less(f, b, a)).into(),
        BinaryOp::FloatEqual => compared(f, a, b).same.into(),
        BinaryOp::FloatLess => compared(f, a, b).less.into(),
        BinaryOp::FloatLessEqual => {
            let order = compared(f, a, b);
            f.or(order.less, order.same).into()
        }
        op => unreachable!("{} has no circuit; please report this", op.name()),
    }
}

/// The value brought to another width.
pub fn cast(op: CastOp, a: &Bits, to: Width) -> Bits {
    let fill = match op {
        CastOp::SignExtend => a.sign(),
        CastOp::ZeroExtend | CastOp::Truncate => Lit::FALSE,
        op => unreachable!("{} has no circuit; please report this", op.name()),
    };
    let mut bits = a.0.clone();
    bits.resize(to.bits() as usize, fill);
    Bits(bits)
}

/// `then` where the condition holds, `otherwise` elsewhere.
pub fn select(f: &mut Formula, condition: Lit, then: &Bits, otherwise: &Bits) -> Bits {
    bitwise(then, otherwise, |x, y| f.ite(condition, x, y))
}

/// Whether two values of one width are equal.
pub fn equal(f: &mut Formula, a: &Bits, b: &Bits) -> Lit {
    // A bit known to differ decides, and then no gate is built for the others.
    if a.0.iter().zip(&b.0).any(|(&x, &y)| x == !y) {
        return Lit::FALSE;
    }
    let same = bitwise(a, b, |x, y| f.iff(x, y));
    f.and_all(same.0)
}

/// Whether the value is this constant: one gate.
pub fn equals(f: &mut Formula, a: &Bits, value: u64) -> Lit {
    f.and_all(a.0.iter().enumerate().map(|(i, &bit)| bit ^ (value >> i & 1 == 0)))
}

/// Whether some bit is one: C's conversion to a condition.
pub fn is_nonzero(f: &mut Formula, a: &Bits) -> Lit {
    f.or_any(a.0.iter().copied())
}

/// Requires two values of one width to be equal wherever the guard holds; two clauses a bit, no new variable.
pub fn require_equal_when(f: &mut Formula, guard: Lit, a: &Bits, b: &Bits) {
    assert_eq!(a.0.len(), b.0.len(), "equated values have one width; please report this");
    if a.0.iter().zip(&b.0).any(|(&x, &y)| x == !y) {
        f.require(!guard);
        return;
    }
    let mut told: Vec<(Lit, Lit)> = Vec::new();
    for (&x, &y) in a.0.iter().zip(&b.0) {
        // Bits that are always equal to others are the same literals.
        if told.contains(&(x, y)) || told.contains(&(!x, !y)) {
            continue;
        }
        told.push((x, y));
        f.add(&[!guard, !x, y]);
        f.add(&[!guard, x, !y]);
    }
}

/// How two floating-point numbers compare.
struct Compared {
    less: Lit,
    same: Lit,
}

/// Numbers of the format compare as sign and magnitude: neither holds where one is above infinity, and both zeros are one.
fn compared(f: &mut Formula, a: &Bits, b: &Bits) -> Compared {
    let width = Width::new(a.0.len() as u32);
    let magnitude = |bits: &Bits| {
        let mut bits = bits.clone();
        let top = bits.0.len() - 1;
        bits.0[top] = Lit::FALSE;
        bits
    };
    let infinity = Bits::constant(floats::infinity(width), width);
    let (left, right) = (magnitude(a), magnitude(b));
    let (left_nan, right_nan) = (less(f, &infinity, &left), less(f, &infinity, &right));
    let (above, below) = (less(f, &right, &left), less(f, &left, &right));
    let something = [left, right].map(|bits| is_nonzero(f, &bits));
    let something = f.or(something[0], something[1]);
    // Of two negative ones the greater magnitude is less.
    let by_size = f.ite(a.sign(), above, below);
    let signs_differ = f.xor(a.sign(), b.sign());
    let by_sign = f.and(a.sign(), something);
    let smaller = f.ite(signs_differ, by_sign, by_size);
    let equal = equal(f, a, b);
    let alike = f.or(equal, !something);
    let numbers = f.and(!left_nan, !right_nan);
    Compared { less: f.and(numbers, smaller), same: f.and(numbers, alike) }
}

fn bitwise(a: &Bits, b: &Bits, mut gate: impl FnMut(Lit, Lit) -> Lit) -> Bits {
    assert_eq!(a.0.len(), b.0.len(), "paired values have one width; please report this");
    Bits(a.0.iter().zip(&b.0).map(|(&x, &y)| gate(x, y)).collect())
}

fn complement(a: &Bits) -> Bits {
    Bits(a.0.iter().map(|&bit| !bit).collect())
}

fn negate(f: &mut Formula, a: &Bits) -> Bits {
    add(f, &Bits(vec![Lit::FALSE; a.0.len()]), &complement(a), Lit::TRUE)
}

fn negate_if(f: &mut Formula, condition: Lit, a: &Bits) -> Bits {
    let negated = negate(f, a);
    select(f, condition, &negated, a)
}

fn add(f: &mut Formula, a: &Bits, b: &Bits, mut carry: Lit) -> Bits {
    let last = a.0.len() - 1;
    let mut sum = Vec::with_capacity(a.0.len());
    for (i, (&x, &y)) in a.0.iter().zip(&b.0).enumerate() {
        sum.push(f.xor3(x, y, carry));
        if i < last {
            carry = f.majority(x, y, carry);
        }
    }
    Bits(sum)
}

fn multiply(f: &mut Formula, a: &Bits, b: &Bits) -> Bits {
    // One row per bit of the multiplier that may be one: the operand with fewer of them is the cheaper multiplier.
    let rows = |bits: &Bits| bits.0.iter().filter(|&&bit| bit != Lit::FALSE).count();
    let (multiplicand, multiplier) = if rows(a) < rows(b) { (b, a) } else { (a, b) };
    let width = a.0.len();
    let mut product = Bits(vec![Lit::FALSE; width]);
    for (shift, &bit) in multiplier.0.iter().enumerate() {
        if bit != Lit::FALSE {
            let low = std::iter::repeat_n(Lit::FALSE, shift);
            let row = low.chain(multiplicand.0.iter().map(|&x| f.and(x, bit))).take(width).collect();
            product = add(f, &product, &Bits(row), Lit::FALSE);
        }
    }
    product
}

/// Quotient and remainder. By zero, every trial subtraction succeeds and takes nothing away, which yields the
/// all-ones quotient and the unchanged remainder that the IR asks for.
fn divide(f: &mut Formula, a: &Bits, b: &Bits) -> (Bits, Bits) {
    let width = a.0.len();
    if let Some(divisor) = b.as_constant().filter(|divisor| divisor.is_power_of_two()) {
        let kept = divisor.trailing_zeros() as usize;
        let quotient = (kept..kept + width).map(|i| a.0.get(i).copied().unwrap_or(Lit::FALSE)).collect();
        let remainder = (0..width).map(|i| if i < kept { a.0[i] } else { Lit::FALSE }).collect();
        return (Bits(quotient), Bits(remainder));
    }
    let mut quotient = vec![Lit::FALSE; width];
    let mut remainder = Bits(vec![Lit::FALSE; width]);
    let significant = a.0.iter().rposition(|&bit| bit != Lit::FALSE).map_or(0, |top| top + 1);
    for i in (0..width).rev() {
        // The shifted remainder has one bit more than the divisor.
        remainder.0.insert(0, a.0[i]);
        let overflow = remainder.0.pop().expect("a value has a bit; please report this");
        let fits = !less(f, &remainder, b);
        let fits = f.or(overflow, fits);
        let reduced = add(f, &remainder, &complement(b), Lit::TRUE);
        remainder = select(f, fits, &reduced, &remainder);
        // It is at most the part of the dividend taken so far; the gates do not see that.
        remainder.0[significant.saturating_sub(i)..].fill(Lit::FALSE);
        quotient[i] = fits;
    }
    (Bits(quotient), remainder)
}

fn signed_quotient(f: &mut Formula, a: &Bits, b: &Bits) -> Bits {
    let (size_a, size_b) = (negate_if(f, a.sign(), a), negate_if(f, b.sign(), b));
    let quotient = divide(f, &size_a, &size_b).0;
    let differ = f.xor(a.sign(), b.sign());
    let quotient = negate_if(f, differ, &quotient);
    let by_zero = equals(f, b, 0);
    bitwise(&quotient, &quotient, |x, _| f.or(x, by_zero))
}

fn signed_remainder(f: &mut Formula, a: &Bits, b: &Bits) -> Bits {
    let (size_a, size_b) = (negate_if(f, a.sign(), a), negate_if(f, b.sign(), b));
    let remainder = divide(f, &size_a, &size_b).1;
    negate_if(f, a.sign(), &remainder)
}

/// Shifts right, with `fill` coming in from above.
fn shift_right(f: &mut Formula, a: &Bits, amount: &Bits, fill: Lit) -> Bits {
    let width = a.0.len();
    let mut shifted = a.clone();
    let mut stage = 0;
    while 1usize << stage < width {
        let distance = 1 << stage;
        let by = amount.0[stage];
        let next = (0..width).map(|i| {
            let from = shifted.0.get(i + distance).copied().unwrap_or(fill);
            f.ite(by, from, shifted.0[i])
        });
        shifted = Bits(next.collect());
        stage += 1;
    }
    // The stages shift by less than twice the width; the amount's other bits shift everything out.
    let out = f.or_any(amount.0[stage..].iter().copied());
    bitwise(&shifted, &shifted, |x, _| f.ite(out, fill, x))
}

/// Whether the first is smaller, both without sign.
pub(super) fn less(f: &mut Formula, a: &Bits, b: &Bits) -> Lit {
    let mut less = Lit::FALSE;
    for (&x, &y) in a.0.iter().zip(&b.0) {
        // The higher bit decides where the two differ; `!x` and `y` then agree on the answer.
        less = f.majority(!x, y, less);
    }
    less
}

fn signed_less(f: &mut Formula, a: &Bits, b: &Bits) -> Lit {
    let flip = |bits: &Bits| {
        let mut bits = bits.clone();
        let top = bits.0.len() - 1;
        bits.0[top] = !bits.0[top];
        bits
    };
    less(f, &flip(a), &flip(b))
}
