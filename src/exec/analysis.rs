//! Which memory cells the threads share, and what values they may hold.
//!
//! In: the accesses of one unfolding. Out: facts for the next one. The unfolding is repeated until the facts no
//! longer grow; then they over-approximate every execution within the bound. The facts are monotone: a cell gets
//! more readers, more writers, more values.
//!
//! Values derived through a chain of reads-from edges appear one link a round, and when `po | rf` is acyclic no chain
//! passes a write twice; so there is a round after which what still grows belongs to no execution and the growth may be
//! cut off. `unfold/settled.rs` says which.

use std::collections::{BTreeMap, BTreeSet};

use crate::exec::cuts::Cuts;
use crate::exec::object::ObjectId;
use crate::exec::pieces::Pieces;
use crate::exec::skeleton::Target;
use crate::exec::values::Values;
use crate::ids::ThreadId;
use crate::ir::Width;

/// What is known about one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFacts {
    pub width: Width,
    pub readers: BTreeSet<ThreadId>,
    pub writers: BTreeSet<ThreadId>,
    /// The values that writes of threads put there; `None` before the first. Neither the initial value is included nor what
    /// the first thread writes before it starts another one.
    pub written: Option<Values>,
    /// Some access may touch this cell or a shared one, so that it must be an event here too.
    pub with_shared: bool,
}

impl CellFacts {
    /// Whether its accesses are events: two threads touch it and one of them writes.
    pub fn shared(&self) -> bool {
        self.with_shared || !self.writers.is_empty() && self.readers.union(&self.writers).take(2).count() == 2
    }

    /// The one thread that writes here, if there is only one.
    pub fn only_writer(&self) -> Option<ThreadId> {
        let mut writers = self.writers.iter();
        match (writers.next(), writers.next()) {
            (Some(thread), None) => Some(*thread),
            _ => None,
        }
    }
}

/// The facts of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    pub cells: BTreeMap<u64, CellFacts>,
    /// Objects that something frees.
    pub freed: BTreeSet<ObjectId>,
    /// The least size of objects whose size depends on what is read.
    pub least: BTreeMap<ObjectId, u64>,
    /// Barriers whose state is in memory: those that are not of the usual kind.
    pub states: BTreeSet<u64>,
    /// Bytes that do not hold this number where nobody has set them, since a mutex or a barrier is set up there.
    pub telling: BTreeSet<(u64, u8)>,
    /// Threads that someone joins before they were walked to their end.
    pub awaited: BTreeSet<ThreadId>,
    /// What those of them return that may run to their end.
    pub results: BTreeMap<ThreadId, Values>,
    /// Extents of accesses that overlap others.
    pub overlaps: BTreeSet<(u64, Width)>,
    /// Where memory is cut because extents overlap that are shared.
    pub cuts: Cuts,
    /// Bytes that are cells though nobody accesses them by themselves. They make way for extents that overlap them.
    pub fillings: BTreeSet<u64>,
    /// The bytes that hold pieces of addresses.
    pub pieces: Pieces,
    /// The program computes negatives of addresses.
    pub negates: bool,
    /// It computes addresses that may be outside of their objects.
    pub leaves: bool,
}

/// What an access does to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    Read,
    Write(Values),
    /// A write that is overwritten, or what memory holds, when the first thread starts another one.
    Early,
}

impl Analysis {
    /// Notes an access.
    pub fn touch(&mut self, address: u64, width: Width, thread: ThreadId, touch: Touch) {
        self.note_overlap(address, width);
        let facts = self.cells.entry(address).or_insert_with(|| CellFacts {
            width,
            readers: BTreeSet::new(),
            writers: BTreeSet::new(),
            written: None,
            with_shared: false,
        });
        if width > facts.width {
            facts.width = width;
        }
        match touch {
            Touch::Read => {
                facts.readers.insert(thread);
            }
            Touch::Early => {
                facts.writers.insert(thread);
            }
            Touch::Write(values) => {
                facts.writers.insert(thread);
                facts.written = Some(match &facts.written {
                    Some(old) => old.union(&values),
                    None => values,
                });
            }
        }
    }

