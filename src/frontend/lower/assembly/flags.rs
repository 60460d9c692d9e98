//! The flags of x86, which instructions leave behind and conditions read.
//!
//! In: the operands and results of instructions, and the letters of conditions. Out: what each flag says, as far as it is known, and whether a
//! condition holds. It must not know where operands are. Parity and half carry are left out.

use crate::frontend::lower::state::body::Body;
use crate::ir::{BinaryOp, Operand};

/// What the last instructions have left; `None` where that is not known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    pub zero: Option<Operand>,
    pub carry: Option<Operand>,
    sign: Option<Operand>,
    overflow: Option<Operand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flag {
    Zero,
    Carry,
    Sign,
    Overflow,
    /// Of two signed numbers.
    Less,
    LessEqual,
    /// Of two unsigned ones.
    BelowEqual,
}

/// A condition by its letters, as in `setnz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    flag: Flag,
    negated: bool,
}

impl Condition {
    pub fn of(letters: &str) -> Option<Condition> {
        let (flag, negated) = match letters {
            "z" | "e" => (Flag::Zero, false),
            "nz" | "ne" => (Flag::Zero, true),
            "c" | "b" | "nae" => (Flag::Carry, false),
            "nc" | "ae" | "nb" => (Flag::Carry, true),
            "s" => (Flag::Sign, false),
            "ns" => (Flag::Sign, true),
            "o" => (Flag::Overflow, false),
            "no" => (Flag::Overflow, true),
            "l" | "nge" => (Flag::Less, false),
            "ge" | "nl" => (Flag::Less, true),
            "le" | "ng" => (Flag::LessEqual, false),
            "g" | "nle" => (Flag::LessEqual, true),
            "be" | "na" => (Flag::BelowEqual, false),
            "a" | "nbe" => (Flag::BelowEqual, true),
            _ => return None,
        };
        Some(Condition { flag, negated })
    }
}

impl Flags {
    /// What a test of one bit leaves.
    pub fn of_bit(found: Operand) -> Flags {
        Flags { carry: Some(found), ..Flags::default() }
    }
}

impl Body<'_, '_> {
    /// Whether a condition holds, if that is known.
    pub fn holds(&mut self, flags: Flags, condition: Condition) -> Option<Operand> {
        let less = |body: &mut Self| Some(body.binary(BinaryOp::NotEqual, flags.sign?, flags.overflow?));
        let value = match condition.flag {
            Flag::Zero => flags.zero?,
            Flag::Carry => flags.carry?,
            Flag::Sign => flags.sign?,
            Flag::Overflow => flags.overflow?,
            Flag::Less => less(self)?,
            Flag::LessEqual => {
                let less = less(self)?;
                self.binary(BinaryOp::Or, less, flags.zero?)
            }
            Flag::BelowEqual => self.binary(BinaryOp::Or, flags.carry?, flags.zero?),
        };
        Some(if condition.negated { self.negate(value) } else { value })
    }

    /// Of an `and`, `or`, `xor` or `test`.
    pub fn flags_of_bits(&mut self, new: Operand) -> Flags {
        let (zero, sign) = self.zero_and_sign(new);
        let never = Some(Operand::bool(false));
        Flags { zero, sign, carry: never, overflow: never }
    }

    /// Of `old + value`.
    pub fn flags_of_sum(&mut self, old: Operand, value: Operand, new: Operand) -> Flags {
        let (zero, sign) = self.zero_and_sign(new);
        let carry = Some(self.binary(BinaryOp::UnsignedLess, new, old));
        let (a, b) = (self.binary(BinaryOp::Xor, old, new), self.binary(BinaryOp::Xor, value, new));
        let overflow = Some(self.both_negative(a, b));
        Flags { zero, sign, carry, overflow }
    }

    /// Of `old - value`.
    pub fn flags_of_difference(&mut self, old: Operand, value: Operand, new: Operand) -> Flags {
        let (zero, sign) = self.zero_and_sign(new);
        let carry = Some(self.binary(BinaryOp::UnsignedLess, old, value));
        let (a, b) = (self.binary(BinaryOp::Xor, old, value), self.binary(BinaryOp::Xor, old, new));
        let overflow = Some(self.both_negative(a, b));
        Flags { zero, sign, carry, overflow }
    }

    fn zero_and_sign(&mut self, new: Operand) -> (Option<Operand>, Option<Operand>) {
        let nothing = Operand::constant(0, self.width(new));
        let zero = self.binary(BinaryOp::Equal, new, nothing);
        let sign = self.binary(BinaryOp::SignedLess, new, nothing);
        (Some(zero), Some(sign))
    }

    fn both_negative(&mut self, a: Operand, b: Operand) -> Operand {
        let both = self.binary(BinaryOp::And, a, b);
        let nothing = Operand::constant(0, self.width(both));
        self.binary(BinaryOp::SignedLess, both, nothing)
    }
}

/// Whether a constant is written into the instruction, by the letters of its constraint. One that does not fit is in a register.
pub fn is_immediate(letters: &str, number: i128) -> bool {
    let signed = i32::try_from(number).is_ok();
    letters.bytes().any(|letter| match letter {
        b'i' | b'n' | b'g' => signed || u32::try_from(number).is_ok(),
        b'e' => signed,
        b'Z' => u32::try_from(number).is_ok(),
        b'I' => (0..=31).contains(&number),
        b'J' => (0..=63).contains(&number),
        b'K' => i8::try_from(number).is_ok(),
        b'N' => u8::try_from(number).is_ok(),
        _ => false,
    })
}
