//! Bit-fields: the accesses that reach them.
//!
//! In: a member of the typed tree, whose place gcc's layout gives, or a place in an initialiser. Out: a [`BitField`] and
//! the instructions that read or write it. It must not know statements.
//!
//! A write touches only bytes of the field's memory location, the run of bit-fields between two other members (C11
//! 3.14), for another thread may write the next member at the same time. Of these bytes it takes the smallest unit of
//! 1, 2, 4 or 8 that is aligned in the struct, holds the whole field and stays in the run, as gcc does. Where there is
//! none (17 bits before a `char`; a field that crosses units in a packed struct) the field is accessed in pieces, and a
//! piece that belongs to the field alone is written without being read.
//!
//! Where races are looked for it takes the largest such unit: two fields of one run are one location in C, whatever bytes they are
//! in. What a write might bring back there is a race in any case.

use std::ops::Range;

use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::sites::Named;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    BinaryOp, Conversion, ExprId, ExprKind, Field, RecordId, RecordKind, Stmt, StmtId, TypeId, TypeKind,
};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp as Operator, Concern, Op, Operand, Order, Sign, SiteKind, Width};

/// A bit-field in memory.
#[derive(Clone, Copy, Debug)]
pub struct BitField {
    /// Of the first byte that is accessed.
    address: Operand,
    /// Where that byte is in the struct, which says how the pieces are aligned.
    start: u64,
    /// How many bytes are accessed.
    bytes: u64,
    /// The first bit of the field in these bytes.
    low: u32,
    count: u32,
    sign: Sign,
    /// The width of the declared type, which a read yields.
    width: Width,
    order: Order,
    named: Named,
}

/// The part of a field that one access reaches.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// In bytes from the field's address.
    offset: u64,
    width: Width,
    /// The first bit of the part in the accessed unit, and in the field.
    in_unit: u32,
    in_field: u32,
    count: u32,
}

impl BitField {
    /// Aligned units that cover the bytes, in ascending order.
    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < self.bytes {
            let mut size = 8;
            while !(self.start + at).is_multiple_of(size) || at + size > self.bytes {
                size /= 2;
            }
            let (first, bits) = (at as u32 * 8, size as u32 * 8);
            let (from, to) = (first.max(self.low), (first + bits).min(self.low + self.count));
            if from < to {
                let (in_unit, in_field, count) = (from - first, from - self.low, to - from);
                pieces.push(Piece { offset: at, width: Width::new(bits), in_unit, in_field, count });
            }
            at += size;
        }
        pieces
    }
}

/// Where a bit-field is declared.
#[derive(Clone, Copy, Debug)]
struct Declared {
    /// The struct's offset in the object that was searched.
    base: u64,
    record: RecordId,
    field: usize,
}

