//! Fences at every place of real programs at once: what is written must still be C, and a program that is safe under
//! every model and needs no verifier's names must still run to its end.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;
use crate::oracle::settings;
use fencesmith::frontend::{ReadOptions, Splits, read};
use walkdir::WalkDir;

const FLAGS: &[&str] = &["-std=gnu11", "-Wall", "-Wextra", "-fwrapv", "-fno-strict-aliasing", "-pthread"];

#[derive(Debug, Default)]
struct Tally {
    patched: usize,
    run: usize,
    fences: usize,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        let Tally { patched, run, fences } = other;
        Tally { patched: self.patched + patched, run: self.run + run, fences: self.fences + fences }
    }
}

/// Patches every program below `directory` (of the repository) that the reader takes, except in subdirectories of
/// these names.
fn patch_all(directory: &str, skip: &[&str], splits: Splits) -> Tally {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let files: Vec<PathBuf> = WalkDir::new(&root)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .collect();
    let is_program = |path: &&PathBuf| {
        let skipped = path.strip_prefix(&root).unwrap().iter().any(|part| skip.iter().any(|name| part == *name));
        !skipped && path.extension().is_some_and(|extension| extension == "c")
    };
    // Those left out by default are told from the others by nothing but their turn.
    let step = match splits {
        _ if settings::is_long() || directory == "benchmarks" => 1,
        Splits::None => 4,
        _ => 2,
    };
    let programs: Vec<&PathBuf> = files.iter().filter(is_program).step_by(step).collect();
    // What is patched may be a header of several programs, so that each worker has a copy of all.
    let parts = std::thread::scope(|scope| {
        let workers = [0, 1].map(|worker| {
            let programs = programs.iter().skip(worker).step_by(2);
            let (root, files) = (&root, &files);
            scope.spawn(move || {
                let scratch = Scratch::of(root, files);
                programs.map(|path| scratch.patch(path, splits)).fold(Tally::default(), Tally::and)
            })
        });
        workers.map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    parts.into_iter().fold(Tally::default(), Tally::and)
}

/// A copy of a folder in which files are patched.
struct Scratch<'f> {
    folder: tempfile::TempDir,
    root: &'f Path,
}

impl Scratch<'_> {
    fn of<'f>(root: &'f Path, files: &[PathBuf]) -> Scratch<'f> {
        let scratch = Scratch { folder: tempfile::tempdir().unwrap(), root };
        for path in files {
            fs::create_dir_all(scratch.moved(path).parent().unwrap()).unwrap();
            fs::copy(path, scratch.moved(path)).unwrap();
        }
        scratch
    }

    fn moved(&self, path: &Path) -> PathBuf {
        self.folder.path().join(path.strip_prefix(self.root).expect("a fence stays in the directory"))
    }

    /// Patches a program, looks at it, and takes it all back.
    fn patch(&self, path: &Path, splits: Splits) -> Tally {
        // That none is refused which should be read is for the tests of the reader.
        let Ok(unit) = read(path, &ReadOptions { splits, ..ReadOptions::default() }) else { return Tally::default() };
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
            return Tally::default();
        }
        let patch = apply(&unit.sources, &insertions).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        check(&patch, &insertions);
        for file in &patch.files {
            fs::write(self.moved(&fs::canonicalize(&file.path).unwrap()), &*file.patched).unwrap();
        }
        let run = usize::from(compile_and_run(path, &self.moved(path)));
        for file in &patch.files {
            fs::write(self.moved(&fs::canonicalize(&file.path).unwrap()), &*file.original).unwrap();
        }
        Tally { patched: 1, run, fences: insertions.len() }
    }
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
    assert!(tally.patched >= 90 && tally.run >= 40 && tally.fences >= 1000, "too few programs were patched: {tally:?}");
}

#[test]
fn the_benchmarks_survive_a_fence_everywhere() {
    let tally = patch_all("benchmarks", &["ck"], Splits::None);
    assert!(tally.patched >= 30 && tally.fences >= 500, "too few programs were patched: {tally:?}");
}

/// Every statement is taken apart behind every access in it that allows it.
#[test]
fn the_test_programs_survive_being_taken_apart() {
    let tally = patch_all("tests/c", &["bad", "unsupported", "include", "kernel", "cprover_async.c"], Splits::Offered);
    assert!(tally.patched >= 40 && tally.run >= 20 && tally.fences >= 200, "too few programs were patched: {tally:?}");
    let tally = patch_all("benchmarks", &["ck"], Splits::Offered);
    assert!(tally.patched >= 30 && tally.fences >= 200, "too few programs were patched: {tally:?}");
}
