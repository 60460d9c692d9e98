//! The lowering of statements.
//!
//! In: statements of the typed tree. Out: instructions whose jumps go forward, but for the `Repeat` that closes each
//! loop. A `goto` back to a label closes a loop of its own; from inside a structured loop it first jumps past that
//! loop's end, so that loops stay nested.

use std::collections::HashMap;

use rucc_sema::{CaseId, DeclKind, ExprId, LabelId, Stmt, StmtId, StorageDuration};

use super::function::{Body, Local};
use super::lower::Input;
use super::types::Shape;
use crate::diag::Span;
use crate::ids::Label;
use crate::ir::{BinaryOp, Op, Operand};

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// Among the statements of a block.
    Compound,
    /// As the whole body of another statement.
    Single,
}

/// Where control can go from the statement being lowered.
#[derive(Debug, Default)]
pub struct Flow {
    /// A jump can go past a declaration, so objects live as long as the function.
    pub jumps: bool,
    breaks: Vec<Label>,
    continues: Vec<Label>,
    /// The structured loops that are open, outermost first.
    open: Vec<Open>,
    next_loop: usize,
    labels: HashMap<LabelId, Label>,
    /// The loops around each label that was met.
    around: HashMap<LabelId, Vec<usize>>,
    cases: HashMap<CaseId, Label>,
    defaults: Vec<Label>,
    /// The head and the last instruction of each loop that a goto closed.
    closed: Vec<(usize, usize)>,
    /// Loops of gotos overlap: each is closed at the end of what surrounds it, the innermost first.
    pub deferred: bool,
    /// Such loops would overlap; the function is to be lowered again with `deferred`.
    pub overlap: bool,
    /// Backward jumps of the function outside structured loops, to be made at its end.
    outermost: Vec<Backward>,
}

/// A backward jump that is made later: the target, where it is made, and where it is written.
type Backward = (LabelId, Label, Option<Span>);

/// A structured loop while its body is lowered.
#[derive(Debug)]
struct Open {
    id: usize,
    /// Backward jumps out of it, to be made after its end.
    pending: Vec<Backward>,
    /// Backward jumps inside it, to be made at the end of its body.
    inner: Vec<Backward>,
}

impl Flow {
    /// Looks for labels in the body of a function.
    pub fn of(input: &Input, body: StmtId, deferred: bool) -> Flow {
        Flow { jumps: has_labels(input, body), deferred, ..Flow::default() }
    }
}

/// Whether control can enter the statement other than at its start.
fn has_labels(input: &Input, stmt: StmtId) -> bool {
    match input.tast[stmt] {
        Stmt::Label { .. } | Stmt::Switch { .. } => true,
        Stmt::Block(list) => input.tast[list].iter().any(|s| has_labels(input, *s)),
        Stmt::If { then, otherwise, .. } => has_labels(input, then) || otherwise.is_some_and(|s| has_labels(input, s)),
        Stmt::While { body, .. }
        | Stmt::DoWhile { body, .. }
        | Stmt::For { body, .. }
        | Stmt::Case { body, .. }
        | Stmt::Default { body } => has_labels(input, body),
        _ => false,
    }
}

impl Body<'_, '_> {
    /// The block that is the body of the function.
    pub fn function_body(&mut self, stmt: StmtId) {
        self.statement(stmt, Context::Compound);
    }

    pub fn statement(&mut self, stmt: StmtId, context: Context) {
        let outer = self.span;
        self.span = self.input.span(self.input.tast.stmt_span(stmt)).or(outer);
        self.statement_here(stmt, context);
        self.span = outer;
    }

