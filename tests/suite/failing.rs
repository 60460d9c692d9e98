//! A compare-and-exchange that fails is the load of its failure order where the model says so: for both engines, under models
//! whose axioms have short cuts in the explorer, and for repairs. The programs are those of `tests/models/weak` with an
//! exchange; why each verdict holds stands in their headers.

use crate::headers;
use fencesmith::diag::Sources;
use fencesmith::drive::outcome::Suggestion;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{ExploreSettings, Request, SuggestSettings, check, explore, suggest};
use fencesmith::model::Model;
use fencesmith::progress::Silent;

/// Programs, and whether they are safe where failing is a load.
const PROGRAMS: [(&str, bool); 9] = [
    ("mp_failed_exchange", true),
    ("mp_failed_exchange_relaxed", false),
    ("mp_failed_exchange_acquires", true),
    ("mp_exchange_succeeds", true),
    ("mp_exchange_succeeds_releasing", false),
    ("mp_trylock_fails", false),
    ("mp_timedlock_gives_up", false),
    ("stack_retry_acquire", true),
    ("stack_retry_relaxed", false),
];

fn request(program: &str, model: &str) -> Request {
    let model = Model::find(model, &mut Sources::default()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut request = Request::new(headers::root().join(format!("tests/models/weak/{program}.c")), model);
    request.unwinding.fixed = Some(3);
    request.timeout = Some(headers::TIMEOUT);
    request
}

/// What each engine says, the solver first.
fn verdicts(program: &str, model: &str) -> [Verdict; 2] {
    let request = request(program, model);
    let (checked, _) = check(&request, &mut Silent).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    let (explored, _) = explore(&request, &ExploreSettings::default(), &mut Silent)
        .unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    [checked.verdict, explored.verdict]
}

fn assert_verdicts(program: &str, model: &str, safe: bool) {
    for verdict in verdicts(program, model) {
        let is_as_expected = match &verdict {
            Verdict::Safe { .. } => safe,
            Verdict::Violation(_) => !safe,
            // A retry goes beyond the bound, in which nothing is wrong.
            Verdict::Unknown(_) => safe && program.starts_with("stack"),
        };
        assert!(is_as_expected, "{program} under {model}: {verdict:?}");
    }
}

#[test]
fn both_engines_tell_the_outcomes_apart() {
    for (program, safe) in PROGRAMS {
        assert_verdicts(program, "rc11", safe);
    }
}

/// The explorer keeps sets of such axioms before a read has found anything.
#[test]
fn axioms_of_the_usual_shape_tell_the_outcomes_apart() {
    assert_outcomes("outcomes.toml");
}

/// So does a fence behind the access, which one that fails is not behind.
#[test]
fn fences_behind_tell_the_outcomes_apart() {
    assert_outcomes("behind.toml");
}

fn assert_outcomes(model: &str) {
    let model = headers::root().join("tests/models").join(model).display().to_string();
    // Nothing overtakes the write of one that succeeds.
    for (program, safe) in PROGRAMS {
        assert_verdicts(program, &model, safe || program == "mp_exchange_succeeds_releasing");
    }
}

#[test]
fn what_fails_too_weakly_is_repaired() {
    for (program, _) in PROGRAMS.into_iter().filter(|(_, safe)| !safe) {
        for model in ["rc11", "imm"] {
            let (report, _) = suggest(&request(program, model), &SuggestSettings::default(), &mut Silent)
                .unwrap_or_else(|failure| panic!("{program}: {:?}", failure.diagnostics));
            let is_repaired = matches!(report.suggestion, Suggestion::Repaired { .. });
            assert!(is_repaired, "{program} under {model}: {:?}", report.suggestion);
        }
    }
}
