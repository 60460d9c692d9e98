//! Barriers: set up, waited on, destroyed.
//!
//! A barrier of the usual kind needs no state: it is set up once, before every thread that waits is started; exactly as
//! many threads wait as it was set up for; and it matters to nobody what a wait returns. Then the n-th waits of these threads
//! are its n-th round, in whatever order they arrive. Each wait becomes two marks, an arrival and a departure, with an
//! input in between that says whether the round was complete; [`conclude`] requires that it is right, and has all
//! arrivals of a round come before its departures. This is the relation `sbr` and the class of programs of Kokologiannakis
//! and Vafeiadis, "BAM: Efficient Model Checking for Barriers", sections 3.2 and 3.3 (Definition 6). Deviations: the class
//! is decided for the whole program beforehand, by the threads that wait, and is smaller; the rounds follow from it; and
//! a wait is two marks here, so that the order between rounds is an order of events like any other.
//!
//! All other barriers, those at which threads may wait for each other crosswise, and all that are unlike this in any round of the unfolding, are accesses to their state
//! ([`crate::ir::barrier`]), which has the same meaning whoever waits.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::is_cyclic_directed;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxBuildHasher;

use super::Round;
use super::access::At;
use super::compound::{Cell, Leaves};
use crate::diag::{Diagnostic, Span};
use crate::exec::compound::{self, Fact};
use crate::exec::skeleton::{Action, Meeting};
use crate::exec::state::{Effect, State};
use crate::exec::terms::TermId;
use crate::exec::values::Values;
use crate::ids::{EventId, SiteId, ThreadId};
use crate::ir::{BinaryOp, Op, Width, barrier};

/// What is known of a barrier without state.
#[derive(Clone, Debug, Default)]
pub(super) struct Usual {
    init: Option<Init>,
    waits: Vec<Wait>,
    destroyed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Init {
    thread: ThreadId,
    guard: TermId,
    count: u64,
}

/// One wait, in the order of the walk.
#[derive(Clone, Copy, Debug)]
struct Wait {
    thread: ThreadId,
    guard: TermId,
    arrive: EventId,
    depart: EventId,
    /// The input that says whether it goes on.
    passes: TermId,
}

impl Round<'_> {
    /// An operation on a barrier; of a wait with whether it matters what it returns.
    pub(super) fn barrier(
        &mut self,
        (op, matters): (&Op, bool),
        state: &mut State,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let (address, site) = match op {
            Op::BarrierInit { address, site, .. }
            | Op::BarrierWait { address, site, .. }
            | Op::BarrierDestroy { address, site } => (*address, *site),
            other => panic!("{other:?} is no barrier operation; please report this"),
        };
        let at = At { site: Some(site), span, order: barrier::ORDER };
        let count = match op {
            Op::BarrierInit { count, .. } => Some(self.operand(state, *count)),
            _ => None,
        };
        let address = self.operand(state, address);
        let place = self.resolve(state, address, barrier::STATE, at)?;
        if state.guard == TermId::FALSE {
            return Ok(());
        }
        let usual = match place.cells.as_slice() {
            [cell] if !self.known.states.contains(cell) => Some(*cell),
            _ => None,
        };
        if let Some(cell) = usual {
            let fits = match (op, count) {
                (Op::BarrierInit { .. }, Some(count)) => self.init_usual(state, cell, count),
                (Op::BarrierWait { .. }, _) if matters => false,
                (Op::BarrierWait { dst, .. }, _) => {
                    if state.section.is_some() {
                        return Err(inside_section(span));
                    }
                    let fits = self.wait_usual(state, cell, site, span);
                    if let Some(dst) = dst.filter(|_| fits) {
                        state.define(dst, self.terms.constant(0, Width::INT));
                    }
                    fits
                }
                _ => self.destroy_usual(state, cell),
            };
            if fits {
                state.effects.push(Effect::lasting(state.guard));
                return Ok(());
            }
        }
        // From the next round of the unfolding on, all operations on these barriers are accesses.
        self.next.states.extend(&place.cells);
        match (op, count) {
            (Op::BarrierInit { .. }, Some(count)) => {
                let count = self.terms.cast(crate::ir::CastOp::ZeroExtend, count, barrier::STATE);
                let value = self.image(count, barrier::initial, barrier::set_up);
                self.carry_out(state, compound::BARRIER_INIT, Cell { place: &place, at, leaves: Leaves::Value(value) });
            }
            (Op::BarrierWait { dst, .. }, _) => {
                if state.section.is_some() {
                    return Err(inside_section(span));
                }
                let cell = Cell { place: &place, at, leaves: Leaves::Changed(Self::arrived) };
                let found = self.carry_out(state, compound::BARRIER_WAIT, cell);
                if let Some(dst) = dst {
                    let told_apart = self.says(found, Fact::Last);
                    let (yes, no) =
                        (self.terms.constant(barrier::SERIAL_THREAD, Width::INT), self.terms.constant(0, Width::INT));
                    let value = self.terms.select(told_apart, yes, no);
                    state.define(*dst, value);
                }
            }
            _ => {
                let cell = Cell { place: &place, at, leaves: Leaves::Changed(Self::no_barrier) };
                self.carry_out(state, compound::BARRIER_DESTROY, cell);
            }
        }
        Ok(())
    }

