//! Axioms that a new event does not break.
//!
//! In: terms of a model. Out: whether an axiom holds of a graph with one more event, the last of its thread, if it held without:
//! always where the event is the last of its location, too (a read reads from the last write in coherence order, a write stands
//! behind that), or where no cycle of `po | rf | co | fr` passes through it. It must not know graphs.
//!
//! # The last of its location
//! Let `e` be that event. From `e` no pair of a base relation leads on: none of `po`, `kept` and `rmw`, as it is the last of its
//! thread; none of `rf`, as nobody reads from it yet; none of `co` and `fr`, as no write comes after it, or after what it reads from.
//! [`Forms`] say of a term by its form whether its pairs lead from `e` to another event all the same, as those of `loc` do, or to `e` itself.
//! A term is *steady* if `e` changes nothing about the other events: base sets and relations are, and what is made of steady terms one
//! pair from one pair of each; a pair of `a ; b` or `a+` that passes through `e` needs a pair of `b` or `a` that leads from `e` on. So if
//! all parts of an acyclicity or irreflexivity axiom are steady and lead nowhere from `e`, its cycles are those without `e`.
//!
//! # No cycle through it
//! [`Forms`] say of a term by its form that each of its pairs comes with a way along `po | rf | co | fr`, of a step or more. So a
//! cycle of an axiom with such parts comes with one of these. If none of them passes through `e`, neither does that of any cycle, whichever
//! ways its pairs come with: they were there without `e`. For this what a term takes away, and the sets that it asks for, must hang on
//! neither rf nor co, and so must what it asks of a pair besides, unless that comes with a way of its own.

use crate::model::term::{Sort, Term, TermId};
use crate::model::{Axiom, AxiomKind, Model};

/// Where the pairs of a term lead from the last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Leads {
    Nowhere,
    /// To itself, if at all.
    ToItself,
    Anywhere,
}

/// Whether each pair of a term comes with a way along `po | rf | co | fr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Along {
    /// Of one step or more.
    Steps,
    /// Or of none.
    StepsOrNone,
    No,
}

/// What the form of each term of a model says.
///
/// A term stands behind its parts in the table, so one pass suffices. A recursion that ends in `max` with a constant would say the
/// same, but LLVM 22 compile it wrongly: at `opt-level` 2 they take the least value of the enum for impossible.
pub struct Forms {
    leads: Vec<Leads>,
    is_steady: Vec<bool>,
    along: Vec<Along>,
}

impl Forms {
    /// `moving` says by term whether it hangs on rf or co.
    pub fn new(model: &Model, moving: &[bool]) -> Forms {
        let count = model.terms().len();
        let mut forms = Forms {
            leads: Vec::with_capacity(count),
            is_steady: Vec::with_capacity(count),
            along: Vec::with_capacity(count),
        };
        for term in model.terms().all() {
            let (leads, is_steady, along) = (forms.leads(term), forms.is_steady(term), forms.runs_along(term, moving));
            forms.leads.push(leads);
            forms.is_steady.push(is_steady);
            forms.along.push(along);
        }
        forms
    }

    /// Whether the last event never breaks an axiom.
    pub fn outlasts(&self, axiom: &Axiom) -> bool {
        let fine = |term: TermId| self.is_steady[term.index()] && self.leads[term.index()] == Leads::Nowhere;
        axiom.kind != AxiomKind::Empty && axiom.parts.iter().all(|part| fine(part.term))
    }

    /// Whether an axiom is not broken by a new event through which no cycle of `po | rf | co | fr` passes.
    pub fn needs_cycle(&self, axiom: &Axiom) -> bool {
        let fine = |term: TermId| self.along[term.index()] == Along::Steps;
        axiom.kind != AxiomKind::Empty && axiom.parts.iter().all(|part| fine(part.term))
    }

    /// Of a term whose parts are known.
    fn runs_along(&self, term: &Term, moving: &[bool]) -> Along {
        let of = |id: &TermId| self.along[id.index()];
        let stands = |id: &TermId| !moving[id.index()];
        let provided = |fine: bool, then: Along| if fine { then } else { Along::No };
        match term {
            Term::Base(Sort::Relation, name) => match name.as_str() {
                "po" | "kept" | "rmw" | "rf" | "co" | "fr" => Along::Steps,
                "id" => Along::StepsOrNone,
                _ => Along::No,
            },
            Term::Zero => Along::Steps,
            Term::Union(items) => items.iter().map(of).max().unwrap_or(Along::Steps),
            Term::Intersection(a, b) => match (of(a), of(b)) {
                (Along::No, along) => provided(stands(a), along),
                (along, Along::No) => provided(stands(b), along),
                (first, second) => first.min(second),
            },
            Term::Sequence(a, b) => match (of(a), of(b)) {
                (Along::No, _) | (_, Along::No) => Along::No,
                (first, second) => first.min(second),
            },
            Term::Plus(a) => of(a),
            Term::Optional(a) => of(a).max(Along::StepsOrNone),
            Term::Difference(a, b) => provided(stands(b), of(a)),
            Term::Restrict { relation, from, to } => provided(from.iter().chain(to).all(stands), of(relation)),
            Term::Exclude { relation, from, to } => provided(stands(from) && stands(to), of(relation)),
            Term::Identity(set) => provided(stands(set), Along::StepsOrNone),
            Term::Base(Sort::Set, _)
            | Term::Complement(_)
            | Term::Product(..)
            | Term::Inverse(_)
            | Term::Domain(_)
            | Term::Variable(..)
            | Term::Fix(..) => Along::No,
        }
    }

