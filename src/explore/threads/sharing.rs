//! Which memory the threads share, and in cells of what width.
//!
//! In: every access that a thread makes. Out: whether the access is an event, and of which location. What is known only
//! grows: when memory that was one thread's turns out to be used by another, the exploration starts again with that
//! knowledge. It must not know graphs or memory models.
//!
//! Memory is shared when two threads touch it and one of them writes, in any executions seen so far. Accesses of
//! different extent may overlap only in memory that is not shared.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::diag::Diagnostic;
use crate::exec::cuts::Cuts;
use crate::exec::interpret::Access;
use crate::exec::lifetime::Intent;
use crate::exec::partition::{self, Unseen};
use crate::ids::ThreadId;
use crate::ir::Width;

/// A shared scalar: a row of the table of locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    pub address: u64,
    pub width: Width,
}

/// Why the threads cannot go on with what is known.
#[derive(Clone, Debug)]
pub enum Stop {
    /// Something new is known about memory: start again.
    Restart,
    Refused(Box<Diagnostic>),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Stop {
        Stop::Refused(Box::new(diagnostic))
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cell {
    readers: Vec<ThreadId>,
    writers: Vec<ThreadId>,
    /// Its row, once it is shared.
    location: Option<u32>,
}

/// What is known about memory.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sharing {
    #[serde(with = "crate::exec::pairs")]
    cells: BTreeMap<(u64, Width), Cell>,
    locations: Vec<Location>,
    /// Where memory is cut.
    cuts: Cuts,
    /// Blocks that were split into cells, with what was known then.
    split: Vec<(u64, u64)>,
    /// Memory without a value that one thread has chosen one for.
    chosen: Vec<(u64, u64, ThreadId)>,
    /// Objects of which it was asked what other threads than this one access.
    asked: Vec<(u64, u64, ThreadId)>,
    /// Cells of bytes that nobody accesses by themselves. They make way for others.
    fillings: BTreeSet<(u64, Width)>,
    /// Where others of them have had to make way, at both ends of who came.
    ends: BTreeSet<u64>,
    /// Cells that nobody has accessed but who set or copied a block. They make way, too.
    expected: BTreeSet<(u64, Width)>,
    /// The cell of a block that was found late in the last attempt.
    late: Option<(u64, Width)>,
}

impl Sharing {
    pub fn location(&self, row: u32) -> Location {
        self.locations[row as usize]
    }

    /// The row of a location, if it is shared.
    pub fn row(&self, address: u64, width: Width) -> Option<u32> {
        self.cells.get(&(address, width))?.location
    }

    pub fn locations(&self) -> impl Iterator<Item = Location> {
        self.locations.iter().copied()
    }

    /// Memory without a value that one thread has chosen one for: where, how many bytes, and who.
    pub fn chosen(&self) -> impl Iterator<Item = (u64, u64, ThreadId)> {
        self.chosen.iter().copied()
    }

    pub fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// The extents with which anyone accesses memory.
    pub fn extents(&self) -> BTreeMap<u64, Width> {
        // Where extents overlap the wider one counts, as in the unfolding.
        self.cells.keys().copied().collect()
    }

    /// How blocks of memory of a size split into cells, the objects of which have so much room.
    pub fn partition(&mut self, blocks: &[u64], (size, room): (u64, u64), unseen: Unseen) -> Vec<(u64, Width)> {
        let parts = blocks.iter().flat_map(|base| partition::within(&self.near(*base, size), *base, size)).collect();
        for base in blocks {
            if !self.split.contains(&(*base, size)) {
                self.split.push((*base, size));
            }
        }
        let mut parts = partition::split(parts, size);
        let fillings = self.fill(blocks, &partition::unseen(&parts, size.min(room)), unseen);
        for (offset, width) in &fillings {
            self.fillings.extend(blocks.iter().map(|base| (base.wrapping_add(*offset), *width)));
        }
        parts.extend(fillings);
        parts.sort_unstable();
        parts
    }

