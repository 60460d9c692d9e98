//! `optimize`: the least of what is there and what could be. The programs are data below `tests/optimize`; the line `least`
//! says of each model how many fences and raised orders there are in the end, what they cost, and how many went. And every
//! benchmark with a fence before each of its statements comes back to as few as without.

use std::path::PathBuf;

use serde_json::json;

use crate::evidence::{self, Case as Benchmark};
use crate::headers;
use fencesmith::drive::outcome::{Objective, SuggestReport, Suggestion};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Request, SuggestSettings, WhatExists, check, suggest};
use fencesmith::frontend;
use fencesmith::ir::{Order, Placement};
use fencesmith::patch::{self, Insertion, Patch};
use fencesmith::progress::Silent;

fn optimized(request: &Request, objective: Objective) -> Result<SuggestReport, String> {
    let settings = SuggestSettings { objective, what_exists: WhatExists::TakesPart, ..SuggestSettings::default() };
    match suggest(request, &settings, &mut Silent) {
        Ok((report, _)) => Ok(report),
        Err(failure) => Err(format!("refused: {}", headers::complaints(&failure).join("; "))),
    }
}

/// How many fences and raised orders are left, what they cost, and how many went.
fn counts(report: &SuggestReport) -> Result<(usize, u64, usize), String> {
    match &report.suggestion {
        Suggestion::Repaired { fences, dropped, rechecked: true, .. } => {
            Ok((fences.len(), fences.iter().map(|fence| fence.cost).sum(), dropped.len()))
        }
        Suggestion::Safe { .. } => Ok((0, 0, 0)),
        other => Err(format!("{other:?}")),
    }
}

/// A program, a model and what the header says.
struct Case {
    path: PathBuf,
    model: String,
    least: (usize, u64, usize),
}

fn cases() -> Vec<Case> {
    let folder = headers::root().join("tests/optimize");
    let mut paths: Vec<PathBuf> =
        folder.read_dir().expect("the folder can be read").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let line = text.lines().next().and_then(|line| line.strip_prefix("// least: "));
        for item in line.unwrap_or_else(|| panic!("{}: no line `least`", path.display())).split(", ") {
            let [model, count, "cost", cost, "dropped", dropped] = item.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{}: `{item}`", path.display())
            };
            let least = (count.parse().unwrap(), cost.parse().unwrap(), dropped.parse().unwrap());
            cases.push(Case { path: path.clone(), model: model.to_string(), least });
        }
    }
    cases
}

#[test]
fn what_is_there_takes_part() {
    let name = |case: &Case| format!("{} under {}", case.path.display(), case.model);
    headers::for_each(&cases(), name, |case| {
        let mut request = Request::new(&case.path, headers::model(&case.model));
        request.timeout = Some(headers::TIMEOUT);
        let report = match optimized(&request, Objective::Cost) {
            Ok(report) => report,
            Err(why) => return vec![why],
        };
        let mut found = Vec::new();
        if counts(&report) != Ok(case.least) {
            found.push(format!("{:?} instead of {:?}", counts(&report), case.least));
        }
        let Suggestion::Repaired { patch, .. } = &report.suggestion else { return found };
        // What is the least has nothing to lose and nothing to win.
        let again = with(&request, patch);
        match optimized(&again, Objective::Cost) {
            Ok(report) if matches!(&report.suggestion, Suggestion::Repaired { patch, .. } if patch.changes()) => {
                found.push(format!("what is the least changes once more: {:?}", report.suggestion));
            }
            Ok(_) => {}
            Err(why) => found.push(why),
        }
        found
    });
}

fn with(request: &Request, patch: &Patch) -> Request {
    let mut again = request.clone();
    for file in &patch.files {
        let path = file.path.canonicalize().expect("the file is there");
        again.read.overlay.insert(path, file.patched.clone());
    }
    again
}

/// With a fence before each statement it takes more memory than a machine may have.
const LARGE: &str = "structures/harris-list.c";

