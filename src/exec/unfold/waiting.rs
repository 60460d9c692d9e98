//! The rule of [`crate::exec::waiting`] on symbolic states.
//!
//! In: the states and events of a loop's last two iterations as terms. Out: the paths that wait at the end of the last
//! one, cut off. It must not know the rule's reasons, nor bounds.
//!
//! All paths of an iteration come together at its end. Those that did something that others can notice are told from
//! the silent ones by the guards of their effects; what is asked of the silent ones is a condition over what they read,
//! folded under all that their path condition says. If it holds on all of them, they end; else they go on with its
//! negation in their path condition, so that a solver finds what is left of them.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::exec::bounds::{Alike, Waiting};
use crate::exec::cases;
use crate::exec::skeleton::{Action, Event, Noticed, TakenBack};
use crate::exec::state::{Change, Effect, Memory, Replaced, State};
use crate::exec::terms::{InputId, Term, TermId};
use crate::exec::values::Values;
use crate::exec::waiting::{Ends, may_wait};
use crate::ids::{EventId, RegId};
use crate::ir::{BinaryOp, Width};

use super::Round;
use super::frame::Frame;
use super::running::{Head, Past, RunningLoop};
use super::taken_back::Effects;

impl Round<'_> {
    /// Cuts off the paths that wait at the end of the iteration. Returns the iteration if some path of it was silent.
    pub(super) fn wait(&mut self, frame: &Frame, index: usize, state: &mut State) -> Option<Past> {
        let running = &frame.loops[index];
        // The state at the head is not that of paths which entered further down, or in another section.
        if running.iteration == 1 && frame.live.is_entered_inside(running.repeat) || !running.whole {
            return None;
        }
        let head = &running.head;
        let kept = (&state.freed, &state.living, &state.held);
        if state.section != head.section || kept != (&head.freed, &head.living, &head.held) {
            return None;
        }
        let Effects { mut lasting, taken_back } = self.effects_of(running, state);
        lasting.extend(self.late_reads(running));
        let (mut silent, mut working) = (state.guard, TermId::FALSE);
        for effect in &lasting {
            let alone = self.terms.distinction(effect.guard, state.guard);
            let without = self.terms.not(alone);
            silent = self.terms.and(silent, without);
            let with = self.terms.and(state.guard, effect.guard);
            working = self.terms.or(working, with);
        }
        let works = self.unless_rewritten(frame, (running, working), state, (&lasting, &taken_back));
        if silent == TermId::FALSE || working == state.guard {
            state.guard = if works == working { state.guard } else { works };
            return None;
        }
        let past = Past { head: running.head.clone(), silent };
        let takes_back = !taken_back.is_empty();
        let silent_end = End { path: silent, mixed: working != TermId::FALSE, takes_back };
        let waits = self.may_wait(frame, running, state, silent_end);
        if waits != TermId::FALSE {
            let mut goes_on = self.terms.not(waits);
            if takes_back {
                let noticed = self.notice(running, taken_back);
                goes_on = self.terms.or(goes_on, noticed);
            }
            let goes_on = self.terms.and(silent, goes_on);
            state.guard = self.terms.or(works, goes_on);
        } else if works != working {
            state.guard = self.terms.or(works, silent);
        }
        self.walk.as_before = self.walk.as_before.filter(|_| works == working);
        Some(past).filter(|_| !takes_back)
    }

    /// When the thread may wait at such an end of the iteration.
    pub(super) fn may_wait(&mut self, frame: &Frame, running: &RunningLoop, state: &State, end: End) -> TermId {
        let facts = self.facts_of(end.path);
        let matters = |register: usize| frame.live.matters(running.start, RegId::from_index(register));
        let silent_before = TermId::FALSE;
        let End { mixed, takes_back, .. } = end;
        may_wait(&mut Symbolic {
            round: self,
            running,
            state,
            matters: &matters,
            facts,
            mixed,
            silent_before,
            takes_back,
        })
    }

    /// What holds on some paths.
    pub(super) fn facts_of(&mut self, path: TermId) -> Substitution {
        let mut facts = FxHashMap::default();
        for fact in self.terms.conjuncts(path) {
            facts.insert(fact, TermId::TRUE);
            facts.insert(self.terms.not(fact), TermId::FALSE);
        }
        facts
    }

    /// A condition that holds only if somebody noticed what the iteration takes back.
    pub(super) fn notice(&mut self, running: &RunningLoop, taken_back: Vec<TakenBack>) -> TermId {
        let iteration = self.own_events()[running.head.events..].to_vec();
        let (_, condition) = self.terms.input(Width::BOOL, Values::all(Width::BOOL));
        self.noticed.push(Noticed { condition, taken_back, iteration });
        condition
    }

    /// Whether each iteration writes this private memory before it reads it or leaves the loop, so that what it holds
    /// at the head does not matter. It is enough to look at one iteration if nothing else has changed: what it reads is
    /// free, so that it takes every way that another can take.
    fn overwritten(&self, running: &RunningLoop, address: u64, width: Width) -> bool {
        let end = address + width.bytes();
        let mut writes: Vec<(usize, TermId)> = Vec::new();
        let written = |writes: &[(usize, TermId)], before: usize, guard: TermId| {
            writes.iter().any(|(at, write)| *at < before && self.terms.implies(guard, *write))
        };
        for (at, access) in self.accesses.iter().enumerate().skip(running.head.accesses) {
            if access.address >= end || access.address + access.bytes <= address {
                continue;
            }
            if access.writes && access.address <= address && end <= access.address + access.bytes {
                writes.push((at, access.guard));
            } else if !written(&writes, at, access.guard) {
                return false;
            }
        }
        !writes.is_empty() && running.exits.iter().all(|(before, guard)| written(&writes, *before, *guard))
    }

    /// The reads of the iteration that may be of a dead object, and that the thread does not make again if it goes on: all but those of
    /// the cells that it reads first.
    fn late_reads(&self, running: &RunningLoop) -> Vec<Effect> {
        let events = self.own_events()[running.head.events..].iter().map(|id| &self.events[id.index()]);
        let reads = events.filter(|event| event.is_read());
        let cells = reads.filter_map(|event| Some((event.guard, &event.target.as_ref()?.cells)));
        let may_be_late = |cell: &u64| {
            let mortal = self.objects.at(*cell).filter(|id| self.may_die(self.walk.thread, *id));
            mortal.is_some_and(|id| self.lives.reads_are_late(self.objects.get(id).death()))
        };
        let noted = |cell: &u64| self.objects.at(*cell).is_some_and(|id| self.objects.subject(id) != id);
        let mut first = None;
        let mut found = Vec::new();
        for (guard, cells) in cells.filter(|(_, cells)| !cells.iter().all(noted)) {
            if *first.get_or_insert(cells) != cells && cells.iter().any(may_be_late) {
                found.push(Effect::lasting(guard));
            }
        }
        found
    }

    /// What happened in the iteration that another thread can notice.
    fn effects_of(&mut self, running: &RunningLoop, state: &State) -> Effects {
        let effects: Vec<_> = state.effects[running.head.effects.min(state.effects.len())..].to_vec();
        let mut noticeable = Vec::new();
        // What is known since the head is enough to tell, and much shorter.
        let path = self.terms.distinction(state.guard, running.head.guard);
        for effect in effects {
            let happens = self.terms.distinction(effect.guard, running.head.guard);
            let both = self.terms.and(path, happens);
            let nothing = match effect.change {
                _ if both == TermId::FALSE => true,
                Change::Update(Replaced { old, new, order, .. }) if self.bounds.waiting.is_silent(order) => {
                    let unchanged = self.terms.binary(BinaryOp::Equal, old, new);
                    let changed = self.terms.not(unchanged);
                    let noticed = self.terms.and(both, changed);
                    cases::is_impossible(&mut self.terms, noticed)
                }
                Change::Update(_) | Change::Store { .. } | Change::Other => false,
            };
            if !nothing {
                noticeable.push(effect);
            }
        }
        match self.bounds.waiting {
            Waiting::TakenBack => self.pair_effects(noticeable, running, path),
            Waiting::Unwound | Waiting::Silent(_) => Effects { lasting: noticeable, taken_back: Vec::new() },
        }
    }
}

