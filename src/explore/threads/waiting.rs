//! The rule of [`crate::exec::waiting`] on concrete states.
//!
//! In: a thread at the head of a loop to which it has just gone back. Out: whether it may wait there. It must not know
//! the rule's reasons, nor other threads.
//!
//! That the iteration before the last would have led here, had its reads returned what those of the last one did, is
//! found out by running it again; likewise what leads to the loop.

use rustc_hash::FxHashSet;

use crate::exec::bounds::Waiting;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::{Byte, Bytes};
use crate::exec::interpret::{Access, Change, Machine, Repetition, Step};
use crate::exec::lifetime::Intent;
use crate::exec::mapping::RMW;
use crate::exec::object::{ObjectId, Origin};
use crate::exec::waiting::{self, Ends};
use crate::ir::{Storage, Width};
use crate::model::Tag;

use super::alone::Alone;
use super::alone::echo::{forget_unlocked, place_again};
use super::ground::Ground;
use super::label::Detail;
use super::left_out::Touch;
use super::past::{Done, Head, Silence, Waits};

/// Steps after which an iteration that is run again is given up.
const PATIENCE: usize = 10_000;

impl Alone {
    /// When the thread may wait at the head of the loop to which it has gone back.
    pub fn waits_at(&mut self, ground: &mut Ground<'_>, repetition: Repetition) -> Waits {
        let (head, before) = self.past.silent(self.machine.loops(), self.machine.section());
        let Some((head, silence)) = head else { return Waits::Never };
        if silence == Silence::TakenBack && ground.bounds.waiting != Waiting::TakenBack {
            return Waits::Never;
        }
        if !waiting::may_wait(&mut Concrete { alone: self, ground, repetition, head, silence, before })
            || ground.surroundings.tells_races
                && !self.may_leave_out(ground, self.past.touched_since(&before.unwrap_or(head)))
        {
            return Waits::Never;
        }
        match silence {
            Silence::Whole => Waits::Always,
            Silence::TakenBack => Waits::UntilNoticed,
        }
    }

    /// Whether these accesses may be left out although races are looked for.
    fn may_leave_out(&self, ground: &mut Ground<'_>, touched: &[Touch]) -> bool {
        ground.surroundings.left_out.pass(self.who(), touched)
    }
}

/// Where a thread is to get to that runs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The end of an iteration of the loop.
    Repeat,
    /// The head of the loop, wherever it comes from.
    Entry,
}

/// The ends of the last two iterations.
struct Concrete<'a, 'r, 'p> {
    alone: &'a Alone,
    ground: &'r mut Ground<'p>,
    repetition: Repetition,
    head: Head,
    silence: Silence,
    /// The head before the iteration before, if that was silent, too.
    before: Option<Head>,
}

