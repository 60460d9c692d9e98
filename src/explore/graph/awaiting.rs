//! Reads that only let their thread wait: executions that differ in how long somebody waited count once.
//!
//! In: a graph, and what threads do ([`Runs::is_in_vain`]). Out: the choices of a read without those that are in vain; reads
//! moved to a new write in place. It must not know which revisits are worth doing ([`super::revisit`] asks here).
//!
//! A read is *in vain* if its thread goes no further with what it found: an iteration of which it is a part may be left out
//! ([`crate::exec::waiting`]), the mutex that it asked for is held, an assumption fails. Such a read is the last event of its thread, nobody has
//! anything from it, and the graph without it tells the same. Of the graphs that have it, one is enough to find those in which it
//! finds something else:
//!
//! 1. *A new read* takes those writes that are not in vain, and the last one in coherence order whatever that is. The last one is its maximal
//!    choice, the only one that a revisit ever asks for; a read in vain of an older write leads nowhere.
//! 2. *A new write* moves each plain read in vain of its location to itself, in the graph as it is. TruSt would keep the graph in which
//!    the read stays where it is, for the sake of writes still to come that may revisit it. Here they come behind the new write in
//!    coherence order and are caused by it, so that the read has found the new write already in whatever they revisit. A
//!    read-modify-write in vain stays where it is, like any other read: were it moved and wrote, those that read from the same write
//!    would have to turn it out of a place that it has not chosen.
//!
//! The second step is sound where each write of the location is caused by all that were there before and stands behind them
//! in coherence order. Where a write comes that is not, and some read there waits or was moved, the exploration starts again, and
//! from then on that location is explored without the second step (it is *contested*). The first step needs no such condition.
//!
//! A moved read keeps its place in the order of addition: it waited from there on. So when it is asked whether it was added maximally, that
//! it reads from a later event does not count against it. What counts is its *base*, the write that it was waiting with before it was first
//! moved, by its own choice or because it was revisited. When a revisit deletes the write that it was moved to, it waits again, with
//! the last write that is left ([`Graph::wait_again`]). And a write that has no place, since another read-modify-write reads from the same
//! write, moves nothing before it has revisited its rival; then it does.
//!
//! Source: Kokologiannakis, Marmanis, Vafeiadis, "Unblocking Dynamic Partial Order Reduction" (CAV 2023), which revisits reads of
//! await loops in place, and whose condition is that writes of such a location do not race. Deviations: compare-and-exchanges and
//! locks are neither moved nor taken out of the graph; a race is no error but makes the location contested; the base.
//!
//! Nothing of this holds for accesses that are parts of sections or of larger accesses, nor where who waits is what is
//! looked for in itself: races and leaks of threads that wait, and what they find that nobody has set ([`merges`]).

use super::{Event, Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::class::Classes;
use crate::explore::threads::label::{Detail, Label, NodeId, Stuck};
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;
use crate::explore::threads::surroundings::Surroundings;
use crate::ir::{Op, Program, Property};

/// Whether waiting may be told apart less finely in a program at all.
pub fn merges(program: &Program) -> bool {
    let counted = [Property::DataRace, Property::Leak, Property::Uninitialised];
    let has_sections = program.functions.iter().flat_map(|f| &f.code).any(|i| i.op == Op::AtomicBegin);
    !has_sections && !counted.iter().any(|property| program.checked.counts(*property))
}

impl Runs<'_> {
    /// Whether a thread that found this value in its read goes no further, and only waits.
    pub fn is_in_vain(&mut self, classes: &mut dyn Classes, read: NodeId, value: u64) -> Result<bool, Stop> {
        if !self.node(read).may_wait {
            return Ok(false);
        }
        let (Label::Read { location } | Label::Update { location, .. }) = self.label(read) else { return Ok(false) };
        if let Label::Update { change, .. } = self.label(read) {
            let width = self.ground.surroundings.sharing.location(location).width;
            if change.apply(value, width).is_some() {
                return Ok(false);
            }
        }
        let next = self.after(classes, read, value)?;
        Ok(self.only_waits(next, location))
    }

    /// Whether a thread at this node waits because of what it has read last, at this location. It does not where it waits for what only
    /// itself could change (its own mutex, which it holds): then it waits for good.
    pub(super) fn only_waits(&self, node: NodeId, location: u32) -> bool {
        let waits = match &*self.node(node).detail {
            Detail::Stuck(Stuck::Waiting | Stuck::Assumption, _) => true,
            Detail::Stuck(Stuck::Event(place) | Stuck::Mutex(place), _) => *place == Some(location),
            _ => false,
        };
        self.label(node) == Label::Stuck && waits
    }

    /// Whether who waits at a location waits in place.
    fn moves_at(&self, location: u32) -> bool {
        let Surroundings { contested, sharing, .. } = &self.ground.surroundings;
        let is_contested = || contested.contains(&sharing.location(location).address);
        self.ground.merges_waits && (contested.is_empty() || !is_contested())
    }
}

