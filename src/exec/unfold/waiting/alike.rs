//! Values and conditions of an execution without an iteration, beside those of the execution with it.
//!
//! In: two terms, one of each, and what is known on the silent paths. Out: when they are the same and, under a model that orders by
//! dependencies, come from no other reads ([`crate::exec::waiting`], "Dependencies"). It must not know where the terms stand in a state.

use std::collections::BTreeSet;

use super::Symbolic;
use crate::exec::bounds::Alike;
use crate::exec::terms::{InputId, Term, TermId};
use crate::ir::BinaryOp;

impl Symbolic<'_, '_, '_> {
    /// A condition folded under what is known.
    pub(super) fn folded(&mut self, condition: TermId) -> TermId {
        self.round.terms.rewrite(condition, &mut self.facts)
    }

    /// When a value that would be there is the one that is there, and needs no other reads where that counts.
    pub(super) fn same(&mut self, would: TermId, is: TermId) -> TermId {
        if would == is {
            return TermId::TRUE;
        }
        if self.round.terms.width(would) != self.round.terms.width(is) {
            return TermId::FALSE;
        }
        match self.round.bounds.alike {
            Alike::Values => self.equal(would, is),
            Alike::Sources => self.comes_as(would, is),
        }
    }

    fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.folded(a), self.folded(b));
        let same = self.round.terms.binary(BinaryOp::Equal, a, b);
        self.folded(same)
    }

    /// When a value that would be there is the one that is there and comes from the same reads or from none: where paths with other values
    /// meet, by the same choice between such values, or after the choice that the silent paths make, which needs no more then.
    fn comes_as(&mut self, would: TermId, is: TermId) -> TermId {
        let (mut all, mut open, mut seen) = (TermId::TRUE, vec![(would, is)], BTreeSet::new());
        while let Some((would, is)) = open.pop() {
            if would == is || !seen.insert((would, is)) {
                continue;
            }
            if self.round.terms.sources_of(would).is_empty() {
                let same = self.equal(would, is);
                all = self.round.terms.and(all, same);
                continue;
            }
            let Term::Select(condition, yes, no) = self.round.terms.term(is) else { return TermId::FALSE };
            if let Term::Select(other, would_yes, would_no) = self.round.terms.term(would)
                && other == condition
            {
                open.extend([(would_yes, yes), (would_no, no)]);
                continue;
            }
            let condition = self.folded(condition);
            match self.round.terms.constant_of(condition) {
                Some(0) => open.push((would, no)),
                Some(_) => open.push((would, yes)),
                None => return TermId::FALSE,
            }
        }
        all
    }

    /// Whether a condition that would have to hold looks at no reads but those at which one that holds does, where that
    /// counts.
    pub(super) fn decides_no_more(&self, would: TermId, holds: TermId) -> bool {
        if self.round.bounds.alike == Alike::Values {
            return true;
        }
        let (terms, unasked) = (&self.round.terms, &self.round.unasked);
        let held = terms.conjuncts(holds);
        let asked = held.iter().filter(|part| !unasked.contains(part));
        let looked_at: BTreeSet<InputId> = asked.filter_map(|part| terms.certain_inputs(*part)).flatten().collect();
        let others = terms.conjuncts(would).into_iter().filter(|part| !held.contains(part));
        others.flat_map(|part| terms.sources_of(part)).all(|input| looked_at.contains(&input))
    }
}
