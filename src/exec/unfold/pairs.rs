//! Accesses to two words that take effect at once.
//!
//! In: a [`PairAccess`]. Out: a group of events, those of the first half before those of the second, the reads before the writes,
//! each half in the parts that its memory is cut into. What makes a group one step stands in [`crate::exec::groups`].
//!
//! A read-modify-write of two words is a group of events also where no other thread sees them: what it orders is then said by
//! its events, where a lone one of a single word has a mark.

use super::Round;
use super::access::{At, Place};
use crate::diag::{Diagnostic, Span};
use crate::exec::mapping::Operation;
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ir::pair::{HALF, HALVES};
use crate::ir::{BinaryOp, Operand, PairAccess, PairAction, Width};

/// One of the two words.
struct Half {
    place: Place,
    /// What it falls into, at least one.
    parts: Vec<(u64, Width)>,
}

impl Half {
    fn parted(&self) -> (&Place, &[(u64, Width)]) {
        (&self.place, &self.parts)
    }
}

impl Round<'_> {
    pub(super) fn pair(
        &mut self,
        state: &mut State,
        access: &PairAccess,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        let at = At { site: Some(access.site), span, order: access.strength() };
        let two = |round: &mut Self, state: &mut State, operands: [Operand; 2]| {
            operands.map(|operand| round.operand(state, operand))
        };
        let address = self.operand(state, access.address);
        match access.action {
            PairAction::Load { dst } => {
                let halves = self.halves(state, address, at)?;
                if state.guard != TermId::FALSE {
                    self.note_halves_read(state, &halves, span);
                    let values = self.load_pair(state, &halves, at);
                    dst.into_iter().zip(values).for_each(|(dst, value)| state.define(dst, value));
                }
            }
            PairAction::Store { value } => {
                let values = two(self, state, value);
                let halves = self.halves(state, address, at)?;
                if state.guard != TermId::FALSE {
                    self.note_halves_written(&halves, values);
                    self.store_pair(state, (&halves, values), at);
                }
            }
            PairAction::CompareExchange { dst, expected, desired, .. } => {
                let (expected, desired) = (two(self, state, expected), two(self, state, desired));
                let halves = self.halves(state, address, at)?;
                if state.guard != TermId::FALSE {
                    self.note_halves_read(state, &halves, span);
                    self.note_halves_written(&halves, desired);
                    let old = self.exchange_pair(state, &halves, (expected, desired), at);
                    old.into_iter().zip(expected).for_each(|both| self.judge_equality(state.guard, both, span));
                    dst.into_iter().zip(old).for_each(|(dst, value)| state.define(dst, value));
                }
            }
        }
        Ok(())
    }

    /// Both words of an access; wrong addresses are noted for each.
    fn halves(&mut self, state: &mut State, address: TermId, at: At) -> Result<[Half; 2], Diagnostic> {
        let [first, second] = HALVES.map(|offset| {
            let constant = self.terms.constant(offset, Width::POINTER);
            self.terms.binary(BinaryOp::Add, address, constant)
        });
        let places = [self.resolve(state, first, HALF, at)?, self.resolve(state, second, HALF, at)?];
        Ok(places.map(|place| {
            let parts = self.parts(&place);
            Half { parts: if parts.is_empty() { vec![(0, HALF)] } else { parts }, place }
        }))
    }

    fn note_halves_read(&mut self, state: &State, halves: &[Half; 2], span: Option<Span>) {
        halves.iter().for_each(|half| self.note_modified(state, &half.place, span));
    }

    fn note_halves_written(&mut self, halves: &[Half; 2], values: [TermId; 2]) {
        halves.iter().zip(values).for_each(|(half, value)| self.note_written(&half.place, value));
    }

    fn load_pair(&mut self, state: &mut State, halves: &[Half; 2], at: At) -> [TermId; 2] {
        let mapped = self.mapping.get(Operation::Load, at.order);
        self.fences(state, &mapped.before, at.span);
        self.open_group();
        let values = halves.each_ref().map(|half| {
            let values = self.read_each(state, half.parted(), at, Operation::Load);
            self.whole(&values, HALF)
        });
        self.close_group();
        self.fences(state, &mapped.after, at.span);
        values
    }

    fn store_pair(&mut self, state: &mut State, what: (&[Half; 2], [TermId; 2]), at: At) {
        let mapped = self.mapping.get(Operation::Store, at.order);
        self.fences(state, &mapped.before, at.span);
        self.open_group();
        for (half, value) in what.0.iter().zip(what.1) {
            self.store_each(state, half.parted(), value, at);
        }
        self.close_group();
        self.fences(state, &mapped.after, at.span);
    }

    /// Stores the desired words if both are as expected; the old ones.
    fn exchange_pair(
        &mut self,
        state: &mut State,
        halves: &[Half; 2],
        (expected, desired): ([TermId; 2], [TermId; 2]),
        at: At,
    ) -> [TermId; 2] {
        let mapped = self.mapping.get(Operation::Rmw, at.order);
        self.fences(state, &mapped.before, at.span);
        self.open_group();
        let parts = halves.each_ref().map(|half| self.read_each(state, half.parted(), at, Operation::Rmw));
        halves.iter().for_each(|half| self.share_parts(half.parted()));
        let old = parts.each_ref().map(|values| self.whole(values, HALF));
        let same = [0, 1].map(|half| self.terms.binary(BinaryOp::Equal, old[half], expected[half]));
        let when = self.terms.and(same[0], same[1]);
        for ((half, olds), new) in halves.iter().zip(parts).zip(desired) {
            self.replace_each(state, half.parted(), (olds, new, when), at);
        }
        self.close_group();
        self.fences(state, &mapped.after, at.span);
        old
    }

    /// Has the parts of a place be events in the next round, if they are none in this one.
    fn share_parts(&mut self, (place, parts): (&Place, &[(u64, Width)])) {
        for cell in place.cells.iter().flat_map(|cell| parts.iter().map(move |(offset, _)| cell + offset)) {
            if !self.known.shared(cell) {
                self.next.share(cell);
            }
        }
    }
}
