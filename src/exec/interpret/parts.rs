//! Accesses to memory that is cut: one after the other to each part.
//!
//! In: an access. Out: accesses to its parts, in the order of the unfolding: ascending, reads before writes. It must not
//! know why memory is cut.

use super::micro::{Into, Micro};
use super::open::Value;
use super::{Access, Change, Machine, Piece, Step, World};
use crate::ids::RegId;
use crate::ir::Width;

impl Machine {
    /// The parts of an access, if it has several; a new group.
    fn parts_of(&mut self, world: &dyn World, access: &Access) -> Vec<Access> {
        if access.group.is_some() {
            return Vec::new();
        }
        let parts = world.parts(access.address, access.width);
        if parts.is_empty() {
            return Vec::new();
        }
        self.groups += 1;
        let part = |(offset, width): (u64, Width)| Access {
            address: access.address + offset,
            width,
            group: Some(self.groups),
            ..access.clone()
        };
        parts.into_iter().map(part).collect()
    }

    pub(super) fn read_each(&mut self, parts: Vec<Access>) {
        self.parts.clear();
        for access in parts.into_iter().rev() {
            self.queue.push_front(Micro::Read { access, into: Into::Part });
        }
    }

    /// Begins to read the parts of an access, if it has several.
    pub(super) fn read_parts(&mut self, world: &dyn World, access: &Access, into: Into) -> bool {
        let parts = self.parts_of(world, access);
        if parts.is_empty() {
            return false;
        }
        self.queue.push_front(Micro::Joined { access: access.clone(), into });
        self.read_each(parts);
        true
    }

    /// Writes a value, or the first part of it.
    pub(super) fn write(&mut self, world: &dyn World, access: Access, value: Value) -> Option<Step> {
        let parts = self.parts_of(world, &access);
        if parts.is_empty() {
            self.stored = value;
            return Some(Step::Write(access, value.bits));
        }
        self.write_each(&access, parts, value);
        None
    }

    /// Writes the parts that a read-modify-write has read.
    pub(super) fn write_parts(&mut self, world: &dyn World, access: &Access, value: Value) {
        // They belong to the group of the reads.
        self.groups -= 1;
        let parts = self.parts_of(world, access);
        self.write_each(access, parts, value);
    }

    pub(super) fn write_each(&mut self, access: &Access, parts: Vec<Access>, value: Value) {
        let value = value.written(access.width);
        for part in parts.into_iter().rev() {
            let value = value.part(part.address - access.address, part.width);
            self.queue.push_front(Micro::Write { access: part, value });
        }
    }

    /// Begins to read the parts of a read-modify-write, if it has several.
    pub(super) fn update_parts(
        &mut self,
        world: &dyn World,
        access: &Access,
        change: Change,
        dst: Option<RegId>,
    ) -> bool {
        let parts = self.parts_of(world, access);
        if parts.is_empty() {
            return false;
        }
        self.queue.push_front(Micro::Change { access: access.clone(), change, dst });
        self.read_each(parts);
        true
    }

    /// The value whose parts were read.
    pub(super) fn joined(&mut self, world: &mut dyn World, access: &Access) -> Value {
        let parts = world.parts(access.address, access.width);
        let values = std::mem::take(&mut self.parts);
        let join = |all: Value, ((offset, _), part): (&(u64, Width), Value)| all.with_part(*offset, part);
        let value = parts.iter().zip(values).fold(Value::default(), join);
        if access.piece == Piece::Used && value.part.is_piece(access.width) {
            world.judge_found((access.address, access.width), value.bits, access.span);
        }
        value
    }
}
