//! What each step of a thread is to the others: one that they can notice, or one that only the thread knows of.
//!
//! In: a step of its machine. Out: the label that it has in the graph, or nothing, and the thread has gone on. It must not
//! know other threads.

use crate::diag::{Diagnostic, Span};
use crate::exec::bounds::Waiting;
use crate::exec::execution::Open;
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::{Access, BarrierCall, Change as Updated, Repetition, Step, Unset, Wait, World};
use crate::exec::lifetime::Intent;
use crate::exec::object::{Death, ObjectId};
use crate::exec::skeleton::Bounded;
use crate::ids::{FenceId, FuncId};
use crate::ir::mutex::Call;
use crate::ir::{Order, Width, barrier};

use super::super::barrier::Way;
use super::super::ground::Ground;
use super::super::label::{Detail, Label, Stuck};
use super::super::left_out::Touch;
use super::super::past::{Done, Waits};
use super::super::sections;
use super::super::sharing::Stop;
use super::echo::forget_unlocked;
use super::{Alone, Asked, Next, Noticed, Passed};

impl Alone {
    /// Follows the thread through a step; returns the step if others can notice it.
    pub(super) fn follow(
        &mut self,
        ground: &mut Ground<'_>,
        step: Step,
        passed: &mut Passed,
    ) -> Result<Option<Noticed>, Stop> {
        Ok(match step {
            Step::Read(access) => self.follow_read(ground, access)?,
            Step::Write(access, value) => self.follow_write(ground, access, value)?,
            Step::Update(access, change) => self.follow_update(ground, access, change, passed)?,
            Step::Fence { kind, span } => self.follow_fence(kind, span),
            Step::SourceFence(order) => {
                passed.fences.acquire |= matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst);
                passed.fences.release |= matches!(order, Order::Release | Order::AcqRel | Order::SeqCst);
                None
            }
            Step::Point => None,
            Step::Freed => {
                self.past.effect();
                None
            }
            Step::Spawn { thread, function, args, section, span } => {
                // What is in the section behind this comes before the new thread, which no graph says.
                if section.is_some() {
                    return Err(sections::not_within("starting a thread", span).into());
                }
                self.past.effect();
                self.starts = true;
                Some((Next::Spawn { thread, function, args }, Detail::None))
            }
            Step::Join { thread, span } => {
                self.known.join(thread);
                Some((Next::Label(Label::Join { thread }), Detail::Place(span)))
            }
            Step::Barrier { call, address, span, section } => {
                let label = self.barrier(ground, call, (address, span), section.is_some())?;
                label.map(|label| (Next::Label(label), Detail::Place(span)))
            }
            Step::Choice { what, width } => self.follow_choice(ground, what, width),
            Step::Allocated(object) => {
                self.follow_birth(ground, object);
                None
            }
            Step::Entered(count) => {
                let kept = self.machine.loops() - count;
                self.past.enter(kept, count, self.machine.section());
                self.entries.enter(kept, count);
                None
            }
            Step::Repeated(repetition) => self.follow_repetition(ground, repetition),
            Step::Called(function) => self.follow_call(ground, function),
            Step::Blocked(wait) => {
                if wait == Wait::Mutex {
                    self.wait_for_mutex();
                }
                let stuck = self.blocked(ground, wait);
                Some(self.stuck(ground, stuck))
            }
            Step::Violated { property, message, span } => {
                let stuck = Stuck::Violated { property, message, span };
                Some((Next::Label(Label::Stuck), Detail::Stuck(stuck, span)))
            }
            Step::Finished(value) => Some((Next::Label(Label::End { value: Some(value) }), Detail::None)),
            Step::Exited => Some((Next::Label(Label::End { value: None }), Detail::None)),
            Step::TooMany(span) => {
                let stuck = Stuck::Exceeded(Bounded::Threads(span), 0);
                Some((Next::Label(Label::Stuck), Detail::Stuck(stuck, span)))
            }
            Step::Refused(diagnostic) => return Err(diagnostic.into()),
        })
    }

    /// The thread goes no further from where it is.
    pub(super) fn stuck(&self, ground: &Ground<'_>, stuck: Stuck) -> Noticed {
        (Next::Label(Label::Stuck), Detail::Stuck(stuck, self.machine.span(ground.code)))
    }

    fn follow_read(&mut self, ground: &mut Ground<'_>, access: Access) -> Result<Option<Noticed>, Stop> {
        Ok(match self.read_at(ground, &access)? {
            Some(location) => Some((Next::Label(Label::Read { location }), Detail::Access(access))),
            None if self.is_chosen(ground, &access) => {
                let what = Open::Memory(access.address, access.width);
                let label = self.choice(ground, &what, access.width);
                self.wants = Some(access);
                Some((Next::Label(label), Detail::Choice(what)))
            }
            None => {
                self.keep_order(ground, &access)?;
                let value = self.read(ground, &access);
                self.answer(ground, value)?;
                None
            }
        })
    }

    /// Has an access be an event that orders by itself, whoever sees it.
    fn keep_order(&self, ground: &mut Ground<'_>, access: &Access) -> Result<(), Stop> {
        let code = ground.code;
        match code.mapping.orders_by_itself(code.program, access.operation, access.order, access.site) {
            true => ground.surroundings.sharing.share(access),
            false => Ok(()),
        }
    }

    fn follow_write(&mut self, ground: &mut Ground<'_>, access: Access, value: u64) -> Result<Option<Noticed>, Stop> {
        let Some(location) = self.touch(ground, &access, Intent::Write)? else {
            self.keep_order(ground, &access)?;
            self.write(&access, self.machine.stored());
            return Ok(None);
        };
        self.publish(ground, &access);
        self.note_in_sections(ground, location, true)?;
        self.note_touch(ground, Some(location), Touch::write(&access));
        self.past.effect();
        Ok(Some((Next::Label(Label::Write { location, value }), Detail::Access(access))))
    }

    fn follow_update(
        &mut self,
        ground: &mut Ground<'_>,
        access: Access,
        change: Updated,
        passed: &mut Passed,
    ) -> Result<Option<Noticed>, Stop> {
        Ok(match self.update(ground, &access, change)? {
            Some(_) if self.comes_to_nothing(ground, &access, change) => {
                ground.anyone_takes_back = true;
                Some((Next::Label(Label::Stuck), Detail::Stuck(Stuck::TakesBack, access.span)))
            }
            Some(location) => Some((Next::Label(Label::Update { location, change }), Detail::Access(access))),
            None => {
                self.added = None;
                let old = self.read(ground, &access);
                ground.surroundings.look(old, access.span);
                let new = change.apply(old.bits, access.width);
                // What was found in memory that nobody has set is there from now on.
                if new.is_some() || old.open != 0 {
                    self.write(&access, new.unwrap_or(old.bits).into());
                }
                if let Some(new) = new {
                    forget_unlocked(ground, &mut self.memory, &access, (change, new));
                }
                if access.updates() {
                    passed.sealed = true;
                    self.past.note(Done::Lone);
                }
                self.answer(ground, old.bits.into())?;
                None
            }
        })
    }

    fn follow_fence(&mut self, kind: FenceId, span: Option<Span>) -> Option<Noticed> {
        self.past.note(Done::Fence(kind));
        Some((Next::Label(Label::Fence), Detail::Fence { kind, span }))
    }

    fn follow_choice(&mut self, ground: &mut Ground<'_>, what: Open, width: Width) -> Option<Noticed> {
        match what {
            Open::Reuse(_, _, base) if !self.may_be_known(ground, base) => self.machine.answer(0),
            Open::Litter(_, _, address, _) => {
                // One value for all; who reads it says so.
                ground.is_littered = true;
                self.machine.answer(initial::any_memory(address, width));
            }
            Open::Register(..) | Open::Result(..) if ground.takes_unset => {
                self.machine.answer(initial::any_value(width));
            }
            Open::Bytes(..) | Open::Register(..) | Open::Argument(_) if ground.surroundings.leaves_open() => {
                self.leave_open(ground, &what, width);
                self.machine.answer_open(Value::any(initial::any_value(width), width));
            }
            _ => {
                let label = self.choice(ground, &what, width);
                return Some((Next::Label(label), Detail::Choice(what)));
            }
        }
        None
    }

    fn follow_birth(&mut self, ground: &mut Ground<'_>, object: ObjectId) {
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
    }

    fn follow_repetition(&mut self, ground: &mut Ground<'_>, repetition: Repetition) -> Option<Noticed> {
        let waits = match ground.bounds.waiting {
            Waiting::Unwound => Waits::Never,
            Waiting::Silent(_) | Waiting::TakenBack => self.waits_at(ground, repetition),
        };
        let stuck = match waits {
            Waits::Never => self.go_on(ground, repetition),
            Waits::Always => {
                self.waits_in = Some(repetition);
                Some(if self.past.has_read_since_head() { Stuck::Waiting } else { Stuck::WaitingAlone })
            }
            Waits::UntilNoticed => {
                self.idle = Some(repetition);
                None
            }
        };
        match stuck {
            Some(stuck) => Some(self.stuck(ground, stuck)),
            None => self.idle.is_some().then_some((Next::Label(Label::Idle), Detail::None)),
        }
    }

    fn follow_call(&self, ground: &Ground<'_>, function: FuncId) -> Option<Noticed> {
        let bound = ground.bounds.recursion;
        if self.machine.depth(function) as u64 <= u64::from(bound) + 1 {
            return None;
        }
        let stuck = Stuck::Exceeded(Bounded::Recursion(function), bound);
        Some((Next::Label(Label::Stuck), Detail::Stuck(stuck, None)))
    }

    /// What the thread waits for.
    fn blocked(&self, ground: &mut Ground<'_>, wait: Wait) -> Stuck {
        match wait {
            Wait::Assumption => Stuck::Assumption,
            Wait::Event => Stuck::Event(self.seen),
            Wait::Always => Stuck::Event(None),
            Wait::Mutex => match self.mutex {
                Asked::Own => Stuck::Mutex(None),
                Asked::At(location) => Stuck::Mutex(Some(location)),
                Asked::InParts => {
                    let mut problem =
                        Diagnostic::error("whether a mutex that is read in parts is free again cannot be told");
                    problem.span = self.machine.span(ground.code);
                    ground.assume(problem);
                    Stuck::Assumption
                }
            },
            Wait::Barrier => {
                let row = |state| ground.surroundings.sharing.row(state, barrier::STATE);
                Stuck::Barrier(self.state.and_then(row))
            }
        }
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

    /// Says where a read takes place, if others can notice.
    fn read_at(&mut self, ground: &mut Ground<'_>, access: &Access) -> Result<Option<u32>, Stop> {
        let location = self.touch(ground, access, Intent::Read)?;
        if let Some(location) = location {
            self.note_in_sections(ground, location, false)?;
        }
        self.note_piece(ground, access, location.is_some());
        self.note_touch(ground, location, Touch::read(access));
        self.seen = location.filter(|_| ground.awaits);
        if access.group.is_some() {
            self.mutex = Asked::InParts;
            // What such a read-modify-write orders is said by its events, which there have to be.
            if location.is_none() && access.updates() {
                ground.surroundings.sharing.share(access)?;
            }
        }
        Ok(location)
    }

    /// Says where a read-modify-write takes place, if others can notice.
    fn update(&mut self, ground: &mut Ground<'_>, access: &Access, change: Updated) -> Result<Option<u32>, Stop> {
        let location = self.touch(ground, access, Intent::Write)?;
        let is_own = matches!(change, Updated::Mutex(Call::Lock | Call::Unlock, _));
        if let Some(location) = location.filter(|_| !is_own) {
            self.note_in_sections(ground, location, true)?;
        }
        self.note_touch(ground, location, Touch::write(access));
        self.seen = location.filter(|_| ground.awaits);
        // What nobody else can see may be left out of the graph only if it orders as much as a mark does.
        let is_mark = access.failing.is_none() && ground.code.mapping.is_full(access.order);
        if location.is_none() && access.updates() && !is_mark {
            ground.surroundings.sharing.share(access)?;
        }
        if matches!(change, Updated::Mutex(..)) {
            self.mutex = location.map_or(Asked::Own, Asked::At);
        }
        Ok(location)
    }

    /// A choice of a value, of which one is taken for all that the program does not tell apart.
    fn choice(&mut self, ground: &mut Ground<'_>, what: &Open, width: Width) -> Label {
        self.leave_open(ground, what, width);
        let key = (self.machine.thread(), self.choices, what.clone());
        self.choices += 1;
        Label::Choice { of: ground.surroundings.wide.choice(key, width) }
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
        let is_unset = (0..width.bytes()).all(|i| {
            let byte = self.memory.byte(address + i);
            byte.is_none() && ground.unwritten(address + i, Width::BYTE).is_none()
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

    /// Whether the thread is about to take back what it has added, and to try again.
    fn comes_to_nothing(&mut self, ground: &Ground<'_>, access: &Access, change: Updated) -> bool {
        self.added.take().is_some_and(|added| added.is_taken_back(&self.machine, ground, access, change))
    }
}
