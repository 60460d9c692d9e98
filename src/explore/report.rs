//! What an exploration is asked and what it says.
//!
//! In: nothing; it is plain data, and the interface of whoever looks at each graph. Out: the same. It must not know how
//! graphs are found.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::fate::Fate;
use super::paused::Paused;
use super::threads::race::Race;
use crate::diag::{Diagnostic, Span};
use crate::exec::Execution;
use crate::exec::bounds::Bounds;
use crate::exec::skeleton::Bounded;
use crate::ids::ThreadId;
use crate::limits::{Limit, StopToken};

/// What counts as one execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Equivalence {
    /// The same events, reads-from and coherence order.
    #[default]
    Coherence,
    /// The same events and reads-from.
    ReadsFrom,
}

/// How far an exploration goes.
#[derive(Clone, Debug)]
pub struct Settings {
    pub bounds: Bounds,
    pub equivalence: Equivalence,
    /// Go on after a violation.
    pub all: bool,
    pub max_executions: Option<u64>,
    pub stop: StopToken,
    /// Replay and validate every execution. It is slow; a failure panics.
    pub validate: bool,
    /// Give every barrier its state, and so explore every order of arrival.
    pub plain_barriers: bool,
    /// Judge by the short cuts that the model's axioms allow; without them every axiom is judged on the whole graph.
    pub short_cuts: bool,
    /// Executions that differ only in how long somebody waited count once.
    pub merges_waits: bool,
    /// Of the executions in which threads have changed places that nobody can tell apart, one is explored.
    pub symmetry: bool,
    /// Executions that differ only in the order of critical sections that touch nothing in common count once. Nobody may ask for the
    /// execution of a graph then ([`Watcher::wants_graphs`]).
    pub divides_locks: bool,
    pub threads: usize,
    /// The part of the exploration that is wanted, if not the whole; one thread explores it.
    pub part: Option<Part>,
    /// Keep where the exploration stands if it has to end early; one thread explores then.
    pub keeps: bool,
    /// Where to go on; one thread does so.
    pub resume: Option<Arc<Paused>>,
}

impl Settings {
    /// Everything at its default, within some bounds.
    pub fn new(bounds: Bounds) -> Settings {
        Settings {
            bounds,
            equivalence: Equivalence::Coherence,
            all: false,
            max_executions: None,
            stop: StopToken::default(),
            validate: false,
            plain_barriers: false,
            short_cuts: true,
            merges_waits: true,
            symmetry: true,
            divides_locks: false,
            threads: 1,
            part: None,
            keeps: false,
            resume: None,
        }
    }
}

/// One of several parts of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 0 on.
    pub number: u32,
    pub of: u32,
}

/// What is to be told of a part, so that the parts can be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    pub part: Part,
    /// If the part was explored to its end.
    pub whole: Option<Whole>,
}

/// What all parts of one exploration say alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    pub sections: u64,
    /// Of the question, the trunk, and of what was known.
    pub digest: String,
}

/// How an exploration ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// Every execution was visited.
    #[default]
    Complete,
    /// At a violation, or because the watcher wanted it.
    Stopped,
    /// As many executions as were asked for.
    Enough,
    /// At an execution with more events than can be explored; nothing is said of any other.
    TooLarge,
    /// A limit was reached.
    Halted(Limit),
}

/// What an exploration found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Executions in which every thread ran to its end.
    pub complete: u64,
    /// Executions in which a thread waits for good, deadlocks included.
    pub blocked: u64,
    /// Executions with a violation; counted in neither of the others.
    pub violating: u64,
    /// Executions in which a thread was stopped at a bound; counted in none of the others.
    pub exceeding: u64,
    pub deadlocks: u64,
    /// The first violation that was found.
    pub violation: Option<Box<Execution>>,
    /// Where the threads wait in the first deadlock.
    pub deadlock: Option<Vec<(ThreadId, Option<Span>)>>,
    pub exceeded: Vec<(Bounded, u32)>,
    pub races: Vec<Race>,
    /// What the user should know: barriers that need their state.
    pub warnings: Vec<Diagnostic>,
    pub ended: Ended,
    /// The most iterations that any loop ran.
    pub deepest: u32,
    /// A value that may be anything and was taken to be 0, and where: that nothing was found says nothing then.
    pub assumed: Option<Diagnostic>,
    /// What is to be told of the part that this is, if it is not the whole.
    pub divided: Option<Divided>,
    /// Where the exploration stands, if it ended early and that is to be kept.
    pub paused: Option<Arc<Paused>>,
}

impl Outcome {
    /// Whether all was visited, and nothing is wrong or open.
    pub fn is_clean(&self) -> bool {
        self.ended == Ended::Complete && self.violating == 0 && self.exceeding == 0 && self.races.is_empty()
    }

    /// Adds what another part of the exploration found.
    pub fn join(&mut self, other: Outcome) {
        self.complete += other.complete;
        self.blocked += other.blocked;
        self.violating += other.violating;
        self.exceeding += other.exceeding;
        self.deadlocks += other.deadlocks;
        self.violation = self.violation.take().or(other.violation);
        self.deadlock = self.deadlock.take().or(other.deadlock);
        for item in other.exceeded {
            if !self.exceeded.contains(&item) {
                self.exceeded.push(item);
            }
        }
        for race in other.races {
            if !self.races.contains(&race) {
                self.races.push(race);
            }
        }
        for warning in other.warnings {
            if !self.warnings.iter().any(|known| known.message == warning.message && known.span == warning.span) {
                self.warnings.push(warning);
            }
        }
        self.ended = self.ended.max(other.ended);
        self.deepest = self.deepest.max(other.deepest);
        self.assumed = self.assumed.take().or(other.assumed);
    }
}

/// A full graph, for whoever looks at it.
pub trait Full {
    fn fate(&self) -> &Fate;

    /// Its execution; making it costs far more than finding the graph.
    fn execution(&mut self) -> Execution;
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub complete: u64,
    pub blocked: u64,
    /// The share of the exploration that is done, as far as it can be known: after Knuth, "Estimating the efficiency of
    /// backtrack programs" (1975), each choice is given the same share of what there is below its node.
    pub done: f64,
}

/// Looks at the graphs as they are found.
pub trait Watcher {
    /// What was seen so far does not count: more is known about the program's memory, and the exploration starts again.
    fn restart(&mut self) {}

    /// Whether [`Watcher::full`] is to be called, and [`Full::execution`] made use of; with several threads it costs much, and sections of
    /// mutexes are ordered then, whatever they touch.
    fn wants_graphs(&self) -> bool {
        false
    }

    /// Called for each execution that counts.
    fn full(&mut self, _graph: &mut dyn Full) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called now and then.
    fn progress(&mut self, _progress: Progress) {}
}

/// Looks at nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Watcher for Nobody {}
