//! One thread running by itself, up to its next step that another thread can notice.
//!
//! In: a machine and what is known of memory. Out: the next step ([`Found`]). Memory that only this thread uses is kept
//! here, byte by byte. It must not know other threads.
//!
//! At the end of a loop iteration that may be left out of the execution ([`super::waiting`]) the thread waits: that
//! turns a spin loop into an assumption of its exit condition, as in the unfolding.

use std::sync::Arc;

use crate::diag::{Diagnostic, Span};
use crate::exec::bounds::Waiting;
use crate::exec::execution::Open;
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::wide::ChoiceId;
use crate::exec::interpret::{
    Access, BarrierCall, Change as Updated, Code, Machine, Repetition, Step, Unset, Wait, World,
};
use crate::exec::mapping::Operation;
use crate::exec::object::Death;
use crate::exec::objects::Objects;
use crate::exec::skeleton::Bounded;
use crate::ids::{FuncId, ThreadId};
use crate::ir::{Order, Width};

use super::attempt::Added;
use super::barrier::{Known, Way};
use super::entry::{Entries, Entry};
use super::ground::Ground;
use super::group::{self, GroupId};
use super::label::{Detail, Fences, Label, Stuck};
use super::left_out::{Touch, Who};
use super::past::{Change, Done, Head, Past, Strength, Waits, Wrote};
use super::published::Published;
use super::sections;
use super::sharing::Stop;

/// Steps between two looks at the token.
const POLL: u64 = 1 << 10;

/// What a thread does next.
pub struct Found {
    pub label: Next,
    pub sealed: bool,
    pub fences: Fences,
    pub detail: Detail,
}

