//! Accesses to two words that take effect at once.
//!
//! In: a [`PairAccess`]. Out: the accesses to both words, each in the parts that its memory is cut into, as one group: the order is
//! that of the unfolding. It must not know why memory is cut.

use super::micro::{At, Micro, Paired, Spot, note_found, note_written};
use super::open::Value;
use super::{Access, Code, Machine, World};
use crate::diag::Span;
use crate::exec::addresses;
use crate::exec::mapping::Operation;
use crate::ir::pair::{HALF, HALVES};
use crate::ir::{Operand, PairAccess, PairAction};

impl Machine {
    /// Begins an access to two words.
    pub(super) fn pair(&mut self, code: &Code<'_>, world: &mut dyn World, access: &PairAccess, span: Option<Span>) {
        let address = self.value(code, world, access.address);
        let mut bits = |machine: &mut Self, operands: [Operand; 2]| operands.map(|o| machine.value(code, world, o));
        let (operation, paired) = match access.action {
            PairAction::Load { dst } => (Operation::Load, Paired::Load { dst }),
            PairAction::Store { value } => {
                let value = value.map(|operand| self.open_value(code, world, operand));
                (Operation::Store, Paired::Store { value })
            }
            PairAction::CompareExchange { dst, expected, desired, .. } => {
                let (expected, desired) = (bits(self, expected), bits(self, desired));
                (Operation::Rmw, Paired::Exchange { dst, expected, desired })
            }
        };
        let at = At { site: access.site, span, order: access.strength() };
        let written = match &paired {
            Paired::Load { .. } => None,
            Paired::Store { value } => Some(value.map(|value| value.bits)),
            Paired::Exchange { desired, .. } => Some(*desired),
        };
        let addresses = HALVES.map(|offset| address.wrapping_add(offset));
        if !matches!(paired, Paired::Store { .. }) {
            addresses.into_iter().for_each(|address| note_found(world, (address, HALF), span));
        }
        for (address, value) in addresses.into_iter().zip(written.into_iter().flatten()) {
            note_written(world, (address, HALF), value);
        }
        let spots = addresses.map(|address| Spot { address, width: HALF, at });
        spots.into_iter().for_each(|spot| self.resolve(spot));
        let mapped = code.mapping.get(operation, at.order);
        self.fences(&mapped.before, span);
        let halves = spots.map(|spot| self.access(operation, spot, code.tags(mapped, spot.at.site)));
        self.queue.push_back(Micro::Pair(Box::new((halves, paired))));
        self.fences(&mapped.after, span);
    }

    /// Does both halves at once: reads all parts first, or writes them all.
    pub(super) fn begin_pair(&mut self, world: &dyn World, pair: Box<([Access; 2], Paired)>) {
        self.groups += 1;
        let (halves, paired) = &*pair;
        match paired {
            Paired::Store { value } => self.write_halves(world, halves, *value),
            Paired::Load { .. } | Paired::Exchange { .. } => {
                let parts = halves.iter().flat_map(|half| self.parts_of_half(world, half)).collect();
                self.queue.push_front(Micro::PairRead(pair));
                self.read_each(parts);
            }
        }
    }

    /// All parts of both halves are read.
    pub(super) fn end_pair(&mut self, world: &mut dyn World, (halves, paired): &([Access; 2], Paired)) {
        let mut values = std::mem::take(&mut self.parts).into_iter();
        let old = halves.each_ref().map(|half| {
            let parts = self.parts_of_half(world, half);
            let mut found = parts.iter().zip(&mut values);
            match parts.as_slice() {
                [_] => found.next().map(|(_, value)| value).unwrap_or_default(),
                _ => {
                    found.fold(Value::default(), |all, (part, value)| all.with_part(part.address - half.address, value))
                }
            }
        });
        match *paired {
            Paired::Load { dst } => dst.into_iter().zip(old).for_each(|(dst, value)| self.set_value(dst, value)),
            Paired::Store { .. } => {}
            Paired::Exchange { dst, expected, desired } => {
                let span = halves[0].span;
                for (old, expected) in old.into_iter().zip(expected) {
                    world.look(old, span);
                    if old.bits.max(expected) >= addresses::LOWEST {
                        self.queue.push_front(Micro::JudgeFound { old: old.bits, expected, span });
                    }
                }
                if old.map(|value| value.bits) == expected {
                    self.write_halves(world, halves, desired.map(Value::from));
                }
                dst.into_iter().zip(old).for_each(|(dst, value)| self.set(dst, value.bits));
            }
        }
    }

    fn write_halves(&mut self, world: &dyn World, halves: &[Access; 2], values: [Value; 2]) {
        for (half, value) in halves.iter().zip(values).rev() {
            let parts = self.parts_of_half(world, half);
            self.write_each(half, parts, value);
        }
    }

    /// The parts of a half, at least one, in the running group.
    fn parts_of_half(&self, world: &dyn World, half: &Access) -> Vec<Access> {
        let mut parts = world.parts(half.address, half.width);
        if parts.is_empty() {
            parts.push((0, half.width));
        }
        let group = Some(self.groups);
        let part = |(offset, width)| Access { address: half.address + offset, width, group, ..half.clone() };
        parts.into_iter().map(part).collect()
    }
}
