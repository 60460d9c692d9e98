//! The command line as it was typed.
//!
//! In: the arguments. Out: [`Args`], in which everything that was not given is absent: defaults and contradictions
//! are the matter of [`super::settings`], which also sees the configuration file. It must not read files.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{ArgAction, ColorChoice, Parser, Subcommand, ValueEnum};

use crate::bench::conditions::Conditions;
use crate::bench::record::Verdict;
use crate::drive::Engine;
use crate::drive::outcome::Objective;
use crate::ir::Concern;
use crate::sat::backend::Solver;
use crate::synth::Algorithm;

const EXAMPLES: &str = "\
Examples:
  fencesmith models
      List the memory models.
  fencesmith check lock.c --model MODEL
      Is the program correct on this memory model?
  fencesmith explore lock.c --model MODEL
      The same by visiting every execution; how many are there?
  fencesmith suggest lock.c --model MODEL --diff
      Which fences make it correct? Show them as a patch.
  fencesmith suggest lock.c --model MODEL --in-place
      Write them into the file.

Exit codes:
   0  verified; nothing to do
   1  check or explore found a violation, or suggest found fences that repair it
   2  wrong command line, configuration or input
   3  wrong, and no fence can repair it
   4  no answer: a bound, a limit of time or memory, or an interrupt
  70  a bug in fencesmith";

const CHECK_EXAMPLES: &str = "\
Examples:
  fencesmith check lock.c --model MODEL
  fencesmith check lock.c --model ./mine.toml --unwind 4 --timeout 60
  fencesmith check queue.c --model MODEL -I include -D CAPACITY=4 --format json";

const SUGGEST_EXAMPLES: &str = "\
Examples:
  fencesmith suggest lock.c --model MODEL
  fencesmith suggest lock.c --model MODEL --quiet --diff > lock.patch
  fencesmith suggest lock.c --model MODEL --output fenced.c
  fencesmith suggest lock.c --model MODEL --minimize pairs --algorithm robmc-et --k1 5";

const COMPARE_EXAMPLES: &str = "\
Examples:
  fencesmith compare benchmarks/robmc/suite.toml
  fencesmith compare suite.toml --jobs 4 --timeout 60 --output results/mine
  fencesmith compare suite.toml --output results/mine --resume
  fencesmith compare suite.toml --filter peterson/ --filter /robmc-et/
  fencesmith compare suite.toml --shard 3/16
  fencesmith compare suite.toml --show peterson/n=4/MODEL

Exit codes:
   0  all jobs have a record, and every answer is as expected
   1  an answer is not as expected, algorithms disagree, or a job failed";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  fencesmith explore lock.c --model MODEL
  fencesmith explore lock.c --model MODEL --all --threads 2 --timeout 60
  fencesmith explore queue.c --model MODEL --equivalence rf --max-executions 20 --dot drawings";

const LITMUS_EXAMPLES: &str = "\
Examples:
  fencesmith litmus MP.litmus --model MODEL
  fencesmith litmus tests --model MODEL --jobs 2 --expect table.csv

Exit codes: 1 when the condition of a single test does not hold, or a test is not as expected.";

const CROSS_CHECK_EXAMPLES: &str = "\
Examples:
  fencesmith cross-check lock.c --model MODEL
  fencesmith cross-check lock.c --model MODEL --timeout 600 --format json

Exit codes: 0 when both engines agree on every program, 4 when something is left undecided, 70 when they disagree.";

