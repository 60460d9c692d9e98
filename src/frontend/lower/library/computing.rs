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
//! it has shown in rounds that are left out forbids no time that it shows later. Nor may anybody look at it by its address: that goes to clocks, to
//! functions that compute and to the wait alone, and where the wait is a function, that names it no more when its own wait is over.
//!
//! A function that computes may change its own variables, and what it is given the address of. No type is named of which a length is
//! evaluated, which may be anything.

use super::waits::Wait;
use crate::frontend::lower::state::body::Body;
use crate::frontend::text::positions::Range;
use crate::frontend::typed::tree::{Conversion, DeclId, ExprId, ExprKind, Field, Stmt, StmtId, TypeId, UnaryOp};
use crate::frontend::typed::types::Shape;
use crate::frontend::{known::functions, link::links::Home};
use crate::ir::{Order, Width};

/// How deep calls are followed.
pub(in crate::frontend::lower) const DEEPEST: usize = 4;

/// The base that `timespec_get` knows.
const TIME_UTC: i128 = 1;

/// The clocks that there are: of others `clock_gettime` says why it fails.
const KNOWN: std::ops::Range<i128> = 0..8;

/// Functions that read a clock, and change nothing but what their arguments say.
#[derive(Clone, Copy)]
enum Clock {
    Gettime,
    OfDay,
    Timespec,
    Time,
}

impl Clock {
    /// The function with this name.
    fn named(name: &str) -> Option<Clock> {
        match name {
            "clock_gettime" => Some(Clock::Gettime),
            "gettimeofday" => Some(Clock::OfDay),
            "timespec_get" => Some(Clock::Timespec),
            "time" => Some(Clock::Time),
            _ => None,
        }
    }

    /// Which of its arguments says where the time goes.
    fn target(self) -> usize {
        match self {
            Clock::Gettime => 1,
            Clock::OfDay | Clock::Timespec | Clock::Time => 0,
        }
    }

    /// The fields that a time has, if it is a struct and not a number.
    fn fields(self) -> Option<[&'static str; 2]> {
        match self {
            Clock::Gettime | Clock::Timespec => Some(["tv_sec", "tv_nsec"]),
            Clock::OfDay => Some(["tv_sec", "tv_usec"]),
            Clock::Time => None,
        }
    }
}

/// What has been computed.
#[derive(Default)]
pub(in crate::frontend::lower) struct Computed {
    /// The variables.
    pub variables: Vec<DeclId>,
    /// Addresses of variables that go to functions that set them and keep none.
    given: Vec<ExprId>,
    /// In a function: the parameters whose targets may be set.
    targets: Vec<DeclId>,
}

