//! Fence points within expressions, for a text in which what is evaluated before them gets a temporary.
//!
//! In: the accesses of a statement as they are lowered. Out: an [`Op::FencePoint`] behind each, with the place of the statement and
//! the accesses that stand before it there ([`Placement::Split`]). It must not know how that is written; [`crate::frontend::lower::state::stretches`]
//! keeps what has been lowered.
//!
//! # When a statement may be taken apart
//! The accesses before the point are evaluated before the statement then, in their order, and the rest of it later. The
//! lowering evaluates operands from left to right, which is one of the orders that C leaves open; the new text is sequenced, and
//! means the same under these conditions:
//!
//! - Each access before the point is evaluated exactly once and whatever happens: since the statement began there was neither a
//!   label nor a branch, as a loop, `&&` or a call that is written out would bring.
//! - Each of them is an expression of its own with a type that a variable can have, and stands in the text as it is and not in the
//!   middle of a macro. What accesses memory in another way ends the stretch. What a macro is given is such an expression if the
//!   macro has it in its text once: one that stands there twice is evaluated twice, and a temporary once, and a string of its text
//!   would be one of the temporary's name.
//! - No directive stands in the statement: another configuration would be taken apart at another place.
//! - None of them depends on a variable that the statement changes before, or declares: where a local variable gets a value the
//!   stretch ends, and so it does at an expression that has a name in it which the statement declares.
//!
//! The text is read and checked again as that of every repair, so a mistake here is no wrong repair but none.

use crate::diag::Span;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::stretches::Extent;
use crate::frontend::options::Splits;
use crate::frontend::text::conditionals;
use crate::frontend::text::positions::Range;
use crate::frontend::typed::tree::{
    Conversion, ExprId, ExprKind, FloatKind, IntKind, Stmt, StmtId, TypeId, TypeKind, UnaryOp as U,
};
use crate::ir::{Earlier, Op, Placement};

impl Body<'_, '_> {
    /// An expression has been lowered, from this instruction on: a point behind it if it is an access.
    pub fn split_behind(&mut self, expr: ExprId, start: usize) {
        if self.lower.splits == Splits::None || !self.is_access(expr) {
            return;
        }
        let Some(mut stretch) = self.stretches.now.take() else { return };
        let covered = stretch.loose.len();
        stretch.loose.retain(|at| *at < start);
        if stretch.loose.len() == covered {
            self.stretches.now = Some(stretch);
            return;
        }
        let Extent { span: all, tokens, expression, names } = &stretch.extent;
        let within = |span: &Span| span.file == all.file && all.start <= span.start && span.end <= all.end;
        let positions = self.input.positions;
        let span = self.input.range(expr).and_then(|range| {
            let span = positions.exactly_expression(range, self.input.sources);
            // What a macro is given stands at its use, and there the temporary goes.
            let given = || positions.written_together(range).filter(within);
            let span = span.filter(within).or_else(given)?;
            let is_one = positions.is_given_once(range, *tokens);
            (is_one && !positions.may_be_in_a_string(range, self.input.sources)).then_some(span)
        });
        let (Some(span), Some(ty)) = (span, self.declared(expr)) else { return };
        let names_own = words(self.input.sources.text(span)).any(|word| names.iter().any(|name| name == word));
        if !stretch.loose.is_empty() || names_own || *expression == Some(span) {
            return;
        }
        stretch.earlier.retain(|earlier| earlier.span.start < span.start || earlier.span.end > span.end);
        stretch.earlier.push(Earlier { span, ty });
        let placement = Placement::Split { before: stretch.before, earlier: stretch.earlier.clone() };
        let wrapper = self.wrapper();
        let id = self.lower.point(placement, self.among, wrapper);
        self.stretches.now = Some(stretch);
        self.emit(Op::FencePoint(id));
    }

    /// The text of a statement between these tokens; nothing where it is not wanted or no text of its own.
    pub fn extent(&self, stmt: StmtId, range: Range) -> Option<Extent> {
        let sources = self.input.sources;
        let span = self.input.positions.exactly(range, sources).filter(|_| self.lower.splits == Splits::Offered)?;
        let text = &*sources.file(span.file).text;
        if conditionals::has_some(text, span.start as usize..span.end as usize) {
            return None;
        }
        let expression = match self.input.tast[stmt] {
            Stmt::Expr(mut expr) => {
                while let ExprKind::Cast(inner) = self.input.tast[expr].kind {
                    expr = inner;
                }
                let range = self.input.range(expr)?;
                self.input.positions.exactly_expression(range, sources)
            }
            _ => None,
        };
        let names = match self.input.tast[stmt] {
            Stmt::Decls(list) => self.input.tast[list].iter().map(|decl| self.input.name(*decl).to_string()).collect(),
            _ => Vec::new(),
        };
        Some(Extent { span, tokens: range, expression, names })
    }

    fn is_access(&self, expr: ExprId) -> bool {
        match self.input.tast[expr].kind {
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => !self.input.is_register_like(operand),
            ExprKind::Unary { op: U::PreInc | U::PreDec | U::PostInc | U::PostDec, .. }
            | ExprKind::Assign { .. }
            | ExprKind::Call { .. }
            | ExprKind::Atomic { .. } => true,
            _ => false,
        }
    }

    /// What a variable for the value is declared with. The value of a bit-field has another range than its type.
    fn declared(&self, expr: ExprId) -> Option<&'static str> {
        if self.input.bit_field_width(expr).is_some() {
            return None;
        }
        self.type_name(self.input.ty(expr))
    }

    fn type_name(&self, ty: TypeId) -> Option<&'static str> {
        Some(match self.input.bare(ty) {
            TypeKind::Bool => "_Bool",
            TypeKind::Int(IntKind::Char) => "char",
            TypeKind::Int(IntKind::SChar) => "signed char",
            TypeKind::Int(IntKind::UChar) => "unsigned char",
            TypeKind::Int(IntKind::Short) => "short",
            TypeKind::Int(IntKind::UShort) => "unsigned short",
            TypeKind::Int(IntKind::Int) => "int",
            TypeKind::Int(IntKind::UInt) => "unsigned",
            TypeKind::Int(IntKind::Long) => "long",
            TypeKind::Int(IntKind::ULong) => "unsigned long",
            TypeKind::Int(IntKind::LongLong) => "long long",
            TypeKind::Int(IntKind::ULongLong) => "unsigned long long",
            TypeKind::Float(FloatKind::Float) => "float",
            TypeKind::Float(FloatKind::Double) => "double",
            TypeKind::Pointer(_) | TypeKind::Enum(_) => "__auto_type",
            _ => return None,
        })
    }
}

/// The identifiers and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
