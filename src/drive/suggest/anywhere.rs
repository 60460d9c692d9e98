//! Fences wherever threads run side by side: what is worth considering under a model in which a fence may do more than
//! order the pairs of accesses around it.
//!
//! In: a skeleton. Out: the fence candidates, each kind at each point, but for points that cannot matter and all but one of
//! the points that are the same. It must not know what any fence does.
//!
//! A fence is an event with a place in program order; more is not assumed. So two points are the same if the same events
//! (accesses, fences, marks) stand before them on the same paths. And a fence cannot matter if no access before it, or no
//! access behind it, has an access of another thread beside it, one that the start and end of threads leave unordered with it:
//! a cycle of the axioms that comes to the fence, or leaves it, by such an access only goes where starting and joining
//! threads already lead, so that there is one without the fence.

use indexmap::IndexMap;

use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::TermId;
use crate::ids::{EventId, FenceId, PointId, ThreadId};
use crate::model::Model;
use crate::sat::candidates::{Candidate, Candidates};
use crate::sat::certain::Certain;

use super::preference::Judge;
use super::preference::{Rank, rank};

/// Where a point is used: the thread, how many of its events stand before, and the guard.
type Place = (ThreadId, usize, TermId);

/// Each kind of fence at each place that may matter; of points that are the same the best, and the one that is `chosen`.
pub fn fences(skeleton: &Skeleton, model: &Model, judge: &Judge, chosen: &[Candidate]) -> Candidates {
    let mut best: IndexMap<(FenceId, Vec<Place>), (Rank, PointId)> = IndexMap::new();
    for (point, mut places, first) in places(skeleton) {
        if !judge.allows(point) {
            continue;
        }
        places.sort_unstable();
        places.dedup();
        for kind in model.fence_ids() {
            let rank = rank(judge, point, kind, first);
            let slot = best.entry((kind, places.clone())).or_insert((rank, point));
            if rank < slot.0 {
                *slot = (rank, point);
            }
        }
    }
    let mut candidates = Candidates::default();
    candidates.all.extend(best.into_iter().map(|((kind, _), (_, point))| Candidate::Fence { point, kind }));
    candidates.all.extend(chosen.iter().cloned());
    candidates
}

/// The points that may matter, with the places where they do, and where the first of those is among all events.
fn places(skeleton: &Skeleton) -> Vec<(PointId, Vec<Place>, usize)> {
    let beside = Beside::of(skeleton);
    let mut uses: IndexMap<PointId, (Vec<Place>, usize)> = IndexMap::new();
    for (t, thread) in skeleton.threads.iter().enumerate() {
        let mut after = 0;
        for (at, id) in thread.events.iter().enumerate() {
            let event = skeleton.event(*id);
            let Action::Point(point) = event.action else {
                after += 1;
                continue;
            };
            if beside.may_matter(skeleton, *id) {
                let (places, _) = uses.entry(point).or_insert((Vec::new(), at));
                places.push((ThreadId::from_index(t), after, event.guard));
            }
        }
    }
    uses.into_iter().map(|(point, (places, first))| (point, places, first)).collect()
}

/// The accesses that others may run beside.
pub struct Beside {
    certain: Certain,
    accesses: Vec<EventId>,
}

impl Beside {
    pub fn of(skeleton: &Skeleton) -> Beside {
        let certain = Certain::of(skeleton);
        let all = (0..skeleton.events.len()).map(EventId::from_index);
        let is_access = |id: &EventId| {
            let event = skeleton.event(*id);
            event.thread.is_some() && (event.is_read() || event.is_write())
        };
        let all: Vec<EventId> = all.filter(is_access).collect();
        let unordered = |a: EventId, b: EventId| {
            skeleton.event(a).thread != skeleton.event(b).thread
                && !certain.before(skeleton, a, b)
                && !certain.before(skeleton, b, a)
        };
        let accesses = all.iter().filter(|a| all.iter().any(|b| unordered(**a, *b))).copied().collect();
        Beside { accesses, certain }
    }

    /// Whether an event is such an access.
    pub fn has(&self, access: EventId) -> bool {
        self.accesses.binary_search(&access).is_ok()
    }

    /// Whether such accesses are before a point, and behind it.
    fn may_matter(&self, skeleton: &Skeleton, point: EventId) -> bool {
        self.accesses.iter().any(|access| self.certain.before(skeleton, *access, point))
            && self.accesses.iter().any(|access| self.certain.before(skeleton, point, *access))
    }
}
