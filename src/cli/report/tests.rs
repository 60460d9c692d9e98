//! The three forms of each outcome, of hand-made reports on a small program.

mod sarif;
mod text;

use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect};
use serde_json::Value;

use super::{Context, check, cross_check, suggest};
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::diag::{Diagnostic, FileId, Sources, Span};
use crate::drive::change::{FenceReport, PairReport};
use crate::drive::comparison::{Comparison, CrossCheck, Finding, Second, Subject};
use crate::drive::known::Known;
use crate::drive::outcome::{AccessReport, CheckReport, Objective, Statistics, SuggestReport, Suggestion};
use crate::drive::verdict::{Decider, ExceededLoop, Verdict, Why};
use crate::exec::{Event, EventKind, Execution, Violated};
use crate::ids::{EventId, ThreadId};
use crate::ir::{Checked, Placement, Property, Width};
use crate::limits::Limit;
use crate::model::Tag;
use crate::patch::{self, Insertion};

const TEXT: &str =
    "void *left(void *arg)\n{\n\tx = 1;\n\ta = y; /* \u{e9} */ c++;\n}\nint main(void)\n{\n\tassert(a == 1);\n}\n";

fn sources() -> Sources {
    let mut sources = Sources::default();
    sources.add("dir/a b.c", TEXT);
    sources
}

fn span(part: &str) -> Span {
    let start = TEXT.find(part).expect("the part is in the text") as u32;
    Span { file: FileId(0), start, end: start + part.len() as u32 }
}

fn event(thread: Option<u32>, kind: EventKind, part: Option<&str>, place: &str) -> Event {
    let shown = match kind {
        EventKind::Read { value, width, .. } | EventKind::Write { value, width, .. } => width.signed(value).to_string(),
        EventKind::Fence { .. } => String::new(),
    };
    Event {
        thread: thread.map(ThreadId),
        kind,
        site: None,
        span: part.map(span),
        place: place.to_string(),
        shown,
        tags: Vec::new(),
    }
}

fn read(value: u64) -> EventKind {
    EventKind::Read { address: 64, width: Width::INT, value }
}

fn write(value: u64) -> EventKind {
    EventKind::Write { address: 64, width: Width::INT, value }
}

/// The left thread's write of x is late; then it increments c in one step and reads its own buffer.
fn execution() -> Execution {
    let e = EventId;
    Execution {
        events: vec![
            event(None, write(0), None, "y"),
            event(Some(1), write(1), Some("x = 1"), "x"),
            event(Some(1), read(1), Some("x = 1"), "x"),
            event(Some(1), read(0), Some("y;"), "y"),
            event(Some(1), EventKind::Fence { kind: Tag::named("full") }, None, ""),
            event(Some(1), read(0xffff_ffff), Some("c++"), "c"),
            event(Some(1), write(0x1234_5678), Some("c++"), "c"),
            event(Some(0), read(0x1234_5678), Some("a == 1"), "c"),
        ],
        rf: vec![(e(1), e(2)), (e(0), e(3)), (e(6), e(7))],
        co: vec![vec![e(0)], vec![e(1)]],
        rmw: vec![(e(5), e(6))],
        aside: Vec::new(),
        rounds: Vec::new(),
        order: vec![e(0), e(2), e(3), e(1), e(4), e(5), e(6), e(7)],
        reordered: vec![(e(1), e(3))],
        threads: vec!["main".to_string(), "left".to_string()],
        violated: Some(Violated {
            property: Property::Assertion,
            message: "a == 1".to_string(),
            span: Some(span("assert(a == 1)")),
            other: None,
            thread: ThreadId(0),
            operands: vec![("a".to_string(), "305419896".to_string())],
        }),
        open: Vec::new(),
        dependencies: Vec::new(),
    }
}

fn statistics() -> Statistics {
    Statistics {
        read: Duration::from_millis(1),
        encode: Duration::from_millis(2),
        solve: Duration::from_millis(3),
        threads: 2,
        events: 8,
        reorderable_pairs: 7,
        candidates: 5,
        queries: 4,
        iterations: 3,
        conflicts: 20,
        variables: 100,
        clauses: 300,
        solver: "some".to_string(),
        bound: 2,
        ..Statistics::default()
    }
}

