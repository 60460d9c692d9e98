//! The ways that a thread may go.
//!
//! In: the threads of a test. Out: for each every sequence of events that it has when its reads return any value that their
//! location may hold, with the dependencies of the text and the final registers. It must not know models.
//!
//! What a location may hold is found in rounds, from the initial values on: what threads write when they read such values.
//! More values than can really be there do no harm, since each read needs a write of its value. Where no value hangs on itself,
//! each one comes by a chain of different writes, so that after as many rounds as there are writes nothing new is real. Under a
//! model where values may hang on themselves the rounds go on until nothing new comes; if that does not happen soon (two
//! increments are enough), what there was after as many rounds as there are writes must do.
//!
//! A value may be picked by reads that it was not computed from ([`Step::Hold`]). For models that is what control is: a write comes behind
//! what has picked it, its address, or what was branched on, and behind a picked address whatever is written later.
//!
//! A value out of thin air ([`thin_air`]) comes about in no such way: it is there since it was read. It is looked for by putting some
//! numbers into memory beforehand that may be such values: those that the test names, and one that it does not.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Undecided;
use super::layout::{Cell, Layout};
use crate::litmus::{Binary, Link, Register, Step, Test, Thread, Value};

/// Positions of a thread's events; tests are short.
pub type Positions = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Read,
    Write,
    Fence,
}

/// An event of a way.
#[derive(Clone, Debug)]
pub struct Event {
    pub kind: Kind,
    /// Of an access.
    pub cell: Option<Cell>,
    /// The first event of the access that it is a part of, by its position.
    pub access: usize,
    pub value: i64,
    pub tags: Vec<&'static str>,
    /// The reads it depends on, and conditional stores whose success it uses.
    pub address: Positions,
    pub data: Positions,
    /// Those too by which it is picked: of a write that orders as a branch before it does, and of a read neither orders anything.
    pub control: Positions,
    /// Of a write: the read with which it is a read-modify-write.
    pub partner: Option<usize>,
}

/// A way of a thread.
#[derive(Clone, Debug)]
pub struct Trace {
    pub events: Vec<Event>,
    pub registers: Vec<i64>,
}

/// The ways of all threads.
pub struct Ways {
    pub threads: Vec<Vec<Trace>>,
    /// Some way was not followed to its end.
    pub is_cut: bool,
}

/// A way has at most so many steps, a thread so many ways, and memory is settled after so many rounds.
const MAX_STEPS: usize = 400;
const MAX_EVENTS: usize = 60;
const MAX_TRACES: usize = 20_000;
const MAX_ROUNDS: usize = 12;

/// Finds the ways of all threads.
pub fn of(test: &Test, layout: &Layout, has_origins: bool) -> Result<Ways, Undecided> {
    from(test, layout, (has_origins, &BTreeSet::new()))
}

/// The ways of all threads where values may come out of thin air, if then something is written that otherwise is not.
pub fn thin_air(test: &Test, layout: &Layout, ways: &Ways) -> Option<Ways> {
    let mut numbers = test.condition.formula.numbers();
    let steps = test.threads.iter().flat_map(|thread| &thread.steps);
    steps.flat_map(Step::values).for_each(|value| value.constants(&mut numbers));
    let is_address = |number: &i64| test.place_at(*number).is_some();
    numbers.retain(|number| !is_address(number));
    numbers.insert(numbers.last().map_or(1, |last| last.wrapping_add(1)));
    let further = from(test, layout, (false, &numbers)).ok()?;
    let written = written(ways);
    (!self::written(&further).is_subset(&written)).then_some(further)
}

/// What is written, and where.
fn written(ways: &Ways) -> BTreeSet<(usize, i64)> {
    let events = ways.threads.iter().flatten().flat_map(|trace| &trace.events);
    let writes = events.filter(|event| event.kind == Kind::Write);
    writes.filter_map(|event| Some((event.cell?.0, event.value))).collect()
}

