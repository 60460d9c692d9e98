//! The second opinion on a program, beside the solver's.
//!
//! In: a request. Out: what the explorer says of the program, or under a model that it does not take the enumerator. It must not know
//! what the solver says.

use super::comparison::{Finding, Second};
use super::enumerated::enumerated;
use super::explore::{ExploreSettings, explore};
use super::reason::{Voice, reason};
use super::verdict::Verdict;
use super::{Failure, Request};
use crate::progress::Observer;
use crate::sat::session::Dependencies;

/// A finding of the second engine, and how many executions it has looked at.
#[derive(Clone, Debug)]
pub struct Explored {
    pub finding: Finding,
    pub executions: u64,
    pub by: Second,
}

/// The explorer, as a function of what is to be explored and until when.
pub type Explorer<'e> = dyn FnMut(&Request, &mut dyn Observer) -> Explored + 'e;

/// The explorer of this program, or the enumerator under a model that the explorer does not take.
pub fn explorer(request: &Request, observer: &mut dyn Observer) -> Explored {
    let is_explored = crate::explore::refusal(&request.model).is_none();
    // Neither of the two does without them.
    if request.search.dependencies == Dependencies::Ignored && request.model.leans_on_dependencies() {
        let finding = Finding::Unknown("it keeps the dependencies of the text".to_string());
        let by = if is_explored { Second::Explorer } else { Second::Enumerator };
        return Explored { finding, executions: 0, by };
    }
    if !is_explored {
        let found = enumerated(request, observer);
        let (finding, executions) = found.unwrap_or_else(|failure| (Finding::Unknown(refusal(&failure)), 0));
        return Explored { finding, executions, by: Second::Enumerator };
    }
    let by = Second::Explorer;
    match explore(request, &ExploreSettings::default(), observer) {
        Ok((report, sources)) => {
            let executions = report.complete + report.blocked + report.violating;
            let finding = match report.verdict {
                Verdict::Safe { .. } => Finding::Safe,
                Verdict::Violation(execution) => Finding::Violation(Some(execution)),
                Verdict::Unknown(why) => Finding::Unknown(reason(&why, Voice::CrossCheck, &sources)),
            };
            Explored { finding, executions, by }
        }
        Err(failure) => Explored { finding: Finding::Unknown(refusal(&failure)), executions: 0, by },
    }
}

/// Why a program was refused, in a sentence.
pub fn refusal(failure: &Failure) -> String {
    let Some(first) = failure.diagnostics.first() else { return "it was refused".to_string() };
    match first.span {
        Some(span) => format!("{} ({})", first.message, failure.sources.describe(span)),
        None => first.message.clone(),
    }
}
