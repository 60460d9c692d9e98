//! Critical sections that are not ordered: what an exploration sees on ways that only programs with divided mutexes have changes nothing.
//!
//! In each program two sections have nothing in common, and the first full graph divides their mutex; other graphs show that one
//! comes before the other after all. Whether mutexes may be divided must make no difference to what is said then.

use std::io::Write as _;

use fencesmith::drive::{ExploreReport, ExploreSettings, Request, explore};
use fencesmith::ir::{Checked, Concern};
use fencesmith::model::Model;
use fencesmith::progress::Silent;

const GLOBALS: &str = "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int a, b, c, d, f, h, q, s, w, x, y, z, r1, r2, r3; sem_t sem; pthread_t t[9];\n\
    void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
    #define START(k) pthread_create(&t[k], 0, t##k, (void *)(long)k);\n#define JOIN(k) pthread_join(t[k], 0);\n\
    #define LOCK pthread_mutex_lock(&m);\n#define UNLOCK pthread_mutex_unlock(&m);\n\
    #define RELAXED memory_order_relaxed\n";

/// Two threads each of which writes, takes the mutex, and reads what the other has written: not both come first.
const BUFFERED: &str = "void *t0(void *p) { atomic_store_explicit(&x, 1, RELAXED); LOCK a = 1; UNLOCK r1 = 1 + atomic_load_explicit(&y, RELAXED); return p; }\n\
    void *t1(void *p) { atomic_store_explicit(&y, 1, RELAXED); LOCK b = 1; UNLOCK r2 = 1 + atomic_load_explicit(&x, RELAXED); return p; }\n";

/// One section hears of what comes behind the other, and that of what comes behind it.
const ROUND: &str = "void *t0(void *p) { LOCK a = 1; r1 = f; UNLOCK return p; }\n\
    void *t1(void *p) { LOCK r2 = q; b = 1; UNLOCK return p; }\n\
    void *t2(void *p) { if (a) q = 1; return p; }\nvoid *t3(void *p) { if (b) f = 1; return p; }\n";

const WRITERS: &str = "START(4) START(5) START(6) JOIN(4) JOIN(5) JOIN(6)";

