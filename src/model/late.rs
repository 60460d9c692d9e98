//! Whether an access may reach memory after something that happens because its thread has gone on.
//!
//! In: a model. Out: yes or no. It must not know why that is asked ([`crate::exec::lifetime`] says).
//!
//! A thread accesses a place and then writes news; others pass the news on, and the last one, held in order, writes to the place. The
//! graphs have nothing else that orders: no fences, and accesses as weak as the mapping has them.

use super::check::holds;
use super::critical::access;
use super::graph::{EventGraph, EventKind};
use super::{Access, Model, Operation};
use crate::ids::EventId;

/// The orders that the access has.
const WEAKEST: [&str; 2] = ["plain", "relaxed"];

/// So many threads pass on the news.
const BETWEEN: [u32; 3] = [0, 1, 2];

/// Whether an access of a kind may come after the write that the news led to: a write behind it in coherence, or a read that finds it.
pub fn may_be_late(model: &Model, kind: Access) -> bool {
    WEAKEST.into_iter().any(|order| BETWEEN.into_iter().any(|between| comes_late(model, (kind, order), between)))
}

fn comes_late(model: &Model, (kind, order): (Access, &str), between: u32) -> bool {
    let last = between + 1;
    let mut graph = EventGraph::new(between + 2);
    let (early, operation) = match kind {
        Access::Read => (graph.read(0, 0), Operation::Load),
        Access::Write => (graph.write(0, 0), Operation::Store),
    };
    model.lowering(operation, order).tags.iter().for_each(|tag| graph.tag(early, *tag));
    let mut news = access(model, &mut graph, Access::Write, 0, 1);
    let mut heard = news;
    for thread in 1..=last {
        heard = access(model, &mut graph, Access::Read, thread, thread);
        graph.reads_from(heard, news);
        if thread < last {
            news = access(model, &mut graph, Access::Write, thread, thread + 1);
            graph.keep(heard, news);
        }
    }
    let over = graph.write(last, 0);
    graph.keep(heard, over);
    match kind {
        Access::Write => {
            let is_news = |event: &EventId| graph.kind(*event) == EventKind::Write && graph.location(*event) != Some(0);
            let order: Vec<EventId> = [over, early].into_iter().chain(graph.events().filter(is_news)).collect();
            graph.order_writes(&order);
        }
        Access::Read => graph.reads_from(early, over),
    }
    holds(model, &mut graph.ground())
}
