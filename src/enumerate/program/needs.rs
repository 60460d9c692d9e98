//! Which reads a value was computed from, in one choice of values.
//!
//! In: a skeleton, the values of its terms, and which reads happen. Out: by term the reads that flow into its value, those that chose
//! how it is computed, and what a branch upon it has looked at. It must not know relations.
//!
//! The rule is that of the solver's side, stated at the head of `sat/needs.rs`, for values in the place of literals: of several ways
//! only the one taken counts; a condition that is put together of two is settled by one of them alone, or by what both need; what no
//! instruction asks is no branch; what changes nothing is not needed, and of two ways one that would do always. Tests compare both sides.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::exec::skeleton::Skeleton;
use crate::exec::terms::{InputId, Term, TermId};
use crate::ir::{BinaryOp, Width};
use crate::model::Choices;

/// Reads as bits of a word, by their place among the choices.
pub type Reads = u128;

/// What each term needs.
pub struct Needs<'s> {
    skeleton: &'s Skeleton,
    value: Vec<Reads>,
    choice: Vec<Reads>,
    asked: Vec<Reads>,
}

/// What terms would do without, found when it is first asked for.
#[derive(Debug)]
pub struct Idle {
    /// By term the inputs that change nothing in it.
    inputs: Vec<OnceCell<Vec<InputId>>>,
    /// By choice the way that would do always.
    only_ways: Vec<OnceCell<Option<TermId>>>,
}

impl Idle {
    pub fn of(terms: usize) -> Idle {
        Idle { inputs: vec![OnceCell::new(); terms], only_ways: vec![OnceCell::new(); terms] }
    }

    fn inputs(&self, skeleton: &Skeleton, term: TermId) -> &[InputId] {
        self.inputs[term.index()].get_or_init(|| skeleton.terms.idle_inputs(term))
    }

    fn only_way(&self, skeleton: &Skeleton, term: TermId) -> Option<TermId> {
        *self.only_ways[term.index()].get_or_init(|| skeleton.terms.only_way(term))
    }
}

/// What the values are, and which reads happen.
pub struct Known<'k> {
    /// By term its value.
    pub values: &'k [u64],
    pub places: &'k FxHashMap<InputId, usize>,
    pub happens: Reads,
    pub idle: &'k Idle,
}

impl<'s> Needs<'s> {
    /// What all terms of a skeleton need.
    pub fn of(skeleton: &'s Skeleton, choices: Choices, known: &Known<'_>) -> Needs<'s> {
        let count = skeleton.terms.len();
        let mut needs = Needs { skeleton, value: vec![0; count], choice: vec![0; count], asked: vec![0; count] };
        // What a term is made of was made before it.
        for term in (0..count).map(|index| TermId(index as u32)) {
            needs.add(term, choices, known);
        }
        needs
    }

    /// The reads that flow into a value.
    pub fn value(&self, term: TermId) -> Reads {
        self.value[term.index()]
    }

    /// The reads that chose how it is computed.
    pub fn choice(&self, term: TermId) -> Reads {
        self.choice[term.index()]
    }

    /// What decided that a guard holds.
    pub fn guard(&self, guard: TermId) -> Reads {
        let conjuncts = self.skeleton.terms.conjuncts(guard).into_iter();
        conjuncts.fold(0, |all, conjunct| all | self.asked[conjunct.index()])
    }

    fn add(&mut self, term: TermId, choices: Choices, known: &Known<'_>) {
        let terms = &self.skeleton.terms;
        let at = term.index();
        let is_asked = !self.skeleton.unasked.contains(&term);
        let all = |needs: &Needs<'_>, part: TermId| needs.value(part) | needs.choice(part);
        match terms.term(term) {
            Term::Const(_) => {}
            Term::Input(input) => {
                self.value[at] = known.places.get(&input).map_or(0, |place| 1 << place);
            }
            Term::Unary(_, a) | Term::Cast(_, a) => {
                (self.value[at], self.choice[at]) = (self.value(a), self.choice(a));
            }
            Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if terms.width(term) == Width::BOOL => {
                self.choice[at] = settled((op, a, b), (all(self, a), all(self, b)), known);
                self.drop_idle(term, known);
                if is_asked {
                    let (of_a, of_b) = (self.asked[a.index()], self.asked[b.index()]);
                    self.asked[at] = settled((op, a, b), (of_a, of_b), known);
                }
                return;
            }
            Term::Binary(_, a, b) => {
                self.value[at] = self.value(a) | self.value(b);
                self.choice[at] = self.choice(a) | self.choice(b);
            }
            Term::Select(condition, yes, no) => {
                let ways = [yes, no].map(|way| all(self, way));
                let only = (ways != [0, 0] || choices == Choices::Branch)
                    .then(|| known.idle.only_way(self.skeleton, term))
                    .flatten();
                let taken = only.unwrap_or(if known.values[condition.index()] == 1 { yes } else { no });
                self.value[at] = self.value(taken);
                self.choice[at] = self.choice(taken);
                if only.is_none() && choices == Choices::Branch {
                    self.choice[at] |= self.asked[condition.index()];
                }
            }
        }
        self.drop_idle(term, known);
        if is_asked {
            self.asked[at] = all(self, term);
        }
    }

    /// Takes what changes nothing from what a term is made of.
    fn drop_idle(&mut self, term: TermId, known: &Known<'_>) {
        let at = term.index();
        if self.value[at] | self.choice[at] == 0 {
            return;
        }
        let places = known.idle.inputs(self.skeleton, term).iter().filter_map(|input| known.places.get(input));
        let idle = places.fold(0, |all: Reads, place| all | 1 << place);
        self.value[at] &= !idle;
        self.choice[at] &= !idle;
    }
}

/// What decides a condition that is put together of two.
fn settled((op, a, b): (BinaryOp, TermId, TermId), (of_a, of_b): (Reads, Reads), known: &Known<'_>) -> Reads {
    let settles = |operand: TermId, needs: Reads| {
        let holds = known.values[operand.index()] == 1;
        (op == BinaryOp::Or) == holds && needs & !known.happens == 0
    };
    let (by_a, by_b) = (settles(a, of_a), settles(b, of_b));
    match (by_a, by_b) {
        (true, true) => of_a & of_b,
        (true, false) => of_a,
        (false, true) => of_b,
        (false, false) => of_a | of_b,
    }
}
