//! Why nothing less is a repair: the hitting-set instance in the report is judged from outside.
//!
//! The optimum is derived again from the JSON, by trying all sets of candidates; and each set of the instance is one that a
//! repair must meet: with all else that there was to choose written into the text, the program still fails.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::headers;
use fencesmith::drive::outcome::{Enforceable, Minimality, Suggestion};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Request, SuggestSettings, check, suggest};
use fencesmith::ir::Placement;
use fencesmith::patch::{self, Insertion};
use fencesmith::progress::Silent;
use serde_json::Value;

/// Programs and models, with what is minimised.
const CASES: &[(&str, &str, &str)] = &[
    ("tests/repairs/sb.c", "arm8", "fences"),
    ("tests/repairs/mp.c", "rc11", "cost"),
    ("tests/repairs/mp.c", "power", "fences"),
    ("tests/repairs/wrc.c", "riscv", "fences"),
    ("tests/orders/no_name_for_both.c", "rc11", "cost"),
    ("tests/repairs/lb.c", "arm8", "cost"),
    ("tests/repairs/release_after_acquire.c", "rc11", "fences"),
    ("tests/places/called-once.c", "tso", "fences"),
    ("tests/places/dekker-in-a-struct.c", "pso", "fences"),
    ("tests/places/macro-uses.c", "tso", "cost"),
    ("benchmarks/mutex/peterson.c", "tso", "fences"),
    ("benchmarks/mutex/peterson.c", "pso", "cost"),
    ("benchmarks/mutex/peterson.c", "tso", "pairs"),
    ("benchmarks/mutex/dekker.c", "pso", "fences"),
    ("benchmarks/mutex/lamport.c", "tso", "fences"),
    ("benchmarks/mutex/szymanski.c", "tso", "cost"),
    ("benchmarks/mutex/dijkstra.c", "tso", "pairs"),
];

/// Candidates that occur in a set are tried in all combinations; so many are still few enough.
const MOST: usize = 18;

