//! Whether a thread that waits in a loop does so for good.
//!
//! In: a full graph, and a thread in it that stands at the head of a loop behind an iteration that may be left out. Out: [`Stays`].
//! It must not know why the thread waits there, nor what is looked for.
//!
//! The thread goes on from where it stands in the memory that is left when every write has reached every thread: each
//! location holds what its last write in coherence order wrote. If it comes back to the head in a state in which it was
//! there before, and memory is as it was, it goes round for good as long as nobody else writes: one iteration is all that
//! it does, again and again. That memory is fair: no write is kept from the thread for ever.
//!
//! What it changes and changes back meanwhile somebody may wait for, a mutex that it gives and takes again: who comes to wait for one gets
//! it at some time, so that nothing is for good then.
//!
//! Where the thread chooses between two ways, each is followed, but for those on which an assumption does not hold: these are no
//! executions. It stays for good only if it does so on all others; where one leads elsewhere, no answer is known.
//!
//! If it leaves the loop instead, or writes what others can see, the graph is there only because the thread looked too early; the
//! execution in which it looks later is another graph. Nothing that is run here becomes part of the graph or of what is
//! known of memory; only which values of a choice it tells apart is kept, so that each of them is looked at.

use rustc_hash::FxHashMap;

use super::fate::wanted;
use super::graph::{Graph, INIT};
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::{Access, Change, Machine, Repetition, Step, Wait};
use crate::exec::lifetime::Intent;
use crate::exec::object::{ObjectId, Origin};
use crate::explore::threads::alone::Alone;
use crate::explore::threads::past::Head;
use crate::explore::threads::runs::Runs;
use crate::ids::ThreadId;
use crate::ir::{Storage, Width};

/// Steps after which the ways round are given up.
const PATIENCE: usize = 10_000;

/// Iterations after which nothing is known. Waiting loops come back to where they were after one or two.
const ITERATIONS: usize = 4;

/// What becomes of a thread that waits in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    ForGood,
    GoesOn,
    Unknown,
}

/// What becomes of this thread of a full graph.
pub fn stays<const W: usize>(runs: &mut Runs<'_>, graph: &Graph<W>, thread: ThreadId) -> Stays {
    let Some(alone) = runs.waiting(graph.threads[thread.index()].cursor).cloned() else { return Stays::Unknown };
    let Some((repetition, head)) = alone.waits_behind() else { return Stays::Unknown };
    let before = runs.ground.surroundings.clone();
    let (machine, memory) = (alone.machine.clone(), alone.memory.clone());
    let heads = vec![(machine.clone(), memory.clone())];
    let first = Way { machine, memory, written: FxHashMap::default(), made: Vec::new(), heads };
    let mut round = Round { runs, graph, alone, repetition, head, steps: 0 };
    let stays = round.stays(first).unwrap_or(Stays::Unknown);
    let wide = std::mem::take(&mut runs.ground.surroundings.wide);
    runs.ground.surroundings = before;
    runs.ground.surroundings.wide = wide;
    stays
}

/// The thread where it waits, and what it is followed in.
struct Round<'a, 'p, const W: usize> {
    runs: &'a mut Runs<'p>,
    graph: &'a Graph<W>,
    alone: Alone,
    repetition: Repetition,
    head: Head,
    /// Taken on all ways.
    steps: usize,
}

/// The thread on a way round.
#[derive(Clone)]
struct Way {
    machine: Machine,
    memory: Bytes,
    /// What it has changed in shared memory, by location.
    written: FxHashMap<u32, u64>,
    made: Vec<ObjectId>,
    /// As it was at the head, each time that it came by.
    heads: Vec<(Machine, Bytes)>,
}

/// Where a way leads.
enum Leads {
    To(Stays),
    /// To a choice between yes and no.
    Apart,
    /// Nowhere: what is assumed does not hold on it.
    Nowhere,
}

impl<const W: usize> Round<'_, '_, W> {
    /// What becomes of the thread on every way, if it is the same on all; nothing where something is not known.
    fn stays(&mut self, first: Way) -> Option<Stays> {
        let (mut ways, mut found) = (vec![first], None);
        while let Some(mut way) = ways.pop() {
            match self.follow(&mut way)? {
                Leads::To(stays) if found.is_none_or(|found| found == stays) => found = Some(stays),
                Leads::To(_) => return None,
                Leads::Apart => {
                    for choice in [0, 1] {
                        let mut way = way.clone();
                        way.machine.answer(choice);
                        ways.push(way);
                    }
                }
                Leads::Nowhere => {}
            }
        }
        Some(found.unwrap_or(Stays::GoesOn))
    }

