//! On which dependencies "safe" rests: told for each program of `tests/models/weak`, and not relied upon where that is asked for.

use std::process::Command;

use fencesmith::drive::Request;
use fencesmith::drive::check::check;
use fencesmith::drive::outcome::{CheckReport, Reliance};
use fencesmith::drive::verdict::Verdict;
use fencesmith::exec::execution::Dependency;
use fencesmith::progress::Silent;
use fencesmith::sat::session::Dependencies;

use crate::headers;

/// Some of those whose axioms have dependencies.
const MODELS: [&str; 3] = ["arm8", "power", "imm"];

fn asked(request: &Request) -> CheckReport {
    check(request, &mut Silent).unwrap_or_else(|failure| panic!("{:?}", headers::complaints(&failure))).0
}

fn ignoring(request: &Request) -> Request {
    let mut request = request.clone();
    request.search.dependencies = Dependencies::Ignored;
    request
}

fn told(name: &str, model: &str) -> Option<Reliance> {
    let programs = headers::programs(&["tests/models/weak"]);
    let program = programs.iter().find(|program| program.name().ends_with(&format!("/{name}.c"))).expect("a program");
    asked(&program.request(model)).reliance
}

/// "Relies on none" and "safe without any" are the same; and what is wrong stays wrong without.
#[test]
fn what_is_relied_upon_is_what_is_wrong_without() {
    let programs: Vec<_> =
        headers::programs(&["tests/models/weak"]).into_iter().filter(|program| program.safe("imm").is_some()).collect();
    let found = std::sync::Mutex::new([0; 3]);
    headers::for_each(&programs, headers::Program::name, |program| {
        let mut wrong = Vec::new();
        for model in MODELS {
            let request = program.request(model);
            let (with, without) = (asked(&request), asked(&ignoring(&request)));
            assert!(without.reliance.is_none(), "{}", program.name());
            let is_safe = |report: &CheckReport| matches!(report.verdict, Verdict::Safe { .. });
            let relies = with.reliance.is_some();
            if (is_safe(&with), is_safe(&without)) != (relies || is_safe(&without), is_safe(&with) && !relies) {
                wrong.push(format!("{model}: relies {relies}, safe without {}", is_safe(&without)));
            }
            let place = if relies { 0 } else { 1 + usize::from(is_safe(&with)) };
            found.lock().expect("unharmed")[place] += 1;
        }
        wrong
    });
    let found = found.into_inner().expect("unharmed");
    assert!(found.iter().all(|count| *count > 5), "{found:?}");
}

#[test]
fn each_dependency_is_told_with_its_kind_and_order() {
    let kinds = |reliance: &Reliance| reliance.dependencies.iter().map(|one| (one.kind, one.order)).collect::<Vec<_>>();
    let found = told("lb_address", "arm8").expect("it relies on the address");
    assert!(found.is_least);
    assert_eq!(kinds(&found), [(Dependency::Address, "relaxed")]);
    assert_eq!(found.dependencies[0].read.text, "x");
    let found = told("lb_own_write", "power").expect("it relies on both values");
    assert!(found.is_least);
    assert_eq!(kinds(&found), [(Dependency::Data, "relaxed"), (Dependency::Data, "relaxed")]);
    assert!(told("mp_release_acquire", "arm8").is_none());
    let found = told("lb_control_uses", "arm8").expect("it relies on branches");
    assert!(found.is_least);
    assert_eq!(kinds(&found), [(Dependency::Control, "plain"), (Dependency::Control, "volatile")]);
}

#[test]
fn reports_name_the_dependencies() {
    let run = |arguments: &[&str]| {
        let path = "tests/models/weak/lb_address.c";
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["check", path, "--model", "arm8"])
            .args(arguments)
            .current_dir(headers::root())
            .output()
            .expect("it runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    let (text, code) = run(&[]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("safe: tests/models/weak/lb_address.c is correct under arm8, relying on 1 dependency\n"));
    assert!(text.contains("the read of y[a]") && text.contains("the atomic (relaxed) read of x"), "{text}");
    let (text, _) = run(&["--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&text).expect("SARIF");
    let results = &log["runs"][0]["results"];
    assert_eq!((results[0]["ruleId"].as_str(), results[0]["level"].as_str()), (Some("dependency"), Some("note")));
    let (text, _) = run(&["--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["dependencies"]["least"], true);
    assert_eq!(document["dependencies"]["list"][0]["kind"], "addr");
    let (text, code) = run(&["--no-dependencies"]);
    assert!(text.starts_with("violation: ") && code == Some(1), "{text}");
}

/// What a patched program relies on is told at its place in the text that the user has, though a fence stands in front of it.
#[test]
fn repairs_name_the_dependencies_of_the_patched_program() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(arguments)
            .args(["--model", "arm8"])
            .current_dir(headers::root())
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let (repaired, optimized) = ("tests/models/weak/mp_address.c", "tests/optimize/pointer.c");
    for (command, path, line) in [("suggest", repaired, 18), ("optimize", optimized, 19)] {
        let text = run(&[command, path]);
        assert!(text.lines().next().expect("a verdict").contains("under arm8, relying on 1 dependency"), "{text}");
        let place = format!("{path}:{line}:");
        assert!(text.lines().nth(1).expect("the dependency").contains(&place), "{text}");
        let document = json(&run(&[command, path, "--format", "json"]));
        let one = &document["dependencies"]["list"][0];
        assert_eq!((one["kind"].as_str(), one["read"]["line"].as_u64()), (Some("addr"), Some(line)), "{document}");
        let log = json(&run(&[command, path, "--format", "sarif"]));
        let results = log["runs"][0]["results"].as_array().expect("results");
        let relied: Vec<_> = results.iter().filter(|result| result["ruleId"] == "dependency").collect();
        assert_eq!(relied.len(), 1, "{log}");
        assert_eq!(relied[0]["locations"][0]["physicalLocation"]["region"]["startLine"], line);
    }
    let text = run(&["suggest", "tests/models/weak/lb_address.c"]);
    assert!(text.starts_with("safe: ") && text.contains("relying on 1 dependency and needs no fence"), "{text}");
}
