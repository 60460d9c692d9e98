//! The command `verify`: is what `--proof` wrote a proof, and is it about this program?
//!
//! In: a folder. Out: a document. It must not know how a proof is judged.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::done::{Done, Stop};
use super::exit::Exit;
use super::format::Format;
use super::progress::Progress;
use super::report;
use super::settings::Show;
use super::style::{self, Painter, Tone};
use super::watch::Watch;
use crate::diag::Sources;
use crate::drive::proof::{self, OnDisk, Problem, Verified};

/// Judges the proof in a folder.
///
/// # Errors
/// There is none in it; a format without a meaning here.
pub fn verify(folder: &Path, show: Show, watch: &Watch) -> Result<Done, Stop> {
    let stop = |diagnostic| Stop { sources: Sources::default(), diagnostics: vec![diagnostic] };
    show.format.but_sarif("verify").map_err(stop)?;
    let start = Instant::now();
    let mut progress = Progress::new(show.quiet, show.verbose, watch.clone());
    let verified = proof::verify(folder, &watch.stop(), &mut progress).map_err(stop)?;
    drop(progress);
    let painted = show.format == Format::Text && style::colored(show.color, &std::io::stdout());
    let document = match show.format {
        Format::Json => report::verified_json(&verified, folder, start.elapsed().as_secs_f64()),
        Format::Text | Format::Sarif => style::painted(painted, |colored| text(&verified, folder, (show, colored))),
    };
    Ok(Done {
        document,
        painted,
        warnings: Vec::new(),
        failed: None,
        sources: Sources::default(),
        exit: if verified.problems.is_empty() { Exit::Success } else { Exit::Found },
    })
}

fn text(verified: &Verified, folder: &Path, (show, colored): (Show, bool)) -> String {
    let painter = Painter { colored };
    let (folder, model) = (folder.display(), &verified.model);
    let mut lines = Vec::new();
    let looked_for = verified.properties.iter().map(String::as_str);
    let looked_for = report::looked_for(looked_for).unwrap_or_default();
    match verified.problems.is_empty() {
        true => {
            let word = painter.paint(Tone::Good, "verified");
            lines.push(format!("{word}: {folder} proves that the program is correct under {model}{looked_for}"));
        }
        false => {
            let word = painter.paint(Tone::Bad, "rejected");
            lines
                .push(format!("{word}: {folder} does not prove that the program is correct under {model}{looked_for}"));
            lines.extend(verified.problems.iter().map(|problem| format!("  {}", said(problem))));
        }
    }
    if !show.quiet {
        lines.push(report::size(verified.size));
        if let Some(version) = &verified.written_by {
            let own = env!("CARGO_PKG_VERSION");
            lines.push(format!("version {version} of this program wrote the proof, and version {own} has judged it"));
        }
        // Of the system's headers only those that are another text now.
        let is_told = |(path, now): &&(PathBuf, OnDisk)| !path.starts_with("/usr") || *now != OnDisk::Same;
        for (path, now) in verified.files.iter().filter(is_told) {
            let now = match now {
                OnDisk::Same => "is the text that the proof is about",
                OnDisk::Different => "is another text now than the one that the proof is about",
                OnDisk::Absent => "is not here; the proof has the text",
            };
            lines.push(format!("{} {now}", path.display()));
        }
    }
    lines.join("\n") + "\n"
}

fn said(problem: &Problem) -> String {
    match problem {
        Problem::File(what) | Problem::Program(what) => what.clone(),
        Problem::Text(name, mistake) => format!("{name}:{mistake}"),
        Problem::Step(mistake) => format!("step {mistake}"),
        Problem::Cycle(mistake) => format!("cycle {mistake}"),
    }
}
