//! Synthesis: which candidates to enforce so that no violation remains, and as few as possible.
//!
//! In: an [`Oracle`] and [`Settings`]. Out: a [`Synthesis`], the verdict with the chosen candidates. It must not
//! know what a candidate is (a statement pair or a fence), nor what a program, a memory model or a solver is:
//! everything it learns comes through the oracle, whose contract is in [`oracle`].
//!
//! | file | what |
//! |---|---|
//! | [`oracle`] | queries, answers, weights, and what an oracle promises |
//! | [`candidate_set`] | sets of candidates |
//! | [`alternatives`] | candidates of which a repair has one at most |
//! | [`hitting_set`] | minimum and minimal hitting sets |
//! | [`enumeration`] | all repairs of one weight |
//! | `te`, `fi`, `robmc`, `robmc_et`, `core_first` | one algorithm each |
//! | `session` | what the algorithms share: asking, counting, reporting |
//!
//! To add an algorithm: a file with `run(&mut Session<_>) -> Result<Found, Stop<_>>`, a variant of [`Algorithm`],
//! and its rows in the three matches below. The tests run every member of [`Algorithm::ALL`].

pub(crate) mod alternatives;
pub(crate) mod candidate_set;
pub(crate) mod enumeration;
pub(crate) mod hitting_set;
pub(crate) mod oracle;

mod core_first;
mod fi;
mod robmc;
mod robmc_et;
mod session;
mod te;

use std::fmt;
use std::time::Duration;

pub use alternatives::Alternatives;
pub use candidate_set::CandidateSet;
pub use enumeration::{Ended, all_least};
pub use hitting_set::{HittingSets, NoMinimum};
pub use oracle::{Answer, Core, Counterexample, Oracle, Query, Weight};

use crate::limits::StopToken;
use crate::progress::{Observer, Phase};
use session::{Found, Session, Stop};

/// How the repair is searched. Every algorithm finds one of the same, least weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Trace enumeration, the ROBMC paper's Algorithm 1.
    Te,
    /// Accelerated fence insertion, its Algorithm 2.
    Fi,
    /// Reorder-bounded fence insertion, its Algorithm 3.
    Robmc,
    /// The same with early termination, its Algorithm 4.
    RobmcEt,
    /// Cores and counterexamples steer each other.
    #[default]
    CoreFirst,
}

impl Algorithm {
    pub const ALL: [Self; 5] = [Self::Te, Self::Fi, Self::Robmc, Self::RobmcEt, Self::CoreFirst];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Te => "te",
            Self::Fi => "fi",
            Self::Robmc => "robmc",
            Self::RobmcEt => "robmc-et",
            Self::CoreFirst => "core-first",
        }
    }

    /// The algorithm of this name; [`Self::ALL`] lists what there is.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Whether it bounds the reorderings in a counterexample and so has a first bound, K1.
    pub fn is_bounded(self) -> bool {
        matches!(self, Self::Robmc | Self::RobmcEt)
    }

    /// One line that says what it does.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Te => "enumerate counterexamples, then hit them all (Algorithm 1 of the ROBMC paper)",
            Self::Fi => "enforce a minimum hitting set of the counterexamples so far (Algorithm 2)",
            Self::Robmc => "the same under a doubling bound on the reorderings (Algorithm 3)",
            Self::RobmcEt => "the same, ending as soon as a proof does not use the bound (Algorithm 4)",
            Self::CoreFirst => "let proofs of safety propose minimal counterexamples",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which hitting set [`Algorithm::Te`] ends with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HittingSetKind {
    /// One of least weight, like every other algorithm.
    #[default]
    Minimum,
    /// One from which nothing can be left out, as Algorithm 1 was published; it may weigh more.
    Minimal,
}

/// What an algorithm may be told.
#[derive(Clone, Debug)]
pub struct Settings {
    pub algorithm: Algorithm,
    /// The first bound on the number of reorderings; used by ROBMC and ROBMC-ET.
    pub k1: usize,
    /// The last bound; `None` is the number of candidates, which leaves no violation out.
    pub k2: Option<usize>,
    /// Used by TE alone.
    pub te_hitting_set: HittingSetKind,
    /// When to give up between two queries and within a hitting set; during a query it is the oracle's matter.
    pub stop: StopToken,
}

impl Default for Settings {
    /// Core-first; K1 = 5 and K2 = the number of candidates, as in the paper's experiments.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            k1: 5,
            k2: None,
            te_hitting_set: HittingSetKind::default(),
            stop: StopToken::default(),
        }
    }
}

