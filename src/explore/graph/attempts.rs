//! Attempts that come to nothing: executions that differ in how often somebody tried in vain count once.
//!
//! In: full graphs. Out: whether somebody does otherwise for an attempt in it; then the exploration starts again without the rule at that
//! place. It must not know what makes an addition an attempt ([`crate::exec::retry`] and `threads/attempt`).
//!
//! # The rule
//! An *attempt* is a fetch-and-add `d` whose thread, having found what it found, next takes back with another one, `u`, what it
//! has added, waits, and comes back to the state before `d`, about to do the same. A thread stops behind `d`, and `u` is never added.
//! In each full graph the attempts of a place are *open* from `d` on, and everybody else is looked at: let `s` be what the open attempts up to the
//! write that a read reads from have added. The rule holds at the place if
//!
//! 1. each read there goes on from `v` as it does from `v - s` (its thread takes the same next steps in the same state), or belongs to an open attempt itself; and
//! 2. all writes behind an open attempt in coherence order are of fetch-and-adds.
//!
//! Where that fails the place is *noticed*: the exploration starts again, and from then on attempts there are followed like anything else.
//!
//! # Why nothing is missed
//! Take an execution `E` of what is looked for, with as few events as possible, in which no thread stops for the rule's sake, and let `A` be
//! all its attempts at places that were not noticed, each one `d`, `u` (if it is there) and what its thread does
//! from there to the next `d`. Leave `A` out, and let everybody find what is left: `v - s` instead of `v` where the attempts in `A` had added `s`.
//!
//! *If everybody goes on the same, `E` without `A` is an execution:* threads take their remaining steps (the attempts' own threads are
//! where they would be without them, which is what makes them attempts), values behind `u` are what they were, and writes behind `d` add what they added. It is
//! consistent: a read whose write was left out reads from the last write before it that is left, and what led from that write over
//! `d` or `u` to the reader, through read-modify-writes, led there before; that a model lets no read-modify-write overtake what
//! its thread does before it is asked of the model ([`crate::exec::waiting::under`] has the argument, for pairs that follow
//! each other at once; the chain between them consists of others' pairs). It has what is looked for, and no attempts; so the search visits it.
//!
//! *If not*, let `n` be a read or write in `E` that fails the rule's condition for a set `J` of attempts open at it, such that its causes are
//! as few as possible. They hold the `d` of each attempt in `J`, for `n` comes behind them in a chain of read-modify-writes, or is a write that
//! is a cause of none. All attempts among the causes that are over there are noticed by nobody there, so they can be left out as above.
//! What is left is a graph of a program whose threads stop behind their attempts. It can grow to a full one, which the search
//! visits, for whether a thread stops is decided by what it has read. There `n` is noticed.
//!
//! That `n` does not read from between `d` and `u` when `u` is among its causes is asked of the model as well. A published tool (`src/Verification` of
//! GenMC 0.11, `areFaiZNEConstraintsSat`) stops threads in the same place, and takes it for enough that all accesses not before
//! the attempt are fetch-and-adds; it does not ask what these do with what they find (`tests/c/attempt_counted.c`).
//!
//! # Where a model allows that
//! Under a model with relaxed accesses `n` may hear of what comes behind `u` and find what is there before `u`. If the model keeps the accesses of one
//! thread to one place in order, and the halves of read-modify-writes together ([`Attempts::Coherent`]), the rule holds of a place at which moreover, in each full graph
//! with an addition that may begin an attempt,
//!
//! 3. each write that is not of a fetch-and-add is ordered by program order (with what starts and joins order) with all other accesses of the place; and
//! 4. each read that is not of a read-modify-write that writes is ordered so with each addition that may begin an attempt, or is *near*: behind
//!    a fetch-and-add of its thread there, with nothing between them but such reads of the place, and fences.
//!
//! For let `n` have `u` among its causes, and read from between `d` and `u`. By (3), as for `n` below, all writes of the place from `d` on are of fetch-and-adds, so each causes the next one. So
//! `n` is not the read of one: it would be a cause of `u`. If it is near, let `v` be its thread's addition before it. `v` comes before `u` in coherence,
//! for `n` reads nothing older than `v`; and no other write than of fetch-and-adds comes between the two, since by (3) that would be ordered with `v` and with `u` by program order. So `v` is
//! a cause of `u`, and `u` is no cause of `v`; so some read between `v` and `n`, or `n`, reads from a write that `u` causes or is. Then that write comes behind `u` in coherence, and
//! `n` reads nothing older. If `n` is ordered with `d`, and before it, `u` is no cause of it; if behind it, so it is behind `u` (its own thread, or one that has joined it), and reads nothing older.
//! A write between `d` and `u` that is not of a fetch-and-add is ordered with both; that puts it elsewhere.
//!
//! Where (3) or (4) fails of some graph that is missed, it fails of one that is visited: take what causes `n`, without the attempts that are over
//! there, and the thread of `d` up to `d`. All that is a part of a graph that is visited; whether `n` is near, and what it and `d` are ordered with, is the same there.
//! As the two may be found in graphs of their own, it is not asked whether anybody has stopped.

use rustc_hash::FxHashMap;

use super::{Graph, INIT, Kind, NONE, Slot};
use crate::exec::bounds::Attempts;
use crate::exec::interpret::Access;
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::attempt::{amount, leaves_out};
use crate::explore::threads::label::{Detail, Label, Stuck};
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;

/// Follows the attempts at a location from now on.
fn note(runs: &mut Runs<'_>, location: u32) -> Stop {
    let surroundings = &mut runs.ground.surroundings;
    surroundings.noticed.insert(surroundings.sharing.location(location).address);
    Stop::Restart
}

