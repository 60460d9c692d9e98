//! The base relations of a skeleton as literals: the rows, and what is known of every two of them.
//!
//! In: a skeleton, candidates. Out: [`Base`]: rows, and per relation the pairs that may be in it, each with its literal. It
//! never solves and knows no axiom. What reads from what is in `communications.rs`; what the axioms make of it all,
//! in [`super::environment`].

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::exec::execution::Dependency;
use crate::exec::skeleton::{Action, Event, Skeleton};
use crate::exec::terms::TermId;
use crate::ids::{CandidateId, EventId, FenceId, ThreadId};
use crate::model::{Algebra, Model, Tag};
use crate::sat::algebra::{Gate, Literals};
use crate::sat::bits::equal;
use crate::sat::blast::Blaster;
use crate::sat::candidates::{Candidate, Candidates, Vocabulary};
use crate::sat::certain::Certain;
use crate::sat::formula::Formula;
use crate::sat::literal::Lit;
use crate::sat::raise::Raise;
use crate::sat::written::Dropped;

/// A row of the relations: an event of the skeleton, or a fence that synthesis may put at a point.
#[derive(Clone, Debug)]
pub struct Node {
    pub event: EventId,
    pub thread: Option<ThreadId>,
    /// Place in the thread's rows.
    pub place: u32,
    /// When it happens.
    pub exec: Lit,
    pub guard: TermId,
    pub what: What,
}

/// What a row is of its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The event itself.
    Event,
    /// A fence of this kind.
    Fence(FenceId),
    /// Fences that may stand at one place, each with the candidate that brings it: one row in the sets of all that do.
    Choice(Vec<(FenceId, CandidateId)>),
    /// The same behind a read-modify-write, passed where it fails.
    Failing(Vec<(FenceId, CandidateId)>),
}

/// The tags that the orders of candidates give an event, each with its candidate's literal.
#[derive(Debug, Default)]
struct Raised {
    tags: Vec<(Tag, Lit)>,
    /// Of a read-modify-write, those where it fails.
    failing: Vec<(Tag, Lit)>,
}

impl What {
    /// The sets that a fence is in whenever it happens.
    pub fn sets(&self, model: &Model) -> Vec<Tag> {
        let of = |kind: FenceId| model.kind_sets(kind);
        match self {
            What::Event => Vec::new(),
            What::Fence(kind) => of(*kind),
            What::Choice(kinds) | What::Failing(kinds) => {
                let is_in_all = |set: &Tag| kinds.iter().all(|(kind, _)| of(*kind).contains(set));
                kinds.first().map_or_else(Vec::new, |(kind, _)| of(*kind).into_iter().filter(is_in_all).collect())
            }
        }
    }
}

impl Node {
    pub fn is_fence(&self) -> bool {
        self.what != What::Event
    }

    /// Whether it happens whenever its event does.
    pub fn is_certain(&self) -> bool {
        !matches!(self.what, What::Choice(_) | What::Failing(_))
    }
}

/// The rows and the literals of the base relations.
#[derive(Debug, Default)]
pub struct Base {
    pub nodes: Vec<Node>,
    /// The dependencies that are left out.
    pub dropped: Dropped,
    /// Row of an event.
    pub row: FxHashMap<EventId, u32>,
    /// Candidate -> the literal that enforces it.
    pub enforce: Vec<Lit>,
    /// (write row, read row, literal)
    pub rf: Vec<(u32, u32, Lit)>,
    /// (earlier row, later row, literal)
    pub co: Vec<(u32, u32, Lit)>,
    pub fr: Vec<(u32, u32, Lit)>,
    pub rmw: Vec<(u32, u32, Lit)>,
    /// Where threads meet: spawn to begin, end to join, arrivals to departures.
    pub meets: Vec<(u32, u32, Lit)>,
    /// Rows of one thread that a pair candidate keeps in order.
    pub kept: Vec<(u32, u32, Lit)>,
    /// The same with the candidate and, as the literal, only that both happen at different addresses.
    pub relaxable: Vec<(CandidateId, u32, u32, Lit)>,
    /// Same-address pairs, first first where they are of one thread; of different threads only when all are known.
    pub loc: Vec<(u32, u32, Lit)>,
    /// Tags that rows have under candidates.
    pub tagged: FxHashMap<u32, Vec<(Tag, Lit)>>,
    /// The dependencies that the axioms speak of: (row of the read, row that uses it, literal).
    pub dependencies: BTreeMap<Dependency, Vec<(u32, u32, Lit)>>,
    /// How the literals of the relations are made up.
    pub gates: FxHashMap<Lit, Gate>,
}

