//! Threads: the first one, starting and ending.
//!
//! A child is walked where it is started, so that mostly its result is known
//! when it is joined; for the other joins see [`super::joins`].

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use super::frame::CalledAt;
use super::{Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::objects::{self, function_at, handle_of};
use crate::exec::skeleton::{Action, Bounded, Thread};
use crate::exec::state::{Memory, Seen, State};
use crate::exec::terms::TermId;
use crate::ids::{FuncId, ThreadId};
use crate::ir::{BinaryOp, CastOp, Width};

/// How a thread is started.
struct Start {
    function: FuncId,
    args: Vec<TermId>,
    guard: TermId,
    span: Option<Span>,
}

impl Round<'_> {
    /// Walks the whole program from its entry.
    pub(super) fn main(&mut self) -> Result<(), Diagnostic> {
        let entry = self.program.entry.ok_or_else(|| Diagnostic::error("the program has no `main`"))?;
        let args: Vec<TermId> = self
            .program
            .function(entry)
            .params
            .iter()
            .map(|p| self.program.function(entry).width(*p))
            .collect::<Vec<_>>()
            .into_iter()
            .enumerate()
            .map(|(i, width)| {
                let term = self.choice(width);
                self.open.push((Open::Argument(i as u32), term));
                term
            })
            .collect();
        self.thread(ThreadId(0), Start { function: entry, args, guard: TermId::TRUE, span: None })
    }

    /// Walks one thread, in the middle of the walk that starts it.
    fn thread(&mut self, id: ThreadId, start: Start) -> Result<(), Diagnostic> {
        let outer = std::mem::replace(&mut self.walk, Walk::of(id));
        let walked = self.walk_thread(id, start);
        self.walk = outer;
        walked
    }

    fn walk_thread(&mut self, id: ThreadId, start: Start) -> Result<(), Diagnostic> {
        let Start { function, args, guard, span } = start;
        if self.threads.len() <= id.index() {
            self.threads.resize(id.index() + 1, None);
        }
        let result = self.terms.constant(0, Width::POINTER);
        let name = self.program.function(function).name.clone();
        let thread = Thread { function, name, events: Vec::new(), started: guard, finished: TermId::FALSE, result };
        self.threads[id.index()] = Some(thread);
        self.running.push(id);
        let state = State {
            guard,
            registers: Vec::new(),
            undefined: FixedBitSet::new(),
            memory: Memory::default(),
            alone: id == ThreadId(0),
            effects: Vec::new(),
            section: None,
            freed: BTreeMap::new(),
            living: BTreeMap::new(),
            held: BTreeMap::new(),
            seen: Seen::Alone,
        };
        self.mark(&state, Action::Begin, span, Vec::new());
        let called = self.call(function, &args, state, CalledAt { span, place: None })?;
        // When the first thread returns, the program ends: nobody goes on because it has.
        let exited = self.walk.exits.as_ref().map_or(TermId::FALSE, |exits| exits.guard);
        for (mut state, value) in called {
            self.open_result(function, value);
            let value = match value {
                Some(v) if id == ThreadId(0) && self.terms.width(v) <= Width::POINTER => {
                    self.terms.cast(CastOp::SignExtend, v, Width::POINTER)
                }
                Some(v) if self.terms.width(v) < Width::POINTER => self.with_open_upper(id, v),
                Some(v) if self.terms.width(v) == Width::POINTER => v,
                _ => result,
            };
            state.registers.clear();
            self.exit_thread(state, value);
        }
        if let Some(mut end) = self.walk.exits.take() {
            let leaves = if id == ThreadId(0) { exited } else { TermId::TRUE };
            self.end_of_thread(&mut end, leaves);
            self.mark(&end, Action::End, span, Vec::new());
            let thread = self.threads[id.index()].as_mut().expect("the walked thread; please report this");
            thread.finished = if id == ThreadId(0) { exited } else { end.guard };
            thread.result = end.registers[0].unwrap_or(result);
        }
        self.note_result(id);
        self.running.pop();
        Ok(())
    }

    /// What a thread hands back whose function returns fewer bits than a pointer has: nobody has set the others.
    fn with_open_upper(&mut self, id: ThreadId, value: TermId) -> TermId {
        let unset = Width::POINTER.mask() & !self.terms.width(value).mask();
        let any = self.left_open(Open::Upper(id), Width::POINTER);
        let unset = self.terms.constant(unset, Width::POINTER);
        let upper = self.terms.binary(BinaryOp::And, any, unset);
        let lower = self.terms.cast(CastOp::ZeroExtend, value, Width::POINTER);
        self.terms.binary(BinaryOp::Or, upper, lower)
    }

    /// Notes an end of the running thread.
    pub(super) fn exit_thread(&mut self, mut state: State, value: TermId) {
        state.registers = vec![Some(value)];
        state.section = None;
        self.walk.exits = Some(match self.walk.exits.take() {
            Some(other) => self.merge(other, state, None),
            None => state,
        });
    }

    /// Starts a thread and returns its handle.
    pub(super) fn spawn(
        &mut self,
        state: &mut State,
        function: TermId,
        argument: TermId,
        span: Option<Span>,
    ) -> Result<TermId, Diagnostic> {
        let target = self.terms.constant_of(function).and_then(|a| function_at(a, self.program));
        let Some(target) = target else {
            let mut error = Diagnostic::error("the function that this thread runs cannot be determined");
            error.span = span;
            return Err(error);
        };
        let id = self.objects.thread(self.walk.thread, self.walk.context.clone());
        if objects::is_beyond(id) {
            self.exceed(state.guard, Bounded::Threads(span), 0);
            state.guard = TermId::FALSE;
            return Ok(self.terms.constant(0, Width::POINTER));
        }
        if self.threads.get(id.index()).is_some_and(Option::is_some) {
            let message = "a thread is started where an atomic section runs on some paths only";
            let mut error = Diagnostic::error(message).help("end the section on every path before");
            error.span = span;
            return Err(error);
        }
        self.leave_prologue(state);
        self.mark(state, Action::Spawn(id), span, Vec::new());
        let args = self.program.function(target).params.iter().map(|_| argument).collect();
        self.thread(id, Start { function: target, args, guard: state.guard, span })?;
        Ok(self.terms.constant(handle_of(id), Width::POINTER))
    }
}
