//! The explorer: exact numbers of executions of the programs in `benchmarks/explore`, and the same verdicts as the headers
//! of all other programs name.

use crate::headers::{self, MODELS, Program};
use fencesmith::drive::verdict::{Verdict, Why};
use fencesmith::drive::{ExploreReport, ExploreSettings, Request, explore};
use fencesmith::explore::{Equivalence, Part};
use fencesmith::progress::Silent;

/// One item of a `count` line.
struct Count {
    program: Program,
    model: String,
    equivalence: Equivalence,
    plain_barriers: bool,
    complete: u64,
    /// Not given where only the complete executions are known.
    blocked: Option<u64>,
}

impl Count {
    fn name(&self) -> String {
        let (name, options) = (self.program.name(), self.program.options.join(" "));
        let how = if self.plain_barriers { ", plain barriers" } else { "" };
        format!("{name} {options} under {} ({:?}{how})", self.model, self.equivalence)
    }

    fn settings(&self) -> ExploreSettings {
        let Count { equivalence, plain_barriers, .. } = *self;
        // The papers count every way to wait and every order of sections, and name all threads.
        let settings = ExploreSettings { equivalence, plain_barriers, ..ExploreSettings::default() };
        ExploreSettings { merges_waits: false, symmetry: false, divides_locks: false, ..settings }
    }

    /// What is not as the program says when it is explored.
    fn complaints(&self, settings: &ExploreSettings) -> Vec<String> {
        // However busy the machine is, the whole number counts.
        let request = Request { timeout: None, ..self.program.request(&self.model) };
        let report = match explore(&request, settings, &mut Silent) {
            Ok((report, _)) => report,
            Err(failure) => return headers::complaints(&failure),
        };
        let mut wrong = Vec::new();
        if report.complete != self.complete {
            wrong.push(format!("{} complete executions instead of {}", report.complete, self.complete));
        }
        if self.blocked.is_some_and(|blocked| blocked != report.blocked) {
            wrong.push(format!("{} blocked executions instead of {}", report.blocked, self.blocked.unwrap_or(0)));
        }
        if !matches!(report.verdict, Verdict::Safe { .. }) {
            wrong.push(format!("the verdict is {:?}", report.verdict));
        }
        wrong
    }
}

/// The counts in the headers of the programs: lines `KEY: [-DN=n] MODEL COMPLETE[/BLOCKED], …`. Those of lines whose keys
/// begin with `large-` are for long runs, with `FENCESMITH_LARGE` in the environment.
fn counts() -> Vec<Count> {
    let large = std::env::var_os("FENCESMITH_LARGE").is_some();
    let mut counts = Vec::new();
    for program in headers::programs(&["benchmarks/explore"]) {
        let text = std::fs::read_to_string(&program.path).expect("the program can be read");
        for line in text.lines().take_while(|line| line.starts_with("//")) {
            let key = line.trim_start_matches("// ").split(':').next().unwrap_or_default();
            let (equivalence, plain_barriers) = match key.trim_start_matches("large-") {
                "count" | "complete" => (Equivalence::Coherence, false),
                "count-rf" => (Equivalence::ReadsFrom, false),
                "count-no-bam" => (Equivalence::Coherence, true),
                _ => continue,
            };
            if key.starts_with("large-") && !large {
                continue;
            }
            let (_, items) = line.split_once(": ").expect("a line has a key");
            counts.extend(items.split(", ").map(|item| Count { plain_barriers, ..count(&program, item, equivalence) }));
        }
    }
    assert!(counts.len() > 20, "the headers have counts");
    counts
}

