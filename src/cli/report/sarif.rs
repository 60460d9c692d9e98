//! The report as a SARIF 2.1.0 log.
//!
//! In: a report. Out: JSON after the OASIS standard "Static Analysis Results Interchange Format (SARIF) Version
//! 2.1.0". A violation is a result with its steps as a code flow; each missing fence is a result of its own. All
//! fences belong together, since one of them alone repairs nothing: the first result carries one fix that inserts
//! them all. No verdict is a result, too, and so is each error of a run that never came to a verdict. It must not print.

use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use super::counterexample::{Detail, story, thread_name, without};
use super::{Context, crosscheck, reliance, words};
use crate::cli::diagnostics::range_in;
use crate::cli::rules::{self, RULES};
use crate::diag::{Diagnostic, Severity, Sources, Span};
use crate::drive::change::{DroppedReport, FenceReport};
use crate::drive::outcome::{CheckReport, DependencyReport, Reliance, SuggestReport, Suggestion};
use crate::drive::verdict::{Verdict, Why};
use crate::exec::Execution;
use crate::patch::{Patch, PatchedFile};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub fn check(report: &CheckReport, context: &Context<'_>) -> String {
    let mut notifications = notifications(&report.warnings, context.sources);
    let mut results = Vec::new();
    match &report.verdict {
        Verdict::Safe { .. } => {
            results.extend(relied(report.reliance.as_ref(), context.sources));
        }
        Verdict::Violation(execution) => results.push(violation(execution, &report.model, context, None)),
        Verdict::Unknown(why) => {
            let bounded = report.bounded.as_ref().map(|within| words::within(within, context.sources));
            let known = bounded.map(|within| format!("There is no violation under {}{within}.", report.model));
            notifications.push(unknown(why, known.as_slice(), context.sources));
            results.push(no_verdict(why, context));
        }
    }
    log(words::verdict(&report.verdict), Some(&report.model), results, notifications)
}

pub fn suggest(report: &SuggestReport, context: &Context<'_>) -> String {
    let mut notifications = notifications(&report.warnings, context.sources);
    let mut results = Vec::new();
    let verdict = match &report.suggestion {
        Suggestion::Safe { .. } => "safe",
        Suggestion::Repaired { fences, dropped, patch, counterexample, .. } => {
            let missing: Vec<&FenceReport> = fences.iter().filter(|fence| !fence.stays()).collect();
            results = missing_fences(report, &missing, counterexample.as_deref(), context);
            results.extend(dropped.iter().map(|dropped| spare_fence(dropped, &report.model, context.sources)));
            if let Some(first) = results.first_mut() {
                first["fixes"] = json!([fix(patch, &missing, dropped.len())]);
            }
            words::repaired(report.before.is_some(), patch)
        }
        Suggestion::Unrepairable { counterexample, reason } => {
            results.push(violation(counterexample, &report.model, context, Some(reason)));
            "unrepairable"
        }
        Suggestion::Unknown(why) => {
            let known = words::known(&report.known, report.objective, &report.model, context.sources);
            notifications.push(unknown(why, &known, context.sources));
            if let Some(proposal) = &report.known.proposal {
                let fences: Vec<&FenceReport> = proposal.fences.iter().collect();
                results = missing_fences(report, &fences, report.known.violation.as_deref(), context);
                if let (Some(patch), Some(first)) = (report.accepted(context.accept_bound), results.first_mut()) {
                    first["fixes"] = json!([fix(patch, &fences, 0)]);
                }
            }
            results.insert(0, no_verdict(why, context));
            "unknown"
        }
    };
    results.extend(relied(report.reliance.as_ref(), context.sources));
    if let Some(cross) = report.cross_check.as_ref().filter(|cross| cross.disagrees()) {
        let message = crosscheck::reservations(cross).join("; ");
        results.push(result("engines-disagree", "error", &message, None, context.sources));
    }
    log(verdict, Some(&report.model), results, notifications)
}

