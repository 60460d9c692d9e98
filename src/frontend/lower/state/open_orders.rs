//! Which operands in an open order are worth a warning.
//!
//! In: the expressions with such operands ([`crate::frontend::lower::control::unsequenced`] notes them), and all functions. Out: warnings. Calls of functions that
//! only compute have no order that anybody could see. It must not know the text of the expressions.

use crate::diag::Diagnostic;
use crate::frontend::link::links::Home;
use crate::ids::FuncId;
use crate::ir::{Callee, Function, Op, uses};

/// Operands in an order that is open.
#[derive(Debug)]
pub struct OpenOrder {
    pub warning: Diagnostic,
    pub operands: Vec<Doings>,
}

/// What of an operand others may see.
#[derive(Debug, Default)]
pub struct Doings {
    /// It accesses what they access.
    pub accesses: bool,
    /// It calls these functions.
    pub calls: Vec<Home>,
}

impl Doings {
    pub fn are_any(&self) -> bool {
        self.accesses || !self.calls.is_empty()
    }
}

/// The warnings about operands whose order matters, all functions being known.
pub fn warnings(
    noted: Vec<OpenOrder>,
    functions: &[Function],
    lowered: impl Fn(Home) -> Option<FuncId>,
) -> Vec<Diagnostic> {
    let computes = which_compute(functions);
    let acts = |home: &Home| lowered(*home).is_none_or(|id| !computes[id.index()]);
    let is_seen = |doings: &&Doings| doings.accesses || doings.calls.iter().any(acts);
    let mut warnings: Vec<Diagnostic> = Vec::new();
    for open in noted.into_iter().filter(|open| open.operands.iter().filter(is_seen).count() >= 2) {
        if !warnings.iter().any(|other| other.span == open.warning.span) {
            warnings.push(open.warning);
        }
    }
    warnings
}

/// By function whether it does nothing but compute: it accesses no memory and calls only such functions.
fn which_compute(functions: &[Function]) -> Vec<bool> {
    let mut computes = vec![true; functions.len()];
    loop {
        let is_silent = |op: &Op| match op {
            Op::Call { callee: Callee::Direct(function), .. } => computes[function.index()],
            op => uses::only_computes(op) || matches!(op, Op::Return(_)),
        };
        let next: Vec<bool> = functions.iter().map(|f| f.code.iter().all(|instr| is_silent(&instr.op))).collect();
        if next == computes {
            return computes;
        }
        computes = next;
    }
}
