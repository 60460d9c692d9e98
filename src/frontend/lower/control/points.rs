//! Fence points: the places in the source where a fence may be written.
//!
//! In: statements and expressions about to be lowered. Out: [`Op::FencePoint`] instructions where control passes such
//! a place, and the place as a [`Placement`]. Also answers which expressions access memory at all, because a point
//! that no access precedes or follows is of no use.
//!
//! A statement among the statements of a block gets a point before it, a statement that is the whole body of an `if`
//! or a loop is braced, with a point behind it, too, in a loop; an expression becomes the right side of a comma, and the
//! first clause of a `for` also the left side of one. Where the text comes out of a macro, the
//! point is at the use of the macro if the statement starts there, and in the macro's body if the statement stands
//! among others there; if neither is sure there is no point.

use crate::diag::Span;
use crate::frontend::lower::state::blocks::Context;
use crate::frontend::lower::state::body::Body;
use crate::frontend::text::conditionals;
use crate::frontend::text::positions::Range;
use crate::frontend::text::pragmas;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    AtomicOp, BinaryOp as C, Conversion, DeclId, ExprId, ExprKind, Stmt, StmtId, UnaryOp as U,
};
use crate::frontend::typed::types::Shape;
use crate::ir::{Concern, Op, Order, Placement};

impl Body<'_, '_> {
    /// The point before a statement.
    pub fn statement_point(&mut self, stmt: StmtId, context: Context) {
        let Some(range) = self.input.range(stmt) else { return };
        // What comes before a fence within a statement is computed right before it, not before what another configuration has there.
        let mut moved = false;
        let placement = match context {
            Context::Compound => self.input.positions.before(range, self.input.sources).map(|at| {
                let clear = self.beside_conditionals(range, at);
                moved = clear != at;
                Placement::Statement { at: self.before_pragmas(clear) }
            }),
            Context::Single => self.to_be_braced(range).map(|body| Placement::Braced { body }),
        };
        match (placement, self.input.tast[stmt]) {
            // In a macro argument, say, where no statement may begin.
            (None, Stmt::Expr(expr)) => {
                self.comma_point(expr);
            }
            (placement, _) => {
                let extent = self.extent(stmt, range);
                if self.input.declarations_first {
                    self.stretches.behind_declarations();
                }
                self.stretches.begin(placement.as_ref().filter(|_| !moved), extent);
                self.point(placement);
            }
        }
    }

    /// A place before a statement, moved before conditional directives where something that they leave out would take it.
    fn beside_conditionals(&self, range: Range, at: Span) -> Span {
        let behind = range.first.checked_sub(1).and_then(|before| self.input.positions.outer_end(before));
        let behind = behind.filter(|end| end.file == at.file && end.end <= at.start);
        // A macro's definition has no directives in it.
        let Some(behind) = behind.filter(|_| self.input.positions.macro_at(at).is_none()) else { return at };
        let text = &self.input.sources.file(at.file).text;
        let start = conditionals::place(text, behind.end as usize, at.start as usize);
        let start = u32::try_from(start).expect("a file has fewer than 2^32 bytes; please report this");
        Span { start, end: start, ..at }
    }

    /// Whether what is put around a text is around it in every configuration or in none.
    fn is_even(&self, span: &Span) -> bool {
        let text = &self.input.sources.file(span.file).text;
        self.input.positions.macro_at(*span).is_some()
            || conditionals::is_even(text, span.start as usize..span.end as usize)
    }

    /// The text of a statement around which braces may be put.
    fn to_be_braced(&self, range: Range) -> Option<Span> {
        let body = self.input.positions.exactly(range, self.input.sources).filter(|body| self.is_even(body));
        // A brace would part it from its pragmas.
        body.filter(|body| self.before_pragmas(*body).start == body.start)
    }

    /// A place before a statement, moved before the pragmas that belong to the statement.
    fn before_pragmas(&self, at: Span) -> Span {
        let start = pragmas::begin(&self.input.sources.file(at.file).text, at.start as usize);
        let start = u32::try_from(start).expect("a file has fewer than 2^32 bytes; please report this");
        Span { start, end: start, ..at }
    }

