//! Calls of the compiler's functions that a `_Generic` chooses.
//!
//! In: the tokens of a unit. Out: the tokens with each `_Generic(x, T: __atomic_load_n, U: __atomic_load_n)(a, b)` as the call itself, where
//! every choice is the same function; else with the call in each choice, `_Generic(x, T: f(a, b), U: g(a, b))`, also where only some of them
//! are the compiler's. The C reader's crates know
//! these functions where they are called and nowhere else. It must not know what they do.
//!
//! Nobody but the compiler gives meaning to names that begin so, so that no other declaration can be meant. What `x` is and does is
//! never evaluated. With one function only it is lost that some type must fit, which is a matter of whoever compiles.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{closing, name};

/// How the names of these functions begin.
const PREFIXES: [&str; 3] = ["__atomic_", "__sync_", "__builtin_"];

/// The tokens with the calls where the functions are.
pub fn called(tokens: Vec<PpToken>, names: &Interner) -> Vec<PpToken> {
    let is_generic = |token: &PpToken| name(token, names) == Some("_Generic");
    if !tokens.iter().any(is_generic) {
        return tokens;
    }
    let mut all: Vec<PpToken> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let found = is_generic(&tokens[at]).then(|| Selection::at(&tokens, at, names)).flatten();
        match found {
            Some(selection) => {
                all.truncate(all.len() - selection.around);
                selection.write(&tokens, names, &mut all);
                at = selection.end;
            }
            None => {
                all.push(tokens[at]);
                at += 1;
            }
        }
    }
    all
}

/// A `_Generic` that is called.
struct Selection {
    /// How many parentheses are around it.
    around: usize,
    /// Its first token, and the one behind its last one.
    begin: usize,
    close: usize,
    /// The functions, by their tokens.
    choices: Vec<usize>,
    /// The arguments with their parentheses, and what comes behind them.
    arguments: usize,
    end: usize,
}

impl Selection {
    fn at(tokens: &[PpToken], begin: usize, names: &Interner) -> Option<Selection> {
        let close = closing(tokens, begin + 1)?;
        let mut choices = Vec::new();
        let (mut depth, mut is_behind_value, mut is_of_compiler) = (0usize, false, false);
        for (at, token) in tokens.iter().enumerate().take(close).skip(begin + 1) {
            match token.kind {
                PpTokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                PpTokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => depth = depth.checked_sub(1)?,
                PpTokenKind::Punct(Punct::Comma) if depth == 1 => is_behind_value = true,
                // What is behind a colon is one name, up to the next comma or the end.
                PpTokenKind::Punct(Punct::Colon) if depth == 1 && is_behind_value => {
                    let is_whole = at + 2 == close || tokens.get(at + 2)?.kind == PpTokenKind::Punct(Punct::Comma);
                    let name = name(tokens.get(at + 1)?, names)?;
                    if !is_whole {
                        return None;
                    }
                    is_of_compiler |= PREFIXES.iter().any(|prefix| name.starts_with(prefix));
                    choices.push(at + 1);
                }
                _ => {}
            }
        }
        let mut around = 0;
        let is = |at: Option<usize>, punct| {
            at.and_then(|at| tokens.get(at)).is_some_and(|token| token.kind == PpTokenKind::Punct(punct))
        };
        while is(begin.checked_sub(around + 1), Punct::LParen) && is(Some(close + around + 1), Punct::RParen) {
            around += 1;
        }
        let arguments = close + 1 + around;
        let end = closing(tokens, arguments)? + 1;
        is_of_compiler.then_some(Selection { around, begin, close, choices, arguments, end })
    }

    /// What is called stands where the whole begins, which are the tokens of the call.
    fn write(&self, tokens: &[PpToken], names: &Interner, all: &mut Vec<PpToken>) {
        let arguments = called(tokens[self.arguments..self.end].to_vec(), names);
        let function = |choice: usize| PpToken { span: tokens[self.begin].span, ..tokens[choice] };
        let first = function(self.choices[0]);
        if self.choices.iter().all(|choice| tokens[*choice].value == first.value) {
            all.push(first);
            all.extend(arguments);
            return;
        }
        for (at, token) in tokens.iter().enumerate().take(self.close + 1).skip(self.begin) {
            if self.choices.contains(&at) {
                all.push(function(at));
                all.extend(&arguments);
            } else {
                all.push(*token);
            }
        }
    }
}
