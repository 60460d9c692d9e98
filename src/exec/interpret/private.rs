//! The memory that one thread uses by itself, byte by byte.
//!
//! In: writes. Out: the bytes written so far, with the bits of them that may be any, and what they hang on. It must not know what the memory
//! held before.

use std::collections::BTreeMap;

use super::open::{Source, Value};
use super::symbol::Symbol;
use crate::exec::pieces::Part;
use crate::ir::Width;

/// What was written to one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Byte {
    bits: u8,
    open: u8,
    /// The value that was written, if that hangs on a choice, and which byte of it this is.
    symbol: Option<(Symbol, u8)>,
    source: Source,
    /// Which byte of an address it is.
    part: Part<u64>,
}

/// Bytes by address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    bytes: BTreeMap<u64, Byte>,
}

impl Bytes {
    pub fn write(&mut self, address: u64, width: Width, value: Value) {
        let value = value.written(width);
        for i in 0..width.bytes() {
            let Value { bits, open, source, part, .. } = value.part(i, Width::BYTE);
            let symbol = value.symbol.filter(|symbol| symbol.width == width).map(|symbol| (symbol, i as u8));
            let part = part.first(1);
            self.bytes.insert(address + i, Byte { bits: bits as u8, open: open as u8, symbol, source, part });
        }
    }

    /// Makes one byte what it was before it was written.
    pub fn restore(&mut self, address: u64, byte: Option<Byte>) {
        match byte {
            Some(byte) => drop(self.bytes.insert(address, byte)),
            None => drop(self.bytes.remove(&address)),
        }
    }

    /// Where bytes were written.
    pub fn addresses(&self) -> impl Iterator<Item = u64> + '_ {
        self.bytes.keys().copied()
    }

    /// One byte, if it was written.
    pub fn byte(&self, address: u64) -> Option<Byte> {
        self.bytes.get(&address).copied()
    }

    /// Reads a value; `initial` gives what was never written, as a whole or byte by byte.
    pub fn read(&self, address: u64, width: Width, initial: &mut dyn FnMut(u64, Width) -> Value) -> Value {
        if self.bytes.range(address..address + width.bytes()).next().is_none() {
            return initial(address, width);
        }
        let byte = |at: u64, initial: &mut dyn FnMut(u64, Width) -> Value| match self.bytes.get(&at) {
            Some(Byte { bits, open, source, part, .. }) => {
                Value { bits: (*bits).into(), open: (*open).into(), symbol: None, source: *source, part: *part }
            }
            None => initial(at, Width::BYTE),
        };
        let all = (0..width.bytes()).fold(Value::default(), |value, i| value.with_part(i, byte(address + i, initial)));
        Value { symbol: self.symbol(address, width), ..all.cut(width) }
    }

    /// What some bytes are a part of; what was never written may be anything.
    pub fn part(&self, address: u64, width: Width) -> Part<u64> {
        let of = |i: u64| self.bytes.get(&(address + i)).map_or(Part::ANY, |byte| byte.part).first(1);
        (0..width.bytes()).fold(Part::Nothing, |all, i| all.followed(i, of(i)))
    }

    /// The symbol of a value that was written just here.
    fn symbol(&self, address: u64, width: Width) -> Option<Symbol> {
        let byte = |i: u64| self.bytes.get(&(address + i)).and_then(|byte| byte.symbol);
        let (symbol, _) = byte(0)?;
        let is_whole = symbol.width == width && (0..width.bytes()).all(|i| byte(i) == Some((symbol, i as u8)));
        is_whole.then_some(symbol)
    }
}
