//! How many calls a function is away from where threads start, and whether it is one of its own.
//!
//! In: a program. Out: for each function how much less deep it is than the deepest, and what it is to those that call it. It must not
//! know what that is good for.

use crate::ids::{FuncId, RegId};
use crate::ir::{Function, Op, Operand, Program};

use super::calls::Calls;
use super::guards::Guard;
use super::roles::Role;
use super::round::does_nothing;

/// What a function is to those that call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It does something of its own.
    Own,
    /// It makes one access, and no more.
    Access,
    /// It is written where a macro could be: it makes one access, to an address and with a value that it is given, or none and is not given
    /// anything either.
    Primitive,
    /// It computes something of what it is given, and makes no access.
    Idle,
}

/// What is known of a function.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// How many calls it is less deep than the deepest one.
    pub shallow: u64,
    pub part: Part,
    /// How it is reached; one that is written where a macro could be stands where it is called.
    pub role: Role,
}

/// How deep each function is.
///
/// The depth is the length of the longest way of calls that leads to it and does not come to a function twice, so that a function is
/// deeper than each that calls it. One that only makes an access, or none, is none of its own here: it stands for the access where it is
/// called, as a macro would, and is as deep as its caller; so is one that a loop asks whether it goes on.
pub fn depths(program: &Program, calls: &Calls, guards: &[Guard]) -> Vec<Depth> {
    let callers = (0..program.functions.len()).map(|function| {
        let of_function = calls.to(FuncId::from_index(function)).iter();
        let mut callers: Vec<usize> = of_function.map(|call| call.caller.index()).collect();
        callers.sort_unstable();
        callers.dedup();
        callers
    });
    let parts = parts(program, calls);
    let roles = roles(calls, guards, &parts);
    let owns = parts.iter().zip(guards).map(|(part, guard)| *part == Part::Own && !guard.is_one).collect();
    let mut depths = Depths { owns, callers: callers.collect(), known: vec![None; program.functions.len()] };
    let depths: Vec<u64> = (0..program.functions.len()).map(|function| depths.of(function, &mut Vec::new())).collect();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let known = depths.into_iter().zip(parts).zip(roles);
    known.map(|((depth, part), role)| Depth { shallow: deepest - depth, part, role }).collect()
}

/// How each function is reached, where those that a macro could stand for are reached as the worst of their callers is.
fn roles(calls: &Calls, guards: &[Guard], parts: &[Part]) -> Vec<Role> {
    let mut roles: Vec<Role> = guards.iter().map(|guard| guard.role).collect();
    let stands_where_called =
        |function: &usize| parts[*function] == Part::Primitive && guards[*function].role == Role::Called;
    // As deep as such functions call each other: roles only grow, so that it ends.
    loop {
        let of_callers = |function: usize| {
            let callers = calls.to(FuncId::from_index(function)).iter();
            callers.map(|call| roles[call.caller.index()]).max().unwrap_or(roles[function])
        };
        let now: Vec<(usize, Role)> =
            (0..roles.len()).filter(stands_where_called).map(|it| (it, of_callers(it))).collect();
        let is_same = now.iter().all(|(function, role)| roles[*function] == *role);
        now.into_iter().for_each(|(function, role)| roles[function] = role);
        if is_same {
            return roles;
        }
    }
}

struct Depths {
    /// Whether a function is one of its own.
    owns: Vec<bool>,
    callers: Vec<Vec<usize>>,
    known: Vec<Option<u64>>,
}

impl Depths {
    /// The depth of a function; those that are asked for already call each other in a circle.
    fn of(&mut self, function: usize, asked: &mut Vec<usize>) -> u64 {
        if let Some(known) = self.known[function] {
            return known;
        }
        asked.push(function);
        let callers: Vec<usize> = self.callers[function].iter().copied().filter(|it| !asked.contains(it)).collect();
        let deepest = callers.into_iter().map(|caller| self.of(caller, asked)).max();
        asked.pop();
        let own = u64::from(self.owns[function]);
        let depth = deepest.map_or(0, |depth| depth + own);
        self.known[function] = Some(depth);
        depth
    }
}

/// What each function is to its callers.
fn parts(program: &Program, calls: &Calls) -> Vec<Part> {
    let idle = calls.through_and_through(program, does_nothing);
    let part = |function: &Function| {
        let busy = |op: &&Op| calls.callees(op).iter().any(|callee| !idle[callee.index()]);
        let ops = || function.code.iter().map(|instruction| &instruction.op);
        let accesses: Vec<&Op> = ops().filter(|op| !does_nothing(op)).collect();
        let is_plain = !ops().any(|op| matches!(op, Op::Repeat { .. })) && ops().filter(busy).count() == 0;
        let computes = function.result.is_some() || !function.params.is_empty();
        match accesses.as_slice() {
            [] if computes && ops().all(|op| calls.callees(op).iter().all(|callee| idle[callee.index()])) => Part::Idle,
            [] if is_plain => Part::Primitive,
            [access] if is_plain && is_given(function, access) => Part::Primitive,
            [_] if is_plain => Part::Access,
            _ => Part::Own,
        }
    };
    program.functions.iter().map(part).collect()
}

/// Whether an access is to an address and with a value that its function is given.
fn is_given(function: &Function, access: &Op) -> bool {
    let given = |operand: &Operand| matches!(operand, Operand::Reg(register) if function.params.contains(&origin(function, *register)));
    match access {
        Op::Load { address, .. } => given(address),
        Op::Store { address, value, .. } | Op::Rmw { address, value, .. } => given(address) && given(value),
        Op::CompareExchange { address, expected, desired, .. } => given(address) && given(expected) && given(desired),
        _ => false,
    }
}

/// The register that a value comes from which is handed on as it is, or in another width.
fn origin(function: &Function, register: RegId) -> RegId {
    let mut from = function.code.iter().filter_map(|instruction| match &instruction.op {
        Op::Copy { dst, value: Operand::Reg(value) } | Op::Cast { dst, value: Operand::Reg(value), .. } => {
            (*dst == register).then_some(*value)
        }
        _ => None,
    });
    from.next().unwrap_or(register)
}
