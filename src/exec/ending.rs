//! Loops that surely end.
//!
//! In: a function and its flow. Out: the branches with which its loops may be left, but for those of loops that are left in
//! any case. It must not know memory, nor what is behind a loop.
//!
//! What is behind a loop is run only if the loop is left. So a value on which hangs whether it is left matters, though both
//! ways from each of its branches come to the same place in the end: control dependence that asks whether a loop ends
//! (Podgurski, Clarke, TSE 1990: weak control dependence). How often a loop goes round does not matter for that.
//!
//! # The rule
//! A loop surely ends if each of its rounds passes, outside of other loops within it,
//! 1. one assignment of a register that has no other in the loop, the *counter*, which adds an odd number to it, or shifts it to the right
//!    as a number without sign, or gives it a value that no round changes (as [`counted`](super::counted) has it);
//! 2. a branch that leaves the loop, which compares the counter, a number added, with something that no round changes, and leaves with some
//!    value of the counter, whatever that something is; with zero for a counter that is shifted, and with that value for the last kind.
//!    Where a counter that goes by an odd number has a value with which the loop is left whatever it is compared with, as nothing is less than
//!    that or more, rounds may change what it is compared with.
//!
//! A counter that goes by an odd number comes to each value of its width, in rounds one after the other, and one that is shifted comes to
//! zero. What the branch compares is computed in each round between the same two assignments of the counter. A load of memory that no round
//! changes, nor another thread, is a computation; who asks must know that of it.
//! Loops within it have to end themselves, and count on their own. Loops are nested and entered at their heads only, which
//! `frontend/lower/control/jumps.rs` sees to: so what stands outside of the loops within one is passed once in each of its rounds.

use fixedbitset::FixedBitSet;

use crate::exec::flow::Flow;
use crate::ids::RegId;
use crate::ir::{BinaryOp, Function, Op, Operand, UnaryOp, Width, uses};

/// So many steps are values followed back within a round.
const DEPTH: usize = 16;

/// How a counter changes with each round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Odd,
    Halved,
    To(Operand),
}

/// What is known of the loads of a function: whether one finds the same in each round of a loop with this body.
pub type Steady<'s> = &'s dyn Fn(usize, &FixedBitSet) -> bool;

/// A loop: all that is run between two visits of its head.
struct Loop<'f> {
    function: &'f Function,
    flow: &'f Flow,
    definitions: &'f [Vec<usize>],
    is_steady: Steady<'f>,
    head: usize,
    body: FixedBitSet,
    /// What is run in loops within it.
    inner: FixedBitSet,
}

/// The ways out of the loop with this head.
pub struct WaysOut {
    pub head: usize,
    /// The branches that may leave it.
    pub branches: Vec<usize>,
    pub surely_ends: bool,
}

/// Of each loop of a function the ways out.
pub fn of(function: &Function, flow: &Flow, definitions: &[Vec<usize>], is_steady: Steady<'_>) -> Vec<WaysOut> {
    let mut bodies: Vec<(usize, FixedBitSet)> = Vec::new();
    for (at, instr) in function.code.iter().enumerate() {
        let Op::Repeat { head, .. } = instr.op else { continue };
        let found = bodies.iter_mut().find(|(known, _)| *known == head.index());
        match found {
            Some((_, body)) => close(flow, head.index(), at, body),
            None => {
                let mut body = FixedBitSet::with_capacity(flow.count());
                close(flow, head.index(), at, &mut body);
                bodies.push((head.index(), body));
            }
        }
    }
    let ways = bodies.iter().map(|(head, body)| {
        let mut inner = FixedBitSet::with_capacity(flow.count());
        for (other, within) in &bodies {
            if other != head && body.contains(*other) {
                inner.union_with(within);
            }
        }
        let found = Loop { function, flow, definitions, is_steady, head: *head, body: body.clone(), inner };
        let branches: Vec<usize> = body.ones().filter(|at| found.leaves(*at)).collect();
        let surely_ends = branches.iter().any(|at| found.counts_to(*at));
        WaysOut { head: *head, branches, surely_ends }
    });
    ways.collect()
}

/// Adds to a body what leads from the head to one of the ends: jumps go forward, so nothing of it stands before the head.
fn close(flow: &Flow, head: usize, end: usize, body: &mut FixedBitSet) {
    body.insert(head);
    body.insert(end);
    // Within a round control goes forward, and back to the heads of loops within; a second pass sees those.
    let mut changed = true;
    while changed {
        changed = false;
        for at in (head..=end).rev() {
            if !body.contains(at) && flow.next(at).any(|to| to != head && body.contains(to)) {
                body.insert(at);
                changed = true;
            }
        }
    }
}