    /// The point before the `}` of a block.
    pub fn end_point(&mut self, block: StmtId) {
        let Some(range) = self.input.range(block) else { return };
        if self.input.positions.is(range.last, "}") {
            let range = Range { first: range.last, last: range.last };
            let at = self.input.positions.before(range, self.input.sources);
            self.point(at.map(|at| Placement::Statement { at: self.beside_conditionals(range, at) }));
        }
    }

    /// The point behind the body of a loop that is no block, where control goes on to the condition or the step.
    pub fn loop_end_point(&mut self, body: StmtId) {
        let block = matches!(self.input.tast[body], Stmt::Block(_) | Stmt::Empty | Stmt::Error);
        let Some(range) = self.input.range(body) else { return };
        if !block && !self.input.leaves(body) {
            let body = self.to_be_braced(range);
            self.point(body.map(|body| Placement::BracedEnd { body }));
        }
    }

    /// The point before an expression, if that accesses memory; whether there is one.
    pub fn comma_point(&mut self, expr: ExprId) -> bool {
        if !self.input.has_access(expr) {
            return false;
        }
        let Some(range) = self.input.range(expr) else { return false };
        let span = self.input.positions.exactly_expression(range, self.input.sources);
        let span = span.filter(|span| self.is_even(span));
        self.point(span.map(|expression| Placement::Comma { expression }));
        span.is_some()
    }

    /// The point behind the expression that a `for` begins with, in front of its loop.
    pub fn first_clause_point(&mut self, expr: ExprId) {
        if !self.input.has_access(expr) {
            return;
        }
        let Some(range) = self.input.range(expr) else { return };
        let span = self.input.positions.exactly_expression(range, self.input.sources);
        let span = span.filter(|span| self.is_even(span));
        self.point(span.map(|expression| Placement::CommaEnd { expression }));
    }

    /// The point before an expression that is evaluated after another one, if both access memory.
    pub fn point_behind(&mut self, first: ExprId, expr: ExprId) {
        if self.input.has_access(first) {
            self.comma_point(expr);
        }
    }

    /// The point before the initialiser of a scalar that is declared behind others; whether there is one.
    pub fn initialiser_point(&mut self, decl: DeclId) -> bool {
        let declared = &self.input.tast[decl];
        let is_local = self.input.is_local(decl) && self.input.shape(declared.ty).width().is_some();
        if let Some(list) = declared.init.filter(|_| is_local)
            && let [entry] = &self.input.tast[list]
        {
            let value = entry.value;
            return self.comma_point(value);
        }
        false
    }

    /// Whether an expression may be computed where its value is not asked for: [`Input::is_pure`], and nothing that is
    /// looked for can go wrong.
    pub fn may_be_computed(&self, expr: ExprId) -> bool {
        let looks = self.lower.program.checked.contains(Concern::Overflow);
        self.input.is_pure(expr) && !(looks && self.input.has_arithmetic(expr))
    }

    /// A fence where control never comes would be of no use, and compilers warn of one in front of all cases.
    fn point(&mut self, placement: Option<Placement>) {
        if let Some(placement) = placement.filter(|_| self.is_reached()) {
            let wrapper = self.wrapper();
            let id = self.lower.point(placement, self.among, wrapper);
            self.emit(Op::FencePoint(id));
        }
    }
}

