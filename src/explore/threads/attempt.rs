//! Attempts at a lock that is one counter, as a thread makes them.
//!
//! In: a thread's accesses. Out: whether it is about to take back what it has just added and to try again. It must not know
//! histories, nor graphs (what follows is in `graph/attempts`).

use super::ground::Ground;
use crate::exec::bounds::Attempts;
use crate::exec::interpret::{Access, Change, Machine, Step};
use crate::ids::{FuncId, SiteId};
use crate::ir::{RmwOp, Width};

/// An addition to shared memory behind which its thread has done nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    address: u64,
    width: Width,
    site: SiteId,
    amount: u64,
    call: (usize, FuncId),
}

/// Whether attempts are not followed at all.
pub fn leaves_out(ground: &Ground<'_>) -> bool {
    ground.merges_waits && !ground.keeps_waiting && ground.bounds.attempts != Attempts::Followed
}

/// What a change adds, as many bits of it as the place has.
pub fn amount(change: Change, width: Width) -> Option<u64> {
    match change {
        Change::Apply(RmwOp::Add, operand) => Some(operand & width.mask()),
        Change::Apply(RmwOp::Sub, operand) => Some(operand.wrapping_neg() & width.mask()),
        _ => None,
    }
}

impl Added {
    /// What a thread has added with an access that was answered.
    pub fn of(
        machine: &Machine,
        ground: &mut Ground<'_>,
        access: &Access,
        (change, found): (Change, u64),
    ) -> Option<Added> {
        let Access { address, width, site: Some(site), section: None, group: None, .. } = *access else { return None };
        if ground.surroundings.wide.recognise(found, width).symbol.is_some() {
            return None;
        }
        Some(Added { address, width, site, amount: amount(change, width)?, call: machine.call()? })
    }

    /// Whether a thread has still done nothing since, with this step to come.
    pub fn is_followed_by(step: &Step) -> bool {
        matches!(step, Step::Update(..) | Step::Point | Step::SourceFence(_) | Step::Repeated(_) | Step::Entered(_))
    }

    /// Whether the thread takes back with this access what it has added, and then tries again.
    pub fn is_taken_back(&self, machine: &Machine, ground: &Ground<'_>, access: &Access, change: Change) -> bool {
        let Access { address, width, site: Some(site), section: None, group: None, .. } = *access else { return false };
        let cancels = |back: u64| self.amount.wrapping_add(back) & width.mask() == 0;
        leaves_out(ground)
            && self.amount != 0
            && (self.address, self.width) == (address, width)
            && amount(change, width).is_some_and(cancels)
            && machine.call() == Some(self.call)
            && machine.is_attempt(ground.code, self.site, site)
            && !ground.surroundings.noticed.contains(&address)
    }
}
