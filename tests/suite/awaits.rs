//! Executions that differ only in how long somebody waited count once, and nothing else is lost: on generated programs
//! whose threads wait for each other, the complete executions with the reduction are those without it, each one once.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;

use crate::chooser::Chooser;
use crate::headers::model;
use crate::oracle::settings;
use crate::texts;
use fencesmith::exec::Execution;
use fencesmith::exec::bounds::{Bound, Bounds};
use fencesmith::explore::{Ended, Fate, Full, Outcome, Settings, Watcher, explore};
use fencesmith::model::Model;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Executions after which a program is left out.
const LIMIT: u64 = 4_000;

const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// A program, as numbers that choose its parts.
#[derive(Clone, Debug)]
struct Draft {
    choices: Vec<u8>,
}

impl Chooser<'_> {
    fn variable(&mut self) -> &'static str {
        self.pick(&VARIABLES[..])
    }

    fn load(&mut self) -> String {
        let order = self.pick(&["seq_cst", "acquire", "relaxed"]);
        format!("atomic_load_explicit(&{}, memory_order_{order})", self.variable())
    }

    fn statement(&mut self, depth: u32) -> String {
        let kind = self.below(if depth == 0 { 13 } else { 10 });
        let value = self.below(4);
        match kind {
            0 => format!("{} = {};", self.result(), self.load()),
            1 | 2 => {
                let order = self.pick(&["seq_cst", "release", "relaxed"]);
                format!("atomic_store_explicit(&{}, {value}, memory_order_{order});", self.variable())
            }
            3 | 4 => format!("while ({} {} {value});", self.load(), self.pick(&["!=", "==", "<"])),
            5 => {
                let (variable, new) = (self.variable(), self.below(4));
                format!("{{ int e; do e = {value}; while (!atomic_compare_exchange_strong(&{variable}, &e, {new})); }}")
            }
            6 => format!("while (atomic_exchange(&{}, {value}) == {value});", self.variable()),
            7 => {
                let (first, second) = (self.load(), self.load());
                let (a, b) = (self.pick(&["!=", "=="]), self.pick(&["==", "!="]));
                format!("while ({first} {a} {value} && {second} {b} {});", self.below(3))
            }
            8 => format!("{} = atomic_fetch_add(&{}, {});", self.result(), self.variable(), 1 + value % 2),
            9 => format!("__VERIFIER_assume({} != {value});", self.load()),
            10 => format!("pthread_mutex_lock(&m); {} pthread_mutex_unlock(&m);", self.statement(1)),
            _ => {
                let (condition, then, other) = (self.load(), self.statement(1), self.statement(1));
                format!("if ({condition} == {value}) {{ {then} }} else {{ {other} }}")
            }
        }
    }
}

impl Draft {
    fn print(&self) -> String {
        let mut choose = Chooser::of(&self.choices);
        let count = choose.pick(&[2, 3, 3]);
        let mut threads = String::new();
        for thread in 0..count {
            let body: Vec<String> = (0..choose.pick(&[1, 2, 3])).map(|_| choose.statement(0)).collect();
            let body = body.join("\n ");
            writeln!(threads, "static void *t{thread}(void *a) {{\n {body}\n return a;\n}}").expect("a string");
        }
        let initial: Vec<String> =
            VARIABLES.iter().map(|name| format!("{name} = {}", choose.pick(&[0, 0, 1]))).collect();
        let results: String = (0..choose.results()).map(|i| format!("int o{i};\n")).collect();
        let each = |what: fn(usize) -> String| (0..count).map(what).collect::<String>();
        format!(
            "#include <pthread.h>\n#include <stdatomic.h>\nvoid __VERIFIER_assume(int);\n\
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\natomic_int {};\n{results}{threads}\
             int main(void) {{\n pthread_t t[{count}];\n{}{} return 0;\n}}\n",
            initial.join(", "),
            each(|i| format!(" pthread_create(&t[{i}], 0, t{i}, 0);\n")),
            each(|i| format!(" pthread_join(t[{i}], 0);\n")),
        )
    }
}

/// What tells executions apart: what the threads did, reads-from and coherence order.
type Key = String;

fn key(execution: &Execution) -> Key {
    let events: Vec<_> = execution.events.iter().map(|event| (event.thread, &event.kind)).collect();
    format!("{events:?} {:?} {:?}", execution.rf, execution.co)
}

/// The complete executions, and how often one was visited again.
#[derive(Default)]
struct Seen {
    complete: BTreeSet<Key>,
    again: u64,
}

impl Watcher for Seen {
    fn restart(&mut self) {
        *self = Seen::default();
    }

