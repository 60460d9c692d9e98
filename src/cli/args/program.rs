//! What is read, and how.
//!
//! In: nothing. Out: the options of every command that reads a program. It must not read files.

use std::path::{Path, PathBuf};

use super::limits::LimitArgs;

/// What is read.
#[derive(Debug, Default, clap::Args)]
pub struct InputArgs {
    /// The C files of the program, which are linked; `-` is standard input. For `check` and `explore` also one task (`.yml`)
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
    /// The arguments of an entry, or of the function of `--setup` or `--finally`, as C; without them numbers are arbitrary. May be repeated
    #[arg(long, value_name = "FUNCTION=ARGUMENTS")]
    pub arg: Vec<String>,
    /// Run this function before the threads start
    #[arg(long, value_name = "FUNCTION")]
    pub setup: Option<String>,
    /// Run this function after the threads have ended; it may assert
    #[arg(long, value_name = "FUNCTION")]
    pub finally: Option<String>,
    /// How many threads run an entry [default: 1]; for `explore`, also how many threads explore [default: as many as the machine runs at once]
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
    /// Dialect of C (`-std=NAME`)
    #[arg(long = "std", value_name = "NAME", overrides_with = "standard")]
    pub standard: Option<String>,
    /// The language of the files (`-x c`), which must be C
    #[arg(long, hide = true)]
    pub language: Vec<String>,
    /// Compiler flags that change nothing here
    #[arg(long, hide = true)]
    pub ignored: Vec<String>,
    /// Compiler flags that cannot be followed
    #[arg(long, hide = true)]
    pub refused: Vec<String>,
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
    /// Have weak compare-and-exchanges fail at any time, as C allows it
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub spurious_failures: Option<bool>,
}

#[derive(Debug, clap::Args)]
pub struct ProgramArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}
