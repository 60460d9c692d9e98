//! Additions that a thread takes back only to add again: the attempts of a lock that is one counter.
//!
//! In: a function. Out: which of its fetch-and-adds are attempts ([`Retries`]): `d`, behind it `u`, which takes back what `d` added, and
//! behind `u` nothing but waiting before the thread tries again. It must not know what anybody finds in memory, nor what follows
//! from an attempt (see `attempts.rs` of `explore`).
//!
//! `(d, u)` is an attempt if
//!
//! 1. both change the same place (one operand, which nothing on the way assigns) by constants whose sum is 0;
//! 2. each way on from `u` goes round for ever or to another addition `d'` that does what `d` does, and on it are only
//!    computations in registers, fences, and atomic loads of that place; and so is each way from `d` to `u`, without loads;
//! 3. the ways on from `d` and from `d'` meet, without a branch before that, where each register that is still needed either holds what
//!    the addition has found on both ways, or is assigned nowhere on the ways from `d` to `d'`.
//!
//! Then a thread that leaves out an attempt, and what it does between it and `d'`, does after `d'` what it does with the attempt, whatever `d'`
//! finds: it is deterministic, and it is in the same state.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::flow::Flow;
use crate::ids::{RegId, SiteId};
use crate::ir::{BinaryOp, Function, Op, Operand, Order, RmwOp, Width, uses};

/// The attempts of one function.
#[derive(Clone, Debug, Default)]
pub struct Retries {
    pairs: BTreeSet<(SiteId, SiteId)>,
}

/// A fetch-and-add of a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Addition {
    address: Operand,
    /// As many bits of it as the place has.
    amount: u64,
    width: Width,
    site: SiteId,
}

/// What can be reached from an instruction without doing anything.
struct Reach {
    /// What is passed.
    passed: BTreeSet<usize>,
    /// The fetch-and-adds at which it ends.
    ends: BTreeSet<usize>,
    /// Whether something else can be reached.
    leads_out: bool,
}

impl Retries {
    pub fn of(function: &Function) -> Retries {
        let additions: Vec<(usize, Addition)> =
            function.code.iter().enumerate().filter_map(|(at, instr)| Some((at, addition(&instr.op)?))).collect();
        let mut retries = Retries::default();
        if additions.len() < 2 {
            return retries;
        }
        let flow = Flow::of(function);
        let live = flow.live(|_| true);
        let search = Search { function, flow: &flow, live: &live };
        for (first, d) in &additions {
            for (back, u) in &additions {
                let is_known = |other: &&(usize, Addition)| other.1.site == d.site || other.1.site == u.site;
                let sum = d.amount.wrapping_add(u.amount) & d.width.mask();
                let cancels = (d.address, d.width) == (u.address, u.width) && sum == 0 && first != back;
                if cancels && additions.iter().filter(is_known).count() == 2 && search.tries_again(*first, *back) {
                    retries.pairs.insert((d.site, u.site));
                }
            }
        }
        retries
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether an addition may be the first of an attempt.
    pub fn may_begin(&self, first: SiteId) -> bool {
        self.pairs.iter().any(|(other, _)| *other == first)
    }

    /// Whether an addition and what takes it back are an attempt, if the thread does nothing between them.
    pub fn is_attempt(&self, first: SiteId, back: SiteId) -> bool {
        self.pairs.contains(&(first, back))
    }
}

/// What an instruction adds, if it is a fetch-and-add of a constant.
fn addition(op: &Op) -> Option<Addition> {
    let Op::Rmw { op: change, address, value: Operand::Const { bits, width }, site, .. } = op else { return None };
    let amount = match change {
        RmwOp::Add => *bits,
        RmwOp::Sub => bits.wrapping_neg() & width.mask(),
        _ => return None,
    };
    Some(Addition { address: *address, amount, width: *width, site: *site })
}

struct Search<'f> {
    function: &'f Function,
    flow: &'f Flow,
    live: &'f [FixedBitSet],
}

