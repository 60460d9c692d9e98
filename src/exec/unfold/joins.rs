//! Joining and detaching threads, by handles that are values like any other.
//!
//! In: a handle, any term. Out: marks of joins, accesses to the bytes in which joins are noted, what is wrong. It must not
//! know where handles are kept.
//!
//! Every thread that the program is known to start may be the one joined; the
//! value of the handle decides. A thread that is walked later in the round, or is being walked, is foreseen: when it is
//! started, when it runs to its end and what it returns are inputs, which [`Round::foreseen_came_true`] ties to what they
//! turn out to be. Threads that wait for each other cannot all have ended: the marks of their joins and ends would be in a
//! cycle, which no model allows.
//!
//! Each thread is joined or detached at most once. That is noted in a byte for each handle, which is memory like any
//! other: private and free of events as long as one thread touches it, a read-modify-write where several do.

use super::Round;
use super::access::{At, Place};
use super::faults::Fault;
use crate::diag::{Diagnostic, Span};
use crate::exec::objects::{FIRST_HANDLE, handle_of};
use crate::exec::skeleton::Action;
use crate::exec::state::{Effect, State};
use crate::exec::terms::TermId;
use crate::exec::values::Values;
use crate::ids::ThreadId;
use crate::ir::joins::{self, Claim};
use crate::ir::{BinaryOp, Property, Width};

/// What is known, or foreseen, of a thread that someone joins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fate {
    started: TermId,
    finished: TermId,
    result: TermId,
}

