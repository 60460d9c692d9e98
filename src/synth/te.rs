//! Trace enumeration: Joshi & Kroening, Property-Driven Fence Insertion using Reorder Bounded Model Checking,
//! section 4.2, Algorithm 1 (TE), which stands for the approach of DFENCE.
//!
//! In: a session. Out: a hitting set of all the counterexamples that the oracle can tell apart. It must not ask
//! with anything enforced: after each counterexample a blocking clause demands that at least one of its
//! reordered candidates stays in order, and the oracle chooses which.
//!
//! # Deviations
//! None in the loop. As published, the last step takes a minimal hitting set, which need not be the smallest;
//! the paper offers a minimum one instead for those who want that guarantee, and
//! [`HittingSetKind`] chooses between the two.

use super::HittingSetKind;
use super::candidate_set::CandidateSet;
use super::oracle::Oracle;
use super::session::{Found, Heard, Session, Stop};

pub(super) fn run<O: Oracle>(session: &mut Session<'_, O>) -> Result<Found, Stop<O::Witness>> {
    let nothing = CandidateSet::new(session.universe);
    loop {
        session.statistics.iterations += 1;
        match session.ask(&nothing, None)? {
            Heard::Violation(relaxed) => {
                session.block(&relaxed);
                session.add_counterexample(relaxed);
            }
            Heard::Safe(_) => break,
        }
    }
    let chosen = match session.settings.te_hitting_set {
        HittingSetKind::Minimum => session.minimum()?,
        HittingSetKind::Minimal => session.minimal()?,
    };
    Ok(Found { chosen, bounded: None })
}
