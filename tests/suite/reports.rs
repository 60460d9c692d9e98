//! Reports as tools and people read them: schemas, rules, what exit code 2 prints, counterexamples, drawings.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use boon::{Compiler, Schemas};
use expect_test::expect;
use serde_json::Value;

/// Without fences each thread may miss the other's write; the names are those of a structure on the heap.
const NODES: &str = r#"#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
enum state { EMPTY, FULL = 4 };
struct node { int key; struct node *next; enum state state; bool ready; char mark; volatile int b[2]; };
static struct { struct node *volatile head; struct { volatile int turn; } lk; } q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *producer(void *unused)
{
	struct node *last = malloc(sizeof *last), *first = malloc(sizeof(struct node));
	last->next = NULL;
	last->b[1] = -9;
	first->next = last;
	first->state = FULL;
	first->ready = true;
	first->mark = 'x';
	pthread_mutex_lock(&m);
	q.lk.turn = 3;
	pthread_mutex_unlock(&m);
	q.head = first;
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, producer, NULL);
	struct node *seen = q.head;
	if (seen != NULL) {
		int k = seen->next->b[1];
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
		assert(!(k == -9 && seen->state == FULL && seen->ready && seen->mark == 'x' && q.lk.turn == 3));
	}
	pthread_join(t, NULL);
	return 0;
}
"#;

const SB: &str = r#"#include <assert.h>
#include <pthread.h>
volatile int x, y, a, b;
static void *left(void *arg)
{
	x = 1;
	a = y;
	return arg;
}
static void *right(void *arg)
{
	y = 1;
	b = x;
	return arg;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, left, 0);
	pthread_create(&u, 0, right, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(a + b > 0 && a < 2);
	return 0;
}
"#;

/// A folder with the programs that the tests look at.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("nodes.c", NODES);
    write("sb.c", SB);
    write("right.c", &SB.replace("a + b > 0 && ", ""));
    write("float.c", "long double f;\nint main(void)\n{\n\tf = f * 2;\n\treturn 0;\n}\n");
    write("syntax.c", "int main(void)\n{\n\treturn 0\n}\n");
    write(
        "long.c",
        "#include <assert.h>\nvolatile int x;\nint main(void)\n{\n\twhile (x < 9)\n\t\tx++;\n\tassert(x == 9);\n}\n",
    );
    write("mp.c", include_str!("../repairs/mp.c"));
    write("enough.c", include_str!("../optimize/needed.c"));
    write("spare.c", include_str!("../optimize/message.c"));
    write("suite.toml", "name = \"mine\"\nmodels = [\"tso\"]\nk1 = [1]\nfiles = [\"sb.c\"]\n");
    write("sb.litmus", include_str!("../litmus/tso/sb.litmus"));
    write("refused.litmus", "X86 refused\n{}\n P0 ;\n HLT ;\nexists (x=1)\n");
    write("table.csv", "sb.litmus,0\n");
    write("wrong.c", "#include <assert.h>\nint main(void)\n{\n\tassert(0);\n}\n");
    folder
}

