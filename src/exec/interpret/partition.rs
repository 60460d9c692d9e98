//! How a block of memory splits into cells.
//!
//! In: the extents with which anyone accesses bytes of the block. Out: cells that do not overlap. It must not know who
//! accesses them.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::Width;

/// The extents inside a block that begins at `base`, as offsets.
pub fn within(extents: &BTreeMap<u64, Width>, base: u64, size: u64) -> impl Iterator<Item = (u64, Width)> + '_ {
    extents.range(base..base.saturating_add(size)).map(move |(address, width)| (address - base, *width))
}

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
