//! What a run may take: options of every command that reads a program.
//!
//! In: nothing. Out: the options. It must not know what is limited.

/// What a run may take.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Verification")]
pub struct LimitArgs {
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Give up when this much memory is used
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
}
