//! Projects of several files: read with the flags of their build, repaired in place, and built again.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A counter behind Peterson's lock, whose fence is missing in the header.
const FILES: &[(&str, &str)] = &[
    (
        "include/lock.h",
        "#ifndef LOCK_H\n#define LOCK_H\n#ifndef VOLATILE\n#error without the flags of the build\n#endif\n\
struct lock { VOLATILE int want[2]; VOLATILE int turn; };\n\
static inline void take(struct lock *l, int me)\n{\n\tl->want[me] = 1;\n\tl->turn = !me;\n\t\
while (l->want[!me] && l->turn != me)\n\t\t;\n}\n\
static inline void give(struct lock *l, int me)\n{\n\tl->want[me] = 0;\n}\n#endif\n",
    ),
    (
        "src/counter.c",
        "#include \"lock.h\"\nstatic struct lock mine;\nstatic VOLATILE int count;\n\
void add(int me)\n{\n\ttake(&mine, me);\n\tcount = count + 1;\n\tgive(&mine, me);\n}\nint total(void)\n{\n\treturn count;\n}\n",
    ),
    (
        "test/main.c",
        "#include <assert.h>\n#include <pthread.h>\nvoid add(int me);\nint total(void);\nstatic int count = 2;\n\
static void *run(void *me)\n{\n\tadd((int)(long)me);\n\treturn 0;\n}\n\
int main(void)\n{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, run, (void *)0);\n\tpthread_create(&b, 0, run, (void *)1);\n\t\
pthread_join(a, 0);\n\tpthread_join(b, 0);\n\tassert(total() == count);\n\treturn 0;\n}\n",
    ),
    (
        "Makefile",
        "CFLAGS += -Iinclude -DVOLATILE=volatile -Wall -pthread\ntest/run: test/main.o src/counter.o\n\t$(CC) $(CFLAGS) -o $@ $^\n",
    ),
    (
        "compile_commands.json",
        "[{\"directory\": \".\", \"file\": \"test/main.c\", \"command\": \"cc -O2 -c -o main.o test/main.c\"},\n \
{\"directory\": \".\", \"file\": \"src/counter.c\",\n  \"arguments\": [\"cc\", \"-Iinclude\", \"-DVOLATILE=volatile\", \"-c\", \"src/counter.c\"]}]\n",
    ),
    ("flags", "-Iinclude '-DVOLATILE=volatile'\n-pthread\n"),
];

fn project() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn run(folder: &Path, arguments: &str, input: &str) -> Output {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// The exit code; with what was said where it is another.
fn exit(output: &Output, expected: i32) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(expected), "{}\n{said}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_project_is_repaired_in_place_and_builds() {
    let folder = project();
    let files = "test/main.c src/counter.c -Iinclude -DVOLATILE=volatile -Wall -pthread";
    exit(&run(folder.path(), &format!("check {files} --model sc"), ""), 0);
    exit(&run(folder.path(), &format!("check {files} --model tso"), ""), 1);
    exit(&run(folder.path(), &format!("suggest {files} --model tso --in-place"), ""), 1);
    let header = fs::read_to_string(folder.path().join("include/lock.h")).unwrap();
    assert_eq!(header.matches("__sync_synchronize();").count(), 1, "{header}");
    exit(&run(folder.path(), &format!("check {files} --model tso"), ""), 0);
    match Command::new("make").arg("test/run").current_dir(folder.path()).output() {
        Ok(built) => assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr)),
        Err(_) => eprintln!("skipped: make is not installed"),
    }
}

