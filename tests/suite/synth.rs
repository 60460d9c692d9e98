//! The synthesis algorithms against an oracle whose violations are known in advance.
//!
//! A program is a family of minimal violations, each a set of candidates; the mock oracle derives every answer
//! from it. How it chooses among right answers is its temper: the smallest violation, one with random needless
//! reorderings, or the largest one; the smallest core, a random larger one, or everything enforced.

mod alternatives;

use std::collections::BTreeSet;

use fencesmith::ids::CandidateId;
use fencesmith::limits::StopToken;
use fencesmith::progress::{Event, Observer, Reply, Silent};
use fencesmith::synth::{
    Algorithm, Alternatives, Answer, CandidateSet, Core, Counterexample, Ended, HittingSetKind, HittingSets, Oracle,
    Query, Repair, Settings, Synthesis, Weight, all_least, synthesise,
};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temper {
    /// The least that is true: minimal violations, minimal cores.
    Neat,
    /// Needless reorderings and needless core members at random.
    Careless,
    /// The most that is true: maximal violations, cores of everything enforced.
    Hostile,
}

const TEMPERS: [Temper; 3] = [Temper::Neat, Temper::Careless, Temper::Hostile];

/// A small generator of pseudo-random numbers (xorshift), so that a mock oracle repeats its answers.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }

    fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }
}

struct Mock {
    weights: Vec<Weight>,
    alternatives: Alternatives,
    violations: Vec<CandidateSet>,
    blocked: Vec<CandidateSet>,
    violation_temper: Temper,
    core_temper: Temper,
    random: Random,
    queries: usize,
    /// Answers from this query on are unknown.
    unknown_from: usize,
}

fn set(universe: usize, members: impl IntoIterator<Item = usize>) -> CandidateSet {
    CandidateSet::of(universe, members.into_iter().map(CandidateId::from_index))
}

impl Mock {
    fn new(costs: &[u64], violations: &[Vec<usize>], temper: Temper, seed: u64) -> Self {
        Self {
            weights: costs.iter().map(|&cost| Weight::single(cost)).collect(),
            alternatives: Alternatives::default(),
            violations: violations.iter().map(|members| set(costs.len(), members.iter().copied())).collect(),
            blocked: Vec::new(),
            violation_temper: temper,
            core_temper: temper,
            random: Random::new(seed),
            queries: 0,
            unknown_from: usize::MAX,
        }
    }

    fn is_blocked(&self, relaxed: &CandidateSet) -> bool {
        self.blocked.iter().any(|blocked| blocked.is_subset(relaxed))
    }

    /// The violation and as many needless reorderings as the temper wants and the query allows.
    fn embellished(&mut self, violation: &CandidateSet, query: &Query<'_>) -> CandidateSet {
        let mut relaxed = violation.clone();
        let others: Vec<_> = query.enforced.complement().difference(violation).iter().collect();
        for other in self.random.shuffled(others) {
            let wanted = match self.violation_temper {
                Temper::Neat => false,
                Temper::Careless => self.random.below(2) == 0,
                Temper::Hostile => true,
            };
            if wanted && query.bound.is_none_or(|bound| relaxed.len() < bound) {
                relaxed.insert(other);
                if self.is_blocked(&relaxed) {
                    relaxed.remove(other);
                }
            }
        }
        relaxed
    }

    fn core(&mut self, query: &Query<'_>) -> Core {
        let live: Vec<CandidateSet> = self.violations.iter().filter(|v| !self.is_blocked(v)).cloned().collect();
        let suffices = |core: &Core| {
            live.iter().all(|v| {
                !v.is_disjoint(&core.enforced) || (core.bound && query.bound.is_some_and(|bound| v.len() > bound))
            })
        };
        let mut core = Core { enforced: query.enforced.clone(), bound: query.bound.is_some() };
        assert!(suffices(&core));
        let keep_all = self.core_temper == Temper::Hostile;
        // A hostile oracle still says so when the bound is not needed at all, sometimes.
        if core.bound && (!keep_all || self.random.below(2) == 0) {
            core.bound = false;
            core.bound = !suffices(&core);
        }
        let members: Vec<_> = core.enforced.iter().collect();
        for member in self.random.shuffled(members) {
            if !keep_all && (self.core_temper == Temper::Neat || self.random.below(10) > 0) {
                core.enforced.remove(member);
                if !suffices(&core) {
                    core.enforced.insert(member);
                }
            }
        }
        core
    }
}

