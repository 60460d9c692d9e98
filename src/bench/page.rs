//! A run as one page for a browser: all figures, and all records in a table that can be sorted and filtered.
//!
//! In: records and figures. Out: the text of an HTML file that needs no other file and no network. It must not know where
//! the records come from or where the text goes. Without scripts the page shows the same, unsorted.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};
use serde::Serialize;

use super::plot::Figure;
use super::record::Record;
use super::statistics::time;
use super::summary;

/// What stands around the tables and figures.
const TEMPLATE: &str = include_str!("page.html");

/// The columns of the table, and how a number in them is compared.
const COLUMNS: &[&str] = &[
    "instance",
    "model",
    "algorithm",
    "K1",
    "conditions",
    "verdict",
    "fences",
    "pairs",
    "queries",
    "CPU seconds",
    "seconds",
    "conflicts",
    "clauses",
    "reorderable pairs",
    "peak MiB",
    "as expected",
    "reason",
];

/// A figure on the page.
#[derive(Serialize)]
struct Shown<'f> {
    title: &'f str,
    svg: &'f str,
}

/// The page.
pub fn document(records: &[Record], figures: &[Figure]) -> String {
    let mut suites: Vec<&str> = records.iter().map(|record| record.suite.as_str()).collect();
    suites.sort_unstable();
    suites.dedup();
    let rows: Vec<Vec<String>> = records.iter().map(row).collect();
    let shown: Vec<Shown<'_>> = figures.iter().map(|figure| Shown { title: &figure.title, svg: &figure.svg }).collect();
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let values = context! {
        title => suites.join(", "),
        contestants => Serde(cells(&summary::contestants(records))),
        columns => Serde(COLUMNS),
        rows => Serde(rows),
        figures => Serde(shown),
    };
    environment.render_str(TEMPLATE, values).expect("the page's template is right; please report this")
}

/// A table in Markdown as its header and rows.
fn cells(markdown: &str) -> Vec<Vec<String>> {
    let rows = markdown.lines().filter(|line| !line.starts_with("|---"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()).collect()
}

/// A record, in the order of [`COLUMNS`].
fn row(record: &Record) -> Vec<String> {
    let counted = |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
    let seconds = |seconds: f64| format!("{seconds:.3}");
    let expected = record.as_expected.map_or("", |as_expected| if as_expected { "yes" } else { "no" });
    vec![
        record.instance.clone(),
        record.model.clone(),
        record.algorithm.clone(),
        counted(record.k1),
        record.conditions.name().to_string(),
        record.verdict.name().to_string(),
        counted(record.fences),
        counted(record.pairs),
        record.queries.to_string(),
        seconds(time(record)),
        seconds(record.seconds),
        record.conflicts.to_string(),
        record.clauses.to_string(),
        record.reorderable_pairs.to_string(),
        record.peak_memory.map_or(String::new(), |kib| (kib / 1024).to_string()),
        expected.to_string(),
        record.reason.clone().unwrap_or_default(),
    ]
}
