//! What ids name in a program.
//!
//! In: an id. Out: the row of its table. It must not know what the rows mean.

use std::collections::BTreeSet;

use crate::diag::Span;
use crate::ids::{FuncId, GlobalId, PointId, RegId, SiteId};
use crate::ir::operators::Width;
use crate::ir::placement::FencePoint;
use crate::ir::program::{Author, Callee, Function, Global, Op, Operand, Program, Site};
use crate::ir::uses::sites;

impl Program {
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.index()]
    }

    /// Of an access in the tool's own text, the function by whose call the program comes there, and the first such call.
    pub fn library_call(&self, site: SiteId) -> Option<(FuncId, Option<Span>)> {
        let numbered = || self.functions.iter().enumerate().map(|(number, it)| (FuncId::from_index(number), it));
        let has = |function: &Function| function.code.iter().any(|it| sites(&it.op).contains(&Some(site)));
        let mut own: BTreeSet<FuncId> = numbered().filter(|(_, it)| has(it)).map(|(id, _)| id).collect();
        if own.iter().any(|id| self.function(*id).author == Author::Program) {
            return None;
        }
        loop {
            let callers = numbered().flat_map(|(id, it)| it.code.iter().map(move |instruction| (id, it, instruction)));
            let calls = callers.filter_map(|(caller, function, instruction)| match instruction.op {
                Op::Call { callee: Callee::Direct(callee), .. } if own.contains(&callee) => {
                    Some((caller, function.author, callee, instruction.span))
                }
                _ => None,
            });
            let calls: Vec<_> = calls.collect();
            if let Some((.., callee, span)) = calls.iter().find(|(_, author, ..)| *author == Author::Program) {
                return Some((*callee, *span));
            }
            let before = own.len();
            own.extend(calls.into_iter().map(|(caller, ..)| caller));
            if own.len() == before {
                return None;
            }
        }
    }

    /// Whether a place is in the body of a function or a macro in whose place another one may be named, so that what is put there is not
    /// done any more by who names the other one.
    pub fn may_be_renamed(&self, place: Span) -> bool {
        let is_around = |body: &Span| body.file == place.file && body.start <= place.start && place.end <= body.end;
        self.renamed.iter().any(is_around)
    }

    pub fn point(&self, id: PointId) -> &FencePoint {
        &self.points[id.index()]
    }

    /// The sets of the axioms that its text names: kinds of fences, and marks of accesses.
    pub fn sets(&self) -> BTreeSet<String> {
        let code = self.functions.iter().flat_map(|function| &function.code);
        let kinds = code.filter_map(|instr| match &instr.op {
            Op::ModelFence { kind } => Some(kind),
            _ => None,
        });
        kinds.chain(self.sites.iter().flat_map(|site| &site.marks)).cloned().collect()
    }
}

impl Function {
    pub fn width(&self, reg: RegId) -> Width {
        self.registers[reg.index()].width
    }

    pub fn operand_width(&self, operand: Operand) -> Width {
        match operand {
            Operand::Reg(reg) => self.width(reg),
            Operand::Const { width, .. } => width,
            Operand::Global { .. } | Operand::Function(_) => Width::POINTER,
        }
    }
}
