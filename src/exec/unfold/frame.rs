//! One call of a function: its code in ascending order, paths merged at labels.

mod calls;

pub(super) use calls::CalledAt;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Round;
use super::faults::Fault;
use super::running::RunningLoop;
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::liveness::Liveness;
use crate::exec::skeleton::Action;
use crate::exec::state::{Section, State};
use crate::exec::terms::TermId;
use crate::exec::{context, serial};
use crate::ids::{FuncId, RegId};
use crate::ir::{Instr, Op, Operand, uses};

/// What is fixed while a frame runs, and what its paths leave behind.
pub(super) struct Frame<'f> {
    function: FuncId,
    pub(super) code: &'f [Instr],
    /// Where the program has called the tool's own text that this is.
    place: Option<Span>,
    pub(super) pending: BTreeMap<usize, Vec<State>>,
    pub(super) loops: Vec<RunningLoop>,
    /// The merged returns, with the value in the only register; one for each atomic section that runs there.
    returned: Vec<State>,
    pub(super) live: Rc<Liveness>,
}

impl Frame<'_> {
    /// Where an instruction stands, or what its text is called from.
    pub(super) fn span(&self, at: usize) -> Option<Span> {
        self.place.or(self.code[at].span)
    }

    /// The path that is least far.
    fn next(&mut self) -> Option<(usize, State)> {
        let mut entry = self.pending.first_entry()?;
        let at = *entry.key();
        let state = entry.get_mut().pop()?;
        if entry.get().is_empty() {
            entry.remove();
        }
        Some((at, state))
    }

    /// The path that waits at a place in this atomic section.
    fn take(&mut self, at: usize, section: Option<Section>) -> Option<State> {
        let waiting = self.pending.get_mut(&at)?;
        let index = waiting.iter().position(|state| state.section == section)?;
        let state = waiting.remove(index);
        if waiting.is_empty() {
            self.pending.remove(&at);
        }
        Some(state)
    }

    /// A path leaves all loops that run here.
    fn leave(&mut self, accesses: usize, guard: TermId) {
        for running in &mut self.loops {
            running.leave(accesses, guard);
        }
    }

    /// Whether paths may meet at an instruction.
    fn is_meeting(&self, at: usize) -> bool {
        self.live.at(at).is_some() || matches!(self.code[at].op, Op::Repeat { .. })
    }
}

/// Where control goes after an instruction.
enum Next {
    Fall,
    Stop,
}

