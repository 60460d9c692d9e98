//! The rules of the IR, checked.
//!
//! In: a program. Out: every rule it breaks, in the order of the code. The rules are those that
//! [`crate::ir::program`] states: ids are in range, operands have the widths their operators ask for, jumps go
//! forward, loop regions are nested or disjoint, and control never runs off the end of a function. It must not
//! know where the program came from.

use std::fmt;

use crate::ids::{FuncId, GlobalId, Label, LoopId, PointId, RegId, SiteId};
use crate::ir::operators::floats::is_float_width;
use crate::ir::operators::{CastOp, Width};
use crate::ir::order::Order;
use crate::ir::pair::HALF;
use crate::ir::program::{Callee, Function, Op, Operand, PairAccess, PairAction, Program, SiteKind};

/// A broken rule. It is a bug of whoever made the program, not of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The function it is in; absent for a flaw of a table of the program.
    pub function: Option<String>,
    /// The index of the instruction in that function.
    pub index: Option<usize>,
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "{function}")?;
            if let Some(index) = self.index {
                write!(f, "[{index}]")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.message)
    }
}

/// Checks every rule.
///
/// # Errors
/// All the rules that are broken.
pub fn verify(program: &Program) -> Result<(), Vec<Flaw>> {
    let mut verifier = Verifier { program, function: None, index: None, flaws: Vec::new() };
    verifier.globals();
    match program.entry {
        None => verifier.flaw("the program has no entry function"),
        Some(id) if id.index() >= program.functions.len() => {
            verifier.flaw(format!("the entry function {id} does not exist"));
        }
        Some(_) => {}
    }
    for function in &program.functions {
        verifier.check_function(function);
    }
    if verifier.flaws.is_empty() { Ok(()) } else { Err(verifier.flaws) }
}

struct Verifier<'a> {
    program: &'a Program,
    function: Option<&'a Function>,
    index: Option<usize>,
    flaws: Vec<Flaw>,
}

