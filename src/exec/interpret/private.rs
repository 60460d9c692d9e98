//! The memory that one thread uses by itself, byte by byte.
//!
//! In: writes. Out: the bytes written so far. It must not know what the memory held before.

use std::collections::BTreeMap;

use crate::ir::Width;

/// Bytes by address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    bytes: BTreeMap<u64, u8>,
}

impl Bytes {
    pub fn write(&mut self, address: u64, width: Width, value: u64) {
        for i in 0..width.bytes() {
            self.bytes.insert(address + i, (value >> (8 * i)) as u8);
        }
    }

    /// Makes one byte what it was before it was written.
    pub fn restore(&mut self, address: u64, byte: Option<u8>) {
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
    pub fn byte(&self, address: u64) -> Option<u8> {
        self.bytes.get(&address).copied()
    }

    /// Reads a value; `initial` gives what was never written, as a whole or byte by byte.
    pub fn read(&self, address: u64, width: Width, initial: &mut dyn FnMut(u64, Width) -> u64) -> u64 {
        if self.bytes.range(address..address + width.bytes()).next().is_none() {
            return initial(address, width);
        }
        let byte = |at: u64, initial: &mut dyn FnMut(u64, Width) -> u64| match self.bytes.get(&at) {
            Some(byte) => u64::from(*byte),
            None => initial(at, Width::BYTE) & 0xff,
        };
        (0..width.bytes()).fold(0, |value, i| value | byte(address + i, initial) << (8 * i)) & width.mask()
    }
}
