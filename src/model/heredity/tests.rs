//! The predicate against what happens when events are left out of generated graphs.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::graph::{EventGraph, EventKind};
use super::super::resolve::Declared;
use super::super::{BASE_RELATIONS, BASE_SETS, FenceKind, Model, Tag, check, parser, resolve};
use super::is_hereditary;
use crate::diag::Sources;
use crate::ids::EventId;

pub fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

static MODELS: LazyLock<[Model; 5]> =
    LazyLock::new(|| ["sc", "tso", "pso", "lkmm", "tests/models/rmo.toml"].map(model));

fn hereditary(axioms: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("axioms.cat", axioms);
    let parsed = parser::parse(file, axioms).unwrap_or_else(|error| panic!("{axioms}: {error:#?}"));
    let tags = ["ACQ", "full", "Lock", "Unlock"].map(Tag::named);
    let resolved = resolve::resolve(&parsed.statements, &sources, Declared { sets: &tags, kept_in: &[] })
        .unwrap_or_else(|errors| panic!("{axioms}: {errors:#?}"));
    let roots = resolved.axioms.iter().flat_map(|axiom| axiom.parts.iter().map(|part| part.term));
    is_hereditary(&resolved.terms, roots, &tags[2..])
}

#[test]
fn only_what_may_lose_pairs_is_refused_under_a_difference() {
    for yes in [
        "acyclic (po & (M * M)) \\ (W * R) | rf | co | fr | kept",
        "acyclic (po & loc) \\ (R * R) | fencerel(full) | (addr | data | ctrl);po",
        "acyclic po \\ (po ; [W] ; po)",
        "acyclic po \\ (rf^-1 ; rf)",
        "acyclic po \\ (([R] ; po)? ; [W & ACQ] ; po)",
        "acyclic ~(rf | co | fr)",
        "empty domain(po \\ ext) \\ range(rf)",
        "acyclic po \\ (po \\ (po ; po))",
        "empty rmw & (fre ; coe)",
        "acyclic po \\ ([Lock] ; po ; po)",
        "acyclic po \\ (_ * domain([ACQ] ; po ; [Lock | Unlock]))",
        "acyclic (([Lock] ; po ; [Unlock]) \\ (po ; [Lock | Unlock] ; po)) | rf",
    ] {
        assert!(hereditary(yes), "{yes}");
    }
    for no in [
        "acyclic po \\ (po ; po)",
        "acyclic po \\ fencerel(full)",
        "acyclic po \\ (po ; [M] ; po)",
        "acyclic po \\ (rf ; rf^-1)",
        "acyclic po \\ rf+",
        "acyclic po \\ addr",
        "acyclic ~(po ; po)",
        "acyclic po \\ kept",
        "empty W \\ domain(rf)",
        "acyclic po \\ (_ * domain(po))",
        "acyclic po \\ ([Lock | ACQ] ; po ; po)",
        "acyclic po \\ (([Lock] ; po)? ; po)",
    ] {
        assert!(!hereditary(no), "{no}");
    }
}

/// What one event of a generated graph is, and how it is connected, by numbers that are reduced to what is there.
#[derive(Clone, Debug)]
pub struct Step {
    thread: u32,
    location: u32,
    what: u8,
    source: usize,
    place: usize,
    depends: usize,
}

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0..3u32, 0..2u32, 0..8u8, 0..16usize, 0..16usize, 0..16usize).prop_map(
        |(thread, location, what, source, place, depends)| Step { thread, location, what, source, place, depends },
    );
    prop::collection::vec(step, 2..=8)
}

pub fn graph(steps: &[Step], fences: &[Vec<Tag>]) -> EventGraph {
    let mut graph = EventGraph::new(2);
    let mut order: Vec<EventId> = Vec::new();
    let mut reads: Vec<(EventId, &Step)> = Vec::new();
    for step in steps {
        let (thread, location) = (step.thread, step.location);
        match step.what {
            0..=2 => reads.push((graph.read(thread, location), step)),
            3..=5 => order.insert(step.place % (order.len() + 1), graph.write(thread, location)),
            6 if !fences.is_empty() => drop(graph.fence(thread, &fences[step.source % fences.len()])),
            _ => {
                let (read, write) = graph.rmw(thread, location);
                reads.push((read, step));
                order.insert(step.place % (order.len() + 1), write);
            }
        }
    }
    graph.order_writes(&order);
    let own: Vec<EventId> = reads.iter().map(|(read, _)| *read).collect();
    for (read, step) in reads {
        let of = |e: &EventId| matches!(graph.kind(*e), EventKind::Write | EventKind::Initial);
        let fits = |e: &EventId| of(e) && graph.location(*e) == graph.location(read);
        let writes: Vec<EventId> = graph.events().filter(fits).collect();
        let later: Vec<EventId> = graph.events().filter(|e| graph.in_program_order(read, *e)).collect();
        graph.reads_from(read, writes[step.source % writes.len()]);
        if !later.is_empty() && own.contains(&read) {
            let relation = ["addr", "data", "ctrl"][step.depends % 3];
            graph.depend(relation, read, later[step.depends % later.len()]);
        }
    }
    graph
}

/// Whether each graph that is left by taking out one event is consistent if the whole one is, a few steps deep.
fn survives(model: &Model, graph: &EventGraph) -> bool {
    let mut open = vec![graph.clone()];
    let mut budget = 8;
    while let Some(graph) = open.pop() {
        if check(model, &mut graph.ground()).is_err() {
            continue;
        }
        for event in graph.events().filter(|event| graph.may_lose(*event)) {
            let rest = graph.without(&[event]);
            if check(model, &mut rest.ground()).is_err() {
                return false;
            }
            if budget > 0 {
                budget -= 1;
                open.push(rest);
            }
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn the_rest_of_a_consistent_graph_is_consistent(steps in steps()) {
        for model in MODELS.iter() {
            let fences: Vec<Vec<Tag>> = model.fences().iter().map(FenceKind::sets).collect();
            prop_assert!(model.is_hereditary(&BTreeSet::new()) && survives(model, &graph(&steps, &fences)), "{}", model.name());
        }
    }
}

#[test]
fn the_vocabulary_is_divided_into_what_shrinks_and_what_does_not() {
    for (name, _) in BASE_RELATIONS {
        assert_eq!(hereditary(&format!("acyclic ~{name}")), !super::SHRINKING.contains(name), "{name}");
    }
    for (name, _) in BASE_SETS {
        assert!(hereditary(&format!("empty ~{name}")), "{name}");
    }
}
