//! One call of a function: its code in ascending order, paths merged at labels.

use std::collections::BTreeMap;
use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::running::RunningLoop;
use super::{NESTED_CALLS, Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::liveness::{self, Liveness};
use crate::exec::objects::{FUNCTIONS, function_address, function_at};
use crate::exec::signature::{narrower, wider};
use crate::exec::skeleton::{Action, Bounded};
use crate::exec::state::{Section, State};
use crate::exec::terms::TermId;
use crate::exec::{context, serial};
use crate::ids::FuncId;
use crate::ir::{Callee, CastOp, Instr, Op, Operand, Property, Width, uses};

/// What is said of a call through a pointer that addresses no function.
const NO_FUNCTION: &str = "call through a pointer to no function";

/// What is fixed while a frame runs, and what its paths leave behind.
pub(super) struct Frame<'f> {
    function: FuncId,
    pub(super) code: &'f [Instr],
    pub(super) pending: BTreeMap<usize, Vec<State>>,
    pub(super) loops: Vec<RunningLoop>,
    /// The merged returns, with the value in the only register; one for each atomic section that runs there.
    returned: Vec<State>,
    pub(super) live: Rc<Liveness>,
}

impl Frame<'_> {
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
    /// Runs a function on `state` and returns the merged state of its returns (its registers are the caller's
    /// again) with the value.
    pub(super) fn call(
        &mut self,
        walk: &mut Walk,
        id: FuncId,
        args: &[TermId],
        mut state: State,
        span: Option<Span>,
    ) -> Result<Vec<(State, Option<TermId>)>, Diagnostic> {
        let depth = walk.calls.iter().filter(|f| **f == id).count() as u32;
        if depth > self.bounds.recursion || self.nested >= NESTED_CALLS {
            // Within so many calls a smaller number of this function's own is the bound.
            let Some(reached) = depth.checked_sub(1) else {
                let mut error = Diagnostic::error(format!("more than {NESTED_CALLS} calls within each other"));
                error.span = span;
                return Err(error);
            };
            self.exceed(state.guard, Bounded::Recursion(id), reached.min(self.bounds.recursion));
            return Ok(Vec::new());
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
            let arg = self.fit(*arg, function.width(*param)).ok_or_else(|| wider(&function.name, span))?;
            state.define(*param, arg);
        }
        walk.calls.push(id);
        self.nested += 1;
        let mut frame = Frame {
            function: id,
            code: &function.code,
            pending: BTreeMap::from([(0, vec![state])]),
            loops: Vec::new(),
            returned: Vec::new(),
            live: Rc::clone(self.live.entry(id).or_insert_with(|| Rc::new(liveness::of(function)))),
        };
        while let Some((at, state)) = frame.next() {
            self.run(walk, &mut frame, at, state)?;
        }
        walk.loops -= frame.loops.len();
        walk.calls.pop();
        self.nested -= 1;
        let back = |mut state: State| {
            let value = state.registers.first().copied().flatten();
            state.registers.clone_from(&caller);
            state.undefined.clone_from(&undefined);
            (state, value)
        };
        Ok(frame.returned.into_iter().map(back).collect())
    }

    /// Follows one path from `at` until it ends or jumps away, merging what waits at each label on the way.
    fn run(&mut self, walk: &mut Walk, frame: &mut Frame, at: usize, mut state: State) -> Result<(), Diagnostic> {
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
            if walk.loops == 0 {
                state.effects.clear();
            }
            self.enter_loops(walk, frame, at, &state);
            if self.count_step(frame.code[at].span)?.is_break() {
                return Ok(());
            }
            let (calls, context, loops) = (walk.calls.len(), walk.context.len(), walk.loops);
            let (running, nested) = (self.running.len(), self.nested);
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
    fn open_registers(&mut self, walk: &mut Walk, frame: &Frame, at: usize, op: &Op, state: &mut State) {
        if state.undefined.is_clear() {
            return;
        }
        for operand in uses::operands(op) {
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
        walk.context.push(context::instruction(at));
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
                self.computed(v, span);
                state.define(*dst, v);
            }
            Op::Binary { dst, op, left, right } => {
                let l = value(self, walk, state, *left);
                let r = value(self, walk, state, *right);
                let v = self.compute(state.guard, *op, (l, r), span);
                self.computed(v, span);
                state.define(*dst, v);
            }
            Op::Cast { dst, op, value: v } => {
                let to = self.program.function(frame.function).width(*dst);
                let v = value(self, walk, state, *v);
                let v = self.convert(state.guard, (*op, to), v, span);
                self.computed(v, span);
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
                let mark = Self::extend_context(walk, frame, at);
                let v = self.left_open(Open::Instruction(walk.thread, walk.context.clone()), width);
                walk.context.truncate(mark);
                state.define(*dst, v);
            }
            Op::Undefine { dst } => state.undefine(*dst),
            Op::Jump(target) => {
                self.go(frame, target.index(), state.clone());
                return Ok(Next::Stop);
            }
            Op::Branch { condition, target } => {
                let c = value(self, walk, state, *condition);
                if matches!(condition, Operand::Reg(_)) && self.terms.constant_of(c).is_some() {
                    frame.note_decision(at, target.index());
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
                if frame.pending.contains_key(&at) {
                    let mut error = Diagnostic::error("an atomic section runs on some ways around this loop only");
                    error.span = span;
                    return Err(error.help("begin and end it in the same iteration on every path"));
                }
                self.repeat(walk, frame, at, state.clone());
                return Ok(Next::Stop);
            }
            Op::Return(result) => {
                let result = result.map(|r| value(self, walk, state, r));
                for running in &mut frame.loops {
                    running.leave(self.accesses.len(), state.guard);
                }
                let mut done = state.clone();
                done.registers = vec![result];
                done.undefined.clear();
                self.gather(&mut frame.returned, done);
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
                let mut after = Vec::new();
                for (id, condition) in targets {
                    let mut entered = state.clone();
                    entered.guard = self.terms.and(state.guard, condition);
                    if entered.guard == TermId::FALSE {
                        continue;
                    }
                    // Two functions called here are two places.
                    walk.context.push(id.0);
                    for (mut returned, mut result) in self.call(walk, id, &args, entered, span)? {
                        if let Some(dst) = dst {
                            let width = self.program.function(frame.function).width(*dst);
                            let value = match result {
                                Some(r) => {
                                    let name = &self.program.function(id).name;
                                    self.fit(r, width).ok_or_else(|| narrower(name, span))?
                                }
                                None => self.unset(width),
                            };
                            result = Some(value);
                            returned.define(*dst, value);
                            self.open_result(walk, id, result);
                        }
                        self.gather(&mut after, returned);
                    }
                    walk.context.pop();
                }
                walk.context.truncate(mark);
                let mut after = after.into_iter();
                match after.next() {
                    Some(first) => *state = first,
                    None => return Ok(Next::Stop),
                }
                for other in after {
                    self.wait_at(frame, at + 1, other);
                }
            }
            Op::Step { from, to } => {
                let (from, to) = (value(self, walk, state, *from), value(self, walk, state, *to));
                self.check_step(walk, state, (from, to), span);
            }
            Op::Assume { condition } | Op::Await { condition } => {
                let c = value(self, walk, state, *condition);
                state.guard = self.terms.and(state.guard, c);
            }
            Op::Assert { condition, property, message } => {
                let c = value(self, walk, state, *condition);
                let wrong = self.terms.not(c);
                self.violate(walk, state, wrong, *property, message, span);
            }
            Op::FencePoint(_) if frame.live.is_beside_the_point(at) => {}
            Op::FencePoint(point) => {
                self.mark(walk, state, Action::Point(*point), span, Vec::new());
            }
            Op::ExitThread { value: v } => {
                let v = value(self, walk, state, *v);
                for running in &mut frame.loops {
                    running.leave(self.accesses.len(), state.guard);
                }
                self.exit_thread(walk, state.clone(), v);
                return Ok(Next::Stop);
            }
            Op::Spawn { .. } | Op::Join { .. } | Op::Allocate { .. } | Op::AnyMemory { .. } => {
                let mark = Self::extend_context(walk, frame, at);
                let done = self.library(walk, frame.function, op, state, span);
                walk.context.truncate(mark);
                done?;
            }
            Op::BarrierInit { .. } | Op::BarrierWait { .. } | Op::BarrierDestroy { .. } => {
                let matters = serial::is_told_apart(self.program.function(frame.function), &frame.live, at);
                self.barrier(walk, (op, matters), state, span)?;
            }
            _ => self.library(walk, frame.function, op, state, span)?,
        }
        Ok(if state.guard == TermId::FALSE { Next::Stop } else { Next::Fall })
    }

    /// Notes a call through a pointer that nobody has set. Which function it happens to reach is left open.
    fn call_astray(&mut self, walk: &Walk, state: &mut State, address: TermId, named: &[u64], span: Option<Span>) {
        use crate::ir::BinaryOp::UnsignedLess;
        let known = self.one_of(address, named);
        let (first, end) = (FUNCTIONS, function_address(FuncId::from_index(self.program.functions.len())));
        let (first, end) = (self.terms.constant(first, Width::POINTER), self.terms.constant(end, Width::POINTER));
        let (below, before) =
            (self.terms.binary(UnsignedLess, address, first), self.terms.binary(UnsignedLess, address, end));
        let above = self.terms.not(before);
        let (none, other) = (self.terms.or(below, above), self.terms.not(known));
        let wrong = self.terms.and(other, none);
        self.violate(walk, state, wrong, Property::NullDereference, NO_FUNCTION, span);
        let chance = self.terms.and(state.guard, other);
        self.exceed(chance, Bounded::Chance(span), 0);
        state.guard = self.terms.and(state.guard, known);
    }

    /// An argument or a result as wide as the other side of a call through a pointer has it: the machine passes both in
    /// registers, of which it takes the low bits. `None` where it would take bits that nobody has set.
    fn fit(&mut self, value: TermId, width: Width) -> Option<TermId> {
        (self.terms.width(value) >= width).then(|| self.terms.cast(CastOp::Truncate, value, width))
    }

    /// The functions an indirect call may reach, each with its condition.
    fn callees(
        &mut self,
        walk: &Walk,
        state: &mut State,
        address: TermId,
        span: Option<Span>,
    ) -> Result<Vec<(FuncId, TermId)>, Diagnostic> {
        let Some(values) = self.terms.values(address).named().map(<[u64]>::to_vec) else {
            let mut error = Diagnostic::error("the function that this pointer calls cannot be determined");
            error.span = span;
            return Err(error.help("call it through a pointer that only ever holds known functions"));
        };
        if self.terms.values(address).is_wild() {
            self.call_astray(walk, state, address, &values, span);
        }
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
            self.violate(walk, state, wrong, Property::NullDereference, NO_FUNCTION, span);
        }
        Ok(targets)
    }
}
