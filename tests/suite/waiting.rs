//! What a thread may wait for is what plain unwinding finds: on generated loops that wait or retry, the final states of
//! the explorer with waiting recognised are those without, and the solver calls none of them impossible.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;

use crate::oracle::settings;
use fencesmith::diag::Sources;
use fencesmith::drive::outcome::Verdict;
use fencesmith::drive::{Request, Unwinding, check};
use fencesmith::exec::bounds::{Bound, Bounds, Waiting};
use fencesmith::exec::{EventKind, Execution};
use fencesmith::explore::{Ended, Fate, Full, Outcome, Settings, Watcher, explore};
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Iterations of every loop. The other thread writes three times at most, so that this is enough to see them all.
const BOUND: u32 = 5;

/// Executions after which a program is left out.
const LIMIT: u64 = 6_000;

/// What the waiting thread leaves behind, by the name of the variable.
const OUTPUTS: [&str; 4] = ["o_a", "o_b", "o_old", "o_n"];

type End = [u32; OUTPUTS.len()];

/// A program, as numbers that choose its parts.
#[derive(Clone, Debug)]
struct Draft {
    choices: Vec<u8>,
}

/// Takes the numbers of a draft one after the other; what is missing counts as 0, the simplest choice.
struct Chooser<'d> {
    rest: &'d [u8],
}

impl Chooser<'_> {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let choice = match self.rest.split_first() {
            Some((first, rest)) => {
                self.rest = rest;
                usize::from(*first)
            }
            None => 0,
        };
        from[choice % from.len()]
    }
}

/// What stands in front of the loop.
const BEFORE: &[&str] = &["", "old = x;", "old = x; a = old;", "a = x;", "b = y; old = b;", "old = 1;"];

/// What stands in the loop.
const STEPS: &[&str] = &[
    "",
    "a = x;",
    "b = y;",
    "n++;",
    "if (++n >= 3) n = 0;",
    "old = a;",
    "a = b + 1;",
    "b = old;",
    "if (a) b = y;",
    "atomic_thread_fence(memory_order_seq_cst);",
    "for (unsigned k = 0; k < 2; k++) ;",
    "if (attempt()) break;",
    "if (y == 2) break;",
    "if (a == 3) { b = 7; break; }",
    "if (n == 2) a = y;",
    "atomic_exchange(&l, 1);",
    "{ unsigned e = 0; if (atomic_compare_exchange_strong(&l, &e, 1)) break; a = e; }",
    "__VERIFIER_atomic_begin(); a = x; b = y; __VERIFIER_atomic_end();",
    "old = reload(old);",
    "if (atomic_fetch_add(&l, 1) == 0) break; atomic_fetch_sub(&l, 1);",
    "atomic_fetch_xor(&l, 2); b = y; atomic_fetch_xor(&l, 2);",
];

/// When the loop goes on.
const CONDITIONS: &[&str] = &[
    "!atomic_load(&x)",
    "!atomic_compare_exchange_strong(&x, &old, old + 4)",
    "y != 2",
    "(a = x) != 2",
    "(old = x) == b",
    "atomic_exchange(&l, 1)",
    "!atomic_load(&x) && n < 3",
    "!attempt()",
    "a == x",
    "atomic_fetch_add(&l, 2) && atomic_fetch_sub(&l, 2)",
];

/// What the other thread does.
const OTHER: &[&str] = &[
    "x = 1;",
    "x = 2;",
    "y = 2;",
    "",
    "y = 1;",
    "x = 0;",
    "l = 0;",
    "{ unsigned e = 0; atomic_compare_exchange_strong(&x, &e, 3); }",
    "y = l;",
    "if (l > 1) x = 2;",
    "{ unsigned e = 2; atomic_compare_exchange_strong(&l, &e, 0); }",
];

/// What of `n` is looked at: mostly nothing.
const SEEN: &[&str] = &["0", "0", "0", "n"];

impl Draft {
    /// The program; `asserted` ends it with an assertion about the outputs.
    fn print(&self, asserted: Option<&End>) -> String {
        let mut choose = Chooser { rest: &self.choices };
        let (condition, before) = (choose.pick(CONDITIONS), choose.pick(BEFORE));
        let other: Vec<&str> = (0..3).map(|_| choose.pick(OTHER)).collect();
        let locked = choose.pick(&["0", "0", "1"]);
        let last = choose.pick(&[false, false, true]);
        let body: Vec<&str> = (0..3).map(|_| choose.pick(STEPS)).collect();
        let seen = choose.pick(SEEN);
        let body = body.join(" ");
        let repeated = match last {
            true => format!("do {{ {body} }} while ({condition});"),
            false => format!("while ({condition}) {{ {body} }}"),
        };
        let mut text = format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
             void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
             atomic_uint x, y, l = {locked}; unsigned o_a, o_b, o_old, o_n;\n\
             static int attempt(void) {{ unsigned h = x; if (h != 2) return 0; return 1; }}\n\
             static unsigned reload(unsigned v) {{ unsigned w = x; return w == v ? v : w; }}\n\
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
             pthread_join(s, 0); pthread_join(t, 0); assert({asserted});\n return 0;\n}}"
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

fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).expect("a built-in model")
}

/// Explores a program; `None` when there are too many executions.
fn explored(text: &str, model: &Model, waiting: Waiting) -> Option<(Outcome, BTreeSet<End>)> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    let unit = read(&path, &ReadOptions::default()).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diagnostics));
    let bounds = Bounds { waiting, ..Bounds::new(Bound::Fixed(BOUND), 8) };
    let settings = Settings { all: true, max_executions: Some(LIMIT), ..Settings::new(bounds) };
    let mut ends = Ends::default();
    let outcome = explore(&unit.program, model, &settings, &mut ends).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.ended != Ended::Enough).then_some((outcome, ends.found))
}

/// Whether the solver calls the program safe.
fn proved(text: &str, model: &Model) -> bool {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    // Where waiting is not recognised, more iterations take long and show nothing new.
    let unwinding = Unwinding { limit: BOUND, ..Unwinding::default() };
    let request = Request { unwinding, ..Request::new(path, model.clone()) };
    let (report, _) =
        check(&request, &mut Silent).unwrap_or_else(|failure| panic!("{:?}\n{text}", failure.diagnostics));
    matches!(report.verdict, Verdict::Safe { .. })
}

fn agrees(draft: &Draft, model: &Model) -> Result<(), TestCaseError> {
    let text = draft.print(None);
    let many = || TestCaseError::reject("too many executions");
    let (_, unwound) = explored(&text, model, Waiting::Unwound).ok_or_else(many)?;
    for waiting in [Waiting::TakenBack, Waiting::Reading] {
        let (_, recognised) = explored(&text, model, waiting).ok_or_else(many)?;
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
    let drafts = prop::collection::vec(any::<u8>(), 11).prop_map(|choices| Draft { choices });
    let cases = settings::cases(300);
    let agree = |draft: Draft| models.iter().try_for_each(|model| agrees(&draft, model));
    match settings::runner("waiting", cases).run(&drafts, agree) {
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
