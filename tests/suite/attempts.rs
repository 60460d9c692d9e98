//! Attempts at a lock that come to nothing count once, and nothing else is lost: exact numbers with and without the reduction, and
//! generated programs that end in the same ways with it and without it.

use std::fmt::Write as _;
use std::fs;

use crate::chooser::Chooser;
use crate::ends::Ends;
use crate::headers;
use crate::oracle::settings;
use fencesmith::diag::Sources;
use fencesmith::drive::{ExploreSettings, Request, explore as explore_text};
use fencesmith::exec::bounds::{Bound, Bounds};
use fencesmith::exec::waiting;
use fencesmith::explore::{Ended, Settings, explore};
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Lines `count: WRITERS READERS MODEL COMPLETE/BLOCKED [COMPLETE/BLOCKED]`; the second pair is without the reduction.
#[test]
fn each_order_of_the_sections_is_one_execution() {
    let mut lines = 0;
    for program in headers::programs(&["tests/attempts"]) {
        let text = fs::read_to_string(&program.path).expect("the program can be read");
        for words in text.lines().filter_map(|line| line.strip_prefix("// count: ")) {
            let words: Vec<&str> = words.split_whitespace().collect();
            let mut program = program.clone();
            program.options.extend([format!("-DWRITERS={}", words[0]), format!("-DREADERS={}", words[1])]);
            for (count, merges_waits) in words[3..].iter().zip([true, false]) {
                let settings = ExploreSettings { merges_waits, symmetry: false, ..ExploreSettings::default() };
                let request = Request { timeout: None, ..program.request(words[2]) };
                let (report, _) = explore_text(&request, &settings, &mut Silent).expect("it can be explored");
                assert_eq!(*count, format!("{}/{}", report.complete, report.blocked), "{words:?}");
            }
            lines += 1;
        }
    }
    assert!(lines > 5, "the programs say how many executions they have");
}

impl Chooser<'_> {
    /// A lock that is taken by adding to `x`, what is done under it, and how it is given back.
    fn attempt(&mut self) -> String {
        let (amount, (take, back)) = (self.pick(&[1, 2]), self.pick(&[("add", "sub"), ("sub", "add")]));
        let condition = format!("p {} {}", self.pick(&["!=", ">", "<", ">="]), self.below(3));
        let (take, back) =
            (format!("atomic_fetch_{take}(&x, {amount})"), format!("atomic_fetch_{back}(&x, {amount});"));
        let looped = match self.below(3) {
            0 => format!("int p = {take}; while ({condition}) {{ {back} p = {take}; }}"),
            1 => format!("int p; while (p = {take}, {condition}) {back}"),
            _ => format!("int p; for (;;) {{ p = {take}; if (!({condition})) break; {back} }}"),
        };
        let seen = if self.below(4) == 3 { format!("{} = p;", self.result()) } else { String::new() };
        let inside = if self.below(2) == 1 { format!("{} = z;", self.result()) } else { "z = 1;".to_string() };
        let left = if self.below(3) == 2 { String::new() } else { back };
        format!("{{ {looped} {seen} {inside} {left} }}")
    }

    fn other(&mut self) -> String {
        let (kind, value) = (self.below(9), self.below(4));
        match kind {
            0 => format!("atomic_fetch_add(&x, {value});"),
            1 => format!("{} = atomic_fetch_sub(&x, {value});", self.result()),
            2 => format!("{} = x;", self.result()),
            3 => format!("x = {value};"),
            4 => format!("{} = atomic_exchange(&x, {value});", self.result()),
            5 => format!("{{ int e = {value}; {} = atomic_compare_exchange_strong(&x, &e, 1); }}", self.result()),
            6 => format!("if (atomic_fetch_sub(&x, 1) > {value}) z = 2; else atomic_fetch_add(&x, 1);"),
            7 => format!("z = {value};"),
            _ => format!("{} = z;", self.result()),
        }
    }

    fn program(mut self) -> String {
        let count = self.pick(&[2, 3]);
        let mut threads = String::new();
        for thread in 0..count {
            let body = match self.below(2) {
                _ if thread == 0 => self.attempt(),
                0 => self.attempt(),
                _ => format!("{} {}", self.other(), if self.below(2) == 0 { self.other() } else { String::new() }),
            };
            writeln!(threads, "static void *t{thread}(void *a) {{ {body} return a; }}").expect("a string");
        }
        let first = self.below(3);
        let each = |what: fn(usize) -> String, count: usize| (0..count).map(what).collect::<String>();
        format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x = {first}, z;\n{}{threads}\
             int main(void) {{ pthread_t t[{count}];\n{}{}{} return 0; }}\n",
            each(|i| format!("int o{i} = 9;\n"), self.results()),
            each(|i| format!("pthread_create(&t[{i}], 0, t{i}, 0);\n"), count),
            each(|i| format!("pthread_join(t[{i}], 0);\n"), count),
            each(|i| format!("assert(o{i} != 99);\n"), self.results()),
        )
    }
}

