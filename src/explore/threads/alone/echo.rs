//! What a thread does with a mutex that may be divided.
//!
//! In: the next step of its machine. Out: the step that it takes in its place: a section takes its portion, and whatever else is done to
//! a divided mutex is done to all its portions, one after the other, the one where the program has it being the last. It must not know
//! which sections have something in common ([`super::super::locks`], which says what all this is good for).

use std::sync::Arc;

use super::super::ground::Ground;
use super::super::locks::Taking;
use super::super::sharing::Stop;
use super::{Alone, Next};
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::{Access, Change, Machine, Step};
use crate::exec::object::Death;
use crate::ids::ThreadId;
use crate::ir::Width;
use crate::ir::mutex::{self, Call};

/// A section that a thread is in, or tries to enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Held {
    taking: Arc<Taking>,
    place: u64,
    /// There is no other thread yet: what is touched is nobody else's.
    is_first: bool,
}

/// The sections that a thread is in.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections {
    held: Vec<Held>,
    /// The last call on a mutex was to take it.
    tries: bool,
    /// Tells each section from the one before it.
    is_odd: bool,
}

/// A step that is being repeated in all portions of a mutex.
#[derive(Clone, Debug)]
pub(super) struct Echo {
    step: Step,
    /// Where it is still to be done, the next one last.
    places: Vec<u64>,
    mutex: u64,
}

/// The access of a step.
fn accessed(step: &mut Step) -> Option<&mut Access> {
    match step {
        Step::Read(access) | Step::Write(access, _) | Step::Update(access, _) => Some(access),
        _ => None,
    }
}

/// Where a call finds its mutex, of a machine that runs again and holds these.
pub fn place_again(
    ground: &Ground<'_>,
    machine: &Machine,
    held: &mut Vec<(u64, u64)>,
    (mutex, call): (u64, Call),
) -> u64 {
    match call {
        Call::Lock => {
            let taking = Taking { mutex, thread: machine.thread(), calls: machine.calls() };
            let place = ground.surroundings.locks.place(&taking);
            held.push((mutex, place));
            place
        }
        Call::Unlock => match held.iter().position(|(other, _)| *other == mutex) {
            Some(at) => held.remove(at).1,
            None => mutex,
        },
        _ => mutex,
    }
}

/// A mutex in private memory that is as it was before anyone wrote there is as if nobody had: an iteration that takes it and gives it back
/// has changed nothing.
pub fn forget_unlocked(ground: &mut Ground<'_>, memory: &mut Bytes, access: &Access, (change, new): (Change, u64)) {
    let Change::Mutex(Call::Unlock, _) = change else { return };
    if ground.unwritten(access.address, access.width) == Some(new) {
        (0..access.width.bytes()).for_each(|i| memory.restore(access.address + i, None));
    }
}

impl Alone {
    /// The next step, of which the program knows or not.
    pub(super) fn next_step(&mut self, ground: &mut Ground<'_>) -> Result<Step, Stop> {
        let mut step = match &mut self.echo {
            None => self.machine.step(ground.code, &mut ground.surroundings),
            Some(echo) => match echo.places.pop() {
                Some(place) => {
                    let mut step = echo.step.clone();
                    accessed(&mut step).expect("an access is repeated; please report this").address = place;
                    return Ok(step);
                }
                None => return Ok(self.echo.take().expect("a step is being repeated; please report this").step),
            },
        };
        if ground.surroundings.locks.are_watched() {
            self.divert(ground, &mut step)?;
        }
        match &self.echo {
            None => Ok(step),
            Some(_) => self.next_step(ground),
        }
    }

    /// Leads a step to the portion of the mutex that it is for, or to all of them.
    fn divert(&mut self, ground: &mut Ground<'_>, step: &mut Step) -> Result<(), Stop> {
        let call = match step {
            Step::Update(_, Change::Mutex(call, _)) => Some(*call),
            _ => None,
        };
        let is_write = matches!(step, Step::Write(..));
        let is_read = matches!(step, Step::Read(_));
        let Some(access) = accessed(step) else { return Ok(()) };
        let is_single = access.section.is_none() && access.group.is_none();
        let (address, width) = (access.address, access.width);
        self.sections.tries = call == Some(Call::Lock);
        let locks = &mut ground.surroundings.locks;
        let mutex = match call {
            Some(Call::Lock) => {
                let place = self.enter(ground, address, is_single)?;
                access.address = place;
                return Ok(());
            }
            Some(Call::Unlock) => match self.sections.held.iter().position(|held| held.taking.mutex == address) {
                Some(at) => {
                    access.address = self.sections.held.remove(at).place;
                    return Ok(());
                }
                None => return locks.keep_whole(address),
            },
            Some(Call::Look | Call::Destroy) if !locks.is_divided(address) => return Ok(()),
            Some(Call::Look | Call::Destroy) => address,
            Some(_) => return locks.keep_whole(address),
            None => match locks.divided_at(address, width.bytes()) {
                Some(mutex) => mutex,
                None => return Ok(()),
            },
        };
        if (mutex, Width::INT) != (address, width) || !is_single || !(is_write || is_read || call.is_some()) {
            return locks.keep_whole(mutex);
        }
        let places = locks.others(mutex);
        self.echo = Some(Echo { step: step.clone(), places, mutex });
        Ok(())
    }

