//! The JSON of `explore`.
//!
//! In: an [`ExploreReport`]. Out: one object of its own, for its numbers are others than those of the SAT side. It must not print.

use serde::{Deserialize, Serialize};

use super::{
    BoundedJson, Counterexample, ExceededLoopJson, ExpectedJson, SCHEMA_VERSION, Tool, Warning, bounded,
    counterexample, exceeded_loops, expected, print, properties, warning,
};
use crate::cli::report::{Context, words};
use crate::drive::ExploreReport;
use crate::drive::verdict::{Verdict, Why};
use crate::explore::{Divided, Equivalence};

/// The document of `explore`, whose numbers are others than those of the SAT side.
#[derive(Serialize)]
struct Exploration<'a> {
    schema_version: u32,
    tool: Tool,
    command: &'static str,
    file: String,
    verdict: &'static str,
    model: &'a str,
    properties: Vec<&'static str>,
    equivalence: &'static str,
    reason: Option<String>,
    help: Option<String>,
    exceeded_loops: Vec<ExceededLoopJson>,
    bounded: Option<BoundedJson>,
    complete: u64,
    blocked: u64,
    deadlocks: u64,
    violating: u64,
    bound: Option<u32>,
    threads: usize,
    seconds: f64,
    explore_seconds: f64,
    peak_rss_kib: Option<u64>,
    drawings: usize,
    /// Which part of the exploration this is, if it is not the whole.
    piece: Option<PieceJson>,
    /// The file that says how far the exploration is, if it ended early and that was asked for.
    saved: Option<String>,
    counterexample: Option<Counterexample>,
    /// What the task says of the program.
    expected: Option<ExpectedJson>,
    warnings: Vec<Warning>,
}

/// A part of an exploration, for whoever puts the parts together.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceJson {
    /// From 1 on.
    pub number: u32,
    pub of: u32,
    /// Every execution of the part was visited, none of them is a violation, and none was stopped at a bound.
    pub safe: bool,
    /// How many sections the whole has; `null` where the part was not explored to its end.
    pub sections: Option<u64>,
    /// The same in all parts of one exploration.
    pub digest: Option<String>,
}

impl PieceJson {
    fn of(divided: &Divided, verdict: &Verdict) -> PieceJson {
        let (sections, digest) = divided.whole.clone().map(|whole| (whole.sections, whole.digest)).unzip();
        let safe = matches!(verdict, Verdict::Unknown(Why::Part(_)));
        PieceJson { number: divided.part.number + 1, of: divided.part.of, safe, sections, digest }
    }
}

pub fn explore(report: &ExploreReport, context: &Context<'_>) -> String {
    let sources = context.sources;
    let why = match &report.verdict {
        Verdict::Unknown(why) => Some(why),
        _ => None,
    };
    let document = Exploration {
        schema_version: SCHEMA_VERSION,
        tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        command: "explore",
        file: context.input.display().to_string(),
        verdict: words::verdict(&report.verdict),
        model: &report.model,
        properties: properties(context),
        equivalence: match report.equivalence {
            Equivalence::Coherence => "co",
            Equivalence::ReadsFrom => "rf",
        },
        reason: why
            .map(|why| words::reason(why, words::Voice::Verdict, sources))
            .or_else(|| report.cut_short.as_ref().map(|why| words::reason(why, words::Voice::CutShort, sources))),
        help: why.or(report.cut_short.as_ref()).and_then(|why| words::advice(why, sources)),
        exceeded_loops: why.map_or_else(Vec::new, |why| exceeded_loops(why, sources)),
        bounded: report.bounded.as_ref().map(|within| bounded(within, sources)),
        complete: report.complete,
        blocked: report.blocked,
        deadlocks: report.deadlocks,
        violating: report.violating,
        bound: match report.verdict {
            Verdict::Safe { bound } => Some(bound),
            _ => None,
        },
        threads: report.threads,
        seconds: context.seconds,
        explore_seconds: report.seconds,
        peak_rss_kib: report.peak_rss_kib,
        drawings: report.drawings,
        piece: report.divided.as_ref().map(|divided| PieceJson::of(divided, &report.verdict)),
        saved: report.saved.as_ref().and_then(|saved| saved.as_ref().ok()).map(|path| path.display().to_string()),
        counterexample: match &report.verdict {
            Verdict::Violation(execution) => Some(counterexample(execution, sources)),
            _ => None,
        },
        expected: expected(&report.verdict, context),
        warnings: report.warnings.iter().map(|w| warning(w, sources)).collect(),
    };
    print(&document)
}
