//! Reorder-bounded fence insertion with early termination: Joshi & Kroening, Property-Driven Fence Insertion
//! using Reorder Bounded Model Checking, section 5, Algorithm 4 (ROBMC-ET).
//!
//! In: a session. Out: what [`super::robmc`] gives, without the queries under larger bounds that a proof shows
//! to be needless. It must not stop early unless the bound's own assumption is absent from the proof's core:
//! that other assumptions are in it or not says nothing.
//!
//! # Deviations
//! Those of [`super::robmc`]. A proof that did not use the bound lifts also the restriction to K2.

use super::candidate_set::CandidateSet;
use super::oracle::Oracle;
use super::robmc::{bounds, found_at, phase};
use super::session::{Found, Session, Stop};

pub(super) fn run<O: Oracle>(session: &mut Session<'_, O>) -> Result<Found, Stop<O::Witness>> {
    let k2 = session.settings.k2.unwrap_or(session.universe);
    let mut chosen = CandidateSet::new(session.universe);
    for bound in bounds(session.settings.k1, k2) {
        let end = phase(session, chosen, bound)?;
        if !end.due_to_bound {
            return Ok(Found { chosen: end.chosen, bounded: None });
        }
        chosen = end.chosen;
    }
    Ok(found_at(session, chosen, k2))
}
