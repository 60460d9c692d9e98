//! The execution graph as it grows and shrinks: events, rf, co, and how far each thread is.
//!
//! In: additions and their undoing, last in first out; and the cut that a backward revisit makes. Out: rows of program
//! order, of `porf` (the causes of an event) and of the model's columns for each event. It must not know what comes next in the
//! exploration. What is consistent with a graph is beside it: `consistency` (and `coherence`, up to reads-from; `causal` judges choices), `revisit`,
//! `awaiting`, `attempts`, `symmetry` and `chained`; so are its relations (`columns` of each event, `matrix` as a whole), the order of critical sections (`in_line`; `cycle` looks for one) and the language's `races`.
//!
//! Source: Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), section 3.1,
//! Definition 3.2. Deviations: the initial writes are no events but stand for themselves ([`INIT`]); starting, ending and
//! joining threads are no events either: they are done as soon as the threads get there, and what they order is in
//! program order.

mod attempts;
mod awaiting;
mod causal;
mod chained;
mod coherence;
mod columns;
pub(crate) mod consistency;
mod copy;
mod cut;
mod cycle;
mod idle;
mod in_line;
mod late;
pub(crate) mod matrix;
mod next;
mod progress;
mod races;
mod revisit;
mod rounds;
mod symmetry;
mod whole;

pub use awaiting::merges;
pub use consistency::Reading;
pub use rounds::Round;
pub use symmetry::may_have_twins;

use self::races::{Language, Strength};
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::label::{Label, NodeId};
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;

/// A row of the table of events.
pub type Slot = u32;

/// No event.
pub const NONE: Slot = u32::MAX;

/// The initial write of a location.
pub const INIT: Slot = u32::MAX - 1;

/// Why a graph cannot grow.
#[derive(Debug)]
pub enum Halt {
    Stop(Stop),
    /// More events than the rows can hold.
    Full,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Read,
    Write,
    Fence,
    /// A value that the program leaves open.
    Choice,
}

/// One event.
#[derive(Clone, Copy, Debug)]
pub struct Event<const W: usize> {
    pub kind: Kind,
    /// It belongs to a read-modify-write.
    pub half: bool,
    pub thread: u32,
    /// How many events its thread has before it.
    pub place: u32,
    pub node: NodeId,
    pub location: u32,
    /// Read, written or chosen.
    pub value: u64,
    /// Of a choice: the value is that of the first class.
    pub is_first: bool,
    /// The event before it in its thread; of the write of a read-modify-write its read.
    pub previous: Slot,
    /// Of a read: the write it reads from.
    pub source: Slot,
    /// Of a read that was moved: the write that it was waiting with before; see `awaiting`.
    pub base: Slot,
    /// The event at the same place of the twin of its thread, if they agree up to there; see `symmetry`.
    pub twin: Slot,
    /// The read of another thread that has let its thread go on before it; see `idle`.
    pub heard: Slot,
    /// Of a write: its neighbours in coherence order.
    pub before: Slot,
    pub after: Slot,
    /// Its place in the order in which events were added.
    pub rank: u32,
    pub section: u32,
    /// Events that cause it, by program order and reads-from, and because they cause its twin.
    pub porf: Row<W>,
    pub po: Row<W>,
    pub kept: Row<W>,
    /// Of a write: the reads that read from it.
    pub readers: Row<W>,
    /// How the source orders it; see [`self::races`].
    pub strength: Strength,
    pub language: Language<W>,
}

/// The events of one location.
#[derive(Clone, Copy, Debug)]
pub struct Place<const W: usize> {
    /// The first and the last write of a thread in coherence order.
    pub first: Slot,
    pub last: Slot,
    pub init_readers: Row<W>,
    pub accesses: Row<W>,
    /// Those that the source does not order at all.
    pub plain: Row<W>,
}

impl<const W: usize> Default for Place<W> {
    fn default() -> Self {
        Place { first: NONE, last: INIT, init_readers: Row::EMPTY, accesses: Row::EMPTY, plain: Row::EMPTY }
    }
}

/// How far a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    pub started: bool,
    /// The write of its read-modify-write is still to come.
    pub pending: bool,
    /// The atomic section that it has begun cannot go on in this graph, which is no execution; others that come of it are.
    pub stranded: bool,
    /// Something since its last event orders everything around it.
    pub sealed: bool,
    /// What it does next.
    pub cursor: NodeId,
    pub last: Slot,
    pub count: u32,
    /// What it has learnt from other threads since its last event: a row of `bases`.
    base: u32,
    /// Its first step, and what it learnt when it was started.
    pub root: NodeId,
    start: u32,
    parent: u32,
    /// How many events its parent had when it started it.
    parent_count: u32,
    /// The twin that was started before it.
    elder: u32,
}