/// The ways of all threads where memory may hold these numbers from the start on.
fn from(test: &Test, layout: &Layout, (has_origins, numbers): (bool, &BTreeSet<i64>)) -> Result<Ways, Undecided> {
    let initial = layout.initial(test).into_iter();
    let mut memory: Vec<BTreeSet<i64>> =
        initial.map(|value| [value].into_iter().chain(numbers.iter().copied()).collect()).collect();
    let mut enough = None;
    for round in 0..MAX_ROUNDS {
        let ways = match all(test, (&memory, layout)) {
            Ok(ways) => ways,
            Err(why) => return enough.ok_or(why),
        };
        let writes = |trace: &Trace| trace.events.iter().filter(|event| event.kind == Kind::Write).count();
        let longest: usize = ways.threads.iter().map(|traces| traces.iter().map(writes).max().unwrap_or(0)).sum();
        let is_enough = !ways.is_cut && round >= longest;
        if is_enough && has_origins {
            return Ok(ways);
        }
        let before: usize = memory.iter().map(BTreeSet::len).sum();
        for event in ways.threads.iter().flatten().flat_map(|trace| &trace.events) {
            if let (Kind::Write, Some(cell)) = (event.kind, event.cell) {
                memory[cell.0].insert(event.value);
            }
        }
        if memory.iter().map(BTreeSet::len).sum::<usize>() == before {
            return Ok(ways);
        }
        if is_enough && enough.is_none() {
            enough = Some(ways);
        }
    }
    enough.ok_or(Undecided::Values)
}

/// The ways of all threads when memory may hold this.
fn all(test: &Test, memory: Memory<'_>) -> Result<Ways, Undecided> {
    let mut ways = Ways { threads: Vec::new(), is_cut: false };
    for thread in &test.threads {
        let traces = run(thread, memory, &mut ways.is_cut)?;
        ways.threads.push(traces);
    }
    Ok(ways)
}

/// What a value hangs on.
#[derive(Clone, Copy, Debug, Default)]
struct Depends {
    /// What it was computed from.
    on: Positions,
    /// What it was picked by and not computed from.
    picked: Positions,
}

impl Depends {
    fn on(on: Positions) -> Depends {
        Depends { on, picked: 0 }
    }

    fn and(self, other: Depends) -> Depends {
        Depends { on: self.on | other.on, picked: self.picked | other.picked }
    }

    /// Of what this picks.
    fn picking(self, picked: Depends) -> Depends {
        Depends { on: picked.on, picked: self.on | self.picked | picked.picked }
    }
}

/// What the last write of the thread to a cell was picked by.
#[derive(Clone, Copy, Debug, Default)]
struct Picks {
    write: Positions,
    /// The same of what was found by the read with which it is a read-modify-write.
    read: Positions,
}

#[derive(Clone, Default)]
struct Walk {
    at: usize,
    steps: usize,
    /// Value and the events it depends on.
    registers: Vec<(i64, Depends)>,
    events: Vec<Event>,
    control: Positions,
    /// The picks of the thread's own writes where they have some.
    picks: Vec<(Cell, Picks)>,
    /// Those of what the last load found.
    found: Picks,
    /// What writes from here on do not come before ([`Step::Hold`]).
    held: Positions,
    /// What it was where something was opened that is not closed.
    outside: Vec<Positions>,
    /// The events of the last exclusive load that no conditional store has taken.
    exclusive: Option<Range<usize>>,
}

impl Walk {
    fn value(&self, value: &Value) -> (i64, Depends) {
        match value {
            Value::Constant(number) => (*number, Depends::default()),
            Value::Register(register) => self.registers[register.0],
            Value::Chosen(choice) => {
                let (by, picks) = self.value(&choice.by);
                let (value, depends) = self.value(if by == 0 { &choice.second } else { &choice.first });
                (value, picks.picking(depends))
            }
            Value::Binary(operator, a, b) => {
                let ((a, x), (b, y)) = (self.value(a), self.value(b));
                let result = match operator {
                    Binary::Add => a.wrapping_add(b),
                    Binary::Subtract => a.wrapping_sub(b),
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    Binary::Xor => a ^ b,
                    Binary::Equal => i64::from(a == b),
                    Binary::Differs => i64::from(a != b),
                    Binary::Less => i64::from(a < b),
                    Binary::Below => i64::from(a.cast_unsigned() < b.cast_unsigned()),
                    Binary::Multiply => a.wrapping_mul(b),
                    Binary::ShiftLeft => a << (b & 63),
                    Binary::ShiftRight => (a.cast_unsigned() >> (b & 63)).cast_signed(),
                    Binary::SignExtend => a << (64 - b) >> (64 - b),
                    Binary::Second => b,
                };
                (result, x.and(y))
            }
        }
    }

