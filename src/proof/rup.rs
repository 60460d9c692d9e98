//! The checker: whether each step of a refutation follows from what is there before it, up to the empty clause.
//!
//! In: clauses and steps. Out: how many steps it took, or the first that does not follow. It must not know where either is from.
//!
//! A clause follows if unit propagation finds a contradiction among the clauses and its negated literals (E. Goldberg, Y. Novikov,
//! Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003; "reverse unit propagation"). Every step is therefore a
//! consequence of the clauses. The further steps that DRAT allows, which only keep the clauses satisfiable, are refused: the
//! proofs here have none.
//!
//! # Deviations
//! - Steps are looked at in their order, not from the end, so that each of them is right and not only those that are needed.
//! - A unit that was derived stays when its reason is deleted; it is a consequence all the same.

use std::collections::HashMap;

use super::dimacs::Cnf;
use super::steps::Step;
use super::{Literal, Mistake};

/// Checks that the steps refute the clauses, and says how many steps it took.
///
/// # Errors
/// The first step that does not follow or deletes what is not there, or that no step is the empty clause.
pub fn check(cnf: &Cnf, steps: &[Step]) -> Result<usize, Mistake> {
    let mut checker = Checker::new(cnf.variables);
    for clause in &cnf.clauses {
        checker.add(clause);
    }
    for (at, step) in steps.iter().enumerate().map(|(i, step)| (i + 1, step)) {
        match step {
            Step::Delete(clause) => checker.delete(clause).map_err(|what| Mistake::new(at, what))?,
            Step::Add(clause) => {
                if let Some(literal) = clause.iter().find(|literal| literal.unsigned_abs() > cnf.variables) {
                    return Err(Mistake::new(at, format!("{literal} is of no variable of the clauses")));
                }
                if !checker.follows(clause) {
                    return Err(Mistake::new(at, "the clause does not follow from those before it"));
                }
                if clause.is_empty() {
                    return Ok(at);
                }
                checker.add(clause);
            }
        }
    }
    Err(Mistake::new(steps.len(), "the steps end without the empty clause"))
}

/// The clauses of a moment, and what follows from them by propagation alone.
struct Checker {
    /// Without repetitions, the two watched literals first; `None` where one was deleted.
    clauses: Vec<Option<Vec<Literal>>>,
    /// The clauses that watch a literal.
    watches: Vec<Vec<usize>>,
    /// By their sorted literals.
    known: HashMap<Vec<Literal>, Vec<usize>>,
    /// By variable.
    values: Vec<Option<bool>>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<Literal>,
    /// How far the trail was propagated.
    done: usize,
    /// The clauses contradict each other by propagation alone.
    refuted: bool,
}

