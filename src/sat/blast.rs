//! Terms as bits: the values of the skeleton in the formula.
//!
//! In: terms with may-values. Out: bit-vectors, made when first asked for. Bits that are the same in all may-values
//! are constants, so a flag is one variable and a pointer as many as it takes to tell its objects apart. It never
//! solves.

use crate::exec::skeleton::Skeleton;
use crate::exec::terms::{Term, TermId};
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
        let (known, value) = terms.values(id).known_bits(width);
        if let Term::Const(value) = terms.term(id) {
            return Bits::constant(value, width);
        }
        if let Term::Input(_) = terms.term(id) {
            let bits = (0..width.bits())
                .map(|i| if known >> i & 1 == 1 { Lit::from(value >> i & 1 == 1) } else { f.fresh() })
                .collect();
            return Bits::new(bits);
        }
        let bits = match terms.term(id) {
            Term::Const(_) | Term::Input(_) => unreachable!("leaves are encoded above"),
            Term::Unary(op, a) => bits::unary(f, op, self.of(a)),
            Term::Binary(op, a, b) => bits::binary(f, op, self.of(a), self.of(b)),
            Term::Cast(op, a) => bits::cast(op, self.of(a), width),
            Term::Select(c, a, b) => bits::select(f, self.of(c).literals()[0], self.of(a), self.of(b)),
        };
        narrow(bits, width, known, value)
    }
}

/// Replaces the bits that are the same in all may-values by constants.
fn narrow(bits: Bits, width: Width, known: u64, value: u64) -> Bits {
    let narrowed = bits.literals().iter().enumerate().take(width.bits() as usize);
    Bits::new(
        narrowed.map(|(i, bit)| if known >> i & 1 == 1 { Lit::from(value >> i & 1 == 1) } else { *bit }).collect(),
    )
}
