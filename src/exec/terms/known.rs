//! Bits of a term that are the same whatever its inputs are, and parts of a term that change none of the bits that are asked for.
//!
//! In: a term, and which of its bits matter. Out: the bits that are known; a smaller term that has the same bits there. It must not know
//! what an input stands for.
//!
//! A store to a bit-field keeps the bits around it, a load takes the field out again: of `(old & ~mask | new) & mask` nothing of the old value is
//! left. Where an operator moves bits and leaves some out, what has none of those that are left is not looked at ([`Terms::relevant`]);
//! so the value is the same for all inputs, and no dependency is lost but on values that change nothing.

use super::{Term, TermId, Terms};
use crate::ir::{BinaryOp, CastOp, UnaryOp, Width};

/// So deep the operands of a term are looked at.
const DEPTH: u32 = 8;

/// The bits that are zero, and those that are one, whatever the inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    zeros: u64,
    ones: u64,
}

impl Known {
    const NOTHING: Known = Known { zeros: 0, ones: 0 };

    /// The value, if all of these bits are known; the others are zero in it.
    fn value(self, bits: u64) -> Option<u64> {
        (bits & !(self.zeros | self.ones) == 0).then_some(self.ones & bits)
    }
}

impl Terms {
    /// The value of a term, if all of its bits are known.
    pub(super) fn known_value(&self, id: TermId) -> Option<u64> {
        self.known(id, DEPTH).value(self.width(id).mask())
    }

    /// A term with the same values of these bits: without those of its parts that are put in beside them. The other bits are any.
    pub(super) fn relevant(&self, id: TermId, bits: u64) -> TermId {
        let mut term = id;
        loop {
            let Term::Binary(op, a, b) = self.term(term) else { return term };
            let (x, y) = match op {
                BinaryOp::Or | BinaryOp::Xor => (self.known(a, DEPTH).zeros, self.known(b, DEPTH).zeros),
                BinaryOp::And => (self.known(a, DEPTH).ones, self.known(b, DEPTH).ones),
                _ => return term,
            };
            term = if bits & !y == 0 {
                a
            } else if bits & !x == 0 {
                b
            } else {
                return term;
            };
        }
    }

    fn known(&self, id: TermId, depth: u32) -> Known {
        let width = self.width(id);
        let (mask, bits) = self.values(id).known_bits(width);
        let by_values = Known { zeros: mask & !bits, ones: mask & bits };
        if depth == 0 {
            return by_values;
        }
        let of = |part: TermId| self.known(part, depth - 1);
        let found = match self.term(id) {
            Term::Unary(UnaryOp::Not, a) => {
                let a = of(a);
                Known { zeros: a.ones, ones: a.zeros }
            }
            Term::Binary(op, a, b) if self.width(a) == width => match op {
                BinaryOp::And => {
                    let (a, b) = (of(a), of(b));
                    Known { zeros: a.zeros | b.zeros, ones: a.ones & b.ones }
                }
                BinaryOp::Or => {
                    let (a, b) = (of(a), of(b));
                    Known { zeros: a.zeros & b.zeros, ones: a.ones | b.ones }
                }
                BinaryOp::Xor => {
                    let (a, b) = (of(a), of(b));
                    Known { zeros: a.zeros & b.zeros | a.ones & b.ones, ones: a.zeros & b.ones | a.ones & b.zeros }
                }
                _ => self.constant_of(b).map_or(Known::NOTHING, |by| shifted(op, of(a), by, width)),
            },
            Term::Cast(op, a) => cast(op, of(a), (self.width(a), width)),
            Term::Select(_, yes, no) => {
                let (yes, no) = (of(yes), of(no));
                Known { zeros: yes.zeros & no.zeros, ones: yes.ones & no.ones }
            }
            _ => Known::NOTHING,
        };
        Known { zeros: found.zeros | by_values.zeros, ones: found.ones | by_values.ones }
    }
}

/// The bits of an operand that are left in the result, if the operator moves bits and the amount is known.
pub(super) fn left_by(op: BinaryOp, amount: Option<u64>, width: Width) -> Option<u64> {
    let amount = amount?;
    let is_within = amount < u64::from(width.bits());
    match op {
        BinaryOp::And => Some(amount),
        BinaryOp::ShiftLeft if is_within => Some(width.mask() >> amount),
        BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight if is_within => {
            Some(width.mask() >> amount << amount)
        }
        _ => None,
    }
}