    fn statement_here(&mut self, stmt: StmtId, context: Context) {
        match self.input.tast[stmt] {
            Stmt::Error => self.unsupported("this statement"),
            Stmt::Empty => {}
            Stmt::Expr(expr) => {
                if self.input.has_access(expr) {
                    self.statement_point(stmt, context);
                }
                self.effects(expr);
            }
            Stmt::Block(list) => {
                let statements = self.input.tast[list].to_vec();
                for stmt in &statements {
                    self.statement(*stmt, Context::Compound);
                }
                if !statements.is_empty() && !self.input.leaves(stmt) {
                    self.end_point(stmt);
                }
            }
            Stmt::Decls(list) => self.declarations(stmt, list, context),
            Stmt::If { cond, then, otherwise } => {
                self.statement_point(stmt, context);
                let condition = self.condition(cond);
                let end = self.label();
                match otherwise {
                    None => {
                        self.branch_unless(condition, end);
                        self.statement(then, Context::Single);
                    }
                    Some(otherwise) => {
                        let no = self.label();
                        self.branch_unless(condition, no);
                        self.statement(then, Context::Single);
                        self.jump(end);
                        self.bind(no);
                        self.statement(otherwise, Context::Single);
                    }
                }
                self.bind(end);
            }
            Stmt::While { cond, body } => {
                self.statement_point(stmt, context);
                self.loop_statement(Some(cond), None, body);
            }
            Stmt::DoWhile { body, cond } => {
                self.statement_point(stmt, context);
                self.do_while(body, cond);
            }
            Stmt::For { init, cond, step, body } => {
                self.statement_point(stmt, context);
                match init.map(|init| self.input.tast[init]) {
                    Some(Stmt::Expr(expr)) => self.effects(expr),
                    Some(Stmt::Decls(list)) => self.declare_all(list),
                    _ => {}
                }
                self.loop_statement(cond, step, body);
            }
            Stmt::Switch { cond, body, cases, default } => {
                self.statement_point(stmt, context);
                self.switch(cond, body, cases, default.is_some());
            }
            Stmt::Case { case, body } => {
                match self.flow.cases.get(&case) {
                    Some(label) => self.bind(*label),
                    None => self.unsupported("a case label outside the switch that it belongs to"),
                }
                self.statement(body, context);
            }
            Stmt::Default { body } => {
                if let Some(label) = self.flow.defaults.last().copied() {
                    self.bind(label);
                }
                self.statement(body, context);
            }
            Stmt::Label { label, body } => {
                let here = self.goto_label(label);
                self.bind(here);
                let around = self.flow.open.iter().map(|open| open.id).collect();
                self.flow.around.insert(label, around);
                self.statement(body, context);
            }
            Stmt::Goto(label) => self.goto(label),
            Stmt::IndirectGoto(_) => self.unsupported("a computed goto"),
            Stmt::Asm(asm) => self.assembly(asm),
            Stmt::Break => match self.flow.breaks.last().copied() {
                Some(label) => self.jump(label),
                None => self.unsupported("this break"),
            },
            Stmt::Continue => match self.flow.continues.last().copied() {
                Some(label) => self.jump(label),
                None => self.unsupported("this continue"),
            },
            Stmt::Return(value) => self.return_statement(stmt, value, context),
        }
    }

    fn return_statement(&mut self, stmt: StmtId, value: Option<ExprId>, context: Context) {
        self.statement_point(stmt, context);
        let default = self.function.result.map(|width| Operand::constant(0, width));
        let result = match (value, self.result) {
            (None, _) => default,
            (Some(value), Shape::Record) => {
                let from = self.record(value);
                if let Some(to) = self.result_address {
                    let text = self.input.text(value);
                    self.copy_record(to, from, self.input.tast[value].ty, ("result", &text));
                }
                None
            }
            (Some(value), _) if default.is_none() => {
                self.effects(value);
                None
            }
            (Some(value), _) => Some(self.value(value)),
        };
        self.leave_function();
        self.emit(Op::Return(result));
    }

    fn declarations(&mut self, stmt: StmtId, list: rucc_sema::DeclList, context: Context) {
        let accesses = self.input.tast[list].iter().any(|decl| self.initialiser_accesses(*decl));
        if accesses {
            self.statement_point(stmt, context);
        }
        self.declare_all(list);
    }

    fn declare_all(&mut self, list: rucc_sema::DeclList) {
        for decl in self.input.tast[list].iter().copied() {
            self.declare(decl);
        }
    }

    fn initialiser_accesses(&self, decl: rucc_sema::DeclId) -> bool {
        let declared = &self.input.tast[decl];
        declared.duration == StorageDuration::Automatic
            && declared.init.is_some_and(|list| {
                // An object that is not a register is written by its initialiser.
                !self.in_register(decl) || self.input.tast[list].iter().any(|e| self.input.has_access(e.value))
            })
    }

