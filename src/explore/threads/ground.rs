//! What threads run on: the code, the bounds, what is known of memory, and what was noticed on the way.
//!
//! In: a program and a model. Out: what memory holds before anyone writes it, and notes for the report: races, values that
//! were taken for something that may have any. It must not know histories or graphs.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::label::{Detail, Label};
use super::locks::undivided;
use super::past::Wrote;
use super::race::Race;
use super::sharing::Location;
use super::surroundings::Surroundings;
use crate::diag::{Diagnostic, Span};
use crate::exec::bounds::Bounds;
use crate::exec::execution::Open;
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::{Access, Change, Code, Piece, World};
use crate::exec::object::Death;
use crate::exec::pieces::Part;
use crate::ir::{BinaryOp, Op, Property, RmwOp, Width};
use crate::limits::StopToken;
use crate::model::Model;

/// What was noticed of the histories so far, whichever they are.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Noticed {
    is_littered: bool,
    anyone_waits: bool,
    anyone_takes_back: bool,
}

/// What all threads of one program have in common.
pub struct Ground<'p> {
    pub code: &'p Code<'p>,
    pub model: &'p Model,
    pub bounds: &'p Bounds,
    pub surroundings: Surroundings,
    /// What the locations hold before anyone writes them.
    initial: FxHashMap<u64, u64>,
    /// Locations of which that value stands for any, and nothing has been said about it yet.
    pub unset: FxHashSet<u64>,
    /// The most iterations that any loop ran.
    pub deepest: u32,
    /// The data races that were seen.
    pub races: Vec<Race>,
    /// The first thing that may have any value and for which one was taken.
    pub assumed: Option<Diagnostic>,
    /// The last thing that was left open, for what is to be said should anything depend on it.
    pub left_open: Option<(Open, Width, Option<Span>)>,
    /// An object that came back holds what the allocator left in it.
    pub is_littered: bool,
    /// Whether executions that differ in how long somebody waited count once.
    pub merges_waits: bool,
    /// Whether the program has waits that depend on what was read last.
    pub awaits: bool,
    /// Some thread has waited in some history.
    pub anyone_waits: bool,
    /// Some thread has stopped in some history before it took back what it had added.
    pub anyone_takes_back: bool,
    /// Whether anyone asks of a thread that waits in a loop if that is for good.
    pub keeps_waiting: bool,
    /// One value stands for any that nobody has set, since it is an error to depend on which ([`crate::exec::replay`] looks for
    /// that).
    pub takes_unset: bool,
    /// Asked while a thread runs by itself.
    pub stop: StopToken,
}

