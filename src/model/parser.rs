//! The grammar of the axiom language: the statements. Expressions are in [`expression`].
//!
//! In: the text of a cat file. Out: its [`syntax`](super::syntax) tree, or the first place that does not fit the
//! grammar. It must not know what names mean.
//!
//! What only concerns drawings (`show`, `unshow`) and what only says which annotations an instruction may have
//! (`instructions`, `default`) is read and dropped. What an option of the simulator decides is
//! in [`option`].
//!
//! Written by hand: a dozen statements and nine operators, and the messages matter more than the grammar.

mod expression;
mod option;

use super::lexer::{Keyword, Token, tokens};
use super::syntax::{
    AxiomKind, AxiomStatement, BinaryOperator, Bindings, Expr, File, Ident, Let, Procedure, Statement,
};
use crate::diag::{Diagnostic, FileId, Span};

/// A statement with more names and operators than this is refused, so that no input can exhaust the stack.
const MAX_SIZE: usize = 500;

/// Statements may contain statements; so deep and no deeper.
const MAX_DEPTH: usize = 10;

/// Parses a cat file.
///
/// # Errors
/// The first place where the text leaves the grammar.
pub fn parse(file: FileId, text: &str) -> Result<File, Diagnostic> {
    let tokens = tokens(file, text)?;
    let mut parser = Parser { tokens, at: 0, size: 0, depth: 0 };
    parser.title();
    let mut statements = Vec::new();
    while *parser.peek() != Token::End {
        parser.statement(&mut statements)?;
    }
    Ok(File { statements })
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// Tokens taken by the statement that is being read.
    size: usize,
    depth: usize,
}

