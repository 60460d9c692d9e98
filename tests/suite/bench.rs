//! Running suites: what the user hears of mistakes, and that nothing is lost or done twice, whatever ends a run.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use fencesmith::bench::record::Record;
use fencesmith::bench::store::Contents;
use fencesmith::bench::verdict::Verdict;
use tempfile::TempDir;

mod processes;

use processes::{Running, children, kill};

/// Store buffering: two fences.
const SB: &str = "#include <assert.h>\n#include <pthread.h>\nvolatile int x, y;\nint r1, r2;\n\
    static void *one(void *p) { x = 1;\n r1 = y;\n return 0; }\n\
    static void *two(void *p) { y = 1;\n r2 = x;\n return 0; }\n\
    int main(void) { pthread_t a, b;\n pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);\n\
    pthread_join(a, 0); pthread_join(b, 0);\n assert(r1 || r2);\n return 0; }\n";

/// A suite of one file with all algorithms.
const SUITE: &str = "name = \"mine\"\nmodels = [\"tso\", \"pso\"]\nk1 = [1, 2]\nfiles = [\"sb.c\"]\n";

/// How many jobs that is: two models; TE, FI and core-first once, the bounded ones with two bounds.
const JOBS: usize = 2 * (3 + 2 * 2);

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn mine() -> TempDir {
    folder(&[("suite.toml", SUITE), ("sb.c", SB)])
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

fn fencesmith(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Runs a command that must end with this exit code; returns standard output and standard error.
fn ends(folder: &Path, arguments: &str, code: i32) -> (String, String) {
    let output = fencesmith(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments}\n{stdout}\n{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (stdout, stderr)
}

fn records(folder: &Path) -> Vec<Record> {
    let contents = Contents::read(folder).unwrap();
    assert!(contents.warnings.is_empty(), "{:?}", contents.warnings);
    contents.records
}

/// The names of the jobs on all lines of all files, with repetitions.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let text = fs::read_to_string(path).unwrap();
            names.extend(text.lines().map(|line| serde_json::from_str::<Record>(line).unwrap().job));
        }
    }
    names.sort();
    names
}

