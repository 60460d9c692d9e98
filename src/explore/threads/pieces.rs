//! Whether a thread reads a piece of an address, where something else has been written to its place, too.
//!
//! In: a read and what the thread knows of memory. Out: a note, if it does or nobody knows. The rule stands in
//! [`crate::exec::pieces`].

use super::alone::Alone;
use super::ground::Ground;
use crate::exec::addresses;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::{Access, World};
use crate::ir::Width;

impl Alone {
    /// Notes a read that may be of a piece of an address, unless private memory holds none there.
    pub fn note_piece(&self, ground: &mut Ground<'_>, access: &Access, is_shared: bool) {
        if access.may_be_piece && (is_shared || self.holds_address(ground, access)) {
            ground.surroundings.note_vague(access.span);
        }
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
