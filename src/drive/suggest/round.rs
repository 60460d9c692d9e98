//! What stands before a place and what behind it in the same round: on the ways that go back to the head of no loop.
//!
//! In: a program, and a point. Out: for each access whether it stands before the point or behind it. It must not know executions.
//!
//! In a loop every access comes before every place and behind it, in some iteration. Whoever reads the text sees one
//! iteration, and one call of the function. So an access stands where it is seen from the nearest function: in the point's own, or in what that calls, or
//! else in the one that calls it, and so on.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{FuncId, PointId, SiteId};
use crate::ir::uses::sites;
use crate::ir::{Function, Op, Program};

use super::calls::{Call, Calls};

/// Where accesses stand as seen from a point: how many functions have to be left to come to them.
#[derive(Clone, Debug, Default)]
pub struct Round {
    before: FxHashMap<SiteId, usize>,
    behind: FxHashMap<SiteId, usize>,
}

impl Round {
    pub fn around(program: &Program, calls: &Calls, point: PointId) -> Round {
        let mut walk = Walk { program, calls, within: FxHashMap::default() };
        Round { before: walk.sites(point, Way::Back), behind: walk.sites(point, Way::On) }
    }

    /// Whether an access stands before the point.
    pub fn is_before(&self, site: SiteId) -> bool {
        is_nearer(self.before.get(&site), self.behind.get(&site))
    }

    /// Whether an access stands behind the point.
    pub fn is_behind(&self, site: SiteId) -> bool {
        is_nearer(self.behind.get(&site), self.before.get(&site))
    }
}

/// Whether there is a way, and the other is no shorter.
fn is_nearer(way: Option<&usize>, other: Option<&usize>) -> bool {
    way.is_some_and(|way| other.is_none_or(|other| way <= other))
}

/// Against the course of the program, or with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Back,
    On,
}

struct Walk<'p> {
    program: &'p Program,
    calls: &'p Calls,
    /// The accesses of functions with what they call.
    within: FxHashMap<FuncId, Vec<SiteId>>,
}

impl Walk<'_> {
    fn sites(&mut self, point: PointId, way: Way) -> FxHashMap<SiteId, usize> {
        let program = self.program;
        let mut found: FxHashMap<SiteId, usize> = FxHashMap::default();
        let mut queue: VecDeque<(Call, usize)> = VecDeque::new();
        for (number, function) in program.functions.iter().enumerate() {
            let is_here = |at: &usize| function.code[*at].op == Op::FencePoint(point);
            let caller = FuncId::from_index(number);
            queue.extend((0..function.code.len()).filter(is_here).map(|at| (Call { caller, at }, 0)));
        }
        let mut left: FxHashSet<FuncId> = FxHashSet::default();
        while let Some((Call { caller, at }, level)) = queue.pop_front() {
            let function = program.function(caller);
            let passed = match way {
                Way::Back => behind_which(function, at),
                Way::On => passed_behind(function, at),
            };
            let mut ends = at == 0;
            for (index, instruction) in function.code.iter().enumerate().filter(|(index, _)| passed[*index]) {
                let own = sites(&instruction.op).into_iter().flatten();
                let called = self.calls.callees(&instruction.op).into_iter().flat_map(|callee| self.all_within(callee));
                for site in own.chain(called.collect::<Vec<_>>()) {
                    found.entry(site).or_insert(level);
                }
                ends |= match way {
                    Way::Back => index == 0,
                    Way::On => matches!(instruction.op, Op::Return(_)),
                };
            }
            if ends && left.insert(caller) {
                queue.extend(self.calls.to(caller).iter().map(|call| (*call, level + 1)));
            }
        }
        found
    }

    fn all_within(&mut self, function: FuncId) -> Vec<SiteId> {
        if let Some(known) = self.within.get(&function) {
            return known.clone();
        }
        let (mut seen, mut left, mut all) = (FxHashSet::default(), vec![function], Vec::new());
        while let Some(function) = left.pop() {
            if !seen.insert(function) {
                continue;
            }
            for instruction in &self.program.function(function).code {
                all.extend(sites(&instruction.op).into_iter().flatten());
                left.extend(self.calls.callees(&instruction.op));
            }
        }
        self.within.insert(function, all.clone());
        all
    }
}

/// Which instructions may follow one.
fn passed_behind(function: &Function, at: usize) -> Vec<bool> {
    let mut passed = vec![false; function.code.len()];
    next(function, at).into_iter().for_each(|index| passed[index] = true);
    for index in at + 1..function.code.len() {
        if passed[index] {
            next(function, index).into_iter().for_each(|index| passed[index] = true);
        }
    }
    passed
}

/// Which instructions one may follow.
fn behind_which(function: &Function, at: usize) -> Vec<bool> {
    let mut leads = vec![false; function.code.len()];
    leads[at] = true;
    for index in (0..at).rev() {
        leads[index] = next(function, index).into_iter().any(|next| leads[next]);
    }
    leads[at] = false;
    leads
}

/// Where control goes from an instruction, which is on; from the end of a loop to what is behind the loop.
fn next(function: &Function, at: usize) -> Vec<usize> {
    match function.code[at].op {
        Op::Jump(target) => vec![target.index()],
        Op::Branch { target, .. } => vec![at + 1, target.index()],
        Op::Return(_) | Op::ExitThread { .. } => Vec::new(),
        Op::Repeat { head, .. } => {
            let leaves = |index: usize| match function.code[index].op {
                Op::Jump(target) | Op::Branch { target, .. } if target.index() > at => Some(target.index()),
                _ => None,
            };
            (head.index()..at).filter_map(leaves).collect()
        }
        _ => vec![at + 1],
    }
}

/// Whether an instruction accesses nothing, starts nobody and waits for nobody; that a local variable ends is no access.
pub fn does_nothing(op: &Op) -> bool {
    match op {
        Op::Spawn { .. } | Op::Join { .. } | Op::ExitThread { .. } | Op::AtomicBegin | Op::AtomicEnd => false,
        Op::EndLifetime { .. } | Op::EndLifetimes { .. } => true,
        _ => sites(op).iter().all(Option::is_none),
    }
}
