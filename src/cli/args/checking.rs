//! What is decided, by whom, and what is drawn of it: the options of `check`, `cross-check` and `explore`.
//!
//! In: what there is to choose from. Out: the options. It must not decide which of them contradict each other;
//! [`crate::cli::settings`] does.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;

use super::limits::LimitArgs;
use super::program::{InputArgs, ReadArgs};
use crate::drive::Engine;
use crate::ir::Concern;
use crate::sat::backend::Solver;

/// What is decided, and how far the search goes.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Verification")]
pub struct VerifyArgs {
    /// Memory model: a name that `fencesmith models` lists, or the path of a model file
    #[arg(short, long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    /// What is looked for
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help = property_help())]
    pub property: Vec<String>,
    /// What is looked for as the Competition on Software Verification writes it; of a task, which of its properties
    #[arg(long, value_name = "FILE", conflicts_with = "property")]
    pub property_file: Option<PathBuf>,
    /// Unwind every loop exactly up to N iterations, also one whose number of iterations is certain
    #[arg(long, value_name = "N")]
    pub unwind: Option<u32>,
    /// Unwind the loop on this line up to N iterations; may be repeated
    #[arg(long, value_name = "FILE:LINE=N")]
    pub unwind_loop: Vec<String>,
    /// How far the unwinding may rise by itself
    #[arg(long, value_name = "N")]
    pub unwind_limit: Option<u32>,
    /// Keep no order for the sake of address, data and control dependencies, which a compiler may remove
    #[arg(long)]
    pub no_dependencies: bool,
    /// SAT solver
    #[arg(long, value_name = "NAME", help = solver_help())]
    pub solver: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

fn property_help() -> String {
    format!("What is looked for, of {}", Concern::ALL.map(Concern::name).join(","))
}

fn solver_help() -> String {
    let names: Vec<_> = Solver::available().iter().map(|s| s.name()).collect();
    format!("SAT solver: {}", names.join(", "))
}

#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub verify: VerifyArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub draw: DrawArgs,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// What is handed out beside the verdict.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Evidence")]
pub struct EvidenceArgs {
    /// Write a proof that the program (as patched, if it needs a patch) has no violation into this folder, which is empty or not
    /// there yet; `fencesmith verify DIR` checks it. The solver decides
    #[arg(long, value_name = "DIR", conflicts_with = "no_dependencies")]
    pub proof: Option<PathBuf>,
}

/// Who decides.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Verification")]
pub struct EngineArgs {
    /// Who decides (`check`): both engines, and the first that knows answers, or one of them
    #[arg(long, value_parser = PossibleValuesParser::new(Engine::ALL.map(Engine::name)))]
    pub engine: Option<String>,
}

/// Drawings of the counterexample.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Drawings")]
pub struct DrawArgs {
    /// Draw the counterexample into this file, for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Draw the counterexample into this file as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub verify: VerifyArgs,
    #[command(flatten)]
    pub search: ExplorationArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How the executions are visited.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Exploration")]
pub struct ExplorationArgs {
    /// What counts as one execution: its events and reads-from with coherence order, or without [default: co]
    #[arg(long, value_enum)]
    pub equivalence: Option<EquivalenceArg>,
    /// Go on after the first violation
    #[arg(long)]
    pub all: bool,
    /// Tell the orders apart in which threads arrive at a barrier, by a barrier of plain accesses
    #[arg(long)]
    pub no_bam: bool,
    /// Tell executions apart by what a thread has found while it only waited
    #[arg(long)]
    pub no_spin_reduction: bool,
    /// Tell executions apart in which threads have changed places that do the same
    #[arg(long)]
    pub no_symmetry: bool,
    /// Tell executions apart by the order of critical sections that touch nothing in common
    #[arg(long)]
    pub no_lock_reduction: bool,
    /// All four: count the executions as the published tables do
    #[arg(long)]
    pub no_reduction: bool,
    /// Stop after this many executions
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,
    /// Print the final states of litmus tests, in the form in which herd prints them; they are all there is to tell of such
    #[arg(long)]
    pub states: bool,
    /// Should the exploration have to end early, write into this file how far it is; one thread explores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["piece", "merge"])]
    pub save: Option<PathBuf>,
    /// Go on where an exploration of the same program, model and options has ended that wrote this file; one thread explores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["piece", "merge", "dot"])]
    pub resume: Option<PathBuf>,
    /// Write a drawing of each execution into this directory, for Graphviz
    #[arg(long, value_name = "DIR")]
    pub dot: Option<PathBuf>,
    /// Explore one of several parts, with one thread: `2/8` is the second of eight
    #[arg(long, value_name = "I/N", conflicts_with_all = ["max_executions", "merge"])]
    pub piece: Option<Piece>,
    /// How many parts there are, where `--piece` does not say it
    #[arg(long, value_name = "N", requires = "piece")]
    pub split: Option<u32>,
    /// Put the JSON reports of all parts together, which are the files
    #[arg(long)]
    pub merge: bool,
}

/// A part of an exploration as it is typed, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub number: u32,
    pub of: Option<u32>,
}

impl FromStr for Piece {
    type Err = String;

    fn from_str(text: &str) -> Result<Piece, String> {
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number; write `2/8`"));
        match text.split_once('/') {
            Some((part, of)) => Ok(Piece { number: number(part)?, of: Some(number(of)?) }),
            None => Ok(Piece { number: number(text)?, of: None }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EquivalenceArg {
    /// Reads-from and coherence order
    Co,
    /// Reads-from alone
    Rf,
}
