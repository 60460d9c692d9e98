//! Which points of a program stand between which of its accesses.
//!
//! In: an unfolding, whole or in part, and the program. Out: whether a fence at a point could order two accesses of some thread. It must not
//! know what asks.
//!
//! Where a point stands is read off an unfolding with a few iterations of each loop that does not run a constant number of times:
//! whatever lies between two accesses in iterations that are further apart lies between them there, or there is a whole iteration
//! between them. That is so if an iteration that is left out there passes what others pass. What is left out may pass code of its own
//! (behind `if (i == 7)`, or behind a loop that ends after five rounds at the earliest), so where anything is left out and some access
//! or point of the program is not in the unfolding, a point may stand between any two accesses of its threads.

use rustc_hash::FxHashMap;

use crate::exec::skeleton::Skeleton;
use crate::ids::{PointId, SiteId};
use crate::ir::{Op, Program};

use super::placement::{self, Use};

/// Which points stand between which accesses.
pub struct Between {
    uses: FxHashMap<PointId, Vec<Use>>,
    /// The places of each access site, by thread.
    places: FxHashMap<SiteId, Vec<(usize, usize)>>,
    known: Known,
}

/// How much of where points stand is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Order,
    /// Iterations are left out that may be unlike the others.
    Threads,
}

impl Between {
    pub fn of(skeleton: &Skeleton, program: &Program) -> Between {
        let mut places: FxHashMap<SiteId, Vec<(usize, usize)>> = FxHashMap::default();
        for (event, place) in placement::places(skeleton) {
            let event = skeleton.event(event);
            if let (Some(site), Some(thread)) = (event.site, event.thread) {
                places.entry(site).or_default().push((thread.index(), place));
            }
        }
        let uses: FxHashMap<PointId, Vec<Use>> = placement::instances(skeleton).into_iter().collect();
        let is_there = |op: &Op| match op {
            Op::FencePoint(point) => uses.contains_key(point),
            Op::Load { site, .. } | Op::Store { site, .. } | Op::Rmw { site, .. } => places.contains_key(site),
            _ => true,
        };
        let known = match skeleton.exceeded.is_empty() || instructions(program).all(is_there) {
            true => Known::Order,
            false => Known::Threads,
        };
        Between { uses, places, known }
    }

    /// Whether it is known of every point where it stands.
    pub fn is_precise(&self) -> bool {
        self.known == Known::Order
    }

    /// Whether a point stands between instances of two accesses, in some thread. Nothing is ruled out where nobody knows.
    pub fn stands(&self, point: PointId, first: Option<SiteId>, second: Option<SiteId>) -> bool {
        let places = |site: Option<SiteId>| site.and_then(|site| self.places.get(&site));
        let (Some(first), Some(second), Some(uses)) = (places(first), places(second), self.uses.get(&point)) else {
            return true;
        };
        let is_known = self.known == Known::Order;
        uses.iter().any(|used| {
            let here = |thread: usize| thread == used.thread.index();
            let before = first.iter().any(|(thread, place)| here(*thread) && (!is_known || *place < used.after));
            let behind = second.iter().any(|(thread, place)| here(*thread) && (!is_known || used.after <= *place));
            before && behind
        })
    }
}

/// The instructions of a program.
pub fn instructions(program: &Program) -> impl Iterator<Item = &Op> {
    program.functions.iter().flat_map(|function| &function.code).map(|instr| &instr.op)
}
