//! What the caller asks for: which files are read and how, and what runs.
//!
//! In: nothing. Out: [`ReadOptions`]; it is plain data, which may be written down. It must not know who reads.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::ir::{Allocator, Checked};

/// How the text of one translation unit is preprocessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preprocessing {
    /// `-I`, in order.
    pub include_dirs: Vec<PathBuf>,
    /// `-iquote`, in order.
    pub quote_dirs: Vec<PathBuf>,
    /// `-isystem`, in order.
    pub system_dirs: Vec<PathBuf>,
    /// `-include`, in order.
    pub forced_includes: Vec<PathBuf>,
    /// `-D`: name (with its parameters, if any) and value; without one the macro is `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// `-std`: a name that `is_standard`; without one, gcc's default less C23.
    pub standard: Option<String>,
    /// Whether the declarations of a block are to stand before its statements, as the dialect or the user wants.
    #[serde(default)]
    pub declarations_first: bool,
    /// Text that is read behind the file as if it stood there, under a name of its own.
    pub epilogue: Option<(PathBuf, String)>,
}

/// Another file of the program, a translation unit of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    pub path: PathBuf,
    pub preprocessing: Preprocessing,
}

/// What runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harness {
    pub entries: Vec<Entry>,
    /// Runs before the threads start.
    pub setup: Option<Call>,
    /// Runs after all threads have ended.
    pub last: Option<Call>,
}

impl Harness {
    /// Everything that is called: the entries first.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.entries.iter().map(|entry| &entry.call).chain(&self.setup).chain(&self.last)
    }

    /// The same, to change it.
    pub fn calls_mut(&mut self) -> impl Iterator<Item = &mut Call> {
        self.entries.iter_mut().map(|entry| &mut entry.call).chain(&mut self.setup).chain(&mut self.last)
    }
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub function: String,
    /// Its arguments as C, separated by commas; without them, numbers are arbitrary.
    pub arguments: Option<String>,
}

impl Call {
    /// A call whose arguments nothing says.
    pub fn of(function: &str) -> Call {
        Call { function: function.to_string(), arguments: None }
    }
}

/// A function that runs as a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub call: Call,
    /// How many threads run it.
    pub threads: usize,
}

/// What is an error by itself, whatever else is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Errors {
    /// `assert` that fails, `abort`, and the error functions of verifiers.
    #[default]
    Usual,
    /// A call of the function of this name. `abort` and `assert` just end the program.
    CallOf(String),
    /// Nothing. They just end the program.
    Nothing,
}

impl Errors {
    /// Whether a call of this function is an error by its name.
    pub fn is_call(&self, name: &str) -> bool {
        matches!(self, Errors::CallOf(error) if error == name)
    }
}

/// Whether a weak compare-and-exchange may fail although it finds what it expects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeakExchange {
    /// Never, as on machines that have the instruction.
    #[default]
    AsStrong,
    /// At any time, as C has it.
    MayFail,
}

/// The kinds of fences that instructions are in inline assembly, by the text of the instruction with single spaces.
pub type Kinds = BTreeMap<String, String>;

/// How a C program is to be read. As data it is without what is looked for and without texts, which have forms of their own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ReadOptions {
    /// How the first file is preprocessed.
    pub preprocessing: Preprocessing,
    /// The other files.
    pub further: Vec<Further>,
    /// What runs, where the program has no `main`.
    pub harness: Option<Harness>,
    /// Search the system's headers instead of the tool's own.
    pub system_headers: bool,
    /// What the C library's allocator does with freed addresses.
    pub allocator: Allocator,
    pub weak_exchange: WeakExchange,
    /// What is looked for in the program.
    #[serde(skip)]
    pub checked: Checked,
    /// Whether a repair may take statements apart.
    #[serde(skip)]
    pub splits: Splits,
    pub errors: Errors,
    #[serde(skip)]
    pub kinds: Kinds,
    /// Text to read instead of what is on disk, by canonical path.
    #[serde(skip)]
    pub overlay: BTreeMap<PathBuf, String>,
}

/// Whether points within expressions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Splits {
    #[default]
    None,
    Offered,
}
