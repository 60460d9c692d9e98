//! `check`: is the program correct under the model?
//!
//! In: a [`Request`]. Out: a [`CheckReport`]. "Safe" is said only after the unwinding assertions were proved, too.

use std::time::Instant;

use super::confirm::Confirm;
use super::known::WithinBounds;
use super::outcome::{CheckReport, Reliance, Statistics};
use super::reliance::Asking;
use super::unwinding::Raised;
use super::verdict::{Decider, Verdict, Why};
use super::{Failure, Request, halted, is_for_solver, is_of_the_end, races, racy, read, smallest, unlooked};
use crate::diag::{Diagnostic, Sources};
use crate::exec::addresses;
use crate::exec::bounds::{Bounds, Litter};
use crate::exec::groups::{self, OneStep};
use crate::exec::mapping::Mapping;
use crate::exec::skeleton::{Exceeded, Skeleton};
use crate::exec::unfold::{Causes, unfold_until};
use crate::explore::refusal;
use crate::frontend::ReadOptions;
use crate::ids::{CandidateId, SiteId};
use crate::ir::{Concern, Op, Program};
use crate::limits::StopToken;
use crate::model::Model;
use crate::progress::{Observer, Phase};
use crate::sat::candidates::{Candidates, Vocabulary, reorderable};
use crate::sat::encoding::Encoding;
use crate::sat::session::{Dependencies, Goal, Question, Reply, Session};
use crate::sat::written::Dropped;

/// Checks the program of a request.
pub fn check(request: &Request, observer: &mut dyn Observer) -> Result<(CheckReport, Sources), Failure> {
    // That there are no races may show without a look at executions.
    let has_part = |concern| is_for_solver(concern) || is_of_the_end(concern) || concern == Concern::Races;
    check_for(request, has_part, observer)
}

/// The same beside the explorer, to which what threads come to when all is over is left.
pub(super) fn check_beside(request: &Request, observer: &mut dyn Observer) -> Result<(CheckReport, Sources), Failure> {
    check_for(request, |concern| is_for_solver(concern) || concern == Concern::Races, observer)
}

fn check_for(
    request: &Request,
    has_part: fn(Concern) -> bool,
    observer: &mut dyn Observer,
) -> Result<(CheckReport, Sources), Failure> {
    let start = Instant::now();
    observer.phase(Phase::Read);
    let beyond = request.read.checked.concerns().find(|concern| !has_part(*concern));
    let checked = request.read.checked.concerns().filter(|concern| has_part(*concern)).collect();
    let within = Request { read: ReadOptions { checked, ..request.read.clone() }, ..request.clone() };
    let is_apart = beyond.is_some() && within.read.checked.concerns().any(|concern| concern != Concern::Races);
    let (request, unit) = match is_apart.then(|| read(&within, has_part)) {
        Some(Ok(unit)) => (&within, unit),
        // What it does not look for is all there is, or the program is none.
        Some(Err(_)) | None => (request, read(request, has_part)?),
    };
    let mut statistics = Statistics { read: start.elapsed(), ..Statistics::default() };
    let asked = Asked {
        request,
        program: &unit.program,
        sources: &unit.sources,
        start,
        before: None,
        extent: Extent::Reliance,
    };
    let Judged { verdict, bounded, reliance, warning } = match verdict(&asked, &mut statistics, observer) {
        Ok(judged) => judged,
        Err(diagnostic) => return Err(Failure::one(unit.sources, diagnostic)),
    };
    let verdict = match (verdict, beyond) {
        (Verdict::Safe { .. }, Some(concern)) => Verdict::Unknown(Why::NotLookedFor(concern)),
        (verdict, _) => verdict,
    };
    let is_safe = matches!(verdict, Verdict::Safe { .. });
    let unlooked = if is_safe { unlooked::warn(&unit.program, &request.model, &request.stop(start)) } else { None };
    let warnings = unit.warnings.into_iter().chain(warning).chain(unlooked).collect();
    let decided_by = verdict.is_decided().then_some(Decider::Solver);
    let model = request.model.name().to_string();
    let report = CheckReport { verdict, bounded, reliance, decided_by, model, statistics, warnings };
    Ok((report, unit.sources))
}

/// A verdict, and what the user should know about it.
pub(super) struct Judged {
    pub verdict: Verdict,
    /// Where there is no verdict: within what bounds there is no violation.
    pub bounded: Option<WithinBounds>,
    /// Where it is safe: the dependencies of the text that this takes, if any.
    pub reliance: Option<Reliance>,
    pub warning: Option<Diagnostic>,
}

