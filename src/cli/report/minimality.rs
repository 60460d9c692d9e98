//! Why nothing less is a repair, in words and as JSON.
//!
//! In: a [`Minimality`]. Out: sentences, a JSON value. It must not know how the violations were found.

use serde_json::{Value, json};

use super::words;
use crate::diag::{Sources, Span};
use crate::drive::outcome::{CandidateReport, Enforceable, Minimality, Objective};
use crate::ir::Placement;

/// Nothing where one candidate is all there is to it; otherwise a sentence, and the violations where all is to be shown.
pub fn sentences(minimality: &Minimality, objective: Objective, full: bool, sources: &Sources) -> Vec<String> {
    let Minimality { candidates, sets, chosen, .. } = minimality;
    if sets.len() < 2 {
        return Vec::new();
    }
    let disjoint = sets.iter().enumerate().all(|(i, set)| {
        let mut others = sets[..i].iter().flatten();
        !others.any(|member| set.contains(member))
    });
    let is_order = |member: &usize| match &candidates[*member].what {
        Enforceable::Edit { insertion, .. } => changes_order(&insertion.placement),
        Enforceable::Pair(_) => false,
    };
    let one = match objective {
        Objective::Pairs => "a pair",
        Objective::Fences | Objective::Cost if chosen.iter().any(is_order) => "an edit",
        Objective::Fences | Objective::Cost => "a fence",
    };
    let count = sets.len();
    let hint = if full { ":" } else { "." };
    let mut lines = vec![match disjoint && chosen.len() == count {
        true => format!("Fewer will not do: {count} violations need {one} each{hint}"),
        false => format!("Less will not do: no cheaper choice avoids all of {count} violations{hint}"),
    }];
    if full {
        for set in sets {
            let members: Vec<String> = set.iter().map(|member| named(&candidates[*member], sources)).collect();
            lines.push(format!("  one of them needs {}", members.join(" or ")));
        }
    }
    lines
}

/// A candidate in short.
fn named(candidate: &CandidateReport, sources: &Sources) -> String {
    match &candidate.what {
        Enforceable::Pair(pair) => words::pair(pair, sources),
        Enforceable::Edit { kind, insertion } => {
            format!("{kind} at {}", words::place(insertion.placement.span(), sources))
        }
    }
}

/// The instance. Sets name candidates by their numbers, from 0.
pub fn value(minimality: &Minimality, sources: &Sources) -> Value {
    let candidates: Vec<Value> = minimality.candidates.iter().map(|it| candidate(it, sources)).collect();
    let Minimality { sets, alternatives, chosen, .. } = minimality;
    json!({ "candidates": candidates, "sets": sets, "alternatives": alternatives, "chosen": chosen })
}

fn candidate(candidate: &CandidateReport, sources: &Sources) -> Value {
    let weight = [candidate.weight.0, candidate.weight.1];
    match &candidate.what {
        Enforceable::Edit { kind, insertion } => {
            let (file, line, column) = place(insertion.placement.span(), sources);
            let raises = changes_order(&insertion.placement);
            let what = if raises { "change" } else { "fence" };
            json!({ "what": what, "kind": kind, "file": file, "line": line, "column": column, "weight": weight })
        }
        Enforceable::Pair(pair) => {
            let (file, line, column) = place(pair.first.span, sources);
            let kind = format!("{} before {}", pair.first.text, pair.second.text);
            json!({ "what": "pair", "kind": kind, "file": file, "line": line, "column": column, "weight": weight })
        }
    }
}

fn place(span: Option<Span>, sources: &Sources) -> (Option<String>, Option<u32>, Option<u32>) {
    let Some(span) = span else { return (None, None, None) };
    let position = sources.position(span.file, span.start);
    (Some(sources.path(span.file).display().to_string()), Some(position.line), Some(position.column))
}

/// Whether an edit is another order of an access.
fn changes_order(placement: &Placement) -> bool {
    matches!(placement, Placement::Order { .. } | Placement::Access { .. })
}
