//! Variables and literals of a formula.
//!
//! A literal is twice its variable, plus one when it is negated. Variable 0 is the constant true, so constants
//! are ordinary literals: encoders fold them with the gates, and backends fix variable 0. Nothing here knows
//! formulas or solvers.

use std::fmt;
use std::ops::{BitXor, Not};

/// A propositional variable; 0 is the constant true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Var {
    /// Panics when literals of the variable would not fit into 32 bits.
    pub fn from_index(index: usize) -> Var {
        assert!(index < (i32::MAX as usize), "a formula has fewer than 2^31 variables; please report this");
        Var(index as u32)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is.
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }
}

impl Lit {
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// The value of a constant literal.
    pub fn as_constant(self) -> Option<bool> {
        match self {
            Lit::TRUE => Some(true),
            Lit::FALSE => Some(false),
            _ => None,
        }
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The literal, negated when the right side is true.
impl BitXor<bool> for Lit {
    type Output = Lit;

    fn bitxor(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl From<bool> for Lit {
    fn from(value: bool) -> Lit {
        Lit::TRUE ^ !value
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(true) => f.write_str("true"),
            Some(false) => f.write_str("false"),
            None if self.is_negative() => write!(f, "-x{}", self.0 >> 1),
            None => write!(f, "x{}", self.0 >> 1),
        }
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}
