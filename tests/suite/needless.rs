//! What nobody needs of arguments and results is replaced, and calls that do nothing are left out: on generated programs with such
//! functions, and with functions that nearly are such, what memory holds at the end is what it holds without.

use std::cell::Cell;
use std::fs;

use crate::chooser::Chooser;
use crate::counted::ends;
use crate::oracle::settings;
use fencesmith::diag::Sources;
use fencesmith::exec::needless;
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::model::Model;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// What a function does with its parameters `a` and `b` and its result `r`; `CALL` calls another one.
const BODIES: [&str; 20] = [
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
            choose.pick(&USES).replace("CALL", &call)
        })
        .collect();
    let told = choose.pick(&["0", "k", "seen", "last"]);
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z, told;\nint y_plain, array[2];\n\
         static int (*by_address)(int, int);\nstatic void pause(void) {{ __asm__ volatile(\"pause\"); }}\n\
         static int once(int a, int b) {{\n int r = 0;\n {once}\n return r;\n}}\n\
         static int twice(int a, int b) {{\n int r = 1;\n {twice}\n return r;\n}}\n\
         static void *left(void *a) {{\n atomic_store(&x, 1);\n atomic_store(&x, 2);\n return a;\n}}\n\
         static void *right(void *a) {{\n int k = 0, seen = 0, last = 0;\n {}\n atomic_store(&told, 10 + {told});\n \
         (void)last; (void)once; (void)twice;\n return a;\n}}\n\
         int main(void) {{\n pthread_t t, u;\n pthread_create(&t, 0, left, 0);\n pthread_create(&u, 0, right, 0);\n \
         pthread_join(t, 0);\n pthread_join(u, 0);\n return 0;\n}}\n",
        thread.join("\n ")
    )
}

/// Whether something was replaced.
fn agrees(text: &str, model: &Model) -> Result<bool, TestCaseError> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    let unit = read(&path, &ReadOptions::default()).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diagnostics));
    let mut short = unit.program.clone();
    needless::drop_needless(&mut short);
    let many = || TestCaseError::reject("too many executions");
    let all = ends(&unit.program, model).ok_or_else(many)?;
    let found = ends(&short, model).ok_or_else(many)?;
    prop_assert_eq!(&found.0, &all.0, "other ends under {}:\n{}", model.name(), text);
    Ok(format!("{:?}", short.functions) != format!("{:?}", unit.program.functions))
}

#[test]
fn programs_end_as_they_do_with_what_nobody_needs() {
    let models = ["sc", "rc11"].map(|name| Model::find(name, &mut Sources::default()).expect("a model"));
    let drafts = prop::collection::vec(any::<u8>(), 40);
    let replaced = Cell::new(0);
    let agree = |choices: Vec<u8>| {
        let text = print(&choices);
        for model in &models {
            replaced.set(replaced.get() + usize::from(agrees(&text, model)?));
        }
        Ok(())
    };
    match settings::runner("needless", settings::cases(200)).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, draft)) => panic!("{why}\n{draft:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
    assert!(replaced.get() >= 100, "something was replaced {} times only", replaced.get());
}
