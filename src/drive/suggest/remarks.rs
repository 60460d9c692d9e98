//! What a fence is said to order: in the report, and in the comment beside it.
//!
//! In: what was found. Out: for each edit pairs of accesses, and the parts of a comment. It must not know how a comment is written.
//!
//! First comes the pair that the violation is about which the fence prevents. Then come those of the culprit pairs that it orders; in
//! the comment only where no other fence of the repair does so as well. Where there are none (another set of pairs would have been
//! as good, or the model does not speak of pairs) they are the nearest ones on both sides that the fence keeps in order. A raised order
//! says itself what it is; of it the pair that the violation turns round is known.
//!
//! All that is said is true of the very place ([`Place`]): the fence stands behind the first access and before the second in one and the same
//! round, and control passes all three on one way, so that an exchange that fails there is no write. Where a fence orders accesses of
//! different rounds only, they are called so.

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::exec::skeleton::Skeleton;
use crate::exec::terms::TermId;
use crate::exec::{EventKind, Execution, telling};
use crate::ids::{EventId, FenceId, PointId, SiteId, ThreadId};
use crate::ir::{self, Order, Program};
use crate::model::Model;
use crate::sat::candidates::reorderable;

use super::calls::Calls;
use super::crossed::crossed;
use super::edits::Edit;
use super::placement::{Ground, Pairs, Use};
use super::round::Round;
use super::wording::{Named, Names, parts};
use super::{Comments, Task, placement};

/// Pairs of accesses, in program order.
pub type SitePairs = Vec<(SiteId, SiteId)>;

/// What is known of a repair.
#[derive(Clone, Copy)]
pub struct Evidence<'e> {
    /// The culprit pairs.
    pub pairs: &'e [(SiteId, SiteId)],
    /// For each edit the violation that it prevents, as far as they were looked for.
    pub needed: &'e [Option<Box<Execution>>],
}

/// What is said of an edit.
#[derive(Clone, Debug, Default)]
pub struct Remark {
    pub orders: SitePairs,
    /// Of the first pair the events in the violation that the edit prevents.
    pub crossed: Option<(EventId, EventId)>,
    pub comment: Vec<String>,
}

/// What is said of each edit.
pub fn remarks(task: &Task<'_>, skeleton: &Skeleton, edits: &[Edit], evidence: Evidence<'_>) -> Vec<Remark> {
    let orders = Orders::new(skeleton, &task.request.model);
    let calls = Calls::of(&task.unit.program);
    let names = Names::of(&task.unit.program, skeleton);
    let remark = |(index, edit): (usize, &Edit)| {
        let violation = evidence.needed.get(index).and_then(Option::as_deref);
        let (point, kind) = match *edit {
            Edit::Fence { point, kind } => (point, kind),
            Edit::Order { site, orders } => {
                let crossed =
                    violation.and_then(|violation| turned_round(violation, &task.unit.program, (site, orders)));
                return Remark { crossed, ..Remark::default() };
            }
        };
        let round = Round::around(&task.unit.program, &calls, point);
        let place = Place { orders: &orders, round: &round, point, kind };
        let others: Vec<Place<'_>> =
            edits.iter().filter(|other| *other != edit).filter_map(|other| place.other(*other)).collect();
        let chosen = place.chosen(evidence, violation, &others);
        let comment = match task.settings.comments {
            Comments::LeftOut => Vec::new(),
            Comments::Written => {
                let named = |(first, second): &(SiteId, SiteId)| Named {
                    sites: (*first, *second),
                    earlier: !round.is_before(*first),
                    later: !round.is_behind(*second),
                };
                parts(&names, point, &chosen.own.iter().map(named).collect::<Vec<_>>())
            }
        };
        Remark { orders: chosen.all, crossed: chosen.crossed, comment }
    };
    edits.iter().enumerate().map(remark).collect()
}

/// The pair that a violation turns round and a raised order would not let it: what acquires stays in front of what is behind it, and what
/// releases behind what is in front.
fn turned_round(
    violation: &Execution,
    program: &Program,
    (site, orders): (SiteId, ir::Orders),
) -> Option<(EventId, EventId)> {
    let is_raised = |id: EventId| {
        let written = violation.event(id).site.and_then(|site| program.orders.get(&site));
        written.is_some_and(|written| written.first == site)
    };
    let acquires = orders.each().any(Order::acquires);
    let releases = orders.each().any(|order| matches!(order, Order::Release | Order::AcqRel | Order::SeqCst));
    let is_read = |id: EventId| matches!(violation.event(id).kind, EventKind::Read { .. });
    let is_write = |id: EventId| matches!(violation.event(id).kind, EventKind::Write { .. });
    let is_meant =
        |a: EventId, b: EventId| acquires && is_read(a) && is_raised(a) || releases && is_write(b) && is_raised(b);
    let matters = telling::matters(violation);
    let mut told = violation.reordered.iter().filter(|(a, b)| matters[a.index()] && matters[b.index()]);
    told.find(|(a, b)| is_meant(*a, *b)).copied().or_else(|| crossed(violation, is_meant))
}

