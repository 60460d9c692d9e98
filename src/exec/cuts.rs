//! Where memory is cut into parts, because threads access it by different extents.
//!
//! In: addresses at which extents begin and end that overlap in shared memory. Out: the parts of an access. Both engines
//! cut alike, so that what one finds the other can repeat. It must not know who accesses what.
//!
//! An access to memory that is cut is a group of accesses, one for each part, in ascending order. What makes the group one
//! step stands in [`crate::exec::groups`].

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ir::Width;

/// The addresses at which memory is cut.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cuts {
    addresses: BTreeSet<u64>,
}

impl Cuts {
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.addresses.iter().copied()
    }

    /// Whether memory is cut at an address.
    pub fn is_at(&self, address: u64) -> bool {
        self.addresses.contains(&address)
    }

    pub fn insert(&mut self, address: u64) {
        self.addresses.insert(address);
    }

    /// Cuts at both ends of an extent.
    pub fn around(&mut self, address: u64, width: Width) {
        self.insert(address);
        self.insert(address + width.bytes());
    }

    pub fn extend(&mut self, other: &Cuts) {
        self.addresses.extend(&other.addresses);
    }

    /// The cuts inside an extent, as offsets.
    pub fn inside(&self, address: u64, width: Width) -> impl Iterator<Item = u64> + '_ {
        self.addresses.range(address + 1..address + width.bytes().max(1)).map(move |cut| cut - address)
    }

    /// The parts of an extent, as offsets; none if it is whole.
    pub fn parts(&self, address: u64, width: Width) -> Vec<(u64, Width)> {
        // Whether there is anything at an address is found out later.
        let is_astray = address.checked_add(width.bytes()).is_none();
        if self.addresses.is_empty() || width.bytes() < 2 || is_astray {
            return Vec::new();
        }
        pieces(width, &self.inside(address, width).collect())
    }
}

/// What an extent falls into that is cut at these offsets; nothing if it is not cut.
pub fn pieces(width: Width, offsets: &BTreeSet<u64>) -> Vec<(u64, Width)> {
    let mut parts = Vec::new();
    if offsets.is_empty() {
        return parts;
    }
    let mut from = 0;
    for to in offsets.iter().copied().chain([width.bytes()]) {
        // A part is as wide as some access can be.
        while from < to {
            let bytes = 1 << (to - from).ilog2();
            parts.push((from, Width::new(8 * bytes as u32)));
            from += bytes;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_extent() {
        let parts = |cuts: &[u64], width| {
            let mut all = Cuts::default();
            cuts.iter().for_each(|cut| all.insert(*cut));
            all.parts(100, width).into_iter().map(|(offset, width)| (offset, width.bytes())).collect::<Vec<_>>()
        };
        assert_eq!(parts(&[], Width::INT), []);
        assert_eq!(parts(&[100, 104], Width::INT), []);
        assert_eq!(parts(&[104], Width::POINTER), [(0, 4), (4, 4)]);
        assert_eq!(parts(&[101], Width::INT), [(0, 1), (1, 2), (3, 1)]);
        assert_eq!(parts(&[101], Width::BYTE), []);
    }
}
