//! System calls by their numbers, as `syscall` makes them.
//!
//! In: the arguments of a call. Out: a call of the function of the own library that says what these do; of every other number,
//! or of one that the text does not say, a refusal. It must not know what they do.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::ExprId;
use crate::ir::{Callee, Op, Operand, Width};

/// The function that does them, in `include/library/system_calls.c`.
pub const DOER: &str = "__fencesmith_system_call";

/// The numbers that it knows, of x86-64: `sched_yield`, `getpid`, `gettid`, `futex`.
const NUMBERS: [i128; 4] = [24, 39, 186, FUTEX];
const FUTEX: i128 = 202;

/// The operations on a futex that it knows: those that wait, wake and requeue. One that no constant says is judged when the program runs.
const OPERATIONS: [i128; 6] = [0, 1, 3, 4, 9, 10];
/// What may be added to them.
const FLAGS: i128 = 128 | 256;

/// Its parameters: the number, and what the first four arguments of the call are.
const PARAMETERS: usize = 5;

impl Body<'_, '_> {
    /// The result of a system call.
    pub fn system_call(&mut self, args: &[ExprId]) -> Operand {
        let Some(number) = self.constant_number(args[0]) else {
            return self.refuse("a system call whose number is not constant");
        };
        let Some(doer) = self.lower.named_function(DOER).filter(|_| NUMBERS.contains(&number)) else {
            return self.refuse(&format!("the system call {number}"));
        };
        let operation = args.get(2).and_then(|operation| self.constant_number(*operation));
        if number == FUTEX && operation.is_some_and(|operation| !OPERATIONS.contains(&(operation & !FLAGS))) {
            return self.refuse("this operation on a futex");
        }
        let mut given = Vec::new();
        for arg in args {
            let shape = self.input.shape_of(*arg);
            let value = self.value(*arg);
            given.push(self.resize(value, Width::POINTER, shape.sign()));
        }
        given.resize(PARAMETERS, Operand::pointer(0));
        let dst = self.register(Width::POINTER, None);
        self.emit(Op::Call { dst: Some(dst), callee: Callee::Direct(doer), args: given });
        Operand::Reg(dst)
    }
}
