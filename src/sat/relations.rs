//! The base sets and relations of a skeleton as literals: what the evaluator builds the axioms from.
//!
//! In: a skeleton, candidates. Out: the [`Environment`] over the algebra `constant | literal`. It never solves and knows
//! no axiom.
//!
//! rf: a read that happens reads from exactly one write to the same address, with its value. co: a total order of
//! the writes to an address, one variable for each pair that nothing orders beforehand. fr follows. Reads of memory
//! that only their own thread writes have no rf variable: their value is known, and program order implies the rest.
//! Starting and joining a thread and the rounds of barriers are communications from event to event (`rf`), and the events
//! count as read-modify-writes, which order everything around them.

use rustc_hash::FxHashMap;

use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::{TermId, Terms};
use crate::exec::values::Values;
use crate::ids::{CandidateId, EventId, ThreadId};
use crate::model::{Algebra, Environment, Model, Relation, Set};
use crate::sat::bits::{equal, require_equal_when};
use crate::sat::blast::Blaster;
use crate::sat::candidates::{Candidate, Candidates, Vocabulary};
use crate::sat::formula::Formula;
use crate::sat::literal::Lit;

/// The algebra `constant | literal`.
pub struct Literals<'f> {
    pub formula: &'f mut Formula,
    /// The gates made here, for evaluating them under another assignment.
    pub gates: &'f mut FxHashMap<Lit, Gate>,
}

/// How a literal of the relations is made up.
#[derive(Clone, Debug)]
pub enum Gate {
    And(Lit, Lit),
    Or(Vec<Lit>),
}

impl Literals<'_> {
    pub fn both(&mut self, a: Lit, b: Lit) -> Lit {
        let lit = self.formula.and(a, b);
        if lit != a && lit != b && !lit.is_constant() {
            self.gates.insert(lit, Gate::And(a, b));
        }
        lit
    }
}

impl Algebra for Literals<'_> {
    type Elem = Lit;

    fn zero(&self) -> Lit {
        Lit::FALSE
    }

    fn one(&self) -> Lit {
        Lit::TRUE
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.both(a, b)
    }

    fn or(&mut self, items: &[Lit]) -> Lit {
        let lit = self.formula.or_any(items.iter().copied());
        if !lit.is_constant() && !items.contains(&lit) {
            self.gates.insert(lit, Gate::Or(items.to_vec()));
        }
        lit
    }

    fn not(&mut self, a: Lit) -> Lit {
        !a
    }
}

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
    /// The fence kind's index, for fences.
    pub fence: Option<usize>,
    pub candidate: Option<CandidateId>,
}

/// The rows and the literals of the base relations.
#[derive(Debug, Default)]
pub struct Base {
    pub nodes: Vec<Node>,
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
    /// Spawn to begin, end to join, arrivals to departures.
    pub sync: Vec<(u32, u32, Lit)>,
    /// Rows of one thread that a pair candidate keeps in order.
    pub kept: Vec<(u32, u32, Lit)>,
    /// The same with the candidate and, as the literal, only that both happen at different addresses.
    pub relaxable: Vec<(CandidateId, u32, u32, Lit)>,
    /// Same-address pairs of one thread.
    pub loc: Vec<(u32, u32, Lit)>,
    /// How the literals of the relations are made up.
    pub gates: FxHashMap<Lit, Gate>,
}

/// What the builder works on.
pub struct Builder<'a> {
    pub skeleton: &'a mut Skeleton,
    pub model: &'a Model,
    pub formula: &'a mut Formula,
    pub blaster: &'a mut Blaster,
    pub base: Base,
    /// Events known to come before an event, per thread: how many of the thread's events.
    clocks: Vec<Vec<u32>>,
    position: Vec<u32>,
}

