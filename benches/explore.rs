//! The explorer on the large sizes of `benchmarks/explore`, and on structures with and without the reductions of waiting, of symmetry and of the order of sections: exact counts, microseconds an execution, peak memory. Writes
//! `results/explore.jsonl` and `results/explore.md`; `results/README.md` says what stands in them.
//!
//! `cargo bench --bench explore` measures everything; `cargo bench --bench explore -- TEXT` only the lines whose command
//! contains the text, and prints the table without writing it. Each line is a process of its own, so that its memory is
//! its own.

mod records;

use std::fmt::Write as _;
use std::process::{Command, ExitCode};

use records::{Filter, Origin, write};
use serde::Serialize;
use serde_json::Value;

/// Every time is the median of this many runs.
const RUNS: usize = 3;

/// What is explored, and how.
struct Line {
    /// Below `benchmarks`, without its ending.
    program: &'static str,
    option: &'static str,
    model: &'static str,
    threads: usize,
    equivalence: &'static str,
    /// Executions that differ only in how long somebody waited count once.
    merges_waits: bool,
    /// Executions in which threads have changed places that do the same count once.
    symmetry: bool,
    /// Executions that differ only in the order of critical sections that touch nothing in common count once.
    divides_locks: bool,
    /// The number of complete executions that must come out.
    complete: u64,
}

#[rustfmt::skip]
const LINES: &[Line] = &[
    Line { program: "explore/lastzero", option: "-DN=10", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 3328 },
    Line { program: "explore/lastzero", option: "-DN=15", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 147_456 },
    Line { program: "explore/lastzero", option: "-DN=20", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 6_029_312 },
    Line { program: "explore/lastzero", option: "-DN=20", model: "sc", threads: 2, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 6_029_312 },
    Line { program: "explore/exp-mem", option: "-DN=7", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 10_080 },
    Line { program: "explore/exp-mem", option: "-DN=8", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 80_640 },
    Line { program: "explore/exp-mem", option: "-DN=9", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 725_760 },
    Line { program: "explore/exp-mem", option: "-DN=9", model: "sc", threads: 2, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 725_760 },
    Line { program: "explore/increments", option: "-DN=5", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 14_400 },
    Line { program: "explore/increments", option: "-DN=6", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 518_400 },
    Line { program: "explore/increments", option: "-DN=5", model: "sc", threads: 1, equivalence: "rf", merges_waits: true, symmetry: false, divides_locks: false, complete: 3125 },
    Line { program: "explore/increments", option: "-DN=6", model: "sc", threads: 1, equivalence: "rf", merges_waits: true, symmetry: false, divides_locks: false, complete: 46_656 },
    Line { program: "explore/peterson", option: "-DN=6", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 2916 },
    Line { program: "explore/peterson", option: "-DN=8", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 26_244 },
    Line { program: "explore/peterson", option: "-DN=6", model: "tso", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 16_384 },
    Line { program: "explore/peterson", option: "-DN=8", model: "tso", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 262_144 },
    Line { program: "explore/peterson", option: "-DN=8", model: "tso", threads: 2, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 262_144 },
    Line { program: "explore/lastzero", option: "-DN=17", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 655_360 },
    Line { program: "explore/lastzero", option: "-DN=17", model: "sc", threads: 2, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 655_360 },
    Line { program: "structures/ticket", option: "-DTHREADS=5", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 120 },
    Line { program: "structures/ticket", option: "-DTHREADS=5", model: "sc", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 120 },
    Line { program: "structures/ticket", option: "-DTHREADS=7", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 5040 },
    Line { program: "structures/ticket", option: "-DTHREADS=7", model: "sc", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 5040 },
    Line { program: "structures/mcs", option: "-DTHREADS=3", model: "pso", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 66 },
    Line { program: "structures/mcs", option: "-DTHREADS=3", model: "pso", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 66 },
    Line { program: "structures/hemlock", option: "-DTHREADS=3", model: "tso", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 30 },
    Line { program: "structures/hemlock", option: "-DTHREADS=3", model: "tso", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 30 },
    Line { program: "structures/ttas", option: "-DTHREADS=4", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 576 },
    Line { program: "structures/ttas", option: "-DTHREADS=4", model: "sc", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 576 },
    Line { program: "structures/linux-rwlock", option: "-DTHREADS=3", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 6 },
    Line { program: "structures/linux-rwlock", option: "-DTHREADS=3", model: "sc", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 222 },
    Line { program: "structures/ticket", option: "-DTHREADS=7", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: true, divides_locks: false, complete: 1 },
    Line { program: "structures/ttas", option: "-DTHREADS=4", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: true, divides_locks: false, complete: 24 },
    Line { program: "structures/linux-rwlock", option: "-DTHREADS=3", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: true, divides_locks: false, complete: 3 },
    Line { program: "structures/linux-rwlock", option: "-DTHREADS=4", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: true, divides_locks: false, complete: 12 },
    Line { program: "explore/peterson", option: "-DN=8", model: "tso", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 262_144 },
    Line { program: "structures/mcs", option: "-DTHREADS=4", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 1080 },
    Line { program: "structures/mcs", option: "-DTHREADS=4", model: "rc11", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 1080 },
    Line { program: "structures/ttas", option: "-DTHREADS=5", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 14_400 },
    Line { program: "structures/ttas", option: "-DTHREADS=5", model: "rc11", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 14_400 },
    Line { program: "structures/chase-lev", option: "-DOPS=3", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 1674 },
    Line { program: "structures/chase-lev", option: "-DOPS=3", model: "rc11", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 1674 },
    Line { program: "structures/linux-rwlock", option: "-DTHREADS=3", model: "rc11", threads: 1, equivalence: "co", merges_waits: true, symmetry: true, divides_locks: false, complete: 3 },
    Line { program: "structures/linux-rwlock", option: "-DTHREADS=3", model: "rc11", threads: 1, equivalence: "co", merges_waits: false, symmetry: false, divides_locks: false, complete: 582 },
    Line { program: "structures/ticket", option: "-DTHREADS=7", model: "rc11", threads: 1, equivalence: "co", merges_waits: true, symmetry: true, divides_locks: false, complete: 1 },
    Line { program: "explore/coarse-table", option: "-DN=8", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 40_320 },
    Line { program: "explore/coarse-table", option: "-DN=8", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: true, complete: 576 },
    Line { program: "explore/coarse-table", option: "-DN=8 -DM=8", model: "pso", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: true, complete: 1 },
    Line { program: "explore/barrier2", option: "-DN=5", model: "sc", threads: 1, equivalence: "co", merges_waits: true, symmetry: false, divides_locks: false, complete: 1 },
];

