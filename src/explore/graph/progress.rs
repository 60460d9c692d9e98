//! How far each thread of a graph is.
//!
//! In: an event whose rf or value is now known. Out: the threads behind it, and behind the starts, joins and ends of threads
//! that follow. It must not know what is consistent, nor which event is added next.

use super::idle::Notice;
use super::races::Language;
use super::{Base, Graph, INIT, Kind, NONE, Slot, Thread};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::label::Label;
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;
use crate::ids::ThreadId;

impl<const W: usize> Graph<W> {
    /// What a thread has seen so far.
    pub(super) fn seen(&self, thread: u32) -> Base<W> {
        let state = self.threads[thread as usize];
        let mut seen = self.bases[state.base as usize];
        if state.last != NONE {
            let event = self.event(state.last);
            seen.porf = seen.porf.or(&event.porf);
            seen.po = seen.po.or(&event.po);
            seen.porf.insert(state.last);
            seen.po.insert(state.last);
            seen.hb = Language { hb: seen.hb, ..Language::default() }.after(state.last, event).hb;
        }
        seen
    }

    /// The thread of an event after it.
    pub(super) fn thread_after(&self, plan: &mut Plan<'_>, runs: &mut Runs<'_>, slot: Slot) -> Result<Thread, Stop> {
        let event = *self.event(slot);
        let now = self.threads[event.thread as usize];
        let label = runs.label(event.node);
        let mut after = Thread {
            started: true,
            pending: false,
            stranded: false,
            sealed: false,
            last: slot,
            count: event.place + 1,
            base: 0,
            ..now
        };
        let answer = match label {
            Label::Update { location, change } => {
                let width = runs.ground.surroundings.sharing.location(location).width;
                let old = match event.kind {
                    Kind::Read => event.value,
                    _ => self.event(event.previous).value,
                };
                if event.kind == Kind::Read && change.apply(old, width).is_some() {
                    after.pending = true;
                    after.cursor = event.node;
                    return Ok(after);
                }
                old
            }
            Label::Read { .. } | Label::Choice { .. } => event.value,
            _ => 0,
        };
        after.cursor = runs.after(plan, event.node, answer)?;
        Ok(after)
    }

    /// Moves the thread of an event, whose rf or value is now known, past it, and with it whoever waited for that.
    pub fn advance(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>, slot: Slot) -> Result<(), Stop> {
        let thread = self.event(slot).thread;
        let after = self.thread_after(plan, runs, slot)?;
        self.change(thread, after);
        self.settle(plan, runs, thread)?;
        let source = self.event(slot).source;
        if self.event(slot).kind != Kind::Read || source == INIT {
            return Ok(());
        }
        // Whoever wrote what it read may have waited for somebody to read it.
        let writer = self.event(source).thread;
        let idles = |state: &Thread| state.started && !state.pending && runs.label(state.cursor) == Label::Idle;
        match self.threads.get(writer as usize).is_some_and(idles) {
            true => self.settle(plan, runs, writer),
            false => Ok(()),
        }
    }

    /// Lets a thread start, join and end threads as far as it can; others may follow.
    pub fn settle(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>, thread: u32) -> Result<(), Stop> {
        let state = self.threads[thread as usize];
        if state.pending || !state.started {
            return Ok(());
        }
        match runs.label(state.cursor) {
            Label::Spawn { thread: child, root } => {
                let seen = self.seen(thread);
                let next = runs.after(plan, state.cursor, 0)?;
                self.change(thread, Thread { cursor: next, sealed: true, ..state });
                let index = child.index();
                if self.threads.len() <= index {
                    self.threads.resize(index + 1, Thread::ABSENT);
                    self.by_thread.resize(index + 1, Row::EMPTY);
                }
                // After a cut a child with events is there already.
                if !self.threads[index].started {
                    let base = self.add_base(seen);
                    let fresh = Thread::at_start(root, base);
                    self.change(child.0, Thread { parent: thread, parent_count: state.count, ..fresh });
                    self.threads[index].elder = self.elder(runs, child.0, thread);
                    self.settle(plan, runs, child.0)?;
                }
                self.settle(plan, runs, thread)
            }
            Label::Join { thread: ThreadId(child) } => {
                let Some(Label::End { value: Some(value) }) = self.end_of(runs, child) else {
                    return runs.look_behind_join(plan, state.cursor);
                };
                let next = runs.after(plan, state.cursor, value)?;
                let (mut seen, other) = (self.bases[state.base as usize], self.seen(child));
                seen.porf = seen.porf.or(&other.porf);
                seen.po = seen.po.or(&other.po);
                seen.hb = seen.hb.or(&other.hb);
                let base = self.add_base(seen);
                self.change(thread, Thread { cursor: next, sealed: true, base, ..state });
                self.settle(plan, runs, thread)
            }
            Label::Idle => {
                let mut base = state.base;
                match self.notice(runs, state.last) {
                    Notice::Nobody => return Ok(()),
                    Notice::Caused => {}
                    Notice::By(read) => {
                        let mut seen = self.bases[base as usize];
                        seen.porf = seen.porf.or(&self.event(read).porf);
                        seen.porf.insert(read);
                        seen.heard = read;
                        base = self.add_base(seen);
                    }
                }
                let next = runs.after(plan, state.cursor, 0)?;
                self.change(thread, Thread { cursor: next, base, ..state });
                self.settle(plan, runs, thread)
            }
            Label::Wait { barrier, count, turn } => self.meet(plan, runs, (thread, turn), (barrier, count)),
            Label::End { .. } => {
                for waiting in 0..self.threads.len() as u32 {
                    let other = self.threads[waiting as usize];
                    if !other.started || other.pending {
                        continue;
                    }
                    let Label::Join { thread: ThreadId(child) } = runs.label(other.cursor) else { continue };
                    match child == thread {
                        true => self.settle(plan, runs, waiting)?,
                        // It may be a twin's end that it waits for.
                        false => runs.look_behind_join(plan, other.cursor)?,
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn add_base(&mut self, base: Base<W>) -> u32 {
        self.bases.push(base);
        self.bases.len() as u32 - 1
    }
}
