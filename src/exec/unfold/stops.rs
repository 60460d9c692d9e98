//! Where threads stop because they wait.
//!
//! In: the states before and behind a wait. Out: [`Stop`]s, where the program is checked for deadlocks or for threads that wait for good. It
//! must not know what is made of them, nor models.
//!
//! A thread that waits for what memory holds does so as long as that stays. So it is said which reads have to have found what is left in the
//! end: of a lock, a semaphore and the like the last one, of a loop all of its last iteration, if that leaves everything as it was, or of its
//! last two, if they do together. What else a stop hangs on, where paths meet behind different reads, where memory is cut, or where an
//! iteration may be left out for another reason than that it changes nothing, is [`Sure::No`]: who asks whether somebody waits for good is told
//! that this may be so. What an iteration writes that changes nothing is what is there ([`crate::exec::waiting`]).

use super::Round;
use super::running::RunningLoop;
use crate::diag::Span;
use crate::exec::skeleton::{Action, Stop, Stops, Sure};
use crate::exec::state::{Seen, State};
use crate::exec::terms::TermId;
use crate::ids::EventId;
use crate::ir::{Program, Property};

/// What is looked for of what threads come to when all is over.
pub(super) fn looked_for(program: &Program) -> Vec<Property> {
    let both = [Property::Deadlock, Property::Liveness].into_iter();
    both.filter(|property| program.checked.counts(*property)).collect()
}

impl Round<'_> {
    /// Whether anybody asks.
    fn notes_stops(&self) -> bool {
        !looked_for(self.program).is_empty()
    }

    /// The thread goes no further under a condition, whatever memory holds.
    pub(super) fn stops(&mut self, state: &State, when: TermId, span: Option<Span>) {
        self.note_stop(state, when, (Stops::AtOthers, Sure::Yes(Vec::new())), span);
    }

    /// The thread goes no further under a condition, which what it has read last decides.
    pub(super) fn stops_at(&mut self, state: &State, when: TermId, span: Option<Span>) {
        if !self.notes_stops() {
            return;
        }
        let sure = match state.seen {
            _ if self.terms.inputs_of(when).is_empty() => Sure::Yes(Vec::new()),
            Seen::Alone => Sure::Yes(Vec::new()),
            Seen::Event(read) if self.decides(read, state.guard, when) => Sure::Yes(vec![read]),
            Seen::Event(_) | Seen::Unclear => Sure::No,
        };
        self.note_stop(state, when, (Stops::AtOthers, sure), span);
    }

    /// The same where it is not known which reads decide.
    pub(super) fn stops_somehow(&mut self, state: &State, when: TermId, span: Option<Span>) {
        self.note_stop(state, when, (Stops::AtOthers, Sure::No), span);
    }

    /// The thread goes no further in this loop on those of the paths up to here (`before`) that do not go on.
    pub(super) fn stops_in_loop(
        &mut self,
        running: &RunningLoop,
        (before, state): (TermId, &State),
        as_before: Option<usize>,
        span: Option<Span>,
    ) {
        if !self.notes_stops() || before == state.guard {
            return;
        }
        let goes_on = self.terms.not(state.guard);
        let events = self.own_events()[as_before.unwrap_or(running.head.events)..].to_vec();
        let is_whole = |id: &EventId| {
            let event = &self.events[id.index()];
            event.group.is_none() && event.section.is_none()
        };
        let is_known = as_before.is_some() && events.iter().all(is_whole);
        let is_open = |id: &EventId| matches!(self.events[id.index()].action, Action::Read { known: false, .. });
        let reads = events.into_iter().filter(is_open).collect();
        let sure = if is_known { Sure::Yes(reads) } else { Sure::No };
        let state = State { guard: before, ..state.clone() };
        self.note_stop(&state, goes_on, (Stops::InLoop, sure), span);
    }

    /// Whether a read has happened on all paths and is whole, and the condition hangs on what it found.
    fn decides(&self, read: EventId, guard: TermId, when: TermId) -> bool {
        let event = &self.events[read.index()];
        let Action::Read { value, .. } = event.action else { return false };
        let found = self.terms.inputs_of(value);
        event.group.is_none()
            && event.section.is_none()
            && self.terms.implies(guard, event.guard)
            && self.terms.inputs_of(when).iter().any(|input| found.contains(input))
    }

    fn note_stop(&mut self, state: &State, when: TermId, (what, sure): (Stops, Sure), span: Option<Span>) {
        if !self.notes_stops() {
            return;
        }
        let when = self.terms.and(state.guard, when);
        if when != TermId::FALSE {
            self.stops.push(Stop { thread: self.walk.thread, when, what, sure, span });
        }
    }
}
