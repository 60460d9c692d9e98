//! One run of an algorithm: the oracle it asks, what it found so far, and the counts it reports.
//!
//! In: an oracle, the settings, an observer. Out: replies that an algorithm can pass on with `?`, because what
//! ends every algorithm alike (an unrepairable program, an unknown answer) is an `Err`. It must not know the
//! algorithms.

use std::time::Instant;

use super::candidate_set::CandidateSet;
use super::hitting_set::{HittingSets, NoMinimum};
use super::oracle::{Answer, Core, Counterexample, Oracle, Query, Weight};
use super::{Settings, Statistics};
use crate::progress::{Event, Observer, Phase, Reply};

/// A repair, as an algorithm hands it to the driver.
#[derive(Debug)]
pub(super) struct Found {
    pub chosen: CandidateSet,
    /// Executions with more reorderings than this were not searched.
    pub bounded: Option<usize>,
}

/// What ends any algorithm before it finds a repair.
#[derive(Debug)]
pub(super) enum Stop<W> {
    Unrepairable(W),
    Unknown(String),
}

/// What an algorithm hears from the oracle.
#[derive(Debug)]
pub(super) enum Heard {
    /// The relaxed candidates of a violation, at least one.
    Violation(CandidateSet),
    Safe(Core),
}

pub(super) struct Session<'a, O: Oracle> {
    oracle: &'a mut O,
    observer: &'a mut dyn Observer,
    pub settings: &'a Settings,
    pub statistics: Statistics,
    /// The number of candidates.
    pub universe: usize,
    /// The counterexamples to be hit.
    pub family: HittingSets,
    /// The relaxed candidates of the violation with nothing enforced and without bound, until they are used.
    preliminary: Option<CandidateSet>,
    lower_bound: Weight,
    /// The least heavy of the sets that a proof has shown to be enough.
    sufficient: Option<CandidateSet>,
    /// Whether the oracle still answers for the program as a whole.
    whole: bool,
}

impl<'a, O: Oracle> Session<'a, O> {
    pub fn new(oracle: &'a mut O, settings: &'a Settings, observer: &'a mut dyn Observer) -> Self {
        let (weights, alternatives) = (oracle.weights().to_vec(), oracle.alternatives());
        Self {
            oracle,
            observer,
            settings,
            statistics: Statistics::default(),
            universe: weights.len(),
            family: HittingSets::among(&weights, alternatives),
            preliminary: None,
            lower_bound: Weight::default(),
            sufficient: None,
            whole: true,
        }
    }

    /// The lower bound, what is known to be enough, and the counts.
    pub fn into_parts(self) -> (Weight, Option<CandidateSet>, Statistics) {
        (self.lower_bound, self.sufficient, self.statistics)
    }

    pub fn phase(&mut self, phase: Phase) {
        self.observer.phase(phase);
    }

    /// Asks whether the program as it stands has a violation, and keeps the answer for the first algorithm that
    /// asks the same. `None` means safe.
    pub fn preliminary(&mut self) -> Result<Option<O::Witness>, Stop<O::Witness>> {
        let nothing = CandidateSet::new(self.universe);
        match self.solve(&nothing, None)? {
            Answer::Violation(counterexample) if counterexample.relaxed.is_empty() => {
                Err(Stop::Unrepairable(counterexample.witness))
            }
            Answer::Violation(counterexample) => {
                self.preliminary = Some(counterexample.relaxed);
                Ok(Some(counterexample.witness))
            }
            Answer::Safe(_) => Ok(None),
            Answer::Unknown(why) => Err(Stop::Unknown(why)),
        }
    }

    /// Asks for a violation under these enforced candidates, with at most `bound` others reordered.
    pub fn ask(&mut self, enforced: &CandidateSet, bound: Option<usize>) -> Result<Heard, Stop<O::Witness>> {
        if bound.is_none()
            && enforced.is_empty()
            && let Some(relaxed) = self.preliminary.take()
        {
            return Ok(Heard::Violation(relaxed));
        }
        match self.solve(enforced, bound)? {
            Answer::Violation(Counterexample { relaxed, witness }) => {
                if relaxed.is_empty() {
                    return Err(Stop::Unrepairable(witness));
                }
                Ok(Heard::Violation(relaxed))
            }
            Answer::Safe(core) => Ok(Heard::Safe(core)),
            Answer::Unknown(why) => Err(Stop::Unknown(why)),
        }
    }

