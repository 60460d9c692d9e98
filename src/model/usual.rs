//! Axioms for which it makes no difference whether `po` holds what marks order.
//!
//! In: a model's axioms. Out: whether the pairs that marks order (`G` at the head of `ground.rs`) may be left out of `po`
//! and `kept`, if the graph of each axiom that has `kept` as a part gets the marks as nodes and the routes as edges. The
//! SAT side does so, because `G` has a pair for any two events on both sides of a mark, and the routes only a few. It
//! must not know an engine.
//!
//! # Argument
//! Let an axiom be *grounded* if it is `acyclic` with `kept` as a part of its union. With the routes as edges its graph has a
//! path for each pair of `G`, and no path between events that was not there. It remains to see that no axiom notices
//! that `po` lacks `G`:
//!
//! - **A grounded axiom.** Each other part does not mention `po`, or is *within* it: made of `po`, relations within it, `|`, `;`,
//!   `+`, and `&` or `\` with what does not mention it. A pair that such a part loses is in `G`, by induction: `;` and `+`
//!   lose only pairs with a step in `G`, the other steps are in `po`, and `G;po` and `po;G` are in `G`.
//! - **Coherence**, an axiom whose parts are `po & loc` and halves of `rf`, `co` and `fr`, if a grounded axiom has `co`, `fr` and
//!   `rf` as parts, at least between threads. Say that all cycles without pairs of `G` are forbidden. A cycle
//!   with one stays at one location; order its events by the place in co of the write that they are or read. Some pair
//!   `(a, b)` of `G` on it, of different threads, goes down. If `b` is a write before the write `w` that `a` is or
//!   reads, or a read of one before `w`, then `b` precedes `w` by co or fr. If `w` is of `a`'s thread, it is `a` or precedes it
//!   in `po`, and `(w, b)` is in `G`: a cycle of `co | fr | G` between two threads. If `w` is of another thread, `w` precedes
//!   `a` by `rfe`, and either `b` precedes `w` between threads, which is a cycle of `(co | fr) & ext`, `rfe` and `G`; or `w` is of
//!   the thread of `b`, behind it in `po`, so that `(a, w)` is in `G`: a cycle of `rfe` and `G`. The grounded axiom forbids each.
//!   (If `a` reads from `b` itself, it does so between threads: `rfe` and `G`.)
//! - **Any other axiom** mentions neither `po` nor `kept`.
//!
//! `loc` may then be asked for in `po & loc` alone, so that it is enough to know it within a thread.

use super::resolve::Axiom;
use super::syntax::AxiomKind;
use super::term::{Sort, Term, TermId, Terms};

/// Whether routes may stand for what marks order; see the head of the file.
pub fn routes_marks(terms: &Terms, axioms: &[Axiom]) -> bool {
    let usual = Usual { terms };
    let grounded: Vec<&Axiom> = axioms.iter().filter(|axiom| usual.is_grounded(axiom)).collect();
    let holds = |axiom: &Axiom, name: &str| {
        let wanted = |half: Half| half.name == name && half.side != Side::Internal;
        axiom.parts.iter().any(|part| usual.half(part.term).is_some_and(wanted))
    };
    let is_complete = grounded.iter().any(|axiom| ["rf", "co", "fr"].iter().all(|name| holds(axiom, name)));
    axioms.iter().all(|axiom| {
        let mentions = |name: &str| axiom.parts.iter().any(|part| usual.mentions(part.term, name));
        if usual.is_grounded(axiom) {
            axiom.parts.iter().all(|part| usual.is_kept(part.term) || usual.loses_only_what_is_kept(part.term))
        } else if mentions("po") || mentions("kept") || mentions("loc") {
            is_complete && axiom.kind == AxiomKind::Acyclic && axiom.parts.iter().all(|p| usual.is_coherence(p.term))
        } else {
            true
        }
    })
}

/// Whether an axiom is `acyclic` with `kept` as a part.
pub fn is_grounded(terms: &Terms, axiom: &Axiom) -> bool {
    Usual { terms }.is_grounded(axiom)
}

/// Whether an axiom is about an order of all locations: `acyclic`, with rf, co and fr as parts, at least between threads.
pub fn is_global(terms: &Terms, axiom: &Axiom) -> bool {
    let usual = Usual { terms };
    let holds = |name: &str| {
        let wanted = |half: Half<'_>| half.name == name && half.side != Side::Internal;
        axiom.parts.iter().any(|part| usual.half(part.term).is_some_and(wanted))
    };
    axiom.kind == AxiomKind::Acyclic && ["rf", "co", "fr"].into_iter().all(holds)
}

