//! Accesses to memory that is cut: a group of accesses, one for each part.
//!
//! In: an access whose extent is cut. Out: the accesses to its parts in ascending order, the reads before the writes, with
//! the tags of the access. What makes them one step stands in [`crate::exec::groups`].
//!
//! A place may mean one of several cells. They are all cut where one of them is, so that the parts do not depend on
//! which it is, and neither does what the interpreter does, which knows.

use std::collections::BTreeSet;

use super::Round;
use super::access::{At, Place};
use crate::exec::analysis::Touch;
use crate::exec::cuts;
use crate::exec::mapping::Operation;
use crate::exec::skeleton::Action;
use crate::exec::state::{Change, Effect, Replaced, State};
use crate::exec::terms::TermId;
use crate::ids::EventId;
use crate::ir::{BinaryOp, Width};

/// A place and what it falls into, as offsets.
type Parted<'p> = (&'p Place, &'p [(u64, Width)]);

/// What a part holds, and its read if that is an event.
type Found = (TermId, Option<EventId>);

impl Round<'_> {
    /// The parts of a place; none if it is whole.
    pub(super) fn parts(&mut self, place: &Place) -> Vec<(u64, Width)> {
        if self.known.cuts.is_empty() {
            return Vec::new();
        }
        let inside = |cell: &u64| self.known.cuts.inside(*cell, place.width).collect::<Vec<_>>();
        let offsets: BTreeSet<u64> = place.cells.iter().flat_map(inside).collect();
        if !offsets.is_empty() {
            for cell in &place.cells {
                self.next.cuts.around(*cell, place.width);
                offsets.iter().for_each(|offset| self.next.cuts.insert(cell + offset));
            }
        }
        cuts::pieces(place.width, &offsets)
    }

    fn part(&mut self, place: &Place, offset: u64, width: Width) -> Place {
        let constant = self.terms.constant(offset, Width::POINTER);
        let address = self.terms.binary(BinaryOp::Add, place.address, constant);
        Place { address, cells: place.cells.iter().map(|cell| cell + offset).collect(), width }
    }

    /// Begins a group of events.
    pub(super) fn open_group(&mut self) {
        self.groups += 1;
        self.group = Some(self.groups);
    }

    pub(super) fn close_group(&mut self) {
        self.group = None;
    }

    pub(super) fn read_parts(&mut self, state: &mut State, parted: Parted<'_>, at: At, operation: Operation) -> TermId {
        self.open_group();
        let values = self.read_each(state, parted, at, operation);
        self.close_group();
        self.whole(&values, parted.0.width)
    }

    pub(super) fn read_each(
        &mut self,
        state: &mut State,
        (place, parts): Parted<'_>,
        at: At,
        operation: Operation,
    ) -> Vec<Found> {
        let mut values = Vec::new();
        for (offset, width) in parts {
            let part = self.part(place, *offset, *width);
            values.push(self.read_event(state, &part, at, operation));
        }
        values
    }

    /// The value of which these are the parts.
    pub(super) fn whole(&mut self, parts: &[Found], width: Width) -> TermId {
        let values: Vec<TermId> = parts.iter().map(|(value, _)| *value).collect();
        self.terms.concatenate(&values, width)
    }

    pub(super) fn write_parts(&mut self, state: &mut State, parted: Parted<'_>, value: TermId, at: At) {
        self.open_group();
        self.store_each(state, parted, value, at);
        self.close_group();
    }

    pub(super) fn store_each(&mut self, state: &mut State, (place, parts): Parted<'_>, value: TermId, at: At) {
        for (offset, width) in parts {
            let part = self.part(place, *offset, *width);
            let slice = self.terms.slice(value, 8 * offset, *width);
            self.write(state, &part, slice, at);
            self.note_sliced(state, &part, (value, *offset), TermId::TRUE);
        }
    }

    /// A read-modify-write: all parts are read, then all are written if it writes. Its two halves are paired part by part:
    /// where the reads of an access are no node of its own in a model's order ([`crate::exec::groups::Parts::OneButLoads`]),
    /// that nothing comes between them and the writes is said by their being a pair, and by nothing else.
    pub(super) fn modify_parts(
        &mut self,
        state: &mut State,
        parted: Parted<'_>,
        at: At,
        change: impl FnOnce(&mut Self, TermId) -> (TermId, TermId),
    ) -> (TermId, TermId) {
        self.open_group();
        let group = self.group;
        let olds = self.read_each(state, parted, at, Operation::Rmw);
        let old = self.whole(&olds, parted.0.width);
        self.group = None;
        let (when, new) = change(self, old);
        self.group = group;
        self.replace_each(state, parted, (olds, new, when), at);
        self.close_group();
        (old, when)
    }

    /// Writes the parts of a place of which these are the old ones, on the paths on which it is written.
    pub(super) fn replace_each(
        &mut self,
        state: &mut State,
        (place, parts): Parted<'_>,
        (olds, new, when): (Vec<Found>, TermId, TermId),
        at: At,
    ) {
        let mut writing = state.clone();
        writing.guard = self.terms.and(state.guard, when);
        for ((offset, width), (old, read)) in parts.iter().zip(olds) {
            if writing.guard == TermId::FALSE {
                break;
            }
            let part = self.part(place, *offset, *width);
            let value = self.terms.slice(new, 8 * offset, *width);
            let values = self.terms.values(value).clone();
            if self.touch(state, &part, Touch::Write(values)) {
                let write = self.memory_event(&writing, &part, at, (Action::Write { value }, Operation::Rmw));
                if let (Some(read), None) = (read, state.section.as_ref()) {
                    self.events[read.index()].partner = Some(write);
                    self.events[write.index()].partner = Some(read);
                }
                let replaced = Replaced { old, new: value, order: at.order, write: None };
                state.effects.push(Effect { guard: writing.guard, change: Change::Update(replaced) });
            }
            self.update(state, &part, value, when);
            self.note_sliced(state, &part, (new, *offset), when);
        }
    }
}
