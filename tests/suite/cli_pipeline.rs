//! The commands from end to end: verdicts, exit codes, documents and written files, on small programs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Store buffering: wrong under TSO and PSO, right under SC.
const SB: &str = "\
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

void *left(void *arg)
{
	x = 1;
	a = y;
	return 0;
}

void *right(void *arg)
{
	y = 1;
	b = x;
	return 0;
}

int main(void)
{
	pthread_t l, r;
	pthread_create(&l, 0, left, 0);
	pthread_create(&r, 0, right, 0);
	pthread_join(l, 0);
	pthread_join(r, 0);
	assert(a == 1 || b == 1);
	return 0;
}
";

/// A lost update: wrong under every model.
const LOST_UPDATE: &str = "\
#include <assert.h>
#include <pthread.h>

int counter;

void *worker(void *arg)
{
	counter++;
	return 0;
}

int main(void)
{
	pthread_t l, r;
	pthread_create(&l, 0, worker, 0);
	pthread_create(&r, 0, worker, 0);
	pthread_join(l, 0);
	pthread_join(r, 0);
	assert(counter == 2);
	return 0;
}
";

/// A loop that may run further than any bound.
const LONG_LOOP: &str = "\
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int(), i = 0;
	if (n > 20)
		return 0;
	while (i < n)
		i++;
	assert(n < 0 || i == n);
	return 0;
}
";

fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    folder
}

