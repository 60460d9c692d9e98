//! Threads: the first one, starting, ending and waiting for others.
//!
//! A handle is the thread's number plus one. A child is walked where it is started, so that its result is known when
//! it is joined.

use fixedbitset::FixedBitSet;

use super::{Round, Walk};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::objects::{Context, function_at};
use crate::exec::skeleton::{Action, Thread};
use crate::exec::state::{Memory, State};
use crate::exec::terms::TermId;
use crate::ids::{FuncId, ThreadId};
use crate::ir::{BinaryOp, CastOp, Width};

/// More threads than this are refused: every pair of them is compared.
const THREAD_LIMIT: usize = 64;

/// The tag of events that order everything around them whatever the model relaxes.
pub(super) const SYNC: &str = "SYNC";

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
        self.thread(ThreadId(0), entry, args, TermId::TRUE, None)
    }

    /// Walks one thread.
    fn thread(
        &mut self,
        id: ThreadId,
        function: FuncId,
        args: Vec<TermId>,
        guard: TermId,
        span: Option<Span>,
    ) -> Result<(), Diagnostic> {
        if self.threads.len() <= id.index() {
            self.threads.resize(id.index() + 1, None);
        }
        let result = self.terms.constant(0, Width::POINTER);
        let name = self.program.function(function).name.clone();
        let thread = Thread { function, name, events: Vec::new(), finished: TermId::FALSE, result };
        self.threads[id.index()] = Some(thread);
        self.running.push(id);
        let mut walk = Walk { thread: id, context: Context::new(), calls: Vec::new(), loops: 0, exits: None };
        let state = State {
            guard,
            registers: Vec::new(),
            undefined: FixedBitSet::new(),
            memory: Memory::default(),
            effects: Vec::new(),
            section: None,
        };
        self.mark(&walk, &state, Action::Begin, span, vec![SYNC.to_string()]);
        if let Some((mut state, value)) = self.call(&mut walk, function, &args, state, span)? {
            self.open_result(&walk, function, value);
            let value = match value {
                Some(v) if self.terms.width(v) <= Width::POINTER => {
                    self.terms.cast(CastOp::SignExtend, v, Width::POINTER)
                }
                _ => result,
            };
            state.registers.clear();
            self.exit_thread(&mut walk, state, value);
        }
        if let Some(end) = walk.exits.take() {
            self.mark(&walk, &end, Action::End, span, vec![SYNC.to_string()]);
            let thread = self.threads[id.index()].as_mut().expect("the walked thread; please report this");
            thread.finished = end.guard;
            thread.result = end.registers[0].unwrap_or(result);
        }
        self.running.pop();
        Ok(())
    }

    /// Notes an end of the running thread.
    pub(super) fn exit_thread(&mut self, walk: &mut Walk, mut state: State, value: TermId) {
        state.registers = vec![Some(value)];
        walk.exits = Some(match walk.exits.take() {
            Some(other) => self.merge(other, state, None),
            None => state,
        });
    }

    /// Starts a thread and returns its handle.
    pub(super) fn spawn(
        &mut self,
        walk: &Walk,
        state: &State,
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
        let id = self.objects.thread(walk.thread, walk.context.clone());
        if id.index() >= THREAD_LIMIT {
            let mut error = Diagnostic::error(format!("more than {THREAD_LIMIT} threads are not supported"));
            error.span = span;
            return Err(error);
        }
        self.mark(walk, state, Action::Spawn(id), span, vec![SYNC.to_string()]);
        let args = self.program.function(target).params.iter().map(|_| argument).collect();
        self.thread(id, target, args, state.guard, span)?;
        Ok(self.terms.constant(u64::from(id.0) + 1, Width::POINTER))
    }

    /// Waits for a thread and returns its result.
    pub(super) fn join(
        &mut self,
        walk: &Walk,
        state: &mut State,
        handle: TermId,
        span: Option<Span>,
    ) -> Result<TermId, Diagnostic> {
        let unknown = || {
            let mut error = Diagnostic::error("the thread that is joined here cannot be determined");
            error.span = span;
            error.help("join a handle that pthread_create has filled in")
        };
        let values = self.terms.values(handle).set().map(<[u64]>::to_vec).ok_or_else(unknown)?;
        let mut any = TermId::FALSE;
        let mut result = self.terms.constant(0, Width::POINTER);
        let mut found = false;
        for value in values {
            let thread = value.checked_sub(1).and_then(|index| self.threads.get(index as usize).cloned().flatten());
            let Some(thread) = thread else { continue };
            found = true;
            let constant = self.terms.constant(value, Width::POINTER);
            let this = self.terms.binary(BinaryOp::Equal, handle, constant);
            let done = self.terms.and(this, thread.finished);
            let mut there = state.clone();
            there.guard = self.terms.and(state.guard, done);
            if there.guard != TermId::FALSE {
                let id = ThreadId(value as u32 - 1);
                self.mark(walk, &there, Action::Join(id), span, vec![SYNC.to_string()]);
                self.joins.push((walk.thread, id, there.guard));
            }
            any = self.terms.or(any, done);
            result = self.terms.select(this, thread.result, result);
        }
        if !found {
            return Err(unknown());
        }
        state.guard = self.terms.and(state.guard, any);
        Ok(result)
    }
}
