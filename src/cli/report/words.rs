//! Sentences that the forms of a report share.
//!
//! In: parts of a result. Out: words for people. It must not know in which form they are shown.

use crate::diag::Sources;
use crate::drive::change::{FenceReport, PairReport};
use crate::drive::known::{Known, Proposal, WithinBounds};
use crate::drive::outcome::{AccessReport, Objective, Others, Price, Unweighted};
use crate::drive::phrases::times;
pub use crate::drive::phrases::{count, place};
use crate::drive::proof::Size;
pub use crate::drive::reason::{Voice, reason};
use crate::drive::verdict::{Verdict, Why};
use crate::ir::{Checked, Concern};
use crate::limits::Limit;
use crate::patch::Patch;

/// What the edits of a repair are called: fences, if all are.
pub fn edits(edits: &[FenceReport]) -> &'static str {
    if edits.iter().all(|edit| edit.replaces.is_none()) { "fence" } else { "edit" }
}

/// The name of what comes of a repair, or of an optimisation.
pub fn repaired(optimizes: bool, patch: &Patch) -> &'static str {
    match (optimizes, patch.changes()) {
        (false, _) => "repaired",
        (true, true) => "optimized",
        (true, false) => "optimal",
    }
}

/// `1 fence or order of cost 10`, `3 fences and orders of cost 14`.
pub fn strengths(price: Price) -> String {
    let Price { count, cost, .. } = price;
    let what = if count == 1 { "fence or order" } else { "fences and orders" };
    format!("{count} {what} of cost {cost}")
}

/// How many other repairs there are.
pub fn others(others: &Others) -> String {
    let least = if others.complete { "" } else { "at least " };
    match (others.repairs.len(), others.complete) {
        (0, true) => "No other repair has as few fences at the same cost".to_string(),
        (0, false) => "Whether other repairs have as few fences at the same cost is not known".to_string(),
        (1, _) => format!("{}1 other repair has as few fences at the same cost", capital(least)),
        (n, _) => format!("{}{n} other repairs have as few fences at the same cost", capital(least)),
    }
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    first.to_uppercase() + rest
}

/// One of several repairs, a line for each fence.
pub fn repair_in_short(number: usize, fences: &[FenceReport], sources: &Sources) -> Vec<String> {
    let line = |(i, fence): (usize, &FenceReport)| {
        let head = if i == 0 { format!("{number}.") } else { String::new() };
        let what = match &fence.replaces {
            None => format!("`{}`", fence.text),
            Some(there) if *there == fence.text => format!("`{there}` stays"),
            Some(weaker) => format!("`{}` in place of `{weaker}`", fence.text),
        };
        format!("  {head:<4} {}: {what}", place(fence.span, sources))
    };
    fences.iter().enumerate().map(line).collect()
}

/// How large a proof is.
pub fn size(size: Size) -> String {
    let Size { clauses, cycles, steps, .. } = size;
    format!("{} ({cycles} about cycles), {}", count(clauses, "clause"), count(steps, "step"))
}

/// The name of a verdict in every form.
pub fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Safe { .. } => "safe",
        Verdict::Violation(_) => "violation",
        Verdict::Unknown(_) => "unknown",
    }
}

/// `write flag[0] (lock.c:12:3)`.
pub fn access(access: &AccessReport, sources: &Sources) -> String {
    let verb = if access.write { "write" } else { "read" };
    format!("{verb} {} ({})", access.text, place(access.span, sources))
}

/// `A before B`.
pub fn pair(pair: &PairReport, sources: &Sources) -> String {
    format!("{} before {}", access(&pair.first, sources), access(&pair.second, sources))
}

/// What was looked for, behind a verdict that says no more than that; nothing where it is what is looked for unless users say
/// otherwise.
pub fn looked_for<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    let usual: Vec<&str> = Checked::default().concerns().map(Concern::name).collect();
    (names != usual).then(|| format!(", as far as {} goes", names.join(", ")))
}

/// What to do about it.
pub fn advice(why: &Why, sources: &Sources) -> Option<String> {
    match why {
        Why::Limit { limit: Limit::Time, .. } => Some("raise `--timeout`".to_string()),
        Why::Limit { limit: Limit::Memory, .. } => Some("raise `--memory`".to_string()),
        Why::Limit { limit: Limit::Interrupt, .. } => None,
        Why::Unwinding(loops) => {
            let options: Vec<_> = loops
                .iter()
                .filter_map(|l| {
                    let span = l.span?;
                    let line = sources.position(span.file, span.start).line;
                    let path = sources.path(span.file).display();
                    Some(format!("`--unwind-loop {path}:{line}={}`", l.bound.saturating_mul(2)))
                })
                .collect();
            Some(if options.is_empty() {
                "raise `--unwind` or `--unwind-limit`".to_string()
            } else {
                format!(
                    "raise the bound with {}, or of all loops with `--unwind` or `--unwind-limit`",
                    options.join(" ")
                )
            })
        }
        Why::ReorderBound(_) => Some("raise `--k2`, or leave it out".to_string()),
        Why::Executions(_) => Some("raise `--max-executions`, or leave it out".to_string()),
        Why::Part(_) => {
            Some("write a report of each part with `--format json`, and put them together with `--merge`".to_string())
        }
        Why::Recursion { .. } | Why::NotLookedFor(_) | Why::Other(_) => None,
    }
}

