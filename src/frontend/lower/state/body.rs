//! A function while it is lowered, and the small steps that its lowering is made of.
//!
//! In: registers, labels, operators, as the other files ask for them. Out: instructions, with constants folded. It must not know
//! statements, nor what an expression means.

use std::collections::HashMap;

use super::blocks::{Blocks, Scope, Unended};
use super::flow::Flow;
use super::stretches::Stretches;
use super::tables::Lower;
use crate::diag::{Diagnostic, Span};
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{DeclId, ExprId, TypeId, VlaId};
use crate::frontend::typed::types::Shape;
use crate::ids::{Label, LoopId, RegId};
use crate::ir::{
    Among, Author, BinaryOp, CastOp, Function, Instr, Op, Operand, Register, Sign, SiteKind, UnaryOp, Width,
};

/// What a length belongs to: only there it is evaluated, and each time control comes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Declaration(DeclId),
    Cast(ExprId),
}

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

/// A loop that only waits on a condition variable, while it is read.
#[derive(Clone)]
pub struct WaitingLoop {
    /// Says whether the thread has waited there.
    pub again: RegId,
    /// The calls that are the waits, one of them in each round. Those on the way out of the loop are others.
    pub waits: Vec<ExprId>,
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
    /// The atomic operation that is being lowered.
    pub builtin: Option<ExprId>,
    /// The expression whose value is thrown away.
    pub ignored: Option<ExprId>,
    /// How many accesses were noted whose orders may become others.
    pub ordered: u32,
    /// The loop that only waits on a condition variable in which the code stands.
    pub waited: Option<WaitingLoop>,
    /// What the memory is for that the call asks for which is being lowered.
    pub wanted: Option<TypeId>,
    /// Labels by number; the index of the instruction once it is known.
    pub(in crate::frontend::lower) labels: Vec<Option<usize>>,
    /// Where allocations of the whole function go.
    pub entry_objects: Vec<Instr>,
    /// The function and the open blocks, outermost first.
    pub scopes: Vec<Scope>,
    /// Objects of which only an end of all that a call has made is the end.
    pub(in crate::frontend::lower) unended: Unended,
    pub blocks: Blocks,
    /// What has been lowered of a statement that may be taken apart.
    pub stretches: Stretches,
    /// No statement of the block stands before this one, only declarations.
    pub begins_block: bool,
    /// What the statements that are being lowered are part of.
    pub among: Among,
}

impl<'l, 'a> Body<'l, 'a> {
    /// The function of a definition, of which nothing is lowered yet.
    pub fn new(lower: &'l mut Lower<'a>, decl: DeclId) -> Body<'l, 'a> {
        let input = lower.input;
        let declared = &input.tast[decl];
        let name = input.name(decl).to_string();
        let span = input.place(decl);
        let returns = input.signature(declared.ty).map(|signature| signature.ret);
        let result = returns.map_or(Shape::Void, |ty| input.shape(ty));
        let text = lower.text(decl);
        Body {
            lower,
            input,
            function: Function {
                result: result.width(),
                params: Vec::new(),
                registers: Vec::new(),
                code: Vec::new(),
                span,
                author: if input.own { Author::Tool } else { Author::Program },
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
            builtin: None,
            ignored: None,
            ordered: 0,
            waited: None,
            wanted: None,
            labels: Vec::new(),
            entry_objects: Vec::new(),
            scopes: vec![Scope::function()],
            unended: Unended::default(),
            blocks: Blocks::default(),
            stretches: Stretches::default(),
            begins_block: false,
            among: Among::default(),
        }
    }
}

impl Body<'_, '_> {
    pub fn register(&mut self, width: Width, name: Option<&str>) -> RegId {
        let id = RegId::from_index(self.function.registers.len());
        let name = name.filter(|n| !n.is_empty()).map(str::to_string);
        self.function.registers.push(Register { width, name, form: None });
        id
    }

    /// A register that holds a scalar variable.
    pub fn variable(&mut self, decl: DeclId) -> RegId {
        let ty = self.input.ty(decl);
        let width = self.input.shape(ty).width().expect("a scalar has a width; please report this");
        let register = self.register(width, Some(self.input.name(decl)));
        self.function.registers[register.index()].form = Some(self.lower.form(ty));
        register
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

    /// Whether control may come to the next instruction from the one before it, or by a label that stands here.
    pub fn is_reached(&self) -> bool {
        let last = self.function.code.last().map(|instr| &instr.op);
        !matches!(last, Some(Op::Jump(_) | Op::Repeat { .. } | Op::Return(_) | Op::ExitThread { .. }))
            || self.bound_here()
    }

    /// Whether a label stands for the next instruction.
    fn bound_here(&self) -> bool {
        self.labels.contains(&Some(self.function.code.len()))
    }

    pub fn jump(&mut self, label: Label) {
        self.emit(Op::Jump(label));
    }

    /// Warns of what is here, once.
    pub fn warn(&mut self, message: &str, help: &str) {
        let mut warning = Diagnostic::warning(message).help(help);
        warning.span = self.span;
        if !self.lower.warnings.iter().any(|other| (&other.message, other.span) == (&warning.message, warning.span)) {
            self.lower.warnings.push(warning);
        }
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
        let right = self.resize(right, width, Sign::Unsigned);
        if let (Operand::Const { bits: a, .. }, Operand::Const { bits: b, .. }) = (left, right) {
            return Operand::constant(op.eval(a, b, width), op.result_width(width));
        }
        if let (BinaryOp::Add, Operand::Global { global, offset }, Operand::Const { bits, .. }) = (op, left, right) {
            let offset = offset.wrapping_add(bits as i64);
            // What leaves the object is computed where that is looked at.
            if u64::try_from(offset).is_ok_and(|offset| offset <= self.lower.program.global(global).size) {
                return Operand::Global { global, offset };
            }
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
    pub fn resize(&mut self, value: Operand, to: Width, sign: Sign) -> Operand {
        let from = self.width(value);
        let Some(op) = CastOp::between(from, to, sign) else { return value };
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
}
