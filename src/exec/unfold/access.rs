//! Accesses to memory: which cells an address may name, what is wrong with it, private values and shared events.

use std::collections::BTreeMap;

use super::faults::Fault;
use super::{PrivateAccess, Round};
use crate::diag::{Diagnostic, Span};
use crate::exec::analysis::Touch;
use crate::exec::lifetime::Intent;
use crate::exec::mapping::{Operation, RMW};
use crate::exec::object::{Death, ObjectId};
use crate::exec::objects::{FIRST_OBJECT, FUNCTIONS, NULL_PAGE};
use crate::exec::skeleton::{Action, Bounded, Event, Target};
use crate::exec::state::{Change, Effect, Mark, Replaced, Seen, State};
use crate::exec::terms::{Term, TermId};
use crate::exec::values::Values;
use crate::ids::{EventId, FenceId, SiteId, ThreadId};
use crate::ir::{BinaryOp, CastOp, Order, Property, Width};
use crate::model::Tag;

/// Cells that an access with an index may name before the program counts as too large.
const CELL_LIMIT: u64 = 1024;

/// Where and how an access is made.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub site: Option<SiteId>,
    pub span: Option<Span>,
    pub order: Order,
}

/// What is wrong with an access through a pointer that nobody has set.
fn wild(span: Option<Span>) -> Fault<'static> {
    Fault::of(Property::WildPointer, span)
}

/// What a pointer is made of.
struct Bases {
    objects: Vec<ObjectId>,
    /// Something that nobody has set.
    wild: bool,
    /// It may be in other objects, too: read from memory that may hold more addresses than are told apart, say.
    open: bool,
}

impl Bases {
    fn or(mut self, other: Bases) -> Bases {
        self.objects.extend(other.objects);
        Bases { objects: self.objects, wild: self.wild || other.wild, open: self.open || other.open }
    }
}

/// A resolved address.
#[derive(Clone)]
pub(super) struct Place {
    pub address: TermId,
    /// Sorted, all inside objects; empty when no path gets here.
    pub cells: Vec<u64>,
    pub width: Width,
}

