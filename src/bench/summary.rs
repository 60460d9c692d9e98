//! What a run says, as tables in Markdown.
//!
//! In: records. Out: text. It must not know where the records come from or where the text goes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::plot::Figure;
use super::record::Record;
use super::statistics::{self, by_contestant, charged, disagreements, median, par2, power_law, time, unexpected};
use super::verdict::Verdict;

/// The whole summary.
pub fn document(records: &[Record], figures: &[Figure]) -> String {
    let suites: BTreeSet<&str> = records.iter().map(|r| r.suite.as_str()).collect();
    let mut text = format!("# {}\n\n", suites.into_iter().collect::<Vec<_>>().join(", "));
    text.push_str(&setting(records));
    write!(
        text,
        "\n## All together\n\nTimes are processor times. PAR-2 is their mean, where a job without an answer counts as twice its limit; the \
         median and the sum count it as its limit.\n\n{}",
        contestants(records)
    )
    .expect("text grows");
    text.push_str(&agreement(records));
    text.push_str(&families(records));
    text.push_str(&growth(records));
    text.push_str(&slowest(records));
    if !figures.is_empty() {
        text.push_str("\n## Figures\n");
        for figure in figures {
            write!(text, "\n![{}]({})\n", figure.title, figure.file).expect("text grows");
        }
    }
    text
}

/// Where and how it was measured.
fn setting(records: &[Record]) -> String {
    let list = |of: &dyn Fn(&Record) -> String| {
        let all: BTreeSet<String> = records.iter().map(of).collect();
        all.into_iter().collect::<Vec<_>>().join("; ")
    };
    let rows = [
        ("records", records.len().to_string()),
        ("instances", records.iter().map(|r| &r.instance).collect::<BTreeSet<_>>().len().to_string()),
        ("conditions", list(&|r| r.conditions.name().to_string())),
        ("solver", list(&|r| r.solver.clone())),
        ("objective", list(&|r| format!("fewest {}", r.objective))),
        ("limits", list(&|r| format!("{} s, {} MiB", r.limit_seconds, r.limit_memory))),
        (
            "machine",
            list(&|r| {
                let cpu = r.machine.cpu.as_deref().unwrap_or("unknown processor");
                let memory = r.machine.memory.map_or(String::new(), |mib| format!(", {} GiB", mib.div_ceil(1024)));
                format!("{} cores, {cpu}{memory}", r.machine.cores)
            }),
        ),
        (
            "version",
            list(&|r| {
                let commit = r.commit.as_ref().map_or(String::new(), |commit| format!(", commit {commit}"));
                format!("{}{commit}", r.version)
            }),
        ),
    ];
    let mut text = String::from("| | |\n|---|---|\n");
    for (name, value) in rows {
        writeln!(text, "| {name} | {value} |").expect("text grows");
    }
    text
}

/// One row for each contestant under each model.
pub fn contestants(records: &[Record]) -> String {
    let mut text = String::from(
        "| conditions | algorithm | K1 | model | solved | time-out | memory | unknown | failed | median s | PAR-2 s | sum s \
         | median queries | most queries |\n|---|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (contestant, all) in by_contestant(records) {
        let models: BTreeSet<&str> = all.iter().map(|r| r.model.as_str()).collect();
        for model in models {
            let of: Vec<&Record> = all.iter().copied().filter(|r| r.model == model).collect();
            let count = |verdict: Verdict| of.iter().filter(|r| r.verdict == verdict).count();
            let solved: Vec<&Record> = of.iter().copied().filter(|r| r.verdict.is_solved()).collect();
            let queries = median(solved.iter().map(|r| r.queries as f64));
            writeln!(
                text,
                "| {} | {} | {} | {model} | {} of {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                contestant.conditions,
                contestant.algorithm,
                contestant.k1.map_or(String::new(), |k1| k1.to_string()),
                solved.len(),
                of.len(),
                count(Verdict::TimeOut),
                count(Verdict::OutOfMemory),
                count(Verdict::Unknown),
                count(Verdict::Error) + count(Verdict::Crash),
                seconds(median(of.iter().map(|r| charged(r)))),
                seconds(Some(of.iter().map(|r| par2(r)).sum::<f64>() / of.len() as f64)),
                seconds(Some(of.iter().map(|r| charged(r)).sum())),
                queries.map_or(String::new(), |q| format!("{q}")),
                solved.iter().map(|r| r.queries).max().map_or(String::new(), |q| q.to_string()),
            )
            .expect("text grows");
        }
    }
    text
}

fn seconds(seconds: Option<f64>) -> String {
    match seconds {
        None => String::new(),
        Some(seconds) if seconds < 10.0 => format!("{seconds:.3}"),
        Some(seconds) => format!("{seconds:.1}"),
    }
}

fn agreement(records: &[Record]) -> String {
    let mut text = String::from("\n## Agreement\n\n");
    let different = disagreements(records);
    let wrong = unexpected(records);
    let compared = {
        let mut solvers: BTreeMap<&str, usize> = BTreeMap::new();
        for record in records.iter().filter(|r| r.verdict.is_solved()) {
            *solvers.entry(&record.instance).or_default() += 1;
        }
        solvers.values().filter(|n| **n > 1).count()
    };
    let expected = records.iter().filter(|r| r.as_expected.is_some()).count();
    writeln!(
        text,
        "{compared} instances were solved more than once; the answers differ on {}. {expected} answers could be compared with \
         what the suite expects; {} are different.",
        different.len(),
        wrong.len()
    )
    .expect("text grows");
    for (instance, said) in different {
        writeln!(text, "\n- {instance}: {}", said.join(", ")).expect("text grows");
    }
    for record in wrong {
        writeln!(text, "\n- {}: {} is not what the suite expects", record.job, record.verdict.name())
            .expect("text grows");
    }
    text
}

