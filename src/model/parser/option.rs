//! Choices by options of a simulator (`if "option" …`).
//!
//! In: tokens. Out: whether a condition on options holds, and the expression or the statements that are chosen. It must not know what an
//! option does. No option is set: what is read here is what a simulator reads that is started without any. What is not chosen
//! must fit the grammar, and what it names need not be there.

use super::Parser;
use crate::diag::{Diagnostic, Span};
use crate::model::lexer::{Keyword, Token};
use crate::model::syntax::{BinaryOperator, Expr, Statement};

impl Parser {
    /// `if condition statements else statements end`.
    pub(super) fn choice(&mut self, out: &mut Vec<Statement>) -> Result<(), Diagnostic> {
        self.advance();
        let holds = self.condition()?;
        self.take_word(Keyword::Then);
        let first = self.nested(&[Keyword::Else, Keyword::End])?;
        let second = if self.take_word(Keyword::Else) { self.nested(&[Keyword::End])? } else { Vec::new() };
        self.advance();
        out.extend(if holds { first } else { second });
        Ok(())
    }

    /// `if condition then e else e`.
    pub(super) fn conditional(&mut self) -> Result<Expr, Diagnostic> {
        self.fits()?;
        let start = self.advance();
        let holds = self.condition()?;
        self.expect(&Token::Word(Keyword::Then))?;
        let first = self.expr(BinaryOperator::Union)?;
        self.expect(&Token::Word(Keyword::Else))?;
        let second = self.expr(BinaryOperator::Union)?;
        let span = Span { end: second.span.end, ..start };
        Ok(Expr { span, kind: if holds { first.kind } else { second.kind } })
    }

    /// Options in double quotes, `not`, `&&`, `||` and parentheses; `||` binds loosest.
    fn condition(&mut self) -> Result<bool, Diagnostic> {
        let mut holds = self.conjunction()?;
        while self.take(&Token::Bars) {
            holds |= self.conjunction()?;
        }
        Ok(holds)
    }

    fn conjunction(&mut self) -> Result<bool, Diagnostic> {
        let mut holds = self.literal()?;
        while self.take(&Token::Ampersand) {
            self.expect(&Token::Ampersand)?;
            holds &= self.literal()?;
        }
        Ok(holds)
    }

    fn literal(&mut self) -> Result<bool, Diagnostic> {
        self.fits()?;
        let mut negated = false;
        while matches!(self.peek(), Token::Tilde) || *self.peek() == Token::Name("not".to_string()) {
            self.advance();
            self.fits()?;
            negated = !negated;
        }
        if self.take(&Token::OpenParen) {
            let inner = self.condition()?;
            self.expect(&Token::CloseParen)?;
            return Ok(inner != negated);
        }
        if !matches!(self.peek(), Token::Text(_)) {
            return Err(self.unexpected("an option in double quotes"));
        }
        self.advance();
        Ok(negated)
    }
}
