//! The edge of the program: exit codes and messages for every kind of bad input, and the documents of `models`.
//!
//! The messages go to standard error with file, line and column; standard output stays empty, unless a document is asked
//! for that machines read.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GOOD: &str = "#include <assert.h>\nint main(void)\n{\n\tassert(1);\n\treturn 0;\n}\n";

/// A folder with some files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn fencesmith(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs a command that must be refused; standard error must hold all of these.
fn refused(files: &[(&str, &str)], arguments: &str, parts: &[&str]) {
    let folder = folder(files);
    let output = fencesmith(folder.path(), arguments);
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{arguments}\n{stderr}");
    let wants_document = arguments.contains("--format json") || arguments.contains("--format sarif");
    assert_eq!(stdout.is_empty(), !wants_document, "{arguments}: {stdout}");
    if wants_document {
        serde_json::from_str::<serde_json::Value>(&stdout).expect("the document is JSON");
    }
    assert!(stderr.contains("error: ") || stderr.contains("error["), "{arguments}\n{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{arguments}: no \"{part}\" in\n{stderr}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[test]
fn unreadable_files() {
    refused(&[], "check nothere.c --model tso", &["cannot read nothere.c"]);
    refused(&[], "suggest . --model tso", &["cannot read ."]);
}

/// A file in another encoding is read; that no fence is written into it is said.
#[test]
fn other_encodings() {
    let folder = folder(&[]);
    let text = b"#include <assert.h>\nint main(void) { assert(1); /* \xe9 */ }\n";
    fs::write(folder.path().join("latin.c"), text).unwrap();
    let output = fencesmith(folder.path(), "suggest latin.c --model tso --in-place");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("not UTF-8") && stderr.contains("latin.c:1:1"), "{stderr}");
    assert_eq!(fs::read(folder.path().join("latin.c")).unwrap(), text);
}

#[test]
fn bad_programs() {
    refused(&[("e.c", "")], "check e.c --model tso", &["no `main`", "e.c:1:1", "help: "]);
    refused(&[("b.c", "  \n\n")], "check b.c --model tso", &["no `main`", "help: "]);
    refused(&[("s.c", "int main(void)\n{\n\treturn 0\n}\n")], "check s.c --model tso", &["expected `;`", "s.c:"]);
    refused(
        &[("m.c", "int x;\n#include <nope.h>\n")],
        "check m.c --model tso",
        &["nope.h", "m.c:2:", "#include <nope.h>"],
    );
    refused(&[("m.c", "#include \"nope.h\"\n")], "check m.c --model tso", &["nope.h", "m.c:1:", "searched: ., <"]);
    refused(
        &[("m.c", "#include \"inner.h\"\n"), ("inner.h", "int y;\n#include \"nope.h\"\n")],
        "check m.c --model tso",
        &["nope.h", "inner.h:2:"],
    );
    let float =
        "#include <assert.h>\nint main(void)\n{\n\tlong double x = 1.5f;\n\tassert(x > 1.0f);\n\treturn 0;\n}\n";
    refused(&[("f.c", float)], "check f.c --model tso", &["floating point", "not supported", "f.c:"]);
    let section = "#include <pthread.h>\nvoid __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint x;\n\
                   void *f(void *p) { x++; return p; }\nint main(void)\n{\n\tpthread_t t;\n\t__VERIFIER_atomic_begin();\n\
                   \tpthread_create(&t, 0, f, 0);\n\tx = 1;\n\t__VERIFIER_atomic_end();\n\treturn 0;\n}\n";
    refused(&[("s.c", section)], "explore s.c --model tso", &["thread inside an atomic section", "s.c:10:"]);
    let no_main = "#include <assert.h>\nint f(void) { assert(1); return 0; }\n";
    refused(&[("n.c", no_main)], "check n.c --model tso", &["no `main`", "n.c:", "help: "]);
    refused(
        &[("a.c", "int main(void) { return 0; }\n")],
        "suggest a.c --model tso --property assertions",
        &["asserts nothing", "help: ", "assert"],
    );
    refused(
        &[("p.c", GOOD)],
        "check p.c --model tso --property memory,leeks",
        &["unknown property `leeks`", "help: ", "deadlock"],
    );
    refused(
        &[("p.c", GOOD)],
        "suggest p.c --model tso --property races",
        &["the solver does not look for `races`", "help: "],
    );
    refused(&[("p.c", GOOD)], "cross-check p.c --model tso --engine solver", &["no meaning", "leave it out"]);
    refused(
        &[("p.c", GOOD)],
        "check p.c --model tso --engine explorer --solver batsat",
        &["`--solver` has no meaning", "leave one"],
    );
    let undeclared = "#include <assert.h>\nint main(void)\n{\n\tassert(missing == 1);\n\treturn 0;\n}\n";
    refused(&[("u.c", undeclared)], "check u.c --model tso", &["missing", "u.c:4:"]);
}

/// One complaint with its place, not one for each bracket.
/// What is too large to be looked at is a limit that was reached, and no mistake of the user.
#[test]
fn more_than_is_looked_at_is_a_limit() {
    let threads = "#include <pthread.h>\nstatic void *f(void *a) { return a; }\nint main(void) {\n pthread_t t[70];\n\
                   for (int i = 0; i < 70; i++) pthread_create(&t[i], 0, f, 0);\n return 0;\n}\n";
    let folder = folder(&[("threads.c", threads)]);
    for engine in ["solver", "explorer"] {
        let output = fencesmith(folder.path(), &format!("check threads.c --model sc --engine {engine}"));
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(4), "{stdout}");
        assert!(stdout.starts_with("unknown: more than 64 threads"), "{stdout}");
    }
}

