//! Expressions after names and types are settled: a table of hash-consed terms.
//!
//! In: operations from `resolve`. Out: [`Terms`], in which an operand always stands before its user, so that
//! the evaluator is a loop, and equal expressions are one term and are evaluated once. It must not know source text.

use indexmap::{IndexMap, IndexSet};

/// A row of [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

impl TermId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The definitions of one `let rec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(u32);

impl GroupId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an expression denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    Set,
    Relation,
}

/// An operation on sets and relations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A set or a relation that the environment supplies.
    Base(Sort, String),
    /// The empty relation.
    Zero,
    /// Of operands of one sort, at least two, none of them a union.
    Union(Vec<TermId>),
    Intersection(TermId, TermId),
    Difference(TermId, TermId),
    Complement(TermId),
    /// `S * T`.
    Product(TermId, TermId),
    /// `[S]`.
    Identity(TermId),
    Sequence(TermId, TermId),
    Inverse(TermId),
    /// `r+`.
    Plus(TermId),
    /// `r?`.
    Optional(TermId),
    /// The events with a successor.
    Domain(TermId),
    /// `r & (S * T)`, where `None` stands for all events; also what `[S];r` and `r;[T]` become.
    Restrict {
        relation: TermId,
        from: Option<TermId>,
        to: Option<TermId>,
    },
    /// `r \ (S * T)`.
    Exclude {
        relation: TermId,
        from: TermId,
        to: TermId,
    },
    /// What a `let rec` defines, inside its own definition.
    Variable(GroupId, u32),
    /// What it defines, outside; the terms are the definitions of the whole group.
    Fix(GroupId, u32, Vec<TermId>),
}

impl Term {
    /// The operands, each with whether the term is monotone in it.
    pub fn operands(&self) -> Vec<(TermId, bool)> {
        match self {
            Term::Base(..) | Term::Zero | Term::Variable(..) => Vec::new(),
            Term::Union(items) | Term::Fix(_, _, items) => items.iter().map(|item| (*item, true)).collect(),
            Term::Intersection(a, b) | Term::Product(a, b) | Term::Sequence(a, b) => {
                vec![(*a, true), (*b, true)]
            }
            Term::Difference(a, b) => vec![(*a, true), (*b, false)],
            Term::Complement(a) => vec![(*a, false)],
            Term::Identity(a) | Term::Inverse(a) | Term::Plus(a) | Term::Optional(a) | Term::Domain(a) => {
                vec![(*a, true)]
            }
            Term::Restrict { relation, from, to } => {
                [Some(*relation), *from, *to].into_iter().flatten().map(|id| (id, true)).collect()
            }
            Term::Exclude { relation, from, to } => {
                vec![(*relation, true), (*from, false), (*to, false)]
            }
        }
    }
}

/// On which sides of a difference a base set or relation occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polarity {
    /// More of it can break an axiom.
    pub positive: bool,
    /// Less of it can break an axiom.
    pub negative: bool,
}

/// What recursive definitions a model has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    None,
    /// More of what they define can only forbid more.
    Monotone,
    /// Something is taken away from, or something recursive is.
    Mixed,
}

/// The table of terms of one model.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: IndexSet<Term>,
    sorts: Vec<Sort>,
    /// By group its variables' terms and its definitions.
    groups: Vec<(Vec<TermId>, Vec<TermId>)>,
}

impl Terms {
    pub fn get(&self, id: TermId) -> &Term {
        &self.terms[id.index()]
    }

    pub fn sort(&self, id: TermId) -> Sort {
        self.sorts[id.index()]
    }

    /// All of them, each behind its operands; what a recursive definition stands for may come later.
    pub fn all(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter()
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn add(&mut self, term: Term, sort: Sort) -> TermId {
        let (index, new) = self.terms.insert_full(term);
        if new {
            self.sorts.push(sort);
        }
        TermId(u32::try_from(index).expect("a model has fewer than 2^32 terms; please report this"))
    }

    pub fn base(&mut self, sort: Sort, name: &str) -> TermId {
        self.add(Term::Base(sort, name.to_string()), sort)
    }

    pub fn zero(&mut self) -> TermId {
        self.add(Term::Zero, Sort::Relation)
    }

    /// A group of definitions that is about to be read.
    pub fn open_group(&mut self) -> GroupId {
        self.groups.push((Vec::new(), Vec::new()));
        GroupId(self.groups.len() as u32 - 1)
    }

    /// A name of a group, while its definitions are read; they come in their order.
    pub fn variable(&mut self, sort: Sort, group: GroupId, at: usize) -> TermId {
        let variable = self.add(Term::Variable(group, at as u32), sort);
        self.groups[group.index()].0.push(variable);
        variable
    }

    /// The definitions of a group.
    pub fn close_group(&mut self, group: GroupId, bodies: Vec<TermId>) {
        self.groups[group.index()].1 = bodies;
    }

    /// What a name of a group stands for, behind the definitions.
    pub fn fix(&mut self, sort: Sort, group: GroupId, at: usize) -> TermId {
        let bodies = self.groups[group.index()].1.clone();
        self.add(Term::Fix(group, at as u32, bodies), sort)
    }

    /// The variables of a group and its definitions.
    pub fn group(&self, group: GroupId) -> (&[TermId], &[TermId]) {
        let (variables, bodies) = &self.groups[group.index()];
        (variables, bodies)
    }

    /// Which terms mention a variable that is not bound inside them.
    pub fn open_terms(&self) -> Vec<bool> {
        let mut open = vec![false; self.len()];
        for at in 0..self.len() {
            let term = &self.terms[at];
            open[at] = match term {
                Term::Variable(..) => true,
                Term::Fix(..) => false,
                _ => term.operands().iter().any(|(operand, _)| open[operand.index()]),
            };
        }
        open
    }

    /// Which terms may have other values when some base sets and relations have. Recursive definitions are always among them.
    pub fn made_from(&self, changes: impl Fn(Sort, &str) -> bool) -> Vec<bool> {
        let mut made = vec![false; self.len()];
        for at in 0..self.len() {
            let term = &self.terms[at];
            made[at] = match term {
                Term::Base(sort, name) => changes(*sort, name),
                Term::Variable(..) | Term::Fix(..) => true,
                _ => term.operands().iter().any(|(operand, _)| made[operand.index()]),
            };
        }
        made
    }

    /// Whether the model has recursive definitions among these terms, and whether all of them are monotone and occur
    /// monotonically, so that a larger solution than the least can only forbid more.
    pub fn recursion(&self, roots: impl IntoIterator<Item = TermId>) -> Recursion {
        let mut seen = IndexSet::new();
        let mut open: Vec<(TermId, bool)> = roots.into_iter().map(|root| (root, true)).collect();
        let mut recursion = Recursion::None;
        while let Some((id, positive)) = open.pop() {
            if !seen.insert((id, positive)) {
                continue;
            }
            match self.get(id) {
                Term::Variable(..) | Term::Fix(..) if !positive => return Recursion::Mixed,
                Term::Fix(..) => recursion = Recursion::Monotone,
                _ => {}
            }
            open.extend(self.get(id).operands().into_iter().map(|(operand, same)| (operand, positive == same)));
        }
        recursion
    }

    /// The union of operands of one sort; there must be at least one.
    pub fn union(&mut self, operands: &[TermId]) -> TermId {
        let sort = self.sort(operands[0]);
        let mut flat = IndexSet::new();
        for operand in operands {
            match self.get(*operand) {
                Term::Union(items) => flat.extend(items.iter().copied()),
                Term::Zero => {}
                _ => {
                    flat.insert(*operand);
                }
            }
        }
        match flat.len() {
            0 => self.zero(),
            1 => flat[0],
            _ => self.add(Term::Union(flat.into_iter().collect()), sort),
        }
    }

    pub fn intersection(&mut self, a: TermId, b: TermId) -> TermId {
        for (relation, product) in [(a, b), (b, a)] {
            if let Term::Product(from, to) = *self.get(product) {
                return self.add(Term::Restrict { relation, from: Some(from), to: Some(to) }, Sort::Relation);
            }
        }
        self.add(Term::Intersection(a, b), self.sort(a))
    }

    pub fn difference(&mut self, a: TermId, b: TermId) -> TermId {
        if let Term::Product(from, to) = *self.get(b) {
            return self.add(Term::Exclude { relation: a, from, to }, Sort::Relation);
        }
        self.add(Term::Difference(a, b), self.sort(a))
    }

    pub fn complement(&mut self, a: TermId) -> TermId {
        self.add(Term::Complement(a), self.sort(a))
    }

    pub fn product(&mut self, a: TermId, b: TermId) -> TermId {
        self.add(Term::Product(a, b), Sort::Relation)
    }

    pub fn identity(&mut self, set: TermId) -> TermId {
        self.add(Term::Identity(set), Sort::Relation)
    }

    pub fn sequence(&mut self, a: TermId, b: TermId) -> TermId {
        if let Term::Identity(set) = *self.get(a) {
            return self.add(Term::Restrict { relation: b, from: Some(set), to: None }, Sort::Relation);
        }
        if let Term::Identity(set) = *self.get(b) {
            return self.add(Term::Restrict { relation: a, from: None, to: Some(set) }, Sort::Relation);
        }
        self.add(Term::Sequence(a, b), Sort::Relation)
    }

    pub fn inverse(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Inverse(inner) => inner,
            _ => self.add(Term::Inverse(a), Sort::Relation),
        }
    }

    pub fn plus(&mut self, a: TermId) -> TermId {
        self.add(Term::Plus(a), Sort::Relation)
    }

    pub fn optional(&mut self, a: TermId) -> TermId {
        self.add(Term::Optional(a), Sort::Relation)
    }

    pub fn domain(&mut self, a: TermId) -> TermId {
        self.add(Term::Domain(a), Sort::Set)
    }

    /// Relations whose composition is the term: the operands of a sequence, with what restricts its ends put on the
    /// first and the last.
    pub fn steps(&mut self, id: TermId) -> Vec<TermId> {
        match self.get(id).clone() {
            Term::Sequence(a, b) => {
                let mut steps = self.steps(a);
                steps.extend(self.steps(b));
                steps
            }
            Term::Restrict { relation, from, to } => {
                let mut steps = self.steps(relation);
                if steps.len() == 1 {
                    return vec![id];
                }
                let last = steps.len() - 1;
                if from.is_some() {
                    steps[0] = self.add(Term::Restrict { relation: steps[0], from, to: None }, Sort::Relation);
                }
                if to.is_some() {
                    steps[last] = self.add(Term::Restrict { relation: steps[last], from: None, to }, Sort::Relation);
                }
                steps
            }
            _ => vec![id],
        }
    }

    /// The terms that `roots` need, in an order in which operands come first.
    pub fn needed(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
        let mut seen = vec![false; self.len()];
        let mut open: Vec<TermId> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                open.extend(self.get(id).operands().into_iter().map(|(operand, _)| operand));
            }
        }
        (0..self.len() as u32).map(TermId).filter(|id| seen[id.index()]).collect()
    }

    /// By term whether it occurs where something is taken away, so that less of it can break an axiom.
    pub fn negative(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<bool> {
        let mut seen = IndexSet::new();
        let mut open: Vec<(TermId, bool)> = roots.into_iter().map(|root| (root, true)).collect();
        let mut negative = vec![false; self.len()];
        while let Some((id, positive)) = open.pop() {
            if !seen.insert((id, positive)) {
                continue;
            }
            negative[id.index()] |= !positive;
            open.extend(self.get(id).operands().into_iter().map(|(operand, same)| (operand, positive == same)));
        }
        negative
    }

    /// Whether there are recursive definitions.
    pub fn has_recursion(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The base sets and relations under `roots`, each with the polarity of its occurrences.
    pub fn polarities(&self, roots: impl IntoIterator<Item = TermId>) -> IndexMap<String, Polarity> {
        let mut seen = IndexSet::new();
        let mut open: Vec<(TermId, bool)> = roots.into_iter().map(|root| (root, true)).collect();
        let mut polarities: IndexMap<String, Polarity> = IndexMap::new();
        while let Some((id, positive)) = open.pop() {
            if !seen.insert((id, positive)) {
                continue;
            }
            if let Term::Base(_, name) = self.get(id) {
                let polarity = polarities.entry(name.clone()).or_default();
                polarity.positive |= positive;
                polarity.negative |= !positive;
            }
            open.extend(self.get(id).operands().into_iter().map(|(operand, same)| (operand, positive == same)));
        }
        polarities
    }
}
