//! Where the time goes: the phases of `suggest` for the mutexes, the queues and the real code, and of `check` for a
//! fenced Peterson among more and more innocent pairs. Writes `results/phases.jsonl` and `results/phases.md`;
//! `results/README.md` says what stands in them.
//!
//! `cargo bench --bench phases` measures everything; `cargo bench --bench phases -- TEXT` only the programs whose name
//! contains the text, and prints the table without writing it. So does an unoptimised build, whose times mean nothing.

#[path = "../tests/suite/headers/mod.rs"]
mod headers;
mod records;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use fencesmith::bench::machine::Machine;
use fencesmith::drive::outcome::{Objective, Statistics, Suggestion};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Request, SuggestSettings, check, suggest};
use fencesmith::progress::Silent;
use headers::Program;
use records::{Filter, Origin, write};
use serde::{Serialize, Serializer};

/// Every number of seconds is the median of this many runs.
const RUNS: usize = 5;

const MODELS: [&str; 2] = ["tso", "pso"];

/// Repaired with as few fences as possible.
const REPAIRED: [&str; 3] = ["benchmarks/mutex", "benchmarks/queues", "benchmarks/real"];

/// Proved safe with so many innocent pairs in each of two threads.
const PROVED: &str = "benchmarks/mutex/peterson+fences.c";
const INNOCENT: [u32; 3] = [10, 20, 40];

