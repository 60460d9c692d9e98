//! Waits that a program makes by hand: it gives a mutex and takes it again, `while (!x) { unlock(m); yield(); lock(m); }`.
//!
//! In: the statements of a loop of [`super::predicate`], or of a function of [`super::wait_functions`]. Out: whether they begin with such a
//! wait; and how it looks and stops where the thread has waited before. It must not know what rounds are left out.
//!
//! # The rule
//! Such a wait is the call that gives the mutex. What stands behind it is of the last round in an execution that is left, as [`super::predicate`] has
//! it for every wait; so are the call that takes the mutex again, in the same list of statements, and what lies between the two. Between the first
//! give and what follows the last one nothing else is left out but pairs of a take and the give behind it, each of the same mutex.
//!
//! In a function every way comes from the one call to the other, so that who calls it has the mutex again. Where a deadlock or an endless
//! loop is looked for, all rounds are run.

use super::computing::DEEPEST;
use super::predicate::Waits;
use super::waits::Place;
use crate::frontend::known::functions::{self, Known, MutexCall};
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{ExprId, ExprKind, Stmt, StmtId, UnaryOp};
use crate::ir::{BinaryOp, Concern, Op, Operand, Order, Property, SiteKind, Width, mutex};

/// What the look of a later wait says of a mutex that is not what it was.
const CHANGED: &str = "a mutex is used that is not what it was when it was locked";

impl Body<'_, '_> {
    /// Whether the statements of a list do nothing but wait and read; counts the waits.
    pub(super) fn waits_in_list(&mut self, list: &[StmtId], place: Place, waits: &mut Waits) -> bool {
        let mut rest = list;
        while let [first, behind @ ..] = rest {
            let here = if place == Place::Loop || behind.is_empty() { place } else { Place::Before };
            rest = match self.waits_by_hand(rest, here, waits) {
                Some(count) => &rest[count..],
                None if self.waits_at(*first, here, waits) => behind,
                None => return false,
            };
        }
        true
    }

    /// The same of a statement of a loop, or of a function.
    pub(super) fn waits_at(&mut self, stmt: StmtId, place: Place, waits: &mut Waits) -> bool {
        match place {
            Place::Loop => self.only_waits(stmt, waits),
            Place::Before | Place::Last => self.waits_once(stmt, place, waits),
        }
    }

    /// How many of the statements make a wait, the first one with them; notes that.
    fn waits_by_hand(&mut self, list: &[StmtId], place: Place, waits: &mut Waits) -> Option<usize> {
        let checked = self.lower.program.checked;
        if checked.contains(Concern::Deadlock) || checked.contains(Concern::Liveness) {
            return None;
        }
        let (give, given) = self.mutex_statement(*list.first()?, MutexCall::Unlock)?;
        let takes = |it: &Self, stmt: StmtId| {
            it.mutex_statement(stmt, MutexCall::Lock).is_some_and(|(_, taken)| it.is_same_place(given, taken))
        };
        let take = list.iter().position(|stmt| takes(self, *stmt))?;
        waits.places.push(given);
        if !self.only_reads(given, DEEPEST) || !waits.wait(give) {
            return None;
        }
        let between = if place == Place::Loop { place } else { Place::Before };
        let mut passes =
            |stmt: StmtId| (between == Place::Loop || !self.returns(stmt)) && self.waits_at(stmt, between, waits);
        let is_wait = list[1..take].iter().all(|stmt| passes(*stmt));
        is_wait.then_some(take + 1)
    }

    /// The mutex that a call gives by hand.
    pub(super) fn gives_by_hand(&self, expr: ExprId) -> Option<ExprId> {
        Some(self.mutex_call_of(expr, MutexCall::Unlock)?.1)
    }

    /// Where the thread has waited: looks at the mutex, which it has, and stops.
    pub(super) fn stops_with(&mut self, mutex: ExprId) {
        let address = self.used_mutex(mutex);
        let site = self.pointer_site(SiteKind::Load, mutex);
        let word = self.register(Width::INT, None);
        self.emit(Op::Load { dst: word, address, order: Order::Relaxed, site });
        let (byte, held) = mutex::TELLING;
        let shift = Operand::constant(8 * byte, Width::INT);
        let top = self.binary(BinaryOp::LogicalShiftRight, Operand::Reg(word), shift);
        let condition = self.binary(BinaryOp::Equal, top, Operand::constant(held.into(), Width::INT));
        self.emit(Op::Assert { condition, property: Property::LockMisuse, message: CHANGED.to_string() });
        self.emit(Op::Assume { condition: Operand::bool(false) });
    }

    /// The call and its mutex, if a statement is this one.
    fn mutex_statement(&self, stmt: StmtId, wanted: MutexCall) -> Option<(ExprId, ExprId)> {
        match self.input.tast[stmt] {
            Stmt::Expr(expr) => self.mutex_call_of(expr, wanted),
            _ => None,
        }
    }

    fn mutex_call_of(&self, expr: ExprId, wanted: MutexCall) -> Option<(ExprId, ExprId)> {
        let expr = self.input.behind_conversions(expr);
        let ExprKind::Call { callee, args } = self.input.tast[expr].kind else { return None };
        let decl = self.input.called(callee).filter(|decl| self.lower.definition(*decl).is_none())?;
        let is_wanted = matches!(functions::lookup(self.input.name(decl)), Some(Known::Mutex(call)) if call == wanted);
        is_wanted.then_some(())?;
        Some((expr, *self.input.tast[args].first()?))
    }

    /// Whether two expressions lead to one place in one way.
    fn is_same_place(&self, left: ExprId, right: ExprId) -> bool {
        let bare = |mut expr: ExprId| {
            while let ExprKind::Convert { operand, .. } = self.input.tast[expr].kind {
                expr = operand;
            }
            expr
        };
        let (left, right) = (bare(left), bare(right));
        match (self.input.tast[left].kind, self.input.tast[right].kind) {
            (ExprKind::Decl(left), ExprKind::Decl(right)) => left == right,
            (ExprKind::Unary { op, operand }, ExprKind::Unary { op: other, operand: of }) => {
                op == other && matches!(op, UnaryOp::AddrOf | UnaryOp::Deref) && self.is_same_place(operand, of)
            }
            (ExprKind::Member { base, field }, ExprKind::Member { base: other, field: of }) => {
                field == of && self.is_same_place(base, other)
            }
            (ExprKind::Subscript { base, index }, ExprKind::Subscript { base: other, index: of }) => {
                self.is_same_place(base, other) && self.is_same_place(index, of)
            }
            _ => {
                let (left, right) = (self.constant_number(left), self.constant_number(right));
                left.is_some() && left == right
            }
        }
    }
}
