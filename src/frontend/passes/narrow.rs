//! Scopes of tags and enumerators that the C reader's crates do not have.
//!
//! In: the tokens of a unit. Out: the scopes in which types with a tag or with enumerators are declared. There are two kinds:
//! a statement that is a block without braces ([`super::statements`]), which the crates take for a part of the block around it;
//! and the parameters of a function that is defined, which reach to the end of its body (C17, 6.2.1, 4), for the crates to their parenthesis.
//! It must not know what becomes of a declaration.

use std::collections::BTreeSet;

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct, TokenFlags};

use super::mentions::Words;
use super::statements::Text;
use super::tokens::{closing, is, opening};

/// The scopes of a unit.
#[derive(Default)]
pub struct Scopes {
    /// The statements that declare types: the first token of each, and the one behind its last one.
    pub statements: BTreeSet<(usize, usize)>,
    /// The types that parameters declare, in the order of the text.
    pub parameters: Vec<Narrow>,
}

/// A type that the parameters of a function declare.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    /// Where its `struct`, `union` or `enum` stands.
    pub at: usize,
    /// The tokens of the scope: the first one, and the one behind the last one.
    pub begin: usize,
    pub end: usize,
    pub function: Function,
}

/// A function whose parameters declare a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its first token.
    pub begin: usize,
    /// The parenthesis before its parameters.
    pub list: usize,
    /// The brace of its body.
    pub body: usize,
}

/// What a bracket is around.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Members, or enumerators.
    Members,
    /// The values of an initialiser.
    Values,
    Block,
    Other,
}

/// The scopes in which types are declared.
pub fn scopes(tokens: &[PpToken], words: &Words, names: &Interner) -> Scopes {
    let text = Text { tokens, names };
    let (mut open, mut found): (Vec<(usize, Kind)>, Scopes) = (Vec::new(), Scopes::default());
    // Where the declaration outside of functions begins that is read, and the braces of members.
    let (mut begin, mut members, mut is_old) = (0, None, false);
    for at in 0..tokens.len() {
        match tokens[at].kind {
            PpTokenKind::Punct(Punct::LParen | Punct::LBracket) => open.push((at, Kind::Other)),
            PpTokenKind::Punct(Punct::LBrace) => {
                let kind = if members == Some(at) { Kind::Members } else { text.kind_of_brace(at, &open) };
                open.push((at, kind));
            }
            PpTokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                let closed = open.pop();
                if let Some((bracket, kind)) = closed.filter(|_| open.is_empty()) {
                    is_old = kind != Kind::Block && (is_old || text.is_list_of_names(bracket, at));
                    begin = if kind == Kind::Block { at + 1 } else { begin };
                }
            }
            PpTokenKind::Punct(Punct::Semi) if open.is_empty() && !is_old => begin = at + 1,
            _ => {}
        }
        let Some(mention) = words.mention(tokens, at).filter(|mention| mention.has_members) else { continue };
        members = Some(mention.behind);
        if mention.is_record && mention.tag.is_none() {
            continue;
        }
        if let Some(statement) = text.statement_around(&open, at) {
            found.statements.insert(statement);
        } else if let Some((first, function)) = text.function_around(&open, (begin, at), words) {
            let last = closing(tokens, function.body).unwrap_or(tokens.len());
            found.parameters.push(Narrow { at, begin: first, end: last, function });
        }
    }
    found
}

