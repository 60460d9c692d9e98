//! What is looked for is chosen: each program of `tests/properties` has the verdict of its header with what the header says
//! is checked, by every engine that looks for it, and under weaker models by whoever takes them; and the engines that are asked decide.

use std::cell::Cell;
use std::time::Duration;

use crate::headers::{self, MODELS, Program};
use crate::oracle::settings;
use fencesmith::diag::Sources;
use fencesmith::drive::outcome::CheckReport;
use fencesmith::drive::verdict::{Decider, Verdict, Why};
use fencesmith::drive::{Engine, Failure, Request, decide};
use fencesmith::ir::{Checked, Concern};
use fencesmith::model::Model;
use fencesmith::progress::Silent;

#[test]
fn each_property_has_its_verdicts() {
    let programs = headers::programs(&["tests/properties"]);
    headers::for_each(&programs, Program::name, |program| {
        assert!(!program.verdicts.is_empty(), "its header expects nothing");
        let models = MODELS.iter().filter_map(|model| Some((*model, program.safe(model)?)));
        let comes_to_an_end = Cell::new(true);
        let mut wrong: Vec<String> = models.flat_map(|case| judged(program, case, &comes_to_an_end)).collect();
        let weaker = program.verdicts.iter().filter(|(model, _)| !MODELS.contains(&model.as_str()));
        for (model, safe) in weaker {
            let answer = decide(&program.request(model), Engine::Auto, &mut Silent);
            wrong.extend(wrong_verdict(program, (model, *safe), ("auto", answer)));
        }
        wrong
    });
}

/// So long the solver may look for what it cannot tell everywhere.
const SOLVER: Duration = Duration::from_secs(2);

/// What is wrong with the engines' verdicts. Where the solver alone does not come to an end it is not waited for once more
/// under the next model, except in long runs.
fn judged(program: &Program, (model, safe): (&str, bool), comes_to_an_end: &Cell<bool>) -> Vec<String> {
    let mut request = program.request(model);
    let beyond = [Concern::Deadlock, Concern::Races, Concern::Leaks, Concern::Uninitialised, Concern::Liveness]
        .into_iter()
        .any(|concern| request.read.checked.contains(concern));
    let mut found = Vec::new();
    // Both at once say what each says, so that one model has to do for that in ordinary runs.
    let both = settings::in_turns(&program.name(), &MODELS).contains(&model);
    for engine in Engine::ALL.into_iter().filter(|engine| *engine != Engine::Auto || both) {
        let word = engine.name();
        let is_apart = engine == Engine::Solver && beyond;
        if is_apart && !comes_to_an_end.get() && !settings::is_long() {
            continue;
        }
        request.timeout = Some(if is_apart { SOLVER } else { headers::TIMEOUT });
        match decide(&request, engine, &mut Silent) {
            Err(failure) if is_apart => {
                let words = headers::complaints(&failure).join("; ");
                if !words.contains("the solver does not look for") {
                    found.push(format!("{model}: {word}: {words}"));
                }
            }
            // What the solver does not look for, or not everywhere, only the explorer says.
            Ok((report, _)) if is_apart && matches!(report.verdict, Verdict::Unknown(_)) => {
                comes_to_an_end.set(!matches!(report.verdict, Verdict::Unknown(Why::Limit { .. })));
            }
            answer => found.extend(wrong_verdict(program, (model, safe), (word, answer))),
        }
    }
    found
}

/// What is wrong with an engine's answer.
fn wrong_verdict(
    program: &Program,
    (model, safe): (&str, bool),
    (word, answer): (&str, Result<(CheckReport, Sources), Failure>),
) -> Vec<String> {
    let mut found = Vec::new();
    match answer {
        Ok((report, sources)) => match &report.verdict {
            Verdict::Safe { .. } if safe => {}
            Verdict::Violation(execution) if !safe => {
                let violated = execution.violated.as_ref().expect("a violation of something");
                let expected = program.property.as_deref().unwrap_or("no property in the header");
                // Where several things go wrong, an engine may see either first.
                if !expected.split(" or ").any(|one| violated.property.describe().contains(one)) {
                    found.push(format!("{model}: {word}: {}", violated.property.describe()));
                }
                // A race is one of two accesses; what nobody has set is read, and was born.
                let has_places = expected == "data race" || expected == "use of what nobody has set";
                if has_places && (violated.span.is_none() || violated.other.is_none()) {
                    let place = violated.span.map(|span| sources.describe(span));
                    found.push(format!("{model}: {word}: {expected} with one place, {place:?}"));
                }
            }
            other => found.push(format!("{model}: {word}: {other:?}")),
        },
        Err(failure) => found.push(format!("{model}: {word}: {}", headers::complaints(&failure).join("; "))),
    }
    found
}

fn request(path: &str, model: &str) -> Request {
    let model = Model::find(model, &mut fencesmith::diag::Sources::default()).expect("a model of the program's own");
    Request::new(headers::root().join(path), model)
}

fn answer(request: &Request, engine: Engine) -> CheckReport {
    match decide(request, engine, &mut Silent) {
        Ok((report, _)) => report,
        Err(failure) => panic!("{}", headers::complaints(&failure).join("; ")),
    }
}

