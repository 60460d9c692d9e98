//! What an exploration is asked, so that another run can tell whether it is asked the same.
//!
//! In: nothing; it is plain data. Out: [`Question`]. It must not know how the digests are made.

use serde::{Deserialize, Serialize};

/// What is asked, as digests by which two runs can tell whether they ask the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub tool: String,
    pub program: String,
    pub model: String,
    pub options: String,
}

impl Question {
    /// In what another question differs, if it does.
    pub fn differs(&self, other: &Question) -> Option<&'static str> {
        match () {
            _ if self.tool != other.tool => Some("another version of this tool"),
            _ if self.program != other.program => Some("another program, or other properties"),
            _ if self.model != other.model => Some("another model"),
            _ if self.options != other.options => Some("other options"),
            _ => None,
        }
    }
}
