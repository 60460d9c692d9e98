//! Explorations that end early and are gone on with (`--save`, `--resume`): the runs together visit what one run visits, each execution
//! once, wherever they were interrupted; and what does not belong together is refused.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::headers::{self, Program};
use crate::pieces::{COUNTER, printed, run};
use fencesmith::drive::verdict::{Verdict, Why};
use fencesmith::drive::{ExploreReport, ExploreSettings, Request, explore};
use fencesmith::progress::Silent;

/// Programs with more executions are left out.
const MOST: u64 = 60;

/// So many interruptions are no end. There may be more of them than executions: what is noted of values starts an exploration again.
const PATIENCE: u64 = 1000;

/// One of so many programs is taken.
const EACH: usize = 5;

/// What is said of an exploration, whoever did it. A counterexample is one of many.
fn said(report: &ExploreReport) -> (Vec<u64>, String, BTreeSet<String>) {
    let ExploreReport { complete, blocked, deadlocks, violating, .. } = *report;
    let verdict = match &report.verdict {
        Verdict::Violation(execution) => format!("{:?}", execution.violated.as_ref().map(|violated| violated.property)),
        verdict => format!("{verdict:?}"),
    };
    let warnings = report.warnings.iter().map(|warning| format!("{warning:?}")).collect();
    (vec![complete, blocked, deadlocks, violating], verdict, warnings)
}

/// Explores by runs that end after so many executions each, and counts the interruptions.
fn in_pieces(request: &Request, settings: &ExploreSettings, each: u64) -> Result<(ExploreReport, u64), String> {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("kept.json");
    let mut interruptions = 0;
    loop {
        let resume = file.exists().then(|| file.clone());
        let settings =
            ExploreSettings { max_executions: Some(each), save: Some(file.clone()), resume, ..settings.clone() };
        let (report, _) =
            explore(request, &settings, &mut Silent).map_err(|failure| headers::complaints(&failure).join("; "))?;
        match &report.saved {
            None => return Ok((report, interruptions)),
            Some(Err(error)) => return Err(error.message.clone()),
            Some(Ok(_)) if !matches!(report.verdict, Verdict::Unknown(Why::Executions(_)) | Verdict::Violation(_)) => {
                return Err(format!("interrupted with {:?}", report.verdict));
            }
            Some(Ok(_)) if interruptions > PATIENCE => return Err("it does not come to an end".to_string()),
            Some(Ok(_)) => interruptions += 1,
        }
    }
}

#[test]
fn interruptions_change_nothing() {
    let folders = ["tests/c", "tests/awaits", "tests/attempts", "benchmarks/explore"];
    let models = ["sc", "tso", "pso"].into_iter().cycle();
    let programs: Vec<(Program, &str)> = headers::programs(&folders).into_iter().step_by(EACH).zip(models).collect();
    let (cases, interruptions) = (AtomicU64::new(0), AtomicU64::new(0));
    let name = |(program, model): &(Program, &str)| format!("{} under {model}", program.name());
    headers::for_each(&programs, name, |(program, model)| {
        let request = Request { timeout: None, ..program.request(model) };
        let plain = ExploreSettings { all: true, ..ExploreSettings::default() };
        let settings = match program.name().len() % 2 {
            0 => plain,
            _ => ExploreSettings { symmetry: false, merges_waits: false, plain_barriers: true, ..plain },
        };
        // What takes long is left out, whether it has many executions or large ones.
        let folder = tempfile::tempdir().expect("a temporary directory");
        let save = Some(folder.path().join("kept.json"));
        let limited = ExploreSettings { max_executions: Some(MOST), save, ..settings.clone() };
        let shortly = Request { timeout: Some(Duration::from_secs(1)), ..request.clone() };
        let Ok((whole, _)) = explore(&shortly, &limited, &mut Silent) else { return Vec::new() };
        let visited = whole.complete + whole.blocked + whole.violating;
        if whole.saved.is_some() || visited < 2 || matches!(whole.verdict, Verdict::Unknown(Why::Limit { .. })) {
            return Vec::new();
        }
        let mut wrong = Vec::new();
        for each in BTreeSet::from([1, 2, visited / 3, visited - 1]).into_iter().filter(|each| *each > 0) {
            if each == 1 && visited > 12 {
                continue;
            }
            cases.fetch_add(1, Ordering::Relaxed);
            match in_pieces(&request, &settings, each) {
                Ok((report, count)) => {
                    interruptions.fetch_add(count, Ordering::Relaxed);
                    if said(&report) != said(&whole) {
                        wrong.push(format!("{each} at a time: {:?} instead of {:?}", said(&report), said(&whole)));
                    }
                }
                Err(complaint) => wrong.push(format!("{each} at a time: {complaint}")),
            }
        }
        wrong
    });
    let (cases, interruptions) = (cases.into_inner(), interruptions.into_inner());
    println!("{interruptions} interruptions in {cases} cases");
    assert!(cases > 60 && interruptions > 200, "{interruptions} interruptions in {cases} cases");
}