    /// The state of a barrier after one more arrival.
    fn arrived(&mut self, state: TermId) -> TermId {
        self.image(state, barrier::arrive, |terms, state| barrier::view(terms, state).next)
    }

    fn no_barrier(&mut self, _: TermId) -> TermId {
        self.terms.constant(barrier::NONE, barrier::STATE)
    }

    /// Notes a barrier set up; whether it can do without state as far as one can tell here.
    fn init_usual(&mut self, state: &State, cell: u64, count: TermId) -> bool {
        let constant = self.terms.constant_of(count).filter(|count| barrier::is_ready(barrier::initial(*count)));
        let usual = self.usual.entry(cell).or_default();
        let fits = constant.is_some() && usual.init.is_none() && usual.waits.is_empty();
        if let (Some(count), true) = (constant, fits) {
            usual.init = Some(Init { thread: self.walk.thread, guard: state.guard, count });
        }
        fits
    }

    fn wait_usual(&mut self, state: &mut State, cell: u64, site: SiteId, span: Option<Span>) -> bool {
        let usual = self.usual.entry(cell).or_default();
        // Set up by this thread or by one that had done so when it started this one, or one in between.
        let fits = !usual.destroyed
            && usual
                .init
                .is_some_and(|init| self.running.contains(&init.thread) && self.terms.implies(state.guard, init.guard));
        if !fits {
            return false;
        }
        let guard = state.guard;
        let arrive = self.mark(state, Action::Arrive(cell), span, Vec::new());
        let passes = self.terms.input(Width::BOOL, Values::all(Width::BOOL)).1;
        let waits = self.terms.not(passes);
        self.stops(state, waits, span);
        state.guard = self.terms.and(guard, passes);
        let depart = self.mark(state, Action::Depart(cell), span, Vec::new());
        for event in [arrive, depart] {
            self.events[event.index()].site = Some(site);
        }
        let wait = Wait { thread: self.walk.thread, guard, arrive, depart, passes };
        self.usual.entry(cell).or_default().waits.push(wait);
        true
    }

    /// A barrier may go when every thread that waits there is this one or has been joined.
    fn destroy_usual(&mut self, state: &State, cell: u64) -> bool {
        let usual = self.usual.entry(cell).or_default();
        let over = |thread: ThreadId| {
            thread == self.walk.thread
                || self.joins.iter().any(|(joiner, child, guard)| {
                    *child == thread && self.running.contains(joiner) && self.terms.implies(state.guard, *guard)
                })
        };
        let fits = !usual.destroyed
            && usual
                .init
                .is_some_and(|init| self.running.contains(&init.thread) && self.terms.implies(state.guard, init.guard))
            && usual.waits.iter().all(|wait| over(wait.thread));
        usual.destroyed = true;
        fits
    }

    /// A function of a value, by cases where it may be few, else by arithmetic.
    fn image(
        &mut self,
        value: TermId,
        of: fn(u64) -> u64,
        of_term: fn(&mut crate::exec::terms::Terms, TermId) -> TermId,
    ) -> TermId {
        let Some(values) = self.terms.values(value).set().map(<[u64]>::to_vec) else {
            return of_term(&mut self.terms, value);
        };
        let mut cases: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for value in values {
            cases.entry(of(value)).or_default().push(value);
        }
        let mut result = None;
        for (image, values) in cases {
            let image = self.terms.constant(image, barrier::STATE);
            result = Some(match result {
                None => image,
                Some(other) => {
                    let here = self.one_of(value, &values);
                    self.terms.select(here, image, other)
                }
            });
        }
        result.expect("a term has a value; please report this")
    }

    /// Finds the barriers that need their state after all, now that the whole program has been seen.
    pub(super) fn judge_barriers(&mut self) {
        for (cell, usual) in &self.usual {
            let waiting: BTreeSet<ThreadId> = usual.waits.iter().map(|wait| wait.thread).collect();
            let many = usual.init.is_none_or(|init| waiting.len() as u64 > init.count);
            let end = cell + barrier::STATE.bytes();
            let mut near = self.next.cells.range(cell.saturating_sub(7)..end);
            let touched = near.any(|(address, facts)| address + facts.width.bytes() > *cell);
            if many || touched {
                self.next.states.insert(*cell);
            }
        }
        if self.may_wait_crosswise() {
            self.next.states.extend(self.usual.keys());
        }
    }

