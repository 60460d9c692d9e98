//! Every place that C's grammar allows a fence at: `tests/frontend/points` has each form of statement and of expression, and the fence
//! of each place is text that a compiler with all its warnings turned into errors takes: with no other fence near it, in each of two
//! spellings, and with all others. A long run (`FENCESMITH_CASES`) has each of them alone, too.
//!
//! A program there is as clean itself; one whose forms are warned of anyway says in a line `// gcc: -Wno-…` of what.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fencesmith::diag::Sources;
use fencesmith::frontend::{ReadOptions, Splits, read};
use fencesmith::ir::Placement;
use fencesmith::patch::{Insertion, apply};

use crate::headers::{for_each, root};
use crate::oracle::settings;

const FLAGS: [&str; 5] = ["-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"];
/// Spelled as a call, and as what is no expression.
const FENCES: [&str; 2] = ["__sync_synchronize();", "__asm__ __volatile__(\"mfence\" ::: \"memory\");"];
/// How many texts one compiler is given.
const AT_ONCE: usize = 40;
/// Every so manieth place gets a fence, so that none of them has another one beside it.
const APART: usize = 23;

/// Texts and what is said of them if they are no good.
type Texts = Vec<(String, String)>;

fn programs() -> Vec<PathBuf> {
    let folder = root().join("tests/frontend/points").read_dir().expect("the folder can be read");
    let mut found: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

fn kind(placement: &Placement) -> &'static str {
    match placement {
        Placement::Statement { .. } => "statement",
        Placement::Braced { .. } => "braced",
        Placement::BracedEnd { .. } => "braced at the end",
        Placement::Comma { .. } => "comma",
        Placement::CommaEnd { .. } => "comma at the end",
        Placement::Split { .. } => "split",
        Placement::Order { .. } | Placement::Access { .. } | Placement::None => "no place of a fence",
    }
}

fn with(sources: &Sources, insertions: &[Insertion]) -> String {
    let patch = apply(sources, insertions).unwrap_or_else(|error| panic!("{error:?}"));
    let [file] = &patch.files[..] else { panic!("the program is one file") };
    file.patched.clone()
}

/// The program with a fence at each of its places, one by one and all at once, and how many places of each kind there are.
fn fenced(path: &Path) -> (Texts, BTreeMap<&'static str, usize>) {
    let (mut texts, mut kinds) = (Texts::new(), BTreeMap::new());
    for splits in [Splits::None, Splits::Offered] {
        let options = ReadOptions { splits, ..ReadOptions::default() };
        let unit = read(path, &options).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
        let is_split = |placement: &Placement| matches!(placement, Placement::Split { .. });
        let placements = unit.program.points.iter().map(|point| &point.placement);
        let placements: Vec<&Placement> =
            placements.filter(|placement| is_split(placement) == (splits == Splits::Offered)).collect();
        let insertion = |placement: &Placement, fence: &str| Insertion {
            comment: vec!["what is before it before what is behind".to_string()],
            ..Insertion::new(placement.clone(), fence)
        };
        for (number, placement) in placements.iter().enumerate() {
            *kinds.entry(kind(placement)).or_default() += 1;
            let at = placement.span().map_or(0, |span| unit.sources.position(span.file, span.start).line);
            let what = format!("{} in line {at}", kind(placement));
            if settings::is_long() {
                texts.push((what, with(&unit.sources, &[insertion(placement, FENCES[number % 2])])));
            }
        }
        for first in 0..APART.min(placements.len()) {
            for fence in FENCES {
                let some = placements.iter().skip(first).step_by(APART).map(|placement| insertion(placement, fence));
                let what = format!("from place {first} on, {splits:?}");
                texts.push((what, with(&unit.sources, &some.collect::<Vec<_>>())));
            }
        }
        for fence in FENCES {
            let all: Vec<Insertion> = placements.iter().map(|placement| insertion(placement, fence)).collect();
            texts.push((format!("all at once, {splits:?}"), with(&unit.sources, &all)));
        }
    }
    (texts, kinds)
}

/// What a compiler has against these texts.
fn refused(name: &str, own: &[&str], texts: &[(String, String)]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let named = |number: usize| format!("{number}.c");
    for (number, (_, text)) in texts.iter().enumerate() {
        fs::write(folder.path().join(named(number)), text).expect("a file can be written");
    }
    let mut gcc = Command::new("gcc");
    gcc.args(FLAGS).args(own).args((0..texts.len()).map(named)).current_dir(folder.path());
    let output = gcc.output().expect("this test needs gcc");
    let said = String::from_utf8_lossy(&output.stderr);
    let about = |number: usize| {
        said.lines().find(|line| line.starts_with(&format!("{}:", named(number))) && line.contains("error"))
    };
    let mut wrong: Vec<String> = texts
        .iter()
        .enumerate()
        .filter_map(|(number, (what, _))| Some(format!("{name}: {what}: {}", about(number)?)))
        .collect();
    if wrong.is_empty() && !output.status.success() {
        wrong.push(format!("{name}: {said}"));
    }
    wrong
}

#[test]
fn a_fence_at_every_place_is_taken_without_a_warning() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut jobs: Vec<(String, Vec<String>, Texts)> = Vec::new();
    for path in programs() {
        let text = fs::read_to_string(&path).expect("the program can be read");
        let own = text.lines().find_map(|line| line.strip_prefix("// gcc: ")).unwrap_or_default();
        let own: Vec<String> = own.split_whitespace().map(str::to_string).collect();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let (mut texts, found) = fenced(&path);
        found.into_iter().for_each(|(kind, count)| *kinds.entry(kind).or_default() += count);
        texts.push(("as it is".to_string(), text));
        jobs.extend(texts.chunks(AT_ONCE).map(|chunk| (name.clone(), own.clone(), chunk.to_vec())));
    }
    for (kind, least) in [
        ("statement", 350),
        ("braced", 60),
        ("braced at the end", 20),
        ("comma", 40),
        ("comma at the end", 5),
        ("split", 100),
    ] {
        let found = kinds.get(kind).copied().unwrap_or(0);
        assert!(found >= least, "{found} places of the kind `{kind}`: {kinds:?}");
    }
    for_each(
        &jobs,
        |(name, ..)| name.clone(),
        |(name, own, texts)| refused(name, &own.iter().map(String::as_str).collect::<Vec<_>>(), texts),
    );
}

/// The compiler has the last word here, so it must be one that says no.
#[test]
fn what_is_warned_of_is_refused() {
    let texts = |text: &str| vec![("it".to_string(), text.to_string())];
    assert_eq!(refused("good.c", &[], &texts("int f(int a) { return a; }\n")), Vec::<String>::new());
    for bad in ["int f(int a) { 1; return a; }\n", "int f(int a) { if (a) ; return 0; }\n", "int f(int a) { return }\n"]
    {
        assert_eq!(refused("bad.c", &[], &texts(bad)).len(), 1, "{bad}");
    }
}
