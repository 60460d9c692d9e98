//! A second wait of a loop that only waits on a condition variable is left out: on generated programs with such loops, and with loops
//! that are nearly such, what memory holds at the end is what it holds when the loop goes round.

use crate::chooser::Chooser;
use crate::counted::{ends_alike, program, try_drafts};
use fencesmith::ir::Op;
use fencesmith::model::Model;
use proptest::test_runner::TestCaseError;

/// `P` is what is waited for, `WAIT` the wait. `ALSO` is nothing, or what makes the loop do something else that nobody notices.
/// `PREPARE` computes for the wait, or nearly so.
const LOOPS: [&str; 20] = [
    "while (!P) { ALSO if (x + WAIT == 1) { got = 1; break; } }",
    "while (!P) { ALSO if (0 != WAIT && x) { got = 1; break; } }",
    "while (!P) { ALSO if (WAIT) { got = 1; break; } }",
    "while (!P) { ALSO WAIT; }",
    "while (!P && e == 0) { ALSO e = WAIT; }",
    "do { ALSO e = WAIT; } while (!P);",
    "do { ALSO e = WAIT; } while (!P && !e);",
    "for (;;) { ALSO if (P) break; e = WAIT; if (e) break; }",
    "for (;;) { ALSO if (P) { got = 1; break; } int f = WAIT; if (f && !P) { got = 2; break; } }",
    "for (;;) { ALSO int before = x; if (P) break; e = WAIT; if (before != x) { got = before + 1; break; } }",
    "for (;;) { ALSO e = WAIT; if (P) break; if (x == 2) continue; if (e) { got = 3; break; } }",
    "while (!P) { ALSO e = WAIT; got++; if (got == 2) break; }",
    "while (!P) { ALSO e = WAIT; if (e) seen = x; }",
    "while (!P) { ALSO if (x == 1) e = WAIT; else WAIT; }",
    "while (!P) { ALSO PREPARE WAIT; }",
    "while (!P) { ALSO PREPARE e = WAIT; if (e) break; }",
    "for (;;) { ALSO if (P) break; PREPARE if (WAIT && x) { got = 1; break; } }",
    "while (!P) { ALSO pthread_mutex_unlock(&mutex); got = y; pthread_mutex_lock(&mutex); }",
    "for (;;) { ALSO pthread_mutex_unlock(&mutex); int before = y; pthread_mutex_lock(&mutex); if (P) { got = 1; break; } (void)before; }",
    "for (int i = 0; i < 2; i++) { while (!P) { ALSO PREPARE e = WAIT; if (e) break; } }",
];

/// The last ones are nearly for the wait alone.
const PREPARATIONS: [&str; 14] = [
    "clock_gettime(CLOCK_MONOTONIC, &d);",
    "d = until;",
    "d.tv_sec = 1; d.tv_nsec = x;",
    "struct timespec d = { 1, x };",
    "struct timespec d = in(x);",
    "struct timespec d; later(&d, y);",
    "long left = x + y; struct timespec d = { 1, left };",
    "d.tv_sec = 1; d.tv_nsec = y; if (x) d.tv_nsec = 0;",
    "d.tv_nsec += 400000000;",
    "d.tv_sec = 1; if (x) d.tv_nsec = 2;",
    "later(&d, x); got = x;",
    "d.tv_nsec = x; d.tv_sec = d.tv_nsec + 1;",
    "struct timespec d = { 1, 0 }; seen = x;",
    "later(&until, x);",
];

const PREDICATES: [&str; 6] = ["x", "(x == 2)", "(x && y)", "look()", "(x == e + 1)", "(x == got)"];

/// The last ones are in functions, some of which only nearly wait and read.
const WAITS: [&str; 19] = [
    "pthread_cond_timedwait(&changed, &mutex, &d)",
    "waits_for(x)",
    "waits_so_long(1)",
    "keeps()",
    "asks_again()",
    "adds()",
    "if_both()",
    "pthread_cond_timedwait(&changed, &mutex, &until)",
    "pthread_cond_wait(&changed, &mutex)",
    "pthread_cond_timedwait(&changed, &mutex, &never)",
    "sleep_on(&changed, &mutex)",
    "sleep_until(&changed, &mutex)",
    "sleep_here()",
    "sleep_deep(&changed)",
    "carries()",
    "counts()",
    "perhaps()",
    "hands_over()",
    "hands_over_or_not()",
];

