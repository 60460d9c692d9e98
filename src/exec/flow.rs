//! How control and values flow through the code of a function.
//!
//! In: a function. Out: for each instruction where control may go from it, the registers that it assigns and those that
//! it reads, looked up once ([`Flow`]), and the registers that are live before it. It must not know loops, nor what an
//! instruction does besides.

use fixedbitset::FixedBitSet;

use crate::ids::RegId;
use crate::ir::uses::{self, operands};
use crate::ir::{Function, Operand};

/// The flow of one function, by instruction.
pub struct Flow {
    /// At most two: the next instruction and the target of a jump.
    next: Vec<[Option<usize>; 2]>,
    assigns: Vec<[Option<RegId>; 2]>,
    /// The registers that all instructions read, one after the other, and where those of each begin.
    reads: Vec<RegId>,
    begin: Vec<usize>,
    registers: usize,
}

impl Flow {
    pub fn of(function: &Function) -> Flow {
        let count = function.code.len();
        let mut flow = Flow {
            next: Vec::with_capacity(count),
            assigns: Vec::with_capacity(count),
            reads: Vec::new(),
            begin: Vec::with_capacity(count + 1),
            registers: function.registers.len(),
        };
        for (at, instr) in function.code.iter().enumerate() {
            flow.next.push(uses::successors(&instr.op, at, count));
            let mut assigned = uses::definitions(&instr.op);
            flow.assigns.push([assigned.next(), assigned.next()]);
            flow.begin.push(flow.reads.len());
            flow.reads.extend(operands(&instr.op).into_iter().filter_map(|operand| match operand {
                Operand::Reg(register) => Some(register),
                _ => None,
            }));
        }
        flow.begin.push(flow.reads.len());
        flow
    }

    /// How many instructions there are.
    pub fn count(&self) -> usize {
        self.next.len()
    }

    /// Where control may go after an instruction.
    pub fn next(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.next[at].into_iter().flatten()
    }

    /// Whether there is more than one way on.
    pub fn is_fork(&self, at: usize) -> bool {
        self.next[at].iter().all(Option::is_some)
    }

    pub fn reads(&self, at: usize) -> &[RegId] {
        &self.reads[self.begin[at]..self.begin[at + 1]]
    }

    /// By register: the instructions that assign it.
    pub fn definitions(&self) -> Vec<Vec<usize>> {
        let mut definitions = vec![Vec::new(); self.registers];
        for (at, registers) in self.assigns.iter().enumerate() {
            registers.iter().flatten().for_each(|register| definitions[register.index()].push(at));
        }
        definitions
    }

    /// The registers that some path from each instruction reads before it assigns them, in instructions that `counts`.
    pub fn live(&self, counts: impl Fn(usize) -> bool) -> Vec<FixedBitSet> {
        let mut live = vec![FixedBitSet::with_capacity(self.registers); self.count()];
        let mut now = FixedBitSet::with_capacity(self.registers);
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..self.count()).rev() {
                now.clear();
                for next in self.next(at) {
                    now.union_with(&live[next]);
                }
                self.assigns[at].iter().flatten().for_each(|assigned| now.set(assigned.index(), false));
                if counts(at) {
                    now.extend(self.reads(at).iter().map(|register| register.index()));
                }
                if now != live[at] {
                    live[at].clone_from(&now);
                    changed = true;
                }
            }
        }
        live
    }
}