fn check_report(verdict: Verdict) -> CheckReport {
    let warnings = vec![Diagnostic::warning("plain racy access").at(span("a = y"))];
    let decided_by = verdict.is_decided().then_some(Decider::Solver);
    CheckReport {
        verdict,
        bounded: None,
        reliance: None,
        decided_by,
        model: "M".to_string(),
        statistics: statistics(),
        warnings,
    }
}

fn suggest_report(suggestion: Suggestion, objective: Objective) -> SuggestReport {
    SuggestReport {
        suggestion,
        known: Known::default(),
        model: "M".to_string(),
        algorithm: "core-first".to_string(),
        objective,
        culprit_pairs: 1,
        unrestricted: None,
        unweighted: None,
        before: None,
        minimality: None,
        others: None,
        reliance: None,
        decided_by: None,
        beyond: Vec::new(),
        cross_check: None,
        statistics: statistics(),
        warnings: Vec::new(),
    }
}

fn pair() -> PairReport {
    PairReport {
        first: AccessReport { span: Some(span("x = 1")), text: "x".to_string(), write: true },
        second: AccessReport { span: Some(span("y;")), text: "y".to_string(), write: false },
    }
}

fn repaired() -> Suggestion {
    let at = Span { end: span("a = y").start, ..span("a = y") };
    let insertion = Insertion::new(Placement::Statement { at }, "fence();");
    Suggestion::Repaired {
        fences: vec![FenceReport {
            span: Some(at),
            placement: Placement::Statement { at },
            kind: "full".to_string(),
            text: "fence();".to_string(),
            replaces: None,
            absent: None,
            eases: false,
            header: None,
            orders: vec![pair()],
            needed_because: Some(Box::new(execution())),
            crossed: None,
            cost: 10,
            remarks: vec!["it could stand better".to_string()],
        }],
        pairs: vec![pair()],
        dropped: Vec::new(),
        counterexample: Some(Box::new(execution())),
        patch: patch::apply(&sources(), &[insertion]).expect("the fence has a place"),
        rechecked: true,
        bound: 2,
    }
}

fn unwinding() -> Why {
    Why::Unwinding(vec![ExceededLoop { span: Some(span("c++")), bound: 16 }])
}

/// A report's form, with some changes of the context.
fn shown(report: impl Fn(&Context<'_>) -> String, change: impl Fn(&mut Context<'_>)) -> String {
    let sources = sources();
    let mut context = Context {
        sources: &sources,
        input: Path::new("dir/a b.c"),
        seconds: 0.25,
        colored: false,
        quiet: false,
        verbose: false,
        full: false,
        width: None,
        diff: false,
        accept_bound: false,
        checked: Checked::default(),
        expected: None,
        written: &[],
        proof: None,
        root: Path::new(""),
    };
    change(&mut context);
    report(&context)
}