    /// Declares a local variable: a register, or a new object; and initialises it.
    pub fn declare(&mut self, decl: rucc_sema::DeclId) {
        let declared = &self.input.tast[decl];
        if declared.kind != DeclKind::Object || declared.duration != StorageDuration::Automatic {
            return;
        }
        let outer = self.span;
        self.span = self.input.span(self.input.tast.decl_span(decl)).or(outer);
        if declared.cleanup.is_some() {
            self.unsupported("the attribute `cleanup`");
        }
        let init = declared.init;
        let shape = self.input.shape(declared.ty);
        let name = self.input.name(decl).to_string();
        if let Shape::Refused(construct) = shape {
            // A variable nobody reads is no obstacle; what would be stored in it is still evaluated.
            if let Some(list) = init {
                for entry in self.input.tast[list].iter().copied() {
                    self.effects(entry.value);
                }
            }
            let _ = construct;
        } else if self.in_register(decl) {
            let reg = match self.locals.get(&decl) {
                Some(Local::Register(reg)) => *reg,
                _ => self.register(shape.width().expect("a scalar has a width; please report this"), Some(&name)),
            };
            self.locals.insert(decl, Local::Register(reg));
            if let Some(list) = init {
                self.initialise_register(reg, shape, list);
            }
        } else if self.input.layout(self.input.tast[decl].ty).is_none() {
            self.unsupported(&format!("the variable-length array or incomplete type of `{name}`"));
        } else {
            let (reg, zeroed) = match self.locals.get(&decl) {
                // Met already: a jump went past the declaration, or a loop came back to it.
                Some(Local::Object(reg)) if self.flow.jumps => (*reg, false),
                _ if self.flow.jumps => (self.allocate_at_entry(decl), false),
                _ => (self.allocate(decl), init.is_some()),
            };
            self.locals.insert(decl, Local::Object(reg));
            if let Some(list) = init {
                self.initialise_object(decl, Operand::Reg(reg), zeroed, list);
            }
        }
        self.span = outer;
    }

    fn open_loop(&mut self, exit: Label, next: Label) {
        self.flow.breaks.push(exit);
        self.flow.continues.push(next);
        let id = self.flow.next_loop;
        self.flow.next_loop += 1;
        self.flow.open.push(Open { id, pending: Vec::new(), inner: Vec::new() });
    }

    /// Ends a structured loop; its last instruction was emitted. Backward jumps out of it are made here.
    fn close_loop(&mut self) {
        self.flow.breaks.pop();
        self.flow.continues.pop();
        let Some(open) = self.flow.open.pop() else { return };
        if open.pending.is_empty() {
            return;
        }
        let over = self.label();
        self.jump(over);
        for (target, here, span) in open.pending {
            self.bind(here);
            let outer = self.span;
            self.span = span;
            self.goto(target);
            self.span = outer;
        }
        self.bind(over);
    }

    /// Closes the loops of gotos inside the body of a structured loop, which goes on at `next`.
    fn close_inner(&mut self, next: Label) {
        let inner = self.flow.open.last_mut().map(|open| std::mem::take(&mut open.inner)).unwrap_or_default();
        if !inner.is_empty() {
            self.jump(next);
            self.close_deferred(inner);
        }
    }

    /// Closes the loops of gotos at the end of the function, which has returned.
    pub fn close_outermost(&mut self) {
        let outermost = std::mem::take(&mut self.flow.outermost);
        self.close_deferred(outermost);
    }

    /// The loop that starts last is closed first, so that they are nested.
    fn close_deferred(&mut self, mut jumps: Vec<Backward>) {
        jumps.sort_by_key(|(target, _, _)| {
            std::cmp::Reverse(self.flow.labels.get(target).and_then(|label| self.bound(*label)))
        });
        for (target, here, span) in jumps {
            self.bind(here);
            let outer = self.span;
            self.span = span;
            let (head, id) = (self.goto_label(target), self.new_loop());
            self.emit(Op::Repeat { head, id });
            self.span = outer;
        }
    }

