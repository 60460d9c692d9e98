//! What a thread may wait for is what plain unwinding finds: on generated loops that wait or retry, the final states of
//! the explorer with waiting recognised are those without, and the solver calls none of them impossible.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::chooser::Chooser;
use crate::headers::model;
use crate::oracle::settings;
use crate::texts::program;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Request, Unwinding, check};
use fencesmith::exec::bounds::{Bound, Bounds, Waiting};
use fencesmith::exec::{EventKind, Execution, waiting};
use fencesmith::explore::{Ended, Fate, Full, Outcome, Settings, Watcher, explore};
use fencesmith::ir::Program;
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Iterations of every loop. The other thread writes three times at most, so that this is enough to see them all.
const BOUND: u32 = 5;

/// Executions after which a program is left out.
const LIMIT: u64 = 6_000;

/// How long the solver is waited for: under some models many iterations take it minutes.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the waiting thread leaves behind, by the name of the variable.
const OUTPUTS: [&str; 4] = ["o_a", "o_b", "o_old", "o_n"];

type End = [u32; OUTPUTS.len()];

/// A program, as numbers that choose its parts.
#[derive(Clone, Debug)]
struct Draft {
    choices: Vec<u8>,
}

/// What stands in front of the loop.
const BEFORE: &[&str] =
    &["", "old = GET(x);", "old = GET(x); a = old;", "a = GET(x);", "b = GET(y); old = b;", "old = 1;"];

/// What stands in the loop.
const STEPS: &[&str] = &[
    "",
    "a = GET(x);",
    "b = GET(y);",
    "n++;",
    "if (++n >= 3) n = 0;",
    "old = a;",
    "a = b + 1;",
    "b = old;",
    "if (a) b = GET(y);",
    "atomic_thread_fence(memory_order_seq_cst);",
    "for (unsigned k = 0; k < 2; k++) ;",
    "if (attempt()) break;",
    "if (GET(y) == 2) break;",
    "if (a == 3) { b = 7; break; }",
    "if (n == 2) a = GET(y);",
    "SWAP(l, 1);",
    "{ unsigned e = 0; if (CAS(l, e, 1)) break; a = e; }",
    "__VERIFIER_atomic_begin(); a = GET(x); b = GET(y); __VERIFIER_atomic_end();",
    "old = reload(old);",
    "if (ADD(l, 1) == 0) break; SUB(l, 1);",
    "XOR(l, 2); b = GET(y); XOR(l, 2);",
    "pthread_mutex_lock(&m); a = GET(x); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); b = GET(y); if (b == 2) { pthread_mutex_unlock(&m); break; } pthread_mutex_unlock(&m);",
    "if (pthread_mutex_trylock(&m) == 0) { b = GET(y); pthread_mutex_unlock(&m); }",
    "while (SWAP(l, 1)) ; b = GET(y); SET(l, 0);",
    "if (!SWAP(l, 1)) { a = GET(x); SET(l, 0); }",
    "{ unsigned e = 0; if (CAS(l, e, 1)) { b = GET(y); SET(l, 0); } }",
    "pthread_mutex_lock(&m); if (a) b = GET(y); pthread_mutex_unlock(&m); a = GET(x);",
    "if (__VERIFIER_nondet_bool()) b = 4;",
    "if (GET(x)) a = 11; if (a == 11) break;",
    "if (__VERIFIER_nondet_bool()) b = a;",
    "if (GET(x) == 1) SET(q, 1);",
    "a = GET(x); SET(q, a);",
    "SET(q, n & 1);",
    "if (a) SET(q, 2); else SET(q, 1);",
    "b = GET(y); if (b == 1) SET(q, 1); if (b == 2) break;",
];

/// When the loop goes on.
const CONDITIONS: &[&str] = &[
    "!GET(x)",
    "!CAS(x, old, old + 4)",
    "GET(y) != 2",
    "(a = GET(x)) != 2",
    "(old = GET(x)) == b",
    "SWAP(l, 1)",
    "!GET(x) && n < 3",
    "!attempt()",
    "a == GET(x)",
    "ADD(l, 2) && SUB(l, 2)",
];

