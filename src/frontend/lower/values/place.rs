//! Places: what an lvalue names, and reading and writing it.
//!
//! In: lvalue expressions of the typed tree. Out: a [`Place`], a register or a piece of memory with the access it
//! wants, and the instructions that read or write it. Every access to memory gets its site here.

use super::bits::BitField;
use super::subscripts::{self, Purpose};
use crate::frontend::lower::state::blocks::Made;
use crate::frontend::lower::state::body::{Body, Local};
use crate::frontend::lower::state::sites::Named;
use crate::frontend::typed::tree::{Category, DeclId, DeclKind, ExprId, ExprKind, TypeId, UnaryOp};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, Sign, SiteKind, UnaryOp as Not, Width};

/// What an lvalue names.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Register(crate::ids::RegId),
    Memory(Memory),
    Bits(BitField),
}

/// A scalar in memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub address: Operand,
    pub width: Width,
    pub order: Order,
    /// The lvalue, or the pointer to it, for the site's place and text.
    pub named: Named,
}

/// Arithmetic by fewer bytes than this may leave an object, but reaches no other.
const SHORT: u64 = 4096;

impl Body<'_, '_> {
    /// What an lvalue names; `None` after an error.
    pub fn place(&mut self, lvalue: ExprId) -> Option<Place> {
        let expr = self.input.tast[lvalue];
        if let ExprKind::Decl(decl) = expr.kind
            && let Some(Local::Register(reg)) = self.local(decl)
        {
            return Some(Place::Register(reg));
        }
        // `*&local` names the local itself.
        if let ExprKind::Unary { op: UnaryOp::Deref, operand } = expr.kind
            && let Some(inner) = self.input.pointed_local(operand)
            && !self.input.is_addressed(inner)
            && let Some(Local::Register(reg)) = self.local(inner)
        {
            return Some(Place::Register(reg));
        }
        if expr.category == Category::Bitfield {
            return self.bit_field(lvalue).map(Place::Bits);
        }
        let width = self.access_width(expr.ty)?;
        let address = self.address(lvalue);
        let order = self.input.order(expr.ty);
        Some(Place::Memory(Memory { address, width, order, named: Named::Lvalue(lvalue) }))
    }

    /// What a pointer expression points at, seen as an object of the pointer's type.
    pub fn pointed_place(&mut self, pointer: ExprId) -> Option<Place> {
        if let Some(lvalue) = self.input.pointed(pointer)
            && self.input.shape_of(lvalue).width().is_some()
        {
            return self.place(lvalue);
        }
        let ty = self.input.pointee(self.input.ty(pointer))?;
        let width = self.access_width(ty)?;
        let address = self.value(pointer);
        let order = self.input.order(ty);
        Some(Place::Memory(Memory { address, width, order, named: Named::Pointer(pointer) }))
    }

    /// The width of an access to an object; small structs are moved as numbers where an atomic access does so.
    pub fn access_width(&mut self, ty: TypeId) -> Option<Width> {
        match self.input.shape(ty) {
            Shape::Record => match self.input.layout(ty).map(|l| l.size) {
                Some(size @ (1 | 2 | 4 | 8)) => Some(Width::new(size as u32 * 8)),
                _ => {
                    self.unsupported("an atomic access to a struct that is not 1, 2, 4, 8 or 16 bytes long");
                    None
                }
            },
            Shape::Refused(construct) => {
                self.unsupported(construct);
                None
            }
            shape => match shape.width() {
                Some(width) if width.bytes() * 8 != u64::from(width.bits()) || !width.bytes().is_power_of_two() => {
                    self.unsupported("an object of type _BitInt");
                    None
                }
                None => {
                    self.unsupported("an access to an object of this type");
                    None
                }
                width => width,
            },
        }
    }

    /// The address of the object an lvalue (or a struct value) names, to access it.
    pub fn address(&mut self, lvalue: ExprId) -> Operand {
        self.address_for(Purpose::Access, lvalue)
    }

