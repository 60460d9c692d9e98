//! Memory in cells.
//!
//! In: a test. Out: the cells that its locations consist of, and which of them an access has. Where all accesses have one size a
//! location or an element of an array is one cell; otherwise the smallest access is the size of all. It must not know what is done with them.

use std::collections::BTreeSet;

use super::Undecided;
use crate::litmus::{Dialect, Integer, Location, Step, Test, Variable};

/// A piece of memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub usize);

/// The cells of a test.
#[derive(Clone, Debug)]
pub struct Layout {
    /// How many bytes a cell has; `None` where each element is one.
    bytes: Option<i64>,
    /// Elements are not cut though there are several sizes: whoever accesses one accesses all of it and no more.
    is_strict: bool,
    /// Whether some location is larger than an access. What lies around that is 0, so that a negative value is none there.
    has_room: bool,
    /// The first cell of each location, and behind the last one their number.
    first: Vec<usize>,
    elements: Vec<Elements>,
}

/// How the elements of a location lie.
#[derive(Clone, Copy, Debug)]
struct Elements {
    count: i64,
    /// How far one is from the next, as addresses are counted.
    stride: i64,
    /// How many bytes make up the value of one.
    bytes: i64,
}

/// The largest access, and the size of a location of which nothing is said.
const WORD: i64 = 8;

