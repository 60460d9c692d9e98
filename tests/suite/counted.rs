//! A waiting loop that counts its rounds may be at its end after one in vain: on generated programs with such loops, and with
//! loops that are nearly such, what memory holds at the end is what it holds when every round is explored.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use crate::chooser::Chooser;
use crate::oracle::settings;
use fencesmith::diag::Sources;
use fencesmith::exec::bounds::{Bound, Bounds};
use fencesmith::exec::counted;
use fencesmith::exec::execution::EventKind;
use fencesmith::explore::{Ended, Fate, Full, Settings, Watcher, explore};
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::ir::Program;
use fencesmith::model::Model;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Executions after which a program is left out.
const LIMIT: u64 = 4_000;

const LOADS: [&str; 4] =
    ["atomic_load(&x)", "atomic_load_explicit(&y, memory_order_relaxed)", "atomic_load(&y)", "look(&x)"];

const STORES: [&str; 6] = [
    "atomic_store(&x, 1);",
    "atomic_store(&x, 2);",
    "atomic_store_explicit(&x, 0, memory_order_release);",
    "atomic_store(&y, 2);",
    "atomic_store_explicit(&y, 1, memory_order_relaxed);",
    "atomic_store(&heard, 1 + atomic_load_explicit(&z, memory_order_relaxed));",
];

/// `N` is how often it goes round at most, `BODY` what it does then.
const LOOPS: [&str; 23] = [
    "for (k = N; k > 0; k--) { BODY }",
    "for (k = 0; k < N; k++) { BODY }",
    "for (k = 1; k <= N; ++k) { BODY }",
    "for (k = N; k != 0; k--) { BODY }",
    "k = N; while (k--) { BODY }",
    "k = N; while (--k) { BODY }",
    "k = N; do { BODY } while (--k > 0);",
    "k = N; do { BODY } while (k-- > 0);",
    "k = N; for (;;) { k--; if (k == 0) break; BODY }",
    "k = N; for (;;) { BODY if (k-- == 0) break; }",
    "k = N; for (;;) { if (--k <= 0) break; BODY }",
    "k = 0; for (;;) { BODY if (++k >= N) break; }",
    "k = 0; for (;;) { if (++k > N) break; BODY }",
    "for (k = 0; k <= N && LOAD != 1; k++) { BODY }",
    "k = N; while (!LOAD && --k) { BODY }",
    "k = N; while (--k && !LOAD) { BODY }",
    "k = N; while (k-- > 0 && LOAD != 2) ;",
    "k = 0; do { } while (!(hit = LOAD) && ++k < N);",
    "int j = N; while (!LOAD && --j) { } hit = j == 0;",
    "unsigned j = N; while (!(seen = LOAD) && --j) { } if (!j) hit = 1;",
    "int j = 0; while (LOAD != 1 && ++j != N) { BODY } hit = N == j;",
    "hit = comes(N);",
    "unsigned j = N; do { if (LOAD == 2) break; } while (--j); if (!j) goto out; hit = 2;",
];

const STATEMENTS: [&str; 11] = [
    "if (LOAD == 1) break;",
    "if (LOAD) { hit = 1; break; }",
    "if (LOAD == 2) goto out;",
    "seen = LOAD;",
    "(void)LOAD;",
    "if (!LOAD) continue;",
    "if (LOAD) hit = k;",
    "if (k == 2) seen = LOAD;",
    "if (!LOAD) break;",
    "__sync_synchronize();",
    "last = now; now = LOAD; if (last != now) hit += 2;",
];

fn print(choices: &[u8]) -> String {
    let mut choose = Chooser::of(choices);
    let stores: Vec<&str> = (0..choose.pick(&[1, 2, 3])).map(|_| choose.pick(&STORES)).collect();
    let form = choose.pick(&LOOPS);
    let rounds = choose.pick(&["3", "2", "4", "1"]);
    let body: Vec<String> = (0..choose.pick(&[1, 2, 3]))
        .map(|_| {
            let statement = choose.pick(&STATEMENTS);
            statement.replace("LOAD", choose.pick(&LOADS))
        })
        .collect();
    let text = form.replace('N', rounds).replace("BODY", &body.join(" ")).replace("LOAD", choose.pick(&LOADS));
    let before = choose.pick(&["", "atomic_store_explicit(&z, 1, memory_order_relaxed);"]);
    let told = choose.pick(&["hit * 4 + seen", "seen", "hit", "now", "k"]);
    format!(
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z, told, heard;\n\
         static int look(atomic_int *where) {{ return atomic_load_explicit(where, memory_order_acquire); }}\n\
         static int comes(unsigned n) {{ while (!(look(&x) & 1) && --n) ; return n ? 1 : 2; }}\n\
         static void *left(void *a) {{\n {}\n return a;\n}}\n\
         static void *right(void *a) {{\n int k = 0, seen = 0, hit = 0, last = 0, now = 0;\n {before}\n {text}\n\
         out:\n atomic_store(&told, 10 + {told});\n (void)comes; (void)seen; (void)hit; (void)last; (void)now;\n return a;\n}}\n\
         int main(void) {{\n pthread_t t, u;\n pthread_create(&t, 0, left, 0);\n pthread_create(&u, 0, right, 0);\n \
         pthread_join(t, 0);\n pthread_join(u, 0);\n return 0;\n}}\n",
        stores.join("\n ")
    )
}