/// So far from a fence the nearest accesses are looked for.
const NEAR: usize = 8;

/// What fences order.
struct Orders<'s> {
    skeleton: &'s Skeleton,
    model: &'s Model,
    uses: IndexMap<PointId, Vec<Use>>,
    places: FxHashMap<EventId, usize>,
    /// What the model may reorder.
    instances: Pairs,
    reorderable: FxHashSet<(EventId, EventId)>,
    /// What more than one thread accesses.
    shared: FxHashSet<u64>,
}

impl<'s> Orders<'s> {
    fn new(skeleton: &'s Skeleton, model: &'s Model) -> Orders<'s> {
        let (uses, places) = (placement::instances(skeleton), placement::places(skeleton));
        let instances = reorderable(skeleton, model);
        let reorderable = instances.values().flatten().copied().collect();
        Orders { skeleton, model, uses, places, instances, reorderable, shared: shared(skeleton) }
    }

    /// Whether another thread may access the same memory.
    fn is_shared(&self, id: EventId) -> bool {
        let target = self.skeleton.event(id).target.as_ref();
        target.is_some_and(|target| target.cells.iter().any(|cell| self.shared.contains(cell)))
    }

    fn of(&self, pair: &(SiteId, SiteId)) -> &[(EventId, EventId)] {
        self.instances.get(pair).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether two events may both happen.
    fn go_together(&self, a: TermId, b: TermId) -> bool {
        !self.skeleton.terms.exclude(a, b)
    }
}

/// The memory that more than one thread accesses.
fn shared(skeleton: &Skeleton) -> FxHashSet<u64> {
    let mut users: FxHashMap<u64, ThreadId> = FxHashMap::default();
    let mut shared = FxHashSet::default();
    for event in &skeleton.events {
        let (Some(target), Some(thread)) = (&event.target, event.thread) else { continue };
        for cell in &target.cells {
            if *users.entry(*cell).or_insert(thread) != thread {
                shared.insert(*cell);
            }
        }
    }
    shared
}

/// What the pairs of a fence are.
struct Chosen {
    all: SitePairs,
    /// Those that no other fence orders.
    own: SitePairs,
    /// Of the first pair the events in the violation.
    crossed: Option<(EventId, EventId)>,
}

/// How an access stands to a fence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounds {
    /// Before and behind it in the same round.
    Same,
    Any,
}

/// A fence at its place.
struct Place<'s> {
    orders: &'s Orders<'s>,
    round: &'s Round,
    point: PointId,
    kind: FenceId,
}

