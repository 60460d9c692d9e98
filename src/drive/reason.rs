//! Why there is no verdict, in words.
//!
//! In: a [`Why`], the text that its places are in, and where it is said. Out: a sentence without its end. It must not know in
//! which form that is shown, nor what users can do about it.

use super::phrases::{count, place, times};
use super::verdict::{ExceededLoop, Why};
use crate::diag::Sources;
use crate::ir::Concern;
use crate::limits::Limit;
use crate::progress::Phase;

/// Where a reason is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// In the place of a verdict: all that is known.
    Verdict,
    /// Beside a verdict that does not need the executions of which nothing is said.
    CutShort,
    /// Of the explorer, which looked at what somebody else has found.
    CrossCheck,
    /// In a record of an experiment, whose text is known: without places.
    Record,
}

/// Why there is no verdict.
pub fn reason(why: &Why, voice: Voice, sources: &Sources) -> String {
    match (why, voice) {
        (Why::Limit { limit, phase }, _) => reached(*limit, *phase, voice),
        (Why::Unwinding(loops), _) => exceeded(loops, voice, sources),
        (Why::Recursion { function, .. }, Voice::CrossCheck) => {
            format!("calls of {function} nest too deep to be explored")
        }
        (Why::Recursion { function, bound, .. }, Voice::Record) => {
            format!("`{function}` may nest deeper than {bound} calls")
        }
        (Why::Recursion { function, bound, span }, Voice::Verdict | Voice::CutShort) => {
            let at = sources.beside(*span);
            format!("calls of {function}{at} nest deeper than {bound}")
        }
        (Why::ReorderBound(_) | Why::Executions(_) | Why::Part(_), Voice::CrossCheck) => {
            "the explorer reached a bound".to_string()
        }
        (Why::ReorderBound(bound), Voice::Record) => format!("nothing beyond {bound} reorderings was searched"),
        (Why::ReorderBound(bound), Voice::Verdict | Voice::CutShort) => {
            format!("the search ended at counterexamples with {}", count(*bound, "reordering"))
        }
        (Why::Executions(many), Voice::Record) => format!("only {many} executions were visited"),
        (Why::Executions(many), Voice::Verdict | Voice::CutShort) => {
            format!("the exploration ended after {}, as it was told to", count(*many as usize, "execution"))
        }
        (Why::Part(part), _) => format!("there is no violation in part {} of {}", part.number + 1, part.of),
        (Why::NotLookedFor(Concern::Races), _) => {
            "the solver does not look for `races` where accesses meet that are not atomic; the explorer does"
                .to_string()
        }
        (Why::NotLookedFor(concern @ (Concern::Deadlock | Concern::Liveness)), _) => {
            format!(
                "the solver found nothing, and cannot tell here whether threads wait for good (`{}`)",
                concern.name()
            )
        }
        (Why::NotLookedFor(concern), _) => {
            format!("the solver found nothing else, and does not look for `{}`; the explorer does", concern.name())
        }
        (Why::Other(sentence), _) => sentence.clone(),
    }
}

fn reached(limit: Limit, phase: Option<Phase>, voice: Voice) -> String {
    match (limit, voice) {
        (Limit::Time, Voice::CrossCheck) => return "the time for the explorer was over".to_string(),
        (Limit::Memory, Voice::CrossCheck) => return "the memory for the explorer was used up".to_string(),
        (Limit::Interrupt, Voice::CrossCheck | Voice::Record) => return "the run was interrupted".to_string(),
        _ => {}
    }
    let reached = match limit {
        Limit::Time => "the time limit passed",
        Limit::Memory => "the memory limit was reached",
        Limit::Interrupt => "the run was interrupted",
    };
    if voice == Voice::CutShort {
        return format!("{reached} before all executions were visited");
    }
    let phase = phase.map_or_else(String::new, |phase| format!(" (phase: {})", phase.name()));
    format!("{reached} before there was an answer{phase}")
}

fn exceeded(loops: &[ExceededLoop], voice: Voice, sources: &Sources) -> String {
    match voice {
        Voice::Verdict | Voice::CutShort => {
            let loops = loops
                .iter()
                .map(|l| format!("the loop at {} may run {} or more", place(l.span, sources), times(l.bound)));
            loops.collect::<Vec<_>>().join("; ")
        }
        Voice::CrossCheck => {
            let place = loops.iter().find_map(|l| l.span).map(|span| format!(" at {}", sources.describe(span)));
            format!("a loop{} runs on too long to be explored", place.unwrap_or_default())
        }
        Voice::Record => {
            let loops = if loops.len() == 1 { "a loop" } else { "loops" };
            format!("{loops} may run more often than the unwinding bound")
        }
    }
}
