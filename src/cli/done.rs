//! What a command leaves behind: its document, or what the user must correct.
//!
//! In: what any of the commands did. Out: [`Done`] or [`Stop`], which [`run`](super::run()) prints. It must not know which command
//! it was.

use super::exit::Exit;
use crate::diag::{Diagnostic, Sources};
use crate::drive;

/// A command that came to an end.
pub struct Done {
    pub document: String,
    /// The document has colours, and no codes but those.
    pub painted: bool,
    pub warnings: Vec<Diagnostic>,
    /// What kept the program from writing a file.
    pub failed: Option<Diagnostic>,
    /// What the diagnostics point into.
    pub sources: Sources,
    pub exit: Exit,
}

impl Done {
    /// With what the user should know before all else.
    pub fn with(mut self, notes: &[Diagnostic]) -> Done {
        self.warnings.splice(0..0, notes.iter().cloned());
        self
    }
}

/// A command that the user must correct.
pub struct Stop {
    /// What the diagnostics point into.
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
}

impl From<(Diagnostic, &Sources)> for Stop {
    fn from((diagnostic, sources): (Diagnostic, &Sources)) -> Self {
        Self { sources: sources.clone(), diagnostics: vec![diagnostic] }
    }
}

impl From<drive::Failure> for Stop {
    fn from(failure: drive::Failure) -> Self {
        Self { sources: failure.sources, diagnostics: failure.diagnostics }
    }
}
