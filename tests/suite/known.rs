//! What is said without a proof is true: within which bounds there is no violation, which fences are right there, and what
//! is known when a search has to end.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use fencesmith::drive::outcome::{Objective, Suggestion};

use fencesmith::drive::verdict::{Verdict, Why};
use fencesmith::drive::{ExploreSettings, Request, SuggestSettings, check, explore, suggest};
use fencesmith::limits::{Limit, StopToken};
use fencesmith::model::Model;
use fencesmith::progress::{Event, Observer, Silent};
use fencesmith::synth::{self, Algorithm};
use serde_json::Value;

/// Store buffering, and a loop of which nobody knows how often it runs.
const RUNS_ON: &str = "tests/known/runs_on.c";

fn request(path: &str, model: &str) -> Request {
    let model = Model::find(model, &mut fencesmith::diag::Sources::default()).expect("a model of the program's own");
    let mut request = Request::new(crate::headers::root().join(path), model);
    request.unwinding.limit = 3;
    request
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    command.args(arguments).args(["--unwind-limit", "3"]).current_dir(crate::headers::root()).stdin(Stdio::null());
    let Output { status, stdout, .. } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap())
}

fn json(arguments: &[&str]) -> (Option<i32>, Value) {
    let (code, text) = run(&[arguments, &["--format", "json"]].concat());
    (code, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn a_violation_inside_the_bound_is_a_violation() {
    let (report, _) = check(&request(RUNS_ON, "tso"), &mut Silent).expect("it is read");
    assert!(matches!(report.verdict, Verdict::Violation(_)), "{:?}", report.verdict);
    assert!(report.bounded.is_none());
}

#[test]
fn of_more_threads_than_are_told_apart_nothing_is_proved() {
    let request = request("tests/known/threads_too_many.c", "sc");
    let (solved, _) = check(&request, &mut Silent).expect("it is read");
    let (explored, _) = explore(&request, &ExploreSettings::default(), &mut Silent).expect("it is read");
    for verdict in [solved.verdict, explored.verdict] {
        let Verdict::Unknown(Why::Other(why)) = verdict else { panic!("{verdict:?}") };
        assert!(why.contains("more than 64 threads") && why.contains(":11:9"), "{why}");
    }
}

#[test]
fn what_is_proved_up_to_a_bound_is_said() {
    let (code, text) = run(&["check", RUNS_ON, "--model", "sc", "--engine", "solver", "--quiet"]);
    assert_eq!(code, Some(4));
    let known = format!("There is no violation under sc, with the loop at {RUNS_ON}:27:2 less than 3 times.\n");
    assert!(text.starts_with("unknown: the loop at") && text.ends_with(&known), "{text}");
    let (_, document) = json(&["check", RUNS_ON, "--model", "sc", "--engine", "solver"]);
    assert_eq!(document["verdict"], "unknown");
    assert_eq!(document["bounded"]["loops"][0]["line"], 27);
    assert_eq!(document["bounded"]["loops"][0]["bound"], 3);
    assert_eq!(document["bounded"]["calls"], Value::Array(Vec::new()));
    let (_, log) = {
        let (code, text) = run(&["check", RUNS_ON, "--model", "sc", "--engine", "solver", "--format", "sarif"]);
        (code, serde_json::from_str::<Value>(&text).unwrap())
    };
    let notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    assert!(
        notes.iter().any(|note| note["message"]["text"].as_str().unwrap().contains("less than 3 times")),
        "{notes:?}"
    );
    // And the explorer, which follows the loop as far as it is told.
    let (report, _) = explore(&request_fixed("sc"), &ExploreSettings::default(), &mut Silent).expect("it is read");
    assert!(matches!(report.verdict, Verdict::Unknown(Why::Unwinding(_))), "{:?}", report.verdict);
    assert_eq!(report.bounded.expect("it visited all executions within the bound").loops[0].bound, 3);
}

fn request_fixed(model: &str) -> Request {
    let mut request = request(RUNS_ON, model);
    request.unwinding.fixed = Some(3);
    request
}

#[test]
fn a_program_that_needs_nothing_up_to_a_bound_is_not_called_safe() {
    let (report, _) = suggest(&request(RUNS_ON, "sc"), &SuggestSettings::default(), &mut Silent).expect("it is read");
    assert!(matches!(report.suggestion, Suggestion::Unknown(Why::Unwinding(_))), "{:?}", report.suggestion);
    let known = report.known;
    assert!(known.bounded.is_some() && known.proposal.is_none() && known.violation.is_none(), "{known:?}");
}

#[test]
fn fences_up_to_a_bound_are_shown_but_written_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("runs_on.c");
    let original = fs::read_to_string(crate::headers::root().join(RUNS_ON)).unwrap();
    fs::write(&file, &original).unwrap();
    let name = file.to_str().unwrap();
    let command =
        ["suggest", name, "--model", "tso", "--in-place", "--diff", "--root", folder.path().to_str().unwrap()];
    let (code, text) = run(&command);
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("2 fences leave no violation under tso, with the loop at"), "{text}");
    assert!(text.contains("`--accept-bound` lets it be written.") && !text.contains("Written:"), "{text}");
    assert!(!text.contains("+++ b/"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), original);
    let (_, document) = json(&command);
    assert_eq!((&document["verdict"], &document["lower_bound"]), (&Value::from("unknown"), &Value::from(2)));
    assert_eq!(document["fences"].as_array().map(Vec::len), Some(2));
    assert_eq!((&document["diff"], document["written"].as_array().map(Vec::len)), (&Value::Null, Some(0)));
    assert!(document["bounded"]["loops"][0]["bound"] == 3 && document["rechecked"] == true, "{document}");
    assert!(document["counterexample"].is_object());

    let (code, text) = run(&[&command[..], &["--accept-bound"]].concat());
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("this is no proof.\nWritten: ") && text.contains("+++ b/runs_on.c"), "{text}");
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written.matches("__sync_synchronize();").count(), 2, "{written}");
    // What was written is right up to the bound, and no more is said of it.
    let (code, document) = json(&["check", name, "--model", "tso", "--engine", "solver"]);
    assert_eq!((code, &document["verdict"]), (Some(4), &Value::from("unknown")));
    assert!(document["bounded"].is_object(), "{document}");
}

