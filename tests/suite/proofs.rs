//! Proofs that are written and judged: those of all benchmarks hold, also for a checker that others wrote (`dratify`, and `drat-trim`
//! where it is installed), and what was changed does not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;
use std::time::Instant;

use fencesmith::drive::outcome::Suggestion;
use fencesmith::drive::proof::{self, About, Problem, Size, Verified};
use fencesmith::drive::{Assurance, SuggestSettings, suggest};
use fencesmith::limits::StopToken;
use fencesmith::progress::Silent;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::evidence::{self, Case};
use crate::headers::{self, Program};
use crate::oracle::settings;

/// Writes the proof of a program's repair, or of the program if it needs none; `None` if there is neither.
fn written(program: &Program, model: &str, folder: &Path) -> Option<Result<proof::Written, String>> {
    let request = program.request(model);
    let settings = SuggestSettings { assurance: Assurance::Search, ..SuggestSettings::default() };
    let (report, _) = suggest(&request, &settings, &mut Silent).ok()?;
    let patch = match &report.suggestion {
        Suggestion::Safe { .. } => None,
        Suggestion::Repaired { patch, .. } => Some(patch),
        Suggestion::Unrepairable { .. } | Suggestion::Unknown(_) => return None,
    };
    let about = About { model, patch, start: Instant::now() };
    Some(match proof::prove(&request, about, &mut Silent) {
        Ok(Ok(proof)) => proof::write(proof, folder).map_err(|error| error.message),
        Ok(Err(why)) => Err(format!("{why:?}")),
        Err(failure) => Err(headers::complaints(&failure).join("; ")),
    })
}

fn judged(folder: &Path) -> Verified {
    proof::verify(folder, &StopToken::default(), &mut Silent).expect("there is a proof")
}

/// A clause as `dratify` writes it: of each literal twice the variable, from 0 on, and one more where it is negated.
fn clause(line: &str) -> Vec<dratify::Lit> {
    let numbers = line.split_whitespace().map(|word| word.parse::<i32>().expect("a clause has numbers"));
    let literals = numbers.take_while(|number| *number != 0);
    literals.map(|number| (number.unsigned_abs() - 1) * 2 + u32::from(number < 0)).collect()
}

/// Whether every step follows by unit propagation from the formula and the steps before it, and the last one is the empty clause.
fn follows(formula: &str, steps: &str) -> Result<(), String> {
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let clauses: Vec<Vec<dratify::Lit>> = formula.lines().filter(is_clause).map(clause).collect();
    let steps: Vec<(bool, Vec<dratify::Lit>)> = steps
        .lines()
        .map(|line| line.strip_prefix("d ").map_or_else(|| (false, clause(line)), |rest| (true, clause(rest))))
        .collect();
    let found = dratify::Checker::new(0, &clauses, false, true).check(&steps);
    if found.ok { Ok(()) } else { Err(format!("step {}: {}", found.failed_step, found.reason)) }
}

/// Steps from which on a proof is a large one: `dratify`, whose time grows with their square, is not asked then, and few lines are changed, as
/// each has all of it checked once more.
const LARGE: usize = 100_000;

/// What the checkers that others wrote have against a proof of so many steps.
fn of_others(folder: &Path, steps: usize) -> Vec<String> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let mut wrong = Vec::new();
    if steps < LARGE {
        let why = follows(&read("formula.cnf"), &read("proof.drat")).err();
        wrong.extend(why.map(|why| format!("dratify: {why}")));
    }
    let mut checker = Command::new("drat-trim");
    match checker.args(["formula.cnf", "proof.drat"]).current_dir(folder).output() {
        Ok(output) if String::from_utf8_lossy(&output.stdout).contains("s VERIFIED") => {}
        Ok(_) => wrong.push("drat-trim does not agree".to_string()),
        Err(_) => SAID.call_once(|| eprintln!("skipped: drat-trim is not installed")),
    }
    wrong
}

/// That a checker is not there is said once.
static SAID: Once = Once::new();