/// Waits until something is so.
fn until(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A C file that cannot be read to its end: a worker that opens it waits until it is killed.
fn endless(folder: &Path, name: &str) {
    let made = Command::new("mkfifo").arg(folder.join(name)).status().unwrap();
    assert!(made.success());
}

fn started(folder: &Path, arguments: &str) -> Running {
    Running(command(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

#[test]
fn all_algorithms_agree_and_the_same_run_twice_says_the_same() {
    let folder = mine();
    let (stdout, _) = ends(folder.path(), "compare suite.toml --output one --jobs 2", 0);
    assert!(stdout.contains("14 records in one") && stdout.contains("| robmc-et | 2 | pso | 1 of 1 |"), "{stdout}");
    ends(folder.path(), "compare suite.toml --output two --jobs 1 --quiet", 0);
    let told = |run: &str| {
        let mut told: Vec<_> = records(&folder.path().join(run))
            .into_iter()
            .map(|r| {
                let counts = (r.queries, r.iterations, r.counterexamples, r.searches, r.conflicts, r.largest_bound);
                (r.job, r.verdict, r.fences, r.pairs, counts, r.variables, r.clauses)
            })
            .collect();
        told.sort_by(|a, b| a.0.cmp(&b.0));
        told
    };
    let first = told("one");
    assert_eq!(first.len(), JOBS);
    assert!(first.iter().all(|record| record.1 == Verdict::Repaired && record.2 == Some(2)), "{first:?}");
    assert_eq!(first, told("two"));
    for record in records(&folder.path().join("one")) {
        assert!(record.peak_memory.is_some_and(|kib| kib > 1000), "{record:?}");
        assert_eq!((record.limit_seconds, record.limit_memory), (600.0, 4096));
    }
}

#[test]
fn the_suite_of_the_paper_has_its_instances() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (stdout, _) = ends(root, "compare benchmarks/robmc/suite.toml --list", 0);
    let instances: BTreeSet<&str> =
        stdout.lines().map(|job| job.match_indices('/').nth(2).map_or(job, |(at, _)| &job[..at])).collect();
    assert_eq!((instances.len(), stdout.lines().count()), (280, 1960));
    let (text, _) = ends(root, "compare benchmarks/robmc/suite.toml --show lamport/n=4/tso", 0);
    for part in ["u4 = 1;\n", "s1 += v4;\n", "assert(sum1 + sum2 >= 0);"] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert!(!text.contains("u5") && !text.contains('$') && !text.contains("//%"), "{text}");
    let (_, stderr) = ends(root, "compare benchmarks/robmc/suite.toml --show lamport/n=5/tso", 2);
    assert!(
        stderr.contains("no instance `lamport/n=5/tso`") && stderr.contains("did you mean `lamport/n="),
        "{stderr}"
    );
}

#[test]
fn templates_have_parameters_macros_and_bounds() {
    let suite = "name = \"t\"\nmodels = [\"tso\"]\nalgorithms = [\"fi\"]\nobjective = \"pairs\"\n\
        [parameters]\nshapes = [1, 2]\n\
        [[family]]\ntemplate = \"t.c\"\nunwind = \"${shapes + 1}\"\ndefine = [\"LIMIT=${shapes}\", \"FLAG\"]\n\
        expect.tso = { verdict = \"repaired\", size = 2 }\n";
    let template = SB.replace("int r1", "//% for i in range(shapes)\nint unused${i};\n//% endfor\nint r1")
        + "#ifndef FLAG\n#error\n#endif\n_Static_assert(LIMIT == ${shapes}, \"\");\n";
    let folder = folder(&[("suite.toml", suite), ("t.c", &template)]);
    ends(folder.path(), "compare suite.toml --output run --quiet --jobs 1", 0);
    let records = records(&folder.path().join("run"));
    let jobs: Vec<&str> = records.iter().map(|r| r.job.as_str()).collect();
    assert_eq!(jobs, ["t/shapes=1/tso/fi", "t/shapes=2/tso/fi"]);
    assert!(records.iter().all(|r| r.as_expected == Some(true) && r.pairs == Some(2)), "{records:?}");
}

#[test]
fn mistakes_in_a_suite_have_a_place() {
    let cases: &[(&str, &str)] = &[
        ("name = \"a b\"\nmodels = []\n", "no name for a suite"),
        ("name = \"a\"\nmodels = [\"tso\"]\n", "the suite has no programs"),
        ("name = \"a\"\nmodels = []\nfiles = [\"sb.c\"]\n", "the family `sb` has no model"),
        ("name = \"a\"\nmodels = [\"nosuch\"]\nfiles = [\"sb.c\"]\n", "nosuch"),
        ("name = \"a\"\nmodels = [\"tso\", \"tso\"]\nfiles = [\"sb.c\"]\n", "named twice"),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"none.c\"]\n", "there is no C file none.c"),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\", \"sb.c\"]\n", "two families have the name `sb`"),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\nfancy = 1\n", "unknown field `fancy`"),
        ("name = \"a\"\nmodels = [\"tso\"]\nalgorithms = [\"fast\"]\nfiles = [\"sb.c\"]\n", "unknown algorithm `fast`"),
        ("name = \"a\"\nmodels = [\"tso\"]\nalgorithms = []\nfiles = [\"sb.c\"]\n", "no algorithm is named"),
        ("name = \"a\"\nmodels = [\"tso\"]\nk1 = [0]\nfiles = [\"sb.c\"]\n", "a first bound of 0"),
        ("name = \"a\"\nmodels = [\"tso\"]\nk1 = []\nfiles = [\"sb.c\"]\n", "no first bound is given"),
        ("name = \"a\"\nmodels = [\"tso\"]\nobjective = \"time\"\nfiles = [\"sb.c\"]\n", "unknown objective `time`"),
        ("name = \"a\"\nmodels = [\"tso\"]\nsolver = \"oracle\"\nfiles = [\"sb.c\"]\n", "no solver `oracle`"),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[limits]\nseconds = -1.0\n", "no time limit"),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[limits]\nmemory = 0\n", "without memory"),
        (
            "name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[parameters]\nn = 1.5\n",
            "no values for the parameter `n`",
        ),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[parameters]\nn = []\n", "`n` has no value"),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[parameters]\nn = [1, 1]\n", "has a value twice"),
        (
            "name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[parameters]\nn = { from = 1, to = 2, stop = 3 }\n",
            "no values for the parameter `n`",
        ),
        ("name = \"a\"\nmodels = [\"tso\"]\nfiles = [\"sb.c\"]\n[parameters]\nmodel = 1\n", "name of the memory model"),
        ("name = \"a\"\nmodels = [\"tso\"]\n[[family]]\n", "either a `template` or a `file`"),
        ("name = \"a\"\nmodels = [\"tso\"]\n[[family]]\nfile = \"sb.c\"\nunwind = 1.5\n", "no unwinding bound"),
        ("name = \"a\"\nmodels = [\"tso\"]\n[[family]]\nfile = \"sb.c\"\nunwind = \"${m}\"\n", "`unwind` of `sb`"),
        (
            "name = \"a\"\nmodels = [\"tso\"]\n[[family]]\nfile = \"sb.c\"\ndefine = [\"=3\"]\n",
            "does not define a macro",
        ),
        (
            "name = \"a\"\nmodels = [\"tso\"]\n[[family]]\nfile = \"sb.c\"\nexpect.pso = { verdict = \"safe\" }\n",
            "under which the family is not run",
        ),
        (
            "name = \"a\"\nmodels = [\"tso\"]\n[[family]]\nfile = \"sb.c\"\nexpect.tso = { verdict = \"time-out\" }\n",
            "`time-out` cannot be expected",
        ),
        ("name = \"a\"\nmodels = [\"tso\"\n", "suite file: "),
    ];
    let folder = folder(&[("sb.c", SB)]);
    for (suite, part) in cases {
        fs::write(folder.path().join("suite.toml"), suite).unwrap();
        let (stdout, stderr) = ends(folder.path(), "compare suite.toml", 2);
        assert!(stderr.contains(part), "no {part:?} in\n{stderr}");
        assert!(stderr.contains("suite.toml:"), "no place in\n{stderr}");
        assert_eq!(stdout, "");
    }
    assert!(!folder.path().join("results").exists(), "a refused suite leaves nothing behind");
}

