//! What all machines of a program share: the code, the mapping, and where the loops are.
//!
//! In: a program and a mapping. Out: the loops of each function by their regions. It must not know any state.

use crate::exec::liveness::{self, Liveness};
use crate::exec::mapping::Mapping;
use crate::ids::{FuncId, RegId};
use crate::ir::{Op, Operand, Program};

/// A program made ready to be run.
#[derive(Debug)]
pub struct Code<'p> {
    pub program: &'p Program,
    pub mapping: &'p Mapping,
    /// Head and Repeat of each loop of each function, outer loops first.
    loops: Vec<Vec<(usize, usize)>>,
    /// Of each function.
    live: Vec<Liveness>,
    /// By function and register: whether any instruction reads it.
    reads: Vec<Vec<bool>>,
}

impl<'p> Code<'p> {
    pub fn new(program: &'p Program, mapping: &'p Mapping) -> Code<'p> {
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
        let reads = program.functions.iter().map(|function| {
            let mut reads = vec![false; function.registers.len()];
            for operand in function.code.iter().flat_map(|instr| liveness::operands(&instr.op)) {
                if let Operand::Reg(reg) = operand {
                    reads[reg.index()] = true;
                }
            }
            reads
        });
        let reads = reads.collect();
        Code { program, mapping, loops, reads, live: program.functions.iter().map(liveness::of).collect() }
    }

    /// Whether a function reads a register anywhere.
    pub(super) fn reads(&self, function: FuncId, reg: RegId) -> bool {
        self.reads[function.index()][reg.index()]
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