impl Thread {
    const ABSENT: Thread = Thread {
        started: false,
        pending: false,
        stranded: false,
        sealed: false,
        cursor: NodeId::NONE,
        last: NONE,
        count: 0,
        base: 0,
        root: NodeId::NONE,
        start: 0,
        parent: 0,
        parent_count: 0,
        elder: NONE,
    };

    /// A thread before its first step.
    fn at_start(root: NodeId, start: u32) -> Thread {
        Thread { started: true, sealed: true, cursor: root, root, base: start, start, ..Thread::ABSENT }
    }
}

/// What a thread learns from the one that starts it and those that it joins.
#[derive(Clone, Copy, Debug)]
struct Base<const W: usize> {
    porf: Row<W>,
    po: Row<W>,
    hb: Row<W>,
    /// The read by which it was noticed, if it was; see `idle`.
    heard: Slot,
}

impl<const W: usize> Default for Base<W> {
    fn default() -> Self {
        Base { porf: Row::EMPTY, po: Row::EMPTY, hb: Row::EMPTY, heard: NONE }
    }
}

/// A state of the threads to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    log: usize,
    bases: usize,
    rounds: usize,
    moves: usize,
}

/// An execution graph.
#[derive(Debug)]
pub struct Graph<const W: usize> {
    pub events: Vec<Event<W>>,
    free: Vec<Slot>,
    /// The events in the order in which they were added.
    pub order: Vec<Slot>,
    pub places: Vec<Place<W>>,
    pub threads: Vec<Thread>,
    pub by_thread: Vec<Row<W>>,
    bases: Vec<Base<W>>,
    /// The complete rounds of barriers, in the order in which they were completed.
    pub rounds: Vec<Round<W>>,
    /// Threads as they were before each change.
    log: Vec<(u32, Thread)>,
    /// Reads that were moved to a later write, as they were before.
    moves: Vec<(Slot, Event<W>)>,
    /// The reads that were moved.
    pub in_place: Row<W>,
    /// By event and column of the plan.
    columns: Vec<Row<W>>,
    /// By event and causal column of the plan, which of these are known, and the events that are up to date; see `causal`.
    causal: Vec<Row<W>>,
    known: Vec<u64>,
    fresh: Row<W>,
    /// By set of the plan.
    sets: Vec<Row<W>>,
    /// Reads of writes, and writes with a place: what something else than program order may lead to.
    pub reached: Row<W>,
    scratch: Vec<Slot>,
}

impl<const W: usize> Graph<W> {
    /// The graph before the first event, with the first thread at its start.
    pub fn new(plan: &Plan<'_>, root: NodeId) -> Graph<W> {
        Graph {
            events: Vec::new(),
            free: Vec::new(),
            order: Vec::new(),
            places: Vec::new(),
            threads: vec![Thread::at_start(root, 0)],
            by_thread: vec![Row::EMPTY],
            bases: vec![Base::default()],
            rounds: Vec::new(),
            log: Vec::new(),
            moves: Vec::new(),
            in_place: Row::EMPTY,
            columns: Vec::new(),
            causal: Vec::new(),
            known: Vec::new(),
            fresh: Row::EMPTY,
            sets: vec![Row::EMPTY; plan.sets()],
            reached: Row::EMPTY,
            scratch: Vec::new(),
        }
    }

    #[inline]
    pub fn event(&self, slot: Slot) -> &Event<W> {
        &self.events[slot as usize]
    }

    pub(super) fn all_events(&self) -> Row<W> {
        self.by_thread.iter().fold(Row::EMPTY, |all, row| all.or(row))
    }

    pub fn place(&mut self, location: u32) -> &mut Place<W> {
        if self.places.len() <= location as usize {
            self.places.resize(location as usize + 1, Place::default());
        }
        &mut self.places[location as usize]
    }

    /// The reads of a write of a location.
    #[inline]
    pub fn readers(&self, location: u32, write: Slot) -> Row<W> {
        match write {
            INIT => self.places[location as usize].init_readers,
            write => self.events[write as usize].readers,
        }
    }

    /// The write after a write in coherence order.
    #[inline]
    pub fn next_write(&self, location: u32, write: Slot) -> Slot {
        match write {
            INIT => self.places[location as usize].first,
            write => self.events[write as usize].after,
        }
    }