/// Whether an axiom says that `co` has no cycle: the whole of it is a part of an acyclic union.
pub fn keeps_coherence_acyclic(terms: &Terms, axioms: &[Axiom]) -> bool {
    let usual = Usual { terms };
    axioms.iter().any(|axiom| {
        let halves = axiom.parts.iter().filter_map(|part| usual.half(part.term));
        axiom.kind == AxiomKind::Acyclic && halves.into_iter().any(|half| half.name == "co" && half.side == Side::Both)
    })
}

/// Whether an axiom says that `po | rf` has no cycle: both are parts of an acyclic union, `rf` at least between threads.
/// (A cycle of `po` and `rf` within a thread is one of `po` and `rfe` too, or of coherence, which every model has.)
pub fn forbids_load_buffering(terms: &Terms, axioms: &[Axiom]) -> bool {
    let usual = Usual { terms };
    axioms.iter().any(|axiom| {
        let has = |name: &str| {
            axiom.parts.iter().filter_map(|part| usual.half(part.term)).any(|half| {
                half.name == name && (half.side == Side::Both || name == "rf" && half.side == Side::External)
            })
        };
        axiom.kind == AxiomKind::Acyclic && has("po") && has("rf")
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    External,
    Internal,
}

/// A base relation, or its part between or within threads.
#[derive(Clone, Copy)]
struct Half<'t> {
    name: &'t str,
    side: Side,
}

struct Usual<'t> {
    terms: &'t Terms,
}

impl<'t> Usual<'t> {
    fn base(&self, id: TermId) -> Option<&'t str> {
        match self.terms.get(id) {
            Term::Base(Sort::Relation, name) => Some(name),
            _ => None,
        }
    }

    fn is_kept(&self, id: TermId) -> bool {
        self.base(id) == Some("kept")
    }

    fn is_grounded(&self, axiom: &Axiom) -> bool {
        axiom.kind == AxiomKind::Acyclic && axiom.parts.iter().any(|part| self.is_kept(part.term))
    }

    fn half(&self, id: TermId) -> Option<Half<'t>> {
        if let Some(name) = self.base(id) {
            return Some(Half { name, side: Side::Both });
        }
        let Term::Intersection(a, b) = self.terms.get(id) else { return None };
        let side = |name: &str| match name {
            "ext" => Some(Side::External),
            "int" => Some(Side::Internal),
            _ => None,
        };
        let (a, b) = (self.base(*a)?, self.base(*b)?);
        match (side(a), side(b)) {
            (None, Some(side)) => Some(Half { name: a, side }),
            (Some(side), None) => Some(Half { name: b, side }),
            _ => None,
        }
    }

    /// `po & loc`, or a half of rf, co or fr.
    fn is_coherence(&self, id: TermId) -> bool {
        self.is_local_order(id) || self.half(id).is_some_and(|half| matches!(half.name, "rf" | "co" | "fr"))
    }

    /// `po & loc`.
    fn is_local_order(&self, id: TermId) -> bool {
        let Term::Intersection(a, b) = self.terms.get(id) else { return false };
        matches!((self.base(*a), self.base(*b)), (Some("po"), Some("loc")) | (Some("loc"), Some("po")))
    }

    fn mentions(&self, id: TermId, name: &str) -> bool {
        match self.terms.get(id) {
            Term::Base(_, base) => base == name,
            term => term.operands().iter().any(|(operand, _)| self.mentions(*operand, name)),
        }
    }

    fn is_free(&self, id: TermId) -> bool {
        ["po", "kept", "loc"].iter().all(|name| !self.mentions(id, name))
    }

    fn loses_only_what_is_kept(&self, id: TermId) -> bool {
        self.is_within(id) || self.is_free(id)
    }

    /// Whether a relation is within `po`, and what it loses with `G` is in `G`.
    fn is_within(&self, id: TermId) -> bool {
        let free = |set: &Option<TermId>| set.is_none_or(|set| self.is_free(set));
        match self.terms.get(id) {
            Term::Base(_, name) => matches!(name.as_str(), "po" | "rmw" | "addr" | "data" | "ctrl"),
            Term::Zero => true,
            Term::Union(items) => items.iter().all(|item| self.is_within(*item)),
            Term::Intersection(a, b) => {
                let (x, y) = (self.is_within(*a), self.is_within(*b));
                self.is_local_order(id) || x && y || x && self.is_free(*b) || y && self.is_free(*a)
            }
            Term::Difference(a, b) => self.is_within(*a) && self.is_free(*b),
            Term::Exclude { relation, from, to } => {
                self.is_within(*relation) && self.is_free(*from) && self.is_free(*to)
            }
            Term::Restrict { relation, from, to } => self.is_within(*relation) && free(from) && free(to),
            Term::Sequence(a, b) => self.is_within(*a) && self.is_within(*b),
            Term::Plus(a) => self.is_within(*a),
            _ => false,
        }
    }
}
