//! Values that are put together from parts, and the parts of which they are.
//!
//! In: terms, lowest bits first. Out: the term whose bits these are, in as few operations as are seen to do: parts that follow each
//! other in one term are that term again. It must not know memory.

use super::{Term, TermId, Terms};
use crate::ir::{BinaryOp, CastOp, Width};

impl Terms {
    /// The value of a width whose bytes these are, lowest first.
    pub fn concatenate(&mut self, parts: &[TermId], width: Width) -> TermId {
        if let Some(whole) = self.joined(parts, width) {
            return whole;
        }
        if let Some((condition, yes, no)) = self.chosen_together(parts) {
            let (yes, no) = (self.concatenate(&yes, width), self.concatenate(&no, width));
            return self.select(condition, yes, no);
        }
        if let Some((low, high, half)) = self.halves(parts, width) {
            let halves = [self.concatenate(low, half), self.concatenate(high, half)];
            return self.concatenate(&halves, width);
        }
        let (mut value, mut shift) = (self.constant(0, width), 0);
        for part in parts {
            let bits = u64::from(self.width(*part).bits());
            let wide = self.cast(CastOp::ZeroExtend, *part, width);
            let by = self.constant(shift, width);
            let shifted = self.binary(BinaryOp::ShiftLeft, wide, by);
            value = self.binary(BinaryOp::Or, value, shifted);
            shift += bits;
        }
        value
    }