/// A label, or the start of a thread whose own label is still to be found.
pub enum Next {
    Label(Label),
    Spawn { thread: ThreadId, function: FuncId, args: Vec<u64> },
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
    mutex: Option<u32>,
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
            mutex: None,
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
                self.published.note(objects, *value, is_whole);
            }
            Step::Update(access, change) => self.published.note_change(objects, *change, access.group.is_none()),
            Step::Spawn { args, .. } => args.iter().for_each(|arg| self.published.note(objects, *arg, true)),
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

    /// Whether the thread is about to take back what it has added, and to try again.
    fn comes_to_nothing(&mut self, ground: &Ground<'_>, access: &Access, change: Updated) -> bool {
        self.added.take().is_some_and(|added| added.is_taken_back(&self.machine, ground, access, change))
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
    }

    /// Ground to the next step that others can notice.
    pub fn run(&mut self, ground: &mut Ground<'_>) -> Result<Found, Stop> {
        let (mut sealed, mut fences) = (false, Fences::default());
        if let Some(repetition) = self.idle.take()
            && let Some(stuck) = self.go_on(ground, repetition)
        {
            let detail = Detail::Stuck(stuck, self.machine.span(ground.code));
            return Ok(Found { label: Next::Label(Label::Stuck), sealed, fences, detail });
        }
        // A long computation is nobody's mistake: a limit of the run ends it, and nothing else.
        for steps in 1_u64.. {
            if steps.is_multiple_of(POLL) && ground.stop.is_reached() {
                return Err(Diagnostic::error("the run was cut short").into());
            }
            let step = self.machine.step(ground.code, &mut ground.surroundings);
            self.added = self.added.filter(|_| Added::is_followed_by(&step));
            if ground.surroundings.reuses() {
                self.note_addresses(&ground.surroundings.objects, &step);
            }
            let (label, detail) = match step {
                Step::Read(access) => match self.read_at(ground, &access)? {
                    Some(location) => (Next::Label(Label::Read { location }), Detail::Access(access)),
                    None if self.is_chosen(ground, &access) => {
                        let what = Open::Memory(access.address, access.width);
                        let label = self.choice(ground, &what, access.width);
                        self.wants = Some(access);
                        (Next::Label(label), Detail::Choice(what))
                    }
                    None => {
                        let value = self.read(ground, &access);
                        self.machine.answer_open(value);
                        continue;
                    }
                },
                Step::Write(access, value) => match self.touch(ground, &access, true)? {
                    Some(location) => {
                        self.publish(ground, &access);
                        self.note_touch(ground, Some(location), Touch::write(&access));
                        self.past.effect();
                        (Next::Label(Label::Write { location, value }), Detail::Access(access))
                    }
                    None => {
                        self.write(&access, self.machine.stored());
                        continue;
                    }
                },
                Step::Update(access, change) => match self.update(ground, &access, change)? {
                    Some(_) if self.comes_to_nothing(ground, &access, change) => {
                        ground.anyone_takes_back = true;
                        (Next::Label(Label::Stuck), Detail::Stuck(Stuck::TakesBack, access.span))
                    }
                    Some(location) => (Next::Label(Label::Update { location, change }), Detail::Access(access)),
                    None => {
                        self.added = None;
                        let old = self.read(ground, &access);
                        ground.surroundings.look(old, access.span);
                        let new = change.apply(old.bits, access.width);
                        // What was found in memory that nobody has set is there from now on.
                        if new.is_some() || old.open != 0 {
                            self.write(&access, new.unwrap_or(old.bits).into());
                        }
                        if access.updates() {
                            sealed = true;
                            self.past.note(Done::Lone);
                        }
                        self.machine.answer(old.bits);
                        continue;
                    }
                },
                Step::Fence { kind, span } => match ground.model.fences().iter().position(|f| f.name == kind) {
                    Some(kind) => {
                        self.past.note(Done::Fence(kind));
                        (Next::Label(Label::Fence), Detail::Fence { kind, span })
                    }
                    // A kind that the model does not know orders nothing.
                    None => continue,
                },
                Step::SourceFence(order) => {
                    fences.acquire |= matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst);
                    fences.release |= matches!(order, Order::Release | Order::AcqRel | Order::SeqCst);
                    continue;
                }
                Step::Point => continue,
                Step::Freed => {
                    self.past.effect();
                    continue;
                }
                Step::Spawn { thread, function, args, section, span } => {
                    // What is in the section behind this comes before the new thread, which no graph says.
                    if section.is_some() {
                        return Err(sections::not_within("starting a thread", span).into());
                    }
                    self.past.effect();
                    self.starts = true;
                    (Next::Spawn { thread, function, args }, Detail::None)
                }
                Step::Join { thread, span } => {
                    self.known.join(thread);
                    (Next::Label(Label::Join { thread }), Detail::Place(span))
                }
                Step::Barrier { call, address, span, section } => {
                    match self.barrier(ground, call, (address, span), section.is_some())? {
                        Some(label) => (Next::Label(label), Detail::Place(span)),
                        None => continue,
                    }
                }
                Step::Choice { what: Open::Reuse(_, _, base), .. } if !self.may_be_known(ground, base) => {
                    self.machine.answer(0);
                    continue;
                }
                Step::Choice { what: Open::Litter(_, _, address, _), width } => {
                    // One value for all; who reads it says so.
                    ground.is_littered = true;
                    self.machine.answer(initial::any_memory(address, width));
                    continue;
                }
                Step::Choice { what: Open::Register(..) | Open::Result(..), width } if ground.takes_unset => {
                    self.machine.answer(initial::any_value(width));
                    continue;
                }
                Step::Choice { what: what @ (Open::Bytes(..) | Open::Register(..) | Open::Argument(_)), width }
                    if ground.surroundings.leaves_open() =>
                {
                    self.leave_open(ground, &what, width);
                    self.machine.answer_open(Value::any(initial::any_value(width), width));
                    continue;
                }
                Step::Choice { what, width } => {
                    let label = self.choice(ground, &what, width);
                    (Next::Label(label), Detail::Choice(what))
                }
                Step::Allocated(object) => {
                    let objects = &mut ground.surroundings.objects;
                    let death = objects.get(object).death();
                    if death == Death::Free {
                        self.past.effect();
                    }
                    if death == Death::EndOfScope {
                        // Like the object, it is out of reach in the next iteration.
                        objects.liveness(object);
                    }
                    self.past.make(object);
                    continue;
                }
                Step::Entered(count) => {
                    let kept = self.machine.loops() - count;
                    self.past.enter(kept, count, self.machine.section());
                    self.entries.enter(kept, count);
                    continue;
                }
                Step::Repeated(repetition) => {
                    let waits = match ground.bounds.waiting {
                        Waiting::Unwound => Waits::Never,
                        Waiting::Silent(_) | Waiting::TakenBack => self.waits_at(ground, repetition),
                    };
                    let stuck = match waits {
                        Waits::Never => self.go_on(ground, repetition),
                        Waits::Always => {
                            self.waits_in = Some(repetition);
                            Some(Stuck::Waiting)
                        }
                        Waits::UntilNoticed => {
                            self.idle = Some(repetition);
                            None
                        }
                    };
                    match stuck {
                        Some(stuck) => {
                            (Next::Label(Label::Stuck), Detail::Stuck(stuck, self.machine.span(ground.code)))
                        }
                        None if self.idle.is_some() => (Next::Label(Label::Idle), Detail::None),
                        None => continue,
                    }
                }
                Step::Called(function) => {
                    let bound = ground.bounds.recursion;
                    if self.machine.depth(function) as u64 <= u64::from(bound) + 1 {
                        continue;
                    }
                    let stuck = Stuck::Exceeded(Bounded::Recursion(function), bound);
                    (Next::Label(Label::Stuck), Detail::Stuck(stuck, None))
                }
                Step::Blocked(wait) => {
                    let stuck = match wait {
                        Wait::Assumption => Stuck::Assumption,
                        Wait::Event => Stuck::Event(self.seen),
                        Wait::Mutex => Stuck::Mutex(self.mutex),
                        Wait::Barrier => Stuck::Barrier(
                            self.state
                                .and_then(|state| ground.surroundings.sharing.row(state, crate::ir::barrier::STATE)),
                        ),
                    };
                    (Next::Label(Label::Stuck), Detail::Stuck(stuck, self.machine.span(ground.code)))
                }
                Step::Violated { property, message, span } => {
                    let stuck = Stuck::Violated { property, message, span };
                    (Next::Label(Label::Stuck), Detail::Stuck(stuck, span))
                }
                Step::Finished(value) => (Next::Label(Label::End { value: Some(value) }), Detail::None),
                Step::Exited => (Next::Label(Label::End { value: None }), Detail::None),
                Step::Refused(diagnostic) => return Err(diagnostic.into()),
            };
            return Ok(Found { label, sealed, fences, detail });
        }
        unreachable!("a thread has taken all steps that can be counted; please report this")
    }

    /// Does an operation on a barrier, or begins to. A wait at a barrier without state is a step of its own.
    fn barrier(
        &mut self,
        ground: &mut Ground<'_>,
        call: BarrierCall,
        (address, span): (u64, Option<Span>),
        section: bool,
    ) -> Result<Option<Label>, Stop> {
        if section && matches!(call, BarrierCall::Wait { .. }) {
            return Err(sections::not_within("waiting at a barrier", span).into());
        }
        let (thread, barriers) = (self.machine.thread(), &mut ground.surroundings.barriers);
        let way = match call {
            BarrierCall::Init { count } => barriers.init((thread, &mut self.known), address, count, span)?,
            BarrierCall::Wait { used } => barriers.wait((thread, &self.known), address, used, span)?,
            BarrierCall::Destroy => barriers.destroy((thread, &mut self.known), address, span)?,
        };
        match (way, call) {
            (Way::State, _) => {
                self.state = Some(address);
                self.machine.expand(ground.code);
                Ok(None)
            }
            (Way::Round(count), BarrierCall::Wait { .. }) => {
                self.past.effect();
                self.waits += 1;
                Ok(Some(Label::Wait { barrier: address, count, turn: self.waits - 1 }))
            }
            (Way::Round(_), _) => {
                self.past.effect();
                self.machine.answer(0);
                Ok(None)
            }
        }
    }

    /// Says where a read takes place, if others can notice. Of a mutex that is read part by part it is not known later
    /// whether it is free again.
    fn read_at(&mut self, ground: &mut Ground<'_>, access: &Access) -> Result<Option<u32>, Stop> {
        let location = self.touch(ground, access, false)?;
        self.note_piece(ground, access, location.is_some());
        self.note_touch(ground, location, Touch::read(access));
        self.seen = location.filter(|_| ground.awaits);
        if access.group.is_some() {
            self.mutex = None;
            // What such a read-modify-write orders is said by its events, which there have to be.
            if location.is_none() && access.updates() {
                ground.surroundings.sharing.share(access)?;
            }
        }
        Ok(location)
    }

    /// Says where a read-modify-write takes place, if others can notice.
    fn update(&mut self, ground: &mut Ground<'_>, access: &Access, change: Updated) -> Result<Option<u32>, Stop> {
        let location = self.touch(ground, access, true)?;
        self.note_touch(ground, location, Touch::write(access));
        self.seen = location.filter(|_| ground.awaits);
        // What nobody else can see may be left out of the graph only if it orders as much as a mark does.
        let is_mark = access.failing.is_none() && ground.code.mapping.is_full(access.order);
        if location.is_none() && access.updates() && !is_mark {
            ground.surroundings.sharing.share(access)?;
        }
        if matches!(change, Updated::Mutex(..)) {
            self.mutex = location;
        }
        Ok(location)
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

    pub fn touch(&self, ground: &mut Ground<'_>, access: &Access, writes: bool) -> Result<Option<u32>, Stop> {
        ground.surroundings.sharing.touch(self.machine.thread(), access, writes)
    }

    /// A value of private memory.
    fn read(&self, ground: &mut Ground<'_>, access: &Access) -> Value {
        let (program, objects) = (ground.code.program, &mut ground.surroundings.objects);
        let mut value = self.memory.read(access.address, access.width, &mut |address, width| {
            let any = || Value::any(initial::any_memory(address, width), width);
            initial::initial_value(program, objects, address, width).map_or_else(any, Value::from)
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
        value
    }

    /// A choice of a value, of which one is taken for all that the program does not tell apart.
    fn choice(&mut self, ground: &mut Ground<'_>, what: &Open, width: Width) -> Label {
        self.leave_open(ground, what, width);
        let key = (self.machine.thread(), self.choices, what.clone());
        self.choices += 1;
        Label::Choice { of: ground.surroundings.wide.choice(key, width) }
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

    /// Whether private memory is read as a whole that has no value yet, and one is to be chosen for it.
    fn is_chosen(&self, ground: &mut Ground<'_>, access: &Access) -> bool {
        let Access { address, width, .. } = *access;
        if ground.surroundings.leaves_open()
            || ground.takes_unset
            || access.unset == Unset::Unused
            || ground.is_littered
        {
            return false;
        }
        let (program, objects) = (ground.code.program, &mut ground.surroundings.objects);
        let is_unset = (0..width.bytes()).all(|i| {
            let byte = self.memory.byte(address + i);
            byte.is_none() && initial::initial_value(program, objects, address + i, Width::BYTE).is_none()
        });
        is_unset && ground.surroundings.sharing.choose(self.machine.thread(), address, width)
    }

    /// Other threads may see what is written.
    fn publish(&self, ground: &mut Ground<'_>, access: &Access) {
        let (value, wide) = (self.machine.stored(), &mut ground.surroundings.wide);
        let is_known = match value.symbol {
            Some(symbol) => wide.publish(symbol, access.width),
            None => value.open == 0 && wide.collide(value.bits, access.width),
        };
        if !is_known {
            ground.surroundings.note_looked(access.span);
        }
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
