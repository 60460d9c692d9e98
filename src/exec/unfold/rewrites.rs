//! Stores of what is there, in iterations that may be left out for them.
//!
//! In: an iteration of a loop that has come to its end, and what of it others can notice. Out: the paths that go on all the same. The rule
//! and its argument stand at the head of [`crate::exec::waiting`] ("Stores of what is there"). It must not know when a thread may wait, which
//! [`super::waiting`] says.

use super::Round;
use super::frame::Frame;
use super::running::RunningLoop;
use super::waiting::End;
use crate::exec::bounds::{Alike, Waiting};
use crate::exec::skeleton::TakenBack;
use crate::exec::state::{Change, Effect, Memory, Replaced, State};
use crate::exec::terms::TermId;
use crate::ids::EventId;
use crate::ir::BinaryOp;

impl Round<'_> {
    /// Of the paths on which something lasting happened, those that go on: not the ones on which that was nothing but stores of what was there
    /// and which are back in the state at the head, unless somebody noticed what else they took back.
    pub(super) fn unless_rewritten(
        &mut self,
        frame: &Frame,
        (running, working): (&RunningLoop, TermId),
        state: &State,
        (lasting, taken_back): (&[Effect], &[TakenBack]),
    ) -> TermId {
        if self.bounds.waiting == Waiting::Unwound || !self.mapping.has_silent_rewrites() {
            return working;
        }
        let (mut rewrites, mut others) = (Vec::new(), Vec::new());
        for effect in lasting {
            let restored = match effect.change {
                Change::Store { write, .. } if self.is_simple(write) => {
                    self.restored(running, state, (lasting, taken_back), write)
                }
                Change::Store { .. } | Change::Update(_) | Change::Other => None,
            };
            match restored {
                Some(values) => rewrites.push(values),
                None => others.push(effect),
            }
        }
        if rewrites.is_empty() {
            return working;
        }
        let (mut quiet, mut loud) = (working, TermId::FALSE);
        for effect in others {
            let alone = self.terms.distinction(effect.guard, state.guard);
            let without = self.terms.not(alone);
            quiet = self.terms.and(quiet, without);
            let with = self.terms.and(state.guard, effect.guard);
            loud = self.terms.or(loud, with);
        }
        // Where a store has left something else, the path goes on.
        let kept = self.are_kept(quiet, &rewrites);
        let changed = self.terms.not(kept);
        let changes = self.terms.and(quiet, changed);
        loud = self.terms.or(loud, changes);
        quiet = self.terms.and(quiet, kept);
        let end = End { path: quiet, mixed: true, takes_back: true };
        if quiet == TermId::FALSE || self.may_wait(frame, running, state, end) != TermId::TRUE {
            return working;
        }
        if taken_back.is_empty() {
            return loud;
        }
        let noticed = self.notice(running, taken_back.to_vec());
        let goes_on = self.terms.and(quiet, noticed);
        self.terms.or(loud, goes_on)
    }

    /// When on some paths these values are the same, each two of them.
    fn are_kept(&mut self, path: TermId, values: &[(TermId, TermId)]) -> TermId {
        let mut facts = self.facts_of(path);
        let mut all = TermId::TRUE;
        for (then, now) in values.iter().filter(|(then, now)| then != now) {
            let (then, now) = (self.terms.rewrite(*then, &mut facts), self.terms.rewrite(*now, &mut facts));
            let same = self.terms.binary(BinaryOp::Equal, then, now);
            all = self.terms.and(all, same);
        }
        all
    }

    /// What the iteration found in the place of a store, and what it left there, if the store is the only one of its place in the iteration and only
    /// this thread writes there, by stores. Where it counts from which reads a value comes the two are the same.
    fn restored(
        &self,
        running: &RunningLoop,
        state: &State,
        (lasting, taken_back): (&[Effect], &[TakenBack]),
        store: EventId,
    ) -> Option<(TermId, TermId)> {
        let target = |event: EventId| self.events[event.index()].target.as_ref();
        let Some((place, [cell])) = target(store).map(|place| (place, place.cells.as_slice())) else { return None };
        let meets = |event: EventId| target(event).is_none_or(|target| target.cells.contains(cell));
        let apart = |effect: &Effect| match effect.change {
            Change::Store { write, .. } | Change::Update(Replaced { write: Some(write), .. }) => {
                write == store || !meets(write)
            }
            Change::Update(_) | Change::Other => false,
        };
        let held = |memory: &Memory| memory.exact(*cell, place.width, &self.terms);
        let (then, now) = (held(&running.head.memory)?, held(&state.memory)?);
        let is_alone =
            self.tracked(state, *cell) && lasting.iter().all(apart) && !taken_back.iter().any(|pair| meets(pair.write));
        let may_be_same = then == now || self.bounds.alike == Alike::Values;
        (is_alone && may_be_same).then_some((then, now))
    }

    /// Whether a store is one event, outside of sections, and not of what may be dead.
    fn is_simple(&self, write: EventId) -> bool {
        let event = &self.events[write.index()];
        let may_be_dead = |cell: &u64| self.objects.at(*cell).is_none_or(|id| self.may_die(self.walk.thread, id));
        let cells = event.target.as_ref().map(|target| &target.cells);
        let lives = cells.is_some_and(|cells| !cells.iter().any(may_be_dead));
        event.group.is_none() && event.section.is_none() && lives
    }
}
