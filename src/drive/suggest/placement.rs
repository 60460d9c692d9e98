//! Which fences are worth considering, and which pairs they order.
//!
//! In: a skeleton. Out: the fence candidates, one for each way to separate accesses, and for each the reorderable pairs
//! it orders. It must not know solvers.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::TermId;
use crate::ids::{EventId, FenceId, PointId, SiteId, ThreadId};
use crate::model::{Access, Model};
use crate::sat::candidates::{Candidate, Candidates, reorderable};
use crate::synth::Weight;

use super::anywhere;
use super::preference::{Judge, Rank, rank};

/// Pairs of sites with their instances.
pub type Pairs = IndexMap<(SiteId, SiteId), Vec<(EventId, EventId)>>;

/// What a fence separates: its kind, and the places it stands at with their guards.
type Separated = (FenceId, Vec<(ThreadId, usize, TermId)>);

/// The fence candidates of a skeleton.
pub fn fences(skeleton: &Skeleton, model: &Model, judge: &Judge, chosen: &[Candidate]) -> Candidates {
    if model.fences_order_pairs() {
        separating(skeleton, model, judge, chosen)
    } else {
        anywhere::fences(skeleton, model, judge, chosen)
    }
}

/// A point and a kind that separate some reorderable pair: all that matter where fences do nothing else. Of points that
/// separate the same accesses on the same paths only the best one is kept, and the one that is `chosen` already.
fn separating(skeleton: &Skeleton, model: &Model, judge: &Judge, chosen: &[Candidate]) -> Candidates {
    let pairs = reorderable(skeleton, model);
    let spans = separable(skeleton, model, &pairs);
    let instances = instances(skeleton);
    let mut best: IndexMap<Separated, (Rank, PointId)> = IndexMap::new();
    for (point, places) in &instances {
        if !judge.allows(*point) {
            continue;
        }
        for (kind, span) in model.fence_ids().zip(&spans) {
            // Only the places where a fence of this kind separates something count.
            let mut useful: Vec<(ThreadId, usize, TermId)> = places
                .iter()
                .filter(|p| span.get(&p.thread).is_some_and(|s| s.iter().any(|(a, b)| *a < p.after && p.after <= *b)))
                .map(|p| (p.thread, p.after, p.guard))
                .collect();
            useful.sort_unstable();
            useful.dedup();
            if useful.is_empty() {
                continue;
            }
            // Where the same accesses lie behind both, the later one is nearer to them.
            let rank = rank(judge, *point, kind, places[0].at);
            let slot = best.entry((kind, useful)).or_insert((rank, *point));
            if rank < slot.0 {
                *slot = (rank, *point);
            }
        }
    }
    let mut candidates = Candidates::default();
    for ((kind, _), (_, point)) in best {
        candidates.all.insert(Candidate::Fence { point, kind });
    }
    candidates.all.extend(chosen.iter().cloned());
    candidates
}

/// What each candidate weighs.
pub fn weights(skeleton: &Skeleton, candidates: &Candidates, judge: &Judge) -> Vec<Weight> {
    let instances = instances(skeleton);
    let accesses = accesses(skeleton);
    let left = |point: &PointId| {
        // The first use of each thread: two points of one loop compare as they do in one iteration of it.
        let uses = instances.get(point).map(Vec::as_slice).unwrap_or_default();
        uses.iter().map(|u| (accesses[u.thread.index()] - u.after) as u64).max().unwrap_or(0)
    };
    candidates
        .all
        .iter()
        .map(|candidate| match candidate {
            Candidate::Pair(..) => Weight::single(1),
            Candidate::Fence { point, kind } => judge.weight(*point, *kind, left(point)),
            Candidate::Order { site, orders } => judge.raise_weight(*site, *orders),
        })
        .collect()
}

/// The pair candidates of a skeleton.
pub fn pairs(skeleton: &Skeleton, model: &Model) -> Candidates {
    let all = reorderable(skeleton, model).into_keys().map(|(a, b)| Candidate::Pair(a, b)).collect();
    Candidates { all, ..Candidates::default() }
}

