//! Which barriers need no state.
//!
//! In: every operation on a barrier that a thread makes. Out: whether its waits are events that no order tells apart, or
//! accesses to its state. What is known only grows: when a barrier turns out to be used in another way, the exploration
//! starts again with that knowledge. It must not know graphs; the rounds themselves are in [`crate::explore::graph`].
//!
//! Source: Kokologiannakis and Vafeiadis, "BAM: Efficient Model Checking for Barriers", section 3.3, Definition 6, and
//! section 3.4, Algorithm 1. The four conditions hold in every graph if (1, 2) one thread sets the barrier up, once, for a
//! number that is not 0; (3) it has done so when it starts the threads that wait, or it waits itself; (4) no more threads
//! ever wait there than it was set up for, because the waits of one thread are ordered. Deviations: (4) is asked of all
//! executions together, so that threads which could only wait one after the other count as if they were concurrent, too;
//! a program that tells apart whom a wait singles out is outside; and so is one that destroys a barrier before it has joined all
//! who wait there. Those programs are explored with the barrier's state, whatever they do.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::sharing::Stop;
use crate::diag::{Diagnostic, Span};
use crate::ids::ThreadId;
use crate::ir::barrier;

/// Why a barrier has its state in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Reason {
    Wanted,
    ResultUsed,
    SetUpTwice,
    NotSetUpBefore,
    TooManyThreads,
    DestroyedEarly,
}

impl Reason {
    fn describe(self) -> &'static str {
        match self {
            Reason::Wanted => "the plain barrier is asked for",
            Reason::ResultUsed => "it matters to the program which thread `pthread_barrier_wait` singles out",
            Reason::SetUpTwice => "it is set up more than once, or for no thread",
            Reason::NotSetUpBefore => "a thread waits that was started before the barrier was set up",
            Reason::TooManyThreads => "more threads wait at it than it is set up for",
            Reason::DestroyedEarly => "it is destroyed before every thread that waits at it is joined",
        }
    }
}

/// What is known about one barrier.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Facts {
    state: Option<(Reason, Option<Span>)>,
    init: Option<ThreadId>,
    waiting: BTreeSet<ThreadId>,
    /// Who has destroyed it, and whom they had joined.
    destroyed: Vec<(ThreadId, BTreeSet<ThreadId>)>,
}

impl Facts {
    /// From now on its operations are accesses.
    fn give_state(&mut self, reason: Reason, span: Option<Span>) -> Result<Way, Stop> {
        let used = self.init.is_some() || !self.waiting.is_empty() || !self.destroyed.is_empty();
        self.state = Some((reason, span));
        if used { Err(Stop::Restart) } else { Ok(Way::State) }
    }
}

/// What a thread knows when it comes to a barrier: by itself, and from the thread that started it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Known {
    /// The barriers that are set up, with their numbers of threads; 0 for one that is destroyed again.
    set_up: BTreeMap<u64, u64>,
    joined: BTreeSet<ThreadId>,
}

impl Known {
    pub fn join(&mut self, thread: ThreadId) {
        self.joined.insert(thread);
    }
}

/// How an operation is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By accesses to the barrier's state.
    State,
    /// Without; the number of threads that meet.
    Round(u64),
}

/// Everything known about barriers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Barriers {
    facts: BTreeMap<u64, Facts>,
    plain: bool,
}

impl Barriers {
    /// `plain` says that every barrier is to have its state.
    pub fn new(plain: bool) -> Barriers {
        Barriers { facts: BTreeMap::new(), plain }
    }

    fn facts(&mut self, barrier: u64) -> &mut Facts {
        let state = self.plain.then_some((Reason::Wanted, None));
        self.facts.entry(barrier).or_insert_with(|| Facts { state, ..Facts::default() })
    }

    /// A thread sets a barrier up.
    pub fn init(
        &mut self,
        (thread, known): (ThreadId, &mut Known),
        address: u64,
        count: u64,
        span: Option<Span>,
    ) -> Result<Way, Stop> {
        let facts = self.facts(address);
        if facts.state.is_some() {
            return Ok(Way::State);
        }
        let ready = barrier::is_ready(barrier::initial(count));
        if !ready || known.set_up.contains_key(&address) || facts.init.is_some_and(|other| other != thread) {
            return facts.give_state(Reason::SetUpTwice, span);
        }
        facts.init = Some(thread);
        known.set_up.insert(address, count);
        Ok(Way::Round(count))
    }

    /// A thread waits. `used` says that the result matters.
    pub fn wait(
        &mut self,
        (thread, known): (ThreadId, &Known),
        address: u64,
        used: bool,
        span: Option<Span>,
    ) -> Result<Way, Stop> {
        let facts = self.facts(address);
        if facts.state.is_some() {
            return Ok(Way::State);
        }
        if used {
            return facts.give_state(Reason::ResultUsed, span);
        }
        let Some(count) = known.set_up.get(&address).copied().filter(|count| *count > 0) else {
            return facts.give_state(Reason::NotSetUpBefore, span);
        };
        facts.waiting.insert(thread);
        if facts.waiting.len() as u64 > count {
            return facts.give_state(Reason::TooManyThreads, span);
        }
        if facts.destroyed.iter().any(|(by, joined)| *by != thread && !joined.contains(&thread)) {
            return facts.give_state(Reason::DestroyedEarly, span);
        }
        Ok(Way::Round(count))
    }

    /// A thread destroys a barrier.
    pub fn destroy(
        &mut self,
        (thread, known): (ThreadId, &mut Known),
        address: u64,
        span: Option<Span>,
    ) -> Result<Way, Stop> {
        let facts = self.facts(address);
        if facts.state.is_some() {
            return Ok(Way::State);
        }
        let count = known.set_up.insert(address, 0).unwrap_or(0);
        if count == 0 {
            return facts.give_state(Reason::NotSetUpBefore, span);
        }
        facts.destroyed.push((thread, known.joined.clone()));
        if facts.waiting.iter().any(|other| *other != thread && !known.joined.contains(other)) {
            return facts.give_state(Reason::DestroyedEarly, span);
        }
        Ok(Way::Round(count))
    }

    /// The barriers without state.
    pub fn without_state(&self) -> BTreeSet<u64> {
        self.facts.iter().filter(|(_, facts)| facts.state.is_none()).map(|(address, _)| *address).collect()
    }

    /// The barriers whose operations are accesses.
    pub fn with_state(&self) -> impl Iterator<Item = u64> {
        self.facts.iter().filter(|(_, facts)| facts.state.is_some()).map(|(address, _)| *address)
    }

    /// A warning for each barrier that is explored with its state although that was not asked for. `name` gives the
    /// barriers their names.
    pub fn warnings(&self, name: &dyn Fn(u64) -> String) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for (address, facts) in &self.facts {
            let Some((reason, span)) = facts.state.filter(|(reason, _)| *reason != Reason::Wanted) else { continue };
            let mut warning = Diagnostic::warning(format!(
                "every order of arrival at the barrier `{}` is explored: {}",
                name(*address),
                reason.describe()
            ));
            warning.span = span;
            warnings.push(warning.help("the verdict is the same, but there are many more executions"));
        }
        warnings
    }
}