/// One line of the results.
#[derive(Serialize)]
struct Record {
    program: String,
    model: &'static str,
    command: &'static str,
    verdict: &'static str,
    fences: Option<usize>,
    pairs: Option<usize>,
    #[serde(serialize_with = "by_name")]
    seconds: Vec<(&'static str, f64)>,
    total_seconds: f64,
    runs: usize,
    threads: usize,
    events: usize,
    reorderable_pairs: usize,
    candidates: usize,
    queries: u64,
    conflicts: u64,
    variables: u64,
    clauses: u64,
    solver: String,
    commit: Option<String>,
    machine: Machine,
}

/// Times as one object, in the order in which the phases come.
fn by_name<S: Serializer>(seconds: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(seconds.iter().map(|(name, seconds)| (name.replace(' ', "_"), seconds)))
}

/// What one run found, with its wall-clock seconds.
struct Run {
    verdict: &'static str,
    sizes: Option<(usize, usize)>,
    statistics: Statistics,
    total: f64,
}

fn main() -> ExitCode {
    let (filter, origin) = (Filter::new(), Origin::here());
    let mut records = Vec::new();
    let mut measure = |name: String, model, command, run: &dyn Fn() -> Run| {
        if filter.takes(&name) {
            eprintln!("{command} {name} under {model}");
            let what = What { program: name, model, command };
            records.push(record(what, run, origin.clone()));
        }
    };
    for program in headers::programs(&REPAIRED) {
        for model in MODELS {
            measure(program.name(), model, "suggest", &|| repair(&program.request(model)));
        }
    }
    for innocent in INNOCENT {
        for model in MODELS {
            let name = format!("{PROVED} -DINNOCENT={innocent}");
            measure(name, model, "check", &|| {
                let mut request = proved().request(model);
                request.read.preprocessing.defines.push(("INNOCENT".to_string(), Some(innocent.to_string())));
                prove(&request)
            });
        }
    }

    write("phases", &filter, &records, &table(&records, &origin))
}

fn proved() -> Program {
    let path = headers::root().join(PROVED);
    let folder = PROVED.rsplit_once('/').map_or("", |(folder, _)| folder);
    let found = headers::programs(&[folder]).into_iter().find(|program| program.path == path);
    found.expect("the fenced Peterson is a benchmark")
}

fn repair(request: &Request) -> Run {
    let settings = SuggestSettings { objective: Objective::Fences, ..SuggestSettings::default() };
    let start = Instant::now();
    let result = suggest(request, &settings, &mut Silent);
    let total = start.elapsed().as_secs_f64();
    let report = result.unwrap_or_else(|failure| panic!("{:?}", headers::complaints(&failure))).0;
    let (verdict, sizes) = match report.suggestion {
        Suggestion::Safe { .. } => ("safe", Some((0, 0))),
        Suggestion::Repaired { fences, pairs, .. } => ("repaired", Some((fences.len(), pairs.len()))),
        Suggestion::Unrepairable { .. } => ("unrepairable", None),
        Suggestion::Unknown(_) => ("unknown", None),
    };
    Run { verdict, sizes, statistics: report.statistics, total }
}

fn prove(request: &Request) -> Run {
    let start = Instant::now();
    let result = check(request, &mut Silent);
    let total = start.elapsed().as_secs_f64();
    let report = result.unwrap_or_else(|failure| panic!("{:?}", headers::complaints(&failure))).0;
    let verdict = match report.verdict {
        Verdict::Safe { .. } => "safe",
        Verdict::Violation(_) => "violation",
        Verdict::Unknown(_) => "unknown",
    };
    Run { verdict, sizes: None, statistics: report.statistics, total }
}

/// What is run.
struct What {
    program: String,
    model: &'static str,
    command: &'static str,
}

/// Runs several times. The counts are those of the run with the median total; they differ between runs only where
/// the time limit is reached.
fn record(what: What, run: &dyn Fn() -> Run, origin: Origin) -> Record {
    let What { program, model, command } = what;
    let mut runs: Vec<Run> = (0..RUNS).map(|_| run()).collect();
    runs.sort_by(|a, b| a.total.total_cmp(&b.total));
    let median = &runs[RUNS / 2];
    let phases = median.statistics.times().into_iter().enumerate();
    let seconds = phases.map(|(at, (name, _))| {
        let mut seconds: Vec<f64> = runs.iter().map(|run| run.statistics.times()[at].1.as_secs_f64()).collect();
        seconds.sort_by(f64::total_cmp);
        (name, seconds[RUNS / 2])
    });
    let seconds = seconds.collect();
    let statistics = &median.statistics;
    Record {
        program,
        model,
        command,
        verdict: median.verdict,
        fences: median.sizes.map(|(fences, _)| fences),
        pairs: median.sizes.map(|(_, pairs)| pairs),
        seconds,
        total_seconds: median.total,
        runs: RUNS,
        threads: statistics.threads,
        events: statistics.events,
        reorderable_pairs: statistics.reorderable_pairs,
        candidates: statistics.candidates,
        queries: statistics.queries,
        conflicts: statistics.conflicts,
        variables: statistics.variables,
        clauses: statistics.clauses,
        solver: statistics.solver.clone(),
        commit: origin.commit,
        machine: origin.machine,
    }
}

fn table(records: &[Record], origin: &Origin) -> String {
    let solver = records.first().map_or("", |first| first.solver.as_str());
    let mut text = origin.heading("Phases", "phases", &format!("milliseconds, medians of {RUNS} runs, {solver}"));
    let phases = Statistics::default().times().map(|(name, _)| name);
    write!(
        text,
        "| program | model | command | verdict | fences | pairs | events | candidates | queries | conflicts \
         | variables | clauses | {} | total |\n|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|{}--:|\n",
        phases.join(" | "),
        "--:|".repeat(phases.len()),
    )
    .expect("text grows");
    let number = |size: Option<usize>| size.map_or(String::new(), |size| size.to_string());
    let milliseconds = |seconds: f64| format!("{:.1}", seconds * 1000.0);
    for r in records {
        let name = r.program.strip_prefix("benchmarks/").unwrap_or(&r.program);
        let times = r.seconds.iter().map(|(_, seconds)| *seconds).chain([r.total_seconds]);
        let times: Vec<String> = times.map(milliseconds).collect();
        writeln!(
            text,
            "| `{name}` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            r.model,
            r.command,
            r.verdict,
            number(r.fences),
            number(r.pairs),
            r.events,
            r.candidates,
            r.queries,
            r.conflicts,
            r.variables,
            r.clauses,
            times.join(" | "),
        )
        .expect("text grows");
    }
    text
}
