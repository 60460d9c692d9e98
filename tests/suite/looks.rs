//! A look in vain that could have been the look before the loop: exact numbers with and without the reduction, and generated programs that end
//! in the same ways, with the same races, with it and without it, and where nothing waits.

use std::fmt::Write as _;
use std::fs;

use crate::chooser::Chooser;
use crate::ends::Ends;
use crate::headers;
use crate::oracle::settings;
use fencesmith::exec::bounds::{Bound, Bounds, Waiting};
use fencesmith::exec::waiting;
use fencesmith::explore::{Ended, Outcome, Settings, explore};
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::model::Model;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Iterations of every loop: more than anybody writes to what a loop looks at.
const BOUND: u32 = 6;

/// Executions after which a program is left out.
const LIMIT: u64 = 400;

/// What is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Nothing,
    Iterations,
    Looks,
}

/// How a program ends; `None` if there are too many executions.
fn ends(text: &str, model: &Model, left: Left, limit: u64) -> Option<(Ends, Outcome)> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    let unit = read(&path, &ReadOptions::default()).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diagnostics));
    let waiting = if left == Left::Nothing { Waiting::Unwound } else { waiting::under(model, &unit.program) };
    let settings = Settings::new(Bounds { waiting, ..Bounds::new(Bound::Fixed(BOUND), 8) });
    let merges_waits = left == Left::Looks;
    let settings = Settings { all: true, max_executions: Some(limit), merges_waits, symmetry: false, ..settings };
    let mut ends = Ends::default();
    let outcome = explore(&unit.program, model, &settings, &mut ends).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.ended != Ended::Enough).then_some((ends, outcome))
}

/// The outcomes with and without the reduction.
fn agrees(text: &str, model: &Model) -> Result<[Outcome; 2], TestCaseError> {
    let many = || TestCaseError::reject("too many executions");
    let (plain, unwound) = ends(text, model, Left::Nothing, LIMIT).ok_or_else(many)?;
    let (all, without) = ends(text, model, Left::Iterations, LIMIT).ok_or_else(many)?;
    let (some, with) = ends(text, model, Left::Looks, LIMIT).ok_or_else(many)?;
    prop_assert!(some == all, "it ends in other ways under {}:\n{}", model.name(), text);
    prop_assert!(some == plain, "it ends in other ways than unwound under {}:\n{}", model.name(), text);
    prop_assert_eq!(&with.races, &without.races, "races under {}:\n{}", model.name(), text);
    prop_assert_eq!(with.deadlocks > 0, without.deadlocks > 0, "deadlocks under {}:\n{}", model.name(), text);
    prop_assert!(with.exceeding <= unwound.exceeding, "bounds under {}:\n{}", model.name(), text);
    prop_assert!(with.complete <= without.complete, "more executions under {}:\n{}", model.name(), text);
    Ok([with, without])
}

/// Lines `count: MODEL COMPLETE/BLOCKED COMPLETE/BLOCKED`, with the reduction and, where that does not take too long, without.
#[test]
fn a_first_look_counts_once_where_nothing_hangs_on_it() {
    let (mut fewer, mut as_many) = (0, 0);
    let told = |outcome: Outcome| format!("{}/{}", outcome.complete, outcome.blocked);
    for program in headers::programs(&["tests/looks"]) {
        let text = fs::read_to_string(&program.path).expect("the program can be read");
        for words in text.lines().filter_map(|line| line.strip_prefix("// count: ")) {
            let words: Vec<&str> = words.split_whitespace().collect();
            let model = headers::model(words[0]);
            if words.len() == 2 {
                let (_, outcome) = ends(&text, &model, Left::Looks, u64::MAX).expect("there is no limit");
                assert_eq!(words[1], told(outcome), "{} under {}", program.path.display(), words[0]);
                fewer += 1;
                continue;
            }
            let outcomes = agrees(&text, &model).unwrap_or_else(|problem| panic!("{problem}"));
            let counts = outcomes.map(told);
            assert_eq!(words[1..], counts, "{} under {}", program.path.display(), words[0]);
            *if counts[0] == counts[1] { &mut as_many } else { &mut fewer } += 1;
        }
    }
    assert!(fewer > 10 && as_many > 30, "the programs say how many executions they have: {fewer}, {as_many}");
}

