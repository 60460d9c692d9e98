//! Families of candidate sets and the sets that hit them all.
//!
//! In: candidate sets, one at a time, none of them empty. Out: a hitting set that is minimum (no other one has
//! less [`Weight`]) or minimal (no proper subset is one); Joshi & Kroening, Property-Driven Fence Insertion
//! using Reorder Bounded Model Checking, section 3, Definition 3. It must not know where the sets come from.
//!
//! Both answers depend only on the sets and the order in which they were added, so that runs repeat.

mod branch_and_bound;
mod column;
mod reductions;
#[cfg(test)]
mod tests;

use super::candidate_set::CandidateSet;
use super::oracle::{FINE_LEVELS, Weight};
use crate::ids::CandidateId;
use crate::limits::StopToken;
use branch_and_bound::Covering;
use column::Cost;

/// A growing family of sets to be hit.
#[derive(Clone, Debug)]
pub struct HittingSets {
    weights: Vec<Weight>,
    scale: Scale,
    /// No member contains another one.
    sets: Vec<CandidateSet>,
    /// The last minimum. The family only grows, so its weight stays a lower bound.
    last: Option<CandidateSet>,
}

impl HittingSets {
    /// The empty family over the candidates that `weights` describes.
    pub fn new(weights: &[Weight]) -> Self {
        Self { weights: weights.to_vec(), scale: Scale::new(weights), sets: Vec::new(), last: None }
    }

    /// Adds a set. Returns false when hitting the earlier sets already hits it because it contains one of them.
    /// Panics when the set is empty, since nothing hits that.
    pub fn add(&mut self, set: CandidateSet) -> bool {
        assert!(!set.is_empty(), "an empty set was added to a hitting-set family; please report this");
        if self.sets.iter().any(|old| old.is_subset(&set)) {
            return false;
        }
        self.sets.retain(|old| !set.is_subset(old));
        self.sets.push(set);
        true
    }

    /// The sets, without those that contain another one.
    pub fn sets(&self) -> &[CandidateSet] {
        &self.sets
    }

    /// The candidates that occur in [`Self::sets`].
    pub fn support(&self) -> CandidateSet {
        let mut union = CandidateSet::new(self.weights.len());
        self.sets.iter().for_each(|set| union.union_with(set));
        union
    }

    /// Whether a set of candidates hits every set of the family.
    pub fn is_hit_by(&self, chosen: &CandidateSet) -> bool {
        self.sets.iter().all(|set| !set.is_disjoint(chosen))
    }

    /// The total weight of a set of candidates.
    pub fn weight(&self, chosen: &CandidateSet) -> Weight {
        chosen.iter().map(|member| self.weights[member.index()]).sum()
    }

    /// A hitting set of least weight, or `None` when the token ends the search first.
    pub fn minimum(&mut self, stop: Option<&StopToken>) -> Option<CandidateSet> {
        let floor = match &self.last {
            Some(last) if self.is_hit_by(last) => return Some(last.clone()),
            Some(last) => self.scale.cost_of(self.weight(last)),
            None => 0,
        };
        let mut covering = Covering::new(self.sets.iter().map(|set| set.iter().map(|c| c.0)), |c| {
            self.scale.cost_of(self.weights[c as usize])
        });
        let members = covering.solve(floor, stop)?;
        let found = CandidateSet::of(self.weights.len(), members.into_iter().map(CandidateId));
        assert!(self.is_hit_by(&found), "a minimum hitting set misses a set; please report this");
        self.last = Some(found.clone());
        Some(found)
    }

    /// A hitting set none of whose members can be left out. It takes the lowest candidate of each set that is
    /// not hit yet, and then drops what became superfluous, the highest candidates first.
    pub fn minimal(&self) -> CandidateSet {
        let mut chosen = CandidateSet::new(self.weights.len());
        for set in &self.sets {
            if set.is_disjoint(&chosen) {
                set.iter().take(1).for_each(|lowest| chosen.insert(lowest));
            }
        }
        let members: Vec<_> = chosen.iter().collect();
        for member in members.into_iter().rev() {
            chosen.remove(member);
            if !self.is_hit_by(&chosen) {
                chosen.insert(member);
            }
        }
        chosen
    }
}

/// How a weight becomes one number, so that sums of such numbers compare as sums of the weights do.
///
/// Each level has as many bits as the sum over all candidates needs: a sum over some of them never reaches the level
/// above. Where all levels together need more bits than there are to spare, the lowest levels are left out; the main
/// ones always fit, since a family has fewer than 2^32 candidates and costs are 32-bit numbers.
#[derive(Clone, Debug)]
struct Scale {
    /// The bits of each level, 0 for those that do not count.
    bits: [u32; FINE_LEVELS + 2],
}

impl Scale {
    /// Bits for all levels; the rest is headroom for the search, which multiplies costs by numbers of rows.
    const BITS: u32 = 112;

    fn new(weights: &[Weight]) -> Self {
        let total: Weight = weights.iter().copied().sum();
        let mut left = Self::BITS;
        let bits = total.levels().map(|sum| {
            let wanted = u64::BITS - sum.leading_zeros();
            if wanted > left {
                left = 0;
                return 0;
            }
            left -= wanted;
            wanted
        });
        Self { bits }
    }

    fn cost_of(&self, weight: Weight) -> Cost {
        let levels = weight.levels().into_iter().zip(self.bits);
        levels.filter(|(_, bits)| *bits > 0).fold(0, |cost, (level, bits)| (cost << bits) + Cost::from(level))
    }
}
