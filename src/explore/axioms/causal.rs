//! Axioms of which rf and program order decide all but a last step along coherence.
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
//! 2. `empty rmw & (fr ; co)`, of which places of writes are known that keep to it.
//! 3. An axiom whose parts are empty unless there are events with certain tags, as one about sequentially consistent accesses. In a graph
//!    without such events it holds. In others it is judged as a whole.
//! 4. Cycles of `po | rf`, of which the search makes none.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::plan::{Plan, Source};
use crate::model::term::{Sort, Term, TermId};
use crate::model::{Axiom, AxiomKind};

/// A row of the table of causal columns.
pub type Column = usize;

/// How a causal column is computed.
#[derive(Clone, Debug)]
pub enum CausalStep {
    /// Known when the event is added.
    Known(Source),
    ReadsFrom,
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

/// What is kept for axioms of these forms.
#[derive(Clone, Debug, Default)]
pub struct Causal {
    pub steps: Vec<CausalStep>,
    /// The `H` of each axiom of the first form.
    pub before: Vec<Column>,
    /// Those of closures.
    pub closures: Vec<Column>,
    /// By axiom of the third form and part of it: sets of the plan such that the part is empty if one of them is.
    pub tagged: Vec<Vec<Vec<usize>>>,
}

/// A column, and whether the relation is causal.
#[derive(Clone, Copy)]
struct Compiled {
    column: Column,
    causal: bool,
}

/// Builds the columns.
struct Builder<'b, 'm> {
    plan: &'b mut Plan<'m>,
    causal: Causal,
    known: FxHashMap<TermId, Option<Compiled>>,
}

impl Causal {
    /// What is kept for these axioms of the model, if all of them have one of the forms.
    pub fn of(plan: &mut Plan<'_>, rows: &[usize]) -> Option<Causal> {
        let model = plan.model;
        let mut builder = Builder { plan, causal: Causal::default(), known: FxHashMap::default() };
        for row in rows {
            let axiom = &model.axioms()[*row];
            if builder.is_never_broken(axiom) || builder.plan.between_halves(axiom).is_some() {
                continue;
            }
            if let Some(before) = builder.before(axiom) {
                builder.causal.before.push(before);
            } else {
                let parts = axiom.parts.iter().map(|part| builder.needs(part.term)).collect::<Option<Vec<_>>>()?;
                builder.causal.tagged.push(parts);
            }
        }
        let mut causal = builder.causal;
        let is_closure = |column: &Column| matches!(causal.steps[*column], CausalStep::Plus(_));
        causal.closures = (0..causal.steps.len()).filter(is_closure).collect();
        // Which of them are known of an event is a word.
        (causal.steps.len() <= 64).then_some(causal)
    }
}

impl<'m> Builder<'_, 'm> {
    fn term(&self, id: TermId) -> &'m Term {
        self.plan.model.terms().get(id)
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
        self.column(*before).filter(|compiled| compiled.causal).map(|compiled| compiled.column)
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

    fn add(&mut self, step: CausalStep) -> Column {
        self.causal.steps.push(step);
        self.causal.steps.len() - 1
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
        let (step, causal) = match self.term(id) {
            Term::Base(Sort::Relation, name) => match name.as_str() {
                "po" => (CausalStep::Known(Source::Po), true),
                "kept" => (CausalStep::Known(Source::Kept), true),
                "rmw" => (CausalStep::Known(Source::Rmw), true),
                "rf" => (CausalStep::ReadsFrom, true),
                "id" => (CausalStep::Itself(None), true),
                "loc" => (CausalStep::Known(Source::SameLocation), false),
                "int" => (CausalStep::Known(Source::SameThread), false),
                "ext" => (CausalStep::Known(Source::OtherThread), false),
                _ => return None,
            },
            Term::Zero => (CausalStep::Known(Source::Nothing), true),
            Term::Identity(set) => (CausalStep::Itself(Some(self.plan.set(*set)?)), true),
            Term::Union(items) => {
                let items: Vec<Compiled> = items.iter().map(|item| self.column(*item)).collect::<Option<_>>()?;
                let causal = items.iter().all(|item| item.causal);
                (CausalStep::Union(items.iter().map(|item| item.column).collect()), causal)
            }
            Term::Intersection(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                (CausalStep::Intersection(a.column, b.column), a.causal || b.causal)
            }
            Term::Difference(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                (CausalStep::Difference(a.column, b.column), a.causal)
            }
            Term::Restrict { relation, from, to } => {
                let relation = self.column(*relation)?;
                let from = from.map(|set| self.plan.set(set)).map_or(Some(None), |set| set.map(Some))?;
                let to = to.map(|set| self.plan.set(set)).map_or(Some(None), |set| set.map(Some))?;
                (CausalStep::Restrict { relation: relation.column, from, to }, relation.causal)
            }
            Term::Exclude { relation, from, to } => {
                let relation = self.column(*relation)?;
                let (from, to) = (self.plan.set(*from)?, self.plan.set(*to)?);
                (CausalStep::Exclude { relation: relation.column, from, to }, relation.causal)
            }
            Term::Sequence(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                // What leads to an event in the middle is known only if that is a cause.
                if !a.causal || !b.causal {
                    return None;
                }
                (CausalStep::Sequence(a.column, b.column), true)
            }
            Term::Plus(a) => (CausalStep::Plus(self.column(*a).filter(|a| a.causal)?.column), true),
            Term::Optional(a) => {
                let a = self.column(*a)?;
                (CausalStep::Optional(a.column), a.causal)
            }
            _ => return None,
        };
        Some(Compiled { column: self.add(step), causal })
    }

    /// Sets of the plan such that a term is empty if one of them is; none if there are none.
    fn needs(&mut self, id: TermId) -> Option<Vec<usize>> {
        let names = needs(self.plan, id);
        let sets = names.into_iter().map(|set| self.plan.set(set)).collect::<Option<Vec<usize>>>()?;
        (!sets.is_empty()).then_some(sets)
    }
}

/// Sets of tagged events such that a term is empty if one of them is.
fn needs(plan: &Plan<'_>, id: TermId) -> BTreeSet<TermId> {
    let of = |id: &TermId| needs(plan, *id);
    match plan.model.terms().get(id) {
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
