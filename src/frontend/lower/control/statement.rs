//! The lowering of statements.
//!
//! In: statements of the typed tree. Out: instructions whose jumps go forward, but for the `Repeat` that closes each
//! loop. Jumps to labels and cases are in `jumps`.

use crate::frontend::lower::state::blocks::{Context, Entry, Made, is_block};
use crate::frontend::lower::state::body::{Body, Local, Owner};
use crate::frontend::lower::state::flow::Target;
use crate::frontend::typed::tree::{
    CaseId, CaseList, DeclId, DeclKind, DeclList, ExprId, InitList, LabelId, Linkage, Stmt, StmtId, StmtList,
};
use crate::frontend::typed::types::Shape;
use crate::frontend::typed::unit::ASYNC_LABEL;
use crate::ids::Label;
use crate::ir::{BinaryOp, Op, Operand, SiteKind, Width};

impl Body<'_, '_> {
    /// The block that is the body of the function.
    pub fn function_body(&mut self, stmt: StmtId) {
        self.statement(stmt, Context::Compound);
    }

    pub fn statement(&mut self, stmt: StmtId, context: Context) {
        let outer = self.span;
        self.span = self.input.place(stmt).or(outer);
        // Those of an expression that this statement is part of live on.
        let around = std::mem::take(&mut self.temporaries);
        if is_block(self.input.tast[stmt], context) {
            self.enter_scope(stmt);
            self.statement_here(stmt, context);
            self.end_temporaries();
            self.leave_scope();
        } else {
            self.statement_here(stmt, context);
            self.end_temporaries();
        }
        self.temporaries = around;
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
            Stmt::Block(list) => self.block(stmt, list),
            Stmt::Decls(list) => self.declarations(stmt, list, context),
            Stmt::If { cond, then, otherwise } => {
                self.statement_point(stmt, context);
                self.if_statement(cond, then, otherwise);
            }
            Stmt::While { cond, body } => {
                self.statement_point(stmt, context);
                self.loop_statement(stmt, Some(cond), None, body);
            }
            Stmt::DoWhile { body, cond } => {
                self.statement_point(stmt, context);
                self.do_while(stmt, body, cond);
            }
            Stmt::For { init, cond, step, body } => {
                self.statement_point(stmt, context);
                self.first_clause(init);
                self.loop_statement(stmt, cond, step, body);
            }
            Stmt::Switch { cond, body, cases, default } => {
                self.statement_point(stmt, context);
                self.switch(stmt, (cond, body), cases, default.is_some());
            }
            Stmt::Case { case, body } => {
                self.arrive(Target::Case(case));
                self.stretches.label();
                self.statement(body, context);
            }
            Stmt::Default { body } => {
                if let Some(switch) = self.flow.switches.last() {
                    self.arrive(Target::Default(*switch));
                }
                self.stretches.label();
                self.statement(body, context);
            }
            Stmt::Label { label, body } => {
                // Who jumps to the label, in a loop say, does not pass what stands before it.
                if context == Context::Compound && !self.is_for_async(label) {
                    self.statement_point(stmt, context);
                }
                self.labelled(label, body, context);
            }
            Stmt::Goto(label) => {
                self.end_for_goto(label);
                self.go_to(Target::Label(label));
            }
            Stmt::IndirectGoto(_) => self.unsupported("a computed goto"),
            Stmt::Asm(asm) => self.assembly(asm),
            Stmt::Break => self.leave_for(self.flow.breaks.last().copied(), "this break"),
            Stmt::Continue => self.leave_for(self.flow.continues.last().copied(), "this continue"),
            Stmt::Return(value) => self.return_statement(stmt, value, context),
        }
    }

    fn block(&mut self, block: StmtId, list: StmtList) {
        let statements = self.input.tast[list].to_vec();
        self.stretches.block();
        let mut begins = true;
        for stmt in &statements {
            begins &= matches!(self.input.tast[*stmt], Stmt::Decls(_));
            self.begins_block = begins;
            self.statement(*stmt, Context::Compound);
        }
        self.begins_block = false;
        if !statements.is_empty() && !self.input.leaves(block) {
            self.end_point(block);
        }
    }

    fn if_statement(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let condition = self.condition(cond);
        self.end_temporaries();
        let end = self.label();
        match otherwise {
            // What is never reached is never looked at, unless a jump leads into it.
            _ if condition == Operand::bool(false) && !self.input.has_target(then) => {
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise, Context::Single);
                }
            }
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

    /// The first clause of a `for`.
    fn first_clause(&mut self, init: Option<StmtId>) {
        match init.map(|init| self.input.tast[init]) {
            Some(Stmt::Expr(expr)) => {
                self.effects(expr);
                self.end_temporaries();
                self.first_clause_point(expr);
            }
            Some(Stmt::Decls(list)) => self.declare_all(list),
            _ => {}
        }
    }

    fn is_for_async(&self, label: LabelId) -> bool {
        self.input.names.resolve(self.input.tast[label].name).starts_with(ASYNC_LABEL)
    }

    fn labelled(&mut self, label: LabelId, body: StmtId, context: Context) {
        self.pass_label(label);
        self.arrive(Target::Label(label));
        self.stretches.label();
        if self.is_for_async(label) {
            // No fence may come between the label and the call.
            self.start_here(body);
        } else {
            self.statement(body, context);
        }
    }

    /// Leaves the scopes behind the one of this depth for a label.
    fn leave_for(&mut self, target: Option<(Label, usize)>, what: &str) {
        match target {
            Some((label, depth)) => {
                self.end_scopes(depth);
                self.jump(label);
            }
            None => self.unsupported(what),
        }
    }

    fn return_statement(&mut self, stmt: StmtId, value: Option<ExprId>, context: Context) {
        self.statement_point(stmt, context);
        let default = self.function.result.map(|width| Operand::constant(0, width));
        let result = match (value, self.result) {
            (None, _) => self.missing_result(),
            (Some(value), Shape::Record) => {
                let from = self.record(value);
                if let Some(to) = self.result_address {
                    let text = self.input.text(value);
                    self.copy_record(to, from, self.input.ty(value), ("result", &text));
                }
                None
            }
            (Some(value), Shape::Wide { .. }) => {
                let number = self.pair(value);
                if let Some(to) = self.result_address {
                    self.put_words(to, number, "result");
                }
                None
            }
            (Some(value), _) if default.is_none() => {
                self.effects(value);
                None
            }
            (Some(value), _) => Some(self.value(value)),
        };
        self.end_temporaries();
        self.end_for_return();
        self.leave_function();
        self.emit(Op::Return(result));
    }

    /// What a function returns that leaves without saying what: `main` 0, one without a result nothing, any other
    /// whatever happens to be there.
    pub fn missing_result(&mut self) -> Option<Operand> {
        let width = self.function.result?;
        if self.function.name == "main" {
            return Some(Operand::constant(0, width));
        }
        // The result of a thread, as a rule, which nobody looks at: so it is no choice before somebody does.
        (width == Width::POINTER).then(|| {
            let nothing = self.register(width, None);
            self.emit(Op::Undefine { dst: nothing });
            Operand::Reg(nothing)
        })
    }

    fn declarations(&mut self, stmt: StmtId, list: DeclList, context: Context) {
        let first = self.input.tast[list].iter().position(|decl| self.initialiser_accesses(*decl));
        if let Some(first) = first
            && !self.point_in_declaration(list, first)
        {
            self.statement_point(stmt, context);
        }
        self.declare_all(list);
    }

    /// Where a declaration may stand behind no statement: whether the point before its first access is one in an initialiser,
    /// which is set here if that is the first one of all.
    fn point_in_declaration(&mut self, list: DeclList, first: usize) -> bool {
        if !self.input.declarations_first || !self.begins_block {
            return false;
        }
        self.stretches.end();
        let decl = self.input.tast[list][first];
        match first {
            0 => self.initialiser_point(decl),
            _ => self.input.shape_of(decl).width().is_some(),
        }
    }

    fn declare_all(&mut self, list: DeclList) {
        for (i, decl) in self.input.tast[list].iter().copied().enumerate() {
            if i > 0 {
                self.stretches.end();
                self.initialiser_point(decl);
            }
            self.declare(decl);
            self.end_temporaries();
        }
    }

    fn initialiser_accesses(&self, decl: DeclId) -> bool {
        let declared = &self.input.tast[decl];
        // The length of an array is read, too.
        let measured = declared.kind == DeclKind::Object && self.input.layout(declared.ty).is_none();
        if self.input.lengths_access(declared.ty) {
            return true;
        }
        let initialised = |list: InitList| {
            // An object that is not a register is written by its initialiser.
            !self.in_register(decl) || self.input.tast[list].iter().any(|e| self.input.has_access(e.value))
        };
        self.input.is_automatic(decl) && (measured || declared.init.is_some_and(initialised))
    }

    /// Declares a local variable: a register, or a new object; and initialises it.
    pub fn declare(&mut self, decl: DeclId) {
        let declared = &self.input.tast[decl];
        // A prototype in a block has the linkage of what it declares; a definition there has none.
        if declared.kind == DeclKind::Function && declared.body.is_some() && declared.linkage == Linkage::None {
            self.unsupported(&format!("a nested function (`{}`)", self.input.name(decl)));
            return;
        }
        let outer = self.span;
        self.span = self.input.place(decl).or(outer);
        // Also for a typedef, a static pointer, and what nobody uses.
        if matches!(declared.kind, DeclKind::Object | DeclKind::Type) {
            self.measure(declared.ty, Owner::Declaration(decl));
        }
        if !self.input.is_local(decl) {
            self.span = outer;
            return;
        }
        if declared.cleanup.is_some()
            && (!self.is_always_passed() || self.input.layout(declared.ty).is_none() || self.input.is_unkept(decl))
        {
            self.unsupported(
                "the attribute `cleanup` of an array of variable length, or where a jump goes past the declaration,",
            );
        }
        let init = declared.init;
        let shape = self.input.shape(declared.ty);
        let name = self.input.name(decl).to_string();
        if self.input.is_unkept(decl) {
            if let (Shape::Refused(construct), true) = (shape, self.input.is_addressed(decl)) {
                self.unsupported(construct);
            }
            // A variable nobody reads is no obstacle; what would be stored in it is still evaluated.
            if let Some(list) = init {
                for entry in self.input.tast[list].iter().copied() {
                    self.effects(entry.value);
                }
            }
        } else if self.in_register(decl) {
            let reg = match self.locals.get(&decl) {
                Some(Local::Register(reg)) => *reg,
                _ => self.variable(decl),
            };
            self.locals.insert(decl, Local::Register(reg));
            match init {
                Some(list) => self.initialise_register(reg, shape, list),
                // Each time it is born anew.
                None if self.is_repeated() || self.looks_for_unset() => self.emit(Op::Undefine { dst: reg }),
                None => {}
            }
        } else if self.input.layout(self.input.ty(decl)).is_none() {
            match self.size(self.input.ty(decl)) {
                Some(size) => {
                    let reg = self.allocate_bytes((size, self.input.alignment(decl)), name.as_str().into());
                    self.locals.insert(decl, Local::Object(reg));
                    self.measured_object(reg);
                }
                None => self.unsupported(&format!("the variable-length or incomplete type of `{name}`")),
            }
        } else {
            let literal = if name.is_empty() { self.made_for_literal(decl) } else { None };
            let reg = match (literal, self.locals.get(&decl)) {
                (Some(reg), _) => reg,
                // Made already: at the entry of its block, or because a jump goes past the declaration.
                (None, Some(Local::Object(reg))) if self.entry_of_scope() != Entry::Straight => {
                    let reg = *reg;
                    if init.is_none() && self.may_be_passed_again() {
                        self.lose_value(decl, reg);
                    }
                    reg
                }
                _ if self.entry_of_scope() != Entry::Straight => self.allocate_at_entry(decl),
                _ => {
                    let reg = self.allocate(decl);
                    // A compound literal may stand in an expression that is not always evaluated.
                    let made = if name.is_empty() { Made::Perhaps } else { Made::Certainly };
                    self.mortal(reg, made);
                    reg
                }
            };
            self.locals.insert(decl, Local::Object(reg));
            if let Some(list) = init {
                self.initialise_object(decl, Operand::Reg(reg), list);
            }
            if let Some(cleanup) = declared.cleanup {
                self.clean_up(reg, cleanup);
            }
        }
        self.span = outer;
    }

    /// The value of an object is arbitrary again: control has passed its declaration.
    fn lose_value(&mut self, decl: DeclId, address: crate::ids::RegId) {
        let size = self.input.layout(self.input.ty(decl)).map_or(0, |layout| layout.size);
        let (span, name) = (self.span, self.input.name(decl).to_string());
        if self.looks_for_unset() {
            self.unsupported(&format!(
                "the declaration of `{name}`, which a jump passes again, where `uninitialised` is looked for,"
            ));
        }
        let site = self.named_site(SiteKind::Store, span, &name);
        self.emit(Op::AnyMemory { to: Operand::Reg(address), size: Operand::pointer(size), site });
    }

    /// `while (cond) body`, or `for` after its first clause.
    fn loop_statement(&mut self, stmt: StmtId, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        // What is never reached is never looked at, unless a jump leads into it.
        let never = cond.is_some_and(|cond| self.constant_number(cond) == Some(0));
        if never && !self.input.has_target(body) {
            return;
        }
        let id = self.new_loop();
        let (next, exit) = (self.label(), self.label());
        let again = if step.is_none() { self.begin_waits(cond, body) } else { None };
        for head in [cond, step].into_iter().flatten() {
            self.make_for_loop(head);
        }
        let head = self.open_loop(stmt, exit, next);
        if let Some(cond) = cond {
            self.comma_point(cond);
            self.of_the_loop_around(|body| body.leave_unless(cond, exit));
        }
        let outer = std::mem::replace(&mut self.waited, again);
        self.statement(body, Context::Single);
        self.loop_end_point(body);
        self.waited = outer;
        self.close_body(next);
        self.bind(next);
        if let Some(step) = step {
            self.comma_point(step);
            self.of_the_loop_around(|body| body.effects(step));
            self.end_temporaries();
        }
        self.emit(Op::Repeat { head, id });
        self.close_loop();
        self.bind(exit);
    }

    fn do_while(&mut self, stmt: StmtId, body: StmtId, cond: ExprId) {
        let (next, exit) = (self.label(), self.label());
        // Waits in `do … while (0)` are those of a loop around it.
        let outer = if self.constant_number(cond) == Some(0) {
            self.waited.clone()
        } else {
            let again = self.begin_waits(Some(cond), body);
            std::mem::replace(&mut self.waited, again)
        };
        self.make_for_loop(cond);
        let head = self.open_loop(stmt, exit, next);
        self.statement(body, Context::Single);
        self.loop_end_point(body);
        self.waited = outer;
        self.close_body(next);
        self.bind(next);
        self.comma_point(cond);
        let condition = self.of_the_loop_around(|body| body.leave_unless(cond, exit));
        // `do … while (0)` is no loop.
        if condition != Operand::bool(false) {
            let id = self.new_loop();
            self.emit(Op::Repeat { head, id });
        }
        self.close_loop();
        self.bind(exit);
    }

    /// Lowers what is in the head of a loop. A `break` or `continue` in a statement expression there is one of the loop around it, as
    /// gcc has it.
    fn of_the_loop_around<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let own = (self.flow.breaks.pop(), self.flow.continues.pop());
        let result = lower(self);
        self.flow.breaks.extend(own.0);
        self.flow.continues.extend(own.1);
        result
    }

    fn switch(&mut self, stmt: StmtId, (cond, body): (ExprId, StmtId), cases: CaseList, default: bool) {
        let shape = self.input.shape_of(cond);
        let value = self.value(cond);
        self.end_temporaries();
        let width = self.width(value);
        self.begin_for_cases(stmt);
        let end = self.label();
        let ids: Vec<CaseId> = cases.iter().collect();
        for id in ids {
            let case = self.input.tast[id];
            let low = Operand::constant(case.low as u64, width);
            let condition = if case.low == case.high {
                self.binary(BinaryOp::Equal, value, low)
            } else {
                let op = if shape.is_signed() { BinaryOp::SignedLessEqual } else { BinaryOp::UnsignedLessEqual };
                let above = self.binary(op, low, value);
                let below = self.binary(op, value, Operand::constant(case.high as u64, width));
                self.binary(BinaryOp::And, above, below)
            };
            self.go_to_if(condition, Target::Case(id));
        }
        if default {
            self.go_to(Target::Default(stmt));
        } else {
            self.jump(end);
        }
        self.flow.breaks.push((end, self.scopes.len()));
        self.flow.switches.push(stmt);
        self.statement(body, Context::Single);
        self.flow.switches.pop();
        self.flow.breaks.pop();
        self.bind(end);
    }
}