impl<'a> Verifier<'a> {
    fn flaw(&mut self, message: impl Into<String>) {
        let function = self.function.map(|f| f.name.clone());
        self.flaws.push(Flaw { function, index: self.index, message: message.into() });
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.flaw(message());
        }
    }

    fn globals(&mut self) {
        for global in &self.program.globals {
            let name = &global.name;
            self.require(global.align.is_power_of_two(), || {
                format!("global {name}: alignment {} is not a power of two", global.align)
            });
            for init in &global.init {
                let end = init.offset.checked_add(init.width.bytes());
                self.require(end.is_some_and(|end| end <= global.size), || {
                    format!("global {name}: the initialiser at {} lies outside its {} bytes", init.offset, global.size)
                });
                self.require(is_memory_width(init.width), || {
                    format!("global {name}: an initialiser has {} and not whole bytes", init.width)
                });
                if let Operand::Reg(reg) = init.value {
                    self.flaw(format!("global {name}: the initialiser reads the register {reg}"));
                } else if let Some(width) = self.operand(init.value) {
                    self.require(width == init.width, || {
                        format!("global {name}: an initialiser of {} holds a value of {width}", init.width)
                    });
                }
            }
        }
    }

    fn check_function(&mut self, function: &'a Function) {
        self.function = Some(function);
        for (i, param) in function.params.iter().enumerate() {
            self.register(*param);
            self.require(!function.params[..i].contains(param), || format!("the parameter {param} is named twice"));
        }
        for (index, instr) in function.code.iter().enumerate() {
            self.index = Some(index);
            self.op(function, index, &instr.op);
        }
        self.index = None;
        self.regions(function);
        match function.code.last().map(|i| &i.op) {
            Some(Op::Return(_) | Op::ExitThread { .. } | Op::Repeat { .. } | Op::Jump(_)) => {}
            Some(_) => self.flaw("control runs off the end of the code"),
            None => self.flaw("the function has no code"),
        }
        self.function = None;
    }

    /// Two regions that overlap without one containing the other. Regions that share their head are nested.
    fn regions(&mut self, function: &Function) {
        // The enclosing regions of the current instruction, by walking backwards from the outermost Repeat.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (index, instr) in function.code.iter().enumerate().rev() {
            while open.last().is_some_and(|(head, _)| index < *head) {
                open.pop();
            }
            let Op::Repeat { head, .. } = instr.op else { continue };
            if head.index() > index {
                continue;
            }
            if let Some((outer_head, outer_end)) = open.last().copied()
                && head.index() < outer_head
            {
                self.flaw(format!(
                    "the loop regions {}..={index} and {outer_head}..={outer_end} overlap",
                    head.index()
                ));
            }
            open.push((head.index(), index));
        }
    }

    // Ids. Each answers what the id names, or records that it names nothing.

    fn register(&mut self, reg: RegId) -> Option<Width> {
        let width = self.function.and_then(|f| f.registers.get(reg.index())).map(|r| r.width);
        self.require(width.is_some(), || format!("the register {reg} does not exist"));
        width
    }

    fn callee(&mut self, id: FuncId) -> Option<&'a Function> {
        let function = self.program.functions.get(id.index());
        self.require(function.is_some(), || format!("the function {id} does not exist"));
        function
    }

    fn global(&mut self, id: GlobalId) {
        self.require(id.index() < self.program.globals.len(), || format!("the global {id} does not exist"));
    }

    fn point(&mut self, id: PointId) {
        self.require(id.index() < self.program.points.len(), || format!("the fence point {id} does not exist"));
    }

    fn loop_id(&mut self, id: LoopId) {
        self.require(id.index() < self.program.loops.len(), || format!("the loop {id} does not exist"));
    }

    fn site(&mut self, id: SiteId, kinds: &[SiteKind]) {
        match self.program.sites.get(id.index()) {
            None => self.flaw(format!("the access site {id} does not exist")),
            Some(site) => self.require(kinds.contains(&site.kind), || {
                format!("the access site {id} is a {:?} and the instruction is none", site.kind)
            }),
        }
    }

    fn operand(&mut self, operand: Operand) -> Option<Width> {
        match operand {
            Operand::Reg(reg) => self.register(reg),
            Operand::Const { bits, width } => {
                self.require(bits & !width.mask() == 0, || format!("the constant {bits} does not fit {width}"));
                Some(width)
            }
            Operand::Global { global, .. } => {
                self.global(global);
                Some(Width::POINTER)
            }
            Operand::Function(id) => {
                self.callee(id);
                Some(Width::POINTER)
            }
        }
    }

    // Widths.

    fn expect(&mut self, role: &str, found: Option<Width>, wanted: Option<Width>) {
        if let (Some(found), Some(wanted)) = (found, wanted) {
            self.require(found == wanted, || format!("{role} has {found} and must have {wanted}"));
        }
    }

    fn operand_of(&mut self, role: &str, operand: Operand, wanted: Width) {
        let found = self.operand(operand);
        self.expect(role, found, Some(wanted));
    }

    fn result_of(&mut self, dst: RegId, wanted: Option<Width>) {
        let found = self.register(dst);
        self.expect("the result", found, wanted);
    }

    fn address(&mut self, operand: Operand) {
        self.operand_of("the address", operand, Width::POINTER);
    }

    fn condition(&mut self, operand: Operand) {
        self.operand_of("the condition", operand, Width::BOOL);
    }

    fn memory(&mut self, width: Option<Width>) {
        if let Some(width) = width {
            self.require(is_memory_width(width), || format!("an access of {width} is not 8, 16, 32 or 64 bits wide"));
        }
    }

    /// An operator on floating-point numbers has operands of their widths.
    fn number(&mut self, is_float: bool, name: &str, width: Option<Width>) {
        if let (true, Some(width)) = (is_float, width) {
            self.require(is_float_width(width), || format!("{name} on {width}, which is no floating-point number"));
        }
    }

    fn forward(&mut self, function: &Function, index: usize, target: Label) {
        self.require(target.index() > index, || format!("the jump to {target} does not go forward"));
        self.require(target.index() < function.code.len(), || format!("the jump to {target} leaves the code"));
    }

    /// An access to two words, each of which has the width of a half.
    fn pair(&mut self, access: &PairAccess) {
        for operand in access.operands() {
            let width = self.operand(operand);
            self.expect("an operand of an access to two words", width, Some(HALF));
        }
        for dst in access.results().into_iter().flatten() {
            self.result_of(dst, Some(HALF));
        }
        let kind = match access.action {
            PairAction::Load { .. } => SiteKind::Load,
            PairAction::Store { .. } => SiteKind::Store,
            PairAction::CompareExchange { .. } => SiteKind::Rmw,
        };
        self.site(access.site, &[kind]);
        self.require(!matches!(access.order, Order::Plain | Order::Volatile), || {
            format!("two words are no one step with the order {}", access.order.name())
        });
    }

    fn op(&mut self, function: &Function, index: usize, op: &Op) {
        match op {
            Op::Copy { dst, value } => {
                let width = self.operand(*value);
                self.result_of(*dst, width);
            }
            Op::Unary { dst, op, value } => {
                let width = self.operand(*value);
                self.number(op.is_float(), op.name(), width);
                self.result_of(*dst, width);
            }
            Op::Binary { dst, op, left, right } => {
                let (left, right) = (self.operand(*left), self.operand(*right));
                self.expect("the right operand", right, left);
                self.number(op.is_float(), op.name(), left);
                self.result_of(*dst, left.map(|w| op.result_width(w)));
            }
            Op::Cast { dst, op, value } => self.cast(*dst, *op, *value),
            Op::Select { dst, condition, yes, no } => {
                self.condition(*condition);
                let (yes, no) = (self.operand(*yes), self.operand(*no));
                self.expect("the second choice", no, yes);
                self.result_of(*dst, yes);
            }
            Op::Nondet { dst } | Op::Undefine { dst } => self.result_of(*dst, None),
            Op::Load { dst, address, order: _, site } => {
                self.address(*address);
                let width = self.register(*dst);
                self.memory(width);
                self.site(*site, &[SiteKind::Load]);
            }
            Op::Store { address, value, order: _, site } => {
                self.address(*address);
                let width = self.operand(*value);
                self.memory(width);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::Rmw { dst, op: _, address, value, order: _, site } => {
                self.address(*address);
                let width = self.operand(*value);
                self.memory(width);
                self.result_of(*dst, width);
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::CompareExchange { dst, address, expected, desired, success: _, failure: _, site } => {
                self.address(*address);
                let (expected, desired) = (self.operand(*expected), self.operand(*desired));
                self.memory(desired);
                self.expect("the expected value", expected, desired);
                self.result_of(*dst, desired);
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::Pair(access) => self.pair(access),
            Op::Fence { order } => {
                self.require(!matches!(order, Order::Plain | Order::Volatile), || {
                    format!("a fence cannot have the order {}", order.name())
                });
            }
            Op::ModelFence { .. } | Op::AtomicBegin | Op::AtomicEnd => {}
            Op::FencePoint(point) => self.point(*point),
            Op::Jump(target) => self.forward(function, index, *target),
            Op::Branch { condition, target } => {
                self.condition(*condition);
                self.forward(function, index, *target);
            }
            Op::Repeat { head, id } => {
                self.require(head.index() <= index, || format!("the loop head {head} does not lie behind"));
                self.loop_id(*id);
            }
            Op::Call { dst, callee, args } => self.call(*dst, *callee, args),
            Op::Return(value) => match (value, function.result) {
                (Some(value), Some(width)) => self.operand_of("the returned value", *value, width),
                (None, _) => {}
                (Some(_), None) => self.flaw("a value is returned from a function without a result"),
            },
            Op::Allocate { dst, size, align, storage: _, name: _ } => {
                self.require(align.is_power_of_two(), || format!("the alignment {align} is not a power of two"));
                self.operand_of("the size", *size, Width::POINTER);
                self.result_of(*dst, Some(Width::POINTER));
            }
            Op::Free { address, site } => {
                self.address(*address);
                self.site(*site, &[SiteKind::Store, SiteKind::Rmw]);
            }
            Op::ObjectSize { dst, address } => {
                self.address(*address);
                self.result_of(*dst, Some(Width::POINTER));
            }
            Op::EndLifetime { address, site } => {
                self.address(*address);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::EndLifetimes { of: _, site } => self.site(*site, &[SiteKind::Store]),
            Op::CopyMemory { to, from, size, load, store } => {
                self.operand_of("the size", *size, Width::POINTER);
                self.address(*to);
                self.address(*from);
                self.site(*load, &[SiteKind::Load]);
                self.site(*store, &[SiteKind::Store]);
            }
            Op::AnyMemory { to, size, site } => {
                self.operand_of("the size", *size, Width::POINTER);
                self.address(*to);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::SetMemory { to, byte, size, site } => {
                self.operand_of("the size", *size, Width::POINTER);
                self.address(*to);
                self.operand_of("the byte", *byte, Width::BYTE);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::Reach { address, .. } => self.address(*address),
            Op::Step { from, to } => {
                self.address(*from);
                self.address(*to);
            }
            Op::Assume { condition } | Op::Await { condition } | Op::Assert { condition, .. } => {
                self.condition(*condition)
            }
            Op::Spawn { dst, function, argument } => {
                self.operand_of("the thread's function", *function, Width::POINTER);
                self.operand_of("the thread's argument", *argument, Width::POINTER);
                self.result_of(*dst, Some(Width::POINTER));
                self.runs(*function);
            }
            Op::Join { thread, dst } => {
                self.operand_of("the thread's handle", *thread, Width::POINTER);
                if let Some(dst) = dst {
                    self.result_of(*dst, Some(Width::POINTER));
                }
            }
            Op::Detach { thread } => self.operand_of("the thread's handle", *thread, Width::POINTER),
            Op::CurrentThread { dst } => self.result_of(*dst, Some(Width::POINTER)),
            Op::ThreadNumber { dst } => self.result_of(*dst, Some(Width::INT)),
            Op::ExitThread { value } => self.operand_of("the thread's value", *value, Width::POINTER),
            Op::Lock { dst, address, site } => {
                self.address(*address);
                if let Some(dst) = dst {
                    self.result_of(*dst, Some(Width::INT));
                }
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::LockInit { address, value, site } => {
                self.address(*address);
                self.operand_of("the value", *value, Width::INT);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::SpinUnlock { address, site } => {
                self.address(*address);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::SpinLock { address, site } | Op::LockDestroy { address, site } => {
                self.address(*address);
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::TryLock { dst, address, site } | Op::SpinTryLock { dst, address, site } => {
                self.address(*address);
                self.result_of(*dst, Some(Width::BOOL));
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::TimedLock { dst, address, site } => {
                self.address(*address);
                self.result_of(*dst, Some(Width::INT));
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::BarrierInit { address, count, site } => {
                self.address(*address);
                self.operand_of("the count", *count, Width::INT);
                self.site(*site, &[SiteKind::Store]);
            }
            Op::BarrierWait { dst, address, site } => {
                self.address(*address);
                if let Some(dst) = dst {
                    self.result_of(*dst, Some(Width::INT));
                }
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::BarrierDestroy { address, site } => {
                self.address(*address);
                self.site(*site, &[SiteKind::Rmw]);
            }
            Op::Unlock { dst, address, site } => {
                self.address(*address);
                if let Some(dst) = dst {
                    self.result_of(*dst, Some(Width::INT));
                }
                self.site(*site, &[SiteKind::Store, SiteKind::Rmw]);
            }
        }
    }

    fn cast(&mut self, dst: RegId, op: CastOp, value: Operand) {
        let (Some(from), Some(to)) = (self.operand(value), self.register(dst)) else { return };
        let right = match op {
            CastOp::Truncate => to <= from,
            CastOp::ZeroExtend | CastOp::SignExtend => from <= to,
            CastOp::SignedToFloat | CastOp::UnsignedToFloat => is_float_width(to),
            CastOp::FloatToSigned | CastOp::FloatToUnsigned => is_float_width(from),
            CastOp::FloatToFloat => is_float_width(from) && is_float_width(to) && from != to,
        };
        self.require(right, || format!("{} cannot go from {from} to {to}", op.name()));
    }

    /// Whether a thread can run a function, if it is known which.
    fn runs(&mut self, function: Operand) {
        let Operand::Function(id) = function else { return };
        let Some(run) = self.program.functions.get(id.index()) else { return };
        let is_pointer = |param: &RegId| run.registers.get(param.index()).is_none_or(|r| r.width == Width::POINTER);
        self.require(run.params.iter().all(is_pointer) && run.params.len() <= 1, || {
            format!("the function {} of a thread takes more than one pointer", run.name)
        });
    }

    fn call(&mut self, dst: Option<RegId>, callee: Callee, args: &[Operand]) {
        let widths: Vec<_> = args.iter().map(|a| self.operand(*a)).collect();
        let found = dst.map(|dst| self.register(dst));
        let id = match callee {
            Callee::Indirect(address) => {
                self.operand_of("the called address", address, Width::POINTER);
                return;
            }
            Callee::Direct(id) => id,
        };
        let Some(called) = self.callee(id) else { return };
        self.require(args.len() == called.params.len(), || {
            format!("{} takes {} arguments and gets {}", called.name, called.params.len(), args.len())
        });
        for (width, param) in widths.into_iter().zip(&called.params) {
            self.expect("an argument", width, called.registers.get(param.index()).map(|r| r.width));
        }
        match (found, called.result) {
            (Some(_), None) => self.flaw(format!("{} has no result", called.name)),
            (Some(found), result) => self.expect("the result", found, result),
            (None, _) => {}
        }
    }
}

/// Memory is accessed in whole bytes, a power of two of them.
fn is_memory_width(width: Width) -> bool {
    matches!(width.bits(), 8 | 16 | 32 | 64)
}