impl<const W: usize> Graph<W> {
    /// Whether an event is a read in vain that is moved when a write comes.
    pub fn waits_in_place(&self, runs: &Runs<'_>, slot: Slot) -> bool {
        let event = self.event(slot);
        let thread = &self.threads[event.thread as usize];
        event.kind == Kind::Read
            && thread.last == slot
            && !thread.pending
            && runs.label(thread.cursor) == Label::Stuck
            && runs.node(event.node).may_wait
            // A read-modify-write that is moved would take from its rivals what it had not chosen.
            && matches!(runs.label(event.node), Label::Read { .. })
            && runs.only_waits(thread.cursor, event.location)
            && runs.is_after(thread.cursor, event.node, event.value)
            && runs.moves_at(event.location)
    }

    /// Reads of a location that wait.
    fn waiting_at(&self, runs: &Runs<'_>, location: u32) -> impl Iterator<Item = Slot> {
        let last = self.threads.iter().filter(|thread| thread.started && thread.last != NONE).map(|thread| thread.last);
        last.filter(move |last| self.event(*last).location == location && self.waits_in_place(runs, *last))
    }

    /// Whether a new write of a location where somebody waits or was moved may stand elsewhere than behind all the others, or is
    /// not caused by them.
    pub fn contests(&self, runs: &Runs<'_>, write: Slot, places: &[Slot]) -> bool {
        let location = self.event(write).location;
        if places.is_empty() || !runs.ground.merges_waits || !runs.ground.anyone_waits {
            return false;
        }
        let place = &self.places[location as usize];
        let is_concerned =
            place.accesses.intersects(&self.in_place) || self.waiting_at(runs, location).next().is_some();
        is_concerned && runs.moves_at(location) && !(places == [place.last] && self.are_caused(location, write))
    }

    /// Whether each write of a location is caused by those before it, and the new one by all.
    fn are_caused(&self, location: u32, new: Slot) -> bool {
        let mut write = new;
        let mut before = self.places[location as usize].last;
        while before != INIT {
            if !self.event(write).porf.contains(before) {
                return false;
            }
            (write, before) = (before, self.event(before).before);
        }
        true
    }

    /// Moves the reads that wait to a new write that has its place.
    pub fn move_waiting(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>, write: Slot) -> Result<(), Stop> {
        let Event { location, value, .. } = *self.event(write);
        if !runs.ground.merges_waits || !runs.ground.anyone_waits || self.waiting_at(runs, location).next().is_none() {
            return Ok(());
        }
        let waiting: Vec<Slot> = self.waiting_at(runs, location).collect();
        for read in waiting {
            let saved = *self.event(read);
            self.moves.push((read, saved));
            if !self.in_place.contains(read) {
                self.in_place.insert(read);
                self.events[read as usize].base = saved.source;
            }
            self.drop_source(read);
            self.reset_causes(read);
            self.read_from(read, write, value);
            let after = self.thread_after(plan, runs, read)?;
            self.change(saved.thread, after);
            self.settle(plan, runs, saved.thread)?;
        }
        Ok(())
    }

    /// Undoes the last move of a read.
    pub(super) fn move_back(&mut self, read: Slot, saved: Event<W>) {
        self.drop_source(read);
        // Histories may have got new names since.
        let node = self.event(read).node;
        self.events[read as usize] = Event { node, ..saved };
        self.in_place.set(read, saved.base != NONE);
        match saved.source {
            INIT => self.places[saved.location as usize].init_readers.insert(read),
            source => self.events[source as usize].readers.insert(read),
        }
        self.reached.set(read, saved.source != INIT);
        self.forget_causes(read);
    }

    /// Lets the moved reads whose writes a revisit has deleted wait with the last writes that are left.
    pub(super) fn wait_again(&mut self, runs: &mut Runs<'_>, deleted: &Row<W>) {
        let mut moved: Vec<Slot> = self.in_place.members().collect();
        // What causes an older twin causes the younger ones.
        moved.sort_unstable_by_key(|read| self.event(*read).thread);
        for read in moved {
            let Event { source, location, node, base, .. } = *self.event(read);
            if source == INIT || !deleted.contains(source) {
                continue;
            }
            let last = self.places[location as usize].last;
            let value = match last {
                INIT => runs.initial(runs.ground.surroundings.sharing.location(location), node),
                last => self.event(last).value,
            };
            if last == base {
                self.in_place.remove(read);
                self.events[read as usize].base = NONE;
            }
            self.reset_causes(read);
            self.read_from(read, last, value);
        }
    }
}
