//! How a block of memory splits into cells.
//!
//! In: the extents with which anyone accesses bytes of the block. Out: cells that do not overlap. It must not know who
//! accesses them.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::Width;

/// The extents that a block overlaps which begins at `base`, as offsets; of one that begins before the block, the bytes.
pub fn within(extents: &BTreeMap<u64, Width>, base: u64, size: u64) -> impl Iterator<Item = (u64, Width)> + '_ {
    let near = base.saturating_sub(LONGEST - 1)..base.saturating_add(size);
    extents.range(near).flat_map(move |(address, width)| clip(*address, *width, base, size))
}

/// What an extent is in a block: itself, or where it begins before the block each of its bytes there.
pub fn clip(address: u64, width: Width, base: u64, size: u64) -> Vec<(u64, Width)> {
    match address.checked_sub(base) {
        Some(offset) if offset < size => vec![(offset, width)],
        Some(_) => Vec::new(),
        None => {
            let inside = (address + width.bytes()).saturating_sub(base).min(size);
            (0..inside).map(|offset| (offset, Width::BYTE)).collect()
        }
    }
}

/// The bytes of the widest access.
const LONGEST: u64 = 8;

/// Splits a block: bytes that nobody accesses are left out; where extents overlap or run out of the block, it splits
/// into bytes.
pub fn split(parts: BTreeSet<(u64, Width)>, size: u64) -> Vec<(u64, Width)> {
    let mut result: Vec<(u64, Width)> = Vec::new();
    let mut bytes = BTreeSet::new();
    for (offset, width) in parts {
        let end = offset + width.bytes();
        match result.last() {
            Some((o, w)) if o + w.bytes() > offset => {
                let (o, w) = (*o, *w);
                result.pop();
                bytes.extend(o..o + w.bytes());
                bytes.extend(offset..end.min(size));
            }
            _ if end > size || bytes.contains(&offset) => bytes.extend(offset..end.min(size)),
            _ => result.push((offset, width)),
        }
    }
    result.retain(|(offset, width)| !(*offset..offset + width.bytes()).any(|b| bytes.contains(&b)));
    result.extend(bytes.into_iter().map(|b| (b, Width::BYTE)));
    result.sort_unstable();
    result
}

/// Puts cells where a block has none, as wide as their places allow: for who wants to know of each byte that it is
/// accessed.
pub fn fill(parts: &[(u64, Width)], size: u64) -> Vec<(u64, Width)> {
    let mut all = Vec::new();
    let mut at = 0;
    let end = std::iter::once((size, None));
    for (next, part) in parts.iter().map(|(offset, width)| (*offset, Some(*width))).chain(end) {
        while at < next {
            let widest = if at == 0 { LONGEST } else { LONGEST.min(1 << at.trailing_zeros()) };
            let bytes = widest.min(1 << (next - at).ilog2());
            all.push((at, Width::new(8 * bytes as u32)));
            at += bytes;
        }
        if let Some(width) = part {
            all.push((next, width));
            at = next + width.bytes();
        }
    }
    all
}
