//! One thread running by itself, up to its next step that another thread can notice.
//!
//! In: a machine and what is known of memory. Out: the next step ([`Found`]). Memory that only this thread uses is kept
//! here, byte by byte. It must not know other threads.
//!
//! A loop iteration that changes nothing (no register that is still needed, no private memory, nothing that others can
//! see) could be left out of the execution, so the thread waits there instead: that turns a spin loop into an assumption
//! of its exit condition, as in the unfolding.

use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::{Access, BarrierCall, Machine, Repetition, Step, Wait, initial};
use crate::exec::objects::ObjectId;
use crate::exec::skeleton::Bounded;
use crate::ids::{FuncId, ThreadId};
use crate::ir::{Order, Storage, Width};

use super::barrier::{Known, Way};
use super::runs::{Detail, Fences, Label, Runs, Stuck};
use super::sharing::Stop;

/// Steps between two events before the program counts as running on without end.
const PATIENCE: u64 = 20_000_000;

/// Nondeterministic values of more bits than this are not enumerated.
const ENUMERATED_BITS: u32 = 8;

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

/// The state at the head of a running loop.
#[derive(Clone, Copy, Debug)]
struct Mark {
    effects: u32,
    journal: usize,
    made: usize,
}

/// A thread with the memory that it alone uses.
#[derive(Clone, Debug)]
pub struct Alone {
    pub machine: Machine,
    memory: Bytes,
    /// What was done that others can see.
    effects: u32,
    /// A mark for each running loop.
    marks: Vec<Mark>,
    /// Private bytes that were overwritten while a loop was running, with what they held.
    journal: Vec<(u64, Option<u8>)>,
    /// Objects that were made while a loop was running.
    made: Vec<ObjectId>,
    /// What it knows of barriers.
    pub known: Known,
    /// Its waits at barriers without state.
    waits: u32,
    /// The barrier with state that it has come to last.
    state: Option<u64>,
}

impl Alone {
    pub fn new(machine: Machine, known: Known) -> Alone {
        let memory = Bytes::default();
        let (marks, journal, made) = (Vec::new(), Vec::new(), Vec::new());
        Alone { machine, memory, effects: 0, marks, journal, made, known, waits: 0, state: None }
    }

    /// How many waits at barriers without state it has come to.
    pub fn waits(&self) -> u32 {
        self.waits
    }

    /// A read-modify-write of shared memory took place; `changed` says whether it changed anything.
    pub fn note_update(&mut self, changed: bool) {
        self.effects += u32::from(changed);
    }

