//! The operators of the IR and their only meaning.
//!
//! In: operand values as the low bits of a `u64`. Out: the result, masked to its width. The interpreter, the
//! constant folder and the tests of the bit-blaster all call [`BinaryOp::eval`] and its siblings; nothing else
//! in the program defines what an operator does.
//!
//! Integers are two's complement and wrap around, signed ones too (as with gcc's `-fwrapv`). Shifting by the
//! width or more gives 0 (or the sign for an arithmetic shift). Division by zero yields all ones for `/` and
//! the dividend for `%`; the frontend asserts a non-zero divisor in front of each division, so that value is
//! never observed in a program called safe. What operators on floating-point numbers mean is in [`floats`].

pub(crate) mod floats;

use std::fmt;

use serde::{Deserialize, Serialize};

/// The width of a value in bits, 1 to 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Width(u8);

impl Width {
    pub const BOOL: Width = Width(1);
    pub const BYTE: Width = Width(8);
    pub const INT: Width = Width(32);
    /// Addresses and thread handles.
    pub const POINTER: Width = Width(64);

    /// Panics unless `bits` is between 1 and 64.
    pub fn new(bits: u32) -> Width {
        assert!((1..=64).contains(&bits), "a width of {bits} bits; please report this");
        Width(bits as u8)
    }

    pub fn bits(self) -> u32 {
        u32::from(self.0)
    }

    /// Bytes in memory; a width that is no whole number of bytes is rounded up.
    pub fn bytes(self) -> u64 {
        u64::from(self.0).div_ceil(8)
    }

    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }

    pub fn sign_bit(self) -> u64 {
        1 << (self.0 - 1)
    }

    /// The value as a signed number.
    pub fn signed(self, value: u64) -> i64 {
        let shift = 64 - u32::from(self.0);
        ((value << shift) as i64) >> shift
    }
}

impl fmt::Debug for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every operator, in the order of declaration.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The operator of a name in the text form.
            pub fn from_name(name: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|op| op.name() == name)
            }
        }
    };
}

named! {
    /// An operator on one value; the result has the operand's width.
    UnaryOp {
        Not = "not",
        Neg = "neg",
        /// Of a floating-point number: its square root, and the whole number next to it in a direction.
        FloatRoot = "fsqrt",
        FloatFloor = "ffloor",
        FloatCeil = "fceil",
        FloatTruncate = "ftrunc",
        /// To the nearest one; halves away from zero, and to the even one.
        FloatRound = "fround",
        FloatRoundEven = "frint",
    }
}

named! {
    /// An operator on two values of one width. Comparisons yield [`Width::BOOL`], all others the operands' width.
    BinaryOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        UnsignedDiv = "udiv",
        SignedDiv = "sdiv",
        UnsignedRem = "urem",
        SignedRem = "srem",
        And = "and",
        Or = "or",
        Xor = "xor",
        ShiftLeft = "shl",
        LogicalShiftRight = "lshr",
        ArithmeticShiftRight = "ashr",
        Equal = "eq",
        NotEqual = "ne",
        UnsignedLess = "ult",
        UnsignedLessEqual = "ule",
        SignedLess = "slt",
        SignedLessEqual = "sle",
        /// On floating-point numbers. Comparisons with what is no number do not hold.
        FloatAdd = "fadd",
        FloatSub = "fsub",
        FloatMul = "fmul",
        FloatDiv = "fdiv",
        FloatRem = "frem",
        FloatEqual = "feq",
        FloatLess = "flt",
        FloatLessEqual = "fle",
    }
}

named! {
    /// A change of width, or of the kind of number.
    CastOp {
        ZeroExtend = "zext",
        SignExtend = "sext",
        Truncate = "trunc",
        SignedToFloat = "sitofp",
        UnsignedToFloat = "uitofp",
        FloatToSigned = "fptosi",
        FloatToUnsigned = "fptoui",
        FloatToFloat = "fpcast",
    }
}

named! {
    /// What a read-modify-write stores, computed from the old value and the operand.
    RmwOp {
        Exchange = "xchg",
        Add = "add",
        Sub = "sub",
        And = "and",
        Or = "or",
        Xor = "xor",
        Nand = "nand",
        SignedMax = "smax",
        SignedMin = "smin",
        UnsignedMax = "umax",
        UnsignedMin = "umin",
    }
}

impl UnaryOp {
    /// Whether the operand is a floating-point number.
    pub fn is_float(self) -> bool {
        !matches!(self, UnaryOp::Not | UnaryOp::Neg)
    }

    pub fn eval(self, a: u64, width: Width) -> u64 {
        let value = match self {
            UnaryOp::Not => !a,
            UnaryOp::Neg => a.wrapping_neg(),
            _ => floats::unary(self, a, width),
        };
        value & width.mask()
    }
}

impl BinaryOp {
    /// The width of the result for operands of `width`.
    pub fn result_width(self, width: Width) -> Width {
        use BinaryOp::*;
        match self {
            Equal | NotEqual | UnsignedLess | UnsignedLessEqual | SignedLess | SignedLessEqual => Width::BOOL,
            FloatEqual | FloatLess | FloatLessEqual => Width::BOOL,
            _ => width,
        }
    }

    /// Whether the result says how the operands stand to each other.
    pub fn is_comparison(self) -> bool {
        self.result_width(Width::POINTER) == Width::BOOL
    }

