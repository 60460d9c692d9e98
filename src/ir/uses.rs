//! What instructions read and access, which registers they assign, and where control goes behind them.
//!
//! In: an instruction. Out: its operands, its accesses, its results, those that may follow. It must not know what they mean.

use std::collections::BTreeSet;

use crate::ids::{FuncId, RegId, SiteId};
use crate::ir::program::{Callee, Op, Operand, Program};

/// The accesses of an instruction.
pub fn sites(op: &Op) -> [Option<SiteId>; 2] {
    match op {
        Op::Load { site, .. }
        | Op::Store { site, .. }
        | Op::Rmw { site, .. }
        | Op::CompareExchange { site, .. }
        | Op::SetMemory { site, .. }
        | Op::AnyMemory { site, .. }
        | Op::Lock { site, .. }
        | Op::TryLock { site, .. }
        | Op::TimedLock { site, .. }
        | Op::Unlock { site, .. }
        | Op::SpinLock { site, .. }
        | Op::SpinTryLock { site, .. }
        | Op::SpinUnlock { site, .. }
        | Op::LockInit { site, .. }
        | Op::LockDestroy { site, .. }
        | Op::BarrierInit { site, .. }
        | Op::BarrierWait { site, .. }
        | Op::BarrierDestroy { site, .. }
        | Op::Free { site, .. }
        | Op::EndLifetime { site, .. }
        | Op::EndLifetimes { site, .. } => [Some(*site), None],
        Op::Pair(access) => [Some(access.site), None],
        Op::CopyMemory { load, store, .. } => [Some(*load), Some(*store)],
        _ => [None, None],
    }
}

/// The values that an instruction reads.
pub fn operands(op: &Op) -> Vec<Operand> {
    match op {
        Op::Copy { value, .. } | Op::Unary { value, .. } | Op::Cast { value, .. } | Op::ExitThread { value } => {
            vec![*value]
        }
        Op::Binary { left, right, .. } => vec![*left, *right],
        Op::Step { from, to } => vec![*from, *to],
        Op::Reach { address, .. } => vec![*address],
        Op::Select { condition, yes, no, .. } => vec![*condition, *yes, *no],
        Op::Load { address, .. }
        | Op::ObjectSize { address, .. }
        | Op::Free { address, .. }
        | Op::EndLifetime { address, .. }
        | Op::Lock { address, .. }
        | Op::TryLock { address, .. }
        | Op::TimedLock { address, .. }
        | Op::LockDestroy { address, .. }
        | Op::BarrierWait { address, .. }
        | Op::BarrierDestroy { address, .. }
        | Op::SpinLock { address, .. }
        | Op::SpinTryLock { address, .. }
        | Op::SpinUnlock { address, .. }
        | Op::Unlock { address, .. } => vec![*address],
        Op::BarrierInit { address, count, .. } => vec![*address, *count],
        Op::Store { address, value, .. } | Op::LockInit { address, value, .. } | Op::Rmw { address, value, .. } => {
            vec![*address, *value]
        }
        Op::CompareExchange { address, expected, desired, .. } => vec![*address, *expected, *desired],
        Op::Pair(access) => access.operands(),
        Op::Branch { condition, .. }
        | Op::Assume { condition }
        | Op::Await { condition }
        | Op::Assert { condition, .. } => vec![*condition],
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
        Op::AnyMemory { to, size, .. } => vec![*to, *size],
        Op::SetMemory { to, byte, size, .. } => vec![*to, *byte, *size],
        Op::Spawn { function, argument, .. } => vec![*function, *argument],
        Op::Join { thread, .. } | Op::Detach { thread } => vec![*thread],
        Op::Nondet { .. }
        | Op::Undefine { .. }
        | Op::CurrentThread { .. }
        | Op::ThreadNumber { .. }
        | Op::Fence { .. }
        | Op::ModelFence { .. }
        | Op::FencePoint(_)
        | Op::EndLifetimes { .. }
        | Op::Jump(_)
        | Op::Repeat { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd => Vec::new(),
    }
}

/// The registers that an instruction assigns.
pub fn definitions(op: &Op) -> impl Iterator<Item = RegId> + use<> {
    let [first, second] = match op {
        Op::Copy { dst, .. }
        | Op::Unary { dst, .. }
        | Op::Binary { dst, .. }
        | Op::Cast { dst, .. }
        | Op::Select { dst, .. }
        | Op::Nondet { dst }
        | Op::Undefine { dst }
        | Op::Load { dst, .. }
        | Op::Rmw { dst, .. }
        | Op::CompareExchange { dst, .. }
        | Op::Allocate { dst, .. }
        | Op::ObjectSize { dst, .. }
        | Op::Spawn { dst, .. }
        | Op::CurrentThread { dst }
        | Op::ThreadNumber { dst }
        | Op::TryLock { dst, .. }
        | Op::SpinTryLock { dst, .. }
        | Op::TimedLock { dst, .. } => [Some(*dst), None],
        Op::Call { dst, .. }
        | Op::Join { dst, .. }
        | Op::Lock { dst, .. }
        | Op::Unlock { dst, .. }
        | Op::BarrierWait { dst, .. } => [*dst, None],
        Op::Pair(access) => access.results().map_or([None; 2], |dst| dst.map(Some)),
        _ => [None; 2],
    };
    first.into_iter().chain(second)
}

/// Whether an instruction computes a value or goes on elsewhere, and does nothing else.
pub fn only_computes(op: &Op) -> bool {
    matches!(
        op,
        Op::Copy { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::FencePoint(_)
            | Op::Jump(_)
            | Op::Branch { .. }
            | Op::Repeat { .. }
    )
}

/// Where control may go behind the instruction at a place in code of this length.
pub fn successors(op: &Op, at: usize, len: usize) -> [Option<usize>; 2] {
    let next = (at + 1 < len).then_some(at + 1);
    match op {
        Op::Jump(target) => [Some(target.index()), None],
        Op::Repeat { head, .. } => [Some(head.index()), None],
        Op::Branch { target, .. } => [next, Some(target.index())],
        Op::Return(_) | Op::ExitThread { .. } => [None, None],
        _ => [next, None],
    }
}

/// The functions that others than direct calls may come to: the first thread's, and those whose addresses are somewhere.
pub fn known_functions(program: &Program) -> BTreeSet<FuncId> {
    let code = program.functions.iter().flat_map(|function| &function.code);
    let values = program.globals.iter().flat_map(|global| &global.init).map(|init| init.value);
    let addresses = code.flat_map(|instr| operands(&instr.op)).chain(values);
    let functions = addresses.filter_map(|operand| match operand {
        Operand::Function(function) => Some(function),
        _ => None,
    });
    functions.chain(program.entry).collect()
}
