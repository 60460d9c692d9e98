//! The cross-check: both engines agree on everything that a suggestion rests on, and a disagreement is noticed, written
//! down and told.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::headers::{self, MODELS, Program};
use fencesmith::drive::comparison::{Agreement, CrossCheck, Finding, Subject};
use fencesmith::drive::destination::{Destination, Patched, Writing, write};
use fencesmith::drive::outcome::{Objective, Suggestion};
use fencesmith::drive::second::{Explored, explorer};
use fencesmith::drive::{CrossCheckSettings, Request, SuggestSettings, Suggested, WhatExists, cross_check, suggest};
use fencesmith::progress::{Observer, Silent};

/// Suggests and has an explorer look at the result.
fn crossed(
    request: &Request,
    settings: &CrossCheckSettings,
    explorer: &mut dyn FnMut(&Request, &mut dyn Observer) -> Explored,
) -> (Suggestion, CrossCheck) {
    let (report, sources) = suggest(request, &SuggestSettings::default(), &mut Silent)
        .unwrap_or_else(|failure| panic!("{}", headers::complaints(&failure).join("\n")));
    let cross = cross_check(Suggested { request, report: &report, sources: &sources }, settings, explorer, &mut Silent)
        .unwrap_or_else(|failure| panic!("{}", headers::complaints(&failure).join("\n")));
    (report.suggestion, cross)
}

fn unlimited() -> CrossCheckSettings {
    CrossCheckSettings { budget: None, ..CrossCheckSettings::default() }
}

/// What is wrong with a program: everything on which the engines do not agree.
fn wrong(program: &Program) -> Vec<String> {
    wrong_under(program, &MODELS)
}

/// The same under some models.
fn wrong_under(program: &Program, models: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    if program.error.is_some() {
        return wrong;
    }
    let directory = tempfile::tempdir().unwrap();
    for model in models {
        let settings = CrossCheckSettings { budget: None, directory: directory.path().to_path_buf(), own_texts: false };
        let (_, cross) = crossed(&program.request(model), &settings, &mut explorer);
        for comparison in &cross.comparisons {
            // What nobody has set may be any number, and not all are tried.
            let is_open = comparison.undecided().is_some_and(|why| why.contains("as one that nobody has set"));
            if comparison.agreement() != Agreement::Agreed && !is_open {
                let (subject, solver, explorer) = (comparison.subject, &comparison.solver, &comparison.second);
                let why = comparison.undecided().unwrap_or_default();
                wrong.push(format!(
                    "{model}, {subject:?}: the solver says {}, the {} {} {why}",
                    solver.word(),
                    comparison.by.name(),
                    explorer.word()
                ));
            }
        }
    }
    wrong
}

#[test]
fn both_engines_agree_on_litmus_shapes_and_their_repairs() {
    headers::for_each(&headers::programs(&["benchmarks/litmus"]), Program::name, wrong);
}

/// Under models with load buffering the second one is the enumerator, which finds dependencies from values and not from clauses.
#[test]
fn solver_and_enumerator_agree_on_litmus_shapes_and_their_repairs() {
    let all = headers::programs(&["benchmarks/litmus"]);
    headers::for_each(&all, Program::name, |program| wrong_under(program, &["arm8"]));
    let few: Vec<Program> = all.into_iter().step_by(7).collect();
    headers::for_each(&few, Program::name, |program| wrong_under(program, &["riscv", "power", "lkmm"]));
}

#[test]
fn both_engines_agree_on_algorithms_and_real_code_and_their_repairs() {
    let folders = ["benchmarks/mutex", "benchmarks/queues", "benchmarks/real", "benchmarks/wrong"];
    headers::for_each(&headers::programs(&folders), Program::name, wrong);
}

#[test]
fn both_engines_agree_on_concurrency_kit_and_its_repairs() {
    headers::for_each(&headers::programs(&["benchmarks/ck"]), Program::name, wrong);
}

/// Where what is there takes part, nothing is known of the original, and leaving out an edit means to have the least in its place.
#[test]
fn an_optimised_program_is_crossed_with_the_original_and_without_each_edit() {
    let cases = [
        ("message.c", "rc11", false),
        ("needed.c", "tso", false),
        ("needed.c", "rc11", false),
        ("too_weak.c", "pso", true),
    ];
    for (program, model, is_wrong) in cases {
        let request = request(&format!("tests/optimize/{program}"), model);
        let settings = SuggestSettings {
            objective: Objective::Cost,
            what_exists: WhatExists::TakesPart,
            ..SuggestSettings::default()
        };
        let (report, sources) = suggest(&request, &settings, &mut Silent).unwrap();
        let Suggestion::Repaired { fences, .. } = &report.suggestion else { panic!("{report:?}") };
        let cross = cross_check(
            Suggested { request: &request, report: &report, sources: &sources },
            &unlimited(),
            &mut explorer,
            &mut Silent,
        )
        .unwrap();
        let said: Vec<(Subject, &str)> = cross.comparisons.iter().map(|it| (it.subject, it.solver.word())).collect();
        let original = if is_wrong { "violation" } else { "safe" };
        let mut expected = vec![(Subject::Original, original), (Subject::Patched, "safe")];
        // The repair is a minimum, so that each edit is needed.
        expected.extend((0..fences.len()).map(|fence| (Subject::Without(fence), "violation")));
        assert_eq!(said, expected, "{program} under {model}");
        assert_eq!(cross.count(Agreement::Agreed), expected.len(), "{program} under {model}: {cross:?}");
    }
}