impl Input<'_> {
    /// Whether reading this lvalue is no access to memory: a scalar variable of the function that nothing points at.
    pub fn is_register_like(&self, lvalue: ExprId) -> bool {
        match self.tast[lvalue].kind {
            ExprKind::Decl(decl) => {
                self.is_automatic(decl)
                    && self.shape_of(decl).width().is_some()
                    && matches!(self.order(self.ty(decl)), Order::Plain | Order::Volatile)
                    && !self.is_addressed(decl)
            }
            _ => false,
        }
    }

    /// Whether evaluating the expression can access memory.
    pub fn has_access(&self, expr: ExprId) -> bool {
        let node = self.tast[expr];
        match node.kind {
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => {
                !self.is_register_like(operand) || self.parts(operand).iter().any(|e| self.has_access(*e))
            }
            ExprKind::Assign { lhs, rhs, .. } => {
                !self.is_register_like(lhs) || self.has_access(lhs) || self.has_access(rhs)
            }
            ExprKind::Unary { op: U::PreInc | U::PreDec | U::PostInc | U::PostDec, operand } => {
                !self.is_register_like(operand)
            }
            ExprKind::Atomic { op: AtomicOp::Fence | AtomicOp::SignalFence, .. } => false,
            ExprKind::Call { .. }
            | ExprKind::Atomic { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Overflow { .. } => true,
            _ => self.parts(expr).iter().any(|e| self.has_access(*e)),
        }
    }

    /// Whether the expression only computes: no access, no effect, nothing that can fail.
    pub fn is_pure(&self, expr: ExprId) -> bool {
        let node = self.tast[expr];
        match node.kind {
            ExprKind::Const(_) | ExprKind::Decl(_) | ExprKind::Str(_) => true,
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => self.is_register_like(operand),
            ExprKind::Binary { op: C::Div | C::Rem, .. } => false,
            // An integer type may not hold the number.
            ExprKind::Convert { .. } | ExprKind::Cast(_) if self.converts_float(expr) => false,
            // The amount of a shift may be too much, and a sum lie outside the object.
            ExprKind::Binary { op: C::Shl | C::Shr, lhs, rhs } => {
                let bits = self.shape_of(lhs).width().map_or(0, |width| i128::from(width.bits()));
                self.constant_number(rhs).is_some_and(|amount| (0..bits).contains(&amount)) && self.is_pure(lhs)
            }
            ExprKind::Binary { op: C::Add | C::Sub, .. } if self.pointee(node.ty).is_some() => false,
            // What hangs on where objects lie is noted where it is computed.
            ExprKind::Binary { op: C::Sub | C::Lt | C::Le | C::Gt | C::Ge, lhs, .. }
                if self.pointee(self.ty(lhs)).is_some() =>
            {
                false
            }
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand)
                if self.pointee(self.ty(operand)).is_some()
                    && self.pointee(node.ty).is_none()
                    && self.shape(node.ty) != Shape::Bool =>
            {
                false
            }
            ExprKind::Unary { op: U::PreInc | U::PreDec | U::PostInc | U::PostDec, .. } => false,
            ExprKind::Convert { .. }
            | ExprKind::Cast(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Cond { .. }
            | ExprKind::Member { .. } => self.parts(expr).iter().all(|e| self.is_pure(*e)),
            _ => false,
        }
    }

    /// Whether a part of the expression computes what may be more than its type holds.
    fn has_arithmetic(&self, expr: ExprId) -> bool {
        let computes = match self.tast[expr].kind {
            ExprKind::Binary { op, .. } => matches!(op, C::Add | C::Sub | C::Mul | C::Shl),
            ExprKind::Unary { op, .. } => matches!(op, U::Minus),
            ExprKind::Abs { .. } => true,
            _ => false,
        };
        computes || self.parts(expr).iter().any(|part| self.has_arithmetic(*part))
    }

    /// The operands of an expression.
    pub fn parts(&self, expr: ExprId) -> Vec<ExprId> {
        match self.tast[expr].kind {
            ExprKind::Member { base, .. } => vec![base],
            ExprKind::Subscript { base, index } => vec![base, index],
            ExprKind::Call { callee, args } => {
                let mut parts = vec![callee];
                parts.extend_from_slice(&self.tast[args]);
                parts
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Cast(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Abs { operand }
            | ExprKind::ByteSwap { operand }
            | ExprKind::BitCount { operand, .. } => vec![operand],
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Assign { lhs, rhs, .. } | ExprKind::Comma { lhs, rhs } => {
                vec![lhs, rhs]
            }
            ExprKind::Cond { cond, then, otherwise } => vec![cond, then, otherwise],
            ExprKind::Expect { value, hint, .. } => vec![value, hint],
            ExprKind::Atomic { args, .. } | ExprKind::Overflow { args, .. } => self.tast[args].to_vec(),
            ExprKind::Alloca { size } => vec![size],
            _ => Vec::new(),
        }
    }

    /// Whether a statement is one that control does not flow out of at its end.
    pub fn leaves(&self, stmt: StmtId) -> bool {
        match self.tast[stmt] {
            Stmt::Return(_) | Stmt::Break | Stmt::Continue | Stmt::Goto(_) => true,
            Stmt::Block(list) => self.tast[list].last().is_some_and(|last| self.leaves(*last)),
            _ => false,
        }
    }
}
