//! Judging one execution.
//!
//! In: a model and an environment over [`Bool`]. Out: nothing, or the axiom that is broken and a shortest cycle that
//! breaks it. It must not know how the execution was found.

use std::collections::VecDeque;
use std::fmt;

use indexmap::IndexMap;

use super::algebra::Bool;
use super::environment::Environment;
use super::evaluate::{Demand, EvaluatedPart, evaluate};
use super::{Model, Relation};
use crate::ids::EventId;

/// Why an execution is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenAxiom {
    /// The axiom's name.
    pub name: String,
    /// The steps of a shortest cycle, each from its event to the next step's and the last one to the first's. Of an
    /// axiom `empty`, the one pair that should not be: a single step.
    pub cycle: Vec<CycleEdge>,
}

/// One step of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleEdge {
    pub from: EventId,
    pub to: EventId,
    /// What the model's author calls the relation: `ppo`, `rfe`, …
    pub label: String,
}

impl BrokenAxiom {
    /// The events of the cycle, without repetition.
    pub fn events(&self) -> Vec<EventId> {
        let mut events: Vec<EventId> = Vec::new();
        for event in self.cycle.iter().flat_map(|edge| [edge.from, edge.to]) {
            if !events.contains(&event) {
                events.push(event);
            }
        }
        events
    }
}

impl fmt::Display for BrokenAxiom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        for edge in &self.cycle {
            write!(f, " {} --{}-->", edge.from, edge.label)?;
        }
        match self.cycle.last() {
            Some(edge) => write!(f, " {}", edge.to),
            None => Ok(()),
        }
    }
}

/// Judges one execution.
///
/// # Errors
/// The first axiom, in the order of the file, that the execution breaks.
pub fn check<V: Environment<Bool> + ?Sized>(model: &Model, environment: &mut V) -> Result<(), BrokenAxiom> {
    let obligations = evaluate(model, &mut Bool, environment);
    for (axiom, obligation) in model.axioms().iter().zip(obligations) {
        let cycle = match &obligation.demand {
            Demand::Acyclic { parts } => shortest_cycle(environment.len(), parts),
            Demand::Empty { pairs } => pairs
                .first()
                .map(|(from, to, _)| vec![CycleEdge { from: *from, to: *to, label: axiom.parts[0].label.clone() }]),
        };
        if let Some(cycle) = cycle {
            return Err(BrokenAxiom { name: obligation.axiom.to_string(), cycle });
        }
    }
    Ok(())
}

/// Whether an execution breaks no axiom; the same as [`check`], for those who do not ask for the reason.
pub fn holds<V: Environment<Bool> + ?Sized>(model: &Model, environment: &mut V) -> bool {
    let obligations = evaluate(model, &mut Bool, environment);
    obligations.iter().all(|obligation| match &obligation.demand {
        Demand::Acyclic { parts } => is_acyclic(&union(environment.len(), parts)),
        Demand::Empty { pairs } => pairs.is_empty(),
    })
}

/// Whether the union of the parts leads from one event to another.
pub(super) fn reaches(n: usize, parts: &[EvaluatedPart<'_, bool>], from: EventId, to: EventId) -> bool {
    union(n, parts).closure(&mut Bool).get(from, to).is_some()
}

/// The union of the parts.
fn union(n: usize, parts: &[EvaluatedPart<'_, bool>]) -> Relation<bool> {
    let whole: Vec<Relation<bool>> = parts.iter().map(|part| part.relation(&mut Bool)).collect();
    Relation::union(&mut Bool, n, &whole.iter().collect::<Vec<_>>())
}

/// A shortest cycle of the union of the parts, starting at its smallest event.
fn shortest_cycle(n: usize, parts: &[EvaluatedPart<'_, bool>]) -> Option<Vec<CycleEdge>> {
    let union = union(n, parts);
    if is_acyclic(&union) {
        return None;
    }
    let whole: Vec<Relation<bool>> = parts.iter().map(|part| part.relation(&mut Bool)).collect();
    let cycle = (0..n)
        .filter_map(|start| cycle_through(&union, EventId::from_index(start)))
        .min_by_key(Vec::len)
        .expect("a relation with a cycle has a shortest one; please report this");
    let steps = (0..cycle.len()).map(|at| {
        let (from, to) = (cycle[at], cycle[(at + 1) % cycle.len()]);
        let part = parts.iter().zip(&whole).find(|(_, relation)| relation.get(from, to).is_some());
        CycleEdge { from, to, label: part.map_or_else(String::new, |(part, _)| part.label.to_string()) }
    });
    Some(steps.collect())
}

fn is_acyclic(relation: &Relation<bool>) -> bool {
    let mut incoming = vec![0usize; relation.len()];
    for (_, to, _) in relation.pairs() {
        incoming[to.index()] += 1;
    }
    let mut ready: Vec<EventId> = (0..relation.len()).filter(|e| incoming[*e] == 0).map(EventId::from_index).collect();
    let mut removed = 0;
    while let Some(event) = ready.pop() {
        removed += 1;
        for (to, _) in relation.row(event) {
            incoming[to.index()] -= 1;
            if incoming[to.index()] == 0 {
                ready.push(*to);
            }
        }
    }
    removed == relation.len()
}

/// A shortest cycle through an event, as the events on it.
fn cycle_through(relation: &Relation<bool>, start: EventId) -> Option<Vec<EventId>> {
    let mut parent: IndexMap<EventId, EventId> = IndexMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(event) = queue.pop_front() {
        for (to, _) in relation.row(event) {
            if *to == start {
                let mut cycle = vec![event];
                while let Some(previous) = parent.get(cycle.last().unwrap_or(&start)) {
                    cycle.push(*previous);
                }
                cycle.reverse();
                return Some(cycle);
            }
            if !parent.contains_key(to) {
                parent.insert(*to, event);
                queue.push_back(*to);
            }
        }
    }
    None
}
