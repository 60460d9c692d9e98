//! Arithmetic that is said once and done on numbers and on terms.
//!
//! In: constants, operators, patterns. Out: values of whatever kind. What mutexes and barriers do to the cells they are in is
//! written over a [`Calculus`], so that it means the same to the interpreter and to the unfolding. It must not know who
//! computes.

use crate::ir::operators::{BinaryOp, Width};

/// The numbers that are `value` under `mask` and have, if `some` is not 0, a bit of `some`.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    pub mask: u64,
    pub value: u64,
    pub some: u64,
}

impl Pattern {
    pub fn fits(self, word: u64) -> bool {
        word & self.mask == self.value && (self.some == 0 || word & self.some != 0)
    }
}

/// Numbers that an operation may work on.
pub trait Calculus {
    type Value: Copy;

    fn constant(&mut self, value: u64, width: Width) -> Self::Value;
    fn binary(&mut self, op: BinaryOp, a: Self::Value, b: Self::Value) -> Self::Value;
    fn select(&mut self, condition: Self::Value, yes: Self::Value, no: Self::Value) -> Self::Value;
    /// The lowest bits.
    fn truncate(&mut self, value: Self::Value, to: Width) -> Self::Value;
    /// Whether one of the first patterns fits, and none of the others.
    fn fits(&mut self, word: Self::Value, these: &[Pattern], but: &[Pattern]) -> Self::Value;
}

/// Numbers with their widths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers;

impl Calculus for Numbers {
    type Value = (u64, Width);

    fn constant(&mut self, value: u64, width: Width) -> (u64, Width) {
        (value, width)
    }

    fn binary(&mut self, op: BinaryOp, a: (u64, Width), b: (u64, Width)) -> (u64, Width) {
        (op.eval(a.0, b.0, a.1), op.result_width(a.1))
    }

    fn select(&mut self, condition: (u64, Width), yes: (u64, Width), no: (u64, Width)) -> (u64, Width) {
        if condition.0 == 1 { yes } else { no }
    }

    fn truncate(&mut self, value: (u64, Width), to: Width) -> (u64, Width) {
        (value.0 & to.mask(), to)
    }

    fn fits(&mut self, word: (u64, Width), these: &[Pattern], but: &[Pattern]) -> (u64, Width) {
        let any = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.fits(word.0));
        (u64::from(any(these) && !any(but)), Width::BOOL)
    }
}