    /// The cells of an access, and what its address depends on.
    fn cells(&self, address: &Value, bytes: Option<u8>, layout: &Layout) -> Result<(Vec<Cell>, Depends), Undecided> {
        let (address, depends) = self.value(address);
        Ok((layout.access(address, bytes)?, depends))
    }

    /// The walk behind a load that has found these pieces.
    fn after_load(
        mut self,
        (to, link): (Option<Register>, Link),
        cells: &[Cell],
        read: &Event,
        (pieces, layout): (&[i64], &Layout),
    ) -> Walk {
        let first = self.events.len();
        self.access(cells, pieces, read, None);
        let events = first..self.events.len();
        self.found = self.picks_of(cells);
        let on = events.clone().fold(0, |bits, at| bits | 1 << at);
        self.assign(to, layout.join(pieces), Depends { on, picked: self.found.write });
        if link == Link::Exclusive {
            self.exclusive = Some(events);
        }
        self
    }

    /// The cells of an exclusive load's events.
    fn cells_of(&self, events: &Range<usize>) -> Vec<Cell> {
        self.events[events.clone()].iter().filter_map(|event| event.cell).collect()
    }

    /// Adds the events of an access; those of a write may be the partners of reads.
    fn access(&mut self, cells: &[Cell], pieces: &[i64], event: &Event, partners: Option<usize>) {
        let access = self.events.len();
        for (part, (cell, value)) in cells.iter().zip(pieces).enumerate() {
            let partner = partners.map(|first| first + part);
            self.events.push(Event { cell: Some(*cell), value: *value, access, partner, ..event.clone() });
        }
    }

    /// A write of pieces of a value, with what that value and the address of the cells hang on.
    fn write(&mut self, cells: &[Cell], pieces: &[i64], event: Event, hangs: Hangs) {
        let Hangs { address, data, partners } = hangs;
        let picked = address.picked | data.picked;
        let control = event.control | picked | self.held;
        let event = Event { address: address.on, data: data.on, control, ..event };
        self.access(cells, pieces, &event, partners);
        // A read-modify-write found what was the last write of the thread there until now.
        let read = if partners.is_some() { self.picks_of(cells).write } else { 0 };
        self.picks.retain(|(cell, _)| !cells.contains(cell));
        if picked | read != 0 {
            self.picks.extend(cells.iter().map(|cell| (*cell, Picks { write: picked, read })));
        }
        self.control |= address.picked;
    }

    /// The walk on which a conditional store succeeds, if it is the partner of the last exclusive load, which is none from here on.
    fn succeeding(
        &mut self,
        (cells, pieces): (&[Cell], &[i64]),
        event: Event,
        hangs: Hangs,
        (success, carries): (Option<Register>, bool),
    ) -> Option<Walk> {
        let partners = self.exclusive.take().filter(|reads| self.cells_of(reads) == cells)?;
        let mut next = self.clone();
        next.write(cells, pieces, event, Hangs { partners: Some(partners.start), ..hangs });
        let depends = if carries { 1 << (next.events.len() - 1) } else { 0 };
        next.assign(success, 0, Depends::on(depends));
        Some(next)
    }

    /// The picks of the thread's last writes to some cells.
    fn picks_of(&self, cells: &[Cell]) -> Picks {
        let there = self.picks.iter().filter(|(cell, _)| cells.contains(cell)).map(|(_, picks)| picks);
        there.fold(Picks::default(), |all, picks| Picks { write: all.write | picks.write, read: all.read | picks.read })
    }

    fn assign(&mut self, to: Option<Register>, value: i64, depends: Depends) {
        if let Some(to) = to {
            self.registers[to.0] = (value, depends);
        }
    }
}

/// What a write hangs on, and the first event of its partners.
struct Hangs {
    address: Depends,
    data: Depends,
    partners: Option<usize>,
}

/// What each cell may hold, and where it is.
type Memory<'m> = (&'m [BTreeSet<i64>], &'m Layout);

