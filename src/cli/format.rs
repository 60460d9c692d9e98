//! The forms that a report has.
//!
//! In: nothing. Out: [`Format`]. It must not know what is reported.

use clap::ValueEnum;

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