/// The dependencies on which "safe" rests.
fn relied(reliance: Option<&Reliance>, sources: &Sources) -> Vec<Value> {
    let all = reliance.into_iter().flat_map(|reliance| &reliance.dependencies);
    let note = |one: &DependencyReport| {
        let message = format!("safe, relying on this: {}", reliance::sentence(one, sources));
        result("dependency", "note", &message, one.read.span, sources)
    };
    all.map(note).collect()
}

/// The log of a run that the user must correct before there is anything to say about the program.
pub fn failure(diagnostics: &[Diagnostic], input: Option<&Path>, sources: &Sources) -> String {
    let of = |diagnostic: &Diagnostic| {
        let level = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
        let message = format!("{}{help}", diagnostic.message);
        let mut result = result(rules::of_diagnostic(diagnostic), level, &message, diagnostic.span, sources);
        if let (None, Some(input)) = (diagnostic.span, input) {
            result["locations"] = json!([whole_file(input)]);
        }
        result
    };
    log("error", None, diagnostics.iter().map(of).collect(), notifications(diagnostics, sources))
}

/// That there is no verdict is a result: a log without results would look like a program without faults.
fn no_verdict(why: &Why, context: &Context<'_>) -> Value {
    let mut message = format!("no verdict: {}", words::reason(why, words::Voice::Verdict, context.sources));
    if let Some(advice) = words::advice(why, context.sources) {
        message.push_str("; ");
        message.push_str(&advice);
    }
    let span = place_of(why);
    let mut result = result("no-verdict", "error", &message, span, context.sources);
    if span.is_none() {
        result["locations"] = json!([whole_file(context.input)]);
    }
    result
}

/// A location that says no more than the file.
fn whole_file(path: &Path) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact(path), "region": { "startLine": 1 } } })
}

fn place_of(why: &Why) -> Option<Span> {
    match why {
        Why::Unwinding(loops) => loops.iter().find_map(|l| l.span),
        Why::Recursion { span, .. } => *span,
        Why::Limit { .. }
        | Why::ReorderBound(_)
        | Why::Executions(_)
        | Why::Part(_)
        | Why::NotLookedFor(_)
        | Why::Other(_) => None,
    }
}

fn log(verdict: &str, model: Option<&str>, results: Vec<Value>, notifications: Vec<Value>) -> String {
    let rules = RULES.iter().map(|rule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.summary },
            "fullDescription": { "text": rule.summary },
            "help": { "text": format!("{} {}", rule.summary, rule.help) },
        })
    });
    let rules: Vec<Value> = rules.collect();
    // Not to know is an answer, too; not to be able to write one's files is none.
    let is_failure = |told: &Value| told["level"] == "error" && told["associatedRule"] != rule("no-verdict");
    let successful = verdict != "error" && !notifications.iter().any(is_failure);
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
                "executionSuccessful": successful,
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
    json!({ "id": id, "index": RULES.iter().position(|rule| rule.id == id) })
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
        Some(violated) => (rules::of_property(violated.property), violated.told(), violated.span),
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
    result["codeFlows"] = code_flows(execution, sources);
    result
}

/// The fences; the first one carries a violation without them.
fn missing_fences(
    report: &SuggestReport,
    fences: &[&FenceReport],
    violation: Option<&Execution>,
    context: &Context<'_>,
) -> Vec<Value> {
    let of = |fence: &&FenceReport| missing_fence(fence, &report.model, context.sources);
    // What is there and stays is no finding.
    let changes = |fence: &&&FenceReport| fence.replaces.as_deref() != Some(fence.text.as_str());
    let mut results: Vec<Value> = fences.iter().filter(changes).map(of).collect();
    if let (Some(first), Some(violation)) = (results.first_mut(), violation) {
        first["codeFlows"] = code_flows(violation, context.sources);
    }
    results
}

