//! Pieces of addresses: bytes of memory of which each was a part of an address that was written there, or copied from such a
//! byte. Both engines ask here.
//!
//! In: what is written, copied and read. Out: whether a read takes bits of an address that hang on where the objects lie. What is
//! known of an address stands in [`super::addresses`].
//!
//! A read that meets such a byte is noted like other computations with the bits of an address: it is made with the addresses
//! chosen here. A read of an address as a whole is none: of eight bytes where one was written, or copied to as a whole, and to
//! no part of which anything else was ever written, be it a number or another address. Where something was, as to a member of a
//! union, it is one as long as nobody who knows what is there says otherwise; what is noted makes "safe" unknown, and nothing else.
//!
//! What is kept here is of all that was ever done, in whatever order. Who knows what private memory holds at one time, says
//! otherwise by what its bytes are: each knows of which address it is which byte ([`Part`]), also where it was copied to. That a
//! number is an address here tells nothing: the halves of two addresses may be a third one by where the objects lie here.

mod written;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use self::written::Written;
pub use self::written::{Numbers, When};
use crate::exec::addresses;
use crate::exec::object::ObjectId;
use crate::exec::objects::Objects;
use crate::ir::{Operand, Program, Width};

/// The bytes of memory that hold bits of an address that nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pieces {
    /// By eight bytes, which of them.
    #[serde(with = "crate::exec::pairs")]
    words: FxHashMap<u64, u8>,
    /// Those of them to which something else has been written as well.
    #[serde(with = "crate::exec::pairs")]
    mixed: FxHashMap<u64, u8>,
    /// Those of them that were copied there without the address that they are of, or of which a part of that was overwritten.
    #[serde(with = "crate::exec::pairs")]
    loose: FxHashMap<u64, u8>,
    /// Where an address begins, as a whole.
    #[serde(with = "crate::exec::pairs")]
    starts: FxHashMap<u64, u8>,
    /// The objects whose initialisers are among them.
    initialised: FxHashSet<ObjectId>,
    /// No initialiser of the program has an address.
    is_plain: bool,
    /// What was told of reads, the least of each place.
    #[serde(with = "crate::exec::pairs")]
    told: FxHashMap<(u64, Width), Read>,
    /// What was read and taken for no part of an address, by its value.
    #[serde(with = "crate::exec::pairs")]
    judged: FxHashMap<(u64, Width), BTreeSet<u64>>,
    /// What was answered since the last [`Pieces::join`] to who asked by what values a read takes a part of an address.
    #[serde(skip)]
    answered: FxHashMap<(u64, Width), Option<When>>,
    written: Written,
}

impl Pieces {
    pub fn of(program: &Program) -> Pieces {
        let holds = program.globals.iter().any(|global| global.init.iter().any(|init| is_address(&init.value)));
        Pieces { is_plain: !holds, ..Pieces::default() }
    }

    /// Whether no initialiser has an address.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// A number is written.
    pub fn write(&mut self, objects: &Objects, (at, width): (u64, Width), number: u64) {
        let known =
            Some(number).filter(|_| width == Width::POINTER).and_then(|number| addresses::known_bits(objects, number));
        match known {
            Some(known) => self.write_address(objects, at, (known, Some(&BTreeSet::from([number])))),
            None => self.write_other(objects, (at, width.bytes()), &Numbers::one(number)),
        }
    }

    /// Something that is no address is written to so many bytes.
    pub fn write_other(&mut self, objects: &Objects, (at, bytes): (u64, u64), numbers: &Numbers) {
        self.written.number(at, bytes, numbers);
        self.look_at(objects, at);
        if !self.words.is_empty() {
            self.loosen(at, bytes);
            for byte in (at..at.saturating_add(bytes)).filter(|byte| holds(&self.words, *byte)).collect::<Vec<_>>() {
                open(&mut self.mixed, byte);
            }
        }
    }

