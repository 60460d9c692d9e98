//! What is likely to become known of memory, and is taken for known before each piece of it costs a start.
//!
//! In: what became known in the attempts so far. Out: further cells that are shared, and further cells that blocks are split into. It must
//! not know who accesses them, nor graphs.
//!
//! An exploration starts again when memory of one thread turns out to be another's, too, and when somebody accesses a cell of a block that
//! was set or copied without it. Programs with tables do so for each element, and each start costs what comes before it. Where that has
//! happened at places of one object that are as far from each other, at [`IN_A_ROW`] of them, it is expected at as many places that follow; where
//! it has happened at one place of [`ALIKE`] objects of one kind, it is expected at that place of the others.
//!
//! # Condition
//! Nothing hangs on whether it comes true. The accesses of a shared cell are events, which is right whoever makes them; those of a cell that one
//! thread alone uses have one order. A block may be split into any cells that do not overlap: a cell is put where no other one is, and makes
//! way where one turns out to be (as those do that stand for bytes that nobody accesses). And no block may have been split without it that
//! overlaps it, in the same attempt: between two attempts none has been, and within one it is asked of those that were ever split.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::sharing::Sharing;
use crate::exec::object::Object;
use crate::exec::objects::Objects;
use crate::ir::Width;

/// So many places in a row, as far from each other, are enough to expect more of them.
const IN_A_ROW: u64 = 8;

/// So many objects of a kind are enough to expect more of them.
const ALIKE: u32 = 16;

/// So many places around a new one are asked whether they are in a row with it.
const NEAR: usize = 32;

/// What objects are alike: those of one size and name, which of the heap's is that of their type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Kind {
    size: u64,
    name: String,
}

/// Where cells are expected in objects of a kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Pattern {
    kind: Kind,
    offset: u64,
    width: Width,
}

/// Places in an object, as offsets.
type Places = BTreeSet<u64>;

/// Where a row of places goes on that a new place ends: behind the last one or before the first, as far as it is long.
fn goes_on(places: &Places, new: u64) -> Vec<u64> {
    let before = places.range(..new).rev().take(NEAR);
    let behind = places.range(new + 1..).take(NEAR);
    let steps = before.chain(behind).map(|other| new.wrapping_sub(*other));
    let at = |step: u64, number: u64| new.wrapping_add(step.wrapping_mul(number));
    let length =
        |step: &u64| (1..).take_while(|number| places.contains(&at(step.wrapping_neg(), *number))).count() as u64;
    let rows = steps.map(|step| (length(&step), step)).filter(|(length, _)| *length >= IN_A_ROW);
    // Of rows that are as long the one with the nearer places.
    let longest = rows.max_by_key(|(length, step)| (*length, step.min(&step.wrapping_neg()).wrapping_neg()));
    longest.map_or_else(Vec::new, |(length, step)| (1..=length).map(|number| at(step, number)).collect())
}

/// Where something has become known: by the object; and by its kind and the place in it, how often.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Found {
    within: BTreeMap<u64, Places>,
    #[serde(with = "crate::exec::pairs")]
    alike: BTreeMap<(Kind, u64), u32>,
}

impl Found {
    /// Notes one more place; the places in the object where more is expected, and whether it is expected here in the others of its kind.
    fn note(&mut self, base: u64, kind: &Kind, offset: u64) -> (Vec<u64>, bool) {
        let places = self.within.entry(base).or_default();
        places.insert(offset);
        let count = self.alike.entry((kind.clone(), offset)).or_default();
        *count += 1;
        (goes_on(places, offset), *count >= ALIKE)
    }
}

/// What has become known where, and what is expected for that.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Foresight {
    /// Locations that were looked at.
    seen: usize,
    /// Cells that have turned out to be shared.
    shared: Found,
    /// Cells of blocks that were found late.
    late: Found,
    patterns: BTreeSet<Pattern>,
}

/// The object in which an address is.
fn around(objects: &Objects, address: u64) -> Option<&Object> {
    let object = objects.get(objects.at(address)?);
    (address < object.base + object.size).then_some(object)
}

