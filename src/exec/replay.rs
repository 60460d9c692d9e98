//! Replaying an execution: does the program do this?
//!
//! In: a program and an [`Execution`] with what the unfolding fixed (addresses, extents). Out: a [`Trace`], or where the
//! program does something else. It runs every thread by the interpreter and gives each read the value that the
//! execution says; whether memory may behave so is for [`super::validate`].
//!
//! An execution may end before the program does: threads stop where they are violated or blocked, and in loops and calls
//! that the unfolding did not follow to the end. A thread without further events may therefore stop where it has gone
//! back to the head of a loop or entered a function since its last event, or is about to take back what it has added to try again, and so may what depends on such a thread.

mod attempt;
mod end;
mod leaks;
mod steps;
mod surroundings;
mod trace;
mod unset;

pub use leaks::Leak;
pub use trace::{Mark, Mismatch, Trace};

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diag::Span;
use crate::exec::cuts::Cuts;
use crate::exec::execution::{Event, EventKind, Execution, Open};
use crate::exec::initial;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::private::Bytes;
use crate::exec::interpret::{Access, BarrierCall, Code, Machine};
use crate::exec::late;
use crate::exec::mapping::Mapping;
use crate::exec::object::{ObjectId, Origin};
use crate::exec::objects::Objects;
use crate::exec::skeleton::Skeleton;
use crate::ids::{EventId, FenceId, ThreadId};
use crate::ir::{Program, Property, Width, joins};
use crate::model::Model;

use surroundings::{Surroundings, initial_writes, sized_objects, undefined};

/// Steps of one thread after its last event before it counts as waiting for good, where it need not come to a failed assertion. A loop of
/// which constants decide how often it runs takes as many steps as it likes.
const PATIENCE: u64 = 5_000_000;

/// What the unfolding fixed about memory.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'l> {
    pub objects: &'l Objects,
    /// The extents with which anyone accesses memory.
    pub extents: &'l BTreeMap<u64, Width>,
    /// Where memory is cut.
    pub cuts: &'l Cuts,
    /// The barriers whose waits are no events but in the execution's rounds.
    pub barriers: &'l BTreeSet<u64>,
}

impl<'l> From<&'l Skeleton> for Layout<'l> {
    fn from(skeleton: &'l Skeleton) -> Self {
        Layout {
            objects: &skeleton.objects,
            extents: &skeleton.extents,
            cuts: &skeleton.cuts,
            barriers: &skeleton.barriers,
        }
    }
}

/// Replays an execution.
///
/// # Errors
/// The first difference between what the execution says and what the program does.
pub fn replay(
    program: &Program,
    model: &Model,
    mapping: Mapping<'_>,
    layout: Layout<'_>,
    execution: &Execution,
) -> Result<Trace, Mismatch> {
    let mut before = unset::Unset::default();
    loop {
        let (trace, unset) = replay_after(program, (model, mapping), layout, execution, before)?;
        if unset.is_stable() {
            return Ok(trace);
        }
        before = unset;
    }
}

/// Replays an execution behind another replay, with the marks that the writes have left there of what nobody has set.
fn replay_after(
    program: &Program,
    (model, mapping): (&Model, Mapping<'_>),
    layout: Layout<'_>,
    execution: &Execution,
    before: unset::Unset,
) -> Result<(Trace, unset::Unset), Mismatch> {
    let code = Code::new(program, mapping);
    let mut surroundings = Surroundings {
        objects: sized_objects(layout.objects, execution),
        layout,
        follows_unset: program.checked.counts(Property::Uninitialised),
        used: Vec::new(),
    };
    let shared = initial_writes(program, &mut surroundings.objects, execution)?;
    let replay = Replay {
        code,
        model,
        execution,
        shared,
        open: execution.open.iter().map(|(what, value)| (what, *value)).collect(),
        undefined: undefined(execution),
        surroundings,
        threads: BTreeMap::new(),
        arrived: vec![Arrived::default(); execution.rounds.len()],
        counts: BTreeMap::new(),
        stranded: BTreeMap::new(),
        made: Vec::new(),
        unset: unset::Unset::after(execution, before),
        trace: Trace::default(),
    };
    replay.run()
}

/// How far a thread is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Progress {
    Running,
    /// Waits for a thread.
    Joining(ThreadId, Option<Span>),
    /// Waits for the others of a round of a barrier.
    Meeting(usize),
    Finished(u64),
    Violated {
        property: Property,
        message: String,
        span: Option<Span>,
    },
    Stopped,
}

