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
//! A loop iteration that changes nothing that anyone can see repeats the iteration before it; its way back to the
//! head is cut off (the thread waits there), which turns a spin loop into an assumption of its exit condition. If only
//! some paths of the iteration change nothing, these are cut off.
//!
//! Joins follow CBMC's symbolic execution (Clarke, Kroening, Lerda, TACAS 2004): paths are merged at labels in
//! ascending order of code.

mod access;
mod barrier;
mod frame;
mod library;
mod threads;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::diag::{Diagnostic, Span};
use crate::exec::analysis::Analysis;
use crate::exec::execution::Open;
use crate::exec::interpret::initial;
use crate::exec::liveness::Liveness;
use crate::exec::mapping::Mapping;
use crate::exec::objects::{Context, ObjectId, Objects};
use crate::exec::skeleton::{Action, Bounded, Cell, Event, Exceeded, Skeleton, Target, Thread, Violation};
use crate::exec::state::State;
use crate::exec::terms::{TermId, Terms};
use crate::exec::values::Values;
use crate::ids::{EventId, FuncId, LoopId, ThreadId};
use crate::ir::{Operand, Program, Property, Width};

/// How far loops and recursion are followed.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Iterations of a loop whose number of iterations depends on what is read.
    pub default: u32,
    /// Loops with a bound of their own.
    pub loops: BTreeMap<LoopId, u32>,
    /// Nested calls of one function.
    pub recursion: u32,
}

impl Bounds {
    pub fn of(&self, id: LoopId) -> u32 {
        self.loops.get(&id).copied().unwrap_or(self.default)
    }
}

/// Instructions executed symbolically before the program counts as too large.
const STEP_LIMIT: u64 = 4_000_000;

/// Iterations of a loop with a constant trip count in the first round. The trip count may seem constant only because
/// the round does not yet know what another thread writes, and the loop endless.
const FIRST_PATIENCE: u32 = 256;

/// Rounds of value analysis before may-values are widened, where no chain argument bounds them.
const ROUND_LIMIT: usize = 40;

/// Unfolds a program. `causal` says that `po | rf` is acyclic under the model, which bounds how far values travel.
pub fn unfold(program: &Program, mapping: &Mapping, bounds: &Bounds, causal: bool) -> Result<Skeleton, Diagnostic> {
    let mut objects = Objects::new(program);
    let mut known = Analysis::default();
    let mut rounds = 0;
    let mut patience = FIRST_PATIENCE;
    loop {
        let mut round = Round::new(program, mapping, bounds, objects, known);
        round.causal = causal;
        round.patience = patience;
        round.main()?;
        round.judge_barriers();
        let growth = round.known.join(&round.next);
        if round.impatient {
            patience = patience.saturating_mul(8);
        }
        let stable =
            !round.impatient && !growth.shape && (!growth.values || (causal && rounds > round.dependent_writes()));
        match round.refused.take() {
            // Earlier rounds know too little of what memory holds to refuse anything for good.
            Some(refused) if stable || round.steps > STEP_LIMIT => return Err(refused),
            None if stable => return round.finish(),
            _ => {}
        }
        if growth.shape {
            rounds = 0;
        }
        rounds += 1;
        if rounds > ROUND_LIMIT && !causal {
            round.known.widen();
        }
        (objects, known) = (round.objects, round.known);
    }
}

/// One pass over the whole program.
struct Round<'a> {
    program: &'a Program,
    mapping: &'a Mapping,
    bounds: &'a Bounds,
    /// `po | rf` is acyclic under the model.
    causal: bool,
    /// How many iterations are followed of a loop with a constant trip count.
    patience: u32,
    /// Some loop was given up for that reason; the next round follows it further.
    impatient: bool,
    objects: Objects,
    known: Analysis,
    next: Analysis,
    terms: Terms,
    events: Vec<Event>,
    threads: Vec<Option<Thread>>,
    violations: Vec<Violation>,
    exceeded: Vec<Exceeded>,
    open: Vec<(Open, TermId)>,
    initial: FxHashMap<(u64, Width), TermId>,
    /// What is live in the functions called so far.
    live: FxHashMap<FuncId, Rc<Liveness>>,
    sections: u32,
    /// What was done so far to memory that one thread knows by itself.
    accesses: Vec<PrivateAccess>,
    /// Barriers without state by address.
    usual: BTreeMap<u64, barrier::Usual>,
    /// The thread that is walked, after those in whose walks it was started.
    running: Vec<ThreadId>,
    /// Who has joined whom, and when.
    joins: Vec<(ThreadId, ThreadId, TermId)>,
    /// The objects that this round made, in order.
    made: Vec<ObjectId>,
    deepest: u32,
    steps: u64,
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
    /// The thread's ends by `pthread_exit`, with what it returns there in the only register.
    exits: Option<State>,
}

