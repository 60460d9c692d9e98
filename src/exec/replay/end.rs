//! Whether a replay ended in the violation that its execution claims.
//!
//! In: the claim, and how far each thread came. Out: what is wrong with it, if anything. It must not know how threads run.

use std::collections::BTreeMap;

use super::Progress;
use crate::exec::execution::Violated;
use crate::ids::ThreadId;
use crate::ir::Property;

/// Says how the threads ended if not in this violation.
///
/// What races is a matter of the language and not of a replay: of a race only the execution is confirmed.
/// Late accesses are found where all is over; these are those of the execution.
pub fn is_reached(
    violated: &Violated,
    threads: &BTreeMap<ThreadId, &Progress>,
    late: &[Violated],
) -> Result<(), String> {
    let progress = threads.get(&violated.thread).copied();
    let reached = match (violated.property, progress) {
        // Of leaks and of what nobody has set the replay has its own lists.
        (Property::DataRace | Property::Leak | Property::Uninitialised, _) => true,
        (Property::Deadlock | Property::Liveness, Some(progress)) => {
            let through = |progress: &Progress| matches!(progress, Progress::Finished(_));
            waits(progress) && threads.values().all(|progress| waits(progress) || through(progress))
        }
        (_, Some(Progress::Violated { property, message, span })) => {
            same_property(*property, violated.property)
                && *span == violated.span
                && (*message == violated.message || *property != violated.property)
        }
        _ => false,
    };
    let is_this = |other: &Violated| {
        (other.property, other.thread, other.span) == (violated.property, violated.thread, violated.span)
            && other.message == violated.message
    };
    let reached = reached || late.iter().any(is_this);
    if reached { Ok(()) } else { Err(format!("the thread does not end in the violation but: {progress:?}")) }
}

/// Whether a thread goes no further, though nothing went wrong.
fn waits(progress: &Progress) -> bool {
    matches!(progress, Progress::Joining(..) | Progress::Meeting(_) | Progress::Stopped)
}

/// Whether two names mean one mistake: of an address with many possible values, or with one that nobody has set, null is
/// not told from other numbers that address nothing.
fn same_property(a: Property, b: Property) -> bool {
    let nowhere = |p| matches!(p, Property::NullDereference | Property::OutOfBounds | Property::WildPointer);
    a == b || nowhere(a) && nowhere(b)
}