#[test]
fn what_one_engine_refuses_the_other_decides() {
    // The explorer takes no model with load buffering, and the solver no property of whole executions.
    let report = answer(&request("benchmarks/litmus/sb.c", "power"), Engine::Auto);
    assert_eq!(report.decided_by, Some(Decider::Solver));
    let mut deadlock = request("tests/properties/deadlock_opposite.c", "tso");
    deadlock.read.checked = [Concern::Deadlock].into_iter().collect();
    let report = answer(&deadlock, Engine::Auto);
    assert_eq!(report.decided_by, Some(Decider::Explorer));
    assert!(report.statistics.executions > 0);
    // But for what threads come to in the end, under models that the explorer does not take.
    for (path, property) in [
        ("tests/properties/deadlock_load_buffering.c", "deadlock"),
        ("tests/properties/liveness_load_buffering.c", "thread waits in a loop for good"),
    ] {
        let mut request = request(path, "arm8");
        request.read.checked = [Concern::Deadlock, Concern::Liveness].into_iter().collect();
        let report = answer(&request, Engine::Auto);
        assert_eq!(report.decided_by, Some(Decider::Solver));
        let Verdict::Violation(execution) = report.verdict else { panic!("{path}: {:?}", report.verdict) };
        assert_eq!(execution.violated.expect("something is wrong").property.describe(), property);
    }
}

/// Nobody looks for these under such a model, and nothing looks safe for that.
#[test]
fn what_nobody_looks_for_is_said_with_a_way_out() {
    let unread = [
        ("leak_freed.c", Concern::Leaks, None),
        ("unset_local_set.c", Concern::Uninitialised, None),
        ("race_locked.c", Concern::Races, Some(())),
        ("liveness_waits_again.c", Concern::Liveness, Some(())),
    ];
    for (name, concern, has_report) in unread {
        let mut request = request(&format!("tests/properties/{name}"), "arm8");
        request.read.checked = [concern].into_iter().collect();
        let told = match decide(&request, Engine::Auto, &mut Silent) {
            Ok((report, sources)) => {
                assert!(has_report.is_some(), "{name}");
                let Verdict::Unknown(why) = &report.verdict else { panic!("{name}: {:?}", report.verdict) };
                assert!(matches!(why, Why::NotLookedFor(it) if *it == concern), "{name}: {why:?}");
                let warnings = report.warnings.iter();
                drop(sources);
                warnings.map(|warning| format!("{} {:?}", warning.message, warning.help)).collect::<String>()
            }
            Err(failure) => {
                assert!(has_report.is_none(), "{name}: {}", headers::complaints(&failure).join("; "));
                failure.diagnostics.iter().map(|it| format!("{} {:?}", it.message, it.help)).collect()
            }
        };
        assert!(told.contains(&format!("`{}`", concern.name())), "{name}: {told}");
        assert!(told.contains("the model `arm8` cannot be explored"), "{name}: {told}");
        assert!(told.contains("leave it out of `--property`"), "{name}: {told}");
    }
}

#[test]
fn each_engine_alone_says_that_it_decided() {
    let request = request("benchmarks/litmus/sb.c", "tso");
    for (engine, decider) in [(Engine::Solver, Decider::Solver), (Engine::Explorer, Decider::Explorer)] {
        let report = answer(&request, engine);
        assert!(matches!(report.verdict, Verdict::Violation(_)));
        assert_eq!(report.decided_by, Some(decider));
    }
    assert!(answer(&request, Engine::Auto).decided_by.is_some());
}

#[test]
fn a_program_that_neither_takes_is_refused_once() {
    let mut nothing = request("tests/properties/race_reads.c", "sc");
    nothing.read.checked = [Concern::Assertions].into_iter().collect();
    // The explorer decides what the solver calls nothing to check.
    assert!(matches!(answer(&nothing, Engine::Auto).verdict, Verdict::Safe { .. }));
    let failure =
        decide(&request("tests/c/bad/no_main.c", "sc"), Engine::Auto, &mut Silent).expect_err("it has no main");
    assert_eq!(failure.diagnostics.len(), 1, "{:?}", failure.diagnostics);
}

/// Where the solver ends at a bound the run ends, although the explorer could go on for ages.
#[test]
fn a_loop_that_runs_on_does_not_keep_the_explorer_for_good() {
    let mut request = request("tests/known/runs_on.c", "sc");
    request.unwinding.limit = 3;
    let report = answer(&request, Engine::Auto);
    assert!(matches!(report.verdict, Verdict::Unknown(Why::Unwinding(_))), "{:?}", report.verdict);
    assert!(report.decided_by.is_none() && report.bounded.is_some());
}

#[test]
fn a_program_without_assertions_is_checked_for_the_rest() {
    let request = request("tests/properties/memory_alone.c", "pso");
    assert_eq!(request.read.checked, Checked::default());
    let report = answer(&request, Engine::Solver);
    assert!(matches!(report.verdict, Verdict::Violation(_)), "{:?}", report.verdict);
    assert!(report.warnings.iter().any(|warning| warning.message.contains("asserts nothing")), "{:?}", report.warnings);
}

/// To call it safe would be wrong, since the parts of what fails to be exchanged count as acquiring.
#[test]
fn races_of_exchanges_in_parts_are_refused_where_their_orders_differ() {
    let mut races = request("tests/known/race_failed_exchange_of_two_words.c", "tso");
    assert!(matches!(answer(&races, Engine::Auto).verdict, Verdict::Safe { .. }));
    races.read.checked = [Concern::Races].into_iter().collect();
    let report = answer(&races, Engine::Auto);
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
    let words: Vec<&str> = report.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("acquires only if it succeeds")), "{words:?}");
}
