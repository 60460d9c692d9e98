//! Repairs under models in which a fence does more than order pairs, and accesses have orders: as cheap as the headers say,
//! none cheaper by trying every fence at every place and every order of every access, and each edit needed. The programs
//! are data below `tests/repairs`; the line `fewest` says of each model how many edits there are and what they cost, and
//! lines `//@` mark the places of fences that are tried.

use std::path::{Path, PathBuf};

use crate::headers;
use crate::oracle::settings;
use fencesmith::drive::change::FenceReport;
use fencesmith::drive::outcome::{Objective, SuggestReport, Suggestion};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Answering, Assurance, Request, SuggestSettings, Unasked, check, suggest};
use fencesmith::model::Model;
use fencesmith::patch::Patch;
use fencesmith::progress::Silent;
use fencesmith::synth::Algorithm;

/// A program and a model, with what the header says: edits and cost, or `None` for nothing to repair.
struct Case {
    path: PathBuf,
    model: String,
    fewest: Option<Price>,
}

/// How many edits, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Price {
    count: usize,
    cost: u64,
}

impl Price {
    /// The order in which an objective compares.
    fn ranked(self, objective: Objective) -> (u64, u64) {
        match objective {
            Objective::Cost => (self.cost, self.count as u64),
            _ => (self.count as u64, self.cost),
        }
    }
}

impl Case {
    fn name(&self) -> String {
        let file = self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        format!("{file} under {}", self.model)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).expect("the program can be read")
    }

    fn request(&self) -> Request {
        let mut request = Request::new(&self.path, headers::model(&self.model));
        request.timeout = Some(headers::TIMEOUT);
        request
    }
}

const FOLDER: &str = "tests/repairs";

fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> = headers::root()
        .join(FOLDER)
        .read_dir()
        .expect("the folder can be read")
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| fewest(path)).collect()
}

/// What the first line of a program says.
fn fewest(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("the program can be read");
    let line = text.lines().next().and_then(|line| line.strip_prefix("// fewest: "));
    let items = line.unwrap_or_else(|| panic!("{}: the first line says nothing", path.display())).split(", ");
    let case = |item: &str| {
        let words: Vec<&str> = item.split_whitespace().collect();
        let (model, fewest) = match words[..] {
            [model, "safe"] => (model, None),
            [model, count, "cost", cost] => {
                (model, Some(Price { count: count.parse().unwrap(), cost: cost.parse().unwrap() }))
            }
            _ => panic!("{}: `{item}`", path.display()),
        };
        Case { path: path.to_path_buf(), model: model.to_string(), fewest }
    };
    items.map(case).collect()
}

#[test]
fn repairs_under_weak_models_are_as_cheap_as_expected() {
    headers::for_each(&cases(), Case::name, |case| {
        // That nobody waits for good takes more, and is not what is asked here.
        let settings = SuggestSettings { unasked: Unasked::Overlooked, ..SuggestSettings::default() };
        let report = match suggestion(case, settings) {
            Ok(report) => report,
            Err(why) => return vec![why],
        };
        match (report.suggestion, case.fewest) {
            (Suggestion::Safe { .. }, None) => Vec::new(),
            (Suggestion::Repaired { fences, patch, rechecked, .. }, Some(fewest)) => {
                let price = Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() };
                let mut found = Vec::new();
                if price != fewest {
                    found.push(format!("{price:?}, but {fewest:?} was expected"));
                }
                if !rechecked {
                    found.push("not checked again".to_string());
                }
                if fences.iter().any(|fence| fence.needed_because.is_none()) {
                    found.push("an edit is there without a reason".to_string());
                }
                found.extend(each_is_needed(case, &patch, &fences));
                found
            }
            (other, _) => vec![format!("{other:?}")],
        }
    });
}

