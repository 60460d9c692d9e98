//! Cutting a graph at a backward revisit, and finding again how far its threads are.
//!
//! In: a graph whose last event is a write, and a read that is to read from it; or a cut graph of another explorer. Out:
//! the graph with each thread behind its last event that is left. It must not know which revisits are worth doing
//! ([`super::revisit`] does).
//!
//! Source: Kokologiannakis et al., TruSt, Algorithm 1 (backward revisits), and section 5 for graphs that change hands.

use std::collections::VecDeque;

use super::{Graph, Kind, NONE, Round, Slot, Thread};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::label::{Label, NodeId};
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;

impl<const W: usize> Graph<W> {
    /// Keeps the events up to `read`, the causes of the last event, and the last event, which is a write without a place
    /// in co; lets the read read from it.
    pub fn cut(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>, read: Slot, value: u64) -> Result<(), Stop> {
        let write = *self.order.last().expect("the revisiting write; please report this");
        let causes = self.event(write).porf;
        let rank = self.event(read).rank;
        let first = rank as usize + 1;
        let mut kept = first;
        let mut deleted = Row::EMPTY;
        for i in first..self.order.len() {
            let slot = self.order[i];
            if slot == write || causes.contains(slot) {
                self.events[slot as usize].rank = kept as u32;
                self.order[kept] = slot;
                kept += 1;
                continue;
            }
            let event = *self.event(slot);
            match event.kind {
                Kind::Read => self.drop_source(slot),
                Kind::Write => self.remove_write(slot),
                Kind::Fence | Kind::Choice => {}
            }
            self.forget(slot);
            deleted.insert(slot);
        }
        self.order.truncate(kept);
        self.drop_source(read);
        self.events[read as usize].base = NONE;
        self.in_place.remove(read);
        self.wait_again(runs, &deleted);
        self.reset_causes(read);
        self.read_from(read, write, value);
        self.rewind(plan, runs)
    }

    /// The causes of a read by program order alone, and those of its twin.
    pub fn reset_causes(&mut self, read: Slot) {
        let event = self.event(read);
        let mut porf = event.po;
        if event.previous != NONE {
            porf = porf.or(&self.event(event.previous).porf);
        }
        // What the thread learnt when it started or joined others is caused by their events.
        let porf = event.po.members().fold(porf, |porf, e| porf.or(&self.event(e).porf)).or(&self.causes_of_twin(read));
        let heard = match event.heard {
            NONE => Row::EMPTY,
            heard => self.event(heard).porf.or(&Row::single(heard)),
        };
        self.events[read as usize].porf = porf.or(&heard);
    }

    /// Takes over a graph of another explorer, whose nodes mean nothing here.
    pub fn adopt(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>) -> Result<(), Stop> {
        let mut left: Vec<VecDeque<Slot>> = vec![Default::default(); self.threads.len()];
        for slot in &self.order {
            left[self.event(*slot).thread as usize].push_back(*slot);
        }
        let mut cursors: Vec<Option<NodeId>> = vec![None; self.threads.len()];
        cursors[0] = Some(runs.main(plan)?);
        self.threads[0].root = runs.main(plan)?;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for thread in 0..self.threads.len() {
                while let Some(cursor) = cursors[thread] {
                    let answer = match runs.label(cursor) {
                        Label::Spawn { thread: child, root } => {
                            // Threads that only others have seen are not in this graph.
                            if let Some(cursor) = cursors.get_mut(child.index()) {
                                cursor.get_or_insert(root);
                                self.threads[child.index()].root = root;
                            }
                            0
                        }
                        Label::Join { thread: child } => {
                            let end = cursors.get(child.index()).copied().flatten().map(|end| runs.label(end));
                            let Some(Label::End { value: Some(value) }) = end else { break };
                            value
                        }
                        Label::Wait { barrier, turn, .. } => {
                            let own = (thread as u32, turn);
                            let is_own = |round: &Round<W>| round.barrier == barrier && round.members.contains(&own);
                            if !self.rounds.iter().any(is_own) {
                                break;
                            }
                            0
                        }
                        // It was noticed, or it is settled later.
                        Label::Idle if left[thread].is_empty() => break,
                        Label::Idle => 0,
                        _ => {
                            let Some(slot) = left[thread].pop_front() else { break };
                            self.events[slot as usize].node = cursor;
                            let event = *self.event(slot);
                            match (runs.label(cursor), event.kind) {
                                (Label::Update { .. }, Kind::Write) => self.event(event.previous).value,
                                (Label::Update { location, change }, _) => {
                                    let width = runs.ground.surroundings.sharing.location(location).width;
                                    if change.apply(event.value, width).is_some() {
                                        // Its write comes from the same step.
                                        changed = true;
                                        continue;
                                    }
                                    event.value
                                }
                                (Label::Read { .. } | Label::Choice { .. }, _) => event.value,
                                _ => 0,
                            }
                        }
                    };
                    cursors[thread] = Some(runs.after(plan, cursor, answer)?);
                    changed = true;
                }
            }
        }
        self.rewind(plan, runs)
    }

    /// Finds how far the threads are from the events that are left.
    fn rewind(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>) -> Result<(), Stop> {
        self.log.clear();
        self.moves.clear();
        let mut last = std::mem::take(&mut self.scratch);
        last.clear();
        last.resize(self.threads.len(), NONE);
        for slot in &self.order {
            last[self.event(*slot).thread as usize] = *slot;
        }
        self.keep_rounds(runs, &last);
        let counts = |graph: &Self, thread: u32| match last[thread as usize] {
            NONE => 0,
            slot => graph.event(slot).place + 1,
        };
        for (thread, last) in last.iter().enumerate() {
            let before = self.threads[thread];
            // A thread without events is there if it was started before an event that is left. If it was started later,
            // its parent will start it again.
            let stays = thread == 0 || before.started && counts(self, before.parent) > before.parent_count;
            self.threads[thread] = match *last {
                NONE if stays => {
                    let Thread { root, start, parent, parent_count, elder, .. } = before;
                    Thread { parent, parent_count, elder, ..Thread::at_start(root, start) }
                }
                NONE => Thread::ABSENT,
                slot => self.thread_after(plan, runs, slot)?,
            };
        }
        self.scratch = last;
        for thread in 0..self.threads.len() as u32 {
            self.settle(plan, runs, thread)?;
        }
        self.log.clear();
        Ok(())
    }
}
