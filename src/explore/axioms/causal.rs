//! Axioms that are judged by rows of what leads to an event.
//!
//! In: the axioms of a model that [`super::plan`] judges on whole graphs. Out: if all of them have one of the forms below, the
//! relations that are kept for each event beside the plan's columns ([`Causal`]). It must not know graphs (`graph/causal.rs` keeps them).
//!
//! A relation is *causal* if each pair `(x, e)` of it has `x` among the causes of `e`, or is `(e, e)`, and if whether the pair is there hangs on these causes alone: what is made
//! of `po`, `kept`, `rmw`, `rf` and sets of events by union, sequence, closure and so on, but not of `co` and `fr`. What leads to an event in a causal relation is
//! known as soon as it reads from its write, and does not change any more.
//!
//! # The forms
//! Let `e` be a new event that reads from its write, or has its place in coherence.
//!
//! 1. `irreflexive H ; E?` with `H` causal and `E` the extended coherence `rf | co | fr | (co | fr) ; rf`. Nothing leads from `e` on in `H`, and nothing in `E` but from
//!    `e` (or a read that it has revisited, from which nothing leads on in `H` either), so the axiom is broken just if `H` leads to `e` from `e` itself, or from where `E` leads from `e`: to
//!    later writes and to those who read from them.
//! 2. `empty rmw & (fr ; co)`, which places of writes are chosen to keep to.
//! 3. Cycles of `po | rf`, of which the search makes none.
//! 4. Any other axiom of acyclicity or irreflexivity whose parts are made from `po`, `kept`, `rmw`, `rf`, `co`, `fr` and sets of events, so that nothing leads to an initial write. It
//!    is judged by looking for a cycle of what leads to each event in the graph as it is. Parts that are empty unless there are events with certain
//!    tags, as of one about sequentially consistent accesses, need not be looked at where there are none.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::source::Source;
use crate::model::term::{Sort, Term, TermId};
use crate::model::{Axiom, AxiomKind, Model};

/// A row of the table of causal columns.
pub type Column = usize;

/// How a causal column is computed.
#[derive(Clone, Debug)]
pub enum CausalStep {
    /// Known when the event is added.
    Known(Source),
    ReadsFrom,
    Coherence,
    FromReads,
    /// The event itself, if it is in the set.
    Itself(Option<usize>),
    Union(Vec<Column>),
    Intersection(Column, Column),
    Difference(Column, Column),
    Restrict {
        relation: Column,
        from: Option<usize>,
        to: Option<usize>,
    },
    Exclude {
        relation: Column,
        from: usize,
        to: usize,
    },
    Sequence(Column, Column),
    Plus(Column),
    Optional(Column),
}

/// An axiom of the fourth form, by part.
#[derive(Clone, Debug)]
pub struct Whole {
    pub kind: AxiomKind,
    /// What leads to an event, if that is known of all parts.
    pub parts: Option<Vec<Column>>,
    /// Sets of the plan such that the part is empty if one of them is, of each part that is not looked at then.
    pub tags: Vec<Vec<usize>>,
}

/// What is kept for axioms of these forms.
#[derive(Clone, Debug, Default)]
pub struct Causal {
    pub steps: Vec<CausalStep>,
    /// The `H` of each axiom of the first form.
    pub before: Vec<Column>,
    /// Those of causal closures.
    pub closures: Vec<Column>,
    /// The columns that are not causal, as bits.
    pub moving: u64,
    pub whole: Vec<Whole>,
}

/// On what it hangs whether a pair is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hangs {
    /// On the causes of the second event, of which the first is one.
    OnCauses,
    /// On rf and co, and nothing leads to an initial write.
    OnGraph,
    /// It is only of use with another relation, as that of the same place.
    Loosely,
}

/// A column, and what it hangs on.
#[derive(Clone, Copy)]
struct Compiled {
    column: Column,
    hangs: Hangs,
}

/// Builds the columns.
struct Builder<'b, 'm> {
    model: &'m Model,
    /// The row of a set among those that the plan keeps.
    set: &'b mut dyn FnMut(TermId) -> Option<usize>,
    causal: Causal,
    known: FxHashMap<TermId, Option<Compiled>>,
}

