//! Whether a thread reads a piece of an address, where something else has been written to its place, too.
//!
//! In: a read and what the thread knows of memory. Out: a note, if it does or nobody knows. The rule stands in
//! [`crate::exec::pieces`].

use super::alone::Alone;
use super::ground::Ground;
use crate::exec::addresses;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::{Access, Piece, World};
use crate::ir::Width;

impl Alone {
    /// Notes a read that may be of a piece of an address, unless private memory holds none there.
    pub fn note_piece(&self, ground: &mut Ground<'_>, access: &Access, is_shared: bool) {
        if access.piece == Piece::Used && (is_shared || self.holds_piece(ground, access)) {
            ground.surroundings.note_vague(access.span);
        }
    }

    /// Whether private memory holds bytes there that are a part of an address, or several parts. A part that was copied from
    /// elsewhere has a mark; of the others, the address around them is still there.
    pub fn holds_piece(&self, ground: &Ground<'_>, access: &Access) -> bool {
        let held = self.memory.read(access.address, access.width, &mut |_, _| Value::default());
        let is_whole = access.width == Width::POINTER && addresses::is_address(&ground.surroundings.objects, held.bits);
        !is_whole && (held.is_piece || self.holds_address(ground, access))
    }

    /// Whether some eight bytes of memory around these are an address, or some are as they were in the beginning.
    fn holds_address(&self, ground: &Ground<'_>, access: &Access) -> bool {
        let (first, last) = (access.address - (Width::POINTER.bytes() - 1), access.address + access.width.bytes() - 1);
        let is_address = |start: u64| {
            let is_known = (0..Width::POINTER.bytes()).all(|i| self.memory.byte(start + i).is_some());
            let number = self.memory.read(start, Width::POINTER, &mut |_, _| Value::default()).bits;
            is_known && addresses::is_address(&ground.surroundings.objects, number)
        };
        let is_first = |at: u64| self.memory.byte(at).is_none();
        (access.address..=last).any(is_first) || (first..=last).any(is_address)
    }
}
