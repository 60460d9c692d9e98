//! `suggest`: the fewest fences that make the program correct under the model, as text that was checked again.
//!
//! In: a [`Request`] and [`SuggestSettings`]. Out: a [`SuggestReport`](super::outcome::SuggestReport). Nothing is written to disk. The steps, each a
//! function whose result the next ones take:
//!
//! | step | what |
//! |---|---|
//! | `solve` | unfold, encode with one literal per candidate, synthesise, prove the unwinding |
//! | `culprits` | the pairs of accesses that matter |
//! | `realise` | fences for given pairs |
//! | `assure` | the fences in the text, which is read and checked again |
//! | `minimality` | why nothing less will do |
//! | `others` | the other repairs of the same weight, where they are wanted |
//! | `remarks` | what each fence is said to order, in the report and in the comment beside it |
//! | `report` | what there is to tell |
//!
//! A repair is a set of edits: fences of some kind at some point, and memory orders that are raised where they are
//! written. Each has a weight, one literal and one change of the text. The axioms see the fence, or the tags and fences of the
//! order, under that literal, so that any model will do that takes nothing away that has to do with them. Where fences only
//! order the pairs around them, `placement` says which are worth considering; in other models `anywhere` does. `raising` says
//! which orders are, where the model's file has costs for them. Pairs that are kept in order are another objective, for models whose axioms know them.
//! What the solver does not look for, and programs that it does not take, `exploring` repairs: the explorer answers in its place; and `unasked` looks whether threads come to
//! an end, and whether accesses race, which no assertion asks about.
//! `preference` says which fences are the better ones, `depth` how far their functions are from where threads start, `round` what is before and behind them for
//! a reader of the text, and `existing` takes those out that are there already, where they
//! take part.

mod abandoned;
mod alike;
mod answer;
mod anywhere;
mod apart;
mod assure;
mod attempt;
mod behind;
mod between;
mod calls;
mod crossed;
mod culprits;
mod depth;
mod edits;
mod enforced;
mod existing;
mod exploring;
mod guards;
mod leaning;
mod minimality;
mod others;
mod otherwise;
mod placement;
mod preference;
mod raising;
mod realise;
mod reasons;
mod remarks;
mod report;
mod roles;
mod round;
mod solve;
mod unasked;
mod wording;
mod wrapped;

use std::time::{Duration, Instant};

pub use preference::Preference;
pub use unasked::suggest;

use super::check::{Extent, vague};
use super::engine::not_taken;
use super::known::{Known, Proposal, WithinBounds};
use super::outcome::{Minimality, Objective, Others, Price, Statistics, Suggestion, Unweighted};
use super::reliance::{Asking, Reliance};
use super::smallest::smallest;
use super::verdict::Decider;
use super::{Failure, Request, racy};
use crate::diag::Diagnostic;
use crate::exec::Execution;
use crate::exec::skeleton::Skeleton;
use crate::frontend::Unit;
use crate::ids::SiteId;
use crate::limits::StopToken;
use crate::model::Model;
use crate::progress::{Observer, Phase};
use crate::sat::candidates::Candidate;
use crate::synth;

use assure::{Wanted, assure, written};
use culprits::{culprits, pairs_of};
use edits::{Edit, edits_of};
use existing::Existing;
use otherwise::Beside;
use preference::Judge;
use realise::realise;
use reasons::FORBIDDEN;
use remarks::Evidence;
use report::Found;
use solve::{Among, Before, Outcome, Partial, Reach, Repaired, Solved, solve, solve_until};

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
#[derive(Clone, Debug, Default)]
pub struct SuggestSettings {
    pub synthesis: synth::Settings,
    pub objective: Objective,
    pub preference: Preference,
    /// C statements for kinds of fences, in place of what the file or the model would say.
    pub fence_texts: Vec<(String, String)>,
    pub comments: Comments,
    pub assurance: Assurance,
    pub what_exists: WhatExists,
    /// So many repairs of the same weight are wanted; one if nothing is said.
    pub all: Option<usize>,
    pub engine: Answering,
    pub unasked: Unasked,
}

/// What becomes of what nobody asks for: threads that wait for good behind a repair, and races of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unasked {
    /// There is none, as far as the explorer sees in a while.
    #[default]
    LookedFor,
    /// Nobody looks.
    Overlooked,
}

