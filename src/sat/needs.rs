//! Which reads a value needs, and when.
//!
//! In: a term, and when the reads happen whose values occur in it. Out: [`Needs`]: the reads that the value is computed from, and
//! those that decide which way it is computed, each with the literal under which it does. It must not know what a dependency
//! orders, nor rows.
//!
//! A value that comes together from several ways (`Select`) is computed from what the way taken needs, and from nothing of the others.
//! What chose the way does not flow into the value: a compiler may have written a branch. Nor does it matter behind the place where the
//! ways meet, if the model takes no such choice for a branch ([`Choices`]). The same is so of a condition
//! that is put together of two (`||`, `&&`, and the guards that unfolding puts together where ways meet): if one of them
//! settles it, the other one need not have been looked at. Which one a program looks at first is not in the term;
//! where both settle it, only what both need counts.
//!
//! Not all that a path hangs on was asked: a thread is also at its end where it computes or accesses something that C leaves
//! undefined (a division by zero, an index out of bounds), and that it goes on is no instruction's decision
//! ([`Skeleton::unasked`]). A branch has not looked at what such a condition needs. Where the text asks for the same
//! afterwards a compiler may leave that out, as it knows the answer.
//!
//! What changes nothing is not needed, however the text uses it ([`Terms::idle_inputs`](crate::exec::terms::Terms::idle_inputs)). Of two ways
//! to one value, of which one would do always ([`Terms::only_way`](crate::exec::terms::Terms::only_way)), that one is taken: so is the
//! variable behind `expected` of a compare-and-exchange what that has read, also where it was equal and nothing was stored.
//!
//! That is less than what is in the text or as much, but for the last: what is not there forbids no execution.
//! The terms have values also where reads in them do not happen. There a condition settles nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::exec::skeleton::Skeleton;
use crate::exec::terms::{InputId, Term, TermId};
use crate::ir::{BinaryOp, Width};
use crate::model::{Algebra, Choices};
use crate::sat::algebra::Literals;
use crate::sat::blast::Blaster;
use crate::sat::literal::Lit;

/// Reads by their inputs, each with the literal under which it is needed.
pub type Reads = BTreeMap<InputId, Lit>;

/// What a value needs.
#[derive(Debug, Default)]
pub struct Needs {
    /// It is computed from these.
    pub value: Reads,
    /// These decide how it is computed.
    pub choice: Reads,
}

impl Needs {
    fn is_empty(&self) -> bool {
        self.value.is_empty() && self.choice.is_empty()
    }
}

/// What makes the literals.
pub struct Finder<'a, 'f> {
    pub skeleton: &'a Skeleton,
    pub blaster: &'a mut Blaster,
    pub algebra: &'a mut Literals<'f>,
    /// When each read happens. Inputs that are missing here are no reads.
    pub happens: &'a FxHashMap<InputId, Lit>,
    /// What the choice of a value is to whoever uses it.
    pub choices: Choices,
    known: FxHashMap<TermId, Rc<Needs>>,
    /// What a branch upon a condition has looked at.
    asked: FxHashMap<TermId, Rc<Reads>>,
}