impl Round<'_> {
    /// Waits for a thread and returns its result.
    pub(super) fn join(&mut self, state: &mut State, handle: TermId, span: Option<Span>) -> Result<TermId, Diagnostic> {
        let itself = self.one_of(handle, &[handle_of(self.walk.thread)]);
        self.violate(state, itself, Fault::new(Property::ThreadMisuse, joins::ITSELF, span));
        let threads = self.note_joined(state, (handle, Claim::Join), span);
        let mut created = TermId::FALSE;
        let mut any = TermId::FALSE;
        let mut result = self.terms.constant(0, Width::POINTER);
        let mut joined = Vec::new();
        for id in threads {
            let fate = self.fate(id);
            let this = self.one_of(handle, &[handle_of(id)]);
            let known = self.terms.implies(state.guard, fate.started);
            let started = if known { this } else { self.terms.and(this, fate.started) };
            created = self.terms.or(created, started);
            let done = self.terms.and(started, fate.finished);
            any = self.terms.or(any, done);
            result = self.terms.select(this, fate.result, result);
            joined.push((id, done));
        }
        let wrong = self.terms.not(created);
        self.violate(state, wrong, Fault::new(Property::ThreadMisuse, joins::NEVER_CREATED, span));
        for (id, done) in joined {
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, done);
            if there.guard != TermId::FALSE {
                self.mark(&there, Action::Join(id), span, Vec::new());
                self.joins.push((self.walk.thread, id, there.guard));
            }
        }
        let waits = self.terms.not(any);
        self.stops(state, waits, span);
        state.guard = self.terms.and(state.guard, any);
        state.effects.push(Effect::lasting(state.guard));
        Ok(result)
    }

    /// Says that nobody will join a thread.
    pub(super) fn detach(&mut self, state: &mut State, handle: TermId, span: Option<Span>) {
        self.note_joined(state, (handle, Claim::Detach), span);
        state.effects.push(Effect::lasting(state.guard));
    }

    /// Notes that a thread is joined or detached. Returns the threads that the handle may be of.
    fn note_joined(
        &mut self,
        state: &mut State,
        (handle, claim): (TermId, Claim),
        span: Option<Span>,
    ) -> Vec<ThreadId> {
        let values = self.terms.values(handle).clone();
        let threads = (0..self.objects.threads()).map(ThreadId::from_index);
        let threads: Vec<ThreadId> = threads.filter(|thread| values.contains(handle_of(*thread))).collect();
        let handles: Vec<u64> = threads.iter().copied().map(handle_of).collect();
        let right = self.one_of(handle, &handles);
        let wrong = self.terms.not(right);
        self.violate(state, wrong, Fault::new(Property::ThreadMisuse, joins::NEVER_CREATED, span));
        if state.guard == TermId::FALSE {
            return Vec::new();
        }
        let distance = self.objects.joined(FIRST_HANDLE).wrapping_sub(FIRST_HANDLE);
        let offset = self.terms.constant(distance, Width::POINTER);
        let address = self.terms.binary(BinaryOp::Add, handle, offset);
        let cells = handles.into_iter().map(|handle| handle.wrapping_add(distance)).collect();
        let place = Place { address, cells, width: Width::BYTE };
        let at = At { site: None, span, order: joins::ORDER };
        let new = self.terms.constant(claim.noted(), Width::BYTE);
        let (old, ..) = self.change(state, &place, at, |_, _| (TermId::TRUE, new));
        for earlier in Claim::ALL {
            let found_it = self.terms.constant(earlier.noted(), Width::BYTE);
            let wrong = self.terms.binary(BinaryOp::Equal, old, found_it);
            self.violate(state, wrong, Fault::new(Property::ThreadMisuse, claim.after(earlier), span));
        }
        threads
    }

    /// When a thread is started and ends, as far as the walk of another one can know.
    fn fate(&mut self, id: ThreadId) -> Fate {
        let nothing = self.terms.constant(0, Width::POINTER);
        if id == self.walk.thread {
            return Fate { started: TermId::TRUE, finished: TermId::FALSE, result: nothing };
        }
        let walked = self.threads.get(id.index()).and_then(Option::as_ref);
        if let Some(thread) = walked.filter(|_| !self.running.contains(&id)) {
            return Fate { started: thread.started, finished: thread.finished, result: thread.result };
        }
        if let Some(fate) = self.foreseen.get(&id) {
            return *fate;
        }
        self.next.awaited.insert(id);
        let boolean = Values::all(Width::BOOL);
        let started = self.terms.input(Width::BOOL, boolean.clone()).1;
        // What never ended in an earlier round is not waited for in this one; if it ends, there is another round.
        let (finished, result) = match self.known.results.get(&id).cloned() {
            Some(values) => (self.terms.input(Width::BOOL, boolean).1, self.terms.input(Width::POINTER, values).1),
            None => (TermId::FALSE, nothing),
        };
        let fate = Fate { started, finished, result };
        self.foreseen.insert(id, fate);
        fate
    }

    /// Notes for the next round what a thread returns that someone joined before it was walked.
    pub(super) fn note_result(&mut self, id: ThreadId) {
        let Some(thread) = self.threads[id.index()].as_ref().filter(|_| self.known.awaited.contains(&id)) else {
            return;
        };
        if thread.finished == TermId::FALSE {
            return;
        }
        let values = self.terms.values(thread.result);
        let values = self.next.results.get(&id).map_or_else(|| values.clone(), |old| old.union(values));
        self.next.results.insert(id, values);
    }

    /// What must hold so that what was foreseen is what is.
    pub(super) fn foreseen_came_true(&mut self) -> Vec<TermId> {
        let mut required = Vec::new();
        for (id, fate) in std::mem::take(&mut self.foreseen) {
            let thread = self.threads.get(id.index()).and_then(Option::as_ref);
            let (started, finished, result) = thread.map_or((TermId::FALSE, TermId::FALSE, fate.result), |thread| {
                (thread.started, thread.finished, thread.result)
            });
            required.push(self.terms.binary(BinaryOp::Equal, fate.started, started));
            required.push(self.terms.binary(BinaryOp::Equal, fate.finished, finished));
            // What a thread returns that does not end is nobody's concern.
            let same = self.terms.binary(BinaryOp::Equal, fate.result, result);
            let open = self.terms.not(fate.finished);
            required.push(self.terms.or(open, same));
        }
        required
    }
}
