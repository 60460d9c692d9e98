//! Whether the writes of each location cause one another in coherence order.
//!
//! In: full graphs in which some threads are twins, under a model of which no axiom keeps reads before later writes. Out: whether a graph
//! of the program might be lost for that; then the exploration starts again without twins. It must not know why a chain is enough
//! ([`super::symmetry`] says that).

use super::symmetry::keeping;
use super::{Graph, INIT, Kind, NONE, Slot};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;
use crate::ids::ThreadId;

impl<const W: usize> Graph<W> {
    /// Starts again without twins if a graph says that some might be lost with them.
    pub fn check_chains(&self, plan: &Plan<'_>, runs: &mut Runs<'_>) -> Result<(), Stop> {
        if !runs.groups.any() || keeping(plan, runs.ground.surroundings.apart.overtaken).is_some() {
            return Ok(());
        }
        let is_heard = || self.order.iter().any(|slot| self.event(*slot).heard != NONE);
        match self.meet_whole(runs) && !is_heard() && self.is_chained(runs) {
            true => Ok(()),
            false => Err(runs.tell_all_apart()),
        }
    }

    /// Whether in each round of a barrier all twins of a group meet, or none of them.
    fn meet_whole(&self, runs: &Runs<'_>) -> bool {
        self.rounds.iter().all(|round| {
            let is_there = |thread: &ThreadId| round.members.iter().any(|(member, _)| ThreadId(*member) == *thread);
            runs.groups.each().all(|group| group.iter().all(is_there) || !group.iter().any(is_there))
        })
    }

    /// Whether of two writes of a location the earlier one causes the later one, by program order and reads-from alone.
    fn is_chained(&self, runs: &Runs<'_>) -> bool {
        let mut causes = None;
        self.places.iter().filter(|place| place.first != NONE).all(|place| {
            let (mut first, mut second) = (NONE, place.first);
            while second != NONE {
                let event = self.event(second);
                if !self.changes_nothing(runs, second) {
                    let follows = first == NONE || event.half && self.event(event.previous).source == first;
                    if !follows && !event.po.contains(first) {
                        let causes = causes.get_or_insert_with(|| self.plain_causes());
                        if !causes[second as usize].contains(first) {
                            return false;
                        }
                    }
                    first = second;
                }
                second = event.after;
            }
            true
        })
    }

    /// Whether a write is that of a read-modify-write which stores what it has found, and behind which its thread only waits.
    fn changes_nothing(&self, runs: &Runs<'_>, write: Slot) -> bool {
        let event = self.event(write);
        let state = &self.threads[event.thread as usize];
        event.half
            && state.last == write
            && event.value == self.event(event.previous).value
            && runs.only_waits(state.cursor, event.location)
    }

    /// What causes each event, by program order and reads-from; unlike [`super::Event::porf`] without what causes its twin.
    fn plain_causes(&self) -> Vec<Row<W>> {
        let mut causes = vec![Row::EMPTY; self.events.len()];
        let source = |slot: Slot| Some(self.event(slot)).filter(|e| e.kind == Kind::Read && e.source != INIT);
        loop {
            let mut is_complete = true;
            for slot in self.order.iter().copied() {
                let po = self.event(slot).po;
                let mut row = po;
                for write in po.members().chain([slot]).filter_map(source).map(|read| read.source) {
                    row = row.or(&causes[write as usize]);
                    row.insert(write);
                }
                is_complete &= causes[slot as usize] == row;
                causes[slot as usize] = row;
            }
            if is_complete {
                return causes;
            }
        }
    }
}