    /// Of a term whose parts are known.
    fn leads(&self, term: &Term) -> Leads {
        let of = |id: &TermId| self.leads[id.index()];
        match term {
            Term::Base(Sort::Relation, name) => match name.as_str() {
                "po" | "kept" | "rmw" | "rf" | "co" | "fr" => Leads::Nowhere,
                "id" => Leads::ToItself,
                _ => Leads::Anywhere,
            },
            Term::Zero => Leads::Nowhere,
            Term::Union(items) => items.iter().map(of).max().unwrap_or(Leads::Nowhere),
            Term::Intersection(a, b) => of(a).min(of(b)),
            Term::Sequence(a, b) => match of(a) {
                Leads::ToItself => of(b),
                other => other,
            },
            Term::Difference(a, _)
            | Term::Plus(a)
            | Term::Restrict { relation: a, .. }
            | Term::Exclude { relation: a, .. } => of(a),
            Term::Optional(a) => of(a).max(Leads::ToItself),
            Term::Identity(_) => Leads::ToItself,
            Term::Base(Sort::Set, _)
            | Term::Complement(_)
            | Term::Product(..)
            | Term::Inverse(_)
            | Term::Domain(_)
            | Term::Variable(..)
            | Term::Fix(..) => Leads::Anywhere,
        }
    }

    /// Of a term whose parts are known.
    fn is_steady(&self, term: &Term) -> bool {
        let of = |id: &TermId| self.is_steady[id.index()];
        let stays = |id: &TermId| of(id) && self.leads[id.index()] != Leads::Anywhere;
        match term {
            Term::Base(..) | Term::Zero => true,
            Term::Union(items) => items.iter().all(of),
            Term::Intersection(a, b) | Term::Difference(a, b) | Term::Product(a, b) => of(a) && of(b),
            Term::Sequence(a, b) => of(a) && stays(b),
            Term::Plus(a) => stays(a),
            Term::Complement(a) | Term::Identity(a) | Term::Inverse(a) | Term::Optional(a) => of(a),
            Term::Restrict { relation, from, to } => of(relation) && from.iter().chain(to).all(of),
            Term::Exclude { relation, from, to } => of(relation) && of(from) && of(to),
            // Who has a successor may hang on the new event; what is defined by itself is not looked into.
            Term::Domain(_) | Term::Variable(..) | Term::Fix(..) => false,
        }
    }
}

/// Whether an axiom says, among other things, that each location behaves sequentially: `irreflexive H ; E?` where `H` is a closure
/// that has `po`, and `E` has `rf`, `co`, `fr` and `(co | fr) ; rf`, which together are all ways through them. A cycle of
/// `(po & loc) | rf | co | fr` has one step of `po & loc` and one of these (Alglave, Maranget, Tautschnig: "Herding cats", 2014, section 4).
pub fn holds_locations(model: &Model, axiom: &Axiom) -> bool {
    let get = |id: TermId| model.terms().get(id);
    let is = |id: TermId, name: &str| matches!(get(id), Term::Base(Sort::Relation, base) if base == name);
    let items = |id: TermId| match get(id) {
        Term::Union(items) => items.clone(),
        _ => vec![id],
    };
    let has = |all: &[TermId], name: &str| all.iter().any(|item| is(*item, name));
    let [part] = axiom.parts.as_slice() else { return false };
    let Term::Sequence(first, second) = get(part.term) else { return false };
    let (Term::Plus(before), Term::Optional(eco)) = (get(*first), get(*second)) else { return false };
    let eco = items(*eco);
    let follows = |item: &TermId| match get(*item) {
        Term::Sequence(from, to) => {
            let from = items(*from);
            is(*to, "rf") && has(&from, "co") && has(&from, "fr")
        }
        _ => false,
    };
    axiom.kind == AxiomKind::Irreflexive
        && has(&items(*before), "po")
        && ["rf", "co", "fr"].iter().all(|name| has(&eco, name))
        && eco.iter().any(follows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sources;

    fn axioms(model: &str) -> Vec<(String, bool, bool, bool)> {
        let model = Model::find(model, &mut Sources::default()).expect("it is built in");
        let moving = model.terms().made_from(|_, name| matches!(name, "rf" | "co" | "fr"));
        let forms = Forms::new(&model, &moving);
        let said = |axiom: &Axiom| {
            (axiom.name.clone(), forms.outlasts(axiom), forms.needs_cycle(axiom), holds_locations(&model, axiom))
        };
        model.axioms().iter().map(said).collect()
    }

    #[test]
    fn forms_are_told_apart() {
        let of = |name: &str, all: &[(String, bool, bool, bool)]| {
            let found = all.iter().find(|(axiom, ..)| axiom == name).unwrap_or_else(|| panic!("{name} in {all:?}"));
            (found.1, found.2, found.3)
        };
        let rc11 = axioms("rc11");
        assert_eq!(of("coherence", &rc11), (true, true, true));
        assert_eq!(of("SC", &rc11), (true, true, false));
        assert_eq!(of("no-thin-air", &rc11), (true, true, false));
        assert_eq!(of("atomicity", &rc11), (false, false, false));
        assert!(axioms("tso").iter().all(|(.., holds)| !holds));
    }
}
