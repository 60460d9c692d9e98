//! The grammar of expressions.
//!
//! In: tokens. Out: expressions of the tree. It must not know statements, but for `let … in`.
//!
//! Operators bind as in herd's own parser, from loose to tight: `|`, `;`, `\`, `&`, `*` between sets, then `~` and the
//! postfix operators. `\` associates to the left. A `*` is the product of two sets when an operand follows it and the
//! closure of the relation before it otherwise. A name before another name, `0` or `{` is applied to it: `domain r`.

use super::{FOREIGN, MAX_SIZE, Parser};
use crate::diag::{Diagnostic, Span};
use crate::model::lexer::{Keyword, Token};
use crate::model::syntax::{BinaryOperator, Expr, ExprKind, Ident, PostfixOperator};

impl Parser {
    /// An expression whose infix operators bind at least as tightly as `loosest`.
    pub(super) fn expr(&mut self, loosest: BinaryOperator) -> Result<Expr, Diagnostic> {
        if self.is_word(Keyword::Let) {
            return self.local();
        }
        // Its parts reach as far as they can, so that it stands alone or in parentheses.
        if loosest == BinaryOperator::Union && self.is_word(Keyword::Try) {
            return self.attempt();
        }
        if loosest == BinaryOperator::Union && self.is_word(Keyword::If) {
            return self.conditional();
        }
        // A union may begin with its sign.
        if loosest == BinaryOperator::Union {
            self.take(&Token::Bar);
        }
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

    /// `let … in e`.
    fn local(&mut self) -> Result<Expr, Diagnostic> {
        self.fits()?;
        let start = self.span();
        let bindings = self.bindings()?;
        self.expect(&Token::Word(Keyword::In))?;
        let body = self.expr(BinaryOperator::Union)?;
        let span = Span { end: body.span.end, ..start };
        Ok(Expr { kind: ExprKind::In(Box::new(bindings), Box::new(body)), span })
    }

    /// `try e with e`.
    fn attempt(&mut self) -> Result<Expr, Diagnostic> {
        self.fits()?;
        let start = self.advance();
        let first = self.expr(BinaryOperator::Union)?;
        self.expect(&Token::Word(Keyword::With))?;
        let second = self.expr(BinaryOperator::Union)?;
        let span = Span { end: second.span.end, ..start };
        Ok(Expr { kind: ExprKind::Try(Box::new(first), Box::new(second)), span })
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
    pub(super) fn fits(&self) -> Result<(), Diagnostic> {
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
            matches!(
                token,
                Token::Name(_)
                    | Token::Zero
                    | Token::Tilde
                    | Token::OpenParen
                    | Token::OpenBracket
                    | Token::OpenBrace
                    | Token::Word(Keyword::Try)
            )
        })
    }

    fn primary(&mut self) -> Result<Expr, Diagnostic> {
        self.fits()?;
        match self.peek() {
            Token::Name(text) if !FOREIGN.contains(&text.as_str()) => {
                let text = text.clone();
                let span = self.advance();
                let function = Ident { text, span };
                if *self.peek() == Token::OpenParen {
                    return self.call(function);
                }
                let applied = match self.peek() {
                    Token::Name(next) => !FOREIGN.contains(&next.as_str()),
                    Token::Zero | Token::OpenBrace => true,
                    _ => false,
                };
                if applied {
                    let argument = self.primary()?;
                    let span = Span { end: argument.span.end, ..span };
                    return Ok(Expr { kind: ExprKind::Call(function, vec![argument]), span });
                }
                Ok(Expr { kind: ExprKind::Name(function.text), span })
            }
            Token::Zero => Ok(Expr { kind: ExprKind::Zero, span: self.advance() }),
            Token::OpenBrace => {
                let start = self.advance();
                let end = self.expect(&Token::CloseBrace)?.end;
                Ok(Expr { kind: ExprKind::EmptySet, span: Span { end, ..start } })
            }
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
            Token::Word(Keyword::Try) => Err(self.unexpected("a set or a relation").help("put `try …` in parentheses")),
            Token::Word(Keyword::If) => Err(self.unexpected("a set or a relation").help("put `if …` in parentheses")),
            _ => Err(self.unexpected("a set or a relation")),
        }
    }

    fn call(&mut self, function: Ident) -> Result<Expr, Diagnostic> {
        self.advance();
        let arguments = self.arguments()?;
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
