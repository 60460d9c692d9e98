//! The command line as it was typed.
//!
//! In: the arguments. Out: [`Args`], in which everything that was not given is absent: defaults and contradictions
//! are the matter of [`super::settings`], which also sees the configuration file. It must not read files.
//!
//! What the help says of defaults comes from [`super::defaults`]: [`definition`] writes them behind the texts here.

mod checking;
mod experiments;
mod limits;
mod program;
mod synthesis;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

pub use checking::{CheckArgs, DrawArgs, EngineArgs, EquivalenceArg, ExploreArgs, Piece, VerifyArgs};
pub use experiments::{CompareArgs, ENDS, LitmusArgs, PlotArgs, SettingArgs, WorkerArgs};
pub use limits::LimitArgs;
pub use program::{HarnessArgs, InputArgs, ProgramArgs, ReadArgs};
pub use synthesis::{ConfigArgs, CrossArgs, PatchArgs, SearchArgs, SuggestArgs};

use super::defaults;
use super::format::Format;
use crate::patch::is_standard_output;

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

Exit codes: 1 when the condition of a single test does not hold (with `--states` nobody asks for it), or a test is not as expected.";

const CROSS_CHECK_EXAMPLES: &str = "\
Examples:
  fencesmith cross-check lock.c --model MODEL
  fencesmith cross-check lock.c --model MODEL --timeout 600 --format json

Exit codes: 0 when both engines agree on every program, 4 when something is left undecided, 70 when they disagree.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  fencesmith suggest lock.c --model MODEL --proof evidence
  fencesmith verify evidence

Exit codes: 0 when the proof is one, 1 when it is none, 2 when there is none.";

const OPTIMIZE_EXAMPLES: &str = "\
Examples:
  fencesmith optimize lock.c --model MODEL --diff
  fencesmith optimize queue.c --model MODEL --in-place

What `optimize` looks for is the least cost, unless `--minimize` says otherwise.";

const CONFIG_EXAMPLES: &str = "\
Examples:
  fencesmith config
  fencesmith config src/lock.c --timeout 60
  fencesmith config --format json

In a command line with `check` or `suggest`, write `config` instead to see what it would work with. Options that have no
key in a configuration file are left out.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  fencesmith completions bash > ~/.local/share/bash-completion/completions/fencesmith
  fencesmith completions fish > ~/.config/fish/completions/fencesmith.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  fencesmith man | man -l -
  fencesmith man suggest | man -l -
  fencesmith man --output ~/.local/share/man/man1";

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
    /// The long names of the options of the command that were given.
    #[arg(skip)]
    pub given: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide whether a program's assertions hold on a memory model
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Find the fewest fences that make a program's assertions hold, and write the patched program
    #[command(after_help = SUGGEST_EXAMPLES)]
    Suggest(Box<SuggestArgs>),
    /// Find the least of the fences and memory orders that are there and of those that could be, and drop the rest
    #[command(after_help = OPTIMIZE_EXAMPLES)]
    Optimize(Box<SuggestArgs>),
    /// Visit every execution of a program, one by one
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArgs),
    /// Have two engines that share no search look at a program, its repair, and the repair without each fence
    #[command(after_help = CROSS_CHECK_EXAMPLES)]
    CrossCheck(CheckArgs),
    /// Check a proof that `--proof` wrote: its steps, its clauses about cycles, and that it is about the program
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyProofArgs),
    /// Write a `main` for the functions of files that have none, as C to start from
    Harness(ProgramArgs),
    /// Print the intermediate representation of a program, as text
    Ir(ProgramArgs),
    /// Print the options as they are in effect, as a configuration file, and where each comes from
    #[command(after_help = CONFIG_EXAMPLES)]
    Config(Box<ConfigArgs>),
    /// List the memory models, or explain one
    Models(ModelsArgs),
    /// Explain what a report says: a rule by its name, or the list of all
    Explain(ExplainArgs),
    /// Print the JSON schema of what `--format json` prints
    Schema,
    /// Print the completions for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command, or write all of them
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
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
    /// Form of the report on standard output
    #[arg(long, global = true, value_enum)]
    pub format: Option<Format>,
    /// When to use colours; NO_COLOR is respected
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
    /// File with defaults for these options [default: the nearest fencesmith.toml, from FILE's folder upward]
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Do not read a configuration file
    #[arg(long, global = true)]
    pub no_config: bool,
}

