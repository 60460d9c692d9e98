//! Whether what is left of a consistent execution is consistent, too, when some of its events are left out.
//!
//! In: the terms of a model's axioms, and the sets that are empty in every execution of a C program. Out: yes, or not known. It
//! must not know which events are left out or why.
//!
//! # What may be left out
//! Any fences, and any reads that are not the first half of a read-modify-write that writes. Writes stay, and with them
//! each `rmw` pair and each source of a read that stays. What is left has the base sets and relations of the whole,
//! restricted to the events that stay, but for `kept`, `addr`, `data` and `ctrl`, which may be smaller than that: the
//! events left out may take a lone read-modify-write, or a dependency, with them. (`po` is transitive and `fr` goes
//! through a write, so that neither loses a pair between events that stay.)
//!
//! # Argument
//! An axiom forbids: it holds of what is smaller if it holds of what is larger. So it is enough that the value of its
//! operand among the rest is *at most* the restriction of its value in the whole. By induction over terms, a positive
//! occurrence (in the sense of [`Polarity`](super::Polarity)) must be at most, a negative one at least the restriction:
//!
//! - A base set or relation is the restriction, and the four above are at most that: they may not occur negatively.
//! - Union, intersection, product, identity, inverse, `?`, difference and complement are computed event by event or pair
//!   by pair from their operands, and commute with restriction. (A complement is taken among the events that stay.)
//! - `;`, `+` and `domain` ask for a witness, which may be left out: their value among the rest is at most the
//!   restriction of their value in the whole if that is so of their operands, and they may occur positively. They may occur
//!   negatively only where the witness stays: a `;` whose middle, or a `domain` whose end, is always a write.
//!
//! A term that is empty in every execution (it is made of what C programs have none of, such as the sections of readers that the
//! kernel has) is empty in the whole and among the rest: it is the restriction, whatever it is made of.

use std::collections::{HashMap, HashSet};

use super::tag::Tag;
use super::term::{Sort, Term, TermId, Terms};

/// The base relations that may lose pairs between events that stay.
const SHRINKING: [&str; 4] = ["kept", "addr", "data", "ctrl"];

/// Whether the axioms with these operands stay true when events are left out of executions in which these sets are empty; see the
/// head of the file.
pub fn is_hereditary(terms: &Terms, roots: impl IntoIterator<Item = TermId>, empty: &[Tag]) -> bool {
    let mut open: Vec<(TermId, bool)> = roots.into_iter().map(|root| (root, true)).collect();
    let mut empty = Empty { terms, sets: empty, known: HashMap::new() };
    let mut seen = HashSet::new();
    while let Some((id, positive)) = open.pop() {
        if !seen.insert((id, positive)) {
            continue;
        }
        if empty.is(id) {
            continue;
        }
        let term = terms.get(id);
        if !positive && may_shrink(terms, term) {
            return false;
        }
        open.extend(term.operands().into_iter().map(|(operand, monotone)| (operand, positive == monotone)));
    }
    true
}

/// Terms that are certainly empty where some sets are; what is known of each is kept, for terms have parts in common.
struct Empty<'a> {
    terms: &'a Terms,
    sets: &'a [Tag],
    known: HashMap<TermId, bool>,
}

impl Empty<'_> {
    fn is(&mut self, id: TermId) -> bool {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let answer = match self.terms.get(id) {
            Term::Zero => true,
            Term::Base(Sort::Set, name) => self.sets.iter().any(|set| set == name.as_str()),
            Term::Union(items) => items.iter().all(|item| self.is(*item)),
            Term::Intersection(a, b) | Term::Sequence(a, b) | Term::Product(a, b) => self.is(*a) || self.is(*b),
            Term::Difference(a, _) | Term::Identity(a) | Term::Inverse(a) | Term::Plus(a) | Term::Domain(a) => {
                self.is(*a)
            }
            Term::Restrict { relation, from, to } => {
                [Some(*relation), *from, *to].into_iter().flatten().any(|part| self.is(part))
            }
            Term::Exclude { relation, .. } => self.is(*relation),
            Term::Base(..) | Term::Complement(_) | Term::Optional(_) | Term::Variable(..) | Term::Fix(..) => false,
        };
        self.known.insert(id, answer);
        answer
    }
}

/// Whether a term whose operands are the restrictions of their values may be less than that itself.
fn may_shrink(terms: &Terms, term: &Term) -> bool {
    match term {
        Term::Base(_, name) => SHRINKING.contains(&name.as_str()),
        Term::Sequence(a, b) => !(End::Last.is_write(terms, *a) || End::First.is_write(terms, *b)),
        Term::Domain(a) => !End::Last.is_write(terms, *a),
        Term::Plus(_) | Term::Variable(..) | Term::Fix(..) => true,
        Term::Zero
        | Term::Union(_)
        | Term::Intersection(..)
        | Term::Difference(..)
        | Term::Complement(_)
        | Term::Product(..)
        | Term::Identity(_)
        | Term::Inverse(_)
        | Term::Optional(_)
        | Term::Restrict { .. }
        | Term::Exclude { .. } => false,
    }
}

/// A side of a relation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

impl End {
    fn other(self) -> End {
        match self {
            End::First => End::Last,
            End::Last => End::First,
        }
    }

    /// Whether the events on this side of a relation are certainly writes.
    fn is_write(self, terms: &Terms, id: TermId) -> bool {
        let here = |id: &TermId| self.is_write(terms, *id);
        let within = |set: &TermId| is_set_of_writes(terms, *set);
        match terms.get(id) {
            Term::Base(_, name) => match name.as_str() {
                "co" => true,
                "rf" => self == End::First,
                "fr" | "rmw" => self == End::Last,
                _ => false,
            },
            Term::Zero => true,
            Term::Union(items) => items.iter().all(here),
            Term::Intersection(a, b) => here(a) || here(b),
            Term::Difference(a, _) | Term::Plus(a) => here(a),
            Term::Exclude { relation, .. } => here(relation),
            Term::Product(a, b) => within(if self == End::First { a } else { b }),
            Term::Identity(a) => within(a),
            Term::Inverse(a) => self.other().is_write(terms, *a),
            Term::Sequence(a, b) => here(if self == End::First { a } else { b }),
            Term::Restrict { relation, from, to } => {
                here(relation) || (if self == End::First { from } else { to }).as_ref().is_some_and(within)
            }
            Term::Complement(_) | Term::Optional(_) | Term::Domain(_) | Term::Variable(..) | Term::Fix(..) => false,
        }
    }
}

/// Whether a set certainly holds writes only.
fn is_set_of_writes(terms: &Terms, id: TermId) -> bool {
    match terms.get(id) {
        Term::Base(Sort::Set, name) => matches!(name.as_str(), "W" | "IW"),
        Term::Union(items) => items.iter().all(|item| is_set_of_writes(terms, *item)),
        Term::Intersection(a, b) => is_set_of_writes(terms, *a) || is_set_of_writes(terms, *b),
        Term::Difference(a, _) => is_set_of_writes(terms, *a),
        Term::Domain(a) => End::First.is_write(terms, *a),
        _ => false,
    }
}

#[cfg(test)]
mod repeats;
#[cfg(test)]
pub(super) mod tests;