/// A program that was read, to be judged.
pub(super) struct Asked<'a> {
    pub request: &'a Request,
    pub program: &'a Program,
    pub sources: &'a Sources,
    pub start: Instant,
    /// Bounds that are known to be needed.
    pub before: Option<&'a Bounds>,
    pub extent: Extent,
}

/// How much is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Verdict,
    /// Also on which dependencies "safe" rests.
    Reliance,
}

/// The verdict on a program that was read.
pub(super) fn verdict(
    asked: &Asked<'_>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Result<Judged, Diagnostic> {
    let mut proved = None;
    let judged = judge(asked, &mut proved, statistics, observer);
    match (judged, asked.request.stop(asked.start).reached()) {
        // What was cut short refuses what it would not have refused with more time.
        (Err(_), Some(limit)) => {
            Ok(Judged { verdict: Verdict::Unknown(limit.into()), bounded: proved, reliance: None, warning: None })
        }
        (judged, _) => judged,
    }
}

/// The verdict; `proved` holds what the bounds so far have shown.
fn judge(
    asked: &Asked<'_>,
    proved: &mut Option<WithinBounds>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Result<Judged, Diagnostic> {
    let Asked { request, program, sources, start, before, extent } = *asked;
    let mut raised = request.unwinding.start(program, sources, &request.model, before)?;
    let stop = request.stop(start);
    let run = Run { request, stop: &stop };
    loop {
        let skeleton = unfolded(run, program, &raised, statistics, observer)?;
        observer.phase(Phase::Encode);
        let reliance = (extent == Extent::Reliance).then(|| Asking::before(request, &skeleton, start)).flatten();
        let mut session = session(run, skeleton, &Candidates::default(), Vocabulary::Nothing, statistics);
        observer.phase(Phase::Solve);
        let solving = Instant::now();
        let answer = session.ask(Question { goal: Goal::Violation, enforced: &[], bound: None });
        let unsure = match answer {
            Reply::None { .. } => unsure(program, &mut session),
            _ => None,
        };
        let exceeded = match answer {
            Reply::None { .. } => session.exceeded(&[]),
            _ => None,
        };
        statistics.solve += solving.elapsed();
        note(statistics, &session);
        let warning = |matter: &[(SiteId, SiteId)]| racy::warn(program, &session.encoding().skeleton, matter);
        let within = WithinBounds::of(&session.encoding().skeleton, program);
        // What hangs on where the objects lie is proved for no bound, nor what the solver does not look for everywhere.
        let is_proved = |session: &Session| session.encoding().skeleton.vague.is_empty() && unsure.is_none();
        let judged = |verdict, bounded| Ok(Judged { verdict, bounded, reliance: None, warning: None });
        match (answer, exceeded) {
            (Reply::Found { mut execution, .. }, _) => {
                Confirm::new(program, &request.model).confirm(&session.encoding().skeleton, &mut execution);
                let size = session.encoding().formula.clauses();
                let (execution, skeleton) =
                    smallest::smallest((request, program), session.into_skeleton(), (execution, size), &stop);
                let warning = racy::warn(program, &skeleton, &racy::reordered(&execution));
                return Ok(Judged { verdict: Verdict::Violation(execution), bounded: None, reliance: None, warning });
            }
            (Reply::None { .. }, Some(exceeded)) if exceeded.is_empty() => {
                if let Some(why) = vague(&session.encoding().skeleton, sources) {
                    return judged(Verdict::Unknown(why), None);
                }
                if let Some(concern) = unsure {
                    return judged(Verdict::Unknown(Why::NotLookedFor(concern)), None);
                }
                let verdict = Verdict::Safe { bound: session.encoding().skeleton.deepest };
                let warning = warning(&[]);
                observer.phase(Phase::Dependencies);
                let reliance = reliance.and_then(|before| before.find(program, session.encoding(), &stop));
                return Ok(Judged { verdict, bounded: None, reliance, warning });
            }
            (Reply::None { .. }, Some(exceeded)) => {
                *proved = within.filter(|_| is_proved(&session));
                let exceeded = pick(&session.encoding().skeleton, &exceeded);
                if let Err(why) = raised.raise(&exceeded, program) {
                    return judged(Verdict::Unknown(why), proved.take());
                }
            }
            (Reply::None { .. }, None) => {
                *proved = within.filter(|_| is_proved(&session));
                return judged(Verdict::Unknown(halted(&stop)), proved.take());
            }
            (Reply::Interrupted, _) => return judged(Verdict::Unknown(halted(&stop)), proved.take()),
        }
        if let Some(limit) = stop.reached() {
            return judged(Verdict::Unknown(limit.into()), proved.take());
        }
    }
}

/// What is looked for and may be there although no violation was found: accesses may race, or threads wait for good.
fn unsure(program: &Program, session: &mut Session) -> Option<Concern> {
    let skeleton = &session.encoding().skeleton;
    if program.checked.contains(Concern::Races) && !races::are_impossible(program, skeleton) {
        return Some(Concern::Races);
    }
    may_wait(session, &[])
}

/// What is looked for if threads may wait for good with these candidates enforced, though no violation was found.
pub(super) fn may_wait(session: &mut Session, enforced: &[CandidateId]) -> Option<Concern> {
    let at_the_end = session.encoding().skeleton.at_the_end.last().map(|property| property.concern())?;
    match session.ask(Question { goal: Goal::Perhaps, enforced, bound: None }) {
        Reply::None { .. } => None,
        Reply::Found { .. } | Reply::Interrupted => Some(at_the_end),
    }
}

/// Why "safe" would say too much: something hangs on where the objects lie.
pub(super) fn vague(skeleton: &Skeleton, sources: &Sources) -> Option<Why> {
    let span = skeleton.vague.first()?;
    let place = sources.beside(*span);
    Some(Why::Other(format!("{}{place}", addresses::WHY)))
}

/// The bounds with these numbers.
pub(super) fn pick(skeleton: &Skeleton, numbers: &[usize]) -> Vec<Exceeded> {
    numbers.iter().map(|i| skeleton.exceeded[*i].clone()).collect()
}

/// What was asked for, and what ends it.
#[derive(Clone, Copy)]
pub(super) struct Run<'r> {
    pub request: &'r Request,
    pub stop: &'r StopToken,
}

