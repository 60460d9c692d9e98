//! Loops: unwound at their ends, iteration by iteration, up to their bounds.
//!
//! In: the state that comes to the end of a loop's region. Out: a state at the head of the next iteration, or an
//! exceeded bound, or nothing because the thread waits there ([`super::waiting`]). It must not know instructions.

use crate::exec::bounds::{Bound, Waiting};
use crate::exec::skeleton::Bounded;
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ids::{EventId, LoopId, RegId};
use crate::ir::Op;

use super::Round;
use super::frame::Frame;
use super::running::{Head, RunningLoop};

/// Blocks that a thread has freed, from which on an iteration that frees another one is not certain, whatever the constants say: each
/// block that comes may be any of them, and what that costs grows with their third power.
const FREED: usize = 24;

/// Iterations after which it is asked for the first time whether the round is in vain.
const IN_VAIN: u32 = 64;

/// Whether it is asked after so many iterations: so seldom that asking costs little.
fn is_to_be_asked(count: u32) -> bool {
    count >= IN_VAIN && count.is_power_of_two()
}

impl Frame<'_> {
    /// Notes for the running loops that a branch which leaves them was decided by constants.
    pub(super) fn note_decision(&mut self, at: usize, target: usize) {
        let beside = match self.code.get(at + 1).map(|i| &i.op) {
            Some(Op::Jump(label)) => label.index(),
            _ => 0,
        };
        for running in &mut self.loops {
            running.decided |= target > running.repeat || beside > running.repeat;
        }
    }
}

impl Round<'_> {
    /// Drops the loops that control has left and starts those that it has entered.
    pub(super) fn enter_loops(&mut self, frame: &mut Frame, at: usize, state: &State) {
        while frame.loops.last().is_some_and(|l| at < l.start || at > l.repeat) {
            frame.loops.pop();
            self.walk.loops -= 1;
        }
        let around: Vec<(usize, usize, LoopId)> = frame.live.loops_around(at).collect();
        for (start, repeat, id) in around {
            if let Some(running) = frame.loops.iter_mut().find(|l| l.repeat == repeat) {
                running.whole &= at != start || state.section == running.head.section;
                continue;
            }
            frame.loops.push(RunningLoop {
                start,
                repeat,
                id,
                iteration: 1,
                counted: 1,
                left: false,
                decided: false,
                head: self.head(state),
                before: None,
                whole: true,
                exits: Vec::new(),
            });
            self.walk.loops += 1;
            self.deepest = self.deepest.max(1);
        }
    }

    fn head(&self, state: &State) -> Head {
        Head {
            guard: state.guard,
            registers: state.registers.clone(),
            memory: state.memory.clone(),
            section: state.section,
            freed: state.freed.clone(),
            living: state.living.clone(),
            held: state.held.clone(),
            effects: state.effects.len(),
            objects: self.made.len(),
            events: self.own_events().len(),
            accesses: self.accesses.len(),
            awaits: self.walk.awaits,
        }
    }

    /// Whether an iteration came to where it may sleep for good and changed nothing of what decides by constants how often the loop goes
    /// round. They would let it go round for ever then; what ends it is the sleep.
    fn sleeps_without_change(&self, frame: &Frame, index: usize, state: &State) -> bool {
        let running = &frame.loops[index];
        let head = &running.head;
        let is_live = |i: usize| frame.live.is_live(running.start, RegId::from_index(i));
        let mut registers = state.registers.iter().zip(&head.registers).enumerate();
        self.walk.awaits > head.awaits
            && registers.all(|(i, (now, before))| now == before || !is_live(i))
            && state.memory == head.memory
    }

    pub(super) fn own_events(&self) -> &[EventId] {
        let thread = self.threads[self.walk.thread.index()].as_ref();
        &thread.expect("the running thread; please report this").events
    }

    /// The way back to the head of a loop, for the paths that neither wait nor have reached the bound.
    pub(super) fn repeat(&mut self, frame: &mut Frame, at: usize, mut state: State) {
        let index = frame.loops.iter().position(|l| l.repeat == at);
        let index = index.expect("a loop that repeats is running; please report this");
        self.walk.loops -= frame.loops.len() - index - 1;
        frame.loops.truncate(index + 1);
        let before = state.guard;
        let past = match self.bounds.waiting {
            Waiting::Unwound => None,
            Waiting::Silent(_) | Waiting::TakenBack => self.wait(frame, index, &mut state),
        };
        let as_before = self.walk.as_before.take();
        self.stops_in_loop(&frame.loops[index], (before, &state), as_before, frame.span(at));
        let sleeps = self.sleeps_without_change(frame, index, &state);
        let running = &mut frame.loops[index];
        // An iteration in which some paths wait goes on only if something else happens, whatever the constants say.
        let frees_more = state.freed.len() > running.head.freed.len().max(FREED);
        let certain = running.decided && !running.left && state.guard == before && !sleeps && !frees_more;
        let (count, bound, what) = match self.bounds.bound(running.id) {
            Bound::Fixed(bound) => (running.iteration, bound, Bounded::Loop(running.id)),
            Bound::Rising(_) if certain => (running.iteration, self.bounds.counted, Bounded::Count(running.id)),
            Bound::Rising(bound) => (running.counted, bound, Bounded::Loop(running.id)),
        };
        if state.guard == TermId::FALSE {
            return;
        }
        // Another thread writes what this round takes for a constant, so that the loop may go round by what is not so. The path ends
        // here: there is another round in any case, since the cell is a new one among the shared.
        if certain && is_to_be_asked(count) && self.known.is_outgrown_by(&self.next) {
            return;
        }
        if count >= bound {
            self.exceed(state.guard, what, bound);
            return;
        }
        if self.walk.loops == 1 {
            state.effects.clear();
        }
        for (i, register) in state.registers.iter_mut().enumerate() {
            if !frame.live.is_live(running.start, RegId::from_index(i)) {
                *register = None;
            }
        }
        let head = self.head(&state);
        let running = &mut frame.loops[index];
        running.iteration += 1;
        if !certain {
            running.counted += 1;
            self.deepest = self.deepest.max(running.counted);
        }
        running.left = false;
        running.decided = false;
        running.head = head;
        running.before = past;
        running.exits.clear();
        frame.pending.insert(running.start, vec![state]);
    }
}
