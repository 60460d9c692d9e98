//! A program with candidates enforced, as the explorer is given it.
//!
//! In: a program, a model and candidates. Out: the program with fences in the place of points and with other memory orders at accesses. It must
//! not know why these.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::ids::{FenceId, Label, PointId, SiteId};
use crate::ir::{Function, Instr, Op, Order, Orders, Program};
use crate::model::Model;
use crate::sat::candidates::Candidate;

/// The program with these candidates. Pairs are none that a program can be given.
pub fn enforced<'c>(program: &Program, model: &Model, chosen: impl Iterator<Item = &'c Candidate>) -> Program {
    let mut program = program.clone();
    let mut kinds: FxHashMap<PointId, Vec<FenceId>> = FxHashMap::default();
    let mut orders: BTreeMap<SiteId, Orders> = BTreeMap::new();
    for candidate in chosen {
        match candidate {
            Candidate::Fence { point, kind } => kinds.entry(*point).or_default().push(*kind),
            Candidate::Order { site, orders: wanted } => {
                let both = orders.get(site).map_or(*wanted, |other| stronger(*other, *wanted));
                orders.insert(*site, both);
            }
            Candidate::Pair(..) => {}
        }
    }
    kinds.values_mut().for_each(|kinds| *kinds = needed(model, kinds));
    for function in &mut program.functions {
        put_fences(function, model, &kinds);
    }
    put_orders(&mut program, &orders);
    program
}

/// Of fences at one point those that do something which no other one of them does.
fn needed(model: &Model, kinds: &[FenceId]) -> Vec<FenceId> {
    if !model.fences_order_pairs() {
        return kinds.to_vec();
    }
    let orders = |kind: FenceId| &model.fences()[kind.index()].orders;
    let within = |a: FenceId, b: FenceId| orders(a).iter().all(|pair| orders(b).contains(pair));
    // Of two that do the same the first one stays.
    let is_spare = |a: FenceId| kinds.iter().any(|b| *b != a && within(a, *b) && (!within(*b, a) || *b < a));
    kinds.iter().copied().filter(|kind| !is_spare(*kind)).collect()
}

/// Orders that have all that either has.
fn stronger(a: Orders, b: Orders) -> Orders {
    let both = |a: Order, b: Order| match (a, b) {
        _ if a.covers(b) => a,
        _ if b.covers(a) => b,
        // One acquires, and the other releases.
        _ => Order::AcqRel,
    };
    Orders { order: both(a.order, b.order), failure: a.failure.zip(b.failure).map(|(a, b)| both(a, b)) }
}

/// Puts fences in the place of points.
fn put_fences(function: &mut Function, model: &Model, kinds: &FxHashMap<PointId, Vec<FenceId>>) {
    let wanted = |instr: &Instr| match instr.op {
        Op::FencePoint(point) => kinds.get(&point),
        _ => None,
    };
    if !function.code.iter().any(|instr| wanted(instr).is_some()) {
        return;
    }
    let mut code = Vec::with_capacity(function.code.len());
    // Where each instruction has come to.
    let mut places = Vec::with_capacity(function.code.len() + 1);
    for instr in std::mem::take(&mut function.code) {
        places.push(Label::from_index(code.len()));
        match wanted(&instr) {
            Some(kinds) => code.extend(kinds.iter().map(|kind| {
                let op = Op::ModelFence { kind: model.kind_name(*kind).to_string() };
                Instr { op, span: instr.span }
            })),
            None => code.push(instr),
        }
    }
    places.push(Label::from_index(code.len()));
    for instr in &mut code {
        if let Op::Jump(target) | Op::Branch { target, .. } | Op::Repeat { head: target, .. } = &mut instr.op {
            *target = places[target.index()];
        }
    }
    function.code = code;
}

/// Gives the accesses whose orders stand where these do the orders.
fn put_orders(program: &mut Program, orders: &BTreeMap<SiteId, Orders>) {
    if orders.is_empty() {
        return;
    }
    let written = std::mem::take(&mut program.orders);
    let of = |site: &SiteId| written.get(site).and_then(|written| orders.get(&written.first)).copied();
    for instr in program.functions.iter_mut().flat_map(|function| &mut function.code) {
        match &mut instr.op {
            Op::Load { order, site, .. } | Op::Store { order, site, .. } | Op::Rmw { order, site, .. } => {
                *order = of(site).map_or(*order, |orders| orders.order);
            }
            Op::CompareExchange { success, failure, site, .. } => {
                if let Some(orders) = of(site) {
                    (*success, *failure) = (orders.order, orders.failure.unwrap_or(*failure));
                }
            }
            _ => {}
        }
    }
    program.orders = written;
}
