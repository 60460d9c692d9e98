//! The meaning of a model's axioms in any Boolean algebra.
//!
//! In: a model and an [`Environment`] that supplies the base sets and relations of some events. Out: one
//! [`Obligation`] per axiom, by the evaluator in [`super::carrier`]; over [`Bool`](super::algebra::Bool) it judges an
//! execution, over the algebra `constant | literal` it writes CNF. It must not know which.
//!
//! Source: Bajczi, "Stateless software model checking parameterized with memory consistency models", section 4.3:
//! relational expressions over an execution graph's `po`, `rf` and `mo`, judged by acyclicity, irreflexivity and
//! emptiness; and the cat language of Alglave, Cousot and Maranget, "Syntax and semantics of the weak consistency model
//! specification language cat" (2016). Deviations: cat's notation instead of the thesis's own; axioms are a
//! conjunction (the thesis also allows their disjunction), and, as there, cannot be negated; no iteration over
//! threads, locations or events, for which `int`, `loc` and `id` stand.

use std::borrow::Cow;
use std::rc::Rc;

use super::Model;
use super::algebra::Algebra;
use super::carrier::{Carrier, Unknowns, Value, Values};
use super::closure::above_closure;
use super::environment::{Environment, Supply};
use super::pairs::Pairs;
use super::relation::{Relation, Set};
use super::syntax::AxiomKind;
use super::term::TermId;
use super::wanted::Wanted;
use crate::ids::EventId;

/// What one axiom demands.
#[derive(Clone, Debug)]
pub struct Obligation<'m, E> {
    /// The axiom's name, for messages.
    pub axiom: &'m str,
    pub demand: Demand<'m, E>,
}

/// The demand of an axiom, after evaluation.
#[derive(Clone, Debug)]
pub enum Demand<'m, E> {
    /// The union of the parts has no cycle. The parts are the operands of the axiom's top-level union, so that a graph
    /// can take their pairs one by one and no gate is spent on the union; a pair may be in several.
    Acyclic { parts: Vec<EvaluatedPart<'m, E>> },
    /// None of these pairs is in the relation (every pair of an `empty` axiom, the diagonal of an `irreflexive` one; a
    /// set's member is paired with itself).
    Empty { pairs: Vec<(EventId, EventId, E)> },
}

/// An operand of the union that must be acyclic.
#[derive(Clone, Debug)]
pub struct EvaluatedPart<'m, E> {
    /// What the model's author calls it: `ppo`, `rfe`, …
    pub label: &'m str,
    /// Relations whose composition is the part; usually one.
    pub steps: Vec<Rc<Relation<E>>>,
}

impl<E: Copy + Eq + std::fmt::Debug> EvaluatedPart<'_, E> {
    /// The part as one relation.
    pub fn relation<A: Algebra<Elem = E>>(&self, algebra: &mut A) -> Relation<E> {
        let mut steps = self.steps.iter();
        let first = steps.next().expect("a part has a step; please report this").as_ref().clone();
        steps.fold(first, |whole, step| whole.sequence(algebra, step))
    }
}

/// Evaluates every axiom of a model.
pub fn evaluate<'m, A: Algebra, V: Environment<A> + ?Sized>(
    model: &'m Model,
    algebra: &mut A,
    environment: &mut V,
) -> Vec<Obligation<'m, A::Elem>> {
    obligations(model, Sparse::new(algebra, environment))
}

/// The same with the pairs only that the axioms ask for.
pub fn evaluate_wanted<'m, A: Algebra, V: Environment<A> + ?Sized>(
    model: &'m Model,
    algebra: &mut A,
    environment: &mut V,
    wanted: &Wanted,
) -> Vec<Obligation<'m, A::Elem>> {
    obligations(model, Sparse { wanted: Some(wanted), ..Sparse::new(algebra, environment) })
}

fn obligations<'m, A: Algebra, V: Environment<A> + ?Sized>(
    model: &'m Model,
    mut sparse: Sparse<'_, A, V>,
) -> Vec<Obligation<'m, A::Elem>> {
    let roots = model.axioms().iter().flat_map(|axiom| axiom.parts.iter().flat_map(|part| part.steps.clone()));
    let values = Values::of(model.terms(), roots, &mut sparse);
    let mut obligation = |axiom: &'m super::Axiom| {
        let demand = match axiom.kind {
            AxiomKind::Acyclic => Demand::Acyclic {
                parts: axiom
                    .parts
                    .iter()
                    .map(|part| EvaluatedPart {
                        label: &part.label,
                        steps: part.steps.iter().map(|step| values.relation(*step).clone()).collect(),
                    })
                    .collect(),
            },
            AxiomKind::Irreflexive => Demand::Empty {
                pairs: values.relation(axiom.parts[0].term).pairs().filter(|(a, b, _)| a == b).collect(),
            },
            AxiomKind::Empty => Demand::Empty {
                pairs: match values.value(axiom.parts[0].term) {
                    Value::Set(set) => {
                        let members = sparse.happening(set);
                        members.members().iter().map(|(event, here)| (*event, *event, *here)).collect()
                    }
                    Value::Relation(relation) => relation.pairs().collect(),
                },
            },
        };
        Obligation { axiom: &axiom.name, demand }
    };
    model.axioms().iter().map(&mut obligation).collect()
}