fn count(program: &Program, item: &str, equivalence: Equivalence) -> Count {
    let mut program = program.clone();
    let (mut model, mut numbers) = (None, None);
    for word in item.split_whitespace() {
        match word {
            option if option.starts_with("-D") => program.options.push(option.to_string()),
            name if MODELS.contains(&name) => model = Some(name.to_string()),
            number => numbers = Some(number),
        }
    }
    let numbers = numbers.unwrap_or_else(|| panic!("{}: `{item}` has no count", program.name()));
    let (complete, blocked) = match numbers.split_once('/') {
        Some((complete, blocked)) => (complete, Some(blocked.parse().expect("a number"))),
        None => (numbers, None),
    };
    let model = model.unwrap_or_else(|| panic!("{}: `{item}` has no model", program.name()));
    let complete = complete.parse().expect("a number");
    Count { program, model, equivalence, plain_barriers: false, complete, blocked }
}

#[test]
fn the_numbers_of_executions_are_exact() {
    headers::for_each(&counts(), Count::name, |count| count.complaints(&count.settings()));
}

#[test]
fn waiting_once_leaves_the_complete_executions() {
    headers::for_each(&counts(), Count::name, |count| {
        let merged = Count { program: count.program.clone(), model: count.model.clone(), blocked: None, ..*count };
        merged.complaints(&ExploreSettings { merges_waits: true, ..count.settings() })
    });
}

#[test]
fn litmus_shapes_have_their_verdicts() {
    verdicts(&["benchmarks/litmus"]);
}

#[test]
fn algorithms_and_real_code_have_their_verdicts() {
    verdicts(&["benchmarks/mutex", "benchmarks/queues", "benchmarks/real", "benchmarks/wrong"]);
}

#[test]
fn concurrency_kit_has_its_verdicts() {
    verdicts(&["benchmarks/ck"]);
}

#[test]
fn programs_for_each_feature_have_their_verdicts() {
    verdicts(&["tests/c"]);
}

/// How the explorer says that there are more values than it tries one by one.
const TOO_MANY: [&str; 2] = ["too wide to be explored", "too many to be explored"];

