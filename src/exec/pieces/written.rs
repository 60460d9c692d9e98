//! What was written to memory in which addresses and numbers take turns, so that a number that is read there tells which it is.
//!
//! In: what is written and copied, in whatever order. Out: for a read, by its value, whether it takes a part of an address. It must
//! not know who reads, nor when.
//!
//! # The rule
//! A read of some bytes finds what one write left there, or the bytes of several. Where no write and no copy begins or ends within
//! the bytes, it was one: then a read of less than an address takes a part of one only if it finds what that part of some
//! address is that was written there. A number that happens to be the same is taken for a part, too.
//!
//! A read of eight bytes where addresses are written as a whole finds, of each byte, the last address that was written there or a
//! number that was written later. So it takes a part of an address only if some of its bytes are those of an address and it is
//! not that address altogether; unless a number was written there that happens to be what stands in an address at this
//! place, of which nobody could tell. Where that may be, or where more was written than is kept here, nothing is said.
//!
//! Bytes that were copied there are what they were where they came from.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::ir::Width;

/// More numbers or addresses of one place are not kept apart.
const FEW: usize = 64;

/// Bytes of memory: the first, and how many.
type Bytes = (u64, u64);

/// What was written to some bytes that is no address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Numbers {
    Few(BTreeSet<u64>),
    /// All bytes are this one.
    Filled(u8),
    Any,
}

impl Numbers {
    pub fn one(number: u64) -> Numbers {
        Numbers::Few(BTreeSet::from([number]))
    }

    /// Adds others.
    fn join(&mut self, other: &Numbers) {
        match (&mut *self, other) {
            (Numbers::Few(mine), Numbers::Few(theirs)) => {
                mine.extend(theirs);
                if mine.len() > FEW {
                    *self = Numbers::Any;
                }
            }
            (mine, theirs) if mine == theirs => {}
            _ => *self = Numbers::Any,
        }
    }

    /// Whether one of them may have these bytes of an address at this distance from its beginning.
    fn may_have(&self, from: u64, bytes: u64, part: u64) -> bool {
        match self {
            Numbers::Few(numbers) => numbers.iter().any(|number| slice(*number, from, bytes) == part),
            Numbers::Filled(byte) => slice(u64::from_ne_bytes([*byte; 8]), 0, bytes) == part,
            Numbers::Any => true,
        }
    }
}

/// The bytes of a number from one of them on.
fn slice(number: u64, from: u64, bytes: u64) -> u64 {
    let shifted = number.checked_shr(8 * from as u32).unwrap_or(0);
    if bytes < 8 { shifted & ((1 << (8 * bytes)) - 1) } else { shifted }
}

/// All that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    #[serde(with = "crate::exec::pairs")]
    numbers: BTreeMap<Bytes, Numbers>,
    /// Addresses by where they were written; `None` for more than are kept apart.
    #[serde(with = "crate::exec::pairs")]
    addresses: BTreeMap<u64, Option<BTreeSet<u64>>>,
    /// From, to, and so many bytes.
    copies: BTreeSet<(u64, u64, u64)>,
    /// The longest that is noted in any of them.
    longest: u64,
}

/// When what is read is a part of an address, by its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// If it is one of these numbers.
    Is(BTreeSet<u64>),
    /// If it is none of these numbers, and some of its bytes, so many from one of them on, are those of one of these.
    IsNot(BTreeSet<u64>, Vec<Bytes>),
}

impl When {
    pub fn holds(&self, value: u64) -> bool {
        match self {
            When::Is(parts) => parts.contains(&value),
            When::IsNot(wholes, segments) => {
                !wholes.contains(&value)
                    && segments.iter().any(|(from, bytes)| {
                        wholes.iter().any(|whole| slice(*whole, *from, *bytes) == slice(value, *from, *bytes))
                    })
            }
        }
    }
}

impl Written {
    pub fn number(&mut self, at: u64, bytes: u64, numbers: &Numbers) {
        self.longest = self.longest.max(bytes);
        match self.numbers.get_mut(&(at, bytes)) {
            Some(known) => known.join(numbers),
            None => drop(self.numbers.insert((at, bytes), numbers.clone())),
        }
    }

    /// These addresses may be written as a whole; `None` for more than are known.
    pub fn address(&mut self, at: u64, addresses: Option<&BTreeSet<u64>>) {
        let known = self.addresses.entry(at).or_insert_with(|| Some(BTreeSet::new()));
        match (known.as_mut(), addresses) {
            (Some(mine), Some(theirs)) => mine.extend(theirs),
            _ => *known = None,
        }
        if known.as_ref().is_some_and(|all| all.len() > FEW) {
            *known = None;
        }
    }

