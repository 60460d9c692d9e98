//! On which dependencies a verdict rests, in words and as JSON.
//!
//! In: a [`Reliance`]. Out: a phrase for the verdict, a sentence and an object for each dependency. It must not know how they were found.

use serde_json::{Value, json};

use super::words::place;
use crate::diag::Sources;
use crate::drive::outcome::{AccessReport, DependencyReport, Reliance};
use crate::exec::execution::Dependency;

/// Behind the verdict.
pub fn phrase(reliance: &Reliance) -> String {
    let most = if reliance.is_least { "" } else { "at most " };
    match reliance.dependencies.len() {
        1 => format!(", relying on {most}1 dependency"),
        count => format!(", relying on {most}{count} dependencies"),
    }
}

/// What uses what, and how.
pub fn sentence(dependency: &DependencyReport, sources: &Sources) -> String {
    let DependencyReport { kind, read, order, used_by } = dependency;
    let what = match order {
        &"plain" | &"volatile" => order.to_string(),
        order => format!("atomic ({order})"),
    };
    let by = match used_by {
        Some(access) => {
            let verb = if access.write { "write" } else { "read" };
            format!("the {verb} of {} ({})", access.text, place(access.span, sources))
        }
        None => "what stands behind it".to_string(),
    };
    let how = match kind {
        Dependency::Address => "has its address from",
        Dependency::Data => "has its value from",
        Dependency::Control => "happens depending on",
    };
    format!("{by} {how} the {what} read of {} ({})", read.text, place(read.span, sources))
}

/// The field of the document.
pub fn value(reliance: &Reliance, sources: &Sources) -> Value {
    let access = |access: &AccessReport| {
        let position = access.span.map(|span| (sources.path(span.file), sources.position(span.file, span.start)));
        json!({
            "file": position.as_ref().map(|(path, _)| path.display().to_string()),
            "line": position.as_ref().map(|(_, position)| position.line),
            "column": position.as_ref().map(|(_, position)| position.column),
            "text": access.text,
            "access": if access.write { "write" } else { "read" },
        })
    };
    let one = |dependency: &DependencyReport| {
        json!({
            "kind": dependency.kind.name(),
            "order": dependency.order,
            "read": access(&dependency.read),
            "used_by": dependency.used_by.as_ref().map(access),
        })
    };
    let list: Vec<Value> = reliance.dependencies.iter().map(one).collect();
    json!({ "least": reliance.is_least, "list": list })
}
