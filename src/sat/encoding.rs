//! The encoding of one skeleton under one model: formula, order graphs, goals.
//!
//! In: a skeleton, a model, candidates. Out: everything a solver needs, written once; queries change only assumptions.
//! It never solves.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::exec::groups::{self, Parts};
use crate::exec::skeleton::{Event, Skeleton};
use crate::exec::terms::TermId;
use crate::ids::EventId;
use crate::model::{Chance, Cycles, Demand, EvaluatedPart, Ground, Marks, Model, Wanted, evaluate, evaluate_wanted};
use crate::sat::algebra::{Gate, Literals};
use crate::sat::base::{Base, Builder};
use crate::sat::blast::Blaster;
use crate::sat::candidates::{Candidates, Vocabulary};
use crate::sat::environment::{detail, ground};
use crate::sat::formula::Formula;
use crate::sat::late::{self, Late};
use crate::sat::literal::Lit;
use crate::sat::order::{Edge, OrderGraph, Orders};
use crate::sat::stuck::{self, End};
use crate::sat::written::Dropped;
use crate::sat::{clocks, dependencies};

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
    /// Those of the skeleton, and behind them those of `late`.
    pub violations: Vec<Lit>,
    pub late: Vec<Late>,
    /// And behind those the ones of `end`.
    pub end: End,
    /// Some bound is exceeded.
    pub exceeded: Lit,
    pub exceedings: Vec<Lit>,
    /// Whether candidates bear on nothing but edges of the order graphs.
    pub only_edges: bool,
    /// The event graph of the axioms, where the relations know what marks order.
    pub ground: Option<Ground<Lit>>,
}

impl Encoding {
    pub fn new(skeleton: Skeleton, model: &Model, candidates: &Candidates, vocabulary: Vocabulary) -> Encoding {
        Encoding::with(skeleton, model, candidates, vocabulary, Consistency::default())
    }

    pub fn with(
        skeleton: Skeleton,
        model: &Model,
        candidates: &Candidates,
        vocabulary: Vocabulary,
        consistency: Consistency,
    ) -> Encoding {
        let marks = if model.routes_marks() { Marks::Routed } else { Marks::Related };
        Encoding::with_marks(skeleton, model, candidates, vocabulary, (consistency, marks))
    }

    /// The same without some of the text's dependencies.
    pub fn without(
        skeleton: Skeleton,
        model: &Model,
        (candidates, vocabulary): (&Candidates, Vocabulary),
        consistency: Consistency,
        dropped: Dropped,
    ) -> Encoding {
        let marks = if model.routes_marks() { Marks::Routed } else { Marks::Related };
        Encoding::built(skeleton, model, (candidates, vocabulary), dropped, (consistency, marks))
    }

    /// The same with a choice of what becomes of the pairs that marks order. [`Marks::Related`] is right for every model,
    /// [`Marks::Routed`] cheaper for those that allow it.
    pub fn with_marks(
        skeleton: Skeleton,
        model: &Model,
        candidates: &Candidates,
        vocabulary: Vocabulary,
        how: (Consistency, Marks),
    ) -> Encoding {
        Encoding::built(skeleton, model, (candidates, vocabulary), Dropped::Nothing, how)
    }

