//! Phrases that sentences of this room and of those above it share.
//!
//! In: a number, a place. Out: words. It must not know what is said with them.

use crate::diag::{Sources, Span};

/// `1 fence`, `2 fences`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// `once`, `twice`, `3 times`.
pub fn times(n: u32) -> String {
    match n {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        n => format!("{n} times"),
    }
}

/// `file:line:column`, or a word that there is none.
pub fn place(span: Option<Span>, sources: &Sources) -> String {
    span.map_or_else(|| "(no place)".to_string(), |span| sources.describe(span))
}
