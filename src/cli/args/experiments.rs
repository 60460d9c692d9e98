//! The options of the commands that run many jobs: `compare`, `plot`, `litmus` and the worker.
//!
//! In: what there is to choose from. Out: the options. It must not read files.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use crate::bench::conditions::Conditions;
use crate::bench::verdict::Verdict;

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
    /// Write one page for a browser as well, with all figures and a table of all jobs to sort and filter
    #[arg(long)]
    pub html: bool,
    /// Folder for the figures and the summary [default: the first RUN's]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
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
    /// Print the final states of each test, in the form in which herd prints them
    #[arg(long, conflicts_with = "expect")]
    pub states: bool,
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
    /// The process that started this one: the worker ends with it, or at once when it has ended
    #[arg(long, value_name = "PID")]
    pub parent: Option<u32>,
}
