//! One call of a function: its code in ascending order, paths merged at labels, loops unwound at their ends.

use std::collections::BTreeMap;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{Round, STEP_LIMIT, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::liveness::{self, Liveness};
use crate::exec::objects::function_at;
use crate::exec::skeleton::{Action, Bounded};
use crate::exec::state::{Memory, State};
use crate::exec::terms::{Term, TermId};
use crate::ids::{EventId, FuncId, LoopId, RegId};
use crate::ir::{Callee, Instr, Op, Operand, Property, Width};

/// A loop that is running in this frame.
struct RunningLoop {
    head: usize,
    repeat: usize,
    id: LoopId,
    /// Of the current iteration, from 1; part of the context.
    iteration: u32,
    /// Iterations whose number was not certain.
    counted: u32,
    /// Some path left the loop in this iteration.
    left: bool,
    /// An exit of the loop was decided by constants in this iteration.
    decided: bool,
    /// The state at the head, for telling whether the iteration changed anything.
    registers: Vec<Option<TermId>>,
    memory: Memory,
    effects: usize,
    objects: usize,
    /// How many events of the thread came before the iteration.
    events: usize,
    /// The input of the read right in front of the head, if the path there does not depend on it.
    refresh: Option<EventId>,
    /// How many accesses to private memory came before the iteration.
    accesses: usize,
    /// The ways out of the loop that this iteration took, each with the accesses to private memory before it.
    exits: Vec<(usize, TermId)>,
}

/// What is fixed while a frame runs, and what its paths leave behind.
struct Frame<'f> {
    function: FuncId,
    code: &'f [Instr],
    pending: BTreeMap<usize, State>,
    loops: Vec<RunningLoop>,
    /// The merged returns, with the value in the only register.
    returned: Option<State>,
    live: Rc<Liveness>,
}

/// Where control goes after an instruction.
enum Next {
    Fall,
    Stop,
}