const FUNCTIONS: &str = "
static int sleep_on(pthread_cond_t *c, pthread_mutex_t *m) { return pthread_cond_wait(c, m); }
static int sleep_until(pthread_cond_t *c, pthread_mutex_t *m) {
 int late = pthread_cond_timedwait(c, m, &until);
 return late == 0 ? 0 : late == ETIMEDOUT ? 1 : 2;
}
static int sleep_here(void) { if (pthread_cond_timedwait(&changed, &mutex, &until) != 0) return 1 + x; return 0; }
static int sleep_deep(pthread_cond_t *c) { return sleep_on(c, &mutex) ? 3 : y; }
static int adds(void) { return x + pthread_cond_wait(&changed, &mutex); }
static int if_both(void) { return pthread_cond_timedwait(&changed, &mutex, &until) && x == 1 ? 1 : x == 2; }
static int carries(void) { int before = x; pthread_cond_wait(&changed, &mutex); return before; }
static int counts(void) { told++; return pthread_cond_wait(&changed, &mutex); }
static void later(struct timespec *d, long n) { d->tv_sec = 1; d->tv_nsec = n; if (n > 1) d->tv_nsec--; }
static struct timespec in(long n) { struct timespec d; d.tv_sec = 2; d.tv_nsec = n; return d; }
static int waits_for(long n) {
 struct timespec d;
 n += y;
 d.tv_sec = 1;
 d.tv_nsec = n;
 return pthread_cond_timedwait(&changed, &mutex, &d);
}
static int waits_so_long(long n) {
 struct timespec d = in(n);
 int late = pthread_cond_timedwait(&changed, &mutex, &d);
 if (late) return 1;
 return 0;
}
static int keeps(void) { int before; before = x; int late = pthread_cond_timedwait(&changed, &mutex, &until); return before + late; }
static int asks_again(void) { struct timespec d = { 1, x }; pthread_cond_timedwait(&changed, &mutex, &d); return d.tv_nsec == 1; }
static int hands_over(void) { pthread_mutex_unlock(&mutex); (void)y; pthread_mutex_lock(&mutex); return 0; }
static int hands_over_or_not(void) {
 int late = y;
 pthread_mutex_unlock(&mutex);
 if (y == 2) late = 1;
 pthread_mutex_lock(&mutex);
 return late;
}
static int perhaps(void) { if (x == 1) return 1; return pthread_cond_wait(&changed, &mutex); }
";

const SECTIONS: [&str; 5] =
    ["x = 1;", "x = 2; pthread_cond_signal(&changed);", "x++; y = 1;", "x = 1; x = 0;", "never.tv_nsec = -1;"];

fn print(choices: &[u8], also: &str) -> String {
    let mut choose = Chooser::of(choices);
    let sections: Vec<String> = (0..choose.pick(&[1, 2]))
        .map(|_| format!("pthread_mutex_lock(&mutex);\n {}\n pthread_mutex_unlock(&mutex);", choose.pick(&SECTIONS)))
        .collect();
    let outside = choose.pick(&["", "atomic_store(&y, 2);"]);
    let form = choose.pick(&LOOPS).replace("ALSO", also);
    let form = form.replace("PREPARE", choose.pick(&PREPARATIONS));
    let text = form.replace("WAIT", choose.pick(&WAITS)).replace('P', choose.pick(&PREDICATES));
    let asked = choose.pick(&["0", "0", "(d.tv_nsec > 1)"]);
    // Where a variable is destroyed, it is looked at waits that signals alone end.
    let end = choose.pick(&["", "pthread_cond_destroy(&changed);"]);
    format!(
        "#include <errno.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <time.h>\n\
         static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t changed = PTHREAD_COND_INITIALIZER;\n\
         int x, told;\natomic_int y;\nstatic struct timespec until = {{1}}, never = {{1}};\n\
         static int look(void) {{ return x == 1 ? y : x; }}\n{FUNCTIONS}\
         static void *left(void *a) {{\n {outside}\n {}\n return a;\n}}\n\
         static void *right(void *a) {{\n int e = 0, got = 0, seen = 0, idle = 0;\n struct timespec d = {{ 1, 0 }};\n pthread_mutex_lock(&mutex);\n {text}\n\
         told = 100 + 64 * (e != 0) + 16 * got + 4 * x + y + seen + 200 * {asked};\n pthread_mutex_unlock(&mutex);\n (void)idle;\n return a;\n}}\n\
         int main(void) {{\n pthread_t t, u;\n pthread_create(&t, 0, left, 0);\n pthread_create(&u, 0, right, 0);\n \
         pthread_join(t, 0);\n pthread_join(u, 0);\n {end}\n (void)look;\n return 0;\n}}\n",
        sections.join("\n ")
    )
}

/// The rounds that a loop makes which is not left out. Nothing that the other thread does asks for more.
const ROUNDS: u32 = 4;

/// What a second wait by hand says of a mutex.
const CHANGED: &str = "a mutex is used that is not what it was when it was locked";

/// Whether the second wait is left out.
fn agrees(choices: &[u8], model: &Model) -> Result<bool, TestCaseError> {
    let (only, also) = (program(&print(choices, "")), program(&print(choices, "idle++;")));
    ends_alike(&only, &also, model, ROUNDS)?;
    let looks = |op: &Op| matches!(op, Op::Assert { message, .. } if message == CHANGED);
    Ok(only.functions.iter().any(|function| {
        function.name.starts_with("__fencesmith_waits_again") || function.code.iter().any(|instr| looks(&instr.op))
    }))
}

#[test]
fn waits_that_are_left_out_change_no_end() {
    let used = try_drafts(("predicates", 100, 16), &["sc", "pso"], |choices| print(choices, ""), agrees);
    assert!(used >= 50, "waits were left out {used} times only");
}
