//! The lowering of one function.
//!
//! In: a function definition. Out: its IR. This file holds the state of that work and the small steps the other files
//! are made of: registers, labels, instructions with constants folded, access sites.

use std::collections::HashMap;

use rucc_sema::{DeclId, ExprId, StorageDuration};
use rucc_types::{TypeId, TypeKind, VlaId};

use super::jumps::{self, Flow};
use super::lower::{Input, Lower};
use super::scopes::{Blocks, Made, Scope};
use super::sizes::Owner;
use super::stretches::Stretches;
use super::types::Shape;
use crate::diag::Span;
use crate::ids::{Label, LoopId, RegId};
use crate::ir::{
    BinaryOp, CastOp, Function, Instr, ObjectName, Op, Operand, Order, Property, Register, SiteKind, Storage, UnaryOp,
    Width,
};

/// Where a local variable lives.
#[derive(Clone, Copy, Debug)]
pub enum Local {
    Register(RegId),
    /// An object whose address is in this register.
    Object(RegId),
}

/// The value of an expression that has been evaluated.
#[derive(Clone, Copy, Debug)]
pub enum Once {
    Word(Operand),
    /// The two words of a number of 128 bits, the low one first.
    Wide([Operand; 2]),
}

/// A function while it is lowered.
pub struct Body<'l, 'a> {
    pub lower: &'l mut Lower<'a>,
    pub input: Input<'a>,
    pub function: Function,
    pub locals: HashMap<DeclId, Local>,
    pub parameters: Vec<DeclId>,
    /// The lengths of variable-length arrays as they were when their declarations were reached.
    pub measured: HashMap<ExprId, RegId>,
    /// Where each of them is written.
    pub owners: HashMap<VlaId, Owner>,
    /// Expressions that stand in two places of one and have been evaluated, with their values.
    pub once: Vec<(ExprId, Once)>,
    /// The arrays in values of the expression that is being evaluated.
    pub temporaries: Vec<RegId>,
    /// The number of its text.
    pub text: u32,
    /// How often a site or loop of the same description was met.
    occurrences: HashMap<(Option<SiteKind>, Option<Span>, String), u32>,
    pub flow: Flow,
    /// The place of what is being lowered.
    pub span: Option<Span>,
    /// What a `return` hands back.
    pub result: Shape,
    /// Where a returned struct goes.
    pub result_address: Option<Operand>,
    /// The address of the arguments that have no parameter.
    pub rest: Option<RegId>,
    /// Runs as one step.
    pub atomic: bool,
    /// The call whose value is thrown away.
    pub ignored: Option<ExprId>,
    /// In a loop that only waits on a condition variable: whether the thread has waited there.
    pub waited: Option<RegId>,
    /// What the memory is for that the call asks for which is being lowered.
    pub wanted: Option<TypeId>,
    /// Labels by number; the index of the instruction once it is known.
    labels: Vec<Option<usize>>,
    /// Where allocations of the whole function go.
    pub entry_objects: Vec<Instr>,
    /// The function and the open blocks, outermost first.
    pub scopes: Vec<Scope>,
    pub blocks: Blocks,
    /// What has been lowered of a statement that may be taken apart.
    pub stretches: Stretches,
}

/// Lowers the definition `decl`.
pub fn lower(lower: &mut Lower, decl: DeclId) -> Function {
    let plain = attempt(lower, decl, false);
    if jumps::is_structured(&plain.code) { plain } else { attempt(lower, decl, true) }
}

