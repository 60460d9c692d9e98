//! May-values: an over-approximation of the values that a term can have.
//!
//! In: the may-values of the operands. Out: those of the result, as a small set or as an unsigned interval. They
//! fold terms to constants, keep bit-vectors narrow and say which objects an address may name. Nothing here knows
//! what a term stands for.

use std::sync::Arc;

use crate::ir::{BinaryOp, CastOp, UnaryOp, Width};

/// Sets above this size become intervals.
pub const SET_LIMIT: usize = 128;

/// Numbers below this, and their negatives, are offsets in an object rather than addresses.
const OFFSET: u64 = 4096;

/// Products of operand sets above this size are not enumerated.
const PRODUCT_LIMIT: usize = 4096;

/// The values a term may have: a sorted non-empty set, or all of an unsigned interval (both ends included), or all of
/// 64 bits of which some are named.
///
/// `Wild` is for pointers: the term has one of the named values unless it comes from something that nobody has set, in
/// which case it may be any. So an address that is none of the named ones is wrong wherever it is used, and the pointers
/// that a program does set stay told apart. Whoever makes a `Wild` answers for the names being complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    Set(Arc<[u64]>),
    Range(u64, u64),
    Wild(Arc<[u64]>),
}

impl Values {
    pub fn one(value: u64) -> Values {
        Values::Set(Arc::from([value]))
    }

    /// Every value of a width.
    pub fn all(width: Width) -> Values {
        if width.bits() <= 1 { Values::Set(Arc::from([0, 1])) } else { Values::Range(0, width.mask()) }
    }

    /// What a thing of this width holds that nobody has set.
    pub fn undefined(width: Width) -> Values {
        if width == Width::POINTER { Values::Wild(Arc::from([])) } else { Values::all(width) }
    }

    /// Any value, of which these are named; without names when there are many.
    fn wild(mut names: Vec<u64>) -> Values {
        names.sort_unstable();
        names.dedup();
        if names.len() > SET_LIMIT { Values::all(Width::POINTER) } else { Values::Wild(names.into()) }
    }

    /// The values that come from something set, where they are known one by one.
    pub fn named(&self) -> Option<&[u64]> {
        match self {
            Values::Set(names) | Values::Wild(names) => Some(names),
            Values::Range(..) => None,
        }
    }

    pub fn is_wild(&self) -> bool {
        matches!(self, Values::Wild(_))
    }

    /// The set of the given values; an interval when there are many.
    pub fn of(mut values: Vec<u64>) -> Values {
        assert!(!values.is_empty(), "a term without values; please report this");
        values.sort_unstable();
        values.dedup();
        if values.len() > SET_LIMIT {
            Values::Range(values[0], values[values.len() - 1])
        } else {
            Values::Set(values.into())
        }
    }

    pub fn constant(&self) -> Option<u64> {
        match self {
            Values::Set(set) if set.len() == 1 => Some(set[0]),
            Values::Range(low, high) if low == high => Some(*low),
            _ => None,
        }
    }

    pub fn set(&self) -> Option<&[u64]> {
        match self {
            Values::Set(set) => Some(set),
            Values::Range(..) | Values::Wild(_) => None,
        }
    }

    pub fn low(&self) -> u64 {
        match self {
            Values::Set(set) => set[0],
            Values::Range(low, _) => *low,
            Values::Wild(_) => 0,
        }
    }

    pub fn high(&self) -> u64 {
        match self {
            Values::Set(set) => set[set.len() - 1],
            Values::Range(_, high) => *high,
            Values::Wild(_) => u64::MAX,
        }
    }

    pub fn contains(&self, value: u64) -> bool {
        match self {
            Values::Set(set) => set.binary_search(&value).is_ok(),
            Values::Range(low, high) => (*low..=*high).contains(&value),
            Values::Wild(_) => true,
        }
    }

    /// Whether every value of `other` is one of these, and named where there are names.
    pub fn includes(&self, other: &Values) -> bool {
        if let Values::Wild(names) = self {
            return other.named().is_some_and(|others| others.iter().all(|v| names.binary_search(v).is_ok()));
        }
        match other {
            Values::Wild(_) => *self == Values::all(Width::POINTER),
            Values::Set(set) => set.iter().all(|v| self.contains(*v)),
            Values::Range(low, high) => match self {
                Values::Range(l, h) => l <= low && high <= h,
                Values::Set(_) | Values::Wild(_) => {
                    *high - *low < SET_LIMIT as u64 && (*low..=*high).all(|v| self.contains(v))
                }
            },
        }
    }