/// The carrier of sparse sets and relations over a Boolean algebra.
struct Sparse<'e, A: Algebra, V: ?Sized> {
    supply: Supply<'e, A, V>,
    wanted: Option<&'e Wanted>,
    /// The term that is being evaluated.
    term: Option<TermId>,
}

impl<'e, A: Algebra, V: Environment<A> + ?Sized> Sparse<'e, A, V> {
    fn new(algebra: &'e mut A, environment: &'e mut V) -> Self {
        Sparse { supply: Supply::new(algebra, environment), wanted: None, term: None }
    }

    /// The pairs of the present term that are wanted; all of them, if there is no telling.
    fn pairs(&self) -> Option<&'e Pairs> {
        self.wanted?.pairs(self.term?)
    }

    /// A relation of which only the wanted pairs matter.
    fn narrow<'r>(&self, relation: &'r Relation<A::Elem>) -> Cow<'r, Relation<A::Elem>> {
        match self.wanted.zip(self.term) {
            None => Cow::Borrowed(relation),
            Some((wanted, term)) => match wanted.pairs(term) {
                None => Cow::Owned(Relation::empty(relation.len())),
                Some(pairs) => Cow::Owned(relation.within(pairs)),
            },
        }
    }

    /// The value of the present term: what is wanted of it, what must be being certain.
    fn value(&self, relation: Relation<A::Elem>) -> Rc<Relation<A::Elem>> {
        let Some((wanted, term)) = self.wanted.zip(self.term) else { return Rc::new(relation) };
        match (wanted.pairs(term), wanted.bounds(term)) {
            (Some(pairs), Some(bounds)) => {
                Rc::new(relation.within(pairs).with(&pairs.clone().and(&bounds.must), self.supply.algebra.one()))
            }
            _ => Rc::new(Relation::empty(relation.len())),
        }
    }

    /// The members of a set that happen: a set may hold others, a relation may not.
    fn happening(&mut self, set: &Set<A::Elem>) -> Set<A::Elem> {
        let all = self.supply.all_events();
        set.intersection(self.supply.algebra, &all)
    }
}

