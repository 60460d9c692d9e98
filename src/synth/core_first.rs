//! Core first: proofs of safety and counterexamples steer each other. The default algorithm.
//!
//! In: a session. Out: a minimum set of candidates that leaves no violation. It must not use bounds, and it must
//! not confine the repair to a core: a core is one sufficient set, the minimum may be another.
//!
//! The reordered candidates of a violation meet every sufficient set (a set of candidates that, enforced, leaves
//! no violation), and a proof of safety hands over a sufficient set: its core. So every *minimal* violation is a
//! minimal hitting set of sufficient sets, just as the repair is a minimum hitting set of violations. The
//! algorithm collects both:
//!
//! 1. Everything is enforced. A violation now is not repairable; a proof gives a first core, and asking again
//!    with the core alone gives a smaller one, until it stops shrinking.
//! 2. The repair's lower bound H is a minimum hitting set of the violations so far. It is the answer once it
//!    contains a core, or once some core weighs no more that has no two candidates that exclude each other.
//! 3. Otherwise the cores propose a violation that H does not avoid: a minimal hitting set M of the cores without
//!    members of H. The query relaxes M alone and enforces everything else. A violation there is minimal, since
//!    each member of M is the only one to meet some core. At first M is a single candidate that all cores share,
//!    and a violation proves that candidate to be in every repair. A proof gives another core instead.
//! 4. After [`GUESSES`] such proofs in a row the query is H alone. If that is safe, H is the answer. A violation
//!    is shrunk by proposals of the same kind that stay inside of it.
//!
//! # Sources and deviations
//! The frame is the implicit hitting set approach (E. Moreno-Centeno and R. M. Karp, The implicit hitting set
//! approach to solve combinatorial optimization problems, 2013; J. Davies and F. Bacchus, Solving MAXSAT by
//! solving a sequence of simpler SAT instances, 2011), which is Algorithm 2 of the ROBMC paper seen from far.
//! That cores and violations are hitting sets of each other is the duality behind MARCO (M. H. Liffiton,
//! A. Previti, A. Malik and J. Marques-Silva, Fast, flexible MUS enumeration, 2016). Growing the enforced set
//! one candidate at a time is the textbook way to shrink a violation; proposals from cores need as many queries
//! as the violation has members, however many innocent ones there are, and not as many as it might have.

use super::candidate_set::CandidateSet;
use super::hitting_set::HittingSets;
use super::oracle::{Oracle, Weight};
use super::session::{Found, Heard, Session, Stop};
use crate::ids::CandidateId;
use crate::progress::Phase;

/// So many proposed violations in a row may turn out not to exist before the lower bound is asked for itself.
/// Measured on generated families: one is best for single culprits among innocent candidates (9 queries for
/// six of them; 14 without proposals when the oracle adds needless reorderings) and close to best elsewhere.
const GUESSES: usize = 1;

/// So many proposals may fail while one violation is shrunk, per member of the last proposal, before it is
/// shrunk one part after another. Cores that name much more than a proof needs get there; with honest cores
/// less patience costs queries.
const PATIENCE: usize = 4;

/// The sufficient sets that proofs handed over.
struct Cores {
    /// No member contains another one.
    sets: Vec<CandidateSet>,
    /// The one of least weight, the first of those, among those that a repair can be.
    best: Option<(CandidateSet, Weight)>,
}

impl Cores {
    fn new(first: CandidateSet, family: &HittingSets) -> Self {
        let mut cores = Self { sets: Vec::new(), best: None };
        cores.add(first, family);
        cores
    }

    fn add(&mut self, core: CandidateSet, family: &HittingSets) {
        let weight = family.weight(&core);
        let is_better = self.best.as_ref().is_none_or(|(_, best)| weight < *best);
        if is_better && family.alternatives().clash(&core).is_none() {
            self.best = Some((core.clone(), weight));
        }
        if !self.sets.iter().any(|old| old.is_subset(&core)) {
            self.sets.retain(|old| !core.is_subset(old));
            self.sets.push(core);
        }
    }

    /// A set inside of `within` that meets every core and of which no proper subset does: a violation that no
    /// proof excludes so far. It takes the candidate that most of the cores left share, again and again, the
    /// lowest of several, and then drops what became superfluous.
    fn propose(&self, within: &CandidateSet) -> CandidateSet {
        let mut left: Vec<&CandidateSet> = self.sets.iter().collect();
        let mut proposal = CandidateSet::new(within.universe());
        let mut order: Vec<CandidateId> = Vec::new();
        while !left.is_empty() {
            let mut shared = vec![0_usize; within.universe()];
            for core in &left {
                core.intersection(within).iter().for_each(|member| shared[member.index()] += 1);
            }
            let most = shared.iter().copied().max().unwrap_or(0);
            assert!(most > 0, "a violation meets no candidate of a proof of safety; please report this");
            let member = CandidateId::from_index(shared.iter().position(|&s| s == most).unwrap_or(0));
            proposal.insert(member);
            order.push(member);
            left.retain(|core| !core.contains(member));
        }
        for member in order {
            proposal.remove(member);
            if self.sets.iter().any(|core| core.is_disjoint(&proposal)) {
                proposal.insert(member);
            }
        }
        proposal
    }

