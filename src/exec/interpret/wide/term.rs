//! How a value is computed from a choice: by adding, negating and extending.
//!
//! In: the steps. Out: the value for each value of the choice, and where, going up through the choices, what hangs on it
//! may change. It must not know classes.

use super::ChoiceId;
use crate::ir::Width;

use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Add(u64, Width),
    Negate(Width),
    /// From this width.
    ZeroExtend(Width),
    /// From the one to the other width.
    SignExtend(Width, Width),
}

impl Step {
    fn apply(self, value: u64) -> u64 {
        match self {
            Step::Add(number, width) => value.wrapping_add(number) & width.mask(),
            Step::Negate(width) => value.wrapping_neg() & width.mask(),
            Step::ZeroExtend(_) => value,
            Step::SignExtend(from, to) => from.signed(value) as u64 & to.mask(),
        }
    }

    /// Where something may change before the step that may change at `starts` behind it. Numbers have 0 and their end
    /// beside them: what is a step of one here is one there, but for the places that are added.
    fn back(self, mut starts: BTreeSet<u64>) -> BTreeSet<u64> {
        match self {
            Step::Add(number, width) => {
                starts.insert(0);
                starts.into_iter().map(|at| at.wrapping_sub(number) & width.mask()).collect()
            }
            Step::Negate(width) => {
                starts.insert(0);
                // Going up here is going down there: what begins at `at` there ends at `-at` here.
                starts.into_iter().map(|at| at.wrapping_neg().wrapping_add(1) & width.mask()).collect()
            }
            Step::ZeroExtend(from) => starts.into_iter().filter(|at| *at <= from.mask()).collect(),
            Step::SignExtend(from, to) => {
                let below = from.sign_bit();
                let negative = to.mask() - (below - 1);
                let mut before: BTreeSet<u64> = starts.iter().copied().filter(|at| *at < below).collect();
                before.extend(starts.into_iter().filter(|at| *at >= negative).map(|at| at & from.mask()));
                before.insert(below);
                before
            }
        }
    }
}

/// A value that hangs on a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub choice: ChoiceId,
    /// What was taken for the choice.
    pub value: u64,
    steps: Vec<Step>,
}

impl Term {
    pub fn new(choice: ChoiceId, value: u64) -> Term {
        Term { choice, value, steps: Vec::new() }
    }

    /// Whether it is the choice itself.
    pub fn is_plain(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether a number of 64 bits is added of which this holds.
    pub fn adds(&self, holds: impl Fn(u64) -> bool) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Add(number, Width::POINTER) if holds(*number)))
    }

    /// Appends a step; steps that make one are put together, so that a loop that counts has short terms.
    pub fn push(&mut self, step: Step) {
        match (self.steps.last_mut(), step) {
            (Some(Step::Add(sum, _)), Step::Add(number, width)) => {
                *sum = sum.wrapping_add(number) & width.mask();
                if *sum == 0 {
                    self.steps.pop();
                }
            }
            (_, Step::Add(0, _)) => {}
            (Some(Step::Negate(_)), Step::Negate(_)) => drop(self.steps.pop()),
            _ => self.steps.push(step),
        }
    }

    /// The term whose extension this is, if that has this width.
    pub fn before_extension(&self, width: Width) -> Option<Term> {
        match self.steps.last() {
            Some(Step::ZeroExtend(from) | Step::SignExtend(from, _)) if *from == width => {
                let steps = self.steps[..self.steps.len() - 1].to_vec();
                Some(Term { steps, ..*self })
            }
            _ => None,
        }
    }

    /// The value for this value of the choice.
    pub fn at(&self, value: u64) -> u64 {
        self.steps.iter().fold(value, |value, step| step.apply(value))
    }

    /// The values of the choice at which something may change that hangs on this value and changes only at `starts`.
    pub fn starts(&self, starts: BTreeSet<u64>) -> BTreeSet<u64> {
        self.steps.iter().rev().fold(starts, |starts, step| step.back(starts))
    }
}