    /// Runs to the next step that others can notice.
    pub fn run(&mut self, runs: &mut Runs<'_>) -> Result<Found, Stop> {
        let (mut sealed, mut fences) = (false, Fences::default());
        let thread = self.machine.thread();
        for _ in 0..PATIENCE {
            let step = self.machine.step(&runs.code, &mut runs.surroundings);
            let (label, detail) = match step {
                Step::Read(access) => match self.touch(runs, &access, false)? {
                    Some(location) => (Next::Label(Label::Read { location }), Detail::Access(access)),
                    None => {
                        let value = self.read(runs, &access);
                        self.machine.answer(value);
                        continue;
                    }
                },
                Step::Write(access, value) => match self.touch(runs, &access, true)? {
                    Some(location) => {
                        self.effects += 1;
                        (Next::Label(Label::Write { location, value }), Detail::Access(access))
                    }
                    None => {
                        self.write(&access, value);
                        continue;
                    }
                },
                Step::Update(access, change) => match self.touch(runs, &access, true)? {
                    Some(location) => (Next::Label(Label::Update { location, change }), Detail::Access(access)),
                    None => {
                        let old = self.read(runs, &access);
                        if let Some(new) = change.apply(old, access.width) {
                            self.write(&access, new);
                        }
                        sealed = true;
                        self.machine.answer(old);
                        continue;
                    }
                },
                Step::Fence { kind, span } => match runs.model.fences().iter().position(|f| f.name == kind) {
                    Some(kind) => (Next::Label(Label::Fence), Detail::Fence { kind, span }),
                    // A kind that the model does not know orders nothing.
                    None => continue,
                },
                Step::SourceFence(order) => {
                    fences.acquire |= matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst);
                    fences.release |= matches!(order, Order::Release | Order::AcqRel | Order::SeqCst);
                    continue;
                }
                Step::Point(_) | Step::Freed(_) => continue,
                Step::Spawn { thread, function, args } => {
                    self.effects += 1;
                    (Next::Spawn { thread, function, args }, Detail::None)
                }
                Step::Join { handle } => {
                    let thread = handle.checked_sub(1).and_then(|i| u32::try_from(i).ok()).map(ThreadId);
                    thread.into_iter().for_each(|thread| self.known.join(thread));
                    (Next::Label(Label::Join { thread }), Detail::Place(self.machine.span(&runs.code)))
                }
                Step::Barrier { call, address, span, section, .. } => {
                    match self.barrier(runs, call, (address, span), section.is_some())? {
                        Some(label) => (Next::Label(label), Detail::Place(span)),
                        None => continue,
                    }
                }
                Step::Choice { what, width } => {
                    if width.bits() > ENUMERATED_BITS {
                        let problem = self.undefined(runs, &what, width);
                        if matches!(what, Open::Instruction(..)) {
                            return Err(problem.into());
                        }
                        runs.assume_zero(problem);
                        self.machine.answer(0);
                        continue;
                    }
                    (Next::Label(Label::Choice { values: width.mask() + 1 }), Detail::Choice(what))
                }
                Step::Allocated(object) => {
                    use crate::exec::objects::Origin;
                    let origin = &runs.surroundings.objects.get(object).origin;
                    self.effects += u32::from(matches!(origin, Origin::Allocated(_, _, Storage::Heap)));
                    if !self.marks.is_empty() {
                        self.made.push(object);
                    }
                    continue;
                }
                Step::Entered(count) => {
                    self.marks.truncate(self.machine.loops() - count);
                    if self.marks.is_empty() {
                        self.journal.clear();
                        self.made.clear();
                    }
                    let mark = self.mark();
                    self.marks.extend(std::iter::repeat_n(mark, count));
                    continue;
                }
                Step::Repeated(repetition) => match self.repeat(&mut *runs, repetition) {
                    Some(stuck) => (Next::Label(Label::Stuck), Detail::Stuck(stuck, self.machine.span(&runs.code))),
                    None => continue,
                },
                Step::Called(function) => {
                    let bound = runs.bounds.recursion;
                    if self.machine.depth(function) as u64 <= u64::from(bound) + 1 {
                        continue;
                    }
                    let stuck = Stuck::Exceeded(Bounded::Recursion(function), bound);
                    (Next::Label(Label::Stuck), Detail::Stuck(stuck, None))
                }
                Step::Blocked(wait) => {
                    let stuck = match wait {
                        Wait::Assumption => Stuck::Assumption,
                        Wait::Mutex => Stuck::Mutex,
                        Wait::Barrier => Stuck::Barrier(
                            self.state
                                .and_then(|state| runs.surroundings.sharing.row(state, crate::ir::barrier::STATE)),
                        ),
                    };
                    (Next::Label(Label::Stuck), Detail::Stuck(stuck, self.machine.span(&runs.code)))
                }
                Step::Violated { property, message, span } => {
                    let stuck = Stuck::Violated { property, message, span };
                    (Next::Label(Label::Stuck), Detail::Stuck(stuck, span))
                }
                Step::Finished(value) => (Next::Label(Label::End { value }), Detail::None),
                Step::Refused(diagnostic) => return Err(diagnostic.into()),
            };
            return Ok(Found { label, sealed, fences, detail });
        }
        let mut error = Diagnostic::error(format!("{thread} runs on without end and without touching shared memory"));
        error.span = self.machine.span(&runs.code);
        Err(error.into())
    }

    /// Does an operation on a barrier, or begins to. A wait at a barrier without state is a step of its own.
    fn barrier(
        &mut self,
        runs: &mut Runs<'_>,
        call: BarrierCall,
        (address, span): (u64, Option<Span>),
        section: bool,
    ) -> Result<Option<Label>, Stop> {
        if section && matches!(call, BarrierCall::Wait { .. }) {
            let mut error = Diagnostic::error("waiting at a barrier inside an atomic section is not supported");
            error.span = span;
            return Err(error.into());
        }
        let (thread, barriers) = (self.machine.thread(), &mut runs.surroundings.barriers);
        let way = match call {
            BarrierCall::Init { count } => barriers.init((thread, &mut self.known), address, count, span)?,
            BarrierCall::Wait { used } => barriers.wait((thread, &self.known), address, used, span)?,
            BarrierCall::Destroy => barriers.destroy((thread, &mut self.known), address, span)?,
        };
        match (way, call) {
            (Way::State, _) => {
                self.state = Some(address);
                self.machine.expand(&runs.code);
                Ok(None)
            }
            (Way::Round(count), BarrierCall::Wait { .. }) => {
                self.effects += 1;
                self.waits += 1;
                Ok(Some(Label::Wait { barrier: address, count, turn: self.waits - 1 }))
            }
            (Way::Round(_), _) => {
                self.effects += 1;
                self.machine.answer(0);
                Ok(None)
            }
        }
    }

    fn touch(&self, runs: &mut Runs<'_>, access: &Access, writes: bool) -> Result<Option<u32>, Stop> {
        let surroundings = &mut runs.surroundings;
        surroundings.sharing.touch(&surroundings.objects, self.machine.thread(), access, writes)
    }

    /// A value of private memory.
    fn read(&self, runs: &mut Runs<'_>, access: &Access) -> u64 {
        let (program, objects) = (runs.code.program, &mut runs.surroundings.objects);
        let mut undefined = false;
        let value = self.memory.read(access.address, access.width, &mut |address, width| {
            initial::initial_value(program, objects, address, width).unwrap_or_else(|| {
                undefined = true;
                0
            })
        });
        if undefined {
            let what = Open::Memory(access.address, access.width);
            let problem = self.undefined(runs, &what, access.width);
            runs.assume_zero(problem);
        }
        value
    }

    fn write(&mut self, access: &Access, value: u64) {
        if !self.marks.is_empty() {
            for i in 0..access.width.bytes() {
                self.journal.push((access.address + i, self.memory.byte(access.address + i)));
            }
        }
        self.memory.write(access.address, access.width, value);
    }

    fn mark(&self) -> Mark {
        Mark { effects: self.effects, journal: self.journal.len(), made: self.made.len() }
    }

    /// Control goes back to the head of a loop; says why the thread does not follow it, if so.
    fn repeat(&mut self, runs: &mut Runs<'_>, repetition: Repetition) -> Option<Stuck> {
        self.marks.truncate(self.machine.loops());
        let mark = *self.marks.last().expect("a loop that repeats has a mark; please report this");
        if repetition.unchanged && mark.effects == self.effects && self.same_memory(runs, mark) {
            return Some(Stuck::Assumption);
        }
        let bound = runs.bounds.of(repetition.id);
        runs.deepest = runs.deepest.max(repetition.iteration.min(bound));
        if repetition.iteration >= bound {
            return Some(Stuck::Exceeded(Bounded::Loop(repetition.id), bound));
        }
        if self.marks.len() == 1 {
            self.journal.clear();
            self.made.clear();
        }
        let mark = self.mark();
        *self.marks.last_mut().expect("a loop that repeats has a mark; please report this") = mark;
        None
    }

    /// Whether private memory holds what it held at the mark. Objects made since are out of reach in the next
    /// iteration, which makes its own.
    fn same_memory(&self, runs: &Runs<'_>, mark: Mark) -> bool {
        let objects = &runs.surroundings.objects;
        let mut seen = rustc_hash::FxHashSet::default();
        self.journal[mark.journal..].iter().all(|(address, before)| {
            !seen.insert(*address)
                || self.memory.byte(*address) == *before
                || objects.at(*address).is_some_and(|id| self.made[mark.made..].contains(&id))
        })
    }

    /// What is said about a value that could be anything.
    pub fn undefined(&self, runs: &Runs<'_>, what: &Open, width: Width) -> Diagnostic {
        let values = format!("any of 2^{} values", width.bits());
        let message = match what {
            Open::Instruction(..) => format!("a nondeterministic choice of {values} is too wide to be explored"),
            Open::Memory(address, _) => {
                let name = runs.surroundings.objects.describe(*address);
                format!("`{name}` may be read before anyone writes it: {values} are too many to be explored")
            }
            Open::Argument(_) | Open::Register(..) | Open::Result(..) => {
                format!("a value may be used that nobody has set: {values} are too many to be explored")
            }
        };
        let mut error = Diagnostic::error(message)
            .help("the explorer runs the program on concrete values; `check` decides it for all of them at once");
        error.span = self.machine.span(&runs.code);
        error
    }
}
