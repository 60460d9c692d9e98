//! The command `models`: the list, or one model in words.
//!
//! In: nothing, a name or a path. Out: a document for standard output, or what is wrong with the model file. It
//! must not know a model by name.

use serde_json::json;

use super::format::Format;
use super::report::{SCHEMA_VERSION, wrapped};
use super::style;
use crate::diag::{Diagnostic, Sources};
use crate::model::Model;

/// The document, ending in a line break.
///
/// # Errors
/// An unknown name, an unreadable or malformed file, a format without a meaning here.
pub fn document(wanted: Option<&str>, format: Format, sources: &mut Sources) -> Result<String, Vec<Diagnostic>> {
    format.but_sarif("models").map_err(|error| vec![error])?;
    match wanted {
        Some(name) => Ok(explain(&Model::find(name, sources)?, format)),
        None => list(format, sources),
    }
}

fn explain(model: &Model, format: Format) -> String {
    let explanation = model.explain();
    if format == Format::Text {
        return ended(explanation);
    }
    ended(pretty(&json!({
        "schema_version": SCHEMA_VERSION,
        "command": "models",
        "name": model.name(),
        "description": model.description(),
        "citation": model.citation(),
        "explanation": explanation,
    })))
}

fn list(format: Format, sources: &mut Sources) -> Result<String, Vec<Diagnostic>> {
    let models = Model::builtin_names().iter().map(|name| Model::find(name, sources)).collect::<Result<Vec<_>, _>>()?;
    if format == Format::Json {
        let models: Vec<_> =
            models.iter().map(|m| json!({ "name": m.name(), "description": m.description() })).collect();
        let document = json!({ "schema_version": SCHEMA_VERSION, "command": "models", "models": models });
        return Ok(ended(pretty(&document)));
    }
    let width = models.iter().map(|m| m.name().chars().count()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for model in &models {
        let lines = match style::width() {
            None => vec![format!("{:width$}{}", "", model.description())],
            Some(columns) => wrapped(model.description(), columns.max(2 * width), &" ".repeat(width)),
        };
        for (number, line) in lines.iter().enumerate() {
            let name = if number == 0 { model.name() } else { "" };
            text.push_str(&format!("{name:<width$}{}\n", &line[width..]));
        }
    }
    let hint = "`fencesmith models NAME` explains one; the path of a model file works wherever a name does.";
    let hint = style::width().map_or_else(|| vec![hint.to_string()], |columns| wrapped(hint, columns, ""));
    text.push_str(&format!("\n{}\n", hint.join("\n")));
    Ok(text)
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).expect("a JSON value has only string keys; please report this")
}

fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