fn json(report: impl Fn(&Context<'_>) -> String) -> Value {
    let text = shown(report, |context| context.diff = true);
    serde_json::from_str(&text).expect("the report is JSON")
}

#[test]
fn json_of_every_outcome_has_the_same_keys() {
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let verdicts = [
        (Verdict::Safe { bound: 2 }, "safe"),
        (Verdict::Violation(Box::new(execution())), "violation"),
        (Verdict::Unknown(unwinding()), "unknown"),
    ];
    let mut all = Vec::new();
    for (verdict, name) in verdicts {
        let report = check_report(verdict);
        all.push((json(|context| check(Format::Json, &report, context)), name));
    }
    let counterexample = Box::new(execution());
    let suggestions = [
        (Suggestion::Safe { bound: 2 }, "safe"),
        (repaired(), "repaired"),
        (Suggestion::Unrepairable { counterexample, reason: "wrong".to_string() }, "unrepairable"),
        (Suggestion::Unknown(Why::from(Limit::Time)), "unknown"),
    ];
    for (suggestion, name) in suggestions {
        let report = suggest_report(suggestion, Objective::Fences);
        all.push((json(|context| suggest(Format::Json, &report, context)), name));
    }
    let promised = [
        "schema_version",
        "verdict",
        "model",
        "algorithm",
        "objective",
        "fences",
        "pairs",
        "reorderable_pairs",
        "culprit_pairs",
        "cross_check",
        "queries",
        "bound",
        "seconds",
        "statistics",
        "counterexample",
        "warnings",
        "reason",
    ];
    for (value, verdict) in &all {
        assert_eq!(value["verdict"], *verdict);
        assert_eq!(value["schema_version"], 1);
        assert_eq!(keys(value), keys(&all[0].0));
        for key in promised {
            assert!(value.get(key).is_some(), "{key} is missing");
        }
        assert_eq!((&value["queries"], &value["seconds"]), (&4.into(), &0.25.into()));
    }
}

#[test]
fn json_of_a_repair() {
    let report = suggest_report(repaired(), Objective::Fences);
    let mut value = json(|context| suggest(Format::Json, &report, context));
    let example = value["counterexample"].take();
    assert_eq!(value["fences"][0]["needed_because"].take(), example);
    value["tool"]["version"] = "0".into();
    expect![[r#"
        {
          "algorithm": "core-first",
          "before": null,
          "bound": 2,
          "bounded": null,
          "command": "suggest",
          "counterexample": null,
          "cross_check": null,
          "culprit_pairs": 1,
          "decided_by": null,
          "dependencies": null,
          "diff": "--- a/dir/a b.c\t\n+++ b/dir/a b.c\t\n@@ -1,6 +1,7 @@\n void *left(void *arg)\n {\n \tx = 1;\n+\tfence();\n \ta = y; /* é */ c++;\n }\n int main(void)\n",
          "dropped": [],
          "exceeded_loops": [],
          "expected": null,
          "fences": [
            {
              "column": 2,
              "cost": 10,
              "file": "dir/a b.c",
              "header": null,
              "kind": "full",
              "line": 4,
              "needed_because": null,
              "orders": [
                {
                  "first": {
                    "access": "write",
                    "column": 2,
                    "file": "dir/a b.c",
                    "line": 3,
                    "text": "x"
                  },
                  "second": {
                    "access": "read",
                    "column": 6,
                    "file": "dir/a b.c",
                    "line": 4,
                    "text": "y"
                  }
                }
              ],
              "remarks": [
                "it could stand better"
              ],
              "replaces": null,
              "text": "fence();",
              "without": "read y = 0 can come before write x = 1; then `a == 1` fails, with a = 305419896"
            }
          ],
          "file": "dir/a b.c",
          "help": null,
          "lower_bound": null,
          "minimality": null,
          "model": "M",
          "objective": "fences",
          "others": null,
          "pairs": [
            {
              "first": {
                "access": "write",
                "column": 2,
                "file": "dir/a b.c",
                "line": 3,
                "text": "x"
              },
              "second": {
                "access": "read",
                "column": 6,
                "file": "dir/a b.c",
                "line": 4,
                "text": "y"
              }
            }
          ],
          "proof": null,
          "properties": [
            "assertions",
            "memory",
            "arithmetic",
            "mutex-misuse"
          ],
          "queries": 4,
          "reason": null,
          "rechecked": true,
          "reorderable_pairs": 7,
          "schema_version": 1,
          "seconds": 0.25,
          "statistics": {
            "candidates": 5,
            "clauses": 300,
            "conflicts": 20,
            "encode_seconds": 0.002,
            "events": 8,
            "hitting_set_seconds": 0.0,
            "iterations": 3,
            "patch_seconds": 0.0,
            "read_seconds": 0.001,
            "solve_seconds": 0.003,
            "solver": "some",
            "threads": 2,
            "variables": 100
          },
          "tool": {
            "name": "fencesmith",
            "version": "0"
          },
          "unrestricted": null,
          "unweighted": null,
          "verdict": "repaired",
          "warnings": [],
          "written": []
        }"#]].assert_eq(&serde_json::to_string_pretty(&value).unwrap());
    assert_eq!(example["order"], serde_json::json!([0, 2, 3, 1, 4, 5, 6, 7]));
    assert_eq!(example["reordered"], serde_json::json!([[1, 3]]));
    assert_eq!(example["reads_from"], serde_json::json!([[1, 2], [0, 3], [6, 7]]));
    assert_eq!(example["events"][4]["fence"], "full");
    assert_eq!(example["events"][4]["value"], Value::Null);
    assert_eq!(example["events"][5]["value"], 0xffff_ffff_u64);
    assert_eq!(example["line"], 8);
}

#[test]
fn json_names_the_loop_and_the_option() {
    let report = check_report(Verdict::Unknown(unwinding()));
    let value = json(|context| check(Format::Json, &report, context));
    let expected = serde_json::json!([{ "file": "dir/a b.c", "line": 4, "column": 18, "bound": 16 }]);
    assert_eq!(value["exceeded_loops"], expected);
    assert!(value["help"].as_str().unwrap().contains("`--unwind-loop dir/a b.c:4=32`"), "{}", value["help"]);
    assert_eq!(value["warnings"][0]["line"], 4);
}

fn crossed(agreeing: bool) -> CrossCheck {
    let comparison =
        |subject, solver, second| Comparison { subject, solver, second, by: Second::Explorer, executions: 7 };
    let patched = if agreeing { Finding::Safe } else { Finding::Violation(None) };
    CrossCheck {
        budget: Some(Duration::from_secs(10)),
        elapsed: Duration::from_millis(250),
        comparisons: vec![
            comparison(Subject::Original, Finding::Violation(None), Finding::Violation(None)),
            comparison(Subject::Patched, Finding::Safe, patched),
            comparison(Subject::Without(0), Finding::Violation(None), Finding::Unknown("no time".to_string())),
        ],
        reason: None,
        reproducers: if agreeing { Vec::new() } else { vec!["dir/evidence".into()] },
    }
}

#[test]
fn a_cross_check_is_told() {
    let mut report = suggest_report(repaired(), Objective::Fences);
    report.cross_check = Some(crossed(true));
    let text = shown(|context| suggest(Format::Text, &report, context), |_| {});
    let told: Vec<&str> =
        text.lines().filter(|line| line.contains("ross-check") || line.contains("compared")).collect();
    expect![[r#"
        Cross-check: the explorer agrees on 2 of 3 programs; 21 executions, 0.2 s of at most 10 s.
          not compared, without fence 1: no time"#]]
    .assert_eq(&told.join("\n"));
    expect![[r#"
        undecided: solver and explorer on dir/a b.c under M

          program            solver     explorer   executions
          original           violation  violation           7
          patched            safe       safe                7
          without fence 1    violation  unknown             7

        Cross-check: the explorer agrees on 2 of 3 programs; 21 executions, 0.2 s of at most 10 s.
          not compared, without fence 1: no time
    "#]]
    .assert_eq(&shown(|context| cross_check(Format::Text, &report, context), |_| {}));
    let value = json(|context| cross_check(Format::Json, &report, context));
    assert_eq!((&value["command"], &value["verdict"]), (&"cross-check".into(), &"repaired".into()));
    expect![[r#"
        {
          "budget_seconds": 10.0,
          "programs": [
            {
              "engine": "explorer",
              "executions": 7,
              "program": "original",
              "reason": null,
              "result": "agreed",
              "second": "violation",
              "solver": "violation"
            },
            {
              "engine": "explorer",
              "executions": 7,
              "program": "patched",
              "reason": null,
              "result": "agreed",
              "second": "safe",
              "solver": "safe"
            },
            {
              "engine": "explorer",
              "executions": 7,
              "program": "without fence 1",
              "reason": "no time",
              "result": "undecided",
              "second": "unknown",
              "solver": "violation"
            }
          ],
          "reason": null,
          "reproducers": [],
          "result": "undecided",
          "seconds": 0.25
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&value["cross_check"]).unwrap());
    assert_eq!(Exit::of_cross_check(report.cross_check.as_ref().unwrap()), Exit::Inconclusive);
}

#[test]
fn a_disagreement_is_told_whatever_is_wanted() {
    let mut report = suggest_report(repaired(), Objective::Fences);
    report.cross_check = Some(crossed(false));
    let quiet = |context: &mut Context<'_>| (context.quiet, context.diff) = (true, true);
    for text in [
        shown(|context| suggest(Format::Text, &report, context), quiet),
        shown(|context| cross_check(Format::Text, &report, context), quiet),
    ] {
        assert!(text.contains("DISAGREEMENT, patched: the solver says safe, the explorer violation"), "{text}");
        assert!(text.contains("dir/evidence"), "{text}");
    }
    assert_eq!(Exit::of_cross_check(report.cross_check.as_ref().unwrap()), Exit::Internal);
    let mut all = crossed(true);
    all.comparisons.pop();
    assert_eq!(Exit::of_cross_check(&all), Exit::Success);
}
