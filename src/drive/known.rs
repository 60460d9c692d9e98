//! What is known where there is no verdict.
//!
//! In: what a search had proved or found when it had to end. Out: plain data, beside a [`Why`](super::verdict::Why). None of
//! it is ever shown as "safe".

use std::collections::BTreeMap;

use super::change::{FenceReport, PairReport};
use super::verdict::ExceededLoop;
use crate::diag::Span;
use crate::exec::Execution;
use crate::exec::skeleton::{Bounded, Skeleton};
use crate::ir::Program;
use crate::patch::Patch;

/// A proof up to a bound: it holds for the executions in which nothing runs further than this.
#[derive(Clone, Debug, Default)]
pub struct WithinBounds {
    /// The loops that might run further, each with the most iterations that were looked at.
    pub loops: Vec<ExceededLoop>,
    /// The functions whose calls might nest deeper.
    pub calls: Vec<ExceededCalls>,
}

/// A function whose calls nest deeper than was looked at.
#[derive(Clone, Debug)]
pub struct ExceededCalls {
    pub function: String,
    pub span: Option<Span>,
    pub bound: u32,
}

/// What a run of `suggest` knows without an answer.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The proposal, or the program as it stands if there is none, is right within these bounds.
    pub bounded: Option<WithinBounds>,
    /// No repair has less than this of what is minimised.
    pub lower_bound: Option<u64>,
    /// A violation of the program as it stands.
    pub violation: Option<Box<Execution>>,
    pub proposal: Option<Proposal>,
}

/// Fences that were found to be enough within some bounds.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub fences: Vec<FenceReport>,
    pub pairs: Vec<PairReport>,
    pub patch: Patch,
    /// The patched text was read again, and no violation was found within the bounds. Only then it may be written.
    pub rechecked: bool,
    /// No repair has less of what is minimised.
    pub fewest: bool,
}

impl WithinBounds {
    /// The bounds of an unfolding that may matter to a proof over it; none if the proof hangs on something else, too.
    ///
    /// Every bound that some execution might exceed is named, not only those that a solver saw exceeded: it does not look
    /// for all of them at any price.
    pub(super) fn of(skeleton: &Skeleton, program: &Program) -> Option<WithinBounds> {
        WithinBounds::named(skeleton.exceeded.iter().map(|exceeded| (exceeded.what, exceeded.bound)), program)
    }

    /// These bounds, by name.
    pub(super) fn named(exceeded: impl IntoIterator<Item = (Bounded, u32)>, program: &Program) -> Option<WithinBounds> {
        let (mut loops, mut calls) = (BTreeMap::new(), BTreeMap::new());
        let least = |slot: &mut u32, bound: u32| *slot = bound.min(*slot);
        for (what, bound) in exceeded {
            match what {
                Bounded::Loop(id) | Bounded::Count(id) => least(loops.entry(id).or_insert(bound), bound),
                Bounded::Recursion(id) => least(calls.entry(id).or_insert(bound), bound),
                Bounded::Chance(_) | Bounded::Coincidence(_) | Bounded::Litter | Bounded::Threads(_) => return None,
            }
        }
        let loops = loops.into_iter().map(|(id, bound)| ExceededLoop { span: program.loops[id.index()].span, bound });
        let calls = calls.into_iter().map(|(id, bound)| {
            let function = program.function(id);
            ExceededCalls { function: function.name.clone(), span: function.span, bound }
        });
        Some(WithinBounds { loops: loops.collect(), calls: calls.collect() })
    }

    /// Whether nothing can run further, so that the proof is one for all executions.
    pub fn is_everything(&self) -> bool {
        self.loops.is_empty() && self.calls.is_empty()
    }
}