    pub fn copy(&mut self, (from, to): (u64, u64), bytes: u64) {
        self.longest = self.longest.max(bytes);
        self.copies.insert((from, to, bytes));
    }

    /// The bytes to which numbers were written, and what was copied.
    pub fn all_numbers(&self) -> Vec<(Bytes, Numbers)> {
        self.numbers.iter().map(|(bytes, numbers)| (*bytes, numbers.clone())).collect()
    }

    pub fn all_copies(&self) -> Vec<(u64, u64, u64)> {
        self.copies.iter().copied().collect()
    }

    /// Adds what is known otherwise.
    pub fn join(&mut self, other: &Written) {
        other.numbers.iter().for_each(|((at, bytes), numbers)| self.number(*at, *bytes, numbers));
        other.addresses.iter().for_each(|(at, all)| self.address(*at, all.as_ref()));
        other.copies.iter().for_each(|(from, to, bytes)| self.copy((*from, *to), *bytes));
    }

    /// When a read of a place takes a part of an address; `None` if that cannot be told by what it finds.
    pub fn when(&self, at: u64, width: Width) -> Option<When> {
        let mut found = Found::default();
        let bytes = width.bytes();
        let mut open = vec![at];
        let mut seen = FxHashSet::default();
        while let Some(place) = open.pop() {
            if !seen.insert(place) {
                continue;
            }
            if seen.len() > FEW {
                return None;
            }
            self.find(place, bytes, &mut found)?;
            open.extend(self.sources(place, bytes)?);
        }
        found.when(bytes)
    }

    /// What was written to some bytes; `None` if that is too much, or cuts them where it should not.
    fn find(&self, at: u64, bytes: u64, found: &mut Found) -> Option<()> {
        let end = at.saturating_add(bytes);
        for (start, addresses) in self.addresses.range(at.saturating_sub(7)..end) {
            let is_whole = if bytes < 8 { *start <= at && end <= start + 8 } else { *start == at };
            let addresses = addresses.as_ref().filter(|_| is_whole)?;
            found.parts.extend(addresses.iter().map(|address| slice(*address, at - start, bytes)));
        }
        for ((start, length), numbers) in self.numbers.range((at.saturating_sub(self.longest), 0)..(end, 0)) {
            let (first, last) = ((*start).max(at), (start + length).min(end));
            if first >= last {
                continue;
            }
            if bytes < 8 && (first, last) != (at, end) {
                return None;
            }
            if (first, last) != (at, end) {
                found.edges.extend([first - at, last - at]);
            }
            found.numbers.push((first - at, last - first, first - start, numbers.clone()));
        }
        Some(())
    }

    /// From where all of some bytes were copied; `None` if that was so with some of them.
    fn sources(&self, at: u64, bytes: u64) -> Option<Vec<u64>> {
        let end = at.saturating_add(bytes);
        let over = self.copies.iter().filter(|(_, to, size)| *to < end && at < to.saturating_add(*size));
        over.map(|(from, to, size)| (*to <= at && end <= to.saturating_add(*size)).then(|| from + (at - to))).collect()
    }
}

/// What was found of some bytes.
#[derive(Default)]
struct Found {
    parts: BTreeSet<u64>,
    edges: BTreeSet<u64>,
    /// The first of the bytes to which numbers were written, how many, and how many of the numbers' come before these.
    numbers: Vec<(u64, u64, u64, Numbers)>,
}

impl Found {
    fn when(self, bytes: u64) -> Option<When> {
        if self.parts.len() > FEW {
            return None;
        }
        if bytes < 8 {
            return Some(When::Is(self.parts));
        }
        let looks_like = |(first, length, before, numbers): &(u64, u64, u64, Numbers)| {
            *length < 8
                && self.parts.iter().any(|whole| numbers.may_have(*before, *length, slice(*whole, *first, *length)))
        };
        if self.numbers.iter().any(looks_like) {
            return None;
        }
        let edges: Vec<u64> = self.edges.into_iter().chain([0, 8]).collect::<BTreeSet<u64>>().into_iter().collect();
        let segments = edges.windows(2).map(|pair| (pair[0], pair[1] - pair[0])).collect();
        Some(When::IsNot(self.parts, segments))
    }
}
