//! Where a type is mentioned by `struct`, `union` or `enum`.
//!
//! In: the tokens of a unit. Out: for a keyword the tag behind it, and whether members follow. It must not know scopes.

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{closing, is};

/// The words that are asked for.
pub struct Words {
    records: [Option<Symbol>; 2],
    enumeration: Option<Symbol>,
    attributes: [Option<Symbol>; 2],
    extension: Option<Symbol>,
}

/// A keyword with what belongs to it.
pub struct Mention {
    /// Where the tag stands.
    pub tag: Option<(usize, Symbol)>,
    /// The token behind it.
    pub behind: usize,
    /// Whether that opens the members, or the enumerators.
    pub has_members: bool,
    pub is_record: bool,
}

impl Words {
    pub fn new(names: &mut Interner) -> Words {
        let mut word = |text| Some(names.intern(text));
        Words {
            records: [word("struct"), word("union")],
            enumeration: word("enum"),
            attributes: [word("__attribute__"), word("__attribute")],
            extension: word("__extension__"),
        }
    }

    /// The mention of a type that begins with the keyword here.
    pub fn mention(&self, tokens: &[PpToken], at: usize) -> Option<Mention> {
        let name = self.name(tokens, at)?;
        let is_record = self.records.contains(&Some(name));
        if !is_record && self.enumeration != Some(name) {
            return None;
        }
        let place = self.behind_attributes(tokens, at + 1);
        let tag = self.name(tokens, place);
        let behind = place + usize::from(tag.is_some());
        let has_members = is(tokens, behind, Punct::LBrace);
        Some(Mention { tag: tag.map(|tag| (place, tag)), behind, has_members, is_record })
    }

    /// The first token that is not in an attribute.
    pub fn behind_attributes(&self, tokens: &[PpToken], mut at: usize) -> usize {
        while self.name(tokens, at).is_some_and(|name| self.attributes.contains(&Some(name)))
            && let Some(end) = closing(tokens, at + 1)
        {
            at = end + 1;
        }
        at
    }

    /// Whether what is between these tokens says nothing of what is declared: attributes and `__extension__`.
    pub fn says_nothing(&self, tokens: &[PpToken], mut from: usize, to: usize) -> bool {
        loop {
            from = self.behind_attributes(tokens, from);
            match self.name(tokens, from) {
                name if from < to && name.is_some() && name == self.extension => from += 1,
                _ => return from == to,
            }
        }
    }

    fn name(&self, tokens: &[PpToken], at: usize) -> Option<Symbol> {
        tokens.get(at).filter(|token| token.kind == PpTokenKind::Ident).and_then(|token| token.value)
    }
}