impl Round<'_> {
    /// Follows one path from `at` until it ends or jumps away, merging what waits at each label on the way.
    fn run(&mut self, frame: &mut Frame, at: usize, mut state: State) -> Result<(), Diagnostic> {
        let mut at = at;
        loop {
            // Paths that run in another atomic section come here, too, before this one goes on.
            if frame.pending.keys().next().is_some_and(|first| *first < at) && frame.is_meeting(at) {
                self.wait_at(frame, at, state);
                return Ok(());
            }
            if let Some(waiting) = frame.take(at, state.section) {
                state = self.merge(state, waiting, frame.live.at(at));
            }
            if state.guard == TermId::FALSE {
                return Ok(());
            }
            if self.walk.loops == 0 {
                state.effects.clear();
            }
            self.enter_loops(frame, at, &state);
            if self.count_step(frame.span(at))?.is_break() {
                return Ok(());
            }
            let (calls, context, loops) = (self.walk.calls.len(), self.walk.context.len(), self.walk.loops);
            let (running, nested) = (self.running.len(), self.nested);
            match self.step(frame, at, &mut state) {
                Ok(Next::Fall) => at += 1,
                Ok(Next::Stop) => return Ok(()),
                Err(refused) => {
                    // The path ends here in this round; what the others do may tell more in the next.
                    self.refused.get_or_insert(refused);
                    self.walk.calls.truncate(calls);
                    self.walk.context.truncate(context);
                    self.walk.loops = loops;
                    self.running.truncate(running);
                    self.nested = nested;
                    return Ok(());
                }
            }
        }
    }

    /// Sends a path forward to a label.
    fn go(&mut self, frame: &mut Frame, target: usize, state: State) {
        if state.guard == TermId::FALSE {
            return;
        }
        for running in frame.loops.iter_mut().filter(|l| target > l.repeat) {
            running.leave(self.accesses.len(), state.guard);
        }
        self.wait_at(frame, target, state);
    }

    /// Has a path wait at a label for those that come there later, merged with those that are there already.
    fn wait_at(&mut self, frame: &mut Frame, at: usize, state: State) {
        let merged = match frame.take(at, state.section) {
            Some(waiting) => self.merge(waiting, state, frame.live.at(at)),
            None => state,
        };
        frame.pending.entry(at).or_default().push(merged);
    }

    /// Adds a state to those that run in different atomic sections.
    fn gather(&mut self, states: &mut Vec<State>, state: State) {
        match states.iter().position(|other| other.section == state.section) {
            Some(at) => {
                let other = states.remove(at);
                let merged = self.merge(other, state, None);
                states.insert(at, merged);
            }
            None => states.push(state),
        }
    }

    /// Notes what the registers hold that an instruction reads and that some path here has not assigned.
    fn open_registers(&mut self, frame: &Frame, at: usize, op: &Op, state: &mut State) {
        if state.undefined.is_clear() {
            return;
        }
        for operand in uses::operands(op) {
            if let Operand::Reg(reg) = operand
                && state.undefined.contains(reg.index())
            {
                let term = self.operand(state, operand);
                state.undefined.set(reg.index(), false);
                let mark = self.extend_context(frame, at);
                self.open.push((Open::Register(self.walk.thread, self.walk.context.clone(), reg), term));
                self.walk.context.truncate(mark);
            }
        }
    }

    /// The context of the instruction at `at`: the frame's, the running iterations, the instruction.
    fn extend_context(&mut self, frame: &Frame, at: usize) -> usize {
        let mark = self.walk.context.len();
        self.walk.context.extend(frame.loops.iter().map(|l| l.iteration));
        self.walk.context.push(context::instruction(at));
        mark
    }

    fn step(&mut self, frame: &mut Frame, at: usize, state: &mut State) -> Result<Next, Diagnostic> {
        let (op, span) = (&frame.code[at].op, frame.span(at));
        self.open_registers(frame, at, op, state);
        match op {
            Op::Copy { dst, value: v } => {
                let v = self.operand(state, *v);
                state.define(*dst, v);
            }
            Op::Unary { dst, .. }
            | Op::Binary { dst, .. }
            | Op::Cast { dst, .. }
            | Op::Select { dst, .. }
            | Op::Nondet { dst } => {
                let value = self.yields(frame, at, (op, *dst), state);
                state.define(*dst, value);
            }
            Op::Undefine { dst } => state.undefine(*dst),
            Op::Jump(target) => {
                self.go(frame, target.index(), state.clone());
                return Ok(Next::Stop);
            }
            Op::Branch { condition, target } => self.branch(frame, at, (*condition, target.index()), state),
            Op::Repeat { .. } => {
                if frame.pending.contains_key(&at) {
                    let mut error = Diagnostic::error("an atomic section runs on some ways around this loop only");
                    error.span = span;
                    return Err(error.help("begin and end it in the same iteration on every path"));
                }
                self.repeat(frame, at, state.clone());
                return Ok(Next::Stop);
            }
            Op::Return(result) => {
                self.give_back(frame, *result, state);
                return Ok(Next::Stop);
            }
            Op::Call { .. } => return self.reach(frame, at, state),
            Op::Step { from, to } => {
                let (from, to) = (self.operand(state, *from), self.operand(state, *to));
                self.check_step(state, (from, to), span);
            }
            Op::Reach { address, bytes } => {
                let address = self.operand(state, *address);
                self.check_reach(state, address, *bytes, span)?;
            }
            Op::Assume { condition } | Op::Await { condition } => {
                let c = self.operand(state, *condition);
                if matches!(op, Op::Await { .. }) {
                    self.walk.awaits += 1;
                    let waits = self.terms.not(c);
                    self.stops_at(state, waits, span);
                }
                state.guard = self.terms.and(state.guard, c);
            }
            Op::Assert { condition, property, message } => {
                let c = self.operand(state, *condition);
                let wrong = self.terms.not(c);
                self.violate(state, wrong, Fault::new(*property, message, span));
            }
            Op::FencePoint(_) if frame.live.is_beside_the_point(at) => {}
            Op::FencePoint(point) => {
                self.mark(state, Action::Point(*point), span, Vec::new());
            }
            Op::ExitThread { value: v } => {
                let v = self.operand(state, *v);
                frame.leave(self.accesses.len(), state.guard);
                self.exit_thread(state.clone(), v);
                return Ok(Next::Stop);
            }
            Op::Spawn { .. } | Op::Join { .. } | Op::Allocate { .. } | Op::AnyMemory { .. } => {
                let mark = self.extend_context(frame, at);
                let done = self.library(frame.function, op, state, span);
                self.walk.context.truncate(mark);
                done?;
            }
            Op::BarrierInit { .. } | Op::BarrierWait { .. } | Op::BarrierDestroy { .. } => {
                let matters = serial::is_told_apart(self.program.function(frame.function), &frame.live, at);
                self.barrier((op, matters), state, span)?;
            }
            _ => self.library(frame.function, op, state, span)?,
        }
        Ok(if state.guard == TermId::FALSE { Next::Stop } else { Next::Fall })
    }

    /// What an instruction computes.
    fn yields(&mut self, frame: &Frame, at: usize, (op, dst): (&Op, RegId), state: &mut State) -> TermId {
        let span = frame.span(at);
        let value = match op {
            Op::Unary { op, value, .. } => {
                let value = self.operand(state, *value);
                self.turn(state.guard, *op, value, span)
            }
            Op::Binary { op, left, right, .. } => {
                let (left, right) = (self.operand(state, *left), self.operand(state, *right));
                // Arithmetic on pointers is looked at by itself.
                let next = frame.code.get(at + 1).map(|next| &next.op);
                if !matches!(next, Some(Op::Step { to, .. }) if *to == Operand::Reg(dst)) {
                    self.judge_distance(state.guard, *op, (left, right), span);
                }
                self.compute(state.guard, *op, (left, right), span)
            }
            Op::Cast { op, value, .. } => {
                let to = self.program.function(frame.function).width(dst);
                let value = self.operand(state, *value);
                self.convert(state.guard, (*op, to), value, span)
            }
            Op::Select { condition, yes, no, .. } => {
                let condition = self.operand(state, *condition);
                let (yes, no) = (self.operand(state, *yes), self.operand(state, *no));
                return self.terms.select(condition, yes, no);
            }
            Op::Nondet { .. } => {
                let width = self.program.function(frame.function).width(dst);
                let mark = self.extend_context(frame, at);
                let value = self.left_open(Open::Instruction(self.walk.thread, self.walk.context.clone()), width);
                self.walk.context.truncate(mark);
                return value;
            }
            other => panic!("{other:?} computes nothing; please report this"),
        };
        self.computed(value, span);
        value
    }

    /// Sends the paths on which the condition holds to a label; the others go on.
    fn branch(&mut self, frame: &mut Frame, at: usize, (condition, target): (Operand, usize), state: &mut State) {
        let c = self.operand(state, condition);
        if matches!(condition, Operand::Reg(_)) && self.terms.constant_of(c).is_some() {
            frame.note_decision(at, target);
        }
        let mut taken = state.clone();
        taken.guard = self.terms.and(state.guard, c);
        self.go(frame, target, taken);
        let not = self.terms.not(c);
        state.guard = self.terms.and(state.guard, not);
    }

    /// A path returns.
    fn give_back(&mut self, frame: &mut Frame, result: Option<Operand>, state: &mut State) {
        let result = result.map(|result| self.operand(state, result));
        frame.leave(self.accesses.len(), state.guard);
        let mut done = state.clone();
        done.registers = vec![result];
        done.undefined.clear();
        self.gather(&mut frame.returned, done);
    }
}
