//! What a comparison says of the values of what it compares.
//!
//! In: the comparison, and the may-values of both sides. Out: those of one side with which it can have an outcome. It must not
//! know what the sides stand for.

use crate::exec::values::Values;
use crate::ir::{BinaryOp, Width};

/// On which side of a comparison something stands.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Left,
    Right,
}

/// A comparison of something with what may have these values.
pub struct Comparison {
    pub op: BinaryOp,
    pub width: Width,
    pub other: Values,
    pub side: Side,
}

impl Comparison {
    /// Those of some values with which the comparison can have an outcome.
    pub fn allows(&self, value: &Values, outcome: bool) -> Option<Values> {
        if self.op.is_float() || value.is_wild() || self.other.is_wild() {
            return Some(value.clone());
        }
        match value.set() {
            Some(_) => value.filter(|value| self.can_be(value, outcome)),
            None => self.cut(value, outcome),
        }
    }

    /// Whether the comparison of one value can have an outcome.
    fn can_be(&self, value: u64, outcome: bool) -> bool {
        use BinaryOp::{Equal, NotEqual, SignedLess, SignedLessEqual};
        let is = |other: u64| {
            let (left, right) = if self.side == Side::Left { (value, other) } else { (other, value) };
            (self.op.eval(left, right, self.width) != 0) == outcome
        };
        if let Some(others) = self.other.set() {
            return others.iter().any(|other| is(*other));
        }
        let (low, high) = (self.other.low(), self.other.high());
        let sign = self.width.sign_bit();
        match self.op {
            Equal | NotEqual if (self.op == Equal) == outcome => (low..=high).contains(&value),
            // As signed numbers these are not in order.
            SignedLess | SignedLessEqual if low < sign && high >= sign => true,
            _ => is(low) || is(high),
        }
    }

    /// The same of an interval, where that is one again.
    fn cut(&self, value: &Values, outcome: bool) -> Option<Values> {
        use BinaryOp::{Equal, NotEqual, SignedLess, SignedLessEqual, UnsignedLess, UnsignedLessEqual};
        let (low, high, sign) = (self.other.low(), self.other.high(), self.width.sign_bit());
        let is_equal = (self.op == Equal) == outcome;
        // What is compared is less than the other one, or no more; or it is greater, or no less.
        let is_less = (self.side == Side::Left) == outcome;
        let or_equal = matches!(self.op, UnsignedLessEqual | SignedLessEqual) == outcome;
        let most = if or_equal { Some(high) } else { high.checked_sub(1) };
        let least = if or_equal { Some(low) } else { low.checked_add(1) };
        match self.op {
            Equal | NotEqual if is_equal => value.cut(low, high),
            Equal | NotEqual if low == high && value.low() == low => value.cut(low.checked_add(1)?, value.high()),
            Equal | NotEqual if low == high && value.high() == low => value.cut(value.low(), low.checked_sub(1)?),
            UnsignedLess | UnsignedLessEqual if is_less => value.cut(0, most?),
            UnsignedLess | UnsignedLessEqual => value.cut(least?, u64::MAX),
            SignedLess | SignedLessEqual if high < sign && value.high() < sign && is_less => value.cut(0, most?),
            // What is no less than a number without sign has none.
            SignedLess | SignedLessEqual if high < sign && !is_less => value.cut(least?, sign - 1),
            _ => Some(value.clone()),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::prelude::*;

    pub const COMPARISONS: [BinaryOp; 6] = [
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::UnsignedLess,
        BinaryOp::UnsignedLessEqual,
        BinaryOp::SignedLess,
        BinaryOp::SignedLessEqual,
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

        /// Two members with which a comparison has an outcome are kept.
        #[test]
        fn what_can_be_is_kept(
            op in prop::sample::select(&COMPARISONS[..]), ends in any::<(u8, u8, u8, u8)>(), pick in any::<(u64, u64)>(),
            sets in any::<(bool, bool)>(), is_left in any::<bool>(),
        ) {
            let width = Width::new(8);
            let make = |a: u8, b: u8, set: bool| {
                let (low, high) = (u64::from(a.min(b)), u64::from(a.max(b)));
                if set { Values::of((low..=high).step_by(3).collect()) } else { Values::Range(low, high) }
            };
            let (value, other) = (make(ends.0, ends.1, sets.0), make(ends.2, ends.3, sets.1));
            let member = |v: &Values, p: u64| match v {
                Values::Set(s) => s[p as usize % s.len()],
                Values::Range(l, h) => l + p % (h - l + 1),
                Values::Wild(_) => p,
            };
            let (x, y) = (member(&value, pick.0), member(&other, pick.1));
            let side = if is_left { Side::Left } else { Side::Right };
            let (left, right) = if is_left { (x, y) } else { (y, x) };
            let outcome = op.eval(left, right, width) != 0;
            let kept = Comparison { op, width, other, side }.allows(&value, outcome);
            prop_assert!(kept.is_some_and(|kept| kept.contains(x)), "{op:?} {x} {y} {side:?}", side = is_left);
        }
    }
}
