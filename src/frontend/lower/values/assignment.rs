//! The lowering of assignments.
//!
//! In: `=`, `op=`, `++` and `--`. Out: writes, and for an `_Atomic` object one read-modify-write.

use std::cmp::Ordering;

use super::expression::Typed;
use super::place::{Memory, Place};
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::operator::Operator;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{BinaryOp as C, Conversion, ExprId, ExprKind, TypeId, UnaryOp as U};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, RmwOp, Sign, SiteKind};

/// An operator in the text, and what stands on its right side.
struct Written {
    whole: ExprId,
    operand: Option<ExprId>,
}

impl Input<'_> {
    /// The shape in which a compound assignment computes, and its right side before the conversion to that. The type
    /// checker takes a bit-field there for an object of its declared type; gcc promotes it by its width first, so that
    /// `unsigned b : 11` makes an `int`.
    fn computation(&self, op: C, computation: TypeId, lhs: ExprId, rhs: ExprId) -> (Shape, ExprId) {
        let known = (self.shape(computation), rhs);
        let source = match self.tast[rhs].kind {
            ExprKind::Convert { kind: Conversion::Arithmetic, operand } => operand,
            _ => rhs,
        };
        let is_shift = matches!(op, C::Shl | C::Shr);
        let fields = [lhs, source].map(|expr| self.bit_field_width(expr).is_some());
        if fields == [false, false] || (is_shift && !fields[0]) {
            return known;
        }
        match (self.promoted(lhs), self.promoted(source)) {
            (left @ Shape::Int { .. }, _) if is_shift => (left, rhs),
            (Shape::Int { width: left, sign: of_left }, Shape::Int { width: right, sign: of_right }) => {
                // The wider one has room for both; of two that are as wide an unsigned one wins.
                let shape = match left.cmp(&right) {
                    Ordering::Greater => Shape::Int { width: left, sign: of_left },
                    Ordering::Less => Shape::Int { width: right, sign: of_right },
                    Ordering::Equal => {
                        let sign = if of_left == Sign::Signed { of_right } else { of_left };
                        Shape::Int { width: left, sign }
                    }
                };
                (shape, source)
            }
            _ => known,
        }
    }
}

impl Body<'_, '_> {
    /// `lhs = rhs`; the value the left side then has.
    pub fn assign(&mut self, whole: ExprId, (lhs, rhs): (ExprId, ExprId)) -> Operand {
        let ty = self.input.ty(lhs);
        match self.input.shape(ty) {
            Shape::Record => return self.assign_record(lhs, rhs),
            Shape::Refused(_) => return self.assign_float(lhs, rhs),
            _ => {}
        }
        let (before, is_unused) = (self.ordered, self.ignored == Some(whole));
        let Some(place) = self.place(lhs) else { return Operand::pointer(0) };
        let is_alone = self.ordered == before;
        let value = self.value(rhs);
        let value = self.write(place, value);
        if let (Place::Memory(_), true, true) = (place, is_alone, is_unused) {
            self.note_operator(whole, lhs, Operator::Assign(rhs));
        }
        value
    }

    /// `lhs op= rhs`.
    pub fn compound_assign(
        &mut self,
        whole: ExprId,
        (op, computation): (C, TypeId),
        (lhs, right_side): (ExprId, ExprId),
    ) -> Operand {
        let rhs = right_side;
        let (before, is_unused) = (self.ordered, self.ignored == Some(whole));
        let ty = self.input.ty(lhs);
        let shape = self.input.shape(ty);
        let (wide, rhs) = self.input.computation(op, computation, lhs, rhs);
        if let Shape::Refused(construct) = wide {
            return self.refuse(construct);
        }
        if let Shape::Wide { sign } = wide {
            return self.compound_assign_by_pair(op, sign, lhs, rhs);
        }
        let Some(place) = self.place(lhs) else { return Operand::pointer(0) };
        let is_alone = self.ordered == before;
        if shape == Shape::Pointer {
            let bytes = match op {
                C::Add | C::Sub => self.step(Operand::pointer(0), lhs, rhs, BinaryOp::Add),
                _ => return self.refuse("this operator on a pointer"),
            };
            let operator = if op == C::Add { BinaryOp::Add } else { BinaryOp::Sub };
            if let Some((old, new)) = self.atomic_update(place, lhs, (operator, bytes), None) {
                self.stepped(old, new, bytes);
                return new;
            }
            let old = self.read(place);
            let new = self.binary(operator, old, bytes);
            self.stepped(old, new, bytes);
            return self.write(place, new);
        }
        let shape_of_right = self.input.shape_of(rhs);
        let mut right = Typed { value: self.operand_value(rhs), shape: shape_of_right };
        if !matches!(op, C::Shl | C::Shr) {
            right = Typed { value: self.convert(right.value, right.shape, wide), shape: wide };
        }
        if self.input.is_atomic(ty) {
            let operator = match op {
                _ if matches!(wide, Shape::Real { .. }) => None,
                C::Add => Some(BinaryOp::Add),
                C::Sub => Some(BinaryOp::Sub),
                C::BitAnd => Some(BinaryOp::And),
                C::BitOr => Some(BinaryOp::Or),
                C::BitXor => Some(BinaryOp::Xor),
                _ => None,
            };
            // These commute with cutting off high bits, so they can be done in the object's own width.
            let width = shape.width().filter(|_| operator.is_some());
            let operand = width.map(|width| self.resize(right.value, width, right.shape.sign()));
            return match (operator, operand) {
                (Some(operator), Some(operand)) if shape != Shape::Bool => {
                    let written = Written { whole, operand: Some(right_side) };
                    let noted = Some(written).filter(|_| is_alone && is_unused);
                    let updated = self.atomic_update(place, lhs, (operator, operand), noted);
                    updated.map_or(Operand::pointer(0), |(_, new)| new)
                }
                _ => self.atomic_replace(place, lhs, |body, old| {
                    let old = body.convert(old, shape, wide);
                    let new = body.arithmetic(op, Typed { value: old, shape: wide }, right);
                    body.convert(new, wide, shape)
                }),
            };
        }
        let old = self.read(place);
        let old = self.convert(old, shape, wide);
        let new = self.arithmetic(op, Typed { value: old, shape: wide }, right);
        let new = self.convert(new, wide, shape);
        self.write(place, new)
    }