#[test]
fn over_fenced_benchmarks_come_back_to_the_least() {
    let mut cases = evidence::cases();
    if !evidence::is_all() {
        cases.retain(|case| ["tso", "pso"].contains(&case.model.as_str()));
    }
    cases.retain(|case| !case.program.name().ends_with(LARGE));
    let cases = evidence::in_turns(cases);
    assert!(evidence::is_part() || cases.len() > 40, "{} programs are tried", cases.len());
    headers::for_each(&cases, Benchmark::name, |case| {
        let start = std::time::Instant::now();
        let Benchmark { program, model, .. } = case;
        let request = case.request();
        let (over, inserted) = over_fenced(&request);
        let bare = optimized(&request, Objective::Fences).and_then(|report| Ok((counts(&report)?, report.before)));
        let least = optimized(&over, Objective::Fences).and_then(|report| Ok((counts(&report)?, report)));
        let ((bare, before), (least, report)) = match (bare, least) {
            (Ok(bare), Ok(least)) => (bare, least),
            // Some have no end within the time, and the records say so.
            (Err(why), _) | (_, Err(why)) if evidence::is_all() => {
                case.record(
                    "optimize",
                    start,
                    json!({ "verdict": "unknown", "reason": why.chars().take(200).collect::<String>() }),
                );
                return Vec::new();
            }
            (Err(why), _) | (_, Err(why)) => return vec![why],
        };
        let mut found = Vec::new();
        if least.0 != bare.0 || least.1 != bare.1 {
            found.push(format!("{least:?} with a fence everywhere, {bare:?} without"));
        }
        let was_there = before.map_or(0, |before| before.count) as usize;
        let header = program.sizes(model).map(|sizes| sizes.fences);
        if was_there == 0 && header.is_some() && header != Some(bare.0) {
            found.push(format!("{} are the least, but the header says {header:?}", bare.0));
        }
        let Suggestion::Repaired { fences, dropped, patch, .. } = &report.suggestion else {
            return vec![format!("{:?}", report.suggestion)];
        };
        let kept = fences.iter().filter(|fence| fence.replaces.is_some()).count();
        // Of an exchange two orders may go, which are one thing that was there.
        let has_orders = Order::ALL.iter().any(|order| request.model.raise_cost(order.name()).is_some());
        if kept + dropped.len() != inserted + was_there && !has_orders {
            found.push(format!("{kept} stay and {} go of {inserted} and {was_there}", dropped.len()));
        }
        match check(&with(&over, patch), &mut Silent).map(|(report, _)| report.verdict) {
            Ok(Verdict::Safe { .. }) => {}
            other => found.push(format!("the patched text: {other:?}")),
        }
        let least = json!({ "fences": bare.0, "cost": bare.1 });
        case.record(
            "optimize",
            start,
            json!({ "verdict": "repaired", "inserted": inserted, "least": least, "wrong": found }),
        );
        found
    });
}

/// Shapes of `tests/repairs` in which every order is written, and is relaxed; also as one of two, and in bodies of macros.
const SHAPES: [&str; 8] =
    ["failed_exchange.c", "iriw.c", "lb.c", "macro_bodies.c", "mp.c", "sb.c", "test_and_set.c", "wrc.c"];

#[test]
fn orders_that_are_all_the_strongest_come_back_to_the_least() {
    let models = ["rc11", "arm8", "riscv", "power"];
    let cases: Vec<(&str, &str)> =
        SHAPES.iter().flat_map(|shape| models.iter().map(move |model| (*shape, *model))).collect();
    let name = |(shape, model): &(&str, &str)| format!("{shape} under {model}");
    headers::for_each(&cases, name, |(shape, model)| {
        let path = headers::root().join("tests/repairs").join(shape);
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let strongest = text.replace("memory_order_relaxed", "memory_order_seq_cst");
        let strongest = strongest.replace("__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST");
        assert!(strongest != text, "{shape} has relaxed orders");
        let mut request = Request::new(&path, headers::model(model));
        request.timeout = Some(headers::TIMEOUT);
        let relaxed = suggest(&request, &SuggestSettings::default(), &mut Silent);
        let relaxed = relaxed.map_err(|failure| format!("{:?}", failure.diagnostics));
        let relaxed = relaxed.and_then(|(report, _)| counts(&report));
        request.read.overlay.insert(path.canonicalize().expect("the program is there"), strongest);
        let optimal = optimized(&request, Objective::Fences).and_then(|report| counts(&report));
        match (&relaxed, &optimal) {
            (Ok(relaxed), Ok(optimal)) if (relaxed.0, relaxed.1) == (optimal.0, optimal.1) => Vec::new(),
            _ => vec![format!("{optimal:?} from the strongest, {relaxed:?} from the weakest")],
        }
    });
}

