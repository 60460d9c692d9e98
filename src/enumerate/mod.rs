//! Every execution of a litmus test, or of a small program, judged by the model's axioms.
//!
//! In: a [`litmus::Test`](crate::litmus::Test) and a model. Out: whether an execution that the model allows ends as the
//! test's condition describes. It must not know solvers or graphs that grow: all ways of the threads with all values that
//! can be in memory are put together, each read with each write of its value, the writes of each location in each order,
//! and the axioms are asked about the whole; about a part, where an axiom that is broken by it stays broken. It is plain, and the
//! measure of the other engines.
//!
//! - `traces`, `layout`: the ways of each thread, and memory in cells
//! - `candidates`: which ways are tried together; `ending`: how that ends
//! - `assembly`: in which order orders of writes and sources of reads are tried
//! - `shape`, `candidate`: what is being put together
//! - `judge`: the axioms
//! - `orders`: whether the model is one for what a test in C names
//! - `program`: the same of a small C program

mod assembly;
mod candidate;
mod candidates;
mod ending;
mod judge;
mod layout;
mod orders;
pub mod program;
mod shape;
mod traces;

use std::fmt;

use layout::Layout;
use traces::Ways;

use crate::exec::groups::{self, OneStep};
use crate::limits::StopToken;
use crate::litmus::condition::State;
use crate::litmus::{Dialect, Location, Place, Quantifier, Register, Step, Test};
use crate::model::{Access, Model};

/// What enumerating found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether some allowed execution ends in a state that is looked for: one of the condition, of `forall` one outside it.
    pub is_reached: bool,
    /// How many executions and parts of executions the axioms were asked about.
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
    /// The model makes something else of C's operations of this order than what the test names.
    Mapped(&'static str),
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
    /// Final states are asked for, and what the test lists is not read.
    Shown,
    /// A value of a program may be too many numbers, as one that nobody has set.
    Open,
    /// A program has these, which are not enumerated.
    Construct(&'static str),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undecided::Sets(name) => {
                return write!(f, "the model does not know the set `{name}` of the test's operations");
            }
            Undecided::Mapped(order) => {
                return write!(
                    f,
                    "the model makes something else of C's `{order}` operations; tests in C are for models of C itself"
                );
            }
            Undecided::Open => "a value may be more numbers than are tried, as one that nobody has set",
            Undecided::Construct(what) => return write!(f, "{what} are not enumerated"),
            Undecided::Address => "an access at an address that is no location, or to a part of one",
            Undecided::Parts => "accesses of different sizes, which the model does not put together",
            Undecided::Values => "the values in memory grow without end",
            Undecided::Loop => "a loop goes on for longer than it is followed",
            Undecided::Size => "there are too many executions to try them all",
            Undecided::Stopped => "stopped",
            Undecided::Shown => "what `locations` lists is not read",
        })
    }
}

/// Sets of accesses that say how they are made and not what they order.
const STRUCTURAL: [&str; 4] = ["RMW", "X", "EX", "AMO"];

/// Whether a fence of x86 orders only what the model never reorders: `LFENCE` what comes behind loads, `SFENCE` stores.
fn is_needless(fence: &str, model: &Model) -> bool {
    match fence {
        "LFENCE" => !model.relaxes(Access::Read, Access::Read) && !model.relaxes(Access::Read, Access::Write),
        "SFENCE" => !model.relaxes(Access::Write, Access::Write),
        _ => false,
    }
}

/// What a test asks of a model that is not made for it. An instruction that orders something and that the model does not name
/// would order nothing; where nothing is reordered that makes no difference.
fn unknown(test: &Test, model: &Model) -> Option<&'static str> {
    if test.dialect != Dialect::C && model.relaxed().is_empty() {
        return None;
    }
    let known = model.declared_sets();
    let is_unknown = |tag: &&&'static str| !STRUCTURAL.contains(*tag) && !known.iter().any(|set| set == **tag);
    let unknown = |step: &Step| match step {
        // What is in order anyhow needs no fence that the model knows.
        Step::Fence { tags, .. } if tags.iter().all(|tag| is_needless(tag, model)) => None,
        // The names that different models have for one fence.
        Step::Fence { tags, .. } if test.dialect != Dialect::C => {
            tags.first().filter(|_| tags.iter().all(|tag| is_unknown(&tag))).copied()
        }
        // What models call the locked instructions differs, and one that does not name them looks at the pairs that they are.
        Step::Load { .. } | Step::Store { .. } if matches!(test.dialect, Dialect::X86 | Dialect::X86Wide) => None,
        Step::Load { tags, .. }
        | Step::Store { tags, .. }
        | Step::StoreConditional { tags, .. }
        | Step::Fence { tags, .. } => tags.iter().find(is_unknown).copied(),
        _ => None,
    };
    test.threads.iter().flat_map(|thread| &thread.steps).find_map(unknown)
}