impl<'a, 'f> Finder<'a, 'f> {
    pub fn new(
        (skeleton, choices): (&'a Skeleton, Choices),
        blaster: &'a mut Blaster,
        algebra: &'a mut Literals<'f>,
        happens: &'a FxHashMap<InputId, Lit>,
    ) -> Finder<'a, 'f> {
        Finder {
            skeleton,
            blaster,
            algebra,
            happens,
            choices,
            known: FxHashMap::default(),
            asked: FxHashMap::default(),
        }
    }

    /// What a term needs wherever its value is used.
    pub fn of(&mut self, term: TermId) -> Rc<Needs> {
        let mut open = vec![term];
        while let Some(&top) = open.last() {
            let before = open.len();
            if !self.known.contains_key(&top) {
                let operands = self.skeleton.terms.operands(top);
                open.extend(operands.into_iter().filter(|operand| !self.known.contains_key(operand)));
                if open.len() == before {
                    let needs = self.but_idle(top);
                    self.known.insert(top, needs);
                }
            }
            if open.len() == before {
                open.pop();
            }
        }
        self.known[&term].clone()
    }

    /// What decided that a guard holds, where it does.
    pub fn of_guard(&mut self, guard: TermId) -> Reads {
        let mut all = Reads::new();
        for conjunct in self.skeleton.terms.conjuncts(guard) {
            let asked = self.asked(conjunct);
            self.add(&mut all, &asked, Lit::TRUE);
        }
        all
    }

    /// What a branch upon a condition has looked at.
    fn asked(&mut self, condition: TermId) -> Rc<Reads> {
        let mut open = vec![condition];
        while let Some(&top) = open.last() {
            let before = open.len();
            if !self.asked.contains_key(&top) {
                let parts = self.parts(top).map_or_else(Vec::new, |(_, a, b)| vec![a, b]);
                open.extend(parts.into_iter().filter(|part| !self.asked.contains_key(part)));
                if open.len() == before {
                    let asked = self.asked_of_one(top);
                    self.asked.insert(top, Rc::new(asked));
                }
            }
            if open.len() == before {
                open.pop();
            }
        }
        self.asked[&condition].clone()
    }

    fn asked_of_one(&mut self, condition: TermId) -> Reads {
        if self.skeleton.unasked.contains(&condition) {
            return Reads::new();
        }
        match self.parts(condition) {
            Some((op, a, b)) => {
                let [of_a, of_b] = [a, b].map(|part| self.asked[&part].clone());
                self.settled((op, a, b), (&of_a, &of_b))
            }
            None => {
                let needs = self.of(condition);
                self.all(&needs)
            }
        }
    }

    /// The two conditions of which one is put together.
    fn parts(&self, condition: TermId) -> Option<(BinaryOp, TermId, TermId)> {
        let terms = &self.skeleton.terms;
        match terms.term(condition) {
            Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if terms.width(condition) == Width::BOOL && !self.skeleton.unasked.contains(&condition) =>
            {
                Some((op, a, b))
            }
            _ => None,
        }
    }

    /// All that a value needs, whatever for.
    fn all(&mut self, needs: &Needs) -> Reads {
        let mut all = needs.value.clone();
        self.add(&mut all, &needs.choice, Lit::TRUE);
        all
    }

    /// What a term is made from, without what changes nothing.
    fn but_idle(&mut self, term: TermId) -> Rc<Needs> {
        let needs = self.one(term);
        if needs.is_empty() {
            return needs;
        }
        let idle = self.skeleton.terms.idle_inputs(term);
        if idle.is_empty() {
            return needs;
        }
        let busy = |reads: &Reads| {
            let kept = reads.iter().filter(|(input, _)| !idle.contains(input));
            kept.map(|(input, needed)| (*input, *needed)).collect()
        };
        Rc::new(Needs { value: busy(&needs.value), choice: busy(&needs.choice) })
    }

    fn one(&mut self, term: TermId) -> Rc<Needs> {
        let mut needs = Needs::default();
        match self.skeleton.terms.term(term) {
            Term::Const(_) => {}
            Term::Input(input) => {
                if self.happens.contains_key(&input) {
                    needs.value.insert(input, Lit::TRUE);
                }
            }
            Term::Unary(_, a) | Term::Cast(_, a) => return self.known[&a].clone(),
            Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if self.skeleton.terms.width(term) == Width::BOOL =>
            {
                let [of_a, of_b] = [a, b].map(|operand| {
                    let needs = self.known[&operand].clone();
                    self.all(&needs)
                });
                needs.choice = self.settled((op, a, b), (&of_a, &of_b));
            }
            Term::Binary(_, a, b) => {
                for operand in [a, b].map(|operand| self.known[&operand].clone()) {
                    self.add(&mut needs.value, &operand.value, Lit::TRUE);
                    self.add(&mut needs.choice, &operand.choice, Lit::TRUE);
                }
            }
            Term::Select(condition, yes, no) => {
                let [of_yes, of_no] = [yes, no].map(|operand| self.known[&operand].clone());
                if of_yes.is_empty() && of_no.is_empty() && self.choices != Choices::Branch {
                    return of_yes;
                }
                if let Some(way) = self.skeleton.terms.only_way(term) {
                    return self.known[&way].clone();
                }
                let is_taken = self.literal(condition);
                for (way, taken) in [(of_yes, is_taken), (of_no, !is_taken)] {
                    self.add(&mut needs.value, &way.value, taken);
                    self.add(&mut needs.choice, &way.choice, taken);
                }
                if self.choices == Choices::Branch {
                    let asked = self.asked(condition);
                    self.add(&mut needs.choice, &asked, Lit::TRUE);
                }
            }
        }
        Rc::new(needs)
    }

    /// What decides a condition that is put together of two.
    fn settled(&mut self, (op, a, b): (BinaryOp, TermId, TermId), (of_a, of_b): (&Reads, &Reads)) -> Reads {
        if of_a.is_empty() && of_b.is_empty() {
            return Reads::new();
        }
        let [a_settles, b_settles] = [(a, of_a), (b, of_b)].map(|(operand, needs)| {
            let holds = self.literal(operand);
            let settles = if op == BinaryOp::Or { holds } else { !holds };
            needs.iter().fold(settles, |settles, (input, needed)| {
                let happens = self.algebra.or(&[!*needed, self.happens[input]]);
                self.algebra.both(settles, happens)
            })
        });
        let mut all = Reads::new();
        self.add(&mut all, of_a, !b_settles);
        self.add(&mut all, of_b, !a_settles);
        for (input, needed) in of_a {
            if let Some(other) = of_b.get(input) {
                let both = self.algebra.both(*needed, *other);
                self.add(&mut all, &Reads::from([(*input, both)]), Lit::TRUE);
            }
        }
        all
    }

    /// Adds what is needed under a condition.
    pub fn add(&mut self, to: &mut Reads, needed: &Reads, condition: Lit) {
        for (input, lit) in needed {
            let lit = self.algebra.both(*lit, condition);
            if lit == Lit::FALSE {
                continue;
            }
            let before = to.get(input).copied().unwrap_or(Lit::FALSE);
            let either = self.algebra.or(&[before, lit]);
            to.insert(*input, either);
        }
    }

    fn literal(&mut self, condition: TermId) -> Lit {
        self.blaster.guard(self.algebra.formula, self.skeleton, condition)
    }
}