impl Loop<'_> {
    fn leaves(&self, at: usize) -> bool {
        self.flow.is_fork(at) && self.flow.next(at).any(|to| !self.body.contains(to))
    }

    /// Whether each round passes an instruction once.
    fn passes_once(&self, at: usize) -> bool {
        if !self.body.contains(at) || self.inner.contains(at) {
            return false;
        }
        let mut seen = FixedBitSet::with_capacity(self.flow.count());
        let mut open = vec![self.head];
        while let Some(now) = open.pop() {
            if now == at || seen.put(now) {
                continue;
            }
            if self.flow.next(now).any(|to| to == self.head) {
                return false;
            }
            open.extend(self.flow.next(now).filter(|to| self.body.contains(*to)));
        }
        true
    }

    /// The instruction that computes a register within a round, before another one, if no other ever does.
    fn computed(&self, register: RegId, before: usize) -> Option<usize> {
        match self.definitions[register.index()].as_slice() {
            [at] if *at < before && self.passes_once(*at) => Some(*at),
            _ => None,
        }
    }

    /// Whether no round changes a value.
    fn stays(&self, operand: Operand, before: usize, depth: usize) -> bool {
        let Operand::Reg(register) = operand else { return true };
        if !self.definitions[register.index()].iter().any(|at| self.body.contains(*at)) {
            return true;
        }
        let Some((at, depth)) = self.computed(register, before).zip(depth.checked_sub(1)) else { return false };
        let op = &self.function.code[at].op;
        let is_computed = uses::only_computes(op) || matches!(op, Op::Load { .. }) && (self.is_steady)(at, &self.body);
        is_computed && uses::operands(op).into_iter().all(|operand| self.stays(operand, at, depth))
    }

    /// A value as a register that the loop assigns once in each round, and what is added to it.
    fn counted(&self, operand: Operand, before: usize, depth: usize) -> Option<(RegId, u64)> {
        let Operand::Reg(register) = operand else { return None };
        let depth = depth.checked_sub(1)?;
        let Some(at) = self.computed(register, before) else {
            let mut within = self.definitions[register.index()].iter().filter(|at| self.body.contains(**at));
            let only = within.next().filter(|_| within.next().is_none())?;
            return self.passes_once(*only).then_some((register, 0));
        };
        match self.function.code[at].op {
            Op::Copy { value, .. } => self.counted(value, at, depth),
            Op::Binary { op: BinaryOp::Add, left, right: Operand::Const { bits, .. }, .. }
            | Op::Binary { op: BinaryOp::Add, left: Operand::Const { bits, .. }, right: left, .. } => {
                self.counted(left, at, depth).map(|(register, added)| (register, added.wrapping_add(bits)))
            }
            Op::Binary { op: BinaryOp::Sub, left, right: Operand::Const { bits, .. }, .. } => {
                self.counted(left, at, depth).map(|(register, added)| (register, added.wrapping_sub(bits)))
            }
            _ => None,
        }
    }

    /// How a counter changes with each round.
    fn step(&self, counter: RegId) -> Option<Step> {
        let at = *self.definitions[counter.index()].iter().find(|at| self.body.contains(**at))?;
        let is_itself = |found: Option<(RegId, u64)>| found.filter(|(register, _)| *register == counter);
        match self.function.code[at].op {
            Op::Copy { value, .. } if self.stays(value, at, DEPTH) => Some(Step::To(value)),
            Op::Copy { value, .. } => {
                if let Some((_, added)) = is_itself(self.counted(value, at, DEPTH)) {
                    return (added % 2 == 1).then_some(Step::Odd);
                }
                let Operand::Reg(register) = value else { return None };
                self.halved(counter, self.computed(register, at)?)
            }
            Op::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, right: Operand::Const { bits, .. }, .. } => {
                let (_, added) = is_itself(self.counted(left, at, DEPTH))?;
                (added.wrapping_add(bits) % 2 == 1).then_some(Step::Odd)
            }
            _ => self.halved(counter, at),
        }
    }

    fn halved(&self, counter: RegId, at: usize) -> Option<Step> {
        let by = |bits: u64, width: Width| bits > 0 && bits < u64::from(width.bits());
        match self.function.code[at].op {
            Op::Binary { op: BinaryOp::LogicalShiftRight, left, right: Operand::Const { bits, width }, .. }
                if by(bits, width) =>
            {
                (self.counted(left, at, DEPTH)? == (counter, 0)).then_some(Step::Halved)
            }
            _ => None,
        }
    }

    /// Whether a branch leaves the loop once a counter has come so far.
    fn counts_to(&self, at: usize) -> bool {
        let Op::Branch { condition, target } = self.function.code[at].op else { return false };
        if !self.passes_once(at) || !self.leaves(at) {
            return false;
        }
        let leaves_if = !self.body.contains(target.index());
        self.comparison(condition, at, leaves_if, DEPTH).is_some_and(|test| test.is_met_by_a_counter())
    }

    /// What a condition compares, if it is a comparison of a counter; `wanted` is with what outcome.
    fn comparison(&self, condition: Operand, before: usize, wanted: bool, depth: usize) -> Option<Test> {
        let Operand::Reg(register) = condition else { return None };
        let (at, depth) = (self.computed(register, before)?, depth.checked_sub(1)?);
        match self.function.code[at].op {
            Op::Copy { value, .. } => self.comparison(value, at, wanted, depth),
            Op::Unary { op: UnaryOp::Not, value, .. } => self.comparison(value, at, !wanted, depth),
            Op::Binary { op, left, right, .. } => {
                let counter = |operand: Operand| {
                    let (counter, added) = self.counted(operand, at, DEPTH)?;
                    let width = self.function.registers[counter.index()].width;
                    Some((self.step(counter)?, added & width.mask(), width))
                };
                // Whatever the other one is, it is not less than the least, nor more than the most.
                let is_met_by_any = match op {
                    BinaryOp::UnsignedLess | BinaryOp::SignedLess => !wanted,
                    BinaryOp::UnsignedLessEqual | BinaryOp::SignedLessEqual => wanted,
                    _ => false,
                };
                let (counts, other, is_left) = match (counter(left), counter(right)) {
                    (Some(counts), None) if is_met_by_any || self.stays(right, at, DEPTH) => (counts, right, true),
                    (None, Some(counts)) if is_met_by_any || self.stays(left, at, DEPTH) => (counts, left, false),
                    _ => return None,
                };
                let (step, added, width) = counts;
                Some(Test { op, step, added, width, other, is_left, wanted })
            }
            _ => None,
        }
    }
}

