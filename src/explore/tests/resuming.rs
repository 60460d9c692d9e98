//! Explorations that are interrupted at every moment at which anybody asks whether to go on, also while a thread runs by itself or a graph is
//! cut: what is kept says all, and the run that goes on with it ends as one that was never interrupted.

use std::sync::Arc;

use super::super::paused::Paused;
use super::super::report::{Ended, Outcome};
use super::*;
use crate::limits::StopToken;

fn settings() -> Settings {
    let bounds = Bounds::new(Bound::Fixed(100), 8);
    Settings { all: true, keeps: true, ..Settings::new(bounds) }
}

/// What is found, in words.
fn found(outcome: &Outcome) -> String {
    let Outcome { complete, blocked, violating, exceeding, deadlocks, deepest, ended, .. } = outcome;
    let Outcome { violation, deadlock, exceeded, races, warnings, assumed, .. } = outcome;
    let violated = violation.as_ref().map(|execution| format!("{execution:?}"));
    format!(
        "{complete} {blocked} {violating} {exceeding} {deadlocks} {deepest} {ended:?} {deadlock:?} {exceeded:?} {races:?} \
         {warnings:?} {assumed:?} {violated:?}"
    )
}

/// As a file has it.
fn kept(paused: &Paused) -> Arc<Paused> {
    let text = serde_json::to_string(paused).expect("text");
    Arc::new(serde_json::from_str(&text).expect("what was written"))
}

/// Programs whose exploration starts again, cuts graphs, strands threads, has twins, chooses values, or finds something wrong.
fn programs() -> Vec<Program> {
    let atomic = "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); \
                  unsigned char __VERIFIER_nondet_uchar(void); int __VERIFIER_nondet_int(void);";
    let of = |globals: &str, bodies: &[&str], after: &str| threads(&format!("{atomic} {globals}"), bodies, after);
    let section = "__VERIFIER_atomic_begin(); int a = x; x = a + 1; __VERIFIER_atomic_end();";
    let spin = "while (atomic_exchange(&l, 1)) ; x = x + 1; atomic_store(&l, 0);";
    vec![
        of("atomic_int x, y;", &["x = 1; int a = y; (void)a;", "y = 1; int b = x; (void)b;"], ""),
        of(
            "atomic_int x;",
            &["x = 1; x = 2;", "int a = x; int b = x; if (a == 2 && b == 1) x = 7;"],
            "assert(x != 2);",
        ),
        of("atomic_int x;", &["atomic_fetch_add(&x, 1);"; 4], "assert(x == 4);"),
        of("atomic_int x, y;", &[section, "x = 3; y = 1;", section], "assert(x < 4);"),
        of("atomic_int l; int x;", &[spin; 2], "assert(x == 2);"),
        of("atomic_int f; int g, h;", &["if (f == 2) h = g;", "f = 1; f = 2;", "if (f) g = 1;"], ""),
        of("atomic_int x;", &["int v = __VERIFIER_nondet_int(); if (v > 10) x = 1; else x = 2;", "x = 3;"], ""),
        of(
            "\n#include <stdlib.h>\natomic_int f; int *p;",
            &["p = malloc(4); *p = 5; f = 1;", "if (f) assert(*p == 5);"],
            "",
        ),
    ]
}

#[test]
fn every_moment_will_do() {
    let (mut interruptions, mut inside) = (0, 0);
    for (number, program) in programs().iter().enumerate() {
        for name in ["sc", "pso", "rc11"] {
            let model = model(name);
            let run = |settings: &Settings| explore(program, &model, settings, &mut Nobody);
            let whole = match run(&settings()) {
                Ok(whole) => whole,
                // Not every model has atomic sections.
                Err(problem) if problem.message.contains("atomic sections") => continue,
                Err(problem) => panic!("{problem:?}"),
            };
            // Each moment at first, and then ever fewer.
            let mut asks = 0;
            loop {
                asks += 1 + asks / 12;
                let halted = run(&Settings { stop: StopToken::after(asks), ..settings() });
                // Nothing was begun yet.
                let Ok(halted) = halted else { continue };
                if halted.ended == Ended::Complete {
                    assert_eq!(found(&halted), found(&whole));
                    break;
                }
                let paused = halted.paused.as_ref().expect("it was to be kept");
                interruptions += 1;
                inside += usize::from(halted.complete > 0);
                // Once more on the way back, and then to the end.
                let resume = Some(kept(paused));
                let again = run(&Settings { stop: StopToken::after(asks / 2 + 1), resume, ..settings() });
                let paused = again.ok().and_then(|again| again.paused).map_or(kept(paused), |paused| kept(&paused));
                let resumed = run(&Settings { resume: Some(paused), ..settings() });
                let resumed = resumed.unwrap_or_else(|problem| panic!("{number} {name} {asks}: {problem:?}"));
                assert_eq!(found(&resumed), found(&whole), "program {number} under {name}, {asks}");
            }
        }
    }
    println!("{interruptions} interruptions, {inside} of them behind the first execution");
    assert!(interruptions > 400 && inside > 100, "{interruptions} interruptions, {inside} behind the first execution");
}
