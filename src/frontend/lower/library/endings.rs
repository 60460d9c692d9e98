//! What runs when a thread or the process ends, and when it begins.
//!
//! In: the ends of threads and of `main`, and calls of `exit`. Out: calls of the library's own functions for them, where
//! the program uses what they are for (thread-specific keys, cleanup handlers, `atexit`); nothing otherwise. What these
//! functions do stands in `include/library`. Also what runs before `main`, its constructors, and behind it, its destructors.
//!
//! A process ends when `main` returns, and then it does not matter which threads are left. Only where the first thread
//! may end by `pthread_exit` do those have to be counted that run on: where a unit of the program names it, by whatever name for that,
//! and something is to run when the process ends.

use super::bodies::REGISTER;
use crate::frontend::known::functions::{self, Known, ThreadCall};
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ExprId, ExprKind, Priority, Startup};
use crate::frontend::typed::types::Shape;
use crate::ids::FuncId;
use crate::ir::{Author, Callee, Concern, Function, Instr, Op, Operand, Register, Width};

/// Runs the destructors of thread-specific keys.
const THREAD_ENDS: &str = "__fencesmith_thread_ends";
/// The same after the cleanup handlers.
const THREAD_EXITS: &str = "__fencesmith_thread_exits";
/// Notes that a thread is the first.
const PROCESS_BEGINS: &str = "__fencesmith_process_begins";
/// Counts a thread that is about to be started.
const THREAD_BEGINS: &str = "__fencesmith_thread_begins";
/// Counts one that has ended, after all that runs then.
const THREAD_IS_OVER: &str = "__fencesmith_thread_is_over";
/// Chooses whether waits on condition variables end for no reason.
const CHOOSES_WAKING: &str = "__fencesmith_chooses_waking";
/// Runs what was given to `atexit`.
const PROCESS_ENDS: &str = "__fencesmith_process_ends";

impl Lower<'_> {
    /// What runs when a thread's function returns, in this order.
    pub fn thread_end(&mut self) -> Vec<FuncId> {
        let over = if self.counts_threads() { self.named_function(THREAD_IS_OVER) } else { None };
        self.named_function(THREAD_ENDS).into_iter().chain(over).collect()
    }

    /// Whether the process may end with its last thread, and something runs then.
    fn counts_threads(&mut self) -> bool {
        self.has_exit_handlers() && self.exits_threads()
    }

    /// Whether a thread may end otherwise than by a return.
    pub fn exits_threads(&self) -> bool {
        self.units().iter().any(names_thread_exit)
    }

    /// The function that the first thread runs: `main`, before it the constructors, and behind it what runs when it returns,
    /// which ends with the destructors.
    pub fn entry(&mut self, home: Home, main: FuncId) -> FuncId {
        let input = self.input_of(home);
        let shape = input.shape(input.result(home.decl));
        if shape.is_by_address() {
            self.unsupported("`main` with this result", input.place(home.decl));
            return main;
        }
        let (destructors, constructors) = (self.destructors(), self.constructors());
        let register = self.named_function(REGISTER).filter(|_| !destructors.is_empty());
        let end = self.named_function(PROCESS_ENDS);
        let first = if self.counts_threads() { self.named_function(PROCESS_BEGINS) } else { None };
        let waking = if self.looks_at_sleepers() { self.named_function(CHOOSES_WAKING) } else { None };
        if constructors.is_empty() && end.is_none() && waking.is_none() {
            return main;
        }
        // A `main` that results in nothing, or in something else, is a program all the same.
        let result = shape.width();
        let register_of = |width| Register { width, name: None, form: None };
        let registers = std::iter::once(Width::INT).chain(result).map(register_of).collect();
        let (dst, of_main) = (crate::ids::RegId(0), result.map(|_| crate::ids::RegId(1)));
        let call = |dst, callee| Op::Call { dst, callee: Callee::Direct(callee), args: Vec::new() };
        // What is registered first runs last, as with the C library.
        let registers_one = |destructor| Op::Call {
            dst: Some(dst),
            callee: Callee::Direct(register.expect("the library has it; please report this")),
            args: vec![Operand::Function(destructor)],
        };
        let for_good = self.program.checked.contains(Concern::Liveness);
        let chooses = |callee| Op::Call {
            dst: None,
            callee: Callee::Direct(callee),
            args: vec![Operand::constant(u64::from(for_good), Width::INT)],
        };
        let runs_more = !constructors.is_empty() || end.is_some();
        let mut ops: Vec<Op> = waking.into_iter().map(chooses).collect();
        ops.extend(first.map(|begins| call(None, begins)));
        ops.extend(destructors.into_iter().map(registers_one));
        ops.extend(constructors.into_iter().map(|constructor| call(None, constructor)));
        ops.push(call(of_main, main));
        ops.extend(end.map(|end| call(None, end)));
        ops.push(Op::Return(of_main.map(Operand::Reg)));
        let code = ops.into_iter().map(|op| Instr { op, span: None }).collect();
        let name = if runs_more { "main and what runs around it" } else { "main" }.to_string();
        self.add_function(Function {
            name,
            params: Vec::new(),
            result,
            registers,
            code,
            span: None,
            author: Author::Program,
        })
    }

    /// The functions with the attribute `constructor`, in the order in which they run.
    fn constructors(&mut self) -> Vec<FuncId> {
        let found = self.ranked(|startup| startup.before);
        let runs = |result: Shape| !result.is_by_address();
        found.into_iter().filter_map(|home| self.runs_alone(home, "constructor", runs)).collect()
    }

    /// The functions with the attribute `destructor`. They run in the opposite order.
    fn destructors(&mut self) -> Vec<FuncId> {
        let found = self.ranked(|startup| startup.after);
        let runs = |result| result == Shape::Void;
        found.into_iter().filter_map(|home| self.runs_alone(home, "destructor", runs)).collect()
    }

    /// The functions that have a priority: those with a number by that, then the others, each as they are written.
    fn ranked(&self, priority: fn(&Startup) -> Option<Priority>) -> Vec<Home> {
        let mut found: Vec<(u32, Home)> = Vec::new();
        for (unit, input) in self.units().iter().enumerate() {
            for decl in input.tast.top_level().iter().filter(|decl| input.tast[**decl].body.is_some()) {
                let rank = match priority(&input.tast[*decl].startup) {
                    Some(Priority::Numbered(number)) => u32::from(number),
                    Some(Priority::Unnumbered) => u32::MAX,
                    None => continue,
                };
                found.push((rank, Home { unit, decl: *decl }));
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, home)| home).collect()
    }

    /// A function that is called with nothing, or an error.
    fn runs_alone(&mut self, home: Home, what: &str, runs: fn(Shape) -> bool) -> Option<FuncId> {
        let input = self.input_of(home);
        let takes = !input.tast[input.tast[home.decl].params].is_empty();
        if takes || !runs(input.shape(input.result(home.decl))) {
            let at = input.place(home.decl);
            self.unsupported(&format!("a {what} that has parameters or this result"), at);
            return None;
        }
        Some(self.within(home, |lower| lower.function(home.decl)))
    }
}

