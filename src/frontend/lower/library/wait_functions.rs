//! Functions of the program that wait on a condition variable once, and do nothing else that others notice: what a library of
//! wrappers, or one for several systems, has in the place of `pthread_cond_wait`.
//!
//! In: a call in a loop of [`super::predicate`]. Out: the call with its arguments, if it is of such a function, and how it is called where
//! the thread has waited before. It must not know what a wait does.
//!
//! # The rule
//! Such a function waits once on each way through it ([`super::arms`]), on what its parameters name, and otherwise only reads. Its own variables keep
//! what the wait answers, and nothing else. So what is before the wait may be of the first round of the loop and what is behind it of
//! the last one, as `predicate` has it for the loop itself: nothing is carried from the one to the other but the parameters, which
//! are the same in each round.
//!
//! A call of it in a later round is one of a copy of the function, in which the wait itself looks and stops.

use super::computing::{Computed, DEEPEST, Round};
use super::predicate::Waits;
use super::waits::{Arms, Place, Wait};
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::{Body, WaitingLoop};
use crate::frontend::typed::tree::{BinaryOp, DeclId, ExprId, ExprKind, Stmt, StmtId, UnaryOp};
use crate::ids::{FuncId, RegId};
use crate::ir::{Operand, Width};

impl Body<'_, '_> {
    /// The call and the arguments of a function that waits once.
    pub fn waiting_call(&mut self, expr: ExprId, depth: usize) -> Option<(ExprId, Vec<ExprId>)> {
        let expr = self.input.behind_conversions(expr);
        let ExprKind::Call { callee, args } = self.input.tast[expr].kind else { return None };
        let home = self.lower.definition(self.input.called(callee)?)?;
        self.wait_within(home, depth)?;
        Some((expr, self.input.tast[args].to_vec()))
    }

    /// The waits of a function that waits once.
    pub(super) fn wait_within(&mut self, home: Home, depth: usize) -> Option<Vec<Wait>> {
        let input = self.lower.input_of(home);
        let depth = depth.checked_sub(1).filter(|_| !input.own && !input.is_variadic(input.ty(home.decl)))?;
        let body = input.tast[home.decl].body.filter(|_| !input.measures_parameters(home.decl))?;
        self.in_unit_of(home, |caller| {
            let params = caller.input.tast[caller.input.tast[home.decl].params].to_vec();
            let mut waits = Waits { depth, ..Waits::default() };
            let only_waits = params.iter().all(|param| caller.in_register(*param))
                && caller.waits_once(body, Place::Last, &mut waits)
                && waits.waited
                && caller.is_one_in_all_rounds(&waits, body);
            let of_function = (Round::Function, body);
            let mut waits_are = waits.calls.iter();
            let is_dead = only_waits && waits_are.all(|wait| caller.is_for_wait(&waits.computed, of_function, wait));
            is_dead.then_some(waits.calls)
        })
    }

    /// Whether a statement of such a function does nothing but wait and read; counts the waits.
    pub(super) fn waits_once(&mut self, stmt: StmtId, place: Place, waits: &mut Waits) -> bool {
        match self.input.tast[stmt] {
            Stmt::Block(list) => {
                let list = self.input.tast[list].to_vec();
                self.waits_in_list(&list, place, waits)
            }
            Stmt::Return(None) => place == Place::Last,
            Stmt::Return(Some(expr)) => place == Place::Last && self.evaluates(expr, waits),
            Stmt::If { cond, then, otherwise } => {
                let sides = || [Some(then), otherwise].into_iter().flatten();
                let mut computed = Computed::default();
                if !sides().all(|side| self.computing_statement(side, &mut computed, DEEPEST)) {
                    return self.waits_in_arms(Arms { cond, then, otherwise }, place, waits);
                }
                waits.computed.add(computed);
                // The sides do not wait, and before the wait none of them leaves the function.
                self.evaluates(cond, waits) && (waits.waited || !sides().any(|side| self.returns(side)))
            }
            Stmt::DoWhile { body, cond } => self.is_once(body, cond) && self.waits_once(body, place, waits),
            Stmt::Empty | Stmt::Decls(_) | Stmt::Expr(_) => self.only_waits(stmt, waits),
            _ => false,
        }
    }

    /// The same of an expression in which the wait may stand, where it is evaluated whatever else is, and before all that is read.
    pub(in crate::frontend::lower) fn evaluates(&mut self, expr: ExprId, waits: &mut Waits) -> bool {
        if self.only_evaluates(expr, waits) {
            return true;
        }
        match self.input.tast[expr].kind {
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, lhs, rhs } => {
                self.evaluates(lhs, waits) && self.only_reads(rhs, DEEPEST)
            }
            // What is read before the wait is none of the last round.
            ExprKind::Binary { lhs, rhs, .. } if self.constant_number(lhs).is_some() => self.evaluates(rhs, waits),
            ExprKind::Binary { lhs, rhs, .. } => self.evaluates(lhs, waits) && self.only_reads(rhs, DEEPEST),
            ExprKind::Cond { cond, then, otherwise } => {
                self.evaluates(cond, waits) && self.only_reads(then, DEEPEST) && self.only_reads(otherwise, DEEPEST)
            }
            // What the wait answers, kept.
            ExprKind::Assign { op: None, lhs, rhs, .. } => match self.input.tast[lhs].kind {
                ExprKind::Decl(kept) if self.in_register(kept) => self.only_answers(kept, rhs, waits),
                _ => false,
            },
            ExprKind::Unary { op: UnaryOp::Not, operand }
            | ExprKind::Cast(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Expect { value: operand, .. } => self.evaluates(operand, waits),
            _ => false,
        }
    }

    pub(super) fn returns(&self, stmt: StmtId) -> bool {
        match self.input.tast[stmt] {
            Stmt::Return(_) => true,
            Stmt::DoWhile { body, .. } => self.returns(body),
            Stmt::Block(list) => self.input.tast[list].iter().any(|stmt| self.returns(*stmt)),
            Stmt::If { then, otherwise, .. } => {
                self.returns(then) || otherwise.is_some_and(|otherwise| self.returns(otherwise))
            }
            _ => false,
        }
    }

    /// Where a call is the wait of the loop around it: what says that the thread has waited, and the function that is called then.
    pub fn waits_in_function(&mut self, expr: ExprId, decl: DeclId) -> Option<(RegId, FuncId)> {
        let again = self.waited_before(expr)?;
        let home = self.lower.definition(decl)?;
        let waits = self.wait_within(home, DEEPEST)?;
        let waits = waits.into_iter().map(|wait| wait.call).collect();
        Some((again, self.lower.function_that_waited(home, waits)))
    }

    /// What says that the thread has waited, if a call is the wait of the loop around it.
    pub(super) fn waited_before(&self, call: ExprId) -> Option<RegId> {
        self.waited.as_ref().filter(|waiting| waiting.waits.contains(&call)).map(|waiting| waiting.again)
    }

    /// Has the wait of a function look and stop, if it is one of those that are called where the thread has waited.
    pub fn begin_function_that_waited(&mut self) {
        if let Some(waits) = self.lower.waits_of_function() {
            let again = self.register(Width::BOOL, None);
            self.copy(again, Operand::bool(true));
            self.waited = Some(WaitingLoop { again, waits });
        }
    }
}