/// The pair candidates that fences can order: for each instance of the pair there is one that does.
pub fn separable_pairs(skeleton: &Skeleton, model: &Model, judge: &Judge) -> Candidates {
    let fences = fences(skeleton, model, judge, &[]);
    let (uses, places) = (instances(skeleton), places(skeleton));
    let ground = Ground { skeleton, model, places: &places };
    let ordered = |instance: &(EventId, EventId)| {
        fences.all.iter().any(|candidate| match candidate {
            Candidate::Fence { point, kind } => orders(ground, &uses[point], *kind, std::slice::from_ref(instance)),
            Candidate::Pair(..) | Candidate::Order { .. } => false,
        })
    };
    let pairs = reorderable(skeleton, model).into_iter().filter(|(_, all)| all.iter().all(ordered));
    Candidates { all: pairs.map(|((a, b), _)| Candidate::Pair(a, b)).collect(), ..Candidates::default() }
}

/// One use of a point.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub thread: ThreadId,
    /// How many accesses of the thread stand before it in program order.
    pub after: usize,
    /// Where it is among all events of the thread.
    pub at: usize,
    pub guard: TermId,
}

/// The uses of every point.
pub fn instances(skeleton: &Skeleton) -> IndexMap<PointId, Vec<Use>> {
    let mut uses: IndexMap<PointId, Vec<Use>> = IndexMap::new();
    for (t, thread) in skeleton.threads.iter().enumerate() {
        let mut after = 0;
        for (at, id) in thread.events.iter().enumerate() {
            let event = skeleton.event(*id);
            match event.action {
                Action::Point(point) => {
                    let place = Use { thread: ThreadId::from_index(t), after, at, guard: event.guard };
                    uses.entry(point).or_default().push(place);
                }
                Action::Read { .. } | Action::Write { .. } => after += 1,
                _ => {}
            }
        }
    }
    uses
}

/// How many accesses each thread has.
fn accesses(skeleton: &Skeleton) -> Vec<usize> {
    let of = |id: &EventId| skeleton.event(*id).is_read() || skeleton.event(*id).is_write();
    skeleton.threads.iter().map(|thread| thread.events.iter().filter(|id| of(id)).count()).collect()
}

/// The place of each access among its thread's accesses, from 0.
pub fn places(skeleton: &Skeleton) -> FxHashMap<EventId, usize> {
    let mut places = FxHashMap::default();
    for thread in &skeleton.threads {
        let accesses =
            thread.events.iter().filter(|id| skeleton.event(**id).is_read() || skeleton.event(**id).is_write());
        places.extend(accesses.enumerate().map(|(i, id)| (*id, i)));
    }
    places
}

fn kind_of(skeleton: &Skeleton, id: EventId) -> Access {
    if skeleton.event(id).is_write() { Access::Write } else { Access::Read }
}

/// For each fence kind and thread the stretches between two accesses that it would order.
fn separable(skeleton: &Skeleton, model: &Model, pairs: &Pairs) -> Vec<FxHashMap<ThreadId, Vec<(usize, usize)>>> {
    let places = places(skeleton);
    model
        .fences()
        .iter()
        .map(|kind| {
            let mut spans: FxHashMap<ThreadId, Vec<(usize, usize)>> = FxHashMap::default();
            for (a, b) in pairs.values().flatten() {
                if kind.serves((kind_of(skeleton, *a), kind_of(skeleton, *b)))
                    && let Some(thread) = skeleton.event(*a).thread
                {
                    spans.entry(thread).or_default().push((places[a], places[b]));
                }
            }
            for list in spans.values_mut() {
                list.sort_unstable();
                list.dedup();
            }
            spans
        })
        .collect()
}

/// Where events stand, and what their model says.
#[derive(Clone, Copy)]
pub struct Ground<'g> {
    pub skeleton: &'g Skeleton,
    pub model: &'g Model,
    pub places: &'g FxHashMap<EventId, usize>,
}

/// Whether a fence of a kind at a point orders every instance of a pair.
pub fn orders(ground: Ground<'_>, uses: &[Use], kind: FenceId, instances: &[(EventId, EventId)]) -> bool {
    let Ground { skeleton, model, places } = ground;
    instances.iter().all(|(a, b)| {
        let (x, y) = (skeleton.event(*a), skeleton.event(*b));
        model.fences()[kind.index()].serves((kind_of(skeleton, *a), kind_of(skeleton, *b)))
            && uses.iter().any(|u| {
                Some(u.thread) == x.thread
                    && places[a] < u.after
                    && u.after <= places[b]
                    && (skeleton.terms.implies(x.guard, u.guard) || skeleton.terms.implies(y.guard, u.guard))
            })
    })
}
