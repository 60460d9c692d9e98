//! The lowering of initialisers.
//!
//! In: initialisers, flattened by the type checker into values and offsets. Out: [`Init`] items of static objects,
//! and stores into local ones.

use std::collections::{HashMap, HashSet};

use crate::diag::Span;
use crate::frontend::lower::library::mutexes::{self, Declared, Part};
use crate::frontend::lower::state::body::{Body, Once};
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::lower::values::pair::Pair;
use crate::frontend::lower::values::place::Place;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    Const, Conversion, DeclId, Eval, ExprId, ExprKind, InitEntry, InitList, TypeId, TypeKind,
};
use crate::frontend::typed::types::Shape;
use crate::ids::RegId;
use crate::ir::{Init, Op, Operand, Order, SiteKind, Width};

/// What is refused of initialisers.
const REPLACED: &str = "an initialiser that gives a part of an object two lists of values";

/// gcc drops the copy, and clang keeps what is not named.
const TORN: &str = "an initialiser that names a part of what it has filled with another object";

/// A piece of a static object.
type Item = (u64, Width, Operand);

/// The pieces of a static object, in the order in which they are given.
#[derive(Default)]
struct Items {
    list: Vec<Item>,
    /// All lie before this offset, so that what comes behind need not be looked for among them: tables are long.
    end: u64,
}

impl Items {
    fn push(&mut self, item: Item) {
        self.end = self.end.max(item.0 + item.1.bytes());
        self.list.push(item);
    }

    /// Removes the items inside a range that is written again.
    fn clear(&mut self, offset: u64, size: u64) {
        if offset < self.end {
            self.list.retain(|item| item.0 + item.1.bytes() <= offset || offset + size <= item.0);
        }
    }

    /// Takes what was given for one byte last.
    fn take_byte(&mut self, at: u64) -> Option<Operand> {
        let is_there = at < self.end;
        let found = |item: &Item| item.0 == at && item.1 == Width::BYTE;
        let index = is_there.then(|| self.list.iter().rposition(found)).flatten()?;
        Some(self.list.remove(index).2)
    }
}

impl Input<'_> {
    /// The values of an initialiser. A value that is written twice in the tokens, for several elements and for the last of them
    /// ([`crate::frontend::passes::designators`]), is one value.
    fn entries(&self, list: InitList) -> Vec<InitEntry> {
        let (mut first, mut seen) = (HashMap::new(), HashSet::new());
        let mut entries = self.tast[list].to_vec();
        entries.retain_mut(|entry| {
            let place = self.tast.expr_span(entry.value);
            if !place.is_dummy() {
                entry.value = *first.entry((place, self.ty(entry.value))).or_insert(entry.value);
            }
            seen.insert((entry.value, entry.offset, entry.bit_offset))
        });
        entries
    }
}

