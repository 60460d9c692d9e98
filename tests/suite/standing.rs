//! Where the fences of the benchmarks' repairs stand: in the lock or the structure, wherever a repair of the same count allows that.
//!
//! In what others call, if anything is called at all: a fence in a function that a thread starts in, or that starts threads, must be one that
//! cannot be had elsewhere for as little. That is found out by forbidding it the place. What stands in the harness, in
//! a macro or within an expression must have the report say so.

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::json;

use crate::evidence::{self, Case};
use crate::headers;
use fencesmith::diag::Sources;
use fencesmith::drive::outcome::Suggestion;
use fencesmith::drive::{Assurance, Preference, SuggestSettings, change::FenceReport, suggest};
use fencesmith::frontend::{Unit, read};
use fencesmith::ir::{Callee, Op, Operand, Placement};
use fencesmith::progress::Silent;

/// How a function is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Called,
    /// A thread starts in it.
    Thread,
    /// It starts threads, or the program starts in it.
    Harness,
}

/// A function of the program by its name, and how it is reached; worked out from its instructions alone.
fn reached(unit: &Unit, number: usize) -> Reached {
    let program = &unit.program;
    let code = &program.functions[number].code;
    let starts = |op: &Op| matches!(op, Op::Spawn { function: Operand::Function(id), .. } if id.index() == number);
    let calls = |op: &Op| matches!(op, Op::Call { callee: Callee::Direct(id), .. } if id.index() == number);
    let somewhere = |is: &dyn Fn(&Op) -> bool| {
        program.functions.iter().any(|function| function.code.iter().any(|instruction| is(&instruction.op)))
    };
    let is_entry = program.entry.is_some_and(|entry| entry.index() == number);
    match code.iter().any(|instruction| matches!(instruction.op, Op::Spawn { .. })) || is_entry {
        true => Reached::Harness,
        false if somewhere(&starts) && !somewhere(&calls) => Reached::Thread,
        false => Reached::Called,
    }
}

/// The functions in which a fence at this place stands.
fn functions(unit: &Unit, placement: &Placement) -> Vec<usize> {
    let is_there = |op: &Op| matches!(op, Op::FencePoint(point) if unit.program.point(*point).placement == *placement);
    let numbers = 0..unit.program.functions.len();
    numbers
        .filter(|number| unit.program.functions[*number].code.iter().any(|instruction| is_there(&instruction.op)))
        .collect()
}

/// The number and the cost of a repair.
fn price(fences: &[FenceReport]) -> (usize, u64) {
    (fences.len(), fences.iter().map(|fence| fence.cost).sum())
}

/// Whether a fence stands in a file of the program's own.
fn is_own(sources: &Sources, fence: &FenceReport) -> bool {
    fence.span.is_none_or(|span| !sources.describe(span).starts_with("/usr/"))
}

