//! Tasks of the Competition on Software Verification: what is said of a program is what its task definition expects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::headers;

fn fencesmith(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fencesmith")).args(arguments).current_dir(headers::root()).output().unwrap()
}

/// The report on one property of a task.
fn report(task: &Path, property: &str) -> Value {
    let (task, property) = (task.to_str().unwrap(), format!("{property}.prp"));
    let output =
        fencesmith(&["check", task, "--model", "sc", "--property-file", &property, "--format", "json", "--quiet"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{task}: {property}: {error}: {stderr}"))
}

/// The task definitions.
fn tasks() -> Vec<PathBuf> {
    let folder = headers::root().join("tests/tasks");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut tasks: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "yml")).collect();
    tasks.sort();
    assert!(tasks.len() > 8, "the tasks are there");
    tasks
}

#[test]
fn tasks_have_their_verdicts() {
    let mut wrong = Vec::new();
    for task in tasks() {
        let text = fs::read_to_string(&task).unwrap();
        let files = text.lines().filter_map(|line| line.trim().strip_prefix("- property_file: properties/"));
        let properties: Vec<&str> = files.filter_map(|file| file.strip_suffix(".prp")).collect();
        assert!(!properties.is_empty(), "{}", task.display());
        for property in properties {
            let report = report(&task, property);
            let met = report["expected"]["met"].as_bool();
            if met != Some(true) || report["expected"]["property"] != property {
                wrong.push(format!("{}: {property}: {}: {report:#}", task.display(), report["verdict"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// On a weaker machine less holds.
#[test]
fn what_is_not_as_expected_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["error_reached.c", "error_reached.yml"] {
        let text = fs::read_to_string(headers::root().join("tests/tasks").join(file)).unwrap();
        let text = text.replace("a != 1 || b != 1", "a == 1 || b == 1").replace("verdict: false", "verdict: true");
        fs::write(folder.path().join(file), text).unwrap();
    }
    let task = folder.path().join("error_reached.yml");
    let said = |model: &str| {
        let output = fencesmith(&["check", task.to_str().unwrap(), "--model", model]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, stdout, stderr) = said("sc");
    assert!(code == Some(0) && stdout.contains("This is as expected: unreach-call is true."), "{stdout}\n{stderr}");
    assert!(stderr.contains("only unreach-call is looked at") && stderr.contains("32 bits"), "{stderr}");
    let (code, stdout, _) = said("tso");
    assert!(code == Some(1) && stdout.contains("This is not as expected: unreach-call should be true."), "{stdout}");
}

#[test]
fn property_files_go_with_programs_too() {
    let program = "tests/tasks/abort_ends.c";
    let code = |options: &[&str]| {
        let output = fencesmith(&[&["check", program, "--model", "sc", "--quiet"], options].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // `abort` is an error as a rule.
    assert_eq!(code(&[]).0, Some(1));
    assert_eq!(code(&["--property-file", "tests/tasks/properties/unreach-call.prp"]).0, Some(0));
    assert_eq!(code(&["--property-file", "no-overflow.prp"]).0, Some(0));
    for (file, part) in [("termination.prp", "asks for termination"), ("nothere.prp", "cannot read nothere.prp")] {
        let (code, stderr) = code(&["--property-file", file]);
        assert!(code == Some(2) && stderr.contains(part), "{stderr}");
    }
}

#[test]
fn who_cannot_see_leaks_proves_no_memory_safety() {
    let program = "tests/tasks/nothing_lost.c";
    let options = ["check", program, "--model", "sc", "--quiet", "--property-file", "valid-memsafety.prp"];
    let output = fencesmith(&options);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(4) && stdout.contains("whether memory leaks is not known"), "{stdout}");
}

#[test]
fn tasks_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("task.yml");
    for (text, part) in [
        ("", "it is empty"),
        ("a: [", "is no task"),
        ("properties: []\n", "no `input_files`"),
        ("input_files: a.c\n", "no `properties`"),
        ("input_files: a.c\nproperties:\n  - property_file: termination.prp\n", "not looked for"),
    ] {
        fs::write(&task, text).unwrap();
        let output = fencesmith(&["check", task.to_str().unwrap(), "--model", "sc"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains(part), "{text}: {stderr}");
    }
    let task = "tests/tasks/lost_message.yml";
    let output = fencesmith(&["check", task, "--model", "sc", "--property-file", "unreach-call.prp"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && stderr.contains("says nothing about unreach-call.prp"), "{stderr}");
}