/// The final states of a test.
#[derive(Clone, Debug)]
pub struct Finals {
    /// What the condition speaks of and what the test lists, registers first.
    pub places: Vec<Place>,
    /// Each with the values of the places ([`Finals::values`]), and whether the condition's formula is true of it.
    pub states: Vec<(Vec<i64>, bool)>,
}

impl Finals {
    /// How many values a place has: all of an array has those of its elements.
    pub fn values(test: &Test, place: &Place) -> usize {
        match place {
            Place::Location(location) => test.locations[location.0].initial.len(),
            _ => 1,
        }
    }
}

/// The places that have one value, those of an array in its place.
fn single(test: &Test, places: &[Place]) -> Vec<Place> {
    let parts = |place: &Place| match place {
        Place::Location(location) if test.locations[location.0].is_array => {
            (0..Finals::values(test, place)).map(|index| Place::Element(*location, index)).collect()
        }
        place => vec![place.clone()],
    };
    places.iter().flat_map(parts).collect()
}

/// Values of some places, each of which has one.
struct Known<'a>(&'a [Place], &'a [i64]);

impl Known<'_> {
    fn value(&self, place: &Place) -> i64 {
        self.0.iter().position(|other| other == place).map_or(0, |at| self.1[at])
    }
}

impl State for Known<'_> {
    fn register(&self, thread: usize, register: Register) -> i64 {
        self.value(&Place::Register { thread, register })
    }

    fn element(&self, location: Location, index: usize) -> i64 {
        let is_it = |place: &Place| match place {
            Place::Element(of, at) => (*of, *at) == (location, index),
            Place::Location(of) => *of == location,
            _ => false,
        };
        self.0.iter().position(is_it).map_or(0, |at| self.1[at])
    }
}

/// All final states of a test that a model allows.
///
/// # Errors
/// Why they are not found.
pub fn finals(test: &Test, model: &Model, stop: &StopToken) -> Result<Finals, Undecided> {
    let mut places = test.condition.formula.places();
    places.extend(test.shown.clone().ok_or(Undecided::Shown)?);
    places.retain(|place| !matches!(place, Place::Address(_)));
    let name = |location: &Location| test.locations[location.0].name.clone();
    places.sort_by_key(|place| match place {
        Place::Register { thread, register } => (*thread, test.threads[*thread].registers[register.0].clone(), 0),
        Place::Location(location) => (usize::MAX, name(location), 0),
        Place::Element(location, index) => (usize::MAX, name(location), 1 + index),
        Place::Address(_) => (usize::MAX, String::new(), 0),
    });
    places.dedup();
    let single = single(test, &places);
    let (layout, ways) = prepared(test, model)?;
    if ways.is_cut {
        return Err(Undecided::Loop);
    }
    // The ways with values out of thin air are those without, and more.
    let further = if model.has_origins() { None } else { traces::thin_air(test, &layout, &ways) };
    let threads = &further.as_ref().unwrap_or(&ways).threads;
    let found = candidates::states((test, &layout), model, threads, &single, stop)?;
    let holds = |values: &Vec<i64>| test.condition.formula.holds(&Known(&single, values));
    let states = found.into_iter().map(|values| (holds(&values), values)).map(|(holds, values)| (values, holds));
    let states = states.collect();
    Ok(Finals { places, states })
}

fn prepared(test: &Test, model: &Model) -> Result<(Layout, Ways), Undecided> {
    if let Some(order) = orders::mapped_otherwise(test, model) {
        return Err(Undecided::Mapped(order));
    }
    if let Some(name) = unknown(test, model) {
        return Err(Undecided::Sets(name));
    }
    let layout = Layout::of(test);
    if layout.is_cut() && groups::require(model, OneStep::Access, None).is_err() {
        return Err(Undecided::Parts);
    }
    let ways = traces::of(test, &layout, model.has_origins())?;
    Ok((layout, ways))
}

/// Decides a test.
///
/// # Errors
/// Why it is not decided.
pub fn decide(test: &Test, model: &Model, stop: &StopToken) -> Result<Outcome, Undecided> {
    let (layout, ways) = prepared(test, model)?;
    let outcome = candidates::search((test, &layout), model, &ways.threads, stop)?;
    // An execution that was found is one, whatever lies beyond.
    if outcome.is_reached {
        return Ok(outcome);
    }
    if ways.is_cut {
        return Err(Undecided::Loop);
    }
    if model.has_origins() {
        return Ok(outcome);
    }
    let Some(further) = traces::thin_air(test, &layout, &ways) else { return Ok(outcome) };
    let again = candidates::search((test, &layout), model, &further.threads, stop)?;
    Ok(Outcome { judged: outcome.judged + again.judged, ..again })
}