impl Oracle for Mock {
    /// Which query found it.
    type Witness = usize;

    fn weights(&self) -> &[Weight] {
        &self.weights
    }

    fn alternatives(&self) -> Alternatives {
        self.alternatives.clone()
    }

    fn solve(&mut self, query: &Query<'_>) -> Answer<usize> {
        self.queries += 1;
        if self.queries >= self.unknown_from {
            return Answer::Unknown("the mock was told so".to_owned());
        }
        let possible: Vec<CandidateSet> = self
            .violations
            .iter()
            .filter(|v| v.is_disjoint(query.enforced) && query.bound.is_none_or(|bound| v.len() <= bound))
            .filter(|v| !self.is_blocked(v))
            .cloned()
            .collect();
        if possible.is_empty() {
            return Answer::Safe(self.core(query));
        }
        let chosen = &possible[self.random.below(possible.len())];
        let relaxed = self.embellished(chosen, query);
        Answer::Violation(Counterexample { relaxed, witness: self.queries })
    }

    fn block(&mut self, set: &CandidateSet) {
        self.blocked.push(set.clone());
    }
}

/// The least weight of a set that hits every violation, by trying all subsets.
fn brute_force(costs: &[u64], violations: &[Vec<usize>]) -> Weight {
    let masks: Vec<u32> = violations.iter().map(|v| v.iter().fold(0, |mask, &c| mask | 1 << c)).collect();
    (0..1_u32 << costs.len())
        .filter(|subset| masks.iter().all(|mask| mask & subset != 0))
        .map(|subset| (0..costs.len()).filter(|c| subset >> c & 1 == 1).map(|c| Weight::single(costs[c])).sum())
        .min()
        .expect("everything hits a family of non-empty sets")
}

fn hits_all(chosen: &CandidateSet, violations: &[Vec<usize>]) -> bool {
    violations.iter().all(|v| v.iter().any(|&c| chosen.contains(CandidateId::from_index(c))))
}

fn weight(chosen: &CandidateSet, costs: &[u64]) -> Weight {
    chosen.iter().map(|c| Weight::single(costs[c.index()])).sum()
}

fn repaired(result: Synthesis<usize>) -> Repair<usize> {
    match result {
        Synthesis::Repaired(repair) => repair,
        other => panic!("expected a repair, got {other:?}"),
    }
}

