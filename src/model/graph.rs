//! A small execution graph, built by hand.
//!
//! In: events and edges named one by one. Out: an [`EventGraph`] that any model can judge. Used for the
//! well-formedness of models and for litmus tests; executions of programs have a type of their own. It must not know
//! what is consistent.

use indexmap::IndexMap;

use super::ground::{Ground, Row, RowKind};
use super::tag::Tag;
use crate::ids::EventId;

/// What an event of a graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    Read,
    Write,
    Fence,
    /// The initial write of a location, in no thread and before every other write of the location.
    Initial,
    /// No event: it orders everything around it.
    Mark,
}

#[derive(Clone, Debug)]
struct Event {
    kind: EventKind,
    /// `None` for an initial write.
    thread: Option<u32>,
    /// `None` for a fence and a mark.
    location: Option<u32>,
    tags: Vec<Tag>,
    is_atomic: bool,
}

/// Events, and the relations between them. Program order is the order in which a thread's events are added, and
/// coherence the order in which a location's writes are added unless [`EventGraph::order_writes`] says otherwise.
#[derive(Clone, Debug, Default)]
pub struct EventGraph {
    events: Vec<Event>,
    /// Per read, the write it reads from.
    reads_from: Vec<(EventId, EventId)>,
    /// All writes in coherence order, location by location or mixed.
    write_order: Vec<EventId>,
    rmw: Vec<(EventId, EventId)>,
    kept: Vec<(EventId, EventId)>,
    meets: Vec<(EventId, EventId)>,
    dependencies: Vec<(&'static str, EventId, EventId)>,
}

impl EventGraph {
    /// A graph with the initial writes of this many locations, which are the first events.
    pub fn new(locations: u32) -> Self {
        let mut graph = Self::default();
        for location in 0..locations {
            let event = graph.add(EventKind::Initial, None, Some(location));
            graph.write_order.push(event);
        }
        graph
    }

    fn add(&mut self, kind: EventKind, thread: Option<u32>, location: Option<u32>) -> EventId {
        self.events.push(Event { kind, thread, location, tags: Vec::new(), is_atomic: false });
        EventId::from_index(self.events.len() - 1)
    }

    /// The initial write of a location.
    pub fn initial(&self, location: u32) -> EventId {
        EventId(location)
    }

    pub fn write(&mut self, thread: u32, location: u32) -> EventId {
        let event = self.add(EventKind::Write, Some(thread), Some(location));
        self.write_order.push(event);
        event
    }

    /// A read of the location's initial value, until [`EventGraph::reads_from`] says otherwise.
    pub fn read(&mut self, thread: u32, location: u32) -> EventId {
        let event = self.add(EventKind::Read, Some(thread), Some(location));
        self.reads_from.push((self.initial(location), event));
        event
    }

    /// A fence that is in these sets.
    pub fn fence(&mut self, thread: u32, sets: &[Tag]) -> EventId {
        let event = self.add(EventKind::Fence, Some(thread), None);
        sets.iter().for_each(|set| self.tag(event, *set));
        event
    }

    /// A mark: a thread's start, its end, a join, an arrival, a departure, a read-modify-write of its own memory.
    pub fn mark(&mut self, thread: u32) -> EventId {
        self.add(EventKind::Mark, Some(thread), None)
    }

    /// Lets threads meet at two marks: the first comes before the second.
    pub fn meet(&mut self, first: EventId, second: EventId) {
        self.meets.push((first, second));
    }

    /// Makes an event an access of an atomic section.
    #[cfg(test)]
    pub fn make_atomic(&mut self, event: EventId) {
        self.events[event.index()].is_atomic = true;
    }

    /// A read-modify-write: its read and its write.
    pub fn rmw(&mut self, thread: u32, location: u32) -> (EventId, EventId) {
        let (read, write) = (self.read(thread, location), self.write(thread, location));
        self.tag(read, Tag::named("RMW"));
        self.tag(write, Tag::named("RMW"));
        self.rmw.push((read, write));
        (read, write)
    }

    pub fn tag(&mut self, event: EventId, tag: Tag) {
        self.events[event.index()].tags.push(tag);
    }

    /// Lets a read read from a write of its location.
    pub fn reads_from(&mut self, read: EventId, write: EventId) {
        self.reads_from.retain(|(_, other)| *other != read);
        self.reads_from.push((write, read));
    }

    /// Sets the coherence order: of two writes of a location, the earlier in `order` comes first. Initial writes come
    /// first by themselves; every other write must be listed.
    pub fn order_writes(&mut self, order: &[EventId]) {
        self.write_order.retain(|write| self.events[write.index()].kind == EventKind::Initial);
        self.write_order.extend(order);
    }

    /// Holds a pair in program order.
    pub fn keep(&mut self, first: EventId, second: EventId) {
        self.kept.push((first, second));
    }

    /// Adds a dependency: `relation` is `addr`, `data` or `ctrl`.
    pub fn depend(&mut self, relation: &'static str, from: EventId, to: EventId) {
        self.dependencies.push((relation, from, to));
    }

    /// Whether an event can be left out: fences, and reads that are no half of a read-modify-write.
    pub fn may_lose(&self, event: EventId) -> bool {
        match self.kind(event) {
            EventKind::Fence => true,
            EventKind::Read => self.rmw.iter().all(|(read, _)| *read != event),
            EventKind::Write | EventKind::Initial | EventKind::Mark => false,
        }
    }

    /// What is left without some events that can be left out.
    ///
    /// # Panics
    /// When one of them cannot.
    #[must_use]
    pub fn without(&self, events: &[EventId]) -> EventGraph {
        assert!(events.iter().all(|event| self.may_lose(*event)), "only fences and reads go; please report this");
        self.restricted(events)
    }