    fn built(
        mut skeleton: Skeleton,
        model: &Model,
        (candidates, vocabulary): (&Candidates, Vocabulary),
        dropped: Dropped,
        (consistency, marks): (Consistency, Marks),
    ) -> Encoding {
        let mut formula = Formula::new();
        let mut blaster = Blaster::new(&skeleton);
        let builder = Builder::new(&mut skeleton, model, &mut formula, &mut blaster, detail(model, marks));
        let mut base = builder.build(candidates, vocabulary);
        base.dropped = dropped;
        let mut gates = std::mem::take(&mut base.gates);
        let mut algebra = Literals::new(&mut formula, &mut gates);
        base.dependencies = dependencies::find(&base, (&skeleton, model), &mut blaster, &mut algebra);
        let mut rows = ground(&base, &skeleton, model, &mut algebra, marks);
        let is_any = |is_it: fn(&Event) -> bool| skeleton.events.iter().any(is_it);
        let (sections, grouped) = (is_any(|e| e.section.is_some()), is_any(|e| e.group.is_some()));
        let wanted = (marks == Marks::Related).then(|| {
            let cycles = if sections || grouped { Cycles::Merged } else { Cycles::Events };
            Wanted::of(model, &mut rows.map(Chance::Never, chance), cycles)
        });
        let obligations = match &wanted {
            None => evaluate(model, &mut algebra, &mut rows),
            Some(wanted) => evaluate_wanted(model, &mut algebra, &mut rows, wanted),
        };
        let routes: Vec<Edge> = if marks == Marks::Routed { edges(rows.routes(&algebra)) } else { Vec::new() };
        let mut others = std::mem::take(&mut algebra.demanded);
        let mut graphs = Vec::new();
        let whole = if grouped { groups::parts(model) } else { Vec::new() };
        for (i, (axiom, obligation)) in model.axioms().iter().zip(&obligations).enumerate() {
            match &obligation.demand {
                Demand::Empty { pairs } => {
                    pairs.iter().for_each(|(_, _, lit)| formula.require(!*lit));
                    others.extend(pairs.iter().map(|(_, _, lit)| *lit));
                }
                Demand::Acyclic { parts } => {
                    let edges: (&[_], &[Edge]) = (parts, if model.is_grounded(axiom) { &routes } else { &[] });
                    // Atomicity is asked of the contracted graph, order within a section of the plain one.
                    let groups = whole.get(i).copied().unwrap_or(Parts::Apart);
                    if sections || groups != Parts::Apart {
                        graphs.push(graph(&skeleton, &base, edges, Sections::Contracted { groups }));
                    }
                    let ranks = wanted.as_ref().and_then(|wanted| wanted.ranks(i));
                    graphs.push(graph(&skeleton, &base, edges, Sections::Plain).ranked(ranks));
                }
            }
        }
        drop(obligations);
        base.gates = gates;
        let only_edges = !depends(&base, others);
        // Where the marks are routed the graphs are small, and say the same faster.
        let ground = (marks == Marks::Related).then_some(rows);
        let mut literal = |term: TermId| blaster.guard(&mut formula, &skeleton, term);
        let required: Vec<Lit> = skeleton.required.iter().map(|term| literal(*term)).collect();
        let conditions: Vec<Lit> = skeleton.noticed.iter().map(|noticed| literal(noticed.condition)).collect();
        let mut violations: Vec<Lit> = skeleton.violations.iter().map(|v| literal(v.condition)).collect();
        let exceedings: Vec<Lit> = skeleton.exceeded.iter().map(|v| literal(v.condition)).collect();
        required.into_iter().for_each(|lit| formula.require(lit));
        for (noticed, condition) in skeleton.noticed.iter().zip(conditions) {
            super::noticed::require(&mut formula, &base, &skeleton, noticed, condition);
        }
        let late = late::find(&mut formula, &base, &skeleton);
        violations.extend(late.iter().map(|late| late.lit));
        let end = stuck::find(&mut formula, &base, &skeleton, &mut blaster);
        violations.extend(end.stuck.iter().map(|stuck| stuck.lit));
        let any = |all: &[Lit], formula: &mut Formula| formula.or_any(all.iter().copied());
        let (violated, exceeded) = (any(&violations, &mut formula), any(&exceedings, &mut formula));
        if consistency == Consistency::Clocks {
            clocks::require(&mut formula, &base, &graphs);
        }
        let orders = Orders::new(graphs);
        Encoding {
            skeleton,
            formula,
            base,
            orders,
            blaster,
            violated,
            consistency,
            violations,
            late,
            end,
            exceeded,
            exceedings,
            only_edges,
            ground,
        }
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

/// What is known of a literal.
fn chance(lit: Lit) -> Chance {
    match lit.as_constant() {
        None => Chance::Perhaps,
        Some(true) => Chance::Always,
        Some(false) => Chance::Never,
    }
}

/// Whether some of these literals depend on candidates.
fn depends(base: &Base, mut open: Vec<Lit>) -> bool {
    let candidates: FxHashSet<Lit> = base.enforce.iter().flat_map(|lit| [*lit, !*lit]).collect();
    let mut seen: FxHashSet<Lit> = FxHashSet::default();
    while let Some(lit) = open.pop() {
        if candidates.contains(&lit) {
            return true;
        }
        if !seen.insert(lit) {
            continue;
        }
        match base.gates.get(&lit).or_else(|| base.gates.get(&!lit)) {
            Some(Gate::And(a, b)) => open.extend([*a, *b]),
            Some(Gate::Or(items)) => open.extend(items),
            None => {}
        }
    }
    false
}

/// What a graph makes of atomic sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sections {
    Plain,
    /// The events of a section are one node, so that nothing comes between them; so are those of one access to memory
    /// that is cut, where the axiom is about all locations.
    Contracted {
        groups: Parts,
    },
}

/// What an event is part of that is one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whole {
    Section(u32),
    /// An access to memory that is cut.
    Access(u32),
    /// The reads of one, where they are nodes of their own behind one that stands for all.
    Load(u32),
}

