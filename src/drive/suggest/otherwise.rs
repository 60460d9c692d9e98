//! What the same search would have found without what the user prefers: what forbidden places and given costs cost.
//!
//! In: a [`Task`], and how far its loops were followed. Out: prices. It must not know what is done with them.

use super::preference::{Judge, Preference};
use super::solve::{Among, Before, Outcome, Reach, solve};
use super::{Failure, Task};
use crate::drive::outcome::{Objective, Price, Unweighted};
use crate::drive::verdict::Decider;
use crate::progress::{Observer, Phase};
use crate::sat::candidates::Candidate;

/// How a repair was found that another one is to stand beside: the bounds, what they leave open, and who answered.
#[derive(Clone, Copy)]
pub(super) struct Beside<'b> {
    pub before: Before<'b>,
    pub reach: &'b Reach,
    pub by: Decider,
}

impl Task<'_> {
    /// What a repair takes that may have its fences anywhere, where the user forbids places.
    pub(super) fn unrestricted(
        &self,
        beside: Beside<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Price>, Failure> {
        let wanted = &self.settings.preference;
        if !wanted.restricts() {
            return Ok(None);
        }
        observer.phase(Phase::FencesAnywhere);
        let found = self.preferring(&wanted.anywhere(), beside, observer)?;
        Ok(found.map(|(_, fences)| self.price(&fences)))
    }

    /// What these fences take by the model's own costs, and what would do by them, where the user gives others and that is less.
    pub(super) fn unweighted(
        &self,
        fences: &[Candidate],
        beside: Beside<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Unweighted>, Failure> {
        let wanted = &self.settings.preference;
        if !wanted.weighs() {
            return Ok(None);
        }
        observer.phase(Phase::OwnCosts);
        let Some((free, others)) = self.preferring(&wanted.unweighted(), beside, observer)? else { return Ok(None) };
        let (least, found) = (free.price(&others), free.price(fences));
        Ok((least != found).then_some(Unweighted { least, found }))
    }

    /// The repair that is found with another preference, and the task with that preference.
    fn preferring(
        &self,
        preference: &Preference,
        beside: Beside<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Option<(Task<'_>, Vec<Candidate>)>, Failure> {
        let objective = self.settings.objective;
        let judge = Judge::new((self.unit, &self.existing), self.request, objective, preference);
        let judge = judge.map_err(|d| self.failure(d))?;
        let free = Task { judge, existing: self.existing.clone(), by: beside.by, ..*self };
        let solved = match (beside.by, objective) {
            (Decider::Solver, Objective::Fences | Objective::Cost) => {
                solve(&free, Among::Fences(&free.judge), Some(beside.before), observer).map_err(|d| self.failure(d))?
            }
            _ => free.solved(observer)?,
        };
        // A repair that is right within bounds only stands beside one of that kind.
        let comparable = matches!((&solved.reach, beside.reach), (Reach::Whole, _) | (_, Reach::Within(..)));
        let Outcome::Repaired(repaired) = solved.outcome else { return Ok(None) };
        let fences = free.fences(&solved.skeleton, &repaired.chosen).filter(|_| comparable);
        Ok(fences.map(|fences| (free, fences)))
    }
}
