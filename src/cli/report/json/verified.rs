//! The JSON of `verify`, and what other objects say of a proof.
//!
//! In: what is known of a proof. Out: an object. It must not print.

use std::path::Path;

use serde_json::{Value, json};

use super::SCHEMA_VERSION;
use crate::drive::proof::{OnDisk, Problem, Size, Verified};
use crate::proof::Mistake;

/// Where a proof is, and how large.
pub fn proof(folder: &Path, size: Size) -> Value {
    let Size { variables, clauses, cycles, steps } = size;
    json!({
        "folder": folder.display().to_string(),
        "variables": variables,
        "clauses": clauses,
        "cycles": cycles,
        "steps": steps,
    })
}

/// The document about a proof that was judged.
pub fn verified(verified: &Verified, folder: &Path, seconds: f64) -> String {
    let files = verified.files.iter().map(|(path, now)| {
        let now = match now {
            OnDisk::Same => "same",
            OnDisk::Different => "different",
            OnDisk::Absent => "absent",
        };
        json!({ "file": path.display().to_string(), "on_disk": now })
    });
    let mut document = json!({
        "schema_version": SCHEMA_VERSION,
        "tool": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
        "command": "verify",
        "verdict": if verified.problems.is_empty() { "verified" } else { "rejected" },
        "model": verified.model,
        "properties": verified.properties,
        "proof": proof(folder, verified.size),
        "files": files.collect::<Vec<_>>(),
        "problems": verified.problems.iter().map(problem).collect::<Vec<_>>(),
        "seconds": seconds,
    });
    if let Some(version) = &verified.written_by {
        document["written_by"] = json!(version);
    }
    super::print(&document)
}

fn problem(problem: &Problem) -> Value {
    let of = |about: &str, mistake: &Mistake| json!({ "about": about, "at": mistake.at, "message": mistake.what });
    match problem {
        Problem::File(what) => json!({ "about": "file", "at": null, "message": what }),
        Problem::Text(name, mistake) => of(name, mistake),
        Problem::Step(mistake) => of("step", mistake),
        Problem::Cycle(mistake) => of("cycle", mistake),
        Problem::Program(what) => json!({ "about": "program", "at": null, "message": what }),
    }
}