    /// Of the addresses that begin near these bytes, what lies outside of them is left alone.
    fn loosen(&mut self, at: u64, bytes: u64) {
        let (whole, end) = (Width::POINTER.bytes(), at.saturating_add(bytes));
        let (before, behind) = (at.saturating_sub(whole - 1)..at, end.saturating_sub(whole - 1).max(at)..end);
        let starts = before.chain(behind).filter(|start| holds(&self.starts, *start));
        let outside = starts.flat_map(|start| (start..start + whole).filter(|byte| !(at..end).contains(byte)));
        for byte in outside.filter(|byte| holds(&self.words, *byte)).collect::<Vec<_>>() {
            open(&mut self.loose, byte);
        }
    }

    /// An address of which these bits are known is written; one of these, if they are few.
    pub fn write_address(&mut self, objects: &Objects, at: u64, (known, which): (u64, Option<&BTreeSet<u64>>)) {
        self.written.address(at, which);
        self.look_at(objects, at);
        self.loosen(at, Width::POINTER.bytes());
        open(&mut self.starts, at);
        (0..Width::POINTER.bytes())
            .filter(|byte| 0xff << (8 * byte) & !known != 0)
            .for_each(|byte| open(&mut self.words, at + byte));
    }

    /// A block is filled with something that is no address. What lies outside the object is not written.
    pub fn fill(&mut self, objects: &Objects, (at, size): (u64, u64), byte: Option<u8>) {
        let numbers = byte.map_or(Numbers::Any, Numbers::Filled);
        self.write_other(objects, (at, size.min(objects.room(at))), &numbers);
    }

    /// A block is copied. What lies outside the objects is not: a size that is computed may be any number.
    pub fn copy(&mut self, objects: &Objects, (to, from): (u64, u64), size: u64) {
        let bytes = size.min(objects.room(from)).min(objects.room(to));
        self.written.copy((from, to), bytes);
        self.look_at(objects, from);
        self.look_at(objects, to);
        if self.words.is_empty() || to == from {
            return;
        }
        // All is read before anything is written: the blocks may overlap.
        let whole = Width::POINTER.bytes();
        let starts: Vec<u64> =
            (0..(bytes + 1).saturating_sub(whole)).filter(|offset| holds(&self.starts, from + offset)).collect();
        let found: Vec<(bool, bool, bool)> = (from..from + bytes)
            .map(|byte| (holds(&self.words, byte), holds(&self.mixed, byte), holds(&self.loose, byte)))
            .collect();
        self.loosen(to, bytes);
        let mut within = starts.iter().copied().peekable();
        let mut end = 0;
        for (offset, (is_piece, is_mixed, is_loose)) in (0..).zip(found) {
            while let Some(start) = within.next_if(|start| *start <= offset) {
                end = start + whole;
            }
            let to = to + offset;
            match (is_piece, holds(&self.words, to)) {
                (true, _) => open(&mut self.words, to),
                (false, true) => open(&mut self.mixed, to),
                (false, false) => {}
            }
            if is_mixed {
                open(&mut self.mixed, to);
            }
            if is_loose || is_piece && offset >= end {
                open(&mut self.loose, to);
            }
        }
        starts.into_iter().for_each(|offset| open(&mut self.starts, to + offset));
    }

    /// What some bytes are that are read by themselves, for who does so once, whatever becomes known later; see [`Pieces::learns`].
    pub fn tell(&mut self, objects: &Objects, at: u64, width: Width) -> Read {
        let read = self.read(objects, at, width);
        let told = self.told.entry((at, width)).or_insert(read);
        *told = read.min(*told);
        read
    }

    /// Whether something was told of a read that would be told otherwise by now. Whoever runs the steps of a thread once for all
    /// executions in which it has read the same knows what others wrote meanwhile, and what was copied on of that, only when it
    /// starts again.
    pub fn learns(&mut self, objects: &Objects) -> bool {
        loop {
            let before = self.count();
            for (bytes, numbers) in self.written.all_numbers() {
                self.write_other(objects, bytes, &numbers);
            }
            for (from, to, bytes) in self.written.all_copies() {
                self.copy(objects, (to, from), bytes);
            }
            if self.count() == before {
                break;
            }
        }
        let told = std::mem::take(&mut self.told);
        let judged = std::mem::take(&mut self.judged);
        told.into_iter().any(|((at, width), told)| self.read(objects, at, width) > told)
            || judged.into_iter().any(|((at, width), values)| {
                let when = self.written.when(at, width);
                when.is_none_or(|when| values.iter().any(|value| when.holds(*value)))
            })
    }

