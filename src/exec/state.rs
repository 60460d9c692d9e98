//! The state of one thread on its way through the code, merged where paths join.
//!
//! In: registers and private memory as terms. Out: the merged state at a join. It must not know where the terms
//! come from.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use crate::exec::addresses;
use crate::exec::object::ObjectId;
use crate::exec::pieces::Part;
use crate::exec::terms::{TermId, Terms};
use crate::exec::values::Values;
use crate::ids::{EventId, RegId};
use crate::ir::{Order, Width};

/// Something that other threads can notice, for telling a loop that only waits from one that works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// When it happens.
    pub guard: TermId,
    pub change: Change,
}

/// What an effect does to one place of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Not that alone, or nothing that could be told.
    Other,
    /// The write of a read-modify-write.
    Update(Replaced),
    /// A store, one event.
    Store { value: TermId, write: EventId, order: Order },
}

impl Effect {
    /// Something that is not taken back.
    pub fn lasting(guard: TermId) -> Effect {
        Effect { guard, change: Change::Other }
    }
}

/// What a read-modify-write found and what it left there. Equal values change nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    pub old: TermId,
    pub new: TermId,
    /// How strongly the source orders it.
    pub order: Order,
    /// The write, if it is one event.
    pub write: Option<EventId>,
}

/// A running atomic section, and how many are open in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    pub number: u32,
    pub depth: u32,
}

/// The contents of the memory that one thread knows by itself: cells by address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    cells: BTreeMap<u64, TermId>,
    /// Bytes that are a part of an address that does not stand there as a whole ([`crate::exec::pieces`]).
    pieces: BTreeMap<u64, Mark>,
}

/// What bytes are a part of. Otherwise they are of no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub when: TermId,
    /// Of which address, then.
    pub of: Part<TermId>,
}

impl Mark {
    pub const NONE: Mark = Mark { when: TermId::FALSE, of: Part::Nothing };

    /// Of no address that is known.
    pub fn mixed(when: TermId) -> Mark {
        Mark { when, of: Part::ANY }.known()
    }

    /// The same, as one that says nothing if it does.
    fn known(self) -> Mark {
        if self.when == TermId::FALSE || self.of == Part::Nothing { Mark::NONE } else { self }
    }

    /// Where something else holds, too.
    pub fn only(self, when: TermId, terms: &mut Terms) -> Mark {
        Mark { when: terms.and(self.when, when), ..self }.known()
    }

    /// This one or the other, with when it is either.
    pub fn or(self, other: Mark, when: TermId) -> Mark {
        let of = match (self.when, other.when) {
            (TermId::FALSE, _) => other.of,
            (_, TermId::FALSE) => self.of,
            _ => self.of.or(other.of),
        };
        Mark { when, of }.known()
    }

    /// What comes so many bytes later.
    fn later(self, bytes: u64) -> Mark {
        Mark { of: self.of.later(bytes), ..self }.known()
    }

    /// With what follows so many bytes later.
    fn followed(self, bytes: u64, next: Mark, terms: &mut Terms) -> Mark {
        match bytes == 0 || self.when == next.when {
            true => Mark { when: next.when, of: self.of.followed(bytes, next.of) },
            false => Mark { when: terms.or(self.when, next.when), of: self.of.beside(bytes, next.of) },
        }
    }
}

