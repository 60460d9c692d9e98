//! Operations on blocks of memory.
//!
//! In: an operation, whose parts [`crate::exec::compound`] lists. Out: its checks and accesses, for each size that it may
//! have. It must not know what is copied.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Round;
use super::access::At;
use super::faults::Fault;
use crate::diag::{Diagnostic, Span};
use crate::exec::compound::{Blocks, Filling};
use crate::exec::execution::Open;
use crate::exec::lifetime::Intent;
use crate::exec::partition;
use crate::exec::state::{Mark, State};
use crate::exec::terms::TermId;
use crate::exec::values::Values;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, Width};

/// More sizes than this of a block are not told apart.
const SIZES: usize = 16;

/// Sizes of a block that are looked at together: from the first on, up to and with the second.
type Sizes = (u64, u64);

/// Blocks with their addresses, of one size.
struct Sized<'b> {
    operation: &'b Blocks,
    addresses: &'b [TermId],
    size: u64,
    /// The byte that is put everywhere, if that is known.
    byte: Option<u8>,
    span: Option<Span>,
}

impl Round<'_> {
    /// Notes addresses from which on there are not so many bytes of an object.
    pub(super) fn check_reach(
        &mut self,
        state: &mut State,
        address: TermId,
        bytes: u64,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        if self.terms.values(address).named().is_some() {
            self.check_block(state, address, (bytes, Intent::Read), span);
            return Ok(());
        }
        let inside = self.enumerate(address, bytes, span)?;
        let right = self.one_of(address, &inside);
        let wrong = self.terms.not(right);
        self.violate(state, wrong, Fault::of(Property::OutOfBounds, span));
        self.sort_out(state, (address, &inside), (bytes, Intent::Read), span);
        Ok(())
    }

    pub(super) fn blocks(&mut self, state: &mut State, op: &Op, span: Option<Span>) -> Result<(), Diagnostic> {
        let operation = Blocks::of(op);
        let addresses: Vec<TermId> = operation.blocks.iter().map(|block| self.operand(state, block.address)).collect();
        let byte = match operation.filling {
            Filling::Byte(byte) => Some(self.operand(state, byte)),
            Filling::Copied | Filling::Chosen => None,
        };
        // Whatever the size is, the bytes have the same names.
        let mut chosen = BTreeMap::new();
        self.with_size(state, (operation.size, &addresses), span, |round, state, size| {
            let known = byte.and_then(|byte| round.terms.constant_of(byte)).map(|byte| byte as u8);
            let sized = Sized { operation: &operation, addresses: &addresses, size, byte: known, span };
            round.sized_blocks(state, sized, |round, part| match byte {
                Some(byte) => {
                    let bytes = vec![byte; part.1.bytes() as usize];
                    round.terms.concatenate(&bytes, part.1)
                }
                None => *chosen.entry(part).or_insert_with(|| {
                    let value = round.choice(part.1);
                    let what = Open::Bytes(round.walk.thread, round.walk.context.clone(), part.0, part.1);
                    round.open.push((what, value));
                    value
                }),
            })
        })
    }

    /// Does an operation of one size; `filling` says what is put into a part where nothing is copied.
    fn sized_blocks(
        &mut self,
        state: &mut State,
        sized: Sized<'_>,
        mut filling: impl FnMut(&mut Self, (u64, Width)) -> TermId,
    ) -> Result<(), Diagnostic> {
        let Sized { operation, addresses, size, byte, span } = sized;
        let blocks = || operation.blocks.iter().zip(addresses);
        for (block, address) in blocks() {
            self.check_block(state, *address, (size, block.intent), span);
        }
        match (operation.filling, addresses) {
            (Filling::Copied, [from, to]) => self.note_copied((*to, *from), size),
            (_, all) => all.iter().for_each(|to| self.note_filled(*to, size, byte)),
        }
        let parts = self.partition(state, addresses, size, span)?;
        let at = |site| At { site: Some(site), span, order: Order::Plain };
        for (block, address) in blocks().filter(|_| parts.is_empty() && size > 0) {
            self.block_alive(state, *address, at(block.site));
        }
        let mut read = Vec::new();
        for (block, base) in blocks() {
            for (index, part) in parts.iter().enumerate() {
                let value = match (block.intent, operation.filling) {
                    (Intent::Read, _) => None,
                    (Intent::Write, Filling::Copied) => Some(read[index]),
                    (Intent::Write, Filling::Chosen | Filling::Byte(_)) => Some((filling(self, *part), Mark::NONE)),
                };
                let address = self.offset(*base, part.0);
                let place = self.resolve(state, address, part.1, at(block.site))?;
                match value {
                    // Nobody comes as far as here.
                    _ if state.guard == TermId::FALSE => return Ok(()),
                    None => {
                        let part = self.part_of(state, &place);
                        read.push((self.load(state, &place, at(block.site)), part));
                    }
                    Some((value, part)) => {
                        self.store(state, &place, value, at(block.site));
                        self.note_pasted(state, &place, part);
                    }
                }
            }
        }
        Ok(())
    }

    /// Does something with blocks of memory, once for each size that they may have, on the paths on which they have it.
    fn with_size(
        &mut self,
        state: &mut State,
        (size, blocks): (Operand, &[TermId]),
        span: Option<Span>,
        mut body: impl FnMut(&mut Self, &mut State, u64) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let size = self.operand(state, size);
        if let Some(size) = self.terms.constant_of(size) {
            return body(self, state, size);
        }
        let Some(sizes) = self.sizes(size, blocks) else {
            let mut error =
                Diagnostic::error("copying or setting memory of a size without a small bound is not supported")
                    .help("let the size have few values, each of which the program stores somewhere");
            error.span = span;
            return Err(error);
        };
        let mut after: Option<State> = None;
        for (least, most) in sizes {
            let this = self.is_between(size, (least, most));
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, this);
            if there.guard == TermId::FALSE {
                continue;
            }
            body(self, &mut there, least)?;
            after = Some(match after {
                Some(other) => self.merge(other, there, None),
                None => there,
            });
        }
        match after {
            Some(after) => *state = after,
            None => state.guard = TermId::FALSE,
        }
        Ok(())
    }

    /// The sizes that are told apart, where they are few.
    ///
    /// Those that one of the blocks has no room for, wherever it may be, go wrong before anything is done. What they are called
    /// depends only on which places have room for them, so that those are looked at together for which the same places have.
    fn sizes(&self, size: TermId, blocks: &[TermId]) -> Option<Vec<Sizes>> {
        let values = self.terms.values(size);
        if values.is_wild() {
            return None;
        }
        let rooms = |block: &TermId| {
            let places = self.terms.values(*block).named()?.iter();
            Some(places.map(|place| self.objects.room(*place)).collect::<BTreeSet<u64>>())
        };
        let rooms = blocks.iter().map(rooms).collect::<Option<Vec<_>>>().unwrap_or_default();
        let most = rooms.iter().map(|rooms| rooms.last().copied().unwrap_or(0)).min().unwrap_or(u64::MAX);
        let apart: Vec<u64> = match values {
            Values::Set(sizes) => sizes.iter().copied().filter(|size| *size <= most).collect(),
            Values::Range(low, high) if high.min(&most).saturating_sub(*low) < SIZES as u64 => {
                (*low..=*high.min(&most)).collect()
            }
            Values::Range(..) | Values::Wild(_) => return None,
        };
        let mut sizes: Vec<Sizes> = apart.iter().map(|size| (*size, *size)).collect();
        let ends: BTreeSet<u64> = rooms.into_iter().flatten().filter(|room| *room > most).chain([u64::MAX]).collect();
        let mut below = most;
        for end in ends {
            if below < u64::MAX {
                sizes.push((below + 1, end));
            }
            below = end;
        }
        (apart.len() <= SIZES && sizes.len() <= 2 * SIZES).then_some(sizes)
    }

    /// A size is one of these.
    fn is_between(&mut self, size: TermId, (least, most): Sizes) -> TermId {
        if least == most {
            return self.one_of(size, &[least]);
        }
        let (least, most) = (self.terms.constant(least, Width::POINTER), self.terms.constant(most, Width::POINTER));
        let above = self.terms.binary(BinaryOp::UnsignedLessEqual, least, size);
        let below = self.terms.binary(BinaryOp::UnsignedLessEqual, size, most);
        self.terms.and(above, below)
    }

    fn offset(&mut self, address: TermId, offset: u64) -> TermId {
        let constant = self.terms.constant(offset, Width::POINTER);
        self.terms.binary(BinaryOp::Add, address, constant)
    }

    /// How a block of bytes splits into cells: the extents with which anyone accesses it, at any of these addresses.
    /// Of bytes that nobody accesses by themselves become what [`crate::exec::lifetime`] says; where extents overlap, the block splits
    /// into bytes.
    pub(super) fn partition(
        &mut self,
        state: &State,
        blocks: &[TermId],
        size: u64,
        span: Option<Span>,
    ) -> Result<Vec<(u64, Width)>, Diagnostic> {
        let mut bases: BTreeSet<u64> = BTreeSet::new();
        for block in blocks {
            let Some(named) = self.terms.values(*block).named() else {
                let mut error = Diagnostic::error("the memory that is copied or set here cannot be determined")
                    .help("it may be too many different blocks; use smaller arrays or fewer objects");
                error.span = span;
                return Err(error);
            };
            bases.extend(named);
        }
        let is_seen = |address: u64, width: Width| width != Width::BYTE || !self.is_filling(address);
        let mut parts: BTreeSet<(u64, Width)> = BTreeSet::new();
        for base in &bases {
            let near = base.saturating_sub(7)..base.saturating_add(size);
            let cells = self.known.cells.range(near.clone()).map(|(address, facts)| (*address, facts.width));
            let private = state.memory.iter().map(|(address, term)| (address, self.terms.width(term)));
            let all = cells.chain(private.filter(|(address, _)| near.contains(address)));
            let seen = all.filter(|(address, width)| is_seen(*address, *width));
            parts.extend(seen.flat_map(|(address, width)| partition::clip(address, width, *base, size)));
        }
        let mut parts = partition::split(parts, size);
        let room = bases.iter().map(|base| self.objects.room(*base)).max().unwrap_or(0);
        let gaps = partition::unseen(&parts, size.min(room));
        self.has_gaps |= !gaps.is_empty() && !state.alone;
        parts.extend(self.fill(&bases, &gaps));
        parts.sort_unstable();
        Ok(parts)
    }

    /// Cells for bytes of blocks that nobody accesses by themselves.
    fn fill(&mut self, bases: &BTreeSet<u64>, gaps: &[(u64, u64)]) -> Vec<(u64, Width)> {
        let deaths = bases.iter().filter_map(|base| Some(self.objects.get(self.objects.at(*base)?).death()));
        let unseen = self.lives.unseen(deaths);
        let near = |place: Range<u64>| {
            let known = self.known.fillings.range(place.clone()).chain(self.next.fillings.range(place));
            known.copied().collect()
        };
        let blocks: Vec<u64> = bases.iter().copied().collect();
        let cells = partition::stand_ins(&blocks, gaps, near, unseen);
        let places = bases.iter().filter(|base| self.objects.at(**base).is_some());
        let places = places.flat_map(|base| cells.iter().map(move |(offset, _)| base + offset));
        self.next.fillings.extend(places);
        cells
    }

    /// Whether a byte is a cell only because nobody accesses it by itself.
    fn is_filling(&self, address: u64) -> bool {
        self.known.fillings.contains(&address) || self.next.fillings.contains(&address)
    }
}
