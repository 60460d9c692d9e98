//! Small helpers for making functions: registers, forward targets that are bound later, spans.
//!
//! In: calls in the order of the code. Out: a [`Function`] whose jumps are resolved. It does not check the
//! rules of the IR; [`mod@crate::ir::verify`] does. It must not know C.

use crate::diag::Span;
use crate::ids::{Label, LoopId, RegId};
use crate::ir::operators::{BinaryOp, CastOp, Sign, Width};
use crate::ir::program::{Function, Instr, Op, Operand, Register};

/// A forward jump target that need not be placed yet.
///
/// It belongs to the builder that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target(u32);

/// Makes one function, instruction by instruction.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    function: Function,
    /// The span that new instructions receive.
    span: Option<Span>,
    /// Where each target was bound.
    targets: Vec<Option<Label>>,
    /// The jumps and branches whose label is still the number of a target, by index.
    pending: Vec<usize>,
}

impl FunctionBuilder {
    pub fn new(name: impl Into<String>, result: Option<Width>) -> Self {
        let function = Function {
            name: name.into(),
            params: Vec::new(),
            result,
            registers: Vec::new(),
            code: Vec::new(),
            span: None,
        };
        Self { function, span: None, targets: Vec::new(), pending: Vec::new() }
    }

    /// The function as built so far; its jumps are not resolved.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// Sets where the function itself stands in the source.
    pub fn set_function_span(&mut self, span: Option<Span>) {
        self.function.span = span;
    }

    /// Sets the span that the following instructions receive.
    pub fn set_span(&mut self, span: Option<Span>) {
        self.span = span;
    }

    /// A new register that holds the C variable `name`.
    pub fn register(&mut self, width: Width, name: impl Into<String>) -> RegId {
        self.new_register(width, Some(name.into()))
    }

    /// A new register for an intermediate value.
    pub fn temporary(&mut self, width: Width) -> RegId {
        self.new_register(width, None)
    }

    fn new_register(&mut self, width: Width, name: Option<String>) -> RegId {
        let id = RegId::from_index(self.function.registers.len());
        self.function.registers.push(Register { width, name });
        id
    }

    /// A new register that receives the next argument.
    pub fn parameter(&mut self, width: Width, name: impl Into<String>) -> RegId {
        let id = self.register(width, name);
        self.function.params.push(id);
        id
    }

    pub fn width(&self, operand: Operand) -> Width {
        self.function.operand_width(operand)
    }

    /// The index of the next instruction: the head of a loop that starts here.
    pub fn here(&self) -> Label {
        Label::from_index(self.function.code.len())
    }

    pub fn emit(&mut self, op: Op) {
        self.function.code.push(Instr { op, span: self.span });
    }

    /// Emits a binary operation into a new register.
    pub fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let dst = self.temporary(op.result_width(self.width(left)));
        self.emit(Op::Binary { dst, op, left, right });
        Operand::Reg(dst)
    }

    /// Brings a value to another width: truncated, or extended by its sign or by zeros. Emits nothing where the
    /// width is already right.
    pub fn resize(&mut self, value: Operand, to: Width, sign: Sign) -> Operand {
        let from = self.width(value);
        let Some(op) = CastOp::between(from, to, sign) else { return value };
        let dst = self.temporary(to);
        self.emit(Op::Cast { dst, op, value });
        Operand::Reg(dst)
    }

    /// A target to be placed later with [`Self::bind`].
    pub fn target(&mut self) -> Target {
        self.targets.push(None);
        Target(self.targets.len() as u32 - 1)
    }

    /// Places a target at the next instruction. Panics when it was placed before.
    pub fn bind(&mut self, target: Target) {
        let here = self.here();
        let slot = &mut self.targets[target.0 as usize];
        assert!(slot.is_none(), "a jump target was placed twice; please report this");
        *slot = Some(here);
    }

    pub fn jump(&mut self, target: Target) {
        self.pending.push(self.function.code.len());
        self.emit(Op::Jump(Label(target.0)));
    }

    /// Emits a jump that is taken when the condition is 1.
    pub fn branch(&mut self, condition: Operand, target: Target) {
        self.pending.push(self.function.code.len());
        self.emit(Op::Branch { condition, target: Label(target.0) });
    }

    pub fn repeat(&mut self, head: Label, id: LoopId) {
        self.emit(Op::Repeat { head, id });
    }

    /// Resolves the jumps. Panics when one goes to a target that was never placed.
    pub fn finish(mut self) -> Function {
        for index in self.pending {
            let (Op::Jump(label) | Op::Branch { target: label, .. }) = &mut self.function.code[index].op else {
                panic!("a pending jump is not a jump; please report this");
            };
            *label = self.targets[label.index()].expect("a jump target was never placed; please report this");
        }
        self.function
    }
}
