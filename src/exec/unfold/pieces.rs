//! Pieces of addresses on terms: what [`crate::exec::pieces`] asks of values.
//!
//! In: what the walked thread writes, copies and reads. Out: notes of reads that take bits of an address.

use std::collections::BTreeSet;

use super::Round;
use super::access::Place;
use crate::diag::Span;
use crate::exec::addresses;
use crate::exec::pieces::{self, Numbers, Part, Read, When};
use crate::exec::skeleton::Bounded;
use crate::exec::state::{Mark, State};
use crate::exec::terms::TermId;
use crate::ir::{BinaryOp, Width};

/// What is known of a place that is read: when that gives a part of an address, and the cells of which what is found there says so.
pub(super) struct Reading {
    guard: TermId,
    own: TermId,
    of_others: Vec<u64>,
}

impl Round<'_> {
    /// What is known of a place that the program is going to read.
    pub(super) fn before_read(&mut self, state: &State, place: &Place) -> Reading {
        let mut reading = Reading { guard: state.guard, own: TermId::FALSE, of_others: Vec::new() };
        for cell in self.cells_of_addresses(place) {
            if self.is_of_others(cell, place.width) {
                reading.of_others.push(cell);
                continue;
            }
            let when = self.part_of_cell(state, cell, place.width).when;
            reading.own = self.or_there(reading.own, (place, cell), when);
        }
        reading
    }

    /// The program has read this from a place.
    pub(super) fn note_read(&mut self, before: Reading, (place, value): (&Place, TermId), span: Option<Span>) {
        let mut all = before.own;
        for cell in before.of_others {
            let when = self.is_piece_by_value((cell, place.width), value);
            all = self.or_there(all, (place, cell), when);
        }
        let condition = self.terms.and(before.guard, all);
        self.exceed(condition, Bounded::Coincidence(span), 0);
    }

    /// A read-modify-write reads a place.
    pub(super) fn note_modified(&mut self, state: &State, place: &Place, span: Option<Span>) {
        let when = self.is_piece(state, place);
        let condition = self.terms.and(state.guard, when);
        self.exceed(condition, Bounded::Coincidence(span), 0);
    }

    /// When a read of a place gives a part of an address, or several parts.
    fn is_piece(&mut self, state: &State, place: &Place) -> TermId {
        let mut all = TermId::FALSE;
        for cell in self.cells_of_addresses(place) {
            let when = self.part_of_cell(state, cell, place.width).when;
            all = self.or_there(all, (place, cell), when);
        }
        all
    }

    /// This, or what holds of a cell where the place is that one.
    fn or_there(&mut self, all: TermId, (place, cell): (&Place, u64), when: TermId) -> TermId {
        if when == TermId::FALSE {
            return all;
        }
        let here = if place.cells.len() == 1 { TermId::TRUE } else { self.one_of(place.address, &[cell]) };
        let when = self.terms.and(here, when);
        self.terms.or(all, when)
    }

    /// Whether others may write to these bytes of which some may be of an address.
    fn is_of_others(&mut self, cell: u64, width: Width) -> bool {
        (cell..cell + width.bytes()).any(|byte| self.known.shared(byte))
            && self.next.pieces.read(&self.objects, cell, width) != Read::Nothing
    }

    /// When what was read of a cell is a part of an address, by its value.
    fn is_piece_by_value(&mut self, (cell, width): (u64, Width), value: TermId) -> TermId {
        match self.next.pieces.when(cell, width) {
            None => TermId::TRUE,
            Some(When::Is(parts)) => self.is_any(value, parts),
            Some(When::IsNot(wholes, segments)) => {
                let mut any = TermId::FALSE;
                for (from, bytes) in segments {
                    let segment = match bytes == width.bytes() {
                        true => value,
                        false => self.terms.slice(value, 8 * from, Width::new(8 * bytes as u32)),
                    };
                    let mask = self.terms.width(segment).mask();
                    let is_one = self.is_any(segment, wholes.iter().map(|whole| whole >> (8 * from) & mask));
                    any = self.terms.or(any, is_one);
                }
                let whole = self.is_any(value, wholes);
                let not = self.terms.not(whole);
                self.terms.and(any, not)
            }
        }
    }

    /// A value is one of these numbers.
    fn is_any(&mut self, value: TermId, numbers: impl IntoIterator<Item = u64>) -> TermId {
        let width = self.terms.width(value);
        let mut any = TermId::FALSE;
        for number in numbers {
            let constant = self.terms.constant(number, width);
            let same = self.terms.binary(BinaryOp::Equal, value, constant);
            any = self.terms.or(any, same);
        }
        any
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

    /// What bytes are a part of that were never written: an initialiser may have given them an address.
    pub(super) fn unwritten(&mut self, cell: u64, width: Width) -> Mark {
        match self.next.pieces.read(&self.objects, cell, width) {
            Read::Nothing => Mark::NONE,
            Read::Piece | Read::Perhaps => Mark::mixed(TermId::TRUE),
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
        let named = self.terms.values(value).set().map(|numbers| numbers.iter().copied().collect::<BTreeSet<u64>>());
        if place.width != Width::POINTER || !self.may_be_address(value) {
            let (bytes, numbers) = (place.width.bytes(), named.map_or(Numbers::Any, Numbers::Few));
            for cell in &place.cells {
                self.next.pieces.write_other(&self.objects, (*cell, bytes), &numbers);
            }
            return;
        }
        let known = |number: &u64| addresses::known_bits(&self.objects, *number);
        let values = self.terms.values(value).named().map(|all| all.iter().filter_map(known).collect::<Vec<_>>());
        let addresses = named.map(|all| all.into_iter().filter(|number| known(number).is_some()).collect());
        for (cell, known) in place.cells.iter().flat_map(|cell| values.iter().flatten().map(move |known| (cell, known)))
        {
            self.next.pieces.write_address(&self.objects, *cell, (*known, addresses.as_ref()));
        }
        if values.is_none() {
            place.cells.iter().for_each(|cell| self.next.pieces.write_address(&self.objects, *cell, (0, None)));
        }
    }

    /// The program fills a block with something that is no address.
    pub(super) fn note_filled(&mut self, to: TermId, size: u64, byte: Option<u8>) {
        for number in self.terms.values(to).named().unwrap_or_default().to_vec() {
            self.next.pieces.fill(&self.objects, (number, size), byte);
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
