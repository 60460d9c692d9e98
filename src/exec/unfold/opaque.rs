//! Floating-point numbers that are computed of what may be many numbers.
//!
//! In: the terms of the skeleton, and where they were computed. Out: a refusal if something hangs on such a number that an
//! execution consists of, or that is to be decided. It must not know solvers.
//!
//! No circuit says what an operator makes of any two numbers. So such a term may have any value in a formula, which is right as
//! long as nothing hangs on it: no guard, address or property, and no value that another access may read. What a term is in
//! an execution is computed from the values that were read and chosen, as everywhere.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Round;
use crate::diag::{Diagnostic, Span};
use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::TermId;

impl Round<'_> {
    /// Notes where a term is computed.
    pub(super) fn computed(&mut self, term: TermId, span: Option<Span>) {
        if self.terms.is_opaque(term) {
            self.opaque.entry(term).or_insert(span);
        }
    }
}

/// Refuses what hangs on numbers that are not known, which were computed there.
pub(super) fn refuse(skeleton: &Skeleton, places: &FxHashMap<TermId, Option<Span>>) -> Result<(), Diagnostic> {
    if places.is_empty() {
        return Ok(());
    }
    let terms = &skeleton.terms;
    let mut open = roots(skeleton);
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    // The first in the text is shown.
    let mut found: Option<Option<Span>> = None;
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if terms.is_opaque(term) {
            let place = places.get(&term).copied().flatten();
            found = Some(found.map_or(place, |found| found.min(place)));
        }
        open.extend(terms.operands(term));
    }
    let Some(place) = found else { return Ok(()) };
    let mut error = Diagnostic::error("what comes of this floating-point operation cannot be determined")
        .help("its operands may be too many numbers to try each: choose among a few constants in their place");
    error.span = place;
    Err(error)
}

/// The terms on which executions and their verdicts hang.
fn roots(skeleton: &Skeleton) -> Vec<TermId> {
    let mut roots: Vec<TermId> = skeleton.required.clone();
    roots.extend(skeleton.violations.iter().map(|violation| violation.condition));
    roots.extend(skeleton.exceeded.iter().map(|exceeded| exceeded.condition));
    roots.extend(skeleton.noticed.iter().map(|noticed| noticed.condition));
    roots.extend(skeleton.meetings.iter().flat_map(|meeting| meeting.members.iter().map(|(_, _, when)| *when)));
    roots.extend(skeleton.threads.iter().flat_map(|thread| [thread.started, thread.finished]));
    let reads = skeleton.events.iter().filter(|event| matches!(event.action, Action::Read { known: false, .. }));
    let read: BTreeSet<u64> =
        reads.filter_map(|event| event.target.as_ref()).flat_map(|target| target.cells.iter().copied()).collect();
    for event in &skeleton.events {
        roots.push(event.guard);
        roots.extend(event.outcome.as_ref().map(|outcome| outcome.failed));
        roots.extend(event.target.as_ref().map(|target| target.address));
        if let (Action::Write { value }, Some(target)) = (&event.action, &event.target)
            && target.cells.iter().any(|cell| read.contains(cell))
        {
            roots.push(*value);
        }
    }
    roots
}
