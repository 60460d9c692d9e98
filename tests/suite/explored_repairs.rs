//! Repairs that the explorer finds: as few fences as the headers say, where the solver finds them, too; repairs of what only the
//! explorer looks for, deadlocks and loops that wait for good; and of programs that only the explorer takes.

use crate::headers::{self, Program};
use fencesmith::drive::outcome::{Objective, Suggestion};
use fencesmith::drive::verdict::Decider;
use fencesmith::drive::{Answering, SuggestSettings, Unasked, suggest};
use fencesmith::ir::{Checked, Concern};
use fencesmith::progress::Silent;

/// Those whose repairs take the explorer long.
const LONG: &[(&str, &str)] =
    &[("dekker.c", "pso"), ("dijkstra.c", "tso"), ("dijkstra.c", "pso"), ("lamport.c", "tso"), ("lamport.c", "pso")];

fn settings(engine: Answering) -> SuggestSettings {
    SuggestSettings { engine, unasked: Unasked::Overlooked, ..SuggestSettings::default() }
}

/// The number of fences, of a repair whose text was explored again.
fn fences(program: &Program, model: &str, settings: &SuggestSettings) -> Result<usize, String> {
    let (report, _) = suggest(&program.request(model), settings, &mut Silent)
        .map_err(|failure| format!("{model}: refused: {}", headers::complaints(&failure).join("; ")))?;
    if report.decided_by != Some(Decider::Explorer) {
        return Err(format!("{model}: decided by {:?}", report.decided_by));
    }
    match report.suggestion {
        Suggestion::Repaired { fences, rechecked: true, .. } => Ok(fences.len()),
        Suggestion::Safe { .. } => Ok(0),
        other => Err(format!("{model}: {other:?}")),
    }
}

#[test]
fn the_explorer_finds_the_repairs_that_the_solver_finds() {
    let programs = headers::programs(&["benchmarks/litmus", "benchmarks/mutex", "benchmarks/real"]);
    headers::for_each(&programs, Program::name, |program| {
        let long = |model: &str| LONG.iter().any(|(name, on)| program.name().ends_with(name) && *on == model);
        let models = ["tso", "pso"].into_iter().filter(|model| program.repairable(model) && !long(model));
        let known = models.filter_map(|model| Some((model, program.sizes(model)?)));
        let wrong = known.filter_map(|(model, sizes)| match fences(program, model, &settings(Answering::Explorer)) {
            Ok(number) if number == sizes.fences => None,
            Ok(number) => Some(format!("{model}: {number} fences instead of {}", sizes.fences)),
            Err(why) => Some(why),
        });
        wrong.collect()
    });
}

#[test]
fn what_only_the_explorer_looks_for_is_repaired() {
    let expected = [
        ("deadlock_weak.c", "tso", 2),
        ("deadlock_weak_behind_loops.c", "tso", 2),
        ("liveness_answered.c", "pso", 0),
        ("liveness_mcs.c", "tso", 0),
        ("liveness_mcs.c", "pso", 2),
        ("liveness_mcs_counts.c", "pso", 3),
        ("liveness_sleeps.c", "tso", 2),
        ("liveness_mcs.c", "rc11", 3),
        ("deadlock_weak.c", "rc11", 2),
        ("unset_published_weak.c", "tso", 0),
        ("unset_published_weak.c", "pso", 1),
    ];
    let programs = headers::programs(&["tests/properties"]);
    for (name, model, number) in expected {
        let program = programs.iter().find(|program| program.name().ends_with(&format!("/{name}"))).expect(name);
        assert_eq!(fences(program, model, &settings(Answering::First)), Ok(number), "{name} under {model}");
    }
}