/// Finds the fewest memory fences that make concurrent C correct on weak memory
///
/// fencesmith reads a C program with threads and assertions and decides, up to a bound on its loops, whether the
/// assertions hold on a weak memory model. Where they do not, it finds the fewest fences that make them hold and
/// writes the patched C.
#[derive(Debug, Parser)]
#[command(name = "fencesmith", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct Args {
    #[command(flatten)]
    pub show: ShowArgs,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide whether a program's assertions hold on a memory model
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Find the fewest fences that make a program's assertions hold, and write the patched program
    #[command(after_help = SUGGEST_EXAMPLES)]
    Suggest(Box<SuggestArgs>),
    /// Visit every execution of a program, one by one
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArgs),
    /// Have two engines that share no search look at a program, its repair, and the repair without each fence
    #[command(after_help = CROSS_CHECK_EXAMPLES)]
    CrossCheck(CheckArgs),
    /// Write a `main` for the functions of a file that has none, as C to start from
    Harness(HarnessFileArgs),
    /// List the memory models, or explain one
    Models(ModelsArgs),
    /// Explain what a report says: a rule by its name, or the list of all
    Explain(ExplainArgs),
    /// Print the JSON schema of what `--format json` prints
    Schema,
    /// Decide litmus tests in herd's formats, by trying every execution
    #[command(after_help = LITMUS_EXAMPLES)]
    Litmus(LitmusArgs),
    /// Run a suite of programs with several algorithms side by side and record how each did
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// Draw the figures of a run and write its summary
    Plot(PlotArgs),
    /// Run one job of a suite in this process and print its record
    #[command(hide = true)]
    Worker(WorkerArgs),
}

/// Options of every command.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct ShowArgs {
    /// Form of the report on standard output [default: text]
    #[arg(long, global = true, value_enum)]
    pub format: Option<Format>,
    /// When to use colours; NO_COLOR is respected [default: auto]
    #[arg(long, global = true, value_enum, value_name = "WHEN")]
    pub color: Option<ColorChoice>,
    /// Tell all steps of a counterexample, those that do not matter too
    #[arg(long, global = true)]
    pub full: bool,
    /// Only the verdict and the fences; no progress, no warnings
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Tell the phases on standard error and all counts in the report; twice: each query
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// File with defaults for these options [default: fencesmith.toml beside FILE, if there is one]
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Do not read a configuration file
    #[arg(long, global = true)]
    pub no_config: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, with source excerpts
    Text,
    /// One JSON object with a schema version
    Json,
    /// SARIF 2.1.0, with the fences as a fix
    Sarif,
}

/// What is read.
#[derive(Debug, Default, clap::Args)]
pub struct InputArgs {
    /// The C files of the program, which are linked; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "build")]
    pub files: Vec<PathBuf>,
    /// Take the flags of each file from compile_commands.json in this directory; without FILE, also the files
    #[arg(short = 'p', long = "build", value_name = "DIR")]
    pub build: Option<PathBuf>,
}

/// What runs, where the files have no `main`.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Harness")]
pub struct HarnessArgs {
    /// Run these functions as threads; the files have no `main` then
    #[arg(long, value_name = "FUNCTION,...", value_delimiter = ',')]
    pub entry: Vec<String>,
    /// The arguments of an entry, as C; without them numbers are arbitrary. May be repeated
    #[arg(long, value_name = "FUNCTION=ARGUMENTS")]
    pub arg: Vec<String>,
    /// Run this function before the threads start
    #[arg(long, value_name = "FUNCTION")]
    pub setup: Option<String>,
    /// Run this function after the threads have ended; it may assert
    #[arg(long, value_name = "FUNCTION")]
    pub finally: Option<String>,
    /// How many threads run an entry [default: 1]; for `explore`, also how many threads explore [default: 1]
    #[arg(long, value_name = "FUNCTION=N")]
    pub threads: Vec<String>,
}

impl InputArgs {
    /// Beside what a configuration file is looked for.
    pub fn anchor(&self) -> &Path {
        match (self.files.first(), &self.build) {
            (Some(file), _) => file,
            (None, Some(build)) => build,
            (None, None) => Path::new(""),
        }
    }
}