    /// `while (cond) body`, or `for` after its first clause.
    fn loop_statement(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let id = self.new_loop();
        let (head, next, exit) = (self.label(), self.label(), self.label());
        self.bind(head);
        self.open_loop(exit, next);
        if let Some(cond) = cond {
            self.comma_point(cond);
            let condition = self.condition(cond);
            self.branch_unless(condition, exit);
        }
        self.statement(body, Context::Single);
        self.close_inner(next);
        self.bind(next);
        if let Some(step) = step {
            self.comma_point(step);
            self.effects(step);
        }
        self.emit(Op::Repeat { head, id });
        self.close_loop();
        self.bind(exit);
    }

    fn do_while(&mut self, body: StmtId, cond: ExprId) {
        let (head, next, exit) = (self.label(), self.label(), self.label());
        self.bind(head);
        self.open_loop(exit, next);
        self.statement(body, Context::Single);
        self.close_inner(next);
        self.bind(next);
        self.comma_point(cond);
        let condition = self.condition(cond);
        self.branch_unless(condition, exit);
        // `do … while (0)` is no loop.
        if condition != Operand::bool(false) {
            let id = self.new_loop();
            self.emit(Op::Repeat { head, id });
        }
        self.close_loop();
        self.bind(exit);
    }

    fn switch(&mut self, cond: ExprId, body: StmtId, cases: rucc_sema::CaseList, default: bool) {
        let shape = self.input.shape(self.input.tast[cond].ty);
        let value = self.value(cond);
        let width = self.width(value);
        let (end, other) = (self.label(), self.label());
        let ids: Vec<CaseId> = cases.iter().collect();
        for id in ids {
            let label = self.label();
            self.flow.cases.insert(id, label);
            let case = self.input.tast[id];
            let low = Operand::constant(case.low as u64, width);
            let condition = if case.low == case.high {
                self.binary(BinaryOp::Equal, value, low)
            } else {
                let op = if shape.signed() { BinaryOp::SignedLessEqual } else { BinaryOp::UnsignedLessEqual };
                let above = self.binary(op, low, value);
                let below = self.binary(op, value, Operand::constant(case.high as u64, width));
                self.binary(BinaryOp::And, above, below)
            };
            self.branch(condition, label);
        }
        self.jump(if default { other } else { end });
        self.flow.breaks.push(end);
        self.flow.defaults.push(other);
        self.statement(body, Context::Single);
        self.flow.defaults.pop();
        self.flow.breaks.pop();
        if !default || self.bound(other).is_none() {
            self.bind(other);
        }
        self.bind(end);
    }

    fn goto_label(&mut self, label: LabelId) -> Label {
        if let Some(known) = self.flow.labels.get(&label) {
            return *known;
        }
        let new = self.label();
        self.flow.labels.insert(label, new);
        new
    }

    fn goto(&mut self, target: LabelId) {
        let label = self.goto_label(target);
        let Some(head) = self.bound(label) else {
            self.jump(label);
            return;
        };
        // Backward: a loop from the label to here, which must not cut another loop.
        let around = self.flow.around.get(&target).cloned().unwrap_or_default();
        let here: Vec<usize> = self.flow.open.iter().map(|open| open.id).collect();
        if !here.starts_with(&around) {
            self.unsupported("a goto back into a loop");
        } else if here.len() > around.len() {
            let after = self.label();
            self.jump(after);
            let span = self.span;
            let open = self.flow.open.last_mut().expect("the loop is open; please report this");
            open.pending.push((target, after, span));
        } else {
            let end = self.function.code.len();
            if self.flow.deferred {
                let later = self.label();
                self.jump(later);
                let jump = (target, later, self.span);
                match self.flow.open.last_mut() {
                    Some(open) => open.inner.push(jump),
                    None => self.flow.outermost.push(jump),
                }
                return;
            }
            if self.flow.closed.iter().any(|(start, last)| *start < head && head <= *last) {
                self.flow.overlap = true;
            }
            self.flow.closed.push((head, end));
            let id = self.new_loop();
            self.emit(Op::Repeat { head: label, id });
        }
    }
}
