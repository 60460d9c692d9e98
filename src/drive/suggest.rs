//! `suggest`: the fewest fences that make the program correct under the model, written and checked again.
//!
//! In: a [`Request`] and [`SuggestSettings`]. Out: a [`SuggestReport`]. The way: unfold, encode with one literal per
//! candidate, synthesise, prove the unwinding with the chosen candidates, write the fences into the text, read the
//! text again and check it.

use std::time::Instant;

use super::answer::SatOracle;
use super::check::{note, pick, session, unfolded};
use super::confirm::Confirm;
use super::outcome::{
    AccessReport, Destination, FenceReport, Objective, PairReport, Statistics, SuggestReport, Suggestion, Verdict, Why,
};
use super::placement;
use super::recheck::recheck;
use super::{Failure, Request, racy, read};
use crate::diag::{Diagnostic, Sources, Span};
use crate::exec::Execution;
use crate::exec::skeleton::Skeleton;
use crate::exec::unfold::Bounds;
use crate::frontend::Unit;
use crate::ids::{CandidateId, EventId, PointId, SiteId};
use crate::ir::{Placement, SiteKind};
use crate::patch::{Insertion, Patch};
use crate::progress::Observer;
use crate::sat::candidates::{Candidate, Candidates, Vocabulary, reorderable};
use crate::synth::{self, Answer, CandidateSet, HittingSets, Oracle, Query, Synthesis, Weight};

/// How much is done for certainty once the fences are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assurance {
    /// Each fence is shown to be needed, and the patched text is read again and checked.
    #[default]
    Full,
    /// Nothing: only the search is wanted, to measure it. The report then says that nothing was checked again, and
    /// with the objective `fences` it names no pairs.
    Search,
}

/// What `suggest` is told beyond what is to be checked.
#[derive(Clone, Debug)]
pub struct SuggestSettings {
    pub synthesis: synth::Settings,
    pub objective: Objective,
    pub destination: Destination,
    pub assurance: Assurance,
}

impl Default for SuggestSettings {
    fn default() -> Self {
        SuggestSettings {
            synthesis: synth::Settings::default(),
            objective: Objective::Fences,
            destination: Destination::None,
            assurance: Assurance::default(),
        }
    }
}

/// What synthesis found at a bound that holds.
struct Solved {
    skeleton: Skeleton,
    outcome: Outcome,
}

enum Outcome {
    Safe,
    Repaired(Repaired),
    Unrepairable(Box<Execution>),
    Unknown(Why),
}

/// Candidates of least cost that leave no violation.
#[derive(Clone)]
struct Repaired {
    chosen: Vec<Candidate>,
    /// For each of them a violation that comes back without it.
    needed: Vec<Option<Box<Execution>>>,
    first: Box<Execution>,
}

/// Repairs the program of a request.
pub fn suggest(
    request: &Request,
    settings: &SuggestSettings,
    observer: &mut dyn Observer,
) -> Result<(SuggestReport, Sources), Failure> {
    let start = Instant::now();
    observer.phase("read");
    let unit = read(request)?;
    let mut run = Run {
        request,
        settings,
        unit,
        start,
        statistics: Statistics::default(),
        culprit_pairs: 0,
        warning: None,
        bounds: None,
    };
    run.statistics.read = start.elapsed();
    let suggestion = run.suggestion(observer)?;
    let report = SuggestReport {
        suggestion,
        model: request.model.name().to_string(),
        algorithm: settings.synthesis.algorithm.name().to_string(),
        objective: settings.objective,
        culprit_pairs: run.culprit_pairs,
        cross_check: None,
        statistics: run.statistics,
        warnings: run.unit.warnings.into_iter().chain(run.warning).collect(),
    };
    Ok((report, run.unit.sources))
}

struct Run<'r> {
    request: &'r Request,
    settings: &'r SuggestSettings,
    unit: Unit,
    start: Instant,
    statistics: Statistics,
    culprit_pairs: usize,
    warning: Option<Diagnostic>,
    /// The unwinding bounds that were reached.
    bounds: Option<Bounds>,
}