    /// Puts one query and checks the answer against the oracle's contract.
    fn solve(&mut self, enforced: &CandidateSet, bound: Option<usize>) -> Result<Answer<O::Witness>, Stop<O::Witness>> {
        if self.settings.stop.is_reached() {
            return Err(Stop::Unknown("a limit was reached between two queries".to_owned()));
        }
        let answer = self.oracle.solve(&Query { enforced, bound });
        self.statistics.queries += 1;
        self.statistics.largest_bound = self.statistics.largest_bound.max(bound);
        let reply = match &answer {
            Answer::Violation(counterexample) => {
                let relaxed = &counterexample.relaxed;
                assert!(
                    relaxed.is_disjoint(enforced) && bound.is_none_or(|bound| relaxed.len() <= bound),
                    "the oracle relaxed an enforced candidate or exceeded the bound; please report this"
                );
                Reply::Violation
            }
            Answer::Safe(core) => {
                assert!(
                    core.enforced.is_subset(enforced) && (bound.is_some() || !core.bound),
                    "the oracle's proof used what was not assumed; please report this"
                );
                let less = |known: &CandidateSet| self.family.weight(&core.enforced) < self.family.weight(known);
                let is_free = self.family.alternatives().clash(&core.enforced).is_none();
                // A proof that used the bound, or what was blocked, leaves violations that it did not look at.
                if self.whole && !core.bound && is_free && self.sufficient.as_ref().is_none_or(less) {
                    self.sufficient = Some(core.enforced.clone());
                }
                Reply::Safe
            }
            Answer::Unknown(_) => Reply::Unknown,
        };
        self.observer.progress(Event::QueryAnswered { number: self.statistics.queries, reply });
        Ok(answer)
    }

    /// From now on the oracle reports no violation in which all of these are relaxed.
    pub fn block(&mut self, set: &CandidateSet) {
        self.whole = false;
        self.oracle.block(set);
    }

    /// Adds a counterexample to the family. It must not be one that the earlier ones already rule out: the
    /// oracle was asked to avoid those, and an algorithm that met them again would not terminate.
    pub fn add_counterexample(&mut self, relaxed: CandidateSet) {
        self.statistics.counterexamples += 1;
        let event = Event::CounterexampleFound { reordered: relaxed.len(), total: self.statistics.counterexamples };
        self.observer.progress(event);
        let new = self.family.add(relaxed);
        assert!(new, "the oracle repeated a counterexample that was ruled out; please report this");
    }

    /// A hitting set of least weight of the counterexamples so far.
    pub fn minimum(&mut self) -> Result<CandidateSet, Stop<O::Witness>> {
        let start = Instant::now();
        let chosen = self.family.minimum(Some(&self.settings.stop));
        self.statistics.hitting_set_calls += 1;
        self.statistics.hitting_set_time += start.elapsed();
        let chosen = chosen.map_err(|why| {
            Stop::Unknown(match why {
                NoMinimum::Stopped => "a limit was reached while computing a minimum hitting set".to_owned(),
                NoMinimum::Clash => {
                    "one access would need two orders at once, and nothing that can be written there has both"
                        .to_owned()
                }
            })
        })?;
        let weight = self.family.weight(&chosen);
        if weight > self.lower_bound {
            self.lower_bound = weight;
            self.observer.progress(Event::LowerBound { main: weight.main, other: weight.other });
        }
        Ok(chosen)
    }

    /// A hitting set of the counterexamples so far from which nothing can be left out.
    pub fn minimal(&mut self) -> Result<CandidateSet, Stop<O::Witness>> {
        let start = Instant::now();
        let chosen = self.family.minimal();
        self.statistics.hitting_set_calls += 1;
        self.statistics.hitting_set_time += start.elapsed();
        // Nothing can be left out of a minimum either.
        if self.family.alternatives().clash(&chosen).is_some() { self.minimum() } else { Ok(chosen) }
    }

    /// Tells the observer that the bound is now this one.
    pub fn bound_raised(&mut self, bound: usize) {
        self.observer.progress(Event::BoundRaised { bound });
    }
}