/// Words of cat that are left out; a user who brings a herd file should learn so by name.
const FOREIGN: &[&str] = &["debug", "do", "forall", "from", "fun", "match", "requires", "when"];

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn is_word(&self, keyword: Keyword) -> bool {
        *self.peek() == Token::Word(keyword)
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

    /// Takes a token if it is the next one.
    fn take(&mut self, token: &Token) -> bool {
        let is_next = self.peek() == token;
        if is_next {
            self.advance();
        }
        is_next
    }

    fn take_word(&mut self, keyword: Keyword) -> bool {
        self.take(&Token::Word(keyword))
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
            return self.foreign(name);
        }
        Diagnostic::error(format!("expected {wanted}, found {}", found.describe())).at(self.span())
    }

    fn foreign(&self, what: &str) -> Diagnostic {
        Diagnostic::unsupported(format!("`{what}` of the cat language"), self.span())
            .help("the subset that is supported is described in encodings/README.md")
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

    /// Goes past what stands before the first statement: names and quoted text. No statement begins with either.
    fn title(&mut self) {
        while let Token::Text(text) | Token::Name(text) = self.peek()
            && !FOREIGN.contains(&text.as_str())
        {
            self.advance();
        }
    }

    /// Reads one statement; most become one of the tree, some none or several.
    fn statement(&mut self, out: &mut Vec<Statement>) -> Result<(), Diagnostic> {
        self.size = 0;
        let Token::Word(keyword) = *self.peek() else {
            if *self.peek() == Token::Tilde {
                return Err(Diagnostic::unsupported("a negated axiom", self.span())
                    .help("an axiom forbids executions: state what must be acyclic, irreflexive or empty"));
            }
            return Err(self.unexpected("a statement, such as `let`, `acyclic`, `irreflexive` or `empty`"));
        };
        match keyword {
            Keyword::Let => out.push(Statement::Let(self.bindings()?)),
            Keyword::Acyclic | Keyword::Irreflexive | Keyword::Empty => out.push(Statement::Axiom(self.axiom()?)),
            Keyword::Flag | Keyword::Assert | Keyword::UndefinedUnless => {
                self.advance();
                self.take(&Token::Tilde);
                out.push(Statement::Flag(self.axiom()?.operand));
            }
            Keyword::Show | Keyword::Unshow => self.drawing()?,
            Keyword::Include => {
                self.advance();
                let Token::Text(text) = self.peek() else { return Err(self.unexpected("a path in double quotes")) };
                let text = text.clone();
                let span = self.advance();
                out.push(Statement::Include(Ident { text, span }));
            }
            Keyword::Procedure => out.push(Statement::Procedure(self.procedure()?)),
            Keyword::Call => {
                self.advance();
                let name = self.ident("the name of a procedure")?;
                self.expect(&Token::OpenParen)?;
                let arguments = self.arguments()?;
                self.expect(&Token::CloseParen)?;
                out.push(Statement::Call(name, arguments));
            }
            Keyword::If => self.choice(out)?,
            Keyword::Enum => out.push(Statement::Enum(self.enumeration()?)),
            Keyword::Instructions | Keyword::Default => self.annotations()?,
            Keyword::With => out.push(Statement::Let(self.only_choice()?)),
            _ => return Err(self.unexpected("a statement, such as `let`, `acyclic`, `irreflexive` or `empty`")),
        }
        Ok(())
    }

    fn axiom(&mut self) -> Result<AxiomStatement, Diagnostic> {
        let kind = match self.peek() {
            Token::Word(Keyword::Acyclic) => AxiomKind::Acyclic,
            Token::Word(Keyword::Irreflexive) => AxiomKind::Irreflexive,
            Token::Word(Keyword::Empty) => AxiomKind::Empty,
            _ => return Err(self.unexpected("`acyclic`, `irreflexive` or `empty`")),
        };
        self.advance();
        let operand = self.expr(BinaryOperator::Union)?;
        let mut name = None;
        if self.take_word(Keyword::As) {
            let mut ident = self.ident("a name for the axiom")?;
            // Names of several words are usual for flags.
            while let Token::Name(next) = self.peek() {
                ident.text = format!("{} {next}", ident.text);
                self.advance();
            }
            name = Some(ident);
        }
        Ok(AxiomStatement { kind, operand, name })
    }

    fn drawing(&mut self) -> Result<(), Diagnostic> {
        self.advance();
        loop {
            self.expr(BinaryOperator::Union)?;
            if self.take_word(Keyword::As) {
                self.ident("a name for the drawing")?;
            }
            if !self.take(&Token::Comma) {
                return Ok(());
            }
        }
    }

    fn bindings(&mut self) -> Result<Bindings, Diagnostic> {
        self.advance();
        let is_recursive = self.take_word(Keyword::Rec);
        let mut all = vec![self.definition()?];
        while self.take_word(Keyword::And) {
            all.push(self.definition()?);
        }
        Ok(Bindings { is_recursive, all }.into_closure())
    }

    /// `with name from e`, which tries each of the relations of a set. There are no sets of relations here, so that what can be read is one
    /// relation, the only choice there is.
    fn only_choice(&mut self) -> Result<Bindings, Diagnostic> {
        self.advance();
        let name = self.ident("a name to define")?;
        if *self.peek() != Token::Name("from".to_string()) {
            return Err(self.unexpected("`from`"));
        }
        self.advance();
        let body = self.expr(BinaryOperator::Union)?;
        Ok(Bindings { is_recursive: false, all: vec![Let { name, parameters: Vec::new(), body }] })
    }

    fn definition(&mut self) -> Result<Let, Diagnostic> {
        let name = self.ident("a name to define")?;
        let parameters = self.parameters()?;
        self.expect(&Token::Equals)?;
        let body = self.expr(BinaryOperator::Union)?;
        Ok(Let { name, parameters, body })
    }

    /// `(a, b)`, or the one parameter of `f a`, or none.
    fn parameters(&mut self) -> Result<Vec<Ident>, Diagnostic> {
        let mut parameters = Vec::new();
        if let Token::Name(_) = self.peek() {
            parameters.push(self.ident("the name of a parameter")?);
        } else if self.take(&Token::OpenParen) {
            loop {
                parameters.push(self.ident("the name of a parameter")?);
                if !self.take(&Token::Comma) {
                    break;
                }
            }
            self.expect(&Token::CloseParen)?;
        }
        Ok(parameters)
    }

    fn nested(&mut self, ends: &[Keyword]) -> Result<Vec<Statement>, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Diagnostic::error("statements are nested too deeply here").at(self.span()));
        }
        let mut body = Vec::new();
        while !ends.iter().any(|end| self.is_word(*end)) {
            self.statement(&mut body)?;
        }
        self.depth -= 1;
        Ok(body)
    }

    fn procedure(&mut self) -> Result<Procedure, Diagnostic> {
        self.advance();
        let name = self.ident("a name for the procedure")?;
        let parameters = self.parameters()?;
        self.expect(&Token::Equals)?;
        let body = self.nested(&[Keyword::End])?;
        self.advance();
        Ok(Procedure { name, parameters, body })
    }

    fn enumeration(&mut self) -> Result<Vec<Ident>, Diagnostic> {
        self.advance();
        self.ident("a name for the enumeration")?;
        self.expect(&Token::Equals)?;
        let mut tags = Vec::new();
        self.take(&Token::Bars);
        loop {
            let Token::Tag(text) = self.peek() else { return Err(self.unexpected("a tag, such as `'once`")) };
            let text = text.clone();
            let span = self.advance();
            tags.push(Ident { text, span });
            if !self.take(&Token::Bars) {
                return Ok(tags);
            }
        }
    }

    /// `instructions R[{'once, 'acquire}]` and the like.
    fn annotations(&mut self) -> Result<(), Diagnostic> {
        self.advance();
        self.ident("a set of instructions")?;
        self.expect(&Token::OpenBracket)?;
        while !self.take(&Token::CloseBracket) {
            match self.peek() {
                Token::Name(_) | Token::Tag(_) | Token::Comma | Token::OpenBrace | Token::CloseBrace | Token::Bar => {
                    self.advance();
                }
                _ => return Err(self.unexpected("`]`")),
            }
        }
        Ok(())
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, Diagnostic> {
        let mut arguments = vec![self.expr(BinaryOperator::Union)?];
        while self.take(&Token::Comma) {
            arguments.push(self.expr(BinaryOperator::Union)?);
        }
        Ok(arguments)
    }
}