#[test]
fn both_engines_agree_on_barriers() {
    let mut programs = headers::programs(&["tests/c"]);
    programs.retain(|program| program.name().starts_with("tests/c/barrier"));
    assert!(programs.len() > 20);
    headers::for_each(&programs, Program::name, wrong);
}

#[test]
fn both_engines_agree_on_threads_and_mutexes() {
    let mut programs = headers::programs(&["tests/c"]);
    programs.retain(|p| ["tests/c/thread_", "tests/c/mutex_"].iter().any(|start| p.name().starts_with(start)));
    assert!(programs.len() > 50);
    headers::for_each(&programs, Program::name, wrong);
}

fn request(name: &str, model: &str) -> Request {
    let path = headers::root().join(name);
    let program = headers::programs(&[path
        .parent()
        .and_then(|p| p.strip_prefix(headers::root()).ok())
        .unwrap()
        .to_str()
        .unwrap()])
    .into_iter()
    .find(|program| program.path == path)
    .unwrap_or_else(|| panic!("{name} is there"));
    program.request(model)
}

#[test]
fn every_program_behind_a_suggestion_is_looked_at() {
    let (_, cross) = crossed(&request("benchmarks/litmus/sb.c", "tso"), &unlimited(), &mut explorer);
    let subjects: Vec<Subject> = cross.comparisons.iter().map(|c| c.subject).collect();
    assert_eq!(subjects, [Subject::Original, Subject::Patched, Subject::Without(0), Subject::Without(1)]);
    assert_eq!((cross.count(Agreement::Agreed), cross.disagrees()), (4, false));
    assert!(cross.comparisons.iter().all(|c| c.executions > 0));
    // One fence less than one is the original.
    let (_, cross) = crossed(&request("benchmarks/litmus/sb+fence+po.c", "tso"), &unlimited(), &mut explorer);
    assert_eq!(cross.comparisons.len(), 2);
    let (_, cross) = crossed(&request("benchmarks/litmus/sb.c", "sc"), &unlimited(), &mut explorer);
    assert_eq!(cross.comparisons.len(), 1);
}

/// An explorer that is wrong about the n-th program it sees.
fn lying(nth: usize) -> impl FnMut(&Request, &mut dyn Observer) -> Explored {
    let mut seen = 0;
    move |request, observer| {
        let mut explored = explorer(request, observer);
        if seen == nth {
            explored.finding = match explored.finding {
                Finding::Safe => Finding::Violation(None),
                _ => Finding::Safe,
            };
        }
        seen += 1;
        explored
    }
}

