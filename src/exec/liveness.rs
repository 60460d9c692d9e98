//! Which registers are still needed where paths join.
//!
//! In: a function. Out: for each target of a jump the registers that some path from there reads before it assigns
//! them. A loop that only changes other registers changes nothing; what other registers hold on one of two paths that
//! join does not matter.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use crate::ids::{LoopId, RegId};
use crate::ir::{Callee, Function, Op, Operand};

/// Live registers and loops of one function.
#[derive(Clone, Debug)]
pub struct Liveness {
    at_targets: BTreeMap<usize, FixedBitSet>,
    /// By head: the ends and names of the loops that start there, outermost first.
    loops: BTreeMap<usize, Vec<(usize, LoopId)>>,
    /// The ends of the loops that control may enter elsewhere than at the head.
    entered_inside: BTreeSet<usize>,
}

impl Liveness {
    /// The registers needed at the target of a jump.
    pub fn at(&self, target: usize) -> Option<&FixedBitSet> {
        self.at_targets.get(&target)
    }

    /// Whether a register is needed at the head of a loop.
    pub fn is_live(&self, head: usize, reg: RegId) -> bool {
        self.at(head).is_none_or(|live| live.contains(reg.index()))
    }

    /// The loops around an instruction, as (head, index of the Repeat, id), outermost first.
    pub fn loops_around(&self, at: usize) -> impl Iterator<Item = (usize, usize, LoopId)> + '_ {
        self.loops
            .range(..=at)
            .flat_map(|(head, ends)| ends.iter().map(|(end, id)| (*head, *end, *id)))
            .filter(move |(_, end, _)| at <= *end)
    }

    /// Whether control may enter the loop that ends here elsewhere than at its head.
    pub fn is_entered_inside(&self, repeat: usize) -> bool {
        self.entered_inside.contains(&repeat)
    }
}

/// Computes them by backward data flow over the code.
pub fn of(function: &Function) -> Liveness {
    let mut loops: BTreeMap<usize, Vec<(usize, LoopId)>> = BTreeMap::new();
    for (at, instr) in function.code.iter().enumerate() {
        if let Op::Repeat { head, id } = instr.op {
            loops.entry(head.index()).or_default().push((at, id));
        }
    }
    for ends in loops.values_mut() {
        ends.sort_by_key(|(end, _)| std::cmp::Reverse(*end));
    }
    let registers = function.registers.len();
    let mut live = vec![FixedBitSet::with_capacity(registers); function.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..function.code.len()).rev() {
            let op = &function.code[at].op;
            let mut now = FixedBitSet::with_capacity(registers);
            for next in successors(op, at, function.code.len()) {
                now.union_with(&live[next]);
            }
            if let Some(defined) = definition(op) {
                now.set(defined.index(), false);
            }
            for operand in operands(op) {
                if let Operand::Reg(reg) = operand {
                    now.insert(reg.index());
                }
            }
            if now != live[at] {
                live[at] = now;
                changed = true;
            }
        }
    }
    let at_targets = function
        .code
        .iter()
        .filter_map(|instr| match instr.op {
            Op::Jump(target) | Op::Branch { target, .. } | Op::Repeat { head: target, .. } => Some(target.index()),
            _ => None,
        })
        .map(|target| (target, live[target].clone()))
        .collect();
    let mut entered_inside = BTreeSet::new();
    for (at, instr) in function.code.iter().enumerate() {
        let (Op::Jump(target) | Op::Branch { target, .. }) = instr.op else { continue };
        for (head, ends) in loops.range(at + 1..target.index().max(at + 1)) {
            let inside = |end: &usize| *head < target.index() && target.index() <= *end;
            entered_inside.extend(ends.iter().map(|(end, _)| *end).filter(inside));
        }
    }
    Liveness { at_targets, loops, entered_inside }
}

/// The register that an instruction assigns.
pub fn definition(op: &Op) -> Option<RegId> {
    match op {
        Op::Copy { dst, .. }
        | Op::Unary { dst, .. }
        | Op::Binary { dst, .. }
        | Op::Cast { dst, .. }
        | Op::Select { dst, .. }
        | Op::Nondet { dst }
        | Op::Load { dst, .. }
        | Op::Rmw { dst, .. }
        | Op::CompareExchange { dst, .. }
        | Op::Allocate { dst, .. }
        | Op::Spawn { dst, .. }
        | Op::TryLock { dst, .. } => Some(*dst),
        Op::Call { dst, .. } | Op::Join { dst, .. } | Op::BarrierWait { dst, .. } => *dst,
        _ => None,
    }
}

/// The values that an instruction reads.
pub fn operands(op: &Op) -> Vec<Operand> {
    match op {
        Op::Copy { value, .. } | Op::Unary { value, .. } | Op::Cast { value, .. } | Op::ExitThread { value } => {
            vec![*value]
        }
        Op::Binary { left, right, .. } => vec![*left, *right],
        Op::Select { condition, yes, no, .. } => vec![*condition, *yes, *no],
        Op::Load { address, .. }
        | Op::Free { address, .. }
        | Op::Lock { address, .. }
        | Op::TryLock { address, .. }
        | Op::BarrierWait { address, .. }
        | Op::BarrierDestroy { address, .. }
        | Op::Unlock { address, .. } => vec![*address],
        Op::BarrierInit { address, count, .. } => vec![*address, *count],
        Op::Store { address, value, .. } | Op::Rmw { address, value, .. } => vec![*address, *value],
        Op::CompareExchange { address, expected, desired, .. } => vec![*address, *expected, *desired],
        Op::Branch { condition, .. } | Op::Assume { condition } | Op::Assert { condition, .. } => vec![*condition],
        Op::Call { callee, args, .. } => {
            let mut all = args.clone();
            if let Callee::Indirect(operand) = callee {
                all.push(*operand);
            }
            all
        }
        Op::Return(value) => value.iter().copied().collect(),
        Op::Allocate { size, .. } => vec![*size],
        Op::CopyMemory { to, from, size, .. } => vec![*to, *from, *size],
        Op::SetMemory { to, byte, size, .. } => vec![*to, *byte, *size],
        Op::Spawn { function, argument, .. } => vec![*function, *argument],
        Op::Join { thread, .. } => vec![*thread],
        Op::Nondet { .. }
        | Op::Fence { .. }
        | Op::ModelFence { .. }
        | Op::FencePoint(_)
        | Op::Jump(_)
        | Op::Repeat { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd => Vec::new(),
    }
}

fn successors(op: &Op, at: usize, len: usize) -> Vec<usize> {
    let next = (at + 1 < len).then_some(at + 1);
    match op {
        Op::Jump(target) => vec![target.index()],
        Op::Repeat { head, .. } => vec![head.index()],
        Op::Branch { target, .. } => next.into_iter().chain([target.index()]).collect(),
        Op::Return(_) | Op::ExitThread { .. } => Vec::new(),
        _ => next.into_iter().collect(),
    }
}