fn run(thread: &Thread, memory: Memory<'_>, is_cut: &mut bool) -> Result<Vec<Trace>, Undecided> {
    let mut registers = vec![(0, Depends::default()); thread.registers.len()];
    for (register, value) in &thread.initial {
        registers[register.0].0 = *value;
    }
    let start = Walk { registers, ..Walk::default() };
    let (mut open, mut done) = (vec![start], Vec::new());
    while let Some(mut walk) = open.pop() {
        let Some(step) = thread.steps.get(walk.at) else {
            done.push(Trace {
                events: walk.events,
                registers: walk.registers.iter().map(|(value, _)| *value).collect(),
            });
            if done.len() > MAX_TRACES {
                return Err(Undecided::Size);
            }
            continue;
        };
        walk.at += 1;
        walk.steps += 1;
        if walk.steps > MAX_STEPS || walk.events.len() > MAX_EVENTS || open.len() > MAX_TRACES {
            *is_cut = true;
            continue;
        }
        take(step, walk, memory, &mut open)?;
    }
    Ok(done)
}

/// Does a step; what comes of it is added to `open`.
fn take(step: &Step, mut walk: Walk, (memory, layout): Memory<'_>, open: &mut Vec<Walk>) -> Result<(), Undecided> {
    let control = walk.control;
    let position = walk.events.len();
    let event = |kind, tags: &[&'static str]| Event {
        kind,
        cell: None,
        access: position,
        value: 0,
        tags: tags.to_vec(),
        address: 0,
        data: 0,
        control,
        partner: None,
    };
    match step {
        Step::Assign { to, value } => {
            let (value, depends) = walk.value(value);
            walk.assign(Some(*to), value, depends);
        }
        Step::Fence { tags, address } => {
            let cell = match address {
                Some(address) => walk.cells(address, None, layout)?.0.first().copied(),
                None => None,
            };
            walk.events.push(Event { cell, ..event(Kind::Fence, tags) });
        }
        Step::Open => walk.outside.push(control),
        Step::Close => walk.control = walk.outside.pop().unwrap_or(control),
        Step::Require { value } => {
            if walk.value(value).0 == 0 {
                return Ok(());
            }
        }
        Step::Either { target } => open.push(Walk { at: *target, ..walk.clone() }),
        Step::Check { condition, target } => {
            if walk.value(condition).0 != 0 {
                walk.at = *target;
            }
        }
        Step::Branch { condition, target } => {
            let (value, depends) = walk.value(condition);
            walk.control |= depends.on | depends.picked;
            if value != 0 {
                walk.at = *target;
            }
        }
        Step::Hold => walk.held |= walk.found.write | walk.found.read,
        Step::Load { bytes, to, address, tags, link } => {
            let (cells, address) = walk.cells(address, *bytes, layout)?;
            let control = control | address.picked | walk.picks_of(&cells).write;
            let mut read = Event { address: address.on, control, ..event(Kind::Read, tags) };
            walk.control |= address.picked;
            if *link == Link::Update {
                read.tags.push("RMW");
            }
            for pieces in combinations(&cells, memory)? {
                open.push(walk.clone().after_load((*to, *link), &cells, &read, (&pieces, layout)));
            }
            return Ok(());
        }
        Step::Store { bytes, address, value, tags, link } => {
            let (cells, address) = walk.cells(address, *bytes, layout)?;
            let (value, data) = walk.value(value);
            let mut write = event(Kind::Write, tags);
            let mut partners = None;
            if *link == Link::Update {
                write.tags.push("RMW");
                partners = Some(position - cells.len());
            }
            let pieces = layout.split(value, cells.len(), *bytes);
            walk.write(&cells, &pieces, write, Hangs { address, data, partners });
        }
        Step::StoreConditional { bytes, success, address, value, tags, carries } => {
            let (cells, address) = walk.cells(address, *bytes, layout)?;
            let (value, data) = walk.value(value);
            let event = event(Kind::Write, tags);
            let pieces = layout.split(value, cells.len(), *bytes);
            let hangs = Hangs { address, data, partners: None };
            open.extend(walk.succeeding((&cells, &pieces), event, hangs, (*success, *carries)));
            walk.assign(*success, 1, Depends::default());
        }
    }
    open.push(walk);
    Ok(())
}

/// What some cells may hold together, as far as each of them tells.
fn combinations(cells: &[Cell], memory: &[BTreeSet<i64>]) -> Result<Vec<Vec<i64>>, Undecided> {
    let mut all = vec![Vec::new()];
    for cell in cells {
        let with = |pieces: &Vec<i64>| {
            let pieces = pieces.clone();
            memory[cell.0].iter().map(move |value| [pieces.as_slice(), &[*value]].concat())
        };
        all = all.iter().flat_map(with).collect();
        if all.len() > MAX_TRACES {
            return Err(Undecided::Size);
        }
    }
    Ok(all)
}
