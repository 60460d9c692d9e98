//! What executions have in common whose threads go ways of the same events.
//!
//! In: ways of the threads. Out: their events put together, with everything of them but values, reads-from and the order of writes. It
//! must not know axioms.
//!
//! Most ways of a thread differ in nothing but the values that their reads return, so that few shapes stand for many executions, and what
//! hangs on the shape alone is found out once.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use super::layout::Cell;
use super::traces::{Event, Kind, Trace};
use crate::ids::EventId;
use crate::model::ground::{Row, RowKind};
use crate::model::{Ground, Tag};

/// The events of some ways; initial writes first.
pub struct Shape {
    /// The base sets and relations, but for those that hang on reads-from and the order of writes.
    pub ground: Ground<bool>,
    /// By event the first event of its access.
    pub accesses: Vec<EventId>,
    /// The writes of each cell in the order of events, the initial one first.
    pub writes: Vec<Vec<EventId>>,
    /// The reads and where they read.
    pub reads: Vec<(EventId, Cell)>,
    /// By event, if it is the write of a read-modify-write, the place of its read among the reads.
    pub halves: Vec<Option<usize>>,
}

impl Shape {
    /// The shape of some ways where memory has so many cells.
    pub fn new(ways: &[&Trace], cells: usize) -> Shape {
        let mut rows: Vec<Row<bool>> = (0..cells).map(|_| row(RowKind::Write, None, Vec::new())).collect();
        let mut places: Vec<Option<Cell>> = (0..cells).map(|cell| Some(Cell(cell))).collect();
        let mut accesses: Vec<EventId> = (0..cells).map(EventId::from_index).collect();
        let mut threads = Vec::new();
        for (thread, way) in ways.iter().enumerate() {
            let start = rows.len();
            for event in &way.events {
                let kind = match event.kind {
                    Kind::Read => RowKind::Read,
                    Kind::Write => RowKind::Write,
                    Kind::Fence => RowKind::Fence,
                };
                let tags = event.tags.iter().map(|tag| Tag::named(tag)).collect();
                rows.push(row(kind, Some(thread as u32), tags));
                places.push(event.cell);
                accesses.push(EventId::from_index(start + event.access));
            }
            threads.push((start..rows.len()).map(EventId::from_index).collect::<Vec<_>>());
        }
        let (mut writes, mut reads) = (vec![Vec::new(); cells], Vec::new());
        for (index, (row, place)) in rows.iter().zip(&places).enumerate() {
            match (row.kind, place) {
                (RowKind::Write, Some(cell)) => writes[cell.0].push(EventId::from_index(index)),
                (RowKind::Read, Some(cell)) => reads.push((EventId::from_index(index), *cell)),
                _ => {}
            }
        }
        let mut halves = vec![None; rows.len()];
        for (way, ids) in ways.iter().zip(&threads) {
            for (event, id) in way.events.iter().zip(ids) {
                let half = event.partner.map(|partner| ids[partner]);
                halves[id.index()] = half.and_then(|half| reads.iter().position(|(read, _)| *read == half));
            }
        }
        let mut ground = Ground::new(rows);
        ground.sequence(&threads);
        ground.give_places(|event| places[event.index()]);
        dependencies(&mut ground, ways, &threads);
        Shape { ground, accesses, writes, reads, halves }
    }

    /// The thread of an event; an initial write has none.
    pub fn thread(&self, event: EventId) -> Option<u32> {
        self.ground.rows[event.index()].thread
    }
}

fn row(kind: RowKind, thread: Option<u32>, tags: Vec<Tag>) -> Row<bool> {
    Row { kind, thread, tags, added: Vec::new(), is_atomic: false, happens: true }
}

/// The dependencies, the pairs of read-modify-writes, and the parts of accesses.
fn dependencies(ground: &mut Ground<bool>, ways: &[&Trace], threads: &[Vec<EventId>]) {
    let mut give = |name: &'static str, on: &dyn Fn(&Event) -> u64| {
        let mut pairs = Vec::new();
        for (way, ids) in ways.iter().zip(threads) {
            for (event, id) in way.events.iter().zip(ids) {
                let bits = on(event);
                let reads = (0..ids.len()).filter(|position| bits >> position & 1 == 1);
                pairs.extend(reads.map(|position| (ids[position], *id)));
            }
        }
        ground.give(name, pairs);
    };
    give("addr", &|event| event.address);
    give("data", &|event| event.data);
    give("ctrl", &|event| event.control);
    give("rmw", &|event| event.partner.map_or(0, |partner| 1 << partner));
    give("kept", &|_| 0);
    let mut parts = Vec::new();
    for (way, ids) in ways.iter().zip(threads) {
        let is_one = |a: &Event, b: &Event| a.cell.is_some() && a.access == b.access && a.kind == b.kind;
        for (event, id) in way.events.iter().zip(ids) {
            let others = way.events.iter().zip(ids).filter(|(other, to)| *to != id && is_one(event, other));
            parts.extend(others.map(|(_, to)| (*id, *to)));
        }
    }
    ground.give("parts", parts);
}

/// The events of a way, without their values.
#[derive(Clone, Copy)]
struct Valueless<'t>(&'t Event);

impl<'t> Valueless<'t> {
    /// Everything of the event that a shape is made from.
    fn key(self) -> impl Hash + Eq + use<'t> {
        let Event { kind, cell, access, value: _, tags, address, data, control, partner } = self.0;
        (*kind, *cell, *access, tags, (*address, *data, *control), *partner)
    }
}

impl Hash for Valueless<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl PartialEq for Valueless<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Valueless<'_> {}

/// Numbers for some ways of a thread: the same one if nothing but values tells them apart.
pub fn numbers(ways: &[&Trace]) -> Vec<u32> {
    let mut known: FxHashMap<Vec<Valueless<'_>>, u32> = FxHashMap::default();
    let mut numbers = Vec::with_capacity(ways.len());
    for way in ways {
        let next = known.len() as u32;
        numbers.push(*known.entry(way.events.iter().map(Valueless).collect()).or_insert(next));
    }
    numbers
}
