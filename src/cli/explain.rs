//! The command `explain`: what a rule means and what to do about it.
//!
//! In: the name of a rule, or nothing. Out: a document for standard output, or that there is no such rule. It must not know
//! programs.

use serde_json::json;

use super::format::Format;
use super::report::{SCHEMA_VERSION, wrapped};
use super::rules::{RULES, Rule, rule};
use crate::diag::Diagnostic;

/// The width of the text.
const WIDTH: usize = 100;

/// The document, ending in a line break.
///
/// # Errors
/// A name that no rule has, a format without a meaning here.
pub fn document(wanted: Option<&str>, format: Format, width: Option<usize>) -> Result<String, Diagnostic> {
    format.but_sarif("explain")?;
    let rules: Vec<&Rule> = match wanted {
        Some(id) => vec![rule(id).ok_or_else(|| unknown(id))?],
        None => RULES.iter().collect(),
    };
    if format == Format::Json {
        let rules = rules.iter().map(|rule| json!({ "id": rule.id, "summary": rule.summary, "help": rule.help }));
        let rules = rules.collect::<Vec<_>>();
        let document = json!({ "schema_version": SCHEMA_VERSION, "command": "explain", "rules": rules });
        let text = serde_json::to_string_pretty(&document).expect("only string keys; please report this");
        return Ok(text + "\n");
    }
    let lines: Vec<String> = match wanted {
        Some(_) => rules.iter().flat_map(|rule| explained(rule, width.unwrap_or(WIDTH).min(WIDTH))).collect(),
        None => rules.iter().flat_map(|rule| listed(rule, width)).collect(),
    };
    Ok(lines.join("\n") + "\n")
}

/// A rule in the list of all: on one line where nothing says how wide that may be.
fn listed(rule: &Rule, width: Option<usize>) -> Vec<String> {
    let line = format!("{:<22} {}", rule.id, rule.summary);
    match width {
        Some(width) if line.len() > width => {
            let mut lines = vec![rule.id.to_string()];
            lines.extend(wrapped(rule.summary, width, "    "));
            lines
        }
        _ => vec![line],
    }
}

fn explained(rule: &Rule, width: usize) -> Vec<String> {
    let mut lines = vec![rule.id.to_string(), String::new()];
    lines.extend(wrapped(rule.summary, width, ""));
    lines.push(String::new());
    lines.extend(wrapped(rule.help, width, ""));
    lines
}

fn unknown(id: &str) -> Diagnostic {
    let near = RULES.iter().max_by(|a, b| strsim::jaro(a.id, id).total_cmp(&strsim::jaro(b.id, id)));
    let near = near.filter(|rule| strsim::jaro(rule.id, id) > 0.7);
    let help = near.map_or_else(
        || "`fencesmith explain` lists all rules".to_string(),
        |rule| format!("did you mean `{}`? `fencesmith explain` lists all rules", rule.id),
    );
    Diagnostic::error(format!("there is no rule `{id}`")).help(help)
}
