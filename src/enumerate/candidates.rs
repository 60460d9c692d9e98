//! Executions from the ways of the threads.
//!
//! In: the ways of each thread. Out: whether an execution that the model allows ends in a state that is looked for. It must not know
//! instructions.
//!
//! Left out beforehand is only what no model allows or what cannot matter: ways whose registers contradict the condition,
//! orders of writes in which a thread's own are swapped, reads of a write that its own thread has later, and final states that nobody looks for.

use std::collections::BTreeSet;

use super::layout::{Cell, Layout};
use super::traces::{Event, Kind, Trace};
use super::{Outcome, Undecided};
use crate::exec::groups::{self, Parts};
use crate::ids::EventId;
use crate::limits::StopToken;
use crate::litmus::condition::{Formula, Operand, State, look};
use crate::litmus::{Location, Place, Quantifier, Register, Test};
use crate::model::ground::{Row, RowKind};
use crate::model::{Bool, Demand, Ground, Model, Relation, check, evaluate};

/// More combinations of ways than this are not tried.
const MAX_COMBINATIONS: u64 = 3_000_000;

/// Looks for an execution that the model allows and that ends as the condition says, or of `forall` does not say.
pub fn search(
    (test, layout): (&Test, &Layout),
    model: &Model,
    threads: &[Vec<Trace>],
    stop: &StopToken,
) -> Result<Outcome, Undecided> {
    let wanted: Vec<Vec<&Trace>> = threads
        .iter()
        .enumerate()
        .map(|(thread, ways)| ways.iter().filter(|way| may_matter(test, thread, way)).collect())
        .collect();
    let whole = if layout.is_cut() { groups::parts(model) } else { Vec::new() };
    let mut search = Search { test, layout, model, whole, stop, judged: 0, combinations: 0, goal: Goal::Condition };
    let mut chosen = Vec::new();
    let is_reached = search.combine(&wanted, &mut chosen)?;
    Ok(Outcome { is_reached, judged: search.judged })
}

/// A final state: what the places hold that are asked about.
pub type Final = Vec<i64>;

/// All final states that the model allows and the filter does not leave out.
pub fn states(
    (test, layout): (&Test, &Layout),
    model: &Model,
    threads: &[Vec<Trace>],
    places: &[Place],
    stop: &StopToken,
) -> Result<BTreeSet<Final>, Undecided> {
    let ways: Vec<Vec<&Trace>> = threads.iter().map(|ways| ways.iter().collect()).collect();
    let whole = if layout.is_cut() { groups::parts(model) } else { Vec::new() };
    let goal = Goal::States { places: places.to_vec(), found: BTreeSet::new() };
    let mut search = Search { test, layout, model, whole, stop, judged: 0, combinations: 0, goal };
    search.combine(&ways, &mut Vec::new())?;
    match search.goal {
        Goal::States { found, .. } => Ok(found),
        Goal::Condition => Ok(BTreeSet::new()),
    }
}

/// What is looked for.
enum Goal {
    /// An execution that ends as the condition says; one is enough.
    Condition,
    /// One for each final state, all of them.
    States { places: Vec<Place>, found: BTreeSet<Final> },
}

/// Whether the registers of a way fit a condition that is looked for as it stands.
fn may_matter(test: &Test, thread: usize, way: &Trace) -> bool {
    let atoms: &[Formula] = match (&test.condition.formula, test.condition.quantifier) {
        (_, Quantifier::ForAll) => &[],
        (Formula::And(items), _) => items,
        (single, _) => std::slice::from_ref(single),
    };
    atoms.iter().all(|item| match item {
        Formula::Atom(atom) => match (&atom.place, &atom.value) {
            (Place::Register { thread: of, register }, Operand::Number(number)) if *of == thread => {
                (way.registers[register.0] == *number) == atom.is_equal
            }
            _ => true,
        },
        _ => true,
    })
}

struct Search<'s> {
    test: &'s Test,
    layout: &'s Layout,
    model: &'s Model,
    /// By axiom what the parts of an access are in its order; empty where there are none.
    whole: Vec<Parts>,
    stop: &'s StopToken,
    judged: u64,
    combinations: u64,
    goal: Goal,
}

