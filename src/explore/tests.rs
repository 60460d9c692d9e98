//! Counts of the explorer on small programs.

mod barriers;

use super::engine::explore_by;
use super::plan::Plan;
use super::report::{Nobody, Settings};
use crate::diag::Sources;
use crate::exec::unfold::Bounds;
use crate::ir::Program;
use crate::model::Model;

fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).expect("a built-in model")
}

fn count(program: &Program, model: &Model, slow: bool) -> (u64, u64) {
    let bounds = Bounds { default: 100, loops: Default::default(), recursion: 8 };
    let plan = if slow { Plan::without_short_cuts(model) } else { Plan::new(model) };
    let mut settings = Settings::new(bounds);
    settings.validate = true;
    let outcome = explore_by(plan, program, &settings, &mut Nobody).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.complete, outcome.blocked)
}

fn c(text: &str) -> Program {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    let unit =
        crate::frontend::read(file.path(), &Default::default()).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    unit.program
}

/// A program of threads with these bodies, and these globals.
fn threads(globals: &str, bodies: &[&str], after: &str) -> Program {
    let mut text = format!("#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n{globals}\n");
    for (i, body) in bodies.iter().enumerate() {
        text += &format!("void *t{i}(void *argument) {{ {body} return 0; }}\n");
    }
    text += &format!("int main(void) {{ pthread_t h[{}];\n", bodies.len().max(1));
    for i in 0..bodies.len() {
        text += &format!("pthread_create(&h[{i}], 0, t{i}, 0);\n");
    }
    for i in 0..bodies.len() {
        text += &format!("pthread_join(h[{i}], 0);\n");
    }
    text += &format!("{after} return 0; }}\n");
    c(&text)
}

fn check(program: &Program, name: &str, expected: (u64, u64)) {
    let model = model(name);
    assert_eq!(count(program, &model, false), expected, "{name}");
    assert_eq!(count(program, &model, true), expected, "{name} without short cuts");
}

#[test]
fn litmus_counts() {
    let wwrr = threads("volatile int x, y;", &["x = 1;", "y = 1;", "int a = x; int b = y;"], "");
    check(&wwrr, "sc", (4, 0));
    let rww = threads("volatile int x;", &["int a = x;", "x = 1;", "x = 2;"], "");
    check(&rww, "sc", (6, 0));
    let sb = threads("volatile int x, y;", &["x = 1; int a = y;", "y = 1; int b = x;"], "");
    check(&sb, "sc", (3, 0));
    check(&sb, "tso", (4, 0));
    check(&sb, "pso", (4, 0));
}

#[test]
fn fetch_adds_are_permutations() {
    let body = "atomic_fetch_add(&x, 1);";
    for (n, expected) in [(2, 2), (3, 6), (4, 24)] {
        let program = threads("atomic_int x;", &vec![body; n], "");
        for name in ["sc", "tso", "pso"] {
            check(&program, name, (expected, 0));
        }
    }
}

#[test]
fn increments_without_atomicity() {
    let body = "int c = x; x = c + 1;";
    for (n, expected) in [(2, 4), (3, 36), (4, 576)] {
        let program = threads("volatile int x;", &vec![body; n], "int r = x;");
        check(&program, "sc", (expected, 0));
    }
}

fn lastzero(n: usize) -> Program {
    let mut bodies = vec!["int i = N; while (array[i] != 0) i--;".to_string()];
    bodies.extend((1..=n).map(|j| format!("array[{j}] = array[{j} - 1] + 1;")));
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    threads(&format!("#define N {n}\nvolatile int array[N + 1];"), &bodies, "")
}

#[test]
fn the_last_zero_is_found_without_blocking() {
    check(&lastzero(2), "sc", (5, 0));
    for (n, expected) in [(5, 64), (10, 3328)] {
        assert_eq!(count(&lastzero(n), &model("sc"), false), (expected, 0));
    }
}

#[test]
fn exp_mem() {
    for (n, expected) in [(3, 12), (4, 48), (5, 240)] {
        let mut bodies = vec!["atomic_fetch_add(&x, 1);".to_string()];
        bodies.extend((1..=n).map(|j| {
            format!("int r = atomic_fetch_add(&y, 1); {}", if j == n { "atomic_fetch_add(&x, 1);" } else { "" })
        }));
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let program = threads("atomic_int x, y;", &bodies, "");
        assert_eq!(count(&program, &model("sc"), false), (expected, 0));
    }
}