impl Lower<'_> {
    /// What a static object holds at the start.
    pub fn static_init(&mut self, decl: DeclId) -> Vec<Init> {
        let mut items = Items::default();
        if let Some(list) = self.input.tast[decl].init {
            if self.input.replaces_lists(decl) {
                self.unsupported(REPLACED, self.input.place(decl));
            }
            if let Some(part) = self.torn_part(list) {
                self.unsupported(TORN, self.input.place(part));
            }
            self.static_entries(list, 0, &mut items);
        }
        for mutex in self.input.declared_mutexes(self.input.ty(decl), 0) {
            let is_set = |item: &Item| !matches!(item.2, Operand::Const { bits: 0, .. });
            let of = |part: Part| move |item: &Item| is_set(item) && mutex.part(item.0) == Some(part);
            if items.list.iter().any(of(Part::Rest)) {
                items.clear(mutex.word, Width::INT.bytes());
                items.push((mutex.word, Width::INT, mutexes::unset()));
            } else if let Some(at) = items.list.iter().position(of(Part::Kind)) {
                let kind = items.list.remove(at).2;
                items.clear(mutex.word, Width::INT.bytes());
                match kind {
                    Operand::Const { bits, .. } => items.push((mutex.word, Width::INT, mutexes::initialised(bits))),
                    _ => self.unsupported("this initialiser of a mutex", None),
                }
            }
        }
        let mut items = items.list;
        items.retain(|(_, _, value)| !matches!(value, Operand::Const { bits: 0, .. }));
        items.sort_by_key(|item| item.0);
        items.into_iter().map(|(offset, width, value)| Init { offset, width, value }).collect()
    }

    /// A value for a part of a struct or union that an earlier entry has copied as a whole.
    fn torn_part(&self, list: InitList) -> Option<ExprId> {
        let entries = self.input.entries(list);
        let size = |entry: &InitEntry| self.input.layout(self.input.ty(entry.value)).map_or(0, |l| l.size);
        let tears = |later: &InitEntry, earlier: &InitEntry| {
            let inside = earlier.offset <= later.offset && later.offset < earlier.offset + size(earlier);
            inside && (later.is_bit_field() || size(later) < size(earlier))
        };
        let is_record = |entry: &InitEntry| self.input.shape_of(entry.value) == Shape::Record;
        let mut records: Vec<&InitEntry> = Vec::new();
        for entry in &entries {
            if records.iter().any(|earlier| tears(entry, earlier)) {
                return Some(entry.value);
            }
            records.extend(is_record(entry).then_some(entry));
        }
        None
    }

    fn static_entries(&mut self, list: InitList, base: u64, items: &mut Items) {
        for entry in self.input.entries(list) {
            self.static_entry(entry, base, items);
        }
    }

    fn static_entry(&mut self, entry: InitEntry, base: u64, items: &mut Items) {
        let offset = base + entry.offset;
        let span = self.input.place(entry.value);
        let node = self.input.tast[entry.value];
        if let Some((bytes, size)) = self.string_bytes(entry.value) {
            items.clear(offset, size);
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
                    items.clear(offset, size);
                    if let Some(list) = self.input.tast[inner].init {
                        self.static_entries(list, offset, items);
                    }
                }
                None => self.unsupported("this static initialiser", span),
            }
            return;
        }
        if let Shape::Wide { .. } = self.input.shape(node.ty) {
            return self.static_pair(entry, offset, items);
        }
        let Some(width) = self.input.shape(node.ty).width().or(self.input.float_width(node.ty)) else {
            if let Shape::Refused(construct) = self.input.shape(node.ty) {
                self.unsupported(construct, span);
            } else {
                self.unsupported("this static initialiser", span);
            }
            return;
        };
        let Some(value) = self.constant_value(entry.value, width, span) else { return };
        if !entry.is_bit_field() {
            items.clear(offset, width.bytes());
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
            let old = match items.take_byte(at) {
                Some(Operand::Const { bits, .. }) => bits as u8,
                _ => 0,
            };
            let new = (old & !covered) | part;
            items.push((at, Width::BYTE, Operand::constant(u64::from(new), Width::BYTE)));
        }
    }

    /// A number of two words.
    fn static_pair(&mut self, entry: InitEntry, offset: u64, items: &mut Items) {
        let input = self.input;
        let mut eval = Eval::new(input.tast, input.types, input.target, input.names);
        let Ok(Const::Int(number)) = eval.initializer(entry.value) else {
            self.unsupported("this static initialiser", self.input.place(entry.value));
            return;
        };
        if entry.is_bit_field() {
            self.unsupported("this initialiser of a bit-field", self.input.place(entry.value));
            return;
        }
        items.clear(offset, 16);
        for (at, word) in [0, 8].into_iter().zip(Pair::constant(number).words()) {
            items.push((offset + at, Width::POINTER, word));
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
            Ok(Const::Float(number)) if input.float_width(input.ty(value)) == Some(width) => {
                Some(Operand::constant(number.to_bits() as u64, width))
            }
            _ => {
                self.unsupported("this static initialiser", span);
                None
            }
        }
    }
}

