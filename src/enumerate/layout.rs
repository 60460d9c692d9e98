//! Memory in cells.
//!
//! In: a test. Out: the cells that its locations consist of, and which of them an access has. Where all accesses have one size a
//! location is one cell; otherwise the smallest access is the size of all. It must not know what is done with them.

use super::Undecided;
use crate::litmus::{Location, Step, Test};

/// A piece of memory, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub usize);

/// The cells of a test.
#[derive(Clone, Debug)]
pub struct Layout {
    /// How many bytes a cell has; `None` where locations are not cut.
    bytes: Option<i64>,
    /// How many bytes every access has, where locations are not cut and none is larger.
    extent: Option<i64>,
    /// The first cell of each location, and behind the last one their number.
    first: Vec<usize>,
    /// How many bytes of each location make up its value.
    values: Vec<i64>,
}

/// The largest access, and the size of a location of which nothing is said.
const WORD: i64 = 8;

impl Layout {
    pub fn of(test: &Test) -> Layout {
        let steps = test.threads.iter().flat_map(|thread| &thread.steps);
        let mut sizes: Vec<u8> = steps
            .filter_map(|step| match step {
                Step::Load { bytes, .. } | Step::Store { bytes, .. } | Step::StoreConditional { bytes, .. } => *bytes,
                _ => None,
            })
            .collect();
        sizes.sort_unstable();
        sizes.dedup();
        let is_array = test.sizes.iter().flatten().any(|size| *size > WORD);
        let bytes = sizes.first().filter(|_| sizes.len() > 1 || is_array).map(|bytes| i64::from(*bytes));
        let is_larger = |extent: i64| test.sizes.iter().flatten().any(|size| *size > extent);
        let extent =
            sizes.first().map(|extent| i64::from(*extent)).filter(|extent| bytes.is_none() && !is_larger(*extent));
        let mut first = vec![0];
        for size in &test.sizes {
            let cells = bytes.map_or(1, |bytes| size.unwrap_or(WORD).max(WORD) / bytes);
            first.push(first[first.len() - 1] + cells as usize);
        }
        Layout { bytes, extent, first, values: test.sizes.iter().map(|size| size.unwrap_or(WORD).min(WORD)).collect() }
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
            return if offset == 0 { Ok(vec![Cell(start)]) } else { Err(Undecided::Address) };
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

    /// The pieces of a value, the lowest first.
    pub fn split(&self, value: i64, cells: usize) -> Vec<i64> {
        match self.bytes {
            Some(size) if size < WORD => {
                let mask = (1 << (8 * size)) - 1;
                (0..cells).map(|cell| value.unbounded_shr((8 * size) as u32 * cell as u32) & mask).collect()
            }
            _ => vec![self.extent.map_or(value, |extent| cut(value, extent)); cells],
        }
    }

    /// The value that some pieces make up.
    pub fn join(&self, pieces: &[i64]) -> i64 {
        match (self.bytes, pieces) {
            (Some(size), [_, _, ..]) => pieces.iter().rev().fold(0, |value, piece| value << (8 * size) | piece),
            _ => pieces[0],
        }
    }

    /// The cells that a location's value is in.
    pub fn value(&self, location: Location) -> impl Iterator<Item = Cell> + use<> {
        let cells = self.bytes.map_or(1, |size| (self.values[location.0] / size).max(1) as usize);
        (self.first[location.0]..self.first[location.0] + cells).map(Cell)
    }

    /// What each cell holds at first.
    pub fn initial(&self, test: &Test) -> Vec<i64> {
        let mut values = vec![0; self.len()];
        for (location, value) in test.initial.iter().enumerate() {
            let cells: Vec<Cell> = self.value(Location(location)).collect();
            for (cell, piece) in cells.iter().zip(self.split(*value, cells.len())) {
                values[cell.0] = piece;
            }
        }
        values
    }
}

/// What is left of a value in so many bytes; a negative one that fits stays.
fn cut(value: i64, bytes: i64) -> i64 {
    if bytes >= WORD || (-(1_i64 << (8 * bytes - 1))..1_i64 << (8 * bytes)).contains(&value) {
        return value;
    }
    value & ((1 << (8 * bytes)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_to_the_size_of_all_accesses() {
        for (value, bytes, left) in
            [(256, 1, 0), (65537, 2, 1), (-1, 4, -1), (255, 1, 255), (-129, 1, 127), (i64::MIN, 8, i64::MIN)]
        {
            assert_eq!(cut(value, bytes), left);
        }
    }

    #[test]
    fn values_are_made_of_their_pieces() {
        let layout = Layout { bytes: Some(2), extent: None, first: vec![0, 4], values: vec![8] };
        for value in [0, 1, -1, 0x0102_0304_0506_0708, i64::MIN] {
            assert_eq!(layout.join(&layout.split(value, 4)), value);
        }
        assert_eq!(layout.split(0x0102_0304_0506_0708, 2), [0x0708, 0x0506]);
        let start = Location(0).address();
        assert_eq!(layout.access(start + 4, Some(4)), Ok(vec![Cell(2), Cell(3)]));
        assert_eq!(layout.access(start + 2, Some(4)), Err(Undecided::Address));
        assert_eq!(layout.access(start + 8, Some(2)), Err(Undecided::Address));
    }
}
