//! The report as a SARIF 2.1.0 log.
//!
//! In: a report. Out: JSON after the OASIS standard "Static Analysis Results Interchange Format (SARIF) Version
//! 2.1.0". A violation is a result with its steps as a code flow; each missing fence is a result of its own. All
//! fences belong together, since one of them alone repairs nothing: the first result carries one fix that inserts
//! them all. It must not print.

use std::path::{Component, Path};

use serde_json::{Value, json};

use super::counterexample::{steps, thread_name};
use super::{Context, words};
use crate::cli::diagnostics::range_in;
use crate::diag::{Diagnostic, Severity, Sources, Span};
use crate::drive::outcome::{CheckReport, FenceReport, SuggestReport, Suggestion, Verdict, Why};
use crate::exec::Execution;
use crate::ir::Property;
use crate::patch::{Patch, PatchedFile};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The rules, as id and description.
const RULES: &[(&str, &str)] = &[
    ("missing-fence", "The program is wrong on the memory model without a fence here."),
    ("assertion", "An assertion fails in some execution."),
    ("reach-error", "The error location is reached in some execution."),
    ("division-by-zero", "Some execution divides by zero."),
    ("undefined-arithmetic", "Some execution computes what has no defined result."),
    ("signed-overflow", "Some execution computes what a signed type cannot hold."),
    ("null-dereference", "Some execution dereferences a null pointer."),
    ("out-of-bounds", "Some execution accesses memory out of bounds."),
    ("wild-pointer", "Some execution accesses memory through a pointer that nobody has set."),
    ("use-after-free", "Some execution accesses freed memory."),
    ("use-after-scope", "Some execution accesses a local variable that is no more."),
    ("read-only-write", "Some execution writes to a string literal or to an object that is defined const."),
    ("invalid-free", "Some execution frees what was not allocated, or frees it twice."),
    (
        "lock-misuse",
        "Some execution unlocks a mutex it does not hold, destroys one that is held, or uses one not set up.",
    ),
    ("barrier-misuse", "Some execution waits on a barrier that is not set up, or destroys one while threads wait."),
    ("thread-misuse", "Some execution joins or detaches what is no thread, or a thread joined or detached before."),
    ("deadlock", "In some execution every thread that has not ended waits for good."),
    ("data-race", "In some execution nothing orders two accesses, one of them a write and one of them plain."),
];

pub fn check(report: &CheckReport, context: &Context<'_>) -> String {
    let mut notifications = notifications(&report.warnings, context.sources);
    let mut results = Vec::new();
    match &report.verdict {
        Verdict::Safe { .. } => {}
        Verdict::Violation(execution) => results.push(violation(execution, &report.model, context, None)),
        Verdict::Unknown(why) => {
            let bounded = report.bounded.as_ref().map(|within| words::within(within, context.sources));
            let known = bounded.map(|within| format!("There is no violation under {}{within}.", report.model));
            notifications.push(unknown(why, known.as_slice(), context.sources));
        }
    }
    log(words::verdict(&report.verdict), &report.model, results, notifications)
}

pub fn suggest(report: &SuggestReport, context: &Context<'_>) -> String {
    let mut notifications = notifications(&report.warnings, context.sources);
    let mut results = Vec::new();
    let verdict = match &report.suggestion {
        Suggestion::Safe { .. } => "safe",
        Suggestion::Repaired { fences, patch, counterexample, .. } => {
            results = missing_fences(report, fences, Some(patch), Some(counterexample), context);
            "repaired"
        }
        Suggestion::Unrepairable { counterexample, reason } => {
            results.push(violation(counterexample, &report.model, context, Some(reason)));
            "unrepairable"
        }
        Suggestion::Unknown(why) => {
            let known = words::known(&report.known, report.objective, &report.model, context.sources);
            notifications.push(unknown(why, &known, context.sources));
            if let Some(proposal) = &report.known.proposal {
                let (patch, violation) = (report.accepted(context.accept_bound), report.known.violation.as_deref());
                results = missing_fences(report, &proposal.fences, patch, violation, context);
            }
            "unknown"
        }
    };
    log(verdict, &report.model, results, notifications)
}