    /// The extents with which anyone accesses memory in a block, or from before it. Where extents overlap the wider one counts.
    fn near(&self, base: u64, size: u64) -> BTreeMap<u64, Width> {
        let near = (base.saturating_sub(partition::LONGEST - 1), Width::BOOL)..(base.saturating_add(size), Width::BOOL);
        self.cells.range(near).map(|(extent, _)| *extent).filter(|extent| !self.fillings.contains(extent)).collect()
    }

    /// Cells for bytes of blocks that nobody accesses by themselves.
    fn fill(&self, blocks: &[u64], gaps: &[(u64, u64)], unseen: Unseen) -> Vec<(u64, Width)> {
        let is_cut = |at: u64| self.ends.contains(&at) || self.cuts.is_at(at);
        if unseen == Unseen::All {
            return gaps.iter().flat_map(|gap| partition::fill(blocks, *gap, is_cut)).collect();
        }
        let near = |place: Range<u64>| {
            let fillings = self.fillings.range((place.start, Width::BOOL)..(place.end, Width::BOOL));
            fillings.map(|(address, _)| *address).collect()
        };
        partition::stand_ins(blocks, gaps, near, unseen)
    }

    /// The cells of an object, by its place and size, that other threads than this one access or whose accesses are events, as offsets.
    pub fn contended(&mut self, thread: ThreadId, (base, size): (u64, u64)) -> Vec<(u64, Width)> {
        let is_contended = |cell: &Cell| {
            cell.location.is_some() || cell.readers.iter().chain(&cell.writers).any(|other| *other != thread)
        };
        let cells = self.cells.iter().filter(|(_, cell)| is_contended(cell)).map(|(key, _)| *key).collect();
        if !self.asked.contains(&(base, size, thread)) {
            self.asked.push((base, size, thread));
        }
        partition::split(partition::within(&cells, base, size).into_iter().collect(), size)
    }

    /// Notes an access. Returns the location if its accesses are events.
    pub fn touch(&mut self, thread: ThreadId, access: &Access, intent: Intent) -> Result<Option<u32>, Stop> {
        let key = (access.address, access.width);
        let mut known = true;
        let cell = self.cells.entry(key).or_insert_with(|| {
            known = false;
            Cell { readers: Vec::new(), writers: Vec::new(), location: None }
        });
        let list = match intent {
            Intent::Read => &mut cell.readers,
            Intent::Write => &mut cell.writers,
        };
        if list.contains(&thread) {
            return Ok(cell.location);
        }
        list.push(thread);
        let location = cell.location;
        let others_make_way = !known && self.make_way(key);
        // It is judged now: the next attempt knows that the thread has been here.
        if location.is_none() {
            self.judge(key, false)?;
        }
        if others_make_way {
            return Err(Stop::Restart);
        }
        let (start, end) = (key.0, key.0 + key.1.bytes());
        let is_foreign =
            |(first, size, owner): &(u64, u64, ThreadId)| *owner != thread && *first < end && start < first + size;
        // Both see one value, and nobody chooses it alone. Who asked what others access was not told of this.
        if self.chosen.iter().chain(&self.asked).any(is_foreign) {
            return Err(Stop::Restart);
        }
        if location.is_some() {
            return Ok(location);
        }
        // A block that was copied without this cell was copied wrongly.
        let inside = |(base, size): &(u64, u64)| *base < key.0 + key.1.bytes() && key.0 < base + size;
        if !known && self.split.iter().any(inside) {
            self.late = Some(key);
            return Err(Stop::Restart);
        }
        Ok(None)
    }

