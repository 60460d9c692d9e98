//! The lowering of expressions.
//!
//! In: expressions of the typed tree, where every conversion is a node. Out: operands and the instructions that
//! compute them. Scalars are numbers of their C width; a struct value is the address of an object that holds it, to
//! be copied by whoever keeps it.

use super::builtin::Outcome;
use super::place::Place;
use super::subscripts::Purpose;
use crate::frontend::lower::state::blocks::Context;
use crate::frontend::lower::state::body::{Body, Once, Owner};
use crate::frontend::lower::state::operator::Operator;
use crate::frontend::typed::tree::{
    Base, BinaryOp as C, Const, ConstId, Conversion, ExprId, ExprKind, Stmt, StmtId, TypeId, UnaryOp as U,
};
use crate::frontend::typed::types::Shape;
use crate::ir::{Among, BinaryOp, Concern, Op, Operand, Property, Sign, UnaryOp, Width};

/// A value with what its type comes to.
#[derive(Clone, Copy)]
pub struct Typed {
    pub value: Operand,
    pub shape: Shape,
}

impl Body<'_, '_> {
    /// The value of a scalar expression.
    pub fn value(&mut self, expr: ExprId) -> Operand {
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        self.note_open_order(expr);
        let start = self.function.code.len();
        let value = self.value_here(expr);
        self.split_behind(expr, start);
        self.span = outer;
        let wanted = self.input.shape_of(expr).width();
        match wanted {
            // After an error the width may be another one.
            Some(width) if self.width(value) != width => self.resize(value, width, Sign::Unsigned),
            _ => value,
        }
    }