#[test]
fn templates_that_are_missing_or_wrong_are_said_before_anything_runs() {
    let suite = "name = \"t\"\nmodels = [\"tso\"]\n[[family]]\ntemplate = \"t.c\"\n";
    let folder = folder(&[("suite.toml", suite)]);
    let (_, stderr) = ends(folder.path(), "compare suite.toml", 2);
    assert!(stderr.contains("there is no template t.c") && stderr.contains("suite.toml:4:"), "{stderr}");
    fs::write(folder.path().join("t.c"), "int a;\nint b${size};\n").unwrap();
    let (_, stderr) = ends(folder.path(), "compare suite.toml", 2);
    assert!(stderr.contains("undefined value") && stderr.contains("t.c:2:"), "{stderr}");
    fs::write(folder.path().join("t.c"), "//% include \"other.c\"\n").unwrap();
    let (_, stderr) = ends(folder.path(), "compare suite.toml", 2);
    assert!(stderr.contains("other.c") && stderr.contains("t.c:1:"), "{stderr}");
    let (_, stderr) = ends(folder.path(), "compare nosuite.toml", 2);
    assert!(stderr.contains("cannot read the suite file nosuite.toml"), "{stderr}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = mine();
    for (option, part) in [
        ("--shard 3/2", "`--shard 3/2` is no part"),
        ("--shard 0/2", "is no part"),
        ("--shard x", "is no part"),
        ("--filter nothing", "no job of the suite `mine` fits"),
        ("--jobs 0", "`--jobs 0` would run nothing"),
        ("--timeout 0", "0 is not a time limit"),
        ("--memory 0", "0 is not a memory limit"),
        ("--format sarif", "`--format sarif` has no meaning"),
        ("--conditions best", "invalid value 'best'"),
        ("--show sb", "did you mean `sb/"),
    ] {
        let (_, stderr) = ends(folder.path(), &format!("compare suite.toml {option}"), 2);
        assert!(stderr.contains(part), "{option}: no {part:?} in\n{stderr}");
    }
    let (_, stderr) = ends(folder.path(), "worker suite.toml sb/tso/none", 2);
    assert!(stderr.contains("no job `sb/tso/none`"), "{stderr}");
}

#[test]
fn shards_are_a_partition() {
    let folder = mine();
    let all: Vec<String> = ends(folder.path(), "compare suite.toml --list", 0).0.lines().map(str::to_string).collect();
    assert_eq!(all.len(), JOBS);
    for count in [1, 3, 5, JOBS + 3] {
        let mut together = Vec::new();
        for index in 1..=count {
            let (stdout, _) = ends(folder.path(), &format!("compare suite.toml --list --shard {index}/{count}"), 0);
            together.extend(stdout.lines().map(str::to_string));
        }
        let (mut one, mut other) = (all.clone(), together);
        one.sort();
        other.sort();
        assert_eq!(one, other, "{count} shards");
    }
    // Shards run into one folder, each with its own file, and are one run.
    for shard in ["1/2", "2/2"] {
        ends(folder.path(), &format!("compare suite.toml --output run --quiet --shard {shard}"), 0);
    }
    let run = folder.path().join("run");
    assert!(run.join("records-1-of-2.jsonl").exists() && run.join("records-2-of-2.jsonl").exists());
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(names(&run), sorted);
    ends(folder.path(), "compare suite.toml --output run --quiet --resume", 0);
    assert_eq!(names(&run), sorted, "what shards have done is not done again");
}

#[test]
fn a_run_goes_on_where_it_ended() {
    let folder = mine();
    let run = folder.path().join("run");
    ends(folder.path(), "compare suite.toml --output run --quiet --filter /fi/", 0);
    assert_eq!(names(&run).len(), 2);
    let (_, stderr) = ends(folder.path(), "compare suite.toml --output run", 2);
    assert!(stderr.contains("run already holds 2 records") && stderr.contains("--resume"), "{stderr}");
    for (option, part) in [("--timeout 3", "the time limit"), ("--conditions paper", "the conditions")] {
        let (_, stderr) = ends(folder.path(), &format!("compare suite.toml --output run --resume {option}"), 2);
        assert!(stderr.contains("is another one") && stderr.contains(part), "{stderr}");
    }
    let (stdout, _) = ends(folder.path(), "compare suite.toml --output run --quiet --resume", 0);
    assert!(stdout.contains("14 records in run"), "{stdout}");
    let mut unique = names(&run);
    unique.dedup();
    assert_eq!((unique.len(), names(&run).len()), (JOBS, JOBS));
}

#[test]
fn a_run_that_is_killed_loses_nothing_and_leaves_no_worker() {
    let folder = mine();
    let suite = SUITE.replace("\"sb.c\"", "\"sb.c\", \"wait.c\"");
    fs::write(folder.path().join("suite.toml"), suite).unwrap();
    endless(folder.path(), "wait.c");
    let run = folder.path().join("run");
    let mut running = started(folder.path(), "compare suite.toml --output run --jobs 1");
    let written = || run.exists() && names(&run).len() == JOBS;
    until("the first file is done", written);
    until("a worker waits for the second", || !children(running.0.id()).is_empty());
    let workers = children(running.0.id());
    running.0.kill().unwrap();
    running.0.wait().unwrap();
    let gone = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // A process that has ended and that nobody has asked for yet is a Z.
        stat.is_empty() || stat.contains(") Z ")
    };
    until("the worker is gone", || workers.iter().all(gone));
    fs::remove_file(folder.path().join("wait.c")).unwrap();
    fs::write(folder.path().join("wait.c"), SB).unwrap();
    ends(folder.path(), "compare suite.toml --output run --quiet --resume", 0);
    let mut unique = names(&run);
    unique.dedup();
    assert_eq!((unique.len(), names(&run).len()), (2 * JOBS, 2 * JOBS));
}

