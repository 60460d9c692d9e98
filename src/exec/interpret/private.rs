//! The memory that one thread uses by itself, byte by byte.
//!
//! In: writes. Out: the bytes written so far, with the bits of them that may be any, and what they hang on. It must not know what the memory
//! held before.

use std::collections::BTreeMap;
use std::sync::Arc;

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

/// A value has no more bytes.
const WIDEST: usize = 8;

/// So many bytes are a page.
const PAGE: usize = 16;

/// So many pages are a table.
const TABLE: u64 = 1024;

/// A piece of memory of which something was written.
type Page = [Option<Byte>; PAGE];

/// Pages by their numbers.
type Table = BTreeMap<u64, Arc<Page>>;

/// Bytes by address.
///
/// Threads are copied at each of their steps and write little between two of them: what neither of two copies has written since is there
/// once, and a copy of all costs nothing. A page holds something, and so does a table, so that equal memory has equal tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    tables: Arc<BTreeMap<u64, Arc<Table>>>,
}

/// Where a byte is: its page, and its place there.
fn place(address: u64) -> (u64, usize) {
    (address / PAGE as u64, (address % PAGE as u64) as usize)
}

impl Bytes {
    pub fn write(&mut self, address: u64, width: Width, value: Value) {
        let value = value.written(width);
        let mut i = 0;
        while i < width.bytes() {
            let (number, first) = place(address + i);
            let page = self.page_to_write(number);
            for byte in &mut page[first..] {
                let Value { bits, open, source, part, .. } = value.part(i, Width::BYTE);
                let symbol = value.symbol.filter(|symbol| symbol.width == width).map(|symbol| (symbol, i as u8));
                let part = part.first(1);
                *byte = Some(Byte { bits: bits as u8, open: open as u8, symbol, source, part });
                i += 1;
                if i == width.bytes() {
                    break;
                }
            }
        }
    }

    /// A page that is this memory's own.
    fn page_to_write(&mut self, number: u64) -> &mut Page {
        let tables = Arc::make_mut(&mut self.tables);
        let table = Arc::make_mut(tables.entry(number / TABLE).or_default());
        Arc::make_mut(table.entry(number).or_default())
    }

    fn page(&self, number: u64) -> Option<&Page> {
        self.tables.get(&(number / TABLE)).and_then(|table| table.get(&number)).map(Arc::as_ref)
    }

    /// Makes one byte what it was before it was written.
    pub fn restore(&mut self, address: u64, byte: Option<Byte>) {
        let (number, at) = place(address);
        if byte.is_none() && self.page(number).is_none_or(|page| page[at].is_none()) {
            return;
        }
        let page = self.page_to_write(number);
        page[at] = byte;
        if page.iter().all(Option::is_none) {
            let tables = Arc::make_mut(&mut self.tables);
            let table = Arc::make_mut(tables.entry(number / TABLE).or_default());
            table.remove(&number);
            if table.is_empty() {
                tables.remove(&(number / TABLE));
            }
        }
    }

    /// Where bytes were written.
    pub fn addresses(&self) -> impl Iterator<Item = u64> + '_ {
        let pages = self.tables.values().flat_map(|table| table.iter());
        pages.flat_map(|(number, page)| {
            let written = page.iter().enumerate().filter(|(_, byte)| byte.is_some());
            written.map(move |(at, _)| number * PAGE as u64 + at as u64)
        })
    }

    /// One byte, if it was written.
    pub fn byte(&self, address: u64) -> Option<Byte> {
        let (number, at) = place(address);
        self.page(number)?[at]
    }

    /// The bytes of a value.
    fn bytes(&self, address: u64, width: Width) -> [Option<Byte>; WIDEST] {
        let mut bytes = [None; WIDEST];
        let (mut page, mut known) = (None, None);
        for (i, byte) in bytes.iter_mut().enumerate().take(width.bytes() as usize) {
            let (number, at) = place(address + i as u64);
            if known != Some(number) {
                (page, known) = (self.page(number), Some(number));
            }
            *byte = page.and_then(|page| page[at]);
        }
        bytes
    }

    /// Reads a value; `initial` gives what was never written, as a whole or byte by byte.
    pub fn read(&self, address: u64, width: Width, initial: &mut dyn FnMut(u64, Width) -> Value) -> Value {
        let bytes = self.bytes(address, width);
        if bytes.iter().all(Option::is_none) {
            return initial(address, width);
        }
        let byte = |i: u64, initial: &mut dyn FnMut(u64, Width) -> Value| match bytes[i as usize] {
            Some(Byte { bits, open, source, part, .. }) => {
                Value { bits: bits.into(), open: open.into(), symbol: None, source, part }
            }
            None => initial(address + i, Width::BYTE),
        };
        let all = (0..width.bytes()).fold(Value::default(), |value, i| value.with_part(i, byte(i, initial)));
        Value { symbol: symbol(&bytes, width), ..all.cut(width) }
    }

    /// What some bytes are a part of; what was never written may be anything.
    pub fn part(&self, address: u64, width: Width) -> Part<u64> {
        let bytes = self.bytes(address, width);
        let of = |i: u64| bytes[i as usize].map_or(Part::ANY, |byte| byte.part).first(1);
        (0..width.bytes()).fold(Part::Nothing, |all, i| all.followed(i, of(i)))
    }
}

/// The symbol of a value with these bytes, if they were written as one.
fn symbol(bytes: &[Option<Byte>], width: Width) -> Option<Symbol> {
    let byte = |i: u64| bytes[i as usize].and_then(|byte| byte.symbol);
    let (symbol, _) = byte(0)?;
    let is_whole = symbol.width == width && (0..width.bytes()).all(|i| byte(i) == Some((symbol, i as u8)));
    is_whole.then_some(symbol)
}