/// Whether a comment beside each fence says what it orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Comments {
    #[default]
    Written,
    LeftOut,
}

/// Who answers the questions of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answering {
    /// The solver, unless something is looked for that only the explorer sees.
    #[default]
    Solver,
    /// The explorer.
    Explorer,
    /// The solver, and after a while the explorer beside it; the first that has a repair.
    First,
}

/// What becomes of the fences and memory orders that are there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhatExists {
    /// They stay, and others may come.
    #[default]
    Stays,
    /// They may stay, be weakened or go, whatever is least together with what comes.
    TakesPart,
}

impl SuggestSettings {
    /// # Errors
    /// Pairs that are kept in order are nothing that is there.
    fn fits(&self) -> Result<(), Diagnostic> {
        match (self.what_exists, self.objective) {
            _ if self.all.is_some()
                && (self.what_exists == WhatExists::TakesPart || self.objective == Objective::Pairs) =>
            {
                let message = "`--all` lists the repairs of `suggest` that have the fewest fences or the least cost";
                Err(Diagnostic::error(message).help("leave it out, or minimise `fences` or `cost` with `suggest`"))
            }
            (WhatExists::TakesPart, Objective::Pairs) => {
                let message = "pairs that are kept in order cannot be counted where what is there takes part";
                Err(Diagnostic::error(message).help("minimise `cost` or `fences`"))
            }
            _ => Ok(()),
        }
    }
}

/// What the steps share.
pub(crate) struct Task<'t> {
    request: &'t Request,
    settings: &'t SuggestSettings,
    unit: &'t Unit,
    /// What was taken out of the program.
    existing: Existing,
    judge: Judge,
    start: Instant,
    /// Who has to answer the questions.
    by: Decider,
}

/// What the steps end with.
struct Answer {
    suggestion: Suggestion,
    known: Known,
    statistics: Statistics,
    culprit_pairs: usize,
    unrestricted: Option<Price>,
    unweighted: Option<Unweighted>,
    minimality: Option<Minimality>,
    others: Option<Others>,
    reliance: Option<Reliance>,
    warning: Option<Diagnostic>,
    /// What is written, where something is.
    edits: Option<Vec<Edit>>,
    /// Who answered, where there is an answer.
    by: Option<Decider>,
    /// Why the solver does not take the program, where that is why the explorer answered.
    refused: Option<Diagnostic>,
}

impl Answer {
    fn of(suggestion: Suggestion, statistics: Statistics) -> Answer {
        Answer {
            suggestion,
            known: Known::default(),
            statistics,
            culprit_pairs: 0,
            unrestricted: None,
            unweighted: None,
            minimality: None,
            others: None,
            reliance: None,
            warning: None,
            edits: None,
            by: None,
            refused: None,
        }
    }
}

/// # Errors
/// The model has no edits of the kind that is asked for, or none that only forbid.
fn can_repair(model: &Model, objective: Objective) -> Result<(), Diagnostic> {
    if objective == Objective::Pairs && !model.has_kept() {
        let message = format!("the axioms of {} do not speak of pairs that are kept in order", model.name());
        return Err(Diagnostic::error(message).help("minimise `fences` or `cost` instead"));
    }
    match model.subtracted_fence() {
        None => Ok(()),
        Some(set) => Err(Diagnostic::error(format!(
            "the axioms of {} take away what has to do with `{set}`, so that a fence could allow more",
            model.name()
        ))
        .help("state the axioms so that fences only add to orders")),
    }
}

