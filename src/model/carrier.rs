//! The evaluator of terms, and what carries their values.
//!
//! In: terms and a [`Carrier`]: base sets and relations of some events, and the operations on them. Out: the value of each
//! term. There is one evaluator, and what an operator of the language is stands here; what an operation does with a value
//! is the carrier's matter. Sparse relations over a Boolean algebra judge an execution and write CNF
//! ([`super::evaluate`]), bit matrices judge the graphs of the explorer. It must not know which.

use super::term::{Sort, Term, TermId, Terms};

/// Sets and relations over some events: where the base ones come from, and how others are made from them.
pub trait Carrier {
    type Set;
    type Relation;

    /// The term whose value is made next.
    fn begin(&mut self, _: TermId) {}

    /// A base set, a fence kind or a tag; every carrier knows all of them.
    fn base_set(&mut self, name: &str) -> Self::Set;
    fn base_relation(&mut self, name: &str) -> Self::Relation;
    fn empty(&mut self) -> Self::Relation;
    fn empty_set(&mut self) -> Self::Set;
    fn same_set(&self, a: &Self::Set, b: &Self::Set) -> bool;
    fn same_relation(&self, a: &Self::Relation, b: &Self::Relation) -> bool;

    /// How a carrier solves recursive definitions where it cannot know the relations: `None` where it knows them.
    fn unknowns(&mut self) -> Option<&mut dyn Unknowns<Self::Set, Self::Relation>> {
        None
    }