/// Up to nine candidates with small costs, and one to eight violations of one to four candidates.
fn families() -> impl Strategy<Value = (Vec<u64>, Vec<Vec<usize>>)> {
    prop::collection::vec(1_u64..4, 1..10).prop_flat_map(|costs| {
        let members = prop::collection::btree_set(0..costs.len(), 1..=costs.len().min(4));
        let violations = prop::collection::vec(members.prop_map(|m: BTreeSet<usize>| m.into_iter().collect()), 1..9);
        (Just(costs), violations)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn every_algorithm_finds_the_least_weight((costs, violations) in families(), seed: u64, k1 in 1_usize..11) {
        let least = brute_force(&costs, &violations);
        for temper in TEMPERS {
            for algorithm in Algorithm::ALL {
                let mut oracle = Mock::new(&costs, &violations, temper, seed);
                let settings = Settings { algorithm, k1, ..Settings::default() };
                let repair = repaired(synthesise(&mut oracle, &settings, None, &mut Silent));
                prop_assert!(hits_all(&repair.chosen, &violations), "{algorithm} {temper:?}: {:?}", repair.chosen);
                prop_assert_eq!(weight(&repair.chosen, &costs), least, "{} {:?}", algorithm, temper);
                prop_assert_eq!(repair.bounded, None);
                prop_assert_eq!(repair.first, 1);
                prop_assert_eq!(repair.statistics.queries, oracle.queries);
                prop_assert!(repair.chosen.is_subset(&repair.culprits));
            }
        }
    }

    /// Core-first shrinks every counterexample to a minimal one, whatever the oracle's temper, so that its
    /// culprits are culprits.
    #[test]
    fn core_first_names_only_culprits((costs, violations) in families(), seed: u64) {
        let minimal: Vec<_> = violations.iter().map(|v| set(costs.len(), v.iter().copied())).collect();
        let mut family = HittingSets::new(&costs.iter().map(|&cost| Weight::single(cost)).collect::<Vec<_>>());
        for violation in minimal {
            family.add(violation);
        }
        for temper in TEMPERS {
            let mut oracle = Mock::new(&costs, &violations, temper, seed);
            let repair = repaired(synthesise(&mut oracle, &Settings::default(), None, &mut Silent));
            prop_assert!(repair.culprits.is_subset(&family.support()), "{temper:?}: {:?}", repair.culprits);
        }
    }

    /// TE as published may weigh more, but hits every violation and can spare nothing of what it saw.
    #[test]
    fn te_with_a_minimal_hitting_set_repairs((costs, violations) in families(), seed: u64) {
        for temper in TEMPERS {
            let mut oracle = Mock::new(&costs, &violations, temper, seed);
            let settings = Settings {
                algorithm: Algorithm::Te,
                te_hitting_set: HittingSetKind::Minimal,
                ..Settings::default()
            };
            let repair = repaired(synthesise(&mut oracle, &settings, None, &mut Silent));
            prop_assert!(hits_all(&repair.chosen, &violations));
            for member in repair.chosen.iter() {
                let mut fewer = repair.chosen.clone();
                fewer.remove(member);
                prop_assert!(oracle.blocked.iter().any(|seen| seen.is_disjoint(&fewer)));
            }
        }
    }

    /// A bound K2 below what a violation needs may lose that violation, never one within the bound, and the
    /// result claims no more than that.
    #[test]
    fn a_small_k2_is_reported((costs, violations) in families(), seed: u64, k1 in 1_usize..4, k2 in 1_usize..4) {
        let within: Vec<_> = violations.iter().filter(|v| v.len() <= k2).cloned().collect();
        for temper in TEMPERS {
            for algorithm in [Algorithm::Robmc, Algorithm::RobmcEt] {
                let mut oracle = Mock::new(&costs, &violations, temper, seed);
                let settings = Settings { algorithm, k1, k2: Some(k2), ..Settings::default() };
                let repair = repaired(synthesise(&mut oracle, &settings, None, &mut Silent));
                prop_assert!(hits_all(&repair.chosen, &within));
                prop_assert!(repair.statistics.largest_bound.is_some_and(|bound| bound <= k2));
                match repair.bounded {
                    None => prop_assert!(hits_all(&repair.chosen, &violations), "{algorithm} {temper:?}"),
                    Some(bound) => {
                        prop_assert_eq!(bound, k2);
                        prop_assert_eq!(weight(&repair.chosen, &costs), brute_force(&costs, &within));
                    }
                }
            }
        }
    }

    /// Whenever the oracle stops answering, the result says unknown, and what it says besides is true.
    #[test]
    fn an_unknown_answer_ends_the_search((costs, violations) in families(), seed: u64, cut in 1_usize..100) {
        let least = brute_force(&costs, &violations);
        for algorithm in Algorithm::ALL {
            let settings = Settings { algorithm, ..Settings::default() };
            let mut oracle = Mock::new(&costs, &violations, Temper::Careless, seed);
            let total = repaired(synthesise(&mut oracle, &settings, None, &mut Silent)).statistics.queries;
            let cut = 1 + cut % total;
            let mut oracle = Mock { unknown_from: cut, ..Mock::new(&costs, &violations, Temper::Careless, seed) };
            match synthesise(&mut oracle, &settings, None, &mut Silent) {
                Synthesis::Unknown { why, partial, statistics } => {
                    prop_assert_eq!(why, "the mock was told so");
                    prop_assert_eq!(statistics.queries, cut);
                    prop_assert!(partial.lower <= least, "{algorithm}: {partial:?}");
                    if let Some(enough) = &partial.sufficient {
                        prop_assert!(hits_all(enough, &violations), "{algorithm}: {partial:?}");
                    }
                }
                other => prop_assert!(false, "{algorithm}: {other:?}"),
            }
        }
    }
}

proptest! {
    // TE may have to enumerate every set of candidates before it meets the one violation that tells.
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// A violation that needs no reordering is not repairable, whatever else there is.
    #[test]
    fn a_violation_without_reordering_is_not_repairable((costs, violations) in families(), seed: u64) {
        let mut violations = violations;
        violations.push(Vec::new());
        for algorithm in Algorithm::ALL {
            for temper in TEMPERS {
                let mut oracle = Mock::new(&costs, &violations, temper, seed);
                let settings = Settings { algorithm, k1: 1, ..Settings::default() };
                let result = synthesise(&mut oracle, &settings, None, &mut Silent);
                prop_assert!(matches!(result, Synthesis::Unrepairable { .. }), "{algorithm} {temper:?}: {result:?}");
            }
        }
    }
}

#[test]
fn a_safe_program_takes_one_query() {
    for algorithm in Algorithm::ALL {
        for universe in [0, 3] {
            let mut oracle = Mock::new(&vec![1; universe], &[], Temper::Hostile, 7);
            let settings = Settings { algorithm, ..Settings::default() };
            match synthesise(&mut oracle, &settings, None, &mut Silent) {
                Synthesis::AlreadySafe { statistics } => assert_eq!(statistics.queries, 1),
                other => panic!("{algorithm}: {other:?}"),
            }
        }
    }
}

#[test]
fn without_candidates_a_violation_is_not_repairable() {
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm, ..Settings::default() };
        let result = synthesise(&mut Mock::new(&[], &[vec![]], Temper::Neat, 1), &settings, None, &mut Silent);
        assert!(matches!(result, Synthesis::Unrepairable { witness: 1, .. }), "{algorithm}: {result:?}");
    }
}

