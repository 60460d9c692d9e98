//! What is said of a call through a pointer to a function of another type.
//!
//! In: the function's name and the place of the call. Out: a diagnostic. Both engines take the low bits of what is
//! passed and returned, as the machine does, and refuse what would take bits that nobody has set.

use crate::diag::{Diagnostic, Span};

/// A parameter is wider than its argument.
pub fn wider(function: &str, span: Option<Span>) -> Diagnostic {
    refused(format!("`{function}` is called through a type with a narrower parameter"), span)
}

/// The caller expects a wider result.
pub fn narrower(function: &str, span: Option<Span>) -> Diagnostic {
    refused(format!("`{function}` is called through a type with a wider result"), span)
}

fn refused(message: String, span: Option<Span>) -> Diagnostic {
    let mut error = Diagnostic::error(message).help("call it through a pointer to its own type");
    error.span = span;
    error
}