    /// Adds the next event of a thread, without rf and co.
    pub fn push(&mut self, plan: &Plan<'_>, runs: &Runs<'_>, thread: u32, kind: Kind) -> Result<Slot, Halt> {
        let state = self.threads[thread as usize];
        let node = runs.node(state.cursor);
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.events.len() == Row::<W>::CAPACITY => return Err(Halt::Full),
            None => self.events.len() as Slot,
        };
        let (location, half) = match node.label {
            Label::Read { location } | Label::Write { location, .. } => (location, false),
            Label::Update { location, .. } => (location, true),
            _ => (NONE, false),
        };
        let base = self.bases[state.base as usize];
        let (mut porf, mut po, mut kept) = (base.porf, base.po, Row::EMPTY);
        let mut language = Language { hb: base.hb, ..Language::default() };
        if state.last != NONE {
            let previous = self.event(state.last);
            porf = porf.or(&previous.porf);
            porf.insert(state.last);
            po = po.or(&previous.po);
            po.insert(state.last);
            language = language.after(state.last, previous);
            kept = previous.kept;
        }
        let pending = state.pending;
        // An access of an atomic section is ordered with everything around it; a fence there only as fences are.
        let orders = |section: u32, kind: Kind| section != 0 && kind != Kind::Fence;
        let last = (state.last != NONE).then(|| self.event(state.last));
        let is_atomic = orders(node.section, kind) || last.is_some_and(|last| orders(last.section, last.kind));
        if state.sealed || node.sealed && !pending || is_atomic {
            kept = po;
        }
        let strength = Strength::of(node.order, node.label, node.section);
        let event = Event {
            kind,
            half,
            thread,
            place: state.count,
            node: state.cursor,
            location,
            value: 0,
            is_first: false,
            previous: state.last,
            source: NONE,
            base: NONE,
            twin: NONE,
            heard: base.heard,
            before: NONE,
            after: NONE,
            rank: self.order.len() as u32,
            section: node.section,
            porf,
            po,
            kept,
            readers: Row::EMPTY,
            strength,
            language: language.at(
                slot,
                kind,
                if pending { Default::default() } else { node.fences },
                strength.writes(),
            ),
        };
        if slot as usize == self.events.len() {
            self.events.push(event);
            self.columns.resize(self.columns.len() + plan.steps.len(), Row::EMPTY);
        } else {
            self.events[slot as usize] = event;
        }
        self.order.push(slot);
        self.forget_causes(slot);
        if location != NONE {
            let is_plain = event.strength.plain;
            let place = self.place(location);
            place.accesses.insert(slot);
            place.plain.set(slot, is_plain);
        }
        self.by_thread[thread as usize].insert(slot);
        let class = if half && kind == Kind::Write { node.write_class } else { node.class };
        let members = plan.membership(class);
        for (i, row) in self.sets.iter_mut().enumerate() {
            row.set(slot, members >> i & 1 == 1);
        }
        self.compute(plan, slot, members);
        Ok(slot)
    }

    /// Takes the last event out again. Its rf and co are undone and its thread is where it was.
    pub fn pop(&mut self) {
        let slot = self.order.pop().expect("an event to take out; please report this");
        self.forget(slot);
    }

    fn forget(&mut self, slot: Slot) {
        let event = self.events[slot as usize];
        if event.location != NONE {
            let place = &mut self.places[event.location as usize];
            place.accesses.remove(slot);
            place.plain.remove(slot);
        }
        self.by_thread[event.thread as usize].remove(slot);
        self.sets.iter_mut().for_each(|row| row.remove(slot));
        self.reached.remove(slot);
        self.in_place.remove(slot);
        self.free.push(slot);
    }

    /// Lets a read read from a write.
    pub fn read_from(&mut self, read: Slot, write: Slot, value: u64) {
        let location = self.event(read).location;
        let (cause, learnt) = match write {
            INIT => {
                self.places[location as usize].init_readers.insert(read);
                (Row::EMPTY, Row::EMPTY)
            }
            write => {
                let event = &mut self.events[write as usize];
                event.readers.insert(read);
                let mut cause = event.porf;
                cause.insert(write);
                (cause, event.language.released)
            }
        };
        self.reached.set(read, write != INIT);
        self.forget_causes(read);
        let event = &mut self.events[read as usize];
        event.source = write;
        event.value = value;
        event.porf = event.porf.or(&cause);
        event.language.learnt = learnt;
    }

    /// Undoes that a read reads from its write. Its `porf` is left to the next [`Graph::read_from`] of the same read,
    /// which [`Graph::reset_causes`] prepares.
    pub fn drop_source(&mut self, read: Slot) {
        let event = self.events[read as usize];
        match event.source {
            INIT => self.places[event.location as usize].init_readers.remove(read),
            write => self.events[write as usize].readers.remove(read),
        }
        self.events[read as usize].source = NONE;
        self.forget_causes(read);
        self.reached.remove(read);
    }

    /// Puts a write right after another one in coherence order.
    pub fn place_write(&mut self, write: Slot, before: Slot) {
        let location = self.event(write).location;
        let after = self.next_write(location, before);
        self.reached.insert(write);
        let event = &mut self.events[write as usize];
        (event.before, event.after) = (before, after);
        self.set_next(location, before, write);
        self.set_previous(location, after, write);
    }

    /// Says that what comes behind a write, or first at its location, is now this one, if there is one.
    fn set_next(&mut self, location: u32, before: Slot, next: Slot) {
        match before {
            INIT => self.places[location as usize].first = next,
            before => self.events[before as usize].after = next,
        }
    }

    /// Says that what comes before a write, or last at its location, is now this one.
    fn set_previous(&mut self, location: u32, after: Slot, previous: Slot) {
        match after {
            NONE => self.places[location as usize].last = previous,
            after => self.events[after as usize].before = previous,
        }
    }

    /// Takes a write out of coherence order.
    pub fn remove_write(&mut self, write: Slot) {
        let Event { location, before, after, .. } = self.events[write as usize];
        self.set_next(location, before, after);
        self.set_previous(location, after, before);
        let event = &mut self.events[write as usize];
        (event.before, event.after) = (NONE, NONE);
        self.reached.remove(write);
    }

    pub fn mark(&self) -> Mark {
        Mark { log: self.log.len(), bases: self.bases.len(), rounds: self.rounds.len(), moves: self.moves.len() }
    }

    /// Puts the threads and the reads that were moved back to where they were.
    pub fn unwind(&mut self, mark: Mark) {
        while self.moves.len() > mark.moves {
            let (read, before) = self.moves.pop().expect("there are more moves than marked; please report this");
            self.move_back(read, before);
        }
        while self.log.len() > mark.log {
            let (thread, before) = self.log.pop().expect("the log is longer than the mark; please report this");
            self.threads[thread as usize] = before;
        }
        self.bases.truncate(mark.bases);
        self.rounds.truncate(mark.rounds);
    }

    /// A thread goes no further, because its atomic section cannot be one step.
    pub fn strand(&mut self, thread: u32) {
        let state = self.threads[thread as usize];
        self.change(thread, Thread { stranded: true, ..state });
    }

    /// Whether some atomic section cannot be one step.
    pub fn is_stranded(&self) -> bool {
        self.threads.iter().any(|thread| thread.stranded)
    }

    /// A thread gets on, until that is undone.
    fn change(&mut self, thread: u32, new: Thread) {
        self.log.push((thread, self.threads[thread as usize]));
        self.threads[thread as usize] = new;
    }

    /// The nodes that the graph refers to.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let events = self.order.iter().map(|slot| self.event(*slot).node);
        let threads = self.threads.iter().chain(self.log.iter().map(|(_, thread)| thread));
        events.chain(threads.flat_map(|t| [t.cursor, t.root]).filter(|node| *node != NodeId::NONE))
    }

    /// Gives the nodes new names.
    pub fn rename(&mut self, new: &[NodeId]) {
        // What is left in a free slot refers to nothing.
        for slot in &self.order {
            let node = &mut self.events[*slot as usize].node;
            *node = new[node.0 as usize];
        }
        for thread in self.threads.iter_mut().chain(self.log.iter_mut().map(|(_, thread)| thread)) {
            for node in [&mut thread.cursor, &mut thread.root] {
                if *node != NodeId::NONE {
                    *node = new[node.0 as usize];
                }
            }
        }
    }

    /// What the write of a read-modify-write writes.
    pub fn update(&self, runs: &Runs<'_>, write: Slot) -> u64 {
        let event = self.event(write);
        let Label::Update { location, change } = runs.label(event.node) else {
            panic!("a write of a read-modify-write belongs to one; please report this");
        };
        let width = runs.ground.surroundings.sharing.location(location).width;
        let written = change.apply(self.event(event.previous).value, width);
        written.expect("a read-modify-write that is pending writes; please report this")
    }

    /// The end of a thread that has got there.
    pub fn end_of(&self, runs: &Runs<'_>, thread: u32) -> Option<Label> {
        let state = self.threads.get(thread as usize).filter(|t| t.started && !t.pending)?;
        Some(runs.label(state.cursor)).filter(|label| matches!(label, Label::End { .. }))
    }
}
