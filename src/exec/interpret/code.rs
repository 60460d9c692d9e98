//! What all machines of a program share: the code, the mapping, and where the loops are.
//!
//! In: a program and a mapping. Out: the loops of each function by their regions. It must not know any state.

use rustc_hash::FxHashSet;

use crate::exec::lifetime::Lives;
use crate::exec::liveness::{self, Liveness};
use crate::exec::mapping::Mapping;
use crate::exec::retry::Retries;
use crate::exec::serial;
use crate::ids::{FuncId, RegId, SiteId};
use crate::ir::mutex::Kinds;
use crate::ir::{Function, Op, Operand, Program, uses};
use crate::model::{Lowering, Tag};

/// A program made ready to be run.
#[derive(Debug)]
pub struct Code<'p> {
    pub program: &'p Program,
    pub mapping: Mapping<'p>,
    /// Which deaths write over what has died.
    pub lives: Lives,
    pub mutexes: Kinds,
    /// Head and Repeat of each loop of each function, outer loops first.
    loops: Vec<Vec<(usize, usize)>>,
    /// Of each function.
    live: Vec<Liveness>,
    /// By function and register: whether anything that happens may depend on it.
    reads: Vec<Vec<bool>>,
    /// The waits at barriers of which the result matters.
    told_apart: FxHashSet<(FuncId, usize)>,
    /// Whether anything may depend on what a thread hands back.
    results_matter: bool,
    /// Of each function: the additions that come to nothing.
    retries: Vec<Retries>,
}

impl<'p> Code<'p> {
    pub fn new(program: &'p Program, mapping: Mapping<'p>) -> Code<'p> {
        let loops = program.functions.iter().map(|function| {
            let mut loops: Vec<(usize, usize)> = function
                .code
                .iter()
                .enumerate()
                .filter_map(|(at, instr)| match instr.op {
                    Op::Repeat { head, .. } => Some((head.index(), at)),
                    _ => None,
                })
                .collect();
            loops.sort_by_key(|(_, repeat)| std::cmp::Reverse(*repeat));
            loops
        });
        let loops = loops.collect();
        let reads: Vec<Vec<bool>> = program.functions.iter().map(needed).collect();
        let results_matter = program.functions.iter().zip(&reads).any(|(function, reads)| {
            let takes = |op: &Op| matches!(op, Op::Join { dst: Some(dst), .. } if reads[dst.index()]);
            function.code.iter().any(|instr| takes(&instr.op))
        });
        let live: Vec<Liveness> = program.functions.iter().map(liveness::of).collect();
        let told_apart = program.functions.iter().zip(&live).enumerate().flat_map(|(id, (function, live))| {
            let matters = |at: &usize| serial::is_told_apart(function, live, *at);
            (0..function.code.len()).filter(matters).map(move |at| (FuncId::from_index(id), at))
        });
        let told_apart = told_apart.collect();
        let retries = program.functions.iter().map(Retries::of).collect();
        Code {
            program,
            mapping,
            lives: Lives::of(program, mapping),
            mutexes: Kinds::of(program),
            loops,
            live,
            reads,
            told_apart,
            results_matter,
            retries,
        }
    }

    /// The tags of an access: those that the mapping has for it, and the marks of its site.
    pub fn tags(&self, mapped: &Lowering, site: SiteId) -> Vec<Tag> {
        mapped.tags.iter().copied().chain(self.mapping.marks(self.program, site)).collect()
    }

    /// Whether it matters what the wait at this instruction returns.
    pub(super) fn is_told_apart(&self, function: FuncId, at: usize) -> bool {
        self.told_apart.contains(&(function, at))
    }

    /// Whether anything may depend on what a thread hands back. Where nothing does, an undefined result may be any number.
    pub(super) fn results_matter(&self) -> bool {
        self.results_matter
    }

    /// Whether anything that a function does may depend on a register.
    pub(super) fn reads(&self, function: FuncId, reg: RegId) -> bool {
        self.reads[function.index()][reg.index()]
    }

    /// Which additions of a function are attempts.
    pub(super) fn retries(&self, function: FuncId) -> &Retries {
        &self.retries[function.index()]
    }

    /// Whether any additions may be attempts.
    pub fn has_retries(&self) -> bool {
        self.retries.iter().any(|retries| !retries.is_empty())
    }

    /// Whether an addition may be the first of an attempt.
    pub fn may_begin_attempt(&self, site: SiteId) -> bool {
        self.retries.iter().any(|retries| retries.may_begin(site))
    }

    /// Which registers a function still needs where.
    pub(super) fn live(&self, function: FuncId) -> &Liveness {
        &self.live[function.index()]
    }

    /// The loops around an instruction, outermost first.
    pub(super) fn around(&self, function: FuncId, at: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.loops[function.index()].iter().copied().filter(move |(head, repeat)| *head <= at && at <= *repeat)
    }
}

/// The registers that anything but the value of a register may depend on. What is only computed from and never used for
/// an access, a branch, an assertion, a call or a result may hold any number: no step and no verdict changes with it.
fn needed(function: &Function) -> Vec<bool> {
    let mut needed = vec![false; function.registers.len()];
    let computed = |op: &Op| match op {
        Op::Copy { dst, .. }
        | Op::Unary { dst, .. }
        | Op::Binary { dst, .. }
        | Op::Cast { dst, .. }
        | Op::Select { dst, .. } => Some(*dst),
        _ => None,
    };
    loop {
        let mut grown = false;
        for instr in function.code.iter().rev() {
            if computed(&instr.op).is_some_and(|dst| !needed[dst.index()]) {
                continue;
            }
            for operand in uses::operands(&instr.op) {
                if let Operand::Reg(reg) = operand {
                    grown |= !std::mem::replace(&mut needed[reg.index()], true);
                }
            }
        }
        if !grown {
            return needed;
        }
    }
}