/// Counters that nobody reads may be left out.
const COUNTERS: [&str; 2] = ["shared", "kept"];

/// What static objects hold at the ends of complete executions: the last value of each place in them.
struct Ends {
    names: BTreeSet<String>,
    found: BTreeSet<Vec<(String, u64)>>,
}

impl Ends {
    fn of(program: &Program) -> Ends {
        let counts = |name: &str| COUNTERS.contains(&name);
        let shared = program.globals.iter().filter(|global| !global.thread_local && !counts(&global.name));
        Ends { names: shared.map(|global| global.name.clone()).collect(), found: BTreeSet::new() }
    }

    fn is_told(&self, place: &str) -> bool {
        self.names.contains(place.split(['.', '[', '+']).next().unwrap_or_default())
    }
}

impl Watcher for Ends {
    fn restart(&mut self) {
        self.found.clear();
    }

    fn full(&mut self, graph: &mut dyn Full) -> ControlFlow<()> {
        if *graph.fate() == Fate::Complete {
            let execution = graph.execution();
            let ends = execution.co.iter().filter_map(|chain| chain.last()).map(|last| execution.event(*last));
            let last = ends.filter(|event| self.is_told(&event.place)).filter_map(|event| match event.kind {
                EventKind::Write { value, .. } => Some((event.place.clone(), value)),
                _ => None,
            });
            let mut last: Vec<(String, u64)> = last.collect();
            last.sort();
            self.found.insert(last);
        }
        ControlFlow::Continue(())
    }
}

fn ends(program: &Program, model: &Model, rounds: u32) -> Option<Ends> {
    let bounds = Bounds::new(Bound::Fixed(rounds), 8);
    let settings = Settings { all: true, max_executions: Some(LIMIT), merges_waits: false, ..Settings::new(bounds) };
    let mut ends = Ends::of(program);
    let outcome = explore(program, model, &settings, &mut ends).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.ended != Ended::Enough).then_some(ends)
}

/// A generated program.
pub fn program(text: &str) -> Program {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    let unit = read(&path, &ReadOptions::default()).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diagnostics));
    unit.program
}

/// Demands that a program ends as another one does, with loops of so many rounds at most.
pub fn ends_alike(short: &Program, whole: &Program, model: &Model, rounds: u32) -> Result<(), TestCaseError> {
    let many = || TestCaseError::reject("too many executions");
    let all = ends(whole, model, rounds).ok_or_else(many)?;
    let found = ends(short, model, rounds).ok_or_else(many)?;
    prop_assert_eq!(&found.found, &all.found, "other ends under {}", model.name());
    Ok(())
}

/// Whether what is done to a program changes it; it must not change how it ends.
pub fn shortens(text: &str, model: &Model, shorten: impl Fn(&mut Program)) -> Result<bool, TestCaseError> {
    let whole = program(text);
    let mut short = whole.clone();
    shorten(&mut short);
    ends_alike(&short, &whole, model, 6)?;
    Ok(format!("{:?}", short.functions) != format!("{:?}", whole.functions))
}

/// Tries so many drafts under these models; how often the rule was used.
pub fn try_drafts(
    (name, cases, length): (&'static str, u32, usize),
    models: &[&str],
    print: impl Fn(&[u8]) -> String,
    uses_rule: impl Fn(&[u8], &Model) -> Result<bool, TestCaseError>,
) -> usize {
    let models: Vec<Model> =
        models.iter().map(|name| Model::find(name, &mut Sources::default()).expect("a model")).collect();
    let used = Cell::new(0);
    let agree = |choices: Vec<u8>| {
        for model in &models {
            used.set(used.get() + usize::from(uses_rule(&choices, model)?));
        }
        Ok(())
    };
    let drafts = prop::collection::vec(any::<u8>(), length);
    match settings::runner(name, settings::cases(cases)).run(&drafts, agree) {
        Ok(()) => used.get(),
        Err(TestError::Fail(why, draft)) => panic!("{why}\n{}\n{draft:?}", print(&draft)),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

#[test]
fn loops_that_count_end_as_they_do_when_they_count() {
    let shortened =
        |choices: &[u8], model: &Model| shortens(&print(choices), model, |program| counted::shorten(program, model));
    let used = try_drafts(("counted", 150, 24), &["sc", "pso", "rc11", "weak"], print, shortened);
    assert!(used >= 40, "the rule was used {used} times only");
}
