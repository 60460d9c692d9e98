//! The report as one JSON object.
//!
//! In: a report. Out: JSON of [`SCHEMA_VERSION`]. Keys are always present; what does not apply is `null` or empty.
//! The README describes the schema; a key that changes its meaning or goes away needs a new version. It must not print.

mod exploration;
mod verified;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::counterexample::without;
use super::{Context, crosscheck, minimality, reliance, words};
use crate::cli::rules;
use crate::diag::{Diagnostic, Severity, Sources, Span};
use crate::drive::change::{DroppedReport, FenceReport, PairReport};
use crate::drive::known::{Known, Proposal, WithinBounds};
use crate::drive::outcome::{AccessReport, CheckReport, Price, Statistics, SuggestReport, Suggestion};
use crate::drive::verdict::{Decider, Verdict, Why};
use crate::exec::{EventKind, Execution};
use crate::ir::Concern;
use crate::model::Tag;
use crate::patch::Patch;

pub use exploration::{PieceJson, explore};
pub use verified::verified;

/// The version of the shape of the document.
pub const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    tool: Tool,
    command: &'static str,
    file: String,
    verdict: &'static str,
    /// Who decided a check, if anyone did.
    decided_by: Option<&'static str>,
    model: &'a str,
    /// What was looked for.
    properties: Vec<&'static str>,
    algorithm: Option<&'a str>,
    objective: Option<&'static str>,
    /// Why there is no verdict or no repair.
    reason: Option<String>,
    help: Option<String>,
    /// The loops whose bound was exceeded.
    exceeded_loops: Vec<ExceededLoopJson>,
    /// Within what bounds there is no violation (with the fences, if there are any), where there is no verdict.
    bounded: Option<BoundedJson>,
    /// The dependencies without which it, or what it becomes, is not safe; `null` where there are none.
    dependencies: Option<serde_json::Value>,
    /// No repair has less of what is minimised, where there is no verdict.
    lower_bound: Option<u64>,
    fences: Vec<Fence>,
    /// What is there and is not needed, where that takes part.
    dropped: Vec<Dropped>,
    /// The other repairs of the same weight, where they are wanted.
    others: Option<Others>,
    /// Why there is no cheaper one.
    minimality: Option<serde_json::Value>,
    pairs: Vec<Pair>,
    /// The patched text was read again and checked safe; `null` where there is none.
    rechecked: Option<bool>,
    written: Vec<String>,
    /// How large the proof is that was written, and where.
    proof: Option<serde_json::Value>,
    diff: Option<String>,
    reorderable_pairs: usize,
    culprit_pairs: Option<usize>,
    /// What a repair would take if fences could stand anywhere, where that is less.
    unrestricted: Option<serde_json::Value>,
    /// What given costs make dearer, by the model's own.
    unweighted: Option<serde_json::Value>,
    /// What is there takes so much in all, where it takes part.
    before: Option<serde_json::Value>,
    /// What the explorer says; `null` where it was not asked.
    cross_check: Option<serde_json::Value>,
    queries: u64,
    bound: u32,
    seconds: f64,
    statistics: Counts<'a>,
    counterexample: Option<Counterexample>,
    /// What the task says of the program.
    expected: Option<ExpectedJson>,
    warnings: Vec<Warning>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

