//! Numbers of executions that can be told by hand, with what the explorer leaves out and with several explorers.

use serde_json::Value;
use tempfile::TempDir;

use crate::pieces::{printed, run};

fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join(name), text).expect("writable");
    folder
}

fn explored(folder: &TempDir, arguments: &str) -> Value {
    let output = run(folder.path(), arguments);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(&output)))
}

/// What every explorer warns of is told once, however many there are.
#[test]
fn several_explorers_warn_once() {
    let text = "#include <pthread.h>\n#include <stdatomic.h>\npthread_barrier_t b; atomic_int x;\n\
        void *f(void *p) { x++; x++; if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) x = 9; return 0; }\n\
        int main(void) { pthread_t t[3]; pthread_barrier_init(&b, 0, 3);\n\
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);\n\
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }\n";
    let folder = folder("serial.c", text);
    for threads in 1..=3 {
        let options = format!("explore serial.c --model sc --no-symmetry --format json --threads {threads}");
        let report = explored(&folder, &options);
        assert_eq!(report["warnings"].as_array().map(Vec::len), Some(1), "{report}");
        assert_eq!(report["complete"].as_u64(), Some(540), "{report}");
    }
}

/// Explorers hand graphs with rounds of several barriers to each other.
#[test]
fn several_explorers_count_rounds_as_one_does() {
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\npthread_barrier_t b, c; atomic_int x, y;\n\
        void *f(void *p) { x++; x++; x++; pthread_barrier_wait(&b); y++; pthread_barrier_wait(&c); x++; return 0; }\n\
        int main(void) { pthread_t t[3]; pthread_barrier_init(&b, 0, 3); pthread_barrier_init(&c, 0, 3);\n\
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);\n\
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(x == 12 && y == 3); }\n";
    let folder = folder("rounds.c", text);
    for threads in 1..=3 {
        let options = format!("explore rounds.c --model sc --no-symmetry --format json --threads {threads}");
        let report = explored(&folder, &options);
        // The orders of three increments each, of one each, and of one each again: so many that graphs are handed over.
        assert_eq!(report["complete"].as_u64(), Some(1680 * 6 * 6), "{report}");
        assert_eq!(report["verdict"], "safe", "{report}");
    }
}

/// Threads that nobody can tell apart are that on each way to where they are created.
#[test]
fn twins_are_twins_on_every_way_to_them() {
    let text = "#include <pthread.h>\n#include <stdatomic.h>\n_Bool __VERIFIER_nondet_bool(void); atomic_int x, y;\n\
        void *f(void *p) { x++; return 0; }\n\
        int main(void) { pthread_t t[3]; if (__VERIFIER_nondet_bool()) y = 1;\n\
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);\n\
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }\n";
    let folder = folder("ways.c", text);
    for (options, complete) in [("", 2), ("--no-symmetry", 12)] {
        let report = explored(&folder, &format!("explore ways.c --model sc --format json {options}"));
        assert_eq!(report["complete"].as_u64(), Some(complete), "{report}");
    }
}

/// A value of sixteen bytes that is stored and not looked at is one value, whatever it may be.
#[test]
fn values_of_two_words_that_only_move_are_not_split() {
    let text = "#include <pthread.h>\nunsigned char __VERIFIER_nondet_uchar(void);\n_Atomic __int128 x;\n\
        void *f(void *p) { x = __VERIFIER_nondet_uchar(); return 0; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }\n";
    let folder = folder("wide.c", text);
    let report = explored(&folder, "explore wide.c --model sc --format json");
    assert_eq!(report["complete"].as_u64(), Some(1), "{report}");
}
