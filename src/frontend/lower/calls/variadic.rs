//! Functions with arguments that have no parameter (`...`).
//!
//! In: calls of such functions, and what they do with a `va_list`. Out: the arguments in an object of the caller, whose
//! address is one more parameter, and accesses to it. Each has a slot of [`SLOT`] bytes: the value, and behind it how many bits it has,
//! so that `va_arg` with a type that does not fit is seen; one behind the last is out of the object's bounds. In a
//! `va_list` stands the address of the next slot, where the machine's own has the address of the arguments in memory.
//! It must not know what the functions do.

use crate::diag::Span;
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{DeclId, ExprId, TypeId};
use crate::frontend::typed::types::Shape;
use crate::ids::RegId;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, Sign, SiteKind, Width};

/// Bytes for an argument.
const SLOT: u64 = 16;
/// Where in a slot it says how many bits the argument has.
const BITS: u64 = 8;
/// Where in a `va_list` the address of the next slot is.
const NEXT: u64 = 8;

/// What is said of `va_arg` with a type that the argument does not have.
const MISMATCH: &str = "va_arg of a type that the argument does not have";

impl Input<'_> {
    /// Whether a function of this type takes arguments without a parameter.
    pub fn is_variadic(&self, function: TypeId) -> bool {
        self.signature(function).is_some_and(|signature| signature.variadic)
    }
}

impl Body<'_, '_> {
    /// Declares the parameter for the arguments that have none.
    pub fn rest_parameter(&mut self, function: DeclId) {
        if self.input.is_variadic(self.input.ty(function)) {
            let reg = self.register(Width::POINTER, Some("..."));
            self.function.params.push(reg);
            self.rest = Some(reg);
        }
    }

    /// Puts arguments into an object of their own. The register of its address.
    pub fn pass_rest(&mut self, args: &[ExprId]) -> RegId {
        let values: Vec<Option<Operand>> = args.iter().map(|arg| self.promoted(*arg)).collect();
        let block = self.allocate_stack(SLOT * args.len() as u64, "arguments");
        for (index, (value, arg)) in values.into_iter().zip(args).enumerate() {
            let slot = self.offset(Operand::Reg(block), SLOT * index as u64);
            let bits = value.map_or(0, |value| self.width(value).bits());
            let value = value.unwrap_or(Operand::pointer(0));
            let wide = self.resize(value, Width::POINTER, Sign::Unsigned);
            let place = (self.input.place(*arg).or(self.span), self.input.text(*arg));
            self.write_slot(slot, wide, &place);
            let behind = self.offset(slot, BITS);
            self.write_slot(behind, Operand::constant(u64::from(bits), Width::INT), &place);
        }
        block
    }

    /// The value of an argument after the promotions that it gets; `None` for one that cannot be read.
    fn promoted(&mut self, arg: ExprId) -> Option<Operand> {
        let shape = self.input.shape_of(arg);
        let Some(width) = shape.width().filter(|_| !matches!(shape, Shape::Real { .. })) else {
            self.effects(arg);
            return None;
        };
        let value = self.value(arg);
        Some(if width < Width::INT { self.resize(value, Width::INT, shape.sign()) } else { value })
    }

    /// `va_start`.
    pub fn begin_list(&mut self, list: ExprId) -> Operand {
        match self.rest {
            Some(rest) => self.set_list(list, Operand::Reg(rest)),
            None => self.refuse("va_start in a function without `...`"),
        }
    }

    /// `va_end`: null is no slot.
    pub fn end_list(&mut self, list: ExprId) -> Operand {
        self.set_list(list, Operand::pointer(0))
    }

    /// `va_copy`.
    pub fn copy_list(&mut self, to: ExprId, from: ExprId) -> Operand {
        let place = (self.span, self.input.text(from));
        let next = self.next_slot(from);
        let next = self.read_slot(next, Width::POINTER, &place);
        self.set_list(to, next)
    }

    /// `va_arg`.
    pub fn next_argument(&mut self, list: ExprId, shape: Shape) -> Operand {
        let is_real = matches!(shape, Shape::Real { .. });
        let Some(width) = shape.width().filter(|width| *width >= Width::INT && !is_real) else {
            return match shape {
                Shape::Real { .. } => self.refuse("va_arg of floating point"),
                Shape::Refused(what) => self.refuse(&format!("va_arg of {what}")),
                _ => self.refuse("va_arg of a type that no argument has"),
            };
        };
        let place = (self.span, self.input.text(list));
        let next = self.next_slot(list);
        let slot = self.read_slot(next, Width::POINTER, &place);
        let bits = self.offset(slot, BITS);
        let bits = self.read_slot(bits, Width::INT, &place);
        let wanted = Operand::constant(u64::from(width.bits()), Width::INT);
        let mut value = self.read_slot(slot, Width::POINTER, &place);
        if self.input.own {
            value = self.forgiven((bits, wanted), value);
        } else {
            let fits = self.binary(BinaryOp::Equal, bits, wanted);
            self.emit(Op::Assert { condition: fits, property: Property::OutOfBounds, message: MISMATCH.to_string() });
        }
        let behind = self.offset(slot, SLOT);
        self.write_slot(next, behind, &place);
        self.resize(value, width, Sign::Unsigned)
    }

    /// What the library's own text reads of an argument with other bits than it wants: the low bits, as machines pass them.
    /// Those above a narrower one may be any. A format that does not fit is a mistake, but not one of memory.
    fn forgiven(&mut self, (bits, wanted): (Operand, Operand), value: Operand) -> Operand {
        let readable = self.binary(BinaryOp::NotEqual, bits, Operand::constant(0, Width::INT));
        let message = MISMATCH.to_string();
        self.emit(Op::Assert { condition: readable, property: Property::OutOfBounds, message });
        let result = self.register(Width::POINTER, None);
        self.copy(result, value);
        let done = self.label();
        let narrower = self.binary(BinaryOp::UnsignedLess, bits, wanted);
        self.branch_unless(narrower, done);
        let above = self.arbitrary(Width::INT);
        let above = self.resize(above, Width::POINTER, Sign::Unsigned);
        let above = self.binary(BinaryOp::ShiftLeft, above, Operand::pointer(u64::from(Width::INT.bits())));
        let all = self.binary(BinaryOp::Or, value, above);
        self.copy(result, all);
        self.bind(done);
        Operand::Reg(result)
    }

    fn set_list(&mut self, list: ExprId, slot: Operand) -> Operand {
        let place = (self.span, self.input.text(list));
        let next = self.next_slot(list);
        self.write_slot(next, slot, &place);
        Operand::constant(0, Width::INT)
    }

    /// The address of the place in a list where the address of the next slot is.
    fn next_slot(&mut self, list: ExprId) -> Operand {
        let list = self.value(list);
        self.offset(list, NEXT)
    }

    fn write_slot(&mut self, address: Operand, value: Operand, (span, text): &(Option<Span>, String)) {
        let site = self.named_site(SiteKind::Store, *span, text);
        self.emit(Op::Store { address, value, order: Order::Plain, site });
    }

    fn read_slot(&mut self, address: Operand, width: Width, (span, text): &(Option<Span>, String)) -> Operand {
        let site = self.named_site(SiteKind::Load, *span, text);
        let dst = self.register(width, None);
        self.emit(Op::Load { dst, address, order: Order::Plain, site });
        Operand::Reg(dst)
    }
}