fn report(text: &str, model: &str, (divides_locks, threads): (bool, usize)) -> ExploreReport {
    let mut file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
    write!(file, "{GLOBALS}{text}").expect("the file can be written");
    let model = Model::find(model, &mut Default::default()).expect("a model");
    let mut request = Request::new(file.path(), model);
    request.timeout = None;
    request.read.checked = [Concern::Assertions, Concern::Deadlock].into_iter().collect::<Checked>();
    let settings = ExploreSettings { divides_locks, threads, all: true, ..ExploreSettings::default() };
    let (report, _) = explore(&request, &settings, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    report
}

/// Explores with and without; the complete executions are as many.
fn compare(text: &str, model: &str) {
    let told = |divides_locks: bool, threads: usize| {
        let report = report(text, model, (divides_locks, threads));
        let (verdict, counts) = (format!("{:?}", report.verdict), (report.complete, report.blocked, report.deadlocks));
        (verdict.split(['(', ' ', '{']).next().unwrap_or_default().to_string(), counts)
    };
    let without = told(false, 1);
    assert!(without.1.0 > 0, "nothing is complete under {model}: {text}");
    for threads in [1, 2] {
        assert_eq!(told(true, threads), without, "under {model} with {threads} explorers: {text}");
    }
}

#[test]
fn twins_that_differ_on_no_way_are_twins() {
    let twins = "void *twin(void *p) { if (d) z = (int)(long)p; else z = 9; return p; }\n#define t4 twin\n#define t5 twin\n#define t6 twin\n";
    let main = format!(
        "int main(void) {{ START(0) START(1) START(2) START(3) JOIN(0) JOIN(1) JOIN(2) JOIN(3) if (r1 == 1 && r2 == 1) d = 1; {WRITERS} int v = z; return v < 0; }}\n"
    );
    for model in ["sc", "tso"] {
        compare(&format!("{ROUND}{twins}{main}"), model);
        // The mutex becomes whole on such a way.
        let tried = main.replace("int v = z;", "if (d) pthread_mutex_trylock(&m); int v = z;");
        compare(&format!("{ROUND}{twins}{tried}"), model);
    }
}

#[test]
fn memory_that_is_cut_on_no_way_is_whole() {
    let others = "void *t2(void *p) { z = 9; return p; }\n#define t4 t2\n#define t5 t2\n#define t6 t2\n\
        void *t3(void *p) { JOIN(0) JOIN(1) if (r1 == 1 && r2 == 1) *(char *)&c = 1; else c = 1; return p; }\n";
    let main = format!("int main(void) {{ START(0) START(1) START(3) JOIN(3) int v = c; {WRITERS} return v < 0; }}\n");
    compare(&format!("{BUFFERED}{others}{main}"), "rc11");
}

/// What comes behind may be long: many events, or many steps that nobody sees.
#[test]
fn ways_that_nobody_goes_end() {
    let double = |upto: u32| -> String {
        (1..=upto).map(|n| format!("static void f{n}(void) {{ f{}(); f{}(); }}\n", n - 1, n - 1)).collect()
    };
    for (first, upto) in [("atomic_store_explicit(&x, 1, RELAXED);", 12), ("static unsigned u; u = u * 3 + 1;", 21)] {
        let long = format!("static void f0(void) {{ {first} }}\n{}", double(upto));
        let main = format!(
            "int main(void) {{ START(0) START(1) JOIN(0) JOIN(1) if (r1 == 1 && r2 == 1) f{upto}(); return a + b - 2; }}\n"
        );
        compare(&format!("{BUFFERED}{long}{main}"), "rc11");
    }
}

/// A long stretch on every way, before anything else: mutexes are whole then, and there is an end.
#[test]
fn long_stretches_end_with_any_number_of_explorers() {
    let double: String =
        (1..=18).map(|n| format!("static void f{n}(void) {{ f{}(); f{}(); }}\n", n - 1, n - 1)).collect();
    let text = format!(
        "static void f0(void) {{ static unsigned u; u = u * 3 + 1; }}\n{double}\
        void *t0(void *p) {{ LOCK a = 1; UNLOCK return p; }}\nvoid *t1(void *p) {{ LOCK b = 1; UNLOCK return p; }}\n\
        int main(void) {{ f18(); START(0) START(1) JOIN(0) JOIN(1) return a + b - 2; }}\n"
    );
    for threads in [1, 2] {
        assert_eq!(report(&text, "sc", (true, threads)).complete, 2);
    }
}

/// A section that is taken again and again until it finds something only waits, whatever its portion.
#[test]
fn who_looks_again_under_a_mutex_waits() {
    let text = "void *t0(void *p) { LOCK a = 1; UNLOCK b = 1; b = 2; b = 3; return p; }\n\
        void *t1(void *p) { int v; do { LOCK v = b; UNLOCK } while (!v); return p; }\n\
        int main(void) { START(0) START(1) JOIN(0) JOIN(1) return 0; }\n";
    for model in ["sc", "pso"] {
        let (with, without) = (report(text, model, (true, 1)), report(text, model, (false, 1)));
        assert_eq!((with.complete, without.complete), (3, 3), "{model}");
        assert!(with.blocked < without.blocked, "{model}");
    }
}

/// Other accesses that are one step make it harder to see that sections have no order.
#[test]
fn what_is_one_step_keeps_mutexes_whole() {
    let relay = "void *t0(void *p) { LOCK s = 1; r1 = PART; UNLOCK return p; }\nvoid *t2(void *p) { if (s) q = 1; return p; }\n\
        void *t1(void *p) { LOCK r2 = q; h = 1; UNLOCK return p; }\n";
    let section = "void *t3(void *p) { __VERIFIER_atomic_begin(); f = 1; r3 = z; __VERIFIER_atomic_end(); return p; }\n\
        void *t4(void *p) { if (h) z = 1; return p; }\nvoid *t5(void *p) { return p; }\n#define PART f\n";
    let wide = "unsigned short word; unsigned char *bytes = (unsigned char *)&word;\n\
        #define PART __atomic_load_n(&bytes[0], __ATOMIC_SEQ_CST)\n\
        void *t3(void *p) { r3 = __atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0x100; return p; }\n\
        void *t4(void *p) { if (h) __atomic_store_n(&bytes[1], 1, __ATOMIC_SEQ_CST); return p; }\n\
        void *t5(void *p) { __atomic_store_n(&bytes[0], 1, __ATOMIC_SEQ_CST); return p; }\n";
    let main = "int main(void) { START(0) START(1) START(2) START(3) START(4) START(5)\n\
        JOIN(0) JOIN(1) JOIN(2) JOIN(3) JOIN(4) JOIN(5) if (r1 && r2 && r3) sem_wait(&sem); return 0; }\n";
    compare(&format!("{section}{relay}{main}"), "sc");
    compare(&format!("{wide}{relay}{main}"), "sc");
}
