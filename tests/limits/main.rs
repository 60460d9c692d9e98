//! Limits hold in every phase: of time, of memory, of depth; and who interrupts a run gets an answer and finds nothing
//! left behind. Every run here is a process of its own, as its user starts it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Two threads that run `f` and `g`.
const TWO: &str = "int main(void)\n{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, f, 0);\n\tpthread_create(&b, 0, g, 0);\n\
    \tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\tassert(x >= -1);\n\treturn 0;\n}\n";

const HEADERS: &str = "#include <assert.h>\n#include <pthread.h>\n";

/// Sixty macros, each twice the one before.
fn doubling() -> String {
    let doubles: String = (0..60).map(|i| format!("#define A{} A{i} A{i}\n", i + 1)).collect();
    format!("#include <assert.h>\n#define A0 +1\n{doubles}int main(void) {{ int x = 0 A60; assert(x); }}\n")
}

/// A loop over two shared variables in each of two threads.
fn many_accesses(iterations: u32) -> String {
    let body = |a: &str, b: &str| {
        format!("{{ for (int i = 0; i < {iterations}; i++) {{ {a} = i; {b} = {a} + i; }} return 0; }}\n")
    };
    let (f, g) = (body("x", "y"), body("y", "x"));
    format!("{HEADERS}int x, y;\nvoid *f(void *p) {f}void *g(void *p) {g}{TWO}")
}

/// A program that keeps each phase busy for longer than any of these tests waits, and the commands to be tried on it.
fn endless() -> Vec<(&'static str, String, &'static [&'static str])> {
    let main = |body: &str| format!("{HEADERS}int main(void) {{ {body} }}\n");
    let tree: String = (0..60).map(|i| format!("int f{}(int n) {{ return f{i}(n) + f{i}(n); }}\n", i + 1)).collect();
    let pigeons = {
        // Twelve numbers below eleven that all differ.
        let choose: String = (0..12).map(|i| format!("unsigned p{i} = nondet(); if (p{i} > 10) return 0;\n")).collect();
        let pairs = (0..12).flat_map(|i| (0..i).map(move |j| format!("p{i} == p{j}")));
        let same = pairs.collect::<Vec<_>>().join(" || ");
        format!(
            "#include <assert.h>\nunsigned __VERIFIER_nondet_uint(void);\n#define nondet __VERIFIER_nondet_uint\n\
            int main(void) {{ {choose} assert({same}); return 0; }}\n"
        )
    };
    let orders = "int x, y[15];\nvoid *f(void *p) { for (int i = 0; i < 15; i++) y[i]++; return 0; }\n\
        void *g(void *p) { for (int i = 0; i < 15; i++) y[i]++; return 0; }\n";
    vec![
        ("read", doubling(), &["check", "suggest", "explore"]),
        ("a certain loop", main("unsigned long s = 0; for (;;) { s++; if (s == 0) break; } assert(s);"), &["check"]),
        (
            "a wide call tree",
            format!(
                "#include <assert.h>\nint f0(int n) {{ return n; }}\n{tree}int main(void) {{ assert(f60(1) == 0); }}\n"
            ),
            &["check", "suggest", "explore"],
        ),
        ("many accesses", many_accesses(3000), &["check", "explore"]),
        ("fewer accesses", many_accesses(200), &["check", "suggest"]),
        ("solve", pigeons, &["check"]),
        ("explore", format!("{HEADERS}{orders}{TWO}"), &["explore"]),
    ]
}

fn fencesmith(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

fn file(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), text).unwrap();
    folder
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs a command that must end as unknown within a tenth and a fifth of a second more than its limit. Whoever else uses
/// the machine may make it late now and then, but not time after time.
fn ends_in_time(folder: &Path, arguments: &str, seconds: f64) -> Output {
    let arguments = format!("{arguments} --timeout {seconds} --memory 2000");
    let mut late = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let output = fencesmith(folder, &arguments).output().unwrap();
        let elapsed = start.elapsed().as_secs_f64();
        assert_eq!(output.status.code(), Some(4), "{arguments}: {}", text(&output));
        if elapsed <= seconds * 1.1 + 0.2 {
            return output;
        }
        late.push(elapsed);
    }
    panic!("{arguments} took {late:?} s");
}

#[test]
fn the_time_limit_holds_in_every_phase() {
    for (name, program, commands) in endless() {
        let folder = file(&program);
        for command in commands {
            let output = ends_in_time(folder.path(), &format!("{command} a.c --model tso --format json"), 0.7);
            let document: Value =
                serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output)));
            assert_eq!(document["verdict"], "unknown", "{name}");
            let reason = document["reason"].as_str().unwrap_or_default();
            let what =
                ["time limit", "times or more", "nest deeper", "more events"].iter().any(|what| reason.contains(what));
            assert!(what, "{name}, {command}: {reason}");
        }
    }
}