/// A contestant's records of one family and model.
#[derive(Default)]
struct Cell {
    solved: usize,
    all: usize,
    /// The largest of a repair.
    size: Option<usize>,
}

/// Solved instances by family.
fn families(records: &[Record]) -> String {
    let groups = by_contestant(records);
    let mut rows: BTreeMap<(&str, &str), BTreeMap<&statistics::Contestant, Cell>> = BTreeMap::new();
    for (contestant, all) in &groups {
        for record in all {
            let row = rows.entry((&record.family, &record.model)).or_default();
            let cell = row.entry(contestant).or_default();
            cell.solved += usize::from(record.verdict.is_solved());
            cell.all += 1;
            cell.size = cell.size.max(record.size());
        }
    }
    let mut text = String::from(
        "\n## By family\n\nSolved instances, and the largest size of a repair.\n\n| family | model | size |",
    );
    for contestant in groups.keys() {
        write!(text, " {} |", heading(contestant)).expect("text grows");
    }
    text.push_str("\n|---|---|--:|");
    text.push_str(&"--:|".repeat(groups.len()));
    text.push('\n');
    for ((family, model), row) in rows {
        let size = row.values().filter_map(|cell| cell.size).max();
        write!(text, "| {family} | {model} | {} |", size.map_or(String::new(), |n| n.to_string())).expect("text grows");
        for contestant in groups.keys() {
            let cell = row.get(contestant).map_or(String::new(), |cell| format!("{}/{}", cell.solved, cell.all));
            write!(text, " {cell} |").expect("text grows");
        }
        text.push('\n');
    }
    text
}

fn heading(contestant: &statistics::Contestant) -> String {
    let k1 = contestant.k1.map_or(String::new(), |k1| format!(" {k1}"));
    format!("{}{k1} ({})", contestant.algorithm, contestant.conditions)
}

/// How queries and time grow with the pairs, by family and model.
fn growth(records: &[Record]) -> String {
    let mut text = String::from(
        "\n## Growth\n\nQueries of the smallest and of the largest solved instance, and the exponent e of the law \
         seconds = c * pairs^e through all solved instances of the family, where pairs are the statement pairs that the model \
         may reorder (with the share of the variation that the law explains).\n\n\
         | family | model | algorithm | K1 | conditions | pairs | queries | seconds | e | R² |\n|---|---|---|--:|---|---|---|---|--:|--:|\n",
    );
    let mut groups: BTreeMap<(&str, &str, statistics::Contestant), Vec<&Record>> = BTreeMap::new();
    for record in records.iter().filter(|r| r.verdict.is_solved()) {
        let key = (record.family.as_str(), record.model.as_str(), statistics::Contestant::of(record));
        groups.entry(key).or_default().push(record);
    }
    let mut any = false;
    for ((family, model, contestant), mut all) in groups {
        all.sort_by_key(|r| (r.reorderable_pairs, r.instance.clone()));
        let points: Vec<(f64, f64)> = all.iter().map(|r| (r.reorderable_pairs as f64, time(r))).collect();
        let (Some(fit), [first, .., last]) = (power_law(&points), all.as_slice()) else { continue };
        any = true;
        writeln!(
            text,
            "| {family} | {model} | {} | {} | {} | {}–{} | {}–{} | {}–{} | {:.2} | {:.2} |",
            contestant.algorithm,
            contestant.k1.map_or(String::new(), |k1| k1.to_string()),
            contestant.conditions,
            first.reorderable_pairs,
            last.reorderable_pairs,
            first.queries,
            last.queries,
            seconds(Some(time(first))),
            seconds(Some(time(last))),
            fit.exponent,
            fit.r_squared,
        )
        .expect("text grows");
    }
    if any { text } else { String::new() }
}

/// The jobs that took longest, and those without an answer.
fn slowest(records: &[Record]) -> String {
    const SHOWN: usize = 10;
    let mut open: Vec<&Record> = records.iter().filter(|r| !r.verdict.is_solved()).collect();
    let mut solved: Vec<&Record> = records.iter().filter(|r| r.verdict.is_solved()).collect();
    solved.sort_by(|a, b| time(b).total_cmp(&time(a)).then_with(|| a.job.cmp(&b.job)));
    let mut text = String::from(
        "\n## Slowest answers\n\n| job | conditions | seconds | queries | peak MiB |\n|---|---|--:|--:|--:|\n",
    );
    for record in solved.iter().take(SHOWN) {
        let memory = record.peak_memory.map_or(String::new(), |kib| (kib / 1024).to_string());
        let conditions = record.conditions.name();
        writeln!(
            text,
            "| {} | {conditions} | {} | {} | {memory} |",
            record.job,
            seconds(Some(time(record))),
            record.queries
        )
        .expect("text grows");
    }
    open.sort_by(|a, b| a.job.cmp(&b.job));
    if !open.is_empty() {
        let verdicts: BTreeSet<&str> = open.iter().map(|r| r.verdict.name()).collect();
        writeln!(
            text,
            "\n{} jobs have no answer ({}).",
            open.len(),
            verdicts.into_iter().collect::<Vec<_>>().join(", ")
        )
        .expect("text grows");
        for record in open.iter().filter(|r| !matches!(r.verdict, Verdict::TimeOut)).take(SHOWN) {
            let reason = record.reason.as_deref().unwrap_or("");
            writeln!(text, "\n- {}: {}: {reason}", record.job, record.verdict.name()).expect("text grows");
        }
    }
    text
}