/// Loops that are named one by one in a proof within bounds.
const NAMED_LOOPS: usize = 3;

/// Up to where a proof within bounds goes: `with the loop at lock.c:12:3 less than 16 times`. A
/// bound of 16 is reached where control would go back to the head of the loop for the 16th time.
pub fn within(bounds: &WithinBounds, sources: &Sources) -> String {
    let mut parts = Vec::new();
    if bounds.loops.len() > NAMED_LOOPS {
        let least = bounds.loops.iter().map(|l| l.bound).min().unwrap_or(0);
        parts.push(format!("each of {} loops less than {}", bounds.loops.len(), times(least)));
    } else {
        let of = |bound: u32| format!("less than {}", times(bound));
        parts.extend(bounds.loops.iter().map(|l| format!("the loop at {} {}", place(l.span, sources), of(l.bound))));
    }
    let calls = bounds.calls.iter();
    parts.extend(calls.map(|c| format!("calls of {} nested up to {} deep", c.function, c.bound)));
    if parts.is_empty() { String::new() } else { format!(", with {}", parts.join(" and ")) }
}

/// `2 fences`, `2 fences of cost 20`, `3 pairs kept in order by 2 fences`; how many things these are, for the verb.
pub fn repair(objective: Objective, fences: &[FenceReport], pairs: usize) -> (String, usize) {
    let counted = count(fences.len(), edits(fences));
    match objective {
        Objective::Fences => (counted, fences.len()),
        Objective::Cost => {
            let cost: u64 = fences.iter().map(|fence| fence.cost).sum();
            (format!("{counted} of cost {cost}"), fences.len())
        }
        Objective::Pairs => (format!("{} kept in order by {counted}", count(pairs, "pair")), pairs),
    }
}

/// What is known without a verdict, one sentence each.
pub fn known(known: &Known, objective: Objective, model: &str, sources: &Sources) -> Vec<String> {
    let mut lines = Vec::new();
    let within = known.bounded.as_ref().map(|bounds| within(bounds, sources));
    match (&known.proposal, within) {
        (Some(proposal), Some(within)) => {
            let Proposal { fences, pairs, fewest, .. } = proposal;
            let (what, many) = repair(objective, fences, pairs.len());
            let verb = if many == 1 { "leaves" } else { "leave" };
            let perhaps = if *fewest { "" } else { "; there may be a smaller repair" };
            lines.push(format!("{what} {verb} no violation under {model}{within}{perhaps}."));
        }
        (Some(proposal), None) => {
            let what = count(proposal.fences.len(), edits(&proposal.fences));
            lines.push(format!("{what} were found, but not proved to be enough."));
        }
        (None, Some(within)) => lines.push(format!("There is no violation under {model}{within}.")),
        (None, None) if known.violation.is_some() => {
            lines.push(format!("The program is wrong under {model} as it stands."));
        }
        (None, None) => {}
    }
    if let Some(bound) = known.lower_bound.filter(|_| known.proposal.as_ref().is_none_or(|proposal| !proposal.fewest)) {
        lines.push(match objective {
            Objective::Fences => format!("Every repair takes at least {}.", count(bound as usize, "edit")),
            Objective::Cost => format!("Every repair costs at least {bound}."),
            Objective::Pairs => format!("Every repair keeps at least {} in order.", count(bound as usize, "pair")),
        });
    }
    lines
}

/// `2 fences`, or `2 edits` where orders are among them.
fn priced(price: Price) -> String {
    count(price.count as usize, if price.orders { "edit" } else { "fence" })
}

/// What a repair would take if the user allowed fences anywhere.
pub fn unrestricted(price: Price) -> String {
    let where_to = if price.orders { "fences and orders" } else { "fences" };
    format!("With {where_to} anywhere, {} of cost {} would do.", priced(price), price.cost)
}

/// What would do by the model's own costs.
pub fn unweighted(both: &Unweighted) -> String {
    let Unweighted { least, found } = both;
    format!(
        "By the model's own costs, {} of cost {} would do in place of {} of cost {}.",
        priced(*least),
        least.cost,
        priced(*found),
        found.cost
    )
}