impl<const W: usize> Graph<W> {
    /// Starts again if somebody does otherwise for an attempt.
    pub fn check_attempts(&self, plan: &mut Plan<'_>, runs: &mut Runs<'_>) -> Result<(), Stop> {
        if runs.ground.bounds.attempts == Attempts::Coherent && leaves_out(&runs.ground) {
            self.check_order(runs)?;
        }
        if !runs.ground.anyone_takes_back {
            return Ok(());
        }
        let mut open = Row::<W>::EMPTY;
        for thread in self.threads.iter().filter(|thread| thread.started && !thread.pending && thread.last != NONE) {
            let stops = matches!(&*runs.node(thread.cursor).detail, Detail::Stuck(Stuck::TakesBack, _));
            if runs.label(thread.cursor) == Label::Stuck && stops {
                open.insert(thread.last);
            }
        }
        let mut locations: Vec<u32> = open.members().map(|write| self.event(write).location).collect();
        locations.sort_unstable();
        locations.dedup();
        for location in locations {
            if self.are_noticed(plan, runs, location, &open)? {
                return Err(note(runs, location));
            }
        }
        Ok(())
    }

    /// Starts again if more than coherence is needed to keep the attempts at some place from being found when they are over.
    fn check_order(&self, runs: &mut Runs<'_>) -> Result<(), Stop> {
        if !runs.ground.code.has_retries() {
            return Ok(());
        }
        let mut first = FxHashMap::<u32, Row<W>>::default();
        for slot in self.order.iter().copied() {
            let event = self.event(slot);
            let Detail::Access(Access { site: Some(site), .. }) = &*runs.node(event.node).detail else { continue };
            if event.half && event.kind == Kind::Read && runs.ground.code.may_begin_attempt(*site) {
                first.entry(event.location).or_insert(Row::EMPTY).insert(slot);
            }
        }
        for (location, first) in first {
            let surroundings = &runs.ground.surroundings;
            let is_noticed = surroundings.noticed.contains(&surroundings.sharing.location(location).address);
            if !is_noticed && !self.are_in_order(runs, location, &first) {
                return Err(note(runs, location));
            }
        }
        Ok(())
    }

    /// Whether all accesses of a location are fetch-and-adds, or reads near them, or ordered with those that matter, of which these are such
    /// as may begin an attempt.
    fn are_in_order(&self, runs: &Runs<'_>, location: u32, first: &Row<W>) -> bool {
        let accesses = self.places[location as usize].accesses;
        let is_ordered = |slot: Slot, with: &Row<W>| {
            let before = self.event(slot).po;
            let is_behind = |other: &Slot| self.event(*other).po.contains(slot);
            with.members().all(|other| other == slot || before.contains(other) || is_behind(&other))
        };
        accesses.members().all(|slot| match self.event(slot).kind {
            Kind::Write => self.adds(runs, slot) || is_ordered(slot, &accesses),
            _ => self.half_after(slot) != NONE || self.is_near(runs, slot) || is_ordered(slot, first),
        })
    }

    /// Whether a read comes behind a fetch-and-add of its thread, with nothing between the two but reads of the place, and fences.
    fn is_near(&self, runs: &Runs<'_>, read: Slot) -> bool {
        let location = self.event(read).location;
        let mut slot = read;
        loop {
            let event = self.event(slot);
            let previous = event.previous;
            if previous == NONE {
                return false;
            }
            // What the thread has learnt otherwise, as by joining another one.
            let mut before = self.event(previous).po;
            before.insert(previous);
            if event.po != before || event.heard != self.event(previous).heard {
                return false;
            }
            slot = previous;
            match self.event(slot).kind {
                Kind::Write => return self.event(slot).location == location && self.adds(runs, slot),
                Kind::Fence => {}
                Kind::Read if self.event(slot).location == location => {}
                Kind::Read | Kind::Choice => return false,
            }
        }
    }

    /// Whether somebody does otherwise for the open attempts at a location.
    fn are_noticed(
        &self,
        plan: &mut Plan<'_>,
        runs: &mut Runs<'_>,
        location: u32,
        open: &Row<W>,
    ) -> Result<bool, Stop> {
        let width = runs.ground.surroundings.sharing.location(location).width;
        let (mut added, mut is_open) = (0u64, false);
        let mut write = self.next_write(location, INIT);
        while write != NONE {
            let event = self.event(write);
            let own = open.contains(write);
            if own {
                is_open = true;
                added = added.wrapping_add(event.value.wrapping_sub(self.event(event.previous).value));
            }
            if is_open && !own && !self.adds(runs, write) {
                return Ok(true);
            }
            let shift = added & width.mask();
            for reader in event.readers.members().filter(|_| shift != 0) {
                let read = self.event(reader);
                if self.opens(reader, open) {
                    continue;
                }
                let other = read.value.wrapping_sub(shift) & width.mask();
                if runs.tells_apart(plan, read.node, (read.value, other))? {
                    return Ok(true);
                }
            }
            write = event.after;
        }
        Ok(false)
    }

    /// Whether a write is that of a fetch-and-add.
    fn adds(&self, runs: &Runs<'_>, write: Slot) -> bool {
        let Label::Update { location, change } = runs.label(self.event(write).node) else { return false };
        amount(change, runs.ground.surroundings.sharing.location(location).width).is_some()
    }

    /// Whether a read is that of an open attempt.
    fn opens(&self, read: Slot, open: &Row<W>) -> bool {
        let Some(thread) = self.threads.get(self.event(read).thread as usize) else { return false };
        open.contains(thread.last)
            && self.event(thread.last).kind == Kind::Write
            && self.event(thread.last).previous == read
    }
}
