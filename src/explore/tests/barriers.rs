//! Barriers: the counts of the paper, with BAM and without, and programs outside its class.

use super::*;

/// Complete and blocked executions, and how many barriers had their state although that was not asked for.
fn explored(program: &Program, model: &Model, plain: bool) -> (u64, u64, usize) {
    let bounds = Bounds::new(Bound::Fixed(100), 8);
    let settings = Settings { validate: !plain, plain_barriers: plain, symmetry: false, ..Settings::new(bounds) };
    let outcome = explore(program, model, &settings, &mut Nobody).unwrap_or_else(|problem| panic!("{problem:?}"));
    assert!(
        !plain || outcome.deadlocks == 0,
        "whoever looks at the state too early waits for good, but not in earnest"
    );
    (outcome.complete, outcome.blocked, outcome.warnings.len())
}

fn benchmark(name: &str, n: usize) -> Program {
    let options = crate::frontend::ReadOptions {
        preprocessing: crate::frontend::Preprocessing {
            defines: vec![("N".to_string(), Some(n.to_string()))],
            ..Default::default()
        },
        ..Default::default()
    };
    let path = format!("{}/benchmarks/explore/{name}.c", env!("CARGO_MANIFEST_DIR"));
    crate::frontend::read(path.as_ref(), &options).unwrap_or_else(|f| panic!("{:?}", f.diagnostics)).program
}

#[test]
fn bam_explores_one_execution() {
    for name in ["barrier", "barrier2", "barrier3"] {
        for n in 1..=6 {
            for model in ["sc", "tso", "pso"] {
                assert_eq!(explored(&benchmark(name, n), &self::model(model), false), (1, 0, 0), "{name}({n})");
            }
        }
    }
    for name in ["barrier-det", "barrier-transc"] {
        for n in 3..=5 {
            assert_eq!(explored(&benchmark(name, n), &model("sc"), false), (1, 0, 0), "{name}({n})");
        }
    }
}

#[test]
fn the_plain_barrier_explores_every_order() {
    for (name, n, complete, blocked) in
        [("barrier", 3, 6, 30), ("barrier", 4, 24, 552), ("barrier2", 3, 36, 462), ("barrier3", 3, 216, 3054)]
    {
        assert_eq!(explored(&benchmark(name, n), &model("sc"), true), (complete, blocked, 0), "{name}({n})");
    }
}

/// What main says, what the threads do, and what comes of it: complete, blocked, barriers with their state.
fn met(main: &str, bodies: &[&str]) -> (u64, u64, usize) {
    let mut text = "#include <pthread.h>\nvolatile int x, y; pthread_barrier_t b, c;\n".to_string();
    for (i, body) in bodies.iter().enumerate() {
        text += &format!("void *t{i}(void *argument) {{ {body} return 0; }}\n");
    }
    let start: String = (0..bodies.len()).map(|i| format!("pthread_create(&h[{i}], 0, t{i}, 0);")).collect();
    let join: String = (0..bodies.len()).map(|i| format!("pthread_join(h[{i}], 0);")).collect();
    text +=
        &format!("int main(void) {{ pthread_t h[9]; {} return 0; }}", main.replace('S', &start).replace('J', &join));
    explored(&c(&text), &model("sc"), false)
}

#[test]
fn what_stands_around_a_round_is_ordered() {
    let two = "pthread_barrier_init(&b, 0, 2); S J";
    let wait = "pthread_barrier_wait(&b);";
    assert_eq!(met(two, &[&format!("x = 1; {wait} int r = y;"), &format!("y = 1; {wait} int r = x;")]), (1, 0, 0));
    // Two orders of the writes and, behind the barrier, two of the reads and writes.
    assert_eq!(met(two, &[&format!("x = 1; {wait} y = 1;"), &format!("x = 2; {wait} int r = y;")]), (4, 0, 0));
    // The write behind the barrier revisits the read in front of none.
    assert_eq!(met(two, &[&format!("{wait} x = 1;"), &format!("int r = x; {wait}")]), (1, 0, 0));
    assert_eq!(met(two, &[&format!("{wait} int r = x;"), &format!("{wait} x = 1;"), "x = 2;"]), (6, 0, 0));
}

