//! Which registers are still read where paths join, and which of them matter.
//!
//! In: a function. Out: for each target of a jump the registers that some path from there reads before it assigns
//! them ([`Liveness::at`]); for the head of each loop those of them on which anything depends that a thread does
//! ([`Liveness::matters`], by [`crate::exec::relevance`]). What other registers hold on one of two paths that join does
//! not matter. It must not know what memory holds.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use crate::exec::flow::Flow;
use crate::exec::relevance::Deciders;
use crate::ids::{LoopId, RegId};
use crate::ir::{Function, Op};

/// Live registers and loops of one function.
#[derive(Clone, Debug)]
pub struct Liveness {
    at_targets: BTreeMap<usize, FixedBitSet>,
    /// By head of a loop: the registers on which something depends that the thread does.
    matter: BTreeMap<usize, FixedBitSet>,
    /// Instructions in a loop that are run or not by what does not matter.
    beside_the_point: FixedBitSet,
    /// Before each instruction.
    before: Vec<FixedBitSet>,
    /// By head: the ends and names of the loops that start there, outermost first.
    loops: BTreeMap<usize, Vec<(usize, LoopId)>>,
    /// The ends of the loops that control may enter elsewhere than at the head.
    entered_inside: BTreeSet<usize>,
}

impl Liveness {
    /// Whether a register is needed before an instruction.
    pub fn is_needed(&self, at: usize, reg: RegId) -> bool {
        self.before.get(at).is_none_or(|live| live.contains(reg.index()))
    }

    /// The registers needed at the target of a jump.
    pub fn at(&self, target: usize) -> Option<&FixedBitSet> {
        self.at_targets.get(&target)
    }

    /// Whether a register is read from the head of a loop on.
    pub fn is_live(&self, head: usize, reg: RegId) -> bool {
        self.at(head).is_none_or(|live| live.contains(reg.index()))
    }

    /// Whether anything that the thread does from the head of a loop on depends on what a register holds there. A
    /// counter that only counts, or only decides how long to pause, is live and does not matter; one that decides when
    /// the loop ends does.
    pub fn matters(&self, head: usize, reg: RegId) -> bool {
        self.matter.get(&head).is_none_or(|matter| matter.contains(reg.index()))
    }

    /// Whether a fence point stands in code of a loop that is run or not by what does not matter.
    pub fn is_beside_the_point(&self, at: usize) -> bool {
        self.beside_the_point.contains(at)
    }

    /// The loops around an instruction, as (head, index of the Repeat, id), outermost first.
    pub fn loops_around(&self, at: usize) -> impl Iterator<Item = (usize, usize, LoopId)> + '_ {
        self.loops
            .range(..=at)
            .flat_map(|(head, ends)| ends.iter().map(|(end, id)| (*head, *end, *id)))
            .filter(move |(_, end, _)| at <= *end)
    }

    /// Whether control may enter the loop that ends here elsewhere than at its head.
    pub fn is_entered_inside(&self, repeat: usize) -> bool {
        self.entered_inside.contains(&repeat)
    }
}

/// Computes them by backward data flow over the code.
pub fn of(function: &Function) -> Liveness {
    let mut loops: BTreeMap<usize, Vec<(usize, LoopId)>> = BTreeMap::new();
    for (at, instr) in function.code.iter().enumerate() {
        if let Op::Repeat { head, id } = instr.op {
            loops.entry(head.index()).or_default().push((at, id));
        }
    }
    for ends in loops.values_mut() {
        ends.sort_by_key(|(end, _)| std::cmp::Reverse(*end));
    }
    let flow = Flow::of(function);
    let live = flow.live(|_| true);
    let mut matter = BTreeMap::new();
    let mut beside_the_point = FixedBitSet::with_capacity(function.code.len());
    let deciders = (!loops.is_empty()).then(|| Deciders::of(function, &flow));
    for ((head, ends), deciders) in loops.iter().zip(deciders.iter().cycle()) {
        let mut registers = FixedBitSet::with_capacity(function.registers.len());
        for (end, _) in ends {
            let relevant = deciders.relevant(function, &flow, *head..=*end);
            registers.union_with(&flow.live(|at| relevant.contains(at))[*head]);
            let stray = |at: &usize| !deciders.are_among(&relevant, *at);
            beside_the_point.extend((*head..=*end).filter(stray));
        }
        matter.insert(*head, registers);
    }
    let at_targets = function
        .code
        .iter()
        .filter_map(|instr| match instr.op {
            Op::Jump(target) | Op::Branch { target, .. } | Op::Repeat { head: target, .. } => Some(target.index()),
            _ => None,
        })
        .map(|target| (target, live[target].clone()))
        .collect();
    let mut entered_inside = BTreeSet::new();
    for (at, instr) in function.code.iter().enumerate() {
        let (Op::Jump(target) | Op::Branch { target, .. }) = instr.op else { continue };
        for (head, ends) in loops.range(at + 1..target.index().max(at + 1)) {
            let inside = |end: &usize| *head < target.index() && target.index() <= *end;
            entered_inside.extend(ends.iter().map(|(end, _)| *end).filter(inside));
        }
    }
    Liveness { at_targets, before: live, matter, beside_the_point, loops, entered_inside }
}
