//! Attempts at a lock that is one counter, as a thread makes them, and whether somebody would have done otherwise without them.
//!
//! In: a thread's accesses; histories. Out: whether a thread is about to take back what it has just added and to try again; whether a step
//! goes on otherwise when it finds something else. It must not know graphs (what follows is in `graph/attempts`).

use super::alone::Alone;
use super::class::Classes;
use super::ground::Ground;
use super::label::{Detail, Label, NodeId};
use super::runs::Runs;
use super::sharing::Stop;
use crate::exec::bounds::Waiting;
use crate::exec::interpret::{Access, Change, Step};
use crate::ids::{FuncId, SiteId};
use crate::ir::{RmwOp, Width};

/// Steps after which two histories that do the same are taken to differ all the same.
const PATIENCE: usize = 64;

/// An addition to shared memory behind which its thread has done nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    address: u64,
    width: Width,
    site: SiteId,
    amount: u64,
    call: (usize, FuncId),
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
        alone: &Alone,
        ground: &mut Ground<'_>,
        access: &Access,
        (change, found): (Change, u64),
    ) -> Option<Added> {
        let Access { address, width, site: Some(site), section: None, group: None, .. } = *access else { return None };
        if ground.surroundings.wide.recognise(found, width).symbol.is_some() {
            return None;
        }
        Some(Added { address, width, site, amount: amount(change, width)?, call: alone.machine.call()? })
    }

    /// Whether a thread has still done nothing since, with this step to come.
    pub fn is_followed_by(step: &Step) -> bool {
        matches!(step, Step::Update(..) | Step::Point(_) | Step::SourceFence(_) | Step::Repeated(_) | Step::Entered(_))
    }

    /// Whether the thread takes back with this access what it has added, and then tries again.
    pub fn is_taken_back(&self, alone: &Alone, ground: &Ground<'_>, access: &Access, change: Change) -> bool {
        let Access { address, width, site: Some(site), section: None, group: None, .. } = *access else { return false };
        let is_wanted = ground.merges_waits && !ground.keeps_waiting && ground.bounds.waiting == Waiting::TakenBack;
        let cancels = |back: u64| self.amount.wrapping_add(back) & width.mask() == 0;
        is_wanted
            && self.amount != 0
            && (self.address, self.width) == (address, width)
            && amount(change, width).is_some_and(cancels)
            && alone.machine.call() == Some(self.call)
            && alone.machine.is_attempt(ground.code, self.site, site)
            && !ground.surroundings.noticed.contains(&address)
    }
}

impl Runs<'_> {
    /// Whether a thread goes on otherwise if it finds the other value in this step.
    pub fn tells_apart(
        &mut self,
        classes: &mut dyn Classes,
        step: NodeId,
        (found, other): (u64, u64),
    ) -> Result<bool, Stop> {
        let (Label::Read { location } | Label::Update { location, .. }) = self.label(step) else { return Ok(true) };
        let width = self.ground.surroundings.sharing.location(location).width;
        let wide = &mut self.ground.surroundings.wide;
        if [found, other].into_iter().any(|value| wide.recognise(value, width).symbol.is_some()) {
            return Ok(true);
        }
        if let Label::Update { change, .. } = self.label(step) {
            let writes = [found, other].into_iter().any(|value| change.apply(value, width).is_some());
            if writes && amount(change, width).is_none() {
                return Ok(true);
            }
        }
        let (mut a, mut b) = (self.after(classes, step, found)?, self.after(classes, step, other)?);
        for _ in 0..PATIENCE {
            if a == b {
                return Ok(false);
            }
            if !self.is_same_step(a, b) {
                return Ok(true);
            }
            let (node, twin) = (self.node(a), self.node(b));
            if let (Some(alone), Some(twin)) = (self.waiting(a), self.waiting(b)) {
                return Ok(!alone.goes_on_as(self.ground.code, twin));
            }
            if matches!(node.label, Label::End { .. } | Label::Stuck) {
                return Ok(match (&*node.detail, &*twin.detail) {
                    (Detail::Stuck(stuck, _), Detail::Stuck(other, _)) => stuck != other,
                    _ => node.label == Label::Stuck,
                });
            }
            // One of them has gone on, for nobody asks it anything here.
            (a, b) = (self.after(classes, a, 0)?, self.after(classes, b, 0)?);
        }
        Ok(true)
    }

    /// Whether two histories come to the same step.
    fn is_same_step(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (self.node(a), self.node(b));
        a.label == b.label
            && (a.sealed, a.fences, a.order, a.section, a.waits) == (b.sealed, b.fences, b.order, b.section, b.waits)
            && (a.class, a.write_class) == (b.class, b.write_class)
    }
}