impl Chooser<'_> {
    fn order(&mut self) -> &'static str {
        self.pick(&["seq_cst", "relaxed", "acquire", "relaxed", "acq_rel"])
    }

    fn look_at(&mut self, place: &str) -> String {
        let order = match self.order() {
            "acq_rel" => "acquire",
            order => order,
        };
        format!("atomic_load_explicit(&{place}, memory_order_{order})")
    }

    fn place(&mut self) -> &'static str {
        self.pick(&["x", "x", "x", "y"])
    }

    /// What stands between the look and the loop, or in an iteration that is to be followed by another one.
    fn between(&mut self) -> String {
        match self.below(16) {
            0..=6 => String::new(),
            7 => "k = e;".to_string(),
            8 => "if (e == 1) k = 7;".to_string(),
            9 => format!("k = {};", self.look_at("y")),
            10 => format!("if (e == 0) k = {};", self.look_at("y")),
            11 => "atomic_store_explicit(&y, 2, memory_order_relaxed);".to_string(),
            12 => "if (e == 0) atomic_store_explicit(&y, 2, memory_order_relaxed);".to_string(),
            13 => format!("atomic_thread_fence(memory_order_{});", self.order()),
            14 => "*(e & 1 ? &k : &m) = 5;".to_string(),
            _ => "k++;".to_string(),
        }
    }

    /// A look at a place, and a loop that tries to change what was found.
    fn retry(&mut self) -> String {
        let (place, look, order) = (self.place(), self.place(), self.order());
        let failure = if order == "acq_rel" { "acquire" } else { order };
        let new = self.pick(&["e + 1", "e + 4", "e | 2", "7", "k"]);
        let exchange = format!(
            "atomic_compare_exchange_strong_explicit(&{place}, &e, {new}, memory_order_{order}, memory_order_{failure})"
        );
        let look = match self.below(4) {
            0 => format!("look({})", self.pick(&["&x", "&y"])),
            _ => self.look_at(look),
        };
        let (first, again) = (self.between(), self.between());
        let leave = match self.below(3) {
            0 => format!("if (e == {}) break;", self.below(4)),
            _ => String::new(),
        };
        let looped = match self.below(5) {
            0 => format!("while (!{exchange}) {{ {again} }}"),
            1 => format!("do {{ {again} }} while (!{exchange});"),
            2 => format!("for (;;) {{ {leave} if ({exchange}) break; {again} }}"),
            3 => "add(&x, e);".to_string(),
            _ => format!("while ({leave_while} !{exchange}) {{ {again} }}", leave_while = "e != 9 &&"),
        };
        let mut seen = String::new();
        for what in ["e", "k", "m", "d + 1"] {
            let is_told = match what {
                "e" => self.below(2) == 1,
                _ => self.below(4) == 1,
            };
            if is_told {
                write!(seen, "{} = {what}; ", self.result()).expect("a string");
            }
        }
        if self.below(3) == 1 {
            write!(seen, "{} = {};", self.result(), self.look_at("y")).expect("a string");
        }
        format!("{{ int k = 0, m = 0, e = {look}; {first} {looped} {seen} }}")
    }

    fn rival(&mut self) -> String {
        let (kind, value, order) = (self.below(8), self.below(3), self.order());
        let store = if order.starts_with("acq") { "release" } else { order };
        match kind {
            0 | 1 => format!("atomic_store_explicit(&x, {value}, memory_order_{store});"),
            2 => format!("atomic_store_explicit(&y, {value}, memory_order_{store});"),
            3 => "d = 1;".to_string(),
            4 => format!("atomic_fetch_add_explicit(&x, 1, memory_order_{order});"),
            5 => format!("{} = atomic_exchange_explicit(&x, {value}, memory_order_{order});", self.result()),
            6 => format!("if ({} == {value}) atomic_store_explicit(&x, 3, memory_order_{store});", self.look_at("y")),
            _ => format!("{} = {};", self.result(), self.look_at("x")),
        }
    }

    fn trying_again(mut self) -> String {
        let count = self.pick(&[2, 2, 3]);
        let mut threads = String::new();
        for thread in 0..count {
            let body = match self.below(2) {
                _ if thread == 0 => self.retry(),
                0 if thread == 1 => format!("{} {} {}", self.rival(), self.rival(), self.rival()),
                0 => self.rival(),
                _ => self.retry(),
            };
            writeln!(threads, "static void *t{thread}(void *a) {{ {body} return a; }}").expect("a string");
        }
        let first = self.below(2);
        let each = |what: fn(usize) -> String, count: usize| (0..count).map(what).collect::<String>();
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x = {first}, y;\nint d;\n{}\
             static int look(atomic_int *p) {{ return atomic_load(p); }}\n\
             static void add(atomic_int *p, int e) {{ while (!atomic_compare_exchange_strong(p, &e, e + 4)) ; }}\n\
             {threads}int main(void) {{ pthread_t t[{count}];\n{}{}{} return 0; }}\n",
            each(|i| format!("int o{i} = 9;\n"), self.results()),
            each(|i| format!("pthread_create(&t[{i}], 0, t{i}, 0);\n"), count),
            each(|i| format!("pthread_join(t[{i}], 0);\n"), count),
            each(|i| format!("assert(o{i} != 99);\n"), self.results()),
        )
    }
}

#[test]
fn programs_that_try_again_end_in_the_same_ways() {
    let models = ["sc", "tso", "pso", "rc11"].map(headers::model);
    let drafts = prop::collection::vec(any::<u8>(), 60);
    let fewer = std::cell::Cell::new(0);
    let agree = |choices: Vec<u8>| {
        let text = Chooser::of(&choices).trying_again();
        for model in &models {
            let [with, without] = agrees(&text, model)?;
            fewer.set(fewer.get() + u32::from(with.complete < without.complete));
        }
        Ok(())
    };
    match settings::runner("looks", settings::cases(24)).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, choices)) => panic!("{why}\n{choices:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
    assert!(fewer.get() > 0, "no program has fewer executions with the reduction");
}