/// What the other thread does.
const OTHER: &[&str] = &[
    "SET(x, 1);",
    "SET(x, 2);",
    "SET(y, 2);",
    "",
    "SET(y, 1);",
    "SET(x, 0);",
    "SET(l, 0);",
    "{ unsigned e = 0; CAS(x, e, 3); }",
    "SET(y, GET(l));",
    "if (GET(l) > 1) SET(x, 2);",
    "{ unsigned e = 2; CAS(l, e, 0); }",
    "while (SWAP(l, 1)) ; SET(y, 2); SET(l, 0);",
    "if (GET(l)) SET(x, 1); else SET(l, 1);",
    "pthread_mutex_lock(&m); SET(x, 1); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); SET(y, 2); SET(x, 2); pthread_mutex_unlock(&m);",
    "if (pthread_mutex_trylock(&m)) SET(x, 2); else { SET(y, 2); pthread_mutex_unlock(&m); }",
    "if (GET(q)) SET(y, 2);",
    "SET(y, GET(q));",
    "while (!GET(q)) ;",
    "SET(x, 1); if (GET(q) == 1) SET(x, 2);",
];

/// How strongly the program orders its loads, stores and read-modify-writes.
const ORDERS: &[[&str; 3]] = &[
    ["seq_cst", "seq_cst", "seq_cst"],
    ["relaxed", "relaxed", "relaxed"],
    ["relaxed", "release", "acquire"],
    ["acquire", "release", "relaxed"],
    ["acquire", "relaxed", "acq_rel"],
];

/// The operations with these orders.
fn operations([load, store, update]: [&str; 3]) -> String {
    let failure = if update == "acq_rel" { "acquire" } else { update };
    let mut text = format!(
        "#define GET(v) atomic_load_explicit(&v, memory_order_{load})\n\
         #define SET(v, n) atomic_store_explicit(&v, n, memory_order_{store})\n\
         #define CAS(v, e, n) atomic_compare_exchange_strong_explicit(&v, &e, n, memory_order_{update}, \
         memory_order_{failure})\n"
    );
    for (name, function) in [("SWAP", "exchange"), ("ADD", "fetch_add"), ("SUB", "fetch_sub"), ("XOR", "fetch_xor")] {
        writeln!(text, "#define {name}(v, n) atomic_{function}_explicit(&v, n, memory_order_{update})")
            .expect("a string takes what is written to it");
    }
    text
}

/// What of `n` is looked at: mostly nothing.
const SEEN: &[&str] = &["0", "0", "0", "n"];

impl Draft {
    /// The program; `asserted` ends it with an assertion about the outputs.
    fn print(&self, asserted: Option<&End>) -> String {
        self.printed(asserted, "")
    }

    /// The program whose loop does something more in each iteration.
    fn printed(&self, asserted: Option<&End>, more: &str) -> String {
        let mut choose = Chooser::of(&self.choices);
        let (condition, before) = (choose.pick(CONDITIONS), choose.pick(BEFORE));
        let other: Vec<&str> = (0..3).map(|_| choose.pick(OTHER)).collect();
        let locked = choose.pick(&["0", "0", "1"]);
        let last = choose.pick(&[false, false, true]);
        let body: Vec<&str> = (0..3).map(|_| choose.pick(STEPS)).collect();
        let seen = choose.pick(SEEN);
        let operations = operations(choose.pick(ORDERS));
        let body = format!("{} {more}", body.join(" "));
        let repeated = match last {
            true => format!("do {{ {body} }} while ({condition});"),
            false => format!("while ({condition}) {{ {body} }}"),
        };
        let mut text = format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
             void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); _Bool __VERIFIER_nondet_bool(void);\n\
             {operations}atomic_uint x, y, q, l = {locked}; unsigned turns, o_a, o_b, o_old, o_n;\n\
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             static int attempt(void) {{ unsigned h = GET(x); if (h != 2) return 0; return 1; }}\n\
             static unsigned reload(unsigned v) {{ unsigned w = GET(x); return w == v ? v : w; }}\n\
             void *waits(void *p) {{\n unsigned a = 0, b = 0, old = 0, n = 0;\n {before}\n {repeated}\n\
             o_a = a; o_b = b; o_old = old; o_n = {seen};\n return 0;\n}}\n\
             void *writes(void *p) {{ {} return 0; }}\n",
            other.join(" ")
        );
        let asserted = asserted.map_or("o_a != 999 && o_b != 999 && o_old != 999 && o_n != 999".to_string(), |end| {
            let parts: Vec<String> =
                OUTPUTS.iter().zip(end).map(|(name, value)| format!("{name} == {value}")).collect();
            format!("!({})", parts.join(" && "))
        });
        writeln!(
            text,
            "int main(void) {{\n pthread_t s, t; pthread_create(&s, 0, waits, 0); pthread_create(&t, 0, writes, 0);\n \
             pthread_join(s, 0); pthread_join(t, 0); assert(turns > 99 || {asserted});\n return 0;\n}}"
        )
        .expect("a string takes what is written to it");
        text
    }
}

