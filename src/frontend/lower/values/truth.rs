//! The lowering of conditions: what is compared, and what is only evaluated if something else is so.
//!
//! In: expressions of the typed tree. Out: operands of width 1, or the values that they choose between. It must not know what
//! is done with a condition.

use crate::frontend::lower::state::body::{Body, Once};
use crate::frontend::typed::tree::{BinaryOp as C, Const, Conversion, ExprId, ExprKind, TypeId, UnaryOp as U};
use crate::frontend::typed::types::Shape;
use crate::ids::Label;
use crate::ir::{BinaryOp, Operand, Sign, Width};

impl Body<'_, '_> {
    /// The value of an expression as a condition of width 1.
    pub fn condition(&mut self, expr: ExprId) -> Operand {
        self.note_open_order(expr);
        let node = self.input.tast[expr];
        match node.kind {
            // Cutting a float is not asking whether it is zero.
            _ if self.input.converts_float(expr) => {
                let value = self.value(expr);
                self.not_zero(value)
            }
            ExprKind::Convert { kind: Conversion::Bool | Conversion::Arithmetic, operand }
                if self.input.shape_of(operand).width().is_some() && self.keeps_truth(operand, node.ty) =>
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
                let condition = self.comparison(expr, op, lhs, rhs);
                self.span = outer;
                condition
            }
            ExprKind::Expect { value, hint, .. } => {
                self.effects(hint);
                self.condition(value)
            }
            _ if matches!(self.input.shape(node.ty), Shape::Wide { .. }) => {
                let number = self.pair(expr);
                self.pair_not_zero(number)
            }
            _ => {
                let value = self.value(expr);
                self.truth(value, self.input.shape(node.ty))
            }
        }
    }

    /// Leaves for a label unless a condition holds, and gives the condition, or one of its parts if these are asked one after the other.
    /// The parts of `a && b` are branches of their own, so that whoever looks at the code sees what each of them asks.
    pub fn leave_unless(&mut self, expr: ExprId, exit: Label) -> Operand {
        let Some((lhs, rhs)) = self.both(expr).filter(|_| !self.makes_temporaries(expr)) else {
            let condition = self.condition(expr);
            self.end_temporaries();
            self.branch_unless(condition, exit);
            return condition;
        };
        self.note_open_order(expr);
        let left = self.leave_unless(lhs, exit);
        match left {
            Operand::Const { bits: 0, .. } => return left,
            Operand::Const { .. } => self.point_behind(lhs, rhs),
            _ => _ = self.comma_point(rhs),
        }
        let right = self.leave_unless(rhs, exit);
        if right == Operand::bool(true) { left } else { right }
    }

    /// The sides of an `&&` that is asked whether it holds.
    fn both(&self, expr: ExprId) -> Option<(ExprId, ExprId)> {
        match self.input.tast[expr].kind {
            ExprKind::Binary { op: C::LogAnd, lhs, rhs } => Some((lhs, rhs)),
            ExprKind::Convert { kind: Conversion::Bool, operand } => self.both(operand),
            _ => None,
        }
    }

    /// Whether objects are made that live until the expression ends.
    fn makes_temporaries(&self, expr: ExprId) -> bool {
        self.is_temporary(expr) || self.input.parts(expr).iter().any(|part| self.makes_temporaries(*part))
    }

    /// Whether a conversion to this type maps nothing but 0 to 0.
    fn keeps_truth(&self, operand: ExprId, ty: TypeId) -> bool {
        let from = self.input.shape_of(operand);
        let to = self.input.shape(ty);
        to == Shape::Bool || from == Shape::Bool || from.width() <= to.width()
    }

    pub(in crate::frontend::lower) fn comparison(&mut self, expr: ExprId, op: C, lhs: ExprId, rhs: ExprId) -> Operand {
        let shape = self.input.shape_of(lhs);
        if self.input.misjudges_enum_field(op, lhs, rhs) {
            self.unsupported("this operator on a bit-field of an enum type and a number that may be negative");
        }
        if let Shape::Refused(construct) = shape {
            if let Some(Const::Int(holds)) = self.input.folded(expr) {
                return Operand::bool(holds != 0);
            }
            self.unsupported(construct);
            return Operand::bool(false);
        }
        if let Shape::Wide { sign } = shape {
            return self.compare_pairs(op, sign, lhs, rhs);
        }
        let (left, right) = (self.value(lhs), self.value(rhs));
        let right = self.resize(right, self.width(left), Sign::Unsigned);
        if let Shape::Real { .. } = shape {
            return self.real_comparison(op, left, right);
        }
        let (op, left, right) = match op {
            C::Eq => (BinaryOp::Equal, left, right),
            C::Ne => (BinaryOp::NotEqual, left, right),
            C::Lt if shape.is_signed() => (BinaryOp::SignedLess, left, right),
            C::Le if shape.is_signed() => (BinaryOp::SignedLessEqual, left, right),
            C::Gt if shape.is_signed() => (BinaryOp::SignedLess, right, left),
            C::Ge if shape.is_signed() => (BinaryOp::SignedLessEqual, right, left),
            C::Lt => (BinaryOp::UnsignedLess, left, right),
            C::Le => (BinaryOp::UnsignedLessEqual, left, right),
            C::Gt => (BinaryOp::UnsignedLess, right, left),
            _ => (BinaryOp::UnsignedLessEqual, right, left),
        };
        self.binary(op, left, right)
    }

    /// `lhs && rhs` or `lhs || rhs`.
    pub(in crate::frontend::lower) fn logical(&mut self, op: C, lhs: ExprId, rhs: ExprId) -> Operand {
        let left = self.condition(lhs);
        if let Operand::Const { bits, .. } = left {
            return match (bits == 1) == (op == C::LogAnd) {
                // The left side has a known value, as that of `x = 1`, and may access memory all the same.
                true => {
                    self.point_behind(lhs, rhs);
                    self.condition(rhs)
                }
                false => left,
            };
        }
        if self.may_be_computed(rhs) {
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
    pub(in crate::frontend::lower) fn conditional(
        &mut self,
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
        width: Width,
    ) -> Operand {
        let shared = self.evaluated_once(cond, then);
        let condition = self.condition_of(cond, shared);
        let result = self.chosen(condition, shared, [cond, then, otherwise], width);
        self.forget_once(shared);
        result
    }

    /// The arm that the condition chooses.
    fn chosen(&mut self, condition: Operand, shared: Option<Operand>, parts: [ExprId; 3], width: Width) -> Operand {
        let [cond, then, otherwise] = parts;
        if let Operand::Const { bits, .. } = condition {
            let taken = if bits == 0 { otherwise } else { then };
            if shared.is_none() || bits == 0 {
                self.point_behind(cond, taken);
            }
            return self.value(taken);
        }
        if self.may_be_computed(otherwise) && (shared.is_some() || self.may_be_computed(then)) {
            let yes = self.value(then);
            let no = self.value(otherwise);
            return self.select(condition, yes, no);
        }
        let result = self.register(width, None);
        let (no, end) = (self.label(), self.label());
        self.branch_unless(condition, no);
        if shared.is_none() {
            self.comma_point(then);
        }
        let yes = self.value(then);
        self.copy(result, yes);
        self.jump(end);
        self.bind(no);
        self.comma_point(otherwise);
        let value = self.value(otherwise);
        self.copy(result, value);
        self.bind(end);
        Operand::Reg(result)
    }

    /// `cond ? then : otherwise` of which nobody wants the value.
    pub(in crate::frontend::lower) fn conditional_effects(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) {
        // What is never reached is never looked at.
        if let Some(number) = self.constant_number(cond) {
            return self.effects(if number == 0 { otherwise } else { then });
        }
        let shared = self.evaluated_once(cond, then);
        let condition = self.condition_of(cond, shared);
        let (no, end) = (self.label(), self.label());
        self.branch_unless(condition, no);
        if shared.is_none() {
            self.comma_point(then);
            self.effects(then);
        }
        self.jump(end);
        self.bind(no);
        self.comma_point(otherwise);
        self.effects(otherwise);
        self.bind(end);
        self.forget_once(shared);
    }

    /// GNU's `a ?: b` has one node for the condition and its arm, either of them under conversions. It is evaluated here, and
    /// its value stands for it until [`Body::forget_once`]; the condition is returned.
    pub(in crate::frontend::lower) fn evaluated_once(&mut self, cond: ExprId, then: ExprId) -> Option<Operand> {
        let node = self.under_bool(cond);
        let mut arm = then;
        while arm != node {
            match self.input.tast[arm].kind {
                ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => arm = operand,
                _ => return None,
            }
        }
        if let Shape::Wide { .. } = self.input.shape_of(node) {
            let value = self.pair(node);
            self.once.push((node, Once::Wide(value.words())));
            return Some(self.pair_not_zero(value));
        }
        let value = self.value(node);
        self.once.push((node, Once::Word(value)));
        Some(self.truth(value, self.input.shape_of(node)))
    }

    pub(in crate::frontend::lower) fn forget_once(&mut self, shared: Option<Operand>) {
        if shared.is_some() {
            self.once.pop();
        }
    }

    pub(in crate::frontend::lower) fn condition_of(&mut self, cond: ExprId, shared: Option<Operand>) -> Operand {
        match shared {
            Some(condition) => condition,
            None => self.condition(cond),
        }
    }

    fn under_bool(&self, expr: ExprId) -> ExprId {
        match self.input.tast[expr].kind {
            ExprKind::Convert { kind: Conversion::Bool, operand } => operand,
            _ => expr,
        }
    }
}
