//! A value that the user gave, and where.
//!
//! In: what was typed and what the configuration file says of one option. Out: [`Given`]. It must not know any option.

use toml::Spanned;

use super::config::Config;
use crate::diag::{Diagnostic, Span};

/// A value and where it comes from: a place in the configuration file, or the command line.
#[derive(Clone, Debug)]
pub struct Given<T> {
    pub value: T,
    pub span: Option<Span>,
}

impl<T> Given<T> {
    pub fn on_command_line(&self) -> bool {
        self.span.is_none()
    }

    /// A complaint about this value.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: self.span, ..Diagnostic::error(message) }
    }
}

/// The value of the command line, or else that of the file.
pub fn given<T: Clone>(typed: Option<T>, config: &Config, value: &Option<Spanned<T>>) -> Option<Given<T>> {
    match (typed, value) {
        (Some(value), _) => Some(Given { value, span: None }),
        (None, Some(value)) => Some(Given { value: value.get_ref().clone(), span: config.span(value) }),
        (None, None) => None,
    }
}
