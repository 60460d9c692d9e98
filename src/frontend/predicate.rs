//! Loops that wait on a condition variable until a predicate holds.
//!
//! In: a loop. Out: whether it is one that does nothing else, so that it need not run more than once. It must not know
//! the library's text for a wait; what it uses of it stands below.
//!
//! # The rule
//! In `while (P) wait(c, m);`, where `P` and whatever else is in the loop only read, a second wait is left out: the
//! thread looks whether it may wait, and stops there.
//!
//! # Why
//! A wait gives the mutex and takes it again, after any time (condition variables may wake for no reason). Take an
//! execution in which the thread goes round `n > 1` times: `P`, give 1, take 1, `P`, give 2, …, take n, and then `P` does
//! not hold, or something is violated. Leave out what lies between give 1 and take n. What is left is an execution of the
//! program in which the first wait took longer: the thread's variables are as they were, for the loop changes none; no
//! other thread notices, for each pair of a take and the give behind it leaves the mutex as it was, and is of the mutex
//! that was given first; and no event has moved.
//!
//! Each wait also looks at the condition variable and the mutex, which may be destroyed or overwritten, or lie where memory was
//! freed, while the thread sleeps. A wait that finds that is the second one of the execution without those between it and the
//! first. So the second one looks, too, before the thread stops.
//!
//! Where waits end by signals alone (see the library's `condition.c`), time does not end one, and the rule does not hold: the look
//! says that the thread goes on.
//!
//! So the rule holds only where each wait names the same condition variable and mutex, and where nothing in the program
//! asks whether a mutex is free: that would notice a take, however short. An axiom that held still holds, as `exec::waiting` argues for the iterations that it leaves out.

use rucc_ast::UnaryOp;
use rucc_sema::{AtomicOp, Conversion, ExprId, ExprKind, Stmt, StmtId};

use super::body::Body;
use super::input::Input;
use super::library::{self, Known};
use super::link::Home;
use crate::ir::{Callee, Op, Operand, Width};

/// The waits whose result says nothing, or nothing that the loop looks at.
const WAITS: &[&str] = &["pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait"];

/// What a wait does that is left out: it looks at the words of the condition variable and of the mutex. It answers 0 if it may be
/// left out.
const LOOKS: &str = "__fencesmith_waits_again";

/// How deep calls in a predicate are followed.
const DEEPEST: usize = 4;

impl Body<'_, '_> {
    /// Whether a loop with this condition and this body only waits for the condition to fail.
    pub fn waits_for_predicate(&mut self, cond: ExprId, body: StmtId) -> bool {
        let mut waits = 0;
        self.only_waits(body, &mut waits)
            && waits == 1
            && self.only_reads(cond, DEEPEST)
            && !self.lower.units().iter().any(asks_for_mutexes)
    }

    /// A statement in a loop that only waits: has the wait look and stop where the thread has waited before, which the
    /// register says.
    pub fn wait_again(&mut self, expr: ExprId) {
        let Some((again, args)) = self.waited.and_then(|again| Some((again, self.wait(expr)?))) else { return };
        let first = self.label();
        self.branch_unless(Operand::Reg(again), first);
        let args = args[..2].iter().map(|arg| self.value(*arg)).collect();
        let mut condition = Operand::bool(false);
        if let Some(looks) = self.lower.named_function(LOOKS) {
            let dst = self.register(Width::INT, None);
            self.emit(Op::Call { dst: Some(dst), callee: Callee::Direct(looks), args });
            condition = self.not_zero(Operand::Reg(dst));
        }
        self.emit(Op::Assume { condition });
        self.bind(first);
        self.copy(again, Operand::bool(true));
    }

