//! Places: what an lvalue names, and reading and writing it.
//!
//! In: lvalue expressions of the typed tree. Out: a [`Place`], a register or a piece of memory with the access it
//! wants, and the instructions that read or write it. Every access to memory gets its site here.

use rucc_ast::UnaryOp;
use rucc_sema::{Category, DeclId, ExprId, ExprKind, StorageDuration};
use rucc_types::{TypeId, TypeKind};

use super::function::{Body, Local};
use super::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, SiteKind, UnaryOp as Not, Width};

/// What an lvalue names.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Register(crate::ids::RegId),
    Memory(Memory),
}

/// A scalar in memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub address: Operand,
    pub width: Width,
    pub order: Order,
    /// The lvalue, or the pointer to it, for the site's place and text.
    pub named: Named,
    pub bits: Option<Bits>,
}

/// The expression a site is named after.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    Lvalue(ExprId),
    /// What this pointer points at.
    Pointer(ExprId),
}

/// A bit-field inside its storage unit.
#[derive(Clone, Copy, Debug)]
pub struct Bits {
    pub low: u32,
    pub count: u32,
    pub signed: bool,
    /// The width of the declared type, which a read yields.
    pub width: Width,
}

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
            return self.bit_field(lvalue);
        }
        let width = self.access_width(expr.ty)?;
        let address = self.address(lvalue);
        let order = self.input.order(expr.ty);
        Some(Place::Memory(Memory { address, width, order, named: Named::Lvalue(lvalue), bits: None }))
    }

    /// What a pointer expression points at, seen as an object of the pointer's type.
    pub fn pointed_place(&mut self, pointer: ExprId) -> Option<Place> {
        if let Some(lvalue) = self.input.pointed(pointer)
            && self.input.shape(self.input.tast[lvalue].ty).width().is_some()
        {
            return self.place(lvalue);
        }
        let ty = self.input.pointee(self.input.tast[pointer].ty)?;
        let width = self.access_width(ty)?;
        let address = self.value(pointer);
        let order = self.input.order(ty);
        Some(Place::Memory(Memory { address, width, order, named: Named::Pointer(pointer), bits: None }))
    }

    /// The width of an access to an object; small structs are moved as numbers where an atomic access does so.
    pub fn access_width(&mut self, ty: TypeId) -> Option<Width> {
        match self.input.shape(ty) {
            Shape::Record => match self.input.layout(ty).map(|l| l.size) {
                Some(size @ (1 | 2 | 4 | 8)) => Some(Width::new(size as u32 * 8)),
                _ => {
                    self.unsupported("an atomic access to a struct that is not 1, 2, 4 or 8 bytes long");
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

    /// The address of the object an lvalue (or a struct value) names.
    pub fn address(&mut self, lvalue: ExprId) -> Operand {
        let expr = self.input.tast[lvalue];
        match expr.kind {
            ExprKind::Decl(decl) => self.decl_address(decl),
            ExprKind::Str(id) => {
                let span = self.input.place(lvalue);
                Operand::Global { global: self.lower.string(id, span), offset: 0 }
            }
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.value(operand),
            ExprKind::Member { base, field } => {
                let address = self.record_or_address(base);
                match self.input.bare(self.input.tast[base].ty) {
                    TypeKind::Record(id) => {
                        let offset = self.input.types.record_info(id).fields[field as usize].offset;
                        self.offset(address, offset)
                    }
                    _ => self.refuse("a member of this type"),
                }
            }
            ExprKind::Subscript { base, index } => {
                let address = self.value(base);
                self.step(address, base, index, BinaryOp::Add)
            }
            ExprKind::CompoundLiteral(decl) => {
                if self.input.tast[decl].duration != StorageDuration::Automatic {
                    return Operand::Global { global: self.lower.global(decl), offset: 0 };
                }
                self.declare(decl);
                self.decl_address(decl)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effects(lhs);
                self.address(rhs)
            }
            ExprKind::Convert { operand, .. } if self.input.shape(expr.ty) == Shape::Record => self.address(operand),
            _ if self.input.shape(expr.ty) == Shape::Record => self.record(lvalue),
            _ => self.refuse("this kind of lvalue"),
        }
    }

    fn record_or_address(&mut self, base: ExprId) -> Operand {
        match self.input.tast[base].category {
            Category::Lvalue => self.address(base),
            _ => self.record(base),
        }
    }

    /// The address of a declared object or function.
    fn decl_address(&mut self, decl: DeclId) -> Operand {
        if self.input.tast[decl].kind == rucc_sema::DeclKind::Function {
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
        if declared.duration != StorageDuration::Automatic || declared.kind != rucc_sema::DeclKind::Object {
            return None;
        }
        if let Some(local) = self.locals.get(&decl) {
            return Some(*local);
        }
        // Not declared on the way here: a jump went past the declaration, or it is a parameter nobody can pass.
        let ty = declared.ty;
        let name = self.input.name(decl).to_string();
        let width = self.input.shape(ty).width();
        match width {
            Some(width) if self.in_register(decl) && !self.is_parameter_of_main(decl) => {
                let reg = self.register(width, Some(&name));
                self.locals.insert(decl, Local::Register(reg));
            }
            _ => {
                if self.is_parameter_of_main(decl) {
                    self.unsupported(&format!("the parameter `{name}` of `main`"));
                }
                let reg = self.allocate_at_entry(decl);
                self.locals.insert(decl, Local::Object(reg));
            }
        }
        self.locals.get(&decl).copied()
    }

    fn is_parameter_of_main(&self, decl: DeclId) -> bool {
        self.function.name == "main" && self.parameters.contains(&decl)
    }

    /// Allocates a local object once for the whole function.
    pub fn allocate_at_entry(&mut self, decl: DeclId) -> crate::ids::RegId {
        let reg = self.allocate(decl);
        let mut instr = self.function.code.pop().expect("the allocation was just emitted; please report this");
        if let Op::Allocate { zeroed, .. } = &mut instr.op {
            *zeroed = false;
        }
        self.entry_objects.push(instr);
        reg
    }

    /// `pointer + index` or `pointer - index` in elements.
    pub fn step(&mut self, address: Operand, pointer: ExprId, index: ExprId, op: BinaryOp) -> Operand {
        let Some(size) = self.input.step(self.input.tast[pointer].ty) else {
            return self.refuse("arithmetic on a pointer to an incomplete or variable-length type");
        };
        let signed = self.input.shape(self.input.tast[index].ty).signed();
        let index = self.value(index);
        let index = self.resize(index, Width::POINTER, signed);
        let bytes = self.binary(BinaryOp::Mul, index, Operand::pointer(size));
        self.binary(op, address, bytes)
    }

    /// The place of a bit-field: the smallest aligned unit that holds it.
    fn bit_field(&mut self, lvalue: ExprId) -> Option<Place> {
        let expr = self.input.tast[lvalue];
        let ExprKind::Member { base, field } = expr.kind else {
            self.unsupported("this kind of bit-field");
            return None;
        };
        let TypeKind::Record(id) = self.input.bare(self.input.tast[base].ty) else {
            self.unsupported("this kind of bit-field");
            return None;
        };
        let field = self.input.types.record_info(id).fields[field as usize];
        let address = self.record_or_address(base);
        let order = self.input.order(expr.ty);
        let shape = self.input.shape(expr.ty);
        let memory = self.bit_unit(address, field.bit_offset() as u64, field.bits.unwrap_or(0), shape)?;
        Some(Place::Memory(Memory { order, named: Named::Lvalue(lvalue), ..memory }))
    }

    /// The storage unit of a bit-field that starts `bit` bits after `address`.
    pub fn bit_unit(&mut self, address: Operand, bit: u64, count: u32, shape: Shape) -> Option<Memory> {
        for bytes in [1u64, 2, 4, 8] {
            let start = bit / 8 / bytes * bytes;
            let low = bit - start * 8;
            if low + u64::from(count) <= bytes * 8 {
                let address = self.offset(address, start);
                let bits = Bits { low: low as u32, count, signed: shape.signed(), width: shape.width()? };
                // The name is put in by the caller, who has the expression.
                return Some(Memory {
                    address,
                    width: Width::new(bytes as u32 * 8),
                    order: Order::Plain,
                    named: Named::Lvalue(rucc_base::Idx::from_usize(0)),
                    bits: Some(bits),
                });
            }
        }
        self.unsupported("a bit-field that crosses its storage unit");
        None
    }

    /// Reads a place.
    pub fn read(&mut self, place: Place) -> Operand {
        match place {
            Place::Register(reg) => Operand::Reg(reg),
            Place::Memory(memory) => {
                let value = self.load(memory);
                match memory.bits {
                    None => value,
                    Some(bits) => self.extract(value, bits),
                }
            }
        }
    }

    fn load(&mut self, memory: Memory) -> Operand {
        let site = self.memory_site(SiteKind::Load, memory.named);
        let dst = self.register(memory.width, None);
        self.emit(Op::Load { dst, address: memory.address, order: memory.order, site });
        Operand::Reg(dst)
    }

    /// A bit-field's value out of its unit.
    fn extract(&mut self, unit: Operand, bits: Bits) -> Operand {
        let width = self.width(unit);
        let up = u64::from(width.bits() - bits.low - bits.count);
        let value = self.binary(BinaryOp::ShiftLeft, unit, Operand::constant(up, width));
        let down = if bits.signed { BinaryOp::ArithmeticShiftRight } else { BinaryOp::LogicalShiftRight };
        let by = u64::from(width.bits() - bits.count);
        let value = self.binary(down, value, Operand::constant(by, width));
        self.resize(value, bits.width, bits.signed)
    }

    /// Writes a value of the place's width. What the place then holds, as a read would give it.
    pub fn write(&mut self, place: Place, value: Operand) -> Operand {
        match place {
            Place::Register(reg) => {
                self.copy(reg, value);
                value
            }
            Place::Memory(memory) => {
                let (stored, result) = match memory.bits {
                    None => (value, value),
                    Some(bits) => {
                        let old = self.load(memory);
                        let wide = self.resize(value, memory.width, false);
                        let mask = Width::new(bits.count).mask() << bits.low;
                        let kept = self.binary(BinaryOp::And, old, Operand::constant(!mask, memory.width));
                        let low = Operand::constant(u64::from(bits.low), memory.width);
                        let moved = self.binary(BinaryOp::ShiftLeft, wide, low);
                        let new = self.binary(BinaryOp::And, moved, Operand::constant(mask, memory.width));
                        let unit = self.binary(BinaryOp::Or, kept, new);
                        (unit, self.extract(unit, bits))
                    }
                };
                let site = self.memory_site(SiteKind::Store, memory.named);
                self.emit(Op::Store { address: memory.address, value: stored, order: memory.order, site });
                result
            }
        }
    }

    /// A new site for an access to a memory place.
    pub fn memory_site(&mut self, kind: SiteKind, named: Named) -> crate::ids::SiteId {
        match named {
            Named::Lvalue(lvalue) => self.site(kind, lvalue),
            Named::Pointer(pointer) => self.pointer_site(kind, pointer),
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
