//! The culprit pairs of a program.
//!
//! In: a [`Task`] and what [`solve`](super::solve) found. Out: pairs. It must not know C text.

use std::time::Duration;

use crate::diag::Diagnostic;
use crate::ids::SiteId;
use crate::progress::{Observer, Phase};
use crate::sat::candidates::Candidate;

use super::Task;
use super::solve::{Among, Before, Outcome, solve};

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
