//! Arguments and results that nobody needs, which are replaced by a constant, and calls that do nothing, which are left out.
//!
//! In: a program. Out: the same program, in which a function is given and returns only what something depends on that it or its
//! caller does, and is called only if it does something. It must not know models or what a loop waits for.
//!
//! # The rule
//! Of a function that is called by its name alone, an argument is replaced at every call by 0 if nothing in the function depends on the
//! parameter that [matters](crate::exec::relevance), and what it returns if no caller does anything with it that matters. A
//! loop that counts its rounds for such a function is then one whose counter nobody reads. A call of a function in which nothing matters and that surely
//! ends, a hint to the processor, say, is left out where it is made or not by what does not matter. Memory of which all accesses are known is like a
//! register: it is needed if what a load finds there is, and else these accesses are left out, and an object with nothing else is not
//! made ([`memory`]): how long to pause, in a variable that is passed by its address; the seed of random numbers. A loop in which nothing
//! matters and that surely ends goes round once at most.
//!
//! # Why no verdict changes
//! What matters computes the same, step by step: each instruction that touches memory, another thread or a property, and each
//! branch that decides whether one is run or whether a loop ends, is computed from what matters alone. The instructions that are run
//! besides have no place in an execution. Under `uninitialised` and `leaks` they do, for what a register holds is looked at there, so
//! that nothing is replaced. The accesses that are left out can be put back into an execution, as [`unread`](crate::ir::unread) has it; they
//! cannot fail. Where races are looked for, they stay.
//!
//! A function whose call is left out somewhere has no place for a fence: with one its call would do something.
//! A place for a fence may be run or not by what does not matter. A fence there would be in some runs of the function and not in
//! others, which the changed program does not show: it is no place any more, wherever anything was replaced.

use fixedbitset::FixedBitSet;

mod memory;

use memory::Memory;

use crate::exec::ending::WaysOut;
use crate::exec::flow::Flow;
use crate::exec::relevance::{Deciders, is_noticed};
use crate::ids::{FuncId, Label, RegId};
use crate::ir::{Callee, Concern, Function, Op, Operand, Program, uses};

/// What is left out in one pass makes more be left out in the next; real programs have nothing left after two.
const PASSES: usize = 4;

/// Replaces what nobody needs.
pub fn drop_needless(program: &mut Program) {
    if [Concern::Uninitialised, Concern::Leaks].into_iter().any(|concern| program.checked.contains(concern)) {
        return;
    }
    // A function whose accesses are left out may do nothing then.
    for _ in 0..PASSES {
        if !drop_once(program) {
            return;
        }
    }
}

/// Leaves out what nobody needs, as far as it is seen at once. Whether accesses were left out.
fn drop_once(program: &mut Program) -> bool {
    let mut memory = Memory::of(program);
    let of_function = |(index, function): (usize, &Function)| {
        let flow = Flow::of(function);
        let deciders = Deciders::knowing(function, &flow, &|at, body| memory.is_steady(function, (index, at), body));
        (flow, deciders)
    };
    let flows: Vec<(Flow, Deciders)> = program.functions.iter().enumerate().map(of_function).collect();
    let idle = idle(program, &flows);
    let mut needs = Needs::of_whom_addresses_are_known(program);
    // What is needed in one function makes more be needed in others.
    let matters = loop {
        let before = (needs.clone(), memory.needed());
        let mut matters = Vec::new();
        for (index, (flow, deciders)) in flows.iter().enumerate() {
            let function = &program.functions[index];
            let counts = |at: usize| {
                let op = &function.code[at].op;
                is_noticed(op) && !calls_idle(function, at, &idle) && !memory.spares((index, at), op)
            };
            let relevant = deciders.needed(function, counts, |at| needs.reads(function, index, (flow, at)));
            needs.note(function, index, flow, &relevant);
            memory.note(function, index, &relevant);
            matters.push(relevant);
        }
        if (&needs, memory.needed()) == (&before.0, before.1) {
            break matters;
        }
    };
    let dropped: Vec<FixedBitSet> = program
        .functions
        .iter()
        .zip(&flows)
        .zip(&matters)
        .map(|((function, (_, deciders)), relevant)| {
            let is_idle = |at: &usize| calls_idle(function, *at, &idle) && !relevant.contains(*at);
            let stray = (0..function.code.len()).filter(|at| is_idle(at) && !deciders.are_among(relevant, *at));
            stray.collect()
        })
        .collect();
    let left_out = left_out(program, &dropped);
    let mut affected = replace(program, &needs, &dropped);
    let accesses = leave_out_accesses(program, &memory);
    affected.union_with(&accesses);
    for (index, (_, deciders)) in flows.iter().enumerate() {
        let mut rounds = needless_rounds(&program.functions[index], deciders, &matters[index]);
        rounds.retain(|end| affected.contains(index) || memory.is_in_waiting_loop((index, *end)));
        affected.set(index, affected.contains(index) || !rounds.is_empty());
        for end in rounds {
            program.functions[index].code[end].op = Op::Jump(Label::from_index(end + 1));
        }
    }
    for index in 0..program.functions.len() {
        let is_place = |at: usize| {
            !left_out.contains(index) && (!affected.contains(index) || flows[index].1.are_among(&matters[index], at))
        };
        for (at, instr) in program.functions[index].code.iter_mut().enumerate() {
            if matches!(instr.op, Op::FencePoint(_)) && !is_place(at) {
                instr.op = Op::Jump(Label::from_index(at + 1));
            }
        }
    }
    !accesses.is_clear()
}

