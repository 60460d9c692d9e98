//! Whether the memory of a thread's local variables may come back as that of another one.
//!
//! In: a program. Out: whether a thread may be started when another one has ended for good: when it was joined, or is one that nobody will
//! join. It must not know executions.
//!
//! Only the order of the text is looked at, of what the first thread does by itself and in the functions that it calls by name: a
//! start counts as later than a join if it stands behind it, or if one loop has both. Where other threads start or join, or functions
//! that are called by a pointer, any start may be a later one.

use rustc_hash::FxHashSet;

use crate::ids::FuncId;
use crate::ir::{Callee, Function, Op, Operand, Program};

/// Whether such a start is in the program.
pub fn stacks(program: &Program) -> bool {
    let all = || (0..program.functions.len()).map(FuncId::from_index);
    let starts = with_callers(program, |op| matches!(op, Op::Spawn { .. }));
    let ends = with_callers(program, |op| matches!(op, Op::Join { .. } | Op::Detach { .. }));
    if starts.is_empty() || ends.is_empty() {
        return false;
    }
    let does = |id: &FuncId| starts.contains(id) || ends.contains(id);
    let in_tables = |id: FuncId| {
        let mut inits = program.globals.iter().flat_map(|global| &global.init);
        inits.any(|init| init.value == Operand::Function(id))
    };
    let in_code = |id: FuncId| program.functions.iter().any(|function| mentions(function, id));
    let is_named_elsewhere = |id: FuncId| does(&id) && (in_tables(id) || in_code(id));
    let is_behind = |id: FuncId| {
        let function = program.function(id);
        let calls = |those: &FxHashSet<FuncId>, op: &Op| callee(op).is_some_and(|id| those.contains(&id));
        let starts = places(function, |op| matches!(op, Op::Spawn { .. }) || calls(&starts, op));
        let ends = places(function, |op| matches!(op, Op::Join { .. } | Op::Detach { .. }) || calls(&ends, op));
        let loops: Vec<(usize, usize)> = loops(function).collect();
        let has = |(head, repeat): &(usize, usize), at: usize| (*head..=*repeat).contains(&at);
        let in_one = |a: usize, b: usize| loops.iter().any(|region| has(region, a) && has(region, b));
        ends.iter().any(|end| starts.iter().any(|start| end < start || in_one(*end, *start)))
    };
    all().any(is_named_elsewhere) || all().any(is_behind)
}

/// The functions that have such an instruction, and those that call them by name.
fn with_callers(program: &Program, is_wanted: impl Fn(&Op) -> bool) -> FxHashSet<FuncId> {
    let mut found = FxHashSet::default();
    loop {
        let before = found.len();
        for (index, function) in program.functions.iter().enumerate() {
            let mut ops = function.code.iter().map(|instr| &instr.op);
            if ops.any(|op| is_wanted(op) || callee(op).is_some_and(|id| found.contains(&id))) {
                found.insert(FuncId::from_index(index));
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The function that an instruction calls by name.
fn callee(op: &Op) -> Option<FuncId> {
    match op {
        Op::Call { callee: Callee::Direct(id), .. } => Some(*id),
        _ => None,
    }
}

/// Whether a function has the address of another one, and so may start it, call it or hand it on.
fn mentions(function: &Function, id: FuncId) -> bool {
    let ops = function.code.iter().map(|instr| &instr.op);
    ops.flat_map(crate::ir::uses::operands).any(|operand| operand == Operand::Function(id))
}

/// Where instructions of a kind stand.
fn places(function: &Function, is_wanted: impl Fn(&Op) -> bool) -> Vec<usize> {
    function.code.iter().enumerate().filter(|(_, instr)| is_wanted(&instr.op)).map(|(at, _)| at).collect()
}

/// The first and the last instruction of each loop.
fn loops(function: &Function) -> impl Iterator<Item = (usize, usize)> {
    function.code.iter().enumerate().filter_map(|(at, instr)| match &instr.op {
        Op::Repeat { head, .. } => Some((head.index(), at)),
        _ => None,
    })
}
