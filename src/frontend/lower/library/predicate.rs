//! Loops that wait on a condition variable until a predicate holds.
//!
//! In: a loop. Out: whether it is one that does nothing else, so that it need not run more than once. It must not know
//! the library's text for a wait; what it uses of it stands below. The wait may stand in a function of the program's: see
//! [`super::wait_functions`].
//!
//! # The rule
//! In a loop that waits once in each round, `while (P) wait(c, m);` or `for (;;) { if (P) break; e = wait(c, m, t); if (e) return e; }`,
//! and otherwise only reads until it is left, a second wait is left out: the thread looks whether it may wait, and stops there. What
//! the wait answers may be kept in a local variable, rounds may be counted in one that nobody reads, a deadline may be computed for the wait
//! ([`super::computing`]), and whatever is done on the way out of the loop is no part of it. Which of several waits it is that is waited with may
//! be said by what no round changes ([`super::arms`]). A program may wait by hand, too ([`super::by_hand`]).
//!
//! # Why
//! A wait gives the mutex and takes it again, after any time (condition variables may wake for no reason). Take an
//! execution in which the thread goes round `n > 1` times: `P`, give 1, take 1, `P`, give 2, …, take n, and then `P` does
//! not hold, or something is violated. Leave out what lies between give 1 and take n. What is left is an execution of the
//! program in which the first wait took longer, and answers what the last one did: so a round goes on behind a wait that gave no mutex, or of
//! which the time was past from the beginning, as that of the next one is not. The thread's variables are as they were, for the loop changes none of
//! which anything is asked; no other thread notices, for each pair of a take and the give behind it leaves the mutex as it was, and is of the mutex
//! that was given first; and no event has moved.
//!
//! Each wait also looks at the condition variable and the mutex, which may be destroyed or overwritten, or lie where memory was
//! freed, while the thread sleeps. A wait that finds that is the second one of the execution without those between it and the
//! first. So the second one looks, too, before the thread stops. A wait until a time that is none gives no mutex and answers at once;
//! the look at such a one says that the thread goes on.
//!
//! Where waits end by signals alone (see the library's `condition.c`), time does not end one, and the rule does not hold: the look
//! says that the thread goes on. But of two waits with a limit that give up in turn the second one is left out, for the same reason: between the
//! first give and the second one nothing is done that others notice, and the thread is known to no variable. Who asks for `liveness` asks
//! whether the thread does so for good, and gets all of them.
//!
//! So the rule holds only where each wait names the same condition variable and mutex, and where nothing in the program
//! asks whether that mutex is free ([`asked_mutexes`]): that would notice a take, however short. An axiom that held still holds, as `exec::waiting` argues for the iterations that it leaves out.

use super::computing::{Computed, DEEPEST, Round};
use super::waits::{Arms, Place, Wait};
use crate::frontend::known::functions::{self, Known};
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::asked_mutexes;
use crate::frontend::lower::state::body::{Body, WaitingLoop};
use crate::frontend::text::positions::Range;
use crate::frontend::typed::tree::{AtomicOp, Conversion, DeclId, ExprId, ExprKind, Stmt, StmtId, UnaryOp};
use crate::frontend::typed::types::Shape;
use crate::ir::{Callee, Op, Operand, Width};

/// The waits: calls whose first two arguments are the variable and the mutex.
pub(in crate::frontend::lower) const WAITS: &[&str] =
    &["pthread_cond_wait", "pthread_cond_timedwait", CLOCKED, "cnd_wait", "cnd_timedwait"];

/// One that says which clock its time is of, before the time.
const CLOCKED: &str = "pthread_cond_clockwait";

/// What a wait does that is left out: it looks at the words of the condition variable and of the mutex. It answers 0 if it may be
/// left out.
const LOOKS: &str = "__fencesmith_waits_again";

/// The same with a time, which is looked at as well.
const TIMED: &str = "pthread_cond_timedwait";
const TIMED_C11: &str = "cnd_timedwait";
const TIMED_LOOKS: &str = "__fencesmith_waits_again_until";

/// What counts one up or down.
const COUNTS: [UnaryOp; 4] = [UnaryOp::PreInc, UnaryOp::PreDec, UnaryOp::PostInc, UnaryOp::PostDec];