impl Lower<'_> {
    /// Whether a return from `main` runs anything.
    pub fn has_exit_handlers(&mut self) -> bool {
        self.named_function(PROCESS_ENDS).is_some()
    }
}

impl Body<'_, '_> {
    /// The thread calls `pthread_exit`: what runs then.
    pub fn thread_exits(&mut self) {
        self.call_ending(THREAD_EXITS);
    }

    /// And the end of it.
    pub fn thread_is_over(&mut self) {
        if self.lower.counts_threads() {
            self.call_ending(THREAD_IS_OVER);
        }
    }

    /// The program starts a thread.
    pub fn thread_begins(&mut self) {
        if !self.input.own && self.lower.counts_threads() {
            self.call_ending(THREAD_BEGINS);
        }
    }

    /// The thread calls `exit`.
    pub fn process_ends(&mut self) {
        self.call_ending(PROCESS_ENDS);
    }

    /// Whether an instruction runs what is given to `atexit`.
    pub fn is_process_end(&mut self, op: &Op) -> bool {
        let end = self.lower.named_function(PROCESS_ENDS);
        matches!(op, Op::Call { callee: Callee::Direct(function), .. } if Some(*function) == end)
    }

    fn call_ending(&mut self, name: &str) {
        if let Some(function) = self.lower.named_function(name) {
            self.emit(Op::Call { dst: None, callee: Callee::Direct(function), args: Vec::new() });
        }
    }
}

/// Whether a unit of the program names a function that ends a thread.
fn names_thread_exit(input: &Input<'_>) -> bool {
    let ends = |name: &str| functions::lookup(name) == Some(Known::Thread(ThreadCall::Exit));
    let mut exprs = (0..input.tast.counts().exprs).map(ExprId::from_usize);
    !input.own && exprs.any(|expr| matches!(input.tast[expr].kind, ExprKind::Decl(decl) if ends(input.name(decl))))
}