/// Collects what complete executions leave behind.
#[derive(Default)]
struct Ends {
    found: BTreeSet<End>,
}

fn end(execution: &Execution) -> End {
    OUTPUTS.map(|name| {
        let chain = execution.co.iter().find(|chain| execution.event(chain[0]).place == name);
        match chain.and_then(|chain| chain.last()).map(|write| &execution.event(*write).kind) {
            Some(EventKind::Write { value, .. }) => *value as u32,
            _ => 0,
        }
    })
}

impl Watcher for Ends {
    fn restart(&mut self) {
        self.found.clear();
    }

    fn full(&mut self, graph: &mut dyn Full) -> ControlFlow<()> {
        if *graph.fate() == Fate::Complete {
            self.found.insert(end(&graph.execution()));
        }
        ControlFlow::Continue(())
    }
}

/// Explores a program; `None` when there are too many executions.
fn explored(text: &str, model: &Model, waiting: Waiting) -> Option<(Outcome, BTreeSet<End>)> {
    let bounds = Bounds { waiting, ..Bounds::new(Bound::Fixed(BOUND), 8) };
    let settings = Settings { all: true, max_executions: Some(LIMIT), ..Settings::new(bounds) };
    let mut ends = Ends::default();
    let outcome = explore(&program(text), model, &settings, &mut ends).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.ended != Ended::Enough).then_some((outcome, ends.found))
}

/// What the solver says of a program.
fn verdict(text: &str, model: &Model, limit: u32) -> Verdict {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    // Where waiting is not recognised, more iterations take long and show nothing new.
    let unwinding = Unwinding { limit, ..Unwinding::default() };
    // What takes longer than this is not asked.
    let request = Request { unwinding, timeout: Some(PATIENCE), ..Request::new(path, model.clone()) };
    let (report, _) =
        check(&request, &mut Silent).unwrap_or_else(|failure| panic!("{:?}\n{text}", failure.diagnostics));
    report.verdict
}

/// Whether the solver calls the program safe.
fn proved(text: &str, model: &Model) -> bool {
    matches!(verdict(text, model, BOUND), Verdict::Safe { .. })
}

/// Whether the solver finds a violation within few iterations.
fn refuted(text: &str, model: &Model) -> bool {
    matches!(verdict(text, model, 2), Verdict::Violation(_))
}

fn agrees(draft: &Draft, model: &Model) -> Result<(), TestCaseError> {
    let text = draft.print(None);
    let many = || TestCaseError::reject("too many executions");
    let (_, unwound) = explored(&text, model, Waiting::Unwound).ok_or_else(many)?;
    for waiting in [waiting::under(model, &Program::default()), Waiting::Silent(Vec::new())] {
        let (_, recognised) = explored(&text, model, waiting.clone()).ok_or_else(many)?;
        prop_assert_eq!(&recognised, &unwound, "final states under {}, {:?}:\n{}", model.name(), waiting, text);
    }
    for end in unwound.iter().take(3) {
        let text = draft.print(Some(end));
        prop_assert!(!proved(&text, model), "possible under {}, but called impossible:\n{}", model.name(), text);
    }
    Ok(())
}

