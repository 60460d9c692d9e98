//! One call of a function, and the instructions that touch nothing outside it.
//!
//! In: an instruction and the frames. Out: the frames after it. It must not know what memory holds.

use super::{Asked, Code, Machine, Repetition, Step, Wait, World};
use crate::exec::execution::Open;
use crate::exec::objects::function_at;
use crate::ids::{FuncId, RegId};
use crate::ir::{Callee, CastOp, Function, Op, Operand, Property, Width};

/// A loop that is running in a frame.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub repeat: usize,
    pub head: usize,
    /// From 1.
    pub iteration: u32,
    /// The registers at the head before this iteration; `None` if control entered the loop elsewhere.
    before: Option<Vec<Option<u64>>>,
}

/// One call.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub function: FuncId,
    /// Of the running instruction; in a caller, of its call.
    pub pc: usize,
    /// `None` before the first assignment.
    pub registers: Vec<Option<u64>>,
    pub loops: Vec<Running>,
    /// Where the caller wants the result.
    pub dst: Option<RegId>,
    /// Parameters of the first function, which nobody calls.
    pub undefined_arguments: Vec<u32>,
    params: Vec<RegId>,
}

impl Frame {
    pub fn new(code: &Function, function: FuncId, args: &[u64], dst: Option<RegId>) -> Frame {
        let mut registers = vec![None; code.registers.len()];
        let mut undefined_arguments = Vec::new();
        for (i, param) in code.params.iter().enumerate() {
            match args.get(i) {
                Some(arg) => registers[param.index()] = Some(*arg),
                None => undefined_arguments.push(i as u32),
            }
        }
        Frame { function, pc: 0, registers, loops: Vec::new(), dst, undefined_arguments, params: code.params.clone() }
    }

    /// The number of the parameter that nobody has set and that this register is.
    pub fn undefined_argument(&self, reg: RegId) -> Option<u32> {
        self.undefined_arguments.iter().copied().find(|index| self.argument(*index) == reg)
    }

    pub fn argument(&self, index: u32) -> RegId {
        self.params[index as usize]
    }

    /// Drops the loops that control has left and starts those that it has entered; says how many these are.
    fn enter_loops(&mut self, code: &Code<'_>) -> usize {
        let at = self.pc;
        while self.loops.last().is_some_and(|l| at < l.head || at > l.repeat) {
            self.loops.pop();
        }
        let mut entered = 0;
        for (head, repeat) in code.around(self.function, at) {
            if !self.loops.iter().any(|l| l.repeat == repeat) {
                let before = (head == at).then(|| self.registers.clone());
                self.loops.push(Running { repeat, head, iteration: 1, before });
                entered += 1;
            }
        }
        entered
    }

    /// Goes back to the head of the loop that ends here. Says which iteration is over and whether it left the registers
    /// that the head needs as they were.
    fn repeat(&mut self, code: &Code<'_>) -> (u32, bool) {
        let at = self.pc;
        let index = self.loops.iter().position(|l| l.repeat == at);
        let index = index.expect("a loop that repeats is running; please report this");
        self.loops.truncate(index + 1);
        let running = &mut self.loops[index];
        let live = code.live(self.function);
        let same = |(i, (now, then)): (usize, (&Option<u64>, &Option<u64>))| {
            now == then || !live.is_live(running.head, RegId::from_index(i))
        };
        let unchanged =
            running.before.as_ref().is_some_and(|before| self.registers.iter().zip(before).enumerate().all(same));
        running.before = Some(self.registers.clone());
        running.iteration += 1;
        self.pc = running.head;
        (running.iteration - 1, unchanged)
    }
}