fn missing_fence(fence: &FenceReport, model: &str, sources: &Sources) -> Value {
    let orders: Vec<_> = fence.orders.iter().map(|pair| words::pair(pair, sources)).collect();
    let mut message = match &fence.replaces {
        Some(stronger) if fence.eases => {
            // The program is right, and less will do.
            let message = format!("`{}` is enough here in place of `{stronger}` under {model}", fence.text);
            return result("spare-fence", "note", &message, fence.span, sources);
        }
        None => format!("`{}` ({}) is missing here under {model}", fence.text, fence.kind),
        Some(weaker) => format!("`{}` is needed here in place of `{weaker}` under {model}", fence.text),
    };
    if !orders.is_empty() {
        message.push_str("; it keeps in order: ");
        message.push_str(&orders.join("; "));
    }
    if let Some(sentence) = without(fence) {
        message.push_str(&format!("; without it {sentence}"));
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

fn spare_fence(dropped: &DroppedReport, model: &str, sources: &Sources) -> Value {
    let DroppedReport { span, text, becomes, .. } = dropped;
    let message = format!("`{text}` is not needed under {model}; `{becomes}` is enough here");
    result("spare-fence", "note", &message, Some(*span), sources)
}

/// The steps in the order of the memory; each thread is a thread flow. None where memory has no part in what went wrong.
fn code_flows(execution: &Execution, sources: &Sources) -> Value {
    let steps = story(execution, Detail::Brief).steps;
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
    if flows.is_empty() { json!([]) } else { json!([{ "threadFlows": flows }]) }
}

/// One fix that changes everything: what is missing, and what is there and not needed.
fn fix(patch: &Patch, fences: &[&FenceReport], dropped: usize) -> Value {
    let changes: Vec<Value> = patch
        .files
        .iter()
        .map(|file| json!({ "artifactLocation": artifact(&file.path), "replacements": replacements(file) }))
        .collect();
    let description = match (fences.iter().all(|fence| fence.replaces.is_none()), dropped) {
        (true, 0) => format!("Insert {}", words::count(fences.len(), "fence")),
        _ => format!("Make {}", words::count(fences.len() + dropped, "edit")),
    };
    json!({
        "description": { "text": description },
        "artifactChanges": changes,
    })
}

/// The inserted pieces at their places in the original text.
fn replacements(file: &PatchedFile) -> Vec<Value> {
    let (mut inserted_before, mut removed_before) = (0, 0);
    file.inserted
        .iter()
        .zip(&file.removed)
        .filter_map(|(range, removed)| {
            let (start, end, removed) = (range.start as usize, range.end as usize, *removed as usize);
            let at = start - inserted_before + removed_before;
            let (line, column) = code_point_position(&file.original, at);
            let (end_line, end_column) = code_point_position(&file.original, at + removed);
            inserted_before += end - start;
            removed_before += removed;
            let change = json!({
                "deletedRegion":
                    { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
                "insertedContent": { "text": &file.patched[start..end] },
            });
            // What stays as it is is no change.
            (file.patched[start..end] != file.original[at..at + removed]).then_some(change)
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

/// A path as a URI reference after RFC 3986; relative paths stay relative. A folder that is left again has no part in it, unless it is a link
/// that leads elsewhere.
fn artifact(path: &Path) -> Value {
    let mut uri = String::new();
    let mut direct = PathBuf::new();
    for component in path.components() {
        let is_left = component == Component::ParentDir
            && matches!(direct.components().next_back(), Some(Component::Normal(_)))
            && !direct.is_symlink();
        if !is_left {
            direct.push(component);
        } else {
            direct.pop();
        }
    }
    for component in direct.components() {
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
            notification(rules::of_diagnostic(warning), level, &warning.message, warning.span, sources)
        })
        .collect()
}

fn unknown(why: &Why, known: &[String], sources: &Sources) -> Value {
    let span = place_of(why);
    let mut message = format!("no verdict: {}", words::reason(why, words::Voice::Verdict, sources));
    if let Some(advice) = words::advice(why, sources) {
        message.push_str("; ");
        message.push_str(&advice);
    }
    for sentence in known {
        message.push_str(". ");
        message.push_str(sentence.trim_end_matches('.'));
    }
    notification("no-verdict", "error", &message, span, sources)
}

fn notification(id: &str, level: &str, message: &str, span: Option<Span>, sources: &Sources) -> Value {
    let locations: Vec<Value> = span.map(|span| location(span, sources)).into_iter().collect();
    json!({ "associatedRule": rule(id), "level": level, "message": { "text": message }, "locations": locations })
}