/// How the C is read.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Reading C")]
pub struct ReadArgs {
    /// Read this file before each C file (`-include FILE`); may be repeated
    #[arg(long = "force-include", value_name = "FILE")]
    pub forced: Vec<PathBuf>,
    /// Search this directory for headers in quotes (`-iquote DIR`); may be repeated
    #[arg(long = "iquote", value_name = "DIR")]
    pub quote: Vec<PathBuf>,
    /// Search this directory for headers after those of `-I` (`-isystem DIR`); may be repeated
    #[arg(long = "isystem", value_name = "DIR")]
    pub system: Vec<PathBuf>,
    #[command(flatten)]
    pub harness: HarnessArgs,
    /// Dialect of C (`-std=NAME`) [default: gnu11]
    #[arg(long = "std", value_name = "NAME")]
    pub standard: Option<String>,
    /// The language of the files (`-x c`), which must be C
    #[arg(long, hide = true)]
    pub language: Option<String>,
    /// Compiler flags that change nothing here
    #[arg(long, hide = true)]
    pub ignored: Vec<String>,
    /// Compiler flags that cannot be followed
    #[arg(long, hide = true)]
    pub refused: Option<String>,
    /// Search this directory for headers; may be repeated
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro, as 1 without a value; may be repeated
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Undefine a predefined macro; may be repeated
    #[arg(short = 'U', long = "undefine", value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Use the system's headers instead of the built-in ones
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub system_headers: Option<bool>,
    /// Give each heap object an address of its own: freed addresses do not come back
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub fresh_addresses: Option<bool>,
}

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
    /// Unwind every loop exactly up to N iterations, also one whose number of iterations is certain
    #[arg(long, value_name = "N")]
    pub unwind: Option<u32>,
    /// Unwind the loop on this line up to N iterations; may be repeated
    #[arg(long, value_name = "FILE:LINE=N")]
    pub unwind_loop: Vec<String>,
    /// How far the unwinding may rise by itself [default: 16]
    #[arg(long, value_name = "N")]
    pub unwind_limit: Option<u32>,
    /// SAT solver
    #[arg(long, value_name = "NAME", help = solver_help())]
    pub solver: Option<String>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Give up when this much memory is used [default: three quarters of what is free]
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
}

fn property_help() -> String {
    let names = |default: bool| {
        let names = Concern::ALL.into_iter().filter(|concern| concern.is_default() || !default).map(Concern::name);
        names.collect::<Vec<_>>().join(",")
    };
    format!("What is looked for, of {} [default: {}]", names(false), names(true))
}

fn solver_help() -> String {
    let names: Vec<_> = Solver::available().iter().map(|s| s.name()).collect();
    format!("SAT solver: {} [default: {}]", names.join(", "), names[0])
}

#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub verify: VerifyArgs,
    /// Who decides (`check`): both engines, and the first that knows answers, or one of them [default: auto]
    #[arg(long, value_parser = PossibleValuesParser::new(Engine::ALL.map(Engine::name)), help_heading = "Verification")]
    pub engine: Option<String>,
    #[command(flatten)]
    pub draw: DrawArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

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
    pub read: ReadArgs,
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

/// How the fences are searched.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Synthesis")]
pub struct SearchArgs {
    /// How the fences are searched; all find equally few [default: core-first]
    #[arg(long, value_parser = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)), help = algorithm_help())]
    pub algorithm: Option<String>,
    /// First bound on the reorderings in a counterexample (robmc, robmc-et) [default: 5]
    #[arg(long, value_name = "N")]
    pub k1: Option<usize>,
    /// Last bound on the reorderings in a counterexample (robmc, robmc-et) [default: no bound]
    #[arg(long, value_name = "N")]
    pub k2: Option<usize>,
    /// What there must be least of: fences in the source, what they cost, or ordered pairs of accesses [default: fences]
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
}

fn algorithm_help() -> String {
    let mut help = String::from("How the fences are searched; all find equally few [default: core-first]");
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
    /// Write fences of this kind as this C statement [default: as the file does, or else as the model says]; may be
    /// repeated
    #[arg(long, value_name = "KIND=TEXT")]
    pub fence_text: Vec<String>,
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
    /// Have the explorer look at the original, the patched program, and that without each fence [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub cross_check: Option<bool>,
    /// How long that may take, in seconds [default: 3]
    #[arg(long, value_name = "SECONDS")]
    pub cross_check_budget: Option<f64>,
}