/// How a program ends, and after how many executions; `None` if there are too many.
fn ends(text: &str, model: &Model, merges_waits: bool) -> Option<(Ends, u64)> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    let unit = read(&path, &ReadOptions::default()).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diagnostics));
    let waiting = waiting::under(model, &unit.program);
    let attempts = waiting::attempts(model, &waiting);
    let settings = Settings::new(Bounds { waiting, attempts, ..Bounds::new(Bound::Fixed(2), 8) });
    let settings = Settings { all: true, max_executions: Some(400), merges_waits, ..settings };
    let mut ends = Ends::default();
    let outcome = explore(&unit.program, model, &settings, &mut ends).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.ended != Ended::Enough).then_some((ends, outcome.complete))
}

/// The same program with accesses that order nothing.
fn relaxed(text: &str) -> String {
    let updates = [("fetch_add", "fetch_add"), ("fetch_sub", "fetch_sub"), ("exchange", "exchange_n")];
    let spelled = updates
        .iter()
        .map(|(c, gcc)| format!("#define atomic_{c}(place, value) __atomic_{gcc}(place, value, __ATOMIC_RELAXED)\n"));
    let exchange = "#define atomic_compare_exchange_strong(place, expected, value) \
                    __atomic_compare_exchange_n(place, expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)\n";
    let spelled: String = spelled.chain([exchange.to_string()]).collect();
    text.replace("atomic_int x", &format!("{spelled}volatile int x"))
}

#[test]
fn programs_with_attempts_end_in_the_same_ways() {
    same_ends(&["sc", "tso", "pso"], str::to_string);
}

/// Under a model in which others may hear of what comes behind an attempt, and find it all the same.
#[test]
fn programs_with_attempts_end_in_the_same_ways_where_accesses_are_overtaken() {
    same_ends(&["rc11"], relaxed);
}

fn same_ends(models: &[&str], spelled: fn(&str) -> String) {
    let models: Vec<Model> =
        models.iter().map(|name| Model::find(name, &mut Sources::default()).expect("a built-in model")).collect();
    let drafts = prop::collection::vec(any::<u8>(), 40);
    let fewer = std::cell::Cell::new(0);
    let agree = |choices: Vec<u8>| {
        let text = spelled(&Chooser::of(&choices).program());
        for model in &models {
            let many = || TestCaseError::reject("too many executions");
            let (all, count) = ends(&text, model, false).ok_or_else(many)?;
            let (some, left) = ends(&text, model, true).ok_or_else(many)?;
            prop_assert!(some == all, "it ends in other ways under {}:\n{}", model.name(), text);
            fewer.set(fewer.get() + u32::from(left < count));
        }
        Ok(())
    };
    match settings::runner("attempts", settings::cases(30)).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, choices)) => panic!("{why}\n{choices:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
    assert!(fewer.get() > 0, "no program has fewer executions with the reduction");
}
