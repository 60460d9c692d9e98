//! The unfolding: a program run symbolically, every thread once, into an event skeleton.
//!
//! In: the IR, the mapping of C orders, loop bounds. Out: a [`Skeleton`]. It must not know the axioms of a memory
//! model or a solver: a read of shared memory is a free input with may-values.
//!
//! Calls are entered, loops are unwound and threads are followed where they are started, with constants folded on
//! the way, so a loop with a constant trip count needs no bound and a function pointer is resolved. Memory that one
//! thread uses by itself stays in the thread's state and makes no events. Which memory that is, and what values
//! shared memory may hold, comes from the previous round ([`Analysis`]); rounds are repeated until nothing is new.
//!
//! A loop iteration that may be left out ([`crate::exec::waiting`]) has its way back to the head cut off (the thread
//! waits there), which turns a spin loop into an assumption of its exit condition. If only some paths of the iteration
//! may be left out, these are cut off.
//!
//! Joins follow CBMC's symbolic execution (Clarke, Kroening, Lerda, TACAS 2004): paths are merged at labels in
//! ascending order of code.

mod access;
mod address;
mod alignment;
mod attempt;
mod barrier;
mod birth;
mod blocks;
mod compound;
mod ends;
mod faults;
mod frame;
mod joins;
mod library;
mod loops;
mod mutex;
mod opaque;
mod pairs;
mod parts;
mod pieces;
mod prologue;
mod rewrites;
mod running;
mod settled;
mod stops;
mod taken_back;
mod threads;
mod unset;
mod waiting;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diag::{About, Diagnostic, Span};
use crate::exec::analysis::Analysis;
pub use crate::exec::bounds::Bounds;
use crate::exec::context::Context;
use crate::exec::execution::Open;
use crate::exec::initial;
use crate::exec::lifetime::Lives;
use crate::exec::liveness::Liveness;
use crate::exec::mapping::Mapping;
use crate::exec::object::ObjectId;
use crate::exec::objects::Objects;
use crate::exec::pieces::Pieces;
use crate::exec::skeleton::{Action, Cell, Event, Exceeded, Noticed, Skeleton, Target, Thread, Violation};
use crate::exec::state::{Memory, State};
use crate::exec::terms::{TermId, Terms};
use crate::exec::values::Values;
use crate::ids::{EventId, FuncId, ThreadId};
use crate::ir::mutex::Kinds;
use crate::ir::{BinaryOp, Operand, Program, Width};
use crate::limits::StopToken;
use crate::model::{Model, Tag};
use settled::History;

/// Instructions executed symbolically before the program counts as too large.
const STEP_LIMIT: u64 = 4_000_000;

/// Calls that may run within each other, of whatever functions: each takes some kilobytes of the stack.
const NESTED_CALLS: usize = 10_000;

/// Instructions between two looks at the token.
const POLL: u64 = 64;

/// Rounds of value analysis before may-values are widened, where no chain argument bounds them.
const ROUND_LIMIT: usize = 40;

/// Rounds between two widenings, in which what hangs on the widened values may settle.
const SETTLING: usize = 8;

/// Where values come from under a model, which bounds how far they travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causes {
    /// Each comes from another write, so that as many rounds as there are writes that depend on something find all of them.
    Grounded,
    /// One may hang on itself.
    Circular,
}

impl Causes {
    pub fn under(model: &Model) -> Causes {
        if model.has_origins() { Causes::Grounded } else { Causes::Circular }
    }
}

/// Unfolds a program.
pub fn unfold(
    program: &Program,
    mapping: Mapping<'_>,
    bounds: &Bounds,
    causes: Causes,
) -> Result<Skeleton, Diagnostic> {
    unfold_until(program, mapping, bounds, causes, &StopToken::default())
}

/// Unfolds a program as [`unfold`] does, or until the token says so; the error is then no refusal of the program.
pub fn unfold_until(
    program: &Program,
    mapping: Mapping<'_>,
    bounds: &Bounds,
    causes: Causes,
    stop: &StopToken,
) -> Result<Skeleton, Diagnostic> {
    let mut objects = Objects::new(program);
    let mut known = Analysis { pieces: Pieces::of(program), ..Analysis::default() };
    let mut live = FxHashMap::default();
    let mut history = History::default();
    loop {
        let threads = objects.threads();
        let mut round = Round::new(program, mapping, bounds, objects, known);
        round.live = live;
        round.stop = stop.clone();
        round.main()?;
        round.judge_barriers();
        if let Some(stopped) = round.stopped.take() {
            return Err(stopped);
        }
        let cuts = round.known.cuts.len();
        let mut growth = round.known.join(&round.next);
        growth.shape |= round.known.make_way();
        growth.shape |= round.known.cut(cuts);
        // A thread that was found in this round may be one that a handle names.
        let found = round.objects.threads() > threads;
        let only_values = !growth.shape && !found;
        let is_over = growth.values.is_empty();
        match only_values {
            true => history.note(growth.values),
            false => history.forget(),
        }
        let is_settled = || causes == Causes::Grounded && history.is_settled(&round.known, &round.dependent_writes());
        let stable = only_values && (is_over || is_settled());
        match round.refused.take() {
            // Earlier rounds know too little of what memory holds to refuse anything for good.
            Some(refused) if stable || round.steps > STEP_LIMIT => return Err(refused),
            None if stable => return round.finish(),
            _ => {}
        }
        if causes == Causes::Circular
            && let Some(grown) = history.after(ROUND_LIMIT)
        {
            // Each time something that was not anything becomes so, so that this ends.
            round.known.widen(grown);
            history.leave(SETTLING);
        }
        (objects, known, live) = (round.objects, round.known, round.live);
    }
}

