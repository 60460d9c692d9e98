//! Whether a read-modify-write orders everything around it.
//!
//! In: a model and an order of the language. Out: the answer, found out on small execution graphs. It must not know programs.
//!
//! A read-modify-write of memory that no other thread touches may be taken for a mark, which orders everything and is no
//! event, only where the model would order as much by the event itself. That is tried, as well-formedness tries fences: two
//! accesses with the read-modify-write in between, in every cycle with two accesses of another thread that are held in
//! order. Models that do not declare what they relax are not ones whose order is a matter of pairs of accesses; there the
//! answer is no.

use super::check::check as judge;
use super::graph::EventGraph;
use super::{Access, Model, Operation};
use crate::ids::EventId;

/// Whether a read-modify-write with this order of the language, with what the mapping puts around it, orders all that
/// comes before it in its thread before all that comes after it.
pub fn orders_everything(model: &Model, order: &str) -> bool {
    const PAIRS: [(Access, Access); 4] = [
        (Access::Read, Access::Read),
        (Access::Read, Access::Write),
        (Access::Write, Access::Read),
        (Access::Write, Access::Write),
    ];
    let graphs = PAIRS.into_iter().flat_map(|a| PAIRS.into_iter().map(move |b| (a, b)));
    model.has_kept()
        && graphs.filter_map(|(a, b)| cycle(model, order, a, b)).all(|graph| judge(model, &mut graph.ground()).is_err())
}

/// The cycle `a1 x; rmw z; a2 y || b1 y; b2 x` in which `a2` is seen by `b1` and `b2` by `a1`, the second thread held. `None`
/// where two reads meet.
fn cycle(model: &Model, order: &str, a: (Access, Access), b: (Access, Access)) -> Option<EventGraph> {
    let meet = |first, second| !(first == Access::Read && second == Access::Read);
    if !meet(a.1, b.0) || !meet(b.1, a.0) {
        return None;
    }
    let mut graph = EventGraph::new(3);
    let lowering = model.lowering(Operation::Rmw, order);
    let a1 = access(&mut graph, a.0, 0, 0);
    lowering.before.iter().for_each(|kind| fence(model, &mut graph, kind));
    // One that writes nothing; one that writes orders no less.
    let read = graph.read(0, 2);
    graph.tag(read, "RMW");
    lowering.tags.iter().for_each(|tag| graph.tag(read, tag));
    lowering.after.iter().for_each(|kind| fence(model, &mut graph, kind));
    let a2 = access(&mut graph, a.1, 0, 1);
    let b1 = access(&mut graph, b.0, 1, 1);
    graph.mark(1);
    let b2 = access(&mut graph, b.1, 1, 0);
    let mut writes = Vec::new();
    for (first, first_access, second, second_access) in [(a2, a.1, b1, b.0), (b2, b.1, a1, a.0)] {
        if first_access == Access::Write {
            writes.push(first);
            if second_access == Access::Read {
                graph.reads_from(second, first);
            }
        }
        if second_access == Access::Write {
            writes.push(second);
        }
    }
    graph.order_writes(&writes);
    Some(graph)
}

fn access(graph: &mut EventGraph, access: Access, thread: u32, location: u32) -> EventId {
    match access {
        Access::Read => graph.read(thread, location),
        Access::Write => graph.write(thread, location),
    }
}

fn fence(model: &Model, graph: &mut EventGraph, kind: &str) {
    let event = graph.fence(0, kind);
    for tag in model.fence(kind).map(|kind| kind.tags.as_slice()).unwrap_or_default() {
        graph.tag(event, tag);
    }
}