impl Round<'_> {
    /// Runs a function on `state` and returns the merged state of its returns (its registers are the caller's
    /// again) with the value.
    pub(super) fn call(
        &mut self,
        walk: &mut Walk,
        id: FuncId,
        args: &[TermId],
        mut state: State,
        span: Option<Span>,
    ) -> Result<Option<(State, Option<TermId>)>, Diagnostic> {
        let depth = walk.calls.iter().filter(|f| **f == id).count() as u32;
        if depth > self.bounds.recursion {
            self.exceed(state.guard, Bounded::Recursion(id), self.bounds.recursion);
            return Ok(None);
        }
        let program = self.program;
        let function = program.function(id);
        let count = function.registers.len();
        let caller = std::mem::replace(&mut state.registers, vec![None; count]);
        let mut undefined = FixedBitSet::with_capacity(count);
        undefined.insert_range(..);
        let undefined = std::mem::replace(&mut state.undefined, undefined);
        if args.len() < function.params.len() {
            let mut error = Diagnostic::error(format!("`{}` is called with too few arguments", function.name));
            error.span = span;
            return Err(error);
        }
        for (param, arg) in function.params.iter().zip(args) {
            state.define(*param, *arg);
        }
        walk.calls.push(id);
        let mut frame = Frame {
            function: id,
            code: &function.code,
            pending: BTreeMap::from([(0, state)]),
            loops: Vec::new(),
            returned: None,
            live: Rc::clone(self.live.entry(id).or_insert_with(|| Rc::new(liveness::of(function)))),
        };
        while let Some((at, state)) = frame.pending.pop_first() {
            self.run(walk, &mut frame, at, state)?;
        }
        walk.loops -= frame.loops.len();
        walk.calls.pop();
        Ok(frame.returned.map(|mut state| {
            let value = state.registers.first().copied().flatten();
            state.registers = caller;
            state.undefined = undefined;
            (state, value)
        }))
    }

    /// Follows one path from `at` until it ends or jumps away, merging what waits at each label on the way.
    fn run(&mut self, walk: &mut Walk, frame: &mut Frame, at: usize, mut state: State) -> Result<(), Diagnostic> {
        let mut at = at;
        loop {
            if let Some(waiting) = frame.pending.remove(&at) {
                state = self.merge(state, waiting, frame.live.at(at));
            }
            if state.guard == TermId::FALSE {
                return Ok(());
            }
            if walk.loops == 0 {
                state.effects.clear();
            }
            self.enter_loops(walk, frame, at, &state);
            self.steps += 1;
            if self.steps > STEP_LIMIT {
                let mut error = Diagnostic::error("the program is too large to unfold")
                    .help("lower the constant trip counts of its loops");
                error.span = frame.code[at].span;
                return Err(error);
            }
            let (calls, context, loops) = (walk.calls.len(), walk.context.len(), walk.loops);
            let running = self.running.len();
            match self.step(walk, frame, at, &mut state) {
                Ok(Next::Fall) => at += 1,
                Ok(Next::Stop) => return Ok(()),
                Err(refused) => {
                    // The path ends here in this round; what the others do may tell more in the next.
                    self.refused.get_or_insert(refused);
                    walk.calls.truncate(calls);
                    walk.context.truncate(context);
                    walk.loops = loops;
                    self.running.truncate(running);
                    return Ok(());
                }
            }
        }
    }

    /// Drops the loops that control has left and starts those that it has entered.
    fn enter_loops(&mut self, walk: &mut Walk, frame: &mut Frame, at: usize, state: &State) {
        while frame.loops.last().is_some_and(|l| at < l.head || at > l.repeat) {
            frame.loops.pop();
            walk.loops -= 1;
        }
        let around: Vec<(usize, usize, LoopId)> = frame.live.loops_around(at).collect();
        for (head, repeat, id) in around {
            if frame.loops.iter().any(|l| l.repeat == repeat) {
                continue;
            }
            frame.loops.push(RunningLoop {
                head,
                repeat,
                id,
                iteration: 1,
                counted: 1,
                left: false,
                decided: false,
                registers: state.registers.clone(),
                memory: state.memory.clone(),
                effects: state.effects.len(),
                objects: self.made.len(),
                events: self.own_events(walk).len(),
                refresh: self.read_in_front(walk, state),
                accesses: self.accesses.len(),
                exits: Vec::new(),
            });
            walk.loops += 1;
            self.deepest = self.deepest.max(1);
        }
    }

    /// Sends a path forward to a label.
    fn go(&mut self, frame: &mut Frame, target: usize, state: State) {
        if state.guard == TermId::FALSE {
            return;
        }
        for running in frame.loops.iter_mut().filter(|l| target > l.repeat) {
            running.left = true;
            running.exits.push((self.accesses.len(), state.guard));
        }
        let merged = match frame.pending.remove(&target) {
            Some(waiting) => self.merge(waiting, state, frame.live.at(target)),
            None => state,
        };
        frame.pending.insert(target, merged);
    }

    /// The way back to the head of a loop: cut off if the iteration changed nothing or the bound is reached.
    fn repeat(&mut self, walk: &mut Walk, frame: &mut Frame, at: usize, mut state: State) {
        let index = frame.loops.iter().position(|l| l.repeat == at);
        let index = index.expect("a loop that repeats is running; please report this");
        walk.loops -= frame.loops.len() - index - 1;
        frame.loops.truncate(index + 1);
        let running = &frame.loops[index];
        let waited = self.only_waited(walk, frame, running, &mut state);
        if waited {
            return;
        }
        let certain = running.decided && !running.left;
        let (id, counted) = (running.id, running.counted);
        let bound = self.bounds.of(id);
        if !certain && counted >= bound {
            self.exceed(state.guard, Bounded::Loop(id), bound);
            return;
        }
        if certain && running.iteration >= self.patience {
            self.impatient = true;
            return;
        }
        if walk.loops == 1 {
            state.effects.clear();
        }
        for (i, register) in state.registers.iter_mut().enumerate() {
            if !frame.live.is_live(frame.loops[index].head, RegId::from_index(i)) {
                *register = None;
            }
        }
        let objects = self.made.len();
        let events = self.own_events(walk).len();
        let refresh = self.read_in_front(walk, &state);
        let running = &mut frame.loops[index];
        running.iteration += 1;
        if !certain {
            running.counted += 1;
            self.deepest = self.deepest.max(running.counted);
        }
        running.left = false;
        running.decided = false;
        running.registers = state.registers.clone();
        running.memory = state.memory.clone();
        running.effects = state.effects.len();
        running.objects = objects;
        running.events = events;
        running.refresh = refresh;
        running.accesses = self.accesses.len();
        running.exits.clear();
        frame.pending.insert(running.head, state);
    }

    fn own_events(&self, walk: &Walk) -> &[EventId] {
        let thread = self.threads[walk.thread.index()].as_ref();
        &thread.expect("the running thread; please report this").events
    }

    /// The read that is the thread's last access on every path here and on which the path does not depend.
    fn read_in_front(&mut self, walk: &Walk, state: &State) -> Option<EventId> {
        let mut last = self.own_events(walk).iter().rev().filter(|id| self.events[id.index()].target.is_some());
        let id = *last.next()?;
        let event = &self.events[id.index()];
        let Action::Read { value, known: false } = event.action else { return None };
        let Term::Input(input) = self.terms.term(value) else { return None };
        let certain = self.terms.implies(state.guard, event.guard);
        (self.causal && certain && !self.terms.depends(state.guard, input)).then_some(id)
    }

    /// Whether all paths of the iteration that ends in `state` only waited. If only some of them did, these are cut off.
    ///
    /// A path only waited if it did nothing that anyone can see and left everything as it was at the head, or as it
    /// would have been there had the read in front of the head returned what a read of this iteration did. The latter
    /// is the retry of a compare-and-exchange with the value it found: the thread could have read that value in the
    /// first place, at the time of the failed attempt. It needs reads to be performed in order.
    fn only_waited(&mut self, walk: &Walk, frame: &Frame, running: &RunningLoop, state: &mut State) -> bool {
        // The state at the head is not that of paths which entered further down.
        if running.iteration == 1 && frame.live.is_entered_inside(running.repeat) {
            return false;
        }
        let effects = self.effects_of(running, state);
        let (mut idle, mut working) = (state.guard, TermId::FALSE);
        for effect in effects {
            let alone = self.terms.distinction(effect, state.guard);
            let without = self.terms.not(alone);
            idle = self.terms.and(idle, without);
            let with = self.terms.and(state.guard, effect);
            working = self.terms.or(working, with);
        }
        if idle == TermId::FALSE || working == state.guard {
            return false;
        }
        // What is known of the paths that only waited.
        let mut facts = FxHashMap::default();
        if working != TermId::FALSE {
            for fact in self.terms.conjuncts(idle) {
                facts.insert(fact, TermId::TRUE);
                facts.insert(self.terms.not(fact), TermId::FALSE);
            }
        }
        let mut changed = Vec::new();
        for (i, register) in state.registers.iter().enumerate() {
            if frame.live.is_live(running.head, RegId::from_index(i)) && *register != running.registers[i] {
                let (Some(now), Some(then)) = (*register, running.registers[i]) else { return false };
                changed.push((then, now));
            }
        }
        for (address, value) in state.memory.iter() {
            let width = self.terms.width(value);
            let then = running.memory.exact(address, width, &self.terms);
            if then == Some(value) {
                continue;
            }
            // An object that this iteration made is out of reach in the next, which makes its own.
            if self.objects.at(address).is_some_and(|id| self.made[running.objects..].contains(&id)) {
                continue;
            }
            if self.overwritten(running, address, width) {
                continue;
            }
            let Some(then) = then else { return false };
            changed.push((then, value));
        }
        if working != TermId::FALSE {
            for (_, now) in &mut changed {
                *now = self.terms.rewrite(*now, &mut facts);
            }
            changed.retain(|(then, now)| self.terms.rewrite(*then, &mut facts) != *now);
        }
        if !changed.is_empty() && !self.refreshed(walk, running, idle, &changed, &mut facts) {
            return false;
        }
        state.guard = working;
        working == TermId::FALSE
    }

    /// Whether each iteration writes this private memory before it reads it or leaves the loop, so that what it holds
    /// at the head does not matter. It is enough to look at one iteration: what it reads is free, so that it takes
    /// every way that another can take.
    fn overwritten(&self, running: &RunningLoop, address: u64, width: Width) -> bool {
        let end = address + width.bytes();
        let mut writes: Vec<(usize, TermId)> = Vec::new();
        let written = |writes: &[(usize, TermId)], before: usize, guard: TermId| {
            writes.iter().any(|(at, write)| *at < before && self.terms.implies(guard, *write))
        };
        for (at, access) in self.accesses.iter().enumerate().skip(running.accesses) {
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

    /// Whether the changes are those of reading anew what was read in front of the head, on paths with this guard.
    /// `facts` are what the paths imply; what they say of the old value does not hold of the new one.
    fn refreshed(
        &mut self,
        walk: &Walk,
        running: &RunningLoop,
        guard: TermId,
        changed: &[(TermId, TermId)],
        facts: &mut FxHashMap<TermId, TermId>,
    ) -> bool {
        let Some(before) = running.refresh else { return false };
        let front = self.events[before.index()].clone();
        let Action::Read { value: old, .. } = front.action else { return false };
        let again: Vec<TermId> = self.own_events(walk)[running.events..]
            .iter()
            .filter_map(|id| {
                let event = &self.events[id.index()];
                let Action::Read { value, known: false } = event.action else { return None };
                let same = event.target == front.target && self.terms.implies(guard, event.guard);
                same.then_some(value)
            })
            .collect();
        again.into_iter().any(|new| {
            let mut memo = FxHashMap::from_iter([(old, new)]);
            changed.iter().all(|(then, now)| {
                let then = self.terms.rewrite(*then, &mut memo);
                then == *now || self.terms.rewrite(then, facts) == *now
            })
        })
    }

    /// The guards of what happened in the iteration that another thread can notice.
    fn effects_of(&mut self, running: &RunningLoop, state: &State) -> Vec<TermId> {
        let effects: Vec<_> = state.effects[running.effects.min(state.effects.len())..].to_vec();
        let mut guards = Vec::new();
        for effect in effects {
            let both = self.terms.and(state.guard, effect.guard);
            let nothing = both == TermId::FALSE
                || effect.replaces.is_some_and(|(old, new)| {
                    let unchanged = self.terms.binary(crate::ir::BinaryOp::Equal, old, new);
                    self.holds_whenever(both, unchanged, old)
                });
            if !nothing && !guards.contains(&effect.guard) {
                guards.push(effect.guard);
            }
        }
        guards
    }

    /// Whether `claim` holds for every value of the input `about` for which `guard` may.
    fn holds_whenever(&mut self, guard: TermId, claim: TermId, about: TermId) -> bool {
        if claim == TermId::TRUE {
            return true;
        }
        let Term::Input(_) = self.terms.term(about) else { return false };
        let Some(values) = self.terms.values(about).set().map(<[u64]>::to_vec) else { return false };
        values.iter().all(|value| {
            let value = self.terms.constant(*value, self.terms.width(about));
            let mut memo = FxHashMap::from_iter([(about, value)]);
            self.terms.rewrite(guard, &mut memo) == TermId::FALSE
                || self.terms.rewrite(claim, &mut memo) == TermId::TRUE
        })
    }

    /// Notes what the registers hold that an instruction reads and that some path here has not assigned.
    fn open_registers(&mut self, walk: &mut Walk, frame: &Frame, at: usize, op: &Op, state: &mut State) {
        if state.undefined.is_clear() {
            return;
        }
        for operand in liveness::operands(op) {
            if let Operand::Reg(reg) = operand
                && state.undefined.contains(reg.index())
            {
                let term = self.operand(walk, state, operand);
                state.undefined.set(reg.index(), false);
                let mark = Self::extend_context(walk, frame, at);
                self.open.push((Open::Register(walk.thread, walk.context.clone(), reg), term));
                walk.context.truncate(mark);
            }
        }
    }

    /// Notes what a call yields on the paths on which the function returns nothing.
    pub(super) fn open_result(&mut self, walk: &Walk, function: FuncId, value: Option<TermId>) {
        let silent = |instr: &Instr| matches!(instr.op, Op::Return(None));
        let code = self.program.function(function);
        let other = |instr: &Instr| match instr.op {
            Op::Return(Some(v)) => value.is_some_and(|value| code.operand_width(v) != self.terms.width(value)),
            _ => false,
        };
        if let Some(value) = value
            && code.code.iter().any(|instr| silent(instr) || other(instr))
        {
            self.open.push((Open::Result(walk.thread, walk.context.clone(), function), value));
        }
    }

    /// The context of the instruction at `at`: the frame's, the running iterations, the instruction.
    fn extend_context(walk: &mut Walk, frame: &Frame, at: usize) -> usize {
        let mark = walk.context.len();
        walk.context.extend(frame.loops.iter().map(|l| l.iteration));
        walk.context.push(u32::MAX - at as u32);
        mark
    }

    fn step(&mut self, walk: &mut Walk, frame: &mut Frame, at: usize, state: &mut State) -> Result<Next, Diagnostic> {
        let Instr { op, span } = &frame.code[at];
        let span = *span;
        self.open_registers(walk, frame, at, op, state);
        let value = |round: &mut Self, walk: &Walk, state: &mut State, o: Operand| round.operand(walk, state, o);
        match op {
            Op::Copy { dst, value: v } => {
                let v = value(self, walk, state, *v);
                state.define(*dst, v);
            }
            Op::Unary { dst, op, value: v } => {
                let v = value(self, walk, state, *v);
                let v = self.terms.unary(*op, v);
                state.define(*dst, v);
            }
            Op::Binary { dst, op, left, right } => {
                let l = value(self, walk, state, *left);
                let r = value(self, walk, state, *right);
                let v = self.terms.binary(*op, l, r);
                state.define(*dst, v);
            }
            Op::Cast { dst, op, value: v } => {
                let to = self.program.function(frame.function).width(*dst);
                let v = value(self, walk, state, *v);
                let v = self.terms.cast(*op, v, to);
                state.define(*dst, v);
            }
            Op::Select { dst, condition, yes, no } => {
                let c = value(self, walk, state, *condition);
                let y = value(self, walk, state, *yes);
                let n = value(self, walk, state, *no);
                let v = self.terms.select(c, y, n);
                state.define(*dst, v);
            }
            Op::Nondet { dst } => {
                let width = self.program.function(frame.function).width(*dst);
                let v = self.choice(width);
                let mark = Self::extend_context(walk, frame, at);
                self.open.push((Open::Instruction(walk.thread, walk.context.clone()), v));
                walk.context.truncate(mark);
                state.define(*dst, v);
            }
            Op::Jump(target) => {
                self.go(frame, target.index(), state.clone());
                return Ok(Next::Stop);
            }
            Op::Branch { condition, target } => {
                let c = value(self, walk, state, *condition);
                if matches!(condition, Operand::Reg(_)) && self.terms.constant_of(c).is_some() {
                    self.note_decision(frame, at, target.index());
                }
                let mut taken = state.clone();
                taken.guard = self.terms.and(state.guard, c);
                self.go(frame, target.index(), taken);
                let not = self.terms.not(c);
                state.guard = self.terms.and(state.guard, not);
                if state.guard == TermId::FALSE {
                    return Ok(Next::Stop);
                }
            }
            Op::Repeat { .. } => {
                self.repeat(walk, frame, at, state.clone());
                return Ok(Next::Stop);
            }
            Op::Return(result) => {
                let result = result.map(|r| value(self, walk, state, r));
                for running in &mut frame.loops {
                    running.left = true;
                    running.exits.push((self.accesses.len(), state.guard));
                }
                let mut done = state.clone();
                done.registers = vec![result];
                done.undefined.clear();
                frame.returned = Some(match frame.returned.take() {
                    Some(other) => self.merge(other, done, None),
                    None => done,
                });
                return Ok(Next::Stop);
            }
            Op::Call { dst, callee, args } => {
                let args: Vec<TermId> = args.iter().map(|a| value(self, walk, state, *a)).collect();
                let targets = match callee {
                    Callee::Direct(id) => vec![(*id, TermId::TRUE)],
                    Callee::Indirect(operand) => {
                        let address = value(self, walk, state, *operand);
                        self.callees(walk, state, address, span)?
                    }
                };
                let mark = Self::extend_context(walk, frame, at);
                let mut after: Option<State> = None;
                for (id, condition) in targets {
                    let mut entered = state.clone();
                    entered.guard = self.terms.and(state.guard, condition);
                    if entered.guard == TermId::FALSE {
                        continue;
                    }
                    // Two functions called here are two places.
                    walk.context.push(id.0);
                    let called = self.call(walk, id, &args, entered, span)?;
                    if let Some((mut returned, mut result)) = called {
                        if let Some(dst) = dst {
                            let width = self.program.function(frame.function).width(*dst);
                            let value = match result {
                                Some(r) if self.terms.width(r) == width => r,
                                _ => self.choice(width),
                            };
                            result = Some(value);
                            returned.define(*dst, value);
                            self.open_result(walk, id, result);
                        }
                        after = Some(match after {
                            Some(other) => self.merge(other, returned, None),
                            None => returned,
                        });
                    }
                    walk.context.pop();
                }
                walk.context.truncate(mark);
                match after {
                    Some(after) => *state = after,
                    None => return Ok(Next::Stop),
                }
            }
            Op::Assume { condition } => {
                let c = value(self, walk, state, *condition);
                state.guard = self.terms.and(state.guard, c);
            }
            Op::Assert { condition, property, message } => {
                let c = value(self, walk, state, *condition);
                let wrong = self.terms.not(c);
                self.violate(walk, state, wrong, *property, message, span);
            }
            Op::FencePoint(point) => {
                self.mark(walk, state, Action::Point(*point), span, Vec::new());
            }
            Op::ExitThread { value: v } => {
                let v = value(self, walk, state, *v);
                for running in &mut frame.loops {
                    running.left = true;
                }
                self.exit_thread(walk, state.clone(), v);
                return Ok(Next::Stop);
            }
            Op::Spawn { .. } | Op::Join { .. } | Op::Allocate { .. } => {
                let mark = Self::extend_context(walk, frame, at);
                let done = self.library(walk, frame.function, op, state, span);
                walk.context.truncate(mark);
                done?;
            }
            _ => self.library(walk, frame.function, op, state, span)?,
        }
        Ok(if state.guard == TermId::FALSE { Next::Stop } else { Next::Fall })
    }

    /// Notes for the running loops that a branch which leaves them was decided by constants.
    fn note_decision(&mut self, frame: &mut Frame, at: usize, target: usize) {
        let beside = match frame.code.get(at + 1).map(|i| &i.op) {
            Some(Op::Jump(label)) => label.index(),
            _ => 0,
        };
        for running in &mut frame.loops {
            running.decided |= target > running.repeat || beside > running.repeat;
        }
    }

    /// The functions an indirect call may reach, each with its condition.
    fn callees(
        &mut self,
        walk: &Walk,
        state: &mut State,
        address: TermId,
        span: Option<Span>,
    ) -> Result<Vec<(FuncId, TermId)>, Diagnostic> {
        let Some(values) = self.terms.values(address).set().map(<[u64]>::to_vec) else {
            let mut error = Diagnostic::error("the function that this pointer calls cannot be determined");
            error.span = span;
            return Err(error.help("call it through a pointer that only ever holds known functions"));
        };
        let mut targets = Vec::new();
        let mut wrong = TermId::FALSE;
        for value in values {
            let constant = self.terms.constant(value, crate::ir::Width::POINTER);
            let condition = self.terms.binary(crate::ir::BinaryOp::Equal, address, constant);
            match function_at(value, self.program) {
                Some(id) => targets.push((id, condition)),
                None => wrong = self.terms.or(wrong, condition),
            }
        }
        if wrong != TermId::FALSE {
            let message = "call through a pointer to no function";
            self.violate(walk, state, wrong, Property::NullDereference, message, span);
        }
        Ok(targets)
    }
}