#[test]
fn brackets_too_deep_are_one_error() {
    let text: &'static str =
        format!("int x;\nint main(void)\n{{\n\tx = {}1{};\n}}\n", "(".repeat(3000), ")".repeat(3000)).leak();
    refused(&[("deep.c", text)], "check deep.c --model tso", &["nested more deeply", "deep.c:4:"]);
    let output = fencesmith(folder(&[("deep.c", text)]).path(), "check deep.c --model tso");
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches("error: ").count(), 1);
}

#[test]
fn bad_models() {
    let with = |model: &'static str| [("p.c", GOOD), ("m.toml", model)];
    refused(&[("p.c", GOOD)], "check p.c", &["no memory model is given", "sc", "tso", "pso", "--model"]);
    refused(&[("p.c", GOOD)], "check p.c --model tsx", &["no memory model named `tsx`", "did you mean `tso`?"]);
    refused(&[("p.c", GOOD)], "check p.c --model ./none.toml", &["cannot read", "none.toml"]);
    refused(&with("name = "), "check p.c --model m.toml", &["m.toml:1:"]);
    refused(&with("name = 'm'\n"), "check p.c --model ./m.toml", &["missing field", "m.toml:1:1"]);
    refused(&with("name = 'm'\n"), "models ./m.toml", &["missing field", "m.toml:1:1"]);
    refused(&[], "models nosuch", &["no memory model named `nosuch`"]);
    refused(&[("fencesmith.toml", "model = 'nosuch'"), ("p.c", GOOD)], "check p.c", &["fencesmith.toml:1:9", "nosuch"]);
}

