//! The events of a choice of values.
//!
//! In: a skeleton, and what its terms are. Out: what happens as a [`Shape`], and the values of the accesses; nothing if a thread would have
//! to wait for itself. It must not know which of them the model allows.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::choices::Choices;
use super::needs::{Known, Needs, Reads};
use crate::enumerate::layout::Cell;
use crate::enumerate::shape::Shape;
use crate::exec::execution::Dependency;
use crate::exec::skeleton::{Action, Event, Skeleton};
use crate::exec::terms::{InputId, TermId};
use crate::ids::EventId;
use crate::model::ground::{Row, RowKind};
use crate::model::{Bool, Ground, Model};

/// What happens.
pub struct Events {
    pub shape: Shape,
    /// By event its value; initial writes first.
    pub values: Vec<i64>,
}

/// What happens where terms have these values, each at its number.
pub fn of(skeleton: &Skeleton, model: &Model, choices: &Choices, values: &[u64]) -> Option<Events> {
    let mut rows = Rows::new(skeleton, model, values);
    let initial = skeleton.cells.values().map(|cell| cell.init);
    initial.for_each(|id| rows.add(id, skeleton.event(id), None));
    for (index, thread) in skeleton.threads.iter().enumerate() {
        let first = rows.rows.len();
        for id in &thread.events {
            let event = skeleton.event(*id);
            if values[event.guard.index()] == 1 {
                rows.add(*id, event, Some(index as u32));
            }
        }
        rows.threads.push((first..rows.rows.len()).map(EventId::from_index).collect());
    }
    let meets = rows.meets();
    let Rows { rows: all, places, numbers, row, threads, .. } = rows;
    let mut ground = Ground::new(all);
    ground.sequence(&threads);
    ground.meets = meets.into_iter().map(|(a, b)| (a, b, true)).collect();
    if !ground.is_possible(&mut Bool) {
        return None;
    }
    ground.give_places(|event| places[event.index()]);
    let halves: Vec<(EventId, EventId)> = pairs(skeleton, &row);
    ground.give("rmw", halves.iter().copied());
    ground.give("kept", []);
    ground.give("parts", parts(skeleton, &row));
    dependencies(&mut ground, (skeleton, model), (choices, values), &row);
    let (mut writes, mut reads) = (vec![Vec::new(); skeleton.cells.len()], Vec::new());
    for (index, (row, place)) in ground.rows.iter().zip(&places).enumerate() {
        match (row.kind, place) {
            (RowKind::Write, Some(cell)) => writes[cell.0].push(EventId::from_index(index)),
            (RowKind::Read, Some(cell)) => reads.push((EventId::from_index(index), *cell)),
            _ => {}
        }
    }
    let mut half = vec![None; ground.rows.len()];
    for (read, write) in halves {
        half[write.index()] = reads.iter().position(|(other, _)| *other == read);
    }
    let accesses = (0..ground.rows.len()).map(EventId::from_index).collect();
    let shape = Shape { ground, accesses, writes, reads, halves: half };
    Some(Events { shape, values: numbers })
}

/// The rows that are made.
struct Rows<'r> {
    skeleton: &'r Skeleton,
    model: &'r Model,
    values: &'r [u64],
    /// By address the number of the cell.
    cells: FxHashMap<u64, Cell>,
    rows: Vec<Row<bool>>,
    places: Vec<Option<Cell>>,
    numbers: Vec<i64>,
    /// By event of the skeleton its row, if it happens.
    row: FxHashMap<EventId, EventId>,
    threads: Vec<Vec<EventId>>,
}

impl<'r> Rows<'r> {
    fn new(skeleton: &'r Skeleton, model: &'r Model, values: &'r [u64]) -> Self {
        let cells = skeleton.cells.keys().enumerate().map(|(number, address)| (*address, Cell(number))).collect();
        Rows {
            skeleton,
            model,
            values,
            cells,
            rows: Vec::new(),
            places: Vec::new(),
            numbers: Vec::new(),
            row: FxHashMap::default(),
            threads: Vec::new(),
        }
    }

    fn value(&self, term: TermId) -> u64 {
        self.values[term.index()]
    }

    fn add(&mut self, id: EventId, event: &Event, thread: Option<u32>) {
        let (kind, number, mut tags) = match &event.action {
            Action::Read { value, .. } => (RowKind::Read, self.value(*value), event.tags.clone()),
            Action::Write { value } => (RowKind::Write, self.value(*value), event.tags.clone()),
            Action::Fence { kind } => (RowKind::Fence, 0, self.model.kind_sets(*kind)),
            Action::Point(_) => return,
            _ => (RowKind::Mark, 0, Vec::new()),
        };
        if let Some(outcome) = &event.outcome {
            let has_failed = self.value(outcome.failed) == 1;
            tags.clone_from(if has_failed { &outcome.failure } else { &outcome.success });
        }
        let place = event.target.as_ref().map(|target| self.cells[&self.value(target.address)]);
        self.row.insert(id, EventId::from_index(self.rows.len()));
        self.rows.push(Row { kind, thread, tags, added: Vec::new(), is_atomic: false, happens: true });
        self.places.push(place);
        self.numbers.push(number.cast_signed());
    }