#[test]
fn what_is_left_alone_has_a_document_in_every_form() {
    let folder = file(&doubling());
    for command in ["check", "suggest", "explore", "cross-check"] {
        let output = ends_in_time(folder.path(), &format!("{command} a.c --model tso"), 0.3);
        let said = text(&output);
        let why = said.contains("the time limit passed") && said.contains("phase: read");
        assert!(why || command == "cross-check" && said.contains("no verdict"), "{command}: {said}");
    }
    let output = ends_in_time(folder.path(), "check a.c --model tso --format sarif", 0.3);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["version"], "2.1.0");
}

#[test]
fn the_memory_limit_holds() {
    let folder = file(&doubling());
    for command in ["check", "suggest", "explore"] {
        let output = fencesmith(folder.path(), &format!("{command} a.c --model tso --memory 200")).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", text(&output));
        assert!(text(&output).contains("the memory limit was reached"), "{}", text(&output));
    }
    let output = fencesmith(folder.path(), "check a.c --model tso --memory 0").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
}

/// Ends a process that has had time to begin by a signal; how it ended, and what it said.
fn interrupted(command: &mut Command, begun: impl Fn(&Child) -> bool, signal: &str) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let patience = Instant::now();
    while !begun(&child) {
        assert!(patience.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20), "{signal} took {:?}", start.elapsed());
    output
}

#[test]
fn a_signal_ends_a_run_with_an_answer() {
    let busy = |child: &Child| {
        // It works once it has used some time.
        fs::read_to_string(format!("/proc/{}/stat", child.id()))
            .is_ok_and(|stat| stat.split(' ').nth(13).is_some_and(|ticks| ticks.parse::<u64>().is_ok_and(|n| n > 5)))
    };
    for (program, command) in
        [(doubling(), "check"), (many_accesses(3000), "suggest"), (many_accesses(3000), "explore")]
    {
        let folder = file(&program);
        let temporary = tempfile::tempdir().unwrap();
        for signal in ["-INT", "-TERM"] {
            let mut command = fencesmith(folder.path(), &format!("{command} a.c --model tso --memory 3000"));
            let output = interrupted(command.env("TMPDIR", temporary.path()), busy, signal);
            assert_eq!(output.status.code(), Some(4), "{}", text(&output));
            assert!(text(&output).contains("the run was interrupted"), "{}", text(&output));
        }
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "a temporary file is left");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a file is left beside the program");
    }
}

/// The processes that have this text among their arguments.
fn processes(with: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    entries
        .filter(|entry| {
            fs::read(entry.path().join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(with))
        })
        .count()
}

#[test]
fn a_signal_ends_the_workers_of_a_run_and_keeps_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let suite = "name = \"mine\"\nmodels = [\"tso\"]\n[[family]]\nname = \"long\"\ntemplate = \"a.jinja\"\n";
    fs::write(folder.path().join("mine.toml"), suite).unwrap();
    fs::write(folder.path().join("a.jinja"), doubling()).unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml").to_str().unwrap().to_string();
    let mut command = fencesmith(folder.path(), &format!("compare {path} --jobs 2 --output out"));
    let output = interrupted(command.env("TMPDIR", temporary.path()), |_| processes(&path) >= 3, "-TERM");
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    assert!(text(&output).contains("--resume"), "{}", text(&output));
    let patience = Instant::now();
    while processes(&path) > 0 {
        assert!(patience.elapsed() < Duration::from_secs(10), "a worker is left");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "a temporary file is left");
}

