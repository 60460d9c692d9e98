//! The encoding of one skeleton under one model: formula, order graphs, goals.
//!
//! In: a skeleton, a model, candidates. Out: everything a solver needs, written once; queries change only assumptions.
//! It never solves.

use rustc_hash::FxHashMap;

use crate::exec::skeleton::Skeleton;
use crate::model::{Demand, EvaluatedPart, Model, evaluate};
use crate::sat::blast::Blaster;
use crate::sat::candidates::{Candidates, Vocabulary};
use crate::sat::clocks;
use crate::sat::formula::Formula;
use crate::sat::literal::Lit;
use crate::sat::order::{Edge, OrderGraph, Orders};
use crate::sat::relations::{Base, Builder, Gate, Literals, Rows};

/// How the acyclicity axioms reach the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consistency {
    /// Cycles are forbidden when an assignment shows them.
    #[default]
    Lazy,
    /// Every event has a clock, and every edge orders two of them; see [`clocks`].
    Clocks,
}

/// A program under a model, as clauses and graphs.
pub struct Encoding {
    pub skeleton: Skeleton,
    pub formula: Formula,
    pub base: Base,
    pub orders: Orders,
    pub blaster: Blaster,
    /// Some property is violated.
    pub violated: Lit,
    pub consistency: Consistency,
    /// The literals of the single violations.
    pub violations: Vec<Lit>,
    /// Some bound is exceeded.
    pub exceeded: Lit,
    pub exceedings: Vec<Lit>,
}

impl Encoding {
    pub fn new(skeleton: Skeleton, model: &Model, candidates: &Candidates, vocabulary: Vocabulary) -> Encoding {
        Encoding::with(skeleton, model, candidates, vocabulary, Consistency::default())
    }

    pub fn with(
        mut skeleton: Skeleton,
        model: &Model,
        candidates: &Candidates,
        vocabulary: Vocabulary,
        consistency: Consistency,
    ) -> Encoding {
        let mut formula = Formula::new();
        let mut blaster = Blaster::new(&skeleton);
        let builder = Builder::new(&mut skeleton, model, &mut formula, &mut blaster);
        let mut base = builder.build(candidates, vocabulary);
        let mut gates = std::mem::take(&mut base.gates);
        let mut algebra = Literals { formula: &mut formula, gates: &mut gates };
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
                    // Atomicity is asked of the contracted graph, order within a section of the plain one.
                    if skeleton.events.iter().any(|e| e.section.is_some()) {
                        graphs.push(graph(&skeleton, &base, parts, Sections::Contracted));
                    }
                    graphs.push(graph(&skeleton, &base, parts, Sections::Plain));
                }
            }
        }
        drop(obligations);
        base.gates = gates;
        let mut literals = |terms: Vec<crate::exec::terms::TermId>| -> Vec<Lit> {
            terms.into_iter().map(|t| blaster.guard(&mut formula, &skeleton, t)).collect()
        };
        let required = literals(skeleton.required.clone());
        let violations = literals(skeleton.violations.iter().map(|v| v.condition).collect());
        let exceedings = literals(skeleton.exceeded.iter().map(|v| v.condition).collect());
        required.into_iter().for_each(|lit| formula.require(lit));
        let violated = formula.or_any(violations.iter().copied());
        let exceeded = formula.or_any(exceedings.iter().copied());
        if consistency == Consistency::Clocks {
            clocks::require(&mut formula, &base, &graphs);
        }
        let orders = Orders::new(graphs);
        Encoding { skeleton, formula, base, orders, blaster, violated, consistency, violations, exceeded, exceedings }
    }

    /// A literal's value when the candidates in `extra` were enforced as well, all else equal.
    pub fn hypothetical(&self, lit: Lit, value: &dyn Fn(Lit) -> bool, overrides: &FxHashMap<Lit, bool>) -> bool {
        if let Some(known) = overrides.get(&lit) {
            return *known;
        }
        if let Some(known) = overrides.get(&!lit) {
            return !*known;
        }
        match (self.base.gates.get(&lit), self.base.gates.get(&!lit)) {
            (Some(Gate::And(a, b)), _) => {
                self.hypothetical(*a, value, overrides) && self.hypothetical(*b, value, overrides)
            }
            (Some(Gate::Or(items)), _) => items.iter().any(|i| self.hypothetical(*i, value, overrides)),
            (None, Some(_)) => !self.hypothetical(!lit, value, overrides),
            (None, None) => value(lit),
        }
    }
}

/// What a graph makes of atomic sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sections {
    Plain,
    /// The events of a section are one node, so that nothing comes between them.
    Contracted,
}

/// The graph of an acyclicity axiom. A part that is a composition goes through nodes of its own.
fn graph(skeleton: &Skeleton, base: &Base, parts: &[EvaluatedPart<'_, Lit>], sections: Sections) -> OrderGraph {
    let section =
        |row: u32| skeleton.event(base.nodes[row as usize].event).section.filter(|_| sections == Sections::Contracted);
    let mut first: FxHashMap<u32, u32> = FxHashMap::default();
    let mut node: Vec<u32> = (0..base.nodes.len() as u32)
        .map(|row| match section(row) {
            Some(section) => *first.entry(section).or_insert(row),
            None => row,
        })
        .collect();
    // A section stands for events at several places, so its edges are not reduced by place.
    let place = |row: u32| {
        let here = &base.nodes[row as usize];
        here.thread.filter(|_| section(row).is_none()).map(|t| (t.0, 2 * here.place))
    };
    let mut places: Vec<Option<(u32, u32)>> = (0..base.nodes.len() as u32).map(place).collect();
    let mut edges = Vec::new();
    for part in parts {
        let mut from: Vec<u32> = node.clone();
        for (i, step) in part.steps.iter().enumerate() {
            let mut to: Vec<u32> = node.clone();
            if i + 1 < part.steps.len() {
                // The events between two steps get nodes that only this part visits, right behind the events.
                let mut between: FxHashMap<u32, u32> = FxHashMap::default();
                for (_, b, _) in step.pairs() {
                    let new = *between.entry(b.0).or_insert_with(|| {
                        places.push(place(b.0).map(|(t, p)| (t, p + 1)));
                        node.push(node.len() as u32);
                        node.len() as u32 - 1
                    });
                    to[b.index()] = new;
                }
            }
            edges.extend(step.pairs().filter_map(|(a, b, label)| {
                let start = from[a.index()];
                // An event that no earlier step reaches leads nowhere.
                (i == 0 || start as usize >= base.nodes.len()).then(|| Edge { from: start, to: to[b.index()], label })
            }));
            from = to;
        }
    }
    OrderGraph::new(node.len(), edges, &|n| places[n as usize])
}
