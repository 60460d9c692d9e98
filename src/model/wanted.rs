//! Which pairs of each term the axioms ask for.
//!
//! In: a model, and an event graph whose conditions are open. Out: [`Wanted`]: for each term the pairs on which an axiom
//! can hang, beside what may and must be in it. Who writes conditions writes those of these pairs, and no others. It must not
//! know how conditions are written.
//!
//! An axiom asks for the pairs that can break it: all pairs of an `empty` one, the diagonal of an `irreflexive` one, and of
//! an `acyclic` one the pairs that lie on a cycle of what there may be. A term asks its operands for the pairs that make up
//! those that it is asked for itself, but for what must be in it, which needs no reason. Nothing is asked for that cannot
//! be. So every pair that is asked for has the condition that it would have had: by induction over the terms, from the base
//! relations on. For a recursive definition the same holds of the least solution, since the pairs asked for are
//! closed under its equations.

use super::Model;
use super::bounds::{Between, Bounds, Chances};
use super::environment::Environment;
use super::pairs::Pairs;
use super::syntax::AxiomKind;
use super::term::{Term, TermId, Terms};

/// Which cycles the axioms are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// Those of the event graph itself.
    Events,
    /// Those of graphs in which several events may be one node; all pairs are wanted.
    Merged,
}

/// The pairs that are asked for.
pub struct Wanted {
    bounds: Bounds,
    /// By term; empty for sets and for terms that are not needed.
    pairs: Vec<Option<Pairs>>,
    /// By term whether less of it can break an axiom.
    negative: Vec<bool>,
    /// By axiom, for those of acyclicity, a number for each event that does not fall along any pair there may be, and
    /// rises along those that are not wanted.
    ranks: Vec<Option<Vec<u32>>>,
}

impl Wanted {
    pub fn of<V: Environment<Chances> + ?Sized>(model: &Model, environment: &mut V, cycles: Cycles) -> Wanted {
        let terms = &model.terms;
        let roots: Vec<TermId> =
            model.axioms.iter().flat_map(|axiom| axiom.parts.iter().flat_map(|part| part.steps.clone())).collect();
        let bounds = Bounds::of(terms, &roots, environment);
        let negative = terms.negative(roots.iter().copied());
        let pairs = vec![None; terms.len()];
        let mut wanted = Wanted { bounds, pairs, negative, ranks: Vec::new() };
        for axiom in &model.axioms {
            let ranks = match axiom.kind {
                AxiomKind::Acyclic => wanted.cycles(axiom, cycles),
                AxiomKind::Empty | AxiomKind::Irreflexive => {
                    let term = axiom.parts[0].term;
                    if let Some(between) = wanted.bounds.relation(term) {
                        let mut asked = between.may.clone();
                        if axiom.kind == AxiomKind::Irreflexive {
                            let all = (0..wanted.bounds.n).collect();
                            asked = asked.and(&Pairs::identity(&all, wanted.bounds.n));
                        }
                        wanted.ask(term, &asked);
                    }
                    None
                }
            };
            wanted.ranks.push(ranks);
        }
        let needed = terms.needed(roots);
        // Users stand behind what they use, but for the names of recursive definitions.
        let mut is_more = true;
        while is_more {
            is_more = false;
            for id in needed.iter().rev() {
                is_more |= wanted.pass(terms, *id) && terms.has_recursion();
            }
        }
        wanted
    }

    /// The pairs of a relation that are asked for.
    pub fn pairs(&self, id: TermId) -> Option<&Pairs> {
        self.pairs[id.index()].as_ref()
    }

    /// What there may be of a relation, and what there must be.
    pub fn bounds(&self, id: TermId) -> Option<&Between> {
        self.bounds.relation(id)
    }

    /// Whether more of a term can only break axioms.
    pub fn is_monotone(&self, id: TermId) -> bool {
        !self.negative[id.index()]
    }

    pub fn ranks(&self, axiom: usize) -> Option<&[u32]> {
        self.ranks[axiom].as_deref()
    }

    /// Asks for pairs of a term; whether some of them are new.
    fn ask(&mut self, id: TermId, pairs: &Pairs) -> bool {
        let Some(between) = self.bounds.relation(id) else { return false };
        let pairs = pairs.clone().and(&between.may);
        let n = self.bounds.n;
        self.pairs[id.index()].get_or_insert_with(|| Pairs::new(n)).add(&pairs)
    }

