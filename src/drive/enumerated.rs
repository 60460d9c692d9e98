//! The enumerator's verdict on a program, for the cross-check under models that the explorer does not take.
//!
//! In: a request. Out: what the enumerator finds within the bounds on loops, which rise as long as they are exceeded. It must not know what
//! the solver says.
//!
//! It is for litmus-size programs: where there are too many combinations of values, or a construct is not enumerated, it says so, and the
//! solver's answer stands alone.

use std::time::Instant;

use super::check::{Run, unfolded};
use super::comparison::Finding;
use super::outcome::Statistics;
use super::reason::{Voice, reason};
use super::{Failure, Request, is_for_solver, read};
use crate::enumerate::{Undecided, program};
use crate::progress::{Observer, Phase};

/// What the enumerator says of the program of a request, and how often it asked the axioms.
///
/// # Errors
/// The program is refused.
pub fn enumerated(request: &Request, observer: &mut dyn Observer) -> Result<(Finding, u64), Failure> {
    let stop = request.stop(Instant::now());
    if let Some(concern) = request.read.checked.concerns().find(|concern| !is_for_solver(*concern)) {
        return Ok((Finding::Unknown(format!("the enumerator does not look for `{}`", concern.name())), 0));
    }
    let unit = read(request, is_for_solver)?;
    let refused = |diagnostic| Failure::one(unit.sources.clone(), diagnostic);
    let (program, sources) = (&unit.program, &unit.sources);
    let mut raised = request.unwinding.start(program, sources, &request.model, None).map_err(refused)?;
    let run = Run { request, stop: &stop };
    loop {
        let skeleton = unfolded(run, program, &raised, &mut Statistics::default(), observer).map_err(refused)?;
        observer.phase(Phase::CrossCheck);
        match program::decide(&skeleton, &request.model, &stop) {
            Ok(outcome) if outcome.is_reached => return Ok((Finding::Violation(None), outcome.judged)),
            Ok(outcome) => return Ok((Finding::Safe, outcome.judged)),
            Err(Undecided::Loop) => {}
            Err(why) => return Ok((Finding::Unknown(why.to_string()), 0)),
        }
        if let Err(why) = raised.raise(&skeleton.exceeded, program) {
            return Ok((Finding::Unknown(reason(&why, Voice::CrossCheck, sources)), 0));
        }
    }
}