impl Run<'_> {
    fn suggestion(&mut self, observer: &mut dyn Observer) -> Result<Suggestion, Failure> {
        let vocabulary = match self.settings.objective {
            Objective::Fences => Vocabulary::Fences,
            Objective::Pairs => Vocabulary::Pairs,
        };
        let solved = self.solve(vocabulary, observer).map_err(|d| self.failure(d))?;
        let bound = solved.skeleton.deepest;
        let (chosen, needed, first) = match solved.outcome {
            Outcome::Safe => {
                self.warning = racy::warn(&self.unit.program, &solved.skeleton, &[]);
                return Ok(Suggestion::Safe { bound });
            }
            Outcome::Unknown(why) => return Ok(Suggestion::Unknown(why)),
            Outcome::Unrepairable(counterexample) => {
                return self.unrepairable(counterexample, vocabulary, observer);
            }
            Outcome::Repaired(Repaired { chosen, needed, first }) => (chosen, needed, first),
        };
        let pairs = self.pairs(vocabulary, &chosen, observer).map_err(|d| self.failure(d))?;
        self.culprit_pairs = pairs.len();
        self.warning = racy::warn(&self.unit.program, &solved.skeleton, &pairs);
        let fences = match vocabulary {
            Vocabulary::Pairs => match self.realise(&solved.skeleton, &pairs) {
                Some(fences) => fences,
                None => {
                    let reason =
                        "no statement boundary of the source lies between two accesses that must stay in order";
                    return Ok(Suggestion::Unrepairable { counterexample: first, reason: reason.to_string() });
                }
            },
            _ => chosen,
        };
        self.finish(&solved.skeleton, Found { fences, needed, pairs, first, bound }, observer)
    }

    fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::one(self.unit.sources.clone(), diagnostic)
    }

    /// Synthesises, raising the unwinding bound until the result holds beyond it.
    ///
    /// A higher bound only adds executions: what repairs the program there costs at least as much as what repairs it
    /// here. So the repair of one bound is tried at the next before anything else, and if it holds it is a minimum.
    fn solve(&mut self, vocabulary: Vocabulary, observer: &mut dyn Observer) -> Result<Solved, Diagnostic> {
        let mut raised = self.request.unwinding.start(&self.unit.program, &self.unit.sources, self.bounds.as_ref())?;
        let mut settled: Option<Repaired> = None;
        loop {
            let skeleton = unfolded(self.request, &self.unit.program, &raised, &mut self.statistics, observer)?;
            let candidates = match vocabulary {
                Vocabulary::Fences => {
                    let chosen = settled.as_ref().map_or(&[][..], |repaired| &repaired.chosen);
                    placement::fences(&skeleton, &self.unit.program, &self.request.model, chosen)
                }
                _ => placement::pairs(&skeleton, &self.request.model),
            };
            self.statistics.candidates = candidates.len();
            let session = session(self.request, skeleton, &candidates, vocabulary, self.start, &mut self.statistics);
            let confirm = Confirm::new(&self.unit.program, &self.request.model);
            let mut oracle = SatOracle::new(session, &candidates, &self.request.model, confirm);
            let mut settings = self.settings.synthesis.clone();
            settings.deadline = self.request.deadline(self.start);
            let still = settled.as_ref().and_then(|repaired| still(repaired, &mut oracle, &candidates));
            let (outcome, exceeded) = match still {
                Some(answer) => answer,
                None => {
                    let known = settled.take().map(|repaired| repaired.first);
                    let synthesis = synth::synthesise(&mut oracle, &settings, known, observer);
                    let counted = synthesis.statistics();
                    self.statistics.iterations += counted.iterations as u64;
                    self.statistics.questions += counted.queries as u64;
                    self.statistics.counterexamples += counted.counterexamples as u64;
                    self.statistics.largest_bound = self.statistics.largest_bound.max(counted.largest_bound);
                    self.statistics.hitting_set += counted.hitting_set_time;
                    outcome(synthesis, &mut oracle, &candidates, settings.deadline, self.settings.assurance)
                }
            };
            self.statistics.solve += oracle.solving;
            note(&mut self.statistics, &oracle.session);
            let skeleton = oracle.session.into_skeleton();
            self.bounds = Some(raised.bounds.clone());
            if exceeded.is_empty() {
                return Ok(Solved { skeleton, outcome });
            }
            if let Outcome::Repaired(repaired) = outcome {
                settled = Some(repaired);
            }
            let exceeded = pick(&skeleton, &exceeded);
            if let Err(why) = raised.raise(&exceeded, &self.unit.program) {
                return Ok(Solved { skeleton, outcome: Outcome::Unknown(why) });
            }
        }
    }

    /// Whether nothing helps because the program is wrong even when nothing is reordered, or because a fence has
    /// nowhere to stand; with a counterexample of the former kind where there is one.
    fn unrepairable(
        &mut self,
        counterexample: Box<Execution>,
        vocabulary: Vocabulary,
        observer: &mut dyn Observer,
    ) -> Result<Suggestion, Failure> {
        let ordered = if vocabulary == Vocabulary::Pairs {
            Outcome::Unrepairable(counterexample.clone())
        } else {
            observer.phase("keep every pair in order");
            self.solve(Vocabulary::Pairs, observer).map_err(|d| self.failure(d))?.outcome
        };
        Ok(match ordered {
            Outcome::Unrepairable(counterexample) => Suggestion::Unrepairable {
                counterexample,
                reason: "the program is wrong even when nothing is reordered".to_string(),
            },
            Outcome::Unknown(why) => Suggestion::Unknown(why),
            Outcome::Safe | Outcome::Repaired(_) => Suggestion::Unrepairable {
                counterexample,
                reason: "accesses that must stay in order have no statement boundary between them where a fence could \
                         stand"
                    .to_string(),
            },
        })
    }

    /// The culprit pairs: a minimum set of pairs whose order repairs the program.
    fn pairs(
        &mut self,
        vocabulary: Vocabulary,
        chosen: &[Candidate],
        observer: &mut dyn Observer,
    ) -> Result<Vec<(SiteId, SiteId)>, Diagnostic> {
        let chosen = if vocabulary == Vocabulary::Pairs {
            chosen.to_vec()
        } else if self.settings.assurance == Assurance::Search {
            Vec::new()
        } else {
            observer.phase("name the culprit pairs");
            let kept = self.statistics.clone();
            let solved = self.solve(Vocabulary::Pairs, observer);
            // The counts of the report are those of the search for fences.
            let spent = std::mem::replace(&mut self.statistics, kept);
            self.statistics.solve = spent.solve;
            match solved?.outcome {
                Outcome::Repaired(repaired) => repaired.chosen,
                _ => Vec::new(),
            }
        };
        Ok(chosen
            .into_iter()
            .filter_map(|c| match c {
                Candidate::Pair(a, b) => Some((a, b)),
                Candidate::Fence { .. } => None,
            })
            .collect())
    }

    /// The fewest fences that order the given pairs.
    fn realise(&self, skeleton: &Skeleton, pairs: &[(SiteId, SiteId)]) -> Option<Vec<Candidate>> {
        let model = &self.request.model;
        let candidates = placement::fences(skeleton, &self.unit.program, model, &[]);
        let weights: Vec<Weight> = candidates
            .all
            .iter()
            .map(|c| match c {
                Candidate::Fence { kind, .. } => Weight::single(u64::from(model.fences()[*kind].cost)),
                Candidate::Pair(..) => Weight::single(1),
            })
            .collect();
        let instances = reorderable(skeleton, model);
        let uses = placement::instances(skeleton);
        let places = placement::places(skeleton);
        let mut sets = HittingSets::new(&weights);
        for pair in pairs {
            let Some(all) = instances.get(pair) else { continue };
            // Each instance must be separated by some fence on its paths.
            for instance in all {
                let helpful = candidates.all.iter().enumerate().filter_map(|(i, c)| match c {
                    Candidate::Fence { point, kind } => {
                        let one = std::slice::from_ref(instance);
                        placement::orders(skeleton, model, &uses[point], *kind, one, &places)
                            .then(|| crate::ids::CandidateId::from_index(i))
                    }
                    Candidate::Pair(..) => None,
                });
                let set = CandidateSet::of(candidates.len(), helpful);
                if set.is_empty() {
                    return None;
                }
                sets.add(set);
            }
        }
        let chosen = sets.minimum(None)?;
        Some(chosen.iter().map(|c| candidates.get(c).clone()).collect())
    }

    fn finish(
        &mut self,
        skeleton: &Skeleton,
        found: Found,
        observer: &mut dyn Observer,
    ) -> Result<Suggestion, Failure> {
        let patching = Instant::now();
        let model = &self.request.model;
        let fences: Vec<(PointId, usize)> = found
            .fences
            .iter()
            .filter_map(|c| match c {
                Candidate::Fence { point, kind } => Some((*point, *kind)),
                Candidate::Pair(..) => None,
            })
            .collect();
        let insertions: Vec<Insertion> = fences
            .iter()
            .map(|(point, kind)| Insertion {
                placement: self.unit.program.point(*point).placement.clone(),
                text: model.fences()[*kind].spelling.clone(),
            })
            .collect();
        let patch = crate::patch::apply(&self.unit.sources, &insertions).map_err(|d| self.failure(d))?;
        let written = self.write(&patch)?;
        let read_text = |index: usize| -> String {
            match &written[index] {
                Some(path) => std::fs::read_to_string(path).unwrap_or_default(),
                None => patch.files[index].patched.clone(),
            }
        };
        let rechecked = self.settings.assurance == Assurance::Full;
        if rechecked {
            match recheck(self.request, &patch, &read_text, self.bounds.as_ref(), self.start, observer)? {
                Verdict::Safe { .. } => {}
                Verdict::Unknown(why) => return Ok(Suggestion::Unknown(why)),
                Verdict::Violation(_) => {
                    panic!("the patched program still violates its assertions; please report this")
                }
            }
        }
        let uses = placement::instances(skeleton);
        let places = placement::places(skeleton);
        let instances = reorderable(skeleton, model);
        let pairs: Vec<PairReport> = found.pairs.iter().map(|p| self.pair(*p)).collect();
        let mut needed = found.needed.into_iter();
        let reports = fences
            .iter()
            .enumerate()
            .map(|(index, (point, kind))| {
                let empty: Vec<(EventId, EventId)> = Vec::new();
                let ordered = found.pairs.iter().filter(|pair| {
                    let all = instances.get(*pair).unwrap_or(&empty);
                    all.iter().any(|instance| {
                        let one = std::slice::from_ref(instance);
                        placement::orders(skeleton, model, &uses[point], *kind, one, &places)
                    })
                });
                FenceReport {
                    span: span_of(&insertions[index].placement),
                    placement: insertions[index].placement.clone(),
                    kind: model.fences()[*kind].name.clone(),
                    text: model.fences()[*kind].spelling.clone(),
                    orders: ordered.map(|p| self.pair(*p)).collect(),
                    needed_because: match self.settings.objective {
                        Objective::Fences => needed.next().flatten(),
                        Objective::Pairs => None,
                    },
                }
            })
            .collect();
        self.statistics.patch += patching.elapsed();
        Ok(Suggestion::Repaired {
            fences: reports,
            pairs,
            counterexample: found.first,
            patch,
            rechecked,
            bound: found.bound,
        })
    }

    /// Writes the patched files where they go; returns where each can be read again.
    fn write(&self, patch: &Patch) -> Result<Vec<Option<std::path::PathBuf>>, Failure> {
        let fail = |d| self.failure(d);
        match &self.settings.destination {
            Destination::None => Ok(vec![None; patch.files.len()]),
            Destination::InPlace => {
                patch.write_in_place().map_err(fail)?;
                Ok(patch.files.iter().map(|f| Some(f.path.clone())).collect())
            }
            Destination::File(target) => {
                let main = self.unit.sources.files().next().map(|(_, f)| f.path.clone());
                let mut paths = Vec::new();
                let mut main_written = false;
                for file in &patch.files {
                    let path = if Some(&file.path) == main.as_ref() {
                        main_written = true;
                        target.clone()
                    } else {
                        let name = file.path.file_name().unwrap_or(file.path.as_os_str());
                        target.with_file_name(name)
                    };
                    if path.canonicalize().is_ok_and(|p| file.path.canonicalize().is_ok_and(|q| p == q))
                        && Some(&file.path) != main.as_ref()
                    {
                        return Err(fail(
                            Diagnostic::error(format!(
                                "`{}` would be overwritten with its patched version",
                                path.display()
                            ))
                            .help("write to another directory, or use --in-place"),
                        ));
                    }
                    crate::patch::write_file(&path, &file.patched).map_err(fail)?;
                    paths.push(Some(path));
                }
                if !main_written && let Some((_, file)) = self.unit.sources.files().next() {
                    crate::patch::write_file(target, &file.text).map_err(fail)?;
                }
                Ok(paths)
            }
        }
    }

    fn pair(&self, (a, b): (SiteId, SiteId)) -> PairReport {
        PairReport { first: self.access(a), second: self.access(b) }
    }

    fn access(&self, id: SiteId) -> AccessReport {
        let site = self.unit.program.site(id);
        AccessReport { span: site.span, text: site.text.clone(), write: site.kind != SiteKind::Load }
    }
}

