//! Operations on cells of the library's own and on blocks of memory.
//!
//! In: an operation, whose parts [`crate::exec::compound`] lists, and its numbers. Out: the small actions that they are. It
//! must not know what memory holds.

use super::micro::{At, Into, Micro, Spot};
use super::{Access, BarrierCall, Change, Code, Machine, Pending, Piece, Unset, World};
use crate::diag::Span;
use crate::exec::compound::{self, Blocks, Filling, Part};
use crate::exec::execution::Open;
use crate::exec::lifetime::{Intent, Life};
use crate::exec::mapping::Operation;
use crate::exec::object::ObjectId;
use crate::exec::objects::Objects;
use crate::exec::pieces::{self, Pieces};
use crate::ids::RegId;
use crate::ir::{Op, Order, RmwOp, Width, barrier};

/// A cell of the library's own, which may be accessed, and one operation on it.
#[derive(Clone, Copy)]
struct Cell {
    spot: Spot,
    leaves: Leaves,
}

/// What an operation leaves in its cell.
#[derive(Clone, Copy)]
enum Leaves {
    Value(u64),
    Change(Change),
}

impl Machine {
    /// Does the parts of an operation.
    fn carry_out(&mut self, code: &Code<'_>, parts: &[Part], cell: Cell) {
        let Cell { spot, leaves } = cell;
        let (plain, span) = (Spot { at: At { order: Order::Plain, ..spot.at }, ..spot }, spot.at.span);
        let read = |access| Micro::Read { access, into: Into::Scratch };
        for part in parts {
            match (*part, leaves) {
                (Part::Look { .. }, _) => {
                    self.mapped(code, Operation::Load, plain, |access| read(Access { unset: Unset::Unused, ..access }))
                }
                (Part::Read, _) => self.mapped(code, Operation::Load, plain, read),
                (Part::Write, Leaves::Value(value)) => {
                    let write = |access| Micro::Write { access, value: value.into() };
                    self.mapped(code, Operation::Store, plain, write);
                }
                (Part::Change, Leaves::Change(change)) => {
                    self.mapped(code, Operation::Rmw, spot, |access| Micro::Update { access, change, dst: None });
                }
                (Part::Again, _) => {
                    self.mapped(code, Operation::Rmw, spot, |access| read(Access { life: Some(Life::Left), ..access }))
                }
                (Part::Demand(demand), _) => self.queue.push_back(Micro::Demand { demand, span }),
                (Part::Await(fact), _) => self.queue.push_back(Micro::Await(fact)),
                (Part::Write | Part::Change, _) => panic!("an operation leaves what it writes; please report this"),
            }
        }
    }

    pub(super) fn barrier(&mut self, call: BarrierCall, address: u64, dst: Option<RegId>, at: At) {
        self.resolve(Spot { address, width: barrier::STATE, at });
        self.queue.push_back(Micro::Barrier(Pending { call, address, site: at.site, span: at.span, dst }));
    }

    /// Sets a mutex up.
    pub(super) fn set_mutex_up(&mut self, code: &Code<'_>, spot: Spot, value: u64) {
        self.resolve(spot);
        self.carry_out(code, compound::LOCK_INIT, Cell { spot, leaves: Leaves::Value(value) });
    }

    /// Does a barrier operation by accesses to the barrier's state.
    pub(super) fn expansion(&mut self, code: &Code<'_>, pending: Pending) {
        let Pending { call, address, site, span, dst } = pending;
        let (parts, leaves) = match call {
            BarrierCall::Init { count } => (compound::BARRIER_INIT, Leaves::Value(barrier::initial(count))),
            BarrierCall::Wait { .. } => (compound::BARRIER_WAIT, Leaves::Change(Change::Arrive)),
            BarrierCall::Destroy => {
                (compound::BARRIER_DESTROY, Leaves::Change(Change::Apply(RmwOp::Exchange, barrier::NONE)))
            }
        };
        let at = At { site, span, order: barrier::ORDER };
        self.carry_out(code, parts, Cell { spot: Spot { address, width: barrier::STATE, at }, leaves });
        self.queue.extend(dst.map(Micro::Serial));
    }

    /// Ends the life of an object.
    pub(super) fn end_life(
        &mut self,
        code: &Code<'_>,
        world: &mut dyn World,
        (parts, object): (&[Part], ObjectId),
        at: At,
    ) {
        let objects = world.objects();
        let cell = objects.liveness(object);
        let spot = Spot { address: objects.get(cell).base, width: Life::WIDTH, at };
        self.carry_out(code, parts, Cell { spot, leaves: Leaves::Value(Life::Ends.noted()) });
    }

    /// An operation on blocks of memory.
    pub(super) fn blocks(&mut self, code: &Code<'_>, world: &mut dyn World, op: &Op, span: Option<Span>) {
        let Blocks { blocks, size, filling } = Blocks::of(op);
        let addresses: Vec<u64> = blocks.iter().map(|block| self.value(code, world, block.address)).collect();
        let byte = match filling {
            Filling::Byte(byte) => self.value(code, world, byte) & 0xff,
            Filling::Copied | Filling::Chosen => 0,
        };
        let size = self.value(code, world, size);
        for (block, address) in blocks.iter().zip(&addresses) {
            self.queue.push_back(Micro::Block { address: *address, size, intent: block.intent, span });
        }
        if let Some((pieces, objects)) = world.pieces() {
            let filled = matches!(filling, Filling::Byte(_)).then_some(byte as u8);
            match (filling, &addresses[..]) {
                (Filling::Copied, [from, to]) => pieces.copy(objects, (*to, *from), size),
                (_, all) => all.iter().for_each(|to| pieces.fill(objects, (*to, size), filled)),
            }
        }
        let parts = world.partition(&addresses, size);
        for (block, address) in blocks.iter().zip(&addresses) {
            let (address, site) = (*address, block.site);
            if parts.is_empty() && size > 0 {
                self.queue.push_back(Micro::Resolve { address, width: Width::BYTE, site, span });
            }
        }
        for (block, base) in blocks.iter().zip(&addresses) {
            let at = At { site: block.site, span, order: Order::Plain };
            for (from, (offset, width)) in parts.iter().copied().enumerate() {
                let spot = Spot { address: base.wrapping_add(offset), width, at };
                if let (Intent::Write, Filling::Chosen) = (block.intent, filling) {
                    let what = Open::Bytes(self.thread, self.context(), offset, width);
                    self.queue.push_back(Micro::Choose { what, width });
                }
                self.resolve(spot);
                match (block.intent, filling) {
                    (Intent::Read, _) => {
                        let into = Into::Scratch;
                        let may_be = |(pieces, objects): (&mut Pieces, &Objects)| {
                            pieces.tell(objects, spot.address, width) != pieces::Read::Nothing
                        };
                        let piece = if world.pieces().is_some_and(may_be) { Piece::Copied } else { Piece::None };
                        self.mapped(code, Operation::Load, spot, |access| Micro::Read {
                            access: Access { piece, ..access },
                            into,
                        });
                    }
                    (Intent::Write, Filling::Byte(_)) => {
                        let value = ((byte * 0x0101_0101_0101_0101) & width.mask()).into();
                        self.mapped(code, Operation::Store, spot, |access| Micro::Write { access, value });
                    }
                    (Intent::Write, Filling::Copied | Filling::Chosen) => {
                        self.mapped(code, Operation::Store, spot, |access| Micro::Paste { access, from });
                    }
                }
            }
        }
    }
}
