//! Waiting loops that count their rounds: those between the first and the last are left out.
//!
//! In: a program and the model that it is to run under. Out: the same program, in which the counter of such a loop (spin a
//! thousand times, then sleep) is at its end after one round; nothing changes under a model that is not
//! [hereditary](crate::model::Model::is_hereditary). It must not know what the loop waits for.
//!
//! # The rule
//! The step of a counter, `k = k - 1`, becomes `k = E`, where `E` is the value with which the next test of the counter ends the
//! loop. A *round* is a path through the loop from its head back to it. The condition:
//!
//! 1. a round reads memory once at most and does nothing else that has a place in an execution: it writes nothing, allocates,
//!    locks, starts and waits for nothing, has no fence, also none that the model's mapping makes of the read, nor does what it
//!    calls, and no loop is in it;
//! 2. nothing but the counter goes from one round to the next: it is the only register that a round assigns and a later one reads;
//! 3. what is computed from the counter is used by one branch that leaves the loop, and by nothing else, in the loop or behind it;
//! 4. each round passes that branch and the step, which is by one;
//! 5. the branch asks whether the counter, or what the step makes of it, is less than something, greater, or not equal to something
//!    that no round changes, or whether it is no more or no less than a constant; and nothing reads the counter between the step and the end of a round, as what is left of the round
//!    would see that the counter has ended;
//! 6. control enters the loop at its head alone;
//! 7. data races are not looked for: a read of a round that is left out might be part of one.
//!
//! Where the branch asks what the step has made of the counter, for being equal to a constant, and a round reads memory before that alone, the
//! step makes that constant, so that the first round leaves by the branch. Then the counter may also be used behind the loop
//! (against 3), if it is only compared with that constant there, and begins with constants that are others each time, be it as a parameter.
//!
//! # Why no verdict changes
//! Take an execution with the rounds `1` to `n` of the loop and then a part of a round that leaves it, by the counter or
//! otherwise. If by the counter, leave out the rounds before `n`, else all rounds. By 1 and 2 what is left of the thread is a run
//! of the changed program: the first round passes the test as it did, since the counter began as it did, and the part of a round
//! that leaves begins with all that it reads but the counter; by 3 what comes after does not know how often the loop went round.
//! Other threads do not notice (1). It is consistent for the reasons that [`crate::exec::waiting`] gives: no event moves, and a
//! hereditary model allows what has fewer events. Its dependencies are among those of the whole: by 2 and 3 nothing that a round
//! reads flows out of it, and what the counter began with has decided in the whole, too, whether there was a round.
//!
//! Where the counter is asked at the end of a round, leave out all rounds before the one in which the thread leaves. If it leaves by the
//! counter, that is the constant in both; else it has passed the branch, or is what it began with, and is not the constant in either.
//!
//! The other way round, an execution of the changed program with a round comes from one of the program in which that round is
//! repeated until the counter ends: by 4 it counts, and a counter that goes by one comes to each value. By 1 the repeated rounds
//! add reads `r'` to one read `r`, right behind it, of the same place, with the same tags, from the same write, and with the same
//! branches behind. Whatever comes before `r'` or after it comes before or after `r`, but for `r` itself; so a cycle through `r'`
//! was one through `r`. With a second read in the round, or a fence, that is not so: the first would have to find its old value
//! after the second has found a new one, and a fence behind the first look stands before the second. What a run reports is the
//! shorter one.
//!
//! A place for a fence in a round is none yet. A repair that puts one there is right for the changed program, hence for the
//! program; that there is none with fewer fences is said for loops that may also end after one round.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::exec::flow::Flow;
use crate::exec::liveness;
use crate::exec::mapping::{Mapping, Operation};
use crate::ids::{FuncId, LoopId, RegId};
use crate::ir::{BinaryOp, Callee, Concern, Function, Instr, Op, Operand, Program, UnaryOp, Width, uses};
use crate::model::Model;

/// So deep are calls followed.
const DEPTH: usize = 8;

