//! What `optimize` writes where accesses say no order: the text of each form, and that compilers take it without a new warning.

use expect_test::{Expect, expect};
use fencesmith::drive::outcome::{Objective, SuggestReport, Suggestion};
use fencesmith::drive::{Request, SuggestSettings, WhatExists, suggest};
use fencesmith::progress::Silent;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use crate::headers;
use crate::oracle::generate::any_program;
use crate::oracle::program::{Kind, Program, Variable};
use crate::oracle::{print, settings};

fn optimized(request: &Request) -> SuggestReport {
    let what_exists = WhatExists::TakesPart;
    let settings = SuggestSettings { objective: Objective::Cost, what_exists, ..SuggestSettings::default() };
    match suggest(request, &settings, &mut Silent) {
        Ok((report, _)) => report,
        Err(failure) => panic!("{}", headers::complaints(&failure).join("\n")),
    }
}

/// The lines that change in a program below `tests/optimize`.
fn check(name: &str, model: &str, expected: &Expect) {
    let mut request = Request::new(headers::root().join("tests/optimize").join(name), headers::model(model));
    request.timeout = Some(headers::TIMEOUT);
    let report = optimized(&request);
    let Suggestion::Repaired { patch, rechecked: true, .. } = &report.suggestion else {
        panic!("{name}: {:?}", report.suggestion)
    };
    let diff = patch.diff(headers::root());
    let is_line = |line: &&str| line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++");
    expected.assert_eq(&diff.lines().filter(is_line).map(|line| format!("{line}\n")).collect::<String>());
    let [file] = patch.files.as_slice() else { panic!("{name} is one file") };
    assert_eq!(headers::warnings(&file.original), "", "{name}");
    assert_eq!(headers::warnings(&file.patched), "", "{name}");
}

