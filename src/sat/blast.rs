//! Terms as bits: the values of the skeleton in the formula.
//!
//! In: terms with may-values. Out: bit-vectors, made when first asked for. Bits that are the same in all may-values
//! are constants, and two bits that are equal in all of them, or opposite, are one literal, so a flag is one variable and
//! a pointer as many as it takes to tell its objects apart. It never solves.
//!
//! # Why that is right
//! A term has one of its may-values in every execution in which it is computed at all: on that rests that a known bit
//! is a constant, and a column of the table of may-values is no less known than a bit is. Where the values are an interval or
//! wild there is no such table, and every bit that is not known is a variable of its own.

use crate::exec::skeleton::Skeleton;
use crate::exec::terms::{Term, TermId};
use crate::exec::values::Values;
use crate::ir::Width;
use crate::sat::bits::{self, Bits};
use crate::sat::formula::Formula;
use crate::sat::literal::Lit;

/// The bits of the terms of one skeleton.
#[derive(Debug)]
pub struct Blaster {
    done: Vec<Option<Bits>>,
}

impl Blaster {
    pub fn new(skeleton: &Skeleton) -> Blaster {
        Blaster { done: vec![None; skeleton.terms.len()] }
    }

    /// The literal of a guard.
    pub fn guard(&mut self, f: &mut Formula, skeleton: &Skeleton, id: TermId) -> Lit {
        let bits = self.bits(f, skeleton, id);
        bits.literals()[0]
    }

    /// The bits of a term.
    pub fn bits(&mut self, f: &mut Formula, skeleton: &Skeleton, id: TermId) -> Bits {
        let mut open = vec![id];
        while let Some(&top) = open.last() {
            if self.done[top.index()].is_some() {
                open.pop();
                continue;
            }
            let operands = skeleton.terms.operands(top);
            let before = open.len();
            open.extend(operands.iter().filter(|o| self.done[o.index()].is_none()));
            if open.len() == before {
                let bits = self.one(f, skeleton, top);
                self.done[top.index()] = Some(bits);
                open.pop();
            }
        }
        self.done[id.index()].clone().expect("the term was just encoded; please report this")
    }

    /// The bits if they were made.
    pub fn made(&self, id: TermId) -> Option<&Bits> {
        self.done.get(id.index()).and_then(Option::as_ref)
    }

    fn of(&self, id: TermId) -> &Bits {
        self.done[id.index()].as_ref().expect("operands are encoded first; please report this")
    }

    fn one(&self, f: &mut Formula, skeleton: &Skeleton, id: TermId) -> Bits {
        let terms = &skeleton.terms;
        let width = terms.width(id);
        let columns = Columns::of(terms.values(id), width);
        if let Term::Const(value) = terms.term(id) {
            return Bits::constant(value, width);
        }
        if let Term::Input(_) = terms.term(id) {
            return columns.fill(width, |_| f.fresh());
        }
        // The unfolding has refused what hangs on it.
        if terms.is_opaque(id) {
            return columns.fill(width, |_| f.fresh());
        }
        let bits = match terms.term(id) {
            Term::Const(_) | Term::Input(_) => unreachable!("leaves are encoded above"),
            Term::Unary(op, a) => bits::unary(f, op, self.of(a)),
            Term::Binary(op, a, b) => bits::binary(f, op, self.of(a), self.of(b)),
            Term::Cast(op, a) => bits::cast(op, self.of(a), width),
            Term::Select(c, a, b) => bits::select(f, self.of(c).literals()[0], self.of(a), self.of(b)),
        };
        columns.fill(width, |bit| bits.literals()[bit as usize])
    }
}

/// What is known of each bit of a value.
struct Columns {
    known: u64,
    value: u64,
    /// For each bit the first one that is equal to it in all may-values, or opposite, which `opposite` says.
    first: [u8; 64],
    opposite: u64,
}

impl Columns {
    fn of(values: &Values, width: Width) -> Columns {
        let (known, value) = values.known_bits(width);
        let mut columns = Columns { known, value, first: std::array::from_fn(|bit| bit as u8), opposite: 0 };
        // Of more values hardly two bits are the same.
        let Some(set) = values.set().filter(|set| set.len() <= u64::BITS as usize) else { return columns };
        let column = |bit: u32| set.iter().enumerate().fold(0u64, |all, (row, v)| all | (v >> bit & 1) << row);
        let all = u64::MAX >> (u64::BITS as usize - set.len());
        let mut firsts: Vec<(u64, u8)> = Vec::new();
        for bit in (0..width.bits()).filter(|bit| known >> bit & 1 == 0) {
            let own = column(bit);
            match firsts.iter().find(|(other, _)| *other == own || *other == !own & all) {
                Some((other, first)) => {
                    columns.first[bit as usize] = *first;
                    columns.opposite |= u64::from(*other != own) << bit;
                }
                None => firsts.push((own, bit as u8)),
            }
        }
        columns
    }

    /// The bits, of which those that nothing is known of are given.
    fn fill(&self, width: Width, mut given: impl FnMut(u32) -> Lit) -> Bits {
        let mut bits: Vec<Lit> = Vec::with_capacity(width.bits() as usize);
        for bit in 0..width.bits() {
            let first = usize::from(self.first[bit as usize]);
            bits.push(match first < bit as usize {
                _ if self.known >> bit & 1 == 1 => Lit::from(self.value >> bit & 1 == 1),
                true => bits[first] ^ (self.opposite >> bit & 1 == 1),
                false => given(bit),
            });
        }
        Bits::new(bits)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::sat::literal::Var;

    fn bits_of(values: &Values, width: Width) -> (Bits, Vec<Lit>) {
        let mut given = Vec::new();
        let bits = Columns::of(values, width).fill(width, |_| {
            given.push(Var::from_index(1 + given.len()).positive());
            given[given.len() - 1]
        });
        (bits, given)
    }

    proptest! {
        #[test]
        fn every_may_value_is_a_choice_of_the_literals(values in prop::collection::vec(any::<u64>(), 1..9), zero: bool) {
            let values: Vec<u64> = values.into_iter().chain(zero.then_some(0)).collect();
            let (bits, given) = bits_of(&Values::of(values.clone()), Width::POINTER);
            prop_assert!(given.len() < 1 << (values.len() - 1), "{} literals", given.len());
            for value in values {
                let first = |lit: Lit| bits.literals().iter().position(|bit| *bit == lit).expect("it is a bit");
                let assignment = |lit: Lit| match lit.as_constant() {
                    Some(constant) => constant,
                    None => (value >> first(lit.var().positive()) & 1 == 1) ^ lit.is_negative(),
                };
                prop_assert_eq!(bits.value(&assignment), value);
            }
        }
    }

    #[test]
    fn what_may_be_anything_has_no_bits_in_common() {
        // The named values alone would be one column.
        for values in [Values::Wild(Arc::from([0, 0xff])), Values::Range(0, 0xff)] {
            let (bits, given) = bits_of(&values, Width::POINTER);
            let open = if values.is_wild() { 64 } else { 8 };
            assert_eq!(given.len(), open, "{values:?}: {bits:?}");
        }
        assert_eq!(bits_of(&Values::of(vec![0, 0xff]), Width::POINTER).1.len(), 1);
    }
}
