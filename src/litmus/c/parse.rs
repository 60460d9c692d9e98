//! The grammar of C as far as tests use it.
//!
//! In: tokens. Out: functions of statements and expressions, and where their parts stand in the text. It must not know what functions
//! of the library do.

use super::tokens::{Placed, Refusal, Token};

/// An expression and where it begins.
#[derive(Clone, Debug)]
pub struct Expr<'t> {
    pub kind: ExprKind<'t>,
    pub at: usize,
}

#[derive(Clone, Debug)]
pub enum ExprKind<'t> {
    Number(i64),
    Name(&'t str),
    /// What a pointer points to.
    At(Box<Expr<'t>>),
    Address(Box<Expr<'t>>),
    Unary(&'t str, Box<Expr<'t>>),
    Binary(&'t str, Box<Expr<'t>>, Box<Expr<'t>>),
    Call(&'t str, Vec<Expr<'t>>),
    Assign(Box<Expr<'t>>, Box<Expr<'t>>),
}

#[derive(Clone, Debug)]
pub enum Statement<'t> {
    Expr(Expr<'t>),
    Declare(&'t str, Option<Expr<'t>>),
    If(Expr<'t>, Vec<Statement<'t>>, Vec<Statement<'t>>),
    While(Expr<'t>, Vec<Statement<'t>>),
    /// The body comes first.
    Do(Vec<Statement<'t>>, Expr<'t>),
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Function<'t> {
    pub name: &'t str,
    pub at: usize,
    pub parameters: Vec<&'t str>,
    pub body: Vec<Statement<'t>>,
    /// Where its parts stand, each behind those that it has.
    pub marks: Vec<Mark<'t>>,
}

/// Where something stands, by bytes of the text.
#[derive(Clone, Debug)]
pub struct Mark<'t> {
    pub start: usize,
    pub end: usize,
    pub what: Marked<'t>,
}

#[derive(Clone, Debug)]
pub enum Marked<'t> {
    /// A statement that is no block, and whether it stands in one.
    Statement {
        in_block: bool,
    },
    /// A loop with its body.
    Loop {
        body: (usize, usize),
    },
    /// What a pointer points to.
    Use,
    Call {
        name: &'t str,
        arguments: Vec<(usize, usize)>,
    },
}

/// Words that a type is made of.
const TYPE_WORDS: &[&str] = &[
    "int",
    "long",
    "short",
    "char",
    "unsigned",
    "signed",
    "void",
    "volatile",
    "const",
    "bool",
    "_Bool",
    "_Atomic",
    "atomic_int",
    "atomic_t",
    "atomic_long_t",
    "atomic64_t",
    "intptr_t",
    "uintptr_t",
    "spinlock_t",
    "u8",
    "u16",
    "u32",
    "u64",
    "s32",
    "s64",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "__rcu",
    "struct",
    "union",
    "mtx_t",
    "size_t",
    "atomic_long",
    "atomic_uint",
    "atomic_bool",
];

/// Whether a word is one of a type.
pub fn is_type(word: &str) -> bool {
    TYPE_WORDS.contains(&word)
}

/// Expressions and statements are no deeper than this.
const MAX_DEPTH: usize = 200;

/// The binary operators, the loosest first.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

pub fn functions(tokens: Vec<Placed<'_>>) -> Result<Vec<Function<'_>>, Refusal> {
    let mut parser = Parser { tokens, at: 0, depth: 0, end: 0, marks: Vec::new() };
    let mut functions = Vec::new();
    while parser.peek() != Token::End {
        functions.push(parser.function()?);
    }
    Ok(functions)
}

struct Parser<'t> {
    tokens: Vec<Placed<'t>>,
    at: usize,
    depth: usize,
    /// Where the last token ends that was taken.
    end: usize,
    marks: Vec<Mark<'t>>,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    fn second(&self) -> Token<'t> {
        self.tokens.get(self.at + 1).map_or(Token::End, |(token, ..)| *token)
    }

    fn place(&self) -> usize {
        self.tokens[self.at].1
    }

    fn advance(&mut self) {
        self.end = self.tokens[self.at].2;
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Notes what began there and ends here.
    fn mark(&mut self, start: usize, what: Marked<'t>) {
        self.marks.push(Mark { start, end: self.end, what });
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_next = self.peek() == Token::Sign(sign);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn refuse<T>(&self, message: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal { at: self.place(), message: message.into() })
    }

    fn expect(&mut self, sign: &str) -> Result<(), Refusal> {
        if self.take(sign) { Ok(()) } else { self.refuse(format!("`{sign}` is expected here")) }
    }

    fn name(&mut self) -> Result<&'t str, Refusal> {
        match self.peek() {
            Token::Name(name) => {
                self.advance();
                Ok(name)
            }
            _ => self.refuse("a name is expected here"),
        }
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        if self.depth >= MAX_DEPTH {
            return self.refuse("this is nested too deeply");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn is_type(&self) -> bool {
        matches!(self.peek(), Token::Name(name) if is_type(name))
    }

    /// A type without its `*`s.
    fn kind(&mut self) -> Result<(), Refusal> {
        while let Token::Name(word) = self.peek()
            && TYPE_WORDS.contains(&word)
        {
            self.advance();
            if matches!(word, "struct" | "union") {
                self.name()?;
            }
        }
        Ok(())
    }

    fn function(&mut self) -> Result<Function<'t>, Refusal> {
        self.kind()?;
        let at = self.place();
        let name = self.name()?;
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.take(")") {
            self.kind()?;
            let mut last = None;
            loop {
                match self.peek() {
                    Token::Name(name) => last = Some(name),
                    Token::Sign("*") => {}
                    _ => break,
                }
                self.advance();
            }
            parameters.extend(last);
            if !self.take(",") && self.peek() != Token::Sign(")") {
                return self.refuse("this parameter is not read");
            }
        }
        self.expect("{")?;
        let body = self.block()?;
        let marks = std::mem::take(&mut self.marks);
        Ok(Function { name, at, parameters, body, marks })
    }

    /// Statements up to the brace that closes them.
    fn block(&mut self) -> Result<Vec<Statement<'t>>, Refusal> {
        let mut all = Vec::new();
        while !self.take("}") {
            if self.peek() == Token::End {
                return self.refuse("`}` is expected here");
            }
            self.deeper(|parser| parser.marked(&mut all, true))?;
        }
        Ok(all)
    }

    fn body(&mut self) -> Result<Vec<Statement<'t>>, Refusal> {
        let mut all = Vec::new();
        self.deeper(|parser| parser.marked(&mut all, false))?;
        Ok(all)
    }

    fn condition(&mut self) -> Result<Expr<'t>, Refusal> {
        self.expect("(")?;
        let condition = self.expr()?;
        self.expect(")")?;
        Ok(condition)
    }

    /// A statement, and where it stands.
    fn marked(&mut self, all: &mut Vec<Statement<'t>>, in_block: bool) -> Result<(), Refusal> {
        let (start, is_block) = (self.place(), self.peek() == Token::Sign("{"));
        self.statement(all)?;
        if !is_block {
            self.mark(start, Marked::Statement { in_block });
        }
        Ok(())
    }

    /// The body of a loop that began there, and where it stands.
    fn loop_body(&mut self) -> Result<(Vec<Statement<'t>>, (usize, usize)), Refusal> {
        let start = self.place();
        Ok((self.body()?, (start, self.end)))
    }

    fn statement(&mut self, all: &mut Vec<Statement<'t>>) -> Result<(), Refusal> {
        if self.take(";") {
            return Ok(());
        }
        if self.take("{") {
            all.extend(self.block()?);
            return Ok(());
        }
        let start = self.place();
        match self.peek() {
            Token::Name("if") => {
                self.advance();
                let condition = self.condition()?;
                let then = self.body()?;
                let otherwise = if self.peek() == Token::Name("else") {
                    self.advance();
                    self.body()?
                } else {
                    Vec::new()
                };
                all.push(Statement::If(condition, then, otherwise));
                return Ok(());
            }
            Token::Name("while") => {
                self.advance();
                let condition = self.condition()?;
                let (statements, body) = self.loop_body()?;
                self.mark(start, Marked::Loop { body });
                all.push(Statement::While(condition, statements));
                return Ok(());
            }
            Token::Name("do") => {
                self.advance();
                let (statements, body) = self.loop_body()?;
                if self.peek() != Token::Name("while") {
                    return self.refuse("`while` is expected here");
                }
                self.advance();
                let condition = self.condition()?;
                self.mark(start, Marked::Loop { body });
                all.push(Statement::Do(statements, condition));
            }
            Token::Name(word @ ("for" | "switch" | "goto" | "return" | "break" | "continue")) => {
                return self.refuse(format!("`{word}` in a test is not supported"));
            }
            _ if self.is_type() => {
                self.kind()?;
                loop {
                    while self.take("*") {}
                    let name = self.name()?;
                    let value = if self.take("=") { Some(self.assignment()?) } else { None };
                    all.push(Statement::Declare(name, value));
                    if !self.take(",") {
                        break;
                    }
                }
            }
            _ => {
                let expr = self.expr()?;
                all.push(Statement::Expr(expr));
            }
        }
        self.expect(";")
    }

    fn expr(&mut self) -> Result<Expr<'t>, Refusal> {
        self.deeper(Self::assignment)
    }

    fn assignment(&mut self) -> Result<Expr<'t>, Refusal> {
        let left = self.binary(0)?;
        let at = left.at;
        for (sign, operator) in [("+=", "+"), ("-=", "-")] {
            if self.take(sign) {
                let right = Box::new(self.assignment()?);
                let sum = Expr { at, kind: ExprKind::Binary(operator, Box::new(left.clone()), right) };
                return Ok(Expr { at, kind: ExprKind::Assign(Box::new(left), Box::new(sum)) });
            }
        }
        if !self.take("=") {
            return Ok(left);
        }
        let right = self.deeper(Self::assignment)?;
        Ok(Expr { at, kind: ExprKind::Assign(Box::new(left), Box::new(right)) })
    }

    fn binary(&mut self, level: usize) -> Result<Expr<'t>, Refusal> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Token::Sign(sign) = self.peek()
            && signs.contains(&sign)
        {
            self.advance();
            let right = Box::new(self.binary(level + 1)?);
            left = Expr { at: left.at, kind: ExprKind::Binary(sign, Box::new(left), right) };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr<'t>, Refusal> {
        let at = self.place();
        // A cast changes nothing that tests ask for.
        if self.peek() == Token::Sign("(") && matches!(self.second(), Token::Name(name) if is_type(name)) {
            self.advance();
            self.kind()?;
            while self.take("*") {}
            self.expect(")")?;
            return self.deeper(Self::unary);
        }
        let kind = match self.peek() {
            Token::Sign("*") => {
                self.advance();
                let inner = Box::new(self.deeper(Self::unary)?);
                self.mark(at, Marked::Use);
                ExprKind::At(inner)
            }
            Token::Sign("&") => {
                self.advance();
                ExprKind::Address(Box::new(self.deeper(Self::unary)?))
            }
            Token::Sign(sign @ ("!" | "-" | "~")) => {
                self.advance();
                ExprKind::Unary(sign, Box::new(self.deeper(Self::unary)?))
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.expr()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Number(number) => {
                self.advance();
                ExprKind::Number(number)
            }
            Token::Name(name) => {
                self.advance();
                if !self.take("(") {
                    return self.behind(Expr { at, kind: ExprKind::Name(name) });
                }
                let mut arguments = Vec::new();
                let mut places = Vec::new();
                while !self.take(")") {
                    let start = self.place();
                    arguments.push(self.expr()?);
                    places.push((start, self.end));
                    if !self.take(",") && self.peek() != Token::Sign(")") {
                        return self.refuse("`)` is expected here");
                    }
                }
                self.mark(at, Marked::Call { name, arguments: places });
                ExprKind::Call(name, arguments)
            }
            _ => return self.refuse("an expression is expected here"),
        };
        self.behind(Expr { at, kind })
    }

    fn behind(&mut self, expr: Expr<'t>) -> Result<Expr<'t>, Refusal> {
        match self.peek() {
            Token::Sign(sign @ ("[" | "->" | "." | "?")) => self.refuse(format!("`{sign}` in a test is not supported")),
            Token::Sign(sign @ ("++" | "--")) => {
                self.advance();
                let at = expr.at;
                let one = Box::new(Expr { at, kind: ExprKind::Number(1) });
                let sum = ExprKind::Binary(&sign[..1], Box::new(expr.clone()), one);
                if self.peek() != Token::Sign(";") {
                    return self.refuse(format!("the value of `{sign}` is not supported"));
                }
                Ok(Expr { at, kind: ExprKind::Assign(Box::new(expr), Box::new(Expr { at, kind: sum })) })
            }
            _ => Ok(expr),
        }
    }
}
