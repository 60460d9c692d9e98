//! Whether runs are looked at in which waits on condition variables end by signals alone.
//!
//! In: the units of a program and what is looked for. Out: the answer. In such runs the tool's own library knows who sleeps on a variable
//! (`include/library/condition.c`), which costs accesses; so they are left out where nothing could be found in them that is not found in
//! the others: those deadlocks and endless loops apart, that is a variable that is destroyed while somebody sleeps, and one on which two sleep
//! with two mutexes. The former needs a call that destroys. The latter needs two mutexes, and is looked for where these are written
//! otherwise; that one text can stand for two is told in the README. It must not know what the library does.

use std::collections::BTreeSet;

use super::predicate::WAITS;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ExprId, ExprKind};
use crate::ir::Concern;

/// Calls that destroy a variable.
const DESTROYS: [&str; 2] = ["pthread_cond_destroy", "cnd_destroy"];

impl Lower<'_> {
    /// Whether such runs are looked at.
    pub fn looks_at_sleepers(&self) -> bool {
        let checked = |concern| self.program.checked.contains(concern);
        let mistakes = || {
            let own = self.units().iter().filter(|unit| !unit.own);
            let mutexes: BTreeSet<String> = own.clone().flat_map(mutexes_waited_with).collect();
            mutexes.len() > 1 || own.into_iter().any(destroys)
        };
        checked(Concern::Deadlock) || checked(Concern::Misuse) && mistakes()
    }
}

fn exprs(input: &Input<'_>) -> impl Iterator<Item = ExprId> {
    (0..input.tast.counts().exprs).map(ExprId::from_usize)
}

/// Whether a unit names a function that destroys a variable.
fn destroys(input: &Input<'_>) -> bool {
    exprs(input)
        .any(|expr| matches!(input.tast[expr].kind, ExprKind::Decl(decl) if DESTROYS.contains(&input.name(decl))))
}

/// The mutexes with which a unit waits, as it writes them.
fn mutexes_waited_with(input: &Input<'_>) -> Vec<String> {
    let waited_with = |expr: ExprId| {
        let ExprKind::Call { callee, args } = input.tast[expr].kind else { return None };
        let called = input.called(callee)?;
        let mutex = *input.tast[args].get(1)?;
        WAITS.contains(&input.name(called)).then(|| written(input, mutex))
    };
    exprs(input).filter_map(waited_with).collect()
}

/// An expression that leads to an object, as text in which two that differ do so. What is more than a path counts as itself.
fn written(input: &Input<'_>, expr: ExprId) -> String {
    match input.tast[expr].kind {
        ExprKind::Cast(operand) | ExprKind::Convert { operand, .. } => written(input, operand),
        ExprKind::Decl(decl) => input.name(decl).to_string(),
        ExprKind::Unary { op, operand } => format!("{op:?} {}", written(input, operand)),
        ExprKind::Member { base, field } => format!("{field} of {}", written(input, base)),
        _ => format!("{expr:?}"),
    }
}