/// Some paths to the end of an iteration.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub path: TermId,
    /// There are others.
    pub mixed: bool,
    /// Something that the iteration did must not be noticed.
    pub takes_back: bool,
}

/// What stands for what, as far as it has been looked up.
type Substitution = FxHashMap<TermId, TermId>;

/// The ends of the last two iterations, on the silent paths of the last one.
struct Symbolic<'s, 'r, 'a> {
    round: &'s mut Round<'a>,
    running: &'s RunningLoop,
    /// At the end of the last iteration.
    state: &'s State,
    /// Whether what a register holds at the head matters.
    matters: &'r dyn Fn(usize) -> bool,
    /// What is known on the silent paths.
    facts: Substitution,
    /// Other paths come to the end of the iteration, too.
    mixed: bool,
    /// When the iteration before was silent, too.
    silent_before: TermId,
    /// Something that the iteration did was taken back.
    takes_back: bool,
}

impl Symbolic<'_, '_, '_> {
    /// A condition folded under what is known.
    fn folded(&mut self, condition: TermId) -> TermId {
        self.round.terms.rewrite(condition, &mut self.facts)
    }

    /// When a value that would be there is the one that is there, and needs no other reads where that counts.
    fn same(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return TermId::TRUE;
        }
        if self.round.terms.width(a) != self.round.terms.width(b) {
            return TermId::FALSE;
        }
        if self.round.bounds.alike != Alike::Values && !self.round.terms.sources_of(a).is_empty() {
            return if self.comes_as(b, a) { TermId::TRUE } else { TermId::FALSE };
        }
        let (a, b) = (self.folded(a), self.folded(b));
        let same = self.round.terms.binary(BinaryOp::Equal, a, b);
        self.folded(same)
    }

    /// Whether a value is what another one is on the silent paths, where other paths have brought other values: then it is
    /// computed from nothing else there.
    fn comes_as(&mut self, value: TermId, sought: TermId) -> bool {
        let mut value = value;
        while value != sought {
            let Term::Select(condition, yes, no) = self.round.terms.term(value) else { return false };
            let condition = self.folded(condition);
            value = match self.round.terms.constant_of(condition) {
                Some(0) => no,
                Some(_) => yes,
                None => return false,
            };
        }
        true
    }

    /// Whether a condition that would have to hold looks at no reads but those at which one that holds does, where that
    /// counts.
    fn decides_no_more(&self, would: TermId, holds: TermId) -> bool {
        if self.round.bounds.alike == Alike::Values {
            return true;
        }
        let (terms, unasked) = (&self.round.terms, &self.round.unasked);
        let held = terms.conjuncts(holds);
        let asked = held.iter().filter(|part| !unasked.contains(part));
        let looked_at: BTreeSet<InputId> = asked.filter_map(|part| terms.certain_inputs(*part)).flatten().collect();
        let others = terms.conjuncts(would).into_iter().filter(|part| !held.contains(part));
        others.flat_map(|part| terms.sources_of(part)).all(|input| looked_at.contains(&input))
    }

    /// Whether constants tell a state from the one at the end, whatever is read anew.
    fn differs(&self, registers: &[Option<TermId>], memory: &Memory, objects: usize) -> bool {
        let terms = &self.round.terms;
        let differ = |then: TermId, now: TermId| {
            then != now && terms.constant_of(then).is_some() && terms.constant_of(now).is_some()
        };
        let mut pairs = registers.iter().zip(&self.state.registers).enumerate();
        pairs.any(|(register, pair)| match pair {
            (Some(then), Some(now)) => differ(*then, *now) && (self.matters)(register),
            _ => false,
        }) || self.state.memory.iter().any(|(address, now)| {
            let then = memory.exact(address, terms.width(now), terms);
            then.is_some_and(|then| differ(then, now)) && !self.is_made_since(objects, address)
        })
    }

    /// When the state is that of `head` with some values replaced. Private memory for which `unread` holds is left out,
    /// and so are objects that were made since `objects`: they are out of reach in the next iteration, which makes its
    /// own.
    fn state_is(
        &mut self,
        (registers, memory): (&[Option<TermId>], &Memory),
        replaced: &mut Substitution,
        objects: usize,
        unread: impl Fn(&Round<'_>, u64, Width) -> bool,
    ) -> TermId {
        let mut all = TermId::TRUE;
        for (register, (then, now)) in registers.iter().zip(&self.state.registers).enumerate() {
            if then == now && replaced.is_empty() || !(self.matters)(register) {
                continue;
            }
            let same = match (then, now) {
                (None, None) => TermId::TRUE,
                (Some(then), Some(now)) => {
                    let then = self.round.terms.rewrite(*then, replaced);
                    self.same(then, *now)
                }
                _ => TermId::FALSE,
            };
            all = self.round.terms.and(all, same);
            if all == TermId::FALSE {
                return all;
            }
        }
        for (address, now) in self.state.memory.iter() {
            let width = self.round.terms.width(now);
            let then = memory.exact(address, width, &self.round.terms);
            if then == Some(now) && replaced.is_empty() || self.is_made_since(objects, address) {
                continue;
            }
            let same = match then {
                Some(then) => {
                    let then = self.round.terms.rewrite(then, replaced);
                    self.same(then, now)
                }
                None => TermId::FALSE,
            };
            if same != TermId::TRUE && !unread(self.round, address, width) {
                all = self.round.terms.and(all, same);
            }
            if all == TermId::FALSE {
                return all;
            }
        }
        all
    }

    fn is_made_since(&self, objects: usize, address: u64) -> bool {
        let Some(id) = self.round.objects.at(address) else { return false };
        let id = self.round.objects.subject(id);
        self.round.made[objects..].contains(&id)
    }

    /// The events of the iteration before the last, and those of the last.
    fn events(&self, before: &Head) -> (Vec<EventId>, Vec<EventId>) {
        let all = self.round.own_events();
        let middle = self.running.head.events;
        (all[before.events..middle].to_vec(), all[middle..].to_vec())
    }

    fn event(&self, id: EventId) -> &Event {
        &self.round.events[id.index()]
    }

    /// Whether two events were made by the same instruction.
    fn correspond(&self, a: EventId, b: EventId) -> bool {
        let (a, b) = (self.event(a), self.event(b));
        let same_action = match (&a.action, &b.action) {
            (Action::Read { known: x, .. }, Action::Read { known: y, .. }) => x == y,
            (Action::Write { .. }, Action::Write { .. }) => true,
            (x, y) => x == y,
        };
        let outcomes = |event: &Event| event.outcome.clone().map(|outcome| (outcome.success, outcome.failure));
        same_action && a.site == b.site && a.span == b.span && a.tags == b.tags && outcomes(a) == outcomes(b)
    }

    /// When the later of two corresponding events is what the earlier would have been with `replaced`; `None` if that
    /// cannot be said in general.
    fn repeats(&mut self, (earlier, later): (EventId, EventId), replaced: &mut Substitution) -> Option<TermId> {
        let (earlier, later) = (self.event(earlier).clone(), self.event(later).clone());
        let happened = self.folded(later.guard);
        let guard = self.round.terms.rewrite(earlier.guard, replaced);
        let would = self.folded(guard);
        if happened == TermId::FALSE {
            return Some(self.round.terms.not(would));
        }
        if happened != TermId::TRUE || !self.decides_no_more(guard, later.guard) {
            return None;
        }
        let mut all = would;
        if let (Some(a), Some(b)) = (&earlier.target, &later.target) {
            let address = self.round.terms.rewrite(a.address, replaced);
            let same = self.same(address, b.address);
            all = self.round.terms.and(all, same);
        }
        // What decides of tags is no dependency.
        if let (Some(a), Some(b)) = (&earlier.outcome, &later.outcome) {
            let failed = self.round.terms.rewrite(a.failed, replaced);
            let (would, does) = (self.folded(failed), self.folded(b.failed));
            let same = self.round.terms.binary(BinaryOp::Equal, would, does);
            let same = self.folded(same);
            all = self.round.terms.and(all, same);
        }
        if let (Action::Write { value: a }, Action::Write { value: b }) = (&earlier.action, &later.action) {
            let value = self.round.terms.rewrite(*a, replaced);
            let same = self.same(value, *b);
            all = self.round.terms.and(all, same);
        }
        Some(all)
    }
}