/// One pass over the whole program.
struct Round<'a> {
    program: &'a Program,
    mapping: Mapping<'a>,
    lives: Lives,
    mutexes: Kinds,
    bounds: &'a Bounds,
    objects: Objects,
    known: Analysis,
    next: Analysis,
    terms: Terms,
    events: Vec<Event>,
    threads: Vec<Option<Thread>>,
    violations: Vec<Violation>,
    exceeded: Vec<Exceeded>,
    stops: Vec<crate::exec::skeleton::Stop>,
    open: Vec<(Open, TermId)>,
    initial: FxHashMap<(u64, Width), TermId>,
    /// What is live in the functions called so far, in earlier rounds too.
    live: FxHashMap<FuncId, Rc<Liveness>>,
    sections: u32,
    /// Accesses to memory that is cut so far, and the one that is being made.
    groups: u32,
    group: Option<u32>,
    /// What was done so far to memory that one thread knows by itself.
    accesses: Vec<PrivateAccess>,
    /// Barriers without state by address.
    usual: BTreeMap<u64, barrier::Usual>,
    /// The walk of the thread that is walked now.
    walk: Walk,
    /// That thread, after those in whose walks it was started.
    running: Vec<ThreadId>,
    /// What was assumed of threads that were joined before they were walked to their end.
    foreseen: BTreeMap<ThreadId, joins::Fate>,
    /// Who has joined whom, and when.
    joins: Vec<(ThreadId, ThreadId, TermId)>,
    /// What memory held, as the first thread knew it, where a path left the prologue.
    left: Vec<(TermId, Memory)>,
    /// The objects that this round made, in order.
    made: Vec<ObjectId>,
    /// The sizes of objects, where they are no constants.
    sizes: FxHashMap<ObjectId, TermId>,
    /// What holds in every execution because of them.
    births: Vec<TermId>,
    noticed: Vec<Noticed>,
    /// Conditions on which paths go on though no instruction looks at them.
    unasked: BTreeSet<TermId>,
    /// Where something is computed that hangs on where the objects lie.
    vague: BTreeSet<Option<Span>>,
    /// What was read from memory that may hold addresses.
    found_addresses: FxHashSet<TermId>,
    /// Which terms may be addresses, of those that were asked about.
    kinds: RefCell<FxHashMap<TermId, address::Kind>>,
    /// Blocks are set or copied of which some bytes are in no cell.
    has_gaps: bool,
    /// Floating-point numbers of which nothing is known, and where they are computed.
    opaque: FxHashMap<TermId, Option<Span>>,
    deepest: u32,
    steps: u64,
    /// Calls that are running, in all walks.
    nested: usize,
    /// Asked now and then.
    stop: StopToken,
    /// Set once it was raised; nothing is followed any further then.
    stopped: Option<Diagnostic>,
    /// The first thing that cannot be done with what is known in this round.
    refused: Option<Diagnostic>,
}

/// An access to memory that one thread knows by itself.
struct PrivateAccess {
    address: u64,
    bytes: u64,
    guard: TermId,
    /// All of it is certainly written, as opposed to read or perhaps written.
    writes: bool,
}

/// The walk of one thread.
struct Walk {
    thread: ThreadId,
    /// Where in the call tree the running frame is.
    context: Context,
    calls: Vec<FuncId>,
    /// Loops that are running, over all frames.
    loops: usize,
    /// How often it came to where it may sleep for good.
    awaits: usize,
    /// The iteration that has just ended, or the last two, have left everything as it was: how many events the thread had before them.
    as_before: Option<usize>,
    /// The thread's ends by `pthread_exit`, with what it returns there in the only register.
    exits: Option<State>,
}

impl Walk {
    fn of(thread: ThreadId) -> Walk {
        Walk { thread, context: Context::new(), calls: Vec::new(), loops: 0, awaits: 0, as_before: None, exits: None }
    }
}