    /// Whether an expression that only reads has one value in each iteration: it reads nothing that other threads write.
    fn is_fixed(&self, expr: ExprId) -> bool {
        let tast = self.input.tast;
        match tast[expr].kind {
            ExprKind::Const(_) | ExprKind::Str(_) | ExprKind::Decl(_) => true,
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => {
                matches!(tast[operand].kind, ExprKind::Decl(decl) if self.in_register(decl))
            }
            ExprKind::Cast(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Member { base: operand, .. }
            | ExprKind::Unary { operand, .. } => self.is_fixed(operand),
            ExprKind::Subscript { base, index } => self.is_fixed(base) && self.is_fixed(index),
            ExprKind::Binary { lhs, rhs, .. } => self.is_fixed(lhs) && self.is_fixed(rhs),
            _ => false,
        }
    }

    /// Whether a statement does nothing but wait and read; counts the waits.
    fn only_waits(&mut self, stmt: StmtId, waits: &mut usize) -> bool {
        match self.input.tast[stmt] {
            Stmt::Empty => true,
            Stmt::Block(list) => {
                let list = self.input.tast[list].to_vec();
                list.into_iter().all(|stmt| self.only_waits(stmt, waits))
            }
            Stmt::Expr(expr) => match self.wait(expr) {
                Some(args) => {
                    *waits += 1;
                    let same = args.iter().take(2).all(|arg| self.is_fixed(*arg));
                    same && args.into_iter().all(|arg| self.only_reads(arg, DEEPEST))
                }
                None => self.only_reads(expr, DEEPEST),
            },
            _ => false,
        }
    }

    /// The arguments of a wait of the tool's own library.
    fn wait(&self, mut expr: ExprId) -> Option<Vec<ExprId>> {
        while let ExprKind::Cast(inner) | ExprKind::Convert { operand: inner, .. } = self.input.tast[expr].kind {
            expr = inner;
        }
        let ExprKind::Call { callee, args } = self.input.tast[expr].kind else { return None };
        let decl = self.input.called(callee)?;
        let own = self.lower.definition(decl).is_some_and(|home| self.lower.input_of(home).own);
        (own && WAITS.contains(&self.input.name(decl))).then(|| self.input.tast[args].to_vec())
    }

    /// Whether evaluating an expression changes nothing.
    fn only_reads(&mut self, expr: ExprId, depth: usize) -> bool {
        let tast = self.input.tast;
        let mut all = |exprs: &[ExprId]| exprs.iter().all(|expr| self.only_reads(*expr, depth));
        match tast[expr].kind {
            ExprKind::Const(_) | ExprKind::Str(_) | ExprKind::Decl(_) => true,
            ExprKind::Member { base, .. } => all(&[base]),
            ExprKind::Subscript { base, index } => all(&[base, index]),
            ExprKind::Unary { op, operand } => {
                let reads = matches!(
                    op,
                    UnaryOp::AddrOf | UnaryOp::Deref | UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot
                );
                reads && all(&[operand])
            }
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Comma { lhs, rhs } => all(&[lhs, rhs]),
            ExprKind::Cond { cond, then, otherwise } => all(&[cond, then, otherwise]),
            ExprKind::Cast(operand) | ExprKind::Convert { operand, .. } => all(&[operand]),
            ExprKind::Expect { value, .. } => all(&[value]),
            ExprKind::Atomic { op: AtomicOp::Load, args, .. } => all(&tast[args]),
            ExprKind::Call { callee, args } => all(&tast[args]) && self.reading_call(callee, depth),
            _ => false,
        }
    }

    /// Whether a call of a function changes nothing, its arguments apart.
    fn reading_call(&mut self, callee: ExprId, depth: usize) -> bool {
        let Some(decl) = self.input.called(callee) else { return false };
        match self.lower.definition(decl) {
            Some(home) => depth > 0 && self.reading_function(home, depth - 1),
            None => matches!(
                library::lookup(self.input.name(decl)),
                Some(Known::Print(_) | Known::WriteBlock(_) | Known::Effectless(_))
            ),
        }
    }

    fn reading_function(&mut self, home: Home, depth: usize) -> bool {
        let caller = std::mem::replace(&mut self.input, self.lower.input_of(home));
        let body = self.input.tast[home.decl].body;
        let reads = body.is_some_and(|body| self.reading_statement(body, depth));
        self.input = caller;
        reads
    }

    fn reading_statement(&mut self, stmt: StmtId, depth: usize) -> bool {
        match self.input.tast[stmt] {
            Stmt::Empty | Stmt::Return(None) => true,
            Stmt::Expr(expr) | Stmt::Return(Some(expr)) => self.only_reads(expr, depth),
            Stmt::Block(list) => {
                let list = self.input.tast[list].to_vec();
                list.into_iter().all(|stmt| self.reading_statement(stmt, depth))
            }
            Stmt::If { cond, then, otherwise } => {
                self.only_reads(cond, depth)
                    && self.reading_statement(then, depth)
                    && otherwise.is_none_or(|stmt| self.reading_statement(stmt, depth))
            }
            _ => false,
        }
    }
}

/// Whether a unit of the program names a function that answers whether a mutex is free, or gives up when it is not.
fn asks_for_mutexes(input: &Input<'_>) -> bool {
    let asks = |name: &str| {
        ["trylock", "timedlock", "clocklock"].iter().any(|end| name.ends_with(end))
            && ["pthread_mutex_", "mtx_"].iter().any(|start| name.starts_with(start))
    };
    let mut exprs = (0..input.tast.counts().exprs).map(ExprId::from_usize);
    !input.own && exprs.any(|expr| matches!(input.tast[expr].kind, ExprKind::Decl(decl) if asks(input.name(decl))))
}
