//! What the model files say of read-modify-writes that store what they find, and of stores that put back what one found,
//! against generated graphs.
//!
//! The graphs have no values, so any read-modify-write may be taken for one, and any store right behind it in coherence. They are
//! taken out, those that read from these writes read from the write that the read-modify-write read from, and what is left must be
//! consistent if the whole was.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::super::graph::{EventGraph, EventKind};
use super::super::{Model, ORDERS, Operation, holds};
use super::tests::model;
use crate::ids::EventId;

/// One access or fence of a generated graph, by numbers that are reduced to what is there.
#[derive(Clone, Debug)]
struct Step {
    operation: Operation,
    thread: u32,
    location: u32,
    order: usize,
    /// Which write a read reads from; the last one so far if nothing is said.
    source: Option<usize>,
    /// Where a write stands in coherence; last if nothing is said.
    place: Option<usize>,
    depends: Option<(usize, usize)>,
}

impl Step {
    /// An order of the language that accesses of atomic types have.
    fn strength(&self) -> &'static str {
        ORDERS[2 + self.order % (ORDERS.len() - 2)]
    }

    fn is_relaxed_update(&self) -> bool {
        self.operation == Operation::Rmw && self.strength() == "relaxed"
    }
}

fn step(operation: Operation, thread: u32, location: u32) -> impl Strategy<Value = Step> {
    let depends = prop::option::of((0..3usize, 0..16usize));
    (0..16usize, prop::option::of(0..4usize), prop::option::weighted(0.3, 0..16usize), depends).prop_map(
        move |(order, source, place, depends)| Step { operation, thread, location, order, source, place, depends },
    )
}

fn any_step() -> impl Strategy<Value = Step> {
    (prop::sample::select(&Operation::ALL), 0..3u32, 0..2u32)
        .prop_flat_map(|(operation, thread, location)| step(operation, thread, location))
}

/// Something happens before a write, a read-modify-write finds that, something reads from the read-modify-write and goes
/// on; and other steps between these.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    let access = || prop::sample::select(&[Operation::Load, Operation::Store][..]);
    let news = access().prop_flat_map(|operation| step(operation, 0, 1));
    let known = (access(), 1..3u32)
        .prop_flat_map(|(operation, thread)| (step(Operation::Load, thread, 0), step(operation, thread, 1)));
    let others = prop::collection::vec((0..16usize, any_step()), 0..=2);
    (news, step(Operation::Store, 0, 0), step(Operation::Rmw, 1, 0), known, others).prop_map(
        |(news, flag, update, (seen, known), others)| {
            let mut steps = vec![news, flag, update, seen, known];
            for (place, other) in others {
                steps.insert(place % (steps.len() + 1), other);
            }
            steps
        },
    )
}

/// The graph of some steps under a model, and its read-modify-writes with their orders.
struct Generated {
    graph: EventGraph,
    updates: Vec<(EventId, EventId, &'static str)>,
}

fn generated(model: &Model, steps: &[Step]) -> Generated {
    let mut graph = EventGraph::new(2);
    let (mut order, mut reads, mut updates) = (Vec::<EventId>::new(), Vec::<(EventId, &Step)>::new(), Vec::new());
    for step in steps {
        let strength = step.strength();
        let lowering = model.lowering(step.operation, strength);
        for kind in &lowering.before {
            graph.fence(step.thread, &model.kind_sets(*kind));
        }
        let events = match step.operation {
            Operation::Load => vec![graph.read(step.thread, step.location)],
            Operation::Store => vec![graph.write(step.thread, step.location)],
            Operation::Fence => Vec::new(),
            Operation::Rmw => {
                let (read, write) = graph.rmw(step.thread, step.location);
                updates.push((read, write, strength));
                vec![read, write]
            }
        };
        for event in events {
            lowering.tags.iter().for_each(|tag| graph.tag(event, *tag));
            match graph.kind(event) {
                EventKind::Write => order.insert(step.place.map_or(order.len(), |at| at % (order.len() + 1)), event),
                _ => reads.push((event, step)),
            }
        }
        for kind in &lowering.after {
            graph.fence(step.thread, &model.kind_sets(*kind));
        }
    }
    graph.order_writes(&order);
    for (read, step) in reads {
        let is_source = |e: &EventId| matches!(graph.kind(*e), EventKind::Write | EventKind::Initial);
        let writes: Vec<_> =
            graph.events().filter(|e| is_source(e) && graph.location(*e) == graph.location(read)).collect();
        let last = writes.iter().rposition(|write| *write < read).expect("initial writes come first");
        graph.reads_from(read, writes[step.source.map_or(last, |at| at % writes.len())]);
        let later: Vec<_> = graph.events().filter(|e| graph.in_program_order(read, *e)).collect();
        if let (Some((relation, to)), false) = (step.depends, later.is_empty()) {
            graph.depend(["addr", "data", "ctrl"][relation], read, later[to % later.len()]);
        }
    }
    Generated { graph, updates }
}

/// Of the orders of read-modify-writes in some steps, those that may not be left out.
fn noticed(model: &Model, steps: &[Step]) -> Vec<&'static str> {
    let Generated { graph, updates } = generated(model, steps);
    if updates.is_empty() || !holds(model, &mut graph.ground()) {
        return Vec::new();
    }
    let is_noticed = |(read, write, _): &&(EventId, EventId, &str)| {
        !holds(model, &mut graph.without_update(*read, &[*write]).ground())
    };
    updates.iter().filter(is_noticed).map(|(.., order)| *order).collect()
}