    /// Of at least one set.
    fn set_union(&mut self, sets: &[&Self::Set]) -> Self::Set;
    fn set_intersection(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    fn set_difference(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    fn set_complement(&mut self, a: &Self::Set) -> Self::Set;
    /// The events with a successor.
    fn domain(&mut self, a: &Self::Relation) -> Self::Set;

    /// Of at least one relation.
    fn union(&mut self, relations: &[&Self::Relation]) -> Self::Relation;
    fn intersection(&mut self, a: &Self::Relation, b: &Self::Relation) -> Self::Relation;
    fn difference(&mut self, a: &Self::Relation, b: &Self::Relation) -> Self::Relation;
    fn complement(&mut self, a: &Self::Relation) -> Self::Relation;
    fn product(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Relation;
    fn identity(&mut self, a: &Self::Set) -> Self::Relation;
    fn sequence(&mut self, a: &Self::Relation, b: &Self::Relation) -> Self::Relation;
    fn inverse(&mut self, a: &Self::Relation) -> Self::Relation;
    /// `a+`.
    fn plus(&mut self, a: &Self::Relation) -> Self::Relation;
    /// `a?`.
    fn optional(&mut self, a: &Self::Relation) -> Self::Relation;
    /// `a & (from * to)`, where `None` stands for all events.
    fn restrict(&mut self, a: &Self::Relation, from: Option<&Self::Set>, to: Option<&Self::Set>) -> Self::Relation;
    /// `a \ (from * to)`.
    fn exclude(&mut self, a: &Self::Relation, from: &Self::Set, to: &Self::Set) -> Self::Relation;
}

/// Recursive definitions over conditions. A model that gets here is [monotone](super::term::Recursion::Monotone): whatever
/// fulfils the definitions holds the least solution, and more can only forbid more, so that any solution will do.
pub trait Unknowns<S, R> {
    /// The same pairs, each without a condition.
    fn certain(&mut self, relation: &R) -> R;
    fn certain_set(&mut self, set: &S) -> S;
    /// The same pairs under conditions that are open.
    fn open(&mut self, relation: &R) -> R;
    fn open_set(&mut self, set: &S) -> S;
    /// Demands that each pair of the first is in the second.
    fn demand(&mut self, less: &R, more: &R);
    fn demand_set(&mut self, less: &S, more: &S);
}

/// What a term denotes.
#[derive(Clone, Debug)]
pub enum Value<S, R> {
    Set(S),
    Relation(R),
}

/// Which terms are to be evaluated, operands first.
#[derive(Clone, Debug)]
pub struct Schedule {
    needed: Vec<TermId>,
    /// By term whether it mentions a variable that is not bound inside it.
    open: Vec<bool>,
}

impl Schedule {
    /// Some terms and what they are made from.
    pub fn of(terms: &Terms, roots: impl IntoIterator<Item = TermId>) -> Schedule {
        Schedule { needed: terms.needed(roots), open: terms.open_terms() }
    }
}

/// The values of terms, by their rows.
#[derive(Debug)]
pub struct Values<S, R> {
    values: Vec<Option<Value<S, R>>>,
}

/// Rounds after which a recursive definition that is not monotone, and does not settle, is left as it is.
const MAX_ROUNDS: usize = 1000;

impl<S: Clone, R: Clone> Values<S, R> {
    /// The values of some terms and of what they are made from.
    pub fn of(
        terms: &Terms,
        roots: impl IntoIterator<Item = TermId>,
        carrier: &mut impl Carrier<Set = S, Relation = R>,
    ) -> Self {
        Values::scheduled(terms, &Schedule::of(terms, roots), carrier)
    }

    /// The same for terms that were looked for before.
    pub fn scheduled(terms: &Terms, schedule: &Schedule, carrier: &mut impl Carrier<Set = S, Relation = R>) -> Self {
        let mut values = Values { values: (0..terms.len()).map(|_| None).collect() };
        values.fill(terms, schedule, carrier);
        values
    }

    /// The values once more where the carrier has others for some base sets and relations, and those of the stale terms with them.
    pub fn again(
        &mut self,
        terms: &Terms,
        schedule: &Schedule,
        stale: &[bool],
        carrier: &mut impl Carrier<Set = S, Relation = R>,
    ) {
        for (value, stale) in self.values.iter_mut().zip(stale) {
            if *stale {
                *value = None;
            }
        }
        self.fill(terms, schedule, carrier);
    }

    /// Gives the terms their values that have none.
    fn fill(&mut self, terms: &Terms, schedule: &Schedule, carrier: &mut impl Carrier<Set = S, Relation = R>) {
        let (values, open) = (self, &schedule.open);
        for id in &schedule.needed {
            if open[id.index()] || values.values[id.index()].is_some() {
                continue;
            }
            if let Term::Fix(group, at, bodies) = terms.get(*id) {
                let (variables, _) = terms.group(*group);
                // Values of the variables stay after the first name of the group was asked for.
                if values.values[variables[*at as usize].index()].is_none() {
                    let inner: Vec<TermId> =
                        terms.needed(bodies.iter().copied()).into_iter().filter(|t| open[t.index()]).collect();
                    values.solve(terms, (variables, bodies, &inner), carrier);
                }
                values.values[id.index()] = values.values[variables[*at as usize].index()].clone();
            } else {
                carrier.begin(*id);
                values.values[id.index()] = Some(values.term(carrier, terms.get(*id)));
            }
        }
    }

    /// Gives the variables of a group their values: the least solution, from nothing on.
    fn solve(
        &mut self,
        terms: &Terms,
        (variables, bodies, inner): (&[TermId], &[TermId], &[TermId]),
        carrier: &mut impl Carrier<Set = S, Relation = R>,
    ) {
        for variable in variables {
            self.values[variable.index()] = Some(match terms.sort(*variable) {
                Sort::Set => Value::Set(carrier.empty_set()),
                Sort::Relation => Value::Relation(carrier.empty()),
            });
        }
        let is_open = carrier.unknowns().is_some();
        for _ in 0..MAX_ROUNDS {
            let next = self.round(terms, bodies, inner, carrier);
            let mut is_settled = true;
            for (variable, value) in variables.iter().zip(next) {
                // Where the relations are not known, the rounds find which pairs there may be.
                let value = match (value, carrier.unknowns()) {
                    (Value::Set(set), Some(unknowns)) => Value::Set(unknowns.certain_set(&set)),
                    (Value::Relation(relation), Some(unknowns)) => Value::Relation(unknowns.certain(&relation)),
                    (value, None) => value,
                };
                is_settled &= match (&value, self.value(*variable)) {
                    (Value::Set(a), Value::Set(b)) => carrier.same_set(a, b),
                    (Value::Relation(a), Value::Relation(b)) => carrier.same_relation(a, b),
                    _ => panic!("a definition has another sort than its name; please report this"),
                };
                self.values[variable.index()] = Some(value);
            }
            if is_settled {
                break;
            }
        }
        if is_open {
            self.assume(terms, (variables, bodies, inner), carrier);
        }
    }

    /// Gives the variables of a group open values that fulfil its definitions.
    fn assume(
        &mut self,
        terms: &Terms,
        (variables, bodies, inner): (&[TermId], &[TermId], &[TermId]),
        carrier: &mut impl Carrier<Set = S, Relation = R>,
    ) {
        for variable in variables {
            let value = self.value(*variable).clone();
            let unknowns = carrier.unknowns().expect("a carrier with unknowns; please report this");
            self.values[variable.index()] = Some(match value {
                Value::Set(set) => Value::Set(unknowns.open_set(&set)),
                Value::Relation(relation) => Value::Relation(unknowns.open(&relation)),
            });
        }
        let next = self.round(terms, bodies, inner, carrier);
        for (variable, less) in variables.iter().zip(next) {
            let unknowns = carrier.unknowns().expect("a carrier with unknowns; please report this");
            match (&less, self.value(*variable)) {
                (Value::Set(less), Value::Set(more)) => unknowns.demand_set(less, more),
                (Value::Relation(less), Value::Relation(more)) => unknowns.demand(less, more),
                _ => panic!("a definition has another sort than its name; please report this"),
            }
        }
    }

    /// The definitions of a group where its variables have their present values.
    fn round(
        &mut self,
        terms: &Terms,
        bodies: &[TermId],
        inner: &[TermId],
        carrier: &mut impl Carrier<Set = S, Relation = R>,
    ) -> Vec<Value<S, R>> {
        for id in inner.iter().filter(|id| !matches!(terms.get(**id), Term::Variable(..))) {
            carrier.begin(*id);
            self.values[id.index()] = Some(self.term(carrier, terms.get(*id)));
        }
        bodies.iter().map(|body| self.value(*body).clone()).collect()
    }
}

impl<S, R> Values<S, R> {
    pub fn value(&self, id: TermId) -> &Value<S, R> {
        self.values[id.index()].as_ref().expect("operands are evaluated before their users; please report this")
    }

    pub fn set(&self, id: TermId) -> &S {
        match self.value(id) {
            Value::Set(set) => set,
            Value::Relation(_) => panic!("a relation stands where the type check saw a set; please report this"),
        }
    }

    pub fn relation(&self, id: TermId) -> &R {
        match self.value(id) {
            Value::Relation(relation) => relation,
            Value::Set(_) => panic!("a set stands where the type check saw a relation; please report this"),
        }
    }

    fn is_set(&self, id: TermId) -> bool {
        matches!(self.value(id), Value::Set(_))
    }

    /// The meaning of each operator, its operands being known.
    fn term(&self, carrier: &mut impl Carrier<Set = S, Relation = R>, term: &Term) -> Value<S, R> {
        let set = |id: &TermId| self.set(*id);
        let relation = |id: &TermId| self.relation(*id);
        match term {
            Term::Base(Sort::Set, name) => Value::Set(carrier.base_set(name)),
            Term::Base(Sort::Relation, name) => Value::Relation(carrier.base_relation(name)),
            Term::Zero => Value::Relation(carrier.empty()),
            Term::Union(items) if self.is_set(items[0]) => {
                Value::Set(carrier.set_union(&items.iter().map(set).collect::<Vec<_>>()))
            }
            Term::Union(items) => Value::Relation(carrier.union(&items.iter().map(relation).collect::<Vec<_>>())),
            Term::Intersection(a, b) if self.is_set(*a) => Value::Set(carrier.set_intersection(set(a), set(b))),
            Term::Intersection(a, b) => Value::Relation(carrier.intersection(relation(a), relation(b))),
            Term::Difference(a, b) if self.is_set(*a) => Value::Set(carrier.set_difference(set(a), set(b))),
            Term::Difference(a, b) => Value::Relation(carrier.difference(relation(a), relation(b))),
            Term::Complement(a) if self.is_set(*a) => Value::Set(carrier.set_complement(set(a))),
            Term::Complement(a) => Value::Relation(carrier.complement(relation(a))),
            Term::Product(a, b) => Value::Relation(carrier.product(set(a), set(b))),
            Term::Identity(a) => Value::Relation(carrier.identity(set(a))),
            Term::Sequence(a, b) => Value::Relation(carrier.sequence(relation(a), relation(b))),
            Term::Inverse(a) => Value::Relation(carrier.inverse(relation(a))),
            Term::Plus(a) => Value::Relation(carrier.plus(relation(a))),
            Term::Optional(a) => Value::Relation(carrier.optional(relation(a))),
            Term::Domain(a) => Value::Set(carrier.domain(relation(a))),
            Term::Restrict { relation: whole, from, to } => {
                Value::Relation(carrier.restrict(relation(whole), from.as_ref().map(set), to.as_ref().map(set)))
            }
            Term::Exclude { relation: whole, from, to } => {
                Value::Relation(carrier.exclude(relation(whole), set(from), set(to)))
            }
            Term::Variable(..) | Term::Fix(..) => panic!("recursion is solved group by group; please report this"),
        }
    }
}
