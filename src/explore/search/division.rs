//! Dividing an exploration without talking: each of several searches finds out by itself which part of the whole is its own.
//!
//! In: the steps of a search. Out: whether what is below a choice belongs to this part, and what all parts must have in common.
//! It must not know graphs, nor who puts the parts together.
//!
//! # The division
//! The *trunk* are the choices whose weight (the share of the whole that is below them, [`super::Search`]) is more than a
//! fixed share. What is below a choice that falls under it is a *section*; so is a full graph of the trunk. Every search
//! walks the whole trunk, counts the sections as it comes to them, and goes into those whose number is its own modulo the
//! number of parts.
//!
//! # Why each graph is visited by one part
//! A search is a function of the program, the model, the settings and what it knows of memory. What it knows is complete for the
//! sections that it goes into, or it would have started again. If two searches know the same, they walk the same
//! trunk and number the same sections alike; each section has one owner, who visits each of its graphs once, as the search
//! of the whole does. So parts may be put together if they are parts of the same question and knew the same in the end: that
//! is what the [digest](Whole) holds. Searches with different knowledge may differ in what a section holds.
//!
//! Where executions are told apart by reads-from alone this does not hold: which choices there are, and in which order, hangs on
//! the coherence order that the graph happens to have, and so on the sections that the search has gone into before. Such an
//! exploration is not divided in this way.

use sha2::{Digest, Sha256};

use crate::digest::digits;
use crate::explore::report::{Part, Whole};

/// The sections of the whole are so many times as many as its parts, or more, where there are so many choices.
const SECTIONS: u32 = 64;

/// A search's way of telling its part.
pub struct Division {
    part: Part,
    least: f64,
    sections: u64,
    trunk: Sha256,
}

impl Division {
    pub fn new(part: Part) -> Division {
        let least = 1.0 / (f64::from(part.of) * f64::from(SECTIONS));
        Division { part, least, sections: 0, trunk: Sha256::new() }
    }

    /// Notes a step, if it is one of the trunk: it lies below a choice of this weight.
    pub fn note<'n>(&mut self, weight: f64, step: impl Iterator<Item = &'n u32>) {
        if weight > self.least {
            step.for_each(|number| self.trunk.update(number.to_le_bytes()));
        }
    }

    /// Whether to go into what is below a choice of this weight, the one before it having had the weight `above`.
    pub fn goes_below(&mut self, above: f64, weight: f64) -> bool {
        above <= self.least || weight > self.least || self.is_own()
    }

    /// Whether to visit a full graph below a choice of this weight.
    pub fn visits(&mut self, weight: f64) -> bool {
        weight <= self.least || self.is_own()
    }

    /// Whether the next section is this part's.
    fn is_own(&mut self) -> bool {
        let number = self.sections;
        self.sections += 1;
        number % u64::from(self.part.of) == u64::from(self.part.number)
    }

    /// What was found of the whole when the search has come to its end; the digest holds what else the parts must have in
    /// common.
    pub fn told(self, common: impl IntoIterator<Item = String>) -> Whole {
        let Division { sections, mut trunk, .. } = self;
        trunk.update(sections.to_le_bytes());
        for item in common {
            trunk.update(item.len().to_le_bytes());
            trunk.update(item);
        }
        Whole { sections, digest: digits(&trunk.finalize()) }
    }
}