/// The models whose files say so.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let models = Model::builtin_names().into_iter().map(|name| model(&name));
    models.filter(|model| ORDERS.iter().any(|order| model.has_silent_updates(order))).collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn silent_updates_make_no_difference(steps in steps()) {
        for model in MODELS.iter() {
            for order in noticed(model, &steps) {
                prop_assert!(!model.has_silent_updates(order), "{} {order}", model.name());
            }
        }
    }
}

/// A thread that waits for good behind a read-modify-write without acquire reads its own write before others' writes reach
/// it: so the generated graphs must tell, or they tell nothing.
#[test]
fn generated_graphs_tell_updates_that_are_noticed() {
    let mut runner = TestRunner::deterministic();
    let models: Vec<&Model> = MODELS.iter().filter(|model| !model.has_silent_updates("relaxed")).collect();
    let mut found = vec![0; models.len()];
    for _ in 0..20_000 {
        let steps = steps().new_tree(&mut runner).expect("the strategy rejects nothing").current();
        if !steps.iter().any(Step::is_relaxed_update) {
            continue;
        }
        for (found, model) in found.iter_mut().zip(&models) {
            *found += u32::from(noticed(model, &steps).contains(&"relaxed"));
        }
    }
    assert!(models.len() > 1 && found.iter().all(|found| *found > 0), "{found:?}");
}

/// A lock is taken, something happens, and the lock is given back, where others write, read and take it before and after.
fn locked_steps() -> impl Strategy<Value = Vec<Step>> {
    let others = || prop::collection::vec((0..16usize, any_step()), 0..=3);
    let ours = (step(Operation::Rmw, 1, 0), step(Operation::Store, 1, 0));
    (steps(), ours, others()).prop_map(|(before, (take, mut give), others)| {
        let mut steps = before;
        steps.retain(|step| !(step.thread == 1 && step.operation == Operation::Rmw));
        let middle = steps.len() / 2;
        give.place = None;
        steps.insert(middle, give);
        steps.insert(middle, take);
        for (place, other) in others {
            steps.insert(place % (steps.len() + 1), other);
        }
        steps
    })
}

/// Whether some read-modify-write and a store that comes right behind it in coherence, whose thread is the same, may not be left
/// out; and whether there are such.
fn noticed_restores(model: &Model, steps: &[Step]) -> (bool, bool) {
    let Generated { graph, updates } = generated(model, steps);
    if updates.is_empty() || !holds(model, &mut graph.ground()) {
        return (false, false);
    }
    let (mut is_noticed, mut are_there) = (false, false);
    for (read, write, _) in updates {
        let is_restore = |store: &EventId| {
            graph.kind(*store) == EventKind::Write
                && graph.in_program_order(write, *store)
                && graph.follows_at_once(write, *store)
        };
        let Some(store) = graph.events().find(is_restore).filter(|_| !graph.is_read(write)) else { continue };
        are_there = true;
        is_noticed |= !holds(model, &mut graph.without_update(read, &[write, store]).ground());
    }
    (is_noticed, are_there)
}

