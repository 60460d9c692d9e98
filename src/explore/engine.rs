//! An exploration from start to end: rows of the right width, and starting again when more is known of memory.
//!
//! In: a program, a model, settings. Out: an [`Outcome`]. It must not know files or how anything is shown.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::again::{learns, stands};
use super::asked::Asked;
use super::collector::{Collector, Tell};
use super::graph::{Graph, Halt};
use super::keeping::{self, Standing};
use super::paused::Paused;
use super::pool::Common;
use super::report::{Divided, Ended, Equivalence, Nobody, Outcome, Settings, Watcher};
use super::search::division::Division;
use super::search::{End, Search, Visitor};
use super::team;
use crate::diag::Diagnostic;
use crate::exec::groups::{self, OneStep};
use crate::exec::interpret::Code;
use crate::exec::mapping::Mapping;
use crate::explore::axioms::plan::{Plan, refusal};
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;
use crate::explore::threads::surroundings::Surroundings;
use crate::ir::{Op, PairAction, Program, Property};
use crate::limits::StopToken;
use crate::model::Model;

/// Explores a program.
///
/// # Errors
/// A model that cannot be explored, a program without entry, or one that does what is not supported. When the token of the
/// settings is raised an error may be no refusal of the program.
pub fn explore(
    program: &Program,
    model: &Model,
    settings: &Settings,
    watcher: &mut dyn Watcher,
) -> Result<Outcome, Diagnostic> {
    if let Some(why) = refusal(model) {
        return Err(Diagnostic::error(format!("the model `{}` cannot be explored: {why}", model.name()))
            .help("`check` decides programs under every model"));
    }
    if program.entry.is_none() {
        return Err(Diagnostic::error("the program has no `main`"));
    }
    if settings.part.is_some() && settings.equivalence == Equivalence::ReadsFrom {
        return Err(Diagnostic::error("an exploration by reads-from alone cannot be divided into parts")
            .help("leave out `--equivalence rf`, or explore the whole"));
    }
    refuse_to_keep(settings)?;
    let mapping = Mapping::of(model);
    let code = Code::new(program, mapping);
    if settings.equivalence == Equivalence::ReadsFrom && code.lives.may_end_visibly() {
        return Err(Diagnostic::error("the program ends objects whose late accesses coherence tells")
            .help("explore it by reads-from and coherence"));
    }
    let mut asked = Asked { model, settings, mapping, code: &code, divides_locks: false };
    asked.divides_locks = asked.may_divide_locks(watcher.wants_graphs());
    let (mut known, mut start) = (None, settings.resume.clone());
    // What was known when mutexes were divided.
    let mut before = None;
    // Most programs need few words; the others start again with more.
    let mut words = 1;
    if let Some(paused) = &start {
        keeping::fits(paused, &asked)?;
        known = Some(Surroundings::of_remembered(&code, paused.known.clone()));
        words = paused.words;
    }
    loop {
        // Who starts again does so from the beginning, as the run before would have done.
        let from = Start { known: &mut known, paused: start.take() };
        let result = match words {
            1 => attempt::<1>(&asked, from, watcher),
            2 => attempt::<2>(&asked, from, watcher),
            3 => attempt::<3>(&asked, from, watcher),
            4 => attempt::<4>(&asked, from, watcher),
            8 => attempt::<8>(&asked, from, watcher),
            16 => attempt::<16>(&asked, from, watcher),
            _ => attempt::<64>(&asked, from, watcher),
        };
        let is_last = match &result {
            Err(Halt::Stop(Stop::Refused(_))) => !settings.stop.is_reached(),
            Err(Halt::Full) => words > 16,
            _ => false,
        };
        match result {
            Ok(outcome) => return Ok(outcome),
            _ if !stands(&mut known, &mut before, is_last) => {
                // Nothing is known of the program in which they are whole.
                (asked.divides_locks, known, before, words) = (false, None, None, 1);
            }
            Err(Halt::Stop(Stop::Restart)) => known.iter_mut().for_each(Surroundings::foresee),
            Err(Halt::Stop(Stop::Refused(diagnostic))) => return Err(*diagnostic),
            Err(Halt::Full) if words > 16 => {
                return Ok(Outcome { ended: Ended::TooLarge, ..Outcome::default() });
            }
            Err(Halt::Full) => words = if words < 4 { words + 1 } else { words * 2 },
        }
        watcher.restart();
    }
}

/// What an attempt begins with.
struct Start<'k> {
    /// What is known of memory.
    known: &'k mut Option<Surroundings>,
    /// Where another run has ended.
    paused: Option<Arc<Paused>>,
}