fn counter() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory");
    fs::write(folder.path().join("counter.c"), COUNTER).expect("writable");
    folder
}

#[test]
fn a_violation_is_told_again() {
    let folder = counter();
    let program = "explore counter.c -DADD=x=x+1 --model sc --all --no-symmetry --format json";
    let report = |options: &str| -> serde_json::Value {
        let output = run(folder.path(), &format!("{program} {options}"));
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(&output)))
    };
    let whole = report("");
    let first = report("--max-executions 100 --save kept.json");
    assert_eq!((&first["verdict"], &first["saved"]), (&"violation".into(), &"kept.json".into()));
    let second = report("--resume kept.json");
    for key in ["verdict", "complete", "blocked", "violating", "saved"] {
        assert_eq!(second[key], whole[key], "{key}");
    }
    let failed = |report: &serde_json::Value| report["counterexample"]["violated"].clone();
    assert_eq!(failed(&second), failed(&whole));
    // Without `--all` nothing is left to do behind a violation.
    let output = run(folder.path(), "explore counter.c -DADD=x=x+1 --model sc --save other.json");
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    assert!(!folder.path().join("other.json").exists());
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = counter();
    let program = "explore counter.c -DADD=x++ --no-symmetry";
    let output = run(folder.path(), &format!("{program} --model tso --max-executions 5 --save kept.json"));
    assert_eq!(output.status.code(), Some(4), "{}", printed(&output));
    assert!(printed(&output).contains("`--resume kept.json` goes on from there"), "{}", printed(&output));
    fs::write(folder.path().join("half.json"), &fs::read(folder.path().join("kept.json")).expect("kept")[..900])
        .expect("writable");
    // A number that is another one leads nowhere that the search has been, though all of it is read.
    let kept = fs::read_to_string(folder.path().join("kept.json")).expect("kept");
    let damaged = kept.replacen("\"blocked\":0", "\"blocked\":1", 1);
    assert_ne!(damaged, kept);
    fs::write(folder.path().join("damaged.json"), damaged).expect("writable");
    // What another version has written is written over.
    fs::write(folder.path().join("old.json"), "{\"format\": \"fencesmith exploration 1\"}").expect("writable");
    let output = run(folder.path(), &format!("{program} --model tso --resume old.json"));
    assert!(printed(&output).contains("it is a `fencesmith exploration 1`"), "{}", printed(&output));
    let output = run(folder.path(), &format!("{program} --model tso --max-executions 5 --save old.json"));
    assert_eq!(output.status.code(), Some(4), "{}", printed(&output));
    for (arguments, why) in [
        ("explore counter.c -DADD=x++ --no-symmetry --model tso --resume damaged.json", "it is not as it was written"),
        ("explore counter.c -DADD=x++ --no-symmetry --model pso --resume kept.json", "another model"),
        ("explore counter.c -DADD=x+=2 --no-symmetry --model tso --resume kept.json", "another program"),
        ("explore counter.c -DADD=x++ --model tso --resume kept.json", "other options"),
        ("explore counter.c -DADD=x++ --no-symmetry --all --model tso --resume kept.json", "other options"),
        (
            "explore counter.c -DADD=x++ --no-symmetry --model tso --resume counter.c",
            "no exploration that this version",
        ),
        (
            "explore counter.c -DADD=x++ --no-symmetry --model tso --resume half.json",
            "no exploration that this version",
        ),
        ("explore counter.c -DADD=x++ --no-symmetry --model tso --resume nowhere.json", "nowhere.json"),
        ("explore counter.c -DADD=x++ --model tso --save counter.c", "no exploration that this version"),
        ("explore counter.c -DADD=x++ --model tso --save nowhere/kept.json", "cannot write"),
        ("explore counter.c -DADD=x++ --model tso --equivalence rf --save new.json", "by reads-from alone"),
        ("explore counter.c -DADD=x++ --model tso --threads 2 --save new.json", "one thread explores"),
        ("explore counter.c -DADD=x++ --model tso --piece 1/2 --save new.json", "cannot be used with"),
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", printed(&output));
        assert!(printed(&output).contains(why), "{arguments}: {}", printed(&output));
    }
    assert_eq!(fs::read_to_string(folder.path().join("counter.c")).expect("there"), COUNTER);
    let output = run(folder.path(), &format!("{program} --model tso --resume kept.json --save kept.json"));
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}
