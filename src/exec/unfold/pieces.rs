//! Pieces of addresses on terms: what [`crate::exec::pieces`] asks of values.
//!
//! In: what the walked thread writes, copies and reads. Out: notes of reads that take bits of an address.

use super::Round;
use super::access::Place;
use crate::diag::Span;
use crate::exec::addresses;
use crate::exec::pieces::{self, Part, Read};
use crate::exec::state::{Mark, State};
use crate::exec::terms::TermId;
use crate::ir::Width;

impl Round<'_> {
    /// The program reads a place.
    pub(super) fn note_read(&mut self, state: &State, place: &Place, span: Option<Span>) {
        let when = self.is_piece(state, place);
        if self.terms.and(state.guard, when) != TermId::FALSE {
            self.vague.insert(span);
        }
    }

    /// When a read of a place gives a part of an address, or several parts.
    fn is_piece(&mut self, state: &State, place: &Place) -> TermId {
        let mut all = TermId::FALSE;
        for cell in self.cells_of_addresses(place) {
            let when = self.part_of_cell(state, cell, place.width).when;
            all = self.terms.or(all, when);
        }
        all
    }

    /// The cells that are read. Where an address is one of many, what is known of it may be its bounds alone. One that is read from
    /// memory, C lets be at no odd place (C17, 6.3.2.3, 7); a packed member, whose place is one, lies at a distance from it.
    fn cells_of_addresses(&self, place: &Place) -> Vec<u64> {
        let whole = Width::POINTER.bytes();
        let is_aligned = || self.alignment(place.address, whole.ilog2()) >= whole.ilog2();
        match place.width == Width::POINTER && place.cells.len() > 1 && is_aligned() {
            true => place.cells.iter().copied().filter(|cell| cell.is_multiple_of(whole)).collect(),
            false => place.cells.clone(),
        }
    }

    /// What a place that is copied is a part of.
    pub(super) fn part_of(&mut self, state: &State, place: &Place) -> Mark {
        match place.cells[..] {
            [cell] => self.part_of_cell(state, cell, place.width),
            _ => Mark::mixed(self.is_piece(state, place)),
        }
    }

    /// What a cell is a part of. Of shared memory, and of what was never written, nobody knows.
    fn part_of_cell(&mut self, state: &State, cell: u64, width: Width) -> Mark {
        let anything = Mark::mixed(TermId::TRUE);
        match self.next.pieces.read(&self.objects, cell, width) {
            Read::Nothing => Mark::NONE,
            _ if (cell..cell + width.bytes()).any(|byte| self.known.shared(byte)) => anything,
            Read::Piece | Read::Perhaps => state.memory.part(cell, width, &mut self.terms, anything),
        }
    }

    /// Where one of two paths has overwritten a part of an address of an initialiser, the other one still has it as a whole.
    pub(super) fn settle_addresses(&mut self, state: &mut State, other: &State) {
        if self.next.pieces.is_plain() {
            return;
        }
        let cells: Vec<(u64, Width)> = other.memory.iter().map(|(cell, term)| (cell, self.terms.width(term))).collect();
        for (cell, width) in cells {
            if state.memory.exact(cell, width, &self.terms).is_some() {
                continue;
            }
            for start in pieces::initialisers(&self.objects, cell, width.bytes()) {
                self.settle_address(state, start);
            }
        }
    }

    /// Writes what is still there of an address of an initialiser.
    fn settle_address(&mut self, state: &mut State, start: u64) {
        let value = self.initial_value(start, Width::POINTER);
        if state.memory.near(start, Width::POINTER.bytes(), &self.terms).next().is_none() {
            state.memory.write(start, value, &mut self.terms);
            return;
        }
        for byte in 0..Width::POINTER.bytes() {
            if state.memory.near(start + byte, 1, &self.terms).next().is_none() {
                let part = self.initial_value(start + byte, Width::BYTE);
                state.memory.write(start + byte, part, &mut self.terms);
                state.memory.mark(start + byte, 1, Mark { when: TermId::TRUE, of: Part::Of(value, byte as u8) });
            }
        }
    }

    /// Bytes that may be a part of an address have come to a place.
    pub(super) fn note_pasted(&mut self, state: &mut State, place: &Place, mark: Mark) {
        if mark == Mark::NONE {
            return;
        }
        for cell in &place.cells {
            let before = state.memory.part(*cell, place.width, &mut self.terms, Mark::NONE);
            let here = self.one_of(place.address, &[*cell]);
            let pasted = mark.only(here, &mut self.terms);
            let when = self.terms.or(before.when, pasted.when);
            state.memory.mark(*cell, place.width.bytes(), before.or(pasted, when));
        }
    }

    /// The slice of a value that begins at this byte has come to a place, if so.
    pub(super) fn note_sliced(&mut self, state: &mut State, place: &Place, (value, from): (TermId, u64), when: TermId) {
        if self.may_be_address(value) {
            self.note_pasted(state, place, Mark { when, of: Part::Of(value, from as u8) });
        }
    }

    /// The program writes a place.
    pub(super) fn note_written(&mut self, place: &Place, value: TermId) {
        if place.width != Width::POINTER || !self.may_be_address(value) {
            let bytes = place.width.bytes();
            return place.cells.iter().for_each(|cell| self.next.pieces.write_other(&self.objects, *cell, bytes));
        }
        let bits = |number: &u64| addresses::known_bits(&self.objects, *number);
        let known = self.terms.values(value).named().map(|numbers| numbers.iter().filter_map(bits).collect::<Vec<_>>());
        let known = known.unwrap_or_else(|| vec![0]);
        for cell in &place.cells {
            known.iter().for_each(|known| self.next.pieces.write_address(&self.objects, *cell, *known));
        }
    }

    /// The program fills a block with something that is no address.
    pub(super) fn note_filled(&mut self, to: TermId, size: u64) {
        for number in self.terms.values(to).named().unwrap_or_default().to_vec() {
            self.next.pieces.fill(&self.objects, number, size);
        }
    }

    /// The program copies a block.
    pub(super) fn note_copied(&mut self, (to, from): (TermId, TermId), size: u64) {
        let numbers = |term| self.terms.values(term).named().unwrap_or_default().to_vec();
        let (to, from) = (numbers(to), numbers(from));
        for pair in to.iter().flat_map(|to| from.iter().map(|from| (*to, *from))) {
            self.next.pieces.copy(&self.objects, pair, size);
        }
    }
}