fn log(verdict: &str, model: &str, results: Vec<Value>, notifications: Vec<Value>) -> String {
    let rules: Vec<Value> =
        RULES.iter().map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } })).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": { "verdict": verdict, "model": model },
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("a JSON value has only string keys; please report this");
    text.push('\n');
    text
}

fn rule(id: &str) -> Value {
    json!({ "id": id, "index": RULES.iter().position(|(rule, _)| *rule == id) })
}

fn property_rule(property: Property) -> &'static str {
    match property {
        Property::Assertion => "assertion",
        Property::ReachError => "reach-error",
        Property::DivisionByZero => "division-by-zero",
        Property::UndefinedArithmetic => "undefined-arithmetic",
        Property::SignedOverflow => "signed-overflow",
        Property::NullDereference => "null-dereference",
        Property::OutOfBounds => "out-of-bounds",
        Property::WildPointer => "wild-pointer",
        Property::UseAfterFree => "use-after-free",
        Property::UseAfterScope => "use-after-scope",
        Property::ReadOnlyWrite => "read-only-write",
        Property::InvalidFree => "invalid-free",
        Property::LockMisuse => "lock-misuse",
        Property::BarrierMisuse => "barrier-misuse",
        Property::ThreadMisuse => "thread-misuse",
        Property::Deadlock => "deadlock",
        Property::DataRace => "data-race",
    }
}

fn result(id: &str, level: &str, message: &str, span: Option<Span>, sources: &Sources) -> Value {
    let locations: Vec<Value> = span.map(|span| location(span, sources)).into_iter().collect();
    json!({
        "rule": rule(id),
        "ruleId": id,
        "level": level,
        "message": { "text": message },
        "locations": locations,
    })
}

fn violation(execution: &Execution, model: &str, context: &Context<'_>, reason: Option<&str>) -> Value {
    let sources = context.sources;
    let (id, what, span) = match &execution.violated {
        Some(violated) => (property_rule(violated.property), words::violated(violated), violated.span),
        None => ("assertion", "the program is wrong".to_string(), None),
    };
    let mut message = format!("{what}, under {model}");
    if let Some(reason) = reason {
        message.push_str("; not repairable by fences: ");
        message.push_str(reason);
    }
    let mut result = result(id, "error", &message, span, sources);
    if let Some(other) = execution.violated.as_ref().and_then(|violated| violated.other) {
        let mut location = location(other, sources);
        location["message"] = json!({ "text": "the other place" });
        result["relatedLocations"] = json!([location]);
    }
    result["codeFlows"] = json!([code_flow(execution, sources)]);
    result
}

/// The fences; the first one carries the change of them all and a violation without them.
fn missing_fences(
    report: &SuggestReport,
    fences: &[FenceReport],
    patch: Option<&Patch>,
    violation: Option<&Execution>,
    context: &Context<'_>,
) -> Vec<Value> {
    let of = |fence| missing_fence(fence, &report.model, context.sources);
    let mut results: Vec<Value> = fences.iter().map(of).collect();
    if let Some(first) = results.first_mut() {
        if let Some(patch) = patch {
            first["fixes"] = json!([fix(patch, fences.len())]);
        }
        if let Some(violation) = violation {
            first["codeFlows"] = json!([code_flow(violation, context.sources)]);
        }
    }
    results
}

fn missing_fence(fence: &FenceReport, model: &str, sources: &Sources) -> Value {
    let orders: Vec<_> = fence.orders.iter().map(|pair| words::pair(pair, sources)).collect();
    let mut message = format!("`{}` ({}) is missing here under {model}", fence.text, fence.kind);
    if !orders.is_empty() {
        message.push_str("; it keeps in order: ");
        message.push_str(&orders.join("; "));
    }
    let mut result = result("missing-fence", "error", &message, fence.span, sources);
    let accesses = fence.orders.iter().flat_map(|pair| [&pair.first, &pair.second]);
    let related: Vec<Value> = accesses
        .filter_map(|access| {
            let mut location = location(access.span?, sources);
            location["message"] = json!({ "text": words::access(access, sources) });
            Some(location)
        })
        .collect();
    result["relatedLocations"] = json!(related);
    result
}