/// Refuses to keep, or to go on with, an exploration of which a stack does not say all.
fn refuse_to_keep(settings: &Settings) -> Result<(), Diagnostic> {
    let (what, help) = match settings {
        Settings { keeps: false, resume: None, .. } => return Ok(()),
        Settings { equivalence: Equivalence::ReadsFrom, .. } => {
            ("an exploration by reads-from alone cannot be kept and gone on with", "leave out `--equivalence rf`")
        }
        Settings { part: Some(_), .. } => {
            ("a part of an exploration cannot be kept and gone on with", "divide it into more parts")
        }
        Settings { threads: 1, .. } => return Ok(()),
        _ => ("several threads explore what cannot be kept and gone on with", "give `--threads 1`"),
    };
    Err(Diagnostic::error(what).help(help))
}

/// Refuses to look for races where a compare-and-exchange acquires only if it succeeds, and its reads are several: none of them tells
/// whether it does.
fn refuse_parts_of_both_orders(program: &Program, is_cut: bool) -> Result<(), Diagnostic> {
    let has_two = |op: &Op| match op {
        Op::CompareExchange { success, failure, .. } if is_cut => success.acquires() && !failure.acquires(),
        Op::Pair(pair) => match pair.action {
            PairAction::CompareExchange { failure, .. } => pair.order.acquires() && !failure.acquires(),
            PairAction::Load { .. } | PairAction::Store { .. } => false,
        },
        _ => false,
    };
    let mut code = program.functions.iter().flat_map(|function| &function.code);
    let found = code.find(|instr| has_two(&instr.op)).filter(|_| program.checked.counts(Property::DataRace));
    found.map_or(Ok(()), |instr| {
        let what = "races are not looked for where a compare-and-exchange in parts acquires only if it succeeds";
        let mut error = Diagnostic::error(what).help("let it acquire where it fails, too");
        error.span = instr.span;
        Err(error)
    })
}

/// Explores with rows of `W` words. What becomes known of memory is kept whatever happens.
fn attempt<const W: usize>(asked: &Asked<'_>, from: Start<'_>, watcher: &mut dyn Watcher) -> Result<Outcome, Halt> {
    let Start { known, paused } = from;
    let cut = known.as_ref().is_some_and(|known| !known.sharing.cuts().is_empty());
    if cut {
        groups::require(asked.model, OneStep::Access, None).map_err(|error| Halt::Stop(error.into()))?;
    }
    refuse_parts_of_both_orders(asked.code.program, cut).map_err(|error| Halt::Stop(error.into()))?;
    // Any coherence order stands for the others there, and accesses to memory that is cut tell them apart.
    if cut && asked.settings.equivalence == Equivalence::ReadsFrom {
        let error = Diagnostic::error("the program accesses shared memory by different extents")
            .help("explore it by reads-from and coherence");
        return Err(Halt::Stop(error.into()));
    }
    let (mut plan, mut runs) = (asked.plan(), asked.runs(known.as_ref()));
    if runs.has_pairs() {
        groups::require(asked.model, OneStep::Pair, None).map_err(|error| Halt::Stop(error.into()))?;
        if asked.settings.equivalence == Equivalence::ReadsFrom {
            let error = Diagnostic::error("the program has accesses to two words that take effect at once")
                .help("explore it by reads-from and coherence");
            return Err(Halt::Stop(error.into()));
        }
    }
    if runs.has_sections() {
        groups::require(asked.model, OneStep::Section, None).map_err(|error| Halt::Stop(error.into()))?;
        if asked.settings.equivalence == Equivalence::ReadsFrom {
            let error = Diagnostic::error("the program has atomic sections")
                .help("explore it by reads-from and coherence: where a section stands in it tells executions apart");
            return Err(Halt::Stop(error.into()));
        }
    }
    let common = Common::default();
    if asked.settings.threads > 1 && asked.settings.part.is_none() {
        // Most of what there is to know about memory shows in the first graph.
        let result = Search::<W>::new(&mut plan, &mut runs, asked.settings.equivalence)
            .and_then(|mut search| search.run(&mut Probe { stop: &asked.settings.stop }));
        *known = Some(runs.ground.surroundings);
        result?;
        return team::share::<W>(asked, known, &common, watcher);
    }
    let began = asked.settings.keeps.then(|| match &paused {
        Some(paused) => paused.start.clone(),
        None => runs.ground.surroundings.remembered(),
    });
    let mut collector = Collector::new(*asked, &common, Tell::Watcher(watcher));
    let result = alone::<W>(asked, (&mut plan, &mut runs), paused, &mut collector);
    let result = result.map(|Alone { end, division, standing }| {
        let told = |division: Division| division.told(asked.digested(&runs.ground.surroundings));
        let whole = division.filter(|_| end == End::Complete).map(told);
        let divided = asked.settings.part.map(|part| Divided { part, whole });
        let outcome = Outcome { divided, ..collector.finish(end, &mut runs) };
        let ends_early = matches!(outcome.ended, Ended::Enough | Ended::Halted(_));
        let paused = match standing {
            Stood::There(paused) => Some(paused),
            Stood::At(standing) => began
                .filter(|_| ends_early)
                .map(|began| Arc::new(keeping::keep(asked, (W, began), standing, &outcome, &runs.ground))),
        };
        Outcome { paused, ..outcome }
    });
    let known_now = &mut runs.ground.surroundings;
    let learns = learns(&result, known_now, &asked.settings.stop);
    *known = Some(runs.ground.surroundings);
    if learns { Err(Halt::Stop(Stop::Restart)) } else { result }
}

