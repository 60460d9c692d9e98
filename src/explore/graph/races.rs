//! Data races at the level of the language.
//!
//! In: how strongly the source orders each access, and its fences. Out: what happens before each event, and the accesses
//! that race with one. The memory model plays no part: it says what the hardware does, and a race is a matter of the
//! compiler.
//!
//! Happens-before is program order, starting and joining threads, and from a release to each acquire that reads from it,
//! or from the read-modify-writes that follow it (C11, 5.1.2.4; mutexes count as acquire and release). Fences release
//! what comes before them through later writes, and acquire through earlier reads. A compare-and-exchange has the order of what comes
//! of it. Two accesses to one place race if
//! neither happens before the other, one is a write and one is a plain access; volatile ones count as atomic. The end of
//! an object (`free`, the end of a block) is a plain write of all of it. A
//! `consume` is an acquire here.
//!
//! An atomic section is one step, as if all sections held one mutex. Two accesses that are both within sections do not race, however plain
//! they are; one outside and one inside may. A section knows all that happens before one of its accesses, each of which acquires, and whoever
//! acquires from one of its writes knows all that the section knows. Sections of which none reads from the other are in no order here, as
//! they would be by the mutex; they may as well come the other way round, so that the races that this adds are there
//! in another execution: what happens before two accesses, with whole sections, is closed under program order and reads-from, and so it is the
//! beginning of an execution in which both come next. What a section knows is settled when it has ended. So races are told, where there are
//! sections, when none is open.

use super::{Event, Graph, Kind, NONE, Slot};
use crate::exec::interpret::Change;
use crate::exec::object::Origin;
use crate::explore::axioms::bits::Row;
use crate::explore::threads::label::{Detail, Fences, Label};
use crate::explore::threads::race::Race;
use crate::explore::threads::runs::Runs;
use crate::ir::Order;

/// How strongly the source orders an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    pub plain: bool,
    order: Order,
    /// Of a read-modify-write: what comes of it hangs on what it finds, and so does its order.
    change: Option<Change>,
}

impl Strength {
    /// Of an access in a section of this number, or in none. A section is a step that acquires and releases.
    pub fn of(order: Order, label: Label, section: u32) -> Strength {
        let change = match label {
            Label::Update { change, .. } if section == 0 => Some(change),
            _ => None,
        };
        Strength { plain: order == Order::Plain, order: if section == 0 { order } else { Order::SeqCst }, change }
    }

    /// Of what it writes, if it writes.
    pub fn writes(&self) -> Order {
        match self.change {
            Some(Change::Exchange { orders, .. }) => orders.success,
            _ => self.order,
        }
    }

    fn where_it_finds(&self, value: u64) -> Order {
        self.change.map_or(self.order, |change| change.order_of(value, self.order))
    }
}

/// What an event knows of others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Language<const W: usize> {
    /// What happens before it, apart from what it learns by itself.
    pub hb: Row<W>,
    /// Of a read: what its write tells those who acquire.
    pub learnt: Row<W>,
    /// What was learnt by reads that do not acquire, for a later fence.
    pub waiting: Row<W>,
    /// What the last release fence gives to later writes.
    pub fenced: Row<W>,
    /// Of a write: what it tells those who acquire.
    pub released: Row<W>,
}

impl<const W: usize> Language<W> {
    /// What the next event of a thread knows after one; `self` has what it learnt from other threads since.
    pub fn after(mut self, slot: Slot, event: &Event<W>) -> Self {
        let before = &event.language;
        self.hb = self.hb.or(&event.happens_before());
        self.hb.insert(slot);
        self.waiting = before.waiting;
        if !event.acquires() {
            self.waiting = self.waiting.or(&before.learnt);
        }
        self.fenced = before.fenced;
        // A read-modify-write passes on what it read.
        self.learnt = Row::EMPTY;
        self.released = if event.kind == Kind::Read && event.half { before.learnt } else { Row::EMPTY };
        self
    }

    /// What an event knows that comes after some fences.
    pub fn at(mut self, slot: Slot, kind: Kind, fences: Fences, order: Order) -> Self {
        if fences.acquire {
            self.hb = self.hb.or(&self.waiting);
        }
        if fences.release {
            self.fenced = self.hb;
        }
        if kind == Kind::Write {
            self.released = self.released.or(&self.fenced);
            if matches!(order, Order::Release | Order::AcqRel | Order::SeqCst) {
                self.released = self.released.or(&self.hb);
                self.released.insert(slot);
            }
        }
        self
    }
}

impl<const W: usize> Event<W> {
    fn acquires(&self) -> bool {
        self.kind == Kind::Read && self.strength.where_it_finds(self.value).acquires()
    }

