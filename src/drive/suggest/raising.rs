//! Memory orders that are worth raising.
//!
//! In: a skeleton, and where the program says its orders. Out: candidates, each order that the language allows for an access,
//! that is stronger than its own and that adds something under the model. It must not know what it adds.
//!
//! Only an order that is written as an argument is raised: an access without one is sequentially consistent already or not
//! atomic, and a plain access is never made atomic.

use indexmap::IndexSet;

use crate::exec::skeleton::Skeleton;
use crate::ids::EventId;
use crate::ir::{Order, Program, SiteKind};
use crate::model::Model;
use crate::sat::candidates::{Candidate, Candidates};
use crate::sat::raise::Raise;

use super::anywhere::Beside;
use super::preference::Judge;

/// Adds the orders to the candidates.
pub fn add(candidates: &mut Candidates, skeleton: &Skeleton, (program, model): (&Program, &Model), judge: &Judge) {
    if Order::ALL.iter().all(|order| model.raise_cost(order.name()).is_none()) {
        return;
    }
    let beside = Beside::of(skeleton);
    let mut found: IndexSet<Candidate> = IndexSet::new();
    for (index, event) in skeleton.events.iter().enumerate() {
        let Some(site) = event.site.filter(|_| beside.has(EventId::from_index(index))) else { continue };
        let Some(written) = program.orders.get(&site).filter(|_| judge.allows_raise(site)) else { continue };
        let own = Raise::of(event, model, written.order);
        for order in stronger(program.site(site).kind, written.order) {
            let gained = Raise::of(event, model, *order).filter(|raise| Some(raise) != own.as_ref());
            let adds = |raise: &Raise| !(raise.tags.is_empty() && raise.before.is_empty() && raise.after.is_empty());
            if model.raise_cost(order.name()).is_some() && gained.as_ref().is_some_and(adds) {
                found.insert(Candidate::Order { site, order: *order });
            }
        }
    }
    found.sort_by_key(|candidate| match candidate {
        Candidate::Order { site, order } => Some((*site, *order)),
        _ => None,
    });
    candidates.all.extend(found);
}

/// The orders that an access may have in C beyond its own.
fn stronger(kind: SiteKind, own: Order) -> &'static [Order] {
    match (kind, own) {
        (SiteKind::Load, Order::Relaxed) => &[Order::Acquire, Order::SeqCst],
        (SiteKind::Load, Order::Acquire) => &[Order::SeqCst],
        (SiteKind::Store, Order::Relaxed) => &[Order::Release, Order::SeqCst],
        (SiteKind::Store, Order::Release) => &[Order::SeqCst],
        (SiteKind::Rmw, Order::Relaxed) => &[Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst],
        (SiteKind::Rmw, Order::Acquire | Order::Release) => &[Order::AcqRel, Order::SeqCst],
        (SiteKind::Rmw, Order::AcqRel) => &[Order::SeqCst],
        _ => &[],
    }
}