impl<'s> Place<'s> {
    /// Another fence, as far as it is one.
    fn other(&self, edit: Edit) -> Option<Place<'s>> {
        let Edit::Fence { point, kind } = edit else { return None };
        Some(Place { point, kind, ..*self })
    }

    fn chosen(&self, evidence: Evidence<'_>, violation: Option<&Execution>, others: &[Place<'_>]) -> Chosen {
        for rounds in [Rounds::Same, Rounds::Any] {
            let culprits = evidence.pairs.iter().filter(|pair| self.holds(pair, rounds, &[])).copied();
            let mut culprits: SitePairs = culprits.collect();
            self.instead(evidence.pairs, rounds, &mut culprits);
            let crossed = violation.and_then(|violation| self.violated(violation, rounds, &culprits));
            let site = |id: EventId| violation.and_then(|violation| violation.event(id).site);
            let first = crossed.and_then(|(a, b)| site(a).zip(site(b)));
            let with_first = |pairs: SitePairs| {
                let rest = pairs.into_iter().filter(|pair| Some(*pair) != first);
                first.into_iter().chain(rest).collect::<SitePairs>()
            };
            let alone = culprits.iter().filter(|pair| self.holds(pair, rounds, others)).copied();
            let (mut own, mut all) = (with_first(alone.collect()), with_first(culprits));
            if own.is_empty() {
                own = self.nearest(rounds);
            }
            if all.is_empty() {
                all.clone_from(&own);
            }
            if !own.is_empty() {
                return Chosen { all, own, crossed };
            }
        }
        Chosen { all: SitePairs::new(), own: SitePairs::new(), crossed: None }
    }

    /// A culprit pair that the fence orders in different rounds only says nothing of its place. But what stands before the fence there
    /// matters, and stands before what does behind it.
    fn instead(&self, pairs: &[(SiteId, SiteId)], rounds: Rounds, culprits: &mut SitePairs) {
        let of_other_rounds =
            pairs.iter().filter(|pair| !culprits.contains(pair) && self.holds(pair, Rounds::Any, &[]));
        let pair_up = |(first, second): &(SiteId, SiteId)| {
            culprits.iter().flat_map(|(a, b)| [(*first, *b), (*a, *second)]).collect::<Vec<_>>()
        };
        let others: SitePairs =
            of_other_rounds.flat_map(pair_up).filter(|pair| self.holds(pair, rounds, &[])).collect();
        for pair in others {
            if !culprits.contains(&pair) {
                culprits.push(pair);
            }
        }
    }

    /// The pair that a violation turns round and the fence would not let it: the first one that is told, if possible one of these, or
    /// else the one that other threads see the wrong way round. Memory may also be told to have done it in another order, in
    /// which it is the others that are late.
    fn violated(
        &self,
        violation: &Execution,
        rounds: Rounds,
        culprits: &[(SiteId, SiteId)],
    ) -> Option<(EventId, EventId)> {
        let matters = telling::matters(violation);
        let told = violation.reordered.iter().filter(|(a, b)| matters[a.index()] && matters[b.index()]);
        let sites = |a: EventId, b: EventId| violation.event(a).site.zip(violation.event(b).site);
        let is_held = |a: EventId, b: EventId| sites(a, b).is_some_and(|pair| self.holds(&pair, rounds, &[]));
        let ordered: Vec<(EventId, EventId)> = told.filter(|(a, b)| is_held(*a, *b)).copied().collect();
        let is_culprit = |(a, b): &&(EventId, EventId)| sites(*a, *b).is_some_and(|pair| culprits.contains(&pair));
        ordered.iter().find(is_culprit).copied().or_else(|| crossed(violation, is_held)).or(ordered.first().copied())
    }

    /// Whether the fence keeps some instance of a pair in order, and none of the others does.
    fn holds(&self, pair: &(SiteId, SiteId), rounds: Rounds, others: &[Place<'_>]) -> bool {
        let stands = rounds == Rounds::Any || self.round.is_before(pair.0) && self.round.is_behind(pair.1);
        let is_alone = |instance| others.iter().all(|other| !other.separates(instance, Rounds::Any));
        stands && self.orders.of(pair).iter().any(|instance| self.separates(*instance, rounds) && is_alone(*instance))
    }

    /// Whether the fence keeps two events in order, which control passes on one way.
    fn separates(&self, (a, b): (EventId, EventId), rounds: Rounds) -> bool {
        let Orders { skeleton, model, uses, places, .. } = self.orders;
        let Some(uses) = uses.get(&self.point) else { return false };
        let (x, y) = (skeleton.event(a), skeleton.event(b));
        let stands = |place: &&Use| {
            Some(place.thread) == x.thread
                && places[&a] < place.after
                && place.after <= places[&b]
                && self.orders.go_together(x.guard, place.guard)
                && self.orders.go_together(place.guard, y.guard)
        };
        // Where control passes the fence twice in between, one of the two is of another round.
        let between = uses.iter().filter(stands).count();
        (between == 1 || between > 1 && rounds == Rounds::Any)
            && self.orders.go_together(x.guard, y.guard)
            && placement::orders(Ground { skeleton, model, places }, uses, self.kind, &[(a, b)])
    }

    /// For each use of the fence the nearest accesses that it keeps in order though the model would not.
    fn nearest(&self, rounds: Rounds) -> SitePairs {
        let Orders { skeleton, uses, places, reorderable, .. } = self.orders;
        let mut found = SitePairs::new();
        for place in uses.get(&self.point).into_iter().flatten() {
            let thread = &skeleton.threads[place.thread.index()].events;
            let is_on = |id: &EventId, side: &dyn Fn(usize) -> bool| places.get(id).is_some_and(|at| side(*at));
            let matters = |id: &&EventId| self.orders.is_shared(**id);
            let before = thread.iter().filter(|id| is_on(id, &|at| at < place.after)).filter(matters);
            let behind = thread.iter().filter(|id| is_on(id, &|at| at >= place.after)).filter(matters);
            let is_seen = |id: &EventId, is_there: &dyn Fn(SiteId) -> bool| {
                let event = skeleton.event(*id);
                event.site.is_some_and(|site| rounds == Rounds::Any || is_there(site))
                    && self.orders.go_together(event.guard, place.guard)
            };
            let is_before = |id: &&EventId| is_seen(id, &|site| self.round.is_before(site));
            let is_behind = |id: &&EventId| is_seen(id, &|site| self.round.is_behind(site));
            let behind: Vec<EventId> = behind.filter(is_behind).take(NEAR).copied().collect();
            let pairs = before.rev().filter(is_before).take(NEAR).enumerate().flat_map(|(back, first)| {
                behind.iter().enumerate().map(move |(on, second)| (back + on, (*first, *second)))
            });
            let fits =
                |(_, pair): &(usize, (EventId, EventId))| reorderable.contains(pair) && self.separates(*pair, rounds);
            let Some((_, (first, second))) = pairs.filter(fits).min_by_key(|(distance, _)| *distance) else { continue };
            let site = |id: EventId| skeleton.event(id).site;
            if let (Some(first), Some(second)) = (site(first), site(second))
                && !found.contains(&(first, second))
            {
                found.push((first, second));
            }
        }
        found
    }
}