fn stands(case: &Case) -> Vec<String> {
    let start = Instant::now();
    let request = case.request();
    let settings = SuggestSettings { assurance: Assurance::Search, ..SuggestSettings::default() };
    let report = match suggest(&request, &settings, &mut Silent) {
        Ok((report, _)) => report,
        Err(failure) => return vec![headers::complaints(&failure).join("; ")],
    };
    let Suggestion::Repaired { fences, .. } = &report.suggestion else {
        case.record("standing", start, json!({ "verdict": "unknown" }));
        return if evidence::is_all() { Vec::new() } else { vec![format!("{:?}", report.suggestion)] };
    };
    let unit = read(&request.path, &request.read).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    let mut wrong = Vec::new();
    let (mut told, mut avoided) = (Vec::new(), BTreeSet::new());
    for fence in fences {
        let line = fence.span.map_or(0, |span| unit.sources.position(span.file, span.start).line);
        // A raised order stands where its access does.
        let within: Vec<usize> = match fence.placement {
            Placement::Order { .. } | Placement::Access { .. } => Vec::new(),
            _ => functions(&unit, &fence.placement),
        };
        let roles: Vec<Reached> = within.iter().map(|number| reached(&unit, *number)).collect();
        let in_macro = unit.program.points.iter().any(|it| it.placement == fence.placement && it.uses.is_some());
        let in_expression = matches!(fence.placement, Placement::Comma { .. } | Placement::CommaEnd { .. });
        let is_odd = in_macro || in_expression || roles.contains(&Reached::Harness);
        if is_odd && fence.remarks.is_empty() {
            wrong
                .push(format!("line {line}: in a macro, an expression or the harness, and the report does not say so"));
        }
        let elsewhere = within.iter().zip(&roles).filter(|(_, role)| **role != Reached::Called);
        avoided.extend(elsewhere.map(|(number, _)| unit.program.functions[*number].name.clone()));
        let names: Vec<&str> = within.iter().map(|number| unit.program.functions[*number].name.as_str()).collect();
        told.push(json!({ "line": line, "kind": fence.kind, "functions": names, "remarks": fence.remarks }));
    }
    let has_others = (0..unit.program.functions.len()).any(|number| {
        let has_points = unit.program.functions[number].code.iter().any(|it| matches!(it.op, Op::FencePoint(_)));
        has_points && reached(&unit, number) == Reached::Called
    });
    let mut otherwise = None;
    if has_others && !avoided.is_empty() {
        let preference = Preference { not_in: avoided.iter().cloned().collect(), ..Preference::default() };
        let settings = SuggestSettings { preference, ..settings };
        match suggest(&request, &settings, &mut Silent) {
            Ok((report, sources)) => match &report.suggestion {
                // What is installed for all is nobody's own to change: the caller's fence is the better one then.
                Suggestion::Repaired { fences: others, .. }
                    if price(others) <= price(fences) && others.iter().all(|it| is_own(&sources, it)) =>
                {
                    wrong.push(format!("as cheap without a fence in {avoided:?}"));
                }
                Suggestion::Repaired { fences: others, .. } => otherwise = Some(json!(price(others))),
                Suggestion::Unrepairable { .. } => otherwise = Some(json!("none")),
                other => wrong.push(format!("{other:?}")),
            },
            Err(failure) => wrong.push(headers::complaints(&failure).join("; ")),
        }
    }
    let said = json!({ "verdict": "repaired", "fences": told, "outside": avoided, "otherwise": otherwise });
    case.record("standing", start, said);
    wrong
}

#[test]
fn fences_stand_in_the_lock_or_the_structure() {
    let cases = evidence::cases();
    assert!(evidence::is_part() || cases.len() > 100, "{} are to be repaired", cases.len());
    headers::for_each(&cases, Case::name, stands);
}

/// A lock whose callers could have the fence instead is the place, with two callers or ten.
#[test]
fn who_calls_a_lock_has_not_the_fence() {
    let folder = tempfile::tempdir().unwrap();
    for callers in [2, 10] {
        let call = "\tlock(me);\n\tcounter++;\n\tunlock(me);\n";
        let rounds: String = (2..callers).map(|n| format!("static void round{n}(int me)\n{{\n{call}}}\n")).collect();
        let calls: String = (2..callers).map(|n| format!("\tif (never == {n})\n\t\tround{n}(me);\n")).collect();
        let text = format!(
            "#include <assert.h>\n#include <pthread.h>\nvolatile int flag[2], turn;\nvolatile int counter, never;\n\
             static void lock(int me)\n{{\n\tflag[me] = 1;\n\tturn = 1 - me;\n\twhile (flag[1 - me] && turn == 1 - me)\n\t\t;\n}}\n\
             static void unlock(int me)\n{{\n\tflag[me] = 0;\n}}\n{rounds}\
             static void *left(void *p)\n{{\n\tint me = 0;\n{call}{calls}\treturn p;\n}}\n\
             static void *right(void *p)\n{{\n\tint me = 1;\n{call}\treturn p;\n}}\n\
             int main(void)\n{{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, left, 0);\n\tpthread_create(&b, 0, right, 0);\n\
             \tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\tassert(counter == 2);\n\treturn 0;\n}}\n"
        );
        let path = folder.path().join("lock.c");
        std::fs::write(&path, &text).unwrap();
        for (model, expected) in [("tso", vec!["lock"]), ("pso", vec!["lock", "lock", "unlock"])] {
            let request = fencesmith::drive::Request::new(&path, headers::model(model));
            let (report, _) = suggest(&request, &SuggestSettings::default(), &mut Silent).expect("it is read");
            let Suggestion::Repaired { fences, .. } = &report.suggestion else { panic!("{report:?}") };
            let unit = read(&path, &request.read).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
            let within = |fence: &FenceReport| {
                let numbers = functions(&unit, &fence.placement);
                numbers.iter().map(|number| unit.program.functions[*number].name.clone()).collect::<Vec<_>>().join(", ")
            };
            let found: Vec<String> = fences.iter().map(within).collect();
            assert_eq!(found, expected, "{callers} callers under {model}");
        }
    }
}
