//! What given fences do, where it was not for fences that was searched: whether they are enough, and the violation behind each.
//!
//! In: a [`Task`], a skeleton and the fences that stand for what was found. Out: whether the program is wrong with them; for each of them a
//! violation that comes back without it, as long as there is time, and a remark where there is none. It must not know why these fences.

use crate::drive::change::FenceReport;
use crate::drive::check::{Run, session};
use crate::drive::confirm::Confirm;
use crate::drive::outcome::{Objective, Statistics};
use crate::exec::Execution;
use crate::exec::skeleton::Skeleton;
use crate::ids::CandidateId;
use crate::sat::candidates::{Candidate, Candidates, Vocabulary};
use crate::synth::{CandidateSet, Weight};

use super::answer::SatOracle;
use super::{Assurance, Task};

/// For each fence a violation without it and with all others.
pub fn behind(task: &Task<'_>, skeleton: &Skeleton, fences: &[Candidate]) -> Vec<Option<Box<Execution>>> {
    if task.settings.assurance == Assurance::Search {
        return vec![None; fences.len()];
    }
    let (candidates, mut oracle) = asked(task, skeleton, fences);
    let all = all(&candidates);
    let without = |fence: &Candidate| {
        let mut others = all.clone();
        others.remove(candidates.id(fence)?);
        oracle.violation(&others)
    };
    fences.iter().map(without).collect()
}

/// Whether the program still has a violation with these fences; as far as there is time to find it.
pub fn is_wrong(task: &Task<'_>, skeleton: &Skeleton, fences: &[Candidate]) -> bool {
    let (candidates, mut oracle) = asked(task, skeleton, fences);
    oracle.violation(&all(&candidates)).is_some()
}

fn all(candidates: &Candidates) -> CandidateSet {
    CandidateSet::of(candidates.len(), (0..candidates.len()).map(CandidateId::from_index))
}

/// These fences as candidates, and whom to ask about them.
fn asked<'t>(task: &'t Task<'_>, skeleton: &Skeleton, fences: &[Candidate]) -> (Candidates, SatOracle<'t>) {
    let stop = task.request.stop(task.start);
    let run = Run { request: task.request, stop: &stop };
    let candidates = Candidates { all: fences.iter().cloned().collect(), ..Candidates::default() };
    // These counts are none of the search's.
    let mut statistics = Statistics::default();
    let session = session(run, skeleton.clone(), &candidates, Vocabulary::Fences, &mut statistics);
    let weights = vec![Weight::single(1); candidates.len()];
    let oracle = SatOracle::new(session, (&candidates, weights), Confirm::new(&task.unit.program, &task.request.model));
    (candidates, oracle)
}

/// The reports, with a remark on each fence for pairs without which nothing is wrong. Every pair has its fence, but a fence orders more than
/// its pair, so that two may be enough for three.
pub fn told(task: &Task<'_>, mut reports: Vec<FenceReport>) -> Vec<FenceReport> {
    let was_asked = task.settings.objective == Objective::Pairs && task.settings.assurance == Assurance::Full;
    if !was_asked || task.request.stop(task.start).is_reached() {
        return reports;
    }
    for report in reports.iter_mut().filter(|report| report.needed_because.is_none()) {
        report.remarks.push(
            "without it alone nothing goes wrong, as the other fences order more than their pairs; `--minimize fences` looks for the \
             fewest fences"
                .to_string(),
        );
    }
    reports
}
