//! One attempt to repair a program, and another one where the first leaves functions without calls.
//!
//! In: a request. Out: the report with the sources that its places are in. It must not know how a repair is found.
//!
//! Where what is there takes part ([`super::existing`]), the calls of a function that is a fence do. That is finer than its one fence, but a
//! repair may need none of them, and compilers tell of a function that nobody calls. Then its body takes part instead and everything is
//! done again, within the same time. Functions only come to those that take part by their bodies, so that it ends.

use std::time::Instant;

use rustc_hash::FxHashSet;

use super::existing::{Defined, Existing};
use super::preference::{Judge, has_fence};
use super::{Answer, SuggestSettings, Task, WhatExists, abandoned, apart, can_repair, exploring};
use crate::diag::Sources;
use crate::drive::outcome::{Statistics, SuggestReport, Suggestion};
use crate::drive::{Failure, Request, read_for};
use crate::frontend::Unit;
use crate::progress::{Observer, Phase};

/// Repairs the program of a request, for what it names and nothing else.
///
/// # Errors
/// Whatever is wrong with the program or with what is preferred.
pub(super) fn repaired(
    request: &Request,
    settings: &SuggestSettings,
    observer: &mut dyn Observer,
) -> Result<(SuggestReport, Sources), Failure> {
    let start = Instant::now();
    observer.phase(Phase::Read);
    let read = read_for(request, |concern| exploring::can_repair(concern, &request.model))?;
    let mut by_body = FxHashSet::default();
    let mut last: Option<(SuggestReport, Sources)> = None;
    loop {
        let attempt = Attempt { unit: read.clone(), by_body: &by_body, start };
        let (report, sources, uncalled) = attempt.repaired(request, settings, observer)?;
        let is_repaired = matches!(report.suggestion, Suggestion::Repaired { .. });
        // What was found is right, whatever compilers tell; the time may have been too short for more.
        if let Some(last) = last.take_if(|_| !is_repaired) {
            return Ok(last);
        }
        let known = by_body.len();
        by_body.extend(uncalled);
        if by_body.len() == known {
            return Ok((report, sources));
        }
        last = Some((report, sources)).filter(|_| is_repaired);
    }
}

/// A program to repair.
struct Attempt<'a> {
    unit: Unit,
    /// The functions whose own fences take part and not their calls.
    by_body: &'a FxHashSet<Defined>,
    start: Instant,
}

impl Attempt<'_> {
    /// The repair, and which functions it leaves without a call.
    fn repaired(
        self,
        request: &Request,
        settings: &SuggestSettings,
        observer: &mut dyn Observer,
    ) -> Result<(SuggestReport, Sources, Vec<Defined>), Failure> {
        let Attempt { mut unit, by_body, start } = self;
        let existing = match settings.what_exists {
            WhatExists::Stays => Existing::default(),
            WhatExists::TakesPart => {
                let existing = Existing::take_out(&mut unit, &request.model, by_body);
                let apart = apart::warning((&unit.program, &unit.sources), &existing, &request.model);
                unit.warnings.extend(apart);
                existing
            }
        };
        let reading = Statistics { read: start.elapsed(), ..Statistics::default() };
        let by = exploring::who_must(&unit.program.checked, settings.engine, &request.model);
        let fits = can_repair(&request.model, settings.objective).and_then(|()| settings.fits());
        let fits = fits.and_then(|()| exploring::fits(by, request, settings));
        let named = settings.fence_texts.iter().try_for_each(|(name, _)| has_fence(&request.model, name));
        let judge = fits
            .and(named)
            .and_then(|()| Judge::new((&unit, &existing), request, settings.objective, &settings.preference))
            .map_err(|diagnostic| Failure::one(unit.sources.clone(), diagnostic))?;
        let task = Task { request, settings, unit: &unit, existing, judge, start, by };
        let before = (settings.what_exists == WhatExists::TakesPart).then(|| task.price_of(&task.existing.edits()));
        let answer = match (task.answer(observer), request.stop(start).reached()) {
            (Ok(answer), _) => answer,
            // What was cut short refuses what it would not have refused with more time.
            (Err(_), Some(limit)) => Answer::of(Suggestion::Unknown(limit.into()), Statistics::default()),
            (Err(failure), None) => return Err(failure),
        };
        let abandoned = match &answer.suggestion {
            Suggestion::Repaired { patch, .. } => abandoned::warnings(&unit.program, &unit.sources, patch),
            Suggestion::Safe { .. } | Suggestion::Unrepairable { .. } | Suggestion::Unknown(_) => Vec::new(),
        };
        let uncalled: Vec<Defined> =
            answer.edits.iter().flat_map(|edits| task.existing.uncalled(edits, &unit)).collect();
        let report = SuggestReport {
            suggestion: answer.suggestion,
            known: answer.known,
            model: request.model.name().to_string(),
            algorithm: settings.synthesis.algorithm.name().to_string(),
            objective: settings.objective,
            culprit_pairs: answer.culprit_pairs,
            unrestricted: answer.unrestricted,
            unweighted: answer.unweighted,
            before,
            minimality: answer.minimality,
            others: answer.others,
            reliance: answer.reliance,
            decided_by: answer.by,
            beyond: Vec::new(),
            cross_check: None,
            statistics: reading.then(answer.statistics),
            warnings: unit.warnings.into_iter().chain(answer.warning).chain(answer.refused).chain(abandoned).collect(),
        };
        Ok((report, unit.sources, uncalled))
    }
}
