//! Sets of events and relations between them, of any number of events, as bit rows.
//!
//! In: numbers below `n`. Out: the operations of a relational language, a word at a time: each costs what its rows hold and not
//! what the pairs are; and whoever has the base sets and relations in this form ([`Basis`]) is a carrier of a model's terms. It must
//! not know what the numbers stand for.

use super::carrier::{Carrier, Value, Values};
use super::{Axiom, AxiomKind};

/// The numbers of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(at * 64 + bit)
        })
    })
}

fn words_for(n: usize) -> usize {
    n.div_ceil(64).max(1)
}

/// A set of numbers below `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    n: usize,
    bits: Vec<u64>,
}

impl Set {
    pub fn new(n: usize) -> Set {
        Set { n, bits: vec![0; words_for(n)] }
    }

    /// All numbers below `n`.
    pub fn all(n: usize) -> Set {
        Set::new(n).complement()
    }

    pub fn of(n: usize, holds: impl Fn(usize) -> bool) -> Set {
        let mut set = Set::new(n);
        (0..n).filter(|i| holds(*i)).for_each(|i| set.insert(i));
        set
    }

    pub fn insert(&mut self, member: usize) {
        self.bits[member / 64] |= 1 << (member % 64);
    }

    pub fn contains(&self, member: usize) -> bool {
        self.bits[member / 64] >> (member % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    #[must_use]
    pub fn zip(mut self, other: &Set, operation: impl Fn(u64, u64) -> u64) -> Set {
        for (a, b) in self.bits.iter_mut().zip(&other.bits) {
            *a = operation(*a, *b);
        }
        self
    }

    #[must_use]
    pub fn complement(mut self) -> Set {
        self.bits.iter_mut().for_each(|word| *word = !*word);
        // Bits from `n` on are no members.
        let last = self.bits.len() - 1;
        self.bits[last] &= match self.n % 64 {
            0 if self.n == 0 => 0,
            0 => u64::MAX,
            used => (1 << used) - 1,
        };
        self
    }
}

/// A relation over `n` numbers; row `a` holds the successors of `a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    n: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    pub fn new(n: usize) -> Relation {
        let words = words_for(n);
        Relation { n, words, bits: vec![0; n * words] }
    }

    /// Each member of a set with itself.
    pub fn identity(set: &Set) -> Relation {
        let mut relation = Relation::new(set.n);
        ones(&set.bits).for_each(|i| relation.insert(i, i));
        relation
    }

    /// Each member of a set with each of another one.
    pub fn product(from: &Set, to: &Set) -> Relation {
        let mut relation = Relation::new(from.n);
        ones(&from.bits).for_each(|a| relation.insert_all(a, to));
        relation
    }

    fn row(&self, a: usize) -> &[u64] {
        &self.bits[a * self.words..][..self.words]
    }

    fn row_mut(&mut self, a: usize) -> &mut [u64] {
        &mut self.bits[a * self.words..][..self.words]
    }

    pub fn contains(&self, a: usize, b: usize) -> bool {
        self.row(a)[b / 64] >> (b % 64) & 1 == 1
    }

    pub fn insert(&mut self, a: usize, b: usize) {
        self.row_mut(a)[b / 64] |= 1 << (b % 64);
    }

    /// Gives `a` all members of a set as successors.
    pub fn insert_all(&mut self, a: usize, set: &Set) {
        self.row_mut(a).iter_mut().zip(&set.bits).for_each(|(word, more)| *word |= more);
    }

    /// The successors of `a` in ascending order.
    pub fn successors(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        ones(self.row(a))
    }

    /// Who has a successor.
    pub fn domain(&self) -> Set {
        Set::of(self.n, |a| self.row(a).iter().any(|word| *word != 0))
    }

    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    pub fn is_irreflexive(&self) -> bool {
        (0..self.n).all(|a| !self.contains(a, a))
    }

    /// Whether nobody is a successor of its own successors.
    pub fn is_acyclic(&self) -> bool {
        self.bottom_up().is_some()
    }

