//! One line of the text form, word by word.
//!
//! In: a line. Out: its words, marks and numbers, one after the other, or what is wrong with it. It must not know the grammar
//! beyond single words.

use std::fmt;

use crate::diag::Span;
use crate::ids::FileId;
use crate::ir::operators::Width;
use crate::ir::order::Order;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// One-based.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TextError {}

pub(super) type Parsed<T> = Result<T, TextError>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, a keyword or a number.
    Word(String),
    Text(String),
    Mark(char),
}

pub(super) fn tokenize(line: &str, number: usize) -> Parsed<Vec<Token>> {
    let is_word = |c: char| c.is_alphanumeric() || "_%@.$".contains(c);
    let mut tokens = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '#' => break,
            ' ' | '\t' => {}
            '"' => {
                let mut text = String::new();
                loop {
                    match chars.next() {
                        Some('"') => break,
                        Some('\\') => match chars.next() {
                            Some('n') => text.push('\n'),
                            Some(c @ ('"' | '\\')) => text.push(c),
                            _ => return Err(TextError { line: number, message: "unknown escape".into() }),
                        },
                        Some(c) => text.push(c),
                        None => return Err(TextError { line: number, message: "a string does not end".into() }),
                    }
                }
                tokens.push(Token::Text(text));
            }
            c if is_word(c) => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|c| is_word(*c)) {
                    word.push(c);
                }
                tokens.push(Token::Word(word));
            }
            c => tokens.push(Token::Mark(c)),
        }
    }
    Ok(tokens)
}

/// One line and how far it was read.
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) tokens: Vec<Token>,
    pub(super) next: usize,
}

impl Line {
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(TextError { line: self.number, message: message.into() })
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w == word)
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.next += usize::from(found);
        found
    }

    pub(super) fn accept(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&Token::Mark(mark));
        self.next += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, mark: char) -> Parsed<()> {
        if self.accept(mark) { Ok(()) } else { self.error(format!("expected '{mark}'")) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.error(format!("expected '{word}'")) }
    }

    pub(super) fn word(&mut self) -> Parsed<String> {
        match self.tokens.get(self.next) {
            Some(Token::Word(word)) => {
                self.next += 1;
                Ok(word.clone())
            }
            _ => self.error("expected a name or a number"),
        }
    }

    pub(super) fn accept_text(&mut self) -> Option<String> {
        let Some(Token::Text(text)) = self.tokens.get(self.next) else { return None };
        self.next += 1;
        Some(text.clone())
    }

    pub(super) fn text(&mut self) -> Parsed<String> {
        self.accept_text().map_or_else(|| self.error("expected a string"), Ok)
    }

    pub(super) fn number<T: TryFrom<u64>>(&mut self) -> Parsed<T> {
        let word = self.word()?;
        match parse_bits(&word).and_then(|n| T::try_from(n).ok()) {
            Some(number) => Ok(number),
            None => self.error(format!("'{word}' is not a number that fits here")),
        }
    }

    pub(super) fn named<T>(&mut self, what: &str, find: impl FnOnce(&str) -> Option<T>) -> Parsed<T> {
        let word = self.word()?;
        find(&word).map_or_else(|| self.error(format!("unknown {what} '{word}'")), Ok)
    }

    pub(super) fn width(&mut self) -> Parsed<Width> {
        self.named("width", |word| {
            let bits = word.strip_prefix('i')?.parse().ok()?;
            (1..=64).contains(&bits).then(|| Width::new(bits))
        })
    }

    pub(super) fn order(&mut self) -> Parsed<Order> {
        self.named("order", Order::from_name)
    }

    /// `at file0:3..10`, or nothing.
    pub(super) fn span(&mut self) -> Parsed<Option<Span>> {
        if !self.accept_word("at") {
            return Ok(None);
        }
        let file = self.named("file", |w| w.strip_prefix("file")?.parse().ok().map(FileId))?;
        self.expect(':')?;
        // Two dots are letters of a word, so the range is one word.
        self.named("range", |w| {
            let (start, end) = w.split_once("..")?;
            Some(Span { file, start: start.parse().ok()?, end: end.parse().ok()? })
        })
        .map(Some)
    }

    pub(super) fn end(&mut self) -> Parsed<()> {
        match self.peek() {
            None => Ok(()),
            Some(token) => self.error(format!("unexpected {token:?}")),
        }
    }
}

pub(super) fn parse_bits(word: &str) -> Option<u64> {
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}
