//! How fences are searched, and where the patched program goes: the options of `suggest`.
//!
//! In: what there is to choose from. Out: the options. It must not decide which of them contradict each other;
//! [`crate::cli::settings`] does.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use super::checking::{DrawArgs, EngineArgs, EvidenceArgs, VerifyArgs};
use super::program::{InputArgs, ReadArgs};
use crate::drive::outcome::Objective;
use crate::synth::Algorithm;

#[derive(Debug, clap::Args)]
pub struct SuggestArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub verify: VerifyArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub patch: PatchArgs,
    #[command(flatten)]
    pub cross: CrossArgs,
    #[command(flatten)]
    pub draw: DrawArgs,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How the fences are searched.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Synthesis")]
pub struct SearchArgs {
    /// How the fences are searched; all find equally few
    #[arg(long, value_parser = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)), help = algorithm_help())]
    pub algorithm: Option<String>,
    /// First bound on the reorderings in a counterexample (robmc, robmc-et)
    #[arg(long, value_name = "N")]
    pub k1: Option<usize>,
    /// Last bound on the reorderings in a counterexample (robmc, robmc-et)
    #[arg(long, value_name = "N")]
    pub k2: Option<usize>,
    /// What there must be least of: fences in the source, what they cost, or ordered pairs of accesses
    #[arg(long, value_parser = PossibleValuesParser::new(Objective::ALL.map(Objective::name)))]
    pub minimize: Option<String>,
    /// What a fence of this kind costs, instead of what the model says; may be repeated
    #[arg(long, value_name = "KIND=N")]
    pub cost: Vec<String>,
    /// A fence on this line costs N times as much (a fast path, say); may be repeated
    #[arg(long, value_name = "FILE:LINE=N")]
    pub weight: Vec<String>,
    /// Put fences only into this function or file; `*` and `?` stand for anything; may be repeated
    #[arg(long, value_name = "NAME")]
    pub fences_in: Vec<String>,
    /// Put no fence into this function or file; may be repeated
    #[arg(long, value_name = "NAME")]
    pub no_fences_in: Vec<String>,
    /// List every repair that has as few fences at the same cost (`suggest`)
    #[arg(long)]
    pub all: bool,
    /// With --all, list no more than this many [default: 100]
    #[arg(long, value_name = "N", requires = "all")]
    pub max: Option<usize>,
}

fn algorithm_help() -> String {
    let mut help =
        format!("How the fences are searched; all find equally few [default: {}]", Algorithm::default().name());
    for algorithm in Algorithm::ALL {
        help.push_str(&format!("\n  {:<10} {}", algorithm.name(), algorithm.summary()));
    }
    help
}

/// Where the patched program goes.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Patch")]
pub struct PatchArgs {
    /// Write the patched program to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a copy of all files that were read into this folder, the patched ones with their fences
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// Write the fences into the source files
    #[arg(long)]
    pub in_place: bool,
    /// Write fences of this kind as this C statement; may be repeated
    #[arg(long, value_name = "KIND=TEXT")]
    pub fence_text: Vec<String>,
    /// Write fences without a comment that says what they order
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub no_comments: Option<bool>,
    /// Also take a statement apart where a fence must stand within an expression: what comes before it gets a temporary
    #[arg(long)]
    pub split: bool,
    /// Write (and show as a diff) also what is proved only up to the bound on the loops; the exit code stays 4
    #[arg(long)]
    pub accept_bound: bool,
    /// Overwrite files that exist (`--output`, `--output-dir`)
    #[arg(long)]
    pub force: bool,
    /// Folder of the project: nothing outside is changed, and a diff's paths begin there [default: that of the git
    /// repository or of compile_commands.json, or else of FILE]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Show the change as a unified diff below the report; with --quiet, the diff alone
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub diff: Option<bool>,
}

/// Whether another engine looks at the result.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Cross-check")]
pub struct CrossArgs {
    /// Have the explorer look at the original, the patched program, and that without each fence
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub cross_check: Option<bool>,
    /// How long that may take, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub cross_check_budget: Option<f64>,
}

/// The options of `check` and `suggest` together.
#[derive(Debug, clap::Args)]
pub struct ConfigArgs {
    /// The C files that are meant; the configuration file is looked for from the first one's folder upward
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub verify: VerifyArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub patch: PatchArgs,
    #[command(flatten)]
    pub cross: CrossArgs,
    #[command(flatten)]
    pub draw: DrawArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}
