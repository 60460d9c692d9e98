//! What nobody needs of arguments and results is replaced, and calls that do nothing are left out, and so is memory that holds nothing
//! else: on generated programs with such functions, and with functions that nearly are such, what memory holds at the end is what it
//! holds without.

use crate::chooser::Chooser;
use crate::counted::{shortens, try_drafts};
use fencesmith::exec::needless;
use fencesmith::model::Model;

/// What a function does with its parameters `a` and `b` and its result `r`; `CALL` calls another one.
const BODIES: [&str; 22] = [
    "r += a;",
    "r = b;",
    "if (b > 1) r++;",
    "if (a & 1) pause();",
    "if (a & 1) atomic_store(&y, 3);",
    "if (b == 2) return a;",
    "for (int i = 0; i < (a & 3); i++) pause();",
    "for (int i = 0; i < (b & 3); i++) r ^= i;",
    "for (int i = 0; i < (b & 1); i++) atomic_fetch_add(&y, 1);",
    "atomic_store(&y, b);",
    "y_plain = r;",
    "r = CALL;",
    "(void)CALL;",
    "if (CALL) r += 2;",
    "if (CALL) atomic_store(&y, 2);",
    "a = b;",
    "b++;",
    "r = atomic_load(&x);",
    "assert(a < 100);",
    "switch (b) { case 0: r = 1; break; case 1: pause(); break; default: r = a; }",
    "for (;;) { if (a & 1) { if (b) break; } else break; }",
    "while (1) { if (b & 1) continue; if (a < 2) break; }",
];

/// What a function does with the memory that it is given the address of, its parameter `p`, beside `a` and `r`.
const COUNTS: [&str; 13] = [
    "++*p;",
    "*p = a;",
    "*p ^= *p << 1;",
    "r = *p;",
    "if (*p > 1) pause();",
    "for (unsigned i = 0; i < *p; i++) pause();",
    "for (unsigned i = 0; i < *p; i++) if (i == 2) *p = 1;",
    "for (unsigned i = 0; i < *p; i++) { passed(p); if (i == 3) break; }",
    "if (*p == 2) atomic_store(&y, 4);",
    "kept = p;",
    "passed(p);",
    "{ unsigned own = *p; passed(&own); r += own; }",
    "p = &shared;",
];

/// What the thread does with memory of its own, and with such that others may see.
const KEEPS: [&str; 17] = [
    "unsigned *q = &n; if (k & 1) q = &tls; ++*q;",
    "unsigned *q; if (seen != 77) q = &n; ++*q;",
    "unsigned once = 2; count(&once, 0); k = once;",
    "count(&n, k);",
    "count(&tls, seen);",
    "count(&shared, 1);",
    "count(&s.second, k); s.first = seen;",
    "k = count(&n, 2);",
    "seen += count(&s.first, k);",
    "{ unsigned inner = k; count(&inner, 1); }",
    "if (k & 1) { unsigned inner = 1; count(&inner, 2); tls += inner; }",
    "unsigned *q = &n; *q += 1;",
    "n++; tls++; shared++;",
    "if (tls == 2) pause();",
    "last = tls;",
    "array[n & 1] = 2;",
    "if (n == 1) { struct { unsigned long a, b; } unused = {k, 1}; (void)unused; }",
];

/// What the thread does with what it has read, and with `k`.
const USES: [&str; 12] = [
    "k = CALL;",
    "(void)CALL;",
    "if (CALL) atomic_store(&z, k + 1);",
    "if (CALL) pause();",
    "seen += CALL;",
    "k++;",
    "if (k == 1) pause();",
    "last = CALL; last = k;",
    "array[CALL & 1] = 1;",
    "by_address = once; k = by_address(k, seen);",
    "seen = atomic_load(&x);",
    "k = twice(once(k, seen), k);",
];

fn print(choices: &[u8]) -> String {
    let mut choose = Chooser::of(choices);
    let names = ["once(ARGS)", "twice(ARGS)"];
    let args = ["k, seen", "seen, k", "1, k", "k, 0", "atomic_load(&x), k"];
    let body = |choose: &mut Chooser<'_>, inner: &str| -> String {
        let body: Vec<String> =
            (0..choose.pick(&[1, 2, 3, 4])).map(|_| choose.pick(&BODIES).replace("CALL", inner)).collect();
        body.join("\n ")
    };
    let once = body(&mut choose, "0");
    let inner = choose.pick(&["once(a, b)", "once(b, r)", "once(1, a)"]);
    let twice = body(&mut choose, inner);
    let thread: Vec<String> = (0..choose.pick(&[2, 3, 4, 5]))
        .map(|_| {
            let call = choose.pick(&names).replace("ARGS", choose.pick(&args));
            match choose.pick(&[false, true]) {
                true => choose.pick(&KEEPS).to_string(),
                false => choose.pick(&USES).replace("CALL", &call),
            }
        })
        .collect();
    let counts = |choose: &mut Chooser<'_>| -> String {
        let body: Vec<&str> = (0..choose.pick(&[1, 2, 3])).map(|_| choose.pick(&COUNTS)).collect();
        body.join("\n ")
    };
    let passed = counts(&mut choose).replace("passed(p);", "").replace("passed(&own);", "");
    let count = counts(&mut choose);
    let told = choose.pick(&["0", "k", "seen", "last", "n", "tls", "s.first + s.second"]);
    let mut thread = thread.iter().map(|text| format!("{{ {text} }}")).collect::<Vec<_>>();
    // What is left out of memory has to do with loops that wait.
    let within = choose.pick(&[0, 1, 2, 3]).min(thread.len());
    let waits: Vec<String> = thread.drain(..within).collect();
    thread.insert(0, format!("while (!atomic_load(&x)) {{ {} }}", waits.join("\n ")));
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z, told;\nint y_plain, array[2];\n\
         static int (*by_address)(int, int);\nstatic void pause(void) {{ __asm__ volatile(\"pause\"); }}\n\
         static _Thread_local unsigned tls;\nstatic unsigned shared, *kept;\n\
         static int passed(unsigned *p) {{\n int a = 1, r = 0;\n {passed}\n (void)a;\n return r;\n}}\n\
         static int count(unsigned *p, int a) {{\n int r = 0;\n {count}\n (void)a;\n return r;\n}}\n\
         static int once(int a, int b) {{\n int r = 0;\n {once}\n return r;\n}}\n\
         static int twice(int a, int b) {{\n int r = 1;\n {twice}\n return r;\n}}\n\
         static void *left(void *a) {{\n atomic_store(&x, 1);\n atomic_store(&x, 2);\n return a;\n}}\n\
         static void *right(void *a) {{\n int k = 0, seen = 0, last = 0;\n unsigned n = 0;\n struct {{ unsigned first, second; }} s = {{1, 0}};\n {}\n atomic_store(&told, 10 + {told});\n \
         (void)last; (void)once; (void)twice; (void)count; (void)passed; (void)n; (void)s;\n return a;\n}}\n\
         int main(void) {{\n pthread_t t, u;\n pthread_create(&t, 0, left, 0);\n pthread_create(&u, 0, right, 0);\n \
         pthread_join(t, 0);\n pthread_join(u, 0);\n return 0;\n}}\n",
        thread.join("\n ")
    )
}

#[test]
fn programs_end_as_they_do_with_what_nobody_needs() {
    let replaced = |choices: &[u8], model: &Model| shortens(&print(choices), model, needless::drop_needless);
    let used = try_drafts(("needless", 200, 60), &["sc", "rc11"], print, replaced);
    assert!(used >= 40, "something was replaced {used} times only");
}