    /// Whether threads may come to rounds of several barriers in different orders, so that each waits for another one. That a round is
    /// complete says there that the others are, and these that it is; models that keep no order between waits do not exclude it.
    fn may_wait_crosswise(&self) -> bool {
        let mut waits: Vec<(EventId, ThreadId, u64)> = Vec::new();
        for (cell, usual) in &self.usual {
            waits.extend(usual.waits.iter().map(|wait| (wait.arrive, wait.thread, *cell)));
        }
        waits.sort_unstable();
        // What a thread does on one way or another counts as if it did both.
        let mut passed: BTreeMap<(ThreadId, u64), usize> = BTreeMap::new();
        let mut last: BTreeMap<ThreadId, (u64, usize)> = BTreeMap::new();
        let mut after: DiGraphMap<(u64, usize), (), FxBuildHasher> = DiGraphMap::default();
        for (_, thread, cell) in waits {
            let number = passed.entry((thread, cell)).or_default();
            if let Some(before) = last.insert(thread, (cell, *number)) {
                after.add_edge(before, (cell, *number), ());
            }
            *number += 1;
        }
        is_cyclic_directed(&after)
    }
}

fn inside_section(span: Option<Span>) -> Diagnostic {
    let mut error = Diagnostic::error("waiting at a barrier inside an atomic section is not supported");
    error.span = span;
    error
}

/// The rounds of the barriers without state, and what must hold: a wait goes on exactly if its round is complete.
pub(super) fn conclude(round: &mut Round<'_>) -> (Vec<Meeting>, Vec<TermId>) {
    let (mut meetings, mut required) = (Vec::new(), Vec::new());
    for (cell, usual) in std::mem::take(&mut round.usual) {
        let mut threads: BTreeMap<ThreadId, Vec<Wait>> = BTreeMap::new();
        for wait in usual.waits {
            threads.entry(wait.thread).or_default().push(wait);
        }
        let count = usual.init.map_or(u64::MAX, |init| init.count);
        let mut goes_on: BTreeMap<EventId, TermId> = BTreeMap::new();
        let numbered: Vec<Vec<Vec<(Wait, TermId)>>> = threads.values().map(|waits| numbered(round, waits)).collect();
        let rounds = numbered.iter().map(Vec::len).min().unwrap_or(0);
        for n in 0..if numbered.len() as u64 == count { rounds } else { 0 } {
            let mut complete = TermId::TRUE;
            for thread in &numbered {
                let mut arrived = TermId::FALSE;
                for (_, when) in &thread[n] {
                    arrived = round.terms.or(arrived, *when);
                }
                complete = round.terms.and(complete, arrived);
            }
            let mut members = Vec::new();
            for (wait, when) in numbered.iter().flat_map(|thread| &thread[n]) {
                let passes = round.terms.and(*when, complete);
                let before = goes_on.get(&wait.arrive).copied().unwrap_or(TermId::FALSE);
                let any = round.terms.or(before, passes);
                goes_on.insert(wait.arrive, any);
                if passes != TermId::FALSE {
                    members.push((wait.arrive, wait.depart, passes));
                }
            }
            if complete != TermId::FALSE {
                meetings.push(Meeting { barrier: cell, members });
            }
        }
        for wait in threads.values().flatten() {
            let right = goes_on.get(&wait.arrive).copied().unwrap_or(TermId::FALSE);
            required.push(round.terms.binary(BinaryOp::Equal, wait.passes, right));
        }
    }
    (meetings, required)
}

/// The waits of one thread at one barrier by the number of their round, each with when it is in that round: when it
/// happens and as many others have before it.
fn numbered(round: &mut Round<'_>, waits: &[Wait]) -> Vec<Vec<(Wait, TermId)>> {
    let terms = &mut round.terms;
    let mut rounds: Vec<Vec<(Wait, TermId)>> = Vec::new();
    for (i, wait) in waits.iter().enumerate() {
        // exactly[n]: n of the earlier waits happened, given that this one does.
        let mut exactly = vec![wait.guard];
        for earlier in &waits[..i] {
            if terms.implies(wait.guard, earlier.guard) {
                exactly.insert(0, TermId::FALSE);
                continue;
            }
            if terms.and(wait.guard, earlier.guard) == TermId::FALSE {
                continue;
            }
            let not = terms.not(earlier.guard);
            exactly.push(TermId::FALSE);
            for n in (0..exactly.len()).rev() {
                let without = terms.and(exactly[n], not);
                let with = if n == 0 { TermId::FALSE } else { terms.and(exactly[n - 1], earlier.guard) };
                exactly[n] = terms.or(with, without);
            }
        }
        for (n, when) in exactly.into_iter().enumerate() {
            if when != TermId::FALSE {
                if rounds.len() <= n {
                    rounds.resize(n + 1, Vec::new());
                }
                rounds[n].push((*wait, when));
            }
        }
    }
    rounds
}