/// A header that two units read says no order by a name that only one of them has.
#[test]
fn names_are_there_in_every_unit_that_reads_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it is written");
    write(
        "lock.h",
        "static inline int get(int *p) { return READ_ONCE(*p); }\nstatic inline void put(int *p, int v) { WRITE_ONCE(*p, v); }\n",
    );
    let start = "pthread_t p, q;\n\tpthread_create(&p, 0, writer, 0);\n\tpthread_create(&q, 0, reader, 0);\n\tpthread_join(p, 0);\n\tpthread_join(q, 0);\n";
    let first = format!(
        "#include <linux/bug.h>\n#include <asm/barrier.h>\n#include <pthread.h>\n#include \"lock.h\"\nint data, flag, seen, value;\nextern void *reader(void *);\n\
         static void *writer(void *unused)\n{{\n\tput(&data, 1);\n\tput(&flag, 1);\n\treturn unused;\n}}\n\
         int main(void)\n{{\n\t{start}\tBUG_ON(seen == 1 && value == 0);\n\treturn 0;\n}}\n"
    );
    write("first.c", &first);
    let second = |header: &str| {
        format!(
            "#include <linux/compiler.h>\n{header}#include \"lock.h\"\nextern int data, flag, seen, value;\n\
             void *reader(void *unused)\n{{\n\tseen = get(&flag);\n\tvalue = get(&data);\n\treturn unused;\n}}\n"
        )
    };
    for (header, names) in [("", false), ("#include <asm/barrier.h>\n", true)] {
        write("second.c", &second(header));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args([
                "suggest",
                "first.c",
                "second.c",
                "--model",
                "lkmm",
                "--minimize",
                "cost",
                "--cross-check=false",
                "--diff",
                "--quiet",
            ])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        let diff = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{diff}{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(diff.contains("smp_load_acquire(p)"), names, "{diff}");
    }
}

/// By trying, without a word from the solver, under the model of these that the explorer takes.
#[test]
fn the_explorer_finds_repairs_as_cheap() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.model == "rc11").collect();
    assert!(cases.len() > 10);
    headers::for_each(&cases, Case::name, |case| {
        let (engine, unasked) = (Answering::Explorer, Unasked::Overlooked);
        let settings = SuggestSettings { engine, unasked, ..SuggestSettings::default() };
        let price = match suggestion(case, settings).map(|report| report.suggestion) {
            Ok(Suggestion::Safe { .. }) => None,
            Ok(Suggestion::Repaired { fences, rechecked: true, .. }) => {
                Some(Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() })
            }
            Ok(other) => return vec![format!("{other:?}")],
            Err(why) => return vec![why],
        };
        if price == case.fewest { Vec::new() } else { vec![format!("{price:?} instead of {:?}", case.fewest)] }
    });
}

/// A pair is kept in order for every thread, and a fence may order it for some only.
#[test]
fn fences_that_stand_for_pairs_are_enough() {
    // Of a program whose accesses are in order for some threads no pair is reordered.
    let is_one = |case: &Case| {
        case.fewest.is_some() && !case.path.ends_with("iriw_light.c") && headers::model(&case.model).has_kept()
    };
    let cases: Vec<Case> = cases().into_iter().filter(is_one).collect();
    let has = |model: &str, name: &str| cases.iter().any(|case| case.model == model && case.name().starts_with(name));
    assert!(has("lkmm", "two_plus_two_writes.c") && has("power", "iriw.c"));
    headers::for_each(&cases, Case::name, |case| {
        let (objective, unasked) = (Objective::Pairs, Unasked::Overlooked);
        match suggestion(case, SuggestSettings { objective, unasked, ..SuggestSettings::default() })
            .map(|it| it.suggestion)
        {
            Ok(Suggestion::Repaired { rechecked: true, patch, .. }) => {
                let text = patch.files.first().map(|file| &*file.patched);
                let is_right = text.is_some_and(|text| is_safe(case, text));
                if is_right { Vec::new() } else { vec!["the patched text is wrong".to_string()] }
            }
            other => vec![format!("{other:?}")],
        }
    });
}

/// The patched text is safe, and wrong without any one of its edits.
fn each_is_needed(case: &Case, patch: &Patch, reports: &[FenceReport]) -> Vec<String> {
    let mut found = Vec::new();
    let [file] = &patch.files[..] else { return vec!["several files are patched".to_string()] };
    if !is_safe(case, &file.patched) {
        found.push("the patched text is wrong".to_string());
    }
    for edit in &file.fences {
        let range = edit.span.start as usize..edit.span.end as usize;
        let before = reports[edit.insertion].replaces.as_deref().unwrap_or(";");
        let report = &reports[edit.insertion];
        let without = match file.fences.len() {
            1 => file.original.to_string(),
            // A call in the place of another is changed around what stays.
            _ if before.ends_with(')') => file.patched.replacen(&report.text, before, 1),
            _ => format!("{}{before}{}", &file.patched[..range.start], &file.patched[range.end..]),
        };
        if is_safe(case, &without) {
            found.push(format!("the edit in line {} is not needed", edit.position.line));
        }
    }
    found
}

