//! Judging executions while they are put together.
//!
//! In: a shape, and what is known of reads-from and of the order of writes. Out: whether the axioms let it be an execution, or a part of
//! one. It must not know in which order executions are tried.
//!
//! Sets and relations are bit matrices ([`crate::model::matrix`]); what is made from neither reads-from nor the order of writes is
//! evaluated once for a shape, and no axiom is evaluated behind one that is broken. Tests hold it equal to [`crate::model::check()`].
//!
//! # When a part may be dropped
//! Where a part of reads-from and of the order of writes is known, rf, co and fr are at most what they become. An axiom that is broken by
//! them so far is broken for good **if none of its terms that are made from rf, co, fr or by recursion stands where something is
//! taken away from** (or is asked for negatively otherwise): its operand then only grows, as least solutions of definitions do that grow with
//! their variables, and what has a cycle or a pair keeps it. Only such axioms are asked about parts; the others wait for whole executions.
//! Where parts of accesses are one node of an order (`exec/groups.rs`), the pairs that are added hang on the pair that is there and on
//! nothing else, so that such an order grows with its parts.

use super::shape::Shape;
use crate::exec::groups::Parts;
use crate::ids::EventId;
use crate::model::carrier::{Schedule, Values};
use crate::model::ground::RowKind;
use crate::model::matrix::{self, Basis, Relation, Set};
use crate::model::term::{Sort, TermId};
use crate::model::{AxiomKind, Bool, Ground, Model, Supply};

/// The axioms, made ready.
pub struct Judge<'m> {
    model: &'m Model,
    axioms: Vec<Ready>,
    /// By term whether its value hangs on rf or co.
    moving: Vec<bool>,
    /// Evaluates nothing.
    nothing: Schedule,
}

struct Ready {
    /// What is evaluated for it.
    schedule: Schedule,
    /// Whether it stays broken as rf and co grow.
    only_grows: bool,
    /// What the parts of an access are in its order.
    whole: Parts,
}

/// Reads-from and the order of writes, as far as they are known.
pub struct Known {
    pub rf: Vec<(EventId, EventId)>,
    /// Transitive.
    pub co: Vec<(EventId, EventId)>,
    pub extent: Extent,
}

/// How much is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Part,
    Whole,
}

/// The values of a shape's terms.
#[derive(Default)]
pub struct Evaluated(Option<Values<Set, Relation>>);

impl<'m> Judge<'m> {
    /// `whole` is by axiom what the parts of an access are, empty if there are none.
    pub fn new(model: &'m Model, whole: &[Parts]) -> Judge<'m> {
        let terms = model.terms();
        let moves = |sort: Sort, name: &str| sort == Sort::Relation && matches!(name, "rf" | "co" | "fr");
        let moving = terms.made_from(moves);
        let ready = |(at, axiom): (usize, &crate::model::Axiom)| {
            let roots: Vec<TermId> = axiom.parts.iter().map(|part| part.term).collect();
            let negative = terms.negative(roots.iter().copied());
            Ready {
                schedule: Schedule::of(terms, roots.iter().copied()),
                only_grows: negative.iter().zip(&moving).all(|(negative, moving)| !(*negative && *moving)),
                whole: whole.get(at).copied().unwrap_or(Parts::Apart),
            }
        };
        let axioms = model.axioms().iter().enumerate().map(ready).collect();
        Judge { model, axioms, moving, nothing: Schedule::of(terms, []) }
    }

    /// Whether what is known may be, or may become, an execution that the model allows.
    pub fn allows(&self, (shape, evaluated): (&mut Shape, &mut Evaluated), known: &Known) -> bool {
        let terms = self.model.terms();
        let n = shape.ground.rows.len();
        let Shape { ground, accesses, .. } = shape;
        let mut view = View { ground, known };
        let values = evaluated.0.get_or_insert_with(|| Values::scheduled(terms, &self.nothing, &mut view));
        let mut stale = self.moving.as_slice();
        for (ready, axiom) in self.axioms.iter().zip(self.model.axioms()) {
            if known.extent == Extent::Part && !ready.only_grows {
                continue;
            }
            values.again(terms, &ready.schedule, std::mem::take(&mut stale), &mut view);
            let is_fulfilled = match (axiom.kind, ready.whole) {
                (AxiomKind::Acyclic, Parts::One | Parts::OneButLoads) => {
                    let order = matrix::order(axiom, n, values);
                    let mut merged = Relation::new(n);
                    for a in 0..n {
                        for b in order.successors(a) {
                            reached((view.ground, accesses), (a, b), ready.whole).for_each(|b| merged.insert(a, b));
                        }
                    }
                    merged.is_acyclic()
                }
                _ => matrix::holds(axiom, n, values),
            };
            if !is_fulfilled {
                return false;
            }
        }
        true
    }
}

/// What comes behind an event if the order has a pair of it and another one: where the parts of an access are one, all of
/// them, since the access takes effect at once. A read may find one of its parts earlier than the others, in a write of its
/// own thread. What an order says of the parts of one access among themselves is about none of the others.
fn reached(
    (ground, accesses): (&Ground<bool>, &[EventId]),
    (a, b): (usize, usize),
    whole: Parts,
) -> std::ops::Range<usize> {
    let rows = &ground.rows;
    let is_own = rows[a].thread == rows[b].thread && rows[b].kind == RowKind::Read;
    match whole {
        Parts::One | Parts::OneButLoads if accesses[a] == accesses[b] => 0..0,
        Parts::One | Parts::OneButLoads if whole == Parts::One || !is_own => {
            let first = accesses[b].index();
            first..first + accesses[first..].iter().take_while(|access| **access == accesses[b]).count()
        }
        _ => b..b + 1,
    }
}

/// A shape with what is known, as the model's terms see it.
struct View<'v> {
    ground: &'v mut Ground<bool>,
    known: &'v Known,
}

impl View<'_> {
    fn of(&self, pairs: &[(EventId, EventId)]) -> Relation {
        let mut relation = Relation::new(self.events());
        pairs.iter().for_each(|(a, b)| relation.insert(a.index(), b.index()));
        relation
    }
}

impl Basis for View<'_> {
    fn events(&self) -> usize {
        self.ground.rows.len()
    }

    fn base_set(&mut self, name: &str) -> Set {
        let members = Supply::new(&mut Bool, &mut *self.ground).set(name);
        let mut set = Set::new(self.events());
        members.members().iter().for_each(|(event, _)| set.insert(event.index()));
        set
    }

    fn base_relation(&mut self, name: &str) -> Relation {
        match name {
            "rf" => self.of(&self.known.rf),
            "co" => self.of(&self.known.co),
            "fr" => self.of(&self.known.rf).inverse().sequence(&self.of(&self.known.co)),
            _ => {
                let pairs = Supply::new(&mut Bool, &mut *self.ground).relation(name);
                let mut relation = Relation::new(self.events());
                pairs.pairs().for_each(|(a, b, _)| relation.insert(a.index(), b.index()));
                relation
            }
        }
    }
}

#[cfg(test)]
mod tests;