#[test]
fn contradictory_options() {
    let p = [("p.c", GOOD)];
    let cases = [
        ("suggest p.c --model tso --output q.c --in-place", "`--output` and `--in-place`"),
        ("suggest p.c --model tso --output ./p.c", "`--in-place`"),
        ("suggest p.c --model tso --algorithm fi --k1 3", "`--k1` has no meaning"),
        ("suggest p.c --model tso --algorithm robmc --k1 5 --k2 4", "`--k2 4` is below"),
        ("suggest p.c --model tso --algorithm magic", "core-first"),
        ("suggest p.c --model tso --solver magic", "no solver `magic`"),
        ("check p.c --model tso --unwind 0", "`--unwind 0`"),
        ("check p.c --model tso --unwind 3 --unwind-limit 4", "`--unwind` and `--unwind-limit`"),
        ("check p.c --model tso --unwind-loop p.c=4", "FILE:LINE=N"),
        ("check p.c --model tso --unwind-loop p.c:77=4", "p.c:77"),
        ("check p.c --model tso --timeout 0", "time limit"),
        ("check p.c --model tso --quiet --verbose", "cannot be used with"),
        ("check p.c --model tso --config f.toml --no-config", "cannot be used with"),
        ("check p.c --model tso --in-place", "unexpected argument"),
        ("models --format sarif", "no meaning for `models`"),
        ("check --model tso", "FILE"),
        ("frobnicate", "unrecognized subcommand"),
    ];
    for (arguments, part) in cases {
        refused(&p, arguments, &[part]);
    }
}

#[test]
fn bad_configuration_files() {
    let with = |text: &'static str| [("p.c", GOOD), ("fencesmith.toml", text)];
    refused(&with("modell = 'tso'"), "check p.c", &["unknown field `modell`", "fencesmith.toml:1:1", "help: "]);
    refused(&with("model = 'tso'\nunwind = 0"), "check p.c", &["`--unwind 0`", "fencesmith.toml:2:10"]);
    refused(&with("format = 'xml'"), "check p.c --model tso", &["unknown format `xml`", "fencesmith.toml:1:10"]);
    refused(&[("p.c", GOOD)], "check p.c --model tso --config none.toml", &["cannot read", "none.toml"]);
}

#[test]
fn no_arguments_shows_the_help() {
    let output = fencesmith(Path::new("."), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: fencesmith"));
}

#[test]
fn help_and_version_go_to_standard_output() {
    for arguments in ["--help", "-h", "check --help", "suggest --help", "models --help", "--version"] {
        let output = fencesmith(Path::new("."), arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("fencesmith"), "{arguments}");
        assert!(output.stderr.is_empty(), "{arguments}");
    }
    let help = fencesmith(Path::new("."), "suggest --help");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(help.contains("Examples:"), "{help}");
    for option in [
        "--model",
        "-I,",
        "-D,",
        "-U,",
        "--system-headers",
        "--fresh-addresses",
        "--unwind",
        "--unwind-loop",
        "--unwind-limit",
        "--solver",
        "--timeout",
        "--format",
        "--color",
        "--quiet",
        "--verbose",
        "--algorithm",
        "--k1",
        "--k2",
        "--minimize",
        "--output",
        "--in-place",
        "--diff",
        "--config",
    ] {
        assert!(help.contains(option), "{option} is not in the help");
    }
}

/// The system's headers have macros and other names for what the tool's own library does.
#[test]
fn programs_are_read_with_the_headers_of_the_system() {
    let text = "#define _GNU_SOURCE\n#include <assert.h>\n#include <ctype.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <string.h>\n\
        static void *run(void *text)\n{\n\tint number = 0;\n\tassert(isdigit(*(char *)text) && !isalpha(*(char *)text) && toupper('a') == 'A');\n\
        \tassert(sscanf(text, \"%d\", &number) == 1 && number == 12);\n\treturn 0;\n}\n\
        int main(void)\n{\n\tpthread_t thread;\n\tpthread_create(&thread, 0, run, strdupa(\"12\"));\n\tpthread_join(thread, 0);\n\treturn 0;\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("text.c"), text).expect("it is written");
    for options in ["", "--system-headers"] {
        let output = fencesmith(folder.path(), &format!("check text.c --model tso --quiet {options}"));
        assert_eq!(output.status.code(), Some(0), "{options}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let wrong = text.replace("number == 12", "number == 13");
    std::fs::write(folder.path().join("text.c"), wrong).expect("it is written");
    assert_eq!(fencesmith(folder.path(), "check text.c --model tso --system-headers").status.code(), Some(1));
}

#[test]
fn models_are_listed_and_explained() {
    let output = fencesmith(Path::new("."), "models");
    assert_eq!(output.status.code(), Some(0));
    let list = String::from_utf8(output.stdout).unwrap();
    for name in fencesmith::model::Model::builtin_names() {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{name} is not in\n{list}");
        let output = fencesmith(Path::new("."), &format!("models {name}"));
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().starts_with(&format!("{name}: ")));
        // The path of the file works as well as the name.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = fencesmith(root, &format!("models encodings/{name}.toml --format json"));
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&value["schema_version"], &value["name"]), (&1.into(), &name.into()));
    }
    let output = fencesmith(Path::new("."), "models --format json");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["models"].as_array().unwrap().len(), fencesmith::model::Model::builtin_names().len());
    assert!(value["models"][0]["description"].is_string());
}

