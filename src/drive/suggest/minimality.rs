//! Why nothing less is a repair: the hitting-set instance that synthesis ended with, for people and for scripts.
//!
//! In: a [`Task`] and an [`Instance`]. Out: a [`Minimality`]. It must not decide anything.

use crate::drive::outcome::{CandidateReport, Enforceable, Minimality};
use crate::sat::candidates::Candidate;

use super::Task;
use super::assure::texts;
use super::edits::edits_of;
use super::report::pair;
use super::solve::Instance;

/// The instance, with its candidates as they are known outside.
pub fn report(task: &Task<'_>, instance: &Instance) -> Minimality {
    let what = |candidate: &Candidate| match candidate {
        Candidate::Pair(a, b) => Enforceable::Pair(pair(task, (*a, *b))),
        Candidate::Fence { .. } | Candidate::Order { .. } => {
            let edits = edits_of(std::slice::from_ref(candidate));
            let insertion = texts(task, &edits).pop().expect("an edit has a text; please report this");
            Enforceable::Edit { kind: edits[0].name(task), insertion }
        }
    };
    let candidates = instance
        .candidates
        .iter()
        .map(|(candidate, weight)| CandidateReport { what: what(candidate), weight: (weight.main, weight.other) });
    Minimality {
        candidates: candidates.collect(),
        sets: instance.sets.clone(),
        alternatives: instance.alternatives.clone(),
        chosen: instance.chosen.clone(),
    }
}