/// Lowers a function, with or without the selector for jumps that make no nested loops.
fn attempt(lower: &mut Lower, decl: DeclId, selector: bool) -> Function {
    let input = lower.input;
    let declared = &input.tast[decl];
    let name = input.name(decl).to_string();
    let span = input.span(input.tast.decl_span(decl));
    let returns = match input.bare(declared.ty) {
        TypeKind::Function(id) => Some(input.types.signature(id).ret),
        _ => None,
    };
    let result = returns.map_or(Shape::Void, |ty| input.shape(ty));
    let text = lower.text(decl);
    let mut body = Body {
        lower,
        input,
        function: Function {
            result: result.width(),
            params: Vec::new(),
            registers: Vec::new(),
            code: Vec::new(),
            span,
            name,
        },
        locals: HashMap::new(),
        parameters: input.tast[declared.params].to_vec(),
        measured: HashMap::new(),
        once: Vec::new(),
        owners: HashMap::new(),
        temporaries: Vec::new(),
        text,
        occurrences: HashMap::new(),
        flow: Flow::default(),
        span,
        result,
        result_address: None,
        rest: None,
        atomic: false,
        ignored: None,
        waited: None,
        wanted: None,
        labels: Vec::new(),
        entry_objects: Vec::new(),
        scopes: vec![Scope::function()],
        blocks: Blocks::default(),
        stretches: Stretches::default(),
    };
    if let Shape::Refused(construct) = result {
        body.unsupported(&format!("returning {construct}"));
    }
    if result.is_by_address() {
        let reg = body.register(Width::POINTER, Some("result"));
        body.function.params.push(reg);
        body.result_address = Some(Operand::Reg(reg));
    }
    // A function of this name is one step as seen by the other threads.
    // One that begins or ends such a step and has a body is what its body says.
    body.atomic = body.function.name.starts_with("__VERIFIER_atomic_")
        && super::library::overrides_definition(&body.function.name).is_none();
    let entry = body.function.name == "main";
    if entry {
        body.main_parameters(decl);
    } else {
        input.tast[declared.params].iter().for_each(|param| body.parameter(*param, false));
        body.rest_parameter(decl);
        input.tast[declared.params].iter().for_each(|param| body.measure_parameter(*param));
    }
    // Also where it is called through a pointer.
    if body.lower.errors_are.is_call(&body.function.name) {
        let name = body.function.name.clone();
        body.fail(Property::ReachError, &name);
    }
    if body.atomic {
        body.emit(Op::AtomicBegin);
    }
    let stmt = declared.body.expect("only definitions are lowered; please report this");
    body.flow = Flow::of(&input, stmt);
    body.blocks = Blocks::of(&input, stmt);
    let start = body.function.code.len();
    if selector {
        body.start_selector();
    }
    body.function_body(stmt);
    body.leave_function();
    let missing = body.missing_result();
    body.emit(Op::Return(missing));
    body.close_function();
    body.finish(start)
}

impl Body<'_, '_> {
    /// Declares a parameter.
    pub fn parameter(&mut self, param: DeclId, entry: bool) {
        let ty = self.input.tast[param].ty;
        let name = self.input.name(param).to_string();
        let shape = self.input.shape(ty);
        let Some(width) = shape.width() else {
            match shape {
                Shape::Record | Shape::Wide { .. } if !entry => {
                    let reg = self.register(Width::POINTER, Some(&name));
                    self.function.params.push(reg);
                    self.locals.insert(param, Local::Object(reg));
                }
                Shape::Refused(construct) => {
                    // A parameter nobody reads is no obstacle: it is refused where it is read, by name or by address.
                    if self.input.is_addressed(param) {
                        self.unsupported(construct);
                    }
                    let reg = self.register(Width::POINTER, Some(&name));
                    if !entry {
                        self.function.params.push(reg);
                    }
                    self.locals.insert(param, Local::Object(reg));
                }
                _ => self.unsupported(&format!("a parameter of this type (`{name}`)")),
            }
            return;
        };
        let reg = self.register(width, Some(&name));
        self.function.params.push(reg);
        self.bind_parameter(param, reg);
    }

    /// A parameter begins with the value that is in a register.
    pub fn bind_parameter(&mut self, param: DeclId, reg: RegId) {
        if self.in_register(param) {
            self.locals.insert(param, Local::Register(reg));
        } else {
            let address = self.allocate(param);
            self.mortal_with_function(address, Made::Certainly);
            let name = self.input.name(param).to_string();
            let site = self.named_site(SiteKind::Store, self.input.span(self.input.tast.decl_span(param)), &name);
            let value = Operand::Reg(reg);
            self.emit(Op::Store { address: Operand::Reg(address), value, order: Order::Plain, site });
            self.locals.insert(param, Local::Object(address));
        }
    }

