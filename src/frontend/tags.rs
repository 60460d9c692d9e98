//! Tags that a block declares anew.
//!
//! In: the tokens of a unit. Out: the tokens in which such a tag has a name of its own to the end of its block. The C reader's crates
//! take `struct a;` in a block for the type of an outer `struct a`, where C lets it declare another one (C17, 6.7.2.3, 7). It must not
//! know types.
//!
//! A tag that a block declares with its members is another type for these crates, too, and stays as it is.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// A tag that has another name for the moment.
struct Renamed {
    keyword: String,
    tag: String,
    /// The name of its own.
    own: String,
    /// How deep the block is that declares it.
    depth: usize,
}

/// The tokens with another name for each tag that is declared anew.
pub fn apart(mut tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    // For each open brace, whether it is that of a type's members.
    let mut open: Vec<bool> = Vec::new();
    let mut renamed: Vec<Renamed> = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            PpTokenKind::Punct(Punct::LBrace) => open.push(is_behind_tag(&tokens, at, names)),
            PpTokenKind::Punct(Punct::RBrace) => {
                open.pop();
                renamed.retain(|other| other.depth <= open.len());
            }
            _ => {}
        }
        let Some((keyword, tag)) = tagged(&tokens, at, names) else { continue };
        let is_alone = tokens.get(at + 2).is_some_and(|token| token.kind == PpTokenKind::Punct(Punct::Semi));
        if is_alone && open.last() == Some(&false) && begins_declaration(&tokens, at) {
            let (keyword, tag) = (keyword.to_string(), tag.to_string());
            let own = format!("{tag}:{at}");
            renamed.push(Renamed { keyword, tag, own, depth: open.len() });
        }
        let Some((keyword, tag)) = tagged(&tokens, at, names) else { continue };
        let found = renamed.iter().rev().find(|other| (&*other.keyword, &*other.tag) == (keyword, tag));
        if let Some(own) = found.map(|other| other.own.clone()) {
            tokens[at + 1].value = Some(names.intern(&own));
        }
    }
    tokens
}

/// The keyword here and the tag behind it.
fn tagged<'n>(tokens: &[PpToken], at: usize, names: &'n Interner) -> Option<(&'n str, &'n str)> {
    let name = |at: usize| match tokens.get(at)? {
        PpToken { kind: PpTokenKind::Ident, value: Some(value), .. } => Some(names.resolve(*value)),
        _ => None,
    };
    let keyword = name(at).filter(|name| matches!(*name, "struct" | "union"))?;
    Some((keyword, name(at + 1)?))
}

/// Whether a brace opens the members of a type: behind `struct`, `union` or `enum`, with a tag or without.
fn is_behind_tag(tokens: &[PpToken], brace: usize, names: &Interner) -> bool {
    let is_keyword = |back: usize| {
        let token = brace.checked_sub(back).map(|at| &tokens[at]);
        let name = token.and_then(|token| token.value).map(|value| names.resolve(value));
        matches!(name, Some("struct" | "union" | "enum"))
    };
    // An attribute may stand between the keyword and the brace.
    let is_attributed = brace.checked_sub(1).is_some_and(|at| tokens[at].kind == PpTokenKind::Punct(Punct::RParen))
        && attribute_before(tokens, brace - 1, names);
    is_keyword(1) || is_keyword(2) || is_attributed
}

/// Whether the parenthesis that is closed here is that of an attribute.
fn attribute_before(tokens: &[PpToken], close: usize, names: &Interner) -> bool {
    let mut depth = 0usize;
    for at in (0..=close).rev() {
        match tokens[at].kind {
            PpTokenKind::Punct(Punct::RParen) => depth += 1,
            PpTokenKind::Punct(Punct::LParen) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let name = at.checked_sub(1).and_then(|at| tokens[at].value).map(|value| names.resolve(value));
            return matches!(name, Some("__attribute__" | "__attribute" | "_Alignas"));
        }
    }
    false
}

/// Whether a declaration or a statement begins here.
fn begins_declaration(tokens: &[PpToken], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| tokens[at].kind);
    matches!(before, Some(PpTokenKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::Colon)))
}
