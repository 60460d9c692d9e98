//! The command `config`: the options as they are in effect, each with where it comes from.
//!
//! In: what was typed and the configuration file. Out: a document that is a configuration file itself, or the same as JSON.
//! It must not decide what replaces what: it asks the functions from which the settings are made.

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::json;
use toml::Value;

use super::args::{ConfigArgs, ShowArgs};
use super::config::{Config, FILE_NAME};
use super::defaults::{self, Fallback};
use super::format::Format;
use super::given::{Given, given};
use super::input;
use super::report::SCHEMA_VERSION;
use super::settings;
use super::settings::preference::list;
use crate::diag::{Diagnostic, Sources};

/// The column at which origins stand, where the values are short enough.
const COLUMN: usize = 40;

/// The document, ending in a line break.
///
/// # Errors
/// A value that makes no sense, options that contradict each other, a format without a meaning here.
pub fn document(args: &ConfigArgs, show: &ShowArgs, config: &Config, sources: &Sources) -> Result<String, Diagnostic> {
    settings::sensible(args, show, config)?;
    let rows = rows(args, show, config)?;
    match settings::show(show, config)?.format {
        // The format of the file is what is told here, and not how it is told.
        Format::Json if show.format.is_some() => Ok(as_json(&rows, config, sources)),
        Format::Sarif if show.format.is_some() => Err(Format::Sarif.but_sarif("config").expect_err("it is SARIF")),
        Format::Json | Format::Sarif | Format::Text => Ok(as_text(&rows, config, sources)),
    }
}

/// One option: what was given for it, or its fallback.
struct Row {
    key: &'static str,
    given: What,
    fallback: Fallback,
}

/// What was given.
enum What {
    One(Option<Given<Value>>),
    Many(Vec<Given<Value>>),
}

/// All options that a configuration file can set, in the order of [`defaults::all`].
fn rows(args: &ConfigArgs, show: &ShowArgs, config: &Config) -> Result<Vec<Row>, Diagnostic> {
    let values = defaults::all().into_iter().map(|(key, fallback)| {
        let given = value(key, args, show, config)?;
        Ok(Row { key, given, fallback: fallback_in_effect(key, fallback, args, config) })
    });
    values.collect()
}

/// Bounds on reorderings are for the algorithms that have them.
fn fallback_in_effect(key: &str, fallback: Fallback, args: &ConfigArgs, config: &Config) -> Fallback {
    let algorithm = given(args.search.algorithm.clone(), config, &config.values.algorithm);
    let is_bounded = algorithm.is_some_and(|name| name.value.starts_with("robmc"));
    if key == "k1" && !is_bounded { Fallback::Words("only for robmc and robmc-et") } else { fallback }
}

/// What the command line and the file give for a key.
fn value(key: &str, args: &ConfigArgs, show: &ShowArgs, config: &Config) -> Result<What, Diagnostic> {
    let file = &config.values;
    let ConfigArgs { verify, engine, search, patch, cross, read, .. } = args;
    let texts = |typed, of_file| What::Many(list(typed, config, of_file).into_iter().map(text).collect());
    let paths = |typed, of_file| What::Many(input::paths(typed, config, of_file).into_iter().map(path).collect());
    let unwinding = settings::unwind(verify, config)?;
    let is_fixed = unwinding.fixed.is_some();
    Ok(match key {
        "model" => {
            let model = settings::model(verify, config).ok();
            What::One(model.map(|(name, span)| Given { value: name.into(), span }))
        }
        "include" => paths(&read.include, &file.include),
        "iquote" => paths(&read.quote, &file.iquote),
        "isystem" => paths(&read.system, &file.isystem),
        "force-include" => paths(&read.forced, &file.force_include),
        "define" => What::Many(input::macros(read, config).0.into_iter().map(text).collect()),
        "undefine" => What::Many(input::macros(read, config).1.into_iter().map(text).collect()),
        "std" => What::One(given(read.standard.clone(), config, &file.std).map(text)),
        "system-headers" => What::One(given(read.system_headers, config, &file.system_headers).map(toml)),
        "fresh-addresses" => What::One(given(read.fresh_addresses, config, &file.fresh_addresses).map(toml)),
        "spurious-failures" => What::One(given(read.spurious_failures, config, &file.spurious_failures).map(toml)),
        "property" => texts(&verify.property, &file.property),
        "engine" => What::One(given(engine.engine.clone(), config, &file.engine).map(text)),
        // Of two that come from different places only the one that is meant is in effect.
        "unwind" => What::One(given(verify.unwind, config, &file.unwind).filter(|_| is_fixed).map(toml)),
        "unwind-limit" => {
            What::One(given(verify.unwind_limit, config, &file.unwind_limit).filter(|_| !is_fixed).map(toml))
        }
        "unwind-loop" => {
            let loops = settings::unwind_loops(verify, config)?.into_iter();
            let told = |bound: settings::LoopBound| format!("{}:{}={}", bound.file, bound.line, bound.bound);
            What::Many(loops.map(|g| Given { value: told(g.value).into(), span: g.span }).collect())
        }
        "solver" => What::One(given(verify.solver.clone(), config, &file.solver).map(text)),
        "timeout" => What::One(given(verify.limits.timeout, config, &file.timeout).map(toml)),
        "memory" => What::One(given(verify.limits.memory, config, &file.memory).map(number)),
        "algorithm" => What::One(given(search.algorithm.clone(), config, &file.algorithm).map(text)),
        "k1" => What::One(given(search.k1, config, &file.k1).map(number)),
        "k2" => What::One(given(search.k2, config, &file.k2).map(number)),
        "minimize" => What::One(given(search.minimize.clone(), config, &file.minimize).map(text)),
        "cost" => texts(&search.cost, &file.cost),
        "weight" => texts(&search.weight, &file.weight),
        "fences-in" => texts(&search.fences_in, &file.fences_in),
        "no-fences-in" => texts(&search.no_fences_in, &file.no_fences_in),
        "fence-text" => texts(&patch.fence_text, &file.fence_text),
        "no-comments" => What::One(given(patch.no_comments, config, &file.no_comments).map(toml)),
        "diff" => What::One(given(patch.diff, config, &file.diff).map(toml)),
        "cross-check" => What::One(given(cross.cross_check, config, &file.cross_check).map(toml)),
        "cross-check-budget" => What::One(given(cross.cross_check_budget, config, &file.cross_check_budget).map(toml)),
        "format" => {
            let typed = show.format.and_then(|format| format.to_possible_value());
            let typed = typed.map(|value| value.get_name().to_string());
            What::One(given(typed, config, &file.format).map(text))
        }
        "color" => What::One(given(show.color.map(|color| color.to_string()), config, &file.color).map(text)),
        _ => unreachable!("`{key}` is a key whose value nobody knows; please report this"),
    })
}