    fn note_overlap(&mut self, address: u64, width: Width) {
        let end = address + width.bytes();
        for (&other, facts) in self.cells.range(address.saturating_sub(7)..end) {
            let exact = other == address && facts.width == width;
            if !exact && other + facts.width.bytes() > address {
                self.overlaps.insert((address, width));
                self.overlaps.insert((other, facts.width));
            }
        }
    }

    /// Whether accesses of another extent touch some of these bytes.
    pub fn overlapped(&self, address: u64, width: Width) -> bool {
        let near = (address.saturating_sub(7), Width::BOOL)..(address + width.bytes(), Width::BOOL);
        self.overlaps.range(near).any(|(other, extent)| other + extent.bytes() > address)
    }

    pub fn cell(&self, address: u64) -> Option<&CellFacts> {
        self.cells.get(&address)
    }

    /// Whether accesses to this cell are events.
    pub fn shared(&self, address: u64) -> bool {
        self.cells.get(&address).is_some_and(CellFacts::shared)
    }

    /// Whether a cell is shared by the facts of another round that is not by these; joining them is new then.
    pub fn is_outgrown_by(&self, other: &Analysis) -> bool {
        other.cells.iter().any(|(address, facts)| facts.shared() && !self.shared(*address))
    }

    /// Adds the facts of another round; says whether anything but may-values is new, and whether may-values are.
    pub fn join(&mut self, other: &Analysis) -> Growth {
        let mut growth = Growth::default();
        for (address, facts) in &other.cells {
            match self.cells.get_mut(address) {
                None => {
                    self.cells.insert(*address, facts.clone());
                    growth.shape = true;
                }
                Some(mine) => {
                    growth.shape |= !facts.readers.is_subset(&mine.readers)
                        || !facts.writers.is_subset(&mine.writers)
                        || facts.width > mine.width
                        || facts.with_shared && !mine.with_shared;
                    mine.with_shared |= facts.with_shared;
                    mine.width = mine.width.max(facts.width);
                    mine.readers.extend(&facts.readers);
                    mine.writers.extend(&facts.writers);
                    if let Some(new) = &facts.written {
                        let joined = mine.written.as_ref().map_or_else(|| new.clone(), |old| old.union(new));
                        if mine.written.as_ref() != Some(&joined) {
                            growth.values.cells.insert(*address);
                        }
                        mine.written = Some(joined);
                    }
                }
            }
        }
        for object in &other.freed {
            growth.shape |= self.freed.insert(*object);
        }
        for (object, least) in &other.least {
            growth.shape |= self.size(*object, *least);
        }
        for barrier in &other.states {
            growth.shape |= self.states.insert(*barrier);
        }
        for byte in &other.telling {
            growth.shape |= self.telling.insert(*byte);
        }
        for thread in &other.awaited {
            growth.shape |= self.awaited.insert(*thread);
        }
        for (thread, values) in &other.results {
            let joined = self.results.get(thread).map_or_else(|| values.clone(), |old| old.union(values));
            growth.shape |= !self.results.contains_key(thread);
            if self.results.get(thread) != Some(&joined) {
                growth.values.results.insert(*thread);
            }
            self.results.insert(*thread, joined);
        }
        growth.shape |= self.pieces.join(&other.pieces);
        growth.shape |= other.negates && !self.negates || other.leaves && !self.leaves;
        self.negates |= other.negates;
        self.leaves |= other.leaves;
        self.overlaps.extend(&other.overlaps);
        self.cuts.extend(&other.cuts);
        for filling in &other.fillings {
            growth.shape |= self.fillings.insert(*filling);
        }
        growth
    }

    /// Removes the bytes that are cells though nobody accesses them by themselves, where others overlap them; says whether there were
    /// some.
    pub fn make_way(&mut self) -> bool {
        let is_over = |filling: &u64| {
            let others = self.overlaps.iter().filter(|(address, width)| (*address, *width) != (*filling, Width::BYTE));
            others.clone().any(|(address, width)| (*address..address + width.bytes()).contains(filling))
        };
        let gone: Vec<u64> = self.fillings.iter().copied().filter(is_over).collect();
        for filling in &gone {
            self.fillings.remove(filling);
            self.overlaps.remove(&(*filling, Width::BYTE));
            if self.cells.get(filling).is_some_and(|facts| facts.width == Width::BYTE) {
                self.cells.remove(filling);
            }
        }
        !gone.is_empty()
    }

