//! The flags of x86, which instructions leave behind and conditions read.
//!
//! In: the operands and results of instructions, and the letters of conditions. Out: what each flag says, as far as it is known, and whether a
//! condition holds. It must not know where operands are. Parity and half carry are left out.

use crate::frontend::lower::state::body::Body;
use crate::ir::{BinaryOp, Operand};

/// What the last instructions have left. It is computed where it is asked for: what nobody asks for would be a computation with
/// addresses, say, whose result hangs on where objects lie.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    /// What all flags are of, but for these.
    of: Left,
    /// Instructions that leave the carry flag alone leave what this one says.
    carry: Option<Left>,
    /// The zero flag.
    zero: Option<Operand>,
}

/// What flags are of.
#[derive(Clone, Copy, Debug, Default)]
enum Left {
    #[default]
    Unknown,
    /// An `and`, `or`, `xor` or `test` with this result.
    Bits(Operand),
    Sum {
        old: Operand,
        value: Operand,
        new: Operand,
    },
    /// `old - value`.
    Difference {
        old: Operand,
        value: Operand,
    },
    /// The carry flag alone.
    Carry(Operand),
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
        Flags::of(Left::Carry(found))
    }

    /// Of an `and`, `or`, `xor` or `test`.
    pub fn of_bits(new: Operand) -> Flags {
        Flags::of(Left::Bits(new))
    }

    /// Of `old + value`.
    pub fn of_sum(old: Operand, value: Operand, new: Operand) -> Flags {
        Flags::of(Left::Sum { old, value, new })
    }

    /// Of `old - value`.
    pub fn of_difference(old: Operand, value: Operand) -> Flags {
        Flags::of(Left::Difference { old, value })
    }

    /// These, but for the carry flag, which is as it was.
    pub fn keeping_carry(self, before: Flags) -> Flags {
        Flags { carry: Some(before.carry.unwrap_or(before.of)), ..self }
    }

    /// These, but for the zero flag.
    pub fn with_zero(self, zero: Operand) -> Flags {
        Flags { zero: Some(zero), ..self }
    }

    fn of(of: Left) -> Flags {
        Flags { of, carry: None, zero: None }
    }
}

impl Body<'_, '_> {
    /// Whether a condition holds, if that is known.
    pub fn holds(&mut self, flags: Flags, condition: Condition) -> Option<Operand> {
        let value = match condition.flag {
            Flag::Zero => self.zero_flag(flags)?,
            Flag::Carry => self.carry_flag(flags)?,
            Flag::Sign => self.sign_flag(flags.of)?,
            Flag::Overflow => self.overflow_flag(flags.of)?,
            Flag::Less => self.less_flag(flags.of)?,
            Flag::LessEqual => {
                let (less, zero) = (self.less_flag(flags.of)?, self.zero_flag(flags)?);
                self.binary(BinaryOp::Or, less, zero)
            }
            Flag::BelowEqual => {
                let (carry, zero) = (self.carry_flag(flags)?, self.zero_flag(flags)?);
                self.binary(BinaryOp::Or, carry, zero)
            }
        };
        Some(if condition.negated { self.negate(value) } else { value })
    }

    fn zero_flag(&mut self, flags: Flags) -> Option<Operand> {
        match (flags.zero, flags.of) {
            (Some(zero), _) => Some(zero),
            (None, Left::Difference { old, value }) => Some(self.binary(BinaryOp::Equal, old, value)),
            (None, Left::Bits(new) | Left::Sum { new, .. }) => {
                let nothing = Operand::constant(0, self.width(new));
                Some(self.binary(BinaryOp::Equal, new, nothing))
            }
            (None, Left::Unknown | Left::Carry(_)) => None,
        }
    }

    fn carry_flag(&mut self, flags: Flags) -> Option<Operand> {
        match flags.carry.unwrap_or(flags.of) {
            Left::Carry(carry) => Some(carry),
            Left::Bits(_) => Some(Operand::bool(false)),
            Left::Sum { old, new, .. } => Some(self.binary(BinaryOp::UnsignedLess, new, old)),
            Left::Difference { old, value } => Some(self.binary(BinaryOp::UnsignedLess, old, value)),
            Left::Unknown => None,
        }
    }

    fn sign_flag(&mut self, left: Left) -> Option<Operand> {
        match left {
            Left::Bits(new) | Left::Sum { new, .. } => Some(self.is_negative(new)),
            Left::Difference { old, value } => {
                let new = self.binary(BinaryOp::Sub, old, value);
                Some(self.is_negative(new))
            }
            Left::Unknown | Left::Carry(_) => None,
        }
    }

    fn overflow_flag(&mut self, left: Left) -> Option<Operand> {
        let (a, b) = match left {
            Left::Bits(_) => return Some(Operand::bool(false)),
            Left::Sum { old, value, new } => {
                (self.binary(BinaryOp::Xor, old, new), self.binary(BinaryOp::Xor, value, new))
            }
            Left::Difference { old, value } => {
                let new = self.binary(BinaryOp::Sub, old, value);
                (self.binary(BinaryOp::Xor, old, value), self.binary(BinaryOp::Xor, old, new))
            }
            Left::Unknown | Left::Carry(_) => return None,
        };
        let both = self.binary(BinaryOp::And, a, b);
        Some(self.is_negative(both))
    }

    /// Whether the sign and the overflow flag differ.
    fn less_flag(&mut self, left: Left) -> Option<Operand> {
        if let Left::Difference { old, value } = left {
            return Some(self.binary(BinaryOp::SignedLess, old, value));
        }
        let (sign, overflow) = (self.sign_flag(left)?, self.overflow_flag(left)?);
        Some(self.binary(BinaryOp::NotEqual, sign, overflow))
    }

    fn is_negative(&mut self, value: Operand) -> Operand {
        let nothing = Operand::constant(0, self.width(value));
        self.binary(BinaryOp::SignedLess, value, nothing)
    }
}
