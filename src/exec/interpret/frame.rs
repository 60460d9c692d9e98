//! One call of a function, and the instructions that touch nothing outside it.
//!
//! In: an instruction and the frames. Out: the frames after it. It must not know what memory holds.

use std::sync::Arc;

use super::judged::{note_vague, note_vague_of_open, note_vague_unary};
use super::micro::{Ending, Micro};
use super::open::{self, Use, Value};
use super::registers::Registers;
use super::wide::Wide;
use super::{Asked, Code, Machine, Repetition, Step, Wait, World};
use crate::diag::Span;
use crate::exec::addresses;
use crate::exec::execution::Open;
use crate::exec::lifetime::Intent;
use crate::exec::objects::function_at;
use crate::exec::signature::{narrower, wider};
use crate::ids::{FuncId, RegId, ThreadId};
use crate::ir::{Author, BinaryOp, Callee, CastOp, Function, Op, Operand, Property, Width};

/// A loop that is running in a frame.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub repeat: usize,
    pub head: usize,
    /// From 1.
    pub iteration: u32,
    /// The registers at the head before this iteration, and before the one before; `None` if control entered the loop
    /// elsewhere.
    before: Option<Arc<Registers>>,
    earlier: Option<Arc<Registers>>,
    /// The same before the iteration before that one, kept while its repetition is looked at.
    oldest: Option<Arc<Registers>>,
}

/// One call.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub function: FuncId,
    /// Of the running instruction; in a caller, of its call.
    pub pc: usize,
    pub registers: Registers,
    pub loops: Vec<Running>,
    /// Where the caller wants the result.
    pub dst: Option<RegId>,
    /// Parameters of the first function, which nobody calls.
    pub undefined_arguments: Vec<u32>,
    params: Vec<RegId>,
}

impl Frame {
    /// Where the instruction stands that it is at.
    pub fn at(&self, code: &Code<'_>) -> Option<Span> {
        code.program.function(self.function).code.get(self.pc)?.span
    }

    pub fn new(code: &Function, function: FuncId, args: &[Value], dst: Option<RegId>) -> Frame {
        let mut registers = Registers::new(code.registers.len());
        let mut undefined_arguments = Vec::new();
        for (i, param) in code.params.iter().enumerate() {
            match args.get(i) {
                Some(arg) => registers.set(*param, *arg),
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
                let before = (head == at).then(|| Arc::new(self.registers.clone()));
                self.loops.push(Running { repeat, head, iteration: 1, before, earlier: None, oldest: None });
                entered += 1;
            }
        }
        entered
    }

    /// Goes back to the head of the loop that ends here. Says which iteration is over and whether what matters of the
    /// registers is as it was before it, and before the one before it.
    fn repeat(&mut self, code: &Code<'_>) -> (u32, bool, bool) {
        let at = self.pc;
        let index = self.loops.iter().position(|l| l.repeat == at);
        let index = index.expect("a loop that repeats is running; please report this");
        self.loops.truncate(index + 1);
        let running = &self.loops[index];
        let is_as = |then: &Option<Arc<Registers>>| {
            then.as_ref().is_some_and(|then| self.agrees(code, running.head, &self.registers, then))
        };
        let (unchanged, back) = (is_as(&running.before), is_as(&running.earlier));
        let running = &mut self.loops[index];
        running.oldest = running.earlier.take();
        running.earlier = running.before.replace(Arc::new(self.registers.clone()));
        running.iteration += 1;
        self.pc = running.head;
        (running.iteration - 1, unchanged, back)
    }

    /// Whether two states of the registers agree in all that matters from the head of a loop on.
    fn agrees(&self, code: &Code<'_>, head: usize, a: &Registers, b: &Registers) -> bool {
        let live = code.live(self.function);
        a.iter().all(|(reg, _)| a.agrees(b, reg) || !live.matters(head, reg))
    }
}

