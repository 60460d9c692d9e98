//! Whether a read may have other tags and leave an execution consistent.
//!
//! In: the terms of a model's axioms, the tags that a read has, and those that it is to have. Out: yes, or not known. It must not know why that
//! is asked.
//!
//! # Argument
//! The read stays what it is in all base relations. So of what the axioms are made from only sets change, and those that are
//! computed from base sets alone change in one member at most, the read. An axiom forbids: it holds of what is smaller if
//! it holds of what is larger. By induction over terms (each of which is monotone or antitone in each operand) it is enough that the
//! read is in no more of the sets that occur positively, and in no fewer of those that occur negatively. Whether it is in one is
//! computed for the set as a whole: what counts is `ACQ | ACQ_REL`, not which of the two it is in.

use super::tag::Tag;
use super::term::{Sort, Term, TermId, Terms};

/// Whether a consistent execution stays so when the tags of one of its reads become these.
pub fn may_become(terms: &Terms, roots: impl IntoIterator<Item = TermId>, from: &[Tag], to: &[Tag]) -> bool {
    let mut open: Vec<(TermId, bool)> = roots.into_iter().map(|root| (root, true)).collect();
    let mut seen = std::collections::HashSet::new();
    while let Some((id, positive)) = open.pop() {
        if !seen.insert((id, positive)) {
            continue;
        }
        match (has_read(terms, id, from), has_read(terms, id, to)) {
            (Some(before), Some(after)) if before != after && after == positive => return false,
            (Some(_), Some(_)) => {}
            _ => open.extend(terms.get(id).operands().into_iter().map(|(operand, same)| (operand, positive == same))),
        }
    }
    true
}

/// Whether a read with these tags is in a set, if that is computed from base sets alone.
fn has_read(terms: &Terms, id: TermId, tags: &[Tag]) -> Option<bool> {
    let has = |id: &TermId| has_read(terms, *id, tags);
    match terms.get(id) {
        Term::Base(Sort::Set, name) => Some(match name.as_str() {
            "_" | "R" | "M" => true,
            "W" | "F" | "IW" => false,
            name => tags.iter().any(|tag| tag == name),
        }),
        Term::Union(items) if terms.sort(id) == Sort::Set => {
            items.iter().map(has).try_fold(false, |any, item| Some(any | item?))
        }
        Term::Intersection(a, b) if terms.sort(id) == Sort::Set => Some(has(a)? & has(b)?),
        Term::Difference(a, b) if terms.sort(id) == Sort::Set => Some(has(a)? & !has(b)?),
        Term::Complement(a) if terms.sort(id) == Sort::Set => has(a).map(|is| !is),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