#[derive(Debug, clap::Args)]
pub struct VerifyProofArgs {
    /// The folder that `--proof` wrote
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The command whose page is printed; without it, the page of the program
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    pub command: Option<String>,
    /// Write all pages into this folder
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// The name of a rule, as reports in JSON and SARIF have it
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct ModelsArgs {
    /// The model to explain: a name, or the path of a model file
    #[arg(value_name = "NAME|PATH")]
    pub model: Option<String>,
}

/// Where the document of a command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Output,
    /// The patched program goes to the other one.
    Error,
}

impl Command {
    /// Where the command's document goes.
    pub fn stream(&self) -> Stream {
        match self {
            Command::Suggest(wanted) | Command::Optimize(wanted)
                if wanted.patch.output.as_deref().is_some_and(is_standard_output) =>
            {
                Stream::Error
            }
            _ => Stream::Output,
        }
    }

    /// The command's name, and beside what its input is, for the document of a run that came to nothing.
    pub fn subject(&self) -> (&'static str, Option<&Path>) {
        match self {
            Command::Check(check) => ("check", Some(check.input.anchor())),
            Command::Suggest(suggest) => ("suggest", Some(suggest.input.anchor())),
            Command::Optimize(optimize) => ("optimize", Some(optimize.input.anchor())),
            Command::Explore(explore) => ("explore", Some(explore.input.anchor())),
            Command::CrossCheck(check) => ("cross-check", Some(check.input.anchor())),
            Command::Verify(verify) => ("verify", Some(&verify.folder)),
            Command::Harness(program) => ("harness", Some(program.input.anchor())),
            Command::Ir(program) => ("ir", Some(program.input.anchor())),
            Command::Config(config) => ("config", config.files.first().map(PathBuf::as_path)),
            Command::Completions(_) => ("completions", None),
            Command::Man(_) => ("man", None),
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

impl Command {
    /// The limits of the whole run that were typed; those of one job or test are not.
    pub fn limits(&self) -> Option<&LimitArgs> {
        match self {
            Command::Check(check) | Command::CrossCheck(check) => Some(&check.verify.limits),
            Command::Suggest(suggest) | Command::Optimize(suggest) => Some(&suggest.verify.limits),
            Command::Explore(explore) => Some(&explore.verify.limits),
            Command::Harness(program) | Command::Ir(program) => Some(&program.limits),
            // Its limits are among what it shows.
            Command::Config(_) => None,
            Command::Models(_)
            | Command::Explain(_)
            | Command::Schema
            | Command::Verify(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Litmus(_)
            | Command::Compare(_)
            | Command::Plot(_)
            | Command::Worker(_) => None,
        }
    }
}

impl Args {
    /// What these arguments say.
    ///
    /// # Errors
    /// They cannot be understood, or ask for the help.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        // What stands in the help changes nothing of what arguments mean, and takes as long to write as these to read.
        let mut plain = Args::command();
        let matches = match plain.try_get_matches_from_mut(&arguments) {
            Ok(matches) => matches,
            Err(_) => definition().try_get_matches_from(&arguments)?,
        };
        Ok(Args { given: given(&plain, &matches), ..Args::from_arg_matches(&matches)? })
    }
}

/// The long names of the options that the command line gives to the command, without those that every command has.
fn given(definition: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let Some((command, matches)) = matches.subcommand() else { return Vec::new() };
    let own = definition.find_subcommand(command).into_iter().flat_map(clap::Command::get_arguments);
    let is_common = |option: &Arg| definition.get_arguments().any(|common| common.get_id() == option.get_id());
    let is_given = |option: &Arg| {
        let id = option.get_id().as_str();
        matches.try_contains_id(id).is_ok() && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let given = own.filter(|option| !is_common(option) && is_given(option));
    given.filter_map(Arg::get_long).map(str::to_string).collect()
}

/// The definition of the command line, from which help, manual pages and completions are made.
pub fn definition() -> clap::Command {
    let told = defaults::told();
    let mut optimized = told.clone();
    optimized.insert("minimize", defaults::OPTIMIZED.name().to_string());
    Args::command().mut_args(|option| with_default(option, &told)).mut_subcommands(|command| {
        let told = if command.get_name() == "optimize" { &optimized } else { &told };
        command.mut_args(|option| with_default(option, told))
    })
}

/// The option with its default in its help, if it has one and the help does not say it.
fn with_default(option: Arg, told: &BTreeMap<&'static str, String>) -> Arg {
    let Some(default) = option.get_long().and_then(|name| told.get(name)) else { return option };
    match option.get_help().map(ToString::to_string) {
        Some(help) if !help.contains("[default:") => option.help(format!("{help} [default: {default}]")),
        _ => option,
    }
}