    #[must_use]
    pub fn zip(mut self, other: &Relation, operation: impl Fn(u64, u64) -> u64) -> Relation {
        for (a, b) in self.bits.iter_mut().zip(&other.bits) {
            *a = operation(*a, *b);
        }
        self
    }

    #[must_use]
    pub fn union(self, other: &Relation) -> Relation {
        self.zip(other, |a, b| a | b)
    }

    #[must_use]
    pub fn complement(mut self) -> Relation {
        let all = Set::all(self.n);
        for a in 0..self.n {
            self.row_mut(a).iter_mut().zip(&all.bits).for_each(|(word, all)| *word = all & !*word);
        }
        self
    }

    /// Each one with itself, too.
    #[must_use]
    pub fn optional(mut self) -> Relation {
        (0..self.n).for_each(|a| self.insert(a, a));
        self
    }

    /// The pairs from one set to another one; `None` is everyone.
    #[must_use]
    pub fn restrict(mut self, from: Option<&Set>, to: Option<&Set>) -> Relation {
        for a in 0..self.n {
            if from.is_some_and(|from| !from.contains(a)) {
                self.row_mut(a).fill(0);
            } else if let Some(to) = to {
                self.row_mut(a).iter_mut().zip(&to.bits).for_each(|(word, to)| *word &= to);
            }
        }
        self
    }

    /// The pairs that do not lead from one set to another one.
    #[must_use]
    pub fn exclude(mut self, from: &Set, to: &Set) -> Relation {
        for a in ones(&from.bits) {
            self.row_mut(a).iter_mut().zip(&to.bits).for_each(|(word, to)| *word &= !to);
        }
        self
    }

    #[must_use]
    pub fn inverse(&self) -> Relation {
        let mut result = Relation::new(self.n);
        for a in 0..self.n {
            self.successors(a).for_each(|b| result.insert(b, a));
        }
        result
    }

    /// A step of this relation, then one of another one.
    #[must_use]
    pub fn sequence(&self, other: &Relation) -> Relation {
        let mut result = Relation::new(self.n);
        for a in 0..self.n {
            let row = &mut result.bits[a * self.words..][..self.words];
            for b in self.successors(a) {
                row.iter_mut().zip(other.row(b)).for_each(|(word, more)| *word |= more);
            }
        }
        result
    }

    /// One step or more.
    #[must_use]
    pub fn closure(mut self) -> Relation {
        match self.bottom_up() {
            Some(order) => self.close_upward(&order),
            None => self.close_any(),
        }
        self
    }

    /// The closure where nobody reaches itself: whom a number reaches comes before it, so that those rows are whole already. A
    /// successor that another one reaches brings nothing and is not looked at.
    fn close_upward(&mut self, order: &[usize]) {
        let (mut all, mut left) = (vec![0; self.words], vec![0; self.words]);
        for a in order {
            all.copy_from_slice(self.row(*a));
            left.copy_from_slice(&all);
            for at in 0..self.words {
                while left[at] != 0 {
                    let b = at * 64 + left[at].trailing_zeros() as usize;
                    left[at] &= left[at] - 1;
                    let more = &self.bits[b * self.words..][..self.words];
                    for word in 0..self.words {
                        all[word] |= more[word];
                        left[word] &= !more[word];
                    }
                }
            }
            self.row_mut(*a).copy_from_slice(&all);
        }
    }

    /// The closure of any relation: by one number to go through after the other.
    fn close_any(&mut self) {
        let mut through = vec![0; self.words];
        for k in 0..self.n {
            through.copy_from_slice(self.row(k));
            for a in 0..self.n {
                if self.contains(a, k) {
                    self.row_mut(a).iter_mut().zip(&through).for_each(|(word, more)| *word |= more);
                }
            }
        }
    }

