//! Functions that loops ask whether they go on.
//!
//! In: a program and how its functions are reached. Out: for each function whether it is such a guard, and what is around its calls. It
//! must not know what that is good for.
//!
//! A guard only reads, and so does whatever it calls. What stands in it is done in each iteration, as if the condition of the
//! loop were written out: a fence there is worse than one before the loop, though others call the function and it is the deepest.

use rustc_hash::FxHashSet;

use crate::ids::{FuncId, RegId};
use crate::ir::{Function, Op, Operand, Program, uses};

use super::calls::Calls;
use super::roles::{Role, roles};
use super::round::does_nothing;

/// What is known of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// A loop asks it, or a guard does.
    pub is_one: bool,
    /// How it is reached; a guard stands where it is called.
    pub role: Role,
    /// How many loops are around its calls, if it is a guard.
    pub loops: u64,
}

/// What is known of every function.
pub fn guards(program: &Program, calls: &Calls) -> Vec<Guard> {
    let only_reads = |op: &Op| does_nothing(op) || matches!(op, Op::Load { .. });
    let reads = calls.through_and_through(program, only_reads);
    let mut guards: Vec<Guard> =
        roles(program).into_iter().map(|role| Guard { is_one: false, role, loops: 0 }).collect();
    // As deep as guards call each other; those that do so in a circle grow no further.
    for _ in 0..program.functions.len() {
        let now: Vec<Guard> =
            (0..program.functions.len()).map(|f| guard(program, calls, &guards, (f, reads[f]))).collect();
        let is_same = now == guards;
        guards = now;
        if is_same {
            break;
        }
    }
    guards
}

/// What is known of a function, as far as it is known of its callers.
fn guard(program: &Program, calls: &Calls, known: &[Guard], (function, reads): (usize, bool)) -> Guard {
    let own = known[function];
    if !reads || own.role != Role::Called && !own.is_one {
        return own;
    }
    let calls = calls.to(FuncId::from_index(function)).iter().filter(|call| call.caller.index() != function);
    let asking = calls.filter(|call| known[call.caller.index()].is_one || asks(program.function(call.caller), call.at));
    let around = asking.map(|call| {
        let caller = known[call.caller.index()];
        Guard {
            is_one: true,
            role: caller.role,
            loops: loops_around(program.function(call.caller), call.at) + caller.loops,
        }
    });
    around.reduce(|a, b| Guard { is_one: true, role: a.role.max(b.role), loops: a.loops.max(b.loops) }).unwrap_or(own)
}

/// Whether the way of a loop around a call hangs on what the call returns.
fn asks(function: &Function, call: usize) -> bool {
    repeats_around(function, call).any(|(head, repeat)| {
        let body = || function.code[head..repeat].iter().map(|instruction| &instruction.op);
        let mut told: FxHashSet<RegId> = uses::definitions(&function.code[call].op).collect();
        let hangs = |op: &Op, told: &FxHashSet<RegId>| {
            uses::operands(op)
                .iter()
                .any(|operand| matches!(operand, Operand::Reg(register) if told.contains(register)))
        };
        loop {
            let known = told.len();
            for op in body().filter(|op| uses::only_computes(op)) {
                if hangs(op, &told) {
                    told.extend(uses::definitions(op));
                }
            }
            if told.len() == known {
                break;
            }
        }
        body().any(|op| matches!(op, Op::Branch { .. }) && hangs(op, &told))
    })
}

/// How many loops of a function contain an instruction.
pub fn loops_around(function: &Function, index: usize) -> u64 {
    repeats_around(function, index).count() as u64
}

/// Where the loops begin and end that contain an instruction: those that are repeated from behind it and begin before it.
fn repeats_around(function: &Function, index: usize) -> impl Iterator<Item = (usize, usize)> {
    function.code.iter().enumerate().skip(index).filter_map(move |(at, later)| match later.op {
        Op::Repeat { head, .. } if head.index() <= index => Some((head.index(), at)),
        _ => None,
    })
}
