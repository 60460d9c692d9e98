//! The operational store-buffer machine, run exhaustively.
//!
//! In: a [`Program`] and a [`Model`]. Out: a [`Report`]: whether an assertion can be violated, every final state,
//! whether some execution never ends; or nothing when the state limit is exceeded.
//!
//! # The machine
//! A thread's stores enter its own buffer and leave it for the memory at any later time: under TSO in the order in
//! which they were made, under PSO in any order that keeps the order per location and does not cross a store-store
//! fence. A load takes the newest entry of its location in its own buffer, or else the memory. Read-modify-writes,
//! compare-and-exchanges (failed ones too), full fences, lock and unlock wait until the own buffer is empty; under PSO a
//! read-modify-write, a compare-and-exchange and a lock wait only until it holds no store to their location and no store-store fence. A thread is
//! over, for the one that joins it, when its buffer is empty. Under SC there is no buffer. A thread comes to a barrier
//! with an empty buffer, too; when as many threads stand there as the barrier wants, all of them go on at once, and the
//! last to come is the one that is told apart.
//! (Owens, Sarkar, Sewell, A Better x86 Memory Model: x86-TSO, section 3; SPARC Architecture Manual 8, appendix K.)
//!
//! [`mod@translate`] makes machine instructions of statements.
//!
//! # One reduction
//! Steps that no other thread can see and that no other step can influence are taken at once: register arithmetic,
//! branches, assertions on registers, entering a store into the own buffer, a fence on an empty buffer. A test compares
//! with the machine that does not do so.

mod translate;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::program::*;
use translate::{Op, translate};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    Sc,
    Tso,
    Pso,
}

impl Model {
    pub const ALL: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];

    /// The name of the model's file.
    pub fn name(self) -> &'static str {
        match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
        }
    }
}

/// A state in which all threads are over.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Final {
    pub registers: Vec<[i32; REGISTERS]>,
    /// The variables, then the elements of the array.
    pub memory: Vec<i32>,
    variables: usize,
}

impl Final {
    pub fn value(&self, observable: Observable) -> i32 {
        match observable {
            Observable::Register { thread, reg } => self.registers[thread][reg],
            Observable::Variable(variable) => self.memory[variable],
            Observable::Element(index) => self.memory[self.variables + index],
        }
    }

    pub fn shows(&self, outcome: &Outcome) -> bool {
        outcome.iter().all(|(observable, value)| self.value(*observable) == *value)
    }
}

/// What exhaustive execution found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Some execution violates an assertion.
    pub violated: bool,
    pub finals: BTreeSet<Final>,
    /// Some execution comes to a state from which nothing can go on and not every thread is over.
    pub blocked: bool,
    /// States visited.
    pub states: usize,
}

/// Explores every execution; `None` when there are more than `limit` states.
pub fn run(program: &Program, model: Model, limit: usize) -> Option<Report> {
    Explorer::new(program, model, true).run(limit)
}

/// The same without the reduction.
pub fn run_unreduced(program: &Program, model: Model, limit: usize) -> Option<Report> {
    Explorer::new(program, model, false).run(limit)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Store { cell: usize, value: i32 },
    Barrier,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    pc: usize,
    /// It stands at the barrier that its next instruction names.
    waiting: bool,
    registers: [i32; REGISTERS],
    /// Oldest first. Between two barriers of PSO's buffer, sorted by cell: entries of different cells are not ordered.
    buffer: Vec<Item>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<i32>,
    threads: Vec<Thread>,
}

/// What came of letting a thread make one step.
enum Step {
    Done,
    /// The thread is over or cannot go on in this state.
    Stuck,
    Violated,
}

struct Explorer<'a> {
    program: &'a Program,
    model: Model,
    reduce: bool,
    code: Vec<Vec<Op<'a>>>,
    first_mutex: usize,
    memory: Vec<i32>,
}

impl<'a> Explorer<'a> {
    fn new(program: &'a Program, model: Model, reduce: bool) -> Self {
        let mut memory: Vec<i32> = program.variables.iter().map(|v| v.initial).collect();
        memory.extend(std::iter::repeat_n(0, if program.array { ARRAY } else { 0 }));
        let first_mutex = memory.len();
        memory.extend(std::iter::repeat_n(0, program.mutexes));
        let code = program
            .threads
            .iter()
            .map(|block| {
                let mut code = Vec::new();
                translate(block, model, &mut code);
                code
            })
            .collect();
        Explorer { program, model, reduce, code, first_mutex, memory }
    }