impl Task<'_> {
    fn answer(&self, observer: &mut dyn Observer) -> Result<Answer, Failure> {
        let mut solved = self.with_smallest(self.solved(observer)?);
        let (by, refused) = (solved.by, solved.refused.take());
        let refused = refused.map(|refused| not_taken("solver", &refused));
        Ok(Answer { by: Some(by), refused, ..self.answer_of(solved, observer)? })
    }

    /// The same with the smallest violation of the program as it is.
    fn with_smallest(&self, mut solved: Solved) -> Solved {
        let is_asked = self.settings.assurance == Assurance::Full && solved.by == Decider::Solver;
        if let Outcome::Repaired(Repaired { first, .. }) = &mut solved.outcome
            && is_asked
            && let Some(found) = first.take()
        {
            let (program, stop) = (&self.unit.program, self.request.stop(self.start));
            let size = solved.statistics.clauses;
            let (smaller, skeleton) = smallest((self.request, program), solved.skeleton, (found, size), &stop);
            (*first, solved.skeleton) = (Some(smaller), skeleton);
        }
        solved
    }

    /// What there is to tell of what was found.
    fn answer_of(&self, solved: Solved, observer: &mut dyn Observer) -> Result<Answer, Failure> {
        let (skeleton, mut statistics, by) = (&solved.skeleton, solved.statistics, solved.by);
        let before = Before { bounds: &solved.bounds, skeleton: Some(skeleton) };
        let beside = Beside { before, reach: &solved.reach, by };
        if let Outcome::Safe | Outcome::Repaired(_) = solved.outcome
            && let Some(why) = vague(skeleton, &self.unit.sources)
        {
            return Ok(Answer::of(Suggestion::Unknown(why), statistics));
        }
        let repaired = match solved.outcome {
            Outcome::Repaired(repaired) => repaired,
            Outcome::Safe if matches!(solved.reach, Reach::Whole) && !self.existing.is_empty() => Repaired::nothing(),
            Outcome::Safe => return Ok(self.safe(skeleton, solved.reach, (by, statistics), observer)),
            Outcome::Unknown(why, partial) => {
                let known = self.known(skeleton, partial)?;
                return Ok(Answer { known, ..Answer::of(Suggestion::Unknown(why), statistics) });
            }
            Outcome::Unrepairable(counterexample) => {
                let unrestricted = self.unrestricted(beside, observer)?;
                let (suggestion, more) = match unrestricted {
                    None => self.unrepairable((counterexample, before), by, observer)?,
                    Some(_) => {
                        let reason = FORBIDDEN.to_string();
                        (Suggestion::Unrepairable { counterexample, reason }, Statistics::default())
                    }
                };
                return Ok(Answer { unrestricted, ..Answer::of(suggestion, statistics.then(more)) });
            }
        };
        let (pairs, solving) = self.pairs_behind(&repaired.chosen, before, by, observer)?;
        // The counts of the report are those of the search for fences.
        statistics.solve += solving;
        let (culprit_pairs, warning) = (pairs.len(), racy::warn(&self.unit.program, skeleton, &pairs));
        let Some(fences) = self.fences(skeleton, &repaired.chosen) else {
            let unrestricted = self.unrestricted(beside, observer)?;
            let suggestion = self.without_place(solved.reach, repaired.first, unrestricted.is_some());
            return Ok(Answer { culprit_pairs, unrestricted, warning, ..Answer::of(suggestion, statistics) });
        };
        let price = self.price(&fences);
        let unrestricted = self.unrestricted(beside, observer)?.filter(|unrestricted| *unrestricted != price);
        let unweighted = self.unweighted(&fences, beside, observer)?;
        let patching = Instant::now();
        let edits = alike::said_as_one(self, edits_of(&fences));
        let Repaired { chosen, needed, first, instance } = repaired;
        let needed = self.needed(needed, skeleton, &fences);
        let remarks = remarks::remarks(self, skeleton, &edits, Evidence { pairs: &pairs, needed: &needed });
        let wanted = Wanted { edits: &edits, remarks: &remarks, extent: Extent::Reliance };
        let assured = assure(self, wanted, (&solved.bounds, &solved.reach), by, observer)?;
        let (assured, unsure) = match assured {
            Ok(assured) => (assured, None),
            Err(why) => (written(self, wanted)?, Some(why)),
        };
        let found = Found { edits: &edits, insertions: &assured.insertions, needed, remarks: &remarks };
        let (reports, culprits) = (behind::told(self, report::fences(self, found)), pairs);
        let within_bounds = matches!(solved.reach, Reach::Within(..));
        let pairs: Vec<_> = culprits.iter().map(|pair| report::pair(self, *pair)).collect();
        let (patch, rechecked, whole) = (assured.patch, assured.rechecked, assured.whole);
        statistics.patch += patching.elapsed();
        // The text may end where the program with the fences beside it does not: a retry that has the order it needs may wait. What is
        // wrong within bounds is wrong without, so that fewer do not repair it either.
        let reach = if whole.is_some() { Reach::Whole } else { solved.reach };
        let (why, bounded) = match (unsure, reach) {
            (None, Reach::Whole) => {
                let bound = whole.filter(|_| within_bounds).unwrap_or(skeleton.deepest);
                let (fences, counterexample) = (reports, first);
                let dropped = report::dropped(self, &edits);
                let minimality = instance.map(|instance| minimality::report(self, &instance));
                let others = match self.settings.all {
                    // What only the explorer sees the solver cannot enumerate, nor what the text alone shows.
                    Some(_) if by == Decider::Explorer || within_bounds => Some(Others::untold()),
                    Some(most) => Some(others::others(self, &chosen, (before, most), &culprits, observer)?),
                    None => None,
                };
                let suggestion =
                    Suggestion::Repaired { fences, pairs, dropped, counterexample, patch, rechecked, bound };
                let answer = Answer::of(suggestion, statistics);
                let reliance = assured.reliance;
                let answer = Answer { culprit_pairs, reliance, minimality, others, warning, ..answer };
                return Ok(Answer { unrestricted, unweighted, edits: Some(edits), ..answer });
            }
            // The fences are proved to be right; their text is not.
            (Some(why), Reach::Whole) => (why, Some(WithinBounds::default())),
            (why, Reach::Within(unwound, within)) => (why.unwrap_or(unwound), Some(within)),
        };
        let lower_bound = Some(self.least(price, culprit_pairs));
        let proposal = Some(Proposal { fences: reports, pairs, patch, rechecked, fewest: true });
        let known = Known { bounded, lower_bound, violation: first, proposal };
        let answer = Answer { edits: Some(edits), ..Answer::of(Suggestion::Unknown(why), statistics) };
        Ok(Answer { known, culprit_pairs, unrestricted, unweighted, warning, ..answer })
    }

    /// The program needs nothing, at least within bounds.
    fn safe(
        &self,
        skeleton: &Skeleton,
        reach: Reach,
        (by, statistics): (Decider, Statistics),
        observer: &mut dyn Observer,
    ) -> Answer {
        let warning = racy::warn(&self.unit.program, skeleton, &[]);
        let (suggestion, known, reliance) = match reach {
            Reach::Whole => {
                let reliance = self.reliance(skeleton, by, observer);
                (Suggestion::Safe { bound: skeleton.deepest }, Known::default(), reliance)
            }
            Reach::Within(why, within) => {
                (Suggestion::Unknown(why), Known { bounded: Some(within), ..Known::default() }, None)
            }
        };
        Answer { known, reliance, warning, ..Answer::of(suggestion, statistics) }
    }

    /// The pairs that what was chosen keeps in order, and the time that the solver took for them.
    fn pairs_behind(
        &self,
        chosen: &[Candidate],
        before: Before<'_>,
        by: Decider,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<(SiteId, SiteId)>, Duration), Failure> {
        let pairs = match (self.settings.objective, self.settings.assurance) {
            (Objective::Pairs, _) => pairs_of(chosen),
            (_, Assurance::Search) => Vec::new(),
            // Pairs are the solver's.
            _ if by == Decider::Explorer => Vec::new(),
            _ if !self.request.model.has_kept() || chosen.is_empty() => Vec::new(),
            (_, Assurance::Full) => return culprits(self, before, observer).map_err(|d| self.failure(d)),
        };
        Ok((pairs, Duration::ZERO))
    }

    /// The violations behind edits: those that were found, unless these are behind pairs.
    fn needed(
        &self,
        found: Vec<Option<Box<Execution>>>,
        skeleton: &Skeleton,
        fences: &[Candidate],
    ) -> Vec<Option<Box<Execution>>> {
        match self.settings.objective {
            Objective::Fences | Objective::Cost => found,
            Objective::Pairs => behind::behind(self, skeleton, fences),
        }
    }

    /// On which dependencies it rests that the program is safe as it stands. The explorer asks for none.
    fn reliance(&self, skeleton: &Skeleton, by: Decider, observer: &mut dyn Observer) -> Option<Reliance> {
        if by == Decider::Explorer || self.settings.assurance == Assurance::Search {
            return None;
        }
        observer.phase(Phase::Dependencies);
        let asking = Asking::before(self.request, skeleton, self.start)?;
        asking.find_anew(&self.unit.program, &self.request.stop(self.start))
    }

    /// What a search that had to end has to tell.
    fn known(&self, skeleton: &Skeleton, partial: Partial) -> Result<Known, Failure> {
        let Partial { first, lower, enough, within } = partial;
        let lower_bound = (lower > 0).then_some(lower);
        let mut known = Known { bounded: within, lower_bound, violation: first, proposal: None };
        let Some(chosen) = enough.filter(|chosen| !chosen.is_empty()) else { return Ok(known) };
        // Within no bounds that can be named nothing is known of them.
        let fences = self.fences(skeleton, &chosen).filter(|_| known.bounded.is_some());
        let Some(fences) = fences else { return Ok(Known { bounded: None, ..known }) };
        let pairs = pairs_of(&chosen);
        let edits = edits_of(&fences);
        let needed = Vec::new();
        let remarks = remarks::remarks(self, skeleton, &edits, Evidence { pairs: &pairs, needed: &needed });
        let wanted = Wanted { edits: &edits, remarks: &remarks, extent: Extent::Verdict };
        let written = written(self, wanted)?;
        let found = Found { edits: &edits, insertions: &written.insertions, needed, remarks: &remarks };
        known.proposal = Some(Proposal {
            fewest: self.least(self.price(&fences), pairs.len()) == lower,
            fences: report::fences(self, found),
            pairs: pairs.iter().map(|pair| report::pair(self, *pair)).collect(),
            patch: written.patch,
            rechecked: false,
        });
        Ok(known)
    }

    /// The edits that stand for what was chosen, if there is a place for them.
    fn fences(&self, skeleton: &Skeleton, chosen: &[Candidate]) -> Option<Vec<Candidate>> {
        match self.settings.objective {
            Objective::Pairs => realise(self, skeleton, &pairs_of(chosen)),
            Objective::Fences | Objective::Cost => Some(chosen.to_vec()),
        }
    }

    /// What is minimised, of fences of this price that keep so many pairs in order.
    fn least(&self, price: Price, pairs: usize) -> u64 {
        match self.settings.objective {
            Objective::Fences => price.count,
            Objective::Cost => price.cost,
            Objective::Pairs => pairs as u64,
        }
    }

    fn price(&self, chosen: &[Candidate]) -> Price {
        self.price_of(&edits_of(chosen))
    }

    /// What these edits take in all.
    fn price_of(&self, edits: &[Edit]) -> Price {
        Price {
            count: edits.iter().map(|edit| edit.count(self)).sum(),
            cost: edits.iter().map(|edit| edit.cost(self)).sum(),
            orders: edits.iter().any(|edit| matches!(edit, Edit::Order { .. })),
        }
    }

    /// What the search ends with, among candidates that can be written as fences.
    fn solved(&self, observer: &mut dyn Observer) -> Result<Solved, Failure> {
        let among = match self.settings.objective {
            Objective::Fences | Objective::Cost => Among::Fences(&self.judge),
            Objective::Pairs => Among::Pairs,
        };
        if self.by == Decider::Explorer {
            let stop = self.request.stop(self.start);
            return exploring::solve(self, &stop, observer).map_err(|d| self.failure(d));
        }
        if exploring::can_stand_in(self) {
            let solver = |stop: &StopToken, observer: &mut dyn Observer| solve_until(self, among, None, stop, observer);
            return exploring::race(self, solver, observer).map_err(|d| self.failure(d));
        }
        let solved = solve(self, among, None, observer).map_err(|d| self.failure(d))?;
        let (Among::Pairs, Outcome::Repaired(repaired)) = (among, &solved.outcome) else { return Ok(solved) };
        if realise(self, &solved.skeleton, &pairs_of(&repaired.chosen)).is_some() {
            return Ok(solved);
        }
        // Of the sets of pairs some can be written as fences and some cannot. A set can if each of its pairs can, so
        // the rest are left out, and the minimum is one over the others.
        let among = Among::SeparablePairs(&self.judge);
        let other =
            solve(self, among, Some(Before { bounds: &solved.bounds, skeleton: Some(&solved.skeleton) }), observer)
                .map_err(|d| self.failure(d))?;
        let statistics = solved.statistics.clone().then(other.statistics);
        match other.outcome {
            // Only the place is missing; what the pairs are is known.
            Outcome::Unrepairable(_) => Ok(Solved { statistics, ..solved }),
            _ => Ok(Solved { statistics, ..other }),
        }
    }

    fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::one(self.unit.sources.clone(), diagnostic)
    }
}
