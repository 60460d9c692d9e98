//! Whether values can come out of nothing.
//!
//! In: a model. Out: whether every value of a consistent execution has a first origin: no read returns what was computed from
//! what it returned. It bounds how far values travel in the analysis before unfolding. It must not know an engine.
//!
//! # Argument
//! What a write writes, where, and whether it happens, hangs on reads before it: by data, address or control dependencies,
//! also through registers and through memory that only its thread knows (a write and a read of the same thread). Where
//! a read looks hangs on reads before it by address. If all of the following are paths of one acyclic axiom, no value hangs on itself:
//!
//! - from a read to a write that depends on it, and to a read whose address does;
//! - from a read to a read of its own thread from a write whose value or address depends on the first;
//! - from a write to a read of another thread from it;
//! - from a read over a thread's start to a write of the thread that is started.
//!
//! For say that values go round. Between threads they go by the third, or by the fourth. Within a thread they go from a read along
//! dependencies and reads of own writes to a write. A control dependency reaches all that comes after the branch, so that one on
//! the way leads from the read to the last write at once; without one the second leads from read to read, and the first
//! to the write. So the way round is a cycle of the axiom. Within one thread alone it would run against program order.
//!
//! The paths are looked for on the smallest graphs, with both events, one or none of them in each set of the model's file. That
//! they are there in larger graphs takes that an axiom takes away nothing for what stands beside two events.

use super::Model;
use super::algebra::Bool;
use super::check::reaches;
use super::evaluate::{Demand, evaluate};
use super::graph::EventGraph;
use super::tag::Tag;
use crate::ids::EventId;

/// Whether no value hangs on itself in a consistent execution.
pub fn has_origins(model: &Model) -> bool {
    let mut candidates: Vec<usize> = (0..model.axioms.len()).collect();
    let sets: Vec<Option<Tag>> = model.declared_sets().into_iter().map(Some).chain([None]).collect();
    let kinds = sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b)));
    let kinds = kinds.filter(|(a, b)| a == b || a.is_none() || b.is_none());
    for ((mut graph, from, to), (first, last)) in kinds.flat_map(|kind| graphs().into_iter().map(move |g| (g, kind))) {
        first.iter().for_each(|set| graph.tag(from, *set));
        last.iter().for_each(|set| graph.tag(to, *set));
        let mut ground = graph.ground();
        let obligations = evaluate(model, &mut Bool, &mut ground);
        candidates.retain(|axiom| match &obligations[*axiom].demand {
            Demand::Acyclic { parts } => reaches(ground.rows.len(), parts, from, to),
            Demand::Empty { .. } => false,
        });
    }
    !candidates.is_empty()
}

/// Graphs, each with two events of which the first must lead to the second.
fn graphs() -> Vec<(EventGraph, EventId, EventId)> {
    let mut graphs = Vec::new();
    for (relation, is_write) in [("data", true), ("addr", true), ("ctrl", true), ("addr", false)] {
        let mut graph = EventGraph::new(2);
        let from = graph.read(0, 0);
        let to = if is_write { graph.write(0, 1) } else { graph.read(0, 1) };
        graph.depend(relation, from, to);
        graphs.push((graph, from, to));
    }
    for relation in ["data", "addr"] {
        let mut graph = EventGraph::new(2);
        let (from, through) = (graph.read(0, 0), graph.write(0, 1));
        let to = graph.read(0, 1);
        graph.depend(relation, from, through);
        graph.reads_from(to, through);
        graphs.push((graph, from, to));
    }
    let mut graph = EventGraph::new(1);
    let (read, write) = graph.rmw(0, 0);
    graph.depend("data", read, write);
    graphs.push((graph, read, write));
    let mut graph = EventGraph::new(1);
    let (from, to) = (graph.write(0, 0), graph.read(1, 0));
    graph.reads_from(to, from);
    graphs.push((graph, from, to));
    let mut graph = EventGraph::new(2);
    let (from, start) = (graph.read(0, 0), graph.mark(0));
    let (begin, to) = (graph.mark(1), graph.write(1, 1));
    graph.meet(start, begin);
    graphs.push((graph, from, to));
    graphs
}

#[cfg(test)]
mod tests {
    use crate::diag::Sources;
    use crate::model::Model;

    #[test]
    fn values_have_origins_where_dependencies_order() {
        let mut found = Vec::new();
        for name in Model::builtin_names() {
            let model = Model::find(&name, &mut Sources::default()).expect("a built-in model");
            found.push((name, model.has_origins()));
        }
        // The kernel's orders dependencies between marked accesses alone: a plain one may take a value that it causes itself. That of
        // all processors speaks of chains of dependencies up to a write, and not of their steps, which is what is looked at here.
        let without: Vec<&str> = found.iter().filter(|(_, has)| !has).map(|(name, _)| name.as_str()).collect();
        assert_eq!(without, ["imm", "lkmm"], "{found:?}");
        // A model that lets dependent accesses go.
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/rmo.toml");
        let model = Model::find(path, &mut Sources::default()).expect("a model of the tests");
        assert!(!model.has_origins(), "it lets a read of an own write overtake what the write depends on");
    }
}