/// One line of the results.
#[derive(Serialize)]
struct Record {
    command: String,
    program: &'static str,
    option: &'static str,
    model: &'static str,
    threads: usize,
    equivalence: &'static str,
    merges_waits: bool,
    symmetry: bool,
    divides_locks: bool,
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
    let (filter, origin) = (Filter::new(), Origin::here());
    let mut records = Vec::new();
    for line in LINES {
        let Line { program, option, model, threads, equivalence, .. } = *line;
        let Line { merges_waits, symmetry, divides_locks, complete: expected, .. } = *line;
        let finely = if merges_waits { "" } else { " --no-spin-reduction" };
        let apart = if symmetry { "" } else { " --no-symmetry" };
        let ordered = if divides_locks { "" } else { " --no-lock-reduction" };
        let arguments = format!(
            "explore benchmarks/{program}.c --model {model} {option} --threads {threads} --equivalence {equivalence}{finely}{apart}{ordered}"
        );
        if !filter.takes(&arguments) {
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
            option,
            model,
            threads,
            equivalence,
            merges_waits,
            symmetry,
            divides_locks,
            complete,
            blocked,
            seconds: *seconds,
            microseconds_per_complete: seconds * 1e6 / complete as f64,
            microseconds_per_execution: seconds * 1e6 / (complete + blocked) as f64,
            peak_rss_kib: number("peak_rss_kib"),
            runs: RUNS,
            commit: origin.commit.clone(),
            cores: origin.machine.cores,
            cpu: origin.machine.cpu.clone(),
        });
    }
    write("explore", &filter, &records, &table(&records, &origin))
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

fn table(records: &[Record], origin: &Origin) -> String {
    let mut text = origin.heading("The explorer", "explore", &format!("medians of {RUNS} runs"));
    text.push_str(
        "| program | option | model | threads | equivalence | waits | twins | sections | complete | blocked | seconds | µs a complete one | \
         µs an execution | peak MiB |\n|---|---|---|--:|---|---|---|---|--:|--:|--:|--:|--:|--:|\n",
    );
    for r in records {
        writeln!(
            text,
            "| `{}` | `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {:.2} | {} |",
            r.program,
            r.option,
            r.model,
            r.threads,
            r.equivalence,
            if r.merges_waits { "once" } else { "all" },
            if r.symmetry { "once" } else { "all" },
            if r.divides_locks { "apart" } else { "ordered" },
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
