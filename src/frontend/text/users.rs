//! Which tokens the user has written, and behind which headers.
//!
//! In: the tokens with their places. Out: places in files of the user. It must not know what tokens mean.

use super::positions::Positions;
use crate::diag::{FileId, Sources, Span};

impl Positions {
    /// Whether text of a header with this name comes before a token.
    pub fn has_before(&self, index: usize, header: &str, sources: &Sources) -> bool {
        let is_header = |span: Span| sources.path(span.file).file_name().is_some_and(|name| name == header);
        self.tokens[..index].iter().any(|token| token.spelled.is_some_and(is_header))
    }

    /// Where the user has written a token, be it in the body of a macro.
    pub fn by_user(&self, index: usize) -> Option<Span> {
        self.tokens.get(index)?.spelled.filter(|span| self.is_users(*span))
    }

    /// Whether a word stands anywhere in the unit.
    pub fn has(&self, word: &str) -> bool {
        self.texts.iter().any(|text| text == word)
    }

    /// The user's files in which a word stands outside of macros, in the order of the text.
    pub fn files_with<'a>(&'a self, word: &'a str) -> impl Iterator<Item = FileId> + 'a {
        let tokens = self.texts.iter().zip(&self.tokens).filter(move |(text, _)| text.as_ref() == word);
        let spelled = tokens.filter(|(_, token)| token.used.is_none()).filter_map(|(_, token)| token.spelled);
        spelled.filter(|at| self.is_users(*at)).map(|at| at.file)
    }
}