/// The system does not tell the end of a parent to those who ask for it afterwards.
#[test]
fn a_worker_whose_run_ended_before_it_began_ends_too() {
    let folder = mine();
    let stdout = ends(folder.path(), "compare suite.toml --list", 0).0;
    let job = stdout.lines().next().unwrap();
    let (_, stderr) = ends(folder.path(), &format!("worker suite.toml {job} --parent 0"), 2);
    assert!(stderr.contains("the run that started this worker has ended"), "{stderr}");
}

#[test]
fn a_worker_that_is_over_its_time_is_killed() {
    let folder = mine();
    fs::remove_file(folder.path().join("sb.c")).unwrap();
    endless(folder.path(), "sb.c");
    let arguments = "compare suite.toml --output run --quiet --filter /tso/fi/ --timeout 0.2";
    let (stdout, _) = ends(folder.path(), arguments, 0);
    assert!(stdout.contains("| 0 of 1 | 1 |"), "{stdout}");
    let record = records(&folder.path().join("run")).remove(0);
    assert_eq!((record.verdict, record.limit_seconds), (Verdict::TimeOut, 0.2));
    assert!(record.seconds >= 0.2 && record.reason.is_some_and(|reason| reason.contains("killed")));
    // A time-out is an answer; it is not asked for again.
    ends(folder.path(), &format!("{arguments} --resume"), 0);
    assert_eq!(names(&folder.path().join("run")).len(), 1);
}

