//! Objects of a type that is completed later.
//!
//! In: the tokens of a unit. Out: the tokens in which such an object is declared where it stands, and defined at the end. C lets a
//! definition without an initialiser stand for one at the end of the unit (C17, 6.9.2, 2): `struct s x; struct s { int a; };`. The C
//! reader's crates want the type where it stands. It must not know types.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{deeper, is, name_at};

/// The tokens with the definitions of such objects at the end.
pub fn behind(tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    let found = definitions(&tokens, names);
    if found.is_empty() {
        return tokens;
    }
    let external = names.intern("extern");
    let mut all = Vec::with_capacity(tokens.len() + 8 * found.len());
    for (at, token) in tokens.iter().enumerate() {
        if found.iter().any(|(begin, _)| *begin == at) {
            all.push(PpToken { kind: PpTokenKind::Ident, value: Some(external), ..*token });
        }
        all.push(*token);
    }
    let last = tokens.iter().rposition(|token| token.kind != PpTokenKind::Eof).map_or(0, |at| at + 1);
    let behind = found.iter().flat_map(|(begin, end)| tokens[*begin..=*end].iter().copied());
    let at = all.len() - (tokens.len() - last);
    all.splice(at..at, behind);
    all
}

/// Where such definitions begin and end: outside of functions, `struct s x;` with a tag whose members come later.
fn definitions(tokens: &[PpToken], names: &Interner) -> Vec<(usize, usize)> {
    let name = |at: usize| name_at(tokens, at, names);
    let is = |at: usize, punct: Punct| is(tokens, at, punct);
    let is_keyword = |at: usize| matches!(name(at), Some("struct" | "union"));
    let completes = |at: usize, of: usize| is_keyword(at) && name(at + 1) == name(of + 1) && is(at + 2, Punct::LBrace);
    let mut found = Vec::new();
    let (mut depth, mut begins) = (0usize, true);
    for at in 0..tokens.len() {
        if depth == 0 && begins && is_keyword(at) && name(at + 1).is_some() && name(at + 2).is_some() {
            // Names with commas between them, up to the end.
            let end = (at + 3..tokens.len()).step_by(2).find(|end| !is(*end, Punct::Comma) || name(end + 1).is_none());
            let is_later = || {
                !(0..at).any(|before| completes(before, at)) && (at..tokens.len()).any(|behind| completes(behind, at))
            };
            if let Some(end) = end.filter(|end| is(*end, Punct::Semi))
                && is_later()
            {
                found.push((at, end));
            }
        }
        depth = depth.saturating_add_signed(deeper(&tokens[at]) as isize);
        begins = matches!(tokens[at].kind, PpTokenKind::Punct(Punct::Semi | Punct::RBrace));
    }
    found
}
