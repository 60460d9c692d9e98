//! Jumps: `goto`, labels, cases, and how they go with loops.
//!
//! In: jumps of the source. Out: transfers of which only `Repeat` goes back, and loops that are nested and that
//! control enters at their heads only, so that whoever unfolds a loop sees its iterations from their start.
//!
//! A function is first lowered plainly: a `goto` back to a label closes a loop of its own; from inside a structured
//! loop it first jumps past that loop's end. Where the loops made that way overlap, or where a jump enters one in its
//! middle (a `goto` or a case inside a loop), the function is lowered again with a selector: a register that says
//! where a jump is bound. The function and each structured loop then start with a dispatch on it; a jump into a loop
//! goes to the loop's head, a jump back to the head of what surrounds both ends. The register is 0 everywhere else.

use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::flow::{Later, Open, Target};
use crate::frontend::typed::tree::StmtId;
use crate::ids::Label;
use crate::ir::{BinaryOp, Instr, Op, Operand, Width};

/// Whether loops are nested and entered at their heads only.
pub fn is_structured(code: &[Instr]) -> bool {
    let loops: Vec<(usize, usize)> = code
        .iter()
        .enumerate()
        .filter_map(|(index, instr)| match instr.op {
            Op::Repeat { head, .. } => Some((head.index(), index)),
            _ => None,
        })
        .collect();
    let nested = loops.iter().all(|a| loops.iter().all(|b| !(a.0 < b.0 && b.0 <= a.1 && a.1 < b.1)));
    let entered = code.iter().enumerate().any(|(index, instr)| match instr.op {
        Op::Jump(target) | Op::Branch { target, .. } => loops.iter().any(|(head, last)| {
            let inside = |at: usize| (*head..=*last).contains(&at);
            !inside(index) && inside(target.index()) && target.index() != *head
        }),
        _ => false,
    });
    nested && !entered
}

impl Body<'_, '_> {
    /// Prepares a function for jumps that need the selector.
    pub fn start_selector(&mut self) {
        let selector = self.register(Width::INT, None);
        self.flow.selector = Some(selector);
        self.copy(selector, Operand::constant(0, Width::INT));
        let start = self.label();
        self.bind(start);
        self.flow.start = Some(start);
        self.dispatch(None);
    }

    /// At a head: jumps on towards where the selector says.
    fn dispatch(&mut self, head: Option<StmtId>) {
        let Some(selector) = self.flow.selector else { return };
        for (index, (target, around)) in self.flow.targets.clone().into_iter().enumerate() {
            let next = match head {
                // Nothing jumps to the start of the function for a case.
                None if !matches!(target, Target::Label(_)) => continue,
                None => around.first(),
                Some(head) => match around.iter().position(|l| *l == head) {
                    Some(index) => around.get(index + 1),
                    None => continue,
                },
            };
            let label = match next {
                Some(inner) => self.head(*inner),
                None => self.target(target),
            };
            let number = Operand::constant(index as u64 + 1, Width::INT);
            let bound = self.binary(BinaryOp::Equal, Operand::Reg(selector), number);
            self.branch(bound, label);
        }
    }

    fn head(&mut self, stmt: StmtId) -> Label {
        if let Some(known) = self.flow.heads.get(&stmt) {
            return *known;
        }
        let new = self.label();
        self.flow.heads.insert(stmt, new);
        new
    }

    fn target(&mut self, target: Target) -> Label {
        if let Some(known) = self.flow.labels.get(&target) {
            return *known;
        }
        let new = self.label();
        self.flow.labels.insert(target, new);
        new
    }

    /// Control arrives at a target here.
    pub fn arrive(&mut self, target: Target) {
        let label = self.target(target);
        self.bind(label);
        if let Some(selector) = self.flow.selector {
            self.copy(selector, Operand::constant(0, Width::INT));
        }
    }

    /// Whether what is lowered now may be run more than once by one call.
    pub fn is_repeated(&self) -> bool {
        let label = |(target, _): &(Target, Vec<StmtId>)| matches!(target, Target::Label(_));
        !self.flow.open.is_empty() || self.flow.targets.iter().any(label)
    }

