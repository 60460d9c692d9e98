//! One thread running by itself, up to its next step that another thread can notice.
//!
//! In: a machine and what is known of memory. Out: the next step ([`Found`]). Memory that only this thread uses is kept
//! here, byte by byte. It must not know other threads.
//!
//! What each step is to others is in `steps`, what becomes of those on a mutex that may be divided in `echo`.
//!
//! At the end of a loop iteration that may be left out of the execution ([`super::waiting`]) the thread waits: that
//! turns a spin loop into an assumption of its exit condition, as in the unfolding.

pub(super) mod echo;
mod steps;

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::exec::execution::Open;
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::wide::ChoiceId;
use crate::exec::interpret::{Access, Change as Updated, Code, Machine, Repetition, Step, Unset, World};
use crate::exec::lifetime::Intent;
use crate::exec::mapping::Operation;
use crate::exec::objects::Objects;
use crate::exec::skeleton::Bounded;
use crate::ids::{FuncId, ThreadId};
use crate::ir::Width;

use self::echo::{Echo, Sections};
use super::attempt::Added;
use super::barrier::Known;
use super::entry::{Entries, Entry};
use super::ground::Ground;
use super::group::{self, GroupId};
use super::label::{Detail, Fences, Label, Stuck};
use super::left_out::{Touch, Who};
use super::past::{Change, Done, Head, Past, Strength, Wrote};
use super::published::{Extent, Published};
use super::sharing::Stop;

/// Steps between two looks at the token.
const POLL: u64 = 1 << 10;

/// Steps without an event after which mutexes are whole again.
const LONG: u64 = 1 << 20;

/// What a thread does next.
pub struct Found {
    pub label: Next,
    pub sealed: bool,
    pub fences: Fences,
    pub detail: Detail,
}

/// What a thread has passed on the way to its next step.
#[derive(Default)]
struct Passed {
    sealed: bool,
    fences: Fences,
}

impl Passed {
    fn until(self, (label, detail): Noticed) -> Found {
        Found { label, sealed: self.sealed, fences: self.fences, detail }
    }
}

/// A step that others can notice.
type Noticed = (Next, Detail);

/// A label, or the start of a thread whose own label is still to be found.
pub enum Next {
    Label(Label),
    Spawn { thread: ThreadId, function: FuncId, args: Vec<u64> },
}

/// Where the mutex is that a thread has asked for last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asked {
    /// Only this thread uses it.
    Own,
    At(u32),
    /// Others look at parts of it, so that it is not known later whether it is free again.
    InParts,
}

/// A thread with the memory that it alone uses.
#[derive(Clone, Debug)]
pub struct Alone {
    pub machine: Machine,
    pub memory: Bytes,
    /// What it did since its loops began.
    pub past: Past,
    /// What it has read right before its loops.
    pub entries: Entries<Arc<Alone>>,
    /// What it knows of barriers.
    pub known: Known,
    /// Its waits at barriers without state.
    waits: u32,
    /// The barrier with state that it has come to last.
    state: Option<u64>,
    /// The location of the mutex that it has come to last, if that is shared.
    mutex: Asked,
    /// The location that it has read last, if that is shared.
    seen: Option<u32>,
    /// The heap objects whose addresses it has let go of.
    published: Published,
    /// The iteration that it does not follow with another one before somebody has noticed it.
    idle: Option<Repetition>,
    /// The iteration that it does not follow with another one at all.
    waits_in: Option<Repetition>,
    /// What it has added to shared memory last, if it has done nothing since.
    added: Option<Added>,
    /// The choices that it has made of values that are split where they are told apart.
    choices: u32,
    /// The read of memory without a value for which it chooses one.
    wants: Option<Access>,
    /// The groups of the threads that it has started since its last step of another kind.
    pub siblings: Vec<GroupId>,
    /// The threads that it has joined, as bits.
    pub joined: u64,
    /// It has started a thread.
    starts: bool,
    /// The sections of mutexes that it is in.
    sections: Sections,
    /// The step that it is repeating in the portions of a mutex.
    echo: Option<Echo>,
}

impl Alone {
    pub fn new(machine: Machine, known: Known) -> Alone {
        let memory = Bytes::default();
        let (past, published) = (Past::default(), Published::default());
        Alone {
            machine,
            memory,
            past,
            entries: Entries::default(),
            known,
            waits: 0,
            state: None,
            mutex: Asked::Own,
            seen: None,
            published,
            idle: None,
            waits_in: None,
            added: None,
            choices: 0,
            wants: None,
            siblings: Vec::new(),
            joined: 0,
            starts: false,
            sections: Sections::default(),
            echo: None,
        }
    }