impl Search<'_> {
    fn tries_again(&self, first: usize, back: usize) -> bool {
        let Some(d) = addition(&self.function.code[first].op) else { return false };
        let before = self.reach(first, |_| false);
        let after = self.reach(back, |address| address == d.address);
        if !before.ends.contains(&back) || after.leads_out || after.ends.is_empty() {
            return false;
        }
        // More than what is on the way from the one to the other, but never less.
        let mut assigned: BTreeSet<RegId> = BTreeSet::new();
        let passed = before.passed.iter().chain(&after.passed).chain([&back]);
        assigned.extend(passed.flat_map(|at| uses::definitions(&self.function.code[*at].op)));
        if matches!(d.address, Operand::Reg(reg) if assigned.contains(&reg)) {
            return false;
        }
        after.ends.iter().all(|again| {
            let Some(other) = addition(&self.function.code[*again].op) else { return false };
            Addition { site: d.site, ..other } == d && self.meet(first, *again, &assigned)
        })
    }

    /// Where control may go from behind an instruction, up to accesses that `loads` does not allow.
    fn reach(&self, from: usize, loads: impl Fn(Operand) -> bool) -> Reach {
        let mut reach = Reach { passed: BTreeSet::new(), ends: BTreeSet::new(), leads_out: false };
        let mut open: Vec<usize> = self.flow.next(from).collect();
        while let Some(at) = open.pop() {
            let op = &self.function.code[at].op;
            if addition(op).is_some() {
                reach.ends.insert(at);
            } else if computes(op)
                || matches!(op, Op::Load { address, order, .. } if *order != Order::Plain && loads(*address))
            {
                if reach.passed.insert(at) {
                    open.extend(self.flow.next(at));
                }
            } else {
                reach.leads_out = true;
            }
        }
        reach
    }

    /// Whether the thread is in the same state behind both additions if they find the same.
    fn meet(&self, first: usize, again: usize, assigned: &BTreeSet<RegId>) -> bool {
        let (ways, others) = (self.way(first), self.way(again));
        let met =
            ways.iter().find_map(|(at, held)| Some((*at, held, &others.iter().find(|(other, _)| other == at)?.1)));
        let Some((at, held, held_again)) = met else { return false };
        let mut assigned = assigned.clone();
        for way in [&ways, &others] {
            for (passed, _) in way.iter().take_while(|(passed, _)| *passed != at) {
                assigned.extend(uses::definitions(&self.function.code[*passed].op));
            }
        }
        for addition in [first, again] {
            assigned.extend(uses::definitions(&self.function.code[addition].op));
        }
        let is_same = |reg: &RegId| held.contains(reg) && held_again.contains(reg);
        assigned.iter().all(|reg| !self.live[at].contains(reg.index()) || is_same(reg))
    }

    /// The instructions behind an addition up to the first fork, each with the registers that hold there what the addition has
    /// found.
    fn way(&self, addition: usize) -> Vec<(usize, BTreeSet<RegId>)> {
        let mut held: BTreeSet<RegId> = uses::definitions(&self.function.code[addition].op).collect();
        let mut way: Vec<(usize, BTreeSet<RegId>)> = Vec::new();
        let mut next = self.flow.next(addition).next();
        while let Some(at) = next.filter(|at| way.iter().all(|(passed, _)| passed != at)) {
            way.push((at, held.clone()));
            match &self.function.code[at].op {
                Op::Copy { dst, value } => {
                    let holds = matches!(value, Operand::Reg(reg) if held.contains(reg));
                    if holds {
                        held.insert(*dst)
                    } else {
                        held.remove(dst)
                    };
                }
                Op::FencePoint(_) | Op::Jump(_) | Op::Repeat { .. } => {}
                _ => break,
            }
            next = self.flow.next(at).next();
        }
        way
    }
}

/// Whether an instruction only computes or goes on elsewhere, or is a fence, and cannot fail.
fn computes(op: &Op) -> bool {
    match op {
        Op::Copy { .. } | Op::Unary { .. } | Op::Cast { .. } | Op::Select { .. } => true,
        Op::Binary { op, .. } => {
            !matches!(op, BinaryOp::UnsignedDiv | BinaryOp::SignedDiv | BinaryOp::UnsignedRem | BinaryOp::SignedRem)
        }
        Op::Fence { .. } | Op::ModelFence { .. } | Op::FencePoint(_) => true,
        Op::Jump(_) | Op::Branch { .. } | Op::Repeat { .. } => true,
        _ => false,
    }
}
