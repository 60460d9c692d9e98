//! Operators on objects, as far as another text may stand for them.
//!
//! In: nothing. Out: plain data. It must not know what becomes of them.

use crate::frontend::typed::tree::ExprId;
use crate::ir::RmwOp;

/// An operator on an `_Atomic` object.
#[derive(Clone, Copy, Debug)]
pub enum Operator {
    Read,
    Assign(ExprId),
    Update(RmwOp, ExprId),
    /// `++` or `--`.
    Step(RmwOp),
}