#[test]
fn waiting_leaves_nothing_out() {
    let models = ["sc", "tso", "pso"].map(model);
    let drafts = prop::collection::vec(any::<u8>(), 12).prop_map(|choices| Draft { choices });
    // Under one model each, as its numbers say, in ordinary runs.
    let agree = |draft: Draft| {
        let turn = draft.choices.iter().map(|choice| usize::from(*choice)).sum::<usize>() % models.len();
        let under = if settings::is_long() { &models[..] } else { &models[turn..=turn] };
        under.iter().try_for_each(|model| agrees(&draft, model))
    };
    match settings::runner("waiting", settings::cases(120)).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, draft)) => panic!("{why}\n{draft:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// Models that cannot be explored, and one that is explored slowly: what a program leaves behind whose iterations cannot be left out, since each of them
/// counts, the solver calls possible, too, where they can.
#[test]
fn waiting_leaves_nothing_out_where_only_the_solver_goes() {
    let (guide, models) = (model("rc11"), ["arm8", "riscv", "power", "rc11"].map(model));
    let drafts = prop::collection::vec(any::<u8>(), 12).prop_map(|choices| Draft { choices });
    let agree = |draft: Draft| {
        let many = || TestCaseError::reject("too many executions");
        let text = draft.print(None);
        // Not all of the models know atomic sections.
        if text.contains("__VERIFIER_atomic_begin();") {
            return Err(TestCaseError::reject("atomic sections"));
        }
        let (_, ends) = explored(&text, &guide, Waiting::Unwound).ok_or_else(many)?;
        for (end, model) in ends.iter().rev().take(models.len()).zip(&models) {
            if refuted(&draft.printed(Some(end), "turns++;"), model) {
                let text = draft.print(Some(end));
                prop_assert!(!proved(&text, model), "possible under {}, but called impossible:\n{text}", model.name());
            }
        }
        Ok(())
    };
    match settings::runner("waiting-weak", settings::cases(10)).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, draft)) => panic!("{why}\n{draft:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// The rule is of use: loops that real code has are not unwound to their bound.
#[test]
fn common_loops_wait() {
    let waits = |condition: u8, before: u8, body: u8| {
        let draft = Draft { choices: vec![condition, before, 1, 3, 3, 0, 0, body, 0, 0, 0] };
        let (outcome, _) = explored(&draft.print(None), &model("sc"), Waiting::TakenBack).expect("few executions");
        outcome.exceeding == 0
    };
    for (condition, before, body) in
        [(0, 0, 0), (0, 0, 3), (0, 0, 4), (0, 0, 10), (1, 2, 0), (2, 0, 1), (3, 1, 5), (5, 0, 0), (7, 0, 2)]
    {
        assert!(
            waits(condition, before, body),
            "{} {} {}",
            CONDITIONS[condition as usize],
            BEFORE[before as usize],
            STEPS[body as usize]
        );
    }
}

/// Loops that look under a lock are not unwound to their bound by the solver either; and who sees that the lock is held is seen.
#[test]
fn locks_that_are_given_back_leave_no_bound() {
    let program = |look: &str, other: &str, asserted: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
             static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static atomic_int l, seen; static int flag, data;\n\
             static void *sets(void *unused) {{ data = 42; {other} return unused; }}\n\
             int main(void) {{ pthread_t t; int f = 0; pthread_create(&t, 0, sets, 0);\n{look}\n\
             pthread_join(t, 0); assert({asserted}); return 0; }}\n"
        )
    };
    let mutex = "pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m);";
    let spin = "while (atomic_exchange(&l, 1)) ; flag = 1; atomic_store(&l, 0);";
    let waiting = [
        ("do { pthread_mutex_lock(&m); f = flag; pthread_mutex_unlock(&m); } while (!f);", mutex),
        ("while (!f) { pthread_mutex_lock(&m); f = flag; pthread_mutex_unlock(&m); }", mutex),
        (
            "pthread_mutex_lock(&m); while (!flag) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); } pthread_mutex_unlock(&m);",
            mutex,
        ),
        ("while (!f) if (pthread_mutex_trylock(&m) == 0) { f = flag; pthread_mutex_unlock(&m); }", mutex),
        ("do { while (atomic_exchange(&l, 1)) ; f = flag; atomic_store(&l, 0); } while (!f);", spin),
        ("for (;;) if (!atomic_exchange(&l, 1)) { f = flag; atomic_exchange(&l, 0); if (f) break; }", spin),
        (
            "for (;;) { int e = 0; if (atomic_compare_exchange_strong(&l, &e, 1)) { f = flag; l = 0; if (f) break; } }",
            spin,
        ),
    ];
    // What is there only while the thread that waits has the lock, read or written over in its second round.
    let busy = "do { while (atomic_exchange(&l, 1)) ; f = seen; atomic_store(&l, 0); } while (f < 2);";
    let notices = [
        ("seen = 1; while (atomic_load(&l) == 0) ; data = 7; seen = 2;", "data != 7"),
        ("seen = 1; int held = atomic_load(&l); atomic_store(&l, 0); data = held; seen = 2;", "data != 1"),
    ];
    for model in ["sc", "tso", "pso"].map(model) {
        for (look, other) in waiting {
            assert!(proved(&program(look, other, "data == 42"), &model), "{} under {}", look, model.name());
        }
        for (other, asserted) in notices {
            assert!(refuted(&program(busy, other, asserted), &model), "{} under {}", other, model.name());
        }
    }
}