impl Round<'_> {
    /// Finds the cells an address may name, and notes those that may not be accessed so as violations.
    pub(super) fn resolve(
        &mut self,
        state: &mut State,
        address: TermId,
        width: Width,
        at: At,
    ) -> Result<Place, Diagnostic> {
        let bytes = width.bytes();
        let intent = at.site.map_or(Intent::Read, |site| Intent::of(self.program.site(site).kind));
        let values = match self.terms.values(address).named().map(<[u64]>::to_vec) {
            Some(values) => {
                self.astray(state, address, &values, wild(at.span));
                values
            }
            None => {
                let inside = self.enumerate(address, bytes, at.span)?;
                if inside.is_empty() {
                    self.astray(state, address, &[], wild(at.span));
                }
                let right = self.one_of(address, &inside);
                let wrong = self.terms.not(right);
                let property = Property::OutOfBounds;
                self.violate(state, wrong, Fault::of(property, at.span));
                inside
            }
        };
        let mut good = self.sort_out(state, (address, &values), (bytes, intent), at.span);
        if state.guard == TermId::FALSE {
            good.clear();
        }
        let place = Place { address, cells: good, width };
        self.check_alive(state, &place, at);
        Ok(place)
    }

    /// Notes the use of a pointer that nobody has set: of one that may be anything and has none of the named values.
    ///
    /// Where no object can be, the access is wrong. That the pointer happens to address an object is possible only
    /// beside that, unless the program asks for its value before; what follows then is not known.
    pub(super) fn astray(&mut self, state: &mut State, address: TermId, named: &[u64], fault: Fault<'_>) {
        if self.terms.values(address).set().is_some() {
            return;
        }
        let known = self.one_of(address, named);
        let other = self.terms.not(known);
        let (low, high) =
            (self.terms.constant(FIRST_OBJECT, Width::POINTER), self.terms.constant(FUNCTIONS - 1, Width::POINTER));
        let below = self.terms.binary(BinaryOp::UnsignedLess, address, low);
        let above = self.terms.binary(BinaryOp::UnsignedLess, high, address);
        let nowhere = self.terms.or(below, above);
        let wrong = self.terms.and(other, nowhere);
        self.violate(state, wrong, fault);
        let chance = self.terms.and(state.guard, other);
        self.exceed(chance, Bounded::Chance(fault.span), 0);
        self.goes_on_only_if(state, known);
    }

    /// Notes the addresses among `values` at which nothing of this size may be accessed; returns the others.
    pub(super) fn sort_out(
        &mut self,
        state: &mut State,
        (address, values): (TermId, &[u64]),
        (bytes, intent): (u64, Intent),
        span: Option<Span>,
    ) -> Vec<u64> {
        let mut good = Vec::new();
        let mut bad: BTreeMap<Property, Vec<u64>> = BTreeMap::new();
        for value in values {
            match self.objects.misuse(*value, bytes, intent) {
                None => good.push(*value),
                Some(property) => bad.entry(property).or_default().push(*value),
            }
        }
        // One condition for all places: of one each the guard would have as many conjuncts.
        let mut beyond = TermId::FALSE;
        for place in &good {
            if let Some(wrong) = self.beyond((address, *place), bytes) {
                beyond = self.terms.or(beyond, wrong);
            }
        }
        if beyond != TermId::FALSE {
            self.violate(state, beyond, Fault::of(Property::OutOfBounds, span));
        }
        for (property, places) in bad {
            let wrong = self.one_of(address, &places);
            self.violate(state, wrong, Fault::of(property, span));
        }
        good
    }

    /// Notes blocks of memory that are not inside an object; their bytes may be in no cell that anyone accesses.
    pub(super) fn check_block(
        &mut self,
        state: &mut State,
        address: TermId,
        (size, intent): (u64, Intent),
        span: Option<Span>,
    ) {
        let Some(values) = self.terms.values(address).named().map(<[u64]>::to_vec) else { return };
        if size > 0 {
            self.astray(state, address, &values, wild(span));
            self.sort_out(state, (address, &values), (size, intent), span);
        }
    }

    /// An access to a block of memory, of which no part is accessed for itself, reads the liveness of its object, too.
    pub(super) fn block_alive(&mut self, state: &mut State, address: TermId, at: At) {
        let values = self.terms.values(address).named().map(<[u64]>::to_vec).unwrap_or_default();
        let cells: Vec<u64> = values.into_iter().filter(|value| self.objects.at(*value).is_some()).collect();
        if state.guard != TermId::FALSE && !cells.is_empty() {
            let place = Place { address, cells, width: Width::BYTE };
            self.check_alive(state, &place, at);
        }
    }

    /// `address` is one of these numbers.
    pub(super) fn one_of(&mut self, address: TermId, numbers: &[u64]) -> TermId {
        let mut any = TermId::FALSE;
        for number in numbers {
            let constant = self.terms.constant(*number, Width::POINTER);
            let same = self.terms.binary(BinaryOp::Equal, address, constant);
            any = self.terms.or(any, same);
        }
        any
    }

    /// The cells of the objects that an address with an unknown index may be in.
    pub(super) fn enumerate(
        &mut self,
        address: TermId,
        bytes: u64,
        span: Option<Span>,
    ) -> Result<Vec<u64>, Diagnostic> {
        let bases = self.bases(address);
        if bases.objects.is_empty() && bases.wild && !bases.open {
            return Ok(Vec::new());
        }
        let mut objects = if bases.open { self.near(address) } else { bases.objects };
        objects.sort();
        objects.dedup();
        let mut cells = Vec::new();
        let stride = bytes.min(1 << self.alignment(address, 0).min(3));
        let total: u64 = objects.iter().map(|id| self.objects.get(*id).size / stride).sum();
        if bases.open && total > CELL_LIMIT {
            objects.clear();
        }
        for id in &objects {
            let object = self.objects.get(*id);
            if object.size / stride > CELL_LIMIT {
                objects.clear();
                break;
            }
            let values = self.terms.values(address);
            cells.extend(
                (object.base..object.base + object.size)
                    .step_by(stride as usize)
                    .filter(|cell| cell + bytes <= object.base + object.size && values.contains(*cell)),
            );
        }
        if objects.is_empty() {
            let mut error = Diagnostic::error("the memory that this pointer addresses cannot be determined")
                .help("it may hold too many different addresses; use smaller arrays or fewer objects");
            error.span = span;
            return Err(error);
        }
        Ok(cells)
    }

    /// The objects whose addresses occur in a pointer term, not counting what only chooses or scales.
    fn bases(&self, term: TermId) -> Bases {
        let wild = self.terms.values(term).is_wild();
        if let Some(values) = self.terms.values(term).named() {
            let objects = values.iter().filter(|value| **value >= NULL_PAGE);
            return Bases { objects: objects.filter_map(|value| self.objects.at(*value)).collect(), wild, open: false };
        }
        let mut found = match self.terms.term(term) {
            Term::Binary(BinaryOp::Add | BinaryOp::And | BinaryOp::Or, a, b) => {
                let (a, b) = (self.bases(a), self.bases(b));
                match (a.objects.is_empty(), b.objects.is_empty()) {
                    // The one that has none is an index, or a mask.
                    (false, true) => Bases { wild: a.wild || b.wild, ..a },
                    (true, false) => Bases { wild: a.wild || b.wild, ..b },
                    (true, true) => a.or(b),
                    // What comes of two addresses is none of these.
                    (false, false) => Bases { open: true, ..a.or(b) },
                }
            }
            Term::Binary(BinaryOp::Sub, a, b) => {
                let (a, b) = (self.bases(a), self.bases(b));
                Bases { wild: a.wild || b.wild, open: a.open || !b.objects.is_empty(), objects: a.objects }
            }
            Term::Select(_, a, b) => self.bases(a).or(self.bases(b)),
            _ => Bases { objects: Vec::new(), wild, open: true },
        };
        found.wild |= wild;
        found
    }

    /// An access to an object that may be dead reads the object's liveness first.
    fn check_alive(&mut self, state: &mut State, place: &Place, at: At) {
        let mut objects: Vec<ObjectId> = place.cells.iter().filter_map(|c| self.objects.at(*c)).collect();
        objects.dedup();
        objects.retain(|id| self.may_die(self.walk.thread, *id));
        for id in objects {
            let object = self.objects.get(id);
            let range = object.base..object.base + object.size;
            let inside: Vec<u64> = place.cells.iter().copied().filter(|c| range.contains(c)).collect();
            let here =
                if inside.len() == place.cells.len() { TermId::TRUE } else { self.one_of(place.address, &inside) };
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, here);
            if there.guard == TermId::FALSE {
                continue;
            }
            let alive = self.liveness_place(id);
            let plain = At { order: Order::Plain, ..at };
            let dead = self.read(&mut there, &alive, plain);
            let dead = self.terms.cast(CastOp::Truncate, dead, Width::BOOL);
            let wrong = self.terms.and(here, dead);
            let property = self.objects.get(id).death().violated();
            self.violate(state, wrong, Fault::of(property, at.span));
        }
    }

    /// Whether a thread may find an object dead.
    pub(super) fn may_die(&self, thread: ThreadId, id: ObjectId) -> bool {
        let object = self.objects.get(id);
        match object.death() {
            Death::Free => self.known.freed.contains(&id),
            _ => object.is_mortal_for(thread),
        }
    }

    /// The cell that notes whether an object has died.
    pub(super) fn liveness_place(&mut self, id: ObjectId) -> Place {
        let liveness = self.objects.liveness(id);
        let base = self.objects.get(liveness).base;
        let address = self.terms.constant(base, Width::POINTER);
        Place { address, cells: vec![base], width: Width::BYTE }
    }

    /// Notes an access for the next round and says whether it is an event in this one.
    pub(super) fn touch(&mut self, state: &State, place: &Place, touch: Touch) -> bool {
        // Nobody else reads what the prologue writes but as what it leaves.
        let touch = if state.alone && touch != Touch::Read { Touch::Early } else { touch };
        let shared = place.cells.iter().any(|cell| self.known.shared(*cell));
        for cell in &place.cells {
            self.next.touch(*cell, place.width, self.walk.thread, touch.clone());
            if shared {
                self.next.share(*cell);
            }
        }
        shared
    }

    /// Whether this thread knows the cell's value by itself: nobody else writes it, or nobody else is there.
    pub(super) fn tracked(&self, state: &State, cell: u64) -> bool {
        match self.known.cell(cell) {
            Some(_) if state.alone => true,
            Some(facts) => facts.writers.is_empty() || facts.only_writer() == Some(self.walk.thread),
            None => true,
        }
    }

    /// Notes for the running loops what is done to memory that this thread knows by itself.
    fn note_access(&mut self, state: &State, address: u64, width: Width, writes: bool) {
        self.accesses.push(PrivateAccess { address, bytes: width.bytes(), guard: state.guard, writes });
    }

    pub(super) fn tracked_value(&mut self, state: &State, cell: u64, width: Width) -> TermId {
        let mut terms = std::mem::take(&mut self.terms);
        let value = state.memory.read(cell, width, &mut terms, &mut |terms, address, width| {
            std::mem::swap(&mut self.terms, terms);
            let value = self.inherited(state, address, width);
            std::mem::swap(&mut self.terms, terms);
            value
        });
        self.terms = terms;
        value
    }

    /// The value at a place whose cells this thread tracks.
    fn choose_tracked(&mut self, state: &State, place: &Place) -> TermId {
        let mut value = None;
        for cell in place.cells.iter().rev() {
            self.note_access(state, *cell, place.width, false);
            let here = self.tracked_value(state, *cell, place.width);
            value = Some(match value {
                None => here,
                Some(other) => {
                    let constant = self.terms.constant(*cell, Width::POINTER);
                    let same = self.terms.binary(BinaryOp::Equal, place.address, constant);
                    self.terms.select(same, here, other)
                }
            });
        }
        value.unwrap_or_else(|| self.choice(place.width))
    }

    /// The value that a read of a place returns; an event if the place is shared.
    fn read(&mut self, state: &mut State, place: &Place, at: At) -> TermId {
        self.read_event(state, place, at, Operation::Load).0
    }

    pub(super) fn read_event(
        &mut self,
        state: &mut State,
        place: &Place,
        at: At,
        operation: Operation,
    ) -> (TermId, Option<EventId>) {
        let shared = self.touch(state, place, Touch::Read);
        if !shared {
            let value = self.choose_tracked(state, place);
            state.seen = Seen::Alone;
            return (self.touched(state, place, value), None);
        }
        let known = place.cells.iter().all(|cell| self.tracked(state, *cell));
        let value = if known {
            self.choose_tracked(state, place)
        } else {
            let each = place.cells.iter().map(|cell| self.may_find(state, *cell, place.width));
            let values = each.reduce(|a, b| a.union(&b));
            let values = values.expect("a shared place has a cell; please report this");
            let found = self.terms.input(place.width, values).1;
            if place.cells.iter().any(|cell| self.next.pieces.has(&self.objects, *cell, place.width)) {
                self.found_addresses.insert(found);
            }
            found
        };
        let event = self.memory_event(state, place, at, (Action::Read { value, known }, operation));
        state.seen = if known { Seen::Alone } else { Seen::Event(event) };
        (self.touched(state, place, value), Some(event))
    }

    /// What a read of a shared cell may return.
    fn may_find(&mut self, state: &State, cell: u64, width: Width) -> Values {
        if self.tracked(state, cell) {
            let own = self.tracked_value(state, cell, width);
            return self.terms.values(own).clone();
        }
        let inherited = self.inherited(state, cell, width);
        let inherited = self.terms.values(inherited);
        match self.known.cell(cell).and_then(|facts| facts.written.as_ref()) {
            Some(written) => inherited.union(written),
            None => inherited.clone(),
        }
    }

    pub(super) fn memory_event(
        &mut self,
        state: &State,
        place: &Place,
        at: At,
        (action, operation): (Action, Operation),
    ) -> EventId {
        let mut tags = self.mapping.get(operation, at.order).tags.clone();
        if let Some(site) = at.site {
            tags.extend(self.mapping.marks(self.program, site));
        }
        if operation == Operation::Rmw {
            tags.push(Tag::named(RMW));
        }
        let target = Target { address: place.address, cells: place.cells.clone(), width: place.width };
        let event = Event {
            thread: Some(self.walk.thread),
            guard: state.guard,
            action,
            target: Some(target),
            site: at.site,
            span: at.span,
            tags,
            outcome: None,
            partner: None,
            section: state.section.map(|section| section.number),
            group: self.group.filter(|_| state.section.is_none()),
            life: None,
        };
        self.push(event)
    }

    /// Updates what this thread knows by itself.
    pub(super) fn update(&mut self, state: &mut State, place: &Place, value: TermId, when: TermId) {
        for cell in &place.cells {
            if !self.tracked(state, *cell) {
                continue;
            }
            let constant = self.terms.constant(*cell, Width::POINTER);
            let here = self.terms.binary(BinaryOp::Equal, place.address, constant);
            let condition = self.terms.and(here, when);
            self.note_access(state, *cell, place.width, condition == TermId::TRUE);
            let new = if condition == TermId::TRUE {
                value
            } else {
                let old = self.tracked_value(state, *cell, place.width);
                self.terms.select(condition, value, old)
            };
            let before = match condition {
                TermId::TRUE => Mark::NONE,
                _ => {
                    let initial = self.unwritten(*cell, place.width);
                    let mark = state.memory.part(*cell, place.width, &mut self.terms, initial);
                    let stays = self.terms.not(condition);
                    mark.only(stays, &mut self.terms)
                }
            };
            state.memory.write(*cell, new, &mut self.terms);
            state.memory.mark(*cell, place.width.bytes(), before);
        }
    }

    pub(super) fn fences(&mut self, state: &State, kinds: &[FenceId], span: Option<Span>) {
        for kind in kinds {
            self.mark(state, Action::Fence { kind: *kind }, span, vec![self.mapping.kind_name(*kind)]);
        }
    }

    /// A fence of the source.
    pub(super) fn fence(&mut self, state: &State, order: Order, span: Option<Span>) {
        let mapped = self.mapping.get(Operation::Fence, order);
        self.fences(state, &mapped.before, span);
        self.fences(state, &mapped.after, span);
    }

    pub(super) fn load(&mut self, state: &mut State, place: &Place, at: At) -> TermId {
        let mapped = self.mapping.get(Operation::Load, at.order);
        self.fences(state, &mapped.before, at.span);
        let parts = self.parts(place);
        let value = match parts.is_empty() {
            true => self.read(state, place, at),
            false => self.read_parts(state, (place, &parts), at, Operation::Load),
        };
        self.keep_order(state, place, at, Operation::Load);
        self.fences(state, &mapped.after, at.span);
        value
    }

    pub(super) fn store(&mut self, state: &mut State, place: &Place, value: TermId, at: At) {
        let mapped = self.mapping.get(Operation::Store, at.order);
        self.fences(state, &mapped.before, at.span);
        let parts = self.parts(place);
        match parts.is_empty() {
            true => self.write(state, place, value, at),
            false => self.write_parts(state, (place, &parts), value, at),
        }
        self.keep_order(state, place, at, Operation::Store);
        self.fences(state, &mapped.after, at.span);
    }

    /// Has an access be an event in the next round that orders by itself, whoever sees it.
    fn keep_order(&mut self, state: &State, place: &Place, at: At, operation: Operation) {
        if !state.alone && self.mapping.orders_by_itself(self.program, operation, at.order, at.site) {
            place.cells.iter().for_each(|cell| self.next.share(*cell));
        }
    }

    pub(super) fn write(&mut self, state: &mut State, place: &Place, value: TermId, at: At) {
        let values = self.terms.values(value).clone();
        if self.touch(state, place, Touch::Write(values)) {
            let write = self.memory_event(state, place, at, (Action::Write { value }, Operation::Store));
            let change = Change::Store { value, write, order: at.order };
            state.effects.push(Effect { guard: state.guard, change });
        }
        self.update(state, place, value, TermId::TRUE);
    }

    /// A read-modify-write: `change` gives from the old value when it writes and what. Returns the old value and when
    /// it wrote.
    pub(super) fn modify(
        &mut self,
        state: &mut State,
        place: &Place,
        at: At,
        change: impl FnOnce(&mut Self, TermId) -> (TermId, TermId),
    ) -> (TermId, TermId) {
        let mapped = self.mapping.get(Operation::Rmw, at.order);
        self.fences(state, &mapped.before, at.span);
        let parts = self.parts(place);
        if !parts.is_empty() {
            let result = self.modify_parts(state, (place, &parts), at, change);
            self.fences(state, &mapped.after, at.span);
            return result;
        }
        let (old, when, read) = self.change(state, place, at, change);
        if read.is_none() {
            self.lone(state, place, at);
        }
        self.fences(state, &mapped.after, at.span);
        (old, when)
    }

    /// A read-modify-write that no other thread can see: a mark where the model orders as much by it, and an event in the
    /// next round where it does not.
    fn lone(&mut self, state: &mut State, place: &Place, at: At) {
        if self.mapping.is_full(at.order) {
            self.mark(state, Action::Lone, at.span, Vec::new());
        } else {
            place.cells.iter().for_each(|cell| self.next.share(*cell));
        }
    }

    /// The access of a read-modify-write without what the model's mapping puts around it. Returns the old value, when it
    /// wrote, and its read if that is an event.
    pub(super) fn change(
        &mut self,
        state: &mut State,
        place: &Place,
        at: At,
        change: impl FnOnce(&mut Self, TermId) -> (TermId, TermId),
    ) -> (TermId, TermId, Option<EventId>) {
        let (old, read) = self.read_event(state, place, at, Operation::Rmw);
        let (when, new) = change(self, old);
        let mut writing = state.clone();
        writing.guard = self.terms.and(state.guard, when);
        let values = match (self.terms.term(when), self.terms.values(new).clone()) {
            _ if writing.guard == TermId::FALSE => None,
            (_, values) => Some(values),
        };
        if let Some(values) = values {
            let shared = self.touch(state, place, Touch::Write(values));
            if shared {
                let action = Action::Write { value: new };
                let write = self.memory_event(&writing, place, at, (action, Operation::Rmw));
                if let Some(read) = read {
                    self.events[read.index()].partner = Some(write);
                    self.events[write.index()].partner = Some(read);
                }
                let replaced = Replaced { old, new, order: at.order, write: Some(write) };
                state.effects.push(Effect { guard: writing.guard, change: Change::Update(replaced) });
            }
            self.update(state, place, new, when);
        }
        (old, when, read)
    }
}
