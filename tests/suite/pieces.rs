//! Parts of an exploration that are explored apart (`--piece`, `--merge`): together they are the whole, each execution once, and
//! what does not belong together is not put together.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// What a rare path alone shows of memory is known to one part only: twelve choices lead to it.
const RARE: &str = "#include <pthread.h>\n#include <stdatomic.h>\n\
    _Bool __VERIFIER_nondet_bool(void);\natomic_int f; int g, h;\n\
    void *a(void *p) { _Bool all = 1; for (int i = 0; i < 12; i++) all &= __VERIFIER_nondet_bool(); \
    if (all) { g = 1; f = 1; } return 0; }\n\
    void *b(void *p) { if (f) h = g; return 0; }\n\
    int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0); \
    pthread_join(s, 0); pthread_join(t, 0); }\n";

/// Four threads that add, wrongly if `ADD` is not atomic.
pub const COUNTER: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
    void *add(void *p) { ADD; return 0; }\n\
    int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, add, 0);\n\
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);\n assert(x == 4); }\n";

pub fn run(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

pub fn printed(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

/// Writes the reports of some parts and returns them.
fn parts(folder: &Path, program: &str, of: u32) -> Vec<serde_json::Value> {
    let explored = |number: u32| {
        let output = run(folder, &format!("explore {program} --format json --piece {number}/{of}"));
        fs::write(folder.join(format!("part{number}.json")), &output.stdout).expect("writable");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(&output)))
    };
    (1..=of).map(explored).collect()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

#[test]
fn parts_are_put_together() {
    let folder = folder(&[("counter.c", COUNTER)]);
    let program = "counter.c -DADD=x++ --model tso --no-symmetry";
    let whole = run(folder.path(), &format!("explore {program} --format json"));
    let whole: serde_json::Value = serde_json::from_slice(&whole.stdout).expect("a report");
    let reports = parts(folder.path(), program, 3);
    for (number, report) in (1..).zip(&reports) {
        assert_eq!((&report["verdict"], &report["piece"]["safe"]), (&"unknown".into(), &true.into()), "{report}");
        assert_eq!(report["piece"]["number"], number);
        assert!(report["complete"].as_u64() < whole["complete"].as_u64(), "each has a share: {report}");
    }
    let merged = run(folder.path(), "explore --merge part3.json part1.json part2.json --format json");
    assert_eq!(merged.status.code(), Some(0), "{}", printed(&merged));
    let merged: serde_json::Value = serde_json::from_slice(&merged.stdout).expect("a report");
    for key in ["verdict", "complete", "blocked", "violating", "piece", "model", "file"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
    // A part alone proves nothing, nor do some of them.
    assert_eq!(run(folder.path(), &format!("explore {program} --piece 1 --split 3")).status.code(), Some(4));
    for (files, why) in [
        ("part1.json part3.json", "of 3 parts these are missing: 2"),
        ("part1.json part2.json part2.json part3.json", "both about part 2"),
        ("counter.c", "no report of an exploration"),
    ] {
        let output = run(folder.path(), &format!("explore --merge {files}"));
        assert_eq!(output.status.code(), Some(2), "{files}");
        assert!(printed(&output).contains(why), "{}", printed(&output));
    }
}

#[test]
fn a_violation_of_a_part_is_one_of_the_program() {
    let folder = folder(&[("counter.c", COUNTER)]);
    let program = "counter.c -DADD=x=x+1 --model sc";
    let counts = |report: &serde_json::Value| ["complete", "violating"].map(|key| report[key].as_u64().unwrap_or(0));
    let whole = run(folder.path(), &format!("explore {program} --all --format json"));
    let whole: serde_json::Value = serde_json::from_slice(&whole.stdout).expect("a report");
    let reports = parts(folder.path(), &format!("{program} --all"), 4);
    let sum = reports.iter().map(counts).fold([0, 0], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
    assert_eq!(sum, counts(&whole));
    parts(folder.path(), program, 4);
    let merged = run(folder.path(), "explore --merge part1.json part2.json part3.json part4.json");
    assert_eq!(merged.status.code(), Some(1), "{}", printed(&merged));
    assert!(printed(&merged).contains("The counterexample is in part"), "{}", printed(&merged));
}

#[test]
fn what_does_not_belong_together_is_no_proof() {
    let folder = folder(&[("counter.c", COUNTER), ("rare.c", RARE)]);
    parts(folder.path(), "counter.c -DADD=x++ --model tso", 2);
    // The same shape, another program.
    let output = run(folder.path(), "explore counter.c -DADD=x+=2 --model tso --format json --piece 2/2");
    fs::write(folder.path().join("part2.json"), &output.stdout).expect("writable");
    let output = run(folder.path(), "explore counter.c -DADD=x++ --model pso --format json --piece 2/2");
    fs::write(folder.path().join("pso.json"), &output.stdout).expect("writable");
    let output = run(folder.path(), "explore --merge part1.json pso.json");
    assert!(printed(&output).contains("different explorations"), "{}", printed(&output));
    assert_ne!(run(folder.path(), "explore --merge part1.json part2.json").status.code(), Some(0));
    // What a part does not know of memory it may divide otherwise than the others do.
    let reports = parts(folder.path(), "rare.c --model sc", 4);
    assert!(reports.iter().all(|report| report["piece"]["safe"] == true), "{reports:?}");
    assert!(reports.iter().any(|report| report["piece"]["digest"] != reports[0]["piece"]["digest"]));
    let output = run(folder.path(), "explore --merge part1.json part2.json part3.json part4.json");
    assert_eq!(output.status.code(), Some(4), "{}", printed(&output));
    assert!(printed(&output).contains("learnt different things of memory"), "{}", printed(&output));
}

/// Runs a driver of `scripts/` on the counter, in a folder with a space in its name.
fn driven(folder: &Path, mut driver: Command, parts: &str) -> Output {
    let output = driver
        .args([parts, "the parts", "counter.c", "-DADD=x++", "--model", "tso"])
        .env("FENCESMITH", env!("CARGO_BIN_EXE_fencesmith"))
        .current_dir(folder)
        .output()
        .expect("the driver starts");
    let merged = fs::read(folder.join("the parts/merged.json")).unwrap_or_else(|_| panic!("{}", printed(&output)));
    let merged: serde_json::Value = serde_json::from_slice(&merged).expect("a report");
    assert_eq!((&merged["verdict"], &merged["piece"]), (&"safe".into(), &serde_json::Value::Null), "{merged}");
    output
}

/// Stands for the scheduler: it runs what it is given at once, each task of an array after the other.
const SBATCH: &str = "#!/bin/sh\nfor word in \"$@\"; do case $word in --array=*) array=${word#--array=1-};; \
    --wrap=*) wrap=${word#--wrap=};; esac; done\n\
    for task in $(seq \"${array:-1}\"); do SLURM_ARRAY_TASK_ID=$task sh -c \"$wrap\" || echo \"failed: $task\" >&2; done\necho 7\n";

#[test]
fn job_arrays_explore_parts() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("counter.c", COUNTER), ("sbatch", SBATCH)]);
    let sbatch = folder.path().join("sbatch");
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).expect("ours");
    let mut driver = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/explore-slurm"));
    driver.env("SBATCH", sbatch);
    let output = driven(folder.path(), driver, "3");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", printed(&output));
    let text = fs::read_to_string(folder.path().join("the parts/merged.txt")).expect("written");
    assert!(text.starts_with("safe: counter.c is correct under tso"), "{text}");
}

#[test]
fn clusters_of_dask_explore_parts() {
    let has_dask = Command::new("python3").args(["-c", "import distributed"]).output();
    if !has_dask.is_ok_and(|output| output.status.success()) {
        println!("skipped: the Python package `distributed` is not installed");
        return;
    }
    let folder = folder(&[("counter.c", COUNTER)]);
    let driver = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/explore-dask"));
    let output = driven(folder.path(), driver, "3");
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}
