//! Candidates of which a repair has one at most.
//!
//! In: groups of candidates. Out: whether a set has two of one group, and what it leaves no room for. It must not know why they exclude
//! each other: an access has one memory order, say, where two that do not cover each other are two candidates.
//!
//! Proofs and violations are of any set: to enforce two of a group is no harm there. Only what is handed over as a repair has to be free
//! of clashes, and whoever says what the least one weighs.

use super::candidate_set::CandidateSet;
use crate::ids::CandidateId;

/// Groups of candidates, each of at least two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternatives {
    groups: Vec<CandidateSet>,
}

impl Alternatives {
    /// The groups among `universe` candidates; those of one candidate exclude nothing.
    pub fn of<G: IntoIterator<Item = CandidateId>>(universe: usize, groups: impl IntoIterator<Item = G>) -> Self {
        let groups = groups.into_iter().map(|group| CandidateSet::of(universe, group));
        Self { groups: groups.filter(|group| group.len() > 1).collect() }
    }

    /// The groups.
    pub fn groups(&self) -> &[CandidateSet] {
        &self.groups
    }

    /// The members of a group of which there are two or more here.
    pub fn clash(&self, chosen: &CandidateSet) -> Option<CandidateSet> {
        self.groups.iter().map(|group| group.intersection(chosen)).find(|members| members.len() > 1)
    }

    /// What cannot be beside these: the others of their groups.
    pub fn excluded_by(&self, chosen: &CandidateSet) -> CandidateSet {
        let mut excluded = CandidateSet::new(chosen.universe());
        let meets = |group: &&CandidateSet| !group.is_disjoint(chosen);
        self.groups.iter().filter(meets).for_each(|group| excluded.union_with(&group.difference(chosen)));
        excluded
    }
}
