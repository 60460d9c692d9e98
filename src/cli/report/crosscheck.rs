//! What the two engines say of each program, in words and as JSON.
//!
//! In: a [`CrossCheck`]. Out: sentences, rows of a table, a JSON value. It must not know how the engines were asked.

use serde_json::{Value, json};

use super::words;
use crate::drive::comparison::{Agreement, Comparison, CrossCheck, Subject};

/// The name of a program.
fn subject(subject: Subject) -> String {
    match subject {
        Subject::Original => "original".to_string(),
        Subject::Patched => "patched".to_string(),
        Subject::Without(fence) => format!("without fence {}", fence + 1),
    }
}

fn agreement(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agreed => "agreed",
        Agreement::Undecided => "undecided",
        Agreement::Disagreed => "disagreed",
    }
}

/// The word for the whole.
pub fn verdict(cross: &CrossCheck) -> &'static str {
    if cross.disagrees() {
        "disagreed"
    } else if cross.reason.is_some() || cross.count(Agreement::Undecided) > 0 {
        "undecided"
    } else {
        "agreed"
    }
}

/// What was compared, and with which result, in one sentence.
pub fn summary(cross: &CrossCheck) -> String {
    if let Some(reason) = &cross.reason {
        return format!("Cross-check: {reason}.");
    }
    let executions: u64 = cross.comparisons.iter().map(|c| c.executions).sum();
    let budget = match cross.budget {
        Some(budget) => format!(" of at most {:.0} s", budget.as_secs_f64().max(1.0)),
        None => String::new(),
    };
    let programs = cross.comparisons.len();
    let agreed = cross.count(Agreement::Agreed);
    let counted = if agreed == programs {
        words::count(programs, "program")
    } else {
        format!("{agreed} of {}", words::count(programs, "program"))
    };
    format!(
        "Cross-check: the {} agrees on {counted}; {}, {:.1} s{budget}.",
        cross.second().name(),
        words::count(usize::try_from(executions).unwrap_or(usize::MAX), "execution"),
        cross.elapsed.as_secs_f64()
    )
}

/// What is not agreed on, a sentence each.
pub fn reservations(cross: &CrossCheck) -> Vec<String> {
    let mut lines = Vec::new();
    for comparison in &cross.comparisons {
        let name = subject(comparison.subject);
        match comparison.agreement() {
            Agreement::Agreed => {}
            Agreement::Undecided => {
                let why = comparison.undecided().unwrap_or_default();
                lines.push(format!("  not compared, {name}: {why}"));
            }
            Agreement::Disagreed => lines.push(format!(
                "  DISAGREEMENT, {name}: the solver says {}, the {} {}",
                comparison.solver.word(),
                comparison.by.name(),
                comparison.second.word()
            )),
        }
    }
    for path in &cross.reproducers {
        lines.push(format!("  a bug in fencesmith; please report it with the files in {}", path.display()));
    }
    lines
}

/// A row for each program.
pub fn rows(cross: &CrossCheck) -> Vec<[String; 4]> {
    let row = |c: &Comparison| {
        [subject(c.subject), c.solver.word().to_string(), c.second.word().to_string(), c.executions.to_string()]
    };
    let heading = ["program", "solver", cross.second().name(), "executions"].map(str::to_string);
    std::iter::once(heading).chain(cross.comparisons.iter().map(row)).collect()
}

pub fn json(cross: &CrossCheck) -> Value {
    let programs: Vec<Value> = cross
        .comparisons
        .iter()
        .map(|c| {
            json!({
                "program": subject(c.subject),
                "solver": c.solver.word(),
                "second": c.second.word(),
                "engine": c.by.name(),
                "executions": c.executions,
                "result": agreement(c.agreement()),
                "reason": c.undecided(),
            })
        })
        .collect();
    json!({
        "result": verdict(cross),
        "reason": cross.reason,
        "budget_seconds": cross.budget.map(|budget| budget.as_secs_f64()),
        "seconds": cross.elapsed.as_secs_f64(),
        "programs": programs,
        "reproducers": cross.reproducers.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
    })
}
