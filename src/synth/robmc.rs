//! Reorder-bounded fence insertion: Joshi & Kroening, Property-Driven Fence Insertion using Reorder Bounded
//! Model Checking, section 5, Algorithm 3 (ROBMC), with the doubling of the bound from section 7.1.
//!
//! In: a session. Out: a minimum hitting set of the counterexamples with at most K2 reorderings. It must not use
//! the oracle's cores; [`super::robmc_et`] does.
//!
//! # Deviations
//! - The last step of the doubling goes to K2 itself rather than beyond it. As published the loop ends once the
//!   bound exceeds K2, so that with K1 = 5 and K2 = 12 nothing beyond 10 reorderings would be explored, and K2
//!   would not give the soundness that the paper derives from it. A K1 above K2 is taken to be K2.
//! - A K2 below the number of candidates may miss violations; the result then says so (`bounded`), unless the
//!   candidates that are not enforced are no more than the last bound, which makes it no restriction.

use super::candidate_set::CandidateSet;
use super::oracle::Oracle;
use super::session::{Found, Heard, Session, Stop};

/// The bounds to explore, in ascending order: K1, its doubles, and at last K2.
pub(super) fn bounds(k1: usize, k2: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(k1.min(k2)), move |&k| {
        let doubled = k.saturating_mul(2).max(1);
        (k < k2).then_some(doubled.min(k2))
    })
}

/// What the search under one bound ended with.
pub(super) struct Phase {
    pub chosen: CandidateSet,
    /// Whether the proof that `chosen` is safe relied on the bound.
    pub due_to_bound: bool,
}

/// The inner loop: starts from the candidates chosen so far and ends when they are safe under the bound.
pub(super) fn phase<O: Oracle>(
    session: &mut Session<'_, O>,
    mut chosen: CandidateSet,
    bound: usize,
) -> Result<Phase, Stop<O::Witness>> {
    session.bound_raised(bound);
    loop {
        session.statistics.iterations += 1;
        match session.ask(&chosen, Some(bound))? {
            Heard::Violation(relaxed) => session.add_counterexample(relaxed),
            Heard::Safe(core) => {
                return Ok(Phase { chosen, due_to_bound: core.bound });
            }
        }
        chosen = session.minimum()?;
    }
}

/// The result of a search that ended at this bound because there was no larger one.
pub(super) fn found_at<O: Oracle>(session: &Session<'_, O>, chosen: CandidateSet, bound: usize) -> Found {
    let unbounded = chosen.len().saturating_add(bound) >= session.universe;
    Found { chosen, bounded: (!unbounded).then_some(bound) }
}

pub(super) fn run<O: Oracle>(session: &mut Session<'_, O>) -> Result<Found, Stop<O::Witness>> {
    let k2 = session.settings.k2.unwrap_or(session.universe);
    let mut chosen = CandidateSet::new(session.universe);
    for bound in bounds(session.settings.k1, k2) {
        chosen = phase(session, chosen, bound)?.chosen;
    }
    Ok(found_at(session, chosen, k2))
}
