//! Code that a waiting loop may come to: what stands in a loop that reads memory, and the functions that are called there.
//!
//! In: a program, and which of its accesses do not count. Out: the instructions. It must not know what is done in the rounds.

use fixedbitset::FixedBitSet;

use crate::ir::cells::Place;
use crate::ir::program::{Callee, Function, Op, Program};

/// By function: the instructions in loops that read something beside these accesses, and those of functions that are called there.
pub(crate) fn within(program: &Program, is_beside: impl Fn(Place) -> bool) -> Vec<FixedBitSet> {
    let reading = reading(program, &is_beside);
    let mut within: Vec<FixedBitSet> = program
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            in_reading_loops(function, |at| reads(&function.code[at].op, &reading) && !is_beside((index, at)))
        })
        .collect();
    let callees = |function: &Function, here: &FixedBitSet| -> Vec<usize> {
        here.ones().filter_map(|at| callee(&function.code[at].op)).collect()
    };
    let mut open: Vec<usize> =
        program.functions.iter().zip(&within).flat_map(|(function, here)| callees(function, here)).collect();
    while let Some(index) = open.pop() {
        let function = &program.functions[index];
        if within[index].count_ones(..) < function.code.len() {
            within[index].insert_range(..);
            open.extend(callees(function, &within[index]));
        }
    }
    within
}

fn callee(op: &Op) -> Option<usize> {
    match op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(callee.index()),
        _ => None,
    }
}

/// The functions that read something beside these accesses, or call others that do.
fn reading(program: &Program, is_beside: &impl Fn(Place) -> bool) -> FixedBitSet {
    let mut reading = FixedBitSet::with_capacity(program.functions.len());
    loop {
        let before = reading.count_ones(..);
        for (index, function) in program.functions.iter().enumerate() {
            let mut code = function.code.iter().enumerate();
            if code.any(|(at, instr)| reads(&instr.op, &reading) && !is_beside((index, at))) {
                reading.insert(index);
            }
        }
        if reading.count_ones(..) == before {
            return reading;
        }
    }
}

/// Whether an instruction reads memory that others may write, where these functions do.
fn reads(op: &Op, reading: &FixedBitSet) -> bool {
    match op {
        Op::Load { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Pair(_)
        | Op::Lock { .. }
        | Op::TryLock { .. }
        | Op::SpinTryLock { .. }
        | Op::TimedLock { .. }
        | Op::Call { callee: Callee::Indirect(_), .. } => true,
        Op::Call { callee: Callee::Direct(callee), .. } => reading.contains(callee.index()),
        _ => false,
    }
}

fn in_reading_loops(function: &Function, reads: impl Fn(usize) -> bool) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(function.code.len());
    for (end, instr) in function.code.iter().enumerate() {
        if let Op::Repeat { head, .. } = instr.op
            && (head.index()..end).any(&reads)
        {
            found.insert_range(head.index()..end + 1);
        }
    }
    found
}
