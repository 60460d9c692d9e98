//! How a block of memory splits into cells.
//!
//! In: the extents with which anyone accesses bytes of the block. Out: cells that do not overlap. It must not know who
//! accesses them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::ir::Width;

/// The extents that a block overlaps which begins at `base`, as offsets; of one that begins before the block, the bytes.
pub fn within(extents: &BTreeMap<u64, Width>, base: u64, size: u64) -> Vec<(u64, Width)> {
    let near = base.saturating_sub(LONGEST - 1)..base.saturating_add(size);
    extents.range(near).flat_map(|(address, width)| clip(*address, *width, base, size)).collect()
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
pub const LONGEST: u64 = 8;

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

/// What becomes of the bytes of a block that nobody accesses by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Their values matter to nobody: none becomes a cell that is none for the sake of another block.
    LeftOut,
    /// One of them is a cell, for who wants to know that the block is accessed: one stands for all, since whatever is left there and
    /// found there is as good as anything else, so that nothing but the order in which the accesses are made tells them apart.
    One,
    /// All are in cells, for who wants to know of each byte that it is accessed.
    All,
}

/// The stretches of so many bytes of a block that are in none of its parts, from and to. (More bytes than its object has are no
/// bytes: who accesses them goes wrong.)
pub fn unseen(parts: &[(u64, Width)], size: u64) -> Vec<(u64, u64)> {
    let mut gaps = Vec::new();
    let mut at = 0;
    let ends = parts.iter().map(|(offset, width)| (*offset, offset + width.bytes()));
    for (from, to) in ends.chain([(size, size)]) {
        if at < from.min(size) {
            gaps.push((at, from.min(size)));
        }
        at = to;
    }
    gaps
}

/// The cells that stand for the stretches of blocks that nobody accesses by themselves: those of `fillings` that do so already in
/// some block, and else, where one is wanted, the first byte.
pub fn stand_ins(
    blocks: &[u64],
    gaps: &[(u64, u64)],
    fillings: impl Fn(Range<u64>) -> Vec<u64>,
    unseen: Unseen,
) -> Vec<(u64, Width)> {
    let size = gaps.last().map_or(0, |(_, to)| *to);
    let is_inside = |offset: &u64| gaps.iter().any(|(from, to)| (*from..*to).contains(offset));
    let mut cells = BTreeSet::new();
    for base in blocks {
        let near = fillings(*base..base.saturating_add(size));
        cells.extend(near.into_iter().map(|address| address - base).filter(is_inside));
    }
    if unseen == Unseen::One && cells.is_empty() {
        cells.extend(gaps.first().map(|(from, _)| *from));
    }
    cells.into_iter().map(|offset| (offset, Width::BYTE)).collect()
}

/// Cells for a stretch of each of these blocks, as wide as their places allow and none across a place where `is_cut`.
pub fn fill(blocks: &[u64], (from, to): (u64, u64), is_cut: impl Fn(u64) -> bool) -> Vec<(u64, Width)> {
    let mut cells = Vec::new();
    let mut at = from;
    while at < to {
        let widest = blocks.iter().map(|base| 1 << base.wrapping_add(at).trailing_zeros().min(LONGEST.ilog2())).min();
        let bytes = widest.unwrap_or(1).min(1 << (to - at).ilog2());
        let cut = (1..bytes).find(|inside| blocks.iter().any(|base| is_cut(base.wrapping_add(at + inside))));
        let bytes = cut.map_or(bytes, |cut| 1 << cut.ilog2());
        cells.push((at, Width::new(8 * bytes as u32)));
        at += bytes;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_fill_a_stretch_lie_where_an_access_could() {
        let cells = |base: u64, stretch, cuts: &[u64]| {
            let cells = fill(&[base], stretch, |at| cuts.contains(&at));
            cells.into_iter().map(|(offset, width)| (offset, width.bytes())).collect::<Vec<_>>()
        };
        assert_eq!(cells(64, (0, 16), &[]), [(0, 8), (8, 8)]);
        assert_eq!(cells(68, (0, 16), &[]), [(0, 4), (4, 8), (12, 4)]);
        assert_eq!(cells(64, (3, 5), &[]), [(3, 1), (4, 1)]);
        assert_eq!(cells(64, (0, 8), &[67]), [(0, 2), (2, 1), (3, 1), (4, 4)]);
        assert_eq!(unseen(&[(4, Width::INT)], 16), [(0, 4), (8, 16)]);
        assert_eq!(unseen(&[(0, Width::INT)], 4), []);
    }
}
