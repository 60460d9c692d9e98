//! The second look: a patched program is read again and checked like any other.
//!
//! In: a request, the patched texts and the bounds that the original needed. Out: whether the program they make is safe, and on what that
//! rests, at places of the original. It must not know how the patch came about.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::check::{Asked, Extent, Judged, verdict};
use super::explore::{ExploreSettings, explore};
use super::outcome::Statistics;
use super::verdict::Verdict;
use super::{Failure, Request};
use crate::diag::{Sources, Span};
use crate::exec::bounds::Bounds;
use crate::patch::Patch;
use crate::progress::{Observer, Phase};

/// Checks the program with the patched texts in place of the originals, which are `sources`.
pub fn recheck(
    (request, sources): (&Request, &Sources),
    patch: &Patch,
    (before, extent): (Option<&Bounds>, Extent),
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<Judged, Failure> {
    observer.phase(Phase::Recheck);
    let (mut judged, read) = judged_text(&patched(request, patch), (before, extent), start, observer)?;
    if let Some(reliance) = &mut judged.reliance {
        reliance.move_places(|span| origin(patch, sources, (&read, span)));
    }
    Ok(judged)
}

/// The place in the original of one in the patched program.
fn origin(patch: &Patch, sources: &Sources, (read, span): (&Sources, Span)) -> Option<Span> {
    let path = read.path(span.file);
    if let Some(file) = patch.files.iter().find(|file| file.path == path) {
        return Some(Span { file: file.file, start: file.origin(span.start), end: file.origin(span.end) });
    }
    let (file, _) = sources.files().find(|(_, other)| other.path == path)?;
    Some(Span { file, ..span })
}

/// Explores the program with the patched texts in place of the originals.
pub fn explore_again(
    request: &Request,
    patch: &Patch,
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<Judged, Failure> {
    observer.phase(Phase::Reexplore);
    let mut again = patched(request, patch);
    (again.stop, again.timeout) = (request.stop(start), None);
    let (report, _) = explore(&again, &ExploreSettings::default(), observer)?;
    Ok(Judged { verdict: report.verdict, bounded: report.bounded, reliance: None, warning: None })
}

/// The request for the patched texts.
pub(super) fn patched(request: &Request, patch: &Patch) -> Request {
    let mut again = request.clone();
    for file in &patch.files {
        again.read.overlay.insert(canonical(&file.path), file.patched.clone());
    }
    again
}

/// The verdict on the program of a request as its overlay has it.
pub(super) fn verdict_of_text(
    request: &Request,
    before: Option<&Bounds>,
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<Verdict, Failure> {
    judged_text(request, (before, Extent::Verdict), start, observer).map(|(judged, _)| judged.verdict)
}

fn judged_text(
    request: &Request,
    (before, extent): (Option<&Bounds>, Extent),
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<(Judged, Sources), Failure> {
    let unit = super::read(request, |concern| super::is_for_solver(concern) || super::is_of_the_end(concern))?;
    let mut statistics = Statistics::default();
    let asked = Asked { request, program: &unit.program, sources: &unit.sources, start, before, extent };
    match verdict(&asked, &mut statistics, observer) {
        Ok(judged) => Ok((judged, unit.sources)),
        Err(diagnostic) => Err(Failure::one(unit.sources, diagnostic)),
    }
}

/// The path by which an overlay knows a file.
pub(super) fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