/// Lets the counters of waiting loops end after one round.
pub fn shorten(program: &mut Program, model: &Model) {
    if !model.is_hereditary(&program.sets()) || program.checked.contains(Concern::Races) {
        return;
    }
    let doing = Doing { program, mapping: Mapping::of(model) };
    let mut steps = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let ends = function.code.iter().enumerate().filter_map(|(at, instr)| match instr.op {
            Op::Repeat { head, id } => Some((head.index(), at, id)),
            _ => None,
        });
        let ends: Vec<(usize, usize, LoopId)> = ends.collect();
        if ends.is_empty() {
            continue;
        }
        let flow = Flow::of(function);
        let live = flow.live(|_| true);
        let entered = liveness::of(function);
        for (head, end, _) in ends {
            if entered.is_entered_inside(end) {
                continue;
            }
            let within = Rounds::of(function, &flow, head..=end).filter(|rounds| rounds.read_once(&doing));
            let step =
                within.and_then(|rounds| rounds.counter(&live).or_else(|| rounds.asked_at_the_end(&live, &doing)));
            steps.extend(step.map(|(at, dst, value)| (index, at, dst, value)));
        }
    }
    for (function, at, dst, value) in steps {
        program.functions[function].code[at].op = Op::Copy { dst, value };
    }
}

/// The rounds of a loop.
struct Rounds<'p> {
    function: &'p Function,
    flow: &'p Flow,
    head: usize,
    end: usize,
    /// The instructions on them.
    on: BTreeSet<usize>,
}