#[test]
fn a_worker_that_something_kills_is_recorded_and_run_again() {
    let folder = mine();
    fs::remove_file(folder.path().join("sb.c")).unwrap();
    endless(folder.path(), "sb.c");
    let arguments = "compare suite.toml --output run --filter /tso/fi/";
    let mut running =
        Running(command(folder.path(), arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    until("a worker waits", || {
        folder.path().join("run/records.jsonl").exists() && !children(running.0.id()).is_empty()
    });
    // It may still be the run's own image, before it becomes the worker.
    std::thread::sleep(Duration::from_millis(200));
    for worker in children(running.0.id()) {
        kill(worker);
    }
    assert_eq!(running.0.wait().unwrap().code(), Some(1));
    let record = records(&folder.path().join("run")).remove(0);
    assert_eq!(record.verdict, Verdict::Crash);
    assert!(record.reason.as_deref().is_some_and(|reason| reason.contains("signal 9")), "{record:?}");
    fs::remove_file(folder.path().join("sb.c")).unwrap();
    fs::write(folder.path().join("sb.c"), SB).unwrap();
    ends(folder.path(), &format!("{arguments} --quiet --resume"), 0);
    let after = records(&folder.path().join("run"));
    assert_eq!((after.len(), after[0].verdict), (1, Verdict::Repaired));
}

#[test]
fn a_worker_that_needs_too_much_memory_is_recorded() {
    let folder = folder(&[]);
    let suite = "name = \"big\"\nmodels = [\"pso\"]\nalgorithms = [\"robmc\"]\n\
        [[family]]\ntemplate = \"big.c\"\nobjective = \"pairs\"\n";
    // Four hundred accesses in each thread, eighty thousand pairs.
    let mut template = SB.replace("int r1", "volatile int u[200], v[200];\nint r1");
    for (own, other, first) in [("u", "v", "x = 1;"), ("v", "u", "y = 1;")] {
        let many = format!("\n//% for i in range(200)\n{own}[${{i}}] = 1; {other}[${{i}}];\n//% endfor\n{first}");
        template = template.replace(first, &many);
    }
    fs::write(folder.path().join("suite.toml"), suite).unwrap();
    fs::write(folder.path().join("big.c"), template).unwrap();
    let (stdout, stderr) = ends(folder.path(), "compare suite.toml --output run --memory 40", 0);
    let record = records(&folder.path().join("run")).remove(0);
    assert_eq!(record.verdict, Verdict::OutOfMemory, "{record:?}\n{stdout}\n{stderr}");
    // The program itself is counted there, too.
    assert!(record.peak_memory.is_none_or(|kib| kib <= 120 * 1024), "{record:?}");
}

#[test]
fn wrong_programs_and_wrong_answers_are_said() {
    let suite = "name = \"w\"\nmodels = [\"tso\"]\nalgorithms = [\"fi\"]\nfiles = [\"bad.c\"]\n\
        [[family]]\nfile = \"sb.c\"\nexpect.tso = { verdict = \"repaired\", size = 3 }\n";
    let folder = folder(&[("suite.toml", suite), ("sb.c", SB), ("bad.c", "int main(void) { return x; }\n")]);
    let (_, stderr) = ends(folder.path(), "compare suite.toml --output run --jobs 1", 1);
    assert!(stderr.contains("sb/tso/fi: repaired with 2 fences is not what the suite expects"), "{stderr}");
    assert!(stderr.contains("bad/tso/fi: error: ") && stderr.contains("bad.c:1:"), "{stderr}");
    let verdicts: Vec<Verdict> = records(&folder.path().join("run")).into_iter().map(|r| r.verdict).collect();
    assert_eq!(verdicts, [Verdict::Error, Verdict::Repaired]);
}

/// A run that is killed at whatever moment can be gone on with, and has lost at most the record that was being written.
///
/// `FENCESMITH_KILLS` says how often that is tried.
#[test]
fn a_killed_run_is_gone_on_with() {
    let kills: u32 = std::env::var("FENCESMITH_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let folder = mine();
    let run = folder.path().join("run");
    let mut before: BTreeSet<String> = BTreeSet::new();
    for number in 0..kills {
        let resume = if run.join("run.json").exists() { "--resume" } else { "" };
        if resume.is_empty() && run.exists() {
            // It was killed before there was anything to go on with.
            fs::remove_dir_all(&run).unwrap();
        }
        let arguments = format!("compare suite.toml --output run --jobs 2 --quiet {resume}");
        let running = command(folder.path(), &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut running = Running(running.unwrap());
        std::thread::sleep(Duration::from_millis(u64::from(40 + 90 * (number % 7))));
        // The run may be over already.
        let _ = running.0.kill();
        running.0.wait().unwrap();
        if run.join("records.jsonl").exists() {
            let contents = Contents::read(&run).unwrap();
            assert!(contents.warnings.len() <= 1, "{:?}", contents.warnings);
            let now: BTreeSet<String> = contents.records.into_iter().map(|record| record.job).collect();
            assert!(before.is_subset(&now), "{before:?} were lost, there are {now:?}");
            before = now;
        }
    }
    let resume = if run.join("run.json").exists() { "--resume" } else { "" };
    if resume.is_empty() && run.exists() {
        fs::remove_dir_all(&run).unwrap();
    }
    ends(folder.path(), &format!("compare suite.toml --output run --quiet {resume}"), 0);
    assert_eq!(records(&run).len(), JOBS);
}

#[test]
fn a_cut_record_is_said_and_run_again() {
    let folder = mine();
    let arguments = "compare suite.toml --output run --filter /tso/";
    ends(folder.path(), &format!("{arguments} --quiet"), 0);
    let file = folder.path().join("run/records.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    let kept = whole.len() - 40;
    fs::write(&file, &whole[..kept]).unwrap();
    let (stdout, stderr) = ends(folder.path(), &format!("{arguments} --resume"), 0);
    assert!(stderr.contains("the last record of run/records.jsonl was cut off"), "{stderr}");
    assert!(stdout.contains("7 records"), "{stdout}");
    assert_eq!(records(&folder.path().join("run")).len(), 7);
    // A line in the middle is said, too, and stays for whoever wants to look at it.
    let mut lines: Vec<String> = fs::read_to_string(&file).unwrap().lines().map(str::to_string).collect();
    lines[2] = "{\"schema\":1,".to_string();
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    let (_, stderr) = ends(folder.path(), &format!("{arguments} --resume"), 0);
    assert!(stderr.contains("run/records.jsonl:3: this is no record"), "{stderr}");
    let contents = Contents::read(&file).unwrap();
    assert_eq!((contents.records.len(), contents.warnings.len()), (7, 1));
}

#[test]
fn a_full_disk_ends_the_run_and_loses_nothing() {
    let folder = mine();
    let run = folder.path().join("run");
    fs::create_dir(&run).unwrap();
    std::os::unix::fs::symlink("/dev/full", run.join("records.jsonl")).unwrap();
    let (stdout, stderr) = ends(folder.path(), "compare suite.toml --output run", 2);
    assert!(stderr.contains("cannot write to run/records.jsonl: No space left on device"), "{stderr}");
    assert!(stderr.contains("--resume"), "{stderr}");
    assert_eq!(stdout, "");
    fs::remove_file(run.join("records.jsonl")).unwrap();
    ends(folder.path(), "compare suite.toml --output run --quiet --resume", 0);
    assert_eq!(names(&run).len(), JOBS);
}

#[test]
fn two_runs_cannot_write_into_one_folder() {
    let folder = mine();
    let suite = SUITE.replace("sb.c", "wait.c");
    fs::write(folder.path().join("wait.toml"), suite).unwrap();
    endless(folder.path(), "wait.c");
    let _running = started(folder.path(), "compare wait.toml --output run");
    until("the first run has begun", || {
        folder.path().join("run/records.jsonl").exists() && !children(_running.0.id()).is_empty()
    });
    let before = fs::read(folder.path().join("run/run.json")).unwrap();
    for option in ["", "--resume", "--shard 1/2"] {
        let (_, stderr) = ends(folder.path(), &format!("compare suite.toml --output run {option}"), 2);
        assert!(stderr.contains("another run is writing into run"), "{stderr}");
    }
    assert_eq!(fs::read(folder.path().join("run/run.json")).unwrap(), before);
}

#[test]
fn figures_and_a_summary_are_drawn() {
    let suite = "name = \"p\"\nmodels = [\"tso\", \"pso\"]\nk1 = [1, 2]\n[parameters]\nn = [1, 2, 3]\n\
        [[family]]\ntemplate = \"t.c\"\nobjective = \"pairs\"\nexpect.tso = { verdict = \"repaired\", size = 2 }\n";
    let template = SB.replace("{ x = 1;\n", "{\n//% for i in range(n)\nvolatile int w${i} = 1;\n//% endfor\nx = 1;\n");
    let folder = folder(&[("suite.toml", suite), ("t.c", &template)]);
    let (_, stderr) = ends(folder.path(), "plot .", 2);
    assert!(stderr.contains("there are no records in ."), "{stderr}");
    let (_, stderr) = ends(folder.path(), "plot nowhere", 2);
    assert!(stderr.contains("cannot read nowhere"), "{stderr}");
    ends(folder.path(), "compare suite.toml --output run --quiet", 0);
    let (stdout, _) = ends(folder.path(), "plot run", 0);
    let run = folder.path().join("run");
    for figure in ["solved", "pairs-t", "scatter-robmc-et-fi", "cactus-tso", "time-t-pso-k2", "queries-t-tso-k1"] {
        let text =
            fs::read_to_string(run.join(format!("{figure}.svg"))).unwrap_or_else(|e| panic!("{figure}: {e}\n{stdout}"));
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{figure}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{figure}");
    }
    let summary = fs::read_to_string(run.join("summary.md")).unwrap();
    for part in [
        "# p",
        "PAR-2",
        "| ours | te |  | tso | 3 of 3 |",
        "the answers differ on 0",
        "![Solved instances](solved.svg)",
    ] {
        assert!(summary.contains(part), "no {part:?} in\n{summary}");
    }
    assert!(!run.join("summary.html").exists());
    ends(folder.path(), "plot run --html", 0);
    let page = fs::read_to_string(run.join("summary.html")).unwrap();
    let records = fs::read_to_string(run.join("records.jsonl")).unwrap().lines().count();
    assert_eq!(page.matches("<figure ").count(), stdout.lines().filter(|line| line.ends_with(".svg")).count());
    let (_, jobs) = page.split_once("id=\"records\"").expect("the page has a table of all jobs");
    assert_eq!(jobs.split_once("</table>").unwrap().0.matches("<tr>").count(), records + 1);
    // Nothing is fetched, and what a program or a limit is called cannot be markup.
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("href=\"http"), "{page}");
    // A second time the same, and from a broken file what is left of it.
    let mut file = fs::OpenOptions::new().append(true).open(run.join("records.jsonl")).unwrap();
    file.write_all(b"{\n").unwrap();
    let (_, stderr) = ends(folder.path(), "plot run/records.jsonl --output again --family other", 0);
    assert!(stderr.contains("this is no record"), "{stderr}");
    assert!(folder.path().join("again/summary.md").exists() && !folder.path().join("again/pairs-t.svg").exists());
}

/// Skipped, with a message, where there is no Python.
#[test]
fn the_benchexec_definition_is_that_of_the_suite() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scripts = Path::new("scripts/benchexec_fencesmith");
    let python = |arguments: &[&str]| {
        let mut command = Command::new("python3");
        command.args(arguments).current_dir(root).env("PYTHONDONTWRITEBYTECODE", "1").output()
    };
    for script in ["tool.py", "define.py", "records.py"] {
        let path = scripts.join(script);
        let compile = format!("compile(open({path:?}).read(), {path:?}, 'exec')");
        let Ok(output) = python(&["-c", &compile]) else {
            eprintln!("skipped: there is no python3");
            return;
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let define = scripts.join("define.py").display().to_string();
    let output = python(&[&define, env!("CARGO_BIN_EXE_fencesmith"), "benchmarks/robmc/suite.toml"]).unwrap();
    let written = fs::read_to_string(root.join(scripts).join("robmc.xml")).unwrap();
    assert!(output.stdout == written.as_bytes(), "robmc.xml is not what define.py prints");
}

#[test]
fn a_job_that_something_else_ended_has_a_record() {
    let folder = mine();
    let arguments = "worker suite.toml sb/tso/fi --timeout 7 --ended time-out --after 7.5";
    let (stdout, _) = ends(folder.path(), arguments, 0);
    let record: Record = serde_json::from_str(stdout.trim()).unwrap();
    assert_eq!((record.verdict, record.seconds, record.limit_seconds), (Verdict::TimeOut, 7.5, 7.0));
    ends(folder.path(), "worker suite.toml sb/tso/fi --ended time-out", 2);
}