    /// Whether the operands are floating-point numbers.
    pub fn is_float(self) -> bool {
        use BinaryOp::*;
        let computes = matches!(self, FloatAdd | FloatSub | FloatMul | FloatDiv | FloatRem);
        computes || matches!(self, FloatEqual | FloatLess | FloatLessEqual)
    }

    /// The result for operands of `width`, which must be masked to it.
    pub fn eval(self, a: u64, b: u64, width: Width) -> u64 {
        use BinaryOp::*;
        let (sa, sb) = (width.signed(a), width.signed(b));
        let bits = u64::from(width.bits());
        let value = match self {
            Add => a.wrapping_add(b),
            Sub => a.wrapping_sub(b),
            Mul => a.wrapping_mul(b),
            UnsignedDiv => a.checked_div(b).unwrap_or(u64::MAX),
            UnsignedRem => a.checked_rem(b).unwrap_or(a),
            SignedDiv if b == 0 => u64::MAX,
            SignedDiv => sa.wrapping_div(sb) as u64,
            SignedRem if b == 0 => a,
            SignedRem => sa.wrapping_rem(sb) as u64,
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            ShiftLeft => {
                if b >= bits {
                    0
                } else {
                    a << b
                }
            }
            LogicalShiftRight => {
                if b >= bits {
                    0
                } else {
                    a >> b
                }
            }
            ArithmeticShiftRight => (sa >> b.min(bits - 1)) as u64,
            Equal => u64::from(a == b),
            NotEqual => u64::from(a != b),
            UnsignedLess => u64::from(a < b),
            UnsignedLessEqual => u64::from(a <= b),
            SignedLess => u64::from(sa < sb),
            SignedLessEqual => u64::from(sa <= sb),
            FloatAdd | FloatSub | FloatMul | FloatDiv | FloatRem | FloatEqual | FloatLess | FloatLessEqual => {
                floats::binary(self, a, b, width)
            }
        };
        value & self.result_width(width).mask()
    }
}

/// How the bits of an integer are read, and what it is extended by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    Signed,
    Unsigned,
}

impl Sign {
    pub fn of(is_signed: bool) -> Sign {
        if is_signed { Sign::Signed } else { Sign::Unsigned }
    }
}

impl CastOp {
    /// What brings a value to another width: truncates it, or extends it by its sign or by zeros. `None` where it has that width.
    pub fn between(from: Width, to: Width, sign: Sign) -> Option<CastOp> {
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(CastOp::Truncate),
            std::cmp::Ordering::Less if sign == Sign::Signed => Some(CastOp::SignExtend),
            std::cmp::Ordering::Less => Some(CastOp::ZeroExtend),
        }
    }

    /// Whether it is from or to a floating-point number.
    pub fn is_float(self) -> bool {
        !matches!(self, CastOp::ZeroExtend | CastOp::SignExtend | CastOp::Truncate)
    }

    /// The value of width `from` brought to width `to`.
    pub fn eval(self, a: u64, from: Width, to: Width) -> u64 {
        match self {
            _ if self.is_float() => floats::cast(self, a, from, to),
            CastOp::ZeroExtend | CastOp::Truncate => a & to.mask(),
            _ => from.signed(a) as u64 & to.mask(),
        }
    }
}

/// What a read-modify-write stores, said by the other operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The operand, whatever was there.
    Operand,
    /// Of the old value and the operand.
    Of(BinaryOp),
    /// The complement of that.
    Complement(BinaryOp),
    /// The one that is less, by this comparison, or the other one.
    Less(BinaryOp),
    More(BinaryOp),
}

impl RmwOp {
    /// What it stores, from the old value on the left and the operand on the right.
    pub fn stored(self) -> Stored {
        match self {
            RmwOp::Exchange => Stored::Operand,
            RmwOp::Add => Stored::Of(BinaryOp::Add),
            RmwOp::Sub => Stored::Of(BinaryOp::Sub),
            RmwOp::And => Stored::Of(BinaryOp::And),
            RmwOp::Or => Stored::Of(BinaryOp::Or),
            RmwOp::Xor => Stored::Of(BinaryOp::Xor),
            RmwOp::Nand => Stored::Complement(BinaryOp::And),
            RmwOp::SignedMax => Stored::More(BinaryOp::SignedLess),
            RmwOp::SignedMin => Stored::Less(BinaryOp::SignedLess),
            RmwOp::UnsignedMax => Stored::More(BinaryOp::UnsignedLess),
            RmwOp::UnsignedMin => Stored::Less(BinaryOp::UnsignedLess),
        }
    }

    /// The value stored, from the old value and the operand.
    pub fn eval(self, old: u64, operand: u64, width: Width) -> u64 {
        let is_less = |op: BinaryOp| op.eval(old, operand, width) == 1;
        let value = match self.stored() {
            Stored::Operand => operand,
            Stored::Of(op) => op.eval(old, operand, width),
            Stored::Complement(op) => !op.eval(old, operand, width),
            Stored::Less(op) => {
                if is_less(op) {
                    old
                } else {
                    operand
                }
            }
            Stored::More(op) => {
                if is_less(op) {
                    operand
                } else {
                    old
                }
            }
        };
        value & width.mask()
    }
}