impl Machine {
    /// A thread at the head of the loop that it has just gone back to, as it was there two iterations ago, but for
    /// memory; `None` if control entered the loop elsewhere or for the second time only.
    pub fn two_iterations_ago(&self) -> Option<Machine> {
        let mut machine = self.clone();
        let frame = machine.frame();
        let running = frame.loops.last_mut()?;
        // The head before the last iteration has become the earlier one.
        let registers = running.oldest.clone()?;
        running.iteration = running.iteration.checked_sub(2).filter(|iteration| *iteration > 0)?;
        frame.registers = Registers::clone(&registers);
        Some(machine)
    }

    /// Whether two threads at the head of the same loop, in the same call, agree in all that matters of the registers.
    pub fn agrees(&self, code: &Code<'_>, other: &Machine) -> bool {
        let (Some(a), Some(b)) = (self.frames.last(), other.frames.last()) else { return false };
        let Some(running) = a.loops.last() else { return false };
        self.frames.len() == other.frames.len()
            && (a.function, a.pc, self.section, self.depth) == (b.function, b.pc, other.section, other.depth)
            && a.agrees(code, running.head, &a.registers, &b.registers)
    }

    /// Whether two threads are at the same place of the same call.
    pub fn is_where(&self, other: &Machine) -> bool {
        let place = |machine: &Machine| machine.frames.last().map(|frame| (frame.function, frame.pc));
        self.frames.len() == other.frames.len() && place(self) == place(other)
    }

    /// Whether two threads at the head of the same loop agree in all that matters of the registers of all calls.
    pub fn agrees_throughout(&self, code: &Code<'_>, other: &Machine) -> bool {
        let call = |frame: &Frame| (frame.function, frame.dst);
        let is_same = |(a, b): (&Frame, &Frame)| call(a) == call(b) && a.undefined_arguments == b.undefined_arguments;
        let callers = self.frames.len().saturating_sub(1);
        let are_same = |(a, b): (&Frame, &Frame)| (a.pc, &a.registers) == (b.pc, &b.registers);
        self.agrees(code, other)
            && self.frames.iter().zip(&other.frames).all(is_same)
            && self.frames.iter().zip(&other.frames).take(callers).all(are_same)
    }

