//! `explore --merge`: what the parts of an exploration found, as one report.
//!
//! In: the JSON reports of all parts. Out: a document about the whole. It must not know how an exploration is divided.
//!
//! A violation in any part is one of the program. That there is none follows only from all parts of one exploration, each
//! explored to its end and with the same digest (`explore/search/division.rs` argues it).

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::done::{Done, Stop};
use super::exit::Exit;
use super::format::Format;
use super::report::{PieceJson, SCHEMA_VERSION};
use super::settings::Show;
use super::style::{self, Painter, Tone};
use crate::diag::{Diagnostic, Sources};
use crate::intake::{self, Writer};

/// What is read of a part's report.
#[derive(Deserialize)]
struct Report {
    schema_version: u32,
    command: String,
    file: String,
    model: String,
    equivalence: String,
    verdict: String,
    reason: Option<String>,
    complete: u64,
    blocked: u64,
    deadlocks: u64,
    violating: u64,
    explore_seconds: f64,
    peak_rss_kib: Option<u64>,
    piece: Option<PieceJson>,
}

/// A part: its file, the report, and the same as a document.
struct Part {
    path: PathBuf,
    report: Report,
    piece: PieceJson,
    document: Value,
}

/// What is said of the whole.
enum Whole {
    Safe,
    /// The part that has the counterexample.
    Violation(usize),
    Unknown {
        why: String,
        help: &'static str,
    },
}

/// Puts the reports in these files together.
///
/// # Errors
/// A file that is no report of a part, parts of different explorations, a part that is missing or there twice.
pub fn merge(files: &[PathBuf], show: Show) -> Result<Done, Stop> {
    let stop = |diagnostic| Stop { sources: Sources::default(), diagnostics: vec![diagnostic] };
    show.format.but_sarif("--merge").map_err(stop)?;
    let mut parts = files.iter().map(|file| read(file)).collect::<Result<Vec<Part>, _>>().map_err(stop)?;
    parts.sort_by_key(|part| part.piece.number);
    belong_together(&parts).map_err(stop)?;
    let whole = whole(&parts);
    let painted = show.format == Format::Text && style::colored(show.color, &std::io::stdout());
    let document = match show.format {
        Format::Json => json(&parts, &whole),
        Format::Text | Format::Sarif => style::painted(painted, |colored| text(&parts, &whole, (show, colored))),
    };
    Ok(Done {
        document,
        painted,
        warnings: Vec::new(),
        failed: None,
        sources: Sources::default(),
        exit: match whole {
            Whole::Safe => Exit::Success,
            Whole::Violation(_) => Exit::Found,
            Whole::Unknown { .. } => Exit::Inconclusive,
        },
    })
}

fn read(path: &Path) -> Result<Part, Diagnostic> {
    let help = "give the reports that `explore --piece I/N --format json` writes";
    let wrong = |why: String| Diagnostic::error(format!("{}: {why}", path.display())).help(help);
    let text = intake::text(path, Writer::Programs).map_err(|error| wrong(error.to_string()))?;
    let no_report = |error| wrong(format!("no report of an exploration: {error}"));
    let document: Value = serde_json::from_str(&text).map_err(no_report)?;
    let mut report: Report = serde_json::from_value(document.clone()).map_err(no_report)?;
    if report.schema_version != SCHEMA_VERSION || report.command != "explore" {
        return Err(wrong("no report of an exploration by this version".to_string()));
    }
    let piece = report
        .piece
        .take()
        .ok_or_else(|| wrong("the report of a whole exploration, or of one that had no time to begin".to_string()))?;
    Ok(Part { path: path.to_owned(), report, piece, document })
}

/// Whether the parts, in ascending order, are those of one exploration, each once.
fn belong_together(parts: &[Part]) -> Result<(), Diagnostic> {
    let Some(first) = parts.first() else { return Err(Diagnostic::error("no reports to put together")) };
    let about = |part: &Part| {
        let Report { model, equivalence, .. } = &part.report;
        (model.clone(), equivalence.clone(), part.piece.of)
    };
    if let Some(other) = parts.iter().find(|part| about(part) != about(first)) {
        let (first, other) = (first.path.display(), other.path.display());
        return Err(Diagnostic::error(format!("{first} and {other} are about different explorations"))
            .help("the model, `--equivalence` and the number of parts must be the same"));
    }
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].piece.number == pair[1].piece.number) {
        let number = pair[0].piece.number;
        let (one, other) = (pair[0].path.display(), pair[1].path.display());
        return Err(Diagnostic::error(format!("{one} and {other} are both about part {number}")));
    }
    let missing: Vec<String> = (1..=first.piece.of)
        .filter(|n| parts.iter().all(|part| part.piece.number != *n))
        .map(|n| n.to_string())
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => {
            Err(Diagnostic::error(format!("of {} parts these are missing: {}", first.piece.of, missing.join(", ")))
                .help("explore them and give their reports, too"))
        }
    }
}

