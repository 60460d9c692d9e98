//! Suggestions for the benchmarks: as few fences and pairs as their headers say, whatever algorithm and solver finds
//! them; text that compiles, that is read again and is safe, and that is not when any one fence is taken out of it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::headers::{self, Program, Repair};
use crate::oracle::settings;
use fencesmith::drive::outcome::{Objective, SuggestReport, Suggestion};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Assurance, Preference, Request, SuggestSettings, Unasked, check, suggest};
use fencesmith::model::HIGHEST_COST;
use fencesmith::patch::{InsertedFence, Patch, PatchedFile};
use fencesmith::progress::Silent;
use fencesmith::sat::backend::Solver;
use fencesmith::synth::Algorithm;

/// A program under a model.
struct Case {
    program: Program,
    model: &'static str,
}

impl Case {
    fn name(&self) -> String {
        format!("{} under {}", self.program.name(), self.model)
    }
}

/// What is safe under SC and wrong under one of the other models.
fn repairable(folders: &[&str]) -> Vec<Case> {
    let programs = headers::programs(folders);
    let cases = programs.iter().flat_map(|program| {
        let models = ["tso", "pso"].into_iter().filter(|model| program.repairable(model));
        models.map(|model| Case { program: program.clone(), model })
    });
    cases.collect()
}

/// Costs are added and multiplied, and what does not fit any more would be less than what does.
#[test]
fn the_highest_costs_add_up_and_higher_ones_are_refused() {
    let programs = headers::programs(&["benchmarks/litmus"]);
    let program = programs.iter().find(|program| program.name().ends_with("/sb.c")).expect("store buffering is there");
    let request = program.request("tso");
    let cost = |cost: u32| {
        let lines = 1..=std::fs::read_to_string(&program.path).unwrap().lines().count() as u32;
        let weights = lines.map(|line| ("sb.c".to_string(), line, HIGHEST_COST)).collect::<Vec<_>>();
        let report = |weights: Vec<(String, u32, u32)>| {
            let preference = Preference { costs: vec![("full".to_string(), cost)], weights, ..Preference::default() };
            let settings = SuggestSettings {
                preference,
                objective: Objective::Cost,
                unasked: Unasked::Overlooked,
                ..SuggestSettings::default()
            };
            suggest(&request, &settings, &mut Silent)
        };
        // Of a line where no fence could stand a weight is refused.
        let usable = weights.into_iter().filter(|weight| {
            !report(vec![weight.clone()]).is_err_and(|it| headers::complaints(&it).join("").contains("no fence could"))
        });
        report(usable.collect())
    };
    match cost(HIGHEST_COST).map(|(report, _)| report.suggestion) {
        Ok(Suggestion::Repaired { fences, .. }) => {
            let expected = u64::from(HIGHEST_COST) * u64::from(HIGHEST_COST);
            assert!(!fences.is_empty() && fences.iter().all(|fence| fence.cost == expected), "{fences:?}");
        }
        other => panic!("{:?}", other.map_err(|failure| headers::complaints(&failure))),
    }
    let refused = cost(HIGHEST_COST + 1).map(|_| ()).expect_err("it is refused");
    assert!(headers::complaints(&refused).join("").contains("cannot cost 65536"));
}

#[test]
fn suggestions_for_litmus_shapes_hold() {
    let cases = repairable(&["benchmarks/litmus"]);
    headers::for_each(&cases, Case::name, suggestion_holds);
}

#[test]
fn suggestions_for_mutexes_and_queues_hold() {
    let cases = repairable(&["benchmarks/mutex", "benchmarks/queues"]);
    headers::for_each(&cases, Case::name, suggestion_holds);
}

#[test]
fn suggestions_for_real_code_hold() {
    let cases = repairable(&["benchmarks/real"]);
    headers::for_each(&cases, Case::name, suggestion_holds);
}

#[test]
fn suggestions_for_concurrency_kit_hold() {
    let cases = repairable(&["benchmarks/ck"]);
    headers::for_each(&cases, Case::name, suggestion_holds);
}

