//! The grammar of the axiom language, a subset of herd's cat.
//!
//! In: the text of a cat file. Out: its [`syntax`](super::syntax) tree, or the first place that does not fit the
//! grammar. It must not know what names mean.
//!
//! Operators bind as in herd's own parser, from loose to tight: `|`, `;`, `\`, `&`, `*` between sets, then `~` and the
//! postfix operators. `\` associates to the left. A `*` is the product of two sets when an operand follows it and the
//! closure of the relation before it otherwise.
//!
//! Written by hand: five statements and nine operators, and the messages matter more than the grammar.

use super::lexer::{Token, tokens};
use super::syntax::{
    AxiomKind, AxiomStatement, BinaryOperator, Expr, ExprKind, File, Ident, Let, PostfixOperator, Statement,
};
use crate::diag::{Diagnostic, FileId, Span};

/// A statement with more names and operators than this is refused, so that no input can exhaust the stack.
const MAX_SIZE: usize = 500;

/// Parses a cat file.
///
/// # Errors
/// The first place where the text leaves the grammar.
pub fn parse(file: FileId, text: &str) -> Result<File, Diagnostic> {
    let tokens = tokens(file, text)?;
    let mut parser = Parser { tokens, at: 0, size: 0 };
    let title = match parser.peek() {
        Token::Text(text) => {
            let text = text.clone();
            parser.advance();
            Some(text)
        }
        _ => None,
    };
    let mut statements = Vec::new();
    while *parser.peek() != Token::End {
        parser.size = 0;
        statements.push(parser.statement()?);
    }
    Ok(File { title, statements })
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// Tokens taken by the statement that is being read.
    size: usize,
}