/// From numbers up to this one no execution counts to where an `int` ends.
const SMALL: u128 = 1 << 30;

/// The waits of a loop.
#[derive(Default)]
pub(in crate::frontend::lower) struct Waits {
    /// How deep functions that wait are followed.
    pub depth: usize,
    /// The calls.
    pub calls: Vec<Wait>,
    /// What they name: condition variables and mutexes.
    pub places: Vec<ExprId>,
    /// What says which of them it is.
    pub choices: Vec<ExprId>,
    /// What is not run where control comes to what is looked at next.
    pub skipped: Vec<Range>,
    /// Whether each way that leads there has waited; none has otherwise.
    pub waited: bool,
    /// What is computed before the wait.
    pub computed: Computed,
}

impl Waits {
    /// The variables of which a round may have other values than the one before.
    pub fn changing(&self) -> Vec<DeclId> {
        let answers = self.calls.iter().filter_map(|wait| wait.answer);
        answers.chain(self.computed.variables.iter().copied()).collect()
    }

    /// Notes a wait; there is one on each way.
    pub(super) fn wait(&mut self, call: ExprId) -> bool {
        self.calls.push(Wait { call, answer: None, skipped: self.skipped.clone() });
        !std::mem::replace(&mut self.waited, true)
    }
}

impl Body<'_, '_> {
    /// The waits of a loop with this condition and this body, if it only waits to be left.
    fn waits_for_predicate(&mut self, cond: Option<ExprId>, body: StmtId) -> Option<Vec<ExprId>> {
        let mut waits = Waits { depth: DEEPEST, ..Waits::default() };
        let only_waits = self.only_waits(body, &mut waits)
            && waits.waited
            && cond.is_none_or(|cond| self.computes(cond, &mut waits.computed, DEEPEST))
            && self.is_one_in_all_rounds(&waits, body);
        let ends = |it: &mut Self, wait: &Wait| {
            // Of a function that waits it is not said which argument is the mutex.
            let mutex = it.wait(wait.call).map(|(_, _, args)| args[1]).or_else(|| it.gives_by_hand(wait.call));
            it.is_for_wait(&waits.computed, (Round::Loop, body), wait) && !it.may_be_asked_for(mutex)
        };
        let calls = || waits.calls.iter().map(|wait| wait.call).collect();
        (only_waits && waits.calls.iter().all(|wait| ends(self, wait))).then(calls)
    }

    /// Whether somebody may ask whether a mutex is free, which is given by its address; for any, where none is known.
    fn may_be_asked_for(&self, mutex: Option<ExprId>) -> bool {
        let (units, links) = (self.lower.units(), self.lower.links);
        let asked = self.lower.asked_mutexes.get_or_init(|| asked_mutexes::find(units, links));
        asked.may_have(mutex.and_then(|mutex| asked_mutexes::variable_of(units, links, self.lower.unit(), mutex)))
    }

    /// What is kept of a loop that only waits: whether the thread has waited there.
    pub fn begin_waits(&mut self, cond: Option<ExprId>, body: StmtId) -> Option<WaitingLoop> {
        self.waits_for_predicate(cond, body).map(|waits| {
            let again = self.register(Width::BOOL, None);
            self.copy(again, Operand::bool(false));
            WaitingLoop { again, waits }
        })
    }

    /// A call in a loop that only waits: has the wait look and stop where the thread has waited before, which the
    /// register says.
    pub fn wait_again(&mut self, expr: ExprId) {
        let Some(again) = self.waited_before(expr) else { return };
        let (by_hand, wait) = (self.gives_by_hand(expr), self.wait(expr));
        if by_hand.is_none() && wait.is_none() {
            return;
        }
        let first = self.label();
        self.branch_unless(Operand::Reg(again), first);
        if let Some(mutex) = by_hand {
            self.stops_with(mutex);
            self.bind(first);
            self.copy(again, Operand::bool(true));
        }
        let Some((_, name, args)) = wait else { return };
        let (looks, given) = match name {
            TIMED | TIMED_C11 => (TIMED_LOOKS, vec![args[0], args[1], args[2]]),
            CLOCKED => (TIMED_LOOKS, vec![args[0], args[1], args[3]]),
            _ => (LOOKS, vec![args[0], args[1]]),
        };
        let args: Vec<Operand> = given.into_iter().map(|arg| self.value(arg)).collect();
        let mut condition = Operand::bool(false);
        if let Some(looks) = self.lower.named_function(looks) {
            let dst = self.register(Width::INT, None);
            self.emit(Op::Call { dst: Some(dst), callee: Callee::Direct(looks), args });
            condition = self.not_zero(Operand::Reg(dst));
        }
        self.emit(Op::Assume { condition });
        self.bind(first);
        self.copy(again, Operand::bool(true));
    }