/// Ends a run at an answer of the oracle.
struct EndsAt {
    left: usize,
    stop: StopToken,
}

impl Observer for EndsAt {
    fn progress(&mut self, event: Event) {
        if let Event::QueryAnswered { .. } = event {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                self.stop.raise(Limit::Interrupt);
            }
        }
    }
}

#[test]
fn a_search_that_had_to_end_tells_what_is_true() {
    for algorithm in Algorithm::ALL {
        let mut seen = (false, false, false);
        for cut in 1..1000 {
            if ended_at(cut, algorithm, &mut seen) {
                break;
            }
        }
        let (violation, lower, proposal) = seen;
        assert!(violation, "{algorithm}: no violation was told");
        // TE collects everything before it computes anything.
        assert!(lower || algorithm == Algorithm::Te, "{algorithm}: no lower bound was told");
        assert!(proposal || algorithm == Algorithm::Te, "{algorithm}: no fences were told");
    }
}

/// Whether the run was through before the cut.
fn ended_at(cut: usize, algorithm: Algorithm, seen: &mut (bool, bool, bool)) -> bool {
    const FEWEST: usize = 2;
    let mut request = request("benchmarks/mutex/dekker.c", "tso");
    request.unwinding.limit = 16;
    let mut observer = EndsAt { left: cut, stop: request.stop.clone() };
    let synthesis = synth::Settings { algorithm, ..synth::Settings::default() };
    let settings = SuggestSettings { synthesis, objective: Objective::Fences, ..SuggestSettings::default() };
    let (report, _) = suggest(&request, &settings, &mut observer).expect("it is read");
    match report.suggestion {
        Suggestion::Repaired { fences, .. } => {
            assert_eq!(fences.len(), FEWEST);
            return true;
        }
        Suggestion::Unknown(Why::Limit { limit: Limit::Interrupt, .. }) => {}
        other => panic!("{algorithm} after {cut}: {other:?}"),
    }
    let known = report.known;
    seen.0 |= known.violation.is_some();
    seen.1 |= known.lower_bound.is_some();
    assert!(known.lower_bound.unwrap_or(0) <= FEWEST as u64, "{algorithm} after {cut}: {known:?}");
    let Some(proposal) = known.proposal else { return false };
    seen.2 = true;
    assert!(!proposal.rechecked && (proposal.fences.len() == FEWEST || !proposal.fewest), "{algorithm} after {cut}");
    let within = known.bounded.expect("fences are right somewhere");
    request.stop = StopToken::default();
    for file in &proposal.patch.files {
        request.read.overlay.insert(file.path.canonicalize().unwrap(), file.patched.clone());
    }
    // Right within bounds that nothing exceeds is right; otherwise the bounds are tried.
    let (report, _) = check(&request, &mut Silent).expect("the patched program is read");
    let safe = matches!(report.verdict, Verdict::Safe { .. });
    assert!(safe || !within.loops.is_empty(), "{algorithm} after {cut}: {:?}", report.verdict);
    false
}

#[test]
fn a_wait_with_a_limit_is_not_woken_for_good() {
    for engine in ["solver", "explorer"] {
        let file = "tests/known/waits_until_it_is_late.c";
        let (code, out) = run(&["check", file, "--model", "sc", "--property", "liveness", "--engine", engine]);
        assert_eq!(code, Some(4), "{engine}: {out}");
    }
}

/// The solver unfolds such a program for as long as it may, and nobody waits for that.
#[test]
fn a_program_that_is_not_unfolded_to_the_end_is_decided_long_before_the_limit() {
    let start = Instant::now();
    let (code, out) =
        run(&["check", "tests/known/growing_blocks.c", "--model", "tso", "--property", "races", "--timeout", "300"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(start.elapsed() < Duration::from_secs(150), "{out}");
}

/// Who keeps the dependencies of the text has no say where they are left out.
#[test]
fn nobody_contradicts_a_repair_without_dependencies() {
    for model in ["arm8", "riscv"] {
        for command in ["suggest", "optimize", "cross-check"] {
            let file = "tests/known/without_dependencies.c";
            let (code, out) = run(&[command, file, "--model", model, "--no-dependencies"]);
            assert!(code != Some(70) && out.contains("it keeps the dependencies"), "{command} {model}: {code:?} {out}");
        }
    }
}