    fn full(&mut self, graph: &mut dyn Full) -> ControlFlow<()> {
        if *graph.fate() == Fate::Complete && !self.complete.insert(key(&graph.execution())) {
            self.again += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Explores a program; `None` when there are too many executions.
fn explored(text: &str, model: &Model, merges_waits: bool) -> Option<(Outcome, Seen)> {
    let bounds = Bounds::new(Bound::Fixed(3), 8);
    let settings = Settings { all: true, max_executions: Some(LIMIT), merges_waits, ..Settings::new(bounds) };
    let mut seen = Seen::default();
    let outcome =
        explore(&texts::program(text), model, &settings, &mut seen).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.ended != Ended::Enough).then_some((outcome, seen))
}

fn agrees(text: &str, model: &Model) -> Result<(), TestCaseError> {
    let many = || TestCaseError::reject("too many executions");
    let (outcome, seen) = explored(text, model, true).ok_or_else(many)?;
    let (all, everything) = explored(text, model, false).ok_or_else(many)?;
    prop_assert_eq!(seen.again, 0, "executions visited twice under {}:\n{}", model.name(), text);
    prop_assert_eq!(everything.again, 0, "executions visited twice without the reduction:\n{}", text);
    prop_assert!(seen.complete == everything.complete, "other executions under {}:\n{}", model.name(), text);
    prop_assert_eq!(outcome.deadlocks > 0, all.deadlocks > 0, "deadlocks under {}:\n{}", model.name(), text);
    prop_assert_eq!(outcome.exceeding > 0, all.exceeding > 0, "bounds under {}:\n{}", model.name(), text);
    let blocks = |outcome: &Outcome| outcome.blocked + outcome.exceeding > 0;
    prop_assert!(blocks(&all) || !blocks(&outcome), "more waiting under {}:\n{}", model.name(), text);
    prop_assert_eq!(&outcome.races, &all.races, "races under {}:\n{}", model.name(), text);
    Ok(())
}

#[test]
fn waiting_once_loses_no_execution() {
    let models = ["sc", "tso", "pso", "rc11"].map(model);
    let drafts = prop::collection::vec(any::<u8>(), 60).prop_map(|choices| Draft { choices });
    let cases = settings::cases(200);
    let agree = |draft: Draft| models.iter().try_for_each(|model| agrees(&draft.print(), model));
    match settings::runner("awaits", cases).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, draft)) => panic!("{why}\n{draft:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// Programs that a mistake in the rule would have counted wrongly.
#[test]
fn kept_programs_lose_no_execution() {
    let folder = crate::headers::root().join("tests/awaits");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a program");
        for name in ["sc", "tso", "pso"] {
            agrees(&text, &model(name)).unwrap_or_else(|problem| panic!("{problem}"));
        }
        count += 1;
    }
    assert!(count >= 5, "{count} programs in {}", folder.display());
}

/// Threads with these bodies, and atomic integers that are 0.
fn program(variables: &str, bodies: &[&str]) -> String {
    let mut text = format!("#include <pthread.h>\n#include <stdatomic.h>\natomic_int {variables};\n");
    for (i, body) in bodies.iter().enumerate() {
        writeln!(text, "static void *t{i}(void *a) {{ {body} return a; }}").expect("a string");
    }
    writeln!(text, "int main(void) {{ pthread_t t[{}];", bodies.len()).expect("a string");
    for what in ["pthread_create(&t[I], 0, tI, 0);\n", "pthread_join(t[I], 0);\n"] {
        (0..bodies.len()).for_each(|i| text += &what.replace('I', &i.to_string()));
    }
    text + "return 0; }\n"
}

/// Complete and blocked executions with the reduction.
fn counts(text: &str, name: &str) -> (u64, u64) {
    match agrees(text, &model(name)) {
        // Without the reduction there are too many to compare with.
        Ok(()) | Err(TestCaseError::Reject(_)) => {}
        Err(problem) => panic!("{problem}"),
    }
    let (outcome, _) = explored(text, &model(name), true).expect("few executions");
    (outcome.complete, outcome.blocked)
}

/// Each order in which tickets are taken is one execution, and nobody waits in vain.
#[test]
fn a_ticket_lock_has_an_execution_for_each_order() {
    let body = "int own = next++; while (serving != own); x = x + 1; serving = own + 1;";
    for (threads, orders) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
        for name in ["sc", "pso"] {
            assert_eq!(
                counts(&program("next, serving, x", &vec![body; threads]), name),
                (orders, 0),
                "{threads} {name}"
            );
        }
    }
}

/// A read that was satisfied early has to let go again when that rules out what another thread reads: were revisits in vain left
/// out, the execution in which `z` is read as 0 and `x` as the second 0 would be missing.
#[test]
fn a_satisfied_read_waits_again() {
    let text = program("x, z", &["z = 1; while (x == 5);", "x = 5; if (!z) x = 0;"]);
    assert_eq!(counts(&text, "sc").0, 2);
}

/// Writes that race may each end the wait: a read must not be moved to one of them for good.
#[test]
fn racing_writes_each_end_a_wait() {
    let text = program("x, o", &["int r; while (!(r = x)); o = r;", "x = 1;", "x = 2;"]);
    for name in ["sc", "tso", "pso", "rc11"] {
        assert_eq!(counts(&text, name).0, 4, "{name}");
    }
}