impl Checker {
    fn new(variables: u32) -> Checker {
        let variables = variables as usize + 1;
        Checker {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            known: HashMap::new(),
            values: vec![None; variables],
            trail: Vec::new(),
            done: 0,
            refuted: false,
        }
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0))
    }

    fn assign(&mut self, literal: Literal) {
        self.values[literal.unsigned_abs() as usize] = Some(literal > 0);
        self.trail.push(literal);
    }

    /// Adds a clause that holds, and what it makes certain.
    fn add(&mut self, clause: &[Literal]) {
        let mut clause = sorted(clause);
        let id = self.clauses.len();
        self.known.entry(clause.clone()).or_default().push(id);
        // Watched are literals that are not false, so that a clause is seen when it becomes a unit.
        clause.sort_by_key(|literal| self.value(*literal) == Some(false));
        let open = clause.iter().filter(|literal| self.value(**literal) != Some(false)).count();
        if clause.len() > 1 {
            self.watches[index(clause[0])].push(id);
            self.watches[index(clause[1])].push(id);
        }
        match open {
            0 => self.refuted = true,
            1 if self.value(clause[0]).is_none() => self.assign(clause[0]),
            _ => {}
        }
        self.clauses.push(Some(clause));
        self.refuted |= !self.propagate();
    }

    fn delete(&mut self, clause: &[Literal]) -> Result<(), &'static str> {
        let ids = self.known.get_mut(&sorted(clause)).ok_or("a clause is deleted that is not there")?;
        let id = ids.pop().ok_or("a clause is deleted that is not there")?;
        self.clauses[id] = None;
        Ok(())
    }

    /// Whether the negated literals lead to a contradiction.
    fn follows(&mut self, clause: &[Literal]) -> bool {
        if self.refuted {
            return true;
        }
        let before = self.trail.len();
        let mut follows = false;
        for literal in clause {
            match self.value(*literal) {
                Some(true) => follows = true,
                Some(false) => {}
                None => self.assign(-literal),
            }
        }
        let follows = follows || !self.propagate();
        for literal in self.trail.drain(before..) {
            self.values[literal.unsigned_abs() as usize] = None;
        }
        self.done = before;
        follows
    }

    /// Makes true what must be; whether nothing contradicts.
    fn propagate(&mut self) -> bool {
        while self.done < self.trail.len() {
            let fell = -self.trail[self.done];
            self.done += 1;
            let watching = std::mem::take(&mut self.watches[index(fell)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut contradiction = false;
            for (i, id) in watching.iter().copied().enumerate() {
                let Some(mut clause) = self.clauses[id].take() else { continue };
                if clause[0] == fell {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                let moved = match self.value(other) {
                    Some(true) => None,
                    _ => (2..clause.len()).find(|at| self.value(clause[*at]) != Some(false)),
                };
                match moved {
                    Some(at) => {
                        clause.swap(1, at);
                        self.watches[index(clause[1])].push(id);
                    }
                    None => {
                        kept.push(id);
                        match self.value(other) {
                            Some(true) => {}
                            Some(false) => contradiction = true,
                            None => self.assign(other),
                        }
                    }
                }
                self.clauses[id] = Some(clause);
                if contradiction {
                    kept.extend(&watching[i + 1..]);
                    break;
                }
            }
            self.watches[index(fell)].extend(kept);
            if contradiction {
                return false;
            }
        }
        true
    }
}

fn index(literal: Literal) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

/// The literals in order, each once.
fn sorted(clause: &[Literal]) -> Vec<Literal> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::steps;

    fn cnf(variables: u32, clauses: &[&[Literal]]) -> Cnf {
        Cnf { variables, clauses: clauses.iter().map(|clause| clause.to_vec()).collect() }
    }

    fn judge(cnf: &Cnf, text: &str) -> Result<usize, usize> {
        check(cnf, &steps::parse(text).expect("the steps can be read")).map_err(|mistake| mistake.at)
    }

    /// The example of the DRAT format's description (N. Wetzler, M. Heule, W. Hunt, SAT 2014), all of whose steps propagate.
    fn example() -> Cnf {
        cnf(
            4,
            &[
                &[1, 2, -3],
                &[-1, -2, 3],
                &[2, 3, -4],
                &[-2, -3, 4],
                &[-1, -3, -4],
                &[1, 3, 4],
                &[-1, 2, 4],
                &[1, -2, -4],
            ],
        )
    }

    #[test]
    fn a_refutation_is_one_to_its_end() {
        assert_eq!(judge(&example(), "1 2 0\n1 0\n2 0\n0\n"), Ok(4));
        assert_eq!(judge(&example(), "1 2 0\nd 1 2 -3 0\n1 0\n2 0\n0\n"), Ok(5));
        assert_eq!(judge(&example(), "1 2 0\n1 0\n"), Err(2), "it does not end");
        assert_eq!(judge(&example(), "0\n"), Err(1));
    }

    #[test]
    fn a_step_that_does_not_follow_is_none() {
        assert_eq!(judge(&example(), "1 0\n2 0\n0\n"), Err(1));
        assert_eq!(judge(&example(), "1 2 0\n3 0\n2 0\n0\n"), Err(2));
        assert_eq!(judge(&example(), "1 2 0\n1 0\nd 7 0\n0\n"), Err(3), "it deletes what is not there");
        assert_eq!(judge(&example(), "1 2 0\n1 5 0\n0\n"), Err(2), "it names a new variable");
        // What was deleted is of no help.
        assert_eq!(judge(&cnf(2, &[&[1], &[-1, 2], &[-2]]), "d 1 0\n0\n"), Ok(2), "the unit was used already");
        assert_eq!(judge(&cnf(3, &[&[1, 2], &[1, -2], &[-1, 3], &[-1, -3]]), "d 1 2 0\n1 0\n0\n"), Err(2));
    }

    /// Every clause over three variables that follows from some others, and none that does not: against truth tables. A clause that
    /// needs more than propagation may be refused.
    #[test]
    fn nothing_follows_that_is_not_a_consequence() {
        let all: Vec<Vec<Literal>> = (0..27)
            .map(|code| {
                (0..3)
                    .filter_map(|v| [None, Some(v + 1), Some(-v - 1)][(code / 3i32.pow(v as u32) % 3) as usize])
                    .collect()
            })
            .collect();
        let holds = |clause: &[Literal], row: u32| clause.iter().any(|l| (row >> (l.abs() - 1) & 1 == 1) == (*l > 0));
        let mut followed = 0;
        for seed in 0..2000u64 {
            let pick = |i: u64| {
                &all[(seed.wrapping_mul(6364136223846793005).wrapping_add(i * 1442695040888963407) >> 33) as usize % 27]
            };
            let clauses: Vec<Vec<Literal>> = (0..5).map(pick).filter(|clause| !clause.is_empty()).cloned().collect();
            let mut checker = Checker::new(3);
            clauses.iter().for_each(|clause| checker.add(clause));
            for clause in &all {
                let is_consequence =
                    (0..8).all(|row| holds(clause, row) || clauses.iter().any(|given| !holds(given, row)));
                let follows = checker.follows(clause);
                assert!(is_consequence || !follows, "{clauses:?} do not imply {clause:?}");
                followed += u32::from(follows);
            }
        }
        assert!(followed > 1000, "{followed}");
    }
}