fn fencesmith(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Standard output of a run that must end with this code.
fn ends(folder: &Path, arguments: &str, code: i32) -> String {
    let output = fencesmith(folder, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments}\n{}\n{stderr}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Path, arguments: &str, code: i32) -> Value {
    serde_json::from_str(&ends(folder, &format!("{arguments} --format json"), code)).unwrap()
}

#[test]
fn check_says_safe_or_shows_the_violation() {
    let folder = folder("sb.c", SB);
    let text = ends(folder.path(), "check sb.c --model sc", 0);
    assert!(text.starts_with("safe: sb.c is correct under sc"), "{text}");
    let text = ends(folder.path(), "check sb.c --model tso --engine solver", 1);
    assert!(text.starts_with("violation: sb.c is wrong under tso"), "{text}");
    for part in ["assertion violated: a == 1 || b == 1", "sb.c:27:2", "T1 left", "T2 right", "Reordered:", "early 1"] {
        assert!(text.contains(part), "no \"{part}\" in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
    assert!(ends(folder.path(), "check sb.c --model tso --color always", 1).contains('\u{1b}'));
    let value = json(folder.path(), "check sb.c --model tso", 1);
    assert_eq!((&value["verdict"], &value["model"]), (&"violation".into(), &"tso".into()));
    assert_eq!(value["counterexample"]["threads"], serde_json::json!(["main", "left", "right"]));
    let text = ends(folder.path(), "check sb.c --model tso --engine explorer", 1);
    assert!(text.contains("\ndecided by the explorer, "), "{text}");
    // A race is shown with both places, in each form.
    let races = "check sb.c --model sc --property races --engine explorer";
    let text = ends(folder.path(), races, 1);
    for part in ["data race: on `", "sb.c:8:2", "sb.c:16:6"] {
        assert!(text.contains(part), "no \"{part}\" in\n{text}");
    }
    let value = json(folder.path(), races, 1);
    assert_eq!((&value["decided_by"], &value["counterexample"]["property"]), (&"explorer".into(), &"data race".into()));
    assert_eq!(
        (&value["counterexample"]["line"], &value["counterexample"]["other_place"]["line"]),
        (&8.into(), &16.into())
    );
}

#[test]
fn suggest_repairs_and_reports() {
    let folder = folder("sb.c", SB);
    let value = json(folder.path(), "suggest sb.c --model tso --diff", 1);
    assert_eq!(value["verdict"], "repaired");
    assert_eq!(value["algorithm"], "core-first");
    assert_eq!(value["objective"], "fences");
    assert_eq!(value["rechecked"], true);
    let fences = value["fences"].as_array().unwrap();
    assert_eq!(fences.len(), 2);
    assert_eq!(value["pairs"].as_array().unwrap().len(), 2);
    for (fence, line) in fences.iter().zip([9, 16]) {
        assert_eq!((&fence["file"], &fence["line"], &fence["column"]), (&"sb.c".into(), &line.into(), &2.into()));
        assert!(fence["kind"].is_string() && fence["text"].as_str().unwrap().ends_with(';'));
        assert_eq!(fence["orders"].as_array().unwrap().len(), 1);
        assert_eq!(fence["orders"][0]["first"]["line"], line - 1);
        assert_eq!(fence["orders"][0]["second"]["access"], "read");
    }
    assert!(value["reorderable_pairs"].as_u64().unwrap() >= 2);
    assert!(value["queries"].as_u64().unwrap() > 0);
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    assert!(value["diff"].as_str().unwrap().starts_with("--- a/sb.c\n+++ b/sb.c\n"));
    assert_eq!(fs::read_to_string(folder.path().join("sb.c")).unwrap(), SB, "the input was changed");

    let text = ends(folder.path(), "suggest sb.c --model tso", 1);
    assert!(text.starts_with("repaired: 2 fences make sb.c correct under tso"), "{text}");
    for part in ["fence 1 of 2", "fence 2 of 2", "= orders: write x (sb.c:8:2) before read y (sb.c:9:6)", "2 culprits"]
    {
        assert!(text.contains(part), "no \"{part}\" in\n{text}");
    }
    let value = json(folder.path(), "suggest sb.c --model tso --minimize pairs --algorithm robmc-et --k1 1", 1);
    assert_eq!((&value["objective"], &value["algorithm"]), (&"pairs".into(), &"robmc-et".into()));
    assert_eq!(value["pairs"].as_array().unwrap().len(), 2);
}

#[test]
fn racing_plain_accesses_are_warned_about() {
    for (text, warnings) in [(SB.to_string(), 1), (SB.replace("int x, y", "volatile int x, y"), 0)] {
        let folder = folder("sb.c", &text);
        // Under the first model nothing matters, under the second both pairs do.
        for (arguments, code) in
            [("check sb.c --model sc", 0), ("check sb.c --model tso", 1), ("suggest sb.c --model tso", 1)]
        {
            let document = json(folder.path(), arguments, code);
            let said = document["warnings"].as_array().expect("an array");
            assert_eq!(said.len(), warnings, "{arguments}: {said:?}");
        }
    }
}

#[test]
fn sarif_is_one_log() {
    let folder = folder("sb.c", SB);
    let value: Value =
        serde_json::from_str(&ends(folder.path(), "suggest sb.c --model tso --format sarif", 1)).unwrap();
    let results = value["runs"][0]["results"].as_array().unwrap();
    assert_eq!((&value["version"], results.len()), (&"2.1.0".into(), 2));
    assert_eq!(results[0]["fixes"][0]["artifactChanges"][0]["artifactLocation"]["uri"], "sb.c");
}

#[test]
fn the_patched_program_is_written_where_it_is_wanted() {
    let folder = folder("sb.c", SB);
    let path = folder.path();
    ends(path, "suggest sb.c --model tso --output fenced.c", 1);
    assert_eq!(fs::read_to_string(path.join("sb.c")).unwrap(), SB);
    let fenced = fs::read_to_string(path.join("fenced.c")).unwrap();
    assert_eq!(fenced.lines().count(), SB.lines().count() + 2);
    let text = ends(path, "suggest sb.c --model tso --in-place", 1);
    assert!(text.contains("Written: sb.c\n"), "{text}");
    assert_eq!(fs::read_to_string(path.join("sb.c")).unwrap(), fenced);
    let text = ends(path, "suggest sb.c --model tso", 0);
    assert!(text.starts_with("safe: sb.c is correct under tso and needs no fence"), "{text}");
    ends(path, "check fenced.c --model tso", 0);
    let value = json(path, "suggest sb.c --model tso", 0);
    assert_eq!((&value["verdict"], &value["fences"]), (&"safe".into(), &serde_json::json!([])));
}

/// The fence's own name means something else in the program: an error, and no file is touched.
#[test]
fn a_fence_that_means_something_else_is_not_written() {
    let shadows = [
        "int __sync_synchronize;\n",
        "#define __sync_synchronize() ((void)0)\n",
        "#define __sync_synchronize() x\n",
        "void __sync_synchronize(int a) { }\n",
        "enum { __sync_synchronize };\n",
        "#define __sync_synchronize (\n",
    ];
    for shadow in shadows {
        let text = format!("{shadow}{SB}");
        let folder = folder("sb.c", &text);
        for destination in ["--in-place", "--output fenced.c"] {
            ends(folder.path(), &format!("suggest sb.c --model tso {destination}"), 2);
            assert_eq!(fs::read_to_string(folder.path().join("sb.c")).unwrap(), text, "{shadow}");
            assert!(!folder.path().join("fenced.c").exists(), "{shadow}");
        }
    }
}

/// Of two minimum sets of pairs only one can be written as fences: between the accesses of `(x = 1, y)` there is no room.
#[test]
fn pairs_that_no_fence_can_order_are_not_the_suggestion() {
    let text = SB
        .replace("int x, y, a, b;", "volatile int x, y, u, v; int a, b, c, d;")
        .replace("x = 1;\n\ta = y;", "a = (x = 1) + y - 1;\n\tu = 1;\n\tc = v;")
        .replace("y = 1;\n\tb = x;", "b = (y = 1) + x - 1;\n\tv = 1;\n\td = u;")
        .replace("a == 1 || b == 1", "a || b || c || d");
    let folder = folder("two.c", &text);
    for algorithm in ["te", "fi", "robmc", "robmc-et", "core-first"] {
        let arguments = format!("suggest two.c --model tso --minimize pairs --algorithm {algorithm}");
        let value = json(folder.path(), &arguments, 1);
        assert_eq!(value["verdict"], "repaired", "{algorithm}");
        assert_eq!(value["fences"].as_array().map(Vec::len), Some(2), "{algorithm}");
    }
    let tight = text.replace("c = v;", "c = 0;").replace("d = u;", "d = 0;");
    fs::write(folder.path().join("two.c"), tight).unwrap();
    let value = json(folder.path(), "suggest two.c --model tso --minimize pairs --algorithm te", 3);
    assert_eq!(value["verdict"], "unrepairable");
}

#[test]
fn the_quiet_diff_is_a_patch() {
    let folder = folder("sb.c", SB);
    let diff = ends(folder.path(), "suggest sb.c --model tso --quiet --diff", 1);
    assert!(diff.starts_with("--- a/sb.c\n+++ b/sb.c\n"), "{diff}");
    assert!(fencesmith(folder.path(), "suggest sb.c --model tso --quiet").stderr.is_empty());
}

#[test]
fn what_is_wrong_without_reordering_is_unrepairable() {
    let folder = folder("lost.c", LOST_UPDATE);
    for model in ["sc", "tso", "pso"] {
        let value = json(folder.path(), &format!("suggest lost.c --model {model}"), 3);
        assert_eq!(value["verdict"], "unrepairable");
        assert!(value["reason"].is_string());
        assert_eq!(value["counterexample"]["reordered"], serde_json::json!([]));
    }
    let text = ends(folder.path(), "suggest lost.c --model tso", 3);
    assert!(text.starts_with("unrepairable: fences cannot make lost.c correct under tso\n"), "{text}");
    assert!(text.contains("Nothing is reordered"), "{text}");
}

#[test]
fn an_exceeded_bound_is_a_verdict_of_its_own() {
    let folder = folder("long.c", LONG_LOOP);
    // The explorer has no such bound, and all repairs are asked of the solver.
    ends(folder.path(), "suggest long.c --model sc", 0);
    for command in ["check --engine solver", "suggest --all"] {
        let text = ends(folder.path(), &format!("{command} long.c --model sc"), 4);
        assert!(text.starts_with("unknown: the loop at long.c:10:2 may run 16 times or more\n"), "{text}");
        assert!(text.contains("`--unwind-loop long.c:10=32`"), "{text}");
        let value = json(folder.path(), &format!("{command} long.c --model sc --unwind 3"), 4);
        assert_eq!((&value["verdict"], &value["exceeded_loops"][0]["bound"]), (&"unknown".into(), &3.into()));
        ends(folder.path(), &format!("{command} long.c --model sc --unwind-loop long.c:10=21"), 0);
        ends(folder.path(), &format!("{command} long.c --model sc --unwind 21"), 0);
        ends(folder.path(), &format!("{command} long.c --model sc --unwind-limit 32"), 0);
    }
}

#[test]
fn a_time_limit_gives_no_verdict() {
    let folder = folder("sb.c", SB);
    let value = json(folder.path(), "suggest sb.c --model tso --timeout 0.000001", 4);
    assert_eq!(value["verdict"], "unknown");
    assert!(value["reason"].as_str().unwrap().contains("time limit"));
}

#[test]
fn counts_that_were_cut_short_say_so_beside_a_violation() {
    let folder = folder("wrong.c", &SB.replace("a == 1 || b == 1", "a == 2"));
    let cut = "explore wrong.c --model sc --all --max-executions 1";
    let value = json(folder.path(), cut, 1);
    assert_eq!((&value["verdict"], &value["violating"]), (&"violation".into(), &1.into()));
    assert_eq!(value["reason"], "the exploration ended after 1 execution, as it was told to");
    let text = ends(folder.path(), cut, 1);
    assert!(text.contains("There may be more: the exploration ended after 1 execution"), "{text}");
    for whole in ["explore wrong.c --model sc --all", "explore wrong.c --model sc"] {
        assert_eq!(json(folder.path(), whole, 1)["reason"], Value::Null);
        assert!(!ends(folder.path(), whole, 1).contains("There may be more"));
    }
}

#[test]
fn safe_names_what_was_looked_for_where_that_is_not_the_usual() {
    let folder = folder("sb.c", SB);
    let text = ends(folder.path(), "check sb.c --model tso --property arithmetic --proof proof", 0);
    assert!(text.starts_with("safe: sb.c is correct under tso, as far as arithmetic goes\n"), "{text}");
    let text = ends(folder.path(), "verify proof", 0);
    assert!(text.contains("correct under tso, as far as arithmetic goes\n"), "{text}");
    let text = ends(folder.path(), "check sb.c --model sc --proof usual", 0);
    assert!(text.starts_with("safe: sb.c is correct under sc\n"), "{text}");
}

#[test]
fn the_configuration_file_gives_defaults() {
    let folder = folder("sb.c", SB);
    fs::write(folder.path().join("fencesmith.toml"), "model = 'tso'\nformat = 'json'\n").unwrap();
    let value: Value = serde_json::from_str(&ends(folder.path(), "check sb.c", 1)).unwrap();
    assert_eq!(value["model"], "tso");
    let text = ends(folder.path(), "check sb.c --model sc --format text", 0);
    assert!(text.starts_with("safe: "), "{text}");
    let output = fencesmith(folder.path(), "check sb.c --no-config");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn options_of_the_reader_reach_it() {
    let text = SB.replace("int x, y", "#include \"extra.h\"\nint x, y").replace("a == 1 || b == 1", "CLAIM");
    let folder = folder("sb.c", &text);
    fs::create_dir(folder.path().join("inc")).unwrap();
    fs::write(folder.path().join("inc/extra.h"), "#ifndef CLAIM\n#define CLAIM 1\n#endif\n").unwrap();
    assert_eq!(fencesmith(folder.path(), "check sb.c --model tso").status.code(), Some(2));
    ends(folder.path(), "check sb.c --model tso -Iinc", 0);
    ends(folder.path(), "check sb.c --model tso -I inc -DCLAIM=a||b", 1);
}

#[test]
fn phases_are_told_on_demand() {
    let folder = folder("sb.c", SB);
    let output = fencesmith(folder.path(), "suggest sb.c --model tso -vv");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(" s] read\n") && stderr.contains("query 1: "), "{stderr}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("  variables "));
    let quiet = fencesmith(folder.path(), "suggest sb.c --model tso --quiet");
    assert!(quiet.stderr.is_empty(), "progress in a pipe");
}

/// The intermediate representation as `ir` prints it.
#[test]
fn the_intermediate_representation_can_be_looked_at() {
    let text = "int x;\nint main(void) {\n\tx = 2;\n\treturn 0;\n}\n";
    let folder = folder("one.c", text);
    let printed = ends(folder.path(), "ir one.c", 0);
    expect_test::expect![[r#"
        # file0: one.c
        entry fn0
        global @0 "x" size 4 align 4 at file0:4..5
        site s0 store "x" at file0:25..26
        point p0 statement at file0:25..25
        point p1 statement at file0:33..33
        fn fn0 "main" () -> i32 at file0:11..15 {
          point p0 at file0:25..31
          store plain @0, 2:i32 site s0 at file0:25..30
          point p1 at file0:33..42
          return 0:i32 at file0:33..42
          return 0:i32 at file0:11..15
        }
    "#]]
    .assert_eq(&printed);
    // What is printed is a program that the tool's own reader takes.
    let program = fencesmith::ir::text::parse(&printed).expect("the text form can be read");
    assert_eq!(fencesmith::ir::verify(&program), Ok(()));
    assert!(printed.ends_with(&fencesmith::ir::text::print(&program)), "{printed}");
    let refused = fencesmith(folder.path(), "ir none.c");
    assert_eq!(refused.status.code(), Some(2));
}
