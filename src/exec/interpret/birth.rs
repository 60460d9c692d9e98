//! Allocation: a new object, or one that the thread has freed.
//!
//! In: an `Allocate`. Out: the address in its register, and steps for what the thread cannot know: which of the freed
//! objects that may come back does. What may happen stands in [`crate::exec::lifetime`]; the order of questions and
//! accesses is that of the unfolding.

use std::collections::VecDeque;

use super::micro::Micro;
use super::{Access, Asked, Code, Machine, Piece, Step, Unset, World};
use crate::diag::Span;
use crate::exec::execution::Open;
use crate::exec::lifetime::{self, Life, Request};
use crate::exec::mapping::Operation;
use crate::exec::object::{Asking, ObjectId, Origin};
use crate::ids::RegId;
use crate::ir::{Author, Op, Operand, Storage, Width, uses};

impl Machine {
    /// Begins an allocation.
    pub(super) fn allocate(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        op: &Op,
        span: Option<Span>,
    ) -> Option<Step> {
        let (dst, storage, _, asking) = self.asking(code, world, op);
        match lifetime::request(asking.size) {
            Request::TooLarge => Some(Machine::refused(lifetime::TOO_LARGE, span)),
            Request::Denied => {
                self.set(dst, 0);
                self.frame().pc += 1;
                None
            }
            Request::Granted => {
                let mut freed = VecDeque::new();
                if !self.freed.is_empty() && lifetime::may_come_back(code.program, storage) {
                    let fits = |id: &ObjectId| world.objects().get(*id).size == asking.size;
                    freed.extend(self.freed.iter().copied().filter(fits));
                }
                self.birth(code, world, (dst, freed), span)
            }
        }
    }

    /// What an allocation asks for.
    fn asking<'o>(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        op: &'o Op,
    ) -> (RegId, Storage, Origin, Asking<'o>) {
        let Op::Allocate { dst, size, align, storage, name } = op else {
            panic!("{op:?} does not allocate; please report this");
        };
        let constant = matches!(size, Operand::Const { .. });
        let size = self.value(code, world, *size);
        let origin = Origin::Allocated(self.thread, self.context(), *storage);
        (*dst, *storage, origin, Asking { size, align: *align, constant, name })
    }

    /// Asks whether the next of the freed objects comes back; if there is none, makes a new one.
    pub(super) fn birth(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        (dst, freed): (RegId, VecDeque<ObjectId>),
        span: Option<Span>,
    ) -> Option<Step> {
        if let Some(next) = freed.front() {
            let base = world.objects().get(*next).base;
            let what = Open::Reuse(self.thread, self.context(), base);
            let asked = Asked::Micro(Micro::Birth { dst, freed, span });
            return self.ask(asked, Step::Choice { what, width: Width::BOOL });
        }
        let frame = self.frame();
        let op = &code.program.function(frame.function).code[frame.pc].op;
        let (_, storage, origin, asking) = self.asking(code, world, op);
        let id = world.allocate(origin, asking);
        if code.lives.are_followed(storage) {
            self.living.insert((self.frames.len(), id));
        }
        let base = world.objects().get(id).base;
        self.set(dst, base);
        self.frame().pc += 1;
        Some(Step::Allocated(id))
    }

    /// Where the program asks for the object that the thread has just made.
    pub fn made_at(&self, code: &Code<'_>) -> Option<Span> {
        let frame = self.frames.last()?;
        let function = code.program.function(frame.function);
        match function.author {
            Author::Program => function.code[frame.pc.checked_sub(1)?].span,
            Author::Tool => self.span(code),
        }
    }

    /// Whether the thread may still use a number of this kind that is in one of its registers. The instructions that its
    /// frames are at have still to assign theirs.
    pub fn holds(&self, code: &Code<'_>, is_wanted: &dyn Fn(u64) -> bool) -> bool {
        self.frames.iter().any(|frame| {
            let op = &code.program.function(frame.function).code[frame.pc].op;
            let live = code.live(frame.function);
            frame.registers.iter().any(|(reg, value)| {
                value.is_some_and(is_wanted)
                    && uses::definitions(op).all(|assigned| assigned != reg)
                    && live.is_needed(frame.pc + 1, reg)
            })
        })
    }

    /// A freed object comes back.
    pub(super) fn born_again(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        (dst, id): (RegId, ObjectId),
        span: Option<Span>,
    ) {
        self.freed.remove(&id);
        let objects = world.objects();
        let cell = objects.liveness(id);
        let (base, size, cell) = (objects.get(id).base, objects.get(id).size, objects.get(cell).base);
        self.set(dst, base);
        self.store_of_life(code, (cell, Width::BYTE), (None, span), |access| Micro::Write {
            access,
            value: Life::Begins.noted().into(),
        });
        for (from, (offset, width)) in world.partition(&[base], size).into_iter().enumerate() {
            let what = Open::Litter(self.thread, self.context(), base + offset, width);
            self.queue.push_back(Micro::Choose { what, width });
            self.store_of_life(code, (base + offset, width), (Some(Life::Begins), span), |access| Micro::Paste {
                access,
                from,
            });
        }
        self.queue.push_back(Micro::Advance);
    }

    /// Writes over what other threads access of an object whose life has ended.
    pub(super) fn write_over(&mut self, code: &Code<'_>, world: &mut dyn World, object: ObjectId, span: Option<Span>) {
        if !code.lives.end_visibly(world.objects().get(object).death()) {
            return;
        }
        let base = world.objects().get(object).base;
        for (offset, width) in world.contended(self.thread, object) {
            let write = |access| Micro::Write { access, value: 0.into() };
            self.store_of_life(code, (base + offset, width), (Some(Life::Ends), span), write);
        }
    }

    /// A store that the program does not name, in the order of its kind ([`lifetime::order`]).
    pub(super) fn store_of_life(
        &mut self,
        code: &Code<'_>,
        (address, width): (u64, Width),
        (life, span): (Option<Life>, Option<Span>),
        micro: impl FnOnce(Access) -> Micro,
    ) {
        let order = lifetime::order(life);
        let mapped = code.mapping.get(Operation::Store, order);
        let tags = mapped.tags.clone();
        let (operation, site, section) = (Operation::Store, None, self.section);
        let (group, failing, unset) = (None, None, Unset::Any);
        let access = Access {
            address,
            width,
            operation,
            tags,
            order,
            site,
            span,
            section,
            group,
            failing,
            unset,
            piece: Piece::None,
            life,
        };
        self.fences(&mapped.before, span);
        self.queue.push_back(micro(access));
        self.fences(&mapped.after, span);
    }
}
