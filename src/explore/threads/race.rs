//! A data race as it is told.
//!
//! In: nothing. Out: [`Race`]. It must not know how races are found.

use serde::{Deserialize, Serialize};

use crate::diag::Span;

/// Two accesses to one place that nothing orders, one of them a plain one and one of them a write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Race {
    pub first: Option<Span>,
    pub second: Option<Span>,
    /// The place by name.
    pub place: String,
}
