//! Checks of arithmetic that always hold: how far a register goes says so.
//!
//! In: a program. Out: the same program without the checks in loops that no value of a register can fail. It must not know
//! memory: what is loaded may be anything.
//!
//! A back-off that doubles, `pause(1 << step); if (step < 6) step++;`, looks at `step` to see whether that many bits can be shifted, so that
//! each round would differ from the one before. Here it is seen that it can, whatever the round; then nobody needs the counter
//! ([`needless`](crate::exec::needless)).
//!
//! # Why no verdict changes
//! By abstract interpretation (P. Cousot, R. Cousot, POPL 1977) over sets and intervals ([`Values`]), with what branches say of the registers
//! that they compare: whatever a register holds where it is read is among its values there. Each operator gives all results that
//! members can have, paths that join give all values of both, and an assumption or a branch takes away only values with which
//! control does not go on that way. At the head of a loop that goes on growing a value grows to the next constant of the
//! function, so that it ends. A check that has the one value 1 holds in each run.

use std::collections::BTreeMap;

use crate::exec::comparison::{Comparison, Side};
use crate::exec::values::Values;
use crate::ids::{Label, RegId};
use crate::ir::{BinaryOp, Concern, Function, Op, Operand, Program, Property, UnaryOp, Width, uses};

/// Changes at the head of a loop that are followed one by one.
const EXACT: u32 = 24;

/// Passes over the code after which nothing is said.
const PASSES: usize = 300;

/// Registers times branches beyond which it is not looked at all: each branch keeps what all registers may hold.
const MOST: usize = 200_000;

/// Leaves out the checks that always hold.
pub fn drop_certain(program: &mut Program) {
    // What is computed from something that nobody has set is looked at there, and what only such a check looks at is not.
    if program.checked.contains(Concern::Uninitialised) {
        return;
    }
    for function in &mut program.functions {
        for at in certain(function) {
            function.code[at].op = Op::Jump(Label::from_index(at + 1));
        }
    }
}

fn is_check(op: &Op) -> bool {
    matches!(op, Op::Assert { property: Property::UndefinedArithmetic | Property::DivisionByZero, .. })
}

/// The checks in loops that always hold.
fn certain(function: &Function) -> Vec<usize> {
    let loops = function.code.iter().enumerate().filter_map(|(end, instr)| match instr.op {
        Op::Repeat { head, .. } => Some(head.index()..=end),
        _ => None,
    });
    let loops: Vec<_> = loops.collect();
    let checks: Vec<usize> = (0..function.code.len())
        .filter(|at| is_check(&function.code[*at].op) && loops.iter().any(|region| region.contains(at)))
        .collect();
    let branches = function.code.iter().filter(|instr| matches!(instr.op, Op::Branch { .. })).count();
    if checks.is_empty() || function.registers.len() * branches > MOST {
        return Vec::new();
    }
    Ranges { function, heads: BTreeMap::new(), steps: constants(function) }.holding()
}

/// The constants of a function and their neighbours, at which a value that goes on growing is held up.
fn constants(function: &Function) -> Vec<u64> {
    let operands = function.code.iter().flat_map(|instr| uses::operands(&instr.op));
    let mut found: Vec<u64> = operands
        .filter_map(|operand| match operand {
            Operand::Const { bits, .. } => Some(bits),
            _ => None,
        })
        .flat_map(|bits| [bits.saturating_sub(1), bits, bits.saturating_add(1)])
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// What a register is computed from that branches look at.
#[derive(Clone, Copy, PartialEq)]
enum Fact {
    Compares(BinaryOp, Operand, Operand),
    Same(RegId),
    Opposite(RegId),
    /// Of this and a constant.
    Computes(BinaryOp, RegId, u64),
}

/// What the registers may hold at a place.
#[derive(Clone, PartialEq)]
struct State {
    values: Vec<Values>,
    facts: BTreeMap<RegId, Fact>,
}

struct Ranges<'f> {
    function: &'f Function,
    /// By head of a loop: what comes to it from its ends, and how often that has changed.
    heads: BTreeMap<usize, (State, u32)>,
    steps: Vec<u64>,
}

