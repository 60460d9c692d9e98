//! The small actions that an instruction is made of, carried out one by one.
//!
//! In: the next action of the queue, and the values that the driver found in memory. Out: a step, or more actions. It must not
//! know what memory holds, nor which instruction the actions are of.

use super::micro::{At, Ending, Into, Micro, Spot, note_written};
use super::open::Value;
use super::{Access, Asked, Change, Code, Machine, Pending, Step, Wait, World};
use crate::diag::Span;
use crate::exec::compound::Fact;
use crate::exec::execution::Open;
use crate::exec::lifetime::{self, Intent};
use crate::exec::mapping::Operation;
use crate::exec::object::Death;
use crate::exec::{addresses, initial};
use crate::ids::{RegId, SiteId, ThreadId};
use crate::ir::{Order, Storage, Width};

impl Machine {
    /// Does one part of the running instruction.
    pub(super) fn micro(&mut self, code: &Code<'_>, world: &mut dyn World, micro: Micro) -> Option<Step> {
        match micro {
            Micro::Upper(lower, width) => self.with_open_upper(lower, width),
            Micro::Resolve { address, width, site, span } => self.resolved(code, world, (address, width), (site, span)),
            Micro::Block { size: 0, .. } => None,
            Micro::Block { address, size, intent, span } => world
                .objects()
                .misuse(address, size, intent)
                .map(|property| Machine::violated(property, property.describe(), span)),
            Micro::SourceFence(order) => Some(Step::SourceFence(order)),
            Micro::Fence { kind, span } => Some(Step::Fence { kind, span }),
            Micro::Read { ref access, into } => {
                if self.read_parts(world, access, into) {
                    return None;
                }
                let step = Step::Read(access.clone());
                self.ask(Asked::Micro(micro), step)
            }
            Micro::Choose { what: Open::Bytes(..), width } if world.leaves_open() => {
                self.scratch.push(Value::any(initial::any_value(width), width));
                None
            }
            Micro::Choose { ref what, width } => {
                let step = Step::Choice { what: what.clone(), width };
                self.ask(Asked::Micro(micro), step)
            }
            Micro::Write { access, value } => self.write(world, access, value),
            Micro::Paste { access, from } => {
                let value = self.scratch[from];
                self.write(world, access, value)
            }
            Micro::Joined { access, into } => {
                let value = self.joined(world, &access);
                self.found(Micro::Read { access, into }, value);
                None
            }
            Micro::Change { access, change, dst } => self.change_parts(world, access, change, dst),
            Micro::Pair(pair) => {
                self.begin_pair(world, pair);
                None
            }
            Micro::PairRead(pair) => {
                self.end_pair(world, &pair);
                None
            }
            Micro::Update { ref access, change, dst } => {
                if self.update_parts(world, access, change, dst) {
                    return None;
                }
                let step = Step::Update(access.clone(), change);
                self.ask(Asked::Micro(micro), step)
            }
            Micro::Demand { demand, span } => (!demand.is_met_by(self.last_found()))
                .then(|| Machine::violated(demand.property(), demand.message, span)),
            // Nobody waits for good for anything else than a barrier.
            Micro::Await(fact) => (!fact.of_number(self.last_found())).then_some(Step::Blocked(Wait::Barrier)),
            Micro::Called(called) => self.called(called),
            Micro::Looked(called, spot) => self.looked(code, called, spot),
            Micro::Taken(called) => self.taken(called),
            Micro::Noted { claim, span } => self.noted(claim, span),
            Micro::Join { thread, dst, span } => self.await_end(thread, dst, span),
            Micro::Dead { death, span } => {
                let property = death.violated();
                Some(Machine::violated(property, property.describe(), span))
            }
            Micro::Judge { op, old, operand, place, span } => {
                if let Some(new) = Change::Apply(op, operand).apply(old, place.1) {
                    note_written(world, place, new);
                }
                let is_fact = addresses::is_modified_fact(world.objects(), op, old, operand);
                note_vague_unless(world, is_fact, span)
            }
            Micro::JudgeFound { old, expected, span } => {
                let is_fact = addresses::is_found_fact(world.objects(), old, expected);
                note_vague_unless(world, is_fact, span)
            }
            Micro::Barrier(pending) => self.ask_of_barrier(pending),
            Micro::Serial(dst) => {
                let last = Fact::Last.of_number(self.scratch[0].bits);
                self.serial(Some(dst), last);
                None
            }
            Micro::Freed(object) => {
                if lifetime::may_come_back(code.program, Storage::Heap) {
                    self.freed.insert(object);
                }
                Some(Step::Freed)
            }
            Micro::Birth { dst, freed, span } => self.birth(code, world, (dst, freed), span),
            Micro::BornAgain { dst, id, span } => {
                self.born_again(code, world, (dst, id), span);
                None
            }
            Micro::Advance => {
                self.frame().pc += 1;
                None
            }
            Micro::Leave(ending) => {
                self.end_of_thread(code, world, ending);
                None
            }
            Micro::Finish(Ending::Return) if self.thread == ThreadId(0) => Some(Step::Exited),
            Micro::Finish(_) => Some(Step::Finished(self.scratch.first().map_or(0, |value| value.bits))),
        }
    }