#[test]
fn the_checker_of_others_refuses_what_does_not_follow() {
    let formula = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    assert_eq!(follows(formula, "1 0\nd 1 2 0\n0\n"), Ok(()));
    assert!(follows(formula, "0\n").is_err(), "nothing is known of one variable");
    assert!(follows(formula, "1 0\n").is_err(), "it does not end");
    assert!(follows("p cnf 2 2\n1 2 0\n-1 2 0\n", "2 0\n0\n").is_err(), "there is a solution");
}

#[test]
fn proofs_of_all_benchmarks_hold() {
    let folders = ["benchmarks/litmus", "benchmarks/mutex", "benchmarks/queues", "benchmarks/real", "tests/places"];
    let programs = headers::programs(&folders);
    let jobs = programs.iter().flat_map(|program| ["tso", "pso"].map(|model| Case::new(program.clone(), model)));
    let mut jobs = evidence::in_turns(jobs.collect());
    // Where nothing is left out, the structures and each model that a header names are there, too.
    let further = evidence::cases();
    let is_new = |case: &Case| !jobs.iter().any(|job| job.name() == case.name());
    let is_wanted = |case: &Case| match &*case.model {
        // Those above are there already, or it is not their turn.
        "tso" | "pso"
            if programs.iter().any(|it| it.path == case.program.path && it.options == case.program.options) =>
        {
            false
        }
        model => is_new(case) && (evidence::is_all() || model == "pso"),
    };
    let further: Vec<Case> = further.into_iter().filter(is_wanted).collect();
    jobs.extend(further);
    let all = std::sync::atomic::AtomicUsize::new(0);
    headers::for_each(&jobs, Case::name, |case| {
        let start = Instant::now();
        let folder = tempfile::tempdir().unwrap();
        let Some(written) = written(&case.program, &case.model, folder.path()) else { return Vec::new() };
        all.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let written = match written {
            Ok(written) => written,
            Err(why) if evidence::is_all() => {
                case.record(
                    "proofs",
                    start,
                    json!({ "verdict": "unknown", "reason": why.chars().take(200).collect::<String>() }),
                );
                return Vec::new();
            }
            Err(why) => return vec![why],
        };
        let verified = judged(folder.path());
        let mut wrong: Vec<String> = verified.problems.iter().map(|problem| format!("{problem:?}")).collect();
        if verified.size != written.size {
            wrong.push(format!("{:?} is written and {:?} found", written.size, verified.size));
        }
        wrong.extend(of_others(folder.path(), written.size.steps));
        let lines = match written.size.steps {
            0..LARGE if evidence::is_all() => 50,
            _ => 2,
        };
        wrong.extend(with_lines_changed(folder.path(), &case.name(), lines));
        let Size { variables, clauses, cycles, steps } = written.size;
        let size = json!({ "variables": variables, "clauses": clauses, "cycles": cycles, "steps": steps });
        case.record("proofs", start, json!({ "verdict": "checked", "size": size, "changed": lines, "wrong": wrong }));
        wrong
    });
    let all = all.into_inner();
    assert!(evidence::is_part() || all > 80, "{all} proofs");
}

#[test]
fn proofs_under_weak_models_hold() {
    let programs = headers::programs(&["tests/repairs"]);
    let is_small = |program: &&Program| ["mp.c", "sb.c", "wrc.c"].iter().any(|name| program.path.ends_with(name));
    let small = programs.iter().filter(is_small);
    let jobs: Vec<(&Program, &str)> =
        small.flat_map(|program| headers::WEAK_MODELS.map(|model| (program, model))).collect();
    assert_eq!(jobs.len(), 12);
    headers::for_each(
        &jobs,
        |(program, model)| format!("{} {model}", program.name()),
        |(program, model)| {
            let folder = tempfile::tempdir().unwrap();
            match written(program, model, folder.path()) {
                None => Vec::new(),
                Some(Err(why)) => vec![why],
                Some(Ok(_)) => judged(folder.path()).problems.iter().map(|problem| format!("{problem:?}")).collect(),
            }
        },
    );
}

/// The files of a proof.
fn papers(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    entries.map(walkdir::DirEntry::into_path).filter(|path| path.is_file()).collect()
}

