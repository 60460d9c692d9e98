//! Threads and mutexes: joins, detaching, and calls on mutexes, as accesses with checks.
//!
//! In: an instruction. Out: small actions, the same accesses in the same order as in the unfolding. It must not know what
//! memory holds, or which threads there are.

use super::micro::{At, Called, Micro, Spot};
use super::{Access, Asked, Change, Code, Machine, Piece, Step, Unset, Wait, World};
use crate::diag::Span;
use crate::exec::mapping::{Operation, RMW};
use crate::exec::objects::{self, function_at, handle_of, thread_of};
use crate::ids::{RegId, ThreadId};
use crate::ir::joins::{self, Claim};
use crate::ir::mutex::{self, Call, End, Looks};
use crate::ir::{Operand, Property, Width};
use crate::model::Tag;

impl Machine {
    /// Begins a call on a mutex.
    pub(super) fn mutex(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        (call, dst): (Call, Option<RegId>),
        (address, at): (Operand, At),
    ) {
        let address = self.value(code, world, address);
        let spot = Spot { address, width: Width::INT, at };
        let looks = match call.looks(code.mutexes) {
            Looks::Never => false,
            Looks::IfHeld => self.held.contains(&address),
            Looks::Always => true,
        };
        let called = Called { call, dst, address, span: at.span };
        if !looks {
            self.update(code, spot, Change::Mutex(call, self.thread), None);
            return self.queue.push_back(Micro::Called(called));
        }
        self.resolve(spot);
        let (look, change) = (Call::Look, Change::Mutex(Call::Look, self.thread));
        let looks = Spot { at: At { order: look.order(), ..spot.at }, ..spot };
        self.mapped(code, Operation::Load, looks, |access| Micro::Update { access, change, dst: None });
        self.queue.push_back(Micro::Looked(called, spot));
    }

    /// Goes on with a call on a mutex that has looked at it.
    pub(super) fn looked(&mut self, code: &Code<'_>, called: Called, spot: Spot) -> Option<Step> {
        let found = self.scratch.last().expect("a mutex was read; please report this").bits;
        let (written, end) = mutex::perform(called.call, found, self.thread.0);
        let (Some(new), End::Answered(_)) = (written, end) else { return self.called(called) };
        // The rest of the instruction comes behind.
        let rest = std::mem::take(&mut self.queue);
        if mutex::stores(called.call, found, self.thread.0) {
            self.resolve(spot);
            let spot = Spot { at: At { order: called.call.storing(), ..spot.at }, ..spot };
            self.mapped(code, Operation::Store, spot, |access| Micro::Write { access, value: new.into() });
            self.queue.push_back(Micro::Called(called));
        } else {
            self.update(code, spot, Change::Mutex(called.call, self.thread), None);
            self.queue.push_back(Micro::Taken(called));
        }
        self.queue.extend(rest);
        None
    }

    /// Ends a call that has looked first and found that it could write: somebody else may have taken the mutex since.
    pub(super) fn taken(&mut self, called: Called) -> Option<Step> {
        let found = self.scratch.last().expect("a mutex was read; please report this").bits;
        match mutex::perform(called.call, found, self.thread.0) {
            (None, End::Answered(_)) => Some(Step::Blocked(Wait::Assumption)),
            _ => self.called(called),
        }
    }

    /// What a call on a mutex comes to; the last value that the instruction has read is what it found.
    pub(super) fn called(&mut self, called: Called) -> Option<Step> {
        let found = self.scratch.last().expect("a mutex was read; please report this").bits;
        let (written, end) = mutex::perform(called.call, found, self.thread.0);
        if let Some(left) = written {
            match mutex::leaves_held(left) {
                true => self.held.insert(called.address),
                false => self.held.remove(&called.address),
            };
        }
        match end {
            End::Misused(message) => return Some(Machine::violated(Property::LockMisuse, message, called.span)),
            End::Waits => return Some(Step::Blocked(Wait::Mutex)),
            End::Answered(code) => {
                if let Some(dst) = called.dst {
                    self.set(dst, code);
                }
            }
        }
        None
    }

    /// Starts a thread.
    pub(super) fn spawn(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        dst: RegId,
        (function, argument): (Operand, Operand),
    ) -> Step {
        let span = self.span(code);
        let (address, argument) = (self.value(code, world, function), self.value(code, world, argument));
        let Some(function) = function_at(address, code.program) else {
            return Machine::refused("the function that this thread runs cannot be determined", span);
        };
        let thread = world.objects().thread(self.thread, self.context());
        if objects::is_beyond(thread) {
            return Step::TooMany(span);
        }
        self.set(dst, handle_of(thread));
        self.frame().pc += 1;
        let args = code.program.function(function).params.iter().map(|_| argument).collect();
        Step::Spawn { thread, function, args, section: self.section, span }
    }

    /// Begins to join or to detach a thread: notes it. The thread, or what is wrong.
    pub(super) fn note_joined(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        (handle, claim): (u64, Claim),
        span: Option<Span>,
    ) -> Result<ThreadId, Step> {
        if claim == Claim::Join && handle == handle_of(self.thread) {
            return Err(Machine::violated(Property::ThreadMisuse, joins::ITSELF, span));
        }
        let never = || Machine::violated(Property::ThreadMisuse, joins::NEVER_CREATED, span);
        let thread = thread_of(handle).ok_or_else(never)?;
        let address = world.objects().joined(handle);
        let mut tags = code.mapping.get(Operation::Rmw, joins::ORDER).tags.clone();
        tags.push(Tag::named(RMW));
        // As where a mutex is looked at, the note orders nothing; that the thread has ended does.
        let (width, operation, order, section) = (Width::BYTE, Operation::Load, joins::ORDER, self.section);
        let access = Access {
            address,
            width,
            operation,
            tags,
            failing: None,
            order,
            site: None,
            span,
            section,
            group: None,
            unset: Unset::Any,
            piece: Piece::None,
            life: None,
        };
        let change = Change::Apply(crate::ir::RmwOp::Exchange, claim.noted());
        self.queue.push_back(Micro::Update { access, change, dst: None });
        self.queue.push_back(Micro::Noted { claim, span });
        Ok(thread)
    }

    /// Whether a thread that is to be joined or detached was so before.
    pub(super) fn noted(&self, claim: Claim, span: Option<Span>) -> Option<Step> {
        let found = self.scratch.last().expect("the note was read; please report this").bits;
        Claim::of(found).map(|earlier| Machine::violated(Property::ThreadMisuse, claim.after(earlier), span))
    }

    /// Waits for a thread.
    pub(super) fn await_end(&mut self, thread: ThreadId, dst: Option<RegId>, span: Option<Span>) -> Option<Step> {
        self.ask(Asked::Joined(dst), Step::Join { thread, span })
    }
}
