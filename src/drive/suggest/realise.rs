//! Fences that stand for pairs.
//!
//! In: a [`Task`], a skeleton and pairs of accesses whose order repairs the program. Out: fence candidates. It must not know C text.
//!
//! A pair is kept in order for every thread (`kept` in the model's file). Where fences do nothing but order pairs any of them that serves
//! a pair keeps it so. Elsewhere a lesser one may keep it for some threads only (`smp_wmb` in the kernel's model, `lwsync` on Power): the program
//! is asked whether the fewest are enough, and where they are not the fewest of those are taken that order any two accesses.

use crate::exec::skeleton::Skeleton;
use crate::ids::{CandidateId, SiteId};
use crate::model::{Access, FenceKind};
use crate::sat::candidates::{Candidate, reorderable};
use crate::synth::{CandidateSet, HittingSets};

use super::placement::Ground;
use super::{Task, behind, placement};

/// Which fences may stand for a pair.
#[derive(Clone, Copy)]
enum Kinds {
    /// Those that serve it.
    Serving,
    /// Those that order any two accesses.
    Full,
}

impl Kinds {
    fn has(self, kind: &FenceKind) -> bool {
        const ACCESSES: [Access; 2] = [Access::Read, Access::Write];
        match self {
            Kinds::Serving => true,
            Kinds::Full => ACCESSES.iter().all(|a| ACCESSES.iter().all(|b| kind.orders.contains(&(*a, *b)))),
        }
    }
}

/// The fewest fences that stand for the given pairs; none if one has no place.
pub fn realise(task: &Task<'_>, skeleton: &Skeleton, pairs: &[(SiteId, SiteId)]) -> Option<Vec<Candidate>> {
    let lesser = fewest(task, skeleton, pairs, Kinds::Serving)?;
    let is_wrong = !task.request.model.fences_order_pairs() && behind::is_wrong(task, skeleton, &lesser);
    if !is_wrong {
        return Some(lesser);
    }
    fewest(task, skeleton, pairs, Kinds::Full)
}

/// The fewest fences of some kinds that separate the given pairs.
fn fewest(task: &Task<'_>, skeleton: &Skeleton, pairs: &[(SiteId, SiteId)], kinds: Kinds) -> Option<Vec<Candidate>> {
    let model = &task.request.model;
    let candidates = placement::fences(skeleton, model, &task.judge, &[]);
    let weights = placement::weights(skeleton, &candidates, &task.judge);
    let instances = reorderable(skeleton, model);
    let uses = placement::instances(skeleton);
    let places = placement::places(skeleton);
    let ground = Ground { skeleton, model, places: &places };
    let mut sets = HittingSets::new(&weights);
    for pair in pairs {
        let Some(all) = instances.get(pair) else { continue };
        // Each instance must be separated by some fence on its paths.
        for instance in all {
            let helpful = candidates.all.iter().enumerate().filter_map(|(i, c)| match c {
                Candidate::Fence { point, kind } if kinds.has(&model.fences()[kind.index()]) => {
                    let one = std::slice::from_ref(instance);
                    placement::orders(ground, &uses[point], *kind, one).then(|| CandidateId::from_index(i))
                }
                Candidate::Fence { .. } | Candidate::Pair(..) | Candidate::Order { .. } => None,
            });
            let set = CandidateSet::of(candidates.len(), helpful);
            if set.is_empty() {
                return None;
            }
            sets.add(set);
        }
    }
    let chosen = sets.minimum(None).ok()?;
    Some(chosen.iter().map(|c| candidates.get(c).clone()).collect())
}