impl<'p> Rounds<'p> {
    /// Those of the loop of these instructions, if it goes round at all.
    fn of(function: &'p Function, flow: &'p Flow, code: std::ops::RangeInclusive<usize>) -> Option<Rounds<'p>> {
        let (head, end) = (*code.start(), *code.end());
        let inside = |at: usize| -> Vec<usize> {
            let next = flow.next(at).filter(|next| code.contains(next) && at != end);
            next.collect()
        };
        let mut forth = BTreeSet::from([head]);
        let mut open = vec![head];
        while let Some(at) = open.pop() {
            open.extend(inside(at).into_iter().filter(|next| forth.insert(*next)));
        }
        let mut on = BTreeSet::from([end]);
        loop {
            let before = on.len();
            on.extend(
                forth.iter().copied().filter(|at| inside(*at).iter().any(|next| on.contains(next))).collect::<Vec<_>>(),
            );
            if on.len() == before {
                break;
            }
        }
        forth.contains(&end).then_some(Rounds { function, flow, head, end, on })
    }

    /// Whether a round does nothing but to read memory once.
    fn read_once(&self, doing: &Doing<'_>) -> bool {
        let mut reads = BTreeSet::new();
        for at in self.on.iter().filter(|at| **at != self.end) {
            match doing.reads(&self.function.code[*at].op, 0) {
                Some(0) => {}
                Some(1) => _ = reads.insert(*at),
                Some(_) | None => return false,
            }
        }
        reads.iter().all(|read| self.behind(*read).is_disjoint(&reads))
    }

    /// The step of the counter: where it is, the counter, and what it is to be.
    fn counter(&self, live: &[FixedBitSet]) -> Option<(usize, RegId, Operand)> {
        let counter = self.carried(live)?;
        let computed = self.computed(counter)?;
        let leaves = self.on.iter().flat_map(|at| self.flow.next(*at)).filter(|next| !self.on.contains(next));
        let mut behind = leaves.chain((self.head..=self.end).filter(|at| !self.on.contains(at)));
        if behind.any(|at| computed.iter().any(|reg| live[at].contains(reg.index()))) {
            return None;
        }
        let test = self.test(&computed)?;
        let &[step] = self.definitions(counter).as_slice() else { return None };
        if !self.is_passed(test) || !self.is_passed(step) {
            return None;
        }
        let by = self.offset(counter, self.source(step)?)?;
        if by != 1 && by != -1 || self.is_read_behind(step, counter) {
            return None;
        }
        let value = self.last(counter, &computed, test)?;
        Some((step, counter, value))
    }

    /// The same where the counter is asked at the end of a round.
    fn asked_at_the_end(&self, live: &[FixedBitSet], doing: &Doing<'_>) -> Option<(usize, RegId, Operand)> {
        let counter = self.carried(live)?;
        let computed = self.computed(counter)?;
        let test = self.test(&computed)?;
        let &[step] = self.definitions(counter).as_slice() else { return None };
        let Some(Operand::Reg(stepped)) = self.source(step) else { return None };
        let &[made] = self.definitions(stepped).as_slice() else { return None };
        let by = self.offset(counter, Operand::Reg(stepped))?;
        if by != 1 && by != -1 || ![made, step, test].into_iter().all(|at| self.is_passed(at)) {
            return None;
        }
        let reads_on = |at: &usize| doing.reads(&self.function.code[*at].op, 0) != Some(0) && *at != self.end;
        if !self.behind(step).contains(&test) || self.behind(test).iter().any(reads_on) {
            return None;
        }
        let (op, left, right, stays) = self.asked(test)?;
        let end = match (op, stays, left, right) {
            (BinaryOp::NotEqual, true, told, end @ Operand::Const { .. })
            | (BinaryOp::NotEqual, true, end @ Operand::Const { .. }, told)
            | (BinaryOp::Equal, false, told, end @ Operand::Const { .. })
            | (BinaryOp::Equal, false, end @ Operand::Const { .. }, told)
                if self.offset(counter, told) == Some(by) =>
            {
                end
            }
            _ => return None,
        };
        let is_told = self.is_begun_anew(counter)
            && self.is_only_told_from(counter, &computed, end)
            && doing.gives_only_others(self.function, counter, end);
        is_told.then_some((made, stepped, end))
    }

    /// Whether all that happens outside of the rounds to what is computed from the counter is that the counter is compared with this constant,
    /// and set to others.
    fn is_only_told_from(&self, counter: RegId, computed: &BTreeSet<RegId>, end: Operand) -> bool {
        let outside = (0..self.function.code.len()).filter(|at| !self.on.contains(at));
        let harmless = |at: usize| {
            let op = &self.function.code[at].op;
            let reads = self.flow.reads(at).iter().any(|reg| computed.contains(reg));
            let sets = uses::definitions(op).any(|reg| computed.contains(&reg));
            match *op {
                Op::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right, .. } if reads && !sets => {
                    [(left, right), (right, left)].contains(&(Operand::Reg(counter), end))
                }
                Op::Copy { dst, value: value @ Operand::Const { .. } } if sets => dst == counter && value != end,
                _ => !reads && !sets,
            }
        };
        outside.into_iter().all(harmless)
    }

    /// Whether a register is set each time before control comes to the loop.
    fn is_begun_anew(&self, counter: RegId) -> bool {
        let leaves = self.on.iter().flat_map(|at| self.flow.next(*at)).filter(|next| !self.on.contains(next));
        // A parameter is set by the call.
        let start = Some(0).filter(|_| !self.function.params.contains(&counter));
        let mut seen: BTreeSet<usize> = leaves.chain(start).collect();
        let mut open: Vec<usize> = seen.iter().copied().collect();
        while let Some(at) = open.pop() {
            if at == self.head {
                return false;
            }
            if !uses::definitions(&self.function.code[at].op).any(|reg| reg == counter) {
                open.extend(self.flow.next(at).filter(|next| seen.insert(*next)));
            }
        }
        true
    }

    /// The only register that goes from one round to the next.
    fn carried(&self, live: &[FixedBitSet]) -> Option<RegId> {
        let assigned = |reg: &RegId| !self.definitions(*reg).is_empty();
        let mut carried = live[self.head].ones().map(RegId::from_index).filter(assigned);
        carried.next().filter(|_| carried.next().is_none())
    }

    /// The only branch in a round that asks what is computed from the counter.
    fn test(&self, computed: &BTreeSet<RegId>) -> Option<usize> {
        let reads_it = |at: &usize| self.flow.reads(*at).iter().any(|reg| computed.contains(reg));
        let is_branch = |at: &usize| matches!(self.function.code[*at].op, Op::Branch { .. });
        let mut tests = self.on.iter().copied().filter(is_branch).filter(reads_it);
        tests.next().filter(|_| tests.next().is_none())
    }

    /// What a round may pass behind an instruction.
    fn behind(&self, from: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let next = self.flow.next(at).filter(|next| at != self.end && self.on.contains(next));
            open.extend(next.filter(|next| seen.insert(*next)));
        }
        seen
    }

    /// Whether a round reads a register behind an instruction.
    fn is_read_behind(&self, from: usize, reg: RegId) -> bool {
        self.behind(from).iter().any(|at| self.flow.reads(*at).contains(&reg))
    }

    /// The registers that are computed from the counter, if nothing but arithmetic and branches uses them in a round.
    fn computed(&self, counter: RegId) -> Option<BTreeSet<RegId>> {
        let mut computed = BTreeSet::from([counter]);
        loop {
            let before = computed.len();
            for at in &self.on {
                if !self.flow.reads(*at).iter().any(|reg| computed.contains(reg)) {
                    continue;
                }
                match self.function.code[*at].op {
                    Op::Copy { dst, .. } | Op::Unary { dst, .. } | Op::Binary { dst, .. } => _ = computed.insert(dst),
                    Op::Branch { .. } => {}
                    _ => return None,
                }
            }
            if computed.len() == before {
                return Some(computed);
            }
        }
    }

    /// Where rounds assign a register.
    fn definitions(&self, reg: RegId) -> Vec<usize> {
        let assigns = |at: &usize| uses::definitions(&self.function.code[*at].op).any(|dst| dst == reg);
        self.on.iter().copied().filter(assigns).collect()
    }

    /// Whether each round passes an instruction.
    fn is_passed(&self, through: usize) -> bool {
        let mut seen = BTreeSet::from([self.head]);
        let mut open = vec![self.head];
        while let Some(at) = open.pop() {
            if at == through {
                continue;
            }
            if at == self.end {
                return false;
            }
            open.extend(self.flow.next(at).filter(|next| self.on.contains(next) && seen.insert(*next)));
        }
        true
    }

    /// What a copy copies.
    fn source(&self, at: usize) -> Option<Operand> {
        match self.function.code[at].op {
            Op::Copy { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The only instruction of the rounds that assigns a register.
    fn definition(&self, reg: RegId) -> Option<&Op> {
        match self.definitions(reg).as_slice() {
            [at] => Some(&self.function.code[*at].op),
            _ => None,
        }
    }

    /// How much an operand is more than the counter was at the head.
    fn offset(&self, counter: RegId, operand: Operand) -> Option<i64> {
        let mut operand = operand;
        let mut offset = 0;
        for _ in 0..=self.on.len() {
            let Operand::Reg(reg) = operand else { return None };
            if reg == counter {
                return Some(offset);
            }
            operand = match *self.definition(reg)? {
                Op::Copy { value, .. } => value,
                Op::Binary { op, left, right: Operand::Const { bits: 1, .. }, .. } => {
                    offset += match op {
                        BinaryOp::Add => 1,
                        BinaryOp::Sub => -1,
                        _ => return None,
                    };
                    left
                }
                _ => return None,
            };
        }
        None
    }

    /// The counter with which this branch leaves the loop.
    fn last(&self, counter: RegId, computed: &BTreeSet<RegId>, test: usize) -> Option<Operand> {
        let (op, left, right, stays) = self.asked(test)?;
        self.end_of(counter, computed, (op, left, right), stays)
    }

    /// The comparison that a branch out of the loop asks, and whether it stays in the loop where that holds.
    fn asked(&self, test: usize) -> Option<(BinaryOp, Operand, Operand, bool)> {
        let Op::Branch { condition, target } = self.function.code[test].op else { return None };
        let (taken, other) = (self.on.contains(&target.index()), self.on.contains(&(test + 1)));
        let mut stays = match (taken, other) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        let mut condition = condition;
        for _ in 0..=self.on.len() {
            let Operand::Reg(reg) = condition else { return None };
            match *self.definition(reg)? {
                Op::Copy { value, .. } => condition = value,
                Op::Unary { op: UnaryOp::Not, value, .. } => {
                    condition = value;
                    stays = !stays;
                }
                Op::Binary { op, left, right, .. } => return Some((op, left, right, stays)),
                _ => return None,
            }
        }
        None
    }

    /// The counter with which a comparison is not as it must be for the loop to go on.
    fn end_of(
        &self,
        counter: RegId,
        computed: &BTreeSet<RegId>,
        (op, left, right): (BinaryOp, Operand, Operand),
        stays: bool,
    ) -> Option<Operand> {
        use BinaryOp::{Equal, NotEqual, SignedLess, SignedLessEqual, UnsignedLess, UnsignedLessEqual};
        let is_free = |operand: Operand| !matches!(operand, Operand::Reg(reg) if computed.contains(&reg));
        let (offset, other, is_left) = match (self.offset(counter, left), self.offset(counter, right)) {
            (Some(offset), None) if is_free(right) => (offset, right, true),
            (None, Some(offset)) if is_free(left) => (offset, left, false),
            _ => return None,
        };
        let width = self.function.registers[counter.index()].width;
        let highest = match op {
            SignedLess | SignedLessEqual => width.mask() >> 1,
            _ => width.mask(),
        };
        // The highest value is less than none, and none is less than the lowest.
        let least = |is_less: bool| if is_less { highest } else { highest.wrapping_add(1) };
        // One beside a constant, if that has a neighbour on this side.
        let beside = |is_less: bool| match other {
            Operand::Const { bits, .. } if bits != least(!is_less) & width.mask() => {
                Some(if is_less { bits.wrapping_sub(1) } else { bits.wrapping_add(1) })
            }
            _ => None,
        };
        match (op, stays) {
            (UnsignedLess | SignedLess, true) => Some(minus(least(is_left), offset, width)),
            (UnsignedLessEqual | SignedLessEqual, false) => Some(minus(least(!is_left), offset, width)),
            (UnsignedLess | SignedLess, false) => Some(minus(beside(is_left)?, offset, width)),
            (UnsignedLessEqual | SignedLessEqual, true) => Some(minus(beside(!is_left)?, offset, width)),
            (NotEqual, true) | (Equal, false) => match other {
                Operand::Const { bits, width } => Some(minus(bits, offset, width)),
                Operand::Reg(reg) if offset == 0 && self.definitions(reg).is_empty() => Some(other),
                _ => None,
            },
            _ => None,
        }
    }
}

fn minus(bits: u64, offset: i64, width: Width) -> Operand {
    Operand::constant(bits.wrapping_sub(offset as u64), width)
}

/// What instructions do.
struct Doing<'p> {
    program: &'p Program,
    mapping: Mapping<'p>,
}

impl Doing<'_> {
    /// Whether all that a function gets for a register are constants other than this one, if it is a parameter.
    fn gives_only_others(&self, function: &Function, register: RegId, end: Operand) -> bool {
        let Some(place) = function.params.iter().position(|param| *param == register) else { return true };
        let is_it = |other: &FuncId| std::ptr::eq(&self.program.functions[other.index()], function);
        let code = || self.program.functions.iter().flat_map(|function| &function.code);
        let named = code().flat_map(|instr| uses::operands(&instr.op));
        let values = self.program.globals.iter().flat_map(|global| &global.init).map(|init| init.value);
        let mut addresses = named.chain(values).filter_map(|operand| match operand {
            Operand::Function(other) => Some(other),
            _ => None,
        });
        let is_other = |instr: &Instr| match &instr.op {
            Op::Call { callee: Callee::Direct(callee), args, .. } if is_it(callee) => {
                args.get(place).is_some_and(|arg| matches!(arg, Operand::Const { .. }) && *arg != end)
            }
            _ => true,
        };
        !self.program.entry.iter().any(is_it) && !addresses.any(|other| is_it(&other)) && code().all(is_other)
    }

    /// How often at most an instruction reads memory, if it does nothing else that has a place in an execution.
    fn reads(&self, op: &Op, depth: usize) -> Option<usize> {
        match op {
            Op::Load { order, .. } => {
                let mapped = self.mapping.get(Operation::Load, *order);
                (mapped.before.is_empty() && mapped.after.is_empty()).then_some(1)
            }
            Op::Copy { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Step { .. }
            | Op::Reach { .. }
            | Op::FencePoint(_)
            | Op::Undefine { .. }
            | Op::Jump(_)
            | Op::Branch { .. }
            | Op::Assert { .. } => Some(0),
            Op::Call { callee: Callee::Direct(callee), .. } if depth < DEPTH => {
                let code = &self.program.functions[callee.index()].code;
                let does = code.iter().filter(|instr| !matches!(instr.op, Op::Return(_)));
                does.map(|instr| self.reads(&instr.op, depth + 1)).sum()
            }
            _ => None,
        }
    }
}
