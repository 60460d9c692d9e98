//! Tags that a scope declares anew.
//!
//! In: the tokens of a unit. Out: the tokens in which such a tag has a name of its own to the end of its scope. The C reader's crates
//! take `struct a;` in a block for the type of an outer `struct a`, where C lets it declare another one unless the block has declared
//! it already (C17, 6.7.2.3, 7); and they take the tag of a type that a parameter list defines for the outer one within the body, where
//! it is that of the list (6.2.1, 4). It must not know types.
//!
//! A tag that a block declares with its members is another type for these crates, too, and stays as it is.

use std::collections::{HashMap, HashSet};

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{closing, is};

/// Stands between a tag and the number that makes it another one.
const APART: char = '#';

/// A keyword and a tag.
type Tag = (Symbol, Symbol);

/// The tokens with another name for each tag that is declared anew.
pub fn apart(mut tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    let words = Words::new(names);
    let mut scopes = Scopes { open: vec![Scope::default()] };
    let mut members: HashSet<usize> = HashSet::new();
    // For each open brace, whether it is that of a type's members.
    let mut braces: Vec<bool> = Vec::new();
    let mut parentheses = 0usize;
    for at in 0..tokens.len() {
        match tokens[at].kind {
            PpTokenKind::Punct(Punct::LParen) => parentheses += 1,
            PpTokenKind::Punct(Punct::RParen) => parentheses = parentheses.saturating_sub(1),
            PpTokenKind::Punct(Punct::LBrace) => {
                let is_of_members = members.contains(&at);
                braces.push(is_of_members);
                if !is_of_members {
                    scopes.open.push(Scope::default());
                }
            }
            PpTokenKind::Punct(Punct::RBrace) => {
                let is_of_members = braces.pop();
                if is_of_members == Some(false) {
                    scopes.open.pop();
                }
            }
            _ => {}
        }
        scopes.open.retain(|scope| scope.end.is_none_or(|end| at < end));
        let Some(mention) = words.mention(&tokens, at) else { continue };
        if mention.has_members {
            members.insert(mention.behind);
        }
        let Some(tag) = mention.tag.filter(|_| words.is_record(tokens[at].value)) else { continue };
        let key = (tokens[at].value.expect("a keyword has a name; please report this"), tag.1);
        let is_alone = is(&tokens, mention.behind, Punct::Semi) && begins_declaration(&tokens, at);
        let is_parameters = scopes.open.len() == 1 && parentheses > 0 && mention.has_members;
        let is_outside = scopes.sees(key).is_some();
        if is_parameters && is_outside {
            let end = scope_of_parameters(&tokens, at, parentheses);
            scopes.open.push(Scope { end: Some(end), ..Scope::default() });
        }
        let has_own = (is_alone && scopes.open.len() > 1 || is_parameters) && is_outside;
        if (is_alone || mention.has_members || !is_outside) && !scopes.here().contains_key(&key) {
            let own = has_own.then(|| format!("{}{APART}{at}", names.resolve(tag.1)));
            let own = own.map(|own| names.intern(&own));
            scopes.declare(key, own);
        }
        if let Some(Some(own)) = scopes.sees(key) {
            tokens[tag.0].value = Some(own);
        }
    }
    tokens
}

/// A message with the tags as the user wrote them.
pub fn as_written(message: &str) -> String {
    let mut parts = message.split(APART);
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        match rest.len() < part.len() {
            true => text + rest,
            false => format!("{text}{APART}{part}"),
        }
    })
}

/// The words that are asked for.
struct Words {
    records: [Option<Symbol>; 2],
    enumeration: Option<Symbol>,
    attributes: [Option<Symbol>; 2],
}

/// A keyword with what belongs to it.
struct Mention {
    /// Where the tag stands.
    tag: Option<(usize, Symbol)>,
    /// The token behind it.
    behind: usize,
    /// Whether that opens the members.
    has_members: bool,
}

impl Words {
    fn new(names: &mut Interner) -> Words {
        let mut word = |text| Some(names.intern(text));
        Words {
            records: [word("struct"), word("union")],
            enumeration: word("enum"),
            attributes: [word("__attribute__"), word("__attribute")],
        }
    }

    fn is_record(&self, name: Option<Symbol>) -> bool {
        name.is_some() && self.records.contains(&name)
    }

    /// The mention of a type that begins with the keyword here.
    fn mention(&self, tokens: &[PpToken], at: usize) -> Option<Mention> {
        let name = tokens[at].value.filter(|_| tokens[at].kind == PpTokenKind::Ident);
        if !self.is_record(name) && (name.is_none() || name != self.enumeration) {
            return None;
        }
        let place = self.behind_attributes(tokens, at + 1);
        let tag = tokens.get(place).filter(|token| token.kind == PpTokenKind::Ident).and_then(|token| token.value);
        let behind = place + usize::from(tag.is_some());
        Some(Mention { tag: tag.map(|tag| (place, tag)), behind, has_members: is(tokens, behind, Punct::LBrace) })
    }

    /// The first token that is not in an attribute.
    fn behind_attributes(&self, tokens: &[PpToken], mut at: usize) -> usize {
        while let Some(token) = tokens.get(at)
            && token.kind == PpTokenKind::Ident
            && self.attributes.contains(&token.value)
            && let Some(end) = closing(tokens, at + 1)
        {
            at = end + 1;
        }
        at
    }
}

/// The tags that are declared here, with the names of those that have one of their own.
#[derive(Default)]
struct Scope {
    tags: HashMap<Tag, Option<Symbol>>,
    /// Where it ends, if not with a brace.
    end: Option<usize>,
}

struct Scopes {
    open: Vec<Scope>,
}

impl Scopes {
    fn here(&self) -> &HashMap<Tag, Option<Symbol>> {
        &self.open.last().expect("the scope of the unit is open; please report this").tags
    }

    /// What the tag is called here, if it is declared: nothing where its name is its own.
    fn sees(&self, tag: Tag) -> Option<Option<Symbol>> {
        self.open.iter().rev().find_map(|scope| scope.tags.get(&tag).copied())
    }

    fn declare(&mut self, tag: Tag, own: Option<Symbol>) {
        // A surplus brace is the parser's to complain of.
        if let Some(scope) = self.open.last_mut() {
            scope.tags.insert(tag, own);
        }
    }
}

/// The token with which the scope of a parameter list ends, this many parentheses deep at the token here: the brace that closes the body,
/// or the end of the declaration.
fn scope_of_parameters(tokens: &[PpToken], at: usize, mut parentheses: usize) -> usize {
    let mut braces = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            PpTokenKind::Punct(Punct::LParen) => parentheses += 1,
            PpTokenKind::Punct(Punct::RParen) => parentheses = parentheses.saturating_sub(1),
            PpTokenKind::Punct(Punct::LBrace) => braces += 1,
            PpTokenKind::Punct(Punct::RBrace) => {
                braces = braces.saturating_sub(1);
                if braces == 0 && parentheses == 0 {
                    return at;
                }
            }
            PpTokenKind::Punct(Punct::Semi | Punct::Comma | Punct::Eq) if braces == 0 && parentheses == 0 => {
                return at;
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Whether a declaration or a statement begins here.
fn begins_declaration(tokens: &[PpToken], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| tokens[at].kind);
    matches!(before, None | Some(PpTokenKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::Colon)))
}