    fn run(&self, limit: usize) -> Option<Report> {
        let mut report = Report { violated: false, finals: BTreeSet::new(), blocked: false, states: 0 };
        let start = Thread { pc: 0, waiting: false, registers: [0; REGISTERS], buffer: Vec::new() };
        let mut first = State { memory: self.memory.clone(), threads: vec![start; self.code.len()] };
        let mut seen = FxHashSet::default();
        let mut stack = Vec::new();
        if self.settle(&mut first) {
            seen.insert(first.clone());
            stack.push(first);
        } else {
            report.violated = true;
        }
        let mut next = Vec::new();
        while let Some(state) = stack.pop() {
            if self.over(&state) {
                self.finish(&state, &mut report);
                continue;
            }
            // An assertion that fails is a way to go on, too.
            let stuck = !self.successors(&state, &mut next, &mut report.violated);
            report.blocked |= stuck;
            for state in next.drain(..) {
                if seen.insert(state.clone()) {
                    stack.push(state);
                }
            }
            if seen.len() > limit {
                return None;
            }
        }
        report.states = seen.len();
        Some(report)
    }

    fn over(&self, state: &State) -> bool {
        state.threads.iter().zip(&self.code).all(|(t, code)| t.pc == code.len() && t.buffer.is_empty())
    }

    fn finish(&self, state: &State, report: &mut Report) {
        let last = Final {
            registers: state.threads.iter().map(|t| t.registers).collect(),
            memory: state.memory[..self.first_mutex].to_vec(),
            variables: self.program.variables.len(),
        };
        report.violated |= self.program.forbidden.iter().any(|outcome| last.shows(outcome));
        report.finals.insert(last);
    }

    /// Puts what can come next into `next`; false if nothing can.
    fn successors(&self, state: &State, next: &mut Vec<State>, violated: &mut bool) -> bool {
        let mut moved = false;
        for thread in 0..state.threads.len() {
            let mut after = state.clone();
            match self.step(&mut after, thread) {
                Step::Stuck => {}
                Step::Violated => {
                    *violated = true;
                    moved = true;
                }
                Step::Done => {
                    moved = true;
                    if self.settle(&mut after) { next.push(after) } else { *violated = true }
                }
            }
            for entry in self.drainable(&state.threads[thread].buffer) {
                let mut after = state.clone();
                let Item::Store { cell, value } = after.threads[thread].buffer.remove(entry) else {
                    unreachable!("only stores leave a buffer")
                };
                after.memory[cell] = value;
                let buffer = &mut after.threads[thread].buffer;
                if buffer.first() == Some(&Item::Barrier) {
                    buffer.remove(0);
                }
                moved = true;
                if self.settle(&mut after) { next.push(after) } else { *violated = true }
            }
        }
        moved
    }

    /// The entries of a buffer that may leave it now.
    fn drainable(&self, buffer: &[Item]) -> Vec<usize> {
        let mut cells = Vec::new();
        let mut free = Vec::new();
        for (index, item) in buffer.iter().enumerate() {
            let Item::Store { cell, .. } = item else {
                break;
            };
            if !cells.contains(cell) {
                cells.push(*cell);
                free.push(index);
            }
            if self.model == Model::Tso {
                break;
            }
        }
        free
    }

    /// Takes the steps that nobody else sees; false if an assertion fails in one of them.
    fn settle(&self, state: &mut State) -> bool {
        if !self.reduce {
            return true;
        }
        for thread in 0..state.threads.len() {
            while self.invisible(&state.threads[thread], thread) {
                match self.step(state, thread) {
                    Step::Done => {}
                    Step::Stuck => break,
                    Step::Violated => return false,
                }
            }
        }
        true
    }

    fn invisible(&self, state: &Thread, thread: usize) -> bool {
        match self.code[thread].get(state.pc) {
            Some(Op::Set(..) | Op::Unless(..) | Op::Jump(_) | Op::Assume(_) | Op::Assert(_) | Op::StoreFence) => true,
            Some(Op::FullFence) => state.buffer.is_empty(),
            Some(Op::Store(..)) => self.model != Model::Sc,
            _ => false,
        }
    }

