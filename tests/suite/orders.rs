//! Orders that calls say: by an argument, or by the name of one of several functions or macros that differ by it. A repair changes the call,
//! and not what is for all calls. The programs are data below `tests/orders`; what changes in them stands here.

use expect_test::{Expect, expect};
use fencesmith::drive::outcome::{Objective, Suggestion};
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{self, Request, SuggestSettings, WhatExists, suggest};
use fencesmith::progress::Silent;
use fencesmith::synth::{Algorithm, Settings};

use crate::headers;

/// The lines that a patch changes.
fn changed(diff: &str) -> String {
    let is_line = |line: &&str| line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++");
    diff.lines().filter(is_line).map(|line| format!("{line}\n")).collect()
}

/// What changes with the settings.
fn lines(request: &Request, settings: &SuggestSettings) -> String {
    let (report, _) = suggest(request, settings, &mut Silent).unwrap_or_else(|failure| {
        panic!("{}", headers::complaints(&failure).join("\n"));
    });
    let Suggestion::Repaired { patch, rechecked: true, .. } = &report.suggestion else {
        panic!("{}: {:?}", request.path.display(), report.suggestion)
    };
    let [file] = patch.files.as_slice() else { panic!("a program is one file") };
    assert_eq!(headers::warnings(&file.original), "", "{}", request.path.display());
    assert_eq!(headers::warnings(&file.patched), "", "{}", request.path.display());
    changed(&patch.diff(headers::root()))
}

fn request(name: &str, model: &str) -> Request {
    let mut request = Request::new(headers::root().join("tests/orders").join(name), headers::model(model));
    request.timeout = Some(headers::TIMEOUT);
    request
}

#[track_caller]
fn check(name: &str, model: &str, expected: &Expect) {
    expected.assert_eq(&lines(&request(name, model), &SuggestSettings::default()));
}