impl Computed {
    /// What a part of a statement computes, too.
    pub fn add(&mut self, part: Computed) {
        self.variables.extend(part.variables);
        self.given.extend(part.given);
    }
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
            Stmt::Expr(expr) if self.calls_for_nothing(expr) => true,
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
            Stmt::DoWhile { body, cond } => self.is_once(body, cond) && self.computing_statement(body, computed, depth),
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
        self.is_own(decl)
            && !self.input.is_measured(self.input.ty(decl))
            && init.into_iter().flatten().all(|entry| self.computes(entry.value, computed, depth))
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
            // An address that is a number could be kept in one.
            ExprKind::Cast(operand) | ExprKind::Convert { operand, .. } => {
                let asks = matches!(tast[expr].kind, ExprKind::Convert { kind: Conversion::Bool, .. });
                all(&[operand])
                    && !self.input.is_measured(self.input.ty(expr))
                    && (asks || !self.is_number(expr) || self.input.shape_of(operand) != Shape::Pointer)
            }
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
                    || self.computing_call(expr, (callee, &args), computed, depth)
                    || self.only_reads(expr, depth)
            }
            _ => self.only_reads(expr, depth),
        }
    }

    /// The function of the library that reads a clock, if it is one that this calls and surely sets what it is given.
    fn clock(&self, callee: ExprId, args: &[ExprId]) -> Option<Clock> {
        let decl = self.input.called(callee)?;
        let name = self.input.name(decl);
        let is_librarys = match self.lower.definition(decl) {
            Some(home) => self.lower.input_of(home).own,
            None => functions::lookup(name).is_some(),
        };
        let number = |index: usize| args.get(index).and_then(|arg| self.constant_number(*arg));
        let clock = Clock::named(name).filter(|_| is_librarys)?;
        let sets = match clock {
            Clock::Gettime => number(0).is_some_and(|clock| KNOWN.contains(&clock)),
            Clock::Timespec => number(1) == Some(TIME_UTC),
            Clock::OfDay | Clock::Time => true,
        };
        sets.then_some(clock)
    }

    /// Whether a call reads a clock.
    fn reads_clock(&mut self, callee: ExprId, args: &[ExprId], computed: &mut Computed, depth: usize) -> bool {
        let reads = self.clock(callee, args).is_some()
            && args.iter().all(|arg| {
                let is_null = self.constant_number(*arg) == Some(0);
                is_null || self.is_target(*arg, computed) || {
                    self.input.shape_of(*arg) != Shape::Pointer && self.computes(*arg, computed, depth)
                }
            });
        if reads {
            self.give(args, computed);
        }
        reads
    }

    /// Whether a call is of a function that computes.
    fn computing_call(
        &mut self,
        call: ExprId,
        (callee, args): (ExprId, &[ExprId]),
        computed: &mut Computed,
        depth: usize,
    ) -> bool {
        let home = self.input.called(callee).and_then(|decl| self.lower.definition(decl));
        let Some((home, deeper)) = home.zip(depth.checked_sub(1)) else { return false };
        let is_target: Vec<bool> = args.iter().map(|arg| self.is_target(*arg, computed)).collect();
        // An address that comes back could be kept.
        let keeps_none = matches!(self.input.shape_of(call), Shape::Void) || self.is_number(call);
        let mut given = args.iter().zip(&is_target);
        let computes = (keeps_none || !is_target.contains(&true))
            && given.all(|(arg, is_target)| *is_target || self.computes(*arg, computed, depth))
            && self.computing_function(home, &is_target, deeper);
        if computes {
            self.give(args, computed);
        }
        computes
    }

    /// Whether a function changes nothing but its own variables and what those of its arguments lead to that are targets.
    fn computing_function(&mut self, home: Home, is_target: &[bool], depth: usize) -> bool {
        self.in_unit_of(home, |callee| {
            let Some(body) = callee.input.tast[home.decl].body.filter(|_| !callee.input.measures_parameters(home.decl))
            else {
                return false;
            };
            let params = callee.input.tast[callee.input.tast[home.decl].params].to_vec();
            let is_variadic = callee.input.is_variadic(callee.input.ty(home.decl));
            let targets = params.iter().zip(is_target).filter(|(_, is_target)| **is_target);
            let targets = targets.map(|(param, _)| *param).collect();
            let mut within = Computed { targets, ..Computed::default() };
            let computes = !callee.input.own && !is_variadic && callee.computing_statement(body, &mut within, depth);
            let is_kept = || {
                let Some(all) = callee.input.range(body) else { return true };
                let exprs = (0..callee.input.tast.counts().exprs).map(ExprId::from_usize);
                let mut addresses = exprs.filter(|expr| callee.is_address(*expr) && !within.given.contains(expr));
                addresses.any(|expr| {
                    let at = callee.input.range(expr);
                    at.is_none_or(|at| all.first <= at.first && at.last <= all.last)
                })
            };
            // Where there are none, nobody keeps anything.
            computes
                && (within.targets.is_empty()
                    || !is_kept() && within.targets.iter().all(|target| callee.only_leads(*target, &within)))
        })
    }

    /// Whether a parameter stands only where what it leads to is meant, or is given to functions that keep no address: it is what the
    /// argument says, and nobody keeps it.
    fn only_leads(&self, target: DeclId, within: &Computed) -> bool {
        let is_target = |expr: ExprId| matches!(self.input.tast[expr].kind, ExprKind::Decl(decl) if decl == target);
        let exprs = || (0..self.input.tast.counts().exprs).map(ExprId::from_usize);
        let leads = |expr: &ExprId| match self.input.tast[*expr].kind {
            ExprKind::Unary { op: UnaryOp::Deref, operand } => is_target(self.input.behind_conversions(operand)),
            _ => false,
        };
        let given = within.given.iter().filter(|expr| is_target(**expr)).count();
        exprs().filter(|expr| is_target(*expr)).count() == exprs().filter(leads).count() + given
    }

    /// Whether an argument is the address of a variable of the function, or a parameter that is a target, or an address within that.
    fn is_target(&self, arg: ExprId, computed: &Computed) -> bool {
        let given = self.input.behind_conversions(arg);
        self.own_target(arg).is_some()
            || match self.input.tast[given].kind {
                ExprKind::Decl(param) => computed.targets.contains(&param),
                ExprKind::Unary { op: UnaryOp::AddrOf, operand } => self.is_of_target(operand, computed),
                _ => false,
            }
    }

    /// Notes what a function sets that keeps no address.
    fn give(&self, args: &[ExprId], computed: &mut Computed) {
        let given: Vec<ExprId> = args.iter().copied().filter(|arg| self.is_target(*arg, computed)).collect();
        for arg in given {
            let address = self.input.behind_conversions(arg);
            if !computed.given.contains(&address) {
                computed.given.push(address);
            }
            computed.variables.extend(self.own_target(arg));
        }
    }

    /// Whether an lvalue is a part of what one of the targets leads to.
    fn is_of_target(&self, lvalue: ExprId, computed: &Computed) -> bool {
        let ExprKind::Unary { op: UnaryOp::Deref, operand } = self.input.tast[self.root(lvalue)].kind else {
            return false;
        };
        let pointer = self.input.tast[self.input.behind_conversions(operand)].kind;
        matches!(pointer, ExprKind::Decl(param) if computed.targets.contains(&param))
    }

    fn is_number(&self, expr: ExprId) -> bool {
        matches!(self.input.shape_of(expr), Shape::Bool | Shape::Int { .. })
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
        self.is_number(lvalue) && self.is_of_target(lvalue, computed)
    }

    /// The variable of the function that an lvalue is a part of.
    fn own_root(&self, lvalue: ExprId) -> Option<DeclId> {
        match self.input.tast[self.root(lvalue)].kind {
            ExprKind::Decl(decl) if self.is_own(decl) => Some(decl),
            _ => None,
        }
    }

    /// What an lvalue is a member of.
    fn root(&self, mut lvalue: ExprId) -> ExprId {
        while let ExprKind::Member { base, .. } = self.input.tast[lvalue].kind {
            lvalue = base;
        }
        lvalue
    }

    /// Whether a variable lives as long as its block, and is one number or pointer, or a struct or union of such, that nothing is said of.
    pub(super) fn is_own(&self, decl: DeclId) -> bool {
        let ty = self.input.ty(decl);
        let is_one = |ty| self.input.shape(ty).width().is_some();
        let is_whole = is_one(ty)
            || self.input.record(ty).is_some_and(|record| record.fields.iter().all(|field| is_one(field.ty)));
        self.input.is_local(decl)
            && is_whole
            && self.input.order(ty) == Order::Plain
            && self.input.tast[decl].cleanup.is_none()
    }

    /// Whether what was computed before this wait is dead when that is over; what the wait sets is what it sets then.
    pub(in crate::frontend::lower) fn is_for_wait(
        &mut self,
        computed: &Computed,
        (round, body): (Round, StmtId),
        wait: &Wait,
    ) -> bool {
        let (Some(within), Some(at)) = (self.input.range(body), self.input.range(wait.call)) else { return false };
        let is_before = |range: &Range| within.first <= range.first && range.last <= at.last;
        let ExprKind::Call { callee, args } = self.input.tast[wait.call].kind else { return false };
        let args: Vec<ExprId> = self.input.tast[args].iter().map(|arg| self.input.behind_conversions(*arg)).collect();
        let given: Vec<ExprId> = computed.given.iter().chain(&args).copied().collect();
        let set: Vec<DeclId> = computed.variables.iter().filter(|it| wait.answer != Some(**it)).copied().collect();
        let is_dead = set.iter().all(|variable| {
            let Some(mut named) = self.named(*variable) else { return false };
            named.retain(|range| !wait.skips(*range));
            if named.is_empty() {
                return true;
            }
            let of_round = round == Round::Function
                || self.input.range(*variable).is_some_and(|range| is_before(&range))
                || self.is_set_first(body, *variable, &named);
            named.iter().all(is_before) && of_round && self.keeps_no_address(*variable, &given)
        });
        // A function that waits must not look behind its wait at what it is given the address of.
        let has_address = |arg: &ExprId| self.own_target(*arg).is_some_and(|variable| set.contains(&variable));
        let addresses: Vec<usize> = (0..args.len()).filter(|index| has_address(&args[*index])).collect();
        is_dead && addresses.into_iter().all(|index| self.is_done_with(callee, index, DEEPEST))
    }

    /// Whether a wait, or a function that waits, names a parameter only before its wait is over.
    fn is_done_with(&mut self, callee: ExprId, index: usize, depth: usize) -> bool {
        let Some(decl) = self.input.called(callee) else { return false };
        let Some(home) = self.lower.definition(decl) else { return false };
        if self.lower.input_of(home).own {
            return true;
        }
        let Some((waits, depth)) = self.wait_within(home, DEEPEST).zip(depth.checked_sub(1)) else { return false };
        self.in_unit_of(home, |inner| {
            let params = inner.input.tast[inner.input.tast[home.decl].params].to_vec();
            let param = params.get(index).copied();
            param.is_some_and(|param| waits.iter().all(|wait| inner.is_named_before(param, wait, depth)))
        })
    }

    /// The same of one of the waits in a function, and a parameter of that.
    fn is_named_before(&mut self, param: DeclId, wait: &Wait, depth: usize) -> bool {
        let Some(at) = self.input.range(wait.call) else { return false };
        let ExprKind::Call { callee, args } = self.input.tast[wait.call].kind else { return false };
        let is_param = |expr: ExprId| matches!(self.input.tast[expr].kind, ExprKind::Decl(decl) if decl == param);
        let args = self.input.tast[args].to_vec();
        let passed = (0..args.len()).filter(|index| is_param(self.input.behind_conversions(args[*index])));
        let passed: Vec<usize> = passed.collect();
        let Some(mut named) = self.named(param) else { return false };
        named.retain(|range| !wait.skips(*range));
        // Elsewhere in the call it might be a part of another address.
        let in_call = named.iter().filter(|range| at.first <= range.first && range.last <= at.last).count();
        named.iter().all(|range| range.last <= at.last)
            && in_call == passed.len()
            && passed.into_iter().all(|index| self.is_done_with(callee, index, depth))
    }

    /// Whether the address of a variable goes nowhere else.
    fn keeps_no_address(&self, variable: DeclId, given: &[ExprId]) -> bool {
        let exprs = (0..self.input.tast.counts().exprs).map(ExprId::from_usize);
        let mut addresses = exprs.filter(|expr| self.own_target(*expr) == Some(variable) && self.is_address(*expr));
        addresses.all(|expr| given.contains(&expr))
    }

    fn is_address(&self, expr: ExprId) -> bool {
        matches!(self.input.tast[expr].kind, ExprKind::Unary { op: UnaryOp::AddrOf, .. })
    }

    /// Where a variable is named.
    pub(super) fn named(&self, variable: DeclId) -> Option<Vec<Range>> {
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

    /// Whether a struct has these fields and no others, each a word, one behind the other.
    fn has_fields(&self, ty: TypeId, names: [&str; 2]) -> bool {
        let Some(record) = self.input.record(ty) else { return false };
        let is_called = |field: &Field, name: &str| field.name.is_some_and(|it| self.input.names.resolve(it) == name);
        let is_word = |field: &Field| self.input.shape(field.ty).width() == Some(Width::POINTER);
        record.fields.len() == names.len()
            && self.input.layout(ty).is_some_and(|layout| layout.size == 2 * Width::POINTER.bytes())
            && record.fields.iter().zip(names).all(|(field, name)| is_called(field, name) && is_word(field))
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
            ExprKind::Call { callee, args } => {
                let args = self.input.tast[args].to_vec();
                let clock = self.clock(callee, &args)?;
                let ty = self.input.ty(variable);
                let fits = match clock.fields() {
                    Some(fields) => self.has_fields(ty, fields),
                    None => self.input.shape(ty).width() == Some(Width::POINTER),
                };
                // All of it, and not a part that somebody says is all.
                let is_whole = args.get(clock.target()).is_some_and(|arg| {
                    match self.input.tast[self.input.behind_conversions(*arg)].kind {
                        ExprKind::Unary { op: UnaryOp::AddrOf, operand } => is_variable(operand),
                        _ => false,
                    }
                });
                (fits && is_whole).then_some(Part::Whole)
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
