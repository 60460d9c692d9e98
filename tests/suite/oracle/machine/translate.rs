//! Statements as the machine's instructions.
//!
//! C11 orders become what compilers emit: a seq_cst store is followed by a full fence, under PSO a store or
//! read-modify-write that releases has a store-store fence before it; loads need nothing. Loops are unrolled.

use super::Model;
use crate::oracle::program::*;

/// An instruction of the machine. Targets are indices into the thread's code.
pub(super) enum Op<'a> {
    Set(usize, &'a Expr),
    Unless(&'a Expr, usize),
    Jump(usize),
    Assume(&'a Expr),
    Assert(&'a Expr),
    Load(usize, &'a Place),
    Store(&'a Place, &'a Expr),
    Rmw(usize, RmwKind, &'a Place, &'a Expr),
    Cas(usize, &'a Place, &'a Expr, &'a Expr),
    FullFence,
    StoreFence,
    Await(&'a Place, i32),
    AwaitCas(&'a Place, i32, i32),
    Lock(usize),
    Unlock(usize),
    Wait(usize, Option<usize>),
}

/// What stands before an access that releases.
fn release(order: Order, model: Model, code: &mut Vec<Op<'_>>) {
    if model == Model::Pso && matches!(order, Order::Synchronising | Order::SeqCst) {
        code.push(Op::StoreFence);
    }
}

/// Flattens statements: loops unrolled, branches as jumps, orders as the fences that compilers emit for them.
pub(super) fn translate<'a>(block: &'a [Stmt], model: Model, code: &mut Vec<Op<'a>>) {
    for stmt in block {
        match stmt {
            Stmt::Set { reg, value } => code.push(Op::Set(*reg, value)),
            Stmt::Load { reg, place, order: _ } => code.push(Op::Load(*reg, place)),
            Stmt::Store { place, value, order } => {
                release(*order, model, code);
                code.push(Op::Store(place, value));
                if *order == Order::SeqCst {
                    code.push(Op::FullFence);
                }
            }
            Stmt::Rmw { reg, kind, place, value, order } => {
                release(*order, model, code);
                code.push(Op::Rmw(*reg, *kind, place, value));
            }
            Stmt::Cas { reg, place, expected, desired, order } => {
                release(*order, model, code);
                code.push(Op::Cas(*reg, place, expected, desired));
            }
            Stmt::Fence(FenceKind::Full) => code.push(Op::FullFence),
            Stmt::Fence(FenceKind::StoreStore) => {
                if model == Model::Pso {
                    code.push(Op::StoreFence);
                }
            }
            Stmt::Fence(FenceKind::Acquire) => {}
            Stmt::If { condition, then, otherwise } => {
                let branch = code.len();
                code.push(Op::Unless(condition, 0));
                translate(then, model, code);
                let jump = code.len();
                code.push(Op::Jump(0));
                code[branch] = Op::Unless(condition, code.len());
                translate(otherwise, model, code);
                code[jump] = Op::Jump(code.len());
            }
            Stmt::Repeat { times, body } => (0..*times).for_each(|_| translate(body, model, code)),
            Stmt::Locked { mutex, body } => {
                code.push(Op::Lock(*mutex));
                translate(body, model, code);
                code.push(Op::Unlock(*mutex));
            }
            Stmt::Wait { barrier, reg } => code.push(Op::Wait(*barrier, *reg)),
            Stmt::Assume(condition) => code.push(Op::Assume(condition)),
            Stmt::Await { place, value, order: _ } => code.push(Op::Await(place, *value)),
            Stmt::AwaitCas { place, expected, desired } => code.push(Op::AwaitCas(place, *expected, *desired)),
            Stmt::Assert(condition) => code.push(Op::Assert(condition)),
        }
    }
}
