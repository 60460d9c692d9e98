//! Short cuts for axioms beside the plain evaluation of all of them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{Equivalence, count, model, naive, threads};

/// A statement on one of two variables.
fn statement() -> impl Strategy<Value = String> {
    let place = prop::sample::select(vec!["x", "y"]);
    let load = prop::sample::select(vec!["relaxed", "acquire", "seq_cst"]);
    let store = prop::sample::select(vec!["relaxed", "release", "seq_cst"]);
    let update = prop::sample::select(vec!["relaxed", "acquire", "release", "acq_rel", "seq_cst"]);
    let number = 1..3;
    prop_oneof![
        3 => (place.clone(), load.clone()).prop_map(|(v, o)| format!("atomic_load_explicit(&{v}, memory_order_{o});")),
        3 => (place.clone(), number.clone(), store)
            .prop_map(|(v, n, o)| format!("atomic_store_explicit(&{v}, {n}, memory_order_{o});")),
        1 => (place.clone(), update.clone())
            .prop_map(|(v, o)| format!("atomic_fetch_add_explicit(&{v}, 1, memory_order_{o});")),
        1 => (place, number, update.clone(), load).prop_map(|(v, n, o, f)| format!(
            "{{ int e = 0; atomic_compare_exchange_strong_explicit(&{v}, &e, {n}, memory_order_{o}, memory_order_{f}); }}"
        )),
        1 => update.prop_map(|o| format!("atomic_thread_fence(memory_order_{o});")),
    ]
}

/// Where a new write may go and what a new read may find is what the plain evaluation of the axioms says of each choice; and
/// all graphs are visited that such choices lead to.
#[test]
fn choices_are_those_that_the_axioms_leave() {
    let conditional = (statement(), prop::sample::select(vec!["x", "y"])).prop_map(|(statement, place)| {
        format!("if (atomic_load_explicit(&{place}, memory_order_acquire)) {{ {statement} }}")
    });
    let step = prop_oneof![4 => statement(), 1 => conditional];
    let bodies = prop::collection::vec(prop::collection::vec(step, 2..5), 2..3);
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 1_000, failure_persistence: None, ..Config::default() },
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    );
    let models = ["rc11", "tso"].map(model);
    let property = |bodies: Vec<Vec<String>>| {
        let bodies: Vec<String> = bodies.iter().map(|body| body.concat()).collect();
        let program = threads("atomic_int x, y;", &bodies.iter().map(String::as_str).collect::<Vec<_>>(), "");
        for model in &models {
            let expected = naive::all(&program, model);
            let visited = naive::visited(&program, model, Equivalence::Coherence, None);
            prop_assert_eq!(visited.len(), expected.len(), "{:?}", bodies);
            prop_assert_eq!(visited.into_iter().collect::<BTreeSet<_>>(), expected, "{:?}", bodies);
        }
        Ok(())
    };
    runner.run(&bodies, property).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn short_cuts_lose_no_execution() {
    let bodies = prop::collection::vec(prop::collection::vec(statement(), 1..4), 2..4);
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 60, failure_persistence: None, ..Config::default() },
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    );
    let models = ["rc11", "weak"].map(model);
    let property = |bodies: Vec<Vec<String>>| {
        let bodies: Vec<String> = bodies.iter().map(|body| body.concat()).collect();
        let program = threads("atomic_int x, y;", &bodies.iter().map(String::as_str).collect::<Vec<_>>(), "");
        for model in &models {
            prop_assert_eq!(count(&program, model, false, 1), count(&program, model, true, 1), "{:?}", bodies);
        }
        Ok(())
    };
    runner.run(&bodies, property).unwrap_or_else(|failure| panic!("{failure}"));
}