    /// It has joined a thread.
    pub fn note_join(&mut self, thread: ThreadId) {
        self.siblings.clear();
        self.joined |= group::bit(thread);
    }

    /// Notes the addresses that a step lets go of.
    fn note_addresses(&mut self, objects: &Objects, step: &Step) {
        match step {
            // A part that is as wide as an address is all of one.
            Step::Write(access, value) => {
                let is_whole = access.group.is_none() || access.width == Width::POINTER;
                self.published.note(objects, *value, Extent::of(is_whole));
            }
            Step::Update(access, change) => {
                self.published.note_change(objects, *change, Extent::of(access.group.is_none()))
            }
            Step::Spawn { args, .. } => args.iter().for_each(|arg| self.published.note(objects, *arg, Extent::Whole)),
            _ => {}
        }
    }

    /// Whether anybody could tell the freed object at this address, should it come back, from a new one.
    fn may_be_known(&self, ground: &Ground<'_>, base: u64) -> bool {
        let objects = &ground.surroundings.objects;
        objects.at(base).is_none_or(|id| self.published.may_be_known(objects, id, &self.machine, ground.code))
    }

    /// The iteration behind which the thread waits, and the head before it.
    pub fn waits_behind(&self) -> Option<(Repetition, Head)> {
        Some((self.idle.or(self.waits_in)?, self.past.last_head()?))
    }

    /// How many waits at barriers without state it has come to.
    pub fn waits(&self) -> u32 {
        self.waits
    }

    /// A read of shared memory, of a read-modify-write too, has returned a value; what that wrote was written at once.
    pub fn note_read(&mut self, label: Label, detail: &Detail, value: u64, wrote: Wrote) {
        let Detail::Access(access) = detail else { return };
        let Access { address, width, operation, order, site, section, group, .. } = *access;
        match wrote {
            Wrote::Other(_) if group.is_some() => self.past.effect(),
            Wrote::Other(new) => self.past.change(Change { address, width, section, old: value, new }),
            Wrote::Same | Wrote::Nothing => {
                let found =
                    if let Label::Update { change, .. } = label { change.order_of(value, order) } else { order };
                let mapped = if access.failing.is_some() { (Operation::Load, found) } else { (operation, order) };
                let strength = Strength { mapped, updates: operation == Operation::Rmw, order: found };
                let lone = (wrote == Wrote::Nothing).then_some(strength);
                self.past.note(Done::Read { address, site, value, section, group, width, lone });
            }
        }
    }

    /// Keeps the thread as it was before its last step was answered, if that was a read, for the loops that may follow.
    pub fn note_entry(&mut self, label: Label, before: Option<&Arc<Alone>>, read: &Arc<Detail>) {
        let reads = matches!(label, Label::Read { .. });
        let effects = self.past.effects();
        let entry = |before| Entry { before: Arc::clone(before), read: Arc::clone(read), effects };
        self.entries.last = before.filter(|_| reads).map(entry);
    }

    /// A read-modify-write of shared memory has found this.
    pub fn note_update(&mut self, ground: &mut Ground<'_>, detail: &Detail, change: Updated, found: u64) {
        if let Detail::Access(access) = detail {
            self.added = Added::of(&self.machine, ground, access, (change, found));
        }
    }

    /// Whether it does the same as another one from now on, whatever both are told next.
    pub fn goes_on_as(&self, code: &Code<'_>, other: &Alone) -> bool {
        let met = |alone: &Alone| (alone.waits, alone.state, (alone.mutex, alone.seen), alone.choices, alone.joined);
        self.machine.goes_on_as(code, &other.machine)
            && self.memory == other.memory
            && (&self.known, &self.siblings, &self.wants) == (&other.known, &other.siblings, &other.wants)
            && met(self) == met(other)
            && (self.idle, self.waits_in, self.added) == (other.idle, other.waits_in, other.added)
            && self.is_in_sections_of(other)
    }

