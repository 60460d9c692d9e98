//! Sets of candidates.
//!
//! In: candidate ids of one program. Out: set operations on them. It must not know what a candidate stands for.
//! All sets that meet in one operation have the same universe, the candidates `0..universe`.

use std::fmt;

use fixedbitset::FixedBitSet;

use crate::ids::CandidateId;

/// A set of candidates out of a universe of fixed size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CandidateSet {
    bits: FixedBitSet,
}

impl CandidateSet {
    /// The empty set over `universe` candidates.
    pub fn new(universe: usize) -> Self {
        Self { bits: FixedBitSet::with_capacity(universe) }
    }

    /// Every candidate of the universe.
    pub fn full(universe: usize) -> Self {
        let mut set = Self::new(universe);
        set.bits.insert_range(..);
        set
    }

    /// The given candidates. Panics when one of them is outside the universe.
    pub fn of(universe: usize, members: impl IntoIterator<Item = CandidateId>) -> Self {
        let mut set = Self::new(universe);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    /// The number of candidates that could be members.
    pub fn universe(&self) -> usize {
        self.bits.len()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.bits.count_ones(..)
    }

    pub fn is_empty(&self) -> bool {
        self.bits.is_clear()
    }

    /// Panics when the candidate is outside the universe.
    pub fn insert(&mut self, member: CandidateId) {
        self.bits.insert(member.index());
    }

    /// Panics when the candidate is outside the universe.
    pub fn remove(&mut self, member: CandidateId) {
        self.bits.remove(member.index());
    }

    pub fn contains(&self, member: CandidateId) -> bool {
        self.bits.contains(member.index())
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = CandidateId> + '_ {
        self.bits.ones().map(CandidateId::from_index)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.bits.is_subset(&other.bits)
    }

    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.bits.is_disjoint(&other.bits)
    }

    /// The number of members that `other` has too.
    pub fn overlap(&self, other: &Self) -> usize {
        self.bits.intersection_count(&other.bits)
    }

    pub fn union_with(&mut self, other: &Self) {
        self.bits.union_with(&other.bits);
    }

    /// The members that `other` has too.
    pub fn intersection(&self, other: &Self) -> Self {
        let mut bits = self.bits.clone();
        bits.intersect_with(&other.bits);
        Self { bits }
    }

    /// The members that `other` has not.
    pub fn difference(&self, other: &Self) -> Self {
        let mut bits = self.bits.clone();
        bits.difference_with(&other.bits);
        Self { bits }
    }

    /// The candidates that are not members.
    pub fn complement(&self) -> Self {
        let mut bits = self.bits.clone();
        bits.toggle_range(..);
        Self { bits }
    }
}

impl fmt::Debug for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