#[test]
fn a_passed_deadline_is_unknown() {
    for algorithm in Algorithm::ALL {
        let settings = Settings {
            algorithm,
            stop: StopToken::default().until(Some(std::time::Instant::now())),
            ..Settings::default()
        };
        let result = synthesise(&mut Mock::new(&[1], &[vec![0]], Temper::Neat, 1), &settings, None, &mut Silent);
        assert!(matches!(result, Synthesis::Unknown { .. }), "{algorithm}: {result:?}");
    }
}

#[test]
fn names_lead_back_to_algorithms() {
    for algorithm in Algorithm::ALL {
        assert_eq!(Algorithm::from_name(algorithm.name()), Some(algorithm));
    }
    assert_eq!(Algorithm::from_name("mus"), None);
}

/// Collects what the observer is told.
#[derive(Default)]
struct Recorder {
    bounds: Vec<usize>,
    replies: Vec<Reply>,
    lower: Vec<u64>,
}

impl Observer for Recorder {
    fn progress(&mut self, event: Event) {
        match event {
            Event::BoundRaised { bound } => self.bounds.push(bound),
            Event::QueryAnswered { reply, .. } => self.replies.push(reply),
            Event::LowerBound { main, .. } => self.lower.push(main),
            _ => {}
        }
    }
}

/// The bound doubles from K1 and ends at K2 itself, so that no violation lies between the last two bounds.
#[test]
fn robmc_doubles_the_bound_up_to_k2() {
    let all: Vec<usize> = (0..12).collect();
    let mut recorder = Recorder::default();
    let settings = Settings { algorithm: Algorithm::Robmc, ..Settings::default() };
    let mut oracle = Mock::new(&[1; 12], &[all], Temper::Neat, 3);
    let repair = repaired(synthesise(&mut oracle, &settings, None, &mut recorder));
    assert_eq!(recorder.bounds, [5, 10, 12]);
    assert_eq!(repair.chosen.len(), 1);
    assert_eq!(recorder.lower, [1]);
    assert_eq!(recorder.replies.len(), repair.statistics.queries);
}

/// Two violations, of two and of six candidates. Under the bound 5 the repair of the first is safe, but only
/// because of the bound, so early termination must not stop there; the core names enforced candidates as well,
/// which is no reason to go on or to stop.
#[test]
fn early_termination_waits_for_a_proof_without_the_bound() {
    let violations = [vec![0, 1], vec![2, 3, 4, 5, 6, 7]];
    for temper in TEMPERS {
        let mut recorder = Recorder::default();
        let settings = Settings { algorithm: Algorithm::RobmcEt, ..Settings::default() };
        let mut oracle = Mock::new(&[1; 400], &violations, temper, 5);
        let repair = repaired(synthesise(&mut oracle, &settings, None, &mut recorder));
        assert_eq!(repair.chosen.len(), 2, "{temper:?}");
        assert!(recorder.bounds.len() >= 2, "{temper:?}: {:?}", recorder.bounds);
        if temper != Temper::Hostile {
            assert_eq!(recorder.bounds, [5, 10], "{temper:?}");
        }
    }
}