    /// Ground to the next step that others can notice.
    pub fn run(&mut self, ground: &mut Ground<'_>) -> Result<Found, Stop> {
        let mut passed = Passed::default();
        if let Some(repetition) = self.idle.take()
            && let Some(stuck) = self.go_on(ground, repetition)
        {
            return Ok(passed.until(self.stuck(ground, stuck)));
        }
        // A long computation is nobody's mistake: a limit of the run ends it, and nothing else.
        for steps in 1_u64.. {
            if steps.is_multiple_of(POLL) && ground.stop.is_reached() {
                return Err(Diagnostic::error("the run was cut short").into());
            }
            if steps == LONG && ground.surroundings.locks.are_divided() {
                // Perhaps no execution comes here.
                ground.surroundings.locks.spoil();
                return Err(Stop::Restart);
            }
            let step = self.next_step(ground)?;
            self.added = self.added.filter(|_| Added::is_followed_by(&step));
            if ground.surroundings.reuses() {
                self.note_addresses(&ground.surroundings.objects, &step);
            }
            if let Some(noticed) = self.follow(ground, step, &mut passed)? {
                self.look_at_sections(ground, &noticed.0)?;
                return Ok(passed.until(noticed));
            }
        }
        unreachable!("a thread has taken all steps that can be counted; please report this")
    }

    pub fn who(&self) -> Who {
        Who { thread: self.machine.thread(), joined: self.joined }
    }

    /// Notes an access to shared memory, if races are looked for.
    fn note_touch(&mut self, ground: &mut Ground<'_>, location: Option<u32>, touch: Touch) {
        if location.is_none() || !ground.surroundings.tells_races {
            return;
        }
        self.past.touch(touch);
        // Nobody else runs before the first thread has started another.
        if self.machine.thread() != ThreadId(0) || self.starts {
            ground.surroundings.left_out.make(touch, self.who());
        }
    }

    pub fn touch(&self, ground: &mut Ground<'_>, access: &Access, intent: Intent) -> Result<Option<u32>, Stop> {
        ground.surroundings.sharing.touch(self.machine.thread(), access, intent)
    }

    /// A value of private memory.
    fn read(&self, ground: &mut Ground<'_>, access: &Access) -> Value {
        let mut value = self.memory.read(access.address, access.width, &mut |address, width| {
            let any = || Value::any(initial::any_memory(address, width), width);
            ground.unwritten(address, width).map_or_else(any, Value::from)
        });
        if ground.may_be_litter(access, value.bits) {
            value.open = access.width.mask();
        }
        if access.unset == Unset::Unused || ground.takes_unset {
            value.open = 0;
        }
        if value.open != 0 {
            self.leave_open(ground, &Open::Memory(access.address, access.width), access.width);
        }
        value.part = self.part(access);
        value
    }

    /// Takes the value of a choice.
    pub fn choose(&mut self, ground: &mut Ground<'_>, detail: &Detail, (choice, value): (ChoiceId, u64)) {
        let value = ground.surroundings.wide.chosen(choice, value);
        if let Detail::Choice(Open::Result(..) | Open::Upper(_)) = detail {
            // What a thread returns is extended at once.
            ground.surroundings.look(value, self.machine.span(ground.code));
        }
        if let Some(access) = self.wants.take() {
            // It holds this from now on.
            self.write(&access, value);
        }
        self.machine.answer_open(value);
    }

    /// Something is left open; keeps what is to be said about it should anything depend on it.
    fn leave_open(&self, ground: &mut Ground<'_>, what: &Open, width: Width) {
        ground.left_open = Some((what.clone(), width, self.machine.span(ground.code)));
    }

    fn write(&mut self, access: &Access, value: Value) {
        for i in 0..access.width.bytes() {
            self.past.overwrite(access.address + i, self.memory.byte(access.address + i));
        }
        self.memory.write(access.address, access.width, value);
    }

    /// Control goes back to the head of a loop; says why the thread does not follow it, if so.
    fn go_on(&mut self, ground: &mut Ground<'_>, repetition: Repetition) -> Option<Stuck> {
        let bound = ground.bounds.of(repetition.id);
        ground.deepest = ground.deepest.max(repetition.iteration.min(bound));
        if repetition.iteration >= bound {
            return Some(Stuck::Exceeded(Bounded::Loop(repetition.id), bound));
        }
        self.past.repeat(self.machine.section());
        None
    }

    /// What is said about a value that could be anything.
    pub fn undefined(&self, ground: &Ground<'_>, what: &Open, width: Width) -> Diagnostic {
        ground.undefined(what, width, self.machine.span(ground.code))
    }
}
