//! The encoding of one skeleton under one model: formula, order graphs, goals.
//!
//! In: a skeleton, a model, candidates. Out: everything a solver needs, written once; queries change only assumptions.
//! It never solves.

use rustc_hash::FxHashMap;

use crate::exec::skeleton::Skeleton;
use crate::model::{Demand, Model, evaluate};
use crate::sat::blast::Blaster;
use crate::sat::candidates::{Candidates, Vocabulary};
use crate::sat::formula::Formula;
use crate::sat::literal::Lit;
use crate::sat::order::{Edge, OrderGraph, Orders};
use crate::sat::relations::{Base, Builder, Literals, Rows};

/// A program under a model, as clauses and graphs.
pub struct Encoding {
    pub skeleton: Skeleton,
    pub formula: Formula,
    pub base: Base,
    pub orders: Orders,
    pub blaster: Blaster,
    /// Some property is violated.
    pub violated: Lit,
    /// The literals of the single violations.
    pub violations: Vec<Lit>,
    /// Some bound is exceeded.
    pub exceeded: Lit,
    pub exceedings: Vec<Lit>,
}

impl Encoding {
    pub fn new(mut skeleton: Skeleton, model: &Model, candidates: &Candidates, vocabulary: Vocabulary) -> Encoding {
        let mut formula = Formula::new();
        let mut blaster = Blaster::new(&skeleton);
        let builder = Builder::new(&mut skeleton, model, &mut formula, &mut blaster);
        let mut base = builder.build(candidates, vocabulary);
        let mut conjunctions = std::mem::take(&mut base.conjunctions);
        let mut algebra = Literals { formula: &mut formula, conjunctions: &mut conjunctions };
        let mut rows = Rows { base: &base, skeleton: &skeleton, model };
        let obligations = evaluate(model, &mut algebra, &mut rows);
        let mut graphs = Vec::new();
        for obligation in &obligations {
            match &obligation.demand {
                Demand::Empty { pairs } => {
                    for (_, _, lit) in pairs {
                        formula.require(!*lit);
                    }
                }
                Demand::Acyclic { parts } => {
                    let edges = parts.iter().flat_map(|part| part.relation.pairs());
                    let edges = edges.map(|(a, b, label)| Edge { from: a.0, to: b.0, label }).collect();
                    graphs.push(graph(&skeleton, &base, edges));
                }
            }
        }
        drop(obligations);
        base.conjunctions = conjunctions;
        let mut literals = |terms: Vec<crate::exec::terms::TermId>| -> Vec<Lit> {
            terms.into_iter().map(|t| blaster.guard(&mut formula, &skeleton, t)).collect()
        };
        let violations = literals(skeleton.violations.iter().map(|v| v.condition).collect());
        let exceedings = literals(skeleton.exceeded.iter().map(|v| v.condition).collect());
        let violated = formula.or_any(violations.iter().copied());
        let exceeded = formula.or_any(exceedings.iter().copied());
        let orders = Orders::new(graphs);
        Encoding { skeleton, formula, base, orders, blaster, violated, violations, exceeded, exceedings }
    }

    /// A literal's value when the candidates in `extra` were enforced as well, all else equal.
    pub fn hypothetical(&self, lit: Lit, value: &dyn Fn(Lit) -> bool, overrides: &FxHashMap<Lit, bool>) -> bool {
        if let Some(known) = overrides.get(&lit) {
            return *known;
        }
        if let Some(known) = overrides.get(&!lit) {
            return !*known;
        }
        match self.base.conjunctions.get(&lit) {
            Some((a, b)) => self.hypothetical(*a, value, overrides) && self.hypothetical(*b, value, overrides),
            None => value(lit),
        }
    }
}

/// The graph of an acyclicity axiom; the events of one atomic section are one node.
fn graph(skeleton: &Skeleton, base: &Base, edges: Vec<Edge>) -> OrderGraph {
    let mut first: FxHashMap<u32, u32> = FxHashMap::default();
    let node: Vec<u32> = (0..base.nodes.len() as u32)
        .map(|row| match skeleton.event(base.nodes[row as usize].event).section {
            Some(section) => *first.entry(section).or_insert(row),
            None => row,
        })
        .collect();
    let edges = if first.is_empty() {
        edges
    } else {
        edges.into_iter().map(|e| Edge { from: node[e.from as usize], to: node[e.to as usize], ..e }).collect()
    };
    let position = |row: u32| {
        let node = &base.nodes[row as usize];
        // A section stands for events at several places, so its edges are not reduced by place.
        if skeleton.event(node.event).section.is_some() {
            return None;
        }
        node.thread.map(|t| (t.0, node.place))
    };
    OrderGraph::new(base.nodes.len(), edges, &position)
}