#[test]
fn a_disagreement_is_written_to_disk() {
    let directory = tempfile::tempdir().unwrap();
    let settings = CrossCheckSettings { budget: None, directory: directory.path().to_path_buf(), own_texts: false };
    let request = request("benchmarks/litmus/sb.c", "tso");
    for (nth, subject) in
        [Subject::Original, Subject::Patched, Subject::Without(0), Subject::Without(1)].iter().enumerate()
    {
        let (suggestion, cross) = crossed(&request, &settings, &mut lying(nth));
        assert_eq!(cross.count(Agreement::Disagreed), 1);
        assert_eq!(cross.comparisons[nth].subject, *subject);
        assert_eq!(cross.comparisons[nth].agreement(), Agreement::Disagreed);
        let [written] = cross.reproducers.as_slice() else { panic!("one place: {:?}", cross.reproducers) };
        let report = std::fs::read_to_string(written.join("report.txt")).unwrap();
        assert!(report.contains("solver ") && report.contains("--model tso"), "{report}");
        let program = std::fs::read_to_string(written.join("sb.c")).unwrap();
        let Suggestion::Repaired { fences, .. } = suggestion else { panic!("sb needs fences") };
        let expected = match subject {
            Subject::Original => 0,
            Subject::Patched => fences.len(),
            Subject::Without(_) => fences.len() - 1,
        };
        assert_eq!(program.matches(fences[0].text.as_str()).count(), expected, "{subject:?}:\n{program}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 4, "each has a place of its own");
}

#[test]
fn a_disagreement_that_cannot_be_written_is_an_error() {
    let request = request("benchmarks/litmus/sb.c", "sc");
    let (report, sources) = suggest(&request, &SuggestSettings::default(), &mut Silent).unwrap();
    let settings =
        CrossCheckSettings { budget: None, directory: Path::new("/nowhere/at/all").to_path_buf(), own_texts: false };
    let failure = cross_check(
        Suggested { request: &request, report: &report, sources: &sources },
        &settings,
        &mut lying(0),
        &mut Silent,
    )
    .unwrap_err();
    assert!(failure.diagnostics[0].message.contains("cannot write the disagreement"), "{failure:?}");
}

#[test]
fn a_budget_that_runs_out_is_said() {
    let settings = CrossCheckSettings { budget: Some(Duration::ZERO), ..CrossCheckSettings::default() };
    let mut never = |_: &Request, _: &mut dyn Observer| -> Explored { panic!("there is no time to explore") };
    let (_, cross) = crossed(&request("benchmarks/litmus/sb.c", "tso"), &settings, &mut never);
    assert_eq!((cross.comparisons.len(), cross.count(Agreement::Undecided)), (4, 4));
    assert!(cross.comparisons.iter().all(|c| c.undecided().is_some_and(|why| why.contains("were over"))));
    assert!(cross.reproducers.is_empty());
}

#[test]
fn what_the_explorer_refuses_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("any.c");
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); assert(x * 2 != 1); return 0; }\n";
    std::fs::write(&path, text).unwrap();
    let model = request("benchmarks/litmus/sb.c", "tso").model;
    let (_, cross) = crossed(&Request::new(&path, model), &unlimited(), &mut explorer);
    let [comparison] = cross.comparisons.as_slice() else { panic!("one program: {cross:?}") };
    assert_eq!(comparison.solver.word(), "safe");
    assert!(comparison.undecided().is_some_and(|why| why.contains("any.c:3:")), "{comparison:?}");
}

#[test]
fn the_original_is_explored_as_it_was_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sb.c");
    std::fs::copy(headers::root().join("benchmarks/litmus/sb.c"), &path).unwrap();
    let request = Request::new(&path, request("benchmarks/litmus/sb.c", "tso").model);
    let (report, sources) = suggest(&request, &SuggestSettings::default(), &mut Silent).unwrap();
    let Suggestion::Repaired { patch, .. } = &report.suggestion else { panic!("{report:?}") };
    let writing = Writing { destination: Destination::InPlace, files: vec![path], ..Writing::default() };
    write(&writing, &Patched { request: &request, patch, sources: &sources, start: Instant::now() }, &mut Silent)
        .unwrap();
    let cross = cross_check(
        Suggested { request: &request, report: &report, sources: &sources },
        &unlimited(),
        &mut explorer,
        &mut Silent,
    )
    .unwrap();
    assert_eq!(cross.count(Agreement::Agreed), 4, "{cross:?}");
}

/// What changes nothing is no dependency, and one of two ways to a value will do: to the solver and to the enumerator.
#[test]
fn both_sides_leave_out_what_a_value_does_without() {
    let directory = tempfile::tempdir().unwrap();
    let text = |body: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic _Atomic int top;\nstatic int val[2];\n\
             static int take(_Atomic int *p, int *e)\n{{\n\treturn atomic_compare_exchange_strong_explicit(p, e, 0, \
             memory_order_relaxed, memory_order_relaxed);\n}}\n\
             static void *t1(void *u)\n{{\n\tval[1] = 7;\n\tatomic_store_explicit(&top, 1, memory_order_release);\n\treturn u;\n}}\n\
             static void *t2(void *u)\n{{\n\tint t = atomic_load_explicit(&top, memory_order_relaxed);\n\t{body}\n\treturn u;\n}}\n\
             int main(void)\n{{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, t1, 0);\n\tpthread_create(&b, 0, t2, 0);\n\
             \tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\treturn 0;\n}}\n"
        )
    };
    let bodies = [
        ("if (t) assert(val[(t & ~t) + 1] == 7);", false),
        ("if (t && take(&top, &t)) assert(val[t] == 7);", true),
        ("if (t && atomic_compare_exchange_strong(&top, &t, 0)) assert(val[t] == 7);", true),
        ("if (t) assert(val[t] == 7);", true),
    ];
    for (number, (body, is_safe)) in bodies.into_iter().enumerate() {
        let path = directory.path().join(format!("{number}.c"));
        std::fs::write(&path, text(body)).unwrap();
        for model in ["arm8", "power", "riscv"] {
            let (suggestion, cross) = crossed(&Request::new(&path, headers::model(model)), &unlimited(), &mut explorer);
            assert_eq!(matches!(suggestion, Suggestion::Safe { .. }), is_safe, "{body} under {model}");
            let all = cross.comparisons.len();
            assert_eq!(cross.count(Agreement::Agreed), all, "{body} under {model}: {cross:?}");
        }
    }
}