    /// Asks for what may lie on a cycle.
    fn cycles(&mut self, axiom: &super::Axiom, cycles: Cycles) -> Option<Vec<u32>> {
        let n = self.bounds.n;
        let may = |wanted: &Self, id: TermId| {
            wanted.bounds.relation(id).map_or_else(|| Pairs::new(n), |between| between.may.clone())
        };
        let mut wholes = Vec::new();
        let mut graph = Pairs::new(n);
        for part in &axiom.parts {
            let steps: Vec<Pairs> = part.steps.iter().map(|step| may(self, *step)).collect();
            let whole = steps.iter().skip(1).fold(steps[0].clone(), |whole, step| whole.sequence(step));
            graph.add(&whole);
            wholes.push((steps, whole));
        }
        let reaches = graph.closure();
        let mut back = reaches.inverse();
        (0..n).for_each(|event| back.row_mut(event).insert(event));
        for (part, (steps, whole)) in axiom.parts.iter().zip(wholes) {
            if cycles == Cycles::Merged {
                for (id, step) in part.steps.iter().zip(&steps) {
                    self.ask(*id, step);
                }
                continue;
            }
            let mut asked = whole.and(&back);
            // The last step first: a composition is what comes before it, and it.
            for at in (1..steps.len()).rev() {
                let before = steps[1..at].iter().fold(steps[0].clone(), |whole, step| whole.sequence(step));
                let (first, last) = through(&before, &steps[at], &asked);
                self.ask(part.steps[at], &last);
                asked = first;
            }
            self.ask(part.steps[0], &asked);
        }
        // The events that come before one, without those that also come behind it.
        let before = |event: usize| {
            let mut others = back.row(event).clone();
            others.difference_with(reaches.row(event));
            others.remove(event);
            others.count_ones(..) as u32
        };
        (cycles == Cycles::Events).then(|| (0..n).map(before).collect())
    }

    /// Asks the operands of a term for what it is asked for; whether some of it is new.
    fn pass(&mut self, terms: &Terms, id: TermId) -> bool {
        if let Term::Domain(a) = terms.get(id) {
            let all = self.bounds.relation(*a).map(|between| between.may.clone());
            return all.is_some_and(|all| self.ask(*a, &all));
        }
        let Some(asked) = self.pairs[id.index()].clone() else { return false };
        let open = match self.bounds.relation(id) {
            Some(between) => asked.clone().without(&between.must),
            None => return false,
        };
        match terms.get(id) {
            Term::Base(..) | Term::Zero | Term::Product(..) | Term::Identity(_) | Term::Domain(_) => false,
            Term::Union(items) => items.iter().fold(false, |more, item| self.ask(*item, &open) | more),
            Term::Intersection(a, b) | Term::Difference(a, b) => self.ask(*a, &open) | self.ask(*b, &open),
            Term::Complement(a) | Term::Optional(a) => self.ask(*a, &open),
            Term::Restrict { relation, .. } | Term::Exclude { relation, .. } => self.ask(*relation, &open),
            Term::Inverse(a) => self.ask(*a, &open.inverse()),
            Term::Sequence(a, b) => {
                let (Some(first), Some(second)) = (self.bounds.relation(*a), self.bounds.relation(*b)) else {
                    return false;
                };
                let (first, second) = through(&first.may, &second.may, &open);
                self.ask(*a, &first) | self.ask(*b, &second)
            }
            Term::Plus(a) => {
                let (Some(step), Some(whole)) = (self.bounds.relation(*a), self.bounds.relation(id)) else {
                    return false;
                };
                let steps = steps(&step.may, &whole.may, &open);
                self.ask(*a, &steps)
            }
            // The must of a name is that of its definition, which says why.
            Term::Variable(group, at) | Term::Fix(group, at, _) => {
                let (variables, bodies) = terms.group(*group);
                let (variable, body) = (variables[*at as usize], bodies[*at as usize]);
                self.ask(variable, &asked) | self.ask(body, &asked)
            }
        }
    }
}

/// The pairs of two relations whose composition makes up some pairs.
fn through(first: &Pairs, second: &Pairs, asked: &Pairs) -> (Pairs, Pairs) {
    let n = asked.len();
    let (mut before, mut behind) = (Pairs::new(n), Pairs::new(n));
    for a in (0..n).filter(|a| !asked.row(*a).is_clear()) {
        for middle in first.row(a).ones() {
            let mut ends = second.row(middle).clone();
            ends.intersect_with(asked.row(a));
            if !ends.is_clear() {
                before.row_mut(a).insert(middle);
                behind.row_mut(middle).union_with(&ends);
            }
        }
    }
    (before, behind)
}

/// The pairs of a relation that are steps of paths between some pairs; `whole` is its closure.
fn steps(step: &Pairs, whole: &Pairs, asked: &Pairs) -> Pairs {
    let n = asked.len();
    let back = whole.inverse();
    let mut steps = Pairs::new(n);
    for a in (0..n).filter(|a| !asked.row(*a).is_clear()) {
        // Where a path to an end may be.
        let mut ends = asked.row(a).clone();
        asked.row(a).ones().for_each(|end| ends.union_with(back.row(end)));
        let mut starts = whole.row(a).clone();
        starts.insert(a);
        for from in starts.ones() {
            let mut next = step.row(from).clone();
            next.intersect_with(&ends);
            steps.row_mut(from).union_with(&next);
        }
    }
    steps
}
