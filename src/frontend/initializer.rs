//! The lowering of initialisers.
//!
//! In: initialisers, flattened by the type checker into values and offsets. Out: [`Init`] items of static objects,
//! and stores into local ones.

use rucc_sema::{Const, DeclId, Eval, ExprId, ExprKind, InitEntry, InitList};
use rucc_types::TypeKind;

use super::function::Body;
use super::lower::Lower;
use super::place::{Memory, Named, Place};
use super::types::Shape;
use crate::diag::Span;
use crate::ids::RegId;
use crate::ir::{Init, Op, Operand, Order, SiteKind, Width};

/// A piece of a static object.
type Item = (u64, Width, Operand);

impl Lower<'_> {
    /// What a static object holds at the start.
    pub fn static_init(&mut self, decl: DeclId) -> Vec<Init> {
        let mut items = Vec::new();
        if let Some(list) = self.input.tast[decl].init {
            self.static_entries(list, 0, &mut items);
        }
        items.retain(|(_, _, value)| !matches!(value, Operand::Const { bits: 0, .. }));
        items.sort_by_key(|item| item.0);
        items.into_iter().map(|(offset, width, value)| Init { offset, width, value }).collect()
    }

    fn static_entries(&mut self, list: InitList, base: u64, items: &mut Vec<Item>) {
        for entry in self.input.tast[list].iter().copied() {
            self.static_entry(entry, base, items);
        }
    }

    fn static_entry(&mut self, entry: InitEntry, base: u64, items: &mut Vec<Item>) {
        let offset = base + entry.offset;
        let span = self.input.place(entry.value);
        let node = self.input.tast[entry.value];
        if let Some((bytes, size)) = self.string_bytes(entry.value) {
            clear(items, offset, size);
            for (index, byte) in bytes.iter().enumerate().take(size as usize) {
                let value = Operand::constant(u64::from(*byte), Width::BYTE);
                items.push((offset + index as u64, Width::BYTE, value));
            }
            return;
        }
        if self.input.shape(node.ty) == Shape::Record {
            match self.compound_literal(entry.value) {
                Some(inner) => {
                    let size = self.input.layout(node.ty).map_or(0, |l| l.size);
                    clear(items, offset, size);
                    if let Some(list) = self.input.tast[inner].init {
                        self.static_entries(list, offset, items);
                    }
                }
                None => self.unsupported("this static initialiser", span),
            }
            return;
        }
        let Some(width) = self.input.shape(node.ty).width() else {
            if let Shape::Refused(construct) = self.input.shape(node.ty) {
                self.unsupported(construct, span);
            } else {
                self.unsupported("this static initialiser", span);
            }
            return;
        };
        let Some(value) = self.constant_value(entry.value, width, span) else { return };
        if !entry.is_bit_field() {
            clear(items, offset, width.bytes());
            items.push((offset, width, value));
            return;
        }
        let Operand::Const { bits, .. } = value else {
            self.unsupported("this initialiser of a bit-field", span);
            return;
        };
        // Bit-fields share bytes: each byte is put together from what is there already.
        let bits = u128::from(bits & Width::new(entry.bit_width).mask()) << entry.bit_offset;
        let mask = u128::from(Width::new(entry.bit_width).mask()) << entry.bit_offset;
        for byte in 0..16u64 {
            let part = (bits >> (byte * 8)) as u8;
            let covered = (mask >> (byte * 8)) as u8;
            if covered == 0 {
                continue;
            }
            let at = offset + byte;
            let old =
                items.iter().rposition(|item| item.0 == at && item.1 == Width::BYTE).map(|index| items.remove(index).2);
            let old = match old {
                Some(Operand::Const { bits, .. }) => bits as u8,
                _ => 0,
            };
            let new = (old & !covered) | part;
            items.push((at, Width::BYTE, Operand::constant(u64::from(new), Width::BYTE)));
        }
    }

    /// The bytes of a string that initialises an array, and the size of the array.
    pub fn string_bytes(&self, value: ExprId) -> Option<(Vec<u8>, u64)> {
        let node = self.input.tast[value];
        match node.kind {
            ExprKind::Str(id) if self.input.shape(node.ty) == Shape::Array => {
                let size = self.input.layout(node.ty)?.size;
                Some((self.input.tast[id].bytes(self.input.target), size))
            }
            _ => None,
        }
    }

    fn compound_literal(&self, value: ExprId) -> Option<DeclId> {
        match self.input.tast[value].kind {
            ExprKind::CompoundLiteral(decl) => Some(decl),
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.compound_literal(operand),
            _ => None,
        }
    }

    /// The value of a constant expression.
    fn constant_value(&mut self, value: ExprId, width: Width, span: Option<Span>) -> Option<Operand> {
        let input = self.input;
        let mut eval = Eval::new(input.tast, input.types, input.target, input.names);
        match eval.initializer(value) {
            Ok(Const::Int(number)) => Some(Operand::constant(number as u64, width)),
            Ok(Const::Address(address)) => {
                if width != Width::POINTER {
                    self.unsupported("an address in an object that is smaller than a pointer", span);
                    return None;
                }
                Some(self.static_address(address.base, address.offset, span))
            }
            Ok(Const::Float(_)) => {
                self.unsupported("floating point", span);
                None
            }
            _ => {
                self.unsupported("this static initialiser", span);
                None
            }
        }
    }
}

