//! Who calls whom.
//!
//! In: a program. Out: for each function the calls that may lead to it, and for each instruction the functions that it may call. It
//! must not know what that is good for.

use crate::ids::FuncId;
use crate::ir::{Callee, Function, Op, Operand, Program};

/// A call, by the function that it is in and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub caller: FuncId,
    pub at: usize,
}

/// The calls of a program.
#[derive(Clone, Debug)]
pub struct Calls {
    /// By the function that they may lead to.
    to: Vec<Vec<Call>>,
    /// The functions that nobody calls by their names, and no thread starts in: they may be called wherever an address is.
    unnamed: Vec<FuncId>,
}

impl Calls {
    pub fn of(program: &Program) -> Calls {
        let mut to: Vec<Vec<Call>> = vec![Vec::new(); program.functions.len()];
        let mut by_address: Vec<Call> = Vec::new();
        for (caller, function) in program.functions.iter().enumerate() {
            for (at, instruction) in function.code.iter().enumerate() {
                let call = Call { caller: FuncId::from_index(caller), at };
                match instruction.op {
                    Op::Call { callee: Callee::Direct(callee), .. } => to[callee.index()].push(call),
                    Op::Call { callee: Callee::Indirect(_), .. } => by_address.push(call),
                    _ => {}
                }
            }
        }
        let started: Vec<FuncId> = program.functions.iter().flat_map(started).chain(program.entry).collect();
        let mut unnamed = Vec::new();
        for (function, calls) in to.iter_mut().enumerate() {
            let id = FuncId::from_index(function);
            if calls.is_empty() && !started.contains(&id) {
                calls.extend(&by_address);
                unnamed.push(id);
            }
        }
        Calls { to, unnamed }
    }

    /// The calls that may lead to a function.
    pub fn to(&self, function: FuncId) -> &[Call] {
        &self.to[function.index()]
    }

    /// The functions of which each instruction is such, and each of those that they call, however many calls are in between.
    pub fn through_and_through(&self, program: &Program, is_such: impl Fn(&Op) -> bool) -> Vec<bool> {
        let mut such = vec![true; program.functions.len()];
        loop {
            let still = |function: &Function| {
                function.code.iter().all(|instruction| {
                    let op = &instruction.op;
                    is_such(op) && self.callees(op).iter().all(|callee| such[callee.index()])
                })
            };
            let now: Vec<bool> =
                program.functions.iter().zip(&such).map(|(function, was)| *was && still(function)).collect();
            if now == such {
                return such;
            }
            such = now;
        }
    }

    /// The functions that an instruction may call.
    pub fn callees(&self, op: &Op) -> Vec<FuncId> {
        match op {
            Op::Call { callee: Callee::Direct(callee), .. } => vec![*callee],
            Op::Call { callee: Callee::Indirect(_), .. } => self.unnamed.clone(),
            _ => Vec::new(),
        }
    }
}

fn started(function: &Function) -> impl Iterator<Item = FuncId> + '_ {
    function.code.iter().filter_map(|instruction| match &instruction.op {
        Op::Spawn { function: Operand::Function(started), .. } => Some(*started),
        _ => None,
    })
}
