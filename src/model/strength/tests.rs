//! The predicate against what happens when a read of a generated graph gets other tags.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::graph::{EventGraph, EventKind};
use super::super::heredity::tests::{Step, graph, model, steps};
use super::super::resolve::Declared;
use super::super::{FenceKind, Model, ORDERS, Operation, Tag, check, parser, resolve};
use super::may_become;
use crate::diag::Sources;
use crate::ids::EventId;

static MODELS: LazyLock<[Model; 5]> =
    LazyLock::new(|| ["tso", "rc11", "imm", "arm8", "tests/models/rmo.toml"].map(model));

/// The tags of a lone read that comes of this.
fn tags(model: &Model, operation: Operation, order: &str) -> Vec<Tag> {
    let own = (operation == Operation::Rmw).then(|| Tag::named("RMW"));
    model.lowering(operation, order).tags.iter().copied().chain(own).collect()
}

fn may(model: &Model, from: (Operation, &str), to: (Operation, &str)) -> bool {
    model.allows_to_become(&tags(model, from.0, from.1), &tags(model, to.0, to.1))
}

#[test]
fn a_weaker_read_may_stand_for_a_stronger_one() {
    use Operation::{Load, Rmw};
    let rc11 = model("rc11");
    for (from, to) in [("acq_rel", "acquire"), ("seq_cst", "acquire"), ("seq_cst", "seq_cst"), ("relaxed", "relaxed")] {
        assert!(may(&rc11, (Rmw, from), (Load, to)), "{from} {to}");
    }
    for (from, to) in [("relaxed", "acquire"), ("acq_rel", "seq_cst"), ("release", "acquire")] {
        assert!(!may(&rc11, (Rmw, from), (Load, to)), "{from} {to}");
    }
    assert!(ORDERS.iter().all(|order| may(&model("tso"), (Rmw, "relaxed"), (Load, order))));
}

#[test]
fn what_is_taken_away_must_not_shrink() {
    let allows = |axioms: &str, from: &str, to: &str| {
        let mut sources = Sources::default();
        let file = sources.add("axioms.cat", axioms);
        let parsed = parser::parse(file, axioms).unwrap_or_else(|error| panic!("{axioms}: {error:#?}"));
        let declared = ["A", "B"].map(Tag::named);
        let resolved = resolve::resolve(&parsed.statements, &sources, Declared { sets: &declared, kept_in: &[] })
            .unwrap_or_else(|errors| panic!("{axioms}: {errors:#?}"));
        let roots = resolved.axioms.iter().flat_map(|axiom| axiom.parts.iter().map(|part| part.term));
        may_become(&resolved.terms, roots, &[Tag::named(from)], &[Tag::named(to)])
    };
    for (axioms, both) in [
        ("acyclic po ; [A | B] ; po | rf", [true, true]),
        ("acyclic po ; [A & W] ; po | rf", [true, true]),
        ("acyclic po ; [A] ; po | rf", [true, false]),
        ("acyclic po ; [R \\ A] ; po | rf", [false, true]),
        ("acyclic po \\ (po ; [A] ; po)", [false, true]),
        ("acyclic po \\ (A * _) | rf", [false, true]),
        ("acyclic po \\ (~A * _) | rf", [true, false]),
        ("acyclic po ; [A | range(rf)] ; po | rf", [true, false]),
        ("acyclic [A] ; po | po ; [B]", [false, false]),
    ] {
        assert_eq!([allows(axioms, "A", "B"), allows(axioms, "B", "A")], both, "{axioms}");
    }
}

/// The graph, the reads and writes of which come of operations with these orders; but the one read of these tags.
fn tagged(model: &Model, graph: &EventGraph, orders: &[usize], own: (EventId, &[Tag])) -> EventGraph {
    let mut graph = graph.clone();
    let events: Vec<EventId> = graph.events().collect();
    for (event, order) in events.into_iter().zip(orders.iter().cycle()) {
        let operation = match graph.kind(event) {
            EventKind::Read => Operation::Load,
            EventKind::Write => Operation::Store,
            _ => continue,
        };
        let theirs = tags(model, operation, ORDERS[order % ORDERS.len()]);
        let tags = if event == own.0 { own.1 } else { &theirs };
        tags.iter().for_each(|tag| graph.tag(event, *tag));
    }
    graph
}

fn survives(steps: &[Step], orders: &[usize]) -> Result<(), TestCaseError> {
    for model in MODELS.iter() {
        let fences: Vec<Vec<Tag>> = model.fences().iter().map(FenceKind::sets).collect();
        let graph = graph(steps, &fences);
        let lone = |event: &EventId| graph.kind(*event) == EventKind::Read && graph.may_lose(*event);
        let Some(read) = graph.events().find(lone) else { continue };
        for from in ORDERS.iter() {
            for to in ORDERS.iter() {
                let (from, to) = (tags(model, Operation::Rmw, from), tags(model, Operation::Load, to));
                let is_consistent =
                    |own: &[Tag]| check(model, &mut tagged(model, &graph, orders, (read, own)).ground()).is_ok();
                if model.allows_to_become(&from, &to) && is_consistent(&from) {
                    prop_assert!(is_consistent(&to), "{} {from:?} {to:?}", model.name());
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_consistent_graph_stays_so(steps in steps(), orders in prop::collection::vec(0..8usize, 8)) {
        survives(&steps, &orders)?;
    }
}