impl Memory {
    pub fn iter(&self) -> impl Iterator<Item = (u64, TermId)> + '_ {
        self.cells.iter().map(|(a, t)| (*a, *t))
    }

    /// The value of exactly this cell, if it was written as such.
    pub fn exact(&self, address: u64, width: Width, terms: &Terms) -> Option<TermId> {
        self.cells.get(&address).copied().filter(|t| terms.width(*t) == width)
    }

    /// The values of the cells that overlap these bytes.
    pub fn near<'m>(&'m self, address: u64, bytes: u64, terms: &'m Terms) -> impl Iterator<Item = TermId> + 'm {
        self.overlaps(address, bytes, terms).into_iter().map(|cell| self.cells[&cell])
    }

    /// Whether any cell overlaps these bytes.
    fn overlaps(&self, address: u64, bytes: u64, terms: &Terms) -> Vec<u64> {
        self.cells
            .range(address.saturating_sub(7)..address + bytes)
            .filter(|(a, t)| **a + terms.width(**t).bytes() > address)
            .map(|(a, _)| *a)
            .collect()
    }

    /// Writes a value; cells it overlaps in part are split into bytes first.
    pub fn write(&mut self, address: u64, value: TermId, terms: &mut Terms) {
        let width = terms.width(value);
        if self.exact(address, width, terms).is_none() {
            for other in self.overlaps(address, width.bytes(), terms) {
                self.split(other, terms);
            }
            for byte in address..address + width.bytes() {
                self.cells.remove(&byte);
            }
        }
        self.cells.insert(address, value);
        self.mark(address, width.bytes(), Mark::NONE);
    }

    /// Says what bytes are a part of that does not stand there as a whole.
    pub fn mark(&mut self, address: u64, bytes: u64, mark: Mark) {
        match mark {
            Mark::NONE if self.pieces.is_empty() => {}
            Mark::NONE => self.pieces.retain(|byte, _| !(address..address + bytes).contains(byte)),
            mark => {
                for byte in 0..bytes {
                    match mark.later(byte) {
                        Mark { when, of } if of.first(1) != Part::Nothing => {
                            self.pieces.insert(address + byte, Mark { when, of: of.first(1) });
                        }
                        _ => drop(self.pieces.remove(&(address + byte))),
                    }
                }
            }
        }
    }

    /// What some bytes are a part of, if that is less or more than one address. `initial` says so of a byte that was never written.
    pub fn part(&self, address: u64, width: Width, terms: &mut Terms, initial: Mark) -> Mark {
        if width == Width::POINTER && self.exact(address, width, terms).is_some() {
            let marks = self.pieces.range(address..address + width.bytes());
            return Mark::mixed(marks.fold(TermId::FALSE, |all, (_, mark)| terms.or(all, mark.when)));
        }
        let mut all = Mark::NONE;
        for byte in 0..width.bytes() {
            let next = self.part_of_byte(address + byte, terms).unwrap_or(initial);
            all = all.followed(byte, next, terms);
        }
        if all.of.is_piece(width) { all } else { Mark::NONE }
    }

    /// What a byte is a part of, whether that stands there as a whole or not; nothing if it was never written.
    fn part_of_byte(&self, byte: u64, terms: &Terms) -> Option<Mark> {
        let cell = *self.overlaps(byte, 1, terms).first()?;
        let term = self.cells[&cell];
        Some(match (self.pieces.get(&byte), may_be_address(terms, term)) {
            // Here and there an address as a whole.
            (Some(_), true) => Mark::mixed(TermId::TRUE),
            (Some(mark), false) => *mark,
            (None, true) => Mark { when: TermId::TRUE, of: Part::Of(term, (byte - cell) as u8) },
            (None, false) => Mark::NONE,
        })
    }

    /// Whether these bytes are in cells other than one that they are the whole of.
    fn is_cut_otherwise(&self, address: u64, width: Width, terms: &Terms) -> bool {
        self.exact(address, width, terms).is_none() && !self.overlaps(address, width.bytes(), terms).is_empty()
    }

    /// Replaces a cell by its bytes.
    fn split(&mut self, address: u64, terms: &mut Terms) {
        let bytes = terms.width(self.cells[&address]).bytes();
        for byte in address..address + bytes {
            if let Some(mark) = self.part_of_byte(byte, terms).filter(|mark| *mark != Mark::NONE) {
                self.mark(byte, 1, mark);
            }
        }
        let term = self.cells.remove(&address).expect("the cell to split exists; please report this");
        for byte in 0..bytes {
            let part = terms.slice(term, byte * 8, Width::BYTE);
            self.cells.insert(address + byte, part);
        }
    }

    /// Reads a value of `width`; `initial` gives the bytes that were never written.
    pub fn read(
        &self,
        address: u64,
        width: Width,
        terms: &mut Terms,
        initial: &mut dyn FnMut(&mut Terms, u64, Width) -> TermId,
    ) -> TermId {
        if let Some(term) = self.exact(address, width, terms) {
            return term;
        }
        if self.overlaps(address, width.bytes(), terms).is_empty() {
            return initial(terms, address, width);
        }
        let mut bytes = self.clone();
        for other in bytes.overlaps(address, width.bytes(), terms) {
            bytes.split(other, terms);
        }
        let mut parts = Vec::new();
        for byte in 0..width.bytes() {
            parts.push(match bytes.cells.get(&(address + byte)) {
                Some(term) => *term,
                None => initial(terms, address + byte, Width::BYTE),
            });
        }
        terms.concatenate(&parts, width)
    }
}