impl Ranges<'_> {
    fn holding(mut self) -> Vec<usize> {
        for _ in 0..PASSES {
            let (holding, changed) = self.pass();
            if !changed {
                return holding;
            }
        }
        Vec::new()
    }

    /// Goes through the code once. The checks that hold as far as is known, and whether more has come to the heads of loops.
    fn pass(&mut self) -> (Vec<usize>, bool) {
        let registers = &self.function.registers;
        let at_first =
            State { values: registers.iter().map(|r| Values::all(r.width)).collect(), facts: BTreeMap::new() };
        let mut pending: BTreeMap<usize, State> = BTreeMap::from([(0, at_first)]);
        let (mut holding, mut changed, mut now) = (Vec::new(), false, None);
        for (at, instr) in self.function.code.iter().enumerate() {
            for other in [pending.remove(&at), self.heads.get(&at).map(|(state, _)| state.clone())] {
                now = joined(now, other);
            }
            let Some(state) = &mut now else { continue };
            match &instr.op {
                Op::Jump(target) => {
                    let state = now.take();
                    join_into(&mut pending, target.index(), state);
                }
                Op::Branch { condition, target } => {
                    let mut taken = state.clone();
                    if taken.learn(self.function, *condition, true) {
                        join_into(&mut pending, target.index(), Some(taken));
                    }
                    if !state.learn(self.function, *condition, false) {
                        now = None;
                    }
                }
                Op::Repeat { head, .. } => {
                    let state = now.take();
                    changed |= self.come_back(head.index(), state);
                }
                Op::Return(_) | Op::ExitThread { .. } => now = None,
                Op::Assume { condition } | Op::Await { condition } => {
                    if !state.learn(self.function, *condition, true) {
                        now = None;
                    }
                }
                op => {
                    if let Op::Assert { condition, .. } = op
                        && is_check(op)
                        && state.of(*condition, Width::BOOL).constant() == Some(1)
                    {
                        holding.push(at);
                    }
                    state.run(self.function, op);
                }
            }
        }
        (holding, changed)
    }

    /// Whether what comes to the head of a loop from its end is more than was known.
    fn come_back(&mut self, head: usize, state: Option<State>) -> bool {
        let Some(state) = state else { return false };
        let Some((known, changes)) = self.heads.get_mut(&head) else {
            self.heads.insert(head, (state, 1));
            return true;
        };
        let mut more = joined(Some(known.clone()), Some(state)).expect("two states; please report this");
        if more == *known {
            return false;
        }
        *changes += 1;
        if *changes > EXACT {
            for (index, (value, before)) in more.values.iter_mut().zip(&known.values).enumerate() {
                if value != before {
                    *value = grown(value, before, (self.function.registers[index].width, &self.steps));
                }
            }
        }
        *known = more;
        true
    }
}

/// A value that has grown, as far as the next constants.
fn grown(value: &Values, before: &Values, (width, steps): (Width, &[u64])) -> Values {
    let (mut low, mut high) = (value.low(), value.high());
    if low < before.low() {
        low = steps.iter().rev().find(|step| **step <= low).copied().unwrap_or(0);
    }
    if high > before.high() {
        high = steps.iter().find(|step| **step >= high && **step <= width.mask()).copied().unwrap_or(width.mask());
    }
    if value.is_wild() {
        Values::all(width)
    } else {
        Values::all(width).cut(low, high).unwrap_or_else(|| value.clone())
    }
}

fn join_into(pending: &mut BTreeMap<usize, State>, target: usize, state: Option<State>) {
    let known = pending.remove(&target);
    if let Some(state) = joined(known, state) {
        pending.insert(target, state);
    }
}