impl Concrete<'_, '_, '_> {
    /// Whether the object was made since the head, or notes the liveness of one that was: it is out of reach in the
    /// next iteration, which makes its own.
    fn is_made_since(&self, head: &Head, address: u64) -> bool {
        let objects = &self.ground.surroundings.objects;
        let made = self.alone.past.made_since(head);
        objects.at(address).is_some_and(|id: ObjectId| made.contains(&objects.subject(id)))
    }

    /// Whether private memory holds what it held at the head.
    fn same_memory(&self, head: &Head) -> bool {
        let (past, memory) = (&self.alone.past, &self.alone.memory);
        let mut first: Vec<(u64, Option<Byte>)> = past.overwritten_since(head).collect();
        first.reverse();
        let mut seen = FxHashSet::default();
        first.into_iter().all(|(address, then)| {
            !seen.insert(address) || memory.byte(address) == then || self.is_made_since(head, address)
        })
    }

    /// Whether a read-modify-write that found `old` and stores this is not noticed. One that orders less where it fails has failed
    /// in `E`, or its iteration would not be silent, and must fail here.
    fn is_silent(&self, access: &Access, stored: Option<u64>, old: u64) -> bool {
        let is_one = access.failing.is_none() && self.ground.bounds.waiting.is_silent(access.order);
        stored.is_none_or(|new| new == old && is_one)
    }

    /// Lets the thread run again, with these steps. Returns it where it gets to, and its memory, if it takes just these steps.
    fn again(&mut self, start: (Machine, Bytes), steps: &[Done], goal: Goal) -> Option<(Machine, Bytes)> {
        let (depth, id) = (self.alone.machine.loops(), self.repetition.id);
        let (mut machine, mut memory) = start;
        let mut steps = steps.iter();
        let mut held = self.alone.held();
        for _ in 0..PATIENCE {
            match machine.step(self.ground.code, &mut self.ground.surroundings) {
                Step::Read(access) => {
                    let value = match self.shared(&access, Intent::Read)? {
                        true => {
                            let value = Self::expected(&access, &mut steps)?;
                            self.ground.surroundings.wide.recognise(value, access.width)
                        }
                        false => self.private(&memory, &access)?.into(),
                    };
                    machine.answer_open(value);
                }
                Step::Write(access, _) => match self.shared(&access, Intent::Write)? {
                    true => return None,
                    false => memory.write(access.address, access.width, machine.stored()),
                },
                Step::Update(mut access, change) => {
                    if let Change::Mutex(call, _) = change {
                        access.address = place_again(self.ground, &machine, &mut held, (access.address, call));
                    }
                    let old = match self.shared(&access, Intent::Write)? {
                        true => {
                            let old = Self::expected(&access, &mut steps)?;
                            // One that stands for others may do something else to each.
                            if self.ground.surroundings.wide.recognise(old, access.width).symbol.is_some() {
                                return None;
                            }
                            self.is_silent(&access, change.apply(old, access.width), old).then_some(old)?
                        }
                        false => {
                            let old = self.private(&memory, &access)?;
                            if let Some(new) = change.apply(old, access.width) {
                                memory.write(access.address, access.width, new.into());
                                forget_unlocked(self.ground, &mut memory, &access, (change, new));
                            }
                            let is_done = !access.updates() || steps.next() == Some(&Done::Lone);
                            is_done.then_some(old)?
                        }
                    };
                    machine.answer(old);
                }
                Step::Fence { kind, .. } => {
                    if steps.next() != Some(&Done::Fence(kind)) {
                        return None;
                    }
                }
                Step::Allocated(object) => {
                    let origin = &self.ground.surroundings.objects.get(object).origin;
                    if matches!(origin, Origin::Allocated(_, _, Storage::Heap)) {
                        return None;
                    }
                }
                Step::Repeated(repetition)
                    if goal == Goal::Repeat && repetition.id == id && machine.loops() == depth =>
                {
                    return steps.next().is_none().then_some((machine, memory));
                }
                Step::Entered(_) | Step::Repeated(_)
                    if goal == Goal::Entry && machine.loops() == depth && machine.is_where(&self.alone.machine) =>
                {
                    return steps.next().is_none().then_some((machine, memory));
                }
                // What is read before it would order more than what is read in the loop.
                Step::SourceFence(_) if goal == Goal::Entry => return None,
                Step::SourceFence(_) | Step::Point | Step::Entered(_) | Step::Called(_) | Step::Repeated(_) => {}
                // Nothing else is silent, or nobody knows what it would find.
                _ => return None,
            }
        }
        None
    }

    /// What a step of the last iteration has found, if the event can take the place of a read before the loop.
    fn found_instead(&self, done: &Done, first: &Access) -> Option<u64> {
        let Done::Read { address, site, width, value, section: None, group: None, lone: Some(strength) } = *done else {
            return None;
        };
        let (operation, order) = strength.mapped;
        let code = &self.ground.code;
        // What such an event is in beside the sets of its order is not told apart.
        if site.is_some_and(|site| code.mapping.marks(code.program, site).next().is_some()) {
            return None;
        }
        let mapped = code.mapping.get(operation, order);
        let is_update = strength.updates.then(|| Tag::named(RMW));
        let tags: Vec<Tag> = mapped.tags.iter().copied().chain(is_update).collect();
        let fits = (address, width) == (first.address, first.width)
            && (strength.order.acquires() || !first.order.acquires())
            && self.ground.model.allows_to_become(&tags, &first.tags);
        fits.then_some(value)
    }

    /// Whether the thread, had it found this value before the loop, would have come to its head as it is now.
    fn leads_here(&mut self, before: &Alone, (value, width): (u64, Width)) -> bool {
        let value = self.ground.surroundings.wide.recognise(value, width);
        let mut machine = before.machine.clone();
        machine.answer_open(value);
        let Some((machine, memory)) = self.again((machine, before.memory.clone()), &[], Goal::Entry) else {
            return false;
        };
        let head = self.head;
        self.alone.machine.agrees_throughout(self.ground.code, &machine) && self.agrees_in_memory(&memory, &head)
    }

    /// Whether private memory is this, but for what was made since a head.
    fn agrees_in_memory(&self, memory: &Bytes, head: &Head) -> bool {
        let differs = |address: u64| memory.byte(address) != self.alone.memory.byte(address);
        let touched = memory.addresses().chain(self.alone.memory.addresses());
        !touched.into_iter().any(|address| differs(address) && !self.is_made_since(head, address))
    }

    fn shared(&mut self, access: &Access, intent: Intent) -> Option<bool> {
        self.alone.touch(self.ground, access, intent).ok().map(|location| location.is_some())
    }

    /// The value that the next step has read, if it is this read.
    fn expected<'s>(access: &Access, steps: &mut impl Iterator<Item = &'s Done>) -> Option<u64> {
        match *steps.next()? {
            Done::Read { address, site, value, .. } if (address, site) == (access.address, access.site) => Some(value),
            _ => None,
        }
    }

    /// A value of private memory, if it is defined.
    fn private(&mut self, memory: &Bytes, access: &Access) -> Option<u64> {
        let value = memory.read(access.address, access.width, &mut |address, width| {
            self.ground.unwritten(address, width).map_or(Value::any(0, width), Value::from)
        });
        (value.open == 0).then_some(value.bits)
    }
}

