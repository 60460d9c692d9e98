//! Where the body of a macro begins with a statement.
//!
//! In: the tokens of a statement that come out of a macro within another one, of which none before them stands in the same body. Out: the
//! place in the body where text comes right before the statement, in each use of the macro. It must not know statements.
//!
//! # The condition
//! Each use of the macro in the unit begins where a statement may: behind `;`, `{` or `}`, and not within parentheses, as the clauses of a
//! `for` are. A body may begin with a parameter; then what that is given begins the statement.

use super::defines::directive;
use super::positions::{Positions, Range, skip_blank};
use crate::diag::{Sources, Span};

impl Positions {
    /// The beginning of the macro body with which these tokens begin.
    pub(super) fn begins_body(&self, range: Range, sources: &Sources) -> Option<Span> {
        (range.first..=range.last).find_map(|own| self.begins_body_of(range, own, sources))
    }

    /// The same of the body in which this token stands.
    fn begins_body_of(&self, range: Range, own: usize, sources: &Sources) -> Option<Span> {
        let at = self.tokens[own].spelled?;
        let define = self.define_at(at)?;
        let (_, rest) = directive(sources.text(define))?;
        let parameters = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(inside, _)| inside);
        let behind = define.end as usize - rest.len() + parameters.map_or(0, |inside| inside.len() + 2);
        let text = &sources.file(define.file).text;
        let start = skip_blank(text.as_bytes(), behind);
        let before = text.get(start..at.start as usize)?.trim_end();
        let is_parameter = parameters.is_some_and(|inside| inside.split(',').any(|name| name.trim() == before));
        if !before.is_empty() && !is_parameter {
            return None;
        }
        let begins = |index: usize| if before.is_empty() { index } else { self.begins_given(index) };
        let is_use = |index: &usize| self.tokens[*index].spelled == Some(at);
        let mut uses = (0..self.tokens.len()).filter(is_use).map(begins);
        let start = u32::try_from(start).ok()?;
        (begins(own) == range.first && uses.all(|begin| self.may_begin_statement(begin))).then_some(Span {
            start,
            end: start,
            ..define
        })
    }

    /// Where the tokens begin that a parameter is given in front of this token.
    fn begins_given(&self, behind: usize) -> usize {
        let Some(last) = behind.checked_sub(1) else { return behind };
        let is_given = |index: &usize| self.tokens[*index].trace == self.tokens[last].trace;
        (0..behind).rev().take_while(is_given).last().unwrap_or(behind)
    }

    /// Whether a statement may begin with this token.
    fn may_begin_statement(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return false };
        let mut depth = 0usize;
        let is_boundary = [";", "{", "}"].iter().any(|text| self.is(before, text));
        is_boundary
            && (0..index).rev().find_map(|index| {
                match self.spelled(index)? {
                    ")" => depth += 1,
                    "(" if depth == 0 => return Some(false),
                    "(" => depth -= 1,
                    "{" | "}" if depth == 0 => return Some(true),
                    _ => {}
                }
                None
            }) == Some(true)
    }
}