    /// Removes the cells of bytes that nobody accessed by themselves but for now; says whether there were some. That can be as often as
    /// there are places for ends: between them no such cell comes back.
    fn make_way(&mut self, (address, width): (u64, Width)) -> bool {
        let end = address + width.bytes();
        let near = (address.saturating_sub(7), Width::BOOL)..(end, Width::BOOL);
        let over = self.fillings.range(near.clone()).chain(self.expected.range(near));
        let over = over.filter(|other| other.0 + other.1.bytes() > address);
        let over: Vec<(u64, Width)> = over.filter(|other| **other != (address, width)).copied().collect();
        for cell in &over {
            self.fillings.remove(cell);
            self.expected.remove(cell);
            self.cells.remove(cell);
        }
        self.ends.extend([address, end].into_iter().filter(|_| !over.is_empty()));
        !over.is_empty()
    }

    /// Lets a thread choose what memory without a value holds, if no other thread has seen it.
    pub fn choose(&mut self, thread: ThreadId, address: u64, width: Width) -> bool {
        let (start, end) = (address, address + width.bytes());
        let near = (start.saturating_sub(7), Width::BOOL)..(end, Width::BOOL);
        let over = self.cells.range(near).filter(|((at, width), _)| at + width.bytes() > start);
        let is_alone = over.into_iter().all(|(_, cell)| cell.readers.iter().chain(&cell.writers).all(|t| *t == thread));
        let choice = (address, width.bytes(), thread);
        if is_alone && !self.chosen.contains(&choice) {
            self.chosen.push(choice);
        }
        is_alone
    }

    /// Has the accesses of a cell be events although one thread alone makes them.
    pub fn share(&mut self, access: &Access) -> Result<(), Stop> {
        self.judge((access.address, access.width), true)
    }

    /// Decides anew whether a cell and what overlaps it are shared, or says that they are.
    fn judge(&mut self, key: (u64, Width), is_shared: bool) -> Result<(), Stop> {
        let (start, end) = (key.0, key.0 + key.1.bytes());
        let near = (start.saturating_sub(7), Width::BOOL)..(end, Width::BOOL);
        let overlapping: Vec<(u64, Width)> =
            self.cells.range(near).map(|(k, _)| *k).filter(|(a, w)| a + w.bytes() > start).collect();
        // What overlaps an event is one, also of the same thread.
        let is_event = |other: &(u64, Width)| *other != key && self.cells[other].location.is_some();
        let is_shared = is_shared || overlapping.iter().any(is_event);
        let (mut all, mut writes) = (Vec::new(), false);
        for cell in overlapping.iter().map(|k| &self.cells[k]) {
            writes |= !cell.writers.is_empty();
            all.extend(cell.readers.iter().chain(&cell.writers).copied());
        }
        all.sort_unstable();
        all.dedup();
        if !is_shared && (!writes || all.len() < 2) {
            return Ok(());
        }
        if overlapping.len() > 1 {
            // The next attempt finds the parts in their place.
            for (address, width) in overlapping {
                self.cuts.around(address, width);
                self.cells.remove(&(address, width));
                self.fillings.remove(&(address, width));
            }
            return Err(Stop::Restart);
        }
        self.add_location(key);
        Err(Stop::Restart)
    }

    /// Has a cell be shared from now on.
    pub(super) fn add_location(&mut self, key: (u64, Width)) {
        let row = u32::try_from(self.locations.len()).expect("fewer than 2^32 locations; please report this");
        self.locations.push(Location { address: key.0, width: key.1 });
        self.cells.get_mut(&key).expect("only cells are shared; please report this").location = Some(row);
        self.expected.remove(&key);
    }

    /// The cells that are not shared and that somebody has accessed, be it with a block.
    pub(super) fn unshared(&self) -> impl Iterator<Item = (u64, Width)> {
        let is_private = |cell: &Cell| cell.location.is_none() && !(cell.readers.is_empty() && cell.writers.is_empty());
        let private = self.cells.iter().filter(move |(_, cell)| is_private(cell)).map(|(key, _)| *key);
        private.filter(|key| !self.fillings.contains(key))
    }

    /// Whether no other cell overlaps this place.
    pub(super) fn stands_alone(&self, (address, width): (u64, Width)) -> bool {
        let end = address + width.bytes();
        let near = (address.saturating_sub(7), Width::BOOL)..(end, Width::BOOL);
        let mut over = self.cells.range(near).filter(|((at, of), _)| at + of.bytes() > address);
        over.all(|(key, _)| *key == (address, width))
    }