impl Ends for Concrete<'_, '_, '_> {
    type Answer = bool;

    fn is_always(&self, answer: bool) -> bool {
        answer
    }

    fn either(&mut self, a: bool, b: bool) -> bool {
        a || b
    }

    fn takes_back(&self) -> bool {
        self.silence == Silence::TakenBack
    }

    fn nothing_changed(&mut self) -> bool {
        self.repetition.unchanged && self.same_memory(&self.head)
    }

    fn steps(&mut self) -> Option<usize> {
        let past = &self.alone.past;
        let earlier = past.done_between(self.before.as_ref()?, Some(&self.head));
        let later = past.done_between(&self.head, None);
        let has_reads = |steps: &[Done]| steps.iter().any(|done| matches!(done, Done::Read { .. }));
        match has_reads(later) {
            true if earlier.len() == later.len() => Some(later.len()),
            true => Some(0),
            // Nothing can be read anew; but two iterations without reads may have led back to where they began.
            false => (!has_reads(earlier)).then_some(0),
        }
    }

    fn both_in_vain(&mut self) -> bool {
        self.before.is_some_and(|before| self.repetition.back && self.same_memory(&before))
    }

    fn one_instead_of_two(&mut self, from: usize) -> bool {
        let Some(before) = self.before else { return false };
        let past = &self.alone.past;
        let (earlier, later) = (past.done_between(&before, Some(&self.head)), past.done_between(&self.head, None));
        // Half a section of one iteration and half of another are no section, and half an access is none.
        let inside = |done: &Done| matches!(done, Done::Read { section, .. } if *section != self.head.section);
        if from > 0 && earlier.iter().chain(later).any(inside) {
            return false;
        }
        let splits =
            |steps: &[Done]| from > 0 && steps[from].group().is_some_and(|g| steps[from - 1].group() == Some(g));
        if splits(earlier) || splits(later) {
            return false;
        }
        let steps: Vec<Done> = earlier[..from].iter().chain(&later[from..]).copied().collect();
        let Some(machine) = self.alone.machine.two_iterations_ago() else { return false };
        let mut memory = self.alone.memory.clone();
        for (address, then) in self.alone.past.overwritten_since(&before) {
            memory.restore(address, then);
        }
        let Some((machine, memory)) = self.again((machine, memory), &steps, Goal::Repeat) else { return false };
        self.alone.machine.agrees(self.ground.code, &machine) && self.agrees_in_memory(&memory, &before)
    }

    fn read_at_once(&mut self) -> Option<bool> {
        let alone = self.alone;
        let entry = alone.entries.of_loop(alone.machine.loops())?;
        let Detail::Access(first) = &*entry.read else { return None };
        let is_alone = self.ground.merges_waits && first.section.is_none() && first.group.is_none();
        if !is_alone || entry.effects != alone.past.effects() {
            return None;
        }
        let later = alone.past.done_between(&self.head, None).iter().rev();
        let instead: Vec<u64> = later.filter_map(|done| self.found_instead(done, first)).collect();
        Some(instead.into_iter().any(|value| self.leads_here(&entry.before, (value, first.width))))
    }
}
