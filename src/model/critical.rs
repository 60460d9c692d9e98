//! The critical cycles of two threads, on which a model shows what it keeps in order.
//!
//! In: a model, two accesses of a thread and what stands between them. Out: how many of the executions the axioms allow in
//! which another thread, held in order, sees the two the other way round. It must not know what a model declares.
//!
//! The graphs are those of Alglave, Maranget and Tautschnig, "Herding cats" (2014), section 4.

use super::check::holds;
use super::graph::EventGraph;
use super::{Access, AccessPair, FenceKind, Model, Operation, Tag};
use crate::ids::{EventId, FenceId};

/// All pairs of kinds of accesses.
pub fn pairs() -> impl Iterator<Item = AccessPair> {
    Access::ALL.into_iter().flat_map(|first| Access::ALL.map(|second| (first, second)))
}

/// How many of a pair's critical cycles the axioms allow.
pub fn allowed(model: &Model, pair: AccessPair, between: Between<'_>) -> usize {
    let graphs = pairs().filter_map(|other| cycle(model, pair, other, between));
    graphs.filter(|graph| holds(model, &mut graph.ground())).count()
}

/// Whether a read-modify-write with this order of the language, with what the mapping puts around it, orders all that
/// comes before it in its thread before all that comes after it.
///
/// One of memory that no other thread touches may be taken for a mark, which orders everything and is no event, only then. A
/// model whose axioms have no `kept` has no place for what a mark orders; there the answer is no.
pub fn update_orders_everything(model: &Model, order: &str) -> bool {
    model.has_kept() && pairs().all(|pair| allowed(model, pair, Between::Update(order)) == 0)
}

/// Adds an access with the weakest order of atomic ones, tagged as the model's mapping tags it.
pub fn access(model: &Model, graph: &mut EventGraph, access: Access, thread: u32, location: u32) -> EventId {
    let (event, operation) = match access {
        Access::Read => (graph.read(thread, location), Operation::Load),
        Access::Write => (graph.write(thread, location), Operation::Store),
    };
    for tag in &model.lowering(operation, "relaxed").tags {
        graph.tag(event, *tag);
    }
    event
}

/// Adds a fence of a kind.
pub fn fence(graph: &mut EventGraph, thread: u32, kind: &FenceKind) {
    graph.fence(thread, &kind.sets());
}

/// Adds a read-modify-write that writes nothing to the first thread.
fn update(model: &Model, graph: &mut EventGraph, order: &str) {
    let lowering = model.lowering(Operation::Rmw, order);
    let pass = |graph: &mut EventGraph, kind: &FenceId| {
        graph.fence(0, &model.kind_sets(*kind));
    };
    lowering.before.iter().for_each(|kind| pass(graph, kind));
    let read = graph.read(0, 2);
    graph.tag(read, Tag::named("RMW"));
    lowering.tags.iter().for_each(|tag| graph.tag(read, *tag));
    lowering.after.iter().for_each(|kind| pass(graph, kind));
}

/// What stands between the two accesses of the thread under test.
#[derive(Clone, Copy)]
pub enum Between<'a> {
    Nothing,
    Kept,
    Fence(&'a FenceKind),
    /// A read-modify-write of a third location with this order of the language, with what the mapping puts around it. It writes
    /// nothing; one that writes orders no less.
    Update(&'a str),
}

/// The cycle `a1 x; a2 y || b1 y; b2 x` in which `a2` is seen by `b1` and `b2` by `a1`, the second thread held.
///
/// `None` where two reads meet, between which there is no communication.
fn cycle(model: &Model, a: AccessPair, b: AccessPair, between: Between<'_>) -> Option<EventGraph> {
    let meet = |first, second| !(first == Access::Read && second == Access::Read);
    if !meet(a.1, b.0) || !meet(b.1, a.0) {
        return None;
    }
    let mut graph = EventGraph::new(3);
    let a1 = access(model, &mut graph, a.0, 0, 0);
    match between {
        Between::Nothing | Between::Kept => {}
        Between::Fence(kind) => fence(&mut graph, 0, kind),
        Between::Update(order) => update(model, &mut graph, order),
    }
    let a2 = access(model, &mut graph, a.1, 0, 1);
    let b1 = access(model, &mut graph, b.0, 1, 1);
    if !model.has_kept() {
        let strongest = model.fences().iter().filter(|kind| kind.covers(model.relaxed()));
        strongest.for_each(|kind| fence(&mut graph, 1, kind));
    }
    let b2 = access(model, &mut graph, b.1, 1, 0);
    graph.keep(b1, b2);
    if let Between::Kept = between {
        graph.keep(a1, a2);
    }
    let mut writes = Vec::new();
    for (first, first_access, second, second_access) in [(a2, a.1, b1, b.0), (b2, b.1, a1, a.0)] {
        if first_access == Access::Write {
            writes.push(first);
            if second_access == Access::Read {
                graph.reads_from(second, first);
            }
        }
        // A first read keeps reading the initial write, which the second write overwrites.
        if second_access == Access::Write {
            writes.push(second);
        }
    }
    graph.order_writes(&writes);
    Some(graph)
}