    pub fn union(&self, other: &Values) -> Values {
        if self.includes(other) {
            return self.clone();
        }
        match (self, other) {
            (Values::Set(a), Values::Set(b)) => Values::of(a.iter().chain(b.iter()).copied().collect()),
            (Values::Wild(a), Values::Set(b) | Values::Wild(b)) | (Values::Set(b), Values::Wild(a)) => {
                Values::wild(a.iter().chain(b.iter()).copied().collect())
            }
            _ => Values::between(self.low().min(other.low()), self.high().max(other.high())),
        }
    }

    /// All values of an interval, one by one where they are few: an element that is chosen among a few by a number of
    /// which nothing else is known is then at one of a few addresses, and not at some byte between them.
    fn between(low: u64, high: u64) -> Values {
        if high - low < SET_LIMIT as u64 { Values::Set((low..=high).collect()) } else { Values::Range(low, high) }
    }

    /// The bits that are the same in all values, as (mask of known bits, their values).
    pub fn known_bits(&self, width: Width) -> (u64, u64) {
        match self {
            Values::Set(set) => {
                let all = set.iter().fold(u64::MAX, |m, v| m & *v);
                let any = set.iter().fold(0, |m, v| m | *v);
                ((all | !any) & width.mask(), all & width.mask())
            }
            Values::Range(low, high) => {
                // The bits above the highest differing one are common to the whole interval.
                let differing = low ^ high;
                let unknown = if differing == 0 { 0 } else { u64::MAX >> differing.leading_zeros() };
                (!unknown & width.mask(), low & !unknown & width.mask())
            }
            Values::Wild(_) => (0, 0),
        }
    }

    /// The values that `keep` accepts; `None` when there are none. An interval is kept whole.
    pub fn filter(&self, keep: impl Fn(u64) -> bool) -> Option<Values> {
        match self {
            Values::Set(set) => {
                let kept: Vec<u64> = set.iter().copied().filter(|v| keep(*v)).collect();
                if kept.is_empty() { None } else { Some(Values::of(kept)) }
            }
            Values::Range(..) | Values::Wild(_) => Some(self.clone()),
        }
    }

    /// Those in an interval; `None` when there are none. Of what nobody has set none is taken away.
    pub fn cut(&self, low: u64, high: u64) -> Option<Values> {
        match self {
            Values::Set(_) => self.filter(|value| (low..=high).contains(&value)),
            Values::Range(l, h) => {
                let (low, high) = (low.max(*l), high.min(*h));
                (low <= high).then(|| Values::between(low, high))
            }
            Values::Wild(_) => Some(self.clone()),
        }
    }

    pub fn unary(op: UnaryOp, a: &Values, width: Width) -> Values {
        match a {
            Values::Set(set) => Values::of(set.iter().map(|v| op.eval(*v, width)).collect()),
            Values::Range(low, high) => match op {
                UnaryOp::Not => Values::between(!high & width.mask(), !low & width.mask()),
                _ => Values::all(width),
            },
            Values::Wild(_) if op.is_float() => Values::all(width),
            Values::Wild(names) => Values::wild(names.iter().map(|v| op.eval(*v, width)).collect()),
        }
    }

    pub fn binary(op: BinaryOp, a: &Values, b: &Values, width: Width) -> Values {
        if let (Values::Set(x), Values::Set(y)) = (a, b)
            && x.len() * y.len() <= PRODUCT_LIMIT
        {
            let values = x.iter().flat_map(|p| y.iter().map(|q| op.eval(*p, *q, width))).collect();
            return Values::of(values);
        }
        if op.is_float() {
            return Values::all(op.result_width(width));
        }
        if a.is_wild() || b.is_wild() {
            return Values::wild_binary(op, a, b, width);
        }
        Values::interval(op, a, b, width)
    }

    /// An operator of which one side comes from something that nobody has set.
    ///
    /// The result does, too, unless both sides have the values named that they were given; so the names are those of the
    /// sides' names. A set address plus an index without a value is left open, as other indices are.
    fn wild_binary(op: BinaryOp, a: &Values, b: &Values, width: Width) -> Values {
        let all = Values::all(op.result_width(width));
        let (Some(x), Some(y)) = (a.named(), b.named()) else { return all };
        // Numbers this close to 0, seen as signed ones, are offsets and no addresses.
        let offsets = |v: &[u64]| v.iter().all(|v| v.wrapping_add(OFFSET) < 2 * OFFSET);
        let indexed = (x.is_empty() && !offsets(y)) || (y.is_empty() && !offsets(x));
        if all != Values::all(Width::POINTER) || x.len() * y.len() > PRODUCT_LIMIT || indexed {
            return all;
        }
        Values::wild(x.iter().flat_map(|p| y.iter().map(|q| op.eval(*p, *q, width))).collect())
    }