    /// Whether what is found in bytes that may be of an address is a part of one, by its value. See [`Pieces::learns`].
    pub fn judge(&mut self, (at, width): (u64, Width), value: u64) -> bool {
        let is_part = self.written.when(at, width).is_none_or(|when| when.holds(value));
        if !is_part {
            self.judged.entry((at, width)).or_default().insert(value);
        }
        is_part
    }

    /// By what values a read of bytes that may be of an address takes a part of one; `None` if any may be.
    pub fn when(&mut self, at: u64, width: Width) -> Option<When> {
        let when = self.written.when(at, width);
        // The first answer is the least.
        self.answered.entry((at, width)).or_insert_with(|| when.clone());
        when
    }

    /// How much is known.
    fn count(&self) -> u32 {
        let all = [&self.words, &self.mixed, &self.loose, &self.starts];
        all.into_iter().flat_map(|words| words.values()).map(|bytes| bytes.count_ones()).sum()
    }

    /// What some bytes are that are read by themselves.
    pub fn read(&mut self, objects: &Objects, at: u64, width: Width) -> Read {
        self.look_at(objects, at);
        if self.words.is_empty() {
            return Read::Nothing;
        }
        let whole = Width::POINTER.bytes();
        let is_start = width == Width::POINTER && holds(&self.starts, at);
        let end = at.saturating_add(whole);
        let others = at.saturating_sub(whole - 1)..end;
        let is_alone = |start: u64| start == at || !holds(&self.starts, start);
        if is_start && (at..end).all(|byte| !holds(&self.loose, byte)) && others.into_iter().all(is_alone) {
            return Read::Nothing;
        }
        let held = |byte: u64| match (holds(&self.words, byte), holds(&self.mixed, byte)) {
            (false, _) => Read::Nothing,
            (true, is_mixed) if is_mixed || is_start => Read::Perhaps,
            (true, _) => Read::Piece,
        };
        (at..at.saturating_add(width.bytes())).map(held).max().unwrap_or(Read::Nothing)
    }

    /// Whether any of some bytes may be of an address.
    pub fn has(&mut self, objects: &Objects, at: u64, width: Width) -> bool {
        self.look_at(objects, at);
        (at..at.saturating_add(width.bytes())).any(|byte| holds(&self.words, byte))
    }

    /// Adds what is known otherwise; says whether somebody would be answered otherwise now. Of numbers that nobody asked for there may
    /// always be more, as of a counter whose values grow with each look at the program.
    pub fn join(&mut self, other: &Pieces) -> bool {
        let mut grown = false;
        let pairs = [
            (&mut self.words, &other.words),
            (&mut self.mixed, &other.mixed),
            (&mut self.loose, &other.loose),
            (&mut self.starts, &other.starts),
        ];
        for (mine, theirs) in pairs {
            for (word, bytes) in theirs {
                let mine = mine.entry(*word).or_default();
                grown |= *bytes & !*mine != 0;
                *mine |= bytes;
            }
        }
        self.initialised.extend(&other.initialised);
        self.written.join(&other.written);
        grown |= other.answered.iter().any(|((at, width), when)| self.written.when(*at, *width) != *when);
        self.answered.clear();
        for (place, judged) in &other.judged {
            self.judged.entry(*place).or_default().extend(judged);
        }
        for (place, read) in &other.told {
            let told = self.told.entry(*place).or_insert(*read);
            *told = (*read).min(*told);
        }
        grown
    }

    /// Takes in what the initialiser of the object at an address gives it.
    fn look_at(&mut self, objects: &Objects, at: u64) {
        if self.is_plain {
            return;
        }
        if let Some(id) = objects.at(at)
            && self.initialised.insert(id)
        {
            let object = objects.get(id);
            for init in object.init.iter().filter(|init| is_address(&init.value)) {
                let at = object.base + init.offset;
                open(&mut self.starts, at);
                self.written.address(at, None);
                (at..at + init.width.bytes()).for_each(|byte| open(&mut self.words, byte));
            }
        }
    }
}