#[test]
fn accesses_that_say_no_order_come_back_to_the_least() {
    let shapes = ["iriw.c", "lb.c", "mp.c", "sb.c", "wrc.c"];
    let models = ["rc11", "arm8", "riscv", "power", "lkmm"];
    let cases: Vec<(&str, &str)> =
        shapes.iter().flat_map(|shape| models.iter().map(move |model| (*shape, *model))).collect();
    let name = |(shape, model): &(&str, &str)| format!("{shape} under {model}");
    headers::for_each(&cases, name, |(shape, model)| {
        let path = headers::root().join("tests/repairs").join(shape);
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let silent = text.replace("_explicit(", "(").replace(", memory_order_relaxed)", ")");
        assert!(silent != text && !silent.contains("memory_order"), "{silent}");
        let mut request = Request::new(&path, headers::model(model));
        request.timeout = Some(headers::TIMEOUT);
        let relaxed = suggest(&request, &SuggestSettings::default(), &mut Silent);
        let relaxed = relaxed.map_err(|failure| format!("{:?}", failure.diagnostics));
        let relaxed = relaxed.and_then(|(report, _)| counts(&report));
        request.read.overlay.insert(path.canonicalize().expect("the program is there"), silent);
        let optimal = optimized(&request, Objective::Fences).and_then(|report| counts(&report));
        match (&relaxed, &optimal) {
            (Ok(relaxed), Ok(optimal)) if (relaxed.0, relaxed.1) == (optimal.0, optimal.1) => Vec::new(),
            _ => vec![format!("{optimal:?} from what says none, {relaxed:?} from the weakest")],
        }
    });
}

/// A header that both threads' files include: its first fence is needed, its second one and the order are not.
const LOCK: &str = "\
#include <stdatomic.h>
extern atomic_int x, y, r[2];
static void put(atomic_int *a, atomic_int *b, int i)
{
	atomic_store_explicit(a, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&r[i], atomic_load_explicit(b, memory_order_relaxed), memory_order_seq_cst);
	atomic_thread_fence(memory_order_seq_cst);
}
";

const FIRST: &str = "\
#include <assert.h>
#include <pthread.h>
#include \"lock.h\"
atomic_int x, y, r[2];
void *second(void *);
static void *first(void *p) { put(&x, &y, 0); return p; }
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r[0] || r[1]);
	return 0;
}
";

const SECOND: &str = "#include \"lock.h\"\nvoid *second(void *p) { put(&y, &x, 1); return p; }\n";

#[test]
fn a_header_that_is_included_twice_is_one_text() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("lock.h", LOCK), ("first.c", FIRST), ("second.c", SECOND)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let run = |arguments: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(arguments.split_whitespace())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
    };
    for (model, order) in [("tso", "seq_cst"), ("rc11", "relaxed")] {
        std::fs::write(folder.path().join("lock.h"), LOCK).unwrap();
        let (code, text) = run(&format!("optimize first.c second.c --model {model} --in-place"));
        assert_eq!(code, Some(1), "{text}");
        let expected = LOCK.replace(
            "relaxed), memory_order_seq_cst);\n\tatomic_thread",
            &format!("relaxed), memory_order_{order});\n\tatomic_signal"),
        );
        assert_eq!(std::fs::read_to_string(folder.path().join("lock.h")).unwrap(), expected, "{text}");
        let (code, text) = run(&format!("optimize first.c second.c --model {model}"));
        assert_eq!(code, Some(0), "{text}");
    }
}

/// The program with the strongest fence before every statement that may have one, and how many these are.
fn over_fenced(request: &Request) -> (Request, usize) {
    let unit =
        frontend::read(&request.path, &request.read).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    let places = unit.program.points.iter().filter(|point| point.uses.is_none());
    let mut insertions: Vec<Insertion> = places
        .filter(|point| matches!(point.placement, Placement::Statement { .. }))
        .map(|point| Insertion::new(point.placement.clone(), "__sync_synchronize();"))
        .collect();
    insertions.dedup();
    let patch = patch::apply(&unit.sources, &insertions).expect("fences have places");
    let inserted = patch.files.iter().map(|file| file.fences.len()).sum();
    (with(request, &patch), inserted)
}
