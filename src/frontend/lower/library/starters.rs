//! Threads that are started by a function pointer, where something runs when a thread ends.
//!
//! In: which functions have their address somewhere. Out: functions that give, for the address of one, that of the function
//! that runs it as a thread and then what its end brings. It must not know where threads are started.
//!
//! Which addresses there are is known when everything is lowered; until then such a function has no code.

use std::collections::BTreeSet;

use crate::frontend::known::asked::Handed;
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::tables::Lower;
use crate::ids::{FuncId, Label, RegId};
use crate::ir::{Author, BinaryOp, Function, Instr, Op, Operand, Register, UnaryOp, Width, uses};

impl Lower<'_> {
    /// The function that says what a thread starts with, by the pointer that a program gives.
    pub fn starter(&mut self, handed: Handed) -> FuncId {
        if let Some(known) = self.starters.get(&handed) {
            return *known;
        }
        let id = self.add_function(starting(&[]));
        self.starters.insert(handed, id);
        id
    }

    /// Gives the starters their code, for all functions that a pointer may name by now. Whether that was more than before.
    pub fn complete_starters(&mut self) -> bool {
        let starters: Vec<(Handed, FuncId)> = self.starters.iter().map(|(handed, id)| (*handed, *id)).collect();
        if starters.is_empty() || self.has_many_errors() {
            return false;
        }
        let own: BTreeSet<FuncId> = self.wrappers.values().copied().collect();
        let named: Vec<FuncId> =
            uses::known_functions(&self.program).into_iter().filter(|id| !own.contains(id)).collect();
        let homes: Vec<(FuncId, Home)> = named.into_iter().filter_map(|id| Some((id, self.home_of(id)?))).collect();
        let mut grown = false;
        for (handed, starter) in starters {
            let pairs: Vec<(FuncId, FuncId)> = homes
                .iter()
                .filter_map(|(id, home)| Some((*id, self.thread_function_of(*home, handed)?)))
                .filter(|(id, start)| id != start)
                .collect();
            let function = starting(&pairs);
            let place = &mut self.program.functions[starter.index()];
            grown |= function.code.len() != place.code.len();
            *place = function;
        }
        grown
    }
}

/// `if (given == one) return start of one; …; return given;`
fn starting(pairs: &[(FuncId, FuncId)]) -> Function {
    let given = Operand::Reg(RegId(0));
    let mut registers = vec![Register { width: Width::POINTER, name: Some("function".to_string()), form: None }];
    let mut code = Vec::new();
    for (function, start) in pairs {
        let [same, other] = [0, 1].map(|offset| RegId::from_index(registers.len() + offset));
        registers.extend([same, other].map(|_| Register { width: Width::BOOL, name: None, form: None }));
        let next = Label::from_index(code.len() + 4);
        code.extend([
            Op::Binary { dst: same, op: BinaryOp::Equal, left: given, right: Operand::Function(*function) },
            Op::Unary { dst: other, op: UnaryOp::Not, value: Operand::Reg(same) },
            Op::Branch { condition: Operand::Reg(other), target: next },
            Op::Return(Some(Operand::Function(*start))),
        ]);
    }
    code.push(Op::Return(Some(given)));
    let code = code.into_iter().map(|op| Instr { op, span: None }).collect();
    let name = "what a thread starts with".to_string();
    Function {
        name,
        params: vec![RegId(0)],
        result: Some(Width::POINTER),
        registers,
        code,
        span: None,
        author: Author::Program,
    }
}