#[derive(Debug, clap::Args)]
pub struct CompareArgs {
    /// The suite file
    pub suite: PathBuf,
    /// Folder for the records [default: results/NAME of the suite]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Jobs that run at the same time [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Only jobs whose name, with a `/` before and behind it, contains this; may be repeated, and then all must fit
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Only every Nth job, beginning with the Ith
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Go on with the run in the folder
    #[arg(long)]
    pub resume: bool,
    /// Print the C of an instance and run nothing
    #[arg(long, value_name = "INSTANCE", conflicts_with = "list")]
    pub show: Option<String>,
    /// Print the names of the jobs and run nothing
    #[arg(long)]
    pub list: bool,
}

/// Under which conditions and limits jobs run.
#[derive(Debug, clap::Args)]
pub struct SettingArgs {
    /// How the solver is used: `ours` is at its best, `paper` as in the ROBMC paper [default: ours]
    #[arg(long, value_parser = PossibleValuesParser::new(Conditions::ALL.map(Conditions::name)))]
    pub conditions: Option<String>,
    /// Wall-clock seconds for one job [default: the suite's, or else 600]
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Memory for one job [default: the suite's, or else 4096]
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub struct PlotArgs {
    /// Folder of a run, or a file of records; several are drawn together
    #[arg(required = true)]
    pub run: Vec<PathBuf>,
    /// Draw the curves of this family only; may be repeated
    #[arg(long, value_name = "NAME")]
    pub family: Vec<String>,
    /// Folder for the figures and the summary [default: the first RUN's]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// The name of a rule, as reports in JSON and SARIF have it
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// Litmus tests.
#[derive(Debug, clap::Args)]
pub struct LitmusArgs {
    /// Tests, or folders in which all tests are taken
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Memory model, by name or as the path of a model file
    #[arg(short, long, value_name = "NAME|PATH")]
    pub model: String,
    /// Table with lines `PATH,1` (the condition holds) and `PATH,0`; only its tests are taken
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,
    /// How many tests are decided at a time [default: 1]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Give up on a test after this time
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
}

/// How something else may end a worker.
pub const ENDS: [Verdict; 3] = [Verdict::TimeOut, Verdict::OutOfMemory, Verdict::Crash];

#[derive(Debug, clap::Args)]
pub struct WorkerArgs {
    /// The suite file
    pub suite: PathBuf,
    /// The job's name
    pub job: String,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Run nothing: print the record of a job that something else ended in this way
    #[arg(long, value_parser = PossibleValuesParser::new(ENDS.map(Verdict::name)), requires = "after")]
    pub ended: Option<String>,
    /// After how many seconds that was
    #[arg(long, value_name = "SECONDS", requires = "ended")]
    pub after: Option<f64>,
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
    /// Stop after this many executions
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,
    /// Write a drawing of each execution into this directory, for Graphviz
    #[arg(long, value_name = "DIR")]
    pub dot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EquivalenceArg {
    /// Reads-from and coherence order
    Co,
    /// Reads-from alone
    Rf,
}

#[derive(Debug, clap::Args)]
pub struct HarnessFileArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, clap::Args)]
pub struct ModelsArgs {
    /// The model to explain: a name, or the path of a model file
    #[arg(value_name = "NAME|PATH")]
    pub model: Option<String>,
}

impl Command {
    /// The command's name, and beside what its input is, for the document of a run that came to nothing.
    pub fn subject(&self) -> (&'static str, Option<&Path>) {
        match self {
            Command::Check(check) => ("check", Some(check.input.anchor())),
            Command::Suggest(suggest) => ("suggest", Some(suggest.input.anchor())),
            Command::Explore(explore) => ("explore", Some(explore.input.anchor())),
            Command::CrossCheck(check) => ("cross-check", Some(check.input.anchor())),
            Command::Harness(harness) => ("harness", Some(harness.input.anchor())),
            Command::Models(_) => ("models", None),
            Command::Explain(_) => ("explain", None),
            Command::Schema => ("schema", None),
            Command::Litmus(_) => ("litmus", None),
            Command::Compare(compare) => ("compare", Some(&compare.suite)),
            Command::Plot(_) => ("plot", None),
            Command::Worker(worker) => ("worker", Some(&worker.suite)),
        }
    }
}