/// How much the axioms ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Which reads get rf and fr.
    pub reads: Reads,
    /// Which pairs of accesses are compared for `loc`.
    pub places: Places,
    pub fences: Fences,
}

/// How many rows the fences have that may stand at one place.
///
/// Two fences of which nothing stands between are ordered alike with everything else. A model that looks at a fence as
/// something that accesses stand before and behind cannot tell them from one fence of both kinds. One that looks at pairs
/// of fences may, where the second does what the first should have waited for; there the one fence is as good
/// as the two in the better order. What is found is written as text and checked again, where they are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fences {
    /// One for each: what a fence does is edges of a graph, which are told apart by fence.
    Apart,
    /// One for all: relations over rows grow with the cube of their number.
    Together,
}

/// Which reads get rf and fr.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Those whose value is open. Reads of memory that only their own thread writes return what it wrote last: their rf
    /// and fr follow program order, so that a model in which no later access overtakes a read learns nothing from them.
    Open,
    All,
}

/// Which pairs of accesses are compared for `loc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    Thread,
    All,
}

/// What the builder works on.
pub struct Builder<'a> {
    pub skeleton: &'a mut Skeleton,
    pub model: &'a Model,
    pub formula: &'a mut Formula,
    pub blaster: &'a mut Blaster,
    pub base: Base,
    pub(super) certain: Certain,
    pub(super) detail: Detail,
}

