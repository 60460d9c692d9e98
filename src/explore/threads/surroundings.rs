//! What the threads of an exploration need of their surroundings while they run by themselves.
//!
//! In: a program. Out: the objects, what is known of who shares memory and of barriers, which values of choices are told apart,
//! and where a thread has depended on what is not known. It must not know graphs or histories.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::barrier::Barriers;
use super::foresight::Foresight;
use super::group::Apart;
use super::left_out::LeftOut;
use super::locks::Locks;
use super::sharing::Sharing;
use crate::diag::Span;
use crate::exec::interpret::wide::Wide;
use crate::exec::interpret::{Code, World};
use crate::exec::lifetime::Lives;
use crate::exec::object::{Asking, Death, ObjectId, Origin};
use crate::exec::objects::Objects;
use crate::exec::partition::Unseen;
use crate::exec::pieces::Pieces;
use crate::ids::ThreadId;
use crate::ir::{Op, Property, Width};

/// What the machines need of their surroundings.
#[derive(Clone)]
pub struct Surroundings {
    pub objects: Objects,
    pub sharing: Sharing,
    pub foresight: Foresight,
    pub barriers: Barriers,
    /// The program frees something, so that each access to the heap reads whether the object is still there.
    pub(super) frees: bool,
    /// Where a thread has computed something that hangs on where the objects lie.
    pub vague: Option<Option<Span>>,
    /// The bytes that hold pieces of addresses.
    pub pieces: Pieces,
    pub(super) lives: Lives,
    /// Each byte that is copied or set counts, in case another thread does so, too.
    pub tells_races: bool,
    /// What was left out where somebody waits, if races are looked for.
    pub left_out: LeftOut,
    /// Memory that may hold anything is left open at first, however few values it has, in case nothing depends on it.
    pub leaves_open: bool,
    /// Where a thread has depended on bits that were left open.
    pub looked: Option<Option<Span>>,
    /// What the program tells apart of the values that it chooses.
    pub wide: Wide,
    /// Where writes race that somebody waits for, by address.
    pub contested: FxHashSet<u64>,
    /// Where somebody does otherwise for the attempts of others, by address.
    pub noticed: FxHashSet<u64>,
    /// Which threads were found to differ.
    pub apart: Apart,
    /// Which sections of mutexes have something in common.
    pub locks: Locks,
}

impl Surroundings {
    /// Whether something became known for which the exploration has to start again, though nothing was found.
    pub fn learns(&mut self) -> bool {
        self.left_out.learns() || self.pieces.learns(&self.objects)
    }

    /// Expects more of what has become known. Between two attempts.
    pub fn foresee(&mut self) {
        self.foresight.foresee(&mut self.sharing, &self.objects);
    }

    /// Nothing is known of memory yet.
    pub fn new(code: &Code<'_>) -> Surroundings {
        let frees = code.program.functions.iter().flat_map(|f| &f.code).any(|i| matches!(i.op, Op::Free { .. }));
        Surroundings {
            objects: Objects::new(code.program),
            sharing: Sharing::default(),
            foresight: Foresight::default(),
            barriers: Barriers::default(),
            frees,
            pieces: Pieces::of(code.program),
            lives: code.lives,
            tells_races: code.program.checked.counts(Property::DataRace),
            left_out: LeftOut::default(),
            vague: None,
            leaves_open: true,
            looked: None,
            wide: Wide::default(),
            contested: FxHashSet::default(),
            noticed: FxHashSet::default(),
            apart: Apart::default(),
            locks: Locks::default(),
        }
    }

    /// What steers a search of what is known, in words that mean the same wherever the same program is explored. (Who has
    /// touched what is told by what is shared.)
    pub fn described(&self) -> BTreeSet<String> {
        let place = |address: u64| self.objects.identify(address);
        let locations = self.sharing.locations().map(|at| format!("shared {} {:?}", place(at.address), at.width));
        let cuts = self.sharing.cuts().iter().map(|address| format!("cut {}", place(address)));
        let contested = self.contested.iter().map(|address| format!("contested {}", place(*address)));
        let noticed = self.noticed.iter().map(|address| format!("noticed {}", place(*address)));
        let barriers = self.barriers.with_state().map(|address| format!("stateful {}", place(address)));
        let chosen =
            self.sharing.chosen().map(|(address, size, by)| format!("chosen {} {size} {by:?}", place(address)));
        let threads = self.objects.numbers_of_threads().map(|(from, number)| format!("thread {from:?} {number:?}"));
        locations
            .chain(threads)
            .chain(cuts)
            .chain(contested)
            .chain(noticed)
            .chain(barriers)
            .chain(chosen)
            .chain(self.wide.described(&place))
            .chain(self.apart.described())
            .chain(self.left_out.described(place))
            .collect()
    }

    /// Whether freed objects may come back.
    pub fn reuses(&self) -> bool {
        self.frees
    }
}

impl World for Surroundings {
    fn objects(&mut self) -> &mut Objects {
        &mut self.objects
    }

    fn watched(&self, object: ObjectId) -> bool {
        self.frees && self.objects.get(object).death() == Death::Free
    }

    fn allocate(&mut self, origin: Origin, asking: Asking<'_>) -> ObjectId {
        self.objects.allocated(asking.sized(&origin), &asking)
    }

    fn note_vague(&mut self, span: Option<Span>) {
        self.vague.get_or_insert(span);
    }

    fn judge_found(&mut self, place: (u64, Width), value: u64, span: Option<Span>) {
        if self.pieces.judge(place, value) {
            self.note_vague(span);
        }
    }

    fn pieces(&mut self) -> Option<(&mut Pieces, &Objects)> {
        Some((&mut self.pieces, &self.objects))
    }

    fn leaves_open(&self) -> bool {
        self.leaves_open
    }

    fn note_looked(&mut self, span: Option<Span>) {
        self.looked.get_or_insert(span);
    }

    fn wide(&mut self) -> Option<&mut Wide> {
        Some(&mut self.wide)
    }

    fn parts(&self, address: u64, width: Width) -> Vec<(u64, Width)> {
        self.sharing.cuts().parts(address, width)
    }

    fn partition(&mut self, blocks: &[u64], size: u64) -> Vec<(u64, Width)> {
        let deaths = blocks.iter().filter_map(|base| Some(self.objects.get(self.objects.at(*base)?).death()));
        let unseen = if self.tells_races { Unseen::All } else { self.lives.unseen(deaths) };
        for base in blocks {
            self.foresight.expect_cells(&mut self.sharing, &self.objects, (*base, size));
        }
        let room = blocks.iter().map(|base| self.objects.room(*base)).max().unwrap_or(0);
        self.sharing.partition(blocks, (size, room), unseen)
    }

    fn contended(&mut self, thread: ThreadId, object: ObjectId) -> Vec<(u64, Width)> {
        let object = self.objects.get(object);
        self.sharing.contended(thread, (object.base, object.size))
    }
}
