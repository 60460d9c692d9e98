//! What several readers of a typed tree ask of its nodes and types.
//!
//! In: ids of the typed tree. Out: answers that rest on how the tree is made: which node stands around which, where a declaration says how
//! long its object lives, what a type is made of. It must not know what is lowered.

use rucc_sema::{DeclId, DeclKind, ExprId, ExprKind, StmtId, StorageDuration, Tast};
use rucc_types::{FunctionType, RecordInfo, TypeId, TypeKind};

use super::input::Input;
use super::types::Shape;
use crate::diag::Span;
use crate::frontend::text::positions::Range;

/// A node that has a type.
pub trait HasType: Copy {
    fn type_in(self, tast: &Tast) -> TypeId;
}

impl HasType for ExprId {
    fn type_in(self, tast: &Tast) -> TypeId {
        tast[self].ty
    }
}

impl HasType for DeclId {
    fn type_in(self, tast: &Tast) -> TypeId {
        tast[self].ty
    }
}

/// A node that stands somewhere in the text.
pub trait HasPlace: Copy {
    fn span_in(self, tast: &Tast) -> rucc_diag::Span;
}

impl HasPlace for ExprId {
    fn span_in(self, tast: &Tast) -> rucc_diag::Span {
        tast.expr_span(self)
    }
}

impl HasPlace for StmtId {
    fn span_in(self, tast: &Tast) -> rucc_diag::Span {
        tast.stmt_span(self)
    }
}

impl HasPlace for DeclId {
    fn span_in(self, tast: &Tast) -> rucc_diag::Span {
        tast.decl_span(self)
    }
}

impl<'a> Input<'a> {
    /// The tokens of a node.
    pub fn range<N: HasPlace>(&self, node: N) -> Option<Range> {
        self.positions.range(node.span_in(self.tast))
    }

    /// The place of a node.
    pub fn place<N: HasPlace>(&self, node: N) -> Option<Span> {
        self.positions.span(self.range(node)?)
    }

    /// The type of an expression or a declaration.
    pub fn ty<N: HasType>(&self, node: N) -> TypeId {
        node.type_in(self.tast)
    }

    /// How a value of the type of an expression or a declaration is represented.
    pub fn shape_of<N: HasType>(&self, node: N) -> Shape {
        self.shape(self.ty(node))
    }

    /// What a struct or union is made of.
    pub fn record(&self, ty: TypeId) -> Option<&'a RecordInfo> {
        match self.bare(ty) {
            TypeKind::Record(id) => Some(self.types.record_info(id)),
            _ => None,
        }
    }

    /// What a function takes and returns.
    pub fn signature(&self, ty: TypeId) -> Option<&'a FunctionType> {
        match self.bare(ty) {
            TypeKind::Function(id) => Some(self.types.signature(id)),
            _ => None,
        }
    }

    /// An argument of a builtin, counted from the last one, which is 0: the typed node does not keep the orders. Of the expressions that
    /// were read before the builtin it is the newest that has all tokens between the commas, but for parentheses around them, which belong
    /// to no expression; there is none where only a part is kept, as of `_Generic`.
    pub fn argument_from_last(&self, builtin: ExprId, number: usize) -> Option<ExprId> {
        let whole = self.range(builtin)?;
        let argument = self.argument_ranges(whole)?.into_iter().rev().nth(number)?;
        let are = |mut tokens: std::ops::Range<usize>, token: &str| tokens.all(|index| self.positions.is(index, token));
        let is_all =
            |range: &Range| are(argument.first..range.first, "(") && are(range.last + 1..argument.last + 1, ")");
        let is_within = |range: &Range| argument.first <= range.first && range.last <= argument.last;
        let before = (0..builtin.index()).rev().map(ExprId::from_usize);
        let ranges = before.filter_map(|expr| Some((expr, self.range(expr)?)));
        let mut of_builtin = ranges.take_while(|(_, range)| range.last >= whole.first);
        of_builtin.find(|(_, range)| is_within(range) && is_all(range)).map(|(expr, _)| expr)
    }

    /// Whether a builtin is called with arguments.
    pub fn has_arguments(&self, builtin: ExprId) -> bool {
        let ranges = self.range(builtin).and_then(|whole| self.argument_ranges(whole));
        ranges.is_none_or(|ranges| !ranges.is_empty())
    }

    /// The tokens of the arguments of a call, if there is none without tokens.
    fn argument_ranges(&self, call: Range) -> Option<Vec<Range>> {
        let is_one_of = |index: usize, all: &[&str]| all.iter().any(|token| self.positions.is(index, token));
        let mut depth = 0usize;
        let mut arguments = Vec::new();
        let mut last = call.last.checked_sub(1)?;
        // From its end, since what is called may have parentheses of its own.
        for index in (call.first..=call.last).rev() {
            if is_one_of(index, &[")", "]", "}", ":>", "%>"]) {
                depth += 1;
            } else if is_one_of(index, &["(", "[", "{", "<:", "<%"]) {
                depth = depth.checked_sub(1)?;
            }
            let is_open = depth == 0;
            if is_open && index == call.last {
                return None;
            }
            if is_open || depth == 1 && self.positions.is(index, ",") {
                if index < last {
                    arguments.push(Range { first: index + 1, last });
                } else if !(is_open && arguments.is_empty()) {
                    return None;
                }
                last = index.checked_sub(1)?;
            }
            if is_open {
                arguments.reverse();
                return Some(arguments);
            }
        }
        None
    }

    /// The expression whose value is converted, whatever to.
    pub fn behind_conversions(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) = self.tast[expr].kind {
            expr = operand;
        }
        expr
    }

    /// Whether an object lives as long as its block.
    pub fn is_automatic(&self, decl: DeclId) -> bool {
        self.tast[decl].duration == StorageDuration::Automatic
    }

    /// Whether a declaration is that of a local variable that lives as long as its block.
    pub fn is_local(&self, decl: DeclId) -> bool {
        self.tast[decl].kind == DeclKind::Object && self.is_automatic(decl)
    }

    /// A type as C writes it.
    pub fn spelled(&self, ty: TypeId) -> String {
        rucc_types::spell(self.types, self.names, ty)
    }

    /// The declaration of something with a name, as C writes it.
    pub fn declaration_of(&self, decl: DeclId) -> String {
        let name = self.tast[decl].name.expect("it has a name; please report this");
        rucc_types::declare(self.types, self.names, self.tast[decl].ty, name)
    }
}
