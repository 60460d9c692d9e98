//! Memory orders that are one to a model: of a store on ARMv8, say, where a release and a sequentially consistent one are the same
//! instruction.
//!
//! In: a model, a kind of access and orders. Out: whether they are one, what they cost, and which of them is written. It must not know what they are needed for.
//!
//! An order costs no more than a weaker one that it is the same as, and nothing is won by the weaker one where the stronger one is there already. Where
//! a repair has a sequentially consistent access, the others that may be so at no cost are written so, too: the language promises nothing of
//! such an access beside one that only releases, and the next compiler or machine may keep no more than that.

use crate::ir::{Order, Orders, Program, SiteKind};
use crate::model::{Model, Operation};

use super::edits::Edit;
use super::{Task, WhatExists};

/// Orders that an access of a kind may be raised to.
fn orders_of(kind: SiteKind) -> &'static [Order] {
    match kind {
        SiteKind::Load => &[Order::Acquire, Order::SeqCst],
        SiteKind::Store => &[Order::Release, Order::SeqCst],
        SiteKind::Rmw => &[Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst],
    }
}

fn operation(kind: SiteKind) -> Operation {
    match kind {
        SiteKind::Load => Operation::Load,
        SiteKind::Store => Operation::Store,
        SiteKind::Rmw => Operation::Rmw,
    }
}

/// What it costs to raise an access to an order, if the model lets that be a repair: as much as to the cheapest one that is the same.
pub fn cost(model: &Model, kind: SiteKind, order: Order) -> Option<u64> {
    let own = model.raise_cost(order.name())?;
    let same = orders_of(kind).iter().filter(|other| is_one(model, kind, order, **other));
    let least = same.filter_map(|other| model.raise_cost(other.name())).fold(own, u32::min);
    Some(u64::from(least))
}

/// Whether two orders of an access are one to a model.
fn is_one(model: &Model, kind: SiteKind, a: Order, b: Order) -> bool {
    a == b || model.lowering(operation(kind), a.name()) == model.lowering(operation(kind), b.name())
}

/// Whether what is there makes a candidate vain: it is the same, and weaker.
pub fn is_vain(model: &Model, kind: SiteKind, orders: Orders, had: Option<Orders>) -> bool {
    had.is_some_and(|had| {
        had != orders
            && had.failure == orders.failure
            && had.order.covers(orders.order)
            && is_one(model, kind, had.order, orders.order)
    })
}

/// The edits of a repair, with sequential consistency wherever it costs nothing if some access has it.
pub fn said_as_one(task: &Task<'_>, edits: Vec<Edit>) -> Vec<Edit> {
    let is_strongest = |edit: &Edit| matches!(edit, Edit::Order { orders, .. } if orders.order == Order::SeqCst);
    if task.settings.what_exists == WhatExists::TakesPart || !edits.iter().any(is_strongest) {
        return edits;
    }
    let (program, model) = (&task.unit.program, &task.request.model);
    edits.into_iter().map(|edit| strongest((program, model), edit)).collect()
}

fn strongest((program, model): (&Program, &Model), edit: Edit) -> Edit {
    let Edit::Order { site, orders } = edit else { return edit };
    let kind = program.site(site).kind;
    let all = Orders { order: Order::SeqCst, ..orders };
    let can_say = program.orders.get(&site).is_some_and(|written| written.can_say(all, &program.families));
    match can_say && orders.failure.is_none() && is_one(model, kind, orders.order, Order::SeqCst) {
        true => Edit::Order { site, orders: all },
        false => edit,
    }
}
