//! What may be in the sets and relations of an event graph whose conditions are open, and what must be.
//!
//! In: a model and an event graph in which each condition is one of three: never, perhaps, always. Out: [`Bounds`]: for each
//! term of the axioms the pairs that are in it in some execution at most, and those that are in it in every one at least.
//! Bit matrices are a carrier of the model's terms like any other, twice over: what is taken away from is bounded by
//! the other of the two. It must not know what the conditions are.
//!
//! The idea, with the sets of pairs that are asked for ([`super::wanted`]), is that of the relation analysis of N. Gavrilenko,
//! H. Ponce de León, F. Furbach, K. Heljanko, R. Meyer, BMC for Weak Memory Models: Relation Analysis for Compact SMT
//! Encodings (CAV 2019). Deviation: the analysis is the evaluator with other values, and no pass over the language of its own.

use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::algebra::Algebra;
use super::carrier::{Carrier, Value, Values};
use super::environment::{Environment, Supply};
use super::pairs::Pairs;
use super::relation::{Relation, Set};
use super::term::{TermId, Terms};

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    Never,
    Perhaps,
    Always,
}

/// The algebra of chances: what is said of two conditions holds whatever they have to do with each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chances;

impl Algebra for Chances {
    type Elem = Chance;

    fn zero(&self) -> Chance {
        Chance::Never
    }

    fn one(&self) -> Chance {
        Chance::Always
    }

    fn and(&mut self, a: Chance, b: Chance) -> Chance {
        match (a, b) {
            (Chance::Never, _) | (_, Chance::Never) => Chance::Never,
            (Chance::Always, other) | (other, Chance::Always) => other,
            _ => Chance::Perhaps,
        }
    }

    fn or(&mut self, items: &[Chance]) -> Chance {
        if items.contains(&Chance::Always) {
            return Chance::Always;
        }
        if items.contains(&Chance::Perhaps) { Chance::Perhaps } else { Chance::Never }
    }

    fn not(&mut self, a: Chance) -> Chance {
        match a {
            Chance::Never => Chance::Always,
            Chance::Perhaps => Chance::Perhaps,
            Chance::Always => Chance::Never,
        }
    }
}

/// Bounds of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    pub may: Pairs,
    pub must: Pairs,
}

/// Bounds of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    pub may: FixedBitSet,
    pub must: FixedBitSet,
}

/// The bounds of the relations among a model's terms.
pub struct Bounds {
    /// By term; `None` for sets, and for terms that are not needed.
    relations: Vec<Option<Rc<Between>>>,
    /// How many events there are.
    pub n: usize,
}

impl Bounds {
    /// The bounds of some terms and of what they are made from.
    pub fn of<V: Environment<Chances> + ?Sized>(terms: &Terms, roots: &[TermId], environment: &mut V) -> Bounds {
        let n = environment.len();
        let mut algebra = Chances;
        let mut bits = Bits { supply: Supply::new(&mut algebra, environment), n };
        let values = Values::of(terms, roots.iter().copied(), &mut bits);
        let mut relations = vec![None; terms.len()];
        for id in terms.needed(roots.iter().copied()) {
            if let Value::Relation(relation) = values.value(id) {
                relations[id.index()] = Some(Rc::clone(relation));
            }
        }
        Bounds { relations, n }
    }

    /// The bounds of a relation; `None` for a set.
    pub fn relation(&self, id: TermId) -> Option<&Between> {
        self.relations[id.index()].as_deref()
    }
}

/// The carrier of bounds.
struct Bits<'g, V: ?Sized> {
    supply: Supply<'g, Chances, V>,
    n: usize,
}

impl<V: Environment<Chances> + ?Sized> Bits<'_, V> {
    fn members(&self, set: &Set<Chance>) -> Members {
        let mut members = self.nobody();
        for (event, chance) in set.members() {
            members.may.insert(event.index());
            members.must.set(event.index(), *chance == Chance::Always);
        }
        members
    }

    fn nobody(&self) -> Members {
        Members { may: FixedBitSet::with_capacity(self.n), must: FixedBitSet::with_capacity(self.n) }
    }

    fn all(&mut self) -> Members {
        let all = self.supply.all_events();
        self.members(&all)
    }

    /// The members of a set that happen.
    fn happening(&mut self, set: &Members) -> Members {
        let mut all = self.all();
        all.may.intersect_with(&set.may);
        all.must.intersect_with(&set.must);
        all
    }

    /// The pairs of all events.
    fn everything(&mut self) -> Between {
        let all = self.all();
        Between { may: Pairs::product(&all.may, &all.may, self.n), must: Pairs::product(&all.must, &all.must, self.n) }
    }

    /// The pairs of a product, `None` for all events.
    fn between(&self, from: Option<&Members>, to: Option<&Members>) -> Between {
        let mut every = self.nobody();
        every.may.insert_range(..);
        every.must.insert_range(..);
        let (from, to) = (from.unwrap_or(&every), to.unwrap_or(&every));
        Between { may: Pairs::product(&from.may, &to.may, self.n), must: Pairs::product(&from.must, &to.must, self.n) }
    }
}