    /// Whether a local variable can be a register.
    pub fn in_register(&self, decl: DeclId) -> bool {
        let ty = self.input.tast[decl].ty;
        self.input.tast[decl].duration == StorageDuration::Automatic
            && self.input.shape(ty).width().is_some()
            && self.input.order(ty) == Order::Plain
            && !self.input.is_addressed(decl)
            && self.input.tast[decl].cleanup.is_none()
    }

    /// The same, with its address in a register that there is already.
    pub fn allocate_again(&mut self, register: Option<RegId>, decl: DeclId) -> RegId {
        let made = self.allocate(decl);
        let Some(register) = register else { return made };
        self.function.registers.pop();
        if let Some(Instr { op: Op::Allocate { dst, .. }, .. }) = self.function.code.last_mut() {
            *dst = register;
        }
        register
    }

    /// Emits the allocation of a local variable's object; the register that holds its address. It holds anything: what
    /// initialises it is stored, zeros too, which another thread may see late.
    pub fn allocate(&mut self, decl: DeclId) -> RegId {
        let size = self.input.layout(self.input.tast[decl].ty).map_or(0, |l| l.size);
        let name = match self.input.name(decl) {
            "" => "compound literal",
            name => name,
        };
        let form = Some(self.lower.form(self.input.tast[decl].ty));
        let name = ObjectName { text: name.to_string(), form };
        self.allocate_bytes((Operand::pointer(size), self.input.alignment(decl)), name)
    }

    /// Emits the allocation of a stack object that no declaration names.
    pub fn allocate_stack(&mut self, size: u64, name: &str) -> RegId {
        self.allocate_bytes((Operand::pointer(size), 1), name.into())
    }

    /// Emits the allocation of a stack object of this many bytes, a number of width 64, and alignment.
    pub fn allocate_bytes(&mut self, (size, align): (Operand, u64), name: ObjectName) -> RegId {
        let dst = self.register(Width::POINTER, Some(&format!("&{}", name.text)));
        self.emit(Op::Allocate { dst, size, align, storage: Storage::Stack, zeroed: false, name });
        dst
    }

    pub fn register(&mut self, width: Width, name: Option<&str>) -> RegId {
        let id = RegId::from_index(self.function.registers.len());
        self.function.registers.push(Register { width, name: name.filter(|n| !n.is_empty()).map(str::to_string) });
        id
    }

    pub fn emit(&mut self, op: Op) {
        let is_named = |register: RegId| self.function.registers[register.index()].name.is_some();
        let names = crate::ir::uses::definitions(&op).any(is_named);
        self.stretches.pass(&op, self.function.code.len(), names);
        self.function.code.push(Instr { op, span: self.span });
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label::from_index(self.labels.len() - 1)
    }

    /// The label stands for the next instruction.
    pub fn bind(&mut self, label: Label) {
        self.stretches.end();
        self.labels[label.index()] = Some(self.function.code.len());
    }

    /// Where a label stands, if that is known yet.
    pub fn bound(&self, label: Label) -> Option<usize> {
        self.labels[label.index()]
    }

    /// Whether a label stands for the next instruction.
    fn bound_here(&self) -> bool {
        self.labels.contains(&Some(self.function.code.len()))
    }

    pub fn jump(&mut self, label: Label) {
        self.emit(Op::Jump(label));
    }

    pub fn branch(&mut self, condition: Operand, target: Label) {
        match condition {
            Operand::Const { bits: 0, .. } => {}
            Operand::Const { .. } => self.jump(target),
            _ => self.emit(Op::Branch { condition, target }),
        }
    }

    /// Goes to the label when the condition is 0.
    pub fn branch_unless(&mut self, condition: Operand, target: Label) {
        let not = self.unary(UnaryOp::Not, condition);
        self.branch(not, target);
    }

    pub fn width(&self, operand: Operand) -> Width {
        self.function.operand_width(operand)
    }

    pub fn unary(&mut self, op: UnaryOp, value: Operand) -> Operand {
        let width = self.width(value);
        if let Operand::Const { bits, .. } = value {
            return Operand::constant(op.eval(bits, width), width);
        }
        let dst = self.register(width, None);
        self.emit(Op::Unary { dst, op, value });
        Operand::Reg(dst)
    }

