//! Every execution of a litmus test, judged by the plain evaluator.
//!
//! In: a [`litmus::Test`](crate::litmus::Test) and a model. Out: whether an execution that the model allows ends as the
//! test's condition describes. It must not know solvers or graphs that grow: all ways of the threads with all values that
//! can be in memory are put together, each read with each write of its value, the writes of each location in each order,
//! and the axioms are asked about the whole. It is slow and plain, and the measure of the other engines.

mod candidates;
mod layout;
mod traces;

use std::fmt;

use layout::Layout;

use crate::exec::groups::{self, OneStep};
use crate::limits::StopToken;
use crate::litmus::{Dialect, Quantifier, Step, Test};
use crate::model::Model;

/// What enumerating found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether some allowed execution ends in a state that is looked for: one of the condition, of `forall` one outside it.
    pub is_reached: bool,
    /// How many executions the axioms were asked about.
    pub judged: u64,
}

impl Outcome {
    /// Whether the condition is true of the test.
    pub fn holds(self, quantifier: Quantifier) -> bool {
        match quantifier {
            Quantifier::Exists => self.is_reached,
            Quantifier::NotExists | Quantifier::ForAll => !self.is_reached,
        }
    }
}

/// Why a test was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The model says nothing of accesses or fences of this kind.
    Sets(&'static str),
    /// An access to something that is no location.
    Address,
    /// Accesses of several sizes under a model that does not say what their parts have to do with each other.
    Parts,
    /// Values grow with each round of reading and writing.
    Values,
    /// A loop goes on; what lies beyond was not looked at.
    Loop,
    /// There are more ways or executions than are tried.
    Size,
    Stopped,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undecided::Sets(name) => {
                return write!(f, "the model does not know the set `{name}` of the test's operations");
            }
            Undecided::Address => "an access at an address that is no location, or to a part of one",
            Undecided::Parts => "accesses of different sizes, which the model does not put together",
            Undecided::Values => "the values in memory grow without end",
            Undecided::Loop => "a loop goes on for longer than it is followed",
            Undecided::Size => "there are too many executions to try them all",
            Undecided::Stopped => "stopped",
        })
    }
}

/// What a test in C asks of a model that is not made for it. (Instructions that a model does not name mean nothing to it.)
fn unknown(test: &Test, model: &Model) -> Option<&'static str> {
    if test.dialect != Dialect::C {
        return None;
    }
    let known = model.declared_sets();
    let tags = test.threads.iter().flat_map(|thread| &thread.steps).flat_map(|step| match step {
        Step::Load { tags, .. } | Step::Store { tags, .. } | Step::Fence { tags, .. } => tags.as_slice(),
        _ => &[],
    });
    tags.copied().find(|tag| *tag != "RMW" && !known.iter().any(|set| set == tag))
}

/// Decides a test.
///
/// # Errors
/// Why it is not decided.
pub fn decide(test: &Test, model: &Model, stop: &StopToken) -> Result<Outcome, Undecided> {
    if let Some(name) = unknown(test, model) {
        return Err(Undecided::Sets(name));
    }
    let layout = Layout::of(test);
    if layout.is_cut() && groups::require(model, OneStep::Access, None).is_err() {
        return Err(Undecided::Parts);
    }
    let ways = traces::of(test, &layout, model.has_origins())?;
    let outcome = candidates::search((test, &layout), model, &ways.threads, stop)?;
    // An execution that was found is one, whatever lies beyond.
    if ways.is_cut && !outcome.is_reached { Err(Undecided::Loop) } else { Ok(outcome) }
}