fn text(given: Given<String>) -> Given<Value> {
    toml(given)
}

fn path(given: Given<PathBuf>) -> Given<Value> {
    Given { value: given.value.to_string_lossy().into_owned().into(), span: given.span }
}

fn number<N: TryInto<i64>>(given: Given<N>) -> Given<Value> {
    Given { value: given.value.try_into().unwrap_or(i64::MAX).into(), span: given.span }
}

fn toml<T: Into<Value>>(given: Given<T>) -> Given<Value> {
    Given { value: given.value.into(), span: given.span }
}

/// Where a value comes from, in words.
fn origin(given: &Given<Value>, sources: &Sources) -> String {
    match given.span {
        None => "command line".to_string(),
        Some(span) => {
            let line = sources.position(span.file, span.start).line;
            format!("{}:{line}", sources.path(span.file).display())
        }
    }
}

fn as_text(rows: &[Row], config: &Config, sources: &Sources) -> String {
    let mut lines = vec![match config.file() {
        Some(file) => format!("# {}", sources.path(file).display()),
        None => format!("# no {FILE_NAME}"),
    }];
    lines.push(String::new());
    let said = |what: String, origin: &str| format!("{what:<COLUMN$} # {origin}");
    for Row { key, given, fallback } in rows {
        match given {
            What::One(Some(given)) => lines.push(said(format!("{key} = {}", given.value), &origin(given, sources))),
            What::Many(many) if !many.is_empty() => {
                lines.push(format!("{key} = ["));
                lines.extend(many.iter().map(|given| said(format!("  {},", given.value), &origin(given, sources))));
                lines.push("]".to_string());
            }
            What::One(None) | What::Many(_) => lines.push(match fallback {
                Fallback::Value(value) => said(format!("{key} = {value}"), "default"),
                Fallback::Words(words) => said(format!("# {key}"), &format!("default: {words}")),
                Fallback::Nothing => said(format!("# {key}"), "default: none"),
            }),
        }
    }
    lines.join("\n") + "\n"
}

fn as_json(rows: &[Row], config: &Config, sources: &Sources) -> String {
    let row = |Row { key, given, fallback }: &Row| {
        let given = match given {
            What::One(one) => one.iter().collect::<Vec<_>>(),
            What::Many(many) => many.iter().collect(),
        };
        let values = given.iter().map(|given| {
            let line = given.span.map(|span| sources.position(span.file, span.start).line);
            let source = if line.is_some() { "file" } else { "command-line" };
            json!({ "value": given.value, "source": source, "line": line })
        });
        let fallback = match fallback {
            Fallback::Value(value) => json!(value),
            Fallback::Words(words) => json!(words),
            Fallback::Nothing => json!(null),
        };
        json!({ "key": key, "given": values.collect::<Vec<_>>(), "default": fallback })
    };
    let document = json!({
        "schema_version": SCHEMA_VERSION,
        "command": "config",
        "file": config.file().map(|file| sources.path(file)),
        "options": rows.iter().map(row).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&document).expect("options are plain data; please report this") + "\n"
}