    /// The running atomic section.
    pub fn section(&self) -> Option<u32> {
        self.section
    }

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
        let span = if function.author == Author::Program { instr.span } else { self.span(code) };
        if self.frame().registers.may_be_open() && self.does_with_open(code, world, &instr.op, span) {
            return None;
        }
        self.scratch.clear();
        match &instr.op {
            Op::Copy { dst, value } => {
                let value = self.open_value(code, world, *value);
                self.put(*dst, value);
            }
            Op::Unary { dst, op, value } => {
                let width = function.operand_width(*value);
                let value = self.open_value(code, world, *value);
                if width == Width::POINTER {
                    note_vague_unary(world, *op, value.bits, span);
                }
                self.put(*dst, Value { bits: op.eval(value.bits, width), symbol: None, ..value });
            }
            Op::Binary { dst, op, left, right } => {
                let value = self.binary(code, world, *op, (*left, *right));
                self.put(*dst, value);
            }
            Op::Cast { dst, op, value } => {
                let value = self.cast(code, world, (*op, function.width(*dst)), *value);
                self.put(*dst, value);
            }
            Op::Select { dst, condition, yes, no } => {
                let chosen = if self.value(code, world, *condition) == 1 { *yes } else { *no };
                let value = self.open_value(code, world, chosen);
                self.put(*dst, value);
            }
            Op::Nondet { dst } if !code.reads(id, *dst) => self.put(*dst, 0.into()),
            Op::Nondet { dst } => {
                let what = Open::Instruction(self.thread, self.context());
                return self.ask(Asked::Chosen(*dst), Step::Choice { what, width: function.width(*dst) });
            }
            Op::Undefine { dst } => {
                let frame = self.frame();
                frame.registers.unset(*dst);
                frame.pc += 1;
            }
            Op::Jump(target) => self.frame().pc = target.index(),
            Op::Branch { condition, target } => {
                let taken = self.value(code, world, *condition) == 1;
                let frame = self.frame();
                frame.pc = if taken { target.index() } else { frame.pc + 1 };
            }
            Op::Repeat { id, .. } => {
                let (iteration, unchanged, back) = self.frame().repeat(code);
                return Some(Step::Repeated(Repetition { id: *id, iteration, unchanged, back }));
            }
            Op::Call { dst, callee, args } => return Some(self.enter(code, world, *callee, (args, *dst))),
            Op::Return(value) => return self.give_back(code, world, *value),
            Op::ExitThread { value } => {
                let value = self.value(code, world, *value);
                self.scratch = vec![value.into()];
                self.queue.push_back(Micro::Leave(Ending::Exit));
            }
            Op::Step { from, to } => {
                let (from, to) = (self.value(code, world, *from), self.value(code, world, *to));
                if world.objects().strays(from, to) {
                    let property = Property::OutOfBounds;
                    return Some(Machine::violated(property, property.describe(), span));
                }
                self.frame().pc += 1;
            }
            Op::Reach { address, bytes } => {
                let address = self.value(code, world, *address);
                if let Some(property) = world.objects().misuse(address, *bytes, Intent::Read) {
                    return Some(Machine::violated(property, property.describe(), span));
                }
                self.frame().pc += 1;
            }
            Op::Assume { condition } => {
                return self.go_on_if(code, world, *condition, || Step::Blocked(Wait::Assumption));
            }
            Op::Await { condition } => {
                let wait = if matches!(condition, Operand::Const { .. }) { Wait::Always } else { Wait::Event };
                return self.go_on_if(code, world, *condition, || Step::Blocked(wait));
            }
            Op::Assert { condition, property, message } => {
                return self.go_on_if(code, world, *condition, || Machine::violated(*property, message, span));
            }
            Op::FencePoint(_) => {
                self.frame().pc += 1;
                return Some(Step::Point);
            }
            other => return self.begin(code, world, other, span),
        }
        None
    }

    /// Does an instruction by what is known of open bits, if it can be done so; or has it look at them.
    fn does_with_open(&mut self, code: &Code<'_>, world: &mut dyn World, op: &Op, span: Option<Span>) -> bool {
        if let Some((dst, value)) = self.computed(code, world, op, span) {
            self.put(dst, value);
            return true;
        }
        if world.follows_unset() {
            return self.carry(code, world, op);
        }
        self.look_at(world, op, span);
        false
    }

    /// The instruction is over if the condition holds; otherwise this is the step.
    fn go_on_if(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        condition: Operand,
        otherwise: impl FnOnce() -> Step,
    ) -> Option<Step> {
        if self.value(code, world, condition) != 1 {
            return Some(otherwise());
        }
        self.frame().pc += 1;
        None
    }

    /// The register holds this from now on, and the instruction is over.
    fn put(&mut self, dst: RegId, value: Value) {
        self.set_value(dst, value);
        self.frame().pc += 1;
    }

    fn binary(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        op: BinaryOp,
        (left, right): (Operand, Operand),
    ) -> Value {
        let width = self.width(code, left);
        let (a, b) = (self.open_value(code, world, left), self.open_value(code, world, right));
        // Of a number that may be any, both answers are looked at.
        let asks = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if !asks || a.is_settled() && b.is_settled() {
            note_vague(world, op, (a.bits, b.bits), self.span(code));
        }
        let source = if a.open == 0 { b.source } else { a.source };
        Value { bits: op.eval(a.bits, b.bits, width), open: open::binary(op, a, b, width), source, ..Value::default() }
    }

    fn cast(&mut self, code: &Code<'_>, world: &mut dyn World, (op, to): (CastOp, Width), operand: Operand) -> Value {
        let from = self.width(code, operand);
        let given = self.open_value(code, world, operand);
        let cut = (op == CastOp::Truncate || op.is_float()) && given.bits >= addresses::LOWEST;
        // A floating-point number is made of all bits.
        let kept = if op.is_float() { from } else { to };
        if cut && !addresses::is_truncated_fact(world.objects(), given.bits, kept) {
            world.note_vague(self.span(code));
        }
        let (bits, open) = (op.eval(given.bits, from, to), open::cast(op, given, from, to));
        Value { bits, open, source: given.source, ..Value::default() }
    }

    /// Enters a function.
    fn enter(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        callee: Callee,
        (args, dst): (&[Operand], Option<RegId>),
    ) -> Step {
        let span = self.span(code);
        let id = match callee {
            Callee::Direct(id) => id,
            Callee::Indirect(operand) => {
                let address = self.value(code, world, operand);
                match function_at(address, code.program) {
                    Some(id) => id,
                    None => {
                        let message = "call through a pointer to no function";
                        return Machine::violated(Property::NullDereference, message, span);
                    }
                }
            }
        };
        let callee = code.program.function(id);
        // A call through a pointer of another type passes the low bits; see `signature`.
        let params = callee.params.iter().map(|param| callee.width(*param));
        if params.zip(args).any(|(param, arg)| self.width(code, *arg) < param) {
            return Step::Refused(wider(&callee.name, span));
        }
        let mut args: Vec<Value> = args.iter().map(|arg| self.open_value(code, world, *arg)).collect();
        for (param, arg) in callee.params.iter().zip(&mut args) {
            *arg = arg.cut(callee.width(*param));
        }
        if args.len() < callee.params.len() {
            let message = format!("`{}` is called with too few arguments", callee.name);
            return Machine::refused(&message, span);
        }
        self.frames.push(Frame::new(callee, id, &args, dst));
        Step::Called(id)
    }

    /// What an instruction yields for all values of the choice on which an operand of it hangs, and where that goes.
    fn computed(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        op: &Op,
        span: Option<Span>,
    ) -> Option<(RegId, Value)> {
        let (first, second) = match op {
            Op::Binary { left, right, .. } => (*left, Some(*right)),
            Op::Unary { value, .. } | Op::Cast { value, .. } => (*value, None),
            _ => return None,
        };
        let registers = &self.frame().registers;
        let hangs = |operand: Operand| match operand {
            Operand::Reg(reg) => registers.value(reg).is_some_and(|value| value.symbol.is_some()),
            _ => false,
        };
        if !hangs(first) && !second.is_some_and(hangs) {
            return None;
        }
        let width = self.width(code, first);
        let operands = [first, second.unwrap_or(first)];
        let values = operands.map(|operand| self.open_value(code, world, operand));
        let wide = world.wide()?;
        let result = match op {
            Op::Binary { dst, op, .. } => wide.binary(*op, values[0], values[1], width).map(|value| (*dst, value)),
            Op::Unary { dst, op, .. } => wide.unary(*op, values[0], width).map(|value| (*dst, value)),
            Op::Cast { dst, op, .. } => {
                let to = self.width(code, Operand::Reg(*dst));
                wide.cast(*op, values[0], (width, to)).map(|value| (*dst, value))
            }
            _ => None,
        };
        if world.wide().is_some_and(Wide::gives_up) {
            world.note_looked(span);
        }
        if result.is_none() {
            // Of few values each is tried by itself.
            for (operand, value) in operands.iter().zip(&values) {
                if let (Operand::Reg(reg), Some(symbol)) = (operand, value.symbol)
                    && world.wide().is_some_and(|wide| wide.look(symbol))
                {
                    self.set_value(*reg, value.bits.into());
                }
            }
        }
        match op {
            Op::Binary { op, .. } => note_vague_of_open(world, *op, values, span),
            Op::Unary { op, .. } => note_vague_unary(world, *op, values[0].bits, span),
            _ => {}
        }
        result
    }

    /// Notes that an instruction looks at open bits, if it does; from then on one value is as good as known.
    fn look_at(&mut self, world: &mut dyn World, op: &Op, span: Option<Span>) {
        for operand in open::looked_at(op) {
            let Operand::Reg(reg) = operand else { continue };
            let registers = &mut self.frame().registers;
            if let Some(value) = registers.value(reg)
                && value.open != 0
            {
                registers.set(reg, value.bits.into());
                world.look(value, span);
            }
        }
    }

    /// Does an instruction that computes with open bits, and goes on; or notes what else it uses them for, which closes them.
    fn carry(&mut self, code: &Code<'_>, world: &mut dyn World, op: &Op) -> bool {
        let registers = &self.frame().registers;
        let open = |operand: &Operand| match operand {
            Operand::Reg(reg) => registers.value(*reg).filter(|value| value.open != 0).map(|value| (*reg, value)),
            _ => None,
        };
        let used: Vec<(RegId, Value)> = open::looked_at(op).iter().filter_map(open).collect();
        if used.is_empty() {
            return false;
        }
        let computed = match op {
            // Where an address leads that is no use, as long as nobody goes there.
            Op::Step { .. } | Op::Reach { .. } => None,
            Op::Select { dst, yes, no, .. } => {
                let chosen = if used[0].1.bits == 1 { *yes } else { *no };
                let (bits, width) = (self.value(code, world, chosen), self.width(code, chosen));
                Some((*dst, Value { source: used[0].1.source, ..Value::any(bits, width) }))
            }
            Op::Unary { dst, value, .. } => {
                let (width, values) = (self.width(code, *value), [self.open_value(code, world, *value)]);
                open::carried(op, &values, width).map(|value| (*dst, value))
            }
            Op::Binary { dst, left, right, .. } => {
                let width = self.width(code, *left);
                let values = [*left, *right].map(|operand| self.open_value(code, world, operand));
                open::carried(op, &values, width).map(|value| (*dst, value))
            }
            // One to or from a floating-point number.
            Op::Cast { dst, op, .. } => {
                let (from, to) = (self.width(code, Operand::Reg(used[0].0)), self.width(code, Operand::Reg(*dst)));
                let bits = op.eval(used[0].1.bits, from, to);
                Some((*dst, Value { source: used[0].1.source, ..Value::any(bits, to) }))
            }
            _ => {
                for (reg, value) in used {
                    self.set_value(reg, value.bits.into());
                    world.note_use(value, open::Use::of(op));
                }
                return false;
            }
        };
        if let Some((dst, value)) = computed {
            self.set_value(dst, value);
        }
        self.frame().pc += 1;
        true
    }

    /// The function that runs.
    pub fn function<'c>(&self, code: &Code<'c>) -> Option<&'c Function> {
        self.frames.last().map(|frame| code.program.function(frame.function))
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
        let given = value.map(|v| (self.open_value(code, world, v), function.operand_width(v)));
        let value = match (given, wanted, self.frames.len()) {
            (Some((value, width)), _, 1) => {
                let span = self.span(code);
                if self.thread == ThreadId(0) && value.open != 0 && world.follows_unset() {
                    // What the program ends with is seen outside.
                    world.note_use(value, Use::Output);
                } else if code.results_matter() {
                    world.look(value, span);
                    if self.thread != ThreadId(0) && width < Width::POINTER {
                        return self.with_open_upper(value.bits, width);
                    }
                }
                Some(CastOp::SignExtend.eval(value.bits, width, Width::POINTER).into())
            }
            (Some((value, width)), Some(wanted), _) if width >= wanted => Some(value.cut(wanted)),
            (Some(_), Some(_), depth) => {
                let span = self.place(code, depth - 2);
                return Some(Step::Refused(narrower(&function.name, span)));
            }
            // A result that nobody needs is no choice.
            (None, Some(_), depth) if depth > 1 && !self.needs_result(code, depth - 2, dst) => Some(0.into()),
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

    /// A thread's function has returned fewer bits than a pointer has.
    pub(super) fn with_open_upper(&mut self, lower: u64, width: Width) -> Option<Step> {
        let what = Open::Upper(self.thread);
        self.ask(Asked::Upper(lower, width), Step::Choice { what, width: Width::POINTER })
    }

    /// Whether anything in a frame may depend on the register that a call there writes.
    fn needs_result(&self, code: &Code<'_>, frame: usize, dst: Option<RegId>) -> bool {
        dst.is_some_and(|dst| code.reads(self.frames[frame].function, dst))
    }

    /// Drops the running frame and gives its result to the caller.
    pub(super) fn returned(&mut self, value: Option<Value>) {
        let frame = self.frames.pop().expect("a frame is running; please report this");
        self.scratch.clear();
        if self.frames.is_empty() {
            self.scratch.extend(value);
            self.queue.push_back(Micro::Leave(Ending::Return));
            return;
        }
        if let (Some(dst), Some(value)) = (frame.dst, value) {
            self.set_value(dst, value);
        }
        self.frame().pc += 1;
    }
}
