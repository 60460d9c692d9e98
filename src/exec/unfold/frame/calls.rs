//! Calls: into the functions that one may reach, and back with what they return.
//!
//! In: a call, direct or through a pointer, on one path. Out: the merged paths behind it. What stands in the function is
//! walked by its [`Frame`].

use std::collections::BTreeMap;
use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::super::faults::Fault;
use super::super::{NESTED_CALLS, Round};
use super::{Frame, Next};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Open;
use crate::exec::liveness;
use crate::exec::objects::{FUNCTIONS, function_address, function_at};
use crate::exec::signature::{narrower, wider};
use crate::exec::skeleton::Bounded;
use crate::exec::state::State;
use crate::exec::terms::TermId;
use crate::ids::FuncId;
use crate::ir::{Author, Callee, CastOp, Instr, Op, Property, Width};

/// What is said of a call through a pointer that addresses no function.
const NO_FUNCTION: &str = "call through a pointer to no function";

/// Where a call stands.
#[derive(Clone, Copy)]
pub(in crate::exec::unfold) struct CalledAt {
    pub span: Option<Span>,
    /// The call of the program's inside of which it is; none where no function of the program's runs.
    pub place: Option<Span>,
}

impl Round<'_> {
    /// Runs a function on `state` and returns the merged state of its returns (its registers are the caller's
    /// again) with the value.
    pub(in crate::exec::unfold) fn call(
        &mut self,
        id: FuncId,
        args: &[TermId],
        mut state: State,
        CalledAt { span, place }: CalledAt,
    ) -> Result<Vec<(State, Option<TermId>)>, Diagnostic> {
        let depth = self.walk.calls.iter().filter(|f| **f == id).count() as u32;
        if depth > self.bounds.recursion || self.nested >= NESTED_CALLS {
            // Within so many calls a smaller number of this function's own is the bound.
            let Some(reached) = depth.checked_sub(1) else {
                let mut error = Diagnostic::error(format!("more than {NESTED_CALLS} calls within each other"));
                error.span = span;
                return Err(error);
            };
            self.exceed(state.guard, Bounded::Recursion(id), reached.min(self.bounds.recursion));
            return Ok(Vec::new());
        }
        let program = self.program;
        let function = program.function(id);
        let count = function.registers.len();
        let caller = std::mem::replace(&mut state.registers, vec![None; count]);
        let mut undefined = FixedBitSet::with_capacity(count);
        undefined.insert_range(..);
        let undefined = std::mem::replace(&mut state.undefined, undefined);
        if args.len() < function.params.len() {
            let mut error = Diagnostic::error(format!("`{}` is called with too few arguments", function.name));
            error.span = span;
            return Err(error);
        }
        for (param, arg) in function.params.iter().zip(args) {
            let arg = self.fit(*arg, function.width(*param)).ok_or_else(|| wider(&function.name, span))?;
            state.define(*param, arg);
        }
        self.walk.calls.push(id);
        self.nested += 1;
        let mut frame = Frame {
            function: id,
            code: &function.code,
            place: place.filter(|_| function.author == Author::Tool),
            pending: BTreeMap::from([(0, vec![state])]),
            loops: Vec::new(),
            returned: Vec::new(),
            live: Rc::clone(self.live.entry(id).or_insert_with(|| Rc::new(liveness::of(function)))),
        };
        while let Some((at, state)) = frame.next() {
            self.run(&mut frame, at, state)?;
        }
        self.walk.loops -= frame.loops.len();
        self.walk.calls.pop();
        self.nested -= 1;
        let back = |mut state: State| {
            let value = state.registers.first().copied().flatten();
            state.registers.clone_from(&caller);
            state.undefined.clone_from(&undefined);
            (state, value)
        };
        Ok(frame.returned.into_iter().map(back).collect())
    }

    /// The call at `at`: into each function that it may reach, and back.
    pub(super) fn reach(&mut self, frame: &mut Frame, at: usize, state: &mut State) -> Result<Next, Diagnostic> {
        let Instr { op: Op::Call { dst, callee, args }, .. } = &frame.code[at] else {
            unreachable!("what is reached is called");
        };
        let span = frame.span(at);
        let place = match self.program.function(frame.function).author {
            Author::Program => span,
            Author::Tool => frame.place,
        };
        let args: Vec<TermId> = args.iter().map(|arg| self.operand(state, *arg)).collect();
        let targets = match callee {
            Callee::Direct(id) => vec![(*id, TermId::TRUE)],
            Callee::Indirect(operand) => {
                let address = self.operand(state, *operand);
                self.callees(state, address, span)?
            }
        };
        let mark = self.extend_context(frame, at);
        let mut after = Vec::new();
        for (id, condition) in targets {
            let mut entered = state.clone();
            entered.guard = self.terms.and(state.guard, condition);
            if entered.guard == TermId::FALSE {
                continue;
            }
            // Two functions called here are two places.
            self.walk.context.push(id.0);
            for (mut returned, result) in self.call(id, &args, entered, CalledAt { span, place })? {
                if let Some(dst) = dst {
                    let width = self.program.function(frame.function).width(*dst);
                    let value = match result {
                        Some(result) => {
                            let name = &self.program.function(id).name;
                            self.fit(result, width).ok_or_else(|| narrower(name, span))?
                        }
                        None => self.unset(width),
                    };
                    returned.define(*dst, value);
                    self.open_result(id, Some(value));
                }
                self.gather(&mut after, returned);
            }
            self.walk.context.pop();
        }
        self.walk.context.truncate(mark);
        let mut after = after.into_iter();
        let Some(first) = after.next() else { return Ok(Next::Stop) };
        *state = first;
        for other in after {
            self.wait_at(frame, at + 1, other);
        }
        Ok(if state.guard == TermId::FALSE { Next::Stop } else { Next::Fall })
    }

    /// Notes what a call yields on the paths on which the function returns nothing.
    pub(in crate::exec::unfold) fn open_result(&mut self, function: FuncId, value: Option<TermId>) {
        let silent = |instr: &Instr| matches!(instr.op, Op::Return(None));
        let code = self.program.function(function);
        let other = |instr: &Instr| match instr.op {
            Op::Return(Some(v)) => value.is_some_and(|value| code.operand_width(v) != self.terms.width(value)),
            _ => false,
        };
        if let Some(value) = value
            && code.code.iter().any(|instr| silent(instr) || other(instr))
        {
            self.open.push((Open::Result(self.walk.thread, self.walk.context.clone(), function), value));
        }
    }

    /// Notes a call through a pointer that nobody has set. Which function it happens to reach is left open.
    fn call_astray(&mut self, state: &mut State, address: TermId, named: &[u64], span: Option<Span>) {
        use crate::ir::BinaryOp::UnsignedLess;
        let known = self.one_of(address, named);
        let (first, end) = (FUNCTIONS, function_address(FuncId::from_index(self.program.functions.len())));
        let (first, end) = (self.terms.constant(first, Width::POINTER), self.terms.constant(end, Width::POINTER));
        let (below, before) =
            (self.terms.binary(UnsignedLess, address, first), self.terms.binary(UnsignedLess, address, end));
        let above = self.terms.not(before);
        let (none, other) = (self.terms.or(below, above), self.terms.not(known));
        let wrong = self.terms.and(other, none);
        self.violate(state, wrong, Fault::new(Property::NullDereference, NO_FUNCTION, span));
        let chance = self.terms.and(state.guard, other);
        self.exceed(chance, Bounded::Chance(span), 0);
        state.guard = self.terms.and(state.guard, known);
    }

    /// An argument or a result as wide as the other side of a call through a pointer has it: the machine passes both in
    /// registers, of which it takes the low bits. `None` where it would take bits that nobody has set.
    fn fit(&mut self, value: TermId, width: Width) -> Option<TermId> {
        (self.terms.width(value) >= width).then(|| self.terms.cast(CastOp::Truncate, value, width))
    }

    /// The functions an indirect call may reach, each with its condition.
    fn callees(
        &mut self,
        state: &mut State,
        address: TermId,
        span: Option<Span>,
    ) -> Result<Vec<(FuncId, TermId)>, Diagnostic> {
        let Some(values) = self.terms.values(address).named().map(<[u64]>::to_vec) else {
            let mut error = Diagnostic::error("the function that this pointer calls cannot be determined");
            error.span = span;
            return Err(error.help("call it through a pointer that only ever holds known functions"));
        };
        if self.terms.values(address).is_wild() {
            self.call_astray(state, address, &values, span);
        }
        let mut targets = Vec::new();
        let mut wrong = TermId::FALSE;
        for value in values {
            let constant = self.terms.constant(value, crate::ir::Width::POINTER);
            let condition = self.terms.binary(crate::ir::BinaryOp::Equal, address, constant);
            match function_at(value, self.program) {
                Some(id) => targets.push((id, condition)),
                None => wrong = self.terms.or(wrong, condition),
            }
        }
        if wrong != TermId::FALSE {
            self.violate(state, wrong, Fault::new(Property::NullDereference, NO_FUNCTION, span));
        }
        Ok(targets)
    }
}
