//! The smallest counterexample: fewest reorderings, then fewest accesses.
//!
//! In: a violation of a program, and what it was found in. Out: a violation that is no larger, confirmed. It must not know how the
//! violation was found.
//!
//! The search for a violation takes the first that there is. Here the same skeleton is encoded once more, with a variable for
//! each pair of statements that the model may reorder, and pressed for less. That costs about what the first
//! encoding did, and a bounded number of conflicts. Where the formula is large the first violation has to do.

use super::Request;
use super::confirm::Confirm;
use crate::exec::Execution;
use crate::exec::skeleton::Skeleton;
use crate::exec::telling;
use crate::ir::Program;
use crate::limits::StopToken;
use crate::sat::candidates::{Candidate, Candidates, Vocabulary, reorderable};
use crate::sat::encoding::{Consistency, Encoding};
use crate::sat::session::{Dependencies, Session, Settings};
use crate::sat::smaller::{CLAUSES, Less};
use crate::sat::written::Dropped;

/// The most pairs of statements.
const PAIRS: usize = 400;

/// The most events: encoding them once more takes time with their square, whatever becomes of the formula.
const EVENTS: usize = 400;

/// A violation that is no larger, and the skeleton again. `size` is how many clauses the formula had that the violation was found in.
pub fn smallest(
    (request, program): (&Request, &Program),
    skeleton: Skeleton,
    (found, size): (Box<Execution>, u64),
    stop: &StopToken,
) -> (Box<Execution>, Skeleton) {
    if size > CLAUSES || skeleton.events.len() > EVENTS {
        return (found, skeleton);
    }
    // Where the axioms do not speak of pairs, accesses are all that there can be fewer of.
    let (vocabulary, less) = match request.model.has_kept() {
        true => (Vocabulary::Pairs, Less::Reordered),
        false => (Vocabulary::Nothing, Less::Accesses),
    };
    let pairs = (less == Less::Reordered).then(|| reorderable(&skeleton, &request.model).into_keys());
    let pairs = pairs.into_iter().flatten().map(|(a, b)| Candidate::Pair(a, b));
    let candidates = Candidates { all: pairs.collect(), ..Candidates::default() };
    if candidates.len() > PAIRS || stop.is_reached() {
        return (found, skeleton);
    }
    let dropped = match request.search.dependencies {
        Dependencies::Kept => Dropped::Nothing,
        Dependencies::Ignored => Dropped::Everything,
    };
    let encoded = (&candidates, vocabulary);
    let encoding = Encoding::without(skeleton, &request.model, encoded, Consistency::default(), dropped);
    let mut session = Session::new(encoding, &request.model, request.solver, Settings::default());
    session.set_stop(stop.clone());
    let smaller = session.smaller(&[], less).map(|mut execution| {
        Confirm::new(program, &request.model).confirm(&session.encoding().skeleton, &mut execution);
        execution
    });
    let skeleton = session.into_skeleton();
    (telling::smaller_of(found, smaller), skeleton)
}