/// Leaves out what is done to memory that nobody needs. The functions in which that was.
fn leave_out_accesses(program: &mut Program, memory: &Memory) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(program.functions.len());
    for (index, function) in program.functions.iter_mut().enumerate() {
        for (at, instr) in function.code.iter_mut().enumerate() {
            if !memory.spares((index, at), &instr.op) {
                continue;
            }
            found.insert(index);
            instr.op = match instr.op {
                Op::Load { dst, .. } | Op::Allocate { dst, .. } => {
                    Op::Copy { dst, value: Operand::constant(0, function.registers[dst.index()].width) }
                }
                _ => Op::Jump(Label::from_index(at + 1)),
            };
        }
    }
    found
}

/// The ends of loops in which nothing matters and that surely end, behind which comes what one of their branches leaves them for: so such
/// a loop goes on there after one round. That it ends does not say how soon, which is another matter where its counter was replaced.
fn needless_rounds(function: &Function, deciders: &Deciders, matters: &FixedBitSet) -> Vec<usize> {
    let ends = function.code.iter().enumerate().filter_map(|(end, instr)| match instr.op {
        Op::Repeat { head, .. } => Some((head.index(), end)),
        _ => None,
    });
    let ends: Vec<(usize, usize)> = ends.collect();
    let is_needless = |(head, end): &&(usize, usize)| {
        let is_only = ends.iter().filter(|(other, _)| other == head).count() == 1;
        let goes_on =
            |at: &usize| matches!(function.code[*at].op, Op::Branch { target, .. } if target.index() == end + 1);
        let leaves = |found: &&WaysOut| found.head == *head && found.surely_ends && found.branches.iter().any(goes_on);
        is_only && !(*head..=*end).any(|at| matters.contains(at)) && deciders.loops().iter().any(|found| leaves(&found))
    };
    ends.iter().filter(is_needless).map(|(_, end)| *end).collect()
}

/// The functions of which a call is left out, and those that they call.
fn left_out(program: &Program, dropped: &[FixedBitSet]) -> FixedBitSet {
    let calls = program.functions.iter().zip(dropped);
    let mut open: Vec<usize> =
        calls.flat_map(|(function, dropped)| dropped.ones().filter_map(|at| callee(&function.code[at].op))).collect();
    let mut found = FixedBitSet::with_capacity(program.functions.len());
    while let Some(index) = open.pop() {
        if !found.put(index) {
            open.extend(program.functions[index].code.iter().filter_map(|instr| callee(&instr.op)));
        }
    }
    found
}

/// The functions in which nothing matters and that surely end, those that call others only of them.
fn idle(program: &Program, flows: &[(Flow, Deciders)]) -> FixedBitSet {
    let mut idle = FixedBitSet::with_capacity(program.functions.len());
    // One that calls itself, directly or not, never becomes one of them.
    loop {
        let before = idle.count_ones(..);
        for (index, function) in program.functions.iter().enumerate() {
            let does_nothing = |op: &Op| match callee(op) {
                Some(callee) => idle.contains(callee),
                None => matches!(op, Op::Return(_)) || !is_noticed(op),
            };
            let is_known = !function.code.is_empty() && flows[index].1.surely_ends();
            let is_idle = is_known && function.code.iter().all(|instr| does_nothing(&instr.op));
            idle.set(index, is_idle);
        }
        if idle.count_ones(..) == before {
            return idle;
        }
    }
}

/// The function that an instruction calls by its name.
fn callee(op: &Op) -> Option<usize> {
    match op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(callee.index()),
        _ => None,
    }
}