    /// Everyone, successors first; `None` where there is a cycle.
    fn bottom_up(&self) -> Option<Vec<usize>> {
        let mut order = Vec::with_capacity(self.n);
        let (mut done, mut open) = (Set::new(self.n), Set::new(self.n));
        let mut path = Vec::new();
        for root in 0..self.n {
            let mut next = (!done.contains(root)).then_some(root);
            loop {
                if let Some(a) = next {
                    open.insert(a);
                    // Whatever closes a cycle leads back to where the path has come from.
                    if self.row(a).iter().zip(&open.bits).any(|(row, open)| row & open != 0) {
                        return None;
                    }
                    path.push(a);
                }
                let Some(&a) = path.last() else { break };
                next = self.first_without(a, &done);
                if next.is_none() {
                    path.pop();
                    open.bits[a / 64] &= !(1 << (a % 64));
                    done.insert(a);
                    order.push(a);
                }
            }
        }
        Some(order)
    }

    /// The first successor of `a` that is not in a set.
    fn first_without(&self, a: usize, set: &Set) -> Option<usize> {
        let mut words = self.row(a).iter().zip(&set.bits).enumerate();
        words.find_map(|(at, (row, set))| {
            let left = row & !set;
            (left != 0).then(|| at * 64 + left.trailing_zeros() as usize)
        })
    }
}

/// The base sets and relations of some events, where it is known what is in them.
pub trait Basis {
    /// How many events there are.
    fn events(&self) -> usize;
    fn base_set(&mut self, name: &str) -> Set;
    fn base_relation(&mut self, name: &str) -> Relation;
}

impl<B: Basis> Carrier for B {
    type Set = Set;
    type Relation = Relation;

    fn base_set(&mut self, name: &str) -> Set {
        Basis::base_set(self, name)
    }

    fn base_relation(&mut self, name: &str) -> Relation {
        Basis::base_relation(self, name)
    }

    fn empty(&mut self) -> Relation {
        Relation::new(self.events())
    }

    fn empty_set(&mut self) -> Set {
        Set::new(self.events())
    }

    fn same_set(&self, a: &Set, b: &Set) -> bool {
        a == b
    }

    fn same_relation(&self, a: &Relation, b: &Relation) -> bool {
        a == b
    }

    fn set_union(&mut self, sets: &[&Set]) -> Set {
        sets.iter().fold(Set::new(self.events()), |all, set| all.zip(set, |a, b| a | b))
    }

    fn set_intersection(&mut self, a: &Set, b: &Set) -> Set {
        a.clone().zip(b, |a, b| a & b)
    }

    fn set_difference(&mut self, a: &Set, b: &Set) -> Set {
        a.clone().zip(b, |a, b| a & !b)
    }

    fn set_complement(&mut self, a: &Set) -> Set {
        a.clone().complement()
    }

    fn domain(&mut self, a: &Relation) -> Set {
        a.domain()
    }

    fn union(&mut self, relations: &[&Relation]) -> Relation {
        relations.iter().fold(Relation::new(self.events()), |all, item| all.union(item))
    }

    fn intersection(&mut self, a: &Relation, b: &Relation) -> Relation {
        a.clone().zip(b, |a, b| a & b)
    }

    fn difference(&mut self, a: &Relation, b: &Relation) -> Relation {
        a.clone().zip(b, |a, b| a & !b)
    }

    fn complement(&mut self, a: &Relation) -> Relation {
        a.clone().complement()
    }

    fn product(&mut self, a: &Set, b: &Set) -> Relation {
        Relation::product(a, b)
    }

    fn identity(&mut self, a: &Set) -> Relation {
        Relation::identity(a)
    }

    fn sequence(&mut self, a: &Relation, b: &Relation) -> Relation {
        a.sequence(b)
    }

    fn inverse(&mut self, a: &Relation) -> Relation {
        a.inverse()
    }

    fn plus(&mut self, a: &Relation) -> Relation {
        a.clone().closure()
    }

    fn optional(&mut self, a: &Relation) -> Relation {
        a.clone().optional()
    }

    fn restrict(&mut self, a: &Relation, from: Option<&Set>, to: Option<&Set>) -> Relation {
        a.clone().restrict(from, to)
    }

    fn exclude(&mut self, a: &Relation, from: &Set, to: &Set) -> Relation {
        a.clone().exclude(from, to)
    }
}

