//! Candidates of which a repair has one at most, for every algorithm and for all repairs, judged by trying all sets.

use super::*;

/// Families as above, and numbers that put candidates with the same one into one group.
fn families_in_groups() -> impl Strategy<Value = (Vec<u64>, Vec<Vec<usize>>, Vec<usize>)> {
    families().prop_flat_map(|(costs, violations)| {
        let groups = prop::collection::vec(0..4_usize, costs.len());
        (Just(costs), Just(violations), groups)
    })
}

/// The candidates of each number but the last, which names no group.
fn grouped(groups: &[usize]) -> Alternatives {
    let members = |number: usize| {
        let all = groups.iter().enumerate().filter(move |(_, group)| **group == number);
        all.map(|(candidate, _)| CandidateId::from_index(candidate))
    };
    Alternatives::of(groups.len(), (0..3).map(members))
}

/// All sets of least weight that hit every violation and have no two of one group.
fn apart_by_brute_force(weights: &[Weight], violations: &[Vec<usize>], groups: &[usize]) -> BTreeSet<Vec<usize>> {
    let all = (0..1_u32 << weights.len()).map(|subset| (0..weights.len()).filter(|c| subset >> c & 1 == 1).collect());
    let is_apart = |chosen: &Vec<usize>| {
        let mut seen: Vec<usize> = chosen.iter().map(|c| groups[*c]).filter(|group| *group != 3).collect();
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        seen.len() == count && hits_all(&set(weights.len(), chosen.iter().copied()), violations)
    };
    let weight = |chosen: &Vec<usize>| chosen.iter().map(|c| weights[*c]).sum::<Weight>();
    let fit: Vec<Vec<usize>> = all.filter(is_apart).collect();
    let least = fit.iter().map(weight).min();
    fit.into_iter().filter(|chosen| Some(weight(chosen)) == least).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// Of candidates that exclude each other a repair has one at most, and what is found is the least of all such; where every set that
    /// hits has two of them, that is said.
    #[test]
    fn of_alternatives_a_repair_has_one((costs, violations, groups) in families_in_groups(), seed: u64) {
        let weights: Vec<Weight> = costs.iter().map(|cost| Weight { main: *cost, other: 1, ..Weight::default() }).collect();
        let alternatives = grouped(&groups);
        let expected = apart_by_brute_force(&weights, &violations, &groups);
        for temper in TEMPERS {
            let published = Settings {
                algorithm: Algorithm::Te,
                te_hitting_set: HittingSetKind::Minimal,
                ..Settings::default()
            };
            let each = Algorithm::ALL.map(|algorithm| Settings { algorithm, ..Settings::default() });
            for settings in each.into_iter().chain([published]) {
                let (weights, excluded) = (weights.clone(), alternatives.clone());
                let mock = Mock::new(&costs, &violations, temper, seed);
                let mut oracle = Mock { weights, alternatives: excluded, ..mock };
                let is_published = settings.te_hitting_set == HittingSetKind::Minimal;
                match synthesise(&mut oracle, &settings, None, &mut Silent) {
                    Synthesis::Repaired(repair) if is_published => {
                        prop_assert!(hits_all(&repair.chosen, &violations));
                        prop_assert_eq!(alternatives.clash(&repair.chosen), None);
                    }
                    Synthesis::Repaired(repair) => {
                        let chosen = repair.chosen.iter().map(CandidateId::index).collect::<Vec<_>>();
                        prop_assert!(expected.contains(&chosen), "{settings:?} {temper:?}: {chosen:?}");
                    }
                    Synthesis::Unknown { why, .. } => {
                        prop_assert!(expected.is_empty() && why.contains("two orders at once"), "{settings:?}: {why}");
                    }
                    other => prop_assert!(false, "{settings:?} {temper:?}: {other:?}"),
                }
            }
        }
    }

    /// All of them are found where all are asked for.
    #[test]
    fn all_repairs_with_one_of_each_group_are_found((costs, violations, groups) in families_in_groups(), seed: u64) {
        let weights: Vec<Weight> = costs.iter().map(|cost| Weight { main: *cost, other: 1, ..Weight::default() }).collect();
        let alternatives = grouped(&groups);
        let expected = apart_by_brute_force(&weights, &violations, &groups);
        if let Some(first) = expected.first() {
            let first = set(costs.len(), first.iter().copied());
            let mut oracle = Mock { weights, alternatives, ..Mock::new(&costs, &violations, Temper::Careless, seed) };
            let (found, ended) = all_least(&mut oracle, &first, usize::MAX, &StopToken::default());
            prop_assert_eq!(ended, Ended::Complete);
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(members(&found).into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}
