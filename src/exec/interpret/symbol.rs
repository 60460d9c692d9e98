//! The name of how a value was computed from choices.
//!
//! In: nothing. Out: [`Symbol`]. It must not know the terms that it names.

use crate::ir::Width;

/// How a value was computed from a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// A row of the table of terms.
    pub(super) term: u32,
    pub width: Width,
}