struct Running {
    machine: Machine,
    progress: Progress,
    /// Its events that did not happen yet.
    left: VecDeque<EventId>,
    memory: Bytes,
    /// It may have been cut off since its last event.
    slack: bool,
    /// Steps since its last event.
    steps: u64,
    /// How it was at the beginning of some round, where its last event is long ago.
    round: Option<Box<steps::Round>>,
    /// Its waits at barriers so far that are no events.
    waits: u32,
    sections: BTreeMap<u32, Vec<EventId>>,
    groups: BTreeMap<u32, Vec<EventId>>,
}

/// Who has come to a round of a barrier.
#[derive(Clone, Debug, Default)]
struct Arrived {
    count: usize,
    /// One of them may have been cut off before.
    slack: bool,
}

struct Replay<'r> {
    code: Code<'r>,
    model: &'r Model,
    execution: &'r Execution,
    /// Addresses whose accesses are events.
    shared: FxHashSet<u64>,
    open: FxHashMap<&'r Open, u64>,
    /// What memory holds that nobody has written, byte by byte.
    undefined: FxHashMap<u64, u8>,
    surroundings: Surroundings<'r>,
    threads: BTreeMap<ThreadId, Running>,
    /// By round.
    arrived: Vec<Arrived>,
    /// The barriers that were set up, with their numbers of threads.
    counts: BTreeMap<u64, u64>,
    /// Waits for good at each barrier, of threads that were certainly not cut off.
    stranded: BTreeMap<u64, u64>,
    /// The heap objects that were made, by whom and where.
    made: Vec<leaks::Made>,
    unset: unset::Unset,
    trace: Trace,
}