impl Causal {
    /// What is kept for these axioms of the model, if all of them have one of the forms; those of the second are not among them. `set` says of a set in
    /// which row of the plan it is kept.
    pub fn of(model: &Model, rows: &[usize], set: &mut dyn FnMut(TermId) -> Option<usize>) -> Option<Causal> {
        let mut builder = Builder { model, set, causal: Causal::default(), known: FxHashMap::default() };
        for row in rows {
            let axiom = &model.axioms()[*row];
            if builder.is_never_broken(axiom) {
                continue;
            }
            if let Some(before) = builder.before(axiom) {
                builder.causal.before.push(before);
            } else {
                let whole = builder.whole(axiom)?;
                builder.causal.whole.push(whole);
            }
        }
        let mut causal = builder.causal;
        let is_moving = |column: &Column| causal.moving >> column & 1 == 1;
        let is_closure = |column: &Column| matches!(causal.steps[*column], CausalStep::Plus(_)) && !is_moving(column);
        causal.closures = (0..causal.steps.len()).filter(is_closure).collect();
        Some(causal)
    }
}

impl<'m> Builder<'_, 'm> {
    fn term(&self, id: TermId) -> &'m Term {
        self.model.terms().get(id)
    }

    fn is_base(&self, id: TermId, name: &str) -> bool {
        matches!(self.term(id), Term::Base(Sort::Relation, base) if base == name)
    }

    /// Whether a cycle of the axiom would be one of `po | rf`.
    fn is_never_broken(&self, axiom: &Axiom) -> bool {
        let fine = |term: TermId| ["po", "kept", "rmw", "rf"].iter().any(|name| self.is_base(term, name));
        axiom.kind != AxiomKind::Empty && axiom.parts.iter().all(|part| fine(part.term))
    }

    /// The `H` of `irreflexive H ; E?`.
    fn before(&mut self, axiom: &Axiom) -> Option<Column> {
        let [part] = axiom.parts.as_slice() else { return None };
        let Term::Sequence(before, eco) = self.term(part.term) else { return None };
        let Term::Optional(eco) = self.term(*eco) else { return None };
        if axiom.kind != AxiomKind::Irreflexive || !self.is_extended_coherence(*eco) {
            return None;
        }
        self.column(*before).filter(|compiled| compiled.hangs == Hangs::OnCauses).map(|compiled| compiled.column)
    }

    fn whole(&mut self, axiom: &Axiom) -> Option<Whole> {
        if axiom.kind == AxiomKind::Empty {
            return None;
        }
        let directed = |compiled: Option<Compiled>| Some(compiled.filter(|c| c.hangs != Hangs::Loosely)?.column);
        let parts: Option<Vec<Column>> = axiom.parts.iter().map(|part| directed(self.column(part.term))).collect();
        let tags: Option<Vec<Vec<usize>>> = axiom.parts.iter().map(|part| self.needs(part.term)).collect();
        // One of the two must be known.
        parts.as_ref().map(|_| ()).or(tags.as_ref().map(|_| ()))?;
        Some(Whole { kind: axiom.kind, parts, tags: tags.unwrap_or_default() })
    }

    /// `rf | co | fr | (co | fr) ; rf`.
    fn is_extended_coherence(&self, id: TermId) -> bool {
        let Term::Union(items) = self.term(id) else { return false };
        let is_both = |id: TermId| match self.term(id) {
            Term::Union(both) => {
                both.len() == 2 && ["co", "fr"].iter().all(|n| both.iter().any(|b| self.is_base(*b, n)))
            }
            _ => false,
        };
        let follows = |id: &TermId| match self.term(*id) {
            Term::Sequence(from, to) => is_both(*from) && self.is_base(*to, "rf"),
            _ => false,
        };
        let has = |name: &str| items.iter().any(|item| self.is_base(*item, name));
        items.len() == 4 && ["rf", "co", "fr"].into_iter().all(has) && items.iter().any(follows)
    }

    fn add(&mut self, step: CausalStep, hangs: Hangs) -> Option<Compiled> {
        let column = self.causal.steps.len();
        // Which of them are known of an event is a word.
        if column == 64 {
            return None;
        }
        self.causal.steps.push(step);
        self.causal.moving |= u64::from(hangs != Hangs::OnCauses) << column;
        Some(Compiled { column, hangs })
    }

    fn column(&mut self, id: TermId) -> Option<Compiled> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let compiled = self.compile(id);
        self.known.insert(id, compiled);
        compiled
    }

    fn compile(&mut self, id: TermId) -> Option<Compiled> {
        let (step, hangs) = match self.term(id) {
            Term::Base(Sort::Relation, name) => match name.as_str() {
                "po" => (CausalStep::Known(Source::Po), Hangs::OnCauses),
                "kept" => (CausalStep::Known(Source::Kept), Hangs::OnCauses),
                "rmw" => (CausalStep::Known(Source::Rmw), Hangs::OnCauses),
                "rf" => (CausalStep::ReadsFrom, Hangs::OnCauses),
                "id" => (CausalStep::Itself(None), Hangs::OnCauses),
                "co" => (CausalStep::Coherence, Hangs::OnGraph),
                "fr" => (CausalStep::FromReads, Hangs::OnGraph),
                "loc" => (CausalStep::Known(Source::SameLocation), Hangs::Loosely),
                "int" => (CausalStep::Known(Source::SameThread), Hangs::Loosely),
                "ext" => (CausalStep::Known(Source::OtherThread), Hangs::Loosely),
                _ => return None,
            },
            Term::Zero => (CausalStep::Known(Source::Nothing), Hangs::OnCauses),
            Term::Identity(set) => (CausalStep::Itself(Some((self.set)(*set)?)), Hangs::OnCauses),
            Term::Union(items) => {
                let items: Vec<Compiled> = items.iter().map(|item| self.column(*item)).collect::<Option<_>>()?;
                let hangs = items.iter().map(|item| item.hangs).max().unwrap_or(Hangs::OnCauses);
                (CausalStep::Union(items.iter().map(|item| item.column).collect()), hangs)
            }
            Term::Intersection(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                // The pairs of one with causes hang on these alone, whatever the other is made from, but for rf and co themselves.
                let hangs = match (a.hangs, b.hangs) {
                    (Hangs::OnGraph, _) | (_, Hangs::OnGraph) => Hangs::OnGraph,
                    (a, b) => a.min(b),
                };
                (CausalStep::Intersection(a.column, b.column), hangs)
            }
            Term::Difference(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                let hangs = if b.hangs == Hangs::OnGraph { a.hangs.max(b.hangs) } else { a.hangs };
                (CausalStep::Difference(a.column, b.column), hangs)
            }
            Term::Restrict { relation, from, to } => {
                let relation = self.column(*relation)?;
                let from = from.map(|set| (self.set)(set)).map_or(Some(None), |set| set.map(Some))?;
                let to = to.map(|set| (self.set)(set)).map_or(Some(None), |set| set.map(Some))?;
                (CausalStep::Restrict { relation: relation.column, from, to }, relation.hangs)
            }
            Term::Exclude { relation, from, to } => {
                let relation = self.column(*relation)?;
                let (from, to) = ((self.set)(*from)?, (self.set)(*to)?);
                (CausalStep::Exclude { relation: relation.column, from, to }, relation.hangs)
            }
            Term::Sequence(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                let hangs = a.hangs.max(b.hangs);
                if hangs == Hangs::Loosely {
                    return None;
                }
                (CausalStep::Sequence(a.column, b.column), hangs)
            }
            Term::Plus(a) => {
                let a = self.column(*a).filter(|a| a.hangs != Hangs::Loosely)?;
                (CausalStep::Plus(a.column), a.hangs)
            }
            Term::Optional(a) => {
                let a = self.column(*a)?;
                (CausalStep::Optional(a.column), a.hangs)
            }
            _ => return None,
        };
        self.add(step, hangs)
    }

    /// Sets of the plan such that a term is empty if one of them is; none if there are none.
    fn needs(&mut self, id: TermId) -> Option<Vec<usize>> {
        let names = needs(self.model, id);
        let sets = names.into_iter().map(|set| (self.set)(set)).collect::<Option<Vec<usize>>>()?;
        (!sets.is_empty()).then_some(sets)
    }
}

/// Sets of tagged events such that a term is empty if one of them is.
fn needs(model: &Model, id: TermId) -> BTreeSet<TermId> {
    let of = |id: &TermId| needs(model, *id);
    match model.terms().get(id) {
        Term::Base(Sort::Set, name) if !matches!(name.as_str(), "_" | "R" | "W" | "M" | "F" | "IW") => {
            BTreeSet::from([id])
        }
        Term::Union(items) => items.iter().map(of).reduce(|a, b| &a & &b).unwrap_or_default(),
        Term::Intersection(a, b) | Term::Sequence(a, b) | Term::Product(a, b) => &of(a) | &of(b),
        Term::Difference(a, _) | Term::Exclude { relation: a, .. } => of(a),
        Term::Identity(a) | Term::Inverse(a) | Term::Plus(a) | Term::Domain(a) => of(a),
        Term::Restrict { relation, from, to } => {
            from.iter().chain(to).map(of).fold(of(relation), |all, more| &all | &more)
        }
        Term::Base(..) | Term::Zero | Term::Complement(_) | Term::Optional(_) | Term::Variable(..) | Term::Fix(..) => {
            BTreeSet::new()
        }
    }
}