    /// The same, for what is done with it.
    pub fn address_for(&mut self, purpose: Purpose, lvalue: ExprId) -> Operand {
        let expr = self.input.tast[lvalue];
        match expr.kind {
            ExprKind::Decl(decl) => self.decl_address(decl),
            ExprKind::Str(id) => {
                let span = self.input.place(lvalue);
                Operand::Global { global: self.lower.string(id, span), offset: 0 }
            }
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.pointer_for(purpose, operand),
            ExprKind::Member { base, field } => {
                // There is no member of what lies behind an array.
                let address = self.record_or_address(base);
                match self.input.record(self.input.ty(base)) {
                    Some(record) if record.reverse => self.refuse("the attribute scalar_storage_order"),
                    // What a mutex is made of is not what it is made of in the C library.
                    Some(_) if !self.input.own && self.input.is_mutex(self.input.ty(base)) => {
                        self.refuse("a member of a mutex")
                    }
                    Some(record) => self.offset(address, record.fields[field as usize].offset),
                    None => self.refuse("a member of this type"),
                }
            }
            ExprKind::Subscript { base, index } => {
                let address = match self.input.decayed(base) {
                    Some(array) if matches!(self.input.tast[array].kind, ExprKind::Subscript { .. }) => {
                        self.address_for(purpose, array)
                    }
                    _ => self.value(base),
                };
                let within = self.input.length_within(base).filter(|length| !self.input.is_below(index, *length));
                match within.and_then(|length| self.length(length)) {
                    None if self.input.is_behind_others(base) => self.step_forward(address, base, index),
                    None => self.step(address, base, index, BinaryOp::Add),
                    Some(length) => self.step_within(purpose, address, (base, index), length),
                }
            }
            ExprKind::CompoundLiteral(decl) => {
                if !self.input.is_automatic(decl) {
                    return Operand::Global { global: self.lower.global(decl), offset: 0 };
                }
                self.declare(decl);
                self.decl_address(decl)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effects(lhs);
                self.address_for(purpose, rhs)
            }
            ExprKind::Convert { operand, .. } if self.input.shape(expr.ty) == Shape::Record => self.address(operand),
            _ if self.input.shape(expr.ty) == Shape::Record => self.record(lvalue),
            _ => self.refuse("this kind of lvalue"),
        }
    }

    /// The value of a pointer, for what is done with it.
    pub fn pointer_for(&mut self, purpose: Purpose, pointer: ExprId) -> Operand {
        match self.input.tast[self.input.stripped(pointer)].kind {
            ExprKind::Unary { op: UnaryOp::AddrOf, operand } => self.address_for(purpose, operand),
            _ => self.value(pointer),
        }
    }

    /// The address of the struct that a member is of.
    pub fn record_or_address(&mut self, base: ExprId) -> Operand {
        match self.input.tast[base].category {
            Category::Lvalue => self.address(base),
            _ => self.record(base),
        }
    }

    /// The address of a declared object or function.
    fn decl_address(&mut self, decl: DeclId) -> Operand {
        if self.input.tast[decl].kind == DeclKind::Function {
            let span = self.span;
            return self.lower.function_address(decl, span);
        }
        match self.local(decl) {
            Some(Local::Object(reg)) => Operand::Reg(reg),
            Some(Local::Register(_)) => {
                unreachable!("a register has no address; please report this")
            }
            None => Operand::Global { global: self.lower.global(decl), offset: 0 },
        }
    }

    /// Where a local variable lives; `None` for an object of static storage duration.
    fn local(&mut self, decl: DeclId) -> Option<Local> {
        let declared = &self.input.tast[decl];
        if !self.input.is_local(decl) {
            return None;
        }
        if let Some(local) = self.locals.get(&decl) {
            return Some(*local);
        }
        // Not declared on the way here: a jump went past the declaration, or it is a parameter nobody can pass.
        let is_scalar = self.input.shape(declared.ty).width().is_some();
        let local = if is_scalar && self.in_register(decl) && !self.is_parameter_of_main(decl) {
            Local::Register(self.variable(decl))
        } else {
            if self.is_parameter_of_main(decl) {
                let name = self.input.name(decl);
                self.unsupported(&format!("the parameter `{name}` of `main`"));
            }
            Local::Object(self.allocate_at_entry(decl))
        };
        self.locals.insert(decl, local);
        self.locals.get(&decl).copied()
    }

    fn is_parameter_of_main(&self, decl: DeclId) -> bool {
        self.function.name == "main" && self.parameters.contains(&decl)
    }

    /// Allocates a local object once for the whole function.
    pub fn allocate_at_entry(&mut self, decl: DeclId) -> crate::ids::RegId {
        let reg = self.allocate(decl);
        let instr = self.function.code.pop().expect("the allocation was just emitted; please report this");
        self.entry_objects.push(instr);
        self.mortal_with_function(reg, Made::Certainly);
        reg
    }

    /// `pointer + index` or `pointer - index` in elements.
    pub fn step(&mut self, address: Operand, pointer: ExprId, index: ExprId, op: BinaryOp) -> Operand {
        let sign = self.input.shape_of(index).sign();
        let index = self.value(index);
        self.step_by(address, pointer, (index, sign), op)
    }