    /// Cuts the memory where extents overlap that are shared, each at both of its ends. If there are more cuts than
    /// `before`, what is known of the cells is forgotten: the next round finds the parts in their place.
    pub fn cut(&mut self, before: usize) -> bool {
        let mut extents = self.overlaps.iter().copied().peekable();
        while let Some(first) = extents.next() {
            // The extents that hang together.
            let (mut all, mut end) = (vec![first], first.0 + first.1.bytes());
            while let Some(next) = extents.next_if(|(address, _)| *address < end) {
                end = end.max(next.0 + next.1.bytes());
                all.push(next);
            }
            if self.is_shared(first.0, end) {
                all.into_iter().for_each(|(address, width)| self.cuts.around(address, width));
            }
        }
        if self.cuts.len() == before {
            return false;
        }
        self.cells.clear();
        self.overlaps.clear();
        true
    }

    /// Whether some cells of these bytes are shared, or all of them together.
    fn is_shared(&self, start: u64, end: u64) -> bool {
        let (mut threads, mut written) = (BTreeSet::<ThreadId>::new(), false);
        for (_, facts) in self.cells.range(start..end) {
            threads.extend(facts.readers.union(&facts.writers));
            written |= !facts.writers.is_empty();
            if facts.shared() {
                return true;
            }
        }
        written && threads.len() > 1
    }

    /// Notes that an object may have no more bytes than this; says whether that is new.
    pub fn size(&mut self, object: ObjectId, least: u64) -> bool {
        let known = self.least.get(&object).copied();
        let new = known.is_none_or(|known| least < known);
        if new {
            self.least.insert(object, least);
        }
        new
    }

    /// Notes that an access may touch this cell or a shared one.
    pub fn share(&mut self, address: u64) {
        if let Some(facts) = self.cells.get_mut(&address) {
            facts.with_shared = true;
        }
    }

    /// Forgets what the values are that a round found more of: from now on these may be anything. What has not grown keeps its values;
    /// it grows in later rounds if it hangs on these.
    pub fn widen(&mut self, grown: &Grown) {
        for address in &grown.cells {
            if let Some(facts) = self.cells.get_mut(address) {
                facts.written = Some(Values::all(facts.width));
            }
        }
        for thread in &grown.results {
            self.results.insert(*thread, Values::all(Width::POINTER));
        }
    }
}

/// What a round added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Cells, readers, writers, freed objects, objects with a size that is read, barriers with state, bytes that tell
    /// what is set up, threads joined before they were walked, bytes that hold pieces of addresses.
    pub shape: bool,
    pub values: Grown,
}

/// Where a round found more may-values: in cells, and in what threads return.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    cells: BTreeSet<u64>,
    results: BTreeSet<ThreadId>,
}

impl Grown {
    #[cfg(test)]
    pub fn in_cells(cells: &[u64]) -> Grown {
        Grown { cells: cells.iter().copied().collect(), ..Grown::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.results.is_empty()
    }

    /// The same, and where another round found more.
    pub fn add(&mut self, other: &Grown) {
        self.cells.extend(&other.cells);
        self.results.extend(&other.results);
    }

    /// How many of these writes and of the results may put values there.
    pub fn carriers(&self, known: &Analysis, writes: &[&Target]) -> usize {
        let overlaps =
            |(a, wide): (u64, Width), (b, width): (u64, Width)| a < b + width.bytes() && b < a + wide.bytes();
        let is_here = |target: &Target, cell: u64| {
            let width = known.cell(cell).map_or(Width::POINTER, |facts| facts.width);
            target.cells.iter().any(|at| overlaps((*at, target.width), (cell, width)))
        };
        let writes = writes.iter().filter(|target| self.cells.iter().any(|cell| is_here(target, *cell)));
        writes.count() + self.results.len()
    }
}
