//! The relational evaluator: the meaning of a model's axioms in any Boolean algebra.
//!
//! In: a model and an [`Environment`] that supplies the base sets and relations of some events. Out: one
//! [`Obligation`] per axiom. There is one evaluator; over [`Bool`](super::algebra::Bool) it judges an execution, over
//! the algebra `constant | literal` it writes CNF. It must not know which.
//!
//! Source: Bajczi, "Stateless software model checking parameterized with memory consistency models", section 4.3:
//! relational expressions over an execution graph's `po`, `rf` and `mo`, judged by acyclicity, irreflexivity and
//! emptiness; and the cat language of Alglave, Cousot and Maranget, "Syntax and semantics of the weak consistency model
//! specification language cat" (2016). Deviations: cat's notation instead of the thesis's own; axioms are a
//! conjunction (the thesis also allows their disjunction), and, as there, cannot be negated; no iteration over
//! threads, locations or events, for which `int`, `loc` and `id` stand.

use std::rc::Rc;

use indexmap::IndexMap;

use super::Model;
use super::algebra::Algebra;
use super::relation::{Relation, Set};
use super::syntax::AxiomKind;
use super::term::{Sort, Term, TermId};
use crate::ids::EventId;

/// The base sets and relations of `len` events, computed when they are asked for.
///
/// An event that does not happen is in no set and in no relation: where that is a condition, the condition belongs into
/// every element. `po` is transitive. Where starting or joining a thread orders events of two threads, those pairs are
/// in `po` and in `kept`: no model relaxes them.
pub trait Environment<A: Algebra> {
    /// How many events there are; they are `EventId(0)` and up.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A base set ([`super::BASE_SETS`]), a fence kind or a tag. `None` stands for a derivation where there is one (`_`
    /// is all events, `M` is `R | W`), and for the empty set where no event carries a fence kind, a tag, `F`, `IW` or
    /// `RMW`. `R` and `W` must be supplied.
    fn set(&mut self, algebra: &mut A, name: &str) -> Option<Set<A::Elem>>;

    /// A base relation ([`super::BASE_RELATIONS`]). `None` stands for a derivation where there is one (`fr` is
    /// `rf^-1;co`, `id` the identity, `ext` and `int` each other's complement), and for the empty relation in the case
    /// of `kept`. The others must be supplied.
    fn relation(&mut self, algebra: &mut A, name: &str) -> Option<Relation<A::Elem>>;
}

/// An environment whose sets and relations are tables.
#[derive(Clone, Debug)]
pub struct Frame<E> {
    pub len: usize,
    pub sets: IndexMap<String, Set<E>>,
    pub relations: IndexMap<String, Relation<E>>,
}

impl<E> Frame<E> {
    /// A frame of `len` events without sets and relations.
    pub fn new(len: usize) -> Self {
        Self { len, sets: IndexMap::new(), relations: IndexMap::new() }
    }
}

impl<A: Algebra> Environment<A> for Frame<A::Elem> {
    fn len(&self) -> usize {
        self.len
    }

    fn set(&mut self, _: &mut A, name: &str) -> Option<Set<A::Elem>> {
        self.sets.get(name).cloned()
    }

    fn relation(&mut self, _: &mut A, name: &str) -> Option<Relation<A::Elem>> {
        self.relations.get(name).cloned()
    }
}

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

#[derive(Clone)]
enum Value<E> {
    Set(Rc<Set<E>>),
    Relation(Rc<Relation<E>>),
}

/// Evaluates every axiom of a model.
pub fn evaluate<'m, A: Algebra, V: Environment<A> + ?Sized>(
    model: &'m Model,
    algebra: &mut A,
    environment: &mut V,
) -> Vec<Obligation<'m, A::Elem>> {
    let mut evaluator = Evaluator { algebra, environment, values: vec![None; model.terms().len()] };
    let roots = model.axioms().iter().flat_map(|axiom| axiom.parts.iter().flat_map(|part| part.steps.clone()));
    for id in model.terms().needed(roots) {
        let value = evaluator.term(model.terms().get(id));
        evaluator.values[id.index()] = Some(value);
    }
    let obligation = |axiom: &'m super::Axiom| {
        let demand = match axiom.kind {
            AxiomKind::Acyclic => Demand::Acyclic {
                parts: axiom
                    .parts
                    .iter()
                    .map(|part| EvaluatedPart {
                        label: &part.label,
                        steps: part.steps.iter().map(|step| evaluator.relation(*step)).collect(),
                    })
                    .collect(),
            },
            AxiomKind::Irreflexive => Demand::Empty {
                pairs: evaluator.relation(axiom.parts[0].term).pairs().filter(|(a, b, _)| a == b).collect(),
            },
            AxiomKind::Empty => Demand::Empty {
                pairs: match evaluator.value(axiom.parts[0].term) {
                    Value::Set(set) => set.members().iter().map(|(event, here)| (*event, *event, *here)).collect(),
                    Value::Relation(relation) => relation.pairs().collect(),
                },
            },
        };
        Obligation { axiom: &axiom.name, demand }
    };
    model.axioms().iter().map(obligation).collect()
}

struct Evaluator<'e, A: Algebra, V: ?Sized> {
    algebra: &'e mut A,
    environment: &'e mut V,
    values: Vec<Option<Value<A::Elem>>>,
}

