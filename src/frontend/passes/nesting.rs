//! How deep a text may nest.
//!
//! In: the tokens of a translation unit. Out: the token at which it nests too deep, if it does. It must not know what the
//! tokens mean beyond where statements end.
//!
//! The parser, the type checker and the lowering recurse with the tree, and the parser bounds only its brackets. So the
//! depth of the tree is bounded here, before it is built: below each other lie at most as many nodes as there are
//! operators, keywords and brackets since the statement began, which includes the statements it is a part of. What
//! follows a statement that has ended lies beside it; only what follows an `else` lies below its `if`.

use rucc_lex::{Keyword, Punct, Token};

/// Operators, keywords and brackets that may be open at a time for each MiB of stack. A level takes less than 10 KB in a
/// build that is optimised a little, and a few times that in one that is not.
const LEVELS_PER_MIB: usize = 20;

/// What is open between a bracket and its partner.
#[derive(Default)]
struct Level {
    /// Operators and keywords since the statement, or the element of the list, began.
    weight: usize,
    /// The elements of an initialiser or an enumeration: they lie beside each other.
    is_list: bool,
}

/// How many operators, keywords and brackets may be open at a time on a stack of this size.
pub fn deepest(stack_mib: usize) -> usize {
    stack_mib * LEVELS_PER_MIB
}

/// The index of the first token that is nested too deep.
pub fn too_deep(tokens: &[Token], deepest: usize) -> Option<usize> {
    let mut outer: Vec<Level> = Vec::new();
    let mut here = Level::default();
    let mut total = 0;
    for (index, token) in tokens.iter().enumerate() {
        let mut weight = 1;
        match token.punct() {
            Some(Punct::LParen | Punct::LBracket) => {
                total += 1;
                here.weight += 1;
                weight = 0;
                outer.push(std::mem::take(&mut here));
            }
            Some(Punct::LBrace) => {
                total += 1;
                here.weight += 1;
                weight = 0;
                let is_list = is_list(&tokens[..index], &here);
                outer.push(std::mem::replace(&mut here, Level { weight: 0, is_list }));
            }
            Some(closing @ (Punct::RParen | Punct::RBracket | Punct::RBrace)) => {
                total -= here.weight;
                here = outer.pop().unwrap_or_default();
                weight = 0;
                if closing == Punct::RBrace && begins_statement(tokens.get(index + 1)) {
                    total -= std::mem::take(&mut here.weight);
                }
            }
            Some(Punct::Semi) => {
                weight = 0;
                if tokens.get(index + 1).and_then(|next| next.keyword()) != Some(Keyword::Else) {
                    total -= std::mem::take(&mut here.weight);
                }
            }
            Some(Punct::Comma) if here.is_list => {
                weight = 0;
                total -= std::mem::take(&mut here.weight);
            }
            Some(_) => {}
            None if token.keyword().is_some() => {}
            None => weight = 0,
        }
        total += weight;
        here.weight += weight;
        if total > deepest {
            return Some(index);
        }
    }
    None
}

/// Whether the brace behind these tokens opens a list of elements.
fn is_list(before: &[Token], around: &Level) -> bool {
    let last = |back: usize| before.len().checked_sub(back).and_then(|at| before.get(at));
    match last(1) {
        Some(token) if token.punct() == Some(Punct::Eq) => true,
        Some(token) if matches!(token.punct(), Some(Punct::LBrace | Punct::Comma)) => around.is_list,
        Some(token) if token.keyword() == Some(Keyword::Enum) => true,
        _ => last(2).is_some_and(|token| token.keyword() == Some(Keyword::Enum)),
    }
}

/// Whether a statement that ended with a brace is behind us. An operator may go on with what the braces initialise.
fn begins_statement(next: Option<&Token>) -> bool {
    next.is_none_or(|next| match next.punct() {
        Some(punct) => matches!(punct, Punct::LBrace | Punct::RBrace | Punct::Semi),
        None => next.keyword() != Some(Keyword::Else),
    })
}
