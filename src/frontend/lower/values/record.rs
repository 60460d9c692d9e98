//! The lowering of struct and union values.
//!
//! In: expressions of such a type. Out: the address of an object that holds the value; whoever keeps it copies it. A
//! small one that is accessed atomically is moved as a number.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{Conversion, ExprId, ExprKind, TypeId, UnaryOp as U};
use crate::frontend::typed::types::Shape;
use crate::ir::{Op, Operand, Order, SiteKind, Width};

impl Body<'_, '_> {
    /// An assignment of a struct; the address of the left side.
    pub fn assign_record(&mut self, lhs: ExprId, rhs: ExprId) -> Operand {
        let ty = self.input.ty(lhs);
        let address = self.address(lhs);
        let from = self.record(rhs);
        if self.input.is_atomic(ty) && self.input.is_sixteen(ty) {
            self.assign_record_at_once(lhs, (address, from));
        } else if self.input.is_atomic(ty) {
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
        let address = Operand::Reg(self.allocate_stack(size, "struct value"));
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
                if self.input.is_atomic(self.input.ty(operand)) && self.input.is_sixteen(node.ty) =>
            {
                self.record_at_once(operand)
            }
            ExprKind::Convert { kind: Conversion::Lvalue, operand } if self.input.is_atomic(self.input.ty(operand)) => {
                match self.place(operand) {
                    Some(place) => {
                        let bits = self.read(place);
                        self.record_of_bits(bits)
                    }
                    None => Operand::pointer(0),
                }
            }
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand)
                if self.input.shape_of(operand) == Shape::Record =>
            {
                match node.kind {
                    ExprKind::Convert { kind: Conversion::Lvalue, .. } => self.address(operand),
                    _ => self.record(operand),
                }
            }
            ExprKind::Assign { lhs, rhs, .. } => self.assign_record(lhs, rhs),
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Atomic { .. } => {
                let found = self.atomic(expr);
                // One of sixteen bytes is in an object already.
                if self.input.is_sixteen(node.ty) { found } else { self.record_of_bits(found) }
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
            ExprKind::VaArg { .. } => self.refuse("va_arg of a struct"),
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
}