impl Text<'_> {
    /// What a brace is around that is not that of members.
    fn kind_of_brace(self, at: usize, open: &[(usize, Kind)]) -> Kind {
        let is_before = |punct| at > 0 && is(self.tokens, at - 1, punct);
        let around = open.last().map(|(_, kind)| *kind);
        if is_before(Punct::LParen) {
            return Kind::Block;
        }
        if is_before(Punct::Eq) || around == Some(Kind::Values) {
            return Kind::Values;
        }
        let is_literal = || {
            let head = opening(self.tokens, at - 1).and_then(|head| head.checked_sub(1));
            let is_statement = matches!(head.and_then(|head| self.name(head)), Some("if" | "while" | "for" | "switch"));
            !open.is_empty() && !is_statement && !self.is_behind_directive(at)
        };
        if is_before(Punct::RParen) && is_literal() { Kind::Values } else { Kind::Block }
    }

    /// Whether the line before the one that begins here is for the compiler.
    fn is_behind_directive(self, at: usize) -> bool {
        let begins = |at: &usize| self.tokens[*at].flags.has(TokenFlags::START_OF_LINE);
        begins(&at) && (0..at).rev().find(begins).is_some_and(|line| self.is_directive(line))
    }

    /// The statement that is the scope of a type which is declared here, within these brackets.
    fn statement_around(self, open: &[(usize, Kind)], at: usize) -> Option<(usize, usize)> {
        let block = open.iter().rposition(|(_, kind)| *kind == Kind::Block)?;
        let around = &open[block + 1..];
        // What stands in no parenthesis is a declaration of the block.
        if !around.iter().any(|(_, kind)| *kind == Kind::Other) {
            return None;
        }
        // A type stands in a list of parameters, and in a call only within other parentheses.
        let innermost = around.iter().rfind(|(_, kind)| *kind != Kind::Members);
        match innermost.is_some_and(|(at, _)| self.is_list(*at)) {
            true => None,
            false => self.block_around(open[block].0, at),
        }
    }

    /// The function among whose parameters a type is declared here, where it is defined, and where the parameters begin.
    fn function_around(
        self,
        open: &[(usize, Kind)],
        (begin, at): (usize, usize),
        words: &Words,
    ) -> Option<(usize, Function)> {
        if open.first().is_some_and(|(_, kind)| *kind != Kind::Other) {
            return None;
        }
        let begin = self.behind_directives(begin);
        let list = self.own_list(begin, self.tokens.len())?;
        let behind = words.behind_attributes(self.tokens, closing(self.tokens, list)? + 1);
        let inner = open.iter().skip_while(|(at, _)| *at != list);
        let is_own = inner.clone().count() > 0 && !inner.skip(1).any(|(at, _)| self.is_list(*at));
        // In the style before C89 the parameters are declared behind the list.
        let is_in_list = open.iter().any(|(at, _)| self.is_list(*at));
        let is_old = !is_in_list && at >= behind && self.name(behind).is_some();
        if !is_own && !is_old {
            return None;
        }
        let mut body = behind;
        loop {
            match self.tokens.get(body)?.kind {
                PpTokenKind::Punct(Punct::LBrace) if self.is_body(body, behind) => break,
                PpTokenKind::Punct(Punct::LBrace | Punct::LParen | Punct::LBracket) => {
                    body = closing(self.tokens, body)?;
                }
                PpTokenKind::Punct(Punct::Semi | Punct::Comma) if !is_old => return None,
                PpTokenKind::Punct(Punct::Eq) | PpTokenKind::Eof => return None,
                // Of a function that returns a pointer to a function there is more.
                _ => {}
            }
            body += 1;
        }
        Some((if is_own { list } else { behind }, Function { begin, list, body }))
    }

    fn is_body(self, brace: usize, behind: usize) -> bool {
        brace == behind
            || matches!(self.tokens[brace - 1].kind, PpTokenKind::Punct(Punct::RParen | Punct::Semi | Punct::RBracket))
    }

    fn behind_directives(self, mut at: usize) -> usize {
        while self.is_directive(at) {
            let begins = |at: &usize| self.tokens[*at].flags.has(TokenFlags::START_OF_LINE);
            at = (at + 1..self.tokens.len()).find(begins).unwrap_or(self.tokens.len());
        }
        at
    }

    /// Where the parameters begin of the function that is declared between these tokens: of `int (*f(int a))(int b)` it is `(int a)`.
    fn own_list(self, begin: usize, end: usize) -> Option<usize> {
        let mut at = begin;
        while at < end {
            match self.tokens[at].kind {
                PpTokenKind::Punct(Punct::LParen) => {
                    let close = closing(self.tokens, at)?;
                    let is_of_word = at > begin && self.name(at - 1).is_some_and(takes_parenthesis);
                    let goes_on =
                        is(self.tokens, close + 1, Punct::LParen) || is(self.tokens, close + 1, Punct::LBracket);
                    if !is_of_word && goes_on {
                        let behind = Some(close + 1).filter(|at| is(self.tokens, *at, Punct::LParen));
                        return self.own_list(at + 1, close).or(behind);
                    }
                    if !is_of_word {
                        return (at > begin && self.name(at - 1).is_some()).then_some(at);
                    }
                    at = close;
                }
                PpTokenKind::Punct(Punct::LBrace | Punct::LBracket) => at = closing(self.tokens, at)?,
                PpTokenKind::Punct(Punct::Semi | Punct::Eq | Punct::Comma) | PpTokenKind::Eof => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Whether parameters are named between these parentheses that are declared behind them, in the style before C89.
    fn is_list_of_names(self, open: usize, close: usize) -> bool {
        let is_name = |at| self.name(at).is_some() || is(self.tokens, at, Punct::Comma);
        let is_declared = self.name(close + 1).is_some_and(|name| !takes_parenthesis(name));
        self.is_list(open) && open + 1 < close && is_declared && (open + 1..close).all(is_name)
    }

    /// Whether this is the parenthesis of a list of parameters.
    pub fn is_list(self, at: usize) -> bool {
        if at == 0 || !is(self.tokens, at, Punct::LParen) {
            return false;
        }
        // Behind a parenthesis stands a list where that is around a declarator, else what is cast.
        let declarator = is(self.tokens, at - 1, Punct::RParen).then(|| opening(self.tokens, at - 1)).flatten();
        match declarator {
            Some(open) => is(self.tokens, open + 1, Punct::Star) || is(self.tokens, open + 1, Punct::LParen),
            None => self.name(at - 1).is_some_and(|name| !takes_parenthesis(name)),
        }
    }
}

/// Whether a parenthesis behind this word is no list of parameters.
pub fn takes_parenthesis(word: &str) -> bool {
    let is_operator = matches!(
        word,
        "sizeof"
            | "typeof"
            | "typeof_unqual"
            | "alignof"
            | "alignas"
            | "offsetof"
            | "asm"
            | "if"
            | "while"
            | "for"
            | "switch"
            | "return"
            | "case"
            | "else"
            | "do"
    );
    is_operator
        || word.starts_with("__builtin_")
        || word.starts_with("_A")
        || matches!(word, "_Generic" | "_Static_assert" | "_BitInt" | "__extension__")
        || ["__attribute", "__typeof", "__alignof", "__asm", "__declspec"].iter().any(|begin| word.starts_with(begin))
}