/// Where nothing marks a project it is what the files that are named have in common.
#[test]
fn files_that_are_named_together_are_a_project() {
    let folder = project();
    fs::remove_file(folder.path().join("compile_commands.json")).unwrap();
    let options = "-Iinclude -DVOLATILE=volatile --model tso";
    let diff = run(folder.path(), &format!("suggest test/main.c src/counter.c {options} --quiet --diff"), "");
    exit(&diff, 1);
    assert!(String::from_utf8_lossy(&diff.stdout).contains("+++ b/include/lock.h"), "{diff:?}");
    exit(&run(folder.path(), &format!("suggest test/main.c src/counter.c {options} --in-place"), ""), 1);
    let header = fs::read_to_string(folder.path().join("include/lock.h")).unwrap();
    assert_eq!(header.matches("__sync_synchronize();").count(), 1, "{header}");
}

#[test]
fn the_build_database_says_how_each_file_is_read() {
    let folder = project();
    let whole = run(folder.path(), "check -p . --model tso", "");
    exit(&whole, 1);
    let noted = String::from_utf8_lossy(&whole.stderr).into_owned();
    // What says where the output goes stands in every command, and nobody is told of it.
    assert!(!noted.contains("are ignored"), "{noted}");
    let flagged = run(folder.path(), "check test/main.c src/counter.c -p . --model sc -march=native", "");
    let noted = String::from_utf8_lossy(&flagged.stderr).into_owned();
    assert!(noted.contains("are ignored, and macros that they predefine are not defined: `-march=native`"), "{noted}");
    exit(&run(folder.path(), "check test/main.c src/counter.c -p . --model sc", ""), 0);
    // One file alone does not define what it calls.
    let alone = run(folder.path(), "check test/main.c -p compile_commands.json --model sc", "");
    exit(&alone, 2);
    assert!(String::from_utf8_lossy(&alone.stderr).contains("the function `add` is neither defined nor known"));
    // One source of two programs.
    let database = folder.path().join("compile_commands.json");
    let record = |flag: &str| {
        format!("{{\"directory\": \".\", \"file\": \"test/main.c\", \"command\": \"cc {flag} -c test/main.c\"}}")
    };
    for (flags, is_told) in [(["-DA=1", "-DA=2"], true), (["-DA=1", "-DA=1 -Wall"], false)] {
        let other = "{\"directory\": \".\", \"file\": \"src/counter.c\", \"command\": \"cc -Iinclude -DVOLATILE= -c src/counter.c\"}";
        fs::write(&database, format!("[{}, {}, {other}]", record(flags[0]), record(flags[1]))).unwrap();
        let twice = run(folder.path(), "check -p . --model sc", "");
        let said = String::from_utf8_lossy(&twice.stderr).into_owned();
        assert_eq!(said.contains("compiled more than once, with different flags"), is_told, "{said}");
    }
    fs::write(database, "[\n{\"directory\": 1}]").unwrap();
    let broken = run(folder.path(), "check -p . --model sc", "");
    exit(&broken, 2);
    assert!(String::from_utf8_lossy(&broken.stderr).contains("compile_commands.json:2:"));
}

#[test]
fn flags_come_from_a_file_and_text_from_standard_input() {
    let folder = project();
    exit(&run(folder.path(), "check @flags test/main.c src/counter.c --model tso", ""), 1);
    let main = FILES[2].1;
    exit(&run(folder.path(), "check @flags -x c - src/counter.c --model sc", main), 0);
    let forced = run(
        folder.path(),
        "check - -include stddef.h -std=gnu99 --model sc",
        "int main(void) { size_t a = 1; __builtin_abort(); return a; }",
    );
    exit(&forced, 1);
    let refused = run(folder.path(), "check test/main.c -m32 --model sc", "");
    exit(&refused, 2);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the compiler flag `-m32` is not supported"));
    let unchanged = run(folder.path(), "suggest - --in-place --model sc", main);
    exit(&unchanged, 2);
}