    pub fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let width = self.width(left);
        // They differ after an error only.
        let right = self.resize(right, width, false);
        if let (Operand::Const { bits: a, .. }, Operand::Const { bits: b, .. }) = (left, right) {
            return Operand::constant(op.eval(a, b, width), op.result_width(width));
        }
        if let (BinaryOp::Add, Operand::Global { global, offset }, Operand::Const { bits, .. }) = (op, left, right) {
            return Operand::Global { global, offset: offset.wrapping_add(bits as i64) };
        }
        if let (BinaryOp::Add | BinaryOp::Sub, Operand::Const { bits: 0, .. })
        | (BinaryOp::Mul, Operand::Const { bits: 1, .. }) = (op, right)
        {
            return left;
        }
        let dst = self.register(op.result_width(width), None);
        self.emit(Op::Binary { dst, op, left, right });
        Operand::Reg(dst)
    }

    /// The value brought to a width.
    pub fn resize(&mut self, value: Operand, to: Width, signed: bool) -> Operand {
        let from = self.width(value);
        let Some(op) = CastOp::between(from, to, signed) else { return value };
        if let Operand::Const { bits, .. } = value {
            return Operand::constant(op.eval(bits, from, to), to);
        }
        // A value that was just widened is narrowed by taking it as it was.
        if let (CastOp::Truncate, Some(Instr { op: Op::Cast { dst, value: narrow, .. }, .. })) =
            (op, self.function.code.last())
            && value == Operand::Reg(*dst)
            && self.width(*narrow) == to
            && !self.bound_here()
        {
            return *narrow;
        }
        let dst = self.register(to, None);
        self.emit(Op::Cast { dst, op, value });
        Operand::Reg(dst)
    }

    pub fn copy(&mut self, dst: RegId, value: Operand) {
        self.emit(Op::Copy { dst, value });
    }

    /// `address + bytes`.
    pub fn offset(&mut self, address: Operand, bytes: u64) -> Operand {
        self.binary(BinaryOp::Add, address, Operand::pointer(bytes))
    }

    /// Whether the value is not zero, as a condition.
    pub fn not_zero(&mut self, value: Operand) -> Operand {
        let width = self.width(value);
        match value {
            Operand::Global { .. } | Operand::Function(_) => Operand::bool(true),
            _ if width == Width::BOOL => value,
            _ => self.binary(BinaryOp::NotEqual, value, Operand::constant(0, width)),
        }
    }

    /// The loop at the current place.
    pub fn new_loop(&mut self) -> LoopId {
        let span = self.span;
        let occurrence = self.occurrence(None, span, "");
        self.lower.loop_id(self.text, span, occurrence)
    }

    /// The how manieth site, or loop where there is no kind, this is of its place and text, from 1.
    pub fn occurrence(&mut self, kind: Option<SiteKind>, span: Option<Span>, text: &str) -> u32 {
        let count = self.occurrences.entry((kind, span, text.to_string())).or_insert(0);
        *count += 1;
        *count
    }

    pub fn unsupported(&mut self, construct: &str) {
        let span = self.span;
        self.lower.unsupported(construct, span);
    }

    /// Ends the function's atomic section, if it is one.
    pub fn leave_function(&mut self) {
        if self.atomic {
            self.emit(Op::AtomicEnd);
        }
    }

    /// Puts indices in place of labels, and the allocations of the whole function at its start.
    fn finish(mut self, start: usize) -> Function {
        let shift = self.entry_objects.len();
        let moved = |index: usize| if index >= start { index + shift } else { index };
        for instr in &mut self.function.code {
            if let Op::Jump(label) | Op::Branch { target: label, .. } | Op::Repeat { head: label, .. } = &mut instr.op {
                let index = self.labels[label.index()].expect("every label is bound; please report this");
                *label = Label::from_index(moved(index));
            }
        }
        let entry = std::mem::take(&mut self.entry_objects);
        self.function.code.splice(start..start, entry);
        self.settle();
        self.function
    }
}