    /// `++` and `--`.
    pub fn increment(&mut self, whole: ExprId, op: U, operand: ExprId) -> Operand {
        let ty = self.input.ty(operand);
        let shape = self.input.shape(ty);
        let Some(width) = shape.width() else {
            return match shape {
                Shape::Refused(construct) => self.refuse(construct),
                _ => self.refuse("this operator on an object of this type"),
            };
        };
        let by = match shape {
            Shape::Pointer => match self.step_size(ty) {
                Some(size) => size,
                None => {
                    return self
                        .refuse("this operator on a pointer to an incomplete type, or to one of unknown length,");
                }
            },
            Shape::Real { .. } => self.real_one(width),
            _ => Operand::constant(1, width),
        };
        let up = matches!(op, U::PreInc | U::PostInc);
        let operator = match (shape, up) {
            (Shape::Real { .. }, true) => BinaryOp::FloatAdd,
            (Shape::Real { .. }, false) => BinaryOp::FloatSub,
            (_, true) => BinaryOp::Add,
            (_, false) => BinaryOp::Sub,
        };
        let before = matches!(op, U::PostInc | U::PostDec);
        // What a function gives that adds is the value before.
        let (ordered, is_given) = (self.ordered, before || self.ignored == Some(whole));
        let Some(place) = self.place(operand) else { return Operand::pointer(0) };
        let is_alone = self.ordered == ordered;
        if matches!(shape, Shape::Bool | Shape::Real { .. }) && self.input.is_atomic(ty) {
            let mut old = by;
            let new = self.atomic_replace(place, operand, |body, value| {
                old = value;
                let new = body.binary(operator, value, by);
                match shape {
                    Shape::Bool => body.convert(new, Shape::Int { width, sign: Sign::Unsigned }, Shape::Bool),
                    _ => new,
                }
            });
            return if before { old } else { new };
        }
        let noted = Some(Written { whole, operand: None }).filter(|_| is_alone && is_given);
        if let Some((old, new)) = self.atomic_update(place, operand, (operator, by), noted) {
            if shape == Shape::Pointer {
                self.stepped(old, new, by);
            }
            return if before { old } else { new };
        }
        let mut old = self.read(place);
        if before && let Place::Register(_) = place {
            let kept = self.register(width, None);
            self.copy(kept, old);
            old = Operand::Reg(kept);
        }
        if shape.is_signed() {
            self.check_overflow(operator, old, by);
        }
        let mut new = self.binary(operator, old, by);
        if shape == Shape::Bool {
            new = self.convert(new, Shape::Int { width, sign: Sign::Unsigned }, Shape::Bool);
        }
        if shape == Shape::Pointer {
            self.stepped(old, new, by);
        }
        let new = self.write(place, new);
        if before { old } else { new }
    }

    /// One read-modify-write on an `_Atomic` object; old and new value. `None` if the object is not atomic.
    fn atomic_update(
        &mut self,
        place: Place,
        lvalue: ExprId,
        (op, value): (BinaryOp, Operand),
        written: Option<Written>,
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
        if let Some(Written { whole, operand }) = written {
            let operator = operand.map_or(Operator::Step(rmw), |operand| Operator::Update(rmw, operand));
            self.note_operator(whole, lvalue, operator);
        }
        let old = Operand::Reg(dst);
        let new = self.binary(op, old, value);
        Some((old, new))
    }

    /// A read-modify-write on an `_Atomic` object by an operator the machine has no instruction for; the new value.
    ///
    /// Compiled it is a loop around a compare-and-exchange, and has no effect until that succeeds: so it is the read
    /// that the successful round starts with, and the exchange, which is assumed to find the same value.
    fn atomic_replace(
        &mut self,
        place: Place,
        lvalue: ExprId,
        compute: impl FnOnce(&mut Self, Operand) -> Operand,
    ) -> Operand {
        let Place::Memory(memory) = place else { return Operand::pointer(0) };
        let expected = self.read(Place::Memory(Memory { order: Order::Relaxed, ..memory }));
        let desired = compute(self, expected);
        let site = self.site(SiteKind::Rmw, lvalue);
        let (dst, address) = (self.register(memory.width, None), memory.address);
        let (success, failure) = (Order::SeqCst, Order::SeqCst);
        self.emit(Op::CompareExchange { dst, address, expected, desired, success, failure, site });
        let condition = self.binary(BinaryOp::Equal, Operand::Reg(dst), expected);
        self.emit(Op::Assume { condition });
        desired
    }
}
