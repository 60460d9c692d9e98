//! The lowering of expressions.
//!
//! In: expressions of the typed tree, where every conversion is a node. Out: operands and the instructions that
//! compute them. Scalars are numbers of their C width; a struct value is the address of an object that holds it, to
//! be copied by whoever keeps it.

use rucc_ast::{BinaryOp as C, UnaryOp as U};
use rucc_sema::{Base, Const, Conversion, ExprId, ExprKind, OverflowOp, Stmt, StmtId};
use rucc_types::TypeId;

use super::function::Body;
use super::place::Place;
use super::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, RmwOp, SiteKind, UnaryOp, Width};

impl Body<'_, '_> {
    /// The value of a scalar expression.
    pub fn value(&mut self, expr: ExprId) -> Operand {
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        let value = self.value_here(expr);
        self.span = outer;
        let wanted = self.input.shape(self.input.tast[expr].ty).width();
        match wanted {
            // After an error the width may be another one.
            Some(width) if self.width(value) != width => self.resize(value, width, false),
            _ => value,
        }
    }

    fn value_here(&mut self, expr: ExprId) -> Operand {
        let node = self.input.tast[expr];
        let shape = self.input.shape(node.ty);
        if let Shape::Refused(construct) = shape {
            return self.refuse(construct);
        }
        let width = shape.width().unwrap_or(Width::INT);
        match node.kind {
            ExprKind::Const(id) => self.constant(id, width),
            ExprKind::Convert { kind, operand } => self.conversion(kind, operand, node.ty),
            ExprKind::Cast(operand) => self.convert_expr(operand, node.ty),
            ExprKind::Unary { op: U::AddrOf, operand } => self.address(operand),
            ExprKind::Unary { op: U::Plus, operand } => self.value(operand),
            ExprKind::Unary { op: U::Minus, operand } => {
                let value = self.value(operand);
                self.unary(UnaryOp::Neg, value)
            }
            ExprKind::Unary { op: U::BitNot, operand } => {
                let value = self.value(operand);
                self.unary(UnaryOp::Not, value)
            }
            ExprKind::Unary { op: U::Not, .. } => {
                let condition = self.condition(expr);
                self.resize(condition, width, false)
            }
            ExprKind::Unary { op: op @ (U::PreInc | U::PreDec | U::PostInc | U::PostDec), operand } => {
                self.increment(op, operand)
            }
            ExprKind::Unary { op: U::Real | U::Imag, .. } => self.refuse("_Complex"),
            // A member of a struct value: `f().x`.
            ExprKind::Member { .. } if shape.width().is_some() => match self.place(expr) {
                Some(place) => self.read(place),
                None => Operand::constant(0, width),
            },
            ExprKind::Unary { op: U::Deref, .. }
            | ExprKind::Decl(_)
            | ExprKind::Member { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::Str(_)
            | ExprKind::CompoundLiteral(_) => self.address(expr),
            ExprKind::Binary { op, lhs, rhs } => self.binary_expr(expr, op, lhs, rhs, width),
            ExprKind::Assign { op: None, lhs, rhs, .. } => self.assign(lhs, rhs),
            ExprKind::Assign { op: Some(op), computation, lhs, rhs } => self.compound_assign(op, computation, lhs, rhs),
            ExprKind::Cond { cond, then, otherwise } => self.conditional(cond, then, otherwise, width),
            ExprKind::Comma { lhs, rhs } => {
                self.effects(lhs);
                self.value(rhs)
            }
            ExprKind::StmtExpr(stmt) => self.statement_expr(stmt),
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Atomic { op, order, args, .. } => self.atomic(expr, op, order, args),
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
                self.emit(Op::Assume { condition: Operand::bool(false) });
                Operand::constant(0, width)
            }
            ExprKind::Trap => {
                self.fail(Property::ReachError, "__builtin_trap");
                Operand::constant(0, width)
            }
            ExprKind::ConstantP { .. } => Operand::constant(0, width),
            ExprKind::Overflow { op, at, args, stores } => self.overflow(op, at, args, stores),
            ExprKind::ByteSwap { operand } => self.byte_swap(operand),
            ExprKind::BitCount { operand, count } => self.bit_count(operand, count, width),
            ExprKind::Abs { operand } => {
                let value = self.value(operand);
                let width = self.width(value);
                let negative = self.binary(BinaryOp::SignedLess, value, Operand::constant(0, width));
                let opposite = self.unary(UnaryOp::Neg, value);
                self.select(negative, opposite, value)
            }
            ExprKind::Alloca { size } => {
                let size = self.value(size);
                let dst = self.register(Width::POINTER, None);
                let size = self.resize(size, Width::POINTER, false);
                let storage = crate::ir::Storage::Stack;
                self.emit(Op::Allocate { dst, size, storage, zeroed: false, name: "alloca".to_string() });
                Operand::Reg(dst)
            }
            ExprKind::Error => self.refuse("this expression"),
            ExprKind::LabelAddr(_) => self.refuse("the address of a label"),
            ExprKind::VaArg { .. } => self.refuse("va_arg"),
            ExprKind::VaStart { .. } => self.refuse("va_start"),
            ExprKind::VaEnd { .. } => self.refuse("va_end"),
            ExprKind::VaCopy { .. } => self.refuse("va_copy"),
            ExprKind::Classify { .. } | ExprKind::FpClassify { .. } | ExprKind::Sign { .. } => {
                self.refuse("floating point")
            }
            ExprKind::Complex { .. } => self.refuse("_Complex"),
            ExprKind::ConvertVector { .. }
            | ExprKind::Elementwise { .. }
            | ExprKind::Shuffle { .. }
            | ExprKind::ShuffleVector { .. } => self.refuse("a vector operation"),
            ExprKind::Jump { .. } => self.refuse("setjmp/longjmp"),
            ExprKind::ObjectSize { .. } => self.refuse("__builtin_object_size"),
            ExprKind::FrameAddress { .. }
            | ExprKind::ThreadPointer
            | ExprKind::SpEntry
            | ExprKind::TimeStamp { .. }
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

    /// Evaluates an expression for its effects only, whatever its type.
    pub fn effects(&mut self, expr: ExprId) {
        let node = self.input.tast[expr];
        match node.kind {
            ExprKind::Const(_) => {}
            ExprKind::Convert { kind: Conversion::Lvalue, operand } if self.is_plain_local(operand) => {}
            ExprKind::Convert { kind: Conversion::Void, operand } => self.effects(operand),
            ExprKind::Cast(operand) if self.input.shape(node.ty) == Shape::Void => self.effects(operand),
            ExprKind::Comma { lhs, rhs } => {
                self.effects(lhs);
                self.effects(rhs);
            }
            ExprKind::Cond { cond, then, otherwise } => {
                let outer = self.span;
                self.span = self.input.place(expr).or(outer);
                let (no, end) = (self.label(), self.label());
                let condition = self.condition(cond);
                self.branch_unless(condition, no);
                self.comma_point(then);
                self.effects(then);
                self.jump(end);
                self.bind(no);
                self.comma_point(otherwise);
                self.effects(otherwise);
                self.bind(end);
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
                _ => {
                    self.value(expr);
                }
            },
        }
    }

    fn is_plain_local(&self, lvalue: ExprId) -> bool {
        self.input.is_register_like(lvalue)
    }

    /// The value of an expression as a condition of width 1.
    pub fn condition(&mut self, expr: ExprId) -> Operand {
        let node = self.input.tast[expr];
        match node.kind {
            ExprKind::Convert { kind: Conversion::Bool | Conversion::Arithmetic, operand }
                if self.input.shape(self.input.tast[operand].ty).width().is_some()
                    && self.keeps_truth(operand, node.ty) =>
            {
                self.condition(operand)
            }
            ExprKind::Unary { op: U::Not, operand } => {
                let condition = self.condition(operand);
                self.negate(condition)
            }
            ExprKind::Binary { op: op @ (C::LogAnd | C::LogOr), lhs, rhs } => self.logical(op, lhs, rhs),
            ExprKind::Binary { op: op @ (C::Lt | C::Gt | C::Le | C::Ge | C::Eq | C::Ne), lhs, rhs } => {
                let outer = self.span;
                self.span = self.input.place(expr).or(outer);
                let condition = self.comparison(op, lhs, rhs);
                self.span = outer;
                condition
            }
            ExprKind::Expect { value, hint, .. } => {
                self.effects(hint);
                self.condition(value)
            }
            _ => {
                let value = self.value(expr);
                self.not_zero(value)
            }
        }
    }

    /// Whether a conversion to this type maps nothing but 0 to 0.
    fn keeps_truth(&self, operand: ExprId, ty: TypeId) -> bool {
        let from = self.input.shape(self.input.tast[operand].ty);
        let to = self.input.shape(ty);
        to == Shape::Bool || from == Shape::Bool || from.width() <= to.width()
    }

    fn comparison(&mut self, op: C, lhs: ExprId, rhs: ExprId) -> Operand {
        let shape = self.input.shape(self.input.tast[lhs].ty);
        if let Shape::Refused(construct) = shape {
            self.unsupported(construct);
            return Operand::bool(false);
        }
        let (left, right) = (self.value(lhs), self.value(rhs));
        let right = self.resize(right, self.width(left), false);
        let (op, left, right) = match op {
            C::Eq => (BinaryOp::Equal, left, right),
            C::Ne => (BinaryOp::NotEqual, left, right),
            C::Lt if shape.signed() => (BinaryOp::SignedLess, left, right),
            C::Le if shape.signed() => (BinaryOp::SignedLessEqual, left, right),
            C::Gt if shape.signed() => (BinaryOp::SignedLess, right, left),
            C::Ge if shape.signed() => (BinaryOp::SignedLessEqual, right, left),
            C::Lt => (BinaryOp::UnsignedLess, left, right),
            C::Le => (BinaryOp::UnsignedLessEqual, left, right),
            C::Gt => (BinaryOp::UnsignedLess, right, left),
            _ => (BinaryOp::UnsignedLessEqual, right, left),
        };
        self.binary(op, left, right)
    }

    /// `lhs && rhs` or `lhs || rhs`.
    fn logical(&mut self, op: C, lhs: ExprId, rhs: ExprId) -> Operand {
        let left = self.condition(lhs);
        if let Operand::Const { bits, .. } = left {
            return if (bits == 1) == (op == C::LogAnd) { self.condition(rhs) } else { left };
        }
        if self.input.is_pure(rhs) {
            let right = self.condition(rhs);
            let op = if op == C::LogAnd { BinaryOp::And } else { BinaryOp::Or };
            return self.binary(op, left, right);
        }
        let result = self.register(Width::BOOL, None);
        let end = self.label();
        self.copy(result, left);
        if op == C::LogAnd {
            self.branch_unless(left, end);
        } else {
            self.branch(left, end);
        }
        self.comma_point(rhs);
        let right = self.condition(rhs);
        self.copy(result, right);
        self.bind(end);
        Operand::Reg(result)
    }

    /// `cond ? then : otherwise`.
    fn conditional(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId, width: Width) -> Operand {
        // GNU's `a ?: b` has one node for the condition and its arm, which is evaluated once.
        let shared = self.under_bool(cond) == then;
        let (condition, known) = if shared {
            let value = self.value(then);
            (self.not_zero(value), Some(value))
        } else {
            (self.condition(cond), None)
        };
        if let Operand::Const { bits, .. } = condition {
            return match (bits, known) {
                (0, _) => self.value(otherwise),
                (_, Some(value)) => value,
                (_, None) => self.value(then),
            };
        }
        if self.input.is_pure(otherwise) && (shared || self.input.is_pure(then)) {
            let yes = known.unwrap_or_else(|| self.value(then));
            let no = self.value(otherwise);
            return self.select(condition, yes, no);
        }
        let result = self.register(width, None);
        let (no, end) = (self.label(), self.label());
        self.branch_unless(condition, no);
        let yes = known.unwrap_or_else(|| {
            self.comma_point(then);
            self.value(then)
        });
        self.copy(result, yes);
        self.jump(end);
        self.bind(no);
        self.comma_point(otherwise);
        let value = self.value(otherwise);
        self.copy(result, value);
        self.bind(end);
        Operand::Reg(result)
    }

    fn under_bool(&self, expr: ExprId) -> ExprId {
        match self.input.tast[expr].kind {
            ExprKind::Convert { kind: Conversion::Bool, operand } => operand,
            _ => expr,
        }
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

    fn constant(&mut self, id: rucc_sema::ConstId, width: Width) -> Operand {
        match &self.input.tast[id] {
            Const::Int(value) => Operand::constant(*value as u64, width),
            Const::Address(address) => {
                let address = *address;
                let span = self.span;
                self.lower.static_address(address.base, address.offset, span)
            }
            Const::Float(_) => self.refuse("floating point"),
            Const::Complex { .. } | Const::ComplexInt { .. } => self.refuse("_Complex"),
            Const::Apart { .. } => self.refuse("the address of a label"),
        }
    }

    fn conversion(&mut self, kind: Conversion, operand: ExprId, ty: TypeId) -> Operand {
        match kind {
            Conversion::Lvalue => match self.place(operand) {
                Some(place) => self.read(place),
                None => Operand::pointer(0),
            },
            Conversion::ArrayDecay | Conversion::FunctionDecay => self.address(operand),
            Conversion::Void => {
                self.effects(operand);
                Operand::constant(0, Width::INT)
            }
            Conversion::NullPointer => {
                self.effects(operand);
                Operand::pointer(0)
            }
            Conversion::Arithmetic | Conversion::Pointer | Conversion::Bool => self.convert_expr(operand, ty),
            Conversion::Broadcast => self.refuse("a vector type"),
            Conversion::Hardbool => self.refuse("a hardened boolean"),
        }
    }

    /// The value of an expression converted to a type.
    fn convert_expr(&mut self, operand: ExprId, ty: TypeId) -> Operand {
        let from = self.input.shape(self.input.tast[operand].ty);
        let to = self.input.shape(ty);
        match (from, to) {
            (_, Shape::Void) => {
                self.effects(operand);
                Operand::constant(0, Width::INT)
            }
            (_, Shape::Bool) => {
                let condition = self.condition(operand);
                self.resize(condition, Width::BYTE, false)
            }
            _ => {
                let value = self.value(operand);
                self.convert(value, from, to)
            }
        }
    }

    /// A value of one shape as a value of another.
    pub fn convert(&mut self, value: Operand, from: Shape, to: Shape) -> Operand {
        match to {
            Shape::Bool => {
                let condition = self.not_zero(value);
                self.resize(condition, Width::BYTE, false)
            }
            Shape::Int { width, .. } => self.resize(value, width, from.signed()),
            Shape::Pointer => self.resize(value, Width::POINTER, from.signed()),
            Shape::Refused(construct) => self.refuse(construct),
            _ => self.refuse("a conversion to this type"),
        }
    }

    fn binary_expr(&mut self, expr: ExprId, op: C, lhs: ExprId, rhs: ExprId, width: Width) -> Operand {
        let left_shape = self.input.shape(self.input.tast[lhs].ty);
        let right_shape = self.input.shape(self.input.tast[rhs].ty);
        match op {
            C::Lt | C::Gt | C::Le | C::Ge | C::Eq | C::Ne | C::LogAnd | C::LogOr => {
                let condition = self.condition(expr);
                self.resize(condition, width, false)
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
                let Some(size) = self.input.step(self.input.tast[lhs].ty).filter(|size| *size > 0) else {
                    return self.refuse("the difference of pointers to an incomplete type");
                };
                let (left, right) = (self.value(lhs), self.value(rhs));
                let bytes = self.binary(BinaryOp::Sub, left, right);
                self.binary(BinaryOp::SignedDiv, bytes, Operand::pointer(size))
            }
            C::Sub if left_shape == Shape::Pointer => {
                let pointer = self.value(lhs);
                self.step(pointer, lhs, rhs, BinaryOp::Sub)
            }
            _ => {
                let (left, right) = (self.value(lhs), self.value(rhs));
                self.arithmetic(op, left, right, left_shape, right_shape)
            }
        }
    }

    /// An arithmetic operator on numbers; the left one says width and sign.
    fn arithmetic(&mut self, op: C, left: Operand, right: Operand, shape: Shape, right_shape: Shape) -> Operand {
        let signed = shape.signed();
        let width = self.width(left);
        let shift = matches!(op, C::Shl | C::Shr);
        // A shift count that is negative or too large is undefined in C; here it is a large number.
        let right = self.resize(right, width, !shift && right_shape.signed());
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
                match (op, signed) {
                    (C::Div, true) => BinaryOp::SignedDiv,
                    (C::Div, false) => BinaryOp::UnsignedDiv,
                    (_, true) => BinaryOp::SignedRem,
                    (_, false) => BinaryOp::UnsignedRem,
                }
            }
            _ => return self.refuse("this operator"),
        };
        self.binary(op, left, right)
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> Operand {
        let ty = self.input.tast[lhs].ty;
        if self.input.shape(ty) == Shape::Record {
            return self.assign_record(lhs, rhs);
        }
        let Some(place) = self.place(lhs) else { return Operand::pointer(0) };
        let value = self.value(rhs);
        self.write(place, value)
    }

    /// An assignment of a struct; the address of the left side.
    fn assign_record(&mut self, lhs: ExprId, rhs: ExprId) -> Operand {
        let ty = self.input.tast[lhs].ty;
        let address = self.address(lhs);
        let from = self.record(rhs);
        if self.input.is_atomic(ty) {
            let value = self.record_bits(from, ty);
            let site = self.site(SiteKind::Store, lhs);
            self.emit(Op::Store { address, value, order: Order::SeqCst, site });
        } else {
            let (to_text, from_text) = (self.input.text(lhs), self.input.text(rhs));
            self.copy_record(address, from, ty, (&to_text, &from_text));
        }
        address
    }

    /// The bytes of a small struct as a number.
    pub fn record_bits(&mut self, address: Operand, ty: TypeId) -> Operand {
        let Some(width) = self.access_width(ty) else { return Operand::constant(0, Width::POINTER) };
        let span = self.span;
        let site = self.named_site(SiteKind::Load, span, "struct value");
        let dst = self.register(width, None);
        self.emit(Op::Load { dst, address, order: Order::Plain, site });
        Operand::Reg(dst)
    }

    /// A new object that holds the bytes of a small struct.
    pub fn record_of_bits(&mut self, value: Operand) -> Operand {
        let size = self.width(value).bytes();
        let address = Operand::Reg(self.allocate_stack(size, false, "struct value"));
        let span = self.span;
        let site = self.named_site(SiteKind::Store, span, "struct value");
        self.emit(Op::Store { address, value, order: Order::Plain, site });
        address
    }

    /// A struct value: the address of an object that holds it.
    pub fn record(&mut self, expr: ExprId) -> Operand {
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        let node = self.input.tast[expr];
        let address = match node.kind {
            ExprKind::Convert { kind: Conversion::Lvalue, operand }
                if self.input.is_atomic(self.input.tast[operand].ty) =>
            {
                match self.place(operand) {
                    Some(place) => {
                        let bits = self.read(place);
                        self.record_of_bits(bits)
                    }
                    None => Operand::pointer(0),
                }
            }
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand)
                if self.input.shape(self.input.tast[operand].ty) == Shape::Record =>
            {
                match node.kind {
                    ExprKind::Convert { kind: Conversion::Lvalue, .. } => self.address(operand),
                    _ => self.record(operand),
                }
            }
            ExprKind::Assign { lhs, rhs, .. } => self.assign_record(lhs, rhs),
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Atomic { op, order, args, .. } => {
                let bits = self.atomic(expr, op, order, args);
                self.record_of_bits(bits)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effects(lhs);
                self.record(rhs)
            }
            ExprKind::Cond { cond, then, otherwise } => {
                let result = self.register(Width::POINTER, None);
                let (no, end) = (self.label(), self.label());
                let condition = self.condition(cond);
                self.branch_unless(condition, no);
                let yes = self.record(then);
                self.copy(result, yes);
                self.jump(end);
                self.bind(no);
                let other = self.record(otherwise);
                self.copy(result, other);
                self.bind(end);
                Operand::Reg(result)
            }
            ExprKind::StmtExpr(stmt) => self.statement_expr(stmt),
            ExprKind::VaArg { .. } => self.refuse("va_arg"),
            ExprKind::Decl(_)
            | ExprKind::Member { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Unary { op: U::Deref, .. } => self.address(expr),
            _ => self.refuse("this struct value"),
        };
        self.span = outer;
        address
    }

    /// `lhs op= rhs`.
    fn compound_assign(&mut self, op: C, computation: TypeId, lhs: ExprId, rhs: ExprId) -> Operand {
        let ty = self.input.tast[lhs].ty;
        let shape = self.input.shape(ty);
        let wide = self.input.shape(computation);
        if let Shape::Refused(construct) = wide {
            return self.refuse(construct);
        }
        let Some(place) = self.place(lhs) else { return Operand::pointer(0) };
        let right_shape = self.input.shape(self.input.tast[rhs].ty);
        if shape == Shape::Pointer {
            let bytes = match op {
                C::Add | C::Sub => self.step(Operand::pointer(0), lhs, rhs, BinaryOp::Add),
                _ => return self.refuse("this operator on a pointer"),
            };
            let operator = if op == C::Add { BinaryOp::Add } else { BinaryOp::Sub };
            if let Some(result) = self.atomic_update(place, lhs, operator, bytes) {
                return result.1;
            }
            let old = self.read(place);
            let new = self.binary(operator, old, bytes);
            return self.write(place, new);
        }
        let right = self.value(rhs);
        if self.input.is_atomic(ty) {
            let operator = match op {
                C::Add => Some(BinaryOp::Add),
                C::Sub => Some(BinaryOp::Sub),
                C::BitAnd => Some(BinaryOp::And),
                C::BitOr => Some(BinaryOp::Or),
                C::BitXor => Some(BinaryOp::Xor),
                _ => None,
            };
            // These commute with cutting off high bits, so they can be done in the object's own width.
            let operand = shape.width().map(|width| self.resize(right, width, right_shape.signed()));
            return match (operator, operand) {
                (Some(operator), Some(operand)) if shape != Shape::Bool => {
                    self.atomic_update(place, lhs, operator, operand).map_or(Operand::pointer(0), |(_, new)| new)
                }
                _ => self.refuse(&format!("the operator `{}=` on an _Atomic object of this type", op.spelling())),
            };
        }
        let old = self.read(place);
        let old = self.convert(old, shape, wide);
        let new = self.arithmetic(op, old, right, wide, right_shape);
        let new = self.convert(new, wide, shape);
        self.write(place, new)
    }

    /// `++` and `--`.
    fn increment(&mut self, op: U, operand: ExprId) -> Operand {
        let ty = self.input.tast[operand].ty;
        let shape = self.input.shape(ty);
        let Some(width) = shape.width() else {
            return match shape {
                Shape::Refused(construct) => self.refuse(construct),
                _ => self.refuse("this operator on an object of this type"),
            };
        };
        let step = if shape == Shape::Pointer { self.input.step(ty).unwrap_or(1) } else { 1 };
        let operator = if matches!(op, U::PreInc | U::PostInc) { BinaryOp::Add } else { BinaryOp::Sub };
        let before = matches!(op, U::PostInc | U::PostDec);
        let Some(place) = self.place(operand) else { return Operand::pointer(0) };
        let by = Operand::constant(step, width);
        if shape == Shape::Bool && self.input.is_atomic(ty) {
            return self.refuse("this operator on an atomic _Bool");
        }
        if let Some((old, new)) = self.atomic_update(place, operand, operator, by) {
            return if before { old } else { new };
        }
        let mut old = self.read(place);
        if before && let Place::Register(_) = place {
            let kept = self.register(width, None);
            self.copy(kept, old);
            old = Operand::Reg(kept);
        }
        let mut new = self.binary(operator, old, by);
        if shape == Shape::Bool {
            new = self.convert(new, Shape::Int { width, signed: false }, Shape::Bool);
        }
        let new = self.write(place, new);
        if before { old } else { new }
    }

    /// One read-modify-write on an `_Atomic` object; old and new value. `None` if the object is not atomic.
    fn atomic_update(
        &mut self,
        place: Place,
        lvalue: ExprId,
        op: BinaryOp,
        value: Operand,
    ) -> Option<(Operand, Operand)> {
        let Place::Memory(memory) = place else { return None };
        if memory.order != Order::SeqCst {
            return None;
        }
        let rmw = match op {
            BinaryOp::Add => RmwOp::Add,
            BinaryOp::Sub => RmwOp::Sub,
            BinaryOp::And => RmwOp::And,
            BinaryOp::Or => RmwOp::Or,
            _ => RmwOp::Xor,
        };
        let site = self.site(SiteKind::Rmw, lvalue);
        let dst = self.register(memory.width, None);
        self.emit(Op::Rmw { dst, op: rmw, address: memory.address, value, order: Order::SeqCst, site });
        let old = Operand::Reg(dst);
        let new = self.binary(op, old, value);
        Some((old, new))
    }

    /// `({ … })`: the value of its last statement.
    fn statement_expr(&mut self, stmt: StmtId) -> Operand {
        let Stmt::Block(list) = self.input.tast[stmt] else {
            return self.refuse("this statement expression");
        };
        let statements = self.input.tast[list].to_vec();
        let Some((last, before)) = statements.split_last() else { return Operand::constant(0, Width::INT) };
        for stmt in before {
            self.statement(*stmt, super::statement::Context::Compound);
        }
        match self.input.tast[*last] {
            Stmt::Expr(expr) => {
                if self.input.has_access(expr) {
                    self.statement_point(*last, super::statement::Context::Compound);
                }
                match self.input.shape(self.input.tast[expr].ty) {
                    Shape::Record => self.record(expr),
                    Shape::Void => {
                        self.effects(expr);
                        Operand::constant(0, Width::INT)
                    }
                    _ => self.value(expr),
                }
            }
            _ => {
                self.statement(*last, super::statement::Context::Compound);
                Operand::constant(0, Width::INT)
            }
        }
    }

    /// `__builtin_add_overflow` and its siblings, in 64 bits, which is wide enough for operands of 32.
    fn overflow(&mut self, op: OverflowOp, at: TypeId, args: rucc_sema::ExprList, stores: bool) -> Operand {
        let args = self.input.tast[args].to_vec();
        let fits = matches!(self.input.shape(at), Shape::Int { width, .. } if width.bits() <= 64);
        let narrow = |shape: Shape| matches!(shape, Shape::Bool) || shape.width().is_some_and(|w| w.bits() <= 32);
        let shapes: Vec<Shape> = args.iter().map(|a| self.input.shape(self.input.tast[*a].ty)).collect();
        let target = if stores {
            self.input.pointee(self.input.tast[args[2]].ty).map_or(Shape::Void, |ty| self.input.shape(ty))
        } else {
            shapes[2]
        };
        if !fits || !narrow(shapes[0]) || !narrow(shapes[1]) || !narrow(target) {
            return self.refuse("an overflow builtin on more than 32 bits");
        }
        let wide = Shape::Int { width: Width::POINTER, signed: true };
        let (left, right) = (self.value(args[0]), self.value(args[1]));
        let (left, right) = (self.convert(left, shapes[0], wide), self.convert(right, shapes[1], wide));
        let op = match op {
            OverflowOp::Add => BinaryOp::Add,
            OverflowOp::Sub => BinaryOp::Sub,
            OverflowOp::Mul => BinaryOp::Mul,
        };
        let exact = self.binary(op, left, right);
        let width = target.width().unwrap_or(Width::INT);
        let cut = self.resize(exact, width, false);
        if stores && let Some(place) = self.pointed_place(args[2]) {
            self.write(place, cut);
        }
        let back = self.resize(cut, Width::POINTER, target.signed());
        let differs = self.binary(BinaryOp::NotEqual, back, exact);
        self.resize(differs, Width::BYTE, false)
    }

    fn byte_swap(&mut self, operand: ExprId) -> Operand {
        let value = self.value(operand);
        let width = self.width(value);
        let mut result = Operand::constant(0, width);
        for byte in 0..width.bytes() {
            let (from, to) = (byte * 8, (width.bytes() - 1 - byte) * 8);
            let part = self.binary(BinaryOp::LogicalShiftRight, value, Operand::constant(from, width));
            let part = self.binary(BinaryOp::And, part, Operand::constant(0xff, width));
            let part = self.binary(BinaryOp::ShiftLeft, part, Operand::constant(to, width));
            result = self.binary(BinaryOp::Or, result, part);
        }
        result
    }

    fn bit_count(&mut self, operand: ExprId, count: rucc_sema::BitCount, result: Width) -> Operand {
        use rucc_sema::BitCount;
        let value = self.value(operand);
        let width = self.width(value);
        let bits = width.bits();
        let bit = |body: &mut Self, index: u32| {
            let part = body.binary(BinaryOp::LogicalShiftRight, value, Operand::constant(u64::from(index), width));
            body.binary(BinaryOp::And, part, Operand::constant(1, width))
        };
        let value = match count {
            BitCount::Ones | BitCount::Parity => {
                let mut sum = Operand::constant(0, width);
                for index in 0..bits {
                    let one = bit(self, index);
                    let op = if count == BitCount::Ones { BinaryOp::Add } else { BinaryOp::Xor };
                    sum = self.binary(op, sum, one);
                }
                sum
            }
            // The last bit that decides wins, so the walk goes from the far end.
            BitCount::Leading | BitCount::Trailing | BitCount::FirstSet => {
                let none = if count == BitCount::FirstSet { 0 } else { u64::from(bits) };
                let mut answer = Operand::constant(none, width);
                for step in 0..bits {
                    let (index, found) = match count {
                        BitCount::Leading => (step, bits - 1 - step),
                        BitCount::Trailing => (bits - 1 - step, bits - 1 - step),
                        _ => (bits - 1 - step, bits - step),
                    };
                    let set = bit(self, index);
                    let set = self.not_zero(set);
                    answer = self.select(set, Operand::constant(u64::from(found), width), answer);
                }
                answer
            }
            BitCount::RedundantSign => return self.refuse("__builtin_clrsb"),
        };
        self.resize(value, result, false)
    }

    /// Reports an error of the program here, and stops this path.
    pub fn fail(&mut self, property: Property, message: &str) {
        self.emit(Op::Assert { condition: Operand::bool(false), property, message: message.to_string() });
        self.emit(Op::Assume { condition: Operand::bool(false) });
    }
}

impl super::lower::Lower<'_> {
    /// A constant address.
    pub fn static_address(&mut self, base: Base, offset: i128, at: Option<crate::diag::Span>) -> Operand {
        match base {
            Base::Absolute => Operand::pointer(offset as u64),
            Base::Str(id) => Operand::Global { global: self.string(id, at), offset: offset as i64 },
            Base::Decl(decl) if self.input.tast[decl].kind == rucc_sema::DeclKind::Function => {
                self.function_address(decl, at)
            }
            Base::Decl(decl) => Operand::Global { global: self.global(decl), offset: offset as i64 },
            Base::Label(_) => {
                self.unsupported("the address of a label", at);
                Operand::pointer(0)
            }
        }
    }
}