    /// Where threads meet: spawn and first row, last row and join, arrivals and departures of a round.
    fn meets(&self) -> Vec<(EventId, EventId)> {
        let mut meets = Vec::new();
        let thread = |id: crate::ids::ThreadId| &self.threads[id.index()];
        for (id, row) in &self.row {
            match self.skeleton.event(*id).action {
                Action::Spawn(child) => meets.extend(thread(child).first().map(|first| (*row, *first))),
                Action::Join(child) => {
                    let end = self.skeleton.threads[child.index()].events.last();
                    let end = end.filter(|end| self.skeleton.event(**end).action == Action::End);
                    meets.extend(end.and_then(|end| self.row.get(end)).map(|end| (*end, *row)));
                }
                _ => {}
            }
        }
        for meeting in &self.skeleton.meetings {
            let here = || meeting.members.iter().filter(|(.., when)| self.value(*when) == 1);
            for (arrive, ..) in here() {
                let thread = self.skeleton.event(*arrive).thread;
                let others = here().filter(|(_, depart, _)| self.skeleton.event(*depart).thread != thread);
                let pairs = others.filter_map(|(_, depart, _)| Some((*self.row.get(arrive)?, *self.row.get(depart)?)));
                meets.extend(pairs);
            }
        }
        meets.sort_unstable();
        meets
    }
}

/// The reads and writes that are one read-modify-write.
fn pairs(skeleton: &Skeleton, row: &FxHashMap<EventId, EventId>) -> Vec<(EventId, EventId)> {
    let reads = row.iter().filter(|(id, _)| skeleton.event(**id).is_read());
    let pair = |(id, read): (&EventId, &EventId)| Some((*read, *row.get(&skeleton.event(*id).partner?)?));
    let mut pairs: Vec<(EventId, EventId)> = reads.filter_map(pair).collect();
    pairs.sort_unstable();
    pairs
}

/// The parts of each access of its own kind, where memory is cut.
fn parts(skeleton: &Skeleton, row: &FxHashMap<EventId, EventId>) -> Vec<(EventId, EventId)> {
    let of_access = |id: &EventId| skeleton.event(*id).group.map(|group| (group, skeleton.event(*id).is_read()));
    let mut groups: BTreeMap<(u32, bool), Vec<EventId>> = BTreeMap::new();
    for (id, row) in row {
        if let Some(access) = of_access(id) {
            groups.entry(access).or_default().push(*row);
        }
    }
    let others = |rows: &Vec<EventId>| rows.iter().flat_map(|a| rows.iter().map(move |b| (*a, *b))).collect::<Vec<_>>();
    let mut parts: Vec<_> = groups.values().flat_map(others).filter(|(a, b)| a != b).collect();
    parts.sort_unstable();
    parts
}

/// The dependencies of the text.
fn dependencies(
    ground: &mut Ground<bool>,
    (skeleton, model): (&Skeleton, &Model),
    (choices, values): (&Choices, &[u64]),
    row: &FxHashMap<EventId, EventId>,
) {
    let of_reads = || choices.all.iter().enumerate().filter_map(|(at, choice)| Some((at, choice.read?, choice.input)));
    let places: FxHashMap<InputId, usize> = of_reads().map(|(at, _, input)| (input, at)).collect();
    let reads: Vec<(usize, EventId)> = of_reads().filter_map(|(at, id, _)| Some((at, *row.get(&id)?))).collect();
    let happens = reads.iter().fold(0, |all: Reads, (at, _)| all | 1 << at);
    let needs = Needs::of(skeleton, model.choices(), &Known { values, places: &places, happens, idle: &choices.idle });
    for kind in Dependency::ALL {
        let mut found = Vec::new();
        for (id, to) in row {
            let needed = needed(&needs, skeleton.event(*id), kind);
            let thread = ground.rows[to.index()].thread;
            let of_thread = |read: &EventId| ground.rows[read.index()].thread == thread && read < to;
            found.extend(
                reads
                    .iter()
                    .filter(|(at, read)| needed >> at & 1 == 1 && of_thread(read))
                    .map(|(_, read)| (*read, *to)),
            );
        }
        found.sort_unstable();
        ground.give(kind.name(), found);
    }
}

/// The reads on which an event depends in this way.
fn needed(needs: &Needs<'_>, event: &Event, kind: Dependency) -> Reads {
    let address = event.target.as_ref().map(|target| target.address);
    match (kind, &event.action) {
        (Dependency::Address, Action::Read { .. } | Action::Write { .. }) => {
            address.map_or(0, |address| needs.value(address))
        }
        (Dependency::Data, Action::Write { value }) => needs.value(*value),
        (Dependency::Control, Action::Write { value }) => {
            let chosen = [Some(*value), address].into_iter().flatten().fold(0, |all, term| all | needs.choice(term));
            needs.guard(event.guard) | chosen
        }
        (Dependency::Control, _) => needs.guard(event.guard),
        (Dependency::Address | Dependency::Data, _) => 0,
    }
}