impl Machine {
    /// Begins the next instruction. Returns a step, or nothing if there is more to do.
    pub(super) fn instruction(&mut self, code: &Code<'_>, world: &mut dyn World) -> Option<Step> {
        let entered = self.frame().enter_loops(code);
        if entered > 0 {
            return Some(Step::Entered(entered));
        }
        let frame = self.frames.last().expect("a frame is running; please report this");
        let id = frame.function;
        let function = code.program.function(id);
        let instr = &function.code[frame.pc];
        if let Some(step) = self.undefined(code, &instr.op) {
            return Some(step);
        }
        let span = instr.span;
        self.scratch.clear();
        let result = |machine: &mut Machine, dst: RegId, value: u64| {
            machine.set(dst, value);
            machine.frame().pc += 1;
        };
        match &instr.op {
            Op::Copy { dst, value } => {
                let value = self.value(code, world, *value);
                result(self, *dst, value);
            }
            Op::Unary { dst, op, value } => {
                let width = function.operand_width(*value);
                let value = self.value(code, world, *value);
                result(self, *dst, op.eval(value, width));
            }
            Op::Binary { dst, op, left, right } => {
                let width = function.operand_width(*left);
                let (left, right) = (self.value(code, world, *left), self.value(code, world, *right));
                result(self, *dst, op.eval(left, right, width));
            }
            Op::Cast { dst, op, value } => {
                let (from, to) = (function.operand_width(*value), function.width(*dst));
                let value = self.value(code, world, *value);
                result(self, *dst, op.eval(value, from, to));
            }
            Op::Select { dst, condition, yes, no } => {
                let chosen = if self.value(code, world, *condition) == 1 { *yes } else { *no };
                let value = self.value(code, world, chosen);
                result(self, *dst, value);
            }
            Op::Nondet { dst } => {
                if !code.reads(id, *dst) {
                    result(self, *dst, 0);
                    return None;
                }
                let what = Open::Instruction(self.thread, self.context());
                return self.ask(Asked::Chosen(*dst), Step::Choice { what, width: function.width(*dst) });
            }
            Op::Jump(target) => self.frame().pc = target.index(),
            Op::Branch { condition, target } => {
                let taken = self.value(code, world, *condition) == 1;
                let frame = self.frame();
                frame.pc = if taken { target.index() } else { frame.pc + 1 };
            }
            Op::Repeat { id, .. } => {
                let id = *id;
                let (iteration, unchanged) = self.frame().repeat(code);
                return Some(Step::Repeated(Repetition { id, iteration, unchanged }));
            }
            Op::Call { dst, callee, args } => {
                let id = match callee {
                    Callee::Direct(id) => *id,
                    Callee::Indirect(operand) => {
                        let address = self.value(code, world, *operand);
                        match function_at(address, code.program) {
                            Some(id) => id,
                            None => {
                                let message = "call through a pointer to no function";
                                return Some(Machine::violated(Property::NullDereference, message, span));
                            }
                        }
                    }
                };
                let args: Vec<u64> = args.iter().map(|arg| self.value(code, world, *arg)).collect();
                let callee = code.program.function(id);
                if args.len() < callee.params.len() {
                    let message = format!("`{}` is called with too few arguments", callee.name);
                    return Some(Machine::refused(&message, span));
                }
                self.frames.push(Frame::new(callee, id, &args, *dst));
                return Some(Step::Called(id));
            }
            Op::Return(value) => return self.give_back(code, world, *value),
            Op::ExitThread { value } => {
                let value = self.value(code, world, *value);
                return Some(Step::Finished(value));
            }
            Op::Assume { condition } => {
                if self.value(code, world, *condition) != 1 {
                    return Some(Step::Blocked(Wait::Assumption));
                }
                self.frame().pc += 1;
            }
            Op::Assert { condition, property, message } => {
                if self.value(code, world, *condition) != 1 {
                    return Some(Machine::violated(*property, message, span));
                }
                self.frame().pc += 1;
            }
            Op::FencePoint(point) => {
                self.frame().pc += 1;
                return Some(Step::Point(*point));
            }
            Op::Join { thread, dst } => {
                let handle = self.value(code, world, *thread);
                return self.ask(Asked::Joined(*dst), Step::Join { handle });
            }
            other => return self.begin(code, world, other, span),
        }
        None
    }

    /// Leaves the running function.
    fn give_back(&mut self, code: &Code<'_>, world: &mut dyn World, value: Option<Operand>) -> Option<Step> {
        let frame = self.frames.last().expect("a frame is running; please report this");
        let (id, dst) = (frame.function, frame.dst);
        let function = code.program.function(id);
        let wanted = match (self.frames.len().checked_sub(2), dst) {
            (None, _) => function.result,
            (Some(caller), Some(dst)) => Some(code.program.function(self.frames[caller].function).width(dst)),
            (Some(_), None) => None,
        };
        let given = value.map(|v| (self.value(code, world, v), function.operand_width(v)));
        let value = match (given, wanted, self.frames.len()) {
            (Some((value, width)), _, 1) => Some(CastOp::SignExtend.eval(value, width, Width::POINTER)),
            (Some((value, width)), Some(wanted), _) if width == wanted => Some(value),
            (_, Some(width), depth) => {
                let mut context = self.context();
                // Up to the call and the function that it reached.
                let own = self.frames[depth - 1].loops.len() + 1;
                context.truncate(context.len() - own);
                let what = Open::Result(self.thread, context, id);
                return self.ask(Asked::Result(width), Step::Choice { what, width });
            }
            (_, None, _) => None,
        };
        self.returned(value);
        None
    }

    /// Drops the running frame and gives its result to the caller.
    pub(super) fn returned(&mut self, value: Option<u64>) {
        let frame = self.frames.pop().expect("a frame is running; please report this");
        self.scratch.clear();
        if self.frames.is_empty() {
            self.scratch.extend(value);
            self.queue.push_back(super::Micro::Finish);
            return;
        }
        if let (Some(dst), Some(value)) = (frame.dst, value) {
            self.set(dst, value);
        }
        self.frame().pc += 1;
    }
}