/// The models whose files say so.
static RESTORING: LazyLock<Vec<Model>> = LazyLock::new(|| {
    Model::builtin_names().into_iter().map(|name| model(&name)).filter(Model::has_silent_restores).collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn silent_restores_make_no_difference(steps in locked_steps()) {
        for model in RESTORING.iter() {
            prop_assert!(!noticed_restores(model, &steps).0, "{}", model.name());
        }
    }
}

/// Under models that let a store overtake the read of a read-modify-write, or let a later read take its value early, leaving both out
/// does make a difference: so the generated graphs must tell, and they must have such pairs under models that say so.
#[test]
fn generated_graphs_tell_restores_that_are_noticed() {
    let mut runner = TestRunner::deterministic();
    let models: Vec<Model> = Model::builtin_names().into_iter().map(|name| model(&name)).collect();
    let mut found: Vec<(u32, u32)> = vec![(0, 0); models.len()];
    for _ in 0..3_000 {
        let steps = locked_steps().new_tree(&mut runner).expect("the strategy rejects nothing").current();
        for (found, model) in found.iter_mut().zip(&models) {
            let (is_noticed, are_there) = noticed_restores(model, &steps);
            *found = (found.0 + u32::from(is_noticed), found.1 + u32::from(are_there));
        }
    }
    for (model, (noticed, there)) in models.iter().zip(&found) {
        assert!(*there > 5, "{}: {found:?}", model.name());
        assert!(!model.has_silent_restores() || *noticed == 0, "{}: {found:?}", model.name());
    }
    assert!(found.iter().any(|(noticed, _)| *noticed > 0), "{found:?}");
}

/// Only one thread writes to the first location, and does so twice before others look.
fn rewriting_steps() -> impl Strategy<Value = Vec<Step>> {
    let others = prop::collection::vec((0..16usize, any_step()), 0..=2);
    (steps(), step(Operation::Store, 0, 0), others).prop_map(|(mut steps, again, others)| {
        let flag = steps.iter().position(|step| step.location == 0 && step.thread == 0);
        steps.insert(flag.map_or(0, |flag| flag + 1), again);
        for (place, other) in others {
            steps.insert(place % (steps.len() + 1), other);
        }
        for step in &mut steps {
            if step.location == 0 && step.thread != 0 && step.operation != Operation::Fence {
                step.operation = Operation::Load;
            }
            if step.location == 0 {
                step.place = None;
            }
        }
        steps
    })
}

/// Whether some store to the first location may not be left out, and whether there is one.
fn noticed_rewrites(model: &Model, steps: &[Step]) -> (bool, bool) {
    let Generated { graph, updates } = generated(model, steps);
    let is_store = |event: &EventId| {
        graph.kind(*event) == EventKind::Write
            && graph.location(*event) == Some(0)
            && !updates.iter().any(|(_, write, _)| write == event)
    };
    let stores: Vec<EventId> = graph.events().filter(is_store).collect();
    if stores.is_empty() || !holds(model, &mut graph.ground()) {
        return (false, false);
    }
    (stores.iter().any(|store| !holds(model, &mut graph.without_rewrite(*store).ground())), true)
}

/// The models whose files say so.
static REWRITING: LazyLock<Vec<Model>> = LazyLock::new(|| {
    Model::builtin_names().into_iter().map(|name| model(&name)).filter(Model::has_silent_rewrites).collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn silent_rewrites_make_no_difference(steps in rewriting_steps()) {
        for model in REWRITING.iter() {
            prop_assert!(!noticed_rewrites(model, &steps).0, "{}", model.name());
        }
    }
}

/// Where a store that releases tells more than the one behind it, whoever reads the first in place of the second learns more.
#[test]
fn generated_graphs_tell_rewrites_that_are_noticed() {
    let mut runner = TestRunner::deterministic();
    let models: Vec<Model> = Model::builtin_names().into_iter().map(|name| model(&name)).collect();
    let mut found: Vec<(u32, u32)> = vec![(0, 0); models.len()];
    for _ in 0..3_000 {
        let steps = rewriting_steps().new_tree(&mut runner).expect("the strategy rejects nothing").current();
        for (found, model) in found.iter_mut().zip(&models) {
            let (is_noticed, are_there) = noticed_rewrites(model, &steps);
            *found = (found.0 + u32::from(is_noticed), found.1 + u32::from(are_there));
        }
    }
    for (model, (noticed, there)) in models.iter().zip(&found) {
        assert!(*there > 5, "{}: {found:?}", model.name());
        assert!(!model.has_silent_rewrites() || *noticed == 0, "{}: {found:?}", model.name());
    }
    assert!(found.iter().any(|(noticed, _)| *noticed > 0), "{found:?}");
}