/// A place in a file; all `null` where there is none.
#[derive(Default, Serialize)]
struct Place {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

#[derive(Serialize)]
struct ExpectedJson {
    property: String,
    holds: bool,
    /// Whether the verdict is that, if there is one.
    met: Option<bool>,
}

#[derive(Serialize)]
struct ExceededLoopJson {
    #[serde(flatten)]
    place: Place,
    bound: u32,
}

#[derive(Serialize)]
struct BoundedJson {
    loops: Vec<ExceededLoopJson>,
    calls: Vec<ExceededCallsJson>,
}

#[derive(Serialize)]
struct ExceededCallsJson {
    function: String,
    #[serde(flatten)]
    place: Place,
    bound: u32,
}

#[derive(Serialize)]
struct Fence {
    #[serde(flatten)]
    place: Place,
    kind: String,
    text: String,
    /// What it stands in the place of: of an order that is raised, the order so far.
    replaces: Option<String>,
    /// The header that the text needs.
    header: Option<String>,
    orders: Vec<Pair>,
    /// The counterexample that comes back when this fence alone is left out.
    needed_because: Option<Counterexample>,
    /// What goes wrong without it, in a sentence.
    without: Option<String>,
    cost: u64,
    /// What is not as one would want it about its place.
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct Others {
    /// There are no more.
    complete: bool,
    repairs: Vec<Vec<Fence>>,
}

#[derive(Serialize)]
struct Dropped {
    #[serde(flatten)]
    place: Place,
    text: String,
    becomes: String,
}

#[derive(Serialize)]
struct Pair {
    first: Access,
    second: Access,
}

#[derive(Serialize)]
struct Access {
    #[serde(flatten)]
    place: Place,
    text: String,
    access: &'static str,
}

/// Times are seconds.
#[derive(Serialize)]
struct Counts<'a> {
    read_seconds: f64,
    encode_seconds: f64,
    solve_seconds: f64,
    hitting_set_seconds: f64,
    patch_seconds: f64,
    threads: usize,
    events: usize,
    candidates: usize,
    iterations: u64,
    conflicts: u64,
    variables: u64,
    clauses: u64,
    solver: &'a str,
}

#[derive(Serialize)]
struct Counterexample {
    /// What went wrong.
    property: Option<&'static str>,
    message: Option<String>,
    /// What the failed assertion looked at, by name, each with its value as its type is written.
    operands: BTreeMap<String, String>,
    thread: Option<u32>,
    #[serde(flatten)]
    place: Place,
    /// Another place that has a part in it: the second access of a race.
    other_place: Option<Place>,
    /// The functions that the threads run, by thread number.
    threads: Vec<String>,
    /// By event number.
    events: Vec<Event>,
    /// Event numbers in one order in which the memory could have performed them.
    order: Vec<u32>,
    /// Write and read.
    reads_from: Vec<[u32; 2]>,
    /// The writes of each location.
    coherence: Vec<Vec<u32>>,
    /// Earlier and later in the program, performed the other way round.
    reordered: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct Event {
    /// `null` for the initial writes.
    thread: Option<u32>,
    kind: &'static str,
    #[serde(flatten)]
    place: Place,
    /// The accessed object; `null` for fences.
    object: Option<String>,
    address: Option<u64>,
    bits: Option<u32>,
    value: Option<u64>,
    /// The value as its type is written.
    shown: Option<String>,
    fence: Option<Tag>,
    tags: Vec<Tag>,
}

#[derive(Serialize)]
struct Warning {
    /// A name for `fencesmith explain`.
    rule: &'static str,
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    place: Place,
    help: Option<String>,
}

pub fn check(report: &CheckReport, context: &Context<'_>) -> String {
    let mut document = Document::new("check", context, &report.model, &report.statistics, &report.warnings);
    document.verdict = words::verdict(&report.verdict);
    document.expected = expected(&report.verdict, context);
    document.decided_by = report.decided_by.map(Decider::name);
    match &report.verdict {
        Verdict::Safe { bound } => {
            document.bound = *bound;
            document.dependencies = report.reliance.as_ref().map(|found| reliance::value(found, context.sources));
        }
        Verdict::Violation(execution) => document.counterexample = Some(counterexample(execution, context.sources)),
        Verdict::Unknown(why) => {
            document.unknown(why, context.sources);
            document.bounded = report.bounded.as_ref().map(|within| bounded(within, context.sources));
        }
    }
    document.print()
}

/// The document of a run that the user must correct first.
#[derive(Serialize)]
struct Failure {
    schema_version: u32,
    tool: Tool,
    command: Option<&'static str>,
    file: Option<String>,
    verdict: &'static str,
    errors: Vec<Warning>,
}

/// The document about what the user must correct before there is a verdict.
pub fn failure(
    diagnostics: &[Diagnostic],
    (command, input): (Option<&'static str>, Option<&Path>),
    sources: &Sources,
) -> String {
    print(&Failure {
        schema_version: SCHEMA_VERSION,
        tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        command,
        file: input.map(|path| path.display().to_string()),
        verdict: "error",
        errors: diagnostics.iter().map(|diagnostic| warning(diagnostic, sources)).collect(),
    })
}

fn expected(verdict: &Verdict, context: &Context<'_>) -> Option<ExpectedJson> {
    let expected = context.expected?;
    let (property, holds) = (expected.property.clone(), expected.holds);
    Some(ExpectedJson { property, holds, met: expected.is_met(verdict) })
}

fn exceeded_loops(why: &Why, sources: &Sources) -> Vec<ExceededLoopJson> {
    let Why::Unwinding(loops) = why else { return Vec::new() };
    loops.iter().map(|l| ExceededLoopJson { place: place(l.span, sources), bound: l.bound }).collect()
}

fn bounded(within: &WithinBounds, sources: &Sources) -> BoundedJson {
    let loops = within.loops.iter().map(|l| ExceededLoopJson { place: place(l.span, sources), bound: l.bound });
    let calls = within.calls.iter().map(|c| ExceededCallsJson {
        function: c.function.clone(),
        place: place(c.span, sources),
        bound: c.bound,
    });
    BoundedJson { loops: loops.collect(), calls: calls.collect() }
}

fn print(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("a report has only string keys; please report this");
    text.push('\n');
    text
}

pub fn suggest(report: &SuggestReport, context: &Context<'_>) -> String {
    let command = if report.before.is_some() { "optimize" } else { "suggest" };
    of_suggestion(command, report, context)
}

pub fn cross_check(report: &SuggestReport, context: &Context<'_>) -> String {
    of_suggestion("cross-check", report, context)
}

fn of_suggestion(command: &'static str, report: &SuggestReport, context: &Context<'_>) -> String {
    let sources = context.sources;
    let mut document = Document::new(command, context, &report.model, &report.statistics, &report.warnings);
    document.algorithm = Some(&report.algorithm);
    document.objective = Some(report.objective.name());
    document.culprit_pairs = Some(report.culprit_pairs);
    document.decided_by = report.decided_by.filter(|by| *by == Decider::Explorer).map(Decider::name);
    let price = report.unrestricted;
    document.unrestricted = price.map(|price| serde_json::json!({ "fences": price.count, "cost": price.cost }));
    let price = |price: Price| serde_json::json!({ "fences": price.count, "cost": price.cost });
    document.unweighted =
        report.unweighted.map(|both| serde_json::json!({ "least": price(both.least), "found": price(both.found) }));
    document.before = report.before.map(|price| serde_json::json!({ "fences": price.count, "cost": price.cost }));
    document.cross_check = report.cross_check.as_ref().map(crosscheck::json);
    document.dependencies = report.reliance.as_ref().map(|found| reliance::value(found, sources));
    document.minimality = report.minimality.as_ref().map(|instance| minimality::value(instance, sources));
    document.others = report.others.as_ref().map(|others| Others {
        complete: others.complete,
        repairs: others.repairs.iter().map(|fences| fences.iter().map(|f| fence(f, sources)).collect()).collect(),
    });
    match &report.suggestion {
        Suggestion::Safe { bound } => {
            document.verdict = "safe";
            document.bound = *bound;
        }
        Suggestion::Repaired { fences, pairs, dropped, counterexample: example, patch, rechecked, bound } => {
            document.verdict = words::repaired(report.before.is_some(), patch);
            document.bound = *bound;
            document.fences = fences.iter().map(|f| fence(f, sources)).collect();
            document.pairs = pairs.iter().map(|p| pair(p, sources)).collect();
            document.dropped = dropped.iter().map(|d| spare(d, sources)).collect();
            document.rechecked = Some(*rechecked);
            document.counterexample = example.as_ref().map(|example| counterexample(example, sources));
            document.change(patch, context);
        }
        Suggestion::Unrepairable { counterexample: example, reason } => {
            document.verdict = "unrepairable";
            document.reason = Some(reason.clone());
            document.counterexample = Some(counterexample(example, sources));
        }
        Suggestion::Unknown(why) => {
            document.unknown(why, sources);
            let Known { bounded: within, lower_bound, violation, proposal } = &report.known;
            document.bounded = within.as_ref().map(|within| bounded(within, sources));
            document.lower_bound = *lower_bound;
            document.counterexample = violation.as_ref().map(|violation| counterexample(violation, sources));
            if let Some(Proposal { fences, pairs, rechecked, .. }) = proposal {
                document.fences = fences.iter().map(|f| fence(f, sources)).collect();
                document.pairs = pairs.iter().map(|p| pair(p, sources)).collect();
                document.rechecked = Some(*rechecked);
            }
            if let Some(patch) = report.accepted(context.accept_bound) {
                document.change(patch, context);
            }
        }
    }
    document.print()
}

/// The names of what was looked for.
fn properties(context: &Context<'_>) -> Vec<&'static str> {
    context.checked.concerns().map(Concern::name).collect()
}

impl<'a> Document<'a> {
    fn new(
        command: &'static str,
        context: &Context<'_>,
        model: &'a str,
        statistics: &'a Statistics,
        warnings: &[Diagnostic],
    ) -> Self {
        let s = statistics;
        Self {
            schema_version: SCHEMA_VERSION,
            tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
            command,
            file: context.input.display().to_string(),
            verdict: "unknown",
            decided_by: None,
            model,
            properties: properties(context),
            algorithm: None,
            objective: None,
            reason: None,
            help: None,
            exceeded_loops: Vec::new(),
            bounded: None,
            dependencies: None,
            lower_bound: None,
            fences: Vec::new(),
            dropped: Vec::new(),
            others: None,
            minimality: None,
            pairs: Vec::new(),
            rechecked: None,
            written: Vec::new(),
            proof: context.proof.map(|proof| verified::proof(&proof.folder, proof.size)),
            diff: None,
            reorderable_pairs: s.reorderable_pairs,
            unrestricted: None,
            unweighted: None,
            before: None,
            culprit_pairs: None,
            cross_check: None,
            queries: s.queries,
            bound: s.bound,
            seconds: context.seconds,
            statistics: Counts {
                read_seconds: s.read.as_secs_f64(),
                encode_seconds: s.encode.as_secs_f64(),
                solve_seconds: s.solve.as_secs_f64(),
                hitting_set_seconds: s.hitting_set.as_secs_f64(),
                patch_seconds: s.patch.as_secs_f64(),
                threads: s.threads,
                events: s.events,
                candidates: s.candidates,
                iterations: s.iterations,
                conflicts: s.conflicts,
                variables: s.variables,
                clauses: s.clauses,
                solver: &s.solver,
            },
            counterexample: None,
            expected: None,
            warnings: warnings.iter().map(|w| warning(w, context.sources)).collect(),
        }
    }

    fn unknown(&mut self, why: &Why, sources: &Sources) {
        self.verdict = "unknown";
        self.reason = Some(words::reason(why, words::Voice::Verdict, sources));
        self.help = words::advice(why, sources);
        self.exceeded_loops = exceeded_loops(why, sources);
    }

    fn change(&mut self, patch: &Patch, context: &Context<'_>) {
        self.diff = context.diff.then(|| patch.diff(context.root));
        self.written = context.written.iter().map(|path| path.display().to_string()).collect();
    }

    fn print(&self) -> String {
        print(self)
    }
}

fn place(span: Option<Span>, sources: &Sources) -> Place {
    let Some(span) = span else { return Place::default() };
    let position = sources.position(span.file, span.start);
    Place {
        file: Some(sources.path(span.file).display().to_string()),
        line: Some(position.line),
        column: Some(position.column),
    }
}

fn fence(fence: &FenceReport, sources: &Sources) -> Fence {
    Fence {
        place: place(fence.span, sources),
        kind: fence.kind.clone(),
        text: fence.text.clone(),
        replaces: fence.replaces.clone(),
        header: fence.header.clone(),
        orders: fence.orders.iter().map(|p| pair(p, sources)).collect(),
        needed_because: fence.needed_because.as_ref().map(|e| counterexample(e, sources)),
        without: without(fence),
        cost: fence.cost,
        remarks: fence.remarks.clone(),
    }
}

fn spare(dropped: &DroppedReport, sources: &Sources) -> Dropped {
    Dropped { place: place(Some(dropped.span), sources), text: dropped.text.clone(), becomes: dropped.becomes.clone() }
}

fn pair(pair: &PairReport, sources: &Sources) -> Pair {
    Pair { first: access(&pair.first, sources), second: access(&pair.second, sources) }
}

fn access(access: &AccessReport, sources: &Sources) -> Access {
    Access {
        place: place(access.span, sources),
        text: access.text.clone(),
        access: if access.write { "write" } else { "read" },
    }
}

fn counterexample(execution: &Execution, sources: &Sources) -> Counterexample {
    let violated = execution.violated.as_ref();
    Counterexample {
        property: violated.map(|v| v.property.describe()),
        message: violated.map(|v| v.message.clone()),
        operands: violated.map_or_else(BTreeMap::new, |v| v.operands.iter().cloned().collect()),
        thread: violated.map(|v| v.thread.0),
        place: place(violated.and_then(|v| v.span), sources),
        other_place: violated.and_then(|v| v.other).map(|span| place(Some(span), sources)),
        threads: execution.threads.clone(),
        events: execution
            .events
            .iter()
            .map(|event| {
                let (kind, access, fence) = match &event.kind {
                    EventKind::Read { address, width, value } => ("read", Some((*address, *width, *value)), None),
                    EventKind::Write { address, width, value } => ("write", Some((*address, *width, *value)), None),
                    EventKind::Fence { kind } => ("fence", None, Some(*kind)),
                };
                Event {
                    thread: event.thread.map(|t| t.0),
                    kind,
                    place: place(event.span, sources),
                    object: access.map(|_| event.place.clone()),
                    address: access.map(|(address, _, _)| address),
                    bits: access.map(|(_, width, _)| width.bits()),
                    value: access.map(|(_, _, value)| value),
                    shown: access.map(|_| event.shown.clone()),
                    fence,
                    tags: event.tags.clone(),
                }
            })
            .collect(),
        order: execution.order.iter().map(|e| e.0).collect(),
        reads_from: execution.rf.iter().map(|(w, r)| [w.0, r.0]).collect(),
        coherence: execution.co.iter().map(|writes| writes.iter().map(|e| e.0).collect()).collect(),
        reordered: execution.reordered.iter().map(|(a, b)| [a.0, b.0]).collect(),
    }
}

fn warning(diagnostic: &Diagnostic, sources: &Sources) -> Warning {
    Warning {
        rule: rules::of_diagnostic(diagnostic),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message.clone(),
        place: place(diagnostic.span, sources),
        help: diagnostic.help.clone(),
    }
}
