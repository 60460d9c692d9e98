//! Which of several waits it is that a loop or a function waits with: `if (for_ever) wait(c, m); else e = wait_until(c, m, t);`.
//!
//! In: an `if` of [`super::predicate`] or [`super::wait_functions`] whose arms wait. Out: whether each way through it waits once and
//! does nothing else that others notice. It must not know what a wait does.
//!
//! # The rule
//! What is asked is what no round changes: local variables that nothing in the loop sets, and that are older than it; parameters, in a
//! function. So all rounds take the same arm, and to each wait the loop, or the function, is one without the other arms. If an
//! arm ends the function, it is one without what is behind the `if` either. What is not run in a round with a wait is kept with that, so that
//! what is computed for one wait may be what another does not know.
//!
//! If two rounds could take different arms, what is left of an execution would begin with the one wait and go on behind the other.

use super::computing::DEEPEST;
use super::predicate::Waits;
use super::waits::{Arms, Place};
use crate::frontend::lower::state::body::Body;
use crate::frontend::text::positions::Range;
use crate::frontend::typed::tree::{ExprId, ExprKind, Stmt, StmtId};

impl Body<'_, '_> {
    /// Whether the arms of an `if` wait once each, or end the function when they have; counts the waits.
    pub(super) fn waits_in_arms(&mut self, arms: Arms, place: Place, waits: &mut Waits) -> bool {
        if waits.waited || !self.only_reads(arms.cond, DEEPEST) {
            return false;
        }
        waits.choices.push(arms.cond);
        let Some(then) = self.input.range(arms.then) else { return false };
        let otherwise = arms.otherwise.map(|stmt| self.input.range(stmt));
        let Ok(otherwise) = otherwise.map(|range| range.ok_or(())).transpose() else { return false };
        let behind = Range { first: otherwise.unwrap_or(then).last + 1, last: usize::MAX };
        let sides = [(Some(arms.then), Some(then), otherwise), (arms.otherwise, otherwise, Some(then))];
        let mut ways = Vec::new();
        for (side, at, other) in sides {
            let Some(side) = side else {
                ways.push(false);
                continue;
            };
            let mut inside = Waits { depth: waits.depth, skipped: waits.skipped.clone(), ..Waits::default() };
            inside.skipped.extend(other);
            let ends = place != Place::Loop && self.always_returns(side);
            let only_waits = self.waits_at(side, if ends { Place::Last } else { place }, &mut inside);
            if !only_waits || ends && !inside.waited {
                return false;
            }
            if ends {
                inside.calls.iter_mut().for_each(|wait| wait.skipped.push(behind));
                waits.skipped.extend(at);
            } else {
                ways.push(inside.waited);
            }
            waits.calls.extend(inside.calls);
            waits.places.extend(inside.places);
            waits.choices.extend(inside.choices);
            waits.computed.add(inside.computed);
        }
        // Where no way leads on, each has waited.
        waits.waited = ways.first().is_none_or(|waited| *waited);
        ways.iter().all(|waited| *waited == waits.waited)
    }

    /// Whether all rounds of the loop or the function with this body have the same wait, on the same places.
    pub(super) fn is_one_in_all_rounds(&self, waits: &Waits, body: StmtId) -> bool {
        let Some(within) = self.input.range(body) else { return false };
        let changing = waits.changing();
        let is_fixed = |expr: &ExprId| self.is_fixed(*expr, &changing);
        waits.places.iter().all(is_fixed)
            && waits.choices.iter().all(|choice| is_fixed(choice) && self.is_older(*choice, within))
    }

    /// Whether all variables that are named in an expression were declared outside of a range.
    fn is_older(&self, expr: ExprId, within: Range) -> bool {
        match self.input.tast[expr].kind {
            ExprKind::Decl(decl) => {
                let at = self.input.range(decl);
                at.is_some_and(|at| at.last < within.first || within.last < at.first)
            }
            _ => self.input.parts(expr).into_iter().all(|part| self.is_older(part, within)),
        }
    }

    /// Whether a statement ends with a `return`, on each way.
    fn always_returns(&self, stmt: StmtId) -> bool {
        match self.input.tast[stmt] {
            Stmt::Return(_) => true,
            Stmt::Block(list) => self.input.tast[list].last().is_some_and(|last| self.always_returns(*last)),
            Stmt::If { then, otherwise, .. } => {
                self.always_returns(then) && otherwise.is_some_and(|stmt| self.always_returns(stmt))
            }
            _ => false,
        }
    }
}