    fn value_here(&mut self, expr: ExprId) -> Operand {
        if let Some((_, Once::Word(value))) = self.once.iter().find(|(node, _)| *node == expr) {
            return *value;
        }
        if let Some(length) = self.measured.get(&expr) {
            return Operand::Reg(*length);
        }
        let node = self.input.tast[expr];
        let shape = self.input.shape(node.ty);
        if let Shape::Refused(construct) = shape {
            return self.refuse(construct);
        }
        if let (Shape::Real { .. }, Some(number)) = (shape, self.input.folded_wider(expr)) {
            return number;
        }
        if let Shape::Wide { .. } = shape {
            return self.refuse("a number of type `__int128` here");
        }
        let width = shape.width().unwrap_or(Width::INT);
        match node.kind {
            ExprKind::Const(id) => self.constant(id, width),
            ExprKind::Convert { kind, operand } => self.conversion(expr, kind, operand, node.ty),
            ExprKind::Cast(operand) => self.cast(expr, operand, width),
            ExprKind::Unary { op, operand } => self.unary_expr(expr, op, operand, shape),
            // A member of a struct value: `f().x`.
            ExprKind::Member { .. } if shape.width().is_some() => match self.place(expr) {
                Some(place) => self.read(place),
                None => Operand::constant(0, width),
            },
            ExprKind::Decl(_)
            | ExprKind::Member { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::Str(_)
            | ExprKind::CompoundLiteral(_) => self.address(expr),
            ExprKind::Binary { op, lhs, rhs } => self.binary_expr(expr, op, (lhs, rhs), width),
            ExprKind::Assign { op: None, lhs, rhs, .. } => self.assign(expr, (lhs, rhs)),
            ExprKind::Assign { op: Some(op), computation, lhs, rhs } => {
                self.compound_assign(expr, (op, computation), (lhs, rhs))
            }
            ExprKind::Cond { cond, then, otherwise } => self.conditional(cond, then, otherwise, width),
            ExprKind::Comma { lhs, rhs } => {
                // A fence may stand between the two, and nobody asks for the value of the first.
                self.stretches.end();
                self.effects(lhs);
                self.comma_point(rhs);
                self.value(rhs)
            }
            ExprKind::StmtExpr(stmt) => self.statement_expr(stmt),
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Atomic { .. } => self.atomic(expr),
            ExprKind::Expect { value, hint, .. } => {
                let value = self.value(value);
                self.effects(hint);
                value
            }
            ExprKind::Prefetch { address, .. } => {
                self.effects(address);
                Operand::constant(0, width)
            }
            ExprKind::Unreachable => {
                self.fail(Property::UndefinedArithmetic, "__builtin_unreachable() is reached");
                Operand::constant(0, width)
            }
            ExprKind::Trap => {
                self.fail(Property::ReachError, "__builtin_trap");
                Operand::constant(0, width)
            }
            ExprKind::ConstantP { .. } => Operand::constant(0, width),
            ExprKind::Overflow { op, at, args, stores } => {
                self.overflow(op, at, args, if stores { Outcome::Stored } else { Outcome::Dropped })
            }
            ExprKind::ByteSwap { operand } => self.byte_swap(operand),
            ExprKind::BitCount { operand, count } => self.bit_count(operand, count, width),
            ExprKind::Abs { operand } => self.absolute(operand),
            ExprKind::Alloca { size } => self.alloca(size),
            ExprKind::Error => self.refuse("this expression"),
            ExprKind::LabelAddr(_) => self.refuse("the address of a label"),
            ExprKind::VaArg { list } => self.next_argument(list, shape),
            ExprKind::VaStart { list } => self.begin_list(list),
            ExprKind::VaEnd { list } => self.end_list(list),
            ExprKind::VaCopy { dst, src } => self.copy_list(dst, src),
            ExprKind::Classify { op, lhs, rhs } => self.classify(op, (lhs, rhs), width),
            ExprKind::FpClassify { value, answers } => {
                let answers = self.input.tast[answers].to_vec();
                self.fpclassify(value, &answers, width)
            }
            ExprKind::Sign { op, lhs, rhs } => self.signed_as(op, (lhs, rhs), width),
            ExprKind::Complex { .. } => self.refuse("_Complex"),
            ExprKind::ConvertVector { .. }
            | ExprKind::Elementwise { .. }
            | ExprKind::Shuffle { .. }
            | ExprKind::ShuffleVector { .. } => self.refuse("a vector operation"),
            ExprKind::Jump { .. } => self.refuse("setjmp/longjmp"),
            ExprKind::ObjectSize { .. } => self.refuse("__builtin_object_size"),
            ExprKind::TimeStamp { aux } => {
                if let Some(place) = aux.and_then(|processor| self.place(processor)) {
                    let number = self.arbitrary(Width::INT);
                    self.write(place, number);
                }
                self.arbitrary(width)
            }
            ExprKind::FrameAddress { .. }
            | ExprKind::ThreadPointer
            | ExprKind::SpEntry
            | ExprKind::Eflags { .. }
            | ExprKind::XState { .. }
            | ExprKind::CpuModel { .. }
            | ExprKind::ApplyArgs
            | ExprKind::Apply { .. } => {
                let text = self.input.text(expr);
                self.refuse(&format!("the builtin `{text}`"))
            }
        }
    }

    fn cast(&mut self, expr: ExprId, operand: ExprId, width: Width) -> Operand {
        let ty = self.input.ty(expr);
        self.measure(ty, Owner::Cast(expr));
        match self.input.folded_float(expr, operand) {
            Some(number) => Operand::constant(number as u64, width),
            None => self.convert_expr(operand, ty),
        }
    }

    fn unary_expr(&mut self, expr: ExprId, op: U, operand: ExprId, shape: Shape) -> Operand {
        match op {
            U::AddrOf => self.address_for(Purpose::Address, operand),
            U::Deref => self.address(expr),
            U::Plus => self.value(operand),
            U::Minus | U::BitNot if self.input.negates_enum_field(operand) => {
                self.refuse("this operator on a bit-field of an enum type")
            }
            U::Minus => {
                let value = self.value(operand);
                self.negated(value, shape)
            }
            U::BitNot => {
                let value = self.value(operand);
                self.unary(UnaryOp::Not, value)
            }
            U::Not => {
                let condition = self.condition(expr);
                self.resize(condition, shape.width().unwrap_or(Width::INT), Sign::Unsigned)
            }
            U::PreInc | U::PreDec | U::PostInc | U::PostDec => self.increment(expr, op, operand),
            U::Real | U::Imag => self.refuse("_Complex"),
        }
    }

    /// `abs` and its kind.
    fn absolute(&mut self, operand: ExprId) -> Operand {
        let value = self.value(operand);
        let width = self.width(value);
        self.check_opposite(value);
        let negative = self.binary(BinaryOp::SignedLess, value, Operand::constant(0, width));
        let opposite = self.unary(UnaryOp::Neg, value);
        self.select(negative, opposite, value)
    }

    fn alloca(&mut self, size: ExprId) -> Operand {
        let size = self.value(size);
        let dst = self.register(Width::POINTER, None);
        let size = self.resize(size, Width::POINTER, Sign::Unsigned);
        let storage = crate::ir::Storage::Stack;
        self.emit(Op::Allocate { dst, size, align: 16, storage, name: "alloca".into() });
        self.stack_object(dst);
        Operand::Reg(dst)
    }

    /// Evaluates an expression for its effects only, whatever its type.
    pub fn effects(&mut self, expr: ExprId) {
        self.note_open_order(expr);
        let node = self.input.tast[expr];
        if self.float_effects(expr) {
            return;
        }
        match node.kind {
            ExprKind::Const(_) => {}
            ExprKind::Convert { kind: Conversion::Lvalue, operand } if self.is_plain_local(operand) => {}
            ExprKind::Convert { kind: Conversion::Void, operand } => self.effects(operand),
            ExprKind::Cast(operand) if self.input.shape(node.ty) == Shape::Void => self.effects(operand),
            ExprKind::Comma { lhs, rhs } => {
                // A fence may stand between the two, and nobody asks for the value of the first.
                self.stretches.end();
                self.effects(lhs);
                self.comma_point(rhs);
                self.effects(rhs);
            }
            ExprKind::Cond { cond, then, otherwise } => {
                let outer = self.span;
                self.span = self.input.place(expr).or(outer);
                self.conditional_effects(cond, then, otherwise);
                self.span = outer;
            }
            _ => match self.input.shape(node.ty) {
                Shape::Refused(_) if !self.input.has_access(expr) => {}
                // A number nobody looks at may have any type; what it is made of may not.
                Shape::Refused(construct) => match node.kind {
                    ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.effects(operand),
                    ExprKind::Binary { lhs, rhs, .. } => {
                        self.effects(lhs);
                        self.effects(rhs);
                    }
                    ExprKind::Unary { operand, op: U::Plus | U::Minus } => self.effects(operand),
                    _ => {
                        let outer = self.span;
                        self.span = self.input.place(expr).or(outer);
                        self.unsupported(construct);
                        self.span = outer;
                    }
                },
                Shape::Record => {
                    if self.input.has_access(expr) {
                        self.record(expr);
                    }
                }
                Shape::Wide { .. } => {
                    if self.input.has_access(expr) || !self.input.is_pure(expr) {
                        self.pair(expr);
                    }
                }
                _ => {
                    self.ignored = Some(expr);
                    let value = self.value(expr);
                    self.discard(value);
                }
            },
        }
    }

    fn is_plain_local(&self, lvalue: ExprId) -> bool {
        self.input.is_register_like(lvalue)
    }

    pub fn select(&mut self, condition: Operand, yes: Operand, no: Operand) -> Operand {
        match condition {
            Operand::Const { bits: 0, .. } => no,
            Operand::Const { .. } => yes,
            _ => {
                let dst = self.register(self.width(yes), None);
                self.emit(Op::Select { dst, condition, yes, no });
                Operand::Reg(dst)
            }
        }
    }

    fn constant(&mut self, id: ConstId, width: Width) -> Operand {
        match &self.input.tast[id] {
            Const::Int(value) => Operand::constant(*value as u64, width),
            Const::Address(address) => {
                let address = *address;
                let span = self.span;
                if let Base::Absolute = address.base {
                    return Operand::pointer(address.offset as u64);
                }
                let base = self.lower.static_address(address.base, 0, span);
                self.offset(base, address.offset as u64)
            }
            Const::Float(number) => Operand::constant(number.to_bits() as u64, width),
            Const::Complex { .. } | Const::ComplexInt { .. } => self.refuse("_Complex"),
            Const::Apart { .. } => self.refuse("the address of a label"),
        }
    }

    fn conversion(&mut self, expr: ExprId, kind: Conversion, operand: ExprId, ty: TypeId) -> Operand {
        match kind {
            Conversion::Lvalue => {
                let before = self.ordered;
                let Some(place) = self.place(operand) else { return Operand::pointer(0) };
                let value = self.read(place);
                if let (Place::Memory(_), true) = (place, self.ordered == before) {
                    self.note_operator(operand, operand, Operator::Read);
                }
                value
            }
            Conversion::ArrayDecay if self.is_temporary(operand) => self.temporary(operand),
            Conversion::ArrayDecay | Conversion::FunctionDecay => self.address_for(Purpose::Address, operand),
            Conversion::Void => {
                self.effects(operand);
                Operand::constant(0, Width::INT)
            }
            Conversion::NullPointer => {
                self.effects(operand);
                Operand::pointer(0)
            }
            Conversion::Arithmetic | Conversion::Pointer | Conversion::Bool => {
                match (self.input.folded_float(expr, operand), self.input.shape(ty).width()) {
                    (Some(number), Some(width)) => Operand::constant(number as u64, width),
                    _ => self.convert_expr(operand, ty),
                }
            }
            Conversion::Broadcast => self.refuse("a vector type"),
            Conversion::Hardbool => self.refuse("a hardened boolean"),
        }
    }

    /// The value of an expression converted to a type.
    fn convert_expr(&mut self, operand: ExprId, ty: TypeId) -> Operand {
        let from = self.input.shape_of(operand);
        let to = self.input.shape(ty);
        match (from, to) {
            (_, Shape::Void) => {
                self.effects(operand);
                Operand::constant(0, Width::INT)
            }
            (_, Shape::Bool) => {
                let condition = self.condition(operand);
                self.resize(condition, Width::BYTE, Sign::Unsigned)
            }
            (Shape::Wide { .. }, _) => {
                let number = self.pair(operand);
                self.narrow(number, to)
            }
            _ => {
                // A call whose result becomes a pointer to something may allocate just that.
                let is_call = matches!(self.input.tast[operand].kind, ExprKind::Call { .. });
                self.wanted = self.input.pointee(ty).filter(|_| is_call && to == Shape::Pointer);
                let value = self.value(operand);
                self.wanted = None;
                self.convert(value, from, to)
            }
        }
    }

    /// A value of one shape as a value of another.
    pub fn convert(&mut self, value: Operand, from: Shape, to: Shape) -> Operand {
        match to {
            Shape::Bool => {
                let condition = self.truth(value, from);
                self.resize(condition, Width::BYTE, Sign::Unsigned)
            }
            Shape::Real { width } => self.real_of(value, from, width),
            Shape::Int { width, sign } if matches!(from, Shape::Real { .. }) => self.integer_of(value, (width, sign)),
            Shape::Int { width, .. } => self.resize(value, width, from.sign()),
            Shape::Pointer => self.resize(value, Width::POINTER, from.sign()),
            Shape::Refused(construct) => self.refuse(construct),
            _ => self.refuse("a conversion to this type"),
        }
    }

    fn binary_expr(&mut self, expr: ExprId, op: C, (lhs, rhs): (ExprId, ExprId), width: Width) -> Operand {
        let left_shape = self.input.shape_of(lhs);
        let right_shape = self.input.shape_of(rhs);
        if self.input.misjudges_enum_field(op, lhs, rhs) {
            return self.refuse("this operator on a bit-field of an enum type and a number that may be negative");
        }
        match op {
            C::Lt | C::Gt | C::Le | C::Ge | C::Eq | C::Ne | C::LogAnd | C::LogOr => {
                let condition = self.condition(expr);
                self.resize(condition, width, Sign::Unsigned)
            }
            C::Add if left_shape == Shape::Pointer => {
                let pointer = self.value(lhs);
                self.step(pointer, lhs, rhs, BinaryOp::Add)
            }
            C::Add if right_shape == Shape::Pointer => {
                let pointer = self.value(rhs);
                self.step(pointer, rhs, lhs, BinaryOp::Add)
            }
            C::Sub if left_shape == Shape::Pointer && right_shape == Shape::Pointer => {
                let size = self.step_size(self.input.ty(lhs)).filter(|size| *size != Operand::pointer(0));
                let Some(size) = size else {
                    return self.refuse("the difference of pointers to an incomplete type");
                };
                let (left, right) = (self.value(lhs), self.value(rhs));
                let bytes = self.binary(BinaryOp::Sub, left, right);
                self.binary(BinaryOp::SignedDiv, bytes, size)
            }
            C::Sub if left_shape == Shape::Pointer => {
                let pointer = self.value(lhs);
                self.step(pointer, lhs, rhs, BinaryOp::Sub)
            }
            _ => {
                let (left, right) = (self.value(lhs), self.operand_value(rhs));
                self.arithmetic(
                    op,
                    Typed { value: left, shape: left_shape },
                    Typed { value: right, shape: right_shape },
                )
            }
        }
    }

    /// The right side of an operator whose result is no wider than a word. One of two words is the count of a shift, and too
    /// many if anything is in the upper one.
    pub fn operand_value(&mut self, rhs: ExprId) -> Operand {
        let Shape::Wide { .. } = self.input.shape_of(rhs) else { return self.value(rhs) };
        let count = self.pair(rhs);
        let is_large = self.not_zero(count.high);
        self.select(is_large, Operand::pointer(u64::MAX), count.low)
    }

    /// An arithmetic operator on numbers; the left one says width and sign.
    pub fn arithmetic(&mut self, op: C, left: Typed, right: Typed) -> Operand {
        let (Typed { value: left, shape }, Typed { value: right, shape: right_shape }) = (left, right);
        if let Shape::Real { .. } = shape {
            return self.real_arithmetic(op, left, right);
        }
        let signed = shape.is_signed();
        let width = self.width(left);
        let shift = matches!(op, C::Shl | C::Shr);
        if shift {
            self.check_count(right, width);
        }
        let right = self.resize(right, width, if shift { Sign::Unsigned } else { right_shape.sign() });
        let op = match op {
            C::Mul => BinaryOp::Mul,
            C::Add => BinaryOp::Add,
            C::Sub => BinaryOp::Sub,
            C::BitAnd => BinaryOp::And,
            C::BitXor => BinaryOp::Xor,
            C::BitOr => BinaryOp::Or,
            C::Shl => BinaryOp::ShiftLeft,
            C::Shr if signed => BinaryOp::ArithmeticShiftRight,
            C::Shr => BinaryOp::LogicalShiftRight,
            C::Div | C::Rem => {
                if !matches!(right, Operand::Const { bits, .. } if bits != 0) {
                    let condition = self.not_zero(right);
                    let message = Property::DivisionByZero.describe().to_string();
                    self.emit(Op::Assert { condition, property: Property::DivisionByZero, message });
                }
                if signed {
                    self.check_quotient(left, right);
                }
                match (op, signed) {
                    (C::Div, true) => BinaryOp::SignedDiv,
                    (C::Div, false) => BinaryOp::UnsignedDiv,
                    (_, true) => BinaryOp::SignedRem,
                    (_, false) => BinaryOp::UnsignedRem,
                }
            }
            _ => return self.refuse("this operator"),
        };
        if signed {
            self.check_overflow(op, left, right);
        }
        self.binary(op, left, right)
    }

    /// The least number divided by -1 is too large for its type; processors stop there.
    fn check_quotient(&mut self, left: Operand, right: Operand) {
        let width = self.width(left);
        let (least, minus_one) = (1 << (width.bits() - 1), Operand::constant(u64::MAX, width));
        let known =
            |operand: Operand, is: u64| matches!(operand, Operand::Const { bits, .. } if bits != is & width.mask());
        if known(left, least) || known(right, u64::MAX) {
            return;
        }
        let not_least = self.binary(BinaryOp::NotEqual, left, Operand::constant(least, width));
        let not_minus_one = self.binary(BinaryOp::NotEqual, right, minus_one);
        let condition = self.binary(BinaryOp::Or, not_least, not_minus_one);
        // It is the overflow of its type, too, for who looks for no more than that.
        let checked = self.lower.program.checked;
        let property = if checked.contains(Concern::Overflow) && !checked.contains(Concern::Arithmetic) {
            Property::SignedOverflow
        } else {
            Property::UndefinedArithmetic
        };
        self.require(condition, property, "the quotient is too large for its type");
    }

    /// A shift by a negative number or by as many bits as there are has no meaning in C, and processors differ.
    fn check_count(&mut self, count: Operand, width: Width) {
        let bits = u64::from(width.bits());
        if matches!(count, Operand::Const { bits: count, .. } if count < bits) {
            return;
        }
        let bits = Operand::constant(bits, self.width(count));
        let condition = self.binary(BinaryOp::UnsignedLess, count, bits);
        self.require(condition, Property::UndefinedArithmetic, "shift by a negative number or by too many bits");
    }

    pub fn require(&mut self, condition: Operand, property: Property, message: &str) {
        if condition != Operand::bool(true) {
            self.emit(Op::Assert { condition, property, message: message.to_string() });
        }
    }

    /// `({ … })`: the value of its last statement.
    pub fn statement_expr(&mut self, stmt: StmtId) -> Operand {
        let Stmt::Block(list) = self.input.tast[stmt] else {
            return self.refuse("this statement expression");
        };
        let statements = self.input.tast[list].to_vec();
        let Some((last, before)) = statements.split_last() else { return Operand::constant(0, Width::INT) };
        self.enter_scope(stmt);
        let among = std::mem::replace(&mut self.among, Among::Expression);
        for stmt in before {
            self.statement(*stmt, Context::Compound);
        }
        // What the last statement leaves alone may stand behind what matters.
        if let (Stmt::Expr(value), false) = (self.input.tast[*last], before.is_empty())
            && !self.input.has_access(value)
        {
            self.statement_point(*last, Context::Compound);
        }
        let value = self.last_statement(*last);
        self.among = among;
        self.leave_scope();
        // The stretch is that of a statement within.
        self.stretches.end();
        value
    }

    /// The value of a statement expression by its last statement.
    fn last_statement(&mut self, last: StmtId) -> Operand {
        match self.input.tast[last] {
            Stmt::Expr(expr) => {
                if self.input.has_access(expr) {
                    if self.input.declarations_first {
                        self.stretches.label_of_value();
                    }
                    self.statement_point(last, Context::Compound);
                }
                match self.input.shape_of(expr) {
                    Shape::Record if self.scope_has_objects() => {
                        // The value stays when the block's objects die.
                        let ty = self.input.ty(expr);
                        let from = self.record(expr);
                        let size = self.input.layout(ty).map_or(0, |l| l.size);
                        let to = Operand::Reg(self.allocate_stack(size, "struct value"));
                        let text = self.input.text(expr);
                        self.copy_record(to, from, ty, ("struct value", &text));
                        to
                    }
                    Shape::Record | Shape::Wide { .. } => self.by_address(expr),
                    Shape::Void => {
                        self.effects(expr);
                        Operand::constant(0, Width::INT)
                    }
                    _ => self.value(expr),
                }
            }
            Stmt::Label { label, body } if matches!(self.input.tast[body], Stmt::Expr(_)) => {
                self.pass_label(label);
                self.arrive(crate::frontend::lower::state::flow::Target::Label(label));
                self.stretches.label_of_value();
                self.last_statement(body)
            }
            _ => {
                self.statement(last, Context::Compound);
                Operand::constant(0, Width::INT)
            }
        }
    }

    /// Reports an error of the program here, and stops this path.
    pub fn fail(&mut self, property: Property, message: &str) {
        self.emit(Op::Assert { condition: Operand::bool(false), property, message: message.to_string() });
        self.emit(Op::Assume { condition: Operand::bool(false) });
    }
}