impl<'a> Builder<'a> {
    pub fn new(
        skeleton: &'a mut Skeleton,
        model: &'a Model,
        formula: &'a mut Formula,
        blaster: &'a mut Blaster,
        detail: Detail,
    ) -> Builder<'a> {
        let certain = Certain::of(skeleton);
        Builder { skeleton, model, formula, blaster, base: Base::default(), certain, detail }
    }

    pub(super) fn literal(&mut self, guard: TermId) -> Lit {
        self.blaster.guard(self.formula, self.skeleton, guard)
    }

    pub(super) fn both(&mut self, a: Lit, b: Lit) -> Lit {
        Literals::new(self.formula, &mut self.base.gates).both(a, b)
    }

    /// Makes the rows and all base relations.
    pub fn build(mut self, candidates: &Candidates, vocabulary: Vocabulary) -> Base {
        self.base.enforce = (0..candidates.len()).map(|_| self.formula.fresh()).collect();
        self.rows(candidates, vocabulary);
        self.communications();
        self.threads();
        self.rounds();
        self.same_places();
        if vocabulary == Vocabulary::Pairs {
            self.keep(candidates);
        }
        self.base
    }

    fn rows(&mut self, candidates: &Candidates, vocabulary: Vocabulary) {
        let mut places = vec![0u32; self.skeleton.threads.len()];
        for index in 0..self.skeleton.events.len() {
            let id = EventId::from_index(index);
            let event = self.skeleton.event(id).clone();
            let (rows, raised) = self.rows_of(&event, candidates, vocabulary);
            let tags = self.tags_by_outcome(&event, raised);
            for what in rows {
                let exec = self.exec(&event, &what);
                let place = match event.thread {
                    Some(thread) => {
                        places[thread.index()] += 1;
                        places[thread.index()]
                    }
                    None => 0,
                };
                let row = u32::try_from(self.base.nodes.len()).expect("fewer than 2^32 rows; please report this");
                let is_own = what == What::Event;
                // An access is its own row, whatever fences its order brings.
                if is_own || !(event.is_read() || event.is_write()) {
                    self.base.row.entry(id).or_insert(row);
                }
                let mut added = if is_own { tags.clone() } else { Vec::new() };
                if let What::Choice(kinds) | What::Failing(kinds) = &what {
                    let certain = what.sets(self.model);
                    for (kind, candidate) in kinds {
                        let enforced = self.base.enforce[candidate.index()];
                        let others = self.model.kind_sets(*kind).into_iter().filter(|set| !certain.contains(set));
                        added.extend(others.map(|set| (set, enforced)));
                    }
                }
                if !added.is_empty() {
                    self.base.tagged.insert(row, added);
                }
                let (thread, guard) = (event.thread, event.guard);
                self.base.nodes.push(Node { event: id, thread, place, exec, guard, what });
            }
        }
    }

    /// The rows of an event, in order: fences with their candidates, and itself; and the tags that candidates give it.
    fn rows_of(&self, event: &Event, candidates: &Candidates, vocabulary: Vocabulary) -> (Vec<What>, Raised) {
        let kinds = || self.model.fence_ids();
        match &event.action {
            Action::Point(point) if vocabulary == Vocabulary::Fences => {
                let candidate = |kind| Some((kind, candidates.id(&Candidate::Fence { point: *point, kind })?));
                (self.choices(kinds().filter_map(candidate).collect()), Raised::default())
            }
            Action::Point(_) => (Vec::new(), Raised::default()),
            Action::Fence { kind } => (vec![What::Fence(*kind)], Raised::default()),
            _ => {
                let raises = self.raises(event, candidates);
                let fences = |kinds: fn(&Raise) -> &Vec<FenceId>| {
                    let all = raises.iter().flat_map(|(id, raise)| kinds(raise).iter().map(|kind| (*kind, *id)));
                    self.choices(all.collect())
                };
                let mut rows = fences(|raise| &raise.before);
                rows.push(What::Event);
                rows.extend(fences(|raise| &raise.after));
                let failing = fences(|raise| &raise.failing.after).into_iter();
                rows.extend(failing.map(|what| match what {
                    What::Choice(kinds) => What::Failing(kinds),
                    other => other,
                }));
                let tags = |tags: fn(&Raise) -> &Vec<Tag>| {
                    let of = |(id, raise): &(CandidateId, Raise)| {
                        let enforced = self.base.enforce[id.index()];
                        tags(raise).iter().map(|tag| (*tag, enforced)).collect::<Vec<_>>()
                    };
                    raises.iter().flat_map(of).collect()
                };
                (rows, Raised { tags: tags(|raise| &raise.tags), failing: tags(|raise| &raise.failing.tags) })
            }
        }
    }

    /// The tags that an event has under literals: those of candidates, and those that hang on what it finds.
    fn tags_by_outcome(&mut self, event: &Event, raised: Raised) -> Vec<(Tag, Lit)> {
        let Some(outcome) = &event.outcome else { return raised.tags };
        let failed = self.literal(outcome.failed);
        let mut tags = Vec::new();
        for (here, raised) in [(!failed, raised.tags), (failed, raised.failing)] {
            for (tag, enforced) in raised {
                tags.push((tag, self.both(enforced, here)));
            }
        }
        for (here, list) in [(!failed, &outcome.success), (failed, &outcome.failure)] {
            tags.extend(list.iter().filter(|tag| !event.tags.contains(tag)).map(|tag| (*tag, here)));
        }
        tags.retain(|(_, here)| *here != Lit::FALSE);
        tags
    }

    /// The rows of fences that may stand at one place.
    fn choices(&self, kinds: Vec<(FenceId, CandidateId)>) -> Vec<What> {
        match self.detail.fences {
            Fences::Together if !kinds.is_empty() => vec![What::Choice(kinds)],
            _ => kinds.into_iter().map(|kind| What::Choice(vec![kind])).collect(),
        }
    }

    /// When a row of an event happens.
    fn exec(&mut self, event: &Event, what: &What) -> Lit {
        let happens = self.literal(event.guard);
        let (kinds, happens) = match (what, &event.outcome) {
            (What::Choice(kinds), _) => (kinds, happens),
            (What::Failing(kinds), Some(outcome)) => {
                let failed = self.literal(outcome.failed);
                (kinds, self.both(happens, failed))
            }
            _ => return happens,
        };
        let enforced: Vec<Lit> = kinds.iter().map(|(_, candidate)| self.base.enforce[candidate.index()]).collect();
        let some = match enforced[..] {
            [only] => only,
            _ => Literals::new(self.formula, &mut self.base.gates).or(&enforced),
        };
        self.both(happens, some)
    }

    /// What the candidates among the orders of an access add to it.
    fn raises(&self, event: &Event, candidates: &Candidates) -> Vec<(CandidateId, Raise)> {
        let Some(site) = event.site.and_then(|site| candidates.named.get(&site)) else { return Vec::new() };
        let of_candidate = |(id, candidate): (usize, &Candidate)| match candidate {
            Candidate::Order { site: named, orders } if named == site => {
                Some((CandidateId::from_index(id), Raise::of(event, self.model, *orders)?))
            }
            _ => None,
        };
        candidates.all.iter().enumerate().filter_map(of_candidate).collect()
    }

    /// Whether `a` comes before `b` in every execution in which both happen, whatever the model relaxes.
    pub(super) fn before(&self, a: EventId, b: EventId) -> bool {
        self.certain.before(self.skeleton, a, b)
    }

    pub(super) fn cells(&self, id: EventId) -> &[u64] {
        self.skeleton.event(id).target.as_ref().map(|t| t.cells.as_slice()).unwrap_or_default()
    }

    /// Whether both always have the same single address.
    pub(super) fn same_cell(&self, a: EventId, b: EventId) -> bool {
        self.cells(a).len() == 1 && self.cells(a) == self.cells(b)
    }

    /// The literal of "both happen and have the same address".
    pub(super) fn meet(&mut self, a: EventId, b: EventId) -> Lit {
        if !self.cells(a).iter().any(|c| self.cells(b).contains(c)) {
            return Lit::FALSE;
        }
        let same = if self.same_cell(a, b) {
            Lit::TRUE
        } else {
            let address = |id: EventId, s: &Skeleton| s.event(id).target.as_ref().map(|t| t.address);
            let (x, y) = (address(a, self.skeleton), address(b, self.skeleton));
            let (x, y) = x.zip(y).expect("accesses have addresses; please report this");
            let x = self.blaster.bits(self.formula, self.skeleton, x);
            let y = self.blaster.bits(self.formula, self.skeleton, y);
            equal(self.formula, &x, &y)
        };
        let happen = self.happen(a, b);
        self.both(happen, same)
    }

    /// The literal of "both happen".
    pub(super) fn happen(&mut self, a: EventId, b: EventId) -> Lit {
        let (g, h) = (self.skeleton.event(a).guard, self.skeleton.event(b).guard);
        if self.skeleton.terms.implies(h, g) {
            return self.literal(h);
        }
        if self.skeleton.terms.implies(g, h) {
            return self.literal(g);
        }
        let (g, h) = (self.literal(g), self.literal(h));
        self.both(g, h)
    }

    /// A thread's start comes before its first row, its last row before each join of it.
    fn threads(&mut self) {
        for index in 0..self.skeleton.events.len() {
            let id = EventId::from_index(index);
            let (from, to) = match self.skeleton.event(id).action {
                Action::Spawn(child) => (Some(id), self.skeleton.threads[child.index()].events.first().copied()),
                Action::Join(child) => {
                    let last = self.skeleton.threads[child.index()].events.last().copied();
                    (last.filter(|e| self.skeleton.event(*e).action == Action::End), Some(id))
                }
                _ => (None, None),
            };
            if let (Some(from), Some(to)) = (from, to) {
                let exec = self.happen(from, to);
                self.base.meets.push((self.base.row[&from], self.base.row[&to], exec));
            }
        }
    }

    /// Every arrival of a round comes before every departure of another thread.
    fn rounds(&mut self) {
        for meeting in self.skeleton.meetings.clone() {
            for (arrive, _, here) in &meeting.members {
                for (_, depart, there) in &meeting.members {
                    if self.skeleton.event(*arrive).thread == self.skeleton.event(*depart).thread {
                        continue;
                    }
                    let (here, there) = (self.literal(*here), self.literal(*there));
                    let exec = self.both(here, there);
                    if exec != Lit::FALSE {
                        self.base.meets.push((self.base.row[arrive], self.base.row[depart], exec));
                    }
                }
            }
        }
    }

    /// Same-address pairs.
    fn same_places(&mut self) {
        let accesses = |events: &mut dyn Iterator<Item = EventId>, builder: &Self| -> Vec<EventId> {
            events.filter(|id| !builder.cells(*id).is_empty()).collect()
        };
        let groups: Vec<Vec<EventId>> = match self.detail.places {
            Places::Thread => {
                let threads = self.skeleton.threads.iter();
                threads.map(|thread| accesses(&mut thread.events.iter().copied(), self)).collect()
            }
            Places::All => {
                vec![accesses(&mut (0..self.skeleton.events.len()).map(EventId::from_index), self)]
            }
        };
        for events in groups {
            for (i, a) in events.iter().enumerate() {
                for b in &events[i + 1..] {
                    let meet = self.meet(*a, *b);
                    if meet != Lit::FALSE {
                        self.base.loc.push((self.base.row[a], self.base.row[b], meet));
                    }
                }
            }
        }
    }

    /// The pairs that candidates keep in order.
    fn keep(&mut self, candidates: &Candidates) {
        let instances = super::candidates::reorderable(self.skeleton, self.model);
        for ((first, second), pairs) in instances {
            let Some(id) = candidates.id(&Candidate::Pair(first, second)) else { continue };
            let enforced = self.base.enforce[id.index()];
            for (a, b) in pairs {
                let mut apart = self.happen(a, b);
                let meet = self.meet(a, b);
                if meet != Lit::FALSE {
                    apart = self.both(apart, !meet);
                }
                let lit = self.both(apart, enforced);
                self.base.kept.push((self.base.row[&a], self.base.row[&b], lit));
                self.base.relaxable.push((id, self.base.row[&a], self.base.row[&b], apart));
            }
        }
    }
}