/// Every set of edits that is better by the objective leaves a violation.
#[test]
fn no_edits_are_cheaper() {
    let small: Vec<Case> =
        cases().into_iter().filter(|case| case.fewest.is_some() && case.text().contains("//@")).collect();
    assert!(small.len() >= 15, "{} programs are tried", small.len());
    headers::for_each(&small, Case::name, |case| {
        let objectives = [Objective::Fences, Objective::Cost];
        // What is not enough is not enough by any objective.
        let mut wrong = Vec::new();
        objectives.into_iter().flat_map(|objective| cheaper(case, objective, &mut wrong)).collect()
    });
}

/// What is cheaper by the objective and will do; `wrong` are sets of edits that will not.
fn cheaper(case: &Case, objective: Objective, wrong: &mut Vec<Vec<usize>>) -> Vec<String> {
    // That what is found will do is for another test to see.
    let settings = SuggestSettings { objective, assurance: Assurance::Search, ..SuggestSettings::default() };
    let found = match suggestion(case, settings).map(|report| report.suggestion) {
        Ok(Suggestion::Repaired { fences, .. }) => {
            Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() }
        }
        other => return vec![format!("{objective:?}: {other:?}")],
    };
    let text = case.text();
    let edits = edits(&text, &headers::model(&case.model));
    let mut cheaper = Cheaper { edits: &edits, objective, found, better: Vec::new() };
    cheaper.extend(&mut Vec::new(), Price { count: 0, cost: 0 }, 0);
    let Cheaper { mut better, .. } = cheaper;
    // Edits only forbid executions (models in which they could allow some are refused), so that what is not enough as a
    // whole is not enough in part.
    better.sort_by_key(|chosen| std::cmp::Reverse(chosen.len()));
    let few = if settings::is_long() { better.len() } else { 30 };
    // Those left out by default are told from the others by nothing but their turn.
    let step = better.len().div_ceil(few).max(1);
    let better = better.into_iter().step_by(step);
    let mut enough = Vec::new();
    for chosen in better {
        if wrong.iter().any(|all| chosen.iter().all(|edit| all.contains(edit))) {
            continue;
        }
        if is_safe(case, &with(&text, &edits, &chosen)) {
            let texts: Vec<&str> = chosen.iter().map(|edit| edits[*edit].text.as_str()).collect();
            enough.push(format!("{objective:?}: {found:?}, but {texts:?} will do"));
        } else {
            wrong.push(chosen);
        }
    }
    enough
}

/// A text in place of another, and what that costs.
struct Edit {
    range: std::ops::Range<usize>,
    text: String,
    cost: u64,
}

/// Every fence at every place, and every stronger order of every access with an order of its own.
fn edits(text: &str, model: &Model) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, mark) in text.match_indices("//@") {
        edits.extend(model.fences().iter().map(|kind| Edit {
            range: at..at + mark.len(),
            text: format!("{} //@", kind.spelling),
            cost: u64::from(kind.cost),
        }));
    }
    for (function, stronger) in [("load", ["acquire", "seq_cst"]), ("store", ["release", "seq_cst"])] {
        for (start, _) in text.match_indices(&format!("atomic_{function}_explicit(")) {
            let at = start + text[start..].find("memory_order_").expect("an order is written") + "memory_order_".len();
            let own = text[at..].split(')').next().expect("a call ends");
            let rank = |order: &str| ["relaxed", "acquire", "release", "seq_cst"].iter().position(|o| *o == order);
            edits.extend(stronger.iter().filter(|order| rank(order) > rank(own)).map(|order| Edit {
                range: at..at + own.len(),
                text: order.to_string(),
                cost: u64::from(model.raise_cost(order).expect("the model has costs")),
            }));
        }
    }
    edits.extend(kernel_edits(text, model));
    // The two orders of a compare-and-exchange are one edit, of which the second counts half.
    let written = "memory_order_relaxed, memory_order_relaxed";
    for (at, _) in text.match_indices(written) {
        let cost = |order: &str| u64::from(model.raise_cost(order).unwrap_or(0));
        edits.extend(EXCHANGES.iter().map(|(order, failure)| Edit {
            range: at..at + written.len(),
            text: format!("memory_order_{order}, memory_order_{failure}"),
            cost: cost(order) + cost(failure).div_ceil(2),
        }));
    }
    edits.sort_by_key(|edit| edit.range.start);
    edits
}