impl Layout {
    pub fn of(test: &Test) -> Layout {
        // Tests of ARMv8 access more than that of locations of which nothing is said.
        let unsaid = if test.dialect == Dialect::AArch64 { WORD } else { Integer::INT.bytes };
        let elements = |(location, variable): (usize, &Variable)| Elements {
            count: variable.initial.len() as i64,
            stride: test.stride(Location(location)),
            bytes: variable.bytes().unwrap_or(unsaid).min(WORD),
        };
        let elements: Vec<Elements> = test.locations.iter().enumerate().map(elements).collect();
        let sizes = sizes(test);
        let pieces = smallest(test, &sizes);
        // What overlaps in parts is measured with published tables for this one only.
        let bytes = pieces.filter(|_| test.dialect == Dialect::AArch64);
        let is_larger = |access: &i64| test.locations.iter().filter_map(Variable::bytes).any(|bytes| bytes > *access);
        let mut first = vec![0];
        for elements in &elements {
            let cells = bytes.map_or(elements.count, |bytes| (elements.count * elements.stride).max(WORD) / bytes);
            first.push(first[first.len() - 1] + cells as usize);
        }
        let is_strict = pieces.is_some() && bytes.is_none();
        Layout { bytes, is_strict, has_room: sizes.first().is_some_and(is_larger), first, elements }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    /// Whether an access may have several cells.
    pub fn is_cut(&self) -> bool {
        self.bytes.is_some()
    }

    /// The cells of an access.
    pub fn access(&self, address: i64, bytes: Option<u8>) -> Result<Vec<Cell>, Undecided> {
        let (location, offset) = Location::at(address).ok_or(Undecided::Address)?;
        let (start, end) = match self.first.get(location.0..location.0 + 2) {
            Some(&[start, end]) => (start, end),
            _ => return Err(Undecided::Address),
        };
        let Some(size) = self.bytes else {
            let Elements { count, stride, bytes: own } = self.elements[location.0];
            if self.is_strict && bytes.map(i64::from) != Some(own) {
                return Err(Undecided::Parts);
            }
            let is_element = offset % stride == 0 && offset / stride < count;
            return is_element.then(|| vec![Cell(start + (offset / stride) as usize)]).ok_or(Undecided::Address);
        };
        let bytes = bytes.map_or(size, i64::from);
        // What lies askew need not take effect at once.
        if offset % bytes != 0 {
            return Err(Undecided::Address);
        }
        let from = start + (offset / size) as usize;
        let to = from + (bytes / size) as usize;
        if to <= end { Ok((from..to).map(Cell).collect()) } else { Err(Undecided::Address) }
    }

    /// The pieces of a value that an access of so many bytes stores, the lowest first.
    pub fn split(&self, value: i64, cells: usize, bytes: Option<u8>) -> Vec<i64> {
        match self.bytes {
            Some(size) if size < WORD => {
                let mask = (1 << (8 * size)) - 1;
                (0..cells).map(|cell| value.unbounded_shr((8 * size) as u32 * cell as u32) & mask).collect()
            }
            _ => vec![bytes.map_or(value, |bytes| self.cut(value, i64::from(bytes))); cells],
        }
    }

    /// What is left of a value in so many bytes; a negative one that has room stays.
    fn cut(&self, value: i64, bytes: i64) -> i64 {
        if bytes >= WORD || has_room(value, bytes) && (value >= 0 || !self.has_room) {
            return value;
        }
        value & ((1 << (8 * bytes)) - 1)
    }

    /// The value that some pieces make up.
    pub fn join(&self, pieces: &[i64]) -> i64 {
        match (self.bytes, pieces) {
            (Some(size), [_, _, ..]) => pieces.iter().rev().fold(0, |value, piece| value << (8 * size) | piece),
            _ => pieces[0],
        }
    }

    /// The cells that the value of a location's element is in.
    pub fn value(&self, location: Location, index: usize) -> impl Iterator<Item = Cell> + use<> {
        let Elements { bytes, .. } = self.elements[location.0];
        let cells = self.bytes.map_or(1, |size| (bytes / size).max(1) as usize);
        let start = self.first[location.0] + index * cells;
        (start..start + cells).map(Cell)
    }

    /// What each cell holds at first.
    pub fn initial(&self, test: &Test) -> Vec<i64> {
        let mut values = vec![0; self.len()];
        for (location, variable) in test.locations.iter().enumerate() {
            for (index, value) in variable.initial.iter().enumerate() {
                let cells: Vec<Cell> = self.value(Location(location), index).collect();
                for (cell, piece) in cells.iter().zip(self.split(*value, cells.len(), None)) {
                    values[cell.0] = piece;
                }
            }
        }
        values
    }
}

/// The sizes of the accesses, each once, the smallest first.
fn sizes(test: &Test) -> Vec<i64> {
    let steps = test.threads.iter().flat_map(|thread| &thread.steps);
    let sizes = steps.filter_map(|step| match step {
        Step::Load { bytes, .. } | Step::Store { bytes, .. } | Step::StoreConditional { bytes, .. } => *bytes,
        _ => None,
    });
    sizes.map(i64::from).collect::<BTreeSet<i64>>().into_iter().collect()
}

/// How many bytes a cell has, where an element is cut into several or is a part of one.
fn smallest(test: &Test, sizes: &[i64]) -> Option<i64> {
    let access = *sizes.first()?;
    let is_other = |variable: &&Variable| variable.is_array && variable.bytes() != Some(access);
    // What is outside of what is accessed is a part of the value.
    let is_larger = |variable: &Variable| {
        variable.initial.iter().any(|value| Location::at(*value).is_none() && !has_room(*value, access))
    };
    let is_cut = sizes.len() > 1 || test.locations.iter().any(|variable| is_other(&variable) || is_larger(variable));
    let elements = test.locations.iter().filter(is_other).filter_map(Variable::bytes);
    is_cut.then(|| elements.fold(access, i64::min))
}

/// Whether a value is one of so many bytes.
fn has_room(value: i64, bytes: i64) -> bool {
    Integer { bytes, is_signed: true }.has_room(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(bytes: Option<i64>, has_room: bool) -> Layout {
        let elements = vec![Elements { count: 1, stride: 8, bytes: 8 }];
        Layout { bytes, is_strict: false, has_room, first: vec![0, 4], elements }
    }

    #[test]
    fn values_are_cut_to_the_size_of_the_access() {
        for (value, bytes, left) in
            [(256, 1, 0), (65537, 2, 1), (-1, 4, -1), (255, 1, 255), (-129, 1, 127), (i64::MIN, 8, i64::MIN)]
        {
            assert_eq!(layout(None, false).cut(value, bytes), left);
        }
        assert_eq!(layout(None, true).cut(-1, 4), 0xffff_ffff);
    }

    #[test]
    fn values_are_made_of_their_pieces() {
        let layout = layout(Some(2), false);
        for value in [0, 1, -1, 0x0102_0304_0506_0708, i64::MIN] {
            assert_eq!(layout.join(&layout.split(value, 4, Some(8))), value);
        }
        assert_eq!(layout.split(0x0102_0304_0506_0708, 2, Some(4)), [0x0708, 0x0506]);
        let start = Location(0).address();
        assert_eq!(layout.access(start + 4, Some(4)), Ok(vec![Cell(2), Cell(3)]));
        assert_eq!(layout.access(start + 2, Some(4)), Err(Undecided::Address));
        assert_eq!(layout.access(start + 8, Some(2)), Err(Undecided::Address));
    }
}