/// Unfolds the program within the current bounds.
pub(super) fn unfolded(
    Run { request, stop }: Run<'_>,
    program: &Program,
    raised: &Raised<'_>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Result<Skeleton, Diagnostic> {
    observer.phase(Phase::Unfold);
    let encoding = Instant::now();
    let mapping = Mapping::of(&request.model);
    // Bounds may come from elsewhere, and under another model.
    let litter = if refusal(&request.model).is_none() { raised.bounds.litter } else { Litter::Any };
    let bounds = Bounds { litter, ..raised.bounds.clone() };
    let skeleton = unfold_until(program, mapping, &bounds, Causes::under(&request.model), stop)?;
    if let Some(part) = skeleton.events.iter().find(|event| event.group.is_some()) {
        let has_pairs = program.functions.iter().flat_map(|f| &f.code).any(|instr| matches!(instr.op, Op::Pair(_)));
        let what = if has_pairs { OneStep::Pair } else { OneStep::Access };
        groups::require(&request.model, what, part.span)?;
    }
    if let Some(part) = skeleton.events.iter().find(|event| event.section.is_some()) {
        groups::require(&request.model, OneStep::Section, part.span)?;
    }
    statistics.encode += encoding.elapsed();
    describe(&skeleton, &request.model, statistics);
    Ok(skeleton)
}

/// Notes how large a skeleton is.
pub(super) fn describe(skeleton: &Skeleton, model: &Model, statistics: &mut Statistics) {
    statistics.threads = skeleton.threads.len();
    statistics.events = skeleton.events.iter().filter(|e| e.is_read() || e.is_write()).count();
    statistics.bound = statistics.bound.max(skeleton.deepest);
    statistics.reorderable_pairs = reorderable(skeleton, model).len();
}

/// Encodes a skeleton into a solver.
pub(super) fn session(
    Run { request, stop }: Run<'_>,
    skeleton: Skeleton,
    candidates: &Candidates,
    vocabulary: Vocabulary,
    statistics: &mut Statistics,
) -> Session {
    let encoding = Instant::now();
    let consistency = request.search.consistency;
    let dropped = match request.search.dependencies {
        Dependencies::Kept => Dropped::Nothing,
        Dependencies::Ignored => Dropped::Everything,
    };
    let encoded = Encoding::without(skeleton, &request.model, (candidates, vocabulary), consistency, dropped);
    let mut session = Session::new(encoded, &request.model, request.solver, request.search);
    session.set_stop(stop.clone());
    statistics.encode += encoding.elapsed();
    session
}

/// Adds a session's counts.
pub(super) fn note(statistics: &mut Statistics, session: &Session) {
    let solver = session.statistics();
    statistics.queries += solver.queries;
    statistics.conflicts += solver.conflicts.unwrap_or(0);
    statistics.variables = u64::from(session.encoding().formula.variables());
    statistics.clauses = session.encoding().formula.clauses();
    statistics.solver = session.solver_name().to_string();
}