/// The whole order of an acyclicity axiom over `n` events.
pub fn order(axiom: &Axiom, n: usize, values: &Values<Set, Relation>) -> Relation {
    axiom.parts.iter().fold(Relation::new(n), |all, part| all.union(values.relation(part.term)))
}

/// Whether an axiom is true of `n` events.
pub fn holds(axiom: &Axiom, n: usize, values: &Values<Set, Relation>) -> bool {
    match axiom.kind {
        AxiomKind::Acyclic => order(axiom, n, values).is_acyclic(),
        AxiomKind::Irreflexive => values.relation(axiom.parts[0].term).is_irreflexive(),
        AxiomKind::Empty => match values.value(axiom.parts[0].term) {
            Value::Set(set) => set.is_empty(),
            Value::Relation(relation) => relation.is_empty(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Pairs = Vec<(usize, usize)>;

    fn relation(n: usize, pairs: &[(usize, usize)]) -> Relation {
        let mut relation = Relation::new(n);
        pairs.iter().for_each(|(a, b)| relation.insert(*a % n, *b % n));
        relation
    }

    fn pairs(n: usize, holds: impl Fn(usize, usize) -> bool) -> Pairs {
        (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| holds(*a, *b)).collect()
    }

    fn all(relation: &Relation) -> Pairs {
        pairs(relation.n, |a, b| relation.contains(a, b))
    }

    /// Whether each operation has the pairs that its definition names, one by one.
    fn check(n: usize, first: &[(usize, usize)], second: &[(usize, usize)], members: &[usize]) {
        let (a, b) = (relation(n, first), relation(n, second));
        let set = Set::of(n, |i| members.contains(&i));
        let other = set.clone().complement();
        assert!((0..n).all(|i| set.contains(i) != other.contains(i)));
        assert_eq!(all(&a.inverse()), pairs(n, |x, y| a.contains(y, x)));
        assert_eq!(all(&a.sequence(&b)), pairs(n, |x, y| (0..n).any(|z| a.contains(x, z) && b.contains(z, y))));
        assert_eq!(all(&a.clone().complement()), pairs(n, |x, y| !a.contains(x, y)));
        assert_eq!(a.clone().complement().complement(), a, "no bit from `n` on is set");
        assert_eq!(all(&a.clone().optional()), pairs(n, |x, y| x == y || a.contains(x, y)));
        assert_eq!(all(&Relation::identity(&set)), pairs(n, |x, y| x == y && set.contains(x)));
        assert_eq!(all(&Relation::product(&set, &other)), pairs(n, |x, y| set.contains(x) && other.contains(y)));
        let restricted = a.clone().restrict(Some(&set), Some(&other));
        assert_eq!(all(&restricted), pairs(n, |x, y| a.contains(x, y) && set.contains(x) && !set.contains(y)));
        assert_eq!(
            all(&a.clone().exclude(&set, &other)),
            pairs(n, |x, y| a.contains(x, y) && !restricted.contains(x, y))
        );
        assert_eq!(a.domain(), Set::of(n, |x| (0..n).any(|y| a.contains(x, y))));
        let mut reached = a.clone();
        for _ in 0..n {
            reached = reached.clone().union(&reached.sequence(&reached));
        }
        assert_eq!(a.clone().closure(), reached);
        assert_eq!(a.is_acyclic(), reached.is_irreflexive());
        // Most relations have a cycle; this one has none.
        let upward = relation(n, &pairs(n, |x, y| x < y && a.contains(x, y)));
        assert!(upward.is_acyclic());
        let mut reached = upward.clone();
        reached.close_any();
        assert_eq!(upward.closure(), reached);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn operations_are_what_their_names_say(
            n in prop_oneof![1..5_usize, 60..70_usize, 127..131_usize],
            first in prop::collection::vec((0..200_usize, 0..200_usize), 0..150),
            second in prop::collection::vec((0..200_usize, 0..200_usize), 0..150),
            members in prop::collection::vec(0..130_usize, 0..60),
        ) {
            check(n, &first, &second, &members);
        }
    }
}
