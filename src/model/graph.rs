//! A small execution graph, built by hand.
//!
//! In: events and edges named one by one. Out: an [`EventGraph`] that any model can judge. Used for the
//! well-formedness of models and for litmus tests; executions of programs have a type of their own. It must not know
//! what is consistent.

use super::algebra::Bool;
use super::evaluate::Environment;
use super::relation::{Relation, Set};
use crate::ids::EventId;

/// What an event of a graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    Read,
    Write,
    Fence,
    /// The initial write of a location, in no thread and before every other write of the location.
    Initial,
}

#[derive(Clone, Debug)]
struct Event {
    kind: EventKind,
    /// `None` for an initial write.
    thread: Option<u32>,
    /// `None` for a fence.
    location: Option<u32>,
    tags: Vec<String>,
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
        self.events.push(Event { kind, thread, location, tags: Vec::new() });
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

    pub fn fence(&mut self, thread: u32, kind: &str) -> EventId {
        let event = self.add(EventKind::Fence, Some(thread), None);
        self.tag(event, kind);
        event
    }

    /// A read-modify-write: its read and its write.
    pub fn rmw(&mut self, thread: u32, location: u32) -> (EventId, EventId) {
        let (read, write) = (self.read(thread, location), self.write(thread, location));
        self.tag(read, "RMW");
        self.tag(write, "RMW");
        self.rmw.push((read, write));
        (read, write)
    }

    pub fn tag(&mut self, event: EventId, tag: &str) {
        self.events[event.index()].tags.push(tag.to_string());
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

    fn same_location(&self, a: EventId, b: EventId) -> bool {
        let location = self.location(a);
        location.is_some() && location == self.location(b)
    }

    fn where_pair(&self, holds: impl Fn(EventId, EventId) -> bool) -> Vec<(EventId, EventId)> {
        self.events().flat_map(|a| self.events().map(move |b| (a, b))).filter(|(a, b)| holds(*a, *b)).collect()
    }
}

impl Environment<Bool> for EventGraph {
    fn len(&self) -> usize {
        self.events.len()
    }

    fn set(&mut self, algebra: &mut Bool, name: &str) -> Option<Set<bool>> {
        use EventKind::{Fence, Initial, Read, Write};
        let kinds: &[EventKind] = match name {
            "_" => &[Read, Write, Fence, Initial],
            "R" => &[Read],
            "W" => &[Write, Initial],
            "M" => &[Read, Write, Initial],
            "F" => &[Fence],
            "IW" => &[Initial],
            _ => &[],
        };
        let members = self.events().filter(|event| {
            let event = &self.events[event.index()];
            kinds.contains(&event.kind) || event.tags.iter().any(|tag| tag == name)
        });
        Some(Set::from_members(algebra, members.map(|event| (event, true))))
    }

    fn relation(&mut self, algebra: &mut Bool, name: &str) -> Option<Relation<bool>> {
        let pairs = match name {
            "po" => self.where_pair(|a, b| self.in_program_order(a, b)),
            "rf" => self.reads_from.clone(),
            "co" => {
                let place = |event| self.write_order.iter().position(|write| *write == event);
                self.where_pair(|a, b| {
                    self.same_location(a, b)
                        && matches!((place(a), place(b)), (Some(first), Some(second)) if first < second)
                })
            }
            "loc" => self.where_pair(|a, b| self.same_location(a, b)),
            "int" => self.where_pair(|a, b| self.same_thread(a, b)),
            "rmw" => self.rmw.clone(),
            "kept" => self.kept.clone(),
            "addr" | "data" | "ctrl" => self
                .dependencies
                .iter()
                .filter(|(relation, ..)| *relation == name)
                .map(|(_, from, to)| (*from, *to))
                .collect(),
            _ => return None,
        };
        let pairs = pairs.into_iter().map(|(a, b)| (a, b, true));
        Some(Relation::from_pairs(algebra, self.events.len(), pairs))
    }
}
