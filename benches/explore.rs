//! The explorer on the large sizes of `benchmarks/explore`: exact counts, microseconds an execution, peak memory. Writes
//! `results/explore.jsonl` and `results/explore.md`; `results/README.md` says what stands in them.
//!
//! `cargo bench --bench explore` measures everything; `cargo bench --bench explore -- TEXT` only the lines whose command
//! contains the text, and prints the table without writing it. Each line is a process of its own, so that its memory is
//! its own.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde::Serialize;
use serde_json::Value;

/// Every time is the median of this many runs.
const RUNS: usize = 3;

/// Program, N, model, threads, equivalence, and the number of complete executions that must come out.
const LINES: &[(&str, u32, &str, usize, &str, u64)] = &[
    ("lastzero", 10, "sc", 1, "co", 3328),
    ("lastzero", 15, "sc", 1, "co", 147_456),
    ("lastzero", 20, "sc", 1, "co", 6_029_312),
    ("lastzero", 20, "sc", 2, "co", 6_029_312),
    ("exp-mem", 7, "sc", 1, "co", 10_080),
    ("exp-mem", 8, "sc", 1, "co", 80_640),
    ("exp-mem", 9, "sc", 1, "co", 725_760),
    ("exp-mem", 9, "sc", 2, "co", 725_760),
    ("increments", 5, "sc", 1, "co", 14_400),
    ("increments", 6, "sc", 1, "co", 518_400),
    ("increments", 5, "sc", 1, "rf", 3125),
    ("increments", 6, "sc", 1, "rf", 46_656),
    ("peterson", 6, "sc", 1, "co", 2916),
    ("peterson", 8, "sc", 1, "co", 26_244),
    ("peterson", 6, "tso", 1, "co", 16_384),
    ("peterson", 8, "tso", 1, "co", 262_144),
    ("peterson", 8, "tso", 2, "co", 262_144),
];

/// One line of the results.
#[derive(Serialize)]
struct Record {
    command: String,
    program: &'static str,
    n: u32,
    model: &'static str,
    threads: usize,
    equivalence: &'static str,
    complete: u64,
    blocked: u64,
    seconds: f64,
    microseconds_per_complete: f64,
    microseconds_per_execution: f64,
    peak_rss_kib: Option<u64>,
    runs: usize,
    commit: Option<String>,
    cores: usize,
    cpu: Option<String>,
}

fn main() -> ExitCode {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let commit = output("git", &["rev-parse", "--short", "HEAD"]);
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_string())
    });
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut records = Vec::new();
    for (program, n, model, threads, equivalence, expected) in LINES.iter().copied() {
        let arguments = format!(
            "explore benchmarks/explore/{program}.c --model {model} -DN={n} --threads {threads} --equivalence {equivalence}"
        );
        if filter.as_ref().is_some_and(|text| !arguments.contains(text.as_str())) {
            continue;
        }
        eprintln!("{arguments}");
        let mut runs: Vec<(f64, Value)> = (0..RUNS).map(|_| run(&arguments)).collect();
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (seconds, document) = &runs[RUNS / 2];
        let number = |key: &str| document[key].as_u64();
        let complete = number("complete").expect("a report has a count");
        assert_eq!(complete, expected, "{arguments}");
        let blocked = number("blocked").expect("a report has a count");
        records.push(Record {
            command: format!("fencesmith {arguments}"),
            program,
            n,
            model,
            threads,
            equivalence,
            complete,
            blocked,
            seconds: *seconds,
            microseconds_per_complete: seconds * 1e6 / complete as f64,
            microseconds_per_execution: seconds * 1e6 / (complete + blocked) as f64,
            peak_rss_kib: number("peak_rss_kib"),
            runs: RUNS,
            commit: commit.clone(),
            cores,
            cpu: cpu.clone(),
        });
    }
    let table = table(&records);
    if filter.is_some() || cfg!(debug_assertions) {
        print!("{table}");
        return ExitCode::SUCCESS;
    }
    let lines: String =
        records.iter().map(|record| serde_json::to_string(record).expect("a record is plain data") + "\n").collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    for (name, text) in [("explore.jsonl", lines), ("explore.md", table)] {
        if let Err(error) = std::fs::write(folder.join(name), text) {
            eprintln!("cannot write results/{name}: {error}");
            return ExitCode::FAILURE;
        }
    }
    eprintln!("wrote results/explore.jsonl and results/explore.md");
    ExitCode::SUCCESS
}

/// Runs the program; returns the seconds of the exploration and the report.
fn run(arguments: &str) -> (f64, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .args(["--format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program can be run");
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{arguments}: {}", String::from_utf8_lossy(&output.stderr)));
    (document["explore_seconds"].as_f64().expect("a report has a time"), document)
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn table(records: &[Record]) -> String {
    let mut text = String::from("# The explorer\n\nWritten by `cargo bench --bench explore`.");
    if let Some(first) = records.first() {
        let commit = first.commit.as_ref().map_or(String::new(), |commit| format!(" Commit {commit}."));
        let cpu = first.cpu.as_deref().unwrap_or("unknown processor");
        write!(text, " Medians of {} runs, {} cores ({cpu}).{commit}", first.runs, first.cores).expect("text grows");
    }
    text.push_str(
        "\n\n| program | N | model | threads | equivalence | complete | blocked | seconds | µs a complete one | µs an \
         execution | peak MiB |\n|---|--:|---|--:|---|--:|--:|--:|--:|--:|--:|\n",
    );
    for r in records {
        writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {:.2} | {} |",
            r.program,
            r.n,
            r.model,
            r.threads,
            r.equivalence,
            r.complete,
            r.blocked,
            r.seconds,
            r.microseconds_per_complete,
            r.microseconds_per_execution,
            r.peak_rss_kib.map_or_else(String::new, |kib| format!("{:.1}", kib as f64 / 1024.0)),
        )
        .expect("text grows");
    }
    text
}
