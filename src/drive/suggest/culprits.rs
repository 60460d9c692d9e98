//! Between accesses and fences: the culprit pairs of a program, and the fewest fences that order given pairs.
//!
//! In: a [`Task`] and what [`solve`](super::solve) found. Out: pairs, and fence candidates. It must not know C text.

use std::time::Duration;

use crate::diag::Diagnostic;
use crate::exec::skeleton::Skeleton;
use crate::ids::{CandidateId, SiteId};
use crate::progress::{Observer, Phase};
use crate::sat::candidates::{Candidate, reorderable};
use crate::synth::{CandidateSet, HittingSets};

use super::placement::Ground;
use super::solve::{Among, Before, Outcome, solve};
use super::{Task, placement};

/// The culprit pairs, a minimum set of pairs whose order repairs the program, and the time in the solver.
pub fn culprits(
    task: &Task<'_>,
    before: Before<'_>,
    observer: &mut dyn Observer,
) -> Result<(Vec<(SiteId, SiteId)>, Duration), Diagnostic> {
    observer.phase(Phase::Culprits);
    let solved = solve(task, Among::Pairs, Some(before), observer)?;
    let pairs = match solved.outcome {
        Outcome::Repaired(repaired) => pairs_of(&repaired.chosen),
        _ => Vec::new(),
    };
    Ok((pairs, solved.statistics.solve))
}

/// The pairs among candidates.
pub fn pairs_of(chosen: &[Candidate]) -> Vec<(SiteId, SiteId)> {
    let pair = |candidate: &Candidate| match candidate {
        Candidate::Pair(a, b) => Some((*a, *b)),
        Candidate::Fence { .. } | Candidate::Order { .. } => None,
    };
    chosen.iter().filter_map(pair).collect()
}

/// The fewest fences that order the given pairs.
pub fn realise(task: &Task<'_>, skeleton: &Skeleton, pairs: &[(SiteId, SiteId)]) -> Option<Vec<Candidate>> {
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
                Candidate::Fence { point, kind } => {
                    let one = std::slice::from_ref(instance);
                    placement::orders(ground, &uses[point], *kind, one).then(|| CandidateId::from_index(i))
                }
                Candidate::Pair(..) | Candidate::Order { .. } => None,
            });
            let set = CandidateSet::of(candidates.len(), helpful);
            if set.is_empty() {
                return None;
            }
            sets.add(set);
        }
    }
    let chosen = sets.minimum(None)?;
    Some(chosen.iter().map(|c| candidates.get(c).clone()).collect())
}
