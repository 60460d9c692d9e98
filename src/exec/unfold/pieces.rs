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
        for cell in &place.cells {
            let is_piece = match self.next.pieces.read(&self.objects, *cell, place.width) {
                Read::Nothing => false,
                Read::Piece => true,
                Read::Perhaps => self.known.shared(*cell) || self.is_held(state, *cell, place.width),
            };
            if is_piece {
                self.vague.insert(span);
            }
        }
    }

    /// Whether private memory holds an address of which these bytes are a part.
    fn is_held(&self, state: &State, cell: u64, width: Width) -> bool {
        let near: Vec<TermId> = state.memory.near(cell, width.bytes(), &self.terms).collect();
        near.is_empty() || near.into_iter().any(|term| self.may_be_address(term))
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