impl Input<'_> {
    /// The width of the bit-field whose value an expression is, unchanged and not yet promoted.
    pub fn bit_field_width(&self, expr: ExprId) -> Option<u32> {
        use crate::frontend::typed::tree::UnaryOp as U;
        match self.tast[expr].kind {
            ExprKind::Member { base, field } => {
                self.record(self.ty(base)).and_then(|record| record.fields[field as usize].bits)
            }
            ExprKind::Convert { kind: Conversion::Lvalue, operand }
            | ExprKind::Unary { op: U::PreInc | U::PreDec | U::PostInc | U::PostDec, operand } => {
                self.bit_field_width(operand)
            }
            ExprKind::Comma { rhs, .. } => self.bit_field_width(rhs),
            ExprKind::Assign { lhs, .. } => self.bit_field_width(lhs),
            ExprKind::StmtExpr(stmt) => self.last_bit_field_width(stmt),
            _ => None,
        }
    }

    fn last_bit_field_width(&self, stmt: StmtId) -> Option<u32> {
        match self.tast[stmt] {
            Stmt::Block(list) => self.tast[list].last().and_then(|last| self.last_bit_field_width(*last)),
            Stmt::Label { body, .. } => self.last_bit_field_width(body),
            Stmt::Expr(expr) => self.bit_field_width(expr),
            _ => None,
        }
    }

    /// What an integer is promoted to; a bit-field by its own width: one that is wider than an `int` and narrower than
    /// its type computes in exactly its width, as gcc has it.
    pub fn promoted(&self, expr: ExprId) -> Shape {
        let int = Shape::Int { width: Width::INT, sign: Sign::Signed };
        let shape = self.shape_of(expr);
        let (declared, sign) = match shape {
            Shape::Bool => return int,
            Shape::Int { width, sign } => (width.bits(), sign),
            other => return other,
        };
        match self.bit_field_width(expr).unwrap_or(declared).min(declared) {
            bits if bits < 32 || (sign == Sign::Signed && bits == 32) => int,
            bits => Shape::Int { width: Width::new(bits), sign },
        }
    }

    /// Whether gcc computes an operator on a bit-field of an enum type in `int` where the type checker chose
    /// `unsigned int`, and the numbers differ by that: a field that is narrower than an `int` is promoted to `int`, and
    /// only a negative number beside it, or a difference, tells.
    pub fn misjudges_enum_field(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> bool {
        let sources = [lhs, rhs].map(|expr| match self.tast[expr].kind {
            ExprKind::Convert { kind: Conversion::Arithmetic, operand } => operand,
            _ => expr,
        });
        let fields = sources.map(|expr| self.is_narrow_enum_field(expr));
        let alike = |expr: ExprId| match self.promoted(expr) {
            Shape::Int { width, sign } => {
                // Beside an unsigned or a wider number both ways give the same, and beside a constant that is not
                // negative, too.
                sign == Sign::Unsigned
                    || width.bits() > 32
                    || self.constant_number(expr).is_some_and(|number| number >= 0)
            }
            _ => true,
        };
        let unsigned = |expr: ExprId| matches!(self.promoted(expr), Shape::Int { sign: Sign::Unsigned, .. });
        match fields {
            [false, false] => false,
            _ if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => false,
            [true, true] => op == BinaryOp::Sub,
            [true, false] if op == BinaryOp::Sub => !unsigned(sources[1]),
            [false, true] if op == BinaryOp::Sub => !unsigned(sources[0]),
            [true, false] => !matches!(op, BinaryOp::Shl | BinaryOp::Shr) && !alike(sources[1]),
            [false, true] => !matches!(op, BinaryOp::Shl | BinaryOp::Shr) && !alike(sources[0]),
        }
    }

    /// Whether `-` or `~` on an operand is computed in the wrong type likewise.
    pub fn negates_enum_field(&self, operand: ExprId) -> bool {
        match self.tast[operand].kind {
            ExprKind::Convert { kind: Conversion::Arithmetic, operand } => self.is_narrow_enum_field(operand),
            _ => self.is_narrow_enum_field(operand),
        }
    }

    /// Whether an expression is an unsigned bit-field of an enum type that is narrower than an `int`.
    fn is_narrow_enum_field(&self, expr: ExprId) -> bool {
        let is_enum = matches!(self.bare(self.ty(expr)), TypeKind::Enum(_));
        is_enum && !self.shape_of(expr).is_signed() && self.bit_field_width(expr).is_some_and(|bits| bits < 32)
    }

    /// The bytes of a struct that belong to the memory location of one of its bit-fields.
    fn run(&self, id: RecordId, index: usize) -> Range<u64> {
        let record = self.types.record_info(id);
        let field = record.fields[index];
        let bits = field.bit_offset() as u64;
        let own = bits / 8..(bits + u64::from(field.bits.unwrap_or(0))).div_ceil(8);
        let size = record.layout.map_or(own.end, |l| l.size).max(own.end);
        if record.kind == RecordKind::Union {
            return 0..size;
        }
        // A field of no width ends a location, too.
        let borders = |f: &&Field| f.bits.is_none_or(|bits| bits == 0);
        let end = |f: &Field| match f.bits {
            Some(_) => (f.bit_offset() as u64).div_ceil(8),
            None => f.offset + self.layout(f.ty).map_or(0, |l| l.size),
        };
        let low = record.fields[..index].iter().rev().find(borders).map_or(0, end);
        let high = record.fields[index + 1..].iter().find(borders).map_or(size, |f| f.offset);
        low.min(own.start)..high.max(own.end)
    }

    /// The bit-field of this place and width inside an object of a type.
    fn declared(&self, ty: TypeId, bit: u64, count: u32) -> Option<Declared> {
        match self.bare(ty) {
            TypeKind::Array { elem, .. } => {
                let size = self.layout(elem)?.size;
                let index = (bit / 8).checked_div(size)?;
                let found = self.declared(elem, bit - index * size * 8, count)?;
                Some(Declared { base: found.base + index * size, ..found })
            }
            TypeKind::Record(record) => {
                let fields = &self.types.record_info(record).fields;
                fields.iter().enumerate().find_map(|(index, field)| {
                    if field.is_bit_field() {
                        let same = field.bit_offset() as u64 == bit && field.bits == Some(count);
                        return same.then_some(Declared { base: 0, record, field: index });
                    }
                    let inside = bit.checked_sub(field.offset * 8)?;
                    if inside >= self.layout(field.ty)?.size * 8 {
                        return None;
                    }
                    let found = self.declared(field.ty, inside, count)?;
                    Some(Declared { base: found.base + field.offset, ..found })
                })
            }
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    /// The bit-field that an lvalue names.
    pub fn bit_field(&mut self, lvalue: ExprId) -> Option<BitField> {
        let expr = self.input.tast[lvalue];
        let record = match expr.kind {
            ExprKind::Member { base, field } => match self.input.bare(self.input.ty(base)) {
                TypeKind::Record(id) => Some((base, id, field as usize)),
                _ => None,
            },
            _ => None,
        };
        let Some((base, id, index)) = record else {
            self.unsupported("this kind of bit-field");
            return None;
        };
        let address = self.record_or_address(base);
        let order = self.input.order(expr.ty);
        self.field_at(address, id, index, (order, Named::Lvalue(lvalue)))
    }

    /// The bit-field at a place of an object whose initialiser gives it this value.
    pub fn initialised_field(
        &mut self,
        object: (TypeId, Operand),
        bit: u64,
        count: u32,
        value: ExprId,
    ) -> Option<BitField> {
        let (ty, address) = object;
        let Some(declared) = self.input.declared(ty, bit, count) else {
            self.unsupported("this initialiser of a bit-field");
            return None;
        };
        let address = self.offset(address, declared.base);
        self.field_at(address, declared.record, declared.field, (Order::Plain, Named::Lvalue(value)))
    }

    fn field_at(
        &mut self,
        address: Operand,
        record: RecordId,
        index: usize,
        (order, named): (Order, Named),
    ) -> Option<BitField> {
        let info = self.input.types.record_info(record);
        if info.reverse {
            self.unsupported("the attribute scalar_storage_order");
            return None;
        }
        let field = info.fields[index];
        let shape = self.input.shape(field.ty);
        let Some(width) = shape.width() else {
            self.unsupported("this kind of bit-field");
            return None;
        };
        let (bit, count) = (field.bit_offset() as u64, field.bits.unwrap_or(0));
        let run = self.input.run(record, index);
        let end = bit + u64::from(count);
        let mut units = [1u64, 2, 4, 8];
        if self.lower.program.checked.contains(Concern::Races) {
            units.reverse();
        }
        let unit = units.into_iter().find_map(|bytes| {
            let start = bit / 8 / bytes * bytes;
            let fits = run.start <= start && end <= (start + bytes) * 8 && start + bytes <= run.end;
            fits.then_some((start, bytes))
        });
        let (start, bytes) = unit.unwrap_or((bit / 8, end.div_ceil(8) - bit / 8));
        let address = self.offset(address, start);
        let (low, sign) = ((bit - start * 8) as u32, shape.sign());
        Some(BitField { address, start, bytes, low, count, sign, width, order, named })
    }

    /// The value of a bit-field.
    pub fn read_bits(&mut self, field: BitField) -> Operand {
        let mut sum: Option<Operand> = None;
        for piece in field.pieces() {
            let unit = self.load_piece(field, piece);
            if piece.count == field.count {
                return self.cut(unit, piece.in_unit, field);
            }
            let by = Operand::constant(u64::from(piece.in_unit), piece.width);
            let low = self.binary(Operator::LogicalShiftRight, unit, by);
            let mask = Operand::constant(Width::new(piece.count).mask(), piece.width);
            let part = self.binary(Operator::And, low, mask);
            let part = self.resize(part, field.width, Sign::Unsigned);
            let by = Operand::constant(u64::from(piece.in_field), field.width);
            let part = self.binary(Operator::ShiftLeft, part, by);
            sum = Some(match sum {
                Some(sum) => self.binary(Operator::Or, sum, part),
                None => part,
            });
        }
        let sum = sum.unwrap_or(Operand::constant(0, field.width));
        self.cut(sum, 0, field)
    }

    /// Writes a value of the declared type's width; what a read then gives.
    pub fn write_bits(&mut self, field: BitField, value: Operand) -> Operand {
        for piece in field.pieces() {
            let by = Operand::constant(u64::from(piece.in_field), field.width);
            let part = self.binary(Operator::LogicalShiftRight, value, by);
            let part = self.resize(part, piece.width, Sign::Unsigned);
            let mut unit = part;
            if piece.count < piece.width.bits() {
                let by = Operand::constant(u64::from(piece.in_unit), piece.width);
                let mask = Width::new(piece.count).mask() << piece.in_unit;
                let moved = self.binary(Operator::ShiftLeft, part, by);
                let new = self.binary(Operator::And, moved, Operand::constant(mask, piece.width));
                let old = self.load_piece(field, piece);
                let kept = self.binary(Operator::And, old, Operand::constant(!mask, piece.width));
                unit = self.binary(Operator::Or, kept, new);
            }
            let address = self.offset(field.address, piece.offset);
            let site = self.memory_site(SiteKind::Store, field.named);
            self.emit(Op::Store { address, value: unit, order: field.order, site });
        }
        self.cut(value, 0, field)
    }

    fn load_piece(&mut self, field: BitField, piece: Piece) -> Operand {
        let address = self.offset(field.address, piece.offset);
        let site = self.memory_site(SiteKind::Load, field.named);
        let dst = self.register(piece.width, None);
        self.emit(Op::Load { dst, address, order: field.order, site });
        Operand::Reg(dst)
    }

    /// As many bits of a number as the field has, from bit `low` on, as a value of the declared type.
    fn cut(&mut self, number: Operand, low: u32, field: BitField) -> Operand {
        let width = self.width(number);
        let up = Operand::constant(u64::from(width.bits() - low - field.count), width);
        let down = Operand::constant(u64::from(width.bits() - field.count), width);
        let op = if field.sign == Sign::Signed { Operator::ArithmeticShiftRight } else { Operator::LogicalShiftRight };
        if width.bits() == field.count {
            return self.resize(number, field.width, field.sign);
        }
        let high = self.binary(Operator::ShiftLeft, number, up);
        let value = self.binary(op, high, down);
        self.resize(value, field.width, field.sign)
    }
}
