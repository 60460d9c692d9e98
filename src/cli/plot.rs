//! The command `plot`: records in, figures and a summary out.
//!
//! In: folders of runs. Out: [`Done`] or [`Stop`]. It must not know what is drawn; [`crate::bench`] does.

use std::fs;

use super::args::PlotArgs;
use super::done::{Done, Stop};
use super::exit::Exit;
use super::format::Format;
use super::settings::Show;
use crate::bench::store::Contents;
use crate::bench::{page, plot, summary};
use crate::diag::{Diagnostic, Sources};

/// Runs `plot`.
///
/// # Errors
/// There are no records, or the figures cannot be written.
pub fn plot(args: &PlotArgs, show: Show, sources: Sources) -> Result<Done, Stop> {
    let stop = |error: Diagnostic| Stop::from((error, &sources));
    if show.format != Format::Text {
        let error = Diagnostic::error("`plot` writes files; `--format` has no meaning for it");
        return Err(stop(error.help("leave `--format` out")));
    }
    let mut contents = Contents::default();
    for run in &args.run {
        let more = Contents::read(run).map_err(stop)?;
        contents.records.extend(more.records);
        contents.warnings.extend(more.warnings);
    }
    let first = &args.run[0];
    if contents.records.is_empty() {
        let error = Diagnostic::error(format!("there are no records in {}", first.display()));
        return Err(stop(error.help("`fencesmith compare SUITE --output DIR` makes them")));
    }
    let beside = || if first.is_dir() { Some(first.clone()) } else { first.parent().map(|p| p.to_path_buf()) };
    let folder = args.output.clone().or_else(beside).unwrap_or_default();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| stop(Diagnostic::error(format!("cannot write {}: {error}", path.display()))))?;
        Ok::<String, Stop>(path.display().to_string() + "\n")
    };
    let mut document = String::new();
    let figures = plot::all(&contents.records, &args.family);
    for figure in &figures {
        document.push_str(&write(&figure.file, &figure.svg)?);
    }
    document.push_str(&write("summary.md", &summary::document(&contents.records, &figures))?);
    if args.html {
        document.push_str(&write("summary.html", &page::document(&contents.records, &figures))?);
    }
    Ok(Done {
        document,
        painted: false,
        warnings: contents.warnings,
        failed: None,
        sources: Sources::default(),
        exit: Exit::Success,
    })
}
