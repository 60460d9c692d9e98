//! What synthesis may enforce, as literals: reorder variables of statement pairs, fences at points.
//!
//! In: a skeleton and what the model relaxes. Out: the candidates with the pairs of events that each keeps in order.
//! It must not know axioms.
//!
//! Joshi & Kroening, Property-Driven Fence Insertion using Reorder Bounded Model Checking, section 5 ("Building M'"):
//! one variable for each pair of statements that can be reordered; all instances of the two statements share it.
//! Deviation: the literal here says that the pair is KEPT in order, the negation of the paper's variable.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

use crate::exec::skeleton::{Action, Skeleton};
use crate::ids::{CandidateId, EventId, FenceId, PointId, SiteId};
use crate::ir::Orders;
use crate::model::{Access, Model};
use crate::sat::separation::{Place, Separation};

/// A candidate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// The second access stays behind the first.
    Pair(SiteId, SiteId),
    /// A fence of this kind stands at this point.
    Fence { point: PointId, kind: FenceId },
    /// The accesses whose orders stand where those of this one stand have these orders, beside their own.
    Order { site: SiteId, orders: Orders },
}

/// Which candidates there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// None: plain checking.
    Nothing,
    Pairs,
    /// Fences, and orders.
    Fences,
}

/// The candidates of one skeleton.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    pub all: IndexSet<Candidate>,
    /// Of each access whose orders may be other ones, the site that candidates name it by.
    pub named: FxHashMap<SiteId, SiteId>,
}

impl Candidates {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn get(&self, id: CandidateId) -> &Candidate {
        &self.all[id.index()]
    }

    pub fn id(&self, candidate: &Candidate) -> Option<CandidateId> {
        self.all.get_index_of(candidate).map(CandidateId::from_index)
    }
}

/// The instances of each statement pair that the model may reorder: two accesses of one thread that may both happen,
/// may have different addresses, are of kinds that the model relaxes and have no fence, read-modify-write, mark or access
/// of an atomic section between or among them that orders them.
pub fn reorderable(skeleton: &Skeleton, model: &Model) -> IndexMap<(SiteId, SiteId), Vec<(EventId, EventId)>> {
    let mut pairs: IndexMap<(SiteId, SiteId), Vec<(EventId, EventId)>> = IndexMap::new();
    if model.relaxed().is_empty() {
        return pairs;
    }
    let separation = Separation::of(model);
    for thread in &skeleton.threads {
        for (i, first) in thread.events.iter().enumerate() {
            let Some(a) = access(skeleton, *first) else { continue };
            // Kinds of later accesses that something certain between now separates from the first.
            let mut separated: Vec<Access> = Vec::new();
            for second in &thread.events[i + 1..] {
                let event = skeleton.event(*second);
                let Some(b) = access(skeleton, *second) else {
                    if skeleton.terms.implies(skeleton.event(*first).guard, event.guard) {
                        match &event.action {
                            Action::Fence { kind } => {
                                let orders =
                                    model.offered(*kind).map(|kind| kind.orders.as_slice()).unwrap_or_default();
                                separated.extend(orders.iter().filter(|(x, _)| *x == a.kind).map(|(_, y)| *y));
                            }
                            // A mark, or an access of an atomic section.
                            _ if event.orders() => separated.extend(Access::ALL),
                            _ => {}
                        }
                    }
                    continue;
                };
                let (x, y) = (skeleton.event(*first), event);
                // The parts of one access take effect at once.
                if x.group.is_some() && x.group == y.group {
                    continue;
                }
                let is_free = model.relaxes(a.kind, b.kind) && !separated.contains(&b.kind) && !separation.orders(a, b);
                if let (Some(s), Some(t), true) = (x.site, y.site, is_free)
                    && may_differ(skeleton, *first, *second)
                {
                    pairs.entry((s, t)).or_default().push((*first, *second));
                }
                if b.is_rmw && skeleton.terms.implies(skeleton.event(*first).guard, event.guard) {
                    separated.extend(separation.between(a.kind, b.kind));
                }
            }
        }
    }
    pairs
}

/// What kind of access an event is to the reordering; accesses of atomic sections and marks are none.
fn access(skeleton: &Skeleton, id: EventId) -> Option<Place> {
    let event = skeleton.event(id);
    let kind = match event.action {
        _ if event.section.is_some() => return None,
        Action::Read { .. } => Access::Read,
        Action::Write { .. } => Access::Write,
        _ => return None,
    };
    Some(Place { kind, is_rmw: event.tags.iter().any(|tag| tag == "RMW") })
}

/// Whether two accesses may have different addresses.
fn may_differ(skeleton: &Skeleton, a: EventId, b: EventId) -> bool {
    let cells = |id: EventId| skeleton.event(id).target.as_ref().map(|t| t.cells.as_slice()).unwrap_or_default();
    !(cells(a).len() == 1 && cells(a) == cells(b))
}
