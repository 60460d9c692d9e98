//! How functions are reached: by calls, as threads, or as what starts them.
//!
//! In: a program. Out: for each function its [`Role`]. It must not know fences.

use crate::ids::FuncId;
use crate::ir::{Callee, Op, Operand, Program};

/// How a function is reached, the better place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Others call it.
    Called,
    /// A thread starts in it.
    Thread,
    /// It starts threads, or the program starts in it.
    Harness,
}

impl Role {
    /// How much worse a place is for it.
    pub fn weight(self) -> u64 {
        match self {
            Role::Called => 0,
            Role::Thread => 1,
            // One fence in the harness is worse than several in the threads' own functions.
            Role::Harness => 16,
        }
    }
}

/// The role of every function.
///
/// A function whose address is taken and that nobody calls by its name is one that threads start in if some thread
/// starts in a function that is not named where it is created.
pub fn roles(program: &Program) -> Vec<Role> {
    let mut called = vec![false; program.functions.len()];
    let mut starts = vec![false; program.functions.len()];
    let mut addressed = vec![false; program.functions.len()];
    let mut harness = vec![false; program.functions.len()];
    let mut unnamed = false;
    let mark = |list: &mut Vec<bool>, id: FuncId| list[id.index()] = true;
    for (number, function) in program.functions.iter().enumerate() {
        for instruction in &function.code {
            match &instruction.op {
                Op::Call { callee: Callee::Direct(callee), .. } => mark(&mut called, *callee),
                Op::Spawn { function, .. } => {
                    harness[number] = true;
                    match function {
                        Operand::Function(id) => mark(&mut starts, *id),
                        _ => unnamed = true,
                    }
                }
                Op::Store { value: Operand::Function(id), .. } => mark(&mut addressed, *id),
                _ => {}
            }
        }
    }
    for init in program.globals.iter().flat_map(|global| &global.init) {
        if let Operand::Function(id) = init.value {
            mark(&mut addressed, id);
        }
    }
    if let Some(entry) = program.entry {
        mark(&mut harness, entry);
    }
    let role = |number: usize| match (harness[number], starts[number]) {
        (true, _) => Role::Harness,
        (false, true) => Role::Thread,
        _ if unnamed && addressed[number] && !called[number] => Role::Thread,
        _ => Role::Called,
    };
    (0..program.functions.len()).map(role).collect()
}
