//! Pairs of events as rows of bits.
//!
//! In: pairs. Out: [`Pairs`] with the operations of relation algebra, word by word. It must not know what the pairs mean.

use fixedbitset::FixedBitSet;

use crate::ids::EventId;

/// A set of pairs of the events `0..n`; row `a` holds the partners of `a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    rows: Vec<FixedBitSet>,
}

impl Pairs {
    pub fn new(n: usize) -> Pairs {
        Pairs { rows: vec![FixedBitSet::with_capacity(n); n] }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn row(&self, a: usize) -> &FixedBitSet {
        &self.rows[a]
    }

    pub fn row_mut(&mut self, a: usize) -> &mut FixedBitSet {
        &mut self.rows[a]
    }

    pub fn has(&self, a: EventId, b: EventId) -> bool {
        self.rows[a.index()].contains(b.index())
    }

    pub fn insert(&mut self, a: EventId, b: EventId) {
        self.rows[a.index()].insert(b.index());
    }

    /// Adds pairs; whether some of them are new.
    pub fn add(&mut self, other: &Pairs) -> bool {
        let mut is_more = false;
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            is_more |= !theirs.is_subset(mine);
            mine.union_with(theirs);
        }
        is_more
    }

    #[must_use]
    pub fn and(mut self, other: &Pairs) -> Pairs {
        self.rows.iter_mut().zip(&other.rows).for_each(|(mine, theirs)| mine.intersect_with(theirs));
        self
    }

    #[must_use]
    pub fn without(mut self, other: &Pairs) -> Pairs {
        self.rows.iter_mut().zip(&other.rows).for_each(|(mine, theirs)| mine.difference_with(theirs));
        self
    }

    pub fn product(from: &FixedBitSet, to: &FixedBitSet, n: usize) -> Pairs {
        let mut product = Pairs::new(n);
        from.ones().for_each(|a| product.rows[a].union_with(to));
        product
    }

    pub fn identity(set: &FixedBitSet, n: usize) -> Pairs {
        let mut identity = Pairs::new(n);
        set.ones().for_each(|a| identity.rows[a].insert(a));
        identity
    }

    pub fn sequence(&self, other: &Pairs) -> Pairs {
        let mut result = Pairs::new(self.len());
        for (a, row) in self.rows.iter().enumerate() {
            row.ones().for_each(|middle| result.rows[a].union_with(&other.rows[middle]));
        }
        result
    }

    pub fn inverse(&self) -> Pairs {
        let mut inverse = Pairs::new(self.len());
        for (a, row) in self.rows.iter().enumerate() {
            row.ones().for_each(|b| inverse.rows[b].insert(a));
        }
        inverse
    }

    pub fn closure(&self) -> Pairs {
        let mut result = self.clone();
        for middle in 0..self.len() {
            let through = result.rows[middle].clone();
            for row in result.rows.iter_mut().filter(|row| row.contains(middle)) {
                row.union_with(&through);
            }
        }
        result
    }

    /// The events with a partner.
    pub fn domain(&self) -> FixedBitSet {
        (0..self.len()).filter(|a| !self.rows[*a].is_clear()).collect()
    }
}