    /// More than two parts as two, where one of them ends in the middle: either half may be one term again, of which more is known than of its
    /// parts by themselves.
    fn halves<'p>(&self, parts: &'p [TermId], width: Width) -> Option<(&'p [TermId], &'p [TermId], Width)> {
        let half = [32, 16, 8].into_iter().find(|half| half * 2 == width.bits()).filter(|_| parts.len() > 2)?;
        let mut bits = 0;
        let middle = parts.iter().position(|part| {
            bits += self.width(*part).bits();
            bits == half
        })?;
        let (low, high) = parts.split_at(middle + 1);
        Some((low, high, Width::new(half)))
    }

    /// The bits of a term from one of them on.
    pub fn slice(&mut self, term: TermId, from: u64, width: Width) -> TermId {
        let shift = self.constant(from, self.width(term));
        let shifted = self.binary(BinaryOp::LogicalShiftRight, term, shift);
        self.cast(CastOp::Truncate, shifted, width)
    }

    /// The term of which these parts are so many bits one behind the other. Where its bits are known, so are those of a part.
    fn joined(&mut self, parts: &[TermId], width: Width) -> Option<TermId> {
        let bits = |terms: &Terms, part: TermId| u64::from(terms.width(part).bits());
        let known = parts.iter().take_while(|part| self.constant_of(**part).is_some()).count();
        let (whole, from) = self.slice_of(*parts.get(known)?);
        let before: u64 = parts[..known].iter().map(|part| bits(self, *part)).sum();
        let first = from.checked_sub(before)?;
        if first + u64::from(width.bits()) > bits(self, whole) {
            return None;
        }
        let mut next = first;
        for part in parts {
            let is_next = match self.constant_of(*part) {
                None => self.slice_of(*part) == (whole, next),
                Some(_) => self.slice(whole, next, self.width(*part)) == *part,
            };
            if !is_next {
                return None;
            }
            next += bits(self, *part);
        }
        (next - first == u64::from(width.bits())).then(|| self.slice(whole, first, width))
    }

    /// The term of which this one is a part, and the bit with which that begins.
    fn slice_of(&self, part: TermId) -> (TermId, u64) {
        let (mut term, mut from) = (part, 0);
        while let Term::Cast(CastOp::Truncate, wide) = self.term(term) {
            let shifted = match self.term(wide) {
                Term::Binary(BinaryOp::LogicalShiftRight, x, by) => self.constant_of(by).map(|by| (x, by)),
                _ => None,
            };
            // Of a shift that leaves fewer bits than there are in the part, the rest are zeros.
            let bits = u64::from(self.width(part).bits());
            match shifted {
                Some((x, by)) if from + by + bits <= u64::from(self.width(x).bits()) => {
                    (term, from) = (x, from + by);
                }
                _ => term = wide,
            }
        }
        (term, from)
    }

    /// Where all parts are chosen by one condition: that, and the parts on either side.
    fn chosen_together(&self, parts: &[TermId]) -> Option<(TermId, Vec<TermId>, Vec<TermId>)> {
        let Term::Select(condition, ..) = self.term(*parts.first()?) else { return None };
        let sides = parts.iter().map(|part| match self.term(*part) {
            Term::Select(here, yes, no) if here == condition => Some((yes, no)),
            _ => None,
        });
        let (yes, no) = sides.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        Some((condition, yes, no))
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::exec::values::Values;

    #[test]
    fn parts_of_one_term_are_that_term() {
        let mut terms = Terms::default();
        let (_, word) = terms.input(Width::POINTER, Values::undefined(Width::POINTER));
        let bytes: Vec<TermId> = (0..8).map(|byte| terms.slice(word, 8 * byte, Width::BYTE)).collect();
        assert_eq!(terms.concatenate(&bytes, Width::POINTER), word);
        let halves = [terms.slice(word, 0, Width::INT), terms.slice(word, 32, Width::INT)];
        assert_eq!(terms.concatenate(&halves, Width::POINTER), word);
        // Bytes of a half are bytes of the whole.
        let high: Vec<TermId> = (0..4).map(|byte| terms.slice(halves[1], 8 * byte, Width::BYTE)).collect();
        assert_eq!(terms.concatenate(&high, Width::INT), halves[1]);
        let mixed: Vec<TermId> = bytes[..4].iter().chain(&high).copied().collect();
        assert_eq!(terms.concatenate(&mixed, Width::POINTER), word);
    }

    #[test]
    fn parts_that_are_known_are_parts_of_the_term() {
        let mut terms = Terms::default();
        let (_, index) = terms.input(Width::INT, Values::undefined(Width::INT));
        let index = terms.cast(CastOp::ZeroExtend, index, Width::POINTER);
        let base = terms.constant(0x1357_0000_0000_0000, Width::POINTER);
        let word = terms.binary(BinaryOp::Or, index, base);
        let halves = [terms.slice(word, 0, Width::INT), terms.constant(0x1357_0000, Width::INT)];
        let is_known = terms.slice(word, 32, Width::INT) == halves[1];
        assert_eq!(terms.concatenate(&halves, Width::POINTER) == word, is_known);
        let others = [halves[0], terms.constant(0x1357_0001, Width::INT)];
        assert_ne!(terms.concatenate(&others, Width::POINTER), word);
    }

    #[test]
    fn parts_of_two_terms_are_those() {
        let mut terms = Terms::default();
        let [low, high] =
            [[3, 0x1234_5678], [0, 0x9abc_def0]].map(|values| terms.input(Width::INT, Values::of(values.to_vec())).1);
        let bytes = [low, high].map(|half| [0, 8, 16, 24].map(|from| terms.slice(half, from, Width::BYTE))).concat();
        let whole = terms.concatenate(&bytes, Width::POINTER);
        assert_eq!(terms.concatenate(&[low, high], Width::POINTER), whole);
        let four = [3, 0x1234_5678, 0x9abc_def0_0000_0003, 0x9abc_def0_1234_5678];
        assert_eq!(terms.values(whole), &Values::of(four.to_vec()));
    }

    /// Whatever is taken for one term has the bits of its parts.
    #[test]
    fn what_is_put_together_has_the_bits_of_its_parts() {
        let mut terms = Terms::default();
        let [a, b] = [0, 1].map(|_| terms.input(Width::POINTER, Values::undefined(Width::POINTER)));
        let condition = terms.input(Width::BOOL, Values::undefined(Width::BOOL));
        let mut parts = Vec::new();
        for (term, by) in [a.1, b.1].into_iter().flat_map(|term| [0, 3, 8, 16, 56, 60].map(move |by| (term, by))) {
            let half = terms.slice(term, by, Width::INT);
            parts.extend([half, terms.slice(half, 4, Width::new(16)), terms.slice(term, by, Width::BYTE)]);
            parts.push(terms.slice(half, 8, Width::BYTE));
        }
        for pair in parts.clone().windows(2) {
            if terms.width(pair[0]) == terms.width(pair[1]) {
                parts.push(terms.select(condition.1, pair[0], pair[1]));
            }
        }
        let inputs = [a.0, b.0, condition.0].into_iter().zip([0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 1]);
        let inputs: FxHashMap<_, u64> = inputs.collect();
        let pairs: Vec<(TermId, TermId)> = parts.iter().flat_map(|l| parts.iter().map(|r| (*l, *r))).collect();
        for (low, high) in pairs {
            let (bits, more) = (terms.width(low).bits(), terms.width(high).bits());
            let whole = terms.concatenate(&[low, high], Width::new(bits + more));
            let value = |term| terms.evaluate(term, &mut FxHashMap::default(), &|input| inputs[&input]);
            assert_eq!(value(whole), value(low) | value(high) << bits);
        }
    }
}