fn shifted(op: BinaryOp, a: Known, by: u64, width: Width) -> Known {
    if by >= u64::from(width.bits()) {
        return Known::NOTHING;
    }
    let mask = width.mask();
    let low = (1 << by) - 1;
    let high = mask & !(mask >> by);
    match op {
        BinaryOp::ShiftLeft => Known { zeros: (a.zeros << by | low) & mask, ones: a.ones << by & mask },
        BinaryOp::LogicalShiftRight => Known { zeros: a.zeros >> by | high, ones: a.ones >> by },
        BinaryOp::ArithmeticShiftRight => {
            let sign = |bits: u64| if bits & width.sign_bit() == 0 { 0 } else { high };
            Known { zeros: a.zeros >> by | sign(a.zeros), ones: a.ones >> by | sign(a.ones) }
        }
        _ => Known::NOTHING,
    }
}

fn cast(op: CastOp, a: Known, (from, to): (Width, Width)) -> Known {
    let high = to.mask() & !from.mask();
    match op {
        CastOp::Truncate => Known { zeros: a.zeros & to.mask(), ones: a.ones & to.mask() },
        CastOp::ZeroExtend => Known { zeros: a.zeros | high, ones: a.ones },
        CastOp::SignExtend => {
            let sign = |bits: u64| if bits & from.sign_bit() == 0 { 0 } else { high };
            Known { zeros: a.zeros | sign(a.zeros), ones: a.ones | sign(a.ones) }
        }
        _ => Known::NOTHING,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::exec::values::Values;

    fn is_shift(op: usize) -> bool {
        (3..6).contains(&op)
    }

    const OPS: [BinaryOp; 7] = [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::ShiftLeft,
        BinaryOp::LogicalShiftRight,
        BinaryOp::ArithmeticShiftRight,
        BinaryOp::Add,
    ];

    #[test]
    fn a_field_is_what_was_put_into_it() {
        let mut terms = Terms::default();
        let (_, old) = terms.input(Width::BYTE, Values::all(Width::BYTE));
        let (_, new) = terms.input(Width::BYTE, Values::all(Width::BYTE));
        let [around, field, number, by] = [0xe0, 0x1f, 20, 3].map(|value| terms.constant(value, Width::BYTE));
        let kept = terms.binary(BinaryOp::And, old, around);
        let word = terms.binary(BinaryOp::Or, kept, number);
        assert_eq!(terms.binary(BinaryOp::And, word, field), number);
        let put = terms.binary(BinaryOp::And, new, field);
        let word = terms.binary(BinaryOp::Or, kept, put);
        assert_eq!(terms.binary(BinaryOp::And, word, field), put);
        // A field with a sign is moved to the top and back.
        let (top, of_new) = (terms.binary(BinaryOp::ShiftLeft, word, by), terms.binary(BinaryOp::ShiftLeft, new, by));
        assert_eq!(top, of_new);
        assert_ne!(terms.binary(BinaryOp::And, word, around), put);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

        /// However terms are put together, they have the values that the operators give.
        #[test]
        fn terms_have_the_values_of_their_operators(
            values in any::<[u64; 2]>(), bits in prop::sample::select(vec![4u32, 8, 32, 64]),
            steps in prop::collection::vec((0..OPS.len() + 3, any::<(u64, u64)>(), any::<u64>()), 1..14),
        ) {
            let width = Width::new(bits);
            let wide = Width::new(bits.min(32) * 2);
            let mut terms = Terms::default();
            let mut inputs: FxHashMap<_, u64> = FxHashMap::default();
            let mut made: Vec<(TermId, u64)> = Vec::new();
            for value in values {
                let (input, term) = terms.input(width, Values::all(width));
                inputs.insert(input, value & width.mask());
                made.push((term, value & width.mask()));
            }
            for (op, (left, right), constant) in steps {
                let (a, x) = made[left as usize % made.len()];
                let constant = if is_shift(op) { constant % u64::from(bits) } else { constant & width.mask() };
                let (b, y) = match right % 2 {
                    0 => (terms.constant(constant, width), constant),
                    _ => made[right as usize / 2 % made.len()],
                };
                made.push(match op.checked_sub(OPS.len()) {
                    None if is_shift(op) && y >= u64::from(bits) => continue,
                    None => (terms.binary(OPS[op], a, b), OPS[op].eval(x, y, width)),
                    Some(0) => (terms.not(a), !x & width.mask()),
                    Some(sign) => {
                        let there = if sign == 1 { CastOp::ZeroExtend } else { CastOp::SignExtend };
                        if wide.bits() <= bits { continue }
                        let by = terms.constant(3, wide);
                        let up = terms.cast(there, a, wide);
                        let up = terms.binary(BinaryOp::LogicalShiftRight, up, by);
                        let value = there.eval(x, width, wide) >> 3 & width.mask();
                        (terms.cast(CastOp::Truncate, up, width), value)
                    }
                });
            }
            for (term, value) in made {
                let found = terms.evaluate(term, &mut FxHashMap::default(), &|input| inputs[&input]);
                prop_assert_eq!(found, value);
                let known = terms.known(term, DEPTH);
                prop_assert_eq!(known.zeros & value, 0);
                prop_assert_eq!(known.ones & !value, 0);
            }
        }
    }
}
