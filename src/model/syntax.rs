//! The syntax tree of a cat file.
//!
//! In: nothing. Out: the tree that `parser` builds and `resolve` reads. It must not know what a
//! name means: whether it is a set or a relation is settled by `resolve`.

use crate::diag::Span;

/// A cat file.
#[derive(Clone, Debug)]
pub struct File {
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Let(Bindings),
    Axiom(AxiomStatement),
    /// `flag` and `undefined_unless`: what is worth a remark. It forbids nothing.
    Flag(Expr),
    /// `include "path"`; the span is that of the path.
    Include(Ident),
    Procedure(Procedure),
    /// `call name(arguments)`.
    Call(Ident, Vec<Expr>),
    /// `enum name = 'tag || …`: the tags that events may carry.
    Enum(Vec<Ident>),
}

/// `let a = … and b = …`, with or without `rec`.
#[derive(Clone, Debug)]
pub struct Bindings {
    pub is_recursive: bool,
    /// At least one.
    pub all: Vec<Let>,
}

/// `name = body` or `name(parameters) = body`.
#[derive(Clone, Debug)]
pub struct Let {
    pub name: Ident,
    /// Empty for a plain definition.
    pub parameters: Vec<Ident>,
    pub body: Expr,
}

/// `procedure name(parameters) = statements end`.
#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub body: Vec<Statement>,
}

/// `acyclic operand as name`.
#[derive(Clone, Debug)]
pub struct AxiomStatement {
    pub kind: AxiomKind,
    pub operand: Expr,
    pub name: Option<Ident>,
}

/// What an axiom demands of its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxiomKind {
    Acyclic,
    Irreflexive,
    Empty,
}

impl AxiomKind {
    pub fn keyword(self) -> &'static str {
        match self {
            AxiomKind::Acyclic => "acyclic",
            AxiomKind::Irreflexive => "irreflexive",
            AxiomKind::Empty => "empty",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Ident {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(String),
    /// `0`, the empty relation.
    Zero,
    /// `{}`, the empty set.
    EmptySet,
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    Postfix(PostfixOperator, Box<Expr>),
    /// `~e`.
    Complement(Box<Expr>),
    /// `[S]`.
    Identity(Box<Expr>),
    /// `f(e, …)`.
    Call(Ident, Vec<Expr>),
    /// `let … in e`.
    In(Box<Bindings>, Box<Expr>),
    /// `try e with e`: the second where the first has a name that is not known.
    Try(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Whether a function is called in it.
    pub fn calls(&self, function: &str) -> bool {
        match &self.kind {
            ExprKind::Name(_) | ExprKind::Zero | ExprKind::EmptySet => false,
            ExprKind::Binary(_, a, b) | ExprKind::Try(a, b) => a.calls(function) || b.calls(function),
            ExprKind::Postfix(_, inner)
            | ExprKind::Complement(inner)
            | ExprKind::Identity(inner)
            | ExprKind::In(_, inner) => inner.calls(function),
            ExprKind::Call(name, arguments) => {
                name.text == function || arguments.iter().any(|argument| argument.calls(function))
            }
        }
    }
}

/// The infix operators, from the loosest to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BinaryOperator {
    /// `|`
    Union,
    /// `;`
    Sequence,
    /// `\`
    Difference,
    /// `&`
    Intersection,
    /// `*` between two sets
    Product,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostfixOperator {
    /// `^-1`
    Inverse,
    /// `+`
    Plus,
    /// `*`
    Star,
    /// `?`
    Optional,
}
