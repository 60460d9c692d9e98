//! What makes an access to memory that is cut one step.
//!
//! In: a model. Out: which of its axioms see the events of a group as one. It must not know programs.
//!
//! # What is assumed
//! An access takes effect at once, whatever its size, as on x86 within a cache line: a store becomes visible to the other
//! threads in all its parts or in none, a load finds all its parts at one moment, and a read-modify-write is both at one
//! moment. So between the parts of a group nothing of others comes in the order in which memory performs the accesses,
//! which is what an acyclicity axiom about all locations speaks of: there the group is one node.
//!
//! A thread may read its own stores before they are performed. A load that finds one of its parts so has performed the
//! others when it happens, which may be before that store reaches memory. An axiom that orders a store before the
//! own load that reads from it, but not before loads of other locations that follow it, is about single locations only;
//! there the parts of a group stay apart, as one node would order the load's other parts behind the store, which nothing
//! does. That an axiom is left out only allows more, so that it cannot hide a violation. An axiom may order a load of an own
//! store behind what that store waits for, and other loads not: then it speaks of the part that is found so, and of no other
//! ([`Parts::OneButLoads`]); published tests of processors have such loads.

use crate::diag::{Diagnostic, Span};
use crate::ids::EventId;
use crate::model::graph::EventGraph;
use crate::model::{Bool, Demand, FailedUpdates, Model, Relation, evaluate};

/// By axiom of the model: whether a group is one node of its order, loads left aside.
fn whole(model: &Model) -> Vec<bool> {
    // A store, then loads of the same thread: of the same location, reading from it, and of another one.
    let mut graph = EventGraph::new(2);
    let store = graph.write(0, 0);
    let (own, other) = (graph.read(0, 0), graph.read(0, 1));
    graph.reads_from(own, store);
    evaluate(model, &mut Bool, &mut graph.ground())
        .iter()
        .map(|obligation| {
            let Demand::Acyclic { parts } = &obligation.demand else { return false };
            let relations: Vec<Relation<bool>> = parts.iter().map(|part| part.relation(&mut Bool)).collect();
            let orders = |load: EventId| relations.iter().any(|r| r.get(store, load).is_some());
            !orders(own) || orders(other)
        })
        .collect()
}

/// By axiom of the model: what a group is in its order.
pub fn parts(model: &Model) -> Vec<Parts> {
    let found = whole(model).into_iter().zip(forwards(model));
    found
        .map(|(whole, forwards)| match (whole, forwards) {
            (false, _) => Parts::Apart,
            (true, false) => Parts::One,
            (true, true) => Parts::OneButLoads,
        })
        .collect()
}

/// What a group is in the order of an axiom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Nothing of its own.
    Apart,
    /// One node.
    One,
    /// One node, but for loads: what other threads have done before one part of a load comes before all of it, what its own
    /// thread has done before one part only before that part, which it may find in a store that others do not see yet.
    OneButLoads,
}

/// By axiom of the model: whether something is ordered before an own load because that reads from a store that waits for it,
/// and not before loads in general.
fn forwards(model: &Model) -> Vec<bool> {
    let found = ["data", "addr"].map(|dependency| {
        let mut graph = EventGraph::new(3);
        let (before, store) = (graph.read(0, 2), graph.write(0, 0));
        let (own, other) = (graph.read(0, 0), graph.read(0, 1));
        graph.reads_from(own, store);
        graph.depend(dependency, before, store);
        let mut ground = graph.ground();
        let n = ground.rows.len();
        let orders = |demand: &Demand<'_, bool>| {
            let Demand::Acyclic { parts } = demand else { return false };
            let relations: Vec<Relation<bool>> = parts.iter().map(|part| part.relation(&mut Bool)).collect();
            let order = Relation::union(&mut Bool, n, &relations.iter().collect::<Vec<_>>()).closure(&mut Bool);
            order.get(before, own).is_some() && order.get(before, other).is_none()
        };
        evaluate(model, &mut Bool, &mut ground).iter().map(|axiom| orders(&axiom.demand)).collect::<Vec<bool>>()
    });
    found[0].iter().zip(&found[1]).map(|(data, address)| *data || *address).collect()
}