    /// Lets a thread execute one instruction.
    fn step(&self, state: &mut State, index: usize) -> Step {
        if let Some(Op::Wait(barrier, _)) = self.code[index].get(state.threads[index].pc) {
            return self.wait(state, index, *barrier);
        }
        let State { memory, threads } = state;
        let thread = &mut threads[index];
        let Some(op) = self.code[index].get(thread.pc) else {
            return Step::Stuck;
        };
        let mut next = thread.pc + 1;
        let registers = thread.registers;
        let eval = |expr: &Expr| evaluate(expr, &registers);
        let cell = |place: &Place| self.cell(place, &registers);
        let waits = match op {
            Op::Rmw(_, _, place, _) | Op::Cas(_, place, ..) if self.model == Model::Pso => {
                let target = cell(place);
                thread.buffer.iter().any(|item| !matches!(item, Item::Store { cell, .. } if *cell != target))
            }
            Op::Lock(_) if self.model == Model::Pso => {
                thread.buffer.iter().any(|item| !matches!(item, Item::Store { .. }))
            }
            Op::Rmw(..) | Op::Cas(..) | Op::FullFence | Op::AwaitCas(..) | Op::Lock(_) | Op::Unlock(_) => {
                !thread.buffer.is_empty()
            }
            _ => false,
        };
        if waits {
            return Step::Stuck;
        }
        match *op {
            Op::Set(reg, value) => thread.registers[reg] = eval(value),
            Op::Unless(condition, target) => {
                if eval(condition) == 0 {
                    next = target;
                }
            }
            Op::Jump(target) => next = target,
            Op::Assume(condition) => {
                if eval(condition) == 0 {
                    return Step::Stuck;
                }
            }
            Op::Assert(condition) => {
                if eval(condition) == 0 {
                    return Step::Violated;
                }
            }
            Op::Load(reg, place) => thread.registers[reg] = read(memory, &thread.buffer, cell(place)),
            Op::Store(place, value) => self.store(memory, &mut thread.buffer, cell(place), eval(value)),
            Op::Rmw(reg, kind, place, value) => {
                let target = &mut memory[cell(place)];
                thread.registers[reg] = *target;
                *target = match kind {
                    RmwKind::FetchAdd => target.wrapping_add(eval(value)),
                    RmwKind::Exchange => eval(value),
                };
            }
            Op::Cas(reg, place, expected, desired) => {
                let target = &mut memory[cell(place)];
                thread.registers[reg] = *target;
                if *target == eval(expected) {
                    *target = eval(desired);
                }
            }
            Op::FullFence => {}
            Op::StoreFence => {
                if thread.buffer.last().is_some_and(|item| *item != Item::Barrier) {
                    thread.buffer.push(Item::Barrier);
                }
            }
            Op::Await(place, value) => {
                if read(memory, &thread.buffer, cell(place)) != value {
                    return Step::Stuck;
                }
            }
            Op::AwaitCas(place, expected, desired) => {
                let target = &mut memory[cell(place)];
                if *target != expected {
                    return Step::Stuck;
                }
                *target = desired;
            }
            Op::Lock(mutex) => {
                let target = &mut memory[self.first_mutex + mutex];
                if *target != 0 {
                    return Step::Stuck;
                }
                *target = 1;
            }
            Op::Unlock(mutex) => memory[self.first_mutex + mutex] = 0,
            Op::Wait(..) => unreachable!("a wait is a step of several threads"),
        }
        thread.pc = next;
        Step::Done
    }

    /// A thread comes to a barrier.
    fn wait(&self, state: &mut State, index: usize, barrier: usize) -> Step {
        let thread = &mut state.threads[index];
        if thread.waiting || !thread.buffer.is_empty() {
            return Step::Stuck;
        }
        thread.waiting = true;
        let there = |other: usize, thread: &Thread| match self.code[other].get(thread.pc) {
            Some(Op::Wait(at, reg)) if thread.waiting && *at == barrier => Some(*reg),
            _ => None,
        };
        let meeting = state.threads.iter().enumerate().filter(|(other, thread)| there(*other, thread).is_some());
        if meeting.count() == self.program.barriers[barrier] {
            for (other, thread) in state.threads.iter_mut().enumerate() {
                if let Some(reg) = there(other, thread) {
                    thread.waiting = false;
                    thread.pc += 1;
                    if let Some(reg) = reg {
                        thread.registers[reg] = i32::from(other == index);
                    }
                }
            }
        }
        Step::Done
    }

    fn cell(&self, place: &Place, registers: &[i32; REGISTERS]) -> usize {
        match place {
            Place::Variable(variable) => *variable,
            Place::Element(index) => self.program.variables.len() + (evaluate(index, registers) as usize & (ARRAY - 1)),
        }
    }

    fn store(&self, memory: &mut [i32], buffer: &mut Vec<Item>, cell: usize, value: i32) {
        let item = Item::Store { cell, value };
        match self.model {
            Model::Sc => memory[cell] = value,
            Model::Tso => buffer.push(item),
            Model::Pso => {
                let round = buffer.iter().rposition(|item| *item == Item::Barrier).map_or(0, |barrier| barrier + 1);
                let place = buffer[round..].partition_point(|item| match item {
                    Item::Store { cell: other, .. } => *other <= cell,
                    Item::Barrier => true,
                });
                buffer.insert(round + place, item);
            }
        }
    }
}

/// The value a load takes: the newest entry of the own buffer, or else the memory.
fn read(memory: &[i32], buffer: &[Item], cell: usize) -> i32 {
    let own = buffer.iter().rev().find_map(|item| match item {
        Item::Store { cell: other, value } if *other == cell => Some(*value),
        _ => None,
    });
    own.unwrap_or(memory[cell])
}

/// The value of an expression over the registers of a thread.
pub fn evaluate(expr: &Expr, registers: &[i32; REGISTERS]) -> i32 {
    match expr {
        Expr::Const(value) => *value,
        Expr::Reg(reg) => registers[*reg],
        Expr::Binary(op, left, right) => {
            let (left, right) = (evaluate(left, registers), evaluate(right, registers));
            match op {
                Operator::Add => left.wrapping_add(right),
                Operator::Sub => left.wrapping_sub(right),
                Operator::Xor => left ^ right,
                Operator::And => left & right,
                Operator::Equal => i32::from(left == right),
                Operator::NotEqual => i32::from(left != right),
                Operator::Less => i32::from(left < right),
            }
        }
    }
}
