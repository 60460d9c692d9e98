//! The repairs beside the one that is suggested: those with as few fences at the same cost.
//!
//! In: a [`Task`], what was chosen, and how far that holds. Out: [`Others`], each written into the text, read again and checked again.
//! It must not change what is suggested.
//!
//! Among the candidates, places between which no access lies are one, and so are those that separate the same accesses on the same
//! paths; the best of them stands for all.

use crate::diag::Diagnostic;
use crate::drive::Failure;
use crate::drive::check::{Extent, Run, session, unfolded};
use crate::drive::confirm::Confirm;
use crate::drive::outcome::{Others, Statistics};
use crate::drive::verdict::Decider;
use crate::ids::SiteId;
use crate::progress::{Observer, Phase};
use crate::sat::candidates::{Candidate, Vocabulary};
use crate::synth::{CandidateSet, Ended, all_least};

use super::answer::SatOracle;
use super::assure::{Wanted, assure};
use super::edits::edits_of;
use super::remarks::Evidence;
use super::report::{self, Found};
use super::solve::{Before, Reach};
use super::{Task, placement, raising, remarks};

/// The others, no more than `most` with the one that was chosen.
///
/// # Errors
/// One of them is no program as text.
pub fn others(
    task: &Task<'_>,
    chosen: &[Candidate],
    (before, most): (Before<'_>, usize),
    pairs: &[(SiteId, SiteId)],
    observer: &mut dyn Observer,
) -> Result<Others, Failure> {
    let failure = |diagnostic: Diagnostic| task.failure(diagnostic);
    let (request, program) = (task.request, &task.unit.program);
    let stop = request.stop(task.start);
    let run = Run { request, stop: &stop };
    let mut statistics = Statistics::default();
    let raised =
        request.unwinding.start(program, &task.unit.sources, &request.model, Some(before.bounds)).map_err(failure)?;
    let ready = before.within(&raised.bounds);
    let skeleton = match ready.map_or_else(|| unfolded(run, program, &raised, &mut statistics, observer), Ok) {
        Ok(skeleton) => skeleton,
        // What was cut short refuses what it would not have refused with more time.
        Err(_) if stop.is_reached() => return Ok(Others::untold()),
        Err(diagnostic) => return Err(failure(diagnostic)),
    };
    observer.phase(Phase::OtherRepairs);
    let mut candidates = placement::fences(&skeleton, &request.model, &task.judge, chosen);
    raising::add(&mut candidates, &skeleton, (program, &request.model), &task.judge);
    let weights = placement::weights(&skeleton, &candidates, &task.judge);
    let session = session(run, skeleton, &candidates, Vocabulary::Fences, &mut statistics);
    let mut oracle = SatOracle::new(session, (&candidates, weights), Confirm::new(program, &request.model));
    let first = CandidateSet::of(candidates.len(), chosen.iter().filter_map(|candidate| candidates.id(candidate)));
    let (sets, ended) = all_least(&mut oracle, &first, most, &stop);
    let skeleton = oracle.session.into_skeleton();
    let mut others = Others { repairs: Vec::new(), complete: ended == Ended::Complete };
    for set in &sets[1..] {
        let named: Vec<Candidate> = set.iter().map(|id| candidates.get(id).clone()).collect();
        let edits = edits_of(&named);
        let remarks = remarks::remarks(task, &skeleton, &edits, Evidence { pairs, needed: &[] });
        let wanted = Wanted { edits: &edits, remarks: &remarks, extent: Extent::Verdict };
        match assure(task, wanted, (before.bounds, &Reach::Whole), Decider::Solver, observer)? {
            Ok(assured) => {
                let (edits, insertions) = (&edits, &assured.insertions);
                let found = Found { edits, insertions, needed: Vec::new(), remarks: &remarks };
                others.repairs.push(report::fences(task, found));
            }
            // It is one within the bounds of the suggested one, and beyond them nobody knows.
            Err(_) => others.complete = false,
        }
    }
    Ok(others)
}
