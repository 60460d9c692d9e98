//! Statements that are blocks without braces.
//!
//! In: the tokens of a block. Out: for one of them the innermost statement around it that C takes for a block (C17, 6.8.4, 3 and
//! 6.8.5, 5): a selection or an iteration, and what stands in one without braces. It must not know what is declared there.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct, TokenFlags};

use super::tokens::{closing, is, name_at};

/// The tokens of a unit with their names.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    pub tokens: &'a [PpToken],
    pub names: &'a Interner,
}

impl<'a> Text<'a> {
    /// The innermost statement that is a block around a token, of those in the braces that open here: its first token, and the one behind
    /// its last one. Nothing where the token belongs to the braces themselves.
    pub fn block_around(self, open: usize, wanted: usize) -> Option<(usize, usize)> {
        let mut begin = open + 1;
        loop {
            let end = self.end(begin)?;
            if wanted < end {
                return self.within(begin, end, wanted);
            }
            begin = end;
        }
    }

    /// The same within a statement.
    fn within(self, first: usize, last: usize, wanted: usize) -> Option<(usize, usize)> {
        let (mut begin, mut end, mut found) = (first, last, None);
        loop {
            begin = self.behind_labels(begin)?;
            let (head, body) = match self.name(begin) {
                Some("do") => (None, begin + 1),
                Some("if" | "while" | "for" | "switch") => {
                    let head = closing(self.tokens, begin + 1)?;
                    (Some(head), head + 1)
                }
                _ => return found,
            };
            found = Some((begin, end));
            if head.is_some_and(|head| wanted <= head) {
                return found;
            }
            let body_end = self.end(body)?;
            (begin, end) = match wanted < body_end {
                true => (body, body_end),
                false if self.name(body_end) == Some("else") => (body_end + 1, end),
                // The condition of a `do`.
                false => return found,
            };
            found = Some((begin, end));
        }
    }

    /// The token behind the statement that begins here.
    fn end(self, begin: usize) -> Option<usize> {
        let mut at = begin;
        loop {
            at = self.behind_labels(at)?;
            match self.name(at) {
                Some("while" | "for" | "switch") => at = closing(self.tokens, at + 1)? + 1,
                Some("if") => {
                    let end = self.end(closing(self.tokens, at + 1)? + 1)?;
                    if self.name(end) != Some("else") {
                        return Some(end);
                    }
                    at = end + 1;
                }
                Some("do") => {
                    let condition = self.end(at + 1)? + 1;
                    return Some(closing(self.tokens, condition)? + 2);
                }
                _ if is(self.tokens, at, Punct::LBrace) => return Some(closing(self.tokens, at)? + 1),
                _ => return Some(self.find(at, Punct::Semi)? + 1),
            }
        }
    }

    /// The first token that is no label, and no directive that was left in the text.
    fn behind_labels(self, mut at: usize) -> Option<usize> {
        loop {
            at = match self.name(at) {
                Some("case" | "default") => self.find(at, Punct::Colon)? + 1,
                Some(_) if is(self.tokens, at + 1, Punct::Colon) => at + 2,
                None if self.is_directive(at) => {
                    let begins = |at: &usize| self.tokens[*at].flags.has(TokenFlags::START_OF_LINE);
                    (at + 1..self.tokens.len()).find(begins)?
                }
                _ => return self.tokens.get(at).map(|_| at),
            };
        }
    }

    /// Whether a line begins here that is for the compiler.
    pub fn is_directive(self, at: usize) -> bool {
        is(self.tokens, at, Punct::Hash) && self.tokens[at].flags.has(TokenFlags::START_OF_LINE)
    }

    /// The next such punctuator that is in no brackets; a colon that is not that of a choice.
    fn find(self, mut at: usize, wanted: Punct) -> Option<usize> {
        let mut choices = 0usize;
        loop {
            match self.tokens.get(at)?.kind {
                PpTokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => at = closing(self.tokens, at)?,
                PpTokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) | PpTokenKind::Eof => return None,
                PpTokenKind::Punct(Punct::Question) => choices += 1,
                PpTokenKind::Punct(Punct::Colon) if choices > 0 => choices -= 1,
                PpTokenKind::Punct(punct) if punct == wanted => return Some(at),
                _ => {}
            }
            at += 1;
        }
    }

    pub fn name(self, at: usize) -> Option<&'a str> {
        name_at(self.tokens, at, self.names)
    }
}