#[test]
fn what_is_wrong_without_reordering_cannot_be_repaired() {
    let programs = headers::programs(&["benchmarks/wrong"]);
    let wrong = |program: &Program| {
        let mut found = Vec::new();
        if program.repair != Some(Repair::None) {
            found.push("its header does not say `repair: none`".to_string());
        }
        for model in ["sc", "tso", "pso"] {
            for objective in [Objective::Fences, Objective::Pairs] {
                let settings =
                    SuggestSettings { objective, unasked: Unasked::Overlooked, ..SuggestSettings::default() };
                match suggestion(&program.request(model), &settings) {
                    Ok(report) => match report.suggestion {
                        Suggestion::Unrepairable { counterexample, reason } => {
                            if !counterexample.reordered.is_empty() {
                                found.push(format!("{model} {objective:?}: the counterexample reorders accesses"));
                            }
                            if !reason.contains("even when nothing is reordered") {
                                found.push(format!("{model} {objective:?}: the reason is `{reason}`"));
                            }
                        }
                        other => found.push(format!("{model} {objective:?}: {}", summary(&other))),
                    },
                    Err(why) => found.push(format!("{model} {objective:?}: {why}")),
                }
            }
        }
        found
    };
    headers::for_each(&programs, Program::name, wrong);
}

/// The ways to search: the bound K1 matters to two of the algorithms alone.
const SEARCHES: [(Algorithm, usize); 7] = [
    (Algorithm::Te, 5),
    (Algorithm::Fi, 5),
    (Algorithm::Robmc, 1),
    (Algorithm::Robmc, 5),
    (Algorithm::RobmcEt, 1),
    (Algorithm::RobmcEt, 5),
    (Algorithm::CoreFirst, 5),
];

/// The same, each program under one of its models in ordinary runs.
fn repairable_in_turns(folders: &[&str]) -> Vec<Case> {
    let mut cases = repairable(folders);
    let all: Vec<(String, &str)> = cases.iter().map(|case| (case.program.name(), case.model)).collect();
    cases.retain(|case| {
        let name = case.program.name();
        let models: Vec<&str> = all.iter().filter(|(other, _)| *other == name).map(|(_, model)| *model).collect();
        settings::in_turns(&name, &models).contains(&case.model)
    });
    cases
}

#[test]
fn every_algorithm_finds_as_few_for_litmus_shapes() {
    let cases = repairable_in_turns(&["benchmarks/litmus"]);
    headers::for_each(&cases, Case::name, |case| searches_agree(case, &[Objective::Fences, Objective::Pairs]));
}

#[test]
fn every_algorithm_finds_as_few_for_mutexes_queues_and_real_code() {
    let cases = repairable_in_turns(&["benchmarks/mutex", "benchmarks/queues", "benchmarks/real"]);
    headers::for_each(&cases, Case::name, |case| searches_agree(case, &[Objective::Fences, Objective::Pairs]));
}

#[test]
fn every_solver_has_the_same_verdicts() {
    let programs = headers::programs(&[
        "benchmarks/litmus",
        "benchmarks/mutex",
        "benchmarks/queues",
        "benchmarks/real",
        "benchmarks/wrong",
    ]);
    let wrong = |program: &Program| {
        let mut found = Vec::new();
        for solver in Solver::available() {
            for (model, safe) in &program.verdicts {
                let mut request = program.request(model);
                request.solver = *solver;
                let verdict = verdict(&request);
                if !matches!((&verdict, safe), (Ok(Verdict::Safe { .. }), true) | (Ok(Verdict::Violation(_)), false)) {
                    found.push(format!("{} under {model}: {}", solver.name(), judged(&verdict)));
                }
            }
        }
        found
    };
    headers::for_each(&programs, Program::name, wrong);
}

fn searches_agree(case: &Case, objectives: &[Objective]) -> Vec<String> {
    let request = case.program.request(case.model);
    let mut found = Vec::new();
    for objective in objectives {
        let (mut sizes, mut texts) = (Vec::new(), Vec::new());
        for (algorithm, k1) in SEARCHES {
            // What they find is looked at below; much of it is the same.
            let mut settings = SuggestSettings {
                objective: *objective,
                assurance: Assurance::Search,
                unasked: Unasked::Overlooked,
                ..SuggestSettings::default()
            };
            settings.synthesis.algorithm = algorithm;
            settings.synthesis.k1 = k1;
            let size = match suggestion(&request, &settings).map(|report| report.suggestion) {
                Ok(Suggestion::Repaired { fences, pairs, patch, .. }) => {
                    let text: Vec<_> =
                        patch.files.iter().map(|file| (file.path.clone(), file.patched.clone())).collect();
                    if !texts.contains(&text) {
                        let wrong = reads_safe(&request, &patch).err();
                        found.extend(wrong.map(|why| format!("{objective:?}: {algorithm} from {k1}: {why}")));
                        texts.push(text);
                    }
                    Ok(if *objective == Objective::Pairs { pairs.len() } else { fences.len() })
                }
                Ok(other) => Err(summary(&other)),
                Err(why) => Err(why),
            };
            sizes.push((format!("{algorithm} from {k1}"), size));
        }
        if sizes.iter().any(|(_, size)| size.is_err() || *size != sizes[0].1) {
            found.push(format!("{objective:?}: {sizes:?}"));
        }
    }
    found
}

