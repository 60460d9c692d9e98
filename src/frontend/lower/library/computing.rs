//! What a thread computes for itself before it waits: a deadline, from a clock.
//!
//! In: statements and expressions of a loop of [`super::predicate`], or of a function of [`super::wait_functions`]. Out: whether they change nothing
//! but variables of their function, and which; and whether these are dead when the wait is over. It must not know waits.
//!
//! # The rule
//! What is computed before the wait is of the first round in an execution that is left, and what is behind the wait of the last one. So a
//! variable that is computed must not be looked at behind the wait: it is named between the beginning of a round and the end of the wait, and
//! nowhere else in the function, unless the wait itself sets it. If it is not of the round, each round sets it as a whole before
//! it reads it, or what it holds when the loop is entered again would tell how many rounds there were. A clock only moves on: what
//! it has shown in rounds that are left out forbids no time that it shows later.
//!
//! A function that computes may change its own variables, and what it is given the address of.

use crate::frontend::lower::state::body::Body;
use crate::frontend::text::positions::Range;
use crate::frontend::typed::tree::{DeclId, ExprId, ExprKind, Stmt, StmtId, UnaryOp};
use crate::frontend::typed::types::Shape;
use crate::frontend::{known::functions, link::links::Home};
use crate::ir::Order;

/// Functions that read a clock, and change nothing but what their arguments say.
const CLOCKS: [&str; 4] = ["clock_gettime", "gettimeofday", "timespec_get", "time"];

/// The clocks that there are: of others `clock_gettime` says why it fails.
const KNOWN: std::ops::Range<i128> = 0..8;

/// What has been computed.
#[derive(Default)]
pub(in crate::frontend::lower) struct Computed {
    /// The variables.
    pub variables: Vec<DeclId>,
    /// In a function: the parameters whose targets may be set.
    targets: Vec<DeclId>,
}

impl Body<'_, '_> {
    /// Whether a statement of a function changes nothing but variables of that function.
    pub(in crate::frontend::lower) fn computing_statement(
        &mut self,
        stmt: StmtId,
        computed: &mut Computed,
        depth: usize,
    ) -> bool {
        match self.input.tast[stmt] {
            Stmt::Empty | Stmt::Return(None) => true,
            Stmt::Expr(expr) | Stmt::Return(Some(expr)) => self.computes(expr, computed, depth),
            Stmt::Block(list) => {
                let list = self.input.tast[list].to_vec();
                list.into_iter().all(|stmt| self.computing_statement(stmt, computed, depth))
            }
            Stmt::Decls(list) => {
                let list = self.input.tast[list].to_vec();
                list.into_iter().all(|decl| self.computing_declaration(decl, computed, depth))
            }
            Stmt::If { cond, then, otherwise } => {
                self.computes(cond, computed, depth)
                    && self.computing_statement(then, computed, depth)
                    && otherwise.is_none_or(|stmt| self.computing_statement(stmt, computed, depth))
            }
            _ => false,
        }
    }

    /// The same of the declaration of a variable.
    pub(in crate::frontend::lower) fn computing_declaration(
        &mut self,
        decl: DeclId,
        computed: &mut Computed,
        depth: usize,
    ) -> bool {
        let init = self.input.tast[decl].init.map(|list| self.input.tast[list].to_vec());
        computed.variables.push(decl);
        self.is_own(decl) && init.into_iter().flatten().all(|entry| self.computes(entry.value, computed, depth))
    }

    /// The same of an expression.
    pub(in crate::frontend::lower) fn computes(&mut self, expr: ExprId, computed: &mut Computed, depth: usize) -> bool {
        let tast = self.input.tast;
        let mut all = |exprs: &[ExprId]| exprs.iter().all(|expr| self.computes(*expr, computed, depth));
        match tast[expr].kind {
            ExprKind::Member { base, .. } => all(&[base]),
            ExprKind::Subscript { base, index } => all(&[base, index]),
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Comma { lhs, rhs } => all(&[lhs, rhs]),
            ExprKind::Cond { cond, then, otherwise } => all(&[cond, then, otherwise]),
            ExprKind::Cast(operand) | ExprKind::Convert { operand, .. } => all(&[operand]),
            ExprKind::Assign { lhs, rhs, .. } => all(&[rhs]) && self.is_set(lhs, computed),
            ExprKind::Unary {
                op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                operand,
            } => self.is_set(operand, computed),
            ExprKind::Unary {
                op: UnaryOp::Deref | UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot,
                operand,
            } => all(&[operand]),
            ExprKind::Call { callee, args } => {
                let args = tast[args].to_vec();
                self.reads_clock(callee, &args, computed, depth)
                    || self.computing_call(callee, &args, computed, depth)
                    || self.only_reads(expr, depth)
            }
            _ => self.only_reads(expr, depth),
        }
    }

