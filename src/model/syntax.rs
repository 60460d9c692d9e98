//! The syntax tree of a cat file.
//!
//! In: nothing. Out: the tree that `parser` builds and `resolve` reads. It must not know what a
//! name means: whether it is a set or a relation is settled by `resolve`.

use crate::diag::Span;

/// A cat file.
#[derive(Clone, Debug)]
pub struct File {
    /// The title at its head, without quotes.
    pub title: Option<String>,
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Let(Let),
    Axiom(AxiomStatement),
}

/// `let name = body` or `let name(parameters) = body`.
#[derive(Clone, Debug)]
pub struct Let {
    pub name: Ident,
    /// Empty for a plain definition.
    pub parameters: Vec<Ident>,
    pub body: Expr,
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
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    Postfix(PostfixOperator, Box<Expr>),
    /// `~e`.
    Complement(Box<Expr>),
    /// `[S]`.
    Identity(Box<Expr>),
    /// `f(e, …)`.
    Call(Ident, Vec<Expr>),
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