    /// Checks an address; where the object there may be dead, it is looked whether it is.
    fn resolved(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        (address, width): (u64, Width),
        (site, span): (SiteId, Option<Span>),
    ) -> Option<Step> {
        let intent = Intent::of(code.program.site(site).kind);
        if let Some(property) = world.objects().misuse(address, width.bytes(), intent) {
            return Some(Machine::violated(property, property.describe(), span));
        }
        let object = world.objects().at(address).expect("an address in an object; please report this");
        let death = world.objects().get(object).death();
        let watched = match death {
            Death::Free => world.watched(object),
            _ => world.objects().get(object).is_mortal_for(self.thread),
        };
        if watched {
            let objects = world.objects();
            let cell = objects.liveness(object);
            let cell = objects.get(cell).base;
            let at = At { site, span, order: Order::Plain };
            let tags = code.mapping.get(Operation::Load, Order::Plain).tags.clone();
            let access = self.access(Operation::Load, Spot { address: cell, width: Width::BYTE, at }, tags);
            self.queue.push_front(Micro::Read { access, into: Into::Alive(death) });
        }
        None
    }

    /// Writes the parts of a read-modify-write whose parts have been read.
    fn change_parts(
        &mut self,
        world: &mut dyn World,
        access: Access,
        change: Change,
        dst: Option<RegId>,
    ) -> Option<Step> {
        let old = self.joined(world, &access);
        world.look(old, access.span);
        let new = change.apply(old.bits, access.width);
        self.found(Micro::Update { access: access.clone(), change, dst }, old.bits.into());
        if let Some(new) = new {
            self.write_parts(world, &access, new.into());
        }
        None
    }

    fn ask_of_barrier(&mut self, pending: Pending) -> Option<Step> {
        let Pending { call, address, span, .. } = pending;
        let step = Step::Barrier { call, address, span, section: self.section };
        self.ask(Asked::Barrier(pending), step)
    }

    fn last_found(&self) -> u64 {
        self.scratch.last().expect("a value to check was read; please report this").bits
    }

    /// Takes a value that the driver found in memory.
    pub(super) fn found(&mut self, micro: Micro, given: Value) {
        let value = given.bits;
        match micro {
            Micro::Read { access, into } => match into {
                Into::Register(dst) => self.set_value(dst, given),
                Into::Scratch => self.scratch.push(given),
                Into::Alive(death) if value & 1 == 1 => self.queue.push_front(Micro::Dead { death, span: access.span }),
                Into::Alive(_) => {}
                Into::Part => self.parts.push(given),
            },
            Micro::Update { access, change, dst } => {
                if let Change::Apply(op, operand) = change
                    && value.max(operand) >= addresses::LOWEST
                {
                    let place = (access.address, access.width);
                    self.queue.push_front(Micro::Judge { op, old: value, operand, place, span: access.span });
                }
                if let Change::Exchange { expected, .. } = change
                    && value.max(expected) >= addresses::LOWEST
                    && given.is_settled()
                {
                    self.queue.push_front(Micro::JudgeFound { old: value, expected, span: access.span });
                }
                if let Some(failing) = &access.failing {
                    let has_failed = change.apply(value, access.width).is_none();
                    let kinds = failing.behind[usize::from(has_failed)].iter().rev();
                    kinds.for_each(|kind| {
                        self.queue.push_front(Micro::Fence { kind: *kind, span: access.span });
                    });
                }
                self.scratch.push(given);
                if let Some(dst) = dst {
                    self.set_value(dst, given);
                }
            }
            Micro::Choose { .. } => self.scratch.push(given),
            Micro::Birth { dst, mut freed, span } => {
                let next = freed.pop_front().expect("a freed object was asked about; please report this");
                let go_on = Micro::Birth { dst, freed, span };
                self.queue.push_front(if value == 1 { Micro::BornAgain { dst, id: next, span } } else { go_on });
            }
            other => panic!("{other:?} asks for nothing; please report this"),
        }
    }
}

/// Notes that a thread computes something that hangs on where the objects lie, if that is so.
fn note_vague_unless(world: &mut dyn World, is_fact: bool, span: Option<Span>) -> Option<Step> {
    if !is_fact {
        world.note_vague(span);
    }
    None
}