fn run(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(folder: &Path, arguments: &str) -> String {
    String::from_utf8(run(folder, arguments).stdout).unwrap()
}

/// Runs that end in every way, and their exit codes.
const RUNS: &[(&str, i32)] = &[
    ("check right.c --model tso", 0),
    ("check right.c --model tso --proof evidence", 0),
    ("check sb.c --model tso", 1),
    ("check long.c --model tso --unwind 3", 4),
    ("check sb.c --model tso --engine solver --timeout 0.000001", 4),
    ("suggest right.c --model tso", 0),
    ("suggest sb.c --model tso", 1),
    ("suggest mp.c --model rc11", 1),
    ("optimize sb.c --model tso", 1),
    ("optimize right.c --model tso", 0),
    ("optimize spare.c --model tso", 1),
    ("optimize enough.c --model tso", 0),
    ("optimize sb.c --model tso --minimize pairs", 2),
    ("suggest sb.c --model tso --minimize pairs --cross-check=false", 1),
    ("suggest sb.c --model tso --all", 1),
    ("suggest sb.c --model tso --fences-in left", 3),
    ("suggest wrong.c --model tso", 3),
    ("suggest long.c --model tso --unwind 3", 4),
    ("explore sb.c --model tso", 1),
    ("explore right.c --model tso", 0),
    ("explore sb.c --model tso --max-executions 1", 4),
    ("cross-check sb.c --model tso", 0),
    ("check absent.c --model tso", 2),
    ("check syntax.c --model tso", 2),
    ("check float.c --model tso", 2),
    ("check sb.c --model absent", 2),
    ("check sb.c", 2),
    ("check sb.c --model tso --no-such-option", 2),
    ("suggest sb.c --model tso --output absent/out.c", 2),
];

/// Runs that have no form in SARIF, after the others.
const WITHOUT_SARIF: &[(&str, i32)] = &[
    ("verify evidence", 0),
    ("verify absent", 2),
    ("models", 0),
    ("models tso", 0),
    ("models absent", 2),
    ("explain", 0),
    ("explain assertion", 0),
    ("explain absent", 2),
    ("config sb.c --model tso -D A -D B", 0),
    ("compare suite.toml -o runs", 0),
    ("compare absent.toml", 2),
    ("litmus sb.litmus --model tso", 0),
    ("litmus . --model tso --expect table.csv", 1),
    ("check refused.litmus --model tso", 4),
    ("litmus absent --model tso", 2),
];

#[test]
fn json_is_as_the_schema_says() {
    let folder = folder();
    let schema: Value = serde_json::from_str(&text(folder.path(), "schema")).expect("the schema is JSON");
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.add_resource("report.json", schema).unwrap();
    let schema = compiler.compile("report.json", &mut schemas).expect("the schema is one");
    for (arguments, code) in RUNS.iter().chain(WITHOUT_SARIF) {
        let output = run(folder.path(), &format!("{arguments} --format json"));
        assert_eq!(output.status.code(), Some(*code), "{arguments}");
        let mut document: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{arguments}: {e}"));
        if let Err(error) = schemas.validate(&document, schema) {
            panic!("{arguments}: {error:#}");
        }
        // Where a file cannot be written there is a verdict all the same.
        let is_error = *code == 2 && !arguments.contains("--output");
        assert_eq!(document["verdict"] == "error", is_error, "{arguments}");
        // A key that the schema does not know is found out.
        document["unheard_of"] = 1.into();
        assert!(schemas.validate(&document, schema).is_err(), "{arguments}");
    }
}

#[test]
fn sarif_is_as_the_standard_says() {
    let folder = folder();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema/sarif-2.1.0.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("sarif.json", schema).unwrap();
    let schema = compiler.compile("sarif.json", &mut schemas).expect("the schema is one");
    for (arguments, code) in RUNS {
        let output = run(folder.path(), &format!("{arguments} --format sarif"));
        assert_eq!(output.status.code(), Some(*code), "{arguments}");
        let log: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{arguments}: {e}"));
        if let Err(error) = schemas.validate(&log, schema) {
            panic!("{arguments}: {error:#}");
        }
        let run = &log["runs"][0];
        let results = run["results"].as_array().unwrap();
        // Nothing but a program without faults is without results.
        let is_fine = *code == 0;
        assert_eq!(results.is_empty(), is_fine && !arguments.starts_with("cross-check"), "{arguments}");
        for result in results {
            let index = result["rule"]["index"].as_u64().unwrap() as usize;
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"], "{arguments}");
        }
        // What is not needed does no harm that could be shown.
        if *code == 1 && results[0]["ruleId"] != "spare-fence" {
            let flows = results[0]["codeFlows"][0]["threadFlows"].as_array().unwrap();
            assert!(flows.len() >= 2, "{arguments}: {flows:?}");
        }
        if *code == 4 {
            assert_eq!(results[0]["ruleId"], "no-verdict", "{arguments}");
            assert!(results[0]["locations"][0]["physicalLocation"].is_object(), "{arguments}");
        }
        assert_eq!(run["invocations"][0]["executionSuccessful"], *code != 2, "{arguments}");
    }
}

/// A program that is right and has too much is no error, whatever less is enough in the place of what is there.
#[test]
fn what_may_become_weaker_is_not_missing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for program in ["message.c", "macro_orders.c"] {
        let output = run(root, &format!("optimize tests/optimize/{program} --model arm8 --format sarif"));
        let log: Value = serde_json::from_slice(&output.stdout).expect("a log");
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        assert!(!results.is_empty(), "{program}");
        let is_note = |result: &Value| result["ruleId"] == "spare-fence" && result["level"] == "note";
        assert!(results.iter().all(is_note), "{program}: {results:?}");
    }
}

