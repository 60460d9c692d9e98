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

impl Bindings {
    /// The same, as a closure where it is one: `let rec r = a | b | r ; r` is `let r = (a | b)+`, the least relation that has `a`, `b` and
    /// each two of its own steps as one. Nothing else may name `r`.
    pub fn into_closure(mut self) -> Bindings {
        let [binding] = self.all.as_mut_slice() else { return self };
        if self.is_recursive && binding.parameters.is_empty() && binding.close() {
            self.is_recursive = false;
        }
        self
    }
}

impl Let {
    fn close(&mut self) -> bool {
        let is_own = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if *name == self.name.text);
        let is_step = |expr: &Expr| matches!(&expr.kind, ExprKind::Binary(BinaryOperator::Sequence, a, b) if is_own(a) && is_own(b));
        let (mut open, mut steps, mut others) = (vec![&self.body], 0, Vec::new());
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Binary(BinaryOperator::Union, a, b) => open.extend([&**b, &**a]),
                _ if is_step(expr) => steps += 1,
                _ => others.push(expr),
            }
        }
        if steps == 0 || others.is_empty() || others.iter().any(|expr| expr.names(&self.name.text)) {
            return false;
        }
        let span = self.body.span;
        let union =
            |a: Expr, b: Expr| Expr { kind: ExprKind::Binary(BinaryOperator::Union, Box::new(a), Box::new(b)), span };
        let all = others.into_iter().cloned().reduce(union).expect("there are some");
        self.body = Expr { kind: ExprKind::Postfix(PostfixOperator::Plus, Box::new(all)), span };
        true
    }
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
    /// Whether a name occurs in it, whatever it stands for there.
    fn names(&self, name: &str) -> bool {
        match &self.kind {
            ExprKind::Name(other) => other == name,
            ExprKind::Zero | ExprKind::EmptySet => false,
            ExprKind::Binary(_, a, b) | ExprKind::Try(a, b) => a.names(name) || b.names(name),
            ExprKind::Postfix(_, inner) | ExprKind::Complement(inner) | ExprKind::Identity(inner) => inner.names(name),
            ExprKind::In(bindings, inner) => {
                bindings.all.iter().any(|binding| binding.body.names(name)) || inner.names(name)
            }
            ExprKind::Call(function, arguments) => {
                function.text == name || arguments.iter().any(|argument| argument.names(name))
            }
        }
    }

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