/// What the compiler alone keeps in order is said as the file says it.
#[test]
fn a_fence_leaves_the_barrier_of_the_file_behind() {
    check(
        "barrier.c",
        "tso",
        &expect![[r#"
        -	__sync_synchronize();
        +	barrier();
    "#]],
    );
}

/// A comma in parentheses is no argument more; what has arguments that the other builtin does not take stays, and is named.
#[test]
fn commas_stay_in_their_parentheses() {
    check(
        "commas.c",
        "rc11",
        &expect![[r#"
        -	data = (count = 1, 2);
        -	other |= (count++, 1);
        +	atomic_store_explicit(&data, (count = 1, 2), memory_order_relaxed);
        +	atomic_fetch_or_explicit(&other, (count++, 1), memory_order_relaxed);
        -	flag = 1;
        +	atomic_store_explicit(&flag, 1, memory_order_release);
        -	if (flag)
        -		assert(data == 2);
        +	if (atomic_load_explicit(&flag, memory_order_acquire))
        +		assert(atomic_load_explicit(&data, memory_order_relaxed) == 2);
    "#]],
    );
    let request = Request::new(headers::root().join("tests/optimize/commas.c"), headers::model("rc11"));
    let warnings = optimized(&request).warnings;
    assert!(warnings.iter().any(|warning| warning.message.contains("takes no part")), "{warnings:?}");
    for all in ["calls.c", "functions_missed.c", "functions_within_functions.c"] {
        let request = Request::new(headers::root().join("tests/optimize").join(all), headers::model("rc11"));
        let warnings = optimized(&request).warnings;
        assert!(warnings.iter().all(|warning| !warning.message.contains("no part")), "{all}: {warnings:?}");
    }
}

#[test]
fn operators_become_calls() {
    check(
        "operators.c",
        "rc11",
        &expect![[r#"
        -	return *object;
        +	return atomic_load_explicit(object, memory_order_relaxed);
        -	second.value = 7;
        -	first.next = &second;
        -	for (count = 0; count < 2; count++)
        -		state.counts[ONE] += count;
        -	bits |= 4u;
        -	*where = 5;
        -	used = count--;
        +	atomic_store_explicit(&second.value, 7, memory_order_relaxed);
        +	atomic_store_explicit(&first.next, &second, memory_order_relaxed);
        +	for (atomic_store_explicit(&count, 0, memory_order_relaxed); atomic_load_explicit(&count, memory_order_relaxed) < 2; atomic_fetch_add_explicit(&count, 1, memory_order_relaxed))
        +		atomic_fetch_add_explicit(&state.counts[ONE], atomic_load_explicit(&count, memory_order_relaxed), memory_order_relaxed);
        +	atomic_fetch_or_explicit(&bits, 4u, memory_order_relaxed);
        +	atomic_store_explicit(where, 5, memory_order_relaxed);
        +	used = atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed);
        -	++count;
        +	atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
        -	first.next->value ^= 0;
        -	done = true;
        -	FLAG = ONE;
        +	atomic_load_explicit(&first.next, memory_order_relaxed)->value ^= 0;
        +	atomic_store_explicit(&done, true, memory_order_relaxed);
        +	atomic_store_explicit(&FLAG, ONE, memory_order_release);
        -	while (!FLAG)
        +	while (!atomic_load_explicit(&FLAG, memory_order_acquire))
        -	assert(first.next == &second && seen == 1);
        +	assert(atomic_load_explicit(&first.next, memory_order_relaxed) == &second && seen == 1);
        -	assert(done && (bits & 4));
        +	assert(atomic_load_explicit(&done, memory_order_relaxed) && (atomic_load_explicit(&bits, memory_order_relaxed) & 4));
    "#]],
    );
}

#[test]
fn calls_get_an_order() {
    check(
        "calls.c",
        "rc11",
        &expect![[r#"
        -	atomic_store(&data, atomic_load(&turn) + 1);
        -	old = atomic_fetch_add(&turn, 2);
        -	if (!atomic_flag_test_and_set(&held))
        -		atomic_flag_clear( &held );
        -	atomic_compare_exchange_strong(&flag, &zero, 1);
        +	atomic_store_explicit(&data, atomic_load_explicit(&turn, memory_order_relaxed) + 1, memory_order_relaxed);
        +	old = atomic_fetch_add_explicit(&turn, 2, memory_order_relaxed);
        +	if (!atomic_flag_test_and_set_explicit(&held, memory_order_relaxed))
        +		atomic_flag_clear_explicit(&held, memory_order_relaxed);
        +	atomic_compare_exchange_strong_explicit(&flag, &zero, 1, memory_order_release, memory_order_relaxed);
        -	if (atomic_exchange(&flag, 0)) {
        -		int found = atomic_load(&data);
        -		assert(found == 1 && atomic_load(&turn) == 2);
        +	if (atomic_exchange_explicit(&flag, 0, memory_order_acquire)) {
        +		int found = atomic_load_explicit(&data, memory_order_relaxed);
        +		assert(found == 1 && atomic_load_explicit(&turn, memory_order_relaxed) == 2);
    "#]],
    );
}

#[test]
fn older_builtins_become_newer_ones() {
    check(
        "sync.c",
        "arm8",
        &expect![[r#"
        -	__sync_fetch_and_add(&other, 1);
        +	__atomic_fetch_add(&other, 1, __ATOMIC_RELAXED);
        -	__sync_lock_release(&other);
        -	__sync_add_and_fetch(&flag, 1);
        +	__atomic_store_n(&other, 0, __ATOMIC_RELAXED);
        +	__atomic_add_fetch(&flag, 1, __ATOMIC_RELAXED);
        -	if (__sync_fetch_and_or(&flag, 0)) {
        -		int found = __sync_fetch_and_add(&data, 0);
        +	if (__atomic_fetch_or(&flag, 0, __ATOMIC_RELAXED)) {
        +		int found = __atomic_fetch_add(&data, 0, __ATOMIC_RELAXED);
    "#]],
    );
}

#[test]
fn wrappers_change_where_they_are_written() {
    check(
        "wrappers.c",
        "rc11",
        &expect![[r#"
        -#define GET(x) atomic_load(&(x))
        +#define GET(x) atomic_load_explicit(&(x), memory_order_relaxed)
        -	atomic_store(&(x), \
        -	             (v))
        +	atomic_store_explicit(&(x), \
        +	             (v), memory_order_release)
        -	return atomic_exchange(object, 0);
        +	return atomic_exchange_explicit(object, 0, memory_order_acquire);
        -	(*object)++;
        +	atomic_fetch_add_explicit(object, 1, memory_order_relaxed);
    "#]],
    );
}

/// Programs of atomic variables, on which operators stand.
fn atomic() -> impl Strategy<Value = Program> {
    any_program().prop_map(|program| {
        let all = program.variables.iter().map(|variable| Variable { kind: Kind::Atomic, ..variable.clone() });
        Program { variables: all.collect(), ..program.clone() }
    })
}

/// The text that comes out is read again and checked again in any case.
#[test]
fn optimized_programs_compile_without_new_warnings() {
    let mut changed = 0;
    for model in ["rc11", "arm8"] {
        let mut runner = settings::runner("optimized-text", 1);
        for _ in 0..settings::cases(8) {
            let text = print::to_c(&atomic().new_tree(&mut runner).expect("most programs are small").current());
            let directory = tempfile::tempdir().expect("a temporary directory");
            let path = directory.path().join("program.c");
            std::fs::write(&path, &text).expect("writable");
            let mut request = Request::new(path, headers::model(model));
            request.timeout = Some(headers::TIMEOUT);
            let report = optimized(&request);
            let Suggestion::Repaired { patch, rechecked, .. } = &report.suggestion else { continue };
            assert!(rechecked, "{text}");
            let Some(file) = patch.files.first() else { continue };
            changed += usize::from(file.patched != text);
            // What is generated has unused parameters and the like.
            if headers::warnings(&text).is_empty() {
                assert_eq!(headers::warnings(&file.patched), "", "{}", file.patched);
            } else {
                let kinds = |text: &str| headers::warnings(text).matches("error:").count();
                assert!(kinds(&file.patched) <= kinds(&text), "{}\n{}", file.patched, headers::warnings(&file.patched));
            }
        }
    }
    assert!(changed > 0, "no program changes");
}
