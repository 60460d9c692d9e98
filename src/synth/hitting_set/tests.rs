//! The exact solver against brute force, and its cases by hand.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;

fn family(costs: &[u64], sets: &[BTreeSet<usize>]) -> HittingSets {
    let mut family = HittingSets::new(&costs.iter().map(|&cost| Weight::single(cost)).collect::<Vec<_>>());
    for set in sets {
        family.add(CandidateSet::of(costs.len(), set.iter().map(|&c| CandidateId::from_index(c))));
    }
    family
}

/// The least weight of a hitting set, by trying all subsets of up to 32 candidates.
fn brute_force(costs: &[u64], sets: &[BTreeSet<usize>]) -> Weight {
    let masks: Vec<u32> = sets.iter().map(|set| set.iter().fold(0, |mask, &c| mask | 1 << c)).collect();
    (0..1_u32 << costs.len())
        .filter(|subset| masks.iter().all(|mask| mask & subset != 0))
        .map(|subset| (0..costs.len()).filter(|c| subset >> c & 1 == 1).map(|c| Weight::single(costs[c])).sum())
        .min()
        .expect("everything hits a family of non-empty sets")
}

fn families() -> impl Strategy<Value = (Vec<u64>, Vec<BTreeSet<usize>>)> {
    prop::collection::vec(0_u64..5, 1..13).prop_flat_map(|costs| {
        let largest = costs.len().min(6);
        let set = prop::collection::btree_set(0..costs.len(), 1..=largest);
        (Just(costs), prop::collection::vec(set, 0..24))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn the_minimum_is_least((costs, sets) in families()) {
        let mut family = family(&costs, &sets);
        let found = family.minimum(None).expect("no deadline");
        prop_assert!(family.is_hit_by(&found));
        prop_assert_eq!(family.weight(&found), brute_force(&costs, &sets));
    }

    /// What the last minimum was must not mislead the next one.
    #[test]
    fn the_minimum_is_least_after_each_set((costs, sets) in families()) {
        let mut growing = family(&costs, &[]);
        for end in 1..=sets.len() {
            growing.add(CandidateSet::of(costs.len(), sets[end - 1].iter().map(|&c| CandidateId::from_index(c))));
            let found = growing.minimum(None).expect("no deadline");
            prop_assert!(growing.is_hit_by(&found));
            prop_assert_eq!(growing.weight(&found), brute_force(&costs, &sets[..end]));
        }
    }

    #[test]
    fn the_minimal_one_can_spare_nothing((costs, sets) in families()) {
        let family = family(&costs, &sets);
        let found = family.minimal();
        prop_assert!(family.is_hit_by(&found));
        for member in found.iter() {
            let mut fewer = found.clone();
            fewer.remove(member);
            prop_assert!(!family.is_hit_by(&fewer));
        }
    }
}

/// Families that do not fall to the reductions: many sets of like size over elements of like cost.
fn dense_families() -> impl Strategy<Value = (Vec<u64>, Vec<BTreeSet<usize>>)> {
    (2_usize..6, 1_u64..3).prop_flat_map(|(size, spread)| {
        let costs = prop::collection::vec(1..=spread, 14);
        let set = prop::collection::btree_set(0..14_usize, size);
        (costs, prop::collection::vec(set, 10..50))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn the_search_is_exact((costs, sets) in dense_families()) {
        let mut family = family(&costs, &sets);
        let found = family.minimum(None).expect("no deadline");
        prop_assert!(family.is_hit_by(&found));
        prop_assert_eq!(family.weight(&found), brute_force(&costs, &sets));
    }
}

/// Many blocks that share nothing, each with three nested and shifted windows, over thousands of candidates, and
/// large sets of innocent ones around a culprit: the shapes that counterexamples have. The optimum is known: two
/// for each block, since its first and last window are disjoint.
#[test]
fn large_structured_families_are_solved_at_once() {
    let mut sets = Vec::new();
    for block in 0..100 {
        let start = block * 40;
        sets.push((start..start + 12).collect());
        sets.push((start + 8..start + 24).collect());
        sets.push((start + 20..start + 38).collect());
        // The same windows again with needless members: they contain the first and say nothing new.
        sets.push((start..start + 12).chain((0..4000).step_by(7)).collect());
    }
    let mut family = family(&[1; 4000], &sets);
    assert_eq!(family.sets().len(), 300);
    let start = Instant::now();
    let found = family.minimum(None).expect("no deadline");
    assert_eq!(found.len(), 200);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// A cycle of an odd number of pairs has no solution of half its length: the linear bound is not enough and the
/// search must branch, in each of many components apart and not in their product.
#[test]
fn components_are_searched_apart() {
    let mut sets: Vec<BTreeSet<usize>> = Vec::new();
    for cycle in 0..60 {
        sets.extend((0..9).map(|i| BTreeSet::from([cycle * 9 + i, cycle * 9 + (i + 1) % 9])));
    }
    let found = family(&[3; 540], &sets).minimum(None).expect("no deadline");
    assert_eq!(found.len(), 60 * 5);
}

/// Hundreds of sets, each a random half of the candidates around one of six culprits.
#[test]
fn wide_counterexamples_are_solved() {
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 20
    };
    let sets: Vec<BTreeSet<usize>> = (0..300)
        .map(|i| (0..2000).filter(|&c| c % 400 == i % 5 || (c % 400 > 5 && random() % 50 == 0)).collect())
        .collect();
    let stop = StopToken::default().until(Some(Instant::now() + Duration::from_secs(60)));
    let found = family(&[1; 2000], &sets).minimum(Some(&stop));
    assert_eq!(found.expect("solved in time").len(), 5);
}

#[test]
fn a_passed_deadline_gives_nothing() {
    let mut family = family(&[1, 1], &[BTreeSet::from([0, 1])]);
    let stop = StopToken::default().until(Some(Instant::now()));
    assert_eq!(family.minimum(Some(&stop)), Err(NoMinimum::Stopped));
    assert!(family.minimum(None).is_ok_and(|found| found.len() == 1));
}

#[test]
fn redundant_sets_are_not_kept() {
    let mut family = HittingSets::new(&[Weight::single(1); 3]);
    let set = |members: &[u32]| CandidateSet::of(3, members.iter().map(|&c| CandidateId(c)));
    assert!(family.add(set(&[0, 1])));
    assert!(!family.add(set(&[0, 1, 2])));
    assert!(family.add(set(&[1])));
    assert_eq!(family.sets(), [set(&[1])]);
    assert_eq!(family.support(), set(&[1]));
}
