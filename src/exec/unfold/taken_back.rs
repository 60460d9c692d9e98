//! Read-modify-writes that the same iteration takes back: an increment and a decrement, a lock that is taken and given back.
//!
//! In: the effects of an iteration on shared memory. Out: pairs of them that together change nothing, if the second comes upon
//! what the first left ([`crate::exec::waiting`] says what follows from that). It must not know loops.

use rustc_hash::FxHashMap;

use crate::exec::cases;
use crate::exec::skeleton::{Action, Back, TakenBack};
use crate::exec::state::{Change, Effect, Replaced};
use crate::exec::terms::{Term, TermId};
use crate::ids::EventId;
use crate::ir::BinaryOp;

use super::Round;
use super::running::RunningLoop;

/// An iteration with more effects than this is not looked through for pairs. Real ones have two.
const MOST: usize = 6;

/// The effects of an iteration that are not taken back, and those that are.
pub(super) struct Effects {
    pub lasting: Vec<Effect>,
    pub taken_back: Vec<TakenBack>,
}

impl Round<'_> {
    /// Pairs each read-modify-write with the first later effect that changes back what it changed, where on the paths on
    /// which `path` follows after `head` both happen or neither.
    pub(super) fn pair_effects(&mut self, effects: Vec<Effect>, running: &RunningLoop, path: TermId) -> Effects {
        let (head, again) = (running.head.guard, self.taken_again(running));
        let mut found = Effects { lasting: Vec::new(), taken_back: Vec::new() };
        if effects.len() > MOST {
            found.lasting = effects;
            return found;
        }
        let mut open = effects;
        while !open.is_empty() {
            let first = open.remove(0);
            let later = (0..open.len()).find_map(|at| match self.may_take_back(&open[at], again) {
                true => Some((at, self.takes_back(&first, &open[at], (head, path))?)),
                false => None,
            });
            match later {
                Some((at, pair)) => {
                    open.remove(at);
                    found.taken_back.push(pair);
                }
                None => found.lasting.push(first),
            }
        }
        found
    }

    /// The read of a read-modify-write with which the iteration begins on all its paths, before it has done anything that others hear of and
    /// before a path has left the loop.
    fn taken_again(&self, running: &RunningLoop) -> Option<EventId> {
        let own = self.own_events()[running.head.events..].iter().copied();
        let is_heard_of = |id: &EventId| {
            let event = &self.events[id.index()];
            !matches!(event.action, Action::Read { .. } | Action::Fence { .. } | Action::Point(_))
                || event.partner.is_some()
        };
        let first = own.into_iter().find(is_heard_of)?;
        let event = &self.events[first.index()];
        let on_all_paths = self.terms.implies(running.head.guard, event.guard);
        Some(first).filter(|_| event.is_read() && event.group.is_none() && on_all_paths)
    }

    /// Whether an effect may take another one back, where a read-modify-write is made again first in each round. Of a store that may
    /// be overtaken others could hear late.
    fn may_take_back(&self, effect: &Effect, again: Option<EventId>) -> bool {
        let target = |event: EventId| self.events[event.index()].target.as_ref();
        match effect.change {
            Change::Update(_) => true,
            Change::Store { order, .. } if self.bounds.restores.anywhere.contains(&order) => true,
            Change::Store { order, write, .. } if self.bounds.restores.taken_again.contains(&order) => {
                let same = |again: EventId| target(again).map(|place| (&place.cells, place.width));
                again.is_some_and(|again| {
                    same(again) == same(write) && same(write).is_some_and(|(cells, _)| cells.len() == 1)
                })
            }
            Change::Store { .. } | Change::Other => false,
        }
    }

    fn takes_back(&mut self, first: &Effect, later: &Effect, (head, path): (TermId, TermId)) -> Option<TakenBack> {
        let Change::Update(Replaced { old, new, write: Some(write), .. }) = first.change else { return None };
        let last = match later.change {
            Change::Update(Replaced { write: Some(last), .. }) => last,
            Change::Store { write, .. } => write,
            Change::Update(_) | Change::Other => return None,
        };
        let (here, there) = (&self.events[write.index()], &self.events[last.index()]);
        let are_whole = here.group.is_none() && there.group.is_none();
        if here.target != there.target || here.section != there.section || !are_whole {
            return None;
        }
        let (back, left) = match later.change {
            Change::Update(Replaced { old: found, new: left, .. }) => {
                let read = there.partner?;
                let left = match (&self.events[read.index()].action, self.terms.term(found)) {
                    // What only this thread writes is found as it is.
                    (Action::Read { known: true, .. }, _) => left,
                    (_, Term::Input(_)) => self.terms.rewrite(left, &mut FxHashMap::from_iter([(found, new)])),
                    _ => return None,
                };
                (Back::Update(read), left)
            }
            Change::Store { value, .. } => (Back::Store(last), value),
            Change::Other => return None,
        };
        let (happens, back_happens) = (self.changes(first, head), self.terms.distinction(later.guard, head));
        let alone = [(happens, back_happens), (back_happens, happens)].map(|(one, other)| {
            let not = self.terms.not(other);
            let alone = self.terms.and(one, not);
            self.terms.and(path, alone)
        });
        let both_or_neither = alone.into_iter().all(|alone| cases::is_impossible(&mut self.terms, alone));
        both_or_neither.then_some(TakenBack { write, back }).filter(|_| self.is_left(left, old, (path, happens)))
    }

    /// When an effect changes memory. A read-modify-write that stores what it finds is silent.
    fn changes(&mut self, effect: &Effect, head: TermId) -> TermId {
        let happens = self.terms.distinction(effect.guard, head);
        let Change::Update(Replaced { old, new, order, .. }) = effect.change else { return happens };
        if !self.bounds.waiting.is_silent(order) {
            return happens;
        }
        let unchanged = self.terms.binary(BinaryOp::Equal, old, new);
        let changed = self.terms.not(unchanged);
        self.terms.and(happens, changed)
    }

    /// Whether what is left is what was found wherever the path is followed and both happen: a mutex is taken only where it is free.
    fn is_left(&mut self, left: TermId, found: TermId, (path, happens): (TermId, TermId)) -> bool {
        let same = self.terms.binary(BinaryOp::Equal, left, found);
        if same == TermId::TRUE {
            return true;
        }
        let other = self.terms.not(same);
        let both = self.terms.and(path, happens);
        let differs = self.terms.and(both, other);
        cases::is_impossible(&mut self.terms, differs)
    }
}
