//! How many calls a function is away from where threads start.
//!
//! In: a program. Out: for each function how much less deep it is than the deepest. It must not know what that is good for.

use crate::ids::FuncId;
use crate::ir::{Callee, Function, Op, Operand, Program};

/// For each function how many calls it is less deep than the deepest one.
///
/// The depth is the length of the longest way of calls that leads to it and does not come to a function twice, so that a function is
/// deeper than each that calls it. One that only makes an access is none of its own here: it stands for the access where it is called, as
/// a macro would, and is as deep as its caller.
pub fn shallows(program: &Program) -> Vec<u64> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    for (caller, function) in program.functions.iter().enumerate() {
        for callee in callees(function) {
            if !callers[callee.index()].contains(&caller) {
                callers[callee.index()].push(caller);
            }
        }
    }
    // One that nobody calls by its name, and no thread starts in by it, may be called wherever an address is.
    let by_address: Vec<usize> = (0..callers.len()).filter(|it| calls_address(&program.functions[*it])).collect();
    let started: Vec<FuncId> = program.functions.iter().flat_map(started).chain(program.entry).collect();
    for (function, callers) in callers.iter_mut().enumerate() {
        if callers.is_empty() && !started.contains(&FuncId::from_index(function)) {
            callers.extend(&by_address);
        }
    }
    let mut depths = Depths { program, callers, known: vec![None; program.functions.len()] };
    let depths: Vec<u64> = (0..program.functions.len()).map(|function| depths.of(function, &mut Vec::new())).collect();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    depths.into_iter().map(|depth| deepest - depth).collect()
}

struct Depths<'p> {
    program: &'p Program,
    callers: Vec<Vec<usize>>,
    known: Vec<Option<u64>>,
}

impl Depths<'_> {
    /// The depth of a function; those that are asked for already call each other in a circle.
    fn of(&mut self, function: usize, asked: &mut Vec<usize>) -> u64 {
        if let Some(known) = self.known[function] {
            return known;
        }
        asked.push(function);
        let callers: Vec<usize> = self.callers[function].iter().copied().filter(|it| !asked.contains(it)).collect();
        let deepest = callers.into_iter().map(|caller| self.of(caller, asked)).max();
        asked.pop();
        let own = u64::from(!is_access(&self.program.functions[function]));
        let depth = deepest.map_or(0, |depth| depth + own);
        self.known[function] = Some(depth);
        depth
    }
}

fn callees(function: &Function) -> impl Iterator<Item = FuncId> + '_ {
    function.code.iter().filter_map(|instruction| match &instruction.op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    })
}

fn started(function: &Function) -> impl Iterator<Item = FuncId> + '_ {
    function.code.iter().filter_map(|instruction| match &instruction.op {
        Op::Spawn { function: Operand::Function(started), .. } => Some(*started),
        _ => None,
    })
}

fn calls_address(function: &Function) -> bool {
    let mut ops = function.code.iter().map(|instruction| &instruction.op);
    ops.any(|op| matches!(op, Op::Call { callee: Callee::Indirect(_), .. }))
}

/// Whether a function makes one access, and no more: no call, and nothing twice.
fn is_access(function: &Function) -> bool {
    let is = |wanted: fn(&Op) -> bool| function.code.iter().filter(|instruction| wanted(&instruction.op)).count();
    let accesses =
        is(|op| matches!(op, Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. }));
    accesses <= 1 && is(|op| matches!(op, Op::Call { .. } | Op::Repeat { .. })) == 0
}