impl<'a> Round<'a> {
    fn new(program: &'a Program, mapping: &'a Mapping, bounds: &'a Bounds, objects: Objects, known: Analysis) -> Self {
        Round {
            program,
            mapping,
            bounds,
            causal: false,
            patience: u32::MAX,
            impatient: false,
            objects,
            next: known.clone(),
            known,
            terms: Terms::default(),
            events: Vec::new(),
            threads: Vec::new(),
            violations: Vec::new(),
            exceeded: Vec::new(),
            open: Vec::new(),
            initial: FxHashMap::default(),
            live: FxHashMap::default(),
            sections: 0,
            accesses: Vec::new(),
            usual: BTreeMap::new(),
            running: Vec::new(),
            joins: Vec::new(),
            made: Vec::new(),
            deepest: 0,
            steps: 0,
            refused: None,
        }
    }

    /// Writes whose value, place or occurrence depends on something read.
    fn dependent_writes(&self) -> usize {
        self.events
            .iter()
            .filter(|event| match &event.action {
                Action::Write { value } => {
                    self.terms.constant_of(*value).is_none()
                        || event.guard != TermId::TRUE
                        || event.target.as_ref().is_some_and(|t| t.cells.len() > 1)
                }
                _ => false,
            })
            .count()
    }

    /// Adds the initial writes and checks that shared cells do not overlap.
    fn finish(mut self) -> Result<Skeleton, Diagnostic> {
        self.check_extents()?;
        let barriers = self.usual.keys().copied().collect();
        let (meetings, required) = barrier::conclude(&mut self);
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
                tags: vec!["IW".to_string()],
                partner: None,
                section: None,
            });
            cells.insert(address, Cell { width, init });
        }
        let threads = self
            .threads
            .into_iter()
            .map(|t| t.expect("every started thread was walked to its end; please report this"))
            .collect();
        Ok(Skeleton {
            terms: self.terms,
            objects: self.objects,
            events: self.events,
            threads,
            violations: self.violations,
            exceeded: self.exceeded,
            cells,
            open: self.open,
            barriers,
            meetings,
            required,
            extents: self.known.cells.iter().map(|(address, facts)| (*address, facts.width)).collect(),
            deepest: self.deepest,
        })
    }

    fn check_extents(&self) -> Result<(), Diagnostic> {
        for mixed in self.known.mixed.values() {
            let near = |span: u64| self.known.cells.range(span.saturating_sub(7)..span + 8);
            let (mut readers, mut writers) = (BTreeSet::new(), BTreeSet::<ThreadId>::new());
            for (_, facts) in near(mixed.address) {
                readers.extend(&facts.readers);
                writers.extend(&facts.writers);
            }
            if !writers.is_empty() && readers.union(&writers).count() > 1 {
                let name = self.objects.describe(mixed.address);
                let mut diagnostic = Diagnostic::error(format!(
                    "accesses of different sizes to the shared memory `{name}` are not supported"
                ))
                .help("access it with one type everywhere");
                diagnostic.span = mixed.second.or(mixed.first);
                return Err(diagnostic.note("the other access is here", mixed.first));
            }
        }
        Ok(())
    }

    /// A free value.
    fn choice(&mut self, width: Width) -> TermId {
        self.terms.input(width, Values::all(width)).1
    }

    fn operand(&mut self, walk: &Walk, state: &mut State, operand: Operand) -> TermId {
        match operand {
            Operand::Reg(reg) => match state.registers[reg.index()] {
                Some(term) => term,
                None => {
                    let function = *walk.calls.last().expect("a frame is running; please report this");
                    let width = self.program.function(function).width(reg);
                    let term = self.choice(width);
                    state.registers[reg.index()] = Some(term);
                    term
                }
            },
            Operand::Const { bits, width } => self.terms.constant(bits, width),
            Operand::Global { .. } | Operand::Function(_) => {
                let value = self.static_value(walk.thread, operand);
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
            None => {
                let term = self.choice(width);
                self.open.push((Open::Memory(address, width), term));
                term
            }
        };
        self.initial.insert((address, width), term);
        term
    }

    /// Notes that something goes wrong on this path when `wrong` holds, and ends those paths.
    fn violate(
        &mut self,
        walk: &Walk,
        state: &mut State,
        wrong: TermId,
        property: Property,
        message: &str,
        span: Option<Span>,
    ) {
        let condition = self.terms.and(state.guard, wrong);
        if condition != TermId::FALSE {
            let message = message.to_string();
            self.violations.push(Violation { condition, property, message, span, thread: walk.thread });
        }
        let fine = self.terms.not(wrong);
        state.guard = self.terms.and(state.guard, fine);
    }

    fn exceed(&mut self, condition: TermId, what: Bounded, bound: u32) {
        if condition != TermId::FALSE {
            self.exceeded.push(Exceeded { condition, what, bound });
        }
    }

    fn push(&mut self, walk: &Walk, event: Event) -> EventId {
        let id = EventId::from_index(self.events.len());
        self.events.push(event);
        let thread = self.threads[walk.thread.index()].as_mut();
        thread.expect("the running thread; please report this").events.push(id);
        id
    }

    /// Adds an event that touches no memory.
    fn mark(&mut self, walk: &Walk, state: &State, action: Action, span: Option<Span>, tags: Vec<String>) -> EventId {
        let event = Event {
            thread: Some(walk.thread),
            guard: state.guard,
            action,
            target: None,
            site: None,
            span,
            tags,
            partner: None,
            section: state.section,
        };
        self.push(walk, event)
    }

    fn merge(&mut self, a: State, b: State, live: Option<&FixedBitSet>) -> State {
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
