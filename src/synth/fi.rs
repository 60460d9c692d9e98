//! Accelerated fence insertion: Joshi & Kroening, Property-Driven Fence Insertion using Reorder Bounded Model
//! Checking, section 4.3, Algorithm 2 (FI), close to the approaches of REMMEX and MEMORAX.
//!
//! In: a session. Out: a minimum hitting set of the counterexamples seen, under which there is no violation.
//! It must not use bounds or cores.
//!
//! # Deviations
//! None.

use super::candidate_set::CandidateSet;
use super::oracle::Oracle;
use super::session::{Found, Heard, Session, Stop};

pub(super) fn run<O: Oracle>(session: &mut Session<'_, O>) -> Result<Found, Stop<O::Witness>> {
    let mut chosen = CandidateSet::new(session.universe);
    loop {
        session.statistics.iterations += 1;
        match session.ask(&chosen, None)? {
            Heard::Violation(relaxed) => session.add_counterexample(relaxed),
            Heard::Safe(_) => {
                return Ok(Found { chosen, bounded: None });
            }
        }
        chosen = session.minimum()?;
    }
}