/// The outcome if the repair of a lower bound leaves no violation at this one, and the bounds that are exceeded with it.
fn still(repaired: &Repaired, oracle: &mut SatOracle<'_>, candidates: &Candidates) -> Option<(Outcome, Vec<usize>)> {
    let chosen: Option<Vec<CandidateId>> = repaired.chosen.iter().map(|c| candidates.id(c)).collect();
    let chosen = CandidateSet::of(candidates.len(), chosen?);
    match oracle.solve(&Query { enforced: &chosen, bound: None }) {
        Answer::Safe(_) => Some(match oracle.exceeded(&chosen) {
            Some(exceeded) => (Outcome::Repaired(repaired.clone()), exceeded),
            None => (Outcome::Unknown(Why::Timeout), Vec::new()),
        }),
        Answer::Unknown(_) => Some((Outcome::Unknown(Why::Timeout), Vec::new())),
        Answer::Violation(_) => None,
    }
}

/// The outcome, and the bounds that are exceeded with the chosen candidates enforced.
fn outcome(
    synthesis: Synthesis<Box<Execution>>,
    oracle: &mut SatOracle<'_>,
    candidates: &Candidates,
    deadline: Option<Instant>,
    assurance: Assurance,
) -> (Outcome, Vec<usize>) {
    let universe = candidates.len();
    match synthesis {
        Synthesis::AlreadySafe { .. } => match oracle.exceeded(&CandidateSet::new(universe)) {
            Some(exceeded) => (Outcome::Safe, exceeded),
            None => (Outcome::Unknown(Why::Timeout), Vec::new()),
        },
        Synthesis::Unrepairable { witness, .. } => {
            // The witness merely tolerates every candidate; what is shown has them all enforced.
            let all = CandidateSet::of(universe, (0..universe).map(CandidateId::from_index));
            (Outcome::Unrepairable(oracle.violation(&all).unwrap_or(witness)), Vec::new())
        }
        Synthesis::Unknown { why, .. } => {
            let late = deadline.is_some_and(|d| Instant::now() >= d);
            (Outcome::Unknown(if late { Why::Timeout } else { Why::Other(why) }), Vec::new())
        }
        Synthesis::Repaired(repair) => {
            if let Some(bound) = repair.bounded {
                return (Outcome::Unknown(Why::ReorderBound(bound)), Vec::new());
            }
            oracle.session.release();
            let mut needed = Vec::new();
            for candidate in repair.chosen.iter().filter(|_| assurance == Assurance::Full) {
                let mut others = repair.chosen.clone();
                others.remove(candidate);
                needed.push(oracle.violation(&others));
            }
            let Some(exceeded) = oracle.exceeded(&repair.chosen) else {
                return (Outcome::Unknown(Why::Timeout), Vec::new());
            };
            let chosen = repair.chosen.iter().map(|c| candidates.get(c).clone()).collect();
            (Outcome::Repaired(Repaired { chosen, needed, first: repair.first }), exceeded)
        }
    }
}

/// What goes into the report of a repair.
struct Found {
    fences: Vec<Candidate>,
    needed: Vec<Option<Box<Execution>>>,
    pairs: Vec<(SiteId, SiteId)>,
    first: Box<Execution>,
    bound: u32,
}

fn span_of(placement: &Placement) -> Option<Span> {
    match placement {
        Placement::Statement { at } => Some(*at),
        Placement::Braced { body } => Some(*body),
        Placement::Comma { expression } => Some(*expression),
        Placement::None => None,
    }
}