    /// The same forward, where the element is one of so many.
    fn step_within(
        &mut self,
        purpose: Purpose,
        address: Operand,
        (array, index): (ExprId, ExprId),
        length: Operand,
    ) -> Operand {
        let sign = self.input.shape_of(index).sign();
        let index = self.value(index);
        let wide = self.resize(index, Width::POINTER, sign);
        let below = match purpose {
            Purpose::Access => BinaryOp::UnsignedLess,
            Purpose::Address => BinaryOp::UnsignedLessEqual,
        };
        let is_one = self.binary(below, wide, length);
        self.require(is_one, Property::OutOfBounds, subscripts::BEYOND);
        self.step_by(address, array, (index, sign), BinaryOp::Add)
    }

    /// The same, where the array may go on as far as the object does.
    fn step_forward(&mut self, address: Operand, array: ExprId, index: ExprId) -> Operand {
        let sign = self.input.shape_of(index).sign();
        let index = self.value(index);
        if sign == Sign::Signed {
            let zero = Operand::constant(0, self.width(index));
            let is_one = self.binary(BinaryOp::SignedLessEqual, zero, index);
            self.require(is_one, Property::OutOfBounds, subscripts::BEYOND);
        }
        self.step_by(address, array, (index, sign), BinaryOp::Add)
    }

    fn step_by(&mut self, address: Operand, pointer: ExprId, (index, sign): (Operand, Sign), op: BinaryOp) -> Operand {
        let Some(size) = self.step_size(self.input.ty(pointer)) else {
            return self
                .refuse("arithmetic on a pointer to an incomplete type, or to one whose length is not known here,");
        };
        // A narrower number of elements is a number of bytes, too: there is no type of so many bytes.
        let is_wide = self.width(index) >= Width::POINTER;
        let index = self.resize(index, Width::POINTER, sign);
        if is_wide {
            let is_far = "a pointer is moved by more bytes than there are";
            let fits = self.product_fits(index, size);
            self.require(fits, Property::OutOfBounds, is_far);
        }
        let bytes = self.binary(BinaryOp::Mul, index, size);
        let result = self.binary(op, address, bytes);
        self.stepped(address, result, bytes);
        result
    }

    /// Has it checked that a pointer which was moved by so many bytes has not left its object far behind.
    pub fn stepped(&mut self, from: Operand, to: Operand, bytes: Operand) {
        let short = matches!(bytes, Operand::Const { bits, .. } if (bits as i64).unsigned_abs() < SHORT);
        let is_null = matches!(from, Operand::Const { .. });
        if !short && !is_null {
            self.emit(Op::Step { from, to });
        }
    }

    /// Reads a place.
    pub fn read(&mut self, place: Place) -> Operand {
        match place {
            Place::Register(reg) => Operand::Reg(reg),
            Place::Memory(memory) => self.load(memory),
            Place::Bits(field) => self.read_bits(field),
        }
    }

    fn load(&mut self, memory: Memory) -> Operand {
        let site = self.memory_site(SiteKind::Load, memory.named);
        let dst = self.register(memory.width, None);
        self.emit(Op::Load { dst, address: memory.address, order: memory.order, site });
        Operand::Reg(dst)
    }

    /// Writes a value of the place's width. What the place then holds, as a read would give it.
    pub fn write(&mut self, place: Place, value: Operand) -> Operand {
        match place {
            Place::Register(reg) => {
                self.copy(reg, value);
                value
            }
            Place::Memory(memory) => {
                let site = self.memory_site(SiteKind::Store, memory.named);
                self.emit(Op::Store { address: memory.address, value, order: memory.order, site });
                value
            }
            Place::Bits(field) => self.write_bits(field, value),
        }
    }

    /// Copies a struct.
    pub fn copy_record(&mut self, to: Operand, from: Operand, ty: TypeId, names: (&str, &str)) {
        let Some(layout) = self.input.layout(ty) else {
            self.unsupported("an assignment of an incomplete type");
            return;
        };
        if layout.size == 0 {
            return;
        }
        let span = self.span;
        let load = self.named_site(SiteKind::Load, span, names.1);
        let store = self.named_site(SiteKind::Store, span, names.0);
        self.emit(Op::CopyMemory { to, from, size: Operand::pointer(layout.size), load, store });
    }

    /// Refuses a construct and gives a value to go on with.
    pub fn refuse(&mut self, construct: &str) -> Operand {
        self.unsupported(construct);
        Operand::pointer(0)
    }

    /// The logical negation of a condition.
    pub fn negate(&mut self, condition: Operand) -> Operand {
        self.unary(Not::Not, condition)
    }
}
