//! Which tokens the user has written, and behind which headers.
//!
//! In: the tokens with their places. Out: places in files of the user. It must not know what tokens mean.

use super::positions::{Positions, Range};
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

    /// Whether a token is spelled in one of the tool's own headers, or put together there.
    pub fn by_tool(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.spelled.is_none_or(|span| self.is_of_tool(span)))
    }

    /// The tokens that stand there in the user's text, as many as the text is read.
    pub fn at(&self, place: Span) -> impl Iterator<Item = usize> + '_ {
        let tokens = self.tokens.iter().enumerate();
        tokens.filter(move |(_, token)| token.spelled == Some(place)).map(|(index, _)| index)
    }

    /// The last token before this one that the user has written and that comes out of the same use of a macro.
    pub fn by_user_before(&self, index: usize) -> Option<usize> {
        let raw = self.tokens.get(index)?.used?.1;
        let of_use = (0..index).rev().take_while(|at| self.tokens[*at].used.is_some_and(|used| used.1 == raw));
        of_use.into_iter().find(|at| self.by_user(*at).is_some())
    }

    /// The texts that tokens are spelled in: a piece of a file from the first to the last that stands outside of macros, and the macros.
    pub fn texts(&self, range: Range) -> Vec<Span> {
        let spelled = self.tokens[range.first..=range.last].iter().filter_map(|token| token.spelled);
        let mut texts: Vec<Span> = Vec::new();
        for span in spelled {
            let define = self.define_at(span);
            let is_known = |text: &&mut Span| text.file == span.file && self.define_at(**text) == define;
            match texts.iter_mut().find(is_known) {
                Some(text) if define.is_none() => {
                    *text = Span { start: text.start.min(span.start), end: text.end.max(span.end), ..*text };
                }
                Some(_) => {}
                None => texts.push(define.unwrap_or(span)),
            }
        }
        texts
    }

    /// Whether a range of tokens is a statement by itself, up to its semicolon.
    pub fn is_statement(&self, range: Range) -> bool {
        let Some(before) = range.first.checked_sub(1) else { return false };
        let begins = match self.texts[before].as_ref() {
            ";" | "{" | "}" | "else" | "do" => true,
            // A label, or a choice between two values.
            ":" => {
                let back =
                    self.texts[..before].iter().rev().take_while(|text| !matches!(text.as_ref(), ";" | "{" | "}"));
                !back.into_iter().any(|text| text == "?")
            }
            ")" => self
                .opening(before)
                .and_then(|open| open.checked_sub(1))
                .is_some_and(|keyword| matches!(self.texts[keyword].as_ref(), "if" | "while" | "for" | "switch")),
            _ => false,
        };
        begins && self.is(range.last + 1, ";")
    }

    /// The parenthesis that a closing one closes.
    fn opening(&self, closing: usize) -> Option<usize> {
        let mut depth = 0usize;
        (0..=closing).rev().find(|index| {
            match self.texts[*index].as_ref() {
                ")" => depth += 1,
                "(" => depth -= 1,
                _ => {}
            }
            depth == 0
        })
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