/// Removes the items inside a range that is written again.
fn clear(items: &mut Vec<Item>, offset: u64, size: u64) {
    items.retain(|item| item.0 + item.1.bytes() <= offset || offset + size <= item.0);
}

impl Body<'_, '_> {
    /// Initialises a scalar local that is a register.
    pub fn initialise_register(&mut self, reg: RegId, shape: Shape, list: InitList) {
        let entries = self.input.tast[list].to_vec();
        if entries.is_empty() {
            let width = shape.width().unwrap_or(Width::INT);
            self.copy(reg, Operand::constant(0, width));
        }
        for entry in entries {
            // `int x = x;` is how C says that a variable stays undefined.
            let value = self.value(entry.value);
            self.copy(reg, value);
        }
    }

    /// Initialises a local object.
    pub fn initialise_object(&mut self, decl: DeclId, address: Operand, zeroed: bool, list: InitList) {
        let ty = self.input.tast[decl].ty;
        let name = match self.input.name(decl) {
            "" => "compound literal",
            name => name,
        };
        let size = self.input.layout(ty).map_or(0, |l| l.size);
        let entries = self.input.tast[list].to_vec();
        let whole = matches!(entries.as_slice(), [one] if one.offset == 0
            && !one.is_bit_field()
            && self.input.layout(self.input.tast[one.value].ty).is_some_and(|l| l.size == size));
        if !zeroed && !whole && size > 0 {
            let span = self.span;
            let site = self.named_site(SiteKind::Store, span, name);
            let byte = Operand::constant(0, Width::BYTE);
            self.emit(Op::SetMemory { to: address, byte, size: Operand::pointer(size), site });
        }
        let scalar = !matches!(self.input.bare(ty), TypeKind::Record(_) | TypeKind::Array { .. });
        let mut written: Vec<(u64, u64)> = Vec::new();
        for entry in entries {
            let node = self.input.tast[entry.value];
            let length = self.input.layout(node.ty).map_or(0, |l| l.size);
            let again = written.iter().any(|(at, len)| *at < entry.offset + length && entry.offset < at + len);
            // A fresh object is zero already.
            let zero = matches!(node.kind, ExprKind::Const(id) if self.input.tast[id] == Const::Int(0));
            if zero && !again && (zeroed || !whole) {
                continue;
            }
            written.push((entry.offset, length));
            let text = if scalar { name.to_string() } else { format!("{name}+{}", entry.offset) };
            self.initialise_part(entry, address, &text);
        }
    }

    fn initialise_part(&mut self, entry: InitEntry, address: Operand, text: &str) {
        let node = self.input.tast[entry.value];
        let at = self.offset(address, entry.offset);
        let span = self.span;
        if let Some((bytes, size)) = self.lower.string_bytes(entry.value) {
            for (index, byte) in bytes.iter().enumerate().take(size as usize) {
                let address = self.offset(at, index as u64);
                let site = self.named_site(SiteKind::Store, span, text);
                let value = Operand::constant(u64::from(*byte), Width::BYTE);
                self.emit(Op::Store { address, value, order: Order::Plain, site });
            }
            return;
        }
        match self.input.shape(node.ty) {
            Shape::Record => {
                let from = self.record(entry.value);
                let source = self.input.text(entry.value);
                self.copy_record(at, from, node.ty, (text, &source));
            }
            Shape::Refused(construct) => self.unsupported(construct),
            shape => {
                let Some(width) = shape.width() else {
                    self.unsupported("this initialiser");
                    return;
                };
                let value = self.value(entry.value);
                if entry.is_bit_field() {
                    let bit = u64::from(entry.bit_offset);
                    if let Some(memory) = self.bit_unit(at, bit, entry.bit_width, shape) {
                        let named = Named::Lvalue(entry.value);
                        self.write(Place::Memory(Memory { named, ..memory }), value);
                    }
                    return;
                }
                debug_assert_eq!(width, self.width(value));
                let site = self.named_site(SiteKind::Store, span, text);
                self.emit(Op::Store { address: at, value, order: Order::Plain, site });
            }
        }
    }

    /// The number a constant expression is.
    pub fn constant_number(&self, expr: ExprId) -> Option<i128> {
        let input = self.input;
        let mut eval = Eval::new(input.tast, input.types, input.target, input.names);
        match eval.constant(expr) {
            Ok(Const::Int(number)) => Some(number),
            _ => None,
        }
    }
}