/// The steps in the order of the memory; each thread is a thread flow.
fn code_flow(execution: &Execution, sources: &Sources) -> Value {
    let steps = steps(execution);
    let flows: Vec<Value> = (0..execution.threads.len())
        .map(crate::ids::ThreadId::from_index)
        .filter_map(|thread| {
            let locations: Vec<Value> = steps
                .iter()
                .zip(1..)
                .filter(|(step, _)| step.thread == thread)
                .map(|(step, number)| {
                    let mut location = step.span.map_or_else(|| json!({}), |span| location(span, sources));
                    location["message"] = json!({ "text": step.action.describe() });
                    json!({ "location": location, "executionOrder": number })
                })
                .collect();
            // The standard wants at least one location in a thread flow.
            (!locations.is_empty()).then(|| json!({ "id": thread_name(execution, thread), "locations": locations }))
        })
        .collect();
    json!({ "threadFlows": flows })
}

/// One fix that inserts everything.
fn fix(patch: &Patch, fences: usize) -> Value {
    let changes: Vec<Value> = patch
        .files
        .iter()
        .map(|file| json!({ "artifactLocation": artifact(&file.path), "replacements": replacements(file) }))
        .collect();
    json!({
        "description": { "text": format!("Insert {}", words::count(fences, "fence")) },
        "artifactChanges": changes,
    })
}

/// The inserted pieces at their places in the original text.
fn replacements(file: &PatchedFile) -> Vec<Value> {
    let mut inserted_before = 0;
    file.inserted
        .iter()
        .map(|range| {
            let (start, end) = (range.start as usize, range.end as usize);
            let (line, column) = code_point_position(&file.original, start - inserted_before);
            inserted_before += end - start;
            json!({
                "deletedRegion": { "startLine": line, "startColumn": column, "endLine": line, "endColumn": column },
                "insertedContent": { "text": &file.patched[start..end] },
            })
        })
        .collect()
}

fn location(span: Span, sources: &Sources) -> Value {
    let file = sources.file(span.file);
    let range = range_in(&file.text, span);
    let (line, column) = code_point_position(&file.text, range.start);
    let (end_line, end_column) = code_point_position(&file.text, range.end);
    json!({ "physicalLocation": {
        "artifactLocation": artifact(&file.path),
        "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
    } })
}

/// Line and column of a byte, one-based, the column in characters.
fn code_point_position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A path as a URI reference after RFC 3986; relative paths stay relative.
fn artifact(path: &Path) -> Value {
    let mut uri = String::new();
    for component in path.components() {
        match component {
            Component::RootDir => uri.push_str("file:///"),
            Component::CurDir => {}
            Component::Prefix(_) | Component::ParentDir | Component::Normal(_) => {
                if !uri.is_empty() && !uri.ends_with('/') {
                    uri.push('/');
                }
                for byte in component.as_os_str().to_string_lossy().bytes() {
                    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                        uri.push(char::from(byte));
                    } else {
                        uri.push_str(&format!("%{byte:02X}"));
                    }
                }
            }
        }
    }
    json!({ "uri": uri })
}

fn notifications(warnings: &[Diagnostic], sources: &Sources) -> Vec<Value> {
    warnings
        .iter()
        .map(|warning| {
            let level = match warning.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            notification(level, &warning.message, warning.span, sources)
        })
        .collect()
}

fn unknown(why: &Why, known: &[String], sources: &Sources) -> Value {
    let span = match why {
        Why::Unwinding(loops) => loops.iter().find_map(|l| l.span),
        Why::Recursion { span, .. } => *span,
        Why::Limit { .. } | Why::ReorderBound(_) | Why::Executions(_) | Why::Other(_) => None,
    };
    let mut message = format!("no verdict: {}", words::reason(why, sources));
    if let Some(advice) = words::advice(why, sources) {
        message.push_str("; ");
        message.push_str(&advice);
    }
    for sentence in known {
        message.push_str(". ");
        message.push_str(sentence.trim_end_matches('.'));
    }
    notification("error", &message, span, sources)
}

fn notification(level: &str, message: &str, span: Option<Span>, sources: &Sources) -> Value {
    let locations: Vec<Value> = span.map(|span| location(span, sources)).into_iter().collect();
    json!({ "level": level, "message": { "text": message }, "locations": locations })
}