fn joined(one: Option<State>, other: Option<State>) -> Option<State> {
    let (mut one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    for (value, more) in one.values.iter_mut().zip(&other.values) {
        if value != more {
            *value = value.union(more);
        }
    }
    one.facts.retain(|register, fact| other.facts.get(register) == Some(fact));
    Some(one)
}

impl State {
    fn of(&self, operand: Operand, width: Width) -> Values {
        match operand {
            Operand::Reg(register) => self.values[register.index()].clone(),
            Operand::Const { bits, .. } => Values::one(bits),
            Operand::Global { .. } | Operand::Function(_) => Values::all(width),
        }
    }

    /// What an instruction makes of the registers.
    fn run(&mut self, function: &Function, op: &Op) {
        let width = |operand: &Operand| function.operand_width(*operand);
        let of = |operand: &Operand| self.of(*operand, width(operand));
        let computed = match op {
            Op::Copy { value, .. } => Some(of(value)),
            Op::Unary { op, value, .. } => Some(Values::unary(*op, &of(value), width(value))),
            Op::Binary { op, left, right, .. } => Some(Values::binary(*op, &of(left), &of(right), width(left))),
            Op::Cast { dst, op, value } => Some(Values::cast(*op, &of(value), width(value), function.width(*dst))),
            Op::Select { dst, condition, yes, no } => {
                let given = |value: &Operand, outcome| self.given(function, (*condition, outcome), *value);
                let sides = [given(yes, true), given(no, false)].into_iter().flatten();
                Some(sides.reduce(|one, other| one.union(&other)).unwrap_or(Values::all(function.width(*dst))))
            }
            _ => None,
        };
        let fact = match op {
            Op::Copy { value: Operand::Reg(source), .. } => Some(Fact::Same(*source)),
            Op::Unary { op: UnaryOp::Not, value: Operand::Reg(source), dst } if function.width(*dst) == Width::BOOL => {
                Some(Fact::Opposite(*source))
            }
            Op::Binary { op, left, right, .. } if op.result_width(Width::POINTER) == Width::BOOL && !op.is_float() => {
                Some(Fact::Compares(*op, *left, *right))
            }
            Op::Binary { op, left: Operand::Reg(source), right: Operand::Const { bits, .. }, .. } if !op.is_float() => {
                Some(Fact::Computes(*op, *source, *bits))
            }
            _ => None,
        };
        for register in uses::definitions(op) {
            self.facts.remove(&register);
            self.facts.retain(|_, fact| !fact.names(register));
            let all = || Values::all(function.width(register));
            self.values[register.index()] = computed.clone().unwrap_or_else(all);
            if let Some(fact) = fact.filter(|fact| !fact.names(register)) {
                self.facts.insert(register, fact);
            }
        }
    }

    /// What an operand may be where a condition has an outcome; nothing if it cannot.
    fn given(&self, function: &Function, (condition, outcome): (Operand, bool), operand: Operand) -> Option<Values> {
        let mut state = self.clone();
        if !state.learn(function, condition, outcome) {
            return None;
        }
        // What was computed before the condition was known to hold is computed anew.
        if let Operand::Reg(register) = operand
            && let Some(Fact::Computes(op, source, bits)) = state.facts.get(&register)
        {
            let source_values = &state.values[source.index()];
            return Some(Values::binary(*op, source_values, &Values::one(*bits), function.width(*source)));
        }
        Some(state.of(operand, function.operand_width(operand)))
    }

    /// Takes in that a condition has an outcome. Whether it can.
    fn learn(&mut self, function: &Function, condition: Operand, outcome: bool) -> bool {
        let wanted = u64::from(outcome);
        let Operand::Reg(register) = condition else { return self.of(condition, Width::BOOL).contains(wanted) };
        if !self.hold(register, |value| value.cut(wanted, wanted)) {
            return false;
        }
        match self.facts.get(&register).copied() {
            Some(Fact::Same(source)) => self.learn(function, Operand::Reg(source), outcome),
            Some(Fact::Opposite(source)) => self.learn(function, Operand::Reg(source), !outcome),
            Some(Fact::Compares(op, left, right)) => {
                let width = function.operand_width(left);
                let (a, b) = (self.of(left, width), self.of(right, width));
                let sides = [
                    (left, Comparison { op, width, other: b, side: Side::Left }),
                    (right, Comparison { op, width, other: a, side: Side::Right }),
                ];
                sides.into_iter().all(|(operand, comparison)| match operand {
                    Operand::Reg(register) => self.hold(register, |value| comparison.allows(value, outcome)),
                    _ => true,
                })
            }
            Some(Fact::Computes(..)) | None => true,
        }
    }

    /// Leaves of what a register may hold what is kept, there and in its copies. Whether that is something.
    fn hold(&mut self, register: RegId, keep: impl Fn(&Values) -> Option<Values>) -> bool {
        let copies = self.facts.iter().filter(|(_, fact)| **fact == Fact::Same(register)).map(|(copy, _)| *copy);
        let source = match self.facts.get(&register) {
            Some(Fact::Same(source)) => Some(*source),
            _ => None,
        };
        let alike: Vec<RegId> = copies.chain(source).chain([register]).collect();
        for register in alike {
            match keep(&self.values[register.index()]) {
                Some(kept) => self.values[register.index()] = kept,
                None => return false,
            }
        }
        true
    }
}

impl Fact {
    fn names(&self, register: RegId) -> bool {
        match self {
            Fact::Compares(_, left, right) => {
                [left, right].into_iter().any(|operand| *operand == Operand::Reg(register))
            }
            Fact::Same(source) | Fact::Opposite(source) | Fact::Computes(_, source, _) => *source == register,
        }
    }
}