    /// What is left without a read-modify-write and stores of its thread: who reads from one of these writes reads from the write
    /// that it reads from.
    #[cfg(test)]
    pub fn without_update(&self, read: EventId, writes: &[EventId]) -> EventGraph {
        let source = |of: EventId| self.reads_from.iter().find(|(_, reader)| *reader == of).map(|(from, _)| *from);
        let found = source(read).expect("every read has a source");
        self.read_elsewhere(writes, found).restricted(&[&[read], writes].concat())
    }

    /// What is left without a write, if another one of its place comes before it: who reads from it reads from that.
    #[cfg(test)]
    pub fn without_rewrite(&self, write: EventId) -> EventGraph {
        let here = |other: &&EventId| self.location(**other) == self.location(write);
        let before = self.write_order.iter().filter(here).take_while(|other| **other != write).last().copied();
        let initial = || self.events().find(|e| self.kind(*e) == EventKind::Initial && here(&e));
        let found = before.or_else(initial).expect("every location has an initial write");
        self.read_elsewhere(&[write], found).restricted(&[write])
    }

    /// The same with those that read from some writes reading from another one.
    #[cfg(test)]
    fn read_elsewhere(&self, writes: &[EventId], found: EventId) -> EventGraph {
        let mut moved = self.clone();
        for (from, _) in &mut moved.reads_from {
            if writes.contains(from) {
                *from = found;
            }
        }
        moved
    }

    /// Whether a write of the same place follows another one in coherence at once.
    #[cfg(test)]
    pub fn follows_at_once(&self, write: EventId, later: EventId) -> bool {
        let mut here = self.write_order.iter().filter(|other| self.location(**other) == self.location(write));
        here.any(|other| *other == write) && here.next() == Some(&later)
    }

    /// Whether anything reads from a write.
    #[cfg(test)]
    pub fn is_read(&self, write: EventId) -> bool {
        self.reads_from.iter().any(|(from, _)| *from == write)
    }

    /// What is left without some events.
    fn restricted(&self, events: &[EventId]) -> EventGraph {
        let stays: Vec<EventId> = self.events().filter(|event| !events.contains(event)).collect();
        let new = |event: &EventId| stays.iter().position(|other| other == event).map(EventId::from_index);
        let pairs = |pairs: &[(EventId, EventId)]| -> Vec<(EventId, EventId)> {
            pairs.iter().filter_map(|(a, b)| new(a).zip(new(b))).collect()
        };
        EventGraph {
            events: stays.iter().map(|event| self.events[event.index()].clone()).collect(),
            reads_from: pairs(&self.reads_from),
            write_order: self.write_order.iter().filter_map(new).collect(),
            rmw: pairs(&self.rmw),
            kept: pairs(&self.kept),
            meets: pairs(&self.meets),
            dependencies: self
                .dependencies
                .iter()
                .filter_map(|(relation, a, b)| new(a).zip(new(b)).map(|(a, b)| (*relation, a, b)))
                .collect(),
        }
    }

    pub fn events(&self) -> impl Iterator<Item = EventId> + use<> {
        (0..self.events.len()).map(EventId::from_index)
    }

    pub fn kind(&self, event: EventId) -> EventKind {
        self.events[event.index()].kind
    }

    pub fn location(&self, event: EventId) -> Option<u32> {
        self.events[event.index()].location
    }

    /// Whether the first event is before the second in program order.
    pub fn in_program_order(&self, a: EventId, b: EventId) -> bool {
        self.events[a.index()].thread.is_some() && self.same_thread(a, b) && a < b
    }

    fn same_thread(&self, a: EventId, b: EventId) -> bool {
        a == b
            || (self.events[a.index()].thread.is_some()
                && self.events[a.index()].thread == self.events[b.index()].thread)
    }

    /// What the axioms are judged on.
    pub fn ground(&self) -> Ground<bool> {
        let row = |event: &Event| Row {
            kind: match event.kind {
                EventKind::Read => RowKind::Read,
                EventKind::Write | EventKind::Initial => RowKind::Write,
                EventKind::Fence => RowKind::Fence,
                EventKind::Mark => RowKind::Mark,
            },
            thread: event.thread,
            tags: event.tags.clone(),
            added: Vec::new(),
            is_atomic: event.is_atomic,
            happens: true,
        };
        let mut ground = Ground::new(self.events.iter().map(row).collect());
        let mut threads: IndexMap<u32, Vec<EventId>> = IndexMap::new();
        for event in self.events() {
            if let Some(thread) = self.events[event.index()].thread {
                threads.entry(thread).or_default().push(event);
            }
        }
        ground.sequence(&threads.into_values().collect::<Vec<_>>());
        ground.meets = self.meets.iter().map(|(a, b)| (*a, *b, true)).collect();
        ground.give("rf", self.reads_from.iter().copied());
        ground.give("rmw", self.rmw.iter().copied());
        ground.give("kept", self.kept.iter().copied());
        let mut chains: IndexMap<Option<u32>, Vec<EventId>> = IndexMap::new();
        for write in &self.write_order {
            chains.entry(self.location(*write)).or_default().push(*write);
        }
        ground.give_chains(chains.values().map(Vec::as_slice));
        ground.give_places(|event| self.location(event));
        for relation in ["addr", "data", "ctrl"] {
            let own = self.dependencies.iter().filter(|(name, ..)| *name == relation);
            ground.give(relation, own.map(|(_, from, to)| (*from, *to)));
        }
        ground
    }
}