impl Replay<'_> {
    fn run(mut self) -> Result<(Trace, unset::Unset), Mismatch> {
        let Some(entry) = self.code.program.entry else {
            return Err(Mismatch { thread: None, event: None, what: "the program has no entry".to_string() });
        };
        let machine = Machine::new(&self.code, ThreadId(0), entry, &[]);
        self.start(machine, false);
        // Values are given, so the threads need no turns; only a join waits for another thread.
        while let Some(id) = self.ready() {
            let mut running = self.threads.remove(&id).expect("a ready thread; please report this");
            let done = self.advance(id, &mut running);
            self.threads.insert(id, running);
            done?;
        }
        self.conclude()
    }

    fn start(&mut self, machine: Machine, slack: bool) {
        let id = machine.thread();
        let left = self.execution.events.iter().enumerate().filter(|(_, e)| e.thread == Some(id));
        let left = left.map(|(i, _)| EventId::from_index(i)).collect();
        if self.trace.threads.len() <= id.index() {
            self.trace.threads.resize(id.index() + 1, Vec::new());
        }
        self.trace.threads[id.index()].push(Mark::Begin);
        let running = Running {
            machine,
            progress: Progress::Running,
            left,
            memory: Bytes::default(),
            slack,
            steps: 0,
            round: None,
            waits: 0,
            sections: BTreeMap::new(),
            groups: BTreeMap::new(),
        };
        self.threads.insert(id, running);
    }

    /// A thread that can go on.
    fn ready(&self) -> Option<ThreadId> {
        let ended =
            |child: ThreadId| matches!(self.threads.get(&child).map(|c| &c.progress), Some(Progress::Finished(_)));
        self.threads
            .iter()
            .find(|(_, thread)| match thread.progress {
                Progress::Running => true,
                Progress::Joining(child, _) => ended(child),
                Progress::Meeting(round) => self.arrived[round].count == self.execution.rounds[round].members.len(),
                _ => false,
            })
            .map(|(id, _)| *id)
    }

    fn mark(&mut self, thread: ThreadId, mark: Mark) {
        self.trace.mark(thread, mark);
    }

    /// Runs a thread until it ends or waits.
    fn advance(&mut self, id: ThreadId, running: &mut Running) -> Result<(), Mismatch> {
        if let Progress::Joining(child, _) = running.progress {
            let joined = &self.threads[&child];
            let Progress::Finished(value) = joined.progress else {
                panic!("a joined thread has ended; please report this");
            };
            running.slack |= joined.slack;
            running.machine.answer(value);
            self.mark(id, Mark::Join(child));
            running.progress = Progress::Running;
        }
        if let Progress::Meeting(round) = running.progress {
            running.slack |= self.arrived[round].slack;
            // What a wait returns that is no event does not matter.
            running.machine.answer(0);
            self.mark(id, Mark::Depart(round));
            running.progress = Progress::Running;
        }
        while running.progress == Progress::Running {
            running.steps += 1;
            let step = running.machine.step(&self.code, &mut self.surroundings);
            self.take(id, running, step)?;
            self.note_uses(id);
        }
        Ok(())
    }

    fn barrier(&mut self, id: ThreadId, running: &mut Running, call: BarrierCall, address: u64) {
        match call {
            BarrierCall::Init { count } => {
                self.counts.insert(address, count);
                running.machine.answer(0);
            }
            BarrierCall::Destroy => running.machine.answer(0),
            BarrierCall::Wait { .. } => {
                let turn = (id, running.waits);
                running.waits += 1;
                let mut rounds = self.execution.rounds.iter();
                match rounds.position(|round| round.barrier == address && round.members.contains(&turn)) {
                    Some(round) => {
                        self.arrived[round].count += 1;
                        self.arrived[round].slack |= running.slack;
                        self.mark(id, Mark::Arrive(round));
                        running.progress = Progress::Meeting(round);
                    }
                    None => {
                        *self.stranded.entry(address).or_default() += u64::from(!running.slack);
                        self.mark(id, Mark::Lone);
                        running.progress = Progress::Stopped;
                    }
                }
            }
        }
    }

    /// Who waits for a thread that was never started does something wrong.
    fn judge_joins(&mut self) {
        if !self.code.program.checked.counts(Property::ThreadMisuse) {
            return;
        }
        let started: BTreeSet<ThreadId> = self.threads.keys().copied().collect();
        for running in self.threads.values_mut() {
            if let Progress::Joining(thread, span) = running.progress
                && !started.contains(&thread)
            {
                let (property, message) = (Property::ThreadMisuse, joins::NEVER_CREATED.to_string());
                running.progress = Progress::Violated { property, message, span };
            }
        }
    }

    /// Every round is complete, and no more threads are left than are too few for one.
    fn meetings(&self) -> Result<(), String> {
        for (round, arrived) in self.execution.rounds.iter().zip(&self.arrived) {
            let count = self.counts.get(&round.barrier).copied();
            let members: BTreeSet<ThreadId> = round.members.iter().map(|(thread, _)| *thread).collect();
            if count != Some(members.len() as u64) || arrived.count != round.members.len() {
                return Err(format!("{} of {count:?} threads come to {round:?}", arrived.count));
            }
        }
        for (barrier, stranded) in &self.stranded {
            if self.counts.get(barrier).is_some_and(|count| stranded >= count) {
                return Err(format!(
                    "{stranded} threads wait for good at the barrier {barrier:#x}, enough for a round"
                ));
            }
        }
        Ok(())
    }

    fn mismatch(&self, id: ThreadId, running: &Running, what: String) -> Mismatch {
        Mismatch { thread: Some(id), event: running.left.front().copied(), what }
    }

    /// The thread's next event happens.
    fn consume(&mut self, id: ThreadId, running: &mut Running) {
        let event = running.left.pop_front().expect("an event is left; please report this");
        self.mark(id, Mark::Event(event));
        running.slack = false;
        (running.steps, running.round) = (0, None);
    }

    /// The thread's next event, which should be this one. `None` if the thread was cut off before it.
    fn next(&self, id: ThreadId, running: &mut Running, wanted: &str) -> Result<Option<(EventId, &Event)>, Mismatch> {
        match running.left.front() {
            Some(event) => Ok(Some((*event, self.execution.event(*event)))),
            None if running.slack => {
                running.progress = Progress::Stopped;
                Ok(None)
            }
            None => Err(self.mismatch(id, running, format!("the program goes on: {wanted}"))),
        }
    }

    fn read(&mut self, id: ThreadId, running: &mut Running, access: &Access) -> Result<Option<u64>, Mismatch> {
        let wanted = format!("it reads {} at {:#x} {:?}", access.width, access.address, access.tags);
        let Some((_, event)) = self.next(id, running, &wanted)? else { return Ok(None) };
        let value = match event.kind {
            EventKind::Read { address, width, value } if (address, width) == (access.address, access.width) => value,
            _ => return Err(self.mismatch(id, running, wanted)),
        };
        self.same_source(id, running, event, access)?;
        self.happen(id, running, access);
        running.slack |= initial::ends_at(value, access.width);
        Ok(Some(value))
    }

    fn write(&mut self, id: ThreadId, running: &mut Running, access: &Access, value: u64) -> Result<(), Mismatch> {
        let wanted = format!("it writes {} at {:#x}: {value:#x} {:?}", access.width, access.address, access.tags);
        let Some((_, event)) = self.next(id, running, &wanted)? else { return Ok(()) };
        if event.kind != (EventKind::Write { address: access.address, width: access.width, value }) {
            return Err(self.mismatch(id, running, wanted));
        }
        self.same_source(id, running, event, access)?;
        self.happen(id, running, access);
        Ok(())
    }

    fn happen(&mut self, id: ThreadId, running: &mut Running, access: &Access) {
        if let (Some(section), Some(event)) = (access.section, running.left.front()) {
            running.sections.entry(section).or_default().push(*event);
        }
        if let (Some(group), None, Some(event)) = (access.group, access.section, running.left.front()) {
            let group = running.groups.entry(group).or_default();
            self.trace.rmw.extend(trace::half(self.execution, group, *event).map(|read| (read, *event)));
            group.push(*event);
        }
        self.consume(id, running);
    }

    fn same_source(&self, id: ThreadId, running: &Running, event: &Event, access: &Access) -> Result<(), Mismatch> {
        if (event.site, event.span, &*event.tags) == (access.site, access.span, access.tags_of(&event.kind)) {
            return Ok(());
        }
        let what = format!("the event belongs to another access than the one that does it ({:?})", access.tags);
        Err(self.mismatch(id, running, what))
    }

    fn fence(&mut self, id: ThreadId, running: &mut Running, kind: FenceId) -> Result<(), Mismatch> {
        let kind = self.model.kind_name(kind);
        let wanted = format!("it fences: {kind}");
        let Some((_, event)) = self.next(id, running, &wanted)? else { return Ok(()) };
        if event.kind != (EventKind::Fence { kind }) || event.tags != [kind] {
            return Err(self.mismatch(id, running, wanted));
        }
        self.consume(id, running);
        Ok(())
    }

    /// A value of memory that only this thread uses.
    fn private(&mut self, running: &mut Running, access: &Access) -> Value {
        let mut is_unset = false;
        let follows_unset = self.follows_unset();
        let (program, objects, undefined) = (self.code.program, &mut self.surroundings.objects, &self.undefined);
        let any = |at: u64| initial::any_memory(at, Width::BYTE);
        let byte = |at: u64| undefined.get(&at).map_or_else(|| any(at), |byte| u64::from(*byte));
        let value = running.memory.read(access.address, access.width, &mut |address, width| {
            is_unset = true;
            let undefined = || (0..width.bytes()).fold(0, |value, i| value | byte(address + i) << (8 * i));
            match initial::initial_value(program, objects, address, width) {
                Some(bits) => bits.into(),
                None if follows_unset => Value::any(undefined(), width),
                None => undefined().into(),
            }
        });
        running.slack |= is_unset && access.width == Width::POINTER;
        self.unset_memory(access, value)
    }

    /// Everything has happened, and the violation is there.
    fn conclude(mut self) -> Result<(Trace, unset::Unset), Mismatch> {
        for (i, event) in self.execution.events.iter().enumerate() {
            let Some(thread) = event.thread else { continue };
            if !self.threads.contains_key(&thread) {
                let what = "its thread is never started".to_string();
                return Err(Mismatch { thread: Some(thread), event: Some(EventId::from_index(i)), what });
            }
        }
        for (id, running) in &mut self.threads {
            if let Some(event) = running.left.front() {
                let what = format!("the thread stops before it: {:?}", running.progress);
                return Err(Mismatch { thread: Some(*id), event: Some(*event), what });
            }
            self.trace.sections.extend(std::mem::take(&mut running.sections).into_values());
            self.trace.groups.extend(std::mem::take(&mut running.groups).into_values());
        }
        self.judge_joins();
        self.meetings().map_err(|what| Mismatch { thread: None, event: None, what })?;
        if let Some(violated) = &self.execution.violated {
            let all = self.threads.iter().map(|(id, thread)| (*id, &thread.progress)).collect();
            let late = late::all(self.execution, &self.trace.lives, &self.surroundings.objects);
            end::is_reached(violated, &all, &late).map_err(|what| Mismatch {
                thread: Some(violated.thread),
                event: None,
                what,
            })?;
            let violated = self.threads.get(&violated.thread);
            self.trace.locals = violated.map_or_else(Vec::new, |thread| thread.machine.locals(&self.code));
        }
        if self.code.program.checked.counts(Property::Leak) {
            self.trace.leaks = self.leaks();
        }
        let mut claimed = self.execution.rmw.clone();
        let mut done = self.trace.rmw.clone();
        claimed.sort_unstable();
        done.sort_unstable();
        if claimed != done {
            let what = format!("the read-modify-writes are {done:?}, not {claimed:?}");
            return Err(Mismatch { thread: None, event: None, what });
        }
        self.trace.unset = self.first_use();
        Ok((self.trace, self.unset))
    }
}