    /// The operators on intervals; exact enough for array indices and counters.
    fn interval(op: BinaryOp, a: &Values, b: &Values, width: Width) -> Values {
        use BinaryOp::*;
        let (al, ah, bl, bh) = (a.low(), a.high(), b.low(), b.high());
        let within = |low: Option<u64>, high: Option<u64>| match (low, high) {
            (Some(l), Some(h)) if h <= width.mask() => Values::between(l, h),
            _ => Values::all(width),
        };
        let decide = |yes: bool, no: bool| {
            if yes {
                Values::one(1)
            } else if no {
                Values::one(0)
            } else {
                Values::all(Width::BOOL)
            }
        };
        let small = width.sign_bit();
        match op {
            Add => within(al.checked_add(bl), ah.checked_add(bh)),
            Sub => within(al.checked_sub(bh), ah.checked_sub(bl)),
            Mul => within(al.checked_mul(bl), ah.checked_mul(bh)),
            And => Values::between(0, ah.min(bh)),
            Or | Xor => {
                let top = ah | bh;
                Values::between(0, if top == 0 { 0 } else { u64::MAX >> top.leading_zeros() })
            }
            UnsignedDiv if bl > 0 => Values::between(al / bh, ah / bl),
            // A remainder has the sign of what is divided.
            SignedRem if bl == bh && bl < small && bl > 0 && ah < small => Values::between(0, ah.min(bl - 1)),
            SignedRem if bl == bh && (1..=SET_LIMIT as u64 / 2).contains(&bl) && bl < small => {
                Values::of((0..bl).flat_map(|rest| [rest, rest.wrapping_neg() & width.mask()]).collect())
            }
            UnsignedRem if bl > 0 => Values::between(0, ah.min(bh - 1)),
            LogicalShiftRight => Values::between(al >> bh.min(63), ah >> bl.min(63)),
            Equal => decide(false, ah < bl || bh < al),
            NotEqual => decide(ah < bl || bh < al, false),
            UnsignedLess => decide(ah < bl, al >= bh),
            UnsignedLessEqual => decide(ah <= bl, al > bh),
            SignedLess if ah < small && bh < small => decide(ah < bl, al >= bh),
            SignedLessEqual if ah < small && bh < small => decide(ah <= bl, al > bh),
            _ => Values::all(op.result_width(width)),
        }
    }

    pub fn cast(op: CastOp, a: &Values, from: Width, to: Width) -> Values {
        match a {
            Values::Set(set) => Values::of(set.iter().map(|v| op.eval(*v, from, to)).collect()),
            Values::Range(low, high) => match op {
                CastOp::ZeroExtend => Values::Range(*low, *high),
                CastOp::SignExtend if *high < from.sign_bit() => Values::Range(*low, *high),
                CastOp::Truncate if *high <= to.mask() => Values::Range(*low, *high),
                _ => Values::all(to),
            },
            Values::Wild(_) => Values::all(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever two members give, the result's may-values contain.
        #[test]
        fn operators_stay_inside(
            op in 0..BinaryOp::ALL.len(), al in 0u64..300, an in 0u64..300, bl in 0u64..300, bn in 0u64..300,
            pick in any::<(u64, u64)>(), bits in prop::sample::select(vec![4u32, 8, 9, 16, 64]), sets in any::<(bool, bool)>(),
        ) {
            let width = Width::new(bits);
            let make = |low: u64, count: u64, set: bool| {
                let low = low & width.mask();
                let high = (low + count).min(width.mask());
                if set { Values::of((low..=high).step_by(3).collect()) } else { Values::Range(low, high) }
            };
            let (a, b) = (make(al, an, sets.0), make(bl, bn, sets.1));
            let member = |v: &Values, p: u64| match v {
                Values::Set(s) => s[p as usize % s.len()],
                Values::Range(l, h) => l + p % (h - l + 1),
                Values::Wild(_) => p,
            };
            let (x, y) = (member(&a, pick.0), member(&b, pick.1));
            let op = BinaryOp::ALL[op];
            let result = Values::binary(op, &a, &b, width);
            prop_assert!(result.contains(op.eval(x, y, width)), "{op:?} {x} {y} not in {result:?}");
            let (mask, bits) = result.known_bits(op.result_width(width));
            prop_assert_eq!(op.eval(x, y, width) & mask, bits);
        }
    }
}