impl<'p> Ground<'p> {
    pub fn new(code: &'p Code<'p>, model: &'p Model, bounds: &'p Bounds) -> Ground<'p> {
        Ground {
            code,
            model,
            bounds,
            surroundings: Surroundings::new(code),
            initial: FxHashMap::default(),
            unset: FxHashSet::default(),
            deepest: 0,
            races: Vec::new(),
            assumed: None,
            left_open: None,
            is_littered: false,
            merges_waits: false,
            awaits: code.program.functions.iter().flat_map(|f| &f.code).any(|i| matches!(i.op, Op::Await { .. })),
            anyone_waits: false,
            anyone_takes_back: false,
            keeps_waiting: code.program.checked.counts(Property::Liveness),
            takes_unset: code.program.checked.counts(Property::Uninitialised),
            stop: StopToken::default(),
        }
    }

    /// What was noticed, for another run that goes on from here.
    pub fn noticed(&self) -> Noticed {
        let Ground { is_littered, anyone_waits, anyone_takes_back, .. } = *self;
        Noticed { is_littered, anyone_waits, anyone_takes_back }
    }

    /// Notes what another run has noticed.
    pub fn notice(&mut self, noticed: &Noticed) {
        self.is_littered |= noticed.is_littered;
        self.anyone_waits |= noticed.anyone_waits;
        self.anyone_takes_back |= noticed.anyone_takes_back;
    }

    /// Forgets what was noticed, but not what is known of memory.
    #[cfg(test)]
    pub fn restart(&mut self) {
        self.initial.clear();
        self.deepest = 0;
        self.races.clear();
        self.assumed = None;
        self.left_open = None;
    }

    /// What memory holds that nobody has written, unless that is undefined; of a portion of a mutex, what the mutex holds.
    pub fn unwritten(&mut self, address: u64, width: Width) -> Option<u64> {
        initial::initial_value(self.code.program, &mut self.surroundings.objects, undivided(address), width)
    }

    /// What a location holds before anyone writes it, unless that is undefined.
    pub fn defined_initial(&mut self, location: Location) -> Option<u64> {
        if let Some(value) = self.initial.get(&location.address) {
            return Some(*value);
        }
        let value = self.unwritten(location.address, location.width)?;
        self.initial.insert(location.address, value);
        Some(value)
    }

    /// What a location would hold before anyone writes it; that someone has looked is not noted.
    pub fn possible_initial(&mut self, location: Location) -> u64 {
        let defined = self.defined_initial(location);
        defined.unwrap_or_else(|| initial::any_memory(location.address, location.width))
    }

    /// A value for a location that nobody has set, which stands for any.
    pub fn any_initial(&mut self, location: Location) -> u64 {
        let value = initial::any_memory(location.address, location.width);
        self.initial.insert(location.address, value);
        self.unset.insert(location.address);
        value
    }

    /// Notes that one value was taken for something that may have any, or the address that an object has here for the
    /// address that it has. What is found with it can happen; what is not found
    /// says nothing about the other values.
    pub fn assume(&mut self, problem: Diagnostic) {
        if self.assumed.is_none() {
            self.assumed = Some(problem);
        }
    }

    /// What is said about a value that could be anything and is used here.
    pub fn undefined(&self, what: &Open, width: Width, span: Option<Span>) -> Diagnostic {
        let values = format!("any of 2^{} values", width.bits());
        let message = match what {
            Open::Instruction(..) | Open::Bytes(..) | Open::Reuse(..) => {
                format!("a nondeterministic choice of {values} is too wide to be explored")
            }
            // The explorer tells objects of different sizes apart.
            Open::Memory(address, _) | Open::Litter(_, _, address, _) | Open::Size(address) => {
                let name = self.surroundings.objects.describe(*address);
                format!("`{name}` may be read before anyone writes it: {values} are too many to be explored")
            }
            Open::Argument(_) | Open::Register(..) | Open::Result(..) | Open::Upper(_) => {
                format!("a value may be used that nobody has set: {values} are too many to be explored")
            }
        };
        let mut error = Diagnostic::error(message)
            .help("the explorer runs the program on concrete values; `check` decides it for all of them at once");
        error.span = span;
        error
    }

    /// Whether a value that was read may come from an object that came back and has not been written since.
    pub fn may_be_litter(&self, access: &Access, value: u64) -> bool {
        let objects = &self.surroundings.objects;
        let is_heap = |address| objects.at(address).is_some_and(|id| objects.get(id).death() == Death::Free);
        self.is_littered && initial::may_be_any_memory(access.address, access.width, value) && is_heap(access.address)
    }

    /// What a step writes at once that finds this.
    pub fn wrote(&self, label: Label, detail: &Detail, found: u64) -> Wrote {
        let (Label::Update { change, location }, Detail::Access(access)) = (label, detail) else {
            return Wrote::Nothing;
        };
        match change.apply(found, self.surroundings.sharing.location(location).width) {
            None => Wrote::Nothing,
            // Of those that order less where they fail only those that fail are no change: what is read anew would have
            // to have the same outcome.
            Some(new) if new == found && access.failing.is_none() && self.bounds.waiting.is_silent(access.order) => {
                Wrote::Same
            }
            Some(new) => Wrote::Other(new),
        }
    }

    /// What a thread finds in shared memory, and what hangs on it: a read-modify-write may depend on it at once.
    pub fn found(&mut self, label: Label, detail: &Detail, value: u64, wrote: Wrote) -> Value {
        let (Label::Read { location } | Label::Update { location, .. }) = label else { return value.into() };
        let Location { width, .. } = self.surroundings.sharing.location(location);
        let part = match detail {
            Detail::Access(access) if access.piece == Piece::Used && access.group.is_none() => {
                self.surroundings.judge_found((access.address, access.width), value, access.span);
                Part::Nothing
            }
            Detail::Access(access) if access.piece != Piece::None => Part::ANY,
            _ => Part::Nothing,
        };
        let found = Value { part, ..self.surroundings.wide.recognise(value, width) };
        let Label::Update { change, .. } = label else { return found };
        let is_known = match change {
            Change::Apply(RmwOp::Exchange, _) => true,
            Change::Exchange { expected, .. } if found.symbol.is_some() => {
                let wide = &mut self.surroundings.wide;
                wide.binary(BinaryOp::Equal, found, expected.into(), width).is_some() && !wide.gives_up()
            }
            _ if found.symbol.is_some() => found.symbol.is_some_and(|symbol| self.surroundings.wide.look(symbol)),
            _ => true,
        };
        let is_new = match wrote {
            Wrote::Other(new) => self.surroundings.wide.collide(new, width),
            Wrote::Same | Wrote::Nothing => true,
        };
        if let (false, Detail::Access(access)) = (is_known && is_new, detail) {
            self.surroundings.note_looked(access.span);
        }
        found
    }
}
