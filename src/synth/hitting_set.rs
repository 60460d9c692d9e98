//! Families of candidate sets and the sets that hit them all.
//!
//! In: candidate sets, one at a time, none of them empty. Out: a hitting set that is minimum (no other one has
//! less [`Weight`]) or minimal (no proper subset is one); Joshi & Kroening, Property-Driven Fence Insertion
//! using Reorder Bounded Model Checking, section 3, Definition 3. It must not know where the sets come from.
//!
//! Of candidates that exclude each other ([`Alternatives`]) a minimum has one at most. The search for one does not know of them: where it
//! ends in a set that has several, it goes on with the family once for each of them, in which the others hit nothing, the least heavy
//! first. Every set without clashes is one of some such family, and none weighs less there than the least one that the search finds; so the
//! first without clashes is a minimum.
//!
//! Both answers depend only on the sets and the order in which they were added, so that runs repeat.

mod branch_and_bound;
mod column;
mod reductions;
#[cfg(test)]
mod tests;

use super::alternatives::Alternatives;
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
    alternatives: Alternatives,
    /// No member contains another one.
    sets: Vec<CandidateSet>,
    /// The last minimum. The family only grows, so its weight stays a lower bound.
    last: Option<CandidateSet>,
    /// What hits all sets costs at least this, clashes or not.
    floor: Cost,
}

/// Why there is no minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMinimum {
    /// A limit was reached.
    Stopped,
    /// What hits all sets has candidates that exclude each other.
    Clash,
}

/// A family in which some candidates hit nothing, and a minimum of it.
struct Branch {
    without: CandidateSet,
    found: CandidateSet,
    cost: Cost,
}

impl HittingSets {
    /// The empty family over the candidates that `weights` describes.
    pub fn new(weights: &[Weight]) -> Self {
        Self::among(weights, Alternatives::default())
    }

    /// The same, where some candidates exclude each other.
    pub fn among(weights: &[Weight], alternatives: Alternatives) -> Self {
        let scale = Scale::new(weights);
        Self { weights: weights.to_vec(), scale, alternatives, sets: Vec::new(), last: None, floor: 0 }
    }

    /// The candidates that exclude each other.
    pub fn alternatives(&self) -> &Alternatives {
        &self.alternatives
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

    /// A hitting set of least weight.
    ///
    /// # Errors
    /// The token ended the search first, or every hitting set has candidates that exclude each other.
    pub fn minimum(&mut self, stop: Option<&StopToken>) -> Result<CandidateSet, NoMinimum> {
        if let Some(last) = self.last.as_ref().filter(|last| self.is_hit_by(last)) {
            return Ok(last.clone());
        }
        let root = self.branch(CandidateSet::new(self.weights.len()), self.floor, stop)?;
        self.floor = root.cost;
        let mut open = vec![root];
        while let Some(at) = (0..open.len()).min_by_key(|at| open[*at].cost) {
            let Branch { without, found, cost } = open.remove(at);
            let Some(members) = self.alternatives.clash(&found) else {
                self.last = Some(found.clone());
                return Ok(found);
            };
            for member in members.iter() {
                let mut others = members.clone();
                others.remove(member);
                others.union_with(&without);
                match self.branch(others, cost, stop) {
                    Ok(branch) => open.push(branch),
                    Err(NoMinimum::Clash) => {}
                    Err(NoMinimum::Stopped) => return Err(NoMinimum::Stopped),
                }
            }
        }
        Err(NoMinimum::Clash)
    }

    /// A minimum of the family in which these candidates hit nothing; it is known to cost no less than `floor`.
    fn branch(&self, without: CandidateSet, floor: Cost, stop: Option<&StopToken>) -> Result<Branch, NoMinimum> {
        let rows: Vec<CandidateSet> = self.sets.iter().map(|set| set.difference(&without)).collect();
        if rows.iter().any(CandidateSet::is_empty) {
            return Err(NoMinimum::Clash);
        }
        let mut covering = Covering::new(rows.iter().map(|set| set.iter().map(|c| c.0)), |c| {
            self.scale.cost_of(self.weights[c as usize])
        });
        let members = covering.solve(floor, stop).ok_or(NoMinimum::Stopped)?;
        let found = CandidateSet::of(self.weights.len(), members.into_iter().map(CandidateId));
        assert!(
            rows.iter().all(|set| !set.is_disjoint(&found)),
            "a minimum hitting set misses a set; please report this"
        );
        let cost = self.scale.cost_of(self.weight(&found));
        Ok(Branch { without, found, cost })
    }

    /// A hitting set none of whose members can be left out. It takes the lowest candidate of each set that is
    /// not hit yet, and then drops what became superfluous, the highest candidates first. It may have candidates that exclude each other.
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