    /// The members of a violation without which it could not exist: alone in meeting some core.
    fn required(&self, violation: &CandidateSet) -> CandidateSet {
        let mut required = CandidateSet::new(violation.universe());
        for core in &self.sets {
            if core.overlap(violation) == 1 {
                required.union_with(&core.intersection(violation));
            }
        }
        required
    }
}

pub(super) fn run<O: Oracle>(session: &mut Session<'_, O>) -> Result<Found, Stop<O::Witness>> {
    session.phase(Phase::EverythingEnforced);
    let mut cores = first_core(session)?;
    session.phase(Phase::Minimum);
    loop {
        session.statistics.iterations += 1;
        let lower = session.minimum()?;
        let weight = session.family.weight(&lower);
        if let Some((best, _)) = cores.best.as_ref().filter(|(_, best)| *best <= weight) {
            return Ok(Found { chosen: best.clone(), bounded: None });
        }
        if let Some(violation) = find(session, &mut cores, &lower)? {
            session.add_counterexample(violation);
        }
    }
}

/// Step 1: a core that is its own core.
fn first_core<O: Oracle>(session: &mut Session<'_, O>) -> Result<Cores, Stop<O::Witness>> {
    let mut enforced = CandidateSet::full(session.universe);
    loop {
        match session.ask(&enforced, None)? {
            // Everything, or everything that a proof used, is enforced: nothing is left to be relaxed.
            Heard::Violation(_) => {
                panic!("a violation outlived a proof that excludes it; please report this")
            }
            Heard::Safe(core) => {
                let shrinks = core.enforced.len() < enforced.len();
                enforced = core.enforced;
                if !shrinks || enforced.len() <= 1 {
                    return Ok(Cores::new(enforced, &session.family));
                }
            }
        }
    }
}

/// Steps 3 and 4: a minimal violation that `lower` does not avoid, or `None` when `lower` proves sufficient and
/// is therefore among the cores now.
fn find<O: Oracle>(
    session: &mut Session<'_, O>,
    cores: &mut Cores,
    lower: &CandidateSet,
) -> Result<Option<CandidateSet>, Stop<O::Witness>> {
    let open = lower.complement();
    for _ in 0..GUESSES {
        let proposal = cores.propose(&open);
        match relax(session, cores, &proposal)? {
            Some(violation) => return Ok(Some(violation)),
            None if cores.sets.iter().any(|core| core.is_subset(lower)) => return Ok(None),
            None => {}
        }
    }
    match relax(session, cores, &open)? {
        Some(violation) => shrink(session, cores, violation).map(Some),
        None => Ok(None),
    }
}

/// Asks for a violation that relaxes only members of `open`, and keeps the core if there is none.
fn relax<O: Oracle>(
    session: &mut Session<'_, O>,
    cores: &mut Cores,
    open: &CandidateSet,
) -> Result<Option<CandidateSet>, Stop<O::Witness>> {
    match session.ask(&open.complement(), None)? {
        Heard::Violation(relaxed) => Ok(Some(relaxed)),
        Heard::Safe(core) => {
            cores.add(core.enforced, &session.family);
            Ok(None)
        }
    }
}

/// A minimal violation inside of a violation.
fn shrink<O: Oracle>(
    session: &mut Session<'_, O>,
    cores: &mut Cores,
    violation: CandidateSet,
) -> Result<CandidateSet, Stop<O::Witness>> {
    let mut failures = 0;
    loop {
        let proposal = cores.propose(&violation);
        if proposal.len() == violation.len() {
            return Ok(violation);
        }
        if failures > PATIENCE * proposal.len() {
            return shrink_by_parts(session, cores, violation);
        }
        match relax(session, cores, &proposal)? {
            Some(found) => return Ok(found),
            None => failures += 1,
        }
    }
}

/// A minimal violation inside of a violation, by leaving out parts of it: half of what is not known to be
/// required first, less after each part that turns out to be needed.
fn shrink_by_parts<O: Oracle>(
    session: &mut Session<'_, O>,
    cores: &mut Cores,
    mut violation: CandidateSet,
) -> Result<CandidateSet, Stop<O::Witness>> {
    let mut part = usize::MAX;
    loop {
        let spare = violation.difference(&cores.required(&violation));
        if spare.is_empty() {
            return Ok(violation);
        }
        part = part.min(spare.len().div_ceil(2));
        let mut smaller = violation.clone();
        spare.iter().take(part).for_each(|member| smaller.remove(member));
        match relax(session, cores, &smaller)? {
            Some(found) => {
                violation = found;
                part = part.saturating_mul(2);
            }
            // A single member that is needed is required from now on: the core just learnt has only that one.
            None => part = (part / 2).max(1),
        }
    }
}