/// Where the addresses begin that an initialiser gives and to which some of these bytes belong.
pub fn initialisers(objects: &Objects, at: u64, bytes: u64) -> Vec<u64> {
    let Some(object) = objects.at(at).map(|id| objects.get(id)) else { return Vec::new() };
    let starts = object.init.iter().filter(|init| is_address(&init.value)).map(|init| object.base + init.offset);
    let whole = Width::POINTER.bytes();
    starts.filter(|start| *start < at.saturating_add(bytes) && at < start.saturating_add(whole)).collect()
}

/// What is read where bytes are read by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Read {
    Nothing,
    /// Bytes of an address, unless something else was written there last.
    Perhaps,
    /// Bytes of an address.
    Piece,
}

/// What a byte is a part of, or several that are read or written together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part<A> {
    /// Of no address.
    #[default]
    Nothing,
    /// Of this address, from this byte of it on.
    Of(A, u8),
    /// Of an address that is not known, or of several: those of the bytes that have a bit here.
    Mixed(u8),
}

impl<A: Copy + PartialEq> Part<A> {
    /// All bytes, of whatever addresses.
    pub const ANY: Part<A> = Part::Mixed(u8::MAX);

    /// Which of the bytes are of an address. There may be bits for more bytes than there are.
    fn bytes(self) -> u8 {
        match self {
            Part::Nothing => 0,
            Part::Of(..) => u8::MAX,
            Part::Mixed(bytes) => bytes,
        }
    }

    fn mixed(bytes: u8) -> Part<A> {
        if bytes == 0 { Part::Nothing } else { Part::Mixed(bytes) }
    }

    /// What comes so many bytes later.
    pub fn later(self, bytes: u64) -> Part<A> {
        match self {
            Part::Nothing => Part::Nothing,
            Part::Of(address, first) => Part::Of(address, first + bytes as u8),
            Part::Mixed(all) => Part::mixed(all.checked_shr(bytes as u32).unwrap_or(0)),
        }
    }

    /// What the first so many bytes are.
    pub fn first(self, bytes: u64) -> Part<A> {
        match self {
            Part::Mixed(all) if bytes < 8 => Part::mixed(all & ((1 << bytes) - 1)),
            other => other,
        }
    }

    /// With what follows so many bytes later.
    pub fn followed(self, bytes: u64, next: Part<A>) -> Part<A> {
        match (self, next) {
            _ if bytes == 0 => next,
            (Part::Nothing | Part::Of(..), _) if self.later(bytes) == next => self,
            _ => self.beside(bytes, next),
        }
    }

    /// The same, where they are not one address.
    pub fn beside(self, bytes: u64, next: Part<A>) -> Part<A> {
        let here = Part::<A>::Mixed(self.bytes()).first(bytes).bytes();
        Part::mixed(here | next.bytes().checked_shl(bytes as u32).unwrap_or(0))
    }

    /// This one or the other.
    pub fn or(self, other: Part<A>) -> Part<A> {
        if self == other { self } else { Part::mixed(self.bytes() | other.bytes()) }
    }

    /// Whether so many bytes are more or less than one address.
    pub fn is_piece(self, width: Width) -> bool {
        match self.first(width.bytes()) {
            Part::Nothing => false,
            Part::Of(_, first) => first != 0 || width != Width::POINTER,
            Part::Mixed(_) => true,
        }
    }
}

fn open(words: &mut FxHashMap<u64, u8>, byte: u64) {
    *words.entry(byte / 8).or_default() |= 1 << (byte % 8);
}

fn holds(words: &FxHashMap<u64, u8>, byte: u64) -> bool {
    words.get(&(byte / 8)).is_some_and(|bytes| bytes >> (byte % 8) & 1 == 1)
}

fn is_address(value: &Operand) -> bool {
    matches!(value, Operand::Global { .. } | Operand::Function(_))
}