#[test]
fn errors_have_rules() {
    let folder = folder();
    for (arguments, rule) in [
        ("check float.c --model tso", "unsupported"),
        ("check syntax.c --model tso", "input-error"),
        ("check absent.c --model tso", "usage-error"),
    ] {
        let output = run(folder.path(), &format!("{arguments} --format json"));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["errors"][0]["rule"], rule, "{arguments}");
        assert!(!output.stderr.is_empty(), "{arguments}");
    }
    for (arguments, message, help) in [
        (
            "check sb.c --bogus",
            "unexpected argument '--bogus' found",
            "to pass '--bogus' as a value, use '-- --bogus'".into(),
        ),
        ("check --model tso", "the following required arguments were not provided: <FILE>...", Value::Null),
        ("check sb.c --model", "a value is required for '--model <NAME|PATH>' but none was supplied", Value::Null),
        (
            "check sb.c --modle tso",
            "unexpected argument '--modle' found",
            "a similar argument exists: '--model'".into(),
        ),
    ] {
        let document: Value =
            serde_json::from_str(&text(folder.path(), &format!("{arguments} --format json"))).unwrap();
        let error = &document["errors"][0];
        assert_eq!((error["message"].as_str(), &error["help"]), (Some(message), &help), "{arguments}");
    }
}

/// Whoever reads the text finds the name that `explain` takes.
#[test]
fn the_text_names_its_rules() {
    let folder = folder();
    for (arguments, rule) in [
        ("check sb.c --model tso", "error[assertion]: "),
        ("suggest sb.c --model tso --cross-check=false", "error[assertion]: "),
        ("explore sb.c --model tso", "error[assertion]: "),
        ("check float.c --model tso", "error[unsupported]: "),
        // What is wrong with these the message says.
        ("check syntax.c --model tso", "error: "),
        ("check sb.c", "error: "),
    ] {
        let output = run(folder.path(), arguments);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains(rule), "{arguments}: {said}");
        if let Some((_, name)) = rule.split_once('[') {
            let name = name.trim_end_matches("]: ");
            assert!(text(folder.path(), &format!("explain {name}")).starts_with(name), "{name}");
        }
    }
}

#[test]
fn every_rule_is_explained() {
    let folder = folder();
    let list = text(folder.path(), "explain");
    let rules: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(rules.contains(&"missing-fence") && rules.contains(&"no-verdict") && rules.len() > 20, "{rules:?}");
    let log: Value = serde_json::from_str(&text(folder.path(), "check right.c --model tso --format sarif")).unwrap();
    let known: Vec<&str> = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["id"].as_str().unwrap())
        .collect();
    assert_eq!(rules, known);
    for rule in rules {
        let explained = text(folder.path(), &format!("explain {rule}"));
        assert!(explained.starts_with(&format!("{rule}\n\n")) && explained.lines().count() >= 5, "{explained}");
    }
    let output = run(folder.path(), "explain mising-fence");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `missing-fence`"));
}

