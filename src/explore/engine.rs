//! An exploration from start to end: rows of the right width, and starting again when more is known of memory.
//!
//! In: a program, a model, settings. Out: an [`Outcome`]. It must not know files or how anything is shown.

use std::ops::ControlFlow;

use super::asked::Asked;
use super::collector::{Collector, Tell};
use super::graph::{Graph, Halt};
use super::pool::Common;
use super::report::{Divided, Ended, Equivalence, Outcome, Settings, Watcher};
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
use crate::ir::Program;
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
    let mapping = Mapping::of(model);
    let code = Code::new(program, mapping);
    if settings.equivalence == Equivalence::ReadsFrom && code.lives.may_end_visibly() {
        return Err(Diagnostic::error("the program ends objects whose late accesses coherence tells")
            .help("explore it by reads-from and coherence"));
    }
    let asked = Asked { model, settings, mapping, code: &code };
    let mut surroundings = None;
    // Most programs need few words; the others start again with more.
    let mut words = 1;
    loop {
        let result = match words {
            1 => attempt::<1>(&asked, &mut surroundings, watcher),
            2 => attempt::<2>(&asked, &mut surroundings, watcher),
            3 => attempt::<3>(&asked, &mut surroundings, watcher),
            4 => attempt::<4>(&asked, &mut surroundings, watcher),
            8 => attempt::<8>(&asked, &mut surroundings, watcher),
            16 => attempt::<16>(&asked, &mut surroundings, watcher),
            _ => attempt::<64>(&asked, &mut surroundings, watcher),
        };
        match result {
            Ok(outcome) => return Ok(outcome),
            Err(Halt::Stop(Stop::Restart)) => {}
            Err(Halt::Stop(Stop::Refused(diagnostic))) => return Err(*diagnostic),
            Err(Halt::Full) if words > 16 => {
                return Ok(Outcome { ended: Ended::TooLarge, ..Outcome::default() });
            }
            Err(Halt::Full) => words = if words < 4 { words + 1 } else { words * 2 },
        }
        watcher.restart();
    }
}

/// Explores with rows of `W` words. What becomes known of memory is kept whatever happens.
fn attempt<const W: usize>(
    asked: &Asked<'_>,
    known: &mut Option<Surroundings>,
    watcher: &mut dyn Watcher,
) -> Result<Outcome, Halt> {
    let cut = known.as_ref().is_some_and(|known| !known.sharing.cuts().is_empty());
    if cut {
        groups::require(asked.model, OneStep::Access, None).map_err(|error| Halt::Stop(error.into()))?;
    }
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
    let tell = Tell::Watcher(watcher);
    let mut collector = Collector::new(*asked, &common, tell);
    let mut division = asked.settings.part.map(Division::new);
    let result = Search::<W>::new(&mut plan, &mut runs, asked.settings.equivalence).and_then(|search| {
        let mut search = search.divide(division.take());
        let result = search.run(&mut collector);
        division = search.division();
        result
    });
    let result = result.map(|end| {
        let told = |division: Division| division.told(asked.digested(&runs.ground.surroundings));
        let whole = division.filter(|_| end == End::Complete).map(told);
        let divided = asked.settings.part.map(|part| Divided { part, whole });
        Outcome { divided, ..collector.finish(end, &mut runs) }
    });
    let is_clean = result.as_ref().is_ok_and(Outcome::is_clean);
    let learns = is_clean && runs.ground.surroundings.left_out.learns();
    *known = Some(runs.ground.surroundings);
    if learns { Err(Halt::Stop(Stop::Restart)) } else { result }
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