/// What has to be one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneStep {
    /// An access to memory that is accessed with several sizes.
    Access,
    /// An access to two words at once.
    Pair,
    /// An atomic section.
    Section,
}

/// Whether an axiom that sees groups as one orders all that can tear them apart: two reads of one thread that find
/// another thread's writes partly, and writes of two threads whose orders cross.
fn is_one_step(model: &Model) -> bool {
    let mut graph = EventGraph::new(1);
    let (before, store, load) = (graph.write(0, 0), graph.write(1, 0), graph.read(2, 0));
    let early = graph.read(3, 0);
    graph.reads_from(load, store);
    graph.reads_from(early, before);
    graph.order_writes(&[before, store]);
    let communication = [(store, load), (before, store), (early, store)];
    let orders_all = |demand: &Demand<'_, bool>| {
        let Demand::Acyclic { parts } = demand else { return false };
        let relations: Vec<Relation<bool>> = parts.iter().map(|part| part.relation(&mut Bool)).collect();
        communication.iter().all(|(from, to)| relations.iter().any(|r| r.get(*from, *to).is_some()))
    };
    let mut ground = graph.ground();
    let axioms = evaluate(model, &mut Bool, &mut ground);
    whole(model).into_iter().zip(&axioms).any(|(whole, axiom)| whole && orders_all(&axiom.demand))
}

/// Refuses what has to be one step under a model of which no axiom sees it as one: there it would be torn apart. Accesses in parts are also
/// refused where a compare-and-exchange that fails is a load: what it comes to is found by no part of it, so that none could be one.
pub fn require(model: &Model, what: OneStep, span: Option<Span>) -> Result<(), Diagnostic> {
    let has_parts = matches!(what, OneStep::Access | OneStep::Pair);
    let why = match (is_one_step(model), model.failed_updates()) {
        (false, _) => "no axiom of it is about the order in which memory performs accesses to all locations",
        (true, FailedUpdates::Load) if has_parts => {
            "a compare-and-exchange that fails is a load under it, and no part of an access tells whether it fails"
        }
        (true, _) => return Ok(()),
    };
    let (what, instead) = match what {
        OneStep::Access => {
            ("accesses of different sizes to shared memory are", "access the memory with one type everywhere")
        }
        OneStep::Pair => ("atomic accesses of 16 bytes are", "use ones of 8 bytes, or a lock"),
        OneStep::Section => ("atomic sections are", "use a mutex, or atomic accesses with their orders"),
    };
    let error = format!("{what} not supported under the model `{}`", model.name());
    let mut error = Diagnostic::error(error).help(format!("{why}; {instead}"));
    error.span = span;
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_orders_of_all_locations_see_groups() {
        let whole = |name: &str| {
            let mut sources = crate::diag::Sources::default();
            super::whole(&Model::find(name, &mut sources).expect("a model of the tool"))
        };
        assert_eq!(whole("sc").iter().filter(|whole| **whole).count(), 1);
        let one_step = |name: &str| {
            let mut sources = crate::diag::Sources::default();
            is_one_step(&Model::find(name, &mut sources).expect("a model of the tool"))
        };
        for model in ["sc", "tso", "pso", "arm8", "riscv"] {
            assert!(one_step(model), "{model}");
        }
        // Under these, threads may disagree about the order of two writes, or only reads-from and program order count.
        for model in ["rc11", "power"] {
            assert!(!one_step(model), "{model}");
        }
        let kinds = |name: &str| {
            let mut sources = crate::diag::Sources::default();
            parts(&Model::find(name, &mut sources).expect("a model of the tool"))
        };
        for model in ["arm8", "riscv"] {
            assert!(kinds(model).contains(&Parts::OneButLoads), "{model}");
        }
        for model in ["sc", "tso", "pso"] {
            assert!(!kinds(model).contains(&Parts::OneButLoads), "{model}");
        }
        for relaxed in ["tso", "pso"] {
            let axioms = whole(relaxed);
            assert!(axioms.contains(&true), "{relaxed}: {axioms:?}");
            assert!(!axioms[0], "{relaxed}: the axiom of single locations: {axioms:?}");
        }
    }
}