/// The names and calls of the kernel that have orders, in the place of those that have none.
fn kernel_edits(text: &str, model: &Model) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (name, becomes, order) in [
        ("READ_ONCE(", "smp_load_acquire(&", "acquire"),
        ("WRITE_ONCE(", "smp_store_release(&", "release"),
        ("atomic_read(", "atomic_read_acquire(", "acquire"),
        ("atomic_set(", "atomic_set_release(", "release"),
        ("xchg_relaxed(", "xchg_acquire(", "acquire"),
        ("xchg_relaxed(", "xchg_release(", "release"),
        ("atomic_fetch_add_relaxed(", "atomic_fetch_add_acquire(", "acquire"),
        ("atomic_fetch_add_relaxed(", "atomic_fetch_add_release(", "release"),
    ] {
        let cost = model.raise_cost(order).map(u64::from);
        let is_whole = |at: &usize| !text[..*at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let places = text.match_indices(name).map(|(at, _)| at).filter(is_whole);
        edits.extend(places.zip(std::iter::repeat(cost)).filter_map(|(at, cost)| {
            Some(Edit { range: at..at + name.len(), text: becomes.to_string(), cost: cost? })
        }));
    }
    edits
}

/// What C11 lets an exchange have beyond two relaxed orders.
const EXCHANGES: [(&str, &str); 8] = [
    ("acquire", "relaxed"),
    ("acquire", "acquire"),
    ("release", "relaxed"),
    ("acq_rel", "relaxed"),
    ("acq_rel", "acquire"),
    ("seq_cst", "relaxed"),
    ("seq_cst", "acquire"),
    ("seq_cst", "seq_cst"),
];

/// The search for all sets of edits that are better than what was found.
struct Cheaper<'e> {
    edits: &'e [Edit],
    objective: Objective,
    found: Price,
    better: Vec<Vec<usize>>,
}

impl Cheaper<'_> {
    /// Those of what has been chosen, and what can be added to it from an edit on.
    fn extend(&mut self, chosen: &mut Vec<usize>, price: Price, next: usize) {
        if price.ranked(self.objective) >= self.found.ranked(self.objective) {
            return;
        }
        if !chosen.is_empty() {
            self.better.push(chosen.clone());
        }
        for at in next..self.edits.len() {
            let edit = &self.edits[at];
            // An access has one order, and one fence of each kind at a place is enough.
            let is_same = |last: &usize| self.edits[*last].range == edit.range && !edit.text.ends_with("//@");
            if chosen.last().is_some_and(is_same) {
                continue;
            }
            let more = Price { count: price.count + 1, cost: price.cost + edit.cost };
            chosen.push(at);
            self.extend(chosen, more, at + 1);
            chosen.pop();
        }
    }
}

/// The text with these edits.
fn with(text: &str, edits: &[Edit], chosen: &[usize]) -> String {
    let (mut edited, mut copied) = (String::new(), 0);
    for edit in chosen.iter().map(|edit| &edits[*edit]) {
        if copied <= edit.range.start {
            edited.push_str(&text[copied..edit.range.start]);
            edited.push_str(&edit.text);
            copied = edit.range.end;
        } else {
            // A second fence at the same place: the mark is a comment, so that it goes on a line of its own.
            edited.push_str(&format!("\n{}", edit.text));
        }
    }
    edited.push_str(&text[copied..]);
    edited
}

#[test]
fn every_algorithm_finds_repairs_of_the_same_price() {
    let shapes = ["mp.c", "iriw.c", "handed_on_in_place.c"];
    let cases: Vec<Case> = cases()
        .into_iter()
        .filter(|case| case.fewest.is_some() && shapes.iter().any(|shape| case.path.ends_with(shape)))
        .collect();
    headers::for_each(&cases, Case::name, |case| {
        let mut found = Vec::new();
        for algorithm in Algorithm::ALL {
            let mut settings = SuggestSettings::default();
            settings.synthesis.algorithm = algorithm;
            match suggestion(case, settings).map(|report| report.suggestion) {
                Ok(Suggestion::Repaired { fences, .. }) => {
                    let price = Price { count: fences.len(), cost: fences.iter().map(|fence| fence.cost).sum() };
                    if Some(price) != case.fewest {
                        found.push(format!("{algorithm}: {price:?}"));
                    }
                }
                other => found.push(format!("{algorithm}: {other:?}")),
            }
        }
        found
    });
}