/// Whether an instruction calls one of these functions.
fn calls_idle(function: &Function, at: usize, idle: &FixedBitSet) -> bool {
    callee(&function.code[at].op).is_some_and(|callee| idle.contains(callee))
}

/// Puts constants where nothing is needed. The functions in which some register holds another value now.
fn replace(program: &mut Program, needs: &Needs, dropped: &[FixedBitSet]) -> FixedBitSet {
    let mut affected = FixedBitSet::with_capacity(program.functions.len());
    for (index, dropped) in dropped.iter().enumerate() {
        for at in 0..program.functions[index].code.len() {
            let function = &program.functions[index];
            let op = match &function.code[at].op {
                Op::Call { dst, callee: Callee::Direct(callee), args } => {
                    if dst.is_some() && !needs.results[callee.index()] {
                        affected.insert(index);
                    }
                    if dropped.contains(at) {
                        let nothing = dst.map(|dst| {
                            let value = Operand::constant(0, function.registers[dst.index()].width);
                            Op::Copy { dst, value }
                        });
                        program.functions[index].code[at].op =
                            nothing.unwrap_or_else(|| Op::Jump(Label::from_index(at + 1)));
                        continue;
                    }
                    let given = &program.functions[callee.index()];
                    let needed = &needs.params[callee.index()];
                    let mut args = args.clone();
                    for ((arg, param), _) in
                        args.iter_mut().zip(&given.params).zip(needed).filter(|(_, needed)| !**needed)
                    {
                        *arg = Operand::constant(0, given.registers[param.index()].width);
                        affected.insert(callee.index());
                    }
                    Op::Call { dst: *dst, callee: Callee::Direct(*callee), args }
                }
                Op::Return(Some(_)) if !needs.results[index] => {
                    Op::Return(function.result.map(|width| Operand::constant(0, width)))
                }
                _ => continue,
            };
            program.functions[index].code[at].op = op;
        }
    }
    affected
}

/// What is needed of each function.
#[derive(Clone, PartialEq, Eq)]
struct Needs {
    params: Vec<Vec<bool>>,
    results: Vec<bool>,
    /// Whether others than direct calls may come to it.
    are_known: Vec<bool>,
}

impl Needs {
    /// All that is given to functions that others than direct calls may come to, and nothing else.
    fn of_whom_addresses_are_known(program: &Program) -> Needs {
        let known: FixedBitSet = uses::known_functions(program).into_iter().map(FuncId::index).collect();
        let params = program.functions.iter().enumerate();
        Needs {
            params: params.map(|(index, function)| vec![known.contains(index); function.params.len()]).collect(),
            // That of the program goes to whoever runs it.
            results: (0..program.functions.len())
                .map(|index| program.entry.map(FuncId::index) == Some(index))
                .collect(),
            are_known: (0..program.functions.len()).map(|index| known.contains(index)).collect(),
        }
    }

    /// The registers that an instruction reads for something that is needed, as far as is known.
    fn reads(&self, function: &Function, index: usize, (flow, at): (&Flow, usize)) -> Vec<RegId> {
        match &function.code[at].op {
            Op::Call { callee: Callee::Direct(callee), args, .. } => {
                let needed = &self.params[callee.index()];
                let is_needed = |(position, _): &(usize, &Operand)| needed.get(*position).is_none_or(|needed| *needed);
                let args = args.iter().enumerate().filter(is_needed);
                args.filter_map(|(_, arg)| if let Operand::Reg(register) = arg { Some(*register) } else { None })
                    .collect()
            }
            Op::Return(_) if !self.results[index] => Vec::new(),
            _ => flow.reads(at).to_vec(),
        }
    }

    /// Notes what is needed where these instructions of a function matter.
    fn note(&mut self, function: &Function, index: usize, flow: &Flow, relevant: &FixedBitSet) {
        let mut read = FixedBitSet::with_capacity(function.registers.len());
        read.extend(relevant.ones().flat_map(|at| self.reads(function, index, (flow, at))).map(RegId::index));
        for (needed, param) in self.params[index].iter_mut().zip(&function.params) {
            *needed |= read.contains(param.index());
        }
        for instr in &function.code {
            match &instr.op {
                Op::Call { dst: Some(dst), callee: Callee::Direct(callee), .. } => {
                    self.results[callee.index()] |= read.contains(dst.index());
                }
                // What a thread returns is for who joins it.
                Op::Call { dst: Some(dst), .. } | Op::Join { dst: Some(dst), .. } if read.contains(dst.index()) => {
                    self.results.iter_mut().zip(&self.are_known).for_each(|(needed, known)| *needed |= known);
                }
                _ => {}
            }
        }
    }
}