    /// Puts a cell where none is, if nobody has accessed a part of it by itself.
    pub(super) fn expect_cell(&mut self, (address, width): (u64, Width)) {
        let has_made_way = self.ends.range(address + 1..address + width.bytes()).next().is_some();
        let is_cut = has_made_way || !self.cuts.parts(address, width).is_empty();
        let is_new = !self.cells.contains_key(&(address, width)) && self.stands_alone((address, width));
        if is_new && !is_cut {
            self.cells.insert((address, width), Cell { readers: Vec::new(), writers: Vec::new(), location: None });
            self.expected.insert((address, width));
        }
    }

    /// Whether no block has been split that overlaps a cell, but this one.
    pub(super) fn is_split_by_none_but(&self, block: (u64, u64), (address, width): (u64, Width)) -> bool {
        let is_over = |(base, size): &(u64, u64)| *base < address + width.bytes() && address < base + size;
        self.split.iter().all(|split| *split == block || !is_over(split))
    }

    /// The cell of a block that was found late, if the last attempt has ended for that.
    pub(super) fn take_late(&mut self) -> Option<(u64, Width)> {
        self.late.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::interpret::{Piece, Unset};
    use crate::exec::mapping::Operation;
    use crate::ir::Order;

    const ADDRESS: u64 = 0x10_0000;

    fn access() -> Access {
        Access {
            address: ADDRESS,
            width: Width::INT,
            operation: Operation::Load,
            tags: Vec::new(),
            failing: None,
            order: Order::Plain,
            site: None,
            span: None,
            section: None,
            group: None,
            unset: Unset::Any,
            piece: Piece::None,
            life: None,
        }
    }

    /// What another thread touches is shared from then on, whatever else it makes the exploration start again for.
    fn assert_shared(mut sharing: Sharing) {
        assert!(matches!(sharing.touch(ThreadId(1), &access(), Intent::Write), Ok(None)));
        assert!(matches!(sharing.touch(ThreadId(0), &access(), Intent::Read), Err(Stop::Restart)));
        assert!(matches!(sharing.touch(ThreadId(0), &access(), Intent::Read), Ok(Some(_))));
        assert!(matches!(sharing.touch(ThreadId(1), &access(), Intent::Write), Ok(Some(_))));
    }

    #[test]
    fn what_one_thread_has_chosen_may_be_shared() {
        let mut sharing = Sharing::default();
        assert!(sharing.choose(ThreadId(1), ADDRESS, Width::INT));
        assert_shared(sharing);
    }

    /// A block is filled with a cell that has to make way for one that overlaps what others share.
    #[test]
    fn what_others_make_way_for_may_be_shared() {
        let mut sharing = Sharing::default();
        let half = Access { width: Width::new(16), ..access() };
        let upper = Access { address: ADDRESS + 1, width: Width::BYTE, ..access() };
        sharing.fillings.insert((ADDRESS, Width::BYTE));
        sharing.cells.insert((ADDRESS, Width::BYTE), Cell { readers: Vec::new(), writers: Vec::new(), location: None });
        assert!(matches!(sharing.touch(ThreadId(1), &upper, Intent::Write), Ok(None)));
        assert!(matches!(sharing.touch(ThreadId(0), &upper, Intent::Write), Err(Stop::Restart)));
        assert!(matches!(sharing.touch(ThreadId(0), &half, Intent::Read), Err(Stop::Restart)));
        assert_eq!(sharing.cuts().parts(ADDRESS, half.width), [(0, Width::BYTE), (1, Width::BYTE)]);
    }

    #[test]
    fn what_one_thread_has_asked_for_may_be_shared() {
        let mut sharing = Sharing::default();
        assert!(sharing.contended(ThreadId(1), (ADDRESS, 8)).is_empty());
        assert_shared(sharing);
    }
}