/// A lock without a `main`.
const LIBRARY: &str = "#include <assert.h>\nstatic volatile int flag[2], turn;\nstatic int count;\n\
static void add(int me)\n{\n\tflag[me] = 1;\n\tturn = !me;\n\twhile (flag[!me] && turn != me)\n\t\t;\n\tcount++;\n\tflag[me] = 0;\n}\n\
static void left(void)\n{\n\tadd(0);\n}\nvoid right(void)\n{\n\tadd(1);\n}\n\
static void start(void)\n{\n\tcount = 1;\n}\nstatic void last(void)\n{\n\tassert(count == 3);\n}\n\
void show(unsigned char number)\n{\n\tassert(number != 7);\n}\n";

#[test]
fn functions_run_as_threads_where_there_is_no_main() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lock.c"), LIBRARY).unwrap();
    let run = |arguments: &str| run(folder.path(), arguments, "");
    let both = "--entry left,right --setup start --finally last";
    exit(&run(&format!("check lock.c {both} --model sc")), 0);
    exit(&run(&format!("explore lock.c {both} --threads 2 --model sc")), 0);
    exit(&run(&format!("check lock.c {both} --model tso")), 1);
    let repaired = run(&format!("suggest lock.c {both} --model tso --quiet --diff"));
    exit(&repaired, 1);
    assert_eq!(String::from_utf8_lossy(&repaired.stdout).matches("+\t__sync_synchronize();").count(), 1);
    // Two threads with one number are not kept apart by the lock.
    exit(&run("check lock.c --entry add --arg add=0 --threads add=2 --setup start --finally last --model sc"), 1);
    // Without arguments they are arbitrary.
    exit(&run("check lock.c --entry show --model sc"), 1);
    exit(&run("check lock.c --entry show --arg show=6 --model sc"), 0);
    for (wrong, said) in [
        ("--entry lft", "the function `lft` is not defined"),
        ("--entry left --arg right=1", "`right` is not called"),
        ("--entry left,left", "`--entry` names `left` twice"),
        ("--setup start", "have no meaning without `--entry`"),
    ] {
        let refused = run(&format!("check lock.c {wrong} --model sc"));
        exit(&refused, 2);
        assert!(String::from_utf8_lossy(&refused.stderr).contains(said), "{wrong}");
    }
}

#[test]
fn a_harness_is_written_as_a_program() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lock.c"), LIBRARY).unwrap();
    let written = run(folder.path(), "harness lock.c", "");
    exit(&written, 0);
    fs::write(folder.path().join("harness.c"), &written.stdout).unwrap();
    exit(&run(folder.path(), "check harness.c --model sc", ""), 1);
    let several = "struct pair { int a, b; };\nint x;\nvoid f(double d)\n{\n\tx = d > 0;\n}\nvoid g(int i, struct pair p)\n{\n\tx = i + p.a;\n}\n";
    fs::write(folder.path().join("several.c"), several).unwrap();
    let written = run(folder.path(), "harness several.c --entry g --threads g=2", "");
    exit(&written, 0);
    let harness = String::from_utf8(written.stdout).unwrap();
    assert!(harness.contains("(struct pair){0}") && !harness.contains("f("), "{harness}");
    fs::write(folder.path().join("two.c"), &harness).unwrap();
    exit(&run(folder.path(), "check two.c --model sc", ""), 0);
    let written = run(folder.path(), "harness several.c", "");
    exit(&written, 0);
    assert!(String::from_utf8_lossy(&written.stdout).contains("extern double "));
    fs::write(folder.path().join("whole.c"), "int main(void)\n{\n\treturn 0;\n}\nvoid f(void)\n{\n}\n").unwrap();
    let refused = run(folder.path(), "check whole.c --entry f --model sc", "");
    exit(&refused, 2);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a `main` of its own"));
}

