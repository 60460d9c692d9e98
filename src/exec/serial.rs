//! Whether a program tells the thread that a barrier singles out from the others.
//!
//! In: a function and a wait at a barrier in it. Out: whether it matters what the wait returns. It must not know barriers.
//!
//! A wait returns `PTHREAD_BARRIER_SERIAL_THREAD` to one of the threads that met and 0 to the others; which one, nothing
//! says. Most programs only look whether it returned something else. It does not matter which of the two it was if
//! control, having done nothing but compute from it and branch, comes to the same place with either, where every register
//! that is still read holds the same: from there on the thread does the same. The two ways are followed with what is
//! known, which is the result and constants; whatever else they need, or do, is the end of them.

use std::collections::BTreeMap;

use super::liveness::Liveness;
use crate::ids::RegId;
use crate::ir::{Function, Op, Operand, barrier};

/// Instructions after which a way is given up.
const PATIENCE: usize = 64;

/// Registers that were assigned, with their values where these are known.
type Assigned = BTreeMap<RegId, Option<u64>>;

/// Whether what the wait at this place returns may matter.
pub fn is_told_apart(function: &Function, live: &Liveness, at: usize) -> bool {
    let Op::BarrierWait { dst: Some(dst), .. } = function.code[at].op else { return false };
    let [others, serial] = [0, barrier::SERIAL_THREAD].map(|result| way(function, at, (dst, result)));
    !others.iter().any(|a| serial.iter().any(|b| meet(function, live, a, b)))
}

/// The places that control comes to from behind an instruction that returned this, before it does anything else.
fn way(function: &Function, at: usize, (dst, result): (RegId, u64)) -> Vec<(usize, Assigned)> {
    let mut assigned = Assigned::from([(dst, Some(result))]);
    let mut at = at + 1;
    let mut way = Vec::new();
    while way.len() < PATIENCE && at < function.code.len() {
        way.push((at, assigned.clone()));
        let value = |operand: &Operand| match operand {
            Operand::Reg(register) => assigned.get(register).copied().flatten(),
            Operand::Const { bits, .. } => Some(*bits),
            _ => None,
        };
        let op = &function.code[at].op;
        let (register, value) = match op {
            Op::Jump(target) => {
                at = target.index();
                continue;
            }
            Op::Branch { condition, target } => match value(condition) {
                Some(taken) => {
                    at = if taken == 1 { target.index() } else { at + 1 };
                    continue;
                }
                None => break,
            },
            Op::FencePoint(_) => {
                at += 1;
                continue;
            }
            Op::Copy { dst, value: from } => (dst, value(from)),
            Op::Unary { dst, op, value: of } => {
                (dst, value(of).map(|value| op.eval(value, function.operand_width(*of))))
            }
            Op::Binary { dst, op, left, right } => {
                let both = value(left).zip(value(right));
                (dst, both.map(|(a, b)| op.eval(a, b, function.operand_width(*left))))
            }
            Op::Cast { dst, op, value: of } => {
                let (from, to) = (function.operand_width(*of), function.width(*dst));
                (dst, value(of).map(|value| op.eval(value, from, to)))
            }
            Op::Select { dst, condition, yes, no } => {
                (dst, value(condition).and_then(|chosen| value(if chosen == 1 { yes } else { no })))
            }
            _ => break,
        };
        assigned.insert(*register, value);
        at += 1;
    }
    way
}

/// Whether two ways are at the same place with the same in every register that is still read.
fn meet(function: &Function, live: &Liveness, (a, left): &(usize, Assigned), (b, right): &(usize, Assigned)) -> bool {
    let same = |register: RegId| match (left.get(&register), right.get(&register)) {
        (None, None) => true,
        (Some(Some(a)), Some(Some(b))) => a == b,
        _ => false,
    };
    let registers = (0..function.registers.len()).map(RegId::from_index);
    a == b && registers.filter(|register| live.is_needed(*a, *register)).all(same)
}
