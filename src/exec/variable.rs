//! A local variable as it is told when a thread has failed.
//!
//! In: nothing. Out: plain data. It must not know how a value is written.

use crate::ids::FormId;
use crate::ir::Width;

/// A variable that is in a register, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub width: Width,
    /// What its type looks like, where that is known.
    pub form: Option<FormId>,
    pub value: u64,
}