    /// What happens before it.
    pub fn happens_before(&self) -> Row<W> {
        match self.acquires() {
            true => self.language.hb.or(&self.language.learnt),
            false => self.language.hb,
        }
    }
}

impl<const W: usize> Graph<W> {
    /// Notes the accesses that race with one. Returns false if which ones do is settled only when sections have ended.
    pub fn note_races(&self, runs: &mut Runs<'_>, slot: Slot) -> bool {
        if self.unordered(slot).next().is_none() {
            return true;
        }
        if self.event(slot).section != 0 || self.is_within_sections(runs) {
            return false;
        }
        for other in self.racing(runs, slot) {
            let race = self.race(runs, slot, other);
            runs.ground.races.extend(race.filter(|race| !runs.ground.races.contains(race)));
        }
        true
    }

    /// The accesses that race with one.
    pub fn racing(&self, runs: &Runs<'_>, slot: Slot) -> Vec<Slot> {
        let mut others: Vec<Slot> = self.unordered(slot).collect();
        if runs.has_sections() && !others.is_empty() {
            let before = self.before_whole_sections();
            let knows = |one: Slot, other: Slot| before[one as usize].contains(other);
            others.retain(|other| !knows(slot, *other) && !knows(*other, slot));
        }
        others
    }

    /// The accesses that race with one if each access of a section stands for itself.
    fn unordered(&self, slot: Slot) -> impl Iterator<Item = Slot> {
        let event = self.event(slot);
        let place = (event.location != NONE).then(|| &self.places[event.location as usize]);
        let others = place.map(|place| if event.strength.plain { place.accesses } else { place.plain });
        let others = others.map_or(Row::EMPTY, |others| others.without(&self.by_thread[event.thread as usize]));
        let unordered = if others.is_empty() { others } else { others.without(&event.happens_before()) };
        unordered.members().filter(move |other| {
            let second = self.event(*other);
            let conflict = event.kind == Kind::Write || second.kind == Kind::Write;
            let is_outside = event.section == 0 || second.section == 0;
            conflict && is_outside && !second.happens_before().contains(slot)
        })
    }

    /// Whether a thread goes on with a section that it has begun.
    fn is_within_sections(&self, runs: &Runs<'_>) -> bool {
        runs.has_sections()
            && self.threads.iter().filter(|state| state.started && state.last != NONE).any(|state| {
                let node = runs.node(state.cursor);
                let is_open = node.section != 0 && self.event(state.last).section == node.section;
                is_open && (state.stranded || node.label != Label::Stuck)
            })
    }

    /// What happens before each event, by its slot, where each section is one step.
    fn before_whole_sections(&self) -> Vec<Row<W>> {
        let mut before = vec![Row::EMPTY; self.events.len()];
        let mut sections: Vec<((u32, u32), Row<W>)> = Vec::new();
        for slot in &self.order {
            let event = self.event(*slot);
            before[*slot as usize] = event.happens_before();
            let key = (event.thread, event.section);
            match sections.iter_mut().find(|(other, _)| *other == key) {
                _ if event.section == 0 => {}
                Some((_, members)) => members.insert(*slot),
                None => sections.push((key, Row::single(*slot))),
            }
        }
        loop {
            let mut is_done = true;
            for (_, members) in &sections {
                let known = members.members().fold(*members, |known, member| known.or(&before[member as usize]));
                for slot in &self.order {
                    let row = &mut before[*slot as usize];
                    if members.contains(*slot) || row.intersects(members) {
                        let more = row.or(&known);
                        is_done &= more == *row;
                        *row = more;
                    }
                }
            }
            if is_done {
                return before;
            }
        }
    }

    /// Two accesses that race, for people; none where they are no accesses of the program's own.
    pub fn race(&self, runs: &Runs<'_>, a: Slot, b: Slot) -> Option<Race> {
        let span = |slot: Slot| match &*runs.node(self.event(slot).node).detail {
            Detail::Access(access) => access.span,
            _ => None,
        };
        let (first, second) = (span(a).min(span(b)), span(a).max(span(b)));
        let address = runs.ground.surroundings.sharing.location(self.event(a).location).address;
        let objects = &runs.ground.surroundings.objects;
        let place = match objects.at(address).map(|id| &objects.get(id).origin) {
            // The end of an object is as good as a write of all its bytes: whoever accesses it has read the note before.
            Some(Origin::Liveness(of)) => objects.describe(objects.get(*of).base),
            Some(Origin::Joins) => return None,
            _ => objects.describe(address),
        };
        Some(Race { first, second, place })
    }
}