impl<'a> Round<'a> {
    fn new(program: &'a Program, mapping: Mapping<'a>, bounds: &'a Bounds, objects: Objects, known: Analysis) -> Self {
        Round {
            program,
            mapping,
            lives: Lives::of(program, mapping),
            mutexes: Kinds::of(program),
            bounds,
            objects,
            next: known.clone(),
            known,
            terms: Terms::under(bounds.alike),
            events: Vec::new(),
            threads: Vec::new(),
            violations: Vec::new(),
            exceeded: Vec::new(),
            stops: Vec::new(),
            open: Vec::new(),
            initial: FxHashMap::default(),
            live: FxHashMap::default(),
            sections: 0,
            groups: 0,
            group: None,
            accesses: Vec::new(),
            usual: BTreeMap::new(),
            walk: Walk::of(ThreadId(0)),
            running: Vec::new(),
            foreseen: BTreeMap::new(),
            joins: Vec::new(),
            left: Vec::new(),
            made: Vec::new(),
            sizes: FxHashMap::default(),
            births: Vec::new(),
            noticed: Vec::new(),
            unasked: BTreeSet::new(),
            vague: BTreeSet::new(),
            found_addresses: FxHashSet::default(),
            kinds: RefCell::default(),
            has_gaps: false,
            opaque: FxHashMap::default(),
            deepest: 0,
            steps: 0,
            nested: 0,
            stop: StopToken::default(),
            stopped: None,
            refused: None,
        }
    }

