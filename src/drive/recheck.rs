//! The second look: a patched program is read again and checked like any other.
//!
//! In: a request, the patched texts and the bounds that the original needed. Out: whether the program they make is safe. It must not know how the patch
//! came about.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::check::{Asked, Extent, Judged, verdict};
use super::explore::{ExploreSettings, explore};
use super::outcome::Statistics;
use super::verdict::Verdict;
use super::{Failure, Request};
use crate::exec::bounds::Bounds;
use crate::patch::Patch;
use crate::progress::Observer;

/// Checks the program with the patched texts in place of the originals.
pub fn recheck(
    request: &Request,
    patch: &Patch,
    before: Option<&Bounds>,
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<Judged, Failure> {
    observer.phase("check the patched program");
    judged_text(&patched(request, patch), before, start, observer)
}

/// Explores the program with the patched texts in place of the originals.
pub fn explore_again(
    request: &Request,
    patch: &Patch,
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<Judged, Failure> {
    observer.phase("explore the patched program");
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
    judged_text(request, before, start, observer).map(|judged| judged.verdict)
}

fn judged_text(
    request: &Request,
    before: Option<&Bounds>,
    start: Instant,
    observer: &mut dyn Observer,
) -> Result<Judged, Failure> {
    let unit = super::read(request)?;
    let mut statistics = Statistics::default();
    let asked =
        Asked { request, program: &unit.program, sources: &unit.sources, start, before, extent: Extent::Verdict };
    verdict(&asked, &mut statistics, observer).map_err(|d| Failure::one(unit.sources, d))
}

/// The path by which an overlay knows a file.
pub(super) fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
