//! Why there is no repair.
//!
//! In: a [`Task`], and what was found out. Out: [`Suggestion`]s that are none, with a sentence and what would help. It must not look for a repair.

use crate::drive::Failure;
use crate::drive::outcome::{Objective, Statistics, Suggestion};
use crate::drive::verdict::Decider;
use crate::exec::Execution;
use crate::frontend::Splits;
use crate::progress::{Observer, Phase};

use super::Task;
use super::solve::{Among, Before, Outcome, Reach, solve};

/// Why fences cannot order what must stay in order.
const NO_PLACE: &str = "no statement boundary of the source lies between two accesses that must stay in order";

/// The same where the search was for fences.
const NO_BOUNDARY: &str =
    "accesses that must stay in order have no statement boundary between them where a fence could stand";

/// Why fences that may stand only in some places cannot repair what fences anywhere can.
pub const FORBIDDEN: &str = "no repair has all its fences where `--fences-in` and `--no-fences-in` allow them";

/// What is known where a model does not speak of pairs.
const WITH_ALL: &str = "the program is wrong even with every fence and every order that the model offers";

impl Task<'_> {
    /// What was chosen has no place in the text.
    pub(super) fn without_place(&self, reach: Reach, first: Option<Box<Execution>>, is_forbidden: bool) -> Suggestion {
        match (reach, first) {
            (Reach::Whole, Some(counterexample)) => {
                let reason = if is_forbidden { FORBIDDEN.to_string() } else { self.with_hint(NO_PLACE) };
                Suggestion::Unrepairable { counterexample, reason }
            }
            (Reach::Whole, None) => panic!("what needs nothing has no place to find; please report this"),
            (Reach::Within(why, _), _) => Suggestion::Unknown(why),
        }
    }

    /// Whether nothing helps because the program is wrong even when nothing is reordered, or because a fence has
    /// nowhere to stand; with a counterexample of the former kind where there is one.
    pub(super) fn unrepairable(
        &self,
        (counterexample, before): (Box<Execution>, Before<'_>),
        by: Decider,
        observer: &mut dyn Observer,
    ) -> Result<(Suggestion, Statistics), Failure> {
        let (ordered, statistics) = match self.settings.objective {
            // Whether it is the order of the accesses that is missing only pairs can say.
            _ if !self.request.model.fences_order_pairs() || by == Decider::Explorer => {
                let reason = self.with_hint(WITH_ALL);
                return Ok((Suggestion::Unrepairable { counterexample, reason }, Statistics::default()));
            }
            Objective::Pairs => (Outcome::Unrepairable(counterexample.clone()), Statistics::default()),
            Objective::Fences | Objective::Cost => {
                observer.phase(Phase::EveryPair);
                let solved = solve(self, Among::Pairs, Some(before), observer).map_err(|d| self.failure(d))?;
                (solved.outcome, solved.statistics)
            }
        };
        let suggestion = match ordered {
            Outcome::Unrepairable(counterexample) => Suggestion::Unrepairable {
                counterexample,
                reason: "the program is wrong even when nothing is reordered".to_string(),
            },
            Outcome::Unknown(why, _) => Suggestion::Unknown(why),
            Outcome::Safe | Outcome::Repaired(_) => {
                Suggestion::Unrepairable { counterexample, reason: self.with_hint(NO_BOUNDARY) }
            }
        };
        Ok((suggestion, statistics))
    }

    /// Why there is no repair, and what else may be allowed. Where nothing is written into some file, that comes first: a fence could
    /// stand in it as in any other.
    fn with_hint(&self, reason: &str) -> String {
        let files: Vec<String> = self
            .unit
            .closed
            .iter()
            .map(|(file, closed)| {
                let path = self.unit.sources.path(*file);
                format!("no fence is written into {}, as {} ({})", path.display(), closed.why(), closed.help())
            })
            .collect();
        match self.request.read.splits {
            _ if !files.is_empty() => format!("{reason}: {}", files.join("; ")),
            Splits::None => {
                format!(
                    "{reason}; with `--split` a fence may also stand within an expression, which is taken apart unless it is the condition of a loop"
                )
            }
            Splits::Offered => reason.to_string(),
        }
    }
}
