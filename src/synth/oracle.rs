//! The questions that synthesis asks, and the contract of whoever answers them.
//!
//! In: a [`Query`]. Out: an [`Answer`]. It must not know how an answer is found: no solver literal, no program
//! and no memory model occurs here. A candidate is anything that synthesis may enforce, a statement pair that
//! is kept in order or a fence of some kind at some point; only its [`Weight`] matters.
//!
//! # The contract
//! A violation is avoided by a set of enforced candidates if and only if that set shares a member with the
//! violation's `relaxed` candidates. It follows that:
//! - enforcing more never makes a violation possible that was not possible before;
//! - a violation in which nothing is relaxed cannot be avoided: the program is not repairable;
//! - `relaxed` may be larger than the violation needs. Every algorithm stays correct then, but slower.
//!
//! Of candidates that exclude each other ([`Oracle::alternatives`]) a query may enforce several all the same.
//!
//! An oracle that breaks the contract is an internal bug, and the algorithms panic where they notice.

use std::iter::Sum;
use std::ops::Add;

use super::alternatives::Alternatives;
use super::candidate_set::CandidateSet;

/// How many levels a weight has below its two main ones.
pub const FINE_LEVELS: usize = 9;

/// What a set of candidates costs: numbers that are added up and compared one level after the other, which is the
/// order in which synthesis minimises. What they count is the oracle's matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// What there must be least of: the number of candidates, say.
    pub main: u64,
    /// What there must be least of among sets that are equal so far: their cost, say.
    pub other: u64,
    /// What decides among sets that are equal in both.
    pub fine: [u64; FINE_LEVELS],
}

impl Weight {
    /// The weight of a single candidate of this cost, where numbers come before costs and nothing else matters.
    pub fn single(cost: u64) -> Self {
        Self { main: 1, other: cost, fine: [0; FINE_LEVELS] }
    }

    /// All levels, the one that counts most first.
    pub fn levels(&self) -> [u64; FINE_LEVELS + 2] {
        let mut levels = [0; FINE_LEVELS + 2];
        levels[..2].copy_from_slice(&[self.main, self.other]);
        levels[2..].copy_from_slice(&self.fine);
        levels
    }
}

impl Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let fine = std::array::from_fn(|level| self.fine[level] + other.fine[level]);
        Self { main: self.main + other.main, other: self.other + other.other, fine }
    }
}

impl Sum for Weight {
    fn sum<I: Iterator<Item = Self>>(weights: I) -> Self {
        weights.fold(Self::default(), Self::add)
    }
}

/// Is there a violation in which every candidate of `enforced` is enforced?
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    pub enforced: &'a CandidateSet,
    /// At most this many candidates are reordered, where given.
    pub bound: Option<usize>,
}

/// What an oracle answers to a [`Query`].
#[derive(Clone, Debug)]
pub enum Answer<W> {
    Violation(Counterexample<W>),
    Safe(Core),
    /// Not decided, with the reason: a deadline, an exhausted memory limit, an interrupt.
    Unknown(String),
}

/// A violation under the candidates that were enforced.
#[derive(Clone, Debug)]
pub struct Counterexample<W> {
    /// The candidates that are reordered. None of them was enforced, and they are no more than the bound.
    pub relaxed: CandidateSet,
    /// The violating execution, validated by the oracle.
    pub witness: W,
}

/// What a proof of safety used of its query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// Those enforced candidates that the proof used; enforcing them alone, under the bound if that was used,
    /// is safe too.
    pub enforced: CandidateSet,
    /// Whether the proof used the bound. Without it the program is safe at every bound.
    pub bound: bool,
}

/// Finds violations of one program under one memory model.
pub trait Oracle {
    /// A violating execution; opaque here.
    type Witness;

    /// The weight of every candidate, by [`crate::ids::CandidateId`]. It does not change.
    fn weights(&self) -> &[Weight];

    /// Candidates of which a repair has one at most. They do not change.
    fn alternatives(&self) -> Alternatives {
        Alternatives::default()
    }

    /// Answers one query.
    fn solve(&mut self, query: &Query<'_>) -> Answer<Self::Witness>;

    /// From now on, no violation is reported in which all of these candidates are relaxed: at least one of
    /// them is kept in order. An oracle that was told so answers no longer for the program as a whole.
    fn block(&mut self, set: &CandidateSet);
}
