//! Which candidates a violation really needs to be without.
//!
//! In: an encoding, an assignment of its literals. Out: the candidates that the execution does not tolerate: what is left
//! when as many as possible are added to those that the solver enforced. It must not know why the execution was looked for.
//!
//! An execution tolerates a candidate if it stays consistent with it. The axioms are asked about the execution itself
//! ([`by_axioms`]), with sets of events in place of literals. Where the order graphs are small and candidates make nothing but
//! edges of them, that is a question of cycles, which is answered faster ([`by_cycles`]); so it is where the axioms do not say
//! all (atomic sections, memory that is cut). Where neither will do (there, and candidates bear on an `empty` or an
//! `irreflexive` axiom or on a recursive definition) nothing is taken out: a violation may name too many candidates, but
//! never too few.

use rustc_hash::FxHashMap;

use super::algebra::Gate;
use super::encoding::Encoding;
use super::literal::Lit;
use super::order::Edge;
use crate::ids::CandidateId;
use crate::model::{Ground, Model, holds};

/// The candidates that the execution does not tolerate.
pub fn relaxed(encoding: &Encoding, model: &Model, value: &dyn Fn(Lit) -> bool) -> Vec<CandidateId> {
    let off = off(encoding, value);
    let skeleton = &encoding.skeleton;
    let is_whole = skeleton.events.iter().all(|event| event.section.is_none() && event.group.is_none());
    match &encoding.ground {
        _ if off.is_empty() => off,
        Some(ground) if is_whole => by_axioms(encoding, (model, ground), off, value),
        _ if encoding.only_edges => by_cycles(encoding, off, value),
        _ => off,
    }
}

/// The candidates that the solver did not enforce.
pub fn off(encoding: &Encoding, value: &dyn Fn(Lit) -> bool) -> Vec<CandidateId> {
    let enforce = &encoding.base.enforce;
    (0..enforce.len()).filter(|i| !value(enforce[*i])).map(CandidateId::from_index).collect()
}

/// Asks the axioms about the execution with more and more candidates; what it tolerates together is found together.
fn by_axioms(
    encoding: &Encoding,
    (model, ground): (&Model, &Ground<Lit>),
    off: Vec<CandidateId>,
    value: &dyn Fn(Lit) -> bool,
) -> Vec<CandidateId> {
    let enforce = &encoding.base.enforce;
    let mut overrides: FxHashMap<Lit, bool> = FxHashMap::default();
    let mut relaxed = Vec::new();
    // Parts that are still to be tried, the first one on top.
    let mut open = vec![off];
    while let Some(part) = open.pop() {
        let literals = part.iter().map(|candidate| enforce[candidate.index()]);
        overrides.extend(literals.clone().map(|lit| (lit, true)));
        let mut with = ground.instance(|lit| encoding.hypothetical(lit, value, &overrides));
        if holds(model, &mut with) {
            continue;
        }
        for lit in literals {
            overrides.remove(&lit);
        }
        if part.len() == 1 {
            relaxed.extend(part);
        } else {
            let (first, second) = part.split_at(part.len() / 2);
            open.extend([second.to_vec(), first.to_vec()]);
        }
    }
    relaxed
}

/// Adds one candidate after the other to the order graphs, unless it closes a cycle.
fn by_cycles(encoding: &Encoding, off: Vec<CandidateId>, value: &dyn Fn(Lit) -> bool) -> Vec<CandidateId> {
    let enforce = &encoding.base.enforce;
    let graphs = &encoding.orders.graphs;
    let live: Vec<Vec<Vec<u32>>> = graphs
        .iter()
        .map(|graph| {
            let mut next = vec![Vec::new(); graph.nodes()];
            for edge in graph.edges().iter().filter(|e| value(e.label)) {
                next[edge.from as usize].push(edge.to);
            }
            next
        })
        .collect();
    let mut reach: Vec<Reachability> = live.into_iter().map(Reachability::new).collect();
    // Edges that are off now and depend on each candidate.
    let mut depends: FxHashMap<CandidateId, Vec<(usize, Edge)>> = FxHashMap::default();
    let literals: FxHashMap<Lit, CandidateId> = off.iter().map(|c| (enforce[c.index()], *c)).collect();
    for (g, graph) in graphs.iter().enumerate() {
        for edge in graph.edges().iter().filter(|e| !value(e.label)) {
            let mut found = Vec::new();
            mentions(encoding, edge.label, &literals, &mut found);
            for candidate in found {
                depends.entry(candidate).or_default().push((g, *edge));
            }
        }
    }
    let mut overrides: FxHashMap<Lit, bool> = FxHashMap::default();
    let mut relaxed = Vec::new();
    for candidate in off {
        overrides.insert(enforce[candidate.index()], true);
        let new: Vec<(usize, Edge)> = depends
            .get(&candidate)
            .into_iter()
            .flatten()
            .filter(|(_, e)| encoding.hypothetical(e.label, value, &overrides))
            .copied()
            .collect();
        let mut added = Vec::new();
        let mut fits = true;
        for (g, edge) in &new {
            if reach[*g].reaches(edge.to, edge.from) {
                fits = false;
                break;
            }
            reach[*g].add(edge.from, edge.to);
            added.push((*g, *edge));
        }
        if !fits {
            for (g, edge) in added.into_iter().rev() {
                reach[g].remove_last(edge.from);
            }
            overrides.remove(&enforce[candidate.index()]);
            relaxed.push(candidate);
        }
    }
    relaxed
}

/// The candidates on which a literal depends.
fn mentions(encoding: &Encoding, lit: Lit, literals: &FxHashMap<Lit, CandidateId>, found: &mut Vec<CandidateId>) {
    if let Some(candidate) = literals.get(&lit).or_else(|| literals.get(&!lit)) {
        found.push(*candidate);
        return;
    }
    let gates = &encoding.base.gates;
    match gates.get(&lit).or_else(|| gates.get(&!lit)) {
        Some(Gate::And(a, b)) => {
            mentions(encoding, *a, literals, found);
            mentions(encoding, *b, literals, found);
        }
        Some(Gate::Or(items)) => items.iter().for_each(|i| mentions(encoding, *i, literals, found)),
        None => {}
    }
}

/// A graph that grows edge by edge, asked for paths.
struct Reachability {
    next: Vec<Vec<u32>>,
    mark: Vec<u32>,
    round: u32,
}

impl Reachability {
    fn new(next: Vec<Vec<u32>>) -> Reachability {
        Reachability { mark: vec![0; next.len()], next, round: 0 }
    }

    fn reaches(&mut self, from: u32, to: u32) -> bool {
        self.round += 1;
        let mut open = vec![from];
        self.mark[from as usize] = self.round;
        while let Some(node) = open.pop() {
            if node == to {
                return true;
            }
            for next in &self.next[node as usize] {
                if self.mark[*next as usize] != self.round {
                    self.mark[*next as usize] = self.round;
                    open.push(*next);
                }
            }
        }
        false
    }

    fn add(&mut self, from: u32, to: u32) {
        self.next[from as usize].push(to);
    }

    fn remove_last(&mut self, from: u32) {
        self.next[from as usize].pop();
    }
}