/// What a thread has read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing, or memory that no other thread writes to.
    Alone,
    Event(EventId),
    /// One thing or another.
    Unclear,
}

/// The state at one point of a path.
#[derive(Clone, Debug)]
pub struct State {
    /// The path condition.
    pub guard: TermId,
    /// The registers of the running function; `None` before the first assignment.
    pub registers: Vec<Option<TermId>>,
    /// The registers that some path here has not assigned.
    pub undefined: FixedBitSet,
    pub memory: Memory,
    /// No thread has been started yet: this is the first one, and memory is as it knows it.
    pub alone: bool,
    /// Effects since the outermost running loop was entered.
    pub effects: Vec<Effect>,
    /// The running atomic section. Paths on which another one runs, or none, are not merged with this one.
    pub section: Option<Section>,
    /// The heap objects that the thread has freed and not got back, each with when.
    pub freed: BTreeMap<ObjectId, TermId>,
    /// The local objects that the thread has made and not ended, with the depth of the calls that made them, where that
    /// has to be known, each with when.
    pub living: BTreeMap<(usize, ObjectId), TermId>,
    /// The mutexes that the thread holds, of the kinds that tell owners apart, each with when.
    pub held: BTreeMap<u64, TermId>,
    pub seen: Seen,
}

impl State {
    /// Assigns a register.
    pub fn define(&mut self, reg: RegId, value: TermId) {
        self.registers[reg.index()] = Some(value);
        self.undefined.set(reg.index(), false);
    }

    /// Makes a register undefined.
    pub fn undefine(&mut self, reg: RegId) {
        self.registers[reg.index()] = None;
        self.undefined.insert(reg.index());
    }

