//! All repairs of the same weight: what `suggest --all` lists is what brute force over the text finds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect;
use fencesmith::diag::Sources;
use fencesmith::drive::outcome::Suggestion;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Request, SuggestSettings, check, suggest};
use fencesmith::model::Model;
use fencesmith::progress::Silent;

/// Store buffering with another access in between.
const BETWEEN: &str = "#include <assert.h>
#include <pthread.h>
volatile int x, y, z;
int r1, r2, r3;
static void *t1(void *p)
{
\tx = 1;
\tr3 = z;
\tr1 = y;
\treturn p;
}
static void *t2(void *p)
{
\ty = 1;
\tz = 1;
\tr2 = x;
\treturn p;
}
int main(void)
{
\tpthread_t a, b;
\tpthread_create(&a, 0, t1, 0);
\tpthread_create(&b, 0, t2, 0);
\tpthread_join(a, 0);
\tpthread_join(b, 0);
\tassert(r1 || r2 || r3);
\treturn 0;
}
";

const FENCE: &str = "__sync_synchronize();";

fn request(path: &Path) -> Request {
    Request::new(path, Model::find("tso", &mut Sources::default()).expect("it is built in"))
}

/// The lines before which fences stand, of all repairs.
fn listed(path: &Path, most: usize) -> (BTreeSet<Vec<u32>>, usize, bool) {
    let settings = SuggestSettings { all: Some(most), ..SuggestSettings::default() };
    let (report, sources) = suggest(&request(path), &settings, &mut Silent).expect("it is read");
    let Suggestion::Repaired { fences, .. } = &report.suggestion else { panic!("it is repaired") };
    let others = report.others.expect("they are asked for");
    let all = std::iter::once(fences).chain(&others.repairs).map(|fences| {
        let mut lines: Vec<u32> = fences
            .iter()
            .map(|fence| fence.span.expect("it has a place"))
            .map(|span| sources.position(span.file, span.start).line)
            .collect();
        lines.sort_unstable();
        lines
    });
    (all.collect(), others.repairs.len() + 1, others.complete)
}

/// The lines before which two fences make the program correct.
fn by_brute_force(text: &str) -> BTreeSet<Vec<u32>> {
    let lines: Vec<&str> = text.lines().collect();
    let places: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with('\t') && *at < 18).collect();
    let mut found = BTreeSet::new();
    for (i, first) in places.iter().enumerate() {
        for second in &places[i + 1..] {
            let mut patched = lines.clone();
            patched.insert(*second, FENCE);
            patched.insert(*first, FENCE);
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("p.c");
            fs::write(&path, patched.join("\n") + "\n").unwrap();
            let (report, _) = check(&request(&path), &mut Silent).expect("it is read");
            if matches!(report.verdict, Verdict::Safe { .. }) {
                found.insert(vec![*first as u32 + 1, *second as u32 + 1]);
            }
        }
    }
    found
}

#[test]
fn all_repairs_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("between.c");
    fs::write(&path, BETWEEN).unwrap();
    let expected = by_brute_force(BETWEEN);
    assert_eq!(expected.len(), 4, "{expected:?}");
    assert_eq!(listed(&path, 100), (expected.clone(), 4, true));
    let (some, number, complete) = listed(&path, 3);
    assert!(some.is_subset(&expected) && number == 3 && !complete, "{some:?}");
}

#[test]
fn the_list_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("between.c"), BETWEEN).unwrap();
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
        command.args(arguments.split_whitespace()).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text, _) = run("suggest between.c --model tso --quiet --all");
    assert_eq!(code, Some(1));
    let (_, list) = text.split_once("correct.\n").expect("it is read again");
    expect![[r#"
        3 other repairs have as few fences at the same cost
          2.   between.c:9:2: `__sync_synchronize();`
               between.c:15:2: `__sync_synchronize();`
          3.   between.c:8:2: `__sync_synchronize();`
               between.c:16:2: `__sync_synchronize();`
          4.   between.c:8:2: `__sync_synchronize();`
               between.c:15:2: `__sync_synchronize();`
    "#]]
    .assert_eq(list.trim_start());
    for wrong in ["--all --minimize pairs", "--max 3", "--all --max 0"] {
        let (code, _, errors) = run(&format!("suggest between.c --model tso {wrong}"));
        assert!(code == Some(2) && errors.contains("--"), "{wrong}: {errors}");
    }
    let (code, _, errors) = run("optimize between.c --model tso --all");
    assert!(code == Some(2) && errors.contains("`--all` lists the repairs of `suggest`"), "{errors}");
}
