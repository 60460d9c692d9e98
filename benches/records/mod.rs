//! What the benchmarks have in common: what is measured, and where the results go.
//!
//! In: records, and a table that people read. Out: two files in `results`, or the table on standard output. It must not know
//! what is measured.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use fencesmith::bench::machine::{self, Machine};
use serde::Serialize;

/// The text on the command line that what is to be measured contains; everything is without one.
pub struct Filter(Option<String>);

impl Filter {
    pub fn new() -> Filter {
        Filter(std::env::args().skip(1).find(|argument| !argument.starts_with('-')))
    }

    pub fn takes(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|text| name.contains(text.as_str()))
    }
}

/// Where something was measured, and what.
#[derive(Clone)]
pub struct Origin {
    pub commit: Option<String>,
    pub machine: Machine,
}

impl Origin {
    pub fn here() -> Origin {
        Origin { commit: machine::commit(), machine: Machine::here() }
    }

    /// The head of a table: who writes it, what is said of all its lines, and where that was.
    pub fn heading(&self, title: &str, bench: &str, what: &str) -> String {
        let commit = self.commit.as_ref().map_or(String::new(), |commit| format!(" Commit {commit}."));
        let cpu = self.machine.cpu.as_deref().unwrap_or("unknown processor");
        let cores = self.machine.cores;
        let mut text = String::new();
        write!(
            text,
            "# {title}\n\nWritten by `cargo bench --bench {bench}`; {what}, {cores} cores ({cpu}).{commit}\n\n"
        )
        .expect("text grows");
        text
    }
}

/// Writes the records and the table into `results`. A part of them, and what an unoptimised build has measured, are only shown.
pub fn write<R: Serialize>(name: &str, filter: &Filter, records: &[R], table: &str) -> ExitCode {
    if filter.0.is_some() || cfg!(debug_assertions) {
        print!("{table}");
        return ExitCode::SUCCESS;
    }
    let lines: String =
        records.iter().map(|record| serde_json::to_string(record).expect("a record is plain data") + "\n").collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    for (ending, text) in [("jsonl", lines.as_str()), ("md", table)] {
        if let Err(error) = std::fs::write(folder.join(format!("{name}.{ending}")), text) {
            eprintln!("cannot write results/{name}.{ending}: {error}");
            return ExitCode::FAILURE;
        }
    }
    eprintln!("wrote results/{name}.jsonl and results/{name}.md");
    ExitCode::SUCCESS
}
