//! What the axioms are judged on: the base sets and relations of an event graph.
//!
//! In: whoever has events and implements [`Environment`]. Out: [`Supply`]: each base set and relation, with those that are
//! not given derived from those that are. It must not know axioms, nor what the conditions of the algebra stand for.

use indexmap::IndexMap;

use super::algebra::Algebra;
use super::relation::{Relation, Set};
use crate::ids::EventId;

/// The base sets and relations of `len` events, computed when they are asked for.
///
/// An event that does not happen is in no relation but `int`, `ext` and `loc`, and not in the set `_`: where that is a
/// condition, the condition belongs into every element. The other sets may hold events that do not happen. `po` is
/// transitive. What [`super::ground`] defines from the rows of an engine is such an environment.
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

    /// A base relation ([`super::BASE_RELATIONS`]; `parts` may be left out where nothing is cut). `None` stands for a derivation where there is one (`fr` is
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

/// An environment, with what follows from it where it does not say.
pub struct Supply<'e, A, V: ?Sized> {
    pub algebra: &'e mut A,
    environment: &'e mut V,
}

impl<'e, A: Algebra, V: Environment<A> + ?Sized> Supply<'e, A, V> {
    pub fn new(algebra: &'e mut A, environment: &'e mut V) -> Self {
        Supply { algebra, environment }
    }

    /// How many events there are.
    pub fn events(&self) -> usize {
        self.environment.len()
    }

    /// The events that happen.
    pub fn all_events(&mut self) -> Set<A::Elem> {
        self.set("_")
    }

    /// A base set, a fence kind or a tag.
    pub fn set(&mut self, name: &str) -> Set<A::Elem> {
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
                let (reads, writes) = (self.set("R"), self.set("W"));
                Set::union(self.algebra, &[&reads, &writes])
            }
            "R" | "W" => panic!("the environment lacks the set {name}; please report this"),
            _ => Set::empty(),
        }
    }

    /// A base relation.
    pub fn relation(&mut self, name: &str) -> Relation<A::Elem> {
        if let Some(relation) = self.environment.relation(self.algebra, name) {
            return relation;
        }
        let n = self.environment.len();
        match name {
            "kept" | "parts" => Relation::empty(n),
            "id" => self.all_events().identity(n),
            "fr" => {
                let rf = self.relation("rf");
                let co = self.relation("co");
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
