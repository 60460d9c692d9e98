//! Symmetry: of the graphs in which twins have changed places one is explored.
//!
//! In: a growing graph in which some threads are twins ([`crate::explore::threads::twins`] says which and watches that they are).
//! Out: the choices of an event without those that lead to graphs that count as others. It must not know why threads are twins.
//!
//! # What is explored
//! Two twins *agree* up to an event if each event before it is a fence or a read in both, and each such pair of reads has the same
//! source; writes, and so read-modify-writes that write, tell threads apart. The event of the younger twin at the first place where they need not
//! agree has the event of the older one at the same place as its *twin*, which has the same label. A graph is *in order* if
//!
//! - the source of a read is the source of its twin or later in coherence, and later if the twin is of a read-modify-write that writes; and
//! - a write is later in coherence than its twin.
//!
//! Compare threads by the first place at which they differ, as words are in a dictionary; then a graph is in order if its twins are sorted.
//! Each graph can be sorted, and in one way only, but for threads with the same events throughout, which write nothing. So of each class of graphs that
//! differ in the names of twins exactly one is in order. It is enough to compare neighbours.
//!
//! # Why each graph in order is visited, and once
//! An event has its twin, and the write of the twin's read-modify-write, among its causes, besides what comes before it in program order
//! and what it reads from: `porf` here is the union of the three. What TruSt needs of a model and of `porf` is true
//! of the model that also demands order:
//!
//! - *Parts of a graph in order are in order* if they hold the causes of their events: a pair of twins is there as it was, or not.
//! - *An event can be added, and maximally.* A read of the last write, or a write behind all others, comes behind its twin. The older
//!   twin is always as far as the younger one: it has the lower number, so it goes on first; and where it cannot, since it waits for the end of
//!   a thread or for a barrier, the younger one that agrees with it waits there, too.
//! - *What causes an event does not change.* If a revisit deletes an event it deletes all that it has caused, so twins agree
//!   as long as they are there. Reads that wait and are moved in place ([`super::awaiting`]) are moved together if they agree: both read from
//!   the last write, and only waiting does that for as long.
//! - *`porf` has no cycle.* Take one with as few steps to younger twins as possible, and such a step, from `a` to `b`. It is reached
//!   by program order from a read of the same thread that another thread's write `w` leads to. If that read comes before `a`, its twin reads from `w`, too, and leads to
//!   `b` without the step. So the read is `a`, and `b` does not read from `w` either, but from a `v` behind it in coherence. From `b` on
//!   the cycle goes by program order to a write, on to a read of it, and so on, up to the next step, or to `w`. So it
//!   consists of reads from other threads, of program order from reads to later writes, and of coherence (from `w` to `v`); and that the model must forbid.
//!
//! The last is the condition: *an axiom `acyclic S | rf | co | fr` of the model, with `rf` between threads at least, has in `S` all program order from a read to a
//! later write* ([`Graph::pair`] asks that of each write that is added). A cycle through the condition would be a graph whose sorting is lost.
//! Under models that let writes come between the halves of a read-modify-write no threads are twins.
//!
//! # Where no axiom keeps reads before later writes
//! Then it is watched that each full graph is *chained*: of two writes of a location the earlier one in coherence causes the later one by program order and
//! reads-from alone ([`super::chained`]). In a chained graph the cycle above does not exist: `w` causes `v`, so there is one with a step less.
//! And if some graph is lost, one that is not chained is visited. For let `L` be lost, and add its events one after the other, each behind those that cause it; let `e` be the
//! first with which the graph is not chained, and `G` that graph. There is such an `e`, since the sorting of `L` has a cycle. `e` is a write that nobody in `G` reads from, and without it the graph is chained; so the sorting
//! of `G`, in which only `e` may come before what it does not cause or behind what does not cause it, has no cycle either, for `w` and `v` are both read from. So it is a part of a
//! graph that is visited, which is not chained. Then no threads are twins any more.
//!
//! Not looked at are read-modify-writes that store what they find and behind which their threads only wait: a graph without them tells the
//! same, where those that read from them read from the writes before them ([`crate::exec::waiting`]); `L` is one without them.
//!
//! A thread may also be reached on the cycle by a round of a barrier. So a round that some twins of a group meet in and others do not counts like two writes that are not
//! chained, and so does a read by which a thread was noticed ([`super::idle`]).
//!
//! Nothing of this is tried with atomic sections, with memory that is cut, or where executions are told apart by reads-from alone: what
//! is maximal is another thing there.
//!
//! Source: Kokologiannakis, Marmanis, Vafeiadis, "SPORE: Combining Symmetry and Partial Order Reduction" (PLDI 2024), and the tool GenMC, in which
//! the prefix of an event includes that of its twin. Deviations: twins need not have the same arguments, as what they do is
//! compared; the condition on the model; and that reads that were moved in place are moved together.

