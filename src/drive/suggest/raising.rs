//! Memory orders that are worth raising.
//!
//! In: a skeleton, and where the program says its orders. Out: candidates, each order that the language allows for an access,
//! that is stronger than its own and that adds something under the model. It must not know what it adds.
//!
//! Only an order that is written as an argument is raised, or in the name of a function or a macro where there is another one that has it, or that an older builtin has (`__sync_lock_release`): other accesses without one
//! are sequentially consistent already or not atomic, and a plain access is never made atomic.

use indexmap::IndexSet;

use crate::exec::skeleton::Skeleton;
use crate::ids::EventId;
use crate::ir::{Order, Orders, Program, SiteKind};
use crate::model::Model;
use crate::sat::candidates::{Candidate, Candidates};
use crate::sat::raise::Raise;

use super::alike;
use super::anywhere::Beside;
use super::preference::Judge;

/// Adds the orders to the candidates.
pub fn add(candidates: &mut Candidates, skeleton: &Skeleton, (program, model): (&Program, &Model), judge: &Judge) {
    if !model.raises_orders() {
        return;
    }
    let beside = Beside::of(skeleton);
    let is_possible = |order: Order| order == Order::Relaxed || model.raise_cost(order.name()).is_some();
    let mut found: IndexSet<Candidate> = IndexSet::new();
    for (index, event) in skeleton.events.iter().enumerate() {
        let Some(site) = event.site.filter(|_| beside.has(EventId::from_index(index))) else { continue };
        let Some(written) = program.orders.get(&site).filter(|written| judge.allows_raise(written.first)) else {
            continue;
        };
        let (own, first) = (Raise::of(event, model, written.orders), written.first);
        candidates.named.insert(site, first);
        let had = judge.had(first).into_iter();
        for orders in stronger(program.site(site).kind, written.orders).into_iter().chain(had) {
            let gained = Raise::of(event, model, orders).filter(|raise| Some(raise) != own.as_ref());
            let is_vain = alike::is_vain(model, program.site(site).kind, orders, judge.had(first));
            let is_written = !is_vain && written.can_say(orders, &program.families);
            if is_written && orders.each().all(is_possible) && gained.is_some_and(|raise| !raise.is_empty()) {
                found.insert(Candidate::Order { site: first, orders });
            }
        }
    }
    found.sort_by_key(|candidate| match candidate {
        Candidate::Order { site, orders } => Some((*site, *orders)),
        _ => None,
    });
    candidates.all.extend(found);
}

/// Adds every order that may be raised, whatever it adds under the model.
pub fn add_all(candidates: &mut Candidates, (program, model): (&Program, &Model), judge: &Judge) {
    let is_possible = |order: Order| order == Order::Relaxed || model.raise_cost(order.name()).is_some();
    for (site, written) in program.orders.iter().filter(|(_, written)| judge.allows_raise(written.first)) {
        candidates.named.insert(*site, written.first);
        let stronger = stronger(program.site(*site).kind, written.orders).into_iter();
        let possible =
            stronger.filter(|orders| orders.each().all(is_possible) && written.can_say(*orders, &program.families));
        candidates.all.extend(possible.map(|orders| Candidate::Order { site: written.first, orders }));
    }
}

/// The orders that an access may have in C beyond its own.
fn stronger(kind: SiteKind, own: Orders) -> Vec<Orders> {
    let all: Vec<Orders> = match (own.failure, kind) {
        (Some(_), _) => Orders::of_exchanges().collect(),
        (None, SiteKind::Load) => [Order::Acquire, Order::SeqCst].map(Orders::from).to_vec(),
        (None, SiteKind::Store) => [Order::Release, Order::SeqCst].map(Orders::from).to_vec(),
        (None, _) => [Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst].map(Orders::from).to_vec(),
    };
    let covers = |it: &Orders| it.each().zip(own.each()).all(|(new, old)| new.covers(old));
    all.into_iter().filter(|it| *it != own && covers(it)).collect()
}