fn whole(parts: &[Part]) -> Whole {
    if let Some(at) = parts.iter().position(|part| part.report.verdict == "violation") {
        return Whole::Violation(at);
    }
    if let Some(part) = parts.iter().find(|part| !part.piece.safe || part.piece.digest.is_none()) {
        let reason = part.report.reason.as_deref().unwrap_or("it was not explored to its end");
        let why = format!("part {} of {} ({}): {reason}", part.piece.number, part.piece.of, part.path.display());
        return Whole::Unknown {
            why,
            help: "explore this part again with higher bounds or limits, and all others with the same bounds",
        };
    }
    let other = parts.iter().find(|part| part.piece.digest != parts[0].piece.digest);
    match other {
        None => Whole::Safe,
        Some(other) => {
            let (first, other) = (parts[0].path.display(), other.path.display());
            Whole::Unknown {
                why: format!("{first} and {other} divided different programs, or learnt different things of memory"),
                help: "explore all parts of the same program with the same options; if they were, explore it whole",
            }
        }
    }
}

fn sum(parts: &[Part], of: fn(&Report) -> u64) -> u64 {
    parts.iter().map(|part| of(&part.report)).sum()
}

fn seconds(parts: &[Part]) -> f64 {
    parts.iter().map(|part| part.report.explore_seconds).sum()
}

/// The report of the whole: that of the part which decides, with the counts of all.
fn json(parts: &[Part], whole: &Whole) -> String {
    let (decides, verdict) = match whole {
        Whole::Safe => (0, "safe"),
        Whole::Violation(at) => (*at, "violation"),
        Whole::Unknown { .. } => (0, "unknown"),
    };
    let mut document = parts[decides].document.clone();
    let (reason, help) = match whole {
        Whole::Unknown { why, help } => (Value::from(why.as_str()), Value::from(*help)),
        // Why a part with a violation did not go on is told, as where it is not one of several.
        Whole::Violation(_) => (document["reason"].clone(), document["help"].clone()),
        Whole::Safe => (Value::Null, Value::Null),
    };
    let deepest = parts.iter().filter_map(|part| part.document["bound"].as_u64()).max();
    for (key, value) in [
        ("verdict", Value::from(verdict)),
        ("reason", reason),
        ("help", help),
        ("complete", sum(parts, |report| report.complete).into()),
        ("blocked", sum(parts, |report| report.blocked).into()),
        ("deadlocks", sum(parts, |report| report.deadlocks).into()),
        ("violating", sum(parts, |report| report.violating).into()),
        ("explore_seconds", seconds(parts).into()),
        ("peak_rss_kib", parts.iter().filter_map(|part| part.report.peak_rss_kib).max().into()),
        ("bound", deepest.into()),
        ("piece", Value::Null),
    ] {
        document[key] = value;
    }
    serde_json::to_string_pretty(&document).expect("a document is made of strings and numbers; please report this")
        + "\n"
}

fn text(parts: &[Part], whole: &Whole, (show, colored): (Show, bool)) -> String {
    let painter = Painter { colored };
    let Report { file, model, .. } = &parts[0].report;
    let mut lines = match whole {
        Whole::Safe => vec![format!("{}: {file} is correct under {model}", painter.paint(Tone::Good, "safe"))],
        Whole::Violation(at) => vec![
            format!("{}: {file} is wrong under {model}", painter.paint(Tone::Bad, "violation")),
            format!("The counterexample is in {}.", parts[*at].path.display()),
        ],
        Whole::Unknown { why, help } => {
            vec![format!("{}: {why}", painter.paint(Tone::Unsure, "unknown")), format!("help: {help}")]
        }
    };
    if !show.quiet {
        let (complete, blocked) = (sum(parts, |report| report.complete), sum(parts, |report| report.blocked));
        let violating = match sum(parts, |report| report.violating) {
            0 => String::new(),
            violating => format!(", {violating} with a violation"),
        };
        let (count, seconds) = (parts.len(), seconds(parts));
        lines.push(format!(
            "\n{complete} executions complete, {blocked} blocked{violating}, {count} parts, {seconds:.2} s"
        ));
    }
    lines.join("\n") + "\n"
}