use super::{Event, Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::{Plan, ReadsFrom};
use crate::explore::threads::label::Label;
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;
use crate::ids::ThreadId;

/// Whether a model is judged in a way in which twins may be found at all.
pub fn may_have_twins(plan: &Plan<'_>) -> bool {
    plan.atomicity || plan.has_atomicity
}

/// The axiom that is taken to keep reads before later writes, if there is one; `overtaken` are those that do not, as bits.
pub(super) fn keeping(plan: &Plan<'_>, overtaken: u64) -> Option<usize> {
    let first = plan.orders.iter().take(64).enumerate();
    let mut left = first.filter(|(i, order)| order.reads_from != ReadsFrom::None && overtaken >> i & 1 == 0);
    left.next().map(|(i, _)| i)
}

impl<const W: usize> Graph<W> {
    /// The twin before a thread that is about to start, if there is one: started by the same parent, with no event in between.
    pub(super) fn elder(&self, runs: &Runs<'_>, child: u32, parent: u32) -> u32 {
        let (root, count) = (self.threads[child as usize].root, self.threads[parent as usize].count);
        let is_there = |elder: &ThreadId| {
            let state = self.threads.get(elder.index());
            state.is_some_and(|state| state.started && state.parent == parent && state.parent_count == count)
        };
        let elder = runs.elders(ThreadId(child), root).find(is_there);
        elder.map_or(NONE, |elder| elder.0)
    }

    /// Finds the twin of an event that was just added, and adds it to its causes.
    pub fn pair(&mut self, plan: &Plan<'_>, runs: &mut Runs<'_>, slot: Slot) -> Result<(), Stop> {
        if !runs.groups.any() {
            return Ok(());
        }
        if self.event(slot).kind == Kind::Write {
            self.check_reads(plan, runs, slot)?;
        }
        let Event { thread, previous, place, .. } = *self.event(slot);
        let elder = self.threads[thread as usize].elder;
        if elder == NONE || place > 0 && !self.agrees(previous) {
            return Ok(());
        }
        let twin = self.by_thread[elder as usize].members().find(|other| self.event(*other).place == place);
        // It goes on first.
        let Some(twin) = twin else { return Err(runs.tell_all_apart()) };
        self.events[slot as usize].twin = twin;
        let causes = self.causes_of_twin(slot);
        let event = &mut self.events[slot as usize];
        event.porf = event.porf.or(&causes);
        Ok(())
    }

    /// Whether an event is as its twin and tells nobody apart.
    fn agrees(&self, slot: Slot) -> bool {
        let event = self.event(slot);
        if event.twin == NONE {
            return false;
        }
        match event.kind {
            Kind::Read => event.source == self.event(event.twin).source && self.half_after(event.twin) == NONE,
            Kind::Fence => true,
            Kind::Write | Kind::Choice => false,
        }
    }

    /// The write of the read-modify-write that a read belongs to, if it writes.
    pub(super) fn half_after(&self, read: Slot) -> Slot {
        let event = self.event(read);
        if !event.half || event.kind != Kind::Read {
            return NONE;
        }
        let is_write = |slot: &Slot| {
            let write = self.event(*slot);
            write.previous == read && write.half && write.kind == Kind::Write
        };
        self.by_thread[event.thread as usize].members().find(is_write).unwrap_or(NONE)
    }

    /// What causes an event because its twin does.
    pub(super) fn causes_of_twin(&self, slot: Slot) -> Row<W> {
        let twin = self.event(slot).twin;
        if twin == NONE {
            return Row::EMPTY;
        }
        let mut causes = self.event(twin).porf;
        causes.insert(twin);
        let write = self.half_after(twin);
        if write != NONE {
            causes = causes.or(&self.event(write).porf);
            causes.insert(write);
        }
        causes
    }

    /// Starts again if the axiom does not keep all reads before a new write of the same thread: with another axiom, or watching
    /// chains.
    fn check_reads(&self, plan: &Plan<'_>, runs: &mut Runs<'_>, write: Slot) -> Result<(), Stop> {
        let overtaken = &mut runs.ground.surroundings.apart.overtaken;
        let Some(axiom) = keeping(plan, *overtaken) else { return Ok(()) };
        let left = self.event(write).po.without(&self.column(plan, write, plan.orders[axiom].within));
        if !left.members().any(|slot| self.event(slot).kind == Kind::Read) {
            return Ok(());
        }
        *overtaken |= 1 << axiom;
        Err(Stop::Restart)
    }

    /// Drops the writes, from `first` on, that a new read does not read from in a graph in order.
    pub fn drop_symmetric_sources(&self, runs: &Runs<'_>, read: Slot, choices: &mut Vec<Slot>, first: usize) {
        let twin = self.event(read).twin;
        if twin == NONE {
            return;
        }
        let least = self.event(twin).source;
        let is_taken =
            matches!(runs.label(self.event(read).node), Label::Update { .. }) && self.half_after(twin) != NONE;
        self.drop_earlier(self.event(read).location, least, choices, first);
        if is_taken && choices.len() > first && choices.last() == Some(&least) {
            choices.pop();
        }
    }

    /// Drops the places, from `first` on, that a new write does not have in a graph in order. `revisited` is a read that reads
    /// from it.
    pub fn drop_symmetric_places(&self, write: Slot, revisited: Option<Slot>, choices: &mut Vec<Slot>, first: usize) {
        let location = self.event(write).location;
        let twin = self.event(write).twin;
        if twin != NONE {
            self.drop_earlier(location, twin, choices, first);
        }
        let twin = revisited.map_or(NONE, |read| self.event(read).twin);
        if twin != NONE {
            self.drop_earlier(location, self.event(twin).source, choices, first);
        }
    }

    /// Drops the writes from `first` on that come before one in coherence; the latest are the first.
    fn drop_earlier(&self, location: u32, least: Slot, choices: &mut Vec<Slot>, first: usize) {
        if least == INIT {
            return;
        }
        let mut later = Row::<W>::single(least);
        let mut write = self.next_write(location, least);
        while write != NONE {
            later.insert(write);
            write = self.event(write).after;
        }
        let mut kept = first;
        for i in first..choices.len() {
            if choices[i] != INIT && later.contains(choices[i]) {
                choices[kept] = choices[i];
                kept += 1;
            }
        }
        choices.truncate(kept);
    }
}