/// What follows the excerpt of the source.
fn steps(report: &str) -> String {
    let at = report.find("  step").expect("there are steps");
    let lines = report[at..].lines().take_while(|line| !line.is_empty());
    lines.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn places_and_values_are_named_as_in_the_source() {
    let folder = folder();
    let report = text(folder.path(), "check nodes.c --model sc");
    expect![[r#"
          step  line  T0 main                                     T1 producer                                 source
             1  13                                                write node#1->b[1] = -9                     last->b[1] = -9;
             2  14                                                write node#2->next = node#1                 first->next = last;
             3  15                                                write node#2->state = FULL                  first->state = FULL;
             4  16                                                write node#2->ready = true                  first->ready = true;
             5  17                                                write node#2->mark = 'x'                    first->mark = 'x';
             6  18                                                update m from free to held by T1 (initial)  pthread_mutex_lock(&m);
             7  19                                                write q.lk.turn = 3                         q.lk.turn = 3;
             8  20                                                update m from held by T1 to free (step 6)   pthread_mutex_unlock(&m);
             9  21                                                write q.head = node#2                       q.head = first;
            10  28    read q.head = node#2 (step 9)                                                           struct node *seen = q.head;
            11  30    read node#2->next = node#1 (step 2)                                                     int k = seen->next->b[1];
            12  30    read node#1->b[1] = -9 (step 1)                                                         int k = seen->next->b[1];
            13  31    update m from free to held by T0 (step 8)                                               pthread_mutex_lock(&m);
            14  32    update m from held by T0 to free (step 13)                                              pthread_mutex_unlock(&m);
            15  33    read node#2->state = FULL (step 3)                                                      assert(!(k == -9 && seen->state == FULL && s...
            16  33    read node#2->ready = true (step 4)                                                      ...seen->state == FULL && seen->ready && see...
            17  33    read node#2->mark = 'x' (step 5)                                                        ...FULL && seen->ready && seen->mark == 'x' ...
            18  33    read q.lk.turn = 3 (step 7)                                                             ...& seen->mark == 'x' && q.lk.turn == 3));"#]].assert_eq(&steps(&report));
    for operand in ["node#2->state = FULL", "node#2->ready = true", "node#2->mark = 'x'", "q.lk.turn = 3", "k = -9"] {
        assert!(report.contains(operand), "no {operand} in\n{report}");
    }
    let full = text(folder.path(), "check nodes.c --model sc --full");
    // Every access here is one that the threads tell each other by.
    assert_eq!(steps(&full), steps(&report));
}

#[test]
fn fences_stand_where_they_are_written() {
    let folder = folder();
    let fenced = SB.replace("\ta = y", "\t__sync_synchronize();\n\ta = y");
    fs::write(folder.path().join("half.c"), fenced).unwrap();
    expect![[r#"
          step  line  T0 main              T1 left               T2 right                        source
             1  14                                               read x = 0 (initial) [early 1]  b = x;
             2  6                          write x = 1                                           x = 1;
             3  7                          fence full                                            __sync_synchronize();
             4  8                          read y = 0 (initial)                                  a = y;
             5  8                          write a = 0                                           a = y;
             6  13                                               write y = 1 [late 1]            y = 1;
             7  14                                               write b = 0                     b = x;
             8  24    read a = 0 (step 5)                                                        assert(a + b > 0 && a < 2);
             9  24    read b = 0 (step 7)                                                        assert(a + b > 0 && a < 2);"#]].assert_eq(&steps(&text(folder.path(), "check half.c --model tso")));
}

#[test]
fn each_fence_says_what_goes_wrong_without_it() {
    let folder = folder();
    let report = text(folder.path(), "suggest sb.c --model tso --quiet");
    let sentences: Vec<&str> = report.lines().filter(|line| line.contains("without it:")).map(str::trim).collect();
    expect![[r#"
          = without it: read y = 0 can come before write x = 1; then `a + b > 0 && a < 2` fails, with a = 0, b = 0
          = without it: read x = 0 can come before write y = 1; then `a + b > 0 && a < 2` fails, with a = 0, b = 0"#]]
    .assert_eq(&sentences.join("\n"));
}

#[test]
fn narrow_terminals_get_short_lines() {
    let folder = folder();
    for width in [40, 60, 80, 120] {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .args(["check", "nodes.c", "--model", "sc"])
            .current_dir(folder.path())
            .env("COLUMNS", width.to_string())
            .output()
            .unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        let steps = report.split_once("^").expect("an excerpt").1.lines().skip(1);
        for line in steps.filter(|line| !line.contains('^')) {
            assert!(line.chars().count() <= width, "{width}: {line}\n{report}");
        }
    }
}

#[test]
fn the_list_of_rules_fits_a_narrow_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    let output = command.arg("explain").env("COLUMNS", "40").output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    assert!(list.contains("missing-fence\n    The program") && list.lines().all(|line| line.len() <= 40), "{list}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    let output = command.arg("models").env("COLUMNS", "50").output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    assert!(
        list.contains("\ntso        Total store order") && list.lines().all(|line| line.chars().count() <= 50),
        "{list}"
    );
}

#[test]
fn executions_are_drawn() {
    let folder = folder();
    let report = text(folder.path(), "check sb.c --model tso --dot sb.dot --svg sb.svg");
    assert!(report.starts_with("violation"), "{report}");
    let svg = fs::read_to_string(folder.path().join("sb.svg")).unwrap();
    let dot = fs::read_to_string(folder.path().join("sb.dot")).unwrap();
    for text in [&svg, &dot] {
        for part in ["W x = 1", "R x = 0", "6: x = 1;", "T1 left", "T2 right", "rf", "fr", "reordered", "red"] {
            assert!(text.contains(part), "no {part} in\n{text}");
        }
    }
    // What C writes is no markup.
    assert!(svg.contains("a &lt; 2") && !svg.contains("a < 2"), "{svg}");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    let output = run(folder.path(), "suggest sb.c --model tso --svg absent/sb.svg");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("repaired"), "the report is printed all the same");
}

/// What could not be written is told in each form.
#[test]
fn a_failure_to_write_is_in_the_report() {
    let folder = folder();
    let options = "suggest sb.c --model tso --cross-check=false --svg absent/x.svg --format";
    let json: Value = serde_json::from_str(&text(folder.path(), &format!("{options} json"))).unwrap();
    assert_eq!(json["verdict"], "repaired");
    let told = json["warnings"].as_array().unwrap().last().unwrap();
    assert!(told["severity"] == "error" && told["message"].as_str().unwrap().contains("absent/x.svg"), "{told}");
    let sarif: Value = serde_json::from_str(&text(folder.path(), &format!("{options} sarif"))).unwrap();
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false, "{invocation}");
    assert!(invocation["toolExecutionNotifications"].to_string().contains("absent/x.svg"), "{invocation}");
    let sarif: Value =
        serde_json::from_str(&text(folder.path(), "check long.c --model tso --unwind 3 --format sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

/// Text of a source that a terminal would obey is shown, though the report has codes of its own.
#[test]
fn codes_of_a_source_are_shown_and_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    let name = "hidden\u{1b}[8m.c";
    let text = SB.replace("a = y;", "a = y; /* \u{1b}[8m \u{1b}]0;t\u{7} */");
    std::fs::write(folder.path().join(name), text).unwrap();
    let raw = ["\u{1b}[8m", "\u{1b}]", "\u{7}"];
    for (command, color) in
        ["check", "suggest", "explore"].into_iter().flat_map(|command| ["always", "auto"].map(|color| (command, color)))
    {
        let arguments = [command, name, "--model", "tso", "--color", color];
        let output =
            Command::new(env!("CARGO_BIN_EXE_fencesmith")).args(arguments).current_dir(folder.path()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("hidden\u{241b}[8m.c") && said.contains("/* \u{241b}[8m \u{241b}]0;t"), "{said:?}");
        assert!(!raw.iter().any(|code| said.contains(code)), "{said:?}");
    }
    // A diff through a pipe is to be applied; what goes to a terminal is looked at.
    let suggest = |more: &str| {
        format!("{} suggest '{name}' --model tso --quiet --cross-check=false {more}", env!("CARGO_BIN_EXE_fencesmith"))
    };
    let shell = |command: &str| {
        let output = Command::new("sh").args(["-c", command]).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(shell(&suggest("--diff")).contains("\u{1b}[8m"));
    assert!(shell(&suggest("-o /dev/stdout")).contains("\u{1b}[8m"));
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no script");
    } else {
        for more in ["--diff", "-o /dev/stdout", "-o /dev/tty"] {
            std::fs::write(folder.path().join("run.sh"), suggest(more)).unwrap();
            let said = shell("script -qec 'sh run.sh' /dev/null < /dev/null");
            assert!(said.contains("/* \u{241b}[8m \u{241b}]0;t\u{2407} */"), "{more}: {said:?}");
            assert!(!raw.iter().any(|code| said.contains(code)), "{more}: {said:?}");
        }
    }
    let drawn = ["check", name, "--model", "tso", "--svg", "x.svg", "--dot", "x.dot"];
    Command::new(env!("CARGO_BIN_EXE_fencesmith")).args(drawn).current_dir(folder.path()).output().unwrap();
    for file in ["x.svg", "x.dot"] {
        let drawing = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(drawing.contains('\u{241b}') && !drawing.contains(['\u{1b}', '\u{7}']), "{drawing:?}");
    }
    let arguments = ["check", "--name\u{1b}]0;t\u{7}"];
    let output = Command::new(env!("CARGO_BIN_EXE_fencesmith")).args(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("unexpected argument") && !said.contains(['\u{1b}', '\u{7}']), "{said:?}");
}