/// The JSON of a suggestion.
fn document(program: &str, model: &str, objective: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(["suggest", program, "--model", model, "--minimize", objective])
        .args(["--quiet", "--cross-check=false", "--format", "json", "--timeout", "120"])
        .current_dir(headers::root())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn numbers(value: &Value) -> Vec<usize> {
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("a small one");
    value.as_array().expect("an array").iter().map(number).collect()
}

/// The weight of a choice.
fn weight(candidates: &[Value], chosen: impl Iterator<Item = usize>) -> (usize, usize) {
    chosen.map(|member| numbers(&candidates[member]["weight"])).fold((0, 0), |(a, b), w| (a + w[0], b + w[1]))
}

#[test]
fn the_optimum_can_be_derived_again() {
    for (program, model, objective) in CASES {
        let name = format!("{program} under {model}, {objective}");
        let document = document(program, model, objective);
        let instance = &document["minimality"];
        let candidates = instance["candidates"].as_array().unwrap_or_else(|| panic!("{name}: no instance"));
        let sets: Vec<Vec<usize>> = instance["sets"].as_array().unwrap().iter().map(numbers).collect();
        let chosen = numbers(&instance["chosen"]);
        assert!(!sets.is_empty() && !chosen.is_empty(), "{name}: there is something to repair");
        assert!(sets.iter().all(|set| set.iter().any(|member| chosen.contains(member))), "{name}: a set is missed");
        let mut support: Vec<usize> = sets.iter().flatten().copied().collect();
        support.sort_unstable();
        support.dedup();
        assert!(support.len() <= MOST, "{name}: {} candidates are too many to try", support.len());
        let alternatives: Vec<Vec<usize>> = instance["alternatives"].as_array().unwrap().iter().map(numbers).collect();
        let hits = |mask: u32| {
            let has = |member: &&usize| support.binary_search(member).is_ok_and(|at| mask & (1 << at) != 0);
            let is_one = |group: &Vec<usize>| group.iter().filter(has).count() < 2;
            sets.iter().all(|set| set.iter().any(|member| has(&member))) && alternatives.iter().all(is_one)
        };
        let of =
            |mask: u32| weight(candidates, (0..support.len()).filter(|at| mask & (1 << at) != 0).map(|at| support[at]));
        let least = (0..1_u32 << support.len()).filter(|mask| hits(*mask)).map(of).min().unwrap();
        assert_eq!(weight(candidates, chosen.iter().copied()), least, "{name}");
        // What is chosen is what is written.
        let written = document[if *objective == "pairs" { "pairs" } else { "fences" }].as_array().unwrap();
        assert_eq!(written.len(), chosen.len(), "{name}");
    }
}

fn instance(request: &Request) -> (Minimality, fencesmith::diag::Sources) {
    let (report, sources) = suggest(request, &SuggestSettings::default(), &mut Silent).expect("the program is read");
    assert!(matches!(report.suggestion, Suggestion::Repaired { .. }), "{}", request.path.display());
    (report.minimality.expect("a repair has its reason"), sources)
}

/// All insertions but those of one set; of several orders for one access one is taken.
fn others(minimality: &Minimality, set: &[usize]) -> Vec<Insertion> {
    let mut all: Vec<Insertion> = Vec::new();
    for (number, candidate) in minimality.candidates.iter().enumerate() {
        let Enforceable::Edit { insertion, .. } = &candidate.what else { panic!("pairs have no text") };
        let is_order = matches!(insertion.placement, Placement::Order { .. } | Placement::Access { .. });
        let taken = is_order && all.iter().any(|other| other.placement == insertion.placement);
        if !set.contains(&number) && !taken {
            all.push(insertion.clone());
        }
    }
    all
}

/// The verdict on a program with these insertions.
fn fails(request: &Request, sources: &fencesmith::diag::Sources, insertions: &[Insertion]) -> bool {
    let patch = patch::apply(sources, insertions).expect("the places nest");
    let mut again = request.clone();
    for file in &patch.files {
        again.read.overlay.insert(file.path.canonicalize().unwrap(), file.patched.clone());
    }
    let (report, _) = check(&again, &mut Silent).expect("the patched program is read");
    match report.verdict {
        Verdict::Violation(_) => true,
        Verdict::Safe { .. } => false,
        Verdict::Unknown(why) => panic!("{}: {why:?}", request.path.display()),
    }
}

#[test]
fn with_all_but_one_set_the_program_still_fails() {
    let (mut tried, mut left_out) = (0, 0);
    for (program, model, objective) in CASES.iter().filter(|(_, _, objective)| *objective == "fences") {
        let path: PathBuf = headers::root().join(program);
        let mut request = Request::new(&path, headers::model(model));
        request.timeout = Some(headers::TIMEOUT);
        let (minimality, sources) = instance(&request);
        assert!(!fails(&request, &sources, &others(&minimality, &[])), "{program} under {model}: everything helps");
        for set in &minimality.sets {
            let rest = others(&minimality, set);
            left_out += minimality.candidates.len() - rest.len();
            assert!(fails(&request, &sources, &rest), "{program} under {model}, {objective}: {set:?} can be missed");
            tried += 1;
        }
    }
    assert!(tried >= 10 && left_out >= tried, "{tried} sets were tried");
}

/// Whatever is minimised: of each fence it is said what goes wrong without it. With the fewest pairs there may be one of which that is nothing,
/// and this is said.
#[test]
fn each_fence_says_what_goes_wrong_without_it() {
    let programs = [
        ("tests/repairs/mp.c", "pso"),
        ("benchmarks/mutex/peterson.c", "pso"),
        ("benchmarks/queues/chase-lev.c", "pso"),
        ("benchmarks/real/seqlock.c", "pso"),
        ("benchmarks/real/treiber-stack.c", "pso"),
        ("benchmarks/real/parking.c", "tso"),
    ];
    let mut needless = 0;
    for (program, model) in programs {
        for objective in ["fences", "cost", "pairs"] {
            let document = document(program, model, objective);
            for fence in document["fences"].as_array().expect("it is repaired") {
                let remarks = fence["remarks"].to_string();
                match fence["without"].as_str() {
                    Some(sentence) => {
                        assert!(sentence.contains(" can come before ") && sentence.contains("; then "), "{sentence}");
                        assert!(fence["needed_because"].is_object(), "{fence}");
                    }
                    None => {
                        assert!(objective == "pairs", "{program} under {model}, {objective}: {fence}");
                        assert!(remarks.contains("without it alone nothing goes wrong"), "{fence}");
                        needless += 1;
                    }
                }
            }
        }
    }
    assert!(needless > 0, "no fence is there for its pair alone");
}

#[test]
fn the_text_says_why_fewer_will_not_do() {
    let report = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["suggest", "benchmarks/mutex/peterson.c", "--model", "tso", "--cross-check=false"])
            .args(more)
            .current_dir(headers::root())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let line = "Fewer will not do: 2 violations need a fence each";
    assert!(report(&[]).contains(&format!("{line}.\n")));
    let full = report(&["--full"]);
    for set in ["26:3", "42:3"] {
        assert!(full.contains(&format!("  one of them needs full at benchmarks/mutex/peterson.c:{set}\n")), "{full}");
    }
    assert!(full.contains(&format!("{line}:\n")));
}