/// The same text with the names of orders on the left in place of those on the right: its least is the same in the end.
#[track_caller]
fn returns(name: &str, stronger: &[(&str, &str)], expected: &Expect) {
    let path = headers::root().join("tests/orders").join(name);
    let mut text = std::fs::read_to_string(path).expect("the program can be read");
    let main = text.find("static void *").expect("the threads follow what they call");
    for (from, to) in stronger {
        let threads = text[main..].replace(from, to);
        text.replace_range(main.., &threads);
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut request = request(name, "rc11");
    request.path = directory.path().join(name);
    std::fs::write(&request.path, text).expect("writable");
    let what_exists = WhatExists::TakesPart;
    let settings = SuggestSettings { objective: Objective::Cost, what_exists, ..SuggestSettings::default() };
    expected.assert_eq(&lines(&request, &settings));
}

#[test]
fn the_name_of_a_function_says_its_order() {
    let expected = expect![[r#"
        -	cell_set_relaxed(&flag, 1);
        +	cell_set_release(&flag, 1);
        -	cell_await_relaxed(&flag, 1);
        +	cell_await_acquire(&flag, 1);
    "#]];
    check("by_name.c", "rc11", &expected);
    check("by_name.c", "arm8", &expected);
    returns(
        "by_name.c",
        &[("_relaxed(", "_acquire("), ("set_acquire", "set_release")],
        &expect![[r#"
        -	cell_set_release(&data, 1);
        +	cell_set_relaxed(&data, 1);
        -	assert(cell_get_acquire(&data) == 1);
        +	assert(cell_get_relaxed(&data) == 1);
        -	cell_await_acquire(&flag, 0);
        -	cell_set_release(&flag, 0);
        +	cell_await_relaxed(&flag, 0);
        +	cell_set_relaxed(&flag, 0);
        -	return cell_get_acquire(&data) - 1;
        +	return cell_get_relaxed(&data) - 1;
    "#]],
    );
}

/// An access has one order, whatever two would cost.
#[test]
fn one_name_is_chosen_where_two_orders_are_needed() {
    let expected = expect![[r#"
        -	if (swap_relaxed(&place, 2) == 1)
        +	if (swap(&place, 2) == 1)
    "#]];
    for objective in [Objective::Fences, Objective::Cost] {
        for algorithm in Algorithm::ALL {
            let synthesis = Settings { algorithm, ..Settings::default() };
            let settings = SuggestSettings { objective, synthesis, ..SuggestSettings::default() };
            expected.assert_eq(&lines(&request("no_name_for_both.c", "rc11"), &settings));
        }
    }
}

#[test]
fn the_name_of_a_macro_says_its_order() {
    check(
        "by_macro.c",
        "rc11",
        &expect![[r#"
        -#define PUBLISH(v) set_relaxed(&flag, v)
        +#define PUBLISH(v) set_release(&flag, v)
        -	if (get_relaxed(&flag))
        +	if (get_acquire(&flag))
    "#]],
    );
    returns(
        "by_macro.c",
        &[("get_relaxed", "get_acquire"), ("set_relaxed", "set_release")],
        &expect![[r#"
        -#define PUBLISH(v) set_relaxed(&flag, v)
        +#define PUBLISH(v) set_release(&flag, v)
        -	set_release(&data, 1);
        +	set_relaxed(&data, 1);
        -	set_release(&data, 0);
        +	set_relaxed(&data, 0);
        -	return get_acquire(&data) - 1;
        +	return get_relaxed(&data) - 1;
    "#]],
    );
}

#[test]
fn an_argument_says_the_order() {
    let expected = expect![[r#"
        -	while (!swap(&held, 0, 1, memory_order_relaxed, memory_order_relaxed))
        +	while (!swap(&held, 0, 1, memory_order_acquire, memory_order_relaxed))
        -	clear(&held, memory_order_relaxed);
        +	clear(&held, memory_order_release);
        -	set(&ready, 1, memory_order_relaxed);
        +	set(&ready, 1, memory_order_release);
        -	if (get(&ready, memory_order_relaxed))
        +	if (get(&ready, memory_order_acquire))
    "#]];
    check("by_parameter.c", "rc11", &expected);
    check("by_parameter.c", "riscv", &expected);
    let stronger = [("memory_order_relaxed", "memory_order_seq_cst"), ("memory_order_acquire", "memory_order_seq_cst")];
    returns(
        "by_parameter.c",
        &stronger,
        &expect![[r#"
        -	while (!swap(&held, 0, 1, memory_order_seq_cst, memory_order_seq_cst))
        +	while (!swap(&held, 0, 1, memory_order_acquire, memory_order_relaxed))
        -	clear(&held, memory_order_seq_cst);
        +	clear(&held, memory_order_release);
        -	set(&ready, 1, memory_order_seq_cst);
        +	set(&ready, 1, memory_order_release);
        -	while (!swap(&held, 0, 1, memory_order_seq_cst, memory_order_seq_cst))
        +	while (!swap(&held, 0, 1, memory_order_acquire, memory_order_relaxed))
        -	if (get(&ready, memory_order_seq_cst))
        +	if (get(&ready, memory_order_acquire))
    "#]],
    );
}

#[test]
fn a_macro_is_given_the_order() {
    let cheapest = SuggestSettings { objective: Objective::Cost, ..SuggestSettings::default() };
    let raised = expect![[r#"
        -	__atomic_store_n(&first, 1, (RLX));
        -	set(&second, 1, WEAK);
        +	__atomic_store_n(&first, 1, (__ATOMIC_RELEASE));
        +	set(&second, 1, memory_order_release);
        -	if (get(&first, __ATOMIC_RELAXED) || atomic_load_explicit(&second, (memory_order_relaxed)))
        +	if (get(&first, __ATOMIC_ACQUIRE) || atomic_load_explicit(&second, (memory_order_acquire)))
    "#]];
    raised.assert_eq(&lines(&request("given.c", "rc11"), &cheapest));
    let stronger = [
        ("__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST"),
        ("memory_order_relaxed", "memory_order_seq_cst"),
        ("(RLX)", "(__ATOMIC_SEQ_CST)"),
    ];
    returns(
        "given.c",
        &stronger,
        &expect![[r#"
        -	__atomic_store_n(&first, 1, (__ATOMIC_SEQ_CST));
        -	set(&second, 1, WEAK);
        +	__atomic_store_n(&first, 1, (__ATOMIC_RELEASE));
        +	set(&second, 1, memory_order_release);
        -	if (get(&first, __ATOMIC_SEQ_CST) || atomic_load_explicit(&second, (memory_order_seq_cst)))
        +	if (get(&first, __ATOMIC_ACQUIRE) || atomic_load_explicit(&second, (memory_order_acquire)))
    "#]],
    );
}

#[test]
fn what_no_call_says_stays() {
    check(
        "not_by_call.c",
        "rc11",
        &expect![[r#"
        +	atomic_thread_fence(memory_order_release); // data before *to
        -	if (get_alone(&a) || get_alone(&b) || get_alone(&c) || get_early_relaxed(&d))
        +	if (get_alone(&a) || get_alone(&b) || get_alone(&c) || get_early_relaxed(&d)) {
        +		atomic_thread_fence(memory_order_acquire); // a before data
        +	}
    "#]],
    );
}

/// A number is no order where it is a value.
#[test]
fn values_stay_what_they_are() {
    let what_exists = WhatExists::TakesPart;
    let settings = SuggestSettings { objective: Objective::Cost, what_exists, ..SuggestSettings::default() };
    expect![[r#"
        -    atomic_store(&data, 5);
        +    atomic_store_explicit(&data, 5, memory_order_relaxed);
        -    atomic_store(&flag, 5);
        +    atomic_store_explicit(&flag, 5, memory_order_release);
        -        assert(atomic_load(&data) == 5 && atomic_load_explicit(&other, 0) == 0);
        +        assert(atomic_load_explicit(&data, memory_order_relaxed) == 5 && atomic_load_explicit(&other, 0) == 0);
    "#]]
    .assert_eq(&lines(&request("values.c", "rc11"), &settings));
    let bare = |text: &str| text.replace("atomic_store(&flag, 5)", "atomic_put(&flag, 5)");
    let text = std::fs::read_to_string(headers::root().join("tests/orders/values.c")).expect("the program can be read");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut request = request("values.c", "rc11");
    request.path = directory.path().join("values.c");
    std::fs::write(&request.path, bare(&text)).expect("writable");
    expect![[r#"
        +    atomic_thread_fence(memory_order_release); // data before flag
    "#]]
    .assert_eq(&lines(&request, &SuggestSettings::default()));
}

/// An order that a parameter says is that, in whatever way the parameter is written; what is not understood is refused.
#[test]
fn orders_are_found_however_they_are_written() {
    let found = [
        "o",
        "(o)",
        "((o))",
        "(0, o)",
        "(p ? o : 5)",
        "(int)(o)",
        "((memory_order)(o))",
        "({ o; })",
        "o | (0)",
        "(o) + 0",
        "*&o",
        "(*&(o))",
        "(same(o))",
        "-(-(o))",
    ];
    let others = ["_Generic(p, default: o)", "__builtin_choose_expr(1, o, 5)", "(_Generic(0, int: (o)))"];
    let operations = [
        "__atomic_store_n(p, 1, ORDER)",
        "__atomic_exchange_n((p), (1), ORDER)",
        "_Generic(p, int *: __atomic_exchange_n, default: __atomic_exchange_n)((int *)p, 1, ORDER)",
        "(_Generic(p, long *: __atomic_fetch_sub, atomic_int *: __atomic_fetch_add))(p, 1, ORDER)",
        "_Generic(p, atomic_int *: __atomic_fetch_add, long *: by_hand)(p, 1, ORDER)",
        "__atomic_fetch_add(p, 1, ORDER)",
        "int old = 0; __atomic_compare_exchange_n(p, &old, 1, (0), ORDER, (0))",
        "int old = 0; atomic_compare_exchange_strong_explicit(p, &old, 1, ORDER, (memory_order_relaxed))",
        "__atomic_thread_fence(ORDER); __atomic_store_n(p, 1, (__ATOMIC_RELAXED))",
    ];
    let cases: Vec<(&str, &str, bool)> = operations
        .iter()
        .flat_map(|operation| {
            let found = found.iter().map(|order| (*operation, *order, true));
            found.chain(others.iter().map(|order| (*operation, *order, false))).collect::<Vec<_>>()
        })
        .collect();
    headers::for_each(
        &cases,
        |(operation, order, _)| operation.replace("ORDER", order),
        |(operation, order, is_found)| {
            let verdicts = ["relaxed", "release"].map(|given| {
            let text = format!(
                "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic int same(int o) {{ return o; }}\n\
                 static void by_hand(long *p, int value, int o) {{ *p = value + o; }}\n\
                 static atomic_int data, flag;\nstatic void put(atomic_int *p, int o) {{ {}; }}\n\
                 static void *w(void *a) {{ atomic_store_explicit(&data, 1, memory_order_relaxed);\n\
                 put(&flag, memory_order_{given}); return a; }}\n\
                 int main(void) {{ pthread_t t; pthread_create(&t, 0, w, 0);\n\
                 if (atomic_load_explicit(&flag, memory_order_acquire))\n\
                 assert(atomic_load_explicit(&data, memory_order_relaxed) == 1); same(0); pthread_join(t, 0); }}\n",
                operation.replace("ORDER", order)
            );
            let mut file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file can be made");
            std::io::Write::write_all(&mut file, text.as_bytes()).expect("the file can be written");
            let request = Request::new(file.path(), headers::model("rc11"));
            match drive::check(&request, &mut Silent) {
                Ok((report, _)) => Some(matches!(report.verdict, Verdict::Safe { .. })),
                Err(_) => None,
            }
        });
            let expected = [Some(false), Some(true)];
            match (verdicts, is_found) {
                (verdicts, true) if verdicts != expected => vec![format!("{verdicts:?}")],
                (verdicts, false) if verdicts != [None, None] && verdicts != expected => vec![format!("{verdicts:?}")],
                _ => Vec::new(),
            }
        },
    );
}

/// The cost of an order is that of the instruction; the language has one that goes with the others.
#[test]
fn what_costs_nothing_is_sequentially_consistent_with_the_rest() {
    let cheapest = SuggestSettings { objective: Objective::Cost, ..SuggestSettings::default() };
    expect![[r#"
        -    atomic_store_explicit(&x, 1, memory_order_relaxed);
        -    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
        +    atomic_store_explicit(&x, 1, memory_order_seq_cst);
        +    seen_y = atomic_load_explicit(&y, memory_order_seq_cst);
        -    atomic_store_explicit(&y, 1, memory_order_relaxed);
        -    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
        +    atomic_store_explicit(&y, 1, memory_order_seq_cst);
        +    seen_x = atomic_load_explicit(&x, memory_order_seq_cst);
    "#]]
    .assert_eq(&lines(&request("together.c", "arm8"), &cheapest));
}

/// There is a repair as cheap that leans on the address of what is read.
#[test]
fn of_repairs_that_cost_the_same_one_leans_on_nothing() {
    let (report, _) =
        suggest(&request("stack.c", "lkmm"), &SuggestSettings::default(), &mut Silent).expect("it is read");
    let Suggestion::Repaired { fences, rechecked: true, .. } = &report.suggestion else {
        panic!("{:?}", report.suggestion)
    };
    let leans = report.reliance.is_some_and(|reliance| !reliance.dependencies.is_empty());
    assert_eq!((fences.len(), leans), (2, false));
}