/// Programs that nest deeper, or repeat longer, than anyone writes by hand.
fn deep() -> Vec<(&'static str, String)> {
    let n = 10_000;
    let main = |body: String| format!("#include <assert.h>\nint main(void) {{ int a = 1, b = 0; {body} return 0; }}\n");
    let expression = |text: String| main(format!("b = {text}; assert(b || !b);"));
    let around = |open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(n), close.repeat(n));
    let chain = |operator: &str| vec!["a"; 50_000].join(operator);
    vec![
        ("parentheses", expression(around("(", "a", ")"))),
        ("blocks", main(around("{", "assert(a);", "}"))),
        (
            "initialisers",
            format!("#include <assert.h>\nint g[1] = {}; int main(void) {{ assert(g[0]); }}\n", around("{", "1", "}")),
        ),
        ("declarators", main(format!("int {} = 0; assert(!p);", around("(*", "p", ")")))),
        (
            "structs",
            format!("#include <assert.h>\n{} int main(void) {{ assert(1); }}\n", around("struct {", "int x;", "} s;")),
        ),
        ("else if", main("if (a == 2) b++; else ".repeat(n) + "b = 2; assert(b == 2);")),
        ("else if in braces", main("if (a == 2) { b++; } else ".repeat(n) + "{ b = 2; } assert(b == 2);")),
        ("if", main("if (a) ".repeat(3 * n) + "b = 2; assert(b == 2);")),
        ("while", main("while (a) ".repeat(3 * n) + "a = 0; assert(!a);")),
        ("do", main("do ".repeat(3 * n) + "b = 2;" + &" while (0);".repeat(3 * n) + " assert(b == 2);")),
        ("signs", expression("- ".repeat(3 * n) + "a")),
        ("negations", expression("!".repeat(3 * n) + "a")),
        ("casts", expression("(int)".repeat(3 * n) + "a")),
        ("conditions", expression("a ? 1 : ".repeat(3 * n) + "a")),
        ("assignments", main("b = ".repeat(3 * n) + "a; assert(b == 1);")),
        ("sums", expression(chain("+"))),
        ("commas", expression(format!("({})", chain(",")))),
        ("conjunctions", expression(chain("&&"))),
        (
            "calls",
            format!(
                "#include <assert.h>\nint f(int x) {{ return x; }}\nint main(void) {{ assert({}); }}\n",
                around("f(", "1", ")")
            ),
        ),
        (
            "macros",
            format!(
                "#define F(x) (x)\n{}",
                expression(around("F(", "a", ")").replace("F(F(F(F(F(F(F(F(F(F(", "F(").replace("))))))))))", ")"))
            ),
        ),
        (
            "conditions of the preprocessor",
            format!("#if {}\n#endif\n{}", around("(", "1", ")"), main("assert(a);".into())),
        ),
        ("includes", format!("#include \"a.c\"\n{}", main("assert(a);".into()))),
        ("pointers to pointers", main(format!("int {}p = 0; assert(!p);", "*".repeat(3 * n)))),
        (
            "threads that start threads",
            "#include <pthread.h>\n#include <assert.h>\nvoid *f(void *p) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }\n\
             int main(void) { f(0); assert(1); return 0; }\n"
                .to_string(),
        ),
        ("labels", main((0..3 * n).map(|i| format!("L{i}: ")).collect::<String>() + "assert(a);")),
    ]
}

#[test]
fn nothing_overflows_the_stack() {
    for (name, program) in deep() {
        let folder = file(&program);
        for command in ["check", "explore"] {
            let arguments = format!("{command} a.c --model tso --timeout 3 --memory 2000");
            let output = fencesmith(folder.path(), &arguments).output().unwrap();
            let (code, said) = (output.status.code(), text(&output));
            assert!(matches!(code, Some(0 | 2 | 4)), "{name}: {command}: {code:?} {:.300}", said);
            assert!(!said.contains("internal error"), "{name}: {said:.300}");
        }
    }
    let recursion = "#include <assert.h>\nint f(int n) { return n == 0 ? 0 : f(n - 1); }\n\
        int main(void) { assert(f(N) == 0); return 0; }\n";
    let folder = file(recursion);
    for (command, calls) in [("check", 3000), ("explore", 3000), ("check", 30_000), ("explore", 30_000)] {
        let arguments = format!("{command} a.c --model sc -D N={calls} --unwind 40000 --timeout 10");
        let output = fencesmith(folder.path(), &arguments).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 4)), "{arguments}: {}", text(&output));
    }
}

#[test]
fn a_text_that_ends_in_the_middle_is_read() {
    let good = "#include <assert.h>\nint main(void) { assert(1); return 0; }\n";
    let ends = [
        "\\",
        "\\\n",
        "//\\\n",
        "// a\\",
        "/* a \\\n",
        "#define A \\\n",
        "\"a\\\n",
        "int b \\\r\n",
        "\\\r",
        "\\ \t\n",
        "\\\n\\\n",
        "\\\n\\\r\n\\\r",
    ];
    for end in ends {
        for start in ["", good] {
            let folder = file(&format!("{start}{end}"));
            let mut command = fencesmith(folder.path(), "check a.c --model tso --timeout 5");
            let output = command.output().unwrap();
            assert!(matches!(output.status.code(), Some(0 | 2)), "{start:?} {end:?}: {}", text(&output));
            assert!(!text(&output).contains("internal error"), "{start:?} {end:?}: {}", text(&output));
            if start.is_empty() {
                assert_eq!(output.status.code(), Some(2), "{end:?}");
            }
        }
    }
}

#[test]
fn files_without_end_are_refused() {
    let folder = file("#include \"/dev/zero\"\nint main(void) { return 0; }\n");
    for name in ["/dev/zero", "a.c", "."] {
        let output = fencesmith(folder.path(), &format!("check {name} --model tso --timeout 20")).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {}", text(&output));
    }
}

const LITMUS: &str = "X86 a\n{ x=0; }\n P0 ;\n MOV EAX,[x] ;\nexists (0:EAX=0)\n";