#[test]
fn pairs_are_refused_where_the_axioms_know_none() {
    let case = Case { path: headers::root().join(FOLDER).join("mp.c"), model: "rc11".to_string(), fewest: None };
    let settings = SuggestSettings { objective: Objective::Pairs, ..SuggestSettings::default() };
    let refusal = suggestion(&case, settings).expect_err("rc11 keeps no pairs in order");
    assert_eq!(refusal, "refused: the axioms of rc11 do not speak of pairs that are kept in order");
}

#[test]
fn what_is_wrong_in_turns_is_not_repairable() {
    let path = headers::root().join("benchmarks/wrong/counter.c");
    let case = Case { path, model: "arm8".to_string(), fewest: None };
    match suggestion(&case, SuggestSettings::default()).map(|report| report.suggestion) {
        Ok(Suggestion::Unrepairable { reason, .. }) => {
            let wrong =
                "the program is wrong even with every fence and every order that the model offers; with `--split` ";
            assert!(reason.starts_with(wrong), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn models_that_take_fences_away_are_refused() {
    let case = Case {
        path: headers::root().join(FOLDER).join("mp.c"),
        model: headers::root().join("tests/models/subtracting.toml").display().to_string(),
        fewest: None,
    };
    let refusal = suggestion(&case, SuggestSettings::default()).expect_err("a fence could allow more");
    assert!(refusal.contains("the axioms of subtracting take away what has to do with `F`"), "{refusal}");
}

/// An order that is raised adds what the lower ones have not, and that alone must not be taken away.
#[test]
fn models_that_take_away_what_an_order_gains_are_refused() {
    let models = headers::root().join("tests/models");
    let [toml, cat] =
        ["subtracting.toml", "subtracting.cat"].map(|name| std::fs::read_to_string(models.join(name)).unwrap());
    let orders = "[order]\nacquire = 1\n\n[map.load]\nrelaxed = { tags = [\"ONCE\"] }\nacquire = { tags = [\"ONCE\", \"ACQ\"] }\n";
    for (set, expected) in [("ONCE", None), ("ACQ", Some("take away what has to do with `ACQ`"))] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("subtracting.toml"), toml.replace("[map.load]\n", orders)).unwrap();
        std::fs::write(folder.path().join("subtracting.cat"), cat.replace("F * F", &format!("{set} * {set}"))).unwrap();
        let case = Case {
            path: headers::root().join(FOLDER).join("mp.c"),
            model: folder.path().join("subtracting.toml").display().to_string(),
            fewest: None,
        };
        let refusal = suggestion(&case, SuggestSettings::default()).err();
        let is_expected = match expected {
            None => refusal.is_none(),
            Some(part) => refusal.as_ref().is_some_and(|refusal| refusal.contains(part)),
        };
        assert!(is_expected, "{set}: {refusal:?}");
    }
}

fn suggestion(case: &Case, settings: SuggestSettings) -> Result<SuggestReport, String> {
    match suggest(&case.request(), &settings, &mut Silent) {
        Ok((report, _)) => Ok(report),
        Err(failure) => Err(format!("refused: {}", headers::complaints(&failure).join("; "))),
    }
}

/// Whether the program with this text is safe; anything but a verdict is a failure.
fn is_safe(case: &Case, text: &str) -> bool {
    let mut request = case.request();
    request.read.overlay.insert(case.path.canonicalize().expect("a program is there"), text.to_string());
    match check(&request, &mut Silent).map(|(report, _)| report.verdict) {
        Ok(Verdict::Safe { .. }) => true,
        Ok(Verdict::Violation(_)) => false,
        Ok(Verdict::Unknown(why)) => panic!("no verdict: {why:?}"),
        Err(failure) => panic!("refused: {}", headers::complaints(&failure).join("; ")),
    }
}