    /// Whether a call reads a clock.
    fn reads_clock(&mut self, callee: ExprId, args: &[ExprId], computed: &mut Computed, depth: usize) -> bool {
        let Some(decl) = self.input.called(callee) else { return false };
        let name = self.input.name(decl);
        let is_librarys = match self.lower.definition(decl) {
            Some(home) => self.lower.input_of(home).own,
            None => functions::lookup(name).is_some(),
        };
        let clock = args.first().and_then(|arg| self.constant_number(*arg));
        CLOCKS.contains(&name)
            && is_librarys
            && (name != CLOCKS[0] || clock.is_some_and(|clock| KNOWN.contains(&clock)))
            && args.iter().all(|arg| {
                let is_null = self.constant_number(*arg) == Some(0);
                is_null || self.is_target(*arg, computed) || {
                    self.input.shape_of(*arg) != Shape::Pointer && self.computes(*arg, computed, depth)
                }
            })
    }

    /// Whether a call is of a function that computes.
    fn computing_call(&mut self, callee: ExprId, args: &[ExprId], computed: &mut Computed, depth: usize) -> bool {
        let home = self.input.called(callee).and_then(|decl| self.lower.definition(decl));
        let Some((home, deeper)) = home.zip(depth.checked_sub(1)) else { return false };
        let is_target: Vec<bool> = args.iter().map(|arg| self.is_target(*arg, computed)).collect();
        let mut given = args.iter().zip(&is_target);
        given.all(|(arg, is_target)| *is_target || self.computes(*arg, computed, depth))
            && self.computing_function(home, &is_target, deeper)
    }

    /// Whether a function changes nothing but its own variables and what those of its arguments lead to that are targets.
    fn computing_function(&mut self, home: Home, is_target: &[bool], depth: usize) -> bool {
        self.in_unit_of(home, |callee| {
            let Some(body) = callee.input.tast[home.decl].body else { return false };
            let params = callee.input.tast[callee.input.tast[home.decl].params].to_vec();
            let is_variadic = callee.input.is_variadic(callee.input.ty(home.decl));
            let targets = params.iter().zip(is_target).filter(|(_, is_target)| **is_target);
            let targets = targets.map(|(param, _)| *param).collect();
            let mut within = Computed { variables: Vec::new(), targets };
            let computes = !callee.input.own && !is_variadic && callee.computing_statement(body, &mut within, depth);
            // A target is what the argument says as long as the parameter is what it was.
            computes && !within.variables.iter().any(|variable| within.targets.contains(variable))
        })
    }

    /// Whether an argument is the address of a variable of the function, which is set then, or a parameter that is a target.
    fn is_target(&self, arg: ExprId, computed: &mut Computed) -> bool {
        if let Some(variable) = self.own_target(arg) {
            computed.variables.push(variable);
            return true;
        }
        let given = self.input.tast[self.input.behind_conversions(arg)].kind;
        matches!(given, ExprKind::Decl(param) if computed.targets.contains(&param))
    }

    /// The variable of the function of which an expression is the address.
    fn own_target(&self, expr: ExprId) -> Option<DeclId> {
        let ExprKind::Unary { op: UnaryOp::AddrOf, operand } =
            self.input.tast[self.input.behind_conversions(expr)].kind
        else {
            return None;
        };
        self.own_root(operand)
    }