#[test]
fn a_round_survives_a_backward_revisit() {
    let two = "pthread_barrier_init(&b, 0, 2); S J";
    let wait = "pthread_barrier_wait(&b);";
    // The second thread comes to the barrier with no event at all, and what it writes behind it revisits the third's read.
    assert_eq!(met(two, &["int r = x;", &format!("y = 1; {wait}"), &format!("{wait} x = 1;")]), (2, 0, 0));
    // x is written after y is 1 and at the same time as y is 2, so that 1 in x comes with 1 or 2 in y, and 0 with any.
    let (twice, late) = (format!("{wait} y = 1; {wait} y = 2;"), format!("{wait} {wait} x = 1;"));
    assert_eq!(met(two, &["int r = x; int s = y;", &twice, &late]), (5, 0, 0));
    let three = "pthread_barrier_init(&b, 0, 2); pthread_barrier_init(&c, 0, 2); S J";
    let other = "pthread_barrier_wait(&c);";
    assert_eq!(
        met(three, &["int r = x;", &format!("{wait} {other}"), &format!("{wait} y = 1;"), &format!("{other} x = 1;")]),
        (2, 0, 0)
    );
}

#[test]
fn too_few_threads_block() {
    let wait = "pthread_barrier_wait(&b);";
    assert_eq!(met("pthread_barrier_init(&b, 0, 3); S", &[wait, &format!("{wait} x = 1;")]), (0, 1, 0));
    assert_eq!(
        met("pthread_barrier_init(&b, 0, 2); S", &[&format!("if (x) {wait}"), &format!("x = 1; {wait}")]),
        (1, 1, 0)
    );
}

#[test]
fn programs_outside_the_class_get_the_state() {
    let wait = "pthread_barrier_wait(&b);";
    // More threads than meet: one of three is left over, and it may have been any.
    let (complete, blocked, warnings) = met("pthread_barrier_init(&b, 0, 2); S", &[wait, wait, wait]);
    assert_eq!((complete, warnings), (0, 1));
    assert!(blocked >= 6);
    for (main, body) in [
        ("pthread_barrier_init(&b, 0, 2); S J", "x = pthread_barrier_wait(&b);"),
        ("pthread_barrier_init(&b, 0, 2); pthread_barrier_init(&b, 0, 2); S J", wait),
        ("S pthread_barrier_init(&b, 0, 2); J", "x = 1; pthread_barrier_wait(&b);"),
        ("pthread_barrier_init(&b, 0, 2); S pthread_barrier_destroy(&b); J", "x = 1; pthread_barrier_wait(&b);"),
    ] {
        assert_eq!(met(main, &[body, body]).2, 1, "{main} {body}");
    }
    // Destroyed when everybody is through.
    assert_eq!(met("pthread_barrier_init(&b, 0, 2); S J pthread_barrier_destroy(&b);", &[wait, wait]), (1, 0, 0));
}

#[test]
fn who_waits_for_good_is_in_a_deadlock() {
    let bounds = Bounds::new(Bound::Fixed(100), 8);
    let wait = "pthread_barrier_wait(&b);";
    for (body, deadlocks) in [("pthread_barrier_init(&b, 0, 2); ", true), ("pthread_barrier_init(&b, 0, 1); ", false)] {
        let text = format!("#include <pthread.h>\npthread_barrier_t b; int main(void) {{ {body} {wait} return 0; }}");
        for plain_barriers in [false, true] {
            let settings = Settings { plain_barriers, ..Settings::new(bounds.clone()) };
            let model = model("sc");
            let outcome = crate::explore::explore(&c(&text), &model, &settings, &mut Nobody).unwrap();
            assert_eq!((outcome.deadlocks == 1, outcome.complete == 1), (deadlocks, !deadlocks), "{text}");
        }
    }
}
