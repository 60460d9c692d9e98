//! The forms that a report has.
//!
//! In: nothing. Out: [`Format`], and what is said where a command has no use for one. It must not know what is reported.

use clap::ValueEnum;

use crate::diag::Diagnostic;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, with source excerpts
    #[default]
    Text,
    /// One JSON object with a schema version
    Json,
    /// SARIF 2.1.0, with the fences as a fix
    Sarif,
}

impl Format {
    /// For a command whose report has no places in sources, as SARIF wants them.
    ///
    /// # Errors
    /// It is SARIF.
    pub fn but_sarif(self, command: &str) -> Result<(), Diagnostic> {
        match self {
            Format::Text | Format::Json => Ok(()),
            Format::Sarif => Err(Diagnostic::error(format!("`--format sarif` has no meaning for `{command}`"))
                .help("use `--format text` or `--format json`")),
        }
    }

    /// For a command whose document is a text of its own kind.
    ///
    /// # Errors
    /// It is another one than text.
    pub fn but_text(self, command: &str) -> Result<(), Diagnostic> {
        match self {
            Format::Text => Ok(()),
            Format::Json | Format::Sarif => {
                let error = Diagnostic::error(format!("`{command}` prints text; `--format` has no meaning for it"));
                Err(error.help("leave `--format` out"))
            }
        }
    }
}