    /// Starts a structured loop at this place; its head.
    pub fn open_loop(&mut self, stmt: StmtId, exit: Label, next: Label) -> Label {
        let head = self.head(stmt);
        self.bind(head);
        let depth = self.scopes.len();
        self.flow.breaks.push((exit, depth));
        self.flow.continues.push((next, depth));
        self.flow.open.push(Open { stmt, head, after: Vec::new(), back: Vec::new() });
        self.dispatch(Some(stmt));
        head
    }

    /// Makes the jumps back to the head of a structured loop at the end of its body, which goes on at `next`.
    pub fn close_body(&mut self, next: Label) {
        let Some(open) = self.flow.open.last_mut() else { return };
        let (head, back) = (open.head, std::mem::take(&mut open.back));
        if !back.is_empty() {
            self.jump(next);
            self.repeat_later(head, back);
        }
    }

    /// Ends a structured loop; its last instruction was emitted. Jumps back out of it are made here.
    pub fn close_loop(&mut self) {
        self.flow.breaks.pop();
        self.flow.continues.pop();
        let Some(open) = self.flow.open.pop() else { return };
        if open.after.is_empty() {
            return;
        }
        let over = self.label();
        self.jump(over);
        for (target, (here, span)) in open.after {
            self.bind(here);
            let outer = std::mem::replace(&mut self.span, span);
            self.go_to(target);
            self.span = outer;
        }
        self.bind(over);
    }

    /// Makes the jumps back to the start of the function at its end.
    pub fn close_function(&mut self) {
        if let Some(start) = self.flow.start {
            let back = std::mem::take(&mut self.flow.back);
            self.repeat_later(start, back);
        }
    }

    fn repeat_later(&mut self, head: Label, jumps: Vec<Later>) {
        for (here, span) in jumps {
            self.bind(here);
            let outer = std::mem::replace(&mut self.span, span);
            let id = self.new_loop();
            self.emit(Op::Repeat { head, id });
            self.span = outer;
        }
    }

    /// Jumps to a target if the condition holds.
    pub fn go_to_if(&mut self, condition: Operand, target: Target) {
        if self.flow.selector.is_none() {
            let label = self.target(target);
            self.branch(condition, label);
        } else {
            let not = self.label();
            self.branch_unless(condition, not);
            self.go_to(target);
            self.bind(not);
        }
    }

    /// Jumps to a target.
    pub fn go_to(&mut self, target: Target) {
        let label = self.target(target);
        let (number, around) = self.flow.find(target);
        let around = around.to_vec();
        let open: Vec<StmtId> = self.flow.open.iter().map(|open| open.stmt).collect();
        // The loops around both ends of the jump.
        let common = around.iter().zip(&open).take_while(|(a, b)| a == b).count();
        let Some(selector) = self.flow.selector else {
            match self.bound(label) {
                None => self.jump(label),
                Some(_) if open.len() > common => {
                    let here = self.label();
                    self.jump(here);
                    let span = self.span;
                    let inner = self.flow.open.last_mut().expect("the loop is open; please report this");
                    inner.after.push((target, (here, span)));
                }
                Some(_) => {
                    let id = self.new_loop();
                    self.emit(Op::Repeat { head: label, id });
                }
            }
            return;
        };
        let (first, enters) = match around.get(common) {
            Some(inner) => (self.head(*inner), true),
            None => (label, false),
        };
        let back = self.bound(first).is_some();
        if back && number == 0 {
            // What is in statement expressions is no target that a head could jump on to.
            return self.unsupported("a jump back within a statement expression here");
        }
        if back || enters {
            self.copy(selector, Operand::constant(number, Width::INT));
        }
        if !back {
            self.jump(first);
            return;
        }
        let here = self.label();
        self.jump(here);
        let later = (here, self.span);
        match common.checked_sub(1) {
            Some(index) => self.flow.open[index].back.push(later),
            None => self.flow.back.push(later),
        }
    }
}
