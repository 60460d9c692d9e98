//! The elements that can be chosen, and what was chosen.
//!
//! In: nothing. Out: [`Column`], [`Choice`], [`Cost`]. It must not know how a choice is found.

use fixedbitset::FixedBitSet;

/// A cost; sums of all elements' costs must fit.
pub(super) type Cost = u128;

/// An element that can still be chosen.
#[derive(Clone)]
pub(super) struct Column {
    pub element: u32,
    pub cost: Cost,
    /// The rows it hits.
    pub hits: FixedBitSet,
}

/// A set of elements and its cost.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub cost: Cost,
    pub elements: Vec<u32>,
}

impl Choice {
    pub(super) fn of(columns: &[&Column]) -> Self {
        Self { cost: columns.iter().map(|c| c.cost).sum(), elements: columns.iter().map(|c| c.element).collect() }
    }

    pub(super) fn join(mut self, other: Self) -> Self {
        self.cost += other.cost;
        self.elements.extend(other.elements);
        self
    }
}
