//! Executions from the ways of the threads.
//!
//! In: the ways of each thread. Out: whether an execution that the model allows ends in a state that is looked for. It must not know
//! instructions.
//!
//! Left out beforehand is only what no model allows or what cannot matter: ways whose registers contradict the condition, ways with a value
//! that nobody writes, orders of writes in which a thread's own are swapped, reads of a write that its own thread has later, and final
//! states that nobody looks for. How an execution is put together from a combination of ways stands in `assembly.rs`.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::assembly::Assembly;
use super::candidate::{Candidate, Kept};
use super::ending::{Ending, Ways};
use super::judge::Evaluated;
use super::layout::{Cell, Layout};
use super::shape::{self, Shape};
use super::traces::{Kind, Trace};
use super::{Outcome, Undecided};
use crate::exec::groups;
use crate::limits::StopToken;
use crate::litmus::condition::{Formula, Operand, look};
use crate::litmus::{Place, Quantifier, Test};
use crate::model::Model;

/// More combinations of ways than this are not tried.
const MAX_COMBINATIONS: u64 = 3_000_000;

/// So many shapes are kept at most.
const MAX_SHAPES: usize = 200;

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
    let mut search = Search::new((test, layout), model, stop, Goal::Condition);
    let is_reached = search.run(&wanted)?;
    Ok(Outcome { is_reached, judged: search.assembly.judged })
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
    let goal = Goal::States { places: places.to_vec(), found: BTreeSet::new() };
    let mut search = Search::new((test, layout), model, stop, goal);
    search.run(&ways)?;
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
                atom.is_same(way.registers[register.0], *number) == atom.is_equal
            }
            _ => true,
        },
        _ => true,
    })
}

/// A way of a thread, and what it has to do with the ways of others.
struct Way<'t> {
    trace: &'t Trace,
    /// The same number for ways of the thread that differ in values only.
    shape: u32,
    /// What it reads that neither was there at first nor is written by itself before, and what it writes, by [`numbered`].
    needs: FixedBitSet,
    gives: FixedBitSet,
}

/// The ways of each thread, and what comes from a thread and those behind it.
struct Threads<'t> {
    ways: Vec<Vec<Way<'t>>>,
    later: Vec<FixedBitSet>,
}

impl<'t> Threads<'t> {
    fn new(threads: &[Vec<&'t Trace>], initial: &[i64]) -> Threads<'t> {
        let mut numbers: FxHashMap<(Cell, i64), usize> = FxHashMap::default();
        let mut way = |trace: &'t Trace, shape: u32| {
            let (mut needs, mut gives) = (FixedBitSet::new(), FixedBitSet::new());
            for event in &trace.events {
                let Some(cell) = event.cell else { continue };
                let next = numbers.len();
                let number = *numbers.entry((cell, event.value)).or_insert(next);
                match event.kind {
                    Kind::Write => gives.grow_and_insert(number),
                    Kind::Read if initial[cell.0] != event.value && !gives.contains(number) => {
                        needs.grow_and_insert(number);
                    }
                    Kind::Read | Kind::Fence => {}
                }
            }
            Way { trace, shape, needs, gives }
        };
        let ways: Vec<Vec<Way<'t>>> = threads
            .iter()
            .map(|ways| ways.iter().zip(shape::numbers(ways)).map(|(trace, shape)| way(trace, shape)).collect())
            .collect();
        let mut later = vec![FixedBitSet::new(); ways.len() + 1];
        for thread in (0..ways.len()).rev() {
            later[thread] = later[thread + 1].clone();
            ways[thread].iter().for_each(|way| later[thread].union_with(&way.gives));
        }
        Threads { ways, later }
    }
}

/// The ways chosen so far.
#[derive(Default)]
struct Chosen<'a, 't> {
    ways: Vec<&'a Way<'t>>,
    needs: FixedBitSet,
    gives: FixedBitSet,
}

struct Search<'s> {
    test: &'s Test,
    layout: &'s Layout,
    assembly: Assembly<'s>,
    shapes: FxHashMap<Vec<u32>, Kept>,
    stop: &'s StopToken,
    combinations: u64,
    goal: Goal,
}

impl<'s> Search<'s> {
    fn new((test, layout): (&'s Test, &'s Layout), model: &'s Model, stop: &'s StopToken, goal: Goal) -> Self {
        let whole = if layout.is_cut() { groups::parts(model) } else { Vec::new() };
        let assembly = Assembly::new(model, &whole, stop);
        Search { test, layout, assembly, shapes: FxHashMap::default(), stop, combinations: 0, goal }
    }

    fn run(&mut self, threads: &[Vec<&Trace>]) -> Result<bool, Undecided> {
        let threads = Threads::new(threads, &self.layout.initial(self.test));
        self.combine(&threads, &Chosen::default())
    }

    fn combine(&mut self, threads: &Threads<'_>, chosen: &Chosen<'_, '_>) -> Result<bool, Undecided> {
        let at = chosen.ways.len();
        let Some(ways) = threads.ways.get(at) else { return self.together(&chosen.ways) };
        for way in ways {
            let (mut needs, mut gives) = (chosen.needs.clone(), chosen.gives.clone());
            needs.union_with(&way.needs);
            gives.union_with(&way.gives);
            // A value that nobody writes is read in no execution.
            if !needs.difference(&gives).all(|number| threads.later[at + 1].contains(number)) {
                continue;
            }
            let ways = chosen.ways.iter().copied().chain([way]).collect();
            if self.combine(threads, &Chosen { ways, needs, gives })? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries the executions of some ways.
    fn together(&mut self, ways: &[&Way<'_>]) -> Result<bool, Undecided> {
        self.combinations += 1;
        if self.combinations > MAX_COMBINATIONS {
            return Err(Undecided::Size);
        }
        if self.combinations.is_multiple_of(1024) && self.stop.reached().is_some() {
            return Err(Undecided::Stopped);
        }
        let key: Vec<u32> = ways.iter().map(|way| way.shape).collect();
        let traces: Vec<&Trace> = ways.iter().map(|way| way.trace).collect();
        let known = self.shapes.remove(&key);
        let shape = known.unwrap_or_else(|| Box::new((Shape::new(&traces, self.layout.len()), Evaluated::default())));
        let of = Ways { layout: self.layout, ways: &traces };
        let (is_reached, shape) = match Candidate::new(of.values(self.test), shape) {
            Ok(mut candidate) => (self.executions(&mut candidate, of)?, candidate.into_shape()),
            Err(shape) => (false, shape),
        };
        if self.shapes.len() >= MAX_SHAPES {
            self.shapes.clear();
        }
        self.shapes.insert(key, shape);
        Ok(is_reached)
    }

    /// Whether an execution of these ways ends as it is looked for.
    fn executions(&mut self, candidate: &mut Candidate, of: Ways<'_>) -> Result<bool, Undecided> {
        let Search { test, assembly, goal, .. } = self;
        assembly.executions(candidate, &mut |assembly, candidate| {
            let ending = Ending { of, candidate };
            if let Goal::States { places, found } = &mut *goal {
                let state: Final = places.iter().map(|place| look(&ending, place)).collect();
                if !found.contains(&state)
                    && test.filter.holds(&ending)
                    && assembly.allows(candidate)?
                    && assembly.sources(candidate, 0)?
                {
                    found.insert(state);
                }
                return Ok(false);
            }
            let holds = test.condition.formula.holds(&ending);
            let is_wanted = holds != (test.condition.quantifier == Quantifier::ForAll) && test.filter.holds(&ending);
            Ok(is_wanted && assembly.allows(candidate)? && assembly.sources(candidate, 0)?)
        })
    }
}