/// Every option and command that reads a file, with a place for the file's name.
const READ: &[&str] = &[
    "check a.c --model FILE",
    "check a.c --model tso --config FILE",
    "check -p FILE --model tso",
    "check a.c --model tso --property-file FILE",
    "check FILE --model tso",
    "explore a.c --model tso --resume FILE",
    "explore --merge FILE",
    "litmus FILE --model tso",
    "litmus a.litmus --model tso --expect FILE",
    "models FILE",
    "compare FILE",
    "plot FILE",
    "ir FILE",
    "harness FILE",
];

#[test]
fn no_file_is_read_without_end() {
    let folder = file("int main(void) { return 0; }\n");
    fs::write(folder.path().join("a.litmus"), LITMUS).unwrap();
    // A name that says what is in the file.
    for name in ["zero.toml", "zero.litmus", "zero.prp", "zero.json"] {
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(name)).unwrap();
    }
    for arguments in READ {
        let name = match arguments {
            arguments if arguments.contains("--model FILE") || arguments.starts_with("models") => "zero.toml",
            arguments if arguments.starts_with("litmus FILE") => "zero.litmus",
            arguments if arguments.contains("--property-file") => "zero.prp",
            _ => "zero.json",
        };
        let arguments = arguments.replace("FILE", &format!("./{name}"));
        let output = fencesmith(folder.path(), &arguments).output().unwrap();
        let code = output.status.code();
        let is_refused = code == Some(2) || arguments.starts_with("litmus ./zero") && code == Some(4);
        assert!(is_refused, "{arguments}: {code:?} {}", text(&output));
        let why = ["larger than 16 MiB", "no regular file"].iter().any(|why| text(&output).contains(why));
        assert!(why, "{arguments}: {}", text(&output));
    }
}

#[test]
fn who_waits_for_a_pipe_ends_in_time() {
    let folder = file("int main(void) { return 0; }\n");
    nix::unistd::mkfifo(&folder.path().join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    for arguments in READ {
        // These have no limit of their own, or read what is stored only.
        if ["models", "plot", "compare", "litmus a.litmus"].iter().any(|start| arguments.starts_with(start)) {
            continue;
        }
        let name = if arguments.contains("--model FILE") { "./pipe" } else { "pipe" };
        let arguments = format!("{} --timeout 0.5", arguments.replace("FILE", name));
        let start = Instant::now();
        let output = fencesmith(folder.path(), &arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{arguments}: {}", text(&output));
        assert!(start.elapsed() < Duration::from_secs(20), "{arguments} took {:?}", start.elapsed());
        assert!(!text(&output).contains("phase: )"), "{arguments}: {}", text(&output));
    }
    for command in ["compare", "plot"] {
        let output = fencesmith(folder.path(), &format!("{command} pipe")).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("no regular file"), "{}", text(&output));
    }
}

#[test]
fn commands_that_only_read_have_limits() {
    let folder = file(&doubling());
    for command in ["ir", "harness"] {
        let output = ends_in_time(folder.path(), &format!("{command} a.c"), 0.3);
        assert!(text(&output).contains("the time limit was reached"), "{}", text(&output));
        let output = fencesmith(folder.path(), &format!("{command} a.c --memory 200")).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", text(&output));
        assert!(text(&output).contains("the memory limit was reached"), "{}", text(&output));
    }
}

#[test]
fn a_limit_names_the_engine_that_is_at_work() {
    // The solver does not look for this, and leaves the program to the explorer.
    let orders = "int x, y[15];\nvoid *f(void *p) { for (int i = 0; i < 15; i++) y[i]++; return 0; }\n\
        void *g(void *p) { for (int i = 0; i < 15; i++) y[i]++; return 0; }\n";
    let folder = file(&format!("{HEADERS}{orders}{TWO}"));
    let output = ends_in_time(folder.path(), "check a.c --model tso --property liveness", 2.0);
    assert!(text(&output).contains("phase: explore"), "{}", text(&output));
}

/// What the solver does not take the explorer repairs, and no longer than it may.
#[test]
fn a_repair_that_the_explorer_looks_for_alone_has_limits() {
    let orders = "double sum = 1; int x, y[15];\n\
        void *f(void *p) { sum = sum * 1.5 + sum; for (int i = 0; i < 15; i++) y[i]++; return 0; }\n\
        void *g(void *p) { sum = sum * 2.5 + sum; if (sum >= 0) for (int i = 0; i < 15; i++) y[i]++; return 0; }\n";
    let folder = file(&format!("{HEADERS}{orders}{TWO}"));
    let output = ends_in_time(folder.path(), "suggest a.c --model tso", 2.0);
    assert!(text(&output).contains("phase: explore"), "{}", text(&output));
}