impl Search<'_> {
    fn combine<'t>(&mut self, threads: &[Vec<&'t Trace>], chosen: &mut Vec<&'t Trace>) -> Result<bool, Undecided> {
        let Some(ways) = threads.get(chosen.len()) else {
            self.combinations += 1;
            if self.combinations > MAX_COMBINATIONS {
                return Err(Undecided::Size);
            }
            if self.combinations.is_multiple_of(1024) && self.stop.reached().is_some() {
                return Err(Undecided::Stopped);
            }
            return match Candidate::new((self.test, self.layout), chosen) {
                Some(mut candidate) => self.orders(&mut candidate, 0),
                None => Ok(false),
            };
        };
        for way in ways {
            chosen.push(way);
            let is_reached = self.combine(threads, chosen)?;
            chosen.pop();
            if is_reached {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries the orders of the writes of each location from a location on.
    fn orders(&mut self, candidate: &mut Candidate<'_>, location: usize) -> Result<bool, Undecided> {
        if location == candidate.chains.len() {
            if let Goal::States { places, found } = &self.goal {
                let state: Final = places.iter().map(|place| look(candidate, place)).collect();
                if !found.contains(&state)
                    && self.test.filter.holds(candidate)
                    && self.sources(candidate, 0)?
                    && let Goal::States { found, .. } = &mut self.goal
                {
                    found.insert(state);
                }
                return Ok(false);
            }
            let holds = self.test.condition.formula.holds(candidate);
            let is_wanted =
                holds != (self.test.condition.quantifier == Quantifier::ForAll) && self.test.filter.holds(candidate);
            return if is_wanted { self.sources(candidate, 0) } else { Ok(false) };
        }
        self.permute(candidate, location, 1)
    }

    fn permute(&mut self, candidate: &mut Candidate<'_>, location: usize, at: usize) -> Result<bool, Undecided> {
        let length = candidate.chains[location].len();
        if at >= length {
            return self.orders(candidate, location + 1);
        }
        for other in at..length {
            candidate.chains[location].swap(at, other);
            let chain = &candidate.chains[location];
            // Nothing behind comes before it in its thread.
            let thread = |event: EventId| candidate.ground.rows[event.index()].thread;
            let fits = chain[at + 1..].iter().all(|later| thread(*later) != thread(chain[at]) || *later > chain[at]);
            let is_reached = fits && self.permute(candidate, location, at + 1)?;
            candidate.chains[location].swap(at, other);
            if is_reached {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries the sources of each read from one on.
    fn sources(&mut self, candidate: &mut Candidate<'_>, read: usize) -> Result<bool, Undecided> {
        if read == candidate.reads.len() {
            self.judged += 1;
            if self.judged.is_multiple_of(256) && self.stop.reached().is_some() {
                return Err(Undecided::Stopped);
            }
            let chosen: Vec<(EventId, EventId)> =
                candidate.chosen.iter().zip(&candidate.reads).map(|(write, (read, _))| (*write, *read)).collect();
            candidate.ground.give("rf", chosen);
            let chains = candidate.chains.clone();
            candidate.ground.give_chains(chains.iter().map(Vec::as_slice));
            return Ok(self.is_allowed(candidate));
        }
        for source in 0..candidate.reads[read].1.len() {
            let write = candidate.reads[read].1[source];
            candidate.chosen.push(write);
            let is_reached = self.sources(candidate, read + 1)?;
            candidate.chosen.pop();
            if is_reached {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Search<'_> {
    fn is_allowed(&self, candidate: &mut Candidate<'_>) -> bool {
        if self.whole.is_empty() {
            return check(self.model, &mut candidate.ground).is_ok();
        }
        let obligations = evaluate(self.model, &mut Bool, &mut candidate.ground);
        let rows = candidate.ground.rows.len();
        obligations.iter().zip(&self.whole).all(|(obligation, whole)| match &obligation.demand {
            Demand::Empty { pairs } => pairs.is_empty(),
            Demand::Acyclic { parts } => {
                let relations: Vec<Relation<bool>> = parts.iter().map(|part| part.relation(&mut Bool)).collect();
                let pairs = relations.iter().flat_map(Relation::pairs).map(|(a, b, _)| (a, b));
                let edges = pairs.flat_map(|(a, b)| reached(candidate, a, b, *whole).map(move |b| (a, b, true)));
                let order = Relation::from_pairs(&mut Bool, rows, edges).closure(&mut Bool);
                order.pairs().all(|(a, b, _)| a != b)
            }
        })
    }
}

/// What comes behind an event if the order has a pair of it and another one: where the parts of an access are one, all of
/// them, since the access takes effect at once. A read may find one of its parts earlier than the others, in a write of its
/// own thread. What an order says of the parts of one access among themselves is about none of the others.
fn reached(candidate: &Candidate<'_>, a: EventId, b: EventId, whole: Parts) -> impl Iterator<Item = EventId> + use<> {
    let (rows, accesses) = (&candidate.ground.rows, &candidate.accesses);
    let of = |event: EventId| accesses[event.index()];
    let is_own = rows[a.index()].thread == rows[b.index()].thread && rows[b.index()].kind == RowKind::Read;
    let parts = match whole {
        Parts::One | Parts::OneButLoads if of(a) == of(b) => 0..0,
        Parts::One | Parts::OneButLoads if whole == Parts::One || !is_own => {
            let first = of(b).index();
            first..first + accesses[first..].iter().take_while(|access| **access == of(b)).count()
        }
        _ => b.index()..b.index() + 1,
    };
    parts.map(EventId::from_index)
}

/// One way of each thread, put together.
struct Candidate<'t> {
    layout: &'t Layout,
    /// By event the first event of its access.
    accesses: Vec<EventId>,
    ways: Vec<&'t Trace>,
    ground: Ground<bool>,
    /// By event its value; initial writes first.
    values: Vec<i64>,
    /// The writes of each location, the initial one first.
    chains: Vec<Vec<EventId>>,
    /// The reads, each with the writes of its value.
    reads: Vec<(EventId, Vec<EventId>)>,
    chosen: Vec<EventId>,
}

impl<'t> Candidate<'t> {
    /// `None` if a read has no source.
    fn new((test, layout): (&Test, &'t Layout), ways: &[&'t Trace]) -> Option<Candidate<'t>> {
        let mut rows: Vec<Row<bool>> = Vec::new();
        let mut places: Vec<Option<Cell>> = Vec::new();
        let mut values: Vec<i64> = layout.initial(test);
        let mut accesses: Vec<EventId> = (0..values.len()).map(EventId::from_index).collect();
        for cell in 0..values.len() {
            rows.push(row(RowKind::Write, None, Vec::new()));
            places.push(Some(Cell(cell)));
        }
        let mut threads = Vec::new();
        for (thread, way) in ways.iter().enumerate() {
            let start = rows.len();
            for event in &way.events {
                let kind = match event.kind {
                    Kind::Read => RowKind::Read,
                    Kind::Write => RowKind::Write,
                    Kind::Fence => RowKind::Fence,
                };
                let tags = event.tags.iter().map(|tag| (*tag).to_string()).collect();
                rows.push(row(kind, Some(thread as u32), tags));
                places.push(event.cell);
                values.push(event.value);
                accesses.push(EventId::from_index(start + event.access));
            }
            threads.push((start..rows.len()).map(EventId::from_index).collect::<Vec<_>>());
        }
        let mut chains: Vec<Vec<EventId>> = vec![Vec::new(); layout.len()];
        for (index, row) in rows.iter().enumerate() {
            if let (RowKind::Write, Some(place)) = (row.kind, places[index]) {
                chains[place.0].push(EventId::from_index(index));
            }
        }
        let mut reads = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let (RowKind::Read, Some(place)) = (row.kind, places[index]) else { continue };
            let is_source = |write: &EventId| {
                let w = write.index();
                values[w] == values[index] && !(rows[w].thread == row.thread && w > index)
            };
            let sources: Vec<EventId> = chains[place.0].iter().copied().filter(is_source).collect();
            if sources.is_empty() {
                return None;
            }
            reads.push((EventId::from_index(index), sources));
        }
        let mut ground = Ground::new(rows);
        ground.sequence(&threads);
        ground.give_places(|event| places[event.index()]);
        dependencies(&mut ground, ways, &threads);
        Some(Candidate { layout, accesses, ways: ways.to_vec(), ground, values, chains, reads, chosen: Vec::new() })
    }
}

fn row(kind: RowKind, thread: Option<u32>, tags: Vec<String>) -> Row<bool> {
    Row { kind, thread, tags, added: Vec::new(), is_atomic: false, happens: true }
}

/// The dependencies and the pairs of read-modify-writes.
fn dependencies(ground: &mut Ground<bool>, ways: &[&Trace], threads: &[Vec<EventId>]) {
    let mut give = |name: &'static str, on: &dyn Fn(&Event) -> u64| {
        let mut pairs = Vec::new();
        for (way, ids) in ways.iter().zip(threads) {
            for (event, id) in way.events.iter().zip(ids) {
                let bits = on(event);
                let reads = (0..ids.len()).filter(|position| bits >> position & 1 == 1);
                pairs.extend(reads.map(|position| (ids[position], *id)));
            }
        }
        ground.give(name, pairs);
    };
    give("addr", &|event| event.address);
    give("data", &|event| event.data);
    give("ctrl", &|event| event.control);
    give("rmw", &|event| event.partner.map_or(0, |partner| 1 << partner));
    give("kept", &|_| 0);
}

impl State for Candidate<'_> {
    fn register(&self, thread: usize, register: Register) -> i64 {
        self.ways[thread].registers.get(register.0).copied().unwrap_or(0)
    }

    fn location(&self, location: Location) -> i64 {
        let last = |cell: Cell| {
            let last = self.chains[cell.0].last().expect("a cell has an initial write; please report this");
            self.values[last.index()]
        };
        let pieces: Vec<i64> = self.layout.value(location).map(last).collect();
        self.layout.join(&pieces)
    }
}