/// A queue whose types have no name of their own, and what uses it in another file.
const QUEUE: &[(&str, &str)] = &[
    (
        "queue.h",
        "#ifndef QUEUE_H\n#define QUEUE_H\ntypedef struct { int count; } queue_t;\ntypedef enum { OK, FULL } status_t;\n\
                 status_t put(queue_t *q, int n);\nvoid start(queue_t *q);\nstatus_t last(queue_t q);\n#endif\n",
    ),
    (
        "queue.c",
        "#include <assert.h>\n#include \"queue.h\"\nstatus_t put(queue_t *q, int n)\n{\n\tq->count += n;\n\treturn OK;\n}\n\
                 void start(queue_t *q)\n{\n\tq->count = 1;\n}\nstatus_t last(queue_t q)\n{\n\tassert(q.count == 3);\n\treturn OK;\n}\n",
    ),
    ("app.c", "#include \"queue.h\"\nqueue_t shared;\nvoid nothing(void)\n{\n}\n"),
    ("plain.c", "int other;\nvoid beside(void)\n{\n\tother = 1;\n}\n"),
    ("hidden.c", "typedef struct { int count; } own;\nvoid hidden(own *q)\n{\n\tq->count = 1;\n}\n"),
];

/// Functions of all files may run, and be told what they are called with; a type without a name is no obstacle.
#[test]
fn what_runs_may_be_in_any_file_and_of_any_type() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in QUEUE {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_fencesmith")).current_dir(folder.path()).args(arguments).output().unwrap()
    };
    let both = ["--entry", "put", "--arg", "put=&shared, 1", "--threads", "put=2", "--model", "sc"];
    let around = ["--setup", "start", "--arg", "start=&shared", "--finally", "last", "--arg", "last=shared"];
    for files in [["queue.c", "app.c"], ["app.c", "queue.c"]] {
        // Two threads may add one at once, and last sees 2.
        exit(&run(&[&["check"], &files[..], &both, &around].concat()), 1);
    }
    let elsewhere = ["--entry", "beside,nothing,put", "--arg", "put=0, 1", "--model", "sc"];
    exit(&run(&[&["check", "plain.c", "queue.c", "app.c"], &elsewhere[..]].concat()), 1);
    let written = run(&["harness", "plain.c", "queue.c", "app.c"]);
    exit(&written, 0);
    let text = String::from_utf8(written.stdout).unwrap();
    assert!(text.contains("#include \"queue.h\"\n") && text.contains("last((queue_t){0})"), "{text}");
    assert!(text.contains("It goes together with\n   queue.c, app.c."), "{text}");
    fs::write(folder.path().join("harness.c"), &text).unwrap();
    let compiled = Command::new("gcc")
        .current_dir(folder.path())
        .args(["-Wall", "-Werror", "-fsyntax-only", "harness.c"])
        .output()
        .expect("gcc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    for (wrong, said) in [
        (["plain.c", "hidden.c", "beside,hidden"], "`hidden` has a type without a name, and no header declares it"),
        (["queue.c", "app.c", "put"], "parameter 1 of `put` is no number"),
    ] {
        let [first, second, entries] = wrong;
        let refused = run(&["check", first, second, "--entry", entries, "--model", "sc"]);
        exit(&refused, 2);
        assert!(String::from_utf8_lossy(&refused.stderr).contains(said), "{wrong:?}");
    }
}

/// A directory of the command line comes before the headers of the tool, as before those of a compiler; one of the system's does not.
#[test]
fn headers_of_a_project_come_before_the_tools() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("own")).unwrap();
    fs::write(folder.path().join("own/semaphore.h"), "typedef struct { int mine; } sem_t;\n").unwrap();
    let text = "#include <assert.h>\n#include <semaphore.h>\nint main(void) { sem_t s = {3}; assert(s.mine == 3); return 0; }\n";
    fs::write(folder.path().join("own.c"), text).unwrap();
    exit(&run(folder.path(), "check own.c -I own --model sc", ""), 0);
    exit(&run(folder.path(), "check own.c --model sc", ""), 2);
    let text = "#include <pthread.h>\n#include <semaphore.h>\nint main(void) { sem_t s; return sem_init(&s, 0, 0); }\n";
    fs::write(folder.path().join("tools.c"), text).unwrap();
    exit(&run(folder.path(), "check tools.c -I /usr/include --model sc", ""), 0);
}

