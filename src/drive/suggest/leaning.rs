//! Of repairs that cost the same, the one that leans on nothing a compiler may take away.
//!
//! In: a [`Request`]. Out: a [`SuggestReport`]. It must not know how a repair is found, nor what a dependency is.
//!
//! A search takes any repair of the least weight, and where the model keeps dependencies of the text, that may be one that leans on some. Then the
//! search is done again without them, for a while ([`PATIENCE`]). What it finds is a repair with them, too, as a model orders more with them than
//! without ([`crate::drive::reliance`]); so if it costs no more it is as good, and better.

use std::time::{Duration, Instant};

use super::attempt::repaired;
use super::{Assurance, SuggestSettings, WhatExists};
use crate::diag::Sources;
use crate::drive::outcome::{SuggestReport, Suggestion};
use crate::drive::{Failure, Request};
use crate::progress::Observer;
use crate::sat::session::Dependencies;

/// How long another repair is looked for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Repairs the program of a request.
///
/// # Errors
/// Whatever is wrong with the program or with what is preferred.
pub(super) fn on_least(
    request: &Request,
    settings: &SuggestSettings,
    observer: &mut dyn Observer,
) -> Result<(SuggestReport, Sources), Failure> {
    let start = Instant::now();
    let (report, sources) = repaired(request, settings, observer)?;
    let leans = report.reliance.as_ref().is_some_and(|reliance| !reliance.dependencies.is_empty());
    let is_one = settings.assurance == Assurance::Full
        && settings.what_exists == WhatExists::Stays
        && settings.all.is_none()
        && price(&report).is_some();
    if !leans || !is_one {
        return Ok((report, sources));
    }
    let stop = request.stop(start).until(Instant::now().checked_add(PATIENCE));
    let mut without = Request { stop, timeout: None, ..request.clone() };
    without.search.dependencies = Dependencies::Ignored;
    match repaired(&without, settings, observer) {
        Ok((mut other, elsewhere)) if price(&other) == price(&report) => {
            other.statistics = report.statistics.then(other.statistics);
            Ok((other, elsewhere))
        }
        _ => Ok((report, sources)),
    }
}

/// How much a repair changes, and what that costs.
fn price(report: &SuggestReport) -> Option<(usize, u64)> {
    match &report.suggestion {
        Suggestion::Repaired { fences, .. } => Some((fences.len(), fences.iter().map(|fence| fence.cost).sum())),
        Suggestion::Safe { .. } | Suggestion::Unrepairable { .. } | Suggestion::Unknown(_) => None,
    }
}