impl<A: Algebra, V: Environment<A> + ?Sized> Evaluator<'_, A, V> {
    fn value(&self, id: TermId) -> &Value<A::Elem> {
        self.values[id.index()].as_ref().expect("operands are evaluated before their users; please report this")
    }

    fn set(&self, id: TermId) -> Rc<Set<A::Elem>> {
        match self.value(id) {
            Value::Set(set) => set.clone(),
            Value::Relation(_) => {
                panic!("a relation stands where the type check saw a set; please report this")
            }
        }
    }

    fn relation(&self, id: TermId) -> Rc<Relation<A::Elem>> {
        match self.value(id) {
            Value::Relation(relation) => relation.clone(),
            Value::Set(_) => {
                panic!("a set stands where the type check saw a relation; please report this")
            }
        }
    }

    fn term(&mut self, term: &Term) -> Value<A::Elem> {
        let n = self.environment.len();
        let relation = match term {
            Term::Base(Sort::Set, name) => return Value::Set(Rc::new(self.base_set(name))),
            Term::Base(Sort::Relation, name) => self.base_relation(name),
            Term::Zero => Relation::empty(n),
            Term::Union(items) => match self.value(items[0]) {
                Value::Set(_) => {
                    let sets: Vec<_> = items.iter().map(|item| self.set(*item)).collect();
                    let sets: Vec<&Set<A::Elem>> = sets.iter().map(Rc::as_ref).collect();
                    return Value::Set(Rc::new(Set::union(self.algebra, &sets)));
                }
                Value::Relation(_) => {
                    let relations: Vec<_> = items.iter().map(|item| self.relation(*item)).collect();
                    let relations: Vec<&Relation<A::Elem>> = relations.iter().map(Rc::as_ref).collect();
                    Relation::union(self.algebra, n, &relations)
                }
            },
            Term::Intersection(a, b) => match (self.value(*a).clone(), self.value(*b).clone()) {
                (Value::Set(a), Value::Set(b)) => {
                    return Value::Set(Rc::new(a.intersection(self.algebra, &b)));
                }
                _ => self.relation(*a).intersection(self.algebra, &*self.relation(*b)),
            },
            Term::Difference(a, b) => match (self.value(*a).clone(), self.value(*b).clone()) {
                (Value::Set(a), Value::Set(b)) => {
                    return Value::Set(Rc::new(a.difference(self.algebra, &b)));
                }
                _ => self.relation(*a).difference(self.algebra, &*self.relation(*b)),
            },
            Term::Complement(a) => {
                let all = self.all_events();
                match self.value(*a).clone() {
                    Value::Set(set) => {
                        return Value::Set(Rc::new(all.difference(self.algebra, &set)));
                    }
                    Value::Relation(relation) => relation.complement(self.algebra, &all),
                }
            }
            Term::Product(a, b) => self.set(*a).product(self.algebra, &*self.set(*b), n),
            Term::Identity(a) => self.set(*a).identity(n),
            Term::Sequence(a, b) => self.relation(*a).sequence(self.algebra, &*self.relation(*b)),
            Term::Inverse(a) => self.relation(*a).inverse(),
            Term::Plus(a) => self.relation(*a).closure(self.algebra),
            Term::Optional(a) => {
                let identity = self.all_events().identity(n);
                Relation::union(self.algebra, n, &[&*self.relation(*a), &identity])
            }
            Term::Domain(a) => return Value::Set(Rc::new(self.relation(*a).domain(self.algebra))),
            Term::Restrict { relation, from, to } => {
                let from = from.map(|set| self.set(set));
                let to = to.map(|set| self.set(set));
                self.relation(*relation).restrict(self.algebra, from.as_deref(), to.as_deref())
            }
            Term::Exclude { relation, from, to } => {
                self.relation(*relation).exclude(self.algebra, &*self.set(*from), &*self.set(*to))
            }
        };
        Value::Relation(Rc::new(relation))
    }

    fn all_events(&mut self) -> Set<A::Elem> {
        self.base_set("_")
    }

    fn base_set(&mut self, name: &str) -> Set<A::Elem> {
        if let Some(set) = self.environment.set(self.algebra, name) {
            return set;
        }
        match name {
            "_" => {
                let one = self.algebra.one();
                let events = (0..self.environment.len()).map(|e| (EventId::from_index(e), one));
                Set::from_members(self.algebra, events)
            }
            "M" => {
                let (reads, writes) = (self.base_set("R"), self.base_set("W"));
                Set::union(self.algebra, &[&reads, &writes])
            }
            "R" | "W" => panic!("the environment lacks the set {name}; please report this"),
            _ => Set::empty(),
        }
    }

    fn base_relation(&mut self, name: &str) -> Relation<A::Elem> {
        if let Some(relation) = self.environment.relation(self.algebra, name) {
            return relation;
        }
        let n = self.environment.len();
        match name {
            "kept" => Relation::empty(n),
            "id" => self.all_events().identity(n),
            "fr" => {
                let rf = self.base_relation("rf");
                let co = self.base_relation("co");
                rf.inverse().sequence(self.algebra, &co)
            }
            "ext" | "int" => {
                let other = if name == "ext" { "int" } else { "ext" };
                let all = self.all_events();
                match self.environment.relation(self.algebra, other) {
                    Some(other) => other.complement(self.algebra, &all),
                    None => panic!("the environment has neither int nor ext; please report this"),
                }
            }
            _ => panic!("the environment lacks the relation {name}; please report this"),
        }
    }
}

#[cfg(test)]
mod tests;
