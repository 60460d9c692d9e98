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

use super::{Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::attempt::amount;
use crate::explore::threads::label::{Detail, Label, Stuck};
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;

impl<const W: usize> Graph<W> {
    /// Starts again if somebody does otherwise for an attempt.
    pub fn check_attempts(&self, plan: &mut Plan<'_>, runs: &mut Runs<'_>) -> Result<(), Stop> {
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
                let surroundings = &mut runs.ground.surroundings;
                surroundings.noticed.insert(surroundings.sharing.location(location).address);
                return Err(Stop::Restart);
            }
        }
        Ok(())
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