/// Two units that read a header, of which one has less behind it: what is written into the header has to be there in both.
const UNEQUAL: &[(&str, &str)] = &[
    (
        "orders.h",
        "#include <stdatomic.h>\n\
         static inline int get_relaxed(atomic_int *at) { return atomic_load_explicit(at, memory_order_relaxed); }\n\
         #ifndef SMALL\n\
         static inline int get_acquire(atomic_int *at) { return atomic_load_explicit(at, memory_order_acquire); }\n\
         #endif\n\
         static inline int get(atomic_int *at) { return atomic_load_explicit(at, memory_order_seq_cst); }\n",
    ),
    (
        "flag.h",
        "extern atomic_int flag;\nextern _Atomic int count;\nextern int data;\n\
         static inline int ready(void) { return GET(&flag); }\n\
         static inline int counted(void) { int now = count; return now; }\nint other(void);\n",
    ),
    (
        "other.c",
        "#define SMALL\n#define GET get_relaxed\n#include \"orders.h\"\n#include \"flag.h\"\n\
         atomic_int flag;\n_Atomic int count;\nint data;\nint other(void)\n{\n\treturn ready() + counted();\n}\n",
    ),
    (
        "main.c",
        "#include <assert.h>\n#include <pthread.h>\n#define GET get_relaxed\n#include \"orders.h\"\n#include \"flag.h\"\n\
         static void *first(void *unused)\n{\n\tdata = 1;\n\t\
         atomic_store_explicit(&flag, 1, memory_order_release);\n\treturn unused;\n}\n\
         static void *second(void *unused)\n{\n\tif (ready())\n\t\tassert(data == 1);\n\treturn unused;\n}\n\
         int main(void)\n{\n\tpthread_t a, b;\n\tpthread_create(&a, 0, first, 0);\n\tpthread_create(&b, 0, second, 0);\n\
         \tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\treturn other() < 0;\n}\n",
    ),
];

#[test]
fn what_is_written_into_a_header_is_there_in_every_unit() {
    let folder = tempfile::tempdir().unwrap();
    let written = |strong: bool| {
        for (name, text) in UNEQUAL {
            // Where the calls are the strongest ones, `optimize` looks for what is less.
            let text = if strong { text.replace("GET get_relaxed", "GET get") } else { text.to_string() };
            let text = text.replace("return GET(", if strong { "return get(" } else { "return get_relaxed(" });
            fs::write(folder.path().join(name), text).unwrap();
        }
        let verb = if strong { "optimize" } else { "suggest" };
        exit(&run(folder.path(), &format!("{verb} main.c other.c --model rc11 --in-place"), ""), 1);
        for unit in ["main.c", "other.c"] {
            let flags = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", unit];
            match Command::new("gcc").args(flags).current_dir(folder.path()).output() {
                Ok(built) => assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr)),
                Err(_) => eprintln!("skipped: gcc is not installed"),
            }
        }
        exit(&run(folder.path(), "check main.c other.c --model rc11", ""), 0);
        fs::read_to_string(folder.path().join("flag.h")).unwrap()
    };
    assert!(written(false).contains("return get_relaxed(&flag);"), "the other name is not there in other.c");
    assert!(written(true).contains("return get_relaxed(&flag);"), "this one is");
}

/// C11's functions are there in one unit and not in the other.
#[test]
fn operators_stay_where_a_unit_has_no_header_for_calls() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in &UNEQUAL[1..] {
        let text = text.replace("atomic_int flag", "_Atomic int flag").replace("GET(&flag)", "flag");
        let text =
            text.replace("#include \"orders.h\"\n", if *name == "main.c" { "#include <stdatomic.h>\n" } else { "" });
        fs::write(folder.path().join(name), text).unwrap();
    }
    let output = run(folder.path(), "optimize main.c other.c --model rc11 --diff", "");
    exit(&output, 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("2 orders and fences take no part"), "{output:?}");
}