/// A pipe that nobody reads any more is no fault of the program's.
#[test]
fn standard_error_may_be_closed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let exit = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        command.args(arguments.split_whitespace()).current_dir(root).stdin(Stdio::null()).stderr(writer);
        command.stdout(Stdio::null()).status().expect("it runs").code()
    };
    assert_eq!(exit("check benchmarks/litmus/sb.c --model tso --verbose"), Some(1));
    assert_eq!(exit("check benchmarks/litmus/sb.c --model absent"), Some(2));
    assert_eq!(exit("--absent"), Some(2));
}

/// What prints a text of its own kind says so, rather than to print it where JSON is waited for.
#[test]
fn a_format_without_a_meaning_is_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for command in ["ir benchmarks/litmus/sb.c", "harness benchmarks/litmus/sb.c", "completions bash", "man", "schema"]
    {
        for format in ["json", "sarif"] {
            let output = fencesmith(root, &format!("{command} --format {format}"));
            let document = String::from_utf8_lossy(&output.stdout);
            let said = serde_json::from_str::<serde_json::Value>(&document).expect("a document of that format");
            assert_eq!(output.status.code(), Some(2), "{command}");
            assert!(said.to_string().contains("`--format` has no meaning"), "{command}: {document}");
        }
    }
}

/// The published tables count what the reductions do not tell apart.
#[test]
fn the_reductions_can_be_left_out_together() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let counts = |options: &str| {
        let program = "benchmarks/explore/barrier-checked.c -DN=3 --model sc --format json";
        let output = fencesmith(root, &format!("explore {program} {options}"));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        (report["complete"].as_u64(), report["blocked"].as_u64())
    };
    assert_eq!(counts("--no-spin-reduction"), (Some(1), Some(0)));
    assert_eq!(counts("--no-reduction"), (Some(6), Some(30)));
    let waits = "int next, serving, x;\n#include <pthread.h>\n\
        void *f(void *a) { int own = __sync_fetch_and_add(&next, 1); \
        while (__atomic_load_n(&serving, 5) != own); x++; __atomic_store_n(&serving, own + 1, 5); return 0; }\n\
        int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);\n\
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }\n";
    let folder = folder(&[("ticket.c", waits)]);
    for (options, complete, blocked) in [("", 1, false), ("--no-symmetry", 6, false), ("--no-reduction", 6, true)] {
        let output = fencesmith(folder.path(), &format!("explore ticket.c --model sc --format json {options}"));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["complete"].as_u64(), Some(complete), "{report}");
        assert_eq!(report["blocked"].as_u64() > Some(0), blocked, "{report}");
    }
}

/// Of several variables that nobody has set the one that is looked at is shown, where it is declared.
#[test]
fn what_nobody_has_set_is_shown_where_it_is_declared() {
    let text = "#include <pthread.h>\nint y;\nvoid *f(void *p) { y = 1; return 0; }\nint main(void) {\n\
        int first;\n int second;\n pthread_t t; pthread_create(&t, 0, f, 0);\n if (y) first = 3; else first = 4;\n\
        if (second) first = 5;\n pthread_join(t, 0);\n return first; }\n";
    let folder = folder(&[("unset.c", text)]);
    let output = fencesmith(folder.path(), "check unset.c --model sc --property uninitialised");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("unset.c:9:1\n") && told.contains("unset.c:6:6\n"), "{told}");
}

