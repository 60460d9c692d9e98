//! Pieces of addresses on terms: what [`crate::exec::pieces`] asks of values.
//!
//! In: what the walked thread writes, copies and reads. Out: notes of reads that take bits of an address.

use super::Round;
use super::access::Place;
use crate::diag::Span;
use crate::exec::addresses;
use crate::exec::pieces::Read;
use crate::exec::state::State;
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
    pub(super) fn is_piece(&mut self, state: &State, place: &Place) -> TermId {
        let mut all = TermId::FALSE;
        // Where an address is one of many, what is known of it may be its bounds alone: C lets it be at no odd place
        // (C17, 6.3.2.3, 7), but for members that are packed, whose place is one.
        let is_odd = |cell: u64| place.width == Width::POINTER && !cell.is_multiple_of(Width::POINTER.bytes());
        for cell in place.cells.iter().filter(|cell| place.cells.len() == 1 || !is_odd(**cell)) {
            let when = match self.next.pieces.read(&self.objects, *cell, place.width) {
                Read::Nothing => TermId::FALSE,
                Read::Piece => TermId::TRUE,
                Read::Perhaps if self.known.shared(*cell) => TermId::TRUE,
                Read::Perhaps => self.is_held(state, *cell, place.width),
            };
            all = self.terms.or(all, when);
        }
        all
    }

    /// When private memory holds bytes there that are a part of an address, or several parts. A part that does not stand where the
    /// whole does has a mark.
    fn is_held(&mut self, state: &State, cell: u64, width: Width) -> TermId {
        let near: Vec<TermId> = state.memory.near(cell, width.bytes(), &self.terms).collect();
        if near.is_empty() {
            return TermId::TRUE;
        }
        if width == Width::POINTER {
            let value = self.tracked_value(state, cell, width);
            let values = self.terms.values(value).named();
            if values.is_some_and(|values| values.iter().all(|value| addresses::is_address(&self.objects, *value))) {
                return TermId::FALSE;
            }
        }
        let is_whole = |round: &Self, term| state.memory.exact(cell, width, &round.terms) == Some(term);
        if near.into_iter().any(|term| !is_whole(self, term) && self.may_be_address(term)) {
            return TermId::TRUE;
        }
        state.memory.has_pieces(cell..cell + width.bytes(), &mut self.terms)
    }

    /// Bytes that may be a part of an address come to a place.
    pub(super) fn note_pasted(&mut self, state: &mut State, place: &Place, when: TermId) {
        for cell in &place.cells {
            let bytes = *cell..cell + place.width.bytes();
            let before = state.memory.has_pieces(bytes.clone(), &mut self.terms);
            let when = self.terms.or(before, when);
            state.memory.mark_pieces(bytes, when);
        }
    }

    /// The program writes a place.
    pub(super) fn note_written(&mut self, place: &Place, value: TermId) {
        if place.width != Width::POINTER || !self.may_be_address(value) {
            let bytes = place.width.bytes();
            return place.cells.iter().for_each(|cell| self.next.pieces.write_other(*cell, bytes));
        }
        let bits = |number: &u64| addresses::known_bits(&self.objects, *number);
        let known = self.terms.values(value).named().map(|numbers| numbers.iter().filter_map(bits).collect::<Vec<_>>());
        let known = known.unwrap_or_else(|| vec![0]);
        for cell in &place.cells {
            known.iter().for_each(|known| self.next.pieces.write_address(*cell, *known));
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