    /// Counts an instruction; breaks when the run is over. Every path ends then, so that the round does, whose result is
    /// thrown away.
    fn count_step(&mut self, span: Option<Span>) -> Result<ControlFlow<()>, Diagnostic> {
        self.steps += 1;
        if self.stopped.is_none() && self.steps.is_multiple_of(POLL) && self.stop.is_reached() {
            self.stopped = Some(Diagnostic::error("the unfolding was cut short"));
        }
        if self.stopped.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        if self.steps > STEP_LIMIT {
            let mut error = Diagnostic::error("the program is too large to unfold")
                .about(About::TooLarge)
                .help("lower the constant trip counts of its loops");
            error.span = span;
            return Err(error);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Where writes go whose value, place or occurrence depends on something read.
    fn dependent_writes(&self) -> Vec<&Target> {
        let places = self.events.iter().filter_map(|event| match (&event.action, &event.target) {
            (Action::Write { value }, Some(target)) => {
                let depends =
                    self.terms.constant_of(*value).is_none() || event.guard != TermId::TRUE || target.cells.len() > 1;
                depends.then_some(target)
            }
            _ => None,
        });
        places.collect()
    }

    /// Adds the initial writes.
    fn finish(mut self) -> Result<Skeleton, Diagnostic> {
        let barriers = self.usual.keys().copied().collect();
        let (meetings, mut required) = barrier::conclude(&mut self);
        required.append(&mut self.births);
        required.extend(self.foreseen_came_true());
        let shared: Vec<(u64, Width)> =
            self.known.cells.iter().filter(|(_, f)| f.shared()).map(|(a, f)| (*a, f.width)).collect();
        let mut cells = BTreeMap::new();
        for (address, width) in shared {
            let value = self.initial_value(address, width);
            let place = self.terms.constant(address, Width::POINTER);
            let init = EventId::from_index(self.events.len());
            self.events.push(Event {
                thread: None,
                guard: TermId::TRUE,
                action: Action::Write { value },
                target: Some(Target { address: place, cells: vec![address], width }),
                site: None,
                span: None,
                tags: vec![Tag::named("IW")],
                outcome: None,
                partner: None,
                section: None,
                group: None,
                life: None,
            });
            cells.insert(address, Cell { width, init });
        }
        // A thread that an earlier round has found and this one not: nothing happens in it.
        let nobody = Thread {
            function: FuncId(0),
            name: String::new(),
            events: Vec::new(),
            started: TermId::FALSE,
            finished: TermId::FALSE,
            result: TermId::FALSE,
        };
        let threads = self.threads.into_iter().map(|t| t.unwrap_or_else(|| nobody.clone())).collect();
        let opaque = std::mem::take(&mut self.opaque);
        let skeleton = Skeleton {
            terms: self.terms,
            objects: self.objects,
            events: self.events,
            threads,
            violations: self.violations,
            exceeded: self.exceeded,
            stops: self.stops,
            at_the_end: stops::looked_for(self.program),
            cells,
            open: self.open,
            cuts: self.known.cuts,
            barriers,
            meetings,
            required,
            noticed: self.noticed,
            unasked: self.unasked,
            extents: self.known.cells.iter().map(|(address, facts)| (*address, facts.width)).collect(),
            deepest: self.deepest,
            vague: self.vague.into_iter().collect(),
            has_gaps: self.has_gaps,
        };
        opaque::refuse(&skeleton, &opaque)?;
        Ok(skeleton)
    }

    /// What the program leaves open here. Paths that are not merged share it: only one of them is taken.
    fn left_open(&mut self, what: Open, width: Width) -> TermId {
        match self.open.iter().find(|(other, term)| *other == what && self.terms.width(*term) == width) {
            Some((_, term)) => *term,
            None => {
                let term = self.choice(width);
                self.open.push((what, term));
                term
            }
        }
    }

    /// A free value.
    fn choice(&mut self, width: Width) -> TermId {
        self.terms.choice(width)
    }

    /// What memory holds that nobody has set.
    fn unset_memory(&mut self, address: u64, width: Width) -> TermId {
        let term = self.unset(width);
        let telling = self.known.telling.range((address, 0)..(address + width.bytes(), 0));
        for (at, number) in telling.copied().collect::<Vec<_>>() {
            let byte = self.terms.slice(term, 8 * (at - address), Width::BYTE);
            let number = self.terms.constant(u64::from(number), Width::BYTE);
            let same = self.terms.binary(BinaryOp::Equal, byte, number);
            let differs = self.terms.not(same);
            self.births.push(differs);
        }
        term
    }

    /// What something holds that nobody has set.
    fn unset(&mut self, width: Width) -> TermId {
        self.terms.input(width, Values::undefined(width)).1
    }

    fn operand(&mut self, state: &mut State, operand: Operand) -> TermId {
        match operand {
            Operand::Reg(reg) => match state.registers[reg.index()] {
                Some(term) => term,
                None => {
                    let function = *self.walk.calls.last().expect("a frame is running; please report this");
                    let width = self.program.function(function).width(reg);
                    let term = self.unset(width);
                    state.registers[reg.index()] = Some(term);
                    term
                }
            },
            Operand::Const { bits, width } => self.terms.constant(bits, width),
            Operand::Global { .. } | Operand::Function(_) => {
                let value = self.static_value(self.walk.thread, operand);
                self.terms.constant(value, Width::POINTER)
            }
        }
    }

    /// The number that a constant or address stands for.
    fn static_value(&mut self, thread: ThreadId, operand: Operand) -> u64 {
        initial::static_value(self.program, &mut self.objects, thread, operand)
    }

    /// What memory holds before anyone writes it: initialisers, zeros, or an undefined value.
    fn initial_value(&mut self, address: u64, width: Width) -> TermId {
        if let Some(term) = self.initial.get(&(address, width)) {
            return *term;
        }
        let term = match initial::initial_value(self.program, &mut self.objects, address, width) {
            Some(value) => self.terms.constant(value, width),
            // Where extents overlap, each byte has one value for all of them.
            None if width != Width::BYTE && self.known.overlapped(address, width) => {
                let bytes =
                    (0..width.bytes()).map(|i| self.initial_value(address + i, Width::BYTE)).collect::<Vec<_>>();
                self.terms.concatenate(&bytes, width)
            }
            None => {
                let term = match self.untouched(address, width) {
                    Some(untouched) => untouched,
                    None => self.unset_memory(address, width),
                };
                self.open.push((Open::Memory(address, width), term));
                term
            }
        };
        self.initial.insert((address, width), term);
        term
    }

    fn push(&mut self, event: Event) -> EventId {
        let id = EventId::from_index(self.events.len());
        self.events.push(event);
        let thread = self.threads[self.walk.thread.index()].as_mut();
        thread.expect("the running thread; please report this").events.push(id);
        id
    }

    /// Adds an event that touches no memory.
    fn mark(&mut self, state: &State, action: Action, span: Option<Span>, tags: Vec<Tag>) -> EventId {
        let event = Event {
            thread: Some(self.walk.thread),
            guard: state.guard,
            action,
            target: None,
            site: None,
            span,
            tags,
            outcome: None,
            partner: None,
            section: state.section.map(|section| section.number),
            group: None,
            life: None,
        };
        self.push(event)
    }

    fn merge(&mut self, mut a: State, mut b: State, live: Option<&FixedBitSet>) -> State {
        if a.alone != b.alone {
            self.leave_prologue(&mut a);
            self.leave_prologue(&mut b);
        }
        if a.guard != TermId::FALSE && b.guard != TermId::FALSE && a.memory != b.memory {
            self.settle_addresses(&mut a, &b);
            self.settle_addresses(&mut b, &a);
        }
        // The initial values are looked up through the round, which also owns the terms.
        let mut terms = std::mem::take(&mut self.terms);
        let mut initial = |terms: &mut Terms, address: u64, width: Width| {
            std::mem::swap(&mut self.terms, terms);
            let value = self.initial_value(address, width);
            std::mem::swap(&mut self.terms, terms);
            value
        };
        let merged = a.merge(b, live, &mut terms, &mut initial);
        self.terms = terms;
        merged
    }
}
