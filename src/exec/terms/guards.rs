//! Guards: path conditions as conjunctions, outermost condition first.
//!
//! In: terms of one bit. Out: what they have in common, what follows from what, and their conjunctions and disjunctions. It must
//! not know what the conditions are about.
//!
//! A conjunction is a chain, each term of which has one conjunct more than its front; as equal terms are one, so are equal fronts.

use super::{Term, TermId, Terms, Values};
use crate::ir::{BinaryOp, UnaryOp, Width};

/// Two guards behind their common front, which neither need have.
struct Apart {
    front: Option<TermId>,
    a: Vec<TermId>,
    b: Vec<TermId>,
}

impl Terms {
    /// The conjuncts of a guard, outermost path condition first.
    pub fn conjuncts(&self, guard: TermId) -> Vec<TermId> {
        let mut list = Vec::new();
        let mut rest = guard;
        while let Term::Binary(BinaryOp::And, front, last) = self.term(rest)
            && self.width(rest) == Width::BOOL
        {
            list.push(last);
            rest = front;
        }
        list.push(rest);
        list.reverse();
        list
    }

    /// Conjunction. `a` is the longer path condition; the conjuncts of `b` are appended one by one.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        if a == TermId::FALSE || b == TermId::FALSE {
            return TermId::FALSE;
        }
        if a == TermId::TRUE || a == b {
            return b;
        }
        if b == TermId::TRUE {
            return a;
        }
        let mut have = self.conjuncts(a);
        let mut result = a;
        for conjunct in self.conjuncts(b) {
            if have.contains(&conjunct) {
                continue;
            }
            let negation = self.not(conjunct);
            if have.contains(&negation) {
                return TermId::FALSE;
            }
            have.push(conjunct);
            let values = Values::all(Width::BOOL);
            result = self.intern(Term::Binary(BinaryOp::And, result, conjunct), Width::BOOL, values);
        }
        result
    }

    /// Disjunction, with the common front of two path conditions kept in front.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        if a == TermId::TRUE || b == TermId::TRUE {
            return TermId::TRUE;
        }
        if a == TermId::FALSE || a == b {
            return b;
        }
        if b == TermId::FALSE {
            return a;
        }
        let Apart { front, a: ra, b: rb } = self.apart(a, b);
        let prefix = front.unwrap_or(TermId::TRUE);
        if ra.is_empty() || rb.is_empty() {
            return prefix;
        }
        // a ∨ (¬a ∧ r) is a ∨ r, which gives back the guard in front of a branch at its join.
        let (na, nb) = (self.not(ra[0]), self.not(rb[0]));
        let (ra, rb) = if ra.len() == 1 && rb.contains(&na) {
            let rest = rb.into_iter().filter(|c| *c != na).collect();
            (ra, rest)
        } else if rb.len() == 1 && ra.contains(&nb) {
            let rest = ra.into_iter().filter(|c| *c != nb).collect();
            (rest, rb)
        } else {
            (ra, rb)
        };
        if ra.is_empty() || rb.is_empty() {
            return prefix;
        }
        let (x, y) = (self.conjunction(&ra), self.conjunction(&rb));
        if x == y {
            return self.and(prefix, x);
        }
        let negation = self.not(x);
        if negation == y {
            return prefix;
        }
        let (x, y) = if x < y { (x, y) } else { (y, x) };
        let either = self.intern(Term::Binary(BinaryOp::Or, x, y), Width::BOOL, Values::all(Width::BOOL));
        self.and(prefix, either)
    }

    pub fn conjunction(&mut self, parts: &[TermId]) -> TermId {
        parts.iter().fold(TermId::TRUE, |all, part| self.and(all, *part))
    }

    /// What tells `a` from `b` at the join of the paths with these guards: the conjuncts of `a` past the common front.
    pub fn distinction(&mut self, a: TermId, b: TermId) -> TermId {
        let apart = self.apart(a, b);
        self.conjunction(&apart.a)
    }

    /// Whether `a` implies `b` because every conjunct of `b` is one of `a`; a cheap sufficient test.
    pub fn implies(&self, a: TermId, b: TermId) -> bool {
        if b == TermId::TRUE || a == b || a == TermId::FALSE {
            return true;
        }
        // No conjunct occurs twice.
        if self.count(b) > self.count(a) {
            return false;
        }
        let Apart { a: have, b: wanted, .. } = self.apart(a, b);
        wanted.iter().all(|conjunct| have.contains(conjunct))
    }

    /// Whether two guards never hold together because a conjunct of one is the negation of one of the other; a cheap sufficient test.
    pub fn exclude(&self, a: TermId, b: TermId) -> bool {
        let Apart { a: of_a, b: of_b, .. } = self.apart(a, b);
        let denies = |conjunct: &TermId, others: &[TermId]| match self.term(*conjunct) {
            Term::Unary(UnaryOp::Not, denied) => others.contains(&denied),
            _ => *conjunct == TermId::FALSE,
        };
        of_a.iter().any(|it| denies(it, &of_b)) || of_b.iter().any(|it| denies(it, &of_a))
    }

    /// How many conjuncts a guard has.
    fn count(&self, guard: TermId) -> u32 {
        self.nodes[guard.index()].conjuncts
    }

    /// A guard without its last conjunct, if it has several, and that.
    fn last(&self, guard: TermId) -> (Option<TermId>, TermId) {
        match self.term(guard) {
            Term::Binary(BinaryOp::And, front, last) if self.width(guard) == Width::BOOL => (Some(front), last),
            _ => (None, guard),
        }
    }

    /// Where the conjuncts of two guards part. Guards of one thread have a long front in common, which is one term.
    fn apart(&self, a: TermId, b: TermId) -> Apart {
        let mut rest = [Some(a), Some(b)];
        let mut behind = [Vec::new(), Vec::new()];
        while rest[0] != rest[1] {
            let counts = rest.map(|guard| guard.map_or(0, |guard| self.count(guard)));
            for side in 0..2 {
                if let Some(guard) = rest[side].filter(|_| counts[side] >= counts[1 - side]) {
                    let (front, last) = self.last(guard);
                    behind[side].push(last);
                    rest[side] = front;
                }
            }
        }
        behind.iter_mut().for_each(|list| list.reverse());
        let [a, b] = behind;
        Apart { front: rest[0], a, b }
    }
}