/// The same pairs as edges between rows.
fn edges(pairs: Vec<(EventId, EventId, Lit)>) -> Vec<Edge> {
    pairs.into_iter().map(|(a, b, label)| Edge { from: a.0, to: b.0, label }).collect()
}

/// The graph of an acyclicity axiom, with what marks order as edges of its own. A part that is a composition goes through
/// nodes of its own.
fn graph(
    skeleton: &Skeleton,
    base: &Base,
    (parts, routes): (&[EvaluatedPart<'_, Lit>], &[Edge]),
    sections: Sections,
) -> OrderGraph {
    let section = |row: u32| {
        let Sections::Contracted { groups } = sections else { return None };
        let event = skeleton.event(base.nodes[row as usize].event);
        let access = |group: u32| match groups {
            Parts::Apart => None,
            Parts::OneButLoads if event.is_read() => Some(Whole::Load(group)),
            _ => Some(Whole::Access(group)),
        };
        event.section.map(Whole::Section).or(event.group.and_then(access))
    };
    let mut first: FxHashMap<Whole, u32> = FxHashMap::default();
    let mut node: Vec<u32> = (0..base.nodes.len() as u32)
        .map(|row| match section(row) {
            None | Some(Whole::Load(_)) => row,
            Some(section) => *first.entry(section).or_insert(row),
        })
        .collect();
    // A section stands for events at several places, so its edges are not reduced by place.
    let place = |row: u32| {
        let here = &base.nodes[row as usize];
        here.thread.filter(|_| section(row).is_none()).map(|t| (t.0, 2 * here.place))
    };
    let mut places: Vec<Option<(u32, u32)>> = (0..base.nodes.len() as u32).map(place).collect();
    let route = |edge: &Edge| Edge { from: node[edge.from as usize], to: node[edge.to as usize], ..*edge };
    let mut edges: Vec<Edge> = routes.iter().map(route).collect();
    // The node for all parts of a load.
    let mut loads: FxHashMap<u32, u32> = FxHashMap::default();
    for row in 0..base.nodes.len() as u32 {
        if let Some(Whole::Load(group)) = section(row) {
            let load = *loads.entry(group).or_insert_with(|| {
                places.push(None);
                node.push(node.len() as u32);
                node.len() as u32 - 1
            });
            edges.push(Edge { from: load, to: row, label: Lit::TRUE });
        }
    }
    // Where an edge leads: from another thread to all parts of a load.
    let end = |node: &[u32], (a, b): (EventId, EventId)| match section(b.0) {
        Some(Whole::Load(group)) if base.nodes[a.index()].thread != base.nodes[b.index()].thread => loads[&group],
        _ => node[b.index()],
    };
    for part in parts {
        // Where the events that a step has reached are, by the section in which the part began: what leads back there is
        // order within the section, which the plain graph asks for.
        let mut reached: FxHashMap<u32, Vec<(Option<Whole>, u32)>> = FxHashMap::default();
        for (i, step) in part.steps.iter().enumerate() {
            let mut between: FxHashMap<(u32, Option<Whole>), u32> = FxHashMap::default();
            for (a, b, label) in step.pairs() {
                let begin = [(section(a.0), node[a.index()])];
                // An event that no earlier step reaches leads nowhere.
                let starts = if i == 0 { &begin[..] } else { reached.get(&a.0).map_or(&[][..], Vec::as_slice) };
                for (origin, from) in starts {
                    let to = match i + 1 == part.steps.len() {
                        true if origin.is_some() && *origin == section(b.0) => continue,
                        true => end(&node, (a, b)),
                        // The events between two steps get nodes that only this part visits, right behind the events.
                        false => *between.entry((b.0, *origin)).or_insert_with(|| {
                            places.push(place(b.0).map(|(t, p)| (t, p + 1)));
                            node.push(node.len() as u32);
                            node.len() as u32 - 1
                        }),
                    };
                    edges.push(Edge { from: *from, to, label });
                }
            }
            reached = FxHashMap::default();
            for ((row, origin), at) in between {
                reached.entry(row).or_default().push((origin, at));
            }
        }
    }
    OrderGraph::new(node.len(), edges, &|n| places[n as usize])
}
