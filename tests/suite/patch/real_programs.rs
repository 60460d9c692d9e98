//! Fences at every place of real programs at once: what is written must still be C, and a program that is safe under
//! every model and needs no verifier's names must still run to its end.

use std::collections::BTreeMap;

use super::*;
use crate::oracle::settings;
use fencesmith::frontend::{ReadOptions, Splits, read};
use walkdir::WalkDir;

const FLAGS: &[&str] = &["-std=gnu11", "-Wall", "-Wextra", "-fwrapv", "-fno-strict-aliasing", "-pthread"];

struct Tally {
    patched: usize,
    run: usize,
    fences: usize,
}

/// Patches every program below `directory` (of the repository) that the reader takes, except in subdirectories of
/// these names.
fn patch_all(directory: &str, skip: &[&str], splits: Splits) -> Tally {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let scratch = tempfile::tempdir().unwrap();
    let files: Vec<_> = WalkDir::new(&root)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .collect();
    let moved = |path: &Path| scratch.path().join(path.strip_prefix(&root).expect("a fence stays in the directory"));
    for path in &files {
        fs::create_dir_all(moved(path).parent().unwrap()).unwrap();
        fs::copy(path, moved(path)).unwrap();
    }
    let mut tally = Tally { patched: 0, run: 0, fences: 0 };
    let program = |path: &&std::path::PathBuf| {
        let skipped = path.strip_prefix(&root).unwrap().iter().any(|part| skip.iter().any(|name| part == *name));
        !skipped && path.extension().is_some_and(|extension| extension == "c")
    };
    // Those left out by default are told from the others by nothing but their turn.
    let step = if settings::is_long() || splits == Splits::Offered || directory == "benchmarks" { 1 } else { 2 };
    for path in files.iter().filter(program).step_by(step) {
        // That none is refused which should be read is for the tests of the reader.
        let Ok(unit) = read(path, &ReadOptions { splits, ..ReadOptions::default() }) else { continue };
        let insertions: Vec<Insertion> = unit
            .program
            .points
            .iter()
            .filter(|point| splits == Splits::None || matches!(point.placement, Placement::Split { .. }))
            .enumerate()
            .map(|(i, point)| Insertion {
                comment: vec![format!("fence {i} before the next")],
                header: (i % 5 == 0).then(|| "stdatomic.h".to_string()),
                ..Insertion::new(point.placement.clone(), if i % 3 == 0 { ASM } else { FENCE })
            })
            .collect();
        if insertions.is_empty() {
            continue;
        }
        let patch = apply(&unit.sources, &insertions).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        check(&patch, &insertions);
        for file in &patch.files {
            write_file(&moved(&fs::canonicalize(&file.path).unwrap()), &file.patched).unwrap();
        }
        tally.patched += 1;
        tally.fences += insertions.len();
        tally.run += usize::from(compile_and_run(path, &moved(path)));
        for file in &patch.files {
            write_file(&moved(&fs::canonicalize(&file.path).unwrap()), &file.original).unwrap();
        }
    }
    tally
}

/// What gcc says of a program, which it takes; a binary is made where one is named.
fn compile(program: &Path, binary: Option<&Path>) -> Result<String, String> {
    let mut gcc = Command::new("gcc");
    gcc.args(FLAGS).arg(program);
    match binary {
        Some(binary) => gcc.arg("-o").arg(binary),
        None => gcc.arg("-fsyntax-only"),
    };
    let output = gcc.output().expect("this test needs gcc");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(said) } else { Err(said) }
}

/// The kinds of warnings in what gcc says, each with how often.
fn warnings(said: &str) -> BTreeMap<&str, usize> {
    let mut kinds = BTreeMap::new();
    for (_, kind) in said.lines().filter_map(|line| line.rsplit_once("[-W")) {
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

/// Whether the program could be run; that it compiles without new warnings is demanded.
fn compile_and_run(original: &Path, patched: &Path) -> bool {
    let text = fs::read(original).unwrap();
    let text = String::from_utf8_lossy(&text);
    let verifier = ["__VERIFIER_", "__CPROVER_", "nondet_"].iter().any(|name| text.contains(name));
    let safe = text.contains("// verdict: sc safe, tso safe, pso safe\n");
    let runs = safe && !verifier && !text.contains("// gcc: no");
    let binary = patched.with_extension("out");
    let made = runs.then_some(binary.as_path());
    let patched_text = || String::from_utf8_lossy(&fs::read(patched).unwrap()).into_owned();
    let fails = |said: &str| panic!("{}: {said}\n{}", original.display(), patched_text());
    let after = compile(patched, made).unwrap_or_else(|said| fails(&said));
    if !warnings(&after).is_empty() {
        let other = binary.with_extension("before");
        let before = compile(original, made.map(|_| other.as_path())).unwrap_or_else(|said| fails(&said));
        let before = warnings(&before);
        let is_new = |(kind, count): (&&str, &usize)| before.get(kind).is_none_or(|known| known < count);
        assert!(!warnings(&after).iter().any(is_new), "{} is warned of: {after}", original.display());
    }
    if runs {
        // A program that waits for good must fail the test, not stop it.
        let output = Command::new("timeout").arg("20").arg(&binary).output().expect("this test needs timeout");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}\n{}", original.display(), patched_text());
    }
    runs
}

#[test]
fn the_test_programs_survive_a_fence_everywhere() {
    // CBMC takes one label several times; gcc does not.
    let tally = patch_all("tests/c", &["bad", "unsupported", "include", "kernel", "cprover_async.c"], Splits::None);
    assert!(tally.patched >= 90 && tally.run >= 50 && tally.fences >= 1000, "too few programs were patched");
}

#[test]
fn the_benchmarks_survive_a_fence_everywhere() {
    let tally = patch_all("benchmarks", &["ck"], Splits::None);
    assert!(tally.patched >= 30 && tally.fences >= 500, "too few programs were patched");
}

/// Every statement is taken apart behind every access in it that allows it.
#[test]
fn the_test_programs_survive_being_taken_apart() {
    let tally = patch_all("tests/c", &["bad", "unsupported", "include", "kernel", "cprover_async.c"], Splits::Offered);
    assert!(tally.patched >= 90 && tally.run >= 50 && tally.fences >= 500, "too few programs were patched");
    let tally = patch_all("benchmarks", &["ck"], Splits::Offered);
    assert!(tally.patched >= 30 && tally.fences >= 200, "too few programs were patched");
}