impl<'a> Builder<'a> {
    pub fn new(
        skeleton: &'a mut Skeleton,
        model: &'a Model,
        formula: &'a mut Formula,
        blaster: &'a mut Blaster,
    ) -> Builder<'a> {
        let (clocks, position) = clocks(skeleton);
        Builder { skeleton, model, formula, blaster, base: Base::default(), clocks, position }
    }

    fn literal(&mut self, guard: TermId) -> Lit {
        self.blaster.guard(self.formula, self.skeleton, guard)
    }

    fn both(&mut self, a: Lit, b: Lit) -> Lit {
        Literals { formula: self.formula, gates: &mut self.base.gates }.both(a, b)
    }

    /// Makes the rows and all base relations.
    pub fn build(mut self, candidates: &Candidates, vocabulary: Vocabulary) -> Base {
        self.base.enforce = (0..candidates.len()).map(|_| self.formula.fresh()).collect();
        self.rows(candidates, vocabulary);
        self.communications();
        self.meetings();
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
            let mut fences = Vec::new();
            match &event.action {
                Action::Point(point) => {
                    if vocabulary == Vocabulary::Fences {
                        for kind in 0..self.model.fences().len() {
                            let candidate = Candidate::Fence { point: *point, kind };
                            fences.extend(candidates.id(&candidate).map(|id| (Some(kind), Some(id))));
                        }
                    }
                }
                Action::Fence { kind } => {
                    let kind = self.model.fences().iter().position(|f| f.name == *kind);
                    fences.push((kind, None));
                }
                _ => fences.push((None, None)),
            }
            for (fence, candidate) in fences {
                let happens = self.literal(event.guard);
                let exec = match candidate {
                    Some(candidate) => {
                        let enforced = self.base.enforce[candidate.index()];
                        self.both(happens, enforced)
                    }
                    None => happens,
                };
                let place = match event.thread {
                    Some(thread) => {
                        places[thread.index()] += 1;
                        places[thread.index()]
                    }
                    None => 0,
                };
                let row = u32::try_from(self.base.nodes.len()).expect("fewer than 2^32 rows; please report this");
                self.base.row.entry(id).or_insert(row);
                let (thread, guard) = (event.thread, event.guard);
                self.base.nodes.push(Node { event: id, thread, place, exec, guard, fence, candidate });
            }
        }
    }

    /// Whether `a` comes before `b` in every execution in which both happen, whatever the model relaxes.
    fn before(&self, a: EventId, b: EventId) -> bool {
        let (x, y) = (self.skeleton.event(a), self.skeleton.event(b));
        match (x.thread, y.thread) {
            (None, Some(_)) => true,
            (_, None) => false,
            (Some(s), Some(_)) => self.position[a.index()] < self.clocks[b.index()][s.index()],
        }
    }

    fn cells(&self, id: EventId) -> &[u64] {
        self.skeleton.event(id).target.as_ref().map(|t| t.cells.as_slice()).unwrap_or_default()
    }

    /// Whether both always have the same single address.
    fn same_cell(&self, a: EventId, b: EventId) -> bool {
        self.cells(a).len() == 1 && self.cells(a) == self.cells(b)
    }

    /// The literal of "both happen and have the same address".
    fn meet(&mut self, a: EventId, b: EventId) -> Lit {
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
    fn happen(&mut self, a: EventId, b: EventId) -> Lit {
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

    /// rf, co, fr, rmw, sync.
    fn communications(&mut self) {
        let mut writes: FxHashMap<u64, Vec<EventId>> = FxHashMap::default();
        let mut reads = Vec::new();
        for index in 0..self.skeleton.events.len() {
            let id = EventId::from_index(index);
            if self.skeleton.event(id).is_write() {
                for cell in self.cells(id).to_vec() {
                    writes.entry(cell).or_default().push(id);
                }
            } else if self.skeleton.event(id).is_read() {
                reads.push(id);
            }
        }
        let co = self.coherence(&writes);
        for read in reads {
            self.read_from(read, &writes, &co);
        }
        for index in 0..self.skeleton.events.len() {
            let id = EventId::from_index(index);
            let event = self.skeleton.event(id);
            if let (Some(partner), true) = (event.partner, event.is_read()) {
                let exec = self.happen(id, partner);
                self.base.rmw.push((self.base.row[&id], self.base.row[&partner], exec));
            }
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
                self.base.sync.push((self.base.row[&from], self.base.row[&to], exec));
            }
        }
    }

    /// Every arrival of a round comes before every departure of another thread.
    fn meetings(&mut self) {
        for meeting in self.skeleton.meetings.clone() {
            for (arrive, _, here) in &meeting.members {
                for (_, depart, there) in &meeting.members {
                    if self.skeleton.event(*arrive).thread == self.skeleton.event(*depart).thread {
                        continue;
                    }
                    let (here, there) = (self.literal(*here), self.literal(*there));
                    let exec = self.both(here, there);
                    if exec != Lit::FALSE {
                        self.base.sync.push((self.base.row[arrive], self.base.row[depart], exec));
                    }
                }
            }
        }
    }

    fn coherence(&mut self, writes: &FxHashMap<u64, Vec<EventId>>) -> FxHashMap<(EventId, EventId), Lit> {
        let mut pairs: Vec<(EventId, EventId)> = Vec::new();
        for group in writes.values() {
            for (i, a) in group.iter().enumerate() {
                pairs.extend(group[i + 1..].iter().map(|b| (*a.min(b), *a.max(b))));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut co = FxHashMap::default();
        for (a, b) in pairs {
            let meet = self.meet(a, b);
            if meet == Lit::FALSE {
                continue;
            }
            let (forward, backward) = if self.before(a, b) {
                (meet, Lit::FALSE)
            } else if self.before(b, a) {
                (Lit::FALSE, meet)
            } else {
                let first = self.formula.fresh();
                (self.both(meet, first), self.both(meet, !first))
            };
            for (x, y, lit) in [(a, b, forward), (b, a, backward)] {
                if lit != Lit::FALSE {
                    co.insert((x, y), lit);
                    self.base.co.push((self.base.row[&x], self.base.row[&y], lit));
                }
            }
        }
        co
    }

    fn read_from(
        &mut self,
        read: EventId,
        writes: &FxHashMap<u64, Vec<EventId>>,
        co: &FxHashMap<(EventId, EventId), Lit>,
    ) {
        let event = self.skeleton.event(read).clone();
        let Action::Read { value, known: false } = event.action else { return };
        let mut sources: Vec<EventId> =
            self.cells(read).iter().flat_map(|cell| writes.get(cell).into_iter().flatten().copied()).collect();
        sources.sort_unstable();
        sources.dedup();
        let possible: Vec<EventId> =
            sources.iter().copied().filter(|write| self.may_read(read, *write, value, &sources)).collect();
        let happens = self.literal(event.guard);
        let only = possible.len() == 1;
        let mut literals = Vec::new();
        for write in &possible {
            let meet = self.meet(*write, read);
            let rf = if only {
                // It must be this one; that it happens and has the address is a consequence.
                self.formula.add(&[!happens, meet]);
                happens
            } else {
                let rf = self.formula.fresh();
                self.formula.add(&[!rf, meet]);
                rf
            };
            let Action::Write { value: written } = self.skeleton.event(*write).action else { continue };
            let here = self.blaster.bits(self.formula, self.skeleton, value);
            let there = self.blaster.bits(self.formula, self.skeleton, written);
            require_equal_when(self.formula, rf, &here, &there);
            self.base.rf.push((self.base.row[write], self.base.row[&read], rf));
            literals.push((*write, rf));
        }
        let mut some: Vec<Lit> = literals.iter().map(|(_, rf)| *rf).collect();
        some.push(!happens);
        self.formula.add(&some);
        for (i, (_, a)) in literals.iter().enumerate() {
            for (_, b) in &literals[i + 1..] {
                self.formula.add(&[!*a, !*b]);
            }
        }
        // fr: what overwrites the write that was read.
        for later in &sources {
            let mut ways = Vec::new();
            for (write, rf) in &literals {
                if let Some(order) = co.get(&(*write, *later)) {
                    ways.push(self.both(*rf, *order));
                }
            }
            if event.partner == Some(*later) {
                continue;
            }
            let fr = self.formula.or_any(ways);
            if fr != Lit::FALSE {
                self.base.fr.push((self.base.row[&read], self.base.row[later], fr));
            }
        }
    }

    /// Whether a read may return what a write wrote: it is not later, not certainly overwritten, of a possible value.
    fn may_read(&self, read: EventId, write: EventId, value: TermId, sources: &[EventId]) -> bool {
        let terms = &self.skeleton.terms;
        if self.before(read, write) || self.skeleton.event(read).partner == Some(write) {
            return false;
        }
        if let Action::Write { value: written } = self.skeleton.event(write).action
            && disjoint(terms.values(value), terms.values(written))
        {
            return false;
        }
        let guard = self.skeleton.event(read).guard;
        if contradict(terms, guard, self.skeleton.event(write).guard) {
            return false;
        }
        // Something certain between the two hides the write.
        !sources.iter().any(|between| {
            *between != write
                && self.same_cell(*between, read)
                && self.same_cell(*between, write)
                && self.before(write, *between)
                && self.before(*between, read)
                && terms.implies(guard, self.skeleton.event(*between).guard)
        })
    }

    /// Same-address pairs in program order.
    fn same_places(&mut self) {
        for thread in self.skeleton.threads.clone() {
            for (i, a) in thread.events.iter().enumerate() {
                if self.cells(*a).is_empty() {
                    continue;
                }
                for b in &thread.events[i + 1..] {
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

fn disjoint(a: &Values, b: &Values) -> bool {
    match (a.set(), b.set()) {
        (Some(x), _) => x.iter().all(|v| !b.contains(*v)),
        (_, Some(y)) => y.iter().all(|v| !a.contains(*v)),
        _ => a.high() < b.low() || b.high() < a.low(),
    }
}

/// Whether two guards cannot both hold, as far as their conjuncts show.
fn contradict(terms: &Terms, a: TermId, b: TermId) -> bool {
    let have = terms.conjuncts(a);
    terms.conjuncts(b).iter().any(|c| {
        have.iter().any(|h| {
            matches!(terms.term(*h), crate::exec::terms::Term::Unary(crate::ir::UnaryOp::Not, x) if x == *c)
                || matches!(terms.term(*c), crate::exec::terms::Term::Unary(crate::ir::UnaryOp::Not, x) if x == *h)
        })
    })
}

/// For each event, how many events of each thread come before it, by program order, thread starts and certain joins;
/// and each event's place in its thread.
fn clocks(skeleton: &Skeleton) -> (Vec<Vec<u32>>, Vec<u32>) {
    let threads = skeleton.threads.len();
    let mut clocks = vec![vec![0u32; threads]; skeleton.events.len()];
    let mut position = vec![0u32; skeleton.events.len()];
    let mut start = vec![vec![0u32; threads]; threads];
    let mut joins: Vec<Vec<(TermId, ThreadId)>> = vec![Vec::new(); threads];
    let mut count = vec![0u32; threads];
    for (index, event) in skeleton.events.iter().enumerate() {
        let Some(thread) = event.thread else { continue };
        let t = thread.index();
        let mut clock = start[t].clone();
        for (guard, child) in &joins[t] {
            if skeleton.terms.implies(event.guard, *guard)
                && let Some(last) = skeleton.threads[child.index()].events.last()
            {
                for (mine, theirs) in clock.iter_mut().zip(&clocks[last.index()].clone()) {
                    *mine = (*mine).max(*theirs);
                }
                clock[child.index()] = skeleton.threads[child.index()].events.len() as u32;
            }
        }
        clock[t] = count[t];
        position[index] = count[t];
        count[t] += 1;
        match event.action {
            Action::Spawn(child) => {
                start[child.index()] = clock.clone();
                start[child.index()][t] = count[t];
            }
            Action::Join(child) => joins[t].push((event.guard, child)),
            _ => {}
        }
        clocks[index] = clock;
    }
    (clocks, position)
}

/// The environment of the evaluator.
pub struct Rows<'b> {
    pub base: &'b Base,
    pub skeleton: &'b Skeleton,
    pub model: &'b Model,
}

impl Rows<'_> {
    fn relation(&self, algebra: &mut Literals<'_>, pairs: &[(u32, u32, Lit)]) -> Relation<Lit> {
        let n = self.base.nodes.len();
        Relation::from_pairs(algebra, n, pairs.iter().map(|(a, b, lit)| (EventId(*a), EventId(*b), *lit)))
    }

    fn members(&self, algebra: &mut Literals<'_>, keep: impl Fn(&Node) -> bool) -> Set<Lit> {
        let rows = self.base.nodes.iter().enumerate().filter(|(_, node)| keep(node));
        let members: Vec<(EventId, Lit)> = rows.map(|(i, _)| (EventId::from_index(i), Lit::TRUE)).collect();
        Set::from_members(algebra, members)
    }

    fn program_order(&self, algebra: &mut Literals<'_>) -> Relation<Lit> {
        let nodes = &self.base.nodes;
        let mut by_thread: FxHashMap<ThreadId, Vec<u32>> = FxHashMap::default();
        for (i, node) in nodes.iter().enumerate() {
            if let Some(thread) = node.thread {
                by_thread.entry(thread).or_default().push(i as u32);
            }
        }
        let mut pairs = Vec::new();
        for rows in by_thread.values() {
            for (i, a) in rows.iter().enumerate() {
                for b in &rows[i + 1..] {
                    let (x, y) = (&nodes[*a as usize], &nodes[*b as usize]);
                    // An event happens only if its candidate is enforced, too.
                    let lit = if x.exec == Lit::TRUE
                        || (self.skeleton.terms.implies(y.guard, x.guard) && x.candidate.is_none())
                    {
                        y.exec
                    } else if y.exec == Lit::TRUE
                        || (self.skeleton.terms.implies(x.guard, y.guard) && y.candidate.is_none())
                    {
                        x.exec
                    } else if contradict(&self.skeleton.terms, x.guard, y.guard) {
                        Lit::FALSE
                    } else {
                        algebra.both(x.exec, y.exec)
                    };
                    if lit != Lit::FALSE {
                        pairs.push((*a, *b, lit));
                    }
                }
            }
        }
        self.relation(algebra, &pairs)
    }

    fn same_thread(&self, algebra: &mut Literals<'_>) -> Relation<Lit> {
        let nodes = &self.base.nodes;
        let mut pairs = Vec::new();
        for (i, a) in nodes.iter().enumerate() {
            for (j, b) in nodes.iter().enumerate() {
                if a.thread == b.thread && a.thread.is_some() || i == j {
                    pairs.push((i as u32, j as u32, Lit::TRUE));
                }
            }
        }
        self.relation(algebra, &pairs)
    }
}

impl Environment<Literals<'_>> for Rows<'_> {
    fn len(&self) -> usize {
        self.base.nodes.len()
    }

    fn set(&mut self, algebra: &mut Literals<'_>, name: &str) -> Option<Set<Lit>> {
        let event = |node: &Node| self.skeleton.event(node.event);
        let kind = self.model.fences().iter().position(|f| f.name == name);
        let set = match name {
            "R" => self.members(algebra, |n| event(n).is_read()),
            "W" => self.members(algebra, |n| event(n).is_write()),
            "F" => self.members(algebra, |n| n.fence.is_some()),
            "IW" => self.members(algebra, |n| n.thread.is_none()),
            "RMW" => self.members(algebra, |n| event(n).tags.iter().any(|t| t == "RMW") || event(n).is_sync()),
            _ if kind.is_some() => self.members(algebra, |n| n.fence == kind),
            // Marks are between accesses of both kinds in the models' program order.
            "M" => self.members(algebra, |n| n.fence.is_none()),
            "_" => return None,
            _ => self.members(algebra, |n| n.fence.is_none() && event(n).tags.iter().any(|t| t == name)),
        };
        Some(set)
    }

    fn relation(&mut self, algebra: &mut Literals<'_>, name: &str) -> Option<Relation<Lit>> {
        let base = self.base;
        match name {
            "po" => Some(self.program_order(algebra)),
            "rf" => {
                let pairs: Vec<_> = base.rf.iter().chain(&base.sync).copied().collect();
                Some(Rows::relation(self, algebra, &pairs))
            }
            "co" => Some(Rows::relation(self, algebra, &base.co)),
            "fr" => Some(Rows::relation(self, algebra, &base.fr)),
            "rmw" => Some(Rows::relation(self, algebra, &base.rmw)),
            "kept" => Some(Rows::relation(self, algebra, &base.kept)),
            "loc" => {
                // Of different threads only communicating accesses matter, which have the same address anyway.
                let mut pairs: Vec<(u32, u32, Lit)> = Vec::new();
                for (a, b, lit) in base.loc.iter().chain(&base.rf).chain(&base.co).chain(&base.fr) {
                    pairs.push((*a, *b, *lit));
                    pairs.push((*b, *a, *lit));
                }
                Some(Rows::relation(self, algebra, &pairs))
            }
            "int" => Some(self.same_thread(algebra)),
            "addr" | "data" | "ctrl" => {
                let pairs = super::dependencies::pairs(base, self.skeleton, name);
                Some(Rows::relation(self, algebra, &pairs))
            }
            _ => None,
        }
    }
}