/// What a synthesis did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Queries that the oracle answered, the first one about the program as it stands included.
    pub queries: usize,
    /// Rounds of the algorithm's (inner) loop.
    pub iterations: usize,
    /// Counterexamples that entered the family to be hit.
    pub counterexamples: usize,
    /// The largest bound of a query; `None` when no query had one.
    pub largest_bound: Option<usize>,
    /// Hitting sets computed.
    pub hitting_set_calls: usize,
    /// The time that took.
    pub hitting_set_time: Duration,
}

/// How a synthesis ended.
#[derive(Clone, Debug)]
pub enum Synthesis<W> {
    /// There is no violation with nothing enforced.
    AlreadySafe { statistics: Statistics },
    /// No violation remains when `chosen` is enforced, and no set of less weight achieves that.
    Repaired(Repair<W>),
    /// A violation that no candidate avoids.
    Unrepairable { witness: W, statistics: Statistics },
    /// Not decided, with the reason and what is known all the same.
    Unknown { why: String, partial: Partial<W>, statistics: Statistics },
}

/// What a search knows that had to end.
#[derive(Clone, Debug)]
pub struct Partial<W> {
    /// A violation of the program as it stands, if one was seen.
    pub first: Option<W>,
    /// No repair weighs less.
    pub lower: Weight,
    /// Candidates that leave no violation when they are enforced, though perhaps not those of least weight.
    pub sufficient: Option<CandidateSet>,
}

impl<W> Synthesis<W> {
    pub fn statistics(&self) -> &Statistics {
        match self {
            Self::Repaired(repair) => &repair.statistics,
            Self::AlreadySafe { statistics }
            | Self::Unrepairable { statistics, .. }
            | Self::Unknown { statistics, .. } => statistics,
        }
    }
}

/// A set of candidates that leaves no violation.
#[derive(Clone, Debug)]
pub struct Repair<W> {
    pub chosen: CandidateSet,
    /// The candidates that occur in the counterexamples that `chosen` was made to hit, without those
    /// counterexamples that contain another one. [`Algorithm::CoreFirst`] hits minimal counterexamples only, and
    /// then these are culprits, though there may be more; the other algorithms may name innocent ones too.
    pub culprits: CandidateSet,
    /// Those counterexamples: for each the candidates that it relaxes. Nothing of less weight than `chosen` meets all of them.
    pub violations: Vec<CandidateSet>,
    /// `None`: no violation remains. `Some(k)`: only violations with at most `k` candidates reordered were
    /// searched, because [`Settings::k2`] said so and no proof went further. `chosen` is then a minimum for those
    /// and may leave violations with more, even the one in `first`.
    pub bounded: Option<usize>,
    /// A violation of the program as it stands, with nothing enforced.
    pub first: W,
    pub statistics: Statistics,
}

/// Finds candidates of least weight that leave no violation when they are enforced.
///
/// The driver first asks about the program as it stands, unless a violation of it is `known`; TE and FI, which begin
/// with the same query, take its answer over. After [`Algorithm::Te`] the oracle still blocks what was found.
///
/// Panics when the oracle breaks its contract.
pub fn synthesise<O: Oracle>(
    oracle: &mut O,
    settings: &Settings,
    known: Option<O::Witness>,
    observer: &mut dyn Observer,
) -> Synthesis<O::Witness> {
    let mut session = Session::new(oracle, settings, observer);
    let first = match known {
        Some(first) => first,
        None => {
            session.phase(Phase::Violation);
            match session.preliminary() {
                Ok(Some(first)) => first,
                Ok(None) => {
                    return Synthesis::AlreadySafe { statistics: session.statistics };
                }
                Err(stop) => return stopped(stop, None, session),
            }
        }
    };
    session.phase(Phase::Choice);
    let found = match settings.algorithm {
        Algorithm::Te => te::run(&mut session),
        Algorithm::Fi => fi::run(&mut session),
        Algorithm::Robmc => robmc::run(&mut session),
        Algorithm::RobmcEt => robmc_et::run(&mut session),
        Algorithm::CoreFirst => core_first::run(&mut session),
    };
    match found {
        Ok(Found { chosen, bounded }) => Synthesis::Repaired(Repair {
            chosen,
            culprits: session.family.support(),
            violations: session.family.sets().to_vec(),
            bounded,
            first,
            statistics: session.statistics,
        }),
        Err(stop) => stopped(stop, Some(first), session),
    }
}

fn stopped<O: Oracle>(
    stop: Stop<O::Witness>,
    first: Option<O::Witness>,
    session: Session<'_, O>,
) -> Synthesis<O::Witness> {
    let (lower, sufficient, statistics) = session.into_parts();
    match stop {
        Stop::Unrepairable(witness) => Synthesis::Unrepairable { witness, statistics },
        Stop::Unknown(why) => Synthesis::Unknown { why, partial: Partial { first, lower, sufficient }, statistics },
    }
}