/// Words of cat that this subset leaves out; a user who brings a herd file should learn so by name.
const FOREIGN: &[&str] = &[
    "and",
    "call",
    "debug",
    "do",
    "enum",
    "flag",
    "forall",
    "from",
    "fun",
    "if",
    "in",
    "include",
    "instructions",
    "match",
    "procedure",
    "rec",
    "requires",
    "show",
    "try",
    "undefined_unless",
    "unshow",
    "when",
    "with",
];

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        self.size += 1;
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn expect(&mut self, token: &Token) -> Result<Span, Diagnostic> {
        if self.peek() == token {
            return Ok(self.advance());
        }
        Err(self.unexpected(&token.describe()))
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = self.peek();
        if let Token::Name(name) = found
            && FOREIGN.contains(&name.as_str())
        {
            return Diagnostic::unsupported(format!("`{name}` of the cat language"), self.span())
                .help("the subset that is supported is described in encodings/README.md");
        }
        Diagnostic::error(format!("expected {wanted}, found {}", found.describe())).at(self.span())
    }

    fn ident(&mut self, wanted: &str) -> Result<Ident, Diagnostic> {
        match self.peek() {
            Token::Name(text) if text != "_" && !FOREIGN.contains(&text.as_str()) => {
                let text = text.clone();
                Ok(Ident { text, span: self.advance() })
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn statement(&mut self) -> Result<Statement, Diagnostic> {
        let kind = match self.peek() {
            Token::Let => return self.definition().map(Statement::Let),
            Token::Acyclic => AxiomKind::Acyclic,
            Token::Irreflexive => AxiomKind::Irreflexive,
            Token::Empty => AxiomKind::Empty,
            Token::Tilde => {
                return Err(Diagnostic::unsupported("a negated axiom", self.span())
                    .help("an axiom forbids executions: state what must be acyclic, irreflexive or empty"));
            }
            _ => return Err(self.unexpected("`let`, `acyclic`, `irreflexive` or `empty`")),
        };
        self.advance();
        let operand = self.expr(BinaryOperator::Union)?;
        let name = if *self.peek() == Token::As {
            self.advance();
            Some(self.ident("a name for the axiom")?)
        } else {
            None
        };
        Ok(Statement::Axiom(AxiomStatement { kind, operand, name }))
    }

    fn definition(&mut self) -> Result<Let, Diagnostic> {
        self.advance();
        let name = self.ident("a name to define")?;
        let mut parameters = Vec::new();
        if *self.peek() == Token::OpenParen {
            self.advance();
            loop {
                parameters.push(self.ident("the name of a parameter")?);
                match self.peek() {
                    Token::Comma => self.advance(),
                    _ => break,
                };
            }
            self.expect(&Token::CloseParen)?;
        }
        self.expect(&Token::Equals)?;
        let body = self.expr(BinaryOperator::Union)?;
        Ok(Let { name, parameters, body })
    }

    /// An expression whose infix operators bind at least as tightly as `loosest`.
    fn expr(&mut self, loosest: BinaryOperator) -> Result<Expr, Diagnostic> {
        let mut left = self.unary()?;
        while let Some(operator) = self.infix().filter(|operator| *operator >= loosest) {
            self.advance();
            // What stands to the right of an operator binds tighter than it: all associate to the left, which for
            // the associative ones means the same as herd's right association.
            let right = self.expr(tighter(operator))?;
            let span = Span { end: right.span.end, ..left.span };
            left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn infix(&self) -> Option<BinaryOperator> {
        Some(match self.peek() {
            Token::Bar => BinaryOperator::Union,
            Token::Semicolon => BinaryOperator::Sequence,
            Token::Backslash => BinaryOperator::Difference,
            Token::Ampersand => BinaryOperator::Intersection,
            Token::Star => BinaryOperator::Product,
            _ => return None,
        })
    }

    fn unary(&mut self) -> Result<Expr, Diagnostic> {
        let mut complements = Vec::new();
        while *self.peek() == Token::Tilde {
            complements.push(self.advance());
            self.fits()?;
        }
        let mut expr = self.primary()?;
        while let Some(operator) = self.postfix() {
            let end = self.advance().end;
            self.fits()?;
            let span = Span { end, ..expr.span };
            expr = Expr { kind: ExprKind::Postfix(operator, Box::new(expr)), span };
        }
        for tilde in complements.into_iter().rev() {
            let span = Span { start: tilde.start, ..expr.span };
            expr = Expr { kind: ExprKind::Complement(Box::new(expr)), span };
        }
        Ok(expr)
    }

    /// Every step that makes the tree deeper passes here.
    fn fits(&self) -> Result<(), Diagnostic> {
        if self.size <= MAX_SIZE {
            return Ok(());
        }
        Err(Diagnostic::error("this statement is too long").at(self.span()).help("name parts of it with `let`"))
    }

    fn postfix(&self) -> Option<PostfixOperator> {
        Some(match self.peek() {
            Token::Inverse => PostfixOperator::Inverse,
            Token::Plus => PostfixOperator::Plus,
            Token::Question => PostfixOperator::Optional,
            Token::Star if !self.operand_follows() => PostfixOperator::Star,
            _ => return None,
        })
    }

    fn operand_follows(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|(token, _)| {
            matches!(token, Token::Name(_) | Token::Zero | Token::Tilde | Token::OpenParen | Token::OpenBracket)
        })
    }

    fn primary(&mut self) -> Result<Expr, Diagnostic> {
        self.fits()?;
        match self.peek() {
            Token::Name(text) if !FOREIGN.contains(&text.as_str()) => {
                let text = text.clone();
                let span = self.advance();
                if *self.peek() == Token::OpenParen {
                    return self.call(Ident { text, span });
                }
                Ok(Expr { kind: ExprKind::Name(text), span })
            }
            Token::Zero => Ok(Expr { kind: ExprKind::Zero, span: self.advance() }),
            Token::OpenParen => {
                let start = self.advance().start;
                let inner = self.expr(BinaryOperator::Union)?;
                let end = self.expect(&Token::CloseParen)?.end;
                Ok(Expr { span: Span { start, end, ..inner.span }, kind: inner.kind })
            }
            Token::OpenBracket => {
                let start = self.advance().start;
                let inner = self.expr(BinaryOperator::Union)?;
                let end = self.expect(&Token::CloseBracket)?.end;
                let span = Span { start, end, ..inner.span };
                Ok(Expr { kind: ExprKind::Identity(Box::new(inner)), span })
            }
            _ => Err(self.unexpected("a set or a relation")),
        }
    }

    fn call(&mut self, function: Ident) -> Result<Expr, Diagnostic> {
        self.advance();
        let mut arguments = vec![self.expr(BinaryOperator::Union)?];
        while *self.peek() == Token::Comma {
            self.advance();
            arguments.push(self.expr(BinaryOperator::Union)?);
        }
        let end = self.expect(&Token::CloseParen)?.end;
        let span = Span { end, ..function.span };
        Ok(Expr { kind: ExprKind::Call(function, arguments), span })
    }
}

fn tighter(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Union => BinaryOperator::Sequence,
        BinaryOperator::Sequence => BinaryOperator::Difference,
        BinaryOperator::Difference => BinaryOperator::Intersection,
        // A product of three sets is no relation; that the next operand is a single one makes it a type error.
        BinaryOperator::Intersection | BinaryOperator::Product => BinaryOperator::Product,
    }
}