/// The queries of core-first for a family, with a temper for violations and one for cores.
fn core_first_queries(universe: usize, violations: &[Vec<usize>], tempers: (Temper, Temper)) -> usize {
    let costs = vec![1; universe];
    let mut oracle = Mock { core_temper: tempers.1, ..Mock::new(&costs, violations, tempers.0, 11) };
    let repair = repaired(synthesise(&mut oracle, &Settings::default(), None, &mut Silent));
    assert!(hits_all(&repair.chosen, violations));
    repair.statistics.queries
}

/// Six culprits among thousands of innocent candidates: one query for the program as it stands, two or more for
/// the core, one for each culprit.
#[test]
fn core_first_asks_little_about_single_culprits() {
    let violations: Vec<_> = (0..6).map(|i| vec![i * 613 + 5]).collect();
    for violation_temper in TEMPERS {
        assert_eq!(core_first_queries(3780, &violations, (violation_temper, Temper::Neat)), 9);
        assert!(core_first_queries(3780, &violations, (violation_temper, Temper::Careless)) <= 15);
    }
}

/// Six fences, each with five points that serve: the number of innocent candidates must not show.
#[test]
fn core_first_asks_as_much_as_violations_are_large() {
    let violations: Vec<Vec<_>> = (0..6).map(|i| (i * 60 + 7..i * 60 + 12).collect()).collect();
    for violation_temper in TEMPERS {
        for universe in [400, 4000] {
            assert!(core_first_queries(universe, &violations, (violation_temper, Temper::Neat)) <= 80);
        }
    }
}

/// All sets of least weight that hit every violation, by trying all subsets.
fn all_by_brute_force(costs: &[u64], violations: &[Vec<usize>]) -> BTreeSet<Vec<usize>> {
    let least = brute_force(costs, violations);
    let subsets = (0..1_u32 << costs.len()).map(|subset| (0..costs.len()).filter(|c| subset >> c & 1 == 1).collect());
    let is_least = |members: &Vec<usize>| {
        let chosen = set(costs.len(), members.iter().copied());
        hits_all(&chosen, violations) && weight(&chosen, costs) == least
    };
    subsets.filter(is_least).collect()
}

fn members(found: &[CandidateSet]) -> Vec<Vec<usize>> {
    found.iter().map(|set| set.iter().map(CandidateId::index).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Every repair of least number and cost is found, each once, whatever the oracle is like and however good the places are.
    #[test]
    fn all_repairs_of_least_weight_are_found((costs, violations) in families(), seed in any::<u64>()) {
        for temper in TEMPERS {
            let mut oracle = Mock::new(&costs, &violations, temper, seed);
            let mut places = Random::new(seed);
            oracle.weights.iter_mut().for_each(|weight| weight.fine[0] = places.below(3) as u64);
            let first = repaired(synthesise(&mut oracle, &Settings::default(), None, &mut Silent)).chosen;
            let (found, ended) = all_least(&mut oracle, &first, usize::MAX, &StopToken::default());
            let expected = all_by_brute_force(&costs, &violations);
            prop_assert_eq!(ended, Ended::Complete);
            prop_assert_eq!(&found[0], &first);
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(members(&found).into_iter().collect::<BTreeSet<_>>(), expected.clone());
            let (some, ended) = all_least(&mut oracle, &first, 2, &StopToken::default());
            prop_assert_eq!(some.len(), expected.len().min(2));
            prop_assert_eq!(ended == Ended::Complete, expected.len() <= 2);
        }
    }
}

#[test]
fn an_enumeration_that_is_stopped_says_so() {
    let (costs, violations) = (vec![1; 4], vec![vec![0, 1], vec![2, 3]]);
    let mut oracle = Mock::new(&costs, &violations, Temper::Neat, 1);
    let first = set(4, [0, 2]);
    let (found, ended) = all_least(&mut oracle, &first, 100, &StopToken::default());
    assert_eq!((found.len(), ended), (4, Ended::Complete));
    oracle.unknown_from = oracle.queries + 2;
    let (found, ended) = all_least(&mut oracle, &first, 100, &StopToken::default());
    assert!(found.len() < 4 && ended == Ended::Stopped, "{found:?}");
    let stop = StopToken::default();
    stop.raise(fencesmith::limits::Limit::Time);
    assert_eq!(all_least(&mut oracle, &first, 100, &stop), (vec![first], Ended::Stopped));
}