/// Whether what lies in a folder is a proof; what is no manifest begins none.
fn is_proof(folder: &Path) -> bool {
    proof::verify(folder, &StopToken::default(), &mut Silent).is_ok_and(|verified| verified.problems.is_empty())
}

/// The proof of Peterson's lock with its fences.
fn peterson() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let programs = headers::programs(&["benchmarks/mutex"]);
    let program = programs.iter().find(|program| program.name().ends_with("/peterson.c")).expect("it is there");
    written(program, "tso", folder.path()).expect("it is repaired").expect("there is a proof");
    folder
}

/// A line that says something else.
fn altered(line: &str) -> String {
    match line.find(|c: char| c.is_ascii_digit()) {
        Some(at) => {
            let digit = if &line[at..=at] == "7" { "8" } else { "7" };
            format!("{}{digit}{}", &line[..at], &line[at + 1..])
        }
        None => format!("{line}7"),
    }
}

/// Changes single lines, which the name and the seed choose, of any of the files; those with which it is a proof all the same.
fn with_lines_changed(folder: &Path, name: &str, lines: usize) -> Vec<String> {
    let papers = papers(folder);
    let mut state = settings::seed().wrapping_add(u64::from_be_bytes(Sha256::digest(name)[..8].try_into().unwrap()));
    let mut below = |bound: usize| {
        // The generator of Vigna's SplitMix.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    };
    let mut wrong = Vec::new();
    for _ in 0..lines {
        let path = &papers[below(papers.len())];
        let text = fs::read_to_string(path).unwrap();
        let mut other: Vec<String> = text.lines().map(str::to_string).collect();
        if other.is_empty() {
            other.push(String::new());
        }
        let at = below(other.len());
        other[at] = altered(&other[at]);
        fs::write(path, other.join("\n") + "\n").unwrap();
        if is_proof(folder) {
            wrong.push(format!("{}: line {} changed, and it is a proof", path.display(), at + 1));
        }
        fs::write(path, text).unwrap();
    }
    wrong
}

#[test]
fn a_proof_with_one_line_changed_is_none() {
    let folder = peterson();
    assert_eq!(judged(folder.path()).problems, []);
    let mut changed = 0;
    for path in papers(folder.path()) {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        // What is said once is at the beginning; of what is said of each clause ordinary runs change some.
        let step = if settings::is_long() { 1 } else { 4 };
        for at in (0..lines.len()).filter(|at| *at < 40 || at % step == 0) {
            let mut other: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            other[at] = altered(lines[at]);
            fs::write(&path, other.join("\n") + "\n").unwrap();
            assert!(!is_proof(folder.path()), "{}: line {}", path.display(), at + 1);
            changed += 1;
        }
        fs::write(&path, text).unwrap();
    }
    assert!(changed > 100, "{changed} lines");
    assert_eq!(judged(folder.path()).problems, []);
}

/// Gives a file another text, and the manifest its hash.
fn forge(folder: &Path, name: &str, text: &str) {
    let before = fs::read_to_string(folder.join(name)).unwrap();
    let hash = |text: &str| Sha256::digest(text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect::<String>();
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    assert!(manifest.contains(&hash(&before)));
    fs::write(folder.join("manifest.json"), sealed(&manifest.replace(&hash(&before), &hash(text)))).unwrap();
    fs::write(folder.join(name), text).unwrap();
}

/// A manifest with the seal of what it says, which is no secret.
fn sealed(manifest: &str) -> String {
    let (before, rest) = manifest.split_once("\"seal\": \"").expect("it has a seal");
    let (_, after) = rest.split_once('"').expect("the seal ends");
    let seal = Sha256::digest(format!("{before}\"seal\": \"\"{after}").as_bytes());
    let seal: String = seal.iter().map(|b| format!("{b:02x}")).collect();
    format!("{before}\"seal\": \"{seal}\"{after}")
}

/// What a manifest says once more, or otherwise, is not what was written; and who wrote it is said.
#[test]
fn a_manifest_is_taken_at_its_word() {
    let folder = peterson();
    let path = folder.path().join("manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    assert_eq!(sealed(&manifest), manifest, "the seal is the hash that it is said to be");
    let line = |start: &str| manifest.lines().find(|line| line.trim_start().starts_with(start)).expect("a line");
    let twice = |start: &str| manifest.replacen(line(start), &format!("{0}\n{0}", line(start)), 1);
    let own = format!("\"tool\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let other = manifest.replacen(&own, "\"tool\": \"9.9.9\"", 1);
    for (text, code, said) in [
        (manifest.clone(), 0, "verified: "),
        (other.clone(), 1, "manifest.json is not the file that was written"),
        (sealed(&other), 0, "version 9.9.9 of this program wrote the proof"),
        (twice("\"tool\""), 2, "manifest.json: duplicate field `tool`"),
        (sealed(&twice("\"formula.cnf\"")), 1, "manifest.json is not the file that was written"),
        (format!("{manifest}\n"), 1, "manifest.json is not the file that was written"),
        (
            manifest.replacen("\"manifest_version\": 2", "\"manifest_version\": 1", 1),
            2,
            "its version is 1, and this program knows 2",
        ),
        (manifest.replacen("\"seal\"", "\"seals\"", 1), 2, "unknown field `seals`"),
    ] {
        fs::write(&path, &text).unwrap();
        let (found, stdout, stderr) = run(folder.path(), "verify .");
        assert!(found == Some(code) && (stdout.clone() + &stderr).contains(said), "{said}: {stdout}{stderr}");
    }
}

/// What a forger may do who knows the hashes, and what gives him away.
#[test]
fn a_forged_proof_is_none() {
    let folder = peterson();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (formula, steps, orders, program) =
        (read("formula.cnf"), read("proof.drat"), read("orders.txt"), read("program/0/peterson.c"));
    let of = |name: &str, text: String, before: &str| {
        assert_ne!(text, before, "{name} is forged");
        forge(folder.path(), name, &text);
        let problems = judged(folder.path()).problems;
        forge(folder.path(), name, before);
        problems
    };
    let found = |problems: &[Problem], is: fn(&Problem) -> bool| assert!(problems.iter().any(is), "{problems:?}");

    // A program without one of its fences.
    let problems = of("program/0/peterson.c", program.replacen("__sync_synchronize();", "", 1), &program);
    found(&problems, |problem| matches!(problem, Problem::Program(_)));
    // A clause of the formula that says something else.
    let line = formula
        .lines()
        .find(|line| line.ends_with(" 0") && line.split(' ').count() == 4)
        .expect("a clause of three literals");
    let problems = of(
        "formula.cnf",
        formula.replacen(&format!("\n{line}\n"), &format!("\n-{line}\n").replace("--", ""), 1),
        &formula,
    );
    found(&problems, |problem| matches!(problem, Problem::Program(_)));
    // The last clause, which is about a cycle, for one that ends all questions.
    let last = formula.lines().next_back().expect("there are clauses");
    let problems = of("formula.cnf", formula.replace(&format!("\n{last}\n"), "\n-1 0\n"), &formula);
    found(&problems, |problem| matches!(problem, Problem::Cycle(_)));
    // A graph with one edge more, and a cycle through it.
    let edge = orders
        .lines()
        .find(|line| line.starts_with("edge ") && !line.ends_with(" 0"))
        .expect("an edge with a condition");
    let always = format!("{} 0", edge.rsplit_once(' ').expect("three numbers").0);
    let problems = of("orders.txt", orders.replacen(edge, &always, 1), &orders);
    found(&problems, |problem| matches!(problem, Problem::Program(_)));
    // A step for which there is no reason, and a proof without its end.
    let problems = of("proof.drat", format!("0\n{steps}"), &steps);
    found(&problems, |problem| matches!(problem, Problem::Step(_)));
    let problems = of("proof.drat", steps.strip_suffix("0\n").expect("it ends").to_string(), &steps);
    found(&problems, |problem| matches!(problem, Problem::Step(_)));
    assert_eq!(judged(folder.path()).problems, []);
}

fn run(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    let command = command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// A folder with a program of two files that need fences.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inc")).unwrap();
    let header = "extern volatile int x, y;\nextern int r1, r2;\nvoid *t1(void *);\nvoid *t2(void *);\n";
    let threads = "#include \"sb.h\"\nvoid *t1(void *p)\n{\n\tx = 1;\n\tr1 = y;\n\treturn p;\n}\n\
                   void *t2(void *p)\n{\n\ty = 1;\n\tr2 = x;\n\treturn p;\n}\n";
    let main = "#include <assert.h>\n#include <pthread.h>\n#include \"sb.h\"\nvolatile int x, y;\nint r1, r2;\n\
                int main(void)\n{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, t1, 0);\n\tpthread_create(&b, 0, t2, 0);\n\
                \tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\tassert(r1 || r2);\n\treturn 0;\n}\n";
    for (name, text) in [("inc/sb.h", header), ("threads.c", threads), ("main.c", main)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_proof_is_judged_anywhere() {
    let folder = project();
    let (code, text, errors) =
        run(folder.path(), "suggest main.c threads.c -Iinc --model tso --in-place --proof proof --cross-check=false");
    assert_eq!(code, Some(1), "{errors}");
    assert!(text.contains("`fencesmith verify proof` checks it"), "{text}");
    let (code, text, _) = run(folder.path(), "verify proof");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("verified: ") && text.contains("threads.c is the text that the proof is about"), "{text}");

    // The program goes on, and the proof is about what it was.
    let path = folder.path().join("threads.c");
    fs::write(&path, fs::read_to_string(&path).unwrap() + "int more;\n").unwrap();
    let (code, text, _) = run(folder.path(), "verify proof");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("threads.c is another text now"), "{text}");

    // A pipe is no text, and nobody waits for one, where a file was or in the folder.
    let pipe = |path: &Path| {
        fs::remove_file(path).unwrap();
        nix::unistd::mkfifo(path, nix::sys::stat::Mode::S_IRWXU).unwrap();
    };
    pipe(&path);
    let (code, text, _) = run(folder.path(), "verify proof");
    assert!(code == Some(0) && text.contains("threads.c is not here"), "{text}");
    let copy = folder.path().join("piped");
    fs::create_dir(&copy).unwrap();
    nix::unistd::mkfifo(&copy.join("manifest.json"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let (code, _, errors) = run(folder.path(), "verify piped");
    assert!(code == Some(2) && errors.contains("it is no regular file"), "{errors}");

    // Nothing but the proof is needed.
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(folder.path().join("proof"), elsewhere.path().join("moved")).unwrap();
    drop(folder);
    let (code, text, _) = run(elsewhere.path(), "verify moved");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("threads.c is not here"), "{text}");
}

#[test]
fn what_cannot_be_proved_or_written_is_said() {
    let folder = project();
    let program = "main.c threads.c -Iinc --model tso";
    let (code, _, _) = run(folder.path(), &format!("check {program} --proof proof"));
    assert_eq!(code, Some(1));
    assert!(!folder.path().join("proof").exists(), "a violation needs no proof");
    let (code, _, errors) = run(folder.path(), "verify proof");
    assert!(code == Some(2) && errors.contains("there is no proof in proof"), "{errors}");
    let (code, _, errors) = run(folder.path(), &format!("suggest {program} --proof inc"));
    assert!(code == Some(2) && errors.contains("there is something in inc"), "{errors}");
    for (rest, what) in [("--engine explorer", "`--proof` has no meaning"), ("--proof main.c/x", "cannot write")] {
        let (code, _, errors) = run(
            folder.path(),
            &format!("check {program} --proof proof {rest}").replace("--proof proof --proof", "--proof"),
        );
        assert!(code == Some(2) && errors.contains(what), "{errors}");
    }
    let (code, _, errors) = run(folder.path(), &format!("cross-check {program} --proof proof"));
    assert!(code == Some(2) && errors.contains("`--proof` has no meaning"), "{errors}");
    let (code, _, errors) = run(folder.path(), "verify proof --format sarif");
    assert!(code == Some(2) && errors.contains("has no meaning for `verify`"), "{errors}");
}