/// The explorer has the verdict of each program, or says that it has too many values; not of many.
fn verdicts(folders: &[&str]) {
    let programs = headers::programs(folders);
    let left = std::sync::atomic::AtomicUsize::new(0);
    headers::for_each(&programs, Program::name, |program| {
        let judged = MODELS.iter().filter_map(|model| Some((model, program.safe(model)?)));
        let answers: Vec<_> = judged.map(|(model, safe)| judge(program, model, safe)).collect();
        let too_many = |answer: &Result<(), String>| matches!(answer, Err(w) if TOO_MANY.iter().any(|t| w.contains(t)));
        if answers.iter().any(too_many) {
            left.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        answers.into_iter().filter(|answer| !too_many(answer)).filter_map(Result::err).collect()
    });
    let left = left.into_inner();
    assert!(left * 5 <= programs.len(), "{left} of {} programs have too many values", programs.len());
}

fn judge(program: &Program, model: &str, safe: bool) -> Result<(), String> {
    let (report, _) = explore(&program.request(model), &ExploreSettings::default(), &mut Silent)
        .map_err(|failure| format!("{model}: refused: {}", headers::complaints(&failure).join("; ")))?;
    match report.verdict {
        Verdict::Safe { .. } if safe => Ok(()),
        Verdict::Violation(_) if !safe => Ok(()),
        Verdict::Unknown(why) => Err(format!("{model}: no verdict: {why:?}")),
        _ => Err(format!("{model}: {}, but the header says otherwise", if safe { "violation" } else { "safe" })),
    }
}

#[test]
fn a_limit_is_never_safe() {
    let path = headers::root().join("benchmarks/explore/fetch-add.c");
    let model = fencesmith::model::Model::find("sc", &mut Default::default()).expect("a built-in model");
    let request = Request::new(path, model);
    let settings = ExploreSettings { max_executions: Some(3), symmetry: false, ..ExploreSettings::default() };
    let (report, _) = explore(&request, &settings, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    assert_eq!(report.complete, 3);
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
}

/// Explores a C text.
fn explored(text: &str, model: &str, settings: &ExploreSettings) -> ExploreReport {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    std::fs::write(file.path(), text).expect("the file can be written");
    let model = fencesmith::model::Model::find(model, &mut Default::default()).expect("a model");
    let (report, _) = explore(&Request::new(file.path(), model), settings, &mut Silent)
        .unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    report
}

/// A program whose threads have these bodies, all of them joined before `after`.
fn threads(globals: &str, bodies: &[&str], after: &str) -> String {
    let mut text = format!("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n{globals}\n");
    for (i, body) in bodies.iter().enumerate() {
        text += &format!("static void *t{i}(void *argument) {{ {body} return argument; }}\n");
    }
    text += &format!("int main(void) {{ pthread_t t[{}];\n", bodies.len());
    (0..bodies.len()).for_each(|i| text += &format!("pthread_create(&t[{i}], 0, t{i}, 0);\n"));
    (0..bodies.len()).for_each(|i| text += &format!("pthread_join(t[{i}], 0);\n"));
    text + after + " return 0; }\n"
}

const MUTEX: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x;";

#[test]
fn mutexes_are_orders_of_their_sections() {
    for (count, orders) in [(2, 2), (3, 6), (4, 24)] {
        let body = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
        let program = threads(MUTEX, &vec![body; count], &format!("assert(x == {count});"));
        for model in MODELS {
            let report = explored(&program, model, &ExploreSettings::default());
            assert_eq!((report.complete, report.blocked), (orders, 0), "{count} threads under {model}");
            assert!(matches!(report.verdict, Verdict::Safe { .. }));
            assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        }
    }
}

#[test]
fn deadlocks_are_told() {
    let lock = |a: &str, b: &str| {
        format!(
            "pthread_mutex_lock(&{a}); pthread_mutex_lock(&{b}); pthread_mutex_unlock(&{b}); pthread_mutex_unlock(&{a});"
        )
    };
    let program = threads(MUTEX, &[&lock("m", "n"), &lock("n", "m")], "assert(!x);");
    let report = explored(&program, "sc", &ExploreSettings::default());
    // One thread after the other, twice, or each holds one mutex.
    assert_eq!((report.complete, report.blocked, report.deadlocks), (2, 1, 1));
    assert!(report.warnings.iter().any(|w| w.message.starts_with("deadlock")), "{:?}", report.warnings);
    let program = threads(MUTEX, &[&lock("m", "n"), &lock("m", "n")], "assert(!x);");
    let report = explored(&program, "sc", &ExploreSettings::default());
    assert_eq!((report.complete, report.blocked, report.deadlocks), (2, 0, 0));
}

#[test]
fn data_races_are_told_with_both_places() {
    let races = |globals: &str, bodies: &[&str]| {
        let report = explored(&threads(globals, bodies, "assert(1);"), "sc", &ExploreSettings::default());
        report.warnings.iter().filter(|w| w.message.starts_with("data race")).count()
    };
    let passing = |store: &str, load: &str| {
        let writer = format!("data = 1; atomic_store_explicit(&flag, 1, memory_order_{store});");
        let reader = format!("if (atomic_load_explicit(&flag, memory_order_{load})) data++;");
        races("int data; atomic_int flag;", &[&writer, &reader])
    };
    assert_eq!(passing("release", "acquire"), 0);
    assert_eq!(passing("seq_cst", "seq_cst"), 0);
    assert!(passing("relaxed", "acquire") > 0);
    assert!(passing("release", "relaxed") > 0);
    let fences = [
        "data = 1; atomic_thread_fence(memory_order_release); atomic_store_explicit(&flag, 1, memory_order_relaxed);",
        "if (atomic_load_explicit(&flag, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); data++; }",
    ];
    assert_eq!(races("int data; atomic_int flag;", &fences), 0);
    let through = [
        "data = 1; atomic_store_explicit(&flag, 1, memory_order_release);",
        "atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);",
        "if (atomic_load_explicit(&flag, memory_order_acquire) == 2) data++;",
    ];
    // The third thread may also see 2 when the release came second, but then it has synchronised with it, too.
    assert_eq!(races("int data; atomic_int flag;", &through), 0);
    assert_eq!(races("volatile int x;", &["x = 1;", "x = 2;"]), 0);
    assert!(races("int x;", &["x = 1;", "x = 2;"]) > 0);
    assert_eq!(races("int x, y;", &["x = 1;", "y = 2;"]), 0);
}

#[test]
fn several_threads_explore_the_same() {
    headers::for_each(&counts(), Count::name, |count| {
        count.complaints(&ExploreSettings { threads: 3, ..count.settings() })
    });
    // Threads and objects that only some executions have keep their names.
    let program = threads(
        "#include <stdlib.h>\natomic_int x; int *_Atomic p;",
        &[
            "x = 1; if (x == 2) { int *q = malloc(4); *q = 7; p = q; }",
            "x = 2; if (x == 1) { int *q = malloc(8); *q = 7; p = q; }",
            "int *q = p; if (q) assert(*q == 7);",
        ],
        "assert(x);",
    );
    same_with_three_threads(&program);
    // So do the complete rounds of barriers.
    let meet = "pthread_barrier_wait(&b);";
    let before = |own: &str| format!("int r = x; x = r + 1; {meet} r = y; y = r + 1; {meet} r = x; x = r + {own};");
    let bodies = [&*before("1"), &*before("2"), "int r = y; y = r + x;"];
    let program = threads("pthread_barrier_t b; atomic_int x, y;", &bodies, "assert(x);");
    same_with_three_threads(&program.replace("pthread_t t", "pthread_barrier_init(&b, 0, 2); pthread_t t"));
}

/// Explores with one thread and with three, which must see the same.
fn same_with_three_threads(program: &str) {
    let one = explored(program, "sc", &ExploreSettings::default());
    let three = explored(program, "sc", &ExploreSettings { threads: 3, ..ExploreSettings::default() });
    assert_eq!((one.complete, one.blocked), (three.complete, three.blocked));
    assert!(matches!(three.verdict, Verdict::Safe { .. }));
}

/// Parts that know nothing of each other are the whole, each execution in one of them.
#[test]
fn parts_are_disjoint_and_complete() {
    let mut counts = counts();
    counts.retain(|count| count.equivalence == Equivalence::Coherence);
    headers::for_each(&counts, Count::name, |count| {
        let request = Request { timeout: None, ..count.program.request(&count.model) };
        let (mut complete, mut blocked, mut wholes) = (0, 0, Vec::new());
        for number in 0..3 {
            let settings = ExploreSettings { part: Some(Part { number, of: 3 }), ..count.settings() };
            let (part, _) = match explore(&request, &settings, &mut Silent) {
                Ok(explored) => explored,
                Err(failure) => return headers::complaints(&failure),
            };
            complete += part.complete;
            blocked += part.blocked;
            wholes.push(part.divided.and_then(|divided| divided.whole));
        }
        let mut wrong = Vec::new();
        if complete != count.complete || count.blocked.is_some_and(|expected| expected != blocked) {
            wrong.push(format!("{complete} complete and {blocked} blocked executions"));
        }
        if wholes[0].is_none() || wholes.iter().any(|whole| *whole != wholes[0]) {
            wrong.push(format!("the parts do not fit together: {wholes:?}"));
        }
        wrong
    });
}

#[test]
fn waiting_is_an_assumption() {
    let spin = threads("atomic_int x;", &["while (!x);", "x = 1;"], "assert(x);");
    let report = explored(&spin, "tso", &ExploreSettings::default());
    assert_eq!((report.complete, report.blocked, report.deadlocks), (1, 0, 0));
    let finely = ExploreSettings { merges_waits: false, ..ExploreSettings::default() };
    let report = explored(&spin, "tso", &finely);
    assert_eq!((report.complete, report.blocked, report.deadlocks), (1, 1, 0));
    let retry = threads(
        "atomic_int x;",
        &["int c = x; while (!atomic_compare_exchange_strong(&x, &c, c + 1));"; 3],
        "assert(x == 3);",
    );
    let report = explored(&retry, "sc", &ExploreSettings::default());
    assert!(matches!(report.verdict, Verdict::Safe { .. }));
    assert!(report.complete >= 6);
    let without_end = threads("atomic_int x, y;", &["while (!x) y++;", "x = 1;"], "assert(x);");
    let request = ExploreSettings::default();
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    std::fs::write(file.path(), without_end).expect("the file can be written");
    let model = fencesmith::model::Model::find("sc", &mut Default::default()).expect("a model");
    let mut bounded = Request::new(file.path(), model);
    bounded.unwinding.fixed = Some(3);
    let (report, _) = explore(&bounded, &request, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    assert!(matches!(report.verdict, Verdict::Unknown(Why::Unwinding(_))), "{:?}", report.verdict);
}

#[test]
fn models_that_cannot_be_explored_are_refused() {
    let model = headers::root().join("tests/models/rmo.toml").display().to_string();
    let model = fencesmith::model::Model::find(&model, &mut Default::default()).expect("a model");
    let request = Request::new(headers::root().join("benchmarks/explore/r+w+w.c"), model);
    let failure = explore(&request, &ExploreSettings::default(), &mut Silent).expect_err("a refusal");
    let complaints = headers::complaints(&failure).join("; ");
    assert!(complaints.contains("cannot be explored") && complaints.contains("reads-from"), "{complaints}");
}

#[test]
fn each_execution_is_drawn() {
    let folder = tempfile::tempdir().expect("a directory can be made");
    let program =
        threads("atomic_int x, y;", &["x = 1; int a = y; (void)a;", "y = 1; int b = x; (void)b;"], "assert(x);");
    let settings = ExploreSettings { drawings: Some(folder.path().join("dot")), ..ExploreSettings::default() };
    let report = explored(&program, "sc", &settings);
    assert_eq!((report.complete, report.drawings), (3, 3));
    let drawn = std::fs::read_dir(folder.path().join("dot")).expect("the directory is there").count();
    assert_eq!(drawn, 3);
}

/// Where threads have changed places that do the same, one execution stands for the others: the verdict stays, and nothing is
/// counted more than once for it.
#[test]
fn exchanging_threads_changes_no_verdict() {
    let quick = ["ticket.c", "ttas.c", "linux-rwlock.c", "array-lock.c"];
    let programs: Vec<(Program, &str)> = (headers::programs(&["benchmarks/structures"]).into_iter())
        .filter(|program| quick.iter().any(|name| program.path.ends_with(name)))
        .flat_map(|program| ["sc", "pso"].map(|model| (program.clone(), model)))
        .collect();
    let fewer = std::sync::atomic::AtomicUsize::new(0);
    let name = |(program, model): &(Program, &str)| format!("{} under {model}", program.name());
    headers::for_each(&programs, name, |(program, model)| {
        let mut program = program.clone();
        program.options.push("-DTHREADS=3".to_string());
        let request = Request { timeout: None, ..program.request(model) };
        let explored = |symmetry: bool| {
            let settings =
                ExploreSettings { symmetry, all: true, max_executions: Some(400), ..ExploreSettings::default() };
            explore(&request, &settings, &mut Silent).map(|(report, _)| report)
        };
        let (with, without) = match (explored(true), explored(false)) {
            (Ok(with), Ok(without)) => (with, without),
            (Err(_), Err(_)) => return Vec::new(),
            (with, without) => return vec![format!("refused once: {}, {}", with.is_err(), without.is_err())],
        };
        let mut wrong = Vec::new();
        let count = |report: &ExploreReport| (report.complete, report.blocked);
        if without.complete + without.blocked < 400 {
            if std::mem::discriminant(&with.verdict) != std::mem::discriminant(&without.verdict) {
                wrong.push(format!("{:?} instead of {:?}", with.verdict, without.verdict));
            }
            if with.complete > without.complete || with.complete == 0 && without.complete > 0 {
                wrong.push(format!("{:?} executions instead of {:?}", count(&with), count(&without)));
            }
            if with.complete < without.complete {
                fewer.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
        wrong
    });
    let fewer = fewer.into_inner();
    assert!(fewer > 3, "fewer executions in {fewer} cases");
}