impl Ends for Symbolic<'_, '_, '_> {
    type Answer = TermId;

    fn is_always(&self, answer: TermId) -> bool {
        answer == TermId::TRUE
    }

    fn either(&mut self, a: TermId, b: TermId) -> TermId {
        self.round.terms.or(a, b)
    }

    fn takes_back(&self) -> bool {
        self.takes_back
    }

    /// Always or never: a loop that adds up what it reads is not to be cut where it read nothing but zeros. An iteration that takes
    /// back what it did may have no other way to end, so it ends on those paths on which nothing changed.
    fn nothing_changed(&mut self) -> TermId {
        let running = self.running;
        let (head, objects) = ((&running.head.registers[..], &running.head.memory), running.head.objects);
        let unread = |round: &Round<'_>, address: u64, width: Width| round.overwritten(running, address, width);
        self.round.walk.as_before = None;
        if !self.mixed && !self.takes_back {
            // All paths are silent, so what they know of themselves tells nothing new about where they meet.
            let facts = std::mem::take(&mut self.facts);
            let same = self.state_is(head, &mut Substitution::default(), objects, unread);
            self.facts = facts;
            self.round.walk.as_before = (same == TermId::TRUE).then_some(running.head.events);
            return self.round.terms.bool(same == TermId::TRUE);
        }
        let same = self.state_is(head, &mut Substitution::default(), objects, unread);
        self.round.walk.as_before = (!self.takes_back && same == TermId::TRUE).then_some(running.head.events);
        if self.takes_back { same } else { self.round.terms.bool(same == TermId::TRUE) }
    }

    fn steps(&mut self) -> Option<usize> {
        let before = self.running.before.as_ref()?;
        let (earlier, later) = self.events(&before.head);
        let reads =
            |ids: &[EventId]| ids.iter().any(|id| matches!(self.event(*id).action, Action::Read { known: false, .. }));
        // Nothing can be read anew; but two iterations without reads may have led back to where they began.
        if !reads(&later) && reads(&earlier) {
            return None;
        }
        let are_blind = !reads(&later);
        self.silent_before = self.folded(before.silent);
        if self.silent_before == TermId::FALSE {
            return None;
        }
        let head = &self.running.head;
        if self.differs(&head.registers, &head.memory, before.head.objects) {
            return Some(0);
        }
        let parallel = !are_blind
            && earlier.len() == later.len()
            && earlier.iter().zip(&later).all(|(a, b)| self.correspond(*a, *b));
        Some(if parallel { earlier.len() } else { 0 })
    }

    fn both_in_vain(&mut self) -> TermId {
        let Some(before) = &self.running.before else { return TermId::FALSE };
        let head = (&before.head.registers[..], &before.head.memory);
        if self.differs(head.0, head.1, before.head.objects) {
            return TermId::FALSE;
        }
        let from = before.head.events;
        let same = self.state_is(head, &mut Substitution::default(), before.head.objects, |_, _, _| false);
        let both = self.round.terms.and(self.silent_before, same);
        if both == TermId::TRUE && self.round.walk.as_before.is_none() {
            self.round.walk.as_before = Some(from);
        }
        both
    }

    fn one_instead_of_two(&mut self, from: usize) -> TermId {
        let running = self.running;
        let Some(before) = &running.before else { return TermId::FALSE };
        let (earlier, later) = self.events(&before.head);
        // Half a section of one iteration and half of another are no section, and half an access is none.
        let section = running.head.section.map(|section| section.number);
        let cuts_section = |id: &EventId| self.event(*id).section != section;
        if from > 0 && earlier.iter().chain(&later).any(cuts_section) {
            return TermId::FALSE;
        }
        let group = |ids: &[EventId], at: usize| self.event(ids[at]).group;
        let splits =
            |ids: &[EventId]| from > 0 && group(ids, from).is_some() && group(ids, from) == group(ids, from - 1);
        if splits(&earlier) || splits(&later) {
            return TermId::FALSE;
        }
        let mut replaced = Substitution::default();
        let mut all = self.silent_before;
        for (a, b) in earlier.iter().zip(&later).skip(from) {
            let (Action::Read { value: old, known: false }, Action::Read { value: new, .. }) =
                (&self.event(*a).action, &self.event(*b).action)
            else {
                continue;
            };
            let (old, new) = (*old, *new);
            if matches!(self.round.terms.term(old), Term::Input(_)) {
                replaced.insert(old, new);
            } else {
                let same = self.same(old, new);
                all = self.round.terms.and(all, same);
            }
        }
        let path = self.round.terms.distinction(before.silent, before.head.guard);
        let path = self.round.terms.rewrite(path, &mut replaced);
        if !self.decides_no_more(path, self.state.guard) {
            return TermId::FALSE;
        }
        let path = self.folded(path);
        all = self.round.terms.and(all, path);
        for (a, b) in earlier.into_iter().zip(later).skip(from) {
            if all == TermId::FALSE {
                return all;
            }
            match self.repeats((a, b), &mut replaced) {
                Some(same) => all = self.round.terms.and(all, same),
                None => return TermId::FALSE,
            }
        }
        let head = (&running.head.registers[..], &running.head.memory);
        let same = self.state_is(head, &mut replaced, before.head.objects, |_, _, _| false);
        self.round.terms.and(all, same)
    }
}