/// How the search of one explorer has ended.
struct Alone {
    end: End,
    division: Option<Division>,
    standing: Stood,
}

/// Where a search has ended.
enum Stood {
    At(Standing),
    /// It has not come to where it was to go on.
    There(Arc<Paused>),
}

/// One explorer, from the beginning or from where another run has ended.
fn alone<const W: usize>(
    asked: &Asked<'_>,
    (plan, runs): (&mut Plan<'_>, &mut Runs<'_>),
    paused: Option<Arc<Paused>>,
    collector: &mut Collector<'_, '_>,
) -> Result<Alone, Halt> {
    let Settings { equivalence, keeps, part, stop, .. } = asked.settings;
    // What is cut short refuses what it would not refuse with more time.
    let limit = |halt: Halt| match (halt, stop.reached()) {
        (Halt::Stop(Stop::Refused(_)), Some(limit)) if *keeps => Ok(limit),
        (halt, _) => Err(halt),
    };
    let search = match &paused {
        None => Search::<W>::new(plan, runs, *equivalence),
        Some(paused) => {
            collector.resume(keeping::outcome(&paused.found));
            go_on(asked, (plan, runs), paused, collector)
        }
    };
    let mut search = match (search, paused) {
        (Ok(search), _) => search.divide(part.map(Division::new)),
        (Err(halt), Some(paused)) => {
            collector.halt(limit(halt)?);
            return Ok(Alone { end: End::Stopped, division: None, standing: Stood::There(paused) });
        }
        (Err(halt), None) => return Err(halt),
    };
    let end = match search.run(collector) {
        Ok(end) => end,
        Err(halt) => {
            collector.halt(limit(halt)?);
            End::Stopped
        }
    };
    // Behind this graph a search without a limit would have started again: its graphs do not count.
    if *keeps && collector.has_enough() {
        search.split_classes()?;
    }
    let standing = Standing { trail: search.trail(), violation: search.marked.take(), done: search.done };
    Ok(Alone { end, division: search.division(), standing: Stood::At(standing) })
}

/// Brings a search to where another run has ended.
fn go_on<'s, 'm, 'p, const W: usize>(
    asked: &Asked<'_>,
    (plan, runs): (&'s mut Plan<'m>, &'s mut Runs<'p>),
    paused: &Paused,
    collector: &mut Collector<'_, '_>,
) -> Result<Search<'s, 'm, 'p, W>, Halt> {
    let astray = || {
        let error = Diagnostic::error("the exploration that is to go on does not find the way back to where it ended");
        Halt::Stop(Stop::from(error.help("explore from the beginning, without `--resume`; please report this")))
    };
    let equivalence = asked.settings.equivalence;
    if let Some(trail) = &paused.found.violation {
        // It is in the counts already; what is asked is what it looks like.
        let (common, mut nobody) = (Common::default(), Nobody);
        let mut again = Collector::new(*asked, &common, Tell::Watcher(&mut nobody));
        let mut search = Search::<W>::on(trail, plan, runs, equivalence)?.ok_or_else(astray)?;
        search.show(&mut again);
        collector.see(again);
    }
    keeping::tell(&paused.found, &mut runs.ground);
    let mut search = Search::on(&paused.trail, plan, runs, equivalence)?.ok_or_else(astray)?;
    search.marked.clone_from(&paused.found.violation);
    search.done = paused.found.done;
    Ok(search)
}

/// Stops at the first full graph, or at a limit, of which the explorers that come after it tell.
struct Probe<'a> {
    stop: &'a StopToken,
}

impl<const W: usize> Visitor<W> for Probe<'_> {
    fn is_over(&mut self) -> bool {
        self.stop.is_reached()
    }

    fn full(&mut self, _: &Plan<'_>, _: &mut Runs<'_>, _: &Graph<W>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