impl Kind {
    fn is_of(&self, object: &Object) -> bool {
        self.size == object.size && self.name == object.name
    }
}

fn kind(object: &Object) -> Kind {
    Kind { size: object.size, name: object.name.clone() }
}

impl Foresight {
    /// Looks at what has become known since the last time. Between two attempts.
    pub fn foresee(&mut self, sharing: &mut Sharing, objects: &Objects) {
        let new: Vec<u64> = sharing.locations().skip(self.seen).map(|at| at.address).collect();
        for address in new {
            let Some(object) = around(objects, address) else { continue };
            let (kind, offset) = (kind(object), address - object.base);
            let (more, alike) = self.shared.note(object.base, &kind, offset);
            if more.is_empty() && !alike {
                continue;
            }
            let is_expected = |at: u64| {
                around(objects, at).is_some_and(|other| {
                    let at = at - other.base;
                    other.base == object.base && more.contains(&at) || alike && kind.is_of(other) && at == offset
                })
            };
            share_expected(sharing, is_expected);
        }
        self.seen = sharing.locations().count();
        if let Some((address, width)) = sharing.take_late() {
            self.foresee_cells(sharing, objects, (address, width));
        }
    }

    fn foresee_cells(&mut self, sharing: &mut Sharing, objects: &Objects, (address, width): (u64, Width)) {
        let Some(object) = around(objects, address) else { return };
        let (kind, offset) = (kind(object), address - object.base);
        let (mut offsets, alike) = self.late.note(object.base, &kind, offset);
        offsets.extend(Some(offset).filter(|_| alike || !offsets.is_empty()));
        for offset in offsets.into_iter().filter(|offset| offset.saturating_add(width.bytes()) <= kind.size) {
            if self.patterns.insert(Pattern { kind: kind.clone(), offset, width }) {
                let places = objects.all().filter(|object| kind.is_of(object)).map(|object| object.base + offset);
                places.for_each(|address| sharing.expect_cell((address, width)));
            }
        }
    }

    /// Puts the cells into the object of a block that are expected there, before it is split.
    pub fn expect_cells(&self, sharing: &mut Sharing, objects: &Objects, block: (u64, u64)) {
        if self.patterns.is_empty() {
            return;
        }
        let Some(object) = around(objects, block.0) else { return };
        for pattern in self.patterns.iter().filter(|pattern| pattern.kind.is_of(object)) {
            let cell = (object.base + pattern.offset, pattern.width);
            if sharing.is_split_by_none_but(block, cell) {
                sharing.expect_cell(cell);
            }
        }
    }
}

/// Takes the cells that are expected to be shared for shared, as far as nothing overlaps them.
fn share_expected(sharing: &mut Sharing, is_expected: impl Fn(u64) -> bool) {
    let expected: Vec<(u64, Width)> = sharing.unshared().filter(|(address, _)| is_expected(*address)).collect();
    for cell in expected {
        if sharing.stands_alone(cell) {
            sharing.add_location(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, goes_on};

    #[test]
    fn a_row_goes_on_as_far_as_it_is_long() {
        let row = |from: u64, step: u64, count: u64| (0..count).map(move |number| from + step * number);
        let places = |rows: &[(u64, u64, u64)]| rows.iter().flat_map(|(a, b, c)| row(*a, *b, *c)).collect::<Places>();
        let upward: Vec<u64> = row(72, 8, 8).collect();
        assert_eq!(goes_on(&places(&[(0, 8, 9)]), 64), upward);
        let downward: Vec<u64> = row(136, 8, 8).rev().collect();
        assert_eq!(goes_on(&places(&[(200, 8, 9)]), 200), downward);
        // Two rows in turn, and what is near by chance.
        let two = places(&[(0, 8, 9), (1000, 128, 9), (4, 100, 3)]);
        assert_eq!(goes_on(&two, 64), upward);
        assert_eq!(goes_on(&two, 1000 + 8 * 128), row(1000 + 9 * 128, 128, 8).collect::<Vec<u64>>());
        assert!(goes_on(&places(&[(0, 8, 8)]), 56).is_empty());
    }
}
