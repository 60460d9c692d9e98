//! Sleeps of a thread that waits: for a time that is always the same.
//!
//! In: statements of a loop of [`super::predicate`], or of a function of [`super::wait_functions`]. Out: whether they sleep and do nothing else. It
//! must not know waits.
//!
//! # The rule
//! A sleep changes nothing but `errno`, and that only if its time is none. The time lies in a local variable that is named for sleeps
//! alone, beside its declaration, and is set there to constants that are a time; the rest of the time is not asked for.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{DeclId, ExprId, ExprKind, UnaryOp};

/// A time has fewer nanoseconds, and so few seconds here, too.
const SECOND: i128 = 1_000_000_000;

/// The functions, and which argument is the time.
const SLEEPS: [(&str, usize); 3] = [("nanosleep", 0), ("thrd_sleep", 0), ("clock_nanosleep", 2)];

impl Body<'_, '_> {
    /// Whether an expression is such a sleep.
    pub(super) fn sleeps(&self, expr: ExprId) -> bool {
        self.sleep_for(expr).is_some_and(|time| self.is_for_sleeps(time))
    }

    /// Whether a declaration is that of the time of such sleeps.
    pub(super) fn declares_time(&self, decl: DeclId) -> bool {
        self.is_for_sleeps(decl)
    }

    /// The variable that holds the time of a sleep.
    fn sleep_for(&self, expr: ExprId) -> Option<DeclId> {
        let expr = self.input.behind_conversions(expr);
        let ExprKind::Call { callee, args } = self.input.tast[expr].kind else { return None };
        let decl = self.input.called(callee)?;
        let own = self.lower.definition(decl).is_some_and(|home| self.lower.input_of(home).own);
        let (_, at) = SLEEPS.into_iter().find(|(name, _)| own && *name == self.input.name(decl))?;
        let args = &self.input.tast[args];
        let others = args.iter().enumerate().filter(|(index, _)| *index != at);
        let ExprKind::Unary { op: UnaryOp::AddrOf, operand } =
            self.input.tast[self.input.behind_conversions(*args.get(at)?)].kind
        else {
            return None;
        };
        match self.input.tast[operand].kind {
            ExprKind::Decl(time) if others.into_iter().all(|(_, arg)| self.constant_number(*arg).is_some()) => {
                Some(time)
            }
            _ => None,
        }
    }

    /// Whether a local variable is a time that is named in sleeps alone.
    fn is_for_sleeps(&self, time: DeclId) -> bool {
        let set = self.input.tast[time].init.map(|list| self.input.tast[list].to_vec()).unwrap_or_default();
        let is_part = |value: ExprId| self.constant_number(value).is_some_and(|part| (0..SECOND).contains(&part));
        if set.is_empty() || !set.iter().all(|entry| is_part(entry.value)) {
            return false;
        }
        let exprs = (0..self.input.tast.counts().exprs).map(ExprId::from_usize);
        let calls = exprs.filter(|expr| matches!(self.input.tast[*expr].kind, ExprKind::Call { .. }));
        let sleeps = calls.filter(|expr| self.sleep_for(*expr) == Some(time)).count();
        self.is_own(time) && self.named(time).is_some_and(|named| named.len() == sleeps)
    }
}