impl Body<'_, '_> {
    /// Initialises a scalar local that is a register.
    pub fn initialise_register(&mut self, reg: RegId, shape: Shape, list: InitList) {
        let entries = self.input.entries(list);
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
    pub fn initialise_object(&mut self, decl: DeclId, address: Operand, list: InitList) {
        if self.input.replaces_lists(decl) {
            self.unsupported(REPLACED);
        }
        if let Some(part) = self.lower.torn_part(list) {
            self.span = self.input.place(part).or(self.span);
            self.unsupported(TORN);
        }
        let ty = self.input.ty(decl);
        let name = match self.input.name(decl) {
            "" => "compound literal",
            name => name,
        };
        let size = self.input.layout(ty).map_or(0, |l| l.size);
        let entries = self.input.entries(list);
        let whole = matches!(entries.as_slice(), [one] if one.offset == 0
            && !one.is_bit_field()
            && self.input.layout(self.input.ty(one.value)).is_some_and(|l| l.size == size));
        if !whole {
            for zeros in self.zeroed_bytes(ty, &entries) {
                let (to, span) = (self.offset(address, zeros.start), self.span);
                let site = self.named_site(SiteKind::Store, span, name);
                let byte = Operand::constant(0, Width::BYTE);
                self.emit(Op::SetMemory { to, byte, size: Operand::pointer(zeros.end - zeros.start), site });
            }
        }
        let scalar = !matches!(self.input.bare(ty), TypeKind::Record(_) | TypeKind::Array { .. });
        let mut written: Vec<(u64, u64)> = Vec::new();
        let mutexes = self.input.declared_mutexes(ty, 0);
        // A mutex is one word here, whatever its members are.
        let is_open = |bytes: &std::ops::Range<u64>| mutexes.iter().all(|mutex| mutex.part(bytes.start).is_none());
        for bytes in self.input.unwritten_bytes(ty, &entries).into_iter().filter(is_open) {
            let (to, span) = (self.offset(address, bytes.start), self.span);
            let site = self.named_site(SiteKind::Store, span, name);
            self.emit(Op::AnyMemory { to, size: Operand::pointer(bytes.end - bytes.start), site });
            written.push((bytes.start, bytes.end - bytes.start));
        }
        let around = self.once.len();
        for (index, entry) in entries.iter().copied().enumerate() {
            let of_mutex = mutexes.iter().find_map(|mutex| Some((*mutex, mutex.part(entry.offset)?)));
            if let Some((mutex, Part::Kind | Part::Rest)) = of_mutex {
                self.initialise_mutex(entry, (mutex, &entries), address, name);
                continue;
            }
            let node = self.input.tast[entry.value];
            let length = self.input.layout(node.ty).map_or(0, |l| l.size);
            let again = written.iter().any(|(at, len)| *at < entry.offset + length && entry.offset < at + len);
            // The bytes are zero already.
            if !again && !whole && self.is_zero(entry.value) {
                continue;
            }
            written.push((entry.offset, length));
            if entries[..index].iter().all(|earlier| earlier.value != entry.value)
                && entries[index + 1..].iter().any(|later| later.value == entry.value)
            {
                self.evaluate_for_range(entry.value);
            }
            let text = if scalar { name.to_string() } else { format!("{name}+{}", entry.offset) };
            self.initialise_part(entry, (ty, address), &text);
        }
        self.once.truncate(around);
    }

    /// Evaluates a value that a designator of a range gives to several elements: gcc does so once.
    fn evaluate_for_range(&mut self, value: ExprId) {
        let node = self.input.tast[value];
        match self.input.shape(node.ty) {
            Shape::Array => {}
            Shape::Wide { .. } => {
                let words = self.pair(value).words();
                self.once.push((value, Once::Wide(words)));
            }
            Shape::Record => {
                let constant = match node.kind {
                    ExprKind::Convert { kind: Conversion::Lvalue, .. } => true,
                    ExprKind::CompoundLiteral(decl) => {
                        let list = self.input.tast[decl].init;
                        list.is_none_or(|list| {
                            self.input.tast[list].iter().all(|entry| self.input.is_pure(entry.value))
                        })
                    }
                    _ => false,
                };
                if !constant {
                    self.unsupported("a struct that is computed for a range of elements");
                }
            }
            shape if shape.width().is_some() => {
                let word = self.value(value);
                self.once.push((value, Once::Word(word)));
            }
            _ => {}
        }
    }

    fn is_zero(&self, value: ExprId) -> bool {
        matches!(self.input.tast[value].kind, ExprKind::Const(id) if self.input.tast[id] == Const::Int(0))
    }

    /// The bytes of an object that an initialiser makes zero: those that no other value is stored to. Where values share
    /// bytes or fill a part of theirs, all are zero first.
    fn zeroed_bytes(&self, ty: TypeId, entries: &[InitEntry]) -> Vec<std::ops::Range<u64>> {
        let size = self.input.layout(ty).map_or(0, |l| l.size);
        let bytes = |entry: &InitEntry| {
            entry.offset..entry.offset + self.input.layout(self.input.ty(entry.value)).map_or(0, |l| l.size)
        };
        let mut stored: Vec<_> = entries.iter().filter(|e| !self.is_zero(e.value)).map(bytes).collect();
        stored.sort_by_key(|bytes| bytes.start);
        let mut named: Vec<_> = entries.iter().map(bytes).collect();
        named.sort_by_key(|bytes| bytes.start);
        let overlap = named.windows(2).any(|pair| pair[1].start < pair[0].end);
        let partly = |entry: &InitEntry| entry.is_bit_field() || self.lower.string_bytes(entry.value).is_some();
        if overlap || entries.iter().any(partly) || !self.input.declared_mutexes(ty, 0).is_empty() {
            stored.clear();
        }
        let ends = stored.iter().map(|bytes| bytes.end);
        let starts = stored.iter().map(|bytes| bytes.start).chain([size]);
        std::iter::once(0)
            .chain(ends)
            .zip(starts)
            .map(|(from, to)| from..to)
            .filter(|gap| gap.start < gap.end)
            .collect()
    }

    /// Initialises a part of a mutex other than its word, among all that is initialised.
    fn initialise_mutex(
        &mut self,
        entry: InitEntry,
        (mutex, all): (Declared, &[InitEntry]),
        address: Operand,
        name: &str,
    ) {
        let is_rest = |other: &&InitEntry| mutex.part(other.offset) == Some(Part::Rest);
        let is_spoilt = all.iter().filter(is_rest).any(|other| self.constant_number(other.value) != Some(0));
        let value = match self.constant_number(entry.value) {
            _ if is_spoilt => mutexes::unset(),
            Some(0) => return,
            Some(kind) => mutexes::initialised(kind as u64),
            None => return self.unsupported("this initialiser of a mutex"),
        };
        let (address, span) = (self.offset(address, mutex.word), self.span);
        let site = self.named_site(SiteKind::Store, span, name);
        self.emit(Op::Store { address, value, order: Order::Plain, site });
    }

    fn initialise_part(&mut self, entry: InitEntry, (ty, address): (TypeId, Operand), text: &str) {
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
            Shape::Wide { .. } if entry.is_bit_field() => self.unsupported("a bit-field of type `__int128`"),
            Shape::Wide { .. } => {
                let number = self.pair(entry.value);
                self.put_words(at, number, text);
            }
            Shape::Refused(_) => {
                if let Some(value) = self.float_bits(entry.value) {
                    let site = self.named_site(SiteKind::Store, span, text);
                    self.emit(Op::Store { address: at, value, order: Order::Plain, site });
                }
            }
            shape => {
                let Some(width) = shape.width() else {
                    self.unsupported("this initialiser");
                    return;
                };
                let value = self.value(entry.value);
                if entry.is_bit_field() {
                    let bit = entry.offset * 8 + u64::from(entry.bit_offset);
                    if let Some(field) = self.initialised_field((ty, address), bit, entry.bit_width, entry.value) {
                        self.write(Place::Bits(field), value);
                    }
                    return;
                }
                assert_eq!(width, self.width(value), "a value is as wide as its object; please report this");
                let site = self.named_site(SiteKind::Store, span, text);
                self.emit(Op::Store { address: at, value, order: Order::Plain, site });
            }
        }
    }

    /// The number a constant expression is.
    pub fn constant_number(&self, expr: ExprId) -> Option<i128> {
        self.input.constant_number(expr)
    }
}