impl<A: Algebra, V: Environment<A> + ?Sized> Carrier for Sparse<'_, A, V> {
    type Set = Set<A::Elem>;
    type Relation = Rc<Relation<A::Elem>>;

    fn begin(&mut self, term: TermId) {
        self.term = Some(term);
    }

    fn base_set(&mut self, name: &str) -> Self::Set {
        self.supply.set(name)
    }

    fn base_relation(&mut self, name: &str) -> Self::Relation {
        let relation = self.supply.relation(name);
        self.value(relation)
    }

    fn empty(&mut self) -> Self::Relation {
        Rc::new(Relation::empty(self.supply.events()))
    }

    fn empty_set(&mut self) -> Self::Set {
        Set::empty()
    }

    fn same_set(&self, a: &Self::Set, b: &Self::Set) -> bool {
        a == b
    }

    fn same_relation(&self, a: &Self::Relation, b: &Self::Relation) -> bool {
        a == b
    }

    fn unknowns(&mut self) -> Option<&mut dyn Unknowns<Self::Set, Self::Relation>> {
        self.supply.algebra.has_unknowns().then_some(self)
    }

    fn set_union(&mut self, sets: &[&Self::Set]) -> Self::Set {
        Set::union(self.supply.algebra, sets)
    }

    fn set_intersection(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        a.intersection(self.supply.algebra, b)
    }

    fn set_difference(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set {
        a.difference(self.supply.algebra, b)
    }

    fn set_complement(&mut self, a: &Self::Set) -> Self::Set {
        self.supply.all_events().difference(self.supply.algebra, a)
    }

    fn domain(&mut self, a: &Self::Relation) -> Self::Set {
        a.domain(self.supply.algebra)
    }

    fn union(&mut self, relations: &[&Self::Relation]) -> Self::Relation {
        let relations: Vec<&Relation<A::Elem>> = relations.iter().map(|relation| relation.as_ref()).collect();
        let relations: Vec<_> = relations.iter().map(|relation| self.narrow(relation)).collect();
        let relations: Vec<&Relation<A::Elem>> = relations.iter().map(Cow::as_ref).collect();
        let union = Relation::union(self.supply.algebra, self.supply.events(), &relations);
        self.value(union)
    }

    fn intersection(&mut self, a: &Self::Relation, b: &Self::Relation) -> Self::Relation {
        let both = self.narrow(a).intersection(self.supply.algebra, b);
        self.value(both)
    }

    fn difference(&mut self, a: &Self::Relation, b: &Self::Relation) -> Self::Relation {
        let rest = self.narrow(a).difference(self.supply.algebra, b);
        self.value(rest)
    }

    fn complement(&mut self, a: &Self::Relation) -> Self::Relation {
        let all = self.supply.all_events();
        let every = all.product(self.supply.algebra, &all, a.len());
        let rest = self.narrow(&every).difference(self.supply.algebra, a);
        self.value(rest)
    }

    fn product(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Relation {
        let (a, b) = (self.happening(a), self.happening(b));
        let product = a.product(self.supply.algebra, &b, self.supply.events());
        self.value(product)
    }

    fn identity(&mut self, a: &Self::Set) -> Self::Relation {
        let identity = self.happening(a).identity(self.supply.events());
        self.value(identity)
    }

    fn sequence(&mut self, a: &Self::Relation, b: &Self::Relation) -> Self::Relation {
        let sequence = match self.wanted {
            None => a.sequence(self.supply.algebra, b),
            Some(_) => match self.pairs() {
                None => Relation::empty(a.len()),
                Some(pairs) => a.sequence_within(self.supply.algebra, b, Some(pairs)),
            },
        };
        self.value(sequence)
    }

    fn inverse(&mut self, a: &Self::Relation) -> Self::Relation {
        self.value(a.inverse())
    }

    fn plus(&mut self, a: &Self::Relation) -> Self::Relation {
        let closure = match (self.wanted.zip(self.term), self.pairs()) {
            (Some((wanted, term)), Some(pairs)) if self.supply.algebra.has_unknowns() && wanted.is_monotone(term) => {
                let must = &wanted.bounds(term).expect("a relation; please report this").must;
                above_closure(self.supply.algebra, a, pairs, must)
            }
            (Some(_), None) => Relation::empty(a.len()),
            _ => a.closure(self.supply.algebra),
        };
        self.value(closure)
    }

    fn optional(&mut self, a: &Self::Relation) -> Self::Relation {
        let n = self.supply.events();
        let identity = self.supply.all_events().identity(n);
        let relation = self.narrow(a);
        let union = Relation::union(self.supply.algebra, n, &[relation.as_ref(), &identity]);
        self.value(union)
    }

    fn restrict(&mut self, a: &Self::Relation, from: Option<&Self::Set>, to: Option<&Self::Set>) -> Self::Relation {
        let rest = self.narrow(a).restrict(self.supply.algebra, from, to);
        self.value(rest)
    }

    fn exclude(&mut self, a: &Self::Relation, from: &Self::Set, to: &Self::Set) -> Self::Relation {
        let rest = self.narrow(a).exclude(self.supply.algebra, from, to);
        self.value(rest)
    }
}

impl<A: Algebra, V: ?Sized> Unknowns<Set<A::Elem>, Rc<Relation<A::Elem>>> for Sparse<'_, A, V> {
    fn certain(&mut self, relation: &Rc<Relation<A::Elem>>) -> Rc<Relation<A::Elem>> {
        let one = self.supply.algebra.one();
        Rc::new(relation.map(|_| one))
    }

    fn certain_set(&mut self, set: &Set<A::Elem>) -> Set<A::Elem> {
        let one = self.supply.algebra.one();
        set.map(|_| one)
    }

    fn open(&mut self, relation: &Rc<Relation<A::Elem>>) -> Rc<Relation<A::Elem>> {
        Rc::new(relation.map(|_| self.supply.algebra.unknown()))
    }

    fn open_set(&mut self, set: &Set<A::Elem>) -> Set<A::Elem> {
        set.map(|_| self.supply.algebra.unknown())
    }

    fn demand(&mut self, less: &Rc<Relation<A::Elem>>, more: &Rc<Relation<A::Elem>>) {
        for (a, b, here) in less.pairs() {
            let there = more.get(a, b).unwrap_or_else(|| self.supply.algebra.zero());
            self.supply.algebra.demand(&[here], there);
        }
    }

    fn demand_set(&mut self, less: &Set<A::Elem>, more: &Set<A::Elem>) {
        for (event, here) in less.members() {
            let there = more.get(*event).unwrap_or_else(|| self.supply.algebra.zero());
            self.supply.algebra.demand(&[*here], there);
        }
    }
}

#[cfg(test)]
mod tests;
