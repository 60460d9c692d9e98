//! Pressing a session for a smaller violation.
//!
//! In: a session, and the candidates that stay enforced. Out: a violation with fewer candidates reordered, and with fewer
//! accesses to be told among those with as few. It must not know how the violation is shown.
//!
//! Every question has a limit that is a number of conflicts, so that the outcome is the same each time; a question that reaches
//! it counts as one without an answer. So what is found is small, and the smallest unless a limit was in the way.

use super::session::{Goal, Question, Reply, Session};
use super::told::{Told, told};
use crate::exec::Execution;
use crate::ids::CandidateId;

/// The most conflicts for one question.
const CONFLICTS: u64 = 1_000;

/// In formulas with more clauses nothing is asked for. A number, not a time, so that the outcome is the same each time.
pub const CLAUSES: u64 = 60_000;

/// The most accesses that are counted: the clauses that count grow with the square.
const COUNTED: usize = 300;

/// What there is to be less of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Less {
    /// Candidates that are reordered, then accesses.
    Reordered,
    /// Accesses alone.
    Accesses,
}

impl Session {
    /// A violation that is small. `None` when none was found within the limits.
    pub fn smaller(&mut self, enforced: &[CandidateId], less: Less) -> Option<Box<Execution>> {
        if self.encoding().formula.clauses() > CLAUSES {
            return None;
        }
        self.limit(Some(CONFLICTS));
        let found = match less {
            Less::Reordered => self.with_fewest_reordered(enforced),
            Less::Accesses => self.with_fewest_accesses(enforced, None),
        };
        self.limit(None);
        found
    }

    fn with_fewest_reordered(&mut self, enforced: &[CandidateId]) -> Option<Box<Execution>> {
        let mut best: Option<(usize, Box<Execution>)> = None;
        loop {
            let bound = match &best {
                None => None,
                Some((0, _)) => break,
                Some((reordered, _)) => Some(reordered - 1),
            };
            match self.ask(Question { goal: Goal::Violation, enforced, bound }) {
                Reply::Found { execution, relaxed, .. } => best = Some((relaxed.len(), execution)),
                Reply::None { .. } | Reply::Interrupted => break,
            }
        }
        let (reordered, execution) = best?;
        Some(self.with_fewest_accesses(enforced, Some(reordered)).unwrap_or(execution))
    }

    /// Halves the distance between a number with which there is a violation and one with which none was found.
    fn with_fewest_accesses(&mut self, enforced: &[CandidateId], bound: Option<usize>) -> Option<Box<Execution>> {
        let mut told = self.told.take().unwrap_or_else(|| self.count());
        let question = Question { goal: Goal::Violation, enforced, bound };
        let mut best = None;
        let mut ask = |most: Option<usize>| {
            let few = most.map_or_else(Vec::new, |most| told.bound.at_most(most, &mut self.encoding_mut().formula));
            match self.ask_under(question, &few) {
                Reply::Found { execution, .. } => {
                    best = Some(execution);
                    Some(told.counted.iter().filter(|lit| self.value(**lit)).count())
                }
                Reply::None { .. } | Reply::Interrupted => None,
            }
        };
        if told.counted.len() <= COUNTED
            && let Some(mut most) = ask(None)
        {
            let mut least = 0;
            while least < most {
                let half = least + (most - least) / 2;
                match ask(Some(half.min(most - 1))) {
                    Some(fewer) => most = fewer,
                    None => least = half.min(most - 1) + 1,
                }
            }
        }
        self.told = Some(told);
        best
    }

    fn count(&mut self) -> Told {
        let told = told(self.encoding_mut());
        self.prefer_false(&told.made);
        told
    }
}