/// What is wrong with the suggestion for a program, in sentences.
fn suggestion_holds(case: &Case) -> Vec<String> {
    let mut found = Vec::new();
    let request = case.program.request(case.model);
    let expected = case.program.sizes(case.model);
    if expected.is_none() {
        found.push("its header has no `repair` for this model".to_string());
    }
    for objective in [Objective::Fences, Objective::Pairs] {
        let settings = SuggestSettings { objective, unasked: Unasked::Overlooked, ..SuggestSettings::default() };
        let report = match suggestion(&request, &settings) {
            Ok(report) => report,
            Err(why) => {
                found.push(format!("{objective:?}: {why}"));
                continue;
            }
        };
        let Suggestion::Repaired { fences, pairs, patch, rechecked, .. } = report.suggestion else {
            found.push(format!("{objective:?}: {}", summary(&report.suggestion)));
            continue;
        };
        // With the objective `fences` the pairs are named, too, and are as few; with `pairs` the fences that realise
        // them may be more than are needed.
        let (fewest, also) = (expected.map(|sizes| sizes.fences), expected.map(|sizes| sizes.pairs));
        if objective == Objective::Fences && fewest.is_some_and(|fewest| fences.len() != fewest) {
            found.push(format!("{} fences, but {} were expected", fences.len(), fewest.unwrap_or(0)));
        }
        if also.is_some_and(|also| pairs.len() != also) {
            found.push(format!("{objective:?}: {} pairs, but {} were expected", pairs.len(), also.unwrap_or(0)));
        }
        if !rechecked {
            found.push(format!("{objective:?}: not checked again"));
        }
        found.extend(compiles(&case.program, &patch).err().map(|why| format!("{objective:?}: {why}")));
        found.extend(reads_safe(&request, &patch).err().map(|why| format!("{objective:?}: {why}")));
        if objective == Objective::Fences {
            found.extend(each_is_needed(&request, &patch, fences.len()));
        }
    }
    found
}

fn reads_safe(request: &Request, patch: &Patch) -> Result<(), String> {
    let verdict = verdict(&with_texts(request, patch, None));
    match verdict {
        Ok(Verdict::Safe { .. }) => Ok(()),
        other => Err(format!("the patched program: {}", judged(&other))),
    }
}

/// Takes the fences out of the text one after another.
fn each_is_needed(request: &Request, patch: &Patch, reported: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut written = 0;
    for file in &patch.files {
        for fence in &file.fences {
            written += 1;
            let verdict = verdict(&with_texts(request, patch, Some((file, fence))));
            if !matches!(verdict, Ok(Verdict::Violation(_))) {
                let at = fence.position;
                let place = format!("{}:{}:{}", file.path.display(), at.line, at.column);
                found.push(format!("without the fence at {place}: {}", judged(&verdict)));
            }
        }
    }
    if written != reported {
        found.push(format!("{written} fences are written, {reported} are reported"));
    }
    found
}

/// The request with the patched texts in place of the files, one of the fences taken out.
fn with_texts(request: &Request, patch: &Patch, without: Option<(&PatchedFile, &InsertedFence)>) -> Request {
    let mut again = request.clone();
    for file in &patch.files {
        let path = file.path.canonicalize().expect("a file that was read is there");
        let text = match without {
            Some((other, fence)) if other.path == file.path => without_fence(&file.patched, fence),
            _ => file.patched.clone(),
        };
        again.read.overlay.insert(path, text);
    }
    again
}

/// The text with something that does nothing where the fence was: an empty statement, or an expression.
fn without_fence(text: &str, fence: &InsertedFence) -> String {
    let range = fence.span.start as usize..fence.span.end as usize;
    let instead = if text[range.clone()].ends_with(';') { ";" } else { "(void)0" };
    format!("{}{instead}{}", &text[..range.start], &text[range.end..])
}

const SYSTEM: &str = "/usr/include";