fn less(a: &Between, b: &Between) -> Rc<Between> {
    Rc::new(Between { may: a.may.clone().without(&b.must), must: a.must.clone().without(&b.may) })
}

fn both(a: &Between, b: &Between) -> Rc<Between> {
    Rc::new(Between { may: a.may.clone().and(&b.may), must: a.must.clone().and(&b.must) })
}

/// The same operation on both bounds, for what is monotone.
fn each(a: &Between, operation: impl Fn(&Pairs) -> Pairs) -> Rc<Between> {
    Rc::new(Between { may: operation(&a.may), must: operation(&a.must) })
}

impl<V: Environment<Chances> + ?Sized> Carrier for Bits<'_, V> {
    type Set = Members;
    type Relation = Rc<Between>;

    fn base_set(&mut self, name: &str) -> Members {
        let set = self.supply.set(name);
        self.members(&set)
    }

    fn base_relation(&mut self, name: &str) -> Rc<Between> {
        let relation: Relation<Chance> = self.supply.relation(name);
        let mut between = Between { may: Pairs::new(self.n), must: Pairs::new(self.n) };
        for (a, b, chance) in relation.pairs() {
            between.may.insert(a, b);
            if chance == Chance::Always {
                between.must.insert(a, b);
            }
        }
        Rc::new(between)
    }

    fn empty(&mut self) -> Rc<Between> {
        Rc::new(Between { may: Pairs::new(self.n), must: Pairs::new(self.n) })
    }

    fn empty_set(&mut self) -> Members {
        self.nobody()
    }

    fn same_set(&self, a: &Members, b: &Members) -> bool {
        a == b
    }

    fn same_relation(&self, a: &Rc<Between>, b: &Rc<Between>) -> bool {
        a == b
    }

    fn set_union(&mut self, sets: &[&Members]) -> Members {
        let mut union = self.nobody();
        for set in sets {
            union.may.union_with(&set.may);
            union.must.union_with(&set.must);
        }
        union
    }

    fn set_intersection(&mut self, a: &Members, b: &Members) -> Members {
        let mut result = a.clone();
        result.may.intersect_with(&b.may);
        result.must.intersect_with(&b.must);
        result
    }

    fn set_difference(&mut self, a: &Members, b: &Members) -> Members {
        let mut result = a.clone();
        result.may.difference_with(&b.must);
        result.must.difference_with(&b.may);
        result
    }

    fn set_complement(&mut self, a: &Members) -> Members {
        let all = self.all();
        self.set_difference(&all, a)
    }

    fn domain(&mut self, a: &Rc<Between>) -> Members {
        let mut domain = self.nobody();
        domain.may.union_with(&a.may.domain());
        domain.must.union_with(&a.must.domain());
        domain
    }

    fn union(&mut self, relations: &[&Rc<Between>]) -> Rc<Between> {
        let mut union = Between { may: Pairs::new(self.n), must: Pairs::new(self.n) };
        for relation in relations {
            union.may.add(&relation.may);
            union.must.add(&relation.must);
        }
        Rc::new(union)
    }

    fn intersection(&mut self, a: &Rc<Between>, b: &Rc<Between>) -> Rc<Between> {
        both(a, b)
    }

    fn difference(&mut self, a: &Rc<Between>, b: &Rc<Between>) -> Rc<Between> {
        less(a, b)
    }

    fn complement(&mut self, a: &Rc<Between>) -> Rc<Between> {
        less(&self.everything(), a)
    }

    fn product(&mut self, a: &Members, b: &Members) -> Rc<Between> {
        let (a, b) = (self.happening(a), self.happening(b));
        Rc::new(self.between(Some(&a), Some(&b)))
    }

    fn identity(&mut self, a: &Members) -> Rc<Between> {
        let a = self.happening(a);
        let (may, must) = (Pairs::identity(&a.may, self.n), Pairs::identity(&a.must, self.n));
        Rc::new(Between { may, must })
    }

    fn sequence(&mut self, a: &Rc<Between>, b: &Rc<Between>) -> Rc<Between> {
        Rc::new(Between { may: a.may.sequence(&b.may), must: a.must.sequence(&b.must) })
    }

    fn inverse(&mut self, a: &Rc<Between>) -> Rc<Between> {
        each(a, Pairs::inverse)
    }

    fn plus(&mut self, a: &Rc<Between>) -> Rc<Between> {
        each(a, Pairs::closure)
    }

    fn optional(&mut self, a: &Rc<Between>) -> Rc<Between> {
        let all = self.all();
        let identity = self.identity(&all);
        self.union(&[a, &identity])
    }

    fn restrict(&mut self, a: &Rc<Between>, from: Option<&Members>, to: Option<&Members>) -> Rc<Between> {
        both(a, &self.between(from, to))
    }

    fn exclude(&mut self, a: &Rc<Between>, from: &Members, to: &Members) -> Rc<Between> {
        less(a, &self.between(Some(from), Some(to)))
    }
}