    /// Whether an expression that only reads has one value in each iteration: it reads nothing that other threads write, nor the answer
    /// of the wait before.
    pub(in crate::frontend::lower) fn is_fixed(&self, expr: ExprId, answers: &[DeclId]) -> bool {
        let tast = self.input.tast;
        let is_fixed = |expr| self.is_fixed(expr, answers);
        match tast[expr].kind {
            ExprKind::Const(_) | ExprKind::Str(_) | ExprKind::Decl(_) => true,
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => {
                matches!(tast[operand].kind, ExprKind::Decl(decl) if self.in_register(decl) && !answers.contains(&decl))
            }
            ExprKind::Unary { op, .. } if COUNTS.contains(&op) => false,
            ExprKind::Cast(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Member { base: operand, .. }
            | ExprKind::Unary { operand, .. } => is_fixed(operand),
            ExprKind::Subscript { base, index } => is_fixed(base) && is_fixed(index),
            ExprKind::Binary { lhs, rhs, .. } => is_fixed(lhs) && is_fixed(rhs),
            _ => false,
        }
    }

    /// Whether a statement does nothing but wait and read, as long as the loop is not left; counts the waits.
    pub(in crate::frontend::lower) fn only_waits(&mut self, stmt: StmtId, waits: &mut Waits) -> bool {
        match self.input.tast[stmt] {
            Stmt::Empty => true,
            Stmt::Block(list) => {
                let list = self.input.tast[list].to_vec();
                self.waits_in_list(&list, Place::Loop, waits)
            }
            Stmt::Decls(list) => {
                let list = self.input.tast[list].to_vec();
                list.into_iter().all(|decl| self.only_declares(decl, waits))
            }
            Stmt::If { cond, then, otherwise } => {
                let arms = [Some(then), otherwise].into_iter().flatten();
                let mut only_reads = |side| {
                    let mut inside = Waits::default();
                    let only_reads =
                        self.leaves_loop(side) || self.only_waits(side, &mut inside) && inside.calls.is_empty();
                    waits.computed.add(inside.computed);
                    only_reads
                };
                let sides: Vec<bool> = arms.map(&mut only_reads).collect();
                if sides.into_iter().all(|only| only) {
                    self.evaluates(cond, waits)
                } else {
                    self.waits_in_arms(Arms { cond, then, otherwise }, Place::Loop, waits)
                }
            }
            Stmt::Expr(expr) => match self.input.tast[expr].kind {
                ExprKind::Assign { op: None, lhs, rhs, .. } => {
                    let kept = match self.input.tast[lhs].kind {
                        ExprKind::Decl(kept) => Some(kept).filter(|kept| self.in_register(*kept)),
                        _ => None,
                    };
                    kept.is_some_and(|kept| self.only_answers(kept, rhs, waits)) || self.prepares(expr, waits)
                }
                _ => {
                    self.counts_for_nobody(expr)
                        || self.sleeps(expr)
                        || self.calls_for_nothing(expr)
                        || self.only_evaluates(expr, waits)
                        || self.prepares(expr, waits)
                }
            },
            Stmt::DoWhile { body, cond } => self.is_once(body, cond) && self.only_waits(body, waits),
            _ => false,
        }
    }

    /// Whether `do … while` is no loop: nothing in it asks for another round, or goes to its end before that.
    pub(in crate::frontend::lower) fn is_once(&self, body: StmtId, cond: ExprId) -> bool {
        self.constant_number(cond) == Some(0) && !self.leaves_early(body)
    }

    /// Whether a statement has a `break` or a `continue`, if it has no loops in it.
    fn leaves_early(&self, stmt: StmtId) -> bool {
        match self.input.tast[stmt] {
            Stmt::Break | Stmt::Continue => true,
            Stmt::Block(list) => self.input.tast[list].iter().any(|stmt| self.leaves_early(*stmt)),
            Stmt::DoWhile { body, .. } => self.leaves_early(body),
            Stmt::If { then, otherwise, .. } => {
                self.leaves_early(then) || otherwise.is_some_and(|otherwise| self.leaves_early(otherwise))
            }
            _ => false,
        }
    }

    /// Whether an expression that stands alone counts one up or down in a local variable of which nothing else is ever asked, and which does not
    /// come to where it overflows.
    fn counts_for_nobody(&self, expr: ExprId) -> bool {
        let tast = self.input.tast;
        let counted = |expr: ExprId| match tast[expr].kind {
            ExprKind::Unary { op, operand } if COUNTS.contains(&op) => match tast[operand].kind {
                ExprKind::Decl(decl) => Some(decl),
                _ => None,
            },
            _ => None,
        };
        let Some(counter) = counted(expr).filter(|counter| self.in_register(*counter)) else { return false };
        let begins = tast[counter].init.map(|list| tast[list].to_vec());
        let is_small = match begins.as_deref() {
            Some([entry]) => self.constant_number(entry.value).is_some_and(|number| number.unsigned_abs() <= SMALL),
            _ => false,
        };
        let all = || (0..tast.counts().exprs).map(ExprId::from_usize);
        let named = all().filter(|expr| matches!(tast[*expr].kind, ExprKind::Decl(decl) if decl == counter)).count();
        let statements = (0..tast.counts().stmts).map(StmtId::from_usize).filter_map(|stmt| match tast[stmt] {
            Stmt::Expr(expr) => Some(expr),
            _ => None,
        });
        // The last statement within an expression is what that gives.
        let expressions: Vec<Range> = all()
            .filter(|expr| matches!(tast[*expr].kind, ExprKind::StmtExpr(_)))
            .filter_map(|expr| self.input.range(expr))
            .collect();
        let is_alone = |expr: &ExprId| {
            let at = self.input.range(*expr);
            at.is_some_and(|at| !expressions.iter().any(|around| around.first <= at.first && at.last <= around.last))
        };
        let alone = statements.filter(|expr| counted(*expr) == Some(counter)).filter(is_alone);
        is_small && alone.count() == named
    }

    /// The same of the value of an expression.
    pub(in crate::frontend::lower) fn only_evaluates(&mut self, expr: ExprId, waits: &mut Waits) -> bool {
        let wait = self.wait(expr).map(|(call, _, args)| (call, args[..2].to_vec(), args));
        // Of a function that waits any argument may name what it waits on.
        let wait = wait.or_else(|| self.waiting_call(expr, waits.depth).map(|(call, args)| (call, args.clone(), args)));
        match wait {
            Some((call, places, args)) => {
                waits.places.extend(places);
                waits.wait(call) && args.into_iter().all(|arg| self.only_reads(arg, DEEPEST))
            }
            None => self.only_reads(expr, DEEPEST),
        }
    }

    /// The same of a wait of which the answer, or what is computed from it, is kept in a variable, and in no other.
    pub(in crate::frontend::lower) fn only_answers(&mut self, kept: DeclId, wait: ExprId, waits: &mut Waits) -> bool {
        let before = waits.calls.len();
        // What it held before would be of the first round.
        let (Some(at), Some(named)) = (self.input.range(wait), self.named(kept)) else { return false };
        let is_asked = named.iter().any(|range| at.first <= range.first && range.last <= at.last);
        if is_asked || !self.evaluates(wait, waits) || waits.calls.len() == before {
            return false;
        }
        waits.calls.last_mut().is_some_and(|last| last.answer.replace(kept).is_none())
    }

    /// Whether an expression before the wait computes what that is given.
    fn prepares(&mut self, expr: ExprId, waits: &mut Waits) -> bool {
        self.computes(expr, &mut waits.computed, DEEPEST)
    }

    /// The same of a variable that is set by the wait alone. One that is read before the wait and used behind it would have another
    /// value in the first round than in the last one.
    fn only_declares(&mut self, decl: DeclId, waits: &mut Waits) -> bool {
        let init = self.input.tast[decl].init.map(|list| self.input.tast[list].to_vec());
        let is_kept = self.in_register(decl)
            && !self.input.is_measured(self.input.ty(decl))
            && match init.as_deref() {
                None => true,
                Some([entry]) => self.only_answers(decl, entry.value, waits),
                Some(_) => false,
            };
        is_kept || self.declares_time(decl) || self.computing_declaration(decl, &mut waits.computed, DEEPEST)
    }

    /// Whether a statement runs straight out of the loop that it stands in.
    fn leaves_loop(&self, stmt: StmtId) -> bool {
        match self.input.tast[stmt] {
            Stmt::Break | Stmt::Return(None) => true,
            Stmt::Return(Some(expr)) => self.goes_on(expr),
            Stmt::Block(list) => self.input.tast[list].split_last().is_some_and(|(last, before)| {
                let is_straight = |stmt: &StmtId| match self.input.tast[*stmt] {
                    Stmt::Expr(expr) => self.goes_on(expr),
                    Stmt::Empty => true,
                    _ => false,
                };
                self.leaves_loop(*last) && before.iter().all(is_straight)
            }),
            _ => false,
        }
    }

    /// Whether control comes behind an expression: no statement is in it, which may go elsewhere.
    fn goes_on(&self, expr: ExprId) -> bool {
        let parts = self.input.parts(expr);
        match self.input.tast[expr].kind {
            ExprKind::Const(_) | ExprKind::Str(_) | ExprKind::Decl(_) => true,
            _ => !parts.is_empty() && parts.into_iter().all(|part| self.goes_on(part)),
        }
    }

    /// The call, the name and the arguments of a wait of the tool's own library.
    fn wait(&self, expr: ExprId) -> Option<(ExprId, &'static str, Vec<ExprId>)> {
        let expr = self.input.behind_conversions(expr);
        let ExprKind::Call { callee, args } = self.input.tast[expr].kind else { return None };
        let decl = self.input.called(callee)?;
        let own = self.lower.definition(decl).is_some_and(|home| self.lower.input_of(home).own);
        let name = self.input.name(decl);
        let name = WAITS.iter().find(|wait| own && **wait == name)?;
        Some((expr, name, self.input.tast[args].to_vec()))
    }

    /// Whether evaluating an expression changes nothing.
    pub(in crate::frontend::lower) fn only_reads(&mut self, expr: ExprId, depth: usize) -> bool {
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
            ExprKind::Cast(operand) | ExprKind::Convert { operand, .. } => {
                all(&[operand]) && !self.input.is_measured(self.input.ty(expr))
            }
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
            None => match functions::lookup(self.input.name(decl)) {
                // Where their answer is asked for they say in `errno` why they fail.
                Some(Known::Print(_) | Known::WriteBlock(_) | Known::Effectless(_)) => !self.lower.names_error_number(),
                // Control does not come back from the last ones.
                Some(Known::Assert | Known::AssertFailed | Known::Error | Known::Exit) => true,
                _ => false,
            },
        }
    }

    /// Whether an expression calls a function of the library that changes nothing, and nobody asks what it answers.
    pub(in crate::frontend::lower) fn calls_for_nothing(&mut self, expr: ExprId) -> bool {
        let tast = self.input.tast;
        let call = self.input.behind_conversions(expr);
        if call != expr && self.input.shape_of(expr) != Shape::Void {
            return false;
        }
        let ExprKind::Call { callee, args } = tast[call].kind else { return false };
        let undefined = self.input.called(callee).filter(|decl| self.lower.definition(*decl).is_none());
        let known = undefined.and_then(|decl| functions::lookup(self.input.name(decl)));
        matches!(known, Some(Known::Print(_) | Known::WriteBlock(_) | Known::Effectless(_)))
            && tast[args].iter().all(|arg| self.only_reads(*arg, DEEPEST))
    }

    fn reading_function(&mut self, home: Home, depth: usize) -> bool {
        self.in_unit_of(home, |caller| {
            let body = caller.input.tast[home.decl].body.filter(|_| !caller.input.measures_parameters(home.decl));
            body.is_some_and(|body| caller.computing_statement(body, &mut Computed::default(), depth))
        })
    }
}
