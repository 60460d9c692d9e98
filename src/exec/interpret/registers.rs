//! The registers of one call.
//!
//! In: values, some with open bits. Out: the same. It must not know what instructions do with them.

use super::open::{Source, Value};
use super::symbol::Symbol;
use crate::exec::pieces::Part;
use crate::ids::RegId;

/// What each register holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Registers {
    /// `None` before the first assignment.
    bits: Vec<Option<u64>>,
    /// The open bits of each, how it was computed, and where they come from; empty as long as no register ever had any.
    open: Vec<(u64, Option<Symbol>, Source)>,
}

impl Registers {
    pub fn new(count: usize) -> Registers {
        Registers { bits: vec![None; count], open: Vec::new() }
    }

    /// What a register holds, its open bits apart.
    pub fn bits(&self, reg: RegId) -> Option<u64> {
        self.bits[reg.index()]
    }

    pub fn value(&self, reg: RegId) -> Option<Value> {
        let (open, symbol, source) = self.open.get(reg.index()).copied().unwrap_or_default();
        self.bits[reg.index()].map(|bits| Value { bits, open, symbol, source, part: Part::Nothing })
    }

    pub fn set(&mut self, reg: RegId, value: Value) {
        self.bits[reg.index()] = Some(value.bits);
        if value.open != 0 && self.open.is_empty() {
            self.open.resize(self.bits.len(), Default::default());
        }
        if let Some(open) = self.open.get_mut(reg.index()) {
            *open = (value.open, value.symbol, value.source);
        }
    }

    /// Nobody has set it any more.
    pub fn unset(&mut self, reg: RegId) {
        self.bits[reg.index()] = None;
        if let Some(open) = self.open.get_mut(reg.index()) {
            *open = Default::default();
        }
    }

    /// Whether any register has had open bits.
    pub fn may_be_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The registers with what they hold.
    pub fn iter(&self) -> impl Iterator<Item = (RegId, Option<u64>)> + '_ {
        self.bits.iter().enumerate().map(|(index, bits)| (RegId::from_index(index), *bits))
    }

    /// Whether a register holds the same as in another state of the same call, the same bits of it being open.
    pub fn agrees(&self, other: &Registers, reg: RegId) -> bool {
        self.value(reg) == other.value(reg)
    }
}