/// Nobody asked whether threads come to an end, or whether accesses race: an assertion alone would be content with fewer fences.
#[test]
fn what_nobody_asked_for_is_not_lost() {
    let programs = headers::programs(&["tests/properties", "tests/repairs", "benchmarks/mutex", "benchmarks/real"]);
    let looked_for: [(&str, &str, usize, &[Concern]); 11] = [
        ("repairs/mcs.c", "rc11", 5, &[Concern::Liveness]),
        ("repairs/mcs.c", "arm8", 3, &[Concern::Liveness]),
        ("liveness_mcs.c", "pso", 2, &[Concern::Liveness]),
        ("liveness_no_one_answers.c", "pso", 0, &[]),
        ("deadlock_weak.c", "tso", 2, &[Concern::Liveness]),
        ("mcs-lock.c", "pso", 2, &[Concern::Liveness]),
        ("szymanski.c", "tso", 3, &[Concern::Liveness]),
        ("peterson.c", "tso", 2, &[]),
        // Without the others the assertions hold, and the accesses of the slots race.
        ("repairs/spsc.c", "rc11", 4, &[Concern::Races]),
        ("repairs/mp.c", "rc11", 2, &[]),
        ("repairs/spsc.c", "arm8", 2, &[]),
    ];
    for (name, model, number, beyond) in looked_for {
        let program = programs.iter().find(|program| program.name().ends_with(&format!("/{name}"))).expect(name);
        let mut request = program.request(model);
        request.read.checked = Checked::default();
        let (report, _) = suggest(&request, &SuggestSettings::default(), &mut Silent).expect("it is read");
        let found = match report.suggestion {
            Suggestion::Repaired { fences, rechecked: true, .. } => fences.len(),
            Suggestion::Safe { .. } => 0,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!((found, &*report.beyond), (number, beyond), "{name}");
    }
}

/// What the solver does not take, or follows no further, the explorer repairs beside it.
#[test]
fn what_the_solver_does_not_decide_is_repaired() {
    let programs = headers::programs(&["tests/known"]);
    let expected = [
        ("sum_goes_on.c", "tso", 1, true),
        ("sum_goes_on.c", "pso", 1, true),
        ("sum_goes_on.c", "rc11", 1, true),
        ("sum_goes_on.c", "sc", 0, true),
        ("calls_far_down.c", "tso", 2, false),
        ("calls_far_down.c", "pso", 2, false),
        ("calls_far_down.c", "sc", 0, false),
    ];
    for (name, model, number, is_refused) in expected {
        let program = programs.iter().find(|program| program.name().ends_with(&format!("/{name}"))).expect(name);
        let alone = SuggestSettings { engine: Answering::Solver, ..SuggestSettings::default() };
        match suggest(&program.request(model), &alone, &mut Silent) {
            Ok((report, _)) => assert!(
                !is_refused && matches!(report.suggestion, Suggestion::Unknown(_)),
                "{name} under {model}: {:?}",
                report.suggestion
            ),
            Err(failure) => {
                let words = headers::complaints(&failure).join("; ");
                assert!(is_refused && words.contains("floating-point"), "{name} under {model}: {words}");
            }
        }
        assert_eq!(fences(program, model, &settings(Answering::First)), Ok(number), "{name} under {model}");
        let (report, _) =
            suggest(&program.request(model), &settings(Answering::First), &mut Silent).expect("it is repaired");
        let is_told = report.warnings.iter().any(|warning| warning.message.contains("the solver does not take"));
        assert_eq!(is_told, is_refused, "{name} under {model}: {:?}", report.warnings);
    }
}

#[test]
fn a_model_that_the_explorer_does_not_take_leaves_the_refusal_as_it_is() {
    let programs = headers::programs(&["tests/known"]);
    let program = programs.iter().find(|program| program.name().ends_with("/sum_goes_on.c")).expect("it is there");
    let failure =
        suggest(&program.request("arm8"), &settings(Answering::First), &mut Silent).expect_err("nobody takes it");
    assert!(headers::complaints(&failure).join("; ").contains("floating-point"));
}

#[test]
fn what_no_fence_can_help_is_unrepairable() {
    let programs = headers::programs(&["tests/properties"]);
    let program = programs.iter().find(|program| program.name().ends_with("/liveness_no_one_answers.c"));
    let request = program.expect("it is there").request("pso");
    let (report, _) = suggest(&request, &settings(Answering::Solver), &mut Silent).expect("it is read");
    assert!(matches!(report.suggestion, Suggestion::Unrepairable { .. }), "{:?}", report.suggestion);
}

/// Under models that the explorer does not take the solver repairs what threads come to in the end, and says so where it cannot tell.
#[test]
fn under_load_buffering_the_solver_repairs_waits() {
    let programs = headers::programs(&["tests/properties"]);
    let expected = [
        ("liveness_mcs.c", "arm8", Some(2)),
        ("deadlock_weak.c", "arm8", Some(2)),
        ("deadlock_load_buffering.c", "power", Some(2)),
        ("liveness_load_buffering.c", "arm8", Some(2)),
        ("deadlock_none_out_of_thin_air.c", "arm8", Some(0)),
        ("liveness_waits_again.c", "arm8", None),
    ];
    for (name, model, number) in expected {
        let program = programs.iter().find(|program| program.name().ends_with(&format!("/{name}"))).expect(name);
        let (report, _) =
            suggest(&program.request(model), &settings(Answering::First), &mut Silent).expect("it is repaired");
        let found = match report.suggestion {
            Suggestion::Repaired { fences, rechecked: true, .. } => Some(fences.len()),
            Suggestion::Safe { .. } => Some(0),
            Suggestion::Unknown(_) => None,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!((found, report.decided_by), (number, Some(Decider::Solver)), "{name} under {model}");
    }
}

#[test]
fn what_the_explorer_cannot_be_asked_is_refused() {
    let programs = headers::programs(&["tests/properties"]);
    let program = programs.iter().find(|program| program.name().ends_with("/liveness_mcs.c")).expect("it is there");
    let pairs = SuggestSettings { objective: Objective::Pairs, ..SuggestSettings::default() };
    let failure = suggest(&program.request("pso"), &pairs, &mut Silent).expect_err("it is refused");
    let words = headers::complaints(&failure).join("; ");
    assert!(words.contains("where `liveness` is looked for"), "{words}");
    let mut races = program.request("pso");
    races.read.checked = [Concern::Races].into_iter().collect();
    let failure = suggest(&races, &SuggestSettings::default(), &mut Silent).expect_err("fences help against no race");
    assert!(headers::complaints(&failure).join("; ").contains("the solver does not look for `races`"));
}
