//! Whether a thread reads a piece of an address, where something else has been written to its place, too.
//!
//! In: a read and what the thread knows of memory. Out: a note, if it does or nobody knows. The rule stands in
//! [`crate::exec::pieces`].

use super::alone::Alone;
use super::ground::Ground;
use crate::exec::interpret::{Access, Piece, World};
use crate::exec::pieces::Part;

impl Alone {
    /// Notes a read of private memory that is of a piece of an address. What is shared is judged by what is found there, and what is
    /// read in parts when it is whole.
    pub fn note_piece(&self, ground: &mut Ground<'_>, access: &Access, is_shared: bool) {
        let is_whole = access.group.is_none();
        if access.piece == Piece::Used && is_whole && !is_shared && self.holds_piece(access) {
            ground.surroundings.note_vague(access.span);
        }
    }

    /// Whether private memory holds bytes there that are a part of an address, or of several. Of what was never written nobody knows.
    fn holds_piece(&self, access: &Access) -> bool {
        self.memory.part(access.address, access.width).is_piece(access.width)
    }

    /// What is copied from private memory is a part of, where it may be of an address; or read there in parts.
    pub fn part(&self, access: &Access) -> Part<u64> {
        match access.piece {
            Piece::Used if access.group.is_none() => Part::Nothing,
            Piece::Copied | Piece::Used => self.memory.part(access.address, access.width),
            Piece::None => Part::Nothing,
        }
    }
}