    /// The state where two paths of one thread join. `live` are the registers that are still read, all of them without
    /// it; one that only one path has assigned holds anything on the other. `initial` gives memory that one of them
    /// never wrote.
    pub fn merge(
        self,
        other: State,
        live: Option<&FixedBitSet>,
        terms: &mut Terms,
        initial: &mut dyn FnMut(&mut Terms, u64, Width) -> TermId,
    ) -> State {
        let (a, b) = (self, other);
        if a.guard == TermId::FALSE {
            return b;
        }
        if b.guard == TermId::FALSE {
            return a;
        }
        assert_eq!(a.section, b.section, "paths of two atomic sections meet; please report this");
        assert_eq!(a.alone, b.alone, "a path meets one that has left the prologue; please report this");
        let guard = terms.or(a.guard, b.guard);
        let (da, db) = (terms.distinction(a.guard, b.guard), terms.distinction(b.guard, a.guard));
        // Either tells the two paths apart; the one with fewer conjuncts makes the smaller choice.
        let short = terms.conjuncts(db).len() < terms.conjuncts(da).len();
        let choose = |terms: &mut Terms, x: TermId, y: TermId| {
            if short { terms.select(db, y, x) } else { terms.select(da, x, y) }
        };
        let registers = a
            .registers
            .iter()
            .zip(&b.registers)
            .enumerate()
            .map(|(register, pair)| {
                if live.is_some_and(|live| !live.contains(register)) {
                    return None;
                }
                let (x, y) = match pair {
                    (Some(x), Some(y)) => (*x, *y),
                    (Some(x), None) => (*x, anything(terms, *x)),
                    (None, Some(y)) => (anything(terms, *y), *y),
                    (None, None) => return None,
                };
                Some(choose(terms, x, y))
            })
            .collect();
        let mut memory = a.memory.clone();
        if a.memory != b.memory {
            let places: Vec<(u64, Width)> =
                a.memory.iter().chain(b.memory.iter()).map(|(address, term)| (address, terms.width(term))).collect();
            let mut fallen: BTreeSet<u64> = a.memory.pieces.keys().chain(b.memory.pieces.keys()).copied().collect();
            for (address, width) in places {
                let (ea, eb) = (a.memory.exact(address, width, terms), b.memory.exact(address, width, terms));
                if ea.is_some() && ea == eb {
                    continue;
                }
                if a.memory.is_cut_otherwise(address, width, terms) || b.memory.is_cut_otherwise(address, width, terms)
                {
                    fallen.extend(address..address + width.bytes());
                }
                let x = a.memory.read(address, width, terms, initial);
                let y = b.memory.read(address, width, terms, initial);
                let value = choose(terms, x, y);
                memory.write(address, value, terms);
            }
            // An address that stands on one path as a whole may have fallen into parts here.
            for byte in fallen {
                let of = |memory: &Memory, terms: &Terms| memory.part_of_byte(byte, terms).unwrap_or(Mark::NONE);
                let cell = memory.overlaps(byte, 1, terms).first().copied();
                match cell.filter(|cell| may_be_address(terms, memory.cells[cell])) {
                    Some(cell) => {
                        let [x, y] = [&a, &b].map(|side| side.memory.part(cell, Width::POINTER, terms, Mark::NONE));
                        let when = choose(terms, x.when, y.when);
                        memory.mark(cell, Width::POINTER.bytes(), Mark::mixed(when));
                    }
                    None => {
                        let (x, y) = (of(&a.memory, terms), of(&b.memory, terms));
                        let when = choose(terms, x.when, y.when);
                        memory.mark(byte, 1, x.or(y, when));
                    }
                }
            }
        }
        let freed = merge_conditions(&a.freed, &b.freed, |x, y| choose(terms, x, y));
        let living = merge_conditions(&a.living, &b.living, |x, y| choose(terms, x, y));
        let held = merge_conditions(&a.held, &b.held, |x, y| choose(terms, x, y));
        let common = a.effects.iter().zip(&b.effects).take_while(|(x, y)| x == y).count();
        let mut effects = a.effects;
        effects.extend_from_slice(&b.effects[common..]);
        let mut undefined = a.undefined;
        undefined.union_with(&b.undefined);
        let (alone, section) = (a.alone, a.section);
        let seen = if a.seen == b.seen { a.seen } else { Seen::Unclear };
        State { guard, registers, undefined, memory, alone, effects, section, freed, living, held, seen }
    }
}

/// Whether a cell may hold an address, by its size alone: there may be more of them.
fn may_be_address(terms: &Terms, cell: TermId) -> bool {
    terms.width(cell) == Width::POINTER && terms.values(cell).high() >= addresses::LOWEST
}

/// What holds when, where two paths join; `choose` is told what holds on either.
fn merge_conditions<K: Copy + Ord>(
    a: &BTreeMap<K, TermId>,
    b: &BTreeMap<K, TermId>,
    mut choose: impl FnMut(TermId, TermId) -> TermId,
) -> BTreeMap<K, TermId> {
    let mut merged = a.clone();
    if a != b {
        let of = |state: &BTreeMap<K, TermId>, key: &K| state.get(key).copied().unwrap_or(TermId::FALSE);
        for key in a.keys().chain(b.keys()) {
            merged.insert(*key, choose(of(a, key), of(b, key)));
        }
    }
    merged
}

/// A free value as wide as this one.
fn anything(terms: &mut Terms, like: TermId) -> TermId {
    let width = terms.width(like);
    terms.input(width, Values::undefined(width)).1
}