/// Compiles the patched texts, in a copy of the folder of the program. Patched headers of the system come first on
/// the include path, with the rest of the kit they belong to, whose headers include one another by relative paths.
fn compiles(program: &Program, patch: &Patch) -> Result<(), String> {
    let gcc = Command::new("gcc").arg("--version").output();
    if !gcc.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no gcc to compile the patched {}", program.name());
        return Ok(());
    }
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (own, system) = (directory.path().join("own"), directory.path().join("system"));
    let folder = program.path.parent().expect("a file is in a folder");
    let main = own.join(program.path.file_name().expect("a file has a name"));
    copy(&program.path, &main);
    let text = std::fs::read_to_string(&program.path).map_err(|error| error.to_string())?;
    if text.contains("#include \"") {
        for entry in folder.read_dir().expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_file() {
                copy(&path, &own.join(path.file_name().expect("a file has a name")));
            }
        }
    }
    if patch.files.iter().any(|file| file.path.starts_with(SYSTEM)) {
        let roots = ["spinlock", "gcc"].map(|part| Path::new(SYSTEM).join(part));
        let files = roots.iter().flat_map(|root| walkdir::WalkDir::new(root).into_iter().flatten());
        let beside = Path::new(SYSTEM).read_dir().expect("the folder can be read").flatten();
        let beside = beside.filter(|entry| entry.file_name().to_string_lossy().starts_with("ck_"));
        for path in files.map(|entry| entry.into_path()).chain(beside.map(|entry| entry.path())) {
            if path.is_file() && path.extension().is_some_and(|extension| extension == "h") {
                copy(&path, &system.join(path.strip_prefix(SYSTEM).expect("the path is below it")));
            }
        }
    }
    let mut patched = Vec::new();
    for file in &patch.files {
        let place: PathBuf = match (file.path.strip_prefix(SYSTEM), file.path.strip_prefix(folder)) {
            (Ok(below), _) => system.join(below),
            (_, Ok(below)) => own.join(below),
            _ => return Err(format!("{} is patched, which the program should not need", file.path.display())),
        };
        std::fs::write(&place, &file.patched).map_err(|error| format!("{}: {error}", place.display()))?;
        patched.push(place);
    }
    let output = Command::new("gcc")
        .args(["-std=gnu11", "-fsyntax-only", "-pthread", "-H"])
        .arg("-I")
        .arg(&system)
        .args(&program.options)
        .arg(&main)
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("the patched text does not compile:\n{said}"));
    }
    // `-H` lists what was included: the patched copies and not what they were made from.
    let unread = patched.iter().find(|path| **path != main && !said.contains(&*path.to_string_lossy()));
    match unread {
        Some(path) => Err(format!("the compiler has not seen {}", path.display())),
        None => Ok(()),
    }
}

fn copy(from: &Path, to: &Path) {
    let folder = to.parent().expect("a file is in a folder");
    std::fs::create_dir_all(folder).expect("a folder for the copies can be made");
    std::fs::copy(from, to).expect("the file can be copied");
}

fn suggestion(request: &Request, settings: &SuggestSettings) -> Result<SuggestReport, String> {
    match suggest(request, settings, &mut Silent) {
        Ok((report, _)) => Ok(report),
        Err(failure) => Err(format!("refused: {}", headers::complaints(&failure).join("; "))),
    }
}

fn verdict(request: &Request) -> Result<Verdict, String> {
    match check(request, &mut Silent) {
        Ok((report, _)) => Ok(report.verdict),
        Err(failure) => Err(format!("refused: {}", headers::complaints(&failure).join("; "))),
    }
}

fn summary(suggestion: &Suggestion) -> String {
    match suggestion {
        Suggestion::Safe { .. } => "safe".to_string(),
        Suggestion::Repaired { fences, pairs, .. } => {
            format!("repaired with {} fences for {} pairs", fences.len(), pairs.len())
        }
        Suggestion::Unrepairable { reason, .. } => format!("unrepairable: {reason}"),
        Suggestion::Unknown(why) => format!("unknown: {why:?}"),
    }
}

fn judged(verdict: &Result<Verdict, String>) -> String {
    match verdict {
        Ok(Verdict::Safe { bound }) => format!("safe within {bound}"),
        Ok(Verdict::Violation(execution)) => {
            let violated = execution.violated.as_ref().map(|v| v.property.describe());
            format!("a violation: {}", violated.unwrap_or("of nothing"))
        }
        Ok(Verdict::Unknown(why)) => format!("unknown: {why:?}"),
        Err(why) => why.clone(),
    }
}