    /// Goes on up to where it is known what becomes of the thread, or a choice. Nothing where something is not known.
    fn follow(&mut self, way: &mut Way) -> Option<Leads> {
        let depth = self.alone.machine.loops();
        while self.steps < PATIENCE {
            self.steps += 1;
            match way.machine.step(self.runs.ground.code, &mut self.runs.ground.surroundings) {
                Step::Read(access) => {
                    let value = match self.location(&access, Intent::Read)? {
                        Some(location) => {
                            let value = self.shared(way, location)?;
                            self.runs.ground.surroundings.wide.recognise(value, access.width)
                        }
                        None => self.private(way, &access)?.into(),
                    };
                    way.machine.answer_open(value);
                }
                Step::Write(access, _) => {
                    if self.location(&access, Intent::Write)?.is_some() {
                        return Some(Leads::To(Stays::GoesOn));
                    }
                    way.memory.write(access.address, access.width, way.machine.stored());
                }
                Step::Update(access, change) => self.update(way, &access, change)?,
                Step::Allocated(object) => {
                    let origin = &self.runs.ground.surroundings.objects.get(object).origin;
                    if matches!(origin, Origin::Allocated(_, _, Storage::Heap)) {
                        return Some(Leads::To(Stays::GoesOn));
                    }
                    way.made.push(object);
                }
                Step::Repeated(repetition) if repetition.id == self.repetition.id && way.machine.loops() == depth => {
                    if self.has_been_here(way) {
                        let wanted = wanted(self.runs, self.graph);
                        let lends = way.written.keys().any(|location| wanted.contains(location));
                        return Some(Leads::To(if lends { Stays::GoesOn } else { Stays::ForGood }));
                    }
                    if way.heads.len() == ITERATIONS {
                        return None;
                    }
                    way.heads.push((way.machine.clone(), way.memory.clone()));
                }
                Step::Repeated(_) if way.machine.loops() <= depth => return Some(Leads::To(Stays::GoesOn)),
                Step::Fence { .. }
                | Step::SourceFence(_)
                | Step::Point
                | Step::Entered(_)
                | Step::Called(_)
                | Step::Repeated(_) => {}
                Step::Choice { width: Width::BOOL, .. } => return Some(Leads::Apart),
                Step::Choice { .. } => return None,
                Step::Blocked(Wait::Assumption) => return Some(Leads::Nowhere),
                _ => return Some(Leads::To(Stays::GoesOn)),
            }
        }
        None
    }

    fn update(&mut self, way: &mut Way, access: &Access, change: Change) -> Option<()> {
        let location = self.location(access, Intent::Write)?;
        let old = match location {
            Some(location) => self.shared(way, location)?,
            None => self.private(way, access)?,
        };
        // One that stands for others may do something else to each.
        if self.runs.ground.surroundings.wide.recognise(old, access.width).symbol.is_some() {
            return None;
        }
        match (change.apply(old, access.width), location) {
            (Some(new), Some(location)) => drop(way.written.insert(location, new)),
            (Some(new), None) => way.memory.write(access.address, access.width, new.into()),
            (None, _) => {}
        }
        way.machine.answer(old);
        Some(())
    }

    /// Whether the thread was at the head before as it is now, with shared memory as it was. All its calls have to be as they were: what
    /// leaves the loop may come to it again in another call.
    fn has_been_here(&mut self, way: &Way) -> bool {
        let written: Vec<(u32, u64)> = way.written.iter().map(|(location, value)| (*location, *value)).collect();
        if !written.into_iter().all(|(location, value)| self.last(location) == Some(value)) {
            return false;
        }
        way.heads.iter().any(|(machine, memory)| {
            let differs = |address: u64| memory.byte(address) != way.memory.byte(address);
            let touched = memory.addresses().chain(way.memory.addresses());
            way.machine.agrees_throughout(self.runs.ground.code, machine)
                && !touched.into_iter().any(|address| differs(address) && !self.is_made_inside(way, address))
        })
    }

    /// Whether the object was made in an iteration, so that the next one makes its own.
    fn is_made_inside(&self, way: &Way, address: u64) -> bool {
        let objects = &self.runs.ground.surroundings.objects;
        let made = self.alone.past.made_since(&self.head);
        let is_made = |id: ObjectId| made.contains(&objects.subject(id)) || way.made.contains(&objects.subject(id));
        objects.at(address).is_some_and(is_made)
    }

    fn location(&mut self, access: &Access, intent: Intent) -> Option<Option<u32>> {
        self.alone.touch(&mut self.runs.ground, access, intent).ok()
    }

    /// What shared memory holds here for the thread.
    fn shared(&mut self, way: &Way, location: u32) -> Option<u64> {
        match way.written.get(&location) {
            Some(value) => Some(*value),
            None => self.last(location),
        }
    }

    /// What the last write of a location wrote.
    fn last(&mut self, location: u32) -> Option<u64> {
        let last = self.graph.places.get(location as usize).map_or(INIT, |place| place.last);
        if last == INIT {
            let place = self.runs.ground.surroundings.sharing.location(location);
            return self.runs.ground.defined_initial(place);
        }
        Some(self.graph.event(last).value)
    }

    /// A value of private memory, if it is defined.
    fn private(&mut self, way: &Way, access: &Access) -> Option<u64> {
        let (program, objects) = (self.runs.ground.code.program, &mut self.runs.ground.surroundings.objects);
        let value = way.memory.read(access.address, access.width, &mut |address, width| {
            initial::initial_value(program, objects, address, width).map_or(Value::any(0, width), Value::from)
        });
        (value.open == 0).then_some(value.bits)
    }
}