    /// Whether what is assigned to is a variable of the function, or what one of the targets leads to, and holds numbers.
    fn is_set(&mut self, lvalue: ExprId, computed: &mut Computed) -> bool {
        if let Some(variable) = self.own_root(lvalue) {
            computed.variables.push(variable);
            return true;
        }
        let is_number = matches!(self.input.shape_of(lvalue), Shape::Bool | Shape::Int { .. });
        is_number
            && self.root(lvalue).is_some_and(|root| match self.input.tast[root].kind {
                ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                    let pointer = self.input.tast[self.input.behind_conversions(operand)].kind;
                    matches!(pointer, ExprKind::Decl(param) if computed.targets.contains(&param))
                }
                _ => false,
            })
    }

    /// The variable of the function that an lvalue is a part of.
    fn own_root(&self, lvalue: ExprId) -> Option<DeclId> {
        match self.input.tast[self.root(lvalue)?].kind {
            ExprKind::Decl(decl) if self.is_own(decl) => Some(decl),
            _ => None,
        }
    }

    /// What an lvalue is a member of.
    fn root(&self, mut lvalue: ExprId) -> Option<ExprId> {
        while let ExprKind::Member { base, .. } = self.input.tast[lvalue].kind {
            lvalue = base;
        }
        Some(lvalue)
    }

    /// Whether a variable lives as long as its block, and is one number, pointer, struct or union that nothing is said of.
    fn is_own(&self, decl: DeclId) -> bool {
        let ty = self.input.ty(decl);
        let is_whole = self.input.shape(ty).width().is_some() || self.input.shape(ty) == Shape::Record;
        self.input.is_local(decl)
            && is_whole
            && self.input.order(ty) == Order::Plain
            && self.input.tast[decl].cleanup.is_none()
    }

    /// Whether what was computed before this wait is dead when that is over; what the wait sets is what it sets then.
    pub(in crate::frontend::lower) fn is_for_wait(
        &self,
        computed: &Computed,
        (round, body): (Round, StmtId),
        (wait, answers): (ExprId, &[DeclId]),
    ) -> bool {
        let (Some(body_range), Some(wait)) = (self.input.range(body), self.input.range(wait)) else { return false };
        let is_before = |range: &Range| body_range.first <= range.first && range.last <= wait.last;
        computed.variables.iter().filter(|variable| !answers.contains(variable)).all(|variable| {
            let Some(named) = self.named(*variable) else { return false };
            let of_round = round == Round::Function
                || self.input.range(*variable).is_some_and(|range| is_before(&range))
                || self.is_set_first(body, *variable, &named);
            named.iter().all(is_before) && of_round
        })
    }

    /// Where a variable is named.
    fn named(&self, variable: DeclId) -> Option<Vec<Range>> {
        let exprs = (0..self.input.tast.counts().exprs).map(ExprId::from_usize);
        let named =
            exprs.filter(|expr| matches!(self.input.tast[*expr].kind, ExprKind::Decl(decl) if decl == variable));
        named.map(|expr| self.input.range(expr)).collect()
    }

    /// Whether statements of a loop's body that are run in each round set all of a variable before anything else names it.
    fn is_set_first(&self, body: StmtId, variable: DeclId, named: &[Range]) -> bool {
        let Stmt::Block(list) = self.input.tast[body] else { return false };
        let names = |range: Range| named.iter().filter(|at| range.first <= at.first && at.last <= range.last).count();
        let parts = self.input.record(self.input.ty(variable)).map_or(1, |record| record.fields.len());
        let mut set = Vec::new();
        for stmt in &self.input.tast[list] {
            let Some(range) = self.input.range(*stmt) else { return false };
            let (Stmt::Expr(expr), 1) = (self.input.tast[*stmt], names(range)) else {
                if names(range) == 0 { continue } else { return false }
            };
            match self.part_set(expr, variable) {
                Some(Part::Whole) => return true,
                Some(Part::Field(field)) if !set.contains(&field) => set.push(field),
                Some(Part::Field(_)) => {}
                None => return false,
            }
            if set.len() == parts {
                return true;
            }
        }
        false
    }

    /// What an expression sets of a variable that it names once.
    fn part_set(&self, expr: ExprId, variable: DeclId) -> Option<Part> {
        let expr = self.input.behind_conversions(expr);
        let is_variable = |expr: ExprId| matches!(self.input.tast[expr].kind, ExprKind::Decl(decl) if decl == variable);
        match self.input.tast[expr].kind {
            ExprKind::Assign { op: None, lhs, .. } if is_variable(lhs) => Some(Part::Whole),
            ExprKind::Assign { op: None, lhs, rhs, .. } => match self.input.tast[lhs].kind {
                ExprKind::Member { base, field } if is_variable(base) => Some(Part::Field(field)),
                _ => self.part_set(rhs, variable),
            },
            // That it is a clock of the library has been seen before.
            ExprKind::Call { callee, args } => {
                let is_clock = self.input.called(callee).is_some_and(|decl| CLOCKS.contains(&self.input.name(decl)));
                let mut args = self.input.tast[args].iter();
                (is_clock && args.any(|arg| self.own_target(*arg) == Some(variable))).then_some(Part::Whole)
            }
            _ => None,
        }
    }
}

/// What a wait is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::frontend::lower) enum Round {
    /// A loop's rounds.
    Loop,
    /// The calls of a function, whose variables are new in each.
    Function,
}

/// What is set of a variable.
enum Part {
    Whole,
    Field(u32),
}
