//! Which memory cells the threads share, and what values they may hold.
//!
//! In: the accesses of one unfolding. Out: facts for the next one. The unfolding is repeated until the facts no
//! longer grow; then they over-approximate every execution within the bound. The facts are monotone: a cell gets
//! more readers, more writers, more values.
//!
//! Values derived through a chain of reads-from edges appear one link a round, and when `po | rf` is acyclic no chain
//! passes a write twice; so after as many rounds as there are writes that depend on a read, what still grows belongs
//! to no execution and the growth may be cut off.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Span;
use crate::exec::objects::ObjectId;
use crate::exec::values::Values;
use crate::ids::ThreadId;
use crate::ir::Width;

/// What is known about one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFacts {
    pub width: Width,
    pub readers: BTreeSet<ThreadId>,
    pub writers: BTreeSet<ThreadId>,
    /// The values that writes of threads put there; `None` before the first. The initial value is not included.
    pub written: Option<Values>,
    /// Some access may touch this cell or a shared one, so that it must be an event here too.
    pub with_shared: bool,
    /// One access, for messages.
    pub span: Option<Span>,
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

/// Two accesses of different extent that overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedSize {
    pub address: u64,
    pub first: Option<Span>,
    pub second: Option<Span>,
}

/// The facts of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    pub cells: BTreeMap<u64, CellFacts>,
    /// Objects that something frees.
    pub freed: BTreeSet<ObjectId>,
    /// Barriers whose state is in memory: those that are not of the usual kind.
    pub states: BTreeSet<u64>,
    /// Overlaps of accesses of different extent; an error only where the cell is shared.
    pub mixed: BTreeMap<u64, MixedSize>,
}

/// What an access does to a cell.
#[derive(Clone, Debug)]
pub enum Touch {
    Read,
    Write(Values),
}

impl Analysis {
    /// Notes an access.
    pub fn touch(&mut self, address: u64, width: Width, thread: ThreadId, touch: Touch, span: Option<Span>) {
        self.note_overlap(address, width, span);
        let facts = self.cells.entry(address).or_insert_with(|| CellFacts {
            width,
            readers: BTreeSet::new(),
            writers: BTreeSet::new(),
            written: None,
            with_shared: false,
            span,
        });
        if width > facts.width {
            facts.width = width;
        }
        match touch {
            Touch::Read => {
                facts.readers.insert(thread);
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

    fn note_overlap(&mut self, address: u64, width: Width, span: Option<Span>) {
        let end = address + width.bytes();
        let mut clash = None;
        for (&other, facts) in self.cells.range(address.saturating_sub(7)..end) {
            let exact = other == address && facts.width == width;
            if !exact && other + facts.width.bytes() > address {
                clash = Some((other, MixedSize { address: other, first: facts.span, second: span }));
                break;
            }
        }
        if let Some((other, mixed)) = clash {
            self.mixed.entry(address).or_insert(mixed);
            self.mixed.entry(other).or_insert(mixed);
        }
    }

    pub fn cell(&self, address: u64) -> Option<&CellFacts> {
        self.cells.get(&address)
    }

    /// Whether accesses to this cell are events.
    pub fn shared(&self, address: u64) -> bool {
        self.cells.get(&address).is_some_and(CellFacts::shared)
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
                        growth.values |= mine.written.as_ref() != Some(&joined);
                        mine.written = Some(joined);
                    }
                }
            }
        }
        for object in &other.freed {
            growth.shape |= self.freed.insert(*object);
        }
        for barrier in &other.states {
            growth.shape |= self.states.insert(*barrier);
        }
        for (address, mixed) in &other.mixed {
            self.mixed.entry(*address).or_insert(*mixed);
        }
        growth
    }

    /// Notes that an access may touch this cell or a shared one.
    pub fn share(&mut self, address: u64) {
        if let Some(facts) = self.cells.get_mut(&address) {
            facts.with_shared = true;
        }
    }

    /// Forgets what the values are: from now on every written cell may hold anything.
    pub fn widen(&mut self) {
        for facts in self.cells.values_mut() {
            if facts.written.is_some() {
                facts.written = Some(Values::all(facts.width));
            }
        }
    }
}

/// What a round added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Cells, readers, writers, freed objects, barriers with state.
    pub shape: bool,
    /// May-values.
    pub values: bool,
}
