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

    /// The last argument of an atomic builtin, its order, which the typed node does not keep: the newest expression
    /// that ends right before the closing parenthesis.
    pub fn last_argument(&self, expr: ExprId) -> Option<ExprId> {
        let whole = self.range(expr)?;
        self.argument_before(expr, whole.last)
    }

    /// The argument of an atomic builtin that ends right before this token.
    pub fn argument_before(&self, expr: ExprId, end: usize) -> Option<ExprId> {
        let whole = self.range(expr)?;
        (0..expr.index()).rev().take(64).map(ExprId::from_usize).find(|candidate| {
            self.range(*candidate).is_some_and(|range| range.last + 1 == end && range.first > whole.first + 1)
        })
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