/// Critical sections that touch nothing in common have no order, with any number of explorers.
#[test]
fn sections_with_nothing_in_common_are_not_ordered() {
    let text = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int own[4], both;\n\
        void *f(void *a) { int i = (int)(long)a; pthread_mutex_lock(&m); own[i] = i; if (i > 2) both++; pthread_mutex_unlock(&m);\n\
        pthread_mutex_lock(&m); if (i == 2) both++; pthread_mutex_unlock(&m); return 0; }\n\
        int main(void) { pthread_t t[4]; for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, f, (void *)i);\n\
        for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return both + own[1] - 3; }\n";
    let folder = folder(&[("table.c", text)]);
    for (options, complete) in [("", 2), ("--threads 1", 2), ("--no-lock-reduction", 2520), ("--no-reduction", 2520)] {
        for model in ["sc", "pso"] {
            let output = fencesmith(folder.path(), &format!("explore table.c --model {model} --format json {options}"));
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
            assert_eq!(report["complete"].as_u64(), Some(complete), "{options} {model}: {report}");
        }
    }
}

/// One test of several that is not decided may be the one that matters; what is not as expected matters more.
#[test]
fn a_litmus_test_that_is_not_decided_is_told_by_the_exit_code() {
    let test = |instruction: &str| format!("X86 t\n{{ }}\n P0 ;\n {instruction} ;\nexists (x=1)\n");
    let (read, unread) = (test("MOV [x],$1"), test("HLT"));
    let files =
        [("read.litmus", read.as_str()), ("unread.litmus", &unread), ("is", "read.litmus,1\nunread.litmus,1\n")];
    let folder = folder(&[&files[..], &[("is_not", "read.litmus,0\nunread.litmus,1\n")]].concat());
    for (arguments, code) in [
        ("read.litmus", 0),
        ("unread.litmus", 4),
        ("read.litmus unread.litmus", 4),
        ("read.litmus unread.litmus --states", 4),
        ("read.litmus unread.litmus --expect is", 4),
        ("read.litmus unread.litmus --expect is_not", 1),
        ("read.litmus --expect is", 0),
    ] {
        let output = fencesmith(folder.path(), &format!("litmus {arguments} -m tso"));
        assert_eq!(output.status.code(), Some(code), "{arguments}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// An option that would be ignored is refused, and so is a limit that is none.
#[test]
fn litmus_tests_are_not_asked_what_has_no_meaning_for_them() {
    let text = "X86 sb\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n\
                exists (0:EAX=0 /\\ 1:EAX=0)\n";
    let files = &[("sb.litmus", text)];
    for (arguments, part) in [
        ("check sb.litmus -m tso --timeout=-1", "-1 is not a time limit"),
        ("check sb.litmus -m tso --timeout nan", "NaN is not a time limit"),
        ("check sb.litmus -m tso --memory 0", "0 is not a memory limit"),
        ("check sb.litmus -m tso --unwind 3", "`--unwind` has no meaning for a litmus test"),
        ("check sb.litmus", "no memory model is given"),
        ("litmus sb.litmus -m tso --timeout=1e300", "is not a time limit"),
        ("litmus sb.litmus -m tso --timeout 0", "0 is not a time limit"),
        ("suggest sb.litmus -m tso --timeout=-1", "-1 is not a time limit"),
        ("suggest sb.litmus -m tso --output-dir d", "`--output-dir` has no meaning for a litmus test"),
        ("suggest sb.litmus -m tso -o a --in-place", "contradict each other"),
        ("suggest sb.litmus -m tso --minimize pairs", "by `fences` or `cost`"),
    ] {
        refused(files, arguments, &[part]);
    }
    let folder = folder(&[("sb.litmus", text), ("fencesmith.toml", "model = \"tso\"\ntimeout = 60\n")]);
    let output = fencesmith(folder.path(), "suggest sb.litmus --quiet");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}
