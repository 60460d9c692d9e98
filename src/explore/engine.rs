//! An exploration from start to end: rows of the right width, and starting again when more is known of memory.
//!
//! In: a program, a model, settings. Out: an [`Outcome`]. It must not know files or how anything is shown.

use std::ops::ControlFlow;

use super::barrier::Barriers;
use super::collector::{Collector, Tell};
use super::graph::{Graph, Halt, merges};
use super::plan::{Plan, refusal};
use super::pool::Common;
use super::report::{Ended, Equivalence, Outcome, Settings, Watcher};
use super::runs::Runs;
use super::search::{Search, Visitor};
use super::sharing::Stop;
use super::surroundings::Surroundings;
use super::team;
use crate::diag::Diagnostic;
use crate::exec::groups::{self, OneStep};
use crate::exec::interpret::Code;
use crate::exec::mapping::Mapping;
use crate::ir::Program;
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
    let mapping = Mapping::of(model);
    let code = Code::new(program, &mapping);
    let asked = Asked { model, settings, mapping: &mapping, code: &code };
    let mut surroundings = None;
    // Most programs need few words; the others start again with more.
    let mut words = 1;
    loop {
        let result = match words {
            1 => asked.attempt::<1>(&mut surroundings, watcher),
            2 => asked.attempt::<2>(&mut surroundings, watcher),
            3 => asked.attempt::<3>(&mut surroundings, watcher),
            4 => asked.attempt::<4>(&mut surroundings, watcher),
            8 => asked.attempt::<8>(&mut surroundings, watcher),
            16 => asked.attempt::<16>(&mut surroundings, watcher),
            _ => asked.attempt::<64>(&mut surroundings, watcher),
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

/// What all explorers of one program are asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    model: &'a Model,
    pub settings: &'a Settings,
    pub mapping: &'a Mapping,
    code: &'a Code<'a>,
}

impl<'a> Asked<'a> {
    /// The model as it is judged.
    pub fn plan(&self) -> Plan<'a> {
        if self.settings.short_cuts { Plan::new(self.model) } else { Plan::without_short_cuts(self.model) }
    }

    /// No histories yet, and what is known of memory.
    pub fn runs(&self, known: Option<&Surroundings>) -> Runs<'a> {
        let mut runs = Runs::new(self.code, self.model, &self.settings.bounds);
        runs.surroundings.barriers = Barriers::new(self.settings.plain_barriers);
        runs.stop = self.settings.stop.clone();
        if let Some(known) = known {
            runs.surroundings = known.clone();
            runs.surroundings.wide.begin();
        }
        let is_whole = runs.surroundings.sharing.cuts().is_empty();
        runs.merges_waits = self.settings.merges_waits
            && self.settings.equivalence == Equivalence::Coherence
            && is_whole
            && merges(self.code.program);
        runs
    }

    /// Explores with rows of `W` words. What becomes known of memory is kept whatever happens.
    fn attempt<const W: usize>(
        &self,
        known: &mut Option<Surroundings>,
        watcher: &mut dyn Watcher,
    ) -> Result<Outcome, Halt> {
        let cut = known.as_ref().is_some_and(|known| !known.sharing.cuts().is_empty());
        if cut {
            groups::require(self.model, OneStep::Access, None).map_err(|error| Halt::Stop(error.into()))?;
        }
        // Any coherence order stands for the others there, and accesses to memory that is cut tell them apart.
        if cut && self.settings.equivalence == Equivalence::ReadsFrom {
            let error = Diagnostic::error("the program accesses shared memory by different extents")
                .help("explore it by reads-from and coherence");
            return Err(Halt::Stop(error.into()));
        }
        let (mut plan, mut runs) = (self.plan(), self.runs(known.as_ref()));
        if runs.has_sections() {
            groups::require(self.model, OneStep::Section, None).map_err(|error| Halt::Stop(error.into()))?;
            if self.settings.equivalence == Equivalence::ReadsFrom {
                let error = Diagnostic::error("the program has atomic sections").help(
                    "explore it by reads-from and coherence: where a section stands in it tells executions apart",
                );
                return Err(Halt::Stop(error.into()));
            }
        }
        let common = Common::default();
        if self.settings.threads > 1 {
            // Most of what there is to know about memory shows in the first graph.
            let result = Search::<W>::new(&mut plan, &mut runs, self.settings.equivalence)
                .and_then(|mut search| search.run(&mut Probe));
            *known = Some(runs.surroundings);
            result?;
            return team::share::<W>(self, known, &common, watcher);
        }
        let tell = Tell::Watcher(watcher);
        let mut collector = Collector::new(*self, &common, tell);
        let result = Search::<W>::new(&mut plan, &mut runs, self.settings.equivalence)
            .and_then(|mut search| search.run(&mut collector));
        let result = result.map(|end| collector.finish(end, &mut runs));
        *known = Some(runs.surroundings);
        result
    }
}

/// Stops at the first full graph.
struct Probe;

impl<const W: usize> Visitor<W> for Probe {
    fn full(&mut self, _: &Plan<'_>, _: &mut Runs<'_>, _: &Graph<W>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