/// A comparison of a counter with what no round changes, or with anything where that makes no difference.
#[derive(Debug)]
struct Test {
    op: BinaryOp,
    step: Step,
    /// What is added to the counter.
    added: u64,
    width: Width,
    other: Operand,
    /// The counter is the left one of the two.
    is_left: bool,
    /// With this outcome the loop is left.
    wanted: bool,
}

impl Test {
    /// Whether the counter comes to a value with which the loop is left, whatever the other value is.
    fn is_met_by_a_counter(&self) -> bool {
        use BinaryOp::{Equal, NotEqual, SignedLess, SignedLessEqual, UnsignedLess, UnsignedLessEqual};
        let known = match self.other {
            Operand::Const { bits, .. } => Some(bits),
            _ => None,
        };
        if !matches!(self.op, Equal | NotEqual | UnsignedLess | UnsignedLessEqual | SignedLess | SignedLessEqual) {
            return false;
        }
        // An order holds at the ends of the range if it holds anywhere, and everywhere if it holds at all of them.
        let (sign, mask) = (self.width.sign_bit(), self.width.mask());
        let ends = [0, mask, sign, mask ^ sign];
        match (self.step, known, self.op) {
            (Step::Halved, Some(other), _) => self.is_met(self.added, other),
            (Step::Halved, None, _) => false,
            (Step::To(value), None, _) if value == self.other && self.added == 0 => self.is_met(0, 0),
            (Step::To(Operand::Const { bits, .. }), other, _) => {
                let counter = bits.wrapping_add(self.added) & mask;
                match other {
                    Some(other) => self.is_met(counter, other),
                    None if matches!(self.op, Equal | NotEqual) => false,
                    None => ends.iter().all(|other| self.is_met(counter, *other)),
                }
            }
            (Step::To(_), ..) => false,
            (Step::Odd, _, Equal | NotEqual) => true,
            (Step::Odd, Some(other), _) => ends.iter().any(|counter| self.is_met(*counter, other)),
            // A counter that is as far as it goes is less than nothing, and nothing is less than the first value.
            (Step::Odd, None, UnsignedLess | SignedLess) => !self.wanted,
            (Step::Odd, None, UnsignedLessEqual | SignedLessEqual) => self.wanted,
            _ => false,
        }
    }

    fn is_met(&self, counter: u64, other: u64) -> bool {
        let (left, right) = if self.is_left { (counter, other) } else { (other, counter) };
        (self.op.eval(left, right, self.width) != 0) == self.wanted
    }
}
