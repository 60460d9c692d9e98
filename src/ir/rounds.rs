//! Code that a waiting loop may come to: what stands in a loop that reads memory, and the functions that are called there.
//!
//! In: a program, and which of its accesses do not count. Out: the instructions. It must not know what is done in the rounds.

use fixedbitset::FixedBitSet;

use crate::ir::cells::Place;
use crate::ir::program::{Callee, Function, Op, Program};

/// By function: the instructions in loops that read something beside these accesses, and those of functions that are called there.
pub(crate) fn within(program: &Program, is_beside: impl Fn(Place) -> bool) -> Vec<FixedBitSet> {
    let mut within: Vec<FixedBitSet> = program
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| in_reading_loops(function, |at| is_beside((index, at))))
        .collect();
    let callees = |function: &Function, here: &FixedBitSet| -> Vec<usize> {
        let called = here.ones().filter_map(|at| match function.code[at].op {
            Op::Call { callee: Callee::Direct(callee), .. } => Some(callee.index()),
            _ => None,
        });
        called.collect()
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

fn in_reading_loops(function: &Function, is_beside: impl Fn(usize) -> bool) -> FixedBitSet {
    let reads = |at: &usize| {
        let reads = matches!(
            function.code[*at].op,
            Op::Load { .. }
                | Op::Rmw { .. }
                | Op::CompareExchange { .. }
                | Op::Pair(_)
                | Op::TryLock { .. }
                | Op::SpinTryLock { .. }
                | Op::TimedLock { .. }
                | Op::Call { .. }
        );
        reads && !is_beside(*at)
    };
    let mut found = FixedBitSet::with_capacity(function.code.len());
    for (end, instr) in function.code.iter().enumerate() {
        if let Op::Repeat { head, .. } = instr.op
            && (head.index()..end).any(|at| reads(&at))
        {
            found.insert_range(head.index()..end + 1);
        }
    }
    found
}
