//! All repairs of least number and cost, one after the other.
//!
//! In: an oracle and one repair of least weight. Out: the others that have as few candidates at the same cost ([`Weight::main`] and
//! [`Weight::other`]); what only says how good a place is does not count. It must not know how the first one was found.
//!
//! The sets that leave no violation are divided as in K. G. Murty, An algorithm for ranking all the assignments in order of
//! increasing cost (1968): behind a repair with the members `m1, m2, …`, every other one lacks a first of them, so it has `m1 … mi` and
//! not `m(i+1)`, for one `i`. In each part the least hitting set of the violations that are known is asked for; a violation that it
//! does not avoid is known from then on, for all parts. A part ends where its least hitting set weighs more, or where it hits
//! nothing: a violation is left with nothing to be avoided by.
//!
//! # Condition
//! Every candidate has a weight in `main` or `other`. A set of least weight then has no superfluous member, and each is found once.

use super::alternatives::Alternatives;
use super::candidate_set::CandidateSet;
use super::hitting_set::{HittingSets, NoMinimum};
use super::oracle::{Answer, Oracle, Query, Weight};
use crate::ids::CandidateId;
use crate::limits::StopToken;

/// How an enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are no others.
    Complete,
    /// There are as many as were asked for, and perhaps more.
    AtMost,
    /// A limit was reached.
    Stopped,
}

/// A part of all sets: those with some members and without others.
struct Part {
    with: Vec<CandidateId>,
    without: CandidateSet,
}

/// What an oracle says of its candidates.
#[derive(Clone, Copy)]
struct Known<'a> {
    weights: &'a [Weight],
    alternatives: &'a Alternatives,
}

/// What the least set of a part is.
enum Least {
    /// It leaves no violation.
    Repair(CandidateSet),
    /// Each weighs more, or none leaves no violation.
    None,
    Stopped,
}

/// All repairs that have as few candidates at the same cost as this one, which comes first; no more than `most`.
pub fn all_least<O: Oracle>(
    oracle: &mut O,
    first: &CandidateSet,
    most: usize,
    stop: &StopToken,
) -> (Vec<CandidateSet>, Ended) {
    let (weights, alternatives) = (oracle.weights().to_vec(), oracle.alternatives());
    let known = Known { weights: &weights, alternatives: &alternatives };
    let least = main_levels(first.iter().map(|member| weights[member.index()]).sum());
    let mut violations: Vec<CandidateSet> = Vec::new();
    let mut found = vec![first.clone()];
    let mut parts = behind(first, &Part { with: Vec::new(), without: CandidateSet::new(weights.len()) });
    while let Some(part) = parts.pop() {
        match least_of(oracle, &part, (known, least), &mut violations, stop) {
            Least::None => {}
            Least::Stopped => return (found, Ended::Stopped),
            Least::Repair(_) if found.len() >= most => return (found, Ended::AtMost),
            Least::Repair(repair) => {
                parts.extend(behind(&repair, &part));
                found.push(repair);
            }
        }
    }
    (found, Ended::Complete)
}

fn main_levels(weight: Weight) -> (u64, u64) {
    (weight.main, weight.other)
}

/// The parts of the sets of a part that are left when one of them is taken out.
fn behind(taken: &CandidateSet, part: &Part) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut with = part.with.clone();
    for member in taken.iter().filter(|member| !part.with.contains(member)) {
        let mut without = part.without.clone();
        without.insert(member);
        parts.push(Part { with: with.clone(), without });
        with.push(member);
    }
    // The next one to be looked at is the last: it has most in common.
    parts
}

/// The least set of a part that leaves no violation, if it is as light as the first one.
fn least_of<O: Oracle>(
    oracle: &mut O,
    part: &Part,
    (Known { weights, alternatives }, least): (Known<'_>, (u64, u64)),
    violations: &mut Vec<CandidateSet>,
    stop: &StopToken,
) -> Least {
    let mut family = HittingSets::among(weights, alternatives.clone());
    let with = CandidateSet::of(weights.len(), part.with.iter().copied());
    let mut without = alternatives.excluded_by(&with);
    without.union_with(&part.without);
    // What a violation can be avoided by in this part; nothing if it is avoided already.
    let ways = |violation: &CandidateSet| with.is_disjoint(violation).then(|| violation.difference(&without));
    for violation in violations.iter() {
        match ways(violation) {
            Some(ways) if ways.is_empty() => return Least::None,
            Some(ways) => {
                family.add(ways);
            }
            None => {}
        }
    }
    loop {
        let mut chosen = match family.minimum(Some(stop)) {
            Ok(chosen) => chosen,
            Err(NoMinimum::Stopped) => return Least::Stopped,
            Err(NoMinimum::Clash) => return Least::None,
        };
        chosen.union_with(&with);
        if main_levels(chosen.iter().map(|member| weights[member.index()]).sum()) > least {
            return Least::None;
        }
        if stop.is_reached() {
            return Least::Stopped;
        }
        match oracle.solve(&Query { enforced: &chosen, bound: None }) {
            Answer::Safe(_) => return Least::Repair(chosen),
            Answer::Unknown(_) => return Least::Stopped,
            Answer::Violation(counterexample) => {
                let violation = counterexample.relaxed;
                let ways = ways(&violation).expect("what is enforced is not relaxed; please report this");
                let is_avoidable = !ways.is_empty();
                violations.push(violation);
                if !is_avoidable {
                    return Least::None;
                }
                family.add(ways);
            }
        }
    }
}
