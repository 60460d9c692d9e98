//! What is known of a wait on a condition variable, and of the place where it stands.
//!
//! In: calls that wait. Out: each with what it answers and what is not run beside it. It must not know rules about them.

use crate::frontend::text::positions::Range;
use crate::frontend::typed::tree::{DeclId, ExprId, StmtId};

/// A wait among those of a loop or a function.
#[derive(Clone)]
pub struct Wait {
    pub call: ExprId,
    /// The variable that keeps what it answers.
    pub answer: Option<DeclId>,
    /// What is not run in a round that has this wait.
    pub skipped: Vec<Range>,
}

impl Wait {
    /// Whether what stands there is not run in a round that has this wait.
    pub fn skips(&self, range: Range) -> bool {
        self.skipped.iter().any(|skipped| skipped.first <= range.first && range.last <= skipped.last)
    }
}

/// An `if` whose arms wait.
#[derive(Clone, Copy)]
pub struct Arms {
    pub cond: ExprId,
    pub then: StmtId,
    pub otherwise: Option<StmtId>,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a loop, which no arm leaves.
    Loop,
    /// In a function, which goes on behind it.
    Before,
    /// Behind it the function ends.
    Last,
}