    /// Begins a section; says where its mutex is.
    fn enter(&mut self, ground: &mut Ground<'_>, mutex: u64, is_single: bool) -> Result<u64, Stop> {
        self.keep_held_whole(ground)?;
        let objects = &ground.surroundings.objects;
        let death = objects.at(mutex).map(|id| objects.get(id).death());
        let stays = match death {
            Some(Death::Never) => true,
            Some(Death::Free) => !ground.surroundings.frees,
            _ => false,
        };
        let locks = &mut ground.surroundings.locks;
        if !stays || !is_single {
            locks.keep_whole(mutex)?;
        }
        let taking = Taking { mutex, thread: self.machine.thread(), calls: self.machine.calls() };
        let is_first = taking.thread == ThreadId(0) && !self.starts;
        if !is_first {
            locks.enter(&taking);
        }
        let place = locks.place(&taking);
        self.sections.held.push(Held { taking: Arc::new(taking), place, is_first });
        self.sections.is_odd = !self.sections.is_odd;
        Ok(place)
    }

    /// The thread waits for a mutex.
    pub(super) fn wait_for_mutex(&mut self) {
        if std::mem::take(&mut self.sections.tries) {
            self.sections.held.pop();
        }
    }

    /// The mutexes that the thread holds are not divided: it may hold them for good.
    fn keep_held_whole(&self, ground: &mut Ground<'_>) -> Result<(), Stop> {
        let locks = &mut ground.surroundings.locks;
        self.sections.held.iter().map(|held| locks.keep_whole(held.taking.mutex)).fold(Ok(()), Result::and)
    }

    /// Looks whether the thread may go no further while it holds a mutex.
    pub(super) fn look_at_sections(&self, ground: &mut Ground<'_>, next: &Next) -> Result<(), Stop> {
        let stops = matches!(next, Next::Label(label) if label.stops());
        if stops { self.keep_held_whole(ground) } else { Ok(()) }
    }

    /// Notes that a location is touched in the sections that the thread is in.
    pub(super) fn note_in_sections(&self, ground: &mut Ground<'_>, location: u32, writes: bool) -> Result<(), Stop> {
        let locks = &mut ground.surroundings.locks;
        let mut held = self.sections.held.iter().filter(|held| !held.is_first);
        held.try_for_each(|held| locks.note(&held.taking, location, writes))
    }

    /// The section of a divided mutex in which the thread is: 0 is none, and one that follows another has another number.
    pub fn section_of_mutex(&self, ground: &Ground<'_>) -> u32 {
        let locks = &ground.surroundings.locks;
        let is_in = self.sections.held.last().is_some_and(|held| locks.is_divided(held.taking.mutex));
        if is_in { 1 + u32::from(self.sections.is_odd) } else { 0 }
    }

    /// Answers the last step.
    pub fn answer(&mut self, ground: &mut Ground<'_>, value: Value) -> Result<(), Stop> {
        match &self.echo {
            None => {
                self.machine.answer_open(value);
                Ok(())
            }
            // The mutex as the program has it would be held here.
            Some(echo) if mutex::holds(value.bits) => ground.surroundings.locks.keep_whole(echo.mutex),
            Some(_) => Ok(()),
        }
    }

    /// Whether both are in the same sections. Which of two numbers that tell a section from the one before makes no difference.
    pub(super) fn is_in_sections_of(&self, other: &Alone) -> bool {
        let left = |alone: &Alone| alone.echo.as_ref().map(|echo| echo.places.len());
        let state = |alone: &Alone| (alone.sections.tries, left(alone));
        self.sections.held == other.sections.held && state(self) == state(other)
    }

    /// The mutexes that it holds, with where they are.
    pub fn held(&self) -> Vec<(u64, u64)> {
        self.sections.held.iter().map(|held| (held.taking.mutex, held.place)).collect()
    }
}
